//! Items, stations, work, scripts and win conditions.

use crate::support;

use cunning_arena::scene::Site;
use cunning_arena::{Cell, DoorPolicy, EventKind, Failure, Goal, Holder, Intent, ItemId, Outcome, World};
use support::{actor, id, run, until_end, walk, world};

fn count(world: &World, actor: usize, item: ItemId) -> u16 {
    world.actors()[actor].goods().count(item)
}

#[test]
fn items_are_taken_given_dropped_and_used() {
    let people = actor("ann", "red", 0, 0, "items = { apple = 2 }") + &actor("bob", "red", 1, 0, "");
    let mut world = world("......\n", &people);
    let (ann, bob, apple) = (id(&world, "ann"), id(&world, "bob"), world.scene().item("apple").unwrap());
    let put = |count, to| Intent::Put { item: apple, count, to };
    let take = |count| Intent::Take { item: apple, count, from: Holder::Ground };
    assert_eq!(run(&mut world, ann, put(3, Holder::Ground)), Err(Failure::TooFew));
    assert_eq!(run(&mut world, ann, put(1, Holder::Actor(bob))), Ok(()));
    assert_eq!(run(&mut world, ann, put(1, Holder::Ground)), Ok(()));
    assert_eq!((count(&world, 0, apple), count(&world, 1, apple), world.piles().len()), (0, 1, 1));
    assert_eq!(run(&mut world, bob, take(1)), Ok(()), "it lies in a neighbouring cell");
    assert!(world.piles().is_empty());
    assert_eq!(run(&mut world, bob, take(1)), Err(Failure::TooFew));
    assert_eq!(run(&mut world, bob, Intent::Use { item: apple }), Ok(()));
    assert_eq!((count(&world, 1, apple), world.actors()[1].health()), (1, 100), "health is capped");
    assert_eq!(run(&mut world, ann, Intent::Use { item: apple }), Err(Failure::TooFew));
}

#[test]
fn work_earns_money_that_buys_goods() {
    let mut scene = support::scene_of("pirate");
    scene.add_event("remove bottle from tavern @ 40 s", 100).unwrap();
    let mut world = World::new(std::sync::Arc::new(scene));
    let scene = world.scene().clone();
    let pirate = id(&world, "pirate");
    let [coin, bottle] = ["coin", "bottle"].map(|name| scene.item(name).unwrap());
    let [tavern, smithy] = ["tavern", "smithy"].map(|name| scene.station(name).unwrap());
    let spot =
        |name: &str| Intent::Walk { to: Goal::Spot(scene.spot(name).unwrap()), doors: DoorPolicy::Open };
    let buy = Intent::Buy { station: tavern, item: bottle, count: 1 };
    assert_eq!(run(&mut world, pirate, buy), Err(Failure::OutOfReach));
    assert_eq!(run(&mut world, pirate, spot("smithy")), Ok(()));
    for _ in 0..3 {
        assert_eq!(run(&mut world, pirate, Intent::Work { station: smithy, job: 0 }), Ok(()));
    }
    assert_eq!(count(&world, 0, coin), 3);
    assert_eq!(run(&mut world, pirate, spot("tavern")), Ok(()));
    assert_eq!(run(&mut world, pirate, buy), Ok(()));
    assert_eq!((count(&world, 0, coin), count(&world, 0, bottle)), (0, 1));
    assert_eq!(world.stock(tavern).unwrap().count(coin), 23);
    assert_eq!(run(&mut world, pirate, buy), Err(Failure::TooPoor));
    while world.time_ms() < 41_000 {
        world.tick(500);
    }
    assert_eq!(world.stock(tavern).unwrap().count(bottle), 0, "the script removed the bottles");
    assert_eq!(run(&mut world, pirate, buy), Err(Failure::TooFew));
    world.set_fact("drunk", true);
    world.tick(10);
    assert!(matches!(world.outcome(), Some(Outcome::Won { .. })));
}

#[test]
fn job_has_limited_places_and_consumes_its_input() {
    let people = actor("ann", "red", 0, 0, "items = { apple = 1 }")
        + &actor("bob", "red", 0, 1, "items = { apple = 1 }");
    let station = "[[station]]\nname = 'press'\nat = [1, 0]\nstock = { coin = 5 }\n\
        [[station.job]]\nname = 'press'\ntime = '2 s'\ntakes = { apple = 1 }\nyields = { coin = 2 }\n";
    let mut world = world("...\n...\n", &format!("{people}{station}"));
    let (ann, bob) = (id(&world, "ann"), id(&world, "bob"));
    let press = world.scene().station("press").unwrap();
    let coin = world.scene().item("coin").unwrap();
    let work = Intent::Work { station: press, job: 0 };
    let first = world.intend(ann, work).unwrap();
    world.tick(50);
    assert_eq!(run(&mut world, bob, work), Err(Failure::Busy));
    assert_eq!(until_end(&mut world, first).0, Ok(()));
    assert_eq!(count(&world, 0, coin), 2);
    assert_eq!(run(&mut world, ann, work), Err(Failure::TooFew));
    // Walking within reach does not interrupt the job.
    let second = world.intend(bob, work).unwrap();
    world.intend(bob, walk(2, 1)).unwrap();
    assert_eq!(until_end(&mut world, second).0, Ok(()), "the next cell is still within reach");
    // Taking from a station costs no money.
    let steal = Intent::Take { item: coin, count: 5, from: Holder::Station(press) };
    assert_eq!(run(&mut world, bob, steal), Ok(()));
    assert_eq!(world.stock(press).unwrap().count(coin), 0);
}

