//! The addresses: one for each verb, and a few of the server's own.

use crate::reply::{answer, refusal, with};
use crate::work::{self, Leash};
use crate::{Shared, files, openapi, sets, studies};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use axum::routing::{delete, get, post};
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use sudolab_wire::verb::{Gives, Reply, Takes, VERBS, Verb};
use sudolab_wire::{Error, ErrorCode, LINE_AND_BYTES, Progress, line};
use tokio::sync::mpsc;
use tokio_stream::Stream;

/// The largest body.
pub const LARGEST_BODY: usize = 1 << 20;
/// How long a body may take to arrive.
const BODY_PATIENCE: Duration = Duration::from_secs(10);
/// The header by which a request names itself, so that it can be cancelled.
pub const JOB_HEADER: &str = "x-sudolab-job";
/// The media type of results that come one on a line, as they are found.
pub const LINES: &str = "application/x-ndjson";

/// Everything that is served.
pub fn router(shared: Shared) -> Router {
    let mut router = Router::new()
        .route("/api/v1/health", get(health))
        .route("/api/v1/openapi.json", get(describe))
        .route("/api/v1/sets", get(sets::list))
        .route("/api/v1/sets/{name}", get(sets::puzzles))
        .route("/api/v1/plans", get(studies::plans))
        .route("/api/v1/studies", get(studies::list).post(studies::create))
        .route("/api/v1/studies/{name}", get(studies::status).delete(studies::cancel))
        .route("/api/v1/studies/{name}/events", get(studies::events))
        .route("/api/v1/studies/{name}/report", get(studies::report))
        .route("/api/v1/studies/{name}/report.js", get(studies::script))
        .route("/api/v1/studies/{name}/tables/{file}", get(studies::table))
        .route("/api/v1/studies/{name}/figures/{file}", get(studies::figure))
        .route("/api/v1/studies/{name}/export", get(studies::export))
        .route("/api/v1/jobs/{name}", delete(cancel));
    for verb in VERBS {
        let handler = move |State(shared): State<Shared>, request: Request| async move {
            match ask(shared, verb, request).await {
                Ok(response) => response,
                Err(error) => refusal(&error),
            }
        };
        let methods = match verb.takes {
            Takes::Nothing => get(handler),
            Takes::Request(_) => post(handler),
        };
        router = router.route(&format!("/api/v1/{}", verb.name), methods);
    }
    router
        .fallback(files::file)
        .method_not_allowed_fallback(|| async {
            refusal(
                &Error::new(ErrorCode::Method, "this address takes another method")
                    .remedy("the interface is described at /api/v1/openapi.json"),
            )
        })
        .with_state(shared)
}

async fn health() -> Response {
    let text = format!(
        "{{\"status\":\"ok\",\"version\":\"{}\",\"wire\":{}}}",
        env!("CARGO_PKG_VERSION"),
        sudolab_wire::VERSION
    );
    answer(Ok(Reply::Json(text)))
}

async fn describe() -> Response {
    answer(Ok(Reply::Json(openapi::document().to_string())))
}

async fn cancel(State(shared): State<Shared>, Path(name): Path<String>) -> Response {
    if shared.work.cancel(&name) {
        return answer(Ok(Reply::Json("{\"cancelled\":true}".to_owned())));
    }
    refusal(
        &Error::new(ErrorCode::NotFound, format!("no job {name:?} is under way"))
            .remedy("it may have ended by itself"),
    )
}

