//! One assumption, and everything that follows from it.
//!
//! The run follows Sudoku Explainer's order exactly, because the first parent found
//! is the one that counts, and because a run that meets a contradiction stops there
//! and keeps what it has:
//!
//! - candidates that went on are worked off before those that went off;
//! - a candidate on puts off its rivals: the cell, the box, the row, the column;
//! - a candidate off puts on the last candidate of the cell, then of the box, row and
//!   column; in a dynamic run it is then really taken from the working position, so
//!   later candidates may become the last;
//! - when nothing is left to do, a run of level 1 and above applies rules to the
//!   working position (see [`super::rules`]).
//!
//! Parents need not be stored as lists. A candidate that went on as the last of its
//! cell or house has as parents *all* other candidates that the cell or house had at
//! the outset: one recorded parent first, the rest in ascending order. So each node
//! is one code and one cause.

use super::hint::{ChainRule, LegNode, Nested};
use super::links::{Cause, NO_CODE};
use super::planes::{Code, N_CODES, Planes, cell_of, code, digit_of};
use super::unary::for_each_rival;
use crate::position::{Marks, Position};
use std::sync::Arc;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::nine::{Digit, HouseKind};

/// What a run counts for on the pulse: some ten to a hundred microseconds, so that a search that
/// watches a flag alone looks at it every few milliseconds.
const RUN: u64 = 1024;

/// How a run works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Manner {
    /// Links by cells count (all but Nishio).
    pub by_cell: bool,
    /// Candidates that went off leave the working position.
    pub dynamic: bool,
    /// Rules may be applied, up to this level.
    pub level: u8,
}

/// A candidate put off by a rule.
#[derive(Clone, Debug)]
pub(crate) struct Applied {
    pub code: Code,
    pub parents: Arc<[Code]>,
    pub rule: ChainRule,
}

/// The clash a run ended in: a candidate both on and off. One of the two is recorded
/// as a node; the other is the `fresh` one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Clash {
    pub code: Code,
    pub fresh_on: bool,
    pub from: Code,
    pub cause: Cause,
}

/// Set in an off-parent that is an index into the applied rules.
const APPLIED: Code = 0x8000;

/// The outcome of a run.
#[derive(Clone)]
pub(crate) struct ChainRun {
    pub on: Planes,
    pub off: Planes,
    /// Candidates in the order they went on, and off.
    pub on_list: Vec<Code>,
    pub off_list: Vec<Code>,
    on_from: Box<[Code; N_CODES]>,
    on_cause: Box<[Cause; N_CODES]>,
    off_from: Box<[Code; N_CODES]>,
    /// A lower bound of the number of ancestors, itself included.
    on_bound: Box<[u16; N_CODES]>,
    off_bound: Box<[u16; N_CODES]>,
    pub applied: Vec<Applied>,
    pub clash: Option<Clash>,
}

/// Finds what rules allow in a working position; see [`super::rules`].
pub(crate) trait Rules {
    /// Appends the candidates that rules remove from `working`, with their parents in
    /// `source`; `frame` tells what is placed. Leaves the list alone when no rule applies.
    fn apply(
        &mut self,
        frame: &Position,
        source: &Marks,
        working: &Marks,
        level: u8,
        list: &mut Vec<Applied>,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Stop>;
}

impl ChainRun {
    pub(crate) fn new() -> Self {
        Self {
            on: Planes::EMPTY,
            off: Planes::EMPTY,
            on_list: Vec::new(),
            off_list: Vec::new(),
            on_from: Box::new([NO_CODE; N_CODES]),
            on_cause: Box::new([Cause::None; N_CODES]),
            off_from: Box::new([NO_CODE; N_CODES]),
            on_bound: Box::new([0; N_CODES]),
            off_bound: Box::new([0; N_CODES]),
            applied: Vec::new(),
            clash: None,
        }
    }

