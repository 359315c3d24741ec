//! What the story tests share: running the command and looking at what came out.
#![allow(dead_code)]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

pub const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub const EASY_SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// The command with arguments, not yet run.
pub fn sudolab(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudolab"));
    command.args(arguments).env_remove("NO_COLOR").stdin(Stdio::null());
    command
}

/// What the command did.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        Ran {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// Runs the command with nothing on standard input.
pub fn run(arguments: &[&str]) -> Ran {
    sudolab(arguments).output().expect("the command starts").into()
}

/// Runs the command in a folder.
pub fn run_in(folder: &Path, arguments: &[&str]) -> Ran {
    sudolab(arguments).current_dir(folder).output().expect("the command starts").into()
}

/// Runs the command with this on standard input.
pub fn run_with(input: &[u8], arguments: &[&str]) -> Ran {
    let mut child = sudolab(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("it was asked for");
    let input = input.to_vec();
    // The command may end before it has read everything.
    let feeding = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the command ends");
    feeding.join().expect("the feeder ends");
    output.into()
}

impl Ran {
    /// No panic, whatever else happened.
    #[track_caller]
    pub fn calm(self) -> Ran {
        assert!(!self.err.contains("panicked"), "{}", self.err);
        assert!((0..=4).contains(&self.code) || self.code == 130, "status {}", self.code);
        self
    }

    #[track_caller]
    pub fn code(self, code: i32) -> Ran {
        let ran = self.calm();
        assert_eq!(ran.code, code, "stdout: {}\nstderr: {}", ran.out, ran.err);
        ran
    }

    #[track_caller]
    pub fn says(self, text: &str) -> Ran {
        assert!(self.err.contains(text), "{text:?} not in stderr: {}", self.err);
        self
    }

    pub fn lines(&self) -> Vec<&str> {
        self.out.lines().collect()
    }
}
