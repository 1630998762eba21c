//! Scenes of the arena with their minds, and bodies that Python drives.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cunning::stock::{self, SCENES};
use cunning_arena::picture::{self, TextStyle};
use cunning_arena::simulation::{self, Settings};
use cunning_arena::{ActorId, Cell, DoorPolicy, Goal, Intent, Outcome, Stance, Target};
use cunning_diag::{Source, did_you_mean};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::errors::{Failure, UnknownName, failure, with_code};

/// A scene with its minds. It can be run any number of times.
#[pyclass(frozen, module = "cunning")]
pub struct Scenario(Arc<simulation::Scenario>);

/// Reads a scene: a built-in one by name, or a file. Returns its text and its path, which a built-in scene does not have.
fn open(scene: &str) -> Result<(Source, Option<PathBuf>), Failure> {
    if let Some(source) = stock::scene(scene) {
        return Ok((source, None));
    }
    let path = Path::new(scene);
    if let Some(error) = stock::unknown_scene(scene).filter(|_| !path.exists()) {
        return Err(with_code(UnknownName::new_err(error), "unknown-name").into());
    }
    let text = std::fs::read_to_string(path);
    let text = text.map_err(|error| std::io::Error::new(error.kind(), format!("{scene}: {error}")))?;
    Ok((Source::new(scene, text), Some(path.to_path_buf())))
}

/// Reads a file that a scene names, or returns a built-in one.
fn named_file(scene: Option<&Path>, name: &str) -> Option<Source> {
    let paths = scene.map(|scene| stock::paths_of(scene, name)).unwrap_or_default();
    let text = paths.iter().find_map(|path| std::fs::read_to_string(path).ok());
    text.map(|text| Source::new(name, text)).or_else(|| stock::file(name))
}

fn unknown<'a>(kind: &str, name: &str, known: impl Iterator<Item = &'a str>) -> PyErr {
    let hint = did_you_mean(name, known).map(|hint| format!("; did you mean `{hint}`?")).unwrap_or_default();
    with_code(UnknownName::new_err(format!("unknown {kind} `{name}`{hint}")), "unknown-name")
}

#[pymethods]
impl Scenario {
    #[new]
    #[pyo3(signature = (scene, *, set = Vec::new(), events = Vec::new(), players = Vec::new(), orders = true, without = Vec::new(), swap = false, baselines = Vec::new(), tick_ms = 100, budget = 1000))]
    fn new(
        scene: PathBuf,
        set: Vec<String>,
        events: Vec<String>,
        players: Vec<String>,
        orders: bool,
        without: Vec<String>,
        swap: bool,
        baselines: Vec<String>,
        tick_ms: u16,
        budget: u64,
    ) -> Result<Self, Failure> {
        let (source, path) = open(&scene.to_string_lossy())?;
        let settings = Settings {
            tick_ms,
            budget,
            set,
            events,
            has_orders: orders,
            without,
            difficulty: None,
            is_swapped: swap,
            baselines,
            players,
        };
        let loader = |name: &str| named_file(path.as_deref(), name);
        Ok(Self(Arc::new(simulation::Scenario::load(&source, &loader, settings)?)))
    }

    /// The names of the built-in scenes.
    #[staticmethod]
    fn built_in() -> Vec<&'static str> {
        SCENES.iter().map(|(name, _)| *name).collect()
    }

    #[getter]
    fn name(&self) -> &str {
        self.0.scene().name()
    }

    #[getter]
    fn teams(&self) -> Vec<String> {
        self.0.scene().teams().to_vec()
    }

    #[getter]
    fn actors(&self) -> Vec<String> {
        self.0.scene().actors().iter().map(|actor| actor.name.clone()).collect()
    }

    /// The actors that Python drives.
    #[getter]
    fn players(&self) -> Vec<String> {
        let actors = self.0.scene().actors();
        self.0
            .players()
            .iter()
            .filter_map(|id| actors.get(id.index()))
            .map(|actor| actor.name.clone())
            .collect()
    }

    /// The width and height in cells.
    #[getter]
    fn size(&self) -> (u16, u16) {
        (self.0.scene().width(), self.0.scene().height())
    }
}

