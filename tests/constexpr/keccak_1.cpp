// SPDX-License-Identifier: Apache-2.0 OR MIT
// Written by generate.py from tests/data (see its README for the origin of each vector).
#include <hashlane/sha3.hpp>

#include "constant.hpp"

using namespace constant;

// clang-format off
static_assert(digest_is<hl::keccak224>("", "f71837502ba8e10837bdd8d365adb85591895602fc552b48b7390abd"));
static_assert(digest_is<hl::keccak256>("cc", "eead6dbfc7340a56caedc044696a168870549a6a7f6f56961e84a54bd9970b8a"));
static_assert(digest_is<hl::keccak384>("", "2c23146a63a29acf99e73b88f8c24eaa7dc60aa771780ccc006afbfa8fe2479b2dd2b21362337441ac12b515911957ff"));
static_assert(digest_is<hl::keccak_256>("", "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"));
static_assert(digest_is<hl::keccak_256>("eebcc18057252cbf3f9c070f1a73213356d5d4bc19ac2a411ec8cdeee7a571e2e20eaf61fd0c33a0ffeb297ddb77a97f0a415347db66bcaf", "959fe007b57c2947c36d1d66cc0808d80db7df45d68a34852b70d2dda192c25c"));
static_assert(digest_is<hl::keccak_256>("f690a132ab46b28edfa6479283d6444e371c6459108afd9c35dbd235e0b6b6ff4c4ea58e7554bd002460433b2164ca51e868f7947d7d7a0d792e4abf0be5f450853cc40d85485b2b8857ea31b5ea6e4ccfa2f3a7ef3380066d7d8979fdac618aad3d7e886dea4f005ae4ad05e5065f", "2b4f8f9ef7d6ed60bb4881e635e0f887a51b0c1a42bab077976b43d2c715e11a"));
static_assert(output_is<hl::shake128>("", "7f9c2ba4e88f827d616045507605853e"));
static_assert(output_is<hl::shake128>("7117a23fa001bf90eaa783654d1f79a854d924613a2e43e5533c5249a8f2541de167d05769701a8ecc71d3696473b3563477867f140a75fa0f1a873f", "485fd3fa3352fcef48a6b158429049fe"));
static_assert(output_is<hl::shake128>("7ad0280104c1ec381f77f3e512eede76a59fd0d33446233f01e85a7fce15573fac6bcfb10e5bfa7721308fc3604cefbd63b5a025f7d1fe39746e2dd94b0552e9df4003f796b9fc1d2f05132956f16efc750bf330ce6500fec7955c5e84006e6fbb59ad1ac46458f2f000675f1c64c1fc86a9af3ddf8991", "eeb8c3255db1bbc8ff19dd1d2166aee0"));
static_assert(output_is<hl::shake128>("84e950051876050dc851fbd99e6247b8", "8599bd89f63a848c49ca593ec37a12c6"));
static_assert(output_is<hl::shake128>("aa369a4009f21fcc54815d8fd9cb2f45", "5aa0fdcf526ede4bc11e36c0128dbbcb5893ebf945b9db"));
static_assert(output_is<hl::shake256>("", "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f"));
static_assert(output_is<hl::shake256>("ee6e76733108bd9eee50a3f0294de4c71672f6507e728ffa6356672be7cc3f316ac2227bf333eb09d141072182857c44d3a32a6049215147c0795460", "f003a55f08375672cfa5952098f9a997b3704d5b54a81dc1f0349850206c5832"));
static_assert(output_is<hl::shake256>("45900982a016edaecbc7861f03ba1e440e6ecb2cce0aa0eb15e9243ebb550372ee930481ca213b7f293b8034bda3200b5ca2d22b9a4aece39dffd64b2d36bf280b7b901184b91ed045b6a40b71dd7024f140dc5d0cdd80403720a63e2eaafe9643519478f668fe6ac740daec48ee7857764fd30b494ac6", "33b1772fa13c407f3ccae548dc79710c51c9c04e18704060a26659299bcc3562"));
static_assert(output_is<hl::shake256>("c61a9188812ae73994bc0d6d4021e31bf124dc72669749111232da7ac29e61c4", "23ce"));
static_assert(output_is<hl::shake256>("afc9ef4e2e46c719120b68a65aa872273d0873fc6ea353859ff6f034443005e6", "45c65255731e3679b4662f55b02bc5"));
