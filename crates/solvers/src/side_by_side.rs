//! Independent runs of one algorithm side by side: the one that needs the fewest ticks counts.
//!
//! The time a randomised search needs varies from run to run, for most of ours nearly like the time
//! between two knocks of chance: then the first of *k* runs arrives *k* times sooner on average, and
//! *k* threads lose nothing against one. (M. Luby, W. Ertel, *Optimal parallelization of Las Vegas
//! algorithms*, 1994.) Populations and colonies are runs too: islands without traffic.
//!
//! A *lane* is a numbered run with a stream of randomness of its own; lane 0 has the stream of the
//! ordinary run. The outcome is that of the lane that solved with the fewest ticks, the lowest of
//! equals: it depends on the number of lanes, not on the number of threads nor on who was faster.
//! With threads (`turns.rs`) lanes for which none is free take turns; the one that
//! has done least goes on first, so all advance together and little is done in vain when one of them
//! arrives. Without them the lanes run one after another in rounds of ever more ticks, each from
//! its start: what a lane does follows from its stream, so what counts is the same.
//!
//! Ticks, guesses, trail and best board of the outcome are those of that lane; where none solved, of
//! the lane with the best board. Budgets hold for each lane.

use crate::{Answer, Best, Outcome, RunVerdict, Stop};
use std::any::Any;

/// What one lane came to.
pub(crate) struct Arrival {
    pub answer: Result<Answer, Stop>,
    pub ticks: u64,
    pub guesses: u64,
    pub best: Option<Best>,
    pub trail: Vec<String>,
}

/// The number of the lane that counts, by the checked outcomes of all.
pub(crate) fn winner(outcomes: &[Outcome]) -> usize {
    let by = |a: &&(usize, &Outcome), b: &&(usize, &Outcome)| a.1.ticks.cmp(&b.1.ticks);
    let numbered: Vec<(usize, &Outcome)> = outcomes.iter().enumerate().collect();
    let decided = |o: &Outcome| matches!(o.verdict, RunVerdict::Solved | RunVerdict::Impossible);
    if let Some(first) = numbered.iter().filter(|(_, o)| decided(o)).min_by(by) {
        return first.0;
    }
    let cost = |o: &Outcome| o.best.as_ref().map_or(f64::INFINITY, |best| best.cost);
    numbered.iter().min_by(|a, b| cost(a.1).total_cmp(&cost(b.1))).map_or(0, |&(lane, _)| lane)
}

/// The verdict of lanes of which none solved: a limit that ended one may have hidden a solution.
pub(crate) fn verdict(outcomes: &[Outcome], counts: usize) -> RunVerdict {
    let own = outcomes[counts].verdict;
    if matches!(own, RunVerdict::Solved | RunVerdict::Impossible) {
        return own;
    }
    let any = |verdict| outcomes.iter().any(|o| o.verdict == verdict);
    [RunVerdict::Wrong, RunVerdict::Cancelled, RunVerdict::OutOfTime, RunVerdict::OutOfTicks]
        .into_iter()
        .find(|&verdict| any(verdict))
        .unwrap_or(own)
}

/// What a panic said.
pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|s| (*s).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "it left no message".to_owned())
}
