//! What a document loses when it is written in a format.

use super::carries::{Sizes, Tells};
use super::document::{Document, META_FIELDS};
use super::error::{FormatError, no_place_for, unsupported};
use super::format::Format;
use super::options::WriteOptions;
use crate::{Board, Layout};
use std::collections::BTreeMap;
use std::fmt;

impl Format {
    /// What writing a document in this format drops; an error when the board itself has no place.
    pub fn losses(
        self,
        document: &Document,
        options: &WriteOptions,
    ) -> Result<Losses, FormatError> {
        let entry = self.entry();
        let can = (entry.limits.carries)(entry.carries, options);
        let mut losses = Losses::default();
        let board = document.board();
        match can.sizes {
            Sizes::Nine if board.size() != 9 => return Err(no_place_for(self, board)),
            Sizes::Nine | Sizes::UsualBoxes if !has_usual_boxes(board) => {
                losses.add(self, Lost::Regions, 1);
            }
            Sizes::Regions if !has_usual_boxes(board) && !(entry.limits.tells_regions)(board) => {
                losses.add(self, Lost::Regions, 1);
            }
            _ => {}
        }
        // Without its rules it would be another puzzle.
        if !can.rules && !document.rules().is_empty() {
            let kinds: Vec<&str> = document.rules().iter().map(|rule| rule.name()).collect();
            let what = format!("{self} cannot store rules such as {}", kinds[0]);
            return Err(unsupported(what).hint("choose json or iss"));
        }
        if !board.is_plain() && can.sizes != Sizes::Any {
            return Err(no_place_for(self, board));
        }
        if !(entry.limits.fits)(board) {
            return Err(no_place_for(self, board));
        }
        let columns = entry.limits.columns.map(|columns| columns(options));
        let hidden = |column: &str| columns.as_ref().is_some_and(|all| !all.contains(&column));
        let untold = |column: &str| hidden(column) && hidden("extra");
        // A row that does not tell its board would be read as another puzzle.
        let shape = if matches!(board.layout(), Layout::Regions(_)) { "regions" } else { "box" };
        if hidden(shape) && !has_usual_boxes(board) {
            let what = format!("{self} without the column {shape} cannot store a board of {board}");
            return Err(
                unsupported(what).hint(format!("add it: --columns puzzle,{shape}; or choose json"))
            );
        }
        if !can.placed || hidden("values") {
            losses.add(self, Lost::Placed, document.n_placed());
        }
        let tabled_notes = columns.is_some() && document.has_notes();
        if !can.candidates || hidden("candidates") || tabled_notes {
            losses.add(self, Lost::Candidates, document.n_candidates());
        }
        if entry.noted && document.candidates().is_some() && !document.has_notes() {
            losses.add(self, Lost::Binding, document.n_candidates());
        }
        if document.candidates().is_some() {
            losses.add(self, Lost::NakedSingles, (entry.limits.unclear)(document));
        }
        if !can.solution || hidden("solution") {
            losses.add(self, Lost::Solution, usize::from(document.solution.is_some()));
        }
        let kept = |name: &str| match can.meta {
            Tells::Nothing => false,
            Tells::Fields(fields) => fields.contains(&name) || (entry.limits.tells_field)(name),
            Tells::Everything if META_FIELDS.contains(&name) => !hidden(name),
            Tells::Everything => !untold(name),
        };
        let dropped = document.meta.names().filter(|name| !kept(name)).count();
        let told = can.meta == Tells::Everything && !hidden("extra");
        let other = if told { 0 } else { document.other.len() };
        losses.add(self, Lost::Metadata, dropped + other);
        Ok(losses)
    }
}

