// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The bytes of export_state() are "HLS", the version 1, the length of the name, the name, the fields and a check. The
// check is the first 8 bytes of TurboSHAKE128 (D = 0x48) of all that precedes it. It finds damage; it is no signature.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fields.hpp"
#include "keccak_sponge.hpp"

namespace hashlane::inline HASHLANE_ABI {

// This part is the same for all constructions, so a library has its code once.
struct portable_frame {
    static constexpr std::uint8_t magic[4] = {'H', 'L', 'S', 1};
    static constexpr std::size_t check_size = 8;

    static constexpr std::size_t head_size(std::string_view name) { return sizeof magic + 1 + name.size(); }

    static constexpr void write_head(std::uint8_t* out, std::string_view name) {
        copy_bytes(out, magic, sizeof magic);
        out[sizeof magic] = static_cast<std::uint8_t>(name.size());
        copy_bytes(out + sizeof magic + 1, name.data(), name.size());
    }

    // The sponge is a template parameter, so that a unit that exports nothing does not compile the permutation.
    template <class Check = keccak_sponge<168, 0x48, 12>>
    HASHLANE_SMALL static constexpr void write_check(std::uint8_t* out, const std::uint8_t* p, std::size_t n) {
        Check check;
        check.absorb(p, n);
        check.finish();
        check.squeeze(out, check_size);
    }

    static constexpr bool same(const std::uint8_t* a, const std::uint8_t* b, std::size_t n) {
        for (std::size_t i = 0; i < n; ++i)
            if (a[i] != b[i]) return false;
        return true;
    }
};

template <class C>
struct portable_state : portable_frame {
    static constexpr std::size_t size(std::string_view name) {
        field_counter counter;
        C{}.fields(counter);
        return head_size(name) + counter.size + check_size;
    }

    HASHLANE_SMALL static constexpr void write(std::uint8_t* out, std::string_view name, const C& construction) {
        write_head(out, name);
        C copy = construction;
        field_writer writer{out + head_size(name)};
        copy.fields(writer);
        write_check(writer.p, out, size(name) - check_size);
    }

    // Reads the size(name) bytes at p into `construction`. Returns false if they are not a state of this name, or are
    // damaged; `construction` then has no meaning.
    template <class B>
    HASHLANE_SMALL static constexpr bool read(const B* p, std::string_view name, C& construction) {
        std::uint8_t bytes[size_limit] = {}, head[size_limit] = {}, check[check_size] = {};
        const std::size_t checked = size(name) - check_size;
        copy_bytes(bytes, p, checked + check_size);
        write_head(head, name);
        write_check(check, bytes, checked);
        if (!same(bytes, head, head_size(name)) || !same(bytes + checked, check, check_size)) return false;
        field_reader reader{bytes + head_size(name)};
        construction.fields(reader);
        return reader.valid;
    }

  private:
    static constexpr std::size_t size_limit = size(std::string_view()) + 32;  // no name has more than 32 bytes
};

}  // namespace hashlane::inline HASHLANE_ABI
