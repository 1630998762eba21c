//! A web debugger and designer for non-player characters, served on loopback and used in a browser.
//!
//! A [`DebugSession`] opens something to debug: a recording, a running scene, an attached game, or a domain or quest
//! file. A [`Server`] shows it to pages. A running scene never waits for a page.
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

mod answers;
mod assets;
mod attach;
mod backdrop;
mod breakpoint;
mod connection;
mod debug_session;
mod designer;
mod documents;
mod fear_panel;
mod guard;
pub mod limits;
mod live_scene;
mod overlay;
mod protocol;
mod quest_panel;
mod recording;
mod recording_set;
mod replay_thread;
mod search_panel;
mod server;
mod world_history;

pub use assets::is_built;
pub use attach::AttachError;
pub use debug_session::{DebugSession, StudioError};
pub use server::Server;
