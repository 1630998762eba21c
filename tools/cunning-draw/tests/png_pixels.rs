//! The size and colours of PNGs, and the visibility of paths and markers.

use std::num::NonZeroU32;

use cunning_draw::{
    CellSize, Colour, DrawError, GridPicture, HeatRange, PNG_PIXELS_MAX, PathStyle, Terrain, heat, palette,
};
use resvg::tiny_skia::Pixmap;

fn pixels(count: u32) -> CellSize {
    CellSize::Pixels(NonZeroU32::new(count).unwrap())
}

fn decode(picture: &GridPicture, cell: CellSize) -> Pixmap {
    Pixmap::decode_png(&picture.to_png(cell).unwrap()).unwrap()
}

/// The colour of one pixel; panics if it is not opaque.
fn colour_at(png: &Pixmap, x: u32, y: u32) -> Colour {
    let pixel = png.pixel(x, y).unwrap();
    assert_eq!(pixel.alpha(), 255);
    Colour { red: pixel.red(), green: pixel.green(), blue: pixel.blue() }
}

#[test]
fn cells_have_exact_colours() {
    let mut picture = GridPicture::new(7, 2).unwrap();
    picture.paint(&[(1, 0)], Terrain::Wall).unwrap();
    picture.paint(&[(2, 0)], Terrain::Water).unwrap();
    picture.paint(&[(3, 0)], Terrain::Tree).unwrap();
    picture.paint(&[(4, 0)], Terrain::Swamp).unwrap();
    picture.heat(&[((5, 0), 1.0), ((6, 0), 9.0)], HeatRange::Fit).unwrap();
    let png = decode(&picture, pixels(10));
    assert_eq!((png.width(), png.height()), (70, 20));
    let expected = [
        palette::FREE,
        palette::WALL,
        palette::WATER,
        palette::TREE,
        palette::SWAMP,
        heat::colour(0),
        heat::colour(heat::LEVELS - 1),
    ];
    for (x, colour) in (0..).zip(expected) {
        for (dx, dy) in [(0, 0), (9, 0), (0, 9), (9, 9), (5, 5)] {
            assert_eq!(colour_at(&png, 10 * x + dx, dy), colour, "cell ({x}, 0)");
            assert_eq!(colour_at(&png, 10 * x + dx, 10 + dy), palette::FREE, "cell ({x}, 1)");
        }
    }
}

#[test]
fn tint_mixes_with_the_ground_and_is_not_cumulative() {
    let mut once = GridPicture::new(2, 1).unwrap();
    once.paint(&[(1, 0)], Terrain::Swamp).unwrap().tint(&[(0, 0), (1, 0)], palette::EXPANDED).unwrap();
    let mut often = GridPicture::new(2, 1).unwrap();
    often.tint(&[(0, 0), (1, 0), (0, 0), (1, 0)], palette::EXPANDED).unwrap();
    often.tint(&[(1, 0)], palette::EXPANDED).unwrap().paint(&[(1, 0)], Terrain::Swamp).unwrap();
    let (once, often) = (decode(&once, pixels(1)), decode(&often, pixels(1)));
    assert_eq!(once, often);
    assert_ne!(colour_at(&once, 0, 0), palette::FREE);
    assert_ne!(colour_at(&once, 0, 0), palette::EXPANDED);
    assert_ne!(colour_at(&once, 0, 0), colour_at(&once, 1, 0));
}

#[test]
fn paths_and_markers_are_centred_in_cells() {
    let mut picture = GridPicture::from_fn(512, 512, |_| Terrain::Wall).unwrap();
    picture.path(&[(50, 50), (50, 400), (300, 400)], PathStyle::default()).unwrap();
    picture.path(&[(450, 60)], PathStyle { colour: palette::PATHS[1], ..PathStyle::default() }).unwrap();
    picture.start((50, 50)).unwrap().goal((300, 400)).unwrap().point((50, 225), "half way").unwrap();
    let png = decode(&picture, CellSize::Auto);
    assert_eq!((png.width(), png.height()), (1024, 1024));
    let at = |(x, y): (u32, u32)| colour_at(&png, 2 * x + 1, 2 * y + 1);
    assert_eq!(at((50, 50)), palette::START);
    assert_eq!(at((300, 400)), palette::GOAL);
    assert_eq!(at((50, 225)), palette::POINT);
    assert_eq!(at((50, 300)), palette::PATH);
    for x in 99..=102 {
        assert_eq!(colour_at(&png, x, 601), palette::PATH, "a path is wider than a cell of a large map");
    }
    assert_eq!(at((150, 400)), palette::PATH);
    assert_eq!(at((450, 60)), palette::PATHS[1], "a path of one cell is a dot");
    assert_eq!(at((200, 200)), palette::WALL);
}

#[test]
fn automatic_size_is_within_its_range() {
    for side in 1..=1600 {
        let png = decode(&GridPicture::new(side, 1).unwrap(), CellSize::Auto);
        assert_eq!(png.width() % side, 0);
        assert!((800..=1600).contains(&png.width()), "{side} cells make {} pixels", png.width());
    }
    assert_eq!(decode(&GridPicture::new(1, 5000).unwrap(), CellSize::Auto).height(), 5000);
}

#[test]
fn too_many_pixels_are_rejected() {
    let picture = GridPicture::new(4096, 1).unwrap();
    assert_eq!(picture.to_png(pixels(64)).map(|png| png.is_empty()), Ok(false));
    assert_eq!(picture.to_png(pixels(65)), Err(DrawError::TooManyPixels { pixels: 4096 * 65 * 65 }));
    let most = picture.to_png(pixels(u32::MAX)).unwrap_err();
    assert_eq!(most, DrawError::TooManyPixels { pixels: u64::MAX });
    assert_eq!(4096 * 64 * 64, PNG_PIXELS_MAX);
}
