//! The same planning problems for the `dogoap` crate, which plans with ground actions over named values.
//!
//! Where the two differ, the model favours the peer: it is told which of the two foes to shoot.

use cpu_time::ThreadTime;
use cunning_mind::engine::Value;

use super::questions::Sample;
use crate::plan::contender::Runner as _;
use crate::plan::dogoap::Dogoap;
use crate::plan::model::{Kind, Model};

const SPOTS: [&str; 4] = ["field", "wall", "house", "dump"];
/// The processor time after which the peer is stopped, in seconds.
const TIME_LIMIT_SECONDS: f64 = 10.0;

/// Returns the processor time of a plan in microseconds: the mean over as many problems as the time limit
/// allows.
pub(super) fn ask(samples: &[Sample]) -> Result<f64, String> {
    let begin = ThreadTime::now();
    let (mut count, mut seconds) = (0, 0.0);
    for sample in samples {
        let mut model = model()?.goal(&goal(sample))?;
        model.starts = vec![start(&model, sample)?];
        let mut peer = Dogoap::new(model).ok_or("dogoap cannot express the crowd")?;
        let before = ThreadTime::now();
        peer.plan(0);
        seconds += before.elapsed().as_secs_f64();
        count += 1;
        if begin.elapsed().as_secs_f64() > TIME_LIMIT_SECONDS {
            break;
        }
    }
    Ok(seconds * 1e6 / f64::from(count.max(1)))
}

fn goal(sample: &Sample) -> String {
    match sample.goal.as_str() {
        "survive" => "covered, not under_fire".to_owned(),
        "heal" => "not wounded".to_owned(),
        "be_ready" => "armed, loaded, not jammed".to_owned(),
        "patrol" => "reported".to_owned(),
        _ => format!("down_{}", sample.foe.unwrap_or(0)),
    }
}

fn start(model: &Model, sample: &Sample) -> Result<Vec<i64>, String> {
    let value = |name: &str| {
        let known = sample.beliefs.iter().find(|(known, _)| known == name);
        Ok(match known.ok_or_else(|| format!("no belief about `{name}`"))?.1 {
            Value::Bool(value) => i64::from(value),
            Value::Int(value) => value,
            Value::Object(object) => i64::from(object),
            Value::Handle(which) | Value::Point(which) => which as i64 + 1,
            Value::None => 0,
        })
    };
    model.facts.iter().map(|fact| value(&fact.name)).collect()
}

/// `domains/rifleman.toml` as plain data.
fn model() -> Result<Model, String> {
    let mut model = Model::default()
        .fact("at", Kind::Symbol(4))
        .bools("covered under_fire wounded has_kit armed loaded jammed checked_field checked_wall checked_house reported")
        .int("magazines", 0, 2)
        .bools("seen_0 seen_1 down_0 down_1")
        .fact("aimed_at", Kind::Symbol(3))
        .action("take_kit", "at == 3, not has_kit", "has_kit", 1)?
        .action("bandage", "wounded, covered, has_kit", "not wounded, not has_kit", 4)?
        .action("draw", "not armed", "armed", 1)?
        .action("clear_jam", "armed, jammed, covered", "not jammed", 2)?
        .action("fetch_magazines", "at == 3, magazines == 0", "magazines = 2", 2)?
        .action("reload", "armed, not loaded, magazines >= 1", "loaded, magazines -= 1", 2)?
        .action(
            "report",
            "at == 3, checked_field, checked_wall, checked_house",
            "reported, not checked_field, not checked_wall, not checked_house",
            1,
        )?;
    for (from, _) in SPOTS.iter().enumerate() {
        for (to, _) in SPOTS.iter().enumerate().filter(|(to, _)| *to != from) {
            let cost = if from.abs_diff(to) == 1 { 2 } else { 3 };
            let then = format!("at = {to}, not covered, aimed_at = 0");
            model = model.action(&format!("go_{from}_{to}"), &format!("at == {from}"), &then, cost)?;
        }
    }
    for (at, spot) in [(1, "wall"), (2, "house")] {
        let when = format!("at == {at}, not covered");
        model = model.action(&format!("take_cover_{spot}"), &when, "covered, not under_fire", 1)?;
    }
    for (at, spot) in SPOTS.iter().enumerate().take(3) {
        let when = format!("at == {at}, not checked_{spot}");
        model = model.action(&format!("look_round_{spot}"), &when, &format!("checked_{spot}"), 1)?;
    }
    for foe in 0..2 {
        let name = foe + 1;
        model = model.action(
            &format!("look_for_{foe}"),
            &format!("not seen_{foe}, not down_{foe}"),
            &format!("seen_{foe}"),
            2,
        )?;
        for other in (0..3).filter(|other| *other != name) {
            let when = format!("armed, seen_{foe}, not down_{foe}, aimed_at == {other}");
            model = model.action(&format!("aim_{foe}_{other}"), &when, &format!("aimed_at = {name}"), 1)?;
        }
        for (covered, cost) in [("covered", 1), ("not covered", 4)] {
            let when = format!("aimed_at == {name}, seen_{foe}, loaded, not jammed, {covered}");
            let then = format!("down_{foe}, not seen_{foe}, not loaded, aimed_at = 0");
            model = model.action(&format!("shoot_{foe}_{cost}"), &when, &then, cost)?;
        }
    }
    Ok(model)
}
