//! The frame that batch commands share: read, work in parallel, write in order, tell problems.

use crate::args::{Common, Input};
use crate::csv;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::form::Form;
use crate::input::{Chunk, Chunks, Entry, Place};
use crate::output::Output;
use crate::progress::Progress;
use crate::record_time::RecordTime;
use crate::{interrupt, say};
use serde::Serialize;
use std::ops::{ControlFlow, Deref, DerefMut};
use std::sync::Arc;
use sudolab::exact::split::Hands;
use sudolab::in_order::{Line, Onward, Supply, in_parts};
use sudolab::{Halt, Puzzle, Task};

/// What a worker makes of a chunk.
#[derive(Default)]
pub struct Report<'o> {
    told: Told,
    /// Takes what is ready before the rest is.
    onward: Option<&'o mut Onward<'o, Told>>,
}

/// What is told of a chunk, or of a part of it.
#[derive(Default)]
pub struct Told {
    /// Results, ready to be written.
    pub out: Vec<u8>,
    /// Certificates, ready to be written.
    pub proof: String,
    /// What the user has to know.
    pub messages: Vec<String>,
    /// What the user may want to know.
    pub notes: Vec<String>,
    /// Records seen.
    pub records: u64,
    /// The gravest thing that happened.
    pub exit: Exit,
    /// What was left out of the record at hand, although it may be a rule: the user asked for it.
    left_out: Vec<String>,
    /// Whether tables have a column for that.
    has_left_out: bool,
    /// Bytes of input it stands for.
    n_bytes: u64,
    /// Whether the input has nothing more at hand.
    is_last_at_hand: bool,
}

/// Results of so many bytes are handed on before the rest is there.
const PART: usize = 1 << 16;

impl Deref for Report<'_> {
    type Target = Told;

    fn deref(&self) -> &Told {
        &self.told
    }
}

impl DerefMut for Report<'_> {
    fn deref_mut(&mut self) -> &mut Told {
        &mut self.told
    }
}

impl Report<'_> {
    /// Hands on what is ready, if it is much; breaks off when nobody wants more.
    pub fn grown(&mut self) -> ControlFlow<()> {
        let Some(onward) = self.onward.as_mut().filter(|_| self.told.out.len() >= PART) else {
            return ControlFlow::Continue(());
        };
        let out = std::mem::take(&mut self.told.out);
        if onward(Told { out, ..Told::default() }) {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}

impl Told {
    /// Notes that a record failed, with a message.
    pub fn fail(&mut self, message: String) {
        self.messages.push(message);
        self.exit = self.exit.and(Exit::SomeFailed);
    }

    /// Writes a line of text.
    pub fn line(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
        self.out.push(b'\n');
    }

    /// Writes an object on a line.
    pub fn object(&mut self, value: &impl Serialize) {
        self.line(&sudolab_wire::line_without(value, &self.left_out));
    }

    /// Writes a row of a table.
    pub fn row<'a>(&mut self, fields: impl IntoIterator<Item = &'a str>) {
        if !self.has_left_out {
            return csv::push_line(&mut self.out, fields);
        }
        let left_out = self.left_out.join("; ");
        let mut fields: Vec<&str> = fields.into_iter().collect();
        fields.push(&left_out);
        csv::push_line(&mut self.out, fields);
    }
}

/// Something that works on puzzles one by one.
pub trait OneByOne {
    /// Works on one puzzle, within its time.
    fn puzzle(&mut self, puzzle: Puzzle, place: Place<'_>, halt: &Halt<'_>, report: &mut Report);

    /// The form of the results.
    fn form(&self) -> Form;

    /// Keeps the place of a record that cannot be read.
    fn unreadable(&mut self, record: &str, problem: &str, report: &mut Report);
}

/// Works on the records of a chunk one by one.
pub fn one_by_one(
    worker: &mut impl OneByOne,
    entries: &[Entry],
    times: RecordTime,
    report: &mut Report,
) {
    entries.iter().for_each(|entry| one(worker, entry, times, report));
}

