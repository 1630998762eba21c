//! The `cunning` command.
fn main() {}
