// SPDX-License-Identifier: Apache-2.0 OR MIT
// The checks of the known-answer programs find faults: each class here has one, of a kind that libraries have had.
#include <hashlane/ascon.hpp>
#include <hashlane/sha3.hpp>

#include "aead_shapes.hpp"
#include "hash_shapes.hpp"

namespace {

using namespace kat;

enum class fault {
    none,
    every_result,        // wrong always
    empty_piece,         // an update of nothing changes the state
    piece_of_one_block,  // a piece that is exactly one block is taken for less
    later_pieces,        // only the first piece counts
    partial_byte,        // the odd bits are ignored
    one_target           // wrong on the baseline alone
};

template <fault F>
class faulty_hash {
    using H = hl::sha3_256;

  public:
    static constexpr std::size_t block_size = H::block_size;

    faulty_hash& update(std::span<const std::uint8_t> piece) {
        ++pieces;
        if (F == fault::empty_piece && piece.empty()) h.update(bytes{0});
        if (F == fault::piece_of_one_block && piece.size() == block_size) piece = piece.first(block_size - 1);
        if (F == fault::later_pieces && pieces > 1) return *this;
        h.update(piece);
        return *this;
    }
    auto digest(hl::partial_byte last = {}) const {
        auto d = h.digest(F == fault::partial_byte ? hl::partial_byte{} : last);
        if (F == fault::every_result || (F == fault::one_target && hl::target_name() == "baseline")) d[31] ^= 1;
        return d;
    }
    static constexpr std::size_t digest_size = H::digest_size;
    struct one_shot {
        template <class M, class... P>
        static constexpr bool takes = true;
        static void digest_into(std::span<const std::uint8_t> message, std::span<std::uint8_t> out) {
            std::ranges::copy(faulty_hash{}.update(message).digest(), out.begin());
        }
    };

  private:
    H h;
    int pieces = 0;
};

enum class squeeze_fault { none, starts_again, empty_piece };

template <squeeze_fault F>
class faulty_xof {
    using X = hl::shake128;

  public:
    static constexpr std::size_t block_size = X::block_size;

    struct reader_type {
        X::reader_type good, from_start = good;
        void squeeze(std::span<std::uint8_t> out) {
            if (F == squeeze_fault::starts_again) good = from_start;
            if (F == squeeze_fault::empty_piece && out.empty()) (void)good.squeeze<1>();
            good.squeeze(out);
        }
    };
    faulty_xof& absorb(std::span<const std::uint8_t> piece) {
        x.absorb(piece);
        return *this;
    }
    reader_type reader() const { return {x.reader()}; }
    static constexpr std::size_t usual_size = X::usual_size;
    struct one_shot {
        template <class M, class... P>
        static constexpr bool takes = true;
        static void digest_into(std::span<const std::uint8_t> message, std::span<std::uint8_t> out) {
            hl::digest_into<X>(message, out);
        }
    };

  private:
    X x;
};

enum class aead_fault { none, keeps_forged_text, accepts_all, ignores_associated_data };

template <aead_fault F>
class faulty_aead : public hl::ascon_aead128 {
    using A = hl::ascon_aead128;

  public:
    faulty_aead(const A& good) : A(good) {}
    static std::optional<faulty_aead> create(const bytes& key) { return faulty_aead(*A::create(key)); }

    bool decrypt(const std::array<std::uint8_t, 16>& nonce, const bytes& associated, const bytes& cipher,
                 const hl::truncated_tag& tag, std::span<std::uint8_t> text, hl::last_byte_bits bits) const {
        const bool good =
            A::decrypt(nonce, F == aead_fault::ignores_associated_data ? bytes{} : associated, cipher, tag, text, bits);
        if (!good && F == aead_fault::keeps_forged_text && !text.empty()) text[0] = 1;
        return good || F == aead_fault::accepts_all;
    }
};

// Round a block, some ending within a byte; the answers are the right class's.
std::vector<hash_case> hash_cases() {
    std::vector<hash_case> out;
    for (const std::size_t bits : {0u, 3u, 8u, 8u * 135, 8u * 136, 8u * 137, 8u * 300 + 5}) {
        hash_case c;
        c.message = bit_string(vectors::ptn((bits + 7) / 8), bits);
        hl::sha3_256 h;
        h.update(c.message.head());
        const auto d = digest_of(h, c.message);
        c.output = bit_string(bytes(d.begin(), d.end()));
        out.push_back(c);
    }
    return out;
}

template <class H>
std::uint64_t hash_failures() {
    tally count("planted");
    count.expect_failures();
    for (const hash_case& c : hash_cases())
        each_target([&] {
            count.vector();
            check_hash<H>(c, count);
        });
    return count.failed();
}

template <class X>
std::uint64_t xof_failures() {
    tally count("planted");
    count.expect_failures();
    hash_case c;
    c.message = bit_string(vectors::ptn(10));
    c.output.data.resize(400);
    hl::digest_into<hl::shake128>(c.message.data, std::span(c.output.data));
    c.output.bits = 8 * 400;
    count.vector();
    check_xof<X>(c, count);
    return count.failed();
}

template <class A>
std::uint64_t aead_failures(bool valid) {
    tally count("planted");
    count.expect_failures();
    aead_case c;
    c.key = vectors::ptn(16);
    c.nonce = vectors::ptn(16);
    c.associated = bit_string(vectors::ptn(5));
    c.text = bit_string(vectors::ptn(20));
    c.cipher.resize(20);
    const auto tag = hl::ascon_aead128::create(c.key)->encrypt(std::array<std::uint8_t, 16>{}, c.associated.data,
                                                               c.text.data, std::span(c.cipher));
    c.nonce.assign(16, 0);
    c.tag = bit_string(bytes(tag.begin(), tag.end()));
    if (!valid) c.tag.data[3] ^= 1;
    c.valid = valid;
    count.vector();
    check_aead<A>(c, count);
    return count.failed();
}

}  // namespace

TEST_CASE("a hash with a fault is found out") {
    CHECK(hash_failures<faulty_hash<fault::none>>() == 0);
    CHECK(hash_failures<faulty_hash<fault::every_result>>() > 0);
    CHECK(hash_failures<faulty_hash<fault::empty_piece>>() > 0);
    CHECK(hash_failures<faulty_hash<fault::piece_of_one_block>>() > 0);
    CHECK(hash_failures<faulty_hash<fault::later_pieces>>() > 0);
    CHECK(hash_failures<faulty_hash<fault::partial_byte>>() > 0);
    CHECK(hash_failures<faulty_hash<fault::one_target>>() > 0);
}

TEST_CASE("an XOF with a fault is found out") {
    CHECK(xof_failures<faulty_xof<squeeze_fault::none>>() == 0);
    CHECK(xof_failures<faulty_xof<squeeze_fault::starts_again>>() > 0);
    CHECK(xof_failures<faulty_xof<squeeze_fault::empty_piece>>() > 0);
}

TEST_CASE("an AEAD with a fault is found out") {
    CHECK(aead_failures<faulty_aead<aead_fault::none>>(true) == 0);
    CHECK(aead_failures<faulty_aead<aead_fault::none>>(false) == 0);
    CHECK(aead_failures<faulty_aead<aead_fault::keeps_forged_text>>(false) > 0);
    CHECK(aead_failures<faulty_aead<aead_fault::accepts_all>>(false) > 0);
    CHECK(aead_failures<faulty_aead<aead_fault::accepts_all>>(true) > 0);
    CHECK(aead_failures<faulty_aead<aead_fault::ignores_associated_data>>(true) > 0);
}
