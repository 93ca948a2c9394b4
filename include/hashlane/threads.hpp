// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Threads: how many a call may use, a program's own threads in place of the pool, and one message over threads.
///
///     auto d = hl::digest<hl::kt128>(file, hl::threads{4});      also kt256, parallelhash128/256 and their XOFs
///     hl::hopmac128 m{key};  m.update(file, hl::threads{4});     also hopmac256
///     hl::digest_many<hl::sha256>(messages, digests, hl::threads{0});          batch.hpp; 0: a thread for each core

#include "many/tree_threads.hpp"
#include "threads/executor.hpp"
