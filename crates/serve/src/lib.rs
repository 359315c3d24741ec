//! The page and its JSON interface on this machine.
//!
//! A door like the command: it hands texts to the verbs of `sudolab_wire` and passes their replies
//! on. What it adds is what a server needs: who may ask ([`gate`]), how much at once and how long
//! ([`work`]), the description of the interface ([`openapi`]), and the files of the page.
//!
//! | part | knows |
//! |---|---|
//! | [`gate`] | hosts, origins, tokens, the headers of every reply |
//! | [`work`] | threads, limits, who has left |
//! | `api` | addresses and methods, from the table of verbs |
//! | [`openapi`] | the same table, as a document |
//! | `files` | what the page is made of |
//!
//! ```no_run
//! use sudolab::Halt;
//! use sudolab_serve::{Options, Server};
//!
//! let server = Server::bind(Options::default())?;
//! println!("listening on {}", server.address());
//! server.run(&Halt::never())?;
//! # Ok::<(), std::io::Error>(())
//! ```
#![forbid(unsafe_code)]
// An error carries its whole answer, and is made once for a request.
#![allow(clippy::result_large_err)]

mod api;
mod files;
pub mod gate;
pub mod openapi;
mod reply;
mod sets;
mod studies;
mod token;
pub mod work;

use axum::Router;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use sudolab::Halt;
use tower::Layer;

pub use token::Token;

/// Where and for whom to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on.
    pub address: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The folder below which studies live.
    pub studies: PathBuf,
    /// Searches that may run at the same time.
    pub jobs: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            studies: PathBuf::from("sudolab-studies"),
            jobs: std::thread::available_parallelism().map_or(2, usize::from),
        }
    }
}

impl Options {
    /// Whether others than this machine can reach it.
    pub fn is_exposed(&self) -> bool {
        !self.address.is_loopback()
    }
}

/// A server that has its port and waits to be run.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    token: Arc<Token>,
    options: Options,
}

/// What every handler shares.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) work: Arc<work::Workroom>,
    pub(crate) studies: Arc<studies::Studies>,
}

impl Server {
    /// Takes the port.
    ///
    /// # Errors
    /// When the address cannot be listened on, or the system gives no random numbers.
    pub fn bind(options: Options) -> io::Result<Server> {
        let listener = TcpListener::bind((options.address, options.port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Server { listener, address, token: Arc::new(Token::new()?), options })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What a client has to know to create and cancel studies; with others than this machine
    /// listening, to ask anything.
    pub fn token(&self) -> &Token {
        &self.token
    }

    /// Serves until the halt says to stop.
    ///
    /// # Errors
    /// When the system takes the port away.
    pub fn run(self, halt: &Halt<'_>) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(4 * self.options.jobs + 16)
            .enable_all()
            .build()?;
        let ended = runtime.block_on(self.serve(halt));
        // Work that somebody still waits for was told to stop; nobody waits longer for it.
        runtime.shutdown_timeout(Duration::from_millis(500));
        ended
    }

    async fn serve(self, halt: &Halt<'_>) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let workroom = Arc::new(work::Workroom::new(self.options.jobs));
        let studies = studies::Studies::below(self.options.studies, self.options.jobs);
        let studies = Arc::new(studies);
        let shared = Shared { work: workroom.clone(), studies: studies.clone() };
        let exposed = !self.address.ip().is_loopback();
        let gate = Arc::new(gate::Gate::new(self.address, exposed, self.token));
        let router: Router = api::router(shared).layer(axum::Extension(gate.clone()));
        // The gate stands before the routes: who may not ask does not learn what there is.
        let guarded = axum::middleware::from_fn_with_state(gate, gate::guard).layer(router);
        let make = axum::ServiceExt::<axum::extract::Request>::into_make_service(guarded);
        let ending = async move {
            while halt.check().is_ok() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            workroom.close();
            studies.close();
        };
        tokio::select! {
            ended = axum::serve(listener, make) => ended,
            () = ending => Ok(()),
        }
    }
}
