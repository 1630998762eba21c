//! The documents of a debug session: a scene and its domain files, opened from disk or contained in a recording.
//!
//! Pages refer to documents by index. Only files that were opened when the studio started can be read or written, and
//! nothing is written unless the studio was started with the permission to write.

use std::path::{Path, PathBuf};

use cunning_arena::limits::SCENE_BYTES_MAX;
use cunning_arena::simulation::Scenario;
use cunning_diag::Source;
use cunning_plan::limits::FILE_BYTES_MAX;
use serde::Serialize;

use crate::protocol::RequestError;
use crate::recording::RecordingView;
use crate::shell::Shell;

/// The kind of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum DocumentKind {
    Scene,
    Domain,
}

/// A text that was opened.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    pub(crate) name: String,
    pub(crate) kind: DocumentKind,
    /// The text as it was opened or last saved.
    text: String,
    /// The text that the running scene uses.
    running: String,
    /// The file, if it is one.
    path: Option<PathBuf>,
}

/// All documents of a debug session.
#[derive(Clone, Debug, Default)]
pub(crate) struct Documents(Vec<Document>);

/// A row of the list of documents.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct DocumentRow {
    name: String,
    kind: DocumentKind,
    can_save: bool,
    /// Whether another program has changed the file since it was opened or saved.
    is_outdated: bool,
}

/// A document for the editor.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct DocumentText {
    text: String,
    /// The text that the running scene uses, if it differs.
    running: Option<String>,
}

impl Documents {
    /// The documents of a scene.
    pub(crate) fn from_scenario(scenario: &Scenario) -> Self {
        let mut all = Self::default();
        all.add(DocumentKind::Scene, scenario.source().name(), scenario.source().text());
        for source in scenario.domain_sources() {
            all.add(DocumentKind::Domain, source.name(), source.text());
        }
        all
    }

    /// Adds the documents that a recording contains.
    pub(crate) fn add_recording(&mut self, recording: &RecordingView) {
        for scene in recording.reader().header().scene.iter().take(1) {
            self.add(DocumentKind::Scene, scene.name, scene.text);
        }
        for source in recording.reader().domain(recording.first_tick()) {
            self.add(DocumentKind::Domain, source.name, source.text);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A domain file and the files it includes.
    pub(crate) fn from_domain(sources: &[Source]) -> Self {
        let mut all = Self::default();
        for source in sources {
            all.add(DocumentKind::Domain, source.name(), source.text());
        }
        all
    }

    fn add(&mut self, kind: DocumentKind, name: &str, text: &str) {
        let is_known = self.0.iter().any(|known| known.kind == kind && known.name == name);
        if !is_known {
            let (name, text) = (name.to_owned(), text.to_owned());
            self.0.push(Document { name, kind, running: text.clone(), text, path: None });
        }
    }

    /// Sets the file that a document is saved to.
    pub(crate) fn set_path(&mut self, kind: DocumentKind, name: &str, path: &Path) {
        let known = self.0.iter_mut().find(|known| known.kind == kind && known.name == name);
        if let Some(known) = known {
            known.path = Some(path.to_path_buf());
        }
    }

    pub(crate) fn get(&self, at: usize) -> Result<&Document, RequestError> {
        self.0.get(at).ok_or_else(|| RequestError::new(format!("there is no document {at}")))
    }

    /// The kinds and texts of all documents, as they were opened or last saved.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (DocumentKind, &str)> {
        self.0.iter().map(|document| (document.kind, document.text.as_str()))
    }

    /// The index of a domain file.
    pub(crate) fn domain_named(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|known| known.kind == DocumentKind::Domain && known.name == name)
    }

    pub(crate) fn rows(&self, shell: &dyn Shell, may_write: bool) -> Vec<DocumentRow> {
        let row = |document: &Document| DocumentRow {
            name: document.name.clone(),
            kind: document.kind,
            can_save: may_write && document.path.is_some(),
            is_outdated: document.on_disk(shell).is_some_and(|text| !is_same_text(&text, &document.text)),
        };
        self.0.iter().map(row).collect()
    }

