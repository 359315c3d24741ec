//! `sudolab techniques --check`: the lines of a technique library, or the rows of a list of
//! exemplars, run one by one.

use crate::args::Common;
use crate::csv;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::form::Form;
use crate::output::Output;
use crate::record_time::RecordTime;
use std::path::Path;
use sudolab::logic::exemplar::{Exemplar, Holds};
use sudolab::logic::regression::{Case, CaseResult};
use sudolab::{Halt, Stop};
use sudolab_wire::LibraryLine;

/// What came out of one line.
struct Line {
    code: String,
    passed: bool,
    /// Whether the status has to tell.
    failed: bool,
    reason: String,
}

/// Runs a line of a library or a row of a list of exemplars; nothing for a comment.
fn run_line(line: &str, halt: &Halt<'_>) -> Result<Option<Line>, Stop> {
    if line.contains('\t') {
        return run_exemplar(line, halt);
    }
    let (code, verdict) = match Case::read(line) {
        Ok(None) => return Ok(None),
        Ok(Some(case)) => (case.code.clone(), case.run_within(halt)?),
        Err(error) => (String::new(), CaseResult::Failed(error.to_string())),
    };
    let failed = matches!(verdict, CaseResult::Failed(_));
    let (passed, reason) = match verdict {
        CaseResult::Passed => (true, String::new()),
        CaseResult::NotThereYet => (false, "not there yet".to_owned()),
        CaseResult::Failed(reason) => (false, reason),
    };
    Ok(Some(Line { code, passed, failed, reason }))
}

fn run_exemplar(line: &str, halt: &Halt<'_>) -> Result<Option<Line>, Stop> {
    let row = match Exemplar::read(line) {
        Ok(None) => return Ok(None),
        Ok(Some(row)) => row,
        Err(error) => {
            let reason = error.to_string();
            return Ok(Some(Line { code: String::new(), passed: false, failed: true, reason }));
        }
    };
    let outcome = row.run_within(halt)?;
    let company = row.company;
    let why = match outcome.holds {
        Holds::Needed(1) => format!("needed: {company} without it fall short; 1 step of it"),
        Holds::Needed(n) => format!("needed: {company} without it fall short; {n} steps of it"),
        Holds::Met => "met on the way, harder steps allowed".to_owned(),
        Holds::NotNeeded => format!("not needed: {company} without it solve the puzzle"),
        Holds::NotEnough => format!("not enough: {company} with it do not solve the puzzle"),
        Holds::NotThereYet => "not there yet".to_owned(),
    };
    let failed = !outcome.passed() && outcome.holds != Holds::NotThereYet;
    let reason = match outcome.on_path {
        0 => format!("{why}; HoDoKu's own path does without"),
        n => format!("{why}; {n} on HoDoKu's own path"),
    };
    Ok(Some(Line { code: row.code, passed: outcome.passed(), failed, reason }))
}

/// Runs every line of a library: `line,code,passed,reason`.
pub(super) fn check(common: &Common, path: &Path, form: Form) -> Result<Exit, Failure> {
    let name = path.display().to_string();
    let library =
        std::fs::read_to_string(path).map_err(|error| Failure::file("read", &name, &error))?;
    let mut exit = Exit::Fine;
    let mut text = Vec::new();
    let plain = matches!(form, Form::Csv | Form::Text);
    if plain {
        csv::push_line(&mut text, ["line", "code", "passed", "reason"]);
    }
    let times = RecordTime::of(common);
    for (index, line) in library.lines().enumerate() {
        let ran = match run_line(line, &times.begin()) {
            Ok(ran) => ran,
            Err(Stop::Cancelled) => {
                exit = Exit::Interrupted;
                break;
            }
            Err(stop) => {
                exit = exit.and(Exit::Limit);
                let (code, reason) = (String::new(), stop.to_string());
                Some(Line { code, passed: false, failed: false, reason })
            }
        };
        let Some(Line { code, passed, failed, reason }) = ran else { continue };
        if failed {
            exit = exit.and(Exit::SomeFailed);
        }
        let number = (index + 1).to_string();
        if plain {
            let passed = if passed { "true" } else { "false" };
            csv::push_line(&mut text, [number.as_str(), &code, passed, &reason]);
            continue;
        }
        let line = match form {
            Form::Json => {
                sudolab_wire::line(&LibraryLine { code, line: index + 1, passed, reason })
            }
            _ => format!("{number} {code} {}", if passed { "passed" } else { &reason }),
        };
        text.extend_from_slice(line.as_bytes());
        text.push(b'\n');
    }
    let mut output = Output::open(common.output.as_deref())?;
    output.put(&text)?;
    output.finish()?;
    Ok(exit)
}