/// Whether a reader that only knows the size would think of the same board.
pub(crate) fn has_usual_boxes(board: &Board) -> bool {
    let usual = match board.layout() {
        Layout::Boxes { rows, columns } => {
            let (r, c) = (usize::from(*rows), usize::from(*columns));
            let better = (r + 1..=board.size()).take_while(|k| k * k <= board.size());
            r <= c && r > 1 && better.into_iter().all(|k| !board.size().is_multiple_of(k))
        }
        Layout::Regions(_) | Layout::Free => false,
        Layout::Latin => {
            let sides = (2..board.size()).take_while(|k| k * k <= board.size());
            sides.into_iter().all(|k| !board.size().is_multiple_of(k))
        }
    };
    usual && board.is_plain() && board.extra_regions().next().is_none()
}

/// A written document and what it lost on the way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The text, ending with a line break.
    pub text: String,
    /// What was dropped.
    pub losses: Losses,
}

/// A kind of thing a format cannot store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Lost {
    /// Digits placed since the givens.
    Placed,
    /// Stated candidates.
    Candidates,
    /// That candidates are part of the puzzle and no notes of a player.
    Binding,
    /// The difference between a given and a cell with one candidate left.
    NakedSingles,
    /// Boxes other than the usual ones, irregular regions, extra regions.
    Regions,
    /// The solution.
    Solution,
    /// What is told about the puzzle.
    Metadata,
}

/// So many things of a kind dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loss {
    /// The format that cannot store them.
    pub format: Format,
    /// What they are.
    pub what: Lost,
    /// How many.
    pub count: usize,
}

impl fmt::Display for Loss {
    /// `.sdm cannot store candidates; 212 candidates dropped`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = if self.count == 1 { "" } else { "s" };
        let (format, count) = (self.format, self.count);
        match self.what {
            Lost::Placed => {
                write!(f, "{format} cannot store placed digits; {count} placed digit{s} dropped")
            }
            Lost::Candidates => {
                write!(f, "{format} cannot store candidates; {count} candidate{s} dropped")
            }
            Lost::Binding => write!(
                f,
                "candidates in {format} are notes of a player; {count} candidate{s} will bind nobody"
            ),
            Lost::NakedSingles => write!(
                f,
                "{format} cannot tell a cell with one candidate from a given; {count} cell{s} unclear"
            ),
            Lost::Regions => write!(
                f,
                "{format} cannot store the shape of boxes or regions; dropped for {count} puzzle{s}"
            ),
            Lost::Solution => {
                write!(f, "{format} cannot store solutions; {count} solution{s} dropped")
            }
            Lost::Metadata => {
                write!(f, "{format} cannot store all metadata; {count} field{s} dropped")
            }
        }
    }
}

/// Everything dropped, summed up so that each kind is told once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Losses {
    counts: BTreeMap<(Format, Lost), usize>,
}

impl Losses {
    fn add(&mut self, format: Format, what: Lost, count: usize) {
        if count > 0 {
            *self.counts.entry((format, what)).or_default() += count;
        }
    }

    /// Adds the losses of another text.
    pub fn absorb(&mut self, other: Losses) {
        other.counts.into_iter().for_each(|((format, what), n)| self.add(format, what, n));
    }

    /// Whether nothing was dropped.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Each kind once, with its sum.
    pub fn iter(&self) -> impl Iterator<Item = Loss> + '_ {
        self.counts.iter().map(|(&(format, what), &count)| Loss { format, what, count })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_is_told_with_its_number() {
        let loss = Loss { format: Format::Sdm, what: Lost::Candidates, count: 212 };
        assert_eq!(loss.to_string(), ".sdm cannot store candidates; 212 candidates dropped");
    }

    #[test]
    fn usual_boxes_are_those_of_the_size() {
        for size in 2..=25 {
            assert!(has_usual_boxes(&Board::of_size(size).unwrap()), "{size}");
        }
        assert!(!has_usual_boxes(&Board::boxes(3, 2).unwrap()));
        assert!(!has_usual_boxes(&Board::boxes(2, 6).unwrap()));
        assert!(!has_usual_boxes(&Board::latin(9).unwrap()));
    }
}
