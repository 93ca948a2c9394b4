// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// This file encrypts or decrypts many records under one key, on the target in use. Records of similar lengths go side
// by side, in groups as wide as the lanes. When the text of a lane has ended, its state is set aside until the texts of
// its group have ended.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../lanes/secret.hpp"
#include "ascon_blocks.hpp"
#include "ascon_records.hpp"
#include "lane_group.hpp"

namespace hashlane::inline HASHLANE_ENTRY_ABI {

/// One record of `encrypt_many` and `decrypt_many` with an AEAD that is chosen by name: by_name/aead_batch.hpp.
struct aead_record {
    const std::uint8_t* nonce;            ///< 16 bytes
    const std::uint8_t* associated_data;  ///< `associated_size` bytes
    std::size_t associated_size;
    const std::uint8_t* in;  ///< the text or the ciphertext, `n` bytes
    std::uint8_t* out;       ///< `n` bytes: the ciphertext or the text
    std::size_t n;
    std::uint8_t* tag;  ///< 16 bytes: encryption writes them, decryption compares them
    bool* good;         ///< where not null, decryption writes whether the tag was right
};

// A record in the form that the scheduler takes. Encryption writes `tag`; decryption compares `given_tag`.
struct aead_task : aead_record {
    const std::uint8_t* given_tag;
};

struct aead_job {
    const void* context;
    void (*fetch)(const void* context, std::size_t first, std::size_t count, aead_task* to);
    std::size_t first, last;  // the records `first` to `last` - 1

    std::uint64_t iv;
    const std::uint64_t* K;  // as ascon_aead_steps.hpp describes it
    std::uint64_t mask[2];   // added to the nonce
    ascon_parameters parameters;
    ascon_duplexing mode;
};

}  // namespace hashlane::inline HASHLANE_ENTRY_ABI

namespace hashlane::inline HASHLANE_ABI::ascon {

// A kernel for `lanes` records; without `run`, they go one by one.
struct records_stage {
    std::size_t lanes, least;  // fewer than `least` records take the stages that follow
    void (*run)(const record_lanes*);
};

class record_scheduler {
  public:
    explicit record_scheduler(const aead_job& j) : job(j) {
        targets::visit<targets::has_lanes<std::uint64_t>>([&]<class T>() { add_stages<T>(); });
        stages.add({1, 1, nullptr});
        lanes_now.state = state;
        lanes_now.in = in_now;
        lanes_now.out = out_now;
        lanes_now.moving = moving;
        lanes_now.big_endian = job.parameters.big_endian;
    }

    // Does the work. Returns whether all tags were right.
    bool run() {
        for (std::size_t next = job.first, count; next < job.last; next += count) {
            count = std::min(window_size, job.last - next);
            job.fetch(job.context, next, count, window);
            sort(count);
            for (std::size_t done = 0; done < count;) {
                const records_stage& stage = stages.fitting(count - done);
                used = std::min(stage.lanes, count - done);
                if (stage.run == nullptr)
                    one(window[order[done]]);
                else
                    group(stage, order + done);
                done += used;
            }
        }
        forget(state, aside);
        return all_good;
    }

  private:
    static constexpr std::size_t window_size = 128, most_lanes = 16, most_block = 16;

    const aead_job& job;
    stages_by_width<records_stage> stages;
    record_lanes lanes_now{};
    aead_task window[window_size];
    std::uint8_t order[window_size];
    std::size_t lanes = 0, used = 0;  // lanes of the group, and those that hold a record
    bool all_good = true;

    alignas(64) std::uint64_t state[words * most_lanes];
    std::uint64_t aside[most_lanes][words];
    std::size_t counts[most_lanes];
    const std::uint8_t* in[most_lanes];
    std::uint8_t* out[most_lanes];
    const std::uint8_t* in_now[most_lanes];
    std::uint8_t* out_now[most_lanes];
    std::uint64_t moving[most_lanes];
    std::uint8_t zeros[most_block] = {}, scrap[most_block];

    template <class T>
    void add_stages() {
        constexpr std::size_t n = targets::lanes_of<T, std::uint64_t>;
        if constexpr (n == 8) stages.add({16, 9, kernel<T, 8, 2>()});
        if constexpr (n != 0) stages.add({n, n / 2 + 1, kernel<T, n, 1>()});
        if constexpr (n == 8) stages.add({4, 2, kernel<T, 4, 1>()});
    }

