//! The phrases of `[do]`, and the intents that they become.

use cunning_diag::Collector;
use cunning_mind::engine::Value;

use super::names::{Count, PhraseScope, Thing, ThingKind, ThingRef, Things, WORD, unknown};
use crate::scene::{Scene, Word};
use crate::{Actor, ActorId, Cell, DoorAction, DoorPolicy, Goal, Holder, Intent, Stance, Target, World};

/// A command to a body, repeated a number of times.
#[derive(Clone, Debug)]
pub(super) struct BodyAction {
    command: BodyCommand,
    count: Count,
    object: Option<ThingRef>,
    other: Option<ThingRef>,
    /// The name of a job.
    job: String,
    wait: Pause,
    pub(super) times: Count,
}

/// How long a body waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pause {
    /// This many milliseconds.
    For(u32),
    /// Until an hour of the day.
    Until(u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BodyCommand {
    Walk,
    Seek,
    Return,
    Take,
    Put,
    Buy,
    Sell,
    Use,
    Work,
    Door(DoorAction),
    Shoot,
    Suppress,
    Throw,
    Arrest,
    Release,
    Flee,
    Face,
    FaceNoise,
    LookOut,
    Reload,
    Draw,
    Holster,
    Overwatch,
    Treat,
    Stand(Stance),
    Shout,
    Wait,
    Quest,
    Nothing,
}

/// What follows a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operand {
    Nothing,
    Thing(ThingKind),
    Job,
    Time,
}

/// Whether a second thing follows after `at`, `from` or `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SecondOperand {
    No,
    May(ThingKind),
    Must(ThingKind),
}

const COMMANDS: [(&str, BodyCommand, Operand, SecondOperand); 33] = [
    ("walk", BodyCommand::Walk, Operand::Thing(ThingKind::Place), SecondOperand::No),
    ("seek", BodyCommand::Seek, Operand::Thing(ThingKind::Place), SecondOperand::No),
    ("return", BodyCommand::Return, Operand::Nothing, SecondOperand::No),
    ("take", BodyCommand::Take, Operand::Thing(ThingKind::Item), SecondOperand::May(ThingKind::Station)),
    ("put", BodyCommand::Put, Operand::Thing(ThingKind::Item), SecondOperand::May(ThingKind::Holder)),
    ("buy", BodyCommand::Buy, Operand::Thing(ThingKind::Item), SecondOperand::Must(ThingKind::Station)),
    ("sell", BodyCommand::Sell, Operand::Thing(ThingKind::Item), SecondOperand::Must(ThingKind::Station)),
    ("use", BodyCommand::Use, Operand::Thing(ThingKind::Item), SecondOperand::No),
    ("work", BodyCommand::Work, Operand::Job, SecondOperand::Must(ThingKind::Station)),
    ("open", BodyCommand::Door(DoorAction::Open), Operand::Thing(ThingKind::Door), SecondOperand::No),
    ("close", BodyCommand::Door(DoorAction::Close), Operand::Thing(ThingKind::Door), SecondOperand::No),
    ("lock", BodyCommand::Door(DoorAction::Lock), Operand::Thing(ThingKind::Door), SecondOperand::No),
    ("unlock", BodyCommand::Door(DoorAction::Unlock), Operand::Thing(ThingKind::Door), SecondOperand::No),
    ("break", BodyCommand::Door(DoorAction::Break), Operand::Thing(ThingKind::Door), SecondOperand::No),
    ("shoot", BodyCommand::Shoot, Operand::Thing(ThingKind::Actor), SecondOperand::No),
    ("suppress", BodyCommand::Suppress, Operand::Thing(ThingKind::Actor), SecondOperand::No),
    ("throw", BodyCommand::Throw, Operand::Thing(ThingKind::Item), SecondOperand::Must(ThingKind::Place)),
    ("arrest", BodyCommand::Arrest, Operand::Thing(ThingKind::Actor), SecondOperand::No),
    ("release", BodyCommand::Release, Operand::Thing(ThingKind::Actor), SecondOperand::May(ThingKind::Place)),
    ("flee", BodyCommand::Flee, Operand::Nothing, SecondOperand::No),
    ("turn", BodyCommand::FaceNoise, Operand::Nothing, SecondOperand::No),
    ("look_out", BodyCommand::LookOut, Operand::Nothing, SecondOperand::No),
    ("face", BodyCommand::Face, Operand::Thing(ThingKind::Place), SecondOperand::No),
    ("draw", BodyCommand::Draw, Operand::Thing(ThingKind::Weapon), SecondOperand::No),
    ("holster", BodyCommand::Holster, Operand::Nothing, SecondOperand::No),
    ("overwatch", BodyCommand::Overwatch, Operand::Time, SecondOperand::No),
    ("treat", BodyCommand::Treat, Operand::Thing(ThingKind::Actor), SecondOperand::Must(ThingKind::Item)),
    ("reload", BodyCommand::Reload, Operand::Nothing, SecondOperand::No),
    ("crouch", BodyCommand::Stand(Stance::Crouched), Operand::Nothing, SecondOperand::No),
    ("stand", BodyCommand::Stand(Stance::Standing), Operand::Nothing, SecondOperand::No),
    ("shout", BodyCommand::Shout, Operand::Nothing, SecondOperand::No),
    ("wait", BodyCommand::Wait, Operand::Time, SecondOperand::No),
    ("quest", BodyCommand::Quest, Operand::Nothing, SecondOperand::No),
];

