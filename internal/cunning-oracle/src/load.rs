//! Reading of a domain from TOML.
//!
//! Only the tables and keys for planning are read; others are ignored, because the same file describes agents.
//! Includes are not supported.

mod actions;
mod curves;
mod facts;
mod movement;
mod shape;
mod types;

use crate::domain::{OracleDomain, Vocabulary};
use crate::error::{ErrorKind, OracleError};
use crate::limits::TEXT_BYTES_MAX;
use crate::query::Value;
pub(crate) use facts::fact_value;
use shape::{list, names, section, table, value};
use toml::Table;

impl OracleDomain {
    /// Reads a domain from its text.
    ///
    /// ```
    /// use cunning_oracle::{Limits, OracleDomain, OracleQuery, Verdict};
    /// let text = r#"
    ///     [facts]
    ///     gold = { type = "int", min = 0, max = 9 }
    ///     [action.earn]
    ///     then = ["gold += 2"]
    ///     [goal.rich]
    ///     want = ["gold >= 3"]
    /// "#;
    /// let domain = OracleDomain::parse(text)?;
    /// let outcome = domain.solve(&OracleQuery::new("rich"), Limits::default())?;
    /// assert!(matches!(outcome.verdict, Verdict::Solved { cost_micros: 2_000_000, steps: 2, .. }));
    /// # Ok::<(), cunning_oracle::OracleError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, OracleError> {
        if text.len() > TEXT_BYTES_MAX {
            let message = format!("a domain has at most {TEXT_BYTES_MAX} bytes");
            return Err(OracleError::new(ErrorKind::Limit, "domain", message));
        }
        let root: Table = text
            .parse()
            .map_err(|error: toml::de::Error| OracleError::new(ErrorKind::Toml, "domain", error.message()))?;
        refuse_includes(&root)?;

        let mut vocabulary = Vocabulary::default();
        types::read(&root, &mut vocabulary)?;
        types::read_queries(&root, &mut vocabulary)?;
        facts::read_facts(&root, &mut vocabulary)?;
        facts::read_tables(&root, &mut vocabulary)?;
        curves::read(&root, &mut vocabulary)?;
        let movement = movement::read(&root, &mut vocabulary)?;
        let mut traits = Vec::new();
        let goals = actions::read_goals(&root, &vocabulary, &mut traits)?;
        let near = movement.as_ref().map(|movement| movement.fact);
        let mut actions = actions::read_actions(&root, &vocabulary, &goals, near, &mut traits)?;
        if let Some(movement) = &movement {
            for action in movement.actions(&vocabulary, &mut traits)? {
                if actions.iter().any(|known| known.name == action.name) {
                    let message = format!("duplicate action `{}`", action.name);
                    return Err(OracleError::new(ErrorKind::Name, "move", message));
                }
                actions.push(action);
            }
        }
        vocabulary.traits = traits;
        Ok(Self {
            vocabulary,
            actions,
            goals: goals.into_iter().map(|written| written.goal).collect(),
            start: read_start(&root)?,
            objects: read_objects(&root)?,
            moves: movement.is_some(),
        })
    }
}

fn refuse_includes(root: &Table) -> Result<(), OracleError> {
    let Some(domain) = root.get("domain") else {
        return Ok(());
    };
    let place = "domain.include";
    match table(domain, "domain")?.get("include") {
        Some(include) if !list(include, place)?.is_empty() => {
            Err(OracleError::new(ErrorKind::Unsupported, place, "the oracle does not support includes"))
        }
        _ => Ok(()),
    }
}

fn read_start(root: &Table) -> Result<Vec<(String, Value)>, OracleError> {
    let mut start = Vec::new();
    for (key, given) in section(root, "start")? {
        start.push((key.clone(), value(given, &format!("start.{key}"))?));
    }
    Ok(start)
}

fn read_objects(root: &Table) -> Result<Vec<(String, Vec<String>)>, OracleError> {
    let mut objects = Vec::new();
    for (key, given) in section(root, "objects")? {
        objects.push((key.clone(), names(given, &format!("objects.{key}"))?));
    }
    Ok(objects)
}
