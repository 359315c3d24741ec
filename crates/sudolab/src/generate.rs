//! Puzzles to order.

use crate::commission::{Commission, Patience};
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::time::Duration;
use sudolab_generate::{Made, Rejected, Workshop};
use sudolab_grid::halt::{Halt, Stop};

/// How far a run has come.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// Puzzles made.
    pub made: u64,
    /// Attempts that came to an end.
    pub tried: u64,
    /// Puzzles with clues of which it was not found out whether they could go.
    pub undecided: u64,
    /// Attempts that came to nothing, by reason.
    pub rejected: BTreeMap<Rejected, u64>,
    /// When the last puzzle was made, or the run began, by the halt's clock.
    last_made: Duration,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GenerateEnd {
    /// All that was ordered is made.
    Complete,
    /// It was stopped.
    Stopped(Stop),
    /// It gave up by itself.
    GaveUp(GaveUp),
}

/// Why a run gave up by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GaveUp {
    /// Every attempt failed for a reason that will not go away.
    Hopeless {
        /// The reason.
        reason: Rejected,
        /// How many attempts.
        attempts: u64,
    },
    /// No puzzle came for so long.
    Idle(Duration),
    /// There are no more attempts: each has a number.
    OutOfNumbers,
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GaveUp::Hopeless { reason, attempts } => {
                write!(f, "given up: {attempts} attempts and no puzzle, each {reason}")
            }
            GaveUp::Idle(length) => {
                write!(f, "given up: no puzzle came for {} s", length.as_secs_f64())
            }
            GaveUp::OutOfNumbers => f.write_str("given up: there are no more numbers for attempts"),
        }
    }
}

/// Makes puzzles to order, one after the other.
///
/// ```
/// use sudolab::{ClueSymmetry, Commission, GenerateEnd, Halt, generate};
///
/// let order = Commission::new().clues(26..=32).symmetry(ClueSymmetry::Rot180).count(3).seed(7);
/// let halt = Halt::never();
/// let mut making = generate(&order, &halt);
/// for made in &mut making {
///     println!("{}", made.puzzle);
/// }
/// assert_eq!(making.end(), Some(GenerateEnd::Complete));
/// assert_eq!(making.tally().made, 3);
///
/// // Taken up where it ended, it goes on with other puzzles.
/// let more = order.clone().resume_at(making.next_attempt());
/// assert_eq!(generate(&more, &halt).count(), 3);
/// ```
///
/// On several threads see [`generate_on`].
pub fn generate<'a>(commission: &'a Commission, halt: &'a Halt<'a>) -> Generate<'a> {
    let tally = Tally { last_made: halt.now(), ..Tally::default() };
    let end = (commission.count == 0).then_some(GenerateEnd::Complete);
    Generate {
        commission,
        halt,
        workshop: Workshop::new(),
        ready: VecDeque::new(),
        begun: commission.first_attempt,
        tally,
        end,
    }
}

/// Puzzles as they are made. See [`generate`].
pub struct Generate<'a> {
    commission: &'a Commission,
    halt: &'a Halt<'a>,
    workshop: Workshop,
    /// Attempts that were made together and wait for their turn.
    ready: VecDeque<Result<Made, Rejected>>,
    /// The number of the next attempt to be made.
    begun: u64,
    tally: Tally,
    end: Option<GenerateEnd>,
}

impl Generate<'_> {
    /// How far it has come.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The attempt with which a later run goes on.
    pub fn next_attempt(&self) -> u64 {
        self.commission.first_attempt + self.tally.tried
    }

    /// How it ended; nothing as long as there is more to come.
    pub fn end(&self) -> Option<GenerateEnd> {
        self.end
    }
}

impl Iterator for Generate<'_> {
    type Item = Made;

    fn next(&mut self) -> Option<Made> {
        while self.end.is_none() {
            let Some(result) = self.ready.pop_front() else {
                let idle = self.tally.left(&self.commission.patience, self.halt);
                let Some(last) = self.begun.checked_add(self.commission.chunk(1)) else {
                    self.end = Some(GenerateEnd::GaveUp(GaveUp::OutOfNumbers));
                    break;
                };
                let numbers = self.begun..last;
                let made = attempts(&mut self.workshop, self.commission, numbers, idle, self.halt);
                self.begun = last;
                self.ready.extend(made);
                continue;
            };
            let made = self.tally.add(&result, self.halt);
            self.end = self.tally.end(self.commission, &result, self.halt);
            if made {
                return result.ok();
            }
        }
        None
    }
}

