//! Backtracking, with every order of cells and digits the papers name.
//!
//! Idea: choose a blank cell, try each digit its houses allow, go on to the next cell, come back
//! when a cell has no digit left.
//! Sources: Berggren & Nilsson, *A study of Sudoku solving algorithms*, 2012, section 2.3.1 (the
//! cell with fewest candidates, candidates ascending; their rule-based solver with the rules
//! commented out); their draft of the same year, section 2.4.1 (first cell, random cells, nearly
//! finished houses, orders of guessing); Chi & Lange, *Techniques for Solving Sudoku Puzzles*,
//! 2012, section 2.1 (cells sorted once by the size of their lists).
//! Ours differs: houses keep the digits they lack as bit sets, so a cell's candidates are three
//! intersections; the papers scan peers. The tree is the same, only walked faster.
//!
//! A tick is one digit tried in one cell; a guess is a cell where more than one digit was open.

use super::trail_board::TrailBoard;
use crate::{
    Algorithm, Answer, Boards, Counter, Event, Family, Kind, Parameter, Promises, Run,
    SettingError, Settings, Solver, Stop,
};
use std::ops::ControlFlow;
use sudolab_grid::{Cell, Digit, DigitSet, Grid, Puzzle};

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "cells",
        default: "fewest",
        kind: Kind::Choice(&["first", "random", "fewest", "static", "house"]),
        help: "next cell: the first blank, one drawn at random once, the one with fewest candidates \
               now, the order of list sizes at the start, or one in the fullest house",
    },
    Parameter {
        name: "digits",
        default: "ascending",
        kind: Kind::Choice(&["ascending", "random", "rarest"]),
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
        promises: Promises { proves_impossible: true, uses_seed, boards: Boards::Any },
        parameters: PARAMETERS,
        preset,
        tick: "one digit tried in one cell",
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
        let mut answer = Answer::Impossible;
        self.each_solution(puzzle, run, &mut |grid| {
            answer = Answer::Solved(grid.clone());
            ControlFlow::Break(())
        })?;
        Ok(answer)
    }
}

impl Counter for Backtrack {
    fn each_solution(
        &mut self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let Some(mut board) = TrailBoard::new(puzzle) else { return Ok(()) };
        if board.n_blank() == 0 {
            let _ = found(board.grid());
            return Ok(());
        }
        let order = self.fixed_order(&board, run);
        // One frame for each filled blank: its cell and the digits not yet tried there.
        let mut frames: Vec<(Cell, DigitSet)> = Vec::with_capacity(board.n_blank());
        let mut open = true;
        let best_offer = board.n_blank();
        let mut fewest_left = best_offer;
        loop {
            if open {
                let cell = self.choose(&board, &order, frames.len());
                let candidates = board.candidates(cell);
                if candidates.len() > 1 {
                    run.guess();
                }
                frames.push((cell, candidates));
            }
            let depth = frames.len();
            let Some((cell, rest)) = frames.last_mut() else { return Ok(()) };
            let cell = *cell;
            if !board.is_blank(cell) {
                board.empty(cell);
                run.tell(|| Event::Retract { cell });
            }
            let Some(digit) = next_digit(self.digits, *rest, &board, run) else {
                frames.pop();
                open = false;
                continue;
            };
            rest.remove(digit);
            run.tick()?;
            board.fill(cell, digit);
            run.tell(|| Event::Guess { cell, digit, depth });
            if board.n_blank() < fewest_left {
                fewest_left = board.n_blank();
                run.offer(fewest_left as f64, board.grid().values());
            }
            open = board.n_blank() > 0;
            if !open && found(board.grid()).is_break() {
                return Ok(());
            }
        }
    }
}

impl Backtrack {
    /// The blanks in the order they are visited, for orders that do not look at the board again.
    fn fixed_order(&self, board: &TrailBoard, run: &mut Run<'_>) -> Vec<Cell> {
        let mut cells: Vec<Cell> = board.grid().blanks().collect();
        match self.cells {
            CellOrder::Random => run.random().shuffle(&mut cells),
            // The sort is stable: equal lists keep their place row by row.
            CellOrder::Static => cells.sort_by_key(|&c| board.candidates(c).len()),
            _ => {}
        }
        cells
    }

    fn choose(&self, board: &TrailBoard, order: &[Cell], depth: usize) -> Cell {
        let blanks = || order.iter().copied().filter(|&c| board.is_blank(c));
        let chosen = match self.cells {
            CellOrder::First | CellOrder::Random | CellOrder::Static => order.get(depth).copied(),
            CellOrder::Fewest => fewest_candidates(board, blanks()),
            CellOrder::House => {
                blanks().min_by_key(|&c| (board.tightest_house(c), board.candidates(c).len()))
            }
        };
        chosen.expect("a cell is chosen only while one is blank")
    }
}

/// The first cell with the fewest candidates; the scan ends at one with none or one.
fn fewest_candidates(board: &TrailBoard, cells: impl Iterator<Item = Cell>) -> Option<Cell> {
    let mut best = None;
    let mut fewest = usize::MAX;
    for cell in cells {
        let n = board.candidates(cell).len();
        if n < fewest {
            (best, fewest) = (Some(cell), n);
            if n <= 1 {
                break;
            }
        }
    }
    best
}

fn next_digit(
    order: DigitOrder,
    rest: DigitSet,
    board: &TrailBoard,
    run: &mut Run<'_>,
) -> Option<Digit> {
    match order {
        DigitOrder::Ascending => rest.first(),
        DigitOrder::Random if rest.is_empty() => None,
        DigitOrder::Random => {
            let place = run.random().index(rest.len());
            rest.iter().nth(place)
        }
        DigitOrder::Rarest => {
            rest.iter().max_by_key(|&d| (board.houses_lacking(d), -i32::from(d.value())))
        }
    }
}
