//! Where the puzzles of a plan come from.

use super::recipe::Recipe;
use super::{Contestant, Plan, PlanError};
use crate::builtin::BuiltinSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::time::Duration;
use sudolab_grid::formats::{ReadError, ReadOptions, Records};
use sudolab_grid::random::Random;
use sudolab_grid::{Cell, Puzzle};
use sudolab_solvers::{Budget, Solver, Task, registry};

/// One `[[puzzles]]` table.
#[derive(Clone, Debug)]
pub struct Source {
    /// File, built-in set, or made to order.
    pub kind: SourceKind,
    /// Name in tables and figures.
    pub label: String,
    /// Only the first so many.
    pub take: Option<usize>,
    /// So many at random, in the order of the source; after `take`.
    pub sample: Option<usize>,
    /// Only puzzles that this algorithm solves.
    pub solved_by: Option<Contestant>,
    /// Only puzzles that this algorithm does not solve.
    pub unsolved_by: Option<Contestant>,
    /// Made easier to so many clues.
    pub ease: Option<usize>,
    /// How many easier versions each puzzle gives.
    pub versions: u32,
    /// Where it stands in the plan, for messages.
    pub(super) place: PlanError,
}

/// What a source reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// A file, relative to the plan.
    File(PathBuf),
    /// A set inside the program.
    Builtin(&'static str),
    /// Puzzles made to order.
    Generate(Recipe),
}

/// The puzzles of one source.
#[derive(Clone, Debug)]
pub struct PuzzleSet {
    /// Name in tables and figures.
    pub label: String,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

impl Plan {
    /// Reads every puzzle; files are looked for below `folder`. A set that cannot be read to its
    /// end, or that an algorithm of the plan cannot work on, is refused.
    pub fn puzzles(&self, folder: &Path) -> Result<Vec<PuzzleSet>, PlanError> {
        let sets: Result<Vec<PuzzleSet>, PlanError> =
            self.sources.iter().map(|source| source.read(folder, self.seed)).collect();
        let sets = sets?;
        for (source, set) in self.sources.iter().zip(&sets) {
            for contestant in &self.contestants {
                let boards = contestant.algorithm.promises.boards;
                if let Some(puzzle) = set.puzzles.iter().find(|p| !boards.include(p.board())) {
                    return Err(source.refuse(format!(
                        "{} works on {boards}, but this set holds a board that is {}; name other algorithms or another set",
                        contestant.label,
                        puzzle.board()
                    )));
                }
            }
        }
        Ok(sets)
    }
}

impl Source {
    fn refuse(&self, message: String) -> PlanError {
        PlanError { message, ..self.place.clone() }
    }

    fn read(&self, folder: &Path, seed: u64) -> Result<PuzzleSet, PlanError> {
        let mut judges = self.judges()?;
        let mut fits = |puzzle: &Puzzle| {
            judges.iter_mut().all(|(judge, wanted)| judge.solves(puzzle) == *wanted)
        };
        let mut puzzles = match &self.kind {
            SourceKind::Builtin(name) => {
                let set = BuiltinSet::find(name).expect("the name was looked up by the reader");
                self.collect(set.text().as_bytes(), None, &mut fits)?
            }
            SourceKind::File(name) => {
                let path = folder.join(name);
                let shown = path.display().to_string();
                let file = File::open(&path).map_err(|e| {
                    self.refuse(format!(
                        "cannot read {shown}: {e}; the name is relative to the plan"
                    ))
                })?;
                self.collect(BufReader::new(file), Some(shown), &mut fits)?
            }
            SourceKind::Generate(recipe) => recipe.make(seed, fits).map_err(|made| {
                self.refuse(format!(
                    "only {made} of {} puzzles came in many attempts; ask for less special ones",
                    recipe.count
                ))
            })?,
        };
        if let (SourceKind::Generate(_), Some(n)) = (&self.kind, self.take) {
            puzzles.truncate(n);
        }
        if puzzles.is_empty() {
            return Err(self.refuse("this set holds no puzzle".to_owned()));
        }
        if let Some(n) = self.sample {
            puzzles = sampled(puzzles, n, seed, &self.label);
        }
        if let Some(clues) = self.ease {
            let mut easier = Vec::with_capacity(puzzles.len() * self.versions as usize);
            for (number, puzzle) in puzzles.iter().enumerate() {
                for version in 0..self.versions {
                    easier.push(eased(puzzle, clues, seed, version).ok_or_else(|| {
                        self.refuse(format!(
                            "puzzle {} ({puzzle}) cannot be made easier: it has no solution",
                            number + 1
                        ))
                    })?);
                }
            }
            puzzles = easier;
        }
        Ok(PuzzleSet { label: self.label.clone(), puzzles })
    }

    /// The algorithms that decide which puzzles belong to the set, and what they have to say.
    fn judges(&self) -> Result<Vec<(Judge, bool)>, PlanError> {
        let mut judges = Vec::new();
        for (contestant, wanted) in [(&self.solved_by, true), (&self.unsolved_by, false)] {
            if let Some(contestant) = contestant {
                let built = Judge::new(contestant).map_err(|e| self.refuse(e.to_string()))?;
                judges.push((built, wanted));
            }
        }
        Ok(judges)
    }

