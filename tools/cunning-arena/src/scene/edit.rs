//! Edits: what a script or a person may change in a scene while it runs.
//!
//! This is the only list of edits. Scripts (`[[event]]`, [`Scene::add_event`]), debuggers and terminals use the same words.

use std::fmt::Write as _;

use cunning_diag::did_you_mean;

use crate::id::{DoorId, ItemId, SpotId};
use crate::limits::{COUNT_MAX, NAME_BYTES_MAX, TEXT_BYTES_MAX};
use crate::scene::{Scene, Site};
use crate::{Cell, DoorState, Stance};

/// The default loudness of a noise, in cells.
const LOUDNESS: u16 = 20;

/// A change of the scene. Actors are named, because they may be spawned later.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Edit {
    /// Removes all items of a kind from somewhere, or from the ground and all stations.
    Remove(ItemId, Option<EditSite>),
    /// Moves all items of a kind that lie on the ground to one cell.
    Move(ItemId, Cell),
    /// Adds items to a station, an actor or a place.
    Add(ItemId, u16, EditSite),
    /// Changes a door. Nothing happens if the door is broken or an actor stands in it.
    Door(DoorId, DoorState),
    /// Makes a noise at a place.
    Noise(SpotId, u16),
    /// Narrates a text.
    Say(String),
    /// Puts an actor in another cell at once.
    MoveActor(String, Cell),
    /// Removes the body of an actor, with everything that it carries.
    RemoveActor(String),
    /// Takes health from an actor; it dies if none is left.
    Wound(String, u16),
    /// Restores the health of a living actor.
    Heal(String),
    /// Kills an actor, which drops what it carries.
    Kill(String),
    /// Adds an actor like the first one of the scene with this archetype.
    Spawn {
        /// The archetype of an actor of the scene, which the new one resembles.
        archetype: String,
        /// The cell of the new actor.
        cell: Cell,
        /// The name of the new actor; by default the archetype with a number.
        name: Option<String>,
    },
    /// Sets a fact for one agent, or for all agents that know it. If the fact counts carried items, the body gets them.
    Set {
        /// The agent, or all agents.
        agent: Option<String>,
        /// The fact, with its objects in brackets.
        fact: String,
        /// The value as text.
        value: String,
    },
    /// A person takes over the body of an agent, and moves it. The mind goes on thinking, but its steps move nothing.
    Drive(String, Option<BodyMove>),
    /// The person gives the body back, and its mind plans again.
    Free(String),
    /// Sets a trait of one agent, or of all agents that have it.
    Trait {
        /// The agent, or all agents.
        agent: Option<String>,
        /// The name of the trait.
        name: String,
        /// The value, in thousandths.
        thousandths: i64,
    },
}

/// What a person does with a body that it drives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BodyMove {
    /// Walks to a cell; doors on the way are opened.
    Walk(Cell),
    /// Turns towards a cell.
    Face(Cell),
    /// Shoots once at an actor.
    ShootActor(String),
    /// Shoots once at a cell.
    ShootCell(Cell),
    /// Throws an item at a cell.
    Throw(ItemId, Cell),
    /// Changes the stance.
    Stance(Stance),
    /// Fills the magazine.
    Reload,
    /// Ends what legs and hands are doing.
    Halt,
}

/// Where an edit puts items, or takes them from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditSite {
    /// A station or a place.
    Site(Site),
    /// The ground of a cell.
    Cell(Cell),
    /// What an actor carries.
    Actor(String),
}

