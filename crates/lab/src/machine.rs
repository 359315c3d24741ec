//! The machine a study runs on: what is told of it, and which of its cores measure.

use std::collections::BTreeSet;
use std::fs;
use std::sync::LazyLock;
use std::time::{SystemTime, UNIX_EPOCH};

/// A machine as the rows name it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Machine {
    /// Its name among the machines of a study; `local` is the one that writes the file, which does
    /// not give its name away.
    pub host: String,
    /// The processor.
    pub processor: String,
    /// The system.
    pub system: String,
    /// The program: version, commit, compiler, build.
    pub build: String,
}

impl Machine {
    /// This one.
    pub fn here() -> Machine {
        static HERE: LazyLock<Machine> = LazyLock::new(|| Machine {
            host: "local".to_owned(),
            processor: processor(),
            system: system(),
            build: build(),
        });
        HERE.clone()
    }
}

/// What is written beside the rows: processor, cores, system, program.
pub fn describe() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let governor = read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    let governor = governor.map_or(String::new(), |g| format!(", frequency governor {g}"));
    let Machine { processor, system, build, .. } = Machine::here();
    format!(
        "{processor}; {cores} core{} usable; {system}{governor}; {build}",
        if cores == 1 { "" } else { "s" },
    )
}

fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model =
        info.lines().find(|l| l.starts_with("model name")).and_then(|l| l.split(':').nth(1));
    model.map_or_else(|| std::env::consts::ARCH.to_owned(), |m| m.trim().to_owned())
}

fn system() -> String {
    let kernel = read("/proc/sys/kernel/osrelease").unwrap_or_default();
    format!("{} {kernel}", std::env::consts::OS).trim_end().to_owned()
}

fn build() -> String {
    let kind = if cfg!(debug_assertions) { "with debug assertions" } else { "release build" };
    // Both come from build.rs, which leaves empty what it does not know.
    let told = |word: &str, what: &str| match what {
        "" => String::new(),
        what => format!(", {word}{what}"),
    };
    let commit = told("commit ", env!("SUDOLAB_COMMIT"));
    let compiler = told("", env!("SUDOLAB_COMPILER"));
    let simd = sudolab_exact::nine::batch::BatchEngine::new().instructions();
    format!(
        "sudolab {} ({kind}{commit}{compiler}, {simd:?} instructions)",
        env!("CARGO_PKG_VERSION")
    )
}

/// The load average of the last minute, where the system tells it.
pub fn load() -> Option<f64> {
    read("/proc/loadavg")?.split(' ').next()?.parse().ok()
}

/// Seconds since 1970.
pub fn now() -> Option<f64> {
    SystemTime::now().duration_since(UNIX_EPOCH).ok().map(|d| d.as_secs_f64())
}

/// One processor of each physical core that the process may use. Two hyperthreads of one core slow
/// each other down, so only one of them measures. Empty where the system does not tell.
pub fn physical_cores() -> Vec<u32> {
    let Some(allowed) = allowed() else { return Vec::new() };
    let siblings = |cpu: u32| {
        let path = format!("/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list");
        read(&path).map_or_else(|| vec![cpu], |list| numbers(&list))
    };
    one_of_each(&allowed, siblings)
}

/// How many runs can be measured at the same time without disturbing each other.
pub fn measuring_jobs() -> usize {
    match physical_cores().len() {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        n => n,
    }
}

/// The cores that so many threads are held to, one each; `None` when there are too few of them, or
/// the system does not tell which there are.
pub fn cores_for(jobs: usize) -> Option<Vec<u32>> {
    let mut cores = physical_cores();
    (jobs <= cores.len()).then(|| {
        cores.truncate(jobs);
        cores
    })
}

/// The first allowed processor of each group of siblings.
fn one_of_each(allowed: &[u32], siblings: impl Fn(u32) -> Vec<u32>) -> Vec<u32> {
    let mut taken = BTreeSet::new();
    let mut cores = Vec::new();
    for &cpu in allowed {
        if !taken.contains(&cpu) {
            cores.push(cpu);
            taken.extend(siblings(cpu));
        }
    }
    cores
}

/// `0-2,5` is 0, 1, 2, 5.
fn numbers(list: &str) -> Vec<u32> {
    let mut all = Vec::new();
    for part in list.trim().split(',') {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        if let (Ok(from), Ok(to)) = (from.parse::<u32>(), to.parse::<u32>()) {
            all.extend(from..=to.min(from.saturating_add(4096)));
        }
    }
    all
}

#[cfg(target_os = "linux")]
fn allowed() -> Option<Vec<u32>> {
    let set = rustix::thread::sched_getaffinity(None).ok()?;
    let n = rustix::thread::CpuSet::MAX_CPU;
    Some((0..n).filter(|&cpu| set.is_set(cpu)).map(|cpu| cpu as u32).collect())
}

#[cfg(not(target_os = "linux"))]
fn allowed() -> Option<Vec<u32>> {
    None
}

/// Holds the calling thread to a core; whether the system did so.
#[cfg(target_os = "linux")]
pub fn pin(core: u32) -> bool {
    let mut set = rustix::thread::CpuSet::new();
    if core as usize >= rustix::thread::CpuSet::MAX_CPU {
        return false;
    }
    set.set(core as usize);
    rustix::thread::sched_setaffinity(None, &set).is_ok()
}

#[cfg(not(target_os = "linux"))]
pub fn pin(_: u32) -> bool {
    false
}

/// How often the system has taken the core away from the calling thread, where it tells.
pub fn involuntary_switches() -> Option<u64> {
    let status = fs::read_to_string("/proc/thread-self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("nonvoluntary_ctxt_switches:"))?;
    line.trim().parse().ok()
}

/// Seconds in which the host of a virtual machine ran something else on a core, so far.
pub fn steal_seconds(core: u32) -> Option<f64> {
    steal_of(&fs::read_to_string("/proc/stat").ok()?, core)
}

/// The eighth number of the core's line, in hundredths of a second.
fn steal_of(stat: &str, core: u32) -> Option<f64> {
    let name = format!("cpu{core} ");
    let line = stat.lines().find_map(|l| l.strip_prefix(&name))?;
    line.split_whitespace().nth(7)?.parse::<f64>().ok().map(|n| n / 100.0)
}

fn read(path: &str) -> Option<String> {
    fs::read_to_string(path).ok().map(|text| text.trim().to_owned()).filter(|t| !t.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_hyperthreads_are_one_core() {
        let pairs = |cpu: u32| vec![cpu % 4, cpu % 4 + 4];
        assert_eq!(one_of_each(&[0, 1, 2, 3, 4, 5, 6, 7], pairs), [0, 1, 2, 3]);
        assert_eq!(one_of_each(&[1, 5, 6], pairs), [1, 6]);
        assert_eq!(one_of_each(&[], pairs), [0u32; 0]);
        assert_eq!(numbers("0-2,5"), [0, 1, 2, 5]);
    }

    #[test]
    fn steal_is_the_eighth_number_of_the_core() {
        let stat =
            "cpu  1 2 3 4 5 6 7 800 9 10\ncpu0 1 2 3 4 5 6 7 250 0 0\ncpu1 0 0 0 0 0 0 0 0 0 0\n";
        assert_eq!(steal_of(stat, 0), Some(2.5));
        assert_eq!(steal_of(stat, 1), Some(0.0));
        assert_eq!(steal_of(stat, 2), None);
    }
}
