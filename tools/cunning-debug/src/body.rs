//! The bodies on the map, with and without minds, alive and dead.

use serde::Serialize;

use crate::protocol::{AgentRef, RequestError};
use crate::recording::AgentState;
use crate::run::Run;
use crate::world_history::{ActorState, WorldSnapshot};

/// A body on the map.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Body {
    name: String,
    /// The agent whose body it is or was; `None` for a body without a recorded mind.
    agent: Option<AgentRef>,
    /// The index of its team in the scene.
    team: Option<usize>,
    x: f32,
    y: f32,
    /// The direction it faces, in radians; 0 is to the right.
    yaw: f32,
    /// The health now and at the start, where the world is known.
    health: Option<(u16, u16)>,
    is_alive: bool,
    is_crouched: bool,
    /// The corners of the rest of its path, in cells.
    path: Vec<(u16, u16)>,
    /// What it shoots at, in cells.
    aims: Option<(f32, f32)>,
}

/// All bodies at a tick: those of the world in the order of the scene, then those of agents that the world does not have.
/// A recorded position is exact; the world may be a few ticks older.
pub(crate) fn bodies(
    run: &Run,
    agents: &[AgentState],
    world: Option<&WorldSnapshot>,
) -> Result<Vec<Body>, RequestError> {
    let actors = world.map_or(&[][..], |world| world.actors.as_slice());
    let mut bodies = Vec::with_capacity(actors.len().max(agents.len()));
    for actor in actors {
        let present = agents.iter().find(|agent| agent.name == actor.name);
        let known = match present {
            Some(agent) => Some(agent.agent),
            None => run.recordings.agent_named(&actor.name)?,
        };
        bodies.push(Body::of_actor(actor, known, present));
    }
    let others = agents.iter().filter(|agent| !actors.iter().any(|actor| actor.name == agent.name));
    bodies.extend(others.filter_map(Body::of_agent));
    Ok(bodies)
}

impl Body {
    fn of_actor(actor: &ActorState, agent: Option<AgentRef>, present: Option<&AgentState>) -> Self {
        let (x, y, yaw) = match present.and_then(|agent| agent.position) {
            Some([x, y, _, yaw]) => (x, y, yaw),
            None => actor.place,
        };
        Self {
            name: actor.name.clone(),
            agent,
            team: Some(actor.team),
            x,
            y,
            yaw,
            health: Some((actor.health, actor.health_max)),
            is_alive: actor.is_alive,
            is_crouched: actor.is_crouched,
            path: actor.path.clone(),
            aims: actor.aims,
        }
    }

    /// The body of an agent of a game, whose world is not known.
    fn of_agent(agent: &AgentState) -> Option<Self> {
        let [x, y, _, yaw] = agent.position?;
        Some(Self {
            name: agent.name.clone(),
            agent: Some(agent.agent),
            team: None,
            x,
            y,
            yaw,
            health: None,
            is_alive: true,
            is_crouched: false,
            path: Vec::new(),
            aims: None,
        })
    }
}
