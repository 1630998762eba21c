//! A play that goes on with changed domain files: minds take the new version at once, bodies do not stop for it.

use std::fmt;
use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::{Lore, MindError, ReloadReport, Value};
use cunning_plan::model::ObjectId;

use super::{Play, Running, Stage};

/// Why a play cannot go on as another one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReloadError {
    /// It is another scene, or others play in it.
    OtherScene,
    /// Its minds cannot be set up.
    Minds(MindError),
}

impl fmt::Display for ReloadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherScene => f.write_str("a changed scene has to be started anew"),
            Self::Minds(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReloadError {}

impl Stage {
    /// Goes on with other versions of the domain files: `play` is the same scene, loaded again. What became of the minds
    /// of each file that says something else is told, by its name. After an error everything is as it was.
    pub fn reload(&mut self, play: &Arc<Play>) -> Result<Vec<(String, ReloadReport)>, ReloadError> {
        let old = self.play.clone();
        if !is_same_scene(&old, play) {
            return Err(ReloadError::OtherScene);
        }
        let changed = changed(&old, play);
        if changed.is_empty() {
            return Ok(Vec::new());
        }
        self.record_texts(&changed);
        let mut reports = Vec::new();
        for (at, (from, to)) in old.casts.iter().zip(&play.casts).enumerate() {
            if from.lore == to.lore {
                continue;
            }
            match self.troupes[at].set.reload(to.lore.clone()) {
                Ok(report) => reports.push((to.name().to_owned(), report)),
                Err(error) => {
                    for (troupe, cast) in self.troupes.iter_mut().zip(&old.casts).take(at) {
                        // What they came from can be set up: they were that before.
                        drop(troupe.set.reload(cast.lore.clone()));
                    }
                    return Err(ReloadError::Minds(error));
                }
            }
        }
        self.play = play.clone();
        for (role, part) in self.roles.iter_mut().zip(&play.parts) {
            let (from, to) = (&old.casts[part.cast].lore, &play.casts[part.cast].lore);
            role.running = role.running.take().and_then(|running| carry(running, from, to));
            role.body.seen.retain_mut(|(fact, _)| {
                let name = from.domain.facts().get(*fact).map(|fact| fact.name.as_str());
                let new = name.and_then(|name| to.domain.fact_named(name));
                new.map(|new| *fact = new).is_some()
            });
        }
        for at in 0..self.troupes.len() {
            for sense in &play.casts[at].senses {
                self.troupes[at].set.set_sensor(&sense.name, sense.every_ms);
            }
            self.obey_all(at);
        }
        Ok(reports)
    }
}

/// The files that say something else in the new play, each once.
fn changed<'p>(old: &Play, new: &'p Play) -> Vec<&'p Source> {
    let mut changed: Vec<&Source> = Vec::new();
    for source in new.domain_sources() {
        let is_known = |known: &Source| known.name() == source.name() && known.text() == source.text();
        if !old.domain_sources().any(is_known) && !changed.iter().any(|known| is_known(known)) {
            changed.push(source);
        }
    }
    changed
}

/// Whether two plays differ in what their domain files say and in nothing else.
fn is_same_scene(one: &Play, other: &Play) -> bool {
    let casts = |play: &Play| play.casts.iter().map(|cast| cast.name().to_owned()).collect::<Vec<_>>();
    let parts = |play: &Play| {
        let part = |part: &super::play::Part| (part.name.clone(), part.cast, part.archetype.clone());
        play.parts.iter().map(part).collect::<Vec<_>>()
    };
    let quest = |play: &Play| {
        let sources = play.scene.quest().map_or(&[][..], |quest| &quest.sources);
        sources.iter().map(|source| source.text().to_owned()).collect::<Vec<_>>()
    };
    one.source.text() == other.source.text()
        && quest(one) == quest(other)
        && one.settings == other.settings
        && casts(one) == casts(other)
        && parts(one) == parts(other)
}

/// A step that runs, in the numbers of another version; `None` if it has no such action or object. Then the mind has
/// stopped it.
fn carry(mut running: Running, from: &Arc<Lore>, to: &Arc<Lore>) -> Option<Running> {
    let action = to.domain.action_named(&from.domain.actions().get(running.action)?.name)?;
    let value = |value: &Value| {
        let Value::Object(object) = value else { return Some(*value) };
        let name = &from.domain.objects().get(ObjectId::new(*object))?.name;
        let mut objects = to.domain.objects().iter();
        let (new, _) = objects.find(|(_, known)| known.name == *name)?;
        Some(Value::Object(new.index() as u32))
    };
    running.args = running.args.iter().map(value).collect::<Option<_>>()?;
    running.action = action;
    Some(running)
}
