//! Rules beyond houses: what a puzzle demands of its solution besides rows, columns and boxes.
//!
//! A rule is data: its cells, what it asks of them, its name and its text. Whether a grid keeps
//! it is judged by [`Rule::holds`], which looks at the filled cells alone and knows nothing of
//! how a solution was found. What an engine has to know is told by [`Rule::lower`], what a printer
//! has to know by [`Rule::marks`]. Nothing here searches.
//!
//! One file for each kind or family of kinds. To add one: write its file with its `RuleKind`, its line
//! in the list of kinds below, and its section in `docs/rules.md`.

mod arrow;
mod cage;
mod compare;
mod connected;
mod contains;
mod counting;
mod demand;
mod different;
mod dot;
mod doubler;
mod either;
mod ends_line;
mod groups_line;
mod index;
mod judge;
mod jump;
mod machine;
mod marks;
mod mirror;
mod negative;
mod odd_cage;
mod one_of;
mod pair_sum;
mod parts;
mod rank;
mod regex;
mod regions;
mod relation;
mod renban;
mod same_values;
mod sandwich;
mod skyscraper;
mod squares;
mod sum;
mod sum_line;
mod thermometer;
mod whisper;
mod x_sum;
mod zipper;

pub use arrow::Arrow;
pub use cage::Cage;
pub use compare::Compare;
pub use connected::Connected;
pub use contains::{Contains, How};
pub use counting::Counting;
pub use demand::{Automaton, Demand, Helper, Lowering};
pub use different::Different;
pub use dot::Dot;
pub use doubler::Doubler;
pub use either::Either;
pub use ends_line::EndsLine;
pub use groups_line::{Groups, GroupsLine};
pub use index::Index;
pub use jump::Jump;
pub use machine::Machine;
pub use marks::{Colour, End, InnerSign, Mark};
pub use mirror::Mirror;
pub use negative::{Negative, Signs};
pub use odd_cage::OddCage;
pub use one_of::{OneOf, Values};
pub use pair_sum::PairSum;
pub use parts::Parts;
pub use rank::Rank;
pub use regions::Regions;
pub use relation::Relation;
pub use renban::Renban;
pub use same_values::SameValues;
pub use sandwich::Sandwich;
pub use skyscraper::Skyscraper;
pub use squares::Squares;
pub use sum::{EqualSums, Sum};
pub use sum_line::SumLine;
pub use thermometer::Thermometer;
pub use whisper::Whisper;
pub use x_sum::XSum;
pub use zipper::Zipper;

use crate::module::PLAIN;
use crate::{Board, Cell, Grid};
use std::fmt;
use std::sync::Arc;

/// What every kind of rule can do.
trait RuleKind: Sized {
    /// Its names; a file of related kinds has several.
    const NAMES: &'static [&'static str];

    /// The name of this one.
    fn name(&self) -> &'static str {
        Self::NAMES[0]
    }

    /// What it says besides its name.
    fn parts(&self) -> Parts;

    /// The rule of a name and its parts.
    fn from_parts(name: &'static str, parts: Parts) -> Result<Self, RuleError>;

    /// Whether it means anything on a board; its cells are known to lie there.
    fn fits(&self, _: &Board) -> Result<(), RuleError> {
        Ok(())
    }

    /// Whether it speaks of where cells lie, so that it cannot be moved with its cells.
    fn is_about_places(&self) -> bool {
        false
    }

    /// See [`Rule::holds`].
    fn holds(&self, grid: &Grid) -> Result<(), Breach>;

    /// See [`Rule::lower`].
    fn lower(&self, board: &Board, lowering: &mut Lowering);

    /// See [`Rule::marks`].
    fn marks(&self, board: &Board) -> Vec<Mark>;
}

