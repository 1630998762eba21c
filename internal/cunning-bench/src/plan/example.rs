//! An example domain of the project as a problem: its text, its tables, and the queries for a model of it.

use cunning_diag::Source;
use cunning_oracle::OracleQuery;
use cunning_plan::model::PlanningDomain;

use super::model::Model;

/// An example domain.
pub(crate) struct Example {
    pub(crate) text: String,
    domain: PlanningDomain,
}

impl Example {
    /// Reads an example domain by name. Returns none, with a note on standard error, if the file is missing.
    pub(crate) fn read(name: &str) -> Result<Option<Self>, String> {
        let path = format!("{}/../../domains/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let Ok(text) = std::fs::read_to_string(&path) else {
            eprintln!("domains/{name}.toml not found: skipping its problems");
            return Ok(None);
        };
        let domain = cunning_plan::read(&Source::new(path, text.as_str()));
        let domain = domain.map_err(|found| found.render(cunning_diag::Style::Plain))?;
        Ok(Some(Self { text, domain }))
    }

    /// Returns a number of a table, in millionths.
    pub(crate) fn signed(&self, table: &str, key: &[&str]) -> Result<i64, String> {
        let (_, table) = self
            .domain
            .tables()
            .iter()
            .find(|(_, candidate)| candidate.name == table)
            .ok_or_else(|| format!("no table `{table}`"))?;
        let is_it = |listed: &[cunning_plan::model::ObjectName]| {
            listed.iter().map(|object| self.domain.object_name(object)).eq(key.iter().copied())
        };
        let listed = table.values.iter().find(|listed| is_it(&listed.key));
        Ok(listed.map_or(table.default, |listed| listed.value).get())
    }

    /// Returns a non-negative number of a table, in millionths.
    pub(crate) fn micros(&self, table: &str, key: &[&str]) -> Result<u64, String> {
        u64::try_from(self.signed(table, key)?).map_err(|_| format!("{table}{key:?} is negative"))
    }

    /// Returns an integer of a table.
    pub(crate) fn whole(&self, table: &str, key: &[&str]) -> Result<u64, String> {
        Ok(self.micros(table, key)? / 1_000_000)
    }
}

/// Returns the query for each start of the model, with the facts set in which starts differ from each other
/// or from the domain's own start. `keys` maps their names in the model to those in the domain.
pub(crate) fn queries(asked: &OracleQuery, model: &Model, keys: &[(String, String)]) -> Vec<OracleQuery> {
    let query = |start: &Vec<i64>| {
        let mut query = asked.clone();
        for (fact, &value) in model.facts.iter().zip(start) {
            let key = keys.iter().find(|(name, _)| *name == fact.name).map(|(_, key)| key.clone());
            query.set.extend(key.map(|key| (key, fact.kind.value(value))));
        }
        query
    };
    model.starts.iter().map(query).collect()
}
