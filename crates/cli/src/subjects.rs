//! Puzzles of the input one after the other, for commands that tell a story about each.

use crate::args::{Common, Input};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::form::StepForm;
use crate::input::{self, Entry, Place};
use crate::output::{Output, numbered};
use crate::record_time::RecordTime;
use crate::{interrupt, say};
use std::path::Path;
use sudolab::formats::Document;
use sudolab::{Halt, Stop};
use sudolab_wire::page::{self, PageKind, Sheet};

/// A puzzle of the input, with what tells it from the others.
pub struct Subject<'a> {
    /// What the input says.
    pub document: &'a Document,
    /// Its number in the input, from 1.
    pub number: usize,
    /// Where it stands.
    pub place: Place<'a>,
    /// Its time, which has begun.
    pub halt: Halt<'static>,
}

impl Subject<'_> {
    /// Its name or title, where the input gives it one.
    pub fn id(&self) -> Option<&str> {
        let meta = &self.document.meta;
        meta.id.as_deref().or(meta.title.as_deref())
    }

    /// Its name, or its number where it has none.
    pub fn name(&self) -> String {
        self.id().map_or_else(|| format!("Puzzle {}", self.number), str::to_owned)
    }

    /// What was left out of it, because the user asked for that.
    pub fn left_out(&self) -> Vec<String> {
        input::left_out(self.document)
    }

    /// What was left out of it, as a line of text; nothing where all was understood.
    pub fn left_out_line(&self) -> String {
        match self.left_out() {
            names if names.is_empty() => String::new(),
            names => format!("Left out, although it may be a rule: {}\n", names.join(", ")),
        }
    }

    /// As the wire form names it.
    pub fn wire(&self) -> sudolab_wire::Subject<'_> {
        sudolab_wire::Subject { number: self.number, line: self.place.line, id: self.id() }
    }

    /// Tells a problem with it.
    pub fn tell(&self, problem: &str) {
        say::problem(&format!("{}: {}: {problem}", self.place, self.document.to_puzzle()));
    }
}

/// Works on the puzzles of the input one after the other.
pub fn each(
    input: &Input,
    common: &Common,
    mut work: impl FnMut(&Subject<'_>) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    let (mut chunks, _) = input.open(common)?;
    let times = RecordTime::of(common);
    let mut exit = Exit::Fine;
    let mut number = 0;
    while let Some(chunk) = chunks.next() {
        for entry in chunk.entries {
            if interrupt::is_raised() {
                return Ok(Exit::Interrupted);
            }
            number += 1;
            let (place, halt) = (entry.place(), times.begin());
            let one = match &entry {
                Entry::Nine { clues, .. } => {
                    work(&Subject { document: &input::document(clues), number, place, halt })?
                }
                Entry::Record(record) => {
                    let notes = entry.notes();
                    notes.iter().filter(|_| !common.quiet).for_each(|note| say::note(note));
                    work(&Subject { document: &record.document, number, place, halt })?
                }
                Entry::Bad { error, .. } => {
                    say::problem(&error.to_string());
                    Exit::SomeFailed
                }
                Entry::Failed(failure) => {
                    say::problem(&failure.to_string());
                    failure.exit()
                }
            };
            exit = exit.and(one);
            if input.fail_fast && exit != Exit::Fine {
                say::problem("stopped at the first problem, as --fail-fast asks");
                return Ok(exit);
            }
        }
    }
    if interrupt::is_raised() {
        return Ok(Exit::Interrupted);
    }
    if number == 0 {
        say::problem("the input holds no puzzle; give puzzles, files, or lines on standard input");
        return Ok(exit.and(Exit::SomeFailed));
    }
    Ok(exit)
}

/// The exit status of a search that was stopped.
pub fn stopped(stop: Stop) -> Exit {
    match stop {
        Stop::Cancelled => Exit::Interrupted,
        Stop::Time | Stop::Ticks => Exit::Limit,
    }
}

/// The order an option names; clap has refused all other words.
pub fn order(name: &str) -> sudolab::Order {
    if name == "human" { sudolab::Order::Human } else { sudolab::Order::Rating }
}

/// Tells a story about each puzzle and writes it in a form.
///
/// Text comes as it is made; that of hints is numbered unless one puzzle is all there is. Pictures
/// go on one sheet for each puzzle where they go to files, and on one sheet of all on standard
/// output.
pub fn told(
    input: &Input,
    common: &Common,
    form: StepForm,
    kind: PageKind,
    mut one: impl FnMut(&Subject<'_>, &mut Sheet) -> (String, Exit),
) -> Result<Exit, Failure> {
    if let (StepForm::Svg, Some(name)) = (form, common.output.as_deref()) {
        return pictured(input, common, name, one);
    }
    let mut output = Output::open(common.output.as_deref())?;
    let mut sheet = Sheet::default();
    if form == StepForm::Html {
        output.put(page::html_head(kind).as_bytes())?;
    }
    let is_numbered =
        form == StepForm::Text && kind != PageKind::Explanation && !is_one_puzzle(input);
    let exit = each(input, common, |subject| {
        let (mut text, exit) = one(subject, &mut sheet);
        if !text.is_empty() {
            if is_numbered {
                text = format!("{}\n{text}\n", subject.name());
            }
            output.put(text.as_bytes())?;
            output.pass_on()?;
        }
        Ok(exit)
    })?;
    match form {
        StepForm::Html => output.put(page::HTML_TAIL.as_bytes())?,
        StepForm::Svg => output.put(format!("{}\n", sheet.svg()).as_bytes())?,
        StepForm::Text | StepForm::Json => {}
    }
    output.finish()?;
    Ok(exit)
}

/// Whether the input is one puzzle in the command itself: a file or a pipe may hold a list.
fn is_one_puzzle(input: &Input) -> bool {
    match &input.puzzles[..] {
        [only] => only != "-" && !(only.len() < 4096 && Path::new(only).exists()),
        _ => false,
    }
}

/// One file of pictures for each puzzle: `NAME` where there is one, `NAME-1`, `NAME-2` and so on
/// where there are several, `puzzle-1.svg` and so on in a folder.
fn pictured(
    input: &Input,
    common: &Common,
    name: &Path,
    mut one: impl FnMut(&Subject<'_>, &mut Sheet) -> (String, Exit),
) -> Result<Exit, Failure> {
    let write = |name: &Path, sheet: &Sheet| {
        let mut output = Output::open(Some(name))?;
        output.put(format!("{}\n", sheet.svg()).as_bytes())?;
        output.finish()
    };
    let is_folder = name.is_dir();
    // The first waits for the second, to know whether there are several.
    let mut first: Option<Sheet> = None;
    let exit = each(input, common, |subject| {
        let mut sheet = Sheet::default();
        let (_, exit) = one(subject, &mut sheet);
        if is_folder {
            write(&name.join(format!("puzzle-{}.svg", subject.number)), &sheet)?;
        } else if subject.number == 1 {
            first = Some(sheet);
        } else {
            if let Some(before) = first.take() {
                write(&numbered(name, 1), &before)?;
            }
            write(&numbered(name, subject.number), &sheet)?;
        }
        Ok(exit)
    })?;
    if let Some(sheet) = first {
        write(name, &sheet)?;
    }
    Ok(exit)
}
