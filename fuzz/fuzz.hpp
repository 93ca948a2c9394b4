// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What the drivers share. What to do is read from the input too, so that every input is a test of its own.

#include <fuzzer/FuzzedDataProvider.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <hashlane/hashlane.hpp>
#include <span>
#include <string>
#include <vector>

namespace fuzz {

namespace hl = hashlane;
using bytes = std::vector<std::uint8_t>;
using view = std::span<const std::uint8_t>;
using input = FuzzedDataProvider;

inline void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "fuzz: broken: %s\n", what);
    std::abort();
}

inline void use_baseline() { require(hl::use_target("baseline"), "there is a baseline"); }

// All targets together, or one of them.
inline void use_some_target(input& in) {
    const auto names = hl::available_targets();
    const std::size_t n = in.ConsumeIntegralInRange<std::size_t>(0, names.size());
    require(hl::use_target(n == names.size() ? std::string_view() : names.begin()[n]), "a target can be chosen");
}

// One of the algorithms of the registry for which wanted() holds.
template <class F>
const hl::algorithm& choose(input& in, F&& wanted) {
    std::vector<const hl::algorithm*> all;
    for (const hl::algorithm& a : hl::algorithms())
        if (wanted(a)) all.push_back(&a);
    return *all[in.ConsumeIntegralInRange<std::size_t>(0, all.size() - 1)];
}

inline bytes some_bytes(input& in, std::size_t most) {
    return in.ConsumeBytes<std::uint8_t>(in.ConsumeIntegralInRange<std::size_t>(0, most));
}

// Up to `most` bytes, however short the input is.
inline bytes stretched_bytes(input& in, std::size_t most) {
    bytes out(in.ConsumeIntegralInRange<std::size_t>(0, most));
    std::uint64_t x = in.ConsumeIntegral<std::uint64_t>() | 1;
    for (auto& b : out) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        b = static_cast<std::uint8_t>(x);
    }
    const bytes start = some_bytes(in, 64);
    std::copy_n(start.begin(), std::min(start.size(), out.size()), out.begin());
    return out;
}

// A length of a piece: often round a block, sometimes nothing.
inline std::size_t piece_size(input& in, std::size_t left, std::size_t block) {
    const std::size_t around = std::min(left, block + 1);
    return in.ConsumeBool() ? in.ConsumeIntegralInRange<std::size_t>(0, left)
                            : around - in.ConsumeIntegralInRange<std::size_t>(0, std::min<std::size_t>(around, 2));
}

// Calls f with one piece after the other; what is left when the input has no more to say is the last one.
template <class B, class F>
void in_pieces(input& in, std::span<B> data, std::size_t block, F&& f) {
    while (in.remaining_bytes() > 0 && !data.empty()) {
        const std::size_t n = piece_size(in, data.size(), block);
        f(data.first(n));
        data = data.subspan(n);
    }
    f(data);
}

inline hl::any_result<hl::any_hash> make(const hl::algorithm& a, const hl::any_options& options) {
    auto made = hl::any_hash::create(a.name, options);
    require(made.has_value() == made.error().message().empty(), "an algorithm, or a reason why not");
    return made;
}

inline bytes digest_of(const hl::any_hash& h, std::size_t size) {
    bytes out(size);
    require(h.digest(out), "a digest of that size");
    return out;
}

inline std::size_t output_size(input& in, const hl::algorithm& a) {
    return a.any_length ? in.ConsumeIntegralInRange<std::size_t>(0, 3 * a.block_size + 1) : a.digest_size;
}

// The message whole, on the baseline; and in pieces, with copies and digests between them, on any target.
inline void pieces_agree(input& in, const hl::any_hash& fresh, const bytes& message, std::size_t block) {
    const std::size_t size = output_size(in, fresh.info());
    use_baseline();
    hl::any_hash whole = fresh;
    const bytes want = digest_of(whole.update(message), size);
    use_some_target(in);
    hl::any_hash h = fresh;
    const auto take = [&](view piece) {
        h.update(piece);
        if (piece.size() % 7 != 3) return;
        const hl::any_hash copy = h;
        (void)digest_of(copy, size);
        h = copy;
    };
    if (fresh.info().parameters & hl::parameter::elements)
        take(message);  // a piece would be an element
    else
        in_pieces(in, std::span(message), block, take);
    if (digest_of(h, size) == want) return;
    std::fprintf(stderr, "fuzz: %s, %zu bytes\n", std::string(fresh.info().name).c_str(), message.size());
    require(false, "pieces give what the whole gives, on every target");
}

// Options that fit the algorithm, but for now and then one that does not. They point into this.
struct random_options {
    bytes key, customization, function_name;
    hl::any_options options;

    random_options(input& in, const hl::algorithm& a) {
        namespace p = hl::parameter;
        const unsigned wrong = in.ConsumeProbability<float>() > 0.97f ? 1u << in.ConsumeIntegralInRange(0, 5) : 0;
        const unsigned takes = a.parameters ^ wrong;
        if (takes & p::key) options.key = key = some_bytes(in, 300);
        if (takes & p::customization) options.customization = customization = some_bytes(in, 400);
        if (takes & p::function_name) options.function_name = function_name = some_bytes(in, 200);
        if (takes & p::parallel_block) options.parallel_block = in.ConsumeIntegralInRange<std::size_t>(1, 3000);
        if (takes & p::domain) options.domain = in.ConsumeIntegralInRange<std::uint8_t>(0, 0x80);
    }
};

constexpr bool digesting(const hl::algorithm& a) { return a.kind != hl::kind::aead && a.kind != hl::kind::kdf; }

// Calls f.operator()<Row>() for the row of that name.
template <class F>
void with_row(std::string_view name, F&& f) {
    hl::registry::for_each([&]<class Row>(Row) {
        if (Row::type::name == name) f.template operator()<Row>();
    });
}

// The class of a row, made from options known at run time.
template <class Row>
class typed {
  public:
    explicit typed(const hl::any_options& options) { hl::any_adapter<Row>::create(storage, options); }
    typed(const typed&) = delete;
    typed& operator=(const typed&) = delete;
    ~typed() { (**this).~type(); }
    using type = typename Row::type;
    type& operator*() { return *std::launder(reinterpret_cast<type*>(storage)); }

  private:
    alignas(type) unsigned char storage[sizeof(type)];
};

}  // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
