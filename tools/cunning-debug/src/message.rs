//! The messages that a page and a session exchange, as texts.

use serde::{Deserialize, Serialize};

use crate::answers::Answers;
use crate::debug_session::DebugSession;
use crate::protocol::{Request, RequestError, SessionInfo, Status};
use crate::shell::Shell;

/// A message of a page that is not a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreadable;

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the message is not a valid request")
    }
}

impl std::error::Error for Unreadable {}

/// A request of a page, with the number that its reply will have.
#[derive(Debug, Deserialize)]
pub struct Message {
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

impl Message {
    /// Parses a message.
    pub fn parse(text: &str) -> Result<Self, Unreadable> {
        serde_json::from_str(text).map_err(|_| Unreadable)
    }

    /// The number of the request.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// Answers the request and returns the text of the reply.
    pub fn answer(self, session: &DebugSession, shell: &dyn Shell) -> String {
        let answered = self.request.answer(&Answers::new(session, shell));
        let (ok, error) = match &answered {
            Ok(value) => (Some(value), None),
            Err(error) => (None, Some(error)),
        };
        text_of(&Reply { id: self.id, ok, error })
    }

    /// The reply to a request that could not be answered.
    pub fn failure(id: u32, message: &str) -> String {
        text_of(&Reply { id, ok: None, error: Some(&RequestError::new(message)) })
    }
}

impl DebugSession {
    /// The first message to a page: what it looks at and what it may do.
    pub fn greeting(&self) -> String {
        let info: SessionInfo = self.info();
        text_of(&info)
    }

    /// The message that tells pages the state of the session. Send it whenever [`DebugSession::revision`] has grown.
    pub fn status_message(&self) -> String {
        text_of(&StatusMessage { status: self.status() })
    }
}

/// A message as JSON. Messages have text keys and no values that JSON lacks, so this does not fail.
fn text_of(message: &impl Serialize) -> String {
    serde_json::to_string(message).unwrap_or_default()
}
