// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// For c_face.cpp: contexts of hashlane.h in any phase, beside a model of what each of them holds.
#include <hashlane.h>
#include <hashlane_merkle.h>
#include <hashlane_transcript.h>

#include <cstring>
#include <memory>
#include <optional>

#include "fuzz.hpp"

namespace fuzz {

inline constexpr std::uint8_t untouched = 0xa5;

// Memory of an exact size; now and then a null pointer: with size 0, or although there is a size.
struct buffer {
    std::unique_ptr<std::uint8_t[]> memory;
    std::uint8_t* p = nullptr;
    std::size_t size = 0;

    explicit buffer(std::size_t n) : memory(new std::uint8_t[n]), p(memory.get()), size(n) {
        std::fill_n(p, n, untouched);
    }
    explicit buffer(view content) : buffer(content.size()) { std::ranges::copy(content, p); }
    buffer(input& in, view content) : buffer(content) { maybe_null(in); }
    buffer(input& in, std::size_t n) : buffer(n) { maybe_null(in); }

    void maybe_null(input& in) {
        if (in.ConsumeIntegralInRange(0, 40) == 0 || (size == 0 && in.ConsumeBool())) p = nullptr;
    }
    bool valid() const { return p != nullptr || size == 0; }
    view content() const { return {memory.get(), size}; }
    bool is_untouched() const {
        return std::ranges::all_of(content(), [](std::uint8_t b) { return b == untouched; });
    }
};

inline void well_formed(int error) {
    require(error <= 0 && error >= HASHLANE_ERROR_SELFTEST, "a code of hashlane.h");
    require(std::strlen(hashlane_strerror(error)) > 5, "with a sentence");
}

// HASHLANE_OK, or nothing was written.
inline bool done(int error, const buffer& out) {
    well_formed(error);
    if (error != HASHLANE_OK && error != HASHLANE_FORGED) require(out.is_untouched(), "a failed call writes nothing");
    return error == HASHLANE_OK;
}

inline hashlane_algorithm some_algorithm(input& in) {
    if (in.ConsumeIntegralInRange(0, 30) == 0) return in.ConsumeIntegral<int>();
    std::vector<hashlane_algorithm> all;
    for (int i = 1; i <= HASHLANE_LAST; ++i)
        if (hashlane_describe(i) != nullptr) all.push_back(i);
    return all[in.ConsumeIntegralInRange<std::size_t>(0, all.size() - 1)];
}

// Options that mostly fit. They keep what they point to.
struct options {
    bytes key, customization, function_name;
    std::size_t parallel_block = 0, shortest_tag = 0;
    std::uint8_t domain = 0;
    hashlane_options o = HASHLANE_OPTIONS;

    options(input& in, hashlane_algorithm a) {
        const hashlane_info* info = hashlane_describe(a);
        unsigned takes = info == nullptr ? in.ConsumeIntegral<std::uint8_t>() : info->parameters;
        if (in.ConsumeIntegralInRange(0, 20) == 0) takes ^= 1u << in.ConsumeIntegralInRange(0, 4);
        key = some_bytes(in, 40);
        customization = some_bytes(in, 300);
        function_name = some_bytes(in, 20);
        if ((takes & HASHLANE_TAKES_KEY) != 0) {
            o.key = key.empty() ? "" : static_cast<const void*>(key.data());
            o.key_size = key.size();
        }
        if ((takes & HASHLANE_TAKES_CUSTOMIZATION) != 0) {
            o.customization = customization.data();
            o.customization_size = customization.size();
        }
        if ((takes & HASHLANE_TAKES_FUNCTION_NAME) != 0) {
            o.function_name = function_name.data();
            o.function_name_size = function_name.size();
        }
        if ((takes & HASHLANE_TAKES_PARALLEL_BLOCK) != 0)
            o.parallel_block = given(in, parallel_block, std::size_t{300});
        if ((takes & HASHLANE_TAKES_DOMAIN) != 0) o.domain = given(in, domain, std::uint8_t{0x81});
    }
    // A number of the options, or now and then none.
    template <class T>
    static const T* given(input& in, T& number, T most) {
        if (in.ConsumeIntegralInRange(0, 5) == 0) return nullptr;
        number = in.ConsumeIntegralInRange<T>(0, most);
        return &number;
    }
    void ask_for_short_tags(input& in) { o.shortest_tag = given(in, shortest_tag, std::size_t{70}); }
    options(const options&) = delete;
    options& operator=(const options&) = delete;
};

// What a context should hold: the updates since init, or since an import that nobody knows the message of.
struct model {
    bool live = false, known = true, ended = false;
    hashlane_algorithm algorithm = 0;
    std::shared_ptr<const options> made_with;
    std::vector<bytes> updates;
    bytes last_bits;
    unsigned bits = 0;

