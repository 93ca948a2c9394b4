// SPDX-License-Identifier: Apache-2.0 OR MIT
// Written by generate.py from tests/data (see its README for the origin of each vector).
#include <hashlane/kangarootwelve.hpp>
#include <hashlane/turboshake.hpp>

#include "constant.hpp"

using namespace constant;

// clang-format off
static_assert(output_is<hl::turboshake128>("", "1e415f1c5983aff2169217277d17bb538cd945a397ddec541f1ce41af2c1b74c", 0x1f));
static_assert(output_is<hl::turboshake128>(ptn<1>, "55cedd6f60af7bb29a4042ae832ef3f58db7299f893ebb9247247d856958daa9", 0x1f));
static_assert(output_is<hl::turboshake128>(ptn<289>, "96c77c279e0126f7fc07c9b07f5cdae1e0be60bdbe10620040e75d7223a624d2", 0x1f));
static_assert(output_is<hl::turboshake128>("ffffff", "bf323f940494e88ee1c540fe660be8a0c93f43d15ec006998462fa994eed5dab", 0x01));
static_assert(output_is<hl::turboshake128>("ffffff", "b658576001cad9b1e5f399a9f77723bba05458042d68206f7252682dba3663ed", 0x07));
static_assert(output_is<hl::turboshake128>("ff", "553122e2135e363c3292bed2c6421fa232bab03daa07c7d6636603286506325b", 0x30));
static_assert(output_is<hl::turboshake256>("", "367a329dafea871c7802ec67f905ae13c57695dc2c6663c61035f59a18f8e7db11edc0e12e91ea60eb6b32df06dd7f002fbafabb6e13ec1cc20d995547600db0", 0x1f));
static_assert(output_is<hl::turboshake256>(ptn<17>, "b3bab0300e6a191fbe6137939835923578794ea54843f5011090fa2f3780a9e5cb22c59d78b40a0fbff9e672c0fbe0970bd2c845091c6044d687054da5d8e9c7", 0x1f));
static_assert(output_is<hl::turboshake256>(ptn<4913>, "c74ebc919a5b3b0dd1228185ba02d29ef442d69d3d4276a93efe0bf9a16a7dc0cd4eabadab8cd7a5edd96695f5d360abe09e2c6511a3ec397da3b76b9e1674fb", 0x1f));
static_assert(output_is<hl::turboshake256>("ff", "738d7b4e37d18b7f22ad1b5313e357e3dd7d07056a26a303c433fa3533455280f4f5a7d4f700efb437fe6d281405e07be32a0a972e22e63adc1b090daefe004b", 0x06));
static_assert(output_is<hl::turboshake256>("ffffffffffffff", "bb36764951ec97e9d85f7ee9a67a7718fc005cf42556be79ce12c0bde50e5736d6632b0d0dfb202d1bbb8ffe3dd74cb00834fa756cb03471bab13a1e2c16b3c0", 0x0b));
static_assert(output_is<hl::turboshake256>("ffffff", "abe569c1f77ec340f02705e7d37c9ab7e155516e4a6a150021d70b6fac0bb40c069f9a9828a0d575cd99f9bae435ab1acf7ed9110ba97ce0388d074bac768776", 0x7f));
static_assert(kt_is<hl::kt128>("", "", "1ac2d450fc3b4205d19da7bfca1b37513c0803577ac7167f06fe2ce1f0ef39e54269c056b8c82e48276038b6d292966cc07a3d4645272e31ff38508139eb0a71"));
static_assert(kt_is<hl::kt128>("", ptn<17>, "6bf75fa2239198db4772e36478f8e19b0f371205f6a9a93a273f51df37122888"));
static_assert(kt_is<hl::kt128>("", ptn<4913>, "cb552e2ec77d9910701d578b457ddf772c12e322e4ee7fe417f92c758f0d59d0"));
static_assert(kt_is<hl::kt128>(ptn<41>, "ff", "d848c5068ced736f4462159b9867fd4c20b808acc3d5bc48e0b06ba0a3762ec4"));
static_assert(kt_is<hl::kt128>("", ptn<8191>, "1b577636f723643e990cc7d6a659837436fd6a103626600eb8301cd1dbe553d6"));
static_assert(kt_is<hl::kt128>(ptn<8189>, ptn<8192>, "3ed12f70fb05ddb58689510ab3e4d23c6c6033849aa01e1d8c220a297fedcd0b"));
static_assert(kt_is<hl::kt256>("", "", "b23d2e9cea9f4904e02bec06817fc10ce38ce8e93ef4c89e6537076af8646404e3e8b68107b8833a5d30490aa33482353fd4adc7148ecb782855003aaebde4a9"));
static_assert(kt_is<hl::kt256>("", ptn<17>, "1ba3c02b1fc514474f06c8979978a9056c8483f4a1b63d0dccefe3a28a2f323e1cdcca40ebf006ac76ef0397152346837b1277d3e7faa9c9653b19075098527b"));
static_assert(kt_is<hl::kt256>("", ptn<4913>, "647efb49fe9d717500171b41e7f11bd491544443209997ce1c2530d15eb1ffbb598935ef954528ffc152b1e4d731ee2683680674365cd191d562bae753b84aa5"));
static_assert(kt_is<hl::kt256>(ptn<41>, "ff", "47ef96dd616f200937aa7847e34ec2feae8087e3761dc0f8c1a154f51dc9ccf845d7adbce57ff64b639722c6a1672e3bf5372d87e00aff89be97240756998853"));
static_assert(kt_is<hl::kt256>("", ptn<8191>, "3081434d93a4108d8d8a3305b89682cebedc7ca4ea8a3ce869fbb73cbe4a58eef6f24de38ffc170514c70e7ab2d01f03812616e863d769afb3753193ba045b20"));
static_assert(kt_is<hl::kt256>(ptn<8189>, ptn<8192>, "74e47879f10a9c5d11bd2da7e194fe57e86378bf3c3f7448eff3c576a0f18c5caae0999979512090a7f348af4260d4de3c37f1ecaf8d2c2c96c1d16c64b12496"));