/// The forms of edits: the first word, the whole form, and what it does. PLACE is a place or `x,y`.
pub const EDIT_FORMS: &[(&str, &str, &str)] = &[
    ("set", "set [AGENT.]FACT=VALUE", "sets a belief of an agent, or a fact for all agents that know it"),
    ("trait", "trait [AGENT.]NAME=NUMBER", "sets a trait of an agent, or of all agents that have it"),
    ("add", "add [COUNT] ITEM to PLACE", "adds items to a station, a place, an actor or the ground at `x,y`"),
    ("move", "move ITEM or ACTOR to PLACE", "moves an actor, or the items on the ground"),
    (
        "remove",
        "remove ITEM or ACTOR [from PLACE]",
        "removes an actor, or items from a station, a place, an actor or everywhere",
    ),
    ("open", "open DOOR", "opens a door"),
    ("close", "close DOOR", "closes a door"),
    ("lock", "lock DOOR", "locks a door"),
    ("wound", "wound ACTOR [HEALTH]", "takes health from an actor; by default 25"),
    ("heal", "heal ACTOR", "restores the health of an actor"),
    ("kill", "kill ACTOR", "kills an actor"),
    (
        "drive",
        "drive ACTOR [MOVE]",
        "takes over a body: `walk PLACE`, `face PLACE`, `shoot PLACE` or `ACTOR`, `throw ITEM at PLACE`, \
         `crouch`, `stand`, `reload`, `halt`",
    ),
    ("free", "free ACTOR", "gives a driven body back to its mind"),
    ("spawn", "spawn ARCHETYPE at PLACE [as NAME]", "adds an actor like the first one with this archetype"),
    ("noise", "noise PLACE", "makes a noise at a place"),
    ("say", "say WORDS", "narrates a text"),
];

/// The health that `wound` takes by default.
const WOUND: u16 = 25;

impl Scene {
    /// Reads an edit. Its words are listed in [`EDIT_FORMS`]. Names of facts, traits and archetypes are checked when the edit is
    /// made, because a scene does not know the domains.
    ///
    /// ```
    /// # use cunning_arena::scene::{Edit, Scene};
    /// # let scene = Scene::parse(&cunning_diag::Source::new("hall.toml", "
    /// # scene = { name = 'hall', teams = ['one'], map = '...' }
    /// # actor = [{ name = 'ann', team = 'one', at = [1, 0] }]")).unwrap();
    /// assert_eq!(scene.edit("kill ann"), Ok(Edit::Kill("ann".to_owned())));
    /// assert!(scene.edit("kil ann").is_err_and(|error| error.contains("did you mean `kill`?")));
    /// ```
    pub fn edit(&self, line: &str) -> Result<Edit, String> {
        if line.len() > TEXT_BYTES_MAX {
            return Err(format!("the edit has {} bytes; at most {TEXT_BYTES_MAX} are allowed", line.len()));
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["remove", name] if self.item(name).is_none() && self.is_actor(name) => {
                Ok(Edit::RemoveActor((*name).to_owned()))
            }
            ["remove", item] => Ok(Edit::Remove(self.item_or_actor(item)?, None)),
            ["remove", item, "from", site] => {
                Ok(Edit::Remove(self.item_of(item)?, Some(self.edit_site(site)?)))
            }
            ["add", item, "to", site] => Ok(Edit::Add(self.item_of(item)?, 1, self.edit_site(site)?)),
            ["add", count, item, "to", site] => {
                let count = number(count, COUNT_MAX)?;
                Ok(Edit::Add(self.item_of(item)?, count, self.edit_site(site)?))
            }
            ["move" | "teleport", name, "to", place] if self.item(name).is_none() && self.is_actor(name) => {
                Ok(Edit::MoveActor((*name).to_owned(), self.cell_named(place)?))
            }
            ["move", item, "to", place] => Ok(Edit::Move(self.item_or_actor(item)?, self.cell_named(place)?)),
            [word @ ("open" | "close" | "lock"), door] => {
                let state = match *word {
                    "open" => DoorState::Open,
                    "close" => DoorState::Closed,
                    _ => DoorState::Locked,
                };
                let names = || self.doors.iter().map(|door| door.name.as_str());
                let door = self.door(door).ok_or_else(|| unknown("door", door, names()))?;
                Ok(Edit::Door(door, state))
            }
            ["wound", actor] => Ok(Edit::Wound(self.actor_named(actor)?, WOUND)),
            ["wound", actor, health] => Ok(Edit::Wound(self.actor_named(actor)?, number(health, u16::MAX)?)),
            ["heal", actor] => Ok(Edit::Heal(self.actor_named(actor)?)),
            ["kill", actor] => Ok(Edit::Kill(self.actor_named(actor)?)),
            ["drive", actor, body_move @ ..] => {
                let body_move = self.body_move(body_move).map_err(|error| {
                    error.unwrap_or_else(|| format!("`{}` has missing or extra words", line.trim()))
                })?;
                Ok(Edit::Drive(self.actor_named(actor)?, body_move))
            }
            ["free", actor] => Ok(Edit::Free(self.actor_named(actor)?)),
            ["spawn", archetype, "at", place] => self.spawn(archetype, place, None),
            ["spawn", archetype, "at", place, "as", name] => self.spawn(archetype, place, Some(name)),
            ["noise", spot] => {
                let names = || self.spots.iter().map(|spot| spot.name.as_str());
                let spot = self.spot(spot).ok_or_else(|| unknown("place", spot, names()))?;
                Ok(Edit::Noise(spot, LOUDNESS))
            }
            ["say", said @ ..] if !said.is_empty() => Ok(Edit::Say(said.join(" "))),
            ["set", setting @ ..] if !setting.is_empty() => {
                let (agent, fact, value) = assignment(&setting.join(" "));
                let value = value.unwrap_or_else(|| "true".to_owned());
                Ok(Edit::Set { agent, fact, value })
            }
            ["trait", setting @ ..] if !setting.is_empty() => {
                let (agent, name, value) = assignment(&setting.join(" "));
                let value = value.as_deref().and_then(|value| value.parse().ok());
                let value = value.filter(|value: &f64| value.abs() <= f64::from(COUNT_MAX));
                let value = value.ok_or_else(|| format!("`{name}` needs a number after `=`"))?;
                Ok(Edit::Trait { agent, name, thousandths: (value * 1000.0).round() as i64 })
            }
            [word, ..] => {
                let form = EDIT_FORMS.iter().find(|(known, ..)| known == word);
                if let Some((_, form, _)) = form {
                    return Err(format!("`{}` has missing or extra words; write `{form}`", line.trim()));
                }
                let known: Vec<&str> = EDIT_FORMS.iter().map(|(known, ..)| *known).collect();
                Err(format!("{}; allowed are `{}`", unknown("edit", word, known.clone()), known.join("`, `")))
            }
            [] => Err("an edit is missing".to_owned()),
        }
    }

