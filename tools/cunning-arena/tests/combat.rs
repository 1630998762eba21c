//! Shooting: lines of sight, magazines, rates of fire, suppression, and fairness.

use crate::support;

use std::sync::Arc;

use cunning_arena::{
    ActorId, Cell, DoorAction, EventKind, Failure, Intent, NoiseKind, Outcome, Scene, Stance, Target, World,
};
use support::{actor, id, run, until_end, walk, world};

fn shoot(target: ActorId, rounds: u16) -> Intent {
    Intent::Shoot { at: Target::Actor(target), rounds }
}

fn duel(map: &str, distance: u16) -> (World, ActorId, ActorId) {
    let people = actor("ann", "red", 0, 0, "") + &actor("bob", "blue", distance, 0, "facing = 'west'");
    let world = world(map, &people);
    let (ann, bob) = (id(&world, "ann"), id(&world, "bob"));
    (world, ann, bob)
}

#[test]
fn shots_need_a_line_of_sight_and_range() {
    let (mut world, ann, bob) = duel("..+..\n", 4);
    assert_eq!(run(&mut world, ann, shoot(bob, 1)), Err(Failure::NoLineOfSight));
    let door = world.scene().door("door1").unwrap();
    run(&mut world, ann, walk(1, 0)).unwrap();
    run(&mut world, ann, Intent::Door { door, action: DoorAction::Open }).unwrap();
    assert_eq!(run(&mut world, ann, shoot(bob, 1)), Ok(()));
    let map = format!("{}\n", ".".repeat(30));
    let (mut world, ann, bob) = duel(&map, 21);
    assert_eq!(run(&mut world, ann, shoot(bob, 1)), Err(Failure::OutOfRange));
    assert_eq!(world.actors()[0].rounds(), 5, "a failed shot costs no round");
}

#[test]
fn magazine_counts_rounds_and_is_reloaded() {
    let (mut world, ann, bob) = duel(".........\n", 8);
    assert_eq!(run(&mut world, ann, shoot(bob, 3)), Ok(()));
    assert_eq!((world.actors()[0].rounds(), world.actors()[1].health()), (2, 10));
    // The next hit kills; the remaining rounds are not fired.
    assert_eq!(run(&mut world, ann, shoot(bob, 9)), Ok(()));
    assert!(!world.actors()[1].is_alive());
    assert_eq!(world.actors()[0].rounds(), 1);
    run(&mut world, ann, Intent::Shoot { at: Target::Cell(Cell::new(8, 0)), rounds: 1 }).unwrap();
    let cell = Intent::Shoot { at: Target::Cell(Cell::new(8, 0)), rounds: 1 };
    assert_eq!(run(&mut world, ann, cell), Err(Failure::Empty));
    let start = world.time_ms();
    assert_eq!(run(&mut world, ann, Intent::Reload), Ok(()));
    assert_eq!((world.time_ms() - start, world.actors()[0].rounds()), (1000, 5));
    assert_eq!(run(&mut world, bob, shoot(ann, 1)), Err(Failure::Dead));
}

#[test]
fn rate_of_fire_does_not_depend_on_tick_length() {
    let shots = |slice: u16| {
        let (mut world, ann, _) = duel(".........\n", 8);
        world.intend(ann, Intent::Shoot { at: Target::Cell(Cell::new(4, 0)), rounds: 9 }).unwrap();
        (0..800 / slice).for_each(|_| world.tick(slice));
        5 - world.actors()[0].rounds()
    };
    // One every 200 ms, the first at once: five in 800 ms.
    assert_eq!((shots(10), shots(50), shots(400), shots(800)), (5, 5, 5, 5));
}

#[test]
fn two_actors_can_kill_each_other_in_one_tick_and_drop_everything() {
    let people = actor("ann", "red", 0, 0, "items = { coin = 4 }\nbody = 'frail'")
        + &actor("bob", "blue", 5, 0, "body = 'frail'")
        + "[body.frail]\nhealth = 30\n[[win]]\nteam = 'red'\ndead = 'blue'\n[[win]]\nteam = 'blue'\ndead = 'red'\n";
    let mut world = world("......\n", &people);
    let (ann, bob) = (id(&world, "ann"), id(&world, "bob"));
    world.intend(ann, shoot(bob, 1)).unwrap();
    world.intend(bob, shoot(ann, 1)).unwrap();
    world.tick(50);
    assert!(world.actors().iter().all(|actor| !actor.is_alive()));
    assert_eq!(world.outcome(), Some(Outcome::Draw));
    assert_eq!((world.piles()[0].cell, world.piles()[0].count), (Cell::new(0, 0), 4));
    let died = world.drain_events().filter(|event| matches!(event.kind, EventKind::Died { .. })).count();
    assert_eq!(died, 2);
}

