use super::*;
use sudolab_grid::timetable::Term;
use sudolab_solvers::registry;

fn task(id: &str) -> Task {
    Task::new(registry::find(id).unwrap())
}

fn done(text: &str, id: &str) -> (Timetable, Timetabled) {
    let table = Timetable::read(text).unwrap();
    let done = timetable(&table, task(id), &Halt::never()).unwrap();
    (table, done)
}

/// The worked example of `docs/timetable.md`, which has one completion.
const WEEK: &str = "\
slots: Mon 9, Mon 11, Tue 9, Tue 11
rooms: Hall, Lab, Studio
courses: Algebra, Biology, Chemistry, Drama, English, French
fixed: Algebra, Mon 9, Hall
fixed: Chemistry, Mon 11, Hall
fixed: Drama, Mon 11, Studio
fixed: Chemistry, Tue 9, Lab
never: Drama, Lab
never: English, Mon 9
clash: Algebra, Chemistry
clash: Biology, Chemistry
clash: Biology, English
clash: Drama, English
";

/// Much is left open.
const LOOSE: &str = "\
slots: Mon 9, Mon 11, Tue 9, Tue 11
rooms: Hall, Lab, Studio
courses: Algebra, Biology, Chemistry, Drama, English, French
fixed: Algebra, Mon 9, Hall
fixed: Drama, Mon 11, Studio
fixed: Chemistry, Tue 9, Lab
never: Drama, Lab
never: English, Mon 9
clash: Algebra, Chemistry
clash: Biology, English
";

/// Follows a trail with nothing but the demands, and believes no placement that breaks one.
#[track_caller]
fn holds(table: &Timetable, complete: &Completed) {
    let mut held = vec![vec![None; table.rooms().len()]; table.slots().len()];
    for (i, step) in complete.trail.iter().enumerate() {
        assert_eq!(step.number, i + 1);
        if let Some(Held { course, slot, room }) = step.placed {
            assert_eq!(held[slot][room], None, "{}", step.text(table));
            assert!(!held[slot].contains(&Some(course)), "{}", step.text(table));
            held[slot][room] = Some(course);
        }
        for struck in &step.struck {
            let kept = complete.courses[struck.slot][struck.room];
            assert_ne!(kept, Some(struck.course), "{}", step.text(table));
        }
    }
    assert_eq!(held, complete.courses);
}

#[test]
fn every_placement_has_its_reason() {
    let (table, done) = done(WEEK, "fast");
    let Timetabled::Complete(complete) = done else { panic!("{done:?}") };
    holds(&table, &complete);
    let fixed = complete.trail.iter().filter(|step| step.reason == BookingReason::Fixed).count();
    assert_eq!((fixed, complete.unique), (4, Some(true)));
    for term in table.terms() {
        match *term {
            Term::Fixed { course, slot, room } => {
                assert_eq!(complete.courses[slot][room], Some(course));
            }
            Term::Never { course, slot, room } => {
                for (s, row) in complete.courses.iter().enumerate() {
                    for (r, held) in row.iter().enumerate() {
                        let meant = slot.is_none_or(|x| x == s) && room.is_none_or(|x| x == r);
                        assert!(!meant || *held != Some(course));
                    }
                }
            }
            Term::Clash { one, other } => {
                let share = |row: &Vec<Option<usize>>| {
                    row.contains(&Some(one)) && row.contains(&Some(other))
                };
                assert!(!complete.courses.iter().any(share));
            }
        }
    }
}

#[test]
fn clashing_bookings_are_named_and_none_of_them_can_be_spared() {
    let text = format!(
        "{LOOSE}fixed: Biology, Mon 9, Lab\nfixed: English, Tue 11, Hall\nfixed: Biology, Tue 11, Studio\n"
    );
    let (table, done) = done(&text, "fast");
    let Timetabled::Impossible(clashing) = done else { panic!("{done:?}") };
    assert!(clashing.is_minimal);
    let words: Vec<String> = clashing.terms.iter().map(|term| table.words(term)).collect();
    assert_eq!(
        words,
        [
            "Biology and English may not share a slot",
            "English is booked at Tue 11 in Hall",
            "Biology is booked at Tue 11 in Studio",
        ]
    );
}

#[test]
fn an_algorithm_that_does_not_take_the_demands_says_so() {
    let table = Timetable::read(WEEK).unwrap();
    let error = timetable(&table, task("annealing"), &Halt::never()).unwrap_err();
    assert!(error.to_string().contains("annealing"), "{error}");
}

/// A Latin square of order 5 that singles complete, by rows; the last row tells itself.
const FIVE: &str = "slot,A,B,C,D,E\n1,a,b,c,d,\n2,b,c,d,e,\n3,c,d,e,a,\n4,d,,a,,c\n5,,,,,\n";

#[test]
fn gauge_tells_the_trail_it_evolved() {
    let (table, done) = done(FIVE, "gauge");
    let Timetabled::Complete(complete) = done else { panic!("{done:?}") };
    holds(&table, &complete);
    assert!(complete.trail.iter().all(|step| !matches!(step.reason, BookingReason::Chosen(_))));
    let (_, exact) = self::done(FIVE, "fast");
    let Timetabled::Complete(exact) = exact else { panic!("{exact:?}") };
    assert_eq!(exact.courses, complete.courses);
    assert_eq!(exact.unique, Some(true));
}

#[test]
fn what_gauge_cannot_prove_impossible_is_named_all_the_same() {
    let text = "slot,A,B\n1,x,\n2,x,\ncourses: x, y";
    for id in ["gauge", "fast"] {
        let (_, done) = done(text, id);
        let Timetabled::Impossible(clashing) = done else { panic!("{id}: {done:?}") };
        assert_eq!(clashing.terms.len(), 2, "{id}");
    }
}
