//! Studies: created, watched, reported, exported and cancelled through the interface. They live as
//! folders below one folder and nowhere else; a plan that comes from outside names no file and no
//! program.

use crate::Shared;
use crate::api::body_of;
use crate::gate::Gate;
use crate::reply::{answer, refusal, with};
use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::{Path as Name, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::Response;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use sudolab::lab::builtin::PLANS;
use sudolab::lab::plan::{NoPuzzles, Plan};
use sudolab::lab::report::{Report, SCRIPT};
use sudolab::lab::runner::Finish;
use sudolab::lab::store::{self, EXPORTED, FILE_NAME, Runs};
use sudolab::{Halt, Study, StudyError, StudyProgress, system_clock};
use sudolab_wire::verb::{Class, Reply};
use sudolab_wire::{Error, ErrorCode, line};
use tokio::sync::mpsc;

/// Studies that run at the same time: they measure, so they should not disturb each other.
const AT_ONCE: usize = 1;

/// Asks for a study.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyRequest {
    /// The name of the study and of its folder: small letters, digits and hyphens.
    pub name: String,
    /// The plan, as TOML.
    pub plan: String,
}

/// How far a study is.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct StudyEntry {
    /// Pieces of work done.
    pub done: usize,
    /// Runs with a false claim or a panic.
    pub faults: usize,
    /// Its name.
    pub name: String,
    /// What went wrong, in words.
    pub problem: Option<String>,
    /// Seconds since it was begun or gone on with, where it runs.
    pub seconds: Option<f64>,
    /// Runs that solved.
    pub solved: usize,
    /// Where it stands.
    pub state: StudyState,
    /// Pieces of work in all.
    pub total: usize,
    /// Runs that did not solve.
    pub unsolved: usize,
}

/// Where a study stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StudyState {
    /// It is being carried out.
    Running,
    /// It came to its end, and its report is written.
    Complete,
    /// It was stopped before its end; the same plan goes on with it.
    Stopped,
    /// It could not be carried out.
    Failed,
    /// Its folder was there before this start.
    Earlier,
}

/// A plan that the program carries.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlanEntry {
    /// What it is, in a line.
    pub about: String,
    /// Its name.
    pub name: String,
    /// Its text.
    pub plan: String,
}

/// The studies below one folder.
#[derive(Debug)]
pub struct Studies {
    folder: PathBuf,
    jobs: usize,
    running: Mutex<HashMap<String, Arc<Running>>>,
    /// The report that was asked for last: its tables and figures are asked for right after it.
    last: Mutex<Option<(Made, Arc<Report>)>>,
}

/// What a report was made from: the study, and the length and time of each file of its store. A report
/// of other runs is another one.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Made {
    name: String,
    files: Vec<(String, u64, Option<SystemTime>)>,
}

impl Made {
    fn from(name: &str, folder: &Path) -> Made {
        let found = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut files: Vec<_> = found
            .filter_map(|entry| {
                let file = entry.file_name().to_string_lossy().into_owned();
                let known = entry.metadata().ok().filter(|_| file.starts_with(FILE_NAME))?;
                Some((file, known.len(), known.modified().ok()))
            })
            .collect();
        files.sort();
        Made { name: name.to_owned(), files }
    }
}

#[derive(Debug)]
struct Running {
    entry: Mutex<StudyEntry>,
    cancel: AtomicBool,
    began: Instant,
}

impl Running {
    fn entry(&self) -> StudyEntry {
        let mut entry = self.entry.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if entry.state == StudyState::Running {
            entry.seconds = Some(self.began.elapsed().as_secs_f64());
        }
        entry
    }

