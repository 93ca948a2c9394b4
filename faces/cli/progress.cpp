// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "progress.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "console.hpp"
#include "names.hpp"
#include "undo.hpp"

namespace hashlane::cli {
namespace {

using clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

std::atomic<std::uint64_t> done{0};

// The files that are being read, as messages name them.
struct {
    std::mutex mutex;
    std::list<std::string> names;
    bool shown = false;  // is a line drawn at all? Set before any file is read.
} reading;

std::string names_being_read() {
    const std::lock_guard lock(reading.mutex);
    if (reading.names.empty()) return "";
    const std::size_t others = reading.names.size() - 1;
    return reading.names.front() + (others == 0 ? "" : " and " + std::to_string(others) + " more");
}

std::string amount(double bytes) {
    static constexpr std::array units{"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    std::size_t unit = 0;
    while (bytes >= 1000 && unit + 1 < units.size()) {
        bytes /= 1024;
        ++unit;
    }
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), unit == 0 ? "%.0f %s" : "%.1f %s", bytes, units[unit]);
    return text.data();
}

std::string duration(double seconds) {
    const auto whole = static_cast<unsigned long long>(seconds + 0.5);
    std::array<char, 32> text{};
    if (whole >= 3600)
        std::snprintf(text.data(), text.size(), "%llu:%02llu:%02llu", whole / 3600, whole / 60 % 60, whole % 60);
    else
        std::snprintf(text.data(), text.size(), "%llu:%02llu", whole / 60, whole % 60);
    return text.data();
}

std::string status_line(std::uint64_t now, std::uint64_t total, double seconds) {
    const double rate = static_cast<double>(now) / seconds;
    std::string line = amount(static_cast<double>(now));
    if (total > now)
        line += " of " + amount(static_cast<double>(total)) + ", " + std::to_string(now / (total / 100 + 1)) + " %";
    line += ", " + amount(rate) + "/s";
    if (total > now && rate > 0) line += ", " + duration(static_cast<double>(total - now) / rate) + " left";
    return line;
}

}  // namespace

// A std::thread, which every C++20 library has; some have no std::jthread.
struct progress::drawer {
    explicit drawer(estimate how) : total_of(std::move(how)), thread([this] { run(); }) {}

    ~drawer() {
        {
            const std::lock_guard lock(mutex);
            stopping = true;
        }
        wake.notify_all();
        thread.join();
    }

    // Returns whether the drawer has been told to stop.
    bool sleep(std::unique_lock<std::mutex>& lock, clock::duration time) {
        return wake.wait_for(lock, time, [this] { return stopping.load(); });
    }

    void run() {
        const clock::time_point start = clock::now();
        std::unique_lock lock(mutex);
        if (sleep(lock, 1s)) return;
        lock.unlock();
        const std::uint64_t total = total_of(stopping);
        lock.lock();
        while (!stopping) {
            const std::chrono::duration<double> spent = clock::now() - start;
            const std::string status = status_line(done.load(std::memory_order_relaxed), total, spent.count());
            console::draw(status, names_being_read());
            if (sleep(lock, 250ms)) return;
        }
    }

    estimate total_of;
    std::mutex mutex;
    std::condition_variable wake;
    std::atomic<bool> stopping{false};
    std::thread thread;
};

progress::progress(estimate total) {
    if (!console::error_is_terminal()) return;
    reading.shown = true;
    const undo::hold held;
    // If no thread can be started, nothing is drawn.
    try {
        self = std::make_unique<drawer>(std::move(total));
    } catch (const std::system_error&) { reading.shown = false; }
}

progress::~progress() {
    self.reset();
    console::draw({});
}

progress::file::file(const std::string& path) {
    if (!reading.shown) return;
    const std::lock_guard lock(reading.mutex);
    place = reading.names.insert(reading.names.end(), path == "-" ? "standard input" : in_message(path));
}

progress::file::~file() {
    if (!reading.shown) return;
    const std::lock_guard lock(reading.mutex);
    reading.names.erase(place);
}

void progress::add(std::uint64_t count) { done.fetch_add(count, std::memory_order_relaxed); }

}  // namespace hashlane::cli