    /// Reads what a person does with a body. The error is `None` if the words have no such form.
    fn body_move(&self, words: &[&str]) -> Result<Option<BodyMove>, Option<String>> {
        let body_move = match words {
            [] => return Ok(None),
            ["walk", place] => BodyMove::Walk(self.cell_named(place)?),
            ["face", place] => BodyMove::Face(self.any_cell(place)?),
            ["shoot", name] if self.is_actor(name) => BodyMove::ShootActor((*name).to_owned()),
            ["shoot", place] => BodyMove::ShootCell(self.any_cell(place)?),
            ["throw", item, "at", place] => BodyMove::Throw(self.item_of(item)?, self.any_cell(place)?),
            ["crouch"] => BodyMove::Stance(Stance::Crouched),
            ["stand"] => BodyMove::Stance(Stance::Standing),
            ["reload"] => BodyMove::Reload,
            ["halt"] => BodyMove::Halt,
            _ => return Err(None),
        };
        Ok(Some(body_move))
    }

    fn spawn(&self, archetype: &str, place: &str, name: Option<&str>) -> Result<Edit, String> {
        self.template(archetype)?;
        if let Some(name) = name {
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
            if name.len() > NAME_BYTES_MAX || !name.chars().all(is_name) {
                return Err(format!("`{name}` is not a name; use letters, digits, `_` and `-`"));
            }
            if self.is_actor(name) {
                return Err(format!("there is already an actor `{name}`"));
            }
        }
        let cell = self.cell_named(place)?;
        Ok(Edit::Spawn { archetype: archetype.to_owned(), cell, name: name.map(str::to_owned) })
    }

