//! Work spread over threads, results in the order of the input, memory bounded.
//!
//! There are as many threads as jobs, the calling one among them, and no other. Each takes the next
//! item, works on it and lays the result down in its place; whoever lays down the result that is next
//! in order hands it on, with those behind it that are ready, while the others go on working. So
//! nothing has to be waited for, no thread beside the workers wants a core, and an item lives and
//! dies in the thread that made it. (Before, one thread read and one wrote for two that worked, and
//! on two cores these were only 1.4 to 1.7 times as fast as one; docs/parallel.md.)
//!
//! No more than a fixed number of items are on the way, so a slow consumer slows the producer. And
//! threads are made only when there is a second item: one puzzle is begun at once.
//!
//! ```
//! use std::ops::ControlFlow;
//! use sudolab::in_order::{Line, in_order};
//!
//! let mut lines = ["1...............", "..3............."].into_iter();
//! let mut counts = Vec::new();
//! let ended: ControlFlow<()> = in_order(
//!     Line::with_jobs(2),
//!     || lines.next(),
//!     || |line: &str| line.chars().filter(|&c| c != '.').count(),
//!     |n_clues| {
//!         counts.push(n_clues);
//!         ControlFlow::Continue(())
//!     },
//! );
//! assert!(ended.is_continue());
//! assert_eq!(counts, [1, 1]);
//! ```

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Where items come from. Every closure that returns `None` at the end is a supply.
pub trait Supply<T> {
    /// The next item; `None` at the end.
    fn next(&mut self) -> Option<T>;

    /// Whether it is certain, without waiting, that there is no other item. Where it cannot be
    /// known the answer is no.
    fn is_over(&self) -> bool {
        false
    }
}

impl<T, F: FnMut() -> Option<T>> Supply<T> for F {
    fn next(&mut self) -> Option<T> {
        self()
    }
}

/// How a line of work is manned.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    jobs: usize,
    ahead: usize,
    without_work: Option<&'a (dyn Fn() + Sync)>,
}

impl<'a> Line<'a> {
    /// So many threads, the calling one among them.
    pub fn with_jobs(jobs: usize) -> Line<'a> {
        Line { jobs: jobs.max(1), ahead: 3, without_work: None }
    }

    /// No more than so many items for each thread on the way at once: the more, the longer the
    /// others go on while one item takes long.
    pub fn ahead(mut self, ahead: usize) -> Line<'a> {
        self.ahead = ahead.max(1);
        self
    }

    /// Called once for each thread for which there is no other item, among several threads: work
    /// that is still going on may borrow them.
    pub fn without_work(mut self, call: &'a (dyn Fn() + Sync)) -> Line<'a> {
        self.without_work = Some(call);
        self
    }

    fn rests(&self) {
        if let Some(call) = self.without_work {
            call();
        }
    }
}

/// Runs every item through a worker and hands the results on in order.
///
/// `worker` makes the state of one thread; `consume` may break off, after which nothing more is
/// asked of the supply. The first break is returned. Supply and consumer are called by one thread
/// at a time, but not always by the same.
pub fn in_order<T, R, B, W>(
    line: Line<'_>,
    supply: impl Supply<T> + Send,
    worker: impl Fn() -> W + Sync,
    consume: impl FnMut(R) -> ControlFlow<B> + Send,
) -> ControlFlow<B>
where
    T: Send,
    R: Send,
    B: Send,
    W: FnMut(T) -> R,
{
    let worker = || {
        let mut work = worker();
        move |item, _: &mut Onward<'_, R>| work(item)
    };
    in_parts(line, supply, worker, consume)
}

/// Takes a part of a result before the rest is there. It may wait until the results before it are
/// handed on; the answer is whether more is wanted.
pub type Onward<'o, R> = dyn FnMut(R) -> bool + 'o;

