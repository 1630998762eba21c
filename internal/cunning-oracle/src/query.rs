//! Queries to a domain, and their answers.

/// A value of a fact as it is written: in `[start]`, or set by a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// The value of a bool.
    Bool(bool),
    /// The value of an int.
    Int(i64),
    /// The name of an object, or `none`.
    Name(String),
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::Name(value.to_owned())
    }
}

/// The game's answer to a check. A check without an answer is answered *yes*.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckAnswer {
    /// The name of the check.
    pub check: String,
    /// Only for this action; for all actions with the check when absent.
    pub action: Option<String>,
    /// Only when these parameters have these values; the others may have any.
    pub args: Vec<(String, String)>,
    /// The answer.
    pub yes: bool,
}

/// One planning problem over a domain. All of it is plain data; build it with the methods.
///
/// ```
/// use cunning_oracle::OracleQuery;
/// let query = OracleQuery::new("kill").bind("f", "orc").set("gold", 3).set("drunk", true);
/// assert_eq!(query.args, [("f".to_owned(), "orc".to_owned())]);
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OracleQuery {
    /// The goal's name.
    pub goal: String,
    /// Bound parameters of the goal: name and object (or number). The others mean *some* object.
    pub args: Vec<(String, String)>,
    /// Facts that differ from `[start]`, with the same keys; the last of equal keys wins.
    pub set: Vec<(String, Value)>,
    /// Table entries that differ from the domain: `price[bottle]` or `price` for a table without `of`.
    pub tables: Vec<(String, f64)>,
    /// The values of traits, without the prefix `trait.`; each one the domain reads is needed.
    pub traits: Vec<(String, f64)>,
    /// Answers to checks; the last one that fits a ground action counts.
    pub checks: Vec<CheckAnswer>,
    /// The objects bound to open types, in place of the whole `[objects]` of the domain.
    pub objects: Option<Vec<(String, Vec<String>)>>,
}

impl OracleQuery {
    /// Creates a query for a goal from the domain's own start.
    pub fn new(goal: &str) -> Self {
        Self { goal: goal.to_owned(), ..Self::default() }
    }

    /// Binds a parameter of the goal.
    #[must_use]
    pub fn bind(mut self, parameter: &str, object: &str) -> Self {
        self.args.push((parameter.to_owned(), object.to_owned()));
        self
    }

    /// Starts with another value of a fact.
    #[must_use]
    pub fn set(mut self, fact: &str, value: impl Into<Value>) -> Self {
        self.set.push((fact.to_owned(), value.into()));
        self
    }

    /// Overwrites a table entry.
    #[must_use]
    pub fn table(mut self, entry: &str, value: f64) -> Self {
        self.tables.push((entry.to_owned(), value));
        self
    }

    /// Sets the value of a trait.
    #[must_use]
    pub fn with_trait(mut self, name: &str, value: f64) -> Self {
        self.traits.push((name.to_owned(), value));
        self
    }

    /// Answers a check for all ground actions that name it.
    #[must_use]
    pub fn answer(mut self, check: &str, yes: bool) -> Self {
        self.checks.push(CheckAnswer { check: check.to_owned(), action: None, args: Vec::new(), yes });
        self
    }

    /// Binds objects to an open type, replacing the domain's `[objects]` altogether.
    #[must_use]
    pub fn objects(mut self, of: &str, names: &[&str]) -> Self {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        self.objects.get_or_insert_default().push((of.to_owned(), names));
        self
    }
}

/// The limits of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Distinct states that may be stored, over all searches of one query.
    pub states_max: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { states_max: 1_000_000 }
    }
}

/// One atomic step of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The action's name.
    pub action: String,
    /// Every parameter with its object or number, in the action's order.
    pub args: Vec<(String, String)>,
}

impl Step {
    /// A step from plain text.
    pub fn new(action: &str, args: &[(&str, &str)]) -> Self {
        let args = args.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Self { action: action.to_owned(), args }
    }
}

/// The answer to a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// There is a plan. Without sub-goals it is a best one by (cost, steps).
    Solved {
        /// The sum of the costs of the steps, in millionths.
        cost_micros: u64,
        /// The number of steps.
        steps: usize,
        /// The steps.
        plan: Vec<Step>,
    },
    /// There is no plan: every reachable state was visited.
    Unsolvable,
    /// Nothing is known: the limit of states was reached, or a sub-goal was ruled out before the search ended.
    LimitExceeded,
}

/// A verdict with its cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The answer.
    pub verdict: Verdict,
    /// Distinct states stored, summed over all searches of the query.
    pub states: usize,
}
