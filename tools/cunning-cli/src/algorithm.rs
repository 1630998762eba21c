//! Search algorithms on the command line: help texts, weights and errors for every command that takes one.

use clap::builder::{PossibleValue, PossibleValuesParser};
use cunning_search::{AlgorithmError, AlgorithmInfo, Parameter, Weight};

use crate::failure::Failure;
use crate::real_time::unknown;

/// Parses the names and aliases of algorithms, and lists them in the help text.
pub(crate) fn names(infos: impl Iterator<Item = &'static AlgorithmInfo>) -> PossibleValuesParser {
    let value = |info: &'static AlgorithmInfo| {
        PossibleValue::new(info.name).aliases(info.aliases).help(description(info))
    };
    infos.map(value).collect::<Vec<_>>().into()
}

/// The algorithm's title and summary, with options in place of parameters.
pub(crate) fn description(info: &AlgorithmInfo) -> String {
    let mut text = format!("{}: {}", info.title, info.summary);
    for parameter in [Parameter::Weight, Parameter::W1, Parameter::W2, Parameter::Epsilon] {
        text = text.replace(&format!("`{}`", parameter.name()), &format!("--{}", parameter.name()));
    }
    text
}

/// A weight given as an option.
pub(crate) fn weight(given: Option<f64>) -> Result<Option<Weight>, Failure> {
    given.map(Weight::new).transpose().map_err(|error| Failure::input("cli/weight", error))
}

/// Reports a name or a parameter that is not accepted; `known` are the accepted names.
pub(crate) fn failure(error: AlgorithmError, known: impl Iterator<Item = &'static str> + Clone) -> Failure {
    match error {
        AlgorithmError::UnknownName(name) => unknown("algorithm", &name, known),
        AlgorithmError::UnusedParameter { algorithm, parameter } => {
            unused_option(&format!("--{}", parameter.name()), algorithm)
        }
    }
}

/// Reports an option that the algorithm does not take. Ignoring it would hide a misunderstanding.
pub(crate) fn unused_option(option: &str, algorithm: &str) -> Failure {
    Failure::input("cli/unused-option", format!("{option} does not apply to {algorithm}"))
}
