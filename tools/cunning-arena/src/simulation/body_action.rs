//! What bodies do when minds act: the phrases of `[do]`, and the intents that they become.

use cunning_mind::Value;

use super::words::{Count, Facet, Findings, Noun, Speech, Thing, Things, WORD};
use crate::scene::{Scene, Word};
use crate::{Actor, ActorId, AtDoors, Cell, DoorAction, Goal, Holder, Intent, Stance, Target, World};

/// One thing that a body does, so many times.
#[derive(Clone, Debug)]
pub(super) struct BodyAction {
    verb: Verb,
    count: Count,
    object: Option<Noun>,
    other: Option<Noun>,
    /// The name of a job.
    job: String,
    wait: Pause,
    pub(super) times: Count,
}

/// How long somebody does nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pause {
    /// So many milliseconds.
    For(u32),
    /// Until an hour of the day.
    Until(u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verb {
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
    Face,
    Reload,
    Stand(Stance),
    Shout,
    Wait,
    Quest,
    Nothing,
}

/// What stands after a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Object {
    Nothing,
    Thing(Facet),
    Job,
    Time,
}

/// Whether a second thing stands after `at`, `from` or `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Other {
    No,
    May(Facet),
    Must(Facet),
}

const VERBS: [(&str, Verb, Object, Other); 22] = [
    ("walk", Verb::Walk, Object::Thing(Facet::Place), Other::No),
    ("seek", Verb::Seek, Object::Thing(Facet::Place), Other::No),
    ("return", Verb::Return, Object::Nothing, Other::No),
    ("take", Verb::Take, Object::Thing(Facet::Item), Other::May(Facet::Station)),
    ("put", Verb::Put, Object::Thing(Facet::Item), Other::May(Facet::Holder)),
    ("buy", Verb::Buy, Object::Thing(Facet::Item), Other::Must(Facet::Station)),
    ("sell", Verb::Sell, Object::Thing(Facet::Item), Other::Must(Facet::Station)),
    ("use", Verb::Use, Object::Thing(Facet::Item), Other::No),
    ("work", Verb::Work, Object::Job, Other::Must(Facet::Station)),
    ("open", Verb::Door(DoorAction::Open), Object::Thing(Facet::Door), Other::No),
    ("close", Verb::Door(DoorAction::Close), Object::Thing(Facet::Door), Other::No),
    ("lock", Verb::Door(DoorAction::Lock), Object::Thing(Facet::Door), Other::No),
    ("unlock", Verb::Door(DoorAction::Unlock), Object::Thing(Facet::Door), Other::No),
    ("break", Verb::Door(DoorAction::Break), Object::Thing(Facet::Door), Other::No),
    ("shoot", Verb::Shoot, Object::Thing(Facet::Actor), Other::No),
    ("face", Verb::Face, Object::Thing(Facet::Place), Other::No),
    ("reload", Verb::Reload, Object::Nothing, Other::No),
    ("crouch", Verb::Stand(Stance::Crouched), Object::Nothing, Other::No),
    ("stand", Verb::Stand(Stance::Standing), Object::Nothing, Other::No),
    ("shout", Verb::Shout, Object::Nothing, Other::No),
    ("wait", Verb::Wait, Object::Time, Other::No),
    ("quest", Verb::Quest, Object::Nothing, Other::No),
];

/// Hours of a day.
const HOURS: u8 = 24;
/// How far a shout is heard, in cells.
const SHOUT_LOUDNESS: u16 = 25;

