//! Solvers of others, called by their command line.
//!
//! A command with `{puzzle}` in it is started once for each run, with the puzzle in that place:
//! its time includes the start of a program. A command without it is started once, gets a puzzle
//! as a line on its standard input and answers with a line: its time is that of the solver and of
//! two lines through a pipe. Either way the answer is the last word of a line that fills the
//! board, and it is checked as every claimed solution is; any other line says that the solver gave
//! up. What the clues alone do not tell (rules, regions, other boxes) is told in the constraints of Interactive
//! Sudoku Solver; where these cannot hold a puzzle, the program is not asked.
//!
//! CPU time is that of the started program, read from the system (`runner::clock` counts it
//! for the thread that waits), so that limits and times mean the same as for our own algorithms.

use crate::runner::clock::charge;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;
use sudolab_grid::formats::{Document, Format, WriteOptions};
use sudolab_grid::{Alphabet, Grid, Puzzle};
use sudolab_solvers::{
    Algorithm, Answer, Boards, Family, Parameter, ParameterKind, Promises, Run, SettingError,
    Settings, Solver, Stop,
};

/// What stands for the puzzle in a command.
pub const PUZZLE: &str = "{puzzle}";

/// The family in tables: nobody knows what such a program does.
pub const FAMILY: &str = "external";

const SOURCE: &str = "a program outside";

/// The source of an algorithm that is a function written in Python. Its time is Python's more than that
/// of its idea, so tables name it as a family of its own.
pub const PYTHON: &str = "a function written in Python";

/// The family of such an algorithm.
pub const PYTHON_FAMILY: &str = "Python";

/// How often the waiting thread looks at limits.
const LOOK: Duration = Duration::from_millis(2);

/// An entry like those of the registry for a command. Entries live as long as the program, so
/// this is for the few commands of a plan.
///
/// # Errors
/// What is wrong with the command: nothing in it, a quote that does not end, a program that is
/// not there.
pub fn algorithm(command: &str) -> Result<&'static Algorithm, String> {
    let words = words(command)?;
    let program = words.first().ok_or("the command is empty; name a program")?;
    if !is_there(program) {
        return Err(format!(
            "there is no program {program:?}; give its path, or a name that is found on the PATH"
        ));
    }
    let name = std::path::Path::new(program)
        .file_stem()
        .map_or_else(|| program.clone(), |stem| stem.to_string_lossy().into_owned());
    let command: &'static str = String::leak(command.trim().to_owned());
    let choice: &'static [&'static str] = Vec::leak(vec![command]);
    let parameters: &'static [Parameter] = Vec::leak(vec![Parameter {
        name: "command",
        default: command,
        kind: ParameterKind::Choice(choice),
        help: "what is started",
    }]);
    Ok(Box::leak(Box::new(Algorithm {
        id: String::leak(name),
        title: command,
        // What it really is, nobody knows; see `family`.
        family: Family::Exact,
        as_published: false,
        source: SOURCE,
        promises: Promises {
            proves_impossible: false,
            uses_seed: false,
            proves_unique: false,
            boards: Boards::AnyWithRules,
        },
        parameters,
        preset: &[],
        tick: "a line asked",
        parallel: None,
        bulk: None,
        build,
        build_counter: None,
    })))
}

/// The family of an algorithm, as tables name it.
pub fn family(algorithm: &Algorithm) -> String {
    match algorithm.source {
        SOURCE => FAMILY.to_owned(),
        PYTHON => PYTHON_FAMILY.to_owned(),
        _ => algorithm.family.to_string(),
    }
}

