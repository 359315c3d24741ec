//! The result of `timetable`: as data, as a table for people, with commas, and as a page.

use crate::LimitClock;
use crate::page::escaped;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use sudolab::grid::timetable;
use sudolab::{BookingReason, Stop, Timetable, Timetabled};

/// How a timetable ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum TimetableStatus {
    /// Every place holds its course.
    Complete,
    /// There is no complete timetable.
    None,
    /// The algorithm could go no further.
    Unsolved,
    /// The text is no timetable.
    Syntax,
    /// The tick limit ended it.
    TickLimit,
    /// The time limit ended it.
    TimeLimit,
    /// The caller cancelled.
    Cancelled,
}

impl TimetableStatus {
    /// Every status.
    pub const ALL: [TimetableStatus; 7] = [
        TimetableStatus::Complete,
        TimetableStatus::None,
        TimetableStatus::Unsolved,
        TimetableStatus::Syntax,
        TimetableStatus::TickLimit,
        TimetableStatus::TimeLimit,
        TimetableStatus::Cancelled,
    ];

    /// The word for tables and objects.
    pub fn word(self) -> &'static str {
        match self {
            TimetableStatus::Complete => "complete",
            TimetableStatus::None => "none",
            TimetableStatus::Unsolved => "unsolved",
            TimetableStatus::Syntax => "syntax",
            TimetableStatus::TickLimit => "tick-limit",
            TimetableStatus::TimeLimit => "time-limit",
            TimetableStatus::Cancelled => "cancelled",
        }
    }
}

/// One step of the trail of reasons.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TimetableStep {
    /// The course that is placed; nothing where courses are only struck.
    pub course: Option<String>,
    /// The number of the step, from 1.
    pub number: usize,
    /// The kind of reason: `fixed`, `only-course`, `only-room`, `only-slot`, `confined`, `lines`,
    /// `tried` or `chosen`.
    pub reason: String,
    /// Where it is placed.
    pub room: Option<String>,
    /// When it is placed.
    pub slot: Option<String>,
    /// The step in words.
    pub text: String,
}

/// A timetable that was asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TimetableDone {
    /// The algorithm that completed it.
    pub algorithm: String,
    /// Demands that exclude each other, in words; only where there is no timetable.
    pub clashing: Option<Vec<String>>,
    /// Whether none of the clashing demands can be spared; `false` when it was stopped on the way.
    pub clashing_minimal: Option<bool>,
    /// The clock by which a time limit was kept.
    pub clock: LimitClock,
    /// The courses.
    pub courses: Vec<String>,
    /// What is wrong with a text that is no timetable.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub problem: Option<String>,
    /// The rooms: the columns of the table.
    pub rooms: Vec<String>,
    /// The slots: the rows of the table.
    pub slots: Vec<String>,
    /// How it ended.
    pub status: TimetableStatus,
    /// For each slot and room the course, nothing for a closed place; only for `complete`.
    pub table: Option<Vec<Vec<Option<String>>>>,
    /// How each course came to its place.
    pub trail: Vec<TimetableStep>,
    /// Whether there is no other complete timetable, where that is known.
    pub unique: Option<bool>,
}

impl TimetableDone {
    /// What an algorithm made of a timetable.
    pub fn new(table: &Timetable, algorithm: &str, done: &Timetabled) -> TimetableDone {
        let status = match done {
            Timetabled::Complete(_) => TimetableStatus::Complete,
            Timetabled::Impossible(_) => TimetableStatus::None,
            Timetabled::Unsolved => TimetableStatus::Unsolved,
            Timetabled::Stopped(Stop::Ticks) => TimetableStatus::TickLimit,
            Timetabled::Stopped(Stop::Time) => TimetableStatus::TimeLimit,
            Timetabled::Stopped(Stop::Cancelled) => TimetableStatus::Cancelled,
        };
        let mut this = TimetableDone {
            algorithm: algorithm.to_owned(),
            clashing: None,
            clashing_minimal: None,
            clock: LimitClock::Wall,
            courses: table.courses().to_vec(),
            problem: None,
            rooms: table.rooms().to_vec(),
            slots: table.slots().to_vec(),
            status,
            table: None,
            trail: Vec::new(),
            unique: None,
        };
        match done {
            Timetabled::Complete(complete) => {
                let name = |course: &Option<usize>| course.map(|c| table.courses()[c].clone());
                let row = |row: &Vec<Option<usize>>| row.iter().map(name).collect();
                this.table = Some(complete.courses.iter().map(row).collect());
                this.unique = complete.unique;
                this.trail = complete.trail.iter().map(|step| told(table, step)).collect();
            }
            Timetabled::Impossible(clashing) => {
                let words = clashing.terms.iter().map(|term| table.words(term));
                this.clashing = Some(words.collect());
                this.clashing_minimal = Some(clashing.is_minimal);
            }
            Timetabled::Unsolved | Timetabled::Stopped(_) => {}
        }
        this
    }

