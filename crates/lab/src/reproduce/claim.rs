//! A published figure beside ours.
//!
//! The verdict is never written by hand: it comes from a bound (`bound.rs`) and an interval computed
//! from the rows, and the reading says nothing that is not computed from them or a fact of the paper.

use super::bound::Size;
use crate::report::{Block, Field, Table};

/// Whether ours bears the paper out, by a bound stated beforehand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreement {
    /// It does.
    Holds,
    /// In kind, though the number differs.
    InKind,
    /// It does not.
    Differs,
    /// Too few puzzles or runs to say.
    CannotTell,
    /// The paper asks, or contradicts itself: there is nothing that could hold or fail.
    Open,
}

impl Agreement {
    /// The word in tables.
    pub fn word(self) -> &'static str {
        match self {
            Agreement::Holds => "holds",
            Agreement::InKind => "in kind",
            Agreement::Differs => "differs",
            Agreement::CannotTell => "cannot tell at this size",
            Agreement::Open => "open",
        }
    }
}

impl Agreement {
    /// The verdict when there is so much evidence: with less than the bound needs nothing holds. An
    /// interval that lies outside of both ranges shows a difference at any size.
    pub(super) fn with(self, size: Size) -> Agreement {
        match self {
            Agreement::Holds | Agreement::InKind if size.n < size.needs => Agreement::CannotTell,
            other => other,
        }
    }
}

/// What a paper says, what came out here, and how the two compare.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Section, table or figure of the paper.
    pub place: String,
    /// What is measured.
    pub what: String,
    /// The published figure.
    pub published: String,
    /// Ours.
    pub ours: String,
    /// The bound, stated beforehand, that decides.
    pub bound: String,
    /// The evidence there is and the evidence it needs; `None` where nothing is decided.
    pub size: Option<Size>,
    /// Whether they agree.
    pub agreement: Agreement,
    /// A sentence on the difference.
    pub reading: String,
    /// The rows that ours comes from: folder and algorithm.
    pub rows: String,
}

impl Claim {
    /// The bound with the evidence it needs.
    fn bound_in_words(&self) -> String {
        self.size.map_or_else(|| self.bound.clone(), |size| format!("{}; {size}", self.bound))
    }
}

/// The claims as a table of the report.
pub fn table(claims: &[Claim]) -> Block {
    let head = |name: &str, words: &str| (name.to_owned(), words.to_owned());
    Block::Table(Table {
        name: "published-and-ours",
        title: "Published and ours".into(),
        note: "The bound was stated before anything ran: **holds**, **in kind** or **differs** when the 95 % interval of ours lies within or outside of it; **cannot tell at this size** when it reaches across an edge or there are fewer puzzles than the bound needs (puzzles made from the same puzzle count once, and runs do not count); **open**: the paper asks or contradicts itself. The last column names the folder and the algorithm whose rows the number is computed from.".into(),
        columns: vec![
            head("place", "in the paper"),
            head("what", "what"),
            head("published", "published"),
            head("ours", "ours"),
            head("bound", "bound"),
            head("n", "n"),
            head("needs", "needs"),
            head("agreement", "verdict"),
            head("reading", "the difference"),
            head("rows", "rows"),
        ],
        rows: claims
            .iter()
            .map(|c| {
                let count = |n: Option<usize>| n.map_or_else(|| Field::word(""), Field::count);
                let words = [&c.place, &c.what, &c.published, &c.ours, &c.bound];
                let words = words.into_iter().map(String::as_str).map(Field::word);
                let size = [count(c.size.map(|s| s.n)), count(c.size.map(|s| s.needs))];
                let rest = [c.agreement.word(), &c.reading, &c.rows].map(Field::word);
                words.chain(size).chain(rest).collect()
            })
            .collect(),
        folded: false,
        shown: usize::MAX,
    })
}

/// The first screen: how many hold, and which do not.
pub fn answer(claims: &[Claim]) -> Vec<String> {
    let count = |a: Agreement| claims.iter().filter(|c| c.agreement == a).count();
    let mut lines = vec![format!(
        "**Of {} published figures, {} hold here and {} more hold in kind; {} differ; {} cannot be told at this size; {} are open questions.**",
        claims.len(),
        count(Agreement::Holds),
        count(Agreement::InKind),
        count(Agreement::Differs),
        count(Agreement::CannotTell),
        count(Agreement::Open)
    )];
    // What differs for the same reason is said together, and the reason once.
    let mut reasons: Vec<(&str, Vec<String>)> = Vec::new();
    for claim in claims.iter().filter(|c| c.agreement == Agreement::Differs) {
        let Claim { what, place, published, ours, .. } = claim;
        let difference = format!("**{what}** ({place}): published {published}, ours {ours}");
        match reasons.iter_mut().find(|(reading, _)| *reading == claim.reading) {
            Some((_, list)) => list.push(difference),
            None => reasons.push((&claim.reading, vec![difference])),
        }
    }
    for (reading, differences) in reasons {
        lines.push(match &differences[..] {
            [one] => format!("{one}. {reading}"),
            several => format!("{reading}\n- {}", several.join("\n- ")),
        });
    }
    lines
}

/// The claims for a terminal.
pub fn text(claims: &[Claim]) -> String {
    let mut text = String::new();
    for c in claims {
        text.push_str(&format!(
            "{:<9} {} ({})\n          published: {}\n          ours:      {}\n          bound:     {}\n          {}\n          rows: {}\n",
            c.agreement.word(),
            c.what,
            c.place,
            c.published,
            c.ours,
            c.bound_in_words(),
            c.reading,
            c.rows
        ));
    }
    text.replace("**", "").replace('`', "")
}
