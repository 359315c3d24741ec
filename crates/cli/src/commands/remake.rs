//! `sudolab ease` and `sudolab minimize`: new puzzles from given ones.

use crate::args::{Common, Input};
use crate::batch::{self, OneByOne, Report, Singly};
use crate::csv;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::form::{Form, Results};
use crate::input::Place;
use crate::interrupt;
use clap::Args;
use sudolab::{ExactSolver, Halt, Puzzle, Stop, UniquePuzzle, ease, minimize};
use sudolab_wire::Remade;
use sudolab_wire::shape::{document_line, line_loses};

/// Make easier versions of puzzles by adding digits of the solution
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sudolab ease puzzles.txt --clues 46
  sudolab ease puzzles.txt --clues 40 --versions 4 --seed 7 --format csv")]
pub struct Ease {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    results: Results,

    /// Clues of the result
    #[arg(long, value_name = "N", default_value_t = 46)]
    clues: usize,

    /// Versions made of each puzzle
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    versions: u64,
}

/// Remove clues from proper puzzles until none can go
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sudolab minimize puzzles.txt
  sudolab minimize puzzles.txt --seed 7 --format csv")]
pub struct Minimize {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    results: Results,
}

impl Ease {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let (clues, versions, seed) = (self.clues, self.versions, common.seed);
        remake(common, &self.input, self.results.form, move |puzzle, _, out| {
            for version in 0..versions {
                let made = ease(puzzle, clues, seed, version);
                let made = made.map_err(|e| Trouble::Why(e.to_string()))?;
                out.push(made.puzzle().clone());
            }
            Ok(())
        })
    }
}

impl Minimize {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let seed = common.seed;
        remake(common, &self.input, self.results.form, move |puzzle, halt, out| {
            out.push(minimize(puzzle, seed, halt)?.puzzle().clone());
            Ok(())
        })
    }
}

/// Why there is no new puzzle.
enum Trouble {
    Why(String),
    Stopped(Stop),
}

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Trouble {
        Trouble::Stopped(stop)
    }
}

/// Makes new puzzles from proper ones.
fn remake<F>(common: &Common, input: &Input, form: Form, make: F) -> Result<Exit, Failure>
where
    F: Fn(&UniquePuzzle, &Halt<'_>, &mut Vec<Puzzle>) -> Result<(), Trouble> + Sync,
{
    let mut head = Vec::new();
    if form == Form::Csv {
        csv::push_line(&mut head, ["puzzle", "source", "clues"]);
    }
    let make = || Singly(Working { solver: ExactSolver::new(), make: &make, form });
    batch::run(common, input, &head, make)
}

struct Working<'a, F> {
    solver: ExactSolver,
    make: &'a F,
    form: Form,
}

impl<F> OneByOne for Working<'_, F>
where
    F: Fn(&UniquePuzzle, &Halt<'_>, &mut Vec<Puzzle>) -> Result<(), Trouble>,
{
    fn puzzle(&mut self, puzzle: Puzzle, _: Place<'_>, halt: &Halt<'_>, report: &mut Report) {
        if interrupt::is_raised() {
            return;
        }
        let source = puzzle.to_string();
        let mut results = Vec::new();
        let done = self.remake(puzzle, halt, &mut results);
        results.iter().for_each(|result| self.show(result, &source, report));
        match done {
            Ok(()) => {}
            // What is done is kept, and the run ends.
            Err(Trouble::Stopped(Stop::Cancelled)) => {}
            Err(Trouble::Why(why)) => report.fail(format!("{source}: {why}")),
            Err(Trouble::Stopped(stop)) => {
                report.fail(format!("{source}: {stop}"));
                report.exit = report.exit.and(Exit::Limit);
            }
        }
    }

    fn form(&self) -> Form {
        self.form
    }

    fn unreadable(&mut self, _: &str, _: &str, _: &mut Report) {}
}

impl<F> Working<'_, F>
where
    F: Fn(&UniquePuzzle, &Halt<'_>, &mut Vec<Puzzle>) -> Result<(), Trouble>,
{
    fn remake(
        &mut self,
        puzzle: Puzzle,
        halt: &Halt<'_>,
        results: &mut Vec<Puzzle>,
    ) -> Result<(), Trouble> {
        let proved = UniquePuzzle::prove_within(&mut self.solver, puzzle, halt)?;
        let proper = proved.map_err(|e| Trouble::Why(e.to_string()))?;
        (self.make)(&proper, halt, results)
    }

    /// Writes a result in a form that loses nothing.
    fn show(&self, result: &Puzzle, source: &str, report: &mut Report) {
        let lossy = line_loses(result);
        match self.form {
            Form::Csv if lossy => report.fail(format!(
                "{source}: a table of puzzles cannot carry its regions or candidates; use --format json"
            )),
            Form::Csv => {
                let (puzzle, clues) = (result.to_string(), result.n_clues().to_string());
                report.row([puzzle.as_str(), source, &clues]);
            }
            // Regions go into the same object; only candidates need another one.
            Form::Json if result.stated_candidates().is_none() => {
                report.object(&Remade::new(result, Some(source)));
            }
            Form::Json | Form::Text | Form::Line if lossy => match document_line(result) {
                Some(line) => report.out.extend_from_slice(line.as_bytes()),
                None => report.fail(format!("{source}: no format can carry the result")),
            },
            Form::Json | Form::Text | Form::Line => report.line(&result.to_string()),
        }
    }
}
