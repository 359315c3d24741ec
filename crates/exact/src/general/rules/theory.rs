//! The propagators as a theory of the learner.
//!
//! The learner's variables are candidates. This side keeps them as words for each variable of the
//! model, wakes the propagators whose variables have changed, and turns what they strike into
//! literals.
//!
//! *Why* a candidate was struck some propagators of many variables say themselves. For the others it
//! is found by asking the propagator again. With the candidates as they
//! stood at that time, and the struck one alone in its variable, nothing goes. Then every variable is
//! given all its candidates back, if still nothing goes without it, the latest first; what is left
//! unreturned is the reason. Where asking again does not show it, all that was struck before is the
//! reason, which is right if not short.

use super::model::Model;
use super::propagator::{Mask, PropagatorKind, Scratch};
use crate::general::cdcl::{Assigned, Finding, Literal, Theory};
use std::collections::VecDeque;
use std::sync::Arc;

/// Which literal is which candidate.
#[derive(Clone, Debug)]
pub(super) struct Candidates {
    /// The variable and the digit's index of each literal's variable.
    pub(super) of: Vec<(u16, u8)>,
    /// The first literal's variable of each variable of the model; its others follow in order of
    /// digits.
    pub(super) first: Vec<u32>,
    /// What each variable may hold under no decision.
    pub(super) root: Vec<Mask>,
}

impl Candidates {
    pub(super) fn new(root: &[Mask]) -> Candidates {
        let mut of = Vec::new();
        let mut first = vec![u32::MAX; root.len()];
        for (cell, &set) in root.iter().enumerate() {
            if !set.is_power_of_two() {
                first[cell] = of.len() as u32;
                of.extend(super::propagator::digits(set).map(|digit| (cell as u16, digit as u8)));
            }
        }
        Candidates { of, first, root: root.to_vec() }
    }

    /// The literal's variable of a candidate of an open variable.
    #[inline]
    pub(super) fn variable(&self, cell: usize, digit: usize) -> u32 {
        self.first[cell] + (self.root[cell] & ((1 << digit) - 1)).count_ones()
    }

    pub(super) fn is_open(&self, cell: usize) -> bool {
        self.first[cell] != u32::MAX
    }
}

/// The propagators, seen from the learner.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    model: Arc<Model>,
    pub(super) candidates: Arc<Candidates>,
    sets: Vec<Mask>,
    /// The assignments taken notice of, and the place of each variable among them.
    seen: Vec<Literal>,
    place: Vec<u32>,
    queue: VecDeque<u32>,
    waits: Vec<bool>,
    local: Vec<Mask>,
    scratch: Scratch,
    /// For explanations: candidates as they stood, without decisions, and the trial.
    then: Vec<Mask>,
    trial: Vec<Mask>,
    needed: Vec<Mask>,
    full: Vec<Mask>,
    by_age: Vec<(u32, usize)>,
    ticks: u64,
}

impl Rules {
    pub(super) fn new(model: &Arc<Model>, candidates: Candidates) -> Rules {
        let mut rules = Rules {
            model: model.clone(),
            sets: candidates.root.clone(),
            seen: Vec::new(),
            place: vec![u32::MAX; candidates.of.len()],
            candidates: Arc::new(candidates),
            queue: VecDeque::new(),
            waits: vec![false; model.propagators.len()],
            local: Vec::new(),
            scratch: Scratch::default(),
            then: Vec::new(),
            trial: Vec::new(),
            needed: Vec::new(),
            full: Vec::new(),
            by_age: Vec::new(),
            ticks: 0,
        };
        for number in 0..model.propagators.len() {
            rules.wake(number as u32);
        }
        rules
    }

    #[inline]
    fn wake(&mut self, number: u32) {
        // Tables of two variables are clauses of the learner.
        let is_clause =
            matches!(self.model.propagators[number as usize].kind, PropagatorKind::Pair(_));
        if !is_clause && !self.waits[number as usize] {
            self.waits[number as usize] = true;
            self.queue.push_back(number);
        }
    }

    /// Takes notice of new assignments.
    fn notice(&mut self, assigned: Assigned<'_>) {
        let model = self.model.clone();
        for &literal in &assigned.literals()[self.seen.len()..] {
            let variable = literal.variable();
            self.place[variable] = self.seen.len() as u32;
            self.seen.push(literal);
            if !literal.is_positive() {
                let (cell, digit) = self.candidates.of[variable];
                self.sets[usize::from(cell)] &= !(1 << digit);
                for &number in &model.wakes[usize::from(cell)] {
                    self.wake(number);
                }
            }
        }
    }

    /// Whether nothing goes with the trial's candidates.
    fn nothing_goes(&mut self, constraint: u32) -> bool {
        let propagator = &self.model.propagators[constraint as usize];
        self.local.clear();
        self.local.extend_from_slice(&self.trial);
        propagator.filter(&mut self.local, &mut self.scratch).is_err()
    }
}

impl Theory for Rules {
    fn propagate(&mut self, assigned: Assigned<'_>, out: &mut Vec<Literal>) -> Finding {
        self.notice(assigned);
        while let Some(number) = self.queue.pop_front() {
            self.waits[number as usize] = false;
            let propagator = &self.model.propagators[number as usize];
            self.local.clear();
            self.local.extend(propagator.cells.iter().map(|&cell| self.sets[usize::from(cell)]));
            if self.local.contains(&0) {
                // The learner will find that by itself.
                continue;
            }
            if propagator.filter(&mut self.local, &mut self.scratch).is_err() {
                return Finding::Conflict(number);
            }
            for (&cell, &set) in propagator.cells.iter().zip(&self.local) {
                let cell = usize::from(cell);
                for digit in super::propagator::digits(self.sets[cell] & !set) {
                    out.push(Literal::negative(self.candidates.variable(cell, digit)));
                }
            }
            if !out.is_empty() {
                return Finding::Follows(number);
            }
        }
        Finding::Rest
    }

