//! The belief space: how often the children hold each digit in each cell.
//!
//! A decaying count for each digit in each cell, multiplied by a weight, is the price of having
//! that digit there. With a positive weight the walks are driven away from what the population
//! has held for long (they avoid repetition); with a negative one they are drawn to it.

use super::box_filling::{Filling, Frame};

pub(super) struct Belief {
    size: usize,
    memory: f32,
    weight: f32,
    pull: Vec<f32>,
}

impl Belief {
    pub fn new(frame: &Frame, memory: f64, weight: f64) -> Belief {
        let cells = frame.blank().digits.len();
        Belief {
            size: frame.size,
            memory: memory as f32,
            weight: weight as f32,
            pull: vec![0.0; cells * frame.size],
        }
    }

    /// Forgets a little and adds an individual.
    pub fn learn(&mut self, frame: &Frame, filling: &Filling) {
        let gain = self.weight * (1.0 - self.memory);
        for &cell in frame.groups.iter().flatten() {
            let cell = usize::from(cell);
            let pull = &mut self.pull[cell * self.size..][..self.size];
            for price in pull.iter_mut() {
                *price *= self.memory;
            }
            pull[usize::from(filling.digits[cell])] += gain;
        }
    }

    /// The price of each digit in each cell.
    pub fn pull(&self) -> &[f32] {
        &self.pull
    }
}
