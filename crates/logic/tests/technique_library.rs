//! The finders on HoDoKu's regression library.

use std::collections::BTreeMap;
use sudolab_grid::testdata::shared;
use sudolab_logic::regression::{Case, Verdict};

#[test]
fn what_fails_is_told() {
    let Some(library) = shared("hodoku/reglib-1.3-visible.txt") else { return };
    let mut counts: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    for (index, line) in library.lines().enumerate() {
        let Some(case) = Case::read(line).expect("a library line") else { continue };
        let verdict = case.run();
        let entry = counts.entry(case.code.clone()).or_default();
        match verdict {
            Verdict::Passed => entry[0] += 1,
            Verdict::NotThereYet => entry[1] += 1,
            Verdict::Failed(reason) => {
                entry[2] += 1;
                eprintln!("line {} {}: {reason}", index + 1, case.code);
            }
        }
    }
    for (code, [passed, absent, failed]) in counts {
        eprintln!("{code}: {passed} passed, {absent} not there yet, {failed} failed");
    }
}