/// The number of hours in a day.
const HOURS: u8 = 24;
/// How far a shout is heard, in cells.
const SHOUT_LOUDNESS: u16 = 25;

impl BodyAction {
    /// Reads a phrase.
    pub(super) fn read(scope: &PhraseScope<'_>, collector: &mut Collector, phrase: &[Word]) -> Option<Self> {
        let (first, mut rest) = phrase.split_first()?;
        let mut body_action = Self {
            command: BodyCommand::Nothing,
            count: Count::Number(1),
            object: None,
            other: None,
            job: String::new(),
            wait: Pause::For(0),
            times: Count::Number(1),
        };
        if first.text == "nothing" && rest.is_empty() {
            return Some(body_action);
        }
        let Some(&(_, command, object, other)) = COMMANDS.iter().find(|(name, ..)| *name == first.text)
        else {
            let known = COMMANDS.iter().map(|(name, ..)| *name).chain(["nothing"]);
            unknown(collector, "body action", first, known);
            return None;
        };
        body_action.command = command;
        if command == BodyCommand::Quest && scope.scene.quest().is_none() {
            collector.error(first.span, WORD, "the scene has no quest; add `[quest]`");
            return None;
        }
        if let [before @ .., number, times] = rest
            && times.text == "times"
            && let Some(count) = scope.count(number)
        {
            body_action.times = count;
            rest = before;
        }
        match object {
            Operand::Nothing => {}
            Operand::Time => {
                body_action.wait = Pause::read(scope.scene, collector, first, rest)?;
                rest = &[];
            }
            Operand::Job | Operand::Thing(_) => {
                if let [number, _, ..] = rest
                    && let Some(count) = scope.count(number)
                {
                    body_action.count = count;
                    rest = &rest[1..];
                }
                let Some((word, after)) = rest.split_first() else {
                    collector.error(first.span, WORD, format!("missing operand after `{}`", first.text));
                    return None;
                };
                match object {
                    Operand::Thing(kind) => {
                        body_action.object = Some(scope.thing_ref(collector, word, kind)?);
                    }
                    _ => body_action.job.clone_from(&word.text),
                }
                rest = after;
            }
        }
        if let (SecondOperand::May(kind) | SecondOperand::Must(kind), [preposition, word]) = (other, rest)
            && ["at", "from", "to", "into", "with"].contains(&preposition.text.as_str())
        {
            body_action.other = Some(scope.thing_ref(collector, word, kind)?);
            rest = &[];
        }
        if let Some(extra) = rest.first() {
            let message = format!("unexpected `{}` after `{}`", extra.text, first.text);
            collector.error(extra.span, WORD, message);
            return None;
        }
        if matches!(other, SecondOperand::Must(_)) && body_action.other.is_none() {
            collector.error(
                first.span,
                WORD,
                match command {
                    BodyCommand::Treat => "`treat` needs an item; add `with` and its name".to_owned(),
                    BodyCommand::Throw => "`throw` needs a target; add `at` and its name".to_owned(),
                    _ => format!("`{}` needs a station; add `at` and its name", first.text),
                },
            );
            return None;
        }
        if let (BodyCommand::Work, Some(ThingRef::Thing(Thing { station: Some(station), .. }))) =
            (command, body_action.other)
        {
            let jobs = &scope.scene.stations()[station.index()].jobs;
            if jobs.iter().all(|job| job.name != body_action.job) {
                let word = phrase.iter().find(|word| word.text == body_action.job).unwrap_or(first);
                unknown(collector, "job", word, jobs.iter().map(|job| job.name.as_str()));
                return None;
            }
        }
        Some(body_action)
    }

    /// Whether this is the scene's quest, which takes more than one intent.
    pub(super) fn is_quest(&self) -> bool {
        self.command == BodyCommand::Quest
    }

