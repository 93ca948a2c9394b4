// SPDX-License-Identifier: Apache-2.0 OR MIT
// The functions of hashlane_fips202.h, over the public headers.

#include "hashlane_fips202.h"

#include "contexts.hpp"

#include <hashlane/batch.hpp>
#include <hashlane/sha3.hpp>

using namespace hashlane_c;

namespace {

constexpr std::uint8_t suffix = 0x1f, last_bit = 0x80;  // FIPS 202 s.6.2 and s.B.2
constexpr std::size_t rate_128 = HASHLANE_SHAKE128_BLOCK_BYTES, rate_256 = HASHLANE_SHAKE256_BLOCK_BYTES;
static_assert(rate_128 == hl::shake128::block_size && rate_256 == hl::shake256::block_size);

// The rate of SHAKE128 or SHAKE256 in bytes; 0 for another strength.
constexpr std::uint32_t rate_of(unsigned strength) {
    if (strength == 128) return rate_128;
    return strength == 256 ? rate_256 : 0;
}

// The addresses of N inputs or outputs. They are copied, because an output may lie over the array that they came in.
template <std::size_t N, class Byte>
struct rows {
    Byte* p[N]{};

    template <class Pointer>
    bool take(Pointer* given, std::size_t size) {
        if (given == nullptr) return size == 0;
        for (std::size_t j = 0; j < N; ++j) {
            if (!readable(given[j], size)) return false;
            p[j] = static_cast<Byte*>(given[j]);
        }
        return true;
    }
    void skip(std::size_t n) {
        for (Byte*& row : p) row += n;
    }
    bool apart(std::size_t size) const {
        for (std::size_t j = 1; j < N; ++j)
            for (std::size_t i = 0; i < j; ++i)
                if (hl::overlap(p[i], size, p[j], size)) return false;
        return true;
    }
};

// N sponges side by side: word i of sponge j is A[i * N + j]. While absorbing, `position` counts the bytes of the block
// that are absorbed, and the block is permuted as soon as it is full. While squeezing, it counts those of the block that
// are given out; when all are, the permutation comes with the next block.
template <std::size_t N>
struct sponges {
    using inputs = rows<N, const std::uint8_t>;
    using outputs = rows<N, std::uint8_t>;
    enum : std::uint64_t { absorbing = 0x68617368'6b656300 + 16 * N, squeezing };

    std::uint64_t A[25 * N];
    std::uint32_t rate, position;
    std::uint64_t phase;

    void begin(std::uint32_t block) {
        for (std::uint64_t& word : A) word = 0;
        rate = block;
        position = 0;
        phase = absorbing;
    }

    void absorb(inputs in, std::size_t n) {
        if (position != 0) {
            const std::size_t head = std::min<std::size_t>(n, rate - position);
            add(position, in, head);
            position += static_cast<std::uint32_t>(head);
            if (position != rate) return;
            compute(nullptr, nullptr, 1);
            in.skip(head);
            n -= head;
        }
        if (const std::size_t blocks = n / rate; blocks != 0) {
            compute(in.p, nullptr, blocks);
            in.skip(blocks * rate);
        }
        position = static_cast<std::uint32_t>(n % rate);
        add(0, in, position);
    }

    void finish() {
        for (std::size_t j = 0; j < N; ++j) {
            word_at(position, j) ^= std::uint64_t{suffix} << 8 * (position % 8);
            word_at(rate - 1, j) ^= std::uint64_t{last_bit} << 56;
        }
        position = rate;
        phase = squeezing;
    }

    void squeeze(outputs out, std::size_t n) {
        const std::size_t head = std::min<std::size_t>(n, rate - position);
        extract(position, out, head);
        position += static_cast<std::uint32_t>(head);
        out.skip(head);
        n -= head;
        if (const std::size_t blocks = n / rate; blocks != 0) {
            compute(nullptr, out.p, blocks);
            out.skip(blocks * rate);
            n -= blocks * rate;
        }
        if (n == 0) return;
        compute(nullptr, nullptr, 1);
        extract(0, out, n);
        position = static_cast<std::uint32_t>(n);
    }

  private:
    std::uint64_t& word_at(std::size_t at, std::size_t j) { return A[at / 8 * N + j]; }

    void compute(const std::uint8_t* const* in, std::uint8_t* const* out, std::size_t blocks) {
        if (rate == rate_128)
            hl::keccak_f1600_blocks<N, rate_128>(A, in, out, blocks);
        else
            hl::keccak_f1600_blocks<N, rate_256>(A, in, out, blocks);
    }

