// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Many messages at once: each lane of a vector has a message, and threads share the lanes. The outputs are those of
/// one message after the other, in the order of the messages. The memory that is needed does not grow with the number
/// of messages.
///
///     std::vector<std::string> messages;  std::vector<hl::sha256::digest_type> digests(messages.size());
///     hl::digest_many<hl::sha256>(messages, digests);                             of any lengths
///     hl::digest_many<hl::sha3_256>(messages, digests, hl::threads{4});           0: a thread for each core
///     hl::digest_many<hl::sha256>(hl::fixed_width(table, 32), digests);           rows of one piece of memory
///     hl::digest_many<hl::sha256>(hl::with_offsets(text, offsets), digests);      a column of strings (Arrow)
///     if (const auto column = hl::checked_offsets(text, offsets)) ...           offsets from outside; checked_rows too
///     hl::digest_many<hl::shake128>(messages, bytes);                             bytes.size() / n of each; or arrays
///     hl::digest_many<hl::shake128>(messages, spans);                             spans[i].size() bytes of message i
///     hl::digest_many<hl::kt128>(messages, bytes);                                above 8 KiB a lane for each leaf
///     hl::sha256 prefix;  prefix.update(domain);
///     hl::digest_many(prefix, messages, digests);                                 a common beginning, hashed once
///     hl::tag_many(hl::kmac128(key), messages, tags);   hl::tag_many(hl::hmac<hl::sha256>(key), messages, tags);
///     hl::hash_pairs<hl::sha256>(level, parents);                                 a level of a Merkle tree
///     hl::encrypt_many(aead, nonces, associated_data, texts, ciphers, tags);               records under one key
///     if (!hl::decrypt_many(aead, nonces, associated_data, ciphers, tags, texts)) ...
///     hl::derive_many<hl::sha256>(passwords, salts, 600000, keys, hl::threads{0});   PBKDF2
///     hl::xof_lanes<hl::shake128, 4> streams(seeds);  streams.squeeze_blocks(out, 3);
///     hl::keccak_f1600<4>(states);                                                four permutations
///     hl::keccak_f1600_chains<8, hl::keccak_chain{...}>(states, values);          steps of eight chains of hashes

#include "many/derive_many.hpp"
#include "many/digest_many.hpp"
#include "many/encrypt_many.hpp"
#include "many/keccak_f1600.hpp"
#include "many/messages.hpp"
#include "many/xof_lanes.hpp"
