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

failure set_digest::problem() const noexcept {
    failure error(any_problem::output_size);
    if (values.over_limit()) {
        error.add("hashlane_set_agg keeps ")
            .add(values.hash().digest_size())
            .add(" bytes for each row, and all rows need more than ");
        return error.add(most).add(" bytes");
    }
    if (!values.complete()) return error.add("out of memory");
    return {};
}

bool set_digest::finish(octets_out out) noexcept {
    const octets_out digests = values.all();
    if (!problem().message().empty()) return false;
    sort_digests(digests, values.hash().digest_size());
    message_hasher all(values.hash());
    row_encoder(all).domain("hashlane_set_agg");
    all.put(digests.data(), digests.size());
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
