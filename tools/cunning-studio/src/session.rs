//! One page that is open: it shows its token, asks questions one after the other, and hears what is new.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use serde::{Deserialize, Serialize};
use tokio::time::timeout;

use crate::limits::{MESSAGES_PER_SECOND, PATIENCE, SEND_PATIENCE};
use crate::server::{Hall, Seat};
use crate::wire::{Ask, Refusal, Status};

/// Why a socket is closed, in the numbers that are kept for it.
const POLICY: u16 = 1008;
const UNREADABLE: u16 = 1007;

/// The first message.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Knock {
    token: String,
}

/// Any message after that.
#[derive(Deserialize)]
struct Question {
    id: u32,
    #[serde(flatten)]
    ask: Ask,
}

#[derive(Serialize)]
struct Reply<'a> {
    id: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    ok: Option<&'a serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a Refusal>,
}

#[derive(Serialize)]
struct News {
    status: Status,
}

/// How many messages may come now. It fills up evenly.
struct Allowance {
    left: f64,
    since: Instant,
}

impl Allowance {
    fn new() -> Self {
        Self { left: f64::from(MESSAGES_PER_SECOND), since: Instant::now() }
    }

    fn take(&mut self) -> bool {
        let now = Instant::now();
        let rate = f64::from(MESSAGES_PER_SECOND);
        self.left = (self.left + now.duration_since(self.since).as_secs_f64() * rate).min(rate);
        self.since = now;
        self.left -= 1.0;
        self.left >= 0.0
    }
}

/// Why a session ends.
enum End {
    /// The other side is gone or does not read.
    Gone,
    /// It did something that it may not.
    Closed(u16, &'static str),
}

pub(crate) async fn run(mut socket: WebSocket, hall: Arc<Hall>, seat: Seat) {
    if let Err(End::Closed(code, reason)) = converse(&mut socket, &hall).await {
        let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
        // Who is gone needs no goodbye.
        let _sent = timeout(PATIENCE, socket.send(close)).await;
    }
    drop(seat);
}

async fn converse(socket: &mut WebSocket, hall: &Arc<Hall>) -> Result<(), End> {
    let Ok(first) = timeout(PATIENCE, receive(socket)).await else {
        return Err(End::Closed(POLICY, "no token came"));
    };
    let knock = first?.and_then(|text| serde_json::from_str::<Knock>(&text).ok());
    if !knock.is_some_and(|knock| hall.guard.token().is(&knock.token)) {
        return Err(End::Closed(POLICY, "this is not the token of this start"));
    }
    let mut news = hall.debug_session.news();
    send(socket, &hall.debug_session.welcome()).await?;
    let mut allowance = Allowance::new();
    loop {
        tokio::select! {
            received = receive(socket) => {
                let Some(text) = received? else { continue };
                if !allowance.take() {
                    return Err(End::Closed(POLICY, "too many messages"));
                }
                let Ok(question) = serde_json::from_str::<Question>(&text) else {
                    return Err(End::Closed(UNREADABLE, "a message makes no sense"));
                };
                let debug_session = hall.debug_session.clone();
                let (id, ask) = (question.id, question.ask);
                let answered = tokio::task::spawn_blocking(move || debug_session.answer(&ask)).await;
                let answered = answered.unwrap_or_else(|_| Err(Refusal::new("the studio made a mistake here")));
                let (ok, error) = match &answered {
                    Ok(value) => (Some(value), None),
                    Err(refusal) => (None, Some(refusal)),
                };
                send(socket, &Reply { id, ok, error }).await?;
            }
            // The desk outlives its sessions, so there may always be news.
            Ok(()) = news.changed() => {
                let status = news.borrow_and_update().clone();
                send(socket, &News { status }).await?;
            }
        }
    }
}

/// The next text; none for messages that are none.
async fn receive(socket: &mut WebSocket) -> Result<Option<String>, End> {
    match socket.recv().await {
        Some(Ok(Message::Text(text))) => Ok(Some(text.as_str().to_owned())),
        Some(Ok(Message::Binary(_))) => Err(End::Closed(UNREADABLE, "messages are texts")),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
        Some(Ok(Message::Close(_))) | None => Err(End::Gone),
        Some(Err(_)) => Err(End::Closed(POLICY, "a message is too large or broken")),
    }
}

async fn send(socket: &mut WebSocket, message: &impl Serialize) -> Result<(), End> {
    let text = serde_json::to_string(message).map_err(|_| End::Gone)?;
    match timeout(SEND_PATIENCE, socket.send(Message::Text(text.into()))).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(End::Gone),
    }
}
