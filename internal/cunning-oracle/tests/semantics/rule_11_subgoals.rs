//! Actions that stand for goals: the outer search believes them, then they are planned for real.

use super::{mistake, solve};
use cunning_oracle::{ErrorKind, Invalid, Limits, OracleDomain, OracleQuery, Step, StepFault, Verdict};

const ARMED: &str = "
[facts]
armed = 'bool'
loaded = 'bool'
tired = 'bool'
won = 'bool'
[goal.ready]
want = ['armed', 'loaded']
[action.draw]
then = ['armed', 'tired']
cost = 2
[action.reload]
when = ['armed']
then = ['loaded']
cost = 3
[action.prepare]
achieves = 'ready'
cost = 1
[action.fight]
when = ['armed', 'loaded']
then = ['won']
[goal.g]
want = ['won']
";

#[test]
fn the_plan_has_atomic_steps_and_their_real_cost() {
    // Through `prepare` the outer search expects 2; the steps it stands for cost 5.
    assert_eq!(solve(ARMED), "6 draw reload fight");
}

#[test]
fn plans_with_sub_goal_steps_are_invalid() {
    let domain = OracleDomain::parse(ARMED).unwrap();
    let plan = [Step::new("prepare", &[]), Step::new("fight", &[])];
    let found = domain.validate(&OracleQuery::new("g"), &plan);
    assert_eq!(found, Err(Invalid::Step { step: 0, why: StepFault::SubGoal }));
}

#[test]
fn later_steps_are_validated_in_the_real_end_state() {
    // Drawing really makes tired, which the estimate does not know; `prepare` is then forbidden and the
    // search goes on to the expensive weapon.
    let text = ARMED.replace("when = ['armed', 'loaded']", "when = ['armed', 'loaded', 'not tired']")
        + "[action.borrow]\nthen = ['armed', 'loaded']\ncost = 50";
    assert_eq!(solve(&text), "51 borrow fight");
}

#[test]
fn the_real_end_state_replaces_the_predicted_one_also_at_the_end() {
    let text = "[facts]\na = 'bool'\nb = 'bool'\n[start]\nb = true\n[goal.get_a]\nwant = ['a']\n\
                [action.take]\nthen = ['a', 'not b']\n[action.get]\nachieves = 'get_a'\ncost = 1\n\
                [action.clean]\nthen = ['a']\ncost = 9\n[goal.g]\nwant = ['a', 'b']";
    // `get` is planned as `take`, which loses b: forbidden. Then `clean` is the only way left.
    assert_eq!(solve(text), "9 clean");
}

#[test]
fn exhausted_search_after_a_forbidden_step_is_a_limit() {
    let text = ARMED.replace("when = ['armed', 'loaded']", "when = ['armed', 'loaded', 'not tired']");
    assert_eq!(solve(&text), "limit");
}

#[test]
fn exhausted_search_without_a_forbidden_step_is_unsolvable() {
    let text = ARMED.replace("want = ['won']", "want = ['won', 'not won']");
    assert_eq!(solve(&text), "unsolvable");
}

#[test]
fn a_sub_goal_that_cannot_be_planned_is_forbidden() {
    let text = "[facts]\na = 'bool'\nb = 'bool'\n[goal.get_a]\nwant = ['a']\n\
                [action.get]\nachieves = 'get_a'\ncost = 1\n[action.finish]\nwhen = ['a']\nthen = ['b']\n\
                [action.labour]\nthen = ['b']\ncost = 100\n[goal.g]\nwant = ['b']";
    assert_eq!(solve(text), "100 labour");
}

#[test]
fn sub_goals_nest() {
    let text = "[facts]\na = 'bool'\nb = 'bool'\nc = 'bool'\n[goal.get_a]\nwant = ['a']\n[goal.get_b]\nwant = ['b']\n\
                [action.seek_b]\nachieves = 'get_b'\ncost = 1\n[action.seek_a]\nachieves = 'get_a'\ncost = 1\n\
                [action.do_a]\nthen = ['a']\ncost = 4\n[action.do_b]\nwhen = ['a']\nthen = ['b']\ncost = 4\n\
                [action.do_c]\nwhen = ['b']\nthen = ['c']\n[goal.g]\nwant = ['c']";
    assert_eq!(solve(text), "9 do_a do_b do_c");
}

