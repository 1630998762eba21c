//! Colours can be told apart with every common colour-vision deficiency.
//!
//! Deficiencies are simulated at full strength with the matrices of Machado, Oliveira and Fernandes (2009), and
//! distances are taken in `OKLab`, where 0.02 is about the smallest difference seen side by side.

use std::num::NonZeroU32;

use cunning_draw::{CellSize, Colour, GridPicture, Terrain, palette};
use resvg::tiny_skia::Pixmap;

type Matrix = [[f64; 3]; 3];

const VISIONS: [(&str, Matrix); 4] = [
    ("full colour vision", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

const LINEAR_TO_LMS: Matrix = [
    [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
    [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
    [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
];

const LMS_TO_OKLAB: Matrix = [
    [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
    [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
    [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
];

fn apply(matrix: &Matrix, v: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(v).map(|(a, b)| a * b).sum())
}

fn seen_by(vision: &Matrix, colour: Colour) -> [f64; 3] {
    let linear = [colour.red, colour.green, colour.blue].map(|channel| {
        let v = f64::from(channel) / 255.0;
        if v <= 0.040_45 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
    });
    let simulated = apply(vision, linear).map(|v| v.max(0.0));
    apply(&LMS_TO_OKLAB, apply(&LINEAR_TO_LMS, simulated).map(f64::cbrt))
}

fn assert_apart(colours: &[(&str, Colour)], distance_min: f64) {
    for (vision, matrix) in &VISIONS {
        for (i, (name, colour)) in colours.iter().enumerate() {
            for (other_name, other) in &colours[i + 1..] {
                let (a, b) = (seen_by(matrix, *colour), seen_by(matrix, *other));
                let distance = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                assert!(
                    distance >= distance_min,
                    "{name} and {other_name} are {distance:.3} apart with {vision}"
                );
            }
        }
    }
}

#[test]
fn terrains_and_tints_are_distinguishable() {
    let mut picture = GridPicture::new(8, 1).unwrap();
    picture.paint(&[(1, 0)], Terrain::Wall).unwrap();
    picture.paint(&[(2, 0)], Terrain::Tree).unwrap();
    picture.paint(&[(3, 0)], Terrain::Water).unwrap();
    picture.paint(&[(4, 0), (7, 0)], Terrain::Swamp).unwrap();
    picture.tint(&[(5, 0), (7, 0)], palette::EXPANDED).unwrap().tint(&[(6, 0)], palette::OPEN).unwrap();
    let png = picture.to_png(CellSize::Pixels(NonZeroU32::MIN)).unwrap();
    let png = Pixmap::decode_png(&png).unwrap();
    let names = ["free", "wall", "tree", "water", "swamp", "free expanded", "free open", "swamp expanded"];
    let shown: Vec<(&str, Colour)> = names
        .into_iter()
        .zip(png.pixels())
        .map(|(name, p)| (name, Colour { red: p.red(), green: p.green(), blue: p.blue() }))
        .collect();
    assert_apart(&shown, 0.06);
}

#[test]
fn paths_are_distinguishable() {
    let names = ["path 0", "path 1", "path 2", "path 3", "path 4", "path 5"];
    let paths: Vec<(&str, Colour)> = names.into_iter().zip(palette::PATHS).collect();
    assert_apart(&paths, 0.12);
}

#[test]
fn markers_are_distinguishable_from_each_other_and_from_paths() {
    let marks = [
        ("start", palette::START),
        ("goal", palette::GOAL),
        ("point", palette::POINT),
        ("path", palette::PATH),
    ];
    assert_apart(&marks, 0.11);
}
