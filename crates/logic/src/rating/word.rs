//! One word for the printed page.
//!
//! A reader of a puzzle page wants one word, and wants it to mean the same on every page. The word
//! is read off the Explainer rating ER alone:
//!
//! | word | ER | what the hardest step is |
//! |---|---|---|
//! | beginner | up to 1.2 | the last cell of a house, the last place for a digit in a box |
//! | easy | 1.3 to 1.5 | the last place for a digit in a row or column |
//! | medium | 1.6 to 2.5 | the last digit for a cell, or a small elimination that at once leaves a single |
//! | hard | 2.6 to 4.0 | pencil marks: locked candidates, pairs and triples, X-Wing, Swordfish |
//! | expert | 4.1 to 6.2 | wings, uniqueness, quads, Jellyfish, aligned pairs |
//! | fiendish | 6.3 to 7.9 | chains and cycles, aligned triples, Nishio |
//! | extreme | 8.0 and more | several chains at once, chains within chains, guessing (20.0) |
//!
//! Every rating has exactly one word, and a harder word never goes with a lower rating. The bands
//! end where the kind of thinking changes, not where shares of some collection come out even.

use super::Tenths;
use std::fmt;

/// A word for the difficulty of a puzzle, easiest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Word {
    /// ER up to 1.2.
    Beginner,
    /// ER 1.3 to 1.5.
    Easy,
    /// ER 1.6 to 2.5.
    Medium,
    /// ER 2.6 to 4.0.
    Hard,
    /// ER 4.1 to 6.2.
    Expert,
    /// ER 6.3 to 7.9.
    Fiendish,
    /// ER 8.0 and more.
    Extreme,
}

impl Word {
    /// Every word, easiest first.
    pub const ALL: [Self; 7] = [
        Self::Beginner,
        Self::Easy,
        Self::Medium,
        Self::Hard,
        Self::Expert,
        Self::Fiendish,
        Self::Extreme,
    ];

    /// The word for a rating.
    ///
    /// ```
    /// use sudolab_logic::rating::{Tenths, word::Word};
    /// assert_eq!(Word::of(Tenths(26)), Word::Hard);
    /// assert_eq!(Word::of(Tenths(200)).to_string(), "extreme");
    /// ```
    pub fn of(er: Tenths) -> Self {
        let fits = |word: &Self| er <= word.highest();
        Self::ALL.into_iter().find(fits).unwrap_or(Self::Extreme)
    }

    /// The lowest ER with this word.
    pub const fn lowest(self) -> Tenths {
        Tenths(match self {
            Self::Beginner => 0,
            Self::Easy => 13,
            Self::Medium => 16,
            Self::Hard => 26,
            Self::Expert => 41,
            Self::Fiendish => 63,
            Self::Extreme => 80,
        })
    }

    /// The highest ER with this word; for the last one 20.0, which stands for "no technique
    /// solves it".
    pub const fn highest(self) -> Tenths {
        Tenths(match self {
            Self::Beginner => 12,
            Self::Easy => 15,
            Self::Medium => 25,
            Self::Hard => 40,
            Self::Expert => 62,
            Self::Fiendish => 79,
            Self::Extreme => 200,
        })
    }

    /// The word itself.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Beginner => "beginner",
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
            Self::Fiendish => "fiendish",
            Self::Extreme => "extreme",
        }
    }

    /// The difficulty a word names, in any case.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.word().eq_ignore_ascii_case(word))
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rating_has_one_word_and_harder_words_have_higher_ratings() {
        let mut last = Word::Beginner;
        for tenths in 0..=200 {
            let word = Word::of(Tenths(tenths));
            assert!(word >= last, "{tenths}");
            assert!(word.lowest() <= Tenths(tenths) && Tenths(tenths) <= word.highest());
            last = word;
        }
        assert_eq!(last, Word::Extreme);
        for pair in Word::ALL.windows(2) {
            assert_eq!(pair[0].highest().0 + 1, pair[1].lowest().0, "no gap and no overlap");
        }
    }

    #[test]
    fn words_are_read_back() {
        for word in Word::ALL {
            assert_eq!(Word::from_word(&word.to_string().to_uppercase()), Some(word));
        }
        assert_eq!(Word::from_word("tricky"), None);
    }
}
