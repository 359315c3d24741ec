//! The trail of reasons: how each course came to its place.
//!
//! A position is kept of what each place may still hold, and for everything it may no longer hold
//! why not. Steps are singles first (the only course left for a place; the only room left for a course
//! in a slot where every course is held; the only slot left in a room where every course is held), then
//! pairs, then a trial: a course that would lead, by singles alone, to a place or a course with nothing
//! left. Where all of that ends, a course is chosen, the one that the complete timetable has.

use super::courses;
use std::fmt::Write;
use sudolab_grid::halt::Halt;
use sudolab_grid::timetable::Term;
use sudolab_grid::{Cell, Digit, DigitSet, House, HouseKind, Puzzle, Solution, Timetable};
use sudolab_solvers::evolution::{AuditEffect, AuditRule, audit};

/// A course in a place; all are counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Held {
    /// The course.
    pub course: usize,
    /// When.
    pub slot: usize,
    /// Where.
    pub room: usize,
}

/// Why a course may not be in a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// A demand says so.
    Never,
    /// It is held in the slot already, in this room.
    InSlot(usize),
    /// It is held in the room already, in this slot.
    InRoom(usize),
    /// It may not share the slot with this course, which is held in it.
    Clashes(usize),
    /// The place holds this course.
    Taken(usize),
    /// It was struck in the step of this number.
    Step(usize),
}

/// Why a step is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BookingReason {
    /// It is booked.
    Fixed,
    /// No other course is left for the place: for each of them why not.
    OnlyCourse(Vec<(usize, Why)>),
    /// The slot holds every course, and no other room is left for this one: for each why not.
    OnlyRoom(Vec<(usize, Why)>),
    /// The room holds every course, and no other slot is left for this one: for each why not.
    OnlySlot(Vec<(usize, Why)>),
    /// Some places of a slot or a room keep as many courses among themselves.
    Confined {
        /// The courses.
        courses: Vec<usize>,
        /// The slot, or else the room.
        slot: Option<usize>,
        /// The room, or else the slot.
        room: Option<usize>,
    },
    /// A course's places in some lines lie in as many crossing lines.
    Lines(usize),
    /// The course in that place would leave, by singles alone, a place or a course with nothing.
    Tried(Held),
    /// Nothing of this decides: it was chosen among these courses as in the complete timetable.
    Chosen(Vec<usize>),
}

impl BookingReason {
    /// Its word for tables and files.
    pub fn word(&self) -> &'static str {
        match self {
            BookingReason::Fixed => "fixed",
            BookingReason::OnlyCourse(_) => "only-course",
            BookingReason::OnlyRoom(_) => "only-room",
            BookingReason::OnlySlot(_) => "only-slot",
            BookingReason::Confined { .. } => "confined",
            BookingReason::Lines(_) => "lines",
            BookingReason::Tried(_) => "tried",
            BookingReason::Chosen(_) => "chosen",
        }
    }
}

/// One step: courses that are placed or struck, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrailStep {
    /// Its number, from 1.
    pub number: usize,
    /// The course that is placed, if one is.
    pub placed: Option<Held>,
    /// What is struck, if nothing is placed.
    pub struck: Vec<Held>,
    /// Why.
    pub reason: BookingReason,
}

impl TrailStep {
    /// The step in words, without its number.
    pub fn text(&self, table: &Timetable) -> String {
        let (slots, rooms, names) = (table.slots(), table.rooms(), table.courses());
        let place = |held: &Held| {
            format!("{} at {} in {}", names[held.course], slots[held.slot], rooms[held.room])
        };
        let list = |courses: &[usize]| {
            courses.iter().map(|&c| names[c].as_str()).collect::<Vec<_>>().join(", ")
        };
        let mut text = match &self.placed {
            Some(held) => place(held),
            None => {
                let struck: Vec<String> = self.struck.iter().map(place).collect();
                format!("not {}", struck.join(", not "))
            }
        };
        text.push_str(": ");
        // Writing to a string cannot fail.
        let _ = match &self.reason {
            BookingReason::Fixed => write!(text, "booked"),
            BookingReason::OnlyCourse(others) => {
                write!(text, "the only course left there{}", other_courses(others, table))
            }
            BookingReason::OnlyRoom(others) => {
                let because = other_places(others, table, rooms);
                write!(text, "its only room left in that slot{because}")
            }
            BookingReason::OnlySlot(others) => {
                let because = other_places(others, table, slots);
                write!(text, "its only slot left in that room{because}")
            }
            BookingReason::Confined { courses, slot, room } => {
                let house = match (slot, room) {
                    (Some(slot), _) => format!("slot {}", slots[*slot]),
                    (None, Some(room)) => format!("room {}", rooms[*room]),
                    (None, None) => "these places".to_owned(),
                };
                let n = courses.len();
                write!(text, "{n} places of {house} share {} among themselves", list(courses))
            }
            BookingReason::Lines(course) => {
                write!(text, "{} has its places elsewhere in those lines", names[*course])
            }
            BookingReason::Tried(held) => {
                write!(text, "tried, {} leaves a place or a course with nothing", place(held))
            }
            BookingReason::Chosen(among) => {
                write!(text, "chosen among {}; nothing simpler decides it", list(among))
            }
        };
        text
    }
}

