//! The reader: words at the beginning of lines, and a table with commas.
//!
//! ```text
//! slots: Mon 9, Mon 11          the rows                 or a table:   slot,Hall,Lab
//! rooms: Hall, Lab              the columns                            Mon 9,Algebra,
//! courses: Algebra, Biology     what is held                           Mon 11,,-
//! fixed: Algebra, Mon 9, Hall   a booking
//! never: Biology, Mon 9         not at that time; or a room, or both
//! clash: Algebra, Biology       no two of these in one slot
//! closed: Lab, Mon 11           a place without a course; '-' in a table
//! repeats: rooms                a course may come back to a room
//! # a remark
//! ```
//!
//! A name belongs to one list alone, so that bookings may name slot, room and course in any order.

use super::fields::split;
use super::{MOST, Term, Timetable};
use std::fmt;

/// Why a text is no timetable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimetableError {
    /// The line, from 1, where one is to blame.
    pub line: Option<usize>,
    /// What is wrong.
    pub what: String,
    /// What would help.
    pub remedy: String,
}

impl TimetableError {
    fn new(what: impl Into<String>, remedy: impl Into<String>) -> TimetableError {
        TimetableError { line: None, what: what.into(), remedy: remedy.into() }
    }

    fn at(self, line: usize) -> TimetableError {
        TimetableError { line: Some(line), ..self }
    }

    pub(super) fn none(what: &str) -> TimetableError {
        TimetableError::new(
            format!("there is no {what}"),
            format!("name them on a line '{what}s: ...', or begin with a table of slots and rooms"),
        )
    }

    pub(super) fn too_many(what: &str, n: usize) -> TimetableError {
        TimetableError::new(
            format!("there are {n} {what}s"),
            format!("no more than {MOST} are possible; divide the timetable"),
        )
    }

    pub(super) fn empty_name() -> TimetableError {
        TimetableError::new("a name is empty", "write a name between two commas")
    }

    pub(super) fn twice(name: &str) -> TimetableError {
        TimetableError::new(
            format!("the name '{name}' occurs twice"),
            "give each slot, room and course a name of its own",
        )
    }

    pub(super) fn crowded(what: &str, name: &str, open: usize, courses: usize) -> TimetableError {
        let (holds, other) = match what {
            "slot" => ("rooms", "close some of them (closed: slot, room)"),
            _ => ("slots", "let courses come back to a room (repeats: rooms)"),
        };
        TimetableError::new(
            format!("{what} '{name}' has {open} open {holds}, and there are {courses} courses"),
            format!("name more courses, or {other}"),
        )
    }

    pub(super) fn all_closed() -> TimetableError {
        TimetableError::new("every place is closed", "leave one open")
    }
}

impl fmt::Display for TimetableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        write!(f, "{}; {}", self.what, self.remedy)
    }
}

impl std::error::Error for TimetableError {}

const KEYS: [&str; 8] =
    ["slots", "rooms", "courses", "fixed", "never", "clash", "closed", "repeats"];

impl Timetable {
    /// Reads a timetable.
    ///
    /// ```
    /// use sudolab_grid::Timetable;
    /// let table = Timetable::read("slot,Hall,Lab\nMon,Algebra,\nTue,,\nnever: Drama, Tue\ncourses: Algebra, Drama, Art")?;
    /// assert_eq!(table.slots(), ["Mon", "Tue"]);
    /// assert_eq!(table.words(&table.terms()[0]), "Algebra is booked at Mon in Hall");
    /// # Ok::<(), sudolab_grid::TimetableError>(())
    /// ```
    ///
    /// # Errors
    /// With the line, what is wrong in it and what would help.
    pub fn read(text: &str) -> Result<Timetable, TimetableError> {
        let mut lines = Vec::new();
        for (i, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            if line.trim().is_empty() || line.trim_start().starts_with('#') {
                continue;
            }
            lines.push(Line::of(i + 1, split(line))?);
        }
        let mut names = Names::default();
        for line in lines.iter().filter(|line| line.key.is_some()) {
            names.list(line)?;
        }
        names.table(lines.iter().filter(|line| line.key.is_none()))?;
        let mut table = Timetable {
            slots: names.slots,
            rooms: names.rooms,
            courses: names.courses,
            closed: names.closed,
            repeats: false,
            terms: names.booked,
        };
        table.names_fit()?;
        for line in &lines {
            table.demand(line).map_err(|error| error.at(line.number))?;
        }
        table.closed.sort_unstable();
        table.closed.dedup();
        table.places_fit()?;
        table.bookings_are_open()?;
        Ok(table)
    }

