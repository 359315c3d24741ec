//! GAuGE, ours: evolved logic sequences with more instructions and better variation.
//!
//! Idea: as in `gauge-2006` an individual is a sequence of logic instructions that is run on the
//! puzzle, and the winning sequence is the audit trail. The paper asks for more instructions;
//! here six tiers act on shared pencil marks: singles, locked candidates, pairs, triples, fish,
//! and trials (a mark whose digit leads to a contradiction by singles alone is struck).
//! Source: M. Nicolau, C. Ryan, *Solving Sudoku with the GAuGE System*, EuroGP 2006, section 6.
//!
//! Ours differs:
//! - Logic never has to be taken back, so two sequences put one after the other conclude all
//!   that either concludes. Crossover is that union: one parent's effective instructions, then
//!   the other's. One-point crossover cuts dependencies apart instead.
//! - The run reports which instructions had an effect (`feedback=steps`). Only those are
//!   inherited, in the order they worked, which is what the position fields of the paper strive
//!   for; mutation appends fresh random instructions at the end. The board after the inherited
//!   part is inherited too, so only what is new has to be run.
//! - A further tier opens only when the population has not advanced for a while and closes again
//!   at the next advance, so a sequence uses hard instructions only where it is stuck.
//! - At the end, instructions the rest can do without are cut from the winner, hardest first.
//! - Boards of other forms and sizes, and rules that bind pairs of cells, are taken as well, which
//!   is what the paper's section on further work aims at: timetables. It is in `wide.rs`.
//! - `feedback=total` keeps the paper's Blind Sudoku: only the fitness of the whole sequence
//!   comes back. It is in `blind.rs`.
//!
//! With feedback per step the search is nearly greedy: sequences accumulate conclusions until no
//! instruction of any tier has an effect. That is the honest reading of its success.
//!
//! A tick is one sequence run on the board.

mod blind;
mod instruction;
mod wide;

use super::marks::Marks;
use crate::{Algorithm, Answer, Boards, Event, Family, Fate, Parallel, Parameter, ParameterKind};
use crate::{Program, Promises, Run, SettingError, Settings, Solver, Stop};
use instruction::{Instruction, TIERS};
use sudolab_grid::random::Random;
use sudolab_grid::{Board, Grid, Puzzle};

/// GAuGE, ours.
pub static ALGORITHM: Algorithm = Algorithm {
    id: "gauge",
    title: "GAuGE: evolved logic sequences with tiers of instructions",
    family: Family::Stochastic,
    as_published: false,
    source: "after M. Nicolau, C. Ryan, Solving Sudoku with the GAuGE System, 2006",
    promises: Promises {
        proves_impossible: false,
        uses_seed: true,
        proves_unique: false,
        boards: Boards::AnyWithPairs,
    },
    parameters: &[
        Parameter {
            name: "tiers",
            default: "singles,locked,pairs,triples,fish,trial",
            kind: ParameterKind::List(&TIERS),
            help: "instructions available, opened in this order",
        },
        Parameter {
            name: "feedback",
            default: "steps",
            kind: ParameterKind::Choice(&["steps", "total"]),
            help: "what a run of a sequence tells: which steps worked, or the fitness alone",
        },
        Parameter {
            name: "population",
            default: "20",
            kind: ParameterKind::Whole { min: 2, max: 10_000 },
            help: "individuals",
        },
        Parameter {
            name: "crossover",
            default: "0.5",
            kind: ParameterKind::Real { min: 0.0, max: 1.0 },
            help: "probability that two parents are united",
        },
        Parameter {
            name: "fresh",
            default: "40",
            kind: ParameterKind::Whole { min: 1, max: 1000 },
            help: "random instructions appended to a child",
        },
        Parameter {
            name: "length",
            default: "128",
            kind: ParameterKind::Whole { min: 64, max: 1000 },
            help: "instructions of a sequence, with feedback=total",
        },
        Parameter {
            name: "patience",
            default: "8",
            kind: ParameterKind::Whole { min: 1, max: 1_000_000 },
            help: "generations without an advance until the next tier opens",
        },
        Parameter {
            name: "generations",
            default: "1000",
            kind: ParameterKind::Whole { min: 1, max: 1_000_000_000 },
            help: "generations without an advance, all tiers open, until it gives up",
        },
    ],
    preset: &[],
    tick: "one sequence of instructions run on the board",
    parallel: Some(Parallel::SideBySide),
    bulk: None,
    build: |settings| Ok(Box::new(Gauge::new(settings)?)),
    build_counter: None,
};

