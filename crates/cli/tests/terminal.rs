//! Stories about a person at a terminal, which `script` plays where it is at hand.
#![cfg(unix)]

mod kit;
use kit::{EASY, EASY_SOLVED};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

const NOTE: &str = "reading puzzles from standard input; Ctrl-D ends it, Ctrl-C leaves";

/// The command in a terminal of its own.
struct Terminal {
    child: Child,
    keys: ChildStdin,
    screen: BufReader<ChildStdout>,
}

impl Terminal {
    /// Nothing where there is no `script` of the kind that tells how its command ended.
    fn open(arguments: &str) -> Option<Terminal> {
        let line = format!("'{}' {arguments}", env!("CARGO_BIN_EXE_sudolab"));
        let probe = Command::new("script").args(["-qec", "true", "/dev/null"]).output();
        if !probe.is_ok_and(|out| out.status.success()) {
            eprintln!("LEFT OUT: util-linux script is not here");
            return None;
        }
        let mut child = Command::new("script")
            .args(["-qec", &line, "/dev/null"])
            .env("NO_COLOR", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("script starts");
        let keys = child.stdin.take().expect("it was asked for");
        let screen = BufReader::new(child.stdout.take().expect("it was asked for"));
        Some(Terminal { child, keys, screen })
    }

    /// Reads lines until one has this in it.
    fn see(&mut self, text: &str) {
        let mut seen = String::new();
        while !seen.contains(text) {
            let mut line = String::new();
            let n = self.screen.read_line(&mut line).expect("the screen can be read");
            assert!(n > 0, "{text:?} never came: {seen}");
            seen.push_str(&line);
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("the terminal takes keys");
    }

    /// The status it ends with, and the rest of the screen.
    fn end(mut self) -> (Option<i32>, String) {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it can be asked") {
                break status.code();
            }
            if begun.elapsed() > Duration::from_secs(60) {
                self.child.kill().expect("it can be ended");
                panic!("the command does not end");
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        let mut rest = String::new();
        self.screen.read_to_string(&mut rest).expect("the screen can be read");
        (status, rest)
    }
}

const READERS: [&str; 6] = ["solve", "check", "count", "rate", "hint", "convert"];

#[test]
fn a_command_that_waits_for_typing_says_so_and_ends_at_the_first_interrupt() {
    for command in READERS {
        let Some(mut terminal) = Terminal::open(command) else { return };
        terminal.see(NOTE);
        terminal.press("\x03");
        let (status, rest) = terminal.end();
        assert_eq!(status, Some(130), "{command}: {rest}");
        assert!(!rest.contains("no puzzle"), "{command}: {rest}");
    }
}

#[test]
fn a_typed_puzzle_is_answered_before_the_next_and_what_is_answered_stays() {
    let Some(mut terminal) = Terminal::open("solve --format line") else { return };
    terminal.see(NOTE);
    terminal.press(&format!("{EASY}\n"));
    // The answer comes while the command waits for more.
    terminal.see(EASY_SOLVED);
    terminal.press("\x03");
    let (status, _) = terminal.end();
    assert_eq!(status, Some(130));
}

#[test]
fn the_end_of_typing_ends_the_command_in_good_order() {
    let Some(mut terminal) = Terminal::open("check --format line") else { return };
    terminal.see(NOTE);
    terminal.press(&format!("{EASY}\n"));
    terminal.see("unique");
    terminal.press("\x04");
    assert_eq!(terminal.end().0, Some(0));
}

#[test]
fn a_command_that_does_not_read_does_not_wait() {
    let Some(terminal) = Terminal::open("algorithms --format line") else { return };
    let (status, rest) = terminal.end();
    assert_eq!(status, Some(0));
    assert!(rest.contains("backtrack-thesis") && !rest.contains(NOTE));
}
