//! The neural network of Berggren & Nilsson's draft: random weights, random states, annealed.
//!
//! Idea: a node for each digit of each cell, 81 x 9, on or off, every two of them joined by a weight.
//! The weights are random at first; then the rules are written into them: nodes that exclude each
//! other, being two digits of a cell or the same digit twice in a row, column or box, are joined by
//! a negative weight. The energy of turning node i on is
//!
//! ```text
//! dE_i = sum_j w_ij s_j - theta,    w_ij = w_ji,  w_ii = 0
//! p_i  = 1 / (1 + exp(-dE_i / T))
//! ```
//!
//! and T is lowered while the nodes are drawn, until the states that are on form a solution.
//! Source: P. Berggren, D. Nilsson, *A comparison of sudoku solving algorithms*, draft, 2012, sections
//! 2.4.4 and 2.4.5 (after Ackley, Hinton & Sejnowski 1985).
//!
//! The draft has no constants and no results; its text fixes only what stands above, that the clues
//! are set as the only active nodes of their cells, that in each time step the energies of all nodes
//! are evaluated and the states then changed "to varying degrees", and that the temperature is lowered
//! at intervals. Each of the rest is a choice of ours and a setting: the width of the random weights
//! (they stay on pairs that no rule joins; on the others the rule's weight is added), the inhibition,
//! which adds up when two nodes exclude each other in two ways, theta, the degree, which is the share
//! of nodes redrawn in a step, and the schedule. The nodes of clues are held, for nothing else in the
//! network would keep them. Unlike the thesis there are inhibitions within a cell, none of a node on
//! itself, and clues weigh no more than other nodes. No digit is deduced first.
//!
//! A tick is one time step: all energies evaluated, a share of the nodes redrawn.

use super::activity::Activity;
use crate::{
    Algorithm, Answer, Boards, Event, Family, Parallel, Parameter, ParameterKind, Promises, Run,
    SettingError, Settings, Solver, Stop,
};
use sudolab_grid::random::Random;
use sudolab_grid::{Cell, Grid, Puzzle, Solution};

/// The draft's network.
pub static ALGORITHM: Algorithm = Algorithm {
    id: "boltzmann-draft",
    title: "Boltzmann machine of the draft: random weights and states, annealed",
    family: Family::Stochastic,
    // The model is the draft's, every constant ours.
    as_published: false,
    source: "P. Berggren, D. Nilsson, A comparison of sudoku solving algorithms, draft, 2012, sections 2.4.4 and 2.4.5",
    promises: Promises {
        proves_impossible: false,
        uses_seed: true,
        proves_unique: false,
        boards: Boards::Classic,
    },
    parameters: &[
        Parameter {
            name: "random-weights",
            default: "0.02",
            kind: ParameterKind::Real { min: 0.0, max: 100.0 },
            help: "the random weights lie between minus and plus this",
        },
        Parameter {
            name: "inhibition",
            default: "2",
            kind: ParameterKind::Real { min: 0.0, max: 100.0 },
            help: "what each rule that two nodes break together takes from their weight",
        },
        Parameter {
            name: "theta",
            default: "-4",
            kind: ParameterKind::Real { min: -1000.0, max: 1000.0 },
            help: "the offset of the energy; negative drives nodes on",
        },
        Parameter {
            name: "degree",
            default: "0.1",
            kind: ParameterKind::Real { min: 0.0001, max: 1.0 },
            help: "the share of nodes that are redrawn in a time step",
        },
        Parameter {
            name: "start",
            default: "3",
            kind: ParameterKind::Real { min: 0.001, max: 1e6 },
            help: "temperature of the first step",
        },
        Parameter {
            name: "cooling",
            default: "0.99",
            kind: ParameterKind::Real { min: 0.01, max: 1.0 },
            help: "factor on the temperature after each interval",
        },
        Parameter {
            name: "interval",
            default: "1000",
            kind: ParameterKind::Whole { min: 1, max: 1_000_000_000 },
            help: "time steps at one temperature",
        },
        Parameter {
            name: "floor",
            default: "0.5",
            kind: ParameterKind::Real { min: 0.001, max: 1e6 },
            help: "the lowest temperature, kept until the budget ends the run",
        },
    ],
    preset: &[],
    tick: "one time step of the whole network",
    parallel: Some(Parallel::SideBySide),
    bulk: None,
    build: |settings| Ok(Box::new(Draft::new(settings)?)),
    build_counter: None,
};

const CELLS: usize = 81;
const NODES: usize = 9 * CELLS;
/// Cells, and rows, columns and boxes with each digit.
const DEMANDS: usize = 4 * CELLS;

