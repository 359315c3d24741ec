//! The simulated annealing of Lewis: box permutations, cooling and reheating.
//!
//! Idea: every box holds its missing digits in some order; a move exchanges two open cells of a
//! box; the cost is the number of digits missing from rows and columns; the temperature sinks
//! geometrically, one chain of moves at each value, and returns to its start after a stall.
//! Source: R. Lewis, *Metaheuristics can solve sudoku puzzles*, Journal of Heuristics 13, 2007. The
//! paper is not among our sources as text; the constants below are those commonly reported for it,
//! and each is a setting: first temperature = standard deviation of the cost over some moves,
//! chain length = square of the number of open cells, cooling 0.99, reheating after 20 chains
//! without improvement.
//! What improvement means decides everything. Against the best cost of the run (`improvement =
//! run`) the search reheats for ever before it has cooled, because a lucky board of the hot phase
//! stays unbeaten for 20 chains; so improvement here means that a chain ended with a lower cost
//! than it began (`chain`), which twenty chains in a row miss only when the board is frozen.
//! Ours differs in nothing else; clues are fixed and nothing is deduced.
//!
//! A tick is one proposed move.

use crate::{
    Algorithm, Answer, Boards, Event, Family, Parallel, Parameter, ParameterKind, Promises, Run,
    SettingError, Settings, Solver, Stop,
};
use std::sync::Arc;
use sudolab_grid::{Board, Cell, Digit, DigitSet, Grid, HouseKind, Puzzle, Solution};

/// The algorithm.
pub static ALGORITHM: Algorithm = Algorithm {
    id: "annealing-lewis",
    title: "Simulated annealing on box permutations with reheating",
    family: Family::Stochastic,
    as_published: true,
    source: "R. Lewis, Metaheuristics can solve sudoku puzzles, 2007",
    promises: Promises {
        proves_impossible: false,
        uses_seed: true,
        proves_unique: false,
        boards: Boards::Boxed,
    },
    parameters: &[
        Parameter {
            name: "cooling",
            default: "0.99",
            kind: ParameterKind::Real { min: 0.01, max: 0.99999 },
            help: "factor on the temperature after each chain",
        },
        Parameter {
            name: "patience",
            default: "20",
            kind: ParameterKind::Whole { min: 1, max: u64::MAX },
            help: "chains without improvement before it reheats",
        },
        Parameter {
            name: "improvement",
            default: "chain",
            kind: ParameterKind::Choice(&["chain", "run"]),
            help: "improvement: a chain ends lower than it began, or finds a new best of the run",
        },
        Parameter {
            name: "sample",
            default: "100",
            kind: ParameterKind::Whole { min: 2, max: 1_000_000 },
            help: "moves whose costs give the first temperature",
        },
    ],
    preset: &[],
    tick: "one exchange proposed",
    parallel: Some(Parallel::SideBySide),
    bulk: None,
    build: |settings| Ok(Box::new(Lewis::new(settings)?)),
    build_counter: None,
};

struct Lewis {
    cooling: f64,
    patience: u64,
    against_run: bool,
    sample: u64,
}

impl Lewis {
    fn new(settings: &Settings) -> Result<Lewis, SettingError> {
        Ok(Lewis {
            cooling: settings.real("cooling"),
            patience: settings.whole("patience"),
            against_run: settings.text("improvement") == "run",
            sample: settings.whole("sample"),
        })
    }
}