/// A run of a scenario.
#[pyclass(module = "cunning")]
pub struct Simulation(simulation::Simulation);

impl Simulation {
    fn actor_id(&self, name: &str) -> Result<ActorId, Failure> {
        let scene = self.0.world().scene();
        let known = || scene.actors().iter().map(|actor| actor.name.as_str());
        Ok(scene.actor(name).ok_or_else(|| unknown("actor", name, known()))?)
    }

    fn actor_row<'py>(&self, py: Python<'py>, id: ActorId) -> PyResult<Option<Bound<'py, PyDict>>> {
        let scene = self.0.world().scene();
        let (Some(spec), Some(body)) = (scene.actors().get(id.index()), self.0.world().actor(id)) else {
            return Ok(None);
        };
        let row = PyDict::new(py);
        row.set_item("name", &spec.name)?;
        row.set_item("team", scene.teams().get(spec.team.index()))?;
        row.set_item("cell", (body.cell().x, body.cell().y))?;
        row.set_item("heading", body.heading().vector())?;
        row.set_item("health", body.health())?;
        row.set_item("is_alive", body.is_alive())?;
        row.set_item("is_crouched", body.stance() == Stance::Crouched)?;
        row.set_item("is_moving", body.is_moving())?;
        row.set_item("is_busy", body.doing().is_some())?;
        row.set_item("suppression", body.suppression())?;
        row.set_item("rounds", body.rounds())?;
        Ok(Some(row))
    }
}

fn outcome<'py>(
    py: Python<'py>,
    simulation: &simulation::Simulation,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let Some(outcome) = simulation.outcome() else { return Ok(None) };
    let row = PyDict::new(py);
    let team = match outcome {
        Outcome::Won { team, .. } => simulation.world().scene().teams().get(team.index()),
        Outcome::Draw | Outcome::TimeUp => None,
    };
    row.set_item("winner", team)?;
    row.set_item("text", simulation.describe_outcome(outcome))?;
    Ok(Some(row))
}

#[pymethods]
impl Simulation {
    #[new]
    #[pyo3(signature = (scenario, seed = 0, *, narrated = false, record = None))]
    fn new(scenario: &Scenario, seed: u64, narrated: bool, record: Option<PathBuf>) -> Result<Self, Failure> {
        let simulation = match record {
            None => simulation::Simulation::new(&scenario.0, seed)?,
            Some(path) => {
                let mut file = Some(std::io::BufWriter::new(std::fs::File::create(path)?));
                let output = |_: &str| file.take().map(|file| Box::new(file) as Box<dyn Write + Send + Sync>);
                simulation::Simulation::recorded(&scenario.0, seed, output)
                    .map_err(|error| failure("recording", error))?
            }
        };
        Ok(Self(if narrated { simulation.narrated() } else { simulation }))
    }

    #[getter]
    fn ticks(&self) -> u64 {
        self.0.ticks()
    }

    #[getter]
    fn time_ms(&self) -> u64 {
        self.0.world().time_ms()
    }

