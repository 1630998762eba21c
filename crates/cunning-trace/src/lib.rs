//! Recordings of what non-player characters sensed, decided and did.
//!
//! An engine passes every [`Event`] to a [`Recorder`] when it happens. The recorder keeps the recent past of each agent in
//! memory and can write the whole recording to a file or a connection. A [`Reader`] iterates over a recording, jumps to
//! any tick, returns the state of any agent there, and compares two states:
//!
//! ```
//! use cunning_trace::*;
//!
//! // Recording, here to memory; the output is any `std::io::Write`.
//! let output = SharedBytes::default();
//! let (guard, alarm) = (AgentId(1), Term::plain(0));
//! let header = Header { engine: "my game 1.0", seed: 7, ..Header::default() };
//! let mut recorder = Recorder::new(&header, Config::default())?;
//! recorder.attach(Box::new(output.clone()));
//! recorder.record(Subject::World, || Event::Name { table: NameTable::Fact, id: 0, text: "alarm" });
//! recorder.record_input(guard, || Event::AgentAdded { archetype: 0, name: "Ann", commander: None, seed: 1 });
//! for tick in 1..=10 {
//!     recorder.begin_tick(tick)?;
//!     recorder.record_input(Subject::World, || Event::Tick { dt_ms: 100, budget: 500 });
//!     if tick == 4 {
//!         recorder.record(guard, || Event::Belief {
//!             fact: alarm,
//!             value: Value::Bool(true),
//!             confidence: 1_000_000,
//!             cause: Cause::Percept,
//!         });
//!     }
//! }
//! recorder.detach().unwrap()?;
//!
//! // Reading.
//! let reader = Reader::open(output.take())?;
//! assert_eq!(reader.ending(), Ending::Closed { left_out: 0 });
//! assert_eq!(reader.name(NameTable::Fact, 0, 10), Some("alarm"));
//! assert_eq!(reader.records_from(4).about(guard).count(), 1);
//! assert_eq!(reader.records().inputs().count(), 11);
//!
//! let (before, after) = (reader.view(guard, 3)?, reader.view(guard, 9)?);
//! assert_eq!(before.belief(alarm), None);
//! assert_eq!(after.belief(alarm).map(|belief| (belief.value, belief.since)), Some((Value::Bool(true), 4)));
//! assert_eq!(before.diff(&after).len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Guarantees:
//! - **A disabled recorder costs one branch per event.** Events are built in closures that a disabled recorder never
//!   calls. An enabled recorder allocates nothing once it is warm.
//! - **A crash loses no complete record** that was written to the output. Every record has its own checksum; everything
//!   after the first damaged record is ignored.
//! - **Jumps are short.** The recorder regularly writes key frames with the state of all agents
//!   ([`Config::key_bytes_min`]), so the state at a tick is read from the last key frame, not from the start.
//! - **The same events give the same bytes** on every platform. `docs/recording.md` specifies them; readers skip kinds of
//!   events that they do not know.
//! - **Untrusted input is safe.** A [`Reader`] checks every length against the bytes that exist, and every limit is a
//!   named constant.
//!
//! A state consists of the latest events that are still in effect ([`View`]). This crate decides which event ends the
//! effect of another, so an event belongs to the subject whose state it changes: an answer to the agent that asked, an
//! order to the agent that received it. Steps, jobs, orders, questions and claims must be ended by an event; a plan is
//! ended or replaced.
//!
//! The crate does not decode search nodes and snapshots, opens no files,
//! reads no clock and starts no threads.

mod event;
mod excerpt;
mod frame;
mod header;
mod index;
mod limits;
mod list;
mod output;
mod parts;
mod reader;
mod record;
mod recorder;
mod relay;
mod ring;
mod shared_bytes;
mod slot;
mod state;
mod value;
mod view;
mod walk;
mod writer;

pub use cunning_encode::StateHash;
pub use event::{Event, Kind, Unknown};
pub use excerpt::ExcerptError;
pub use frame::{Damage, DamageKind};
pub use header::{FORMAT_VERSION, Header, MAGIC, OpenError};
pub use index::Mark;
pub use limits::{
    EVENT_BYTES_MAX, KEY_BYTES_MIN, NAMES_MAX, RECORD_BYTES_MAX, RECORDING_BYTES_MAX, REMOVED_MAX,
    RING_BYTES_MAX, TEXT_BYTES_MAX,
};
pub use list::{List, ListIter};
pub use parts::{
    Bar, Candidate, Cause, GoalScore, OrderReport, OrderTerms, Plan, PlanFailure, PlanStep, Report,
    SearchNode, Setting, Source, StepEnd,
};
pub use reader::{Ending, Reader};
pub use record::{Record, TICK_MAX};
pub use recorder::{Config, RecordError, Recorder};
pub use relay::Relay;
pub use shared_bytes::SharedBytes;
pub use slot::Slot;
pub use value::{AgentId, NameTable, Origin, Subject, Term, Value};
pub use view::{BeliefView, BindingView, Change, Latest, OrderView, StepView, View};
pub use walk::Records;
pub use writer::Written;
