// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Which threads work for a call with `Threads::Rayon`: those of rayon, or the caller alone; never helpers of the crate.
#![cfg(all(feature = "full", feature = "rayon"))]

mod support;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::thread::{self, ThreadId};

use hashlane::*;
use support::noise;

/// Messages that note who asked for them, and which of rayon's threads that was.
struct Watched {
    messages: Vec<Vec<u8>>,
    seen: Mutex<HashSet<(ThreadId, Option<usize>)>>,
}

impl Messages for Watched {
    fn count(&self) -> usize {
        self.messages.len()
    }
    fn message(&self, i: usize) -> &[u8] {
        self.seen.lock().unwrap().insert((thread::current().id(), rayon::current_thread_index()));
        &self.messages[i]
    }
}

/// How many threads the process has; None where the system does not say it.
fn threads_of_process() -> Option<usize> {
    Some(std::fs::read_dir("/proc/self/task").ok()?.count())
}

/// The calls for which rayon means the caller alone.
fn trees_ranges_and_work(by: Threads) {
    let leaves: Vec<_> = (0..20_000).map(|i| noise(100, i)).collect();
    let trees = Merkle::new("sha256", Shape::Rfc9162).unwrap();
    let root = trees.build(&leaves, Threads::One).root().to_vec();
    assert_eq!(trees.build(&leaves, by).root(), root);
    let watched = trees.build_with_progress(&leaves, by, |_, _| ControlFlow::Continue(()));
    assert_eq!(watched.unwrap().root(), root);
    let (mut stream, mut digests) = (trees.stream(), trees.stream());
    assert_eq!(stream.extend(&leaves, by).root(), root);
    digests.extend_digests(&noise(32 * 100_000, 1), by).unwrap();

    let message = noise(5_000_000, 2);
    let ranges = Ranges::new("kt128", message.len() as u64).unwrap();
    assert_eq!(ranges.leaves(0, &message, by), ranges.leaves(0, &message, Threads::One));

    let session = Suite::Shake128.session("a test");
    let mut prover = Prover::new(Suite::Shake128, &session, "statement").unwrap();
    prover.grind(14, by).unwrap();
}

/// One test, since it counts the threads of the process. The last part is a check of the count itself.
#[test]
fn no_helpers_beside_the_threads_of_rayon() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let messages = (0..5_000).map(|i| noise(1000, i)).collect();
    let watched = Watched { messages, seen: Mutex::default() };
    pool.broadcast(|_| ());
    let before = threads_of_process();

    let mut digests = vec![[0; 32]; watched.messages.len()];
    pool.install(|| Sha256::digest_many(&watched, &mut digests, Threads::Rayon)).unwrap();
    let seen = watched.seen.into_inner().unwrap();
    assert!(!seen.is_empty() && seen.len() <= 3);
    assert!(seen.iter().all(|(_, of_rayon)| of_rayon.is_some()), "{seen:?}");
    assert_eq!(digests[4_999], Sha256::digest(&watched.messages[4_999]));

    let mut hash = Kt128::new();
    let long = noise(5_000_000, 3);
    pool.install(|| {
        hash.update_threads(&long, Threads::Rayon);
    });
    assert_eq!(hash.finalize::<32>(), Kt128::digest::<32>(&long));

    pool.install(|| trees_ranges_and_work(Threads::Rayon));
    assert_eq!(threads_of_process(), before);

    let cores = thread::available_parallelism().map_or(1, |n| n.get());
    trees_ranges_and_work(Threads::All);
    let after = threads_of_process();
    assert!(cores == 1 || after.is_none() || after > before, "{before:?} threads, then {after:?}");
}