/// Works on one record.
pub fn one(worker: &mut impl OneByOne, entry: &Entry, times: RecordTime, report: &mut Report) {
    match (entry, entry.puzzle()) {
        (Entry::Bad { error, raw }, _) => {
            let problem = error.to_string();
            worker.unreadable(raw, &problem, report);
            report.fail(problem);
        }
        (_, Some(puzzle)) => {
            report.left_out = entry.left_out();
            worker.puzzle(puzzle, entry.place(), &times.begin(), report);
            if !report.left_out.is_empty() && worker.form() == Form::Text {
                let left_out = std::mem::take(&mut report.left_out).join(", ");
                report.line(&format!("  left out, although it may be a rule: {left_out}"));
            }
            report.left_out.clear();
        }
        (_, None) => {}
    }
}

/// A worker that takes puzzles one by one.
pub struct Singly<W>(pub W);

impl<W: OneByOne> Worker for Singly<W> {
    fn work(&mut self, entries: Vec<Entry>, times: RecordTime, report: &mut Report) {
        one_by_one(&mut self.0, &entries, times, report);
    }
}

/// Something that turns the records of a chunk into results.
pub trait Worker {
    /// Works on one chunk's records, each within its time.
    fn work(&mut self, entries: Vec<Entry>, times: RecordTime, report: &mut Report);
}

/// How much work a record is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// Microseconds: many records go to a thread at once.
    Bulk,
    /// Anything from microseconds to minutes: few at once, and the others go on while one lasts.
    Slow,
}

impl Pace {
    /// Records in a chunk, when so many chunks have been made for so many threads.
    fn records(self, chunks: usize, jobs: usize, total_bytes: Option<u64>) -> usize {
        match self {
            // A file is dealt out evenly; a stream in growing chunks.
            Pace::Bulk => {
                let even = total_bytes.map(|bytes| bytes as usize / LINE / (8 * jobs));
                even.unwrap_or(256 << chunks.min(2)).clamp(64, BULK)
            }
            // One by one as long as there may be few.
            Pace::Slow if chunks < 8 * jobs => 1,
            Pace::Slow => 8,
        }
    }

    /// Chunks on the way for each thread.
    fn ahead(self) -> usize {
        match self {
            Pace::Bulk => 8,
            Pace::Slow => 128,
        }
    }
}

/// Most records in a chunk: they fill the lanes of the batch engine many times, and stay in the
/// cache of the core that read them until they are done.
const BULK: usize = 1024;

/// Bytes of a line with a 9x9 puzzle.
const LINE: usize = 82;

/// Runs a batch command whose records are little work.
///
/// `head` is written first; `make` makes the worker of one thread.
pub fn run<W: Worker>(
    common: &Common,
    input: &Input,
    head: &[u8],
    make: impl Fn() -> W + Sync,
) -> Result<Exit, Failure> {
    run_at(Pace::Bulk, common, input, head, |_| make())
}

/// A task whose searches may borrow threads.
pub fn with_hands(task: &Task, hands: Option<&Arc<Hands>>) -> Task {
    match hands {
        Some(hands) => task.clone().hands(hands.clone()),
        None => task.clone(),
    }
}

