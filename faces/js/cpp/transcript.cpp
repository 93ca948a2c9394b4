// SPDX-License-Identifier: Apache-2.0 OR MIT
// The functions that the module of transcripts exports: the sponge of a suite. src/transcript.js has the messages of a
// proof. JavaScript owns the memory and checks sizes before it calls. A suite is a number from 0 on.

#include <algorithm>
#include <array>
#include <new>

#include <hashlane/transcript.hpp>

namespace hl = hashlane;

// Exports a function under its own name.
#define HASHLANE_JS_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace {

// The functions of a suite. hl::any_duplex also searches for proofs of work, which makes the module 14 KB larger.
struct suite_functions {
    std::string_view name;
    void (*session)(hl::octets_in tag, hl::session_id& id);
    void (*init)(void* state, const hl::session_id& id);
    void (*absorb)(void* state, hl::octets_in data);
    void (*squeeze)(void* state, hl::octets_out out);
};

template <class D>
constexpr suite_functions functions_of() {
    static_assert(std::is_trivially_copyable_v<D>, "JavaScript copies sponges as bytes");
    static_assert(alignof(D) <= 8);
    return {
        .name = D::suite(),
        .session = [](hl::octets_in tag, hl::session_id& id) { id = hl::derive_session_id<D>(tag); },
        .init = [](void* state, const hl::session_id& id) { ::new (state) D(id); },
        .absorb = [](void* state, hl::octets_in data) { static_cast<D*>(state)->absorb(data.data(), data.size()); },
        .squeeze = [](void* state, hl::octets_out out) { static_cast<D*>(state)->squeeze(out.data(), out.size()); }};
}

consteval std::size_t count_suites() {
    std::size_t n = 0;
    hl::for_each_suite([&]<class D>() { ++n; });
    return n;
}
consteval std::size_t largest_state() {
    std::size_t n = 0;
    hl::for_each_suite([&]<class D>() { n = std::max(n, sizeof(D)); });
    return n;
}

constexpr std::array<suite_functions, count_suites()> suites = [] {
    std::array<suite_functions, count_suites()> all{};
    std::size_t n = 0;
    hl::for_each_suite([&]<class D>() { all[n++] = functions_of<D>(); });
    return all;
}();

}  // namespace

// The size of the largest sponge in bytes. A sponge is aligned to 8.
HASHLANE_JS_EXPORT(hashlane_state_size) std::size_t hashlane_state_size() { return largest_state(); }

// How many suites there are; the name of one, and its size.
HASHLANE_JS_EXPORT(hashlane_count) std::size_t hashlane_count() { return suites.size(); }
HASHLANE_JS_EXPORT(hashlane_name) const char* hashlane_name(std::size_t i) { return suites[i].name.data(); }
HASHLANE_JS_EXPORT(hashlane_name_size) std::size_t hashlane_name_size(std::size_t i) { return suites[i].name.size(); }

// Writes the session of a tag, 32 bytes, to `session`.
HASHLANE_JS_EXPORT(hashlane_session)
void hashlane_session(std::size_t i, const std::uint8_t* tag, std::size_t n, std::uint8_t* session) {
    hl::session_id id{};
    suites[i].session({tag, n}, id);
    hl::copy_bytes(session, id.bytes.data(), id.bytes.size());
}

// Makes a sponge at `state` that has absorbed the session of 32 bytes.
HASHLANE_JS_EXPORT(hashlane_init) void hashlane_init(std::size_t i, void* state, const std::uint8_t* session) {
    hl::session_id id{};
    hl::copy_bytes(id.bytes.data(), session, id.bytes.size());
    suites[i].init(state, id);
}

HASHLANE_JS_EXPORT(hashlane_absorb)
void hashlane_absorb(std::size_t i, void* state, const std::uint8_t* p, std::size_t n) {
    suites[i].absorb(state, {p, n});
}
HASHLANE_JS_EXPORT(hashlane_squeeze)
void hashlane_squeeze(std::size_t i, void* state, std::uint8_t* p, std::size_t n) { suites[i].squeeze(state, {p, n}); }
