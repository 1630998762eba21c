//! The heuristic-search kernel.
