//! What the rooms beyond the recording ask: searches, texts, what-ifs, and what becomes of edits.

use std::sync::Arc;

use cunning_arena::simulation::{Scenario, Settings};
use cunning_mind::{Circumstances, DecisionSnapshot};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::debug_session::{DebugSession, json};
use crate::designer::{self, Asked, Cursor};
use crate::documents::Sort;
use crate::fear_room::{Ground, Studied};
use crate::limits::{EXPANSIONS_MAX, NODES_MAX};
use crate::live_scene::lock;
use crate::quest_room::{self, Setup, Shown};
use crate::recording::RecordingView;
use crate::search_room::{Looked, Which};
use crate::wire::{Refusal, Who};

/// What a room wants to know or to have done.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub(crate) enum RoomAsk {
    /// The searches for an agent until a tick.
    Jobs { agent: Who, tick: u64 },
    /// The nodes of a search from a place on.
    Search { which: Which, from: usize, count: usize },
    /// The nodes around one.
    Around { which: Which, at: usize },
    /// All texts.
    Documents,
    /// One of them.
    Document { document: usize },
    /// What is wrong with a text.
    Check { document: usize, text: String },
    /// What would be planned.
    WhatIf { asked: Asked },
    /// What an agent believes and wants at a tick, as a question takes it.
    DecisionSnapshot { agent: Who, tick: u64 },
    /// What an edit changes in what was recorded.
    Compare { document: usize, text: String, from: Option<Cursor> },
    /// Writes a text to its file.
    Save { document: usize, text: String },
    /// Has the minds that are played take a text.
    Reload { document: usize, text: String },
    /// The names of the quests.
    Quests,
    /// A quest as it is set up.
    Quest { setup: Setup },
    /// How a demonstration stands.
    Walk { shown: Shown },
    /// A demonstration as a file.
    Demonstration { shown: Shown },
    /// What one planner makes of a quest.
    Race { setup: Setup, shown: Vec<Shown>, uses_own: bool, planner: usize },
    /// What a walker fears on a map.
    Fear { ground: Ground },
    /// One order of it.
    Plate { ground: Ground, order: u32 },
}

/// A moment as a question takes it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Taken {
    document: Option<usize>,
    agent: String,
    goal: Option<String>,
    /// Objects of the game, by type.
    objects: Vec<String>,
    set: Vec<String>,
    /// Beliefs about what the world does not have.
    left_out: usize,
}

/// What became of the minds of a domain file.
#[derive(Serialize)]
struct Reloaded {
    name: String,
    report: String,
}

impl DebugSession {
    /// The answer to what a room asks.
    pub(crate) fn answer_room(&self, ask: &RoomAsk) -> Result<Value, Refusal> {
        match ask {
            RoomAsk::Jobs { agent, tick } => {
                json(&self.one(*agent, |recording| Ok(recording.jobs(agent.agent, *tick)))?)
            }
            RoomAsk::Search { which, from, count } => json(&self.looked(which)?.page(*from, *count)),
            RoomAsk::Around { which, at } => json(&self.looked(which)?.around(*at)?),
            RoomAsk::Documents => json(&lock(&self.documents).rows(self.may_write)),
            RoomAsk::Document { document } => json(&lock(&self.documents).get(*document)?.opened()),
            RoomAsk::Check { document, text } => {
                let documents = lock(&self.documents).clone();
                json(&designer::check(&documents, *document, text, &self.settings())?)
            }
            RoomAsk::WhatIf { asked } => {
                let documents = lock(&self.documents).clone();
                json(&designer::plan(&documents, asked)?)
            }
            RoomAsk::DecisionSnapshot { agent, tick } => {
                json(&self.one(*agent, |recording| self.taken(recording, *agent, *tick))?)
            }
            RoomAsk::Compare { document, text, from } => self.compare(*document, text, *from),
            RoomAsk::Save { document, text } => {
                if !self.may_write {
                    return Err(Refusal::new("the studio was started without --allow-write"));
                }
                let mut documents = lock(&self.documents);
                documents.get(*document)?.edited(text)?;
                documents.save(*document, text)?;
                Ok(Value::Null)
            }
            RoomAsk::Reload { document, text } => self.reload(*document, text),
            RoomAsk::Quests => json(&self.shelf.names()),
            RoomAsk::Quest { setup } => json(&quest_room::draw(&self.shelf, setup)?),
            RoomAsk::Walk { shown } => json(&quest_room::walk(&self.shelf, shown)?),
            RoomAsk::Demonstration { shown } => json(&quest_room::demonstration_file(&self.shelf, shown)?),
            RoomAsk::Race { setup, shown, uses_own, planner } => {
                json(&quest_room::race(&self.shelf, setup, (shown, *uses_own), *planner)?)
            }
            RoomAsk::Fear { ground } => json(&self.studied(ground)?.told()),
            RoomAsk::Plate { ground, order } => json(&self.studied(ground)?.plate(*order)?),
        }
    }

