//! Random demands on small boards, and how many fillings keep them by plain counting.
//!
//! Half of the demands are made true of some filling, so that many puzzles have solutions; the others
//! are drawn blindly.

use std::ops::ControlFlow;
use std::sync::Arc;
use sudolab_exact::naive::NaiveBoard;
use sudolab_grid::random::Random;
use sudolab_grid::rule::{Automaton, Demand, Lowering};
use sudolab_grid::{Board, Cell, Digit, DigitSet, Grid, Puzzle};

/// A puzzle without rules of its own, demands on its board, and what plain counting says of both.
pub struct Case {
    pub board: Arc<Board>,
    pub puzzle: Puzzle,
    pub demands: Lowering,
    /// Every filling that keeps houses, clues and demands, in ascending order.
    pub solutions: Vec<Vec<u8>>,
}

/// The case that belongs to a number.
pub fn case(number: u64) -> Case {
    let mut random = Random::new(number ^ 0x52_75_6c_65);
    let is_small = random.below(3) > 0;
    let board = match (is_small, random.below(4)) {
        (true, 0) => Board::latin(4),
        (true, _) => Board::of_size(4),
        (false, 0) => Board::latin(5),
        (false, _) => Board::of_size(6),
    }
    .expect("such boards exist");
    let naive = NaiveBoard {
        n_values: board.size() as u8,
        n_cells: board.n_cells(),
        houses: board
            .houses()
            .iter()
            .map(|house| house.cells().iter().map(|cell| cell.index()).collect())
            .collect(),
    };
    let (puzzle, fillings) = clues(&board, &naive, &mut random);
    let hidden = fillings[random.below(fillings.len() as u32) as usize].clone();
    let mut demands = Lowering::new(&board);
    let mut held: Vec<Digit> = hidden.iter().filter_map(|&v| Digit::from_number(v)).collect();
    for _ in 0..random.below(3) {
        let size = 2 + random.below(2) as u8;
        let values = (0..size).map(|_| random.below(9) as i32 - 3).collect();
        demands.helper(DigitSet::all(size), values);
        held.extend(Digit::from_number(1 + random.below(u32::from(size)) as u8));
    }
    for _ in 0..1 + random.below(5) {
        let is_true = random.below(8) > 0;
        // A demand that is to be true of the hidden filling is drawn until it is.
        for _ in 0..20 {
            let demand = draw(&demands, &held, is_true, &mut random, 0);
            if !is_true || demand.is_kept(&held, &demands) {
                demands.demand(demand);
                break;
            }
        }
    }
    if random.below(3) == 0 {
        several(&mut demands, &held, &mut random);
    }
    let mut solutions: Vec<Vec<u8>> =
        fillings.into_iter().filter(|filling| is_kept(filling, &demands)).collect();
    solutions.sort();
    Case { board, puzzle, demands, solutions }
}

