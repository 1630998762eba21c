//! Random placements of items in which the quest is solvable.

use cunning_search::Status;
use cunning_train::{Experience, Quest, QuestPlanner, QuestSearch, Successors};
use cunning_walk::Random;

use super::LabError;

/// The largest number of placements of an experiment.
pub const PLACEMENTS_MAX: u32 = 10_000;

/// `count` solvable quests with all items at random free cells, the same for the same seed. A search checks each of them.
/// `progress` is called after each one with their number.
pub fn placements(
    quest: &Quest,
    count: u32,
    seed: u64,
    progress: &mut dyn FnMut(u32),
) -> Result<Vec<Quest>, LabError> {
    if count > PLACEMENTS_MAX {
        return Err(LabError::TooManyPlacements(count));
    }
    let mut random = Random::from_seed(seed);
    let free: Vec<u32> = (0..quest.cell_count())
        .filter(|&cell| quest.is_free(cell) && quest.door_at(cell).is_none())
        .collect();
    let mut placed = Vec::new();
    // Give up on quests that are hardly ever solvable.
    let tries_max = u64::from(count) * 1000;
    for _ in 0..tries_max {
        if placed.len() == count as usize {
            break;
        }
        let mut moved = quest.clone();
        for event in quest.events() {
            let cell = random.pick(&free).unwrap_or(0);
            moved = moved.with_event_at(&event.name, quest.position(cell)).map_err(LabError::Move)?;
        }
        if is_solvable(&moved)? {
            placed.push(moved);
            progress(placed.len() as u32);
        }
    }
    if placed.len() < count as usize { Err(LabError::NoPlacement) } else { Ok(placed) }
}

fn is_solvable(quest: &Quest) -> Result<bool, LabError> {
    if quest.check_reachable().is_err() {
        return Ok(false);
    }
    let mut search = QuestSearch::new(quest, &Experience::new(), QuestPlanner::ASTAR, Successors::Sixteen)?;
    Ok(search.step(u64::MAX) == Status::Solved)
}
