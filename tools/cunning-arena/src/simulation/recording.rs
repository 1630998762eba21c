//! Records runs.

use std::io::Write;
use std::sync::Arc;

use cunning_diag::Source;
use cunning_trace::{Config, Event, Header, List, NameTable, Recorder, Setting, Subject};

use super::replay::ReplayError;
use super::{Scenario, Simulation};

/// The recorded message that holds the hash of the whole simulation at the end of a tick.
pub(super) const SIMULATION_HASH: u32 = 2;
/// The program that wrote the recording.
const ENGINE: &str = concat!("cunning ", env!("CARGO_PKG_VERSION"));

impl Simulation {
    /// Starts a recorded run. `output` opens a writer for each domain file by name; a domain file without a
    /// writer is not recorded. [`Simulation::end_recording`] ends the recordings.
    pub fn recorded(
        scenario: &Arc<Scenario>,
        seed: u64,
        mut output: impl FnMut(&str) -> Option<Box<dyn Write + Send + Sync>>,
    ) -> Result<Self, ReplayError> {
        let mut recorders = Vec::new();
        for at in 0..scenario.domains.len() {
            let mut recorder = Recorder::off();
            if let Some(output) = output(scenario.domains[at].name()) {
                // The file is enough: the past of a run is not inspected while it goes on.
                let config = Config { ring_bytes_max: 0, ..Config::default() };
                recorder = scenario
                    .header(at, seed, |header| Recorder::new(header, config))
                    .map_err(ReplayError::Record)?;
                recorder.attach(output);
                recorder.record(Subject::World, || Event::Name {
                    table: NameTable::Message,
                    id: SIMULATION_HASH,
                    text: "stage",
                });
            }
            recorders.push(recorder);
        }
        let prepare = |at: usize, engine: &mut cunning_mind::MindEngine| {
            let recorder = std::mem::replace(&mut recorders[at], Recorder::off());
            if recorder.is_on() {
                engine.record(recorder);
            }
        };
        Self::begin(scenario, seed, prepare).map_err(ReplayError::Minds)
    }

    /// Ends all recordings. Returns an error if one could not be written.
    pub fn end_recording(&mut self) -> std::io::Result<()> {
        for domain in &mut self.domains {
            if let Some(written) = domain.minds.engine_mut().take_recorder().detach() {
                written?;
            }
        }
        Ok(())
    }

    /// Records the positions of bodies that have moved.
    pub(super) fn record_places(&mut self) {
        for (instance, agent_spec) in self.instances.iter_mut().zip(&self.scenario.agent_specs) {
            let engine = self.domains[agent_spec.domain_index].minds.engine_mut();
            if !engine.recorder().is_on() || instance.is_gone() {
                continue;
            }
            let Some(actor) = agent_spec.actor.and_then(|actor| self.world.actor(actor)) else { continue };
            let place = (actor.point(), actor.heading());
            if instance.placed.replace(place) != Some(place) {
                let thousandths = |value: i32| value as f32 / 1000.0;
                let yaw = f32::from(actor.heading().0) * (std::f32::consts::TAU / 256.0);
                let (x, y) = (thousandths(place.0.x), thousandths(place.0.y));
                engine.note(instance.agent, || Event::Place { x, y, z: 0.0, yaw });
            }
        }
    }

    /// Records the changed texts of a reload for replays. All recordings get them, because agents of all
    /// domains meet in the scene.
    pub(super) fn record_texts(&mut self, texts: &[&Source]) {
        let after = self.ticks();
        let sources: Vec<_> = texts.iter().map(|source| text(source)).collect();
        for domain in &mut self.domains {
            let event = || Event::SceneReloaded { after, sources: List::from(&sources[..]) };
            domain.minds.engine_mut().recorder().record_input(Subject::World, event);
        }
    }

    /// Records an edit for replays, in all recordings.
    pub(super) fn record_edit(&mut self, edit: &str) {
        let after = self.ticks();
        for domain in &mut self.domains {
            let event = || Event::SceneEdited { after, edit };
            domain.minds.engine_mut().recorder().record_input(Subject::World, event);
        }
    }

    pub(super) fn record_hash(&mut self) {
        if self.domains.iter_mut().any(|domain| domain.minds.engine_mut().recorder().is_on()) {
            let bytes = self.hash().to_le_bytes();
            for domain in &mut self.domains {
                domain
                    .minds
                    .engine_mut()
                    .note(Subject::World, || Event::Message { sort: SIMULATION_HASH, bytes: &bytes });
            }
        }
    }
}

impl Scenario {
    /// Builds the header of a recording of one domain's minds.
    fn header<T>(&self, domain_index: usize, seed: u64, with: impl FnOnce(&Header<'_>) -> T) -> T {
        let domain: Vec<_> = self.domains[domain_index].sources.iter().map(text).collect();
        let others = self.domains.iter().enumerate().filter(|(at, _)| *at != domain_index);
        let others = others.flat_map(|(_, domain)| &domain.sources);
        let quest = self.scene.quest().map_or(&[][..], |quest| &quest.sources);
        let scene: Vec<_> = std::iter::once(&self.source).chain(others).chain(quest).map(text).collect();
        let (tick_ms, budget) = (self.settings.tick_ms.to_string(), self.settings.budget.to_string());
        let mut settings =
            vec![Setting { key: "tick_ms", value: &tick_ms }, Setting { key: "budget", value: &budget }];
        settings.extend(self.settings.set.iter().map(|value| Setting { key: "set", value }));
        settings.extend(self.settings.events.iter().map(|value| Setting { key: "event", value }));
        let of_truth = |truth: bool| if truth { "true" } else { "false" };
        settings.push(Setting { key: "orders", value: of_truth(self.settings.has_orders) });
        settings.extend(self.settings.without.iter().map(|value| Setting { key: "without", value }));
        settings.extend(self.settings.difficulty.iter().map(|value| Setting { key: "difficulty", value }));
        settings.push(Setting { key: "swap", value: of_truth(self.settings.is_swapped) });
        settings.extend(self.settings.baselines.iter().map(|value| Setting { key: "baseline", value }));
        // A replay rejects this key, because the recording does not have what the players did.
        settings.extend(self.settings.players.iter().map(|value| Setting { key: "player", value }));
        with(&Header {
            engine: ENGINE,
            domain: List::from(&domain[..]),
            scene: List::from(&scene[..]),
            seed,
            settings: List::from(&settings[..]),
        })
    }
}

fn text(source: &Source) -> cunning_trace::Source<'_> {
    cunning_trace::Source { name: source.name(), text: source.text() }
}
