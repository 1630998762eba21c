//! The schema for editors and the reader agree about the values of agents' keys.

use boon::{Compiler, SchemaIndex, Schemas};
use cunning_diag::Source;
use serde_json::Value;

struct Validator {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Validator {
    fn new() -> Self {
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        let schema: Value = serde_json::from_str(&cunning_mind::schema()).expect("JSON");
        compiler.add_resource("domain.json", schema).expect("a resource");
        let index = compiler.compile("domain.json", &mut schemas).expect("a valid schema");
        Self { schemas, index }
    }

    fn check(&self, text: &str) -> Result<(), String> {
        let table: toml::Table = text.parse().expect("TOML");
        let json = serde_json::to_value(table).expect("JSON");
        self.schemas.validate(&json, self.index).map_err(|error| error.to_string())
    }
}

#[test]
fn schema_accepts_what_the_reader_accepts() {
    let validator = Validator::new();
    let [watch, pirate] = ["watch", "pirate"].map(|name| {
        let path = format!("{}/../../domains/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).expect("a domain")
    });
    for text in [
        watch.as_str(),
        pirate.as_str(),
        "[types]\nfoe = { open = true, max = 2, fill = 'query.q' }\n[facts]\nsees = { type = 'bool', of = ['foe'], forget = '2 s' }\n\
         [query.q]\nfrom = 'foe'\n[action.a]\nduration = '1 s'\n[goal.g]\nsticky = 0.1\n[agent.guard]\nactions = []",
        "[facts]\na = { type = 'int', min = 0, max = 9, forget = '2min', drift = '-0.5/s', wake = 'never' }",
        "[goal.g]\nrelevance = 'trait.x'\n[action.a]\ninterrupt = 'any'\norders = [{ to = 3, goal = 'g' }]\ndone = { need = 2 }",
    ] {
        validator.check(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        cunning_mind::read(&Source::new("t.toml", text)).unwrap_or_else(|found| panic!("{found}"));
    }
}

#[test]
fn schema_and_reader_reject_malformed_values() {
    let validator = Validator::new();
    for text in [
        "[facts]\na = { type = 'bool', forget = '20' }",
        "[facts]\na = { type = 'bool', threshold = 2 }",
        "[facts]\na = { type = 'bool', scope = 'house' }",
        "[facts]\na = { type = 'int', min = 0, max = 9, drift = '2' }",
        "[facts]\na = { type = 'int', min = 0, max = 9, wake = { } }",
        "[facts]\na = { type = 'int', min = 0, max = 9, wake = { step = 0 } }",
        "[action.a]\nclaims = 'f'",
        "[action.a]\nduration = 3",
        "[action.a]\nretries = -1",
        "[action.a]\ninterrupt = 'now'",
        "[action.a]\nstop = 'later'",
        "[action.a]\norders = []",
        "[action.a]\norders = [{ bias = 1 }]",
        "[goal.g]\n[action.a]\norders = [{ goal = 'g', to = 'none' }]",
        "[goal.g]\n[action.a]\norders = [{ goal = 'g' }]\ndone = { need = 'some' }",
        "[goal.g]\nrelevance = [0.5]",
        "[goal.g]\nmode = 'once'",
        "[goal.g]\nsticky = -1",
        "[goal.g]\nmin_time = '2 days'",
        "[query.q]\ntake = 2",
        "[types]\nt = { open = true, max = 1 }\n[query.q]\nas = 't'\nfrom = { ring = 3 }",
        "[types]\nt = { open = true, max = 1 }\n[query.q]\nfrom = 't'\ntake = 0",
        "[types]\nt = { open = true, max = 1 }\n[query.q]\nfrom = 't'\nwhere = 'free(c)'",
        "[agent.a]\nactions = 'x'",
        "[agent.a]\nvary = 3",
        "[agent.a]\ntraits = { b = [1] }",
        "[agent.a]\nautonomous = 'yes'",
        "[agent.a]\nskills = []",
        "[goal.g]\n[agent.a]\ngoals = { g = -1 }",
    ] {
        assert!(validator.check(text).is_err(), "the schema accepts {text}");
        assert!(cunning_mind::read(&Source::new("t", text)).is_err(), "the reader accepts {text}");
    }
}
