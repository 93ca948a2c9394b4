// SPDX-License-Identifier: Apache-2.0 OR MIT
// The functions that the class hashlane.spark.Native declares. Errors are exceptions of Java. The arguments come from the
// classes beside it, which check ranges and keep the objects of C++ alive.
#include <cstdlib>
#include <new>
#include <optional>

#include "aggregates.hpp"
#include "byte_buffer.hpp"
#include "java_arrays.hpp"
#include "key_file.hpp"

namespace hashlane::spark {
namespace {

using engine::failure;
using engine::longest_digest;

template <class T>
const T& object_at(jlong address) noexcept {
    return *reinterpret_cast<const T*>(address);
}

// Copies an object to the heap; gives its address, or 0, and an exception is pending.
template <class T>
jlong kept(JNIEnv* java, const T& object) noexcept {
    T* const made = new (std::nothrow) T(object);
    if (made == nullptr) fail_no_memory(java);
    return reinterpret_cast<jlong>(made);
}

// Writes the digest of a range.
void digest_range(JNIEnv* java, const any_digest& hash, const range& message, octets_out out) noexcept {
    std::optional<any_hash> state;
    if (message.size > piece_size) state = engine::in_pieces(hash);
    // The size of `out` is right, so that no call returns false.
    each_piece(java, message, [&](octets_in piece) {
        if (state)
            state->update(piece);
        else
            (void)hash.digest_into(piece, out);
    });
    if (state) (void)state->digest(out);
}

jbyteArray tag_of(JNIEnv* java, std::string_view algorithm, octets_in key, const range& message) noexcept {
    any_result<any_mac> mac = engine::find_mac(algorithm, key);
    if (!mac) {
        fail(java, mac.error());
        return nullptr;
    }
    each_piece(java, message, [&](octets_in piece) { mac->update(piece); });
    std::array<std::uint8_t, longest_digest> out;
    const octets_out tag = std::span(out).first(mac->tag_size());
    (void)mac->tag_into(tag);  // the size is right
    return array_of(java, tag);
}

// The keys of the file that HASHLANE_KEYS names. It is read once, at the first call.
struct keys_of_environment {
    engine::key_file keys;
    failure why;

    keys_of_environment() noexcept {
        const char* const path = std::getenv("HASHLANE_KEYS");
        if (path == nullptr)
            why = failure(any_problem::key_missing).add("no key file: set HASHLANE_KEYS");
        else
            why = keys.read(path);
    }
};

// Finds a key by name; false, and an exception is pending, when there is none.
bool find_key(JNIEnv* java, std::string_view name, engine::named_key& key) noexcept {
    static const keys_of_environment environment;
    failure why = environment.why;
    if (why.message().empty()) why = environment.keys.find(name, key);
    if (why.message().empty()) return true;
    fail(java, why);
    return false;
}

}  // namespace
}  // namespace hashlane::spark

using namespace hashlane;
using namespace hashlane::spark;

