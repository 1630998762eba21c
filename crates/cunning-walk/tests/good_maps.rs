//! All accepted spellings of a map parse to the same map, and maps survive writing and parsing.

use cunning_diag::Source;
use cunning_walk::Map;
use proptest::prelude::*;

fn parse(text: &str) -> Map {
    Map::parse(&Source::new("good.map", text)).unwrap_or_else(|found| panic!("{text:?} gave\n{found}"))
}

#[test]
fn spellings_parse_to_the_same_map() {
    let plain = "type octile\nheight 2\nwidth 3\nmap\n..@\nTSG\n";
    let map = parse(plain);
    assert_eq!(map.to_text(), plain);
    for other in [
        plain.replace('\n', "\r\n"),
        plain.replace(' ', "\t"),
        plain.trim_end().to_owned(),
        format!("{plain}\n  \n\r\n"),
        format!("\u{feff}{plain}"),
        "type octile\nwidth 3\nheight 2\nmap\n..@\nTSG".to_owned(),
        "\ntype   octile \n\nheight\t2\nwidth 3\n\nmap  \n..@  \nTSG\t\n".to_owned(),
    ] {
        assert_eq!(parse(&other), map, "{other:?}");
    }
}

#[test]
fn letters_are_free_or_blocked_as_in_the_format() {
    let map = Map::from_rows(&[".GS", "@OT", "W.."]).expect("all letters are known");
    let free = [(0, 0), (1, 0), (2, 0), (1, 2), (2, 2)];
    for (x, y) in (0..4).flat_map(|x| (0..4).map(move |y| (x, y))) {
        assert_eq!(map.is_free(x, y), free.contains(&(x, y)), "({x}, {y})");
        assert_eq!(map.cell(x, y), (x < 3 && y < 3).then_some(y * 3 + x));
    }
    assert!(!map.is_free(u32::MAX, 0) && map.cell(0, u32::MAX).is_none());
    assert_eq!((map.free_count(), map.terrain()), (5, b".GS@OTW..".as_slice()));
}

#[test]
fn rows_in_code_must_be_a_rectangle_of_known_letters() {
    assert!(Map::from_rows(&[""; 0]).is_err());
    assert!(Map::from_rows(&[""]).is_err());
    assert!(Map::from_rows(&["..", "."]).is_err());
    assert!(Map::from_rows(&[".x"]).is_err());
    assert!(Map::from_rows(&["..\n.."]).is_err());
    assert_eq!(Map::from_rows(&["S"]).map(|map| (map.width(), map.height())), Ok((1, 1)));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

    /// Any rectangle of known letters survives writing and parsing.
    #[test]
    fn written_maps_are_read_back(width in 1..20_usize, letters in "[.GS@OTW]{20,200}") {
        let rows: Vec<&str> = (0..letters.len() / width).map(|row| &letters[row * width..][..width]).collect();
        let map = Map::from_rows(&rows).expect("a rectangle of known letters");
        prop_assert!(map.terrain() == rows.concat().as_bytes());
        prop_assert_eq!(parse(&map.to_text()), map);
    }
}
