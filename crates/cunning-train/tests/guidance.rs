//! The estimates match their definition: the least cost over all chains of jumps and experience.

use crate::support;

use std::sync::Arc;

use cunning_diag::Source;
use cunning_search::{Dense, HeuristicSet, Space, Weight};
use cunning_train::{
    ExperienceField, ExperienceGraph, Facts, FirstLeg, Guide, Metric, Point, Quest, QuestGuides, QuestSpace,
    Situation, StraightField, Successors, Target,
};
use proptest::prelude::*;
use support::{built_in_quest, random_experience, small_quest};

const SIDE: u32 = 12;

/// An empty map.
fn meadow() -> Quest {
    let row = ".".repeat(SIDE as usize - 1);
    let rows = vec![format!("{row}."); SIDE as usize - 2].join("\n");
    let text = format!("map = '''\nS{row}\n{rows}\n{row}G\n'''\n[walker]\nat = 'S'\n[goal]\nat = 'G'\n");
    Quest::parse(&Source::new("meadow", text)).unwrap()
}

fn point() -> impl Strategy<Value = Point> {
    (0..=SIDE * 1000, 0..=SIDE * 1000).prop_map(|(x, y)| Point { x, y })
}

/// Several chains of points with times, some of them impossibly short.
fn chains() -> impl Strategy<Value = Vec<Vec<(Point, u64)>>> {
    let cost = (0..3_000_u64).prop_map(|ms| ms * 1_000_000);
    prop::collection::vec(prop::collection::vec((point(), cost), 1..7), 0..4)
}

fn epsilon() -> impl Strategy<Value = Weight> {
    (1000..20_000_u32).prop_map(|thousandths| Weight::new(f64::from(thousandths) / 1000.0).unwrap())
}

fn graph(chains: &[Vec<(Point, u64)>], metric: Metric) -> ExperienceGraph {
    let mut graph = ExperienceGraph::default();
    for chain in chains {
        graph.append(ExperienceGraph::chain(chain, metric));
    }
    graph
}

