//! Font files: refused, or words can be set with them. Random bytes hardly ever become a font, so an
//! even first byte makes the rest changes to one that is whole: where, and what is written there.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudolab_print::Fonts;

const WHOLE: &[u8] = include_bytes!("../../crates/print/fonts/Inter-Regular.ttf");

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    if first % 2 == 1 {
        return set(rest);
    }
    let mut bytes = WHOLE.to_vec();
    for change in rest.chunks_exact(4) {
        // Most changes meet the directory of tables and the first of them.
        let at = u32::from_le_bytes([change[0], change[1], change[2] / 64, 0]) as usize;
        let at = if change[2] % 4 == 0 { at } else { at % 1024 };
        let n = bytes.len();
        bytes[at % n] = change[3];
    }
    set(&bytes);
});

fn set(data: &[u8]) {
    let Ok(fonts) = Fonts::built_in().with_own(data) else { return };
    let faces: Vec<_> = fonts.faces().map(|(id, _)| id).collect();
    for id in faces {
        for text in ["Sudoku 9", "数独", "\u{0}"] {
            assert!(fonts.width(text, id, 12.0).is_finite());
            fonts.missing(text);
        }
    }
}