struct Draft {
    random_weights: f64,
    inhibition: f64,
    theta: f64,
    degree: f64,
    start: f64,
    cooling: f64,
    interval: u64,
    floor: f64,
}

impl Draft {
    fn new(settings: &Settings) -> Result<Draft, SettingError> {
        Ok(Draft {
            random_weights: settings.real("random-weights"),
            inhibition: settings.real("inhibition"),
            theta: settings.real("theta"),
            degree: settings.real("degree"),
            start: settings.real("start"),
            cooling: settings.real("cooling"),
            interval: settings.whole("interval"),
            floor: settings.real("floor"),
        })
    }
}

impl Solver for Draft {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        if !puzzle.conflicts().is_empty() {
            return Ok(Answer::GaveUp);
        }
        let mut network = Network::new(self, puzzle, run.random());
        let mut temperature = self.start;
        run.show(&network.read());
        run.tell(|| Event::Temperature(temperature));
        let mut activity = Activity::new(NODES, run);
        if activity.is_wanted() {
            let clues = puzzle.clues().filled();
            clues.for_each(|(cell, digit)| activity.hold(9 * cell.index() + digit.index()));
        }
        for step in 1u64.. {
            let unmet = f64::from(network.unmet);
            if unmet < run.best_cost() {
                run.offer(unmet, &network.read());
            }
            if network.unmet == 0
                && let Some(grid) = network.solution(puzzle)
            {
                run.show(grid.values());
                return Ok(Answer::Solved(grid));
            }
            run.tick()?;
            network.redraw(temperature, self.degree, run.random());
            if activity.is_wanted() {
                for &node in &network.free {
                    activity.add(usize::from(node), network.on[usize::from(node)]);
                }
                if run.is_due() {
                    run.show(&network.read());
                    activity.tell(run);
                    run.tell(|| Event::Energy(f64::from(network.unmet)));
                }
            }
            if step.is_multiple_of(self.interval) {
                temperature = self.floor.max(temperature * self.cooling);
                run.tell(|| Event::Temperature(temperature));
            }
        }
        Ok(Answer::GaveUp)
    }
}

/// Weights and states; node 9 c + d is digit d of cell c.
struct Network {
    weights: Vec<f32>,
    on: [bool; NODES],
    /// dE of every node in the present states.
    energy: Vec<f32>,
    /// The nodes that are not held.
    free: Vec<u16>,
    /// Nodes on in each demand, and how many demands have none or several.
    met: [u8; DEMANDS],
    unmet: u32,
}

/// The demands a node belongs to: its cell, and its digit in row, column and box.
fn demands(node: usize) -> [usize; 4] {
    let (cell, digit) = (node / 9, node % 9);
    let (row, column) = (cell / 9, cell % 9);
    let square = row / 3 * 3 + column / 3;
    [cell, 81 + 9 * row + digit, 162 + 9 * column + digit, 243 + 9 * square + digit]
}

impl Network {
    fn new(rules: &Draft, puzzle: &Puzzle, random: &mut Random) -> Network {
        let mut weights = vec![0.0; NODES * NODES];
        let width = rules.random_weights;
        for i in 0..NODES {
            for j in 0..i {
                let shared =
                    demands(i).iter().zip(demands(j)).filter(|(a, b)| **a == *b).count() as f64;
                let weight = width * (2.0 * random.unit() - 1.0) - rules.inhibition * shared;
                weights[i * NODES + j] = weight as f32;
                weights[j * NODES + i] = weight as f32;
            }
        }
        let mut network = Network {
            weights,
            on: [false; NODES],
            energy: vec![-rules.theta as f32; NODES],
            free: Vec::with_capacity(NODES),
            met: [0; DEMANDS],
            unmet: DEMANDS as u32,
        };
        for cell in 0..CELLS {
            let at = Cell::new(cell);
            match puzzle.clues().get(at) {
                Some(digit) => network.flip(9 * cell + digit.index()),
                None => {
                    for digit in puzzle.allowed(at).iter() {
                        let node = 9 * cell + digit.index();
                        network.free.push(node as u16);
                        if random.chance(0.5) {
                            network.flip(node);
                        }
                    }
                }
            }
        }
        network
    }

    /// Changes a state and what it does to the energies of all nodes.
    fn flip(&mut self, node: usize) {
        self.on[node] = !self.on[node];
        let sign = if self.on[node] { 1.0 } else { -1.0 };
        let row = &self.weights[node * NODES..][..NODES];
        for (energy, weight) in self.energy.iter_mut().zip(row) {
            *energy += sign * weight;
        }
        for demand in demands(node) {
            let n = &mut self.met[demand];
            self.unmet -= u32::from(*n != 1);
            *n = if self.on[node] { *n + 1 } else { *n - 1 };
            self.unmet += u32::from(*n != 1);
        }
    }

