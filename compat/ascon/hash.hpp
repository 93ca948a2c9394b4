// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "ascon_hash.hpp"
#include "ascon_hasha.hpp"
#include "ascon_xof.hpp"
#include "ascon_xofa.hpp"
