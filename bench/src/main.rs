//! `sudolab-bench`: sudolab and its peers on the same puzzles, in one run.
//!
//! ```text
//! cargo run --release -p sudolab-bench -- [--sets DIR] [--tdoku LIB] [--limit N]
//!     [--only set,set] [--engines name,name] [--share PERCENT] [--seed N]
//! cargo run --release -p sudolab-bench -- --generate COUNT [--seed N]
//! cargo run --release -p sudolab-bench -- --ceiling THREADS [--rounds N] -- COMMAND...
//! cargo run --release -p sudolab-bench -- --facade FILE [--rounds N]
//! cargo run --release -p sudolab-bench -- --differential COUNT [--seed N] [--from K]
//! ```
//!
//! With `--generate` the generators of minimal puzzles are compared instead (`generators`), with
//! `--ceiling` a command with one and several threads (`ceiling`), with `--facade` the public
//! calls that read and prove one puzzle (`facade`), with `--differential` everyone who counts solutions
//! is held against everyone else (`differential`).
//!
//! Every solver gets the same text lines: puzzles of the named sets, each in a random
//! relabelling and permutation drawn from a fixed seed, so that no solver is favoured by the
//! form in which a puzzle was published; small sets are filled up with fresh permutations. A
//! set is cut into chunks; on each chunk the solvers take turns, one warm-up and three timed
//! rounds; the smallest thread CPU time per chunk counts and the chunks are summed. Reading the
//! text is part of every solver's time. The solution counts of all solvers must agree, puzzle
//! by puzzle, and grids must be valid; otherwise the run ends with an error.
//!
//! Ratios within one run are the result. Seconds belong to the machine.

mod ceiling;
mod differential;
mod engines;
mod facade;
mod generators;
mod measure;
mod sets;
mod table;

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("sudolab-bench: {message}");
            ExitCode::FAILURE
        }
    }
}

struct Options {
    sets: PathBuf,
    tdoku: Option<PathBuf>,
    limit: u64,
    only: Vec<String>,
    engines: Vec<String>,
    share: f64,
    seed: u64,
    generate: Option<u64>,
    ceiling: Option<usize>,
    facade: Option<PathBuf>,
    differential: Option<u64>,
    from: u64,
    rounds: u32,
    command: Vec<String>,
}

fn run() -> Result<(), String> {
    let options = options()?;
    if let Some(count) = options.generate {
        return generators::compare(count, options.seed);
    }
    if let Some(count) = options.differential {
        return differential::compare(count, options.from, options.seed);
    }
    if let Some(threads) = options.ceiling {
        return ceiling::measure(threads, options.rounds, &options.command);
    }
    if let Some(file) = &options.facade {
        return facade::measure(file, options.rounds);
    }
    let mut engines = engines::all(options.tdoku.as_deref())?;
    if !options.engines.is_empty() {
        for name in &options.engines {
            if !engines.iter().any(|e| e.name() == name) {
                let known: Vec<_> = engines.iter().map(|e| e.name()).collect();
                return Err(format!("no engine '{name}' here; there are {}", known.join(", ")));
            }
        }
        engines.retain(|e| options.engines.iter().any(|name| name == e.name()));
    }
    let mut rows = Vec::new();
    for set in sets::SETS {
        if !options.only.is_empty() && !options.only.iter().any(|name| name == set.name) {
            continue;
        }
        let puzzles = set.puzzles(&options.sets, options.seed, options.share)?;
        let results = measure::measure(&mut engines, &puzzles, options.limit)
            .map_err(|message| format!("set {}: {message}", set.name))?;
        table::print(set.name, puzzles.len(), options.limit, &results);
        rows.push((set.name, results));
    }
    table::print_summary(options.limit, &rows);
    Ok(())
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        sets: sets::default_folder(),
        tdoku: std::env::var_os("TDOKU_LIB").map(PathBuf::from),
        limit: 2,
        only: Vec::new(),
        engines: Vec::new(),
        share: 100.0,
        seed: 1,
        generate: None,
        ceiling: None,
        facade: None,
        differential: None,
        from: 0,
        rounds: 5,
        command: Vec::new(),
    };
    let list = |text: String| text.split(',').map(str::to_owned).collect();
    let number = |flag: &str, text: String| {
        text.parse::<f64>().map_err(|_| format!("{flag} needs a number, not '{text}'"))
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(flag) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{flag} needs a value"));
        match flag.as_str() {
            "--sets" => options.sets = PathBuf::from(value()?),
            "--tdoku" => options.tdoku = Some(PathBuf::from(value()?)),
            "--limit" => options.limit = number(&flag, value()?)? as u64,
            "--only" => options.only = list(value()?),
            "--engines" => options.engines = list(value()?),
            "--share" => options.share = number(&flag, value()?)?,
            "--generate" => options.generate = Some(number(&flag, value()?)? as u64),
            "--differential" => options.differential = Some(number(&flag, value()?)? as u64),
            "--from" => options.from = number(&flag, value()?)? as u64,
            "--ceiling" => options.ceiling = Some(number(&flag, value()?)? as usize),
            "--facade" => options.facade = Some(PathBuf::from(value()?)),
            "--rounds" => options.rounds = number(&flag, value()?)? as u32,
            "--" => options.command = arguments.by_ref().collect(),
            "--seed" => options.seed = number(&flag, value()?)? as u64,
            _ => {
                return Err(format!(
                    "no option '{flag}'; use --sets DIR, --tdoku LIB, --limit N, --only a,b, \
                     --engines a,b, --share PERCENT, --seed N, --generate COUNT, \
                     --ceiling THREADS -- COMMAND, --facade FILE, \
                     --differential COUNT [--from K]"
                ));
            }
        }
    }
    if options.limit == 0 {
        return Err("--limit must be at least 1".into());
    }
    for name in &options.only {
        if !sets::SETS.iter().any(|set| set.name == name) {
            let known: Vec<_> = sets::SETS.iter().map(|set| set.name).collect();
            return Err(format!("no set '{name}'; there are {}", known.join(", ")));
        }
    }
    Ok(options)
}
