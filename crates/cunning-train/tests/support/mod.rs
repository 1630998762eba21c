//! Small random quests, and an exhaustive search with an independent implementation of the rules.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use cunning_diag::Source;
use cunning_search::{Algorithm, AlgorithmParameters, Weight};
use cunning_train::{Demonstration, Experience, FirstLeg, Quest, QuestPlanner, Waypoint, built_in};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

pub struct Numbers(Pcg64Mcg);

impl Numbers {
    pub fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }

    pub fn below(&mut self, end: u64) -> u64 {
        ((self.0.next_u64() >> 32) * end) >> 32
    }

    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

pub fn weight(w: f64) -> Weight {
    Weight::new(w).unwrap()
}

pub fn built_in_quest(name: &str) -> (Quest, Experience) {
    let quest = Quest::parse(&built_in::quest(name).unwrap()).unwrap();
    let mut experience = Experience::new();
    for file in quest.demonstrations() {
        for shown in Demonstration::parse(&built_in::demonstrations(file).unwrap()).unwrap() {
            experience.add(shown).unwrap();
        }
    }
    (quest, experience)
}

/// A quest on a small map with up to two items, a potion, a lever, a door and an enemy, as its text.
pub fn small_quest_text(seed: u64) -> String {
    let mut numbers = Numbers::new(seed);
    let (width, height) = (4 + numbers.below(5) as usize, 3 + numbers.below(4) as usize);
    let walls = 5 + numbers.below(35);
    let mut cells: Vec<char> =
        (0..width * height).map(|_| if numbers.chance(walls) { '#' } else { '.' }).collect();
    let mut put = |letter: char, numbers: &mut Numbers| loop {
        let cell = numbers.below((width * height) as u64) as usize;
        if !cells[cell].is_ascii_alphabetic() {
            cells[cell] = letter;
            break;
        }
    };
    let mut tables = String::new();
    put('S', &mut numbers);
    put('G', &mut numbers);
    put('k', &mut numbers);
    tables += "[item.key]\nat = 'k'\n";
    let has_shield = numbers.chance(70);
    if has_shield {
        put('s', &mut numbers);
        tables += "[item.shield]\nat = 's'\n";
    }
    if numbers.chance(30) {
        put('p', &mut numbers);
        tables += "[item.potion]\nat = 'p'\nheals = 40\n";
    }
    let has_lever = numbers.chance(30);
    if has_lever {
        put('l', &mut numbers);
        tables += "[trigger.lever]\nat = 'l'\nneeds = ['key']\ntakes_ms = 700\n";
    }
    for _ in 0..numbers.below(3) {
        put('D', &mut numbers);
    }
    if numbers.chance(70) {
        put('D', &mut numbers);
        let needs = if has_lever && numbers.chance(50) { "'lever'" } else { "'key'" };
        let _ = write!(tables, "[door.gate]\nat = 'D'\nneeds = [{needs}]\n");
    } else {
        tables += "[item.dust]\nat = 'D'\n";
        put('D', &mut numbers);
    }
    if numbers.chance(70) {
        put('E', &mut numbers);
        let harm = 20 * (1 + numbers.below(5));
        let shield = if has_shield { "shield = 'shield'\nshielded = 20\n" } else { "" };
        let sneaking = if numbers.chance(50) { format!("sneaking = {}\n", harm / 2) } else { String::new() };
        let _ = write!(
            tables,
            "[enemy.ogre]\nat = 'E'\nreach = 1.{}\nharm = {harm}\n{shield}{sneaking}",
            numbers.below(10)
        );
    }
    let needs = if numbers.chance(40) { "needs = ['key']\n" } else { "" };
    let health = 20 * numbers.below(4);
    let rows: Vec<String> = cells.chunks(width).map(|row| row.iter().collect()).collect();
    format!(
        "map = '''\n{}\n'''\n[walker]\nat = 'S'\nsneak_ms = {}\n{tables}[goal]\nat = 'G'\n{needs}health = {health}\n",
        rows.join("\n"),
        250 + 50 * numbers.below(8),
    )
}

pub fn small_quest(seed: u64) -> Quest {
    let text = small_quest_text(seed);
    Quest::parse(&Source::new("small", text.clone()))
        .unwrap_or_else(|found| panic!("seed {seed}\n{text}\n{found}"))
}

/// Random demonstrations.
pub fn random_experience(quest: &Quest, seed: u64) -> Experience {
    let mut numbers = Numbers::new(seed ^ 0x5eed);
    let mut experience = Experience::new();
    for _ in 0..numbers.below(3) {
        let waypoint = |numbers: &mut Numbers| Waypoint::Go {
            x: numbers.below(u64::from(quest.width()) * 1000 + 1) as f64 / 1000.0,
            y: numbers.below(u64::from(quest.height()) * 1000 + 1) as f64 / 1000.0,
            sneaks: numbers.chance(30),
        };
        let waypoints: Vec<Waypoint> = (0..=numbers.below(6)).map(|_| waypoint(&mut numbers)).collect();
        experience.add(Demonstration::from_waypoints(quest, &waypoints).unwrap()).unwrap();
    }
    experience
}

