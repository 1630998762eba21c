//! What minds add to planning: hopes, walking, curves, candidates of queries.

use super::{answer, mistake, solve};
use cunning_oracle::{ErrorKind, OracleQuery};

const PLACES: &str = "
[types]
place = ['beach', 'docks', 'tavern']
[facts]
at = 'place'
drunk = 'bool'
[tables]
walk = { of = ['place', 'place'], default = 4, values = { 'beach,docks' = 1, 'docks,tavern' = 1.5 } }
fare = { of = ['place'], default = 7, values = { tavern = 0.5 } }
toll = { default = 1 }
[action.drink]
near = 'tavern'
then = ['drunk']
[goal.g]
want = ['drunk']
";

#[test]
fn hoped_for_effects_are_planned_with() {
    let world = "[facts]\na = 'bool'\nb = 'bool'\n[goal.g]\nwant = ['a', 'b']\n";
    assert_eq!(solve(&format!("{world}[action.act]\nthen = ['a']\nhope = ['b']")), "1 act");
    assert_eq!(
        solve(&format!("{world}[action.act]\nhope = ['a', {{ when = ['not b'], then = ['b'] }}]")),
        "1 act"
    );
    let clashing = format!("{world}[action.act]\nthen = ['a', 'b']\nhope = ['not b']");
    assert_eq!(solve(&clashing), "unsolvable", "the ground action does not exist");
    let twice = format!("{world}[action.act]\nachieves = 'g'\nhope = ['a']");
    assert_eq!(mistake(&twice).0, ErrorKind::Shape);
}

#[test]
fn move_reaches_every_place() {
    let of = |moving: &str| solve(&format!("{PLACES}{moving}"));
    assert_eq!(of("[move]\nfact = 'at'"), "2 move(to=tavern) drink");
    assert_eq!(of("[move]\nfact = 'at'\ncost = 'fare'\nname = 'ride'"), "1.5 ride(to=tavern) drink");
    assert_eq!(
        of("[move]\nfact = 'at'\ncost = 'walk'"),
        "3.5 move(from=beach,to=docks) move(from=docks,to=tavern) drink"
    );
    let path = format!("{PLACES}[move]\nfact = 'at'\ncost = 'path'");
    assert_eq!(solve(&path), "2 move(from=beach,to=tavern) drink");
    let mut query = OracleQuery::new("g");
    query.tables.push(("path[beach, tavern]".to_owned(), 5.0));
    assert_eq!(answer(&path, &query), "3 move(from=beach,to=docks) move(from=docks,to=tavern) drink");
}

#[test]
fn agent_at_none_moves_at_the_default_cost() {
    let text = PLACES.replace("at = 'place'", "at = 'place?'");
    let from_none = format!("{text}[move]\nfact = 'at'\ncost = 'walk'");
    assert_eq!(solve(&from_none), "5 move_from_none(to=tavern) drink");
    assert_eq!(solve(&format!("{text}[move]\nfact = 'at'")), "2 move(to=tavern) drink");
}

#[test]
fn move_and_near_need_objects() {
    for moving in [
        "[move]\nfact = 'drunk'",
        "[move]\nfact = 'nowhere'",
        "[move]\nfact = 'at'\ncost = 'toll'",
        "[move]\nfact = 'at'\ncost = 'drunk'",
        "[move]\nfact = 'at'\nname = 'drink'",
        "[move]\ncost = 'walk'",
        "",
    ] {
        mistake(&format!("{PLACES}{moving}"));
    }
    let near = |place: &str| {
        let text = PLACES
            .replace("near = 'tavern'", &format!("params = {{ p = 'place', n = '1..2' }}\nnear = '{place}'"));
        format!("{text}[move]\nfact = 'at'")
    };
    assert_eq!(solve(&near("p")), "1 drink(p=beach,n=1)");
    for place in ["n", "at", "none", "moon"] {
        mistake(&near(place));
    }
}

#[test]
fn curves_are_straight_between_points_and_constant_outside() {
    let at = |x: &str| {
        solve(&format!(
            "[facts]\na = 'bool'\n[curve.c]\npoints = [[-1, 5], [2, 0.5], [5, 1]]\n[action.act]\nthen = ['a']\n\
             cost = 'curve.c({x})'\n[goal.g]\nwant = ['a']"
        ))
    };
    for (x, y) in
        [("-7", "5"), ("-1", "5"), ("0", "3.5"), ("2", "0.5"), ("3", "0.666667"), ("3.5", "0.75"), ("9", "1")]
    {
        assert_eq!(at(x), format!("{y} act"), "at {x}");
    }
    let in_condition = "[facts]\nx = { type = 'int', min = 0, max = 9 }\n[curve.c]\npoints = [[0, 1]]\n[goal.g]\nwant = ['x > curve.c(x)']";
    assert_eq!(mistake(in_condition).0, ErrorKind::Type);
    for points in ["[]", "[[1]]", "[[1, 2], [1, 3]]"] {
        mistake(&format!("[curve.c]\npoints = {points}\n[goal.g]"));
    }
}

#[test]
fn query_candidates_have_a_type() {
    let world = "[types]\nfoe = ['orc']\npoint = { open = true, max = 2 }\nhill = { open = true, max = 2, fill = 'query.tops' }\n\
                 [objects]\npoint = ['p']\nhill = ['h']\n[facts]\na = 'bool'\n[query.worst]\nfrom = 'foe'\n\
                 [query.ring]\nfrom = { ring = 3, radius = 1 }\nas = 'point'\n[query.tops]\nfrom = { ring = 3, radius = 1 }\n\
                 [goal.g]\nwant = ['a']\n";
    let of = |query: &str| format!("{world}[action.act]\nparams = {{ q = 'query.{query}' }}\nthen = ['a']");
    assert_eq!(solve(&of("worst")), "1 act(q=orc)");
    assert_eq!(solve(&of("ring")), "1 act(q=p)");
    assert_eq!(solve(&of("tops")), "1 act(q=h)");
    assert_eq!(mistake(&of("none")).0, ErrorKind::Name);
}
