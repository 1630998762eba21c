//! Scenes that come along, with the domain files that they name: texts to play, to read and to begin from.
//!
//! ```
//! let (name, text) = cunning::stock::SCENES[2];
//! assert!(name == "pirate" && text.contains("tavern"));
//! ```

macro_rules! texts {
    ($folder:literal: $($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../", $folder, "/", $name, ".toml")))),*]
    };
}

/// The scenes by name.
pub const SCENES: &[(&str, &str)] =
    texts!("scenes": "castle", "outpost", "pirate", "quest", "rooms", "squad", "village");

/// The domain files that they may name, without their ending.
pub const DOMAINS: &[(&str, &str)] = texts!(
    "domains": "carter", "companion", "company", "garrison", "infantry", "pirate", "raider", "villager"
);
