// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "bits.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace hashlane::cli {
namespace {

std::string of(std::size_t n, const char* what) { return std::to_string(n) + " " + what + (n == 1 ? "" : "s"); }

}  // namespace

void add_bits_option(command_line& line, std::size_t& bits) {
    line.number("--bits", bits, "the message in each file has N bits; nothing may follow them", "N", 0, whole_file - 1);
}

bool takes_high_bits(const algorithm& a) { return a.family == "SHA-2" || a.family == "Ascon v1.2"; }

void require_bits(const std::vector<any_hash>& hashes, std::size_t bits) {
    if (bits == whole_file || bits % 8 == 0) return;
    for (const any_hash& hash : hashes) {
        const std::string name(hash.info().name), first(hashes.front().info().name);
        if (!hash.takes_bits())
            throw wrong_use(name + ": messages are of whole bytes, and --bits " + std::to_string(bits) + " is not");
        if (takes_high_bits(hash.info()) != takes_high_bits(hashes.front().info()))
            throw wrong_use("--bits: the last bits are at different ends of a byte for " + first + " and " + name +
                            "; give them one at a time");
    }
}

std::size_t message_file::read(std::span<std::uint8_t> buffer) {
    const std::size_t n = file.read(buffer.first(std::min(buffer.size(), left)));
    if (bits != whole_file) left -= n;
    return n;
}

std::span<const std::uint8_t> message_file::next(std::span<std::uint8_t> buffer) {
    if (bits == whole_file) return file.next(buffer);
    return buffer.first(read(buffer));
}

partial_byte message_file::end(const algorithm& a) {
    if (bits == whole_file) return {};
    const auto more = static_cast<unsigned>(bits % 8);
    const std::size_t wanted = bits / 8 + (more != 0);
    std::array<std::uint8_t, 2> last{};
    if (left == 0) file.read(std::span(last).first(more != 0 ? 2 : 1));
    if (file.bytes_read() != wanted)
        throw failure("a message of " + of(bits, "bit") + " has " + of(wanted, "byte") + ", and the file has " +
                      (file.bytes_read() < wanted ? of(file.bytes_read(), "byte") : "more"));
    const bool high = takes_high_bits(a);
    if (more != 0 && (high ? last[0] << more & 0xff : last[0] >> more) != 0)
        throw failure("the last byte is not zero beyond its " + of(more, "bit") + ", which are the " +
                      (high ? "high" : "low") + (more == 1 ? " one for " : " ones for ") + std::string(a.name));
    return {last[0], more};
}

}  // namespace hashlane::cli
