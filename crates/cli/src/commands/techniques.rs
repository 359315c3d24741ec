//! `sudolab techniques`: the catalogue, and `--check`, which runs the finders on the
//! lines of a HoDoKu technique library or of a list of exemplars.

use crate::args::{Common, ResultFormat};
use crate::csv;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};
use sudolab_logic::exemplar::{Exemplar, Holds};
use sudolab_logic::regression::{Case, Verdict};
use sudolab_logic::technique::Technique;

/// List the techniques of the catalogue, or check them against a technique library
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sudolab techniques
  sudolab techniques --format csv
  sudolab techniques --check library.txt
  sudolab techniques --check exemplars.tsv")]
pub struct Techniques {
    /// Run the lines of a HoDoKu technique library, or of a list of exemplars (puzzle,
    /// code, technique, note, with tabs between): does the puzzle need the technique?
    /// The status is 1 when a technique that is there fails one of its lines
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,
}

impl Techniques {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        if let Some(path) = &self.check {
            return check(common, path);
        }
        let mut text = Vec::new();
        if common.format == ResultFormat::Csv {
            csv::push_line(&mut text, ["id", "family", "kind", "source"]);
        }
        for technique in Technique::ALL {
            let code = technique.hodoku_code().unwrap_or("");
            let line = match common.format {
                ResultFormat::Csv => {
                    let (family, kind) = (technique.family().id(), technique.kind().id());
                    csv::push_line(&mut text, [technique.id(), family, kind, technique.source()]);
                    continue;
                }
                ResultFormat::Json => json!({
                    "id": technique.id(), "name": technique.name(),
                    "family": technique.family().id(), "kind": technique.kind().id(),
                    "source": technique.source(), "code": technique.hodoku_code(),
                })
                .to_string(),
                ResultFormat::Line => technique.id().to_owned(),
                ResultFormat::Text => format!(
                    "{:34} {:18} {:5} {}",
                    technique.id(),
                    technique.family(),
                    code,
                    technique.name()
                ),
            };
            text.extend_from_slice(line.as_bytes());
            text.push(b'\n');
        }
        let mut output = Output::open(common.output.as_deref())?;
        output.put(&text)?;
        output.finish()?;
        Ok(Exit::Fine)
    }
}

/// What came out of one line.
struct Line {
    code: String,
    passed: bool,
    /// Whether the status has to tell.
    failed: bool,
    reason: String,
}

/// Runs a line of a library or a row of a list of exemplars; nothing for a comment.
fn run_line(line: &str) -> Option<Line> {
    if line.contains('\t') {
        return run_exemplar(line);
    }
    let (code, verdict) = match Case::read(line) {
        Ok(None) => return None,
        Ok(Some(case)) => (case.code.clone(), case.run()),
        Err(error) => (String::new(), Verdict::Failed(error.to_string())),
    };
    let failed = matches!(verdict, Verdict::Failed(_));
    let (passed, reason) = match verdict {
        Verdict::Passed => (true, String::new()),
        Verdict::NotThereYet => (false, "not there yet".to_owned()),
        Verdict::Failed(reason) => (false, reason),
    };
    Some(Line { code, passed, failed, reason })
}

fn run_exemplar(line: &str) -> Option<Line> {
    let row = match Exemplar::read(line) {
        Ok(None) => return None,
        Ok(Some(row)) => row,
        Err(error) => {
            let reason = error.to_string();
            return Some(Line { code: String::new(), passed: false, failed: true, reason });
        }
    };
    let outcome = row.run();
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
    Some(Line { code: row.code, passed: outcome.passed(), failed, reason })
}

/// Runs every line of a library: `line,code,passed,reason`.
fn check(common: &Common, path: &Path) -> Result<Exit, Failure> {
    let name = path.display().to_string();
    let library =
        std::fs::read_to_string(path).map_err(|error| Failure::file("read", &name, &error))?;
    let mut exit = Exit::Fine;
    let mut text = Vec::new();
    let plain = matches!(common.format, ResultFormat::Csv | ResultFormat::Text);
    if plain {
        csv::push_line(&mut text, ["line", "code", "passed", "reason"]);
    }
    for (index, line) in library.lines().enumerate() {
        let Some(Line { code, passed, failed, reason }) = run_line(line) else { continue };
        if failed {
            exit = exit.and(Exit::SomeFailed);
        }
        let number = (index + 1).to_string();
        if plain {
            let passed = if passed { "true" } else { "false" };
            csv::push_line(&mut text, [number.as_str(), &code, passed, &reason]);
            continue;
        }
        let line = match common.format {
            ResultFormat::Json => {
                json!({"line": index + 1, "code": code, "passed": passed, "reason": reason})
                    .to_string()
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
