//! Interactions of the hands except shooting: taking, giving, trading, working, doors, reloading, waiting.
//!
//! A task is checked when it begins, takes its time, and takes effect at the end if it is still possible.
//! "Within reach" means in the same cell or a neighbouring one; a station is within reach if one of its cells
//! is.

use crate::id::{ActorId, DoorId, ItemId, StationId};
use crate::limits::PILES_MAX;
use crate::scene::Pile;
use crate::world::{DoorAction, DoorState, EventKind, Failure, Holder, Intent, NoiseKind, Task, World};
use crate::{Cell, Goods, Heading, blast, combat, custody};

/// The time to take, give, buy, sell or use an item.
pub const HANDLING_MS: u32 = 300;

/// The time to treat another actor.
pub const TREAT_MS: u32 = 2000;

/// The duration of a task; shooting is timed separately.
pub(crate) fn time_ms(world: &World, id: ActorId, intent: &Intent) -> u32 {
    match *intent {
        Intent::Reload => world.weapon_of(id).map_or(0, |weapon| weapon.reload_ms),
        Intent::Wait { time_ms } | Intent::Overwatch { time_ms } => time_ms,
        Intent::Draw { weapon } => world.scene.weapons[weapon.index()].draw_ms,
        Intent::Treat { .. } => TREAT_MS,
        Intent::Throw { .. } => blast::THROW_MS,
        Intent::Arrest { .. } => custody::ARREST_MS,
        Intent::Door { action, .. } => action.time_ms(),
        Intent::Work { station, job } => world.scene.stations[station.index()].jobs[usize::from(job)].time_ms,
        _ => HANDLING_MS,
    }
}

/// Checks whether a new task is possible at all.
pub(crate) fn begin(world: &mut World, id: ActorId) {
    let Some(task) = &mut world.state.actors[id.index()].hands else { return };
    if let Intent::Shoot { rounds, .. } = task.intent {
        task.rounds = rounds;
    }
    let intent = task.intent;
    if let Err(failure) = check(world, id, &intent) {
        world.end_task(id, Err(failure));
    }
}

/// Advances the task of one actor's hands for a tick.
pub(crate) fn act(world: &mut World, id: ActorId, dt_ms: u32) {
    let actor = &mut world.state.actors[id.index()];
    if !actor.is_alive() {
        return;
    }
    let Some(task) = actor.hands else {
        actor.cooldown_ms = actor.cooldown_ms.saturating_sub(dt_ms);
        return;
    };
    if let Intent::Shoot { at, .. } = task.intent {
        combat::shoot(world, id, task, at, dt_ms);
        return;
    }
    if let Intent::Overwatch { .. } = task.intent {
        combat::watch(world, id, task, dt_ms);
        return;
    }
    actor.cooldown_ms = actor.cooldown_ms.saturating_sub(dt_ms);
    if task.left_ms > dt_ms {
        actor.hands = Some(Task { left_ms: task.left_ms - dt_ms, ..task });
        return;
    }
    let done = check(world, id, &task.intent).and_then(|()| perform(world, id, &task.intent));
    world.end_task(id, done);
}

fn require(holds: bool, otherwise: Failure) -> Result<(), Failure> {
    if holds { Ok(()) } else { Err(otherwise) }
}

