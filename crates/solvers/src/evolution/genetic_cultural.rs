//! Cultural genetic algorithm, as the draft describes it.
//!
//! Idea: an individual has one integer for each blank cell, the fitness counts reused and missing
//! digits, the best individuals enter tournaments, crossover takes each gene from one of the two
//! winners, mutation redraws genes. The culture is a belief space that every choice of a gene
//! must ask: it allows only values the clues leave possible, and avoids a digit that the
//! individual already has in the same row, column or box.
//! Source: P. Berggren, D. Nilsson, *A comparison of sudoku solving algorithms* (draft, 2012),
//! section 2.4.3; the final thesis dropped the method. The draft cites T. Mantere, J. Koljonen,
//! *Sudoku solving with cultural swarms*, 2008, for the culture.
//!
//! The draft gives no constant, so all are ours and settings: population, share of the best,
//! tournament size, mutation rate, the elite that survives, and the restart after generations
//! without progress. Ours as well: genes are chosen cell by cell in an order shuffled for each
//! generation, so that repetition is avoided everywhere alike; the belief space takes a parent's
//! gene if it repeats nothing, else the other parent's, else a fresh value that repeats nothing,
//! else what the parent had. Nothing is deduced beforehand but the clues struck from their peers.
//!
//! A tick is one individual made and judged.

use crate::field::Field;
use crate::{
    Algorithm, Answer, Boards, Event, Family, Parallel, Parameter, ParameterKind, Promises, Run,
};
use crate::{Settings, Solver, Stop};
use sudolab_grid::random::Random;
use sudolab_grid::{Board, Cell, Grid, Puzzle};

/// The cultural genetic algorithm of the draft.
pub static ALGORITHM: Algorithm = Algorithm {
    id: "genetic-cultural",
    title: "Cultural genetic algorithm, as in the draft",
    family: Family::Stochastic,
    as_published: true,
    source: "P. Berggren, D. Nilsson, A comparison of sudoku solving algorithms (draft), 2012",
    promises: Promises {
        proves_impossible: false,
        uses_seed: true,
        proves_unique: false,
        boards: Boards::Any,
    },
    parameters: &[
        Parameter {
            name: "population",
            default: "100",
            kind: ParameterKind::Whole { min: 2, max: 100_000 },
            help: "individuals",
        },
        Parameter {
            name: "best",
            default: "0.5",
            kind: ParameterKind::Real { min: 0.001, max: 1.0 },
            help: "share of the population that enters the tournaments",
        },
        Parameter {
            name: "tournament",
            default: "2",
            kind: ParameterKind::Whole { min: 1, max: 1000 },
            help: "individuals in a tournament",
        },
        Parameter {
            name: "mutation",
            default: "0.02",
            kind: ParameterKind::Real { min: 0.0, max: 1.0 },
            help: "probability that a gene is redrawn",
        },
        Parameter {
            name: "elite",
            default: "1",
            kind: ParameterKind::Whole { min: 0, max: 1000 },
            help: "best individuals that live on unchanged",
        },
        Parameter {
            name: "belief",
            default: "valid,repetition",
            kind: ParameterKind::List(&["valid", "repetition", "none"]),
            help: "what the belief space sees to: values the clues allow, no repeated digit",
        },
        Parameter {
            name: "restart",
            default: "50",
            kind: ParameterKind::Whole { min: 0, max: 1_000_000_000 },
            help: "generations without progress until a new population is made; 0 for never",
        },
    ],
    preset: &[],
    tick: "one individual made and judged",
    parallel: Some(Parallel::SideBySide),
    bulk: None,
    build: |settings| Ok(Box::new(Cultural::new(settings))),
    build_counter: None,
};

struct Cultural {
    population: usize,
    best: f64,
    tournament: usize,
    mutation: f64,
    elite: usize,
    valid: bool,
    no_repetition: bool,
    restart: u64,
}

