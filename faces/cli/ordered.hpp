// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Files that are digested on several threads, and results that come out in the order in which the files went in.

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <span>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "console.hpp"
#include "file_batch.hpp"

namespace hashlane::cli {

// Job is file_job, or derived from it. Finished jobs are handed to the sink in the thread that submits; an exception of
// the sink leaves submit() or finish(). Output that the sink holds back is written after each group of jobs that it was
// given.
template <class Job>
class ordered {
  public:
    using sink = std::function<void(Job&)>;

    ordered(std::size_t threads, sink consumer) : consume(std::move(consumer)), window(jobs_of_a_thread * threads) {
        // If fewer threads can be started, those do all jobs; if none, the thread that submits does them.
        if (threads > 1) try {
                for (std::size_t i = 0; i < threads; ++i) workers.emplace_back([this] { work(); });
            } catch (const std::system_error&) {}
    }

    ~ordered() {
        {
            const std::lock_guard lock(mutex);
            waiting.clear();
            closing = true;
        }
        wake.notify_all();
        for (std::thread& worker : workers) worker.join();
    }

    void submit(std::unique_ptr<Job> job) {
        fresh.push_back(job.get());
        pending.push_back(std::move(job));
        if (fresh.size() >= most_fresh || !workers.empty()) publish();
        while (pending.size() >= window) hand_over();
    }

    void finish() {
        while (!pending.empty()) hand_over();
    }

  private:
    static constexpr std::size_t jobs_of_a_thread = 64, most_fresh = 16, most_batch = 32;

    // Lets the workers have the jobs that were submitted last. While all of them are busy they come in groups.
    void publish() {
        const std::lock_guard lock(mutex);
        if (fresh.size() < most_fresh && !finishing && idle == 0) return;
        waiting.insert(waiting.end(), fresh.begin(), fresh.end());
        fresh.clear();
        wake_one();
    }

    // Wakes a worker that waits, if there is one. The lock is held.
    void wake_one() {
        if (idle == 0) return;
        --idle;
        ++woken;
        wake.notify_one();
    }

    // Waits for the first job, and gives it and those behind it that are done to the sink.
    void hand_over() {
        finishing = true;
        publish();
        finishing = false;
        for (std::size_t ready = wait_for_first(); ready != 0; --ready) {
            consume(*pending.front());
            pending.pop_front();
        }
        console::flush();
    }

    // Returns how many jobs at the front are done, at least one.
    std::size_t wait_for_first() {
        std::unique_lock lock(mutex);
        while (!pending.front()->done) {
            if (workers.empty()) {
                digest_some(lock, own);
                continue;
            }
            first_wanted = pending.front().get();
            finished.wait(lock, [this] { return first_wanted->done; });
            first_wanted = nullptr;
        }
        const auto open = std::find_if(pending.begin(), pending.end(), [](const auto& job) { return !job->done; });
        return static_cast<std::size_t>(open - pending.begin());
    }

    void work() {
        file_buffer buffer;
        std::unique_lock lock(mutex);
        while (!closing) {
            if (!waiting.empty()) {
                digest_some(lock, buffer);
                continue;
            }
            ++idle;
            wake.wait(lock, [this] { return closing || woken != 0; });
            if (woken != 0) --woken;
        }
    }

    // Digests the first of the jobs that wait, and others with it if they are small. The lock is held before and after.
    void digest_some(std::unique_lock<std::mutex>& lock, file_buffer& buffer) {
        const std::vector<file_job*> taken = take();
        lock.unlock();
        file_batch batch(taken, buffer);
        give_back(std::span(taken).subspan(batch.size()), lock);
        batch.digest();
        lock.lock();
        for (std::size_t i = 0; i < batch.size(); ++i) taken[i]->done = true;
        if (first_wanted != nullptr && first_wanted->done) finished.notify_one();
    }

    // Takes the share of one thread of the jobs that wait, at most most_batch. The lock is held.
    std::vector<file_job*> take() {
        const std::size_t threads = std::max<std::size_t>(1, workers.size());
        const std::size_t count = std::min((waiting.size() + threads - 1) / threads, most_batch);
        const auto end = waiting.begin() + static_cast<std::ptrdiff_t>(count);
        std::vector<file_job*> taken(waiting.begin(), end);
        waiting.erase(waiting.begin(), end);
        if (!waiting.empty()) wake_one();
        return taken;
    }

    void give_back(std::span<file_job* const> jobs, std::unique_lock<std::mutex>& lock) {
        if (jobs.empty()) return;
        lock.lock();
        if (!closing) waiting.insert(waiting.begin(), jobs.begin(), jobs.end());
        wake_one();
        lock.unlock();
    }

    sink consume;
    std::size_t window;
    std::deque<std::unique_ptr<Job>> pending;  // in the order in which they went in
    std::vector<file_job*> fresh;              // the last of them, which the workers do not know yet
    bool finishing = false;
    // It belongs to the submitting thread. No buffer is thread_local: with mingw-w64 the memory of a thread's variables
    // is freed before their destructors run.
    file_buffer own;

    std::mutex mutex;  // it guards the members down to `closing`, and `done` of the jobs
    std::deque<file_job*> waiting;
    const file_job* first_wanted = nullptr;  // what the submitting thread waits for
    std::size_t idle = 0, woken = 0;         // workers that wait, and those of them that were woken and do not run yet
    bool closing = false;
    std::condition_variable wake, finished;
    std::vector<std::thread> workers;
};

}  // namespace hashlane::cli
