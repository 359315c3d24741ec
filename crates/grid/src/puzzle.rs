//! Puzzles: clues on a board, with candidates restricted and rules added where the puzzle says so.

use crate::classic;
use crate::module::PLAIN;
use crate::rule::{Lowering, Rule, RuleError, Rules};
use crate::{Board, Cell, Digit, DigitSet, Grid, Layout, PuzzleKey};
use std::fmt;
use std::sync::Arc;

/// Clues on a board and, optionally, restricted candidates and rules beyond the houses. It may
/// have any number of solutions.
///
/// A plain 9x9 puzzle needs no memory but its own place: reading and copying it allocates nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Puzzle {
    clues: Grid,
    candidates: Option<Box<[DigitSet]>>,
    rules: Rules,
}

/// Two or more clues that break a rule together: the same digit twice in a house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// The place of the house in [`Board::houses`].
    pub house: usize,
    /// The repeated digit.
    pub digit: Digit,
    /// The cells that hold it.
    pub cells: Vec<Cell>,
}

impl Conflict {
    /// `digit 5 twice in row 1 (r1c3, r1c7)`.
    pub fn describe(&self, board: &Board) -> String {
        let names: Vec<String> = self.cells.iter().map(|&c| board.name(c)).collect();
        let times = match self.cells.len() {
            2 => "twice".to_owned(),
            n => format!("{n} times"),
        };
        format!(
            "digit {} {times} in {} ({})",
            self.digit,
            board.houses()[self.house],
            names.join(", ")
        )
    }
}

impl Puzzle {
    /// A puzzle of clues alone.
    pub fn new(clues: Grid) -> Puzzle {
        Puzzle { clues, candidates: None, rules: Rules::NONE }
    }

    /// A puzzle that also says which candidates each cell may hold. `None` when there is not one
    /// set for each cell. Digits beyond the board are dropped.
    pub fn with_candidates(clues: Grid, candidates: Vec<DigitSet>) -> Option<Puzzle> {
        let all = clues.board().digits();
        (candidates.len() == clues.board().n_cells()).then(|| Puzzle {
            clues,
            candidates: Some(candidates.into_iter().map(|set| set & all).collect()),
            rules: Rules::NONE,
        })
    }

