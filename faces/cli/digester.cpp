// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "digester.hpp"

#include <algorithm>
#include <cerrno>
#include <future>
#include <memory>
#include <span>

#include <sys/stat.h>

#include <hashlane/threads.hpp>

#include "bits.hpp"
#include "hints.hpp"
#include "input.hpp"
#include "names.hpp"
#include "progress.hpp"

namespace hashlane::cli {
namespace {

std::span<const std::uint8_t> octets(const std::string& text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

constexpr std::size_t most_output = std::size_t{1} << 30, most_key = std::size_t{1} << 24;
constexpr std::size_t piece_of_a_thread = std::size_t{2} << 20, largest_piece = std::size_t{64} << 20;

// One element of a tuple is one update: its length comes before it.
void update_whole(message_file& file, std::vector<any_hash>& states) {
    bytes message, piece(buffer_size);
    while (const std::size_t n = file.read(piece)) {
        message.insert(message.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(n));
        progress::add(n);
    }
    for (any_hash& state : states) state.update(message);
}

void update_piecewise(message_file& file, std::vector<any_hash>& states) {
    const auto buffer = std::make_unique_for_overwrite<std::uint8_t[]>(buffer_size);
    while (const std::size_t n = file.read({buffer.get(), buffer_size})) {
        for (any_hash& state : states) state.update(std::span(buffer.get(), n));
        progress::add(n);
    }
}

// Only a tree gains from threads within one file.
bool trees_among(std::vector<any_hash>& states, threads workers) {
    for (any_hash& state : states)
        if (absorb_with_threads(state, bytes{}, workers)) return true;
    return false;
}

// The leaves on several threads, and the next piece is read while this one is digested.
void update_threaded(message_file& file, std::vector<any_hash>& states, std::size_t count, threads workers) {
    bytes now(std::min(count * piece_of_a_thread, largest_piece)), next(now.size());
    std::size_t size = file.read(std::span(now).first(buffer_size));  // most files end here
    while (size != 0) {
        auto reading = std::async(std::launch::async, [&] { return file.read(next); });
        const std::span<const std::uint8_t> piece(now.data(), size);
        for (any_hash& state : states)
            if (!absorb_with_threads(state, piece, workers)) state.update(piece);
        progress::add(size);
        size = reading.get();
        std::swap(now, next);
    }
}

bool by_elements(const std::vector<any_hash>& states) {
    for (const any_hash& state : states)
        if ((state.info().parameters & parameter::elements) != 0) return true;
    return false;
}

void digest_into(digested& result, const std::vector<any_hash>& prototypes, bool only_regular, std::size_t count,
                 std::size_t bits) {
    const progress::file named(result.path);
    input_file input(result.path, only_regular);
    message_file file(input, bits);
    std::vector<any_hash> states = prototypes;
    const threads workers{static_cast<unsigned>(count)};
    if (by_elements(states))
        update_whole(file, states);
    else if (count > 1 && trees_among(states, workers))
        update_threaded(file, states, count, workers);
    else
        update_piecewise(file, states);
    const partial_byte last = file.end(prototypes.at(0).info());
    input.verify_unchanged();
    result.size = input.bytes_read();
    for (const any_hash& state : states) {
        bytes digest(state.output_size());
        if (!state.digest(digest, last)) throw failure("no digest of this length");
        result.digests.push_back(std::move(digest));
    }
}

// What to do about it, where the command line has something for that.
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
    line.value("--custom", custom, "the customization string (cSHAKE, KMAC, TupleHash, ParallelHash, KT, Ascon-CXOF)",
               "STRING");
    line.value("--name", name, "the function name (cSHAKE)", "STRING");
    line.value("--domain", domain, "the domain separation byte (TurboSHAKE), 0x01..0x7f", "BYTE");
    line.number("--block", block, "the block size (ParallelHash); 8192 if not given", "BYTES", 1, most_output);
    line.value("--key-file", key_file, "the key is all bytes of this file (HMAC, KMAC, HopMAC)", "FILE");
}

void digest_options::load() {
    if (key_file.empty()) return;
    key = read_secret(key_file, most_key);
    // An empty key is one, but an empty file is far oftener one that was not written.
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

digested digest_file(const std::string& path, const std::vector<any_hash>& prototypes, bool only_regular,
                     std::size_t count, std::size_t bits) {
    digested result;
    result.path = path;
    try {
        digest_into(result, prototypes, only_regular, count, bits);
    } catch (const std::bad_alloc&) { result.error = "out of memory"; } catch (const std::exception& error) {
        result.error = error.what();
        struct stat status{};
        result.missing = path != "-" && stat(path.c_str(), &status) != 0 && errno == ENOENT;
    }
    if (!result.error.empty()) result.digests.clear();
    return result;
}

}  // namespace hashlane::cli