    fn collect(
        &self,
        text: impl BufRead,
        file: Option<String>,
        fits: &mut dyn FnMut(&Puzzle) -> bool,
    ) -> Result<Vec<Puzzle>, PlanError> {
        let records = Records::new(text, ReadOptions { file, ..ReadOptions::default() });
        let mut puzzles = Vec::new();
        for record in records {
            if self.take.is_some_and(|n| puzzles.len() >= n) {
                break;
            }
            match record {
                Ok(record) => {
                    let puzzle = record.document.to_puzzle();
                    if fits(&puzzle) {
                        puzzles.push(puzzle);
                    }
                }
                Err(ReadError::Format(error)) => return Err(self.refuse(error.to_string())),
                Err(ReadError::Io(error)) => {
                    return Err(self.refuse(format!("cannot be read to its end: {error}")));
                }
            }
        }
        Ok(puzzles)
    }
}

/// An algorithm that decides whether a puzzle belongs to a set.
struct Judge {
    task: Task,
    solver: Box<dyn Solver>,
}

impl Judge {
    fn new(contestant: &Contestant) -> Result<Judge, sudolab_solvers::SettingError> {
        let task = contestant.task(0, Budget::time(Duration::from_secs(20)))?;
        Ok(Judge { solver: task.build()?, task })
    }

    fn solves(&mut self, puzzle: &Puzzle) -> bool {
        let outcome = self.task.run(&mut *self.solver, puzzle, 0, None, None);
        outcome.is_ok_and(|o| o.solution.is_some())
    }
}

/// So many of the puzzles at random, in their old order. A larger sample contains a smaller one.
fn sampled(puzzles: Vec<Puzzle>, n: usize, seed: u64, label: &str) -> Vec<Puzzle> {
    let mut places: Vec<usize> = (0..puzzles.len()).collect();
    Random::for_run(seed, "sample", label, 0).shuffle(&mut places);
    places.truncate(n);
    places.sort_unstable();
    let mut chosen = places.into_iter().peekable();
    let keep = |(i, puzzle)| chosen.next_if_eq(&i).map(|_| puzzle);
    puzzles.into_iter().enumerate().filter_map(keep).collect()
}

/// The puzzle with digits of a solution added in random cells until it has so many clues; a puzzle
/// that has as many already stays as it is. `None` when there is no solution.
fn eased(puzzle: &Puzzle, clues: usize, seed: u64, version: u32) -> Option<Puzzle> {
    let id = if puzzle.board().is_classic() { "fast" } else { "fast-general" };
    let algorithm = registry::find(id).expect("the exact solvers are part of the program");
    let solution = Task::new(algorithm).solve(puzzle).ok()?.solution?;
    let mut grid = puzzle.clues().clone();
    let mut blanks: Vec<Cell> = grid.blanks().collect();
    Random::for_run(seed, "ease", &puzzle.to_string(), version.into()).shuffle(&mut blanks);
    for cell in blanks.into_iter().take(clues.saturating_sub(puzzle.n_clues())) {
        grid.set(cell, solution.digit(cell));
    }
    Some(Puzzle::new(grid))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_eased_puzzle_keeps_its_clues_and_its_solution() {
        let text = BuiltinSet::find("top95").unwrap().text();
        let puzzle: Puzzle = text.lines().next().unwrap().parse().unwrap();
        let easier = eased(&puzzle, 46, 7, 0).unwrap();
        assert_eq!(easier.n_clues(), 46);
        for (cell, digit) in puzzle.clues().filled() {
            assert_eq!(easier.clues().get(cell), Some(digit));
        }
        let solve =
            |p: &Puzzle| Task::new(registry::find("fast").unwrap()).solve(p).unwrap().solution;
        assert_eq!(solve(&puzzle).unwrap().grid(), solve(&easier).unwrap().grid());
        assert_eq!(eased(&puzzle, 46, 7, 0).unwrap().to_string(), easier.to_string());
        assert_ne!(eased(&puzzle, 46, 8, 0).unwrap().to_string(), easier.to_string());
    }

    #[test]
    fn a_larger_sample_contains_a_smaller_one_in_the_order_of_the_list() {
        let text = BuiltinSet::find("top95").unwrap().text();
        let all: Vec<Puzzle> = text.lines().map(|l| l.parse().unwrap()).collect();
        let ten = sampled(all.clone(), 10, 3, "x");
        let twenty = sampled(all.clone(), 20, 3, "x");
        assert_eq!((ten.len(), twenty.len()), (10, 20));
        assert!(ten.iter().all(|p| twenty.contains(p)));
        let places: Vec<usize> =
            twenty.iter().map(|p| all.iter().position(|q| p == q).unwrap()).collect();
        assert!(places.is_sorted(), "{places:?}");
        assert_ne!(sampled(all.clone(), 10, 4, "x"), ten);
        assert_eq!(sampled(all.clone(), 1000, 4, "x"), all);
    }
}
