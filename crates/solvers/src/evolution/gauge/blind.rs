//! Blind Sudoku with our instructions: nothing but the fitness of a whole sequence comes back.
//!
//! Against the paper: sequences of 128 instead of 81 instructions, so that failures have room;
//! genes are whole instructions in the order they run; a child has a few genes redrawn and a few
//! moved to another place instead of single bits flipped, because a flipped position bit shifts
//! every later gene; crossover cuts between genes; evolution goes on as long as the budget lasts.
//! Selection is the paper's Minimal Generation Gap, fitness its temporal salience: a fill at
//! step i of n earns 9 (n - i), struck marks earn n - i.

use super::{Gauge, Generation, Instruction, Marks, solved, tell_programs};
use crate::{Answer, Event, Run, Stop};
use sudolab_grid::random::Random;

/// Blind evolution advances so much more slowly that its patience is longer by this factor.
const SLOWER: u64 = 100;

#[derive(Clone)]
struct Genome {
    genes: Vec<Instruction>,
    fitness: u64,
    n_blank: usize,
}

pub(super) fn solve(gauge: &Gauge, start: &Marks, run: &mut Run<'_>) -> Result<Answer, Stop> {
    let mut board = start.clone();
    let mut population = Vec::with_capacity(gauge.population);
    for _ in 0..gauge.population {
        let genes = (0..gauge.length).map(|_| gauge.draw(0, run.random())).collect();
        let mut genome = Genome { genes, fitness: 0, n_blank: 0 };
        if evaluate(&mut genome, start, &mut board, run)? {
            return Ok(solved(&genome.genes, start, run));
        }
        population.push(genome);
    }
    // The two children of a pairing stand behind the population.
    let n = population.len();
    population.extend([population[0].clone(), population[0].clone()]);
    let (mut best, mut idle) = (start.n_blank(), 0);
    for number in 1.. {
        idle += 1;
        for _ in 0..n.div_ceil(2) {
            let first = run.random().index(n);
            let mut second = run.random().index(n - 1);
            second += usize::from(second >= first);
            let cut = if run.random().chance(gauge.crossover) {
                1 + run.random().index(gauge.length - 1)
            } else {
                gauge.length
            };
            for (i, [head, tail]) in [[first, second], [second, first]].into_iter().enumerate() {
                let (parents, children) = population.split_at_mut(n);
                let child = &mut children[i];
                child.genes[..cut].copy_from_slice(&parents[head].genes[..cut]);
                child.genes[cut..].copy_from_slice(&parents[tail].genes[cut..]);
                mutate(gauge, &mut child.genes, idle - 1, run.random());
                if evaluate(child, start, &mut board, run)? {
                    return Ok(solved(&child.genes, start, run));
                }
                if board.n_blank() < best {
                    (best, idle) = (board.n_blank(), 1);
                }
            }
            gap(&mut population, [first, second, n, n + 1], run.random());
        }
        if run.is_due() {
            let fitness = |g: &Genome| g.fitness as f64;
            let fittest = population[..n].iter().max_by_key(|g| g.fitness);
            let generation = Generation {
                number,
                best: fittest.map_or(0.0, fitness),
                mean: population[..n].iter().map(fitness).sum::<f64>() / n as f64,
            };
            let blanks: Vec<usize> = population[..n].iter().map(|g| g.n_blank).collect();
            let fittest = fittest.map_or(&[][..], |g| &g.genes);
            tell_programs(generation, &blanks, fittest, start, run);
        }
        run.tell(|| {
            let blanks: usize = population[..n].iter().map(|g| g.n_blank).sum();
            Event::Generation { number, best: best as f64, mean: blanks as f64 / n as f64 }
        });
        if gauge.is_hopeless(idle / SLOWER) {
            break;
        }
    }
    Ok(Answer::GaveUp)
}

/// About one gene in a child is redrawn, and about one moved.
fn mutate(gauge: &Gauge, genes: &mut [Instruction], idle: u64, random: &mut Random) {
    while random.chance(0.5) {
        let at = random.index(genes.len());
        genes[at] = gauge.draw(idle / SLOWER, random);
    }
    while random.chance(0.5) {
        let (from, to) = (random.index(genes.len()), random.index(genes.len()));
        if from < to {
            genes[from..=to].rotate_left(1);
        } else {
            genes[to..=from].rotate_right(1);
        }
    }
}

fn evaluate(
    genome: &mut Genome,
    start: &Marks,
    board: &mut Marks,
    run: &mut Run<'_>,
) -> Result<bool, Stop> {
    run.tick()?;
    board.clone_from(start);
    genome.fitness = 0;
    for (i, gene) in genome.genes.iter().enumerate() {
        if gene.apply(board) {
            let worth = if gene.fills() { 9 } else { 1 };
            genome.fitness += worth * (genome.genes.len() - i) as u64;
            if board.n_blank() == 0 {
                break;
            }
        }
    }
    genome.n_blank = board.n_blank();
    run.offer(board.n_blank() as f64, board.values());
    Ok(board.n_blank() == 0)
}

/// The best of parents and children takes the first parent's place; a wheel over the other three
/// fills the second's. Genomes change places by swapping, so that no memory moves.
fn gap(genomes: &mut [Genome], family: [usize; 4], random: &mut Random) {
    let fitness = family.map(|at| genomes[at].fitness);
    // On a tie the child wins, which lets neutral changes drift.
    let best = (0..4).max_by_key(|&i| (fitness[i], i)).unwrap_or(0);
    let lowest = fitness.iter().min().copied().unwrap_or(0);
    let others = (0..4).filter(|&i| i != best);
    let total: u64 = others.clone().map(|i| fitness[i] - lowest + 1).sum();
    let mut left = random.unit() * total as f64;
    let mut chosen = best;
    for i in others {
        chosen = i;
        left -= (fitness[i] - lowest + 1) as f64;
        if left < 0.0 {
            break;
        }
    }
    genomes.swap(family[0], family[best]);
    // The first parent now stands where the best one stood.
    let chosen = if chosen == 0 { best } else { chosen };
    genomes.swap(family[1], family[chosen]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_comes_first_and_a_different_one_second() {
        let mut random = Random::new(3);
        for round in 0..200 {
            let fitness: [u64; 4] = std::array::from_fn(|i| 10 * (i as u64 ^ (round % 4)));
            let genome = |fitness| Genome { genes: Vec::new(), fitness, n_blank: 0 };
            let mut genomes: Vec<Genome> = fitness.into_iter().map(genome).collect();
            gap(&mut genomes, [0, 1, 2, 3], &mut random);
            assert_eq!(genomes[0].fitness, 30);
            assert!(genomes[1].fitness < 30);
            let mut all: Vec<u64> = genomes.iter().map(|g| g.fitness).collect();
            all.sort_unstable();
            assert_eq!(all, [0, 10, 20, 30]);
        }
    }
}
