//! The Boltzmann machine of Berggren & Nilsson, as its source code has it.
//!
//! Idea: each square has a binary node for each digit. A node is inhibited by nodes of the same
//! digit in its row, column and box; it is drawn on with probability 1 / (1 + exp(-offset / T)),
//! and T sinks exponentially from 100. The active nodes are read as a grid after every sweep.
//! Source: P. Berggren, D. Nilsson, *A study of Sudoku solving algorithms*, 2012, section 2.3.3 and
//! appendix A.2; the code of the appendix is taken as the definition wherever text, pseudo-code
//! and code disagree. What follows from it, flaws included:
//!
//! * Free nodes start off. Squares are visited row by row and see what earlier squares became.
//! * offset = 3 - 2 for each active node of the digit in row and column (without the square) and
//!   in the box (**with** the square: an active node inhibits itself), so a peer in box and line
//!   counts twice. A clue adds a further -20 in each of these regions.
//! * A single conflict in a line leaves the offset at +1: at low temperature the network *likes*
//!   it. Nothing keeps two digits of one square from being active together.
//! * The probability is quantised: on if a number of 0..999 is below 1000 p, so that every node
//!   fires at least once in a thousand times whatever its offset.
//! * T = max(0.001, 100 exp(K i)), i counting sweeps, K = -3.5e-5 (fast) or -2.5e-5 (slow). There
//!   is no restart; the thesis stopped after 20 s of process time, here the budget does.
//! * The digit of a square is its first active one, and 1 if none is.
//!
//! Settings choose the other readings: what the text demands (inhibition inside the square, no
//! self-inhibition, each peer once) and the pseudo-code's way to read the digits (the largest
//! offset). The pseudo-code's probability, 1 / (1 + exp(T offset)), has the wrong sign and
//! multiplies by T: a network that favours conflicts, and not offered. Its weights (-10 in row and
//! column, -20 in the square, none in boxes) contradict the code, and are not offered either.
//! `srand(time(0))` gave runs of the same second the same numbers; here the seed is the run's.
//!
//! The outlook of chapter 5, other descents of the temperature and restarting, are settings too
//! (`descent`, `restart`); as published there is one exponential descent and no restart.
//!
//! Ours differs in speed alone: the nodes of one square do not see each other, so the offsets of
//! all digits are one vector sum of three counts kept for row, column and box.
//! A tick is one sweep.

use super::activity::Activity;
use super::groups::conflicts;
use crate::{
    Algorithm, Answer, Boards, Event, Family, Parallel, Parameter, ParameterKind, Promises, Run,
    SettingError, Settings, Solver, Stop,
};
use std::sync::Arc;
use sudolab_grid::{Board, Cell, Grid, Puzzle, Solution};

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "start",
        default: "100",
        kind: ParameterKind::Real { min: 0.001, max: 1e6 },
        help: "temperature of the first sweep",
    },
    Parameter {
        name: "decline",
        default: "0.000035",
        kind: ParameterKind::Real { min: 0.0, max: 1.0 },
        help: "K: the temperature is start * exp(-K * sweep), or as the descent says",
    },
    Parameter {
        name: "descent",
        default: "exponential",
        kind: ParameterKind::Choice(&["exponential", "linear", "hyperbolic"]),
        help: "how the temperature sinks with x = K * sweep: start * exp(-x) as published, \
               start * (1 - x), or start / (1 + x)",
    },
    Parameter {
        name: "restart",
        default: "0",
        kind: ParameterKind::Whole { min: 0, max: 4_000_000_000 },
        help: "sweeps after which all nodes go off and the descent begins anew; 0: never, as published",
    },
    Parameter {
        name: "floor",
        default: "0.001",
        kind: ParameterKind::Real { min: 0.0001, max: 1e6 },
        help: "lowest temperature",
    },
    Parameter {
        name: "bias",
        default: "3",
        kind: ParameterKind::Whole { min: 0, max: 60 },
        help: "what drives a node on",
    },
    Parameter {
        name: "collision",
        default: "2",
        kind: ParameterKind::Whole { min: 1, max: 20 },
        help: "inhibition by an active node of the same digit, for each region shared",
    },
    Parameter {
        name: "collision-clue",
        default: "20",
        kind: ParameterKind::Whole { min: 0, max: 200 },
        help: "further inhibition when that node belongs to a clue",
    },
    Parameter {
        name: "square",
        default: "0",
        kind: ParameterKind::Whole { min: 0, max: 60 },
        help: "inhibition between digits of one square: the text demands it, the code has none",
    },
    Parameter {
        name: "self-inhibition",
        default: "yes",
        kind: ParameterKind::Choice(&["yes", "no"]),
        help: "whether a node counts itself in its box, as the code does, or not, as the text says",
    },
    Parameter {
        name: "quantised",
        default: "yes",
        kind: ParameterKind::Choice(&["yes", "no"]),
        help: "whether probabilities are rounded up to thousandths, as in the code",
    },
    Parameter {
        name: "digit",
        default: "first-active",
        kind: ParameterKind::Choice(&["first-active", "largest-offset"]),
        help: "how a square is read: the code's way or the pseudo-code's",
    },
];