/// As [`in_order`], for workers whose results may grow large: each can hand parts on before the rest
/// of the result is there. Parts come in order, before what the worker returns in the end.
pub fn in_parts<T, R, B, W>(
    line: Line<'_>,
    mut supply: impl Supply<T> + Send,
    worker: impl Fn() -> W + Sync,
    mut consume: impl FnMut(R) -> ControlFlow<B> + Send,
) -> ControlFlow<B>
where
    T: Send,
    R: Send,
    B: Send,
    W: FnMut(T, &mut Onward<'_, R>) -> R,
{
    let Some(first) = supply.next() else { return ControlFlow::Continue(()) };
    if line.jobs <= 1 || supply.is_over() {
        (1..line.jobs).for_each(|_| line.rests());
        let mut work = worker();
        let mut next = Some(first);
        while let Some(item) = next {
            let mut flow = ControlFlow::Continue(());
            let rest = work(item, &mut |part| {
                if flow.is_continue() {
                    flow = consume(part);
                }
                flow.is_continue()
            });
            flow?;
            consume(rest)?;
            next = supply.next();
        }
        return ControlFlow::Continue(());
    }
    let shared = Shared {
        source: Mutex::new(Source { supply, first: Some(first), taken: 0, is_empty: false }),
        sink: Mutex::new(Sink {
            results: VecDeque::new(),
            handed_on: 0,
            is_served: false,
            someone_waits: false,
            broken: None,
            is_over: false,
        }),
        consume: Mutex::new(consume),
        room: Condvar::new(),
        most: (line.jobs * line.ahead) as u64,
    };
    let serve = || {
        let _guard = EndsAllWhenPanicking(&shared);
        let mut work = worker();
        while let Some((number, item)) = shared.take() {
            let result = work(item, &mut |part| shared.hand_on(number, part));
            shared.lay_down(number, result);
        }
        line.rests();
    };
    std::thread::scope(|scope| {
        for _ in 1..line.jobs {
            scope.spawn(serve);
        }
        serve();
    });
    let sink = shared.sink.into_inner().unwrap_or_else(PoisonError::into_inner);
    sink.broken.map_or(ControlFlow::Continue(()), ControlFlow::Break)
}

/// What the threads share.
struct Shared<T, P, C, R, B> {
    source: Mutex<Source<T, P>>,
    sink: Mutex<Sink<R, B>>,
    /// Used by the one thread that serves the sink.
    consume: Mutex<C>,
    /// There is room for another item, or all is over.
    room: Condvar,
    /// Items that may be on the way.
    most: u64,
}

struct Source<T, P> {
    supply: P,
    /// Taken before the threads were made.
    first: Option<T>,
    taken: u64,
    is_empty: bool,
}

struct Sink<R, B> {
    /// Results that wait for their turn, the next one first.
    results: VecDeque<Option<R>>,
    handed_on: u64,
    /// Whether a thread is handing results on.
    is_served: bool,
    someone_waits: bool,
    /// What the consumer broke off with.
    broken: Option<B>,
    is_over: bool,
}

impl<T, R, B, P, C> Shared<T, P, C, R, B>
where
    P: Supply<T>,
    C: FnMut(R) -> ControlFlow<B>,
{
    /// The next item and its number.
    fn take(&self) -> Option<(u64, T)> {
        let mut source = locked(&self.source);
        if source.is_empty || !self.has_room(source.taken) {
            return None;
        }
        let item = match source.first.take() {
            Some(first) => Some(first),
            None => source.supply.next(),
        };
        let Some(item) = item else {
            source.is_empty = true;
            return None;
        };
        source.taken += 1;
        Some((source.taken - 1, item))
    }

    /// Waits until another item may be on the way; `false` when none is wanted any more. The caller
    /// keeps the source meanwhile: the others could take nothing either.
    fn has_room(&self, taken: u64) -> bool {
        let mut sink = locked(&self.sink);
        while !sink.is_over && taken - sink.handed_on >= self.most {
            sink.someone_waits = true;
            sink = self.room.wait(sink).unwrap_or_else(PoisonError::into_inner);
        }
        !sink.is_over
    }

    /// Puts a result in its place, and hands on what is next unless another thread is at it.
    fn lay_down(&self, number: u64, result: R) {
        let mut sink = locked(&self.sink);
        let place = (number - sink.handed_on) as usize;
        if sink.results.len() <= place {
            sink.results.resize_with(place + 1, || None);
        }
        sink.results[place] = Some(result);
        if sink.is_served || sink.is_over {
            return;
        }
        sink.is_served = true;
        let mut consume = locked(&self.consume);
        while let Some(result) = sink.results.front_mut().and_then(Option::take) {
            drop(sink);
            let flow = consume(result);
            sink = locked(&self.sink);
            sink.results.pop_front();
            sink.handed_on += 1;
            if let ControlFlow::Break(with) = flow {
                sink.broken = Some(with);
                sink.is_over = true;
            }
            if std::mem::take(&mut sink.someone_waits) {
                self.room.notify_all();
            }
            if sink.is_over {
                return;
            }
        }
        sink.is_served = false;
        if std::mem::take(&mut sink.someone_waits) {
            self.room.notify_all();
        }
    }

    /// Hands a part of a result on when all before it is handed on; whether more is wanted.
    fn hand_on(&self, number: u64, part: R) -> bool {
        let mut sink = locked(&self.sink);
        while !sink.is_over && (sink.is_served || sink.handed_on != number) {
            sink.someone_waits = true;
            sink = self.room.wait(sink).unwrap_or_else(PoisonError::into_inner);
        }
        if sink.is_over {
            return false;
        }
        // Nobody else can be next before the rest of this result is laid down.
        drop(sink);
        let flow = locked(&self.consume)(part);
        if let ControlFlow::Break(with) = flow {
            let mut sink = locked(&self.sink);
            sink.broken = Some(with);
            sink.is_over = true;
            self.room.notify_all();
            return false;
        }
        true
    }
}

/// A thread that panics lets the others end, and does not make them wait for its result.
struct EndsAllWhenPanicking<'l, T, P, C, R, B>(&'l Shared<T, P, C, R, B>);

