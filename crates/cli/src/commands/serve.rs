//! `sudolab serve`.

use crate::args::Common;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::form::NoForm;
use crate::say;
use clap::Args;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use sudolab_serve::{Options, Server};

/// Open the page in a browser: play, hints, explanations, algorithms at work
///
/// Serves the page and its JSON interface on this machine. The first line on standard output says
/// where; the second one has the token that creating and cancelling studies needs. Ctrl-C ends it.
#[derive(Args, Debug)]
#[command(after_help = "\
For instance `sudolab serve --open` shows the page, and `sudolab serve --port 0` takes any free port.
The interface is described at /api/v1/openapi.json.")]
pub struct Serve {
    #[command(flatten)]
    form: NoForm,

    /// Port to listen on; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 7630)]
    port: u16,

    /// Folder below which studies live
    #[arg(long, value_name = "DIR", default_value = "sudolab-studies")]
    dir: PathBuf,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// Listen on this address, so that other machines can reach it; everything then needs the token
    #[arg(long, value_name = "ADDRESS")]
    expose: Option<IpAddr>,
}

impl Serve {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        self.form.refuse("leave it out")?;
        let options = Options {
            address: self.expose.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)),
            port: self.port,
            studies: self.dir.clone(),
            jobs: common.n_jobs(),
        };
        let exposed = options.is_exposed();
        let server = Server::bind(options).map_err(|error| {
            Failure::File(format!(
                "cannot listen on port {}: {error}; choose another one with --port N, or any with --port 0",
                self.port
            ))
        })?;
        let link = format!("http://{}/", server.address());
        let mut out = std::io::stdout().lock();
        let wrote = writeln!(out, "listening on {link}\ntoken {}", server.token());
        wrote
            .and_then(|()| out.flush())
            .map_err(|e| Failure::file("write to", "standard output", &e))?;
        drop(out);
        if exposed && !common.quiet {
            say::note(&format!(
                "other machines can reach this; open {link}#/play?token={}",
                server.token()
            ));
        }
        if self.open && !opens(&link) {
            say::problem(&format!("no browser could be started; open {link} yourself"));
        }
        let served = server.run(&common.interrupt());
        served.map_err(|e| Failure::File(format!("the server ended: {e}")))?;
        Ok(Exit::Fine)
    }
}

/// Hands a link to whatever opens links here.
fn opens(link: &str) -> bool {
    let (program, before): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        _ => ("xdg-open", &[]),
    };
    let mut command = std::process::Command::new(program);
    command.args(before).arg(link);
    command.stdin(std::process::Stdio::null()).stdout(std::process::Stdio::null());
    command.stderr(std::process::Stdio::null()).spawn().is_ok()
}
