//! Rules checked house by house by several threads: when does it pay?
//!
//! ```text
//! cargo run --release -p sudolab-bench --bin houses -- [threads] [seconds]
//! ```
//!
//! A pass looks in every house of one position for naked and hidden tuples; the threads share the
//! houses out and meet before and after each pass, as they would have to between two steps of a
//! solver. Nothing is struck, so that every pass is the same work; what was found is compared between
//! the numbers of threads. Positions are the candidates that the clues of a random board leave.
//! Prints microseconds for each pass, by size of board and largest tuple. Wall time: needs idle cores.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use sudolab_exact::ExactSolver;
use sudolab_grid::random::Random;
use sudolab_grid::{Board, Grid, Puzzle};

/// Threads wait here for one another, spinning: a lock with a queue takes ten times as long.
struct Meeting {
    threads: usize,
    arrived: AtomicUsize,
    round: AtomicUsize,
}

impl Meeting {
    fn wait(&self) {
        let round = self.round.load(Ordering::Acquire);
        if self.arrived.fetch_add(1, Ordering::AcqRel) + 1 == self.threads {
            self.arrived.store(0, Ordering::Relaxed);
            self.round.store(round + 1, Ordering::Release);
            return;
        }
        let mut spins = 0u32;
        while self.round.load(Ordering::Acquire) == round {
            spins += 1;
            if spins < 2000 { std::hint::spin_loop() } else { std::thread::yield_now() }
        }
    }
}

/// The candidates of the cells of each house.
type Houses = Vec<Vec<u32>>;

/// Tuples found in a house, counted: so many sets on so many cells, and so many places of as many
/// digits.
fn tuples(house: &[u32], most: usize) -> u64 {
    let open: Vec<u32> = house.iter().copied().filter(|set| set.count_ones() > 1).collect();
    let digits = open.iter().fold(0, |all, set| all | set);
    let places: Vec<u32> = (0..32)
        .filter(|digit| digits >> digit & 1 == 1)
        .map(|digit| open.iter().enumerate().map(|(i, set)| (set >> digit & 1) << i).sum())
        .collect();
    (2..=most.min(open.len() / 2)).map(|n| unions(&open, 0, n, n) + unions(&places, 0, n, n)).sum()
}

/// In how many ways `left` more of these sets make a union of no more than `n` with it.
fn unions(sets: &[u32], union: u32, left: usize, n: usize) -> u64 {
    if left == 0 {
        return 1;
    }
    let mut found = 0;
    for (i, set) in sets.iter().enumerate() {
        let union = union | set;
        if union.count_ones() as usize <= n {
            found += unions(&sets[i + 1..], union, left - 1, n);
        }
    }
    found
}

/// A board of which every third cell keeps the digit of a solution.
fn position(size: usize) -> Result<Houses, Box<dyn std::error::Error>> {
    let board = Board::of_size(size)?;
    let full = ExactSolver::new().solve(&Puzzle::new(Grid::empty(board.clone())));
    let full = full.ok_or("every board has a solution")?;
    let mut clues = full.grid().clone();
    let mut random = Random::new(size as u64);
    for cell in board.cells() {
        if random.index(3) > 0 {
            clues.clear(cell);
        }
    }
    let candidates: Vec<u32> = board
        .cells()
        .map(|cell| {
            let seen = board.peer_list(cell).iter().filter_map(|&peer| clues.get(peer));
            match clues.get(cell) {
                Some(digit) => 1 << digit.index(),
                None => seen
                    .fold(board.digits().bits() as u32, |set, digit| set & !(1 << digit.index())),
            }
        })
        .collect();
    let house = |h: &sudolab_grid::House| h.cells().iter().map(|c| candidates[c.index()]).collect();
    Ok(board.houses().iter().map(house).collect())
}

/// Microseconds for a pass, and what a pass finds.
fn measure(houses: &Houses, most: usize, threads: usize, time: Duration) -> (f64, u64) {
    let meeting = Meeting { threads, arrived: 0.into(), round: 0.into() };
    let (over, found) = (AtomicBool::new(false), AtomicU64::new(0));
    let share = |number: usize| {
        let sum = houses.iter().skip(number).step_by(threads).map(|h| tuples(h, most)).sum::<u64>();
        found.fetch_add(sum, Ordering::Relaxed);
    };
    std::thread::scope(|scope| {
        for number in 1..threads {
            let (meeting, over, share) = (&meeting, &over, &share);
            scope.spawn(move || {
                loop {
                    meeting.wait();
                    if over.load(Ordering::Relaxed) {
                        return;
                    }
                    share(number);
                    meeting.wait();
                }
            });
        }
        let (started, mut passes) = (Instant::now(), 0u32);
        while started.elapsed() < time {
            for _ in 0..16 {
                meeting.wait();
                share(0);
                meeting.wait();
            }
            passes += 16;
        }
        let micros = started.elapsed().as_secs_f64() * 1e6 / f64::from(passes);
        over.store(true, Ordering::Relaxed);
        meeting.wait();
        (micros, found.load(Ordering::Relaxed) / u64::from(passes))
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let threads: usize = arguments.first().map_or(Ok(2), |n| n.parse())?;
    let seconds: f64 = arguments.get(1).map_or(Ok(0.3), |n| n.parse())?;
    let time = Duration::from_secs_f64(seconds);
    println!("size,largest_tuple,one_us,{threads}_threads_us,efficiency,found");
    for size in [9, 16, 25] {
        let houses = position(size)?;
        for most in [2, 3, 4] {
            let (one, found) = measure(&houses, most, 1, time);
            let (many, same) = measure(&houses, most, threads, time);
            assert_eq!(found, same, "the same tuples whatever the number of threads");
            let efficiency = one / many / threads as f64;
            println!("{size},{most},{one:.2},{many:.2},{efficiency:.2},{found}");
        }
    }
    Ok(())
}
