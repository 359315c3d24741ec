//! GAuGE as published: evolving a sequence of 81 logic instructions for a puzzle never seen.
//!
//! Idea: an individual is not a board but a program. 81 genes of 20 bits each say which of four
//! instructions to try (SliceDice, RowFill, ColFill, RaisingNumbers), on which of nine regions,
//! for which number, and at which place of the sequence. The sequence runs on the puzzle, its
//! fitness comes back, and nothing else ("Blind Sudoku"). Early successes weigh most, so good
//! instructions wander to the front and make room for others behind them.
//!
//! ```text
//! gene:  bit 19..12 position | 11..10 instruction | 9..5 region | 4..0 number
//! ```
//!
//! The position p of a gene takes the (p mod free)-th place still free, gene after gene, so that
//! every genome is a full sequence and a change of one position may shift all later genes.
//!
//! Source: M. Nicolau, C. Ryan, *Solving Sudoku with the GAuGE System*, EuroGP 2006: section 2.2
//! (mapping), 3.2 (instructions), 3.3 (fitness), 4.1 (practical issues), 4.3 and table 1.
//! As published: 100 individuals, 800 generations, one-point crossover on the bit string with
//! probability 0.5, mutation 0.0015 per position bit and 0.001 per value bit, Minimal Generation
//! Gap: the best of two parents and two children replaces the first parent, a roulette wheel
//! chooses the second's successor. Fitness 81 (82 - i) for a success at step i, coverage - 9 for
//! a failure, 0 after completion.
//! Where the paper is silent we chose, and each choice is a setting: a generation is 50 pairings
//! (one offspring per individual; with one pairing nothing is solved in 800); a number given in
//! the region moves on to the next missing one, cyclically (the paper's example 8 -> 9 fits);
//! coverage counts blank cells ruled out; a number placed earlier is a failure with coverage 0;
//! LastRemaining costs no step and earns nothing; roulette weights are fitness - minimum + 1
//! among the three that were not taken as best.
//! Ours differs in one guard: LastRemaining fills a cell only with a digit the cell can hold,
//! which matters only for puzzles without a solution. So a full board is always a solution.
//!
//! Table 2 needs a run no further than its first success, which is where ours ends; the paper's own
//! runs went on, and `stop=end` lets them: the fitness still rises while the sequence is put in order.
//!
//! The instructions together are naked and hidden singles, which is the ceiling of the method.
//! A tick is one sequence run on the board; ticks = 100 + 100 x generations.

mod mapping;

use super::marks::{Marks, cell, is_one, unfold};
use super::trail::{AuditEffect, AuditRule, AuditStep};
use crate::{
    Algorithm, Answer, Boards, Event, Family, Fate, Instruction, Parallel, Parameter,
    ParameterKind, Program, Promises, Run,
};
use crate::{Settings, Solver, Stop};
use sudolab_grid::random::Random;
use sudolab_grid::{Digit, DigitSet, Grid, Puzzle};

/// GAuGE as published.
pub static ALGORITHM: Algorithm = Algorithm {
    id: "gauge-2006",
    title: "GAuGE: evolved logic sequences, as published",
    family: Family::Stochastic,
    as_published: true,
    source: "M. Nicolau, C. Ryan, Solving Sudoku with the GAuGE System, 2006",
    promises: Promises {
        proves_impossible: false,
        uses_seed: true,
        proves_unique: false,
        boards: Boards::Classic,
    },
    parameters: &[
        Parameter {
            name: "population",
            default: "100",
            kind: ParameterKind::Whole { min: 2, max: 10_000 },
            help: "individuals",
        },
        Parameter {
            name: "generations",
            default: "800",
            kind: ParameterKind::Whole { min: 1, max: 1_000_000_000 },
            help: "generations before it gives up",
        },
        Parameter {
            name: "pairings",
            default: "50",
            kind: ParameterKind::Whole { min: 1, max: 10_000 },
            help: "pairings in a generation; the paper does not say",
        },
        Parameter {
            name: "crossover",
            default: "0.5",
            kind: ParameterKind::Real { min: 0.0, max: 1.0 },
            help: "probability of one-point crossover",
        },
        Parameter {
            name: "mutate-position",
            default: "0.0015",
            kind: ParameterKind::Real { min: 0.0, max: 0.5 },
            help: "probability of a flip for each position bit",
        },
        Parameter {
            name: "mutate-value",
            default: "0.001",
            kind: ParameterKind::Real { min: 0.0, max: 0.5 },
            help: "probability of a flip for each instruction, region and number bit",
        },
        Parameter {
            name: "salience",
            default: "81",
            kind: ParameterKind::Whole { min: 0, max: 10_000 },
            help: "the constant k of the fitness",
        },
        Parameter {
            name: "cut",
            default: "bit",
            kind: ParameterKind::Choice(&["bit", "gene"]),
            help: "where crossover may cut: anywhere (the paper) or between genes",
        },
        Parameter {
            name: "roulette",
            default: "others",
            kind: ParameterKind::Choice(&["others", "all"]),
            help: "whether the wheel leaves out the best of the four or turns over all",
        },
        Parameter {
            name: "coverage",
            default: "blank",
            kind: ParameterKind::Choice(&["blank", "none"]),
            help: "what a failed instruction is credited with: blank cells ruled out, or nothing",
        },
        Parameter {
            name: "stop",
            default: "success",
            kind: ParameterKind::Choice(&["success", "end"]),
            help: "when a run ends: with the first sequence that fills the board, or, as the paper's \
                   figures have it, after all generations",
        },
    ],
    preset: &[],
    tick: "one sequence of 81 instructions run on the board",
    parallel: Some(Parallel::SideBySide),
    bulk: None,
    build: |settings| Ok(Box::new(Gauge2006::new(settings))),
    build_counter: None,
};

