//! The definitions of agents in a file become a spec, with the documented defaults.

use cunning_diag::Source;
use cunning_mind::DomainSpec;
use cunning_mind::engine::OrderTerms;
use cunning_mind::spec::{
    ActionSpec, Archetype, Candidates, DoneRule, FactSpec, GoalSpec, Interrupt, Mode, Need, OrderArg,
    OrderSpec, QueryNumber, QuerySubject, Receivers, Scope, StopRule, Wake,
};
use cunning_plan::Micros;
use cunning_plan::model::{GoalId, NumberKind, Operator, ParamId};

fn read(text: &str) -> DomainSpec {
    cunning_mind::read(&Source::new("test.toml", text)).unwrap_or_else(|found| panic!("{found}"))
}

fn micros(text: &str) -> Micros {
    Micros::parse(text).expect("a number")
}

const GUARD: &str = r#"
[types]
foe = { open = true, max = 4, fill = "query.worst_foes" }
cover = ["wall", "crate"]
point = { open = true, max = 8, fill = "query.around" }

[facts]
sees   = { type = "bool", of = ["foe"], forget = "20 s", threshold = 0.3 }
hunger = { type = "int", min = 0, max = 100, overflow = "clamp", drift = "+2 / h" }
alarm  = { type = "bool", scope = "world" }
health = { type = "int", min = 0, max = 100, wake = { cross = [20, 60] } }
target = "foe?"
drawn = "bool"
mag = { type = "int", min = 0, max = 6 }
dead = { type = "bool", of = ["foe"] }

[query.worst_foes]
from = "foe"
where = ["sees[c]"]
score = "health + 1"
take = 4
[query.good_cover]
from  = "cover"
where = ["free(c)", "not hides(c, target)"]
score = "0 - path(self, c) - 0.5 * dist(c, target)"
take  = 4
every = "0.25 s"
[query.around]
from = { ring = 8, radius = 6, around = "self" }
[query.beside]
from = { grid = 3, spacing = 0.5, around = "target" }
as = "point"

[curve.hungry]
points = [[0, 0], [60, 0.1], [100, 1]]

[action.take_cover]
params = { c = "query.good_cover" }
claims = ["c"]
duration = "0.8 s"
[action.shoot]
params = { f = "foe" }
when   = ["drawn", "mag > 0", "sees[f]"]
while  = ["sees[f]"]
then   = ["mag -= 1"]
hope   = ["dead[f]"]
grace = "0.4 s"
retries = 20
timeout = "8 s"
cooldown = "200 ms"
interrupt = "higher by 0.2"
stop = "now"
[action.assault]
params = { f = "foe" }
orders = [ { to = "half", goal = "kill", bias = 0.5, give = { f = "f" } }, { to = "rest", goal = "rest", bias = -0.6, rigid = true } ]
done   = { need = "any", within = "20 s" }

[goal.kill]
params = { f = "query.worst_foes" }
want = ["dead[f]"]
relevance = [ { when = ["no foe f: sees[f]"], score = 0 }, { score = "0.9 - curve.hungry(hunger) / 2" } ]
mode = "maintain"
sticky = 0.1
min_time = "2 s"
cooldown = "1 min"
claims = ["f"]
[goal.rest]
want = ["not drawn"]
"#;

#[test]
fn facts_and_types() {
    let spec = read(GUARD);
    let [sees, hunger, alarm, health, target, ..] = &spec.facts[..] else { panic!("facts") };
    assert_eq!((sees.forget_ms, sees.threshold), (Some(20_000), micros("0.3")));
    assert_eq!(hunger.drift_per_hour, micros("2"));
    assert_eq!(alarm.scope, Scope::World);
    assert_eq!(health.wake, Wake::Cross(vec![20, 60]));
    let silent = FactSpec {
        forget_ms: None,
        threshold: Micros::ZERO,
        scope: Scope::Agent,
        drift_per_hour: Micros::ZERO,
        wake: Wake::Change,
    };
    assert_eq!(*target, silent);
    assert_eq!(spec.types.iter().map(|ty| ty.fill).collect::<Vec<_>>(), [Some(0), None, Some(2)]);
}

