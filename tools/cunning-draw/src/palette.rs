//! The default colours.
//!
//! They stay apart for readers with any of the common colour-vision deficiencies: what must be told apart differs
//! in lightness or along blue–orange, never along red–green alone, and start and goal differ in shape too.
//! Ground is neutral and paths are strong, so that the eye goes to the path first. All are opaque, so a picture
//! looks the same on a light and on a dark page.

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

/// Cells a search expanded; meant for [`crate::GridPicture::tint`], which softens it.
pub const EXPANDED: Colour = Colour::hex(0xfd_b4_2d);
/// Cells a search has generated and not expanded yet; for [`crate::GridPicture::tint`].
pub const OPEN: Colour = Colour::hex(0xcb_68_1c);

/// A path, when there is only one.
pub const PATH: Colour = PATHS[0];
/// Paths to be told apart, in the order to use them.
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
/// What surrounds paths and markers, to lift them off any ground.
pub const CASING: Colour = Colour::hex(0xff_ff_ff);
