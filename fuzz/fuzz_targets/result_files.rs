//! Result files with changed, lost or added bytes: refused, or they say what they said before.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::path::Path;
use std::sync::OnceLock;
use sudolab_grid::halt::Halt;
use sudolab_lab::plan::Plan;
use sudolab_lab::runner;
use sudolab_lab::store::{self, Content, FILE_NAME, Store};

struct Whole {
    folder: tempfile::TempDir,
    bytes: Vec<u8>,
    content: Content,
}

fn whole() -> &'static Whole {
    static WHOLE: OnceLock<Whole> = OnceLock::new();
    WHOLE.get_or_init(|| {
        let text = "seed = 5\nalgorithms = [\"fast\", \"dlx\"]\n[[puzzles]]\nbuiltin = \"top95\"\n\
            take = 3\n[protocol]\nruns = 2\ntime_limit = \"10m\"\n";
        let plan = Plan::read(text, "plan.toml").expect("a plan");
        let sets = plan.puzzles(Path::new("."), &Halt::never()).expect("built-in puzzles");
        let folder = tempfile::tempdir().expect("a folder");
        let mut store = Store::open(folder.path(), &plan, &sets, 1).expect("a new file");
        runner::run(&plan, &sets, &mut store, 1, &Halt::never(), &mut |_| {}).expect("it runs");
        store.close().expect("it closes");
        let content = store::read(folder.path()).expect("it is whole");
        let bytes = std::fs::read(folder.path().join(FILE_NAME)).expect("it is there");
        Whole { folder, bytes, content }
    })
}

fuzz_target!(|data: &[u8]| {
    let whole = whole();
    let mut bytes = whole.bytes.clone();
    for change in data.chunks_exact(4).take(16) {
        let at = u32::from_le_bytes([change[0], change[1], change[2], 0]) as usize % bytes.len();
        bytes[at] ^= change[3];
    }
    if let [.., kind, length] = data
        && kind % 16 == 0
    {
        let kept = bytes.len() - bytes.len() * usize::from(*length) / 256;
        bytes.truncate(kept);
    }
    std::fs::write(whole.folder.path().join(FILE_NAME), &bytes).expect("there is room");
    if let Ok(content) = store::read(whole.folder.path()) {
        assert!(content == whole.content, "other content was accepted");
    }
});
