// SPDX-License-Identifier: Apache-2.0 OR MIT
// hashlane bench [ALG]...: each figure is of a digest that was compared with the baseline's.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <span>
#include <string>

#include <hashlane/any.hpp>

#include "app.hpp"
#include "console.hpp"
#include "digester.hpp"
#include "lines.hpp"
#include "names.hpp"
#include "verbs.hpp"

namespace hashlane::cli {
namespace {

using clock = std::chrono::steady_clock;

constexpr std::array usual{"sha256",        "sha512", "sha3-256",      "shake128",
                           "turboshake128", "kt128",  "ascon-hash256", "ascon-xof128"};
constexpr std::array<std::size_t, 5> sizes{32, 256, 4096, 65536, 1 << 20};
constexpr int slices = 15;

bytes message_of(std::size_t size) {
    bytes message(size);
    std::uint32_t x = 0x9e3779b9;
    for (auto& byte : message) byte = static_cast<std::uint8_t>((x = x * 1664525 + 1013904223) >> 24);
    return message;
}

bytes digest_of(const any_hash& fresh, std::span<const std::uint8_t> message) {
    any_hash state = fresh;
    state.update(message);
    bytes digest(state.output_size());
    if (!state.digest(digest)) throw failure("no digest of this length");
    return digest;
}

// The digest by the baseline, the message in two pieces.
bytes expected_digest(const any_hash& fresh, std::span<const std::uint8_t> message, const std::string& in_use) {
    if (!use_target("baseline")) throw failure("no baseline");
    any_hash state = fresh;
    state.update(message.first(message.size() / 3)).update(message.subspan(message.size() / 3));
    bytes digest(state.output_size());
    const bool given = state.digest(digest);
    if (!use_target(in_use) || !given)
        throw failure("the target is not available any more, or the algorithm has no digest");
    return digest;
}

// Seconds for one message: the median of slices of about a millisecond.
double measure(const any_hash& fresh, std::span<const std::uint8_t> message, const bytes& expected) {
    std::array<double, slices> times{};
    int repeat = 1;
    for (int slice = -1; slice < slices; ++slice) {
        bytes digest;
        const clock::time_point start = clock::now();
        for (int i = 0; i < repeat; ++i) digest = digest_of(fresh, message);
        const double spent = std::chrono::duration<double>(clock::now() - start).count();
        if (digest != expected) throw failure("a wrong digest");
        if (slice >= 0)
            times[static_cast<std::size_t>(slice)] = spent / repeat;
        else
            repeat = std::clamp(static_cast<int>(1e-3 / spent), 1, 1 << 16);
    }
    std::nth_element(times.begin(), times.begin() + slices / 2, times.end());
    return times[slices / 2];
}

std::string figure(bool json, const std::string& name, std::size_t size, double seconds, const std::string& target) {
    std::array<char, 256> text{};
    const double nanoseconds = seconds * 1e9, rate = static_cast<double>(size) / seconds / (1 << 20);
    if (json)
        std::snprintf(
            text.data(), text.size(),
            "{\"algorithm\": %s, \"target\": %s, \"size\": %zu, \"nanoseconds\": %.1f, \"mib_per_second\": %.1f}\n",
            json_string(name).c_str(), json_string(target).c_str(), size, nanoseconds, rate);
    else
        std::snprintf(text.data(), text.size(), "%-20s %8zu B %12.0f ns %10.1f MiB/s\n", name.c_str(), size,
                      nanoseconds, rate);
    return text.data();
}

int bench_one(const std::string& name, const any_hash& fresh, bool json, const std::string& target,
              const std::string& shown_target) {
    try {
        for (const std::size_t size : sizes) {
            const bytes message = message_of(size);
            const bytes expected = expected_digest(fresh, message, target);
            console::write(figure(json, name, size, measure(fresh, message, expected), shown_target));
        }
        return good;
    } catch (const failure& error) {
        console::complain(in_message(name) + ": " + error.what());
        return bad;
    }
}

}  // namespace

int bench_verb(const words& arguments) {
    bool json = false;
    digest_options options;
    command_line line("Measures algorithms on the target in use; every digest is compared with the baseline's.",
                      "hashlane bench [OPTION]... [ALG]...");
    line.flag("--json", json, "write one JSON object a line");
    options.declare(line);
    if (!line.read(arguments)) return good;
    options.load();
    std::vector<std::string> names = algorithm_list(line.operands());
    if (names.empty())
        for (const char* name : usual)
            if (find_algorithm(name) != nullptr) names.emplace_back(name);
    std::vector<any_hash> fresh;
    for (const std::string& name : names) fresh.push_back(options.make_listed(name, options.length));

    // "" stands for all that the processor has.
    const char* forced = std::getenv("HASHLANE_TARGET");
    const std::string target = forced != nullptr ? forced : "", shown(target_name());
    if (!json) console::write("target " + shown + "\n");
    int status = good;
    for (std::size_t i = 0; i < names.size(); ++i)
        status = std::max(status, bench_one(names[i], fresh[i], json, target, shown));
    return status;
}

}  // namespace hashlane::cli
