//! Clues and rules, as few as leave one solution.
//!
//! The puzzle begins without clues and with every rule. As long as there are two solutions a digit is
//! added where they differ; then the clues that turn out not to be needed go, and after them, one by one
//! in random order, the rules. Each question is one search for two solutions with a limit of ticks:
//! what cannot be told within it stays, so that a seed gives the same puzzle anywhere.

use super::Found;
use crate::dig::{Left, Site, dig_proved};
use crate::effort;
use crate::judge::Exact;
use crate::orbit::ClueSymmetry;
use crate::order::Order;
use crate::workshop::{Made, Rejected, draw_floor, fits};
use sudolab_exact::{NotUnique, UniquePuzzle};
use sudolab_grid::random::Random;
use sudolab_grid::rule::Rule;
use sudolab_grid::{Cell, Grid, Puzzle};

/// Ticks for one question, unless a minimal puzzle is wanted.
const QUESTION_TICKS: u64 = 2_000_000;

/// Of so many rules that could go one stays in any case: a killer with many clues is to be a killer
/// still.
const ONE_STAYS_OF: usize = 3;

/// The limit of one question for an order.
pub(super) fn question_ticks(order: &Order) -> Option<u64> {
    (!order.minimal).then_some(QUESTION_TICKS)
}

/// One puzzle being made.
pub(super) struct Thinning<'a> {
    pub(super) exact: Exact<'a>,
    pub(super) order: &'a Order,
    pub(super) solution: &'a Grid,
    pub(super) random: &'a mut Random,
}

