//! Reads domain files: the file that the user names, and the files that it includes from the same folder.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use cunning_diag::{Diagnostics, Source};
use cunning_mind::DomainSpec;
use cunning_mind::debug::{Question, WhatIf, WhatIfError};
use cunning_plan::model::PlanningDomain;
use cunning_plan::{Reader, limits};

use crate::failure::Failure;
use crate::files;
use crate::watch::WatchedFiles;

/// The text of a domain file, not yet parsed.
pub(crate) struct DomainFile {
    source: Source,
    folder: PathBuf,
    included: RefCell<WatchedFiles>,
}

/// The name under which diagnostics refer to options of the command line.
const COMMAND_LINE: &str = "command line";

impl DomainFile {
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        Ok(Self::new(files::read(path, limits::FILE_BYTES_MAX)?, path))
    }

    /// A file that was read.
    pub(crate) fn new(source: Source, path: &Path) -> Self {
        let folder = path.parent().unwrap_or_else(|| Path::new("")).to_path_buf();
        Self { source, folder, included: RefCell::default() }
    }

    pub(crate) fn name(&self) -> &str {
        self.source.name()
    }

    /// Parses the planning domain.
    pub(crate) fn domain(&self) -> Result<PlanningDomain, Diagnostics> {
        let read = Reader::new().loader(|name| self.include(name)).read(&self.source);
        read.map(|(domain, _)| domain)
    }

    /// Parses the planning domain and the sections about agents; returns them with the warnings.
    pub(crate) fn spec(&self) -> Result<(DomainSpec, Diagnostics), Diagnostics> {
        cunning_mind::read_with(&self.source, |name| self.include(name))
    }

    /// The text of the file and of the files that it includes, each with its path.
    pub(crate) fn sources(&self) -> Vec<(Source, PathBuf)> {
        let mut all = vec![(
            self.source.clone(),
            self.folder.join(Path::new(self.name()).file_name().unwrap_or_default()),
        )];
        let included = RefCell::new(Vec::new());
        // Errors are reported where the texts are parsed for use.
        let _ignored = cunning_mind::read_with(&self.source, |name| {
            let source = self.include(name)?;
            included.borrow_mut().push((Source::new(name, source.text()), self.folder.join(name)));
            Some(source)
        });
        all.extend(included.into_inner());
        all
    }

    /// The files that were included so far.
    pub(crate) fn included(&self) -> WatchedFiles {
        self.included.borrow().clone()
    }

    /// Applies the options of the command line to the domain.
    pub(crate) fn what_if(&self, question: Question<'_>) -> Result<WhatIf, Failure> {
        let question = Question { asker: COMMAND_LINE, ..question };
        WhatIf::new(&self.source, &|name| self.include(name), &question).map_err(|error| match error {
            WhatIfError::Domain(found) => found.into(),
            WhatIfError::Check(message) => Failure::input("cli/check", message),
            error => Failure::input("cli/agent", error),
        })
    }

    /// Reads an included file from the folder of the first file. Names cannot lead to other folders.
    fn include(&self, name: &str) -> Option<Source> {
        let is_inside =
            Path::new(name).components().all(|part| matches!(part, std::path::Component::Normal(_)));
        if !is_inside {
            return None;
        }
        let path = self.folder.join(name);
        self.included.borrow_mut().add(&path);
        files::read(&path, limits::FILE_BYTES_MAX).ok()
    }
}