#[test]
fn times_have_units() {
    let fact = |keys: &str| {
        read(&format!("[facts]\nx = {{ type = 'int', min = -9, max = 9, {keys} }}")).facts.remove(0)
    };
    for (text, millis) in [
        ("20 ms", 20),
        ("0.5 s", 500),
        ("2min", 120_000),
        ("1 h", 3_600_000),
        ("0 s", 0),
        ("0.0004 s", 0),
        ("0.0005 s", 1),
        ("720 h", 2_592_000_000),
    ] {
        assert_eq!(fact(&format!("forget = '{text}'")).forget_ms, Some(millis), "{text}");
    }
    for (text, per_hour) in [("+2 / h", "2"), ("-1/min", "-60"), ("0.001 / s", "3.6"), ("1 / ms", "3600000")]
    {
        assert_eq!(fact(&format!("drift = '{text}'")).drift_per_hour, micros(per_hour), "{text}");
    }
    for (text, wake) in [
        ("'never'", Wake::Never),
        ("'change'", Wake::Change),
        ("{ step = 3 }", Wake::Step(3)),
        ("{ cross = [] }", Wake::Cross(Vec::new())),
    ] {
        assert_eq!(fact(&format!("wake = {text}")).wake, wake);
    }
}

#[test]
fn actions() {
    let spec = read(GUARD);
    let [take_cover, shoot, assault] = &spec.actions[..3] else { panic!("three actions") };
    let first = ParamId::new(0);
    assert_eq!(
        *take_cover,
        ActionSpec {
            candidates: vec![spec.query_named("good_cover")],
            claims: vec![first],
            duration_ms: Some(800),
            while_: Vec::new(),
            grace_ms: 500,
            retries: 3,
            timeout_ms: None,
            cooldown_ms: 0,
            interrupt: Interrupt::Any,
            stop: StopRule::Soon,
            orders: Vec::new(),
            done: DoneRule { need: Need::All, within_ms: None },
        }
    );
    assert_eq!((shoot.while_.len(), shoot.grace_ms, shoot.retries), (1, 400, 20));
    assert_eq!((shoot.timeout_ms, shoot.cooldown_ms), (Some(8000), 200));
    assert_eq!((shoot.interrupt, shoot.stop), (Interrupt::HigherBy(micros("0.2")), StopRule::Now));
    let (kill, rest) = (GoalId::new(0), GoalId::new(1));
    assert_eq!(
        assault.orders,
        [
            OrderSpec {
                to: Receivers::Half,
                goal: kill,
                terms: OrderTerms { bias: 500_000, ..OrderTerms::default() },
                give: vec![(first, OrderArg::Param(first))]
            },
            OrderSpec {
                to: Receivers::Rest,
                goal: rest,
                terms: OrderTerms { bias: -600_000, is_rigid: true, ..OrderTerms::default() },
                give: Vec::new()
            },
        ]
    );
    assert_eq!(assault.done, DoneRule { need: Need::Any, within_ms: Some(20_000) });
}

#[test]
fn goals() {
    let spec = read(GUARD);
    let [kill, rest] = &spec.goals[..] else { panic!("two goals") };
    assert_eq!(kill.candidates, [Some(0)]);
    assert_eq!((kill.relevance.len(), kill.relevance[0].when.len()), (2, 1));
    assert_eq!(kill.relevance[0].score.kind, NumberKind::Literal(Micros::ZERO));
    assert_eq!((kill.mode, kill.sticky), (Mode::Maintain, micros("0.1")));
    assert_eq!((kill.min_time_ms, kill.cooldown_ms), (2000, 60_000));
    assert_eq!(kill.claims, [ParamId::new(0)]);
    let silent = GoalSpec {
        candidates: Vec::new(),
        relevance: Vec::new(),
        mode: Mode::Achieve,
        sticky: micros("0.05"),
        min_time_ms: 0,
        cooldown_ms: 0,
        claims: Vec::new(),
        replan_ms: None,
    };
    assert_eq!(*rest, silent);
}

