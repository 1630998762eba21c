//! The inputs of a combination of parameters: settings, and texts with the settings applied.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use cunning_diag::{Code, Diagnostic, Diagnostics, did_you_mean};
use serde_json::Value;

use crate::edit::edit;
use crate::key::{Key, show};
use crate::spec::RunSpec;

/// Finds a text: the file that names it, if there is one, and its name.
pub type Load<'l> = &'l dyn Fn(Option<&str>, &str) -> Option<String>;

/// The code of errors about settings.
pub(crate) const SETTING: Code = Code::new("sweep/setting");

/// What a job needs to prepare a combination of parameters.
pub struct Inputs<'i> {
    /// What is run.
    pub run: &'i RunSpec,
    settings: &'i BTreeMap<Key, Value>,
    load: Load<'i>,
    /// The files that were read, as the run names them.
    read: RefCell<BTreeSet<String>>,
    problems: RefCell<Diagnostics>,
}

impl<'i> Inputs<'i> {
    pub(crate) fn new(run: &'i RunSpec, settings: &'i BTreeMap<Key, Value>, load: Load<'i>) -> Self {
        Self { run, settings, load, read: RefCell::default(), problems: RefCell::new(Diagnostics::new()) }
    }

    /// The settings, by key.
    pub fn settings(&self) -> &BTreeMap<Key, Value> {
        self.settings
    }

    /// The value of an option.
    pub fn option(&self, name: &str) -> Option<&Value> {
        self.settings.get(&Key::Option(name.to_owned()))
    }

    /// Reports a problem with the inputs.
    pub fn problem(&self, message: impl Into<String>) {
        self.problems.borrow_mut().push(Diagnostic::error(SETTING, message));
    }

    /// The value of an option as a text.
    pub fn text(&self, name: &str) -> Option<&str> {
        let value = self.option(name)?;
        if value.as_str().is_none() {
            self.problem(format!("`{name}`: expected a string, found {value}"));
        }
        value.as_str()
    }

    /// The value of an option as a whole number within bounds.
    pub fn whole(&self, name: &str, bounds: std::ops::RangeInclusive<u64>) -> Option<u64> {
        let value = self.option(name)?;
        let number = value.as_u64().filter(|number| bounds.contains(number));
        if number.is_none() {
            let (low, high) = bounds.into_inner();
            self.problem(format!("`{name}`: expected a whole number from {low} to {high}, found {value}"));
        }
        number
    }

    /// The value of an option as a bool.
    pub fn truth(&self, name: &str) -> Option<bool> {
        let value = self.option(name)?;
        if value.as_bool().is_none() {
            self.problem(format!("`{name}`: expected `true` or `false`, found {value}"));
        }
        value.as_bool()
    }

    /// The settings of facts, as in `gold=3`.
    pub fn facts(&self) -> Vec<String> {
        let fact = |(key, value): (&Key, &Value)| match key {
            Key::Set(fact) => Some(format!("{fact}={}", show(value))),
            _ => None,
        };
        self.settings.iter().filter_map(fact).collect()
    }

    /// A text with the settings applied that change it; the file that names it is `None` for the run's own file.
    pub fn load(&self, from: Option<&str>, name: &str) -> Option<String> {
        let replaced = self.settings.get(&Key::Replace(name.to_owned())).and_then(Value::as_str);
        self.read.borrow_mut().insert(name.to_owned());
        let text = (self.load)(from, replaced.unwrap_or(name))?;
        let file_name = Path::new(name).file_name().unwrap_or_default().to_string_lossy();
        let is_about = |file: &str| {
            file == name || file == file_name || from.is_none() && ["scene", "domain"].contains(&file)
        };
        let edits = self.settings.iter().filter_map(|(key, value)| match key {
            Key::Edit { file, path } if is_about(file) => Some((path.as_str(), value)),
            _ => None,
        });
        let edits: Vec<_> = edits.collect();
        if edits.is_empty() {
            return Some(text);
        }
        match edit(&text, edits) {
            Ok(text) => Some(text),
            Err(message) => {
                self.problem(format!("{name}: {message}"));
                Some(text)
            }
        }
    }

    /// The problems found so far, and the files of settings that were never read.
    pub(crate) fn finish(self) -> Result<(), Diagnostics> {
        let read = self.read.into_inner();
        let names = || {
            read.iter().map(|name| Path::new(name).file_name().and_then(|name| name.to_str()).unwrap_or(name))
        };
        let mut problems = self.problems.into_inner();
        for key in self.settings.keys() {
            let file = match key {
                Key::Edit { file, .. } if !["scene", "domain"].contains(&file.as_str()) => file,
                Key::Replace(file) => file,
                _ => continue,
            };
            if !read.contains(file) && !names().any(|name| name == file) {
                let hint = did_you_mean(file, names()).map_or_else(
                    || format!("it reads {}", names().collect::<Vec<_>>().join(", ")),
                    |hint| format!("did you mean `{hint}`?"),
                );
                problems.push(Diagnostic::error(
                    SETTING,
                    format!("`{key}`: the run reads no file `{file}`; {hint}"),
                ));
            }
        }
        problems.into_result().map(|_| ())
    }
}
