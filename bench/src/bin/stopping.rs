//! How soon every command ends after its time limit, after Ctrl-C and after SIGTERM.
//!
//! ```text
//! cargo run --release -p sudolab-bench --bin stopping -- target/release/sudolab [ROUNDS]
//! ```
//!
//! Runs what `kit/src/busy.rs` lists, each with `--time-limit 300ms` and each with both signals
//! half a second after its start, ROUNDS times (3 unless told), and prints the milliseconds from
//! limit or signal to the end of the process: best and worst of the rounds, the slowest last. A
//! limit on each of many small puzzles ends nothing, so such a case has no figure there. Start-up
//! counts into the time after a limit.

use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use sudolab_testkit::busy::{Case, EASY, Limit, beside, cases, write_inputs};

const LIMIT: Duration = Duration::from_millis(300);
const BUSY: Duration = Duration::from_millis(500);

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("stopping: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Milliseconds of a case after each of the three ends, best and worst.
struct Row {
    arguments: String,
    ends: [Option<(f64, f64)>; 3],
}

impl Row {
    fn worst(&self) -> f64 {
        self.ends.iter().flatten().map(|&(_, worst)| worst).fold(0.0, f64::max)
    }
}

fn run() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let command = arguments.next().ok_or("usage: stopping COMMAND [ROUNDS]")?;
    let command = Path::new(&command).canonicalize().map_err(|e| format!("{command}: {e}"))?;
    let rounds = arguments.next().map_or(Ok(3), |n| n.parse::<u32>());
    let rounds = rounds.map_err(|e| format!("ROUNDS: {e}"))?.max(1);
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    write_inputs(folder.path()).map_err(|e| e.to_string())?;
    let mut rows = Vec::new();
    for Case { arguments, limit } in &cases() {
        let measure = |end: End| -> Result<Option<(f64, f64)>, String> {
            let mut span: Option<(f64, f64)> = None;
            for _ in 0..rounds {
                let Some(ms) = once(&command, folder.path(), arguments, end)? else { continue };
                span = Some(span.map_or((ms, ms), |(low, high)| (low.min(ms), high.max(ms))));
            }
            Ok(span)
        };
        let by_limit = if *limit == Limit::OnEach { None } else { measure(End::Limit)? };
        let ends = [by_limit, measure(End::Signal("-INT"))?, measure(End::Signal("-TERM"))?];
        rows.push(Row { arguments: arguments.join(" "), ends });
    }
    rows.sort_by(|a, b| a.worst().total_cmp(&b.worst()));
    println!("{:>13} {:>13} {:>13}  command", "limit, ms", "SIGINT, ms", "SIGTERM, ms");
    for row in &rows {
        let [limit, int, term] = row.ends.map(|span| {
            span.map_or("-".to_owned(), |(low, high)| format!("{low:.0} to {high:.0}"))
        });
        println!("{limit:>13} {int:>13} {term:>13}  {}", row.arguments);
    }
    let late = rows.iter().filter(|row| row.worst() > 100.0).count();
    println!("{} cases, {late} of them above 100 ms at worst", rows.len());
    Ok(())
}

#[derive(Clone, Copy)]
enum End {
    Limit,
    Signal(&'static str),
}

/// Milliseconds from the limit or the signal to the end; none when it ended before by itself.
fn once(
    command: &Path,
    inputs: &Path,
    arguments: &[&str],
    end: End,
) -> Result<Option<f64>, String> {
    let own = tempfile::tempdir_in(inputs).map_err(|e| e.to_string())?;
    let mut all: Vec<String> = arguments.iter().map(|a| beside(inputs, a)).collect();
    if let End::Limit = end {
        all.extend(["--time-limit".to_owned(), format!("{}ms", LIMIT.as_millis())]);
    }
    let begun = Instant::now();
    let mut child = start(command, own.path(), &all)?;
    let due = match end {
        End::Limit => begun + LIMIT,
        End::Signal(signal) => {
            std::thread::sleep(BUSY);
            if child.try_wait().map_err(|e| e.to_string())?.is_some() {
                return Ok(None);
            }
            let sent = Instant::now();
            let done = Command::new("kill").args([signal, &child.id().to_string()]).status();
            done.map_err(|e| format!("kill: {e}"))?;
            sent
        }
    };
    child.wait().map_err(|e| e.to_string())?;
    let ended = Instant::now();
    Ok((ended >= due).then(|| (ended - due).as_secs_f64() * 1e3))
}

fn start(command: &Path, folder: &Path, arguments: &[String]) -> Result<Child, String> {
    let mut started = Command::new(command);
    started.args(arguments).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    if arguments.iter().any(|a| a == "-") {
        let lines = Command::new("yes").arg(EASY).stdout(Stdio::piped()).spawn();
        let lines = lines.map_err(|e| format!("yes: {e}"))?;
        started.stdin(lines.stdout.ok_or("yes has no output")?);
    }
    started.spawn().map_err(|e| format!("{}: {e}", command.display()))
}
