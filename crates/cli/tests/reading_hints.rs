//! Stories about reading hints: every step on request, and pages that fit a narrow screen.

mod kit;
use kit::{EASY, run};

#[test]
fn with_v_every_step_is_told_in_words() {
    let short = run(&["hint", EASY, "--all"]).code(0).out;
    let long = run(&["hint", EASY, "--all", "-v"]).code(0).out;
    let rows = run(&["hint", EASY, "--all", "--format", "json"]).code(0).lines().len();
    let told = |text: &str| text.lines().filter(|line| line.starts_with("  ")).count();
    assert_eq!(told(&long), rows, "{long}");
    assert!(!long.contains("more"), "{long}");
    assert!(told(&short) < rows && short.contains("-v tells the other"), "{short}");
}

/// The narrowest screen that is promised, in CSS pixels.
const NARROW: f64 = 400.0;

/// A length in CSS pixels, when it does not follow the screen.
fn pixels(length: &str) -> Option<f64> {
    let units = [("px", 1.0), ("rem", 16.0), ("em", 16.0), ("pt", 4.0 / 3.0), ("ch", 10.0)];
    let (number, size) =
        units.iter().find_map(|(unit, size)| Some((length.strip_suffix(unit)?, size)))?;
    Some(number.parse::<f64>().ok()? * size)
}

/// What in a page would push it beyond a narrow screen.
fn too_wide(page: &str) -> Vec<String> {
    let mut wide = Vec::new();
    let mut sheets: Vec<&str> = page.split("<style>").skip(1).collect();
    sheets.extend(page.split("style=\"").skip(1));
    for sheet in sheets {
        let sheet = sheet.split(['<', '"']).next().unwrap_or_default();
        for rule in sheet.split(['{', '}']).filter(|part| !part.starts_with('@')) {
            let held = rule.split(';').any(|d| d.trim().starts_with("overflow"));
            for declaration in rule.split(';') {
                let Some((name, value)) = declaration.split_once(':') else { continue };
                let (name, value) = (name.trim(), value.trim());
                let is_fixed = ["width", "min-width", "flex-basis", "left"].contains(&name)
                    && pixels(value).is_some_and(|width| width > NARROW);
                let runs_on = name == "white-space" && ["pre", "nowrap"].contains(&value);
                if is_fixed || runs_on && !held {
                    wide.push(declaration.to_owned());
                }
            }
        }
    }
    // Pictures without a size of their own take the width of what holds them.
    let tags = page.split('<').filter(|tag| tag.starts_with("svg") || tag.starts_with("img"));
    for tag in tags.filter_map(|tag| tag.split('>').next()) {
        let width = tag.split(" width=\"").nth(1).and_then(|rest| rest.split('"').next());
        let width = width.and_then(|w| w.trim_end_matches("px").parse::<f64>().ok());
        if width.is_some_and(|width| width > NARROW) {
            wide.push(tag.to_owned());
        }
    }
    wide
}

#[test]
fn pages_of_steps_have_nothing_wider_than_a_narrow_screen() {
    for arguments in [
        &["explain", EASY, "--format", "html"][..],
        &["hint", EASY, "--format", "html"][..],
        &["hint", EASY, "--all", "--format", "html"][..],
    ] {
        let page = run(arguments).code(0).out;
        assert!(page.contains("<svg") && page.contains("width=device-width"), "{arguments:?}");
        assert_eq!(too_wide(&page), Vec::<String>::new(), "{arguments:?}");
        // Long words, such as the line of a puzzle, are broken; pictures follow their frame.
        assert!(page.contains("overflow-wrap:anywhere"), "{arguments:?}");
        assert!(page.contains("max-width:100%") && page.contains("svg{display:block;width:100%"));
    }
}

#[test]
fn what_is_too_wide_is_noticed() {
    for page in [
        "<style>figure{float:left;width:30rem}</style>",
        "<style>@media print{p{min-width:401px}}</style>",
        "<p style=\"white-space:nowrap\">",
        "<svg viewBox=\"0 0 9 9\" width=\"530\">",
    ] {
        assert_eq!(too_wide(page).len(), 1, "{page}");
    }
    for page in [
        "<style>figure{width:24rem;max-width:60rem}pre{white-space:pre;overflow-x:auto}</style>",
        "<svg viewBox=\"0 0 530 530\">",
    ] {
        assert!(too_wide(page).is_empty(), "{page}");
    }
}
