//! Many puzzles at once, one per bit of a vector.

mod branch;
mod node;
mod sweep;
mod transpose;

use crate::nine::Clues;
#[cfg(target_arch = "x86_64")]
use crate::simd::avx2::{Avx2, Avx2Vector};
use crate::simd::portable::PortableVector;
use crate::simd::{Kernel, Vector};
use node::Node;
use sweep::{Candidates, sweep};
use transpose::{Rack, gather, spread};

/// What the engine found out about a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Number of solutions, counted up to the limit.
    pub solutions: u64,
    /// Number of guesses made.
    pub guesses: u64,
    /// The solution found first; all zeros if there is none.
    pub solution: [u8; 81],
}

impl Verdict {
    /// The verdict before any search: no solutions, no guesses.
    pub const NONE: Self = Self { solutions: 0, guesses: 0, solution: [0; 81] };
}

/// Solves batches of 9x9 puzzles.
pub struct BatchEngine(Machine);

enum Machine {
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2, Box<Lanes<Avx2Vector>>),
    Portable(Box<Lanes<PortableVector>>),
}

impl Default for BatchEngine {
    fn default() -> Self {
        Self::new()
    }
}

impl BatchEngine {
    /// An engine with the best instructions this machine has.
    pub fn new() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(token) = Avx2::detect() {
            return Self(Machine::Avx2(token, Lanes::new()));
        }
        Self::portable()
    }

    /// An engine without special instructions.
    pub fn portable() -> Self {
        Self(Machine::Portable(Lanes::new()))
    }

    /// Searches every puzzle for up to `limit` solutions.
    pub fn run(&mut self, puzzles: &[Clues], limit: u64, out: &mut [Verdict]) {
        match &mut self.0 {
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2(token, lanes) => token.run(Batch { lanes, puzzles, limit, out }),
            Machine::Portable(lanes) => Batch { lanes, puzzles, limit, out }.go::<PortableVector>(),
        }
    }
}

struct Lane {
    puzzle: usize,
    stack: Vec<Node>,
    verdict: Verdict,
}

struct Lanes<V: Vector> {
    rack: Box<Rack<V>>,
    lanes: Vec<Lane>,
    candidates: Box<Candidates<V>>,
}

impl<V: Vector> Lanes<V> {
    fn new() -> Box<Self> {
        Box::new(Self {
            rack: Rack::empty(),
            lanes: (0..V::WORDS * 64)
                .map(|_| Lane { puzzle: usize::MAX, stack: Vec::new(), verdict: Verdict::NONE })
                .collect(),
            candidates: Box::new(Candidates([[V::zero(); 81]; 9])),
        })
    }
}
pub static SWEEPS: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
pub static ROUNDS: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);

struct Batch<'a, V: Vector> {
    lanes: &'a mut Lanes<V>,
    puzzles: &'a [Clues],
    limit: u64,
    out: &'a mut [Verdict],
}

impl<W: Vector> Kernel for Batch<'_, W> {
    type Output = ();
    #[inline(always)]
    fn run<V: Vector>(self) {
        self.go::<W>()
    }
}

impl<V: Vector> Batch<'_, V> {
    #[inline(always)]
    fn go<W>(self) {
        let Self { lanes, puzzles, limit, out } = self;
        let Lanes { rack, lanes, candidates } = lanes;
        let mut next = 0;
        let mut busy = 0;
        let extra: usize = std::env::var("K").ok().and_then(|k| k.parse().ok()).unwrap_or(2);
        for (i, lane) in lanes.iter_mut().enumerate() {
            if next < puzzles.len() {
                lane.puzzle = next;
                lane.verdict = Verdict::NONE;
                rack.set(i, &Node::from_clues::<V>(&puzzles[next]));
                next += 1;
                busy += 1;
            }
        }
        while busy > 0 {
            spread(rack, candidates);
            for _ in 0..extra {
                sweep::<V, false>(candidates);
            }
            let report = sweep::<V, true>(candidates);
            SWEEPS.fetch_add(extra as u64 + 1, std::sync::atomic::Ordering::Relaxed);
            ROUNDS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            gather(candidates, rack);
            let alive = report.alive.to_words();
            let solved = report.alive.minus(report.open).to_words();
            let stuck = report.alive.and(report.open).minus(report.changed).to_words();
            for q in 0..V::WORDS {
                let mut bits = stuck.as_ref()[q];
                while bits != 0 {
                    let lane = q * 64 + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    let state = &mut lanes[lane];
                    let mut node = rack.get(lane);
                    let guess = branch::choose(&node);
                    state.verdict.guesses += 1;
                    let mut other = node;
                    other.remove(guess.digit, guess.cell);
                    state.stack.push(other);
                    for digit in 0..9 {
                        if digit != guess.digit {
                            node.remove(digit, guess.cell);
                        }
                    }
                    rack.set(lane, &node);
                }
                let mut bits = !alive.as_ref()[q] | solved.as_ref()[q];
                while bits != 0 {
                    let i = bits.trailing_zeros() as usize;
                    let lane = q * 64 + i;
                    bits &= bits - 1;
                    let state = &mut lanes[lane];
                    if state.puzzle == usize::MAX {
                        continue;
                    }
                    if solved.as_ref()[q] >> i & 1 == 1 {
                        if state.verdict.solutions == 0 {
                            state.verdict.solution = rack.get(lane).to_digits::<V>();
                        }
                        state.verdict.solutions += 1;
                        if state.verdict.solutions >= limit {
                            state.stack.clear();
                        }
                    }
                    if let Some(node) = state.stack.pop() {
                        rack.set(lane, &node);
                        continue;
                    }
                    out[state.puzzle] = state.verdict;
                    if next < puzzles.len() {
                        state.puzzle = next;
                        state.verdict = Verdict::NONE;
                        rack.set(lane, &Node::from_clues::<V>(&puzzles[next]));
                        next += 1;
                    } else {
                        state.puzzle = usize::MAX;
                        rack.set(lane, &Node([0; node::WORDS]));
                        busy -= 1;
                    }
                }
            }
        }
    }
}
