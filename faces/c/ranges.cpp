// SPDX-License-Identifier: Apache-2.0 OR MIT
// The functions of hashlane_ranges.h, over tree_ranges of any algorithm.

#include "hashlane_ranges.h"

#include <hashlane/any.hpp>
#include <hashlane/ranges.hpp>

#include "contexts.hpp"

using namespace hashlane_c;

namespace {

using tree_ranges = hl::tree_ranges<hl::any_hash>;

struct ranges_and_hash {
    tree_ranges ranges;
    resettable_hash fresh;
};
using ranges_context = context<ranges_and_hash, hashlane_ranges>;

constexpr int code_of(hl::range_result r) {
    switch (r) {
    case hl::range_result::no_ranges: return HASHLANE_ERROR_ALGORITHM;
    case hl::range_result::tree_begun: return HASHLANE_ERROR_STATE;
    case hl::range_result::wrong_size: return HASHLANE_ERROR_SIZE;
    case hl::range_result::buffers_overlap: return HASHLANE_ERROR_OVERLAP;
    default: return static_cast<int>(r);
    }
}
static_assert(code_of(hl::range_result::accepted) == HASHLANE_OK);
static_assert(code_of(hl::range_result::message_too_long) == HASHLANE_RANGE_MESSAGE_TOO_LONG);
static_assert(code_of(hl::range_result::past_end) == HASHLANE_RANGE_PAST_END);
static_assert(code_of(hl::range_result::not_at_chunk) == HASHLANE_RANGE_NOT_AT_CHUNK);
static_assert(code_of(hl::range_result::chunk_torn) == HASHLANE_RANGE_CHUNK_TORN);
static_assert(code_of(hl::range_result::empty) == HASHLANE_RANGE_EMPTY);
static_assert(code_of(hl::range_result::no_range) == HASHLANE_RANGE_NO_RANGE);
static_assert(code_of(hl::range_result::other_version) == HASHLANE_RANGE_OTHER_VERSION);
static_assert(code_of(hl::range_result::damaged) == HASHLANE_RANGE_DAMAGED);
static_assert(code_of(hl::range_result::other_algorithm) == HASHLANE_RANGE_OTHER_ALGORITHM);
static_assert(code_of(hl::range_result::other_chunk) == HASHLANE_RANGE_OTHER_CHUNK);
static_assert(code_of(hl::range_result::other_message) == HASHLANE_RANGE_OTHER_MESSAGE);
static_assert(code_of(hl::range_result::other_parameters) == HASHLANE_RANGE_OTHER_PARAMETERS);
static_assert(code_of(hl::range_result::gap) == HASHLANE_RANGE_GAP);
static_assert(code_of(hl::range_result::repeated) == HASHLANE_RANGE_REPEATED);
static_assert(code_of(hl::range_result::overlapping) == HASHLANE_RANGE_OVERLAPPING);
static_assert(code_of(hl::range_result::incomplete) == HASHLANE_RANGE_INCOMPLETE);

template <class C, class F>
int with(C* c, F&& f) {
    auto* const both = ranges_context::open(c);
    return both == nullptr ? HASHLANE_ERROR_STATE : f(both->ranges);
}

}  // namespace

const char* hashlane_ranges_reason(int result) {
    if (result < 0) return hashlane_strerror(result);
    return result <= HASHLANE_RANGE_INCOMPLETE ? hl::range_reason(static_cast<hl::range_result>(result)).data()
                                               : "no reason of hashlane";
}

size_t hashlane_ranges_statebytes(void) { return sizeof(hashlane_ranges); }

int hashlane_ranges_init(hashlane_ranges* ranges, hashlane_algorithm algorithm, const hashlane_options* options,
                         uint64_t message_size) {
    if (ranges == nullptr) return HASHLANE_ERROR_NULL;
    return with_checked_hash(algorithm, options, [&](const checked_hash& checked) -> int {
        const tree_ranges made(checked.make(), message_size);
        if (made.state() != hl::range_result::incomplete) return code_of(made.state());
        ranges_context::fill(ranges, ranges_and_hash{made, resettable_hash(checked)});
        return HASHLANE_OK;
    });
}

int hashlane_ranges_copy(hashlane_ranges* to, const hashlane_ranges* from) { return ranges_context::copy(to, from); }

void hashlane_ranges_wipe(hashlane_ranges* ranges) { ranges_context::wipe(ranges); }

size_t hashlane_ranges_size(const hashlane_ranges* ranges, uint64_t place, uint64_t length) {
    const auto* const both = ranges_context::open(ranges);
    return both == nullptr ? 0 : both->ranges.range_size(place, length);
}

int hashlane_ranges_leaves(const hashlane_ranges* ranges, uint64_t place, const void* data, size_t size, void* out,
                           size_t out_size, unsigned threads) {
    return with(ranges, [&](const tree_ranges& all) -> int {
        if (!readable(data, size) || !readable(out, out_size)) return HASHLANE_ERROR_NULL;
        const hl::threads wanted{threads};
        return code_of(all.leaves(place, as_octets(data, size), as_output(out, out_size), wanted));
    });
}

int hashlane_ranges_add(hashlane_ranges* ranges, const void* range, size_t size) {
    return with(ranges, [&](tree_ranges& all) -> int {
        if (!readable(range, size)) return HASHLANE_ERROR_NULL;
        return code_of(all.add(as_octets(range, size)));
    });
}

int hashlane_ranges_place(const hashlane_ranges* ranges, const void* range, size_t size, uint64_t* place) {
    return with(ranges, [&](const tree_ranges& all) -> int {
        if (!readable(range, size) || place == nullptr) return HASHLANE_ERROR_NULL;
        return code_of(all.read_place(as_octets(range, size), *place));
    });
}

int hashlane_ranges_next(const hashlane_ranges* ranges, uint64_t* place) {
    return with(ranges, [&](const tree_ranges& all) -> int {
        if (place == nullptr) return HASHLANE_ERROR_NULL;
        *place = all.next();
        return HASHLANE_OK;
    });
}

int hashlane_ranges_whole(const hashlane_ranges* ranges, hashlane_hash* hash) {
    const auto* const both = ranges_context::open(ranges);
    if (both == nullptr) return HASHLANE_ERROR_STATE;
    if (hash == nullptr) return HASHLANE_ERROR_NULL;
    if (both->ranges.whole() == nullptr) return code_of(both->ranges.state());
    resettable_hash made = both->fresh;
    made.current = *both->ranges.whole();
    hash_context::fill(hash, made);
    return HASHLANE_OK;
}
