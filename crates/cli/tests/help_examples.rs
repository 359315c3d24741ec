//! Every example in the help runs.

mod kit;
use kit::{EASY, run, run_in};

fn subcommands() -> Vec<String> {
    let help = run(&["--help"]).code(0).out;
    let list = help.split("Commands:").nth(1).expect("the help lists the commands");
    let indented = list.lines().skip(1).take_while(|l| l.starts_with("  "));
    let names = indented.filter(|l| !l.starts_with("   ")).map(|l| l.split_whitespace().next());
    names.flatten().map(str::to_owned).filter(|name| name != "help").collect()
}

#[test]
fn every_example_in_the_help_runs() {
    let mut n_examples = 0;
    for command in subcommands() {
        let help = run(&[&command, "--help"]).code(0).out;
        let Some((_, examples)) = help.split_once("Examples:\n") else { continue };
        for line in examples.lines() {
            let line = line.trim();
            let Some(rest) = line.strip_prefix("sudolab ") else { continue };
            // Words of explanation stand after two blanks or more.
            let rest = rest.split("   ").next().unwrap_or(rest);
            let arguments: Vec<&str> = rest.split_whitespace().collect();
            let folder = tempfile::tempdir().unwrap();
            std::fs::write(folder.path().join("puzzles.txt"), format!("{EASY}\n")).unwrap();
            let library = format!(":0003:5:{EASY}::: 555:\n");
            std::fs::write(folder.path().join("library.txt"), library).unwrap();
            let exemplar = format!("{EASY}\t0100\tLocked Candidate Type 1\ts lc1(1) s\n");
            std::fs::write(folder.path().join("exemplars.tsv"), exemplar).unwrap();
            let week = "slot,Hall,Lab\nMon,Algebra,\nTue,,\ncourses: Algebra, Drama\n";
            std::fs::write(folder.path().join("week.txt"), week).unwrap();
            std::fs::write(folder.path().join("week.csv"), week).unwrap();
            let ran = run_in(folder.path(), &arguments).calm();
            assert!(matches!(ran.code, 0 | 1), "{line}: status {}\n{}", ran.code, ran.err);
            assert!(!ran.out.is_empty() || rest.contains("--output"), "{line} prints nothing");
            n_examples += 1;
        }
    }
    assert!(n_examples >= 20, "only {n_examples} examples found");
}

#[test]
fn every_subcommand_explains_itself() {
    let commands = subcommands();
    assert!(commands.len() >= 8, "{commands:?}");
    for command in commands {
        let ran = run(&[&command, "--help"]).code(0);
        assert!(ran.out.contains("Usage:"), "{command}");
    }
}

#[test]
fn completions_and_manual_pages_come_from_the_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&["completions", shell]).code(0).out;
        assert!(script.contains("sudolab") && script.contains("transform"), "{shell}");
    }
    assert!(run(&["man"]).code(0).out.contains(".TH sudolab"));
    let folder = tempfile::tempdir().unwrap();
    run(&["man", folder.path().to_str().unwrap()]).code(0);
    assert!(folder.path().join("sudolab-solve.1").exists());
}
