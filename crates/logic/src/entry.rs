//! The entry of a technique: everything the laboratory knows about it, as data.
//!
//! A technique is one `static` in the file of its finder and one line of the list in
//! [`crate::technique`]. Whoever needs something of a technique asks its entry: the
//! hints and the profiles its finder, [`crate::check`] what its reason justifies,
//! [`crate::explain`] its words and what its picture shows.
//!
//! ```
//! use sudolab_logic::entry::Entry;
//! use sudolab_logic::origin::Family;
//! use sudolab_logic::techniques::fish;
//!
//! /// Six rows and six columns.
//! static WHALE: Entry = Entry::new("whale", "Whale", Family::Fish, "an example")
//!     .code("0304")
//!     .found_by(|position, _, _, visit| Ok(fish::find(position, 6, visit)));
//! assert_eq!((WHALE.id, WHALE.code), ("whale", Some("0304")));
//! ```

use crate::check::{self, CheckError, Justified};
use crate::explain::shown::Shown;
use crate::explain::{self, Words};
use crate::lesson::Lesson;
use crate::origin::{Family, Premise};
use crate::position::Position;
use crate::step::Step;
use crate::techniques::{Flow, subsets_within};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::nine::House;

/// Which steps a finder hands out, and in which order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scan {
    /// As Sudoku Explainer looks, and a person is shown: each finder in the order its file
    /// names, houses as boxes, columns, rows. Siblings of a family may be handed out too.
    Explainer,
    /// Every step that bears the name, also the variants that only HoDoKu counts.
    Every,
    /// What HoDoKu counts, in its order as far as it looks house by house and digit by digit;
    /// where it looks in another way, its profile sorts what was handed out.
    Hodoku,
}

impl Scan {
    /// The houses in the order in which they are looked through for sets: boxes first, then columns
    /// and rows, or as HoDoKu has it rows and columns.
    pub fn houses(self) -> impl Iterator<Item = House> {
        let lines = if self == Self::Hodoku { [0..9, 9..18] } else { [9..18, 0..9] };
        (18..27).chain(lines.into_iter().flatten()).map(House::new)
    }

    /// Which member of a combination varies slowest: the largest, or as HoDoKu has it the smallest.
    pub fn slowest(self) -> Slowest {
        if self == Self::Hodoku { Slowest::Smallest } else { Slowest::Largest }
    }

    /// The subsets of nine bits with `size` members in this order.
    pub(crate) fn subsets(self, members: u16, size: usize) -> impl Iterator<Item = u16> {
        // Backwards and complemented, numbers become words.
        let n = members.count_ones() as usize;
        let words = self == Self::Hodoku && n >= size;
        let (from, taken) = if words { (backwards(members), n - size) } else { (members, size) };
        subsets_within(from, taken).map(move |set| if words { backwards(from & !set) } else { set })
    }

    /// Looks as the scan says: for every step as the Explainer does, then as HoDoKu does.
    pub(crate) fn each(self, mut look: impl FnMut(Self) -> Flow) -> Flow {
        match self {
            Self::Every => {
                look(Self::Explainer)?;
                look(Self::Hodoku)
            }
            scan => look(scan),
        }
    }

    /// The least number of candidates or places of a member of a set: HoDoKu takes singles too.
    pub fn least_member(self) -> usize {
        if self == Self::Hodoku { 1 } else { 2 }
    }
}

/// Nine bits in the opposite order.
fn backwards(set: u16) -> u16 {
    static BACKWARDS: [u16; 512] = {
        let mut table = [0; 512];
        let mut set = 0;
        while set < 512 {
            table[set] = (set as u16).reverse_bits() >> 7;
            set += 1;
        }
        table
    };
    BACKWARDS[usize::from(set & 511)]
}

/// Which member of a combination varies slowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slowest {
    /// Combinations as numbers of bits, ascending.
    Largest,
    /// Combinations as words, in the order of a dictionary.
    Smallest,
}

