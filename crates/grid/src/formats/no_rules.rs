//! Why a part of a text that stands for rules gave none.

use crate::rule::RuleError;

/// Why something gave no rules.
pub(super) enum NoRules {
    /// It is not known.
    Unknown,
    /// It is known and makes no sense.
    Wrong(String),
}

impl From<RuleError> for NoRules {
    fn from(error: RuleError) -> NoRules {
        NoRules::Wrong(error.to_string())
    }
}
