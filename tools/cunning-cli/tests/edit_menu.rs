//! Tests of the menu of edits of `cunning demo`, with keys in a terminal of 80 columns and 24 rows.
#![cfg(unix)]

use crate::command::run;
use crate::terminal::Session;

/// Presses keys one after the other; after each of them a text must be shown.
fn script(session: &mut Session, keys: &[(&str, &str)]) {
    for (key, shown) in keys {
        session.types(key);
        session.sees(shown);
    }
}

#[test]
fn edits_by_menu_and_in_words_are_recorded_and_replay_exactly() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pirate.cng");
    let file = file.to_str().unwrap();
    let mut session =
        Session::start_in_colour(&["demo", "pirate", "--record", file, "--speed", "1"], (80, 24));
    session.sees("e edit  space pause  q quit");
    script(
        &mut session,
        &[
            ("e", "EDIT THE SCENE: what?"),
            // The first thing is the pirate; its first edit is a wound.
            ("1", "EDIT pirate"),
            ("1", "pirate loses 25 health"),
            ("e", "1 pirate"),
            ("1", "4 move to"),
            ("4", "places: x,y"),
            ("docs", "> move pirate to docs_"),
            ("\r", "docs"),
            ("\x7f\x7f", "> move pirate to do_"),
            ("cks\r", "pirate is moved"),
            ("e", "w type words"),
            ("w", "set [AGENT.]FACT=VALUE"),
            ("set pirate.lawful=false\r", "lawful"),
            ("e", "1 pirate"),
            ("1", "0 more of"),
            ("0", "set a belief"),
            ("2", "> set pirate."),
            ("gold=3\r", "pirate.gold is set to 3"),
            ("e", "w type words"),
            ("w", "spawn ARCHETYPE at PLACE"),
            ("open cell_door\r", "cell_door"),
            ("e", "0 more of"),
            ("0", "EDIT THE SCENE"),
            ("\x1b", "space pause"),
            (" ", "PAUSED"),
        ],
    );
    session.types("q");
    let (code, screen) = session.ends();
    assert_eq!(code, 0, "{screen}");
    for text in ["pirate loses 25 health", "pirate is moved to 5,12"] {
        assert!(screen.contains(text), "{text} is not among the lines:\n{screen}");
    }
    let (code, output, errors) = run(folder.path(), "replay pirate.cng", "");
    assert_eq!(code, 0, "{output}{errors}");
}

#[test]
fn a_game_is_edited_between_orders() {
    let mut session = Session::start_in_colour(&["demo", "skirmish", "--speed", "1"], (80, 24));
    session.sees("press a key");
    script(
        &mut session,
        &[
            (" ", "e edit"),
            ("e", "EDIT THE SCENE: what?"),
            ("w", "kill ACTOR"),
            ("kill nobody\r", "nobody"),
            ("\x1b", "EDIT THE SCENE: what?"),
            ("1", "EDIT ann"),
            ("3", "ann is struck dead"),
        ],
    );
    session.types("q");
    let (code, screen) = session.ends();
    assert_eq!(code, 0, "{screen}");
    assert!(screen.contains("You left the game"), "{screen}");
}
