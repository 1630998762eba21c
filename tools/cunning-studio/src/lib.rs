//! A web debugger and designer for non-player characters, served on loopback and used in a browser.
//!
//! A [`DebugSession`] opens something to debug: a recording, a running scene, or a domain or quest file. An
//! [`Attachment`] is the connection to a game. A [`Server`] shows either to pages. A running scene never waits for a page.
//!
//! ```no_run
//! use cunning_studio::{DebugSession, Server};
//!
//! let bytes = std::fs::read("pirate.cng")?;
//! let server = Server::bind(0, DebugSession::recording("pirate.cng", bytes)?)?;
//! println!("{}", server.url());
//! server.run(|| false)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod assets;
mod attach;
mod connection;
mod guard;
mod host;
pub mod limits;
mod replay_thread;
mod scene_thread;
mod server;
mod waiting_list;

pub use assets::is_built;
pub use attach::{AttachError, Attachment};
pub use cunning_debug::{DebugSession, Opening, SceneOffer, SessionError, StartScreen, Template, Thumbnail};
pub use server::{Handover, Server};
