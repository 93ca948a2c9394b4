// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Digests and tags of many messages, side by side in the lanes of vectors, and over threads. batch.hpp has examples.

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "../classes/hash.hpp"
#include "../classes/keyed_hash.hpp"
#include "../classes/verbs.hpp"
#include "../kernels/ascon_batch.hpp"
#include "../kernels/keccak_batch.hpp"
#include "../kernels/sha2_batch.hpp"
#include "../mac.hpp"
#include "../threads/executor.hpp"
#include "messages.hpp"
#include "outputs.hpp"

namespace hashlane::inline HASHLANE_ABI {
namespace batches {

// A class whose kernels digest several messages side by side.
template <class H>
concept side_by_side = requires(const H& h, batch_job& job) {
    access::construction(h).describe(job);
    requires construction_of<H>::side_by_side;
};

// The class of a tree, whose kernels digest several messages of one chunk side by side.
template <class H>
concept chunks_side_by_side = requires(const H& h, batch_job& job, std::size_t n) {
    { access::construction(h).describe_chunk(job, n) } -> std::same_as<bool>;
    { access::construction(h).room() } -> std::same_as<std::size_t>;
};

// Returns a job for messages that continue what `prefix` has absorbed, and for outputs of `bytes` bytes side by side.
template <class H>
batch_job begin(const H& prefix, std::size_t bytes) {
    batch_job job{};
    job.stride = job.bytes = bytes;
    access::construction(prefix).describe(job);
    return job;
}

// Runs the job on the kernels of the primitive of H. A primitive that has none does not compile.
template <class H>
void run(const batch_job& job) {
    constexpr auto primitive = construction_of<H>::primitive;
    if constexpr (primitive == batch_primitive::sha256)
        entry_points::sha256_batch(&job);
    else if constexpr (primitive == batch_primitive::sha512)
        entry_points::sha512_batch(&job);
    else if constexpr (primitive == batch_primitive::keccak)
        entry_points::keccak_batch(&job);
    else
        static_assert(primitive == batch_primitive::ascon,
                      "this primitive has no kernels for many messages: leave out describe() of its construction, and "
                      "its messages are digested one by one");
    if constexpr (primitive == batch_primitive::ascon) entry_points::ascon_batch(&job);
}

// Writes the digest, the tag or the first bytes of output of one message, which continues what `prefix` has absorbed.
template <class H, byte_range M>
constexpr void digest_one(const H& prefix, const M& message, std::span<std::uint8_t> out) {
    H h = prefix;
    detail::take_in(h, message);
    detail::write_output(h, out);
}

// The type of an argument that is not looked at.
struct anything {
    template <class T>
    constexpr anything(T&&) {}
};
// Tells whether the arrays of D have the size of a digest of H, if D has arrays and H has digests of a fixed size.
template <class H, class D>
consteval bool fits_arrays() {
    if constexpr (arrays<D> && requires { H::digest_size; })
        return std::tuple_size<element<D>>::value == H::digest_size;
    return true;
}

// Returns the size of each output in bytes. Ends the program unless the memory is exactly that of n outputs.
template <class H, side_by_side_outputs D>
constexpr std::size_t size_of_each(D& digests, std::size_t n) {
    const std::size_t size = std::size(digests);
    if constexpr (arrays<D>) {
        constexpr std::size_t bytes = std::tuple_size<element<D>>::value;
        contract(size == n, "there are not as many digests as messages");
        return bytes;
    } else if constexpr (requires { H::digest_size; }) {
        contract(is_product(size, n, H::digest_size), "the memory for the digests has another size than all of them");
        return H::digest_size;
    } else {
        contract(n == 0 ? size == 0 : size % n == 0, "the memory has no multiple of the number of outputs");
        return n == 0 ? 0 : size / n;
    }
}

// Returns the mean size of a sample of the messages in bytes. There must be at least one message.
template <message_range R>
std::size_t mean_size(const R& messages) {
    constexpr std::size_t samples = 64;
    const std::size_t n = std::size(messages), step = n / samples + 1;
    std::size_t bytes = 0, looked_at = 0;
    for (std::size_t i = 0; i < n; i += step, ++looked_at) bytes += std::size(messages[i]);
    return bytes / looked_at;
}

// Returns the sizes of the pieces of a range of one message or more. docs/TUNING.md, "Threads", explains the size of a
// piece.
template <message_range R>
piece_sizes sizes_of_pieces(const R& messages, threads wanted) {
    constexpr std::size_t fullest = 16;  // the largest number of lanes
    const std::size_t fair = wanted.count == 0 ? 1 : std::size(messages) / wanted.count + 1;
    const std::size_t least = std::max(messages_a_piece(mean_size(messages)), std::min(fullest, fair));
    return {least, 8 * least};
}

// Calls f(first, last) for pieces of [0, n), where n is the number of messages: over threads when there is enough work,
// and otherwise once.
template <message_range R, class F>
void over_threads(const R& messages, threads wanted, F&& f) {
    const std::size_t n = std::size(messages);
    if (wanted.count == 1 || n < 2) return f(std::size_t{0}, n);
    split(n, sizes_of_pieces(messages, wanted), wanted, f);
}

// Returns the job for the messages [first, last) alone.
inline batch_job part_of(const batch_job& job, std::size_t first, std::size_t last) {
    batch_job part = job;
    part.first = first;
    part.last = last;
    return part;
}

// Tells whether H is HMAC over a hash whose kernels digest several messages side by side.
template <class H>
inline constexpr bool hmac_side_by_side = false;
template <class H>
inline constexpr bool hmac_side_by_side<hmac_construction<H>> = side_by_side<H>;

// Writes the tags of HMAC in two passes: first the inner digests, to where the tags will be, and then the tags.
template <class H, message_range R>
void tag_all(const hmac_construction<H>& mac, const R& messages, std::uint8_t* out, threads wanted) {
    constexpr std::size_t bytes = H::digest_size;
    batch_job inner = begin(mac.inner_hash(), bytes), outer = begin(mac.outer_hash(), bytes);
    const fixed_width_messages<std::uint8_t> digests(out, std::size(messages) * bytes, bytes, bytes);
    inner.messages = source_of(messages);
    inner.rows = rows_in(messages);
    outer.messages = source_of(digests);
    outer.rows = rows_in(digests);
    inner.out = outer.out = out;
    inner.secret = outer.secret = true;
    over_threads(messages, wanted, [&](std::size_t first, std::size_t last) {
        run<H>(part_of(inner, first, last));
        run<H>(part_of(outer, first, last));
    });
}

// A class whose output length is a part of its input.
template <class H>
concept sized = requires(construction_of<H>& construction) { construction.finish(std::uint64_t{}, partial_byte{}); };

// A view of messages in which each message of more than n bytes is replaced by an empty one.
template <message_range R>
class no_longer_than {
  public:
    no_longer_than(const R& all, std::size_t n) : messages(all), most(n) {}
    bool takes(std::size_t i) const { return std::size(messages[i]) <= most; }
    std::size_t size() const { return std::size(messages); }
    std::span<const std::uint8_t> operator[](std::size_t i) const {
        if (!takes(i)) return {};
        return as_octets(messages[i]);
    }