#[test]
fn station_buys_while_it_can_pay() {
    let people = actor("ann", "red", 0, 0, "items = { apple = 5, coin = 1 }");
    let station = "[rules]\nmoney = 'coin'\n[[station]]\nname = 'stall'\nat = [1, 0]\nstock = { coin = 5 }\nbuys = { apple = 2 }\n";
    let mut world = world("...\n", &format!("{people}{station}"));
    let (ann, stall) = (id(&world, "ann"), world.scene().station("stall").unwrap());
    let [coin, apple] = ["coin", "apple"].map(|name| world.scene().item(name).unwrap());
    let sell = |item, count| Intent::Sell { station: stall, item, count };
    assert_eq!(run(&mut world, ann, sell(apple, 2)), Ok(()));
    assert_eq!((count(&world, 0, coin), count(&world, 0, apple)), (5, 3));
    assert_eq!(run(&mut world, ann, sell(apple, 1)), Err(Failure::TooPoor), "one coin is left there");
    assert_eq!(run(&mut world, ann, sell(coin, 1)), Err(Failure::Refused));
    let stock = world.stock(stall).unwrap();
    assert_eq!((stock.count(coin), stock.count(apple)), (1, 2), "goods and money are conserved");
}

#[test]
fn prices_follow_the_stock_and_a_full_station_buys_nothing() {
    let people = actor("ann", "red", 0, 0, "items = { apple = 40, coin = 40 }");
    let stations = "[rules]\nmoney = 'coin'\n\
        [[station]]\nname = 'bank'\nat = [2, 0]\nstock = { coin = 100 }\n\
        [[station]]\nname = 'stall'\nat = [1, 0]\ntill = 'bank'\nwants = { apple = 20 }\nbuys = { apple = 2 }\nsells = { apple = 4 }\n";
    let mut world = world("...\n", &format!("{people}{stations}"));
    let scene = world.scene().clone();
    let (ann, [bank, stall]) =
        (id(&world, "ann"), ["bank", "stall"].map(|name| scene.station(name).unwrap()));
    let [coin, apple] = ["coin", "apple"].map(|name| scene.item(name).unwrap());
    let sell = |count| Intent::Sell { station: stall, item: apple, count };
    assert_eq!(
        (world.pays(stall, apple), world.asks(stall, apple)),
        (Some(4), Some(8)),
        "twice as much for none"
    );
    assert_eq!(run(&mut world, ann, sell(10)), Ok(()));
    assert_eq!((world.pays(stall, apple), world.asks(stall, apple)), (Some(3), Some(6)));
    assert_eq!(run(&mut world, ann, sell(10)), Ok(()));
    assert_eq!((world.pays(stall, apple), world.asks(stall, apple)), (Some(2), Some(4)), "the listed prices");
    let purse = (world.stock(bank).unwrap().count(coin), world.stock(stall).unwrap().count(coin));
    assert_eq!(purse, (100 - 10 * 4 - 10 * 3, 0), "the bank keeps the money of the stall");
    assert_eq!(run(&mut world, ann, sell(10)), Ok(()));
    assert_eq!(
        (world.pays(stall, apple), world.asks(stall, apple)),
        (None, Some(2)),
        "a whole load does not fit"
    );
    assert_eq!(run(&mut world, ann, sell(1)), Err(Failure::Refused));
    let buy = Intent::Buy { station: stall, item: apple, count: 5 };
    assert_eq!(run(&mut world, ann, buy), Ok(()));
    assert_eq!(world.stock(bank).unwrap().count(coin), 30 - 10 * 2 + 5 * 2);
}

