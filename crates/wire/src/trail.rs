//! The audit trail of an evolved sequence, step by step as data, words and pictures.

use crate::drawing::Drawing;
use crate::page::{Scene, Sheet, Staged};
use crate::step::{CellDigit, Subject, marks};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sudolab_grid::nine::{Candidate, Cell, Cells, Digit, House};
use sudolab_grid::{Board, Puzzle};
use sudolab_logic::explain::shown::Shown;
use sudolab_logic::position::{Position, PositionError};
use sudolab_logic::step::Effect as Changes;
use sudolab_solvers::evolution::{Audit, AuditEffect, AuditStep};

/// One step of an audit trail: what an evolved instruction did.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TrailStep {
    /// The algorithm that evolved it.
    pub algorithm: String,
    /// The digits it looks at.
    pub digits: Vec<u32>,
    /// The candidates it removes.
    pub eliminations: Vec<CellDigit>,
    /// The houses it looks at, such as `row 4`.
    pub houses: Vec<String>,
    /// The name of the puzzle, where the input gives it one.
    pub id: Option<String>,
    /// The line of the input the puzzle begins on.
    pub line: usize,
    /// The instruction's name, such as `RowFill`.
    pub name: String,
    /// The number of the step, from 1.
    pub number: usize,
    /// The digits it places.
    pub placements: Vec<CellDigit>,
    /// The number of the puzzle in the input, from 1.
    pub puzzle: usize,
    /// The line of the trail, without its number.
    pub text: String,
}

/// A step of a trail in the position it is made in.
pub struct Audited<'a> {
    number: usize,
    step: &'a AuditStep,
    position: Position,
    changes: Changes,
}

/// The steps of a trail that was followed, each with the position before it.
///
/// # Errors
/// When the clues are no position: an audit of this puzzle cannot have been made then.
pub fn audited<'a>(
    puzzle: &Puzzle,
    audit: &'a Audit,
) -> Result<impl Iterator<Item = Audited<'a>> + 'a, PositionError> {
    let mut position = Position::from_puzzle(puzzle)?;
    Ok(audit.steps.iter().enumerate().map(move |(i, step)| {
        let changes = changes(step, &position);
        let before = position.clone();
        changes.apply(&mut position);
        Audited { number: i + 1, step, position: before, changes }
    }))
}

/// What a step places and removes, of what is there.
fn changes(step: &AuditStep, position: &Position) -> Changes {
    let mut changes = Changes::default();
    for effect in &step.effects {
        match *effect {
            AuditEffect::Placed(cell, digit) => {
                let (cell, digit) = (Cell::new(cell.index()), Digit::from_index(digit.index()));
                changes.placements.push(Candidate::new(cell, digit));
            }
            AuditEffect::Lost(cell, digits) => {
                let cell = Cell::new(cell.index());
                let gone = digits.iter().map(|digit| Digit::from_index(digit.index()));
                let gone = gone.filter(|&digit| position.candidates(cell).contains(digit));
                changes.eliminations.extend(gone.map(|digit| Candidate::new(cell, digit)));
            }
        }
    }
    changes
}

impl Audited<'_> {
    /// The step as data.
    pub fn data(&self, algorithm: &str, subject: Subject<'_>) -> TrailStep {
        let board = Board::classic();
        TrailStep {
            algorithm: algorithm.to_owned(),
            digits: self.step.digits.iter().map(|digit| digit.value().into()).collect(),
            eliminations: marks(&self.changes.eliminations),
            houses: self.step.houses.iter().map(|&h| board.houses()[h].to_string()).collect(),
            id: subject.id.map(str::to_owned),
            line: subject.line,
            name: self.step.name().to_owned(),
            number: self.number,
            placements: marks(&self.changes.placements),
            puzzle: subject.number,
            text: self.step.to_string(),
        }
    }

    /// The step in words for a terminal, with its number.
    pub fn text(&self) -> String {
        format!("{}. {}\n", self.number, self.step)
    }

    /// Adds the step to a sheet of pictures.
    pub fn draw(&self, sheet: &mut Sheet) {
        sheet.add(&format!("{}. {}", self.number, self.step), &self.drawing());
    }
}

impl Staged for Audited<'_> {
    fn scene(&self) -> Scene {
        Scene {
            number: self.number,
            name: self.step.name().to_owned(),
            title: self.step.name().to_owned(),
            price: None,
            sentences: Vec::new(),
            conclusion: self.step.to_string(),
        }
    }

    fn drawing(&self) -> Drawing {
        let shown = Shown {
            cells: self.step.cell.map_or(Cells::EMPTY, |cell| Cells::only(Cell::new(cell.index()))),
            houses: self.step.houses.iter().map(|&house| House::new(house)).collect(),
            ..Shown::default()
        };
        Drawing::of(&self.position, self.step.name(), &self.changes, &shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudolab::{Halt, Task, registry};
    use sudolab_solvers::Budget;
    use sudolab_solvers::evolution::audit;

    #[test]
    fn the_steps_of_a_trail_lead_to_its_solution_and_are_drawn() {
        // Singles do not solve it.
        let line =
            "..9748...7.........2.1.9.....7...24..64.1.59..98...3.....8.3.2.........6...2759..";
        let puzzle: Puzzle = line.parse().unwrap();
        let task = Task::new(registry::find("gauge").unwrap()).budget(Budget::ticks(2_000_000));
        let outcome = task.solve(&puzzle, &Halt::never()).unwrap();
        let audit = audit(&puzzle, &outcome.trail).unwrap();
        let (mut placed, mut removed, mut sheet) = (0, 0, Sheet::default());
        for step in audited(&puzzle, &audit).unwrap() {
            let data = step.data("gauge", Subject::ONLY);
            assert_eq!(format!("{}. {}", data.number, data.text), outcome.trail[data.number - 1]);
            placed += data.placements.len();
            removed += data.eliminations.len();
            assert!(crate::page::html_step(&step).contains("<svg"));
            step.draw(&mut sheet);
        }
        assert_eq!(placed, 81 - puzzle.n_clues());
        assert!(removed > 0);
        assert_eq!(sheet.svg().matches("<title>").count(), outcome.trail.len());
    }
}
