//! The default colours.
//!
//! They can be told apart with all common colour-vision deficiencies: they differ in lightness or along blue–orange, never
//! along red–green alone, and start and goal also differ in shape. Ground is neutral and paths are saturated, so that
//! paths stand out. All colours are opaque, so a picture looks the same on light and dark pages.

use crate::colour::Colour;

/// Walkable ground.
pub const FREE: Colour = Colour::hex(0xf7_f5_f0);
/// Walls and everything outside the level.
pub const WALL: Colour = Colour::hex(0x6f_77_82);
/// Trees.
pub const TREE: Colour = Colour::hex(0x86_95_80);
/// Water.
pub const WATER: Colour = Colour::hex(0xae_cf_e6);
/// Swamp and other slow ground.
pub const SWAMP: Colour = Colour::hex(0xa6_a8_96);

/// Cells that a search expanded; for [`crate::GridPicture::tint`], which softens the colour.
pub const EXPANDED: Colour = Colour::hex(0xfd_b4_2d);
/// Cells that a search has generated but not expanded; for [`crate::GridPicture::tint`].
pub const OPEN: Colour = Colour::hex(0xcb_68_1c);

/// A single path.
pub const PATH: Colour = PATHS[0];
/// Several paths, in the order of use.
pub const PATHS: [Colour; 6] = [
    Colour::hex(0x03_55_ce),
    Colour::hex(0xe8_7b_44),
    Colour::hex(0xb2_36_85),
    Colour::hex(0x00_55_3a),
    Colour::hex(0x6e_bd_f2),
    Colour::hex(0x27_28_2a),
];

/// The marker of a start.
pub const START: Colour = Colour::hex(0x00_a0_7a);
/// The marker of a goal.
pub const GOAL: Colour = Colour::hex(0xd5_1a_0a);
/// The marker of a labelled point.
pub const POINT: Colour = Colour::hex(0x2b_2b_33);
/// The outline of paths and markers, which separates them from any ground.
pub const CASING: Colour = Colour::hex(0xff_ff_ff);
