//! The run: limits, counting, randomness, best so far, observer.

use crate::cpu_time;
use crate::side_by_side::Turns;
use crate::{Best, Budget, Event, Observer, Stop};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use sudolab_exact::split::{self, Ended, Hands, Tally, Tree, Wanted};
use sudolab_grid::random::Random;

/// Between two looks at the clock a run lets about this much time pass, so that a time limit is
/// kept to well within 50 ms and the looking costs nothing.
const LOOK_EVERY: Duration = Duration::from_millis(2);

/// A limit on CPU time ends a run after so many times its length on the wall, however little the
/// system has let it work.
const PATIENCE: u32 = 10;

/// What an algorithm works with while it solves: it counts ticks, keeps the budget, owns the
/// randomness, remembers the best board and passes events on.
pub struct Run<'a> {
    ticks: u64,
    next_look: u64,
    stride: u64,
    guesses: u64,
    /// Threads that may help.
    hands: Option<Arc<Hands>>,
    /// The lane this run is, among others side by side.
    lane: Option<(&'a Turns<'a>, usize)>,
    budget: Budget,
    started: Instant,
    /// CPU time of the thread when the run began, if the time limit is about that.
    cpu_started: Option<Duration>,
    looked: Instant,
    random: Random,
    observer: Option<&'a mut dyn Observer>,
    cancel: Option<&'a AtomicBool>,
    best: Option<Best>,
    trail: Vec<String>,
}

