//! Generates `web/src/protocol.ts` from the Rust types of the protocol, and checks that the committed file is current.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use ts_rs::{Config, TS, TypeVisitor};

use super::{MarkKind, Request, SessionInfo, Status};

const HEADER: &str =
    "// Generated from the Rust types of cunning-debug by `cargo xtask types`. Do not edit.\n";

/// `cargo xtask types` sets this variable to rewrite the file instead of comparing it.
const UPDATE: &str = "CUNNING_UPDATE_TYPES";

/// A parameter of a request: its name, and the function that declares its type and returns the type's name.
type Field = (&'static str, fn(&mut Declarations) -> String);

/// The TypeScript declarations of everything that the requests mention.
pub(super) struct Declarations {
    config: Config,
    types: BTreeMap<String, String>,
    /// The members of the interface `Requests`.
    requests: String,
}

impl Declarations {
    fn new() -> Self {
        Self {
            // Ticks and counts are far below 2^53.
            config: Config::new().with_large_int("number"),
            types: BTreeMap::new(),
            requests: String::new(),
        }
    }

    /// Declares a type and returns its name.
    pub(super) fn name_of<T: TS + 'static + ?Sized>(&mut self) -> String {
        self.visit::<T>();
        T::name(&self.config)
    }

    /// Adds a request with its parameters and its answer.
    pub(super) fn request<A: TS + 'static>(&mut self, variant: &str, method: &str, fields: &[Field]) {
        assert_eq!(variant.to_lowercase(), method.replace('_', ""), "the two names of a request differ");
        let fields: Vec<String> =
            fields.iter().map(|(name, type_name)| format!("{name}: {}", type_name(self))).collect();
        let params = if fields.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", fields.join("; ")) };
        let answer = self.name_of::<A>();
        let _ = writeln!(self.requests, "  {method}: {{ params: {params}; answer: {answer} }};");
    }

    fn finish(self) -> String {
        let mut text = String::from(HEADER);
        for declaration in self.types.values() {
            let _ = write!(text, "\n{declaration}\n");
        }
        let _ = write!(
            text,
            "\n/** Every request with its parameters and its answer. */\nexport interface Requests {{\n{}}}\n",
            self.requests
        );
        text
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Built-in types have no path; their parameters are visited as dependencies.
        if T::output_path().is_some() {
            let name = T::ident(&self.config);
            let docs = T::docs().unwrap_or_default();
            let declaration = format!("{docs}export {}", T::decl(&self.config));
            let declaration = declaration.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
            if let Some(known) = self.types.get(&name) {
                assert_eq!(*known, declaration, "two types of the protocol are called {name}");
                return;
            }
            self.types.insert(name, declaration);
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

#[test]
fn typescript_types_match_the_protocol() {
    let mut types = Declarations::new();
    types.visit::<SessionInfo>();
    types.visit::<Status>();
    types.visit::<MarkKind>();
    Request::declare(&mut types);
    let generated = types.finish();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cunning-studio/web/src/protocol.ts");
    if std::env::var_os(UPDATE).is_some() {
        std::fs::write(&path, generated).unwrap();
        return;
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(committed == generated, "web/src/protocol.ts is out of date: run `cargo xtask types`");
}