/// The reasons why other courses are not there, those alike told together.
fn other_courses(others: &[(usize, Why)], table: &Timetable) -> String {
    let names = table.courses();
    let words = |why: Why, many: bool| {
        let is = if many { "are" } else { "is" };
        match why {
            Why::Never => "may never be there".to_owned(),
            Why::InSlot(_) => format!("{is} in that slot"),
            Why::InRoom(_) => format!("{is} in that room"),
            Why::Clashes(other) => format!("may not share the slot with {}", names[other]),
            Why::Taken(other) => format!("{is} kept out by {}", names[other]),
            Why::Step(number) => format!("{is} out by step {number}"),
        }
    };
    together(others, |course| names[course].clone(), words)
}

/// The reasons why a course is in none of the other places of a line, those alike told together.
fn other_places(others: &[(usize, Why)], table: &Timetable, lines: &[String]) -> String {
    let (slots, rooms, names) = (table.slots(), table.rooms(), table.courses());
    let words = |why: Why, many: bool| {
        let (is, has) = if many { ("are", "have") } else { ("is", "has") };
        match why {
            Why::Never => format!("{is} not for it"),
            Why::InSlot(room) => format!("{has} it in {}", rooms[room]),
            Why::InRoom(slot) => format!("{has} it at {}", slots[slot]),
            Why::Clashes(other) => format!("{has} {}, with which it clashes", names[other]),
            Why::Taken(other) => format!("{has} {}", names[other]),
            Why::Step(number) => format!("{is} out by step {number}"),
        }
    };
    together(others, |line| lines[line].clone(), words)
}

fn together(
    others: &[(usize, Why)],
    name: impl Fn(usize) -> String,
    words: impl Fn(Why, bool) -> String,
) -> String {
    let mut groups: Vec<(Why, Vec<String>)> = Vec::new();
    for &(other, why) in others {
        match groups.iter_mut().find(|(known, _)| words(*known, true) == words(why, true)) {
            Some((_, members)) => members.push(name(other)),
            None => groups.push((why, vec![name(other)])),
        }
    }
    groups.iter().fold(String::new(), |text, (why, members)| {
        format!("{text}; {} {}", members.join(", "), words(*why, members.len() > 1))
    })
}

/// The trail that an algorithm kept, followed and worded; `None` when it kept none that holds.
pub(super) fn of_algorithm(
    table: &Timetable,
    puzzle: &Puzzle,
    lines: &[String],
) -> Option<Vec<TrailStep>> {
    if lines.is_empty() {
        return None;
    }
    let audit = audit(puzzle, lines).ok()?;
    let mut position = Bookings::new(table, puzzle);
    for step in &audit.steps {
        let mut struck = Vec::new();
        for effect in &step.effects {
            match *effect {
                AuditEffect::Placed(cell, digit) => {
                    let reason = match step.rule {
                        AuditRule::RowFill => position.only_room(cell, digit),
                        AuditRule::ColFill => position.only_slot(cell, digit),
                        _ => position.only_course(cell, digit),
                    };
                    position.place(cell, digit, reason);
                }
                AuditEffect::Lost(cell, digits) => {
                    struck.extend(digits.iter().map(|digit| (cell, digit)));
                }
            }
        }
        let reason = match step.rule {
            AuditRule::Trial => {
                BookingReason::Tried(position.held(step.cell?, step.digits.single()?))
            }
            AuditRule::Fish => BookingReason::Lines(step.digits.single()?.index()),
            _ => {
                let house = &puzzle.board().houses()[*step.houses.first()?];
                position.confined(step.digits, house)
            }
        };
        position.strike(&struck, reason);
    }
    position.is_full().then_some(position.steps)
}

