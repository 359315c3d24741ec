//! The audit trail: what an evolved sequence did, step by step, in words that can be read back.
//!
//! ```text
//! 12. RowFill row 4, digit 7: r4c9 = 7
//! 13. LastRemaining row 4: r4c2 = 3
//! 14. Pointing box 3, digit 5: r2c1 loses 5, r2c2 loses 5
//! 15. NakedPair row 3, digits 27: r3c2 loses 2, r3c8 loses 27
//! 16. XWing rows 2 5, digit 4: r1c3 loses 4
//! 17. Trial r3c4, digit 5: r3c4 loses 5
//! ```

use std::fmt;
use std::str::FromStr;
use sudolab_grid::{Board, Cell, Digit, DigitSet};

/// The rule a step applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// The only place for a digit in a box.
    SliceDice,
    /// The only place for a digit in a row.
    RowFill,
    /// The only place for a digit in a column.
    ColFill,
    /// The only digit for a cell of a box.
    RaisingNumbers,
    /// The ninth digit of a house.
    LastRemaining,
    /// A digit's places in a box lie in one line, so the rest of the line loses it.
    Pointing,
    /// A digit's places in a line lie in one box, so the rest of the box loses it.
    Claiming,
    /// Two or three cells of a house hold no other digits than these two or three.
    NakedSet,
    /// Two or three digits of a house fit only these two or three cells.
    HiddenSet,
    /// A digit's places in two or three lines lie in as many crossing lines.
    Fish,
    /// The digit in this cell leads, by singles alone, to a contradiction.
    Trial,
}

/// What happened to one cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// It was filled.
    Placed(Cell, Digit),
    /// It lost candidates.
    Lost(Cell, DigitSet),
}

/// One step of a trail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The rule applied.
    pub rule: Rule,
    /// The houses it looks at, by their place on the board.
    pub houses: Vec<usize>,
    /// The cell it looks at, for a trial.
    pub cell: Option<Cell>,
    /// The digits it looks at.
    pub digits: DigitSet,
    /// What it does.
    pub effects: Vec<Effect>,
}

/// A line is not a step of a trail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepSyntax {
    /// What could not be read.
    pub part: String,
}

impl fmt::Display for StepSyntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "cannot read {:?}; a step looks like 'RowFill row 4, digit 7: r4c9 = 7'",
            self.part
        )
    }
}

impl std::error::Error for StepSyntax {}

/// Each rule's name for 1, 2 and 3 digits or lines.
const NAMES: [(Rule, [&str; 3]); 11] = [
    (Rule::SliceDice, ["SliceDice"; 3]),
    (Rule::RowFill, ["RowFill"; 3]),
    (Rule::ColFill, ["ColFill"; 3]),
    (Rule::RaisingNumbers, ["RaisingNumbers"; 3]),
    (Rule::LastRemaining, ["LastRemaining"; 3]),
    (Rule::Pointing, ["Pointing"; 3]),
    (Rule::Claiming, ["Claiming"; 3]),
    (Rule::NakedSet, ["NakedPair", "NakedPair", "NakedTriple"]),
    (Rule::HiddenSet, ["HiddenPair", "HiddenPair", "HiddenTriple"]),
    (Rule::Fish, ["XWing", "XWing", "Swordfish"]),
    (Rule::Trial, ["Trial"; 3]),
];

impl Step {
    /// The step's name as people call it: `NakedPair`, `Swordfish`.
    pub fn name(&self) -> &'static str {
        let size = if self.rule == Rule::Fish { self.houses.len() } else { self.digits.len() };
        let (_, names) = NAMES[self.rule as usize];
        names[size.clamp(1, 3) - 1]
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = Board::classic();
        write!(f, "{}", self.name())?;
        match (&self.houses[..], self.cell) {
            (_, Some(cell)) => write!(f, " {}", board.name(cell))?,
            ([], None) => {}
            ([house], None) => write!(f, " {}", board.houses()[*house])?,
            (many, None) => {
                write!(f, " {}s", board.houses()[many[0]].kind())?;
                for &house in many {
                    write!(f, " {}", board.houses()[house].number())?;
                }
            }
        }
        match self.digits.len() {
            0 => {}
            1 => write!(f, ", digit {}", self.digits)?,
            _ => write!(f, ", digits {}", self.digits)?,
        }
        for (i, effect) in self.effects.iter().enumerate() {
            f.write_str(if i == 0 { ": " } else { ", " })?;
            match effect {
                Effect::Placed(cell, digit) => write!(f, "{} = {digit}", board.name(*cell))?,
                Effect::Lost(cell, digits) => write!(f, "{} loses {digits}", board.name(*cell))?,
            }
        }
        Ok(())
    }
}