impl Cultural {
    fn new(settings: &Settings) -> Cultural {
        let belief = settings.list("belief");
        let sees_to = |word| belief.contains(&word) && !belief.contains(&"none");
        Cultural {
            population: settings.whole("population") as usize,
            best: settings.real("best"),
            tournament: settings.whole("tournament") as usize,
            mutation: settings.real("mutation"),
            elite: settings.whole("elite") as usize,
            valid: sees_to("valid"),
            no_repetition: sees_to("repetition"),
            restart: settings.whole("restart"),
        }
    }
}

impl Solver for Cultural {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        if !puzzle.conflicts().is_empty() {
            return Ok(Answer::GaveUp);
        }
        let Some(mut culture) = Culture::new(puzzle, self) else { return Ok(Answer::GaveUp) };
        run.offer(f64::from(culture.cost()), puzzle.clues().values());
        if culture.blanks.is_empty() {
            return Ok(Answer::Solved(puzzle.clues().clone()));
        }
        let (mut now, mut next) =
            (Generation::new(self, &culture), Generation::new(self, &culture));
        let n_best = ((self.best * self.population as f64) as usize).clamp(1, self.population);
        let mut number = 0;
        for restarts in 0.. {
            if restarts > 0 {
                run.tell(|| Event::Restart { number: restarts });
            }
            for individual in 0..self.population {
                run.tick()?;
                culture.make(None, 1.0, now.genes_mut(individual), run.random());
                now.costs[individual] = culture.cost();
            }
            let (mut lowest, mut idle) = (u32::MAX, 0);
            loop {
                now.rank();
                let leader = now.order[0] as usize;
                let cost = now.costs[leader];
                if f64::from(cost) < run.best_cost() {
                    run.offer(f64::from(cost), culture.board(now.genes(leader)));
                }
                if cost == 0 {
                    let values = culture.board(now.genes(leader));
                    run.show(values);
                    let grid = Grid::from_values(puzzle.board().clone(), values);
                    return Ok(grid.map_or(Answer::GaveUp, Answer::Solved));
                }
                number += 1;
                if run.is_due() {
                    let costs: Vec<f32> = now.costs.iter().map(|&c| c as f32).collect();
                    run.tell(|| Event::Population { costs: &costs });
                    culture.norms(puzzle.clues()).tell("belief space, allowed", run);
                    run.show(culture.board(now.genes(leader)));
                }
                run.tell(|| {
                    let sum: f64 = now.costs.iter().map(|&c| f64::from(c)).sum();
                    let mean = sum / now.costs.len() as f64;
                    Event::Generation { number, best: f64::from(cost), mean }
                });
                idle = if cost < lowest { 0 } else { idle + 1 };
                lowest = lowest.min(cost);
                if self.restart > 0 && idle >= self.restart {
                    break;
                }
                run.random().shuffle(&mut culture.order);
                let before = run.ticks();
                for child in 0..self.population {
                    if child < self.elite.min(n_best) {
                        let from = now.order[child] as usize;
                        next.genes_mut(child).copy_from_slice(now.genes(from));
                        next.costs[child] = now.costs[from];
                        continue;
                    }
                    run.tick()?;
                    let a = now.winner(n_best, self.tournament, run.random());
                    let b = now.winner(n_best, self.tournament, run.random());
                    let parents = Some([now.genes(a), now.genes(b)]);
                    culture.make(parents, self.mutation, next.genes_mut(child), run.random());
                    next.costs[child] = culture.cost();
                }
                // An elite that is the whole population has no children.
                run.tick_unless_since(before)?;
                std::mem::swap(&mut now, &mut next);
            }
        }
        Ok(Answer::GaveUp)
    }
}

/// A population: genes one individual after another, costs, and the order by cost.
struct Generation {
    genes: Vec<u8>,
    n_genes: usize,
    costs: Vec<u32>,
    order: Vec<u32>,
}

