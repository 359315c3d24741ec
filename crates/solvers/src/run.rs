//! The run: limits, counting, randomness, best so far, observer.

#[cfg(feature = "threads")]
use crate::turns::Turns;
use crate::{Best, Event, Observer, Stop};
use std::sync::Arc;
use std::time::Duration;
use sudolab_exact::split::{self, Hands, Tally, Tree, Wanted};
use sudolab_grid::halt::{Halt, Meter, Stride};
use sudolab_grid::module::PLAIN;
use sudolab_grid::random::Random;

/// What an algorithm works with while it solves: it counts ticks, keeps the limits, owns the
/// randomness, remembers the best board and passes events on.
pub struct Run<'a> {
    ticks: u64,
    next_look: u64,
    guesses: u64,
    /// Time limits, clock and cancelling.
    halt: &'a Halt<'a>,
    tick_limit: Option<u64>,
    stride: Stride,
    started: Duration,
    /// Threads that may help.
    hands: Option<Arc<Hands>>,
    /// The lane this run is, among others side by side.
    #[cfg(feature = "threads")]
    lane: Option<(&'a Turns<'a>, usize)>,
    random: Random,
    observer: Option<&'a mut dyn Observer>,
    /// The tick of the last event, which may be ahead of what was counted.
    told_at: u64,
    best: Option<Best>,
    trail: Vec<String>,
}

impl<'a> Run<'a> {
    /// A run that a halt can stop, with a limit on ticks if there is one, and a stream of
    /// randomness.
    pub fn new(halt: &'a Halt<'a>, tick_limit: Option<u64>, random: Random) -> Run<'a> {
        let stride = Stride::new(halt);
        let mut run = Run {
            ticks: 0,
            next_look: 0,
            guesses: 0,
            halt,
            tick_limit,
            stride,
            started: stride.looked(),
            hands: None,
            #[cfg(feature = "threads")]
            lane: None,
            random,
            observer: None,
            told_at: 0,
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

    /// Makes the run one lane of several side by side.
    #[cfg(feature = "threads")]
    pub(crate) fn in_lane(mut self, turns: &'a Turns<'a>, lane: usize) -> Run<'a> {
        self.lane = Some((turns, lane));
        // Threads go to the lanes.
        self.hands = None;
        self.plan_next_look();
        self
    }

    /// The threads the algorithm may borrow, if it may at all. An observer hears one thread, and a
    /// tick limit is kept to the tick by one thread, so either leaves only one; without the feature
    /// `threads` there is never another.
    pub fn hands(&self) -> Option<&Arc<Hands>> {
        let alone =
            cfg!(not(feature = "threads")) || self.is_observed() || self.tick_limit.is_some();
        self.hands.as_ref().filter(|_| !alone)
    }

    /// Walks a search tree with the run's threads, within its limits. The tally is not yet
    /// counted: [`Run::enter`] does.
    pub(crate) fn split<T: Tree>(&self, root: T, wanted: Wanted) -> (Tally, Result<(), Stop>) {
        self.spread(|hands, halt| split::search(root, hands, wanted, halt))
    }

    /// Hands the run's threads and limits to a search.
    pub(crate) fn spread(
        &self,
        search: impl FnOnce(&Hands, &Halt<'_>) -> (Tally, Result<(), Stop>),
    ) -> (Tally, Result<(), Stop>) {
        match self.hands() {
            Some(hands) => search(hands, self.halt),
            None => search(&Hands::default(), self.halt),
        }
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

    /// Counts a tick if none has been counted since there were so many: for a loop whose body may
    /// have nothing to do under some settings, so that no loop is endless or deaf to limits.
    #[inline]
    pub fn tick_unless_since(&mut self, ticks: u64) -> Result<(), Stop> {
        if self.ticks > ticks { Ok(()) } else { self.tick() }
    }

    /// How many ticks may be spent in one go before the run wants to look at its limits; an inner
    /// loop may do so much work between two calls of [`Run::spend`].
    pub fn leash(&self) -> u64 {
        (self.next_look - self.ticks).max(1)
    }

    /// What can stop the run but its ticks, to be borrowed by work that cannot be cut into ticks.
    pub fn halt(&self) -> &'a Halt<'a> {
        self.halt
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stop> {
        if self.tick_limit.is_some_and(|limit| self.ticks >= limit) {
            return Err(Stop::Ticks);
        }
        self.halt.check()?;
        self.stride.adapt(self.halt);
        #[cfg(feature = "threads")]
        if let Some((turns, lane)) = self.lane {
            turns.pause(lane, self.ticks)?;
            // Others may have had their turns meanwhile.
            self.stride.forget_wait(self.halt);
        }
        self.plan_next_look();
        Ok(())
    }

    fn plan_next_look(&mut self) {
        let is_watched = self.is_in_lane() || self.halt.is_watching();
        let stride = if is_watched { self.stride.pieces() } else { u64::MAX };
        self.next_look = self.ticks.saturating_add(stride).min(self.tick_limit.unwrap_or(u64::MAX));
    }

    #[cfg(feature = "threads")]
    fn is_in_lane(&self) -> bool {
        self.lane.is_some()
    }

    #[cfg(not(feature = "threads"))]
    fn is_in_lane(&self) -> bool {
        false
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
                (best.cost, best.tick) = (cost, self.ticks);
                best.board.clear();
                best.board.extend_from_slice(board);
            }
            None => self.best = Some(Best { cost, board: board.to_vec(), tick: self.ticks }),
        }
        self.tell(|| Event::Improved { cost, board });
    }

    /// Whether anyone listens to events.
    #[inline(always)]
    pub fn is_observed(&self) -> bool {
        // A page asks the whole laboratory for what it shows of a search.
        !PLAIN && self.observer.is_some()
    }

    /// Whether someone listens and a look is due: what takes time to make is made only then.
    #[inline(always)]
    pub fn is_due(&mut self) -> bool {
        !PLAIN && self.observer.as_mut().is_some_and(|observer| observer.due(self.ticks))
    }

    /// Tells the observer, if there is one; the event is only made then.
    #[inline(always)]
    pub fn tell<'e>(&mut self, event: impl FnOnce() -> Event<'e>) {
        if !PLAIN && let Some(observer) = &mut self.observer {
            observer.event(self.ticks.max(self.told_at), &event());
        }
    }

