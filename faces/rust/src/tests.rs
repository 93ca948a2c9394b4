// SPDX-License-Identifier: Apache-2.0 OR MIT
//! The rows against the registry of the C++ library, both ways.

use std::collections::BTreeSet;
use std::string::ToString;
use std::vec::Vec;

use crate::{Algorithm, Kind, algorithms};

struct Row {
    name: &'static str,
    number: i32,
    /// Bytes of the digest and of the block, where the row has them.
    sizes: [Option<usize>; 2],
}

macro_rules! rows_of {
    // Each kind of row begins in its own way and has its own numbers; the rest is passed over.
    ($($type:ident = $number:literal $name:literal words $words:literal digest $digest:literal $ud:ident
        block $block:literal $ub:ident $title:literal;)*) => {
        std::vec![$(Row { name: $name, number: $number, sizes: [Some($digest), Some($block)] }),*]
    };
    ($($type:ident = $number:literal $name:literal words $words:literal block $block:literal $ub:ident
        $title:literal;)*) => {
        std::vec![$(Row { name: $name, number: $number, sizes: [None, Some($block)] }),*]
    };
    ($($type:ident = $number:literal words $words:literal $name:literal $($rest:ident)*;)*) => {
        std::vec![$(Row { name: $name, number: $number, sizes: [None, None] }),*]
    };
    ($($kind:ident $type:ident = $number:literal $name:literal words $words:literal $(tag $ut:ident)?
        $title:literal;)*) => {
        std::vec![$(Row { name: $name, number: $number, sizes: [None, None] }),*]
    };
    ($($type:ident = $number:literal $name:literal key $key:literal $uk:ident $title:literal;)*) => {
        std::vec![$(Row { name: $name, number: $number, sizes: [None, None] }),*]
    };
}

fn rows() -> Vec<Row> {
    let mut all = Vec::new();
    #[cfg(feature = "sha2")]
    all.extend(sha2_hashes!(rows_of));
    #[cfg(feature = "sha3")]
    all.extend(sha3_hashes!(rows_of));
    #[cfg(feature = "ascon")]
    all.extend(ascon_hashes!(rows_of));
    #[cfg(all(feature = "hmac", feature = "sha2"))]
    all.extend(sha2_hmacs!(rows_of));
    #[cfg(all(feature = "hmac", feature = "sha3"))]
    all.extend(sha3_hmacs!(rows_of));
    #[cfg(feature = "sha3")]
    all.extend(sha3_xofs!(rows_of));
    #[cfg(feature = "ascon")]
    all.extend(ascon_xofs!(rows_of));
    #[cfg(feature = "turboshake")]
    all.extend(turboshakes!(rows_of));
    #[cfg(feature = "kangarootwelve")]
    all.extend(kangarootwelves!(rows_of));
    #[cfg(feature = "sp800-185")]
    all.extend(cshakes!(rows_of));
    #[cfg(feature = "ascon")]
    all.extend(cxofs!(rows_of));
    #[cfg(feature = "sp800-185")]
    all.extend(tuplehashes!(rows_of));
    #[cfg(feature = "sp800-185")]
    all.extend(parallelhashes!(rows_of));
    #[cfg(feature = "sp800-185")]
    all.extend(kmacs!(rows_of));
    #[cfg(feature = "kangarootwelve")]
    all.extend(hopmacs!(rows_of));
    #[cfg(feature = "ascon")]
    all.extend(aeads!(rows_of));
    all
}

#[test]
fn every_row_is_in_the_registry() {
    for row in rows() {
        let known = Algorithm::find(row.name).unwrap_or_else(|| panic!("{} is not in the registry", row.name));
        assert_eq!(known.number(), row.number, "{}", row.name);
        assert_eq!(row.sizes[0].unwrap_or(known.digest_size()), known.digest_size(), "{}", row.name);
        assert_eq!(row.sizes[1].unwrap_or(known.block_size()), known.block_size(), "{}", row.name);
    }
}

#[test]
fn every_algorithm_of_the_registry_has_a_row() {
    let ours: BTreeSet<_> = rows().iter().map(|row| row.name).collect();
    let mut kdfs = 0;
    for algorithm in algorithms() {
        let name = algorithm.name();
        match algorithm.kind() {
            // Hkdf<H> and Pbkdf2<H> stand on the rows of HMAC.
            Kind::Kdf => {
                let (_, hash) = name.split_once('-').expect("hkdf-sha256");
                assert!(ours.contains(&*("hmac-".to_string() + hash)), "{name}");
                kdfs += 1;
            }
            _ => assert!(ours.contains(name), "{name} has no row in src/rows.rs"),
        }
    }
    let hmacs = ours.iter().filter(|name| name.starts_with("hmac-")).count();
    assert_eq!(kdfs, 2 * hmacs);
}
