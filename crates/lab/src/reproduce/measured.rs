//! The rows of a part, by algorithm and puzzle.

use crate::compare::Clusters;
use crate::plan::{Plan, Repeats};
use crate::plot::Sample;
use crate::runner::Spread;
use crate::stats::{Observation, Summary};
use crate::store::{Content, Row};

/// A result file with its rows sorted into groups.
#[derive(Debug)]
pub struct Measured<'a> {
    /// What the file holds.
    pub content: &'a Content,
    /// The folder it stands in, below the reproduction's.
    pub folder: &'static str,
    /// What had to be narrow for a puzzle to be stable.
    spread: Spread,
    /// Where the rows of puzzle x algorithm begin and end.
    places: Vec<(usize, usize)>,
}

/// What one algorithm did on the puzzles it was run on.
#[derive(Debug)]
pub struct Column<'a> {
    /// Its name.
    pub label: String,
    /// For each puzzle the mean time, or that some run did not solve it.
    pub times: Vec<Observation>,
    /// Puzzles it solved but whose mean remained uncertain.
    pub unstable: usize,
    /// The rows of each puzzle.
    pub rows: Vec<&'a [Row]>,
    /// The puzzles that were made from the same puzzle, by their places in the lists above.
    pub clusters: Vec<Vec<usize>>,
}

impl<'a> Measured<'a> {
    /// Sorts the rows.
    pub fn of(content: &'a Content, folder: &'static str) -> Measured<'a> {
        let n_algorithms = content.algorithms.len();
        let mut places = vec![(0, 0); content.puzzles.len() * n_algorithms];
        // Rows come by puzzle, algorithm and repeat.
        for (i, row) in content.rows.iter().enumerate() {
            let place = &mut places[row.puzzle as usize * n_algorithms + row.algorithm as usize];
            if place.1 == 0 {
                place.0 = i;
            }
            place.1 = i + 1;
        }
        let spread = match Plan::read(&content.plan, folder).map(|plan| plan.protocol.repeats) {
            Ok(Repeats::Thesis { spread, .. }) => spread,
            _ => Spread::default(),
        };
        Measured { content, folder, spread, places }
    }

    /// The runs of an algorithm on the puzzles that `belongs` accepts.
    pub fn column(&self, label: &str, belongs: impl Fn(usize) -> bool) -> Column<'a> {
        let content = self.content;
        let found = content.algorithms.iter().position(|a| a.label == label);
        let algorithm = found.expect("the labels are those of the built-in plan");
        let n_algorithms = content.algorithms.len();
        let (plain, stochastic) = content.bounds;
        let bound = if content.algorithms[algorithm].uses_seed { stochastic } else { plain };
        let puzzles: Vec<usize> = (0..content.puzzles.len()).filter(|&p| belongs(p)).collect();
        let mut column = Column {
            label: label.to_owned(),
            times: Vec::new(),
            unstable: 0,
            rows: Vec::new(),
            clusters: Clusters::of(content, &puzzles).members(),
        };
        for puzzle in puzzles {
            let (start, end) = self.places[puzzle * n_algorithms + algorithm];
            let rows = &content.rows[start..end];
            let times: Vec<f64> = rows.iter().map(|r| r.cpu_seconds).collect();
            column.rows.push(rows);
            if rows.is_empty() || rows.iter().any(|r| !r.ended.is_solved()) {
                column.times.push(Observation::Beyond(content.limit));
                continue;
            }
            let mean = times.iter().sum::<f64>() / times.len() as f64;
            column.times.push(Observation::Seen(mean.max(1e-9)));
            column.unstable +=
                usize::from(content.is_thesis && !self.spread.is_narrow(&times, bound));
        }
        column
    }

    /// The runs of an algorithm on every puzzle.
    pub fn all(&self, label: &str) -> Column<'a> {
        self.column(label, |_| true)
    }

    /// The runs of an algorithm on the puzzles of a set.
    pub fn in_set(&self, label: &str, set: &str) -> Column<'a> {
        let place = self.content.sets.iter().position(|s| s == set);
        self.column(label, |p| Some(self.content.puzzles[p].set) == place)
    }

    /// Which rows a number comes from.
    pub fn rows(&self, label: &str) -> String {
        format!("{}, {label}", self.folder)
    }
}

impl Column<'_> {
    /// Puzzles.
    pub fn n(&self) -> usize {
        self.times.len()
    }

    /// Puzzles that have nothing to do with each other.
    pub fn independent(&self) -> usize {
        self.clusters.len()
    }

    /// The times of solved puzzles.
    pub fn seen(&self) -> Vec<f64> {
        self.times.iter().filter_map(|t| t.seen()).collect()
    }

    /// Puzzles solved.
    pub fn solved(&self) -> usize {
        self.times.iter().filter(|t| !t.is_beyond()).count()
    }

    /// The summary of the solved puzzles' times.
    pub fn summary(&self) -> Option<Summary> {
        Summary::of(&self.seen()).ok()
    }

    /// The same for a figure.
    pub fn sample(&self, limit: f64) -> Sample {
        let seen = self.seen();
        let beyond = self.n() - seen.len();
        let sample = Sample::new(self.label.clone(), seen);
        if beyond > 0 { sample.with_beyond(beyond, limit) } else { sample }
    }
}
