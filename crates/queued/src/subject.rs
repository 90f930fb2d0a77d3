//! What a command is about: whose it is, which topics it means, and which subscriber.

use crate::interface::{CONTROL_QUEUE, QueuedInterface, Work, names};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::hex::hex;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::ObjectDescriptor;
use ferromq_mqi::queued::{Choice, Command, Form, Name, Refusal, Verb};
use ferromq_mqi::session::Connected;
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};

/// The stream whose topics are topics as they stand.
pub(crate) const DEFAULT_STREAM: &str = "SYSTEM.BROKER.DEFAULT.STREAM";
/// The subscription point that is none.
const DEFAULT_SUBPOINT: &str = "SYSTEM.BROKER.DEFAULT.SUBPOINT";
/// The namelist of the others.
const SUBPOINTS: &str = "SYSTEM.QPUBSUB.SUBPOINT.NAMELIST";

/// A command's circumstances.
#[derive(Debug)]
pub(crate) struct Subject {
    pub(crate) form: Form,
    /// Whose authority counts.
    pub(crate) user: FixedText<12>,
    /// The topic object its topics are below; blank for none.
    pub(crate) root: ObjectName,
    /// The stream or subscription point.
    pub(crate) stream: ObjectName,
    pub(crate) descriptor: MsgDescriptor,
    q_mgr: ObjectName,
}

/// A subscriber.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) q_mgr: ObjectName,
    pub(crate) queue: ObjectName,
    pub(crate) correl_id: Option<[u8; 24]>,
}

impl Subject {
    /// How its topics have wildcards: `MQWS_*`.
    pub(crate) fn scheme(&self) -> i32 {
        match self.form {
            Form::NameValue => MQWS_CHAR,
            Form::Folder => MQWS_TOPIC,
        }
    }

    /// A topic, to be opened for the user.
    pub(crate) fn topic(&self, topic: &str) -> ObjectDescriptor {
        ObjectDescriptor {
            object_type: MQOT_TOPIC,
            object_name: self.root,
            object_string: topic.to_owned(),
            alternate_user_id: self.user,
            ..ObjectDescriptor::default()
        }
    }

    /// The identity a command gives, or its descriptor.
    pub(crate) fn identity(&self, command: &Command) -> Result<Identity, Refusal> {
        let given = |name, field: &[u8; 48], reason| match command.get(name) {
            Some(text) => {
                ObjectName::parse(text).map_err(|_| Refusal::new(reason).with(name, text))
            }
            None => Ok(ObjectName::from_field(field)),
        };
        let descriptor = &self.descriptor;
        let queue = given(Name::Queue, &descriptor.reply_to_q, MQRCCF_Q_NAME_ERROR)?;
        if queue.is_blank() {
            return Err(Refusal::new(MQRCCF_Q_NAME_ERROR));
        }
        let reply_to_q_mgr = &descriptor.reply_to_q_mgr;
        let q_mgr = given(Name::QMgr, reply_to_q_mgr, MQRCCF_Q_MGR_NAME_ERROR)?;
        let correl_id = match command.has(Choice::CorrelAsId) {
            true if descriptor.correl_id == MQCI_NONE => {
                return Err(Refusal::new(MQRCCF_CORREL_ID_ERROR));
            }
            with => with.then_some(descriptor.correl_id),
        };
        Ok(Identity {
            q_mgr: if q_mgr.is_blank() { self.q_mgr } else { q_mgr },
            queue,
            correl_id,
        })
    }

    /// What the names of the subscriptions of an identity begin with.
    pub(crate) fn prefix(&self, identity: &Identity) -> String {
        let correl_id = identity.correl_id.map(|id| hex(&id)).unwrap_or_default();
        let Identity { q_mgr, queue, .. } = identity;
        format!("{}:{q_mgr}:{queue}:{correl_id}:", self.stream)
    }

    /// What a verb's failure answers.
    pub(crate) fn refusal(&self, reason: Reason) -> Refusal {
        let told = match reason {
            Reason::NOT_AUTHORIZED => {
                return Refusal::new(MQRCCF_NOT_AUTHORIZED).with(Name::ErrorId, reason.0);
            }
            Reason::UNKNOWN_OBJECT_NAME => {
                return Refusal::new(MQRCCF_UNKNOWN_STREAM).with(Name::Stream, self.stream);
            }
            Reason::TOPIC_STRING_ERROR | Reason::OBJECT_STRING_ERROR => MQRCCF_TOPIC_ERROR,
            Reason::IDENTITY_MISMATCH => MQRCCF_DUPLICATE_IDENTITY,
            Reason::SUBSCRIPTION_IN_USE => MQRCCF_SUBSCRIPTION_IN_USE,
            Reason::SUB_NAME_ERROR => MQRCCF_SUB_NAME_ERROR,
            Reason::SELECTOR_SYNTAX_ERROR | Reason::SELECTION_STRING_ERROR => MQRCCF_FILTER_ERROR,
            Reason::NO_RETAINED_MSG => MQRCCF_NO_RETAINED_MSG,
            Reason::NO_SUBSCRIPTION => MQRCCF_NOT_REGISTERED,
            other => other.0,
        };
        Refusal::new(told)
    }
}

impl<C: Connected> QueuedInterface<C> {
    /// Finds out what a command is about.
    ///
    /// # Errors
    /// It came to the wrong queue, or names what is not there.
    pub(crate) fn subject(
        &self,
        work: &Work,
        form: Form,
        command: &Command,
    ) -> Result<Subject, Refusal> {
        let on_control = work.queue.as_str() == CONTROL_QUEUE;
        let for_stream = matches!(command.verb, Verb::Publish | Verb::DeletePublication);
        if form == Form::NameValue && on_control == for_stream {
            return Err(Refusal::new(MQRCCF_INCORRECT_Q));
        }
        let of_queue = match on_control {
            true => ObjectName::truncated(DEFAULT_STREAM),
            false => work.queue,
        };
        let stream = match command.get(Name::Stream) {
            None => of_queue,
            Some(text) => {
                let wrong = |reason| Refusal::new(reason).with(Name::Stream, text);
                let named = ObjectName::parse(text).map_err(|_| wrong(MQRCCF_STREAM_ERROR))?;
                if !on_control && named != work.queue {
                    return Err(wrong(MQRCCF_INCORRECT_STREAM));
                }
                if !self.streams().contains(&named) {
                    return Err(wrong(MQRCCF_UNKNOWN_STREAM));
                }
                named
            }
        };
        let point = self.sub_point(command)?;
        let root = match stream.as_str() {
            DEFAULT_STREAM => ObjectName::BLANK,
            _ => stream,
        };
        let descriptor = work.message.descriptor.clone();
        Ok(Subject {
            form,
            user: FixedText::from_field(&descriptor.user_identifier),
            root: point.unwrap_or(root),
            stream: point.unwrap_or(stream),
            descriptor,
            q_mgr: self.queue_manager.name(),
        })
    }

    fn sub_point(&self, command: &Command) -> Result<Option<ObjectName>, Refusal> {
        let Some(text) = command.get(Name::SubPoint) else {
            return Ok(None);
        };
        if text.is_empty() || text == DEFAULT_SUBPOINT {
            return Ok(None);
        }
        let named = ObjectName::parse(text).ok();
        let known = named.filter(|name| names(&self.queue_manager, SUBPOINTS).contains(name));
        known.map(Some).ok_or_else(|| {
            let wrong = Refusal::new(MQRC_RFH_PARM_ERROR);
            wrong.with(Name::SubPoint, text)
        })
    }
}
