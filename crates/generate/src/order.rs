//! Orders: what is wanted of a puzzle.

use crate::judge::Judge;
use crate::needs::rating_with;
use crate::orbit::ClueSymmetry;
use crate::variant::{Variant, board_with};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;
use sudolab_grid::{Board, Cell, CellSet};
use sudolab_logic::rating::Tenths;
use sudolab_logic::rating::hodoku::{Level, Search};
use sudolab_logic::technique::Technique;
use sudolab_solvers::Boards;

/// What is wanted. The default asks for any proper 9x9 puzzle, dug until nothing can go.
#[derive(Clone, Debug)]
pub struct Order {
    /// The board.
    pub board: Arc<Board>,
    /// Rules beyond the houses that the puzzle shall have; none for a plain one.
    pub variants: Vec<Variant>,
    /// How many of the rules that can be spared stay, where variants have such rules; `None`: as few
    /// as are needed, but some.
    pub n_rules: Option<RangeInclusive<usize>>,
    /// The effort of a person's steps, which have to reach the solution: on boards and with rules that
    /// the classic ratings do not know.
    pub effort: Option<RangeInclusive<u32>>,
    /// How many clues; `None`: as few as digging leaves.
    pub clues: Option<RangeInclusive<usize>>,
    /// No clue may be redundant.
    pub minimal: bool,
    /// The symmetry of the cells that hold clues.
    pub symmetry: ClueSymmetry,
    /// Exactly these cells hold clues.
    pub pattern: Option<CellSet>,
    /// The Explainer rating.
    pub er: Option<RangeInclusive<Tenths>>,
    /// HoDoKu's level.
    pub level: Option<Level>,
    /// The hardest technique the puzzle needs: in the Explainer profile where that has it, else in
    /// HoDoKu's.
    pub technique: Option<Technique>,
    /// Tell the ratings of what is made, also where the order does not need them.
    pub rate: bool,
    /// How puzzles are made.
    pub method: Method,
    /// The algorithm that decides whether a puzzle is proper while it is made; `None`: the exact
    /// engine, which proves every puzzle in the end in any case.
    pub decider: Option<Judge>,
}

/// How puzzles are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// Clues are removed from a random full grid.
    #[default]
    Dig,
    /// Random digits are put into an empty board until the solution is unique.
    Fill,
}

