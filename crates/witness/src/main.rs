//! `sudolab-witness FILE…`: whether certificates hold.
#![forbid(unsafe_code)]

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::process::ExitCode;
use sudolab_witness::{Doubt, Reader, check};

const HELP: &str = "\
Checks certificates as `sudolab check --proof FILE` writes them.

Usage: sudolab-witness [-q] FILE…

FILE may be - for standard input. -q prints only what does not hold.
Exit status: 0 all hold; 1 one does not, or a file has none or cannot be understood; 2 wrong usage;
3 a file cannot be read.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (quiet, files) = match words.as_slice() {
        ["-h" | "--help", ..] => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        ["-q", files @ ..] => (true, files),
        files => (false, files),
    };
    if files.is_empty() || files.iter().any(|file| file.starts_with('-') && *file != "-") {
        eprintln!("{HELP}");
        return ExitCode::from(2);
    }
    let (mut hold, mut fail) = (0u64, 0u64);
    for file in files {
        let mut reader = match open(file) {
            Ok(input) => Reader::new(input),
            Err(error) => {
                eprintln!("{file}: cannot be read: {error}");
                return ExitCode::from(3);
            }
        };
        for number in 0.. {
            match reader.next_certificate() {
                Ok(Some(certificate)) => match check(&certificate) {
                    Ok(()) => hold += 1,
                    Err(Doubt(why)) => {
                        fail += 1;
                        println!("{file}: the certificate in line {}: {why}", certificate.line);
                    }
                },
                Ok(None) if number > 0 => break,
                end => {
                    fail += 1;
                    let none = || "there is no certificate in it".to_owned();
                    println!("{file}: {}", end.err().map_or_else(none, |e| e.to_string()));
                    break;
                }
            }
        }
    }
    if !quiet {
        println!("{hold} hold, {fail} do not");
    }
    ExitCode::from(u8::from(fail > 0))
}

fn open(file: &str) -> io::Result<Box<dyn BufRead>> {
    if file == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(BufReader::new(File::open(file)?)))
}
