//! What certificates cost: time to write them, bytes, time to check them.
//!
//! `cargo run --release -p sudolab-bench --bin certificates -- FILE [LIMIT]`, a puzzle line or
//! SudoCue-like line for each puzzle; `LIMIT` solutions are asked for, 2 unless told.

use rustix::time::{ClockId, clock_gettime};
use std::fs;
use std::time::Duration;
use sudolab_exact::certify;
use sudolab_grid::Puzzle;
use sudolab_grid::halt::Halt;
use sudolab_witness::{Reader, check};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("usage: certificates FILE [LIMIT]")?;
    let limit = arguments.next().map_or(Ok(2), |text| text.parse())?;
    let text = fs::read_to_string(file)?;
    let (mut n, mut holding, mut clauses, mut bytes) = (0u64, 0u64, 0u64, 0u64);
    let (mut writing, mut checking) = (Duration::ZERO, Duration::ZERO);
    let mut largest = 0;
    for line in text.lines().filter(|line| !line.is_empty()) {
        let puzzle: Puzzle = line.parse()?;
        let began = cpu();
        let certificate = certify(&puzzle, limit, &Halt::never())?;
        let written = certificate.to_string();
        let middle = cpu();
        let read = Reader::new(written.as_bytes()).next_certificate();
        let holds = matches!(read, Ok(Some(read)) if check(&read).is_ok());
        checking += cpu() - middle;
        writing += middle - began;
        n += 1;
        holding += u64::from(holds);
        clauses += certificate.proof.map_or(0, |proof| proof.len() as u64);
        bytes += written.len() as u64;
        largest = largest.max(written.len());
    }
    println!("{n} certificates, {holding} hold");
    println!(
        "{:.1} clauses and {:.0} bytes each, the largest {largest} bytes, {bytes} in all",
        clauses as f64 / n as f64,
        bytes as f64 / n as f64
    );
    println!(
        "written in {:.1} s, checked in {:.1} s of CPU time",
        writing.as_secs_f64(),
        checking.as_secs_f64()
    );
    Ok(())
}

fn cpu() -> Duration {
    clock_gettime(ClockId::ProcessCPUTime).try_into().unwrap_or_default()
}