/// Makes the list of kinds into [`Rule`] and what asks each of them.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident,)*) => {
        /// A rule beyond houses.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[$doc])* $kind($kind),)*
            /// One of several ways.
            Either(Either),
        }

        /// The names of all kinds, in the order of the list.
        fn names() -> impl Iterator<Item = &'static str> {
            let names = [$($kind::NAMES,)* &[Either::NAME]];
            names.into_iter().flatten().copied()
        }

        impl Rule {
            /// The name of its kind: `cage`.
            pub fn name(&self) -> &'static str {
                if PLAIN {
                    return "";
                }
                match self {
                    $(Rule::$kind(rule) => rule.name(),)*
                    Rule::Either(_) => Either::NAME,
                }
            }

            /// What it says besides its name; nothing of its own for rules that hold others.
            pub fn parts(&self) -> Parts {
                if PLAIN {
                    return Parts::default();
                }
                match self {
                    $(Rule::$kind(rule) => rule.parts(),)*
                    Rule::Either(_) => Parts::default(),
                }
            }

            /// The rule of a name and its parts, on any board that has its cells.
            pub fn from_parts(name: &str, parts: Parts) -> Result<Rule, RuleError> {
                if PLAIN {
                    return Err(RuleError::RuleKind(name.to_owned()));
                }
                $(
                    if let Some(name) = $kind::NAMES.iter().find(|known| **known == name) {
                        return $kind::from_parts(name, parts).map(Rule::$kind);
                    }
                )*
                Err(RuleError::RuleKind(name.to_owned()))
            }

            /// Whether the filled cells of a grid keep the rule. A blank breaks nothing, so a full
            /// grid is judged for good and a part of it as far as it goes.
            ///
            /// # Panics
            /// When a cell of the rule is not on the grid's board; the rules of a
            /// [`Puzzle`](crate::Puzzle) always are.
            pub fn holds(&self, grid: &Grid) -> Result<(), Breach> {
                if PLAIN {
                    return Ok(());
                }
                match self {
                    $(Rule::$kind(rule) => rule.holds(grid),)*
                    Rule::Either(either) => either.holds(grid),
                }
            }

            /// Adds what it asks of an engine to the demands of a puzzle.
            pub fn lower(&self, board: &Board, lowering: &mut Lowering) {
                if PLAIN {
                    return;
                }
                match self {
                    $(Rule::$kind(rule) => rule.lower(board, lowering),)*
                    Rule::Either(either) => either.lower(board, lowering),
                }
            }

            /// How it looks on paper.
            pub fn marks(&self, board: &Board) -> Vec<Mark> {
                if PLAIN {
                    return Vec::new();
                }
                match self {
                    $(Rule::$kind(rule) => rule.marks(board),)*
                    Rule::Either(either) => either.marks(board),
                }
            }

            /// Whether it speaks of where cells lie, such as all cells a knight's move apart, so that
            /// it cannot be moved with its cells.
            pub fn is_about_places(&self) -> bool {
                if PLAIN {
                    return false;
                }
                match self {
                    $(Rule::$kind(rule) => rule.is_about_places(),)*
                    Rule::Either(either) => {
                        either.ways().flatten().any(Rule::is_about_places)
                    }
                }
            }

            fn means_something_on(&self, board: &Board) -> Result<(), RuleError> {
                if PLAIN {
                    return Ok(());
                }
                match self {
                    $(Rule::$kind(rule) => rule.fits(board),)*
                    Rule::Either(either) => {
                        either.ways().flatten().try_for_each(|rule| rule.fits(board))
                    }
                }
            }
        }
    };
}

kinds! {
    /// No digit twice in these cells, and perhaps their sum.
    Cage,
    /// A difference or a ratio of two cells.
    Dot,
    /// A bulb that tells the sum of a shaft.
    Arrow,
    /// Digits that rise along a line.
    Thermometer,
    /// Neighbours on a line that are far apart.
    Whisper,
    /// Consecutive digits in any order, or none consecutive.
    Renban,
    /// The sum of two cells.
    PairSum,
    /// No sign but those given.
    Negative,
    /// What pairs of cells all over the board do not do.
    Jump,
    /// What single cells may hold.
    OneOf,
    /// Less and greater.
    Compare,
    /// A sum of cells.
    Sum,
    /// Groups with the same sum.
    EqualSums,
    /// Sums that are the same from the middle outwards.
    Zipper,
    /// A line in pieces of a given sum.
    SumLine,
    /// A line of values from alternating groups.
    GroupsLine,
    /// Cells that hold the same as others.
    Mirror,
    /// A line bound by its ends.
    EndsLine,
    /// How often values occur.
    Contains,
    /// The sum between the least and the largest.
    Sandwich,
    /// What is seen along a line.
    Skyscraper,
    /// A sum of as many as the first says.
    XSum,
    /// A cell that says where something stands.
    Index,
    /// Values that count.
    Counting,
    /// Cells that all differ.
    Different,
    /// Groups with the same values.
    SameValues,
    /// Forbidden sums and equal halves.
    OddCage,
    /// What every small square does.
    Squares,
    /// The place of a line among all lines.
    Rank,
    /// A table of digits that go together.
    Relation,
    /// An automaton or a regular expression.
    Machine,
    /// Unknown regions and clues about them.
    Regions,
    /// Hidden cells that count twice.
    Doubler,
    /// Values whose cells hang together.
    Connected,
}

