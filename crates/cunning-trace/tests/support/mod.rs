//! Events of every kind built from random bytes, and recordings of them.

use cunning_trace::*;
use proptest::prelude::*;

/// An event to record: the ticks since the last one, the subject, the origin and the event.
#[derive(Clone, Debug)]
pub struct Happening {
    pub ticks: u64,
    pub subject: Subject,
    pub is_input: bool,
    pub event: Event<'static>,
}

/// Random sequences of events. Few ids are used, so that events share slots.
pub fn happenings(max: usize) -> impl Strategy<Value = Vec<Happening>> {
    let happening =
        (0..Kind::ALL.len(), prop::collection::vec(any::<u8>(), 0..12), 0..8u64, 0..5u64, any::<bool>());
    let happening = happening.prop_map(|(kind, bytes, ticks, subject, is_input)| Happening {
        // Most events share a tick with the previous one.
        ticks: ticks.saturating_sub(5),
        subject: if subject == 0 { Subject::World } else { AgentId(subject * 100).into() },
        is_input,
        event: event(Kind::ALL[kind], &mut Draw(Box::leak(bytes.into_boxed_slice()))),
    });
    prop::collection::vec(happening, 0..max)
}

/// Records a sequence and finishes the recording.
pub fn recording(happenings: &[Happening], config: Config) -> Vec<u8> {
    let (mut recorder, shelf) = attached(config);
    play(&mut recorder, happenings);
    recorder.detach().unwrap().unwrap();
    shelf.bytes()
}

pub fn attached(config: Config) -> (Recorder, SharedBytes) {
    let mut recorder = Recorder::new(&header(), config).unwrap();
    let shelf = SharedBytes::default();
    recorder.attach(Box::new(shelf.clone()));
    (recorder, shelf)
}

pub fn header() -> Header<'static> {
    const DOMAIN: [Source<'static>; 1] =
        [Source { name: "guard.toml", text: "[domain]\nname = \"guard\"\n" }];
    const SETTINGS: [Setting<'static>; 1] = [Setting { key: "cunning-plan", value: "0.1.0" }];
    Header {
        engine: "tests 1",
        domain: List::from(&DOMAIN),
        scene: List::empty(),
        seed: 42,
        settings: List::from(&SETTINGS),
    }
}

/// Records a sequence, starting at the recorder's tick 0.
pub fn play(recorder: &mut Recorder, happenings: &[Happening]) {
    let mut tick = 0;
    for happening in happenings {
        tick += happening.ticks;
        recorder.begin_tick(tick).unwrap();
        if happening.is_input {
            recorder.record_input(happening.subject, || happening.event);
        } else {
            recorder.record(happening.subject, || happening.event);
        }
    }
}

/// The records that a recording of the sequence must contain.
pub fn expected(happenings: &[Happening]) -> Vec<Record<'static>> {
    let mut tick = 0;
    let record = |happening: &Happening| {
        tick += happening.ticks;
        let origin = if happening.is_input { Origin::Input } else { Origin::Result };
        Record { tick, subject: happening.subject, origin, event: happening.event }
    };
    happenings.iter().map(record).collect()
}

/// All records up to the end or the damage.
pub fn readable<'a>(records: impl Iterator<Item = Result<Record<'a>, Damage>>) -> Vec<Record<'a>> {
    records.map_while(Result::ok).collect()
}

