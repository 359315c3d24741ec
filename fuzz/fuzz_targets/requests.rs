//! Requests of the wire: any text is refused with a reason or answered within a few looks at a
//! clock, and an answer can be written. The first letter chooses the verb.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::time::Duration;
use sudolab_grid::halt::{Halt, HandClock};
use sudolab_wire::verb::{Reply, Takes, VERBS, Verb};

fuzz_target!(|data: &[u8]| {
    let Some((first, text)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let verbs: Vec<&Verb> =
        VERBS.iter().filter(|verb| matches!(verb.takes, Takes::Request(_))).collect();
    let verb = verbs[usize::from(first.wrapping_sub(b'a')) % verbs.len()];
    let clock = HandClock::stepping(Duration::from_millis(1));
    let halt = Halt::never().within(Duration::from_millis(30), &clock);
    match verb.answer(text, &halt, &mut |told| assert!(told.starts_with(['{', '[']))) {
        Ok(Reply::Json(written)) => assert!(written.starts_with(['{', '['])),
        Ok(Reply::File { bytes, .. }) => assert!(!bytes.is_empty()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