impl<'a> Run<'a> {
    /// A run with a budget and a stream of randomness.
    pub fn new(budget: Budget, random: Random) -> Run<'a> {
        let now = Instant::now();
        let mut run = Run {
            ticks: 0,
            next_look: 0,
            stride: 1,
            guesses: 0,
            hands: None,
            lane: None,
            budget,
            started: now,
            cpu_started: None,
            looked: now,
            random,
            observer: None,
            cancel: None,
            best: None,
            trail: Vec::new(),
        };
        run.plan_next_look();
        run
    }

    /// Passes events on to an observer.
    pub fn observed_by(mut self, observer: &'a mut dyn Observer) -> Run<'a> {
        self.observer = Some(observer);
        self
    }

    /// Ends the run soon after the flag is raised.
    pub fn cancelled_by(mut self, flag: &'a AtomicBool) -> Run<'a> {
        self.cancel = Some(flag);
        self.plan_next_look();
        self
    }

    /// Lets the algorithm use so many threads, if it can.
    pub fn with_threads(self, threads: usize) -> Run<'a> {
        match threads {
            0 | 1 => self,
            _ => self.with_hands(Arc::new(Hands::beside_the_first(threads))),
        }
    }

    /// Lets the algorithm borrow threads that are free now or become free later, if it can.
    pub fn with_hands(mut self, hands: Arc<Hands>) -> Run<'a> {
        self.hands = Some(hands);
        self
    }

    /// Counts CPU time of the calling thread, on which the run has to happen, towards the time
    /// limit instead of wall time: what else the machine does then hardly changes how a run ends.
    /// Wall time of ten times the limit ends it too. Where the system has no clock of a thread,
    /// the limit is wall time.
    pub fn limited_by_cpu(mut self) -> Run<'a> {
        self.cpu_started = cpu_time::of_thread();
        self
    }

    /// Makes the run one lane of several side by side.
    pub(crate) fn in_lane(mut self, turns: &'a Turns<'a>, lane: usize) -> Run<'a> {
        self.lane = Some((turns, lane));
        // Threads go to the lanes.
        self.hands = None;
        self.plan_next_look();
        self
    }

    /// The threads the algorithm may borrow, if it may at all. An observer hears one thread, and a
    /// tick limit is kept to the tick by one thread, so either leaves only one.
    pub fn hands(&self) -> Option<&Arc<Hands>> {
        let alone = self.is_observed() || self.budget.ticks.is_some();
        self.hands.as_ref().filter(|_| !alone)
    }

    /// Walks a search tree with the run's threads, within its limits. The tally is not yet
    /// counted: [`Run::enter`] does.
    pub(crate) fn split<T: Tree>(&self, root: T, wanted: Wanted) -> (Tally, Result<(), Stop>) {
        self.spread(|hands, stop| split::search(root, hands, wanted, stop))
    }

    /// Hands the run's threads and limits to a search.
    pub(crate) fn spread(
        &self,
        search: impl FnOnce(&Hands, &(dyn Fn() -> bool + Sync)) -> (Tally, Ended),
    ) -> (Tally, Result<(), Stop>) {
        let (started, limit, cancel) = (self.started, self.budget.time, self.cancel);
        let is_cancelled = || cancel.is_some_and(|flag| flag.load(Ordering::Relaxed));
        let stop = || is_cancelled() || limit.is_some_and(|limit| started.elapsed() >= limit);
        let (tally, ended) = match self.hands() {
            Some(hands) => search(hands, &stop),
            None => search(&Hands::default(), &stop),
        };
        let ended = match ended {
            Ended::Done => Ok(()),
            Ended::Stopped if is_cancelled() => Err(Stop::Cancelled),
            Ended::Stopped => Err(Stop::Time),
        };
        (tally, ended)
    }

    /// Counts what a tally says was done.
    pub(crate) fn enter(&mut self, tally: &Tally) {
        self.ticks += tally.ticks();
        self.guesses += tally.guesses();
        if let Some((cost, board)) = tally.best() {
            self.offer(cost as f64, board);
        }
    }

    /// Counts one unit of work and leaves when the budget is spent.
    #[inline(always)]
    pub fn tick(&mut self) -> Result<(), Stop> {
        self.spend(1)
    }

    /// Counts several units of work at once.
    #[inline(always)]
    pub fn spend(&mut self, ticks: u64) -> Result<(), Stop> {
        self.ticks += ticks;
        if self.ticks >= self.next_look { self.look() } else { Ok(()) }
    }

    /// How many ticks may be spent in one go before the run wants to look at its limits; an inner
    /// loop may do so much work between two calls of [`Run::spend`].
    pub fn leash(&self) -> u64 {
        (self.next_look - self.ticks).max(1)
    }

    /// A question for work that cannot be cut into ticks: whether the time is spent.
    pub fn time_probe(&self) -> impl Fn() -> bool + 'static + use<> {
        let (started, cpu_started, limit) = (self.started, self.cpu_started, self.budget.time);
        move || limit.is_some_and(|limit| is_spent(limit, started.elapsed(), cpu_started))
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stop> {
        if self.budget.ticks.is_some_and(|limit| self.ticks >= limit) {
            return Err(Stop::Ticks);
        }
        if self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stop::Cancelled);
        }
        if self.budget.time.is_some() || self.lane.is_some() {
            let now = Instant::now();
            let wall = now - self.started;
            if self.budget.time.is_some_and(|limit| is_spent(limit, wall, self.cpu_started)) {
                return Err(Stop::Time);
            }
            let since = now - self.looked;
            if since < LOOK_EVERY / 2 {
                self.stride = (self.stride * 2).min(1 << 40);
            } else if since > LOOK_EVERY * 2 {
                self.stride = (self.stride / 4).max(1);
            }
            self.looked = now;
            if let Some((turns, lane)) = self.lane {
                turns.pause(lane, self.ticks)?;
                // Others may have had their turns meanwhile.
                self.looked = Instant::now();
            }
        } else {
            self.stride = (self.stride * 2).min(1 << 16);
        }
        self.plan_next_look();
        Ok(())
    }

    fn plan_next_look(&mut self) {
        let unwatched = self.budget.time.is_none() && self.cancel.is_none() && self.lane.is_none();
        let by_clock = if unwatched { u64::MAX } else { self.ticks.saturating_add(self.stride) };
        self.next_look = by_clock.min(self.budget.ticks.unwrap_or(u64::MAX));
    }

    /// Counts a branch of the search.
    #[inline(always)]
    pub fn guess(&mut self) {
        self.guesses += 1;
    }

    /// Counts several branches of the search.
    pub fn add_guesses(&mut self, guesses: u64) {
        self.guesses += guesses;
    }

    /// Ticks so far.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Guesses so far.
    pub fn guesses(&self) -> u64 {
        self.guesses
    }

    /// The run's randomness.
    #[inline(always)]
    pub fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    /// Offers a board as the best so far; it is copied only if its cost is lower than any before.
    #[inline]
    pub fn offer(&mut self, cost: f64, board: &[u8]) {
        if self.best.as_ref().is_none_or(|best| cost < best.cost) {
            self.keep(cost, board);
        }
    }

    /// The lowest cost offered so far; infinite before the first offer.
    #[inline]
    pub fn best_cost(&self) -> f64 {
        self.best.as_ref().map_or(f64::INFINITY, |best| best.cost)
    }

    #[cold]
    fn keep(&mut self, cost: f64, board: &[u8]) {
        match &mut self.best {
            Some(best) => {
                best.cost = cost;
                best.board.clear();
                best.board.extend_from_slice(board);
            }
            None => self.best = Some(Best { cost, board: board.to_vec() }),
        }
        if let Some(observer) = &mut self.observer {
            observer.event(&Event::Improved { cost, board });
        }
    }

    /// Whether anyone listens to events.
    #[inline(always)]
    pub fn is_observed(&self) -> bool {
        self.observer.is_some()
    }

    /// Tells the observer, if there is one; the event is only made then.
    #[inline(always)]
    pub fn tell<'e>(&mut self, event: impl FnOnce() -> Event<'e>) {
        if let Some(observer) = &mut self.observer {
            observer.event(&event());
        }
    }

    /// Adds a line to the audit trail that comes back with the outcome.
    pub fn note(&mut self, line: String) {
        if let Some(observer) = &mut self.observer {
            observer.event(&Event::Note(&line));
        }
        self.trail.push(line);
    }

    pub(crate) fn finish(self) -> (u64, u64, Option<Best>, Duration, Vec<String>) {
        (self.ticks, self.guesses, self.best, self.started.elapsed(), self.trail)
    }
}