    /// Follows the assumption that `start` is on (or off).
    #[expect(
        clippy::too_many_arguments,
        reason = "the frame, its marks and the halt travel together"
    )]
    pub(crate) fn follow(
        &mut self,
        frame: &Position,
        source: &Marks,
        start: Code,
        on: bool,
        manner: Manner,
        rules: &mut impl Rules,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Stop> {
        pulse.beat(RUN)?;
        self.on = Planes::EMPTY;
        self.off = Planes::EMPTY;
        self.on_list.clear();
        self.off_list.clear();
        self.applied.clear();
        self.clash = None;
        if on {
            self.put_on(start, NO_CODE, Cause::None, 1);
        } else {
            self.put_off(start, NO_CODE, 1);
        }
        let mut working = source.clone();
        let (mut next_on, mut next_off) = (0, 0);
        loop {
            if let Some(&p) = self.on_list.get(next_on) {
                next_on += 1;
                if self.work_on(&working, p, manner) {
                    return Ok(());
                }
            } else if let Some(&p) = self.off_list.get(next_off) {
                next_off += 1;
                if self.work_off(source, &mut working, p, manner) {
                    return Ok(());
                }
            } else if manner.level == 0
                || !self.apply_rules(frame, source, &working, manner, rules, pulse)?
            {
                return Ok(());
            }
        }
    }

    fn put_on(&mut self, code: Code, from: Code, cause: Cause, bound: u16) {
        self.on.insert(code);
        self.on_list.push(code);
        self.on_from[code as usize] = from;
        self.on_cause[code as usize] = cause;
        self.on_bound[code as usize] = bound;
    }

    fn put_off(&mut self, code: Code, from: Code, bound: u16) {
        self.off.insert(code);
        self.off_list.push(code);
        self.off_from[code as usize] = from;
        self.off_bound[code as usize] = bound;
    }

    /// Puts off the rivals of `p`; true on a contradiction.
    fn work_on(&mut self, working: &Marks, p: Code, manner: Manner) -> bool {
        let bound = self.on_bound[p as usize] + 1;
        for_each_rival(working, p, manner.by_cell, |off| {
            if self.clash.is_some() {
                return;
            }
            if self.on.contains(off) {
                let cause = Cause::between(p, off);
                self.clash = Some(Clash { code: off, fresh_on: false, from: p, cause });
            } else if !self.off.contains(off) {
                self.put_off(off, p, bound);
            }
        });
        self.clash.is_some()
    }

    /// Puts on what is last without `p`; true on a contradiction.
    fn work_off(&mut self, source: &Marks, working: &mut Marks, p: Code, manner: Manner) -> bool {
        let (cell, digit) = (cell_of(p), digit_of(p));
        let mut last = [(NO_CODE, Cause::None); 4];
        let mut n_last = 0;
        if manner.by_cell {
            let digits = working.candidates(cell);
            if digits.len() == 2 {
                let mut others = digits;
                others.remove(digit);
                if let Some(other) = others.first() {
                    last[0] = (code(cell, other), Cause::Cell);
                    n_last = 1;
                }
            }
        }
        for kind in [HouseKind::Box, HouseKind::Row, HouseKind::Column] {
            let house = cell.house(kind);
            let places = working.places(house, digit);
            if places.count_ones() == 2 {
                let place = (places & !(1 << house.place(cell))).trailing_zeros() as usize;
                let on = code(house.cell(place), digit);
                if last[..n_last].iter().all(|&(known, _)| known != on) {
                    last[n_last] = (on, Cause::House(kind));
                    n_last += 1;
                }
            }
        }
        if manner.dynamic {
            working.remove(cell, digit);
        }
        for &(on, cause) in &last[..n_last] {
            if self.off.contains(on) {
                self.clash = Some(Clash { code: on, fresh_on: true, from: p, cause });
                return true;
            }
            if !self.on.contains(on) {
                let bound = self.bound_of_on(source, on, p, cause);
                self.put_on(on, p, cause, bound);
            }
        }
        false
    }

    fn bound_of_on(&self, source: &Marks, on: Code, from: Code, cause: Cause) -> u16 {
        let mut highest = 0;
        let mut n_parents = 0;
        for_each_parent(source, on, from, cause, |parent| {
            highest = highest.max(self.off_bound[parent as usize]);
            n_parents += 1;
        });
        (highest + 1).max(n_parents + 1)
    }

    fn apply_rules(
        &mut self,
        frame: &Position,
        source: &Marks,
        working: &Marks,
        manner: Manner,
        rules: &mut impl Rules,
        pulse: &mut Pulse<'_>,
    ) -> Result<bool, Stop> {
        let before = self.off_list.len();
        let mut found = Vec::new();
        rules.apply(frame, source, working, manner.level, &mut found, pulse)?;
        for applied in found {
            if self.off.contains(applied.code) {
                continue;
            }
            let highest =
                applied.parents.iter().map(|&parent| self.off_bound[parent as usize]).max();
            let bound = highest.unwrap_or(0).max(applied.parents.len() as u16) + 1;
            self.put_off(applied.code, APPLIED | self.applied.len() as Code, bound);
            self.applied.push(applied);
        }
        Ok(self.off_list.len() > before)
    }

    /// A lower bound for the number of ancestors of a node, itself included.
    #[inline]
    pub(crate) fn bound(&self, node: Code, on: bool) -> u32 {
        u32::from(if on { self.on_bound[node as usize] } else { self.off_bound[node as usize] })
    }

    /// Lower bounds for the two sides of the clash.
    pub(crate) fn clash_bound(&self, clash: Clash) -> u32 {
        if clash.fresh_on {
            self.bound(clash.from, false) + 1 + self.bound(clash.code, false)
        } else {
            self.bound(clash.from, true) + 1 + self.bound(clash.code, true)
        }
    }

    /// Calls `each` for the parents of a recorded node, in order.
    fn parents(&self, source: &Marks, node: Code, on: bool, mut each: impl FnMut(Code, bool)) {
        if on {
            let from = self.on_from[node as usize];
            if from != NO_CODE {
                let cause = self.on_cause[node as usize];
                for_each_parent(source, node, from, cause, |parent| each(parent, false));
            }
        } else {
            let from = self.off_from[node as usize];
            if from == NO_CODE {
            } else if from & APPLIED != 0 {
                for &parent in self.applied[(from & !APPLIED) as usize].parents.iter() {
                    each(parent, false);
                }
            } else {
                each(from, true);
            }
        }
    }

    /// As [`ChainRun::parents`]; when `complete`, with the candidates that had to go for the
    /// patterns inside a nested chain.
    fn all_parents(
        &self,
        source: &Marks,
        node: Code,
        on: bool,
        complete: bool,
        mut each: impl FnMut(Code, bool),
    ) {
        self.parents(source, node, on, &mut each);
        if complete && let Some(ChainRule::Chain(nested)) = self.rule_of(node, on) {
            for &gone in &nested.also_gone {
                each(gone, false);
            }
        }
    }

    fn rule_of(&self, node: Code, on: bool) -> Option<&ChainRule> {
        let from = self.off_from[node as usize];
        (!on && from != NO_CODE && from & APPLIED != 0)
            .then(|| &self.applied[(from & !APPLIED) as usize].rule)
    }

    /// Counts the ancestors of an end, itself included, and gathers the chains nested
    /// among them; each distinct one adds its own complexity once.
    pub(crate) fn count(&self, source: &Marks, end: End, tally: &mut Tally) {
        tally.on = Planes::EMPTY;
        tally.off = Planes::EMPTY;
        tally.stack.clear();
        match end {
            End::Node { code, on } => tally.push(code, on),
            End::Fresh(clash) => {
                // The fresh side is no recorded node; the recorded one of the same
                // name says the opposite, so the two never meet.
                tally.push(clash.code, clash.fresh_on);
                tally.stack.clear();
                if clash.fresh_on {
                    for_each_parent(source, clash.code, clash.from, clash.cause, |parent| {
                        tally.push(parent, false);
                    });
                } else {
                    tally.push(clash.from, true);
                }
            }
        }
        while let Some((node, on)) = tally.stack.pop() {
            if let Some(ChainRule::Chain(nested)) = self.rule_of(node, on) {
                tally.add_nested(nested);
            }
            self.parents(source, node, on, |parent, parent_on| tally.push(parent, parent_on));
        }
    }

    /// The ancestors of an end in full, in the order in which Sudoku Explainer meets
    /// them: the end, its parents, their parents. A `complete` leg also has the parents
    /// that a proof needs but Sudoku Explainer does not count.
    pub(crate) fn leg(&self, source: &Marks, end: End, complete: bool) -> Vec<LegNode> {
        let mut leg: Vec<LegNode> = Vec::new();
        let mut index_on = vec![u32::MAX; N_CODES];
        let mut index_off = vec![u32::MAX; N_CODES];
        let mut todo: Vec<(Code, bool)> = Vec::new();
        let mut fresh_parents = Vec::new();
        let (first, first_on) = match end {
            End::Node { code, on } => (code, on),
            End::Fresh(clash) => (clash.code, clash.fresh_on),
        };
        todo.push((first, first_on));
        let mut is_first = true;
        while !todo.is_empty() {
            let mut next = Vec::new();
            for (node, on) in todo {
                let index = if on { &mut index_on } else { &mut index_off };
                if index[node as usize] != u32::MAX {
                    continue;
                }
                index[node as usize] = leg.len() as u32;
                let mut parents: Vec<(Code, bool)> = Vec::new();
                let (cause, rule) = match (is_first, end) {
                    (true, End::Fresh(clash)) => {
                        if clash.fresh_on {
                            for_each_parent(source, node, clash.from, clash.cause, |parent| {
                                parents.push((parent, false));
                            });
                        } else {
                            parents.push((clash.from, true));
                        }
                        fresh_parents = parents.clone();
                        (clash.cause, None)
                    }
                    _ => {
                        self.all_parents(source, node, on, complete, |parent, parent_on| {
                            parents.push((parent, parent_on));
                        });
                        (self.cause_of(node, on), self.rule_of(node, on).cloned())
                    }
                };
                is_first = false;
                next.extend_from_slice(&parents);
                leg.push(LegNode { code: node, on, cause, parents: Vec::new(), rule });
            }
            todo = next;
        }
        // Second pass: all indices are known now.
        for position in 0..leg.len() {
            let (node, on) = (leg[position].code, leg[position].on);
            let mut parents = Vec::new();
            let mut note = |parent: Code, parent_on: bool| {
                let index = if parent_on { &index_on } else { &index_off };
                parents.push(index[parent as usize]);
            };
            if position == 0 && matches!(end, End::Fresh(_)) {
                for &(parent, parent_on) in &fresh_parents {
                    note(parent, parent_on);
                }
            } else {
                self.all_parents(source, node, on, complete, &mut note);
            }
            leg[position].parents = parents;
        }
        leg
    }

    fn cause_of(&self, node: Code, on: bool) -> Cause {
        if on {
            return self.on_cause[node as usize];
        }
        match self.off_from[node as usize] {
            NO_CODE => Cause::None,
            from if from & APPLIED != 0 => Cause::Rule,
            from => Cause::between(from, node),
        }
    }
}