impl Method {
    /// Every method with its word.
    pub const ALL: [(&'static str, Method); 2] = [("dig", Method::Dig), ("fill", Method::Fill)];
}

impl FromStr for Method {
    type Err = String;

    fn from_str(text: &str) -> Result<Method, String> {
        let known = Method::ALL.iter().find(|(word, _)| *word == text);
        known
            .map(|(_, method)| *method)
            .ok_or_else(|| format!("{text:?} is no method; use dig or fill"))
    }
}

impl Default for Order {
    fn default() -> Order {
        Order {
            board: Board::classic(),
            variants: Vec::new(),
            n_rules: None,
            effort: None,
            clues: None,
            minimal: false,
            symmetry: ClueSymmetry::None,
            pattern: None,
            er: None,
            level: None,
            technique: None,
            rate: false,
            method: Method::Dig,
            decider: None,
        }
    }
}

/// The lowest and the highest Explainer rating that a 9x9 puzzle is known to have.
pub const KNOWN_ER: RangeInclusive<Tenths> = Tenths(10)..=Tenths(119);

/// The most clues of any minimal 9x9 puzzle known.
pub const MOST_MINIMAL: usize = 40;

/// Why an order can be refused without trying.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OrderError {
    /// No puzzle has so few or so many clues.
    Clues {
        /// The fewest clues a proper puzzle of this board can have, as far as is known.
        fewest: usize,
        /// Its cells.
        cells: usize,
    },
    /// No minimal puzzle with so many clues is known.
    Minimal,
    /// The range is empty.
    Empty,
    /// No puzzle with such a rating is known.
    Rating,
    /// Neither profile takes steps of this technique.
    Technique(Technique),
    /// A puzzle that needs the technique has a higher level.
    TechniqueLevel(Level),
    /// A puzzle whose hardest step is of the technique has another rating.
    TechniqueRating(RangeInclusive<Tenths>),
    /// Puzzles of the level have lower ratings.
    LevelRating(Level, Tenths),
    /// Ratings and techniques are defined for 9x9 only.
    Board,
    /// Effort is told where the classic ratings do not reach.
    Effort,
    /// None of the variants has rules that can be spared.
    RulesBound,
    /// The pattern has too few cells for a proper puzzle.
    Pattern {
        /// Its cells.
        cells: usize,
        /// The fewest that can do.
        fewest: usize,
    },
    /// The pattern does not have the symmetry.
    PatternSymmetry(ClueSymmetry),
    /// The pattern has another number of cells than the puzzle shall have clues.
    PatternClues(usize),
    /// A pattern is worked on by a method of its own.
    PatternMethod,
    /// Puzzles with rules are made in a way of their own, which does not know this.
    VariantOnly(&'static str),
    /// A variant needs another board.
    VariantBoard {
        /// The variant.
        variant: Variant,
        /// The board it needs: `a board with boxes`.
        needs: &'static str,
    },
    /// The deciding algorithm does not work on the board.
    Decider {
        /// The algorithm.
        algorithm: &'static str,
        /// The boards it works on.
        boards: Boards,
    },
}

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OrderError::Clues { fewest, cells } => {
                write!(f, "a proper puzzle of this board has {fewest} to {cells} clues")
            }
            OrderError::Minimal => write!(
                f,
                "no minimal 9x9 puzzle with more than {MOST_MINIMAL} clues is known; ask for fewer, or without --minimal"
            ),
            OrderError::Empty => f.write_str("the range is empty; write the smaller number first"),
            OrderError::Rating => write!(
                f,
                "no 9x9 puzzle with such a rating is known; they lie between {} and {}",
                KNOWN_ER.start(),
                KNOWN_ER.end()
            ),
            OrderError::Technique(technique) => write!(
                f,
                "puzzles are judged by the steps of the Explainer profile or of HoDoKu's, of which {} is none; choose another technique",
                technique.id()
            ),
            OrderError::TechniqueLevel(level) => write!(
                f,
                "a puzzle that needs that technique has at least the level {level}, which clashes with the level asked for"
            ),
            OrderError::TechniqueRating(range) => write!(
                f,
                "a puzzle whose hardest step is of that technique is rated {} to {}, which clashes with the rating asked for",
                range.start(),
                range.end()
            ),
            OrderError::LevelRating(level, highest) => write!(
                f,
                "a puzzle of the level {level} is rated {highest} at most, which clashes with the rating or technique asked for"
            ),
            OrderError::Board => {
                f.write_str("ratings and techniques are defined for 9x9 boards only")
            }
            OrderError::Effort => f.write_str(
                "plain 9x9 puzzles are rated by the classic measures; ask for a rating or a level instead of an effort",
            ),
            OrderError::RulesBound => f.write_str(
                "there are no rules to count: what is ordered asks it of the whole board, or says something by its absence too, as dots do; name a variant such as killer or thermometer as well, or leave the number of rules away",
            ),
            OrderError::Pattern { cells, fewest } => {
                write!(
                    f,
                    "the pattern has {cells} cells; no proper puzzle has fewer than {fewest} clues"
                )
            }
            OrderError::PatternSymmetry(symmetry) => {
                write!(f, "the pattern does not have the symmetry {symmetry}; leave one of them away")
            }
            OrderError::PatternClues(cells) => write!(
                f,
                "the pattern has {cells} cells, all of which get clues; that is outside the range of clues asked for"
            ),
            OrderError::PatternMethod => f.write_str(
                "a pattern is searched by a method and judge of its own; leave the method and the algorithm away",
            ),
            OrderError::VariantOnly(what) => write!(
                f,
                "puzzles with rules beyond the houses are made by digging and judged by the exact engine, and the classic ratings do not know their rules; leave out {what}, or the variant"
            ),
            OrderError::VariantBoard { variant, needs } => {
                write!(f, "the variant {} needs {needs}", variant.name())
            }
            OrderError::Decider { algorithm, boards } => {
                write!(f, "{algorithm} works on {boards} only")
            }
        }
    }
}

impl std::error::Error for OrderError {}

impl Order {
    /// The ratings that fulfil the order: those asked for, and those that the technique can have.
    pub(crate) fn ratings(&self) -> RangeInclusive<Tenths> {
        let asked = self.er.clone().unwrap_or(Tenths(0)..=Tenths(200));
        match self.technique.and_then(rating_with) {
            Some(with) => *asked.start().max(with.start())..=*asked.end().min(with.end()),
            None => asked,
        }
    }

    /// The technique, where the Explainer profile is to need it.
    pub(crate) fn explainer_technique(&self) -> Option<Technique> {
        self.technique.filter(|&technique| rating_with(technique).is_some())
    }

    /// The search for the technique, where HoDoKu's profile is to need it.
    pub(crate) fn hodoku_technique(&self) -> Option<(Technique, Search)> {
        let technique = self.technique.filter(|&technique| rating_with(technique).is_none())?;
        Some((technique, Search::of(technique)?))
    }

    /// Whether the order says anything about how hard the puzzle is.
    pub fn has_target(&self) -> bool {
        self.er.is_some() || self.level.is_some() || self.technique.is_some()
    }

