//! A test of a domain may bind objects of open types. They replace the file's objects for that test only.

use std::sync::Arc;

use cunning_diag::Source;
use cunning_plan::model::Test;
use cunning_plan::{PlanRequest, Planner, PlannerConfig, PlanningDomain, read, write};

const TEXT: &str = r#"
[types]
foe = { open = true, max = 2 }
[objects]
foe = ["orc", "troll"]
[facts]
sees = { type = "bool", of = ["foe"] }
dead = { type = "bool", of = ["foe"] }
[action.shoot]
params = { f = "foe" }
when = ["sees[f]"]
then = ["dead[f]"]
[goal.kill]
params = { f = "foe" }
want = ["dead[f]"]
[goal.win]
want = ["every foe f: dead[f]"]
[start]
"sees[orc]" = true
[test.the_file_s_own]
goal = "kill(f=orc)"
plan = ["shoot"]
[test.another]
objects = { foe = ["rat"] }
set = { "sees[rat]" = true }
goal = "win"
plan = ["shoot"]
[test.no_objects]
objects = { foe = [] }
goal = "win"
plan = []
[test.the_same_name_again]
objects = { foe = ["rat", "orc"] }
set = { "sees[rat]" = true, "sees[orc]" = false }
goal = "kill(f=rat)"
"#;

fn steps(domain: &Arc<PlanningDomain>, test: &Test) -> Option<Vec<String>> {
    let (args, set, objects) = (test.args.clone(), test.set.clone(), test.objects.clone());
    let query = PlanRequest { args, set, objects, ..PlanRequest::new(test.goal) };
    let (mut planner, grounding) = Planner::for_request(domain, &query, PlannerConfig::default()).unwrap();
    planner.step(1000);
    Some(planner.plan()?.steps.iter().map(|step| grounding.show(step.id)).collect())
}

#[test]
fn each_test_plans_with_its_own_objects() {
    let domain = Arc::new(read(&Source::new("a.toml", TEXT)).unwrap_or_else(|found| panic!("{found}")));
    let planned: Vec<Option<Vec<String>>> = domain.tests().iter().map(|test| steps(&domain, test)).collect();
    let one = |step: &str| Some(vec![step.to_owned()]);
    assert_eq!(planned, [one("shoot(orc)"), one("shoot(rat)"), Some(Vec::new()), one("shoot(rat)")]);
    // Written down it says the same.
    let again = read(&Source::new("a.toml", write(&domain))).unwrap_or_else(|found| panic!("{found}"));
    let objects = |domain: &PlanningDomain| -> Vec<Option<Vec<Vec<String>>>> {
        let names =
            |test: &Test| Some(test.objects.as_ref()?.iter().map(|bound| bound.names.clone()).collect());
        domain.tests().iter().map(names).collect()
    };
    assert_eq!(objects(&again), objects(&domain));
}

#[test]
fn objects_of_another_test_are_unknown() {
    for (from, to, wanted) in [
        ("\"sees[rat]\" = true }\ngoal = \"win\"", "\"sees[orc]\" = true }\ngoal = \"win\"", "`orc`"),
        ("goal = \"kill(f=orc)\"", "goal = \"kill(f=rat)\"", "`rat`"),
        ("objects = { foe = [] }", "objects = { foe = [\"a\", \"b\", \"c\"] }", "`max = 2`"),
        ("objects = { foe = [] }", "objects = { bird = [] }", "`bird`"),
        ("objects = { foe = [] }", "objects = [\"a\"]", "open types"),
        ("objects = { foe = [] }", "objects = { foe = [\"a\", \"a\"] }", "`a`"),
    ] {
        assert!(TEXT.contains(from), "{from}");
        let found = read(&Source::new("a.toml", TEXT.replacen(from, to, 1))).unwrap_err();
        assert!(found.to_string().contains(wanted), "{to}: {found}");
    }
}
