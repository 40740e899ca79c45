//! Numbered jobs on several threads, with the results delivered in the order of the numbers, so that
//! nothing depends on the number of threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

/// The number of finished results that may wait for each thread.
const AHEAD: usize = 4;

/// Does the jobs `0..jobs` on this many threads. `finished` is given each result in the order of the
/// job numbers and returns whether to go on. When it stops, jobs that have begun are finished, and
/// their results dropped.
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
    fn results_arrive_in_the_order_of_their_numbers() {
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
    fn the_receiver_can_stop() {
        let mut heard = 0;
        let never_enough = |number| number;
        in_order(2, u64::MAX, never_enough, |_| {
            heard += 1;
            heard < 3
        });
        assert_eq!(heard, 3);
    }
}
