//! Lines of technique libraries and of lists of exemplars: read, and run for a few looks at a clock.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::time::Duration;
use sudolab_grid::halt::{Halt, HandClock};
use sudolab_logic::exemplar::Exemplar;
use sudolab_logic::regression::Case;

fuzz_target!(|text: &str| {
    for line in text.lines().take(4) {
        let clock = HandClock::stepping(Duration::from_millis(1));
        let halt = Halt::never().within(Duration::from_millis(20), &clock);
        if let Ok(Some(case)) = Case::read(line) {
            let _ = case.run_within(&halt);
        }
        if let Ok(Some(row)) = Exemplar::read(line) {
            let _ = row.run_within(&halt);
        }
    }
});
