//! Sizes of paper.

use std::fmt;
use std::str::FromStr;

/// A sheet, upright.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Paper {
    /// 210 x 297 mm.
    #[default]
    A4,
    /// 148 x 210 mm.
    A5,
    /// 8.5 x 11 inch.
    Letter,
}

impl Paper {
    /// Every size.
    pub const ALL: [Paper; 3] = [Paper::A4, Paper::A5, Paper::Letter];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Paper::A4 => "a4",
            Paper::A5 => "a5",
            Paper::Letter => "letter",
        }
    }

    /// Width and height in millimetres.
    pub fn millimetres(self) -> (f64, f64) {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::A5 => (148.0, 210.0),
            Paper::Letter => (215.9, 279.4),
        }
    }

    /// Width and height in points.
    pub fn points(self) -> (f64, f64) {
        let (width, height) = self.millimetres();
        (width * 72.0 / 25.4, height * 72.0 / 25.4)
    }

    /// The white border on each side, in points: what every printer leaves anyway, and some more.
    pub(crate) fn margin(self) -> f64 {
        match self {
            Paper::A4 | Paper::Letter => 48.0,
            Paper::A5 => 34.0,
        }
    }

    /// The size of a title, in points.
    pub(crate) fn title_size(self) -> f64 {
        match self {
            Paper::A4 | Paper::Letter => 22.0,
            Paper::A5 => 17.0,
        }
    }
}

impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Paper {
    type Err = String;

    fn from_str(text: &str) -> Result<Paper, String> {
        let found = Paper::ALL.into_iter().find(|p| p.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| format!("{text:?} is no paper we know; use a4, a5 or letter"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn papers_have_the_size_of_their_standard() {
        let rounded = |paper: Paper| {
            let (width, height) = paper.points();
            (width.round() as u32, height.round() as u32)
        };
        assert_eq!(rounded(Paper::A4), (595, 842));
        assert_eq!(rounded(Paper::A5), (420, 595));
        assert_eq!(rounded(Paper::Letter), (612, 792));
        assert_eq!("Letter".parse(), Ok(Paper::Letter));
        assert!("a3".parse::<Paper>().is_err());
    }
}
