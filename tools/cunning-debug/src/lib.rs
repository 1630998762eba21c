//! Debug sessions: everything that a debugger shows of a recording, a running scene, an attached game or a file.
//!
//! A [`DebugSession`] answers the requests of pages, which are JSON texts ([`Message`]). It opens no socket, starts no
//! thread and reads no clock: the program around it, its [`Shell`], does. `cunning-studio` is the shell with a server on
//! loopback.
//!
//! ```
//! use std::io;
//! use std::path::Path;
//! use std::time::Duration;
//!
//! use cunning_debug::{DebugSession, Message, Shell};
//! use cunning_diag::Source;
//!
//! /// A shell without time and files.
//! struct Bare;
//!
//! impl Shell for Bare {
//!     fn now(&self) -> Duration {
//!         Duration::ZERO
//!     }
//!     fn read_file(&self, _: &Path) -> io::Result<String> {
//!         Err(io::ErrorKind::Unsupported.into())
//!     }
//!     fn replace_file(&self, _: &Path, _: &str) -> io::Result<()> {
//!         Err(io::ErrorKind::Unsupported.into())
//!     }
//!     fn create_files(&self, _: &Path, _: &Path, _: &[(String, String)]) -> io::Result<()> {
//!         Err(io::ErrorKind::Unsupported.into())
//!     }
//! }
//!
//! let session = DebugSession::domain(&[Source::new("empty.toml", "")]);
//! let message = Message::parse(r#"{ "id": 1, "request": "documents" }"#).unwrap();
//! let reply = message.answer(&session, &Bare);
//! assert!(reply.contains(r#""name":"empty.toml""#), "{reply}");
//! ```

mod answers;
mod backdrop;
mod body;
mod branches;
mod breakpoint;
mod debug_session;
mod designer;
mod documents;
mod edits;
mod fear_panel;
mod game;
pub mod limits;
mod lock;
mod message;
mod overlay;
mod protocol;
mod quest_panel;
mod recording;
mod recording_set;
mod run;
mod search_panel;
mod shell;
mod start_screen;
mod transport;
mod world_history;

pub use debug_session::{DebugSession, SessionError};
pub use message::{Message, Unreadable};
pub use shell::Shell;
pub use start_screen::{Opening, SceneOffer, StartScreen, Template, Thumbnail};
pub use transport::Pace;
