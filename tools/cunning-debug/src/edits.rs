//! Edits of a running scene by pages, and the edits that a page can offer.

use cunning_arena::Cell;
use cunning_arena::scene::EDIT_FORMS;
use cunning_arena::simulation::EditOffer;
use serde::{Deserialize, Serialize};

use crate::protocol::{AgentRef, RequestError};
use crate::run::Run;

/// What edits are offered for.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum EditTarget {
    /// A cell of the map.
    Cell { x: u16, y: u16 },
    /// An agent whose beliefs and traits can be edited.
    Agent { agent: AgentRef },
    /// A body without a mind.
    Body { name: String },
    /// The forms of all edits.
    All,
}

/// An edit that a page can offer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct OfferedEdit {
    /// The thing that it is about.
    about: String,
    label: String,
    /// The words of the edit. `PLACE` and `VALUE` stand for what the page asks for.
    text: String,
}

impl From<EditOffer> for OfferedEdit {
    fn from(EditOffer { about, label, text }: EditOffer) -> Self {
        Self { about, label, text }
    }
}

/// The edits that are possible for a target.
pub(crate) fn offers(run: &Run, target: &EditTarget) -> Result<Vec<OfferedEdit>, RequestError> {
    let name = match target {
        EditTarget::Cell { .. } => String::new(),
        EditTarget::Agent { agent } => {
            run.recordings.get(agent.recording, |recording| Ok(recording.name_of(agent.id)))?
        }
        EditTarget::Body { name } => name.clone(),
        EditTarget::All => {
            let form = |(word, form, doc): &(&str, &str, &str)| OfferedEdit {
                about: (*word).to_owned(),
                label: (*doc).to_owned(),
                text: (*form).to_owned(),
            };
            return Ok(EDIT_FORMS.iter().map(form).collect());
        }
    };
    let offers = run.simulation(|simulation| match target {
        EditTarget::Cell { x, y } => simulation.edits_at(Cell::new(*x, *y)),
        _ => simulation.edits_of(&name),
    });
    let offers = offers.ok_or_else(|| RequestError::new("only a running scene can be edited"))?;
    Ok(offers.into_iter().map(OfferedEdit::from).collect())
}
