//! Conclusions on candidates: naked and hidden singles, then the propagators.
//!
//! A variable with one candidate strikes it from its peers; a digit with one place in a full group
//! goes there; then propagators some variable of which has changed are asked, cheap ones first, each
//! of them once for all changes since it was asked last.

use super::model::Model;
use super::propagator::{Mask, Nothing, Scratch};
use crate::general::TELL_EVERY;
use std::collections::VecDeque;
use sudolab_grid::halt::{Meter, Stop};

/// Where a contradiction showed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Clash {
    /// A variable took the last candidate of another one.
    Cells(u16, u16),
    /// A full group has too few places for its digits.
    Group(u16),
    /// A propagator.
    Propagator(u32),
    /// None: the meter said stop.
    Stopped(Stop),
}

/// Work lists. The candidates belong to the search, which copies them at each branch.
#[derive(Clone, Debug)]
pub(super) struct Spread {
    fixed: Vec<u16>,
    groups: Vec<u16>,
    is_changed: Vec<bool>,
    cheap: VecDeque<u32>,
    dear: VecDeque<u32>,
    waits: Vec<bool>,
    local: Vec<Mask>,
    scratch: Scratch,
    ticks: u64,
    /// The part of the ticks that the meter knows of.
    told: u64,
}

impl Spread {
    pub(super) fn new(model: &Model) -> Spread {
        Spread {
            fixed: Vec::new(),
            groups: Vec::new(),
            is_changed: vec![false; model.n_full],
            cheap: VecDeque::new(),
            dear: VecDeque::new(),
            waits: vec![false; model.propagators.len()],
            local: Vec::new(),
            scratch: Scratch::default(),
            ticks: 0,
            told: 0,
        }
    }

    /// Work so far.
    #[inline]
    pub(super) fn ticks(&self) -> u64 {
        self.ticks + self.scratch.ticks
    }

    /// Begins anew: nothing done, everything to be looked at.
    pub(super) fn expect_all(&mut self, model: &Model, sets: &[Mask]) {
        self.clear();
        self.ticks = 0;
        self.told = 0;
        self.scratch.ticks = 0;
        let fixed = (0..sets.len()).filter(|&cell| sets[cell].is_power_of_two());
        self.fixed.extend(fixed.map(|cell| cell as u16));
        for group in 0..model.n_full {
            self.is_changed[group] = true;
            self.groups.push(group as u16);
        }
        for number in 0..model.propagators.len() {
            self.wake(model, number as u32);
        }
    }

    #[inline]
    fn wake(&mut self, model: &Model, number: u32) {
        if !self.waits[number as usize] {
            self.waits[number as usize] = true;
            match model.dear[number as usize] {
                true => self.dear.push_back(number),
                false => self.cheap.push_back(number),
            }
        }
    }

    /// A variable keeps these candidates, which are fewer than before and not none.
    #[inline]
    fn put(&mut self, model: &Model, sets: &mut [Mask], cell: usize, set: Mask) {
        sets[cell] = set;
        self.ticks += 1;
        if set.is_power_of_two() {
            self.fixed.push(cell as u16);
        }
        for &group in model.groups_of.get(cell) {
            if !self.is_changed[usize::from(group)] {
                self.is_changed[usize::from(group)] = true;
                self.groups.push(group);
            }
        }
        for &number in &model.wakes[cell] {
            self.wake(model, number);
        }
    }

    /// A variable keeps only these candidates, and all that follows.
    pub(super) fn narrow(
        &mut self,
        model: &Model,
        sets: &mut [Mask],
        cell: usize,
        to: Mask,
        meter: &mut dyn Meter,
    ) -> Result<(), Clash> {
        self.tell(meter)?;
        let set = sets[cell] & to;
        if set == 0 {
            return Err(Clash::Cells(cell as u16, cell as u16));
        }
        if set != sets[cell] {
            self.put(model, sets, cell, set);
        }
        self.propagate(model, sets, meter)
    }

