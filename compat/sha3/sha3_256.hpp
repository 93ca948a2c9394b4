// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "generations.hpp"

HASHLANE_COMPAT_SHA3(256)
