//! `sudolab bench`: how fast algorithms are; [`shown`] says it.

mod shown;

use crate::args::{Common, Input};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::form::Tables;
use crate::input::Entry;
use crate::output::Output;
use crate::paint::Paint;
use crate::progress::Progress;
use crate::{interrupt, say};
use clap::Args;
use std::time::Duration;
use sudolab::lab::{external, machine};
use sudolab::{
    Budget, Measuring, NotMeasured, Puzzle, Task, Throughput, ThroughputProgress, registry,
    throughput,
};
use sudolab_wire::Measured;

/// Measure the throughput of algorithms over puzzles
///
/// After a warm-up the algorithms take turns, pass by pass, each pass long enough to be timed; a
/// rate is the median of the passes, ± half of their range. One thread on each physical core unless
/// --jobs says otherwise; parsing is not timed; --time-limit is CPU time for each puzzle. The table
/// says what an answer is: `proof` that the solution is the only one, or the `first` solution.
/// Algorithms whose idea is the batch, such as `fast-batch`, are handed thousands of puzzles
/// together, if need be the same ones again; the others take one at a time.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sudolab bench puzzles.txt
  sudolab bench puzzles.txt --algorithm fast-batch,fast,dlx,backtrack-thesis --jobs 1 --format csv
  sudolab bench puzzles.txt --algorithm boltzmann --time-limit 1s --take 20")]
pub struct Bench {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    tables: Tables,

    /// Algorithms by id, separated by commas
    #[arg(long, value_name = "IDS", value_delimiter = ',', default_value = "fast-batch,fast")]
    algorithm: Vec<String>,

    /// A parameter for every algorithm that has it; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,

    /// Only the first N puzzles
    #[arg(short = 'n', long, value_name = "N")]
    take: Option<usize>,

    /// Measured passes of each algorithm
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=1000))]
    runs: u16,

    /// A program outside to measure as well; may be repeated
    ///
    /// With {puzzle} in it, as in `solver {puzzle}`, it is started for each puzzle; otherwise it is
    /// started once and answers each line with a line. Its solutions are checked.
    #[arg(long, value_name = "COMMAND")]
    command: Vec<String>,
}

impl Bench {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        self.check_names()?;
        let cores = machine::measuring_jobs();
        let jobs = common.jobs.map_or(cores, usize::from);
        let mut tasks: Vec<(String, Task)> = self
            .algorithm
            .iter()
            .map(|id| Ok((id.clone(), self.task(id, common)?)))
            .collect::<Result<_, Failure>>()?;
        for command in &self.command {
            let algorithm = external::algorithm(command)
                .map_err(|why| Failure::Usage(format!("--command {command:?}: {why}")))?;
            tasks.push((algorithm.id.to_owned(), limited(Task::new(algorithm), common)));
        }
        let (puzzles, mut exit) = self.read(common)?;
        if interrupt::is_raised() {
            return Ok(Exit::Interrupted);
        }
        if puzzles.is_empty() {
            say::problem(
                "the input holds no puzzle; give puzzles, files, or lines on standard input",
            );
            return Ok(exit.and(Exit::SomeFailed));
        }
        if jobs > cores {
            say::note(&format!(
                "{jobs} threads on {cores} physical cores slow one another down; the rates are those of the machine, not of the algorithm"
            ));
        }
        let how = Measuring::default().threads(jobs).passes(self.runs);
        let total = puzzles.len() * tasks.len() * usize::from(self.runs);
        let progress = Progress::items(Some(total as u64), common.quiet);
        let tell = |step: ThroughputProgress<'_>| match step {
            ThroughputProgress::Turn(name) => progress.say(name.to_owned()),
            ThroughputProgress::Puzzles(n) => progress.advance(n),
        };
        let measured = throughput(&tasks, &puzzles, &how, &common.interrupt(), &tell);
        progress.finish();
        let measured = match measured {
            Ok(measured) => measured,
            Err(NotMeasured::Stopped(_)) => return Ok(Exit::Interrupted),
            Err(why) => return Err(Failure::Usage(why.to_string())),
        };
        if measured.iter().any(|m| m.solved < m.puzzles) {
            exit = exit.and(Exit::SomeFailed);
        }
        for m in measured.iter().filter(|m| m.disagreement() > Throughput::AGREE) {
            say::note(&format!(
                "{}: its passes differ by {:.1} times, so the machine is busy or its clock unsteady; the rate is rough",
                m.name,
                m.disagreement()
            ));
        }
        let rows: Vec<Measured> = measured.iter().map(shown::wire).collect();
        let mut output = Output::open(common.output.as_deref())?;
        output.put(&shown::table(&rows, self.tables.form, Paint::of(common)))?;
        output.finish()?;
        Ok(exit)
    }

    /// Refuses a parameter that none of the algorithms has.
    fn check_names(&self) -> Result<(), Failure> {
        for text in &self.set {
            let name = text.split('=').next().unwrap_or_default();
            let has = |id: &String| {
                registry::find(id).is_ok_and(|a| a.parameters.iter().any(|p| p.name == name))
            };
            if !self.algorithm.iter().any(has) {
                return Err(Failure::Usage(format!(
                    "--set {text}: none of {} has a parameter {name:?}; see `sudolab algorithms`",
                    self.algorithm.join(", ")
                )));
            }
        }
        Ok(())
    }

    /// The task of an id.
    fn task(&self, id: &str, common: &Common) -> Result<Task, Failure> {
        let algorithm = registry::find(id).map_err(|e| Failure::Usage(e.to_string()))?;
        let mut settings = algorithm.defaults();
        for text in &self.set {
            let name = text.split('=').next().unwrap_or_default();
            if algorithm.parameters.iter().any(|p| p.name == name) {
                settings.set_from(text).map_err(|e| Failure::Usage(format!("{id}: {e}")))?;
            }
        }
        Ok(limited(Task::new(algorithm).settings(settings), common))
    }

    fn read(&self, common: &Common) -> Result<(Vec<Puzzle>, Exit), Failure> {
        let (mut chunks, _) = self.input.open(common)?;
        let mut puzzles = Vec::new();
        let mut exit = Exit::Fine;
        let enough = self.take.unwrap_or(usize::MAX);
        while let Some(chunk) = chunks.next() {
            if interrupt::is_raised() {
                break;
            }
            for entry in chunk.entries {
                if puzzles.len() >= enough {
                    return Ok((puzzles, exit));
                }
                entry.notes().iter().filter(|_| !common.quiet).for_each(|note| say::note(note));
                puzzles.extend(entry.puzzle());
                match entry {
                    Entry::Nine { .. } | Entry::Record(_) => {}
                    Entry::Bad { error, .. } => {
                        say::problem(&error.to_string());
                        exit = Exit::SomeFailed;
                    }
                    Entry::Failed(failure) => return Err(failure),
                }
            }
        }
        Ok((puzzles, exit))
    }
}

/// The task with its seed and its limit, which counts CPU time as in a study.
fn limited(task: Task, common: &Common) -> Task {
    let limit = common.time_limit.unwrap_or(Duration::from_secs(20));
    task.seed(common.seed).budget(Budget::time(limit)).limit_cpu()
}
