//! Key and shield elsewhere: random, but so that the quest can be done.

use cunning_search::Status;
use cunning_train::{Experience, Quest, QuestPlanner, QuestSearch, Successors};
use cunning_walk::Random;

use super::LabError;

/// The most placements of one experiment.
pub const PLACEMENTS_MAX: u32 = 10_000;

/// So many quests with all items at random free places, the same for the same seed. Each can be done: that is checked by
/// a search. `progress` is told after each one how many there are.
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
    // A quest that hardly any placement can be done in is refused rather than tried for ever.
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
        if can_be_done(&moved)? {
            placed.push(moved);
            progress(placed.len() as u32);
        }
    }
    if placed.len() < count as usize { Err(LabError::NoPlacement) } else { Ok(placed) }
}

fn can_be_done(quest: &Quest) -> Result<bool, LabError> {
    if quest.check_reachable().is_err() {
        return Ok(false);
    }
    let mut search = QuestSearch::new(quest, &Experience::new(), QuestPlanner::ASTAR, Successors::Sixteen)?;
    Ok(search.step(u64::MAX) == Status::Solved)
}
