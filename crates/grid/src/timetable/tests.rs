use super::*;
use crate::Solution;

const TEXT: &str = "\
# Two days
slots: Mon 9:00, Mon 11:00, Tue 9:00
rooms: Hall, Lab
courses: Algebra, Biology, Chemistry, Drama
fixed: Hall, Algebra, Mon 9:00
never: Drama, Lab
never: Biology, Tue 9:00
clash: Algebra, Biology, Chemistry
closed: Lab, Tue 9:00
";

#[test]
fn words_at_the_beginning_of_lines_make_a_timetable() {
    let table = Timetable::read(TEXT).unwrap();
    assert_eq!((table.slots().len(), table.rooms().len(), table.courses().len()), (3, 2, 4));
    let words: Vec<String> = table.terms().iter().map(|term| table.words(term)).collect();
    assert_eq!(
        words,
        [
            "Algebra is booked at Mon 9:00 in Hall",
            "Drama is never in Lab",
            "Biology is never at Tue 9:00",
            "Algebra and Biology may not share a slot",
            "Algebra and Chemistry may not share a slot",
            "Biology and Chemistry may not share a slot",
        ]
    );
    let puzzle = table.puzzle().unwrap();
    assert_eq!(puzzle.board().n_cells(), 5);
    assert_eq!(puzzle.n_clues(), 1);
    assert_eq!(puzzle.rules().len(), 2);
    // Drama beside Algebra is the only company the clashes leave, and it may not go to the Lab.
    let grid = Grid::from_values(puzzle.board().clone(), &[1, 4, 2, 3, 4]).unwrap();
    assert!(Solution::check(&puzzle, grid).is_err());
}

#[test]
fn a_table_with_commas_says_the_same() {
    let table = Timetable::read(
        "slot,Hall,Lab\nMon 9:00,Algebra,\nMon 11:00,,\nTue 9:00,,-\n\
         courses:,Algebra,Biology,Chemistry,Drama\nnever:,Drama,Lab,\nnever:,Biology,Tue 9:00\n\
         clash:,Algebra,Biology,Chemistry\n",
    )
    .unwrap();
    assert_eq!(table, Timetable::read(TEXT).unwrap());
}

#[test]
fn as_many_slots_rooms_and_courses_are_a_latin_square() {
    let table = Timetable::read("slot,A,B,C\n1,x,y,\n2,,,\n3,,,\ncourses: x, y, z").unwrap();
    assert_eq!(*table.board().unwrap(), *Board::latin(3).unwrap());
    let puzzle = table.puzzle().unwrap();
    assert_eq!(puzzle.stated_candidates(), None);
    let named = Timetable::of_latin(&puzzle).unwrap();
    assert_eq!(named.terms(), table.terms());
    assert_eq!(named.puzzle().unwrap(), puzzle);
}

#[test]
fn two_bookings_of_one_place_leave_nothing_there() {
    let text = "slots: 1, 2\nrooms: A, B\ncourses: x, y\nfixed: x, 1, A\nfixed: y, 1, A";
    let puzzle = Timetable::read(text).unwrap().puzzle().unwrap();
    assert!(puzzle.allowed(Cell::new(0)).is_empty());
}

#[test]
fn what_cannot_be_read_is_named_with_its_line() {
    #[track_caller]
    fn check(text: &str, problem: &str) {
        let error = Timetable::read(text).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
    let base = "slots: 1, 2\nrooms: A, B\ncourses: x, y\n";
    check("", "there is no slot");
    check("room: A, B", "line 1: 'room:' is not known here; use one of slots, rooms");
    check(&format!("{base}fixed: x, 1"), "line 4: 'fixed' needs one course, one slot and one room");
    check(&format!("{base}fixed: z, 1, A"), "line 4: 'z' is no slot, room or course");
    check(&format!("{base}clash: x"), "line 4: 'clash' needs two courses");
    check(&format!("{base}clash: x, x"), "line 4: 'clash' needs different courses");
    check(&format!("{base}never: x"), "line 4: 'never' needs one course, and a slot or a room");
    check(&format!("{base}closed: 1, A\nfixed: x, 1, A"), "and that place is closed");
    check("slots: 1, 1\nrooms: A\ncourses: x", "'1' occurs twice");
    check(
        "slots: 1\nrooms: A, B\ncourses: x",
        "slot '1' has 2 open rooms, and there are 1 courses",
    );
    check("slots: 1, 2\nrooms: A\ncourses: x", "let courses come back to a room");
    check("slot,A\n1,x,y", "line 2: 'y' stands in column 2 of a table of 1 rooms");
    check("courses: x\nslot,A\n1,y", "line 3: 'y' is no course");
    let many: Vec<String> = (0..26).map(|i| format!("c{i}")).collect();
    check(&format!("slots: 1\nrooms: A\ncourses: {}", many.join(", ")), "there are 26 courses");
}
