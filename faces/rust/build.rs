// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Compiles the headers and the C face, without a C++ runtime, under names of this crate and version.

use std::collections::BTreeSet;
use std::{env, fs, process};

/// The functions that a header of C declares, as far as they have our prefix.
fn functions(header: &str) -> BTreeSet<&str> {
    let words = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
    header
        .match_indices('(')
        .filter_map(|(at, _)| header[..at].rsplit(words).next())
        .filter(|word| word.starts_with("hashlane_"))
        .collect()
}

/// Each function with a name of this crate and version, so that none clashes with a libhashlane of the system, nor with
/// another version of this crate. src/ffi.rs declares the same names.
fn rename(build: &mut cc::Build, header: &str) {
    let part = |name| env::var(format!("CARGO_PKG_VERSION_{name}")).expect("cargo sets it");
    let version = format!("{}_{}_{}", part("MAJOR"), part("MINOR"), part("PATCH"));
    let text = fs::read_to_string(header).unwrap_or_else(|why| give_up(&format!("{header}: {why}")));
    for name in functions(&text) {
        build.define(name, &*format!("hashlane_{version}_{}", &name["hashlane_".len()..]));
    }
}

/// The features of the crate that choose what is compiled. Each is a macro of cpp/families.hpp.
const FEATURES: [&str; 11] = [
    "SHA2",
    "SHA3",
    "SP800_185",
    "TURBOSHAKE",
    "KANGAROOTWELVE",
    "ASCON",
    "HMAC",
    "MANY",
    "MERKLE",
    "RANGES",
    "TRANSCRIPT",
];

/// "1" where the feature is on.
fn is_on(feature: &str) -> &'static str {
    if env::var_os(format!("CARGO_FEATURE_{feature}")).is_some() { "1" } else { "0" }
}

fn give_up(why: &str) -> ! {
    eprintln!("hashlane: {why}");
    process::exit(1);
}

fn main() {
    println!("cargo:rerun-if-changed=cpp");
    let mut build = cc::Build::new();
    rename(&mut build, "cpp/c/hashlane.h");
    rename(&mut build, "cpp/states.h");
    rename(&mut build, "cpp/c/hashlane_merkle.h");
    rename(&mut build, "cpp/c/hashlane_ranges.h");
    rename(&mut build, "cpp/c/hashlane_transcript.h");
    for feature in FEATURES {
        build.define(&format!("HASHLANE_CRATE_{feature}"), is_on(feature));
    }
    let built = build
        .cpp(true)
        .cpp_link_stdlib(None)
        .std("c++20")
        .opt_level(3)
        .debug(false)
        .warnings(false)
        .flags(["-fno-exceptions", "-fno-rtti", "-fvisibility=hidden"])
        .define("HASHLANE_HOSTED", is_on("STD"))
        .includes(["cpp", "cpp/c", "cpp/include"])
        .file("cpp/crate.cpp")
        .try_compile("hashlane_crate");
    if let Err(why) = built {
        give_up(&format!("a C++20 compiler is needed: g++ 12 or clang++ 16, or later; CXX names one.\n{why}"));
    }
}