    /// How the scene ended: a dict with `winner` and `text`, or `None` while it goes on.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        outcome(py, &self.0)
    }

    /// Advances by some ticks, at most to the end of the scene.
    #[pyo3(signature = (count = 1))]
    fn tick(&mut self, py: Python<'_>, count: u64) {
        py.detach(|| {
            for _ in 0..count {
                if self.0.outcome().is_some() {
                    break;
                }
                self.0.tick();
            }
        });
    }

    /// Runs to the end of the scene, or for at most `ticks_max` ticks, and returns the outcome.
    #[pyo3(signature = (ticks_max = 100_000))]
    fn run<'py>(&mut self, py: Python<'py>, ticks_max: u64) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.tick(py, ticks_max);
        outcome(py, &self.0)
    }

    /// All actors, as dicts.
    fn actors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for at in 0..self.0.world().actors().len() {
            if let Some(row) = self.actor_row(py, ActorId::new(at as u16))? {
                list.append(row)?;
            }
        }
        Ok(list)
    }

    /// One actor, as a dict.
    fn actor<'py>(&self, py: Python<'py>, name: &str) -> Result<Option<Bound<'py, PyDict>>, Failure> {
        Ok(self.actor_row(py, self.actor_id(name)?)?)
    }

    /// The names of the actors that an actor sees.
    fn visible(&self, name: &str) -> Result<Vec<String>, Failure> {
        let viewer = self.actor_id(name)?;
        let actors = self.0.world().scene().actors();
        let seen = self.0.world().visible_actors(viewer);
        Ok(seen.filter_map(|id| actors.get(id.index())).map(|actor| actor.name.clone()).collect())
    }

    /// Asks the body of a player to do something; see the stub for what.
    #[pyo3(signature = (name, intent, target = None, rounds = 1))]
    fn intend(
        &mut self,
        name: &str,
        intent: &str,
        target: Option<&Bound<'_, PyAny>>,
        rounds: u16,
    ) -> Result<(), Failure> {
        let actor = self.actor_id(name)?;
        let cell = || -> Result<Cell, Failure> {
            let given = target.ok_or_else(|| PyTypeError::new_err(format!("`{intent}` needs a target")))?;
            let (x, y) = given.extract::<(u16, u16)>()?;
            Ok(Cell::new(x, y))
        };
        let other = || -> Result<ActorId, Failure> {
            let given = target.ok_or_else(|| PyTypeError::new_err(format!("`{intent}` needs a target")))?;
            self.actor_id(given.extract()?)
        };
        let intent = match intent {
            "walk" => Intent::Walk { to: Goal::Cell(cell()?), doors: DoorPolicy::Open },
            "face" => Intent::Face { toward: cell()? },
            "shoot" => Intent::Shoot { at: Target::Actor(other()?), rounds },
            "reload" => Intent::Reload,
            "crouch" => Intent::Stand { stance: Stance::Crouched },
            "stand" => Intent::Stand { stance: Stance::Standing },
            _ => {
                let text = format!("`{intent}` is no intent; use walk, face, shoot, reload, crouch or stand");
                return Err(PyValueError::new_err(text).into());
            }
        };
        self.0.intend(actor, intent).map(|_| ()).map_err(|error| failure("intent", error).into())
    }

    /// Takes the narration since the last call: dicts with `tick`, `agent`, `kind` and `text`.
    fn lines<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for line in self.0.drain_lines() {
            let row = PyDict::new(py);
            row.set_item("tick", line.tick)?;
            row.set_item("agent", line.agent)?;
            row.set_item("kind", format!("{:?}", line.kind).to_lowercase())?;
            row.set_item("text", line.text)?;
            list.append(row)?;
        }
        Ok(list)
    }

    /// What an agent believes of a fact, as a text: `believes("pirate", "stock[tavern, bottle]")`.
    fn believes(&self, agent: &str, fact: &str) -> Option<String> {
        self.0.believes(agent, fact)
    }

    /// The world as a text.
    fn picture(&self) -> String {
        picture::text(self.0.world(), TextStyle::Plain)
    }

    fn hash(&self) -> String {
        format!("{:016x}", self.0.hash())
    }

    fn save<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.save())
    }

    #[staticmethod]
    fn restore(scenario: &Scenario, data: &[u8]) -> Result<Self, Failure> {
        let restored = simulation::Simulation::restore(&scenario.0, data);
        Ok(Self(restored.map_err(|error| failure("bad-save", error))?))
    }

    /// Ends the recording.
    fn end_recording(&mut self) -> Result<(), Failure> {
        Ok(self.0.end_recording()?)
    }
}
