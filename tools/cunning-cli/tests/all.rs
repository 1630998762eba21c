//! The tests of the crate in one binary, which is linked once.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod architecture;
mod bad_input;
mod command;
mod domains;
mod edit_menu;
mod exit_codes;
mod explain;
mod export;
mod fear;
mod full_disk;
mod guide;
mod lab_quest;
mod limits;
mod manual;
mod new;
mod path;
mod pddl;
mod record;
mod scenes;
mod studio;
mod sweep;
mod terminal;
mod train;
mod watch;
