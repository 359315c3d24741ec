//! An own technique beside those of the catalogue.
//!
//! A technique is one `Entry`: its names, how it is found, and how its steps are confirmed, told and
//! drawn. Here naked pairs in rows are found by own code and asked for before everything else; what
//! they do not see is left to the catalogue. Every step is confirmed before it is shown.
//!
//! `cargo run --release -p sudolab --example own_technique`

use std::error::Error;
use std::ops::ControlFlow;
use sudolab::grid::nine::{Candidate, Cells, House};
use sudolab::logic::catalogue::Catalogue;
use sudolab::logic::check::{CheckError, Justified, check};
use sudolab::logic::entry::Entry;
use sudolab::logic::explain::Words;
use sudolab::logic::origin::Family;
use sudolab::logic::position::Position;
use sudolab::logic::step::{Effect, OwnReason, Reason, Step};
use sudolab::logic::technique::Technique;
use sudolab::logic::techniques::Flow;
use sudolab::{Halt, Order, UniquePuzzle, explain};

const PUZZLE: &str =
    "4.....938.32.941...953..24.37.6.9..4529..16736.47.3.9.957..83....39..4..24..3.7.9";

static TWINS: Entry = Entry::new("twins", "Twins", Family::Sets, "this example")
    .found_by(|position, _, _, visit| Ok(find(position, visit)))
    .checked_by(confirm)
    .told_by(tell);

/// Two cells of a row with the same two candidates: no other cell of the row takes them.
fn find(position: &Position, visit: &mut dyn FnMut(Step) -> Flow) -> Flow {
    for row in (0..9).map(House::row) {
        let pairs = position.cells_of_size(2).intersection(row.cells());
        for first in pairs {
            for second in pairs.into_iter().filter(|&cell| cell > first) {
                let digits = position.candidates(first);
                let cells: Cells = [first, second].into_iter().collect();
                let own = OwnReason { houses: vec![row], cells, digits, candidates: Vec::new() };
                let gone = removed(&own).filter(|c| position.has(c.cell, c.digit));
                let effect = Effect::remove(gone);
                if position.candidates(second) == digits && !effect.is_empty() {
                    let (technique, reason) = (Technique::Own(&TWINS), Reason::Own(Box::new(own)));
                    visit(Step { technique, effect, reason })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// What a pair of twins takes from the rest of its row.
fn removed(own: &OwnReason) -> impl Iterator<Item = Candidate> {
    let (cells, digits) = (own.houses[0].cells().without(own.cells), own.digits);
    cells.into_iter().flat_map(move |c| digits.into_iter().map(move |d| Candidate::new(c, d)))
}

/// Confirms a step from its reason alone.
fn confirm(position: &Position, step: &Step) -> Result<Justified, CheckError> {
    match &step.reason {
        Reason::Own(own)
            if own.digits.len() == own.cells.len()
                && own.cells.into_iter().all(|cell| position.candidates(cell) == own.digits) =>
        {
            Ok(Justified::remove(removed(own).collect()))
        }
        _ => Err(CheckError::Premise("as many cells with the same candidates as digits")),
    }
}

fn tell(_: &Position, step: &Step) -> Words {
    let Reason::Own(own) = &step.reason else { return Words::default() };
    let cells: Vec<String> = own.cells.into_iter().map(|cell| cell.to_string()).collect();
    let sentence = format!("{} hold the same two candidates.", cells.join(" and "));
    Words { place: format!(" in {}", own.houses[0]), sentences: vec![sentence] }
}

fn main() -> Result<(), Box<dyn Error>> {
    let proper = UniquePuzzle::prove(PUZZLE.parse()?)?;
    let catalogue = Catalogue::human().with_before(Technique::FullHouse, &TWINS);
    let never = Halt::never();
    let mut own = 0;
    for told in explain(&proper, Order::Human, &never)?.by(&catalogue) {
        let told = told?;
        check(&told.position, &told.hint.step)?;
        if told.hint.step.technique == Technique::Own(&TWINS) {
            own += 1;
            println!("{}", told.text());
        }
    }
    println!("solved; {own} steps were our own");
    Ok(())
}