    fn change(&self, change: impl FnOnce(&mut StudyEntry)) {
        change(&mut self.entry.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// The first link in a folder or in the folders directly below it, which are all that a study writes
/// into. Nothing that is no folder has any.
fn link_in(folder: &Path) -> Option<PathBuf> {
    let below = |folder: &Path| -> Vec<std::fs::DirEntry> {
        std::fs::read_dir(folder).into_iter().flatten().flatten().collect()
    };
    let is = |entry: &std::fs::DirEntry, wanted: fn(&std::fs::FileType) -> bool| {
        entry.file_type().is_ok_and(|kind| wanted(&kind))
    };
    let entries = below(folder);
    let folders = entries.iter().filter(|entry| is(entry, std::fs::FileType::is_dir));
    let deeper: Vec<_> = folders.flat_map(|entry| below(&entry.path())).collect();
    let link =
        entries.iter().chain(&deeper).find(|entry| is(entry, std::fs::FileType::is_symlink))?;
    Some(link.path().strip_prefix(folder).map_or_else(|_| link.path(), Path::to_path_buf))
}

fn entry(name: &str, state: StudyState) -> StudyEntry {
    StudyEntry {
        done: 0,
        faults: 0,
        name: name.to_owned(),
        problem: None,
        seconds: None,
        solved: 0,
        state,
        total: 0,
        unsolved: 0,
    }
}

impl Studies {
    /// The studies below a folder.
    pub fn below(folder: PathBuf, jobs: usize) -> Studies {
        Studies { folder, jobs, running: Mutex::default(), last: Mutex::default() }
    }

    fn running(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Running>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells every study to stop.
    pub fn close(&self) {
        self.running().values().for_each(|r| r.cancel.store(true, Ordering::Relaxed));
    }

    /// The folder of a name: a plain name, and no link to elsewhere.
    ///
    /// # Errors
    /// When it is no such name, or something else stands there.
    fn folder_of(&self, name: &str) -> Result<PathBuf, Error> {
        let good = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        if name.is_empty() || name.len() > 64 || !name.bytes().all(good) || name.starts_with('-') {
            return Err(Error::new(ErrorCode::Usage, format!("{name:?} is no name of a study"))
                .remedy("use up to 64 small letters, digits and hyphens")
                .in_field("name"));
        }
        let folder = self.folder.join(name);
        match std::fs::symlink_metadata(&folder) {
            Ok(found) if !found.is_dir() => Err(Error::new(
                ErrorCode::Refused,
                format!("{name} is a file or a link, not the folder of a study"),
            )),
            _ => match link_in(&folder) {
                Some(link) => Err(Error::new(
                    ErrorCode::Refused,
                    format!("{} in the study {name} is a link", link.display()),
                )
                .remedy("links are not followed: put the file itself there, or take it away")),
                None => Ok(folder),
            },
        }
    }

    /// The report of a study: the one that was made last, if nothing has changed since.
    fn report(&self, name: &str, halt: &Halt<'_>) -> Result<Arc<Report>, Error> {
        let folder = self.known(name)?;
        let made = Made::from(name, &folder);
        let last = || self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, report)) = last().as_ref().filter(|(known, _)| *known == made) {
            return Ok(report.clone());
        }
        let content = store::read_within(&folder, halt)
            .map_err(|e| Error::new(ErrorCode::Usage, e.to_string()))?;
        let report = Arc::new(Report::within(&content, halt).map_err(Error::from)?);
        *last() = Some((made, report.clone()));
        Ok(report)
    }

    /// The folder of a study that is there.
    fn known(&self, name: &str) -> Result<PathBuf, Error> {
        let folder = self.folder_of(name)?;
        let file = std::fs::symlink_metadata(folder.join(FILE_NAME));
        if file.is_ok_and(|file| file.is_file()) {
            return Ok(folder);
        }
        Err(Error::new(ErrorCode::NotFound, format!("there is no study {name:?} yet")))
    }

    fn list(&self) -> Vec<StudyEntry> {
        let mut all: Vec<StudyEntry> = self.running().values().map(|r| r.entry()).collect();
        let folders = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        for found in folders {
            let name = found.file_name().to_string_lossy().into_owned();
            if all.iter().all(|e| e.name != name) && self.known(&name).is_ok() {
                all.push(entry(&name, StudyState::Earlier));
            }
        }
        all.sort_by(|a, b| a.name.cmp(&b.name));
        all
    }

    fn one(&self, name: &str) -> Result<StudyEntry, Error> {
        if let Some(running) = self.running().get(name) {
            return Ok(running.entry());
        }
        self.known(name).map(|_| entry(name, StudyState::Earlier))
    }

    /// Begins a study, or goes on with it.
    fn start(self: &Arc<Self>, request: &StudyRequest) -> Result<StudyEntry, Error> {
        let folder = self.folder_of(&request.name)?;
        let plan = plan_of(&request.plan)?;
        let mut running = self.running();
        let busy = |r: &&Arc<Running>| r.entry().state == StudyState::Running;
        if running.values().filter(busy).count() >= AT_ONCE {
            return Err(Error::new(ErrorCode::Busy, "another study is running")
                .remedy("wait for it or cancel it: two would disturb each other's times"));
        }
        let made = Arc::new(Running {
            entry: Mutex::new(entry(&request.name, StudyState::Running)),
            cancel: AtomicBool::new(false),
            began: Instant::now(),
        });
        running.insert(request.name.clone(), made.clone());
        drop(running);
        let jobs = self.jobs;
        let kept = made.clone();
        std::thread::spawn(move || {
            let halt = Halt::never().cancelled_by(&kept.cancel).timed_by(&system_clock::SYSTEM);
            let how = Study::in_folder(&folder).jobs(jobs);
            let ended = carried(&plan, &folder, &how, &halt, &kept);
            kept.change(|entry| match ended {
                Ok((finish, faults)) => {
                    entry.faults = faults;
                    entry.state = match finish {
                        Finish::Complete => StudyState::Complete,
                        Finish::Cancelled => StudyState::Stopped,
                    };
                }
                Err(problem) => {
                    entry.problem = Some(problem);
                    entry.state = StudyState::Failed;
                }
            });
        });
        Ok(made.entry())
    }

    fn cancel(&self, name: &str) -> Result<StudyEntry, Error> {
        match self.running().get(name) {
            Some(running) => {
                running.cancel.store(true, Ordering::Relaxed);
                Ok(running.entry())
            }
            None => Err(Error::new(ErrorCode::NotFound, format!("no study {name:?} is running"))),
        }
    }
}

/// Carries a plan out and writes its report: how it ended, and the runs with a fault. Its puzzles
/// may have to be made, so that they are read here and not while a client waits.
fn carried(
    plan: &Plan,
    folder: &Path,
    how: &Study,
    halt: &Halt<'_>,
    running: &Running,
) -> Result<(Finish, usize), String> {
    let sets = match plan.puzzles(Path::new("."), halt) {
        Ok(sets) => sets,
        Err(NoPuzzles::Stopped(_)) => return Ok((Finish::Cancelled, 0)),
        Err(NoPuzzles::Refused(error)) => return Err(error.to_string()),
    };
    std::fs::create_dir_all(folder).map_err(|e| e.to_string())?;
    let mut told = |progress| running.change(|entry| tell(entry, &progress));
    let ended = sudolab::carry_out(plan, &sets, how, halt, &mut told);
    let (finish, faults) = ended.map_err(|e| e.to_string())?;
    if finish == Finish::Complete {
        match sudolab::write_report(folder, halt) {
            Ok(_) => {}
            Err(StudyError::Stopped(_)) => return Ok((Finish::Cancelled, faults)),
            Err(error) => return Err(error.to_string()),
        }
    }
    Ok((finish, faults))
}

fn tell(entry: &mut StudyEntry, progress: &StudyProgress) {
    match progress {
        StudyProgress::Runs(runs) => {
            (entry.done, entry.total) = (runs.done, runs.total);
            (entry.solved, entry.unsolved) = (runs.solved, runs.unsolved);
            entry.faults = runs.faults;
        }
        StudyProgress::Aspect { done, total, .. } => (entry.done, entry.total) = (*done, *total),
    }
}

fn plan_error(error: impl std::fmt::Display) -> Error {
    Error::new(ErrorCode::Usage, error.to_string()).in_field("plan")
}

/// A plan from outside: it may name no file to read and no program to run.
fn plan_of(text: &str) -> Result<Plan, Error> {
    if let Ok(table) = text.parse::<toml::Table>()
        && let Some(key) = reaches_out(&toml::Value::Table(table))
    {
        return Err(Error::new(
            ErrorCode::Refused,
            format!("a plan sent here may not have {key:?}"),
        )
        .remedy("use builtin or generate for puzzles, or run the plan with the command")
        .in_field("plan"));
    }
    Plan::read(text, "the plan").map_err(plan_error)
}

/// The first key that would reach out of the program.
fn reaches_out(value: &toml::Value) -> Option<&str> {
    match value {
        toml::Value::Table(table) => table.iter().find_map(|(key, value)| {
            let out =
                matches!(key.as_str(), "file" | "command" | "program" | "pattern" | "regions");
            if out { Some(key.as_str()) } else { reaches_out(value) }
        }),
        toml::Value::Array(list) => list.iter().find_map(reaches_out),
        _ => None,
    }
}

fn json(value: Result<impl Serialize, Error>) -> Response {
    answer(value.map(|value| Reply::Json(line(&value))))
}

fn needs_token(gate: &Gate, headers: &HeaderMap) -> Result<(), Error> {
    match gate.has_token(headers) {
        true => Ok(()),
        false => Err(Error::new(ErrorCode::Refused, "the token is missing or wrong").remedy(
            "send the header x-sudolab-token with the token the server printed as its second line",
        )),
    }
}

/// Every study.
pub async fn list(State(shared): State<Shared>) -> Response {
    json(Ok(shared.studies.list()))
}

/// The plans that the program carries.
pub async fn plans() -> Response {
    let all = PLANS.iter().map(|plan| PlanEntry {
        about: plan.about.to_owned(),
        name: plan.name.to_owned(),
        plan: plan.text.to_owned(),
    });
    json(Ok(all.collect::<Vec<_>>()))
}

/// Begins a study.
pub async fn create(
    State(shared): State<Shared>,
    Extension(gate): Extension<Arc<Gate>>,
    request: Request,
) -> Response {
    let told = async {
        needs_token(&gate, request.headers())?;
        let asked: StudyRequest = sudolab_wire::read(&body_of(request).await?)?;
        let studies = shared.studies.clone();
        let started = tokio::task::spawn_blocking(move || studies.start(&asked));
        started.await.unwrap_or_else(|_| Err(crate::work::fell_over()))
    };
    json(told.await)
}

/// One study.
pub async fn status(State(shared): State<Shared>, Name(name): Name<String>) -> Response {
    json(shared.studies.one(&name))
}

/// Cancels a study.
pub async fn cancel(
    State(shared): State<Shared>,
    Extension(gate): Extension<Arc<Gate>>,
    headers: HeaderMap,
    Name(name): Name<String>,
) -> Response {
    json(needs_token(&gate, &headers).and_then(|()| shared.studies.cancel(&name)))
}

/// How far a study is, each time it has come further, until it ends.
pub async fn events(State(shared): State<Shared>, Name(name): Name<String>) -> Response {
    let studies = shared.studies;
    if let Err(error) = studies.one(&name) {
        return refusal(&error);
    }
    let (sender, receiver) = mpsc::channel::<Result<Bytes, Infallible>>(4);
    tokio::spawn(async move {
        let mut last = None;
        while let Ok(now) = studies.one(&name) {
            let ended = now.state != StudyState::Running;
            if last.as_ref() != Some(&now) {
                let text = format!("data: {}\n\n", line(&now));
                if sender.send(Ok(Bytes::from(text))).await.is_err() {
                    break;
                }
                last = Some(now);
            }
            if ended {
                break;
            }
            tokio::time::sleep(Duration::from_millis(250)).await;
        }
    });
    let stream = tokio_stream::wrappers::ReceiverStream::new(receiver);
    with(StatusCode::OK, "text/event-stream", Body::from_stream(stream))
}

/// The report, of everything that has ended so far.
pub async fn report(State(shared): State<Shared>, Name(name): Name<String>) -> Response {
    let inline = format!("<script>\n{SCRIPT}</script>");
    let page = move |report: &Report| {
        Some(report.html().replacen(&inline, "<script src=\"report.js\"></script>", 1))
    };
    // A report is one file with its style inside. Its script stands beside it, and nothing else runs.
    told(shared, name, "text/html; charset=utf-8", page).await
}

/// What sorts the tables of a report.
pub async fn script() -> Response {
    let mut response = with(StatusCode::OK, "text/javascript; charset=utf-8", Body::from(SCRIPT));
    // The report stands in a box of its own, from which nothing here is of the same origin.
    response.headers_mut().insert(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("cross-origin"),
    );
    response
}

/// A table of the report.
pub async fn table(State(shared): State<Shared>, Name(names): Name<(String, String)>) -> Response {
    part(shared, "tables", names, "text/csv; charset=utf-8").await
}

/// A figure of the report.
pub async fn figure(State(shared): State<Shared>, Name(names): Name<(String, String)>) -> Response {
    part(shared, "figures", names, "image/svg+xml").await
}

/// A file that the report has, made anew: nothing is read but the results.
async fn part(
    shared: Shared,
    folder: &'static str,
    (name, file): (String, String),
    media: &'static str,
) -> Response {
    let wanted = Path::new(folder).join(file);
    let find = move |report: &Report| {
        let mut files = report.files();
        files.find_map(|(path, text)| (path == wanted).then_some(text))
    };
    told(shared, name, media, find).await
}

/// Something of the report of a study.
async fn told(
    shared: Shared,
    name: String,
    media: &'static str,
    pick: impl FnOnce(&Report) -> Option<String> + Send + 'static,
) -> Response {
    let Shared { work, studies } = shared;
    // Dropped when the client leaves: the flag is raised then.
    let begun = match (studies.known(&name), work.leash(None)) {
        (Err(error), _) | (_, Err(error)) => Err(error),
        (Ok(_), Ok(leash)) => work.place(Class::Long).await.map(|place| (leash, place)),
    };
    let (leash, place) = match begun {
        Ok(begun) => begun,
        Err(error) => return refusal(&error),
    };
    let flag = leash.flag();
    let made = tokio::task::spawn_blocking(move || {
        let halt = Halt::never()
            .cancelled_by(&flag)
            .within(crate::work::longest(Class::Long), &system_clock::SYSTEM);
        let report = studies.report(&name, &halt)?;
        let text = pick(&report)
            .ok_or_else(|| Error::new(ErrorCode::NotFound, "the report has no such part"));
        drop(place);
        text.and_then(crate::work::no_larger)
    });
    match made.await.unwrap_or_else(|_| Err(crate::work::fell_over())) {
        Err(error) => refusal(&error),
        Ok(text) => {
            let mut response = with(StatusCode::OK, media, Body::from(text));
            let policy = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-scripts allow-popups allow-downloads";
            response.headers_mut().insert(
                HeaderName::from_static("content-security-policy"),
                HeaderValue::from_static(policy),
            );
            response
        }
    }
}

/// Every run as a table with commas, line by line, as long as somebody reads it and the time lasts.
pub async fn export(State(shared): State<Shared>, Name(name): Name<String>) -> Response {
    let folder = match shared.studies.known(&name) {
        Ok(folder) => folder,
        Err(error) => return refusal(&error),
    };
    let place = match shared.work.place(Class::Long).await {
        Ok(place) => place,
        Err(error) => return refusal(&error),
    };
    let (sender, receiver) = mpsc::channel::<Result<Bytes, Cut>>(16);
    tokio::task::spawn_blocking(move || {
        let _place = place;
        let halt = Halt::never().within(crate::work::longest(Class::Long), &system_clock::SYSTEM);
        let names: Vec<&str> = EXPORTED.iter().map(|column| column.name).collect();
        let mut text = names.join(",") + "\n";
        let Ok(runs) = Runs::of(&folder) else { return };
        let read = runs.each(|fields| {
            halt.check().map_err(|_| ())?;
            let row: Vec<String> = fields.iter().map(|field| quoted(field.to_string())).collect();
            text += &row.join(",");
            text.push('\n');
            if text.len() > 1 << 16 {
                sender.blocking_send(Ok(Bytes::from(std::mem::take(&mut text)))).map_err(|_| ())?;
            }
            Ok::<(), ()>(())
        });
        // A table that ends too early has to be seen to: its body is broken off.
        let _ = sender.blocking_send(match read {
            Ok(Ok(())) => Ok(Bytes::from(text)),
            Ok(Err(())) | Err(_) => Err(Cut),
        });
    });
    let stream = tokio_stream::wrappers::ReceiverStream::new(receiver);
    with(StatusCode::OK, "text/csv; charset=utf-8", Body::from_stream(stream))
}

/// Why the body of an export ends before its end.
#[derive(Debug)]
struct Cut;

impl std::fmt::Display for Cut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the runs could not be read to their end in time")
    }
}

