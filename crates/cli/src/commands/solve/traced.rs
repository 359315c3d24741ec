//! `--trace FILE`: puzzles are solved one after the other and watched.

use super::{COLUMNS, Solve};
use crate::args::Common;
use crate::batch::Report;
use crate::csv;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::form::Form;
use crate::output::Output;
use crate::paint::Paint;
use crate::subjects::{self, Subject};
use crate::{interrupt, say};
use clap::Args;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use sudolab::lab::traces::{Course, figure};
use sudolab::{Halt, Puzzle, SolveReport, Task, solvers::Outcome};
use sudolab_trace::{FrameWriter, Recorder, Scribe, Watching};
use sudolab_wire::TraceLine;
use sudolab_wire::trace::LineWriter;

/// Where a trace goes.
#[derive(Args, Clone, Debug)]
pub struct TraceArgs {
    /// Also write what the algorithm tells while it runs into FILE: lines of JSON, frames when the
    /// name ends in .slt, or a picture of how it went when it ends in .svg
    #[arg(long, value_name = "FILE", conflicts_with_all = ["solutions", "proof", "lanes"])]
    pub trace: Option<PathBuf>,

    /// Ticks between two looks of --trace; 1 tells everything
    #[arg(long, value_name = "TICKS", default_value_t = 1, requires = "trace", value_parser = clap::value_parser!(u64).range(1..))]
    pub sample: u64,
}

/// The ending of files with frames.
const FRAMES: &str = "slt";
/// The ending of pictures.
const PICTURE: &str = "svg";

impl Solve {
    /// Solves and writes traces.
    pub(super) fn run_traced(
        &self,
        task: &Task,
        name: &Path,
        common: &Common,
    ) -> Result<Exit, Failure> {
        let mut output = Output::open(common.output.as_deref())?;
        let mut trace = Output::open(Some(name))?;
        if self.results.form == Form::Csv {
            let mut head = Vec::new();
            csv::push_line(&mut head, COLUMNS);
            output.put(&head)?;
        }
        let shown = super::Shown { form: self.results.form, paint: Paint::of(common) };
        let exit = subjects::each(&self.input, common, |subject| {
            let puzzle = subject.document.to_puzzle();
            let mut report = Report::default();
            match self.watch(task, subject, &puzzle, name, &mut trace, common)? {
                Ok(outcome) => {
                    let solved = SolveReport::of_run(&puzzle, outcome);
                    shown.solved(&puzzle, subject.place, &solved, &mut report);
                }
                Err(error) => shown.refused(&puzzle, subject.place, &error, &mut report),
            }
            output.put(&report.out)?;
            report.notes.iter().filter(|_| !common.quiet).for_each(|note| say::note(note));
            report.messages.iter().for_each(|message| say::problem(message));
            Ok(report.exit)
        });
        let exit = exit?;
        output.finish()?;
        trace.finish()?;
        Ok(if interrupt::is_raised() { Exit::Interrupted } else { exit })
    }

    /// Solves one puzzle and writes its trace; the inner error says why it cannot be solved so.
    fn watch(
        &self,
        task: &Task,
        subject: &Subject<'_>,
        puzzle: &Puzzle,
        name: &Path,
        trace: &mut Output,
        common: &Common,
    ) -> Result<Result<Outcome, String>, Failure> {
        let sample = self.trace.sample;
        let watching = Watching { sample, ..Watching::default() };
        let ending = name.extension().and_then(|ending| ending.to_str()).unwrap_or("");
        if ![FRAMES, PICTURE].contains(&ending) {
            let run = TraceLine::run(task, common.seed, puzzle, watching.from, sample);
            let writer = LineWriter::new(Sink(trace), puzzle.board(), &run);
            let (writer, outcome) = run_with(task, puzzle, watching, writer, &subject.halt);
            return written(writer.into_parts().1, outcome, name);
        }
        if subject.number > 1 {
            return Err(Failure::Usage(
                "frames and pictures hold one run; give one puzzle, or a file name that ends in .jsonl"
                    .to_owned(),
            ));
        }
        if ending == PICTURE {
            let writer = FrameWriter::new(Vec::new(), puzzle.board());
            let (writer, outcome) = run_with(task, puzzle, watching, writer, &subject.halt);
            let bytes = writer.into_parts().0;
            if outcome.is_ok() {
                let course = Course::read(&bytes).map_err(|e| Failure::File(e.to_string()))?;
                let title = format!("{}, seed {}", task.algorithm().id, common.seed);
                trace.put(figure(&title, &course).svg().as_bytes())?;
            }
            return Ok(outcome);
        }
        let writer = FrameWriter::new(Sink(trace), puzzle.board());
        let (writer, outcome) = run_with(task, puzzle, watching, writer, &subject.halt);
        written(writer.into_parts().2, outcome, name)
    }
}

fn run_with<S: Scribe>(
    task: &Task,
    puzzle: &Puzzle,
    watching: Watching,
    scribe: S,
    halt: &Halt<'_>,
) -> (S, Result<Outcome, String>) {
    let mut recorder = Recorder::new(puzzle, watching, scribe);
    let run = task.build().map_err(|error| error.to_string()).and_then(|mut solver| {
        let run = task.run(&mut *solver, puzzle, 0, Some(&mut recorder), halt);
        run.map_err(|error| error.to_string())
    });
    match run {
        Ok(outcome) => (recorder.finish(&outcome).0, Ok(outcome)),
        Err(error) => (recorder.abandon(), Err(error)),
    }
}

fn written(
    failed: Option<io::Error>,
    outcome: Result<Outcome, String>,
    name: &Path,
) -> Result<Result<Outcome, String>, Failure> {
    match failed {
        Some(error) => Err(Failure::file("write", &name.display().to_string(), &error)),
        None => Ok(outcome),
    }
}

/// An output as something to write to.
struct Sink<'o>(&'o mut Output);

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.put(bytes).map_err(|failure| io::Error::other(failure.to_string()))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