    /// Draws all conclusions.
    pub(super) fn propagate(
        &mut self,
        model: &Model,
        sets: &mut [Mask],
        meter: &mut dyn Meter,
    ) -> Result<(), Clash> {
        let result = self.run(model, sets, meter);
        if result.is_err() {
            self.clear();
        }
        result
    }

    /// Tells the meter of the work, now and then.
    #[inline]
    fn tell(&mut self, meter: &mut dyn Meter) -> Result<(), Clash> {
        let ticks = self.ticks();
        if ticks - self.told < TELL_EVERY {
            return Ok(());
        }
        let spent = ticks - self.told;
        self.told = ticks;
        meter.spend(spent).map_err(Clash::Stopped)
    }

    fn run(
        &mut self,
        model: &Model,
        sets: &mut [Mask],
        meter: &mut dyn Meter,
    ) -> Result<(), Clash> {
        loop {
            if let Some(cell) = self.fixed.pop() {
                self.strike(model, sets, cell)?;
            } else if let Some(group) = self.groups.pop() {
                self.is_changed[usize::from(group)] = false;
                self.find_hidden(model, sets, group)?;
            } else if let Some(number) = self.cheap.pop_front().or_else(|| self.dear.pop_front()) {
                self.tell(meter)?;
                // It does not wake itself when that is of no use.
                self.waits[number as usize] = model.done_at_once[number as usize];
                self.ask(model, sets, number)?;
                if model.done_at_once[number as usize] {
                    self.waits[number as usize] = false;
                }
            } else {
                return Ok(());
            }
        }
    }

    #[inline]
    fn strike(&mut self, model: &Model, sets: &mut [Mask], cell: u16) -> Result<(), Clash> {
        let digit = sets[usize::from(cell)];
        for &peer in model.peers.get(usize::from(cell)) {
            let before = sets[usize::from(peer)];
            if before & digit == 0 {
                continue;
            }
            let after = before & !digit;
            if after == 0 {
                return Err(Clash::Cells(cell, peer));
            }
            self.put(model, sets, usize::from(peer), after);
        }
        Ok(())
    }

    fn find_hidden(&mut self, model: &Model, sets: &mut [Mask], group: u16) -> Result<(), Clash> {
        self.ticks += 1;
        let (mut once, mut twice) = (0, 0);
        let cells = model.groups.get(usize::from(group));
        for &cell in cells {
            let here = sets[usize::from(cell)];
            twice |= once & here;
            once |= here;
        }
        if once != model.digits_of[usize::from(group)] {
            return Err(Clash::Group(group));
        }
        let hidden = once & !twice;
        if hidden == 0 {
            return Ok(());
        }
        for &cell in cells {
            let here = sets[usize::from(cell)];
            let only = here & hidden;
            if only == 0 || only == here && only.is_power_of_two() {
                continue;
            }
            if !only.is_power_of_two() {
                return Err(Clash::Group(group));
            }
            self.put(model, sets, usize::from(cell), only);
        }
        Ok(())
    }

    fn ask(&mut self, model: &Model, sets: &mut [Mask], number: u32) -> Result<(), Clash> {
        let propagator = &model.propagators[number as usize];
        let mut local = std::mem::take(&mut self.local);
        local.clear();
        local.extend(propagator.cells.iter().map(|&cell| sets[usize::from(cell)]));
        let result = propagator.filter(&mut local, &mut self.scratch);
        if result == Ok(()) {
            for (&cell, &set) in propagator.cells.iter().zip(&local) {
                if sets[usize::from(cell)] != set {
                    self.put(model, sets, usize::from(cell), set);
                }
            }
        }
        self.local = local;
        if result.is_err() {
            self.waits[number as usize] = false;
        }
        result.map_err(|Nothing| Clash::Propagator(number))
    }

    fn clear(&mut self) {
        self.fixed.clear();
        for group in self.groups.drain(..) {
            self.is_changed[usize::from(group)] = false;
        }
        for number in self.cheap.drain(..).chain(self.dear.drain(..)) {
            self.waits[number as usize] = false;
        }
    }
}
