//! The problems that all contenders get, in families: `a` and `b` are typical of games, `c` hides a chain
//! among irrelevant actions, `d` counts, `e` is unsolvable, `f` misleads greedy heuristics, `g` and `v` are
//! the example domains `guard` and `villager`.
//!
//! Each has 64 starts that differ in facts but have the same optimum, so that no answer can be reused and all
//! are comparable. Where a problem has too few facts that may differ, the starts differ in `day`, a sensed
//! number that no action reads or writes.

use cunning_oracle::OracleQuery;

use super::model::{GOAL, Model};
use super::{guard, villager};

/// The cost in millionths and the number of steps of the best plan; none if there is no plan.
pub(crate) type Best = Option<(u64, usize)>;

/// A problem: a domain and queries in our language, and a model of it for the peers.
pub(crate) struct Problem {
    pub(crate) name: String,
    /// The domain in our language. It decides which plans are valid and what they cost.
    pub(crate) text: String,
    /// The query for each start.
    pub(crate) queries: Vec<OracleQuery>,
    /// The same problem as plain data.
    pub(crate) model: Model,
    /// A smaller problem with the same optimum, for the judge, which explores every state.
    pub(crate) essence: Model,
    /// The optimum, the same from every start.
    pub(crate) optimum: Best,
}

impl Problem {
    fn new(name: &str, model: Model, optimum: Option<(u64, usize)>) -> Self {
        let query = |start: &Vec<i64>| OracleQuery { set: model.settings(start), ..OracleQuery::new(GOAL) };
        Self {
            name: name.into(),
            text: model.to_toml(),
            queries: model.starts.iter().map(query).collect(),
            essence: model.relevant(),
            model,
            optimum: optimum.map(|(cost, steps)| (cost * 1_000_000, steps)),
        }
    }
}

/// Returns all problems.
pub(crate) fn problems() -> Result<Vec<Problem>, String> {
    let mut all = vec![a_fear()?];
    all.extend(b_rum()?);
    for (steps, noise) in [(4, 64), (8, 16), (32, 0), (32, 64)] {
        all.push(c_chain(steps, noise, Noise::Shared)?);
        all.push(c_chain(steps, noise, Noise::Own)?);
    }
    all.extend([d_craft_house()?, d_gather()?, d_overshoot()?]);
    for toggles in [4, 8, 12] {
        all.push(e_unsolvable(toggles)?);
    }
    for toggles in [0, 4, 8, 12, 16] {
        all.push(e_mutex(toggles)?);
    }
    all.extend([f_multi_effect()?, f_clobber()?]);
    all.extend(guard::problems()?);
    all.extend(villager::problems()?);
    Ok(all)
}

/// Adds a fact in which the starts differ, for problems without other facts for that.
fn with_days(model: Model, base: &[(&str, i64)]) -> Result<Model, String> {
    model.int("day", 0, 63).starts(base, &[("day", 64)])
}

fn a_fear() -> Result<Problem, String> {
    let model = Model::default()
        .bools("armed loaded seen aimed dead near grenade covered alerted mounted")
        .action("draw", "", "armed, not aimed", 1)?
        .action("holster", "armed", "not armed, not aimed", 1)?
        .action("reload", "armed", "loaded", 2)?
        .action("scout", "armed", "seen, alerted", 1)?
        .action("approach", "seen", "near, not covered", 4)?
        .action("aim", "seen, loaded", "aimed", 1)?
        .action("shoot", "armed, aimed", "dead, not loaded", 2)?
        .action("melee", "near, seen", "dead", 6)?
        .action("take_grenade", "alerted", "grenade", 6)?
        .action("throw", "grenade, seen", "dead, not grenade", 6)?
        .action("mount_gun", "covered", "mounted", 6)?
        .action("fire_gun", "mounted, seen", "dead", 6)?
        .goal("dead")?;
    // None of these facts shortens the plan: drawing the weapon ends an aim taken before, and the other ways
    // to kill cost more.
    let varied = ["aimed", "near", "grenade", "covered", "alerted", "mounted"].map(|name| (name, 2));
    Ok(Problem::new("a_fear", model.starts(&[], &varied)?, Some((7, 5))))
}

