// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Many messages at once, and the leaves of one tree by several threads (with the feature `std`). Needs the features `many`
//! and `kangarootwelve`.
use hashlane::{Error, Kt128, Offsets, Rows, Sha256, Threads};

fn main() -> Result<(), Error> {
    #[cfg(feature = "std")]
    let threads = Threads::All;
    #[cfg(not(feature = "std"))]
    let threads = Threads::One;

    let messages = ["any", "lengths", ""];
    let mut digests = [[0; 32]; 3];
    Sha256::digest_many(&messages, &mut digests, threads)?;
    println!("{}", digests[2][0]);

    let table = vec![0; 1000 * 64]; // a thousand rows of 64 bytes
    let mut leaves = vec![[0; 32]; 1000];
    Sha256::digest_many(&Rows::new(&table, 64)?, &mut leaves, threads)?;
    println!("{}", leaves.iter().all(|leaf| *leaf == Sha256::digest([0; 64])));

    let column = Offsets::new(b"threefour", &[0i32, 5, 9])?; // as in Arrow
    Sha256::digest_many(&column, &mut digests[..2], threads)?;
    println!("{}", digests[1] == Sha256::digest("four"));

    let root: [u8; 32] = Kt128::new().update_threads(&table, threads).finalize();
    println!("{}", root == Kt128::digest(&table));
    Ok(())
}
// prints 227
// prints true
// prints true
// prints true