    template <class T, std::size_t n, std::size_t M>
    static constexpr auto kernel() {
        return T::template run<records_kernel<n, M>, const record_lanes*>;
    }

    std::size_t block() const { return block_of(job.parameters); }

    void sort(std::size_t count) {
        bool equal = true;
        for (std::size_t i = 0; i < count; ++i) {
            order[i] = static_cast<std::uint8_t>(i);
            equal = equal && window[i].n == window[0].n && window[i].associated_size == window[0].associated_size;
        }
        if (equal) return;
        std::sort(order, order + count, [&](std::uint8_t one, std::uint8_t other) {
            const aead_task &x = window[one], &y = window[other];
            return x.n != y.n ? x.n < y.n : x.associated_size < y.associated_size;
        });
    }

    // The tag that came with a record. It is copied before the text is written, because the two may overlap.
    struct received_tag {
        std::uint8_t bytes[16];
    };
    received_tag received(const aead_task& r) const {
        received_tag tag{};
        if (job.mode == duplexing::decrypt) copy_bytes(tag.bytes, r.given_tag, sizeof tag.bytes);
        return tag;
    }

    // ---- One record alone

    std::uint64_t nonce_word(const aead_record& r, std::size_t i) const {
        return in_order(load<std::endian::little, std::uint64_t>(r.nonce + 8 * i), job.parameters.big_endian) ^
               job.mask[i];
    }

    void one(const aead_task& r) {
        const received_tag given = received(r);
        std::uint64_t tag[2];
        std::uint8_t nonce[16];
        for (std::size_t i = 0; i < 2; ++i)
            store<std::endian::little>(nonce + 8 * i, in_order(nonce_word(r, i), job.parameters.big_endian));
        message_at_run_time(job.mode, tag, job.iv, job.K, nonce, job.parameters,
                            {r.associated_data, r.associated_size, r.in, r.out, r.n});
        end(r, given, tag);
        wipe(tag, 2);
        wipe(nonce, sizeof nonce);
    }

    void end(const aead_record& r, const received_tag& given, const std::uint64_t* T) {
        std::uint8_t tag[16];
        for (std::size_t i = 0; i < 2; ++i)
            store<std::endian::little>(tag + 8 * i, in_order(T[i], job.parameters.big_endian));
        if (job.mode == duplexing::encrypt) return copy_bytes(r.tag, tag, sizeof tag);
        const bool good = equal_in_constant_time(tag, given.bytes, sizeof tag);
        wipe(tag, sizeof tag);
        if (!good && r.n != 0) std::memset(r.out, 0, r.n);
        if (r.good != nullptr) *r.good = good;
        all_good = all_good && good;
    }

    // ---- A group

    // References to the words of lane j.
    struct lane_state {
        std::uint64_t* S;
        std::size_t lanes;
        std::uint64_t& operator[](std::size_t i) const { return S[i * lanes]; }
    };
    lane_state lane_of(std::size_t j) { return {state + j, lanes}; }

    void group(const records_stage& stage, const std::uint8_t* chosen) {
        lanes = stage.lanes;
        received_tag given[most_lanes];
        for (std::size_t j = 0; j < used; ++j) given[j] = received(window[chosen[j]]);
        for (std::size_t j = 0; j < lanes; ++j) {
            const aead_record& r = window[chosen[j < used ? j : 0]];
            begin_aead(lane_of(j), job.iv, job.K, nonce_word(r, 0), nonce_word(r, 1));
            counts[j] = 0;
            in_now[j] = zeros;
            out_now[j] = scrap;
        }
        permute_all(stage);
        for (std::size_t j = 0; j < lanes; ++j) add_key_after_initialisation(lane_of(j), job.K);
        absorb_associated_data(stage, chosen);
        for (std::size_t j = 0; j < lanes; ++j) separate_domains(lane_of(j), job.parameters.big_endian);
        for (std::size_t j = 0; j < used; ++j) {
            const aead_record& r = window[chosen[j]];
            counts[j] = r.n / block();
            in[j] = r.in;
            out[j] = r.out;
        }
        duplex(stage, job.mode);
        for (std::size_t j = 0; j < used; ++j)
            job.mode == duplexing::decrypt ? last_block<duplexing::decrypt>(j, window[chosen[j]])
                                           : last_block<duplexing::encrypt>(j, window[chosen[j]]);
        for (std::size_t j = 0; j < lanes; ++j) add_key_before_finalisation(lane_of(j), job.K);
        permute_all(stage);
        for (std::size_t j = 0; j < used; ++j) {
            const std::uint64_t tag[2] = {tag_word(lane_of(j), job.K, 0), tag_word(lane_of(j), job.K, 1)};
            end(window[chosen[j]], given[j], tag);
        }
    }

