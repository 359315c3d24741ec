//! The whole laboratory in one short program: solves, rates, explains, hints, generates, prints and
//! runs a study.
//!
//! `cargo run --release -p sudolab --example tour`

use std::error::Error;
use std::time::Duration;
use sudolab::formats::{ReadOptions, read_one};
use sudolab::lab::plan::Plan;
use sudolab::sheets::{Fonts, Printable, Style, pdf};
use sudolab::{Commission, Hinted, Order, Profile, Study, Verdict, system_clock};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

const PLAN: &str = r#"
name = "a first look"
algorithms = ["rules-thesis", "dlx"]
puzzles = [{ builtin = "royle17-400", take = 5 }]
protocol = { kind = "fixed", runs = 2, time_limit = "2s" }
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let halt = system_clock::within(Duration::from_secs(60));
    let document = read_one(PUZZLE, &ReadOptions::default())?.document;

    let Verdict::Unique(proper) = sudolab::check(&document.to_puzzle(), &halt)? else {
        return Err("the puzzle is not proper".into());
    };
    println!("solution   {}", proper.solution());
    println!("difficulty {}", sudolab::rate(&proper, Profile::Explainer, &halt)?);

    if let Hinted::Step(step) = sudolab::hint(&document, Order::Human, &halt)?.hinted {
        println!("hint       {}", step.words().conclusion);
    }
    let steps = sudolab::explain(&proper, Order::Human, &halt)?.collect::<Result<Vec<_>, _>>()?;
    println!("explained  in {} steps", steps.len());

    let mut entries = vec![Printable { puzzle: proper, name: None, rating: None }];
    let order = Commission::new().rating(2.0..=3.4).count(3).seed(7);
    for made in sudolab::generate(&order, &halt) {
        println!("made       {}", made.puzzle);
        let rating = made.rating.map(|rating| format!("ER {}", rating.er));
        entries.push(Printable { puzzle: made.puzzle, name: None, rating });
    }

    let folder = std::env::temp_dir().join("sudolab-tour");
    std::fs::create_dir_all(&folder)?;
    let fonts = Fonts::built_in();
    let book = sudolab::print(&entries, &Style::default(), &fonts, &halt)?;
    std::fs::write(folder.join("book.pdf"), pdf::write(&book, &fonts, &halt)?)?;

    let plan = Plan::read(PLAN, "the tour")?;
    let studied = sudolab::study(&plan, &Study::in_folder(&folder), &halt, &mut |_| {})?;
    println!("study      {}", studied.answer().join("\n           "));
    println!("book and report in {}", folder.display());
    Ok(())
}