    /// One time step: each node is redrawn with probability `degree`, all by the energies before.
    fn redraw(&mut self, temperature: f64, degree: f64, random: &mut Random) {
        let mut changed = [0u16; NODES];
        let mut n_changed = 0;
        // A number of 32 bits decides whether a node takes part, another what it becomes.
        let takes_part = (degree * 4_294_967_296.0) as u64;
        for &node in &self.free {
            let bits = random.bits();
            if bits & 0xffff_ffff >= takes_part {
                continue;
            }
            let at = usize::from(node);
            let on = 1.0 / (1.0 + (-f64::from(self.energy[at]) / temperature).exp());
            let drawn = ((bits >> 32) as f64) < on * 4_294_967_296.0;
            if drawn != self.on[at] {
                changed[n_changed] = node;
                n_changed += 1;
            }
        }
        changed[..n_changed].iter().for_each(|&node| self.flip(usize::from(node)));
    }

    /// The first active digit of each cell, 0 for none.
    fn read(&self) -> [u8; CELLS] {
        std::array::from_fn(|cell| {
            let active = self.on[9 * cell..9 * cell + 9].iter().position(|&on| on);
            active.map_or(0, |digit| digit as u8 + 1)
        })
    }

    fn solution(&self, puzzle: &Puzzle) -> Option<Grid> {
        let grid = Grid::from_values(puzzle.board().clone(), &self.read())?;
        Solution::check(puzzle, grid.clone()).is_ok().then_some(grid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EASY: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLUTION: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn network(line: &str, changes: &[&str]) -> Network {
        let mut settings = ALGORITHM.defaults();
        changes.iter().for_each(|change| settings.set_from(change).unwrap());
        let rules = Draft::new(&settings).unwrap();
        Network::new(&rules, &line.parse().unwrap(), &mut Random::new(5))
    }

    #[test]
    fn the_weights_are_symmetric_without_self_connection_and_random_where_no_rule_is() {
        let network = network(EASY, &[]);
        let weight = |i: usize, j: usize| f64::from(network.weights[i * NODES + j]);
        for i in 0..NODES {
            assert_eq!(weight(i, i), 0.0);
            assert!((0..i).all(|j| weight(i, j) == weight(j, i)));
        }
        // Nodes of r1c1 digit 1 with: its digit 2; r1c9, r9c1 and r2c2 digit 1, the last two in box
        // or line alone; r1c2 digit 1 in both; r5c5 digit 1, which no rule joins.
        for (other, rule) in
            [(1, -2.0), (72, -2.0), (9 * 72, -2.0), (90, -2.0), (9, -4.0), (360, 0.0)]
        {
            let random = weight(0, other) - rule;
            assert!(random != 0.0 && random.abs() <= 0.02, "{other}: {random}");
        }
    }

    #[test]
    fn clues_are_the_only_active_nodes_of_their_cells_and_the_rest_is_random() {
        let network = network(EASY, &[]);
        assert_eq!(network.free.len(), 51 * 9);
        assert!(network.on[4] && (0..9).filter(|&d| network.on[d]).count() == 1, "r1c1 is 5");
        let active = network.free.iter().filter(|&&node| network.on[usize::from(node)]).count();
        assert!((150..310).contains(&active), "about half of 459: {active}");
    }

    #[test]
    fn energies_are_those_of_the_formula_all_along() {
        let mut network = network(EASY, &[]);
        let mut random = Random::new(8);
        for _ in 0..50 {
            network.redraw(1.0, 0.1, &mut random);
        }
        for i in (0..NODES).step_by(7) {
            let sum: f64 = (0..NODES)
                .filter(|&j| network.on[j])
                .map(|j| f64::from(network.weights[i * NODES + j]))
                .sum();
            assert!((sum + 4.0 - f64::from(network.energy[i])).abs() < 1e-3, "node {i}");
        }
        let unmet = network.met.iter().filter(|&&n| n != 1).count();
        assert_eq!(network.unmet as usize, unmet);
    }

    #[test]
    fn a_solution_is_stable_and_every_other_digit_is_driven_off() {
        let network = network(SOLUTION, &["random-weights=0"]);
        assert_eq!(network.unmet, 0);
        for node in 0..NODES {
            let wanted = if network.on[node] { 4.0 } else { -4.0 };
            assert_eq!(network.energy[node], wanted, "node {node}");
        }
    }
}
