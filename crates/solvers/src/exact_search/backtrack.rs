//! Backtracking, with every order of cells and digits the papers name.
//!
//! Idea: choose a blank cell, try each digit its houses allow, go on to the next cell, come back
//! when a cell has no digit left.
//! Sources: Berggren & Nilsson, *A study of Sudoku solving algorithms*, 2012, section 2.3.1 (the
//! cell with fewest candidates, candidates ascending; their rule-based solver with the rules
//! commented out); their draft of the same year, section 2.4.1 (first cell, random cells, nearly
//! finished houses, orders of guessing); Chi & Lange, *Techniques for Solving Sudoku Puzzles*,
//! 2012, section 2.1 (cells sorted once by the size of their lists).
//! Ours differs: on 9x9 boards each digit keeps the cells it may still go to as a bit set, on others
//! houses keep the digits they lack; the papers scan peers. The tree is the same, only walked
//! faster.
//!
//! With several threads the tree is cut into parts (`exact::split`). Random digits are therefore
//! drawn from the way that leads to their cell, not from one stream in the order of the search.
//!
//! A tick is one digit tried in one cell; a guess is a cell where more than one digit was open.

use super::ledger::{Alone, Ledger, Part, Pause};
use super::nine_board::NineBoard;
use super::search_board::SearchBoard;
use super::trail_board::TrailBoard;
use crate::algorithm::solve_by_counting;
use crate::{
    Algorithm, Answer, Boards, Clash, Counter, Event, Family, Found, Parallel, Parameter,
    ParameterKind, Promises, Run, SettingError, Settings, Solver, Stop, Wanted,
};
use std::ops::ControlFlow;
use std::sync::Arc;
use sudolab_exact::split::{Cut, Tally, Tree, Walked};
use sudolab_grid::random::Random;
use sudolab_grid::{Cell, Digit, DigitSet, Grid, Puzzle};

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "cells",
        default: "fewest",
        kind: ParameterKind::Choice(&["first", "random", "fewest", "static", "house"]),
        help: "next cell: the first blank, one drawn at random once, the one with fewest candidates \
               now, the order of list sizes at the start, or one in the fullest house",
    },
    Parameter {
        name: "digits",
        default: "ascending",
        kind: ParameterKind::Choice(&["ascending", "random", "rarest"]),
        help: "order of guesses: ascending, random, or the digit placed least often first",
    },
];

const THESIS_SOURCE: &str =
    "P. Berggren, D. Nilsson, A study of Sudoku solving algorithms, 2012, section 2.3.1";
const DRAFT_SOURCE: &str = "P. Berggren, D. Nilsson, A comparison of sudoku solving algorithms, draft, 2012, section 2.4.1";

const fn entry(
    id: &'static str,
    title: &'static str,
    as_published: bool,
    uses_seed: bool,
    source: &'static str,
    preset: &'static [(&'static str, &'static str)],
) -> Algorithm {
    Algorithm {
        id,
        title,
        family: Family::Exact,
        as_published,
        source,
        promises: Promises {
            proves_impossible: true,
            uses_seed,
            proves_unique: false,
            boards: Boards::Any,
        },
        parameters: PARAMETERS,
        preset,
        tick: "one digit tried in one cell",
        parallel: Some(Parallel::Tree),
        bulk: None,
        build: |settings| Ok(Box::new(Backtrack::new(settings)?)),
        build_counter: Some(|settings| Ok(Box::new(Backtrack::new(settings)?))),
    }
}

/// The first blank cell, row by row.
pub static FIRST: Algorithm = entry(
    "backtrack-first",
    "Backtracking, first blank cell",
    true,
    false,
    DRAFT_SOURCE,
    &[("cells", "first")],
);
/// Cells in an order drawn once at random.
pub static RANDOM: Algorithm = entry(
    "backtrack-random",
    "Backtracking, cells in random order",
    true,
    true,
    DRAFT_SOURCE,
    &[("cells", "random")],
);
/// The cell with fewest candidates: the thesis.
pub static THESIS: Algorithm = entry(
    "backtrack-thesis",
    "Backtracking, fewest candidates first",
    true,
    false,
    THESIS_SOURCE,
    &[],
);
/// Cells sorted once by the size of their lists: Chi & Lange.
pub static CHI_LANGE: Algorithm = entry(
    "backtrack-chi-lange",
    "Backtracking, cells in order of their list sizes at the start",
    true,
    false,
    "E. C. Chi, K. Lange, Techniques for Solving Sudoku Puzzles, 2012, section 2.1",
    &[("cells", "static")],
);
/// A cell of the house with fewest blanks.
pub static HOUSE: Algorithm = entry(
    "backtrack-house",
    "Backtracking, fullest house first",
    true,
    false,
    DRAFT_SOURCE,
    &[("cells", "house")],
);
/// Fewest candidates first, digits in random order.
pub static RANDOM_DIGITS: Algorithm = entry(
    "backtrack-random-digits",
    "Backtracking, fewest candidates first, digits in random order",
    true,
    true,
    DRAFT_SOURCE,
    &[("digits", "random")],
);
/// Fewest candidates first, the digit placed least often first.
pub static RAREST: Algorithm = entry(
    "backtrack-rarest",
    "Backtracking, fewest candidates first, rarest digit first",
    true,
    false,
    DRAFT_SOURCE,
    &[("digits", "rarest")],
);

