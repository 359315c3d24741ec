//! What is said about a run: before it begins, when nothing comes, and at its end.

use crate::args::Common;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use crate::{interrupt, say};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use sudolab::system_clock::SYSTEM;
use sudolab::{Clock, Commission, GaveUp, GenerateEnd, Halt, Judge, Rejected, Stop, Tally};

/// After so long without a puzzle the user is told.
const EARLY: Duration = Duration::from_secs(10);

/// The system's clock, which says once when no puzzle has come for a while: attempts look at it
/// while they go on, however long they take.
pub struct Early {
    began: Duration,
    said: AtomicBool,
}

impl Early {
    /// Begins to wait.
    pub fn new() -> Early {
        Early { began: SYSTEM.wall(), said: AtomicBool::new(false) }
    }

    /// A puzzle has come.
    pub fn hush(&self) {
        self.said.store(true, Ordering::Relaxed);
    }

    /// The limits of the whole run, by this clock.
    pub fn halt<'a>(&'a self, common: &Common) -> Halt<'a> {
        if common.quiet {
            self.hush();
        }
        let halt = Halt::never().timed_by(self).cancelled_by(interrupt::flag());
        match common.time_limit {
            Some(limit) => halt.within(limit, self),
            None => halt,
        }
    }
}

impl Clock for Early {
    fn wall(&self) -> Duration {
        let now = SYSTEM.wall();
        if now.saturating_sub(self.began) >= EARLY && !self.said.swap(true, Ordering::Relaxed) {
            say::note(&format!(
                "no puzzle yet after {} s; the order is rare or its attempts take long. Ctrl-C ends the run and says why attempts came to nothing",
                EARLY.as_secs()
            ));
        }
        now
    }

    fn cpu(&self) -> Option<Duration> {
        SYSTEM.cpu()
    }
}

/// What the user should know before it begins.
pub fn before(commission: &Commission, common: &Common) {
    let order = &commission.order;
    let few = |range: &RangeInclusive<usize>| order.board.is_classic() && *range.end() <= 19;
    if order.clues.as_ref().is_some_and(few) {
        say::note(
            "puzzles with so few clues are rare: of 19 clues one may come in minutes, of 18 in days, \
             and of 17 only some 49 158 are known among all grids; collections of them exist",
        );
    }
    let proves = |judge: &&Judge| judge.algorithm.counts(&judge.settings);
    let believes = order.decider.as_ref().filter(|judge| !proves(judge) && !common.quiet);
    if let Some(Judge { algorithm, .. }) = believes {
        say::note(&format!(
            "{} cannot prove that a solution is the only one: a puzzle counts as proper when it is solved{}; \
             the exact engine then decides, and what it refuses is told at the end",
            algorithm.id,
            if algorithm.promises.uses_seed { ", twice with the same result" } else { "" }
        ));
    }
}

/// Tells how the run ended, and ends the output.
pub fn after(
    commission: &Commission,
    end: GenerateEnd,
    tally: &Tally,
    output: Output,
    common: &Common,
) -> Result<Exit, Failure> {
    let Tally { made, tried, undecided, rejected, .. } = tally;
    let judge = commission.order.decider.as_ref().map(|judge| judge.algorithm.id);
    if *undecided > 0 {
        say::note(&format!(
            "{undecided} of {made} puzzles may have more {} than they need: whether some could go was \
             not settled within the effort that {} may spend on a question; {}",
            if commission.order.variants.is_empty() { "clues" } else { "clues or rules" },
            judge.unwrap_or("the engine"),
            if judge.is_some() {
                "without --algorithm more of them are settled"
            } else {
                "--minimal settles them all and takes longer"
            }
        ));
    }
    if let (Some(id), Some(wrong)) = (judge, rejected.get(&Rejected::NotProper)) {
        say::note(&format!(
            "{id} took {wrong} of {} puzzles for proper that are not ({:.1} %)",
            wrong + made,
            100.0 * *wrong as f64 / (wrong + made) as f64
        ));
    }
    if end == GenerateEnd::Complete {
        if common.verbose > 0 {
            let why = reasons(tally);
            let why = if why.is_empty() { "none".to_owned() } else { why };
            say::note(&format!("{made} made in {tried} attempts; rejected: {why}"));
        }
        output.finish()?;
        return Ok(Exit::Fine);
    }
    say::problem(&cut_short(commission, end, tally));
    if interrupt::is_raised() {
        if let Some(partial) = output.keep_partial()? {
            say::problem(&format!("what is done stands in {}", partial.display()));
        }
        return Ok(Exit::Interrupted);
    }
    output.finish()?;
    Ok(Exit::Limit)
}