const fn entry(
    id: &'static str,
    title: &'static str,
    preset: &'static [(&'static str, &'static str)],
) -> Algorithm {
    Algorithm {
        id,
        title,
        family: Family::Stochastic,
        as_published: true,
        source: "P. Berggren, D. Nilsson, A study of Sudoku solving algorithms, 2012, section 2.3.3 and appendix A.2",
        promises: Promises {
            proves_impossible: false,
            uses_seed: true,
            proves_unique: false,
            boards: Boards::Any,
        },
        parameters: PARAMETERS,
        preset,
        tick: "one sweep over the free squares",
        parallel: Some(Parallel::SideBySide),
        bulk: None,
        build: |settings| Ok(Box::new(Thesis::new(settings)?)),
        build_counter: None,
    }
}

/// The faster of the two published declines.
pub static FAST: Algorithm =
    entry("boltzmann-thesis-fast", "Boltzmann machine of the thesis, fast decline", &[]);
/// The slower one.
pub static SLOW: Algorithm = entry(
    "boltzmann-thesis-slow",
    "Boltzmann machine of the thesis, slow decline",
    &[("decline", "0.000025")],
);

/// How the temperature sinks.
#[derive(Clone, Copy, PartialEq)]
enum Descent {
    Exponential,
    Linear,
    Hyperbolic,
}

#[derive(Clone)]
struct Thesis {
    start: f64,
    decline: f64,
    descent: Descent,
    restart: u64,
    floor: f64,
    bias: i32,
    collision: i32,
    collision_clue: i32,
    square: i32,
    counts_itself: bool,
    quantised: bool,
    by_offset: bool,
}

impl Thesis {
    fn new(settings: &Settings) -> Result<Thesis, SettingError> {
        Ok(Thesis {
            start: settings.real("start"),
            decline: settings.real("decline"),
            descent: match settings.text("descent") {
                "linear" => Descent::Linear,
                "hyperbolic" => Descent::Hyperbolic,
                _ => Descent::Exponential,
            },
            restart: settings.whole("restart"),
            floor: settings.real("floor"),
            bias: settings.whole("bias") as i32,
            collision: settings.whole("collision") as i32,
            collision_clue: settings.whole("collision-clue") as i32,
            square: settings.whole("square") as i32,
            counts_itself: settings.flag("self-inhibition"),
            quantised: settings.flag("quantised"),
            by_offset: settings.text("digit") == "largest-offset",
        })
    }

    /// The temperature of a sweep, counted from the last beginning.
    fn temperature(&self, sweep: u64) -> f64 {
        let x = self.decline * sweep as f64;
        let share = match self.descent {
            Descent::Exponential => (-x).exp(),
            Descent::Linear => 1.0 - x,
            Descent::Hyperbolic => 1.0 / (1.0 + x),
        };
        self.floor.max(self.start * share)
    }
}

impl Solver for Thesis {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        if !puzzle.conflicts().is_empty() {
            return Ok(Answer::GaveUp);
        }
        if puzzle.board().size() <= 16 {
            Network::<16>::new(self, puzzle).run(puzzle, run)
        } else {
            Network::<32>::new(self, puzzle).run(puzzle, run)
        }
    }
}

/// A random number of so many bits decides over a node; three of them come from one draw.
const DRAW_BITS: u32 = 21;

/// The network of one puzzle; `N` is at least the size of the board.
struct Network<'t, const N: usize> {
    rules: &'t Thesis,
    size: usize,
    free: Vec<Square<N>>,
    /// Active free nodes in each house, for each digit.
    active: Vec<[u16; N]>,
    /// The digit read from every square, row by row.
    read: Vec<u8>,
    thresholds: Thresholds,
}

struct Square<const N: usize> {
    cell: usize,
    houses: Vec<u16>,
    /// Which nodes are on: 1 or 0.
    on: [u16; N],
    /// What clues take from the offset of each digit.
    clue_load: [u16; N],
    /// The digits the puzzle's own word allows here.
    allowed: u32,
}

/// For each load, which is what is taken from the bias, the number below which a draw turns the
/// node on. Computed when first needed at a temperature: few loads occur in a sweep.
struct Thresholds {
    temperature: f32,
    sweep: u32,
    by_load: Vec<(u32, u32)>,
}

