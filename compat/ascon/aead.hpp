// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "auth_enc.hpp"
#include "verf_dec.hpp"
