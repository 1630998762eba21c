//! Makes edits: changes of the world by a script or a person.

use std::sync::Arc;

use cunning_encode::encode_struct;

use crate::combat;
use crate::id::{ActorId, ItemId};
use crate::limits::ACTORS_MAX;
use crate::scene::{ActorSpec, Bodies, BodyMove, Edit, EditSite, Scene, Site};
use crate::world::{Actor, DoorState, EventKind, Failure, NoiseKind, World};
use crate::{Cell, DoorPolicy, Goal, Intent, Target};

/// An actor that was added while the scene ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spawned {
    /// The actor that it is like.
    pub(crate) template: ActorId,
    pub(crate) name: String,
    pub(crate) cell: Cell,
}

encode_struct!(Spawned { template, name, cell });

impl Spawned {
    /// The description of the actor.
    fn spec(&self, scene: &Scene) -> Option<ActorSpec> {
        let template = scene.actors.get(self.template.index())?;
        let (name, cell) = (self.name.clone(), self.cell);
        Some(ActorSpec { name, cell, cells: Vec::new(), commands: Vec::new(), ..template.clone() })
    }

    /// Adds the description of the actor to a scene; false if that is impossible.
    pub(super) fn add_to(&self, scene: &mut Arc<Scene>) -> bool {
        let is_possible = scene.actors.len() < ACTORS_MAX
            && scene.actor(&self.name).is_none()
            && scene.terrain(self.cell).is_walkable();
        let Some(spec) = self.spec(scene).filter(|_| is_possible) else { return false };
        Arc::make_mut(scene).actors.push(spec);
        true
    }
}

impl Actor {
    /// An actor as it starts.
    pub(super) fn new(scene: &Scene, spec: &ActorSpec) -> Self {
        Self {
            cell: spec.cell,
            left: spec.cell,
            gone: 0,
            heading: spec.heading,
            stance: spec.stance,
            health: scene.bodies[spec.body.index()].health,
            suppression: 0,
            shaken_ms: 0,
            rounds: spec.arms().next().map_or(0, |weapon| scene.weapons[weapon.index()].magazine),
            in_hand: 0,
            magazines: magazines(scene, spec),
            cooldown_ms: 0,
            goods: spec.goods,
            legs: None,
            path: Vec::new(),
            hands: None,
            navigator: None,
            is_removed: false,
        }
    }
}

/// The full magazines of the weapons of an actor that has several.
fn magazines(scene: &Scene, spec: &ActorSpec) -> Vec<u16> {
    if spec.arms().nth(1).is_none() {
        return Vec::new();
    }
    spec.arms().map(|weapon| scene.weapons[weapon.index()].magazine).collect()
}

