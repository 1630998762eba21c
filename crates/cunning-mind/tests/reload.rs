//! Reloading a changed domain while agents run: what keeps its name continues, and the rest is reported.

use crate::camp;
use crate::story;

use std::sync::Arc;

use camp::Camp;
use cunning_diag::Source;
use cunning_mind::debug::replay;
use cunning_mind::engine::{Order, OrderTerms, Percept, Value};
use cunning_mind::{AgentId, DomainSpec, MindConfig, MindEngine, ReloadReport, RestoreError, Spawn, StepId};
use cunning_plan::Micros;
use cunning_trace::{Config, Header, Reader, Recorder};
use story::{File, belief, said, started, tell};

const TEXT: &str = r#"
[types]
place = ["beach", "docks", "tavern"]
foe = { open = true, max = 3 }
[facts]
at = "place"
gold = { type = "int", min = 0, max = 9, wake = "never" }
drunk = "bool"
tired = { type = "int", min = 0, max = 100, drift = "+3600 / h", wake = "never" }
sees = { type = "bool", of = ["foe"], forget = "20 s", threshold = 0.1, wake = "never" }
[action.go]
params = { to = "place" }
when = ["at != to"]
then = ["at = to"]
[action.work]
when = ["at == docks", "gold < 9"]
then = ["gold += 1"]
cooldown = "30 s"
[action.drink]
when = ["at == tavern", "gold > 0"]
then = ["drunk", "gold -= 1"]
[goal.get_drunk]
want = ["drunk"]
[goal.rest]
want = ["at == docks"]
relevance = 0.1
[agent.pirate]
actions = ["go", "work", "drink"]
goals = { get_drunk = 1.0, rest = 1.0 }
traits = { thirst = [2, 8], luck = 3 }
sensors = ["eyes"]
"#;

fn spec(text: &str) -> Arc<DomainSpec> {
    let spec = cunning_mind::read(&Source::new("pirate.toml", text));
    Arc::new(spec.unwrap_or_else(|found| panic!("{found}")))
}

struct Story {
    set: MindEngine,
    pirate: AgentId,
    step: StepId,
}

/// Creates a pirate with gold on his way to the tavern, who has worked and seen a foe.
fn story() -> Story {
    let mut set = MindEngine::new(spec(TEXT), MindConfig::default());
    set.set_sensor("eyes", 500);
    let pirate = set.spawn("pirate", Spawn { name: "Jim".into(), seed: 4, ..Spawn::default() }).unwrap();
    let ty = set.spec().planning.type_named("foe").unwrap();
    set.receive(&Percept::Bind { ty, handle: 70, name: "" });
    tell(&mut set, pirate, "sees", &[Value::Handle(70)], Value::Bool(true));
    tell(&mut set, pirate, "gold", &[], Value::Int(7));
    set.tick(100, 1000);
    assert_eq!(said(&set).last().unwrap(), "go(tavern)");
    let (_, step) = started(&set)[0];
    set.clear_commands();
    Story { set, pirate, step }
}

impl Story {
    fn reload(&mut self, text: &str) -> ReloadReport {
        self.set.reload(spec(text)).unwrap()
    }

    /// Runs a tick and returns the commands since the last one.
    fn tick(&mut self) -> Vec<String> {
        self.set.tick(100, 1000);
        let said = said(&self.set).into_iter().filter(|said| !said.starts_with("sense")).collect();
        self.set.clear_commands();
        said
    }
}

/// Returns the text with replacements.
fn edit(edits: &[(&str, &str)]) -> String {
    edits.iter().fold(TEXT.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    })
}

#[test]
fn reloading_an_equal_domain_changes_nothing() {
    let (mut plain, mut reloaded) = (Camp::new(40, 5), Camp::new(40, 5));
    (plain.world.budgets, reloaded.world.budgets) = (vec![3, 9, 100], vec![3, 9, 100]);
    let commented = format!(
        "# Another day, the same camp.\n{}",
        camp::TEXT.replace("stop = \"now\"\n", "stop  =  \"now\"\n\n")
    );
    for tick in 0..300 {
        plain.tick();
        reloaded.tick();
        let report = reloaded.reload(&commented);
        assert_eq!(report, ReloadReport::default());
        assert_eq!(report.to_string(), "no changes");
        assert_eq!(reloaded.world.said, plain.world.said, "tick {tick}");
        assert_eq!(reloaded.minds.save(), plain.minds.save(), "tick {tick}");
    }
}

