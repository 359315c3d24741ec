//! Exported pages in a browser, where there is one: `SUDOLAB_CHROMIUM`, or Chromium on the path.

mod kit;
use kit::run;
use std::process::Command;

/// A puzzle with long chains.
const CHAINS: &str =
    "....8..1..4516..372....45..3.......1.84..12...2.8.....8..4....9.72...3....6......";

/// The browser, unless there is none.
fn browser() -> Option<String> {
    let named = std::env::var("SUDOLAB_CHROMIUM").ok();
    let known = ["chromium", "chromium-browser", "google-chrome"].map(str::to_owned);
    named.into_iter().chain(known).find(|name| {
        Command::new(name).arg("--version").output().is_ok_and(|told| told.status.success())
    })
}

/// How wide a page becomes in a window of 400 pixels.
fn width(browser: &str, page: &str) -> u32 {
    let folder = tempfile::tempdir().expect("a folder");
    let inner = page.replace('&', "&amp;").replace('"', "&quot;");
    let outer = format!(
        "<!doctype html><body><iframe width=400 height=800 frameborder=0 srcdoc=\"{inner}\" \
         onload=\"document.title='wide '+this.contentDocument.documentElement.scrollWidth\"></iframe>"
    );
    let file = folder.path().join("page.html");
    std::fs::write(&file, outer).expect("a file");
    let told = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000"])
        .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
        .arg("--dump-dom")
        .arg(format!("file://{}", file.display()))
        .output()
        .expect("the browser runs");
    let dom = String::from_utf8_lossy(&told.stdout).into_owned();
    let number = dom.split("<title>wide ").nth(1).and_then(|rest| rest.split('<').next());
    number
        .and_then(|number| number.parse().ok())
        .unwrap_or_else(|| panic!("no width was told: {}", String::from_utf8_lossy(&told.stderr)))
}

#[test]
fn no_exported_page_is_wider_than_400_pixels() {
    let Some(browser) = browser() else { return };
    for words in [
        &["explain", CHAINS][..],
        &["hint", CHAINS, "--all"],
        &["explain", "..1..3....4..4.."],
        &["hint", "..1..3....4..4..", "--all"],
    ] {
        let page = run(&[words, &["--format", "html"]].concat()).out;
        assert!(page.contains("</html>"), "{words:?}");
        let wide = width(&browser, &page);
        assert!((1..=400).contains(&wide), "{words:?}: {wide}");
    }
    // What is measured can be too wide.
    assert!(width(&browser, "<div style='width:700px'>wide</div>") >= 700);
}
