//! How measurements look.

use crate::csv;
use crate::form::TableForm;
use crate::paint::Paint;
use sudolab::{AnswerKind, Throughput};
use sudolab_wire::{LimitClock, Measured};

/// The wire form of a measurement.
pub fn wire(m: &Throughput) -> Measured {
    let per = |x: f64| x / m.puzzles.max(1) as f64;
    let rate = m.rate.median;
    Measured {
        algorithm: m.name.clone(),
        answer: match m.answer {
            AnswerKind::Proof => "proof",
            AnswerKind::First => "first",
        }
        .to_owned(),
        batch: m.batch,
        clock: LimitClock::Cpu,
        cpu_us_per_puzzle: 1e6 * m.cpu_per_puzzle,
        guesses_per_puzzle: per(m.guesses as f64),
        no_guess: per(m.without_guess as f64),
        passes: m.passes,
        puzzles: m.puzzles,
        puzzles_per_s: rate,
        puzzles_per_s_high: m.rate.high,
        puzzles_per_s_low: m.rate.low,
        seconds: m.puzzles as f64 / rate.max(1e-9),
        solved: m.solved,
        threads: m.threads,
        ticks_per_s: per(m.ticks as f64) * rate,
        us_per_puzzle: 1e6 / rate.max(1e-9),
    }
}

/// Half of the range of the passes, as a part of the median.
fn spread(m: &Measured) -> f64 {
    (m.puzzles_per_s_high - m.puzzles_per_s_low) / 2.0 / m.puzzles_per_s.max(1e-9)
}

/// Every column of the table: its name and its value.
fn columns(m: &Measured) -> [(&'static str, String); 16] {
    [
        ("algorithm", m.algorithm.clone()),
        ("puzzles", m.puzzles.to_string()),
        ("threads", m.threads.to_string()),
        ("puzzles_per_s", format!("{:.1}", m.puzzles_per_s)),
        ("guesses_per_puzzle", format!("{:.4}", m.guesses_per_puzzle)),
        ("no_guess", format!("{:.4}", m.no_guess)),
        ("solved", m.solved.to_string()),
        ("answer", m.answer.clone()),
        ("batch", m.batch.to_string()),
        ("passes", m.passes.to_string()),
        ("puzzles_per_s_low", format!("{:.1}", m.puzzles_per_s_low)),
        ("puzzles_per_s_high", format!("{:.1}", m.puzzles_per_s_high)),
        ("us_per_puzzle", format!("{:.4}", m.us_per_puzzle)),
        ("cpu_us_per_puzzle", format!("{:.4}", m.cpu_us_per_puzzle)),
        ("seconds", format!("{:.6}", m.seconds)),
        ("ticks_per_s", format!("{:.1}", m.ticks_per_s)),
    ]
}

/// The table in a form.
pub fn table(rows: &[Measured], form: TableForm, paint: Paint) -> Vec<u8> {
    let mut out = Vec::new();
    match form {
        TableForm::Csv => {
            for (i, m) in rows.iter().enumerate() {
                let columns = columns(m);
                if i == 0 {
                    csv::push_line(&mut out, columns.iter().map(|(name, _)| *name));
                }
                csv::push_line(&mut out, columns.iter().map(|(_, value)| value.as_str()));
            }
        }
        TableForm::Json => {
            for m in rows {
                out.extend_from_slice(format!("{}\n", sudolab_wire::line(m)).as_bytes());
            }
        }
        TableForm::Text => {
            let width = rows.iter().map(|m| m.algorithm.len()).max().unwrap_or(9).max(9);
            let head = format!(
                "{:width$} {:>6} {:>8} {:>8} {:>7} {:>12} {:>6} {:>11} {:>11} {:>14} {:>8} {:>12}",
                "algorithm",
                "answer",
                "puzzles",
                "solved",
                "threads",
                "puzzles/s",
                "±",
                "us/puzzle",
                "CPU us each",
                "guesses/puzzle",
                "no guess",
                "ticks/s"
            );
            out.extend_from_slice(format!("{}\n", paint.head(&head)).as_bytes());
            for m in rows {
                let line = format!(
                    "{:width$} {:>6} {:>8} {:>8} {:>7} {:>12.0} {:>5.1}% {:>11.3} {:>11.3} {:>14.3} {:>7.1}% {:>12.0}\n",
                    m.algorithm,
                    m.answer,
                    m.puzzles,
                    m.solved,
                    m.threads,
                    m.puzzles_per_s,
                    100.0 * spread(m),
                    m.us_per_puzzle,
                    m.cpu_us_per_puzzle,
                    m.guesses_per_puzzle,
                    100.0 * m.no_guess,
                    m.ticks_per_s,
                );
                out.extend_from_slice(line.as_bytes());
            }
        }
    }
    out
}
