//! `sudolab study --dask`: the same study on a cluster, carried out by the Python package.

use crate::args::Common;
use crate::exit::Exit;
use crate::failure::Failure;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

/// The variable that names another Python than the first one found.
const PYTHON: &str = "SUDOLAB_PYTHON";

/// Carries a plan out on the cluster of a scheduler, with other algorithms than its own where some are
/// named.
pub fn run(
    address: &str,
    plan: &str,
    algorithms: &[String],
    folder: &Path,
    common: &Common,
) -> Result<Exit, Failure> {
    if common.seed_arg.is_some() || common.time_limit.is_some() || common.jobs.is_some() {
        return Err(Failure::Usage(
            "with --dask, seed and time limit are those of the plan, and workers those of the cluster; leave --seed, --time-limit and --jobs away".to_owned(),
        ));
    }
    let python = std::env::var_os(PYTHON).unwrap_or_else(|| OsString::from("python3"));
    let shown = python.to_string_lossy().into_owned();
    let asked = Command::new(&python)
        .args(["-c", "import sudolab.dask"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match asked {
        Ok(status) if status.success() => {}
        Ok(_) => {
            return Err(Failure::Usage(format!(
                "--dask needs the Python package, and {shown} has none; install it with: pip install './python[dask]' in the repository of sudolab, or name another Python in {PYTHON}"
            )));
        }
        Err(error) => {
            return Err(Failure::Usage(format!(
                "--dask needs Python with the package sudolab, and {shown} cannot be started: {error}; name a Python in {PYTHON}"
            )));
        }
    }
    let mut command = Command::new(&python);
    command.args(["-m", "sudolab.dask", plan, "--dask", address, "--output"]).arg(folder);
    if !algorithms.is_empty() {
        command.arg("--algorithm").arg(algorithms.join(","));
    }
    if common.quiet {
        command.arg("--quiet");
    }
    // It writes its own messages; Ctrl-C reaches it as it reaches us.
    let ended = command.status().map_err(|error| Failure::file("start", &shown, &error))?;
    Ok(match ended.code() {
        Some(0) => Exit::Fine,
        Some(2) => Exit::Usage,
        Some(3) => Exit::File,
        Some(130) | None => Exit::Interrupted,
        Some(_) => Exit::SomeFailed,
    })
}
