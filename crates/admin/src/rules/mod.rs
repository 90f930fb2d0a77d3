//! Channel authentication records as commands: SET CHLAUTH and DISPLAY CHLAUTH.

mod execute;
mod parse;
mod text;

use execute::execute;
pub(crate) use parse::{display, set};
pub(crate) use text::rule_text;

use crate::display::query::Query;
use ferromq_mqi::attribute::{Attr, Value};
use ferromq_qmgr::RuleAction;

/// A command about channel authentication records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RuleCommand {
    Set {
        changes: Vec<(Attr, Value)>,
        action: RuleAction,
    },
    Display(RuleQuery),
}

/// Which records DISPLAY CHLAUTH shows (`MATCH`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Match {
    /// Those whose channels are written just so.
    Exact,
    /// Those whose channels fit the generic name.
    Generic,
    /// Those that some channel of the generic name fits.
    All,
    /// The ones a partner would meet.
    RunCheck,
}

/// What DISPLAY CHLAUTH asks for. Texts are blank if they were not given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RuleQuery {
    pub(crate) profile: String,
    /// `TYPE`, unless it is `ALL`.
    pub(crate) kind: Option<i32>,
    pub(crate) matching: Match,
    pub(crate) address: String,
    pub(crate) client_user: String,
    pub(crate) queue_manager: String,
    pub(crate) peer: String,
    pub(crate) issuer: String,
    pub(crate) query: Query,
}
