//! Timetables: slots in rows, rooms in columns, courses for digits.
//!
//! A place (a slot in a room) is a cell and holds one course. A course is held once in a slot, and
//! once in a room unless it may come back there; with as many rooms and courses as slots that is the
//! completion of a Latin square. What is demanded besides is a list of [`Term`]s: a fixed booking is a
//! clue, a course that may never be somewhere is a candidate less, and two courses that clash are a
//! relation of all places of a slot.
//!
//! The reader is in [`read`](Timetable::read): a few words at the beginning of lines, or a table with
//! commas, or both in one file. `docs/timetable.md` shows it.

mod fields;
mod read;

pub use fields::{field, row};
pub use read::TimetableError;

use crate::rule::{Relation, Rule};
use crate::{Board, BoardError, Cell, Digit, DigitSet, Grid, HouseKind, Plan, Puzzle};
use std::sync::Arc;

/// Slots, rooms and courses with names, and what is demanded of the table they make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Timetable {
    slots: Vec<String>,
    rooms: Vec<String>,
    courses: Vec<String>,
    /// Places that hold no course, by slot and room.
    closed: Vec<(usize, usize)>,
    /// Whether a course may be held in one room more than once.
    repeats: bool,
    terms: Vec<Term>,
}

/// One thing that is demanded of a timetable. Slots, rooms and courses are counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// A course is booked.
    Fixed {
        /// The course.
        course: usize,
        /// When.
        slot: usize,
        /// Where.
        room: usize,
    },
    /// A course is not to be held there: at a time, in a room, or at a time in a room.
    Never {
        /// The course.
        course: usize,
        /// The slot; every slot when none is named.
        slot: Option<usize>,
        /// The room; every room when none is named.
        room: Option<usize>,
    },
    /// Two courses are not to be held in the same slot.
    Clash {
        /// One course.
        one: usize,
        /// The other.
        other: usize,
    },
}

/// The most slots, rooms or courses.
pub const MOST: usize = 25;

impl Timetable {
    /// A timetable of these names, without any demand.
    ///
    /// # Errors
    /// When a name is empty or occurs twice, when there are none or too many of something, or when a
    /// slot has more rooms, or a room more slots, than there are courses.
    pub fn new(
        slots: Vec<String>,
        rooms: Vec<String>,
        courses: Vec<String>,
    ) -> Result<Timetable, TimetableError> {
        let table =
            Timetable { slots, rooms, courses, closed: vec![], repeats: false, terms: vec![] };
        table.checked()
    }

    /// The timetable of a Latin square: its rows are slots, its columns rooms, its digits courses;
    /// `None` for another board, one with rules or stated candidates, or one that is too large.
    pub fn of_latin(puzzle: &Puzzle) -> Option<Timetable> {
        let board = puzzle.board();
        let n = board.size();
        let is_latin = board.is_plain() && *board.layout() == crate::Layout::Latin;
        if !is_latin || board.extra_regions().next().is_some() || puzzle.has_rules() {
            return None;
        }
        let named = |what: &str| (1..=n).map(|i| format!("{what} {i}")).collect();
        let table = Timetable::new(named("slot"), named("room"), named("course")).ok()?;
        let fixed = |(cell, digit): (Cell, Digit)| Term::Fixed {
            course: digit.index(),
            slot: board.row(cell),
            room: board.column(cell),
        };
        let terms = puzzle.clues().filled().map(fixed).collect();
        puzzle.stated_candidates().is_none().then(|| table.with_terms(terms))
    }

    /// The slots' names.
    pub fn slots(&self) -> &[String] {
        &self.slots
    }

    /// The rooms' names.
    pub fn rooms(&self) -> &[String] {
        &self.rooms
    }

    /// The courses' names.
    pub fn courses(&self) -> &[String] {
        &self.courses
    }

    /// Whether a place holds no course.
    pub fn is_closed(&self, slot: usize, room: usize) -> bool {
        self.closed.contains(&(slot, room))
    }

    /// Whether a course may be held in one room more than once.
    pub fn repeats(&self) -> bool {
        self.repeats
    }

    /// What is demanded.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The same timetable with other demands.
    pub fn with_terms(&self, terms: Vec<Term>) -> Timetable {
        Timetable { terms, ..self.clone() }
    }

    /// A demand in words: `Algebra is booked at Mon 9 in Hall`.
    pub fn words(&self, term: &Term) -> String {
        let (slots, rooms, courses) = (&self.slots, &self.rooms, &self.courses);
        match *term {
            Term::Fixed { course, slot, room } => {
                format!("{} is booked at {} in {}", courses[course], slots[slot], rooms[room])
            }
            Term::Never { course, slot, room } => {
                let at = slot.map(|slot| format!(" at {}", slots[slot])).unwrap_or_default();
                let place = room.map(|room| format!(" in {}", rooms[room])).unwrap_or_default();
                format!("{} is never{at}{place}", courses[course])
            }
            Term::Clash { one, other } => {
                format!("{} and {} may not share a slot", courses[one], courses[other])
            }
        }
    }

