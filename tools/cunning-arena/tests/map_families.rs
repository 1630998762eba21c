//! Generated battlefields: fair, connected, and the same for ever.

use cunning_arena::map_family::{MapFamily, generated_map};

/// The letters of places, each with the one after half a turn.
const PAIRS: [(char, char); 6] = [('r', 'B'), ('a', 'j'), ('b', 'i'), ('c', 'h'), ('d', 'g'), ('e', 'f')];
const SIZE: (usize, usize) = (41, 25);

fn opposite(letter: char) -> char {
    let found = PAIRS.iter().find(|pair| pair.0 == letter || pair.1 == letter);
    found.map_or(letter, |(one, other)| if letter == *one { *other } else { *one })
}

#[test]
fn maps_are_the_same_after_half_a_turn() {
    for (family, seed) in
        MapFamily::ALL.into_iter().flat_map(|family| (0..300).map(move |seed| (family, seed)))
    {
        let map = family.map(seed);
        let rows: Vec<&str> = map.lines().collect();
        let turned: Vec<String> =
            rows.iter().rev().map(|row| row.chars().rev().map(opposite).collect()).collect();
        assert_eq!(rows, turned, "{family:?}, seed {seed}\n{map}");
        assert!(rows.len() == SIZE.1 && rows.iter().all(|row| row.len() == SIZE.0));
        // Open ground stands for a map that could not be drawn.
        assert!(map.contains('o') && map.matches('#').count() > 2 * (SIZE.0 + SIZE.1) - 4, "{map}");
        for letter in PAIRS.iter().flat_map(|pair| [pair.0, pair.1]) {
            assert_eq!(map.matches(letter).count(), 3, "{letter}\n{map}");
        }
    }
}

#[test]
fn families_differ_in_structure() {
    // Houses have walls on most sides; scattered pieces have not.
    let walls =
        |family: MapFamily| (0..50).map(|seed| family.map(seed).matches('#').count()).sum::<usize>() / 50;
    let [field, blocks, yards] = MapFamily::ALL.map(walls);
    assert!(yards > field + 40, "{field} and {yards} wall cells");
    assert!(blocks > field + 40, "{field} and {blocks} wall cells");
}

#[test]
fn names_give_maps_and_mistakes_a_suggestion() {
    assert_eq!(generated_map("yards:7"), Some(Ok(MapFamily::Yards.map(7))));
    assert_ne!(MapFamily::Field.map(1), MapFamily::Field.map(2));
    assert_eq!(generated_map("maps/mine.txt"), None);
    assert_eq!(generated_map("c:map"), None);
    let error = generated_map("yard:7").unwrap().unwrap_err();
    assert_eq!(error, "there is no family of maps `yard`; did you mean `yards`?");
}

/// Results of published experiments name maps of these families.
#[test]
fn map_of_a_name_never_changes() {
    let hash = |family: MapFamily| cunning_encode::StateHash::of_bytes(family.map(3).as_bytes());
    let hashes = [5_780_397_871_667_804_195, 8_599_872_136_273_170_675, 2_277_698_023_505_273_246];
    assert_eq!(MapFamily::ALL.map(hash), hashes);
}
