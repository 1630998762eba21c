//! Plans as JSON, which is how workers on other machines get them.

use std::collections::BTreeMap;
use std::path::Path;

use cunning_diag::Source;
use serde::{Deserialize, Serialize};

use super::{Plan, TextUse, VERSION};
use crate::error::SweepError;
use crate::spec::SweepSpec;

/// A plan as JSON. `docs/sweeps.md` documents the fields.
#[derive(Serialize, Deserialize)]
struct PlanFile {
    version: String,
    name: String,
    cells: u64,
    sweep: SweepFile,
    texts: BTreeMap<String, String>,
    bases: Vec<Vec<TextFile>>,
}

#[derive(Serialize, Deserialize)]
struct SweepFile {
    file: String,
    text: String,
}

#[derive(Serialize, Deserialize)]
struct TextFile {
    from: Option<String>,
    name: String,
    text: String,
}

impl Plan {
    /// The plan as JSON.
    pub(crate) fn to_json(&self) -> Result<String, serde_json::Error> {
        let text = |used: &TextUse| TextFile {
            from: used.from.clone(),
            name: used.name.clone(),
            text: format!("{:032x}", used.hash),
        };
        let texts = self.texts.iter().map(|(hash, text)| (format!("{hash:032x}"), text.to_string()));
        serde_json::to_string_pretty(&PlanFile {
            version: VERSION.to_owned(),
            name: self.spec.name.clone(),
            cells: self.len(),
            sweep: SweepFile { file: self.source.name().to_owned(), text: self.source.text().to_owned() },
            texts: texts.collect(),
            bases: self.bases.iter().map(|base| base.iter().map(text).collect()).collect(),
        })
    }

    /// Reads a plan; `path` is its name in errors.
    pub(crate) fn from_json(text: &str, path: &Path) -> Result<Self, SweepError> {
        let name = path.display();
        let invalid = |message: String| {
            SweepError::input("sweep/plan", format!("{name}: {message}; plan the sweep again"))
        };
        let file: PlanFile = serde_json::from_str(text).map_err(|error| invalid(error.to_string()))?;
        if file.version != VERSION {
            let message = format!("the plan is of version `{}`, this program has `{VERSION}`", file.version);
            return Err(invalid(message));
        }
        let number = |hash: &str| {
            u128::from_str_radix(hash, 16).map_err(|_| invalid(format!("malformed hash `{hash}`")))
        };
        let source = Source::new(file.sweep.file, file.sweep.text);
        let spec = SweepSpec::parse(&source)?;
        let mut plan = Self { spec, source, texts: BTreeMap::new(), bases: Vec::new() };
        for (hash, text) in file.texts {
            let number = number(&hash)?;
            if super::hash(&text) != number {
                return Err(invalid(format!("the text {hash} was changed")));
            }
            plan.texts.insert(number, text.into());
        }
        for base in file.bases {
            let text =
                |text: TextFile| Ok(TextUse { from: text.from, name: text.name, hash: number(&text.text)? });
            plan.bases.push(base.into_iter().map(text).collect::<Result<_, SweepError>>()?);
        }
        Ok(plan)
    }
}