#[test]
fn shots_are_heard_and_suppress_and_suppression_fades() {
    let people = actor("ann", "red", 0, 0, "")
        + &actor("bob", "blue", 8, 0, "")
        + &actor("near", "blue", 8, 1, "")
        + &actor("mate", "red", 7, 1, "");
    let mut world = world(".........\n.........\n", &people);
    let (ann, bob) = (id(&world, "ann"), id(&world, "bob"));
    let intent = world.intend(ann, shoot(bob, 1)).unwrap();
    let (_, events) = until_end(&mut world, intent);
    let is_shot = |kind: EventKind| matches!(kind, EventKind::Noise(noise) if noise.kind == NoiseKind::Shot);
    assert!(events.iter().any(|event| is_shot(event.kind)));
    let levels: Vec<u16> = world.actors().iter().map(cunning_arena::Actor::suppression).collect();
    // 150 less what fades in one tick of 50 ms; half of it next to the target; nothing for the shooter's own
    // team.
    assert_eq!(levels, [0, 137, 62, 0]);
    (0..20).for_each(|_| world.tick(50));
    assert!(world.actors().iter().all(|actor| actor.suppression() == 0));
}

/// Counts how many of 600 single shots of ann at bob hit. Bob first performs `before`, and `meanwhile` begins
/// in the same tick as the shot.
fn hits(map: &str, before: Option<Intent>, meanwhile: Option<(&str, Intent)>, at: Target) -> usize {
    let text = "[[actor]]\nname = 'ann'\nteam = 'red'\nat = [0, 0]\nweapon = 'fair'\n\
        [[actor]]\nname = 'bob'\nteam = 'blue'\nat = [8, 0]\nweapon = 'loud'\n\
        [weapon.fair]\nnear = 0.8\nfar = 0.8\ndamage = 1\n[weapon.loud]\ndamage = 0\nsuppression = 1\n";
    let scene = world(map, text).scene().clone();
    let is_hit = |seed: &u64| {
        let mut world = World::with_seed(scene.clone(), *seed);
        let (ann, bob) = (id(&world, "ann"), id(&world, "bob"));
        if let Some(before) = before {
            run(&mut world, bob, before).unwrap();
        }
        if let Some((actor, intent)) = meanwhile {
            world.intend(id(&world, actor), intent).unwrap();
        }
        run(&mut world, ann, Intent::Shoot { at, rounds: 1 }).unwrap();
        world.actors()[bob.index()].health() == 99
    };
    (0..600).filter(is_hit).count()
}

#[test]
fn hit_probability_follows_the_table() {
    let (open, cover) = (".........\n", ".......o.\n");
    let crouch = Some(Intent::Stand { stance: Stance::Crouched });
    let suppress = Some(shoot(ActorId::new(0), 1));
    let bob = Target::Actor(ActorId::new(1));
    // Of 600 shots, a share of 0.8 hits, which is 480, reduced by the factors of the table. Suppression is
    // 987 thousandths at the time of the shot.
    for (map, before, meanwhile, at, expected) in [
        (open, None, None, bob, 480_usize),
        (open, crouch, None, bob, 360),
        (cover, None, None, bob, 240),
        (cover, crouch, None, bob, 96),
        (open, suppress, None, bob, 148),
        (open, None, Some(("ann", walk(3, 0))), bob, 288),
        (open, None, Some(("bob", walk(5, 0))), bob, 384),
        (open, None, None, Target::Cell(Cell::new(8, 0)), 240),
    ] {
        let found = hits(map, before, meanwhile, at);
        // Four standard deviations are at most 49.
        assert!(
            found.abs_diff(expected) < 49,
            "{map:?} {before:?} {meanwhile:?}: {found} instead of {expected}"
        );
    }
}

/// A trivial fighter: shoots the nearest enemy in its line of sight, reloads when empty, and otherwise walks
/// towards the enemy.
fn behave(world: &mut World, me: ActorId) {
    let scene = world.scene().clone();
    let actor = &world.actors()[me.index()];
    if !actor.is_alive() || actor.doing().is_some() {
        return;
    }
    let team = scene.actors()[me.index()].team;
    let enemies = scene.actors().iter().zip(world.actors()).enumerate();
    let alive = enemies.filter(|(_, (spec, other))| spec.team != team && other.is_alive());
    let nearest =
        alive.min_by_key(|(index, (_, other))| (other.cell().distance_squared(actor.cell()), *index));
    let Some((target, (_, other))) = nearest else { return };
    let goal = other.cell();
    let in_range = goal.distance_squared(actor.cell()) <= u64::from(scene.weapons()[0].range).pow(2);
    let target = ActorId::new(target as u16);
    if actor.rounds() == 0 {
        world.intend(me, Intent::Reload).unwrap();
    } else if in_range && world.line_of_sight(actor.cell(), goal) {
        if let Some(walking) = actor.walking() {
            world.stop(me, walking);
        }
        world.intend(me, shoot(target, 3)).unwrap();
    } else if actor.walking().is_none() {
        world.intend(me, walk(goal.x, goal.y)).unwrap();
    }
}

