//! Studies from the command line: killed, interrupted, refused, reported, exported.

mod kit;
use kit::{Ran, run_in, sudolab};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use sudolab::lab::store::Runs;

/// Limits in ticks end runs at the same point each time, so that rows can be compared.
const PLAN: &str = "\
name = \"kill me\"
seed = 11
algorithms = [\"fast\", \"dlx\", \"rules-thesis\", \"backtrack-thesis\", \"backtrack-random\", \"annealing\", \"projections\"]
[[puzzles]]
builtin = \"top95\"
[[puzzles]]
builtin = \"royle17-400\"
take = 60
[protocol]
runs = 3
time_limit = \"10m\"
tick_limit = 20000
";

/// Every run without its times: puzzle, algorithm, repeat, verdict, ticks, guesses, cost.
fn rows(folder: &Path) -> Vec<String> {
    let out = run_in(folder, &["study", "export", "out", "--to", "csv"]).code(0).out;
    let mut lines = out.lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    let kept =
        ["puzzle_set", "number", "label", "repeat", "verdict", "ticks", "guesses", "best_cost"];
    let places: Vec<usize> =
        kept.iter().map(|k| head.iter().position(|h| h == k).expect(k)).collect();
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            places.iter().map(|&i| fields[i]).collect::<Vec<_>>().join(" ")
        })
        .collect()
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("plan.toml"), PLAN).unwrap();
    folder
}

const STUDY: &[&str] = &["study", "plan.toml", "--output", "out", "--jobs", "2"];

