//! The search in the middle of its work, to be shared by several threads.
//!
//! It visits the positions of `search.rs` in the same order. Each stacked position is a branch not
//! yet tried, so cutting the search is taking positions from the bottom of the stack.

use super::Opening;
use super::rules::{PackedPosition, Swept, is_full, propagate};
use super::search::{Filled, Frame, Frames, branch, load, store};
use super::start;
use crate::simd::rows::{Isa, Lanes, Rows, RowsKernel};
use crate::split::{Cut, Tally, Tree, Walked};

/// A search that can be walked on and cut. A tick of it is a guess.
#[derive(Debug)]
pub struct Walk {
    isa: Isa,
    /// The position to look at next.
    here: Frame,
    /// Branches not yet tried, the next one last.
    frames: Frames,
    depth: usize,
    /// Ticks of the part when each of them was left for later.
    since: [u64; 82],
}

impl Walk {
    pub(super) fn new(isa: Isa, start: &Opening) -> Walk {
        let mut walk = Walk::from_frames(isa, &[[Lanes([0; 16]); 6]]);
        isa.run(Begin { start, walk: &mut walk });
        walk
    }

    /// The search through these branches, the last one first.
    fn from_frames(isa: Isa, branches: &[Frame]) -> Walk {
        let mut frames = Frames::new();
        let depth = branches.len() - 1;
        frames.0[..depth].copy_from_slice(&branches[..depth]);
        Walk { isa, here: branches[depth], frames, depth, since: [0; 82] }
    }

    /// Forgets the branches left for later before this one.
    fn forget(&mut self, before: usize) {
        self.frames.0.copy_within(before..self.depth, 0);
        self.since.copy_within(before..self.depth, 0);
        self.depth -= before;
    }
}

impl Tree for Walk {
    /// About 0.2 ms.
    const LEASH: u64 = 1024;

    fn walk(&mut self, pause_at: u64, tally: &mut Tally) -> Walked {
        self.isa.run(On { walk: self, pause_at, tally })
    }

    fn cut(&mut self, cut: Cut, ticks: u64) -> Vec<Walk> {
        match cut {
            Cut::Largest if self.depth > 0 => {
                let piece = Walk::from_frames(self.isa, &self.frames.0[..1]);
                self.forget(1);
                vec![piece]
            }
            Cut::Next { grain } => {
                let large = |since: &u64| ticks - since >= grain;
                let Some(at) = self.since[..self.depth].iter().rposition(large) else {
                    return Vec::new();
                };
                let mut pieces = vec![Walk::from_frames(self.isa, &self.frames.0[at..=at])];
                if at > 0 {
                    pieces.push(Walk::from_frames(self.isa, &self.frames.0[..at]));
                }
                self.forget(at + 1);
                pieces
            }
            Cut::Largest => Vec::new(),
        }
    }
}

/// Sets the first position.
struct Begin<'a> {
    start: &'a Opening,
    walk: &'a mut Walk,
}

impl RowsKernel for Begin<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Rows>(self) {
        let x: PackedPosition<V> = start::position(self.start);
        store(&x, &mut self.walk.here);
    }
}

/// Walks on.
struct On<'a> {
    walk: &'a mut Walk,
    pause_at: u64,
    tally: &'a mut Tally,
}

impl RowsKernel for On<'_> {
    type Output = Walked;

    #[inline(always)]
    fn run<V: Rows>(self) -> Walked {
        let On { walk, pause_at, tally } = self;
        let mut x: PackedPosition<V> = load(&walk.here);
        let mut depth = walk.depth;
        loop {
            if tally.ticks() >= pause_at {
                store(&x, &mut walk.here);
                walk.depth = depth;
                return Walked::Paused;
            }
            let verdict = propagate(&mut x);
            if verdict == Swept::Open && branch(&mut x, &mut walk.frames.0[depth]) {
                tally.spend(1);
                tally.add_guesses(1);
                walk.since[depth] = tally.ticks();
                depth += 1;
                continue;
            }
            if verdict == Swept::Solved || (verdict == Swept::Open && is_full(&x)) {
                let mut filled = Filled([Lanes([0; 16]); 6]);
                store(&x, &mut filled.0);
                if tally.found(|| Box::new(filled.grid())) {
                    return Walked::Ended;
                }
            }
            if depth == 0 {
                return Walked::Ended;
            }
            depth -= 1;
            x = load(&walk.frames.0[depth]);
        }
    }
}
