// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What is inside the opaque contexts of hashlane.h, and how arguments from C are checked.

#include "algorithms.hpp"

#include <algorithm>
#include <new>
#include <optional>

namespace hashlane_c {

// Can n bytes be at p? No object has more than PTRDIFF_MAX bytes: such a size is an error code that was taken for one, or
// a difference below zero.
constexpr bool readable(const void* p, std::size_t n) { return p != nullptr ? n <= PTRDIFF_MAX : n == 0; }

// The same for n elements.
template <class T>
constexpr bool readable_array(const T* p, std::size_t n) {
    return p != nullptr ? n <= PTRDIFF_MAX / sizeof(T) : n == 0;
}

inline octets as_octets(const void* p, std::size_t n) { return {static_cast<const std::uint8_t*>(p), n}; }
inline output as_output(void* p, std::size_t n) { return {static_cast<std::uint8_t*>(p), n}; }

inline constexpr hashlane_options no_options = HASHLANE_OPTIONS;

inline bool readable(const hashlane_options& o) {
    return readable(o.key, o.key_size) && readable(o.customization, o.customization_size) &&
           readable(o.function_name, o.function_name_size);
}

inline hl::any_options translate(const hashlane_options& o) {
    hl::any_options options;
    if (o.key != nullptr) options.key = as_octets(o.key, o.key_size);
    if (o.customization_size != 0) options.customization = as_octets(o.customization, o.customization_size);
    if (o.function_name_size != 0) options.function_name = as_octets(o.function_name, o.function_name_size);
    if (o.parallel_block != nullptr) options.parallel_block = *o.parallel_block;
    if (o.domain != nullptr) options.domain = *o.domain;
    return options;
}

// A program may know fields that this version does not have: it must have left them out.
inline bool known(const hashlane_options& o) {
    if (o.struct_size < sizeof o) return false;
    const octets later = as_octets(&o, o.struct_size).subspan(sizeof o);
    return std::ranges::all_of(later, [](std::uint8_t byte) { return byte == 0; });
}

struct tag_sizes {
    std::size_t least, most;  // bytes
    bool hold(std::size_t n) const { return n >= least && n <= most; }
};

inline constexpr std::size_t longest_tag = 1024;      // bytes that are verified
inline constexpr std::size_t shortest_hmac = 80 / 8;  // RFC 2104 s.5: 80 bits, and half of the digest

// The sizes of tags that are verified, where the option shortest_tag is as given. Nothing when it is out of its range, or
// the algorithm has one digest alone.
inline std::optional<tag_sizes> sizes_of_tags(const hashlane_info& a, const std::size_t* shortest) {
    const bool any_length = a.any_length != 0;
    const std::size_t most = any_length ? longest_tag : a.digest_size;
    if (shortest == nullptr) return tag_sizes{a.digest_size, most};
    if (!any_length && a.kind != HASHLANE_KIND_MAC) return std::nullopt;
    const std::size_t least = any_length ? hl::shortest_tag : std::max(shortest_hmac, a.digest_size / 2);
    if (*shortest < least || *shortest > a.digest_size) return std::nullopt;
    return tag_sizes{*shortest, most};
}

inline bool takes_key(const entry& e) { return (e.info.parameters & HASHLANE_TAKES_KEY) != 0; }

// Checks what a state in C needs besides hl::options_fit(): an algorithm with a state, options and pointers that can be
// read, a key exactly where one is taken, and sizes of tags in their range.
inline int check(const entry* e, const hashlane_options& options) {
    if (e == nullptr || e->any() == nullptr) return HASHLANE_ERROR_ALGORITHM;
    if (!known(options)) return HASHLANE_ERROR_OPTION;
    if (!readable(options)) return HASHLANE_ERROR_NULL;
    if (takes_key(*e) != (options.key != nullptr)) return HASHLANE_ERROR_KEY;
    return sizes_of_tags(e->info, options.shortest_tag) ? HASHLANE_OK : HASHLANE_ERROR_OPTION;
}

// Makes a hash of algorithm n with those options. Returns use(hash), or why there is no such hash.
template <class F>
int with_fresh_hash(hashlane_algorithm n, const hashlane_options* given, F&& use) {
    const hashlane_options& options = given == nullptr ? no_options : *given;
    const entry* e = find(n);
    if (const int error = check(e, options)) return error;
    auto fresh = hl::any_hash::create(*e->any(), translate(options));
    return fresh ? use(*fresh) : HASHLANE_ERROR_OPTION;
}

// A context holds an Object behind a mark that says so. Where contexts of one size hold objects of several types, each
// type has a number, and so a mark of its own.
template <class Object, class Context, int Number = 0>
struct context {
    static constexpr std::uint64_t mark = 0x68617368'6c616e65 ^ sizeof(Context) ^ std::uint64_t{Number} << 32;
    struct contents {
        std::uint64_t marked;
        Object object;
    };
    static_assert(sizeof(contents) <= sizeof(Context) && alignof(contents) <= alignof(Context),
                  "the type of C is smaller than the object of C++ and its mark of 8 bytes");

    // nullptr unless it was initialised and not wiped.
    template <class C>
    static auto* open(C* c) {
        using K = std::conditional_t<std::is_const_v<C>, const contents, contents>;
        K* k = c == nullptr || c->opaque[0] != mark ? nullptr : std::launder(reinterpret_cast<K*>(c));
        return k == nullptr ? nullptr : &k->object;
    }
    template <class... Args>
    static void fill(Context* c, const Args&... args) {
        ::new (static_cast<void*>(c)) contents{mark, Object(args...)};
    }

    static int copy(Context* to, const Context* from) {
        const Object* object = open(from);
        if (to == nullptr || object == nullptr) return to == nullptr ? HASHLANE_ERROR_NULL : HASHLANE_ERROR_STATE;
        if (to != from) fill(to, *object);
        return HASHLANE_OK;
    }
    static void wipe(Context* c) {
        if (c != nullptr) hl::wipe(c);
    }
};

struct resettable_hash {
    resettable_hash(const hl::any_hash& made, tag_sizes verified) : current(made), fresh(made), tags(verified) {}

    hl::any_hash current, fresh;
    hl::partial_byte last{};  // the message has ended within this byte
    tag_sizes tags;           // that are verified
};
using hash_context = context<resettable_hash, hashlane_hash>;
using reader_context = context<hl::any_reader, hashlane_reader>;

}  // namespace hashlane_c