fn fight(scene: &Arc<Scene>, seed: u64) -> Option<Outcome> {
    let mut world = World::with_seed(scene.clone(), seed);
    while world.outcome().is_none() {
        for index in 0..world.actors().len() {
            behave(&mut world, ActorId::new(index as u16));
        }
        world.tick(100);
        world.drain_events();
    }
    world.outcome()
}

#[test]
fn equal_teams_win_equally_often_in_either_list_order() {
    let text = support::text_of("squad");
    // The same scene with the sides of the teams swapped.
    let swapped = text.replace("[2, ", "[X, ").replace("[38, ", "[2, ").replace("[X, ", "[38, ");
    let swapped =
        swapped.replace("\"east\"", "\"X\"").replace("\"west\"", "\"east\"").replace("\"X\"", "\"west\"");
    let scenes = [Arc::new(support::parse(&text)), Arc::new(support::parse(&swapped))];
    assert_ne!(scenes[0].actors()[0].cell, scenes[1].actors()[0].cell);
    let mut wins = [[0_i32; 2]; 2];
    let mut undecided = 0;
    for seed in 0..200 {
        for (side, scene) in scenes.iter().enumerate() {
            match fight(scene, seed) {
                Some(Outcome::Won { team, .. }) => wins[side][team.index()] += 1,
                _ => undecided += 1,
            }
        }
    }
    let (red, blue) = (wins[0][0] + wins[1][0], wins[0][1] + wins[1][1]);
    let (left, right) = (wins[0][0] + wins[1][1], wins[0][1] + wins[1][0]);
    println!("red {red}, blue {blue}; left {left}, right {right}; undecided {undecided}");
    assert!(undecided <= 20, "{undecided} of 400 fights were undecided");
    // Three standard deviations of 400 fair coins are 30, and the difference is twice that.
    assert!((red - blue).abs() <= 60, "red {red}, blue {blue}");
    assert!((left - right).abs() <= 60, "left {left}, right {right}");
}

#[test]
fn stronger_team_wins_more_often() {
    // Where fire pins, the first to fire has an advantage that hides the difference.
    let text = support::text_of("squad").replace("pins = 0.6, ", "");
    let (red, blue) = text.split_at(text.find("name = \"blue1\"").unwrap());
    let frail = blue.replace("body = \"soldier\"", "body = \"frail\"");
    let scene = Arc::new(support::parse(&format!("[body.frail]\nhealth = 40\nsight = 40\n{red}{frail}")));
    let red = scene.team("red").unwrap();
    let is_won = |seed: &u64| matches!(fight(&scene, *seed), Some(Outcome::Won { team, .. }) if team == red);
    let won = (0..40).filter(is_won).count();
    assert!(won >= 35, "the stronger team won {won} of 40");
}

/// Ann and bob, eight cells apart, with cover in front of bob and a rifle that fires three times a second and hits
/// rarely.
fn pinning(map: &str, rules: &str) -> World {
    let text = format!(
        "[[actor]]\nname = 'ann'\nteam = 'red'\nat = [0, 0]\nweapon = 'musket'\n\
         [[actor]]\nname = 'bob'\nteam = 'blue'\nat = [8, 0]\nweapon = 'musket'\nfacing = 'west'\n\
         [weapon.musket]\nnear = 0\nfar = 0\nmagazine = 20\ninterval = 0.3\nsuppression = 0.15\n\
         [rules]\nsuppression = {rules}\n"
    );
    world(map, &text)
}

const PINS: &str = "{ pins = 0.6, holds = 1, fades = 0.5 }";

#[test]
fn a_magazine_pins_for_about_six_seconds() {
    let mut world = pinning(".......o.\n", PINS);
    let (ann, bob) = (id(&world, "ann"), id(&world, "bob"));
    world.intend(ann, shoot(bob, 20)).unwrap();
    let pinned = (0..120).filter(|_| {
        world.tick(100);
        world.is_pinned(bob)
    });
    let pinned = pinned.count();
    assert!((55..=70).contains(&pinned), "pinned for {pinned} tenths of a second");
    assert!(!world.is_pinned(bob), "and then no more");
}