/// An end of a chain: a recorded node, or the fresh side of a clash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Node { code: Code, on: bool },
    Fresh(Clash),
}

impl Clash {
    /// The two ends, the one that is on first.
    pub(crate) fn ends(self) -> [End; 2] {
        let recorded = End::Node { code: self.code, on: !self.fresh_on };
        if self.fresh_on { [End::Fresh(self), recorded] } else { [recorded, End::Fresh(self)] }
    }
}

/// Counts ancestors over the legs of one hint.
#[derive(Default)]
pub(crate) struct Tally {
    on: Planes,
    off: Planes,
    stack: Vec<(Code, bool)>,
    /// Ancestors of all legs so far, leg by leg.
    pub count: u32,
    nested: Vec<Arc<Nested>>,
}

impl Tally {
    pub(crate) fn reset(&mut self) {
        self.count = 0;
        self.nested.clear();
    }

    #[inline]
    fn push(&mut self, node: Code, on: bool) {
        let set = if on { &mut self.on } else { &mut self.off };
        if !set.contains(node) {
            set.insert(node);
            self.count += 1;
            self.stack.push((node, on));
        }
    }

    fn add_nested(&mut self, nested: &Arc<Nested>) {
        if !self.nested.iter().any(|known| Arc::ptr_eq(known, nested) || known.same(nested)) {
            self.nested.push(Arc::clone(nested));
        }
    }