/// Whether a task is possible now.
fn check(world: &World, id: ActorId, intent: &Intent) -> Result<(), Failure> {
    let actor = &world.state.actors[id.index()];
    let within_reach = |cell: Cell| require(actor.cell.moves_to(cell) <= 1, Failure::OutOfReach);
    let at_station = |station: StationId| {
        let mut cells = world.scene.stations[station.index()].cells.iter();
        require(cells.any(|cell| cell.moves_to(actor.cell) <= 1), Failure::OutOfReach)
    };
    match *intent {
        Intent::Shoot { .. } | Intent::Overwatch { .. } => {
            world.weapon_of(id).map(|_| ()).ok_or(Failure::Unarmed)
        }
        Intent::Reload => {
            let weapon = world.weapon_of(id).ok_or(Failure::Unarmed)?;
            let ammunition = weapon.ammunition.is_none_or(|item| actor.goods.count(item) > 0);
            require(ammunition, Failure::Empty)
        }
        Intent::Take { item, count, from } => {
            let there = match from {
                Holder::Ground => pile_within_reach(world, actor.cell, item).map_or(0, |pile| pile.count),
                Holder::Station(station) => {
                    at_station(station)?;
                    world.state.stocks[station.index()].count(item)
                }
                Holder::Actor(_) => return Err(Failure::Refused),
            };
            require(there >= count, Failure::TooFew)?;
            require(actor.goods.room(item) >= count, Failure::Full)
        }
        Intent::Put { item, count, to } => {
            require(actor.goods.count(item) >= count, Failure::TooFew)?;
            let room = match to {
                Holder::Ground => u16::MAX,
                Holder::Station(station) => {
                    at_station(station)?;
                    world.state.stocks[station.index()].room(item)
                }
                Holder::Actor(other) => {
                    let other = &world.state.actors[other.index()];
                    within_reach(other.cell)?;
                    require(other.is_alive(), Failure::Refused)?;
                    other.goods.room(item)
                }
            };
            require(room >= count, Failure::Full)
        }
        Intent::Buy { station, item, count } => {
            at_station(station)?;
            let (money, price) = offer(world, station, item, count, Trade::Buy)?;
            require(world.state.stocks[station.index()].count(item) >= count, Failure::TooFew)?;
            require(actor.goods.count(money) >= price, Failure::TooPoor)?;
            let till = &world.state.stocks[world.till(station)];
            require(actor.goods.room(item) >= count && till.room(money) >= price, Failure::Full)
        }
        Intent::Sell { station, item, count } => {
            at_station(station)?;
            let (money, price) = offer(world, station, item, count, Trade::Sell)?;
            require(actor.goods.count(item) >= count, Failure::TooFew)?;
            // A station pays from its stock, or from the stock of the station that keeps its money.
            require(world.state.stocks[world.till(station)].count(money) >= price, Failure::TooPoor)?;
            require(actor.goods.room(money) >= price && world.room_at(station, item) >= count, Failure::Full)
        }
        Intent::Draw { weapon } => {
            let carries = world.scene.actors[id.index()].arms().any(|known| known == weapon);
            require(carries, Failure::Unarmed)
        }
        Intent::Use { item } => require(actor.goods.count(item) > 0, Failure::TooFew),
        Intent::Treat { item, actor: other } => {
            require(actor.goods.count(item) > 0, Failure::TooFew)?;
            within_reach(patient_cell(world, item, other)?)
        }
        Intent::Throw { item, at } => blast::check(world, id, item, at),
        Intent::Arrest { actor } => custody::check_arrest(world, id, actor),
        Intent::Release { actor, into } => custody::check_release(world, id, actor, into),
        Intent::Door { door, action } => check_door(world, id, door, action),
        Intent::Work { station, job } => {
            at_station(station)?;
            let work = &world.scene.stations[station.index()].jobs[usize::from(job)];
            require(actor.goods.has(&work.takes), Failure::TooFew)?;
            let is_working = |(index, other): &(usize, &crate::Actor)| {
                *index != id.index() && other.doing().is_some_and(|(_, doing)| doing == *intent)
            };
            let others = world.state.actors.iter().enumerate().filter(is_working).count();
            require(others < usize::from(work.places), Failure::Busy)?;
            let stock = &world.state.stocks[station.index()];
            let can_pay = |(item, count): (ItemId, u16)| {
                world.state.stocks[payer(world, station, item)].count(item) >= count
            };
            require(stock.has(&work.uses) && work.pays.iter().all(can_pay), Failure::TooFew)?;
            let has_room =
                |goods: &Goods, more: &Goods| more.iter().all(|(item, count)| goods.room(item) >= count);
            let is_room = has_room(&actor.goods, &work.yields)
                && has_room(&actor.goods, &work.pays)
                && work.makes.iter().all(|(item, count)| world.room_at(station, item) >= count);
            require(is_room, Failure::Full)
        }
        Intent::Wait { .. }
        | Intent::Walk { .. }
        | Intent::Seek { .. }
        | Intent::Face { .. }
        | Intent::Stand { .. }
        | Intent::Shout { .. } => Ok(()),
    }
}

