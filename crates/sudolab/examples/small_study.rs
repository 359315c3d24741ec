//! Runs a small study into a folder and prints its answer.
//!
//! `cargo run --release -p sudolab --example small_study`

use std::error::Error;
use sudolab::lab::plan::Plan;
use sudolab::{Halt, Study, StudyProgress, study};

const PLAN: &str = r#"
name = "rules against search"
seed = 7
algorithms = ["rules-thesis", "backtrack-thesis", "dlx"]
[[puzzles]]
builtin = "royle17-400"
take = 10
[protocol]
kind = "fixed"
runs = 3
time_limit = "5s"
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let plan = Plan::read(PLAN, "small_study")?;
    let folder = std::env::temp_dir().join("sudolab-small-study");
    let how = Study::in_folder(&folder).jobs(2);
    // The same call goes on with a study that was broken off.
    let studied = study(&plan, &how, &Halt::never(), &mut |progress| {
        if let StudyProgress::Runs(runs) = progress {
            eprint!("\r{} of {}", runs.done, runs.total);
        }
    })?;
    eprintln!();
    println!("{}", studied.answer().join("\n\n"));
    println!("rows, tables, figures and report in {}", folder.display());
    Ok(())
}
