//! Whether a clause follows by unit propagation.
//!
//! It does when denying all its literals and drawing the simplest conclusions ends in a
//! contradiction. The simplest conclusions are two: a true candidate makes the others of its groups
//! false, and a clause whose literals are all false but one makes that one true. Each clause keeps
//! the number of its literals that are not false, and their exclusive or: when one is left, the
//! exclusive or is that one.

use crate::encoding::{Encoding, Group};

#[derive(Default)]
pub(crate) struct Refutation<'a> {
    groups: &'a [Group],
    /// For each candidate the groups it stands in.
    groups_of: Vec<Vec<u32>>,
    /// For each clause how many of its literals are not false, and their exclusive or.
    left: Vec<(u32, i32)>,
    /// For each literal the clauses it stands in.
    clauses_of: Vec<Vec<u32>>,
    /// For each candidate 1 true, -1 false, 0 open.
    values: Vec<i8>,
    /// True literals in the order in which they became so; the first `handled` are counted.
    trail: Vec<i32>,
    handled: usize,
    /// Whether everything is excluded.
    pub(crate) is_complete: bool,
}

fn place(literal: i32) -> usize {
    literal.unsigned_abs() as usize * 2 + usize::from(literal < 0)
}

impl<'a> Refutation<'a> {
    pub(crate) fn new(encoding: &'a Encoding) -> Refutation<'a> {
        let n = encoding.n_variables + 1;
        let mut refutation = Refutation {
            groups: &encoding.groups,
            groups_of: vec![Vec::new(); n],
            clauses_of: vec![Vec::new(); 2 * n],
            values: vec![0; n],
            ..Refutation::default()
        };
        for (i, (members, is_exact)) in encoding.groups.iter().enumerate() {
            for &member in members {
                refutation.groups_of[member as usize].push(i as u32);
            }
            if *is_exact {
                refutation.add(members);
            }
        }
        encoding.clauses.iter().for_each(|clause| refutation.add(clause));
        refutation
    }

    /// Whether a clause follows.
    pub(crate) fn implies(&mut self, clause: &[i32]) -> bool {
        let mark = self.trail.len();
        let follows =
            self.is_complete || clause.iter().any(|&l| !self.hold(-l)) || !self.propagate();
        for (i, literal) in self.trail.split_off(mark).into_iter().enumerate() {
            self.values[literal.unsigned_abs() as usize] = 0;
            if mark + i < self.handled {
                for &clause in &self.clauses_of[place(-literal)] {
                    let left = &mut self.left[clause as usize];
                    *left = (left.0 + 1, left.1 ^ -literal);
                }
            }
        }
        self.handled = self.handled.min(mark);
        follows
    }

    /// Takes a clause in from now on.
    pub(crate) fn add(&mut self, clause: &[i32]) {
        let mut open: Vec<i32> = clause.to_vec();
        open.sort_unstable();
        open.dedup();
        if self.is_complete || open.iter().any(|&l| self.value(l) > 0) {
            return;
        }
        open.retain(|&l| self.value(l) == 0);
        if open.len() < 2 {
            let holds = open.first().is_some_and(|&only| self.hold(only));
            self.is_complete = !holds || !self.propagate();
            return;
        }
        for &literal in &open {
            self.clauses_of[place(literal)].push(self.left.len() as u32);
        }
        self.left.push((open.len() as u32, open.iter().fold(0, |all, l| all ^ l)));
    }

    fn value(&self, literal: i32) -> i8 {
        self.values[literal.unsigned_abs() as usize] * literal.signum() as i8
    }

    /// Makes a literal true; false when it is false already.
    fn hold(&mut self, literal: i32) -> bool {
        if self.value(literal) == 0 {
            self.values[literal.unsigned_abs() as usize] = literal.signum() as i8;
            self.trail.push(literal);
        }
        self.value(literal) > 0
    }

    /// Draws all conclusions; false when they contradict each other.
    fn propagate(&mut self) -> bool {
        let groups = self.groups;
        while let Some(&literal) = self.trail.get(self.handled) {
            self.handled += 1;
            let mut fine = true;
            for i in 0..self.clauses_of[place(-literal)].len() {
                let left = &mut self.left[self.clauses_of[place(-literal)][i] as usize];
                *left = (left.0 - 1, left.1 ^ -literal);
                let (count, last) = *left;
                fine &= count > 1 || count == 1 && self.hold(last);
            }
            if literal > 0 {
                for i in 0..self.groups_of[literal as usize].len() {
                    let (members, _) = &groups[self.groups_of[literal as usize][i] as usize];
                    let mut others = members.iter().filter(|&&other| other != literal);
                    fine &= others.all(|&other| self.hold(-other));
                }
            }
            if !fine {
                return false;
            }
        }
        true
    }
}
