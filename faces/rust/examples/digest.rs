// SPDX-License-Identifier: Apache-2.0 OR MIT
//! One message; in pieces; as much output as one likes.
use hashlane::{Sha3_256, Shake128};

fn main() {
    // README
    let digest = Sha3_256::digest(b"abc"); // [u8; 32]
    assert_eq!(Sha3_256::new().update("a").update(b"bc").finalize(), digest);
    let output: [u8; 100] = Shake128::new().update("seed").reader().array();
    // end
    let hex = |bytes: &[u8]| bytes.iter().map(|b| format!("{b:02x}")).collect::<String>();
    println!("{}", hex(&digest));
    println!("{}", hex(&output[..16]));
}
// prints 3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532
// prints 25629347589242761d31f826ba4b757b
