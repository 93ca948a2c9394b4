// SPDX-License-Identifier: Apache-2.0 OR MIT
//! `sum NAME FILE...`: digests of files by the name of the algorithm. Needs the feature `std`, and that of the algorithm.
use hashlane::{AnyHash, Options};
use std::{env, fs::File, io};

fn main() -> io::Result<()> {
    let mut words = env::args().skip(1);
    let name = words.next().unwrap_or_else(|| "sha256".into());
    let fresh = AnyHash::with_options(&name, &Options::new())?;
    for path in words {
        let mut hash = fresh.clone();
        io::copy(&mut File::open(&path)?, &mut hash)?;
        let mut digest = vec![0; hash.algorithm().digest_size()];
        hash.finalize_into(&mut digest)?;
        let hex: String = digest.iter().map(|b| format!("{b:02x}")).collect();
        println!("{hex}  {path}");
    }
    Ok(())
}
