//! The server: loopback only, files of the page and one socket, everything capped.

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
use cunning_link::Token;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::sync::Semaphore;

use crate::assets;
use crate::debug_session::DebugSession;
use crate::guard::Guard;
use crate::limits::{CONNECTIONS_MAX, MESSAGE_BYTES_MAX, PATIENCE, SESSIONS_MAX};
use crate::session;

/// Where the page's socket is.
const SOCKET: &str = "/socket";
/// How often the server looks whether it is over.
const LISTENS: Duration = Duration::from_millis(100);
/// What a plain answer is.
const PLAIN: &str = "text/plain; charset=utf-8";

/// A studio that listens and is not yet open.
pub struct Server {
    listener: TcpListener,
    hall: Arc<Hall>,
}

/// What all connections share.
pub(crate) struct Hall {
    pub(crate) guard: Guard,
    pub(crate) debug_session: Arc<DebugSession>,
    /// How many sockets are open.
    sessions: AtomicUsize,
}

/// A place among the sockets; given back when it is dropped.
pub(crate) struct Seat(Arc<Hall>);

impl Drop for Seat {
    fn drop(&mut self) {
        self.0.sessions.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Hall {
    /// A place for one more socket, if there is one.
    fn seat(self: &Arc<Self>) -> Option<Seat> {
        let taken = self.sessions.fetch_add(1, Ordering::AcqRel);
        let seat = Seat(self.clone());
        (taken < SESSIONS_MAX).then_some(seat)
    }
}

impl Server {
    /// Listens on a port of this machine; 0 is any free one.
    pub fn bind(port: u16, debug_session: DebugSession) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        let token = Token::random().map_err(io::Error::other)?;
        let guard = Guard::new(port, token);
        Ok(Self {
            listener,
            hall: Arc::new(Hall {
                guard,
                debug_session: Arc::new(debug_session),
                sessions: AtomicUsize::new(0),
            }),
        })
    }

    /// The address to open in a browser. Whoever knows it is let in.
    pub fn url(&self) -> String {
        self.hall.guard.url()
    }

    /// Serves until `is_over` says so, which is asked a few times in a second.
    pub fn run(self, is_over: impl Fn() -> bool) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let served = runtime.block_on(async {
            let stop = async {
                while !is_over() {
                    tokio::time::sleep(LISTENS).await;
                }
            };
            tokio::select! {
                served = self.serve() => served,
                () = stop => Ok(()),
            }
        });
        // Nobody waits for a question that takes long.
        runtime.shutdown_background();
        served
    }

    async fn serve(self) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let app = Router::new().fallback(answer).with_state(self.hall);
        let places = Arc::new(Semaphore::new(CONNECTIONS_MAX));
        loop {
            let Ok((stream, _)) = listener.accept().await else {
                // Too many open files, for instance: wait until some are closed.
                tokio::time::sleep(PATIENCE / 50).await;
                continue;
            };
            let Ok(place) = places.clone().try_acquire_owned() else { continue };
            let service = TowerToHyperService::new(app.clone());
            tokio::spawn(async move {
                let mut http =
                    hyper_util::server::conn::auto::Builder::new(hyper_util::rt::TokioExecutor::new())
                        .http1_only();
                http.http1().timer(TokioTimer::new()).header_read_timeout(PATIENCE).keep_alive(true);
                // A connection that breaks concerns nobody else.
                let _ended = http.serve_connection_with_upgrades(TokioIo::new(stream), service).await;
                drop(place);
            });
        }
    }
}

async fn answer(State(hall): State<Arc<Hall>>, request: Request) -> Response<Body> {
    if !hall.guard.admits_host(request.headers()) {
        return refuse(StatusCode::FORBIDDEN, "this server has another name\n");
    }
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return refuse(StatusCode::METHOD_NOT_ALLOWED, "only GET\n");
    }
    if request.uri().path() != SOCKET {
        return assets::answer(request.uri().path());
    }
    if !hall.guard.admits_origin(request.headers()) {
        return refuse(StatusCode::FORBIDDEN, "only this server's own page may connect\n");
    }
    let (mut parts, _) = request.into_parts();
    let Ok(upgrade) = WebSocketUpgrade::from_request_parts(&mut parts, &()).await else {
        return refuse(StatusCode::UPGRADE_REQUIRED, "this is a socket\n");
    };
    let Some(seat) = hall.seat() else {
        return refuse(StatusCode::SERVICE_UNAVAILABLE, "too many pages are open\n");
    };
    upgrade
        .max_message_size(MESSAGE_BYTES_MAX)
        .max_frame_size(MESSAGE_BYTES_MAX)
        .on_upgrade(move |socket| session::run(socket, hall, seat))
        .into_response()
}

fn refuse(status: StatusCode, why: &'static str) -> Response<Body> {
    assets::respond(status, PLAIN, Body::from(why))
}