/// Every planner, with random weights.
pub fn planners(numbers: &mut Numbers) -> Vec<QuestPlanner> {
    let mut draw = || weight([1.0, 1.5, 2.0, 3.0, 10.0, 100.0][numbers.below(6) as usize]);
    let mut all = vec![
        QuestPlanner::ASTAR,
        Algorithm::WeightedAStar(draw()).into(),
        QuestPlanner::e_graph(draw(), draw()),
        QuestPlanner::t_graph(draw(), draw()),
    ];
    for first_leg in [FirstLeg::Straight, FirstLeg::Experience] {
        for name in ["mha", "mha++", "focal-mha", "unconstrained-mha"] {
            let epsilon = draw();
            let given = if name == "mha" {
                AlgorithmParameters { w1: Some(draw()), w2: Some(draw()), ..AlgorithmParameters::default() }
            } else {
                AlgorithmParameters { weight: Some(draw()), ..AlgorithmParameters::default() }
            };
            let algorithm = Algorithm::from_name(name, &given).unwrap();
            all.push(QuestPlanner::guided(algorithm, epsilon, first_leg));
        }
    }
    all
}

/// The least time to the goal in nanoseconds by Dijkstra's algorithm over (cell, facts, points of health), with the rules as the
/// documentation states them.
pub fn exhaustive(quest: &Quest) -> Option<u64> {
    type State = (u32, u32, i64);
    let walker = quest.walker();
    let level = i64::from(walker.level);
    let up = |points: u32| (i64::from(points) + level - 1) / level * level;
    let happen = |(cell, mut facts, mut health): State| {
        let mut ms = 0;
        for event in quest.events().iter().filter(|event| event.cells.contains(&cell)) {
            if facts >> event.fact.0 & 1 == 0 && facts & event.needs.0 == event.needs.0 {
                facts |= 1 << event.fact.0;
                health = (health + i64::from(event.heals) / level * level).min(i64::from(walker.health));
                ms += u64::from(event.takes_ms);
            }
        }
        ((cell, facts, health), ms)
    };
    let is_door = |cell: u32| quest.doors().iter().any(|door| door.cells.contains(&cell));
    let at = |x: i64, y: i64| {
        let position = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        quest.cell(position).filter(|&cell| quest.is_free(cell))
    };
    let mut best: BTreeMap<State, u64> = BTreeMap::new();
    let mut open: BTreeSet<(u64, State)> = BTreeSet::new();
    let start = happen((walker.cell, 0, i64::from(walker.health))).0;
    best.insert(start, 0);
    open.insert((0, start));
    while let Some((g, state)) = open.pop_first() {
        let (cell, facts, health) = state;
        let goal = quest.goal();
        if goal.cells.contains(&cell) && facts & goal.needs.0 == goal.needs.0 && health >= up(goal.health) {
            return Some(g);
        }
        let (x, y) = quest.position(cell);
        let (x, y) = (i64::from(x), i64::from(y));
        for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
            let Some(to) = at(x + dx, y + dy) else { continue };
            let is_diagonal = dx != 0 && dy != 0;
            if is_diagonal {
                let beside = [Some(cell), at(x + dx, y), at(x, y + dy), Some(to)];
                if beside.iter().any(|cell| cell.is_none_or(is_door)) {
                    continue;
                }
            }
            let doors = quest.doors().iter().filter(|door| door.cells.contains(&to));
            if doors.into_iter().any(|door| facts & door.needs.0 != door.needs.0) {
                continue;
            }
            for sneaks in [false, true] {
                let ms_per_cell = u64::from(if sneaks { walker.sneak_ms } else { walker.walk_ms });
                let milli = if is_diagonal { 1415 } else { 1000 };
                let ((to, facts, mut health), ms) = happen((to, facts, health));
                for enemy in quest.enemies() {
                    for &stand in &enemy.cells {
                        let ((ax, ay), (bx, by)) = (quest.position(stand), quest.position(to));
                        let (ax, ay, bx, by) = (f64::from(ax), f64::from(ay), f64::from(bx), f64::from(by));
                        if (ax - bx).hypot(ay - by) > f64::from(enemy.reach) / 1000.0 {
                            continue;
                        }
                        let mut harm = enemy.harm;
                        if sneaks {
                            harm = harm.min(enemy.sneaking);
                        }
                        if enemy.shield.is_some_and(|shield| facts >> shield.0 & 1 == 1) {
                            harm = harm.min(enemy.shielded);
                        }
                        health -= up(harm);
                    }
                }
                if health <= 0 {
                    continue;
                }
                let next = (to, facts, health);
                let cost = g + ms_per_cell * milli * 1000 + ms * 1_000_000;
                if best.get(&next).is_none_or(|&known| cost < known) {
                    best.insert(next, cost);
                    open.insert((cost, next));
                }
            }
        }
    }
    None
}
