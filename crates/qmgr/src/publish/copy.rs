//! What a subscriber gets of a publication: its own descriptor, and data it shares with the others.

use crate::publish::retained_room::RoomHeld;
use crate::publish::subscription::{BETWEEN, BETWEEN_ONWARD, Subscription};
use crate::store::deferred::Unretained;
use crate::store::joined::joined;
use bytes::Bytes;
use ferromq_log::Lsn;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::convert::Described;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::property::{
    Property, Value, folder_name, published_data, read_folder, write_folder,
};
use ferromq_mqi::queued::{DescribedData, Form, Forwarded, Fronted};
use ferromq_mqi::rfh2::{self, Rfh2};
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
    /// Copies wait so long until they are delivered, in milliseconds.
    pub(crate) delay_ms: u64,
    /// The publisher set the message id, or was told it: it is that of all copies.
    pub(crate) keeps_id: bool,
    /// It is sent from where it was retained.
    pub(crate) retained: bool,
    /// Its publisher wants it retained.
    pub(crate) to_retain: bool,
    /// It does not leave this queue manager (`MQPMO_SCOPE_QMGR`, `PUBSCOPE`).
    pub(crate) stays: bool,
    /// How many queue managers it has been sent on by.
    pub(crate) hops: u8,
    /// Group id of the message that lasts, if it is retained and persistent.
    pub(crate) kept: Option<[u8; 24]>,
    /// Arrival number of that message; 0 without one.
    pub(crate) place: u64,
    /// Group ids of messages of it that were put before that one; they go behind the commit.
    pub(crate) earlier: Vec<[u8; 24]>,
    /// The greatest such number of what was retained for the topic up to this. A restart takes the last to have arrived for
    /// the last retained, so a unit of work that comes late puts its message again.
    pub(crate) newest: u64,
    /// Subscriptions with numbers up to this were there when it was published.
    pub(crate) met: u64,
    /// Of a unit of work a restart found: of the subscriptions with numbers up to `met` those with greater identifiers came later.
    pub(crate) met_id: Option<ObjectName>,
    /// It counts once the log is durable up to here. It may be retained before that: what is made of it then is
    /// put behind this.
    pub(crate) behind: Lsn,
    /// What it takes of the room for what is retained; nothing of one of the queue manager's own.
    pub(crate) held: Option<Arc<RoomHeld>>,
}

/// Whom a copy is for, as far as that changes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recipient<'a> {
    pub(crate) subscription: &'a Subscription,
    pub(crate) class: CopyClass,
}

/// Those of the same class get the same copy but for its identifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CopyClass {
    /// That of the subscription in its audience.
    pub(crate) audience_class: u32,
    /// `DEFPRTY` of the queue, where that counts.
    pub(crate) queue_priority: i32,
    /// The queue takes no persistent messages.
    pub(crate) temporary: bool,
}

/// The copies of one publication made so far: those who get the same share a message, those with the same properties
/// the data.
#[derive(Debug, Default)]
pub(crate) struct Copies {
    messages: Vec<(CopyClass, Arc<Message>)>,
    /// Data for subscriptions by MQI without user data: nearly all.
    usual: Option<DescribedData>,
    /// For the others, by `PSPROP` and user data.
    special: Vec<(i32, String, DescribedData)>,
    /// What the publisher said besides, which all data is made with.
    publisher: Option<PublisherProperties>,
}