impl Generation {
    fn new(settings: &Cultural, culture: &Culture) -> Generation {
        let n_genes = culture.blanks.len();
        Generation {
            genes: vec![0; settings.population * n_genes],
            n_genes,
            costs: vec![0; settings.population],
            order: (0..settings.population as u32).collect(),
        }
    }

    fn genes(&self, individual: usize) -> &[u8] {
        &self.genes[individual * self.n_genes..][..self.n_genes]
    }

    fn genes_mut(&mut self, individual: usize) -> &mut [u8] {
        &mut self.genes[individual * self.n_genes..][..self.n_genes]
    }

    fn rank(&mut self) {
        let costs = &self.costs;
        self.order.sort_unstable_by_key(|&i| (costs[i as usize], i));
    }

    /// The best of a few drawn from the best.
    fn winner(&self, n_best: usize, tournament: usize, random: &mut Random) -> usize {
        let draw = (0..tournament).map(|_| random.index(n_best)).min();
        self.order[draw.unwrap_or(0)] as usize
    }
}

/// The belief space: which values a gene may take, and what the individual in the making holds.
struct Culture {
    blanks: Vec<u16>,
    /// The values each blank may take, bit 0 for digit 1.
    allowed: Vec<u32>,
    no_repetition: bool,
    /// The houses of each blank, one list after another.
    houses: Vec<u16>,
    house_starts: Vec<u32>,
    /// The digits each house holds by its clues.
    given: Vec<u32>,
    /// The digits each house holds in the individual in the making.
    held: Vec<u32>,
    /// The order in which genes are chosen.
    order: Vec<u32>,
    /// Repeated and missing digits of all houses if they held no digit at all.
    all_missing: u32,
    values: Vec<u8>,
}

impl Culture {
    /// `None` when a blank can take no value.
    fn new(puzzle: &Puzzle, settings: &Cultural) -> Option<Culture> {
        let board: &Board = puzzle.board();
        let open = puzzle.open_candidates();
        let blanks: Vec<u16> = puzzle.clues().blanks().map(|c| c.index() as u16).collect();
        let allowed: Vec<u32> = blanks
            .iter()
            .map(|&c| {
                let stated = puzzle.allowed(Cell::new(usize::from(c)));
                let set = if settings.valid { open[usize::from(c)] } else { stated };
                set.bits() as u32
            })
            .collect();
        if allowed.contains(&0) {
            return None;
        }
        let (mut houses, mut house_starts) = (Vec::new(), vec![0]);
        for &cell in &blanks {
            let of = board.houses_of(Cell::new(usize::from(cell)));
            houses.extend(of.iter().map(|&h| h as u16));
            house_starts.push(houses.len() as u32);
        }
        let mut given = vec![0; board.houses().len()];
        for (cell, digit) in puzzle.clues().filled() {
            for &house in board.houses_of(cell) {
                given[house] |= 1 << digit.index();
            }
        }
        // A distinct digit in a house saves one repetition, and one missing digit where the
        // house must hold them all.
        let worth = |h: &sudolab_grid::House| 2 * h.cells().len() as u32;
        Some(Culture {
            order: (0..blanks.len() as u32).collect(),
            allowed,
            no_repetition: settings.no_repetition,
            houses,
            house_starts,
            held: given.clone(),
            given,
            all_missing: board.houses().iter().map(worth).sum(),
            values: puzzle.clues().values().to_vec(),
            blanks,
        })
    }