    // Calls whole(word, p) for each word of row j that n bytes from `at` on fill, and part(word, p, at, n) for n bytes of a
    // word from its byte `at` on.
    template <class Byte, class Whole, class Part>
    void each_word(std::size_t at, Byte* p, std::size_t n, std::size_t j, const Whole& whole, const Part& part) {
        if (const std::size_t head = std::min(n, (8 - at % 8) % 8); head != 0) {
            part(word_at(at, j), p, at % 8, head);
            at += head;
            p += head;
            n -= head;
        }
        std::uint64_t* word = &word_at(at, j);
        for (; n >= 8; n -= 8, p += 8, word += N) whole(*word, p);
        if (n != 0) part(*word, p, 0, n);
    }

    // Xors n bytes of each row that do not pass the end of the block.
    void add(std::size_t at, const inputs& in, std::size_t n) {
        const auto whole = [](std::uint64_t& word, const std::uint8_t* p) {
            word ^= hl::load<std::endian::little, std::uint64_t>(p);
        };
        const auto part = [](std::uint64_t& word, const std::uint8_t* p, std::size_t i, std::size_t bytes) {
            word ^= hl::load_partial<std::endian::little, std::uint64_t>(p, bytes) << 8 * i;
        };
        for (std::size_t j = 0; j < N; ++j) each_word(at, in.p[j], n, j, whole, part);
    }

    void extract(std::size_t at, const outputs& out, std::size_t n) {
        const auto whole = [](std::uint64_t word, std::uint8_t* p) { hl::store<std::endian::little>(p, word); };
        const auto part = [](std::uint64_t word, std::uint8_t* p, std::size_t i, std::size_t bytes) {
            hl::store_partial<std::endian::little>(p, word >> 8 * i, bytes);
        };
        for (std::size_t j = 0; j < N; ++j) each_word(at, out.p[j], n, j, whole, part);
    }
};

// Clears what the functions below the caller may have left of a secret: the state of N messages and the kernels' frames,
// which have at most 2,200 bytes.
template <std::size_t N>
void forget_calls() {
    hl::forget_registers();
    hl::forget_stack<N == 1 ? hl::frames_of_one : N == 8 ? hl::frames_of_lanes : hl::frames_of_lanes / 2>();
}

// The functions of each number of messages, over the type of C.
template <std::size_t N, class State>
struct shake {
    using object = sponges<N>;
    static_assert(sizeof(object) == sizeof(State) && alignof(object) == alignof(State));

    // nullptr unless it is in that phase.
    static object* open(State* state, std::uint64_t phase) {
        object* const s = std::launder(reinterpret_cast<object*>(state));
        return s == nullptr || s->phase != phase ? nullptr : s;
    }

    static int init(State* state, unsigned strength) {
        if (state == nullptr) return HASHLANE_ERROR_NULL;
        if (rate_of(strength) == 0) return HASHLANE_ERROR_OPTION;
        (::new (static_cast<void*>(state)) object)->begin(rate_of(strength));
        return HASHLANE_OK;
    }

    static int absorb(State* state, const void* const* in, std::size_t size) {
        object* const s = open(state, object::absorbing);
        typename object::inputs from;
        if (s == nullptr) return HASHLANE_ERROR_STATE;
        if (!from.take(in, size)) return HASHLANE_ERROR_NULL;
        s->absorb(from, size);
        return HASHLANE_OK;
    }

    static int finish(State* state) {
        object* const s = open(state, object::absorbing);
        if (s == nullptr) return HASHLANE_ERROR_STATE;
        s->finish();
        return HASHLANE_OK;
    }

    static int absorb_once(State* state, unsigned strength, const void* const* in, std::size_t size) {
        typename object::inputs from;
        if (state == nullptr || !from.take(in, size)) return HASHLANE_ERROR_NULL;
        if (rate_of(strength) == 0) return HASHLANE_ERROR_OPTION;
        object* const s = ::new (static_cast<void*>(state)) object;
        s->begin(rate_of(strength));
        s->absorb(from, size);
        s->finish();
        return HASHLANE_OK;
    }

    static int squeeze(State* state, void* const* out, std::size_t size) {
        object* const s = open(state, object::squeezing);
        typename object::outputs to;
        if (s == nullptr) return HASHLANE_ERROR_STATE;
        if (!to.take(out, size)) return HASHLANE_ERROR_NULL;
        if (!to.apart(size)) return HASHLANE_ERROR_OVERLAP;
        s->squeeze(to, size);
        return HASHLANE_OK;
    }

    static int squeeze_blocks(State* state, void* const* out, std::size_t blocks) {
        object* const s = open(state, object::squeezing);
        if (s == nullptr) return HASHLANE_ERROR_STATE;
        if (blocks > PTRDIFF_MAX / s->rate) return HASHLANE_ERROR_SIZE;
        return squeeze(state, out, blocks * s->rate);
    }

