// SPDX-License-Identifier: Apache-2.0 OR MIT
// KMAC (EVP_MAC-KMAC(7)), HopMAC, and the table of MACs.
#include "hmac_table.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace hashlane::openssl {

namespace {

constexpr std::size_t longest_tag = 0xffffff / 8;  // bytes, as OpenSSL's KMAC has it

// KMAC as cSHAKE of the function name "KMAC" (SP 800-185 s.4.3), since OpenSSL asks for KMACXOF after the message, where
// hl::kmac128 and hl::kmacxof128 are two classes. C is cSHAKE.
template <class C>
class kmac_state {
  public:
    static constexpr std::size_t shortest_key = 4, usual_size = C::usual_size, block_size = C::block_size;
    static constexpr bool takes_xof = true;

    kmac_state(octets_in key, octets_in customization) noexcept : sponge(std::string_view("KMAC"), customization) {
        std::uint8_t header[2 + 3];
        std::uint8_t zeros[C::block_size]{};
        header[0] = 1;  // left_encode(rate), s.2.3.1
        header[1] = static_cast<std::uint8_t>(C::block_size);
        const std::size_t n = 2 + left_encode(header + 2, key.size() * 8);
        sponge.absorb(octets_in(header, n)).absorb(key);
        sponge.absorb(octets_in(zeros, (C::block_size - (n + key.size()) % C::block_size) % C::block_size));
        forget();
    }
    kmac_state(const kmac_state&) noexcept = default;
    kmac_state& operator=(const kmac_state&) noexcept = default;
    ~kmac_state() { wipe(&sponge); }

    void update(octets_in data) noexcept { sponge.absorb(data); }

    // Writes the tag. With `xof` its size is not part of the input.
    void finish(octets_out tag, bool xof) const noexcept {
        C copy = sponge;
        std::uint8_t end[4];
        const std::size_t n = right_encode(end, xof ? 0 : tag.size() * 8);
        auto reader = copy.absorb(octets_in(end, n)).reader();
        reader.squeeze(tag);
        wipe(&copy);
        wipe(&reader);
        forget();
    }

  private:
    // The bits of a key and of a tag are fewer than 2^24. Both return the number of bytes that they write.
    static std::size_t left_encode(std::uint8_t* out, std::size_t bits) noexcept {
        std::uint8_t digits[4];
        const std::size_t n = right_encode(digits, bits);
        out[0] = digits[n - 1];
        std::copy_n(digits, n - 1, out + 1);
        return n;
    }
    static std::size_t right_encode(std::uint8_t* out, std::size_t bits) noexcept {
        std::size_t n = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            const auto byte = static_cast<std::uint8_t>(bits >> shift);
            if (n == 0 && byte == 0 && shift != 0) continue;
            out[n] = byte;
            ++n;
        }
        out[n] = static_cast<std::uint8_t>(n);
        return n + 1;
    }
    // The kernels may have left a part of the state in registers and on the stack.
    static void forget() noexcept {
        forget_registers();
        forget_frames();
    }

    C sponge;
};

// HopMAC, RFC 9861 s.4. Its tags have any size; a shorter one is the beginning of a longer one.
template <class H>
class hopmac_state {
  public:
    static constexpr std::size_t shortest_key = 0, usual_size = H::usual_size, block_size = H::block_size;
    static constexpr bool takes_xof = false;

    hopmac_state(octets_in key, octets_in customization) noexcept : mac(key, customization) {}
    void update(octets_in data) noexcept { mac.update(data); }
    void finish(octets_out tag, bool) const noexcept { mac.tag_into(tag); }

  private:
    H mac;
};

// A MAC with a key, a customization string and a size of the tag.
template <class State>
struct customized_mac {
    struct context {
        explicit context(const provider& p) noexcept : owner(&p) {}

        const provider* owner;
        short_string key{}, customization{};
        bool has_key = false;
        int xof = 0;
        std::size_t size = State::usual_size;
        std::optional<State> keyed{};  // has absorbed nothing of the message
        std::optional<State> running{};
    };
    static context& at(void* c) noexcept { return *static_cast<context*>(c); }

    static void* make(void* owner) noexcept { return make_context<context>(*static_cast<const provider*>(owner)); }
    static void* duplicate(void* from) noexcept { return make_context<context>(at(from)); }

