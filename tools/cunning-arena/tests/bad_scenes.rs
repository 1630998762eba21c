//! Mistakes in scenes are all reported at once, each with its position and a hint where possible. Hostile
//! texts are rejected quickly.

use crate::support;

use cunning_arena::{Scene, limits};
use cunning_diag::{Diagnostics, Source};
use proptest::prelude::*;
use support::{SCENES, text_of};

const HEAD: &str = "[scene]\nname = 'x'\nteams = ['red', 'blue']\n";

fn errors(text: &str) -> Diagnostics {
    Scene::parse(&Source::new("bad.toml", text)).expect_err(text)
}

/// Returns the only mistake of a text: its code, position, and message with hint.
fn only(text: &str) -> (String, String, String) {
    let found = errors(text);
    assert_eq!(found.len(), 1, "{text}\n{found}");
    let only = found.iter().next().unwrap();
    let place = only.location().map(|location| location.to_string()).unwrap_or_default();
    (only.code().to_string(), place, format!("{} | {}", only.message(), only.hint_text().unwrap_or("")))
}

/// Each text has one mistake: its code, its position, and words of its message.
fn check(cases: &[(String, &str, &str, &str)]) {
    for (text, code, place, words) in cases {
        let (found, at, message) = only(text);
        assert_eq!((found.as_str(), at.as_str()), (*code, *place), "{text}");
        assert!(message.contains(words), "{text}\n{message}");
    }
}

#[test]
fn diagnostic_shows_the_position_and_a_suggestion() {
    let found =
        errors(&format!("{HEAD}map = '''\n...\n'''\n[[actor]]\nname = 'ann'\nteam = 'rde'\nat = [0, 0]\n"));
    let text = "\
error[arena/unknown-name]: there is no team `rde`
 --> bad.toml:9:8
  |
9 | team = 'rde'
  |        ^^^^^
  |
  = help: did you mean `red`?";
    assert_eq!(found.to_string(), text);
}

#[test]
fn invalid_baselines_and_observers_are_reported() {
    let with = |rest: &str| format!("{HEAD}map = '''\n....\n.+..\n'''\n{rest}");
    let cases = [
        (with("[baseline.fms]\n"), "arena/unknown-name", "8:11", "did you mean `fsm`?"),
        (with("[baseline.fsm]\nbrust = 3\n"), "arena/unknown-key", "9:1", "did you mean `burst`?"),
        (with("[baseline.fsm]\nburst = 0\n"), "arena/value", "9:9", "from 1 to 1000"),
        (with("[baseline.fsm]\nreload = 1.5\n"), "arena/value", "9:10", "from 0 to 1"),
        (with("[observer]\nnear = 3\n"), "arena/missing", "8:1", "`at` or `follows` is missing"),
        (with("[observer]\nat = [0, 0]\nfollows = 'ann'\n"), "arena/value", "8:1", "cannot both be given"),
        (with("[observer]\nfollows = 'ann'\n"), "arena/unknown-name", "9:11", "there is no actor `ann`"),
        (
            with("[observer]\nat = [0, 0]\nnear = 9\nfar = 9\n"),
            "arena/value",
            "8:1",
            "must be less than `far`",
        ),
    ];
    check(&cases);
}

#[test]
fn invalid_navigators_are_reported() {
    let with = |rest: &str| format!("{HEAD}map = '''\n....\n.+..\n'''\n{rest}");
    let cases = [
        (with("[navigator.shy]\nfear = 1.5\n"), "arena/value", "9:8", "from 0 to 1"),
        (with("[navigator.shy]\nreach = 2000\n"), "arena/value", "9:9", "from 0 to 1024"),
        (with("[navigator.shy]\nhalf_life = '10 ms'\n"), "arena/value", "9:13", "expected"),
        (with("[navigator.shy]\nknows = ['seem']\n"), "arena/value", "9:10", "did you mean `seen`?"),
        (with("[navigator.shy]\nfaer = 1\n"), "arena/unknown-key", "9:1", "did you mean `fear`?"),
        (
            with("[navigator.shy]\n[[actor]]\nname = 'a'\nteam = 'red'\nat = [0, 0]\nnavigator = 'sky'\n"),
            "arena/unknown-name",
            "13:13",
            "did you mean `shy`?",
        ),
    ];
    check(&cases);
    let computed = "[navigator.wise]\nknows = ['computed']\n";
    let large = format!("{HEAD}map = '''\n{}'''\n{computed}", format!("{}\n", ".".repeat(200)).repeat(100));
    assert!(errors(&large).to_string().contains("at most 16384"));
}

