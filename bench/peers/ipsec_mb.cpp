// SPDX-License-Identifier: Apache-2.0 OR MIT
// intel-ipsec-mb: one message by the direct call, many by its multi-buffer jobs.
#include <intel-ipsec-mb.h>

#include "peer.hpp"

namespace {

IMB_MGR* manager() {
    static IMB_MGR* const mgr = [] {
        IMB_MGR* fresh = alloc_mb_mgr(0);
        init_mb_mgr_auto(fresh, nullptr);
        return fresh;
    }();
    return mgr;
}

void sha256(const std::uint8_t* in, std::size_t n, std::uint8_t* out, std::size_t) {
    IMB_SHA256(manager(), in, n, out);
}
void sha512(const std::uint8_t* in, std::size_t n, std::uint8_t* out, std::size_t) {
    IMB_SHA512(manager(), in, n, out);
}

template <IMB_HASH_ALG Algorithm>
void batch(const bench_work* w) {
    IMB_MGR* const mgr = manager();
    for (std::size_t i = 0; i < w->count; ++i) {
        IMB_JOB* const job = IMB_GET_NEXT_JOB(mgr);
        job->cipher_mode = IMB_CIPHER_NULL;
        job->cipher_direction = IMB_DIR_ENCRYPT;
        job->chain_order = IMB_ORDER_HASH_CIPHER;
        job->hash_alg = Algorithm;
        job->src = w->in + w->offsets[i];
        job->hash_start_src_offset_in_bytes = 0;
        job->msg_len_to_hash_in_bytes = w->offsets[i + 1] - w->offsets[i];
        job->auth_tag_output = w->out + i * w->out_size;
        job->auth_tag_output_len_in_bytes = w->out_size;
        IMB_SUBMIT_JOB_NOCHECK(mgr);
    }
    while (IMB_FLUSH_JOB(mgr) != nullptr) {}
}

// SHA-3 came with a later version than the one that Debian has; "-" is no workload.
template <class T>
constexpr bool has_sha3 = requires { T::IMB_AUTH_SHA3_256; };

template <class T>
void sha3_256(const bench_work* w) {
    if constexpr (has_sha3<T>) batch<T::IMB_AUTH_SHA3_256>(w);
}
template <class T>
void sha3_512(const bench_work* w) {
    if constexpr (has_sha3<T>) batch<T::IMB_AUTH_SHA3_512>(w);
}

constexpr const char* if_sha3(const char* workload) { return has_sha3<IMB_HASH_ALG> ? workload : "-"; }

const bench_entry entries[] = {
    {if_sha3("sha3-256"), "", sha3_256<IMB_HASH_ALG>, 0},
    {if_sha3("sha3-512"), "", sha3_512<IMB_HASH_ALG>, 0},
    {if_sha3("sha3-256 batch"), "", sha3_256<IMB_HASH_ALG>, 0},
    {"sha256", "", bench::each<sha256>, 0},
    {"sha512", "", bench::each<sha512>, 0},
    {"sha256 batch", "", batch<IMB_AUTH_SHA_256>, 0},
    {"sha512 batch", "", batch<IMB_AUTH_SHA_512>, 0},
};

}  // namespace

BENCH_PEER("ipsec-mb", IMB_VERSION_STR, entries);
