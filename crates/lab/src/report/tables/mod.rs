//! The tables of a report, one file for each kind of question.

mod bands;
mod laws;
mod pairs;
mod power;
mod puzzles;
mod restarts;
mod search;
mod selection;
mod sets;
mod standings;

pub use bands::{Band, bands, by_band, by_clues, quartiles, steps};
pub use laws::fits;
pub use pairs::{agreement, duels, effort};
pub use power::power;
pub use puzzles::{failures, faults, hardest, sets};
pub use restarts::{distributions, restarts};
pub use search::search;
pub use selection::selection;
pub use sets::by_set;
pub use standings::{portfolio, standings};

use super::blocks::Field;
use super::numbers as n;
use crate::stats::Observation;
use crate::store::PuzzleEntry;

fn columns(names: &[(&str, &str)]) -> Vec<(String, String)> {
    names.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
}

/// A time; in the file, one beyond the limit is `inf`, a number to everyone who reads it.
fn time(observation: Observation) -> Field {
    let raw = match observation {
        Observation::Seen(x) => x.to_string(),
        Observation::Beyond(_) => "inf".to_owned(),
    };
    Field { raw, ..Field::number(observation.rank_key().min(1e300), n::time(observation)) }
}

fn puzzle(entry: &PuzzleEntry) -> Field {
    let link = (entry.cells == 81).then(|| {
        format!("https://www.sudokuwiki.org/sudoku.htm?bd={}", entry.line.replace('.', "0"))
    });
    Field { link, ..Field::word(entry.line.clone()) }
}
