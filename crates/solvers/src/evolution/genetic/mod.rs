//! Memetic genetic algorithm: box permutations, recombined box by box, improved by a walk.
//!
//! Idea: an individual fills every box with a permutation of its missing digits (`box_filling`).
//! Each child starts from one parent, takes over those boxes of a second parent that do not raise
//! the cost, and is then improved by a walk of swaps inside boxes at a fixed temperature. The
//! belief space (`belief`) counts which digit the children hold in which cell and, if asked to,
//! adds that to the price of each swap.
//! Source: the individuals and the belief space go back to T. Mantere and J. Koljonen's cultural
//! algorithms, which the draft of P. Berggren and D. Nilsson (2012, section 2.4.3) builds on; the
//! walk is the fixed-temperature form of R. Lewis, *Metaheuristics can solve sudoku puzzles*,
//! 2007. All constants are ours.
//!
//! Ours differs: normative knowledge first (`reduce`): singles are placed and swaps keep to the
//! candidates, so no gene ever takes an impossible value. Children replace their first parent
//! whatever they cost: at the critical temperature a state's cost says little about how near it
//! is, and selection by cost only makes the population alike.
//!
//! What pays (experiments/records/2026-11-15-genetic-ablation): the walk does nearly all the work.
//! Crossover changes the swaps needed by a factor 0.88 (95 % interval 0.67 to 1.14), so no gain is
//! shown; the belief space costs a factor 1.30 (1.13 to 1.51) and is off unless asked for.
//! Tried and dropped: a belief that draws towards common digits (negative weight) finds some
//! solutions three times sooner and then locks the population in: at weight -0.2 half of the runs
//! ended unsolved. Small populations (5) lose 7 % of runs to walks that never leave a region.
//!
//! A tick is one swap tried.

mod belief;
mod box_filling;

use crate::stochastic::reduced::{Level, Reduced};
use crate::{
    Algorithm, Answer, Boards, Event, Family, Parallel, Parameter, ParameterKind, Promises, Run,
};
use crate::{Settings, Solver, Stop};
use belief::Belief;
use box_filling::{Filling, Frame, Noise};
use sudolab_grid::random::Random;
use sudolab_grid::{Grid, Puzzle};

/// The memetic genetic algorithm.
pub static ALGORITHM: Algorithm = Algorithm {
    id: "genetic",
    title: "Memetic genetic algorithm with a belief space",
    family: Family::Stochastic,
    as_published: false,
    source: "after P. Berggren, D. Nilsson, A comparison of sudoku solving algorithms (draft), 2012",
    promises: Promises {
        proves_impossible: false,
        uses_seed: true,
        proves_unique: false,
        boards: Boards::Any,
    },
    parameters: &[
        Parameter {
            name: "population",
            default: "50",
            kind: ParameterKind::Whole { min: 2, max: 10_000 },
            help: "individuals",
        },
        Parameter {
            name: "moves",
            default: "2000",
            kind: ParameterKind::Whole { min: 0, max: 1_000_000_000 },
            help: "swaps tried in the local search of a child",
        },
        Parameter {
            name: "temperature",
            default: "0.33",
            kind: ParameterKind::Real { min: 0.0, max: 10.0 },
            help: "temperature of the local search",
        },
        Parameter {
            name: "crossover",
            default: "yes",
            kind: ParameterKind::Choice(&["yes", "no"]),
            help: "whether a child takes boxes of a second parent",
        },
        Parameter {
            name: "belief",
            default: "no",
            kind: ParameterKind::Choice(&["yes", "no"]),
            help: "whether the belief space guides the local search",
        },
        Parameter {
            name: "weight",
            default: "0.2",
            kind: ParameterKind::Real { min: -10.0, max: 10.0 },
            help: "price of a digit that all children hold; positive drives away from it, negative draws",
        },
        Parameter {
            name: "memory",
            default: "0.99",
            kind: ParameterKind::Real { min: 0.0, max: 1.0 },
            help: "share of the belief that remains after each child",
        },
        Parameter {
            name: "share",
            default: "0.5",
            kind: ParameterKind::Real { min: 0.0, max: 1.0 },
            help: "share of children that are crossed",
        },
        Parameter {
            name: "reduce",
            default: "singles",
            kind: ParameterKind::Choice(&["clues", "singles"]),
            help: "what is deduced first: clues struck from their peers, or singles to the end",
        },
    ],
    preset: &[],
    tick: "one swap tried",
    parallel: Some(Parallel::SideBySide),
    bulk: None,
    build: |settings| Ok(Box::new(Genetic::new(settings))),
    build_counter: None,
};