impl<'t, const N: usize> Network<'t, N> {
    fn new(rules: &'t Thesis, puzzle: &Puzzle) -> Network<'t, N> {
        let board = puzzle.board();
        let clue_weight = (rules.collision + rules.collision_clue) as u16;
        let square = |cell: Cell| {
            let houses = board.houses_of(cell);
            let mut clue_load = [0u16; N];
            for &other in houses.iter().flat_map(|&h| board.houses()[h].cells()) {
                if let Some(clue) = puzzle.clues().get(other) {
                    clue_load[clue.index()] += clue_weight;
                }
            }
            Square {
                cell: cell.index(),
                houses: houses.iter().map(|&h| h as u16).collect(),
                on: [0; N],
                clue_load,
                allowed: puzzle.allowed(cell).bits() as u32,
            }
        };
        Network {
            rules,
            size: board.size(),
            free: puzzle.clues().blanks().map(square).collect(),
            active: vec![[0; N]; board.houses().len()],
            read: puzzle.clues().values().iter().map(|&v| v.max(1)).collect(),
            thresholds: Thresholds {
                temperature: 0.0,
                sweep: u32::MAX,
                by_load: vec![(u32::MAX, 0); 1 << 16],
            },
        }
    }

    fn run(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        let rules = self.rules;
        let board = puzzle.board().clone();
        let mut activity = Activity::new(board.n_cells() * board.size(), run);
        if activity.is_wanted() {
            let clues = puzzle.clues().filled();
            clues.for_each(|(c, d)| activity.hold(c.index() * board.size() + d.index()));
            run.show(&self.read);
        }
        for sweep in 0u32..u32::MAX {
            run.tick()?;
            let lap = u64::from(sweep).checked_rem(rules.restart).unwrap_or(sweep.into());
            if lap == 0 && sweep > 0 {
                self.begin_anew();
                run.tell(|| Event::Restart { number: u64::from(sweep) / rules.restart });
                run.show(&self.read);
            }
            let temperature = rules.temperature(lap);
            if sweep.is_multiple_of(1000) {
                run.tell(|| Event::Temperature(temperature));
            }
            self.thresholds.temperature = temperature as f32;
            self.thresholds.sweep = sweep;
            self.sweep(run);
            if activity.is_wanted() {
                self.tell(&board, &mut activity, run);
            }
            let valid = keeps_the_rules(&board, &self.read);
            if valid || sweep.is_multiple_of(256) {
                let grid = Grid::from_values(board.clone(), &self.read)
                    .expect("squares are read as digits of the board");
                let cost = f64::from(conflicts(&grid));
                run.offer(cost, grid.values());
                if valid && Solution::check(puzzle, grid.clone()).is_ok() {
                    run.tell(|| Event::Temperature(temperature));
                    run.show(grid.values());
                    return Ok(Answer::Solved(grid));
                }
            }
        }
        Ok(Answer::GaveUp)
    }

    /// Counts the sweep's activity and, when a look is due, tells board, activity and energy.
    #[cold]
    fn tell(&self, board: &Arc<Board>, activity: &mut Activity, run: &mut Run<'_>) {
        for square in &self.free {
            for d in 0..self.size {
                activity.add(square.cell * self.size + d, square.on[d] == 1);
            }
        }
        if !run.is_due() {
            return;
        }
        run.show(&self.read);
        activity.tell(run);
        if let Some(grid) = Grid::from_values(board.clone(), &self.read) {
            run.tell(|| Event::Energy(f64::from(conflicts(&grid))));
        }
    }

    /// Turns every free node off.
    fn begin_anew(&mut self) {
        self.free.iter_mut().for_each(|square| square.on = [0; N]);
        self.active.fill([0; N]);
    }

    fn sweep(&mut self, run: &mut Run<'_>) {
        let rules = self.rules;
        let (collision, inhibition) = (rules.collision as u16, rules.square as u16);
        for square in &mut self.free {
            // Active nodes of each digit around the square; it stands in every house itself.
            let mut load = [0u16; N];
            for &house in &square.houses {
                let active = &self.active[usize::from(house)];
                for d in 0..N {
                    load[d] += active[d];
                }
            }
            let own = square.houses.len() as u16 - u16::from(rules.counts_itself);
            for d in 0..N {
                load[d] = (load[d] - own * square.on[d]) * collision + square.clue_load[d];
            }
            if inhibition > 0 {
                let n_on: u16 = square.on.iter().sum();
                for d in 0..N {
                    load[d] += (n_on - square.on[d]) * inhibition;
                }
            }
            let mut now = [0u16; N];
            let mut bits = 0;
            for d in 0..self.size {
                if d % 3 == 0 {
                    bits = run.random().bits();
                }
                let draw = bits as u32 & ((1 << DRAW_BITS) - 1);
                bits >>= DRAW_BITS;
                now[d] = u16::from(draw < self.thresholds.of(load[d], rules));
            }
            if square.allowed.count_ones() < self.size as u32 {
                (0..self.size).for_each(|d| now[d] &= (square.allowed >> d & 1) as u16);
            }
            for &house in &square.houses {
                let active = &mut self.active[usize::from(house)];
                for d in 0..N {
                    active[d] = active[d] + now[d] - square.on[d];
                }
            }
            square.on = now;
            let digits = 0..self.size;
            let read = if rules.by_offset {
                digits.min_by_key(|&d| load[d])
            } else {
                digits.into_iter().find(|&d| now[d] == 1)
            };
            let value = read.unwrap_or(0) as u8 + 1;
            self.read[square.cell] = value;
        }
    }
}

impl Thresholds {
    #[inline(always)]
    fn of(&mut self, load: u16, rules: &Thesis) -> u32 {
        let (sweep, threshold) = self.by_load[usize::from(load)];
        if sweep == self.sweep { threshold } else { self.compute(load, rules) }
    }

