// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Algorithms that are chosen by name at run time, without a heap.
///
///     hl::any_hash::create(name, options)         hashes, XOFs and MACs
///     hl::any_digest::create(name)                hashes of one message in one call
///     hl::any_mac::create(name, {.key = key})     MACs
///
/// The others have headers of their own, because they need more of the library:
///
///     <hashlane/by_name/aead.hpp>            any_aead
///     <hashlane/by_name/aead_batch.hpp>      encrypt_many by name
///     <hashlane/by_name/batch.hpp>           digest_many by name
///     <hashlane/by_name/kdf.hpp>             any_kdf
///     <hashlane/by_name/merkle.hpp>          any_tree
///     <hashlane/by_name/merkle_stream.hpp>   roots of streams

#include "by_name/digest.hpp"
#include "by_name/hash.hpp"
#include "by_name/mac.hpp"
