//! Pictures of quests: map, objects, demonstrations, expanded cells and the plan.

use std::collections::BTreeSet;

use cunning_draw::{DrawError, GridPicture, PathStyle, PathWeight, Terrain, palette};
use cunning_train::{Demonstration, Moment, Quest};

use crate::failure::Failure;

/// A picture with all layers.
pub(super) fn picture(
    quest: &Quest,
    demonstrations: &[Demonstration],
    expanded: &BTreeSet<u32>,
    plan: &[Moment],
) -> Result<GridPicture, Failure> {
    drawn(quest, demonstrations, expanded, plan).map_err(|error| Failure::input("cli/picture", error))
}

fn drawn(
    quest: &Quest,
    demonstrations: &[Demonstration],
    expanded: &BTreeSet<u32>,
    plan: &[Moment],
) -> Result<GridPicture, DrawError> {
    let terrain = |position| match quest.cell(position) {
        Some(cell) if quest.is_free(cell) => Terrain::Free,
        _ => Terrain::Wall,
    };
    let mut picture = GridPicture::from_fn(quest.width(), quest.height(), terrain)?;
    let positions = |cells: &[u32]| cells.iter().map(|&cell| quest.position(cell)).collect::<Vec<_>>();
    let doors: Vec<u32> = quest.doors().iter().flat_map(|door| door.cells.clone()).collect();
    picture.paint(&positions(&doors), Terrain::Tree)?;
    let expanded: Vec<u32> = expanded.iter().copied().collect();
    picture.tint(&positions(&expanded), palette::EXPANDED)?;
    for (shown, colour) in demonstrations.iter().zip(palette::PATHS[1..].iter().cycle()) {
        let style = PathStyle { colour: *colour, weight: PathWeight::Thin };
        // Demonstrations of another map size were rejected before.
        picture.path(&shown.cells(), style)?;
    }
    let route: Vec<u32> = plan.iter().map(|moment| moment.situation.cell).collect();
    picture.path(&positions(&route), PathStyle { weight: PathWeight::Regular, ..PathStyle::default() })?;
    let events = quest.events().iter().map(|event| (&event.name, &event.cells));
    let enemies = quest.enemies().iter().map(|enemy| (&enemy.name, &enemy.cells));
    for (name, cells) in events.chain(enemies) {
        let label: String = name.chars().take(cunning_draw::TEXT_CHARS_MAX).collect();
        for position in positions(cells) {
            picture.point(position, &label)?;
        }
    }
    picture.start(quest.position(quest.walker().cell))?;
    for position in positions(&quest.goal().cells) {
        picture.goal(position)?;
    }
    Ok(picture)
}
