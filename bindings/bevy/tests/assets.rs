//! Domain files as assets: minds wait for them, take every new version, and keep the last valid one.

use std::path::{Path, PathBuf};

use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::io::memory::{Dir, MemoryAssetReader};
use bevy_asset::io::{AssetSourceBuilder, AssetSourceEvent, AssetSourceId, AssetWatcher};
use bevy_asset::{AssetApp, AssetPlugin, AssetServer, Handle};
use bevy_cunning::prelude::*;
use bevy_cunning::{Belief, DomainAsset, DomainAssetPlugin};
use bevy_ecs::prelude::*;

use crate::support::*;

const FILE: &str = "minds/miner.cunning.toml";
const MINER: &str = r#"
[domain]
include = ["rocks.toml"]
[facts]
sees = { type = "bool", of = ["rock"], sensed = true }
tired = { type = "bool", sensed = true }
rich = "bool"
[action.dig]
params = { r = "rock" }
when = ["sees[r]", "not tired"]
then = ["rich"]
[goal.get_rich]
want = ["rich"]
[agent.miner]
actions = ["dig"]
goals = { get_rich = 1.0 }
"#;
const ROCKS: &str = "[types]\nrock = { open = true, max = 2 }\n";

#[derive(Component, Belief)]
struct Body {
    tired: bool,
}

/// A watcher without a file system: the test reports changes itself.
struct Watcher;
impl AssetWatcher for Watcher {}

struct Game {
    app: App,
    files: Dir,
    change: Box<dyn Fn(AssetSourceEvent) + Send>,
}

impl Game {
    /// Creates a game with files in memory.
    fn new() -> Self {
        let files = Dir::default();
        let reader = MemoryAssetReader { root: files.clone() };
        let (sender_of_change, change) =
            std::sync::mpsc::sync_channel::<Box<dyn Fn(AssetSourceEvent) + Send>>(1);
        let source = AssetSourceBuilder::new(move || Box::new(reader.clone())).with_watcher(move |sender| {
            sender_of_change.send(Box::new(move |event| sender.try_send(event).unwrap())).ok()?;
            Some(Box::new(Watcher))
        });
        let mut app = app();
        app.register_asset_source(AssetSourceId::Default, source)
            .add_plugins((
                TaskPoolPlugin::default(),
                AssetPlugin { watch_for_changes_override: Some(true), ..AssetPlugin::default() },
                DomainAssetPlugin,
            ))
            .add_belief::<Body>();
        Self { app, files, change: change.try_recv().unwrap() }
    }

    fn write(&self, name: &str, text: &str) {
        self.files.insert_asset_text(Path::new(name), text);
    }

    /// Writes a file and reports the change, like an editor.
    fn save(&self, name: &str, text: &str) {
        self.write(name, text);
        (self.change)(AssetSourceEvent::ModifiedAsset(PathBuf::from(name)));
    }

    fn load(&mut self, name: &'static str) -> DomainId {
        let file: Handle<DomainAsset> = self.app.world().resource::<AssetServer>().load(name);
        self.app.world_mut().resource_mut::<Minds>().add_domain_asset(file).unwrap()
    }

    /// Runs frames until a condition holds. Files are read by other threads, so the number of frames is not known.
    fn until(&mut self, what: &str, condition: impl Fn(&App) -> bool) {
        for _ in 0..100_000 {
            self.app.update();
            if condition(&self.app) {
                return;
            }
            std::thread::yield_now();
        }
        panic!("never: {what}. {:#?}", mistakes(&self.app));
    }

    /// Spawns a miner that is told about a rock before its domain is loaded.
    fn miner(&mut self, domain: DomainId) -> Entity {
        let rock = self.app.world_mut().spawn(Object::of("rock")).id();
        let mind = Mind::new(domain, "miner");
        let ann = self.app.world_mut().spawn((mind, Label("ann"), Body { tired: false })).id();
        tell(&mut self.app, ann, ("sees", rock), true);
        ann
    }

    /// Creates a game with a miner that digs.
    fn with_working_miner() -> (Self, Entity) {
        let mut game = Self::new();
        game.write("minds/rocks.toml", ROCKS);
        game.write(FILE, MINER);
        let domain = game.load(FILE);
        let ann = game.miner(domain);
        game.until("the miner digs", |app| doing(app, ann).as_deref() == Some("dig"));
        (game, ann)
    }
}

