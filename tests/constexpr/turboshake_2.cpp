// SPDX-License-Identifier: Apache-2.0 OR MIT
// Written by generate.py from tests/data (see its README for the origin of each vector).
#include <hashlane/kangarootwelve.hpp>
#include <hashlane/turboshake.hpp>

#include "constant.hpp"

using namespace constant;

// clang-format off
static_assert(output_is<hl::turboshake128>("", "1e415f1c5983aff2169217277d17bb538cd945a397ddec541f1ce41af2c1b74c3e8ccae2a4dae56c84a04c2385c03c15e8193bdf58737363321691c05462c8df", 0x1f));
static_assert(output_is<hl::turboshake128>(ptn<17>, "9c97d036a3bac819db70ede0ca554ec6e4c2a1a4ffbfd9ec269ca6a111161233", 0x1f));
static_assert(output_is<hl::turboshake128>(ptn<4913>, "d4976eb56bcf118520582b709f73e1d6853e001fdaf80e1b13e0d0599d5fb372", 0x1f));
static_assert(output_is<hl::turboshake128>("ff", "8ec9c66465ed0d4a6c35d13506718d687a25cb05c74cca1e42501abd83874a67", 0x06));
static_assert(output_is<hl::turboshake128>("ffffffffffffff", "8deeaa1aec47ccee569f659c21dfa8e112db3cee37b18178b2acd805b799cc37", 0x0b));
static_assert(output_is<hl::turboshake128>("ffffff", "16274cc656d44cefd422395d0f9053bda6d28e122aba15c765e5ad0e6eaf26f9", 0x7f));
static_assert(output_is<hl::turboshake256>(ptn<1>, "3e1712f928f8eaf1054632b2aa0a246ed8b0c378728f60bc970410155c28820e90cc90d8a3006aa2372c5c5ea176b0682bf22bae7467ac94f74d43d39b0482e2", 0x1f));
static_assert(output_is<hl::turboshake256>(ptn<289>, "66b810db8e90780424c0847372fdc95710882fde31c6df75beb9d4cd9305cfcae35e7b83e8b7e6eb4b78605880116316fe2c078a09b94ad7b8213c0a738b65c0", 0x1f));
static_assert(output_is<hl::turboshake256>("ffffff", "d21c6fbbf587fa2282f29aea620175fb0257413af78a0b1b2a87419ce031d933ae7a4d383327a8a17641a34f8a1d1003ad7da6b72dba84bb62fef28f62f12424", 0x01));
static_assert(output_is<hl::turboshake256>("ffffff", "18b3b5b7061c2e67c1753a00e6ad7ed7ba1c906cf93efb7092eaf27fbeebb755ae6e292493c110e48d260028492b8e09b5500612b8f2578985ded5357d00ec67", 0x07));
static_assert(output_is<hl::turboshake256>("ff", "f3fe12873d34bcbb2e608779d6b70e7f86bec7e90bf113cbd4fdd0c4e2f4625e148dd7ee1a52776cf77f240514d9ccfc3b5ddab8ee255e39ee389072962c111a", 0x30));
static_assert(kt_is<hl::kt128>("", "", "1ac2d450fc3b4205d19da7bfca1b37513c0803577ac7167f06fe2ce1f0ef39e5"));
static_assert(kt_is<hl::kt128>("", ptn<1>, "2bda92450e8b147f8a7cb629e784a058efca7cf7d8218e02d345dfaa65244a1f"));
static_assert(kt_is<hl::kt128>("", ptn<289>, "0c315ebcdedbf61426de7dcf8fb725d1e74675d7f5327a5067f367b108ecb67c"));
static_assert(kt_is<hl::kt128>(ptn<1>, "", "fab658db63e94a246188bf7af69a133045f46ee984c56e3c3328caaf1aa1a583"));
static_assert(kt_is<hl::kt128>(ptn<1681>, "ffffff", "c389e5009ae57120854c2e8c64670ac01358cf4c1baf89447a724234dc7ced74"));
static_assert(kt_is<hl::kt128>("", ptn<8192>, "48f256f6772f9edfb6a8b661ec92dc93b95ebd05a08a17b39ae3490870c926c3"));
static_assert(kt_is<hl::kt128>(ptn<8190>, ptn<8192>, "6a7c1b6a5cd0d8c9ca943a4a216cc64604559a2ea45f78570a15253d67ba00ae"));
static_assert(kt_is<hl::kt256>("", ptn<1>, "0d005a194085360217128cf17f91e1f71314efa5564539d444912e3437efa17f82db6f6ffe76e781eaa068bce01f2bbf81eacb983d7230f2fb02834a21b1ddd0"));
static_assert(kt_is<hl::kt256>("", ptn<289>, "de8ccbc63e0f133ebb4416814d4c66f691bbf8b6a61ec0a7700f836b086cb029d54f12ac7159472c72db118c35b4e6aa213c6562caaa9dcc518959e69b10f3ba"));
static_assert(kt_is<hl::kt256>(ptn<1>, "", "9280f5cc39b54a5a594ec63de0bb99371e4609d44bf845c2f5b8c316d72b159811f748f23e3fabbe5c3226ec96c62186df2d33e9df74c5069ceecbb4dd10eff6"));
static_assert(kt_is<hl::kt256>(ptn<1681>, "ffffff", "3b48667a5051c5966c53c5d42b95de451e05584e7806e2fb765eda959074172cb438a9e91dde337c98e9c41bed94c4e0aef431d0b64ef2324f7932caa6f54969"));
static_assert(kt_is<hl::kt256>("", ptn<8192>, "c6ee8e2ad3200c018ac87aaa031cdac22121b412d07dc6e0dccbb53423747e9a1c18834d99df596cf0cf4b8dfafb7bf02d139d0c9035725adc1a01b7230a41fa"));
static_assert(kt_is<hl::kt256>(ptn<8190>, ptn<8192>, "f4b5908b929ffe01e0f79ec2f21243d41a396b2e7303a6af1d6399cd6c7a0a2dd7c4f607e8277f9c9b1cb4ab9ddc59d4b92d1fc7558441f1832c3279a4241b8b"));