impl World {
    /// Makes an edit at once. Edits of minds change nothing here. If the edit is impossible now, the world is unchanged and
    /// the error says why.
    pub fn edit(&mut self, edit: &Edit) -> Result<(), String> {
        match edit {
            Edit::Remove(item, site) => self.remove_items(*item, site.as_ref()),
            Edit::Add(item, count, to) => self.add_items(*item, *count, to),
            Edit::Move(item, cell) => {
                let lying = self.state.piles.iter().filter(|pile| pile.item == *item);
                let count = lying.fold(0_u16, |sum, pile| sum.saturating_add(pile.count));
                if count == 0 {
                    let name = self.scene.items.get(item.index()).map_or("", |item| item.name.as_str());
                    return Err(format!("no `{name}` lies on the ground"));
                }
                self.state.piles.retain(|pile| pile.item != *item);
                self.lay_down(*cell, *item, count);
                Ok(())
            }
            Edit::Door(door, state) => {
                let spec = self.scene.doors.get(door.index()).ok_or("the door does not exist")?;
                let name = &spec.name;
                if self.door(*door) == Some(DoorState::Broken) {
                    return Err(format!("the door `{name}` is broken and stays open"));
                }
                if self.is_occupied(spec.cell) {
                    return Err(format!("an actor stands in the door `{name}`"));
                }
                self.set_door(*door, *state, None);
                Ok(())
            }
            Edit::Noise(spot, loudness) => {
                let at = self.scene.spots.get(spot.index()).map(|spot| spot.centre);
                let at = at.ok_or("the place does not exist")?;
                self.noise(at, *loudness, NoiseKind::Scripted, None);
                Ok(())
            }
            Edit::MoveActor(name, cell) => self.move_actor(name, *cell),
            Edit::RemoveActor(name) => {
                let actor = self.present(name)?;
                self.state.actors[actor.index()].goods = crate::Goods::default();
                self.state.actors[actor.index()].is_removed = true;
                self.kill(actor);
                Ok(())
            }
            Edit::Wound(name, health) => {
                let actor = self.living(name)?;
                if combat::hurt(self, actor, actor, *health) {
                    combat::die(self, actor, actor);
                }
                Ok(())
            }
            Edit::Heal(name) => {
                let actor = self.living(name)?;
                let body = self.scene.actors[actor.index()].body;
                self.state.actors[actor.index()].health = self.scene.bodies[body.index()].health;
                Ok(())
            }
            Edit::Kill(name) => {
                let actor = self.living(name)?;
                self.kill(actor);
                Ok(())
            }
            Edit::Drive(name, body_move) => {
                let actor = self.living(name)?;
                body_move.as_ref().map_or(Ok(()), |body_move| self.drive(actor, body_move))
            }
            Edit::Free(name) => {
                let actor = self.living(name)?;
                self.halt(actor);
                Ok(())
            }
            Edit::Spawn { archetype, cell, name } => self.spawn(archetype, *cell, name.as_deref()),
            Edit::Say(_) | Edit::Set { .. } | Edit::Trait { .. } => Ok(()),
        }
    }

    /// Moves a body as a person wants.
    fn drive(&mut self, actor: ActorId, body_move: &BodyMove) -> Result<(), String> {
        let intent = match body_move {
            BodyMove::Walk(cell) => Intent::Walk { to: Goal::Cell(*cell), doors: DoorPolicy::Open },
            BodyMove::Face(cell) => Intent::Face { toward: *cell },
            BodyMove::ShootActor(name) => Intent::Shoot { at: Target::Actor(self.living(name)?), rounds: 1 },
            BodyMove::ShootCell(cell) => Intent::Shoot { at: Target::Cell(*cell), rounds: 1 },
            BodyMove::Throw(item, cell) => Intent::Throw { item: *item, at: *cell },
            BodyMove::Stance(stance) => Intent::Stand { stance: *stance },
            BodyMove::Reload => Intent::Reload,
            BodyMove::Halt => {
                self.halt(actor);
                return Ok(());
            }
        };
        self.intend(actor, intent).map(drop).map_err(|error| error.to_string())
    }

    /// Ends what the legs and hands of a body are doing.
    fn halt(&mut self, actor: ActorId) {
        let Some(body) = self.state.actors.get(actor.index()) else { return };
        let (legs, hands) = (body.legs.map(|walk| walk.id), body.hands.map(|task| task.id));
        for intent in legs.into_iter().chain(hands) {
            self.stop(actor, intent);
        }
    }

    /// The actors that were added while the scene ran.
    pub(crate) fn spawned(&self) -> &[Spawned] {
        &self.state.spawned
    }

    fn present(&self, name: &str) -> Result<ActorId, String> {
        let actor = self.scene.actor(name).ok_or_else(|| format!("there is no actor `{name}` yet"))?;
        let is_there = self.actor(actor).is_some_and(|actor| !actor.is_removed);
        if is_there { Ok(actor) } else { Err(format!("`{name}` was removed")) }
    }

    fn living(&self, name: &str) -> Result<ActorId, String> {
        let actor = self.present(name)?;
        let is_alive = self.actor(actor).is_some_and(Actor::is_alive);
        if is_alive { Ok(actor) } else { Err(format!("`{name}` is dead")) }
    }

    fn kill(&mut self, actor: ActorId) {
        if combat::hurt(self, actor, actor, u16::MAX) {
            combat::die(self, actor, actor);
        }
    }