fn start(folder: &Path) -> Child {
    let mut command = sudolab(STUDY);
    command.current_dir(folder).stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// How many rows are there now, whoever may be writing.
fn n_rows(folder: &Path) -> usize {
    let mut n = 0;
    let Ok(runs) = Runs::of(&folder.join("out")) else { return 0 };
    let counted = runs.each(|_| {
        n += 1;
        Ok::<(), ()>(())
    });
    counted.map_or(0, |_| n)
}

/// Waits until a study has more rows than these, or has ended, however slow the machine is.
fn wait_for_rows(child: &mut Child, folder: &Path, more_than: usize) {
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() && n_rows(folder) <= more_than {
        assert!(begun.elapsed() < Duration::from_secs(300), "no row in five minutes");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Kills a study 30 times, two thirds of them up to `delay` milliseconds after it has written
/// something; how many kills it took, and how many rows there were after each.
fn kill_again_and_again(folder: &Path, delay: u64) -> (usize, Vec<usize>) {
    // The moments come from a simple generator: they need not be good, only varied.
    let mut state = 12345u64;
    let mut grown = vec![0];
    for kills in 0..30 {
        let mut child = start(folder);
        // One kill in three comes early, while the study is being set up or opened.
        if kills % 3 != 0 {
            wait_for_rows(&mut child, folder, grown[kills]);
        }
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        std::thread::sleep(Duration::from_millis((state >> 33) % (delay + 1)));
        let ended = child.try_wait().unwrap().is_some();
        child.kill().unwrap();
        child.wait().unwrap();
        if ended {
            return (kills, grown);
        }
        grown.push(n_rows(folder));
    }
    (30, grown)
}

#[test]
fn a_study_killed_twenty_times_ends_with_the_rows_of_a_clean_run() {
    let clean = folder();
    run_in(clean.path(), STUDY).code(0);
    // Where the machine is so fast that the study ends too soon, it is killed sooner.
    let killed = [40, 10, 0].into_iter().find_map(|delay| {
        let folder = folder();
        let (kills, grown) = kill_again_and_again(folder.path(), delay);
        assert!(grown.is_sorted(), "rows that were written are gone: {grown:?}");
        (kills >= 20).then_some(folder)
    });
    let killed = killed.expect("the study ended before it was killed 20 times: make it larger");
    run_in(killed.path(), STUDY).code(0);
    assert_eq!(rows(killed.path()), rows(clean.path()));
    assert_eq!(rows(clean.path()).len(), 7 * 155 * 3);
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_everything_and_the_same_command_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let plan = PLAN
        .replace("tick_limit = 20000", "")
        .replace("10m", "2s")
        .replace("runs = 3", "runs = 50");
    std::fs::write(folder.path().join("plan.toml"), plan).unwrap();
    let mut child = start(folder.path());
    wait_for_rows(&mut child, folder.path(), 0);
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("The same command goes on"), "{said}");
    let before = rows(folder.path());
    assert!(!before.is_empty());
    run_in(folder.path(), &["study", "report", "out"]).code(0);
    assert!(folder.path().join("out/report.html").exists());
}

/// A column is of numbers or of words: nobody has to take a cell apart.
fn every_column_holds_one_kind(tables: &Path) {
    let mut n_columns = 0;
    for file in std::fs::read_dir(tables).unwrap() {
        let file = file.unwrap().path();
        if file.extension().is_none_or(|end| end != "csv") {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        let mut lines = text.lines().map(fields);
        let heads = lines.next().unwrap();
        let rows: Vec<Vec<String>> = lines.collect();
        for (i, head) in heads.iter().enumerate() {
            let cells: Vec<&str> =
                rows.iter().map(|row| row[i].as_str()).filter(|cell| !cell.is_empty()).collect();
            let numbers = cells.iter().filter(|cell| cell.parse::<f64>().is_ok()).count();
            assert!(
                numbers == 0 || numbers == cells.len(),
                "{}, {head}: {numbers} of {} are numbers",
                file.display(),
                cells.len()
            );
            n_columns += 1;
        }
    }
    assert!(n_columns > 40, "{n_columns}");
}

/// The fields of a line of CSV.
fn fields(line: &str) -> Vec<String> {
    let (mut all, mut quoted) = (vec![String::new()], false);
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => all.push(String::new()),
            c => all.last_mut().unwrap().push(c),
        }
    }
    all
}

#[test]
fn the_report_of_the_same_rows_is_the_same_bytes() {
    let folder = folder();
    let plan = PLAN
        .replace("take = 60", "take = 3")
        .replace("builtin = \"top95\"", "builtin = \"top95\"\ntake = 5");
    std::fs::write(folder.path().join("plan.toml"), plan).unwrap();
    let ran = run_in(folder.path(), STUDY).code(0);
    assert!(ran.out.contains(": it solved "), "{}", ran.out);
    let read = |name: &str| std::fs::read(folder.path().join("out").join(name)).unwrap();
    let names = ["report.html", "report.md", "tables/pairs.csv", "figures/ecdf.svg"];
    let before: Vec<Vec<u8>> = names.iter().map(|n| read(n)).collect();
    let rebuild = ["study", "report", "out", "--rebuild"];
    let said = run_in(folder.path(), &rebuild).code(0);
    assert!(said.out.contains("files: all as they were"), "{}", said.out);
    every_column_holds_one_kind(&folder.path().join("out/tables"));
    // Damaged and missing files come back as they were.
    let out = folder.path().join("out");
    std::fs::write(out.join("report.md"), "scribbled").unwrap();
    std::fs::remove_dir_all(out.join("figures")).unwrap();
    let said = run_in(folder.path(), &rebuild).code(0);
    assert!(said.out.contains("were missing or different: figures"), "{}", said.out);
    assert!(names.iter().map(|n| read(n)).eq(before), "the bytes differ");
    let table = ["study", "export", "out", "--to", "parquet", "--output", "runs.parquet"];
    run_in(folder.path(), &table).code(0);
    let table = std::fs::read(folder.path().join("runs.parquet")).unwrap();
    assert!(table.starts_with(b"PAR1") && table.ends_with(b"PAR1"));
    // A finished study has nothing to do and changes no row.
    let all = rows(folder.path());
    run_in(folder.path(), STUDY).code(0);
    assert_eq!(rows(folder.path()), all);
}

#[test]
fn what_cannot_be_done_is_said_before_anything_runs() {
    let folder = folder();
    let at = folder.path();
    run_in(at, &["study", "nowhere.toml"]).code(3).says("built-in plans: quick");
    std::fs::write(at.join("bad.toml"), PLAN.replace("runs", "rnus")).unwrap();
    run_in(at, &["study", "bad.toml"])
        .code(2)
        .says("bad.toml, line 10, column 1, protocol.rnus: unknown key");
    for verb in [&["report"][..], &["export"], &["export", "--to", "parquet"]] {
        let ran = run_in(at, &[&["study"], verb, &["nothing"]].concat()).code(3);
        assert_eq!(ran.out, "");
        ran.says("there is no study in nothing");
    }
    std::fs::create_dir(at.join("out")).unwrap();
    std::fs::write(at.join("out/study.sqlite"), "mine").unwrap();
    run_in(at, STUDY).code(3).says("is not the result file of a study");
    assert_eq!(std::fs::read(at.join("out/study.sqlite")).unwrap(), b"mine");
    assert!(!at.join("sudolab-study").exists());
}

#[cfg(unix)]
#[test]
fn solvers_of_others_are_run_and_checked_like_ours() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    // Ourselves by another door, one that answers every line, and one that lies.
    let plan = format!(
        "algorithms = [\"fast\", {{ command = '{} solve {{puzzle}} --format line', label = \"again\" }}, \
         {{ command = 'sh liar', label = \"liar\" }}, {{ command = 'cat', label = \"echo\" }}]\n\
         [[puzzles]]\nbuiltin = \"royle17-400\"\ntake = 2\n[protocol]\nruns = 2\ntime_limit = \"20s\"\n",
        env!("CARGO_BIN_EXE_sudolab")
    );
    let lie = "123456789".repeat(9);
    std::fs::write(at.join("liar"), format!("while read p; do echo {lie}; done\n")).unwrap();
    std::fs::write(at.join("plan.toml"), &plan).unwrap();
    run_in(at, &["study", "plan.toml", "--output", "out", "--jobs", "1"]).code(1);
    let out = run_in(at, &["study", "export", "out"]).code(0).out;
    let heads = fields(out.lines().next().unwrap());
    let place = |name: &str| heads.iter().position(|head| head == name).unwrap();
    for line in out.lines().skip(1).map(fields) {
        let expected = match line[place("label")].as_str() {
            "fast" | "again" => "solved",
            "liar" => "wrong",
            _ => "unsolved",
        };
        assert_eq!(line[place("verdict")], expected, "{line:?}");
        let outside = line[place("label")] != "fast";
        assert_eq!(line[place("family")] == "external", outside);
        // Starting a program takes more than a tenth of a millisecond of its own time.
        let cpu: f64 = line[place("cpu_seconds")].parse().unwrap();
        assert!(line[place("label")] != "again" || cpu > 1e-4, "{cpu}");
    }
    std::fs::write(at.join("plan.toml"), plan.replace("'cat'", "'no-such-program'")).unwrap();
    run_in(at, &["study", "plan.toml"]).code(2).says("there is no program \"no-such-program\"");
}