    static int once(unsigned strength, const void* const* in, std::size_t in_size, void* const* out,
                    std::size_t out_size) {
        typename object::inputs from;
        typename object::outputs to;
        if (rate_of(strength) == 0) return HASHLANE_ERROR_OPTION;
        if (!from.take(in, in_size) || !to.take(out, out_size)) return HASHLANE_ERROR_NULL;
        if (!to.apart(out_size)) return HASHLANE_ERROR_OVERLAP;
        compute_once(rate_of(strength), from, in_size, to, out_size);
        forget_calls<N>();
        return HASHLANE_OK;
    }

    static void wipe(State* state) {
        if (state == nullptr) return;
        hl::wipe(state);
        forget_calls<N>();
    }

  private:
    // It is not inlined, so that its frame is a part of the stack that forget_calls() clears.
    HASHLANE_NOINLINE static void compute_once(std::uint32_t rate, const typename object::inputs& in,
                                               std::size_t in_size, const typename object::outputs& out,
                                               std::size_t out_size) {
        alignas(64) object s;
        s.begin(rate);
        s.absorb(in, in_size);
        s.finish();
        s.squeeze(out, out_size);
    }
};

template <class H>
HASHLANE_NOINLINE void compute_digest(octets message, void* digest) {
    hl::digest_into<H>(message, as_output(digest, H::digest_size));
}

template <class H>
int digest_once(const void* message, std::size_t size, void* digest) {
    if (!readable(message, size) || digest == nullptr) return HASHLANE_ERROR_NULL;
    compute_digest<H>(as_octets(message, size), digest);
    forget_calls<1>();
    return HASHLANE_OK;
}

}  // namespace

#define HASHLANE_DEFINE_SHAKE(N)                                                                                       \
    int hashlane_keccak_f1600_x##N(uint64_t* states) {                                                                 \
        if (states == nullptr) return HASHLANE_ERROR_NULL;                                                             \
        hl::keccak_f1600<N>(std::span<std::uint64_t, 25 * (N)>(states, 25 * (N)));                                     \
        return HASHLANE_OK;                                                                                            \
    }                                                                                                                  \
    int hashlane_shake_x##N##_init(hashlane_shake_x##N* state, unsigned strength) {                                    \
        return shake<N, hashlane_shake_x##N>::init(state, strength);                                                   \
    }                                                                                                                  \
    int hashlane_shake_x##N##_absorb(hashlane_shake_x##N* state, const void* const* in, size_t size) {                 \
        return shake<N, hashlane_shake_x##N>::absorb(state, in, size);                                                 \
    }                                                                                                                  \
    int hashlane_shake_x##N##_finish(hashlane_shake_x##N* state) {                                                     \
        return shake<N, hashlane_shake_x##N>::finish(state);                                                           \
    }                                                                                                                  \
    int hashlane_shake_x##N##_absorb_once(hashlane_shake_x##N* state, unsigned strength, const void* const* in,        \
                                          size_t size) {                                                               \
        return shake<N, hashlane_shake_x##N>::absorb_once(state, strength, in, size);                                  \
    }                                                                                                                  \
    int hashlane_shake_x##N##_squeeze(hashlane_shake_x##N* state, void* const* out, size_t size) {                     \
        return shake<N, hashlane_shake_x##N>::squeeze(state, out, size);                                               \
    }                                                                                                                  \
    int hashlane_shake_x##N##_squeeze_blocks(hashlane_shake_x##N* state, void* const* out, size_t blocks) {            \
        return shake<N, hashlane_shake_x##N>::squeeze_blocks(state, out, blocks);                                      \
    }                                                                                                                  \
    int hashlane_shake_x##N##_once(unsigned strength, const void* const* in, size_t in_size, void* const* out,         \
                                   size_t out_size) {                                                                  \
        return shake<N, hashlane_shake_x##N>::once(strength, in, in_size, out, out_size);                              \
    }                                                                                                                  \
    void hashlane_shake_x##N##_wipe(hashlane_shake_x##N* state) { shake<N, hashlane_shake_x##N>::wipe(state); }
HASHLANE_DEFINE_SHAKE(1)
HASHLANE_DEFINE_SHAKE(2)
HASHLANE_DEFINE_SHAKE(4)
HASHLANE_DEFINE_SHAKE(8)

int hashlane_sha3_256_once(const void* message, size_t size, void* digest) {
    return digest_once<hl::sha3_256>(message, size, digest);
}

int hashlane_sha3_384_once(const void* message, size_t size, void* digest) {
    return digest_once<hl::sha3_384>(message, size, digest);
}

int hashlane_sha3_512_once(const void* message, size_t size, void* digest) {
    return digest_once<hl::sha3_512>(message, size, digest);
}