#[test]
fn valid_plan_continues_across_a_reload() {
    let mut story = story();
    // All ids change.
    let report = story.reload(&edit(&[
        ("place = [\"beach\"", "spice = [\"salt\"]\nplace = [\"reef\", \"beach\""),
        ("[facts]\n", "[facts]\nfirst = \"bool\"\n"),
        ("[action.go]", "[action.dance]\nthen = [\"first\"]\n[action.go]"),
        ("[goal.get_drunk]", "[goal.dance]\nwant = [\"first\"]\nrelevance = 0\n[goal.get_drunk]"),
        ("max = 3 }", "max = 5 }"),
    ]));
    assert!(report.is_changed && report.notes.is_empty(), "{report}");
    assert_eq!((report.plans_kept, report.plans_dropped), (1, 0));
    assert_eq!(story.tick(), Vec::<String>::new(), "it goes on");
    assert_eq!(belief(&story.set, story.pirate, "gold").0, Value::Int(7));
    let sees = story.set.spec().planning.fact_named("sees").unwrap();
    let (value, confidence) = story.set.belief(story.pirate, sees, &[Value::Handle(70)]).unwrap();
    assert!(value == Value::Bool(true) && (980_000..1_000_000).contains(&confidence), "{confidence}");
    let go = story.set.spec().planning.action_named("go").unwrap();
    assert_eq!(story.set.action_of(story.step), Some(go));
    story.set.receive(&Percept::Done(story.step));
    assert_eq!(story.tick(), ["drink()"]);
}

#[test]
fn invalid_plan_is_dropped_and_replaced() {
    let mut story = story();
    let report = story.reload(&edit(&[("\"at == tavern\", \"gold > 0\"", "\"at == docks\", \"gold > 0\"")]));
    assert_eq!((report.plans_kept, report.plans_dropped), (0, 1));
    assert_eq!(story.tick(), ["stop: Reloaded"]);
    story.set.receive(&Percept::Ended(story.step));
    assert_eq!(story.tick(), ["go(docks)"]);
}

#[test]
fn removed_names_are_reported_and_dropped() {
    let mut story = story();
    let report = story.reload(&edit(&[
        ("\"docks\", \"tavern\"]", "\"docks\"]"),
        ("\"at == tavern\", \"gold > 0\"", "\"gold > 0\""),
        ("tired = { type = \"int\", min = 0, max = 100, drift = \"+3600 / h\", wake = \"never\" }\n", ""),
        ("min = 0, max = 9, wake", "min = 0, max = 5, wake"),
        ("gold < 9", "gold < 5"),
        ("[goal.rest]\nwant = [\"at == docks\"]\nrelevance = 0.1\n", ""),
        (", rest = 1.0", ""),
    ]));
    let notes = [
        "object `tavern` was removed",
        "fact `tired` was removed",
        "goal `rest` was removed",
        "`gold` was adjusted for 1 agents",
    ];
    assert_eq!(report.notes, notes);
    assert_eq!(belief(&story.set, story.pirate, "gold").0, Value::Int(5));
    // The running step no longer exists, so it has ended.
    assert_eq!(story.tick(), ["stop: Reloaded", "drink()"]);
}

#[test]
fn traits_are_kept_within_their_ranges() {
    let mut story = story();
    story.set.set_trait(story.pirate, "luck", Micros::parse("5").unwrap()).unwrap();
    // The file has not changed here: the value set by the game stays.
    assert!(story.reload(&edit(&[("relevance = 0.1", "relevance = 0.2")])).notes.is_empty());
    let report = story.reload(&edit(&[("thirst = [2, 8]", "thirst = [20, 80]"), ("luck = 3", "luck = 4")]));
    // No expression reads them here, so they are not part of any state.
    assert!(report.notes.is_empty());
    let reading = [("relevance = 0.1", "relevance = \"trait.luck / 100 + trait.thirst / 1000\"")];
    let text = edit(&reading);
    story.reload(&text);
    let wider = [reading[0], ("thirst = [2, 8]", "thirst = [20, 80]"), ("luck = 3", "luck = 4")];
    assert_eq!(
        story.reload(&edit(&wider)).notes,
        ["trait `luck` was adjusted for 1 agents", "trait `thirst` was adjusted for 1 agents"]
    );
}

#[test]
fn timers_continue_across_a_reload() {
    let mut story = story();
    // The drift continues too.
    for _ in 0..20 {
        story.tick();
    }
    let tired = belief(&story.set, story.pirate, "tired").0;
    story.reload(&edit(&[("relevance = 0.1", "relevance = 0.2")]));
    assert_eq!(belief(&story.set, story.pirate, "tired").0, tired);
    for _ in 0..20 {
        story.tick();
    }
    let Value::Int(now) = belief(&story.set, story.pirate, "tired").0 else { panic!("no number") };
    assert_eq!(now, 4, "one a second");
    // A fact forgotten in twenty seconds is still forgotten in twenty seconds.
    let sees = story.set.spec().planning.fact_named("sees").unwrap();
    for _ in 0..140 {
        story.tick();
    }
    assert_eq!(story.set.belief(story.pirate, sees, &[Value::Handle(70)]).unwrap().0, Value::Bool(false));
}