/// Hands steps to `visit` until it breaks; counts its work on the pulse.
///
/// # Errors
/// What stopped the search.
pub type Find =
    fn(&Position, Scan, &mut Pulse<'_>, &mut dyn FnMut(Step) -> Flow) -> Result<Flow, Stop>;

/// What the reason of a step justifies in a position, or which premise fails.
pub type Check = fn(&Position, &Step) -> Result<Justified, CheckError>;

/// Where the pattern of a step is and why it holds.
pub type Tell = fn(&Position, &Step) -> Words;

/// What a step points at.
pub type Picture = fn(&Position, &Step) -> Shown;

/// All that is known of a technique. Two entries with the same id are the same.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The stable id in kebab-case, such as `x-wing`.
    pub id: &'static str,
    /// The English name, such as "X-Wing".
    pub name: &'static str,
    /// What Sudoku Explainer calls it, where that differs from the name.
    pub in_explainer: Option<&'static str>,
    /// The code of HoDoKu's technique library, when it has one.
    pub code: Option<&'static str>,
    /// The group of techniques it belongs to.
    pub family: Family,
    /// What it takes for granted.
    pub kind: Premise,
    /// The program or paper whose definition is followed.
    pub source: &'static str,
    /// Whether a list of every step of a position looks for it.
    pub listed: bool,
    /// Whether it is of HoDoKu's simple set, the company of exemplars.
    pub simple: bool,
    /// Whether a solver's set of rules may have it: quick, and by the rules alone.
    pub rule: bool,
    /// Whether only [`crate::general`] finds it: on other boards, and in puzzles with rules.
    pub elsewhere: bool,
    /// The finder; none where it is searched for only together with others.
    pub find: Option<Find>,
    /// Confirms a step.
    pub check: Check,
    /// Puts a step into words.
    pub tell: Tell,
    /// Shows a step.
    pub picture: Picture,
    /// What a learner is told of it, with a position to try it in.
    pub lesson: Option<&'static Lesson>,
}

impl Entry {
    /// An entry without finder; reasons of the catalogue are checked, told and drawn.
    pub const fn new(
        id: &'static str,
        name: &'static str,
        family: Family,
        source: &'static str,
    ) -> Self {
        let kind = match family {
            Family::Uniqueness => Premise::AssumesUnique,
            _ => Premise::Logic,
        };
        Self {
            id,
            name,
            in_explainer: None,
            code: None,
            family,
            kind,
            source,
            listed: !matches!(family, Family::LastResort),
            simple: false,
            rule: false,
            elsewhere: false,
            find: None,
            check: check::by_reason,
            tell: explain::by_reason,
            picture: Shown::by_reason,
            lesson: None,
        }
    }

    /// With the name that Sudoku Explainer has for it.
    pub const fn in_explainer(mut self, name: &'static str) -> Self {
        self.in_explainer = Some(name);
        self
    }

    /// With the code of HoDoKu's technique library.
    pub const fn code(mut self, code: &'static str) -> Self {
        self.code = Some(code);
        self
    }

    /// With its finder.
    pub const fn found_by(mut self, find: Find) -> Self {
        self.find = Some(find);
        self
    }

    /// Not looked for in a list of every step: a person would not look through them.
    pub const fn unlisted(mut self) -> Self {
        self.listed = false;
        self
    }

    /// One of HoDoKu's simple set, as its command line defines `ssts`.
    pub const fn simple(mut self) -> Self {
        self.simple = true;
        self
    }

    /// A rule that a solver's set can be made of.
    pub const fn rule(mut self) -> Self {
        self.rule = true;
        self
    }

    /// One that is found on other boards and in puzzles with rules alone.
    pub const fn elsewhere(mut self) -> Self {
        self.elsewhere = true;
        self.listed = false;
        self
    }

    /// It takes the solution itself for granted.
    pub const fn guessed(mut self) -> Self {
        self.kind = Premise::Guess;
        self
    }

    /// With a rule of its own that confirms a step.
    pub const fn checked_by(mut self, check: Check) -> Self {
        self.check = check;
        self
    }

    /// With words of its own.
    pub const fn told_by(mut self, tell: Tell) -> Self {
        self.tell = tell;
        self
    }

    /// With a picture of its own.
    pub const fn drawn_by(mut self, picture: Picture) -> Self {
        self.picture = picture;
        self
    }

    /// With what a learner is told of it; `docs/techniques` is written from this.
    pub const fn taught_by(mut self, lesson: &'static Lesson) -> Self {
        self.lesson = Some(lesson);
        self
    }
}

impl Entry {
    /// What it is called elsewhere: other names that people know it by, and that of Sudoku Explainer
    /// with its program. Empty where nobody calls it otherwise.
    pub fn names_elsewhere(&self) -> Vec<String> {
        let told = self.lesson.map_or(&[][..], |lesson| lesson.other_names);
        let explainer = self.in_explainer.filter(|name| !told.contains(name));
        let explainer = explainer.map(|name| format!("{name} (Sudoku Explainer)"));
        told.iter().map(|&name| name.to_owned()).chain(explainer).collect()
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        self.id.cmp(other.id)
    }
}

impl Hash for Entry {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}
