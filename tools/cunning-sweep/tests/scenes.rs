//! Scenes: settings reach the world and the minds.

use cunning_diag::Source;
use cunning_sweep::{MemoryStore, Plan, RunHost, RunOptions, StandardJob, run_cells};
use serde_json::Value;

const DOMAIN: &str = r#"
facts = { coins = { type = "int", min = 0, max = 9, sensed = true }, greedy = "bool" }
action.dig = { when = ["coins < 9"], then = ["coins += 1"], cost = 1 }
goal.be_rich = { want = ["coins == 3"] }
agent.digger = { actions = ["dig"], goals = { be_rich = 1 }, sensors = ["purse"] }
"#;

const SCENE: &str = r#"
scene = { name = "field", teams = ["diggers"], map = ".x." }
legend = { x = { spot = "hole" } }
item.coin = {}
actor = [{ name = "ann", team = "diggers", at = [0, 0], archetype = "digger", domain = "digger.toml" }]
do = { dig = ["walk hole", "work dig at pit"] }
sense = { purse = { coins = "holds coin" } }
rules = { time_limit = "60 s" }
win = [{ team = "diggers", fact = "greedy" }]

[[station]]
name = "pit"
at = "hole"

[[station.job]]
name = "dig"
time = 2
yields = { coin = 1 }
"#;

fn load(from: Option<&str>, name: &str) -> Option<String> {
    match (from, name) {
        (None, "field.toml") => Some(SCENE.to_owned()),
        (Some("field.toml"), "digger.toml") => Some(DOMAIN.to_owned()),
        (Some("field.toml"), "lazy.toml") => Some(DOMAIN.replace("coins == 3", "coins == 1")),
        (Some("field.toml"), "wide.txt") => Some("..x..\n.....\n".to_owned()),
        _ => None,
    }
}

fn plan(text: &str) -> Result<Plan, String> {
    let text = format!("[run]\nscene = \"field.toml\"\nticks = 400\n{text}");
    Plan::new(&Source::new("field-sweep.toml", text), &StandardJob::default(), &load)
        .map_err(|error| error.to_string())
}

fn results(text: &str) -> Vec<Value> {
    let plan = plan(text).unwrap();
    let store = MemoryStore::default();
    let host = RunHost { micros: &|| 0, is_cancelled: &|| false, progress: &|_| () };
    run_cells(&plan, &StandardJob::default(), &store, &RunOptions::default(), &host).unwrap();
    let records = store.into_records();
    records.into_iter().map(|record| record.result.unwrap_or_else(|| panic!("{:?}", record.error))).collect()
}

#[test]
fn keys_of_the_scene_and_of_domains_change_results() {
    let hashes = |text: &str| -> Vec<String> {
        results(text).iter().map(|result| result["hash"].as_str().unwrap().to_owned()).collect()
    };
    let times = hashes("[grid]\ntime = { key = \"scene:station.pit.job.0.time\", values = [2, 30] }\n");
    assert_ne!(times[0], times[1]);
    let wants = hashes(
        "[grid]\nwant = { key = \"digger.toml:goal.be_rich.want\", values = [[\"coins == 3\"], [\"coins == 1\"]] }\n",
    );
    assert_ne!(wants[0], wants[1]);
    let files =
        hashes("[grid]\nmind = { key = \"file:digger.toml\", values = [\"digger.toml\", \"lazy.toml\"] }\n");
    assert_ne!(files[0], files[1]);
    assert_eq!(files[0], wants[0]);
    let maps = hashes(
        "[grid.map.levels]\nnarrow = {}\nwide = { map = \"wide.txt\", \"scene:actor.ann.at\" = [0, 1] }\n",
    );
    assert_ne!(maps[0], maps[1]);
    let coins = hashes("[grid]\ncoins = { key = \"set:coins\", values = [0, 2] }\n");
    assert_ne!(coins[0], coins[1]);
}

#[test]
fn impossible_parameters_are_found_before_any_cell_is_run() {
    let error = |text: &str| plan(text).map(|plan| plan.len()).unwrap_err();
    let negative = error("[grid]\ntime = { key = \"scene:station.pit.job.0.time\", values = [2, -3] }\n");
    assert!(negative.contains("these parameters are impossible: time = -3"), "{negative}");
    let unknown = error("[grid]\nx = { key = \"scene:rules.jiter\", values = [1, 2] }\n");
    assert!(unknown.contains("did you mean `jitter`?"), "{unknown}");
    let path = error("[grid]\nx = { key = \"scene:ruels.jitter\", values = [1, 2] }\n");
    assert!(path.contains("did you mean `rules`?"), "{path}");
    let file = error("[grid]\nx = { key = \"diger.toml:goal.be_rich.want\", values = [1, 2] }\n");
    assert!(file.contains("did you mean `digger.toml`?"), "{file}");
    let fact = error("[grid]\nx = { key = \"set:coin\", values = [1, 2] }\n");
    assert!(fact.contains("did you mean `coins`?"), "{fact}");
    let option = error("[grid]\nswap = [1, 2]\n");
    assert!(option.contains("expected `true` or `false`"), "{option}");
    let missing = error("[grid]\nmind = { key = \"file:digger.toml\", values = [\"nothing.toml\"] }\n");
    assert!(missing.contains("digger.toml"), "{missing}");
}

#[test]
fn results_have_the_fields_of_the_run_command() {
    let results = results("");
    let result = results[0].as_object().unwrap();
    for field in ["scene", "seed", "ticks", "time_ms", "outcome", "team", "hash"] {
        assert!(result.contains_key(field), "{field}");
    }
    assert_eq!((&result["outcome"], &result["ticks"]), (&"open".into(), &400.into()));
}
