//! How long the finders take to hand out everything they find.
//!
//! `cargo run --release -p sudolab-bench --bin technique_latency -- FILE [N]` reads
//! puzzles, one per line, places singles, runs every technique of the catalogue on the
//! position that is left, and prints per technique the CPU time of the mean and of the
//! longest run. CPU time is read from `/proc`, so this works on Linux only.

use std::ops::ControlFlow;
use sudolab_logic::position::Position;
use sudolab_logic::technique::Technique;
use sudolab_logic::techniques::{first, hidden_single, naked_single, named};

/// CPU time of this thread in milliseconds.
fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let spent = text.split(' ').next().and_then(|field| field.parse::<f64>().ok());
    spent.unwrap_or(0.0) / 1e6
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(path) = arguments.next() else {
        eprintln!("usage: technique_latency FILE [N]");
        std::process::exit(2);
    };
    let n = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(20);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| {
        eprintln!("{path}: {error}");
        std::process::exit(2);
    });
    let mut positions = Vec::new();
    for line in text.lines().filter(|line| line.len() >= 81).take(n) {
        let Some(mut position) = Position::from_line(line) else { continue };
        while let Some(single) = first(&position, |p, visit| naked_single::find(p, visit))
            .or_else(|| first(&position, |p, visit| hidden_single::find_hidden(p, visit)))
        {
            single.effect.apply(&mut position);
        }
        if !position.is_solved() {
            positions.push(position);
        }
    }
    println!("technique,positions,steps,mean_ms,longest_ms");
    for &technique in Technique::ALL {
        let (mut total, mut longest, mut n_steps) = (0.0, 0.0f64, 0usize);
        for position in &positions {
            let start = cpu();
            let found = named::find(position, technique, &mut |_| {
                n_steps += 1;
                ControlFlow::Continue(())
            });
            if found.is_err() {
                break;
            }
            let spent = cpu() - start;
            total += spent;
            longest = longest.max(spent);
        }
        if longest > 0.0 {
            let mean = total / positions.len() as f64;
            println!("{technique},{},{n_steps},{mean:.2},{longest:.2}", positions.len());
        }
    }
}