  private:
    const R& messages;
    std::size_t most;
};

// Digests the messages of a tree. Messages of one chunk go to the lanes, where an empty message stands in the place of
// each longer one. The longer ones follow, by one(i).
template <class H, message_range R, class One>
void digest_chunks(const H& prefix, const R& messages, batch_job job, threads wanted, const One& one) {
    const bool in_lanes = access::construction(prefix).describe_chunk(job, 0);
    const no_longer_than<R> chunks(messages, access::construction(prefix).room());
    job.messages = source_of(chunks);
    over_threads(messages, wanted, [&](std::size_t first, std::size_t last) {
        const auto alone = [&](std::size_t i) { return !in_lanes || !chunks.takes(i); };
        std::size_t count = 0;
        for (std::size_t i = first; i < last; ++i) count += alone(i);
        if (count != last - first) {
            const batch_job part = part_of(job, first, last);
            entry_points::keccak_batch(&part);
        }
        for (std::size_t i = first; i < last && count != 0; ++i)
            if (alone(i)) {
                one(i);
                --count;
            }
    });
}

// A class whose messages go to the lanes when their outputs go to a D. A kernel that writes to places of their own
// takes no class whose output length is a part of its input.
template <class H, class D>
concept in_lanes = side_by_side<H> && (side_by_side_outputs<D> || !sized<H>);

// Digests all messages to the places that `outputs` names: in lanes, in lanes for messages of one chunk, or one by one.
// one(i) digests message i alone.
template <class H, class D, message_range R, class One>
void digest_each(const H& prefix, const R& messages, const batch_job& outputs, threads wanted, const One& one) {
    if constexpr (in_lanes<H, D>) {
        batch_job job = outputs;
        access::construction(prefix).describe(job);
        job.messages = source_of(messages);
        job.rows = rows_in(messages);
        over_threads(messages, wanted, [&](std::size_t first, std::size_t last) { run<H>(part_of(job, first, last)); });
    } else if constexpr (chunks_side_by_side<H>) {
        digest_chunks(prefix, messages, outputs, wanted, one);
    } else {
        over_threads(messages, wanted, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) one(i);
        });
    }
}

