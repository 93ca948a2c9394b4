// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Many records under one key, side by side in the lanes of vectors, and over threads.
///
///     hl::encrypt_many(aead, nonces, associated_data, texts, ciphers, tags);
///     if (!hl::decrypt_many(aead, nonces, associated_data, ciphers, tags, texts)) ...  forged texts are zero
///     hl::decrypt_many(aead, nonces, associated_data, ciphers, tags, texts, good)      good[i]: is record i authentic?
///
/// The nonces and the tags are arrays of 16 bytes, one for each record, or a range of bytes with all of them; tags are
/// whole. The texts and ciphertexts are ranges of ranges of bytes (many/messages.hpp). The associated data is too, or
/// is one range of bytes for all records.
///
/// Overlap within a record is as in aead::encrypt() and aead::decrypt(): the text and its ciphertext are the same
/// buffer or do not overlap, and the output may overlap the nonce, the associated data and the tag that came with it. A
/// ciphertext that overlaps its tag ends the program.
///
/// Overlap with another record: an output that overlaps the nonce or the tag of another record, a written tag that
/// overlaps the nonce, the text or the associated data of another record, and an output that overlaps the associated
/// data of all records end the program, since these may be read later. An output must not overlap the text, the
/// associated data or the output of another record; this is not checked.

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

namespace hashlane::inline HASHLANE_ABI {
namespace batches {

// The arguments of encrypt_many() and decrypt_many(), which an entry point fetches some records at a time.
template <class Associated, class In, class Out>
struct records {
    const std::uint8_t* nonces;
    const Associated& associated_data;
    const In& in;
    Out& out;
    const std::uint8_t* tags;
    std::uint8_t* written_tags;  // the same tags in encryption; nullptr in decryption
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

    // Tells whether the output of record i is apart from the nonces and tags of other records, and whether the tags
    // that are written for other records are apart from the inputs of record i. It does not look at the texts of other
    // records.
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