fn b_rum() -> Result<Vec<Problem>, String> {
    let model = Model::default()
        .bools("drunk rum gold at_docks at_tavern at_still lawful closed")
        .action("go_to_docks", "", "at_docks, not at_tavern, not at_still", 2)?
        .action("go_to_tavern", "", "at_tavern, not at_docks, not at_still", 2)?
        .action("go_to_still", "", "at_still, not at_docks, not at_tavern", 2)?
        .action("earn", "at_docks", "gold", 2)?
        .action("buy", "at_tavern, gold, not closed", "rum, not gold", 1)?
        .action("steal", "at_tavern, not lawful, not closed", "rum", 1)?
        .action("brew", "at_still, gold", "rum, not gold", 3)?
        .action("drink", "rum", "drunk, not rum", 1)?
        .action("sleep", "drunk", "not drunk", 1)?
        .goal("drunk")?;
    let problem = |name: &str, base: &[(&str, i64)], cost: u64, steps: usize| {
        Ok::<_, String>(Problem::new(name, with_days(model.clone(), base)?, Some((cost, steps))))
    };
    Ok(vec![
        problem("b_rum_lawful", &[("lawful", 1)], 8, 5)?,
        problem("b_rum_unlawful", &[], 4, 3)?,
        problem("b_rum_brew", &[("closed", 1)], 10, 5)?,
    ])
}

/// What the irrelevant actions do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Noise {
    /// They all set the same fact.
    Shared,
    /// Each sets another fact, which doubles the number of reachable states.
    Own,
}

fn c_chain(steps: usize, noise: usize, kind: Noise) -> Result<Problem, String> {
    let noisy = match kind {
        Noise::Shared => |_| "noise".to_owned(),
        Noise::Own => |number| format!("noise_{number}"),
    };
    let mut model = Model::default().bools(&names("f", 1..steps + 1));
    model = match kind {
        Noise::Shared => model.bools("noise"),
        Noise::Own => model.bools(&names("noise_", 0..noise)),
    };
    // Listing irrelevant actions first helps searches that break ties by order a little.
    for number in 0..noise {
        model = model.action(&format!("fuss_{number}"), "", &noisy(number), 1)?;
    }
    for step in 1..=steps {
        let before = if step == 1 { String::new() } else { format!("f{}", step - 1) };
        model = model.action(&format!("step_{step}"), &before, &format!("f{step}"), 1)?;
    }
    let model = with_days(model.goal(&format!("f{steps}"))?, &[])?;
    let family = if kind == Noise::Shared { "c_shared" } else { "c_own" };
    Ok(Problem::new(&format!("{family}_n{steps}_d{noise}"), model, Some((steps as u64, steps))))
}

fn d_craft_house() -> Result<Problem, String> {
    let model = Model::default()
        .bools("axe house")
        .int("wood", 0, 12)
        .int("stone", 0, 12)
        .action("make_axe", "", "axe", 2)?
        .action("chop", "axe", "wood += 1", 1)?
        .action("mine", "", "stone += 1", 1)?
        .action("build", "wood >= 6, stone >= 4", "house, wood -= 6, stone -= 4", 1)?
        .goal("house")?;
    Ok(Problem::new("d_craft_house", with_days(model, &[])?, Some((13, 12))))
}

fn d_gather() -> Result<Problem, String> {
    let model = Model::default()
        .int("wood", 0, 12)
        .int("stone", 0, 12)
        .action("chop", "", "wood += 1", 1)?
        .action("mine", "", "stone += 1", 1)?
        .goal("wood >= 5, stone >= 3")?;
    Ok(Problem::new("d_gather_5w3s", with_days(model, &[])?, Some((8, 8))))
}

fn d_overshoot() -> Result<Problem, String> {
    let model = Model::default()
        .int("wood", 0, 12)
        .action("stick", "", "wood += 1", 1)?
        .action("bundle", "", "wood += 8", 3)?
        .goal("wood >= 5")?;
    Ok(Problem::new("d_overshoot", with_days(model, &[])?, Some((3, 1))))
}

