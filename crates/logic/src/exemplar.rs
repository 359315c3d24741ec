//! Exemplars: puzzles that need the technique they are tagged with.
//!
//! A row of HoDoKu's list of exemplars, with tabs between:
//!
//! ```text
//! ..12.7.89.8..6...........4...4.1....5…   0100   Locked Candidate Type 1   lc1(3) s
//! puzzle                                  code   technique                 note
//! ```
//!
//! The note says in which company the technique is needed. `s n3(2) s` is solved by singles
//! and two naked triples. `ssts sdc(1) s` is solved by the simple set and one Sue de Coq;
//! the simple set is what HoDoKu's command line calls so: singles, locked candidates and
//! sets, plain fish, XY-Wing, colours. An `x` stands for anything harder, which may come
//! first; the tag of X-Chains is an x with a number.
//!
//! A row holds when both are true:
//!
//! 1. what is easier in this company, by HoDoKu's order, does not solve the puzzle;
//! 2. the company with the technique does. With an `x`: the technique takes a step, either
//!    tried after the simple set and before everything else that HoDoKu has switched on, or
//!    on HoDoKu's own path.
//!
//! Colours are X-Chains by another name, so they are no easier company of an X-Chain.
//! "Easier" is meant within the company: nearly every exemplar of a fish is also solved by
//! singles and chains, and HoDoKu itself often takes something else that comes earlier in
//! its whole order. Whether it takes the technique is told besides ([`Outcome::on_path`]).

use crate::origin::Family;
use crate::position::Position;
use crate::rating::hodoku::{self, HodokuProfile, Search};
use crate::step::Step;
use crate::technique::Technique;
use crate::techniques::named;
use crate::unstopped::unstopped;
use std::fmt;
use std::ops::ControlFlow;
use sudolab_grid::halt::{Halt, Stop};

/// One row of a list of exemplars.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exemplar {
    /// The code as written.
    pub code: String,
    /// The technique, when the catalogue has it.
    pub technique: Option<Technique>,
    /// The puzzle.
    pub position: Position,
    /// What may be used beside it.
    pub company: Company,
}

/// What may be used beside the technique of an exemplar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Company {
    /// Singles.
    Singles,
    /// HoDoKu's simple set: singles, locked candidates and sets, plain fish, XY-Wing, colours.
    SimpleSet,
    /// Whatever there is.
    Anything,
}

impl fmt::Display for Company {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Singles => "singles",
            Self::SimpleSet => "the techniques of the simple set",
            Self::Anything => "all techniques",
        })
    }
}

/// Why a line is no exemplar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExemplarError {
    /// The line has not at least three columns with tabs between.
    Columns(usize),
    /// The first column is no puzzle.
    Puzzle,
}

impl fmt::Display for ExemplarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Columns(n) => write!(
                f,
                "{n} columns where an exemplar has 3 or 4 (puzzle, code, technique, note), \
                 with tabs between"
            ),
            Self::Puzzle => f.write_str(
                "the first column is no puzzle of 81 cells whose digits agree with each other",
            ),
        }
    }
}

impl std::error::Error for ExemplarError {}

/// How a row went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Whether and how the row holds.
    pub holds: Holds,
    /// How many steps of the technique HoDoKu's own path takes.
    pub on_path: usize,
}

/// Whether a row holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holds {
    /// Not solved by what is easier in its company, solved with so many steps of it.
    Needed(usize),
    /// The technique is met where anything harder may be used.
    Met,
    /// Solved without it.
    NotNeeded,
    /// Not solved with it, or not met.
    NotEnough,
    /// There is no finder for it.
    NotThereYet,
}

impl Outcome {
    /// Whether the row holds.
    pub fn passed(&self) -> bool {
        matches!(self.holds, Holds::Needed(_) | Holds::Met)
    }
}

/// HoDoKu's order of techniques, without those it has switched off and without tables
/// of forcing chains.
fn hodoku_order() -> Vec<Technique> {
    let searches = Search::ALL.iter().filter(|&&search| search < Search::ForcingChain);
    searches.flat_map(|search| search.techniques()).copied().collect()
}

impl Company {
    /// Whether a technique may be used beside the one of the exemplar.
    fn has(self, technique: Technique) -> bool {
        match self {
            Self::Singles => technique.family() == Family::Singles,
            Self::SimpleSet => technique.entry().simple,
            Self::Anything => true,
        }
    }
}

impl Exemplar {
    /// Reads a row; `None` for a blank line, a comment and the line of column names.
    ///
    /// # Errors
    /// Says what is wrong with the row.
    pub fn read(line: &str) -> Result<Option<Self>, ExemplarError> {
        let line = line.trim_end();
        if line.is_empty() || line.starts_with('#') || line.starts_with("puzzle\t") {
            return Ok(None);
        }
        let columns: Vec<&str> = line.split('\t').collect();
        let [puzzle, code, name, rest @ ..] = &columns[..] else {
            return Err(ExemplarError::Columns(columns.len()));
        };
        let position = Position::from_line(puzzle).ok_or(ExemplarError::Puzzle)?;
        let words: Vec<&str> = rest.first().map_or(Vec::new(), |note| note.split(' ').collect());
        let company = if words.contains(&"x") {
            Company::Anything
        } else if words.contains(&"ssts") {
            Company::SimpleSet
        } else {
            Company::Singles
        };
        Ok(Some(Self {
            code: (*code).to_owned(),
            technique: technique(code, name),
            position,
            company,
        }))
    }