    /// The same puzzle with these rules beyond the houses, in place of those it had.
    ///
    /// ```
    /// use sudolab_grid::{Puzzle, rule::Rule};
    /// let puzzle: Puzzle = "1...............".parse()?;
    /// let cage = Rule::from_text("cage 3 r1c1 r1c2", puzzle.board())?;
    /// let puzzle = puzzle.with_rules(vec![cage])?;
    /// assert!(puzzle.has_rules());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_rules(self, rules: Vec<Rule>) -> Result<Puzzle, RuleError> {
        let rules = Rules::new(rules, self.board())?;
        Ok(Puzzle { rules, ..self })
    }

    /// The same puzzle with nothing demanded beyond houses and candidates. Its solutions are only
    /// possible ones of this puzzle.
    pub fn without_rules(&self) -> Puzzle {
        Puzzle { rules: Rules::NONE, ..self.clone() }
    }

    /// The same puzzle with other candidates stated: clues and rules stay. `None` when there is
    /// not one set for each cell.
    pub fn restricted_to(&self, candidates: Vec<DigitSet>) -> Option<Puzzle> {
        let restricted = Puzzle::with_candidates(self.clues.clone(), candidates)?;
        Some(Puzzle { rules: self.rules.clone(), ..restricted })
    }

    /// The same puzzle with other clues: candidates and rules stay. `None` when the clues lie on
    /// another board.
    pub fn with_clues(&self, clues: Grid) -> Option<Puzzle> {
        let fits = clues.board() == self.board();
        fits.then(|| Puzzle {
            clues,
            candidates: self.candidates.clone(),
            rules: self.rules.clone(),
        })
    }

    /// The board.
    pub fn board(&self) -> &Arc<Board> {
        self.clues.board()
    }

    /// The clues.
    pub fn clues(&self) -> &Grid {
        &self.clues
    }

    /// The rules beyond the houses.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Whether there are rules beyond the houses. Who does not know them must not answer for the
    /// puzzle.
    #[inline]
    pub fn has_rules(&self) -> bool {
        !PLAIN && !self.rules.is_empty()
    }

    /// What the rules ask of an engine. Houses, clues and candidates are not among it.
    pub fn lower(&self) -> Lowering {
        let mut lowering = Lowering::new(self.board());
        self.rules.iter().for_each(|rule| rule.lower(self.board(), &mut lowering));
        lowering
    }

    /// What makes this puzzle the same as another: board, clues, stated candidates and rules, as
    /// stable text, and the hash of it.
    pub fn key(&self) -> PuzzleKey {
        PuzzleKey::of(self)
    }

    /// The text that names the puzzle to [`Random::for_run`](crate::random::Random::for_run): the
    /// clue line, or the whole key of a puzzle with regions, candidates or rules of its own.
    pub fn seed_text(&self) -> String {
        let board = self.board();
        let own_regions = !board.is_plain()
            || matches!(board.layout(), Layout::Regions(_))
            || board.extra_regions().next().is_some();
        match own_regions || self.candidates.is_some() || self.has_rules() {
            true => self.key().into_text(),
            false => self.clues.to_string(),
        }
    }

    /// How many clues.
    pub fn n_clues(&self) -> usize {
        self.clues.n_filled()
    }

    /// The candidates the puzzle states, if it states any: one set for each cell.
    pub fn stated_candidates(&self) -> Option<&[DigitSet]> {
        self.candidates.as_deref()
    }

    /// What a cell may hold by the puzzle's own word: its clue, or the stated candidates, or
    /// every digit. Peers are not looked at; see [`Puzzle::open_candidates`].
    pub fn allowed(&self, cell: Cell) -> DigitSet {
        let stated =
            self.candidates.as_ref().map_or(self.board().digits(), |all| all[cell.index()]);
        match self.clues.get(cell) {
            Some(clue) => DigitSet::only(clue) & stated,
            None => stated,
        }
    }

    /// For each cell what is left when the clues are struck from their peers.
    pub fn open_candidates(&self) -> Vec<DigitSet> {
        let mut open: Vec<DigitSet> = self.board().cells().map(|c| self.allowed(c)).collect();
        for (cell, digit) in self.clues.filled() {
            for peer in self.board().peer_list(cell) {
                open[peer.index()].remove(digit);
            }
        }
        open
    }

    /// The 81 clues, when this is a plain 9x9 puzzle without stated candidates and without rules
    /// beyond the houses: what the fast path takes.
    #[inline]
    pub fn as_nine(&self) -> Option<&[u8; 81]> {
        if self.candidates.is_some() || self.has_rules() {
            return None;
        }
        self.clues.as_nine()
    }

    /// The clues that repeat a digit, house by house. Empty when none do.
    pub fn conflicts(&self) -> Vec<Conflict> {
        if self.clues.as_nine().is_some_and(classic::no_digit_repeats) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (house, of) in self.board().houses().iter().enumerate() {
            let held = |c: &Cell| self.clues.get(*c);
            let mut seen = DigitSet::EMPTY;
            let mut twice = DigitSet::EMPTY;
            for digit in of.cells().iter().filter_map(held) {
                if seen.contains(digit) {
                    twice.insert(digit);
                }
                seen.insert(digit);
            }
            for digit in twice.iter() {
                let cells = of.cells().iter().copied().filter(|c| held(c) == Some(digit)).collect();
                found.push(Conflict { house, digit, cells });
            }
        }
        found
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.clues.fmt(f)
    }
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Puzzle({}: {self})", self.board())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conflict_names_house_digit_and_cells() {
        let puzzle: Puzzle = format!("5......5.{}", ".".repeat(72)).parse().unwrap();
        let conflicts = puzzle.conflicts();
        assert_eq!(conflicts.len(), 1);
        assert_eq!(conflicts[0].describe(puzzle.board()), "digit 5 twice in row 1 (r1c1, r1c8)");
    }

    #[test]
    fn a_puzzle_with_rules_is_no_plain_puzzle() {
        let plain: Puzzle = ".".repeat(81).parse().unwrap();
        let rule = Rule::from_text("cage 3 r1c1 r1c2", plain.board()).unwrap();
        let ruled = plain.clone().with_rules(vec![rule]).unwrap();
        assert!(plain.as_nine().is_some() && !plain.has_rules());
        assert_eq!(ruled.as_nine(), None);
        assert_ne!(ruled, plain);
        assert_ne!(ruled.key(), plain.key());
        assert_eq!(plain.seed_text(), plain.to_string());
        assert_eq!(ruled.seed_text(), ruled.key().text());
        assert_eq!(ruled.with_clues(plain.clues().clone()).unwrap().rules(), ruled.rules());
        assert_eq!(ruled.with_rules(Vec::new()).unwrap(), plain);
    }

    #[test]
    fn a_rule_beyond_the_board_is_refused() {
        let small: Puzzle = ".".repeat(16).parse().unwrap();
        let rule = Rule::from_text("cage r9c9", &Board::classic()).unwrap();
        assert_eq!(
            small.with_rules(vec![rule]).unwrap_err().to_string(),
            "a cage has a cell that is not on the board, which is 4x4"
        );
    }

    #[test]
    fn clues_strike_their_digit_from_their_peers() {
        let puzzle: Puzzle = format!("5{}", ".".repeat(80)).parse().unwrap();
        let open = puzzle.open_candidates();
        assert_eq!(open[0].to_string(), "5");
        assert_eq!(open.iter().filter(|set| set.len() == 8).count(), 20);
    }
}