/// Adds bools that actions set and clear freely.
fn with_toggles(mut model: Model, count: usize) -> Result<Model, String> {
    model = model.bools(&names("t", 0..count));
    for toggle in 0..count {
        model = model.action(&format!("on_{toggle}"), "", &format!("t{toggle}"), 1)?.action(
            &format!("off_{toggle}"),
            "",
            &format!("not t{toggle}"),
            1,
        )?;
    }
    Ok(model)
}

fn e_unsolvable(toggles: usize) -> Result<Problem, String> {
    let mut model = with_toggles(Model::default().bools(&names("f", 0..11)), toggles)?;
    for step in 1..=10 {
        let before = format!("f{}", step - 1);
        model = model.action(&format!("step_{step}"), &before, &format!("f{step}"), 1)?;
    }
    Ok(Problem::new(&format!("e_unsolv_{toggles}"), with_days(model.goal("f10")?, &[])?, None))
}

fn e_mutex(toggles: usize) -> Result<Problem, String> {
    let model = with_toggles(Model::default().bools("x y"), toggles)?
        .action("make_x", "", "x, not y", 1)?
        .action("make_y", "", "y, not x", 1)?
        .goal("x, y")?;
    Ok(Problem::new(&format!("e_mutex_{toggles}"), with_days(model, &[])?, None))
}

/// Counting unmet goals is misleading here: the first step of the best plan meets none.
fn f_multi_effect() -> Result<Problem, String> {
    let model = Model::default()
        .bools("x y z ready")
        .action("one", "", "x", 1)?
        .action("two", "", "y", 1)?
        .action("three", "", "z", 1)?
        .action("prepare", "", "ready", 1)?
        .action("all", "ready", "x, y, z", 1)?
        .goal("x, y, z")?;
    Ok(Problem::new("f_multi_effect", with_days(model, &[])?, Some((2, 2))))
}

fn f_clobber() -> Result<Problem, String> {
    let model = Model::default()
        .bools("x y")
        .action("make_x", "", "x, not y", 2)?
        .action("make_y", "", "y", 2)?
        .goal("x, y")?;
    Ok(Problem::new("f_clobber", with_days(model, &[])?, Some((4, 2))))
}

fn names(prefix: &str, numbers: std::ops::Range<usize>) -> String {
    numbers.map(|number| format!("{prefix}{number}")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::plan::model::{Kind, STARTS};

    /// The problems are also known by their sizes; `day` does not count.
    #[test]
    fn problems_have_their_stated_sizes() {
        for (name, bools, ints, actions) in [
            ("a_fear", 10, 0, 12),
            ("b_rum_lawful", 8, 0, 9),
            ("c_shared_n8_d16", 9, 0, 24),
            ("c_own_n32_d64", 96, 0, 96),
            ("d_craft_house", 2, 2, 4),
            ("d_gather_5w3s", 0, 2, 2),
            ("d_overshoot", 0, 1, 2),
            ("e_unsolv_12", 23, 0, 34),
            ("e_mutex_16", 18, 0, 34),
        ] {
            let problem = problems().unwrap().into_iter().find(|problem| problem.name == name).unwrap();
            let facts = problem.model.facts.iter().filter(|fact| fact.name != "day");
            let (are_bools, are_ints): (Vec<_>, Vec<_>) = facts.partition(|fact| fact.kind == Kind::Bool);
            let sizes = (are_bools.len(), are_ints.len(), problem.model.actions.len());
            assert_eq!(sizes, (bools, ints, actions), "{name}");
        }
    }

    #[test]
    fn starts_are_distinct() {
        for problem in problems().unwrap() {
            let different: BTreeSet<&Vec<i64>> = problem.model.starts.iter().collect();
            assert_eq!(different.len(), STARTS, "{}", problem.name);
            assert_eq!(problem.queries.len(), STARTS, "{}", problem.name);
        }
    }
}
