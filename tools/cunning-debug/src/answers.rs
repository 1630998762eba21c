//! The answers to all requests of a page.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use cunning_arena::simulation::Scenario;
use cunning_mind::debug::Circumstances;

use crate::backdrop::Backdrop;
use crate::body::{Body, bodies};
use crate::branches::BranchDifference;
use crate::debug_session::DebugSession;
use crate::designer::{
    self, Board, BoardEdit, Card, CardEdit, CardKind, CheckResult, CompareCursor, CompareSlice, KindKeys,
    NewName, PlanQuery, PlanResult, Renaming,
};
use crate::documents::{DocumentKind, DocumentRow, DocumentText};
use crate::edits::{self, EditTarget, OfferedEdit};
use crate::fear_panel::{FearOrder, FearSetup, FearStudy, FearStudyView};
use crate::game::{self, Game, PreviewRow};
use crate::limits::{EXPANSIONS_MAX, ITEMS_MAX, NODES_MAX};
use crate::lock::lock;
use crate::overlay::Overlay;
use crate::protocol::{
    AgentRef, Answer, DecisionInputs, ExcerptFile, Frame, MarkKind, ReloadResult, RequestError,
};
use crate::quest_panel::{self, DemonstrationState, KeyedDemonstration, PlannerRun, QuestSetup, QuestView};
use crate::recording::{
    ActionWhy, AgentDetails, AgentState, CommandRow, EventPage, Explanation, GoalWhy, LaneRow, OrderNews,
    RecordingView, ScoreLines, SearchList,
};
use crate::run::{PlayerOrder, Run};
use crate::search_panel::{SearchPage, SearchRef, SearchView};
use crate::shell::{Deadline, Shell};
use crate::start_screen::{Opening, StartScreen, StartView, folder_below};
use crate::transport::Transport;

/// How long the events before a tick are searched.
const EVENTS_PATIENCE: Duration = Duration::from_secs(1);

const NO_CONTROL: &str = "the studio was started without --allow-control";
const NO_WRITE: &str = "the studio was started without --allow-write";
const NOT_LIVE: &str = "a recording cannot be played, paused or stopped";

/// Answers the requests of a page about a session, with the means of a shell.
pub(crate) struct Answers<'a> {
    session: &'a DebugSession,
    shell: &'a dyn Shell,
    /// The run that is shown when the request arrives.
    run: Arc<Run>,
}

impl<'a> Answers<'a> {
    pub(crate) fn new(session: &'a DebugSession, shell: &'a dyn Shell) -> Self {
        Self { session, shell, run: session.run() }
    }
}

impl Deref for Answers<'_> {
    type Target = DebugSession;

    fn deref(&self) -> &DebugSession {
        self.session
    }
}