/// What a publisher that publishes by commands says besides the data (when, under which number, and further values), by the names in
/// [`PUBLISHER_PROPERTIES`].
type PublisherProperties = Vec<(&'static str, Value)>;

/// So many of the messages made last are looked through for one to be shared.
const MESSAGES_LOOKED_AT: usize = 8;

impl Copies {
    fn data_of(&mut self, publication: &Publication, form: i32, user_data: &str) -> DescribedData {
        let usual = user_data.is_empty() && form == MQPSPROP_MSGPROP;
        let is_it = |known: &&(i32, String, DescribedData)| known.0 == form && known.1 == user_data;
        let known = match usual {
            true => self.usual.as_ref(),
            false => self.special.iter().find(is_it).map(|(_, _, data)| data),
        };
        if let Some(data) = known {
            return data.clone();
        }
        let publisher = self
            .publisher
            .get_or_insert_with(|| publication.publisher_properties());
        let data = match form {
            MQPSPROP_COMPAT => publication.forwarded(Form::NameValue, user_data, publisher),
            MQPSPROP_RFH2 => publication.forwarded(Form::Folder, user_data, publisher),
            BETWEEN => publication.for_neighbour(user_data, false, publisher),
            BETWEEN_ONWARD => publication.for_neighbour(user_data, true, publisher),
            KEPT_HERE => publication.kept_here(publisher),
            MQPSPROP_NONE => publication.published(),
            _ => publication.with_folder(user_data, publisher),
        };
        let data = data.joined_by(joined);
        if usual {
            self.usual = Some(data.clone());
        } else {
            let special = (form, user_data.to_owned(), data.clone());
            self.special.push(special);
        }
        data
    }
}

impl Publication {
    /// One that is published now and is not persistent, has not been retained and met nobody yet.
    pub(crate) fn of(topic: Arc<str>, message: Message, put_at_us: u64) -> Self {
        Self {
            topic,
            message: Arc::new(message),
            persistent: false,
            expires_at_us: None,
            put_at_us,
            delay_ms: 0,
            keeps_id: false,
            retained: false,
            to_retain: false,
            stays: false,
            hops: 0,
            kept: None,
            place: 0,
            earlier: Vec::new(),
            newest: 0,
            met: 0,
            met_id: None,
            behind: Lsn::NONE,
            held: None,
        }
    }

    /// Its message, once it is not retained any more.
    pub(crate) fn unretained(&self) -> Option<Unretained> {
        self.kept.map(|id| Unretained {
            topic: Arc::clone(&self.topic),
            id,
        })
    }

    /// Whether a subscription was there when this was published.
    pub(crate) fn has_met(&self, subscription: &Subscription) -> bool {
        let came_later = |met| subscription.id() > met;
        subscription.number <= self.met && !self.met_id.is_some_and(came_later)
    }

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
    pub(crate) fn copy(&self, target: Recipient<'_>, copies: &mut Copies) -> Arc<Message> {
        let mut made = copies.messages.iter().rev().take(MESSAGES_LOOKED_AT);
        if let Some((_, message)) = made.find(|(class, _)| *class == target.class) {
            return Arc::clone(message);
        }
        let message = Arc::new(self.make_copy(target, copies));
        copies.messages.push((target.class, Arc::clone(&message)));
        message
    }

    fn make_copy(&self, target: Recipient<'_>, copies: &mut Copies) -> Message {
        let Recipient { subscription, .. } = target;
        let mut descriptor = self.message.descriptor.clone();
        if subscription.neighbour.is_none() {
            descriptor.user_identifier = subscription.user;
            descriptor.appl_identity_data = subscription.identity_data;
        }
        if let Some(token) = subscription.accounting_token {
            descriptor.accounting_token = token;
        }
        descriptor.priority = match subscription.priority {
            MQPRI_PRIORITY_AS_PUBLISHED => descriptor.priority,
            MQPRI_PRIORITY_AS_Q_DEF => target.class.queue_priority,
            given => given,
        };
        if target.class.temporary {
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
        copies: &mut Copies,
    ) -> Bytes {
        let form = subscription.form;
        let user_data = match form {
            // Nobody is told.
            MQPSPROP_NONE => "",
            _ => subscription.user_data(),
        };
        let data = copies.data_of(self, form, user_data);
        taken_by(descriptor, data)
    }

    /// The data behind a header that names the topic, and the descriptor so that it says so.
    pub(crate) fn with_topic(&self, descriptor: &mut MsgDescriptor, copies: &mut Copies) -> Bytes {
        let form = match self.stays {
            true => KEPT_HERE,
            false => MQPSPROP_MSGPROP,
        };
        let data = copies.data_of(self, form, "");
        taken_by(descriptor, data)
    }

    fn with_folder(&self, user_data: &str, publisher: &PublisherProperties) -> Fronted {
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
        elements.extend(publisher.iter().map(|(name, value)| (*name, value)));
        self.published()
            .with_folder(&write_folder(FOLDER, &elements))
    }

    /// The data for another queue manager, which publishes it there. See `docs/formats/publish-between.md`.
    fn for_neighbour(
        &self,
        receipt: &str,
        onward: bool,
        publisher: &PublisherProperties,
    ) -> Fronted {
        let topic = Value::Text((*self.topic).into());
        let receipt = Value::Text(receipt.into());
        let yes = Value::Boolean(true);
        let hops = Value::Int32(i32::from(self.hops) + 1);
        let mut elements = vec![("Top", &topic), ("Sud", &receipt), ("Hop", &hops)];
        if onward {
            elements.push(("Onw", &yes));
        }
        if self.retained {
            elements.push(("Ret", &yes));
        }
        if self.to_retain {
            elements.push(("Rtn", &yes));
        }
        elements.extend(publisher.iter().map(|(name, value)| (*name, value)));
        self.published()
            .with_folder(&write_folder(FOLDER, &elements))
    }

    /// The data of one that is retained and stays here.
    fn kept_here(&self, publisher: &PublisherProperties) -> Fronted {
        let topic = Value::Text((*self.topic).into());
        let scope = Value::Boolean(true);
        let mut elements = vec![("Top", &topic), ("Sco", &scope)];
        elements.extend(publisher.iter().map(|(name, value)| (*name, value)));
        self.published()
            .with_folder(&write_folder(FOLDER, &elements))
    }

    /// The data as the publisher put it, but for properties that are not to be published.
    fn published(&self) -> Fronted {
        let descriptor = &self.message.descriptor;
        let (format, described) = (descriptor.format, Described::of(descriptor));
        published_data(format, described, &self.message.body).unwrap_or_else(|| {
            Fronted::from(DescribedData {
                format,
                described,
                body: self.message.body.clone(),
            })
        })
    }

    fn publisher_properties(&self) -> PublisherProperties {
        let said = said(&self.message).into_iter().filter_map(|one| {
            let name = one.path.split('.').nth(1)?;
            let name = PUBLISHER_PROPERTIES
                .into_iter()
                .find(|known| *known == name)?;
            Some((name, one.value))
        });
        said.collect()
    }

    /// The message for a subscriber of the queued interface.
    fn forwarded(&self, form: Form, user_data: &str, publisher: &PublisherProperties) -> Fronted {
        let text = |name: &str| match publisher.iter().find(|(said, _)| *said == name) {
            Some((_, Value::Text(text))) => &**text,
            _ => "",
        };
        let [time, number, further] = PUBLISHER_PROPERTIES.map(text);
        let forwarded = Forwarded {
            topic: &self.topic,
            retained: self.retained,
            time,
            number,
            user_data,
            further,
        };
        let data = self.published().without_folder(FOLDER);
        forwarded.write(form, data)
    }
}

/// The form of a message that keeps what is retained and stays here.
const KEPT_HERE: i32 = -2;

/// The folder of what publish and subscribe says of a message.
const FOLDER: &str = "mqps";
/// What of it is the publisher's: time, number, and all else.
const PUBLISHER_PROPERTIES: [&str; 3] = ["Pts", "Seq", "Sid"];

/// What publish and subscribe says of a message. It is in the first header, and is heard even where what else is in the headers is not
/// well formed: such a message has no properties.
pub(super) fn said(message: &Message) -> Vec<Property> {
    let descriptor = &message.descriptor;
    if descriptor.format != rfh2::FORMAT {
        return Vec::new();
    }
    let Ok(header) = Rfh2::read(&message.body, descriptor.encoding) else {
        return Vec::new();
    };
    let mut properties = Vec::new();
    for folder in header.folders().map_while(Result::ok) {
        let text = header.text(folder).unwrap_or_default();
        if folder_name(&text).is_ok_and(|(name, _)| name == FOLDER) {
            // What is not well formed says nothing.
            let _ = read_folder(&text, &mut properties);
        }
    }
    properties
}

/// Describes data in a descriptor, and gives what is to be put with it.
fn taken_by(descriptor: &mut MsgDescriptor, data: DescribedData) -> Bytes {
    descriptor.format = data.format;
    descriptor.coded_char_set_id = data.described.ccsid;
    descriptor.encoding = data.described.encoding;
    data.body
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_mqi::attribute::{Attr, ObjectKind};
    use ferromq_mqi::code_page::CCSID_UTF_8;
    use ferromq_mqi::definition::Definition;
    use ferromq_mqi::header::ByteOrder;
    use ferromq_mqi::rfh2::{fixed, write};

    /// A publication by commands, and a property beside.
    fn publication(folders: &[&str]) -> Publication {
        let descriptor = MsgDescriptor {
            format: rfh2::FORMAT,
            coded_char_set_id: CCSID_UTF_8,
            ..MsgDescriptor::default()
        };
        let fixed = fixed("MQSTR", Described::of(&descriptor));
        let mut body = write(&fixed, ByteOrder::NATIVE, folders);
        body.extend_from_slice(b"body");
        Publication {
            keeps_id: true,
            ..Publication::of("a/b".into(), Message::new(descriptor, body.into()), 0)
        }
    }

    fn subscription(form: i32, user_data: &str) -> Subscription {
        let mut definition = Definition::new(ObjectKind::Sub, ObjectName::truncated("S"));
        for (attr, value) in [(Attr::Psprop, form), (Attr::Destclas, MQDC_PROVIDED)] {
            definition.set(attr, value).expect("a value it takes");
        }
        for (attr, text) in [(Attr::Topicstr, "a/b"), (Attr::Userdata, user_data)] {
            definition.set(attr, text).expect("a text it takes");
        }
        Subscription::of(definition, |_| None, 0).expect("a subscription")
    }

    fn copy(
        of: &Publication,
        to: &Subscription,
        audience_class: u32,
        copies: &mut Copies,
    ) -> Message {
        let class = CopyClass {
            audience_class,
            queue_priority: 0,
            temporary: false,
        };
        let target = Recipient {
            subscription: to,
            class,
        };
        Arc::unwrap_or_clone(of.copy(target, copies))
    }

    /// Subscribers ask for the same publication in different forms and with data of their own.
    #[test]
    fn what_a_publisher_said_is_in_the_data_of_all_copies() {
        const USUAL: i32 = MQPSPROP_MSGPROP;
        let folders = [
            "<mqps><Pts>2026</Pts><Seq>7</Seq><Sid>x y</Sid></mqps>",
            "<usr><a>1</a></usr>",
        ];
        let of = publication(&folders);
        let told = [
            (
                USUAL,
                "",
                "<usr><a>1</a></usr> D\0\0\0<mqps><Top>a/b</Top><Pts>2026</Pts><Seq>7</Seq><Sid>x y</Sid></mqps>body",
            ),
            (
                USUAL,
                "u",
                "<mqps><Top>a/b</Top><Sud>u</Sud><Pts>2026</Pts><Seq>7</Seq><Sid>x y</Sid></mqps>body",
            ),
            (
                USUAL,
                "v",
                "<mqps><Top>a/b</Top><Sud>v</Sud><Pts>2026</Pts><Seq>7</Seq><Sid>x y</Sid></mqps>body",
            ),
            (
                MQPSPROP_COMPAT,
                "",
                "MQPSTopic a/b MQPSPubTime 2026 MQPSSeqNum 7 x y",
            ),
            (
                MQPSPROP_COMPAT,
                "u",
                "MQPSPubTime 2026 MQPSSeqNum 7 MQPSSubUserData u x y",
            ),
            (
                MQPSPROP_RFH2,
                "",
                "<PubTime>2026</PubTime><SeqNum>7</SeqNum></psc>body",
            ),
            (
                MQPSPROP_RFH2,
                "u",
                "<SeqNum>7</SeqNum><SubUserData>u</SubUserData></psc>body",
            ),
            (
                MQPSPROP_NONE,
                "u",
                "<mqps><Pts>2026</Pts><Seq>7</Seq><Sid>x y</Sid></mqps>  \x14\0\0\0<usr><a>1</a></usr> body",
            ),
        ];
        let mut copies = Copies::default();
        for (form, user_data, expected) in told {
            let to = subscription(form, user_data);
            let audience_class = u32::try_from(copies.messages.len()).unwrap();
            let together = copy(&of, &to, audience_class, &mut copies);
            let alone = copy(&of, &to, 0, &mut Copies::default());
            assert_eq!(together.body, alone.body);
            assert_eq!(together.descriptor, alone.descriptor);
            let text = String::from_utf8_lossy(&together.body);
            let squeezed = text.replace("   body", "body");
            assert!(squeezed.contains(expected), "{form} {user_data}: {text:?}");
        }
    }

    #[test]
    fn what_a_publisher_said_is_heard_beside_folders_that_are_not_well_formed() {
        let of = publication(&["<mqps><Pts>2026</Pts></mqps>", "<usr><a"]);
        let to = subscription(MQPSPROP_MSGPROP, "");
        let made = copy(&of, &to, 0, &mut Copies::default());
        let front = "<mqps><Top>a/b</Top><Pts>2026</Pts></mqps>";
        assert!(String::from_utf8_lossy(&made.body).contains(front));
        assert!(made.body.ends_with(b"body"));
    }

    /// Source: `MQCOPY_PUBLISH`.
    #[test]
    fn copies_have_the_properties_that_are_to_be_published() {
        let of = publication(&["<usr><a>1</a><b copy='reply'>2</b><c copy='none'>3</c></usr>"]);
        for form in [
            MQPSPROP_MSGPROP,
            MQPSPROP_COMPAT,
            MQPSPROP_RFH2,
            MQPSPROP_NONE,
        ] {
            let to = subscription(form, "");
            let made = copy(&of, &to, 0, &mut Copies::default());
            let text = String::from_utf8_lossy(&made.body).into_owned();
            assert!(text.contains("<usr><a>1</a></usr>"), "{form}: {text:?}");
            assert!(text.ends_with("body"));
        }
        let bare = publication(&["<usr><b copy='reply'>2</b></usr>"]);
        let to = subscription(MQPSPROP_NONE, "u");
        let made = copy(&bare, &to, 0, &mut Copies::default());
        assert_eq!(
            (made.descriptor.format, &made.body[..]),
            (*b"MQSTR   ", &b"body"[..])
        );
        let all = publication(&["<usr><a>1</a></usr>"]);
        let made = copy(&all, &to, 0, &mut Copies::default());
        assert_eq!(
            made.body.as_ptr(),
            all.message.body.as_ptr(),
            "the same data"
        );
    }
}
