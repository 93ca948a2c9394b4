// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Transcripts for non-interactive proofs: draft-irtf-cfrg-fiat-shamir-03.
///
///     using suite = hl::shake128_duplex;                                    or another of transcript/suites.hpp
///     const auto session = hl::session<suite>::of("example.org/sum/v1"sv);  DeriveSessionID; or session(session_id)
///     const auto statement = session.instance<hl::integer_codec<std::uint32_t>, hl::field_codec<F>>(v, sum);
///
///     std::vector<std::uint8_t> proof;                                      or a hl::proof_buffer
///     hl::prover p(statement, proof);
///     p.send<hl::field_codec<F>>(a);                                        absorbed and written, in one call
///     auto r = p.challenge_in<F>();                             challenge<N>(), challenge_below(m), challenge_bits(k)
///
///     hl::verifier v(statement, proof);
///     auto a = v.receive<hl::field_codec<F>>();                             if (!a) ... a.why()
///     auto r = v.challenge_in<F>();
///     v.require(2 * *a == sum);
///     if (v.check_eof() != hl::refusal::none) ...                           refused: reason(...) says why
///
/// A proof begins only with a session and an instance. Sessions and statements are values: any number of proofs may
/// start from each. A protocol that is written against the concept `transcript` runs over every suite; any_duplex takes
/// a suite by its name. Strings are absorbed with their lengths (string_codec); all other codecs have one length each,
/// which the protocol fixes.

#include "transcript/any_duplex.hpp"
#include "transcript/codecs.hpp"
#include "transcript/duplex.hpp"
#include "transcript/fields.hpp"
#include "transcript/grinding.hpp"
#include "transcript/overwrite_duplex.hpp"
#include "transcript/parties.hpp"
#include "transcript/refusal.hpp"
#include "transcript/statement.hpp"
#include "transcript/suites.hpp"
