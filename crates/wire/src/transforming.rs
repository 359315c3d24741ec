//! An isomorph asked for.

use crate::error::{Error, ErrorCode};
use crate::made::Transformed;
use crate::request::PuzzleInput;
use crate::shape::{document_line, line_loses};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sudolab::{Halt, NotTransformed, Relabel, Symmetry, Transform};

/// A turn, clockwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Turn {
    /// A quarter.
    #[serde(rename = "90")]
    Quarter,
    /// A half.
    #[serde(rename = "180")]
    Half,
    /// Three quarters.
    #[serde(rename = "270")]
    ThreeQuarters,
}

/// A reflection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mirror {
    /// Left and right change places.
    Horizontal,
    /// Top and bottom change places.
    Vertical,
    /// Rows become columns.
    Diagonal,
    /// Reflection in the other diagonal.
    Antidiagonal,
}

/// Asks for an isomorph. Parts are applied in the order canonical, shuffle, relabel, rotate, mirror.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TransformRequest {
    /// Whether to take the canonical form.
    pub canonical: bool,
    /// A reflection.
    pub mirror: Option<Mirror>,
    /// The puzzle.
    pub puzzle: PuzzleInput,
    /// New names of digits, such as `987654321`, or `order`.
    pub relabel: Option<String>,
    /// A turn.
    pub rotate: Option<Turn>,
    /// The seed of the shuffle.
    pub seed: u64,
    /// Whether to take a random isomorph.
    pub shuffle: bool,
}

impl TransformRequest {
    /// Makes the isomorph.
    ///
    /// # Errors
    /// When nothing is asked for, or the board has no such isomorph, or what stopped it.
    pub fn answer(&self, halt: &Halt<'_>) -> Result<Transformed, Error> {
        let puzzle = self.puzzle.puzzle()?;
        let relabel = self.relabel.as_deref().map(str::parse::<Relabel>).transpose();
        let usage = |text: String| Error::new(ErrorCode::Usage, text);
        let turn = self.rotate.map(|turn| match turn {
            Turn::Quarter => Symmetry::Rotate90,
            Turn::Half => Symmetry::Rotate180,
            Turn::ThreeQuarters => Symmetry::Rotate270,
        });
        let reflection = self.mirror.map(|mirror| match mirror {
            Mirror::Horizontal => Symmetry::MirrorHorizontal,
            Mirror::Vertical => Symmetry::MirrorVertical,
            Mirror::Diagonal => Symmetry::Transpose,
            Mirror::Antidiagonal => Symmetry::AntiTranspose,
        });
        let what = Transform {
            canonical: self.canonical,
            shuffle: self.shuffle.then_some(self.seed),
            relabel: relabel.map_err(|e| usage(e).in_field("relabel"))?,
            symmetries: turn.into_iter().chain(reflection).collect(),
        };
        if what == Transform::new() {
            return Err(usage("nothing is asked for".to_owned())
                .remedy("ask for canonical, shuffle, relabel, rotate or mirror"));
        }
        let made = sudolab::transform(&puzzle, &what, halt).map_err(|why| match why {
            NotTransformed::Stopped(stop) => stop.into(),
            refused => Error::new(ErrorCode::Board, refused.to_string()).in_field("puzzle"),
        })?;
        let text = match line_loses(&made.puzzle) {
            true => document_line(&made.puzzle).map(|line| line.trim_end().to_owned()),
            false => None,
        };
        Ok(Transformed {
            automorphisms: made.automorphisms,
            puzzle: text.unwrap_or_else(|| made.puzzle.to_string()),
            source: puzzle.to_string(),
        })
    }
}