/// The definition: every pair of points is a jump, linked ones also experience; relaxed until nothing changes.
fn naive(metric: Metric, graph: &ExperienceGraph, epsilon: Weight, targets: &[Target], from: Point) -> u64 {
    let (numerator, denominator) = epsilon.as_fraction();
    let jump = |a: Point, b: Point| metric.between(a, b) * u64::from(numerator) / u64::from(denominator);
    let mut points = vec![from];
    points.extend(graph.points());
    let to_targets = |&point: &Point| targets.iter().map(|to| jump(point, to.at) + to.rest).min().unwrap();
    let mut costs: Vec<u64> = points.iter().map(to_targets).collect();
    loop {
        let before = costs.clone();
        for a in 0..points.len() {
            for b in 0..points.len() {
                let mut edge = jump(points[a], points[b]);
                // Number 0 is the state itself, which is not part of the experience.
                for (first, second) in [(a, b), (b, a)] {
                    if first > 0 && second == first + 1 {
                        edge = edge.min(graph.link(first - 1).unwrap_or(u64::MAX));
                    }
                }
                costs[a] = costs[a].min(costs[b].saturating_add(edge));
            }
        }
        if costs == before {
            return costs[0];
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn field_equals_the_cheapest_chain(
        chains in chains(), epsilon in epsilon(),
        targets in prop::collection::vec((point(), 0..20_000_000_000_u64), 1..4), from in point(),
    ) {
        let quest = meadow();
        let metric = Metric::of(&quest);
        let graph = Arc::new(graph(&chains, metric));
        let targets: Vec<Target> = targets.into_iter().map(|(at, rest)| Target { at, rest }).collect();
        let mut field = ExperienceField::new(metric, graph.clone(), epsilon, quest.cell_count());
        field.aim(&targets);
        prop_assert_eq!(field.at_point(from), naive(metric, &graph, epsilon, &targets, from));
        let cell = from.x / 1001 + from.y / 1001 * SIDE;
        prop_assert_eq!(field.at(cell), naive(metric, &graph, epsilon, &targets, metric.middle(cell)));
        prop_assert_eq!(field.at(cell), field.at_point(metric.middle(cell)), "remembered");
    }

    #[test]
    fn field_lies_between_the_line_and_epsilon_times_the_line(
        chains in chains(), epsilon in epsilon(), to in point(), from in point(),
    ) {
        let metric = Metric::of(&meadow());
        let mut field = ExperienceField::new(metric, Arc::new(graph(&chains, metric)), epsilon, SIDE * SIDE);
        field.aim(&[Target { at: to, rest: 0 }]);
        let (straight, estimate) = (metric.between(from, to), field.at_point(from));
        let (numerator, denominator) = epsilon.as_fraction();
        prop_assert!(straight <= estimate);
        prop_assert!(estimate * u64::from(denominator) <= straight * u64::from(numerator));
        if epsilon == Weight::ONE {
            prop_assert_eq!(straight, estimate);
        }
    }

    #[test]
    fn straight_line_is_a_metric(a in point(), b in point(), c in point()) {
        let metric = Metric::of(&meadow());
        prop_assert!(metric.between(a, c) <= metric.between(a, b) + metric.between(b, c));
        prop_assert_eq!(metric.between(a, b), metric.between(b, a));
        prop_assert_eq!(metric.between(a, b) == 0, a == b);
    }

    /// Along every edge of a quest's space the straight line falls by at most the cost, and the experience heuristic by at
    /// most ε times the cost.
    #[test]
    fn estimates_are_consistent_along_every_edge(seed in 0..10_000_u64, epsilon in epsilon()) {
        let quest = small_quest(seed);
        let experience = random_experience(&quest, seed);
        let metric = Metric::of(&quest);
        let goal: Vec<Target> =
            quest.goal().cells.iter().map(|&cell| Target { at: metric.middle(cell), rest: 0 }).collect();
        let mut straight = StraightField::new(metric, quest.cell_count());
        straight.aim(&goal);
        let (numerator, denominator) = epsilon.as_fraction();
        let on_and_off = [ExperienceGraph::on_grid, ExperienceGraph::off_grid];
        for graph in on_and_off.map(|graph| graph(&quest, &experience).unwrap()) {
            let mut field = ExperienceField::new(metric, Arc::new(graph), epsilon, quest.cell_count());
            field.aim(&goal);
            let mut space = QuestSpace::<Dense>::new(&quest, Successors::Sixteen);
            let mut out = Vec::new();
            for cell in (0..quest.cell_count()).filter(|&cell| quest.is_free(cell)) {
                let situation = Situation { cell, ..space.situation(space.start()) };
                let state = space.state(situation);
                out.clear();
                space.successors(&state, None, &mut out);
                for next in &out {
                    let to = space.cell(next.state);
                    prop_assert!(straight.at(cell) <= next.cost + straight.at(to));
                    let fall = field.at(cell).saturating_sub(field.at(to));
                    prop_assert!(fall * u64::from(denominator) <= next.cost * u64::from(numerator));
                }
            }
            for &cell in &quest.goal().cells {
                prop_assert_eq!((straight.at(cell), field.at(cell)), (0, 0));
            }
        }
    }
}

/// A guide leads to its event first, straight or along demonstrations, and then to the goal. The anchor is the straight
/// line to the goal.
#[test]
fn guides_lead_to_their_event_and_then_to_the_goal() {
    for seed in 0..60 {
        let quest = small_quest(seed);
        let metric = Metric::of(&quest);
        let epsilon = Weight::new([1.0, 2.0, 7.25, 100.0][seed as usize % 4]).unwrap();
        let graph = Arc::new(ExperienceGraph::on_grid(&quest, &random_experience(&quest, seed)).unwrap());
        let target = |cell: u32, rest: u64| Target { at: metric.middle(cell), rest };
        let goal: Vec<Target> = quest.goal().cells.iter().map(|&cell| target(cell, 0)).collect();
        let by_experience =
            |cell: u32, to: &[Target]| naive(metric, &graph, epsilon, to, metric.middle(cell));
        let mut space = QuestSpace::<Dense>::new(&quest, Successors::Sixteen);
        for first_leg in [FirstLeg::Straight, FirstLeg::Experience] {
            let mut guides = QuestGuides::new(&quest, &graph, epsilon, first_leg);
            let count = HeuristicSet::<QuestSpace<Dense>>::guide_count(&guides);
            assert_eq!(count, quest.facts().len(), "one for each fact that can become true");
            for cell in (0..quest.cell_count()).filter(|&cell| quest.is_free(cell)) {
                for facts in [0, 1, 2, 3].map(Facts) {
                    let facts = Facts(facts.0 & ((1 << count) - 1));
                    let situation = Situation { cell, facts, ..space.situation(space.start()) };
                    let state = space.state(situation);
                    let straight = goal.iter().map(|to| metric.between(metric.middle(cell), to.at)).min();
                    assert_eq!(guides.anchor(&mut space, &state), straight);
                    for event in quest.events() {
                        let legs = |&at: &u32| {
                            let rest = by_experience(at, &goal);
                            match first_leg {
                                FirstLeg::Straight => {
                                    metric.between(metric.middle(cell), metric.middle(at)) + rest
                                }
                                FirstLeg::Experience => by_experience(cell, &[target(at, rest)]),
                            }
                        };
                        let expected = if facts.has(event.fact) {
                            by_experience(cell, &goal)
                        } else {
                            event.cells.iter().map(legs).min().unwrap()
                        };
                        let guide = guides.guide(event.fact.0.into(), &mut space, &state);
                        assert_eq!(guide, Some(expected), "seed {seed}, {}", event.name);
                    }
                }
            }
        }
    }
}

/// The built-in demonstrations are continuous on the grid and dense off the grid.
#[test]
fn built_in_demonstrations_are_continuous() {
    for name in ["shield", "key"] {
        let (quest, experience) = built_in_quest(name);
        let graph = ExperienceGraph::on_grid(&quest, &experience).unwrap();
        let count = graph.points().len();
        assert!(count > 50, "{name}: {count}");
        assert!((0..count - 1).all(|point| graph.link(point).is_some()), "{name} goes through a wall");
        let metric = Metric::of(&quest);
        let passes = |cell: u32| graph.points().contains(&metric.middle(cell));
        assert!(quest.events().iter().all(|event| event.cells.iter().any(|&cell| passes(cell))), "{name}");
        assert!(passes(quest.goal().cells[0]), "{name}");
        let off = ExperienceGraph::off_grid(&quest, &experience).unwrap();
        assert!(off.points().windows(2).all(|pair| pair[0].distance(pair[1]) <= 1000), "{name} has gaps");
    }
}
