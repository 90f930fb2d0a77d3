//! What a rule does with a message.

use crate::letter::{DeadLetter, Placed};
use crate::pattern::Pattern;
use bytes::Bytes;
use ferromq_mqi::name::ObjectName;

/// A queue or a queue manager to forward to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForwardTo {
    /// This one; a blank queue manager is the local one.
    Named(ObjectName),
    /// `&DESTQ`, `&DESTQM`: what the dead-letter header says.
    Destination,
    /// `&REPLYQ`, `&REPLYQM`: what the descriptor says.
    ReplyTo,
}

/// `ACTION`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The message is thrown away.
    Discard,
    /// It stays.
    Ignore,
    /// It is put where it was for, without the header.
    Retry,
    /// It is put elsewhere.
    Forward {
        /// `FWDQ`.
        queue: ForwardTo,
        /// `FWDQM`.
        q_mgr: ForwardTo,
        /// `HEADER(YES)`: with the header.
        with_header: bool,
    },
}

impl Action {
    /// As a rule says it.
    #[must_use]
    pub fn keyword(&self) -> &'static str {
        match self {
            Self::Discard => "DISCARD",
            Self::Ignore => "IGNORE",
            Self::Retry => "RETRY",
            Self::Forward { .. } => "FWD",
        }
    }

    /// The message this makes of a dead letter, with all its data. `None` where it makes none, or where the queue would have a
    /// blank name.
    #[must_use]
    pub fn placed(&self, letter: &DeadLetter, data: &Bytes) -> Option<Placed> {
        let destination = (letter.dest_q(), letter.dest_q_mgr());
        let (to, with_header) = match *self {
            Self::Discard | Self::Ignore => return None,
            Self::Retry => (destination, false),
            Self::Forward {
                queue,
                q_mgr,
                with_header,
            } => {
                let replies = letter.descriptor.reply_target();
                let name = |to, destination, replies| match to {
                    ForwardTo::Named(name) => name,
                    ForwardTo::Destination => destination,
                    ForwardTo::ReplyTo => replies,
                };
                let q_name = name(queue, destination.0, replies.object_name);
                let q_mgr_name = name(q_mgr, destination.1, replies.object_q_mgr_name);
                ((q_name, q_mgr_name), with_header)
            }
        };
        (!to.0.is_blank()).then(|| letter.placed(to, data, with_header))
    }
}

/// A rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Which messages it is for.
    pub pattern: Pattern,
    /// What it does with them.
    pub action: Action,
    /// `PUTAUT(CTX)`: with the authority of the user in the message's context, and not of the handler.
    pub by_context: bool,
    /// `RETRY`: how often it is tried.
    pub attempts: u32,
    /// Line of the text it begins in, from 1.
    pub line: u32,
}
