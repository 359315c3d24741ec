//! `sudolab timetable`.

use crate::args::{AlgorithmArgs, Common};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::form::FormOption;
use crate::output::Output;
use crate::record_time::RecordTime;
use crate::say;
use clap::{Args, ValueEnum};
use std::io::Read;
use sudolab_wire::{TimetableDone, TimetableStatus};

/// How a timetable is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum TimetableForm {
    /// The table with its trail of reasons
    Text,
    /// The table alone, with commas
    Csv,
    /// One JSON object on one line
    Json,
    /// A page with table and trail
    Html,
}

/// Complete timetables: slots x rooms x courses, with a reason for every placement
#[derive(Args, Debug)]
#[command(after_help = "\
A timetable is a text of lines such as these, or a table with commas and lines such as these
(docs/timetable.md):
  slots: Mon 9, Mon 11
  rooms: Hall, Lab
  courses: Algebra, Biology, Drama
  fixed: Algebra, Mon 9, Hall       a booking
  never: Drama, Lab                 not in that room, or not in that slot, or both
  clash: Algebra, Biology           not in one slot
  closed: Mon 11, Lab               a place without a course
  repeats: rooms                    courses may come back to a room

Status 0: complete; 1: impossible, with the demands that clash, or unsolved; 4: a limit stopped it.

Examples:
  sudolab timetable week.txt
  sudolab timetable week.csv --format csv
  sudolab timetable week.txt --algorithm cdcl --format html --output week.html")]
pub struct Timetable {
    /// Files with a timetable each; `-` or nothing reads standard input
    #[arg(value_name = "FILE")]
    files: Vec<String>,

    #[command(flatten)]
    written: FormOption<TimetableForm>,

    #[command(flatten)]
    algorithm: AlgorithmArgs,
}

impl Timetable {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let standard = ["-".to_owned()];
        let files = if self.files.is_empty() { &standard[..] } else { &self.files };
        if self.written.form == TimetableForm::Html && files.len() > 1 {
            return Err(Failure::Usage(
                "a page shows one timetable; name one file, or use --format json".to_owned(),
            ));
        }
        // The limit is per timetable: trail and clashing demands are part of it.
        let task = self.algorithm.task("fast", common)?;
        let id = task.algorithm().id;
        let mut exit = Exit::Fine;
        let texts: Result<Vec<String>, Failure> = files.iter().map(|name| read(name)).collect();
        let texts = texts?;
        let mut output = Output::open(common.output.as_deref())?;
        for (name, text) in files.iter().zip(&texts) {
            let done = match sudolab::Timetable::read(text) {
                Ok(table) => {
                    match sudolab::timetable(&table, task.clone(), &RecordTime::of(common).begin())
                    {
                        Ok(done) => TimetableDone::new(&table, id, &done),
                        Err(error) => {
                            output.discard();
                            return Err(Failure::Usage(error.to_string()));
                        }
                    }
                }
                Err(error) => {
                    say::problem(&format!("{}: {error}", shown(name)));
                    TimetableDone::syntax(id, error.to_string())
                }
            };
            let text = match self.written.form {
                TimetableForm::Json => format!("{}\n", sudolab_wire::line(&done)),
                _ if done.status == TimetableStatus::Syntax => String::new(),
                TimetableForm::Text => done.text(),
                TimetableForm::Csv => done.csv(),
                TimetableForm::Html => done.html(),
            };
            output.put(text.as_bytes())?;
            exit = exit.and(match done.status {
                TimetableStatus::Complete => Exit::Fine,
                TimetableStatus::TimeLimit | TimetableStatus::TickLimit => Exit::Limit,
                TimetableStatus::Cancelled => Exit::Interrupted,
                _ => Exit::SomeFailed,
            });
            if done.status == TimetableStatus::Cancelled {
                break;
            }
        }
        output.finish()?;
        Ok(exit)
    }
}

fn shown(name: &str) -> &str {
    if name == "-" { "standard input" } else { name }
}

fn read(name: &str) -> Result<String, Failure> {
    let bytes = match name {
        "-" => {
            let mut bytes = Vec::new();
            std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
        }
        _ => std::fs::read(name),
    };
    let bytes = bytes.map_err(|error| Failure::file("read", shown(name), &error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
