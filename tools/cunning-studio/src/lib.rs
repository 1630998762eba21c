//! The studio: a web debugger and designer for non-player characters, served on loopback and used in a browser.
//!
//! A [`DebugSession`] has something to look at: a recording, a scene that goes on, or a game that runs
//! elsewhere and passes its record on. A [`Server`] shows it to pages. Nothing
//! that is played ever waits for a page: recordings are handed over by a lock that is held for the time of a copy.
//!
//! ```no_run
//! use cunning_studio::{Desk, Server};
//!
//! let bytes = std::fs::read("pirate.cng")?;
//! let server = Server::bind(0, Desk::recording("pirate.cng", bytes)?)?;
//! println!("{}", server.url());
//! server.run(|| false)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod assets;
mod attach;
mod breakpoint;
mod debug_session;
mod designer;
mod documents;
mod fear_room;
mod guard;
pub mod limits;
mod live_scene;
mod overlay;
mod quest_room;
mod recording;
mod reel;
mod replay_thread;
mod rooms;
mod search_room;
mod server;
mod session;
mod shots;
mod stand;
mod wire;

pub use assets::is_built;
pub use attach::AttachError;
pub use debug_session::{DebugSession, StudioError};
pub use server::Server;