    /// Whether what filling makes is taken as it is.
    pub(crate) fn is_filled_only(&self) -> bool {
        self.method == Method::Fill && !self.minimal && self.clues.is_none()
    }

    /// The board of its puzzles: that of the order, with the extra houses of its variants.
    ///
    /// # Errors
    /// When the board has no room for them.
    pub fn full_board(&self) -> Result<Arc<Board>, OrderError> {
        board_with(&self.board, &self.variants)
            .map_err(|(variant, needs)| OrderError::VariantBoard { variant, needs })
    }

    /// The most clues that a puzzle may have.
    pub(crate) fn most_clues(&self) -> usize {
        match &self.clues {
            Some(range) => *range.end(),
            None if self.variants.contains(&Variant::Killer) && self.n_rules.is_none() => 0,
            None => self.board.n_cells(),
        }
    }

    /// Refuses what puzzles with rules cannot be asked for.
    fn check_variants(&self) -> Result<(), OrderError> {
        let asked = [
            (self.er.is_some(), "the rating"),
            (self.level.is_some(), "the level"),
            (self.technique.is_some(), "the technique"),
            (self.pattern.is_some(), "the pattern"),
            (self.method != Method::Dig, "the method"),
            (self.decider.is_some(), "the algorithm"),
        ];
        if let Some((_, what)) = asked.iter().find(|(asked, _)| *asked) {
            return Err(OrderError::VariantOnly(what));
        }
        if let (false, Some(&variant)) = (self.board.is_plain(), self.variants.first()) {
            return Err(OrderError::VariantBoard { variant, needs: "a square with digits from 1" });
        }
        self.full_board().map(|_| ())
    }

    /// Refuses what is known to be impossible.
    pub fn check(&self) -> Result<(), OrderError> {
        let cells = self.board.n_cells();
        if !self.variants.is_empty() {
            self.check_variants()?;
        }
        // 17 on the classic board (McGuire, Tugemann, Civario, 2012); elsewhere all digits but
        // one must be named. Rules may do without any clue.
        let fewest = match (self.variants.is_empty(), self.board.is_classic()) {
            (false, _) => 0,
            (true, true) => 17,
            (true, false) => self.board.size() - 1,
        };
        if let Some(clues) = &self.clues {
            if *clues.end() < fewest || *clues.start() > cells {
                return Err(OrderError::Clues { fewest, cells });
            }
            if clues.is_empty() {
                return Err(OrderError::Empty);
            }
            if self.minimal && fewest == 17 && *clues.start() > MOST_MINIMAL {
                return Err(OrderError::Minimal);
            }
        }
        if let Some(n_rules) = &self.n_rules {
            if n_rules.is_empty() {
                return Err(OrderError::Empty);
            }
            if !self.variants.iter().any(|variant| variant.has_loose_rules()) {
                return Err(OrderError::RulesBound);
            }
        }
        if let Some(effort) = &self.effort {
            if effort.is_empty() {
                return Err(OrderError::Empty);
            }
            if self.board.is_classic() && self.variants.is_empty() {
                return Err(OrderError::Effort);
            }
        }
        if let Some(er) = &self.er {
            if er.end() < KNOWN_ER.start() || er.start() > KNOWN_ER.end() {
                return Err(OrderError::Rating);
            }
            if er.is_empty() {
                return Err(OrderError::Empty);
            }
        }
        if self.has_target() && !self.board.is_classic() {
            return Err(OrderError::Board);
        }
        if let Some(technique) = self.technique {
            match (rating_with(technique), self.hodoku_technique()) {
                (Some(range), _) if self.ratings().is_empty() => {
                    return Err(OrderError::TechniqueRating(range));
                }
                (None, None) => return Err(OrderError::Technique(technique)),
                (None, Some((_, search))) if self.level.is_some_and(|l| l < search.level()) => {
                    return Err(OrderError::TechniqueLevel(search.level()));
                }
                _ => {}
            }
        }
        if let Some(level) = self.level
            && let Some(highest) = highest_rating(level)
            && *self.ratings().start() > highest
        {
            return Err(OrderError::LevelRating(level, highest));
        }
        if let Some(Judge { algorithm, .. }) = &self.decider
            && !algorithm.promises.boards.include(&self.board)
        {
            let boards = algorithm.promises.boards;
            return Err(OrderError::Decider { algorithm: algorithm.id, boards });
        }
        let Some(pattern) = &self.pattern else { return Ok(()) };
        if pattern.len() < fewest {
            return Err(OrderError::Pattern { cells: pattern.len(), fewest });
        }
        if self.method != Method::Dig || self.decider.is_some() {
            return Err(OrderError::PatternMethod);
        }
        if self.clues.as_ref().is_some_and(|range| !range.contains(&pattern.len())) {
            return Err(OrderError::PatternClues(pattern.len()));
        }
        let torn = |orbit: &Vec<Cell>| {
            let n = orbit.iter().filter(|c| pattern.contains(**c)).count();
            n != 0 && n != orbit.len()
        };
        if self.symmetry.orbits(&self.board).iter().any(torn) {
            return Err(OrderError::PatternSymmetry(self.symmetry));
        }
        Ok(())
    }
}