    /// How long the body waits, if this is a wait.
    pub(super) fn waits_ms(&self, world: &World) -> Option<u32> {
        (self.command == BodyCommand::Wait).then(|| self.wait.time_ms(world))
    }

    /// Returns the intent for the arguments of a step, nothing if there is nothing to do, or an error if a
    /// thing does not exist.
    pub(super) fn intent(
        &self,
        world: &World,
        actor: ActorId,
        knowledge: &Knowledge<'_>,
        things: &Things,
        aliases: &[(u32, Thing)],
        args: &[Value],
    ) -> Result<Option<Intent>, &'static str> {
        const NO_THING: &str = "the target does not exist";
        const NEVER_SEEN: &str = "it is not known where the target is";
        let (scene, known) = (world.scene(), knowledge.known);
        let noun = |noun: Option<ThingRef>| {
            noun.map_or_else(Thing::default, |noun| noun.thing(things, aliases, args))
        };
        let (object, other) = (noun(self.object), noun(self.other));
        let count = self.count.number(args);
        let item = || object.item.ok_or(NO_THING);
        let cell = |thing: Thing| match thing.actor {
            Some(actor) => known(actor).ok_or(NEVER_SEEN),
            None if thing.is_lying_only() => nearest_pile(world, actor, thing).ok_or(NO_THING),
            None => cell_of(world, scene, thing).ok_or(NO_THING),
        };
        let station = || other.station.ok_or(NO_THING);
        Ok(Some(match self.command {
            BodyCommand::Nothing | BodyCommand::Quest => return Ok(None),
            BodyCommand::Walk | BodyCommand::Seek => {
                let to = match object.spot {
                    Some(spot) => Goal::Spot(spot),
                    None => Goal::Cell(beside_comrade(world, actor, object, cell(object)?)),
                };
                match self.command {
                    BodyCommand::Seek => Intent::Seek { to },
                    _ => Intent::Walk { to, doors: DoorPolicy::Open },
                }
            }
            BodyCommand::Return => {
                let home = scene.actors().get(actor.index()).ok_or(NO_THING)?.cell;
                Intent::Walk { to: Goal::Cell(home), doors: DoorPolicy::Open }
            }
            BodyCommand::Face => Intent::Face { toward: cell(object)? },
            BodyCommand::FaceNoise => match knowledge.noise {
                Some(toward) => Intent::Face { toward },
                None => return Ok(None),
            },
            BodyCommand::LookOut => match world.lookout(actor) {
                Some(toward) => Intent::Face { toward },
                None => return Ok(None),
            },
            BodyCommand::Take => {
                let from = other.station.map_or(Holder::Ground, Holder::Station);
                Intent::Take { item: item()?, count, from }
            }
            BodyCommand::Put => {
                let to = other.station.map(Holder::Station).or(other.actor.map(Holder::Actor));
                Intent::Put { item: item()?, count, to: to.unwrap_or(Holder::Ground) }
            }
            BodyCommand::Buy => Intent::Buy { station: station()?, item: item()?, count },
            BodyCommand::Sell => Intent::Sell { station: station()?, item: item()?, count },
            BodyCommand::Use => Intent::Use { item: item()? },
            BodyCommand::Work => {
                let station = station()?;
                let jobs = scene.stations().get(station.index()).map_or(&[][..], |station| &station.jobs);
                let job =
                    jobs.iter().position(|job| job.name == self.job).ok_or("the station has no such job")?;
                Intent::Work { station, job: job as u16 }
            }
            BodyCommand::Door(action) => Intent::Door { door: object.door.ok_or(NO_THING)?, action },
            BodyCommand::Shoot => {
                let at = Target::Actor(object.actor.ok_or(NO_THING)?);
                Intent::Shoot { at, rounds: count }
            }
            BodyCommand::Suppress => {
                let target = object.actor.ok_or(NO_THING)?;
                let at = if world.sees(actor, target) {
                    Target::Actor(target)
                } else {
                    Target::Cell(known(target).ok_or(NEVER_SEEN)?)
                };
                Intent::Shoot { at, rounds: count }
            }
            BodyCommand::Throw => Intent::Throw { item: item()?, at: cell(other)? },
            BodyCommand::Arrest => Intent::Arrest { actor: object.actor.ok_or(NO_THING)? },
            BodyCommand::Release => {
                Intent::Release { actor: object.actor.ok_or(NO_THING)?, into: other.spot }
            }
            BodyCommand::Flee => match world.refuge(actor) {
                Some(cell) => Intent::Walk { to: Goal::Cell(cell), doors: DoorPolicy::Open },
                None => return Ok(None),
            },
            BodyCommand::Reload => Intent::Reload,
            BodyCommand::Draw => Intent::Draw { weapon: object.weapon.ok_or(NO_THING)? },
            BodyCommand::Holster => {
                let first = scene.actors().get(actor.index()).and_then(|spec| spec.arms().next());
                Intent::Draw { weapon: first.ok_or(NO_THING)? }
            }
            BodyCommand::Overwatch => Intent::Overwatch { time_ms: self.wait.time_ms(world) },
            BodyCommand::Treat => {
                Intent::Treat { item: other.item.ok_or(NO_THING)?, actor: object.actor.ok_or(NO_THING)? }
            }
            BodyCommand::Stand(stance) => Intent::Stand { stance },
            BodyCommand::Shout => Intent::Shout { loudness: SHOUT_LOUDNESS, word: 0 },
            BodyCommand::Wait => Intent::Wait { time_ms: self.wait.time_ms(world) },
        }))
    }
}

