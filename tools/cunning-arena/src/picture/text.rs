//! A text frame with two characters per cell, so that cells look square.
//!
//! | | |
//! |---|---|
//! | `.` `o` `~` `T` `#` | ground, low cover, water, trees, walls |
//! | `+` `%` `/` `'` | doors: closed, locked, open, broken |
//! | `$` `!` | a station, items on the ground |
//! | `R>` | an actor of the team whose name starts with r, and its heading; lower case if crouched |
//! | `x` | a dead actor |

use std::fmt::Write;

use cunning_draw::{Colour, palette};

use super::{BRASS, COVER, DEAD, WOOD, colour_of};
use crate::scene::Spot;
use crate::{ActorId, Cell, DoorState, Heading, Stance, Terrain, World};

/// How a frame is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextStyle {
    /// Plain ASCII.
    #[default]
    Plain,
    /// 24-bit colour with ANSI escapes.
    Colour,
}

/// The contents of one cell.
#[derive(Clone, Copy)]
struct Glyph {
    letters: [char; 2],
    ink: Colour,
    ground: Colour,
}

/// Draws the world as lines of text, each ending with a newline.
pub fn text(world: &World, style: TextStyle) -> String {
    frame(world, style, false)
}

/// Draws the world with the names of places written across their cells, where they fit.
pub fn text_with_names(world: &World, style: TextStyle) -> String {
    frame(world, style, true)
}

fn frame(world: &World, style: TextStyle, has_names: bool) -> String {
    let scene = world.scene();
    let mut glyphs: Vec<Glyph> = scene.cells().map(|cell| ground(world, cell)).collect();
    let mut put = |cell: Cell, letters: [char; 2], ink: Colour, ground: Option<Colour>| {
        if let Some(glyph) = scene.number(cell).and_then(|number| glyphs.get_mut(number)) {
            *glyph = Glyph { letters, ink, ground: ground.unwrap_or(glyph.ground) };
        }
    };
    for station in scene.stations() {
        put(station.cell, ['$', ' '], WOOD, None);
    }
    for (cell, letters) in scene.spots().iter().filter(|_| has_names).flat_map(label) {
        put(cell, letters, palette::POINT, None);
    }
    for pile in world.piles() {
        put(pile.cell, ['!', ' '], BRASS, None);
    }
    for is_alive in [false, true] {
        for (index, actor) in world.actors().iter().enumerate().filter(|(_, a)| a.is_alive() == is_alive) {
            let id = ActorId::new(index as u16);
            let letters = if is_alive { [initial(world, id), arrow(actor.heading())] } else { ['x', ' '] };
            let (ink, ground) =
                if is_alive { (palette::CASING, Some(colour_of(world, id))) } else { (DEAD, None) };
            put(actor.cell(), letters, ink, ground);
        }
    }
    let mut out = String::new();
    for row in glyphs.chunks(usize::from(scene.width()).max(1)) {
        match style {
            TextStyle::Plain => {
                let line: String = row.iter().flat_map(|glyph| glyph.letters).collect();
                out.push_str(line.trim_end());
            }
            TextStyle::Colour => {
                let mut colours = None;
                for Glyph { letters, ink: i, ground: g } in row {
                    // Frames are drawn many times a second, so colours are written only where they change.
                    if colours.replace((i, g)) != Some((i, g)) {
                        // Writing to a String cannot fail.
                        let _ = write!(
                            out,
                            "\x1b[38;2;{};{};{};48;2;{};{};{}m",
                            i.red, i.green, i.blue, g.red, g.green, g.blue
                        );
                    }
                    out.extend(letters);
                }
                out.push_str("\x1b[0m");
            }
        }
        out.push('\n');
    }
    out
}

/// Places the name of a place, two letters per cell, in the first row of its cells that is wide enough.
fn label(spot: &Spot) -> Vec<(Cell, [char; 2])> {
    let name: Vec<char> = spot.name.chars().collect();
    let letters = name.chunks(2).map(|pair| [pair[0], pair.get(1).copied().unwrap_or(' ')]);
    // Cells are in reading order: neighbours in a row follow each other.
    let mut rows = spot.cells.chunk_by(|one, next| one.y == next.y && one.x + 1 == next.x);
    let row = rows.find(|row| row.len() >= letters.len()).unwrap_or_default();
    row.iter().copied().zip(letters).collect()
}

fn ground(world: &World, cell: Cell) -> Glyph {
    let scene = world.scene();
    if let Some(state) = scene.door_at(cell).and_then(|door| world.door(door)) {
        let letter = match state {
            DoorState::Open => '/',
            DoorState::Closed => '+',
            DoorState::Locked => '%',
            DoorState::Broken => '\'',
        };
        return Glyph { letters: [letter, ' '], ink: WOOD, ground: palette::FREE };
    }
    let terrain = scene.terrain(cell);
    let (ink, ground) = match terrain {
        Terrain::Ground => (palette::SWAMP, palette::FREE),
        Terrain::Cover => (WOOD, COVER),
        Terrain::Water => (palette::CASING, palette::WATER),
        Terrain::Tree => (palette::POINT, palette::TREE),
        Terrain::Wall => (palette::POINT, palette::WALL),
    };
    Glyph { letters: [terrain.letter(), ' '], ink, ground }
}

fn initial(world: &World, actor: ActorId) -> char {
    let team =
        world.scene().actors().get(actor.index()).and_then(|spec| {
            world.scene().teams().get(spec.team.index()).and_then(|name| name.chars().next())
        });
    let letter = team.unwrap_or('?').to_ascii_uppercase();
    let is_crouched = world.actor(actor).is_some_and(|actor| actor.stance() == Stance::Crouched);
    if is_crouched { letter.to_ascii_lowercase() } else { letter }
}

fn arrow(heading: Heading) -> char {
    let quarter = heading.0.wrapping_add(32) / 64;
    ['>', 'v', '<', '^'][usize::from(quarter)]
}
