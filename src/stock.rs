//! The built-in scenes and their domain files, as texts: to run, to read and to start from.
//!
//! ```
//! let (name, text) = cunning::stock::SCENES[2];
//! assert!(name == "pirate" && text.contains("tavern"));
//! ```

use std::path::{Component, Path, PathBuf};

use cunning_diag::{Source, did_you_mean};

macro_rules! texts {
    ($folder:literal: $($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../", $folder, "/", $name, ".toml")))),*]
    };
}

/// The built-in scenes: name and text.
pub const SCENES: &[(&str, &str)] =
    texts!("scenes": "castle", "outpost", "pirate", "quest", "rooms", "skirmish", "squad", "village");

/// The domain files that the scenes include: name without `.toml`, and text.
pub const DOMAINS: &[(&str, &str)] = texts!(
    "domains": "carter", "companion", "company", "garrison", "infantry", "pirate", "raider", "skirmish", "townsfolk"
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

/// Returns a built-in scene by its name, such as `pirate`.
///
/// ```
/// assert!(cunning::stock::scene("pirate").is_some());
/// assert!(cunning::stock::scene("scenes/pirate.toml").is_none());
/// ```
pub fn scene(name: &str) -> Option<Source> {
    let scene = SCENES.iter().find(|(known, _)| *known == name);
    scene.map(|(name, text)| Source::new(format!("{name}.toml"), *text))
}

/// The error for a name that is neither a built-in scene nor a file, with what to use instead. It is `None` if the name
/// can only be that of a file.
///
/// ```
/// let error = cunning::stock::unknown_scene("pirat").unwrap();
/// assert_eq!(error, "unknown scene `pirat`; did you mean `pirate`?");
/// assert_eq!(cunning::stock::unknown_scene("my/scene.toml"), None);
/// ```
pub fn unknown_scene(name: &str) -> Option<String> {
    let path = Path::new(name);
    if path.extension().is_some() || path.components().count() != 1 {
        return None;
    }
    let names = || SCENES.iter().map(|(name, _)| *name);
    let hint = did_you_mean(name, names()).map_or_else(
        || format!("use one of {}, or the path of a scene file", names().collect::<Vec<_>>().join(", ")),
        |hint| format!("did you mean `{hint}`?"),
    );
    Some(format!("unknown scene `{name}`; {hint}"))
}

/// Returns the paths at which to look for a file that another file names, in order: in the folder of the file that
/// names it, then in the folders `domains` and `quests` beside that folder. Built-in files ([`file`](file())) come last.
///
/// Names cannot lead to other folders, nor to the file that names them: a scene may have the name of its domain.
///
/// ```
/// use std::path::Path;
///
/// let paths = cunning::stock::paths_of(Path::new("scenes/pirate.toml"), "pirate.toml");
/// assert_eq!(paths[0], Path::new("scenes/../domains/pirate.toml"));
/// assert!(cunning::stock::paths_of(Path::new("scenes/pirate.toml"), "../secret.toml").is_empty());
/// ```
pub fn paths_of(namer: &Path, name: &str) -> Vec<PathBuf> {
    let folder = namer.parent().unwrap_or_else(|| Path::new(""));
    let is_inside = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    let paths = ["", "../domains", "../quests"].map(|part| folder.join(part).join(name));
    paths.into_iter().filter(|path| is_inside && path != namer).collect()
}
