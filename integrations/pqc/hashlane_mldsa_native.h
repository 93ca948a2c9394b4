/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The FIPS 202 back end of mldsa-native. In the configuration of mldsa-native:

       #define MLD_CONFIG_FIPS202_CUSTOM_HEADER "hashlane_mldsa_native.h"
       #define MLD_CONFIG_FIPS202X4_CUSTOM_HEADER "hashlane_mldsa_native.h" */
#ifndef HASHLANE_MLDSA_NATIVE_H
#define HASHLANE_MLDSA_NATIVE_H

#include "hashlane_pqc.h"

HASHLANE_PQC_SHAKE(mld_shake128, 128)
HASHLANE_PQC_SHAKE_BLOCKS(mld_shake128, 128)
HASHLANE_PQC_SHAKE_X4(mld_shake128, 128)
HASHLANE_PQC_SHAKE(mld_shake256, 256)
HASHLANE_PQC_SHAKE_BLOCKS(mld_shake256, 256)
HASHLANE_PQC_SHAKE_ONCE(mld_shake256, 256)
HASHLANE_PQC_SHAKE_X4(mld_shake256, 256)
HASHLANE_PQC_SHAKE_X4_ONCE(mld_shake256, 256)
HASHLANE_PQC_SHA3_ONCE(mld_sha3_256, 256)
HASHLANE_PQC_SHA3_ONCE(mld_sha3_512, 512)

#endif
