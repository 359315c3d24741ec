//! The page about rules shows each kind, and what it shows is read.

use sudolab_grid::{Plan, Rule};

fn page() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules.md");
    std::fs::read_to_string(path).expect("the page about rules is there")
}

/// The rules in the first column of the tables; what is left out with dots is no rule.
fn shown(page: &str) -> Vec<String> {
    let cell = |line: &str| {
        let text = line.strip_prefix("| `")?.split_once("` |")?.0;
        Some(text.replace("\\|", "|")).filter(|text| !text.contains('…'))
    };
    page.lines().filter_map(cell).collect()
}

#[test]
fn every_rule_on_the_page_is_read_and_written_back() {
    let mut plan = Plan::new(9, 9, 1..=9);
    plan.square(0, 0, (3, 3));
    plan.side = vec![("cc".to_owned(), 81)];
    let board = plan.board().unwrap();
    let shown = shown(&page());
    assert!(shown.len() > 60, "{} rules are shown", shown.len());
    for text in shown {
        let rule = Rule::from_text(&text, &board).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(rule.text(&board), text);
    }
}

#[test]
fn every_kind_of_rule_is_on_the_page() {
    let page = page();
    for kind in Rule::kinds() {
        assert!(page.contains(&format!("`{kind}")), "{kind} is not on the page");
    }
}
