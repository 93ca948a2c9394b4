// SPDX-License-Identifier: Apache-2.0 OR MIT
// `hashlane open` on sealed files that were changed, and on anything else: all of the text, or no file and exit 1.
#include "sealed.hpp"

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

#include "app.hpp"
#include "fuzz.hpp"
#include "verbs.hpp"

using namespace fuzz;
namespace cli = hashlane::cli;
namespace fs = std::filesystem;

namespace {

const fs::path& folder() {
    static const struct made {
        fs::path path;
        made() {
            const fs::path memory = "/dev/shm";  // elsewhere each file that is made safe costs a write to a disk
            const fs::path where = access(memory.c_str(), W_OK) == 0 ? memory : fs::temp_directory_path();
            std::string name = (where / "hashlane-fuzz-XXXXXX").string();
            require(mkdtemp(name.data()) != nullptr, "a folder to work in");
            path = name;
        }
        ~made() { fs::remove_all(path); }
    } it;
    return it.path;
}

void write(const fs::path& path, view data) {
    std::ofstream(path, std::ios::binary | std::ios::trunc)
        .write(reinterpret_cast<const char*>(data.data()), static_cast<std::streamsize>(data.size()));
}

bytes read(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return bytes(std::istreambuf_iterator<char>(in), {});
}

// A sealed file as docs/SEAL.md has it, but for edits.
bytes sealed_file(input& in, const cli::seal_key& key, bytes& text) {
    cli::seal_header header;
    header.chunk_log2 = cli::seal_header::least_log2 + in.ConsumeIntegralInRange(0u, 1u);
    for (auto& b : header.nonce) b = in.ConsumeIntegral<std::uint8_t>();
    const auto head = header.encode();
    require(cli::seal_header::decode(head).encode() == head, "a header is read as it was written");
    bytes file(head.begin(), head.end());
    text = stretched_bytes(in, 3 * header.chunk_size());
    const cli::chunk_aead aead(key, header);
    for (std::uint64_t i = 0, last = text.empty() ? 0 : (text.size() - 1) / header.chunk_size(); i <= last; ++i) {
        const auto rest = view(text).subspan(i * header.chunk_size());
        const auto part = rest.first(std::min(rest.size(), header.chunk_size()));
        bytes chunk(part.begin(), part.end());
        const auto tag = aead.seal(i, i == last, chunk);
        file.insert(file.end(), chunk.begin(), chunk.end());
        file.insert(file.end(), tag.begin(), tag.end());
    }
    return file;
}

void edit(input& in, bytes& file) {
    const auto somewhere = [&] { return in.ConsumeIntegralInRange<std::size_t>(0, file.size()); };
    const std::size_t a = somewhere(), b = somewhere();
    const auto at = [&](std::size_t i) { return file.begin() + static_cast<std::ptrdiff_t>(i); };
    const bytes more = some_bytes(in, 50);
    switch (in.ConsumeIntegralInRange(0, 4)) {
    case 0: file.resize(a); break;
    case 1: file.insert(at(a), more.begin(), more.end()); break;
    case 2: file.erase(at(std::min(a, b)), at(std::max(a, b))); break;
    case 3: std::rotate(file.begin(), at(a), file.end()); break;
    default:
        if (a < file.size()) file[a] = static_cast<std::uint8_t>(file[a] ^ 1u << b % 8);
    }
}

int open_quietly(const cli::words& arguments) {
    const int silence = ::open("/dev/null", O_WRONLY), stderr_kept = dup(2);
    dup2(silence, 2);
    int status = cli::misused;
    try {
        status = cli::open_verb(arguments);
    } catch (const cli::failure&) { status = cli::bad; }
    dup2(stderr_kept, 2);
    close(silence);
    close(stderr_kept);
    return status;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    input in(data, size);
    const fs::path sealed = folder() / "a.hlseal", opened = folder() / "a", keyfile = folder() / "key";
    cli::seal_key key{};
    key[0] = in.ConsumeIntegral<std::uint8_t>();
    bytes text, good = sealed_file(in, key, text), file = good;
    for (int edits = in.ConsumeIntegralInRange(0, 3); edits > 0; --edits) edit(in, file);
    if (in.ConsumeProbability<float>() > 0.9f) file = in.ConsumeRemainingBytes<std::uint8_t>();

    write(keyfile, key);
    write(sealed, file);
    fs::remove(opened);
    const int status = open_quietly({"--key-file", keyfile.string(), sealed.string()});
    if (file == good) {
        require(status == cli::good && read(opened) == text, "a sealed file opens");
    } else {
        require(status == cli::bad, "a changed file does not open");
        require(!fs::exists(opened), "and leaves no text behind");
    }
    return 0;
}
