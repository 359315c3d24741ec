//! tdoku by Tom Dillon, from a shared library that the user builds and names.
//!
//! Build it from its repository, by clang (gcc's build is about a fifth slower):
//! `clang++ -std=c++14 -O3 -march=native -DNDEBUG -fPIC -shared -I include -o libtdoku.so
//! src/solver_dpll_triad_simd.cc`, then name it by `--tdoku` or `TDOKU_LIB`.
//! This is the only file here with `unsafe`.

use std::ffi::c_char;
use std::path::Path;

use libloading::Library;

use super::{Engine, Outcome};
use crate::sets::STRIDE;

/// `size_t TdokuSolverDpllTriadSimd(input, limit, configuration, solution, num_guesses)`.
type Solve = unsafe extern "C" fn(*const c_char, usize, u32, *mut c_char, *mut usize) -> usize;

/// tdoku's SIMD solver.
pub struct Tdoku {
    solve: Solve,
    /// Keeps the code that `solve` points to.
    _library: Library,
}

impl Tdoku {
    /// Loads the library.
    pub fn open(path: &Path) -> Result<Tdoku, String> {
        let tell = |error: libloading::Error| format!("{}: {error}", path.display());
        // SAFETY: loading runs the library's initialisers; the user named it as tdoku's.
        let library = unsafe { Library::new(path) }.map_err(tell)?;
        // SAFETY: the type is the one that tdoku's header declares for this symbol.
        let solve = *unsafe { library.get::<Solve>(b"TdokuSolverDpllTriadSimd") }.map_err(tell)?;
        Ok(Tdoku { solve, _library: library })
    }
}

impl Engine for Tdoku {
    fn name(&self) -> &str {
        "tdoku"
    }

    fn run(&mut self, chunk: &str, limit: u64, outcome: &mut Outcome) {
        let mut guesses = 0;
        let mut solution = [0u8; 81];
        for (i, line) in chunk.as_bytes().chunks_exact(STRIDE).enumerate() {
            let mut guessed = 0;
            // SAFETY: `line` has 81 puzzle characters and zero bytes up to STRIDE, more than
            // tdoku reads; `solution` has the 81 bytes it writes. One thread at a time.
            let count = unsafe {
                (self.solve)(
                    line.as_ptr().cast(),
                    limit as usize,
                    0,
                    solution.as_mut_ptr().cast(),
                    &mut guessed,
                )
            };
            outcome.counts[i] = count as u64;
            guesses += guessed as u64;
            if limit == 1 && count == 1 {
                outcome.grids[i] = solution.map(|byte| byte.wrapping_sub(b'0'));
            }
        }
        outcome.guesses = Some(guesses);
    }
}
