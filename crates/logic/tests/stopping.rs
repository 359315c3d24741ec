//! Whatever searches here can be sent to another thread and stopped from there.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use sudolab_exact::UniquePuzzle;
use sudolab_grid::halt::{Clock, Halt, HandClock, Stop};
use sudolab_logic::explain::Explanation;
use sudolab_logic::hint::{Hint, Order, next_within};
use sudolab_logic::position::Position;
use sudolab_logic::rating::hodoku::tabling::{Found, Tabling};
use sudolab_logic::rating::hodoku::{HodokuProfile, HodokuStep};
use sudolab_logic::rating::se::{SeProfile, SeStep};
use sudolab_logic::rating::{Unrated, hodoku, se};
use sudolab_logic::step::Step;

/// Needs nested chains from the first step on.
const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn hard() -> UniquePuzzle {
    UniquePuzzle::prove(HARD.parse().expect("a puzzle line")).expect("a proper puzzle")
}

fn go_on<T>(_: &Position, _: &T) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Every long search of this room on the hard puzzle.
/// A search by its name.
type Named = (&'static str, fn(&Halt<'_>) -> Result<(), Stop>);

fn searches() -> Vec<Named> {
    vec![
        ("rating by Explainer", |halt| {
            let position = Position::of_proper(&hard()).expect("a classic puzzle");
            se::Rater::new().rate_within(&position, &SeProfile::default(), halt, go_on).map(drop)
        }),
        ("next step by Explainer", |halt| {
            let position = Position::of_proper(&hard()).expect("a classic puzzle");
            se::Rater::new().next_within(&position, &SeProfile::default(), halt).map(drop)
        }),
        ("hint in the human order", |halt| {
            let position = Position::of_proper(&hard()).expect("a classic puzzle");
            let (mut rater, profile) = (se::Rater::new(), SeProfile::default());
            next_within(&mut rater, &position, &profile, Order::Human, halt).map(drop)
        }),
        ("rating by HoDoKu", |halt| {
            let position = Position::of_proper(&hard()).expect("a classic puzzle");
            let profile = HodokuProfile::default();
            hodoku::Rater::new().rate_within(&position, &profile, halt, go_on).map(drop)
        }),
    ]
}

#[test]
fn raters_positions_steps_and_words_can_be_sent_to_another_thread() {
    fn is_sent<T: Send>() {}
    is_sent::<se::Rater>();
    is_sent::<hodoku::Rater>();
    is_sent::<Tabling>();
    is_sent::<Position>();
    is_sent::<Step>();
    is_sent::<SeStep>();
    is_sent::<HodokuStep>();
    is_sent::<Found>();
    is_sent::<Hint>();
    is_sent::<Explanation>();
}

#[test]
fn every_search_ends_at_the_look_at_which_the_time_is_up() {
    // The clock moves on by two milliseconds at each look, so a search looks at every beat.
    for (name, search) in searches() {
        for looks in [1, 10, 100] {
            let clock = Looked::default();
            let halt = Halt::never().within(Duration::from_millis(2) * looks, &clock);
            assert_eq!(search(&halt), Err(Stop::Time), "{name} after {looks} looks");
            // One look to begin with, and two at each beat: whether it is time, and how long it took.
            assert!(clock.looks() <= u64::from(looks) + 4, "{name}: {} looks", clock.looks());
        }
    }
}

#[test]
fn every_search_ends_when_the_flag_is_raised_on_the_way() {
    for (name, search) in searches() {
        let flag = AtomicBool::new(false);
        let clock = Raising { flag: &flag, looks: Looked::default(), after: 40 };
        // The limit is far away; looking at it raises the flag.
        let halt = Halt::never().within(Duration::from_secs(3600), &clock).cancelled_by(&flag);
        assert_eq!(search(&halt), Err(Stop::Cancelled), "{name}");
        assert!(clock.looks.looks() < 50, "{name}: {} looks", clock.looks.looks());
    }
}

#[test]
fn a_proper_puzzle_is_rated_the_same_with_and_without_a_limit() {
    let proper = hard();
    let far = HandClock::new();
    let halt = Halt::never().within(Duration::from_secs(1), &far);
    for halt in [&halt, &Halt::never()] {
        let rating = se::rate(&proper, &SeProfile::default(), halt).expect("a classic puzzle");
        assert_eq!(rating.er.to_string(), "10.7");
    }
    let small = UniquePuzzle::prove("1234341221434.21".parse().expect("a puzzle"));
    let unrated = se::rate(&small.expect("proper"), &SeProfile::default(), &Halt::never());
    assert!(matches!(unrated, Err(Unrated::OtherBoard(_))), "{unrated:?}");
}

/// A clock that counts how often it is looked at, and moves on by two milliseconds each time.
#[derive(Default)]
struct Looked(std::sync::atomic::AtomicU64);

impl Looked {
    fn looks(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Clock for Looked {
    fn wall(&self) -> Duration {
        Duration::from_millis(2) * self.0.fetch_add(1, Ordering::Relaxed) as u32
    }
}

/// A clock that raises a flag after so many looks.
struct Raising<'a> {
    flag: &'a AtomicBool,
    looks: Looked,
    after: u64,
}

impl Clock for Raising<'_> {
    fn wall(&self) -> Duration {
        if self.looks.looks() >= self.after {
            self.flag.store(true, Ordering::Relaxed);
        }
        self.looks.wall()
    }
}

#[test]
fn every_named_finder_ends_when_the_time_is_up() {
    use sudolab_logic::technique::Technique;
    use sudolab_logic::techniques::named::find_within;
    let position = Position::of_proper(&hard()).expect("a classic puzzle");
    let mut n_stopped = 0;
    for &technique in Technique::ALL {
        let clock = Looked::default();
        let halt = Halt::never().within(Duration::from_millis(10), &clock);
        let found = find_within(&position, technique, &halt, &mut |_| ControlFlow::Continue(()));
        n_stopped += usize::from(found == Err(Stop::Time));
        assert!(clock.looks() <= 9, "{technique:?}: {} looks", clock.looks());
    }
    assert!(n_stopped > 10, "only {n_stopped} finders were stopped on a hard puzzle");
}