impl Answer for Answers<'_> {
    fn scene(&self) -> Result<Arc<Backdrop>, RequestError> {
        // An attached game may record its level at any time.
        if self.is_attached {
            return self.run.recordings.get(0, |recording| Ok(Arc::new(Backdrop::from_recording(recording))));
        }
        Ok(self.run.backdrop.clone())
    }

    fn frame(&self, tick: u64) -> Result<Frame, RequestError> {
        let agents = self.run.recordings.all(|recording| recording.frame(tick))?;
        let world = lock(&self.run.worlds).at(tick);
        let agents: Vec<AgentState> = agents.into_iter().flatten().collect();
        let bodies = bodies(&self.run, &agents, world.as_deref())?;
        Ok(Frame { tick, agents, bodies, world })
    }

    fn lanes(&self, from: u64, to: u64) -> Result<Vec<LaneRow>, RequestError> {
        let lanes = self.run.recordings.all(|recording| Ok(recording.lanes(from, to)))?;
        Ok(lanes.into_iter().flatten().take(ITEMS_MAX).collect())
    }

    fn agent(&self, agent: AgentRef, tick: u64) -> Result<AgentDetails, RequestError> {
        self.recording_of(agent, |recording| recording.agent_details(agent.id, tick))
    }

    fn scores(&self, agent: AgentRef, from: u64, to: u64) -> Result<ScoreLines, RequestError> {
        self.recording_of(agent, |recording| Ok(recording.score_lines(agent.id, from, to)))
    }

    fn events(
        &self,
        agent: Option<AgentRef>,
        from: u64,
        to: u64,
        text: String,
        skip: usize,
    ) -> Result<Vec<EventPage>, RequestError> {
        let page = |recording: &RecordingView, id| Ok(recording.events(id, (from, to), &text, skip));
        match agent {
            Some(agent) => Ok(vec![self.recording_of(agent, |recording| page(recording, Some(agent.id)))?]),
            None => self.run.recordings.all(|recording| page(recording, None)),
        }
    }

    fn events_around(
        &self,
        agent: Option<AgentRef>,
        tick: u64,
        text: String,
    ) -> Result<Vec<EventPage>, RequestError> {
        let deadline = Deadline::after(self.shell, EVENTS_PATIENCE);
        let page = |recording: &RecordingView, id| Ok(recording.events_around(id, tick, &text, deadline));
        match agent {
            Some(agent) => Ok(vec![self.recording_of(agent, |recording| page(recording, Some(agent.id)))?]),
            None => self.run.recordings.all(|recording| page(recording, None)),
        }
    }

    fn jump(
        &self,
        agent: Option<AgentRef>,
        tick: u64,
        back: bool,
        kinds: Vec<MarkKind>,
    ) -> Result<Option<u64>, RequestError> {
        if let Some(agent) = agent {
            return self
                .recording_of(agent, |recording| Ok(recording.jump(Some(agent.id), tick, back, &kinds)));
        }
        let ticks = self.run.recordings.all(|recording| Ok(recording.jump(None, tick, back, &kinds)))?;
        let ticks = ticks.into_iter().flatten();
        Ok(if back { ticks.max() } else { ticks.min() })
    }

    fn command(&self, tick: u64) -> Result<Vec<CommandRow>, RequestError> {
        let rows = self.run.recordings.all(|recording| recording.command(tick))?;
        Ok(rows.into_iter().flatten().collect())
    }

    fn why(&self, agent: AgentRef, tick: u64) -> Result<Explanation, RequestError> {
        self.recording_of(agent, |recording| recording.why(agent.id, tick))
    }

    fn why_goal(&self, agent: AgentRef, tick: u64, goal: String) -> Result<GoalWhy, RequestError> {
        self.recording_of(agent, |recording| recording.why_goal(agent.id, tick, &goal))
    }

    fn why_not(&self, agent: AgentRef, tick: u64, action: String) -> Result<ActionWhy, RequestError> {
        self.recording_of(agent, |recording| recording.why_not(agent.id, tick, &action))
    }

    fn play(&self) -> Result<(), RequestError> {
        self.control(|transport| transport.is_playing = true)
    }

    fn pause(&self) -> Result<(), RequestError> {
        self.control(|transport| (transport.is_playing, transport.steps) = (false, 0))
    }

    fn step(&self) -> Result<(), RequestError> {
        self.control(|transport| {
            (transport.is_playing, transport.steps) = (false, transport.steps.saturating_add(1));
        })
    }

    fn speed(&self, thousandths: u32) -> Result<(), RequestError> {
        self.control(|transport| transport.set_speed(thousandths))
    }

    fn excerpt(&self, recording: usize, from: u64, to: u64) -> Result<ExcerptFile, RequestError> {
        let bytes = self.run.recordings.get(recording, |recording| recording.excerpt(from, to))?;
        Ok(ExcerptFile { base64: BASE64.encode(bytes) })
    }

    fn add_breakpoint(&self, text: String) -> Result<(), RequestError> {
        self.may_break()?;
        self.breakpoints.add(&self.run.recordings, &text, self.status().last_tick)?;
        self.show_breakpoints()
    }

    fn remove_breakpoint(&self, text: String) -> Result<(), RequestError> {
        self.may_break()?;
        self.breakpoints.remove(&text)?;
        self.show_breakpoints()
    }

    fn branch(&self, tick: u64) -> Result<(), RequestError> {
        self.may_control()?;
        self.session.branch(tick)
    }

    fn restart(
        &self,
        seed: Option<u64>,
        level: Option<String>,
        text: Option<String>,
    ) -> Result<(), RequestError> {
        self.may_control()?;
        self.session.restart(seed, level, text.as_deref())
    }

    fn switch_branch(&self, branch: usize) -> Result<(), RequestError> {
        self.may_control()?;
        self.session.switch_branch(branch)
    }

    fn remove_branch(&self, branch: usize) -> Result<(), RequestError> {
        self.may_control()?;
        self.session.remove_branch(branch)
    }

    fn branch_difference(&self, branch: usize) -> Result<BranchDifference, RequestError> {
        self.session.branch_difference(branch)
    }

    fn branch_bodies(&self, branch: usize, tick: u64) -> Result<Vec<Body>, RequestError> {
        let run = lock(&self.branches).get(branch)?;
        let agents: Vec<AgentState> =
            run.recordings.all(|recording| recording.frame(tick))?.into_iter().flatten().collect();
        let world = lock(&run.worlds).at(tick);
        bodies(&run, &agents, world.as_deref())
    }

    fn edit(&self, text: String) -> Result<String, RequestError> {
        self.may_change()?;
        let made = self.run.edit(&text).unwrap_or_else(|| Err(NOT_LIVE.to_owned()));
        let said = made.map_err(RequestError::new)?;
        self.show_change();
        Ok(said)
    }

    fn game(&self) -> Result<Option<Game>, RequestError> {
        game::game(&self.run)
    }

    fn give_order(
        &self,
        names: Vec<String>,
        order: String,
        targets: Vec<String>,
    ) -> Result<usize, RequestError> {
        self.may_change()?;
        let given = self.run.give_order(PlayerOrder { names, order, targets });
        let given = given.ok_or_else(|| RequestError::new(NOT_LIVE))?;
        let count = given.map_err(RequestError::new)?;
        self.show_change();
        Ok(count)
    }

    fn preview_order(
        &self,
        names: Vec<String>,
        order: String,
        targets: Vec<String>,
    ) -> Result<Vec<PreviewRow>, RequestError> {
        self.may_control()?;
        game::preview(&self.run, &names, &order, &targets)
    }

    fn order_log(&self, tick: u64) -> Result<Vec<OrderNews>, RequestError> {
        let logs = self.run.recordings.all(|recording| Ok(recording.order_log(tick)))?;
        let mut news: Vec<OrderNews> = logs.into_iter().flatten().collect();
        news.sort_by_key(OrderNews::tick);
        Ok(news)
    }

    fn edit_offers(&self, target: EditTarget) -> Result<Vec<OfferedEdit>, RequestError> {
        self.may_control()?;
        edits::offers(&self.run, &target)
    }

    fn overlay(&self, agent: AgentRef, tick: u64) -> Result<Overlay, RequestError> {
        let name = self.recording_of(agent, |recording| Ok(recording.name_of(agent.id)))?;
        let world = lock(&self.run.worlds).world(tick);
        let world =
            world.ok_or_else(|| RequestError::new(format!("the world at tick {tick} is not known")))?;
        Overlay::new(&world, &name)
    }

    fn searches(&self, agent: AgentRef, tick: u64) -> Result<SearchList, RequestError> {
        self.recording_of(agent, |recording| Ok(recording.searches(agent.id, tick)))
    }

    fn search(&self, search: SearchRef, from: usize, count: usize) -> Result<SearchPage, RequestError> {
        Ok(self.search_view(search)?.page(from, count))
    }

    fn search_around(&self, search: SearchRef, at: usize) -> Result<SearchPage, RequestError> {
        self.search_view(search)?.around(at)
    }

    fn documents(&self) -> Result<Vec<DocumentRow>, RequestError> {
        Ok(lock(&self.documents).rows(self.shell, self.may_write))
    }

    fn document(&self, document: usize) -> Result<DocumentText, RequestError> {
        Ok(lock(&self.documents).get(document)?.to_text())
    }

    fn reopen(&self, document: usize) -> Result<DocumentText, RequestError> {
        let mut documents = lock(&self.documents);
        documents.reopen(self.shell, document)?;
        Ok(documents.get(document)?.to_text())
    }

    fn check(&self, document: usize, text: String) -> Result<CheckResult, RequestError> {
        let documents = lock(&self.documents).clone();
        designer::check(&documents, document, &text, &self.settings)
    }

    fn cards(&self, document: usize, text: String) -> Result<Vec<Card>, RequestError> {
        designer::read_cards(&lock(&self.documents), document, &text)
    }

    fn card_keys(&self) -> Result<Vec<KindKeys>, RequestError> {
        Ok(designer::card_keys())
    }

    fn edit_card(&self, document: usize, text: String, edit: CardEdit) -> Result<String, RequestError> {
        designer::edit_card(&lock(&self.documents), document, &text, &edit)
    }

    fn rename_card(
        &self,
        document: usize,
        drafts: Vec<(usize, String)>,
        kind: CardKind,
        name: String,
        to: String,
    ) -> Result<Renaming, RequestError> {
        let documents = lock(&self.documents).clone();
        let new = NewName { kind, name: &name, to: to.trim() };
        designer::rename(&documents, document, &drafts, new, &self.settings)
    }

    fn board(&self, document: usize, text: String) -> Result<Board, RequestError> {
        designer::read_board(&lock(&self.documents), document, &text)
    }

    fn edit_board(&self, document: usize, text: String, edit: BoardEdit) -> Result<String, RequestError> {
        designer::edit_board(&lock(&self.documents), document, &text, &edit)
    }

    fn what_if(&self, query: PlanQuery) -> Result<PlanResult, RequestError> {
        let documents = lock(&self.documents).clone();
        designer::plan(&documents, &query)
    }

    fn decision_inputs(&self, agent: AgentRef, tick: u64) -> Result<DecisionInputs, RequestError> {
        self.recording_of(agent, |recording| {
            let domain = recording.domain(tick)?;
            let (mut snapshot, world) = recording.decision_snapshot(agent.id, tick)?;
            let view = recording.view(agent.id, tick)?;
            // This may add objects that the agent believes nothing about, so it comes before the circumstances.
            let goal = view.goal().and_then(|(_, goal)| snapshot.call(&world, goal));
            let Circumstances { objects, set, left_out } = snapshot.circumstances();
            let archetype =
                view.identity().and_then(|(archetype, _)| domain.spec().archetypes.get(archetype as usize));
            let name = recording.reader().domain(tick).iter().next().map(|source| source.name.to_owned());
            Ok(DecisionInputs {
                document: name.and_then(|name| lock(&self.documents).domain_named(&name)),
                agent: archetype.map_or_else(String::new, |archetype| archetype.name.clone()),
                goal,
                objects,
                set,
                omitted: left_out,
            })
        })
    }

    fn compare(
        &self,
        document: usize,
        text: String,
        from: Option<CompareCursor>,
    ) -> Result<CompareSlice, RequestError> {
        let documents = lock(&self.documents).clone();
        let edited = documents.get(document)?;
        if edited.kind != DocumentKind::Domain {
            return Err(RequestError::new("only domain files can be compared: a scene decides nothing"));
        }
        let start = from.map_or(0, |from| from.recording);
        for at in start..self.run.recordings.len() {
            let slice = self.run.recordings.get(at, |recording| {
                let mut sources = recording.reader().domain(recording.first_tick()).into_iter();
                if !sources.any(|source| source.name == edited.name) {
                    return Ok(None);
                }
                let from = from.filter(|from| from.recording == at);
                lock(&self.comparer)
                    .slice(recording, &documents, (document, &text), from, self.shell)
                    .map(Some)
            })?;
            if let Some(slice) = slice {
                return Ok(slice);
            }
        }
        Err(RequestError::new(if self.run.recordings.len() == 0 {
            "there is no recording to compare with".to_owned()
        } else {
            format!("no recorded agent uses {}", edited.name)
        }))
    }

    fn save(&self, document: usize, text: String) -> Result<(), RequestError> {
        if !self.may_write {
            return Err(RequestError::new(NO_WRITE));
        }
        let mut documents = lock(&self.documents);
        documents.get(document)?.edited(&text)?;
        documents.save(self.shell, document, &text)
    }

    fn reload(&self, document: usize, text: String) -> Result<Vec<ReloadResult>, RequestError> {
        let Some(scene) = &self.run.scene else {
            return Err(RequestError::new("there is no running scene to apply the text to"));
        };
        self.may_change()?;
        let mut documents = lock(&self.documents);
        let edited = documents.get(document)?;
        if edited.kind == DocumentKind::Scene {
            return Err(RequestError::new(
                "a running scene takes changed domain files only: restart the scene to use a changed scene file",
            ));
        }
        edited.edited(&text)?;
        let loaded = Scenario::load(
            scene.scenario.source(),
            &documents.loader(document, &text),
            scene.scenario.settings().clone(),
        );
        let loaded = loaded.map_err(|found| {
            let first = found.iter().next().map_or("it has errors", |first| first.message());
            RequestError::new(format!("the text was not applied: {first}"))
        })?;
        let reloaded = self.run.reload(Arc::new(loaded)).unwrap_or_else(|| Ok(Vec::new()));
        let reports =
            reloaded.map_err(|error| RequestError::new(format!("the text was not applied: {error}")))?;
        documents.set_running(document, &text);
        let result = |(name, report): (String, cunning_mind::ReloadReport)| ReloadResult {
            name,
            report: report.to_string(),
        };
        Ok(reports.into_iter().map(result).collect())
    }

    fn start_screen(&self) -> Result<StartView, RequestError> {
        Ok(self.start()?.view())
    }

    fn open_scene(&self, name: String) -> Result<(), RequestError> {
        let opening = self.start()?.scene(&name)?;
        if self.is_live() {
            // Opening another scene ends the one that runs.
            self.may_control()?;
        }
        *lock(&self.opening) = Some(opening);
        Ok(())
    }

    fn create_project(&self, template: String, folder: String) -> Result<(), RequestError> {
        let screen = self.start()?;
        if !self.may_write {
            return Err(RequestError::new(NO_WRITE));
        }
        let template = screen.template(&template)?;
        let below = folder_below(&folder)?;
        self.shell
            .create_files(&screen.folder, below, &template.files)
            .map_err(|error| RequestError::new(format!("`{folder}` was not created: {error}")))?;
        let scene = template.files.first().map(|(name, _)| screen.folder.join(below).join(name));
        *lock(&self.opening) = scene.map(Opening::File);
        Ok(())
    }

    fn quests(&self) -> Result<Vec<String>, RequestError> {
        Ok(self.quests.names().into_iter().map(str::to_owned).collect())
    }

    fn quest(&self, setup: QuestSetup) -> Result<QuestView, RequestError> {
        quest_panel::view(&self.quests, &setup)
    }

    fn demonstrate(&self, demonstration: KeyedDemonstration) -> Result<DemonstrationState, RequestError> {
        quest_panel::demonstrate(&self.quests, &demonstration)
    }

    fn demonstration_file(&self, demonstration: KeyedDemonstration) -> Result<String, RequestError> {
        quest_panel::demonstration_file(&self.quests, &demonstration)
    }

    fn run_planner(
        &self,
        setup: QuestSetup,
        demonstrations: Vec<KeyedDemonstration>,
        use_included: bool,
        planner: usize,
    ) -> Result<PlannerRun, RequestError> {
        quest_panel::run_planner(&self.quests, &setup, (&demonstrations, use_included), planner, self.shell)
    }

    fn fear(&self, setup: FearSetup) -> Result<FearStudyView, RequestError> {
        Ok(self.fear_study(setup)?.view())
    }

    fn fear_order(&self, setup: FearSetup, order: u32) -> Result<FearOrder, RequestError> {
        self.fear_study(setup)?.order(order)
    }
}

