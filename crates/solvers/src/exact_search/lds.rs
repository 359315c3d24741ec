//! Limited discrepancy search.
//!
//! Idea: a good order of digits is right more often than not, so look first at the paths that
//! leave it nowhere, then at those that leave it once, twice and so on. Each wave visits only
//! paths with exactly that many discrepancies, so no leaf is seen twice.
//! Source: W. D. Harvey, M. L. Ginsberg, *Limited discrepancy search*, IJCAI 1995; R. E. Korf,
//! *Improved limited discrepancy search*, AAAI 1996 (each wave visits only new paths).
//! Ours: the cell with fewest candidates; the preferred digit is the one that the fewest blank
//! peers could still hold, so that it takes least from the others. A discrepancy is each step
//! down the list of preferences. The search ends when a wave meets no path it had to cut.
//!
//! A tick is one digit tried in one cell; a guess is a cell where more than one digit was open.

use super::search_board::SearchBoard;
use super::trail_board::TrailBoard;
use crate::{
    Algorithm, Answer, Boards, Clash, Counter, Event, Family, Promises, Run, Solver, Stop,
};
use std::ops::ControlFlow;
use sudolab_grid::{Cell, Digit, DigitSet, Grid, Puzzle};

/// Limited discrepancy search.
pub static ALGORITHM: Algorithm = Algorithm {
    id: "lds",
    title: "Limited discrepancy search",
    family: Family::Exact,
    as_published: false,
    source: "W. D. Harvey, M. L. Ginsberg, Limited discrepancy search, 1995",
    promises: Promises {
        proves_impossible: true,
        uses_seed: false,
        proves_unique: false,
        boards: Boards::Any,
    },
    parameters: &[],
    preset: &[],
    tick: "one digit tried in one cell",
    parallel: None,
    bulk: None,
    build: |_| Ok(Box::new(Lds)),
    build_counter: Some(|_| Ok(Box::new(Lds))),
};

struct Lds;

impl Solver for Lds {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        let mut answer = Answer::Impossible;
        self.each_solution(puzzle, run, &mut |grid| {
            answer = Answer::Solved(grid.clone());
            ControlFlow::Break(())
        })?;
        Ok(answer)
    }
}

impl Counter for Lds {
    fn each_solution(
        &mut self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let Some(board) = TrailBoard::new(puzzle) else { return Ok(()) };
        let fewest_left = board.n_blank();
        let mut wave = Wave { board, run, found, cut: false, fewest_left };
        for discrepancies in 0.. {
            wave.cut = false;
            if discrepancies > 0 {
                wave.run.tell(|| Event::Restart { number: discrepancies as u64 });
                let (run, board) = (&mut *wave.run, &wave.board);
                run.show(board.grid().values());
            }
            if wave.descend(discrepancies, 1)?.is_break() || !wave.cut {
                break;
            }
        }
        Ok(())
    }
}

struct Wave<'w, 'r> {
    board: TrailBoard,
    run: &'w mut Run<'r>,
    found: &'w mut dyn FnMut(&Grid) -> ControlFlow<()>,
    /// Some path had discrepancies left to spend below a cell that this wave did not enter.
    cut: bool,
    fewest_left: usize,
}

impl Wave<'_, '_> {
    /// Visits the paths below here that spend exactly `left` discrepancies.
    fn descend(&mut self, left: usize, depth: usize) -> Result<ControlFlow<()>, Stop> {
        if self.board.n_blank() < self.fewest_left {
            self.fewest_left = self.board.n_blank();
            self.run.offer(self.fewest_left as f64, self.board.grid().values());
        }
        let blanks = self.board.grid().blanks();
        let Some(cell) = blanks.min_by_key(|&c| self.board.candidates(c).len()) else {
            let spent = left == 0;
            return Ok(if spent {
                (self.found)(self.board.grid())
            } else {
                ControlFlow::Continue(())
            });
        };
        let (digits, n) = self.preferences(cell);
        if n > 1 {
            self.run.guess();
        }
        if n == 0 {
            self.run.tell(|| Event::Conflict(Clash::Cell(cell)));
        }
        self.cut |= n > left + 1;
        for (cost, &digit) in digits[..n].iter().enumerate().take(left + 1) {
            self.run.tick()?;
            self.board.fill(cell, digit);
            self.run.tell(|| {
                let rest: DigitSet = digits[cost + 1..n].iter().copied().collect();
                Event::Guess { cell, digit, rest, depth }
            });
            let below = self.descend(left - cost, depth + 1)?;
            if below.is_break() {
                return Ok(below);
            }
            self.board.empty(cell);
            self.run.tell(|| Event::Retract { cell });
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The candidates of a cell, the one fewest blank peers could hold first.
    fn preferences(&self, cell: Cell) -> ([Digit; 64], usize) {
        let mut digits = [Digit::from_number(1).expect("one is a digit"); 64];
        let mut n = 0;
        for digit in self.board.candidates(cell).iter() {
            digits[n] = digit;
            n += 1;
        }
        if n > 1 {
            let peers = self.board.grid().board().peer_list(cell);
            let wanted = |d: Digit| {
                let blank = |&&p: &&Cell| self.board.is_blank(p);
                peers
                    .iter()
                    .filter(blank)
                    .filter(|&&p| self.board.candidates(p).contains(d))
                    .count()
            };
            digits[..n].sort_by_cached_key(|&d| (wanted(d), d));
        }
        (digits, n)
    }
}