extern "C" {

// Returns the address of an any_digest, or 0 and an exception.
JNIEXPORT jlong JNICALL Java_hashlane_spark_Native_findHash(JNIEnv* java, jclass, jbyteArray name) {
    const any_result<any_digest> found = engine::find_hash(short_bytes(java, name).text());
    if (found) return kept(java, *found);
    fail(java, found.error());
    return 0;
}

// Returns the address of an any_hash that has absorbed nothing, for digestMany; 0 and an exception without memory.
JNIEXPORT jlong JNICALL Java_hashlane_spark_Native_startHash(JNIEnv* java, jclass, jlong hash) {
    return kept(java, engine::in_pieces(object_at<any_digest>(hash)));
}

// Returns the address of an any_hash that has absorbed a key, for digestMany; 0 and an exception.
JNIEXPORT jlong JNICALL Java_hashlane_spark_Native_startMac(JNIEnv* java, jclass, jbyteArray name, jbyteArray key) {
    const any_result<any_mac> found = engine::find_mac(short_bytes(java, name).text(), short_bytes(java, key).bytes());
    if (found) return kept(java, found->as_hash());
    fail(java, found.error());
    return 0;
}

// Ends what startHash or startMac has made, and zeroes the key in it.
JNIEXPORT void JNICALL Java_hashlane_spark_Native_end(JNIEnv*, jclass, jlong prefix) {
    delete reinterpret_cast<any_hash*>(prefix);
}

JNIEXPORT jint JNICALL Java_hashlane_spark_Native_digestSize(JNIEnv*, jclass, jlong hash) {
    return static_cast<jint>(object_at<any_digest>(hash).digest_size());
}

// Returns the size of the tags of what startMac has made.
JNIEXPORT jint JNICALL Java_hashlane_spark_Native_tagSize(JNIEnv*, jclass, jlong prefix) {
    return static_cast<jint>(object_at<any_hash>(prefix).output_size());
}

// Writes the digest of a range to the first bytes of `out`.
JNIEXPORT void JNICALL Java_hashlane_spark_Native_digest(JNIEnv* java, jclass, jlong address, jbyteArray array,
                                                         jint first, jint size, jbyteArray out) {
    const auto& hash = object_at<any_digest>(address);
    std::array<std::uint8_t, engine::longest_digest> digest;
    digest_range(java, hash, {array, first, size}, std::span(digest).first(hash.digest_size()));
    java->SetByteArrayRegion(out, 0, static_cast<jsize>(hash.digest_size()),
                             reinterpret_cast<const jbyte*>(digest.data()));
}

// Writes the digests or tags of `count` messages, one after the other, at `out`. `ends` has a number of 64 bits for each
// message: where it ends, counted from `messages`, where the first one begins.
JNIEXPORT void JNICALL Java_hashlane_spark_Native_digestMany(JNIEnv*, jclass, jlong prefix, jlong messages, jlong ends,
                                                             jint count, jlong out, jint width) {
    constexpr std::size_t most = 256;
    const auto* const first = reinterpret_cast<const std::uint8_t*>(messages);
    const auto* const end = reinterpret_cast<const std::int64_t*>(ends);
    auto* to = reinterpret_cast<std::uint8_t*>(out);
    std::array<octets_in, most> some;
    std::int64_t begin = 0;
    for (std::size_t done = 0, all = static_cast<std::size_t>(count); done < all;) {
        const std::size_t n = std::min(most, all - done);
        for (std::size_t i = 0; i < n; ++i) {
            some[i] = octets_in(first + begin, static_cast<std::size_t>(end[done + i] - begin));
            begin = end[done + i];
        }
        const octets_out digests(to, n * static_cast<std::size_t>(width));
        (void)digest_many(object_at<any_hash>(prefix), std::span(some).first(n), digests);  // their size is right
        to += digests.size();
        done += n;
    }
}

JNIEXPORT jbyteArray JNICALL Java_hashlane_spark_Native_xof(JNIEnv* java, jclass, jbyteArray name, jbyteArray array,
                                                            jint first, jint size, jlong length) {
    const any_result<any_digest> xof = engine::find_xof(short_bytes(java, name).text(), length);
    if (!xof) {
        fail(java, xof.error());
        return nullptr;
    }
    engine::byte_buffer out;
    if (out.extend(static_cast<std::size_t>(length) + 1) == nullptr) {
        fail_no_memory(java);
        return nullptr;
    }
    const octets_out output = out.bytes().first(static_cast<std::size_t>(length));
    digest_range(java, *xof, {array, first, size}, output);
    return array_of(java, output);
}

JNIEXPORT jbyteArray JNICALL Java_hashlane_spark_Native_mac(JNIEnv* java, jclass, jbyteArray name, jbyteArray key,
                                                            jbyteArray array, jint first, jint size) {
    return tag_of(java, short_bytes(java, name).text(), short_bytes(java, key).bytes(), {array, first, size});
}

JNIEXPORT jbyteArray JNICALL Java_hashlane_spark_Native_macNamed(JNIEnv* java, jclass, jbyteArray name,
                                                                 jbyteArray key_name, jbyteArray array, jint first,
                                                                 jint size) {
    engine::named_key key;
    if (!find_key(java, short_bytes(java, key_name).text(), key)) return nullptr;
    return tag_of(java, short_bytes(java, name).text(), key.view(), {array, first, size});
}

// Writes hashlane_set_agg of `size` bytes of digests to the first bytes of `out`.
JNIEXPORT void JNICALL Java_hashlane_spark_Native_setDigest(JNIEnv* java, jclass, jlong address, jbyteArray digests,
                                                            jint size, jbyteArray out) {
    const auto& hash = object_at<any_digest>(address);
    engine::set_digest set(hash, engine::set_digest::usual_limit);
    const auto width = static_cast<jint>(hash.digest_size());
    std::array<std::uint8_t, engine::longest_digest * 64> some;
    for (jint done = 0; done < size;) {
        const jint n = std::min(size - done, width * 64);
        copy(java, {digests, done, n}, some.data());
        set.add_digests(std::span(some).first(static_cast<std::size_t>(n)));
        done += n;
    }
    std::array<std::uint8_t, engine::longest_digest> digest;
    const bool complete = set.finish(std::span(digest).first(hash.digest_size()));
    if (!complete) return fail(java, set.problem());
    java->SetByteArrayRegion(out, 0, width, reinterpret_cast<const jbyte*>(digest.data()));
}

// Writes the root of the tree of RFC 9162 to the first bytes of `out`. The leaves stand one after the other; `ends` says
// where each ends.
JNIEXPORT void JNICALL Java_hashlane_spark_Native_merkleRoot(JNIEnv* java, jclass, jlong address, jbyteArray leaves,
                                                             jintArray ends, jbyteArray out) {
    const auto& hash = object_at<any_digest>(address);
    engine::merkle_root tree(hash);
    engine::byte_buffer leaf;
    jint begin = 0;
    for (jsize i = 0, count = java->GetArrayLength(ends); i < count; ++i) {
        jint end = 0;
        java->GetIntArrayRegion(ends, i, 1, &end);
        leaf.shorten(0);
        std::uint8_t* const to = leaf.extend(static_cast<std::size_t>(end - begin));
        if (!leaf.complete()) return fail_no_memory(java);
        if (end != begin) copy(java, {leaves, begin, end - begin}, to);
        tree.add(leaf.view());
        begin = end;
    }
    if (!tree.complete()) return fail_no_memory(java);
    std::array<std::uint8_t, engine::longest_digest> digest;
    tree.finish(std::span(digest).first(hash.digest_size()));
    java->SetByteArrayRegion(out, 0, static_cast<jsize>(hash.digest_size()),
                             reinterpret_cast<const jbyte*>(digest.data()));
}

JNIEXPORT jstring JNICALL Java_hashlane_spark_Native_version(JNIEnv* java, jclass) {
    return java->NewStringUTF(HASHLANE_VERSION);
}
}
