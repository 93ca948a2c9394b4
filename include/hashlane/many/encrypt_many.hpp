// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Many records under one key, side by side in the lanes of vectors, and over threads.
//
//   hl::encrypt_many(aead, nonces, associated_data, texts, ciphers, tags);
//   if (!hl::decrypt_many(aead, nonces, associated_data, ciphers, tags, texts)) ...     some are forged: their texts are zero
//   hl::decrypt_many(aead, nonces, associated_data, ciphers, tags, texts, good)         good[i]: was record i authentic?
//
// nonces and tags are arrays, one for each record, or the bytes of all; tags are whole. texts and ciphers are ranges of
// ranges of bytes (many/messages.hpp); the associated data too, or one range of bytes for all.
//
// Overlap within a record: as of aead::encrypt() and decrypt(). The text and its ciphertext are one buffer or apart, and
// the output may lie over the nonce, the associated data and the tag that came with it. A ciphertext that overlaps its tag
// ends the program.
// Overlap with another record: an output over its nonce or tag, a tag over its text or associated data, and an output over
// the associated data of all end the program, since these may be read later. An output must not overlap the text or the
// associated data of another record, nor its output; that is not checked.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>

#include "../classes/aead.hpp"
#include "../kernels/ascon_record_scheduler.hpp"
#include "../threads/executor.hpp"
#include "digest_many.hpp"
#include "messages.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {
namespace batches {

template <class Associated, class In, class Out>
struct records {
    const std::uint8_t* nonces;
    const Associated& associated_data;
    const In& in;
    Out& out;
    const std::uint8_t* tags;
    std::uint8_t* written_tags;  // the same, or null in decryption
    bool* good;

    static void fetch(const void* context, std::size_t first, std::size_t count, aead_task* to) {
        const auto& all = *static_cast<const records*>(context);
        for (std::size_t k = 0; k < count; ++k) {
            const std::size_t i = first + k;
            const auto from = as_octets(all.in[i]);
            const octets_out out = place_at(all.out, i);
            require_buffers(from.data(), from.size(), out);
            contract(all.written_tags == nullptr || apart(out.data(), out.size(), all.tags + 16 * i, 16),
                     "a ciphertext overlaps its tag");
            const octets_in associated = input_at(all.associated_data, i);
            contract(all.keeps_others(i, from, associated, out), "an output overlaps what belongs to another record");
            bool* const good = all.good == nullptr ? nullptr : all.good + i;
            std::uint8_t* const tag = all.written_tags == nullptr ? nullptr : all.written_tags + 16 * i;
            to[k] = {{all.nonces + 16 * i, associated.data(), associated.size(), from.data(), out.data(), from.size(),
                      tag, good},
                     all.tags + 16 * i};
        }
    }

    // Is what is written for record i apart from the nonces and tags of the others, and what the others write to tags apart
    // from the inputs of record i? Where the texts of others lie is not looked at.
    bool keeps_others(std::size_t i, octets_in from, octets_in associated, octets_out output) const {
        const std::size_t n = std::size(in);
        bool kept = apart_from_rows(output, nonces, i, n) && apart_from_rows(output, tags, i, n);
        if (written_tags != nullptr)
            kept = kept && apart_from_rows(from, tags, i, n) && apart_from_rows(associated, tags, i, n) &&
                   apart_from_rows({nonces + 16 * i, 16}, tags, i, n);
        if (byte_range<Associated> && n > 1)
            kept = kept && apart(associated.data(), associated.size(), output.data(), output.size());
        return kept;
    }