/// The trail of a complete timetable.
pub(super) fn of_solution(
    table: &Timetable,
    puzzle: &Puzzle,
    solution: &Solution,
    halt: &Halt<'_>,
) -> Vec<TrailStep> {
    let mut position = Bookings::new(table, puzzle);
    while !position.is_full() {
        let moved = position.single()
            || position.pair()
            || (halt.check().is_ok() && position.trial(halt))
            || position.choose(solution);
        if !moved {
            break;
        }
    }
    debug_assert_eq!(position.courses(), courses(table, solution));
    position.steps
}

/// The most courses left in a place that is tried.
const WIDEST_TRIAL: usize = 3;

struct Bookings<'a> {
    table: &'a Timetable,
    puzzle: &'a Puzzle,
    /// For each course those it may not share a slot with.
    clashes: Vec<DigitSet>,
    open: Vec<DigitSet>,
    held: Vec<Option<Digit>>,
    /// Why a place may not hold a course, by place and course; nothing in a trial.
    why: Vec<Why>,
    steps: Vec<TrailStep>,
    /// Whether steps are written down; a trial writes none.
    writes: bool,
}

impl<'a> Bookings<'a> {
    fn new(table: &'a Timetable, puzzle: &'a Puzzle) -> Bookings<'a> {
        let board = puzzle.board();
        let n = board.size();
        let mut clashes = vec![DigitSet::EMPTY; n];
        let mut allowed = vec![board.digits(); board.n_cells()];
        for term in table.terms() {
            match *term {
                Term::Clash { one, other } => {
                    for (a, b) in [(one, other), (other, one)] {
                        if let Some(digit) = Digit::from_index(b) {
                            clashes[a].insert(digit);
                        }
                    }
                }
                Term::Never { course, slot, room } => {
                    let meant = |cell: &Cell| {
                        slot.is_none_or(|slot| board.row(*cell) == slot)
                            && room.is_none_or(|room| board.column(*cell) == room)
                    };
                    for cell in board.cells().filter(meant) {
                        if let Some(digit) = Digit::from_index(course) {
                            allowed[cell.index()].remove(digit);
                        }
                    }
                }
                Term::Fixed { .. } => {}
            }
        }
        let mut position = Bookings {
            table,
            puzzle,
            clashes,
            open: allowed,
            held: vec![None; board.n_cells()],
            why: vec![Why::Never; n * board.n_cells()],
            steps: Vec::new(),
            writes: true,
        };
        for (cell, digit) in puzzle.clues().filled() {
            position.place(cell, digit, BookingReason::Fixed);
        }
        position
    }

    fn is_full(&self) -> bool {
        self.held.iter().all(Option::is_some)
    }

    fn courses(&self) -> Vec<Vec<Option<usize>>> {
        let board = self.puzzle.board();
        let held = |slot, room| {
            let cell = board.cell_at(slot, room)?;
            self.held[cell.index()].map(|digit| digit.index())
        };
        let row = |slot| (0..self.table.rooms().len()).map(|room| held(slot, room)).collect();
        (0..self.table.slots().len()).map(row).collect()
    }

    fn held(&self, cell: Cell, digit: Digit) -> Held {
        let board = self.puzzle.board();
        Held { course: digit.index(), slot: board.row(cell), room: board.column(cell) }
    }

    fn blanks(&self) -> impl Iterator<Item = Cell> {
        self.puzzle.board().cells().filter(move |cell| self.held[cell.index()].is_none())
    }

    fn write(&mut self, placed: Option<Held>, struck: Vec<Held>, reason: BookingReason) {
        if self.writes {
            let number = self.steps.len() + 1;
            self.steps.push(TrailStep { number, placed, struck, reason });
        }
    }

    fn place(&mut self, cell: Cell, digit: Digit, reason: BookingReason) {
        let board = self.puzzle.board().clone();
        let here = self.held(cell, digit);
        self.held[cell.index()] = Some(digit);
        self.open[cell.index()] = DigitSet::EMPTY;
        for room in 0..self.table.rooms().len() {
            let Some(peer) = board.cell_at(here.slot, room).filter(|&peer| peer != cell) else {
                continue;
            };
            self.close(peer, digit, Why::InSlot(here.room));
            for other in self.clashes[here.course].iter() {
                self.close(peer, other, Why::Clashes(here.course));
            }
        }
        if !self.table.repeats() {
            for slot in 0..self.table.slots().len() {
                let peer = board.cell_at(slot, here.room).filter(|&peer| peer != cell);
                if let Some(peer) = peer {
                    self.close(peer, digit, Why::InRoom(here.slot));
                }
            }
        }
        self.write(Some(here), Vec::new(), reason);
    }

    fn close(&mut self, cell: Cell, digit: Digit, why: Why) {
        if self.open[cell.index()].contains(digit) {
            self.open[cell.index()].remove(digit);
            if self.writes {
                let at = self.at(cell, digit);
                self.why[at] = why;
            }
        }
    }

    fn at(&self, cell: Cell, digit: Digit) -> usize {
        cell.index() * self.puzzle.board().size() + digit.index()
    }

    /// Strikes what is still open of this; tells whether anything was.
    fn strike(&mut self, struck: &[(Cell, Digit)], reason: BookingReason) -> bool {
        let open: Vec<(Cell, Digit)> = struck
            .iter()
            .copied()
            .filter(|(cell, digit)| self.open[cell.index()].contains(*digit))
            .collect();
        if open.is_empty() {
            return false;
        }
        let number = self.steps.len() + 1;
        for &(cell, digit) in &open {
            self.close(cell, digit, Why::Step(number));
        }
        let struck = open.iter().map(|&(cell, digit)| self.held(cell, digit)).collect();
        self.write(None, struck, reason);
        true
    }

    fn only_course(&self, cell: Cell, digit: Digit) -> BookingReason {
        let others = (self.puzzle.board().digits() - DigitSet::only(digit)).iter();
        let others = others.map(|other| (other.index(), self.why[self.at(cell, other)]));
        BookingReason::OnlyCourse(others.collect())
    }

    /// Why a course may not be in another place of a line.
    fn why_not(&self, cell: Cell, digit: Digit) -> Why {
        match self.held[cell.index()] {
            Some(held) => Why::Taken(held.index()),
            None => self.why[self.at(cell, digit)],
        }
    }

    fn only_room(&self, cell: Cell, digit: Digit) -> BookingReason {
        let board = self.puzzle.board();
        let others = (0..board.columns()).filter_map(|room| {
            let other = board.cell_at(board.row(cell), room).filter(|&other| other != cell)?;
            Some((room, self.why_not(other, digit)))
        });
        BookingReason::OnlyRoom(others.collect())
    }

    fn only_slot(&self, cell: Cell, digit: Digit) -> BookingReason {
        let board = self.puzzle.board();
        let others = (0..board.rows()).filter_map(|slot| {
            let other = board.cell_at(slot, board.column(cell)).filter(|&other| other != cell)?;
            Some((slot, self.why_not(other, digit)))
        });
        BookingReason::OnlySlot(others.collect())
    }

    fn confined(&self, digits: DigitSet, house: &House) -> BookingReason {
        let courses = digits.iter().map(|digit| digit.index()).collect();
        let board = self.puzzle.board();
        let first = house.cells().first().copied();
        let (slot, room) = match house.kind() {
            HouseKind::Row => (first.map(|cell| board.row(cell)), None),
            HouseKind::Column => (None, first.map(|cell| board.column(cell))),
            _ => (None, None),
        };
        BookingReason::Confined { courses, slot, room }
    }

    /// The first single: a place with one course, or a course with one place.
    fn find_single(&self) -> Option<(Cell, Digit, Option<HouseKind>)> {
        let naked = |cell: Cell| Some((cell, self.open[cell.index()].single()?, None));
        self.blanks().find_map(naked).or_else(|| {
            let board = self.puzzle.board();
            let full = board.houses().iter().filter(|h| h.cells().len() == board.size());
            full.into_iter().find_map(|house| {
                let (mut once, mut twice) = (DigitSet::EMPTY, DigitSet::EMPTY);
                for cell in house.cells() {
                    let open = self.open[cell.index()];
                    twice |= once & open;
                    once |= open;
                }
                let digit = (once - twice).first()?;
                let mut cells = house.cells().iter();
                let cell = cells.find(|cell| self.open[cell.index()].contains(digit))?;
                Some((*cell, digit, Some(house.kind())))
            })
        })
    }

    fn single(&mut self) -> bool {
        let Some((cell, digit, house)) = self.find_single() else { return false };
        let reason = match house {
            _ if !self.writes => BookingReason::Fixed,
            None => self.only_course(cell, digit),
            Some(HouseKind::Row) => self.only_room(cell, digit),
            Some(_) => self.only_slot(cell, digit),
        };
        self.place(cell, digit, reason);
        true
    }

    /// Strikes what a pair keeps from others; tells whether there was any.
    fn pair(&mut self) -> bool {
        let pairs = self.pairs();
        pairs.into_iter().any(|(struck, reason)| self.strike(&struck, reason))
    }

    /// Two places of a line that hold two courses between them, and two courses that fit two places
    /// of a line that holds every course: what each of them strikes.
    fn pairs(&self) -> Vec<(Vec<(Cell, Digit)>, BookingReason)> {
        let board = self.puzzle.board();
        let open = |cell: Cell| self.open[cell.index()];
        let mut found = Vec::new();
        for house in board.houses() {
            let cells: Vec<Cell> =
                house.cells().iter().copied().filter(|&cell| !open(cell).is_empty()).collect();
            let reason = |digits| self.confined(digits, house);
            let narrow: Vec<Cell> =
                cells.iter().copied().filter(|&cell| open(cell).len() == 2).collect();
            for (i, &one) in narrow.iter().enumerate() {
                let same = narrow[i + 1..].iter().find(|&&other| open(other) == open(one));
                let Some(&other) = same else { continue };
                let digits = open(one);
                let rest = cells.iter().copied().filter(|&cell| cell != one && cell != other);
                let struck = rest.flat_map(|cell| digits.iter().map(move |digit| (cell, digit)));
                found.push((struck.collect(), reason(digits)));
            }
            if house.cells().len() < board.size() {
                continue;
            }
            let places = |digit: Digit| -> Vec<Cell> {
                cells.iter().copied().filter(|&cell| open(cell).contains(digit)).collect()
            };
            let narrow: Vec<(Digit, Vec<Cell>)> = board
                .digits()
                .iter()
                .map(|digit| (digit, places(digit)))
                .filter(|(_, places)| places.len() == 2)
                .collect();
            for (i, (one, places)) in narrow.iter().enumerate() {
                let same = narrow[i + 1..].iter().find(|(_, there)| there == places);
                let Some((other, _)) = same else { continue };
                let digits: DigitSet = [*one, *other].into_iter().collect();
                let others = board.digits() - digits;
                let both = places.iter().copied();
                let struck = both.flat_map(|cell| others.iter().map(move |digit| (cell, digit)));
                found.push((struck.collect(), reason(digits)));
            }
        }
        found
    }

    /// Whether a place has no course left, or a course no place in a line that holds them all.
    fn is_dead(&self) -> bool {
        let board = self.puzzle.board();
        if self.blanks().any(|cell| self.open[cell.index()].is_empty()) {
            return true;
        }
        let mut full = board.houses().iter().filter(|h| h.cells().len() == board.size());
        full.any(|house| {
            let there = house.cells().iter().fold(DigitSet::EMPTY, |all, cell| {
                let held = self.held[cell.index()].map_or(DigitSet::EMPTY, DigitSet::only);
                all | held | self.open[cell.index()]
            });
            there != board.digits()
        })
    }

    /// The same position, in which nothing is written down.
    fn without_words(&self) -> Bookings<'a> {
        Bookings {
            table: self.table,
            puzzle: self.puzzle,
            clashes: self.clashes.clone(),
            open: self.open.clone(),
            held: self.held.clone(),
            why: Vec::new(),
            steps: Vec::new(),
            writes: false,
        }
    }

    /// Strikes a course that leads, by singles alone, nowhere. Places with few courses left are tried
    /// first, those with many never: they seldom lead anywhere and are most of a large table.
    fn trial(&mut self, halt: &Halt<'_>) -> bool {
        let few = |cell: &Cell| self.open[cell.index()].len() <= WIDEST_TRIAL;
        let mut cells: Vec<Cell> = self.blanks().filter(few).collect();
        cells.sort_by_key(|cell| self.open[cell.index()].len());
        for cell in cells {
            for digit in self.open[cell.index()].iter() {
                if halt.check().is_err() {
                    return false;
                }
                let mut trial = self.without_words();
                trial.place(cell, digit, BookingReason::Fixed);
                while !trial.is_dead() && trial.single() {}
                if trial.is_dead() {
                    let reason = BookingReason::Tried(self.held(cell, digit));
                    return self.strike(&[(cell, digit)], reason);
                }
            }
        }
        false
    }

    /// Places the course that the complete timetable has, where the fewest are left.
    fn choose(&mut self, solution: &Solution) -> bool {
        let narrow = self.blanks().min_by_key(|cell| self.open[cell.index()].len());
        let Some(cell) = narrow else { return false };
        let Some(digit) = solution.grid().get(cell) else { return false };
        let among = self.open[cell.index()].iter().map(|digit| digit.index()).collect();
        self.place(cell, digit, BookingReason::Chosen(among));
        true
    }
}
