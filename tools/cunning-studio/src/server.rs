//! The HTTP server: it listens on loopback only, and serves the files of the page and one WebSocket, within limits.

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::{Method, Response, StatusCode};
use axum::response::IntoResponse as _;
use cunning_debug::{DebugSession, Opening};
use cunning_link::Token;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;

use crate::assets;
use crate::attach::{AttachThread, Attachment};
use crate::connection;
use crate::guard::Guard;
use crate::host::Host;
use crate::limits::{CONNECTIONS_MAX, MESSAGE_BYTES_MAX, PATIENCE, SESSIONS_MAX};
use crate::replay_thread::ReplayThread;
use crate::scene_thread::SceneThread;
use crate::waiting_list::WaitingList;

/// The path of the WebSocket.
const SOCKET: &str = "/socket";
/// How often the server checks whether to stop.
const POLL: Duration = Duration::from_millis(100);
const PLAIN: &str = "text/plain; charset=utf-8";

/// A studio that listens on a port. [`Server::run`] serves it.
pub struct Server {
    listener: TcpListener,
    state: Arc<ServerState>,
    /// The thread that feeds the session. Dropping it stops it.
    feeder: Box<dyn Send>,
}

/// What a page wants to see instead of the session of a server that has ended, and the address of that server.
pub struct Handover {
    listener: TcpListener,
    guard: Arc<Guard>,
    opening: Opening,
}

impl Handover {
    /// What to open.
    pub fn opening(&self) -> &Opening {
        &self.opening
    }
}

/// The state that all connections share.
pub(crate) struct ServerState {
    pub(crate) guard: Arc<Guard>,
    pub(crate) host: Arc<Host>,
    /// The connections and `WebSocket`s that have not presented the token.
    pub(crate) waiting: Arc<WaitingList>,
    /// The number of connected pages.
    sessions: AtomicUsize,
}

/// The right to be a connected page; dropping it returns the right.
pub(crate) struct SessionPermit(Arc<ServerState>);

impl Drop for SessionPermit {
    fn drop(&mut self) {
        self.0.sessions.fetch_sub(1, Ordering::AcqRel);
    }
}

impl ServerState {
    /// Allows one more page unless [`SESSIONS_MAX`] are connected.
    pub(crate) fn permit(self: &Arc<Self>) -> Option<SessionPermit> {
        let taken = self.sessions.fetch_add(1, Ordering::AcqRel);
        let permit = SessionPermit(self.clone());
        (taken < SESSIONS_MAX).then_some(permit)
    }
}

impl Server {
    /// Listens on a loopback port; 0 picks a free one.
    pub fn bind(port: u16, session: DebugSession) -> io::Result<Self> {
        let (host, feeder) = host(session)?;
        Self::listen(port, host, feeder)
    }

    /// Shows another session at the same address, with the same token: connected pages find it by themselves.
    pub fn resume(handover: Handover, session: DebugSession) -> io::Result<Self> {
        let (host, feeder) = host(session)?;
        Ok(Self::new(handover.listener, handover.guard, host, feeder))
    }

    /// Listens on a loopback port and shows an attached game; 0 picks a free port.
    pub fn attach(port: u16, attachment: Attachment) -> io::Result<Self> {
        let (stream, session) = attachment.into_parts();
        let host = Arc::new(Host::new(session));
        let feeder = Box::new(AttachThread::spawn(stream, &host)?);
        Self::listen(port, host, feeder)
    }

    fn listen(port: u16, host: Arc<Host>, feeder: Box<dyn Send>) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        let token = Token::random().map_err(io::Error::other)?;
        Ok(Self::new(listener, Arc::new(Guard::new(port, token)), host, feeder))
    }

    fn new(listener: TcpListener, guard: Arc<Guard>, host: Arc<Host>, feeder: Box<dyn Send>) -> Self {
        let (waiting, sessions) = (WaitingList::new(CONNECTIONS_MAX), AtomicUsize::new(0));
        Self { listener, state: Arc::new(ServerState { guard, host, waiting, sessions }), feeder }
    }

    /// The address to open in a browser. It contains the token, so anyone who knows it can connect.
    pub fn url(&self) -> String {
        self.state.guard.url()
    }

    /// Serves until `is_stopped` returns true, which is polled about ten times a second, or until a page wants to see
    /// something else.
    pub fn run(self, is_stopped: impl Fn() -> bool) -> io::Result<Option<Handover>> {
        let (listener, guard, host) =
            (self.listener.try_clone()?, self.state.guard.clone(), self.state.host.clone());
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let served = runtime.block_on(async {
            let stop = async {
                while !is_stopped() && host.session.opening().is_none() {
                    tokio::time::sleep(POLL).await;
                }
                // The page that wanted it gets its answer.
                tokio::time::sleep(POLL).await;
            };
            tokio::select! {
                served = serve(self.listener, self.state) => served,
                () = stop => Ok(()),
            }
        });
        // Do not wait for requests that are still being answered.
        runtime.shutdown_background();
        drop(self.feeder);
        served?;
        Ok(host.session.opening().map(|opening| Handover { listener, guard, opening }))
    }
}

/// A session with the thread that feeds it.
fn host(session: DebugSession) -> io::Result<(Arc<Host>, Box<dyn Send>)> {
    let host = Arc::new(Host::new(session));
    let feeder: Box<dyn Send> = if host.session.is_live() {
        Box::new(SceneThread::spawn(&host)?)
    } else {
        Box::new(ReplayThread::spawn(&host)?)
    };
    Ok((host, feeder))
}

async fn serve(listener: TcpListener, state: Arc<ServerState>) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let waiting = state.waiting.clone();
    let app = Router::new().fallback(answer).with_state(state);
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // For example too many open files: wait until some are closed.
            tokio::time::sleep(PATIENCE / 50).await;
            continue;
        };
        let place = waiting.enter();
        let service = TowerToHyperService::new(app.clone());
        tokio::spawn(async move {
            let mut http = hyper_util::server::conn::auto::Builder::new(hyper_util::rt::TokioExecutor::new())
                .http1_only();
            http.http1().timer(TokioTimer::new()).header_read_timeout(PATIENCE).keep_alive(true);
            // A broken connection affects no other.
            tokio::select! {
                _ended = http.serve_connection_with_upgrades(TokioIo::new(stream), service) => {}
                () = place.closed() => {}
            }
        });
    }
}

async fn answer(State(state): State<Arc<ServerState>>, request: Request) -> Response<Body> {
    if !state.guard.admits_host(request.headers()) {
        return reject(StatusCode::FORBIDDEN, "the Host header does not name this server\n");
    }
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return reject(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD are supported\n");
    }
    if request.uri().path() != SOCKET {
        return assets::answer(request.uri().path());
    }
    if !state.guard.admits_origin(request.headers()) {
        return reject(StatusCode::FORBIDDEN, "the Origin header does not name this server\n");
    }
    let (mut parts, _) = request.into_parts();
    let Ok(upgrade) = WebSocketUpgrade::from_request_parts(&mut parts, &()).await else {
        return reject(StatusCode::UPGRADE_REQUIRED, "this path is a WebSocket\n");
    };
    upgrade
        .max_message_size(MESSAGE_BYTES_MAX)
        .max_frame_size(MESSAGE_BYTES_MAX)
        .on_upgrade(move |socket| connection::run(socket, state))
        .into_response()
}

fn reject(status: StatusCode, reason: &'static str) -> Response<Body> {
    assets::respond(status, PLAIN, Body::from(reason))
}
