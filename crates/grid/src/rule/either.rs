//! Rules of which one must hold.

use super::{Breach, Demand, Lowering, Mark, Rule, RuleError};
use crate::{Board, Cell, Grid};

/// At least one of some ways holds; a way is one rule or several together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Either {
    ways: Box<[Box<[Rule]>]>,
}

impl Either {
    pub(super) const NAME: &'static str = "either";

    /// One of these ways.
    pub fn new(ways: Vec<Vec<Rule>>) -> Result<Either, RuleError> {
        if ways.is_empty() || ways.iter().any(Vec::is_empty) {
            let what = "at least one rule in each way".to_owned();
            return Err(RuleError::Needs { kind: Either::NAME, what });
        }
        if ways.iter().flatten().any(|rule| rule.depth() > 8) {
            let what = "fewer rules inside rules".to_owned();
            return Err(RuleError::Needs { kind: Either::NAME, what });
        }
        Ok(Either { ways: ways.into_iter().map(Vec::into_boxed_slice).collect() })
    }

    /// The ways.
    pub fn ways(&self) -> impl Iterator<Item = &[Rule]> {
        self.ways.iter().map(|way| &**way)
    }

    pub(super) fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        let broken = |way: &[Rule]| way.iter().find_map(|rule| rule.holds(grid).err());
        let mut cells: Vec<Cell> = Vec::new();
        for way in self.ways() {
            match broken(way) {
                None => return Ok(()),
                Some(breach) => cells.extend(breach.cells),
            }
        }
        cells.sort_unstable();
        cells.dedup();
        Err(Breach { cells, what: "none of the ways holds".to_owned() })
    }

    pub(super) fn lower(&self, board: &Board, lowering: &mut Lowering) {
        let ways: Vec<Vec<Demand>> = self
            .ways()
            .map(|way| {
                let n = lowering.demands().len();
                way.iter().for_each(|rule| rule.lower(board, lowering));
                lowering.split_off(n)
            })
            .collect();
        lowering.demand(Demand::Either(ways));
    }

    pub(super) fn write(&self, board: &Board, text: &mut String) {
        text.push_str(" {");
        for (i, way) in self.ways().enumerate() {
            text.push_str(if i == 0 { " " } else { " | " });
            let rules: Vec<String> = way.iter().map(|rule| rule.text(board)).collect();
            text.push_str(&rules.join(" ; "));
        }
        text.push_str(" }");
    }

    pub(super) fn marks(&self, board: &Board) -> Vec<Mark> {
        let way = |rules: &[Rule]| {
            let texts: Vec<String> = rules.iter().map(|rule| rule.text(board)).collect();
            texts.join(" and ")
        };
        let ways: Vec<String> = self.ways().map(way).collect();
        vec![Mark::Note(format!("Either {}.", ways.join(", or ")))]
    }
}
