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
use sudolab_grid::{Board, Cell, Digit, DigitSet, House, HouseKind};

/// The rule a step applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AuditRule {
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

impl AuditRule {
    /// Every rule, in the order of their numbers.
    pub const ALL: [AuditRule; 11] = {
        let mut all = [AuditRule::SliceDice; 11];
        let mut i = 0;
        while i < all.len() {
            all[i] = NAMES[i].0;
            i += 1;
        }
        all
    };

    /// What it is called where its size is not known.
    pub fn word(self) -> &'static str {
        match self {
            AuditRule::NakedSet => "NakedSet",
            AuditRule::HiddenSet => "HiddenSet",
            AuditRule::Fish => "Fish",
            _ => NAMES[self as usize].1[0],
        }
    }
}

/// What happened to one cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AuditEffect {
    /// It was filled.
    Placed(Cell, Digit),
    /// It lost candidates.
    Lost(Cell, DigitSet),
}

/// One step of a trail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditStep {
    /// The rule applied.
    pub rule: AuditRule,
    /// The houses it looks at, by their place on the board.
    pub houses: Vec<usize>,
    /// The cell it looks at, for a trial.
    pub cell: Option<Cell>,
    /// The digits it looks at.
    pub digits: DigitSet,
    /// What it does.
    pub effects: Vec<AuditEffect>,
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
const NAMES: [(AuditRule, [&str; 3]); 11] = [
    (AuditRule::SliceDice, ["SliceDice"; 3]),
    (AuditRule::RowFill, ["RowFill"; 3]),
    (AuditRule::ColFill, ["ColFill"; 3]),
    (AuditRule::RaisingNumbers, ["RaisingNumbers"; 3]),
    (AuditRule::LastRemaining, ["LastRemaining"; 3]),
    (AuditRule::Pointing, ["Pointing"; 3]),
    (AuditRule::Claiming, ["Claiming"; 3]),
    (AuditRule::NakedSet, ["NakedPair", "NakedPair", "NakedTriple"]),
    (AuditRule::HiddenSet, ["HiddenPair", "HiddenPair", "HiddenTriple"]),
    (AuditRule::Fish, ["XWing", "XWing", "Swordfish"]),
    (AuditRule::Trial, ["Trial"; 3]),
];

impl AuditStep {
    /// The step's name as people call it: `NakedPair`, `Swordfish`.
    pub fn name(&self) -> &'static str {
        let size = if self.rule == AuditRule::Fish { self.houses.len() } else { self.digits.len() };
        let (_, names) = NAMES[self.rule as usize];
        names[size.clamp(1, 3) - 1]
    }
}

impl AuditStep {
    /// The step as text, on a board.
    pub fn text(&self, board: &Board) -> String {
        let mut text = self.name().to_owned();
        match (&self.houses[..], self.cell) {
            (_, Some(cell)) => text.push_str(&format!(" {}", board.name(cell))),
            ([], None) => {}
            ([house], None) => text.push_str(&format!(" {}", board.houses()[*house])),
            (many, None) => {
                text.push_str(&format!(" {}s", board.houses()[many[0]].kind()));
                for &house in many {
                    text.push_str(&format!(" {}", board.houses()[house].number()));
                }
            }
        }
        match self.digits.len() {
            0 => {}
            1 => text.push_str(&format!(", digit {}", written(self.digits, board))),
            _ => text.push_str(&format!(", digits {}", written(self.digits, board))),
        }
        for (i, effect) in self.effects.iter().enumerate() {
            text.push_str(if i == 0 { ": " } else { ", " });
            text.push_str(&match effect {
                AuditEffect::Placed(cell, digit) => format!("{} = {digit}", board.name(*cell)),
                AuditEffect::Lost(cell, digits) => {
                    format!("{} loses {}", board.name(*cell), written(*digits, board))
                }
            });
        }
        text
    }

