//! The names that `rate --profile` takes.

use clap::ValueEnum;
use sudolab::Profile;

/// The rating profiles by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ProfileName {
    /// ER, EP and ED of Sudoku Explainer 1.2.1
    #[value(name = "se-1.2.1")]
    Se,
    /// Level and score of HoDoKu 2.2.0
    #[value(name = "hodoku-2.2")]
    Hodoku,
    /// The grade QQWing gives
    Qqwing,
    /// Guesses and ticks of the thesis' algorithms
    Thesis,
    /// The time people take, with an interval
    Human,
}

impl From<ProfileName> for Profile {
    fn from(name: ProfileName) -> Profile {
        match name {
            ProfileName::Se => Profile::Explainer,
            ProfileName::Hodoku => Profile::Hodoku,
            ProfileName::Qqwing => Profile::Qqwing,
            ProfileName::Thesis => Profile::Thesis,
            ProfileName::Human => Profile::Human,
        }
    }
}
