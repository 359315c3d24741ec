//! Lines of HoDoKu's technique library as tests of the finders.
//!
//! A line holds a position, a technique and what the technique does there:
//!
//! ```text
//! :0300:3:9.....+5+6+1…::313 314 343::
//!  code digits cells deleted eliminations placements extra
//! ```
//!
//! The test passes when the finder of the technique hands out a step with exactly
//! these eliminations or placements, and the step is confirmed by its reason. A code
//! that ends in `-x` is the opposite: the technique must find nothing there, as HoDoKu
//! looks by default, with the digits of the line. The field of digits says what a step is
//! made of for some techniques and what it removes for others; of wings and forcing chains
//! it is not compared.

use crate::check::check;
use crate::entry::Scan;
use crate::origin::Family;
use crate::position::{Position, PositionError};
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use crate::techniques::{named, siamese};
use crate::unstopped::unstopped;
use std::fmt;
use std::ops::ControlFlow;
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::nine::{Candidate, Cell, Cells, Digit, Digits};

/// One line of a technique library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// The code as written, with its variant, such as `0600-2`.
    pub code: String,
    /// The technique of the code, when the catalogue has it.
    pub technique: Option<Technique>,
    /// Whether two fish are taken as one: a fifth digit 1 in the code.
    pub siamese: bool,
    /// Whether the technique must find nothing.
    pub must_find_nothing: bool,
    /// The digits named in the line.
    pub digits: Digits,
    /// The position: clues, placed digits, and the deleted candidates gone.
    pub position: Position,
    /// Candidates the step removes, ascending.
    pub eliminations: Vec<Candidate>,
    /// Digits the step places, ascending.
    pub placements: Vec<Candidate>,
    /// The last field: the length of a chain, or empty.
    pub extra: String,
}

/// Why a line is no test case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CaseError {
    /// The line has neither six nor seven fields after the leading colon.
    Fields(usize),
    /// The field of cells does not hold 81 of them.
    Cells(usize),
    /// A character that is no cell.
    Character(char),
    /// A group that is not digit, row, column.
    Group(String),
    /// The digits contradict each other.
    Position(PositionError),
}

impl fmt::Display for CaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fields(n) => write!(
                f,
                "{n} fields where a library line has 7 (code, digits, cells, deleted, \
                 eliminations, placements, extra), each after a colon"
            ),
            Self::Cells(n) => write!(f, "{n} cells where a board has 81"),
            Self::Character(c) => {
                write!(f, "'{c}' is no cell; use 1-9, +1 to +9 for placed digits, and . or 0")
            }
            Self::Group(text) => {
                write!(f, "'{text}' is not a candidate; write digit, row, column, such as 313")
            }
            Self::Position(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for CaseError {}

impl Case {
    /// Reads a line; `None` for a blank line or a comment.
    ///
    /// # Errors
    /// Says what is wrong with the line.
    pub fn read(line: &str) -> Result<Option<Self>, CaseError> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(None);
        }
        let fields: Vec<&str> = line.split(':').collect();
        // The last field is left out on some lines.
        let ["", code, digits, cells, deleted, eliminations, placements, ref extra @ ..] =
            fields[..]
        else {
            return Err(CaseError::Fields(fields.len().saturating_sub(1)));
        };
        let extra = match extra {
            [] => "",
            [extra] => extra,
            _ => return Err(CaseError::Fields(fields.len() - 1)),
        };
        let (base, variant) = code.split_once('-').unwrap_or((code, ""));
        let siamese = base.len() == 5 && base.ends_with('1');
        let base = if siamese { &base[..4] } else { base };
        let mut position = read_cells(cells)?;
        for candidate in read_candidates(deleted)? {
            position.remove(candidate.cell, candidate.digit);
        }
        Ok(Some(Self {
            code: code.to_owned(),
            technique: Technique::from_hodoku_code(base),
            siamese,
            must_find_nothing: variant == "x",
            digits: digits
                .chars()
                .filter_map(|c| Digit::from_number(c.to_digit(10)? as u8))
                .collect(),
            position,
            eliminations: read_candidates(eliminations)?,
            placements: read_candidates(placements)?,
            extra: extra.to_owned(),
        }))
    }

    /// Runs the finder of the technique on the position.
    pub fn run(&self) -> CaseResult {
        unstopped(|halt| self.run_within(halt))
    }

    /// As [`Case::run`], unless it is stopped.
    ///
    /// # Errors
    /// What stopped it.
    pub fn run_within(&self, halt: &Halt<'_>) -> Result<CaseResult, Stop> {
        let Some(technique) = self.technique else { return Ok(CaseResult::NotThereYet) };
        let mut matched = false;
        let mut n_others = 0;
        let mut unsound = None;
        let mut visit = |step: Step| {
            if let Err(error) = check(&self.position, &step) {
                unsound = Some(error.to_string());
                return ControlFlow::Break(());
            }
            if self.is_wanted(&step) {
                matched = true;
                return ControlFlow::Break(());
            }
            n_others += usize::from(!self.must_find_nothing || self.concerns(&step));
            ControlFlow::Continue(())
        };
        // HoDoKu has options for more than it counts by default: more is found where the line names
        // it, nothing is what it counts.
        let scan = if self.must_find_nothing { Scan::Hodoku } else { Scan::Every };
        if self.siamese {
            let _ = siamese::find_within(&self.position, technique, &mut halt.pulse(), &mut visit)?;
        } else if named::find_as(&self.position, technique, scan, halt, &mut visit)?.is_err() {
            return Ok(CaseResult::NotThereYet);
        }
        Ok(match unsound {
            Some(error) => CaseResult::Failed(format!("a step does not hold: {error}")),
            None if self.must_find_nothing && (matched || n_others > 0) => {
                CaseResult::Failed("found where nothing must be found".to_owned())
            }
            None if matched || self.must_find_nothing => CaseResult::Passed,
            None if n_others == 0 => CaseResult::Failed("found nothing".to_owned()),
            None => CaseResult::Failed(format!("found {n_others} other steps only")),
        })
    }

    /// Whether a step has the digits the line names, as far as its reason tells.
    fn concerns(&self, step: &Step) -> bool {
        let digits = match &step.reason {
            Reason::NakedSubset { digits, .. } | Reason::HiddenSubset { digits, .. } => *digits,
            Reason::UniqueLoop(unique) => unique.digits.into_iter().collect(),
            _ if !self.must_find_nothing => return true,
            // Wings and remote pairs are named by the digits of their cells, forcing chains by
            // either.
            Reason::Wing { .. } | Reason::RemotePair { .. } | Reason::Chains(_) => return true,
            _ if step.technique.family() == Family::Wings => return true,
            // Everything else by what it removes, or where it removes nothing by what it places.
            _ => {
                let Effect { eliminations, placements } = &step.effect;
                let named = if eliminations.is_empty() { placements } else { eliminations };
                named.iter().map(|candidate| candidate.digit).collect()
            }
        };
        digits == self.digits || (self.must_find_nothing && self.digits.is_empty())
    }

    /// Whether a step does exactly what the line says, with the digits it says.
    fn is_wanted(&self, step: &Step) -> bool {
        self.concerns(step)
            && step.effect.eliminations == self.eliminations
            && step.effect.placements == self.placements
    }
}