    /// The board: a Latin square where it is one, else a grid of its own form.
    ///
    /// # Errors
    /// Never for a timetable that was made or read, which was checked.
    pub fn board(&self) -> Result<Arc<Board>, BoardError> {
        let (n_slots, n_rooms, n) = (self.slots.len(), self.rooms.len(), self.courses.len());
        if n_slots == n && n_rooms == n && n > 1 && self.closed.is_empty() && !self.repeats {
            return Board::latin(n);
        }
        let mut plan = Plan::new(n_slots, n_rooms, 1..=n as i64);
        plan.holes.clone_from(&self.closed);
        let open = |&(slot, room): &(usize, usize)| !self.is_closed(slot, room);
        let mut house = |kind, places: Vec<(usize, usize)>| {
            let places: Vec<_> = places.into_iter().filter(open).collect();
            if !places.is_empty() {
                plan.houses.push((kind, places));
            }
        };
        for slot in 0..n_slots {
            house(HouseKind::Row, (0..n_rooms).map(|room| (slot, room)).collect());
        }
        for room in (0..n_rooms).filter(|_| !self.repeats) {
            house(HouseKind::Column, (0..n_slots).map(|slot| (slot, room)).collect());
        }
        plan.board()
    }

    /// The puzzle whose solutions are the complete timetables.
    ///
    /// # Errors
    /// Never for a timetable that was made or read, which was checked.
    pub fn puzzle(&self) -> Result<Puzzle, BoardError> {
        let board = self.board()?;
        let mut clues = Grid::empty(board.clone());
        let mut allowed = vec![board.digits(); board.n_cells()];
        let digit = |course: usize| Digit::from_index(course).expect("no more courses than digits");
        for term in &self.terms {
            match *term {
                Term::Fixed { course, slot, room } => {
                    let Some(cell) = board.cell_at(slot, room) else { continue };
                    // Two bookings of one place leave nothing that is allowed there.
                    allowed[cell.index()] &= DigitSet::only(digit(course));
                    clues.set(cell, digit(course));
                }
                Term::Never { course, slot, room } => {
                    let meant = |cell: &Cell| {
                        slot.is_none_or(|slot| board.row(*cell) == slot)
                            && room.is_none_or(|room| board.column(*cell) == room)
                    };
                    for cell in board.cells().filter(meant) {
                        allowed[cell.index()].remove(digit(course));
                    }
                }
                Term::Clash { .. } => {}
            }
        }
        let stated = board.cells().any(|cell| {
            let without = clues.get(cell).map_or(board.digits(), DigitSet::only);
            allowed[cell.index()] != without
        });
        let puzzle = match stated {
            true => Puzzle::with_candidates(clues, allowed).expect("one set for each cell"),
            false => Puzzle::new(clues),
        };
        let rules = self.rules(&board);
        Ok(puzzle.with_rules(rules).expect("the rules lie on the board they were made for"))
    }

    /// Clashing courses as a relation of all places of each slot.
    fn rules(&self, board: &Board) -> Vec<Rule> {
        let mut table = vec![board.digits(); self.courses.len()];
        let mut any = false;
        for term in &self.terms {
            if let Term::Clash { one, other } = *term {
                any = true;
                for (a, b) in [(one, other), (other, one)] {
                    if let Some(digit) = Digit::from_index(b) {
                        table[a].remove(digit);
                    }
                }
            }
        }
        if !any {
            return Vec::new();
        }
        let row = |slot: usize| -> Vec<Cell> {
            (0..self.rooms.len()).filter_map(|room| board.cell_at(slot, room)).collect()
        };
        let among = |slot| Relation::among(row(slot), table.clone()).ok().map(Rule::Relation);
        (0..self.slots.len()).filter_map(among).collect()
    }

    fn checked(self) -> Result<Timetable, TimetableError> {
        self.names_fit()?;
        self.places_fit()?;
        Ok(self)
    }

    /// Whether there are some of everything, not too many, and each has a name of its own.
    fn names_fit(&self) -> Result<(), TimetableError> {
        for (what, names) in
            [("slot", &self.slots), ("room", &self.rooms), ("course", &self.courses)]
        {
            if names.is_empty() {
                return Err(TimetableError::none(what));
            }
            if names.len() > MOST {
                return Err(TimetableError::too_many(what, names.len()));
            }
        }
        let names: Vec<&String> =
            self.slots.iter().chain(&self.rooms).chain(&self.courses).collect();
        for (i, name) in names.iter().enumerate() {
            if name.trim().is_empty() {
                return Err(TimetableError::empty_name());
            }
            if names[..i].contains(name) {
                return Err(TimetableError::twice(name));
            }
        }
        Ok(())
    }

    /// Whether there are courses enough for the open places, and a place is open.
    fn places_fit(&self) -> Result<(), TimetableError> {
        let n = self.courses.len();
        for (slot, name) in self.slots.iter().enumerate() {
            let open = (0..self.rooms.len()).filter(|&room| !self.is_closed(slot, room)).count();
            if open > n {
                return Err(TimetableError::crowded("slot", name, open, n));
            }
        }
        for (room, name) in self.rooms.iter().enumerate().filter(|_| !self.repeats) {
            let open = (0..self.slots.len()).filter(|&slot| !self.is_closed(slot, room)).count();
            if open > n {
                return Err(TimetableError::crowded("room", name, open, n));
            }
        }
        if self.closed.len() == self.slots.len() * self.rooms.len() {
            return Err(TimetableError::all_closed());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