    bytes message() const {
        bytes all;
        for (const bytes& u : updates) all.insert(all.end(), u.begin(), u.end());
        return all;
    }
};

struct exported {
    bytes state;
    model of;
};

class program {
  public:
    explicit program(input& from) : in(from) {
        for (auto& h : hashes) h = std::make_unique<hashlane_hash>();
        for (auto& r : readers) r = std::make_unique<hashlane_reader>();
        for (auto& h : hashes) hashlane_hash_wipe(h.get());
        for (auto& r : readers) hashlane_reader_wipe(r.get());
    }

    void run() {
        for (int i = 0; i < 60 && in.remaining_bytes() > 0; ++i) step();
        for (std::size_t i = 0; i < slots; ++i) digest(i, 0);
    }

  private:
    static constexpr std::size_t slots = 3;
    input& in;
    std::array<std::unique_ptr<hashlane_hash>, slots> hashes;
    std::array<model, slots> models;
    std::array<std::unique_ptr<hashlane_reader>, slots> readers;
    struct reading {
        bool live = false;
        model of;
        bytes read;
    };
    std::array<reading, slots> reads;
    std::vector<exported> states;

    std::size_t slot() { return in.ConsumeIntegralInRange<std::size_t>(0, slots - 1); }

    void step() {
        const std::size_t i = slot();
        switch (in.ConsumeIntegralInRange(0, 15)) {
        case 0:
        case 1: return init(i);
        case 2:
        case 3:
        case 4: return update(i);
        case 5: return update_bits(i);
        case 6:
        case 7: return digest(i, in.ConsumeIntegralInRange(-2, 2));
        case 8: return copy(i, slot());
        case 9: return reset(i);
        case 10: return wipe(i);
        case 11: return save(i);
        case 12: return load(i);
        case 13: return verify(i);
        case 14: return start_reader(i, slot());
        default: return read(i);
        }
    }

    void init(std::size_t i) {
        const hashlane_algorithm a = some_algorithm(in);
        const auto with = std::make_shared<options>(in, a);
        if (in.ConsumeIntegralInRange(0, 9) == 0) with->ask_for_short_tags(in);
        const bool none = in.ConsumeIntegralInRange(0, 10) == 0;
        const int error = hashlane_hash_init(hashes[i].get(), a, none ? nullptr : &with->o);
        well_formed(error);
        if (error != HASHLANE_OK) return;
        require(hashlane_hash_algorithm(hashes[i].get()) == a, "a context knows its algorithm");
        if (none) with->o = HASHLANE_OPTIONS;
        models[i] = {};
        models[i].live = true;
        models[i].algorithm = a;
        models[i].made_with = with;
    }