impl Pause {
    /// Reads the time that follows `wait`.
    fn read(scene: &Scene, collector: &mut Collector, wait: &Word, words: &[Word]) -> Option<Self> {
        if let [until, hour] = words
            && until.text == "until"
        {
            let hour_of_day = hour.text.parse().ok().filter(|hour| *hour < HOURS);
            let hour_of_day = hour_of_day.filter(|_| scene.rules().day_ms.is_some());
            if hour_of_day.is_none() {
                let message = "expected an hour from 0 to 23, in a scene with a `day` in `[rules]`";
                collector.error(hour.span, WORD, message);
            }
            return hour_of_day.map(Self::Until);
        }
        let text = words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
        // A tick length of zero rejects bare numbers, which would mean ticks.
        let time = crate::scene::event_text::time_ms(&text, 0).filter(|time| *time > 0);
        let time = time.and_then(|time| u32::try_from(time).ok());
        if time.is_none() {
            collector.error(wait.span, WORD, "expected a time such as `wait 2 s` or `wait until 6`");
        }
        time.map(Self::For)
    }

    fn time_ms(self, world: &World) -> u32 {
        match self {
            Self::For(time_ms) => time_ms,
            // A day is at most 24 hours long, so this fits.
            Self::Until(hour) => world.until_hour_ms(hour).map_or(0, |time_ms| time_ms as u32),
        }
    }
}

/// Where an agent believes others to be.
pub(super) struct Knowledge<'a> {
    /// The cell of an actor, as far as the agent knows.
    pub(super) known: &'a dyn Fn(ActorId) -> Option<Cell>,
    /// Where the last noise of an enemy came from.
    pub(super) noise: Option<Cell>,
}

/// Where to walk to reach a thing: the nearest free cell beside a comrade, and otherwise its own cell.
fn beside_comrade(world: &World, actor: ActorId, thing: Thing, cell: Cell) -> Cell {
    let team = |actor: ActorId| world.scene().actors().get(actor.index()).map(|spec| spec.team);
    let is_comrade = thing.actor.is_some_and(|other| other != actor && team(other) == team(actor));
    let Some(body) = world.actor(actor).filter(|_| is_comrade) else { return cell };
    let is_free = |cell: &Cell| world.standing_at(*cell).is_none_or(|other| other == actor);
    let around = world.square(cell, 1, 1).filter(is_free);
    let from = body.cell();
    around
        .min_by_key(|at| (from.octile_to(*at), body.heading().clockwise_to(from.offset_to(*at)), *at))
        .unwrap_or(cell)
}

/// The pile of an item that is nearest to an actor.
fn nearest_pile(world: &World, actor: ActorId, thing: Thing) -> Option<Cell> {
    let from = world.actor(actor)?.cell();
    let piles = world.piles().iter().filter(|pile| Some(pile.item) == thing.item);
    piles.map(|pile| pile.cell).min_by_key(|cell| (from.octile_to(*cell), *cell))
}

/// Returns the cell where a thing is.
pub(super) fn cell_of(world: &World, scene: &Scene, thing: Thing) -> Option<Cell> {
    let actor = thing.actor.and_then(|actor| world.actor(actor)).map(Actor::cell);
    let spot = thing.spot.and_then(|spot| scene.spots().get(spot.index())).map(|spot| spot.centre);
    let station = thing.station.and_then(|station| scene.stations().get(station.index()));
    let door = thing.door.and_then(|door| scene.doors().get(door.index()));
    let pile = thing.item.and_then(|item| world.piles().iter().find(|pile| pile.item == item));
    let place = actor.or(thing.cell).or(spot).or(station.map(|station| station.cell));
    place.or(door.map(|door| door.cell)).or(pile.map(|pile| pile.cell))
}
