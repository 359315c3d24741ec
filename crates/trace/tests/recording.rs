//! Stories about recorded runs.

use sudolab_grid::Puzzle;
use sudolab_grid::random::Random;
use sudolab_solvers::{Budget, Halt, Outcome, Task, registry};
use sudolab_trace::{Frame, FrameReader, Recorded, View, Watching, record};

const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const MIDDLE: &str =
    "1...6.9.....2...18...1..45...273..45.5....29...96..3.....5.2...5.1......9..486..1";

fn recorded(id: &str, line: &str, ticks: u64, watching: Watching) -> (Recorded, Outcome) {
    let puzzle: Puzzle = line.parse().unwrap();
    let task = Task::new(registry::find(id).unwrap()).budget(Budget::ticks(ticks)).seed(5);
    record(&task, &puzzle, watching, &Halt::never()).unwrap()
}

fn frames(bytes: &[u8]) -> (Vec<(u64, Frame)>, View) {
    let mut reader = FrameReader::new(bytes).unwrap();
    let mut frames = Vec::new();
    while let Some(frame) = reader.next_frame().unwrap() {
        frames.push(frame);
    }
    (frames, reader.view().clone())
}

fn sampled(sample: u64) -> Watching {
    Watching { sample, ..Watching::default() }
}

#[test]
fn a_recorded_run_plays_to_its_answer_however_seldom_one_looks() {
    for algorithm in registry::all() {
        for sample in [1, 700] {
            let (trace, outcome) = recorded(algorithm.id, MIDDLE, 40_000, sampled(sample));
            let (frames, view) = frames(&trace.bytes);
            let id = algorithm.id;
            assert_eq!(frames.len() as u64, trace.tally.events, "{id}");
            assert!(frames.windows(2).all(|pair| pair[0].0 <= pair[1].0), "{id}: ticks go back");
            assert!(matches!(frames.last(), Some((_, Frame::End { .. }))), "{id}");
            if let Some(solution) = &outcome.solution {
                assert_eq!(view.board, solution.grid().values(), "{id} with sample {sample}");
            }
        }
    }
}

#[test]
fn the_same_run_gives_the_same_bytes() {
    for id in ["annealing", "gauge", "cdcl", "belief"] {
        let [one, two] = [0, 1].map(|_| recorded(id, HARD, 20_000, sampled(1)).0.bytes);
        assert_eq!(one, two, "{id}");
    }
}

#[test]
fn one_can_go_on_at_every_keyframe() {
    let (trace, _) = recorded("backtrack-thesis", HARD, 100_000, sampled(1));
    let (all, view) = frames(&trace.bytes);
    assert!(trace.keyframes.len() as u64 == 1 + trace.tally.events / 4096);
    assert!(trace.keyframes.len() > 3, "{} events", all.len());
    for keyframe in &trace.keyframes {
        let mut reader = FrameReader::new(&trace.bytes).unwrap();
        reader.seek(*keyframe).unwrap();
        let first = reader.next_frame().unwrap();
        let place = reader.events() as usize - 1;
        assert_eq!(first.as_ref(), all.get(place));
        while reader.next_frame().unwrap().is_some() {}
        assert_eq!(reader.view().board, view.board);
    }
}

#[test]
fn a_window_begins_with_the_board_as_it_stands() {
    for id in ["backtrack-house", "annealing-lewis"] {
        let (whole, outcome) = recorded(id, HARD, 30_000, sampled(1));
        let watching = Watching { from: 20_000, ..sampled(1) };
        let (window, again) = recorded(id, HARD, 30_000, watching);
        assert_eq!((outcome.ticks, outcome.verdict), (again.ticks, again.verdict));
        let (all, end) = frames(&whole.bytes);
        let (late, late_end) = frames(&window.bytes);
        assert_eq!(all[all.len() - late.len()..], late[..], "{id}");
        assert!(late[0].0 >= 20_000 && all.len() > late.len());
        assert_eq!(end.board, late_end.board, "{id}");
    }
}

#[test]
fn a_trace_with_enough_events_takes_no_more_but_the_end() {
    let watching = Watching { events: 1000, ..sampled(1) };
    let (trace, outcome) = recorded("dlx", HARD, 30_000, watching);
    assert_eq!((trace.tally.events, trace.tally.complete), (1001, false));
    let (all, _) = frames(&trace.bytes);
    assert_eq!(all.last().map(|(tick, _)| *tick), Some(outcome.ticks));
}

#[test]
fn a_trace_with_enough_bytes_takes_no_more_but_the_end() {
    // Each look of this one carries a number for each cell and digit.
    let watching = Watching { bytes: 50_000, ..sampled(1) };
    let (trace, outcome) = recorded("belief", HARD, 30_000, watching);
    assert!(!trace.tally.complete);
    let length = trace.bytes.len();
    assert!((50_000..60_000).contains(&length), "{length}");
    let (all, _) = frames(&trace.bytes);
    assert_eq!(all.last().map(|(tick, _)| *tick), Some(outcome.ticks));
}

#[test]
fn looking_seldom_makes_a_short_trace() {
    for id in ["backtrack-thesis", "annealing-chi-lange", "boltzmann-thesis-fast"] {
        let (trace, outcome) = recorded(id, HARD, 100_000, sampled(1000));
        let looks = outcome.ticks / 1000 + 1;
        assert!(trace.tally.events < 8 * looks + 200, "{id}: {:?}", trace.tally);
    }
}

#[test]
fn damaged_traces_are_refused_and_do_no_harm() {
    let mut random = Random::new(11);
    for id in ["gauge-2006", "belief", "rules-thesis", "cdcl", "annealing-lewis"] {
        let (trace, _) = recorded(id, HARD, 3_000, Watching { events: 300, ..sampled(1) });
        let length = trace.bytes.len();
        for round in 0..400 {
            let mut bytes = trace.bytes.clone();
            if round % 2 == 0 {
                bytes.truncate(random.index(length));
            }
            for _ in 0..random.index(6) {
                if !bytes.is_empty() {
                    let place = random.index(bytes.len());
                    bytes[place] = random.bits() as u8;
                }
            }
            let Ok(mut reader) = FrameReader::new(&bytes) else { continue };
            while let Ok(Some(_)) = reader.next_frame() {}
        }
    }
    let error = FrameReader::new(b"SLTR\x02\x51\x09").expect_err("version 2 is not known");
    assert!(error.to_string().starts_with("byte 4: "), "{error}");
    assert!(FrameReader::new(b"GIF89a").is_err());
}