struct Genetic {
    population: usize,
    moves: u64,
    temperature: f64,
    crossover: bool,
    belief: bool,
    weight: f64,
    memory: f64,
    share: f64,
    level: Level,
}

impl Genetic {
    fn new(settings: &Settings) -> Genetic {
        Genetic {
            population: settings.whole("population") as usize,
            moves: settings.whole("moves"),
            temperature: settings.real("temperature"),
            crossover: settings.flag("crossover"),
            belief: settings.flag("belief"),
            weight: settings.real("weight"),
            memory: settings.real("memory"),
            share: settings.real("share"),
            level: Level::named(settings.text("reduce")),
        }
    }
}

impl Solver for Genetic {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        let Some(reduced) = Reduced::new(puzzle, self.level) else { return Ok(Answer::GaveUp) };
        run.show(reduced.grid.values());
        if reduced.is_filled() {
            run.offer(0.0, reduced.grid.values());
            return Ok(Answer::Solved(reduced.grid));
        }
        let frame = Frame::new(&reduced);
        let noise = Noise::new(self.temperature);
        let mut belief = Belief::new(&frame, self.memory, self.weight);
        let mut values = vec![0; puzzle.board().n_cells()];
        let mut population = Vec::with_capacity(self.population);
        let mut pulse = run.halt().pulse();
        for _ in 0..self.population {
            pulse.beat(1)?;
            let mut filling = frame.blank();
            for group in 0..frame.groups.len() {
                if !frame.permute(&mut filling, group, |_, _| 0.0, run.random()) {
                    return Ok(Answer::GaveUp);
                }
            }
            filling.values(&mut values);
            run.offer(f64::from(filling.cost), &values);
            population.push(filling);
        }
        let mut child = population[0].clone();
        for number in 1.. {
            for first in 0..self.population {
                let before = run.ticks();
                child.copy(&population[first]);
                if self.crossover && run.random().chance(self.share) {
                    let mut second = run.random().index(self.population - 1);
                    second += usize::from(second >= first);
                    cross(&frame, &mut child, &population[second], run.random());
                }
                let mut left = self.moves;
                while left > 0 && child.cost > 0 {
                    let moves = left.min(run.leash()).min(1000);
                    let pull = self.belief.then(|| belief.pull());
                    let made = frame.walk(&mut child, moves, &noise, pull, run.random());
                    left -= made;
                    run.spend(made)?;
                }
                if f64::from(child.cost) < run.best_cost() {
                    child.values(&mut values);
                    run.offer(f64::from(child.cost), &values);
                }
                if child.cost > 0 {
                    // A child without a local search is work too.
                    run.tick_unless_since(before)?;
                }
                if child.cost == 0 {
                    child.values(&mut values);
                    run.show(&values);
                    let grid = Grid::from_values(puzzle.board().clone(), &values);
                    return Ok(grid.map_or(Answer::GaveUp, Answer::Solved));
                }
                if self.belief {
                    belief.learn(&frame, &child);
                }
                std::mem::swap(&mut population[first], &mut child);
            }
            if run.is_due() {
                let costs: Vec<f32> = population.iter().map(|f| f.cost as f32).collect();
                run.tell(|| Event::Population { costs: &costs });
                if self.belief {
                    let values = belief.pull();
                    run.tell(|| Event::Field { name: "belief space, price", values });
                }
                if let Some(best) = population.iter().min_by_key(|f| f.cost) {
                    best.values(&mut values);
                    run.show(&values);
                }
            }
            run.tell(|| {
                let costs = || population.iter().map(|f| f64::from(f.cost));
                let mean = costs().sum::<f64>() / population.len() as f64;
                Event::Generation { number, best: costs().fold(f64::INFINITY, f64::min), mean }
            });
        }
        Ok(Answer::GaveUp)
    }
}

/// Takes boxes of the second parent wherever that does not raise the cost.
fn cross(frame: &Frame, child: &mut Filling, second: &Filling, random: &mut Random) {
    let n = frame.groups.len();
    let start = random.index(n);
    for i in 0..n {
        let group = (start + i) % n;
        frame.exchange(child, group, second);
    }
}
