//! `sudolab-drat FILE CNF DRAT`: the first certificate of a file for other checkers, the puzzle as
//! DIMACS clauses and the proof as DRAT.
//!
//! The claim "exactly these solutions" becomes "unsatisfiable": one clause for each listed solution
//! excludes it, and the proof refutes what is left.
#![forbid(unsafe_code)]

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::process::ExitCode;
use sudolab_witness::{Certificate, Doubt, Encoding, Reader};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, cnf, drat] = arguments.as_slice() else {
        eprintln!("Usage: sudolab-drat FILE CNF DRAT");
        return ExitCode::from(2);
    };
    let certificate = match File::open(file).map(BufReader::new) {
        Ok(input) => Reader::new(input).next_certificate(),
        Err(error) => {
            eprintln!("{file}: cannot be read: {error}");
            return ExitCode::from(3);
        }
    };
    let written = match certificate {
        Ok(Some(certificate)) => write_both(&certificate, cnf, drat),
        Ok(None) => {
            eprintln!("{file}: there is no certificate in it");
            return ExitCode::from(1);
        }
        Err(Doubt(why)) => {
            eprintln!("{file}: {why}");
            return ExitCode::from(1);
        }
    };
    if let Err(error) = written {
        eprintln!("{cnf}, {drat}: cannot be written: {error}");
        return ExitCode::from(3);
    }
    ExitCode::SUCCESS
}

fn write_both(certificate: &Certificate, cnf: &str, drat: &str) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(cnf)?);
    write_dimacs(certificate, &mut out)?;
    out.flush()?;
    let mut out = BufWriter::new(File::create(drat)?);
    for (_, clause) in &certificate.proof {
        write_clause(&mut out, clause)?;
    }
    // What is left falls by propagation alone.
    writeln!(out, "0")?;
    out.flush()
}

fn write_dimacs(certificate: &Certificate, out: &mut impl Write) -> io::Result<()> {
    let encoding = Encoding::new(&certificate.puzzle);
    let mut clauses: Vec<Vec<i32>> = Vec::new();
    for (members, is_exact) in &encoding.groups {
        if *is_exact {
            clauses.push(members.clone());
        }
        for (i, &a) in members.iter().enumerate() {
            clauses.extend(members[i + 1..].iter().map(|&b| vec![-a, -b]));
        }
    }
    clauses.extend_from_slice(&encoding.clauses);
    clauses.extend(certificate.solutions.iter().map(|grid| encoding.other_than(grid)));
    writeln!(out, "p cnf {} {}", encoding.n_variables, clauses.len())?;
    clauses.iter().try_for_each(|clause| write_clause(out, clause))
}

fn write_clause(out: &mut impl Write, clause: &[i32]) -> io::Result<()> {
    clause.iter().try_for_each(|literal| write!(out, "{literal} "))?;
    writeln!(out, "0")
}
