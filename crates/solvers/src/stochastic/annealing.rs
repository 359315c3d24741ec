//! Simulated annealing on box permutations, held at its critical temperature.
//!
//! Idea: every box holds its missing digits in some order, so boxes are always right; two open
//! cells of a box exchange their digits, and the exchange is accepted with probability
//! min(1, exp(-delta / T)), delta being the change in the number of equal pairs in rows and columns.
//! Source: the moves are those of R. Lewis, *Metaheuristics can solve sudoku puzzles*, Journal of
//! Heuristics 13, 2007; the acceptance rule is Metropolis et al. 1953, as in Chi & Lange 2012.
//! Ours differs: singles are placed first. A digit that the reduction has struck from a cell costs
//! a fixed penalty there instead of being forbidden, because exchanges of two cells alone do not
//! connect all permitted fillings of a box (three cells that allow 12, 23, 31). The temperature is
//! held, since sinking through the critical range and heating again loses to staying in it.
//! Exchanges are proposed in a fixed order, sweep by sweep, to sixteen chains at once
//! (`lanes.rs`). Puzzles with rules beyond the houses go another way, where rules are costs
//! (`ruled_exchanges.rs`).
//! Tried and dropped: see `docs/algorithms/annealing.md`.
//!
//! The Metropolis draw is exact: "accept if delta <= -T ln u" is decided by the whole number
//! floor(-T ln u), and such numbers are what the noise table holds.
//! A tick is one exchange proposed in one chain.

use super::groups::conflicts;
use super::lanes::{ChainBytes, LANES, Noise};
use super::reduced::{Level, Reduced};
use super::ruled_exchanges;
use crate::{
    Algorithm, Answer, Boards, Event, Family, Parallel, Parameter, ParameterKind, Promises, Run,
    SettingError, Settings, Solver, Stop,
};
use sudolab_grid::{Cell, DigitSet, Grid, HouseKind, Puzzle, Solution};

/// The algorithm.
pub static ALGORITHM: Algorithm = Algorithm {
    id: "annealing",
    title: "Simulated annealing on box permutations at the critical temperature",
    family: Family::Stochastic,
    as_published: false,
    source: "ours, after R. Lewis, Metaheuristics can solve sudoku puzzles, 2007, and E. C. Chi, K. Lange, Techniques for Solving Sudoku Puzzles, 2012",
    promises: Promises {
        proves_impossible: false,
        uses_seed: true,
        proves_unique: false,
        boards: Boards::BoxedWithRules,
    },
    parameters: &[
        Parameter {
            name: "temperature",
            default: "0.36",
            kind: ParameterKind::Real { min: 0.02, max: 10.0 },
            help: "the temperature, held for the whole run; with rules rounds go down to 0.6 of it from 2.5 times as hot",
        },
        Parameter {
            name: "penalty",
            default: "2",
            kind: ParameterKind::Whole { min: 1, max: 10 },
            help: "cost of a digit in a cell from which the reduction has struck it",
        },
        Parameter {
            name: "reduce",
            default: "singles",
            kind: ParameterKind::Choice(&["clues", "singles"]),
            help: "what is deduced first: clues struck from their peers, or singles to the end",
        },
    ],
    preset: &[],
    tick: "one exchange proposed in one chain",
    parallel: Some(Parallel::SideBySide),
    bulk: None,
    build: |settings| Ok(Box::new(Annealing::new(settings)?)),
    build_counter: None,
};

struct Annealing {
    temperature: f64,
    penalty: u8,
    level: Level,
}

impl Annealing {
    fn new(settings: &Settings) -> Result<Annealing, SettingError> {
        Ok(Annealing {
            temperature: settings.real("temperature"),
            penalty: settings.whole("penalty") as u8,
            level: Level::named(settings.text("reduce")),
        })
    }
}