#[test]
fn each_mistake_has_its_code_position_and_hint() {
    let map = "map = '''\n....\n.+..\n'''\n";
    let with = |rest: &str| format!("{HEAD}{map}{rest}");
    let cases = [
        ("x = 1".into(), "arena/missing", "1:1", "the table `[scene]`"),
        ("[scene]\nname = 'x'\n".into(), "arena/missing", "1:1", "`map` is missing"),
        (
            format!("{HEAD}map = '''\n...\n..\n'''\n"),
            "arena/map",
            "6:1",
            "this row has 2 cells, but the first row has 3",
        ),
        (format!("{HEAD}map = '''\n...\n.?.\n'''\n"), "arena/map", "6:2", "unknown letter `?`"),
        (format!("{HEAD}map = 3\n"), "arena/shape", "4:7", "multi-line"),
        (with("[legend]\nab = 'wall'\n"), "arena/value", "9:1", "one character"),
        (with("[legend]\na = 'wal'\n"), "arena/value", "9:5", "did you mean `wall`?"),
        (
            format!(
                "{HEAD}map = '''\n.a.\n'''\n[legend]\na = 'wal'\n[[actor]]\nname = 'n'\nteam = 'red'\nat = [0, 0]\n"
            ),
            "arena/value",
            "8:5",
            "did you mean `wall`?",
        ),
        (
            format!("{HEAD}map = '''\nd.d\n'''\n[legend]\nd = {{ door = 'open', name = 'gate' }}\n"),
            "arena/duplicate",
            "4:7",
            "its own letter",
        ),
        (
            format!("{HEAD}map = '''\n.??\n'''\n[[actor]]\nname = 'n'\nteam = 'red'\nat = [0, 0]\n"),
            "arena/map",
            "5:2",
            "unknown letter",
        ),
        (with("[legend]\na = { spto = 'x' }\n"), "arena/unknown-key", "9:7", "did you mean `spot`?"),
        (with("[weapon.gun]\nrnage = 3\n"), "arena/unknown-key", "9:1", "did you mean `range`?"),
        (with("[weapon.gun]\nrange = 0\n"), "arena/value", "9:9", "from 1 to 512"),
        (with("[weapon.gun]\nnear = 1.5\n"), "arena/value", "9:8", "from 0 to 1"),
        (with("[weapon.gun]\ninterval = '3 parsecs'\n"), "arena/value", "9:12", "`ms`, `s`, `min`, `h`"),
        (with("[weapon.gun]\ninterval = true\n"), "arena/shape", "9:12", "expected a number, found a bool"),
        (with("[weapon.gun]\nammunition = 'shell'\n"), "arena/unknown-name", "9:14", "no item `shell`"),
        (with("[[actor]]\nteam = 'red'\nat = [0, 0]\n"), "arena/missing", "8:1", "`name`"),
        (
            with("[[actor]]\nname = 'a b'\nteam = 'red'\nat = [0, 0]\n"),
            "arena/value",
            "9:8",
            "is not a valid name",
        ),
        (with("[[actor]]\nname = 'a'\nteam = 'red'\n"), "arena/missing", "8:1", "`at` is missing"),
        (
            with("[[actor]]\nname = 'a'\nteam = 'red'\nat = [9, 9]\n"),
            "arena/place",
            "11:6",
            "not open ground",
        ),
        (with("[[actor]]\nname = 'a'\nteam = 'red'\nat = [1, 1]\n"), "arena/place", "8:1", "closed door"),
        (
            with("[[actor]]\nname = 'a'\nteam = 'red'\nat = 'home'\n"),
            "arena/unknown-name",
            "11:6",
            "no place `home`",
        ),
        (
            with("[[actor]]\nname = 'a'\nteam = 'red'\nat = [0, 0]\ncount = 2\n"),
            "arena/place",
            "8:1",
            "no free cell for `a2`",
        ),
        (
            with(
                "[[actor]]\nname = 'a'\nteam = 'red'\nat = [0, 0]\n[[actor]]\nname = 'a'\nteam = 'red'\nat = [1, 0]\n",
            ),
            "arena/duplicate",
            "13:8",
            "already used by another actor",
        ),
        (
            with("[item.a]\n[[station]]\nname = 's'\nat = [0, 0]\nsells = { a = 1 }\n"),
            "arena/missing",
            "12:9",
            "`money`",
        ),
        (with("[[win]]\nteam = 'red'\n"), "arena/shape", "8:1", "expected `dead`"),
        (with("[[event]]\nat = 1\nopen = 'gate'\n"), "arena/unknown-name", "10:8", "no door `gate`"),
        (with("[[event]]\nat = 1\n"), "arena/shape", "8:1", "exactly one of"),
        (with("[rules]\nbodies = 'sold'\n"), "arena/value", "9:10", "did you mean `solid`?"),
        (with("[ruls]\n"), "arena/unknown-key", "8:2", "did you mean `rules`?"),
        ("[scene\n".into(), "arena/toml", "1:7", ""),
    ];
    for (text, code, place, words) in cases {
        let found = only(&text);
        assert_eq!((found.0.as_str(), found.1.as_str()), (code, place), "{text}\n{found:?}");
        assert!(found.2.contains(words), "{text}\n{found:?}");
    }
}

