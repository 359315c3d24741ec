//! Measures how quickly plain 9x9 lines are recognised and streamed:
//! `cargo run --release -p sudolab-grid --example read_lines`.

use std::hint::black_box;
use std::time::Instant;
use sudolab_grid::formats::{Quick, ReadOptions, Records, line::nine};
use sudolab_grid::random::Random;

const N_LINES: usize = 20_000;
const ROUNDS: usize = 3;
/// Systems count running time in steps of some milliseconds.
const REPEATS: usize = 20;

fn main() {
    let mut random = Random::new(1);
    let mut text = Vec::with_capacity(N_LINES * 82);
    for _ in 0..N_LINES {
        text.extend(
            (0..81).map(|_| if random.chance(0.7) { b'.' } else { b'1' + random.below(9) as u8 }),
        );
        text.push(b'\n');
    }
    let clock = Instant::now();
    let time = |name: &str, run: &dyn Fn() -> u64| {
        let best = (0..ROUNDS)
            .map(|_| {
                let start = on_cpu(&clock);
                (0..REPEATS).for_each(|_| {
                    black_box(run());
                });
                on_cpu(&clock) - start
            })
            .min()
            .unwrap_or_default();
        println!("{name}: {:.1} ns per line", best as f64 / (N_LINES * REPEATS) as f64);
    };
    time("nine", &|| {
        let lines = text.chunks_exact(82);
        lines
            .filter_map(|line| nine(&line[..81]))
            .map(|(cells, _)| u64::from(black_box(&cells)[40]))
            .sum()
    });
    time("next_quick", &|| {
        let mut records = Records::new(text.as_slice(), ReadOptions::default());
        let mut sum = 0;
        while let Some(next) = records.next_quick() {
            if let Ok(Quick::Nine { cells, .. }) = next {
                sum += u64::from(black_box(&cells)[40]);
            }
        }
        sum
    });
    time("iterator", &|| {
        let records = Records::new(text.as_slice(), ReadOptions::default());
        records.flatten().map(|r| u64::from(r.document.givens().values()[40])).sum()
    });
}

/// Nanoseconds this thread was running; where the system does not tell, the time that passed.
fn on_cpu(clock: &Instant) -> u64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let first = told.and_then(|text| text.split(' ').next()?.parse().ok());
    first.unwrap_or_else(|| clock.elapsed().as_nanos() as u64)
}
