//! Any relation of two digits, as a table, along a line or between all of some cells.

use super::judge::{all_pairs, breach, steps};
use super::marks::{self, Colour};
use super::parts::Parts;
use super::{Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Alphabet, Board, Cell, Digit, DigitSet, Grid};

/// Cells whose digits go together by a table.
///
/// Its word lists for each digit those that may follow it, `2/13/2`: symbols of digits counted from 1
/// whatever their values, `-` for none.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Relation {
    cells: Box<[Cell]>,
    table: Box<[DigitSet]>,
    all: bool,
}

impl Relation {
    /// Neighbours along a line go together by a table: for each digit what may follow it.
    pub fn along(cells: Vec<Cell>, table: Vec<DigitSet>) -> Result<Relation, RuleError> {
        Relation::new("relation", cells, table)
    }

    /// Every cell and all after it go together by a table.
    pub fn among(cells: Vec<Cell>, table: Vec<DigitSet>) -> Result<Relation, RuleError> {
        Relation::new("relation-all", cells, table)
    }

    fn new(
        name: &'static str,
        cells: Vec<Cell>,
        table: Vec<DigitSet>,
    ) -> Result<Relation, RuleError> {
        match cells.len() {
            0 | 1 => Err(RuleError::TooFewCells { kind: name, needed: 2 }),
            _ => Ok(Relation {
                cells: cells.into(),
                table: table.into(),
                all: name == "relation-all",
            }),
        }
    }

    /// Its cells.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// For each digit, by its index, what may follow it.
    pub fn table(&self) -> &[DigitSet] {
        &self.table
    }

    /// Whether all pairs are meant, not only neighbours.
    pub fn is_all(&self) -> bool {
        self.all
    }

    fn pairs(&self) -> Vec<(Cell, Cell)> {
        if self.all { all_pairs(&self.cells) } else { steps(&self.cells).collect() }
    }

    fn allows(&self, a: Digit, b: Digit) -> bool {
        self.table.get(a.index()).is_some_and(|set| set.contains(b))
    }
}

impl RuleKind for Relation {
    const NAMES: &'static [&'static str] = &["relation", "relation-all"];

    fn name(&self) -> &'static str {
        if self.all { "relation-all" } else { "relation" }
    }

    fn parts(&self) -> Parts {
        let row = |set: &DigitSet| match set.is_empty() {
            true => "-".to_owned(),
            false => set.iter().filter_map(|d| Alphabet::Numbers.symbol(d.value())).collect(),
        };
        let table: Vec<String> = self.table.iter().map(row).collect();
        Parts { words: vec![table.join("/")], ..Parts::cells(&self.cells) }
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<Relation, RuleError> {
        parts.expect(name, 1, 0, 1)?;
        let row = |text: &str| -> Option<DigitSet> {
            if text == "-" {
                return Some(DigitSet::EMPTY);
            }
            let digit = |c| Digit::from_number(Alphabet::Numbers.value_up_to(c, 64)?);
            text.chars().map(digit).collect()
        };
        let table: Option<Vec<DigitSet>> = parts.words[0].split('/').map(row).collect();
        let table = table.filter(|table| table.len() <= 64);
        let table = table.ok_or_else(|| RuleError::Word(parts.words[0].clone()))?;
        Relation::new(name, parts.lists.into_iter().next().unwrap_or_default(), table)
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        for (a, b) in self.pairs() {
            if let (Some(x), Some(y)) = (grid.get(a), grid.get(b))
                && !self.allows(x, y)
            {
                let (x, y) = (grid.board().value(x), grid.board().value(y));
                return breach(&[a, b], format!("{x} and {y} do not go together"));
            }
        }
        Ok(())
    }

    fn lower(&self, _: &Board, lowering: &mut Lowering) {
        for (a, b) in self.pairs() {
            lowering.demand(Demand::pair(a, b, lowering, |x, y| self.allows(x, y)));
        }
    }

    fn marks(&self, _: &Board) -> Vec<Mark> {
        vec![marks::line(&self.cells, Colour::Yellow)]
    }
}