    /// A text that is no timetable.
    pub fn syntax(algorithm: &str, problem: impl Into<String>) -> TimetableDone {
        TimetableDone {
            algorithm: algorithm.to_owned(),
            clashing: None,
            clashing_minimal: None,
            clock: LimitClock::Wall,
            courses: Vec::new(),
            problem: Some(problem.into()),
            rooms: Vec::new(),
            slots: Vec::new(),
            status: TimetableStatus::Syntax,
            table: None,
            trail: Vec::new(),
            unique: None,
        }
    }

    /// How it ended, in a sentence.
    pub fn sentence(&self) -> String {
        match self.status {
            TimetableStatus::Complete => match self.unique {
                Some(true) => "Complete; there is no other timetable.".to_owned(),
                Some(false) => "Complete; there are others.".to_owned(),
                None => "Complete.".to_owned(),
            },
            TimetableStatus::None => {
                let clashing = self.clashing.as_deref().unwrap_or_default();
                match (clashing.len(), self.clashing_minimal) {
                    (0, _) => "There is no timetable, whatever is booked.".to_owned(),
                    (1, Some(true)) => "There is no timetable because of this:".to_owned(),
                    (n, Some(true)) => format!(
                        "There is no timetable: these {n} exclude each other, and without any of \
                         them they would not."
                    ),
                    (n, _) => format!(
                        "There is no timetable: these {n} exclude each other; there was no time to \
                         look for fewer."
                    ),
                }
            }
            TimetableStatus::Unsolved => {
                format!("There are timetables, but {} could go no further.", self.algorithm)
            }
            TimetableStatus::TimeLimit => "The time was up before it was known.".to_owned(),
            TimetableStatus::TickLimit => "The ticks were up before it was known.".to_owned(),
            TimetableStatus::Cancelled => "Cancelled.".to_owned(),
            TimetableStatus::Syntax => self.problem.clone().unwrap_or_default(),
        }
    }

    /// The table with its trail, for people.
    pub fn text(&self) -> String {
        let mut out = String::new();
        if let Some(table) = &self.table {
            let rows = self.rows(table);
            let widths: Vec<usize> = (0..=self.rooms.len())
                .map(|i| rows.iter().map(|row| row[i].chars().count()).max().unwrap_or(0))
                .collect();
            for row in &rows {
                let cells = row.iter().zip(&widths);
                let line: Vec<String> =
                    cells.map(|(cell, &width)| format!("{cell:width$}")).collect();
                // Writing to a string cannot fail.
                let _ = writeln!(out, "{}", line.join("  ").trim_end());
            }
            out.push('\n');
        }
        let _ = writeln!(out, "{}", self.sentence());
        for clash in self.clashing.iter().flatten() {
            let _ = writeln!(out, "  {clash}");
        }
        for step in &self.trail {
            let _ = writeln!(out, "{}. {}", step.number, step.text);
        }
        out
    }

    /// The table with commas, as the reader takes it; what clashes as remarks.
    pub fn csv(&self) -> String {
        let mut out = String::new();
        match &self.table {
            Some(table) => {
                for row in self.rows(table) {
                    out.push_str(&timetable::row(row.iter().map(String::as_str)));
                    out.push('\n');
                }
            }
            None => {
                let _ = writeln!(out, "# {}", self.sentence());
                for clash in self.clashing.iter().flatten() {
                    let _ = writeln!(out, "# {clash}");
                }
            }
        }
        out
    }

    /// The table with its trail as a page of its own.
    pub fn html(&self) -> String {
        let mut out = HEAD.to_owned();
        let _ = writeln!(out, "<p class=\"end\">{}</p>", escaped(&self.sentence()));
        if let Some(clashing) = &self.clashing {
            out.push_str("<ul>\n");
            for clash in clashing {
                let _ = writeln!(out, "<li>{}</li>", escaped(clash));
            }
            out.push_str("</ul>\n");
        }
        if let Some(table) = &self.table {
            out.push_str("<table><thead><tr><td></td>");
            for room in &self.rooms {
                let _ = write!(out, "<th scope=\"col\">{}</th>", escaped(room));
            }
            out.push_str("</tr></thead><tbody>\n");
            for (slot, row) in self.slots.iter().zip(table) {
                let _ = write!(out, "<tr><th scope=\"row\">{}</th>", escaped(slot));
                for (room, course) in self.rooms.iter().zip(row) {
                    let Some(course) = course else {
                        out.push_str("<td class=\"closed\">–</td>");
                        continue;
                    };
                    let step = self.trail.iter().find(|step| {
                        step.slot.as_ref() == Some(slot) && step.room.as_ref() == Some(room)
                    });
                    let (number, word) =
                        step.map_or((0, ""), |step| (step.number, step.reason.as_str()));
                    let _ = write!(
                        out,
                        "<td class=\"{word}\"><a href=\"#s{number}\">{}</a></td>",
                        escaped(course)
                    );
                }
                out.push_str("</tr>\n");
            }
            out.push_str("</tbody></table>\n<h2>Why each course is where it is</h2>\n<ol>\n");
            for step in &self.trail {
                let _ = writeln!(out, "<li id=\"s{}\">{}</li>", step.number, escaped(&step.text));
            }
            out.push_str("</ol>\n");
        }
        out.push_str("</body></html>\n");
        out
    }

