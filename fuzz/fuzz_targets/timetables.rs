//! Texts of timetables: refused with a reason, or the puzzle can be made and keeps its bookings.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudolab_grid::Timetable;

fuzz_target!(|text: &str| {
    match Timetable::read(text) {
        Ok(table) => {
            let puzzle = table.puzzle().expect("what was read was checked");
            assert!(puzzle.n_clues() <= table.terms().len());
            table.terms().iter().for_each(|term| assert!(!table.words(term).is_empty()));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
