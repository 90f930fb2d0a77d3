//! Scripts that set replication up, in the words of `asnclp`: read as a whole, and turned into SQL for the two servers.
//!
//! Nothing is carried out here. A word that is not known is an error with its place and what was expected.

mod lacking;
mod statements;
mod words;

pub use lacking::lacking;
pub use statements::read;
#[cfg(test)]
mod tests;

/// Which database a statement is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Server {
    /// The source.
    Capture,
    /// The target.
    Target,
}

/// SQL for a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Line of the statement it is for.
    pub line: usize,
    /// Which server.
    pub server: Server,
    /// What it does there.
    pub sql: String,
}

/// Tables of a subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscribed {
    /// Line of its statement.
    pub line: usize,
    /// Its name.
    pub name: String,
    /// Schema and name at the source.
    pub source: (String, String),
    /// And at the target.
    pub target: (String, String),
}

/// What a script says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// How the source is reached.
    pub capture: Option<String>,
    /// How the target is reached.
    pub target: Option<String>,
    /// What is done, in order.
    pub steps: Vec<Step>,
    /// Subscriptions it makes.
    pub subscribed: Vec<Subscribed>,
    /// Only shown: `SET RUN SCRIPT LATER`.
    pub later: bool,
}

/// What is wrong with a script, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong, and what was expected.
    pub problem: String,
}

/// Bytes of a script, at most.
pub const SCRIPT_BYTES_MAX: usize = 4 << 20;