#[test]
fn orders_are_kept_by_name() {
    let mut story = story();
    let goal = story.set.spec().planning.goal_named("rest").unwrap();
    let order = story
        .set
        .order(
            story.pirate,
            Order { terms: OrderTerms { bias: 3_000_000, ..OrderTerms::default() }, ..Order::new(goal) },
        )
        .unwrap();
    let renumbered = edit(&[(
        "[goal.get_drunk]",
        "[goal.first]\nwant = [\"at == docks\"]\nrelevance = 0\n[goal.get_drunk]",
    )]);
    assert!(story.reload(&renumbered).orders_lost.is_empty());
    story.tick();
    assert_eq!(story.set.inspect(story.pirate).unwrap().goal.as_deref(), Some("rest"));
    let without =
        edit(&[("[goal.rest]\nwant = [\"at == docks\"]\nrelevance = 0.1\n", ""), (", rest = 1.0", "")]);
    assert_eq!(story.reload(&without).orders_lost, [order]);
}

#[test]
fn agent_without_archetype_is_removed() {
    let mut story = story();
    let report = story.reload(&TEXT.replace("[agent.pirate]", "[agent.sailor]"));
    assert_eq!(report.removed, [story.pirate]);
    assert_eq!(report.notes, ["archetype `pirate` was removed, and its agents with it"]);
    assert_eq!(story.set.inspect(story.pirate), None);
    assert_eq!(story.tick(), ["stop: Removed"]);
    assert!(story.set.spawn("sailor", Spawn::default()).is_ok());
}

#[test]
fn save_of_an_older_domain_is_reloaded() {
    let Story { set, pirate, step } = story();
    let newer = edit(&[
        ("[facts]\n", "[facts]\nfirst = \"bool\"\n"),
        ("min = 0, max = 9, wake", "min = 0, max = 5, wake"),
        ("gold < 9", "gold < 5"),
    ]);
    let (again, report) =
        MindEngine::restore(&set.save(), spec(&newer), MindConfig::default(), Some).unwrap();
    let reload = report.reload.unwrap();
    assert_eq!(
        (reload.plans_kept, &reload.notes[..]),
        (1, &["`gold` was adjusted for 1 agents".to_owned()][..])
    );
    assert_eq!(started(&again), [(pirate, step)]);
    assert_eq!(belief(&again, pirate, "gold").0, Value::Int(5));
    let mut live = story().set;
    live.reload(spec(&newer)).unwrap();
    assert_eq!(again.hash(), live.hash());
    // A domain that was not read from text cannot be restored from the bytes.
    let plain =
        MindEngine::new(Arc::new(DomainSpec::plain(set.spec().planning.clone())), MindConfig::default());
    let refused = MindEngine::restore(&plain.save(), spec(&newer), MindConfig::default(), Some).err();
    assert!(matches!(refused, Some(RestoreError::Domain(_))), "{refused:?}");
}

#[test]
fn recording_with_reloads_replays() {
    let file = File::default();
    let mut set = MindEngine::new(spec(TEXT), MindConfig::default());
    set.record(recorder(&file));
    let pirate = set.spawn("pirate", Spawn::default()).unwrap();
    let texts = [edit(&[("[facts]\n", "[facts]\nfirst = \"bool\"\n")]), TEXT.to_owned(), edit(&[])];
    for tick in 0..60 {
        if tick % 20 == 7 {
            set.reload(spec(&texts[tick / 20])).unwrap();
        }
        tell(&mut set, pirate, "gold", &[], Value::Int((tick % 9) as i64));
        let steps = started(&set);
        set.clear_commands();
        for (_, step) in steps {
            set.receive(&Percept::Done(step));
        }
        set.tick(100, 30);
    }
    set.take_recorder().detach().unwrap().unwrap();
    let reader = Reader::open(file.bytes()).unwrap();
    let replayed = replay(&reader, spec(TEXT), MindConfig::default()).unwrap();
    assert_eq!((replayed.ticks, replayed.compared, replayed.diverged), (60, 60, None));
}

#[test]
fn recording_that_starts_in_the_middle_replays() {
    let mut camp = Camp::new(30, 9);
    camp.world.budgets = vec![3, 3, 50];
    for _ in 0..100 {
        camp.tick();
    }
    let file = File::default();
    camp.minds.engine_mut().record(recorder(&file));
    for tick in 0..100 {
        camp.tick();
        if tick == 50 {
            camp.reload(
                &camp::TEXT.replace("relevance = [{ score = 0.6 }]", "relevance = [{ score = 0.4 }]"),
            );
        }
    }
    camp.minds.engine_mut().take_recorder().detach().unwrap().unwrap();
    let reader = Reader::open(file.bytes()).unwrap();
    let replayed = replay(&reader, camp::spec(camp::TEXT), MindConfig::default()).unwrap();
    assert_eq!((replayed.ticks, replayed.compared, replayed.diverged), (100, 100, None));
    let first = camp.world.agents[0];
    assert!(reader.view(first, 100).unwrap().identity().is_some());
}

fn recorder(file: &File) -> Recorder {
    let mut recorder = Recorder::new(&Header::default(), Config::default()).unwrap();
    recorder.attach(Box::new(file.clone()));
    recorder
}
