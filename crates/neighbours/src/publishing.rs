//! Publishing what neighbours send.

use crate::exchange::{Exchange, PUBLICATIONS, Republishes};
use ferromq_base::calendar::date_and_time;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::convert::Described;
use ferromq_mqi::dead_letter::PutAside;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::notices::FMQ0274;
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::property::{Value, folder_name, read_folder, write_folder};
use ferromq_mqi::queued::{DescribedData, Fronted};
use ferromq_mqi::rfh2::{self, Rfh2};
use ferromq_mqi::session::{Connected, Session};
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
use ferromq_qmgr::Republished;
use std::collections::BTreeMap;

/// The folder of what publish and subscribe says of a message.
const FOLDER: &str = "mqps";
/// What of it a publisher by commands said.
const PUBLISHER_PROPERTIES: [&str; 3] = ["Pts", "Seq", "Sid"];

/// Publications that are published in one unit of work, the bytes they have, and the messages got and put, unless one alone has more.
pub(crate) const BATCH: usize = 50;
pub(crate) const BATCH_BYTES: usize = 1 << 20;
const BATCH_MESSAGES: usize = 1_000;
/// One that has been sent on by so many queue managers goes in a circle.
const HOPS_MAX: i32 = 100;
/// Topics that are kept open.
const OPEN_MAX: usize = 500;

/// Topics that are open for publishing.
#[derive(Default)]
pub(crate) struct Topics(BTreeMap<String, ObjectHandle>);

impl Topics {
    fn open<C: Connected>(
        &mut self,
        session: &mut Session<C>,
        topic: &str,
    ) -> Result<ObjectHandle, Reason> {
        if let Some(handle) = self.0.get(topic) {
            return Ok(*handle);
        }
        if self.0.len() >= OPEN_MAX {
            self.close_all(session);
        }
        let options = MQOO_OUTPUT | MQOO_SET_ALL_CONTEXT | MQOO_FAIL_IF_QUIESCING;
        let opened = session.open_object(&mut ObjectDescriptor::topic(topic), options);
        let handle = opened.map_err(|error| error.reason)?;
        self.0.insert(topic.to_owned(), handle);
        Ok(handle)
    }

    pub(crate) fn close_all<C: Connected>(&mut self, session: &mut Session<C>) {
        for (_, handle) in std::mem::take(&mut self.0) {
            let _ = session.close(handle, MQCO_NONE);
        }
    }
}

/// Why a batch ended early, and how many were published before.
struct BatchFailed {
    reason: Reason,
    before: usize,
}

/// What a neighbour says of a publication.
#[derive(Debug, Default, PartialEq, Eq)]
struct PublicationProperties {
    topic: String,
    receipt: String,
    hops: i32,
    to_retain: bool,
    retained: bool,
    onward: bool,
    publisher: Vec<(&'static str, String)>,
}

impl<C: Connected + Republishes> Exchange<C> {
    /// Publishes some of what is there, in one unit of work. Whether there was something.
    pub(crate) fn take_publications(&mut self, queue: ObjectHandle) -> Result<bool, Reason> {
        let mut published = self.publish_batch(queue, BATCH);
        if let Err(failed) = &published
            && failed.before > 0
            && !failed.reason.ends_service()
        {
            // One of them: those before it are not to suffer from it. It is the first one next time.
            let before = failed.before;
            self.session.back_out().map_err(|error| error.reason)?;
            published = self.publish_batch(queue, before);
        }
        match published {
            Ok(0) => {
                // Whatever failed is gone.
                self.tries.forget();
                self.end_past();
                self.told.remove(&ObjectName::truncated(PUBLICATIONS));
                Ok(false)
            }
            Ok(_) => {
                self.session.commit().map_err(|error| error.reason)?;
                if !self.tries.is_any() {
                    self.is_well(PUBLICATIONS);
                }
                Ok(true)
            }
            Err(BatchFailed { reason, .. }) => {
                if !reason.ends_service() {
                    self.session.back_out().map_err(|error| error.reason)?;
                }
                Err(reason)
            }
        }
    }

