//! The planning question that `cunning plan` and `cunning explain` share: a goal of a domain file, and the changes to
//! the start under which it is asked.

use std::path::PathBuf;

use cunning_mind::debug::{Question, WhatIf};

use crate::domain::DomainFile;
use crate::failure::Failure;

#[derive(clap::Args)]
pub(crate) struct QuestionArguments {
    /// The domain file (`-` reads standard input)
    file: PathBuf,
    /// The goal, with parameters bound as in `kill(f=orc)`; an unbound parameter takes the cheapest object
    #[arg(long, value_name = "GOAL")]
    pub(crate) goal: String,
    /// Plan for an archetype, with its actions, cost factors and traits (a range of a trait counts as its middle)
    #[arg(long, value_name = "ARCHETYPE")]
    agent: Option<String>,
    /// The objects of an open type, in place of those in the file
    #[arg(long, value_name = "TYPE=NAMES")]
    objects: Vec<String>,
    /// Value of a fact at the start, in place of that in the file
    #[arg(long, value_name = "FACT=VALUE")]
    set: Vec<String>,
    /// Answer to a check [default: yes]
    #[arg(long, value_name = "NAME=yes|no")]
    check: Vec<String>,
}

impl QuestionArguments {
    /// Reads the domain file and applies the arguments to it.
    pub(crate) fn what_if(&self) -> Result<WhatIf, Failure> {
        DomainFile::open(&self.file)?.what_if(Question {
            goal: &self.goal,
            agent: self.agent.as_deref(),
            objects: &self.objects,
            set: &self.set,
            checks: &self.check,
            ..Question::default()
        })
    }
}
