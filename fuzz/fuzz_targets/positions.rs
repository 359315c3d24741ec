//! Logic on arbitrary positions, broken ones among them: what is found passes the check that does
//! not ask the finder, and while the marks are honest no step removes a digit of the solution.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::time::Duration;
use sudolab_grid::halt::{Halt, HandClock};
use sudolab_grid::nine::{Digit, Digits};
use sudolab_logic::check::check;
use sudolab_logic::hint::{Order, next_within};
use sudolab_logic::position::Position;
use sudolab_logic::rating::se::{Rater, SeProfile};

const SOLVED: &[u8; 81] =
    b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fuzz_target!(|data: &[u8]| {
    let [honest, rest @ ..] = data else { return };
    let honest = honest % 2 == 0;
    let mut bytes = rest.iter().copied();
    let mut values = [0u8; 81];
    let mut marks = [Digits::default(); 81];
    for cell in 0..81 {
        let (low, high) = (bytes.next().unwrap_or(0xff), bytes.next().unwrap_or(1));
        let solved = SOLVED[cell] - b'0';
        if high & 6 == 6 {
            values[cell] = if honest { solved } else { low % 10 };
            continue;
        }
        let mut mask = u16::from(low) | u16::from(high & 1) << 8;
        if honest {
            mask |= 1 << (solved - 1);
        }
        marks[cell] = Digit::all().into_iter().filter(|d| mask >> d.index() & 1 == 1).collect();
    }
    let Ok(mut position) = Position::from_marks(&values, &marks) else { return };
    let clock = HandClock::stepping(Duration::from_millis(1));
    let halt = Halt::never().within(Duration::from_millis(40), &clock);
    let mut rater = Rater::new();
    // Nothing is known of the number of solutions.
    let profile = SeProfile { uniqueness: false, ..SeProfile::default() };
    for round in 0..12 {
        if position.is_solved() || position.is_broken() {
            return;
        }
        let order = if round % 2 == 0 { Order::Rating } else { Order::Human };
        let Ok(Some(hint)) = next_within(&mut rater, &position, &profile, order, &halt) else {
            return;
        };
        check(&position, &hint.step).unwrap_or_else(|e| panic!("{e:?}: {:?}", hint.step));
        let effect = &hint.step.effect;
        for candidate in &effect.placements {
            let right = SOLVED[candidate.cell.index()] - b'1' == candidate.digit.index() as u8;
            assert!(!honest || right, "{:?}", hint.step);
        }
        for candidate in &effect.eliminations {
            let right = SOLVED[candidate.cell.index()] - b'1' == candidate.digit.index() as u8;
            assert!(!honest || !right, "{:?}", hint.step);
        }
        effect.apply(&mut position);
    }
});