    fn publish_batch(
        &mut self,
        queue: ObjectHandle,
        count_max: usize,
    ) -> Result<usize, BatchFailed> {
        self.retained_in_unit.clear();
        let (mut count, mut bytes) = (0, 0);
        while count < count_max
            && bytes < BATCH_BYTES
            && self.session.road().uncommitted() < BATCH_MESSAGES
        {
            let failed = |reason| BatchFailed {
                reason,
                before: count,
            };
            let Some(message) = self.get(queue).map_err(failed)? else {
                break;
            };
            bytes += message.body.len();
            match self.publish(&message) {
                Err(reason) if !reason.ends_service() => {
                    if self.tries.is_another(&message.descriptor) {
                        // That one is gone, and operators hear of this one.
                        self.told.remove(&ObjectName::truncated(PUBLICATIONS));
                    }
                    let (from, now_ms) = (self.sender_of(&message), self.now_ms());
                    if !self.tries.fail(&message.descriptor, from, now_ms) {
                        return Err(failed(reason));
                    }
                    self.put_aside(queue, &message, reason).map_err(failed)?;
                    self.tries.finish(&message.descriptor);
                    // Committed before another one is tried: one that fails would bring this one back, and neither would ever be put aside.
                    return Ok(count + 1);
                }
                published => {
                    published.map_err(failed)?;
                    self.tries.finish(&message.descriptor);
                }
            }
            count += 1;
        }
        Ok(count)
    }

    pub(crate) fn sender_of(&self, message: &GetReply) -> Option<ObjectName> {
        let publication = properties_of(message)?;
        let sender = self.relations.sender(&publication.receipt)?;
        Some(sender.name)
    }

    /// Publishes one. What nobody sent, what goes in a circle, and what the topic does not take, is gone.
    pub(crate) fn publish(&mut self, message: &GetReply) -> Result<(), Reason> {
        let Some(publication) = properties_of(message) else {
            self.note(&FMQ0274, &[&PUBLICATIONS, &Reason::FORMAT_ERROR]);
            return Ok(());
        };
        let Some(sender) = self.relations.sender(&publication.receipt) else {
            return Ok(());
        };
        if publication.hops > HOPS_MAX {
            self.note(&FMQ0274, &[&PUBLICATIONS, &"it goes in a circle"]);
            return Ok(());
        }
        let came = &message.descriptor;
        let stamp = (came.put_date, came.put_time);
        let retains = publication.to_retain || publication.retained;
        if publication.retained {
            // Several neighbours send what they retain, and what this unit of work has put is not there yet.
            let there = self.queue_manager.retained_at(&publication.topic);
            let put_now = self.retained_in_unit.get(&publication.topic).copied();
            if there.max(put_now).is_some_and(|there| there >= stamp) {
                return Ok(());
            }
        }
        let data = without_sayings(message, &publication.publisher);
        let mut descriptor = MsgDescriptor {
            format: data.format,
            coded_char_set_id: data.described.ccsid,
            encoding: data.described.encoding,
            backout_count: 0,
            ..came.clone()
        };
        let retain = match retains {
            true => MQPMO_RETAIN,
            false => 0,
        };
        let mut options = PutOptions {
            options: MQPMO_SYNCPOINT | MQPMO_SET_ALL_CONTEXT | MQPMO_FAIL_IF_QUIESCING | retain,
            ..PutOptions::default()
        };
        let handle = self.topics.open(&mut self.session, &publication.topic)?;
        self.session.road().republish(Some(Republished {
            from: sender.name,
            of_member: sender.of_member,
            both: sender.both,
            // What was retained is there already, wherever it was to come.
            onward: publication.onward && !publication.retained,
            retained: publication.retained,
            hops: u8::try_from(publication.hops).unwrap_or(u8::MAX),
        }));
        let put = self
            .session
            .put(handle, &mut descriptor, &mut options, data.body);
        self.session.road().republish(None);
        match put {
            Ok(_) if retains => {
                let latest = self.retained_in_unit.entry(publication.topic).or_default();
                *latest = stamp.max(*latest);
                Ok(())
            }
            Ok(_) => Ok(()),
            // Somebody wants it so.
            Err(error) if error.reason == Reason::PUT_INHIBITED => Ok(()),
            Err(error) => Err(error.reason),
        }
    }

