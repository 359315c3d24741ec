//! What a study would run, in words, before anything runs.

use sudolab::lab::builtin::{PLANS, SETS};
use sudolab::lab::plan::{Plan, PuzzleSet};
use sudolab::lab::stats::{FACTORS, spread_allowed};

/// The plans and puzzle sets that the program carries.
pub fn lists() -> String {
    let mut text = String::from("Plans:\n");
    for plan in PLANS {
        text.push_str(&format!("  {:20} {}\n", plan.name, plan.about));
    }
    text.push_str("\nPuzzle sets for builtin = \"...\":\n");
    for set in SETS {
        text.push_str(&format!("  {:20} {}\n", set.name, set.about));
    }
    text
}

/// What a plan would run.
pub fn dry(plan: &Plan, sets: &[PuzzleSet], what: &str) -> String {
    let mut text = format!("{what}\n\nPuzzles:\n");
    for set in sets {
        text.push_str(&format!("  {:24} {}\n", set.label, set.puzzles.len()));
    }
    text.push_str(&power(sets));
    text.push_str("\nAlgorithms:\n");
    for contestant in &plan.contestants {
        let line = format!("  {:24} {}", contestant.label, contestant.settings_text());
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// What a set can show, before anything has run: the spread of the ratios is not known yet, so it
/// is told up to which spread a difference would be noticed.
fn power(sets: &[PuzzleSet]) -> String {
    let mut text = String::from(
        "\nWhat they can show: a ratio of times is noticed in nine of ten studies (signed-rank test at 5 %)\n\
         if the ratios of single puzzles spread by no more than the factor given.\n",
    );
    text.push_str(&format!("  {:24} {:>12}", "set", "independent"));
    for factor in FACTORS {
        text.push_str(&format!(" {:>10}", format!("{factor} x")));
    }
    text.push('\n');
    for set in sets {
        // Puzzles made from the same puzzle count once.
        let n = match set.origins.is_empty() {
            true => set.puzzles.len(),
            false => set.origins.iter().collect::<std::collections::HashSet<_>>().len(),
        };
        text.push_str(&format!("  {:24} {n:>12}", set.label));
        for factor in FACTORS {
            let allowed = spread_allowed(factor, n);
            let allowed = allowed.map_or_else(|| "never".to_owned(), |x| format!("{x:.2}"));
            text.push_str(&format!(" {allowed:>10}"));
        }
        text.push('\n');
    }
    text
}