    fn undo(&mut self, n: usize) {
        if self.seen.len() <= n {
            return;
        }
        for literal in self.seen.drain(n..) {
            if !literal.is_positive() {
                let (cell, digit) = self.candidates.of[literal.variable()];
                self.sets[usize::from(cell)] |= 1 << digit;
            }
        }
        // What waited did so because of assignments that are gone.
        for number in self.queue.drain(..) {
            self.waits[number as usize] = false;
        }
    }

    fn explain(
        &mut self,
        constraint: u32,
        literal: Option<Literal>,
        assigned: Assigned<'_>,
        out: &mut Vec<Literal>,
    ) {
        self.notice(assigned);
        let model = self.model.clone();
        let candidates = self.candidates.clone();
        let propagator = &model.propagators[constraint as usize];
        let cells = &propagator.cells;
        let before = literal.map_or(u32::MAX, |literal| self.place[literal.variable()]);
        let struck = literal.map(|literal| candidates.of[literal.variable()]);
        self.then.clear();
        self.full.clear();
        self.by_age.clear();
        // Onlookers tell nothing, except where one of them has no candidate left.
        let n_told = if literal.is_some() { propagator.n_own } else { cells.len() };
        for (at, &cell) in cells[..n_told].iter().enumerate() {
            let cell = usize::from(cell);
            let (mut set, mut full, mut latest) = (candidates.root[cell], candidates.root[cell], 0);
            if candidates.is_open(cell) {
                for (i, digit) in super::propagator::digits(set).enumerate() {
                    let variable = candidates.first[cell] as usize + i;
                    if !assigned.is_true(Literal::negative(variable as u32)) {
                        continue;
                    }
                    let place = self.place[variable];
                    if assigned.level(variable) == 0 {
                        // Struck under no decision is struck for good, for all of this.
                        full &= !(1 << digit);
                        set &= !(1 << digit);
                    } else if place < before {
                        set &= !(1 << digit);
                        latest = latest.max(place + 1);
                    }
                }
            }
            self.then.push(set);
            self.full.push(full);
            if latest > 0 {
                self.by_age.push((latest, at));
            }
        }
        self.then.resize(cells.len(), Mask::MAX);
        self.full.resize(cells.len(), Mask::MAX);
        self.trial.clear();
        self.trial.extend_from_slice(&self.then);
        let own = struck.and_then(|(cell, digit)| {
            let at = cells.iter().position(|&c| c == cell)?;
            self.trial[at] = 1 << digit;
            Some(at)
        });
        if n_told > propagator.n_own {
            self.trial[propagator.n_own..].fill(Mask::MAX);
            if !self.nothing_goes(constraint) {
                self.trial[propagator.n_own..].copy_from_slice(&self.then[propagator.n_own..]);
            }
        }
        let by_age = std::mem::take(&mut self.by_age);
        let mut order = by_age.clone();
        order.sort_unstable_by_key(|&(latest, _)| std::cmp::Reverse(latest));
        let full = std::mem::take(&mut self.full);
        let mut needed = std::mem::take(&mut self.needed);
        needed.clear();
        needed.extend_from_slice(&full);
        let of_place = own.zip(struck).map(|(at, (_, digit))| (at, 1 << digit));
        let told = model.propagators[constraint as usize].why(
            &self.then,
            of_place,
            &mut needed,
            &mut self.scratch,
        );
        if told {
            self.trial.copy_from_slice(&needed);
        }
        self.needed = needed;
        let shown = told || self.nothing_goes(constraint);
        if shown && !told {
            for &(_, at) in &order {
                if Some(at) == own {
                    continue;
                }
                let given = full[at];
                let kept = self.trial[at];
                if kept == given {
                    continue;
                }
                self.trial[at] = given;
                if self.nothing_goes(constraint) {
                    continue;
                }
                self.trial[at] = kept;
                if kept.is_power_of_two() {
                    continue;
                }
                // Perhaps what is below, above or between is not needed.
                let below = (kept & kept.wrapping_neg()) - 1;
                let above = !(Mask::MAX >> kept.leading_zeros());
                for part in [below, above, !(below | above)] {
                    let more = given & part & !self.trial[at];
                    if more != 0 {
                        self.trial[at] |= more;
                        if !self.nothing_goes(constraint) {
                            self.trial[at] &= !more;
                        }
                    }
                }
            }
        }
        for &(_, at) in &order {
            let cell = usize::from(cells[at]);
            if Some(at) == own && shown {
                continue;
            }
            let set = if shown { self.trial[at] } else { self.then[at] };
            let missing = full[at] & !set;
            if missing == 0 {
                continue;
            }
            if set.is_power_of_two() {
                let variable = candidates.variable(cell, set.trailing_zeros() as usize);
                let holds = Literal::positive(variable);
                if assigned.is_true(holds) && self.place[variable as usize] < before {
                    out.push(!holds);
                    continue;
                }
            }
            for digit in super::propagator::digits(missing) {
                let variable = candidates.variable(cell, digit);
                if Some(Literal::negative(variable)) != literal {
                    out.push(Literal::positive(variable));
                }
            }
        }
        self.by_age = by_age;
        self.full = full;
    }

    fn take_ticks(&mut self) -> u64 {
        std::mem::take(&mut self.scratch.ticks) + std::mem::take(&mut self.ticks)
    }
}