impl Answers<'_> {
    fn recording_of<T>(
        &self,
        agent: AgentRef,
        read: impl FnOnce(&RecordingView) -> Result<T, RequestError>,
    ) -> Result<T, RequestError> {
        self.run.recordings.get(agent.recording, read)
    }

    fn start(&self) -> Result<&StartScreen, RequestError> {
        self.session.start.screen().ok_or_else(|| RequestError::new("this session has no start screen"))
    }

    fn control(&self, command: impl FnOnce(&mut Transport)) -> Result<(), RequestError> {
        self.may_control()?;
        self.change_transport(command);
        Ok(())
    }

    /// Whether the page may control a running scene.
    fn may_control(&self) -> Result<(), RequestError> {
        if self.is_attached {
            return Err(RequestError::new("the studio cannot control an attached game"));
        }
        if !self.is_live() {
            return Err(RequestError::new(NOT_LIVE));
        }
        if self.may_control { Ok(()) } else { Err(RequestError::new(NO_CONTROL)) }
    }

    /// Whether the page may change the running scene now.
    fn may_change(&self) -> Result<(), RequestError> {
        self.may_control()?;
        if self.run.is_catching_up() {
            return Err(RequestError::new("the branch has not reached its tick yet: try again"));
        }
        Ok(())
    }

    /// Tells pages that the scene was changed between two ticks.
    fn show_change(&self) {
        let state = self.run.state();
        self.change_status(|status| {
            status.show(&state);
            status.world_revision += 1;
        });
    }

    /// Whether the page may change breakpoints.
    fn may_break(&self) -> Result<(), RequestError> {
        if self.is_attached { Ok(()) } else { self.may_control() }
    }

    /// Tells pages the breakpoints and keeps them in the file that was named for them.
    fn show_breakpoints(&self) -> Result<(), RequestError> {
        let texts = self.breakpoints.texts();
        let lines = [&texts[..], &[String::new()]].concat().join("\n");
        self.change_status(|status| status.breakpoints = texts);
        let Some(path) = &self.breakpoint_file else { return Ok(()) };
        self.shell
            .replace_file(path, &lines)
            .map_err(|error| RequestError::new(format!("cannot write {}: {error}", path.display())))
    }

    /// Repeats a search, or returns it from the cache.
    fn search_view(&self, which: SearchRef) -> Result<Arc<SearchView>, RequestError> {
        if let Some(known) = lock(&self.searches).get(&which) {
            return Ok(known);
        }
        let search = match &which {
            SearchRef::Recorded { agent, job, nth } => {
                let job = job.parse().map_err(|_| RequestError::new(format!("`{job}` is not a search")))?;
                self.recording_of(*agent, |recording| recording.search(agent.id, job, *nth))?
            }
            SearchRef::WhatIf(query) => {
                let documents = lock(&self.documents).clone();
                let what_if = designer::read(&documents, query)?;
                let searched = what_if.search((EXPANSIONS_MAX, NODES_MAX));
                searched.map_err(RequestError::new)?.1
            }
        };
        let view = Arc::new(SearchView::new(search));
        lock(&self.searches).add(which, view.clone());
        Ok(view)
    }

    /// Makes a study of fear, or returns the last one if it has the same setup.
    fn fear_study(&self, setup: FearSetup) -> Result<Arc<FearStudy>, RequestError> {
        if let Some(known) = lock(&self.fear_study).as_ref().filter(|known| known.setup == setup) {
            return Ok(known.clone());
        }
        let study = Arc::new(FearStudy::new(setup, self.shell)?);
        *lock(&self.fear_study) = Some(study.clone());
        Ok(study)
    }
}
