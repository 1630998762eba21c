//! Scripted players, for tests and for runs without a person.

use std::fmt;

use super::command::{ALL, STOP};
use crate::scene::Scene;
use crate::scene::event_text::time_ms;
use crate::simulation::{Scenario, Simulation};
use crate::{ActorId, Cell};

/// A player that follows the lines of a script. Each line gives orders and waits until all of them have ended, or until its
/// time is over; then the next line follows.
///
/// | line | |
/// |---|---|
/// | `ann, ben: hold mill` | an order to friends; those who are dead are left out |
/// | `all: …`, `first: …`, `rest: …` | all friends, the first one that is alive, or all others |
/// | `all: attack nearest` | the known target that is nearest to each receiver; without one it gets no order |
/// | `ann: hold mill \| rest: suppress nearest` | several orders at once |
/// | `within 20 s all: hold mill` | not longer than this; 30 s by default |
/// | `if enemies …`, `if clear …` | a line that is left out unless an enemy is known, or none |
/// | `while enemies …` | a line that is repeated as long as an enemy is known |
/// | `wait 5 s` | |
/// | `repeat` | the lines after this one are repeated for ever |
///
/// ```
/// use cunning_arena::simulation::ScriptedPlayer;
///
/// assert!(ScriptedPlayer::parse(["all: hold mill", "while enemies all: attack nearest"]).is_ok());
/// let error = ScriptedPlayer::parse(["wait a while"]).unwrap_err();
/// assert_eq!(error.to_string(), "line 1 of the script: expected a time, as in `wait 5 s`");
/// ```
#[derive(Clone, Debug)]
pub struct ScriptedPlayer {
    lines: Vec<Line>,
    /// Where the lines are repeated from.
    repeats: Option<usize>,
    at: usize,
    /// When the current line ends, once it has begun.
    until_ms: Option<u64>,
    /// The friends with orders of the current line.
    busy: Vec<ActorId>,
}

/// Why a script cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// The number of the line, from 1; 0 if there is no such script.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.message),
            line => write!(f, "line {line} of the script: {}", self.message),
        }
    }
}

impl std::error::Error for ScriptError {}

#[derive(Clone, Debug)]
struct Line {
    when: When,
    within_ms: u64,
    /// The orders; a line without any waits.
    orders: Vec<ScriptedOrder>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    Always,
    IfEnemies,
    IfClear,
    WhileEnemies,
}

#[derive(Clone, Debug)]
struct ScriptedOrder {
    receivers: Vec<String>,
    order: String,
    targets: Vec<String>,
}

const FIRST: &str = "first";
const REST: &str = "rest";
const NEAREST: &str = "nearest";
const REPEAT: &str = "repeat";
/// How long a line lasts at most.
const WITHIN_MS: u64 = 30_000;
const CONDITIONS: [(&str, When); 3] =
    [("if enemies ", When::IfEnemies), ("if clear ", When::IfClear), ("while enemies ", When::WhileEnemies)];

impl ScriptedPlayer {
    /// Reads a script.
    pub fn parse<'l>(lines: impl IntoIterator<Item = &'l str>) -> Result<Self, ScriptError> {
        let mut player = Self { lines: Vec::new(), repeats: None, at: 0, until_ms: None, busy: Vec::new() };
        for (at, text) in lines.into_iter().enumerate() {
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            if text == REPEAT {
                player.repeats = Some(player.lines.len());
                continue;
            }
            let line = Line::parse(text).map_err(|message| ScriptError { line: at + 1, message })?;
            player.lines.push(line);
        }
        Ok(player)
    }

    /// The scripted player of a scenario with this name.
    pub fn of_scene(scenario: &Scenario, name: &str) -> Result<Self, ScriptError> {
        let players = scenario.scene().scripted_players();
        let Some(spec) = players.iter().find(|player| player.name == name) else {
            let known: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            let message = format!("the scene has no scripted player `{name}`; it has {known}");
            return Err(ScriptError { line: 0, message });
        };
        Self::parse(spec.script.iter().map(|line| line.text.as_str()))
    }

    /// Gives the orders that are due. Call it before every tick.
    pub fn play(&mut self, simulation: &mut Simulation) {
        if let Some(until_ms) = self.until_ms {
            let is_busy = self.busy.iter().any(|actor| {
                simulation.friends().iter().any(|friend| friend.actor == *actor && !friend.orders.is_empty())
            });
            let waits = self.lines.get(self.at).is_some_and(|line| line.orders.is_empty());
            if simulation.world().time_ms() < until_ms && (is_busy || waits) {
                return;
            }
            self.until_ms = None;
            let repeats = self.lines.get(self.at).is_some_and(|line| line.when == When::WhileEnemies);
            if !(repeats && knows_enemies(simulation)) {
                self.at += 1;
            }
        }
        if self.at >= self.lines.len() {
            let Some(from) = self.repeats.filter(|from| *from < self.lines.len()) else { return };
            self.at = from;
        }
        let Some(line) = self.lines.get(self.at) else { return };
        let is_due = match line.when {
            When::Always => true,
            When::IfClear => !knows_enemies(simulation),
            When::IfEnemies | When::WhileEnemies => knows_enemies(simulation),
        };
        if !is_due {
            self.at += 1;
            return;
        }
        self.busy.clear();
        for order in &line.orders {
            self.busy.extend(order.give(simulation));
        }
        self.until_ms = Some(simulation.world().time_ms() + line.within_ms);
    }
}