#[derive(Clone, Copy, PartialEq)]
enum CellOrder {
    First,
    Random,
    Fewest,
    Static,
    House,
}

#[derive(Clone, Copy, PartialEq)]
enum DigitOrder {
    Ascending,
    Random,
    Rarest,
}

struct Backtrack {
    cells: CellOrder,
    digits: DigitOrder,
}

impl Backtrack {
    fn new(settings: &Settings) -> Result<Backtrack, SettingError> {
        Ok(Backtrack {
            cells: match settings.text("cells") {
                "first" => CellOrder::First,
                "random" => CellOrder::Random,
                "static" => CellOrder::Static,
                "house" => CellOrder::House,
                _ => CellOrder::Fewest,
            },
            digits: match settings.text("digits") {
                "random" => DigitOrder::Random,
                "rarest" => DigitOrder::Rarest,
                _ => DigitOrder::Ascending,
            },
        })
    }
}

impl Solver for Backtrack {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        solve_by_counting(self, puzzle, run, Answer::Impossible)
    }
}

impl Counter for Backtrack {
    fn each_solution(
        &mut self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        if puzzle.board().is_classic() {
            self.each_on::<NineBoard>(puzzle, run, found)
        } else {
            self.each_on::<TrailBoard>(puzzle, run, found)
        }
    }

    fn count(
        &mut self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        wanted: Wanted,
        found: &mut Found,
    ) -> Result<(), Stop> {
        if run.hands().is_none() {
            self.each_solution(puzzle, run, &mut |g| found.note(wanted, || g.clone()))
        } else if puzzle.board().is_classic() {
            self.split_on::<NineBoard>(puzzle, run, wanted, found)
        } else {
            self.split_on::<TrailBoard>(puzzle, run, wanted, found)
        }
    }
}

/// The search in the middle of its work.
#[derive(Clone)]
struct Walk<B> {
    cells: CellOrder,
    digits: DigitOrder,
    board: B,
    /// The blanks as they were at the start, in the order of [`Backtrack::fixed_order`].
    order: Arc<[Cell]>,
    /// One for each filled blank.
    frames: Vec<Frame>,
    /// Whether the next thing to do is to choose a cell.
    open: bool,
    fewest_left: usize,
    /// What random orders are drawn from: they depend on this and on the way to the cell, not on
    /// what was searched before.
    key: u64,
}

/// A cell, and the digits not yet tried there.
#[derive(Clone, Copy)]
struct Frame {
    cell: Cell,
    rest: DigitSet,
    /// Ticks before the digit that stands there now.
    since: u64,
    /// Names the way to this cell, for random orders.
    key: u64,
}

impl<B: SearchBoard> Walk<B> {
    /// Searches until the end, or until the ledger breaks.
    fn on<L: Ledger>(&mut self, ledger: &mut L) -> Result<(), L::Pause> {
        if self.board.n_blank() == 0 && self.frames.is_empty() {
            if std::mem::take(&mut self.open) {
                let _ = ledger.found(self.board.grid());
            }
            return Ok(());
        }
        loop {
            if self.open {
                let cell = self.choose();
                let rest = self.board.candidates(cell);
                if rest.len() > 1 {
                    ledger.guess();
                }
                let key = self.key_of_next();
                self.frames.push(Frame { cell, rest, since: 0, key });
                self.open = false;
            }
            let depth = self.frames.len();
            let Some(&Frame { cell, rest, key, .. }) = self.frames.last() else { return Ok(()) };
            if !self.board.is_blank(cell) {
                self.board.empty(cell);
                ledger.tell(|| Event::Retract { cell });
            }
            let Some(digit) = next_digit(self.digits, rest, &self.board, key) else {
                // No digit has been tried here: there was none.
                if self.frames.pop().is_some_and(|frame| frame.since == 0) {
                    ledger.tell(|| Event::Conflict(Clash::Cell(cell)));
                }
                continue;
            };
            ledger.tick()?;
            self.board.fill(cell, digit);
            let frame = &mut self.frames[depth - 1];
            frame.rest.remove(digit);
            frame.since = ledger.ticks();
            let rest = frame.rest;
            ledger.tell(|| Event::Guess { cell, digit, rest, depth });
            let n_blank = self.board.n_blank();
            if n_blank < self.fewest_left {
                self.fewest_left = n_blank;
                ledger.offer(n_blank, self.board.grid().values());
            }
            self.open = n_blank > 0;
            if !self.open && ledger.found(self.board.grid()).is_break() {
                return Ok(());
            }
        }
    }

