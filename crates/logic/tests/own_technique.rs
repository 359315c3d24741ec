//! A technique that is not of the catalogue: one entry, and everything else finds it.

use std::ops::ControlFlow;
use sudolab_grid::halt::Halt;
use sudolab_grid::nine::{Candidate, Cells, House};
use sudolab_logic::catalogue::Catalogue;
use sudolab_logic::check::{CheckError, Justified, check};
use sudolab_logic::entry::Entry;
use sudolab_logic::explain::shown::Shown;
use sudolab_logic::explain::{Words, explain};
use sudolab_logic::hint::Order;
use sudolab_logic::origin::{Family, Premise};
use sudolab_logic::path::{End, Path};
use sudolab_logic::position::Position;
use sudolab_logic::rating::se::Rater;
use sudolab_logic::start::Start;
use sudolab_logic::step::{Effect, OwnReason, Reason, Step};
use sudolab_logic::technique::Technique;
use sudolab_logic::techniques::{Flow, named};

/// Made up: two cells of a row with the same two candidates are a pair of twins.
static TWINS: Entry = Entry::new("twins", "Twins", Family::Sets, "this test")
    .found_by(|position, _, _, visit| Ok(find(position, visit)))
    .checked_by(confirm)
    .told_by(tell)
    .drawn_by(picture);

const LINE: &str =
    "4.....938.32.941...953..24.37.6.9..4529..16736.47.3.9.957..83....39..4..24..3.7.9";

fn find(position: &Position, visit: &mut dyn FnMut(Step) -> Flow) -> Flow {
    let pairs = position.cells_of_size(2);
    for row in (0..9).map(House::row) {
        let inside = pairs.intersection(row.cells());
        for first in inside {
            for second in inside.without(Cells::only(first)) {
                let digits = position.candidates(first);
                if first > second || position.candidates(second) != digits {
                    continue;
                }
                let cells: Cells = [first, second].into_iter().collect();
                let gone: Vec<Candidate> = row
                    .cells()
                    .without(cells)
                    .into_iter()
                    .flat_map(|cell| digits.into_iter().map(move |d| Candidate::new(cell, d)))
                    .filter(|c| position.has(c.cell, c.digit))
                    .collect();
                if gone.is_empty() {
                    continue;
                }
                let own = OwnReason { houses: vec![row], cells, digits, candidates: Vec::new() };
                visit(Step {
                    technique: Technique::Own(&TWINS),
                    effect: Effect::remove(gone),
                    reason: Reason::Own(Box::new(own)),
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn confirm(position: &Position, step: &Step) -> Result<Justified, CheckError> {
    let Reason::Own(own) = &step.reason else { return Err(CheckError::Premise("no twins")) };
    let twins = own.cells.into_iter().all(|cell| position.candidates(cell) == own.digits);
    if !twins || own.cells.len() != 2 || own.digits.len() != 2 {
        return Err(CheckError::Premise("two cells with the same two candidates"));
    }
    let others = own.houses[0].cells().without(own.cells).into_iter();
    let gone = others.flat_map(|cell| own.digits.into_iter().map(move |d| Candidate::new(cell, d)));
    Ok(Justified::remove(gone.collect()))
}

fn tell(_: &Position, step: &Step) -> Words {
    let Reason::Own(own) = &step.reason else { return Words::default() };
    let sentences = vec!["Twins share what they have.".to_owned()];
    Words { place: format!(" in {}", own.houses[0]), sentences }
}

fn picture(_: &Position, step: &Step) -> Shown {
    let Reason::Own(own) = &step.reason else { return Shown::default() };
    Shown { cells: own.cells, houses: own.houses.clone(), ..Shown::default() }
}

fn first_step(position: &Position) -> Step {
    let mut found = None;
    let asked = named::find(position, Technique::Own(&TWINS), &mut |step| {
        found = Some(step);
        ControlFlow::Break(())
    });
    assert_eq!(asked, Ok(ControlFlow::Break(())));
    found.expect("there are twins")
}

#[test]
fn an_own_technique_is_found_checked_told_and_drawn_by_its_entry() {
    let position = Position::from_line(LINE).expect("a puzzle line");
    let step = first_step(&position);
    assert_eq!(check(&position, &step), Ok(()));
    let told = explain(&position, &step);
    let Reason::Own(own) = &step.reason else { panic!("{:?}", step.reason) };
    assert_eq!(told.title, format!("Twins in {}", own.houses[0]));
    assert_eq!(told.sentences, ["Twins share what they have."]);
    assert!(told.conclusion.contains("cannot be"));
    assert_eq!(Shown::of_step(&position, &step).cells, own.cells);
    assert_eq!(step.technique.kind(), Premise::Logic);
    assert_eq!(format!("{:?}", step.technique), "Own(twins)");
}

#[test]
fn its_own_rule_refuses_what_is_not_justified() {
    let position = Position::from_line(LINE).expect("a puzzle line");
    let mut step = first_step(&position);
    let gone = step.effect.eliminations[0];
    let elsewhere = position.all_candidates().find(|c| c.cell.row() != gone.cell.row());
    step.effect.eliminations.push(elsewhere.expect("other rows have candidates"));
    assert!(matches!(check(&position, &step), Err(CheckError::Elimination(_))));
    let mut elsewhere = position.clone();
    let Reason::Own(own) = &step.reason else { panic!("{:?}", step.reason) };
    let twin = own.cells.first().expect("two cells");
    let digit = own.digits.first().expect("two digits");
    elsewhere.remove(twin, digit);
    assert!(matches!(check(&elsewhere, &step), Err(CheckError::Premise(_))));
}

#[test]
fn a_catalogue_takes_it_on_the_way_to_the_solution() {
    let position = Position::from_line(LINE).expect("a puzzle line");
    let catalogue = Catalogue::human().with_before(Technique::FullHouse, &TWINS);
    let never = Halt::never();
    let start = Start::unproved(position);
    let mut path = Path::new(Rater::new(), start, Order::Human, &never).by(&catalogue);
    let taken: Vec<_> = path.by_ref().collect();
    assert_eq!(path.end(), Some(End::Solved));
    assert_eq!(taken[0].hint.step.technique, Technique::Own(&TWINS));
    assert_eq!(taken[0].hint.difficulty, None, "no profile prices it");
    for step in &taken {
        check(&step.at, &step.hint.step).expect("a sound step");
    }
}
