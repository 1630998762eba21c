//! Edits of boards change their own lines and nothing else.

use std::path::Path;

use cunning_arena::simulation::{Scenario, Settings};
use cunning_diag::Source;

use super::*;

/// Every scene of the project with a map, by name.
fn shipped() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths = Vec::new();
    for folder in ["scenes", "tools/cunning-cli/templates"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"))
        {
            let path = entry.unwrap().path();
            paths.push(if path.is_dir() { path.join("scene.toml") } else { path });
        }
    }
    paths.sort();
    let read =
        |path: &std::path::PathBuf| Some((path.display().to_string(), std::fs::read_to_string(path).ok()?));
    let found: Vec<_> =
        paths.iter().filter_map(read).filter(|(_, text)| text.contains("map = \"\"\"")).collect();
    assert!(found.len() >= 10, "{}", found.len());
    found
}

fn board(text: &str) -> Board {
    super::board(text).unwrap_or_else(|error| panic!("{}\n{text}", error.message))
}

fn apply(text: &str, edit: &BoardEdit) -> String {
    edit.apply(text).unwrap_or_else(|error| panic!("{edit:?}: {}\n{text}", error.message))
}

/// The numbers of the lines of two texts with equally many that differ.
fn changed(one: &str, other: &str) -> usize {
    assert_eq!(one.lines().count(), other.lines().count());
    one.lines().zip(other.lines()).filter(|(one, other)| one != other).count()
}

#[test]
fn each_cell_of_every_shipped_map_can_be_painted_and_painted_back() {
    for (name, text) in shipped() {
        let board = board(&text);
        for (y, row) in board.rows.iter().enumerate() {
            // Every row of every map, and every seventh column: a map has up to thousands of cells.
            for (x, letter) in row.chars().enumerate().skip(y % 7).step_by(7) {
                let cells = vec![(x as u16, y as u16)];
                let new = if letter == '#' { 'o' } else { '#' };
                let painted = apply(&text, &BoardEdit::Paint { cells: cells.clone(), letter: new });
                assert_eq!(changed(&painted, &text), 1, "{name}: {x}, {y}");
                assert_eq!(painted.len(), text.len(), "{name}: {x}, {y}");
                let back = apply(&painted, &BoardEdit::Paint { cells, letter });
                assert_eq!(back, text, "{name}: {x}, {y}");
            }
        }
        let rectangle: Vec<(u16, u16)> = (1..4).flat_map(|y| (2..9).map(move |x| (x, y))).collect();
        let filled = apply(&text, &BoardEdit::Paint { cells: rectangle, letter: '~' });
        assert!(changed(&filled, &text) <= 3, "{name}");
        for row in 1..4 {
            assert!(
                self::board(&filled).rows[row].chars().skip(2).take(7).all(|letter| letter == '~'),
                "{name}"
            );
        }
    }
}

#[test]
fn each_piece_of_every_shipped_scene_can_be_moved_and_removed() {
    for (name, text) in shipped() {
        let all = board(&text);
        for piece in &all.pieces {
            let (kind, at) = (piece.kind, piece.at);
            assert!(piece.cell.is_some() && !piece.name.is_empty(), "{name}: {piece:?}");
            let moved = apply(&text, &BoardEdit::Move { kind, at, cell: (3, 2) });
            assert_eq!(changed(&moved, &text), 1, "{name}: {piece:?}");
            let seen = board(&moved).pieces;
            let found = seen.iter().find(|other| other.kind == kind && other.at == at).unwrap();
            assert_eq!((found.cell, &found.place), (Some((3, 2)), &None), "{name}: {piece:?}");
            if let (None, Some(cell)) = (&piece.place, piece.cell) {
                assert_eq!(apply(&moved, &BoardEdit::Move { kind, at, cell }), text, "{name}: {piece:?}");
            }
            let gone = apply(&text, &BoardEdit::Remove { kind, at });
            assert_eq!(board(&gone).pieces.len(), all.pieces.len() - 1, "{name}: {piece:?}");
            assert!(gone.lines().count() < text.lines().count(), "{name}: {piece:?}");
            assert!(gone.lines().all(|line| text.lines().any(|known| known == line)), "{name}: {piece:?}");
        }
    }
}

#[test]
fn added_pieces_of_every_shipped_scene_can_be_removed_again() {
    for (name, text) in shipped() {
        let all = board(&text);
        let actors = all.pieces.iter().filter(|piece| piece.kind == BoardKind::Actor);
        for like in actors.map(|piece| Some(piece.at)).chain([None]) {
            let edit = BoardEdit::AddActor { like, name: "brand_new".to_owned(), cell: (3, 2) };
            let added = apply(&text, &edit);
            let seen = board(&added).pieces;
            let new = seen.iter().find(|piece| piece.name == "brand_new").unwrap();
            assert_eq!((new.cell, new.count.as_deref()), (Some((3, 2)), None), "{name}: {like:?}");
            assert!(edit.apply(&added).is_err(), "{name}: the name is taken");
            let gone = apply(&added, &BoardEdit::Remove { kind: BoardKind::Actor, at: new.at });
            assert_eq!(gone, text, "{name}: {like:?}");
        }
        if let Some(item) = all.items.first() {
            let added = apply(&text, &BoardEdit::AddItem { item: item.clone(), cell: (3, 2) });
            let at = board(&added).pieces.iter().filter(|piece| piece.kind == BoardKind::Item).count() - 1;
            assert_eq!(apply(&added, &BoardEdit::Remove { kind: BoardKind::Item, at }), text, "{name}");
        }
        let added = apply(&text, &BoardEdit::AddStation { name: "brand_new".to_owned(), cell: (3, 2) });
        let at = board(&added).pieces.iter().filter(|piece| piece.kind == BoardKind::Station).count() - 1;
        assert_eq!(apply(&added, &BoardEdit::Remove { kind: BoardKind::Station, at }), text, "{name}");
    }
}

