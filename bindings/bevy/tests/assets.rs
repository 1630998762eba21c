//! Domain files as assets: minds wait for them, take every version at once, and keep the last sound one.
#![cfg(feature = "asset")]
#![allow(clippy::unwrap_used, clippy::panic)] // A test may fail by panicking.

mod support;

use std::path::{Path, PathBuf};

use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::io::memory::{Dir, MemoryAssetReader};
use bevy_asset::io::{AssetSourceBuilder, AssetSourceEvent, AssetSourceId, AssetWatcher};
use bevy_asset::{AssetApp, AssetPlugin, AssetServer, Handle};
use bevy_cunning::prelude::*;
use bevy_cunning::{Belief, DomainAsset, DomainAssetPlugin};
use bevy_ecs::prelude::*;
use support::*;

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

/// What tells the asset server that a file has changed: this test.
struct Watcher;
impl AssetWatcher for Watcher {}

struct Game {
    app: App,
    files: Dir,
    change: Box<dyn Fn(AssetSourceEvent) + Send>,
}

impl Game {
    /// A game whose files are in memory.
    fn new() -> Self {
        let files = Dir::default();
        let reader = MemoryAssetReader { root: files.clone() };
        let (hand_over, change) = std::sync::mpsc::sync_channel::<Box<dyn Fn(AssetSourceEvent) + Send>>(1);
        let source = AssetSourceBuilder::new(move || Box::new(reader.clone())).with_watcher(move |sender| {
            hand_over.send(Box::new(move |event| sender.try_send(event).unwrap())).ok()?;
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

    /// As when somebody saves a file in an editor.
    fn save(&self, name: &str, text: &str) {
        self.write(name, text);
        (self.change)(AssetSourceEvent::ModifiedAsset(PathBuf::from(name)));
    }

    fn load(&mut self, name: &'static str) -> DomainId {
        let file: Handle<DomainAsset> = self.app.world().resource::<AssetServer>().load(name);
        self.app.world_mut().resource_mut::<Minds>().add_domain_asset(file).unwrap()
    }

    /// Lets frames pass until something is so. Files are read by other threads, so their number is not known.
    fn until(&mut self, what: &str, is_so: impl Fn(&App) -> bool) {
        for _ in 0..100_000 {
            self.app.update();
            if is_so(&self.app) {
                return;
            }
            std::thread::yield_now();
        }
        panic!("never: {what}. {:#?}", mistakes(&self.app));
    }

    /// Somebody who sees a rock and is not tired, and knew before there was a domain.
    fn miner(&mut self, domain: DomainId) -> Entity {
        let rock = self.app.world_mut().spawn(Object::of("rock")).id();
        let mind = Mind::new(domain, "miner");
        let ann = self.app.world_mut().spawn((mind, Called("ann"), Body { tired: false })).id();
        self.app.world_mut().get_mut::<Beliefs>(ann).unwrap().set_of("sees", rock, true);
        ann
    }

    /// Somebody digs, as her file says.
    fn with_a_miner_at_work() -> (Self, Entity) {
        let mut game = Self::new();
        game.write("minds/rocks.toml", ROCKS);
        game.write(FILE, MINER);
        let domain = game.load(FILE);
        let ann = game.miner(domain);
        game.until("she digs", |app| doing(app, ann).as_deref() == Some("dig"));
        (game, ann)
    }
}

#[test]
fn minds_wait_for_their_file_and_have_forgotten_nothing() {
    // She was told what she needs before her file was there.
    let (game, _) = Game::with_a_miner_at_work();
    assert_eq!(mistakes(&game.app), [""; 0]);
}

#[test]
fn a_saved_file_is_taken_at_once_and_so_is_one_that_it_includes() {
    let (mut game, ann) = Game::with_a_miner_at_work();
    // The step is still in the file: it goes on.
    game.save(
        FILE,
        &MINER.replace("[goal.get_rich]", "[action.sing]\nthen = [\"rich\"]\ncost = 9\n[goal.get_rich]"),
    );
    let version = |app: &App| {
        let domain = app.world().get::<Mind>(ann).unwrap().domain();
        app.world().resource::<Minds>().spec(domain).unwrap().clone()
    };
    game.until("there is another action", |app| version(app).actions.len() == 2);
    assert_eq!(doing(&game.app, ann).as_deref(), Some("dig"));
    // It is no longer: she does what is left.
    let text = MINER.replace("dig", "sing");
    game.save(FILE, &text);
    game.until("she sings", |app| doing(app, ann).as_deref() == Some("sing"));
    assert!(told(&mut game.app).contains(&"ann stops dig: Reloaded".to_owned()));
    game.save("minds/rocks.toml", "[types]\nrock = { open = true, max = 7 }\n");
    game.until("more rocks", |app| format!("{:?}", version(app).planning.types()).contains('7'));
}

#[test]
fn a_broken_version_changes_nothing_and_says_where_it_is_broken() {
    let (mut game, ann) = Game::with_a_miner_at_work();
    game.save(FILE, &MINER.replace("not tired", "not tierd"));
    game.until("that is a mistake", |app| !mistakes(app).is_empty());
    let mistake = mistakes(&game.app).remove(0);
    for part in ["minds/miner.cunning.toml", "`tierd`", "^^^^^", "did you mean `tired`"] {
        assert!(mistake.contains(part), "{part} is not in:\n{mistake}");
    }
    frames(&mut game.app, 10);
    assert_eq!(doing(&game.app, ann).as_deref(), Some("dig"), "as before");
    assert_eq!(mistakes(&game.app).len(), 1);
}

#[test]
fn whoever_does_not_fit_into_a_version_waits_for_one_that_it_fits_into() {
    let (mut game, ann) = Game::with_a_miner_at_work();
    game.save(FILE, &MINER.replace("agent.miner", "agent.singer"));
    game.until("nobody is left", |app| app.world().resource::<Minds>().is_empty());
    frames(&mut game.app, 3);
    assert_eq!(doing(&game.app, ann), None);
    assert!(mistakes(&game.app).iter().any(|line| line.contains("archetype `miner` was removed")));
    game.save(FILE, MINER);
    game.until("she is back", |app| !app.world().resource::<Minds>().is_empty());
    let rock =
        game.app.world_mut().query_filtered::<Entity, With<Object>>().single(game.app.world()).unwrap();
    game.app.world_mut().get_mut::<Beliefs>(ann).unwrap().set_of("sees", rock, true);
    game.until("she digs again", |app| doing(app, ann).as_deref() == Some("dig"));
}

#[test]
fn what_is_no_domain_file_is_told_and_waited_for() {
    let mut game = Game::new();
    let long = "#".repeat(cunning_plan::limits::FILE_BYTES_MAX + 1);
    game.write("long.cunning.toml", &long);
    game.files.insert_asset(Path::new("noise.cunning.toml"), b"\xff\xfe");
    for (name, part) in [
        ("long.cunning.toml", "at most 1048576 bytes"),
        ("noise.cunning.toml", "UTF-8"),
        ("none.cunning.toml", "none.cunning.toml"),
    ] {
        let domain = game.load(name);
        let ann = game.miner(domain);
        game.until(part, |app| mistakes(app).iter().any(|mistake| mistake.contains(part)));
        assert_eq!(doing(&game.app, ann), None);
        // What is told meanwhile is not kept without end.
        for _ in 0..2000 {
            tell(&mut game.app, ann, "tired", false);
        }
        frames(&mut game.app, 1);
    }
    game.save(
        "noise.cunning.toml",
        &MINER.replace("include = [\"rocks.toml\"]", "").replace("[facts]", &format!("{ROCKS}[facts]")),
    );
    game.until("one has a mind after all", |app| app.world().resource::<Minds>().len() == 1);
}