    /// Puts one that cannot be published on the dead-letter queue. If that cannot be, one that is not persistent is gone, and another one
    /// stays.
    fn put_aside(
        &mut self,
        context: ObjectHandle,
        message: &GetReply,
        why: Reason,
    ) -> Result<(), Reason> {
        let came = &message.descriptor;
        let q_mgr = self.queue_manager.q_mgr_definition();
        let put = match q_mgr.text(Attr::Deadq) {
            "" => Err(why),
            dead => {
                let mut descriptor = MsgDescriptor {
                    format: *b"MQDEAD  ",
                    encoding: MQENC_NATIVE,
                    coded_char_set_id: MQCCSI_Q_MGR,
                    ..came.clone()
                };
                let mut options = PutOptions {
                    options: MQPMO_SYNCPOINT | MQPMO_PASS_ALL_CONTEXT,
                    context,
                    ..PutOptions::default()
                };
                let whole = self.with_header(message, why);
                let to = ObjectDescriptor::queue(dead);
                let put = self.session.put1(&to, &mut descriptor, &mut options, whole);
                put.map(drop).map_err(|error| error.reason)
            }
        };
        match put {
            Err(reason) if reason.ends_service() || came.persistence == MQPER_PERSISTENT => {
                Err(reason)
            }
            _ => {
                self.note(&FMQ0274, &[&PUBLICATIONS, &why]);
                Ok(())
            }
        }
    }

    fn with_header(&self, message: &GetReply, why: Reason) -> Vec<u8> {
        let own = self.queue_manager.name();
        let aside = PutAside {
            reason: why.0,
            to: (ObjectName::truncated(PUBLICATIONS), own),
            appl_type: MQAT_BROKER,
            appl_name: PutAside::appl_name(own.as_str()),
            put_at: date_and_time(self.queue_manager.wall_us()),
        };
        [&aside.header(&message.descriptor)[..], &message.body].concat()
    }
}

/// What the folder in front says; `None` where that is no publication of a neighbour.
fn properties_of(message: &GetReply) -> Option<PublicationProperties> {
    if message.descriptor.format != rfh2::FORMAT {
        return None;
    }
    let header = Rfh2::read(&message.body, message.descriptor.encoding).ok()?;
    let mut properties = Vec::new();
    for folder in header.folders().map_while(Result::ok) {
        let text = header.text(folder).ok()?;
        if folder_name(&text).is_ok_and(|(name, _)| name == FOLDER) {
            read_folder(&text, &mut properties).ok()?;
        }
    }
    let mut publication = PublicationProperties::default();
    for property in properties {
        let Some(name) = property.path.split('.').nth(1) else {
            continue;
        };
        match (name, property.value) {
            ("Top", Value::Text(topic)) => publication.topic = topic.into(),
            ("Sud", Value::Text(receipt)) => publication.receipt = receipt.into(),
            ("Hop", Value::Int32(hops)) => publication.hops = hops,
            ("Rtn", Value::Boolean(yes)) => publication.to_retain = yes,
            ("Ret", Value::Boolean(yes)) => publication.retained = yes,
            ("Onw", Value::Boolean(yes)) => publication.onward = yes,
            (name, Value::Text(text)) => {
                if let Some(name) = PUBLISHER_PROPERTIES
                    .into_iter()
                    .find(|known| *known == name)
                {
                    publication.publisher.push((name, text.into()));
                }
            }
            _ => {}
        }
    }
    (!publication.topic.is_empty() && publication.hops > 0).then_some(publication)
}

/// The data as the publisher put it.
fn without_sayings(message: &GetReply, said: &[(&'static str, String)]) -> DescribedData {
    let data = DescribedData {
        format: message.descriptor.format,
        described: Described::of(&message.descriptor),
        body: message.body.clone(),
    };
    let data = Fronted::from(data).without_folder(FOLDER);
    if said.is_empty() {
        return data.joined();
    }
    let values: Vec<(&str, Value)> = said
        .iter()
        .map(|(name, text)| (*name, Value::Text(text.as_str().into())))
        .collect();
    let values: Vec<(&str, &Value)> = values.iter().map(|(name, value)| (*name, value)).collect();
    data.with_folder(&write_folder(FOLDER, &values)).joined()
}