/// The highest Explainer rating of puzzles with a level of HoDoKu's, where one follows: the techniques
/// of the level solve them, and the Explainer, which has them too, takes none that is rated higher.
fn highest_rating(level: Level) -> Option<Tenths> {
    match level {
        Level::Easy => Some(Tenths(23)),
        Level::Medium => Some(Tenths(40)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_orders_are_refused_at_once() {
        let check = |order: Order| order.check();
        assert!(check(Order { clues: Some(10..=16), ..Order::default() }).is_err());
        assert!(check(Order { clues: Some(82..=90), ..Order::default() }).is_err());
        #[allow(clippy::reversed_empty_ranges)]
        let reversed = Some(30..=20);
        assert!(check(Order { clues: reversed, ..Order::default() }).is_err());
        let many = Order { clues: Some(41..=81), minimal: true, ..Order::default() };
        assert_eq!(check(many), Err(OrderError::Minimal));
        let er = Some(Tenths(125)..=Tenths(130));
        assert_eq!(check(Order { er, ..Order::default() }), Err(OrderError::Rating));
        let pattern = Some(CellSet::first_n(16));
        assert!(check(Order { pattern, ..Order::default() }).is_err());
        let six = Order {
            board: Board::of_size(6).expect("a board"),
            technique: Some(Technique::XWing),
            ..Order::default()
        };
        assert!(check(six).is_err());
        let technique = Some(Technique::XWing);
        let er = Some(Tenths(70)..=Tenths(75));
        assert!(check(Order { technique, er, ..Order::default() }).is_err());
        assert!(check(Order::default()).is_ok());
        let with = |order: Order| Order { variants: vec![Variant::Killer], ..order };
        assert_eq!(check(with(Order { clues: Some(0..=3), ..Order::default() })), Ok(()));
        let er = Some(Tenths(20)..=Tenths(30));
        let refused = Err(OrderError::VariantOnly("the rating"));
        assert_eq!(check(with(Order { er, ..Order::default() })), refused);
        let refused = Err(OrderError::VariantOnly("the method"));
        assert_eq!(check(with(Order { method: Method::Fill, ..Order::default() })), refused);
        let latin = Board::latin(7).expect("a board");
        let windows = Order { board: latin, variants: vec![Variant::Windoku], ..Order::default() };
        let needs = "a board with boxes";
        let refused = Err(OrderError::VariantBoard { variant: Variant::Windoku, needs });
        assert_eq!(check(windows), refused);
        let hodoku = Order { technique: Some(Technique::Skyscraper), ..Order::default() };
        assert_eq!(check(hodoku.clone()), Ok(()));
        let medium = Order { level: Some(Level::Medium), ..hodoku };
        assert_eq!(check(medium), Err(OrderError::TechniqueLevel(Level::Hard)));
        let level = Some(Level::Easy);
        let clash = Err(OrderError::LevelRating(Level::Easy, Tenths(23)));
        assert_eq!(check(Order { technique, level, ..Order::default() }), clash);
        let er = Some(Tenths(24)..=Tenths(119));
        assert_eq!(check(Order { er, level, ..Order::default() }), clash);
        let er = Some(Tenths(20)..=Tenths(119));
        assert_eq!(check(Order { er, level, ..Order::default() }), Ok(()));
        let neither = Some(Technique::MutantWhale);
        assert!(check(Order { technique: neither, ..Order::default() }).is_err());
    }

    #[test]
    fn a_pattern_that_clashes_with_the_rest_of_the_order_is_refused() {
        let order = Order { pattern: Some(CellSet::first_n(30)), ..Order::default() };
        assert_eq!(order.check(), Ok(()));
        let symmetric = Order { symmetry: ClueSymmetry::Rot180, ..order.clone() };
        assert_eq!(symmetric.check(), Err(OrderError::PatternSymmetry(ClueSymmetry::Rot180)));
        let fewer = Order { clues: Some(24..=28), ..order.clone() };
        assert_eq!(fewer.check(), Err(OrderError::PatternClues(30)));
        let filled = Order { method: Method::Fill, ..order };
        assert_eq!(filled.check(), Err(OrderError::PatternMethod));
    }
}