#[test]
fn conditions_and_checks_of_the_sub_goal_action_count() {
    let text = ARMED.replace("achieves = 'ready'", "achieves = 'ready'\nwhen = ['tired']");
    assert_eq!(solve(&text), "6 draw reload fight");
    let only_prepare = "[facts]\na = 'bool'\nb = 'bool'\n[goal.get_a]\nwant = ['a']\n\
                        [action.get]\nachieves = 'get_a'\ncheck = 'allowed'\n[action.take]\nthen = ['a']\ncost = 3\n[goal.g]\nwant = ['a']";
    assert_eq!(super::answer(only_prepare, &OracleQuery::new("g").answer("allowed", false)), "3 take");
}

#[test]
fn parameters_of_the_goal_are_bound_by_name() {
    let text = "[types]\nfoe = ['orc', 'troll']\n[facts]\ndead = { type = 'bool', of = ['foe'] }\nfame = 'bool'\n\
                [goal.kill]\nparams = { f = 'foe' }\nwant = ['dead[f]']\n\
                [action.slay]\nparams = { n = '1..1', f = 'foe' }\nachieves = 'kill'\ncost = 1\n\
                [action.stab]\nparams = { f = 'foe' }\nthen = ['dead[f]']\ncost = 2\n\
                [action.boast]\nwhen = ['dead[troll]']\nthen = ['fame']\n[goal.g]\nwant = ['fame']";
    assert_eq!(solve(text), "3 stab(f=troll) boast");
    let unbound = text.replace("params = { n = '1..1', f = 'foe' }\n", "");
    assert_eq!(mistake(&unbound), (ErrorKind::Type, "action.slay.achieves".to_owned()));
}

#[test]
fn want_may_hold_only_facts_and_equalities() {
    let world = "[types]\nplace = ['beach', 'docks']\n[facts]\na = 'bool'\nb = 'bool'\nat = 'place'\nn = { type = 'int', min = 0, max = 9 }\n";
    for (want, fits) in [
        ("['a', 'not b', 'at == docks', 'n == 3']", true),
        ("['a == true', 'n == 1 + 2']", true),
        ("['n >= 3']", false),
        ("['at != beach']", false),
        ("[{ any = ['a', 'b'] }]", false),
        ("['some place p: at == p']", false),
        ("['a == b']", false),
    ] {
        let text = format!("{world}[goal.inner]\nwant = {want}\n[action.act]\nachieves = 'inner'\n[goal.g]");
        if fits {
            assert_eq!(solve(&text), "0", "{want}");
        } else {
            assert_eq!(mistake(&text), (ErrorKind::Type, "action.act.achieves".to_owned()), "{want}");
        }
    }
    let both = format!("{world}[goal.inner]\n[action.act]\nachieves = 'inner'\nthen = ['a']\n[goal.g]");
    assert_eq!(mistake(&both).0, ErrorKind::Shape);
    let unknown = format!("{world}[action.act]\nachieves = 'nothing'\n[goal.g]");
    assert_eq!(mistake(&unknown).0, ErrorKind::Name);
}

#[test]
fn a_goal_that_is_its_own_sub_goal_ends() {
    let text = "[facts]\na = 'bool'\n[goal.g]\nwant = ['a']\n[action.again]\nachieves = 'g'\ncost = 0\n";
    assert_eq!(solve(text), "limit");
    let text = format!("{text}[action.do]\nthen = ['a']\ncost = 7");
    assert_eq!(solve(&text), "7 do");
    // The states of all levels are counted together.
    let domain = OracleDomain::parse(&text).unwrap();
    let outcome = domain.solve(&OracleQuery::new("g"), Limits { states_max: 3 }).unwrap();
    assert_eq!(outcome.verdict, Verdict::LimitExceeded);
}
