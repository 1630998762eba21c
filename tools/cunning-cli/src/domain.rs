//! Reading domain files: the file the user names, and what it includes from the folder it is in.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use cunning_diag::{Diagnostics, Source};
use cunning_mind::DomainSpec;
use cunning_mind::debug::{Question, WhatIf, WhatIfError};
use cunning_plan::model::PlanningDomain;
use cunning_plan::{Reader, limits};

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
    pub(crate) fn domain(&self) -> Result<PlanningDomain, Diagnostics> {
        let read = Reader::new().loader(|name| self.include(name)).read(&self.source);
        read.map(|(domain, _)| domain)
    }

    /// The domain with what it says about minds and its warnings, or all that is wrong with it.
    pub(crate) fn spec(&self) -> Result<(DomainSpec, Diagnostics), Diagnostics> {
        cunning_mind::read_with(&self.source, |name| self.include(name))
    }

    /// Its text and those that it includes, each with the file that it is in.
    pub(crate) fn sources(&self) -> Vec<(Source, PathBuf)> {
        let mut all = vec![(
            self.source.clone(),
            self.folder.join(Path::new(self.name()).file_name().unwrap_or_default()),
        )];
        let included = RefCell::new(Vec::new());
        // What is wrong with them is for those to tell who look at them.
        let _read = cunning_mind::read_with(&self.source, |name| {
            let source = self.include(name)?;
            included.borrow_mut().push((source.clone(), self.folder.join(name)));
            Some(source)
        });
        all.extend(included.into_inner());
        all
    }

    /// The files that it included so far.
    pub(crate) fn included(&self) -> Seen {
        self.included.borrow().clone()
    }

    /// What the command line asks of the domain.
    pub(crate) fn ask(&self, question: Question<'_>) -> Result<WhatIf, Failure> {
        let question = Question { asker: COMMAND_LINE, ..question };
        WhatIf::new(&self.source, &|name| self.include(name), &question).map_err(|error| match error {
            WhatIfError::Domain(found) => found.into(),
            WhatIfError::Check(message) => Failure::input("cli/check", message),
            error => Failure::input("cli/agent", error),
        })
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
