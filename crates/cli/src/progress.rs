//! The progress of long work, on standard error, for people only.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
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
            "{wide_bar} {pos}/{len}  {rate}  {msg}  {eta} left",
            "{spinner} {pos}  {rate}  {msg}  {elapsed}",
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
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style.with_key("rate", write_rate));
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

/// A count for a glance: two leading digits.
pub fn round(n: u64) -> u64 {
    let unit = 10_u64.pow(n.checked_ilog10().unwrap_or(0).saturating_sub(1));
    n / unit * unit
}

fn write_rate(state: &ProgressState, text: &mut dyn std::fmt::Write) {
    // A bar that cannot be written is no reason to stop the work.
    let _ = text.write_str(&rate(state.per_sec()));
}

/// A rate for a glance: whole above ten, otherwise two leading digits.
fn rate(per_second: f64) -> String {
    if per_second >= 9.95 {
        // A float beyond the range becomes the largest number: nothing is that fast.
        format!("{}/s", round(per_second.round() as u64))
    } else if per_second >= 0.095 {
        format!("{per_second:.1}/s")
    } else if per_second >= 0.0005 {
        format!("{:.1}/min", per_second * 60.0)
    } else {
        String::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use indicatif::TermLike;
    use std::io;
    use std::sync::{Arc, Mutex};

    #[test]
    fn large_numbers_are_rounded_for_a_glance() {
        let rounded = [0, 7, 42, 123, 9_876, 95_475].map(round);
        assert_eq!(rounded, [0, 7, 42, 120, 9_800, 95_000]);
    }

    #[test]
    fn a_rate_has_two_digits_that_matter() {
        let told = [12_345.678_9, 42.4, 9.96, 3.08, 0.5, 0.0123, 0.0, f64::NAN].map(rate);
        assert_eq!(told, ["12000/s", "42/s", "10/s", "3.1/s", "0.5/s", "0.7/min", "", ""]);
    }

    /// What a bar would write on a terminal.
    #[derive(Clone, Debug, Default)]
    struct Paper(Arc<Mutex<String>>);

    impl TermLike for Paper {
        fn width(&self) -> u16 {
            100
        }
        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(text)
        }
        fn write_str(&self, text: &str) -> io::Result<()> {
            self.0.lock().expect("no thread fails").push_str(text);
            Ok(())
        }
        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }
        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_bar_shows_whole_items_each_second() {
        for total in [Some(5_000_000), None] {
            let progress = Progress::items(total, true);
            let paper = Paper::default();
            let target = ProgressDrawTarget::term_like_with_hz(Box::new(paper.clone()), 255);
            progress.bar.set_draw_target(target);
            progress.bar.set_elapsed(std::time::Duration::from_secs(8));
            for _ in 0..4 {
                std::thread::sleep(std::time::Duration::from_millis(10));
                progress.advance(123_457);
            }
            progress.bar.tick();
            let shown = paper.0.lock().expect("no thread fails").clone();
            let rates: Vec<&str> = shown.split(' ').filter_map(|w| w.strip_suffix("/s")).collect();
            let last = rates.last().unwrap_or_else(|| panic!("no rate in {shown:?}"));
            assert!(last.parse::<u64>().is_ok(), "{last}");
        }
    }
}