impl std::error::Error for Cut {}

/// A field of a table with commas.
fn quoted(field: String) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", field.replace('"', "\"\""));
    }
    field
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_nowhere_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let studies = Studies::below(folder.path().to_owned(), 1);
        for bad in ["", "..", ".", "a/b", "../x", "-a", "A", "a b", "ä", &"a".repeat(65)] {
            assert!(studies.folder_of(bad).is_err(), "{bad:?}");
        }
        assert!(studies.folder_of("a-1").is_ok());
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("/", folder.path().join("link")).expect("a link");
            assert_eq!(
                studies.folder_of("link").map(drop).map_err(|e| e.code),
                Err(ErrorCode::Refused)
            );
            // Nor do links in its folder, for whoever reads and whoever writes.
            let elsewhere = folder.path().join("elsewhere");
            std::fs::write(&elsewhere, "kept").expect("a file");
            for (study, link) in
                [("store", FILE_NAME), ("page", "report.html"), ("deep", "tables/a.csv")]
            {
                let link = folder.path().join(study).join(link);
                std::fs::create_dir_all(link.parent().expect("a folder")).expect("a folder");
                std::os::unix::fs::symlink(&elsewhere, link).expect("a link");
                let request = StudyRequest { name: study.to_owned(), plan: String::new() };
                let started = Arc::new(Studies::below(folder.path().to_owned(), 1)).start(&request);
                assert_eq!(
                    started.map(drop).map_err(|e| e.code),
                    Err(ErrorCode::Refused),
                    "{study}"
                );
                assert!(studies.known(study).is_err(), "{study}");
            }
            assert_eq!(std::fs::read_to_string(&elsewhere).expect("it is there"), "kept");
        }
    }

    #[test]
    fn a_plan_from_outside_reads_no_file_and_runs_no_program() {
        let plan = |line: &str| {
            format!(
                "name = \"x\"\nalgorithms = [\"dlx\"]\n[[puzzles]]\n{line}\n[protocol]\nkind = \"fixed\"\nruns = 1\ntime_limit = \"1s\"\n"
            )
        };
        assert!(plan_of(&plan("builtin = \"top95\"\ntake = 1")).is_ok());
        assert_eq!(
            plan_of(&plan("file = \"/etc/passwd\"")).map(drop).map_err(|e| e.code),
            Err(ErrorCode::Refused)
        );
        let command = "name = \"x\"\nalgorithms = [{ id = \"a\", command = \"rm\" }]\n";
        assert_eq!(plan_of(command).map(drop).map_err(|e| e.code), Err(ErrorCode::Refused));
        assert_eq!(plan_of("name =").map(drop).map_err(|e| e.code), Err(ErrorCode::Usage));
    }

    #[test]
    fn a_client_does_not_wait_while_puzzles_are_made_and_can_cancel_that() {
        let folder = tempfile::tempdir().unwrap();
        let studies = Arc::new(Studies::below(folder.path().to_owned(), 1));
        // Digging does not come to 17 clues.
        let plan = "name = \"x\"\nalgorithms = [\"dlx\"]\n[[puzzles]]\n\
            generate = { count = 1000, clues = \"17..17\" }\n\
            [protocol]\nkind = \"fixed\"\nruns = 1\ntime_limit = \"1s\"\n";
        let request = |name: &str| StudyRequest { name: name.to_owned(), plan: plan.to_owned() };
        let begun = studies.start(&request("long")).unwrap();
        assert_eq!(begun.state, StudyState::Running);
        // It is refused at once, for nothing was made for it yet.
        assert_eq!(studies.start(&request("other")).unwrap_err().code, ErrorCode::Busy);
        studies.cancel("long").unwrap();
        let began = Instant::now();
        while studies.one("long").unwrap().state == StudyState::Running {
            assert!(began.elapsed() < Duration::from_secs(60), "it goes on");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(studies.one("long").unwrap().state, StudyState::Stopped);
        assert!(!folder.path().join("long").exists());
    }

    #[test]
    fn a_set_that_is_refused_is_told_as_the_problem_of_the_study() {
        let folder = tempfile::tempdir().unwrap();
        let studies = Arc::new(Studies::below(folder.path().to_owned(), 1));
        // The algorithm works on 9x9 only.
        let plan = "name = \"x\"\nalgorithms = [\"rules-human\"]\n[[puzzles]]\n\
            generate = { count = 1, size = 4 }\n\
            [protocol]\nkind = \"fixed\"\nruns = 1\ntime_limit = \"1s\"\n";
        let request = StudyRequest { name: "x".to_owned(), plan: plan.to_owned() };
        studies.start(&request).unwrap();
        let began = Instant::now();
        while studies.one("x").unwrap().state == StudyState::Running {
            assert!(began.elapsed() < Duration::from_secs(60), "it goes on");
            std::thread::sleep(Duration::from_millis(5));
        }
        let ended = studies.one("x").unwrap();
        assert_eq!(ended.state, StudyState::Failed);
        assert!(ended.problem.is_some_and(|p| p.contains("works on")), "it says why");
    }
}
