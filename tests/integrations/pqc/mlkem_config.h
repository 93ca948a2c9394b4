/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* mlkem-native: ML-KEM-768, its arithmetic for this processor, FIPS 202 of Hashlane. */
#define MLK_CONFIG_PARAMETER_SET 768
#define MLK_CONFIG_NAMESPACE_PREFIX mlkem
#define MLK_CONFIG_FIPS202_CUSTOM_HEADER "hashlane_mlkem_native.h"
#define MLK_CONFIG_FIPS202X4_CUSTOM_HEADER "hashlane_mlkem_native.h"
#define MLK_CONFIG_CUSTOM_RANDOMBYTES
#if !defined(__ASSEMBLER__)
#include <stddef.h>
#include <stdint.h>

#include "schemes.h"
static inline int mlk_randombytes(void* out, size_t size) {
    draw(out, size);
    return 0;
}
#endif
#if defined(__x86_64__)
#define MLK_CONFIG_USE_NATIVE_BACKEND_ARITH
#define MLK_CONFIG_ARITH_BACKEND_FILE "native/x86_64/meta.h"
#define MLK_CONFIG_CUSTOM_CAPABILITY_FUNC
#if !defined(__ASSEMBLER__)
#include "sys.h"
static inline int mlk_sys_check_capability(mlk_sys_cap capability) {
    return capability == MLK_SYS_CAP_X86_64_AVX2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
}
#endif
#endif
