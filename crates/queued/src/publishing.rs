//! `Publish` and `DeletePub`.

use crate::interface::{QueuedInterface, Work};
use crate::subject::Subject;
use crate::subscribing::gathered;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::PutOptions;
use ferromq_mqi::property::{Value, write_folder};
use ferromq_mqi::queued::{Answer, Choice, Command, DescribedData, Form, Name, Refusal};
use ferromq_mqi::session::Connected;
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::ObjectError;

impl<C: Connected> QueuedInterface<C> {
    pub(crate) fn publish(
        &mut self,
        subject: &Subject,
        command: &Command,
        data: &DescribedData,
        work: &Work,
    ) -> Answer {
        if command.has(Choice::CorrelAsId)
            && let Err(refusal) = subject.identity(command)
        {
            return refusal.into();
        }
        let data = with_sayings(subject.form, command, data);
        let came = &subject.descriptor;
        let descriptor = MsgDescriptor {
            version: MQMD_VERSION_2,
            format: data.format,
            coded_char_set_id: data.described.ccsid,
            encoding: data.described.encoding,
            persistence: came.persistence,
            priority: came.priority,
            expiry: came.expiry,
            ..MsgDescriptor::default()
        };
        let mut options = MQPMO_ALTERNATE_USER_AUTHORITY | MQPMO_FAIL_IF_QUIESCING;
        options |= match work.in_work {
            true => MQPMO_SYNCPOINT,
            false => MQPMO_NO_SYNCPOINT,
        };
        let chosen = [
            (Choice::RetainPub, MQPMO_RETAIN),
            (Choice::Local, MQPMO_SCOPE_QMGR),
        ];
        let chosen = chosen.iter().filter(|(choice, _)| command.has(*choice));
        options |= chosen.fold(0, |all, (_, option)| all | option);
        let parts = command.all(Name::Topic).map(|topic| {
            let mut put = PutOptions {
                options,
                ..PutOptions::default()
            };
            let to = subject.topic(topic);
            let published =
                self.session
                    .put1(&to, &mut descriptor.clone(), &mut put, data.body.clone());
            published.map(drop).map_err(|error| {
                let refusal = subject.refusal(error.reason);
                refusal.with(Name::Topic, topic)
            })
        });
        gathered(parts)
    }

    /// Forgets what is retained for topics. It is nothing wrong if nothing is.
    pub(crate) fn delete(&mut self, subject: &Subject, command: &Command) -> Answer {
        let topics: Vec<&str> = command.all(Name::Topic).collect();
        let parts: Vec<Result<(), Refusal>> = topics
            .iter()
            .map(|topic| {
                self.delete_topic(subject, topic)
                    .map_err(|refusal| refusal.with(Name::Topic, topic))
            })
            .collect();
        gathered(parts)
    }

    fn delete_topic(&mut self, subject: &Subject, topic: &str) -> Result<(), Refusal> {
        let wrong = |reason: Reason| subject.refusal(reason);
        // What the user may publish to, the user may forget.
        let mut opened = subject.topic(topic);
        let options = MQOO_OUTPUT | MQOO_ALTERNATE_USER_AUTHORITY | MQOO_FAIL_IF_QUIESCING;
        let handle = self
            .session
            .open_object(&mut opened, options)
            .map_err(|error| wrong(error.reason))?;
        let _ = self.session.close(handle, MQCO_NONE);
        let root = self.root_topic(subject);
        let whole = match root.as_str() {
            "" => topic.to_owned(),
            root => format!("{root}/{topic}"),
        };
        let found = self.queue_manager.retained_topics(&whole, subject.scheme());
        for topic in found.map_err(wrong)? {
            match self.queue_manager.clear_retained(&topic) {
                Ok(()) | Err(ObjectError::NotFound) => {}
                Err(error) => return Err(wrong(error.reason())),
            }
        }
        Ok(())
    }

    /// The topic a stream's topics are below.
    fn root_topic(&self, subject: &Subject) -> String {
        use ferromq_mqi::attribute::{Attr, ObjectKind};
        let object = self
            .queue_manager
            .definition(ObjectKind::Topic, &subject.root);
        object.map_or_else(String::new, |object| object.text(Attr::Topicstr).to_owned())
    }
}

/// The data with what else the publisher says, as message properties.
fn with_sayings(form: Form, command: &Command, data: &DescribedData) -> DescribedData {
    let text = |name| command.get(name).unwrap_or_default().to_owned();
    let further = match form {
        Form::NameValue => command.further(),
        Form::Folder => String::new(),
    };
    let said = [
        ("Pts", text(Name::PubTime)),
        ("Seq", text(Name::SeqNum)),
        ("Sid", further),
    ];
    let said: Vec<(&str, Value)> = said
        .into_iter()
        .filter(|(_, text)| !text.is_empty())
        .map(|(name, text)| (name, Value::Text(text.into())))
        .collect();
    if said.is_empty() {
        return data.clone();
    }
    let said: Vec<(&str, &Value)> = said.iter().map(|(name, value)| (*name, value)).collect();
    data.with_folder(&write_folder("mqps", &said))
}
