// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "digester.hpp"

#include <algorithm>
#include <span>

#include "hints.hpp"
#include "input.hpp"
#include "names.hpp"
#include "system/system.hpp"

namespace hashlane::cli {
namespace {

std::span<const std::uint8_t> octets(const std::string& text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

constexpr std::size_t most_output = std::size_t{1} << 30, most_key = std::size_t{1} << 24;

// Returns what to do about the problem, for the end of its message; "" if no option or verb helps.
std::string advice(const algorithm& row, any_problem problem) {
    if (row.kind == kind::aead) return "; `hashlane seal` encrypts files";
    if (problem == any_problem::key_missing) return ": --key-file FILE";
    return "";
}

any_hash created(const std::string& name, const any_options& options) {
    known_or_throw(name);
    const auto made = any_hash::create(name, options);
    if (made) return *made;
    throw wrong_use(std::string(made.error().message()) + advice(*find_algorithm(name), made.error().problem()));
}

}  // namespace

void known_or_throw(const std::string& name) {
    if (find_algorithm(name) == nullptr) throw wrong_use(no_such_algorithm(name));
}

void digest_options::declare(command_line& line) {
    line.number("--length", length, "the length of the digest of an XOF, or of the tag of a MAC with a choice", "BYTES",
                1, most_output);
    line.text("--custom", custom,
              "the customization string (cSHAKE, KMAC, TupleHash, ParallelHash, KT, HopMAC, Ascon-CXOF)", "STRING");
    line.text("--name", name, "the function name (cSHAKE)", "STRING");
    line.value("--domain", domain, "the domain separation byte (TurboSHAKE), 0x01..0x7f", "BYTE");
    line.number("--block", block, "the block size (ParallelHash); 8192 if not given", "BYTES", 1, most_output);
    line.value("--key-file", key_file, "the key is all bytes of this file (HMAC, KMAC, HopMAC)", "FILE");
}

void digest_options::load() {
    if (key_file.empty()) return;
    sys::leave_no_core_dump();
    key = read_secret(key_file, most_key);
    // The standards allow an empty key, but an empty file is more often one that was not written.
    if (key.empty()) throw failure(in_message(key_file) + ": the key is empty");
}

any_options digest_options::as_any(std::size_t output_size) const {
    any_options options;
    if (!key_file.empty()) options.key = key;
    if (!custom.empty()) options.customization = octets(custom);
    if (!name.empty()) options.function_name = octets(name);
    if (output_size != 0) options.output_size = output_size;
    if (block != 0) options.parallel_block = block;
    if (domain.empty()) return options;
    const std::size_t number = parse_number("--domain", domain);
    if (number < 0x01 || number > 0x7f)
        throw wrong_use("--domain: " + in_message(domain) + " is not within 0x01..0x7f");
    options.domain = static_cast<std::uint8_t>(number);
    return options;
}

any_hash digest_options::make(const std::string& algorithm, std::size_t output_size) const {
    return created(algorithm, as_any(output_size));
}

any_hash digest_options::make_listed(const std::string& algorithm, std::size_t output_size) const {
    any_options options = as_any(output_size);
    const hashlane::algorithm* row = find_algorithm(algorithm);
    const auto takes = [&](unsigned what) { return row != nullptr && (row->parameters & what) != 0; };
    if (!takes(parameter::key)) options.key = {};
    if (!takes(parameter::customization)) options.customization = {};
    if (!takes(parameter::function_name)) options.function_name = {};
    if (!takes(parameter::parallel_block)) options.parallel_block = {};
    if (!takes(parameter::domain)) options.domain = {};
    return created(algorithm, options);
}

std::vector<std::string> algorithm_list(const std::vector<std::string>& words) {
    std::vector<std::string> names;
    for (const std::string& word : words)
        for (std::size_t start = 0; start <= word.size();) {
            const std::size_t end = std::min(word.find(',', start), word.size());
            if (end == start) throw wrong_use("an empty name of an algorithm in " + in_message(word));
            names.push_back(word.substr(start, end - start));
            start = end + 1;
        }
    return names;
}

}  // namespace hashlane::cli