impl Solver for Lewis {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        let Some(mut filling) = Filling::new(puzzle, run) else { return Ok(Answer::GaveUp) };
        run.show(&filling.values);
        let start = self.first_temperature(&mut filling, run)?;
        run.show(&filling.values);
        let cost = filling.cost;
        run.tell(|| Event::Energy(f64::from(cost)));
        let mut moves = [0; 2];
        let chain = (filling.free.len() * filling.free.len()).max(1);
        let (mut temperature, mut stalled, mut reheated, mut least) = (start, 0, 0, i32::MAX);
        loop {
            run.tell(|| Event::Temperature(temperature));
            let acceptance = Acceptance::at(temperature);
            let (began, best_before) = (filling.cost, least);
            for _ in 0..chain {
                if filling.cost < least {
                    least = filling.cost;
                    run.offer(f64::from(least), &filling.values);
                }
                if filling.cost == 0 {
                    let grid = filling.grid();
                    if Solution::check(puzzle, grid.clone()).is_ok() {
                        return Ok(Answer::Solved(grid));
                    }
                }
                run.tick()?;
                let Some((a, b)) = filling.draw_pair(run) else { return Ok(Answer::GaveUp) };
                let increase = filling.increase(a, b);
                let is_accepted = increase <= 0 || acceptance.accepts(increase, run);
                moves[usize::from(!is_accepted)] += 1;
                if is_accepted {
                    filling.exchange(a, b);
                    run.tell(|| Event::Swap { a, b });
                    if increase != 0 {
                        let cost = filling.cost;
                        run.tell(|| Event::Energy(f64::from(cost)));
                    }
                }
            }
            let cost = filling.cost;
            let [accepted, rejected] = moves;
            run.tell(|| Event::Moves { accepted, rejected });
            let better = if self.against_run { least < best_before } else { cost < began };
            stalled = if better { 0 } else { stalled + 1 };
            temperature *= self.cooling;
            if stalled >= self.patience {
                (temperature, stalled, reheated) = (start, 0, reheated + 1);
                run.tell(|| Event::Restart { number: reheated });
                run.show(&filling.values);
            }
        }
    }
}

impl Lewis {
    /// The standard deviation of the cost over some moves, all accepted.
    fn first_temperature(&self, filling: &mut Filling, run: &mut Run<'_>) -> Result<f64, Stop> {
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..self.sample {
            run.tick()?;
            if let Some((a, b)) = filling.draw_pair(run) {
                filling.exchange(a, b);
            }
            let cost = f64::from(filling.cost);
            sum += cost;
            squares += cost * cost;
        }
        let n = self.sample as f64;
        Ok(((squares - sum * sum / n) / (n - 1.0)).max(0.0).sqrt().max(0.5))
    }
}

/// exp(-increase / T) for each increase that two cells can cause.
struct Acceptance([f64; 9]);

impl Acceptance {
    fn at(temperature: f64) -> Acceptance {
        Acceptance(std::array::from_fn(|i| (-(i as f64) / temperature).exp()))
    }

    fn accepts(&self, increase: i32, run: &mut Run<'_>) -> bool {
        run.random().unit() < self.0[(increase as usize).min(8)]
    }
}

/// Boxes filled with their digits, and what rows and columns lack.
struct Filling {
    board: Arc<Board>,
    values: Vec<u8>,
    free: Vec<Cell>,
    /// For each free cell the range of the free cells of its box in `by_box`.
    of_box: Vec<(u32, u32)>,
    by_box: Vec<Cell>,
    /// How often each line holds each digit value: rows, then columns.
    counts: Vec<[u8; 26]>,
    /// Digits missing from rows and columns, and digits that the puzzle's own word excludes.
    cost: i32,
    /// What each cell may hold, when the puzzle states it.
    allowed: Option<Vec<DigitSet>>,
}

impl Filling {
    fn new(puzzle: &Puzzle, run: &mut Run<'_>) -> Option<Filling> {
        if !puzzle.conflicts().is_empty() {
            return None;
        }
        let board = puzzle.board().clone();
        let mut this = Filling {
            values: puzzle.clues().values().to_vec(),
            free: Vec::new(),
            of_box: Vec::new(),
            by_box: Vec::new(),
            counts: vec![[0; 26]; 2 * board.size()],
            cost: 0,
            allowed: puzzle
                .stated_candidates()
                .map(|_| board.cells().map(|c| puzzle.allowed(c)).collect()),
            board: board.clone(),
        };
        for house in board.houses().iter().filter(|h| h.kind() == HouseKind::Box) {
            let first = this.by_box.len() as u32;
            let cells = house.cells().iter();
            let blanks: Vec<Cell> =
                cells.copied().filter(|&c| puzzle.clues().get(c).is_none()).collect();
            let placed: DigitSet =
                house.cells().iter().filter_map(|&c| puzzle.clues().get(c)).collect();
            let mut digits: Vec<Digit> = (board.digits() - placed).iter().collect();
            run.random().shuffle(&mut digits);
            for (&cell, digit) in blanks.iter().zip(digits) {
                this.values[cell.index()] = digit.value();
            }
            this.by_box.extend(&blanks);
            // A box with one free cell has no move.
            if blanks.len() > 1 {
                let range = (first, this.by_box.len() as u32);
                this.of_box.extend(blanks.iter().map(|_| range));
                this.free.extend(blanks);
            }
        }
        for cell in board.cells() {
            let value = usize::from(this.values[cell.index()]);
            this.counts[board.row(cell)][value] += 1;
            this.counts[board.size() + board.column(cell)][value] += 1;
        }
        let missing =
            |counts: &[u8; 26]| counts[1..=board.size()].iter().filter(|&&n| n == 0).count() as i32;
        this.cost = this.counts.iter().map(missing).sum();
        this.cost += board.cells().map(|c| this.denied(c, this.values[c.index()])).sum::<i32>();
        Some(this)
    }

