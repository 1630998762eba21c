//! Every limit has its error, no size panics, and an error changes nothing.

use cunning_draw::{
    CELLS_MAX, CellSize, DrawError, GridPicture, HeatRange, MARKERS_MAX, PATH_CELLS_MAX, PathStyle, SIDE_MAX,
    TEXT_CHARS_MAX, TerminalOptions, TerminalStyle, Terrain, palette,
};

#[test]
fn grids_beyond_the_limits_are_rejected() {
    assert!(GridPicture::new(SIDE_MAX, CELLS_MAX / SIDE_MAX).is_ok());
    for (width, height) in
        [(SIDE_MAX, CELLS_MAX / SIDE_MAX + 1), (SIDE_MAX + 1, 1), (0, u32::MAX), (u32::MAX, u32::MAX)]
    {
        let error = GridPicture::new(width, height).unwrap_err();
        assert_eq!(error, DrawError::GridTooLarge { width, height });
    }
}

#[test]
fn every_output_handles_every_size() {
    for (width, height) in [(0, 0), (0, 7), (7, 0), (1, 1), (1, 5000), (5000, 1), (1, SIDE_MAX), (3, 2)] {
        let mut picture = GridPicture::new(width, height).unwrap();
        let has_cells = width > 0 && height > 0;
        if has_cells {
            let last = (width - 1, height - 1);
            picture.path(&[(0, 0), last], PathStyle::default()).unwrap();
            picture.start((0, 0)).unwrap().goal(last).unwrap().point(last, "end").unwrap();
        }
        let svg = picture.to_svg();
        let root_count = resvg::usvg::roxmltree::Document::parse(&svg).unwrap().root().children().count();
        assert_eq!(root_count, 1);
        for style in [TerminalStyle::Ascii, TerminalStyle::HalfBlocks] {
            let text = picture.to_terminal(TerminalOptions { columns: 80, rows: 24, style });
            assert_eq!(text.is_empty(), !has_cells);
        }
        match picture.to_png(CellSize::Auto) {
            Ok(_) => assert!(has_cells),
            Err(error) => assert_eq!((error, has_cells), (DrawError::NoCells, false)),
        }
    }
}

#[test]
fn cells_outside_the_grid_are_errors_that_draw_nothing() {
    let mut picture = GridPicture::new(4, 3).unwrap();
    let before = picture.to_svg();
    for (x, y) in [(4, 0), (0, 3), (u32::MAX, u32::MAX)] {
        let cells = [(1, 1), (x, y)];
        let expected = DrawError::OutsideGrid { x, y };
        assert_eq!(picture.paint(&cells, Terrain::Wall).unwrap_err(), expected);
        assert_eq!(picture.tint(&cells, palette::EXPANDED).unwrap_err(), expected);
        assert_eq!(picture.heat(&cells.map(|cell| (cell, 1.0)), HeatRange::Fit).unwrap_err(), expected);
        assert_eq!(picture.path(&cells, PathStyle::default()).unwrap_err(), expected);
        assert_eq!(picture.start((x, y)).unwrap_err(), expected);
        assert_eq!(picture.goal((x, y)).unwrap_err(), expected);
        assert_eq!(picture.point((x, y), "far").unwrap_err(), expected);
    }
    assert_eq!(picture.to_svg(), before);
}

#[test]
fn paths_are_limited_by_their_cells() {
    let mut picture = GridPicture::new(1025, 1).unwrap();
    let there_and_back: Vec<_> = (0..1024).map(|i| (if i % 2 == 0 { 0 } else { 1024 }, 0)).collect();
    // The first point counts one, and each of the 1023 others 1024.
    picture.path(&there_and_back, PathStyle::default()).unwrap();
    let left = PATH_CELLS_MAX - 1 - 1023 * 1024;
    let rest = vec![(5, 0); left as usize];
    let before = picture.to_svg();
    let too_much = picture.path(&[&rest[..], &[(6, 0)]].concat(), PathStyle::default()).unwrap_err();
    assert_eq!(too_much, DrawError::PathsTooLong);
    assert_eq!(picture.to_svg(), before);
    picture.path(&rest, PathStyle::default()).unwrap();
    assert_eq!(picture.path(&[(0, 0)], PathStyle::default()).unwrap_err(), DrawError::PathsTooLong);
    assert!(picture.path(&[], PathStyle::default()).is_ok());
}

#[test]
fn markers_texts_and_heat_ranges_are_checked() {
    let mut picture = GridPicture::new(2, 2).unwrap();
    assert!(picture.title(&"ü".repeat(TEXT_CHARS_MAX)).is_ok());
    let long = "ü".repeat(TEXT_CHARS_MAX + 1);
    assert_eq!(picture.title(&long).unwrap_err(), DrawError::TextTooLong);
    assert_eq!(picture.point((0, 0), &long).unwrap_err(), DrawError::TextTooLong);
    for range in [(1.0, 0.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)] {
        let range = HeatRange::Fixed { low: range.0, high: range.1 };
        assert_eq!(picture.heat(&[((0, 0), 0.5)], range).unwrap_err(), DrawError::BadHeatRange);
    }
    for _ in 0..MARKERS_MAX {
        picture.point((1, 1), "").unwrap();
    }
    assert_eq!(picture.start((0, 0)).unwrap_err(), DrawError::TooManyMarkers);
}

#[test]
fn heat_without_finite_values_changes_nothing() {
    let mut picture = GridPicture::new(2, 1).unwrap();
    let before = picture.to_svg();
    picture.heat(&[((0, 0), f64::NAN), ((1, 0), f64::INFINITY)], HeatRange::Fit).unwrap();
    picture.heat(&[], HeatRange::Fit).unwrap();
    assert_eq!(picture.to_svg(), before);
}
