//! A world as SVG with one user unit per cell: the ground drawn by `cunning-draw`, everything else on top.

use std::fmt::{self, Write};

use cunning_draw::{Colour, DrawError, GridPicture, palette};

use super::{BRASS, COVER, DEAD, WOOD, colour_of};
use crate::scene::Spot;
use crate::world::EventKind;
use crate::{Actor, ActorId, Cell, DoorState, Point, Stance, Target, Terrain, World};

/// The tint of named places.
const SPOT: Colour = Colour::hex(0xf2_cf_9b);
const LABEL: Colour = Colour::hex(0x6b_4d_1f);

/// Draws the world as an SVG document: the ground and its places, doors, stations, items, actors with their
/// team's colour and heading, their remaining paths, and the shots since events were last drained.
pub fn svg(world: &World) -> Result<String, DrawError> {
    svg_with_paths(world, &[])
}

/// Draws the world with walked paths, each with a name. Paths with the same name have the same colour.
pub fn svg_with_paths(world: &World, paths: &[(&str, &[Cell])]) -> Result<String, DrawError> {
    let scene = world.scene();
    let terrain = |(x, y)| match scene.terrain(Cell::at((x, y))) {
        // Cover stands on ground and is drawn on top of it.
        Terrain::Ground | Terrain::Cover => cunning_draw::Terrain::Free,
        Terrain::Water => cunning_draw::Terrain::Water,
        Terrain::Tree => cunning_draw::Terrain::Tree,
        Terrain::Wall => cunning_draw::Terrain::Wall,
    };
    let mut ground = GridPicture::from_fn(scene.width().into(), scene.height().into(), terrain)?;
    let title: String = scene.name().chars().take(cunning_draw::TEXT_CHARS_MAX).collect();
    ground.title(&title)?;
    for spot in scene.spots() {
        let cells: Vec<(u32, u32)> = spot.cells.iter().map(|cell| cell.position()).collect();
        ground.tint(&cells, SPOT)?;
    }
    Ok(ground.to_svg_with(|out| write_layers(world, paths, out)))
}

fn write_layers(world: &World, paths: &[(&str, &[Cell])], out: &mut String) -> fmt::Result {
    let scene = world.scene();
    for cell in scene.cells() {
        if scene.terrain(cell) == Terrain::Cover {
            write_cover(out, cell)?;
        }
    }
    for (door, state) in scene.doors().iter().zip(&world.state.doors) {
        write_door(world, out, door.cell, *state)?;
    }
    write_walked(paths, out)?;
    for spot in scene.spots() {
        write_label(out, spot)?;
    }
    for station in scene.stations() {
        let Point { x, y } = station.cell.centre();
        writeln!(
            out,
            r#"<g><title>{}</title><rect x="{}" y="{}" width=".64" height=".64" rx=".1" fill="{WOOD}" stroke="{}" stroke-width=".08"/><path d="M{} {}h.36m-.36 .18h.36" stroke="{}" stroke-width=".07"/></g>"#,
            station.name,
            Milli(x - 320),
            Milli(y - 320),
            palette::CASING,
            Milli(x - 180),
            Milli(y - 90),
            palette::CASING,
        )?;
    }
    // Dead actors lie under dropped items, and both under the living.
    write_actors(world, out, false)?;
    for pile in world.piles() {
        let Point { x, y } = pile.cell.centre();
        let name = scene.items().get(pile.item.index()).map_or("", |item| &item.name);
        writeln!(
            out,
            r#"<g><title>{} {name}</title><path d="M{} {}l.22 .22-.22 .22-.22-.22z" fill="{BRASS}" stroke="{}" stroke-width=".06"/></g>"#,
            pile.count,
            Milli(x),
            Milli(y - 220),
            palette::POINT,
        )?;
    }
    for (index, actor) in world.actors().iter().enumerate() {
        write_remaining_path(world, out, ActorId::new(index as u16), actor)?;
    }
    write_actors(world, out, true)?;
    write_shots(world, out)
}

