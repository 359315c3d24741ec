//! Solves every puzzle of a file, on all cores, in the order of the file.
//!
//! `cargo run --release -p sudolab --example solve_file -- puzzles.txt`

use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::ops::ControlFlow;
use sudolab::formats::{ReadOptions, Records};
use sudolab::in_order::{Line, in_order};
use sudolab::{Answer, Halt};

fn main() -> Result<(), Box<dyn Error>> {
    let Some(name) = std::env::args().nth(1) else {
        return Err("give the name of a file with puzzles, in any format".into());
    };
    let options = ReadOptions { file: Some(name.clone()), ..ReadOptions::default() };
    let mut records = Records::new(BufReader::new(File::open(&name)?), options);
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let _: ControlFlow<()> = in_order(
        Line::with_jobs(jobs),
        || records.next(),
        || {
            |record: Result<_, _>| match record {
                Err(error) => format!("{error}"),
                Ok(record) => answer(&record),
            }
        },
        |line| {
            println!("{line}");
            ControlFlow::Continue(())
        },
    );
    Ok(())
}

fn answer(record: &sudolab::formats::Record) -> String {
    match sudolab::solve(&record.document.to_puzzle(), &Halt::never()) {
        Ok(Answer::Unique(proper)) => proper.solution().to_string(),
        Ok(Answer::Several(two)) => format!("several, such as {}", two.first),
        Ok(Answer::Unproved { first, stop }) => format!("{first}, perhaps others: {stop}"),
        Ok(Answer::None) => "no solution".to_owned(),
        Ok(Answer::Conflict(why)) => why.to_string(),
        Err(stop) => stop.to_string(),
    }
}
