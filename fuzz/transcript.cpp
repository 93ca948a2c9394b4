// SPDX-License-Identifier: Apache-2.0 OR MIT
// Proofs of any origin: what a verifier takes, a prover that sends the same messages writes byte for byte, and both draw
// the same challenges; what it refuses has a reason, and then everything is refused. The same for each codec alone.
#include "fuzz.hpp"

using namespace fuzz;

namespace {

// Calls f.operator()<C>() for one of the codecs.
template <class F>
void with_codec(unsigned which, F&& f) {
    switch (which) {
    case 0: return f.template operator()<hl::string_codec>();
    case 1: return f.template operator()<hl::bytes_codec<1>>();
    case 2: return f.template operator()<hl::bytes_codec<33>>();
    case 3: return f.template operator()<hl::integer_codec<std::uint8_t>>();
    case 4: return f.template operator()<hl::integer_codec<std::uint16_t>>();
    case 5: return f.template operator()<hl::integer_codec<std::uint32_t>>();
    case 6: return f.template operator()<hl::integer_codec<std::uint64_t>>();
    case 7: return f.template operator()<hl::below_codec<2>>();
    case 8: return f.template operator()<hl::below_codec<0x10001>>();
    case 9: return f.template operator()<hl::below_codec<0xfffffffffffffffb>>();
    case 10: return f.template operator()<hl::below_codec<0>>();
    case 11: return f.template operator()<hl::field_codec<hl::mersenne31>>();
    case 12: return f.template operator()<hl::field_codec<hl::goldilocks>>();
    case 13: return f.template operator()<hl::field_codec<hl::bn254_scalar>>();
    case 14: return f.template operator()<hl::field_codec<hl::bls12_381_scalar>>();
    case 15: return f.template operator()<hl::field_codec<hl::p256_scalar>>();
    case 16: return f.template operator()<hl::field_codec<hl::extension_field<hl::babybear, 4>>>();
    default: return f.template operator()<hl::array_codec<hl::field_codec<hl::koalabear>, 3>>();
    }
}
constexpr unsigned codecs = 18;

// What a codec writes to.
struct collector {
    fuzz::bytes all;

    template <class B>
    void bytes(const B* p, std::size_t n) {
        const auto* octets = reinterpret_cast<const std::uint8_t*>(p);
        all.insert(all.end(), octets, octets + n);
    }
    template <class W>
    void integer(W w) {
        for (std::size_t i = 0; i < sizeof w; ++i) all.push_back(static_cast<std::uint8_t>(w >> 8 * i));
    }
};

template <class C, class V>
bytes written(const V& value) {
    collector out;
    C::encode(out, value);
    return out.all;
}

template <class C>
void one_message(const bytes& message) {
    const auto value = hl::deserialize<C>(message);
    if (value) return require(written<C>(*value) == message, "what is accepted is written as it was");
    const hl::refusal why = value.why();
    if constexpr (requires { C::size; }) {
        require((why == hl::refusal::truncated) <= (message.size() < C::size), "a short message is truncated");
        require((why == hl::refusal::trailing_bytes) <= (message.size() > C::size), "a long one goes on");
    }
    require(why == hl::refusal::truncated || why == hl::refusal::not_canonical || why == hl::refusal::trailing_bytes,
            "a refusal has a reason");
}

enum class step { message, challenge, integer, bits, bind, work };

// A protocol that the input chooses: which messages, which challenges. The verifier reads a proof of any origin.
template <class D>
struct session {
    input& in;
    hl::statement<D> begin;
    bytes proof, written_anew;
    hl::verifier<D> v;
    hl::prover<D, bytes> p;
    bool refused = false;

    session(input& from, const hl::statement<D>& s, const bytes& given)
        : in(from), begin(s), proof(given), v(begin, proof), p(begin, written_anew) {}
    session(const session&) = delete;
    session& operator=(const session&) = delete;

