/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* mldsa-native: ML-DSA-65, its arithmetic for this processor, FIPS 202 of Hashlane. */
#define MLD_CONFIG_PARAMETER_SET 65
#define MLD_CONFIG_NAMESPACE_PREFIX mldsa
#define MLD_CONFIG_FIPS202_CUSTOM_HEADER "hashlane_mldsa_native.h"
#define MLD_CONFIG_FIPS202X4_CUSTOM_HEADER "hashlane_mldsa_native.h"
#define MLD_CONFIG_CUSTOM_RANDOMBYTES
#if !defined(__ASSEMBLER__)
#include <stddef.h>
#include <stdint.h>

#include "schemes.h"
static inline int mld_randombytes(void* out, size_t size) {
    draw(out, size);
    return 0;
}
#endif
#if defined(__x86_64__)
#define MLD_CONFIG_USE_NATIVE_BACKEND_ARITH
#define MLD_CONFIG_ARITH_BACKEND_FILE "native/x86_64/meta.h"
#define MLD_CONFIG_CUSTOM_CAPABILITY_FUNC
#if !defined(__ASSEMBLER__)
#include "sys.h"
static inline int mld_sys_check_capability(mld_sys_cap capability) {
    return capability == MLD_SYS_CAP_X86_64_AVX2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
}
#endif
#endif
