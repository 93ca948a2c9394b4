// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Jobs that run on several threads, and results that come out in the order in which the jobs went in.

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace hashlane::cli {

// Jobs must not throw. Results are handed over in the thread that submits; an exception from there ends it all.
template <class Result>
class ordered {
  public:
    using job = std::function<Result()>;
    using sink = std::function<void(Result&&)>;

    ordered(std::size_t threads, sink consumer) : consume(std::move(consumer)), window(4 * threads) {
        // With fewer threads than wished, or none, all is done all the same.
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
        changed.notify_all();
        for (std::thread& worker : workers) worker.join();
    }

    void submit(job what) {
        if (workers.empty()) return consume(what());
        while (pending.size() >= window) hand_over();
        auto slot = std::make_shared<place>(place{std::move(what), std::nullopt});
        pending.push_back(slot);
        {
            const std::lock_guard lock(mutex);
            waiting.push_back(std::move(slot));
        }
        changed.notify_all();
    }

    void finish() {
        while (!pending.empty()) hand_over();
    }

  private:
    struct place {
        job what;
        std::optional<Result> result;
    };

    void hand_over() {
        const std::shared_ptr<place> first = pending.front();
        pending.pop_front();
        {
            std::unique_lock lock(mutex);
            changed.wait(lock, [&] { return first->result.has_value(); });
        }
        consume(std::move(*first->result));
    }

    void work() {
        std::unique_lock lock(mutex);
        for (;;) {
            changed.wait(lock, [&] { return closing || !waiting.empty(); });
            if (waiting.empty()) return;
            const std::shared_ptr<place> mine = waiting.front();
            waiting.pop_front();
            lock.unlock();
            Result result = mine->what();
            lock.lock();
            mine->result = std::move(result);
            changed.notify_all();
        }
    }

    sink consume;
    std::size_t window;
    std::deque<std::shared_ptr<place>> pending, waiting;
    std::mutex mutex;
    std::condition_variable changed;
    bool closing = false;
    std::vector<std::thread> workers;
};

}  // namespace hashlane::cli
