//! `sudolab explain`.

use crate::args::{Common, Input, PageFormat, ResultFormat};
use crate::commands::steps::{self, Open, Subject};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use clap::Args;
use std::fmt::Write;
use sudolab_exact::{NotUnique, UniquePuzzle};
use sudolab_grid::Puzzle;
use sudolab_logic::explain::{explain, picture};
use sudolab_logic::hint::{Hint, Order, next_unless};
use sudolab_logic::position::Position;
use sudolab_logic::rating::Tenths;
use sudolab_logic::rating::se::{Rater, SeProfile, SeRating, SeStep, Stopped};

/// How an explanation is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// Words for a terminal.
    Text,
    /// One JSON object per step.
    Json,
    /// A page with words and pictures.
    Html,
    /// The pictures alone, on one sheet.
    Svg,
}

/// Solve puzzles as a person would, step by step, each with its reason
///
/// A puzzle with several solutions is explained as far as logic goes that does not assume a single
/// one; a puzzle with none up to the contradiction, where logic finds it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sudolab explain 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  sudolab explain puzzles.txt --format json
  sudolab explain puzzles.txt --format html --output steps.html")]
pub struct Explain {
    #[command(flatten)]
    input: Input,

    /// Order of techniques: as the rating counts, or easiest to see first
    #[arg(long, value_name = "ORDER", default_value = "rating", value_parser = ["rating", "human"])]
    technique_order: String,
}

impl Explain {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let form = match (common.page, common.format) {
            (Some(PageFormat::Html), _) => Form::Html,
            (Some(PageFormat::Svg), _) => Form::Svg,
            (None, ResultFormat::Json) => Form::Json,
            (None, _) => Form::Text,
        };
        let mut output = Output::open(common.output.as_deref())?;
        let mut sheet = picture::Sheet::default();
        if form == Form::Html {
            output.put(HTML_HEAD.as_bytes())?;
        }
        let mut rater = Rater::new();
        let exit = steps::each(&self.input, common.quiet, |subject| {
            let mut told = Told { text: String::new(), sheet: &mut sheet, form };
            let exit = self.one(subject, &mut rater, common, &mut told);
            output.put(told.text.as_bytes())?;
            output.pass_on()?;
            Ok(exit)
        })?;
        match form {
            Form::Html => output.put(b"</body></html>\n")?,
            Form::Svg => output.put(format!("{}\n", sheet.svg()).as_bytes())?,
            Form::Text | Form::Json => {}
        }
        output.finish()?;
        Ok(exit)
    }

    fn one(
        &self,
        subject: &Subject<'_>,
        rater: &mut Rater,
        common: &Common,
        told: &mut Told<'_>,
    ) -> Exit {
        let stop = steps::stop_after(common.time_limit);
        let puzzle = subject.document.to_puzzle();
        let start = match start(&puzzle) {
            Ok(start) => start,
            Err(problem) => {
                subject.tell(&problem);
                return Exit::SomeFailed;
            }
        };
        if let Some(warning) = &start.warning {
            subject.tell(warning);
        }
        told.begin(subject, &puzzle);
        let order = steps::order(&self.technique_order);
        let mut position = start.position.clone();
        let mut rating = SeRating::START;
        let mut n_steps = 0;
        let end = loop {
            if position.is_solved() {
                break End::Solved;
            }
            if let Some(breach) = position.breach() {
                break End::Broken(breach.to_string());
            }
            if start.open.as_ref().is_some_and(|open| open.is_all_that_is_left(&position)) {
                break End::Open;
            }
            match next_unless(rater, &position, &start.profile, order, stop.clone()) {
                Err(Stopped) => break End::Stopped,
                Ok(None) => break End::Stuck,
                Ok(Some(hint)) => {
                    n_steps += 1;
                    told.step(subject, n_steps, &position, &hint);
                    hint.step.effect.apply(&mut position);
                    if let (Order::Rating, Some(difficulty)) = (order, hint.difficulty) {
                        rating.add(&SeStep { step: hint.step, difficulty });
                    }
                }
            }
        };
        let rated = match (&end, order) {
            (End::Solved, Order::Rating) => Some(rating),
            // The steps shown are not those the rating counts.
            (End::Solved, Order::Human) if told.form == Form::Text => {
                let rated = rater.rate_unless(&start.position, &start.profile, stop, |_, _| {
                    std::ops::ControlFlow::Continue(())
                });
                rated.ok()
            }
            _ => None,
        };
        let (exit, words) = end.told(n_steps, rated);
        told.end(&words);
        let silent = matches!(told.form, Form::Json | Form::Svg);
        if matches!(end, End::Stopped) || silent && !matches!(end, End::Solved) {
            subject.tell(&words);
        }
        if start.warning.is_some() { exit.and(Exit::SomeFailed) } else { exit }
    }
}

/// How an explanation ended.
enum End {
    Solved,
    /// The position shows that there is no solution.
    Broken(String),
    /// Several solutions, and nothing that they have in common is left to find.
    Open,
    /// No further step is known.
    Stuck,
    /// The time was up, or there was an interrupt.
    Stopped,
}

