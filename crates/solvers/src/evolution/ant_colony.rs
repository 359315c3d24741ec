//! Ant colony system: ants fill the board along pheromone, with propagation after each choice.
//!
//! Idea: ten ants walk over the cells, each on its own copy of the board and from its own cell.
//! Where a cell is still open an ant chooses one of its digits, by pheromone, and the board
//! follows it up: the digit goes from the peers, singles are placed. An ant never takes a choice
//! back; a cell left without candidates stays blank. The ant that fills most cells marks its
//! digits with pheromone, N / (N - filled), and that mark fades until a better one comes.
//! Source: H. Lloyd, M. Amos, *Solving Sudoku with ant colony optimization*, IEEE Transactions on
//! Games 12, 2020, and the authors' public program for the constants: 10 ants, q0 0.9, rho 0.9,
//! initial pheromone 1/N, local update 0.9 old + 0.1 initial, the best mark times 0.995 in each
//! round.
//! Both readings of q0 are kept (`greedy`): in a textbook colony an ant takes the digit with most
//! pheromone with probability q0; in the public program it does so when the random number is
//! above q0, so in one choice of ten.
//! Ours differs: candidates and their numbers in each house are kept up to date digit by digit,
//! so a hidden single shows when a number falls to one and nothing is searched for.
//!
//! A tick is one step of one ant.

use crate::{
    Algorithm, Answer, Boards, Event, Family, Parallel, Parameter, ParameterKind, Promises, Run,
};
use crate::{Settings, Solver, Stop};
use sudolab_grid::random::Random;
use sudolab_grid::{Board, Grid, Puzzle};

/// The ant colony system of Lloyd and Amos.
pub static ALGORITHM: Algorithm = Algorithm {
    id: "ant-colony",
    title: "Ant colony system",
    family: Family::Stochastic,
    as_published: true,
    source: "H. Lloyd, M. Amos, Solving Sudoku with ant colony optimization, 2020",
    promises: Promises {
        proves_impossible: false,
        uses_seed: true,
        proves_unique: false,
        boards: Boards::Any,
    },
    parameters: &[
        Parameter {
            name: "ants",
            default: "10",
            kind: ParameterKind::Whole { min: 1, max: 1000 },
            help: "ants in a round",
        },
        Parameter {
            name: "q0",
            default: "0.9",
            kind: ParameterKind::Real { min: 0.0, max: 1.0 },
            help: "bound between choosing the best digit and drawing one",
        },
        Parameter {
            name: "greedy",
            default: "textbook",
            kind: ParameterKind::Choice(&["textbook", "public-code"]),
            help: "the best digit is taken with probability q0, or 1 - q0 as the public program does",
        },
        Parameter {
            name: "rho",
            default: "0.9",
            kind: ParameterKind::Real { min: 0.0, max: 1.0 },
            help: "share of a cell's pheromone that the best ant renews",
        },
        Parameter {
            name: "local",
            default: "0.1",
            kind: ParameterKind::Real { min: 0.0, max: 1.0 },
            help: "share of the initial pheromone in the update after each choice",
        },
        Parameter {
            name: "evaporation",
            default: "0.005",
            kind: ParameterKind::Real { min: 0.0, max: 1.0 },
            help: "share by which the best mark fades in each round",
        },
    ],
    preset: &[],
    tick: "one step of one ant",
    parallel: Some(Parallel::SideBySide),
    bulk: None,
    build: |settings| Ok(Box::new(Colony::new(settings))),
    build_counter: None,
};

struct Colony {
    ants: usize,
    greedy_share: f64,
    rho: f32,
    local: f32,
    evaporation: f64,
}

impl Colony {
    fn new(settings: &Settings) -> Colony {
        let q0 = settings.real("q0");
        Colony {
            ants: settings.whole("ants") as usize,
            greedy_share: if settings.text("greedy") == "textbook" { q0 } else { 1.0 - q0 },
            rho: settings.real("rho") as f32,
            local: settings.real("local") as f32,
            evaporation: settings.real("evaporation"),
        }
    }
}

