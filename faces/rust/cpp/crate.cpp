// SPDX-License-Identifier: Apache-2.0 OR MIT
// All of the crate's C++ in one unit, so that the kernels are compiled once.

#include "c/aead.cpp"
#include "c/algorithms.cpp"
#include "c/hashlane.cpp"
#include "c/kdf.cpp"
#include "states.cpp"

// Rust has them with std alone, since they give vectors.
#if HASHLANE_HOSTED
#include "c/merkle.cpp"
#include "c/merkle_stream.cpp"
#include "c/ranges.cpp"
#include "c/transcript.cpp"
#endif