/// Bytes to build values from; zeros when they are used up.
pub struct Draw(pub &'static [u8]);

impl Draw {
    fn byte(&mut self) -> u8 {
        self.0.split_off_first().copied().unwrap_or_default()
    }

    fn id(&mut self) -> u32 {
        [0, 1, 2, 300][self.byte() as usize % 4]
    }

    fn number(&mut self) -> u64 {
        [0, 1, 2, 128, u64::MAX][self.byte() as usize % 5]
    }

    fn signed(&mut self) -> i64 {
        [0, -1, 70, i64::MIN, 1_000_000][self.byte() as usize % 5]
    }

    fn float(&mut self) -> f32 {
        f32::from(self.byte()) - 7.25
    }

    fn text(&mut self) -> &'static str {
        ["", "cutscene", "Käpt'n"][self.byte() as usize % 3]
    }

    fn bytes(&mut self) -> &'static [u8] {
        let len = (self.byte() as usize % 5).min(self.0.len());
        self.0.split_off(..len).unwrap()
    }

    fn some<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        (self.byte() % 2 == 1).then(|| make(self))
    }

    fn value(&mut self) -> Value {
        match self.byte() % 5 {
            0 => Value::None,
            1 => Value::Bool(self.byte() % 2 == 1),
            2 => Value::Int(self.signed()),
            3 => Value::Object(self.id()),
            _ => Value::Handle(self.number()),
        }
    }

    fn list<T>(&mut self, mut make: impl FnMut(&mut Self) -> T) -> List<'static, T> {
        let items: Vec<T> = (0..self.byte() % 3).map(|_| make(self)).collect();
        let items: &'static [T] = Vec::leak(items);
        List::from(items)
    }

    fn term(&mut self) -> Term<'static> {
        Term { id: self.id(), args: self.list(Self::value) }
    }

    fn agent(&mut self) -> AgentId {
        AgentId(self.number())
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.byte() as usize % all.len()]
    }
}