/// Why attempts came to nothing, with numbers.
fn reasons(tally: &Tally) -> String {
    let told = tally.rejected.iter().map(|(reason, n)| format!("{n} {reason}"));
    told.collect::<Vec<_>>().join(", ")
}

/// How a run ended that did not make all it was asked for, and how to go on.
fn cut_short(commission: &Commission, end: GenerateEnd, tally: &Tally) -> String {
    let Tally { made, tried, .. } = tally;
    let stopped = match end {
        // A run that is complete is not cut short.
        GenerateEnd::Complete => String::new(),
        GenerateEnd::Stopped(Stop::Cancelled) => "interrupted".to_owned(),
        GenerateEnd::Stopped(stop) => stop.to_string(),
        GenerateEnd::GaveUp(why) => why.to_string(),
    };
    let attempts = match (*tried, reasons(tally)) {
        (0, _) => "no attempt came to an end".to_owned(),
        (n, why) if why.is_empty() => format!("none of {n} attempts came to nothing"),
        (n, why) => format!("{n} attempts: {why}"),
    };
    let next = commission.first_attempt.saturating_add(*tried);
    let go_on = match end {
        GenerateEnd::GaveUp(GaveUp::OutOfNumbers) => {
            "use another --seed, or less --skip".to_owned()
        }
        _ => format!("go on with --seed {} --skip {next}", commission.seed),
    };
    let judge = commission.order.decider.as_ref().map(|judge| judge.algorithm.id);
    let remedy = remedy(end, judge);
    let count = commission.count;
    format!("{made} of {count} puzzles made, then {stopped}; {attempts}; {remedy}{go_on}")
}

/// What would help a run that gave up.
fn remedy(end: GenerateEnd, judge: Option<&str>) -> String {
    match (end, judge) {
        (GenerateEnd::GaveUp(GaveUp::Hopeless { .. }), Some(id)) => {
            format!(
                "{id} cannot tell proper puzzles from others here, so leave out --algorithm; or "
            )
        }
        (GenerateEnd::GaveUp(GaveUp::Idle(_)), Some(id)) => format!(
            "{id} takes long to find that it cannot solve a puzzle, so leave out --algorithm, or allow more --time-limit and "
        ),
        (GenerateEnd::GaveUp(GaveUp::Idle(_)), None) => {
            "ask for something less rare, or allow more --time-limit and ".to_owned()
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(end: GenerateEnd, tally: &Tally) -> String {
        cut_short(&Commission::new().count(100).seed(7).resume_at(50), end, tally)
    }

    fn tally(made: u64, tried: u64, too_many: u64) -> Tally {
        let mut tally = Tally::default();
        (tally.made, tally.tried) = (made, tried);
        if too_many > 0 {
            tally.rejected.insert(Rejected::TooManyClues, too_many);
        }
        tally
    }

    #[test]
    fn an_interrupted_run_does_not_say_that_nothing_came_of_what_was_made() {
        let interrupted = GenerateEnd::Stopped(Stop::Cancelled);
        let words = told(interrupted, &tally(67, 67, 0));
        assert_eq!(
            words,
            "67 of 100 puzzles made, then interrupted; none of 67 attempts came to nothing; go on with --seed 7 --skip 117"
        );
        let words = told(interrupted, &tally(67, 90, 23));
        assert!(words.contains("; 90 attempts: 23 "), "{words}");
        let words = told(interrupted, &tally(0, 0, 0));
        assert!(words.contains("; no attempt came to an end; "), "{words}");
    }

    #[test]
    fn each_limit_is_called_by_its_name() {
        let check = |stop, name: &str| {
            let words = told(GenerateEnd::Stopped(stop), &tally(1, 1, 0));
            assert!(words.contains(name), "{words}");
        };
        check(Stop::Time, "then the time limit is reached;");
        check(Stop::Ticks, "then the tick limit is reached;");
    }

    #[test]
    fn a_run_without_numbers_left_is_not_told_to_go_on_with_them() {
        let end = GenerateEnd::GaveUp(GaveUp::OutOfNumbers);
        let commission = Commission::new().count(1).resume_at(u64::MAX);
        let words = cut_short(&commission, end, &Tally::default());
        assert!(words.ends_with("use another --seed, or less --skip"), "{words}");
    }
}