impl<T, P, C, R, B> Drop for EndsAllWhenPanicking<'_, T, P, C, R, B> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            locked(&self.0.sink).is_over = true;
            self.0.room.notify_all();
        }
    }
}

/// After a panic all ends, whatever state it left.
fn locked<X>(mutex: &Mutex<X>) -> MutexGuard<'_, X> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(jobs: usize, n: u64, stop_at: u64) -> Vec<u64> {
        let mut numbers = 0..n;
        let mut seen = Vec::new();
        let _ = in_order(
            Line::with_jobs(jobs),
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
    fn parts_come_in_order_and_before_the_rest() {
        for jobs in [1, 2, 5] {
            let mut numbers = 0..60_u64;
            let mut seen = Vec::new();
            let ended: ControlFlow<()> = in_parts(
                Line::with_jobs(jobs),
                || numbers.next(),
                || {
                    |x: u64, onward: &mut Onward<'_, (u64, u64)>| {
                        assert!((0..x % 4).all(|part| onward((x, part))));
                        (x, 9)
                    }
                },
                |part| {
                    seen.push(part);
                    ControlFlow::Continue(())
                },
            );
            assert!(ended.is_continue());
            let expected: Vec<_> =
                (0..60).flat_map(|x| (0..x % 4).chain([9]).map(move |part| (x, part))).collect();
            assert_eq!(seen, expected);
        }
    }

    #[test]
    fn a_worker_is_told_that_no_more_parts_are_wanted() {
        for jobs in [1, 2, 5] {
            let mut numbers = 0..40_u64;
            let mut n_parts = 0;
            let ended = in_parts(
                Line::with_jobs(jobs),
                || numbers.next(),
                || {
                    |x: u64, onward: &mut Onward<'_, u64>| {
                        if x == 7 {
                            while onward(x) {}
                            x
                        } else {
                            x
                        }
                    }
                },
                |x| {
                    n_parts += u32::from(x == 7);
                    if n_parts == 1000 { ControlFlow::Break(x) } else { ControlFlow::Continue(()) }
                },
            );
            assert_eq!((ended, n_parts), (ControlFlow::Break(7), 1000));
        }
    }

    #[test]
    fn a_consumer_that_breaks_off_ends_everything() {
        for jobs in [1, 2, 5] {
            assert_eq!(squares(jobs, u64::MAX, 100), (0..=10).map(|x| x * x).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_worker_that_panics_ends_everything() {
        for jobs in [2, 5] {
            let run = || {
                let mut numbers = 0..;
                in_order(
                    Line::with_jobs(jobs),
                    || numbers.next(),
                    || |x: u64| assert!(x != 200, "a defect for the test"),
                    |()| ControlFlow::<()>::Continue(()),
                )
            };
            assert!(std::panic::catch_unwind(run).is_err());
        }
    }

    #[test]
    fn no_more_items_are_on_the_way_than_were_allowed() {
        use std::sync::atomic::{AtomicI64, Ordering};
        let (on_the_way, most) = (AtomicI64::new(0), AtomicI64::new(0));
        let mut numbers = 0..300;
        let idle = AtomicI64::new(0);
        let rests = || {
            idle.fetch_add(1, Ordering::SeqCst);
        };
        let _ = in_order(
            Line::with_jobs(3).ahead(2).without_work(&rests),
            || {
                most.fetch_max(on_the_way.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                numbers.next()
            },
            || |x: u64| x,
            |_| {
                std::thread::sleep(std::time::Duration::from_micros(20));
                on_the_way.fetch_sub(1, Ordering::SeqCst);
                ControlFlow::<()>::Continue(())
            },
        );
        // The one that is being handed on is still on the way when the next is taken.
        assert!(most.load(Ordering::SeqCst) <= 7, "{most:?}");
        assert_eq!(idle.load(Ordering::SeqCst), 3);
    }
    #[test]
    fn a_single_item_is_done_by_the_calling_thread_and_the_others_are_lent() {
        use std::sync::atomic::{AtomicUsize, Ordering};
        struct One(Option<u8>);
        impl Supply<u8> for One {
            fn next(&mut self) -> Option<u8> {
                self.0.take()
            }
            fn is_over(&self) -> bool {
                self.0.is_none()
            }
        }
        let lent = AtomicUsize::new(0);
        let rests = || {
            lent.fetch_add(1, Ordering::SeqCst);
        };
        let here = std::thread::current().id();
        let _ = in_order(
            Line::with_jobs(4).without_work(&rests),
            One(Some(7)),
            || |item: u8| (item, std::thread::current().id()),
            |(item, thread)| {
                assert_eq!((item, thread), (7, here));
                ControlFlow::<()>::Continue(())
            },
        );
        assert_eq!(lent.load(Ordering::SeqCst), 3);
    }
}
