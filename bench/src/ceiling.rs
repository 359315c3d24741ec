//! How much several threads gain, and how much the machine lets them gain.
//!
//! Three things take turns: the command with `--jobs 1`, as many copies of it at once as there are
//! threads, and one with that many threads. Copies share nothing, so what is missing to full
//! efficiency there is the machine's share (one clock for all cores, two threads of one core, shared
//! caches, neighbours on the host); the rest is ours. Times are wall times from start to end of the
//! process, the least of the rounds: they need idle cores.

use std::process::{Command, Stdio};
use std::time::Instant;

/// Measures and prints a table. `command` is a program and its arguments, without `--jobs`.
pub fn measure(threads: usize, rounds: u32, command: &[String]) -> Result<(), String> {
    let [program, arguments @ ..] = command else {
        return Err("--ceiling needs a command: --ceiling 2 -- sudolab solve FILE".into());
    };
    let start = |jobs: usize| {
        Command::new(program)
            .args(arguments)
            .args(["--jobs", &jobs.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .map_err(|error| format!("{program}: {error}; give the path of the program"))
    };
    let seconds = |copies: usize, jobs: usize| -> Result<f64, String> {
        let started = Instant::now();
        let children = (0..copies).map(|_| start(jobs)).collect::<Result<Vec<_>, _>>()?;
        for mut child in children {
            let status = child.wait().map_err(|error| format!("{program}: {error}"))?;
            if status.code() == Some(2) {
                return Err(format!("{program} refuses these arguments"));
            }
        }
        Ok(started.elapsed().as_secs_f64())
    };
    let mut least = [f64::INFINITY; 3];
    for _ in 0..rounds.max(1) {
        for (least, (copies, jobs)) in least.iter_mut().zip([(1, 1), (threads, 1), (1, threads)]) {
            *least = least.min(seconds(copies, jobs)?);
        }
    }
    let [alone, copies, shared] = least;
    let (ceiling, ours) = (alone / copies, alone / (threads as f64 * shared));
    println!(
        "one thread {alone:.3} s; {threads} copies at once {copies:.3} s; {threads} threads {shared:.3} s"
    );
    println!(
        "efficiency {ours:.2}; {threads} copies reach {ceiling:.2}; ours of that {:.2}",
        ours / ceiling
    );
    Ok(())
}
