//! One connected page: it presents the token, sends requests one at a time, and receives status updates.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use cunning_debug::Message as Request;
use serde::Deserialize;
use tokio::time::timeout;

use crate::limits::{MESSAGES_PER_SECOND, PATIENCE, SEND_PATIENCE};
use crate::server::ServerState;

/// WebSocket close codes: policy violation, invalid data and try again later.
const POLICY: u16 = 1008;
const UNREADABLE: u16 = 1007;
const TRY_AGAIN: u16 = 1013;

/// The first message of a page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TokenMessage {
    token: String,
}

/// A token bucket that limits the messages of a page.
struct RateLimiter {
    left: f64,
    since: Instant,
}

impl RateLimiter {
    fn new() -> Self {
        Self { left: f64::from(MESSAGES_PER_SECOND), since: Instant::now() }
    }

    fn allow(&mut self) -> bool {
        let now = Instant::now();
        let rate = f64::from(MESSAGES_PER_SECOND);
        self.left = (self.left + now.duration_since(self.since).as_secs_f64() * rate).min(rate);
        self.since = now;
        self.left -= 1.0;
        self.left >= 0.0
    }
}

/// Why a connection ends.
enum End {
    /// The page disconnected or does not read.
    Gone,
    /// The page violated the protocol.
    Closed(u16, &'static str),
}

pub(crate) async fn run(mut socket: WebSocket, state: Arc<ServerState>) {
    if let Err(End::Closed(code, reason)) = serve(&mut socket, &state).await {
        let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
        // The page may be gone already.
        let _sent = timeout(PATIENCE, socket.send(close)).await;
    }
}

async fn serve(socket: &mut WebSocket, state: &Arc<ServerState>) -> Result<(), End> {
    let place = state.waiting.enter();
    let first = tokio::select! {
        first = timeout(PATIENCE, receive(socket)) => first,
        () = place.closed() => return Err(End::Gone),
    };
    let Ok(first) = first else {
        return Err(End::Closed(POLICY, "no token was sent"));
    };
    let first = first?.and_then(|text| serde_json::from_str::<TokenMessage>(&text).ok());
    if !first.is_some_and(|first| state.guard.token().is(&first.token)) {
        return Err(End::Closed(POLICY, "the token is not valid for this studio"));
    }
    drop(place);
    // Only pages with the token count, so that no other process can keep them out.
    let Some(_permit) = state.permit() else {
        return Err(End::Closed(TRY_AGAIN, "too many pages are connected: close one"));
    };
    let host = &state.host;
    let mut changes = host.subscribe();
    send(socket, host.session.greeting()).await?;
    let mut limiter = RateLimiter::new();
    loop {
        tokio::select! {
            received = receive(socket) => {
                let Some(text) = received? else { continue };
                if !limiter.allow() {
                    return Err(End::Closed(POLICY, "too many messages"));
                }
                let Ok(request) = Request::parse(&text) else {
                    return Err(End::Closed(UNREADABLE, "the message is not a valid request"));
                };
                let (id, own) = (request.id(), host.clone());
                let reply = tokio::task::spawn_blocking(move || own.answer(request)).await;
                let reply = reply.unwrap_or_else(|_| {
                    Request::failure(id, "the studio failed on this request: please report it")
                });
                send(socket, reply).await?;
            }
            // The host outlives its connections, so the channel stays open.
            Ok(()) = changes.changed() => {
                changes.borrow_and_update();
                send(socket, host.session.status_message()).await?;
            }
        }
    }
}

/// Receives the next text; `None` for control messages.
async fn receive(socket: &mut WebSocket) -> Result<Option<String>, End> {
    match socket.recv().await {
        Some(Ok(Message::Text(text))) => Ok(Some(text.as_str().to_owned())),
        Some(Ok(Message::Binary(_))) => Err(End::Closed(UNREADABLE, "messages must be text")),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
        Some(Ok(Message::Close(_))) | None => Err(End::Gone),
        Some(Err(_)) => Err(End::Closed(POLICY, "the message is too large or malformed")),
    }
}

async fn send(socket: &mut WebSocket, text: String) -> Result<(), End> {
    match timeout(SEND_PATIENCE, socket.send(Message::Text(text.into()))).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(End::Gone),
    }
}
