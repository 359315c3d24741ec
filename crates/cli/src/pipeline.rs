//! Work spread over threads, results in the order of the input, memory bounded.
//!
//! One thread produces items, `jobs` threads work on them, the calling thread consumes the
//! results in order. A fixed number of permits travels round: an item needs one to be produced
//! and gives it back when its result has been consumed, so a slow consumer slows the producer.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::mpsc::{channel, sync_channel};

/// Runs every item through a worker and hands the results on in order.
///
/// `produce` returns `None` at the end; `worker` makes the state of one thread; `consume` may
/// break off, after which nothing more is produced. The first break is returned.
pub fn in_order<T, R, B, W>(
    jobs: usize,
    produce: impl FnMut() -> Option<T> + Send,
    worker: impl Fn() -> W + Sync,
    consume: impl FnMut(R) -> ControlFlow<B>,
) -> ControlFlow<B>
where
    T: Send,
    R: Send,
    W: FnMut(T) -> R,
{
    in_order_ahead(jobs, 3, produce, worker, consume)
}

/// The same with no more than `ahead` items for each thread on the way at once: the more, the
/// longer the others go on while one item takes long.
pub fn in_order_ahead<T, R, B, W>(
    jobs: usize,
    ahead: usize,
    mut produce: impl FnMut() -> Option<T> + Send,
    worker: impl Fn() -> W + Sync,
    mut consume: impl FnMut(R) -> ControlFlow<B>,
) -> ControlFlow<B>
where
    T: Send,
    R: Send,
    W: FnMut(T) -> R,
{
    if jobs <= 1 {
        let mut work = worker();
        while let Some(item) = produce() {
            consume(work(item))?;
        }
        return ControlFlow::Continue(());
    }
    let permits = jobs * ahead.max(1);
    let (give_permit, take_permit) = sync_channel::<()>(permits);
    let (send_item, receive_item) = sync_channel::<(u64, T)>(permits);
    let (send_result, receive_result) = channel::<(u64, R)>();
    for _ in 0..permits {
        give_permit.send(()).expect("the receiver is still here");
    }
    let receive_item = Mutex::new(receive_item);
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut number = 0;
            while take_permit.recv().is_ok() {
                let Some(item) = produce() else { break };
                if send_item.send((number, item)).is_err() {
                    break;
                }
                number += 1;
            }
        });
        for _ in 0..jobs {
            let send_result = send_result.clone();
            let receive_item = &receive_item;
            let worker = &worker;
            scope.spawn(move || {
                let mut work = worker();
                loop {
                    let next = receive_item.lock().map(|items| items.recv());
                    let Ok(Ok((number, item))) = next else { break };
                    if send_result.send((number, work(item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send_result);
        // Owned here, so that leaving early closes both and lets the other threads end.
        let (give_permit, receive_result) = (give_permit, receive_result);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (number, result) in &receive_result {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&next) {
                next += 1;
                consume(result)?;
                // The producer has gone when the input has ended; then no permit is needed.
                let _ = give_permit.try_send(());
            }
        }
        ControlFlow::Continue(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(jobs: usize, n: u64, stop_at: u64) -> Vec<u64> {
        let mut numbers = 0..n;
        let mut seen = Vec::new();
        let _ = in_order(
            jobs,
            || numbers.next(),
            || {
                |x: u64| {
                    if x.is_multiple_of(7) {
                        std::thread::sleep(std::time::Duration::from_micros(200));
                    }
                    x * x
                }
            },
            |y| {
                seen.push(y);
                if y >= stop_at { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        seen
    }

    #[test]
    fn results_come_in_the_order_of_the_input_whatever_the_number_of_threads() {
        let expected: Vec<u64> = (0..500).map(|x| x * x).collect();
        for jobs in [1, 2, 5] {
            assert_eq!(squares(jobs, 500, u64::MAX), expected);
        }
    }

    #[test]
    fn a_consumer_that_breaks_off_ends_everything() {
        for jobs in [1, 2, 5] {
            assert_eq!(squares(jobs, u64::MAX, 100), (0..=10).map(|x| x * x).collect::<Vec<_>>());
        }
    }
}
