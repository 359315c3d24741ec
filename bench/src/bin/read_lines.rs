//! Measures how quickly plain 9x9 lines are recognised and streamed:
//! `cargo run --release -p sudolab-bench --bin read_lines`.

use std::hint::black_box;
use std::time::Instant;
use sudolab_grid::formats::{Quick, ReadOptions, Records, line::nine};
use sudolab_grid::random::Random;

// Short rounds and the best of them: a busy machine interrupts some, not all.
const N_LINES: usize = 2_000;
const ROUNDS: usize = 200;

fn main() {
    let mut random = Random::new(1);
    let mut text = Vec::with_capacity(N_LINES * 82);
    for _ in 0..N_LINES {
        text.extend(
            (0..81).map(|_| if random.chance(0.7) { b'.' } else { b'1' + random.below(9) as u8 }),
        );
        text.push(b'\n');
    }
    let time = |name: &str, run: &dyn Fn() -> u64| {
        let best = (0..ROUNDS)
            .map(|_| {
                let start = Instant::now();
                black_box(run());
                start.elapsed()
            })
            .min()
            .unwrap_or_default();
        println!("{name}: {:.1} ns per line", best.as_nanos() as f64 / N_LINES as f64);
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