impl Solver for Annealing {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        let Some(reduced) = Reduced::new(puzzle, self.level) else { return Ok(Answer::GaveUp) };
        run.show(reduced.grid.values());
        if puzzle.has_rules() {
            return ruled_exchanges::solve(puzzle, &reduced, (self.temperature, self.penalty), run);
        }
        if reduced.is_filled() {
            run.offer(0.0, reduced.grid.values());
            return Ok(Answer::Solved(reduced.grid));
        }
        run.tell(|| Event::Temperature(self.temperature));
        let mut chains = Chains::new(&reduced, self, run);
        if run.is_observed() {
            run.show(chains.grid(&reduced, 0).values());
        }
        chains.run(puzzle, &reduced, run)
    }
}

/// Rows of noise drawn anew in each sweep.
const RENEWED: usize = 8;
/// Added to both sides of the comparison, so that they stay positive.
const LIFT: u8 = 96;

/// The open cells of a box and the digits it lacks.
struct OpenBox {
    digits: Vec<u16>,
    squares: Vec<usize>,
}

/// Two squares of a box that may exchange their digits.
struct Pair {
    a: u16,
    b: u16,
    /// Where the counters begin of the lines of `a` and of `b` that the other does not lie in.
    lines: [[u16; 2]; 2],
    /// Whether each has two such lines or, when they share a line, one.
    two_lines: bool,
    of_box: u16,
    /// Where the penalties begin of moving each digit of the box from `a` to `b`.
    penalties: u32,
}

struct Chains {
    cells: Vec<Cell>,
    boxes: Vec<OpenBox>,
    pairs: Vec<Pair>,
    /// Penalty at `b` less penalty at `a`, for each pair and digit of its box.
    penalties: Vec<u8>,
    /// Open cells that hold a digit, for each line and digit.
    counters: Vec<ChainBytes>,
    /// The digit of each open cell, from 0.
    value: Vec<ChainBytes>,
    noise: Noise,
    law: Vec<u8>,
    /// Exchanges accepted and rejected in the first chain; counted for an observer only.
    moves: [u64; 2],
}

impl Chains {
    fn new(reduced: &Reduced, rules: &Annealing, run: &mut Run<'_>) -> Chains {
        let board = reduced.board();
        let size = board.size();
        let mut boxes = Vec::new();
        let square_of = |cell: Cell| reduced.open.binary_search(&cell).ok();
        for house in board.houses().iter().filter(|h| h.kind() == HouseKind::Box) {
            let squares: Vec<usize> =
                house.cells().iter().filter_map(|&cell| square_of(cell)).collect();
            let placed: DigitSet =
                house.cells().iter().filter_map(|&c| reduced.grid.get(c)).collect();
            let digits = (board.digits() - placed).iter().map(|d| d.index() as u16).collect();
            boxes.push(OpenBox { digits, squares });
        }
        let counters_of = |line: usize| (line * size) as u16;
        let mut pairs = Vec::new();
        let mut penalties = Vec::new();
        let allows = |square: usize, digit: u16| {
            let set = reduced.candidates[reduced.open[square].index()];
            set.bits() >> digit & 1 == 1
        };
        for (of_box, OpenBox { digits, squares }) in boxes.iter().enumerate() {
            for (i, &a) in squares.iter().enumerate() {
                for &b in &squares[..i] {
                    let (cell_a, cell_b) = (reduced.open[a], reduced.open[b]);
                    let rows = [board.row(cell_a), board.row(cell_b)];
                    let columns = [board.column(cell_a), board.column(cell_b)];
                    let line = |i: usize| {
                        let row = counters_of(rows[i]);
                        let column = counters_of(size + columns[i]);
                        if rows[0] == rows[1] { [column, column] } else { [row, column] }
                    };
                    pairs.push(Pair {
                        a: a as u16,
                        b: b as u16,
                        lines: [line(0), line(1)],
                        two_lines: rows[0] != rows[1] && columns[0] != columns[1],
                        of_box: of_box as u16,
                        penalties: penalties.len() as u32,
                    });
                    let cost =
                        |square, digit| if allows(square, digit) { 0 } else { rules.penalty };
                    penalties.extend(digits.iter().map(|&d| cost(b, d).wrapping_sub(cost(a, d))));
                }
            }
        }
        let law = metropolis_law(rules.temperature);
        let mut this = Chains {
            cells: reduced.open.clone(),
            boxes,
            pairs,
            penalties,
            counters: vec![ChainBytes::all(0); 2 * size * size],
            value: vec![ChainBytes::all(0); reduced.open.len()],
            noise: Noise::new(run.random(), |u| law[usize::from(u)]),
            law,
            moves: [0; 2],
        };
        this.fill_at_random(size, run);
        this
    }

