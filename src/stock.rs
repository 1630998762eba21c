//! The built-in scenes and their domain files, as texts: to run, to read and to start from.
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

/// The built-in scenes: name and text.
pub const SCENES: &[(&str, &str)] =
    texts!("scenes": "castle", "outpost", "pirate", "quest", "rooms", "squad", "village");

/// The domain files that the scenes include: name without `.toml`, and text.
pub const DOMAINS: &[(&str, &str)] = texts!(
    "domains": "carter", "companion", "company", "garrison", "infantry", "pirate", "raider", "villager"
);