const GENES: usize = 81;
const POSITION_BITS: u32 = 8;
const VALUE_BITS: u32 = 12;
const GENE_BITS: u32 = POSITION_BITS + VALUE_BITS;

struct Gauge2006 {
    population: usize,
    generations: u64,
    pairings: u64,
    crossover: f64,
    flip_position: Flips,
    flip_value: Flips,
    salience: i64,
    cut_at_bits: bool,
    wheel_over_all: bool,
    credit_coverage: bool,
    stop_at_success: bool,
}

impl Gauge2006 {
    fn new(settings: &Settings) -> Gauge2006 {
        Gauge2006 {
            population: settings.whole("population") as usize,
            generations: settings.whole("generations"),
            pairings: settings.whole("pairings"),
            crossover: settings.real("crossover"),
            flip_position: Flips::new(settings.real("mutate-position")),
            flip_value: Flips::new(settings.real("mutate-value")),
            salience: settings.whole("salience") as i64,
            cut_at_bits: settings.text("cut") == "bit",
            wheel_over_all: settings.text("roulette") == "all",
            credit_coverage: settings.text("coverage") == "blank",
            stop_at_success: settings.text("stop") == "success",
        }
    }
}

/// A genome with what its sequence achieved.
#[derive(Clone, Copy)]
struct Individual {
    genes: [u32; GENES],
    fitness: i64,
    n_blank: usize,
    /// Instructions that placed a number.
    n_successes: u8,
}

impl Solver for Gauge2006 {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        let Some(start) = Marks::new(puzzle) else { return Ok(Answer::GaveUp) };
        run.offer(start.n_blank() as f64, start.values());
        let trial = Attempt {
            calls: Calls::new(&start),
            salience: self.salience,
            credit_coverage: self.credit_coverage,
        };
        let mut winner = None;
        let ended = self.evolve(&trial, &start, &mut winner, run);
        match winner {
            Some(winner) => Ok(solved(&trial, &winner, &start, run)),
            None => ended.map(|()| Answer::GaveUp),
        }
    }
}

impl Gauge2006 {
    /// Lets generations pass; the fittest sequence that fills the board is the winner.
    fn evolve(
        &self,
        trial: &Attempt,
        start: &Marks,
        winner: &mut Option<Individual>,
        run: &mut Run<'_>,
    ) -> Result<(), Stop> {
        let mut board = start.clone();
        let mut population = Vec::with_capacity(self.population);
        for _ in 0..self.population {
            let mask = (1 << GENE_BITS) - 1;
            let genes = std::array::from_fn(|_| run.random().bits() as u32 & mask);
            let mut individual = Individual { genes, fitness: 0, n_blank: 0, n_successes: 0 };
            trial.evaluate(&mut individual, start, &mut board, run)?;
            if self.is_won(&individual, winner) {
                return Ok(());
            }
            population.push(individual);
        }
        tell_generation(trial, &population, 0, start, run);
        for number in 1..=self.generations {
            for _ in 0..self.pairings {
                let first = run.random().index(population.len());
                let mut second = run.random().index(population.len() - 1);
                second += usize::from(second >= first);
                let (a, b) = (population[first], population[second]);
                let mut family = [a, b, a, b];
                self.cross(&mut family, run.random());
                for child in &mut family[2..] {
                    self.mutate(&mut child.genes, run.random());
                    trial.evaluate(child, start, &mut board, run)?;
                    if self.is_won(child, winner) {
                        return Ok(());
                    }
                }
                let best = (0..4).max_by_key(|&i| (family[i].fitness, 4 - i)).unwrap_or(0);
                let chosen = self.spin(&family, best, run.random());
                population[first] = family[best];
                population[second] = family[chosen];
            }
            tell_generation(trial, &population, number, start, run);
        }
        Ok(())
    }