fn check_door(world: &World, id: ActorId, door: DoorId, action: DoorAction) -> Result<(), Failure> {
    let (actor, spec) = (&world.state.actors[id.index()], &world.scene.doors[door.index()]);
    require(actor.cell.moves_to(spec.cell) <= 1, Failure::OutOfReach)?;
    let after = world.state.doors[door.index()].after(action).ok_or(Failure::Refused)?;
    if matches!(action, DoorAction::Lock | DoorAction::Unlock) {
        require(spec.key.is_some_and(|key| actor.goods.count(key) > 0), Failure::Refused)?;
    }
    require(after.is_open() || !world.is_occupied(spec.cell), Failure::Occupied)
}

/// The direction of a trade, from the actor's point of view.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trade {
    Buy,
    Sell,
}

/// Returns the money of the scene and the price of a number of items.
fn offer(
    world: &World,
    station: StationId,
    item: ItemId,
    count: u16,
    side: Trade,
) -> Result<(ItemId, u16), Failure> {
    let price = if side == Trade::Buy { world.asks(station, item) } else { world.pays(station, item) };
    let price = price.ok_or(Failure::Refused)?;
    let money = world.scene.rules.money.ok_or(Failure::Refused)?;
    Ok((money, price.checked_mul(count).ok_or(Failure::TooPoor)?))
}

/// Performs a task that was checked.
fn perform(world: &mut World, id: ActorId, intent: &Intent) -> Result<(), Failure> {
    let scene = world.scene.clone();
    let actor = &mut world.state.actors[id.index()];
    match *intent {
        Intent::Reload => {
            let in_hand = scene.actors[id.index()].arms().nth(actor.in_hand.into());
            if let Some(weapon) = in_hand.map(|weapon| &scene.weapons[weapon.index()]) {
                actor.rounds = weapon.magazine;
                if let Some(ammunition) = weapon.ammunition {
                    actor.goods.remove(ammunition, 1);
                }
            }
        }
        Intent::Take { item, count, from } => {
            let cell = actor.cell;
            actor.goods.add(item, count);
            match from {
                Holder::Ground => pick_up(world, cell, item, count),
                Holder::Station(station) => {
                    world.state.stocks[station.index()].remove(item, count);
                }
                Holder::Actor(_) => {}
            }
            world.emit(EventKind::Moved { actor: id, item, count, from: Some(from), to: None });
        }
        Intent::Put { item, count, to } => {
            let cell = actor.cell;
            match to {
                Holder::Ground => require(world.lay_down(cell, item, count), Failure::Full)?,
                Holder::Station(station) => {
                    world.state.stocks[station.index()].add(item, count);
                }
                Holder::Actor(other) => {
                    world.state.actors[other.index()].goods.add(item, count);
                }
            }
            world.state.actors[id.index()].goods.remove(item, count);
            world.emit(EventKind::Moved { actor: id, item, count, from: None, to: Some(to) });
        }
        Intent::Buy { station, item, count } => trade(world, id, station, item, count, Trade::Buy)?,
        Intent::Sell { station, item, count } => trade(world, id, station, item, count, Trade::Sell)?,
        Intent::Draw { weapon } => combat::draw(world, id, weapon),
        Intent::Use { item } => heal(world, id, item, id),
        Intent::Treat { item, actor: other } => heal(world, id, item, other),
        Intent::Throw { item, at } => {
            actor.heading = Heading::of(actor.cell.offset_to(at)).unwrap_or(actor.heading);
            blast::throw(world, id, item, at);
        }
        Intent::Arrest { actor } => custody::arrest(world, id, actor),
        Intent::Release { actor, into } => custody::release(world, id, actor, into),
        Intent::Door { door, action } => {
            let state = world.state.doors[door.index()].after(action).unwrap_or(DoorState::Closed);
            let kind = if action == DoorAction::Break { NoiseKind::Breaking } else { NoiseKind::Door };
            world.set_door(door, state, Some(id));
            world.noise(scene.doors[door.index()].cell, action.loudness(), kind, Some(id));
        }
        Intent::Work { station, job } => {
            let work = &scene.stations[station.index()].jobs[usize::from(job)];
            let actor = &mut world.state.actors[id.index()];
            let stock = &mut world.state.stocks[station.index()];
            actor.goods.remove_all(&work.takes);
            stock.remove_all(&work.uses);
            actor.goods.add_all(&work.yields);
            actor.goods.add_all(&work.pays);
            stock.add_all(&work.makes);
            for (item, count) in work.pays.iter() {
                let payer = payer(world, station, item);
                world.state.stocks[payer].remove(item, count);
            }
            world.emit(EventKind::Worked { actor: id, station, job });
        }
        Intent::Wait { .. }
        | Intent::Overwatch { .. }
        | Intent::Shoot { .. }
        | Intent::Walk { .. }
        | Intent::Seek { .. }
        | Intent::Face { .. }
        | Intent::Stand { .. }
        | Intent::Shout { .. } => {}
    }
    Ok(())
}

