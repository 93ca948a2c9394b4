// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Digests of a fixed size and of any size as functions that OpenSSL calls (provider-digest(7)).

#include "params.hpp"

#include <optional>
#include <string_view>
#include <utility>

namespace hashlane::openssl {

// Functions that OpenSSL has since 3.3 and 3.5. Earlier versions ignore them.
inline constexpr int function_digest_squeeze = 14, function_digest_copyctx = 15;

// What is the same for all contexts of a digest. `name` is null for an XOF.
struct digest_facts {
    const char* name;
    std::size_t block_size, size;
    int xof;
};
int get_facts(const digest_facts& facts, OSSL_PARAM params[]) noexcept;
const OSSL_PARAM* gettable_facts(void* context) noexcept;

// A hash H, such as hl::sha256.
template <class H>
struct fixed_digest {
    static void* make(void*) noexcept { return make_context<H>(); }
    static void* duplicate(void* from) noexcept { return make_context<H>(*static_cast<const H*>(from)); }
    static void copy(void* to, void* from) noexcept { *static_cast<H*>(to) = *static_cast<const H*>(from); }
    static int begin(void* context, const OSSL_PARAM*) noexcept {
        ::new (context) H();
        return 1;
    }
    static int update(void* context, const unsigned char* data, std::size_t n) noexcept {
        static_cast<H*>(context)->update(bytes_of(data, n));
        return 1;
    }
    static int finish(void* context, unsigned char* out, std::size_t* written, std::size_t room) noexcept {
        if (room < H::digest_size) return 0;
        // The array is made in its place: a copy would load as vectors what was just stored as words, and wait.
        ::new (static_cast<void*>(out)) typename H::digest_type(static_cast<const H*>(context)->digest());
        *written = H::digest_size;
        return 1;
    }
    static int get(OSSL_PARAM params[]) noexcept {
        return get_facts({H::name.data(), H::block_size, H::digest_size, 0}, params);
    }
    static inline const OSSL_DISPATCH functions[] = {entry(OSSL_FUNC_DIGEST_NEWCTX, make),
                                                     entry(OSSL_FUNC_DIGEST_FREECTX, free_context<H>),
                                                     entry(OSSL_FUNC_DIGEST_DUPCTX, duplicate),
                                                     entry(function_digest_copyctx, copy),
                                                     entry(OSSL_FUNC_DIGEST_INIT, begin),
                                                     entry(OSSL_FUNC_DIGEST_UPDATE, update),
                                                     entry(OSSL_FUNC_DIGEST_FINAL, finish),
                                                     entry(OSSL_FUNC_DIGEST_GET_PARAMS, get),
                                                     entry(OSSL_FUNC_DIGEST_GETTABLE_PARAMS, gettable_facts),
                                                     {0, nullptr}};
};

// Each parameter of that name is an element of a tuple.
inline constexpr const char* element_parameter = "element";

// Where an XOF has no output size until one is set.
inline constexpr std::size_t no_size = SIZE_MAX;

// A digest of any size. Kind has
//   object                           the class of Hashlane
//   settings                         what is set before the message (settings.hpp)
//   usual                            the output size where none is set, or no_size
//   read(object, settings, out)      writes the output
//   elements                         true: the message is a tuple, whose elements are parameters
// and, where output can be read in pieces, reader(object, settings).
template <class Kind>
struct any_size_digest {
    using object = typename Kind::object;
    using settings = typename Kind::settings;
    static constexpr bool squeezes = requires(const object& o, const settings& s) { Kind::reader(o, s); };

    template <class K>
    struct reader_of {
        using type = std::nullopt_t*;
    };
    template <class K>
    requires requires(const object& o, const settings& s) { K::reader(o, s); }
    struct reader_of<K> {
        using type = decltype(K::reader(std::declval<const object&>(), std::declval<const settings&>()));
    };

    struct state {
        explicit state(const provider& p) noexcept : owner(&p) {}

        const provider* owner;
        settings set{};
        std::size_t size = Kind::usual;
        bool finished = false;                                      // the output was given as a whole
        std::optional<object> absorbing{};                          // made at the first byte of the message
        std::optional<typename reader_of<Kind>::type> squeezing{};  // made at the first squeeze

        object& begun() noexcept {
            if (!absorbing) absorbing.emplace(set.make());
            return *absorbing;
        }
        // Whether the message has not ended. False after an error was reported.
        bool takes_message() const noexcept {
            return (!finished && !squeezing) || owner->fail(problem::message_has_ended);
        }
    };
    static state& at(void* context) noexcept { return *static_cast<state*>(context); }

    static void* make(void* owner) noexcept { return make_context<state>(*static_cast<const provider*>(owner)); }
    static void* duplicate(void* from) noexcept { return make_context<state>(at(from)); }
    static void copy(void* to, void* from) noexcept { at(to) = at(from); }

