//! Lengths of time as people write them: `20s`, `500ms`, `1.5m`, `1h 30m`; a bare number is
//! seconds. The command's options and the plans of studies read them here.

use fundu::TimeUnit::{Day, Hour, MicroSecond, MilliSecond, Minute, NanoSecond, Second};
use fundu::{CustomDurationParser, CustomTimeUnit};
use std::fmt;
use std::sync::LazyLock;
use std::time::Duration;

static PARSER: LazyLock<CustomDurationParser<'static>> = LazyLock::new(|| {
    CustomDurationParser::builder()
        .time_units(&[
            CustomTimeUnit::with_default(NanoSecond, &["ns"]),
            CustomTimeUnit::with_default(MicroSecond, &["us", "µs"]),
            CustomTimeUnit::with_default(MilliSecond, &["ms"]),
            CustomTimeUnit::with_default(Second, &["s", "sec"]),
            CustomTimeUnit::with_default(Minute, &["m", "min"]),
            CustomTimeUnit::with_default(Hour, &["h"]),
            CustomTimeUnit::with_default(Day, &["d"]),
        ])
        .default_unit(Second)
        .allow_time_unit_delimiter()
        .disable_infinity()
        .parse_multiple(None)
        .build()
});

/// Why a text is no length of time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DurationError {
    /// There is no such unit.
    Unit(String),
    /// It is no number, a negative or a boundless one.
    Number(String),
}

impl fmt::Display for DurationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DurationError::Unit(unit) => {
                write!(f, "{unit:?} is no unit of time; use ms, s, m or h")
            }
            DurationError::Number(text) => {
                write!(f, "{text:?} is no time; write it like 20s or 500ms")
            }
        }
    }
}

impl std::error::Error for DurationError {}

/// Reads a length of time.
///
/// ```
/// use std::time::Duration;
/// use sudolab_clock::duration;
/// assert_eq!(duration::parse("1.5s"), Ok(Duration::from_millis(1500)));
/// assert_eq!(duration::parse("1h 30m"), Ok(Duration::from_secs(5400)));
/// let error = duration::parse("20 parsecs").unwrap_err();
/// assert_eq!(error.to_string(), "\"parsecs\" is no unit of time; use ms, s, m or h");
/// ```
pub fn parse(text: &str) -> Result<Duration, DurationError> {
    let text = text.trim();
    let number = || DurationError::Number(text.to_owned());
    let parsed = PARSER.parse(text).map_err(|_| {
        let words = text.split(|c: char| !c.is_alphabetic());
        // The letter of an exponent is no unit.
        let mut units = words.filter(|word| !word.is_empty() && !word.eq_ignore_ascii_case("e"));
        let unknown = units.find(|unit| PARSER.get_time_unit_by_id(unit).is_none());
        unknown.map_or_else(number, |unit| DurationError::Unit(unit.to_owned()))
    })?;
    // What is too long for the type is told, not cut down to it.
    Duration::try_from(parsed).ok().filter(|&length| length < Duration::MAX).ok_or_else(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_carry_their_unit() {
        for (text, nanoseconds) in [
            ("20s", 20_000_000_000),
            ("500ms", 500_000_000),
            ("1.5", 1_500_000_000),
            (" 2 m ", 120_000_000_000),
            ("2min", 120_000_000_000),
            ("0.25h", 900_000_000_000),
            ("700us", 700_000),
            ("1e-3s", 1_000_000),
            (".5s", 500_000_000),
            ("1h30m", 5_400_000_000_000),
            ("1m 30s", 90_000_000_000),
            ("0s", 0),
        ] {
            assert_eq!(parse(text), Ok(Duration::from_nanos(nanoseconds)), "{text:?}");
        }
    }

    #[test]
    fn what_is_no_length_is_refused_with_the_part_that_is_wrong() {
        for bad in ["", "s", "-3s", "1e400s", "NaN", "inf", "five"] {
            assert!(parse(bad).is_err(), "{bad:?}");
        }
        let unit = |unit: &str| Err(DurationError::Unit(unit.to_owned()));
        assert_eq!(parse("20 parsecs"), unit("parsecs"));
        assert_eq!(parse("20S"), unit("S"));
        assert_eq!(parse("1h 20x"), unit("x"));
        assert_eq!(parse("1e400s"), Err(DurationError::Number("1e400s".to_owned())));
        assert_eq!(parse("-3s"), Err(DurationError::Number("-3s".to_owned())));
    }
}
