//! The engine for rules against plain counting, on random demands.
//!
//! ```text
//! cargo run --release -p sudolab-bench --bin rules_check -- [FROM] [TO]
//! ```
//!
//! Every case is a small board (4x4, 5x5, 6x6), clues, helpers and a few random demands of all kinds.
//! Each step of the staircase has to find exactly the fillings that plain counting finds. The first
//! case that differs is printed, and the command fails.

#[path = "../../../crates/exact/tests/random_rules/mod.rs"]
mod random_rules;

use std::ops::ControlFlow;
use std::process::ExitCode;
use sudolab_exact::general::{RuleEngine, Settings};

const STEPS: [(&str, Settings); 3] = [
    ("staircase", Settings::STAIRCASE),
    ("learning", Settings::LEARNING),
    ("branching", Settings::BRANCHING),
];

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1).map(|word| word.parse::<u64>().unwrap_or(0));
    let (from, to) = (words.next().unwrap_or(0), words.next().unwrap_or(100_000));
    let (mut with_solutions, mut solutions, mut learned) = (0u64, 0u64, 0u64);
    for number in from..to {
        let case = random_rules::case(number);
        with_solutions += u64::from(!case.solutions.is_empty());
        solutions += case.solutions.len() as u64;
        for (name, settings) in STEPS {
            let mut engine = RuleEngine::of_demands(&case.board, &case.demands, settings);
            let mut found = Vec::new();
            let searched = engine.for_each_solution(&case.puzzle, &mut |_| Ok(()), &mut |values| {
                found.push(values.to_vec());
                ControlFlow::Continue(())
            });
            learned += searched.map_or(0, |stats| stats.learned);
            found.sort();
            if found != case.solutions {
                let (ours, theirs) = (found.len(), case.solutions.len());
                println!("case {number}, {name}: {ours} found, {theirs} by plain counting");
                println!("{:?}\n{:#?}", case.puzzle, case.demands);
                return ExitCode::FAILURE;
            }
        }
    }
    println!(
        "cases {from} to {to}: the three steps and plain counting agree; {with_solutions} cases have \
         solutions, {solutions} in all; {learned} conflicts were learned from"
    );
    ExitCode::SUCCESS
}
