// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "aggregates.hpp"

#include <algorithm>
#include <array>

namespace hashlane::engine {
namespace {

constexpr std::size_t few = std::size_t{1} << 16;    // digests that are sorted in one step
constexpr std::size_t piece = std::size_t{1} << 20;  // bytes that are absorbed in one step

template <std::size_t N>
using digest_of_size = std::array<std::uint8_t, N>;

// Sorts digests as byte strings.
template <std::size_t N>
void sort_few(digest_of_size<N>* first, digest_of_size<N>* last) noexcept {
    std::sort(first, last, [](const auto& a, const auto& b) { return std::memcmp(a.data(), b.data(), N) < 0; });
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
    (void)values.all();
    if (!problem().message().empty()) return false;
    set_ending end(*this);
    while (end.step()) {}
    end.finish(out);
    return true;
}

set_ending::set_ending(set_digest& set) noexcept
    : digests(set.values.all()), width(set.values.hash().digest_size()), to(set.values.hash()) {
    row_encoder(to).domain("hashlane_set_agg");
    if (digests.empty()) return;
    parts[0] = {.end = digests.size() / width, .bit = 0};
    count = 1;
}

// Sorts the first part if it has few digests, or if they are all the same. A larger one becomes two, by its next bit. The
// bits of digests are like random ones, so that the two are of about the same size.
template <std::size_t N>
void set_ending::sort_part() noexcept {
    static_assert(sizeof(digest_of_size<N>) == N && alignof(digest_of_size<N>) == 1);
    auto* const all = reinterpret_cast<digest_of_size<N>*>(digests.data());
    part& now = parts[count - 1];
    auto* const first = all + sorted;
    auto* const last = all + now.end;
    if (now.end - sorted <= few) {
        sort_few<N>(first, last);
        end_part();
        return;
    }
    if (now.bit == 8 * N) {  // all are the same
        end_part();
        return;
    }
    const std::size_t bit = now.bit;
    auto* const middle =
        std::partition(first, last, [bit](const auto& d) { return (d[bit / 8] >> (7 - bit % 8) & 1) == 0; });
    ++now.bit;
    if (middle != first && middle != last) {
        parts[count] = {.end = static_cast<std::size_t>(middle - all), .bit = now.bit};
        ++count;
    } else if (std::all_of(first, last, [first](const auto& d) { return d == *first; })) {
        end_part();
    }
}

bool set_ending::step() noexcept {
    if (count != 0) {
        switch (width) {  // every digest of the registry has one of these sizes
        case 28: sort_part<28>(); break;
        case 32: sort_part<32>(); break;
        case 48: sort_part<48>(); break;
        default: sort_part<64>(); break;
        }
        return true;
    }
    const octets_in rest = digests.subspan(absorbed);
    const octets_in next = rest.first(std::min(rest.size(), piece));
    to.put(next.data(), next.size());
    absorbed += next.size();
    return !next.empty();
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
