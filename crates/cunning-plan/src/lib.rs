//! placeholder
#![allow(dead_code, unused)]
pub mod codes; mod expr; pub mod limits; pub mod micros; pub mod model; mod ground; mod search; mod task; mod query;
pub use micros::Micros;
