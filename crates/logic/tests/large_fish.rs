//! Fish that HoDoKu finds only when it is asked for them, in positions of our own puzzles.

use std::collections::BTreeSet;
use sudolab_logic::regression::{Case, CaseResult};
use sudolab_testkit::carried;

#[test]
fn large_fish_and_kraken_fish_are_found_where_hodoku_finds_them() {
    let mut failures = Vec::new();
    let mut codes = BTreeSet::new();
    for (index, line) in carried::text("golden/large-fish.txt").lines().enumerate() {
        let Some(case) = Case::read(line).expect("a library line") else { continue };
        match case.run() {
            CaseResult::Passed => {
                codes.insert(case.code);
            }
            other => failures.push(format!("line {} {}: {other:?}", index + 1, case.code)),
        }
    }
    assert!(failures.is_empty(), "{} lines:\n{}", failures.len(), failures.join("\n"));
    let silent = codes.iter().filter(|code| code.ends_with("-x")).count();
    assert!(silent >= 10, "{silent} codes have a line in which nothing must be found");
}