#[test]
fn variable_of_a_relevance_may_shadow_a_parameter() {
    let spec = read(GUARD);
    let mut indices = Vec::new();
    spec.goals[0].relevance[0].when[0].facts(&mut |fact| indices.extend(fact.indices.iter().copied()));
    // The parameter `f` is 0, the variable `f` comes after it.
    assert_eq!(indices, [cunning_plan::model::Index::Param(ParamId::new(1))]);
}

#[test]
fn queries() {
    let spec = read(GUARD);
    let [worst, cover, around, beside] = &spec.queries[..] else { panic!("four queries") };
    let ty = |name: &str| spec.planning.type_named(name).expect("a type");
    assert_eq!(
        (worst.of, &worst.from, worst.when.len(), worst.take),
        (ty("foe"), &Candidates::Type(ty("foe")), 1, 4)
    );
    assert!(matches!(worst.score, QueryNumber::Known(_)) && worst.tests.is_empty());
    assert_eq!((cover.take, cover.every_ms, cover.when.len()), (4, 250, 0));
    let target = QuerySubject::Fact(spec.planning.fact_named("target").expect("a fact"));
    let tests: Vec<(bool, &str, &[QuerySubject])> =
        cover.tests.iter().map(|test| (test.negated, test.ask.name.as_str(), &test.ask.of[..])).collect();
    assert_eq!(
        tests,
        [
            (false, "free", &[QuerySubject::Candidate][..]),
            (true, "hides", &[QuerySubject::Candidate, target.clone()][..])
        ]
    );
    let QueryNumber::Binary(Operator::Subtract, left, right) = &cover.score else { panic!("a difference") };
    assert!(matches!(&**left, QueryNumber::Binary(Operator::Subtract, ..)));
    assert!(
        matches!(&**right, QueryNumber::Binary(Operator::Multiply, half, _) if **half == QueryNumber::Literal(micros("0.5")))
    );
    let ring = Candidates::Ring { count: 8, radius: micros("6"), around: QuerySubject::Oneself };
    assert_eq!((&around.from, around.of, around.take, around.every_ms), (&ring, ty("point"), 1, 500));
    assert_eq!(around.score, QueryNumber::Literal(Micros::ZERO));
    let grid = Candidates::Grid { count: 3, spacing: micros("0.5"), around: target };
    assert_eq!((&beside.from, beside.of), (&grid, ty("point")));
}

#[test]
fn archetypes_inherit_from_left_to_right() {
    let spec = read(
        "[action.walk]\n[action.run]\n[action.shoot]\n[goal.kill]\n[goal.flee]\n\
         [agent.human]\nactions = ['walk', 'run']\ngoals = { flee = 0.5 }\ncosts = { run = 2 }\ntraits = { speed = 3.5, bravery = 0.1 }\nsensors = ['eyes', 'ears']\nvary = 0.1\n\
         [agent.guard]\nextends = ['human', 'armed']\ngoals = { flee = '1.2 - trait.bravery' }\nwithout = ['run']\nsensors = ['nose', 'eyes']\n\
         [agent.armed]\nactions = ['shoot']\ngoals = { kill = 1 }\ncosts = { run = 1.5 }\ntraits = { bravery = [0.3, 0.8] }\nvary = 0.15\nautonomous = false\n\
         [agent.officer]\nextends = ['guard']\nautonomous = true\nwithout = ['flee']",
    );
    let names: Vec<&str> = spec.archetypes.iter().map(|archetype| archetype.name.as_str()).collect();
    assert_eq!(names, ["human", "guard", "armed", "officer"]);
    let action = |name: &str| spec.planning.action_named(name).expect(name);
    let guard = spec.archetype_named("guard").expect("a guard");
    assert_eq!(guard.actions, [action("walk"), action("shoot")]);
    assert_eq!(guard.goals.iter().map(|(goal, _)| goal.index()).collect::<Vec<_>>(), [0, 1]);
    assert!(matches!(guard.goals[1].1.kind, NumberKind::Binary { .. }));
    assert_eq!(guard.costs, [(action("run"), micros("1.5"))]);
    assert_eq!(
        guard.traits,
        [
            ("speed".to_owned(), micros("3.5"), micros("3.5")),
            ("bravery".to_owned(), micros("0.3"), micros("0.8"))
        ]
    );
    assert_eq!((guard.vary, guard.autonomous, guard.extended), (micros("0.15"), false, true));
    assert_eq!(guard.sensors, ["eyes", "ears", "nose"]);
    let officer = spec.archetype_named("officer").expect("an officer");
    assert_eq!((officer.goals.len(), officer.autonomous, officer.extended), (1, true, false));
    let human: &Archetype = spec.archetype_named("human").expect("a human");
    assert!(human.autonomous, "by default");
}