    /// Whether the puzzle needs its technique.
    pub fn run(&self) -> Outcome {
        unstopped(|halt| self.run_within(halt))
    }

    /// As [`Exemplar::run`], unless it is stopped.
    ///
    /// # Errors
    /// What stopped it.
    pub fn run_within(&self, halt: &Halt<'_>) -> Result<Outcome, Stop> {
        let Some(technique) = self.technique else {
            return Ok(Outcome { holds: Holds::NotThereYet, on_path: 0 });
        };
        let tagged = family(technique);
        let on_path = on_path(&self.position, tagged, halt)?;
        Ok(Outcome { holds: self.holds(technique, tagged, on_path, halt)?, on_path })
    }

    fn holds(
        &self,
        technique: Technique,
        tagged: &[Technique],
        on_path: usize,
        halt: &Halt<'_>,
    ) -> Result<Holds, Stop> {
        if technique.entry().find.is_none() {
            return Ok(Holds::NotThereYet);
        }
        let order = hodoku_order();
        let of = |company: Company| -> Vec<Technique> {
            order.iter().copied().filter(|&it| company.has(it)).collect()
        };
        if self.company == Company::Anything {
            let all = [&of(Company::SimpleSet), tagged, &order[..]].concat();
            let met = on_path > 0 || solve(&self.position, &all, tagged, halt)?.1 > 0;
            return Ok(if met { Holds::Met } else { Holds::NotEnough });
        }
        let company = of(self.company);
        // Of the simple set colours are the patterns of one digit.
        let is_x_chain = technique == Technique::XChain;
        let rank = |technique: &Technique| order.iter().position(|t| t == technique);
        let easier: Vec<Technique> = company
            .iter()
            .copied()
            // What HoDoKu has switched off has no rank and is harder than what it has.
            .filter(|it| tagged.iter().all(|tag| rank(tag).is_none() || rank(it) < rank(tag)))
            .filter(|it| !(is_x_chain && it.family() == Family::SingleDigit))
            .collect();
        if solve(&self.position, &easier, tagged, halt)?.0 {
            return Ok(Holds::NotNeeded);
        }
        Ok(match solve(&self.position, &[&company, tagged].concat(), tagged, halt)? {
            (true, n) => Holds::Needed(n),
            (false, _) => Holds::NotEnough,
        })
    }
}

/// The technique of a row. Rows of avoidable rectangles share a code, and the verity chains bear the
/// code of templates, so a technique of that name goes before the one of that code.
fn technique(code: &str, name: &str) -> Option<Technique> {
    let by_code = Technique::from_hodoku_code(code);
    Technique::ALL.iter().copied().find(|it| it.name() == name).or(by_code)
}

/// The members of a family that one code stands for: colours are one technique in the list and two
/// here, found by one search.
fn family(technique: Technique) -> &'static [Technique] {
    match Search::of(technique) {
        Some(search) if technique.entry().simple => search.techniques(),
        _ => Technique::ALL.iter().find(|&&t| t == technique).map_or(&[], std::slice::from_ref),
    }
}

/// Solves as far as the techniques go, the first that finds something first. Tells whether
/// the puzzle is solved and how many steps were of the tagged techniques.
fn solve(
    start: &Position,
    techniques: &[Technique],
    tagged: &[Technique],
    halt: &Halt<'_>,
) -> Result<(bool, usize), Stop> {
    let mut position = start.clone();
    let mut n_tagged = 0;
    'next: while !position.is_solved() {
        for &technique in techniques {
            let mut found: Option<Step> = None;
            let _ = named::find_within(&position, technique, halt, &mut |step| {
                found = Some(step);
                ControlFlow::Break(())
            })?;
            if let Some(step) = found {
                step.effect.apply(&mut position);
                n_tagged += usize::from(tagged.contains(&technique));
                continue 'next;
            }
        }
        break;
    }
    Ok((position.is_solved(), n_tagged))
}

/// How many steps on the path of the profile `hodoku-2.2` are of these techniques.
fn on_path(start: &Position, techniques: &[Technique], halt: &Halt<'_>) -> Result<usize, Stop> {
    let mut n = 0;
    hodoku::Rater::new().rate_within(start, &HodokuProfile::default(), halt, |_, step| {
        n += usize::from(techniques.contains(&step.step.technique));
        ControlFlow::Continue(())
    })?;
    Ok(n)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str = "..12.7.89.8..6...........4...4.1....5.2.....1...3....876.8.3....2.9.....1...4..9.\t0100\tLocked Candidate Type 1\tlc1(3) s";

    #[test]
    fn a_row_needs_its_technique_and_no_other() {
        let row = Exemplar::read(ROW).expect("a good row").expect("no comment");
        assert_eq!((row.technique, row.company), (Some(Technique::Pointing), Company::Singles));
        let outcome = row.run();
        assert!(outcome.passed() && outcome.on_path > 0, "{outcome:?}");
        let other = ROW.replace("0100", "0300");
        let other = Exemplar::read(&other).expect("a good row").expect("no comment");
        assert_eq!(other.run().holds, Holds::NotEnough);
    }

    #[test]
    fn what_is_no_row_is_told() {
        assert_eq!(Exemplar::read("puzzle\tcode\ttechnique\tnote"), Ok(None));
        assert_eq!(Exemplar::read("123\t0100"), Err(ExemplarError::Columns(2)));
        assert_eq!(Exemplar::read("123\t0100\tx"), Err(ExemplarError::Puzzle));
    }
}