struct Gauge {
    tiers: Vec<usize>,
    blind: bool,
    population: usize,
    crossover: f64,
    fresh: usize,
    length: usize,
    patience: u64,
    generations: u64,
}

impl Gauge {
    fn new(settings: &Settings) -> Result<Gauge, SettingError> {
        let named = settings.list("tiers");
        let tiers: Vec<usize> =
            named.iter().filter_map(|name| TIERS.iter().position(|t| t == name)).collect();
        if tiers.is_empty() {
            return Err(SettingError::Clash("tiers is empty; name at least singles".to_owned()));
        }
        Ok(Gauge {
            tiers,
            blind: settings.text("feedback") == "total",
            population: settings.whole("population") as usize,
            crossover: settings.real("crossover"),
            fresh: settings.whole("fresh") as usize,
            length: settings.whole("length") as usize,
            patience: settings.whole("patience"),
            generations: settings.whole("generations"),
        })
    }

    /// A random instruction of the tiers that are open after so many idle generations.
    #[inline]
    fn draw(&self, idle: u64, random: &mut Random) -> Instruction {
        Instruction::draw(self.tier(idle, random), random)
    }

    /// One of the tiers that are open after so many idle generations.
    #[inline]
    fn tier(&self, idle: u64, random: &mut Random) -> usize {
        let open = (1 + idle / self.patience).min(self.tiers.len() as u64);
        self.tiers[random.below(open as u32) as usize]
    }

    /// Whether so many idle generations are enough.
    fn is_hopeless(&self, idle: u64) -> bool {
        idle >= self.patience * self.tiers.len() as u64 + self.generations
    }
}

/// A sequence of instructions that all had an effect, and the board they lead to.
#[derive(Clone)]
struct Sequence {
    steps: Vec<Instruction>,
    board: Marks,
    /// Marks left, and three for each blank cell: what is still to be done.
    left: u32,
}

impl Sequence {
    /// Becomes a copy of another without asking for memory.
    fn copy(&mut self, other: &Sequence) {
        self.steps.clear();
        self.steps.extend_from_slice(&other.steps);
        self.board.clone_from(&other.board);
    }

    #[inline]
    fn append(&mut self, instruction: Instruction) {
        if instruction.apply(&mut self.board) {
            self.steps.push(instruction);
        }
    }

    fn judge(&mut self) {
        self.left = self.board.n_marks() + 3 * self.board.n_blank() as u32;
    }
}

impl Solver for Gauge {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        if !puzzle.board().is_classic() || puzzle.has_rules() {
            return wide::solve(self, puzzle, run);
        }
        let Some(start) = Marks::new(puzzle) else { return Ok(Answer::GaveUp) };
        run.offer(start.n_blank() as f64, start.values());
        if self.blind {
            return blind::solve(self, &start, run);
        }
        // Each step strikes a mark or more, so no sequence outgrows the 729 marks.
        let mut empty = Sequence { steps: Vec::with_capacity(730), board: start.clone(), left: 0 };
        empty.judge();
        let fresh_start = || {
            let mut copy = empty.clone();
            copy.steps.reserve_exact(730);
            copy
        };
        let mut population: Vec<Sequence> = (0..self.population).map(|_| fresh_start()).collect();
        let mut children = [fresh_start(), fresh_start()];
        let (mut best, mut idle) = (empty.left, 0);
        for number in 1.. {
            idle += 1;
            for _ in 0..self.population.div_ceil(2) {
                let first = run.random().index(population.len());
                let mut second = run.random().index(population.len() - 1);
                second += usize::from(second >= first);
                let unite = run.random().chance(self.crossover);
                for (child, [a, b]) in children.iter_mut().zip([[first, second], [second, first]]) {
                    run.tick()?;
                    child.copy(&population[a]);
                    if unite {
                        population[b].steps.iter().for_each(|&step| child.append(step));
                    }
                    for _ in 0..self.fresh {
                        child.append(self.draw(idle - 1, run.random()));
                    }
                    child.judge();
                    run.offer(child.board.n_blank() as f64, child.board.values());
                    if child.board.n_blank() == 0 {
                        return Ok(solved(&child.steps, &start, run));
                    }
                    if child.left < best {
                        (best, idle) = (child.left, 1);
                    }
                }
                // A child has all its first parent has, so it replaces that parent; with the
                // wheel of the paper the second place would go to a parent now and then.
                let [one, two] = &mut children;
                std::mem::swap(&mut population[first], one);
                std::mem::swap(&mut population[second], two);
            }
            if run.is_due() {
                let fitness = |s: &Sequence| f64::from(empty.left - s.left);
                let best = population.iter().min_by_key(|s| s.left);
                let generation = Generation {
                    number,
                    best: best.map_or(0.0, fitness),
                    mean: population.iter().map(fitness).sum::<f64>() / population.len() as f64,
                };
                let blanks: Vec<usize> = population.iter().map(|s| s.board.n_blank()).collect();
                let fittest = best.map_or(&[][..], |s| &s.steps);
                tell_programs(generation, &blanks, fittest, &start, run);
            }
            run.tell(|| {
                let blanks = || population.iter().map(|s| s.board.n_blank());
                let mean = blanks().sum::<usize>() as f64 / population.len() as f64;
                Event::Generation { number, best: blanks().min().unwrap_or(0) as f64, mean }
            });
            if self.is_hopeless(idle) {
                break;
            }
        }
        Ok(Answer::GaveUp)
    }
}

