// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "java_arrays.hpp"

namespace hashlane::spark {
namespace {

void throw_new(JNIEnv* java, const char* type, const char* text) noexcept {
    const jclass found = java->FindClass(type);
    if (found != nullptr) java->ThrowNew(found, text);  // where there is no such class, that is the exception
}

}  // namespace

void fail(JNIEnv* java, const engine::failure& why) noexcept {
    engine::failure whole(any_problem::none);
    whole.add("hashlane: ").add(why.message());
    throw_new(java, "java/lang/IllegalArgumentException", whole.message().data());
}

void fail_no_memory(JNIEnv* java) noexcept { throw_new(java, "java/lang/OutOfMemoryError", "hashlane: out of memory"); }

jbyteArray array_of(JNIEnv* java, octets_in bytes) noexcept {
    const auto size = static_cast<jsize>(bytes.size());
    const jbyteArray made = java->NewByteArray(size);
    if (made != nullptr) java->SetByteArrayRegion(made, 0, size, reinterpret_cast<const jbyte*>(bytes.data()));
    return made;
}

}  // namespace hashlane::spark
