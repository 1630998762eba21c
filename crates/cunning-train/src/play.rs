//! Playing a quest step by step to record a demonstration. Independent of terminal and clock.

use cunning_walk::Direction;

use crate::limits::{SAMPLE_MS_MAX, STEP_MS_MAX};
use crate::metric::NS_PER_MS;
use crate::rules::{Rules, Situation};
use crate::{Demonstration, Moment, Quest, Recorder, SampleError};

/// A quest being played.
///
/// ```
/// # use cunning_diag::Source;
/// # use cunning_train::Quest;
/// use cunning_train::{QuestSession, Refusal};
/// use cunning_walk::Direction::{East, South, West};
///
/// # let text = "map = '''\n#######\n#S.k#G#\n#...D.#\n#######\n'''\n[walker]\nat = 'S'\n[item.key]\nat = 'k'\n[door.d]\nat = 'D'\nneeds = ['key']\n[goal]\nat = 'G'";
/// # let quest = Quest::parse(&Source::new("cellar.toml", text))?;
/// let mut play = QuestSession::new(&quest);
/// assert_eq!(play.step(West, false), Err(Refusal::Wall));
/// play.step(East, false)?;
/// play.step(East, true)?;
/// assert_eq!(quest.fact_names(play.now().situation.facts).collect::<Vec<_>>(), ["key"]);
/// assert!(play.undo() && !play.is_done());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct QuestSession<'q> {
    quest: &'q Quest,
    rules: Rules,
    moments: Vec<Moment>,
}

/// Why a step is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A wall is in the way.
    Wall,
    /// A door is closed.
    Door {
        /// The name of the door.
        name: String,
        /// The missing facts that would open it.
        missing: Vec<String>,
    },
    /// The walker would die.
    Death,
    /// The session would last more than a day.
    TooLong,
}

impl<'q> QuestSession<'q> {
    /// Starts a session at the quest's start.
    pub fn new(quest: &'q Quest) -> Self {
        let rules = Rules::new(quest);
        let moments = vec![Moment { ns: 0, situation: rules.start }];
        Self { quest, rules, moments }
    }

    /// The current time and situation.
    pub fn now(&self) -> Moment {
        let start = Moment { ns: 0, situation: self.rules.start };
        self.moments.last().copied().unwrap_or(start)
    }

    /// The history of the session, the start first.
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// Whether the goal is reached.
    pub fn is_done(&self) -> bool {
        self.rules.is_goal(self.now().situation)
    }

    /// Takes a step.
    pub fn step(&mut self, direction: Direction, sneaks: bool) -> Result<(), Refusal> {
        let Moment { ns, situation } = self.now();
        let Some((next, cost)) = self.rules.step(situation, direction, sneaks) else {
            return Err(self.refusal(situation, direction));
        };
        self.push(Moment { ns: ns + cost, situation: next })
    }

    /// Waits.
    pub fn wait(&mut self, ms: u64) -> Result<(), Refusal> {
        let Moment { ns, situation } = self.now();
        self.push(Moment { ns: ns + ms.min(STEP_MS_MAX) * NS_PER_MS, situation })
    }

    /// Undoes the last step or wait; false at the start.
    pub fn undo(&mut self) -> bool {
        let can_undo = self.moments.len() > 1;
        if can_undo {
            self.moments.pop();
        }
        can_undo
    }

    /// Starts again.
    pub fn restart(&mut self) {
        self.moments.truncate(1);
    }

    /// The demonstration so far.
    pub fn to_demonstration(&self) -> Result<Demonstration, SampleError> {
        demonstration(self.quest.name(), (self.quest.width, self.quest.height), &self.moments)
    }

    fn push(&mut self, moment: Moment) -> Result<(), Refusal> {
        if moment.ns > SAMPLE_MS_MAX * NS_PER_MS {
            return Err(Refusal::TooLong);
        }
        self.moments.push(moment);
        Ok(())
    }

    fn refusal(&self, at: Situation, direction: Direction) -> Refusal {
        let can_go = self.rules.moves.get(at.cell as usize).is_some_and(|moves| moves.contains(direction));
        let to = at.cell.wrapping_add(self.rules.strides[direction as usize]);
        let door = self.quest.door_at(to).filter(|door| !at.facts.has_all(door.needs));
        match door {
            _ if !can_go => Refusal::Wall,
            Some(door) => Refusal::Door {
                name: door.name.clone(),
                missing: self.quest.fact_names(door.needs.without(at.facts)).map(str::to_owned).collect(),
            },
            None => Refusal::Death,
        }
    }
}

/// Converts the moments of a walk to a demonstration.
pub(crate) fn demonstration(
    quest: &str,
    size: (u32, u32),
    moments: &[Moment],
) -> Result<Demonstration, SampleError> {
    let mut recorder = Recorder::new(quest, size);
    for &Moment { ns, situation: Situation { cell, sneaks, .. } } in moments {
        let (x, y) = (cell % size.0.max(1), cell / size.0.max(1));
        recorder.record(ns / NS_PER_MS, f64::from(x) + 0.5, f64::from(y) + 0.5, sneaks)?;
    }
    recorder.finish()
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Wall => f.write_str("a wall is in the way"),
            Self::Door { name, missing } => {
                write!(f, "the door `{name}` is closed; it needs {}", missing.join(" and "))
            }
            Self::Death => f.write_str("the walker would die"),
            Self::TooLong => f.write_str("a session lasts at most a day"),
        }
    }
}

impl std::error::Error for Refusal {}
