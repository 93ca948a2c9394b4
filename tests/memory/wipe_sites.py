# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which test case of the residue program fails when a wipe is left out; for wipes.py."""

HELD = {
    "classes/aead_stream.hpp: wipe(&tag)":
        "AEAD in pieces, by type: the right tag of a forgery",
    "classes/aead_stream.hpp: forget_registers()":
        "AEAD in pieces, by name: a stream that has ended and lives on",
    "kernels/ascon_record_scheduler.hpp: forget(state, aside)":
        "many records: key, states and tags",
    "constructions/duplex_aead.hpp: wipe(K.data(), K.size())":
        "AEAD in pieces, by type: the states of both directions",
    "constructions/duplex_aead.hpp: wipe(mask.data(), mask.size())":
        "AEAD in pieces, by type: the states of both directions",
    "constructions/duplex_aead.hpp: forget_registers()":
        "AEAD in pieces, by type: the states of both directions",
    "constructions/duplex_aead.hpp: wipe(S.data(), S.size())":
        "AEAD in pieces, by type: the states of both directions",
    "constructions/duplex_aead.hpp: wipe(masked, sizeof masked)":
        "nonce masking: the masked nonce",
    "classes/hkdf.hpp: wipe(&pseudorandom_key)":
        "HKDF by name, and over its info",
    "classes/hkdf.hpp: wipe(whole.data(), out.size())":
        "HKDF by name, and over its info",
    "classes/hmac.hpp: wipe(&pad)":
        "HMAC: the padded key of an object that lives on",
    "classes/hmac.hpp: wipe(&inner)":
        "keyed objects that are destroyed: all their words",
    "classes/hmac.hpp: wipe(&outer)":
        "the keyed states of HMAC",
    "classes/hmac.hpp: forget_frames<frames_of_hmac>(frames_of<construction_of<H>>()) #2":
        "the keyed states of HMAC",
    "classes/hmac.hpp: forget_registers() #2":
        "HMAC over a sponge: the state of the outer hash",
    "classes/hmac.hpp: forget_frames()":
        "HMAC over a sponge: the state of the outer hash",
    "classes/hmac.hpp: wipe(&whole)":
        "HMAC: what a truncated tag leaves out, and the right tag of a forgery",
    "classes/hmac.hpp: wipe(&right)":
        "HMAC: what a truncated tag leaves out, and the right tag of a forgery",
    "classes/hmac.hpp: wipe(&hash)":
        "HMAC over a sponge: the state of the outer hash",
    "classes/hmac.hpp: wipe(&hash) #2":
        "HMAC: the padded key of an object that lives on",
    "constructions/hopmac.hpp: wipe(&outer)":
        "keyed objects that are destroyed: all their words",
    "constructions/hopmac.hpp: wipe(&inner)":
        "keyed objects that are destroyed: all their words",
    "constructions/hopmac.hpp: forget_registers()":
        "the ended states of MACs over Keccak",
    "constructions/hopmac.hpp: forget_frames()":
        "the ended states of MACs over Keccak",
    "constructions/kmac_sponge.hpp: wipe(inner.A.data(), inner.A.size())":
        "the ended states of MACs over Keccak",
    "constructions/kmac_sponge.hpp: forget_registers()":
        "the ended states of MACs over Keccak",
    "constructions/kmac_sponge.hpp: forget_frames()":
        "the ended states of MACs over Keccak",
    "kernels/lane_scheduler.hpp: forget(state, messages, parked)":
        "KMAC, side by side",
    "classes/pbkdf2.hpp: wipe(&T)":
        "derived keys stand where they were asked for, and nowhere else in memory",
    "classes/pbkdf2.hpp: wipe(chains, 2)":
        "derived keys stand where they were asked for, and nowhere else in memory",
    "classes/pbkdf2.hpp: wipe(&U) #2":
        "derived keys stand where they were asked for, and nowhere else in memory",
    "many/derive_many.hpp: forget(all, places)":
        "many derived keys: the iterations, and what is not given of a key",
    "many/encrypt_many.hpp: wipe(this->mask, 2)":
        "many records: key, states and tags",
    "classes/hash.hpp: wipe(got.data(), got.size())":
        "MACs of any length: the right tag of a forgery",
}

# When one of these alone is left out, nothing is found: the memory is in a frame, or in registers, that the end of the
# keyed call or the destructor of the keyed object clears (forget, forget_frames, forget_registers).
COVERED = dict.fromkeys((
    "kernels/ascon_record_scheduler.hpp: wipe(tag, 2)",
    "kernels/ascon_record_scheduler.hpp: wipe(nonce, sizeof nonce)",
    "kernels/ascon_record_scheduler.hpp: wipe(tag, sizeof tag)",
    "classes/hkdf.hpp: wipe(&T)",
    "classes/hmac.hpp: forget_frames<frames_of_hmac>(frames_of<construction_of<H>>())",
    "classes/hmac.hpp: forget_registers()",
    "kernels/equal_messages.hpp: wipe(outputs, F::most_lanes)",
    "kernels/sha2_batch.hpp: wipe(H, 2)",
    "kernels/sha2_batch.hpp: wipe(u, 2)",
    "classes/pbkdf2.hpp: wipe(&U)",
    "classes/pbkdf2.hpp: wipe(&whole)",
    "classes/pbkdf2.hpp: forget_frames()",
    "constructions/merkle_damgard.hpp: wipe(&tail)",
    "kernels/sha2_hmac.hpp: wipe(H, 8)",
    "kernels/sha2_hmac.hpp: wipe(this->block, block_size)",
    "many/derive_many.hpp: wipe(&chain)",
    "many/derive_many.hpp: wipe(chains, most)",
    # What clang++ 19 leaves without these, g++ 12 does not: the cases "AEAD in pieces, by type", "AEAD in pieces, by name"
    # and "nonce masking" of the residue program, which the suite clang runs.
    "by_name/aead_stream.hpp: forget_frames<aead_frames>()",
    "by_name/aead_stream.hpp: forget_frames<aead_frames>() #2",
    "classes/aead_stream.hpp: forget_frames<aead_frames>()",
    # A precaution, of types and by name: neither compiler leaves words of the state below the callable today.
    "classes/aead_stream.hpp: forget_frames<aead_frames>() #2",
    "constructions/duplex_aead.hpp: forget_registers() #2",
))