fn write_actors(world: &World, out: &mut String, are_alive: bool) -> fmt::Result {
    for (index, actor) in
        world.actors().iter().enumerate().filter(|(_, a)| a.is_alive() == are_alive && !a.is_removed())
    {
        write_actor(world, out, ActorId::new(index as u16), actor)?;
    }
    Ok(())
}

fn write_cover(out: &mut String, cell: Cell) -> fmt::Result {
    let Point { x, y } = cell.centre();
    writeln!(
        out,
        r#"<rect x="{}" y="{}" width=".84" height=".84" rx=".12" fill="{COVER}" stroke="{WOOD}" stroke-width=".08"/>"#,
        Milli(x - 420),
        Milli(y - 420),
    )
}

/// A door is a bar between its walls; an open one has swung aside.
fn write_door(world: &World, out: &mut String, cell: Cell, state: DoorState) -> fmt::Result {
    let Point { x, y } = cell.centre();
    let is_wall =
        |dx, dy| cell.offset(dx, dy).is_none_or(|side| world.scene().terrain(side) == Terrain::Wall);
    // Turned by a quarter where the walls are above and below.
    let turn = if is_wall(0, -1) && is_wall(0, 1) { 90 } else { 0 };
    let shape = match state {
        DoorState::Closed | DoorState::Locked => {
            format!(r#"<rect x="-.5" y="-.15" width="1" height=".3" fill="{WOOD}"/>"#)
        }
        DoorState::Open => {
            format!(r#"<rect x="-.5" y="-.5" width=".16" height="1" fill="{WOOD}"/>"#)
        }
        DoorState::Broken => {
            format!(r#"<path d="M-.5 0h.2m.1 .15h.15m.1-.2h.2" stroke="{WOOD}" stroke-width=".2"/>"#)
        }
    };
    let lock = if state == DoorState::Locked {
        format!(r#"<circle r=".14" fill="{BRASS}" stroke="{}" stroke-width=".05"/>"#, palette::POINT)
    } else {
        String::new()
    };
    writeln!(out, r#"<g transform="translate({} {}) rotate({turn})">{shape}{lock}</g>"#, Milli(x), Milli(y))
}

fn write_label(out: &mut String, spot: &Spot) -> fmt::Result {
    let Point { x, y } = spot.centre.centre();
    writeln!(
        out,
        r#"<text x="{}" y="{}" font-family="sans-serif" font-size=".6" text-anchor="middle" fill="{LABEL}">{}</text>"#,
        Milli(x),
        Milli(y + 200),
        spot.name,
    )
}

/// Draws walked paths, side by side where they share cells.
fn write_walked(paths: &[(&str, &[Cell])], out: &mut String) -> fmt::Result {
    let mut names: Vec<&str> = Vec::new();
    for (name, cells) in paths {
        let at = names.iter().position(|known| known == name).unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        });
        let colour = palette::PATHS[at % palette::PATHS.len()];
        let aside = (at as i32 % 5 - 2) * 130;
        for (number, cell) in cells.iter().enumerate() {
            let Point { x, y } = cell.centre();
            let start = if number == 0 { r#"<path d="M"# } else { "L" };
            write!(out, "{start}{} {}", Milli(x + aside), Milli(y + aside))?;
        }
        if !cells.is_empty() {
            let style = r#"fill="none" stroke-width=".12" stroke-linejoin="round" opacity=".85""#;
            writeln!(out, r#"" stroke="{colour}" {style}><title>{name}</title></path>"#)?;
        }
    }
    Ok(())
}

/// Draws the remaining path of a walk as a fine dotted line.
fn write_remaining_path(world: &World, out: &mut String, id: ActorId, actor: &Actor) -> fmt::Result {
    if actor.path().is_empty() {
        return Ok(());
    }
    let Point { x, y } = actor.point();
    write!(out, r#"<path d="M{} {}"#, Milli(x), Milli(y))?;
    for cell in actor.path().iter().rev() {
        let Point { x, y } = cell.centre();
        write!(out, "L{} {}", Milli(x), Milli(y))?;
    }
    writeln!(
        out,
        r#"" fill="none" stroke="{}" stroke-width=".09" stroke-dasharray=".02 .24" stroke-linecap="round"/>"#,
        colour_of(world, id)
    )
}

fn write_actor(world: &World, out: &mut String, id: ActorId, actor: &Actor) -> fmt::Result {
    let (scene, colour) = (world.scene(), colour_of(world, id));
    let Some(spec) = scene.actors().get(id.index()) else { return Ok(()) };
    let Point { x, y } = actor.point();
    write!(out, r#"<g transform="translate({} {})"><title>{}</title>"#, Milli(x), Milli(y), spec.name)?;
    if !actor.is_alive() {
        return writeln!(
            out,
            r#"<path d="M-.22-.22l.44 .44m0-.44l-.44 .44" stroke="{DEAD}" stroke-width=".14"/></g>"#
        );
    }
    // A crouched actor is smaller; a nose shows the heading.
    let radius = if actor.stance() == Stance::Crouched { 260 } else { 340 };
    let (dx, dy) = actor.heading().vector();
    let (tip_x, tip_y) = (dx * (radius + 260) / 1000, dy * (radius + 260) / 1000);
    let (side_x, side_y) = (-dy * radius * 9 / 10_000, dx * radius * 9 / 10_000);
    let (base_x, base_y) = (dx * radius * 4 / 10_000, dy * radius * 4 / 10_000);
    let shape = format!(
        r#"<path d="M{} {}L{} {} {} {}z"/><circle r="{}"/>"#,
        Milli(tip_x),
        Milli(tip_y),
        Milli(base_x + side_x),
        Milli(base_y + side_y),
        Milli(base_x - side_x),
        Milli(base_y - side_y),
        Milli(radius)
    );
    // The outline lies under the whole shape, so that body and nose are one.
    let casing = palette::CASING;
    write!(out, r#"<g stroke="{casing}" stroke-width=".16" stroke-linejoin="round">{shape}</g>"#)?;
    write!(out, r#"<g fill="{colour}">{shape}</g>"#)?;
    if actor.suppression() > 300 {
        write!(
            out,
            r#"<circle r=".46" fill="none" stroke="{}" stroke-width=".07" stroke-dasharray=".16 .1"/>"#,
            palette::GOAL
        )?;
    }
    let most = scene.bodies().get(spec.body.index()).map_or(1, |body| body.health.max(1));
    if actor.health() < most {
        let left = i32::from(actor.health()) * 800 / i32::from(most);
        write!(
            out,
            r#"<path d="M-.4 .52h.8" stroke="{}" stroke-width=".12"/><path d="M-.4 .52h{}" stroke="{}" stroke-width=".12"/>"#,
            palette::POINT,
            Milli(left),
            palette::START
        )?;
    }
    writeln!(out, "</g>")
}

fn write_shots(world: &World, out: &mut String) -> fmt::Result {
    for event in world.events() {
        let EventKind::Shot { shooter, at, hit } = event.kind else { continue };
        let target = match at {
            Target::Cell(cell) => Some(cell.centre()),
            Target::Actor(actor) => world.actor(actor).map(Actor::point),
        };
        let Some((from, to)) = world.actor(shooter).map(Actor::point).zip(target) else { continue };
        let (colour, width) = if hit.is_some() { (palette::GOAL, ".1") } else { (palette::POINT, ".05") };
        writeln!(
            out,
            r#"<path d="M{} {}L{} {}" stroke="{colour}" stroke-width="{width}" opacity=".7"/>"#,
            Milli(from.x),
            Milli(from.y),
            Milli(to.x),
            Milli(to.y)
        )?;
    }
    Ok(())
}

/// Thousandths of a cell as a decimal number.
struct Milli(i32);

impl fmt::Display for Milli {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, part) = (self.0.unsigned_abs() / 1000, self.0.unsigned_abs() % 1000);
        if part == 0 {
            return write!(f, "{sign}{whole}");
        }
        let digits = format!("{part:03}");
        write!(f, "{sign}{whole}.{}", digits.trim_end_matches('0'))
    }
}
