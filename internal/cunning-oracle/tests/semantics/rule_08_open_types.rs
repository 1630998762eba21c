//! Only bound objects exist.

use super::{answer, mistake};
use cunning_oracle::{ErrorKind, Invalid, Limits, OracleDomain, OracleQuery, Step, StepFault};

const WORLD: &str = "
[types]
place = ['beach']
foe = { open = true, max = 2 }
spot = { any = ['place', 'foe'] }
[facts]
dead = { type = 'bool', of = ['foe'] }
near = 'spot?'
[tables]
strength = { of = ['foe'], default = 1, values = { troll = 5 } }
[action.approach]
params = { s = 'spot' }
then = ['near = s']
[action.kill]
params = { f = 'foe' }
when = ['near == f']
then = ['dead[f]']
cost = 'strength[f]'
[goal.g]
want = ['some foe f: dead[f]']
[goal.at]
params = { s = 'spot' }
want = ['near == s']
";

#[test]
fn facts_and_ground_actions_exist_for_bound_objects_only() {
    assert_eq!(answer(WORLD, &OracleQuery::new("g")), "unsolvable");
    assert_eq!(
        answer(WORLD, &OracleQuery::new("g").objects("foe", &["orc"])),
        "2 approach(s=orc) kill(f=orc)"
    );
    assert_eq!(
        answer(WORLD, &OracleQuery::new("g").objects("foe", &["troll"])),
        "6 approach(s=troll) kill(f=troll)"
    );
    let both = OracleQuery::new("g").objects("foe", &["troll", "orc"]);
    assert_eq!(answer(WORLD, &both), "2 approach(s=orc) kill(f=orc)");
    let domain = OracleDomain::parse(WORLD).unwrap();
    let plan = [Step::new("approach", &[("s", "elf")])];
    assert_eq!(domain.validate(&both, &plan), Err(Invalid::Step { step: 0, why: StepFault::Arguments }));
}

#[test]
fn a_union_holds_closed_and_bound_objects() {
    let query = OracleQuery::new("at").objects("foe", &["orc"]);
    assert_eq!(answer(WORLD, &query.clone().bind("s", "beach")), "1 approach(s=beach)");
    assert_eq!(answer(WORLD, &query.bind("s", "orc")), "1 approach(s=orc)");
}

#[test]
fn the_file_or_the_query_binds_the_objects() {
    let text = format!("{WORLD}[objects]\nfoe = ['orc']");
    assert_eq!(answer(&text, &OracleQuery::new("g")), "2 approach(s=orc) kill(f=orc)");
    assert_eq!(answer(&text, &OracleQuery::new("g").objects("foe", &[])), "unsolvable");
    assert_eq!(
        answer(&text, &OracleQuery::new("g").objects("foe", &["elf"])),
        "2 approach(s=elf) kill(f=elf)"
    );
}

#[test]
fn binding_never_rereads_the_domain() {
    let domain = OracleDomain::parse(WORLD).unwrap();
    for count in 0..=2 {
        let query = OracleQuery::new("g").objects("foe", &["orc", "elf"][..count]);
        let outcome = domain.solve(&query, Limits::default()).unwrap();
        // Each object adds a place to be near to and a life: (2 + n) · 2^n states, fewer as the search ends.
        assert!(outcome.states <= (2 + count) << count);
    }
}

#[test]
fn at_most_max_objects_with_names_of_their_own() {
    let too_many = format!("{WORLD}[objects]\nfoe = ['orc', 'troll', 'elf']");
    assert_eq!(mistake(&too_many), (ErrorKind::Limit, "objects.foe".to_owned()));
    assert_eq!(mistake(&format!("{WORLD}[objects]\nfoe = ['orc', 'orc']")).0, ErrorKind::Name);
    // The union holds a place of this name already.
    assert_eq!(mistake(&format!("{WORLD}[objects]\nfoe = ['beach']")).0, ErrorKind::Name);
    assert_eq!(mistake(&format!("{WORLD}[objects]\nplace = ['moon']")).0, ErrorKind::Type);
}

#[test]
fn start_about_an_unbound_object_is_an_error() {
    let text = format!("{WORLD}[start]\n'dead[orc]' = true\n[objects]\nfoe = ['orc']");
    assert_eq!(answer(&text, &OracleQuery::new("g")), "0");
    assert_eq!(mistake(&format!("{WORLD}[start]\n'dead[orc]' = true")).0, ErrorKind::Name);
}
