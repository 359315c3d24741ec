//! Region maps and patterns of clues: a board that is made of a map keeps its cells and regions.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::time::Duration;
use sudolab_grid::formats::board_of_regions;
use sudolab_grid::halt::{Halt, HandClock};
use sudolab_wire::request::GenerateRequest;

fuzz_target!(|data: (bool, &str)| {
    let (as_pattern, text) = data;
    if let Ok(board) = board_of_regions(text) {
        assert_eq!(board.n_cells(), board.size() * board.size());
        for cell in board.cells() {
            assert!(board.houses_of(cell).len() >= 2);
        }
    }
    let text = Some(text.to_owned());
    let request = match as_pattern {
        true => GenerateRequest { pattern: text, count: 1, ..GenerateRequest::default() },
        false => GenerateRequest { regions: text, count: 1, ..GenerateRequest::default() },
    };
    let clock = HandClock::stepping(Duration::from_millis(1));
    let halt = Halt::never().within(Duration::from_millis(20), &clock);
    if let Ok(commission) = request.commission(&halt) {
        let _ = commission.order.check();
    }
});
