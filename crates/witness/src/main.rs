//! `sudolab-witness FILE…`: whether certificates hold.
#![forbid(unsafe_code)]

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::process::ExitCode;
use sudolab_witness::{Doubt, Reader, check};

const HELP: &str = "\
Usage: sudolab-witness [-q] FILE…

Checks certificates as `sudolab check --proof FILE` writes them. FILE may be - for standard input;
-q prints only what does not hold. Exit status: 0 all hold; 1 one does not, or a file has none or
cannot be understood; 2 wrong usage; 3 a file cannot be read.";

fn main() -> ExitCode {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    if files.first().is_some_and(|word| word == "-h" || word == "--help") {
        println!("{HELP}");
        return ExitCode::SUCCESS;
    }
    let quiet = files.first().is_some_and(|word| word == "-q");
    files.drain(..usize::from(quiet));
    if files.is_empty() || files.iter().any(|file| file.starts_with('-') && file != "-") {
        eprintln!("{HELP}");
        return ExitCode::from(2);
    }
    let (mut hold, mut fail) = (0u64, 0u64);
    for file in files {
        let input: Box<dyn BufRead> = match File::open(&file) {
            _ if file == "-" => Box::new(io::stdin().lock()),
            Ok(input) => Box::new(BufReader::new(input)),
            Err(error) => {
                eprintln!("{file}: cannot be read: {error}");
                return ExitCode::from(3);
            }
        };
        let mut reader: Reader<Box<dyn BufRead>> = Reader::new(input);
        let before = hold + fail;
        loop {
            let why = match reader.next_certificate().map(|it| it.map(|it| (it.line, check(&it)))) {
                Ok(Some((_, Ok(())))) => {
                    hold += 1;
                    continue;
                }
                Ok(Some((line, Err(Doubt(why))))) => {
                    format!("the certificate in line {line}: {why}")
                }
                Ok(None) if hold + fail > before => break,
                Ok(None) => "there is no certificate in it".to_owned(),
                Err(Doubt(why)) => {
                    reader = Reader::new(Box::new(io::empty()));
                    why
                }
            };
            fail += 1;
            println!("{file}: {why}");
        }
    }
    if !quiet {
        println!("{hold} hold, {fail} do not");
    }
    ExitCode::from(u8::from(fail > 0))
}
