//! `--proof FILE`: certificates beside the results, one for each puzzle, in input order.

use crate::batch::Report;
use crate::exit::Exit;
use crate::input::Entry;
use clap::Args;
use std::path::PathBuf;
use sudolab::exact::{NotCertified, certify};
use sudolab::{Halt, Stop};

/// Where certificates go.
#[derive(Args, Clone, Debug)]
pub struct ProofArgs {
    /// Also write a certificate for each puzzle into FILE: its solutions, and a proof that there are
    /// no others (`sudolab-witness FILE` checks it)
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
}

impl ProofArgs {
    /// What is asked, with so many solutions of each puzzle at the most.
    pub fn up_to(&self, limit: u64) -> Option<Proving> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        self.proof.clone().map(|file| Proving { file, limit })
    }
}

/// Certificates to be written.
#[derive(Clone, Debug)]
pub struct Proving {
    /// The file.
    pub file: PathBuf,
    /// Solutions of each puzzle at the most.
    limit: usize,
}

impl Proving {
    /// Certifies what is said of a record, within its time; one that cannot be read has no
    /// certificate.
    pub fn certify(&self, entry: &Entry, halt: &Halt<'_>, report: &mut Report) {
        let Some(puzzle) = entry.puzzle() else { return };
        match certify(&puzzle, self.limit, halt) {
            Ok(certificate) => report.proof.push_str(&certificate.to_string()),
            // The whole run ends, and says so once.
            Err(NotCertified::Stopped(Stop::Cancelled)) => {}
            Err(why) => {
                let grave = match why {
                    NotCertified::Stopped(_) => Exit::Limit,
                    NotCertified::Rules(_) | NotCertified::Board(_) => Exit::SomeFailed,
                };
                report.exit = report.exit.and(grave);
                report.messages.push(format!("{}: {puzzle}: no certificate: {why}", entry.place()));
            }
        }
    }
}