/// Where an actor is that an item can heal.
fn patient_cell(world: &World, item: ItemId, patient: ActorId) -> Result<Cell, Failure> {
    let patient = &world.state.actors[patient.index()];
    require(world.scene.items[item.index()].heals > 0 && patient.is_alive(), Failure::Refused)?;
    Ok(patient.cell)
}

/// Uses up an item of one actor to restore the health of another one, or its own.
fn heal(world: &mut World, id: ActorId, item: ItemId, patient: ActorId) {
    let scene = world.scene.clone();
    let most = scene.bodies[scene.actors[patient.index()].body.index()].health;
    world.state.actors[id.index()].goods.remove(item, 1);
    let patient = &mut world.state.actors[patient.index()];
    patient.health = patient.health.saturating_add(scene.items[item.index()].heals).min(most);
    world.emit(EventKind::Used { actor: id, item });
}

/// The index of the stock that a station pays an item from.
fn payer(world: &World, station: StationId, item: ItemId) -> usize {
    if world.scene.rules.money == Some(item) { world.till(station) } else { station.index() }
}

fn trade(
    world: &mut World,
    id: ActorId,
    station: StationId,
    item: ItemId,
    count: u16,
    side: Trade,
) -> Result<(), Failure> {
    let (money, price) = offer(world, station, item, count, side)?;
    let till = world.till(station);
    let actor = &mut world.state.actors[id.index()].goods;
    let stocks = &mut world.state.stocks;
    if side == Trade::Buy {
        stocks[station.index()].remove(item, count);
        stocks[till].add(money, price);
        actor.remove(money, price);
        actor.add(item, count);
    } else {
        actor.remove(item, count);
        actor.add(money, price);
        stocks[till].remove(money, price);
        stocks[station.index()].add(item, count);
    }
    let count = if side == Trade::Buy { i32::from(count) } else { -i32::from(count) };
    world.emit(EventKind::Traded { actor: id, station, item, count, money: price });
    Ok(())
}

/// Returns the nearest pile of an item within reach.
fn pile_within_reach(world: &World, from: Cell, item: ItemId) -> Option<&Pile> {
    let piles = world.state.piles.iter().filter(|pile| pile.item == item && pile.cell.moves_to(from) <= 1);
    piles.min_by_key(|pile| (pile.cell.moves_to(from), pile.cell))
}

fn pick_up(world: &mut World, from: Cell, item: ItemId, count: u16) {
    let Some(cell) = pile_within_reach(world, from, item).map(|pile| pile.cell) else { return };
    let piles = &mut world.state.piles;
    if let Ok(place) = piles.binary_search_by_key(&(cell, item), |pile| (pile.cell, pile.item)) {
        piles[place].count = piles[place].count.saturating_sub(count);
        if piles[place].count == 0 {
            piles.remove(place);
        }
    }
}

impl World {
    /// Puts items on the ground. Returns false if the limit of piles is reached; the items are then lost.
    pub(crate) fn lay_down(&mut self, cell: Cell, item: ItemId, count: u16) -> bool {
        let piles = &mut self.state.piles;
        match piles.binary_search_by_key(&(cell, item), |pile| (pile.cell, pile.item)) {
            Ok(place) => {
                piles[place].count = piles[place].count.saturating_add(count);
                true
            }
            Err(place) if piles.len() < PILES_MAX => {
                piles.insert(place, Pile { cell, item, count });
                true
            }
            Err(_) => false,
        }
    }
}