impl BodyAction {
    /// Reads a phrase.
    pub(super) fn read(speech: &Speech<'_>, findings: &mut Findings<'_>, phrase: &[Word]) -> Option<Self> {
        let (first, mut rest) = phrase.split_first()?;
        let mut body_action = Self {
            verb: Verb::Nothing,
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
        let Some(&(_, verb, object, other)) = VERBS.iter().find(|(name, ..)| *name == first.text) else {
            let known = VERBS.iter().map(|(name, ..)| *name).chain(["nothing"]);
            findings.unknown("deed", first, known);
            return None;
        };
        body_action.verb = verb;
        if verb == Verb::Quest && speech.scene.quest().is_none() {
            findings.error(WORD, "there is no quest in this scene: add `[quest]`", first.span);
            return None;
        }
        if let [before @ .., number, times] = rest
            && times.text == "times"
            && let Some(count) = speech.count(number)
        {
            body_action.times = count;
            rest = before;
        }
        match object {
            Object::Nothing => {}
            Object::Time => {
                if let [until, hour] = rest
                    && until.text == "until"
                {
                    let hour_of_day = hour.text.parse().ok().filter(|hour| *hour < HOURS);
                    let Some(hour_of_day) = hour_of_day.filter(|_| speech.scene.rules().day_ms.is_some())
                    else {
                        let message = "expected an hour from 0 to 23, in a scene with a `day` in `[rules]`";
                        findings.error(WORD, message, hour.span);
                        return None;
                    };
                    body_action.wait = Pause::Until(hour_of_day);
                    return Some(body_action);
                }
                let text = rest.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
                // A bare number would be a tick; without ticks there is none.
                let time = crate::scene::event_text::time_ms(&text, 0).filter(|time| *time > 0);
                let Some(time) = time.and_then(|time| u32::try_from(time).ok()) else {
                    findings.error(WORD, "expected a time such as `wait 2 s` or `wait until 6`", first.span);
                    return None;
                };
                body_action.wait = Pause::For(time);
                rest = &[];
            }
            Object::Job | Object::Thing(_) => {
                if let [number, _, ..] = rest
                    && let Some(count) = speech.count(number)
                {
                    body_action.count = count;
                    rest = &rest[1..];
                }
                let Some((word, after)) = rest.split_first() else {
                    findings.error(WORD, format!("`{}` what?", first.text), first.span);
                    return None;
                };
                match object {
                    Object::Thing(facet) => body_action.object = Some(speech.noun(findings, word, facet)?),
                    _ => body_action.job.clone_from(&word.text),
                }
                rest = after;
            }
        }
        if let (Other::May(facet) | Other::Must(facet), [preposition, word]) = (other, rest)
            && ["at", "from", "to"].contains(&preposition.text.as_str())
        {
            body_action.other = Some(speech.noun(findings, word, facet)?);
            rest = &[];
        }
        if let Some(strange) = rest.first() {
            let message = format!("`{}` makes no sense after `{}`", strange.text, first.text);
            findings.error(WORD, message, strange.span);
            return None;
        }
        if matches!(other, Other::Must(_)) && body_action.other.is_none() {
            findings.error(WORD, format!("`{}` where? Add `at` and a station", first.text), first.span);
            return None;
        }
        if let (Verb::Work, Some(Noun::Thing(Thing { station: Some(station), .. }))) =
            (verb, body_action.other)
        {
            let jobs = &speech.scene.stations()[station.index()].jobs;
            if jobs.iter().all(|job| job.name != body_action.job) {
                let word = phrase.iter().find(|word| word.text == body_action.job).unwrap_or(first);
                findings.unknown("job", word, jobs.iter().map(|job| job.name.as_str()));
                return None;
            }
        }
        Some(body_action)
    }

    /// Whether it is the scene's quest, which is more than one intent.
    pub(super) fn is_quest(&self) -> bool {
        self.verb == Verb::Quest
    }

    /// How long it does nothing, if that is all.
    pub(super) fn waits_ms(&self, world: &World) -> Option<u32> {
        (self.verb == Verb::Wait).then(|| self.wait.time_ms(world))
    }

    /// What the body is asked to do for the arguments of a step; nothing if there is nothing to do, an error if there
    /// is no such thing.
    pub(super) fn intent(
        &self,
        world: &World,
        actor: ActorId,
        things: &Things,
        own: &[(u32, Thing)],
        args: &[Value],
    ) -> Result<Option<Intent>, &'static str> {
        const NO_THING: &str = "there is no such thing";
        let scene = world.scene();
        let noun =
            |noun: Option<Noun>| noun.map_or_else(Thing::default, |noun| noun.thing(things, own, args));
        let (object, other) = (noun(self.object), noun(self.other));
        let count = self.count.number(args);
        let item = || object.item.ok_or(NO_THING);
        let station = || other.station.ok_or(NO_THING);
        Ok(Some(match self.verb {
            Verb::Nothing | Verb::Quest => return Ok(None),
            Verb::Walk | Verb::Seek => {
                let to = match object.spot {
                    Some(spot) => Goal::Spot(spot),
                    None => Goal::Cell(cell_of(world, scene, object).ok_or(NO_THING)?),
                };
                match self.verb {
                    Verb::Seek => Intent::Seek { to },
                    _ => Intent::Walk { to, doors: AtDoors::Open },
                }
            }
            Verb::Return => {
                let home = scene.actors().get(actor.index()).ok_or(NO_THING)?.cell;
                Intent::Walk { to: Goal::Cell(home), doors: AtDoors::Open }
            }
            Verb::Face => Intent::Face { toward: cell_of(world, scene, object).ok_or(NO_THING)? },
            Verb::Take => {
                let from = other.station.map_or(Holder::Ground, Holder::Station);
                Intent::Take { item: item()?, count, from }
            }
            Verb::Put => {
                let to = other.station.map(Holder::Station).or(other.actor.map(Holder::Actor));
                Intent::Put { item: item()?, count, to: to.unwrap_or(Holder::Ground) }
            }
            Verb::Buy => Intent::Buy { station: station()?, item: item()?, count },
            Verb::Sell => Intent::Sell { station: station()?, item: item()?, count },
            Verb::Use => Intent::Use { item: item()? },
            Verb::Work => {
                let station = station()?;
                let jobs = scene.stations().get(station.index()).map_or(&[][..], |station| &station.jobs);
                let job = jobs.iter().position(|job| job.name == self.job).ok_or("there is no such work")?;
                Intent::Work { station, job: job as u16 }
            }
            Verb::Door(action) => Intent::Door { door: object.door.ok_or(NO_THING)?, action },
            Verb::Shoot => {
                let at = Target::Actor(object.actor.ok_or(NO_THING)?);
                Intent::Shoot { at, rounds: count }
            }
            Verb::Reload => Intent::Reload,
            Verb::Stand(stance) => Intent::Stand { stance },
            Verb::Shout => Intent::Shout { loudness: SHOUT_LOUDNESS, word: 0 },
            Verb::Wait => Intent::Wait { time_ms: self.wait.time_ms(world) },
        }))
    }
}

impl Pause {
    fn time_ms(self, world: &World) -> u32 {
        match self {
            Self::For(time_ms) => time_ms,
            // A day is at most a day long, so it fits.
            Self::Until(hour) => world.until_hour_ms(hour).map_or(0, |time_ms| time_ms as u32),
        }
    }
}

/// Where a thing is.
pub(super) fn cell_of(world: &World, scene: &Scene, thing: Thing) -> Option<Cell> {
    let actor = thing.actor.and_then(|actor| world.actor(actor)).map(Actor::cell);
    let spot = thing.spot.and_then(|spot| scene.spots().get(spot.index())).map(|spot| spot.centre);
    let station = thing.station.and_then(|station| scene.stations().get(station.index()));
    let door = thing.door.and_then(|door| scene.doors().get(door.index()));
    let pile = thing.item.and_then(|item| world.piles().iter().find(|pile| pile.item == item));
    let place = actor.or(thing.cell).or(spot).or(station.map(|station| station.cell));
    place.or(door.map(|door| door.cell)).or(pile.map(|pile| pile.cell))
}
