// SPDX-License-Identifier: Apache-2.0 OR MIT
// hashlane open [FILE]...

#include <algorithm>
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

seal_header read_header(input_file& in, std::size_t iterations_allowed) {
    header_bytes raw{};
    const std::size_t size = in.read(raw);
    const seal_header header = seal_header::decode(std::span(raw.data(), size));
    if (header.iterations > iterations_allowed)
        throw failure("its header asks for " + std::to_string(header.iterations) + " iterations; --max-iterations " +
                      std::to_string(iterations_allowed) + " forbids that");
    return header;
}

// Returns the reason why a chunk did not open.
std::string diagnosis(const chunk_aead& aead, std::uint64_t counter, bool last, bytes sealed) {
    const std::size_t size = sealed.size() - seal_header::tag_size;
    const std::span<const std::uint8_t, 16> tag(sealed.data() + size, 16);
    const bool other_end = aead.open(counter, !last, std::span(sealed.data(), size), tag);
    wipe(sealed);
    if (other_end) return last ? "it is truncated: its end is missing" : "data follows after its end";
    if (counter == 0) return "the key or passphrase is wrong, or the file has been changed";
    return "chunk " + std::to_string(counter) + " is not authentic: changed, cut short, or not in its place";
}

void open_chunks(input_file& in, output_file& out, const chunk_aead& aead, std::size_t chunk) {
    const std::size_t full = chunk + seal_header::tag_size;
    secret_bytes sealed(full), next(full);
    std::size_t size = in.read(sealed);
    for (std::uint64_t counter = 0;; ++counter) {
        const std::size_t following = size == full ? in.read(next) : 0;
        const bool last = following == 0;
        // seal writes an empty chunk for an empty file only.
        if (size < seal_header::tag_size + (counter == 0 ? 0 : 1)) throw failure("it is truncated: its end is missing");
        const std::size_t length = size - seal_header::tag_size;
        const std::span<std::uint8_t> text(sealed.data(), length);
        const bytes before(sealed.begin(), sealed.begin() + static_cast<std::ptrdiff_t>(size));
        if (!aead.open(counter, last, text, std::span<const std::uint8_t, 16>(sealed.data() + length, 16)))
            throw failure(diagnosis(aead, counter, last, before));
        out.write(text);
        progress::add(size);
        wipe(text);
        if (last) return;
        std::swap(sealed, next);
        size = following;
    }
}

std::string opened_name(const std::string& path) {
    if (!path.ends_with(seal_files::suffix) || path.size() == seal_files::suffix.size())
        throw wrong_use(in_message(path) + " does not end in " + std::string(seal_files::suffix) +
                        "; -o names the output");
    return path.substr(0, path.size() - seal_files::suffix.size());
}

}  // namespace

int open_verb(const words& arguments) {
    seal_files files;
    key_options keys;
    std::size_t iterations_allowed = most_iterations;
    command_line line("Decrypts what `hashlane seal` has sealed. Nothing is written unless all of it is authentic.",
                      "hashlane open [OPTION]... [FILE]...");
    files.declare(line);
    keys.declare(line);
    line.number("--max-iterations", iterations_allowed,
                "refuse a file that needs more iterations of PBKDF2; 10000000 if not given", "N");
    if (!line.read(arguments)) return good;
    files.settle(line.operands(), opened_name);
    files.drop_hopeless(to_stdout::once_whole);
    if (files.inputs.empty()) return bad;
    keys.load(false);

    const progress drawn([&](const std::atomic<bool>& stop) { return total_size(files.inputs, false, stop); });
    return files.each([&](input_file& in, const std::string& path) {
        const seal_header header = read_header(in, iterations_allowed);
        const chunk_aead aead = keys.aead_for(header);
        output_file out(path, files.force, 0600, to_stdout::once_whole);
        open_chunks(in, out, aead, header.chunk_size());
        in.verify_unchanged();
        out.commit();
    });
}

}  // namespace hashlane::cli