#[test]
fn bench_says_what_an_answer_is_and_how_far_its_passes_lie_apart() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("in.txt"), format!("{}\n", kit::EASY)).unwrap();
    let words = "bench in.txt --algorithm fast-batch,fast,dlx --jobs 1 --runs 3 --format csv";
    let words: Vec<&str> = words.split(' ').collect();
    let out = run_in(folder.path(), &words).code(0).out;
    let heads = fields(out.lines().next().unwrap());
    let rows: Vec<Vec<String>> = out.lines().skip(1).map(fields).collect();
    let column = |name: &str| -> Vec<&str> {
        let place = heads.iter().position(|head| head == name).expect(name);
        rows.iter().map(|row| row[place].as_str()).collect()
    };
    assert_eq!(column("answer"), ["proof", "proof", "first"]);
    assert_eq!(column("batch"), ["8192", "1", "1"]);
    assert_eq!(column("passes"), ["3", "3", "3"]);
    assert_eq!(column("solved"), ["1", "1", "1"]);
    let numbers = |name: &str| -> Vec<f64> {
        column(name).iter().map(|text| text.parse().expect(name)).collect()
    };
    let (low, middle, high) =
        (numbers("puzzles_per_s_low"), numbers("puzzles_per_s"), numbers("puzzles_per_s_high"));
    for i in 0..3 {
        assert!(0.0 < low[i] && low[i] <= middle[i] && middle[i] <= high[i]);
    }
}

#[test]
fn a_study_on_a_cluster_says_what_it_needs() {
    let folder = tempfile::tempdir().unwrap();
    let on_cluster = ["study", "quick", "--dask", "tcp://127.0.0.1:1", "--output", "out"];
    let run = |python: &str, more: &[&str]| -> Ran {
        let mut command = sudolab(&[&on_cluster, more].concat());
        command.current_dir(folder.path()).env("SUDOLAB_PYTHON", python);
        command.output().expect("the command starts").into()
    };
    run("no-such-python", &[]).code(2).says("SUDOLAB_PYTHON");
    // `false` starts, and has no package.
    run("false", &[]).code(2).says("pip install './python[dask]'");
    run("false", &["--seed", "5"]).code(2).says("leave --seed");
    // What cannot be meant is said before the package is asked.
    run("false", &["--algorithm", "fastt"]).code(2).says("fastt");
    assert!(!folder.path().join("out").exists());
}

#[cfg(unix)]
#[test]
fn a_study_on_a_cluster_has_the_algorithms_that_were_named() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    // In the place of Python, and says what it was called with.
    let python = folder.path().join("python");
    std::fs::write(&python, "#!/bin/sh\necho \"$@\"\n").unwrap();
    std::fs::set_permissions(&python, std::fs::Permissions::from_mode(0o755)).unwrap();
    let called = |more: &[&str]| -> String {
        let words = ["study", "quick", "--dask", "tcp://127.0.0.1:1", "--output", "out"];
        let mut command = sudolab(&[&words, more].concat());
        command.current_dir(folder.path()).env("SUDOLAB_PYTHON", &python);
        Ran::from(command.output().expect("the command starts")).code(0).out
    };
    let usual = "-m sudolab.dask quick --dask tcp://127.0.0.1:1 --output out";
    assert_eq!(called(&[]), format!("{usual}\n"));
    let named = called(&["--algorithm", "dlx,fast"]);
    assert_eq!(named, format!("{usual} --algorithm dlx,fast\n"));
}