#[test]
fn boards_agree_with_the_scenes_that_are_read() {
    for (name, text) in shipped() {
        let Ok(scene) = cunning_arena::Scene::parse(&Source::new("a.toml", &text)) else { continue };
        let board = board(&text);
        for (y, row) in board.rows.iter().enumerate() {
            for (x, letter) in row.chars().enumerate() {
                let known = board.letters.iter().find(|known| known.letter == letter).unwrap();
                let looks = if "+/%".contains(known.looks) { '.' } else { known.looks };
                let cell = Cell::new(x as u16, y as u16);
                assert_eq!(looks, scene.terrain(cell).letter(), "{name}: {x}, {y}");
            }
        }
        for piece in board.pieces.iter().filter(|piece| piece.kind == BoardKind::Station) {
            let station = scene.stations().iter().find(|known| known.name == piece.name).unwrap();
            assert_eq!(piece.cell, Some((station.cell.x, station.cell.y)), "{name}: {piece:?}");
        }
        assert_eq!(board.teams, scene.teams(), "{name}");
    }
}

#[test]
fn a_painted_scene_with_a_new_place_and_actor_runs() {
    let text = shipped().into_iter().find(|(name, _)| name.ends_with("skirmish.toml")).unwrap().1;
    let edits = [
        BoardEdit::AddPlace { letter: 'z', name: "ridge".to_owned() },
        BoardEdit::Paint { cells: vec![(3, 3), (4, 3)], letter: 'z' },
        BoardEdit::AddActor { like: Some(0), name: "eve".to_owned(), cell: (2, 9) },
    ];
    let edited = edits.iter().fold(text, |text, edit| apply(&text, edit));
    let domain = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../domains/skirmish.toml");
    let domain = std::fs::read_to_string(domain).unwrap();
    let load = |name: &str| Some(Source::new(name, &domain));
    let scenario = Scenario::load(&Source::new("a.toml", &edited), &load, Settings::default());
    let scenario =
        scenario.unwrap_or_else(|found| panic!("{}", found.render(cunning_diag::Style::default())));
    assert!(scenario.scene().actors().iter().any(|actor| actor.name == "eve"));
    let ridge = scenario.scene().spots().iter().find(|spot| spot.name == "ridge").unwrap();
    assert_eq!(ridge.cells, [Cell::new(3, 3), Cell::new(4, 3)]);
}

#[test]
fn comments_line_ends_and_unusual_forms_are_kept_or_refused() {
    let text = "# é\n[scene]\nname = \"a\"\nmap = '''\n.é.\n...'''  # a map\nteams = [\"x\"]\n[legend]\n\"é\" = \"wall\" # rock\n\n[[actor]] # one\nname = \"a\"\nat = [0, 0] # here\n";
    let painted = apply(text, &BoardEdit::Paint { cells: vec![(2, 0), (1, 1), (9, 9)], letter: 'é' });
    assert_eq!(painted, text.replace(".é.\n...", ".éé\n.é."));
    let moved = apply(text, &BoardEdit::Move { kind: BoardKind::Actor, at: 0, cell: (2, 1) });
    assert_eq!(moved, text.replace("[0, 0]", "[2, 1]"));
    let place = apply(text, &BoardEdit::AddPlace { letter: 'b', name: "bay".to_owned() });
    assert_eq!(place, text.replace("# rock\n", "# rock\nb = { spot = \"bay\" }\n"));
    let inline = "actor = [{ name = \"a\", at = [0, 0] }, { name = \"b\", at = \"x\" }]\n[scene]\nmap = \"\"\"\n..\"\"\"\n";
    let gone = apply(inline, &BoardEdit::Remove { kind: BoardKind::Actor, at: 1 });
    assert_eq!(gone, inline.replace(", { name = \"b\", at = \"x\" }", ""));
    for (edit, of) in [
        (BoardEdit::Paint { cells: vec![(0, 0)], letter: '?' }, text),
        (BoardEdit::Move { kind: BoardKind::Item, at: 0, cell: (0, 0) }, text),
        (BoardEdit::AddPlace { letter: '#', name: "bay".to_owned() }, text),
        (BoardEdit::AddPlace { letter: 'é', name: "bay".to_owned() }, text),
        (BoardEdit::AddPlace { letter: 'b', name: " ".to_owned() }, text),
        (BoardEdit::AddActor { like: None, name: "a".to_owned(), cell: (0, 0) }, text),
        (BoardEdit::AddActor { like: None, name: "c".to_owned(), cell: (0, 0) }, inline),
        (BoardEdit::Paint { cells: vec![(0, 0)], letter: '#' }, "[scene]\nmap = \"..\\n..\"\n"),
        (BoardEdit::Paint { cells: vec![(0, 0)], letter: '#' }, "[scene]\nmap = \"\"\"\n.\\u002e\"\"\"\n"),
        (BoardEdit::Paint { cells: vec![(0, 0)], letter: '#' }, "[quest]\nfile = \"a\"\n"),
    ] {
        assert!(edit.apply(of).is_err(), "{edit:?}\n{of}");
    }
    assert!(super::board("[scene]\nmap = 3\n").is_err());
}