/// Clues that leave a number of fillings one can look through, and those.
fn clues(board: &Arc<Board>, naive: &NaiveBoard, random: &mut Random) -> (Puzzle, Vec<Vec<u8>>) {
    const MOST: usize = 600;
    let n = board.n_cells();
    let all = (1u64 << board.size()) - 1;
    // Some filling: random clues in a few cells, then whatever comes first.
    let mut sets = vec![all; n];
    let mut filling = loop {
        let mut trial = vec![all; n];
        for _ in 0..board.size() {
            trial[random.below(n as u32) as usize] = 1 << random.below(board.size() as u32);
        }
        let mut first = None;
        naive.for_each_solution(&trial, |values| {
            first = Some(values.to_vec());
            ControlFlow::Break(())
        });
        if let Some(found) = first {
            break found;
        }
    };
    // Clues until few fillings are left.
    let mut order: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        order.swap(i, random.below(i as u32 + 1) as usize);
    }
    let at_least = if board.size() > 4 { n * 2 / 5 } else { random.below(5) as usize };
    let mut fillings = Vec::new();
    let mut grid = Grid::empty(board.clone());
    for (i, &cell) in order.iter().enumerate() {
        if i >= at_least {
            fillings.clear();
            naive.for_each_solution(&sets, |values| {
                fillings.push(values.to_vec());
                if fillings.len() > MOST {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            if fillings.len() <= MOST {
                break;
            }
        }
        sets[cell] = 1 << (filling[cell] - 1);
        if let Some(digit) = Digit::from_number(filling[cell]) {
            grid.set(Cell::new(cell), digit);
        }
    }
    if fillings.is_empty() {
        fillings.push(std::mem::take(&mut filling));
    }
    (Puzzle::new(grid), fillings)
}

/// Whether some filling of the helpers keeps every demand.
fn is_kept(filling: &[u8], demands: &Lowering) -> bool {
    let mut held: Vec<Digit> = filling.iter().filter_map(|&v| Digit::from_number(v)).collect();
    fn fill(held: &mut Vec<Digit>, demands: &Lowering) -> bool {
        if held.len() == demands.n_variables() {
            return demands.is_kept(held);
        }
        let domain = demands.domain(Cell::new(held.len()));
        domain.iter().any(|digit| {
            held.push(digit);
            let kept = fill(held, demands);
            held.pop();
            kept
        })
    }
    fill(&mut held, demands)
}

fn draw(
    demands: &Lowering,
    held: &[Digit],
    is_true: bool,
    random: &mut Random,
    depth: u32,
) -> Demand {
    let n_cells = demands.n_cells() as u32;
    let n = demands.n_variables() as u32;
    let digits = demands.domain(Cell::new(0));
    let size = digits.len() as u32;
    let board_cells = |random: &mut Random, count: u32| -> Vec<Cell> {
        let mut cells: Vec<Cell> = Vec::new();
        while (cells.len() as u32) < count {
            let cell = Cell::new(random.below(n_cells) as usize);
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        cells
    };
    let any_cells = |random: &mut Random, count: u32| -> Vec<Cell> {
        (0..count).map(|_| Cell::new(random.below(n) as usize)).collect()
    };
    match random.below(if depth == 0 { 13 } else { 6 }) {
        0 => {
            let count = 2 + random.below(3);
            Demand::Different(board_cells(random, count))
        }
        1 => {
            let cell = Cell::new(random.below(n) as usize);
            let domain = demands.domain(cell);
            let digits = domain.iter().filter(|_| random.below(3) > 0).collect();
            Demand::Allowed { cell, digits }
        }
        2 => {
            let (a, b) = (random.below(n) as usize, random.below(n) as usize);
            let (kind, by) = (random.below(4), 1 + random.below(2) as i32);
            let salt = random.bits();
            Demand::pair(Cell::new(a), Cell::new(b), demands, |x, y| {
                let (x, y) = (i32::from(x.value()), i32::from(y.value()));
                match kind {
                    0 => x < y,
                    1 => (x - y).abs() == by,
                    2 => (x - y).abs() >= by,
                    _ => salt >> ((x * 8 + y) % 61) & 1 == 1,
                }
            })
        }
        3 | 4 => {
            let count = 1 + random.below(6);
            let cells = any_cells(random, count);
            let is_plain = random.below(2) == 0;
            let wide = random.below(8) == 0;
            let mut weight = |_| match (is_plain, wide) {
                (true, _) => 1,
                (false, false) => random.below(5) as i32 - 2,
                (false, true) => random.below(61) as i32 - 30,
            };
            let terms: Vec<(Cell, i32)> =
                cells.into_iter().map(|cell| (cell, weight(cell))).collect();
            let value = |&(cell, weight): &(Cell, i32)| {
                i64::from(weight) * demands.value(cell, held[cell.index()])
            };
            let total: i64 = terms.iter().map(value).sum();
            let total = if is_true { total } else { i64::from(random.below(20)) };
            let slack = if random.below(3) == 0 { i64::from(random.below(4)) } else { 0 };
            Demand::Sum { terms, low: total - slack, high: total + slack / 2 }
        }
        5 => {
            let count = 1 + random.below(4);
            let cells = any_cells(random, count);
            let count = 1 + random.below(2);
            let multiset = (0..count)
                .filter_map(|_| {
                    let digit = Digit::from_number(1 + random.below(size) as u8)?;
                    let low = random.below(3) as u8;
                    Some((digit, low, low + random.below(3) as u8))
                })
                .collect();
            Demand::Among { cells, multiset }
        }
        6 | 7 => {
            let count = 1 + random.below(5);
            let cells = match random.below(3) {
                0 => any_cells(random, count),
                _ => board_cells(random, count),
            };
            Demand::Line { cells, automaton: automaton(size, random) }
        }
        8 => {
            let count = 1 + random.below(3);
            let ways = (0..count)
                .map(|_| {
                    let count = 1 + random.below(2);
                    (0..count).map(|_| draw(demands, held, is_true, random, 1)).collect()
                })
                .collect();
            Demand::Either(ways)
        }
        9 => {
            let count = 2 + random.below(4);
            let cells = board_cells(random, 2 * count);
            Demand::PairsDiffer(cells.chunks_exact(2).map(|two| (two[0], two[1])).collect())
        }
        10 | 11 => {
            let (count, length) = (2 + random.below(3), 1 + random.below(4));
            let line = board_cells(random, length);
            let others: Vec<Vec<Cell>> = (1..count).map(|_| board_cells(random, length)).collect();
            let before = random.below(others.len() as u32 + 1) as u16;
            let (before, ties) = match random.below(4) {
                0 => (None, false),
                kind => (Some(before), kind == 1),
            };
            Demand::Order { line, others, before, ties, alike: None }
        }
        _ => {
            let count = 3 + random.below(4) as u16;
            let cells = board_cells(random, u32::from(count));
            let mut touching: Vec<(u16, u16)> = (1..count).map(|i| (i - 1, i)).collect();
            touching.push((0, count - 1));
            Demand::Connected { cells, touching }
        }
    }
}

/// Demands that engines put together, true of a filling: each digit never or so many times; or so many
/// times, and hanging together where it can.
fn several(demands: &mut Lowering, held: &[Digit], random: &mut Random) {
    let n = 3 + random.below(6) as usize;
    let first = random.below((demands.n_cells() - n) as u32) as usize;
    let cells: Vec<Cell> = (first..first + n).map(Cell::new).collect();
    let times = |digit: Digit| cells.iter().filter(|c| held[c.index()] == digit).count() as u8;
    let digits = demands.domain(Cell::new(0));
    if random.below(2) == 0 {
        for digit in digits.iter() {
            let times = match times(digit) {
                0 => 1 + random.below(3) as u8,
                times => times,
            };
            let among = |times| Demand::Among {
                cells: cells.clone(),
                multiset: vec![(digit, times, times)],
            };
            let ways = [0, times].map(|times| vec![among(times)]);
            if random.below(8) > 0 {
                demands.demand(Demand::Either(ways.into()));
            }
        }
        return;
    }
    let multiset = digits.iter().map(|digit| (digit, times(digit), times(digit))).collect();
    demands.demand(Demand::Among { cells: cells.clone(), multiset });
    let mut touching = Vec::new();
    for b in 1..n as u16 {
        for a in 0..b {
            if a + 1 == b || random.below(3) > 0 {
                touching.push((a, b));
            }
        }
    }
    demands.demand(Demand::Connected { cells, touching });
}

fn automaton(size: u32, random: &mut Random) -> Automaton {
    let n = 2 + random.below(4);
    let arcs = (0..n)
        .map(|_| {
            let count = 1 + random.below(3);
            let mut arc = |_| {
                let some = random.bits() as u32 | random.bits() as u32;
                let set = DigitSet::all(size as u8).iter();
                let set = set.filter(|d| some >> d.index() & 1 == 1).collect();
                (set, random.below(n) as u16)
            };
            (0..count).map(&mut arc).collect()
        })
        .collect();
    let accepting = (0..n).map(|_| random.below(2) == 0).collect();
    let start = (0..1 + random.below(2)).map(|_| random.below(n) as u16).collect();
    Automaton::new(start, accepting, arcs).expect("every state is below the number of states")
}