    fn choose(&self) -> Cell {
        let blanks = || self.order.iter().copied().filter(|&c| self.board.is_blank(c));
        let board = &self.board;
        let chosen = match self.cells {
            CellOrder::First | CellOrder::Random | CellOrder::Static => {
                self.order.get(self.frames.len()).copied()
            }
            CellOrder::Fewest => board.fewest(),
            CellOrder::House => {
                blanks().min_by_key(|&c| (board.tightest_house(c), board.candidates(c).len()))
            }
        };
        chosen.expect("a cell is chosen only while one is blank")
    }

    /// The key of the cell chosen next: each way to it has its own.
    fn key_of_next(&self) -> u64 {
        match (self.digits, self.frames.last()) {
            (DigitOrder::Random, Some(frame)) => {
                let digit = self.board.grid().values()[frame.cell.index()];
                let step = (frame.cell.index() as u64) << 8 | u64::from(digit);
                Random::new(frame.key ^ step).bits()
            }
            _ => self.key,
        }
    }

    /// The search that goes on at a frame: what stands deeper is taken back.
    fn taken_back_to(&self, at: usize) -> Walk<B> {
        let mut walk = self.clone();
        for frame in walk.frames.drain(at + 1..).rev() {
            walk.board.empty(frame.cell);
        }
        walk.frames.iter_mut().for_each(|frame| frame.since = 0);
        walk.open = false;
        walk.fewest_left = usize::MAX;
        walk
    }

    /// Leaves what is untried in the first frames to others.
    fn forget_rest(&mut self, frames: usize) {
        self.frames[..frames].iter_mut().for_each(|frame| frame.rest = DigitSet::EMPTY);
    }
}

impl<B: SearchBoard + Send> Tree for Walk<B> {
    /// About 0.2 ms.
    const LEASH: u64 = 4096;

    fn walk(&mut self, pause_at: u64, tally: &mut Tally) -> Walked {
        match self.on(&mut Part { tally, pause_at }) {
            Ok(()) => Walked::Ended,
            Err(Pause) => Walked::Paused,
        }
    }

    fn cut(&mut self, cut: Cut, ticks: u64) -> Vec<Walk<B>> {
        let has_rest = |frame: &Frame| !frame.rest.is_empty();
        match cut {
            Cut::Largest => {
                let Some(at) = self.frames.iter().position(has_rest) else { return Vec::new() };
                let piece = self.taken_back_to(at);
                self.forget_rest(at + 1);
                vec![piece]
            }
            Cut::Next { grain } => {
                let large = |frame: &Frame| has_rest(frame) && ticks - frame.since >= grain;
                let Some(at) = self.frames.iter().rposition(large) else { return Vec::new() };
                let mut pieces = vec![self.taken_back_to(at)];
                pieces[0].forget_rest(at);
                if let Some(tail) = self.frames[..at].iter().rposition(has_rest) {
                    pieces.push(self.taken_back_to(tail));
                }
                self.forget_rest(at + 1);
                pieces
            }
        }
    }
}

impl Backtrack {
    fn each_on<B: SearchBoard>(
        &self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let Some(mut walk) = self.begin::<B>(puzzle, run) else { return Ok(()) };
        walk.on(&mut Alone { run, found })
    }

    fn split_on<B: SearchBoard + Send>(
        &self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        wanted: Wanted,
        found: &mut Found,
    ) -> Result<(), Stop> {
        let Some(walk) = self.begin::<B>(puzzle, run) else { return Ok(()) };
        let (tally, ended) = run.split(walk, wanted);
        run.enter(&tally);
        found.take(&tally, puzzle);
        ended
    }

    /// The search before its first step; `None` when the clues conflict.
    fn begin<B: SearchBoard>(&self, puzzle: &Puzzle, run: &mut Run<'_>) -> Option<Walk<B>> {
        let board = B::new(puzzle)?;
        let order = self.fixed_order(&board, run);
        let key = if self.digits == DigitOrder::Random { run.random().bits() } else { 0 };
        Some(Walk {
            cells: self.cells,
            digits: self.digits,
            frames: Vec::with_capacity(board.n_blank()),
            fewest_left: board.n_blank(),
            board,
            order: order.into(),
            open: true,
            key,
        })
    }

    /// The blanks in the order they are visited, for orders that do not look at the board again.
    fn fixed_order<B: SearchBoard>(&self, board: &B, run: &mut Run<'_>) -> Vec<Cell> {
        let mut cells: Vec<Cell> = board.grid().blanks().collect();
        match self.cells {
            CellOrder::Random => run.random().shuffle(&mut cells),
            // The sort is stable: equal lists keep their place row by row.
            CellOrder::Static => cells.sort_by_key(|&c| board.candidates(c).len()),
            _ => {}
        }
        cells
    }
}

fn next_digit<B: SearchBoard>(
    order: DigitOrder,
    rest: DigitSet,
    board: &B,
    key: u64,
) -> Option<Digit> {
    match order {
        DigitOrder::Ascending => rest.first(),
        DigitOrder::Random if rest.is_empty() => None,
        DigitOrder::Random => {
            let place = Random::new(key ^ rest.bits()).index(rest.len());
            rest.iter().nth(place)
        }
        DigitOrder::Rarest => {
            rest.iter().max_by_key(|&d| (board.houses_lacking(d), -i32::from(d.value())))
        }
    }
}
