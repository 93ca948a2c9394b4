/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The FIPS 202 back end of mlkem-native. In the configuration of mlkem-native:

       #define MLK_CONFIG_FIPS202_CUSTOM_HEADER "hashlane_mlkem_native.h"
       #define MLK_CONFIG_FIPS202X4_CUSTOM_HEADER "hashlane_mlkem_native.h" */
#ifndef HASHLANE_MLKEM_NATIVE_H
#define HASHLANE_MLKEM_NATIVE_H

#include "hashlane_pqc.h"

HASHLANE_PQC_SHAKE(mlk_shake128, 128)
HASHLANE_PQC_SHAKE_BLOCKS(mlk_shake128, 128)
HASHLANE_PQC_SHAKE_X4(mlk_shake128, 128)
HASHLANE_PQC_SHAKE_ONCE(mlk_shake256, 256)
HASHLANE_PQC_SHAKE_X4_ONCE(mlk_shake256, 256)
HASHLANE_PQC_SHA3_ONCE(mlk_sha3_256, 256)
HASHLANE_PQC_SHA3_ONCE(mlk_sha3_512, 512)

#endif
