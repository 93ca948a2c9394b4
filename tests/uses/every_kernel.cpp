// SPDX-License-Identifier: Apache-2.0 OR MIT
// Every kernel of this processor gives its published answers.
#include <hashlane/hashlane.hpp>
#include <hashlane/selftest.hpp>

int main() { return hashlane::selftest() ? 0 : 1; }
