//! Built-in quests: the dungeon of the paper, and the two quests in the same dungeon in which its demonstrations were
//! recorded.

use cunning_diag::Source;

/// The name of the dungeon quest, with shield, ogre, key and door.
pub const DUNGEON: &str = "dungeon";
/// The name of the quest of the first demonstration: the shield is elsewhere, and there is no door.
pub const SHIELD: &str = "shield";
/// The name of the quest of the second demonstration: the key is elsewhere, and there is no ogre.
pub const KEY: &str = "key";

/// The names of all built-in quests.
pub const NAMES: &[&str] = &[DUNGEON, SHIELD, KEY];

const QUESTS: &[(&str, &str)] = &[
    ("dungeon.toml", include_str!("../quests/dungeon.toml")),
    ("shield.toml", include_str!("../quests/shield.toml")),
    ("key.toml", include_str!("../quests/key.toml")),
];

const DEMONSTRATIONS: &[(&str, &str)] = &[
    ("shield.json", include_str!("../quests/shield.json")),
    ("key.json", include_str!("../quests/key.json")),
];

/// The file of a quest, by its name.
///
/// ```
/// use cunning_train::{Quest, built_in};
/// let quest = Quest::parse(&built_in::quest(built_in::DUNGEON).unwrap())?;
/// assert_eq!((quest.width(), quest.height()), (50, 50));
/// # Ok::<(), cunning_diag::Diagnostics>(())
/// ```
pub fn quest(name: &str) -> Option<Source> {
    let file = QUESTS.iter().find(|(file, _)| file.strip_suffix(".toml") == Some(name));
    file.map(|(file, text)| Source::new(*file, *text))
}

/// A demonstration file that a built-in quest refers to.
pub fn demonstrations(file: &str) -> Option<Source> {
    DEMONSTRATIONS.iter().find(|(name, _)| *name == file).map(|(name, text)| Source::new(*name, *text))
}