    fn fill_at_random(&mut self, size: usize, run: &mut Run<'_>) {
        for OpenBox { digits, squares } in &self.boxes {
            let mut shuffled = digits.clone();
            for lane in 0..LANES {
                run.random().shuffle(&mut shuffled);
                for (&square, &digit) in squares.iter().zip(&shuffled) {
                    let (row, column) =
                        (self.cells[square].index() / size, self.cells[square].index() % size);
                    self.value[square].bytes_mut()[lane] = digit as u8;
                    self.counters[row * size + usize::from(digit)].bytes_mut()[lane] += 1;
                    self.counters[(size + column) * size + usize::from(digit)].bytes_mut()[lane] +=
                        1;
                }
            }
        }
    }

    fn run(
        &mut self,
        puzzle: &Puzzle,
        reduced: &Reduced,
        run: &mut Run<'_>,
    ) -> Result<Answer, Stop> {
        let ticks = (self.pairs.len() * LANES) as u64;
        let mut best = u8::MAX;
        loop {
            // A box with one open cell has no pair; a puzzle of such boxes alone has no move.
            run.spend(ticks.max(1))?;
            self.noise.renew(RENEWED, run.random(), |u| self.law[usize::from(u)]);
            self.sweep(run);
            let surplus = self.surplus();
            let [accepted, rejected] = self.moves;
            run.tell(|| Event::Energy(f64::from(surplus.of(0))));
            run.tell(|| Event::Moves { accepted, rejected });
            let (_, least) = surplus.smallest();
            if least < best || least == 0 {
                best = least;
                for lane in (0..LANES).filter(|&lane| surplus.of(lane) == least) {
                    let grid = self.grid(reduced, lane);
                    let cost = conflicts(&grid);
                    run.offer(f64::from(cost), grid.values());
                    if cost == 0 && Solution::check(puzzle, grid.clone()).is_ok() {
                        if lane > 0 {
                            run.show(grid.values());
                        }
                        return Ok(Answer::Solved(grid));
                    }
                }
            }
            if self.pairs.is_empty() {
                return Ok(Answer::GaveUp);
            }
        }
    }

    fn surplus(&self) -> ChainBytes {
        let one = ChainBytes::all(1);
        self.counters
            .iter()
            .fold(ChainBytes::all(0), |sum, &n| sum.plus_capped(n.minus_floored(one)))
    }

    fn grid(&self, reduced: &Reduced, lane: usize) -> Grid {
        let mut values = reduced.grid.values().to_vec();
        for (cell, value) in self.cells.iter().zip(&self.value) {
            values[cell.index()] = value.of(lane) + 1;
        }
        Grid::from_values(reduced.board().clone(), &values).expect("boxes hold digits of the board")
    }

