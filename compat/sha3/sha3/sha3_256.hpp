// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
#include "../sha3_256.hpp"