template <class H, message_range R, class D>
constexpr void digest_all(const H& prefix, const R& messages, D& digests, threads wanted)
requires(!side_by_side_outputs<D>)
{
    const std::size_t n = std::size(messages);
    contract(std::size(digests) == n, "there are not as many digests as messages");
    if constexpr (requires { H::digest_size; })
        for (std::size_t i = 0; i < n; ++i)
            contract(std::size(digests[i]) == H::digest_size, "a digest has another size");
    const auto one = [&](std::size_t i) { digest_one(prefix, messages[i], as_writable_octets(digests[i])); };
    if (std::is_constant_evaluated()) {
        for (std::size_t i = 0; i < n; ++i) one(i);
        return;
    }
    batch_job outputs{};
    outputs.places = places_of(digests);
    digest_each<H, D>(prefix, messages, outputs, wanted, one);
}

// Digests messages to memory side by side. It does not check whether a digest overlaps a message.
template <class H, message_range R, side_by_side_outputs D>
void digest_rows(const H& prefix, const R& messages, D& digests, threads wanted) {
    const std::size_t n = std::size(messages), bytes = size_of_each<H>(digests, n);
    if (bytes == 0 || n == 0) return;
    std::uint8_t* const out = first_of(digests);
    if constexpr (hmac_side_by_side<H>) {
        tag_all(prefix, messages, out, wanted);
    } else {
        batch_job outputs{};
        outputs.out = out;
        outputs.stride = outputs.bytes = bytes;
        digest_each<H, D>(prefix, messages, outputs, wanted,
                          [&](std::size_t i) { digest_one(prefix, messages[i], std::span(out + i * bytes, bytes)); });
    }
}

template <class H, message_range R, side_by_side_outputs D>
constexpr void digest_all(const H& prefix, const R& messages, D& digests, threads wanted) {
    if (!std::is_constant_evaluated())
        return digest_rows(prefix, kept_messages<R>(messages, first_of(digests), bytes_in(digests)), digests, wanted);
    const std::size_t n = std::size(messages), bytes = size_of_each<H>(digests, n);
    if (bytes == 0) return;
    for (std::size_t i = 0; i < n; ++i) digest_one(prefix, messages[i], output_at(digests, i, bytes));
}

// Checks a level of a tree, with n bytes of children at p and m bytes of parents at q: without threads the parents may
// be written over the beginning of the children; otherwise they must not overlap.
constexpr void require_level(const void* p, std::size_t n, const void* q, std::size_t m, threads wanted) {
    contract((wanted.count == 1 && p == q) || apart(p, n, q, m), "the parents overlap their children");
}

}  // namespace batches

/// Computes the digest, the tag or the first bytes of output of each of many messages that have a common beginning.
///
/// Example (examples/many_kinds.cpp):
///
///     hl::sha256 prefix;
///     prefix.update(domain);
///     hl::digest_many(prefix, messages, digests);
///
/// \param prefix an object of any class of a hash, XOF or MAC that has absorbed what all messages begin with: a domain,
/// or only its key. It is not changed. Of a class of tuples each message is one more element.
/// \param messages a range of messages: batch.hpp lists the forms
/// \param digests the outputs, in the order of the messages: a range of arrays, one for each message; a range of bytes,
/// of which each message gets an equal part; or a range of places, such as vectors. The digest of a hash has
/// H::digest_size bytes, the output of an XOF any number. Memory of another size ends the program. In constant
/// evaluation the bytes must be `std::uint8_t`.
/// \param wanted how many threads take part; one by default
///
/// Overlap: digests that lie side by side and overlap a message end the program, since a message may be read after the
/// digest of another one is written. Digests in places of their own must not overlap a message, and no digest may
/// overlap `prefix` or the offsets or views that tell where messages lie; this is not checked.
template <class H, message_range R, class D>
constexpr void digest_many(const H& prefix, const R& messages, D&& digests, threads wanted = {}) {
    constexpr bool writable = batches::outputs<D>;
    static_assert(writable, "not digests: they go to a range of arrays, of bytes for all of them, or of outputs");
    constexpr bool fits = batches::fits_arrays<H, D>();
    static_assert(fits, "a digest of H has H::digest_size bytes: write std::array<std::uint8_t, H::digest_size>");
    if constexpr (writable && fits) batches::digest_all(prefix, messages, digests, wanted);
}

