//! Plans of studies: refused with a place, or read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudolab_lab::plan::Plan;

fuzz_target!(|text: &str| {
    match Plan::read(text, "plan.toml") {
        Ok(plan) => assert!(!plan.contestants.is_empty()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
