//! The built-in scenes and their domain files, as texts: to run, to read and to start from.
//!
//! ```
//! let (name, text) = cunning::stock::SCENES[2];
//! assert!(name == "pirate" && text.contains("tavern"));
//! ```

use cunning_diag::Source;

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

/// Returns a built-in file that a scene names: a domain file, a quest or demonstrations.
///
/// ```
/// assert!(cunning::stock::file("pirate.toml").is_some());
/// assert!(cunning::stock::file("../pirate.toml").is_none());
/// ```
pub fn file(name: &str) -> Option<Source> {
    let stem = name.strip_suffix(".toml");
    let domain = DOMAINS.iter().find(|(known, _)| Some(*known) == stem);
    let domain = domain.map(|(_, text)| Source::new(name, *text));
    let quest = || stem.and_then(cunning_train::built_in::quest);
    domain.or_else(quest).or_else(|| cunning_train::built_in::demonstrations(name))
}
