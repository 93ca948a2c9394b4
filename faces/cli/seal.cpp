// SPDX-License-Identifier: Apache-2.0 OR MIT
// hashlane seal [FILE]...

#include <algorithm>
#include <bit>
#include <utility>

#include "console.hpp"
#include "input.hpp"
#include "jobs.hpp"
#include "names.hpp"
#include "output_file.hpp"
#include "progress.hpp"
#include "seal_files.hpp"
#include "seal_keys.hpp"
#include "sealed.hpp"
#include "verbs.hpp"

namespace hashlane::cli {
namespace {

constexpr std::size_t usual_iterations = 600000, least_iterations = 1000;

seal_header fresh_header(key_source source, std::size_t chunk, std::size_t iterations) {
    seal_header header{source, static_cast<unsigned>(std::countr_zero(chunk)), 0, {}, {}};
    fill_random(header.nonce);
    if (source == key_source::raw) return header;
    header.iterations = static_cast<std::uint32_t>(iterations);
    fill_random(header.salt);
    return header;
}

void seal_chunks(input_file& in, output_file& out, const chunk_aead& aead, std::size_t chunk) {
    secret_bytes text(chunk), next(chunk);
    std::size_t size = in.read(text);
    for (std::uint64_t counter = 0;; ++counter) {
        const std::size_t following = size == chunk ? in.read(next) : 0;
        const bool last = following == 0;
        // Before the last chunk: without it nobody can open what has already gone to standard output.
        if (last) in.verify_unchanged();
        const std::span<std::uint8_t> piece(text.data(), size);
        const auto tag = aead.seal(counter, last, piece);
        out.write(piece);
        out.write(tag);
        progress::add(size);
        if (last) return;
        std::swap(text, next);
        size = following;
    }
}

}  // namespace

int seal_verb(const words& arguments) {
    seal_files files;
    key_options keys;
    std::size_t chunk = 1 << 16, iterations = usual_iterations;
    command_line line("Encrypts and authenticates with Ascon-AEAD128 (NIST SP 800-232). FILE becomes FILE" +
                          std::string(seal_files::suffix) + "; standard input goes to standard output.",
                      "hashlane seal [OPTION]... [FILE]...");
    files.declare(line);
    keys.declare(line);
    line.number("--chunk-size", chunk, "the size of the parts, a power of two; 65536 if not given", "BYTES",
                1u << seal_header::least_log2, 1u << seal_header::most_log2);
    line.number("--iterations", iterations,
                "the iterations of PBKDF2-HMAC-SHA-256 over a passphrase; 600000 if not given", "N", least_iterations,
                most_iterations);
    if (!line.read(arguments)) return good;
    if (!std::has_single_bit(chunk)) throw wrong_use("--chunk-size: not a power of two");
    files.settle(line.operands(), [](const std::string& path) { return path + std::string(seal_files::suffix); });
    if (files.to_terminal()) throw wrong_use("a sealed file is not for a terminal; -o names a file");
    files.drop_hopeless(to_stdout::directly);
    if (files.inputs.empty()) return bad;
    keys.load(true);

    const progress drawn([&](const std::atomic<bool>& stop) { return total_size(files.inputs, false, stop); });
    return files.each([&](input_file& in, const std::string& path) {
        const seal_header header = fresh_header(keys.source(), chunk, iterations);
        const chunk_aead aead = keys.aead_for(header);
        output_file out(path, files.force, 0666, to_stdout::directly);
        out.write(header.encode());
        seal_chunks(in, out, aead, header.chunk_size());
        out.commit();
    });
}

}  // namespace hashlane::cli
