//! The schema for editors agrees with the reader about which files have the right shape.

use boon::{Compiler, SchemaIndex, Schemas};
use cunning_diag::Source;
use cunning_plan::{KeySpec, OwnerKind, schema};
use serde_json::Value;

struct Validator {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Validator {
    fn new() -> Self {
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        let schema: Value = serde_json::from_str(&schema(|_| &[], "")).expect("JSON");
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
fn valid_domains_match_the_schema() {
    let validator = Validator::new();
    let examples = ["crafting", "turret"].map(|name| {
        let path = format!("{}/../../domains/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).expect("a domain")
    });
    let generated = (0..300).map(|seed| cunning_oracle::generate::generate(seed).model.to_string());
    for text in examples.into_iter().chain(generated) {
        validator.check(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    }
}

#[test]
fn malformed_files_fail_schema_and_reader() {
    let validator = Validator::new();
    for text in [
        "[fact]\na = 'bool'",
        "[domain]\nincludes = []",
        "[types]\na = []",
        "[types]\na = { open = true }",
        "[types]\na = { open = false, max = 3 }",
        "[types]\na = 3",
        "[types]\na = ['b c']",
        "[facts]\na = 'int'",
        "[facts]\na = { type = 'int', min = 0 }",
        "[facts]\na = { type = 'bool', min = 0 }",
        "[facts]\na = { default = true }",
        "[facts]\na = { type = 'int', min = 0, max = 1, overflow = 'wrap' }",
        "[facts]\n2a = 'bool'",
        "[tables]\na = { default = 'x' }",
        "[tables]\na = { vals = { } }",
        "[action.a]\nwhen = 'x'",
        "[action.a]\nwhn = []",
        "[action.a]\nthen = [{ when = [] }]",
        "[action.a]\ncost = -1",
        "[action.a]\ncost = [{ when = [] }]",
        "[action.a]\nthen = []\nachieves = 'g'\n[goal.g]",
        "[action.a]\nhope = []\nachieves = 'g'\n[goal.g]",
        "[action.a]\nhope = 'x'",
        "[action.a]\nparams = ['x']",
        "[curve.c]\npoints = []",
        "[curve.c]\npoints = [[0]]",
        "[curve.c]\ndoc = 'none'",
        "[move]\ncost = 'walk'",
        "[move]\nfact = 3",
        "[types]\np = ['q']\n[facts]\nat = 'p'\n[move]\nfact = 'at'\nfrom = 'q'",
        "[action.a]\nnear = ['q']",
        "[goal.g]\nwant = [{ all = [] }]",
        "[goal.g]\n[test.t]\nplan = []",
        "[goal.g]\n[test.t]\ngoal = 'g'\ncosts = 3",
        "[objects]\nfoe = 'orc'",
    ] {
        assert!(validator.check(text).is_err(), "the schema accepts {text}");
        assert!(cunning_plan::read(&Source::new("t", text)).is_err(), "the reader accepts {text}");
    }
}

#[test]
fn keys_of_section_readers_are_added_to_the_schema() {
    const KEYS: [KeySpec; 1] = [KeySpec {
        name: "sound",
        doc: "What is \"heard\".",
        default: Some("none"),
        schema: "\"type\": \"string\"",
    }];
    let schema: Value = serde_json::from_str(&schema(|_| &KEYS, "\"loud\": true")).expect("JSON");
    assert_eq!(schema["$defs"]["loud"], true);
    for path in [
        "/properties",
        "/$defs/type/anyOf/1/properties",
        "/$defs/type/anyOf/2/properties",
        "/$defs/fact/anyOf/1/properties",
        "/$defs/action/properties",
        "/$defs/goal/properties",
    ] {
        let added = schema.pointer(&format!("{path}/sound/description")).unwrap_or_else(|| panic!("{path}"));
        assert_eq!(added, "What is \"heard\". Default: none.");
    }
    assert_eq!(OwnerKind::ALL.len(), 5, "a kind of owner without an anchor");
}
