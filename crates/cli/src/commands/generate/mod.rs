//! `sudolab generate`: puzzles are made here, and what came of the run is told in [`word`].

mod shown;
mod word;

use crate::args::Common;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::form::{Form, Results};
use crate::output::Output;
use crate::progress::{Progress, round};
use clap::Args;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use sudolab::{Commission, Halt, Making, Patience, generate_on};
use sudolab_wire::request::GenerateRequest;

/// Make proper puzzles to order
///
/// Each puzzle is proved to have exactly one solution before it leaves. The same seed gives the
/// same puzzles, whatever the number of threads; with --skip a run is taken up where it ended.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sudolab generate --count 3 --seed 7
  sudolab generate --count 2 --clues 28..32 --symmetry rot180 --format line
  sudolab generate --minimal --count 5 --format csv
  sudolab generate --er 2.0..3.0 --count 1 --time-limit 1m
  sudolab generate --level hard --symmetry diagonal --count 1 --time-limit 1m
  sudolab generate --method fill --algorithm backtrack-thesis --count 1
  sudolab generate --size 6 --count 2 --format line
  sudolab generate --size 7 --regions random --count 2
  sudolab generate --variant killer --size 6 --format json
  sudolab generate --variant thermometer,anti-knight --size 6
  sudolab generate --variant arrow --n-rules 4..6 --effort 400..900 --time-limit 1m

--time-limit here is the time for the whole run. Without one the run gives up when no puzzle came
for five minutes. It ends with what it has, says why attempts came to nothing and how to go on, and
exits with status 4.")]
pub struct Generate {
    #[command(flatten)]
    results: Results,

    /// How many puzzles
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    count: u64,

    /// How many clues, such as 24, 24..28 or 28..
    #[arg(long, value_name = "A..B")]
    clues: Option<String>,

    /// No clue may be redundant
    #[arg(long)]
    minimal: bool,

    /// Symmetry of the clue cells: none, rot180, rot90, mirror, diagonal or full
    #[arg(long, value_name = "SYMMETRY", default_value = "none")]
    symmetry: String,

    /// Explainer rating, such as 7.1..7.3 or 8.5..
    #[arg(long, value_name = "A..B")]
    er: Option<String>,

    /// HoDoKu's level, as `rate` tells it: easy, medium, hard, unfair or extreme
    #[arg(long, value_name = "NAME")]
    level: Option<String>,

    /// Difficulty in one word, which follows from ER: beginner, easy, medium, hard, expert, fiendish
    /// or extreme
    #[arg(long, value_name = "WORD")]
    word: Option<String>,

    /// The hardest technique needed, by its id (see `sudolab techniques`): in the Explainer profile
    /// where that has it, else in HoDoKu's
    #[arg(long, value_name = "NAME")]
    technique: Option<String>,

    /// File with the cells that hold clues, all of them and no others: a puzzle line or grid in
    /// which they are filled
    #[arg(long, value_name = "FILE")]
    pattern: Option<PathBuf>,

    /// How puzzles are made: dig removes clues from a full grid, fill puts digits into an empty board
    #[arg(long, value_name = "METHOD", default_value = "dig")]
    method: String,

    /// The algorithm that decides whether a puzzle is proper while it is made (see `sudolab
    /// algorithms`); the exact engine proves every puzzle in the end
    #[arg(long, value_name = "ID")]
    algorithm: Option<String>,

    /// A parameter of that algorithm; may be repeated
    #[arg(long, value_name = "NAME=VALUE", requires = "algorithm")]
    set: Vec<String>,