    /// Keeps a sequence that fills the board; tells whether the run ends with it.
    fn is_won(&self, individual: &Individual, winner: &mut Option<Individual>) -> bool {
        if individual.n_blank > 0 {
            return false;
        }
        if winner.is_none_or(|w| w.fitness < individual.fitness) {
            *winner = Some(*individual);
        }
        self.stop_at_success
    }

    /// Exchanges the tails of the two children, which begin as copies of their parents.
    fn cross(&self, family: &mut [Individual; 4], random: &mut Random) {
        if !random.chance(self.crossover) {
            return;
        }
        let cut = if self.cut_at_bits {
            1 + random.below(GENES as u32 * GENE_BITS - 1)
        } else {
            GENE_BITS * (1 + random.below(GENES as u32 - 1))
        };
        let (gene, bit) = ((cut / GENE_BITS) as usize, cut % GENE_BITS);
        let [_, _, a, b] = family;
        a.genes[gene + 1..].swap_with_slice(&mut b.genes[gene + 1..]);
        // Inside the gene that is cut, the high bits stay and the low ones change over.
        let swapped = (a.genes[gene] ^ b.genes[gene]) & ((1 << (GENE_BITS - bit)) - 1);
        a.genes[gene] ^= swapped;
        b.genes[gene] ^= swapped;
    }

    fn mutate(&self, genes: &mut [u32; GENES], random: &mut Random) {
        self.flip_position.draw(GENES as u32 * POSITION_BITS, random, |bit| {
            genes[(bit / POSITION_BITS) as usize] ^= 1 << (VALUE_BITS + bit % POSITION_BITS);
        });
        self.flip_value.draw(GENES as u32 * VALUE_BITS, random, |bit| {
            genes[(bit / VALUE_BITS) as usize] ^= 1 << (bit % VALUE_BITS);
        });
    }

    /// Turns the roulette wheel over the four, or over the three that are not the best.
    fn spin(&self, family: &[Individual; 4], best: usize, random: &mut Random) -> usize {
        let takes_part = |i: &usize| self.wheel_over_all || *i != best;
        let lowest = family.iter().map(|i| i.fitness).min().unwrap_or(0);
        let weight = |i: usize| (family[i].fitness - lowest + 1) as f64;
        let total: f64 = (0..4).filter(takes_part).map(weight).sum();
        let mut left = random.unit() * total;
        let mut last = best;
        for i in (0..4).filter(takes_part) {
            last = i;
            left -= weight(i);
            if left < 0.0 {
                break;
            }
        }
        last
    }
}

/// Independent flips of rare bits, drawn by the gaps between them: the logarithm of a uniform
/// number over log(1 - p) is the number of bits left alone.
struct Flips {
    per_log: f64,
}

impl Flips {
    fn new(probability: f64) -> Flips {
        // With probability 0 the factor is minus infinity and every gap leaves the string.
        Flips { per_log: 1.0 / (-probability).ln_1p() }
    }

    fn draw(&self, n: u32, random: &mut Random, mut flip: impl FnMut(u32)) {
        let mut at = 0u64;
        loop {
            let gap = (1.0 - random.unit()).ln() * self.per_log;
            at = at.saturating_add(if gap.is_nan() { u64::MAX } else { gap as u64 });
            if at >= u64::from(n) {
                return;
            }
            flip(at as u32);
            at += 1;
        }
    }
}

/// What the four instructions are called, in the order of their two bits.
const INSTRUCTIONS: [AuditRule; 4] =
    [AuditRule::SliceDice, AuditRule::RowFill, AuditRule::ColFill, AuditRule::RaisingNumbers];

/// An instruction with its operands: a house and a digit from 0.
#[derive(Clone, Copy)]
struct Call {
    raising: bool,
    house: u8,
    digit: u8,
}

/// The call behind each of the 4096 value fields, mapped onto the original board.
struct Calls(Box<[Call; 1 << VALUE_BITS]>);

impl Calls {
    /// A value field as an observer sees it.
    fn instruction(&self, value: u16) -> Instruction {
        let call = self.0[usize::from(value)];
        Instruction {
            rule: INSTRUCTIONS[usize::from(value >> 10)],
            house: Some(usize::from(call.house)),
            digits: DigitSet::from_bits(1 << call.digit),
        }
    }