impl Solver for Colony {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        let ground = Terrain::new(puzzle.board());
        let Some(start) = AntBoard::new(&ground, puzzle) else { return Ok(Answer::GaveUp) };
        let (n, size) = (ground.n_cells, ground.size);
        let mut values = vec![0; n];
        start.values(&mut values);
        run.show(&values);
        run.offer((n - start.n_fixed) as f64, &values);
        let initial = 1.0 / n as f32;
        let mut pheromone = vec![initial; n * size];
        let mut ants = vec![start.clone(); self.ants];
        let mut places = vec![0; self.ants];
        let mut best = start.clone();
        let mut mark = 0.0f64;
        for number in 1.. {
            for (ant, place) in ants.iter_mut().zip(&mut places) {
                ant.copy(&start);
                *place = run.random().index(n);
            }
            for _ in 0..n {
                run.spend(self.ants as u64)?;
                for (ant, place) in ants.iter_mut().zip(&mut places) {
                    let cell = *place;
                    *place = if cell + 1 == n { 0 } else { cell + 1 };
                    let open = ant.candidates[cell];
                    if open & open.wrapping_sub(1) == 0 {
                        continue;
                    }
                    let around = &mut pheromone[cell * size..][..size];
                    let digit = self.choose(open, around, run.random());
                    ant.fix(&ground, cell, digit);
                    let at = &mut around[digit];
                    *at = *at * (1.0 - self.local) + initial * self.local;
                }
            }
            let leader = ants.iter().max_by_key(|ant| ant.n_fixed);
            let Some(leader) = leader else { return Ok(Answer::GaveUp) };
            let left = n - leader.n_fixed;
            if (left as f64) < run.best_cost() {
                leader.values(&mut values);
                run.offer(left as f64, &values);
            }
            if run.is_due() {
                leader.values(&mut values);
                run.show(&values);
                run.tell(|| Event::Field { name: "pheromone", values: &pheromone });
                let costs: Vec<f32> = ants.iter().map(|ant| (n - ant.n_fixed) as f32).collect();
                run.tell(|| Event::Population { costs: &costs });
            }
            if left == 0 {
                leader.values(&mut values);
                run.show(&values);
                let grid = Grid::from_values(puzzle.board().clone(), &values);
                return Ok(grid.map_or(Answer::GaveUp, Answer::Solved));
            }
            let strength = n as f64 / left as f64;
            if strength > mark {
                mark = strength;
                best.copy(leader);
            }
            for (cell, &set) in best.candidates.iter().enumerate() {
                if set.is_power_of_two() {
                    let at = &mut pheromone[cell * size + set.trailing_zeros() as usize];
                    *at = *at * (1.0 - self.rho) + mark as f32 * self.rho;
                }
            }
            mark *= 1.0 - self.evaporation;
            run.tell(|| {
                let open: usize = ants.iter().map(|ant| n - ant.n_fixed).sum();
                let mean = open as f64 / ants.len() as f64;
                Event::Generation { number, best: left as f64, mean }
            });
        }
        Ok(Answer::GaveUp)
    }
}

impl Colony {
    /// Chooses one of the open digits, counted from 0.
    fn choose(&self, open: u32, pheromone: &[f32], random: &mut Random) -> usize {
        let digits = || {
            let mut rest = open;
            std::iter::from_fn(move || {
                let digit = rest.trailing_zeros() as usize;
                if rest == 0 {
                    return None;
                }
                rest &= rest - 1;
                Some(digit)
            })
        };
        let first = open.trailing_zeros() as usize;
        if random.chance(self.greedy_share) {
            return digits().fold(
                first,
                |best, d| {
                    if pheromone[d] > pheromone[best] { d } else { best }
                },
            );
        }
        let total: f32 = digits().map(|d| pheromone[d]).sum();
        let mut left = random.unit_f32() * total;
        let mut chosen = first;
        for digit in digits() {
            chosen = digit;
            left -= pheromone[digit];
            if left < 0.0 {
                break;
            }
        }
        chosen
    }
}

/// The board as lists of numbers.
struct Terrain {
    n_cells: usize,
    size: usize,
    peers: Vec<Box<[u16]>>,
    houses_of: Vec<Box<[u16]>>,
    /// The cells of each house; empty where the house need not hold every digit.
    full: Vec<Box<[u16]>>,
}

impl Terrain {
    fn new(board: &Board) -> Terrain {
        let short = |cells: &[sudolab_grid::Cell]| cells.iter().map(|c| c.index() as u16).collect();
        let is_full = |h: &&sudolab_grid::House| h.cells().len() == board.size();
        Terrain {
            n_cells: board.n_cells(),
            size: board.size(),
            peers: board.cells().map(|c| short(board.peer_list(c))).collect(),
            houses_of: board
                .cells()
                .map(|c| board.houses_of(c).iter().map(|&h| h as u16).collect())
                .collect(),
            full: board
                .houses()
                .iter()
                .map(|h| if is_full(&h) { short(h.cells()) } else { Box::default() })
                .collect(),
        }
    }
}

/// One ant's board.
#[derive(Clone)]
struct AntBoard {
    /// The digits each cell may hold; one when it is fixed, none when it is lost.
    candidates: Vec<u32>,
    /// How many cells of each house may hold each digit.
    places: Vec<u8>,
    n_fixed: usize,
    n_lost: usize,
    /// Cells that have become fixed and whose peers do not know yet.
    waiting: Vec<u16>,
}

impl AntBoard {
    /// The puzzle after propagation; `None` when it breaks a rule.
    fn new(ground: &Terrain, puzzle: &Puzzle) -> Option<AntBoard> {
        if !puzzle.conflicts().is_empty() {
            return None;
        }
        let (n, size) = (ground.n_cells, ground.size);
        let all = puzzle.board().digits().bits() as u32;
        let mut this = AntBoard {
            candidates: vec![all; n],
            places: ground.full.iter().flat_map(|h| vec![h.len() as u8; size]).collect(),
            n_fixed: 0,
            n_lost: 0,
            waiting: Vec::with_capacity(n),
        };
        for cell in puzzle.board().cells() {
            for digit in (puzzle.board().digits() - puzzle.allowed(cell)).iter() {
                this.strike(ground, cell.index(), digit.index());
            }
        }
        this.follow(ground);
        let homeless = |house: usize, digit: usize| {
            !ground.full[house].is_empty() && this.places[house * size + digit] == 0
        };
        let houses = 0..ground.full.len();
        let broken = this.n_lost > 0
            || houses.into_iter().any(|h| (0..size).any(|digit| homeless(h, digit)));
        (!broken).then_some(this)
    }

