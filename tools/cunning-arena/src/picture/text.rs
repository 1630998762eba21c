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
use crate::{ActorId, Cell, DoorState, Heading, Stance, TeamId, Terrain, World};

/// How a frame is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextStyle {
    /// Plain ASCII.
    #[default]
    Plain,
    /// 24-bit colour with ANSI escapes.
    Colour,
}

/// How a cell of the map is written: two letters in one colour on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// The two letters that fill the cell.
    pub letters: [char; 2],
    /// The colour of the letters.
    pub ink: Colour,
    /// The colour behind them.
    pub ground: Colour,
}

/// What stands for an actor in a frame. The second letter is always its heading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ActorLetter {
    /// The first letter of its team, small if it is crouched.
    #[default]
    Team,
    /// The first letter of its name, or the number at its end; the colour shows the team.
    Name,
}

/// What a frame shows besides the ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameOptions {
    /// Whether the names of places are written across their cells, where they fit.
    pub has_places: bool,
    /// What stands for an actor.
    pub actors: ActorLetter,
    /// Shows only the actors of this team and those that they see, and those that are dead.
    pub seen_by: Option<TeamId>,
}

/// Draws the world as lines of text, each ending with a newline.
pub fn text(world: &World, style: TextStyle) -> String {
    let scene = world.scene();
    let glyphs = glyphs(world, FrameOptions::default());
    write_rows(&glyphs, usize::from(scene.width()).max(1), style)
}

/// Draws the world as glyphs, row by row.
pub fn glyphs(world: &World, options: FrameOptions) -> Vec<Glyph> {
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
    for (cell, letters) in scene.spots().iter().filter(|_| options.has_places).flat_map(label) {
        put(cell, letters, palette::POINT, None);
    }
    for pile in world.piles() {
        put(pile.cell, ['!', ' '], BRASS, None);
    }
    for is_alive in [false, true] {
        for (index, actor) in
            world.actors().iter().enumerate().filter(|(_, a)| a.is_alive() == is_alive && !a.is_removed())
        {
            let id = ActorId::new(index as u16);
            if is_alive && options.seen_by.is_some_and(|team| !is_seen(world, team, id)) {
                continue;
            }
            let letter = || match options.actors {
                ActorLetter::Team => initial(world, id),
                ActorLetter::Name => actor_letter(world, id),
            };
            let letters = if is_alive { [letter(), arrow(actor.heading())] } else { ['x', ' '] };
            let (ink, ground) =
                if is_alive { (palette::CASING, Some(colour_of(world, id))) } else { (DEAD, None) };
            put(actor.cell(), letters, ink, ground);
        }
    }
    glyphs
}

fn write_rows(glyphs: &[Glyph], width: usize, style: TextStyle) -> String {
    let mut out = String::new();
    for row in glyphs.chunks(width) {
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

/// Whether an actor belongs to a team, or a living actor of the team sees it.
fn is_seen(world: &World, team: TeamId, actor: ActorId) -> bool {
    let team_of = |id: ActorId| world.scene().actors().get(id.index()).map(|spec| spec.team);
    let mut viewers = (0..world.actors().len()).map(|index| ActorId::new(index as u16));
    team_of(actor) == Some(team)
        || viewers.any(|viewer| {
            let is_alive = world.actor(viewer).is_some_and(crate::Actor::is_alive);
            team_of(viewer) == Some(team) && is_alive && world.sees(viewer, actor)
        })
}

/// The letter that stands for an actor by its name: the number at the end of the name, or its first letter.
pub fn actor_letter(world: &World, actor: ActorId) -> char {
    let name = world.scene().actors().get(actor.index()).map_or("", |spec| spec.name.as_str());
    let last = name.chars().last().filter(char::is_ascii_digit);
    last.or_else(|| name.chars().next()).unwrap_or('?').to_ascii_uppercase()
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
