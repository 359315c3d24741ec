//! Where the puzzles of a plan come from.

use super::{Plan, PlanError};
use crate::builtin::BuiltinSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use sudolab_grid::formats::{ReadError, ReadOptions, Records};
use sudolab_grid::random::Random;
use sudolab_grid::{Cell, Puzzle};
use sudolab_solvers::{Task, registry};

/// One `[[puzzles]]` table.
#[derive(Clone, Debug)]
pub struct Source {
    /// File or built-in set.
    pub kind: SourceKind,
    /// Name in tables and figures.
    pub label: String,
    /// Only the first so many.
    pub take: Option<usize>,
    /// Made easier to so many clues.
    pub ease: Option<usize>,
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
        let mut puzzles = match &self.kind {
            SourceKind::Builtin(name) => {
                let set = BuiltinSet::find(name).expect("the name was looked up by the reader");
                self.collect(set.text().as_bytes(), None)?
            }
            SourceKind::File(name) => {
                let path = folder.join(name);
                let shown = path.display().to_string();
                let file = File::open(&path).map_err(|e| {
                    self.refuse(format!(
                        "cannot read {shown}: {e}; the name is relative to the plan"
                    ))
                })?;
                self.collect(BufReader::new(file), Some(shown))?
            }
        };
        if puzzles.is_empty() {
            return Err(self.refuse("this set holds no puzzle".to_owned()));
        }
        if let Some(clues) = self.ease {
            for (number, puzzle) in puzzles.iter_mut().enumerate() {
                *puzzle = eased(puzzle, clues, seed).ok_or_else(|| {
                    self.refuse(format!(
                        "puzzle {} ({puzzle}) cannot be made easier: it has no solution",
                        number + 1
                    ))
                })?;
            }
        }
        Ok(PuzzleSet { label: self.label.clone(), puzzles })
    }

    fn collect(&self, text: impl BufRead, file: Option<String>) -> Result<Vec<Puzzle>, PlanError> {
        let records = Records::new(text, ReadOptions { file, ..ReadOptions::default() });
        let mut puzzles = Vec::new();
        for record in records {
            if self.take.is_some_and(|n| puzzles.len() >= n) {
                break;
            }
            match record {
                Ok(record) => puzzles.push(record.document.to_puzzle()),
                Err(ReadError::Format(error)) => return Err(self.refuse(error.to_string())),
                Err(ReadError::Io(error)) => {
                    return Err(self.refuse(format!("cannot be read to its end: {error}")));
                }
            }
        }
        Ok(puzzles)
    }
}

/// The puzzle with digits of a solution added in random cells until it has so many clues; a puzzle
/// that has as many already stays as it is. `None` when there is no solution.
fn eased(puzzle: &Puzzle, clues: usize, seed: u64) -> Option<Puzzle> {
    let id = if puzzle.board().is_classic() { "fast" } else { "fast-general" };
    let algorithm = registry::find(id).expect("the exact solvers are part of the program");
    let solution = Task::new(algorithm).solve(puzzle).ok()?.solution?;
    let mut grid = puzzle.clues().clone();
    let mut blanks: Vec<Cell> = grid.blanks().collect();
    Random::for_run(seed, "ease", &puzzle.to_string(), 0).shuffle(&mut blanks);
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
        let easier = eased(&puzzle, 46, 7).unwrap();
        assert_eq!(easier.n_clues(), 46);
        for (cell, digit) in puzzle.clues().filled() {
            assert_eq!(easier.clues().get(cell), Some(digit));
        }
        let solve =
            |p: &Puzzle| Task::new(registry::find("fast").unwrap()).solve(p).unwrap().solution;
        assert_eq!(solve(&puzzle).unwrap().grid(), solve(&easier).unwrap().grid());
        assert_eq!(eased(&puzzle, 46, 7).unwrap().to_string(), easier.to_string());
        assert_ne!(eased(&puzzle, 46, 8).unwrap().to_string(), easier.to_string());
    }
}