    /// Reports why no actor can be put in a cell.
    fn check_free(&self, cell: Cell) -> Result<(), String> {
        let is_taken = self.scene.rules.bodies == Bodies::Solid && self.is_occupied(cell);
        if !self.is_walkable(cell) || is_taken {
            return Err(format!("{},{} is not free", cell.x, cell.y));
        }
        Ok(())
    }

    fn move_actor(&mut self, name: &str, cell: Cell) -> Result<(), String> {
        let actor = self.living(name)?;
        self.check_free(cell)?;
        self.end_walk(actor, Err(Failure::Stopped));
        self.end_task(actor, Err(Failure::Stopped));
        let body = &self.state.actors[actor.index()];
        let (from, left) = (body.cell, body.left);
        for cell in [from, left] {
            if self.standing_at(cell) == Some(actor) {
                self.stand(cell, 0);
            }
        }
        self.stand(cell, actor.index() as u16 + 1);
        let body = &mut self.state.actors[actor.index()];
        (body.cell, body.left, body.gone) = (cell, cell, 0);
        Ok(())
    }

    fn spawn(&mut self, archetype: &str, cell: Cell, name: Option<&str>) -> Result<(), String> {
        let template = self.scene.template(archetype)?;
        self.check_free(cell)?;
        if self.scene.actors.len() >= ACTORS_MAX {
            return Err(format!("there are {ACTORS_MAX} actors already"));
        }
        let mut numbered = (1..).map(|number: usize| format!("{archetype}-{number}"));
        let free = |name: &String| self.scene.actor(name).is_none();
        let name = name.map(str::to_owned).or_else(|| numbered.find(free)).filter(free);
        let name = name.ok_or("there is already an actor of that name")?;
        let spawned = Spawned { template, name, cell };
        if !spawned.add_to(&mut self.scene) {
            return Err(format!("no actor can start at {},{}", cell.x, cell.y));
        }
        let actor = ActorId::new(self.scene.actors.len() as u16 - 1);
        let body = Actor::new(&self.scene, &self.scene.actors[actor.index()]);
        self.state.actors.push(body);
        self.state.spawned.push(spawned);
        self.stand(cell, actor.index() as u16 + 1);
        self.emit(EventKind::Appeared { actor });
        Ok(())
    }

    fn add_items(&mut self, item: ItemId, count: u16, to: &EditSite) -> Result<(), String> {
        let cell = match to {
            EditSite::Site(Site::Station(station)) => {
                self.state.stocks[station.index()].add(item, count);
                return Ok(());
            }
            EditSite::Actor(name) => {
                let actor = self.living(name)?;
                self.state.actors[actor.index()].goods.add(item, count);
                return Ok(());
            }
            EditSite::Site(Site::Spot(spot)) => self.scene.spots[spot.index()].centre,
            EditSite::Cell(cell) => *cell,
        };
        let is_laid = self.lay_down(cell, item, count);
        if is_laid { Ok(()) } else { Err("too many items lie on the ground".to_owned()) }
    }

    fn remove_items(&mut self, item: ItemId, from: Option<&EditSite>) -> Result<(), String> {
        if let Some(EditSite::Actor(name)) = from {
            let actor = self.living(name)?;
            self.state.actors[actor.index()].goods.remove(item, u16::MAX);
            return Ok(());
        }
        let scene = self.scene.clone();
        let is_meant = |cell| match from {
            None => true,
            Some(EditSite::Site(Site::Spot(spot))) => scene.spots[spot.index()].cells.contains(&cell),
            Some(EditSite::Cell(meant)) => *meant == cell,
            Some(_) => false,
        };
        self.state.piles.retain(|pile| pile.item != item || !is_meant(pile.cell));
        for (index, stock) in self.state.stocks.iter_mut().enumerate() {
            let is_meant = match from {
                None => true,
                Some(EditSite::Site(Site::Station(station))) => station.index() == index,
                Some(_) => false,
            };
            if is_meant {
                stock.remove(item, u16::MAX);
            }
        }
        Ok(())
    }
}
