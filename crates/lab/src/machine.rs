//! The machine a study ran on, without its name.

use std::fs;

/// What is written beside the rows: processor, cores, system, program.
pub fn describe() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model =
        info.lines().find(|l| l.starts_with("model name")).and_then(|l| l.split(':').nth(1));
    let model = model.map_or_else(|| std::env::consts::ARCH.to_owned(), |m| m.trim().to_owned());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let kernel = read("/proc/sys/kernel/osrelease").unwrap_or_default();
    let governor = read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    let governor = governor.map_or(String::new(), |g| format!(", frequency governor {g}"));
    let build = if cfg!(debug_assertions) { "with debug assertions" } else { "release build" };
    format!(
        "{model}; {cores} core{} usable; {} {kernel}{governor}; sudolab {} ({build})",
        if cores == 1 { "" } else { "s" },
        std::env::consts::OS,
        env!("CARGO_PKG_VERSION"),
    )
}

/// The load average of the last minute, where the system tells it.
pub fn load() -> Option<f64> {
    read("/proc/loadavg")?.split(' ').next()?.parse().ok()
}

fn read(path: &str) -> Option<String> {
    fs::read_to_string(path).ok().map(|text| text.trim().to_owned()).filter(|t| !t.is_empty())
}
