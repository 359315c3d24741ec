//! Rows made up for tests: what a claim says of them is known beforehand.

use super::claim::{Agreement, Claim};
use crate::builtin::BuiltinPlan;
use crate::plan::{Plan, Repeats};
use crate::store::{AlgorithmEntry, Content, Ended, PuzzleEntry, Row};
use sudolab_solvers::RunVerdict;

/// A result file of a built-in plan, with as many puzzles and runs as a test wants.
pub struct Mock<'a> {
    /// The plan's name.
    pub plan: &'a str,
    /// Puzzles of each set, in the order of the plan.
    pub sets: &'a [usize],
    /// Runs of each algorithm on each puzzle.
    pub runs: u32,
    /// Puzzles that were made from the same puzzle.
    pub versions: usize,
}

/// Which run is asked for.
pub struct Place<'a> {
    /// The label of the set.
    pub set: &'a str,
    /// The puzzle's number in its set, from 0.
    pub number: usize,
    /// The algorithm's label.
    pub label: &'a str,
    /// The repeat.
    pub repeat: u32,
}

/// What the run came to.
#[derive(Clone, Copy)]
pub struct Made {
    /// How it ended.
    pub verdict: RunVerdict,
    /// Its ticks.
    pub ticks: u64,
    /// Its CPU time.
    pub seconds: f64,
    /// The cost of its best board.
    pub cost: Option<f64>,
    /// Clues of the puzzle.
    pub clues: usize,
}

impl Made {
    /// It solved.
    pub fn solved(ticks: u64, seconds: f64) -> Made {
        Made { verdict: RunVerdict::Solved, ticks, seconds, cost: None, clues: 28 }
    }

    /// It gave up.
    pub fn stuck(cost: f64) -> Made {
        Made { verdict: RunVerdict::GaveUp, ticks: 1, seconds: 1.0, cost: Some(cost), clues: 28 }
    }
}

impl Mock<'_> {
    /// The file.
    pub fn content(&self, make: impl Fn(&Place<'_>) -> Made) -> Content {
        let text = BuiltinPlan::find(self.plan).expect("a built-in plan").text;
        let plan = Plan::read(text, self.plan).expect("built-in plans are read");
        assert_eq!(plan.sources.len(), self.sets.len(), "{}", self.plan);
        let (mut puzzles, mut rows) = (Vec::new(), Vec::new());
        for (set, (source, &n)) in plan.sources.iter().zip(self.sets).enumerate() {
            for number in 0..n {
                let puzzle = puzzles.len() as u32;
                let mut clues = 17;
                for (algorithm, contestant) in plan.contestants.iter().enumerate() {
                    for repeat in 0..self.runs {
                        let label = contestant.label.as_str();
                        let made = make(&Place { set: &source.label, number, label, repeat });
                        let key = (puzzle, algorithm as u32, repeat);
                        let ended = Ended::With(made.verdict);
                        rows.push(Row {
                            ticks: made.ticks,
                            best_cost: made.cost,
                            ..Row::once(key, ended, made.seconds, made.seconds)
                        });
                        clues = made.clues;
                    }
                }
                puzzles.push(PuzzleEntry {
                    set,
                    number: number + 1,
                    line: String::new(),
                    key: format!("{} {set} {number}", self.plan),
                    origin: format!("{} {set} {}", self.plan, number / self.versions),
                    clues,
                    cells: 81,
                });
            }
        }
        let algorithm = |c: &crate::plan::Contestant| AlgorithmEntry {
            label: c.label.clone(),
            algorithm: c.algorithm.id.to_owned(),
            title: String::new(),
            family: String::new(),
            settings: String::new(),
            uses_seed: c.algorithm.promises.uses_seed,
            tick: String::new(),
            tick_limit: None,
        };
        Content {
            name: plan.name.clone(),
            plan: text.to_owned(),
            protocol: String::new(),
            is_thesis: matches!(plan.protocol.repeats, Repeats::Thesis { .. }),
            most_runs: self.runs,
            bounds: (0.05, 1.0),
            seed: plan.seed,
            limit: plan.protocol.time_limit.as_secs_f64(),
            tick_limit: None,
            version: String::new(),
            sessions: Vec::new(),
            machines: Vec::new(),
            sets: plan.sources.iter().map(|s| s.label.clone()).collect(),
            puzzles,
            algorithms: plan.contestants.iter().map(algorithm).collect(),
            aspects: Default::default(),
            rows,
        }
    }
}

/// The verdict on the claim whose words begin so.
pub fn verdict(claims: &[Claim], what: &str) -> Agreement {
    let mut found = claims.iter().filter(|c| c.what.starts_with(what));
    let claim = found.next().unwrap_or_else(|| panic!("no claim begins {what:?}"));
    assert!(found.next().is_none(), "several claims begin {what:?}");
    claim.agreement
}

/// The verdicts of all claims that can have one; each says how much evidence there is and how much it
/// needs, and nothing holds with less.
pub fn verdicts(claims: &[Claim]) -> Vec<Agreement> {
    let decided = claims.iter().filter(|c| c.agreement != Agreement::Open);
    decided
        .map(|c| {
            let size = c.size.unwrap_or_else(|| panic!("{} says not what it needs", c.what));
            let stands = matches!(c.agreement, Agreement::Holds | Agreement::InKind);
            assert!(size.needs > 0 && (!stands || size.n >= size.needs), "{c:?}");
            c.agreement
        })
        .collect()
}
