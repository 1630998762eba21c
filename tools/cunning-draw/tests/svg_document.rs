//! SVG documents are well-formed for any text, show every cell in its colour, and are small.

use cunning_draw::{Cell, CellSize, GridPicture, HeatRange, PathStyle, PathWeight, Terrain, palette};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, roxmltree::Document};

/// A map with long walls, single cells and irregular edges.
fn busy_picture(width: u32, height: u32) -> GridPicture {
    let mut state = 7_u32;
    GridPicture::from_fn(width, height, |(x, y)| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        match (x / 7 + y / 5) % 6 {
            0 => Terrain::Wall,
            1 if state >> 29 == 0 => Terrain::Tree,
            2 if y % 5 < 2 => Terrain::Water,
            3 if state >> 30 == 0 => Terrain::Swamp,
            _ => Terrain::Free,
        }
    })
    .unwrap()
}

#[test]
fn titles_and_labels_are_escaped() {
    let mut picture = GridPicture::new(4, 3).unwrap();
    let nasty = "</title><script>alert(\"1 & 2\")</script>\u{1b}]]>'";
    picture.title(nasty).unwrap().point((1, 1), nasty).unwrap();
    let svg = picture.to_svg();
    let document = Document::parse(&svg).unwrap();
    assert!(!document.descendants().any(|node| node.tag_name().name() == "script"));
    let shown = nasty.replace('\u{1b}', "\u{fffd}");
    let titles: Vec<_> = document.descendants().filter(|node| node.tag_name().name() == "title").collect();
    assert_eq!(titles.len(), 2);
    assert!(titles.iter().all(|title| title.text() == Some(&shown)));
}

#[test]
fn one_unit_is_one_cell_and_the_size_matches_the_png() {
    let picture = busy_picture(40, 30);
    let svg = picture.to_svg();
    let document = Document::parse(&svg).unwrap();
    let root = document.root_element();
    assert_eq!(root.attribute("viewBox"), Some("0 0 40 30"));
    let png = Pixmap::decode_png(&picture.to_png(CellSize::Auto).unwrap()).unwrap();
    assert_eq!(root.attribute("width"), Some(png.width().to_string().as_str()));
    assert_eq!(root.attribute("height"), Some(png.height().to_string().as_str()));
}

/// PNG cells are drawn without SVG, so the outputs check each other.
#[test]
fn rendering_the_svg_gives_the_same_cells_as_the_png() {
    let mut picture = busy_picture(61, 47);
    let reached: Vec<Cell> = (0..47).flat_map(|y| (0..y).map(move |x| (x, y))).collect();
    picture.tint(&reached, palette::EXPANDED).unwrap();
    let warm: Vec<_> = (20..61).map(|x| ((x, 30 + x % 3), f64::from(x))).collect();
    picture.heat(&warm, HeatRange::Fit).unwrap();

    let png = Pixmap::decode_png(&picture.to_png(CellSize::Auto).unwrap()).unwrap();
    let tree = Tree::from_str(&picture.to_svg(), &Options::default()).unwrap();
    let mut rendered = Pixmap::new(png.width(), png.height()).unwrap();
    resvg::render(&tree, Transform::identity(), &mut rendered.as_mut());
    let different = png.pixels().iter().zip(rendered.pixels()).filter(|(a, b)| a != b).count();
    assert_eq!(different, 0, "of {} pixels", png.pixels().len());
}

#[test]
fn paths_keep_their_order_colours_and_widths() {
    let mut picture = GridPicture::new(220, 220).unwrap();
    for (colour, weight) in
        palette::PATHS.into_iter().zip([PathWeight::Thin, PathWeight::Regular, PathWeight::Bold])
    {
        picture.path(&[(3, 3), (100, 3), (200, 3), (200, 90)], PathStyle { colour, weight }).unwrap();
    }
    let svg = picture.to_svg();
    let document = Document::parse(&svg).unwrap();
    let casing = palette::CASING.to_string();
    let lines: Vec<(&str, &str)> = document
        .descendants()
        .filter_map(|node| Some((node.attribute("stroke")?, node.attribute("stroke-width")?)))
        .filter(|&(stroke, _)| stroke != casing)
        .collect();
    assert_eq!(lines, [("#0355ce", "0.5"), ("#e87b44", "1"), ("#b23685", "1.5")]);
    assert_eq!(svg.matches("M3 3L200 3 200 90").count(), 6, "a line and its casing for each path");
}

#[test]
fn large_maps_give_small_files() {
    let svg = busy_picture(1024, 768).to_svg();
    assert!(svg.len() < 1_500_000, "{} bytes", svg.len());
    let blank = GridPicture::new(1024, 768).unwrap().to_svg();
    assert!(blank.len() < 500, "{} bytes", blank.len());
}

#[test]
fn equal_runs_are_merged_to_rectangles() {
    let picture =
        GridPicture::from_fn(9, 9, |(x, _)| if x == 4 { Terrain::Wall } else { Terrain::Free }).unwrap();
    assert!(picture.to_svg().contains(r#"d="m4 0h1v9h-1z""#));
}

#[test]
fn colours_are_written_in_order() {
    let mut picture = busy_picture(64, 64);
    let values: Vec<_> = (0..64).map(|i| ((i, i), f64::from(i * i % 17))).collect();
    picture.heat(&values, HeatRange::Fixed { low: 0.0, high: 20.0 }).unwrap();
    let svg = picture.to_svg();
    let document = Document::parse(&svg).unwrap();
    let paths = document.descendants().filter(|node| node.tag_name().name() == "path");
    let fills: Vec<&str> = paths.filter_map(|path| path.attribute("fill")).collect();
    assert!(fills.len() > 10);
    assert!(fills.is_sorted(), "the text must not hang on the order of a hash: {fills:?}");
}
