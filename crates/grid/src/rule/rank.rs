//! Full rank: rows and columns, read as numbers from all four sides, are put in order.

use super::judge::{breach, values};
use super::parts::{Parts, check_cells};
use super::{Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, Digit, DigitSet, Grid};

/// The place of a line among all rows and columns, each read from both ends as a number.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Rank {
    /// The line has this place, from 1, and none is equal to it.
    Place(Box<[Cell]>, i64),
    /// The line has this place; equal lines share their places.
    Shared(Box<[Cell]>, i64),
    /// No two lines are equal.
    NoTies,
}

/// All rows and columns, from both ends.
fn lines(board: &Board) -> Vec<Vec<Cell>> {
    let cell = |row, column| board.cell_at(row, column);
    let rows =
        (0..board.rows()).map(|row| (0..board.columns()).filter_map(|c| cell(row, c)).collect());
    let columns =
        (0..board.columns()).map(|c| (0..board.rows()).filter_map(|row| cell(row, c)).collect());
    let forward: Vec<Vec<Cell>> = rows.chain(columns).collect();
    let back = forward.iter().map(|line| line.iter().rev().copied().collect::<Vec<_>>());
    back.chain(forward.iter().cloned()).collect()
}

impl Rank {
    /// A line, from the side it is read from, its place, and whether others may be equal to it.
    pub fn new(line: Vec<Cell>, place: i64, ties: bool) -> Result<Rank, RuleError> {
        let name = if ties { "shared-rank" } else { "rank" };
        Rank::from_parts(name, Parts::numbered(place, &line))
    }
}

impl RuleKind for Rank {
    const NAMES: &'static [&'static str] = &["rank", "shared-rank", "no-equal-lines"];

    fn name(&self) -> &'static str {
        match self {
            Rank::Place(..) => "rank",
            Rank::Shared(..) => "shared-rank",
            Rank::NoTies => "no-equal-lines",
        }
    }

    fn parts(&self) -> Parts {
        match self {
            Rank::Place(line, place) | Rank::Shared(line, place) => Parts::numbered(*place, line),
            Rank::NoTies => Parts::default(),
        }
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<Rank, RuleError> {
        if name == "no-equal-lines" {
            parts.expect(name, 0, 0, 0)?;
            return Ok(Rank::NoTies);
        }
        let (place, line) = parts.numbered_line(name, 2)?;
        check_cells(name, &line, 2)?;
        match name {
            "rank" => Ok(Rank::Place(line.into(), place)),
            _ => Ok(Rank::Shared(line.into(), place)),
        }
    }

    fn is_about_places(&self) -> bool {
        true
    }

    fn fits(&self, board: &Board) -> Result<(), RuleError> {
        let kind = self.name();
        let n = board.rows();
        let full = (0..n).all(|row| (0..n).all(|column| board.cell_at(row, column).is_some()));
        if n != board.columns() || !full {
            return Err(RuleError::Board { kind, why: "a grid that is not a full square" });
        }
        match self {
            Rank::Place(line, _) | Rank::Shared(line, _)
                if !lines(board).contains(&line.to_vec()) =>
            {
                let what = "a whole row or column, from one end to the other".to_owned();
                Err(RuleError::Needs { kind, what })
            }
            _ => Ok(()),
        }
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        let all: Option<Vec<Vec<i64>>> =
            lines(grid.board()).iter().map(|line| values(grid, line)).collect();
        let Some(mut all) = all else { return Ok(()) };
        match self {
            Rank::NoTies => {
                all.sort_unstable();
                match all.windows(2).any(|pair| pair[0] == pair[1]) {
                    true => breach(&[], "two lines read the same"),
                    false => Ok(()),
                }
            }
            Rank::Place(line, place) | Rank::Shared(line, place) => {
                let Some(ours) = values(grid, line) else { return Ok(()) };
                let less = all.iter().filter(|other| **other < ours).count() as i64;
                let equal = all.iter().filter(|other| **other == ours).count() as i64;
                let shared = matches!(self, Rank::Shared(..));
                if equal > 1 && !shared {
                    return breach(line, "another line reads the same");
                }
                match (less + 1..=less + equal).contains(place) {
                    true => Ok(()),
                    false => breach(line, format!("its place is {}, not {place}", less + 1)),
                }
            }
        }
    }

    fn lower(&self, board: &Board, lowering: &mut Lowering) {
        let all = lines(board);
        let (line, place, ties) = match self {
            Rank::Place(line, place) => (line, *place, false),
            Rank::Shared(line, place) => (line, *place, true),
            Rank::NoTies => {
                for (i, line) in all.iter().enumerate().take(all.len() - 1) {
                    lowering.demand(Demand::Order {
                        line: line.clone(),
                        others: all[i + 1..].to_vec(),
                        before: None,
                        ties: false,
                        alike: None,
                    });
                }
                return;
            }
        };
        let others: Vec<Vec<Cell>> = all.into_iter().filter(|other| **other != **line).collect();
        let Some(before) =
            u16::try_from(place - 1).ok().filter(|n| usize::from(*n) <= others.len())
        else {
            return lowering.demand(Demand::Allowed { cell: line[0], digits: DigitSet::EMPTY });
        };
        // Every digit begins four lines where each edge holds it once.
        let full =
            board.houses().iter().filter(|house| house.cells().len() == board.size()).count();
        let is_even = board.rows() == board.size() && full >= 2 * board.size();
        if is_even {
            let first = Digit::from_index(usize::from(before / 4));
            let digits = first.map_or(DigitSet::EMPTY, DigitSet::only) & board.digits();
            lowering.demand(Demand::Allowed { cell: line[0], digits });
        }
        let alike = is_even.then_some((3, before % 4));
        let line = line.to_vec();
        lowering.demand(Demand::Order { line, others, before: Some(before), ties, alike });
    }

    fn marks(&self, _: &Board) -> Vec<Mark> {
        match self {
            Rank::Place(line, place) | Rank::Shared(line, place) => {
                vec![Mark::Outside { line: line.to_vec(), text: place.to_string() }]
            }
            Rank::NoTies => {
                vec![Mark::Note("No two lines read the same from any side.".to_owned())]
            }
        }
    }
}
