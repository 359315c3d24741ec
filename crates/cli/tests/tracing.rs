//! Stories about `solve --trace`.

mod kit;
use kit::{EASY, EASY_SOLVED, run_in};
use serde_json::Value;
use sudolab_trace::FrameReader;

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

#[test]
fn a_trace_tells_the_run_from_its_first_board_to_its_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["solve", EASY, "--algorithm", "backtrack-thesis", "--trace", "run.jsonl"];
    let ran = run_in(folder.path(), &[&words[..], &["--format", "line"]].concat()).code(0);
    assert_eq!(ran.out, format!("{EASY_SOLVED}\n"));
    let text = std::fs::read_to_string(folder.path().join("run.jsonl")).unwrap();
    let lines = lines(&text);
    assert_eq!((&lines[0]["kind"], &lines[0]["algorithm"]), (&"run".into(), &words[3].into()));
    assert_eq!((&lines[1]["kind"], &lines[1]["board"]), (&"state".into(), &EASY.into()));
    let last = lines.last().unwrap();
    assert_eq!((&last["kind"], &last["verdict"]), (&"end".into(), &"solved".into()));
    let solved = &lines[lines.len() - 2];
    assert_eq!(solved["board"], EASY_SOLVED);
    let ticks: Vec<u64> = lines.iter().map(|line| line["tick"].as_u64().unwrap()).collect();
    assert!(ticks.is_sorted() && *ticks.last().unwrap() > 0);
    assert!(lines.iter().any(|line| line["kind"] == "guess" && line["rest"].is_array()));
}

#[test]
fn every_line_of_a_trace_fits_its_schema() {
    let folder = tempfile::tempdir().unwrap();
    let schemas = sudolab_wire::schema();
    let schema = schemas.iter().find(|s| s.name == "trace-line").unwrap();
    let validator = jsonschema::validator_for(&schema.value).unwrap();
    for algorithm in ["cdcl", "rules-thesis", "annealing-lewis", "belief", "gauge", "ant-colony"] {
        let limit = ["--time-limit", "2s", "--sample", "500", "--trace", "run.jsonl"];
        let hard =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        run_in(folder.path(), &[&["solve", hard, "--algorithm", algorithm][..], &limit].concat());
        let text = std::fs::read_to_string(folder.path().join("run.jsonl")).unwrap();
        for value in lines(&text).iter().take(300) {
            let wrong: Vec<String> = validator.iter_errors(value).map(|e| e.to_string()).collect();
            assert!(wrong.is_empty(), "{algorithm}: {value}: {wrong:?}");
            assert!(value.as_object().unwrap().keys().is_sorted(), "{value}");
        }
    }
}

#[test]
fn a_trace_may_be_frames_of_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["--algorithm", "annealing", "--set", "reduce=clues", "--trace", "run.slt"];
    run_in(folder.path(), &[&["solve", EASY][..], &words].concat()).code(0);
    let bytes = std::fs::read(folder.path().join("run.slt")).unwrap();
    let mut reader = FrameReader::new(&bytes).unwrap();
    while reader.next_frame().unwrap().is_some() {}
    let digits: String = reader.view().board.iter().map(|v| char::from(b'0' + v)).collect();
    assert_eq!(digits, EASY_SOLVED);
    let ran = run_in(folder.path(), &[&["solve", EASY, EASY][..], &words].concat()).code(2);
    assert!(ran.err.contains("frames and pictures hold one run"), "{}", ran.err);
}

#[test]
fn a_trace_may_be_a_picture_of_how_the_run_went() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["--algorithm", "annealing-lewis", "--sample", "100", "--trace", "run.svg"];
    run_in(folder.path(), &[&["solve", EASY][..], &words].concat()).code(0);
    let svg = std::fs::read_to_string(folder.path().join("run.svg")).unwrap();
    assert!(svg.contains(">energy<") && svg.contains(">temperature<"), "{svg}");
}

