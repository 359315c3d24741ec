//! The progress of long work, on standard error, for people only.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;

/// A bar on standard error; silent when that is no terminal or the user wants quiet.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Progress through `total` bytes of input; a spinner when the total is not known.
    pub fn bytes(total: Option<u64>, quiet: bool) -> Progress {
        Progress::new(
            total,
            quiet,
            "{wide_bar} {percent:>3}%  {bytes}/{total_bytes}  {msg}  {eta} left",
            "{spinner} {bytes} read  {msg}  {elapsed}",
        )
    }

    /// Progress through `total` items.
    pub fn items(total: Option<u64>, quiet: bool) -> Progress {
        Progress::new(
            total,
            quiet,
            "{wide_bar} {pos}/{len}  {per_sec}  {msg}  {eta} left",
            "{spinner} {pos}  {per_sec}  {msg}  {elapsed}",
        )
    }

    fn new(total: Option<u64>, quiet: bool, bounded: &str, open: &str) -> Progress {
        let show = !quiet && std::io::stderr().is_terminal();
        let bar = match total {
            Some(total) => ProgressBar::new(total),
            None => ProgressBar::new_spinner(),
        };
        let template = if total.is_some() { bounded } else { open };
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let target =
            if show { ProgressDrawTarget::stderr_with_hz(8) } else { ProgressDrawTarget::hidden() };
        bar.set_draw_target(target);
        Progress { bar }
    }

    /// So much more is done.
    pub fn advance(&self, by: u64) {
        self.bar.inc(by);
    }

    /// A word beside the bar.
    pub fn say(&self, text: String) {
        self.bar.set_message(text);
    }

    /// Prints a message without tearing the bar.
    pub fn above(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