impl FromStr for Step {
    type Err = StepSyntax;

    fn from_str(text: &str) -> Result<Step, StepSyntax> {
        let wrong = |part: &str| StepSyntax { part: part.to_owned() };
        let (head, effects) = text.split_once(": ").ok_or_else(|| wrong(text))?;
        let (subject, digits) = match head.split_once(", ") {
            Some((subject, digits)) => (subject, Some(digits)),
            None => (head, None),
        };
        let mut words = subject.split(' ');
        let name = words.next().unwrap_or_default();
        let named = NAMES.iter().find(|(_, names)| names.contains(&name));
        let rule = named.ok_or_else(|| wrong(name))?.0;
        let (mut houses, mut cell) = (Vec::new(), None);
        let place = words.next().unwrap_or_default();
        let first = match place.trim_end_matches('s') {
            "row" => Some(0),
            "column" => Some(9),
            "box" => Some(18),
            _ => None,
        };
        match first {
            Some(first) => {
                for number in words {
                    let number: usize = number.parse().map_err(|_| wrong(number))?;
                    if !(1..=9).contains(&number) {
                        return Err(wrong(subject));
                    }
                    houses.push(first + number - 1);
                }
            }
            None => cell = Some(read_cell(place).ok_or_else(|| wrong(place))?),
        }
        let digits = match digits {
            None => DigitSet::EMPTY,
            Some(text) => {
                let (_, list) = text.split_once(' ').ok_or_else(|| wrong(text))?;
                read_digits(list).ok_or_else(|| wrong(text))?
            }
        };
        let effects: Result<Vec<Effect>, StepSyntax> =
            effects.split(", ").map(|text| read_effect(text).ok_or_else(|| wrong(text))).collect();
        let step = Step { rule, houses, cell, digits, effects: effects? };
        // The name tells the number of digits or lines, so it must come out as it was read.
        if step.name() == name { Ok(step) } else { Err(wrong(name)) }
    }
}

fn read_effect(text: &str) -> Option<Effect> {
    if let Some((cell, digit)) = text.split_once(" = ") {
        return Some(Effect::Placed(read_cell(cell)?, read_digits(digit)?.single()?));
    }
    let (cell, digits) = text.split_once(" loses ")?;
    Some(Effect::Lost(read_cell(cell)?, read_digits(digits)?))
}

fn read_cell(text: &str) -> Option<Cell> {
    let (row, column) = text.strip_prefix('r')?.split_once('c')?;
    let (row, column): (usize, usize) = (row.parse().ok()?, column.parse().ok()?);
    let on_board = (1..=9).contains(&row) && (1..=9).contains(&column);
    on_board.then(|| Cell::new(9 * row + column - 10))
}

fn read_digits(text: &str) -> Option<DigitSet> {
    let mut set = DigitSet::EMPTY;
    for symbol in text.chars() {
        let digit = Digit::new(symbol.to_digit(10)? as u8)?;
        if set.contains(digit) {
            return None;
        }
        set.insert(digit);
    }
    (!set.is_empty()).then_some(set)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_step_reads_back_as_it_was_written() {
        for line in [
            "RowFill row 4, digit 7: r4c9 = 7",
            "LastRemaining row 4: r4c2 = 3",
            "Pointing box 3, digit 5: r2c1 loses 5, r2c2 loses 5",
            "NakedPair row 3, digits 27: r3c2 loses 2, r3c8 loses 27",
            "HiddenTriple column 9, digits 138: r3c9 loses 2",
            "XWing rows 2 5, digit 4: r1c3 loses 4",
            "Swordfish columns 2 5 9, digit 4: r1c3 loses 4",
            "Trial r3c4, digit 5: r3c4 loses 5",
        ] {
            assert_eq!(line.parse::<Step>().map(|s| s.to_string()), Ok(line.to_owned()));
        }
    }

    #[test]
    fn nonsense_is_refused_and_named() {
        for (line, part) in [
            ("RowFill row 4, digit 7", "RowFill row 4, digit 7"),
            ("Guess row 4, digit 7: r4c9 = 7", "Guess"),
            ("RowFill row 4, digit 7: r4c9 = 77", "r4c9 = 77"),
            ("RowFill row 10, digit 7: r4c9 = 7", "RowFill row 10"),
            ("RowFill ring 1, digit 7: r4c9 = 7", "ring"),
            ("NakedPair row 3, digits 279: r3c2 loses 2", "NakedPair"),
            ("RowFill row 4, digit 0: r4c9 = 7", "digit 0"),
        ] {
            assert_eq!(line.parse::<Step>(), Err(StepSyntax { part: part.into() }), "{line}");
        }
    }
}