impl End {
    fn told(&self, n_steps: usize, rating: Option<SeRating>) -> (Exit, String) {
        match self {
            Self::Solved => {
                let rating = rating.map_or_else(String::new, |rating| {
                    format!("; ER {}/{}/{}", rating.er, rating.ep, rating.ed)
                });
                (Exit::Fine, format!("Solved in {n_steps} steps{rating}."))
            }
            Self::Broken(breach) => {
                let words = format!("After {n_steps} steps {breach}: there is no solution.");
                (Exit::SomeFailed, words)
            }
            Self::Open => {
                (Exit::SomeFailed, format!("After {n_steps} steps: {}", steps::NOTHING_TO_FIND))
            }
            Self::Stuck => (Exit::SomeFailed, format!("No further step is known after {n_steps}.")),
            Self::Stopped => {
                let (exit, why) = steps::stopped();
                (exit, format!("After {n_steps} steps {why}."))
            }
        }
    }
}

/// Where logic begins.
struct Start {
    position: Position,
    profile: SeProfile,
    warning: Option<String>,
    /// For a puzzle with several solutions.
    open: Option<Open>,
}

/// The start of a puzzle; without a unique solution logic goes on without uniqueness.
fn start(puzzle: &Puzzle) -> Result<Start, String> {
    let position = Position::from_puzzle(puzzle).map_err(|e| e.to_string())?;
    let problem = UniquePuzzle::prove(puzzle.clone()).err();
    let open = matches!(problem, Some(NotUnique::Multiple)).then(|| Open::of(puzzle));
    let warning = problem.map(|e| match e {
        NotUnique::Multiple => {
            "it has more than one solution; the steps go as far as logic without uniqueness goes"
                .to_owned()
        }
        NotUnique::None => {
            "it has no solution; the steps lead to the contradiction where logic finds it"
                .to_owned()
        }
        other => other.to_string(),
    });
    let profile = SeProfile { uniqueness: warning.is_none() };
    Ok(Start { position, profile, warning, open })
}

/// An explanation as it is written.
struct Told<'a> {
    text: String,
    sheet: &'a mut picture::Sheet,
    form: Form,
}

/// Writing to a string cannot fail.
impl Told<'_> {
    fn begin(&mut self, subject: &Subject<'_>, puzzle: &Puzzle) {
        let name = subject.id().map_or_else(|| format!("Puzzle {}", subject.number), str::to_owned);
        if self.form == Form::Html {
            let (name, puzzle) = (escaped(&name), escaped(&puzzle.to_string()));
            let _ = writeln!(self.text, "<h2>{name}</h2><p class=\"line\">{puzzle}</p>");
        }
    }

    fn step(&mut self, subject: &Subject<'_>, number: usize, position: &Position, hint: &Hint) {
        let words = explain(position, &hint.step);
        let difficulty = hint.difficulty.map(|d: Tenths| d.to_string());
        let out = &mut self.text;
        let _ = match self.form {
            Form::Json => {
                writeln!(out, "{}", steps::step_json(subject, number, position, hint))
            }
            Form::Svg => {
                let difficulty = difficulty.map(|d| format!(" ({d})")).unwrap_or_default();
                let caption = format!("{number}. {}{difficulty}", words.title);
                self.sheet.add(&caption, &picture::svg(position, &hint.step));
                Ok(())
            }
            Form::Text => {
                let difficulty = difficulty.map(|d| format!(" ({d})")).unwrap_or_default();
                let _ = writeln!(out, "{number}. {}{difficulty}", words.title);
                for sentence in &words.sentences {
                    let _ = writeln!(out, "   {sentence}");
                }
                writeln!(out, "   {}", words.conclusion)
            }
            Form::Html => {
                let (title, difficulty) = (escaped(&words.title), difficulty.unwrap_or_default());
                let _ = writeln!(
                    out,
                    "<section><h3>{number}. {title} <small>{difficulty}</small></h3>"
                );
                let drawn = picture::svg(position, &hint.step);
                let _ = writeln!(out, "<figure>{drawn}</figure><div>");
                for sentence in &words.sentences {
                    let _ = writeln!(out, "<p>{}</p>", escaped(sentence));
                }
                writeln!(out, "<p class=\"so\">{}</p></div></section>", escaped(&words.conclusion))
            }
        };
    }

    fn end(&mut self, words: &str) {
        let _ = match self.form {
            Form::Text => writeln!(self.text, "{words}\n"),
            Form::Html => writeln!(self.text, "<p class=\"end\">{}</p>", escaped(words)),
            Form::Json | Form::Svg => Ok(()),
        };
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

const HTML_HEAD: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
<meta name=\"viewport\" content=\"width=device-width\"><meta name=\"color-scheme\" content=\"light dark\">\
<title>Sudolab: the solution step by step</title><style>\
:root{color-scheme:light dark}\
body{font-family:system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;line-height:1.5;\
background:#fff;color:#1c1e21}\
h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2.5rem}\
.line{font-family:ui-monospace,monospace;font-size:.8rem;overflow-wrap:anywhere;color:#5a6068}\
section{break-inside:avoid;border-top:1px solid #d5d9de;padding:1rem 0;overflow:auto}\
h3{font-size:1.05rem;margin:0 0 .6rem}small{color:#5a6068;font-weight:normal}\
figure{margin:0 1.5rem .5rem 0;width:24rem;max-width:100%;float:left}figure svg{display:block;width:100%;height:auto}\
section div{overflow:hidden;min-width:16rem}section p{margin:.2rem 0}.so{font-weight:600}\
.end{border-top:2px solid #8a9099;padding-top:1rem;font-weight:600;clear:both}\
@media(prefers-color-scheme:dark){body{background:#16181c;color:#e4e6e9}\
.line,small{color:#a0a7b0}section{border-color:#33383f}}\
@media print{body{background:#fff;color:#000}}\
</style></head><body><h1>The solution step by step</h1>\n";