    /// The first actor with an archetype, which spawned ones are like.
    pub(crate) fn template(&self, archetype: &str) -> Result<crate::ActorId, String> {
        let at = self.actors.iter().position(|actor| actor.archetype == archetype);
        at.map(|at| crate::ActorId::new(at as u16)).ok_or_else(|| {
            let known = self.archetypes();
            let list = known.join("`, `");
            format!("{}; the actors of the scene are `{list}`", unknown("archetype", archetype, known))
        })
    }

    /// The archetypes of actors, each once, in the order of the scene.
    pub fn archetypes(&self) -> Vec<&str> {
        let mut known: Vec<&str> = Vec::new();
        for actor in &self.actors {
            if !actor.archetype.is_empty() && !known.contains(&actor.archetype.as_str()) {
                known.push(&actor.archetype);
            }
        }
        known
    }

    /// Whether an actor has this name now or will be spawned with it by the script.
    fn is_actor(&self, name: &str) -> bool {
        let is_spawned = |edit: &Edit| matches!(edit, Edit::Spawn { name: Some(known), .. } if known == name);
        self.actor(name).is_some() || self.script.iter().any(|event| is_spawned(&event.action))
    }

    fn actor_named(&self, name: &str) -> Result<String, String> {
        let names = self.actors.iter().map(|actor| actor.name.as_str());
        if self.is_actor(name) { Ok(name.to_owned()) } else { Err(unknown("actor", name, names)) }
    }

    fn item_of(&self, name: &str) -> Result<ItemId, String> {
        let names = self.items.iter().map(|item| item.name.as_str());
        self.item(name).ok_or_else(|| unknown("item", name, names))
    }

    /// An item; the error also suggests actors.
    fn item_or_actor(&self, name: &str) -> Result<ItemId, String> {
        let actors = self.actors.iter().map(|actor| actor.name.as_str());
        let names = self.items.iter().map(|item| item.name.as_str()).chain(actors);
        self.item(name).ok_or_else(|| unknown("item or actor", name, names))
    }

    /// Returns the cell of a place, or at `x,y`. Items and actors can be put only on open ground outside doors.
    pub(super) fn cell_named(&self, name: &str) -> Result<Cell, String> {
        let cell = self.any_cell(name)?;
        let is_open = self.terrain(cell).is_walkable() && self.door_at(cell).is_none();
        if is_open { Ok(cell) } else { Err(format!("nothing can be put at {},{}", cell.x, cell.y)) }
    }

    /// Returns the cell of a place, or at `x,y`, on the map.
    fn any_cell(&self, name: &str) -> Result<Cell, String> {
        let spot = self.spot(name).and_then(|spot| self.spots.get(spot.index())).map(|spot| spot.centre);
        let names = self.spots.iter().map(|spot| spot.name.as_str());
        spot.or_else(|| position(name)).ok_or_else(|| unknown("place", name, names))
    }

    fn edit_site(&self, name: &str) -> Result<EditSite, String> {
        if let Some(station) = self.station(name) {
            return Ok(EditSite::Site(Site::Station(station)));
        }
        if let Some(spot) = self.spot(name) {
            return Ok(EditSite::Site(Site::Spot(spot)));
        }
        if self.is_actor(name) {
            return Ok(EditSite::Actor(name.to_owned()));
        }
        if position(name).is_some() {
            return self.cell_named(name).map(EditSite::Cell);
        }
        let spots = self.spots.iter().map(|spot| spot.name.as_str());
        let actors = self.actors.iter().map(|actor| actor.name.as_str());
        let names = self.stations.iter().map(|station| station.name.as_str()).chain(spots).chain(actors);
        Err(unknown("station, place or actor", name, names))
    }