/// Runs a batch command to its end.
///
/// `head` is written first; `make` makes the worker of one thread. Where there are several, it is
/// given the hands that its searches may borrow: threads that find no other puzzle in the input.
pub fn run_at<W: Worker>(
    pace: Pace,
    common: &Common,
    input: &Input,
    head: &[u8],
    make: impl Fn(Option<&Arc<Hands>>) -> W + Sync,
) -> Result<Exit, Failure> {
    let (chunks, total) = input.open(common)?;
    let jobs = common.n_jobs();
    let hands = Arc::new(Hands::default());
    let proving = input.proving.as_ref();
    if proving.is_some_and(|to| common.output.as_deref() == Some(&*to.file)) {
        let text = "--output and --proof name one file; give the certificates another name";
        return Err(Failure::Usage(text.to_owned()));
    }
    let mut output = Output::open(common.output.as_deref())?;
    output.put(&head_of(head, input))?;
    let mut proof = proving.map(|to| Output::open(Some(&to.file))).transpose()?;
    let progress = Progress::bytes(total.filter(|&t| t > 1 << 20), common.quiet);
    let mut exit = Exit::Fine;
    let mut records = 0;
    let fail_fast = input.fail_fast;
    let live = output.is_terminal();
    let lend = || hands.add(1);
    let ended: ControlFlow<Failure> = in_parts(
        Line::with_jobs(jobs).ahead(pace.ahead()).without_work(&lend),
        Dealt { chunks, pace, jobs, total, made: 0 },
        || {
            let mut worker = make(Some(&hands).filter(|_| jobs > 1));
            move |chunk: Chunk, onward: &mut Onward<'_, Told>| {
                work(chunk, &mut worker, input, RecordTime::of(common), onward)
            }
        },
        |report: Told| {
            let proved = proof.as_mut().map_or(Ok(()), |file| file.put(report.proof.as_bytes()));
            if let Err(failure) = output.put(&report.out).and(proved) {
                return ControlFlow::Break(failure);
            }
            if (live || report.is_last_at_hand)
                && let Err(failure) = output.pass_on()
            {
                return ControlFlow::Break(failure);
            }
            progress.advance(report.n_bytes);
            for note in report.notes.iter().filter(|_| !common.quiet) {
                progress.above(|| say::note(note));
            }
            for message in &report.messages {
                progress.above(|| say::problem(message));
            }
            exit = exit.and(report.exit);
            records += report.records;
            if fail_fast && exit != Exit::Fine {
                return ControlFlow::Break(Failure::Stopped);
            }
            ControlFlow::Continue(())
        },
    );
    progress.finish();
    if let (Some(file), false) = (proof, matches!(ended, ControlFlow::Break(_))) {
        file.finish()?;
    }
    match ended {
        ControlFlow::Break(Failure::Stopped) => {
            say::problem("stopped at the first problem, as --fail-fast asks");
            output.finish()?;
            return Ok(exit);
        }
        ControlFlow::Break(failure) => return Err(failure),
        ControlFlow::Continue(()) => {}
    }
    if interrupt::is_raised() {
        if records == 0 {
            output.discard();
        } else if let Some(partial) = output.keep_partial()? {
            say::problem(&format!("interrupted; what is done stands in {}", partial.display()));
        }
        return Ok(Exit::Interrupted);
    }
    if records == 0 {
        output.discard();
        if exit != Exit::Fine {
            return Ok(exit);
        }
        say::problem("the input holds no puzzle; give puzzles, files, or lines on standard input");
        return Ok(Exit::SomeFailed);
    }
    output.finish()?;
    Ok(exit)
}

/// The head of a table, with a column for what a lenient reader leaves out.
fn head_of(head: &[u8], input: &Input) -> Vec<u8> {
    match head.strip_suffix(b"\n") {
        Some(columns) if input.lenient => {
            [columns, b",", sudolab_wire::LEFT_OUT.as_bytes(), b"\n"].concat()
        }
        _ => head.to_vec(),
    }
}

/// The chunks of the input, dealt out to threads.
struct Dealt {
    chunks: Chunks,
    pace: Pace,
    jobs: usize,
    total: Option<u64>,
    made: usize,
}

impl Supply<Chunk> for Dealt {
    fn next(&mut self) -> Option<Chunk> {
        let most = self.pace.records(self.made, self.jobs, self.total);
        self.made += 1;
        if interrupt::is_raised() { None } else { self.chunks.next_of(most) }
    }

    fn is_over(&self) -> bool {
        self.chunks.is_over()
    }
}

fn work(
    chunk: Chunk,
    worker: &mut impl Worker,
    input: &Input,
    times: RecordTime,
    onward: &mut Onward<'_, Told>,
) -> Told {
    let told = Told {
        has_left_out: input.lenient,
        n_bytes: chunk.n_bytes,
        is_last_at_hand: chunk.is_last_at_hand,
        ..Told::default()
    };
    let mut onward = |part| onward(part);
    let mut report = Report { told, onward: Some(&mut onward) };
    let mut entries = chunk.entries;
    report.notes = entries.iter().flat_map(Entry::notes).collect();
    entries.retain(|entry| {
        let Entry::Failed(failure) = entry else { return true };
        report.messages.push(failure.to_string());
        report.exit = report.exit.and(failure.exit());
        false
    });
    report.records = entries.len() as u64;
    match &input.proving {
        None => worker.work(entries, times, &mut report),
        // A certificate and what else is said of a record share the record's time.
        Some(proving) => {
            for entry in entries {
                let halt = times.begin();
                proving.certify(&entry, &halt, &mut report);
                worker.work(vec![entry], times.of_record(halt), &mut report);
            }
        }
    }
    report.told
}
