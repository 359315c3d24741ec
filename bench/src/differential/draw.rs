//! The puzzles: a board of some kind, a grid on it, and clues of the grid, some of them spoilt.

use super::rules::{self, Theme};
use std::sync::Arc;
use std::time::Duration;
use sudolab_exact::ExactSolver;
use sudolab_generate::{random_grid, random_jigsaw};
use sudolab_grid::halt::{Halt, HandClock};
use sudolab_grid::random::Random;
use sudolab_grid::{Board, Cell, DigitSet, Grid, Layout, Puzzle};

/// A kind of puzzle.
pub struct Kind {
    /// What it is called in the table.
    pub name: &'static str,
    /// How often it is drawn, beside the others.
    weight: u32,
    board: fn(&mut ExactSolver, &mut Random) -> Arc<Board>,
    /// Share of the cells that hold a clue, from and to.
    share: (f64, f64),
    /// Whether open cells state some of their candidates only.
    candidates: bool,
    /// The rules beyond houses.
    theme: Theme,
}

/// All kinds; small boards come often, for there are many of them in a second.
pub const KINDS: [Kind; 29] = [
    Kind::plain("4x4", 20, (0.1, 0.6), |_, _| boxes(2, 2)),
    Kind::plain("6x6", 16, (0.15, 0.6), |_, _| boxes(2, 3)),
    Kind::plain("6x6, boxes of 3x2", 6, (0.15, 0.6), |_, _| boxes(3, 2)),
    Kind::plain("8x8", 5, (0.25, 0.6), |_, _| boxes(2, 4)),
    Kind::plain("9x9", 12, (0.2, 0.55), |_, _| Board::classic()),
    Kind::plain("9x9, diagonals", 3, (0.2, 0.5), |_, _| extra(diagonals)),
    Kind::plain("9x9, four windows", 3, (0.2, 0.5), |_, _| extra(windows)),
    Kind::plain("10x10", 2, (0.35, 0.6), |_, _| boxes(2, 5)),
    Kind::plain("12x12", 2, (0.4, 0.65), |_, _| boxes(3, 4)),
    Kind::plain("16x16", 1, (0.5, 0.75), |_, _| boxes(4, 4)),
    Kind::plain("20x20 and 25x25", 1, (0.7, 0.9), |_, random| {
        if random.chance(0.5) { boxes(4, 5) } else { boxes(5, 5) }
    }),
    Kind::plain("26x26 to 64x64", 1, (0.75, 0.95), |_, random| match random.below(8) {
        0..3 => Board::latin(26 + random.index(5)).expect("a size that exists"),
        3 => boxes(5, 6),
        4 | 5 => boxes(6, 6),
        6 => boxes(7, 7),
        _ if random.chance(0.5) => boxes(2, 31),
        _ => boxes(8, 8),
    }),
    Kind::plain("Latin squares 3 to 8", 12, (0.2, 0.6), |_, random| {
        Board::latin(3 + random.index(6)).expect("a size that exists")
    }),
    Kind::plain("jigsaw 4 to 6", 6, (0.1, 0.5), |solver, random| {
        let size = 4 + random.index(3);
        random_jigsaw(solver, size, random, &Halt::never()).expect("nothing stops it")
    }),
    Kind::plain("jigsaw 7 to 9", 1, (0.25, 0.5), |solver, random| {
        let size = 7 + random.index(3);
        random_jigsaw(solver, size, random, &Halt::never()).expect("nothing stops it")
    }),
    Kind::marked("4x4, candidates", 5, (0.0, 0.3), |_, _| boxes(2, 2)),
    Kind::marked("6x6, candidates", 5, (0.0, 0.3), |_, _| boxes(2, 3)),
    Kind::marked("9x9, candidates", 3, (0.05, 0.3), |_, _| Board::classic()),
    Kind::marked("Latin 5, candidates", 3, (0.0, 0.3), |_, _| {
        Board::latin(5).expect("a size that exists")
    }),
    Kind::ruled("4x4, mixed rules", 6, (0.0, 0.3), Theme::Mixed, |_, _| boxes(2, 2)),
    // No 4x4 grid keeps it.
    Kind::ruled("6x6, anti-king", 2, (0.1, 0.4), Theme::Jump(1, 1), |_, _| boxes(2, 3)),
    Kind::ruled("6x6, cages", 5, (0.1, 0.4), Theme::Cages, |_, _| boxes(2, 3)),
    Kind::ruled("6x6, lines", 5, (0.1, 0.4), Theme::Lines, |_, _| boxes(2, 3)),
    Kind::ruled("6x6, arrows", 5, (0.15, 0.4), Theme::Arrows, |_, _| boxes(2, 3)),
    Kind::ruled("6x6, dots", 5, (0.1, 0.4), Theme::Dots, |_, _| boxes(2, 3)),
    Kind::ruled("6x6, mixed rules", 5, (0.05, 0.4), Theme::Mixed, |_, _| boxes(2, 3)),
    Kind::ruled("Latin 5, mixed rules", 3, (0.0, 0.3), Theme::Mixed, |_, _| {
        Board::latin(5).expect("a size that exists")
    }),
    Kind::ruled("9x9, mixed rules", 2, (0.25, 0.5), Theme::Mixed, |_, _| Board::classic()),
    Kind::ruled("9x9, anti-knight", 2, (0.1, 0.4), Theme::Jump(1, 2), |_, _| Board::classic()),
];

