//! Work on several threads whose results are heard in order.
//!
//! Owns the distribution of numbered jobs, so that what is made of the results does not depend on
//! the number of threads. It must not know what the jobs are.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

/// Results that each thread may be ahead of whoever listens.
const AHEAD: usize = 4;

/// Does the jobs `0..jobs`, as many at once as there are threads. `finished` hears of each in the
/// order of numbers and says whether to go on; jobs that have begun by then end unheard.
pub fn in_order<T: Send>(
    threads: usize,
    jobs: u64,
    work: impl Fn(u64) -> T + Sync,
    mut finished: impl FnMut(T) -> bool,
) {
    let next = AtomicU64::new(0);
    let (sender, results) = mpsc::sync_channel(threads.max(1) * AHEAD);
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= jobs || sender.send((number, work(number))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut expected = 0;
        for (number, result) in results {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&expected) {
                expected += 1;
                if !finished(result) {
                    // Dropping the receiver ends the threads after their current job.
                    return;
                }
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_result_is_heard_in_order() {
        let mut heard = Vec::new();
        let slow_first = |number: u64| {
            thread::sleep(std::time::Duration::from_millis(5 * (number % 3)));
            number
        };
        in_order(4, 40, slow_first, |number| {
            heard.push(number);
            true
        });
        assert_eq!(heard, (0..40).collect::<Vec<_>>());
    }

    #[test]
    fn whoever_listens_can_stop() {
        let mut heard = 0;
        let never_enough = |number| number;
        in_order(2, u64::MAX, never_enough, |_| {
            heard += 1;
            heard < 3
        });
        assert_eq!(heard, 3);
    }
}
