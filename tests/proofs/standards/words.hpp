// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What the transcriptions of the standards need of a word: a number, or a symbol. Nothing of the library stands behind
// these files, no constant and no table; where a standard says how its constants come about, they come about that way.

#include <cstddef>
#include <cstdint>

namespace standards {

template <class T>
T ROTL(T x, int n, int w) {
    return n % w == 0 ? x : (x << n % w) | (x >> (w - n % w));
}

template <class T>
T ROTR(T x, int n, int w) {
    return ROTL(x, w - n % w, w);
}

}  // namespace standards
