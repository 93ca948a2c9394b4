// SPDX-License-Identifier: Apache-2.0 OR MIT
//! The algorithms of the functions, by name. An error is one line of text.

use hashlane::{Algorithm, AnyHash, Kind, Options};

/// `hashlane_xof` gives at most as many bytes.
pub(crate) const LONGEST_OUTPUT: i64 = 65536;
/// A key has at most as many bytes.
pub(crate) const LONGEST_KEY: usize = 1024;

type Found<T> = Result<T, String>;

/// A text of a query for a message: at most 64 characters, all of which can be printed.
pub(crate) fn shown(name: &str) -> String {
    name.chars().take(64).flat_map(char::escape_debug).collect()
}

fn named(name: &str) -> Found<Algorithm> {
    Algorithm::find(name).ok_or_else(|| match Algorithm::nearest_name(name) {
        Some(nearest) => format!("no such algorithm: {}; did you mean {nearest}?", shown(name)),
        None => format!("no such algorithm: {}", shown(name)),
    })
}

fn kind(algorithm: Algorithm) -> &'static str {
    match algorithm.kind() {
        Kind::Hash => "a hash",
        Kind::Xof => "an XOF",
        Kind::Mac => "a MAC",
        Kind::Kdf => "a key derivation",
        Kind::Aead => "authenticated encryption",
        _ => "another algorithm",
    }
}

/// A hash or an XOF that needs neither a key nor a tuple.
pub(crate) fn find_hash(name: &str) -> Found<AnyHash> {
    let found = named(name)?;
    if found.takes_elements() {
        return Err(format!("{name} hashes tuples, not a message alone"));
    }
    if !matches!(found.kind(), Kind::Hash | Kind::Xof) {
        return Err(format!("{name} is {}, not a hash or XOF of a message alone", kind(found)));
    }
    AnyHash::new(name).map_err(|error| error.to_string())
}

/// An XOF, and how many bytes of its output are wanted.
pub(crate) fn find_xof(name: &str, length: i64) -> Found<(AnyHash, usize)> {
    let found = find_hash(name)?;
    if !found.algorithm().any_length() {
        return Err(format!("{name} is no XOF: its digest has {} bytes", found.algorithm().digest_size()));
    }
    match length {
        ..0 => Err("the length is below 0".into()),
        0..=LONGEST_OUTPUT => Ok((found, length as usize)),
        _ => Err(format!("the length is above {LONGEST_OUTPUT} bytes")),
    }
}

/// The size of the tags of a MAC.
pub(crate) fn tag_size(name: &str) -> Found<usize> {
    let found = named(name)?;
    if found.kind() != Kind::Mac {
        return Err(format!("{name} is {}, not a MAC", kind(found)));
    }
    Ok(found.digest_size())
}

/// A MAC with its key.
pub(crate) fn find_mac(name: &str, key: &[u8]) -> Found<AnyHash> {
    tag_size(name)?;
    if key.is_empty() {
        return Err("the key is empty".into());
    }
    if key.len() > LONGEST_KEY {
        return Err(format!("the key has {} bytes, more than {LONGEST_KEY}", key.len()));
    }
    AnyHash::with_options(name, &Options::new().key(key)).map_err(|error| error.to_string())
}