/// Builds an event of a kind.
#[allow(clippy::too_many_lines)] // One line or two for each kind.
pub fn event(kind: Kind, draw: &mut Draw) -> Event<'static> {
    let d = draw;
    match kind {
        Kind::Name => Event::Name { table: d.of(NameTable::ALL), id: d.id(), text: d.text() },
        Kind::Backdrop => Event::Backdrop { format: d.text(), bytes: d.bytes() },
        Kind::Reloaded => Event::Reloaded { sources: d.list(|d| Source { name: d.text(), text: d.text() }) },
        Kind::Tick => Event::Tick { dt_ms: d.id(), budget: d.number() },
        Kind::Hash => Event::Hash { hash: d.number() },
        Kind::Bound => Event::Bound { ty: d.id(), handle: d.number(), name: d.text() },
        Kind::Unbound => Event::Unbound { handle: d.number() },
        Kind::TableSet => Event::TableSet { entry: d.term(), value: d.signed() },
        Kind::Message => Event::Message { sort: d.id(), bytes: d.bytes() },
        Kind::AgentAdded => Event::AgentAdded {
            archetype: d.id(),
            name: d.text(),
            commander: d.some(Draw::agent),
            seed: d.number(),
        },
        Kind::AgentRemoved => Event::AgentRemoved { reason: d.id() },
        Kind::CommanderChanged => Event::CommanderChanged { commander: d.some(Draw::agent) },
        Kind::TraitSet => Event::TraitSet { id: d.id(), value: d.signed() },
        Kind::ImportanceSet => Event::ImportanceSet { importance: d.id() },
        Kind::Slept => Event::Slept,
        Kind::Woken => Event::Woken,
        Kind::Held => Event::Held { reason: d.text() },
        Kind::Released => Event::Released,
        Kind::Quarantined => Event::Quarantined { reason: d.text() },
        Kind::Place => Event::Place { x: d.float(), y: d.float(), z: d.float(), yaw: d.float() },
        Kind::Percept => {
            Event::Percept { fact: d.term(), value: d.value(), confidence: d.id(), sensor: d.some(Draw::id) }
        }
        Kind::Belief => {
            Event::Belief { fact: d.term(), value: d.value(), confidence: d.id(), cause: d.of(Cause::ALL) }
        }
        Kind::Forgot => Event::Forgot { fact: d.term() },
        Kind::GoalScores => Event::GoalScores {
            scores: d.list(|d| GoalScore {
                goal: d.term(),
                relevance: d.signed(),
                bias: d.signed(),
                score: d.signed(),
                barred: d.some(|d| d.of(Bar::ALL)),
            }),
        },
        Kind::GoalChosen => Event::GoalChosen { goal: d.term(), score: d.signed(), reason: d.id() },
        Kind::GoalEnded => Event::GoalEnded { reason: d.id() },
        Kind::Idle => Event::Idle { reason: d.id() },
        Kind::PlanAsked => Event::PlanAsked { job: d.number(), goal: d.term(), snapshot: d.bytes() },
        Kind::PlanSliced => Event::PlanSliced { job: d.number(), granted: d.number(), expanded: d.number() },
        Kind::SearchTree => Event::SearchTree {
            job: d.number(),
            nodes: d.list(|d| SearchNode {
                id: d.id(),
                parent: d.some(Draw::id),
                action: d.some(Draw::id),
                g: d.number(),
                h: d.some(Draw::number),
                flags: d.id(),
                state: d.bytes(),
            }),
            left_out: d.number(),
        },
        Kind::PlanFound => Event::PlanFound {
            job: d.number(),
            plan: Plan {
                cost: d.number(),
                steps: d.list(|d| PlanStep { action: d.term(), cost: d.number() }),
            },
            expanded: d.number(),
        },
        Kind::PlanFailed => Event::PlanFailed {
            job: d.number(),
            failure: d.of(PlanFailure::ALL),
            expanded: d.number(),
            detail: d.text(),
        },
        Kind::PlanKept => Event::PlanKept { job: d.number(), kept: d.number(), new: d.number() },
        Kind::PlanEnded => Event::PlanEnded { job: d.number(), reason: d.id() },
        Kind::StepStarted => Event::StepStarted {
            step: d.number(),
            index: d.id(),
            action: d.term(),
            is_resumed: d.byte() % 2 == 1,
        },
        Kind::StepReported => {
            Event::StepReported { step: d.number(), report: d.of(Report::ALL), progress: d.id() }
        }
        Kind::StepStopped => Event::StepStopped { step: d.number(), reason: d.id() },
        Kind::StepEnded => Event::StepEnded { step: d.number(), end: d.of(StepEnd::ALL), reason: d.id() },
        Kind::Interrupted => Event::Interrupted { by: d.some(Draw::agent), reason: d.id() },
        Kind::Asked => Event::Asked { question: d.number(), about: d.term() },
        Kind::Answered => Event::Answered { question: d.number(), value: d.value() },
        Kind::QueryRun => Event::QueryRun {
            query: d.id(),
            candidates: d.list(|d| Candidate {
                object: d.value(),
                score: d.some(Draw::signed),
                is_taken: d.byte() % 2 == 1,
            }),
        },
        Kind::Claimed => Event::Claimed { object: d.value() },
        Kind::ClaimRefused => Event::ClaimRefused { object: d.value(), holder: d.agent() },
        Kind::Unclaimed => Event::Unclaimed { object: d.value() },
        Kind::Ordered => Event::Ordered {
            order: d.number(),
            from: d.some(Draw::agent),
            goal: d.term(),
            terms: OrderTerms { bias: d.signed(), within_ms: d.some(Draw::id), is_rigid: d.byte() % 2 == 1 },
        },
        Kind::OrderReported => Event::OrderReported { order: d.number(), report: d.of(OrderReport::ALL) },
        Kind::OrderEnded => Event::OrderEnded { order: d.number(), reason: d.id() },
        Kind::Note => Event::Note { text: d.text() },
        Kind::Omitted => Event::Omitted { code: d.id() },
        Kind::Dropped => Event::Dropped { records: d.number() },
        Kind::SceneReloaded => Event::SceneReloaded {
            after: d.number(),
            sources: d.list(|d| Source { name: d.text(), text: d.text() }),
        },
        Kind::SceneEdited => Event::SceneEdited { after: d.number(), edit: d.text() },
        _ => panic!("{kind:?} is missing here"),
    }
}
