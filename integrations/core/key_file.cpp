// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "key_file.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <hashlane/hex.hpp>

namespace hashlane::engine {
namespace {

failure problem(std::string_view what) noexcept { return failure(any_problem::key_missing).add(what); }

// A file descriptor that is closed at the end.
struct descriptor {
    int fd;
    ~descriptor() {
        if (fd >= 0) ::close(fd);
    }
};

std::string_view trimmed(std::string_view s) noexcept {
    constexpr std::string_view spaces = " \t\r";
    while (!s.empty() && spaces.find(s.front()) != spaces.npos) s.remove_prefix(1);
    while (!s.empty() && spaces.find(s.back()) != spaces.npos) s.remove_suffix(1);
    return s;
}

// What follows the first n characters. Unlike substr() it throws nothing, so that no C++ runtime is needed.
std::string_view after(std::string_view s, std::size_t n) noexcept {
    s.remove_prefix(n);
    return s;
}

// A line of a file; name and digits are empty where it holds no key.
struct line {
    std::string_view name, digits;
    bool right = true;
};

bool is_name(std::string_view s) noexcept {
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
    return !s.empty() && s.size() <= 64 && s.find_first_not_of(allowed) == s.npos;
}

bool is_hexadecimal(std::string_view s) noexcept {
    return !s.empty() && s.size() % 2 == 0 && s.size() <= 2 * longest_key &&
           s.find_first_not_of("0123456789abcdefABCDEF") == s.npos;
}

line parse(std::string_view text) noexcept {
    const std::string_view all = trimmed(text);
    if (all.empty() || all[0] == '#') return {};
    const std::size_t sign = all.find('=');
    if (sign == all.npos) return {.name = {}, .digits = {}, .right = false};
    line found{.name = trimmed(all.substr(0, sign)), .digits = trimmed(after(all, sign + 1))};
    found.right = is_name(found.name) && is_hexadecimal(found.digits);
    return found;
}

// Calls f(line) for each line until it returns false.
template <class F>
void each_line(octets_in text, F&& f) noexcept {
    std::string_view rest(reinterpret_cast<const char*>(text.data()), text.size());
    while (!rest.empty()) {
        const std::size_t end = rest.find('\n');
        if (!f(parse(rest.substr(0, end)))) return;
        rest = end == rest.npos ? std::string_view{} : after(rest, end + 1);
    }
}

// Reads all n bytes of a file; false when there are fewer.
bool read_all(int fd, std::uint8_t* to, std::size_t n) noexcept {
    while (n != 0) {
        const ssize_t got = ::read(fd, to, n);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        to += got;
        n -= static_cast<std::size_t>(got);
    }
    return true;
}

}  // namespace

failure key_file::read(const char* path) noexcept {
    text.wipe();
    const descriptor file{::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)};
    struct stat about;
    if (file.fd < 0 || ::fstat(file.fd, &about) != 0) return problem("the key file cannot be opened");
    if (!S_ISREG(about.st_mode)) return problem("the key file is no regular file");
    if ((about.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        return problem("others than the owner of the key file have access to it: chmod 600");
    if (static_cast<std::uint64_t>(about.st_size) > largest) return problem("the key file has more than 1 MiB");
    const auto size = static_cast<std::size_t>(about.st_size);
    std::uint8_t* const to = text.extend(size);
    if (size != 0 && to == nullptr) return problem("out of memory");
    failure why;
    if (!read_all(file.fd, to, size))
        why = problem("the key file cannot be read");
    else
        why = check_lines();
    if (!why.message().empty()) text.wipe();
    return why;
}

failure key_file::check_lines() const noexcept {
    std::size_t number = 0;
    failure why;
    each_line(text.view(), [&](const line& one) {
        ++number;
        if (one.right) return true;
        why = problem("line ").add(number).add(" of the key file is no name = key in hexadecimal digits");
        return false;
    });
    return why;
}

failure key_file::find(std::string_view name, named_key& key) const noexcept {
    key.size = 0;
    std::size_t found = 0;
    each_line(text.view(), [&](const line& one) {
        if (one.name.empty() || one.name != name) return true;
        ++found;
        key.size = one.digits.size() / 2;
        for (std::size_t i = 0; i < key.size; ++i)
            key.octets[i] = (*from_hex<1>(after(one.digits, 2 * i).substr(0, 2)))[0];  // they are digits
        return found == 1;
    });
    if (found == 1) return {};
    key.size = 0;
    return problem(found == 0 ? "no key has the name " : "two keys have the name ").add_name(name);
}

}  // namespace hashlane::engine