    fn new(start: &Marks) -> Calls {
        let mut calls = Box::new([Call { raising: false, house: 0, digit: 0 }; 1 << VALUE_BITS]);
        for (value, call) in calls.iter_mut().enumerate() {
            let rule = INSTRUCTIONS[value >> 10];
            let region = (value >> 5 & 31) % 9;
            let house = match rule {
                AuditRule::RowFill => region,
                AuditRule::ColFill => 9 + region,
                _ => 18 + region,
            };
            let number = (value & 31) % 9;
            let missing = (0..9).map(|shift| (number + shift) % 9);
            let digit = missing.into_iter().find(|&d| !start.holds(house, d)).unwrap_or(number);
            let raising = rule == AuditRule::RaisingNumbers;
            *call = Call { raising, house: house as u8, digit: digit as u8 };
        }
        Calls(calls)
    }
}

/// Everything a sequence needs to be run and judged.
struct Attempt {
    calls: Calls,
    salience: i64,
    credit_coverage: bool,
}

impl Attempt {
    /// Runs an individual's sequence on a fresh board.
    fn evaluate(
        &self,
        individual: &mut Individual,
        start: &Marks,
        board: &mut Marks,
        run: &mut Run<'_>,
    ) -> Result<(), Stop> {
        run.tick()?;
        board.clone_from(start);
        (individual.fitness, individual.n_successes) =
            self.perform(&individual.genes, board, |_, _, _, _, _| {});
        individual.n_blank = board.n_blank();
        run.offer(individual.n_blank as f64, board.values());
        Ok(())
    }

    /// Runs a sequence and returns its fitness and how many of its instructions succeeded; each
    /// success is shown with its place in the sequence, its rule, the value field's house, the cell
    /// and the digit.
    #[inline]
    fn perform(
        &self,
        genes: &[u32; GENES],
        board: &mut Marks,
        mut placed: impl FnMut(usize, AuditRule, usize, usize, usize),
    ) -> (i64, u8) {
        let order = sequence(genes);
        let (mut fitness, mut n_successes) = (0, 0);
        for (step, &value) in order.iter().enumerate() {
            if board.n_blank() == 0 {
                break;
            }
            let call = self.calls.0[usize::from(value)];
            let (house, digit) = (usize::from(call.house), usize::from(call.digit));
            let found = if call.raising {
                let only = board.only(house - 18, digit);
                if only == 0 {
                    fitness -= 9;
                    continue;
                }
                unfold(house, only)
            } else {
                let places = board.places(house, digit);
                if !is_one(places) {
                    fitness -= 9;
                    if self.credit_coverage && !board.holds(house, digit) {
                        let ruled_out = board.blanks_in(house) & !places;
                        fitness += i64::from(ruled_out.count_ones());
                    }
                    continue;
                }
                unfold(house, places)
            };
            board.place(found, digit);
            placed(step, INSTRUCTIONS[usize::from(value >> 10)], house, found, digit);
            fitness += self.salience * (GENES as i64 - step as i64);
            n_successes += 1;
            let blanks = board.blanks_in(house);
            if is_one(blanks) {
                let last = unfold(house, blanks);
                if let Some(digit) = (0..9).find(|&d| !board.holds(house, d))
                    && board.may(last, digit)
                {
                    board.place(last, digit);
                    placed(step, AuditRule::LastRemaining, house, last, digit);
                }
            }
        }
        (fitness, n_successes)
    }
}

/// Maps a genome to its sequence of value fields (section 2.2).
#[inline]
fn sequence(genes: &[u32; GENES]) -> [u16; GENES] {
    mapping::placed(
        |gene| (genes[gene] >> VALUE_BITS) as usize,
        |gene| (genes[gene] & ((1 << VALUE_BITS) - 1)) as u16,
    )
}