/// The words of a command: separated by blanks, but for those between double quotes.
fn words(command: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quoted, mut begun) = (Vec::new(), String::new(), false, false);
    for c in command.chars() {
        match c {
            '"' => (quoted, begun) = (!quoted, true),
            c if c.is_whitespace() && !quoted => {
                if begun {
                    words.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            c => {
                word.push(c);
                begun = true;
            }
        }
    }
    if quoted {
        return Err(format!("{command:?} has a quote that does not end"));
    }
    if begun {
        words.push(word);
    }
    Ok(words)
}

fn is_there(program: &str) -> bool {
    if program.contains(std::path::MAIN_SEPARATOR) {
        return std::path::Path::new(program).is_file();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| {
        folder.join(program).is_file() || folder.join(format!("{program}.exe")).is_file()
    })
}

fn build(settings: &Settings) -> Result<Box<dyn Solver>, SettingError> {
    let words = words(settings.text("command")).map_err(SettingError::Clash)?;
    let once = words.iter().any(|word| word.contains(PUZZLE));
    Ok(Box::new(External { words, once, talk: None }))
}

/// A program outside.
struct External {
    words: Vec<String>,
    /// Whether it is started for each puzzle.
    once: bool,
    /// The program that is running, if it is one that goes on.
    talk: Option<Talk>,
}

/// A running program, and the lines it writes.
struct Talk {
    child: Child,
    to: Option<ChildStdin>,
    lines: Receiver<String>,
    /// CPU time of it that has been charged already.
    charged: Duration,
}

impl Solver for External {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        run.tick()?;
        // A puzzle that no line can tell is not asked about without its rules.
        let Some(line) = told(puzzle) else { return Ok(Answer::GaveUp) };
        let mut talk = match self.talk.take() {
            Some(talk) => talk,
            None => match self.start(&line) {
                Some(talk) => talk,
                None => return Ok(Answer::GaveUp),
            },
        };
        if !self.once && !talk.say(&line) {
            // It has ended since the last puzzle: once more from the beginning.
            match self.start(&line) {
                Some(again) => talk = again,
                None => return Ok(Answer::GaveUp),
            }
            if !talk.say(&line) {
                return Ok(Answer::GaveUp);
            }
        }
        let heard = talk.listen(puzzle, self.once, run);
        match heard {
            Ok(Heard::Line(answer)) if !self.once => {
                self.talk = Some(talk);
                Ok(answer)
            }
            Ok(Heard::Line(answer)) => Ok(answer),
            Ok(Heard::End) => Ok(Answer::GaveUp),
            // Dropping the talk ends the program.
            Err(stop) => Err(stop),
        }
    }
}

/// What came of listening.
enum Heard {
    Line(Answer),
    /// The program ended without a word that helps.
    End,
}