impl Line {
    fn parse(text: &str) -> Result<Self, String> {
        let condition = CONDITIONS.iter().find_map(|(word, when)| Some((text.strip_prefix(word)?, *when)));
        let (text, when) = condition.unwrap_or((text, When::Always));
        if let Some(time) = text.strip_prefix("wait ") {
            let within_ms = time_ms(time.trim(), 0).filter(|time| *time > 0);
            let within_ms = within_ms.ok_or("expected a time, as in `wait 5 s`")?;
            return Ok(Self { when, within_ms, orders: Vec::new() });
        }
        let (text, within_ms) = match text.strip_prefix("within ") {
            None => (text, WITHIN_MS),
            Some(rest) => {
                let mut words = rest.splitn(3, ' ');
                let time = format!("{} {}", words.next().unwrap_or(""), words.next().unwrap_or(""));
                let time = time_ms(&time, 0).filter(|time| *time > 0);
                (words.next().unwrap_or(""), time.ok_or("expected a time, as in `within 20 s`")?)
            }
        };
        let orders = text.split('|').map(ScriptedOrder::parse).collect::<Result<_, _>>()?;
        Ok(Self { when, within_ms, orders })
    }
}

impl ScriptedOrder {
    fn parse(text: &str) -> Result<Self, String> {
        let form = || format!("expected `NAMES: ORDER TARGET`, found `{}`", text.trim());
        let (names, order) = text.split_once(':').ok_or_else(form)?;
        let mut words = order.split_whitespace().map(str::to_owned);
        let order = words.next().ok_or_else(form)?;
        let receivers: Vec<String> = names.split(',').map(|name| name.trim().to_owned()).collect();
        if receivers.iter().any(String::is_empty) {
            return Err(form());
        }
        Ok(Self { receivers, order, targets: words.collect() })
    }

    /// What is wrong with the names of the order, if anything.
    fn mistake(&self, scene: &Scene) -> Option<String> {
        let team = scene.briefing()?.team;
        let is_friend = |name: &String| {
            scene.actors().iter().any(|actor| actor.team == team && actor.name == *name)
                || [ALL, FIRST, REST].contains(&name.as_str())
        };
        if let Some(name) = self.receivers.iter().find(|name| !is_friend(name)) {
            return Some(format!("there is no friend `{name}`"));
        }
        let is_order = self.order == STOP || scene.orders().iter().any(|order| order.name.text == self.order);
        (!is_order).then(|| format!("there is no order `{}`", self.order))
    }

    /// Gives the order to all receivers that can get it, and returns them.
    fn give(&self, simulation: &mut Simulation) -> Vec<ActorId> {
        let friends: Vec<_> = simulation.friends().into_iter().filter(|friend| friend.health > 0).collect();
        let mut given = Vec::new();
        for (at, friend) in friends.iter().enumerate() {
            let is_meant = |name: &String| match name.as_str() {
                ALL => true,
                FIRST => at == 0,
                REST => at > 0,
                name => friend.name == name,
            };
            if !self.receivers.iter().any(is_meant) {
                continue;
            }
            let Some(targets) = self.targets_for(simulation, friend.actor) else { continue };
            let targets: Vec<&str> = targets.iter().map(String::as_str).collect();
            // A script that names a target which is not known yet gives no order.
            if simulation.give_order(&[&friend.name], &self.order, &targets).is_ok() {
                given.push(friend.actor);
            }
        }
        given
    }

    /// The targets with `nearest` replaced; `None` if there is none.
    fn targets_for(&self, simulation: &Simulation, receiver: ActorId) -> Option<Vec<String>> {
        let from = simulation.world().actor(receiver)?.cell();
        let offers = simulation.order_offers();
        let offer = offers.iter().find(|offer| offer.name == self.order);
        let params = offer.map_or(&[][..], |offer| &offer.params);
        let target = |(at, word): (usize, &String)| {
            if word != NEAREST {
                return Some(word.clone());
            }
            let known = simulation.order_targets(&self.order, &params.get(at)?.name);
            let distance = |cell: Option<Cell>| cell.map(|cell| from.distance(cell));
            let nearest = known.into_iter().min_by_key(|target| (distance(target.cell), target.name.clone()));
            nearest.map(|target| target.name)
        };
        self.targets.iter().enumerate().map(target).collect()
    }
}

/// Whether the player's team knows where an enemy is.
fn knows_enemies(simulation: &Simulation) -> bool {
    let Some(team) = simulation.player_team() else { return false };
    let scene = simulation.world().scene();
    let enemies = scene.actors().iter().enumerate().filter(|(_, actor)| actor.team != team);
    let mut enemies = enemies.map(|(at, _)| ActorId::new(at as u16));
    enemies.any(|enemy| {
        let is_alive = simulation.world().actor(enemy).is_some_and(crate::Actor::is_alive);
        is_alive && simulation.known_cell(enemy).is_some()
    })
}

/// Returns what is wrong with the script of a scene, line by line.
pub(in crate::simulation) fn mistakes(scene: &Scene) -> Vec<(cunning_diag::Span, String)> {
    let mut mistakes = Vec::new();
    for line in scene.scripted_players().iter().flat_map(|player| &player.script) {
        match ScriptedPlayer::parse([line.text.as_str()]) {
            Err(error) => mistakes.push((line.span, error.message)),
            Ok(player) => {
                let orders = player.lines.iter().flat_map(|line| &line.orders);
                mistakes.extend(orders.filter_map(|order| Some((line.span, order.mistake(scene)?))));
            }
        }
    }
    mistakes
}