    /// Reads what [`AuditStep::text`] writes.
    ///
    /// # Errors
    /// With the part that is no step on this board.
    pub fn read(text: &str, board: &Board) -> Result<AuditStep, StepSyntax> {
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
        let kinds = [HouseKind::Row, HouseKind::Column, HouseKind::Box];
        let kind = kinds.into_iter().find(|kind| kind.to_string() == place.trim_end_matches('s'));
        match kind {
            Some(kind) => {
                for number in words {
                    let number: usize = number.parse().map_err(|_| wrong(number))?;
                    let meant = |house: &House| house.kind() == kind && house.number() == number;
                    let at = board.houses().iter().position(meant);
                    houses.push(at.ok_or_else(|| wrong(subject))?);
                }
            }
            None => cell = Some(read_cell(place, board).ok_or_else(|| wrong(place))?),
        }
        let digits = match digits {
            None => DigitSet::EMPTY,
            Some(text) => {
                let (_, list) = text.split_once(' ').ok_or_else(|| wrong(text))?;
                read_digits(list, board).ok_or_else(|| wrong(text))?
            }
        };
        let effect = |text: &str| read_effect(text, board).ok_or_else(|| wrong(text));
        let effects: Result<Vec<AuditEffect>, StepSyntax> =
            effects.split(", ").map(effect).collect();
        let step = AuditStep { rule, houses, cell, digits, effects: effects? };
        // The name tells the number of digits or lines, so it must come out as it was read.
        if step.name() == name { Ok(step) } else { Err(wrong(name)) }
    }
}

impl fmt::Display for AuditStep {
    /// The step as text, on the 9x9 board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(&Board::classic()))
    }
}

impl FromStr for AuditStep {
    type Err = StepSyntax;

    /// Reads a step on the 9x9 board.
    fn from_str(text: &str) -> Result<AuditStep, StepSyntax> {
        AuditStep::read(text, &Board::classic())
    }
}

/// Digits side by side, with blanks between on boards where some have two figures.
fn written(digits: DigitSet, board: &Board) -> String {
    let separator = if board.size() > 9 { " " } else { "" };
    digits.iter().map(|digit| digit.to_string()).collect::<Vec<_>>().join(separator)
}

fn read_effect(text: &str, board: &Board) -> Option<AuditEffect> {
    if let Some((cell, digit)) = text.split_once(" = ") {
        return Some(AuditEffect::Placed(
            read_cell(cell, board)?,
            read_digits(digit, board)?.single()?,
        ));
    }
    let (cell, digits) = text.split_once(" loses ")?;
    Some(AuditEffect::Lost(read_cell(cell, board)?, read_digits(digits, board)?))
}

fn read_cell(text: &str, board: &Board) -> Option<Cell> {
    text.starts_with('r').then(|| board.cell_named(text))?
}

fn read_digits(text: &str, board: &Board) -> Option<DigitSet> {
    let mut set = DigitSet::EMPTY;
    let mut add = |number: u8| -> Option<()> {
        let digit = Digit::from_number(number).filter(|d| board.digits().contains(*d))?;
        if set.contains(digit) {
            return None;
        }
        set.insert(digit);
        Some(())
    };
    if board.size() > 9 {
        text.split(' ').try_for_each(|word| add(word.parse().ok()?))?;
    } else {
        text.chars().try_for_each(|symbol| add(symbol.to_digit(10)? as u8))?;
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
            assert_eq!(line.parse::<AuditStep>().map(|s| s.to_string()), Ok(line.to_owned()));
        }
    }

    #[test]
    fn steps_on_larger_boards_read_back_as_well() {
        let board = Board::latin(12).unwrap();
        for line in [
            "RowFill row 12, digit 11: r12c10 = 11",
            "NakedPair column 3, digits 2 12: r3c3 loses 2, r8c3 loses 2 12",
            "Trial r10c11, digit 1: r10c11 loses 1",
        ] {
            assert_eq!(AuditStep::read(line, &board).map(|s| s.text(&board)), Ok(line.to_owned()));
        }
        let beyond = AuditStep::read("RowFill row 13, digit 1: r1c1 = 1", &board);
        assert_eq!(beyond, Err(StepSyntax { part: "RowFill row 13".into() }));
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
            assert_eq!(line.parse::<AuditStep>(), Err(StepSyntax { part: part.into() }), "{line}");
        }
    }
}
