//! The parts every rule is made of, and the text they are written in.
//!
//! ```text
//! name  =word …  number …  cell cell … / cell cell …
//! ```
//!
//! A word begins with `=` and holds what is neither a number nor a cell, such as a table. Several
//! lists of cells have `/` between them. `either` is the one rule that holds others:
//! `either { rule ; rule | rule }` asks for one of the ways between the bars.

use super::RuleError;
use crate::{Board, Cell};

/// What a rule says besides its name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Parts {
    /// What is neither a number nor a cell, without blanks.
    pub words: Vec<String>,
    /// Numbers.
    pub numbers: Vec<i64>,
    /// Lists of cells.
    pub lists: Vec<Vec<Cell>>,
}

impl Parts {
    /// One list of cells.
    pub fn cells(cells: &[Cell]) -> Parts {
        Parts { lists: vec![cells.to_vec()], ..Parts::default() }
    }

    /// A number and one list of cells.
    pub fn numbered(number: i64, cells: &[Cell]) -> Parts {
        Parts { numbers: vec![number], ..Parts::cells(cells) }
    }

    pub(super) fn moved(mut self, to: impl Fn(Cell) -> Cell) -> Parts {
        self.lists.iter_mut().flatten().for_each(|cell| *cell = to(*cell));
        self
    }

    /// The only list, of so many cells at least, none of them twice.
    pub(super) fn line(self, kind: &'static str, needed: usize) -> Result<Vec<Cell>, RuleError> {
        self.expect(kind, 0, 0, 1)?;
        let cells = self.lists.into_iter().next().unwrap_or_default();
        check_cells(kind, &cells, needed)?;
        Ok(cells)
    }

    /// The only number and the only list, of so many cells at least, none of them twice.
    pub(super) fn numbered_line(
        mut self,
        kind: &'static str,
        needed: usize,
    ) -> Result<(i64, Vec<Cell>), RuleError> {
        self.expect(kind, 0, 1, 1)?;
        let number = self.numbers.remove(0);
        Ok((number, self.line(kind, needed)?))
    }

    /// Whether there are exactly so many of each.
    pub(super) fn expect(
        &self,
        kind: &'static str,
        words: usize,
        numbers: usize,
        lists: usize,
    ) -> Result<(), RuleError> {
        let needs = |what: &str, n: usize| {
            let plural = match what {
                "list" => "lists of cells".to_owned(),
                other => format!("{other}s"),
            };
            let what = if n == 1 { format!("1 {what}") } else { format!("{n} {plural}") };
            Err(RuleError::Needs { kind, what })
        };
        if self.words.len() != words {
            return needs("word", words);
        }
        if self.numbers.len() != numbers {
            return needs("number", numbers);
        }
        // A rule without cells has no list at all.
        if self.lists.len() > lists || (lists > 1 && self.lists.len() < lists) {
            return needs("list", lists);
        }
        Ok(())
    }

    pub(super) fn write(&self, board: &Board, text: &mut String) {
        for word in &self.words {
            text.push_str(" =");
            text.push_str(word);
        }
        for number in &self.numbers {
            text.push_str(&format!(" {number}"));
        }
        for (i, list) in self.lists.iter().enumerate() {
            if i > 0 {
                text.push_str(" /");
            }
            for &cell in list {
                text.push(' ');
                text.push_str(&board.name(cell));
            }
        }
    }

    pub(super) fn read<'a>(
        words: impl Iterator<Item = &'a str>,
        board: &Board,
    ) -> Result<Parts, RuleError> {
        let mut parts = Parts::default();
        for word in words {
            let started = !parts.lists.is_empty();
            if let Some(rest) = word.strip_prefix('=').filter(|_| !started) {
                parts.words.push(rest.to_owned());
            } else if word == "/" {
                if !started {
                    parts.lists.push(Vec::new());
                }
                parts.lists.push(Vec::new());
            } else if let Some(number) = word.parse().ok().filter(|_| !started) {
                parts.numbers.push(number);
            } else {
                let named = board.cell_named(word).filter(|_| !word.contains('+'));
                let cell = named.ok_or_else(|| RuleError::Word(word.to_owned()))?;
                if !started {
                    parts.lists.push(Vec::new());
                }
                if let Some(list) = parts.lists.last_mut() {
                    list.push(cell);
                }
            }
        }
        Ok(parts)
    }
}

/// Whether a list has so many cells, none of them twice.
pub(super) fn check_cells(
    kind: &'static str,
    cells: &[Cell],
    needed: usize,
) -> Result<(), RuleError> {
    if cells.len() < needed {
        return Err(RuleError::TooFewCells { kind, needed });
    }
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(RuleError::RepeatedCell { kind });
    }
    Ok(())
}
