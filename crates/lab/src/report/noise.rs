//! The noise check in words and as a table.

use super::blocks::{Field, Table};
use super::numbers as n;
use crate::compare::{Comparison, Duel, MOST_APART, TYPICALLY};

/// Below this p value an algorithm differs from itself.
const LEVEL: f64 = 0.05;

/// What the noise check says about the times.
pub fn sentence(c: &Comparison<'_>) -> String {
    let spread = &c.spread;
    let tested: Vec<&Duel> = c.noise.iter().filter(|d| d.holm_p.is_some()).collect();
    let differs: Vec<String> = tested
        .iter()
        .filter(|d| d.holm_p.is_some_and(|p| p < LEVEL))
        .map(|d| {
            let ratio = d.ratio.map_or(f64::NAN, |h| h.estimate.ln().abs().exp());
            format!("{} (ratio {})", c.label(d.first), n::plain(ratio))
        })
        .collect();
    // How far the ratio of an algorithm to itself lies from 1, typically.
    let mut off: Vec<f64> = tested
        .iter()
        .filter_map(|d| d.ratio.map(|h| h.estimate.ln().abs().exp()))
        .filter(|x| x.is_finite())
        .collect();
    off.sort_by(f64::total_cmp);
    let typical = off.get(off.len() / 2).copied().unwrap_or(1.0);
    let repeats = format!(
        "repeats of the same deterministic work differ typically by {} times, and by more than twice on {} of {} ({})",
        n::plain(spread.typical),
        n::count(spread.apart),
        n::counted(spread.n, "pair"),
        n::percent(spread.apart as f64 / spread.n.max(1) as f64),
    );
    let mut faults = Vec::new();
    if !differs.is_empty() {
        faults.push(format!(
            "even and odd repeats differ for {} although they are the same algorithm",
            differs.join(", ")
        ));
    }
    if spread.passed() == Some(false) {
        faults.push(format!(
            "{repeats}, where at most {TYPICALLY} times and {} are allowed",
            n::percent(MOST_APART)
        ));
    }
    let alike = format!(
        "no algorithm differs from itself when its even and odd repeats are compared (typical ratio {})",
        n::plain(typical)
    );
    let link = if c.noise.is_empty() { "Noise check" } else { "[Noise check](#table-noise)" };
    if !faults.is_empty() {
        return format!(
            "**{link} failed**: {}. Differences of that size between algorithms mean nothing here; run again on a quiet machine.",
            faults.join("; and ")
        );
    }
    // Ranks are deaf to wild times: even and odd alone do not show that times can be believed.
    match (spread.n, tested.is_empty()) {
        (0, true) => format!("**{link} cannot tell**: {NOTHING_TWICE}."),
        (0, false) => format!("**{link} cannot tell**: {NOTHING_TWICE}; but {alike}."),
        (_, true) => format!("{link} passed: {repeats}."),
        (_, false) => format!("{link} passed: {alike}; {repeats}."),
    }
}

/// Why there may be nothing to check.
const NOTHING_TWICE: &str = "no deterministic algorithm solved a puzzle twice, so that nothing shows how far repeats of the same work lie apart";

/// Each algorithm against itself.
pub fn table(c: &Comparison<'_>) -> Table {
    let rows = c.noise.iter().map(|d| {
        let spread = c.spread.of.iter().find(|s| s.algorithm == d.first);
        vec![
            Field::word(c.label(d.first)),
            Field::count(d.wins.0),
            Field::count(d.wins.1),
            Field::count(d.wins.2),
            Field::maybe(d.ratio.map(|h| h.estimate), n::ratio),
            Field::maybe(d.ratio.map(|h| h.interval.low), n::plain),
            Field::maybe(d.ratio.map(|h| h.interval.high), n::plain),
            Field::maybe(d.holm_p, n::p),
            Field::maybe(spread.map(|s| s.n as f64), n::plain),
            Field::maybe(spread.map(|s| s.typical), n::ratio),
            Field::maybe(spread.map(|s| s.apart as f64), n::plain),
            Field::maybe(spread.map(|s| s.apart as f64 / s.n.max(1) as f64), n::percent),
            Field::maybe(spread.map(|s| s.worst), n::ratio),
        ]
    });
    let columns = [
        ("algorithm", "algorithm"),
        ("even_faster", "even faster"),
        ("undecided", "undecided"),
        ("odd_faster", "odd faster"),
        ("ratio", "odd runs take"),
        ("ratio_low", "95 % from"),
        ("ratio_high", "to"),
        ("holm_p", "p after Holm"),
        ("spread_n", "puzzles repeated"),
        ("spread_typical", "typical spread"),
        ("spread_above_two", "above 2 ×"),
        ("spread_share_above_two", "share above 2 ×"),
        ("spread_worst", "worst"),
    ];
    Table {
        name: "noise",
        title: "Noise: each algorithm against itself".to_owned(),
        note: format!(
            "Even repeats against odd repeats on the same puzzles: the true ratio is 1; what is seen here is the machine's noise, or the algorithm's own randomness. The spread is that of the repeats of one puzzle, longest against shortest, for algorithms that do the same work each time; the check fails when it is typically above {TYPICALLY} or above 2 for more than {} of all pairs.",
            n::percent(MOST_APART)
        ),
        columns: columns.map(|(a, b)| (a.to_owned(), b.to_owned())).to_vec(),
        rows: rows.collect(),
        folded: true,
        shown: 200,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::mock::{Made, Mock};

    /// What is said of runs of a built-in plan whose times hardly differ.
    fn said(plan: &str, runs: u32) -> String {
        let mock = Mock { plan, sets: &[8; 4], runs, versions: 1 };
        let content = mock.content(|p| {
            let off = (p.number * 7 + p.repeat as usize * 3) % 5;
            Made::solved(1, 1.0 + 0.01 * off as f64)
        });
        sentence(&Comparison::of(&content).expect("all puzzles were run"))
    }

    #[test]
    fn the_table_tells_the_share_of_repeats_that_differ_by_more_than_twice() {
        let mock = Mock { plan: "chi-lange", sets: &[8; 4], runs: 4, versions: 1 };
        // One puzzle of each set has a repeat that takes three times as long.
        let content = mock.content(|p| {
            let wild = p.number == 0 && p.repeat == 1;
            Made::solved(1, if wild { 3.0 } else { 1.0 })
        });
        let c = Comparison::of(&content).expect("all puzzles were run");
        let table = table(&c);
        let column = |name: &str| {
            table.columns.iter().position(|(n, _)| n == name).expect("there is such a column")
        };
        let (share, above) = (column("spread_share_above_two"), column("spread_above_two"));
        let backtrack = table.rows.iter().find(|r| r[0].raw == "backtrack-chi-lange");
        let row = backtrack.expect("it is deterministic");
        assert_eq!((row[above].raw.as_str(), row[share].raw.as_str()), ("4", "0.125"));
    }

    #[test]
    fn without_deterministic_repeats_the_check_cannot_tell() {
        let randomised = said("chi-lange-annealing", 4);
        assert!(randomised.contains("cannot tell**: no deterministic algorithm"), "{randomised}");
        assert!(randomised.contains("but no algorithm differs from itself"), "{randomised}");
        assert!(!randomised.contains("passed"), "{randomised}");
        let once = said("chi-lange", 1);
        assert!(once.starts_with("**Noise check cannot tell**"), "{once}");
        let repeated = said("chi-lange", 4);
        assert!(repeated.starts_with("[Noise check](#table-noise) passed"), "{repeated}");
        assert!(repeated.contains("of the same deterministic work"), "{repeated}");
    }
}
