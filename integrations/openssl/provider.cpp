// SPDX-License-Identifier: Apache-2.0 OR MIT
// The entry point that OpenSSL calls when it loads hashlane.so (provider(7)). README.md is the manual.
#include "provider.hpp"

#include <cstdarg>
#include <cstdlib>

#include <hashlane/selftest.hpp>

#include "self_test.hpp"

namespace hashlane::openssl {
namespace {

// clang-format off
OSSL_ITEM text(problem what, const char* words) noexcept { return {static_cast<unsigned>(what), const_cast<char*>(words)}; }
// Where OpenSSL has the same error, the text is OpenSSL's, since programs may compare it.
const OSSL_ITEM texts[] = {
    text(problem::no_memory, "there is no memory"),
    text(problem::wrong_parameter, "a parameter has a wrong type or is out of range"),
    text(problem::string_too_long, "invalid custom length"),
    text(problem::wrong_function_name, "invalid function name"),
    text(problem::message_has_begun, "the message has begun: set this parameter before it"),
    text(problem::message_has_ended, "the output was given or has begun: EVP_DigestInit_ex2 begins another message"),
    text(problem::no_output_size, "the XOF has no output size: set xoflen or call EVP_DigestFinalXOF"),
    text(problem::no_squeeze, "the output depends on its size, so it is not read in pieces"),
    text(problem::elements_only, "TupleHash takes elements: set the parameter element for each"),
    text(problem::wrong_domain, "the domain separation byte is not in 1..127"),
    text(problem::wrong_block, "the block size of ParallelHash is 0"),
    text(problem::no_digest, "no digest is set"),
    text(problem::unknown_digest, "no loaded provider has this digest"),
    text(problem::digest_is_xof, "xof digests not allowed"),
    text(problem::no_key, "no key is set"),
    text(problem::key_size, "the key has a wrong size"),
    text(problem::output_size, "invalid output length"),
    text(problem::no_other_hmac, "TLS records with CBC need the HMAC of another provider, and none is loaded"),
    text(problem::no_password, "no password is set"),
    text(problem::no_salt, "no salt is set"),
    text(problem::wrong_mode, "HKDF has no such mode"),
    text(problem::below_limit, "key, salt or iterations are below the limits of SP 800-132"),
    text(problem::iterations, "invalid iteration count"),
    text(problem::nonce_missing, "no nonce is set, or it was used for the message before"),
    text(problem::nonce_size, "the nonce has a wrong size"),
    text(problem::tag_size, "the tag has a wrong size"),
    text(problem::tag_missing, "no tag is set"),
    text(problem::forged, "the tag is not that of this message"),
    text(problem::overlap, "text and ciphertext overlap in part"),
    text(problem::order, "the call does not fit here: associated data comes before the text"),
    text(problem::digest_failed, "the digest of another provider failed"),
    text(problem::self_test, "the self test found this module to be damaged"),
    {0, nullptr}};
// clang-format on
static_assert(std::size(texts) == static_cast<std::size_t>(problem::last) + 1, "each problem has a text");

void report(const provider& p, std::uint32_t reason, const char* format, ...) noexcept {
    std::va_list arguments;
    va_start(arguments, format);
    p.vset_error(p.handle, reason, format, arguments);
    va_end(arguments);
}

const provider& at(void* context) noexcept { return *static_cast<const provider*>(context); }

// Reports a problem of the start, before which OpenSSL does not know the texts. Returns 0.
int fail_at_start(const provider& p, problem what) noexcept {
    if (p.new_error == nullptr || p.vset_error == nullptr) return 0;
    p.new_error(p.handle);
    report(p, static_cast<std::uint32_t>(what), "%s",
           static_cast<const char*>(texts[static_cast<std::size_t>(what) - 1].ptr));
    return 0;
}

// Frees the child context before the module goes.
void teardown(void* context) noexcept {
    OSSL_LIB_CTX_free(at(context).library);
    free_context<provider>(context);
}

const OSSL_PARAM* gettable(void*) noexcept {
    static const OSSL_PARAM list[] = {OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_NAME, nullptr, 0),
                                      OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_VERSION, nullptr, 0),
                                      OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_BUILDINFO, nullptr, 0),
                                      OSSL_PARAM_int(OSSL_PROV_PARAM_STATUS, nullptr), OSSL_PARAM_END};
    return list;
}

bool write_text(OSSL_PARAM params[], const char* name, const char* value) noexcept {
    OSSL_PARAM* const p = OSSL_PARAM_locate(params, name);
    return p == nullptr || OSSL_PARAM_set_utf8_ptr(p, value) == 1;
}