/// How a case went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CaseResult {
    /// As the line says.
    Passed,
    /// There is no finder for the code.
    NotThereYet,
    /// Something else; why.
    Failed(String),
}

fn read_cells(text: &str) -> Result<Position, CaseError> {
    let mut values = [0; 81];
    let mut givens = Cells::EMPTY;
    let mut n_cells = 0;
    let mut placed = false;
    for c in text.chars() {
        let number = match c {
            '+' => {
                placed = true;
                continue;
            }
            '.' | '0' => 0,
            '1'..='9' => c as u8 - b'0',
            _ => return Err(CaseError::Character(c)),
        };
        if n_cells < 81 {
            values[n_cells] = number;
            if number != 0 && !placed {
                givens.insert(Cell::new(n_cells));
            }
        }
        n_cells += 1;
        placed = false;
    }
    if n_cells != 81 {
        return Err(CaseError::Cells(n_cells));
    }
    let position = Position::from_clues(&values).map_err(CaseError::Position)?;
    Ok(position.with_givens(givens))
}

/// Groups of digit, row and column, in ascending order.
fn read_candidates(text: &str) -> Result<Vec<Candidate>, CaseError> {
    let mut candidates = Vec::new();
    for group in text.split_ascii_whitespace() {
        let &[digit, row, column] = group.as_bytes() else {
            return Err(CaseError::Group(group.to_owned()));
        };
        let in_range = [digit, row, column].iter().all(|byte| (b'1'..=b'9').contains(byte));
        match Digit::from_number(digit.wrapping_sub(b'0')).filter(|_| in_range) {
            Some(digit) => {
                let cell = Cell::at((row - b'1') as usize, (column - b'1') as usize);
                candidates.push(Candidate::new(cell, digit));
            }
            None => return Err(CaseError::Group(group.to_owned())),
        }
    }
    candidates.sort_unstable();
    candidates.dedup();
    Ok(candidates)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAKED_SINGLE: &str = ":0003:8:6...+53+4.7....4+2+56.+254867+3+9+1.+4..+9+6.1.162+38+5749.3..+1+4.+5....42193..1.+57...+44+2.6+3.+1+75:::829:";

    fn case(line: &str) -> Case {
        Case::read(line).expect("a good line").expect("no comment")
    }

    #[test]
    fn a_line_is_read_with_its_clues_apart_from_placed_digits() {
        let case = case(NAKED_SINGLE);
        assert_eq!(case.technique, Some(Technique::NakedSingle));
        assert_eq!(case.placements[0].to_string(), "r2c9=8");
        assert!(case.position.givens().contains(Cell::at(0, 0)));
        assert!(!case.position.givens().contains(Cell::at(0, 4)));
        assert_eq!(case.position.value(Cell::at(0, 4)), Digit::from_number(5));
        assert_eq!(case.run(), CaseResult::Passed);
    }

    #[test]
    fn another_effect_fails_and_so_does_a_find_where_nothing_must_be_found() {
        let other = case(&NAKED_SINGLE.replace("829", "828"));
        assert!(matches!(other.run(), CaseResult::Failed(_)));
        let negative = case(&NAKED_SINGLE.replace("0003", "0003-x"));
        assert!(matches!(negative.run(), CaseResult::Failed(_)));
        let unknown = case(&NAKED_SINGLE.replace("0003", "0001"));
        assert_eq!(unknown.run(), CaseResult::NotThereYet);
    }

    #[test]
    fn what_is_wrong_with_a_line_is_said() {
        assert_eq!(Case::read("# comment"), Ok(None));
        assert_eq!(Case::read(":0003:8"), Err(CaseError::Fields(2)));
        assert_eq!(Case::read(":0003:8:12:::829:"), Err(CaseError::Cells(2)));
        assert_eq!(
            Case::read(&NAKED_SINGLE.replace("829", "809")),
            Err(CaseError::Group("809".to_owned()))
        );
    }
}