    /// Adds what a line demands.
    fn demand(&mut self, line: &Line) -> Result<(), TimetableError> {
        let needs = |what: &str, example: &str| {
            TimetableError::new(
                format!("'{}' needs {what}", line.key.unwrap_or_default()),
                format!("write it as '{example}'"),
            )
        };
        match line.key {
            Some("fixed") => {
                let named = self.named(&line.values)?;
                let (&[course], &[slot], &[room]) =
                    (&named.courses[..], &named.slots[..], &named.rooms[..])
                else {
                    return Err(needs(
                        "one course, one slot and one room",
                        "fixed: Algebra, Mon 9, Hall",
                    ));
                };
                self.terms.push(Term::Fixed { course, slot, room });
            }
            Some("never") => {
                let named = self.named(&line.values)?;
                let somewhere = named.slots.len() + named.rooms.len() > 0;
                let few = named.slots.len() < 2 && named.rooms.len() < 2;
                let (&[course], true, true) = (&named.courses[..], somewhere, few) else {
                    let what = "one course, and a slot or a room or one of each";
                    return Err(needs(what, "never: Drama, Mon 9"));
                };
                let (slot, room) = (named.slots.first().copied(), named.rooms.first().copied());
                self.terms.push(Term::Never { course, slot, room });
            }
            Some("clash") => {
                let named = self.named(&line.values)?;
                let courses = named.courses;
                if courses.len() < 2 || named.slots.len() + named.rooms.len() > 0 {
                    return Err(needs("two courses or more", "clash: Algebra, Biology"));
                }
                for (i, &one) in courses.iter().enumerate() {
                    for &other in &courses[i + 1..] {
                        if one == other {
                            return Err(needs("different courses", "clash: Algebra, Biology"));
                        }
                        self.terms.push(Term::Clash { one, other });
                    }
                }
            }
            Some("closed") => {
                let named = self.named(&line.values)?;
                let none = named.courses.is_empty();
                let (&[slot], &[room], true) = (&named.slots[..], &named.rooms[..], none) else {
                    return Err(needs("one slot and one room", "closed: Mon 9, Hall"));
                };
                self.closed.push((slot, room));
            }
            Some("repeats") => match &line.values[..] {
                [word] if word == "rooms" => self.repeats = true,
                _ => return Err(needs("the word rooms", "repeats: rooms")),
            },
            _ => {}
        }
        Ok(())
    }

    fn named(&self, values: &[String]) -> Result<Named, TimetableError> {
        let mut named = Named::default();
        let find = |names: &[String], name: &String| names.iter().position(|known| known == name);
        for value in values {
            if let Some(course) = find(&self.courses, value) {
                named.courses.push(course);
            } else if let Some(slot) = find(&self.slots, value) {
                named.slots.push(slot);
            } else if let Some(room) = find(&self.rooms, value) {
                named.rooms.push(room);
            } else {
                return Err(TimetableError::new(
                    format!("'{value}' is no slot, room or course"),
                    "write the name as it is in its list, or add it there",
                ));
            }
        }
        Ok(named)
    }

    fn bookings_are_open(&self) -> Result<(), TimetableError> {
        for term in &self.terms {
            if let Term::Fixed { slot, room, .. } = *term
                && self.is_closed(slot, room)
            {
                return Err(TimetableError::new(
                    format!("{}, and that place is closed", self.words(term)),
                    "open it, or take the booking out",
                ));
            }
        }
        Ok(())
    }
}

/// Slots, rooms and courses named on a line.
#[derive(Default)]
struct Named {
    slots: Vec<usize>,
    rooms: Vec<usize>,
    courses: Vec<usize>,
}

