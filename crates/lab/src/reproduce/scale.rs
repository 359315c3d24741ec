//! A fraction of a paper's work.

use std::fmt;

/// How much of the published work is done: more than 0, at most 1.
///
/// A plan says itself which of its numbers shrink: `sample = 400 # scaled, at least 20`. The scaled
/// plan is a plan like any other, and the one that is stored.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Scale(f64);

/// A number that is no scale.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is no scale; write a fraction above 0 and up to 1, such as 0.02, or full")]
pub struct ScaleError(String);

impl Scale {
    /// Everything.
    pub const FULL: Scale = Scale(1.0);

    /// A fraction above 0 and up to 1.
    pub fn new(fraction: f64) -> Result<Scale, ScaleError> {
        if fraction > 0.0 && fraction <= 1.0 {
            Ok(Scale(fraction))
        } else {
            Err(ScaleError(fraction.to_string()))
        }
    }

    /// The plan with its numbers scaled.
    pub fn of(self, plan: &str) -> String {
        if self == Scale::FULL {
            return plan.to_owned();
        }
        let mut text = format!("# scaled by {self}\n");
        for line in plan.lines() {
            text.push_str(&self.line(line).unwrap_or_else(|| line.to_owned()));
            text.push('\n');
        }
        text
    }

    /// In words, for the head of a report.
    pub fn in_words(self) -> String {
        if self == Scale::FULL { "full size".into() } else { format!("scale {self}") }
    }

    fn line(self, line: &str) -> Option<String> {
        let (setting, comment) = line.split_once("# scaled, at least ")?;
        let least: f64 = comment.trim().parse().ok()?;
        let from = setting.find(|c: char| c.is_ascii_digit())?;
        let rest = &setting[from..];
        let to = from + rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let full: f64 = setting[from..to].parse().ok()?;
        let scaled = (full * self.0).round().max(least).min(full);
        Some(format!("{}{scaled}{} # of {full}", &setting[..from], setting[to..].trim_end()))
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Scale::FULL { f.write_str("full") } else { write!(f, "{}", self.0) }
    }
}

impl std::str::FromStr for Scale {
    type Err = ScaleError;

    fn from_str(text: &str) -> Result<Scale, ScaleError> {
        if text == "full" {
            return Ok(Scale::FULL);
        }
        let percent = text.strip_suffix('%').map(|t| t.trim().parse::<f64>().map(|x| x / 100.0));
        let fraction = percent.unwrap_or_else(|| text.parse());
        fraction.ok().and_then(|x| Scale::new(x).ok()).ok_or_else(|| ScaleError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_that_say_so_are_scaled_and_never_below_their_least() {
        let scale: Scale = "0.1".parse().unwrap();
        let text = "take = 400\nsample = 400 # scaled, at least 20\nruns = 30 # scaled, at least 6\ntime_limit = \"60s\" # scaled, at least 2\n";
        let expected = "# scaled by 0.1\ntake = 400\nsample = 40 # of 400\nruns = 6 # of 30\ntime_limit = \"6s\" # of 60\n";
        assert_eq!(scale.of(text), expected);
        assert_eq!(Scale::FULL.of(text), text);
    }

    #[test]
    fn a_scale_is_a_fraction_a_percentage_or_full() {
        assert_eq!("full".parse(), Ok(Scale::FULL));
        assert_eq!("2%".parse(), Scale::new(0.02));
        for bad in ["", "0", "-1", "1.5", "half", "NaN", "200%"] {
            assert!(bad.parse::<Scale>().is_err(), "{bad:?}");
        }
    }
}
