// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

namespace hashlane::openssl {

// Computes a published answer of each kind of algorithm, in a few microseconds. False: one is wrong, and so the module is
// damaged. It runs when the module is loaded.
bool short_self_test() noexcept;

}  // namespace hashlane::openssl
