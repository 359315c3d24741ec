//! The search for someone who looks on.
//!
//! It visits the positions of `search.rs` in the same order and counts the same guesses, and tells
//! of each position what is filled in it. The search itself stays as fast as it is.

use std::ops::ControlFlow;
use sudolab_grid::halt::Stop;

use super::Opening;
use super::choice::{self, place};
use super::rules::{PackedPosition, Swept, is_full, propagate};
use super::search::{Filled, Frame, Frames, TELL_EVERY, branch, load, store};
use super::start;
use crate::simd::rows::{Lanes, Rows, RowsKernel};
use crate::watch::Moment;

/// The search with a watcher.
pub(super) struct Watched<'a> {
    pub(super) start: &'a Opening,
    pub(super) frames: &'a mut Frames,
    pub(super) meter: &'a mut dyn FnMut(u64) -> Result<(), Stop>,
    pub(super) found: &'a mut dyn FnMut(&Filled) -> ControlFlow<()>,
    pub(super) see: &'a mut dyn FnMut(u64, Moment<'_>),
}

impl RowsKernel for Watched<'_> {
    type Output = (u64, Result<(), Stop>);

    #[inline(always)]
    fn run<V: Rows>(self) -> (u64, Result<(), Stop>) {
        let frames = &mut self.frames.0;
        let mut x: PackedPosition<V> = start::position(self.start);
        let mut depth = 0;
        let (mut guesses, mut solutions) = (0, 0);
        let mut here: Frame = [Lanes([0; 16]); 6];
        loop {
            let verdict = propagate(&mut x);
            store(&x, &mut here);
            let ticks = guesses + solutions;
            let guess = match verdict {
                Swept::Open => choice::choose(&x, &here),
                _ => None,
            };
            let full = verdict == Swept::Solved || (verdict == Swept::Open && is_full(&x));
            if full || guess.is_some() {
                (self.see)(ticks, Moment::Position(&values(&here)));
            } else {
                (self.see)(ticks, Moment::Conflict { house: None });
            }
            if let Some(guess) = guess
                && branch(&mut x, &mut frames[depth])
            {
                guesses += 1;
                depth += 1;
                let (band, digit) = (guess.lanes / 9, guess.lanes % 9);
                let column = guess.cell.trailing_zeros() as usize;
                let cell = 27 * band + 9 * guess.row + column;
                let rest = candidates(&here, cell) & !(1 << digit);
                let digit = digit as u8 + 1;
                let rest = u64::from(rest);
                (self.see)(ticks + 1, Moment::Guess { cell, digit, rest, depth });
                if guesses % TELL_EVERY == 0
                    && let Err(stop) = (self.meter)(TELL_EVERY)
                {
                    return (guesses, Err(stop));
                }
                continue;
            }
            if full {
                solutions += 1;
                if (self.found)(&Filled(here)).is_break() {
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

/// The digits a cell may hold: bit `d - 1` for digit `d`.
fn candidates(frame: &Frame, cell: usize) -> u32 {
    let (band, row, column) = (cell / 27, cell / 9 % 3, cell % 9);
    (0..9).fold(0, |set, digit| {
        let (vector, lane) = place(band, digit);
        set | u32::from(frame[vector + row].0[lane] >> column & 1) << digit
    })
}

/// The digit of each cell that can hold only one, 0 elsewhere.
fn values(frame: &Frame) -> [u8; 81] {
    std::array::from_fn(|cell| match candidates(frame, cell) {
        set if set.is_power_of_two() => set.trailing_zeros() as u8 + 1,
        _ => 0,
    })
}
