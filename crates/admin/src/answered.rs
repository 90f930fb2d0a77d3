//! How an order of our own commands went.

use crate::reply::Reply;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::local::LocalAnswer;
use ferromq_mqi::notice::Notice;
use std::fmt::Display;

/// The answer to an order.
pub(crate) enum Answered {
    /// Text, which is made while it is asked for.
    Dump(Reply),
    /// Answers, and how it ended.
    With(Vec<LocalAnswer>, CommandOutcome),
}

impl Answered {
    pub(crate) fn done(answers: Vec<LocalAnswer>) -> Self {
        Self::With(answers, CommandOutcome::Done)
    }

    /// It was not done, for the reason the notice gives.
    pub(crate) fn failed(notice: &'static Notice, values: &[&dyn Display]) -> Self {
        let answers = vec![LocalAnswer::notice(notice, values)];
        Self::With(answers, CommandOutcome::Failed)
    }
}