#[test]
fn all_mistakes_are_reported_at_once() {
    let text = format!(
        "{HEAD}map = '''\n...\n'''\n[weapon.gun]\nrnage = 1\ndamage = -3\n[[win]]\nteam = 'green'\ndead = 'red'\n"
    );
    assert_eq!(errors(&text).len(), 3);
}

#[test]
fn limits_are_enforced() {
    let map = "map = '.'\n";
    let many = |count: usize, text: &dyn Fn(usize) -> String| (0..count).map(text).collect::<String>();
    let cases = [
        "#".repeat(limits::SCENE_BYTES_MAX + 1),
        format!("{HEAD}map = '''\n{}\n'''", ".".repeat(600)),
        format!("{HEAD}map = '''\n{}'''", format!("{}\n", ".".repeat(300)).repeat(300)),
        format!("{HEAD}map = '''\n{}'''", format!("{}\n", "+".repeat(200)).repeat(6)),
        format!(
            "{HEAD}map = '''\n{}'''\n[legend]\np = {{ spot = 'p' }}\n",
            format!("{}\n", "p".repeat(100)).repeat(41)
        ),
        format!("{HEAD}{map}{}", many(limits::ITEMS_MAX + 1, &|n| format!("[item.i{n}]\n"))),
        format!("{HEAD}{map}{}", many(limits::KINDS_MAX + 1, &|n| format!("[weapon.w{n}]\n"))),
        format!("{HEAD}{map}{}", many(limits::ACTORS_MAX + 1, &|_| "[[actor]]\n".into())),
        format!(
            "{HEAD}{map}[rules]\nbodies = 'pass'\n[[actor]]\nname = 'a'\nteam = 'red'\nat = [0, 0]\ncount = 4000\n\
                 [[actor]]\nname = 'b'\nteam = 'red'\nat = [0, 0]\ncount = 97\n"
        ),
        format!("{HEAD}{map}{}", many(limits::SCRIPT_MAX + 1, &|_| "[[event]]\nsay = 'x'\n".into())),
        format!("{HEAD}{map}doc = '{}'\n", "x".repeat(limits::TEXT_BYTES_MAX + 1)),
        format!("{HEAD}{map}[item.{}]\n", "i".repeat(limits::NAME_BYTES_MAX + 1)),
    ];
    for text in cases {
        let found = errors(&text);
        assert!(
            found.iter().any(|d| d.code().as_str() == "arena/limit"),
            "{}\n{found}",
            &text[..100.min(text.len())]
        );
    }
}

#[test]
fn hostile_texts_are_rejected_quickly() {
    // Each text repeats one construct as often as the file size allows. None may take long or much memory.
    let fill = |unit: &str| unit.repeat((limits::SCENE_BYTES_MAX - 200) / unit.len());
    let deep = format!("x = {}", fill("["));
    let keys = (0..50_000).map(|n| format!("nmae{n} = 1\n")).collect::<Vec<_>>().concat();
    let rows = format!("{HEAD}map = '''\n{}'''\n", fill("?\n"));
    let ragged = format!("{HEAD}map = '''\n.....\n{}'''\n", ".\n".repeat(500));
    let actors = format!("{HEAD}map = '.'\n{}", fill("[[actor]]\nname='a'\nteam='q'\nat='p'\n"));
    for text in [deep, format!("[scene]\n{keys}"), rows, ragged, actors, fill("\u{0}"), fill("[a.a]\n")] {
        assert!(!errors(&text).is_empty());
    }
}

#[test]
fn scene_with_the_maximum_number_of_actors_is_accepted() {
    let map = format!("{}\n", "p".repeat(64)).repeat(64);
    let actors = |n| format!("[[actor]]\nname = 'a{n}'\nteam = 'red'\nat = 'p'\n");
    let actors = (0..limits::ACTORS_MAX).map(actors).collect::<Vec<_>>().concat();
    let text = format!("{HEAD}map = '''\n{map}'''\n[legend]\np = {{ spot = 'p' }}\n{actors}");
    let scene = support::parse(&text);
    let last = scene.actors().last().map(|actor| (actor.cell.x, actor.cell.y));
    assert_eq!((scene.actors().len(), last), (4096, Some((63, 63))));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Reading a mangled scene gives a scene or diagnostics.
    #[test]
    fn mangled_scenes_never_panic(
        which in 0..SCENES.len(),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), 0..40_usize, "[ -~\n]{0,12}"), 1..5),
    ) {
        let mut text = text_of(SCENES[which]);
        for (place, length, inserted) in cuts {
            let mut from = place.index(text.len());
            while !text.is_char_boundary(from) {
                from -= 1;
            }
            let mut to = (from + length).min(text.len());
            while !text.is_char_boundary(to) {
                to += 1;
            }
            text.replace_range(from..to, &inserted);
        }
        if let Ok(scene) = Scene::parse(&Source::new("mangled.toml", text)) {
            let mut world = cunning_arena::World::new(std::sync::Arc::new(scene));
            (0..20).for_each(|_| world.tick(500));
        }
    }
}
