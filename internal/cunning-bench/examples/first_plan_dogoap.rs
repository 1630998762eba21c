//! This example shows the first plan of the README with `dogoap`; `docs/evidence.md` compares the number of lines.
//!
//! `dogoap` has no parameters, so each place has its own action.

use dogoap::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [gate, yard, bell] = [0, 1, 2].map(Datum::Enum);
    let go = |name: &str, to: Datum| {
        Action::new(name)
            .with_precondition("at", Compare::NotEquals(to))
            .add_mutator(Mutator::Set("at".to_owned(), to))
    };
    let ring = Action::new("ring")
        .with_precondition("at", Compare::Equals(bell))
        .add_mutator(Mutator::Set("alarm".to_owned(), Datum::Bool(true)));
    let actions = [go("go_gate", gate), go("go_yard", yard), go("go_bell", bell), ring];
    let start = LocalState::new().with_datum("at", gate).with_datum("alarm", Datum::Bool(false));
    let goal = Goal::new().with_req("alarm", Compare::Equals(Datum::Bool(true)));
    let (plan, cost) = make_plan(&start, &actions, &goal).ok_or("no plan")?;
    let steps: Vec<String> = get_effects_from_plan(plan).into_iter().map(|effect| effect.action).collect();
    assert_eq!((steps, cost), (vec!["go_bell".to_owned(), "ring".to_owned()], 2));
    Ok(())
}
