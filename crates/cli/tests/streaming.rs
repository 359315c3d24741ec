//! Stories about slow pipes: a result does not wait for the next puzzle.

mod kit;
use kit::{EASY, EASY_SOLVED, sudolab};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::mpsc::channel;
use std::time::Duration;

/// Feeds one line, waits for the first line of the answer, and only then closes the pipe.
fn first_line(arguments: &[&str]) -> String {
    let mut child = sudolab(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("it was asked for");
    let stdout = child.stdout.take().expect("it was asked for");
    let (send, receive) = channel();
    let reading = std::thread::spawn(move || {
        let mut lines = BufReader::new(stdout).lines();
        // The receiver has gone when the wait was too long.
        let _ = send.send(lines.next().and_then(Result::ok).unwrap_or_default());
        lines.count()
    });
    stdin.write_all(format!("{EASY}\n").as_bytes()).expect("the command reads");
    stdin.flush().expect("the command reads");
    let line = receive.recv_timeout(Duration::from_secs(20));
    drop(stdin);
    child.wait().expect("the command ends");
    reading.join().expect("the reader ends");
    line.unwrap_or_else(|_| panic!("{arguments:?}: nothing came while the pipe was open"))
}

#[test]
fn a_slow_pipe_gets_each_result_as_it_is_found() {
    for jobs in ["1", "2"] {
        let line = first_line(&["solve", "--format", "line", "--jobs", jobs]);
        assert_eq!(line, EASY_SOLVED);
    }
    assert_eq!(first_line(&["convert", "--to", "sdm"]), EASY.replace('.', "0"));
    assert_eq!(first_line(&["check", "--format", "line"]), "unique");
    assert!(first_line(&["rate", "--format", "line"]).starts_with(EASY));
    assert!(!first_line(&["hint"]).is_empty());
}