    /// Makes an individual from two parents or from nothing, gene by gene.
    fn make(
        &mut self,
        parents: Option<[&[u8]; 2]>,
        mutation: f64,
        genes: &mut [u8],
        random: &mut Random,
    ) {
        self.held.copy_from_slice(&self.given);
        let mutation = (mutation * (1u64 << 32) as f64) as u64;
        for &gene in &self.order {
            let gene = gene as usize;
            let houses = self.house_starts[gene] as usize..self.house_starts[gene + 1] as usize;
            let houses = &self.houses[houses];
            let held = houses.iter().fold(0, |all, &h| all | self.held[usize::from(h)]);
            let allowed = self.allowed[gene];
            let fresh = if self.no_repetition { allowed & !held } else { allowed };
            let bits = random.bits();
            let inherited = match parents {
                Some(parents) if bits >> 32 >= mutation => {
                    let side = (bits & 1) as usize;
                    let (one, two) = (parents[side][gene], parents[1 - side][gene]);
                    let repeats = |v: u8| self.no_repetition && held >> (v - 1) & 1 == 1;
                    match (repeats(one), repeats(two)) {
                        (false, _) => Some(one),
                        (true, false) => Some(two),
                        _ if fresh == 0 => Some(one),
                        _ => None,
                    }
                }
                _ => None,
            };
            let value = match inherited {
                Some(value) => value,
                None => draw(if fresh == 0 { allowed } else { fresh }, random),
            };
            genes[gene] = value;
            for &house in houses {
                self.held[usize::from(house)] |= 1 << (value - 1);
            }
        }
    }

    /// Repeated and missing digits of the individual just made.
    fn cost(&self) -> u32 {
        self.all_missing - 2 * self.held.iter().map(|set| set.count_ones()).sum::<u32>()
    }

    /// What the culture allows, as observers see it: one for each value a gene may take.
    fn norms(&self, clues: &Grid) -> Field {
        let mut field = Field::of(clues);
        for (&cell, &allowed) in self.blanks.iter().zip(&self.allowed) {
            for value in (1..=32).filter(|v| allowed >> (v - 1) & 1 == 1) {
                field.set(Cell::new(usize::from(cell)), value, 1.0);
            }
        }
        field
    }

    /// The board an individual stands for.
    fn board(&mut self, genes: &[u8]) -> &[u8] {
        for (&cell, &value) in self.blanks.iter().zip(genes) {
            self.values[usize::from(cell)] = value;
        }
        &self.values
    }
}

/// One of the digits of a set, each equally likely.
fn draw(set: u32, random: &mut Random) -> u8 {
    let mut rest = set;
    for _ in 0..random.below(set.count_ones()) {
        rest &= rest - 1;
    }
    rest.trailing_zeros() as u8 + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Halt, RunVerdict, Task};

    #[test]
    fn the_cost_counts_repeated_and_missing_digits() {
        let puzzle: Puzzle = "1234341221434321".parse().unwrap();
        let culture = Culture::new(&puzzle, &Cultural::new(&ALGORITHM.defaults())).unwrap();
        assert_eq!(culture.cost(), 0);
        // A 2 for the 4 in row 1, column 4: row, column and box 2 repeat one digit and miss one.
        let puzzle: Puzzle = "123.341221434321".parse().unwrap();
        let mut culture = Culture::new(&puzzle, &Cultural::new(&ALGORITHM.defaults())).unwrap();
        culture.held[0] |= 0b10;
        culture.held[7] |= 0b10;
        culture.held[9] |= 0b10;
        assert_eq!(culture.cost(), 6);
    }

    #[test]
    fn genes_stay_within_what_the_clues_allow() {
        let puzzle: Puzzle =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let mut culture = Culture::new(&puzzle, &Cultural::new(&ALGORITHM.defaults())).unwrap();
        let mut random = Random::new(1);
        let mut genes = vec![0; culture.blanks.len()];
        for _ in 0..100 {
            culture.make(None, 1.0, &mut genes, &mut random);
            for (gene, &value) in genes.iter().enumerate() {
                assert!(culture.allowed[gene] >> (value - 1) & 1 == 1);
            }
        }
    }

    #[test]
    fn other_sizes_are_solved_too() {
        for line in ["1...............", "1.....2..3......", &".".repeat(36)] {
            let puzzle: Puzzle = line.parse().unwrap();
            let task = Task::new(&ALGORITHM).budget(Budget::ticks(500_000));
            assert_eq!(
                task.solve(&puzzle, &Halt::never()).unwrap().verdict,
                RunVerdict::Solved,
                "{line}"
            );
        }
    }
}
