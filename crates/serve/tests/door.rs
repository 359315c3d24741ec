//! Who may ask, how much, and for how long: spoken to over a socket, as a browser or a stranger would.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use sudolab::Halt;
use sudolab_serve::{Options, Server};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A server for one test.
struct Running {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Running {
    fn start() -> Running {
        Running::with(2)
    }

    /// One that does one search at a time.
    fn alone() -> Running {
        Running::with(1)
    }

    fn with(jobs: usize) -> Running {
        let server = Server::bind(Options { jobs, ..Options::default() }).expect("a free port");
        let address = server.address();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = stop.clone();
        let thread = std::thread::spawn(move || {
            server.run(&Halt::never().cancelled_by(&flag)).expect("it serves");
        });
        Running { address, stop, thread: Some(thread) }
    }

    /// Sends a text and reads the reply to its end.
    fn say(&self, text: &[u8]) -> String {
        let mut stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a timeout");
        // A server that refuses a large body may close before all of it is sent.
        let _ = stream.write_all(text);
        let mut reply = Vec::new();
        let _ = stream.read_to_end(&mut reply);
        String::from_utf8_lossy(&reply).into_owned()
    }

    fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> String {
        let mut text = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            text += &format!("host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        text += &format!("content-length: {}\r\n\r\n{body}", body.len());
        self.say(text.as_bytes())
    }

    fn post(&self, verb: &str, body: &str) -> String {
        self.request(
            "POST",
            &format!("/api/v1/{verb}"),
            &[("content-type", "application/json")],
            body,
        )
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn status(reply: &str) -> u16 {
    reply.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0)
}

#[test]
fn a_puzzle_is_solved_and_every_reply_has_the_policy() {
    let server = Running::start();
    let reply = server.post("solve", &format!("{{\"puzzle\":\"{EASY}\"}}"));
    assert_eq!(status(&reply), 200, "{reply}");
    assert!(reply.contains("\"status\":\"solved\""), "{reply}");
    for reply in
        [reply, server.request("GET", "/", &[], ""), server.request("GET", "/nothing", &[], "")]
    {
        assert!(reply.contains("content-security-policy: default-src 'none'"), "{reply}");
        assert!(reply.contains("x-content-type-options: nosniff"), "{reply}");
        assert!(!reply.contains("access-control-allow"), "{reply}");
    }
}

#[test]
fn foreign_hosts_and_origins_are_refused_before_anything_else() {
    let server = Running::start();
    let own = format!("http://{}", server.address);
    let json = ("content-type", "application/json");
    let body = format!("{{\"puzzle\":\"{EASY}\"}}");
    let ask =
        |headers: &[(&str, &str)]| status(&server.request("POST", "/api/v1/check", headers, &body));
    assert_eq!(ask(&[json, ("origin", &own)]), 200);
    assert_eq!(ask(&[json, ("origin", "http://evil.example")]), 403);
    assert_eq!(ask(&[json, ("origin", "null")]), 403);
    assert_eq!(ask(&[json, ("host", "evil.example")]), 403);
    let rebound = format!("evil.example:{}", server.address.port());
    assert_eq!(ask(&[json, ("host", &rebound)]), 403);
    assert_eq!(status(&server.request("GET", "/no/such/page", &[("host", &rebound)], "")), 403);
    // The host of a request line weighs more than the header.
    let named = format!("http://{rebound}/api/v1/health");
    assert_eq!(status(&server.request("GET", &named, &[], "")), 403);
    let named = format!("{own}/api/v1/health");
    assert_eq!(status(&server.request("GET", &named, &[], "")), 200);
    assert_eq!(
        status(&server.request(
            "OPTIONS",
            "/api/v1/check",
            &[("origin", "http://evil.example")],
            ""
        )),
        403
    );
}

#[test]
fn bodies_are_json_of_a_megabyte_at_most() {
    let server = Running::start();
    let plain = server.request("POST", "/api/v1/check", &[("content-type", "text/plain")], "{}");
    assert_eq!(status(&plain), 415, "{plain}");
    assert_eq!(status(&server.request("POST", "/api/v1/check", &[], "{}")), 415);
    let large = format!("{{\"puzzle\":\"{}\"}}", ".".repeat(2 << 20));
    assert_eq!(status(&server.post("check", &large)), 413);
    let chunked = format!(
        "POST /api/v1/check HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n{:x}\r\n{large}\r\n0\r\n\r\n",
        server.address,
        large.len(),
    );
    assert_eq!(status(&server.say(chunked.as_bytes())), 413);
    assert_eq!(status(&server.post("check", "{\"puzzle\":")), 400);
    assert_eq!(status(&server.post("check", "{\"nonsense\":1}")), 400);
    let bad = server.post("check", "{\"puzzle\":\"53..x\"}");
    assert_eq!(status(&bad), 422, "{bad}");
    assert!(bad.contains("\"code\":\"syntax\"") && bad.contains("\"where\""), "{bad}");
}

#[test]
fn wrong_methods_and_unknown_addresses_are_told_in_the_same_form() {
    let server = Running::start();
    for (method, path, code) in [
        ("GET", "/api/v1/check", 405),
        ("POST", "/api/v1/algorithms", 405),
        ("POST", "/index.html", 405),
        ("GET", "/api/v1/unknown", 404),
        ("GET", "/../../etc/passwd", 404),
        ("GET", "/%2e%2e/Cargo.toml", 404),
        ("DELETE", "/api/v1/jobs/nobody", 404),
        ("GET", "/api/v1/sets/none", 404),
        ("GET", "/api/v1/studies/none", 404),
        ("GET", "/api/v1/studies/..%2f..%2fetc", 422),
        ("DELETE", "/api/v1/studies/none", 403),
        ("POST", "/api/v1/studies", 403),
    ] {
        let reply = server.request(method, path, &[], "");
        assert_eq!(status(&reply), code, "{method} {path}: {reply}");
        assert!(reply.contains("\"code\":"), "{method} {path}: {reply}");
    }
}

#[test]
fn what_there_is_can_be_asked() {
    let server = Running::start();
    for (path, word) in [
        ("health", "\"status\":\"ok\""),
        ("openapi.json", "\"openapi\":\"3.1.0\""),
        ("algorithms", "\"id\":\"boltzmann\""),
        ("techniques", "\"id\":\"x-wing\""),
        ("formats", "\"name\":\"fpuzzles\""),
        ("sets", "\"name\":\"top95\""),
        ("sets/top95?first=94", "\"count\":95"),
    ] {
        let reply = server.request("GET", &format!("/api/v1/{path}"), &[], "");
        assert_eq!(status(&reply), 200, "{path}: {reply}");
        assert!(reply.contains(word), "{path}: {reply}");
    }
}

/// Counting all fillings of an empty board would take longer than anybody lives.
const ENDLESS: &str = "{\"puzzle\":\".................................................................................\",\"limit\":\"all\"}";

#[test]
fn work_stops_soon_after_its_client_left() {
    let server = Running::start();
    // As many as may run at the same time: had they gone on, the last request would wait in vain.
    for _ in 0..2 {
        let mut stream = TcpStream::connect(server.address).expect("it listens");
        let text = format!(
            "POST /api/v1/count HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{ENDLESS}",
            server.address,
            ENDLESS.len(),
        );
        stream.write_all(text.as_bytes()).expect("it is sent");
        std::thread::sleep(Duration::from_millis(200));
        drop(stream);
    }
    let began = Instant::now();
    let reply = server.post("count", &format!("{{\"puzzle\":\"{EASY}\"}}"));
    assert_eq!(status(&reply), 200, "{reply}");
    // Generous: the machine may be busy. Who never stops would hold the place for two minutes.
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
}

/// A run that is too hot ever to end.
const LONG_RUN: &str = "{\"puzzle\":\"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\",\"algorithm\":\"annealing\",\"set\":{\"temperature\":\"10\"},\"events\":10,\"tick_limit\":null,\"frames\":\"bytes\"}";

#[test]
fn long_work_says_how_far_it_is_until_it_has_its_answer() {
    let server = Running::start();
    let lines = ("accept", "application/x-ndjson");
    let json = ("content-type", "application/json");
    // A second of counting: it says how many there are, and at the end what it came to.
    let body = ENDLESS.replace("}", ",\"time_limit\":1}");
    let reply = server.request("POST", "/api/v1/count", &[json, lines], &body);
    assert!(reply.contains("content-type: application/x-ndjson"), "{reply}");
    let told: Vec<&str> = reply.lines().filter(|line| line.starts_with("{\"")).collect();
    let (last, before) = told.split_last().expect("lines");
    assert!(last.starts_with("{\"answer\":{") && last.contains("\"complete\":false"), "{last}");
    assert!(before.iter().all(|line| line.starts_with("{\"progress\":{")), "{before:?}");
    assert!(before.iter().any(|line| line.contains("\"of\":\"solutions\"")), "{before:?}");
    // Work that cannot tell how far it is tells at least for how long.
    assert!(before.iter().any(|line| !line.contains("\"done\"")), "{before:?}");
    // What went wrong is told as a line as well.
    let refused = server.request("POST", "/api/v1/count", &[json, lines], "{\"puzzle\":\"x\"}");
    assert!(refused.contains("{\"error\":{\"code\":\"syntax\""), "{refused}");
}

#[test]
fn the_frames_of_a_trace_travel_as_bytes_after_a_line() {
    let server = Running::start();
    let body = format!("{{\"puzzle\":\"{EASY}\",\"algorithm\":\"dlx\",\"frames\":\"bytes\"}}");
    let media = "application/vnd.sudolab.line-and-bytes";
    let headers = [("content-type", "application/json"), ("accept", media)];
    for reply in
        [server.post("trace", &body), server.request("POST", "/api/v1/trace", &headers, &body)]
    {
        assert!(reply.contains(media), "{reply}");
        let line = reply.lines().find(|line| line.contains("{\"answer\":{")).expect("a line");
        assert!(line.contains("\"frames\":\"\"") && line.contains(",\"bytes\":"), "{line}");
        assert!(reply.split_once(line).expect("it is there").1.contains("SLTR"), "{line}");
    }
}

#[test]
fn who_leaves_gives_the_place_back_whatever_was_asked() {
    let server = Running::alone();
    let generate = "{\"count\":1000,\"clues\":\"17..17\"}";
    let hard = "{\"puzzle\":\"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\",\"profiles\":[]}";
    let plain = hard.replace(",\"profiles\":[]", "");
    for (verb, accept, body) in [
        ("count", "application/json", ENDLESS),
        ("count", "application/x-ndjson", ENDLESS),
        ("trace", "application/vnd.sudolab.line-and-bytes", LONG_RUN),
        ("rate", "application/x-ndjson", hard),
        ("explain", "application/json", plain.as_str()),
        ("generate", "application/x-ndjson", generate),
    ] {
        let mut stream = TcpStream::connect(server.address).expect("it listens");
        let head = format!(
            "POST /api/v1/{verb} HTTP/1.1\r\nhost: {}\r\naccept: {accept}\r\n",
            server.address
        );
        let rest = format!(
            "content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all((head + &rest).as_bytes()).expect("it is sent");
        std::thread::sleep(Duration::from_millis(100));
        drop(stream);
        // There is one place for each class: whoever comes next waits until it is given back.
        let (next, body) = match verb {
            "generate" => ("print", format!("{{\"puzzles\":[\"{EASY}\"]}}")),
            _ => ("check", format!("{{\"puzzle\":\"{EASY}\"}}")),
        };
        let reply = server.post(next, &body);
        assert_eq!(status(&reply), 200, "after {verb}: {reply}");
    }
}

#[test]
fn a_named_job_is_cancelled_by_its_name() {
    let server = Running::start();
    let answered = std::thread::scope(|scope| {
        let waiting = scope.spawn(|| {
            let headers = [("content-type", "application/json"), ("x-sudolab-job", "long-1")];
            server.request("POST", "/api/v1/count", &headers, ENDLESS)
        });
        let began = Instant::now();
        loop {
            let reply = server.request("DELETE", "/api/v1/jobs/long-1", &[], "");
            if status(&reply) == 200 || began.elapsed() > Duration::from_secs(30) {
                break;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        waiting.join().expect("it answers")
    });
    // What was counted so far is an answer; it says that it is not complete.
    assert!(answered.contains("\"complete\":false") || status(&answered) == 409, "{answered}");
    let named = [("content-type", "application/json"), ("x-sudolab-job", "no/name")];
    assert_eq!(status(&server.request("POST", "/api/v1/count", &named, "{}")), 422);
}

#[test]
fn puzzles_come_one_on_a_line_as_they_are_found() {
    let server = Running::start();
    let headers = [("content-type", "application/json"), ("accept", "application/x-ndjson")];
    let reply = server.request("POST", "/api/v1/generate", &headers, "{\"count\":3,\"size\":4}");
    assert!(reply.contains("content-type: application/x-ndjson"), "{reply}");
    assert_eq!(reply.matches("\"puzzle\":").count(), 3, "{reply}");
    let refused = server.request("POST", "/api/v1/generate", &headers, "{\"size\":7}");
    assert!(refused.contains("{\"error\":{\"code\":\"usage\""), "{refused}");
}

#[test]
fn a_sheet_is_a_pdf() {
    let server = Running::start();
    let reply = server.post("print", &format!("{{\"puzzles\":[\"{EASY}\"]}}"));
    assert!(reply.contains("content-type: application/pdf") && reply.contains("%PDF"), "no PDF");
}