    fn rows(&self, table: &[Vec<Option<String>>]) -> Vec<Vec<String>> {
        let head = std::iter::once("slot".to_owned()).chain(self.rooms.iter().cloned());
        let mut rows: Vec<Vec<String>> = vec![head.collect()];
        for (slot, row) in self.slots.iter().zip(table) {
            let held = row.iter().map(|course| course.clone().unwrap_or_else(|| "-".to_owned()));
            rows.push(std::iter::once(slot.clone()).chain(held).collect());
        }
        rows
    }
}

fn told(table: &Timetable, step: &sudolab::TrailStep) -> TimetableStep {
    let name = |names: &[String], i: usize| names.get(i).cloned();
    let reason: &BookingReason = &step.reason;
    TimetableStep {
        course: step.placed.and_then(|held| name(table.courses(), held.course)),
        number: step.number,
        reason: reason.word().to_owned(),
        room: step.placed.and_then(|held| name(table.rooms(), held.room)),
        slot: step.placed.and_then(|held| name(table.slots(), held.slot)),
        text: step.text(table),
    }
}

const HEAD: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
<meta name=\"viewport\" content=\"width=device-width\"><meta name=\"color-scheme\" content=\"light dark\">\
<title>Sudolab: timetable</title><style>\
:root{color-scheme:light dark}\
body{font-family:system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;line-height:1.5;\
background:#fff;color:#1c1e21}\
h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2.5rem}.end{font-weight:600}\
table{border-collapse:collapse;display:block;overflow-x:auto}\
th,td{border:1px solid #c5cad1;padding:.4rem .7rem;text-align:left}\
th{background:#eef1f4}thead td{border:0}a{color:inherit;text-decoration:none}a:hover{text-decoration:underline}\
.fixed{font-weight:600}.chosen{font-style:italic}.closed{color:#5a6068;background:#f6f7f9}\
li:target{background:#fff3bf;color:#1c1e21}\
@media(prefers-color-scheme:dark){body{background:#16181c;color:#e4e6e9}th{background:#262a30}\
th,td{border-color:#3a4048}.closed{background:#1d2025;color:#a0a7b0}}\
@media print{body{background:#fff;color:#000}}\
</style></head><body><h1>Timetable</h1>\n";

#[cfg(test)]
mod tests {
    use super::*;
    use sudolab::{Halt, Task, registry};

    fn done(text: &str) -> TimetableDone {
        let table = Timetable::read(text).unwrap();
        let task = Task::new(registry::find("fast").unwrap());
        let done = sudolab::timetable(&table, task, &Halt::never()).unwrap();
        TimetableDone::new(&table, "fast", &done)
    }

    #[test]
    fn words_are_those_that_are_written() {
        for status in TimetableStatus::ALL {
            assert_eq!(crate::line(&status), format!("\"{}\"", status.word()));
        }
    }

    #[test]
    fn a_table_with_commas_reads_back_as_a_full_timetable() {
        let done = done("slot,\"Hall, old\",Lab\nMon,A & B,\nTue,,-\ncourses: A & B, Drama");
        assert_eq!(done.csv(), "slot,\"Hall, old\",Lab\nMon,A & B,Drama\nTue,Drama,-\n");
        let again = Timetable::read(&done.csv()).unwrap();
        assert_eq!(again.puzzle().unwrap().n_clues(), 3);
        assert!(done.html().contains("<a href=\"#s1\">A &amp; B</a>"));
        assert!(done.text().starts_with("slot  Hall, old  Lab\nMon   A & B      Drama\n"));
    }

    #[test]
    fn what_clashes_is_told_in_every_form() {
        let done = done("slot,A,B\n1,x,x\n2,,\ncourses: x, y");
        assert_eq!(done.status, TimetableStatus::None);
        for form in [done.text(), done.csv(), done.html(), crate::line(&done)] {
            assert!(form.contains("x is booked at 1 in A"), "{form}");
            assert!(form.contains("x is booked at 1 in B"), "{form}");
        }
    }
}
