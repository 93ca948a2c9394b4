// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Everything, except selftest.hpp. The first headers are separate from the others, so that compilers describe a wrong
/// call in few lines.

#include "classes/one_shot.hpp"

#include "classes/hash.hpp"
#include "classes/hmac.hpp"
#include "classes/keyed_hash.hpp"
#include "lanes/arguments.hpp"
#include "lanes/secret.hpp"

#include "any.hpp"
#include "ascon.hpp"
#include "ascon_v12.hpp"
#include "batch.hpp"
#include "by_name/aead.hpp"
#include "by_name/aead_batch.hpp"
#include "by_name/batch.hpp"
#include "by_name/kdf.hpp"
#include "by_name/merkle.hpp"
#include "by_name/merkle_stream.hpp"
#include "hex.hpp"
#include "kangarootwelve.hpp"
#include "mac.hpp"
#include "merkle.hpp"
#include "ranges.hpp"
#include "registry.hpp"
#include "sha2.hpp"
#include "sha3.hpp"
#include "sp800_185.hpp"
#include "targets/target.hpp"
#include "threads.hpp"
#include "transcript.hpp"
#include "turboshake.hpp"
