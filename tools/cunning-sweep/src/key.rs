//! Keys: what a parameter or a setting changes.
//!
//! | key | meaning |
//! |---|---|
//! | `ticks` | an option of the run |
//! | `set:gold` | the initial value of a fact |
//! | `check:tavern_open` | the answer to a check |
//! | `scene:weapon.rifle.damage`, `infantry.toml:goal.hunt.relevance` | a key of the scene or of a file, by its dotted path |
//! | `file:infantry.toml` | a file that is read instead of the named one |

use std::fmt;
use std::path::Path;

use serde_json::Value;

/// What a setting changes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// An option of the run.
    Option(String),
    /// The initial value of a fact.
    Set(String),
    /// The answer to a check.
    Check(String),
    /// A file that is read instead of the named one.
    Replace(String),
    /// A key of a TOML file, by its dotted path.
    Edit {
        /// The file, as the run names it; `scene` and `domain` are the run's own file.
        file: String,
        /// The dotted path.
        path: String,
    },
}

impl Key {
    /// Reads a key. The error says what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let (prefix, rest) = match text.split_once(':') {
            None => {
                return if text.is_empty() {
                    Err("a key is empty".into())
                } else {
                    Ok(Self::Option(text.into()))
                };
            }
            Some((prefix, rest)) => (prefix.trim(), rest.trim()),
        };
        if prefix.is_empty() || rest.is_empty() {
            return Err(format!("`{text}`: expected `FILE:PATH`, `set:FACT`, `check:NAME` or `file:NAME`"));
        }
        Ok(match prefix {
            "set" => Self::Set(rest.into()),
            "check" => Self::Check(rest.into()),
            "file" => Self::Replace(rest.into()),
            file => Self::Edit { file: file.into(), path: rest.into() },
        })
    }

    /// Whether a value of this key may change which files are read.
    pub(crate) fn is_structural(&self, value: &Value) -> bool {
        match self {
            Self::Replace(_) => true,
            Self::Option(name) => ["scene", "map", "plan", "lab"].contains(&name.as_str()),
            Self::Edit { .. } => {
                let extension = value.as_str().and_then(|text| Path::new(text).extension());
                extension.is_some_and(|extension| extension == "toml")
            }
            Self::Set(_) | Self::Check(_) => false,
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Option(name) => write!(f, "{name}"),
            Self::Set(fact) => write!(f, "set:{fact}"),
            Self::Check(name) => write!(f, "check:{name}"),
            Self::Replace(file) => write!(f, "file:{file}"),
            Self::Edit { file, path } => write!(f, "{file}:{path}"),
        }
    }
}

/// A value as it appears in tables: texts without quotes.
pub(crate) fn show(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_and_shown() {
        for text in ["ticks", "set:gold", "check:open", "file:a.toml", "scene:weapon.rifle.damage"] {
            assert_eq!(Key::parse(text).unwrap().to_string(), text);
        }
        assert!(Key::parse("scene:").unwrap_err().contains("FILE:PATH"));
        assert!(Key::parse(" ").is_err());
    }
}
