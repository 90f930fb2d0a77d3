//! What a subscriber gets of a publication: its own descriptor, and data it shares with the others.

use super::subscription::Subscription;
use bytes::Bytes;
use ferromq_log::Lsn;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::code_page::CCSID_UTF_8;
use ferromq_mqi::convert::Described;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::property::{Value, write_folder};
use ferromq_mqi::rfh2;
use ferromq_queue::{Ids, Message};
use std::sync::Arc;

/// A message that is published, or was and is retained.
#[derive(Clone, Debug)]
pub(crate) struct Publication {
    pub(crate) topic: Arc<str>,
    /// As the publisher put it.
    pub(crate) message: Arc<Message>,
    pub(crate) persistent: bool,
    pub(crate) expires_at_us: Option<u64>,
    pub(crate) put_at_us: u64,
    /// The publisher set the message id, or was told it: it is that of all copies.
    pub(crate) keeps_id: bool,
    /// It is sent from where it was retained.
    pub(crate) retained: bool,
    /// Group id of the message that lasts, if it is retained and persistent.
    pub(crate) kept: Option<[u8; 24]>,
    /// Subscriptions with numbers up to this were there when it was published.
    pub(crate) met: u64,
    /// It counts once the log is durable up to here. It may be retained before that: what is made of it then is
    /// put behind this.
    pub(crate) behind: Lsn,
}

/// Whom a copy is for, as far as that changes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target<'a> {
    pub(crate) subscription: &'a Subscription,
    /// `DEFPRTY` of the queue, where that counts.
    pub(crate) queue_priority: i32,
    /// The queue takes no persistent messages.
    pub(crate) temporary: bool,
}

impl Target<'_> {
    fn gets_the_same(&self, other: &Target<'_>) -> bool {
        let of = |target: &Target<'_>| (target.temporary, target.queue_priority);
        let (one, two) = (self.subscription, other.subscription);
        of(self) == of(other)
            && one.priority == two.priority
            && one.user == two.user
            && one.identity_data == two.identity_data
            && one.accounting_token == two.accounting_token
            && one.adds_properties == two.adds_properties
            && one.user_data() == two.user_data()
    }
}

/// The copies of one publication made so far: those who get the same share a message, those with the same properties
/// the data.
#[derive(Debug, Default)]
pub(crate) struct Copies<'a> {
    messages: Vec<(Target<'a>, Arc<Message>)>,
    /// Data for subscriptions without user data: nearly all.
    usual: Option<Data>,
    /// For those with user data.
    special: Vec<(String, Data)>,
}

/// So many of the messages made last are looked through for one to be shared.
const MESSAGES_LOOKED_AT: usize = 8;

impl Copies<'_> {
    fn data_of(&mut self, user_data: &str, make: impl FnOnce() -> Data) -> Data {
        if user_data.is_empty() {
            return self.usual.get_or_insert_with(make).clone();
        }
        let known = self.special.iter().find(|(known, _)| known == user_data);
        if let Some((_, data)) = known {
            return data.clone();
        }
        let data = make();
        self.special.push((user_data.to_owned(), data.clone()));
        data
    }
}

/// The data of copies, and whether it begins with a header of ours.
type Data = (Bytes, bool);

impl Publication {
    /// The identifiers of the copy for a subscriber; `message_id` makes a new id.
    pub(crate) fn ids(
        &self,
        subscription: &Subscription,
        message_id: impl FnOnce() -> [u8; 24],
    ) -> Ids {
        let published = &self.message.descriptor;
        Ids {
            msg_id: if self.keeps_id {
                published.msg_id
            } else {
                message_id()
            },
            correl_id: subscription.correl_id.unwrap_or(published.correl_id),
        }
    }

    /// The copy for a subscriber but for its identifiers. Copies that differ in nothing else are one message.
    pub(crate) fn copy<'a>(&self, target: Target<'a>, copies: &mut Copies<'a>) -> Arc<Message> {
        let mut made = copies.messages.iter().rev().take(MESSAGES_LOOKED_AT);
        if let Some((_, message)) = made.find(|(of, _)| target.gets_the_same(of)) {
            return Arc::clone(message);
        }
        let message = Arc::new(self.make_copy(target, copies));
        copies.messages.push((target, Arc::clone(&message)));
        message
    }

    fn make_copy(&self, target: Target<'_>, copies: &mut Copies<'_>) -> Message {
        let Target { subscription, .. } = target;
        let mut descriptor = self.message.descriptor.clone();
        descriptor.user_identifier = subscription.user;
        descriptor.appl_identity_data = subscription.identity_data;
        if let Some(token) = subscription.accounting_token {
            descriptor.accounting_token = token;
        }
        descriptor.priority = match subscription.priority {
            MQPRI_PRIORITY_AS_PUBLISHED => descriptor.priority,
            MQPRI_PRIORITY_AS_Q_DEF => target.queue_priority,
            given => given,
        };
        if target.temporary {
            descriptor.persistence = MQPER_NOT_PERSISTENT;
        }
        let body = self.data(subscription, &mut descriptor, copies);
        Message::new(descriptor, body)
    }

    /// The data with the properties of publish and subscribe in front, and the descriptor so that it says so.
    fn data(
        &self,
        subscription: &Subscription,
        descriptor: &mut MsgDescriptor,
        copies: &mut Copies<'_>,
    ) -> Bytes {
        let plain = &self.message.body;
        if !subscription.adds_properties {
            return plain.clone();
        }
        let user_data = subscription.user_data();
        let (body, ours) = copies.data_of(user_data, || self.with_folder(user_data));
        if ours {
            describe(descriptor);
        }
        body
    }

    /// The data behind a header that names the topic, and the descriptor so that it says so.
    pub(crate) fn with_topic(&self, descriptor: &mut MsgDescriptor) -> Bytes {
        let (body, ours) = self.with_folder("");
        if ours {
            describe(descriptor);
        }
        body
    }

    fn with_folder(&self, user_data: &str) -> Data {
        let topic = Value::Text((*self.topic).into());
        let given = !user_data.is_empty();
        let user_data = Value::Text(user_data.into());
        let mut elements = vec![("Top", &topic)];
        if given {
            elements.push(("Sud", &user_data));
        }
        let retained = Value::Boolean(true);
        if self.retained {
            elements.push(("Ret", &retained));
        }
        let folder = write_folder("mqps", &elements);
        let descriptor = &self.message.descriptor;
        let described = Described {
            ccsid: descriptor.coded_char_set_id,
            encoding: descriptor.encoding,
        };
        let body = &self.message.body;
        if descriptor.format == rfh2::FORMAT
            && let Some(merged) = rfh2::with_folder(body, described.encoding, &folder)
        {
            return (merged.into(), false);
        }
        let mut fixed = rfh2::fixed("", described);
        fixed.format = descriptor.format;
        let mut whole = rfh2::write(&fixed, ByteOrder::NATIVE, &[&folder]);
        whole.extend_from_slice(body);
        (whole.into(), true)
    }
}

/// The data begins with a header of ours.
fn describe(descriptor: &mut MsgDescriptor) {
    descriptor.format = rfh2::FORMAT;
    descriptor.encoding = MQENC_NATIVE;
    descriptor.coded_char_set_id = CCSID_UTF_8;
}