    static bool set_key(context& c, octets_in key) noexcept {
        if (key.size() < State::shortest_key || !c.key.assign(key)) return c.owner->fail(problem::key_size);
        c.has_key = true;
        c.keyed.reset();
        return true;
    }
    static int set(void* vc, const OSSL_PARAM params[]) noexcept {
        context& c = at(vc);
        if (params == nullptr) return 1;
        std::size_t size = c.size;
        if (!read(params, OSSL_MAC_PARAM_SIZE, size)) return c.owner->fail(problem::wrong_parameter);
        if (size > longest_tag) return c.owner->fail(problem::output_size);
        if (State::takes_xof && !read(params, OSSL_MAC_PARAM_XOF, c.xof))
            return c.owner->fail(problem::wrong_parameter);
        const found_bytes key = find_bytes(params, OSSL_MAC_PARAM_KEY);
        const found_bytes customization = find_bytes(params, OSSL_MAC_PARAM_CUSTOM);
        if (!key.good || !customization.good) return c.owner->fail(problem::wrong_parameter);
        if (key.there && !set_key(c, key.bytes)) return 0;
        if (customization.there) {
            if (!c.customization.assign(customization.bytes)) return c.owner->fail(problem::string_too_long);
            c.keyed.reset();
        }
        c.size = size;
        return 1;
    }
    static int begin(void* vc, const unsigned char* key, std::size_t n, const OSSL_PARAM params[]) noexcept {
        context& c = at(vc);
        if (set(vc, params) != 1) return 0;
        if (key != nullptr && !set_key(c, bytes_of(key, n))) return 0;
        if (!c.has_key) return c.owner->fail(problem::no_key);
        if (!c.keyed) c.keyed.emplace(c.key.bytes(), c.customization.bytes());
        c.running.reset();
        c.running.emplace(*c.keyed);
        return 1;
    }
    static int update(void* vc, const unsigned char* data, std::size_t n) noexcept {
        context& c = at(vc);
        if (!c.running) return c.owner->fail(problem::no_key);
        c.running->update(bytes_of(data, n));
        return 1;
    }
    static int finish(void* vc, unsigned char* tag, std::size_t* written, std::size_t room) noexcept {
        const context& c = at(vc);
        if (!c.running) return c.owner->fail(problem::no_key);
        if (room < c.size) return c.owner->fail(problem::output_size);
        c.running->finish(octets_out(tag, c.size), c.xof != 0);
        *written = c.size;
        return 1;
    }
    static int get(void* vc, OSSL_PARAM params[]) noexcept {
        return write(params, OSSL_MAC_PARAM_SIZE, at(vc).size) &&
               write(params, OSSL_MAC_PARAM_BLOCK_SIZE, State::block_size);
    }
    static const OSSL_PARAM* gettable(void*, void*) noexcept {
        static const OSSL_PARAM list[] = {OSSL_PARAM_size_t(OSSL_MAC_PARAM_SIZE, nullptr),
                                          OSSL_PARAM_size_t(OSSL_MAC_PARAM_BLOCK_SIZE, nullptr), OSSL_PARAM_END};
        return list;
    }
    static const OSSL_PARAM* settable(void*, void*) noexcept {
        static const OSSL_PARAM list[] = {OSSL_PARAM_size_t(OSSL_MAC_PARAM_SIZE, nullptr),
                                          OSSL_PARAM_octet_string(OSSL_MAC_PARAM_KEY, nullptr, 0),
                                          OSSL_PARAM_octet_string(OSSL_MAC_PARAM_CUSTOM, nullptr, 0),
                                          OSSL_PARAM_int(OSSL_MAC_PARAM_XOF, nullptr), OSSL_PARAM_END};
        return list;
    }
    static inline const OSSL_DISPATCH functions[] = {entry(OSSL_FUNC_MAC_NEWCTX, make),
                                                     entry(OSSL_FUNC_MAC_DUPCTX, duplicate),
                                                     entry(OSSL_FUNC_MAC_FREECTX, free_context<context>),
                                                     entry(OSSL_FUNC_MAC_INIT, begin),
                                                     entry(OSSL_FUNC_MAC_UPDATE, update),
                                                     entry(OSSL_FUNC_MAC_FINAL, finish),
                                                     entry(OSSL_FUNC_MAC_SET_CTX_PARAMS, set),
                                                     entry(OSSL_FUNC_MAC_SETTABLE_CTX_PARAMS, settable),
                                                     entry(OSSL_FUNC_MAC_GET_CTX_PARAMS, get),
                                                     entry(OSSL_FUNC_MAC_GETTABLE_CTX_PARAMS, gettable),
                                                     {0, nullptr}};
};

template <class State>
constexpr OSSL_ALGORITHM row(const char* names) noexcept {
    return {names, properties, customized_mac<State>::functions, names};
}

}  // namespace

const OSSL_ALGORITHM* macs() noexcept {
    static constexpr OSSL_ALGORITHM rows[] = {{"HMAC", properties, hmac_table, "HMAC"},
                                              row<kmac_state<cshake128>>("KMAC-128:KMAC128:2.16.840.1.101.3.4.2.19"),
                                              row<kmac_state<cshake256>>("KMAC-256:KMAC256:2.16.840.1.101.3.4.2.20"),
                                              row<hopmac_state<hopmac128>>("HOPMAC-128:HOPMAC128"),
                                              row<hopmac_state<hopmac256>>("HOPMAC-256:HOPMAC256"),
                                              {nullptr, nullptr, nullptr, nullptr}};
    return rows;
}

}  // namespace hashlane::openssl
