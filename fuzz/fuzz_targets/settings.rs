//! `--set NAME=VALUE` of every algorithm, and lengths of time: refused or kept, and what was kept
//! can be built.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudolab_solvers::{Task, registry};

fuzz_target!(|data: (u8, &str)| {
    let (which, text) = data;
    let n = registry::all().count();
    let algorithm = registry::all().nth(usize::from(which) % n).expect("below their number");
    let mut settings = algorithm.defaults();
    for line in text.lines().take(8) {
        let _ = settings.set_from(line);
        // A name that exists, with any value.
        if let Some(parameter) =
            algorithm.parameters.get(line.len() % algorithm.parameters.len().max(1))
        {
            let _ = settings.set(parameter.name, line);
        }
        if let Ok(length) = sudolab_clock::duration::parse(line) {
            assert!(length.as_secs_f64().is_finite());
        }
    }
    let _ = Task::new(algorithm).settings(settings).build();
});
