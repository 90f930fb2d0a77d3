//! What members are told: put on the transmission queues of their channels, in order for each.

use super::service::{AtWork, COMMAND_QUEUE, Stopped};
use bytes::Bytes;
use ferromq_channel::cluster_correl_id;
use ferromq_cluster::Destination;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::notices::FMQ0282;
use ferromq_mqi::generated::structs::TransmissionHeader;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{ObjectDescriptor, PutOptions};
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
use ferromq_qmgr::Notice;

/// Most messages for one member that wait until a transmission queue takes them.
const UNSENT_MAX: usize = 100;
/// Why a message cannot be put.
const NO_QUEUE: &str = "there is no transmission queue for it";
/// Encoding and CCSID of what members tell one another.
const LITTLE_ENDIAN: i32 = 546;
const UTF_8: i32 = 1208;

/// Tenths of a second what is said again soon waits to be sent.
const PASSING_TENTHS: i32 = 300;

/// Who a message is for, in which cluster.
pub(super) type Addressee = (Box<str>, Destination);

/// How a message lasts.
struct Lasting {
    persistence: i32,
    expiry: i32,
    options: i32,
}

/// What came of a put for a member.
enum Put {
    Done,
    /// There is no channel to it.
    NoWay,
    /// The queue does not take it now, for this reason.
    Refused(String),
    /// It is longer than may be, and will be the next time.
    TooLong(String),
}

fn is_too_long(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::MSG_TOO_BIG_FOR_Q | Reason::MSG_TOO_BIG_FOR_Q_MGR
    )
}

/// Whether a queue refuses a message, and others may not.
fn is_of_queue(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::Q_FULL
            | Reason::PUT_INHIBITED
            | Reason::Q_SPACE_NOT_AVAILABLE
            | Reason::OBJECT_DAMAGED
            | Reason::OBJECT_IN_USE
            | Reason::UNKNOWN_OBJECT_NAME
            | Reason::Q_DELETED
    )
}

impl AtWork {
    /// Sends behind what could not be sent before. False if nothing was put.
    pub(super) fn send_in_order(&mut self, to: Addressee, data: Bytes) -> Result<bool, Stopped> {
        if !self.unsent.contains_key(&to) {
            match self.send(&to, &data)? {
                Put::Done => return Ok(true),
                Put::NoWay => return Ok(false),
                Put::Refused(why) => self.tell_refused(&to, &why),
                Put::TooLong(why) => {
                    self.tell_refused(&to, &why);
                    return Ok(false);
                }
            }
        }
        let waiting = self.unsent.entry(to).or_default();
        // Who misses something finds it when it compares.
        while waiting.len() >= UNSENT_MAX {
            waiting.pop_front();
        }
        waiting.push_back(data);
        Ok(false)
    }

    fn tell_refused(&self, to: &Addressee, why: &str) {
        let (channel, _) = self.way_to(to).unwrap_or_default();
        self.edge.notice(Notice::of(&FMQ0282, &[&channel, &why]));
    }

    /// Sends what is said again soon: it is lost with the queue manager, and gone when it was not sent for a while. What a queue refuses
    /// is left.
    pub(super) fn send_in_passing(&mut self, to: &Addressee, data: &Bytes) -> Result<(), Stopped> {
        let lasting = Lasting {
            persistence: MQPER_NOT_PERSISTENT,
            expiry: PASSING_TENTHS,
            options: MQPMO_NO_SYNCPOINT,
        };
        self.put(to, data, &lasting).map(|_| ())
    }

    /// Tries again to send what transmission queues did not take.
    pub(super) fn send_unsent(&mut self) -> Result<(), Stopped> {
        let mut unsent = std::mem::take(&mut self.unsent);
        let mut in_work = false;
        for (to, waiting) in &mut unsent {
            while let Some(data) = waiting.front() {
                match self.send(to, data)? {
                    Put::Refused(_) => break,
                    Put::Done => in_work = true,
                    Put::NoWay | Put::TooLong(_) => {}
                }
                waiting.pop_front();
            }
        }
        unsent.retain(|_, waiting| !waiting.is_empty());
        self.unsent = unsent;
        if in_work {
            self.session.commit().map_err(|error| error.reason)?;
        }
        Ok(())
    }

    /// Puts a message for another member on the transmission queue of its channel.
    fn send(&mut self, to: &Addressee, data: &Bytes) -> Result<Put, Stopped> {
        let lasting = Lasting {
            persistence: MQPER_PERSISTENT,
            expiry: MQEI_UNLIMITED,
            options: MQPMO_SYNCPOINT,
        };
        self.put(to, data, &lasting)
    }

    fn put(&mut self, to: &Addressee, data: &Bytes, lasting: &Lasting) -> Result<Put, Stopped> {
        let Some((channel, q_mgr)) = self.way_to(to) else {
            // Who is not reached now compares when it is.
            return Ok(Put::NoWay);
        };
        let engine = self.edge.engine();
        let Some(queue) = engine.cluster_queue_to_put_on(&channel) else {
            return Ok(Put::Refused(NO_QUEUE.to_owned()));
        };
        let mut descriptor = MsgDescriptor {
            format: *b"MQXMIT  ",
            persistence: lasting.persistence,
            expiry: lasting.expiry,
            correl_id: cluster_correl_id(&FixedText::truncated(channel.as_str())),
            ..MsgDescriptor::default()
        };
        let mut options = PutOptions {
            options: lasting.options | MQPMO_FAIL_IF_QUIESCING,
            ..PutOptions::default()
        };
        let whole = for_transmission(&q_mgr, data, lasting);
        let to = ObjectDescriptor::queue(queue.as_str().trim_end());
        match self.session.put1(&to, &mut descriptor, &mut options, whole) {
            Ok(_) => Ok(Put::Done),
            Err(error) if is_too_long(error.reason) => Ok(Put::TooLong(error.reason.to_string())),
            Err(error) if is_of_queue(error.reason) => Ok(Put::Refused(error.reason.to_string())),
            Err(error) => Err(error.reason.into()),
        }
    }

    /// The channel to a member, and its name; blank where it is not known.
    fn way_to(&self, (cluster, to): &Addressee) -> Option<(ObjectName, ObjectName)> {
        match to {
            Destination::Channel(name) => Some((ObjectName::truncated(name), ObjectName::BLANK)),
            Destination::QMgr(qmid) => {
                let name = ObjectName::truncated;
                let ways = (self.edge.engine()).cluster_ways(&name(cluster), &name(qmid));
                ways.first().map(|way| (way.channel, way.q_mgr))
            }
        }
    }
}

/// A message as it stands on a transmission queue, for the command queue of another member.
fn for_transmission(q_mgr: &ObjectName, data: &[u8], lasting: &Lasting) -> Bytes {
    let header = TransmissionHeader {
        remote_q_name: *ObjectName::truncated(COMMAND_QUEUE).bytes(),
        remote_q_mgr_name: *q_mgr.bytes(),
        msg_desc: MsgDescriptor {
            format: *b"MQPCF   ",
            persistence: lasting.persistence,
            expiry: lasting.expiry,
            encoding: LITTLE_ENDIAN,
            coded_char_set_id: UTF_8,
            ..MsgDescriptor::default()
        },
        ..TransmissionHeader::default()
    };
    let mut whole = vec![0; TransmissionHeader::SIZE];
    header.encode_le_into(&mut whole);
    whole.extend_from_slice(data);
    whole.into()
}