type MakeBoard = fn(&mut ExactSolver, &mut Random) -> Arc<Board>;

impl Kind {
    const fn plain(name: &'static str, weight: u32, share: (f64, f64), board: MakeBoard) -> Kind {
        Kind { name, weight, board, share, candidates: false, theme: Theme::Plain }
    }

    const fn marked(name: &'static str, weight: u32, share: (f64, f64), board: MakeBoard) -> Kind {
        Kind { name, weight, board, share, candidates: true, theme: Theme::Plain }
    }

    const fn ruled(
        name: &'static str,
        weight: u32,
        share: (f64, f64),
        theme: Theme,
        board: MakeBoard,
    ) -> Kind {
        Kind { name, weight, board, share, candidates: false, theme }
    }
}

fn boxes(rows: u8, columns: u8) -> Arc<Board> {
    Board::boxes(rows, columns).expect("a box that exists")
}

fn extra(regions: fn(&Board) -> Vec<Vec<Cell>>) -> Arc<Board> {
    let board = Board::classic();
    board.with_extra(&regions(&board)).expect("regions of nine cells")
}

fn diagonals(board: &Board) -> Vec<Vec<Cell>> {
    board.diagonals().to_vec()
}

fn windows(board: &Board) -> Vec<Vec<Cell>> {
    let corners = [(1, 1), (1, 5), (5, 1), (5, 5)];
    let window = |(row, column): (usize, usize)| {
        (0..9).map(|i| board.cell(row + i / 3, column + i % 3)).collect()
    };
    corners.map(window).to_vec()
}

/// A grid by the usual pattern, with digits, bands, stacks, rows and columns exchanged: to search for one
/// on a board of this size would take long.
fn patterned(board: &Arc<Board>, random: &mut Random) -> Grid {
    let size = board.size();
    let (high, wide) = match board.layout() {
        Layout::Boxes { rows, columns } => (usize::from(*rows), usize::from(*columns)),
        _ => (1, 1),
    };
    // Lines in a new order, those of a band together.
    let mut order = |length: usize| {
        let mut bands: Vec<Vec<usize>> =
            (0..size / length).map(|band| (band * length..(band + 1) * length).collect()).collect();
        random.shuffle(&mut bands);
        bands.iter_mut().for_each(|band| random.shuffle(band));
        bands.concat()
    };
    let (rows, columns) = (order(high), order(wide));
    let mut digits: Vec<_> = board.digits().iter().collect();
    random.shuffle(&mut digits);
    let mut grid = Grid::empty(board.clone());
    for cell in board.cells() {
        let (row, column) = (rows[board.row(cell)], columns[board.column(cell)]);
        grid.set(cell, digits[(row % high * wide + row / high + column) % size]);
    }
    grid
}

/// A puzzle with how far to count.
pub struct Drawn {
    /// The name of its kind.
    pub kind: &'static str,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Solutions to count at the most.
    pub limit: u64,
}

