//! The tables of a report, one file for each kind of question.

mod bands;
mod laws;
mod pairs;
mod puzzles;
mod standings;

pub use bands::{bands, by_band};
pub use laws::fits;
pub use pairs::{agreement, duels, effort, noise};
pub use puzzles::{failures, faults, hardest, sets};
pub use standings::{portfolio, standings};

use super::blocks::Field;
use super::numbers as n;
use crate::stats::Observation;
use crate::store::PuzzleEntry;

fn columns(names: &[(&str, &str)]) -> Vec<(String, String)> {
    names.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
}

fn time(observation: Observation) -> Field {
    let raw = match observation {
        Observation::Seen(x) => x.to_string(),
        Observation::Beyond(x) => format!(">{x}"),
    };
    Field { raw, ..Field::number(observation.rank_key().min(1e300), n::time(observation)) }
}

fn puzzle(entry: &PuzzleEntry) -> Field {
    let link = (entry.cells == 81).then(|| {
        format!("https://www.sudokuwiki.org/sudoku.htm?bd={}", entry.line.replace('.', "0"))
    });
    Field { link, ..Field::word(entry.line.clone()) }
}