    fn compute(&mut self, load: u16, rules: &Thesis) -> u32 {
        let offset = (rules.bias - i32::from(load)) as f32;
        // In single precision, as in the thesis: far below 1e-45 a probability becomes 0, and a
        // node that fires once in a thousand draws never does.
        let probability = 1.0 / (1.0 + f64::from(-offset / self.temperature).exp());
        let thousandths = f64::from(probability as f32 * 1000.0);
        let share = if rules.quantised { thousandths.ceil() } else { thousandths };
        let threshold = (share / 1000.0 * f64::from(1u32 << DRAW_BITS)).round() as u32;
        self.by_load[usize::from(load)] = (self.sweep, threshold);
        threshold
    }
}

fn keeps_the_rules(board: &Board, values: &[u8]) -> bool {
    board.houses().iter().all(|house| {
        let mut seen = 0u32;
        house.cells().iter().all(|cell| {
            let bit = 1 << values[cell.index()];
            let new = seen & bit == 0;
            seen |= bit;
            new
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thesis(changes: &[&str]) -> Thesis {
        let mut settings = FAST.defaults();
        changes.iter().for_each(|c| settings.set_from(c).unwrap());
        Thesis::new(&settings).unwrap()
    }

    fn probability(rules: &Thesis, temperature: f32, load: u16) -> f64 {
        let by_load = vec![(u32::MAX, 0); 1 << 16];
        let mut thresholds = Thresholds { temperature, sweep: 0, by_load };
        f64::from(thresholds.of(load, rules)) / f64::from(1u32 << DRAW_BITS)
    }

    #[test]
    fn probabilities_are_rounded_up_to_thousandths() {
        let rules = thesis(&[]);
        // No load: offset 3. One line conflict: offset +1, still more likely on than off.
        for (temperature, load, expected) in
            [(1.0, 0, 0.953), (1.0, 2, 0.732), (1.0, 23, 0.001), (100.0, 3, 0.5), (0.1, 41, 0.0)]
        {
            let found = probability(&rules, temperature, load);
            assert!((found - expected).abs() < 1e-6, "{temperature} {load}: {found}");
        }
        let smooth = probability(&thesis(&["quantised=no"]), 1.0, 23);
        assert!(smooth < 1e-6);
    }

    #[test]
    fn the_descents_begin_at_the_start_and_end_at_the_floor() {
        for (descent, at) in
            [("exponential", 100.0 * (-1f64).exp()), ("linear", 0.001), ("hyperbolic", 50.0)]
        {
            let rules = thesis(&[&format!("descent={descent}"), "decline=0.0001"]);
            assert_eq!(rules.temperature(0), 100.0);
            assert!((rules.temperature(10_000) - at).abs() < 1e-9, "{descent}");
            let falls =
                (1..20).all(|i| rules.temperature(i * 500) < rules.temperature(i * 500 - 500));
            assert!(falls, "{descent}");
        }
    }

    #[test]
    fn a_clue_weighs_twenty_two_in_each_region_and_a_node_inhibits_itself() {
        let puzzle: Puzzle = format!("12.{}", ".".repeat(78)).parse().unwrap();
        let rules = thesis(&[]);
        let network = Network::<16>::new(&rules, &puzzle);
        // r1c3 shares row and box with both clues; r1c4 the row alone.
        assert_eq!(network.free[0].clue_load[..3], [44, 44, 0]);
        assert_eq!(network.free[1].clue_load[..3], [22, 22, 0]);
    }
}
