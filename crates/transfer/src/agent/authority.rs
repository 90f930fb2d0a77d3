//! Who may ask an agent for what: the authority queues, on which nothing is ever put. A user may do something when it may open one of them
//! in a certain way. Who asks is the `UserIdentifier` of its message, which the queue manager vouches for, never what a document says.

use super::queues::{Queues, field};
use super::settings::AgentSettings;
use super::telling::Log;
use crate::generated::notices::{BFGAU9500, BFGAU9501};
use crate::names::AgentQueue;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::generated::constants::{MQOO_BROWSE, MQOO_INQUIRE, MQOO_OUTPUT};
use ferromq_mqi::session::{Connected, MqError};
use std::collections::BTreeMap;

/// What was found out counts for so long.
const KNOWN_MS: u64 = 10_000;
/// Most of it is kept in mind.
const KNOWN_MAX: usize = 1_000;

/// Something that not everybody may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Right {
    /// Start and cancel transfers of this agent as source, and have it run programs.
    Send,
    /// Have files written here, and cancel that.
    Receive,
    /// Another agent: send files to this one.
    OfferFiles,
    /// Another agent: be sent files by this one.
    TakeFiles,
    /// Have monitors, and change one's own.
    Monitor,
    /// Have schedules, and change one's own.
    Schedule,
    /// Change monitors and schedules of others.
    Operate,
    /// Stop the agent.
    Administer,
}

impl Right {
    /// The queue, and how it is opened.
    fn queue(self) -> (AgentQueue, i32) {
        match self {
            Self::Send => (AgentQueue::AuthorityTransfer, MQOO_BROWSE),
            Self::Receive => (AgentQueue::AuthorityTransfer, MQOO_OUTPUT),
            Self::OfferFiles => (AgentQueue::AuthorityAgent, MQOO_BROWSE),
            Self::TakeFiles => (AgentQueue::AuthorityAgent, MQOO_OUTPUT),
            Self::Monitor => (AgentQueue::AuthorityMonitor, MQOO_BROWSE),
            Self::Schedule => (AgentQueue::AuthoritySchedule, MQOO_BROWSE),
            Self::Operate => (AgentQueue::AuthorityOperations, MQOO_BROWSE),
            Self::Administer => (AgentQueue::AuthorityAdministration, MQOO_BROWSE),
        }
    }

    /// What it is, as a refusal says it.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Send => "start or cancel transfers from this agent (browse AUTHTRN1)",
            Self::Receive => "start or cancel transfers to this agent (put AUTHTRN1)",
            Self::OfferFiles => "send files to this agent (browse AUTHAGT1)",
            Self::TakeFiles => "receive files from this agent (put AUTHAGT1)",
            Self::Monitor => "have monitors at this agent (browse AUTHMON1)",
            Self::Schedule => "have schedules at this agent (browse AUTHSCH1)",
            Self::Operate => {
                "change monitors and schedules of others at this agent (browse AUTHOPS1)"
            }
            Self::Administer => "stop this agent (browse AUTHADM1)",
        }
    }
}

/// What was found out lately.
#[derive(Debug, Default)]
pub(super) struct Authorities {
    /// Whether a user may, and until when that counts.
    known: BTreeMap<(Right, String), (bool, u64)>,
}

impl Authorities {
    /// What was found out is asked anew.
    pub(super) fn forget(&mut self) {
        self.known.clear();
    }

    /// Whether a user may do something, where that is asked.
    ///
    /// # Errors
    /// The failed verb, but for one that says that the user may not.
    pub(super) fn may<C: Connected>(
        &mut self,
        (settings, queues): (&AgentSettings, &mut Queues<C>),
        user: &str,
        right: Right,
        now_ms: u64,
    ) -> Result<bool, MqError> {
        if !settings.authority_checking {
            return Ok(true);
        }
        self.look_up(queues, user, right, now_ms)
    }

    /// Whether what an agent says may count: it does when nobody is asked for anything, and whoever says it may be an agent this one
    /// transfers with. With sandboxes of users it names the user, so it is asked for its authority then, too, unless it is of this agent's
    /// own user.
    pub(super) fn is_agent<C: Connected>(
        &mut self,
        (settings, queues): (&AgentSettings, &mut Queues<C>),
        message: &GetReply,
        right: Right,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<bool, MqError> {
        let user = field(&message.descriptor.user_identifier);
        let names_users = right == Right::OfferFiles && settings.sandboxes.is_by_user();
        let is_asked = settings.authority_checking || (names_users && user != queues.own_user());
        if !is_asked || self.look_up(queues, &user, right, now_ms)? {
            return Ok(true);
        }
        log(&BFGAU9500.line(&[&user, &right.text()]));
        Ok(false)
    }

    fn look_up<C: Connected>(
        &mut self,
        queues: &mut Queues<C>,
        user: &str,
        right: Right,
        now_ms: u64,
    ) -> Result<bool, MqError> {
        let key = (right, user.to_owned());
        if let Some((may, until_ms)) = self.known.get(&key)
            && now_ms < *until_ms
        {
            return Ok(*may);
        }
        // Messages without a user are nobody's.
        if user.is_empty() {
            return Ok(false);
        }
        let (queue, access) = right.queue();
        let may = queues.lets(user, queue, access | MQOO_INQUIRE)?;
        if self.known.len() >= KNOWN_MAX {
            self.known.clear();
        }
        self.known
            .insert(key, (may, now_ms.saturating_add(KNOWN_MS)));
        Ok(may)
    }
}

/// A refusal in words.
pub(super) fn not_authorized(user: &str, right: Right) -> String {
    BFGAU9501.line(&[&user, &right.text()])
}
