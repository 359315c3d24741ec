//! Published quasigroup completions as timetables: what can be completed is, with a trail that holds,
//! and of what cannot the clashing bookings are named.

use sudolab::grid::formats::{ReadOptions, read_all};
use sudolab::{Halt, Task, Timetable, Timetabled, registry, timetable};
use sudolab_testkit::outside;

/// Name, order, whether it can be completed, and the timetable of each published square.
fn squares(orders: std::ops::RangeInclusive<usize>) -> Vec<(String, bool, Timetable)> {
    let Some(text) = outside::shared("variants/latin_qwh_qcp.tsv") else { return Vec::new() };
    let head = text.lines().next().unwrap_or_default();
    let square = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        if !orders.contains(&fields[1].parse().ok()?) {
            return None;
        }
        let record = read_all(&format!("{head}\n{line}\n"), &ReadOptions::default()).remove(0);
        let puzzle = record.expect("a square of this size is read").document.to_puzzle();
        let table = Timetable::of_latin(&puzzle).expect("it is a Latin square");
        Some((fields[0].to_owned(), fields[3] == "sat", table))
    };
    text.lines().skip(1).filter_map(square).collect()
}

fn solved(table: &Timetable, id: &str) -> Timetabled {
    timetable(table, Task::new(registry::find(id).unwrap()), &Halt::never()).unwrap()
}

#[test]
fn what_can_be_completed_is_completed_with_a_trail_that_leads_there() {
    for (name, can, table) in squares(5..=20).into_iter().filter(|(_, can, _)| *can) {
        assert!(can);
        let Timetabled::Complete(complete) = solved(&table, "fast") else { panic!("{name}") };
        let n = table.slots().len();
        let mut held = vec![vec![None; n]; n];
        for step in &complete.trail {
            if let Some(placed) = step.placed {
                held[placed.slot][placed.room] = Some(placed.course);
            }
            assert!(!step.text(&table).is_empty());
        }
        assert_eq!(held, complete.courses, "{name}");
    }
}

#[test]
fn of_what_cannot_be_completed_the_bookings_that_clash_are_named() {
    for (name, _, table) in squares(5..=10).into_iter().filter(|(_, can, _)| !*can) {
        let Timetabled::Impossible(clashing) = solved(&table, "fast") else { panic!("{name}") };
        assert!(clashing.is_minimal, "{name}");
        assert!(clashing.terms.len() < table.terms().len(), "{name}");
        for i in 0..clashing.terms.len() {
            let mut rest = clashing.terms.clone();
            rest.remove(i);
            let opened = solved(&table.with_terms(rest), "fast");
            assert!(matches!(opened, Timetabled::Complete(_)), "{name}: {i} can be spared");
        }
    }
}
