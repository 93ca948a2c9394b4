// SPDX-License-Identifier: Apache-2.0 OR MIT
// One message of a tree in ranges, which a driver is offered in any order, repeated, or changed by a stranger who knows
// how the check is computed.
#include <hashlane/ranges.hpp>

#include "fuzz.hpp"

using namespace fuzz;

namespace {

using hl::range_result;
using ranges_of = hl::tree_ranges<hl::any_hash>;

struct range {
    std::uint64_t place, length;
    bytes exported;
};

// The input behind 256 bytes that depend on it, so that a short input, too, says which ranges to offer: numbers are read
// from the end.
bytes lengthened(view data) {
    std::uint64_t x = 0x9e3779b97f4a7c15;
    for (const std::uint8_t b : data) x = (x ^ b) * 0x100000001b3;
    bytes out(256);
    for (auto& b : out) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        b = static_cast<std::uint8_t>(x);
    }
    out.insert(out.end(), data.begin(), data.end());
    return out;
}

// What leaves() says about a range, as the comment of tree_ranges has it.
range_result expected_of(const ranges_of& all, std::uint64_t place, std::uint64_t length) {
    const std::uint64_t size = all.message_size(), chunk = all.chunk_size();
    if (place > size || length > size - place) return range_result::past_end;
    if (place % chunk != 0) return range_result::not_at_chunk;
    if (length == 0 && size > 0) return range_result::empty;
    return length % chunk != 0 && place + length < size ? range_result::chunk_torn : range_result::accepted;
}

// A place and a length of any origin, near a chunk or not, within the bytes of the message.
void try_any_range(input& in, const ranges_of& all, view message) {
    const std::uint64_t place =
        in.ConsumeBool() ? in.ConsumeIntegral<std::uint64_t>() : in.ConsumeIntegralInRange<std::uint64_t>(0, 20) * 8192;
    const std::uint64_t length = piece_size(in, message.size(), static_cast<std::size_t>(all.chunk_size()));
    const range_result expected = expected_of(all, place, length);
    const std::size_t room = all.range_size(place, length);
    require((room > 0) == (expected == range_result::accepted), "a range that is refused has no size");
    bytes out(room);
    const view data = expected == range_result::accepted ? message.subspan(place, length) : message.first(length);
    require(all.leaves(place, data, out) == expected, "leaves() takes the ranges that its comment names");
}

// The message, cut between chunks; each range is digested on some target by some threads.
std::vector<range> ranges_that_cover(input& in, const ranges_of& all, view message) {
    std::vector<range> out;
    const auto chunk = static_cast<std::size_t>(all.chunk_size());
    std::size_t place = 0;
    do {
        const std::size_t left = message.size() - place, whole_chunks = (left + chunk - 1) / chunk;
        const std::size_t most = std::max<std::size_t>(1, whole_chunks);
        const std::size_t chunks = out.size() == 40 ? most : in.ConsumeIntegralInRange<std::size_t>(1, most);
        const std::size_t length = std::min(left, chunks * chunk);
        bytes exported(all.range_size(place, length));
        use_some_target(in);
        const hl::threads wanted{in.ConsumeIntegralInRange(1u, 3u)};
        require(all.leaves(place, message.subspan(place, length), exported, wanted) == range_result::accepted,
                "a range of whole chunks has leaves");
        out.push_back({place, length, std::move(exported)});
        place += length;
    } while (place < message.size());
    return out;
}

// Bytes of the range are changed or cut off. Most of the time the check fits again.
bytes changed(input& in, bytes exported) {
    const std::size_t checked = exported.size() - 8;
    for (int edits = in.ConsumeIntegralInRange(1, 4); edits > 0; --edits) {
        const std::size_t at = in.ConsumeIntegralInRange<std::size_t>(0, checked - 1);
        exported[at] = in.ConsumeIntegral<std::uint8_t>();
    }
    if (in.ConsumeProbability<float>() < 0.8f)
        hl::digest_into<hl::turboshake128>(std::span(exported).first(checked), std::span(exported).last(8), 0x48);
    else if (in.ConsumeBool())
        exported.resize(in.ConsumeIntegralInRange<std::size_t>(0, exported.size()));
    return exported;
}

// A copy of the driver is offered a changed range: it is refused and the copy stays as it was, or the copy goes on.
void offer_changed(input& in, const ranges_of& driver, const bytes& exported) {
    ranges_of copy = driver;
    const std::uint64_t before = copy.next();
    const bool took = copy.add(exported) == range_result::accepted;
    require(took || copy.next() == before, "a refused range changes nothing");
    require(copy.next() >= before && copy.next() <= copy.message_size(), "the next byte is one of the message");
    std::uint64_t place = 7;
    const bool has_place = driver.read_place(exported, place) == range_result::accepted;
    require(!took || (has_place && place == before), "a range that is added begins at the next byte");
    require(has_place || place == 7, "a range without a place writes none");
    if (const hl::any_hash* whole = copy.whole())
        (void)digest_of(*whole, in.ConsumeIntegralInRange<std::size_t>(32, 64));
}

// Adds a range of the message, in its turn or not.
void offer(ranges_of& driver, const range& one) {
    const std::uint64_t next = driver.next();
    range_result expected = range_result::accepted;
    if (one.place > next)
        expected = range_result::gap;
    else if (one.place < next || driver.whole() != nullptr)
        expected = range_result::repeated;
    const range_result result = driver.add(one.exported);
    require(result == expected, "a range is added in its turn alone");
    require(driver.next() == (result == range_result::accepted ? next + one.length : next), "the next byte");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const bytes longer = lengthened({data, size});
    input in(longer.data(), longer.size());
    const bool any = in.ConsumeProbability<float>() > 0.95f;
    const auto& a = choose(in, [&](const auto& x) {
        const bool ranged = x.family == "KangarooTwelve" || (x.parameters & hl::parameter::parallel_block) != 0;
        return ranged || (any && digesting(x));
    });
    const random_options chosen(in, a);
    const auto fresh = make(a, chosen.options);
    if (!fresh) return 0;
    const bytes message = stretched_bytes(in, 150'000);
    const ranges_of all(*fresh, message.size());
    if (all.state() == range_result::no_ranges) {
        require(all.range_size(0, message.size()) == 0 && all.whole() == nullptr, "the algorithm has no ranges");
        return 0;
    }
    try_any_range(in, all, message);
    const std::vector<range> ranges = ranges_that_cover(in, all, message);
    ranges_of driver = all;
    for (int offers = in.ConsumeIntegralInRange(0, 12); offers > 0; --offers) {
        const range& one = ranges[in.ConsumeIntegralInRange<std::size_t>(0, ranges.size() - 1)];
        if (in.ConsumeBool())
            offer(driver, one);
        else
            offer_changed(in, driver, changed(in, one.exported));
    }
    for (const range& one : ranges) {
        if (driver.whole() == nullptr && one.place >= driver.next()) offer(driver, one);
    }
    require(driver.whole() != nullptr, "all ranges make the message");
    use_baseline();
    const std::size_t n = output_size(in, a);
    hl::any_hash whole = *fresh;
    require(digest_of(*driver.whole(), n) == digest_of(whole.update(message), n), "ranges give what the whole gives");
    return 0;
}