    /// Becomes a copy of another without asking for memory.
    fn copy(&mut self, other: &AntBoard) {
        self.candidates.copy_from_slice(&other.candidates);
        self.places.copy_from_slice(&other.places);
        (self.n_fixed, self.n_lost) = (other.n_fixed, other.n_lost);
        self.waiting.clear();
    }

    /// Fixes an open cell and follows it up.
    fn fix(&mut self, ground: &Terrain, cell: usize, digit: usize) {
        self.keep_only(ground, cell, digit);
        self.follow(ground);
    }

    fn keep_only(&mut self, ground: &Terrain, cell: usize, digit: usize) {
        let mut others = self.candidates[cell] & !(1 << digit);
        while others != 0 {
            self.strike(ground, cell, others.trailing_zeros() as usize);
            others &= others - 1;
            // A hidden single found on the way may have settled or lost this very cell.
            others &= self.candidates[cell];
        }
    }

    /// Strikes a candidate; a cell left with one is fixed, a digit left with one place in a house
    /// is fixed there.
    fn strike(&mut self, ground: &Terrain, cell: usize, digit: usize) {
        let set = &mut self.candidates[cell];
        if *set >> digit & 1 == 0 {
            return;
        }
        *set &= !(1 << digit);
        if *set == 0 {
            self.n_lost += 1;
            self.n_fixed -= 1;
        } else if set.is_power_of_two() {
            self.n_fixed += 1;
            self.waiting.push(cell as u16);
        }
        for &house in &ground.houses_of[cell] {
            let house = usize::from(house);
            if ground.full[house].is_empty() {
                continue;
            }
            let places = &mut self.places[house * ground.size + digit];
            *places -= 1;
            if *places == 1 {
                let may = |c: &&u16| self.candidates[usize::from(**c)] >> digit & 1 == 1;
                let last = ground.full[house].iter().find(may).copied();
                if let Some(last) = last
                    && self.candidates[usize::from(last)].count_ones() > 1
                {
                    self.keep_only(ground, usize::from(last), digit);
                }
            }
        }
    }

    /// Strikes the digits of fixed cells from their peers until nothing is waiting.
    fn follow(&mut self, ground: &Terrain) {
        while let Some(cell) = self.waiting.pop() {
            let set = self.candidates[usize::from(cell)];
            if set == 0 {
                continue;
            }
            let digit = set.trailing_zeros() as usize;
            for &peer in &ground.peers[usize::from(cell)] {
                self.strike(ground, usize::from(peer), digit);
            }
        }
    }

    /// The fixed cells as a board, 0 for the others.
    fn values(&self, into: &mut [u8]) {
        for (value, &set) in into.iter_mut().zip(&self.candidates) {
            *value = if set.is_power_of_two() { set.trailing_zeros() as u8 + 1 } else { 0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stochastic::reduced::{Level, Reduced};

    #[test]
    fn propagation_reaches_what_singles_reach() {
        for line in [
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
        ] {
            let puzzle: Puzzle = line.parse().unwrap();
            let trail = AntBoard::new(&Terrain::new(puzzle.board()), &puzzle).unwrap();
            let reduced = Reduced::new(&puzzle, Level::Singles).unwrap();
            let mut values = vec![0; 81];
            trail.values(&mut values);
            assert_eq!(values, reduced.grid.values());
            assert_eq!(trail.n_fixed, reduced.grid.n_filled());
        }
    }

    #[test]
    fn numbers_of_places_stay_true_through_random_fixing() {
        let mut random = Random::new(7);
        for size in [4, 6, 9, 16, 25] {
            let puzzle = Puzzle::new(Grid::empty(Board::of_size(size).unwrap()));
            let ground = Terrain::new(puzzle.board());
            let mut trail = AntBoard::new(&ground, &puzzle).unwrap();
            for cell in 0..ground.n_cells {
                let open = trail.candidates[cell];
                if open.count_ones() > 1 {
                    let nth = random.below(open.count_ones());
                    let digit = (0..size).filter(|d| open >> d & 1 == 1).nth(nth as usize);
                    trail.fix(&ground, cell, digit.unwrap());
                }
            }
            let fixed = trail.candidates.iter().filter(|s| s.is_power_of_two()).count();
            let lost = trail.candidates.iter().filter(|&&s| s == 0).count();
            assert_eq!((trail.n_fixed, trail.n_lost), (fixed, lost));
            for (house, cells) in ground.full.iter().enumerate() {
                for digit in 0..size {
                    let places = cells
                        .iter()
                        .filter(|&&c| trail.candidates[usize::from(c)] >> digit & 1 == 1)
                        .count();
                    assert_eq!(usize::from(trail.places[house * size + digit]), places);
                }
            }
        }
    }
}
