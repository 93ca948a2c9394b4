// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Secret and authentic, in place; a forged message is an error and leaves nothing behind. Needs the
//! feature `ascon`.
use hashlane::{AsconAead128, Error};

fn main() -> Result<(), Error> {
    let aead = AsconAead128::new(&[7; 16]); // a key at random, in earnest
    let nonce = [1; 16]; // never the same twice under one key
    let mut text = *b"attack at dawn";
    let tag = aead.encrypt_in_place(&nonce, b"header", &mut text)?;
    let sent = text;
    aead.decrypt_in_place(&nonce, b"header", &mut text, &tag)?;
    println!("{}", String::from_utf8_lossy(&text));

    let mut forged = sent;
    forged[0] ^= 1;
    println!("{:?}", aead.decrypt_in_place(&nonce, b"header", &mut forged, &tag));
    println!("{}", forged == [0; 14]);
    Ok(())
}
// prints attack at dawn
// prints Err(Forged)
// prints true