    /// Describes an edit in a sentence.
    pub fn describe_edit(&self, edit: &Edit) -> String {
        let item = |item: ItemId| self.items.get(item.index()).map_or("", |item| item.name.as_str());
        let site = |site: &EditSite| match site {
            EditSite::Site(Site::Station(station)) => self.stations[station.index()].name.clone(),
            EditSite::Site(Site::Spot(spot)) => self.spots[spot.index()].name.clone(),
            EditSite::Cell(cell) => format!("{},{}", cell.x, cell.y),
            EditSite::Actor(actor) => actor.clone(),
        };
        let whose =
            |agent: &Option<String>| agent.as_ref().map_or(String::new(), |agent| format!("{agent}."));
        let mut text = String::new();
        // Writing to a string does not fail.
        let _written = match edit {
            Edit::Remove(what, Some(from)) => {
                write!(text, "every {} is removed from {}", item(*what), site(from))
            }
            Edit::Remove(what, None) => {
                write!(text, "every {} on the ground and in stock is removed", item(*what))
            }
            Edit::Add(what, 1, to) => write!(text, "1 {} is added to {}", item(*what), site(to)),
            Edit::Add(what, count, to) => write!(text, "{count} {} are added to {}", item(*what), site(to)),
            Edit::Move(what, cell) => write!(text, "{} is moved to {},{}", item(*what), cell.x, cell.y),
            Edit::Door(door, state) => {
                let state = format!("{state:?}").to_lowercase();
                write!(text, "the door {} is {state} now", self.doors[door.index()].name)
            }
            Edit::Noise(spot, _) => write!(text, "a noise at {}", self.spots[spot.index()].name),
            Edit::Say(words) => write!(text, "{words}"),
            Edit::MoveActor(actor, cell) => write!(text, "{actor} is moved to {},{}", cell.x, cell.y),
            Edit::RemoveActor(actor) => write!(text, "{actor} is removed"),
            Edit::Wound(actor, health) => write!(text, "{actor} loses {health} health"),
            Edit::Heal(actor) => write!(text, "{actor} is healed"),
            Edit::Drive(actor, None) => write!(text, "a person takes over {actor}"),
            Edit::Drive(actor, Some(_)) => write!(text, "a person moves {actor}"),
            Edit::Free(actor) => write!(text, "{actor} acts on its own again"),
            Edit::Kill(actor) => write!(text, "{actor} is struck dead"),
            Edit::Spawn { archetype, cell, name } => {
                let name = name.as_ref().map_or(String::new(), |name| format!(" called {name}"));
                write!(text, "a {archetype}{name} appears at {},{}", cell.x, cell.y)
            }
            Edit::Set { agent, fact, value } => write!(text, "{}{fact} is set to {value}", whose(agent)),
            Edit::Trait { agent, name, thousandths } => {
                let value = *thousandths as f64 / 1000.0;
                write!(text, "the trait {}{name} is set to {value}", whose(agent))
            }
        };
        text
    }
}

/// Reads the cell that a place such as `3,7` stands for.
fn position(name: &str) -> Option<Cell> {
    let (x, y) = name.split_once(',')?;
    Some(Cell::new(x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// Reads `[agent.]name[=value]`. The dot of an agent stands before any bracket.
fn assignment(text: &str) -> (Option<String>, String, Option<String>) {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim().to_owned())),
        None => (text.trim(), None),
    };
    let head = name.split('[').next().unwrap_or_default();
    match head.split_once('.') {
        Some((agent, _)) => (Some(agent.to_owned()), name[agent.len() + 1..].to_owned(), value),
        None => (None, name.to_owned(), value),
    }
}

fn number(text: &str, max: u16) -> Result<u16, String> {
    let number = text.parse().ok().filter(|number| (1..=max).contains(number));
    number.ok_or_else(|| format!("expected a number from 1 to {max}, not `{text}`"))
}

fn unknown<'n>(what: &str, word: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    let hint = did_you_mean(word, known).map_or_else(String::new, |hint| format!("; did you mean `{hint}`?"));
    format!("there is no {what} `{word}`{hint}")
}
