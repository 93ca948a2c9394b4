// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "algorithm.hpp"

namespace hashlane::engine {
namespace {

bool takes_tuples(std::string_view name) noexcept {
    const algorithm* const found = find_algorithm(name);
    return found != nullptr && (found->parameters & parameter::elements) != 0;
}

}  // namespace

any_result<any_digest> find_hash(std::string_view name) noexcept {
    if (takes_tuples(name))
        return failure(any_problem::elements).add_name(name).add(" hashes tuples, not a message alone");
    return any_digest::create(name);
}

any_result<any_digest> find_xof(std::string_view name, std::int64_t length) noexcept {
    const any_result<any_digest> found = find_hash(name);
    if (!found) return found;
    if (!found->info().any_length) {
        failure error(any_problem::wrong_kind);
        error.add(found->info().name).add(" is no XOF: its digest has ").add(found->digest_size());
        return error.add(" bytes");
    }
    if (length < 0) return failure(any_problem::output_size).add("the length is below 0");
    if (static_cast<std::uint64_t>(length) > longest_output) {
        failure error(any_problem::output_size);
        return error.add("the length is above ").add(longest_output).add(" bytes");
    }
    return found;
}

any_result<any_mac> find_mac(std::string_view name, octets_in key) noexcept {
    if (key.empty()) return failure(any_problem::key_size).add("the key is empty");
    if (key.size() > longest_key) {
        failure error(any_problem::key_size);
        error.add("the key has ").add(key.size()).add(" bytes, more than ");
        return error.add(longest_key);
    }
    return any_mac::create(name, {.key = key});
}

any_hash in_pieces(const any_digest& hash) noexcept { return *any_hash::create(hash.info().name); }

void write_hex(octets_in bytes, char* to) noexcept {
    constexpr char digits[] = "0123456789abcdef";
    for (const std::uint8_t byte : bytes) {
        *to++ = digits[byte >> 4];
        *to++ = digits[byte & 15];
    }
}

}  // namespace hashlane::engine
