//! Receivers that are made when somebody calls them: `CHAD(ENABLED)`.

use crate::tcp::agents::Making;
use crate::tcp::channel_events::Subject;
use crate::tcp::edge::Edge;
use ferromq_base::calendar::UtcMoment;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{
    MQCHAD_ENABLED, MQCHT_RECEIVER, MQIACF_ERROR_IDENTIFIER, MQIACH_CHANNEL_TYPE,
};
use ferromq_mqi::generated::notices::{AMQ9401, AMQ9402};
use ferromq_mqi::{ObjectName, Reason};
use ferromq_qmgr::{Notice, ObjectError, Observed};

/// What others are made like.
const MODEL: &str = "SYSTEM.AUTO.RECEIVER";
/// Bytes of a description.
const DESCRIPTION_MAX: usize = 64;

impl Edge {
    /// What a channel of this name would be made like; `None` where none is made, or it is there.
    pub(crate) fn model_receiver(&self, channel: &str) -> Option<Definition> {
        if self.engine().q_mgr_int(Attr::Chad) != MQCHAD_ENABLED {
            return None;
        }
        let name = ObjectName::parse(channel).ok()?;
        let is_there = self.message_definition(channel).is_some()
            || self.definition(channel).is_some()
            || name.as_str().len() > ObjectKind::Receiver.name_bytes_max();
        let model = ObjectName::truncated(MODEL);
        let model = || self.engine().definition(ObjectKind::Receiver, &model);
        (!is_there).then(model).flatten()
    }

    /// Makes a receiver, durable on return. By a thread that may wait.
    pub(crate) fn make_receiver(&self, making: &Making) {
        let (channel, partner) = (&making.channel, &making.partner);
        // Two may have called at once.
        if let Some(model) = self.model_receiver(channel) {
            match self.receiver_like(&model, making) {
                Ok(()) => {
                    self.observe_made(making, None);
                    self.notice(Notice::of(&AMQ9401, &[channel, partner, &MODEL]));
                }
                Err(why) => {
                    self.observe_made(making, Some(why.reason()));
                    self.notice(Notice::of(&AMQ9402, &[channel, partner, &why]));
                }
            }
        }
        making.waker.wake_by_ref();
    }

    fn observe_made(&self, making: &Making, failed: Option<Reason>) {
        let what = match failed {
            None => Observed::ChannelDefined,
            Some(_) => Observed::ChannelNotDefined,
        };
        let subject = Subject {
            channel: &making.channel,
            connection: &making.address,
            ..Subject::default()
        };
        self.observe_channel(what, subject, |details| {
            let details = details.int(MQIACH_CHANNEL_TYPE, MQCHT_RECEIVER);
            match failed {
                None => details,
                Some(reason) => details.int(MQIACF_ERROR_IDENTIFIER, reason.0),
            }
        });
    }

    fn receiver_like(&self, model: &Definition, making: &Making) -> Result<(), ObjectError> {
        // An exit may refuse a definition, or change it. There are none, and nobody is let in whom one would have kept out.
        if !self
            .engine()
            .q_mgr_definition()
            .text(Attr::Chadexit)
            .is_empty()
        {
            return Err(ObjectError::Conflict(
                "CHADEXIT of the queue manager names an exit, and exits are not run",
            ));
        }
        let name = ObjectName::truncated(&making.channel);
        let mut definition = Definition::like(model, name);
        let at = UtcMoment::at(self.engine().wall_us());
        let mut description = format!(
            "{} {} {:04}-{:02}-{:02} {:02}.{:02}.{:02}",
            model.text(Attr::Descr).trim_end(),
            making.q_mgr,
            at.year,
            at.month,
            at.day,
            at.hour,
            at.minute,
            at.second
        );
        description.truncate(description.floor_char_boundary(DESCRIPTION_MAX));
        let wrap = i32::try_from(making.wrap).unwrap_or(i32::MAX);
        for (attr, value) in [
            (Attr::Descr, Value::Text(description)),
            (Attr::Seqwrap, Value::Int(wrap)),
        ] {
            let set = definition.set(attr, value);
            set.map_err(ObjectError::Attribute)?;
        }
        self.engine().define(definition, false).map(drop)
    }
}