    void update(std::size_t i) {
        const bytes piece = in.ConsumeBool() ? some_bytes(in, 300) : stretched_bytes(in, 20'000);
        const buffer data(in, piece);
        const unsigned threads = in.ConsumeIntegralInRange(0u, 3u);
        const int error = threads == 0 ? hashlane_hash_update(hashes[i].get(), data.p, data.size)
                                       : hashlane_hash_update_threads(hashes[i].get(), data.p, data.size, threads);
        well_formed(error);
        require((error == HASHLANE_OK) == (models[i].live && !models[i].ended && data.valid()), "updates that fit");
        if (error == HASHLANE_OK) models[i].updates.push_back(piece);
    }

    void update_bits(std::size_t i) {
        const bytes piece = some_bytes(in, 40);
        const buffer data(in, piece);
        const std::uint64_t bits = in.ConsumeIntegralInRange<std::uint64_t>(0, 8 * piece.size());
        const int error = hashlane_hash_update_bits(hashes[i].get(), data.p, bits);
        well_formed(error);
        if (error != HASHLANE_OK) return;
        model& m = models[i];
        require(m.live && !m.ended && (data.p != nullptr || bits == 0), "updates in bits that fit");
        m.updates.emplace_back(piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(bits / 8));
        if (bits % 8 == 0) return;
        m.ended = true;
        m.last_bits = {piece[static_cast<std::size_t>(bits / 8)]};
        m.bits = static_cast<unsigned>(bits % 8);
    }

    // The digest of that message by other functions, or nothing if they refuse it.
    static std::optional<bytes> expected(const model& m, std::size_t size) {
        bytes out(size), whole = m.message();
        const hashlane_info* info = hashlane_describe(m.algorithm);
        int error = HASHLANE_OK;
        if ((info->parameters & HASHLANE_TAKES_ELEMENTS) != 0) {
            const auto h = std::make_unique<hashlane_hash>();
            error = hashlane_hash_init(h.get(), m.algorithm, &m.made_with->o);
            for (const bytes& element : m.updates)
                if (error == HASHLANE_OK) error = hashlane_hash_update(h.get(), element.data(), element.size());
            if (error == HASHLANE_OK) error = hashlane_hash_digest(h.get(), out.data(), size);
        } else if (m.ended) {
            const std::uint64_t bits = 8 * std::uint64_t{whole.size()} + m.bits;
            whole.push_back(m.last_bits[0]);
            error = hashlane_digest_bits(m.algorithm, &m.made_with->o, whole.data(), bits, out.data(), size);
        } else {
            error = hashlane_digest_with(m.algorithm, &m.made_with->o, whole.data(), whole.size(), out.data(), size);
        }
        if (error != HASHLANE_OK) return std::nullopt;
        return out;
    }

    std::size_t output_size(const model& m, int off) {
        const hashlane_info* info = hashlane_describe(m.algorithm);
        if (info == nullptr) return in.ConsumeIntegralInRange<std::size_t>(0, 70);
        const std::size_t usual = info->digest_size;
        return info->any_length ? in.ConsumeIntegralInRange<std::size_t>(0, 500)
                                : usual + static_cast<std::size_t>(off == 2 ? 1 : 0);
    }

    void digest(std::size_t i, int off) {
        const model& m = models[i];
        const buffer out(in, output_size(m, off));
        const bool good = done(hashlane_hash_digest(hashes[i].get(), out.p, out.size), out);
        require(!good || m.live, "a context that is not initialised gives no digest");
        if (!m.live || !m.known || !out.valid()) return;
        const auto want = expected(m, out.size);
        require(good == want.has_value(), "a digest in pieces where there is one at once");
        if (good) require(std::ranges::equal(out.content(), *want), "the digest of the message that was given");
    }

    void verify(std::size_t i) {
        const model& m = models[i];
        if (!m.live || !m.known) {
            const buffer tag(16);
            const int error = hashlane_hash_verify(hashes[i].get(), tag.p, tag.size);
            return require(m.live || error == HASHLANE_ERROR_STATE, "nothing is verified without a context");
        }
        const std::size_t size = output_size(m, 0);
        auto want = expected(m, size);
        if (!want) return;
        const bool forged = size != 0 && in.ConsumeBool();
        if (forged) {
            auto& b = (*want)[in.ConsumeIntegralInRange<std::size_t>(0, size - 1)];
            b = static_cast<std::uint8_t>(b ^ 1u << in.ConsumeIntegralInRange(0, 7));
        }
        const buffer tag(*want);
        const int error = hashlane_hash_verify(hashes[i].get(), tag.p, tag.size);
        well_formed(error);
        require(error != HASHLANE_OK || !forged, "a forged tag is refused");
        require(error != HASHLANE_FORGED || forged, "the right tag is not");
    }

    void copy(std::size_t to, std::size_t from) {
        const int error = hashlane_hash_copy(hashes[to].get(), hashes[from].get());
        require((error == HASHLANE_OK) == models[from].live, "what is initialised is copied");
        if (error == HASHLANE_OK && to != from) models[to] = model(models[from]);
    }

    void reset(std::size_t i) {
        const int error = hashlane_hash_reset(hashes[i].get());
        model& m = models[i];
        require((error == HASHLANE_OK) == m.live, "what is initialised is reset");
        if (error != HASHLANE_OK) return;
        m.updates.clear();
        m.known = true;
        m.ended = false;
    }

    void wipe(std::size_t i) {
        hashlane_hash_wipe(hashes[i].get());
        static const hashlane_hash zero{};
        require(std::memcmp(hashes[i].get(), &zero, sizeof zero) == 0, "what was wiped is zero");
        models[i] = {};
    }

    void save(std::size_t i) {
        const std::size_t size = hashlane_hash_state_size(hashes[i].get());
        const std::size_t asked = size + (in.ConsumeIntegralInRange(0, 10) == 0);
        const buffer out(in, asked);
        const bool good = done(hashlane_hash_export(hashes[i].get(), out.p, out.size), out);
        require(!good || (models[i].live && !models[i].ended && asked == size && size != 0), "states that may leave");
        if (good && states.size() < 8) states.push_back({bytes(out.content().begin(), out.content().end()), models[i]});
    }

    void load(std::size_t i) {
        if (states.empty()) return;
        const exported& e = states[in.ConsumeIntegralInRange<std::size_t>(0, states.size() - 1)];
        bytes state = e.state;
        const bool edited = in.ConsumeIntegralInRange(0, 3) == 0;
        if (edited) {
            auto& b = state[in.ConsumeIntegralInRange<std::size_t>(0, state.size() - 1)];
            b = static_cast<std::uint8_t>(b ^ 1u << in.ConsumeIntegralInRange(0, 7));
        }
        const buffer data(in, state);
        const int error = hashlane_hash_import(hashes[i].get(), data.p, data.size);
        well_formed(error);
        model& m = models[i];
        require(error != HASHLANE_OK || (m.live && !edited), "only a state that was exported comes back");
        if (error != HASHLANE_OK) return;
        require(m.algorithm == e.of.algorithm, "a state of the same algorithm");
        // options that are no part of the state are those of the context
        const auto with = m.made_with;
        const bool comparable =
            with->o.customization_size == 0 && with->o.function_name_size == 0 &&
            e.of.made_with->o.customization_size == 0 && e.of.made_with->o.function_name_size == 0 &&
            with->o.parallel_block == e.of.made_with->o.parallel_block && with->o.domain == e.of.made_with->o.domain;
        m = e.of;
        if (comparable) return;
        m.known = false;
        m.made_with = with;
    }

    void start_reader(std::size_t r, std::size_t i) {
        const int error = hashlane_reader_init(readers[r].get(), hashes[i].get());
        well_formed(error);
        require(error != HASHLANE_OK || models[i].live, "a reader of a context that is initialised");
        if (error == HASHLANE_OK) reads[r] = {true, models[i], {}};
    }

    void read(std::size_t r) {
        reading& mine = reads[r];
        if (in.ConsumeIntegralInRange(0, 5) == 0) {
            const std::size_t to = slot();
            const int error = hashlane_reader_copy(readers[to].get(), readers[r].get());
            require((error == HASHLANE_OK) == mine.live, "what is initialised is copied");
            if (error == HASHLANE_OK && to != r) reads[to] = reading(mine);
            return;
        }
        const buffer out(in, in.ConsumeIntegralInRange<std::size_t>(0, 500));
        const bool good = done(hashlane_reader_squeeze(readers[r].get(), out.p, out.size), out);
        require(good == (mine.live && out.valid()), "what is initialised is read");
        if (!good) return;
        mine.read.insert(mine.read.end(), out.content().begin(), out.content().end());
        if (!mine.of.known || mine.read.size() > 4000) return;
        const hashlane_info* info = hashlane_describe(mine.of.algorithm);
        const auto want = expected(mine.of, mine.read.size());
        // the tag of a mac of a fixed length depends on that length; a reader is that of the xof
        if (want && info->kind == HASHLANE_KIND_XOF) require(mine.read == *want, "a stream is one output in pieces");
    }
};

}  // namespace fuzz