    // A size stays where there is no usual one, as OpenSSL's SHAKE keeps it. Where there is one, it comes back:
    // EVP_DigestFinalXOF sets a size too, and EVP_DigestFinal of the next message would then write as many bytes.
    static int begin(void* context, const OSSL_PARAM params[]) noexcept {
        state& s = at(context);
        s.set = settings{};
        if (Kind::usual != no_size) s.size = Kind::usual;
        s.finished = false;
        s.absorbing.reset();
        s.squeezing.reset();
        return set(context, params);
    }
    static int update(void* context, const unsigned char* data, std::size_t n) noexcept {
        state& s = at(context);
        if constexpr (Kind::elements) {
            return s.owner->fail(problem::elements_only);
        } else {
            if (!s.takes_message()) return 0;
            if constexpr (requires { s.begun().absorb(octets_in{}); })
                s.begun().absorb(bytes_of(data, n));
            else
                s.begun().update(bytes_of(data, n));
            return 1;
        }
    }
    // Writes as many bytes as are set, as OpenSSL's SHAKE does. `room` does not limit them: OpenSSL 3.0 passes there the size
    // where none is set.
    static int finish(void* context, unsigned char* out, std::size_t* written, std::size_t room) noexcept {
        state& s = at(context);
        if (s.squeezing) return s.owner->fail(problem::message_has_ended);
        if (s.size == no_size) return s.owner->fail(problem::no_output_size);
        s.finished = true;
        if (room != 0) Kind::read(s.begun(), s.set, octets_out(out, s.size));
        *written = s.size;
        return 1;
    }
    static int squeeze(void* context, unsigned char* out, std::size_t* written, std::size_t n) noexcept {
        state& s = at(context);
        if constexpr (squeezes) {
            if (s.finished) return s.owner->fail(problem::message_has_ended);
            if (!s.squeezing) s.squeezing.emplace(Kind::reader(s.begun(), s.set));
            s.squeezing->squeeze(octets_out(out, n));
            if (written != nullptr) *written = n;
            return 1;
        } else {
            return s.owner->fail(problem::no_squeeze);
        }
    }

    // Reads `xoflen`, or `size`, which is the same for OpenSSL's SHAKE since 3.4.
    static bool read_size(state& s, const OSSL_PARAM params[]) noexcept {
        const bool other =
            s.owner->size_is_xoflen() && OSSL_PARAM_locate_const(params, OSSL_DIGEST_PARAM_XOFLEN) == nullptr;
        return read(params, other ? OSSL_DIGEST_PARAM_SIZE : OSSL_DIGEST_PARAM_XOFLEN, s.size);
    }
    static int set(void* context, const OSSL_PARAM params[]) noexcept {
        state& s = at(context);
        if (params == nullptr) return 1;
        if (!read_size(s, params)) return s.owner->fail(problem::wrong_parameter);
        settings wanted = s.set;
        bool changed = false;
        if (!wanted.read(*s.owner, params, changed)) return 0;
        if (changed && s.absorbing) return s.owner->fail(problem::message_has_begun);
        if (changed) s.set = wanted;
        if constexpr (Kind::elements)
            if (OSSL_PARAM_locate_const(params, element_parameter) != nullptr)
                return s.takes_message() && Kind::absorb_elements(*s.owner, s.begun(), params) == 1;
        return 1;
    }
    static int get_context(void* context, OSSL_PARAM params[]) noexcept {
        const std::size_t size = at(context).size;
        return write(params, OSSL_DIGEST_PARAM_XOFLEN, size) && write(params, OSSL_DIGEST_PARAM_SIZE, size);
    }
    static const OSSL_PARAM* gettable_context(void*, void*) noexcept {
        static const OSSL_PARAM list[] = {OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_XOFLEN, nullptr),
                                          OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_SIZE, nullptr), OSSL_PARAM_END};
        return list;
    }
    static const OSSL_PARAM* settable(void*, void* owner) noexcept {
        const bool size = static_cast<const provider*>(owner)->size_is_xoflen();
        return settings::settable + (size ? 0 : 1);
    }
    static int get(OSSL_PARAM params[]) noexcept {
        return get_facts({nullptr, object::block_size, Kind::usual == no_size ? 0 : Kind::usual, 1}, params);
    }

    static inline const OSSL_DISPATCH functions[] = {entry(OSSL_FUNC_DIGEST_NEWCTX, make),
                                                     entry(OSSL_FUNC_DIGEST_FREECTX, free_context<state>),
                                                     entry(OSSL_FUNC_DIGEST_DUPCTX, duplicate),
                                                     entry(function_digest_copyctx, copy),
                                                     entry(OSSL_FUNC_DIGEST_INIT, begin),
                                                     entry(OSSL_FUNC_DIGEST_UPDATE, update),
                                                     entry(OSSL_FUNC_DIGEST_FINAL, finish),
                                                     entry(function_digest_squeeze, squeeze),
                                                     entry(OSSL_FUNC_DIGEST_GET_PARAMS, get),
                                                     entry(OSSL_FUNC_DIGEST_GETTABLE_PARAMS, gettable_facts),
                                                     entry(OSSL_FUNC_DIGEST_SET_CTX_PARAMS, set),
                                                     entry(OSSL_FUNC_DIGEST_SETTABLE_CTX_PARAMS, settable),
                                                     entry(OSSL_FUNC_DIGEST_GET_CTX_PARAMS, get_context),
                                                     entry(OSSL_FUNC_DIGEST_GETTABLE_CTX_PARAMS, gettable_context),
                                                     {0, nullptr}};
};

}  // namespace hashlane::openssl
