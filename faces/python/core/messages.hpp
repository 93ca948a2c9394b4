// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Many messages, in whichever form Python has them, as one range: see batch.hpp.

#include <cstring>

#include <hashlane/by_name/batch.hpp>
#include <hashlane/by_name/merkle.hpp>

#include "progress.hpp"

namespace hashlane_python {

class messages {
  public:
    static messages list(std::span<const octets> all) {
        messages m(form::list, all.size());
        m.listed = all.data();
        return m;
    }
    static messages rows(const std::uint8_t* first, std::size_t width, std::size_t n) {
        messages m(form::rows, n);
        m.bytes = first;
        m.width = width;
        return m;
    }
    // The elements of an array of NumPy of type S: `width` bytes for each, without the zero bytes that end it.
    static messages strings(const std::uint8_t* first, std::size_t width, std::size_t n) {
        messages m(form::strings, n);
        m.bytes = first;
        m.width = width;
        return m;
    }
    // Offsets that were checked: as many as messages and one more.
    static messages offsets(const std::uint8_t* first, const std::int32_t* all, std::size_t n) {
        messages m(form::offsets32, n);
        m.bytes = first;
        m.narrow = all;
        return m;
    }
    static messages offsets(const std::uint8_t* first, const std::int64_t* all, std::size_t n) {
        messages m(form::offsets64, n);
        m.bytes = first;
        m.wide = all;
        return m;
    }

    // Views of Arrow that were checked; nulls are empty messages.
    struct view_layout {
        static constexpr std::int32_t longest_inline = 12;
        static constexpr std::size_t bytes = 16;
        struct one {
            std::int32_t size, prefix, buffer, offset;
        };
        const std::uint8_t* first;
        const void* const* buffers;
        const std::uint8_t* present;  // a bit for each, or nullptr
        std::size_t from;

        bool is_null(std::size_t i) const {
            return present != nullptr && (present[(from + i) / 8] >> (from + i) % 8 & 1) == 0;
        }
        one at(std::size_t i) const {
            one view;
            std::memcpy(&view, first + (from + i) * bytes, bytes);
            return view;
        }
        octets operator[](std::size_t i) const {
            if (is_null(i)) return {};
            const one view = at(i);
            const auto size = static_cast<std::size_t>(view.size);
            if (view.size <= longest_inline) return {first + (from + i) * bytes + 4, size};
            return {static_cast<const std::uint8_t*>(buffers[view.buffer]) + view.offset, size};
        }
    };
    static messages views(const view_layout& all, std::size_t n) {
        messages m(form::views, n);
        m.viewed = all;
        return m;
    }

    std::size_t size() const { return count; }
    octets operator[](std::size_t i) const {
        switch (kind) {
        case form::list: return listed[i];
        case form::rows: return {bytes + i * width, width};
        case form::strings: return without_zeros(bytes + i * width);
        case form::views: return viewed[i];
        case form::offsets32: return between(narrow, i);
        default: return between(wide, i);
        }
    }

  private:
    enum class form : std::uint8_t { list, rows, strings, views, offsets32, offsets64 };

    messages(form f, std::size_t n) : kind(f), count(n) {}

    octets without_zeros(const std::uint8_t* element) const {
        std::size_t n = width;
        while (n != 0 && element[n - 1] == 0) --n;
        return {element, n};
    }

    template <class Offset>
    octets between(const Offset* offsets, std::size_t i) const {
        return {bytes + offsets[i], static_cast<std::size_t>(offsets[i + 1] - offsets[i])};
    }

    form kind;
    std::size_t count, width = 0;
    const std::uint8_t* bytes = nullptr;
    view_layout viewed{};
    const octets* listed = nullptr;
    const std::int32_t* narrow = nullptr;
    const std::int64_t* wide = nullptr;
};

// How they are digested: `width` bytes of each, after what `prefix` has taken in; or as the leaves of a tree.
struct many_digester {
    const hl::any_hash* prefix;
    std::size_t width;
    hl::threads wanted;
    const hl::any_tree* trees = nullptr;
    progress told{};               // how far a tree is
    mutable std::size_t done = 0;  // leaves that were told of

    // Releases the GIL. The size was checked. whole: no other messages follow. False with an exception of `told`.
    [[nodiscard]] bool run(const messages& all, output out, bool whole) const {
        if (told.wanted()) return in_pieces(all, out, whole ? trees->node_bytes(all.size()) / width : 0);
        without_gil([&] {
            (void)(trees == nullptr ? hl::digest_many(*prefix, all, out, wanted) : trees->leaves(all, out, wanted));
        });
        return true;
    }

  private:
    bool in_pieces(const messages& all, output out, std::size_t expected) const {
        for (std::size_t first = 0; first < all.size();) {
            std::size_t n = 0;
            without_gil([&] {
                n = hl::merkle_detail::piece_from(all, first);
                const hl::merkle_detail::slice<messages> piece{all, first, n};
                (void)trees->leaves(piece, out.subspan(first * width, n * width), wanted);
            });
            first += n;
            done += n;
            if (done != expected && !told.tell(done, expected)) return false;
        }
        return true;
    }
};

}  // namespace hashlane_python