/// Tells what a generation has come to, and what became of each instruction of its fittest sequence.
fn tell_generation(
    trial: &Attempt,
    population: &[Individual],
    number: u64,
    start: &Marks,
    run: &mut Run<'_>,
) {
    if !run.is_observed() {
        return;
    }
    let n = population.len() as f64;
    let mean = |of: fn(&Individual) -> f64| population.iter().map(of).sum::<f64>() / n;
    let Some(fittest) = population.iter().max_by_key(|i| i.fitness) else { return };
    let mut fates = [Fate::Failed; GENES];
    let mut board = start.clone();
    let mut last = None;
    trial.perform(&fittest.genes, &mut board, |step, rule, _, _, _| {
        fates[step] = if rule == AuditRule::LastRemaining { Fate::PlacedTwo } else { Fate::Placed };
        last = Some(step);
    });
    if let (0, Some(last)) = (board.n_blank(), last) {
        fates[last + 1..].fill(Fate::Neutral);
    }
    let instructions = sequence(&fittest.genes).map(|value| trial.calls.instruction(value));
    let program = Program {
        generation: number,
        best_fitness: fittest.fitness as f64,
        mean_fitness: mean(|i| i.fitness as f64),
        most_successes: population.iter().map(|i| i.n_successes).max().unwrap_or(0).into(),
        mean_successes: mean(|i| f64::from(i.n_successes)),
        most_placed: start.n_blank() - population.iter().map(|i| i.n_blank).min().unwrap_or(0),
        instructions: &instructions,
        fates: &fates,
    };
    run.tell(|| Event::Program(program));
    let costs: Vec<f32> = population.iter().map(|i| i.n_blank as f32).collect();
    run.tell(|| Event::Population { costs: &costs });
    if run.is_due() {
        run.show(board.values());
    }
    let best = population.iter().map(|i| i.n_blank).min().unwrap_or(0);
    let mean = mean(|i| i.n_blank as f64);
    run.tell(|| Event::Generation { number, best: best as f64, mean });
}

/// Writes the audit trail of a sequence that fills the board.
fn solved(trial: &Attempt, winner: &Individual, start: &Marks, run: &mut Run<'_>) -> Answer {
    let mut board = start.clone();
    let mut number = 0;
    run.show(start.values());
    trial.perform(&winner.genes, &mut board, |_, rule, house, at, digit| {
        let (Some(digit), at) = (Digit::from_index(digit), cell(at)) else { return };
        let looked_for =
            if rule == AuditRule::LastRemaining { DigitSet::EMPTY } else { DigitSet::only(digit) };
        let step = AuditStep {
            rule,
            houses: vec![house],
            cell: None,
            digits: looked_for,
            effects: vec![AuditEffect::Placed(at, digit)],
        };
        number += 1;
        run.note(format!("{number}. {step}"));
        run.tell(|| Event::Assign { cell: at, digit });
    });
    let grid = Grid::from_values(sudolab_grid::Board::classic(), board.values());
    grid.map_or(Answer::GaveUp, Answer::Solved)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_given_in_the_region_moves_to_the_next_missing_one() {
        // The paper's figure 1: SliceDice(2, 8) becomes SliceDice(2, 9), for box 2 holds 8.
        let puzzle: Puzzle =
            ".5.3.6..7....85.24.9842.6.39.1..32.6.3.....1.5.726.9.84.5.9.38..1.57...28..1.4.7."
                .parse()
                .unwrap();
        let start = Marks::new(&puzzle).unwrap();
        let calls = Calls::new(&start);
        let call = calls.0[1 << 5 | 7];
        assert_eq!((call.raising, call.house, call.digit), (false, 19, 8));
    }

    #[test]
    fn rare_flips_are_as_frequent_as_asked() {
        let mut random = Random::new(4);
        let mut n = 0u32;
        let mut seen = [0u32; 648];
        for _ in 0..20_000 {
            Flips::new(0.0015).draw(648, &mut random, |bit| {
                n += 1;
                seen[bit as usize] += 1;
            });
        }
        let expected = 20_000.0 * 648.0 * 0.0015;
        assert!((f64::from(n) - expected).abs() < 5.0 * expected.sqrt(), "{n} of {expected}");
        assert!(seen.iter().all(|&k| k > 5 && k < 70), "{seen:?}");
        Flips::new(0.0).draw(648, &mut random, |_| panic!("probability 0 flips nothing"));
    }

    #[test]
    fn crossover_keeps_every_bit_in_its_place() {
        let solver = Gauge2006::new(&ALGORITHM.defaults());
        let of =
            |gene| Individual { genes: [gene; GENES], fitness: 0, n_blank: 81, n_successes: 0 };
        let mut random = Random::new(9);
        for _ in 0..200 {
            let (a, b) = (of(0), of((1 << GENE_BITS) - 1));
            let mut family = [a, b, a, b];
            solver.cross(&mut family, &mut random);
            let ones = |i: usize| family[i].genes.iter().map(|g| g.count_ones()).sum::<u32>();
            assert_eq!(ones(2) + ones(3), GENES as u32 * GENE_BITS);
            assert!(family[2].genes.iter().zip(family[3].genes).all(|(x, y)| x ^ y == 0xf_ffff));
        }
    }
}