    // Tells whether these bytes overlap none of n rows of 16 bytes, apart from row i.
    static bool apart_from_rows(octets_in bytes, const std::uint8_t* rows, std::size_t i, std::size_t n) {
        if (apart(bytes.data(), bytes.size(), rows, 16 * n)) return true;
        return apart(bytes.data(), bytes.size(), rows, 16 * i) &&
               apart(bytes.data(), bytes.size(), rows + 16 * (i + 1), 16 * (n - i - 1));
    }
};

// Encrypts or decrypts the records that fetch(context, ...) gives. `in` has their inputs, whose sizes decide how they
// are divided between threads. Returns whether all records were authentic.
template <ascon::duplexing D, fixed_string Name, class V, message_range In>
bool crypt_records(const aead<Name, V>& cipher, const void* context, decltype(aead_job::fetch) fetch, const In& in,
                   threads wanted) {
    const duplex_key<V>& key = access::key(cipher);
    struct job_with_mask : aead_job {
        // An executor may throw, so the mask is wiped here.
        ~job_with_mask() { wipe(this->mask, 2); }
    };
    job_with_mask job{{context, fetch, 0, 0, V::iv, key.K.data(), {}, V::parameters, D}};
    for (std::size_t i = 0; i < V::mask_words; ++i) job.mask[i] = key.mask[i];
    std::atomic<bool> all_good = true;
    over_threads(in, wanted, [&](std::size_t first, std::size_t last) {
        job_with_mask part = job;
        part.first = first;
        part.last = last;
        if (!entry_points::ascon_records(&part)) all_good.store(false, std::memory_order_relaxed);
    });
    return all_good.load(std::memory_order_relaxed);
}

// Checks the sizes of the ranges, and encrypts or decrypts all records.
template <ascon::duplexing D, fixed_string Name, class V, class Records>
bool crypt_all(const aead<Name, V>& cipher, const Records& records, threads wanted) {
    const std::size_t n = std::size(records.in);
    contract(std::size(records.out) == n, "there are not as many ciphertexts as texts");
    if constexpr (!byte_range<std::remove_cvref_t<decltype(records.associated_data)>>)
        contract(std::size(records.associated_data) == n, "there are not as many pieces of associated data as texts");
    return crypt_records<D>(cipher, &records, Records::fetch, records.in, wanted);
}

}  // namespace batches

/// Encrypts many records under one key and makes their tags.
///
/// Example (examples/many_records.cpp):
///
///     const hl::ascon_aead128 aead{std::array<std::uint8_t, 16>{1, 2, 3}};
///     hl::encrypt_many(aead, nonces, "header"sv, texts, ciphers, tags);
///     if (!hl::decrypt_many(aead, nonces, "header"sv, ciphers, tags, again, hl::threads{2})) return 1;
///
/// \param cipher an AEAD with its key
/// \param nonces a nonce of 16 bytes for each record; none may be used twice under this key
/// \param associated_data a range of as many ranges of bytes as there are texts, or one range of bytes for all
/// \param texts a range of texts
/// \param ciphers a range of as many ranges of bytes; ciphertext i is written to ciphers[i], which has the size of
/// texts[i]
/// \param tags the tags are written here: 16 bytes for each record
/// \param wanted how many threads take part; one by default
///
/// Ranges with other sizes end the program.
///
/// Overlap: ciphers[i] may be the same buffer as texts[i], and may overlap the nonce and the associated data of its
/// record. The beginning of this file has the rules for other records.
template <fixed_string Name, class V, rows_of<16> Nonces, batches::one_or_each A, message_range In, output_range Out,
          batches::side_by_side_outputs Tags>
void encrypt_many(const aead<Name, V>& cipher, const Nonces& nonces, const A& associated_data, const In& texts,
                  Out&& ciphers, Tags&& tags, threads wanted = {}) {
    const std::size_t n = std::size(texts);
    contract(batches::is_product(batches::bytes_in(tags), n, 16),
             "the memory for the tags has not 16 bytes for each record");
    std::uint8_t* const written = batches::first_of(tags);
    const batches::records<A, In, std::remove_reference_t<Out>> all{
        first_row<16>(nonces, n), associated_data, texts, ciphers, written, written, nullptr};
    (void)batches::crypt_all<ascon::duplexing::encrypt>(cipher, all, wanted);
}

/// Decrypts many records under one key, and tells which of them are authentic. The tags are compared in constant time.
/// \param cipher an AEAD with its key
/// \param nonces the nonces that the records were encrypted with
/// \param associated_data a range of as many ranges of bytes as there are ciphertexts, or one range of bytes for all
/// \param ciphers a range of ciphertexts
/// \param tags the tags as they were received, 16 bytes for each record
/// \param texts a range of as many ranges of bytes; text i is written to texts[i], which has the size of ciphers[i].
/// Every byte of it is zero when the record is forged.
/// \param good good[i] is set to whether record i is authentic. It has one element for each record, or none.
/// \param wanted how many threads take part; one by default
/// \return whether all records are authentic
///
/// Ranges with other sizes end the program.
///
/// Overlap: texts[i] may be the same buffer as ciphers[i], and may overlap the nonce, the associated data and the tag
/// of its record. `good` must not overlap anything else; this is not checked. The beginning of this file has the rules
/// for other records.
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

/// As above, without an answer for each record. `cipher`, `nonces`, `associated_data`, `ciphers`, `tags`, `texts` and
/// `wanted` are as above, and so is the overlap.
/// \return whether all records are authentic
template <fixed_string Name, class V, rows_of<16> Nonces, batches::one_or_each A, message_range In, rows_of<16> Tags,
          output_range Out>
[[nodiscard]] bool decrypt_many(const aead<Name, V>& cipher, const Nonces& nonces, const A& associated_data,
                                const In& ciphers, const Tags& tags, Out&& texts, threads wanted = {}) {
    return decrypt_many(cipher, nonces, associated_data, ciphers, tags, texts, std::span<bool>{}, wanted);
}

}  // namespace hashlane::inline HASHLANE_ABI
