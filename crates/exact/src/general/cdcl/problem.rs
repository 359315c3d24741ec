//! What is to be solved: variables, and groups of which exactly or at most one is true.

use std::ops::Not;

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal(u32);

impl Literal {
    /// The variable is true.
    #[inline]
    pub const fn positive(variable: u32) -> Literal {
        Literal(variable << 1)
    }

    /// The variable is false.
    #[inline]
    pub const fn negative(variable: u32) -> Literal {
        Literal(variable << 1 | 1)
    }

    /// Its variable.
    #[inline]
    pub const fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it says that the variable is true.
    #[inline]
    pub const fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(super) const fn code(self) -> u32 {
        self.0
    }

    #[inline]
    pub(super) const fn from_code(code: u32) -> Literal {
        Literal(code)
    }
}

impl Not for Literal {
    type Output = Literal;
    #[inline]
    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// How many variables of a group are true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GroupKind {
    /// Exactly one.
    ExactlyOne,
    /// One or none.
    AtMostOne,
}

/// Variables and groups over them.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    pub(super) n_variables: usize,
    pub(super) exactly: Lists,
    pub(super) at_most: Lists,
}

impl Problem {
    /// Variables 0 to `n_variables` - 1, without any group yet.
    pub fn new(n_variables: usize) -> Problem {
        Problem { n_variables, exactly: Lists::new(), at_most: Lists::new() }
    }

    /// How many variables.
    pub fn n_variables(&self) -> usize {
        self.n_variables
    }

    /// Adds a group of different variables.
    ///
    /// # Panics
    /// When a variable is not one of the problem's.
    pub fn add_group(&mut self, kind: GroupKind, variables: impl Iterator<Item = u32>) {
        let lists = match kind {
            GroupKind::ExactlyOne => &mut self.exactly,
            GroupKind::AtMostOne => &mut self.at_most,
        };
        lists.push(variables);
        let added = lists.get(lists.len() - 1);
        assert!(
            added.iter().all(|&v| (v as usize) < self.n_variables),
            "a group holds variables of its problem"
        );
    }
}

/// Lists of numbers laid end to end.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    pub(super) fn new() -> Lists {
        Lists { starts: vec![0], items: Vec::new() }
    }

    pub(super) fn push(&mut self, list: impl Iterator<Item = u32>) {
        self.items.extend(list);
        self.starts.push(self.items.len() as u32);
    }

    #[inline]
    pub(super) fn get(&self, i: usize) -> &[u32] {
        &self.items[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    #[inline]
    pub(super) fn range(&self, i: usize) -> std::ops::Range<usize> {
        self.starts[i] as usize..self.starts[i + 1] as usize
    }

    #[inline]
    pub(super) fn item(&self, at: usize) -> u32 {
        self.items[at]
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn clear(&mut self) {
        self.starts.truncate(1);
        self.items.clear();
    }

    /// For each item below `n` the lists it occurs in.
    pub(super) fn inverted(&self, n: usize) -> Lists {
        let mut starts = vec![0u32; n + 1];
        for &item in &self.items {
            starts[item as usize + 1] += 1;
        }
        for i in 0..n {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut items = vec![0; self.items.len()];
        for list in 0..self.len() {
            for &item in self.get(list) {
                items[next[item as usize] as usize] = list as u32;
                next[item as usize] += 1;
            }
        }
        Lists { starts, items }
    }
}
