// SPDX-License-Identifier: Apache-2.0 OR MIT
//! The names of the algorithms that the features of this build have.

fn main() {
    for algorithm in hashlane::algorithms() {
        println!("{}", algorithm.name());
    }
}
