// SPDX-License-Identifier: Apache-2.0 OR MIT
// All of the crate's C++ in one unit, so that the kernels are compiled once. families.hpp comes first: it says which
// algorithms there are.

#include "families.hpp"

#include "algorithms.cpp"
#include "c/hashlane.cpp"
#include "states.cpp"

#if HASHLANE_CRATE_ASCON
#include "c/aead.cpp"
#endif
#if HASHLANE_CRATE_HMAC
#include "c/kdf.cpp"
#endif
#if HASHLANE_CRATE_MANY
#include "many.cpp"
#endif
#if HASHLANE_CRATE_MERKLE
#include "c/merkle.cpp"
#include "c/merkle_stream.cpp"
#endif
#if HASHLANE_CRATE_RANGES
#include "c/ranges.cpp"
#endif
#if HASHLANE_CRATE_TRANSCRIPT
#include "c/transcript.cpp"
#endif