/// A line that says something.
struct Line {
    number: usize,
    key: Option<&'static str>,
    values: Vec<String>,
}

impl Line {
    fn of(number: usize, mut fields: Vec<String>) -> Result<Line, TimetableError> {
        let Some((word, rest)) = fields[0].split_once(':') else {
            return Ok(Line { number, key: None, values: fields });
        };
        let (word, rest) = (word.trim().to_ascii_lowercase(), rest.to_owned());
        let Some(key) = KEYS.into_iter().find(|key| *key == word) else {
            // A colon within a name, such as that of 9:00, is no word of ours.
            if rest.is_empty() || rest.starts_with(' ') {
                let error = TimetableError::new(
                    format!("'{word}:' is not known here"),
                    format!("use one of {}", KEYS.join(", ")),
                );
                return Err(error.at(number));
            }
            return Ok(Line { number, key: None, values: fields });
        };
        match rest.trim() {
            "" => drop(fields.remove(0)),
            rest => fields[0] = rest.to_owned(),
        }
        // Spreadsheets fill short rows up with commas.
        while fields.last().is_some_and(String::is_empty) {
            fields.pop();
        }
        Ok(Line { number, key: Some(key), values: fields })
    }
}

/// The three lists, and what a table says.
#[derive(Default)]
struct Names {
    slots: Vec<String>,
    rooms: Vec<String>,
    courses: Vec<String>,
    closed: Vec<(usize, usize)>,
    booked: Vec<Term>,
}

impl Names {
    fn list(&mut self, line: &Line) -> Result<(), TimetableError> {
        let list = match line.key {
            Some("slots") => &mut self.slots,
            Some("rooms") => &mut self.rooms,
            Some("courses") => &mut self.courses,
            _ => return Ok(()),
        };
        if line.values.is_empty() || line.values.iter().any(String::is_empty) {
            return Err(TimetableError::empty_name().at(line.number));
        }
        list.extend(line.values.iter().cloned());
        Ok(())
    }

    fn table<'a>(&mut self, rows: impl Iterator<Item = &'a Line>) -> Result<(), TimetableError> {
        let mut rows = rows;
        let Some(head) = rows.next() else { return Ok(()) };
        let rooms = head.values.get(1..).unwrap_or_default();
        let rooms = &rooms[..rooms.iter().rposition(|name| !name.is_empty()).map_or(0, |i| i + 1)];
        if rooms.is_empty() || !self.rooms.is_empty() || !self.slots.is_empty() {
            let error = TimetableError::new(
                "this line is neither a demand nor the first row of a table",
                "begin it with a word such as 'fixed:', or leave out 'slots:' and 'rooms:' where \
                 there is a table",
            );
            return Err(error.at(head.number));
        }
        self.rooms = rooms.to_vec();
        let told = !self.courses.is_empty();
        for row in rows {
            let slot = self.slots.len();
            self.slots.push(row.values[0].clone());
            let cells = row.values.get(1..).unwrap_or_default();
            for (room, name) in cells.iter().enumerate() {
                if name.is_empty() {
                    continue;
                }
                if room >= self.rooms.len() {
                    let error = TimetableError::new(
                        format!(
                            "'{name}' stands in column {} of a table of {} rooms",
                            room + 1,
                            self.rooms.len()
                        ),
                        "name the room in the first row, or take it out",
                    );
                    return Err(error.at(row.number));
                }
                if name == "-" {
                    self.closed.push((slot, room));
                    continue;
                }
                let known = self.courses.iter().position(|course| course == name);
                let course = match known {
                    Some(course) => course,
                    None if told => {
                        let error = TimetableError::new(
                            format!("'{name}' is no course"),
                            "add it to 'courses:', leave the place blank, or close it with '-'",
                        );
                        return Err(error.at(row.number));
                    }
                    None => {
                        self.courses.push(name.clone());
                        self.courses.len() - 1
                    }
                };
                self.booked.push(Term::Fixed { course, slot, room });
            }
        }
        Ok(())
    }
}
