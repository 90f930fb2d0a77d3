//! What of an agent its schedules and its monitors work with. It is lent to them for a call.

use super::files::{Files, Party};
use super::observer::Observing;
use super::queues::Queues;
use super::refusal::Refusal;
use super::sandbox::Access;
use super::settings::AgentSettings;
use super::source::Source;
use super::telling::Log;
use crate::audit::{Action, AgentRole, Transaction};
use crate::code::ResultCode;
use crate::control::Status;
use crate::party::{Originator, ReplyTo, TransferId};
use crate::schedule::Moment;
use ferromq_mqi::session::{Connected, MqError};
use std::collections::BTreeMap;

/// Who put the request that is worked on, and when that began.
#[derive(Clone, Debug, Default)]
pub(super) struct Asking {
    pub(super) user: String,
    pub(super) now_ms: u64,
}

/// See the module.
pub(super) struct Context<'a, C, F: Files> {
    pub(super) settings: &'a AgentSettings,
    pub(super) queues: &'a mut Queues<C>,
    pub(super) files: &'a mut F,
    pub(super) observing: &'a Observing,
    /// The transfers it is the source of.
    pub(super) sources: &'a BTreeMap<TransferId, Source<F::Reader>>,
    pub(super) asking: &'a Asking,
}

impl<C: Connected, F: Files> Context<'_, C, F> {
    /// Files as far as a user may read them.
    pub(super) fn files_of(&self, user: &str) -> F {
        let sandbox = self.settings.sandboxes.of(user, Access::Read);
        self.files.within(&sandbox, Party::Agent, user)
    }

    /// Answers that a request is not taken. Commits.
    pub(super) fn refuse(
        &mut self,
        id: TransferId,
        reply: Option<&ReplyTo>,
        refusal: Refusal,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        log(&format!(
            "{} Request {id} is refused with code {}.",
            refusal.text,
            refusal.code.number()
        ));
        self.publish_refused(id, refusal.code, &refusal.text, log)?;
        self.queues
            .reply(id, reply, refusal.code.number(), &[&refusal.text], log)?;
        self.queues.commit()
    }

    /// Tells that a request was refused, in the unit of work.
    fn publish_refused(
        &mut self,
        id: TransferId,
        code: ResultCode,
        text: &str,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let Asking { user, now_ms } = self.asking.clone();
        let refused = Transaction {
            id,
            role: Some(AgentRole::Source),
            action: match code {
                ResultCode::NotAuthorized => Action::NotAuthorized,
                ResultCode::Malformed => Action::Malformed,
                _ => Action::Completed,
            },
            time: Moment::at_ms(now_ms),
            source_agent: Some(self.settings.logged_agent()),
            destination_agent: None,
            call_agent: None,
            originator: Some(Originator {
                host_name: String::new(),
                user_id: user.clone(),
                mqmd_user_id: Some(user),
            }),
            status: Some(Status {
                result_code: code.number(),
                supplements: vec![text.to_owned()],
            }),
            set: None,
            job: None,
            schedule_id: None,
            statistics: None,
        };
        let topic = self.settings.log_topic(id);
        self.queues.tell(&topic, false, &refused.to_xml(), log)
    }
}