    /// Tells the observer of something that happened at a tick the run has not heard of yet.
    pub(crate) fn tell_at(&mut self, tick: u64, event: &Event<'_>) {
        self.told_at = self.told_at.max(tick);
        self.tell(|| event.clone());
    }

    /// Shows the whole board to the observer, if there is one.
    #[inline(always)]
    pub fn show(&mut self, board: &[u8]) {
        self.tell(|| Event::State { board });
    }

    /// Adds a line to the audit trail that comes back with the outcome.
    pub fn note(&mut self, line: String) {
        self.tell(|| Event::Note(&line));
        self.trail.push(line);
    }

    pub(crate) fn finish(&mut self) -> (u64, u64, Option<Best>, Duration, Vec<String>) {
        let elapsed = self.halt.now().saturating_sub(self.started);
        (self.ticks, self.guesses, self.best.take(), elapsed, std::mem::take(&mut self.trail))
    }
}

impl Meter for Run<'_> {
    #[inline(always)]
    fn spend(&mut self, ticks: u64) -> Result<(), Stop> {
        Run::spend(self, ticks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};
    use sudolab_grid::halt::HandClock;

    #[test]
    fn a_tick_limit_ends_the_run_at_that_tick() {
        let halt = Halt::never();
        let mut run = Run::new(&halt, Some(1000), Random::new(1));
        let mut done = 0;
        while run.tick().is_ok() {
            done += 1;
        }
        assert_eq!((done, run.ticks()), (999, 1000));
    }

    #[test]
    fn a_time_limit_is_kept_to_within_fifty_milliseconds() {
        for tick in [Duration::from_nanos(20), Duration::from_millis(3)] {
            let (clock, limit) = (HandClock::new(), Duration::from_millis(60));
            let halt = Halt::never().within(limit, &clock);
            let mut run = Run::new(&halt, None, Random::new(1));
            while run.tick().is_ok() {
                clock.turn(tick);
            }
            let elapsed = run.finish().3;
            assert!(limit <= elapsed && elapsed < limit + Duration::from_millis(50), "{elapsed:?}");
        }
    }

    #[test]
    fn a_raised_flag_ends_the_run_soon_also_where_there_is_no_clock() {
        let flag = AtomicBool::new(false);
        let halt = Halt::never().cancelled_by(&flag);
        let mut run = Run::new(&halt, None, Random::new(1));
        for _ in 0..1_000_000 {
            assert_eq!(run.tick(), Ok(()));
        }
        flag.store(true, Ordering::Relaxed);
        let late = (0..1_000_000).take_while(|_| run.tick().is_ok()).count();
        assert!(late < 100_000, "{late} ticks later");
    }

    #[test]
    fn only_a_better_board_replaces_the_best() {
        let mut costs = Vec::new();
        let mut observer = |_: u64, event: &Event<'_>| {
            if let Event::Improved { cost, .. } = event {
                costs.push(*cost);
            }
        };
        let halt = Halt::never();
        let mut run = Run::new(&halt, None, Random::new(1)).observed_by(&mut observer);
        for cost in [5.0, 7.0, 3.0, 3.0] {
            run.tick().unwrap();
            run.offer(cost, &[cost as u8]);
        }
        assert_eq!(run.finish().2, Some(Best { cost: 3.0, board: vec![3], tick: 3 }));
        assert_eq!(costs, [5.0, 3.0]);
    }
}
