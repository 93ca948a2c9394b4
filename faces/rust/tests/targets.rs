// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Every instruction set of this processor gives the same. Alone in its program, since the choice is the process's.

mod support;

use hashlane::*;
use support::{LENGTHS, noise};

fn digests() -> Vec<u8> {
    let mut out = Vec::new();
    for algorithm in algorithms().filter(|a| matches!(a.kind(), Kind::Hash | Kind::Xof)) {
        let fresh = AnyHash::new(algorithm.name()).expect("no key");
        for n in LENGTHS {
            let mut digest = vec![0; algorithm.digest_size()];
            fresh.clone().update(noise(n, 1)).finalize_into(&mut digest).expect("its size");
            out.extend(digest);
        }
    }
    out
}

#[test]
fn targets_agree() {
    let expected = digests();
    let all: Vec<_> = targets().collect();
    for name in &all {
        use_target(name).expect("of this processor");
        assert_eq!(target(), *name);
        assert_eq!(digests(), expected, "{name}");
    }
    use_target("").expect("all again");
    assert_eq!(target(), all[0]);
}
