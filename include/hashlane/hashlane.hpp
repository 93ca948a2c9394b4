// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Everything.

#include "any.hpp"
#include "any_aead.hpp"
#include "any_batch.hpp"
#include "any_merkle.hpp"
#include "any_merkle_stream.hpp"
#include "ascon.hpp"
#include "ascon_v12.hpp"
#include "batch.hpp"
#include "kangarootwelve.hpp"
#include "mac.hpp"
#include "merkle.hpp"
#include "registry.hpp"
#include "sha2.hpp"
#include "sha3.hpp"
#include "sp800_185.hpp"
#include "targets/target.hpp"
#include "threads.hpp"
#include "transcript.hpp"
#include "tree_parallel.hpp"
#include "turboshake.hpp"