    // Have these bytes none in common with rows of 16 bytes, but for row i?
    static bool apart_from_rows(octets_in bytes, const std::uint8_t* rows, std::size_t i, std::size_t n) {
        return apart(bytes.data(), bytes.size(), rows, 16 * i) &&
               apart(bytes.data(), bytes.size(), rows + 16 * (i + 1), 16 * (n - i - 1));
    }
};

// fetch(context, ...) gives the records whose inputs are `in`.
template <ascon::duplexing D, fixed_string Name, class V, message_range In>
bool crypt_records(const aead<Name, V>& cipher, const void* context, decltype(aead_job::fetch) fetch, const In& in,
                   threads wanted) {
    const duplex_key<V>& key = access::key(cipher);
    aead_job job{context, fetch, 0, 0, V::iv, key.K.data(), {}, V::parameters, D};
    for (std::size_t i = 0; i < V::mask_words; ++i) job.mask[i] = key.mask[i];
    std::atomic<bool> all_good = true;
    over_threads(in, wanted, [&](std::size_t first, std::size_t last) {
        aead_job part = job;
        part.first = first;
        part.last = last;
        if (!entry_points::ascon_records(&part)) all_good.store(false, std::memory_order_relaxed);
        wipe(part.mask, 2);
    });
    wipe(job.mask, 2);
    return all_good.load(std::memory_order_relaxed);
}

template <ascon::duplexing D, fixed_string Name, class V, class Records>
bool crypt_all(const aead<Name, V>& cipher, const Records& records, threads wanted) {
    const std::size_t n = std::size(records.in);
    contract(std::size(records.out) == n, "there are not as many ciphertexts as texts");
    if constexpr (!byte_range<std::remove_cvref_t<decltype(records.associated_data)>>)
        contract(std::size(records.associated_data) == n, "there are not as many pieces of associated data as texts");
    return crypt_records<D>(cipher, &records, Records::fetch, records.in, wanted);
}

}  // namespace batches

template <fixed_string Name, class V, rows_of<16> Nonces, batches::one_or_each A, message_range In, output_range Out,
          batches::side_by_side_outputs Tags>
void encrypt_many(const aead<Name, V>& cipher, const Nonces& nonces, const A& associated_data, const In& texts,
                  Out&& ciphers, Tags&& tags, threads wanted = {}) {
    const std::size_t n = std::size(texts);
    contract(batches::bytes_in(tags) == 16 * n, "the tags do not take that many bytes");
    std::uint8_t* const written = batches::first_of(tags);
    const batches::records<A, In, std::remove_reference_t<Out>> all{
        first_row<16>(nonces, n), associated_data, texts, ciphers, written, written, nullptr};
    (void)batches::crypt_all<ascon::duplexing::encrypt>(cipher, all, wanted);
}

template <fixed_string Name, class V, rows_of<16> Nonces, batches::one_or_each A, message_range In, rows_of<16> Tags,
          output_range Out>
[[nodiscard]] bool decrypt_many(const aead<Name, V>& cipher, const Nonces& nonces, const A& associated_data,
                                const In& ciphers, const Tags& tags, Out&& texts, std::span<bool> good,
                                threads wanted = {}) {
    const std::size_t n = std::size(ciphers);
    contract(good.empty() || good.size() == n, "there are not as many answers as records");
    const batches::records<A, In, std::remove_reference_t<Out>> all{first_row<16>(nonces, n),
                                                                    associated_data,
                                                                    ciphers,
                                                                    texts,
                                                                    first_row<16>(tags, n),
                                                                    nullptr,
                                                                    good.empty() ? nullptr : good.data()};
    return batches::crypt_all<ascon::duplexing::decrypt>(cipher, all, wanted);
}

template <fixed_string Name, class V, rows_of<16> Nonces, batches::one_or_each A, message_range In, rows_of<16> Tags,
          output_range Out>
[[nodiscard]] bool decrypt_many(const aead<Name, V>& cipher, const Nonces& nonces, const A& associated_data,
                                const In& ciphers, const Tags& tags, Out&& texts, threads wanted = {}) {
    return decrypt_many(cipher, nonces, associated_data, ciphers, tags, texts, std::span<bool>{}, wanted);
}

}  // namespace HASHLANE_ABI
}  // namespace hashlane