#[test]
fn suppression_fades_only_after_its_hold() {
    let mut world = pinning(".......o.\n", PINS);
    let (ann, bob) = (id(&world, "ann"), id(&world, "bob"));
    run(&mut world, ann, shoot(bob, 4)).unwrap();
    let level = |world: &World| world.actors()[bob.index()].suppression();
    let before = level(&world);
    (0..8).for_each(|_| world.tick(100));
    assert_eq!(level(&world), before, "held for a second");
    (0..10).for_each(|_| world.tick(100));
    assert!(level(&world) < before, "and fading afterwards");
}

#[test]
fn pinned_actor_stays_in_cover_but_runs_in_the_open() {
    for (map, to) in [(".......o.\n.........\n", 8), (".........\n.........\n", 5)] {
        let mut world = pinning(map, PINS);
        let (ann, bob) = (id(&world, "ann"), id(&world, "bob"));
        run(&mut world, ann, shoot(bob, 8)).unwrap();
        assert!(world.is_pinned(bob));
        world.intend(ann, shoot(bob, 12)).unwrap();
        world.intend(bob, walk(5, 1)).unwrap();
        (0..15).for_each(|_| world.tick(100));
        assert_eq!(world.actors()[bob.index()].cell().x, to, "{map:?}");
    }
}

#[test]
fn pinned_actor_leaves_cover_that_does_not_protect_it() {
    // The low cover is next to bob, and not between him and ann.
    let mut world = pinning(".........\n........o\n", PINS);
    let (ann, bob) = (id(&world, "ann"), id(&world, "bob"));
    run(&mut world, ann, shoot(bob, 8)).unwrap();
    assert!(world.is_pinned(bob));
    world.intend(ann, shoot(bob, 12)).unwrap();
    world.intend(bob, walk(5, 1)).unwrap();
    (0..15).for_each(|_| world.tick(100));
    assert!(world.actors()[bob.index()].cell().x < 8);
}

#[test]
fn pinned_actor_behind_cover_is_hit_as_often_as_the_rules_say() {
    let hits = |cover: &str| {
        let text = format!(
            "[[actor]]\nname = 'ann'\nteam = 'red'\nat = [0, 0]\nweapon = 'gun'\n\
             [[actor]]\nname = 'bob'\nteam = 'blue'\nat = [8, 0]\nbody = 'tough'\n\
             [body.tough]\nhealth = 1000\n\
             [weapon.gun]\nnear = 1\nfar = 1\ndamage = 1\nmagazine = 500\ninterval = 0.1\nsuppression = 1\n\
             [rules]\nsuppression = {{ pins = 0.1, holds = 60, cover = {cover} }}\n"
        );
        let mut world = world(".......o.\n", &text);
        let (ann, bob) = (id(&world, "ann"), id(&world, "bob"));
        run(&mut world, ann, shoot(bob, 400)).unwrap();
        1000 - world.actors()[bob.index()].health()
    };
    let (none, few, many) = (hits("0"), hits("0.05"), hits("0.2"));
    assert!(none <= 1 && few < 40 && (55..=105).contains(&many), "{none}, {few} and {many} of 400");
}

#[test]
fn suppression_without_the_rule_pins_no_actor() {
    let mut world = pinning(".......o.\n", "{ fades = 0.01 }");
    let (ann, bob) = (id(&world, "ann"), id(&world, "bob"));
    run(&mut world, ann, shoot(bob, 20)).unwrap();
    assert!(world.actors()[bob.index()].suppression() > 900 && !world.is_pinned(bob));
}

#[test]
fn last_known_cell_is_suppressed_without_a_target() {
    let mut world = pinning(".......o.\n", PINS);
    let (ann, bob) = (id(&world, "ann"), id(&world, "bob"));
    run(&mut world, ann, Intent::Shoot { at: Target::Cell(Cell::new(8, 0)), rounds: 12 }).unwrap();
    assert!(world.is_pinned(bob));
}

#[test]
fn cover_protects_from_its_front_and_not_from_the_flank() {
    use cunning_arena::Shelter;
    let world = world("....\n....\n.o..\n....\n....\n", &actor("ann", "red", 0, 0, ""));
    let target = Cell::new(1, 3);
    assert_eq!(world.cover_from(target, Cell::new(1, 0)), Shelter::Low, "the front");
    assert_eq!(world.cover_from(target, Cell::new(3, 3)), Shelter::None, "the flank");
    assert_eq!(world.cover_from(target, Cell::new(1, 4)), Shelter::None, "the rear");
}