    /// The complexity: ancestors of all legs and the complexities of nested chains.
    pub(crate) fn complexity(&self) -> u32 {
        self.count + self.nested.iter().map(|nested| nested.hint.complexity).sum::<u32>()
    }
}

/// Calls `each` for the parents of a candidate that went on as the last of its cell
/// or house: the recorded one, then all others the cell or house had at the outset.
#[inline]
fn for_each_parent(source: &Marks, on: Code, from: Code, cause: Cause, mut each: impl FnMut(Code)) {
    each(from);
    let (cell, digit) = (cell_of(on), digit_of(on));
    match cause {
        Cause::Cell => {
            for other in source.candidates(cell) {
                let parent = code(cell, other);
                if parent != on && parent != from {
                    each(parent);
                }
            }
        }
        Cause::House(kind) => {
            let house = cell.house(kind);
            let mut places = source.places(house, digit);
            while places != 0 {
                let parent = code(house.cell(places.trailing_zeros() as usize), digit);
                places &= places - 1;
                if parent != on && parent != from {
                    each(parent);
                }
            }
        }
        Cause::None | Cause::Rule => {}
    }
}

/// The candidates that had to go for a node to be on: those its cell or house has in
/// `source` but no longer in `working`.
pub(crate) fn gone_for(
    source: &Marks,
    working: &Marks,
    on: Code,
    cause: Cause,
    mut each: impl FnMut(Code),
) {
    let (cell, digit): (_, Digit) = (cell_of(on), digit_of(on));
    match cause {
        Cause::Cell => {
            for other in source.candidates(cell).without(working.candidates(cell)) {
                each(code(cell, other));
            }
        }
        Cause::House(kind) => {
            let house = cell.house(kind);
            let mut places = source.places(house, digit) & !working.places(house, digit);
            while places != 0 {
                each(code(house.cell(places.trailing_zeros() as usize), digit));
                places &= places - 1;
            }
        }
        Cause::None | Cause::Rule => {}
    }
}
