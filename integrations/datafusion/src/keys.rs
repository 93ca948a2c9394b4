// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Keys by name, since statements of SQL reach logs.

use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use datafusion_common::Result;
use zeroize::Zeroizing;

use crate::algorithm::{LONGEST_KEY, shown};
use crate::run_error;

/// The largest file of keys, bytes.
const LARGEST_FILE: u64 = 1 << 20;

/// The keys of `hashlane_mac_named`. Their memory is zeroed when they are dropped, and no message shows a key.
///
/// ```
/// let keys = datafusion_hashlane::Keys::new().with("customers", &[7; 32])?;
/// assert!(keys.with("customers", &[8; 32]).is_err());
/// # Ok::<(), datafusion_common::DataFusionError>(())
/// ```
#[derive(Default)]
pub struct Keys {
    by_name: HashMap<String, Zeroizing<Vec<u8>>>,
    given: bool,
}

impl Keys {
    /// No keys.
    pub fn new() -> Self {
        Self { given: true, ..Self::default() }
    }
    /// These keys and one more. An error for a name that is there already or has other characters than 1 to 64 letters,
    /// digits, `_`, `.` and `-`, and for a key that has not 1 to 1024 bytes.
    pub fn with(mut self, name: &str, key: &[u8]) -> Result<Self> {
        if !is_name(name) || key.is_empty() || key.len() > LONGEST_KEY {
            return Err(run_error("a name of a key or the size of a key is wrong"));
        }
        if self.by_name.contains_key(name) {
            return Err(run_error(format!("two keys have the name {name}")));
        }
        self.by_name.insert(name.into(), Zeroizing::new(key.into()));
        self.given = true;
        Ok(self)
    }
    /// The keys of a file, whose lines are `name = key in hexadecimal digits`; empty lines and those that begin with
    /// `#` do not count. An error where it cannot be read, others than its owner may read or write it, or a line is
    /// wrong.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        let text = read_private(path.as_ref()).map_err(run_error)?;
        let mut keys = Self::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim_matches([' ', '\t', '\r']);
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (name, key) = parse(line).ok_or_else(|| {
                let number = number + 1;
                run_error(format!("line {number} of the key file is no name = key in hexadecimal digits"))
            })?;
            keys = keys.with(name, &key)?;
        }
        Ok(keys)
    }
    /// The keys of the file that `HASHLANE_KEYS` names in the environment. Where there is no such variable, there are
    /// no keys, and `hashlane_mac_named` says so.
    pub fn from_environment() -> Result<Self> {
        std::env::var_os("HASHLANE_KEYS").map_or_else(|| Ok(Self::default()), Self::read)
    }

    pub(crate) fn find(&self, name: &str) -> Result<&[u8], String> {
        if !self.given {
            return Err("no key file: set HASHLANE_KEYS, or use register_with_keys".into());
        }
        let key = self.by_name.get(name).ok_or_else(|| format!("no key has the name {}", shown(name)))?;
        Ok(key)
    }
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Keys {{ {} of them }}", self.by_name.len())
    }
}

fn is_name(name: &str) -> bool {
    (1..=64).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.-".contains(&b))
}

/// A name and a key; `None` for a line that is wrong.
fn parse(line: &str) -> Option<(&str, Zeroizing<Vec<u8>>)> {
    let (name, digits) = line.split_once('=')?;
    let (name, digits) = (name.trim_matches([' ', '\t']), digits.trim_matches([' ', '\t']).as_bytes());
    if !is_name(name) || digits.is_empty() || digits.len() % 2 != 0 || digits.len() > 2 * LONGEST_KEY {
        return None;
    }
    let mut key = Zeroizing::new(Vec::with_capacity(digits.len() / 2));
    for pair in digits.chunks_exact(2) {
        let high = char::from(pair[0]).to_digit(16)?;
        let low = char::from(pair[1]).to_digit(16)?;
        key.push((high << 4 | low) as u8);
    }
    Some((name, key))
}

#[cfg(unix)]
fn is_private(about: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    about.permissions().mode() & 0o077 == 0
}

/// Windows has no such bits.
#[cfg(not(unix))]
fn is_private(_: &std::fs::Metadata) -> bool {
    true
}

/// The text of a file that nobody but its owner has access to.
fn read_private(path: &Path) -> Result<Zeroizing<String>, &'static str> {
    // Opening a pipe could wait for ever.
    if !std::fs::metadata(path).map_err(|_| "the key file cannot be opened")?.is_file() {
        return Err("the key file is no regular file");
    }
    let file = File::open(path).map_err(|_| "the key file cannot be opened")?;
    let about = file.metadata().map_err(|_| "the key file cannot be opened")?;
    if !is_private(&about) {
        return Err("others than the owner of the key file have access to it: chmod 600");
    }
    if about.len() > LARGEST_FILE {
        return Err("the key file has more than 1 MiB");
    }
    // With room for all of it, so that no copy is left behind when the text grows.
    let mut text = Zeroizing::new(String::with_capacity(LARGEST_FILE as usize + 1));
    file.take(LARGEST_FILE).read_to_string(&mut text).map_err(|_| "the key file cannot be read")?;
    Ok(text)
}