/// The number of a generation, and the fitness in it.
struct Generation {
    number: u64,
    best: f64,
    mean: f64,
}

/// Tells a generation: the blanks each sequence leaves, and the fittest of them.
#[cold]
fn tell_programs(
    generation: Generation,
    blanks: &[usize],
    fittest: &[Instruction],
    start: &Marks,
    run: &mut Run<'_>,
) {
    let mut board = start.clone();
    let instructions: Vec<crate::Instruction> = fittest.iter().map(|i| i.shown()).collect();
    let fate = |instruction: &Instruction| {
        if board.n_blank() == 0 {
            Fate::Neutral
        } else if !instruction.apply(&mut board) {
            Fate::Failed
        } else if instruction.fills() {
            Fate::Placed
        } else {
            Fate::Struck
        }
    };
    let fates: Vec<Fate> = fittest.iter().map(fate).collect();
    // A success places one number.
    let successes = || blanks.iter().map(|blanks| start.n_blank() - blanks);
    let most = successes().max().unwrap_or(0);
    let program = Program {
        generation: generation.number,
        best_fitness: generation.best,
        mean_fitness: generation.mean,
        most_successes: most,
        mean_successes: successes().sum::<usize>() as f64 / blanks.len() as f64,
        most_placed: most,
        instructions: &instructions,
        fates: &fates,
    };
    run.tell(|| Event::Program(program));
    let costs: Vec<f32> = blanks.iter().map(|&blanks| blanks as f32).collect();
    run.tell(|| Event::Population { costs: &costs });
    run.show(board.values());
}

/// Writes the audit trail of a sequence that fills the board, without the steps it can spare.
fn solved(steps: &[Instruction], start: &Marks, run: &mut Run<'_>) -> Answer {
    let mut steps = steps.to_vec();
    let fills_up = |steps: &[Instruction]| {
        let mut board = start.clone();
        steps.iter().for_each(|step| {
            step.apply(&mut board);
        });
        board.n_blank() == 0
    };
    let mut at = steps.len();
    while at > 0 && run.tick().is_ok() {
        at -= 1;
        let spared = steps[at];
        if !spared.fills() {
            steps.remove(at);
            if !fills_up(&steps) {
                steps.insert(at, spared);
            }
        }
    }
    let mut board = start.clone();
    let mut number = 0;
    run.show(start.values());
    for step in steps.iter().filter_map(|step| step.step(&mut board)) {
        number += 1;
        run.note(format!("{number}. {step}"));
        for effect in &step.effects {
            if let super::trail::AuditEffect::Placed(cell, digit) = *effect {
                run.tell(|| Event::Assign { cell, digit });
            }
        }
    }
    let grid = Grid::from_values(Board::classic(), board.values());
    grid.map_or(Answer::GaveUp, Answer::Solved)
}
