//! Why an object changes: the command under way and who gave it, as events tell it.
//!
//! A command is carried out by one thread from its beginning to its end, and what it brings about is done within it. So it is known
//! to that thread ([`Cause::during`]), and nobody in between has to pass it on. What happens outside any command is the queue manager's own
//! doing.

use crate::deliver::event::{EventDetails, fixed_text};
use crate::objects::Objects;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::pcf::{Parameter, Value};
use std::cell::RefCell;

thread_local! {
    static UNDER_WAY: RefCell<Option<Cause>> = const { RefCell::new(None) };
}

/// Who caused something, and what the events about it have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// `MQEVO_*`.
    pub origin: i32,
    /// The user whose command it is.
    pub user: String,
    /// In the correlation identifier of the events about it; zero for none.
    pub token: [u8; 24],
    /// Of a command that came as a message (`MQEVO_MSG`).
    pub message: Option<MessageContext>,
    /// `CMDEV` asked for an event about the command when it began: the one that ends them is told of, too.
    pub is_told: bool,
}

/// The context of a message with a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageContext {
    /// `AccountingToken`
    pub accounting_token: [u8; 32],
    /// `ApplIdentityData`
    pub appl_identity: String,
    /// `PutApplType`
    pub appl_type: i32,
    /// `PutApplName`
    pub appl_name: String,
    /// `ApplOriginData`
    pub appl_origin: String,
}

impl Cause {
    /// The queue manager itself.
    #[must_use]
    pub fn internal() -> Self {
        Self::of(MQEVO_INTERNAL, "")
    }

    /// A user, by this way, without a command.
    #[must_use]
    pub fn of(origin: i32, user: &str) -> Self {
        Self {
            origin,
            user: user.to_owned(),
            token: MQCI_NONE,
            message: None,
            is_told: false,
        }
    }

    /// Does something of which this is the cause, on this thread.
    pub fn during<T>(cause: Self, act: impl FnOnce() -> T) -> T {
        /// Whoever was under way before goes on, however this ends.
        struct Before(Option<Cause>);
        impl Drop for Before {
            fn drop(&mut self) {
                UNDER_WAY.with(|under_way| *under_way.borrow_mut() = self.0.take());
            }
        }
        let before = UNDER_WAY.with(|under_way| under_way.borrow_mut().replace(cause));
        let _before = Before(before);
        act()
    }

    /// The command under way on this thread, or else the queue manager itself.
    #[must_use]
    pub fn under_way() -> Self {
        let known = UNDER_WAY.with(|under_way| under_way.borrow().clone());
        known.unwrap_or_else(Self::internal)
    }

    /// What event messages begin with that are about what somebody did.
    pub(crate) fn parameters(&self, objects: &Objects) -> Vec<Parameter> {
        let q_mgr = objects.name;
        let mut told = vec![
            fixed_text(MQCACF_EVENT_USER_ID, &self.user, MQ_USER_ID_LENGTH),
            Parameter::int(MQIACF_EVENT_ORIGIN, self.origin),
            fixed_text(MQCACF_EVENT_Q_MGR, q_mgr.as_str(), MQ_Q_MGR_NAME_LENGTH),
        ];
        let Some(message) = &self.message else {
            return told;
        };
        told.extend([
            Parameter {
                id: MQBACF_EVENT_ACCOUNTING_TOKEN,
                value: Value::Bytes(message.accounting_token.to_vec()),
            },
            fixed_text(
                MQCACF_EVENT_APPL_IDENTITY,
                &message.appl_identity,
                MQ_APPL_IDENTITY_DATA_LENGTH,
            ),
            Parameter::int(MQIACF_EVENT_APPL_TYPE, message.appl_type),
            fixed_text(
                MQCACF_EVENT_APPL_NAME,
                &message.appl_name,
                MQ_APPL_NAME_LENGTH,
            ),
            fixed_text(
                MQCACF_EVENT_APPL_ORIGIN,
                &message.appl_origin,
                MQ_APPL_ORIGIN_DATA_LENGTH,
            ),
        ]);
        told
    }

    /// An event message that is about it, and has no queue manager's name in front.
    pub(crate) fn details(&self, parameters: Vec<Parameter>) -> EventDetails {
        EventDetails::default()
            .naming_q_mgr()
            .belonging_to(self.token)
            .and(parameters)
    }
}
