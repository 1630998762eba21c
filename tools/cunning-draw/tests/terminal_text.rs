//! Terminal text: its exact characters, its shape, and its size.

use cunning_draw::{
    Cell, GridPicture, HeatRange, PathStyle, TerminalOptions, TerminalStyle, Terrain, palette,
};

fn ascii(picture: &GridPicture, columns: u16, rows: u16) -> String {
    picture.to_terminal(TerminalOptions { columns, rows, style: TerminalStyle::Ascii })
}

fn half_blocks(picture: &GridPicture, columns: u16, rows: u16) -> String {
    picture.to_terminal(TerminalOptions { columns, rows, style: TerminalStyle::HalfBlocks })
}

fn wall_in_the_middle() -> GridPicture {
    GridPicture::from_fn(
        8,
        4,
        |(x, y)| if (2..6).contains(&x) && y < 2 { Terrain::Wall } else { Terrain::Free },
    )
    .unwrap()
}

#[test]
fn signs_match_the_documentation() {
    let mut picture = GridPicture::new(6, 4).unwrap();
    picture.paint(&[(1, 0)], Terrain::Wall).unwrap();
    picture.paint(&[(2, 0)], Terrain::Swamp).unwrap();
    picture.paint(&[(3, 0)], Terrain::Water).unwrap();
    picture.paint(&[(4, 0)], Terrain::Tree).unwrap();
    picture.tint(&[(0, 1), (1, 1)], palette::EXPANDED).unwrap();
    picture.heat(&[((2, 1), 0.0), ((3, 1), 1.0), ((4, 1), 2.0), ((5, 1), f64::NAN)], HeatRange::Fit).unwrap();
    picture.path(&[(0, 2), (5, 2)], PathStyle::default()).unwrap();
    picture.start((0, 2)).unwrap().goal((5, 2)).unwrap().point((3, 3), "camp").unwrap();
    assert_eq!(
        ascii(&picture, 80, 24),
        "\
. # , ~ T .
+ + 0 5 9 .
S * * * * G
. . . o . .
"
    );
}

#[test]
fn lines_between_distant_cells_have_no_gaps() {
    let mut picture = GridPicture::new(7, 4).unwrap();
    picture.path(&[(0, 0), (6, 3)], PathStyle::default()).unwrap();
    let down = ascii(&picture, 80, 24);
    assert_eq!(
        down,
        "\
* . . . . . .
. * * . . . .
. . . * * . .
. . . . . * *
"
    );
    let mut backwards = GridPicture::new(7, 4).unwrap();
    backwards.path(&[(6, 3), (0, 0)], PathStyle::default()).unwrap();
    assert_eq!(ascii(&backwards, 80, 24).matches('*').count(), 7);
}

#[test]
fn narrow_terminals_put_two_rows_into_one() {
    let mut picture = wall_in_the_middle();
    picture.path(&[(0, 3), (7, 3)], PathStyle::default()).unwrap().start((0, 3)).unwrap();
    assert_eq!(ascii(&picture, 15, 24), "..####..\nS*******\n");
}

#[test]
fn block_shows_its_path_or_its_most_frequent_ground() {
    let picture = wall_in_the_middle();
    // Blocks of 4 × 8 cells: each holds 4 wall cells of 16.
    assert_eq!(ascii(&picture, 2, 24), "..\n");

    let mut crossed = GridPicture::from_fn(40, 40, |_| Terrain::Wall).unwrap();
    crossed.path(&[(13, 0), (13, 39)], PathStyle::default()).unwrap();
    assert_eq!(ascii(&crossed, 8, 80), "##*#####\n".repeat(4));
}

#[test]
fn every_cell_of_a_path_is_visible() {
    let path: Vec<Cell> = (0..97).map(|i| (i, 60 - i / 2)).chain((0..97).map(|i| (96, 12 + i / 3))).collect();
    let mut picture = GridPicture::new(97, 61).unwrap();
    picture.path(&path, PathStyle::default()).unwrap();
    let text = ascii(&picture, 37, 99);
    let rows: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
    for (x, y) in path {
        // 97 cells are divided into 37 columns, and rows are twice as coarse.
        let (column, row) = (x * 37 / 97, y * 37 / 194);
        assert_eq!(rows[row as usize][column as usize], b'*', "cell ({x}, {y})");
    }
}

#[test]
fn text_fits_and_keeps_its_shape() {
    for (width, height) in [(1, 1), (3, 200), (200, 3), (97, 61), (512, 512), (1, 5000), (5000, 1)] {
        let picture = GridPicture::new(width, height).unwrap();
        for (columns, rows) in [(1, 1), (80, 24), (13, 50), (200, 7), (u16::MAX, u16::MAX)] {
            let text = ascii(&picture, columns, rows);
            let lines: Vec<&str> = text.lines().collect();
            assert!(!lines.is_empty() && lines.len() <= usize::from(rows));
            assert!(lines.iter().all(|line| line.len() == lines[0].len()));
            assert!(lines[0].len() <= usize::from(columns));
            let (shown_width, shown_height) = (lines[0].len() as f64, 2.0 * lines.len() as f64);
            if shown_width >= 10.0 && shown_height >= 10.0 {
                let stretch = (shown_width / shown_height) / (f64::from(width) / f64::from(height));
                assert!((0.8..1.25).contains(&stretch), "{width}×{height} in {columns}×{rows}: {stretch}");
            }
        }
    }
}

#[test]
fn half_blocks_show_two_rows_per_line_and_set_each_colour_once() {
    let mut picture = GridPicture::new(5, 3).unwrap();
    picture.paint(&[(0, 0), (1, 0), (1, 1)], Terrain::Wall).unwrap();
    picture.start((4, 1)).unwrap();
    let (free, wall, start, white) = ("247;245;240", "111;119;130", "0;160;122", "255;255;255");
    let expected = format!(
        "\x1b[48;2;{free}m\x1b[38;2;{wall}m▀\x1b[48;2;{wall}m \x1b[48;2;{free}m  \x1b[48;2;{start}m\x1b[38;2;{white}mS\x1b[0m\n\
         \x1b[38;2;{free}m▀▀▀▀▀\x1b[0m\n"
    );
    assert_eq!(half_blocks(&picture, 5, 24), expected);
}

#[test]
fn half_blocks_use_two_characters_per_cell_if_there_is_space() {
    let mut picture = GridPicture::new(2, 1).unwrap();
    picture.goal((1, 0)).unwrap();
    assert_eq!(
        half_blocks(&picture, 80, 24),
        "\x1b[48;2;247;245;240m  \x1b[48;2;213;26;10m\x1b[38;2;255;255;255mG \x1b[0m\n"
    );
}

#[test]
fn empty_pictures_and_terminals_give_no_text() {
    let picture = GridPicture::new(3, 3).unwrap();
    let empty = GridPicture::new(0, 3).unwrap();
    for text in [ascii, half_blocks] {
        assert_eq!(text(&picture, 0, 24), "");
        assert_eq!(text(&picture, 80, 0), "");
        assert_eq!(text(&empty, 80, 24), "");
    }
}