/// Answers a verb.
async fn ask(shared: Shared, verb: &'static Verb, request: Request) -> Result<Response, Error> {
    let headers = request.headers().clone();
    let body = match verb.takes {
        Takes::Nothing => String::new(),
        Takes::Request(_) => body_of(request).await?,
    };
    let leash = shared.work.leash(job_of(&headers)?)?;
    let place = shared.work.place(verb.class).await?;
    let flag = leash.flag();
    let asked = |media| accepts(&headers, media);
    let media = match verb.gives {
        Gives::Many(_) | Gives::One(_) | Gives::Later(_) if asked(LINES) => Some(LINES),
        Gives::Later(_) if asked(LINE_AND_BYTES) => Some(LINE_AND_BYTES),
        _ => None,
    };
    if let Some(media) = media {
        let (sender, receiver) = mpsc::channel(64);
        if !matches!(verb.gives, Gives::Many(_)) {
            tokio::spawn(beat(sender.downgrade()));
        }
        tokio::task::spawn_blocking(move || {
            // Nobody listens any more: the flag says so at the next look.
            let say = |text: String| drop(sender.blocking_send(Bytes::from(text + "\n")));
            match work::answer(verb, &body, &flag, &mut |text| say(text)) {
                // Each of them was told when it was found.
                Ok(Reply::Json(_)) if matches!(verb.gives, Gives::Many(_)) => {}
                Ok(Reply::Json(text)) => say(format!("{{\"answer\":{text}}}")),
                Ok(Reply::File { bytes, .. }) => drop(sender.blocking_send(Bytes::from(bytes))),
                Err(error) => say(format!("{{\"error\":{}}}", line(&error))),
            }
            drop(place);
        });
        let body = Body::from_stream(Lines { receiver, _leash: leash });
        return Ok(with(StatusCode::OK, media, body));
    }
    let done = tokio::task::spawn_blocking(move || {
        let reply = work::answer(verb, &body, &flag, &mut |_| {});
        drop(place);
        reply
    });
    let reply = done.await.unwrap_or_else(|_| Err(work::fell_over()));
    drop(leash);
    Ok(answer(reply))
}

/// The name a request gives itself.
fn job_of(headers: &HeaderMap) -> Result<Option<String>, Error> {
    let Some(value) = headers.get(JOB_HEADER) else { return Ok(None) };
    let good = |b: &u8| b.is_ascii_alphanumeric() || *b == b'-';
    match value.to_str() {
        Ok(name) if (1..=64).contains(&name.len()) && name.as_bytes().iter().all(good) => {
            Ok(Some(name.to_owned()))
        }
        _ => Err(Error::new(ErrorCode::Usage, format!("{JOB_HEADER} is no name of a job"))
            .remedy("use up to 64 letters, digits and hyphens")),
    }
}

fn accepts(headers: &HeaderMap, media: &str) -> bool {
    headers.get(header::ACCEPT).and_then(|v| v.to_str().ok()).is_some_and(|v| v.contains(media))
}

/// How often whoever waits hears at least how long it has been.
const BEAT: Duration = Duration::from_millis(500);

/// Says again and again for how long a piece of work has been going on, until it ends: not all of it
/// can tell how far it is.
async fn beat(sender: mpsc::WeakSender<Bytes>) {
    let began = Instant::now();
    loop {
        tokio::time::sleep(BEAT).await;
        let Some(sender) = sender.upgrade() else { return };
        let progress = Progress { seconds: began.elapsed().as_secs_f64(), ..Progress::default() };
        if sender.send(Bytes::from(progress.line() + "\n")).await.is_err() {
            return;
        }
    }
}

/// The body of a request: JSON, not too large, not too slow.
pub(crate) async fn body_of(request: Request) -> Result<String, Error> {
    let media = request.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok());
    let media = media.map(|v| v.split(';').next().unwrap_or_default().trim().to_ascii_lowercase());
    if media.as_deref() != Some("application/json") {
        return Err(Error::new(ErrorCode::MediaType, "the body is not said to be JSON")
            .remedy("send the header content-type: application/json"));
    }
    let too_large = || {
        Error::new(ErrorCode::TooLarge, "the body is larger than 1 MB")
            .remedy("send the puzzles in several requests")
    };
    let told = request.headers().get(header::CONTENT_LENGTH).and_then(|v| v.to_str().ok());
    if told.and_then(|n| n.parse::<usize>().ok()).is_some_and(|n| n > LARGEST_BODY) {
        return Err(too_large());
    }
    let reading = axum::body::to_bytes(request.into_body(), LARGEST_BODY);
    let bytes: Bytes = match tokio::time::timeout(BODY_PATIENCE, reading).await {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(_)) => return Err(too_large()),
        Err(_) => {
            return Err(Error::new(ErrorCode::TimeLimit, "the body did not arrive in time"));
        }
    };
    String::from_utf8(bytes.into()).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Error::new(ErrorCode::Syntax, format!("the body is not UTF-8 after {at} bytes"))
            .remedy("send JSON as UTF-8")
    })
}

/// Lines as they come. Who drops them has left, which stops the work.
struct Lines {
    receiver: mpsc::Receiver<Bytes>,
    _leash: Leash,
}

impl Stream for Lines {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(context).map(|text| text.map(Ok))
    }
}
