// SPDX-License-Identifier: Apache-2.0 OR MIT
// Known answers of hashes and XOFs: a template for each shape, a reader for each way of naming the fields.
#pragma once

#include <array>
#include <functional>

#include "kat.hpp"

namespace kat {

struct hash_case {
    bit_string message, output;
    bit_string customization;  // S, C or Z
    bit_string key;
    bytes function_name;
    std::vector<bytes> tuple;
    std::size_t parallel_block = 0;
    std::uint8_t domain = 0x1f;
    std::size_t skip = 0;  // bytes of output before those that are known
    bool valid = true;     // the output is known to be wrong otherwise
    std::string where;
};

// Only the cases of a file that have this field so.
struct condition {
    const char *field = nullptr, *value = nullptr;
    bool holds(const record& r) const { return field == nullptr || r.text_or(field, "") == value; }
};

// A row of a program's table: a file, how it is read, what checks a case of it, and which cases.
struct hash_file {
    const char* path;
    vectors::format format;
    hash_case (*read)(const record&);
    void (*check)(const hash_case&, tally&);
    condition only = {}, and_only = {};
};

inline void check_file(const hash_file& f) {
    tally count(std::string(f.path) + (f.only.field ? std::string(" ") + f.only.value : ""));
    for (const record& r : vectors::load(f.format, f.path)) {
        if (!f.only.holds(r) || !f.and_only.holds(r)) continue;
        const hash_case c = f.read(r);
        if (c.message.whole() > longest_message) {
            hl_test::skip(1, "messages of 24 MB under an emulator");
            continue;
        }
        if (!c.valid) count.must_reject();
        each_target([&] {
            count.vector();
            f.check(c, count);
        });
    }
}

// ---- fields of the files

// NIST CAVP: byte-oriented, lengths in bits, the empty message written as 00.
inline hash_case cavp(const record& r) {
    hash_case c;
    c.where = r.where;
    const bytes message = r.hex("Msg");
    c.message = bit_string(message, r.has("Len") ? r.number("Len") : message.size() * 8);
    const bytes output = r.hex(r.has("MD") ? "MD" : "Output");
    c.output = bit_string(output, r.has("Outputlen") ? r.number("Outputlen") : output.size() * 8);
    return c;
}

// NIST ACVP with bits counted, in the order of the standard.
inline hash_case acvp(const record& r) {
    hash_case c;
    c.where = r.where;
    c.message = bit_string(r.hex("msg"), r.number("len"));
    const bytes output = r.hex("md");
    c.output = bit_string(output, r.has("outLen") ? r.number("outLen") : output.size() * 8);
    if (r.has("cs")) c.customization = bit_string(r.hex("cs"), r.number("csLen"));
    return c;
}

// NIST ACVP where the odd bits stand at the high end of the last byte.
inline hash_case acvp_high(const record& r) {
    hash_case c = acvp(r);
    c.message = shifted_down(std::move(c.message));
    c.output = shifted_down(std::move(c.output));
    return c;
}

inline constexpr condition is_aft = {"testType", "AFT"};

// ---- checks

inline bool same_bits(std::span<const std::uint8_t> got, const bit_string& want) {
    if (got.size() != want.data.size()) return false;
    if (!std::ranges::equal(got.first(want.whole()), want.head())) return false;
    const auto mask = static_cast<std::uint8_t>((1 << want.odd()) - 1);
    return want.odd() == 0 || (got.back() & mask) == (want.last() & mask);
}

template <class H>
auto partial(const bit_string& s) {
    return hl::partial_byte{s.last(), static_cast<unsigned>(s.odd())};
}

template <class H>
auto digest_of(const H& h, const bit_string& message) {
    if constexpr (requires { h.digest(hl::partial_byte{}); })
        if (message.odd()) return h.digest(partial<H>(message));
    return h.digest();
}

// A hash of fixed size.
template <class H>
void check_hash(const hash_case& c, tally& count) {
    const auto head = c.message.head();
    if (!c.message.odd()) count.check(same(hl::digest<H>(head), c.output.data), c.where, "one-shot");
    H whole;
    whole.update(head);
    count.check(same(digest_of(whole, c.message), c.output.data), c.where, "one update");
    for (const cut& way : cuts(head.size(), {H::block_size})) {
        H h;
        feed(head, way, [&](auto piece) { h.update(piece); });
        count.check(same(digest_of(h, c.message), c.output.data), c.where, way.how);
    }
}

// A function whose output length is part of its input, in all cuts. `result` fills so many bits.
template <class Make, class Result>
void check_sized(const hash_case& c, std::initializer_list<std::size_t> edges, Make&& make, Result&& result,
                 tally& count) {
    const auto head = c.message.head();
    const auto check = [&](const auto& h, std::string_view how) {
        bytes got(c.output.data.size());
        result(h, std::span(got), c.output.bits,
               hl::partial_byte{c.message.last(), static_cast<unsigned>(c.message.odd())});
        count.check(same_bits(got, c.output) == c.valid, c.where, how);
    };
    auto whole = make(c);
    whole.update(head);
    check(whole, "one update");
    for (const cut& way : cuts(head.size(), edges)) {
        auto h = make(c);
        feed(head, way, [&](auto piece) { h.update(piece); });
        check(h, way.how);
    }
}

template <class X>
auto reader_of(const X& x, const bit_string& message) {
    if constexpr (requires { x.reader(hl::partial_byte{}); })
        if (message.odd()) return x.reader(partial<X>(message));
    return x.reader();
}

template <class R>
void check_output(R reader, const hash_case& c, const cut& way, std::string_view how, tally& count) {
    bytes got(c.skip + c.output.data.size());
    std::size_t at = 0;
    for (const std::size_t n : way.pieces) {
        reader.squeeze(std::span(got).subspan(at, n));
        at += n;
    }
    count.check(same_bits(std::span(got).subspan(c.skip), c.output) == c.valid, c.where,
                std::string(how) + ", squeezed " + way.how);
}

// An XOF: absorbed whole and in pieces and squeezed whole, absorbed whole and squeezed in pieces. `make` gives one that
// has absorbed nothing yet; the edges are those of its blocks.
template <class Make>
void check_xof_made(const hash_case& c, std::initializer_list<std::size_t> edges, Make&& make, tally& count) {
    const auto head = c.message.head();
    const std::size_t size = c.skip + c.output.data.size();
    const cut all{"at once", {size}};
    auto whole = make(c);
    whole.absorb(head);
    check_output(reader_of(whole, c.message), c, all, "one absorb", count);
    for (const cut& way : cuts(size, edges)) check_output(reader_of(whole, c.message), c, way, "one absorb", count);
    for (const cut& way : cuts(head.size(), edges)) {
        auto x = make(c);
        feed(head, way, [&](auto piece) { x.absorb(piece); });
        check_output(reader_of(x, c.message), c, all, way.how, count);
    }
}

template <class X>
void check_xof(const hash_case& c, tally& count) {
    if (!c.message.odd()) {
        bytes got(c.skip + c.output.data.size());
        hl::digest_into<X>(c.message.head(), std::span(got));
        count.check(same_bits(std::span(got).subspan(c.skip), c.output), c.where, "one-shot");
    }
    check_xof_made(c, {X::block_size}, [](const hash_case&) { return X{}; }, count);
}

}  // namespace kat
