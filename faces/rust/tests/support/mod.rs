// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Where the vectors lie, and how they are read.
#![allow(dead_code)]

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

/// Like the C++ tests: HASHLANE_VECTORS, the folder beside the repository, or the copy in it.
pub fn vectors() -> PathBuf {
    let repository = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    if let Some(given) = std::env::var_os("HASHLANE_VECTORS").filter(|v| !v.is_empty()) {
        return given.into();
    }
    let beside = repository.join("../shared/vectors");
    if beside.is_dir() { beside } else { repository.join("tests/data") }
}

fn is_left_out(name: &str) -> bool {
    fs::read_to_string(vectors().join("left-out.txt")).is_ok_and(|list| list.lines().any(|line| line == name))
}

/// None, said aloud, for a file that the repository's copy leaves out.
pub fn read(name: &str) -> Option<String> {
    match fs::read_to_string(vectors().join(name)) {
        Ok(text) => Some(text),
        Err(_) if is_left_out(name) => {
            println!("skipped: {name} is not in tests/data");
            None
        }
        Err(why) => panic!("{name}: {why}"),
    }
}

pub fn hex(text: &str) -> Vec<u8> {
    assert!(text.len() % 2 == 0, "{text}");
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).expect(text)).collect()
}

/// One case of a file of lines.
#[derive(Clone, Debug, Default)]
pub struct Record(pub HashMap<String, String>);

impl Record {
    pub fn text(&self, name: &str) -> &str {
        self.0.get(name).unwrap_or_else(|| panic!("no {name} in {self:?}"))
    }
    pub fn hex(&self, name: &str) -> Vec<u8> {
        hex(self.text(name))
    }
    pub fn number(&self, name: &str) -> usize {
        self.text(name).parse().expect(name)
    }
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }
    /// "Len" counts bits, and 0 of them are written as one byte.
    pub fn counted(&self, name: &str, bits: &str) -> Vec<u8> {
        let mut out = self.hex(name);
        out.truncate(self.number(bits) / 8);
        out
    }
}

/// `NAME = VALUE`, a case up to the next blank line. Sections hold no values that we need but `[Outputlen = 128]`.
pub fn records(name: &str) -> Vec<Record> {
    let mut out = vec![Record::default()];
    for line in read(name).unwrap_or_default().lines().map(str::trim) {
        let open = out.last_mut().expect("never empty");
        match line.split_once('=') {
            _ if line.starts_with('#') || line.starts_with('[') => {}
            Some((key, value)) => {
                open.0.insert(key.trim().into(), value.trim().into());
            }
            None if !open.0.is_empty() => out.push(Record::default()),
            None => {}
        }
    }
    out.retain(|r| !r.0.is_empty());
    out
}

/// The tests of a JSON file, each with the values of its group.
pub fn json(name: &str) -> Vec<serde_json::Value> {
    let Some(text) = read(name) else { return Vec::new() };
    let document: serde_json::Value = serde_json::from_str(&text).expect(name);
    let Some(groups) = document["testGroups"].as_array() else {
        return document["tests"].as_array().expect("tests").clone();
    };
    let mut out = Vec::new();
    for group in groups {
        for test in group["tests"].as_array().expect("tests") {
            let mut whole = test.clone();
            for (key, value) in group.as_object().expect("a group") {
                if key != "tests" {
                    whole[key] = value.clone();
                }
            }
            out.push(whole);
        }
    }
    out
}

/// RFC 9861 s.5: 00 01 .. FA 00 01 ..
pub fn ptn(n: usize) -> Vec<u8> {
    (0..n).map(|i| (i % 251) as u8).collect()
}

/// Reproducible bytes that look random.
pub fn noise(n: usize, seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 24) as u8
    };
    (0..n).map(|_| next()).collect()
}

/// Lengths around blocks, rates and the 8192 bytes of a chunk.
pub const LENGTHS: [usize; 34] = [
    0, 1, 7, 8, 9, 16, 31, 32, 55, 56, 63, 64, 65, 71, 72, 104, 111, 112, 127, 128, 135, 136, 137, 144, 167, 168, 169,
    272, 1000, 8191, 8192, 8193, 50_000, 100_000,
];
