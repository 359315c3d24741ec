//! Depth first, with a stack of positions.

use std::ops::ControlFlow;
use sudolab_grid::halt::Stop;

use super::Opening;
use super::choice::{self, LANES, place};
use super::rules::{PackedPosition, Swept, is_full, propagate};
use super::start;
use crate::simd::rows::{Lanes, Rows, RowsKernel};

/// A position in memory.
pub(super) type Frame = [Lanes; 6];

/// The positions still to be tried. Each guess on the way down puts a digit in an open cell,
/// so there are never more than there are cells.
#[derive(Debug)]
pub(super) struct Frames(pub(super) Box<[Frame; 82]>);

impl Frames {
    /// Room for a search.
    pub(super) fn new() -> Frames {
        Frames(Box::new([[Lanes([0; 16]); 6]; 82]))
    }
}

/// A solution as the engine holds it.
#[derive(Debug)]
pub struct Filled(pub(super) Frame);

impl Filled {
    /// Its digits 1 to 9 in reading order.
    pub fn grid(&self) -> [u8; 81] {
        // A row has one bit for each digit; the mask only shows the compiler that all is within
        // bounds.
        let mut grid = [0; 96];
        for row in 0..3 {
            let (a, b) = (&self.0[row].0, &self.0[3 + row].0);
            for digit in 0..8 {
                let columns = [a[digit], a[8 + digit], b[digit]];
                for band in 0..3 {
                    let column = columns[band].trailing_zeros() as usize & 15;
                    grid[27 * band + 9 * row + column] = digit as u8 + 1;
                }
            }
            for band in 0..3 {
                let column = b[place(band, 8).1].trailing_zeros() as usize & 15;
                grid[27 * band + 9 * row + column] = 9;
            }
        }
        std::array::from_fn(|cell| grid[cell])
    }
}

/// Guesses between two calls of the meter: some tens of microseconds.
pub(super) const TELL_EVERY: u64 = 256;

/// A search for all solutions, until `found` breaks it off or `meter` stops it; gives the number of guesses.
pub(super) struct SingleSearch<'a> {
    pub(super) start: &'a Opening,
    pub(super) frames: &'a mut Frames,
    /// Is told now and then how many guesses went by.
    pub(super) meter: &'a mut dyn FnMut(u64) -> Result<(), Stop>,
    pub(super) found: &'a mut dyn FnMut(&Filled) -> ControlFlow<()>,
}

impl RowsKernel for SingleSearch<'_> {
    type Output = (u64, Result<(), Stop>);

    #[inline(always)]
    fn run<V: Rows>(self) -> (u64, Result<(), Stop>) {
        let frames = &mut self.frames.0;
        let mut x: PackedPosition<V> = start::position(self.start);
        let mut depth = 0;
        let mut guesses = 0;
        loop {
            let verdict = propagate(&mut x);
            if verdict == Swept::Open && branch(&mut x, &mut frames[depth]) {
                guesses += 1;
                depth += 1;
                if guesses % TELL_EVERY == 0
                    && let Err(stop) = (self.meter)(TELL_EVERY)
                {
                    return (guesses, Err(stop));
                }
                continue;
            }
            // Without a place to guess the grid is full, if it was from the beginning, or dead.
            if verdict == Swept::Solved || (verdict == Swept::Open && is_full(&x)) {
                let mut filled = Filled([Lanes([0; 16]); 6]);
                store(&x, &mut filled.0);
                if (self.found)(&filled).is_break() {
                    return (guesses, Ok(()));
                }
            }
            if depth == 0 {
                return (guesses, Ok(()));
            }
            depth -= 1;
            x = load(&frames[depth]);
        }
    }
}

/// Guesses: the candidate is placed; the position without it is left in the frame. False if
/// the position is dead after all.
#[inline(always)]
pub(super) fn branch<V: Rows>(x: &mut PackedPosition<V>, frame: &mut Frame) -> bool {
    store(x, frame);
    let Some(guess) = choice::choose(x, frame) else { return false };
    let cell = V::splat(guess.cell);
    let mut placed = *frame;
    for half in 0..2 {
        let lanes = V::load(&LANES[guess.lanes][half]);
        let vector = 3 * half + guess.row;
        let row = V::load(&frame[vector]);
        row.minus(lanes.and(cell)).store(&mut frame[vector]);
        row.minus(lanes.minus(cell)).store(&mut placed[vector]);
    }
    *x = load(&placed);
    true
}

#[inline(always)]
pub(super) fn store<V: Rows>(x: &PackedPosition<V>, frame: &mut Frame) {
    for i in 0..6 {
        x[i].store(&mut frame[i]);
    }
}

#[inline(always)]
pub(super) fn load<V: Rows>(frame: &Frame) -> PackedPosition<V> {
    [
        V::load(&frame[0]),
        V::load(&frame[1]),
        V::load(&frame[2]),
        V::load(&frame[3]),
        V::load(&frame[4]),
        V::load(&frame[5]),
    ]
}
