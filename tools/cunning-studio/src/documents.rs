//! The texts that are looked at: a scene and its domain files, or those that a recording brings along.
//!
//! A page names them by number. Nothing but what was opened when the studio started can be read or written, and nothing is
//! written unless the studio was told that it may.

use std::fs;
use std::path::{Path, PathBuf};

use cunning_arena::limits::SCENE_BYTES_MAX;
use cunning_arena::simulation::Scenario;
use cunning_diag::Source;
use cunning_plan::limits::FILE_BYTES_MAX;
use serde::Serialize;

use crate::recording::RecordingView;
use crate::wire::Refusal;

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Sort {
    Scene,
    Domain,
}

/// A text that was opened.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    pub(crate) name: String,
    pub(crate) sort: Sort,
    /// As it was opened, or saved since.
    text: String,
    /// As the minds that are played have it.
    running: String,
    /// Where it is, if it may be written there.
    path: Option<PathBuf>,
}

/// All of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Documents(Vec<Document>);

/// A text for the list of them.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Row<'a> {
    name: &'a str,
    sort: Sort,
    can_save: bool,
}

/// A text for the editor.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Opened<'a> {
    text: &'a str,
    /// What is played, where that is something else.
    running: Option<&'a str>,
}

impl Documents {
    /// The texts of a scene.
    pub(crate) fn of_play(scenario: &Scenario) -> Self {
        let mut all = Self::default();
        all.add(Sort::Scene, scenario.source().name(), scenario.source().text());
        for source in scenario.domain_sources() {
            all.add(Sort::Domain, source.name(), source.text());
        }
        all
    }

    /// What a recording brings along.
    pub(crate) fn of_tape(recording: &RecordingView) -> Self {
        let mut all = Self::default();
        for scene in recording.reader().header().scene.iter().take(1) {
            all.add(Sort::Scene, scene.name, scene.text);
        }
        for source in recording.reader().domain(recording.first_tick()) {
            all.add(Sort::Domain, source.name, source.text);
        }
        all
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A domain file and what it includes.
    pub(crate) fn of_domain(sources: &[Source]) -> Self {
        let mut all = Self::default();
        for source in sources {
            all.add(Sort::Domain, source.name(), source.text());
        }
        all
    }

    fn add(&mut self, sort: Sort, name: &str, text: &str) {
        let is_known = self.0.iter().any(|known| known.sort == sort && known.name == name);
        if !is_known {
            let (name, text) = (name.to_owned(), text.to_owned());
            self.0.push(Document { name, sort, running: text.clone(), text, path: None });
        }
    }

    /// Says where a text is, so that it can be saved there.
    pub(crate) fn place(&mut self, sort: Sort, name: &str, path: &Path) {
        let known = self.0.iter_mut().find(|known| known.sort == sort && known.name == name);
        // A link is followed once, now: what is written later is what was opened.
        if let (Some(known), Ok(path)) = (known, path.canonicalize()) {
            known.path = Some(path);
        }
    }

    pub(crate) fn get(&self, at: usize) -> Result<&Document, Refusal> {
        self.0.get(at).ok_or_else(|| Refusal::new("there is no such text"))
    }

    /// The number of a domain file.
    pub(crate) fn domain_named(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|known| known.sort == Sort::Domain && known.name == name)
    }

    pub(crate) fn rows(&self, may_write: bool) -> Vec<Row<'_>> {
        let row = |document| Row::of(document, may_write);
        self.0.iter().map(row).collect()
    }

    /// The domain files as they are played, one of them with another text.
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

    /// What is played has another text now.
    pub(crate) fn run(&mut self, at: usize, text: &str) {
        if let Some(document) = self.0.get_mut(at) {
            text.clone_into(&mut document.running);
        }
    }

    /// Writes a text where it was opened.
    pub(crate) fn save(&mut self, at: usize, text: &str) -> Result<(), Refusal> {
        let document = self.0.get_mut(at).ok_or_else(|| Refusal::new("there is no such text"))?;
        let Some(path) = &document.path else {
            return Err(Refusal::new(format!(
                "{} came with the command or a recording: it is no file",
                document.name
            )));
        };
        let failed =
            |error: std::io::Error| Refusal::new(format!("{} cannot be written: {error}", document.name));
        let known = fs::read_to_string(path).map_err(failed)?;
        let is_crlf = known.contains("\r\n");
        if plain(&known) != plain(&document.text) {
            let message = format!("{} was changed by somebody else since it was opened", document.name);
            return Err(Refusal::new(message));
        }
        let bytes = if is_crlf { text.replace('\n', "\r\n") } else { text.to_owned() };
        replace(path, bytes.as_bytes()).map_err(failed)?;
        text.clone_into(&mut document.text);
        Ok(())
    }
}

impl<'a> Row<'a> {
    fn of(document: &'a Document, may_write: bool) -> Self {
        let Document { name, sort, path, .. } = document;
        Self { name, sort: *sort, can_save: may_write && path.is_some() }
    }
}

impl Document {
    /// The text as the editor has it.
    pub(crate) fn opened(&self) -> Opened<'_> {
        Opened { text: &self.text, running: (self.running != self.text).then_some(&*self.running) }
    }

    /// An edited text of it, unless that is too large.
    pub(crate) fn edited(&self, text: &str) -> Result<Source, Refusal> {
        let max = match self.sort {
            Sort::Scene => SCENE_BYTES_MAX,
            Sort::Domain => FILE_BYTES_MAX,
        };
        if text.len() > max {
            return Err(Refusal::new(format!("{} is larger than {max} bytes", self.name)));
        }
        Ok(Source::new(&self.name, text))
    }
}

/// A text without what editors do to the ends of lines and to its beginning.
fn plain(text: &str) -> String {
    text.trim_start_matches('\u{feff}').replace("\r\n", "\n")
}

/// Puts a file in the place of another in one step, so that nobody ever finds half of it.
fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".new");
    let new = path.with_file_name(name);
    let permissions = fs::metadata(path)?.permissions();
    fs::write(&new, bytes)?;
    fs::set_permissions(&new, permissions)?;
    fs::rename(&new, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Documents {
        Documents::of_domain(&[Source::new("a.toml", text)])
    }

    #[test]
    fn only_what_was_opened_is_written_and_only_as_it_was() {
        let folder = std::env::temp_dir().join(format!("cunning-documents-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.toml");
        fs::write(&path, "one\r\ntwo\r\n").unwrap();
        let mut all = of("one\r\ntwo\r\n");
        assert!(all.save(0, "x").is_err(), "it has no place yet");
        all.place(Sort::Scene, "a.toml", &path);
        assert!(all.save(0, "x").is_err(), "it is no scene");
        all.place(Sort::Domain, "a.toml", &path);
        assert!(all.save(1, "x").is_err(), "there is no other");
        all.save(0, "one\nthree\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\r\nthree\r\n", "lines end as they did");
        fs::write(&path, "somebody else").unwrap();
        let refused = all.save(0, "four").unwrap_err();
        assert!(refused.message.contains("somebody else"), "{refused:?}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "somebody else");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn others_are_loaded_as_they_are_played() {
        let mut all = Documents::of_domain(&[Source::new("a.toml", "a"), Source::new("b.toml", "b")]);
        all.run(1, "b2");
        let loader = all.loader(0, "a3");
        let text = |name| loader(name).map(|source: Source| source.text().to_owned());
        assert_eq!(text("a.toml").as_deref(), Some("a3"));
        assert_eq!(text("b.toml").as_deref(), Some("b2"));
        assert_eq!(text("../a.toml"), None);
    }
}
