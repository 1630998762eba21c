//! A scene that a person plays: what can be ordered and to what, what friends would do, and how the game stands.

use cunning_arena::Cell;
use cunning_arena::simulation::{
    Friend, ObjectiveState, OrderOffer, OrderPreview, Outlook, Simulation, TargetKind, Verdict,
};
use serde::Serialize;

use crate::limits::{ITEMS_MAX, PREVIEW_EXPANSIONS_MAX};
use crate::protocol::{AgentRef, RequestError};
use crate::recording::rename;
use crate::run::Run;
use crate::world_history::corners_of;

/// How a game stands after the last tick.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Game {
    briefing: String,
    /// The index of the player's team in the scene.
    team: usize,
    levels: Vec<Level>,
    level: Option<String>,
    friends: Vec<FriendRow>,
    orders: Vec<OfferedOrder>,
    objectives: Vec<ObjectiveRow>,
    score: u32,
    verdict: GameVerdict,
    /// The rest of the time limit.
    left_ms: Option<u64>,
}

/// A level of difficulty.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Level {
    name: String,
    doc: String,
}

/// An actor that the player commands.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
struct FriendRow {
    name: String,
    agent: Option<AgentRef>,
    health: u16,
    health_max: u16,
    goal: Option<String>,
    step: Option<String>,
    orders: Vec<String>,
    /// Whether a person moves its body.
    is_driven: bool,
}

/// An order that the player may give.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct OfferedOrder {
    name: String,
    doc: String,
    params: Vec<OrderParamRow>,
}

/// A parameter of an order, and what it can be given now.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct OrderParamRow {
    name: String,
    /// The least and the largest number, if it takes a number.
    range: Option<(i64, i64)>,
    targets: Vec<TargetRow>,
}

/// A target of an order.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct TargetRow {
    name: String,
    cell: Option<(u16, u16)>,
    /// Whether it is an actor.
    is_actor: bool,
}

/// How an objective stands.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
struct ObjectiveRow {
    name: String,
    doc: String,
    is_met: bool,
    points: u32,
    wins: bool,
}

/// How the game stands for the player.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
enum GameVerdict {
    Open,
    Won,
    Lost,
}

/// What a friend would do on an order.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct PreviewRow {
    name: String,
    /// The steps of the plan.
    steps: Vec<String>,
    /// The corners of its path, in cells.
    path: Vec<(u16, u16)>,
    /// Why there is no plan, or nothing to do.
    why: Option<String>,
}

/// How the game of a run stands; `None` if it is not a running scene that a person can play.
pub(crate) fn game(run: &Run) -> Result<Option<Game>, RequestError> {
    let Some(Some(mut game)) = run.simulation(Game::of) else { return Ok(None) };
    for friend in &mut game.friends {
        friend.agent = run.recordings.agent_named(&friend.name)?;
    }
    Ok(Some(game))
}

/// What friends would do on an order.
pub(crate) fn preview(
    run: &Run,
    names: &[String],
    order: &str,
    targets: &[String],
) -> Result<Vec<PreviewRow>, RequestError> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let targets: Vec<&str> = targets.iter().map(String::as_str).collect();
    let previewed = run
        .simulation(|simulation| simulation.preview_order(&names, order, &targets, PREVIEW_EXPANSIONS_MAX));
    let previewed = previewed.ok_or_else(|| RequestError::new("only a running scene takes orders"))?;
    Ok(previewed.map_err(RequestError::new)?.into_iter().map(PreviewRow::from).collect())
}

impl Game {
    fn of(simulation: &Simulation) -> Option<Self> {
        let scene = simulation.world().scene();
        let briefing = scene.briefing()?;
        let levels = scene.difficulties().iter();
        let limit_ms = scene.rules().time_limit_ms;
        Some(Self {
            briefing: briefing.text.trim().to_owned(),
            team: briefing.team.index(),
            levels: levels.map(|level| Level { name: level.name.clone(), doc: level.doc.clone() }).collect(),
            level: scene.difficulty().map(str::to_owned),
            friends: simulation.friends().into_iter().map(FriendRow::from).collect(),
            orders: simulation
                .order_offers()
                .into_iter()
                .map(|offer| OfferedOrder::new(simulation, offer))
                .collect(),
            objectives: simulation.objectives().into_iter().map(ObjectiveRow::from).collect(),
            score: simulation.score(),
            verdict: match simulation.verdict() {
                Verdict::Open => GameVerdict::Open,
                Verdict::Won => GameVerdict::Won,
                Verdict::Lost => GameVerdict::Lost,
            },
            left_ms: limit_ms.map(|limit| limit.saturating_sub(simulation.world().time_ms())),
        })
    }
}

impl OfferedOrder {
    fn new(simulation: &Simulation, offer: OrderOffer) -> Self {
        let params = offer.params.iter().map(|param| {
            let targets = simulation.order_targets(&offer.name, &param.name).into_iter().take(ITEMS_MAX);
            OrderParamRow {
                name: param.name.clone(),
                range: match param.kind {
                    TargetKind::Number { min, max } => Some((min, max)),
                    TargetKind::Object | TargetKind::Actor => None,
                },
                targets: targets
                    .map(|target| TargetRow {
                        name: target.name,
                        cell: target.cell.map(|Cell { x, y }| (x, y)),
                        is_actor: param.kind == TargetKind::Actor,
                    })
                    .collect(),
            }
        });
        Self { params: params.collect(), name: offer.name, doc: offer.doc }
    }
}

impl From<Friend> for FriendRow {
    fn from(friend: Friend) -> Self {
        let Friend { name, health, health_max, goal, step, orders, is_driven, .. } = friend;
        Self { name, agent: None, health, health_max, goal, step, orders, is_driven }
    }
}

impl From<ObjectiveState> for ObjectiveRow {
    fn from(objective: ObjectiveState) -> Self {
        let ObjectiveState { name, doc, is_met, points, wins } = objective;
        Self { name, doc, is_met, points, wins }
    }
}

impl From<OrderPreview> for PreviewRow {
    fn from(OrderPreview { name, outlook }: OrderPreview) -> Self {
        let row = Self { name, steps: Vec::new(), path: Vec::new(), why: None };
        let why = |why: &str| Some(why.to_owned());
        match outlook {
            Outlook::NothingToDo => Self { why: why("nothing to do"), ..row },
            Outlook::Plan { steps, path } => Self { steps, path: corners_of(&path), ..row },
            Outlook::NoPlan { why, objects } => {
                let slots: Vec<(&str, String)> =
                    objects.iter().map(|(slot, name)| (slot.as_str(), name.clone())).collect();
                Self { why: Some(rename(&why, &slots)), ..row }
            }
            Outlook::UnknownTarget => Self { why: why("knows nothing about the target"), ..row },
            Outlook::Unclear => {
                let text = format!("no plan within {PREVIEW_EXPANSIONS_MAX} expansions");
                Self { why: Some(text), ..row }
            }
        }
    }
}
