//! From text to a checked domain.
//!
//! A [`Reader`] turns a [`Source`] into a [`PlanningDomain`], or reports every error it finds. A broken declaration does
//! not hide errors elsewhere, and errors that only follow from another one are not reported.

mod actions;
pub(crate) mod clash;
mod conditions;
mod curves;
mod documents;
mod effects;
mod facts;
pub(crate) mod movement;
mod names;
mod numbers;
mod params;
mod resolve;
mod sections;
mod settings;
mod subgoals;
mod tables;
mod tests;
mod types;

use cunning_diag::{Diagnostics, Source};

pub use sections::{KeySpec, Owner, OwnerKind, Section, SectionContext, SectionReader};

use crate::codes;
use crate::limits::CLASH_STEPS_MAX;
use crate::model::{Files, PlanningDomain, SourceSpan, TypeId};
use crate::read_error::{Problems, ReadError};
use crate::shape::{doc, get, text};
use crate::tree::{Node, NodeKind, Text};
use documents::Declarations;
use names::{Names, Traits, check_title};

/// Returns the text of an included file by its name.
type Loader<'a> = dyn Fn(&str) -> Option<Source> + 'a;

/// Reads a domain from one text that includes no other.
///
/// ```
/// use cunning_diag::Source;
///
/// let domain = cunning_plan::read(&Source::new(
///     "pirate.toml",
///     r#"
///         [facts]
///         drunk = "bool"
///         bottles = { type = "int", min = 0, max = 3 }
///         [action.drink]
///         when = ["bottles > 0"]
///         then = ["drunk", "bottles -= 1"]
///         [goal.get_drunk]
///         want = ["drunk"]
///     "#,
/// ))
/// .expect("a valid domain");
/// assert_eq!(domain.actions().len(), 1);
///
/// let broken = Source::new("pirate.toml", "[facts]\ndrunk = \"bool\"\n[goal.g]\nwant = [\"drnk\"]");
/// let found = cunning_plan::read(&broken).expect_err("a name is unknown");
/// let first = found.iter().next().expect("one diagnostic");
/// assert_eq!(first.to_string(), "pirate.toml:4:10: error[plan/unknown-name]: unknown fact `drnk`");
/// assert_eq!(first.hint_text(), Some("did you mean `drunk`?"));
/// ```
pub fn read(source: &Source) -> Result<PlanningDomain, Diagnostics> {
    Reader::new().read(source).map(|(domain, _)| domain)
}

/// Reads domains that include other files or have sections for other readers.
///
/// ```
/// use cunning_diag::Source;
/// use cunning_plan::Reader;
///
/// let human = "[facts]\ntired = \"bool\"";
/// let mut reader = Reader::new().loader(|name| (name == "human.toml").then(|| Source::new(name, human)));
/// let pirate = Source::new("pirate.toml", "[domain]\ninclude = [\"human.toml\"]\n[goal.rest]\nwant = [\"not tired\"]");
/// let (domain, warnings) = reader.read(&pirate).expect("a valid domain");
/// assert!(domain.fact_named("tired").is_some() && warnings.is_empty());
/// ```
#[derive(Default)]
pub struct Reader<'a> {
    loader: Option<Box<Loader<'a>>>,
    sections: Vec<&'a mut dyn SectionReader>,
}

impl<'a> Reader<'a> {
    /// Makes a reader without includes and section readers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the function that loads included files.
    #[must_use]
    pub fn loader(mut self, loader: impl Fn(&str) -> Option<Source> + 'a) -> Self {
        self.loader = Some(Box::new(loader));
        self
    }

    /// Registers a section reader.
    #[must_use]
    pub fn section(mut self, reader: &'a mut dyn SectionReader) -> Self {
        self.sections.push(reader);
        self
    }

    /// Reads a domain. Returns it with the warnings of section readers, or else all errors.
    pub fn read(&mut self, source: &Source) -> Result<(PlanningDomain, Diagnostics), Diagnostics> {
        let (mut files, mut problems) = (Files::default(), Problems::default());
        let nothing = |_: &str| None;
        let loader: &Loader<'_> = self.loader.as_deref().unwrap_or(&nothing);
        let declarations = documents::load(source, loader, &mut files, &mut problems);
        if !problems.is_empty() {
            // A file that is missing or not valid TOML hides names that the rest relies on.
            return Err(problems.into_diagnostics(&files));
        }
        let readers =
            self.sections.iter_mut().map(|reader| &mut **reader as &mut dyn SectionReader).collect();
        finish(declarations, files, readers)
    }
}