/// Draws puzzles by their number.
pub struct Draw {
    seed: u64,
    solver: ExactSolver,
}

impl Draw {
    /// Puzzles of a seed.
    pub fn new(seed: u64) -> Draw {
        Draw { seed, solver: ExactSolver::new() }
    }

    /// The puzzle of a number.
    pub fn puzzle(&mut self, number: u64) -> Drawn {
        let mut random = Random::for_run(self.seed, "differential", "", number);
        let all: u32 = KINDS.iter().map(|kind| kind.weight).sum();
        let mut at = random.below(all);
        let kind = KINDS
            .iter()
            .find(|kind| {
                let here = at < kind.weight;
                at = at.saturating_sub(kind.weight);
                here
            })
            .expect("the weights were summed");
        let limit = [2, 2, 2, 3, 10, 50][random.index(6)];
        let puzzle = self.of_kind(kind, &mut random);
        Drawn { kind: kind.name, puzzle, limit }
    }

    fn of_kind(&mut self, kind: &Kind, random: &mut Random) -> Puzzle {
        let mut tries = 0;
        let (board, full) = loop {
            tries += 1;
            assert!(tries < 10_000, "no grid is known that keeps the rules of {}", kind.name);
            let board = (kind.board)(&mut self.solver, random);
            // Extra regions together leave few grids; all kinds here have some.
            let full = match kind.theme {
                Theme::Jump(..) => self.grid_with(&board, kind.theme, random),
                _ if board.size() > 25 => Some(patterned(&board, random)),
                _ => random_grid(&mut self.solver, &board, random).map(|full| full.grid().clone()),
            };
            if let Some(full) = full {
                break (board, full);
            }
        };
        let (low, high) = kind.share;
        let share = low + (high - low) * random.unit();
        let mut clues = Grid::empty(board.clone());
        for (cell, digit) in full.filled() {
            if random.chance(share) {
                clues.set(cell, digit);
            }
        }
        // One in eight has a clue that is not that of the grid, often without a solution.
        if random.chance(0.125) {
            let cell = Cell::new(random.index(board.n_cells()));
            let digits: Vec<_> = board.digits().iter().collect();
            if let Some(&digit) = random.pick(&digits) {
                clues.set(cell, digit);
            }
        }
        if kind.theme != Theme::Plain {
            let rules = rules::draw(kind.theme, &full, random);
            return Puzzle::new(clues).with_rules(rules).expect("rules of this board");
        }
        if !kind.candidates {
            return Puzzle::new(clues);
        }
        // Each candidate stays by chance; the digit of the grid nearly always.
        let keep = 0.3 + 0.5 * random.unit();
        let sets: Vec<DigitSet> = board
            .cells()
            .map(|cell| {
                let own = clues.get(cell).or_else(|| full.get(cell));
                let stays = |digit: &_| {
                    let chance = if own == Some(*digit) { 0.998 } else { keep };
                    random.chance(chance)
                };
                board.digits().iter().filter(stays).collect()
            })
            .collect();
        Puzzle::with_candidates(clues, sets).expect("there is one set for each cell")
    }

    /// A grid that keeps rules of the whole board: what the solver makes of a few random digits.
    fn grid_with(&mut self, board: &Arc<Board>, theme: Theme, random: &mut Random) -> Option<Grid> {
        let mut clues = Grid::empty(board.clone());
        for _ in 0..board.size() / 2 {
            let cell = Cell::new(random.index(board.n_cells()));
            let open: Vec<_> = clues.open_digits(cell).iter().collect();
            if let Some(&digit) = random.pick(&open) {
                clues.set(cell, digit);
            }
        }
        let rules = rules::draw(theme, &clues, random);
        let puzzle = Puzzle::new(clues).with_rules(rules).expect("rules of this board");
        // Some digits leave no grid, which may be long to find out: then others are drawn.
        let clock = HandClock::stepping(Duration::from_secs(1));
        let halt = Halt::never().within(Duration::from_secs(super::LOOKS), &clock);
        let solved = self.solver.solve_within(&puzzle, &halt).ok()??;
        Some(solved.grid().clone())
    }
}