    /// How scenes are read here.
    fn settings(&self) -> Settings {
        self.scenario.as_ref().map(|scenario| scenario.settings().clone()).unwrap_or_default()
    }

    /// A search, made now or kept from before.
    fn looked(&self, which: &Which) -> Result<Arc<Looked>, Refusal> {
        if let Some(known) = lock(&self.gallery).get(which) {
            return Ok(known);
        }
        let search = match which {
            Which::Job { agent, job, nth } => {
                let job = job.parse().map_err(|_| Refusal::new("there is no such search"))?;
                self.one(*agent, |recording| recording.search(agent.agent, job, *nth))?
            }
            Which::Asked(asked) => {
                let documents = lock(&self.documents).clone();
                let what_if = designer::read(&documents, asked)?;
                let searched = what_if.search((EXPANSIONS_MAX, NODES_MAX));
                searched.map_err(|error| Refusal::new(error.to_string()))?.1
            }
        };
        let looked = Arc::new(Looked::new(search));
        lock(&self.gallery).add(which.clone(), looked.clone());
        Ok(looked)
    }

    /// A study, made now or kept from before.
    fn studied(&self, ground: &Ground) -> Result<Arc<Studied>, Refusal> {
        if let Some(known) = lock(&self.studied).as_ref().filter(|known| known.ground == *ground) {
            return Ok(known.clone());
        }
        let studied = Arc::new(Studied::new(ground)?);
        *lock(&self.studied) = Some(studied.clone());
        Ok(studied)
    }

    /// What an agent believes and wants, as a question takes it.
    fn taken(&self, recording: &RecordingView, who: Who, tick: u64) -> Result<Taken, Refusal> {
        let spec = recording.spec(tick)?;
        let (mut moment, world): (DecisionSnapshot, _) = recording.moment(who.agent, tick)?;
        let view = recording.view(who.agent, tick)?;
        // A goal may be about an object of which nothing is believed.
        let goal = view.goal().and_then(|(_, goal)| moment.call(&world, goal));
        let Circumstances { objects, set, left_out } = moment.circumstances();
        let archetype = view.identity().and_then(|(archetype, _)| spec.archetypes.get(archetype as usize));
        let name = recording.reader().domain(tick).iter().next().map(|source| source.name.to_owned());
        Ok(Taken {
            document: name.and_then(|name| lock(&self.documents).domain_named(&name)),
            agent: archetype.map_or_else(String::new, |archetype| archetype.name.clone()),
            goal,
            objects,
            set,
            left_out,
        })
    }

    fn compare(&self, document: usize, text: &str, from: Option<Cursor>) -> Result<Value, Refusal> {
        let documents = lock(&self.documents).clone();
        let name = &documents.get(document)?.name;
        if documents.get(document)?.sort != Sort::Domain {
            return Err(Refusal::new("only domain files decide anything"));
        }
        let start = from.map_or(0, |from| from.recording);
        for at in start..self.recordings() {
            let slice = self.with_recording(at, |recording| {
                let mut sources = recording.reader().domain(recording.first_tick()).into_iter();
                if !sources.any(|source| source.name == name) {
                    return Ok(None);
                }
                let from = from.filter(|from| from.recording == at);
                lock(&self.matcher).slice(recording, &documents, (document, text), from).map(Some)
            })?;
            if let Some(slice) = slice {
                return json(&slice);
            }
        }
        Err(Refusal::new(if self.recordings() == 0 {
            "nothing was recorded to compare with"
        } else {
            "nobody who was recorded has this file"
        }))
    }

    /// Has the minds that are played take a text.
    fn reload(&self, document: usize, text: &str) -> Result<Value, Refusal> {
        let (Some(live_scene), Some(scenario)) = (&self.live_scene, &self.scenario) else {
            return Err(Refusal::new("nobody is playing who could take it"));
        };
        if !self.may_control {
            return Err(Refusal::new("the studio was started without --allow-control"));
        }
        let mut documents = lock(&self.documents);
        let edited = documents.get(document)?;
        if edited.sort == Sort::Scene {
            return Err(Refusal::new("a changed scene has to be started anew"));
        }
        edited.edited(text)?;
        let loaded =
            Scenario::load(scenario.source(), &documents.loader(document, text), scenario.settings().clone());
        let loaded = loaded.map_err(|found| {
            let first = found.iter().next().map_or("it has errors", |first| first.message());
            Refusal::new(format!("it is not taken: {first}"))
        })?;
        let reports = live_scene.reload(Arc::new(loaded))?;
        documents.run(document, text);
        let row = |(name, report): (String, cunning_mind::ReloadReport)| Reloaded {
            name,
            report: report.to_string(),
        };
        json(&reports.into_iter().map(row).collect::<Vec<_>>())
    }
}
