//! Every command, in every mode, on inputs that keep it busy for longer than anyone waits, ends
//! soon after its time limit, after Ctrl-C and after SIGTERM. How soon is measured elsewhere: here
//! the wall has a generous bound, and the libraries count their looks at a clock handed in.
#![cfg(unix)]

mod kit;
use kit::{EASY, Ran, run, sudolab};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use sudolab_testkit::busy::{self, AT_ONCE, CASES, Case, Limit, VERBS, beside, write_inputs};

/// What no machine in use needs, however loaded.
const BOUND: Duration = Duration::from_secs(30);

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write_inputs(folder.path()).unwrap();
    folder
}

/// The cases that this build of the command knows.
fn cases() -> Vec<Case> {
    let known = |case: &Case| cfg!(feature = "print") || case.arguments[0] != "print";
    busy::cases().into_iter().filter(known).collect()
}

#[test]
fn every_command_has_a_row_in_the_table() {
    let help = run(&["--help"]).code(0);
    let listed = help.lines().into_iter().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let mut n = 0;
    for line in listed.take_while(|line| !line.trim().is_empty()) {
        // What a command does stands further in, on lines of its own or behind its name.
        let Some(name) = line.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')) else {
            continue;
        };
        let name = name.split_whitespace().next().unwrap();
        let is_there = VERBS.iter().any(|verb| verb.name == name);
        assert!(
            is_there != AT_ONCE.contains(&name),
            "'{name}' has no row in kit/src/busy.rs, or two"
        );
        n += 1;
    }
    assert!(n >= 18, "{n} commands in {}", help.out);
    for (arguments, _) in CASES {
        assert!(VERBS.iter().any(|verb| verb.name == arguments[0]), "{arguments:?}");
    }
}

/// Waits for a command, but not for ever.
#[track_caller]
fn wait(mut child: Child, what: &[&str]) -> ExitStatus {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if begun.elapsed() > BOUND {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("{what:?} does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = sudolab(arguments);
    command.current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    if arguments.contains(&"-") {
        // Lines without end; it ends when nobody reads them any more.
        let lines = Command::new("yes").arg(EASY).stdout(Stdio::piped()).spawn();
        command.stdin(lines.expect("yes is on every Unix").stdout.expect("it was asked for"));
    }
    command.spawn().expect("the command starts")
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
}

/// Sends a signal to the command when it is busy; the status it ends with.
#[track_caller]
fn signalled(signal: &str, folder: &Path, arguments: &[&str]) -> Option<i32> {
    // On a loaded machine it may not have begun to listen yet, and is killed: then once more.
    for pause in [300, 1000, 3000, 10_000] {
        let mut child = start(folder, arguments);
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_millis(pause) {
            if let Some(status) = child.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        send(signal, &child);
        let status = wait(child, arguments);
        if status.signal().is_none() {
            return status.code();
        }
    }
    None
}

/// Runs cases on two threads.
fn in_two<T: Sync>(cases: &[T], run: impl Fn(&T) + Sync) {
    let next = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let step = || next.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                while let Some(case) = cases.get(step()) {
                    run(case);
                }
            });
        }
    });
}

#[test]
fn every_command_ends_at_its_time_limit() {
    let folder = folder();
    let limited: Vec<Case> = cases().into_iter().filter(|c| c.limit != Limit::OnEach).collect();
    assert!(limited.len() > 200, "{}", limited.len());
    let ended = std::sync::Mutex::new(Vec::new());
    in_two(&limited, |Case { arguments, limit }| {
        let own = tempfile::tempdir_in(folder.path()).unwrap();
        let all: Vec<String> = arguments.iter().map(|a| beside(folder.path(), a)).collect();
        let mut all: Vec<&str> = all.iter().map(String::as_str).collect();
        all.extend(["--time-limit", "150ms"]);
        let code = wait(start(own.path(), &all), &all).code();
        match limit {
            Limit::Told => assert_eq!(code, Some(4), "{arguments:?}"),
            _ => assert!(matches!(code, Some(0 | 1 | 4)), "{arguments:?}: {code:?}"),
        }
        if code == Some(4) {
            ended.lock().unwrap().push((arguments[0], input_of(arguments)));
        }
    });
    // Whatever keeps nobody busy would show nothing: each command was ended by its limit at least
    // once, and on each of these inputs some command was.
    let ended = ended.into_inner().unwrap();
    let verbs = limited.iter().map(|case| case.arguments[0]);
    for verb in verbs.filter(|verb| !["bench", "convert", "transform", "print"].contains(verb)) {
        assert!(ended.iter().any(|(name, _)| *name == verb), "no limit ended {verb}");
    }
    for input in ["hopeless.json", "ruled.json", "killer.json", "regions.txt", "empty25.txt"] {
        assert!(ended.iter().any(|(_, of)| *of == input), "no limit ended anything on {input}");
    }
}