/// Computes the digest or the first bytes of output of each of many messages.
///
/// Example (examples/many.cpp):
///
///     std::vector<hl::sha256::digest_type> digests(messages.size());
///     hl::digest_many<hl::sha256>(messages, digests);                  // of any lengths
///     hl::digest_many<hl::sha256>(messages, digests, hl::threads{2});  // the same on two cores
///
/// \tparam H a hash or an XOF without a key
/// \param messages a range of messages: batch.hpp lists the forms
/// \param digests the outputs, as of digest_many() with a prefix
/// \param wanted how many threads take part; one by default
///
/// Overlap: as of digest_many() with a prefix.
template <class H, message_range R, class D>
constexpr void digest_many(const R& messages, D&& digests, threads wanted = {}) {
    constexpr bool keyless = std::default_initializable<H>;
    static_assert(keyless, "H has a key or parameters: write digest_many(H(key), messages, digests)");
    constexpr bool writable = batches::outputs<D>;
    static_assert(writable, "not digests: they go to a range of arrays, of bytes for all of them, or of outputs");
    constexpr bool fits = batches::fits_arrays<H, D>();
    static_assert(fits, "a digest of H has H::digest_size bytes: write std::array<std::uint8_t, H::digest_size>");
    if constexpr (writable && fits && keyless) batches::digest_all(H{}, messages, digests, wanted);
}

/// Does not compile: the messages are no range of ranges of bytes. The message of the compiler says so.
template <class H, class R>
requires(!message_range<R>)
constexpr void digest_many(const H&, const R&, batches::anything, threads = {}) {
    constexpr bool lasting = message_range<R>;
    static_assert(lasting, "not messages: R[i] must be a range of bytes that lasts, as of std::vector<std::string>");
}
/// As above, for a call without a prefix.
template <class H, class R>
requires(!message_range<R>)
constexpr void digest_many(const R&, batches::anything, threads = {}) {
    constexpr bool lasting = message_range<R>;
    static_assert(lasting, "not messages: R[i] must be a range of bytes that lasts, as of std::vector<std::string>");
}

/// Computes the tag of each of many messages under one key.
///
/// Example (examples/many_kinds.cpp):
///
///     hl::tag_many(hl::hmac<hl::sha256>(key), messages, tags);
///
/// \param mac a MAC that has its key, and has absorbed what all messages begin with. It is not changed.
/// \param messages a range of messages: batch.hpp lists the forms
/// \param tags the tags, in one of the forms of the digests of digest_many(): whole tags of HMAC, tags of any size of
/// other MACs
/// \param wanted how many threads take part; one by default
///
/// Overlap: as of digest_many().
template <class Mac, message_range R, batches::outputs D>
constexpr void tag_many(const Mac& mac, const R& messages, D&& tags, threads wanted = {}) {
    constexpr bool fits = batches::fits_arrays<Mac, D>();
    static_assert(fits,
                  "a tag of this MAC has Mac::digest_size bytes: write std::array<std::uint8_t, Mac::digest_size>");
    if constexpr (fits) batches::digest_all(mac, messages, tags, wanted);
}

/// Computes the digest of each pair of digests: a level of a Merkle tree.
/// \tparam H a hash
/// \param in the digests, one after the other: an even number of them, each of H::digest_size bytes. Any other size
/// ends the program.
/// \param out half as many digests, in one of the forms of the digests of digest_many()
/// \param wanted how many threads take part; one by default
///
/// Overlap: without threads `out` may be the beginning of `in`; any other overlap ends the program. Digests in places
/// of their own must not overlap `in`; this is not checked.
template <class H, byte_range R, batches::outputs D>
void hash_pairs(const R& in, D&& out, threads wanted = {}) {
    constexpr bool fits = batches::fits_arrays<H, D>();
    static_assert(fits, "a digest of H has H::digest_size bytes: write std::array<std::uint8_t, H::digest_size>");
    const auto pairs = fixed_width(in, 2 * H::digest_size);
    if constexpr (!fits) {
        return;
    } else if constexpr (batches::side_by_side_outputs<D>) {
        batches::require_level(std::data(in), std::size(in), batches::first_of(out), batches::bytes_in(out), wanted);
        batches::digest_rows(H{}, pairs, out, wanted);
    } else {
        batches::digest_all(H{}, pairs, out, wanted);
    }
}

/// As above, where `in` is a range of arrays. `out` and `wanted` are as above, and so is the overlap.
template <class H, arrays_of<H::digest_size> R, batches::outputs D>
void hash_pairs(const R& in, D&& out, threads wanted = {}) {
    const auto* p = reinterpret_cast<const std::uint8_t*>(std::data(in));
    hash_pairs<H>(std::span(p, std::size(in) * H::digest_size), out, wanted);
}

}  // namespace hashlane::inline HASHLANE_ABI
