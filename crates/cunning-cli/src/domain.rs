//! Reading domain files: the file the user names, and what it includes from the folder it is in.

use std::cell::RefCell;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cunning_diag::{Diagnostics, Source};
use cunning_mind::Lore;
use cunning_plan::model::Domain;
use cunning_plan::{CheckAnswer, Query, Reader, limits};

use crate::failure::Failure;
use crate::files;
use crate::watch::Seen;

/// A domain file, read but not yet checked.
pub(crate) struct DomainFile {
    source: Source,
    folder: PathBuf,
    included: RefCell<Seen>,
}

/// The name of the text that the command line makes.
const COMMAND_LINE: &str = "command line";
/// The name of the test that stands for a query.
const QUERY: &str = "query";

impl DomainFile {
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let source = files::read(path, limits::FILE_BYTES_MAX)?;
        let folder = path.parent().unwrap_or_else(|| Path::new("")).to_path_buf();
        Ok(Self { source, folder, included: RefCell::default() })
    }

    pub(crate) fn name(&self) -> &str {
        self.source.name()
    }

    /// The domain, or all that is wrong with it.
    pub(crate) fn domain(&self) -> Result<Domain, Diagnostics> {
        let read = Reader::new().loader(|name| self.include(name)).read(&self.source);
        read.map(|(domain, _)| domain)
    }

    /// The domain with what it says about minds and its warnings, or all that is wrong with it.
    pub(crate) fn lore(&self) -> Result<(Lore, Diagnostics), Diagnostics> {
        cunning_mind::read_with(&self.source, |name| self.include(name))
    }

    /// The files that it included so far.
    pub(crate) fn included(&self) -> Seen {
        self.included.borrow().clone()
    }

    /// What the command line asks of the domain: a goal, settings written as `fact=value`, answers to checks written
    /// as `name=no`.
    pub(crate) fn query(
        &self,
        goal: &str,
        settings: &[String],
        checks: &[String],
    ) -> Result<(Arc<Domain>, Query), Failure> {
        let checks = checks.iter().map(|text| answer(text)).collect::<Result<_, _>>()?;
        // The file by itself first: what is wrong with it is not the query's fault.
        self.domain()?;
        let domain = self.with_query(goal, settings)?;
        let asked = domain.tests().last().map(|test| (test.goal, test.args.clone(), test.set.clone()));
        let (goal, args, set) = asked.ok_or_else(|| Failure::input("cli/goal", "no goal"))?;
        Ok((Arc::new(domain), Query { args, set, checks, ..Query::new(goal) }))
    }

    /// The domain with a query as its last test: the goal, and settings written as `fact=value`. What is wrong
    /// with these is told with its place, like everything else.
    fn with_query(&self, goal: &str, settings: &[String]) -> Result<Domain, Diagnostics> {
        let mut text = format!("[domain]\ninclude = [{}]\n", quoted(self.name()));
        let _ = writeln!(text, "[test.{QUERY}]\ngoal = {}", quoted(goal));
        let _ = writeln!(text, "[test.{QUERY}.set]");
        for setting in settings {
            let (fact, value) = setting.split_once('=').unwrap_or((setting, "true"));
            let value = value.trim();
            let is_plain = value == "true" || value == "false" || value.parse::<i64>().is_ok();
            let value = if is_plain { value.to_owned() } else { quoted(value) };
            let _ = writeln!(text, "{} = {value}", quoted(fact.trim()));
        }
        let root = Source::new(COMMAND_LINE, text);
        let loader =
            |name: &str| if name == self.name() { Some(self.source.clone()) } else { self.include(name) };
        Reader::new().loader(loader).read(&root).map(|(domain, _)| domain)
    }

    /// An included file, from the folder of the first. Names lead nowhere else.
    fn include(&self, name: &str) -> Option<Source> {
        let is_inside =
            Path::new(name).components().all(|part| matches!(part, std::path::Component::Normal(_)));
        if !is_inside {
            return None;
        }
        let path = self.folder.join(name);
        self.included.borrow_mut().look(&path);
        let source = files::read(&path, limits::FILE_BYTES_MAX).ok()?;
        Some(Source::new(name, source.text()))
    }
}

/// An answer to a check: `name=yes` or `name=no`.
fn answer(text: &str) -> Result<CheckAnswer, Failure> {
    let (check, answer) = text.split_once('=').unwrap_or((text, ""));
    let yes = match answer {
        "yes" => true,
        "no" => false,
        _ => {
            let message = format!("expected NAME=yes or NAME=no, not `{text}`");
            return Err(Failure::input("cli/check", message));
        }
    };
    Ok(CheckAnswer { check: check.to_owned(), action: None, args: Vec::new(), yes })
}

/// A TOML string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            _ if letter.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", letter as u32);
            }
            _ => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
