//! What of a part has come to its end.
//!
//! A reproduction that was broken off has puzzles that only some algorithms have been run on, or not as
//! often as the protocol asks. Claims compare algorithms puzzle by puzzle, so such puzzles are left out,
//! as if the paper had had fewer: runs stand in random order, so which ones have ended says nothing
//! about them.

use crate::plan::{Plan, Repeats};
use crate::report::numbers;
use crate::runner::enough;
use crate::store::Content;
use std::borrow::Cow;

/// The puzzles of a part on which every run has ended.
pub struct EndedRuns<'a> {
    /// The part, without the other puzzles.
    pub content: Cow<'a, Content>,
    /// What is missing, in words; nothing when all is there.
    pub missing: Option<String>,
}

impl<'a> EndedRuns<'a> {
    /// Leaves out what has not ended.
    pub fn of(content: &'a Content, folder: &str) -> EndedRuns<'a> {
        // A file of another version may have a plan that this one does not read: then it stays as it is.
        let plan = Plan::read(&content.plan, folder).ok();
        let has_ended = plan.as_ref().map(|plan| ended(content, plan));
        let Some(has_ended) = has_ended.filter(|all| all.contains(&false)) else {
            let missing = plan.and_then(|plan| aspects(content, &plan, folder));
            return EndedRuns { content: Cow::Borrowed(content), missing };
        };
        let n = has_ended.iter().filter(|&&ended| ended).count();
        let missing = format!(
            "in `{folder}` every run has ended on {} of {}",
            numbers::count(n),
            numbers::counted(has_ended.len(), "puzzle")
        );
        EndedRuns { content: Cow::Owned(only(content, &has_ended)), missing: Some(missing) }
    }
}

/// For each puzzle, whether every algorithm has made all of its runs there.
fn ended(content: &Content, plan: &Plan) -> Vec<bool> {
    let n_algorithms = content.algorithms.len();
    let mut pairs = vec![false; content.puzzles.len() * n_algorithms];
    // Rows come by puzzle, algorithm and repeat.
    for rows in content.rows.chunk_by(|a, b| (a.puzzle, a.algorithm) == (b.puzzle, b.algorithm)) {
        let (puzzle, algorithm) = (rows[0].puzzle as usize, rows[0].algorithm);
        let solved: Vec<bool> = rows.iter().map(|row| row.ended.is_solved()).collect();
        let times: Vec<f64> = rows.iter().map(|row| row.cpu_seconds).collect();
        pairs[puzzle * n_algorithms + algorithm as usize] = match plan.protocol.repeats {
            Repeats::Fixed { .. } => rows.len() >= content.most_runs as usize,
            Repeats::Thesis { .. } => enough(plan, algorithm, &solved, &times).is_some(),
        };
    }
    pairs.chunks(n_algorithms.max(1)).map(|of| of.iter().all(|&ended| ended)).collect()
}

/// The content with these puzzles alone.
fn only(content: &Content, kept: &[bool]) -> Content {
    let mut next = 0;
    let places: Vec<Option<u32>> = kept
        .iter()
        .map(|&kept| {
            next += u32::from(kept);
            kept.then(|| next - 1)
        })
        .collect();
    let place = |puzzle: u32| places.get(puzzle as usize).copied().flatten();
    let mut content = content.clone();
    let mut stays = kept.iter();
    content.puzzles.retain(|_| stays.next().is_none_or(|&kept| kept));
    content.rows.retain_mut(|row| place(row.puzzle).map(|new| row.puzzle = new).is_some());
    let ratings = &mut content.aspects.ratings;
    ratings.retain_mut(|rated| place(rated.puzzle).map(|new| rated.puzzle = new).is_some());
    content
}

/// What is missing of the aspects besides solving, which come after the runs.
fn aspects(content: &Content, plan: &Plan, folder: &str) -> Option<String> {
    let there = &content.aspects;
    let mut missing = Vec::new();
    if let Some(wanted) = &plan.aspects.generation {
        let of = plan.contestants.len() * wanted.count as usize;
        if there.generated.len() < of {
            let made = numbers::count(there.generated.len());
            missing.push(format!("{made} of {} are made", numbers::counted(of, "puzzle")));
        }
    }
    if plan.aspects.rating && there.ratings.len() < content.puzzles.len() {
        let of = numbers::counted(content.puzzles.len(), "puzzle");
        missing.push(format!("{} of {of} are rated", numbers::count(there.ratings.len())));
    }
    if let Some(wanted) = &plan.aspects.speed_up {
        let last = wanted.threads.last().copied().unwrap_or(1);
        if !there.speeds.iter().any(|speed| speed.threads == last) {
            missing.push("nothing is measured with several threads".to_owned());
        }
    }
    (!missing.is_empty()).then(|| format!("in `{folder}` {}", missing.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::super::mock::{Made, Mock};
    use super::*;

    #[test]
    fn only_puzzles_that_every_algorithm_has_ended_on_are_kept() {
        let mock = Mock { plan: "thesis", sets: &[6], runs: 4, versions: 1 };
        let mut content = mock.content(|p| Made::solved(p.number as u64 + 1, 0.01));
        let whole = EndedRuns::of(&content, "17-clues");
        assert!(whole.missing.is_none() && whole.content.rows.len() == content.rows.len());
        // The third run of rules on the second puzzle, and all of backtracking on the fourth.
        content.rows.retain(|row| (row.puzzle, row.algorithm, row.repeat) != (1, 0, 2));
        content.rows.retain(|row| (row.puzzle, row.algorithm) != (3, 1));
        let part = EndedRuns::of(&content, "17-clues");
        let missing = part.missing.expect("it says what is missing");
        assert!(missing.contains("4 of 6\u{a0}puzzles"), "{missing}");
        assert_eq!(part.content.puzzles.len(), 4);
        assert_eq!(part.content.rows.len(), 4 * 2 * 4);
        // Rows still stand with their puzzles: the mock's ticks are the puzzle's number in its set.
        for row in &part.content.rows {
            assert_eq!(row.ticks, part.content.puzzles[row.puzzle as usize].number as u64);
        }
    }

    #[test]
    fn a_puzzle_given_up_after_its_first_run_has_ended_in_the_thesis_protocol() {
        let mock = Mock { plan: "thesis", sets: &[2], runs: 1, versions: 1 };
        let content = mock.content(|p| match p.number {
            0 => Made::stuck(3.0),
            _ => Made::solved(1, 0.01),
        });
        let part = EndedRuns::of(&content, "17-clues");
        assert_eq!(part.content.puzzles.len(), 1);
        assert_eq!(part.content.rows.iter().filter(|row| row.ended.is_solved()).count(), 0);
    }
}
