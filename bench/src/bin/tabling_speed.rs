//! CPU time of the searches by tabling, on positions where nothing simpler is left.
//!
//! `cargo run --release -p sudolab-bench --bin tabling_speed -- FILE [N]` reads
//! puzzles, one per line, solves each by singles, locked candidates and tabling, and
//! prints per search the number of calls, their mean and the longest.

use std::collections::BTreeMap;
use std::time::Instant;
use sudolab_logic::position::Position;
use sudolab_logic::rating::hodoku::tabling::{Found, Links, Tabling};
use sudolab_logic::techniques::{first, hidden_single, locked_candidates, naked_single};

type Search = fn(&mut Tabling, &Position) -> Option<Found>;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(path) = arguments.next() else {
        eprintln!("usage: tabling_speed FILE [N]");
        std::process::exit(2);
    };
    let n = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(100);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| {
        eprintln!("{path}: {error}");
        std::process::exit(2);
    });
    let searches: [(&str, Search); 4] = [
        ("loops", |t, p| t.loops(p, false)),
        ("grouped loops", |t, p| t.loops(p, true)),
        ("forcing chains", |t, p| t.forcing_chains(p)),
        ("forcing nets", |t, p| t.forcing_nets(p)),
    ];
    let mut tabling = Tabling::new();
    // Per search: calls, seconds, the longest call.
    let mut spent: BTreeMap<&str, (usize, f64, f64)> = BTreeMap::new();
    let mut note = |name, seconds: f64| {
        let entry = spent.entry(name).or_default();
        *entry = (entry.0 + 1, entry.1 + seconds, entry.2.max(seconds));
    };
    for line in text.lines().filter(|line| line.len() >= 81).take(n) {
        let Some(mut position) = Position::from_line(line) else { continue };
        while !position.is_solved() {
            let easy = first(&position, |p, visit| naked_single::find(p, visit))
                .or_else(|| first(&position, |p, visit| hidden_single::find_hidden(p, visit)))
                .or_else(|| first(&position, |p, v| locked_candidates::find_pointing(p, v)))
                .or_else(|| first(&position, |p, v| locked_candidates::find_claiming(p, v)));
            if let Some(step) = easy {
                step.effect.apply(&mut position);
                continue;
            }
            let found = searches.iter().find_map(|&(name, search)| {
                let start = Instant::now();
                let found = search(&mut tabling, &position);
                note(name, start.elapsed().as_secs_f64());
                found
            });
            let Some(found) = found else { break };
            found.step.effect.apply(&mut position);
        }
    }
    if std::env::var_os("SETS").is_some() {
        for line in text.lines().filter(|line| line.len() >= 81).take(n) {
            let Some(position) = Position::from_line(line) else { continue };
            let start = Instant::now();
            tabling.all_loops(&position, Links::Sets);
            note("loops through sets", start.elapsed().as_secs_f64());
        }
    }
    println!("search,calls,mean_us,longest_us");
    for (name, (calls, seconds, longest)) in spent {
        println!("{name},{calls},{:.0},{:.0}", seconds / calls as f64 * 1e6, longest * 1e6);
    }
}
