//! Diagnostics for parsers: source spans, stable codes, excerpts and "did you mean" suggestions.
//!
//! A parser takes a [`Source`] (a name and a text, never a path), keeps byte [`Span`]s, and pushes [`Diagnostic`]s into
//! [`Diagnostics`] instead of stopping at the first problem. They are rendered as text with excerpts
//! ([`Diagnostics::render`]) or as plain fields for JSON ([`Diagnostics::report`], serializable with the `serde` feature).
//!
//! The crate knows no file format, does no I/O and decides no exit codes.
//!
//! ```
//! use cunning_diag::{Code, Diagnostic, Diagnostics, Source, Span, Style};
//!
//! const UNKNOWN_FACT: Code = Code::new("plan/unknown-fact");
//!
//! let source = Source::new("guard.toml", "[start]\nhas_wepon = true\n");
//! let mut found = Diagnostics::new();
//! found.push(
//!     Diagnostic::error(UNKNOWN_FACT, "there is no fact `has_wepon`")
//!         .at(&source, Span::new(8, 17))
//!         .suggest("has_wepon", ["at", "has_weapon"]),
//! );
//!
//! let text = "\
//! error[plan/unknown-fact]: there is no fact `has_wepon`
//!  --> guard.toml:2:1
//!   |
//! 2 | has_wepon = true
//!   | ^^^^^^^^^
//!   |
//!   = help: did you mean `has_weapon`?";
//! assert_eq!(found.render(Style::Plain), text);
//! assert!(found.into_result().is_err());
//! ```
//!
//! # Untrusted input
//!
//! Names and texts are untrusted. No offset panics; control characters, escape sequences and direction marks are replaced
//! by visible characters; every printed text is clipped; and a file with a million errors gives at most
//! [`DIAGNOSTICS_MAX`] diagnostics of each severity and a count.

mod collection;
mod collector;
mod diagnostic;
mod render;
mod report;
mod source;
mod suggest;
mod visible;

pub use collection::{DIAGNOSTICS_MAX, Diagnostics};
pub use collector::{Collector, FileSpan};
pub use diagnostic::{Code, Diagnostic, LABELS_MAX, Label, NOTES_MAX, Severity};
pub use render::Style;
pub use report::{Record, Report};
pub use source::{Location, Source, Span};
pub use suggest::{CANDIDATES_MAX, WORD_CHARS_MAX, did_you_mean};
pub use visible::{TEXT_CHARS_MAX, visible_line};
