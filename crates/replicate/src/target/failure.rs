//! Why something asked of the target was not done, and whether it may be asked again.

use super::{is_of_server, passes};
use crate::apply::engine::Refusal;
use crate::apply::spill::{NotPut, Spilled, Unusable};
use crate::message::Problem;
use crate::trouble::Trouble;
use ferromq_postgres::Error;

/// Why a group was not executed.
pub(crate) enum Failure {
    /// The session is gone, or the server is not well.
    Lost(Error),
    /// Something else is not well: the queue manager.
    Away(Trouble),
    /// A spill queue is of no use any more; what is for others.
    Unusable(Unusable, Vec<Spilled>),
    /// The group cannot be applied, or not now.
    Refused(Refusal),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match is_of_server(&error) {
            true => Self::Lost(error),
            false => Self::Refused(Refusal {
                passes: passes(&error),
                ends_program: false,
                text: error.to_string(),
            }),
        }
    }
}

impl From<NotPut> for Failure {
    fn from(not_put: NotPut) -> Self {
        match not_put {
            NotPut::Away(trouble) => Self::Away(trouble),
            NotPut::Unusable(problem, others) => Self::Unusable(problem, others),
        }
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::refused(problem.to_string())
    }
}

impl Failure {
    pub(super) fn refused(text: impl Into<String>) -> Self {
        Self::Refused(Refusal {
            passes: false,
            ends_program: false,
            text: text.into(),
        })
    }
}