/// What a run on several threads tells.
#[cfg(feature = "threads")]
#[derive(Debug)]
pub enum Making<'a> {
    /// A puzzle.
    Made(&'a Made),
    /// Some attempts have come to an end.
    Tried(&'a Tally),
}

/// The same on several threads. `tell` hears of each puzzle and now and then of the attempts, in
/// their order; what comes out does not depend on the number of threads. It may break off.
///
/// ```
/// use std::ops::ControlFlow;
/// use sudolab::{Commission, GenerateEnd, Halt, Making, generate_on};
///
/// let mut lines = Vec::new();
/// let order = Commission::new().count(5).seed(7);
/// let (end, tally) = generate_on(2, &order, &Halt::never(), |making| {
///     if let Making::Made(made) = making {
///         lines.push(made.puzzle.to_string());
///     }
///     ControlFlow::<()>::Continue(())
/// });
/// assert_eq!(end, ControlFlow::Continue(GenerateEnd::Complete));
/// assert_eq!((lines.len() as u64, tally.made), (5, 5));
/// ```
#[cfg(feature = "threads")]
pub fn generate_on<B: Send>(
    jobs: usize,
    commission: &Commission,
    halt: &Halt<'_>,
    mut tell: impl FnMut(Making<'_>) -> std::ops::ControlFlow<B> + Send,
) -> (std::ops::ControlFlow<B, GenerateEnd>, Tally) {
    use crate::in_order::{Line, in_order};
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Mutex, PoisonError};

    /// Why the line broke off.
    enum Broken<B> {
        End(GenerateEnd),
        Told(B),
    }

    if commission.count == 0 {
        return (ControlFlow::Continue(GenerateEnd::Complete), Tally::default());
    }
    let begun = Tally { last_made: halt.now(), ..Tally::default() };
    let shared = Mutex::new(begun);
    let tally = || shared.lock().unwrap_or_else(PoisonError::into_inner);
    // When all is made the other threads need not end what they are at.
    let enough = AtomicBool::new(false);
    let inner = Halt::under(halt).cancelled_by(&enough);
    let inner = match halt.clock() {
        Some(clock) => inner.timed_by(clock),
        None => inner,
    };
    let chunk = commission.chunk(jobs);
    let mut next = commission.first_attempt;
    let broken = in_order(
        Line::with_jobs(jobs),
        || {
            if inner.check().is_err() {
                return None;
            }
            next = next.checked_add(chunk)?;
            Some(next - chunk)
        },
        || {
            let mut workshop = Workshop::new();
            let (inner, tally) = (&inner, &tally);
            move |first: u64| loop {
                let idle = tally().left(&commission.patience, inner);
                let numbers = first..first + chunk;
                let made = attempts(&mut workshop, commission, numbers, idle, inner);
                let cut = made.iter().any(|m| matches!(m, Err(Rejected::Stopped(Stop::Time))));
                let left = tally().left(&commission.patience, inner);
                // Another thread made a puzzle meanwhile, so that patience begins anew.
                if cut && inner.check().is_ok() && left.is_some_and(|left| !left.is_zero()) {
                    continue;
                }
                break made;
            }
        },
        |results: Vec<Result<Made, Rejected>>| {
            for result in results {
                let (made, end) = {
                    let mut tally = tally();
                    let made = tally.add(&result, halt);
                    (made, tally.end(commission, &result, halt))
                };
                if let (true, Ok(made)) = (made, &result)
                    && let ControlFlow::Break(with) = tell(Making::Made(made))
                {
                    enough.store(true, Ordering::Relaxed);
                    return ControlFlow::Break(Broken::Told(with));
                }
                if let Some(end) = end {
                    enough.store(true, Ordering::Relaxed);
                    return ControlFlow::Break(Broken::End(end));
                }
            }
            match tell(Making::Tried(&tally())) {
                ControlFlow::Continue(()) => ControlFlow::Continue(()),
                ControlFlow::Break(with) => {
                    enough.store(true, Ordering::Relaxed);
                    ControlFlow::Break(Broken::Told(with))
                }
            }
        },
    );
    let end = match broken {
        ControlFlow::Break(Broken::Told(with)) => ControlFlow::Break(with),
        ControlFlow::Break(Broken::End(end)) => ControlFlow::Continue(end),
        ControlFlow::Continue(()) => ControlFlow::Continue(match halt.check() {
            Err(stop) => GenerateEnd::Stopped(stop),
            Ok(()) => GenerateEnd::GaveUp(GaveUp::OutOfNumbers),
        }),
    };
    (end, shared.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Attempts that are made together, for no longer than patience lasts.
fn attempts(
    workshop: &mut Workshop,
    commission: &Commission,
    numbers: std::ops::Range<u64>,
    idle: Option<Duration>,
    halt: &Halt<'_>,
) -> Vec<Result<Made, Rejected>> {
    let patient = match (idle, halt.clock()) {
        (Some(idle), Some(clock)) => Halt::under(halt).within(idle, clock),
        _ => Halt::under(halt),
    };
    workshop.attempts_within(&commission.order, commission.seed, numbers, &patient)
}

impl Tally {
    /// How long patience still lasts; nothing where it has no end.
    fn left(&self, patience: &Patience, halt: &Halt<'_>) -> Option<Duration> {
        let idle = patience.idle.filter(|_| halt.clock().is_some())?;
        Some(idle.saturating_sub(halt.now().saturating_sub(self.last_made)))
    }

    /// Counts an attempt; says whether it gave a puzzle. One that was cut short does not count, so
    /// that a later run begins with it.
    fn add(&mut self, result: &Result<Made, Rejected>, halt: &Halt<'_>) -> bool {
        match result {
            Err(Rejected::Stopped(_)) => return false,
            Err(reason) => *self.rejected.entry(*reason).or_default() += 1,
            Ok(made) => {
                self.made += 1;
                self.undecided += u64::from(made.undecided > 0);
                self.last_made = halt.now();
            }
        }
        self.tried += 1;
        result.is_ok()
    }

    /// Whether it ends with this attempt.
    fn end(
        &self,
        commission: &Commission,
        result: &Result<Made, Rejected>,
        halt: &Halt<'_>,
    ) -> Option<GenerateEnd> {
        if self.made >= commission.count {
            return Some(GenerateEnd::Complete);
        }
        if let Err(Rejected::Stopped(stop)) = result {
            return Some(match (halt.check(), commission.patience.idle) {
                (Ok(()), Some(idle)) => GenerateEnd::GaveUp(GaveUp::Idle(idle)),
                (Ok(()), None) => GenerateEnd::Stopped(*stop),
                (Err(stop), _) => GenerateEnd::Stopped(stop),
            });
        }
        if let Some(left) = self.left(&commission.patience, halt)
            && left.is_zero()
        {
            let idle = commission.patience.idle.unwrap_or_default();
            return Some(GenerateEnd::GaveUp(GaveUp::Idle(idle)));
        }
        let (&reason, &n) = self.rejected.iter().max_by_key(|(_, n)| **n)?;
        let hopeless =
            self.made == 0 && n == self.tried && n >= commission.patience.hopeless && stays(reason);
        hopeless.then_some(GenerateEnd::GaveUp(GaveUp::Hopeless { reason, attempts: n }))
    }
}

/// Whether a reason will be there for the next attempts too.
fn stays(reason: Rejected) -> bool {
    matches!(
        reason,
        Rejected::NoGrid | Rejected::NoJudge | Rejected::NotFilled | Rejected::NotProper
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudolab_exact::ExactSolver;
    use sudolab_generate::Judge;
    use sudolab_grid::Puzzle;
    use sudolab_grid::halt::HandClock;
    use sudolab_solvers::{Algorithm, Answer, Boards, Family, Promises, Run, Solver};

    /// Finds a solution and asks no further, so it takes everything for proper.
    struct Credulous;

    impl Solver for Credulous {
        fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
            run.tick()?;
            let found = ExactSolver::kept(|solver| solver.solve(puzzle));
            Ok(found.map_or(Answer::Impossible, |solution| Answer::Solved(solution.grid().clone())))
        }
    }

    static CREDULOUS: Algorithm = Algorithm {
        id: "credulous",
        title: "The first solution",
        family: Family::Exact,
        as_published: false,
        source: "for this test",
        promises: Promises {
            proves_impossible: true,
            uses_seed: false,
            proves_unique: false,
            boards: Boards::Any,
        },
        parameters: &[],
        preset: &[],
        tick: "a puzzle",
        parallel: None,
        bulk: None,
        build: |_| Ok(Box::new(Credulous)),
        build_counter: None,
    };

    fn guessing() -> Commission {
        let patience = Patience { hopeless: 20, idle: None };
        Commission::new().decided_by(Judge::new(&CREDULOUS)).patience(patience)
    }

    #[test]
    fn an_order_that_its_judge_spoils_is_given_up_with_the_reason() {
        let (order, halt) = (guessing(), Halt::never());
        let mut making = generate(&order, &halt);
        assert_eq!(making.next(), None);
        let hopeless = GaveUp::Hopeless { reason: Rejected::NotProper, attempts: 20 };
        assert_eq!(making.end(), Some(GenerateEnd::GaveUp(hopeless)));
        assert_eq!(making.next_attempt(), 20);
    }

    #[test]
    fn patience_ends_when_no_puzzle_comes() {
        let clock = HandClock::stepping(Duration::from_secs(1));
        let halt = Halt::never().timed_by(&clock);
        let idle = Duration::from_secs(60);
        let order = guessing().patience(Patience { hopeless: u64::MAX, idle: Some(idle) });
        let mut making = generate(&order, &halt);
        assert_eq!(making.next(), None);
        assert_eq!(making.end(), Some(GenerateEnd::GaveUp(GaveUp::Idle(idle))));
    }
}