impl External {
    fn start(&self, line: &str) -> Option<Talk> {
        let words = self.words.iter().map(|word| word.replace(PUZZLE, line));
        let words: Vec<String> = words.collect();
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .stdin(if self.once { Stdio::null() } else { Stdio::piped() })
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let (to, from) = (child.stdin.take(), child.stdout.take()?);
        let (sender, lines) = channel();
        // Ends with the program, whose end closes the pipe.
        std::thread::spawn(move || {
            for line in BufReader::new(from).lines() {
                let Ok(line) = line else { break };
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Some(Talk { child, to, lines, charged: Duration::ZERO })
    }
}

impl Talk {
    fn say(&mut self, line: &str) -> bool {
        let Some(to) = &mut self.to else { return false };
        writeln!(to, "{line}").and_then(|()| to.flush()).is_ok()
    }

    /// Waits for an answer. A program that is started for each puzzle may write other lines first;
    /// one that goes on answers each line with one.
    fn listen(&mut self, puzzle: &Puzzle, once: bool, run: &mut Run<'_>) -> Result<Heard, Stop> {
        loop {
            let heard = self.lines.recv_timeout(LOOK);
            self.settle();
            match heard {
                Ok(line) => match filled(&line, puzzle) {
                    Some(answer) => return Ok(Heard::Line(answer)),
                    None if once => {}
                    None => return Ok(Heard::Line(Answer::GaveUp)),
                },
                Err(RecvTimeoutError::Timeout) => run.halt().check()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(Heard::End),
            }
        }
    }

    /// Charges the waiting thread with what the program has worked since the last time.
    fn settle(&mut self) {
        let Some(worked) = worked(self.child.id()) else { return };
        charge(worked.saturating_sub(self.charged));
        self.charged = self.charged.max(worked);
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        self.settle();
        drop(self.to.take());
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The puzzle as a line: its clues, or, where these are not all of it, the constraints of Interactive Sudoku
/// Solver. `None` when these cannot hold it.
fn told(puzzle: &Puzzle) -> Option<String> {
    let document = Document::from(puzzle);
    let options = WriteOptions::default();
    for format in [Format::Line, Format::Iss] {
        let loses = format.losses(&document, &options).map_or(true, |losses| !losses.is_empty());
        if !loses && (format == Format::Iss || !puzzle.has_rules()) {
            return Some(format.write(&document, &options).ok()?.text.trim().to_owned());
        }
    }
    None
}

/// The last word of a line that fills the board.
fn filled(line: &str, puzzle: &Puzzle) -> Option<Answer> {
    let board = puzzle.board();
    let cells = board.rows() * board.columns();
    let apart = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '|' | '"');
    let mut words = line.split(apart);
    let word = words.rfind(|word| word.chars().count() == cells)?;
    let grid = match board.size() > 9 && word.chars().all(|c| c.is_ascii_uppercase()) {
        // Nothing but letters: 1 is A, for with digits before them 1 to 9 would occur.
        true => {
            let values: Option<Vec<u8>> =
                word.chars().map(|c| Alphabet::Letters.value(c)).collect();
            Grid::from_values(board.clone(), &values?)?
        }
        false => board.grid_from_line(word).ok()?,
    };
    let full = grid.values().iter().all(|&value| value != 0);
    full.then_some(Answer::Solved(grid))
}

/// CPU time of a process so far, where the system tells it.
#[cfg(target_os = "linux")]
fn worked(process: u32) -> Option<Duration> {
    // One entry for each of its threads.
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).ok()?;
    let nanoseconds = |thread: std::io::Result<std::fs::DirEntry>| -> Option<u64> {
        let text = std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
        text.split(' ').next()?.parse().ok()
    };
    Some(Duration::from_nanos(threads.filter_map(nanoseconds).sum()))
}

#[cfg(not(target_os = "linux"))]
fn worked(_: u32) -> Option<Duration> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::runner::clock::charged;
    use sudolab_solvers::{Budget, RunVerdict, Task};

    const PUZZLE_LINE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLUTION: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn verdict(command: &str, limit: Duration) -> RunVerdict {
        let task = Task::new(algorithm(command).expect("it is there")).budget(Budget::time(limit));
        let halt = sudolab_grid::halt::Halt::never().timed_by(&crate::runner::clock::CHARGED);
        let puzzle: Puzzle = PUZZLE_LINE.parse().expect("a puzzle");
        task.limit_cpu().solve(&puzzle, &halt).expect("no panic").verdict
    }

    #[test]
    fn what_clues_do_not_tell_is_told_as_constraints() {
        let told_of = |text: &str| {
            let read = sudolab_grid::formats::read_one(text, &Default::default());
            told(&read.expect("it is read").document.puzzle().expect("a puzzle"))
        };
        assert_eq!(told_of(PUZZLE_LINE).as_deref(), Some(PUZZLE_LINE));
        let rules = r#""rules":["cage 15 r1c1 r1c2"]"#;
        let killer = format!(r#"{{"givens":"{}",{rules}}}"#, ".".repeat(81));
        assert!(told_of(&killer).is_some_and(|line| line.contains(".Cage~15~R1C1~R1C2")));
        let jigsaw = r#"{"givens":"1...............","regions":"1112132233243444"}"#;
        assert!(told_of(jigsaw).is_some_and(|line| line.contains("Jigsaw")));
        let candidates =
            format!(r#"{{"givens":"{}","candidates":{:?}}}"#, ".".repeat(16), ["12"; 16]);
        let told_or_not = told_of(&candidates);
        assert!(told_or_not.is_none_or(|line| line.contains("1_2")), "never without them");
    }

    #[test]
    fn a_board_above_nine_may_be_filled_with_letters_alone() {
        let puzzle = Puzzle::new(Grid::empty(sudolab_grid::Board::latin(10).expect("a board")));
        let row = |shift: usize| (0..10).map(move |i| (i + shift) % 10);
        let letters: String = (0..10).flat_map(row).map(|i| char::from(b'A' + i as u8)).collect();
        let Some(Answer::Solved(grid)) = filled(&letters, &puzzle) else { panic!("not filled") };
        assert_eq!(&grid.values()[..3], [1, 2, 3]);
        let digits: String = (0..10).flat_map(row).map(|i| b"123456789A"[i] as char).collect();
        assert_eq!(filled(&digits, &puzzle), Some(Answer::Solved(grid)));
        assert_eq!(filled(&letters.replace('J', "K"), &puzzle), None);
    }

    #[test]
    fn answers_are_checked_whoever_gives_them() {
        let long = Duration::from_secs(60);
        let say = |what: &str| format!("sh -c \"echo {what}\" {{puzzle}}");
        assert_eq!(verdict(&say(SOLUTION), long), RunVerdict::Solved);
        assert_eq!(
            verdict(&say(&format!("solved:{PUZZLE_LINE},{SOLUTION}")), long),
            RunVerdict::Solved
        );
        assert_eq!(verdict(&say(&SOLUTION.replace("534", "345")), long), RunVerdict::Wrong);
        assert_eq!(verdict(&say("no idea"), long), RunVerdict::GaveUp);
        // One that goes on: each line is answered by a line.
        let echo = format!("sh -c \"while read p; do echo {SOLUTION}; done\"");
        assert_eq!(verdict(&echo, long), RunVerdict::Solved);
        assert_eq!(verdict("cat", long), RunVerdict::GaveUp);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_program_that_works_on_is_stopped_and_charged() {
        let before = charged();
        let limit = Duration::from_millis(30);
        assert_eq!(verdict("sh -c \"while :; do :; done\" {puzzle}", limit), RunVerdict::OutOfTime);
        // On a busy machine the limit on the wall may come first, with less than the limit worked.
        assert!(charged() > before);
    }

    #[test]
    fn a_command_that_cannot_be_started_is_refused() {
        assert!(algorithm("  ").unwrap_err().contains("empty"));
        assert!(algorithm("sh \"-c").unwrap_err().contains("quote"));
        assert!(algorithm("no-such-program-here {puzzle}").unwrap_err().contains("PATH"));
        assert_eq!(words("a \"b c\"  d").unwrap(), ["a", "b c", "d"]);
    }
}
