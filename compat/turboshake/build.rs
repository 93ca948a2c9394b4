// SPDX-License-Identifier: Apache-2.0 OR MIT
//! The kernels are C++ headers; the shim needs no C++ runtime.

const HEADERS: &str = "../../include";

fn main() {
    for place in ["shim.cpp", "../sha3", "../silent.hpp", HEADERS] {
        println!("cargo:rerun-if-changed={place}");
    }
    let built = cc::Build::new()
        .cpp(true)
        .cpp_link_stdlib(None)
        .std("c++20")
        .opt_level(2)
        .flags(["-fno-exceptions", "-fno-rtti"])
        .include(HEADERS)
        .file("shim.cpp")
        .try_compile("hashlane_turboshake");
    if let Err(why) = built {
        eprintln!("turboshake needs a C++20 compiler (g++ 12 or clang++ 16 and later; CXX names one): {why}");
        std::process::exit(1);
    }
}