/// Whether the time is spent. A thread's CPU time is never ahead of the wall, so the slower clock
/// is asked only when the fast one says that it might be.
fn is_spent(limit: Duration, wall: Duration, cpu_started: Option<Duration>) -> bool {
    if wall < limit {
        return false;
    }
    match cpu_started.and_then(|began| Some((began, cpu_time::of_thread()?))) {
        None => true,
        Some((began, now)) => now.saturating_sub(began) >= limit || wall >= limit * PATIENCE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tick_limit_ends_the_run_at_that_tick() {
        let mut run = Run::new(Budget::ticks(1000), Random::new(1));
        let mut done = 0;
        while run.tick().is_ok() {
            done += 1;
        }
        assert_eq!((done, run.ticks()), (999, 1000));
    }

    #[test]
    fn a_time_limit_is_kept_to_within_fifty_milliseconds() {
        let limit = Duration::from_millis(60);
        let over = |work: u64| {
            let started = Instant::now();
            let mut run = Run::new(Budget::time(limit), Random::new(1));
            let mut sum = 0u64;
            while run.tick().is_ok() {
                sum = (0..work).fold(sum, |s, i| std::hint::black_box(s ^ i));
            }
            started.elapsed().saturating_sub(limit)
        };
        for work in [1u64, 100_000] {
            // A busy machine may take the processor away for longer, but not every time.
            let soon = (0..5).any(|_| over(work) < Duration::from_millis(50));
            assert!(soon, "too long, {work} per tick");
        }
    }

    #[test]
    fn waiting_does_not_spend_a_limit_on_cpu_time_for_long() {
        let limit = Duration::from_secs(3600);
        let run = Run::new(Budget::time(limit), Random::new(1)).limited_by_cpu();
        let check = |wall: u32, expected: bool| {
            assert_eq!(is_spent(limit, limit * wall / 2, run.cpu_started), expected, "{wall}");
        };
        // No test has worked for an hour. Where there is no clock of a thread, waiting counts.
        check(1, false);
        check(3, !cfg!(unix));
        check(2 * PATIENCE - 1, !cfg!(unix));
        check(2 * PATIENCE, true);
        // The thread has worked for longer than this.
        let short = Duration::from_nanos(1);
        assert!(is_spent(short, 2 * short, cpu_time::of_thread().map(|_| Duration::ZERO)));
        assert!(is_spent(limit, limit, None));
    }

    #[test]
    fn only_a_better_board_replaces_the_best() {
        let mut costs = Vec::new();
        let mut observer = |event: &Event<'_>| {
            if let Event::Improved { cost, .. } = event {
                costs.push(*cost);
            }
        };
        let mut run = Run::new(Budget::UNLIMITED, Random::new(1)).observed_by(&mut observer);
        for cost in [5.0, 7.0, 3.0, 3.0] {
            run.offer(cost, &[cost as u8]);
        }
        assert_eq!(run.finish().2, Some(Best { cost: 3.0, board: vec![3] }));
        assert_eq!(costs, [5.0, 3.0]);
    }
}