    template <class C>
    void message() {
        const auto value = v.template receive<C>();
        require(!refused || !value, "after a refusal nothing is received");
        refused = !value;
        if (value) p.template send<C>(*value);
    }

    void take_step() {
        const auto what = static_cast<step>(in.ConsumeIntegralInRange(0, 5));
        if (what == step::message || what == step::work) {
            if (what == step::message || refused)
                return with_codec(in.ConsumeIntegralInRange(0u, codecs - 1), [&]<class C>() { message<C>(); });
            return work();
        }
        if (refused) return;  // the two have gone different ways
        const std::uint64_t modulus = in.ConsumeIntegralInRange<std::uint64_t>(2, UINT64_MAX);
        const unsigned bits = 1 + static_cast<unsigned>(modulus % 64);
        if (what == step::challenge) {
            bytes a(modulus % 200), b(a.size());
            v.challenge(a);
            p.challenge(b);
            require(a == b, "both draw the same bytes");
        } else if (what == step::integer) {
            const std::uint64_t a = v.challenge_below(modulus);
            require(a < modulus && a == p.challenge_below(modulus), "both draw the same integer");
        } else if (what == step::bits) {
            const std::uint64_t a = v.challenge_bits(bits);
            require((bits == 64 || a >> bits == 0) && a == p.challenge_bits(bits), "both draw the same bits");
        } else {
            const bytes label = some_bytes(in, 30);
            v.bind(label);
            p.bind(label);
        }
    }

    // Of so few bits that a nonce of any origin may do the work.
    void work() {
        const unsigned bits = in.ConsumeIntegralInRange(0u, 3u);
        const auto nonce = hl::check_work(v, bits);
        refused = !nonce;
        if (refused) return;
        p.template send<hl::fiat_shamir::pow_nonce>(*nonce);
        require(hl::fiat_shamir::draw_work(p, bits), "the nonce that was accepted does the work");
    }

    void run() {
        for (int i = 0; i < 40 && in.remaining_bytes() > 0; ++i) take_step();
        const hl::refusal verdict = v.check_eof();
        require((verdict == hl::refusal::none) <= !refused, "a refusal is remembered");
        require(written_anew.size() <= proof.size() &&
                    std::equal(written_anew.begin(), written_anew.end(), proof.begin()),
                "what was accepted is written as it was");
        if (!refused)
            require((verdict == hl::refusal::none) == (written_anew.size() == proof.size()),
                    "accepted when nothing is left");
    }
};

template <class D>
void protocol(input& in, const bytes& proof) {
    hl::session_id id{};
    for (auto& b : id.bytes) b = in.ConsumeIntegral<std::uint8_t>();
    bytes instance = some_bytes(in, 40);
    instance.push_back(1);
    const hl::session<D> begun(id);
    session<D>(in, begun.encoded_instance(instance), proof).run();
}

void protocol_by_name(input& in, const bytes& proof) {
    const hl::session_id id{};
    std::size_t suites = 0;
    while (hl::suite_at(suites) != nullptr) ++suites;
    const hl::duplex_operations* suite = hl::suite_at(in.ConsumeIntegralInRange<std::size_t>(0, suites - 1));
    const hl::session begun(*hl::any_duplex::create(suite->suite, id));
    session<hl::any_duplex>(in, begun.encoded_instance(bytes(1)), proof).run();
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    input in(data, size);
    use_some_target(in);
    const unsigned how = in.ConsumeIntegralInRange(0u, 3u);
    if (how == 0) {
        const unsigned which = in.ConsumeIntegralInRange(0u, codecs - 1);
        const bytes message = in.ConsumeRemainingBytes<std::uint8_t>();
        with_codec(which, [&]<class C>() { one_message<C>(message); });
        return 0;
    }
    const bytes proof = some_bytes(in, 1000);
    if (how == 1)
        protocol<hl::shake128_duplex>(in, proof);
    else if (how == 2)
        protocol<hl::own_sha256_duplex>(in, proof);
    else
        protocol_by_name(in, proof);
    return 0;
}