impl Rule {
    /// The names of all kinds.
    pub fn kinds() -> Vec<&'static str> {
        names().collect()
    }

    /// The cells it names, in its own order; a rule about the whole board may name none.
    pub fn cells(&self) -> Vec<Cell> {
        match self {
            Rule::Either(either) => either.ways().flatten().flat_map(Rule::cells).collect(),
            rule => rule.parts().lists.concat(),
        }
    }

    /// The same rule on other cells. Each cell must get a place of its own, and a rule about places
    /// must not be moved.
    pub(crate) fn moved(&self, to: &dyn Fn(Cell) -> Cell) -> Result<Rule, RuleError> {
        match self {
            Rule::Either(either) => {
                let way = |way: &[Rule]| way.iter().map(|rule| rule.moved(to)).collect();
                let ways: Result<Vec<Vec<Rule>>, RuleError> = either.ways().map(way).collect();
                Either::new(ways?).map(Rule::Either)
            }
            rule => Rule::from_parts(rule.name(), rule.parts().moved(to)),
        }
    }

    /// How many rules are inside one another.
    fn depth(&self) -> usize {
        match self {
            Rule::Either(either) => 1 + either.ways().flatten().map(Rule::depth).max().unwrap_or(0),
            _ => 0,
        }
    }

    /// Its text: the name, what it asks, the cells. `cage 10 r1c1 r1c2`.
    pub fn text(&self, board: &Board) -> String {
        let mut text = self.name().to_owned();
        match self {
            Rule::Either(either) => either.write(board, &mut text),
            rule => rule.parts().write(board, &mut text),
        }
        text
    }

    /// Reads what [`Rule::text`] writes.
    pub fn from_text(text: &str, board: &Board) -> Result<Rule, RuleError> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let mut rest = words.as_slice();
        let rule = read_rule(&mut rest, board, 0)?;
        match rest.first() {
            Some(word) => Err(RuleError::Word((*word).to_owned())),
            None => rule.fits(board).map(|()| rule),
        }
    }

    /// Whether its cells lie on a board and it means something there.
    fn fits(&self, board: &Board) -> Result<(), RuleError> {
        match self.cells().iter().all(|cell| cell.index() < board.n_cells()) {
            true => self.means_something_on(board),
            false => Err(RuleError::OffBoard { kind: self.name(), board: board.to_string() }),
        }
    }
}

/// Reads one rule up to what ends it: a `;`, `|` or `}` of the rule around it.
fn read_rule(words: &mut &[&str], board: &Board, depth: usize) -> Result<Rule, RuleError> {
    let ends = |word: &&str| matches!(*word, ";" | "|" | "}");
    let name = words.first().copied().unwrap_or_default();
    *words = words.get(1..).unwrap_or_default();
    if name != Either::NAME {
        let n = words.iter().position(ends).unwrap_or(words.len());
        let (own, rest) = words.split_at(n);
        *words = rest;
        // An unknown name is the first thing to say, whatever follows it.
        if !names().any(|known| known == name) {
            return Err(RuleError::RuleKind(name.to_owned()));
        }
        return Rule::from_parts(name, Parts::read(own.iter().copied(), board)?);
    }
    let braces = || RuleError::Needs { kind: Either::NAME, what: "rules in braces".to_owned() };
    if words.first() != Some(&"{") || depth > 8 {
        return Err(braces());
    }
    *words = &words[1..];
    let mut ways: Vec<Vec<Rule>> = vec![Vec::new()];
    loop {
        let rule = read_rule(words, board, depth + 1)?;
        if let Some(way) = ways.last_mut() {
            way.push(rule);
        }
        let end = words.first().copied().ok_or_else(braces)?;
        *words = &words[1..];
        match end {
            "|" => ways.push(Vec::new()),
            "}" => return Either::new(ways).map(Rule::Either),
            _ => {}
        }
    }
}

/// How a grid breaks a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breach {
    /// The cells that break it together.
    pub cells: Vec<Cell>,
    /// What is wrong with them, without naming them: `they sum to 12, not to 10`.
    pub what: String,
}

/// Why a rule cannot be made, or does not belong to a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RuleError {
    /// There are not enough cells.
    TooFewCells {
        /// The kind of rule.
        kind: &'static str,
        /// Cells needed.
        needed: usize,
    },
    /// A cell is named twice.
    RepeatedCell {
        /// The kind of rule.
        kind: &'static str,
    },
    /// A cell is not on the board.
    OffBoard {
        /// The kind of rule.
        kind: &'static str,
        /// The board.
        board: String,
    },
    /// Something else is missing or too much.
    Needs {
        /// The kind of rule.
        kind: &'static str,
        /// What it needs: `2 cells`.
        what: String,
    },
    /// The rule means nothing on such a board.
    Board {
        /// The kind of rule.
        kind: &'static str,
        /// What the board has: `values below 0`.
        why: &'static str,
    },
    /// There is no such kind of rule.
    RuleKind(String),
    /// A word of the text is neither a cell nor what the rule asks.
    Word(String),
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let article =
            |kind: &str| if kind.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        match self {
            RuleError::TooFewCells { kind, needed: 1 } => {
                write!(f, "{} {kind} needs a cell", article(kind))
            }
            RuleError::TooFewCells { kind, needed } => {
                write!(f, "{} {kind} needs at least {needed} cells", article(kind))
            }
            RuleError::RepeatedCell { kind } => {
                write!(f, "{} {kind} names a cell twice; name each cell once", article(kind))
            }
            RuleError::OffBoard { kind, board } => {
                let a = article(kind);
                write!(f, "{a} {kind} has a cell that is not on the board, which is {board}")
            }
            RuleError::Needs { kind, what } => write!(f, "the rule '{kind}' needs {what}"),
            RuleError::Board { kind, why } => {
                write!(f, "the rule '{kind}' is not possible with {why}")
            }
            RuleError::RuleKind(name) => {
                let known: Vec<&str> = names().collect();
                write!(f, "'{name}' is not a rule known here; there are {}", known.join(", "))
            }
            RuleError::Word(word) => {
                write!(f, "'{word}' does not belong there; cells are written r1c1")
            }
        }
    }
}

impl std::error::Error for RuleError {}

/// The rules of a puzzle, in their order. Copies share them.
#[derive(Clone, Default)]
pub struct Rules(Option<Arc<[Rule]>>);

impl Rules {
    /// No rule beyond houses.
    pub const NONE: Rules = Rules(None);

    /// These rules, if they fit the board.
    pub(crate) fn new(rules: Vec<Rule>, board: &Board) -> Result<Rules, RuleError> {
        rules.iter().try_for_each(|rule| rule.fits(board))?;
        Ok(if rules.is_empty() { Rules::NONE } else { Rules(Some(rules.into())) })
    }

    /// The rules as a list.
    pub fn as_slice(&self) -> &[Rule] {
        self.0.as_deref().unwrap_or_default()
    }

    /// The rules, one after the other.
    pub fn iter(&self) -> std::slice::Iter<'_, Rule> {
        self.as_slice().iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.as_slice().len()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The names of the kinds that occur, each once, in the order they occur: `cage, thermometer`.
    pub fn kinds(&self) -> String {
        let mut names: Vec<&str> = Vec::new();
        for rule in self.iter() {
            if !names.contains(&rule.name()) {
                names.push(rule.name());
            }
        }
        names.join(", ")
    }

    /// Whether the filled cells of a grid keep every rule; the first one broken, if not.
    pub fn hold(&self, grid: &Grid) -> Result<(), (&Rule, Breach)> {
        self.iter().try_for_each(|rule| rule.holds(grid).map_err(|breach| (rule, breach)))
    }
}

impl<'a> IntoIterator for &'a Rules {
    type Item = &'a Rule;
    type IntoIter = std::slice::Iter<'a, Rule>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Rules {}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests;