impl Thinning<'_> {
    /// The puzzle that is left.
    pub(super) fn puzzle(mut self, mut found: Found) -> Result<Made, Rejected> {
        let fewest = self.fewest_rules(&mut found)?;
        let groups = self.order.symmetry.orbits(self.solution.board());
        let floor = draw_floor(self.order, self.random);
        let rules = [&found.bound[..], &found.loose[..]].concat();
        let empty = Puzzle::new(Grid::empty(self.solution.board().clone()));
        let puzzle = empty.with_rules(rules).map_err(|_| Rejected::NoGrid)?;
        let proper = self.settled(puzzle, &groups)?;
        let site = Site { groups: &groups, floor };
        let (Left { undecided, .. }, proper) =
            dig_proved(&mut self.exact, proper, site, self.random)?;
        let proper = self.topped_up(proper, &groups, floor);
        let proper = effort::eased(self.order, proper, &groups, self.random, self.exact.halt)?;
        fits(self.order, proper.puzzle().n_clues())?;
        if self.order.minimal && !self.is_minimal(&proper)? {
            return Err(Rejected::NotMinimal);
        }
        let (proper, unsettled) = self.thinned(proper, found, fewest)?;
        let effort = effort::asked(self.order, &proper, self.exact.halt)?;
        Ok(Made {
            clues: proper.puzzle().n_clues(),
            puzzle: proper,
            undecided: undecided + unsettled,
            rating: None,
            hodoku: None,
            effort,
        })
    }

    /// How many of the loose rules stay in any case. Where a number is ordered one of its range is
    /// drawn, and so many stay from the beginning: clues then make up for what they do not say.
    fn fewest_rules(&mut self, found: &mut Found) -> Result<usize, Rejected> {
        let Some(asked) = &self.order.n_rules else {
            return Ok(found.loose.len().div_ceil(ONE_STAYS_OF));
        };
        if found.loose.len() < *asked.start() {
            return Err(Rejected::TooFewRules);
        }
        let most = found.loose.len().min(*asked.end());
        let n = asked.start() + self.random.index(most - asked.start() + 1);
        self.random.shuffle(&mut found.loose);
        found.loose.truncate(n);
        Ok(if self.order.minimal { *asked.start() } else { n })
    }

    /// Adds digits of the solution until it is the only one.
    fn settled(
        &mut self,
        mut puzzle: Puzzle,
        groups: &[Vec<Cell>],
    ) -> Result<UniquePuzzle, Rejected> {
        let most = self.order.most_clues();
        loop {
            let open: Vec<Cell> = match self.exact.prove(&puzzle)? {
                Some(Ok(proper)) => return Ok(proper),
                Some(Err(NotUnique::Multiple(two))) => two.differ_in(),
                // It could not be told; any digit more makes the next question easier.
                None => puzzle.clues().blanks().collect(),
                // The rules were read off a solution.
                Some(Err(NotUnique::None | NotUnique::Conflict(_))) => {
                    return Err(Rejected::NoGrid);
                }
            };
            let &cell = self.random.pick(&open).ok_or(Rejected::NoGrid)?;
            let mut clues = puzzle.clues().clone();
            let orbit = groups.iter().find(|group| group.contains(&cell));
            for &cell in orbit.into_iter().flatten() {
                if let Some(digit) = self.solution.get(cell) {
                    clues.set(cell, digit);
                }
            }
            // Some of them may go again, but not all.
            if most == 0 {
                return Err(Rejected::TooManyClues);
            }
            puzzle = puzzle.with_clues(clues).ok_or(Rejected::NoGrid)?;
        }
    }

    /// Adds digits of the solution, group by group, up to so many clues.
    fn topped_up(
        &mut self,
        proper: UniquePuzzle,
        groups: &[Vec<Cell>],
        wanted: usize,
    ) -> UniquePuzzle {
        let clues = proper.puzzle().clues();
        let blank = |group: &&Vec<Cell>| group.iter().any(|&cell| clues.get(cell).is_none());
        let mut open: Vec<&Vec<Cell>> = groups.iter().filter(blank).collect();
        self.random.shuffle(&mut open);
        let mut n = clues.n_filled();
        let mut added = Vec::new();
        for group in open {
            if n >= wanted {
                break;
            }
            let new = group.iter().copied().filter(|&cell| clues.get(cell).is_none());
            added.extend(new.inspect(|_| n += 1));
        }
        proper.with_clues(added)
    }

    /// Whether no clue can go. Digging that went clue by clue has found that out already.
    fn is_minimal(&mut self, proper: &UniquePuzzle) -> Result<bool, Rejected> {
        if self.order.symmetry == ClueSymmetry::None {
            return Ok(true);
        }
        let puzzle = proper.puzzle();
        for (cell, digit) in puzzle.clues().filled() {
            let mut clues = puzzle.clues().clone();
            clues.clear(cell);
            let less = puzzle.with_clues(clues).ok_or(Rejected::NoGrid)?;
            if self.exact.stays_proper(&less, cell, digit)? == Some(true) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The puzzle without the rules that it does not need, and of how many that was not found out.
    fn thinned(
        &mut self,
        mut proper: UniquePuzzle,
        Found { bound, mut loose }: Found,
        fewest: usize,
    ) -> Result<(UniquePuzzle, usize), Rejected> {
        let mut order: Vec<Rule> = loose.clone();
        self.random.shuffle(&mut order);
        let mut undecided = 0;
        let wanted = self.order.effort.as_ref();
        let mut is_hard_enough = effort::asked(self.order, &proper, self.exact.halt).is_ok();
        for rule in order {
            if loose.len() <= fewest || (wanted.is_some() && is_hard_enough && !self.order.minimal)
            {
                break;
            }
            let less: Vec<Rule> = loose.iter().filter(|&other| *other != rule).cloned().collect();
            let rules = [&bound[..], &less[..]].concat();
            let puzzle = proper.puzzle().clone().with_rules(rules);
            let puzzle = puzzle.map_err(|_| Rejected::NoGrid)?;
            match self.exact.prove(&puzzle)? {
                Some(Ok(fewer)) => {
                    if let Some(range) = wanted {
                        let measured = effort::measured(&fewer, *range.end(), self.exact.halt)?;
                        let Some(effort) = measured else { continue };
                        is_hard_enough = effort.total >= *range.start();
                    }
                    (proper, loose) = (fewer, less);
                }
                Some(Err(_)) => {}
                None => undecided += 1,
            }
        }
        Ok((proper, undecided))
    }
}
