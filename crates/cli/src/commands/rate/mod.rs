//! `sudolab rate`: puzzles are rated here and shown in [`shown`].

mod profile_name;
mod shown;

use crate::args::{Common, Input};
use crate::batch::{self, OneByOne, Pace, Report, Singly};
use crate::csv;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::form::{Form, Results};
use crate::input::Place;
use clap::Args;
use profile_name::ProfileName;
use std::fmt;
use sudolab::{Answer, ExactSolver, Halt, NotRated, NotTold, Profile, Puzzle, Raters, Stop};
use sudolab_wire::{EffortRated, Rated, Rating, stop_words};

/// Rate the difficulty of puzzles
///
/// ER, EP and ED are those of Sudoku Explainer 1.2.1 (profile se-1.2.1), level and score those of
/// HoDoKu 2.2.0 (profile hodoku-2.2). Text and JSON also tell QQWing's grade (profile qqwing), the
/// time people take (profile human) and one word from beginner to extreme, which follows from ER. The guesses of the thesis' algorithms (profile
/// thesis) take long: JSON tells them, text where that profile is named. A puzzle with no solution or
/// several is refused.
///
/// Boards and rules that these profiles do not know are rated by the effort of a person's steps, our own
/// measure: in CSV it stands under score, and er, ep, ed and level are empty.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sudolab rate 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  sudolab rate puzzles.txt --format csv
  sudolab rate puzzles.txt --profile hodoku-2.2 --format csv
  sudolab rate puzzles.txt --profile human --format csv
  sudolab rate puzzles.txt --no-uniqueness --format json")]
pub struct Rate {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    results: Results,

    /// Leave out techniques that assume a unique solution
    #[arg(long)]
    no_uniqueness: bool,

    /// Rate by this profile only; may be given several times [default: all that are shown]
    #[arg(long, value_name = "PROFILE")]
    profile: Vec<ProfileName>,
}

const COLUMNS: [&str; 8] = ["puzzle", "er", "ep", "ed", "level", "score", "hardest", "guesses"];
/// Those of the profile `human`, which says something else.
const HUMAN_COLUMNS: [&str; 6] = ["puzzle", "rating", "expected_seconds", "low", "high", "word"];

impl Rate {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let mut head = Vec::new();
        if self.results.form == Form::Csv {
            let human = self.profile.contains(&ProfileName::Human);
            if human && self.profile.iter().any(|name| *name != ProfileName::Human) {
                return Err(Failure::Usage(
                    "--profile human has CSV columns of its own; ask for it alone, or for --format json"
                        .to_owned(),
                ));
            }
            match human {
                true => csv::push_line(&mut head, HUMAN_COLUMNS),
                false => csv::push_line(&mut head, COLUMNS),
            }
        }
        // Only what is shown is computed.
        let shows_all = matches!(self.results.form, Form::Json | Form::Text);
        let asked = |profile: &Profile| match (self.profile.is_empty(), profile) {
            (_, Profile::Qqwing | Profile::Thesis) if !shows_all => false,
            (true, Profile::Human) => shows_all,
            (true, Profile::Thesis) => self.results.form == Form::Json,
            (true, _) => true,
            (false, _) => self.profile.iter().any(|&name| Profile::from(name) == *profile),
        };
        let profiles: Vec<Profile> =
            Profile::ALL.into_iter().map(|(_, profile)| profile).filter(asked).collect();
        let uniqueness = !self.no_uniqueness;
        let make = |_: Option<&_>| {
            Singly(Working {
                solver: ExactSolver::new(),
                raters: Raters::new().uniqueness(uniqueness).counts(shows_all),
                profiles: profiles.clone(),
                named: !self.profile.is_empty(),
                uniqueness,
                form: self.results.form,
            })
        };
        batch::run_at(Pace::Slow, common, &self.input, &head, make)
    }
}

struct Working {
    solver: ExactSolver,
    raters: Raters,
    profiles: Vec<Profile>,
    /// Whether the user named the profiles.
    named: bool,
    uniqueness: bool,
    form: Form,
}

impl OneByOne for Working {
    fn puzzle(&mut self, puzzle: Puzzle, place: Place<'_>, halt: &Halt<'_>, report: &mut Report) {
        match self.rate(&puzzle, halt) {
            Ok(rated) => shown::rated(rated, self.form, report),
            Err(refused) => {
                let problem = refused.to_string();
                self.unreadable(&puzzle.to_string(), &problem, report);
                report.fail(format!("{place}: {puzzle}: not rated: {problem}"));
                if let Refused::Stopped(_) = refused {
                    report.exit = report.exit.and(Exit::Limit);
                }
            }
        }
    }

    fn form(&self) -> Form {
        self.form
    }

    fn unreadable(&mut self, record: &str, problem: &str, report: &mut Report) {
        match self.form {
            Form::Csv => report.row([record, "", "", "", "", "", "", ""]),
            Form::Line => report.line("# not rated"),
            Form::Json => report.object(&Rating::refused(record, problem)),
            Form::Text => {}
        }
    }
}

/// Why a puzzle is not rated.
enum Refused {
    Improper(String),
    Stopped(Stop),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Improper(why) => f.write_str(why),
            Refused::Stopped(stop) => f.write_str(stop_words(*stop)),
        }
    }
}

impl Working {
    fn rate(&mut self, puzzle: &Puzzle, halt: &Halt<'_>) -> Result<Rated, Refused> {
        let is_classic = sudolab::is_classic(puzzle);
        if !is_classic && self.named {
            let why = format!(
                "{}; leave --profile out for the effort of a person's steps",
                NotRated::Board
            );
            return Err(Refused::Improper(why));
        }
        let answered = self.solver.answer_within(puzzle, halt).map_err(Refused::Stopped)?;
        let proper = match answered.answer {
            Answer::Unique(proper) => proper,
            Answer::Unproved { stop, .. } => return Err(Refused::Stopped(stop)),
            Answer::Several(_) => {
                return Err(Refused::Improper("it has more than one solution".to_owned()));
            }
            Answer::None => return Err(Refused::Improper("it has no solution".to_owned())),
            Answer::Conflict(why) => return Err(Refused::Improper(why.to_string())),
        };
        let mut rated = Rated::new(puzzle, answered.guesses);
        if !is_classic {
            rated.effort = Some(EffortRated::of(&proper, halt).map_err(|why| match why {
                NotTold::Stopped(stop) => Refused::Stopped(stop),
                NotTold::Clash(clash) => Refused::Improper(clash.to_string()),
            })?);
            return Ok(rated);
        }
        for &profile in &self.profiles {
            let rating = self.raters.rate(&proper, profile, halt).map_err(|why| match why {
                NotRated::Stopped(stop) => Refused::Stopped(stop),
                other => Refused::Improper(other.to_string()),
            })?;
            rated.add(&rating, self.uniqueness);
        }
        Ok(rated)
    }
}
