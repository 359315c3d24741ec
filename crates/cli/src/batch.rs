//! The frame that batch commands share: read, work in parallel, write in order, tell problems.

use crate::args::{Common, Input};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{Chunk, Entry};
use crate::output::Output;
use crate::pipeline;
use crate::progress::Progress;
use crate::{interrupt, say};
use std::ops::ControlFlow;
use std::sync::Arc;
use sudolab_exact::split::Hands;
use sudolab_solvers::Task;

/// What a worker made of a chunk.
#[derive(Default)]
pub struct Report {
    /// Results, ready to be written.
    pub out: Vec<u8>,
    /// What the user has to know.
    pub messages: Vec<String>,
    /// What the user may want to know.
    pub notes: Vec<String>,
    /// Records seen.
    pub records: u64,
    /// The gravest thing that happened.
    pub exit: Exit,
    /// Bytes of input it stands for.
    n_bytes: u64,
    /// Whether the input has nothing more at hand.
    is_last_at_hand: bool,
}

impl Report {
    /// Notes that a record failed, with a message.
    pub fn fail(&mut self, message: String) {
        self.messages.push(message);
        self.exit = self.exit.and(Exit::SomeFailed);
    }
}

/// Something that turns the records of a chunk into results.
pub trait Worker {
    /// Works on one chunk's records.
    fn work(&mut self, entries: Vec<Entry>, report: &mut Report);
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
    let (mut chunks, total) = input.open()?;
    let jobs = common.n_jobs();
    let hands = Arc::new(Hands::default());
    let mut made = 0;
    let mut output = Output::open(common.output.as_deref())?;
    output.put(head)?;
    let progress = Progress::bytes(total.filter(|&t| t > 1 << 20), common.quiet);
    let mut exit = Exit::Fine;
    let mut records = 0;
    let fail_fast = input.fail_fast;
    let live = output.is_terminal();
    let ended: ControlFlow<Failure> = pipeline::in_order_ahead(
        jobs,
        pace.ahead(),
        || {
            made += 1;
            let most = pace.records(made - 1, jobs, total);
            if interrupt::is_raised() { None } else { chunks.next_of(most) }
        },
        || {
            let mut worker = make(Some(&hands).filter(|_| jobs > 1));
            move |chunk: Chunk| work(chunk, &mut worker)
        },
        |report: Report| {
            if let Err(failure) = output.put(&report.out) {
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
        || hands.add(1),
    );
    progress.finish();
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
        if let Some(partial) = output.keep_partial()? {
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

fn work(chunk: Chunk, worker: &mut impl Worker) -> Report {
    let mut report = Report {
        n_bytes: chunk.n_bytes,
        is_last_at_hand: chunk.is_last_at_hand,
        ..Report::default()
    };
    let mut entries = chunk.entries;
    report.notes = entries.iter().flat_map(Entry::notes).collect();
    entries.retain(|entry| {
        let Entry::Failed(failure) = entry else { return true };
        report.messages.push(failure.to_string());
        report.exit = report.exit.and(failure.exit());
        false
    });
    report.records = entries.len() as u64;
    worker.work(entries, &mut report);
    report
}