#[test]
fn a_study_keeps_traces_when_its_plan_asks_for_them_and_draws_them() {
    let folder = tempfile::tempdir().unwrap();
    let plan = "algorithms = [\"backtrack-thesis\", \"genetic\"]\n[[puzzles]]\nfile = \"p.txt\"\n\
         label = \"two\"\n[protocol]\nkind = \"fixed\"\nruns = 1\ntick_limit = 20000\n\
         time_limit = \"20s\"\n[traces]\npuzzles = 2\n";
    std::fs::write(folder.path().join("plan.toml"), plan).unwrap();
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    std::fs::write(folder.path().join("p.txt"), format!("{EASY}\n{hard}\n")).unwrap();
    run_in(folder.path(), &["study", "plan.toml", "--output", "out", "--quiet"]);
    let out = folder.path().join("out");
    let names = ["backtrack-thesis.two.1", "backtrack-thesis.two.2", "genetic.two.1"];
    for name in names.into_iter().chain(["genetic.two.2"]) {
        let bytes = std::fs::read(out.join("traces").join(format!("{name}.slt"))).unwrap();
        assert!(FrameReader::new(&bytes).is_ok());
    }
    let page = std::fs::read_to_string(out.join("report.html")).unwrap();
    assert!(page.contains("How runs went") && page.contains("genetic on puzzle 2 of two"));
    assert!(out.join("figures/trace-backtrack-thesis-two-2.svg").exists());
    // Written again, the report is the same.
    run_in(folder.path(), &["study", "report", "out"]).code(0);
    assert_eq!(std::fs::read_to_string(out.join("report.html")).unwrap(), page);
}

#[test]
fn evolutionary_algorithms_have_their_generations_drawn_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let plan = "algorithms = [\"fast\", \"gauge-2006\", \"genetic\"]\n[[puzzles]]\nfile = \"p.txt\"\n\
         label = \"easy\"\n[[puzzles]]\nbuiltin = \"top95\"\ntake = 3\n[protocol]\nkind = \"fixed\"\n\
         runs = 1\ntick_limit = 1000000\ntime_limit = \"20s\"\n";
    std::fs::write(folder.path().join("plan.toml"), plan).unwrap();
    let easier = format!("{}{}", &EASY_SOLVED[..9], &EASY[9..]);
    std::fs::write(folder.path().join("p.txt"), format!("{EASY}\n{easier}\n")).unwrap();
    run_in(folder.path(), &["study", "plan.toml", "--output", "out", "--quiet"]);
    let out = folder.path().join("out");
    let names = |sub: &str| -> Vec<String> {
        let entries = std::fs::read_dir(out.join(sub)).unwrap();
        let mut names: Vec<String> =
            entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    // Singles solve the easy ones before `genetic` begins; of `fast` nobody asked for a trace.
    let kept = names("traces");
    let expected = [
        "gauge-2006.easy.1.slt",
        "gauge-2006.easy.2.slt",
        "genetic.top95.1.slt",
        "genetic.top95.2.slt",
    ];
    assert_eq!(kept, expected);
    let figures = names("figures");
    for wanted in [
        "trace-gauge-2006-easy-1-instructions.svg",
        "generations-gauge-2006-on-easy.svg",
        "generations-genetic-on-top95.svg",
    ] {
        assert!(figures.iter().any(|name| name == wanted), "{wanted}: {figures:?}");
    }
    // The same command again finds them there.
    let before =
        std::fs::metadata(out.join("traces/genetic.top95.1.slt")).unwrap().modified().unwrap();
    run_in(folder.path(), &["study", "plan.toml", "--output", "out", "--quiet"]);
    let after =
        std::fs::metadata(out.join("traces/genetic.top95.1.slt")).unwrap().modified().unwrap();
    assert_eq!((names("traces"), after), (kept, before));
}

#[test]
fn a_trace_that_cannot_be_written_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_in(folder.path(), &["solve", EASY, "--trace", "none/run.jsonl"]).code(3);
    assert!(ran.err.contains("none/run.jsonl"), "{}", ran.err);
}