#[test]
fn action_near_a_place_adds_the_move_actions() {
    let text = "[types]\nplace = ['gate', 'yard']\n[facts]\nat = 'place'\n[move]\nfact = 'at'\n\
                [action.ring]\nnear = 'gate'\n[action.wait]\n\
                [agent.guard]\nactions = ['ring']\n[agent.statue]\nextends = ['guard']\nwithout = ['move']\n\
                [agent.sleeper]\nactions = ['wait']";
    let spec = read(text);
    let names = |archetype: &str| -> Vec<&str> {
        let archetype = spec.archetype_named(archetype).expect(archetype);
        archetype.actions.iter().map(|&id| spec.planning.actions()[id].name.as_str()).collect()
    };
    assert_eq!(
        [names("guard"), names("statue"), names("sleeper")],
        [vec!["ring", "move"], vec!["ring"], vec!["wait"]]
    );
}

#[test]
fn included_files_may_define_agents() {
    let human = "[action.walk]\n[agent.human]\nactions = ['walk']\n[query.all]\nfrom = 'foe'\n[types]\nfoe = { open = true, max = 2 }";
    let guard = "[domain]\ninclude = ['human.toml']\n[agent.guard]\nextends = ['human']\n[goal.g]\nparams = { f = 'query.all' }";
    let loader = |name: &str| (name == "human.toml").then(|| Source::new(name, human));
    let (spec, warnings) = cunning_mind::read_with(&Source::new("guard.toml", guard), loader)
        .unwrap_or_else(|found| panic!("{found}"));
    assert!(warnings.is_empty());
    assert_eq!(spec.archetype_named("guard").map(|guard| guard.actions.len()), Some(1));
    assert_eq!(spec.goals[0].candidates, [Some(0)]);
    let twice = format!("{guard}\n[agent.human]");
    let found = cunning_mind::read_with(&Source::new("guard.toml", twice), loader).expect_err("twice");
    assert!(found.iter().any(|found| found.message().contains("duplicate archetype `human`")), "{found}");
}

#[test]
fn lints_know_how_agents_use_facts() {
    let text = "[facts]\nseen = { type = 'bool', forget = '5 s' }\ncalm = 'bool'\nworry = { type = 'int', min = 0, max = 9 }\n\
                [action.look]\nwhen = ['seen']\nthen = ['calm']\n[goal.relax]\nwant = ['calm']\nrelevance = 'worry / 9'\n\
                [action.command]\norders = [{ goal = 'relax', bias = 1 }]\n\
                [agent.boss]\nactions = ['look', 'command']\ngoals = { relax = 'trait.ease' }\ntraits = { ease = 1 }";
    let spec = read(text);
    let found = spec.lint();
    assert!(found.is_empty(), "{found}");
    let alone = cunning_plan::lint::lint(&spec.planning, &cunning_plan::lint::Outside::default());
    let mut codes: Vec<&str> = alone.iter().map(|found| found.code().as_str()).collect();
    codes.sort_unstable();
    assert_eq!(codes, ["plan/helps-no-goal", "plan/never-written", "plan/unused"], "{alone}");
}