    fn denied(&self, cell: Cell, value: u8) -> i32 {
        let all = self.allowed.as_ref();
        i32::from(all.is_some_and(|sets| sets[cell.index()].bits() >> (value - 1) & 1 == 0))
    }

    /// A free cell, and another of its box; `None` when no box has two.
    fn draw_pair(&self, run: &mut Run<'_>) -> Option<(Cell, Cell)> {
        if self.free.is_empty() {
            return None;
        }
        let place = run.random().index(self.free.len());
        let a = self.free[place];
        let (first, end) = self.of_box[place];
        let box_cells = &self.by_box[first as usize..end as usize];
        let other = run.random().index(box_cells.len() - 1);
        let b = box_cells[other];
        Some((a, if b == a { box_cells[box_cells.len() - 1] } else { b }))
    }

    /// How much more is missing after an exchange.
    fn increase(&self, a: Cell, b: Cell) -> i32 {
        let (x, y) = (self.values[a.index()], self.values[b.index()]);
        let n = self.board.size();
        let mut increase = 0;
        for (line_a, line_b) in [
            (self.board.row(a), self.board.row(b)),
            (n + self.board.column(a), n + self.board.column(b)),
        ] {
            if line_a != line_b {
                let (at_a, at_b) = (&self.counts[line_a], &self.counts[line_b]);
                increase += i32::from(at_a[usize::from(x)] == 1);
                increase -= i32::from(at_a[usize::from(y)] == 0);
                increase += i32::from(at_b[usize::from(y)] == 1);
                increase -= i32::from(at_b[usize::from(x)] == 0);
            }
        }
        if self.allowed.is_some() {
            increase += self.denied(a, y) + self.denied(b, x);
            increase -= self.denied(a, x) + self.denied(b, y);
        }
        increase
    }

    fn exchange(&mut self, a: Cell, b: Cell) {
        self.cost += self.increase(a, b);
        let n = self.board.size();
        for (cell, goes, comes) in [(a, a, b), (b, b, a)] {
            let (goes, comes) = (self.values[goes.index()], self.values[comes.index()]);
            for line in [self.board.row(cell), n + self.board.column(cell)] {
                self.counts[line][usize::from(goes)] -= 1;
                self.counts[line][usize::from(comes)] += 1;
            }
        }
        self.values.swap(a.index(), b.index());
    }

    fn grid(&self) -> Grid {
        Grid::from_values(self.board.clone(), &self.values).expect("every cell holds a digit")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Halt;
    use sudolab_grid::random::Random;

    #[test]
    fn cost_counts_what_rows_and_columns_lack_after_any_moves() {
        for line in [
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
            &".".repeat(36),
        ] {
            let puzzle: Puzzle = line.parse().unwrap();
            let halt = Halt::never();
            let mut run = Run::new(&halt, None, Random::new(5));
            let mut filling = Filling::new(&puzzle, &mut run).unwrap();
            for _ in 0..300 {
                let (a, b) = filling.draw_pair(&mut run).unwrap();
                assert_ne!(a, b);
                filling.exchange(a, b);
            }
            let board = puzzle.board();
            let lines = board.houses().iter().filter(|h| h.kind() != HouseKind::Box);
            let lacking = lines.map(|h| {
                let held: DigitSet =
                    h.cells().iter().filter_map(|&c| filling.grid().get(c)).collect();
                (board.digits() - held).len() as i32
            });
            assert_eq!(filling.cost, lacking.sum::<i32>());
        }
    }
}
