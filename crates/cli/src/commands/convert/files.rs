//! Formats of which one puzzle fills a file.

use super::{Convert, Refusal};
use crate::args::Common;
use crate::claim::Claim;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{Output, numbered};
use crate::say;
use std::path::Path;
use sudolab::formats::{Format, Losses, WriteOptions};

impl Convert {
    /// Writes a format of which one puzzle fills a file: a single puzzle goes to the output,
    /// several go to numbered files beside its name.
    pub(super) fn write_files(
        &self,
        to: Format,
        options: &WriteOptions,
        common: &Common,
    ) -> Result<Exit, Failure> {
        // The first text waits until it is known whether it stays alone.
        let mut first: Option<String> = None;
        let mut n = 0;
        let mut failure = None;
        let mut losses = Losses::default();
        // Numbered files belong together: nobody else writes any of them meanwhile.
        let mut claim: Option<Claim> = None;
        let exit = self.each(common, |document, _| {
            let Some(document) = document else { return Ok(()) };
            let written = to.write(document, options).map_err(Refusal::Record)?;
            losses.absorb(written.losses);
            n += 1;
            if n == 1 {
                first = Some(written.text);
                return Ok(());
            }
            let wrote = match &common.output {
                None => Err(Failure::Usage(format!(
                    "{to} holds one puzzle in a file, and the input has more; name the files with \
                     --output NAME.{0} (NAME-1.{0} and so on), or choose a format that holds many, \
                     such as sdm or json",
                    to.extensions().first().copied().unwrap_or(to.name())
                ))),
                Some(name) => {
                    let mut all = || -> Result<(), Failure> {
                        if let Some(text) = first.take() {
                            claim = Some(Claim::on(name)?);
                            put(&numbered(name, 1), &text)?;
                        }
                        put(&numbered(name, n), &written.text)
                    };
                    all()
                }
            };
            wrote.map_err(|e| {
                failure = Some(e);
                Refusal::Stop
            })
        });
        claim.into_iter().for_each(Claim::release);
        let exit = exit?;
        if let Some(failure) = failure {
            return Err(failure);
        }
        if let Some(text) = first {
            let mut output = Output::open(common.output.as_deref())?;
            output.put(text.as_bytes())?;
            output.finish()?;
        }
        if !common.quiet {
            losses.iter().for_each(|loss| say::note(&loss.to_string()));
            if let Some(name) = common.output.as_deref().filter(|_| n > 1) {
                let (one, last) = (numbered(name, 1), numbered(name, n));
                say::note(&format!("{n} files, {} to {}", one.display(), last.display()));
            }
        }
        Ok(exit)
    }
}

fn put(name: &Path, text: &str) -> Result<(), Failure> {
    let mut output = Output::open(Some(name))?;
    output.put(text.as_bytes())?;
    output.finish()
}
