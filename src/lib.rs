//! Plans, squads, training and fear for non-player characters.
pub use cunning_search as search;