/// Reads a domain from the tree of a document without a file.
pub(crate) fn read_tree(entries: Vec<(Text, Node)>) -> Result<PlanningDomain, Diagnostics> {
    let mut problems = Problems::default();
    let mut declarations = Declarations::default();
    declarations.add(entries, true, &mut problems);
    if get(&declarations.domain, "include").is_some() {
        let message = "a builder has no files to include";
        problems.push(ReadError::new(codes::INCLUDE, message, SourceSpan::NONE));
    }
    if !problems.is_empty() {
        return Err(problems.into_diagnostics(&Files::default()));
    }
    finish(declarations, Files::default(), Vec::new()).map(|(domain, _)| domain)
}

fn finish(
    declarations: Declarations,
    files: Files,
    readers: Vec<&mut dyn SectionReader>,
) -> Result<(PlanningDomain, Diagnostics), Diagnostics> {
    let mut context = Context {
        domain: PlanningDomain { files, ..PlanningDomain::default() },
        names: Names::default(),
        traits: Traits::default(),
        problems: Problems::default(),
        clash_steps: CLASH_STEPS_MAX,
        filled: Vec::new(),
        sections: Vec::new(),
        readers,
        others: Vec::new(),
    };
    context.declare(declarations);
    let mut found = Diagnostics::new();
    context.read_sections(&mut found);
    let Context { mut domain, traits, problems, .. } = context;
    domain.traits = traits.list;
    found.append(problems.into_diagnostics(&domain.files));
    found.into_result().map(|warnings| (domain, warnings))
}

/// A domain while it is read.
struct Context<'a> {
    domain: PlanningDomain,
    names: Names,
    traits: Traits,
    problems: Problems,
    /// The remaining steps for finding clashing effects.
    clash_steps: usize,
    /// The values of `fill` with their open types.
    filled: Vec<(String, TypeId)>,
    sections: Vec<Section>,
    readers: Vec<&'a mut (dyn SectionReader + 'a)>,
    /// Top-level tables that the planner does not declare from.
    others: Vec<(Text, Node)>,
}

impl Context<'_> {
    /// Declares everything in the order in which names depend on each other.
    fn declare(&mut self, declared: Declarations) {
        self.header(&declared.domain);
        self.others = declared.others;
        let others = std::mem::take(&mut self.others);
        self.keys(&others, &documents::TABLES, Owner::Domain);
        self.others = others;
        self.types(&declared.types);
        self.note_fills();
        self.bindings(&declared.objects);
        self.facts(&declared.facts);
        self.tables(&declared.tables);
        self.curves(&declared.curves);
        self.movement(&declared.moves);
        self.goals(&declared.goals);
        self.actions(&declared.actions);
        self.moves(&declared.moves);
        let start = self.settings(&declared.start);
        self.domain.start = start;
        self.tests(&declared.tests);
    }

    /// `[domain]` of the first file; its includes have been followed.
    fn header(&mut self, entries: &[(Text, Node)]) {
        self.plain_keys(entries, &["name", "include", "doc"]);
        if let Some(node) = get(entries, "name") {
            let checked = text(node, "a name").and_then(|name| check_title(name).map(|()| name));
            if let Some(name) = self.problems.keep(checked) {
                self.domain.name.clone_from(&name.value);
            }
        }
        self.domain.doc = self.problems.keep(doc(entries)).flatten();
    }

    /// Records which query fills which open type, for parameters whose values come from a query.
    fn note_fills(&mut self) {
        for section in &self.sections {
            if let (Owner::Type(ty), "fill", NodeKind::Text(fill)) =
                (section.owner, section.key.value.as_str(), &section.value.kind)
            {
                self.filled.push((fill.value.clone(), ty));
            }
        }
    }

    /// Returns whether a top-level table is within its limit, and reports it if not.
    fn fits(&mut self, what: &str, entries: &[(Text, Node)], max: usize) -> bool {
        if entries.len() <= max {
            return true;
        }
        let span = entries.get(max).map(|(key, _)| key.span).unwrap_or_default();
        self.problems.push(ReadError::too_many(what, entries.len(), max, span));
        false
    }
}