    /// Loads the domain files that the running scene uses, one of them with an edited text.
    pub(crate) fn loader<'a>(
        &'a self,
        edited: usize,
        text: &'a str,
    ) -> impl Fn(&str) -> Option<Source> + use<'a> {
        move |name| {
            let at = self.domain_named(name)?;
            let own = if at == edited { text } else { self.0.get(at)?.running.as_str() };
            Some(Source::new(name, own))
        }
    }

    /// The scene as it was opened or last saved, or with an edited text; `None` if there is no scene.
    pub(crate) fn scene(&self, text: Option<&str>) -> Result<Option<Source>, RequestError> {
        let scene = self.0.iter().find(|document| document.kind == DocumentKind::Scene);
        scene.map(|scene| scene.edited(text.unwrap_or(&scene.text))).transpose()
    }

    /// Loads the domain files as they were opened or last saved.
    pub(crate) fn saved_loader(&self) -> impl Fn(&str) -> Option<Source> + '_ {
        |name| {
            let document = self.0.get(self.domain_named(name)?)?;
            Some(Source::new(name, document.text.as_str()))
        }
    }

    /// Sets the texts of the domain files that a scenario uses.
    pub(crate) fn set_running_scenario(&mut self, scenario: &Scenario) {
        for source in scenario.domain_sources() {
            if let Some(at) = self.domain_named(source.name()) {
                self.set_running(at, source.text());
            }
        }
    }

    /// Sets the text that the running scene uses.
    pub(crate) fn set_running(&mut self, at: usize, text: &str) {
        if let Some(document) = self.0.get_mut(at) {
            text.clone_into(&mut document.running);
        }
    }

    /// Reads the file of a document again.
    pub(crate) fn reopen(&mut self, shell: &dyn Shell, at: usize) -> Result<(), RequestError> {
        let document =
            self.0.get_mut(at).ok_or_else(|| RequestError::new(format!("there is no document {at}")))?;
        let text = document.on_disk(shell);
        let text = text.ok_or_else(|| RequestError::new(format!("cannot read {}", document.name)))?;
        document.edited(&text)?;
        document.text = text;
        Ok(())
    }

    /// Writes a text to the file that it was opened from.
    pub(crate) fn save(&mut self, shell: &dyn Shell, at: usize, text: &str) -> Result<(), RequestError> {
        let document =
            self.0.get_mut(at).ok_or_else(|| RequestError::new(format!("there is no document {at}")))?;
        let Some(path) = &document.path else {
            return Err(RequestError::new(format!(
                "{} cannot be saved: it is built in or part of a recording",
                document.name
            )));
        };
        let failed =
            |error: std::io::Error| RequestError::new(format!("cannot write {}: {error}", document.name));
        match (shell.read_file(path), path.parent().zip(path.file_name())) {
            // The file was deleted or moved since it was opened: it is written again.
            (Err(error), Some((folder, name))) if error.kind() == std::io::ErrorKind::NotFound => {
                let file = [(name.to_string_lossy().into_owned(), text.to_owned())];
                shell.create_files(folder, Path::new(""), &file).map_err(failed)?;
            }
            (known, _) => {
                let known = known.map_err(failed)?;
                if !is_same_text(&known, &document.text) {
                    return Err(RequestError::new(format!(
                        "{} has changed on disk since it was opened: load it before saving",
                        document.name
                    )));
                }
                let is_crlf = known.contains("\r\n");
                let bytes = if is_crlf { text.replace('\n', "\r\n") } else { text.to_owned() };
                shell.replace_file(path, &bytes).map_err(failed)?;
            }
        }
        text.clone_into(&mut document.text);
        Ok(())
    }
}

impl Document {
    pub(crate) fn to_text(&self) -> DocumentText {
        let running = (self.running != self.text).then(|| self.running.clone());
        DocumentText { text: self.text.clone(), running }
    }

    /// The text of the file, if the document is one and can be read.
    fn on_disk(&self, shell: &dyn Shell) -> Option<String> {
        shell.read_file(self.path.as_deref()?).ok()
    }

    /// The document with an edited text, unless that is too large.
    pub(crate) fn edited(&self, text: &str) -> Result<Source, RequestError> {
        let max = match self.kind {
            DocumentKind::Scene => SCENE_BYTES_MAX,
            DocumentKind::Domain => FILE_BYTES_MAX,
        };
        if text.len() > max {
            return Err(RequestError::new(format!("{} is larger than the limit of {max} bytes", self.name)));
        }
        Ok(Source::new(&self.name, text))
    }
}

/// Whether two texts differ in byte order marks and line ends at most.
fn is_same_text(one: &str, other: &str) -> bool {
    let plain = |text: &str| text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    one == other || plain(one) == plain(other)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::shell::FileShell;

    fn documents(text: &str) -> Documents {
        Documents::from_domain(&[Source::new("a.toml", text)])
    }

    #[test]
    fn save_writes_only_opened_files_that_have_not_changed() {
        let folder = std::env::temp_dir().join(format!("cunning-documents-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.toml");
        fs::write(&path, "one\r\ntwo\r\n").unwrap();
        let mut all = documents("one\r\ntwo\r\n");
        assert!(all.save(&FileShell, 0, "x").is_err(), "the document has no path yet");
        all.set_path(DocumentKind::Scene, "a.toml", &path);
        assert!(all.save(&FileShell, 0, "x").is_err(), "the document is not a scene");
        all.set_path(DocumentKind::Domain, "a.toml", &path);
        assert!(all.save(&FileShell, 1, "x").is_err(), "there is no second document");
        all.save(&FileShell, 0, "one\nthree\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\r\nthree\r\n", "line ends are kept");
        fs::write(&path, "another edit").unwrap();
        let refused = all.save(&FileShell, 0, "four").unwrap_err();
        assert!(refused.message.contains("changed on disk"), "{refused:?}");
        assert!(all.rows(&FileShell, true)[0].is_outdated);
        all.reopen(&FileShell, 0).unwrap();
        assert!(!all.rows(&FileShell, true)[0].is_outdated);
        assert_eq!(all.get(0).unwrap().text, "another edit");
        assert_eq!(fs::read_to_string(&path).unwrap(), "another edit");
        // A file that was deleted is written again.
        fs::remove_file(&path).unwrap();
        all.save(&FileShell, 0, "five").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "five");
        fs::remove_dir_all(&folder).unwrap();
        assert!(all.save(&FileShell, 0, "six").is_err(), "its folder is gone too");
        assert!(!folder.exists());
    }

    #[test]
    fn the_loader_uses_running_texts_and_the_edit() {
        let mut all = Documents::from_domain(&[Source::new("a.toml", "a"), Source::new("b.toml", "b")]);
        all.set_running(1, "b2");
        let loader = all.loader(0, "a3");
        let text = |name| loader(name).map(|source: Source| source.text().to_owned());
        assert_eq!(text("a.toml").as_deref(), Some("a3"));
        assert_eq!(text("b.toml").as_deref(), Some("b2"));
        assert_eq!(text("../a.toml"), None);
    }
}
