//! All 64 bits of an object's id belong to the game: no id collides with the points that queries make up.

use crate::plane;
use crate::story;

use cunning_mind::Spawn;
use cunning_mind::engine::{Percept, Value};
use plane::{POINTS, Plane, points, set_of, tick_in, whole};
use story::{said, tell};

#[test]
fn object_id_with_the_highest_bit_set_is_an_object_and_not_a_point() {
    let mut set = set_of(&format!(
        "{POINTS}[query.q]\nfrom = {{ grid = 1, spacing = 1, around = 'target' }}\nas = 'point'\nscore = '0'\ntake = 1"
    ));
    let agent = set.spawn("soldier", Spawn::default()).unwrap();
    let ty = set.spec().planning.type_named("foe").unwrap();
    // The id that the point (3, 0, 0) is packed into, with every higher bit set too.
    let handle = 1 << 63 | whole((3, 0)).packed().unwrap();
    set.receive(&Percept::Bind { ty, handle, name: "orc" });
    tell(&mut set, agent, "target", &[], Value::Handle(handle));
    let mut plane = Plane { objects: [(handle, (10, 0))].into(), ..Plane::default() };
    tick_in(&mut set, &mut plane);
    assert_eq!(points(&set, agent), [whole((10, 0))], "{:?}", said(&set));
    set.receive(&Percept::Unbind { handle });
    let target = set.spec().planning.fact_named("target").unwrap();
    assert_eq!(set.belief(agent, target, &[]).unwrap().0, Value::None);
}