int get(void*, OSSL_PARAM params[]) noexcept {
    OSSL_PARAM* const status = OSSL_PARAM_locate(params, OSSL_PROV_PARAM_STATUS);
    return write_text(params, OSSL_PROV_PARAM_NAME, "Hashlane") &&
           write_text(params, OSSL_PROV_PARAM_VERSION, HASHLANE_VERSION) &&
           write_text(params, OSSL_PROV_PARAM_BUILDINFO, HASHLANE_VERSION) &&
           (status == nullptr || OSSL_PARAM_set_int(status, 1) == 1);
}

const OSSL_ALGORITHM* query(void* context, int operation, int* no_cache) noexcept {
    *no_cache = 0;
    switch (operation) {
    case OSSL_OP_DIGEST: return digests(at(context).shake_has_size);
    case OSSL_OP_MAC: return macs();
    case OSSL_OP_KDF: return kdfs();
    case OSSL_OP_CIPHER: return ciphers();
    default: return nullptr;
    }
}

const OSSL_ITEM* reasons(void*) noexcept { return texts; }

// OSSL_PROVIDER_self_test: every kernel of every instruction set of the processor.
int whole_self_test(void* context) noexcept { return selftest() ? 1 : at(context).fail(problem::self_test); }

const OSSL_DISPATCH functions[] = {entry(OSSL_FUNC_PROVIDER_TEARDOWN, teardown),
                                   entry(OSSL_FUNC_PROVIDER_GETTABLE_PARAMS, gettable),
                                   entry(OSSL_FUNC_PROVIDER_GET_PARAMS, get),
                                   entry(OSSL_FUNC_PROVIDER_QUERY_OPERATION, query),
                                   entry(OSSL_FUNC_PROVIDER_GET_REASON_STRINGS, reasons),
                                   entry(OSSL_FUNC_PROVIDER_SELF_TEST, whole_self_test),
                                   {0, nullptr}};

// OpenSSL 3.4 took the output size of SHAKE away.
bool shake_has_size(const char* version) noexcept {
    char* end = nullptr;
    const unsigned long major = std::strtoul(version, &end, 10);
    const unsigned long minor = *end == '.' ? std::strtoul(end + 1, nullptr, 10) : 0;
    return major < 3 || (major == 3 && minor < 4);
}

int start(const OSSL_CORE_HANDLE* handle, const OSSL_DISPATCH* core, const OSSL_DISPATCH** out,
          void** context) noexcept {
    provider found{.handle = handle};
    OSSL_FUNC_core_get_params_fn* get_params = nullptr;
    for (const OSSL_DISPATCH* f = core; f->function_id != 0; ++f) {
        if (f->function_id == OSSL_FUNC_CORE_GET_PARAMS) get_params = OSSL_FUNC_core_get_params(f);
        if (f->function_id == OSSL_FUNC_CORE_NEW_ERROR) found.new_error = OSSL_FUNC_core_new_error(f);
        if (f->function_id == OSSL_FUNC_CORE_VSET_ERROR) found.vset_error = OSSL_FUNC_core_vset_error(f);
    }
    const char* version = nullptr;
    OSSL_PARAM params[] = {OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_CORE_VERSION, &version, 0), OSSL_PARAM_END};
    if (get_params == nullptr || get_params(handle, params) != 1 || version == nullptr) return 0;
    found.shake_has_size = shake_has_size(version);
    if (!short_self_test()) return fail_at_start(found, problem::self_test);
    found.library = OSSL_LIB_CTX_new_child(handle, core);
    if (found.library == nullptr) return fail_at_start(found, problem::no_memory);
    *context = make_context<provider>(found);
    if (*context == nullptr) {
        OSSL_LIB_CTX_free(found.library);
        return fail_at_start(found, problem::no_memory);
    }
    *out = functions;
    return 1;
}

}  // namespace

int provider::fail(problem what) const noexcept {
    if (new_error == nullptr || vset_error == nullptr) return 0;
    new_error(handle);
    report(*this, static_cast<std::uint32_t>(what), nullptr);
    return 0;
}

}  // namespace hashlane::openssl

extern "C" [[gnu::visibility("default")]] int OSSL_provider_init(const OSSL_CORE_HANDLE* handle,
                                                                 const OSSL_DISPATCH* core, const OSSL_DISPATCH** out,
                                                                 void** context) {
    return hashlane::openssl::start(handle, core, out, context);
}