    void permute_all(const records_stage& stage) {
        lanes_now.blocks = 1;
        lanes_now.rate = 0;
        lanes_now.rounds = a;
        stage.run(&lanes_now);
    }

    void absorb_associated_data(const records_stage& stage, const std::uint8_t* chosen) {
        std::uint8_t ends[most_lanes][most_block];
        bool some = false;
        for (std::size_t j = 0; j < used; ++j) {
            const aead_record& r = window[chosen[j]];
            counts[j] = r.associated_size / block();
            in[j] = r.associated_data;
            some = some || r.associated_size != 0;
        }
        if (!some) return;
        duplex(stage, duplexing::absorb);
        for (std::size_t j = 0; j < used; ++j) {
            const aead_record& r = window[chosen[j]];
            const std::size_t rest = r.associated_size % block();
            std::memset(ends[j], 0, sizeof ends[j]);
            copy_bytes(ends[j], r.associated_data + r.associated_size - rest, rest);
            ends[j][rest] = job.parameters.big_endian ? 0x80 : 0x01;
            counts[j] = r.associated_size != 0;
            in[j] = ends[j];
        }
        duplex(stage, duplexing::absorb);
    }

    // Takes counts[j] blocks of each lane j, from in[j] to out[j].
    void duplex(const records_stage& stage, duplexing mode) {
        bool ended[most_lanes] = {};
        for (std::size_t done = 0, next; (next = next_end(done)) != 0; done = next) {
            for (std::size_t j = 0; j < lanes; ++j) {
                const bool on = counts[j] > done;
                if (!on && !ended[j]) {
                    ended[j] = true;
                    set_aside(j);
                }
                moving[j] = on ? ~std::uint64_t{0} : 0;
                in_now[j] = on ? in[j] + done * block() : zeros;
                out_now[j] = on && mode != duplexing::absorb ? out[j] + done * block() : scrap;
            }
            lanes_now.blocks = next - done;
            lanes_now.rate = job.parameters.rate;
            lanes_now.rounds = job.parameters.rnd;
            lanes_now.mode = mode;
            stage.run(&lanes_now);
        }
        for (std::size_t j = 0; j < lanes; ++j)
            if (ended[j])
                for (std::size_t i = 0; i < words; ++i) lane_of(j)[i] = aside[j][i];
    }

    // Returns the least of the counts that are larger than `done`; 0 if there is none.
    std::size_t next_end(std::size_t done) const {
        std::size_t next = 0;
        for (std::size_t j = 0; j < used; ++j)
            if (counts[j] > done && (next == 0 || counts[j] < next)) next = counts[j];
        return next;
    }

    void set_aside(std::size_t j) {
        for (std::size_t i = 0; i < words; ++i) aside[j][i] = lane_of(j)[i];
    }

    // Takes what is left of a text, and its padding.
    template <duplexing D>
    void last_block(std::size_t j, const aead_record& r) {
        const std::size_t rest = r.n % block();
        const std::uint8_t* const from = r.in + (r.n - rest);
        std::uint8_t* const to = r.out + (r.n - rest);
        const lane_state whole = lane_of(j);
        words_of<1> S[2] = {{whole[0]}, {whole[1]}};
        duplex_last_block<D>(S, job.parameters.big_endian, from, to, rest);
        whole[0] = S[0].v;
        whole[1] = S[1].v;
    }
};

}  // namespace hashlane::inline HASHLANE_ABI::ascon

namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI {

// Returns whether all tags were right; true for encryption.
HASHLANE_ENTRY bool ascon_records(const aead_job* job) noexcept HASHLANE_ENTERS(ascon::record_scheduler(*job).run());

}  // namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI
