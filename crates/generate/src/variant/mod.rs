//! Variants to order: puzzles with rules beyond the houses.
//!
//! A solution is drawn first, which keeps what holds for the whole board ([`draw`]); rules are read
//! off it, as many as there is room for ([`cages`], [`lines`], [`pairs`], [`marks`], [`edges`]); then
//! clues are added until one solution is left, and clues and rules go again as long as it stays
//! the only one ([`thin`]). Extra houses belong to the board ([`houses`]).
//!
//! Each kind of rule is one row of the list below. Kinds can be combined: rules are read off for
//! each of them in the order of the list, from the same solution.

mod cages;
mod draw;
mod edges;
mod houses;
mod lines;
mod marks;
mod pairs;
mod thin;

use crate::judge::Exact;
use crate::order::Order;
use crate::stream;
use crate::workshop::{Made, Rejected};
use std::str::FromStr;
use std::sync::Arc;
use sudolab_exact::ExactSolver;
use sudolab_grid::halt::Halt;
use sudolab_grid::random::Random;
use sudolab_grid::rule::{Jump, Parts, Rule};
use sudolab_grid::{Board, Grid};

/// Makes the list of kinds.
macro_rules! variants {
    ($($(#[$doc:meta])* $variant:ident $name:literal,)*) => {
        /// A kind of rule that puzzles can be ordered with.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Variant {
            $($(#[$doc])* $variant,)*
        }

        impl Variant {
            /// Every kind with its word.
            pub const ALL: &'static [(&'static str, Variant)] =
                &[$(($name, Variant::$variant),)*];
        }
    };
}

variants! {
    /// No digit twice on either diagonal.
    Diagonal "diagonal",
    /// Windows between the boxes hold each digit once.
    Windoku "windoku",
    /// Cells at the same place of all boxes hold each digit once.
    DisjointGroups "disjoint-groups",
    /// No digit twice a knight's move apart.
    AntiKnight "anti-knight",
    /// No digit twice a king's move apart.
    AntiKing "anti-king",
    /// Touching cells do not hold consecutive values.
    Nonconsecutive "nonconsecutive",
    /// Cages with sums that cover the board; without clues, unless some are ordered.
    Killer "killer",
    /// Lines along which values rise.
    Thermometer "thermometer",
    /// Shafts that sum to their bulb.
    Arrow "arrow",
    /// Lines whose neighbours are at least half of the values apart.
    Whispers "whispers",
    /// Lines of consecutive values in any order.
    Renban "renban",
    /// Lines without equal or consecutive values.
    Nabner "nabner",
    /// Lines that read the same from both ends.
    Palindrome "palindrome",
    /// Lines whose inner values lie between their ends.
    Between "between",
    /// Lines whose pieces, parted at boxes, have the same sum.
    RegionSum "region-sum",
    /// Lines with the same sum at equal distance from the middle.
    Zipper "zipper",
    /// Lines of low, middle and high values by turns.
    Entropic "entropic",
    /// Lines of even and odd values by turns.
    Parity "parity",
    /// All white and black dots, and no others.
    Kropki "kropki",
    /// All sums of 5 and 10 between touching cells, and no others.
    Xv "xv",
    /// Signs between touching cells of a box that tell which is larger.
    Greater "greater",
    /// Cells marked as even or odd.
    EvenOdd "even-odd",
    /// Values written where four cells meet.
    Quadruple "quadruple",
    /// Sums between the least and the largest value of rows and columns.
    Sandwich "sandwich",
    /// How many values of a row or column are seen from its end.
    Skyscraper "skyscraper",
    /// Sums of as many values as the first one says.
    XSum "x-sum",
    /// The value that stands where the first cell says.
    NumberedRoom "numbered-room",
    /// Sums of diagonals, written at their ends.
    LittleKiller "little-killer",
}

impl Variant {
    /// Its word.
    pub fn name(self) -> &'static str {
        let known = Variant::ALL.iter().find(|(_, variant)| *variant == self);
        known.map_or("", |(name, _)| name)
    }

    /// What it asks of the whole board, whatever the solution is.
    fn everywhere(self) -> Vec<Rule> {
        match self {
            Variant::AntiKnight => vec![Rule::Jump(Jump::Apart(1, 2))],
            // A straight step of a king stays in a row or column.
            Variant::AntiKing => vec![Rule::Jump(Jump::Apart(1, 1))],
            Variant::Nonconsecutive => vec![Rule::Jump(Jump::Nonconsecutive(1))],
            _ => Vec::new(),
        }
    }

    /// Whether each of its rules can go without changing what the others say.
    pub(crate) fn has_loose_rules(self) -> bool {
        use Variant::{
            AntiKing, AntiKnight, Diagonal, DisjointGroups, Kropki, Nonconsecutive, Windoku, Xv,
        };
        !matches!(
            self,
            Diagonal
                | Windoku
                | DisjointGroups
                | AntiKnight
                | AntiKing
                | Nonconsecutive
                | Kropki
                | Xv
        )
    }

    /// What can be read off a solution.
    fn read_off(self, solution: &Grid, random: &mut Random) -> Found {
        match self {
            Variant::Diagonal
            | Variant::Windoku
            | Variant::DisjointGroups
            | Variant::AntiKnight
            | Variant::AntiKing
            | Variant::Nonconsecutive => Found::default(),
            Variant::Killer => Found::loose(cages::cages(solution, random)),
            Variant::Thermometer
            | Variant::Arrow
            | Variant::Whispers
            | Variant::Renban
            | Variant::Nabner
            | Variant::Palindrome
            | Variant::Between
            | Variant::RegionSum
            | Variant::Zipper
            | Variant::Entropic
            | Variant::Parity => Found::loose(lines::lines(self, solution, random)),
            Variant::Kropki => Found::bound(pairs::kropki(solution, random)),
            Variant::Xv => Found::bound(pairs::xv(solution)),
            Variant::Greater => Found::loose(pairs::greater(solution)),
            Variant::EvenOdd => Found::loose(marks::even_odd(solution)),
            Variant::Quadruple => Found::loose(marks::quadruples(solution, random)),
            Variant::Sandwich
            | Variant::Skyscraper
            | Variant::XSum
            | Variant::NumberedRoom
            | Variant::LittleKiller => Found::loose(edges::edges(self, solution)),
        }
    }
}

impl FromStr for Variant {
    type Err = String;

    fn from_str(text: &str) -> Result<Variant, String> {
        let known = Variant::ALL.iter().find(|(name, _)| *name == text);
        known.map(|(_, variant)| *variant).ok_or_else(|| {
            let names: Vec<&str> = Variant::ALL.iter().map(|(name, _)| *name).collect();
            format!("{text:?} is no variant; use one of {}", names.join(", "))
        })
    }
}

/// Rules that were read off a solution.
#[derive(Default)]
struct Found {
    /// Rules that belong together, of which none can go alone: a sign that is not there says
    /// something too.
    bound: Vec<Rule>,
    /// Rules of which each can go.
    loose: Vec<Rule>,
}

impl Found {
    fn bound(rules: Vec<Rule>) -> Found {
        Found { bound: rules, ..Found::default() }
    }

    fn loose(rules: Vec<Rule>) -> Found {
        Found { loose: rules, ..Found::default() }
    }
}

/// The rule of a name with these parts; nothing where the parts make none.
fn rule(name: &str, parts: Parts) -> Option<Rule> {
    Rule::from_parts(name, parts).ok()
}

/// The board of an order with the extra houses of its variants; `Err`: a variant that the board has
/// no room for, and why.
pub(crate) fn board_with(
    board: &Arc<Board>,
    variants: &[Variant],
) -> Result<Arc<Board>, (Variant, &'static str)> {
    variants.iter().try_fold(board.clone(), |board, &variant| {
        let regions = houses::extra(variant, &board).map_err(|why| (variant, why))?;
        match regions.is_empty() {
            true => Ok(board),
            false => board.with_extra(&regions).map_err(|_| (variant, houses::CROWDED)),
        }
    })
}

/// The attempt with this number at a puzzle with rules.
pub(crate) fn attempt(
    solver: &mut ExactSolver,
    order: &Order,
    (seed, number): (u64, u64),
    halt: &Halt<'_>,
) -> Result<Made, Rejected> {
    let board = board_with(&order.board, &order.variants).map_err(|_| Rejected::NoGrid)?;
    let names: Vec<&str> = order.variants.iter().map(|variant| variant.name()).collect();
    let mut random = stream(seed, &format!("{} {}", order.board, names.join(" ")), number);
    let everywhere: Vec<Rule> = order.variants.iter().flat_map(|v| v.everywhere()).collect();
    let solution = draw::solution(solver, &board, &everywhere, &mut random, halt)?;
    let solution = solution.ok_or(Rejected::NoGrid)?;
    let mut found = Found::bound(everywhere);
    for variant in &order.variants {
        let more = variant.read_off(&solution, &mut random);
        found.bound.extend(more.bound);
        found.loose.extend(more.loose);
    }
    let exact = Exact { solver, halt, ticks: thin::question_ticks(order) };
    thin::Thinning { exact, order, solution: &solution, random: &mut random }.puzzle(found)
}

#[cfg(test)]
mod tests;
