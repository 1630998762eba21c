//! One connected page: it presents the token, sends requests one at a time, and receives status updates.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use serde::{Deserialize, Serialize};
use tokio::time::timeout;

use crate::limits::{MESSAGES_PER_SECOND, PATIENCE, SEND_PATIENCE};
use crate::protocol::{Request, RequestError, Status};
use crate::server::{ServerState, SessionPermit};

/// WebSocket close codes: policy violation and invalid data.
const POLICY: u16 = 1008;
const UNREADABLE: u16 = 1007;

/// The first message of a page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TokenMessage {
    token: String,
}

/// Every later message of a page.
#[derive(Deserialize)]
struct RequestMessage {
    id: u32,
    #[serde(flatten)]
    request: Request,
}

#[derive(Serialize)]
struct Reply<'a> {
    id: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    ok: Option<&'a serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a RequestError>,
}

#[derive(Serialize)]
struct StatusMessage {
    status: Status,
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

pub(crate) async fn run(mut socket: WebSocket, state: Arc<ServerState>, permit: SessionPermit) {
    if let Err(End::Closed(code, reason)) = serve(&mut socket, &state).await {
        let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
        // The page may be gone already.
        let _sent = timeout(PATIENCE, socket.send(close)).await;
    }
    drop(permit);
}

async fn serve(socket: &mut WebSocket, state: &Arc<ServerState>) -> Result<(), End> {
    let Ok(first) = timeout(PATIENCE, receive(socket)).await else {
        return Err(End::Closed(POLICY, "no token was sent"));
    };
    let first = first?.and_then(|text| serde_json::from_str::<TokenMessage>(&text).ok());
    if !first.is_some_and(|first| state.guard.token().is(&first.token)) {
        return Err(End::Closed(POLICY, "the token is not valid for this studio"));
    }
    let mut status = state.debug_session.subscribe();
    send(socket, &state.debug_session.info()).await?;
    let mut limiter = RateLimiter::new();
    loop {
        tokio::select! {
            received = receive(socket) => {
                let Some(text) = received? else { continue };
                if !limiter.allow() {
                    return Err(End::Closed(POLICY, "too many messages"));
                }
                let Ok(RequestMessage { id, request }) = serde_json::from_str(&text) else {
                    return Err(End::Closed(UNREADABLE, "the message is not a valid request"));
                };
                let debug_session = state.debug_session.clone();
                let answered = tokio::task::spawn_blocking(move || request.answer(&*debug_session)).await;
                let answered = answered
                    .unwrap_or_else(|_| Err(RequestError::new("the studio failed on this request: please report it")));
                let (ok, error) = match &answered {
                    Ok(value) => (Some(value), None),
                    Err(error) => (None, Some(error)),
                };
                send(socket, &Reply { id, ok, error }).await?;
            }
            // The debug session outlives its connections, so the channel stays open.
            Ok(()) = status.changed() => {
                let status = status.borrow_and_update().clone();
                send(socket, &StatusMessage { status }).await?;
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

async fn send(socket: &mut WebSocket, message: &impl Serialize) -> Result<(), End> {
    let text = serde_json::to_string(message).map_err(|_| End::Gone)?;
    match timeout(SEND_PATIENCE, socket.send(Message::Text(text.into()))).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(End::Gone),
    }
}
