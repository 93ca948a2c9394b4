// SPDX-License-Identifier: Apache-2.0 OR MIT
// hashlane_gpu against the library on the processor: `checks vectors FILE`, `checks random`, `checks messages`,
// `checks overlap`. The driver is that of a device, or that of driver.cpp.
#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <hashlane/any.hpp>
#include <hashlane/hex.hpp>

#include "checks.hpp"

using namespace gpu_checks;

namespace {

// MTH of RFC 9162 s.2.1.1.
octets root_of(const std::string& name, const octets& rows, std::size_t width, std::size_t count) {
    if (count == 1) return digest_of(name, {octets{0}, part(rows, 0, width)});
    std::size_t left = 1;
    while (2 * left < count) left *= 2;
    return digest_of(name, {octets{1}, root_of(name, rows, width, left),
                            root_of(name, part(rows, left * width, (count - left) * width), width, count - left)});
}

// ---- published vectors: lines of a name, a message and the first bytes of its digest, in hexadecimal, "-" for nothing

octets from_hex(const std::string& text) {
    octets made(text == "-" ? 0 : text.size() / 2);
    for (std::size_t i = 0; i < made.size(); ++i)
        made[i] = static_cast<std::uint8_t>(std::stoul(text.substr(2 * i, 2), nullptr, 16));
    return made;
}

struct column {
    octets data;
    std::vector<std::int64_t> offsets{0};
    std::vector<octets> expected;
};

void check_vectors(const char* path) {
    std::map<std::string, column> columns;
    std::ifstream file(path);
    for (std::string name, message, output; file >> name >> message >> output;) {
        column& c = columns[name];
        const octets bytes = from_hex(message);
        c.data.insert(c.data.end(), bytes.begin(), bytes.end());
        c.offsets.push_back(static_cast<std::int64_t>(c.data.size()));
        c.expected.push_back(from_hex(output));
    }
    CHECK(columns.size() == algorithms().size());
    device d;
    for (const auto& [name, c] : columns) {
        const std::size_t size = hashlane_gpu_digest_size(name.c_str());
        octets digests(c.expected.size() * size);
        CHECK(hashlane_gpu_digest_offsets(d.gpu, name.c_str(), HASHLANE_GPU_HOST, c.data.data(), c.data.size(),
                                          c.offsets.data(), c.expected.size(), digests.data()) == HASHLANE_GPU_OK);
        for (std::size_t i = 0; i < c.expected.size(); ++i) {
            const std::size_t known = std::min(size, c.expected[i].size());
            CHECK(part(digests, i * size, known) == part(c.expected[i], 0, known));
        }
    }
}

// ---- against the processor

void check_rows(const device& d, const std::string& name, std::size_t width, std::size_t count) {
    const std::size_t size = hashlane_gpu_digest_size(name.c_str());
    const octets rows = random_bytes(width * count);
    octets digests(size * count);
    CHECK(hashlane_gpu_digest_rows(d.gpu, name.c_str(), HASHLANE_GPU_HOST, rows.data(), width, count, digests.data()) ==
          HASHLANE_GPU_OK);
    for (std::size_t i = 0; i < count; ++i)
        CHECK(part(digests, i * size, size) == digest_of(name, {part(rows, i * width, width)}));
}

void check_tree(const device& d, const std::string& name, std::size_t width, std::size_t count) {
    const std::size_t size = hashlane_gpu_digest_size(name.c_str()), nodes = hashlane_gpu_merkle_nodes(count);
    const octets rows = random_bytes(width * count), expected = root_of(name, rows, width, count);
    octets root(size), levels(nodes * size);
    CHECK(hashlane_gpu_merkle_root(d.gpu, name.c_str(), HASHLANE_GPU_HOST, rows.data(), width, count, root.data()) ==
          HASHLANE_GPU_OK);
    CHECK(root == expected);
    CHECK(hashlane_gpu_merkle_levels(d.gpu, name.c_str(), HASHLANE_GPU_HOST, rows.data(), width, count,
                                     levels.data()) == HASHLANE_GPU_OK);
    CHECK(part(levels, (nodes - 1) * size, size) == expected);
    for (std::size_t i = 0; i < count; ++i)
        CHECK(part(levels, i * size, size) == digest_of(name, {octets{0}, part(rows, i * width, width)}));
}

// Messages of these sizes one after the other, from every place of a word on.
void check_column(const device& d, const std::string& name, const std::vector<std::size_t>& sizes) {
    for (std::size_t skipped = 0; skipped < 8; ++skipped) {
        std::vector<std::int64_t> offsets{static_cast<std::int64_t>(skipped)};
        for (std::size_t size : sizes) offsets.push_back(offsets.back() + static_cast<std::int64_t>(size));
        const octets data = random_bytes(static_cast<std::size_t>(offsets.back()) + 3);
        const std::size_t size = hashlane_gpu_digest_size(name.c_str());
        octets digests(size * sizes.size());
        CHECK(hashlane_gpu_digest_offsets(d.gpu, name.c_str(), HASHLANE_GPU_HOST, data.data(), data.size(),
                                          offsets.data(), sizes.size(), digests.data()) == HASHLANE_GPU_OK);
        for (std::size_t i = 0; i < sizes.size(); ++i)
            CHECK(part(digests, i * size, size) ==
                  digest_of(name, {part(data, static_cast<std::size_t>(offsets[i]), sizes[i])}));
    }
}

void check_pairs(const device& d, const std::string& name) {
    const std::size_t size = hashlane_gpu_digest_size(name.c_str());
    const octets digests = random_bytes(5 * 2 * size);
    octets parents(5 * size);
    CHECK(hashlane_gpu_hash_pairs(d.gpu, name.c_str(), HASHLANE_GPU_HOST, digests.data(), 5, parents.data()) ==
          HASHLANE_GPU_OK);
    for (std::size_t i = 0; i < 5; ++i)
        CHECK(part(parents, i * size, size) == digest_of(name, {part(digests, 2 * i * size, 2 * size)}));
}

octets little_endian(std::uint64_t nonce) {
    octets made(8);
    for (std::size_t i = 0; i < 8; ++i) made[i] = static_cast<std::uint8_t>(nonce >> 8 * i);
    return made;
}

void check_grind(const device& d, const std::string& name, std::size_t size) {
    const octets prefix = random_bytes(size);
    const std::uint64_t first = 0xfffffff0;
    std::uint64_t found = 0, expected = first;
    while (digest_of(name, {prefix, little_endian(expected)})[0] != 0) ++expected;
    const auto grind = [&](unsigned bits, std::uint64_t from, std::uint64_t count) {
        return hashlane_gpu_grind(d.gpu, name.c_str(), prefix.data(), size, bits, from, count, &found);
    };
    CHECK(grind(8, first, expected - first + 3) == HASHLANE_GPU_OK && found == expected);
    found = 7;
    CHECK(grind(8, first, expected - first) == HASHLANE_GPU_NOT_FOUND && found == 7);
    CHECK(grind(0, 5, 1) == HASHLANE_GPU_OK && found == 5);
}

// As many bits as the digest of a nonce has zeros, and one more. With nine zeros the mask ends within a byte.
void check_bits(const device& d, const std::string& name) {
    std::uint64_t nonce = 0, found = 0;
    const auto zeros = [&](const octets& digest) {
        unsigned bits = 0;
        while (bits < 8 * digest.size() && (digest[bits / 8] >> (7 - bits % 8) & 1) == 0) ++bits;
        return bits;
    };
    for (unsigned bits = 0; bits < 10; ++nonce) {
        const unsigned has = zeros(digest_of(name, {little_endian(nonce)}));
        if (has < bits) continue;
        CHECK(hashlane_gpu_grind(d.gpu, name.c_str(), nullptr, 0, has, nonce, 1, &found) == HASHLANE_GPU_OK);
        CHECK(found == nonce);
        CHECK(hashlane_gpu_grind(d.gpu, name.c_str(), nullptr, 0, has + 1, nonce, 1, &found) == HASHLANE_GPU_NOT_FOUND);
        bits = has + 1;
    }
}

// A nonce in the second launch, and launches that find none. It is the smallest: a search with hashlib said so.
void check_long_grind(const device& d) {
    const std::string prefix = "part 22";
    const std::uint64_t expected = 2'345'320;
    std::uint64_t found = 0;
    const auto grind = [&](std::uint64_t first, std::uint64_t count) {
        return hashlane_gpu_grind(d.gpu, "sha256", prefix.data(), prefix.size(), 20, first, count, &found);
    };
    CHECK(grind(0, expected) == HASHLANE_GPU_NOT_FOUND && found == 0);
    CHECK(grind(0, expected + 1) == HASHLANE_GPU_OK && found == expected);
    const octets digest = digest_of("sha256", {octets(prefix.begin(), prefix.end()), little_endian(found)});
    CHECK(digest[0] == 0 && digest[1] == 0 && digest[2] < 16);
}

// The same calls where everything lies in memory of the device.
void check_device_memory(const device& d, const std::string& name) {
    const driver_memory cuda;
    const std::size_t size = hashlane_gpu_digest_size(name.c_str()), width = 50, count = 200;
    const octets rows = random_bytes(width * count);
    std::vector<std::int64_t> offsets(count + 1);
    for (std::size_t i = 0; i <= count; ++i) offsets[i] = static_cast<std::int64_t>(i * width);
    void* context = nullptr;
    std::uint64_t data = 0, places = 0, made = 0;
    CHECK(cuda.retain(&context, 0) == 0 && cuda.push(context) == 0);
    CHECK(cuda.allocate(&data, rows.size()) == 0 && cuda.copy_in(data, rows.data(), rows.size()) == 0);
    CHECK(cuda.allocate(&places, 8 * (count + 1)) == 0 && cuda.copy_in(places, offsets.data(), 8 * (count + 1)) == 0);
    CHECK(cuda.allocate(&made, size * count) == 0);
    const auto at = [](std::uint64_t address) { return reinterpret_cast<void*>(address); };
    octets by_rows(size * count), by_offsets(size * count), root(size);
    CHECK(hashlane_gpu_digest_rows(d.gpu, name.c_str(), HASHLANE_GPU_DEVICE, at(data), width, count, at(made)) ==
          HASHLANE_GPU_OK);
    CHECK(cuda.copy_out(by_rows.data(), made, by_rows.size()) == 0);
    CHECK(hashlane_gpu_digest_offsets(d.gpu, name.c_str(), HASHLANE_GPU_DEVICE, at(data), rows.size(),
                                      static_cast<const std::int64_t*>(at(places)), count,
                                      at(made)) == HASHLANE_GPU_OK);
    CHECK(cuda.copy_out(by_offsets.data(), made, by_offsets.size()) == 0);
    CHECK(by_rows == by_offsets);
    CHECK(part(by_rows, 7 * size, size) == digest_of(name, {part(rows, 7 * width, width)}));
    CHECK(hashlane_gpu_merkle_root(d.gpu, name.c_str(), HASHLANE_GPU_DEVICE, at(data), width, count, at(made)) ==
          HASHLANE_GPU_OK);
    CHECK(cuda.copy_out(root.data(), made, size) == 0);
    CHECK(root == root_of(name, rows, width, count));
    CHECK(cuda.release(data) == 0 && cuda.release(places) == 0 && cuda.release(made) == 0);
    CHECK(cuda.pop(&context) == 0 && cuda.unretain(0) == 0);
}

// The sizes at which a message takes another block, of every hash, and those of a chunk of KT128.
constexpr std::size_t chunk = 8192;
const std::vector<std::size_t> sizes_of_column{
    0,   1,   2,   3,   4,   5,   7,   8,   9,   40,  47,  48,  55,  56,  63,  64,  65,  103, 104, 111, 112, 119,
    120, 127, 128, 129, 134, 135, 136, 137, 143, 144, 159, 160, 166, 167, 168, 169, 255, 256, 300, 335, 336, 337};

void check_random() {
    device d;
    for (const std::string& name : algorithms()) {
        for (std::size_t width = 0; width < 2 * 168 + 10; ++width) check_rows(d, name, width, width == 33 ? 129 : 2);
        for (std::size_t width : {chunk - 9, chunk - 2, chunk - 1, chunk, chunk + 1, std::size_t{20'000}})
            check_rows(d, name, width, 2);
        check_column(d, name, sizes_of_column);
        check_column(d, name, {chunk - 2, chunk - 1, chunk, chunk + 1, 3 * chunk});
        for (std::size_t count : {1, 2, 3, 4, 5, 7, 8, 9, 100, 129}) check_tree(d, name, count % 40, count);
        for (std::size_t width = 0; width < 2 * 168 + 10; ++width) check_tree(d, name, width, 2);
        for (std::size_t width : {chunk - 2, chunk - 1, chunk}) check_tree(d, name, width, 2);
        check_pairs(d, name);
        for (std::size_t size = 0; size < 2 * 136 + 10; size += size % 8 == 0 ? 1 : 3) check_grind(d, name, size);
        for (std::size_t size : {chunk - 10, chunk - 9, chunk - 8, chunk - 7}) check_grind(d, name, size);
        check_bits(d, name);
        check_device_memory(d, name);
    }
    check_long_grind(d);
    octets nothing;
    CHECK(hashlane_gpu_digest_rows(d.gpu, "sha256", HASHLANE_GPU_HOST, nullptr, 5, 0, nullptr) == HASHLANE_GPU_OK);
}

// ---- KT128 of one message

// Both places of the message, against the processor.
void check_kt128(const device& d, std::size_t size, std::size_t customization_size, std::size_t out_size) {
    const octets message = random_bytes(size), customization = random_bytes(customization_size);
    octets host(out_size), within(out_size), expected(out_size);
    hashlane::kt128 tree;
    tree.absorb(message);
    tree.customized_reader(customization).squeeze(expected);
    const auto digest = [&](int where, const void* from, octets& out) {
        return hashlane_gpu_kt128(d.gpu, where, from, size, customization.data(), customization_size, out.data(),
                                  out_size);
    };
    CHECK(digest(HASHLANE_GPU_HOST, message.data(), host) == HASHLANE_GPU_OK);
    const driver_memory cuda;
    void* context = nullptr;
    std::uint64_t data = 0;
    CHECK(cuda.retain(&context, 0) == 0 && cuda.push(context) == 0 && cuda.allocate(&data, size + 1) == 0);
    CHECK(cuda.copy_in(data, message.data(), size) == 0);
    CHECK(digest(HASHLANE_GPU_DEVICE, reinterpret_cast<const void*>(data), within) == HASHLANE_GPU_OK);
    CHECK(cuda.release(data) == 0 && cuda.pop(&context) == 0 && cuda.unretain(0) == 0);
    CHECK(host == expected && within == expected);
}

void check_messages() {
    device d;
    for (std::size_t chunks : {0, 1, 2, 3, 5, 129, 200})
        for (std::size_t more : {0, 1, 167, 8190, 8191})
            check_kt128(d, 8192 * chunks + more, (chunks + more) % 3 * 40, chunks % 2 == 0 ? 32 : 200);
    for (std::size_t customization : {1, 255, 256, 257, 8191, 8192, 20'000}) {
        check_kt128(d, 3, customization, 32);
        check_kt128(d, 8192 * 3 - 1, customization, 32);
        check_kt128(d, 8192 * 3, customization, 1);
    }
    check_kt128(d, 8192 * 33'000 + 5, 7, 64);  // more than a part of the host
}

// ---- outputs that lie over inputs

// Rows or a column at `begin`, and digests at `begin + moved`, in one block of memory of the host or of the device.
class shared_block {
  public:
    shared_block(const device& d, int where) : d_(d), where_(where) {
        void* context = nullptr;
        CHECK(cuda_.retain(&context, 0) == 0 && cuda_.push(context) == 0);
        CHECK(cuda_.allocate(&address_, size) == 0);
    }
    shared_block(const shared_block&) = delete;
    shared_block& operator=(const shared_block&) = delete;
    ~shared_block() {
        void* context = nullptr;
        CHECK(cuda_.release(address_) == 0 && cuda_.pop(&context) == 0 && cuda_.unretain(0) == 0);
    }

    static constexpr std::size_t size = 20'000;

    // Calls work(begin of the block, device, where), and returns what the block holds afterwards.
    template <class Work>
    octets after(const octets& before, const Work& work) {
        octets made = before;
        if (where_ == HASHLANE_GPU_HOST) {
            CHECK(work(made.data(), d_.gpu, where_) == HASHLANE_GPU_OK);
            return made;
        }
        CHECK(cuda_.copy_in(address_, before.data(), size) == 0);
        CHECK(work(reinterpret_cast<std::uint8_t*>(address_), d_.gpu, where_) == HASHLANE_GPU_OK);
        CHECK(cuda_.copy_out(made.data(), address_, size) == 0);
        return made;
    }

  private:
    const device& d_;
    int where_;
    driver_memory cuda_;
    std::uint64_t address_ = 0;
};

// `before`, with the digests of `count` rows of `width` bytes that begin at `rows` from `to` on.
octets with_digests(const std::string& name, const octets& before, std::size_t rows, std::size_t width,
                    std::size_t count, std::size_t to) {
    octets expected = before;
    for (std::size_t i = 0; i < count; ++i) {
        const octets digest = digest_of(name, {part(before, rows + i * width, width)});
        std::copy(digest.begin(), digest.end(), expected.begin() + static_cast<std::ptrdiff_t>(to + i * digest.size()));
    }
    return expected;
}

void check_overlap_at(shared_block& block, const std::string& name, std::size_t to) {
    constexpr std::size_t rows = 4096, width = 40, count = 60;  // the rows end at 6496
    const std::size_t size = hashlane_gpu_digest_size(name.c_str());
    const octets before = random_bytes(shared_block::size);
    const octets expected = with_digests(name, before, rows, width, count, to);
    CHECK(block.after(before, [&](std::uint8_t* p, hashlane_gpu* gpu, int where) {
        return hashlane_gpu_digest_rows(gpu, name.c_str(), where, p + rows, width, count, p + to);
    }) == expected);
    CHECK(block.after(before, [&](std::uint8_t* p, hashlane_gpu* gpu, int where) {
        return hashlane_gpu_hash_pairs(gpu, name.c_str(), where, p + rows, count / 2, p + to);
    }) == with_digests(name, before, rows, 2 * size, count / 2, to));
    octets root = before;
    const octets top = root_of(name, part(before, rows, width * count), width, count);
    std::copy(top.begin(), top.end(), root.begin() + static_cast<std::ptrdiff_t>(to));
    CHECK(block.after(before, [&](std::uint8_t* p, hashlane_gpu* gpu, int where) {
        return hashlane_gpu_merkle_root(gpu, name.c_str(), where, p + rows, width, count, p + to);
    }) == root);
    octets column = before, wanted = expected;  // the offsets stand behind the rows
    std::vector<std::int64_t> offsets;
    for (std::size_t i = 0; i <= count; ++i) offsets.push_back(static_cast<std::int64_t>(i * width));
    std::memcpy(column.data() + 6496, offsets.data(), 8 * offsets.size());
    wanted = with_digests(name, column, rows, width, count, to);
    CHECK(block.after(column, [&](std::uint8_t* p, hashlane_gpu* gpu, int where) {
        return hashlane_gpu_digest_offsets(gpu, name.c_str(), where, p + rows, width * count,
                                           reinterpret_cast<const std::int64_t*>(p + 6496), count, p + to);
    }) == wanted);
}

// The digests of KT128 over its message and its customization string, and a nonce over its prefix.
void check_overlap_of_one(const device& d) {
    octets block = random_bytes(30'000);
    const octets before = block;
    octets expected(200);
    hashlane::kt128 tree;
    tree.absorb(before);
    tree.customized_reader(part(before, 50, 200)).squeeze(expected);
    CHECK(hashlane_gpu_kt128(d.gpu, HASHLANE_GPU_HOST, block.data(), block.size(), block.data() + 50, 200,
                             block.data() + 100, 200) == HASHLANE_GPU_OK);
    CHECK(part(block, 100, 200) == expected);
    alignas(8) std::uint8_t prefix[16] = {1, 2, 3};
    std::uint64_t found = 0;
    CHECK(hashlane_gpu_grind(d.gpu, "sha256", prefix, 16, 4, 0, 10'000, &found) == HASHLANE_GPU_OK);
    CHECK(hashlane_gpu_grind(d.gpu, "sha256", prefix, 16, 4, 0, 10'000, reinterpret_cast<std::uint64_t*>(prefix)) ==
          HASHLANE_GPU_OK);
    CHECK(std::memcmp(prefix, &found, 8) == 0);
}

void check_overlap() {
    device d;
    for (int where : {HASHLANE_GPU_HOST, HASHLANE_GPU_DEVICE}) {
        shared_block block(d, where);
        for (const char* name : {"sha256", "sha512", "kt128"})
            for (std::size_t to : {0, 4096 - 32, 4095, 4096, 4097, 5000, 6495, 6496, 6500, 6980, 6984, 8000})
                check_overlap_at(block, name, to);
    }
    check_overlap_of_one(d);
}

}  // namespace

int main(int argc, char** argv) {
    const std::string_view what = argc > 1 ? argv[1] : "";
    if (what == "vectors" && argc > 2) check_vectors(argv[2]);
    if (what == "random") check_random();
    if (what == "messages") check_messages();
    if (what == "overlap") check_overlap();
    return closing_line();
}