#[test]
fn crowd_scales_groups_stocks_and_places() {
    let scene = |crowd: &str| {
        let text = format!(
            "[scene]\nname = 'test'\nteams = ['red']\n{crowd}map = '..........'\n[rules]\nbodies = 'pass'\n[item.coin]\n\
             [[station]]\nname = 'mill'\nat = [0, 0]\nstock = {{ coin = 100 }}\n[[station.job]]\nname = 'help'\nplaces = 3\n\
             [[actor]]\nname = 'ann'\nteam = 'red'\nat = [1, 0]\ncount = 30\n\
             [[actor]]\nname = 'bob'\nteam = 'red'\nat = [1, 0]\ncount = 10\n\
             [[actor]]\nname = 'eve'\nteam = 'red'\nat = [1, 0]\n"
        );
        let scene = support::parse(&text);
        let mill = &scene.stations()[0];
        (scene.actors().len(), mill.stock.count(scene.item("coin").unwrap()), mill.jobs[0].places)
    };
    assert_eq!(scene(""), (41, 100, 3));
    assert_eq!(scene("crowd = 40\n"), (41, 100, 3));
    assert_eq!(scene("crowd = 400\n"), (401, 1000, 30));
    assert_eq!(scene("crowd = 4\n"), (5, 10, 1));
}

#[test]
fn scripted_events_happen_once_on_time() {
    let script = "[[event]]\nat = '1 s'\nadd = 'coin'\ncount = 3\nto = 'camp'\n\
        [[event]]\nat = 2\nremove = 'coin'\n\
        [[event]]\nat = '500 ms'\nnoise = 'camp'\nloudness = 9\n\
        [[event]]\nat = 3\nsay = 'it rains'\n[legend]\nc = { spot = 'camp' }\n";
    let mut world = world("..c\n", script);
    let coin = world.scene().item("coin").unwrap();
    let camp = Site::Spot(world.scene().spot("camp").unwrap());
    let mut seen = Vec::new();
    for _ in 0..40 {
        world.tick(100);
        for event in world.drain_events().collect::<Vec<_>>() {
            if let EventKind::Scripted { index } = event.kind {
                seen.push((event.time_ms, index));
            }
        }
        let is_there = (1000..2000).contains(&world.time_ms());
        assert_eq!(world.is_item_at(coin, camp), is_there, "at {}", world.time_ms());
    }
    assert_eq!(seen, [(500, 0), (1000, 1), (2000, 2), (3000, 3)]);
}

#[test]
fn carrying_the_item_home_wins_before_time_is_up() {
    let text = actor("ann", "red", 0, 0, "")
        + "[[item_at]]\nitem = 'coin'\nat = [5, 0]\n[legend]\nh = { spot = 'home' }\n[rules]\ntime_limit = '20 s'\n\
           [[win]]\nteam = 'red'\nitem = 'coin'\nat = 'home'\n";
    let mut world = world("h.....\n", &text);
    let mut idle = world.clone();
    let (ann, coin) = (id(&world, "ann"), world.scene().item("coin").unwrap());
    run(&mut world, ann, walk(5, 0)).unwrap();
    run(&mut world, ann, Intent::Take { item: coin, count: 1, from: Holder::Ground }).unwrap();
    assert_eq!(world.outcome(), None);
    run(&mut world, ann, walk(0, 0)).unwrap();
    assert!(matches!(world.outcome(), Some(Outcome::Won { by: 0, .. })));
    (0..21).for_each(|_| idle.tick(1000));
    assert_eq!(idle.outcome(), Some(Outcome::TimeUp));
}

#[test]
fn invalid_intent_is_rejected() {
    use cunning_arena::{ActorId, DoorId, IntentError, SpotId, StationId};
    let mut world = world("...\n", &actor("ann", "red", 0, 0, ""));
    let ann = id(&world, "ann");
    let (item, station) = (ItemId::new(0), StationId::new(9));
    for (intent, expected) in [
        (walk(9, 9), IntentError::OutsideMap),
        (Intent::Walk { to: Goal::Spot(SpotId::new(0)), doors: DoorPolicy::Open }, IntentError::UnknownThing),
        (Intent::Face { toward: Cell::new(70, 0) }, IntentError::OutsideMap),
        (Intent::Take { item, count: 0, from: Holder::Ground }, IntentError::InvalidAmount),
        (Intent::Put { item: ItemId::new(77), count: 1, to: Holder::Ground }, IntentError::UnknownThing),
        (Intent::Buy { station, item, count: 1 }, IntentError::UnknownThing),
        (Intent::Work { station, job: 0 }, IntentError::UnknownThing),
        (
            Intent::Door { door: DoorId::new(0), action: cunning_arena::DoorAction::Open },
            IntentError::UnknownThing,
        ),
        (Intent::Shout { loudness: u16::MAX, word: 0 }, IntentError::InvalidAmount),
        (Intent::Wait { time_ms: u32::MAX }, IntentError::InvalidAmount),
    ] {
        assert_eq!(world.intend(ann, intent), Err(expected), "{intent:?}");
    }
    assert_eq!(world.intend(ActorId::new(5), Intent::Reload), Err(IntentError::UnknownActor));
}
