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

// The same for a message of so many bits. most: bytes of the largest object.
constexpr bool readable_bits(const void* p, std::uint64_t bits, std::uint64_t most = PTRDIFF_MAX) {
    return p != nullptr ? bits / 8 + (bits % 8 != 0) <= most : bits == 0;
}

// The same for n elements.
template <class T>
constexpr bool readable_array(const T* p, std::size_t n) {
    return p != nullptr ? n <= PTRDIFF_MAX / sizeof(T) : n == 0;
}

inline octets as_octets(const void* p, std::size_t n) { return {static_cast<const std::uint8_t*>(p), n}; }
inline output as_output(void* p, std::size_t n) { return {static_cast<std::uint8_t*>(p), n}; }

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

inline constexpr std::size_t longest_tag = 1024;      // bytes that are verified
inline constexpr std::size_t shortest_hmac = 80 / 8;  // RFC 2104 s.5: 80 bits, and half of the digest

// The size of the shortest tag that is verified, where the option shortest_tag is as given. Nothing when it is out of its
// range, or the algorithm has one digest alone.
inline std::optional<std::size_t> shortest_tag_of(const hashlane_info& a, const std::size_t* given) {
    if (given == nullptr) return a.digest_size;
    const bool any_length = a.any_length != 0;
    if (!any_length && a.kind != HASHLANE_KIND_MAC) return std::nullopt;
    const std::size_t least = any_length ? hl::shortest_tag : std::max(shortest_hmac, a.digest_size / 2);
    if (*given < least || *given > a.digest_size) return std::nullopt;
    return *given;
}

inline bool takes_key(const entry& e) { return (e.info.parameters & HASHLANE_TAKES_KEY) != 0; }

// Checks what options in C need besides hl::options_fit(): pointers that can be read, and a key exactly where one is taken.
inline int check(const entry& e, const hashlane_options& options) {
    if (!known(options)) return HASHLANE_ERROR_OPTION;
    if (!readable(options)) return HASHLANE_ERROR_NULL;
    return takes_key(e) == (options.key != nullptr) ? HASHLANE_OK : HASHLANE_ERROR_KEY;
}

// A hash that can be made, since everything was checked.
struct checked_hash {
    const hl::any_operations& operations;
    const hl::any_options& options;
    bool has_options;          // options were given
    std::size_t shortest_tag;  // that it verifies, in bytes

    hl::any_hash make() const { return hl::any_detail::hash_maker::make(operations, options); }
};

// It is a constant, because a compiler clears the 112 bytes of such an object with `rep stos`, which takes 3 to 5 ns.
inline constexpr hl::any_options nothing_given{};

// The functions of an algorithm with a state; nullptr where there is none.
inline const hl::any_operations* operations_of(const entry* e) { return e == nullptr ? nullptr : e->any(); }

// As with_checked_hash(), of options. It is a function of its own, so that those who give none do not pay for its memory.
template <class F>
HASHLANE_NOINLINE int with_options(const entry* e, const hashlane_options& given, F use) {
    const hl::any_operations* const operations = operations_of(e);
    if (operations == nullptr) return HASHLANE_ERROR_ALGORITHM;
    if (const int error = check(*e, given)) return error;
    const auto shortest_tag = shortest_tag_of(e->info, given.shortest_tag);
    const hl::any_options options = translate(given);
    if (!shortest_tag || !hl::options_fit(operations->info, options)) return HASHLANE_ERROR_OPTION;
    return use(checked_hash{*operations, options, true, *shortest_tag});
}

// Checks that there is a hash of algorithm n with those options. Returns use(checked_hash), or why there is none.
template <class F>
int with_checked_hash(hashlane_algorithm n, const hashlane_options* given, F use) {
    const entry* const e = find(n);
    if (given != nullptr) return with_options(e, *given, use);
    const hl::any_operations* const operations = operations_of(e);
    if (operations == nullptr) return HASHLANE_ERROR_ALGORITHM;
    if (!hl::options_fit(operations->info, nothing_given)) return HASHLANE_ERROR_KEY;
    return use(checked_hash{*operations, nothing_given, false, operations->info.digest_size});
}

// Makes a hash of algorithm n with those options. Returns use(hash), or why there is no such hash.
template <class F>
int with_fresh_hash(hashlane_algorithm n, const hashlane_options* given, F&& use) {
    return with_checked_hash(n, given, [&](const checked_hash& checked) -> int {
        hl::any_hash fresh = checked.make();
        return use(fresh);
    });
}

// A context holds an Object behind a mark that says so. Where contexts of one size hold objects of several types, each
// type has a number, and so a mark of its own.
template <class Object, class Context, int Number = 0>
struct context {
    static constexpr std::uint64_t mark = 0x68617368'6c616e65 ^ sizeof(Context) ^ std::uint64_t{Number} << 32;
    // It has a constructor, because g++ clears the whole of an aggregate before it makes what is inside.
    struct contents {
        template <class... Args>
        explicit contents(const Args&... args) : object(args...) {}

        std::uint64_t marked = mark;
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
        ::new (static_cast<void*>(c)) contents(args...);
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

// What is made first needs nothing to be kept beyond the call that makes `current`.
struct resettable_hash {
    explicit resettable_hash(const checked_hash& checked)
        : shortest_tag(checked.shortest_tag), current(checked.make()) {
        if (checked.has_options) fresh.emplace(current);
    }

    void reset() {
        if (fresh)
            current = *fresh;
        else
            current = hl::any_detail::hash_maker::make(current.functions(), nothing_given);
        last = {};
        imported = false;
    }

    std::size_t shortest_tag;           // that is verified, in bytes
    bool imported = false;              // its message may be nearly as long as the algorithm allows
    hl::partial_byte last{};            // the message has ended within this byte
    std::optional<hl::any_hash> fresh;  // as it began; none without options, since reset() can make it again
    hl::any_hash current;
};
using hash_context = context<resettable_hash, hashlane_hash>;
using reader_context = context<hl::any_reader, hashlane_reader>;

}  // namespace hashlane_c