/// The file that a case names, if it names one.
fn input_of(arguments: &[&'static str]) -> &'static str {
    arguments.get(1).copied().unwrap_or_default()
}

/// Commands that do two things for each puzzle, each of which alone takes longer than the limit.
const TWO_PIECES: &[&[&str]] = &[
    &["count", "hopeless.json", "--true-candidates"],
    &["count", "hopeless.json", "--proof", "proof"],
    &["check", "hopeless.json", "--proof", "proof"],
    &["check", "hopeless.json", "--minimal", "--proof", "proof"],
    &["solve", "hopeless.json", "--proof", "proof"],
    &["solve", "hopeless.json", "--solutions", "3", "--proof", "proof"],
    &["count", "empty25.txt", "--limit", "all", "--proof", "proof", "--jobs", "2"],
];

#[test]
fn all_that_is_done_for_a_puzzle_shares_one_limit() {
    // Large against what a start takes; one of a few tries has to stay well below two limits.
    let limit = Duration::from_secs(2);
    let folder = folder();
    in_two(TWO_PIECES, |arguments| {
        let all: Vec<String> = arguments.iter().map(|a| beside(folder.path(), a)).collect();
        let mut all: Vec<&str> = all.iter().map(String::as_str).collect();
        all.extend(["--time-limit", "2s"]);
        let mut took = Vec::new();
        for _ in 0..4 {
            let own = tempfile::tempdir_in(folder.path()).unwrap();
            let begun = Instant::now();
            let code = wait(start(own.path(), &all), &all).code();
            took.push(begun.elapsed());
            assert_eq!(code, Some(4), "{arguments:?}");
            if took.last().is_some_and(|took| *took < limit * 7 / 4) {
                return;
            }
        }
        panic!("{arguments:?} with a limit of {limit:?} took {took:?}");
    });
}

#[test]
fn every_command_ends_at_a_signal() {
    let folder = folder();
    // Both signals for the cases about which most is known; of the product every third case, which is
    // every mode with some of the inputs, with one of the two.
    let cases: Vec<(usize, Case)> =
        cases().into_iter().enumerate().filter(|(i, _)| *i < CASES.len() || i % 3 == 0).collect();
    in_two(&cases, |(i, Case { arguments, limit })| {
        let both = ["-INT", "-TERM"];
        for signal in if *i < CASES.len() { &both[..] } else { &both[i % 2..][..1] } {
            let own = tempfile::tempdir_in(folder.path()).unwrap();
            let all: Vec<String> = arguments.iter().map(|a| beside(folder.path(), a)).collect();
            let all: Vec<&str> = all.iter().map(String::as_str).collect();
            let code = signalled(signal, own.path(), &all);
            // A case of the product may also have come to the end of its list.
            let may_end = *limit == Limit::Ends || *limit == Limit::OnEach && *i >= CASES.len();
            let by_itself = may_end && matches!(code, Some(0 | 1));
            assert!(code == Some(130) || by_itself, "{signal} {arguments:?}: {code:?}");
        }
    });
}

#[test]
fn every_algorithm_ends_at_its_time_limit_and_at_a_signal() {
    let folder = folder();
    let ids = run(&["algorithms", "--format", "line"]).code(0);
    let ids: Vec<&str> = ids.lines();
    assert!(ids.len() > 30, "{ids:?}");
    let busy = std::sync::atomic::AtomicUsize::new(0);
    in_two(&ids, |id| {
        // A board without a solution, which whoever proves nothing searches for ever; and one that
        // is too large for whoever searches everything.
        let mut ended = 0;
        for input in ["impossible.txt", "hopeless.json", "empty25.txt"] {
            let file = folder.path().join(input).display().to_string();
            let all = ["solve", &file, "--algorithm", id];
            let limited = [&all[..], &["--time-limit", "150ms"]].concat();
            let code = wait(start(folder.path(), &limited), &limited).code();
            assert!(matches!(code, Some(0 | 1 | 4)), "{limited:?}: {code:?}");
            if code != Some(4) {
                continue;
            }
            ended += 1;
            let code = signalled("-INT", folder.path(), &all);
            assert!(matches!(code, Some(0 | 1 | 130)), "{all:?}: {code:?}");
        }
        busy.fetch_add(usize::from(ended > 0), std::sync::atomic::Ordering::SeqCst);
    });
    // The others give up, or decide each of the three at once.
    let busy = busy.into_inner();
    assert!(busy >= 20, "only {busy} algorithms were still busy at their limit");
}

/// A server on any free port, and where it listens.
#[cfg(feature = "serve")]
fn server(folder: &Path) -> (Child, String) {
    let mut child = sudolab(&["serve", "--port", "0"])
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // Both of its lines, so that it has somebody to tell them to.
    let out = std::io::BufReader::new(child.stdout.take().unwrap());
    let lines: Vec<String> = std::io::BufRead::lines(out).take(2).map(Result::unwrap).collect();
    let address = lines[0].strip_prefix("listening on http://").unwrap();
    (child, address.trim_end_matches('/').to_owned())
}

#[test]
#[cfg(feature = "serve")]
fn a_server_ends_at_a_signal_whatever_it_is_at() {
    use std::io::Write;
    use std::net::TcpStream;
    let folder = folder();
    let hopeless = std::fs::read_to_string(folder.path().join("hopeless.json")).unwrap();
    let body = serde_json::json!({ "puzzle": hopeless.trim(), "limit": 2 }).to_string();
    for signal in ["-INT", "-TERM"] {
        for busy in ["idle", "half a request", "a search without end"] {
            let (child, address) = server(folder.path());
            let mut stream = TcpStream::connect(&address).unwrap();
            let head = format!(
                "POST /api/v1/count HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
                body.len()
            );
            match busy {
                "idle" => {}
                "half a request" => stream.write_all(&head.as_bytes()[..20]).unwrap(),
                _ => stream.write_all(format!("{head}{body}").as_bytes()).unwrap(),
            }
            std::thread::sleep(Duration::from_millis(300));
            send(signal, &child);
            let status = wait(child, &["serve", busy]);
            assert_eq!(status.code(), Some(0), "{signal}, {busy}");
        }
    }
}

/// Commands that read standard input when nothing else is named.
const READERS: &[&[&str]] = &[
    &["solve"],
    &["check"],
    &["count"],
    &["rate"],
    &["explain"],
    &["hint"],
    &["ease", "--clues", "40"],
    &["minimize"],
    &["convert"],
    &["transform", "--rotate", "90"],
    &["bench"],
    #[cfg(feature = "print")]
    &["print", "--to", "svg"],
];

#[test]
fn a_command_that_waits_for_input_hears_a_signal() {
    for arguments in READERS {
        for half in ["", &EASY[..40]] {
            let mut pause = 200;
            let ran: Ran = loop {
                let mut child = sudolab(arguments)
                    .stdin(Stdio::piped())
                    .stdout(Stdio::piped())
                    .stderr(Stdio::piped())
                    .spawn()
                    .unwrap();
                let mut stdin = child.stdin.take().unwrap();
                std::io::Write::write_all(&mut stdin, half.as_bytes()).unwrap();
                std::thread::sleep(Duration::from_millis(pause));
                send("-INT", &child);
                let output = child.wait_with_output().unwrap();
                drop(stdin);
                if output.status.signal().is_none() || pause > 10_000 {
                    break output.into();
                }
                pause *= 4;
            };
            assert_eq!(ran.code, 130, "{arguments:?}: {}", ran.err);
            // Half a line is no record that could be wrong.
            assert!(!ran.err.contains("line 1"), "{arguments:?}: {}", ran.err);
        }
    }
}