    /// Size of the board, 4 to 25
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(4..=25))]
    size: Option<u8>,

    /// Shape of a box, rows x columns, such as 3x2; none for a Latin square
    #[arg(long = "box", value_name = "RxC")]
    box_shape: Option<String>,

    /// File with the map of an irregular board: one symbol for each cell, equal ones for one region;
    /// or `random` for connected regions drawn by the seed
    #[arg(long, value_name = "FILE", conflicts_with = "box_shape")]
    regions: Option<PathBuf>,

    /// Rules beyond the houses: killer, thermometer, arrow, kropki, anti-knight, ... (all names stand
    /// in docs/generate.md); several with commas between them, or repeated
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    variant: Vec<String>,

    /// How many cages, lines, signs or outside clues of the variants, such as 8..12; clues make up
    /// for what few rules do not say
    #[arg(long, value_name = "A..B", requires = "variant")]
    n_rules: Option<String>,

    /// Effort of a person's steps, as `rate` tells it for boards and rules that have no ER; the steps
    /// then reach the solution
    #[arg(long, value_name = "A..B")]
    effort: Option<String>,

    /// Pass over the first N attempts, to go on where a run ended
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: u64,
}

impl Generate {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let early = word::Early::new();
        let halt = early.halt(common);
        let commission = self.commission(common, &halt)?;
        let board = commission.order.full_board().map_err(|e| Failure::Usage(e.to_string()))?;
        shown::check(self.results.form, &commission, &board)?;
        word::before(&commission, common);
        let mut output = Output::open(common.output.as_deref())?;
        let shown = shown::Shown::new(self.results.form, common, &board);
        output.put(&shown.head())?;
        let progress = Progress::items(Some(self.count), common.quiet);
        let (ended, tally) = generate_on(common.n_jobs(), &commission, &halt, |making| {
            match making {
                Making::Made(made) => {
                    early.hush();
                    progress.advance(1);
                    let written = output.put(shown.puzzle(made).as_bytes());
                    if let Err(failure) = written.and_then(|()| output.pass_on()) {
                        return ControlFlow::Break(failure);
                    }
                }
                Making::Tried(tally) => progress.say(format!("{} tried", round(tally.tried))),
            }
            ControlFlow::Continue(())
        });
        progress.finish();
        match ended {
            ControlFlow::Break(failure) => Err(failure),
            ControlFlow::Continue(end) => word::after(&commission, end, &tally, output, common),
        }
    }

    fn commission(&self, common: &Common, halt: &Halt<'_>) -> Result<Commission, Failure> {
        let set = self.set.iter().map(|text| match text.split_once('=') {
            Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
            None => Err(Failure::Usage(format!("--set {text}: write it as NAME=VALUE"))),
        });
        let request = GenerateRequest {
            algorithm: self.algorithm.clone(),
            r#box: self.box_shape.clone(),
            clues: self.clues.clone(),
            count: self.count,
            effort: self.effort.clone(),
            er: self.er.clone(),
            level: self.level.clone(),
            method: Some(self.method.clone()),
            minimal: self.minimal,
            n_rules: self.n_rules.clone(),
            pattern: self.pattern.as_deref().map(read).transpose()?,
            regions: match self.regions.as_deref() {
                Some(path) if path == Path::new("random") => Some("random".to_owned()),
                other => other.map(read).transpose()?,
            },
            seed: common.seed,
            set: set.collect::<Result<_, _>>()?,
            size: self.size.map(usize::from),
            skip: self.skip,
            symmetry: Some(self.symmetry.clone()),
            technique: self.technique.clone(),
            time_limit: None,
            variants: self.variant.clone(),
            word: self.word.clone(),
        };
        let mut commission =
            request.commission(halt).map_err(|error| Failure::Usage(error.to_string()))?;
        commission.order.rate = self.results.form != Form::Line;
        // Whoever sets a limit has said how long to try.
        let idle = Patience::default().idle.filter(|_| common.time_limit.is_none());
        Ok(commission.patience(Patience { idle, ..Patience::default() }))
    }
}

fn read(path: &Path) -> Result<String, Failure> {
    let name = path.display().to_string();
    std::fs::read_to_string(path).map_err(|e| Failure::file("read", &name, &e))
}
