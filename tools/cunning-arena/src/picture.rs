//! Pictures of worlds: text frames for logs and terminals, SVG for documents.
//!
//! The same world gives the same picture on every platform. Beliefs and goals of actors are not shown,
//! because the world does not know them.
//!
//! ```
//! use std::sync::Arc;
//! use cunning_arena::{Scene, World, picture};
//! use cunning_diag::Source;
//!
//! let text = "
//! [scene]
//! name = 'gate'
//! teams = ['guards']
//! map = '''
//! ...o.
//! TT+TT
//! '''
//! [[actor]]
//! name = 'ann'
//! team = 'guards'
//! at = [2, 0]
//! facing = 'south'
//! ";
//! let world = World::new(Arc::new(Scene::parse(&Source::new("gate.toml", text))?));
//! assert_eq!(picture::text(&world, picture::TextStyle::Plain), "\
//! . . Gvo .
//! T T + T T
//! ");
//! # Ok::<(), cunning_diag::Diagnostics>(())
//! ```

mod svg;
mod text;

use cunning_draw::{Colour, palette};

use crate::{ActorId, TeamId, World};

pub use svg::{svg, svg_with_paths};
pub use text::{ActorLetter, FrameOptions, Glyph, TextStyle, actor_letter, glyphs, text};

/// The colours of doors, stations and items.
const WOOD: Colour = Colour::hex(0x8a_5a_2b);
const COVER: Colour = Colour::hex(0xb0_9a_78);
const BRASS: Colour = Colour::hex(0xd9_a4_1a);
const DEAD: Colour = Colour::hex(0x8c_8c_8c);

/// The colour of a team. Teams use the distinguishable colours of paths, in scene order.
pub fn team_colour(team: TeamId) -> Colour {
    palette::PATHS[team.index() % palette::PATHS.len()]
}

fn colour_of(world: &World, actor: ActorId) -> Colour {
    world.scene().actors().get(actor.index()).map_or(DEAD, |spec| team_colour(spec.team))
}
