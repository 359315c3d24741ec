//! Long clauses in one block of memory.
//!
//! ```text
//! word 0   length
//! word 1   bits 0-15 glue, bit 29 tried to be made shorter, bit 30 to be forgotten, bit 31 never to be forgotten,
//!          bits 16-17 how recently it was of use
//! word 2…  the literals, the two watched ones first
//! ```
//!
//! *Glue* is the number of decision levels among its literals when it was learned (Audemard &
//! Simon 2009): clauses of little glue are worth keeping.

use super::problem::Literal;

/// A clause's place in the arena.
pub(super) type ClauseRef = u32;

const HEADER: usize = 2;
const GLUE: u32 = 0xffff;
const USED_SHIFT: u32 = 16;
const USED: u32 = 3 << USED_SHIFT;
const TRIED: u32 = 1 << 29;
const DOOMED: u32 = 1 << 30;
const KEPT: u32 = 1 << 31;

/// Clauses end to end.
#[derive(Clone, Debug, Default)]
pub(super) struct Arena {
    words: Vec<u32>,
}

impl Arena {
    /// Adds a clause of at least three literals.
    pub(super) fn add(&mut self, literals: &[Literal], glue: u32, kept: bool) -> ClauseRef {
        let clause = self.words.len() as ClauseRef;
        self.words.push(literals.len() as u32);
        self.words.push(glue.min(GLUE) | if kept { KEPT } else { 2 << USED_SHIFT });
        self.words.extend(literals.iter().map(|l| l.code()));
        clause
    }

    #[inline]
    pub(super) fn len(&self, clause: ClauseRef) -> usize {
        self.words[clause as usize] as usize
    }

    #[inline]
    pub(super) fn literal(&self, clause: ClauseRef, i: usize) -> Literal {
        Literal::from_code(self.words[clause as usize + HEADER + i])
    }

    /// The codes of a clause's literals.
    #[inline]
    pub(super) fn codes(&self, clause: ClauseRef) -> &[u32] {
        let start = clause as usize + HEADER;
        &self.words[start..start + self.len(clause)]
    }

    #[inline]
    pub(super) fn codes_mut(&mut self, clause: ClauseRef) -> &mut [u32] {
        let start = clause as usize + HEADER;
        let len = self.len(clause);
        &mut self.words[start..start + len]
    }

    pub(super) fn glue(&self, clause: ClauseRef) -> u32 {
        self.words[clause as usize + 1] & GLUE
    }

    pub(super) fn set_glue(&mut self, clause: ClauseRef, glue: u32) {
        let word = &mut self.words[clause as usize + 1];
        *word = *word & !GLUE | glue.min(GLUE);
    }

    pub(super) fn is_kept(&self, clause: ClauseRef) -> bool {
        self.words[clause as usize + 1] & KEPT != 0
    }

    /// How many more rounds of forgetting the clause is spared for having been of use.
    pub(super) fn used(&self, clause: ClauseRef) -> u32 {
        (self.words[clause as usize + 1] & USED) >> USED_SHIFT
    }

    pub(super) fn set_used(&mut self, clause: ClauseRef, rounds: u32) {
        let word = &mut self.words[clause as usize + 1];
        *word = *word & !USED | rounds.min(3) << USED_SHIFT;
    }

    /// Whether it has been tried to make it shorter.
    pub(super) fn is_tried(&self, clause: ClauseRef) -> bool {
        self.words[clause as usize + 1] & TRIED != 0
    }

    pub(super) fn set_tried(&mut self, clause: ClauseRef) {
        self.words[clause as usize + 1] |= TRIED;
    }

    pub(super) fn is_doomed(&self, clause: ClauseRef) -> bool {
        self.words[clause as usize + 1] & DOOMED != 0
    }

    pub(super) fn doom(&mut self, clause: ClauseRef) {
        self.words[clause as usize + 1] |= DOOMED;
    }

    /// All clauses, oldest first.
    pub(super) fn iter(&self) -> impl Iterator<Item = ClauseRef> + '_ {
        let mut at = 0;
        std::iter::from_fn(move || {
            if at >= self.words.len() {
                return None;
            }
            let clause = at as ClauseRef;
            at += HEADER + self.len(clause);
            Some(clause)
        })
    }

    /// Drops the doomed clauses and moves the others together. The first word of each kept
    /// clause's old place then holds its new one: `moved` tells it.
    pub(super) fn compact(&mut self) -> Moved {
        let mut words = Vec::with_capacity(self.words.len());
        let mut at = 0;
        while at < self.words.len() {
            let end = at + HEADER + self.words[at] as usize;
            let doomed = self.words[at + 1] & DOOMED != 0;
            let new = if doomed { u32::MAX } else { words.len() as u32 };
            if !doomed {
                words.extend_from_slice(&self.words[at..end]);
            }
            self.words[at] = new;
            at = end;
        }
        Moved { old: std::mem::replace(&mut self.words, words) }
    }
}

/// Where clauses have gone.
pub(super) struct Moved {
    old: Vec<u32>,
}

impl Moved {
    /// The new place of a clause; `None` when it was dropped.
    pub(super) fn place(&self, clause: ClauseRef) -> Option<ClauseRef> {
        let new = self.old[clause as usize];
        (new != u32::MAX).then_some(new)
    }
}