#[test]
fn beliefs_are_kept_until_the_file_is_loaded() {
    // The miner was told about the rock before the file was loaded.
    let (game, _) = Game::with_working_miner();
    assert_eq!(mistakes(&game.app), [""; 0]);
}

#[test]
fn changed_file_and_changed_include_are_reloaded() {
    let (mut game, ann) = Game::with_working_miner();
    // The running action is still in the file.
    game.save(
        FILE,
        &MINER.replace("[goal.get_rich]", "[action.sing]\nthen = [\"rich\"]\ncost = 9\n[goal.get_rich]"),
    );
    let version = |app: &App| {
        let domain = app.world().get::<Mind>(ann).unwrap().domain();
        app.world().resource::<Minds>().domain(domain).unwrap().domain().clone()
    };
    game.until("the domain has a second action", |app| version(app).spec().actions.len() == 2);
    assert_eq!(doing(&game.app, ann).as_deref(), Some("dig"));
    // The running action is removed from the file.
    let text = MINER.replace("dig", "sing");
    game.save(FILE, &text);
    game.until("the miner sings", |app| doing(app, ann).as_deref() == Some("sing"));
    assert!(take_log(&mut game.app).contains(&"ann stops dig: Reloaded".to_owned()));
    game.save("minds/rocks.toml", "[types]\nrock = { open = true, max = 7 }\n");
    game.until("the type holds more rocks", |app| {
        format!("{:?}", version(app).planning().types()).contains('7')
    });
}

#[test]
fn invalid_version_changes_nothing_and_is_explained() {
    let (mut game, ann) = Game::with_working_miner();
    game.save(FILE, &MINER.replace("not tired", "not tierd"));
    game.until("the mistake is noted", |app| !mistakes(app).is_empty());
    let mistake = mistakes(&game.app).remove(0);
    for part in ["minds/miner.cunning.toml", "`tierd`", "^^^^^", "did you mean `tired`"] {
        assert!(mistake.contains(part), "{part} is not in:\n{mistake}");
    }
    frames(&mut game.app, 10);
    assert_eq!(doing(&game.app, ann).as_deref(), Some("dig"), "the previous version is kept");
    assert_eq!(mistakes(&game.app).len(), 1);
}

#[test]
fn agent_without_archetype_waits_for_a_version_that_has_it() {
    let (mut game, ann) = Game::with_working_miner();
    game.save(FILE, &MINER.replace("agent.miner", "agent.singer"));
    game.until("the agent is removed", |app| app.world().resource::<Minds>().is_empty());
    frames(&mut game.app, 3);
    assert_eq!(doing(&game.app, ann), None);
    assert!(mistakes(&game.app).iter().any(|line| line.contains("archetype `miner` was removed")));
    game.save(FILE, MINER);
    game.until("the agent is back", |app| !app.world().resource::<Minds>().is_empty());
    let rock =
        game.app.world_mut().query_filtered::<Entity, With<Object>>().single(game.app.world()).unwrap();
    tell(&mut game.app, ann, ("sees", rock), true);
    game.until("the miner digs again", |app| doing(app, ann).as_deref() == Some("dig"));
}

#[test]
fn unreadable_file_is_a_mistake_until_it_is_fixed() {
    let mut game = Game::new();
    let long = "#".repeat(cunning_plan::limits::FILE_BYTES_MAX + 1);
    game.write("long.cunning.toml", &long);
    game.files.insert_asset(Path::new("noise.cunning.toml"), b"\xff\xfe");
    for (name, part) in [
        ("long.cunning.toml", "more than 1048576 bytes"),
        ("noise.cunning.toml", "UTF-8"),
        ("none.cunning.toml", "none.cunning.toml"),
    ] {
        let domain = game.load(name);
        let ann = game.miner(domain);
        game.until(part, |app| mistakes(app).iter().any(|mistake| mistake.contains(part)));
        assert_eq!(doing(&game.app, ann), None);
        // The number of pending beliefs is limited.
        for _ in 0..2000 {
            tell(&mut game.app, ann, "tired", false);
        }
        frames(&mut game.app, 1);
    }
    game.save(
        "noise.cunning.toml",
        &MINER.replace("include = [\"rocks.toml\"]", "").replace("[facts]", &format!("{ROCKS}[facts]")),
    );
    game.until("one agent is spawned", |app| app.world().resource::<Minds>().len() == 1);
}
