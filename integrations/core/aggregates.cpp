// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "aggregates.hpp"

#include <algorithm>
#include <array>

namespace hashlane::engine {
namespace {

// Sorts digests of N bytes, as byte strings.
template <std::size_t N>
void sort_rows(octets_out rows) noexcept {
    using digest = std::array<std::uint8_t, N>;
    static_assert(sizeof(digest) == N && alignof(digest) == 1);
    auto* const first = reinterpret_cast<digest*>(rows.data());
    std::sort(first, first + rows.size() / N,
              [](const digest& a, const digest& b) { return std::memcmp(a.data(), b.data(), N) < 0; });
}

// Every digest of the registry has one of these sizes.
void sort_digests(octets_out rows, std::size_t width) noexcept {
    switch (width) {
    case 28: return sort_rows<28>(rows);
    case 32: return sort_rows<32>(rows);
    case 48: return sort_rows<48>(rows);
    default: return sort_rows<64>(rows);
    }
}

}  // namespace

void set_digest::put(const std::uint8_t* p, std::size_t n) noexcept {
    if (!is_long && batch.unfinished().size() + n <= message_batch::longest) return batch.put(p, n);
    if (!is_long) {
        const octets_in begun = batch.unfinished();
        one.put(begun.data(), begun.size());
        batch.drop_unfinished();
        is_long = true;
    }
    one.put(p, n);
}

void set_digest::end_value() noexcept {
    if (is_long) {
        std::array<std::uint8_t, longest_digest> digest;
        const octets_out out = std::span(digest).first(width());
        one.finish(out);
        is_long = false;
        std::uint8_t* const to = place_for(1);
        if (to != nullptr) copy_bytes(to, out.data(), out.size());
        return;
    }
    batch.end_message();
    if (batch.full()) digest_batch();
}

void set_digest::drop_value() noexcept {
    std::array<std::uint8_t, longest_digest> unused;
    if (is_long) one.finish(std::span(unused).first(width()));
    is_long = false;
    batch.drop_unfinished();
}

// Returns where so many more digests go, or nullptr when they would be too many.
std::uint8_t* set_digest::place_for(std::size_t count) noexcept {
    const std::size_t bytes = count * width();
    if (bytes > most || digests.size() > most - bytes) {
        over = true;
        return nullptr;
    }
    return digests.extend(bytes);
}

void set_digest::digest_batch() noexcept {
    std::uint8_t* const to = batch.size() == 0 ? nullptr : place_for(batch.size());
    if (to != nullptr) (void)digest_many(state, batch, octets_out(to, batch.size() * width()));  // their size is right
    batch.clear();
}

failure set_digest::problem() const noexcept {
    failure error(any_problem::output_size);
    if (over) {
        error.add("hashlane_set_agg keeps ").add(width()).add(" bytes for each row, and all rows need more than ");
        return error.add(most).add(" bytes");
    }
    if (!batch.complete() || !digests.complete()) return error.add("out of memory");
    return {};
}

bool set_digest::finish(octets_out out) noexcept {
    digest_batch();
    if (!problem().message().empty()) return false;
    sort_digests(digests.bytes(), width());
    message_hasher all(one.hash());
    row_encoder(all).domain("hashlane_set_agg");
    all.put(digests.view().data(), digests.size());
    all.finish(out);
    return true;
}

void merkle_root::add(octets_in leaf) noexcept {
    if (leaf.size() > message_batch::longest) {
        push_batch();
        stream.push(leaf);
        return;
    }
    batch.put(leaf.data(), leaf.size());
    batch.end_message();
    if (batch.full()) push_batch();
}

void merkle_root::push_batch() noexcept {
    if (batch.complete() && batch.size() != 0) stream.push_many(batch);
    batch.clear();
}

void merkle_root::finish(octets_out out) noexcept {
    push_batch();
    (void)stream.root(out);  // its size is right
}

}  // namespace hashlane::engine