    /// Proposes every exchange to every chain once.
    fn sweep(&mut self, run: &mut Run<'_>) {
        let Chains { cells, boxes, pairs, penalties, counters, value, noise, moves, .. } = self;
        for pair in pairs.iter() {
            let digits = &boxes[usize::from(pair.of_box)].digits[..];
            let penalties = &penalties[pair.penalties as usize..][..digits.len()];
            let bound = noise.rows(run.random())[0];
            let swapped = if pair.two_lines {
                exchange::<2>(pair, digits, penalties, bound, counters, value)
            } else {
                exchange::<1>(pair, digits, penalties, bound, counters, value)
            };
            if run.is_observed() {
                let is_accepted = swapped.of(0) == 255;
                moves[usize::from(!is_accepted)] += 1;
                if is_accepted {
                    let (a, b) = (cells[usize::from(pair.a)], cells[usize::from(pair.b)]);
                    run.tell(|| Event::Swap { a, b });
                }
            }
        }
    }
}

/// Exchanges the digits of a pair in the chains where the change of cost is within the bound;
/// `L` is how many lines each square has to itself.
#[inline(always)]
fn exchange<const L: usize>(
    pair: &Pair,
    digits: &[u16],
    penalties: &[u8],
    bound: ChainBytes,
    counters: &mut [ChainBytes],
    value: &mut [ChainBytes],
) -> ChainBytes {
    let (at_a, at_b) = (value[usize::from(pair.a)], value[usize::from(pair.b)]);
    let [lines_a, lines_b] = pair.lines;
    // Each digit that leaves a line ceases to disturb the others there, so it is not counted
    // itself: one for each line of each square.
    let mut delta = ChainBytes::all(LIFT + 2 * L as u8);
    for (&digit, &penalty) in digits.iter().zip(penalties) {
        let mut difference = ChainBytes::all(penalty);
        for i in 0..L {
            difference = difference.plus(counters[usize::from(lines_b[i] + digit)]);
            difference = difference.minus(counters[usize::from(lines_a[i] + digit)]);
        }
        let digit = ChainBytes::all(digit as u8);
        delta = delta.plus(difference.and(at_a.equal(digit)));
        delta = delta.minus(difference.and(at_b.equal(digit)));
    }
    let accepted = delta.min(bound).equal(delta);
    if !accepted.any() {
        return accepted;
    }
    for &digit in digits {
        let lanes = ChainBytes::all(digit as u8);
        // At `a` the digit comes where `b` had it and goes where `a` had it; at `b` the reverse.
        let change = at_a.equal(lanes).minus(at_b.equal(lanes)).and(accepted);
        for i in 0..L {
            let n = &mut counters[usize::from(lines_a[i] + digit)];
            *n = n.plus(change);
            let n = &mut counters[usize::from(lines_b[i] + digit)];
            *n = n.minus(change);
        }
    }
    value[usize::from(pair.a)] = accepted.choose(at_b, at_a);
    value[usize::from(pair.b)] = accepted.choose(at_a, at_b);
    accepted
}

/// `LIFT + floor(-T ln u)` for the quantiles u of the uniform law.
fn metropolis_law(temperature: f64) -> Vec<u8> {
    let mut law = vec![0; 1 << 16];
    let mut end = 1 << 16;
    for bound in 0.. {
        // The bound is at least `bound + 1` with this probability.
        let beyond = (-(f64::from(bound) + 1.0) / temperature).exp() * 65536.0;
        let begin = (beyond.round() as usize).min(end);
        law[begin..end].fill(LIFT.saturating_add(bound as u8).min(LIFT + 100));
        end = begin;
        if end == 0 {
            return law;
        }
    }
    law
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_law_accepts_with_the_probability_of_metropolis() {
        for temperature in [0.2, 0.33, 1.0] {
            let law = metropolis_law(temperature);
            for delta in -2i32..=6 {
                let accepted =
                    law.iter().filter(|&&x| delta <= i32::from(x) - i32::from(LIFT)).count();
                let expected = (-f64::from(delta) / temperature).exp().min(1.0);
                assert!(
                    (accepted as f64 / 65536.0 - expected).abs() < 1e-5,
                    "{temperature} {delta}"
                );
            }
        }
    }
}
