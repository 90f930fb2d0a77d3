//! Delivery delay: messages that stand on the staging queue until they are due.
//!
//! A message whose property `mqext.Dly` asks for a delay goes to `SYSTEM.DDELAY.LOCAL.QUEUE`, behind a transmission
//! header that names the queue it is for and holds its descriptor; of a publication each subscriber's copy does, so that who
//! subscribed when it was published gets it. There it has an expiry of its own: the moment it is due. A queue finds what expires by time, whatever its depth, and keeps the times through a restart. What
//! expires there is put on its queue, in one unit of work with its removal.

use crate::deliver::Delivery;
use crate::deliver::expiry::{Removal, remove};
use crate::deliver::placing::{Outgoing, Placements, placements, put_all};
use crate::deliver::put_off::Refuser;
use crate::deliver::report::to_dead_letter_queue;
use crate::deliver::resolve::resolve;
use crate::deliver::segmented::check_target_in_segments;
use crate::deliver::target::{Onward, check_target, own_target};
use crate::deliver::transmit::{TRANSMISSION_FORMAT, for_transmission};
use crate::objects::Objects;
use crate::objects::dynamic::is_managed;
use crate::record::{RecordKind, numbers};
use crate::store::local_queue::LocalQueue;
use crate::store::placement::{Placement, Terms, reserve};
use crate::store::read::read_log;
use crate::uow::unit::{UnitOfWork, UowGet};
use bytes::Bytes;
use ferromq_mqi::convert::Described;
use ferromq_mqi::extension::take_extension;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::TransmissionHeader;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::PutOptions;
use ferromq_mqi::property::{Properties, Value};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_queue::{Expired, ExpiryCursor, LoadError, Message};
use std::sync::Arc;
use std::time::Duration;

/// Where messages wait.
const STAGING: &str = "SYSTEM.DDELAY.LOCAL.QUEUE";
/// In one turn so many messages that are due are tried, or fewer that have so many bytes, and as many that were put off.
const TURN_MESSAGES: usize = 500;
const TURN_BYTES: u64 = 32 << 20;

fn staging(objects: &Objects) -> Option<Arc<LocalQueue>> {
    own_target(objects, &ObjectName::truncated(STAGING))
}

/// Whether messages wait there until they are due.
pub(crate) fn is_staging(queue: &LocalQueue) -> bool {
    queue.name.as_str() == STAGING
}

/// How long a message asks to be held, in milliseconds; 0 when it does not.
pub(crate) fn delay_ms(descriptor: &MsgDescriptor, body: &[u8], options: &PutOptions) -> u64 {
    if !options.may_delay {
        return 0;
    }
    let read = Properties::read(descriptor.format, Described::of(descriptor), body);
    let Ok(properties) = read else {
        return 0;
    };
    match properties.get("mqext.Dly") {
        Some(Value::Text(text)) => text.trim().parse().unwrap_or(0),
        Some(Value::Int64(value)) => u64::try_from(*value).unwrap_or(0),
        Some(Value::Int32(value)) => u64::try_from(*value).unwrap_or(0),
        _ => 0,
    }
}

/// Reserves the place of a delayed message on the staging queue. `to` is the queue it is for.
pub(crate) fn stage(
    objects: &Objects,
    to: (ObjectName, ObjectName),
    (mut descriptor, body): (MsgDescriptor, Bytes),
    terms: Terms,
    delay_ms: u64,
) -> Result<Placement, Reason> {
    let queue = staging(objects).ok_or(Reason::UNKNOWN_OBJECT_NAME)?;
    let resolved = resolve(objects, &queue.name, &ObjectName::BLANK)?;
    let delay_tenths = i32::try_from(delay_ms / 100).unwrap_or(i32::MAX);
    if descriptor.expiry != MQEI_UNLIMITED {
        // What is left of its life when it is due.
        descriptor.expiry = descriptor.expiry.saturating_sub(delay_tenths).max(1);
    }
    let onward = Onward::to(to.0, to.1);
    let made = for_transmission(objects, &descriptor, &body, &onward, terms.put_at_us);
    check_target(
        &resolved,
        resolved.targets.bound(),
        made.body.len(),
        objects.limits().max_msg_length,
    )?;
    let outer = MsgDescriptor {
        // Nobody is to be told of what happens on the staging queue.
        report: MQRO_NONE,
        expiry: delay_tenths.max(1),
        ..made.descriptor
    };
    // The stamp of the put is somewhat older, and nothing may come early.
    let now_us = objects.clock.wall_us();
    let due_us = now_us.saturating_add(delay_ms.saturating_mul(1_000));
    let terms = Terms {
        expires_at_us: Some(due_us),
        ..terms
    };
    let staged = Arc::new(Message::new(outer, made.body));
    let placed = reserve(objects, &queue, staged, terms)?;
    objects.expect_delivery(due_us);
    Ok(placed)
}

/// How long until a delayed message is due, or is to be tried again.
pub(crate) fn until_due(delivery: &Delivery) -> Option<Duration> {
    let known = staging(delivery)?.queue.next_expiry_us();
    let at_us = known
        .into_iter()
        .chain(delivery.expected_delivery_us())
        .min();
    let now_us = delivery.clock.wall_us();
    let due = at_us.map(|at_us| Duration::from_micros(at_us.saturating_sub(now_us)));
    let again = delivery.put_off.until_next(delivery.clock.monotonic_ns());
    due.into_iter().chain(again).min()
}

/// How much is still tried in this turn.
struct Budget {
    messages: usize,
    bytes: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            messages: TURN_MESSAGES,
            bytes: TURN_BYTES,
        }
    }
}

impl Budget {
    fn is_spent(&self) -> bool {
        self.messages == 0 || self.bytes == 0
    }

    fn take(&mut self, message: Option<&Expired>) {
        self.messages -= 1;
        let bytes = message.map_or(0, |message| message.payload.bytes());
        self.bytes = self.bytes.saturating_sub(bytes);
    }
}

/// Delivers what is due, and tries again what nobody took, as far as one turn goes.
pub(crate) fn deliver_due(delivery: &Delivery) {
    let Some(queue) = staging(delivery) else {
        return;
    };
    delivery.forget_expected_delivery();
    let mut budget = Budget::default();
    while !budget.is_spent() && !delivery.is_stopping() {
        let now_us = delivery.clock.wall_us();
        let from = &mut ExpiryCursor::default();
        let Some(due) = queue.queue.expire_sweep(from, now_us, 1).pop() else {
            break;
        };
        budget.take(Some(&due));
        deliver_or_put_off(delivery, &queue, &due);
    }
    let mut budget = Budget::default();
    while !budget.is_spent() && !delivery.is_stopping() {
        let Some((refuser, waiter)) = delivery.put_off.next(delivery.clock.monotonic_ns()) else {
            break;
        };
        let again = queue.queue.expire_put_off(waiter.1);
        budget.take(again.as_ref());
        let tried = match again {
            Some(again) => deliver(delivery, &queue, &again, true),
            // Somebody has got it.
            None => Ok(()),
        };
        let now_ns = delivery.clock.monotonic_ns();
        match tried {
            Ok(()) => delivery.put_off.taken(refuser, now_ns),
            Err(_) => {
                let wakeups = queue.queue.put_off(waiter.1);
                delivery.put_off.refused(refuser, waiter, now_ns);
                delivery.announce(&queue, wakeups);
            }
        }
    }
}

/// Delivers a message that is due and out of sight on the staging queue, or has it wait there until it is tried again.
pub(crate) fn deliver_or_put_off(delivery: &Delivery, queue: &Arc<LocalQueue>, due: &Expired) {
    if let Err(refuser) = deliver(delivery, queue, due, false) {
        let wakeups = queue.queue.put_off(due.seq);
        let now_ns = delivery.clock.monotonic_ns();
        delivery.put_off.wait(refuser, (due.at_us, due.seq), now_ns);
        delivery.announce(queue, wakeups);
    }
}

/// Delivers a message that stood on the staging queue. A message that is not a delayed one has simply expired, and so has a copy
/// for a subscription that has ended.
///
/// # Errors
/// What refused it: the message stays on the staging queue and waits for that. Unless this message is `tried_again`, a target
/// that others wait for already is not asked.
fn deliver(
    delivery: &Delivery,
    queue: &Arc<LocalQueue>,
    due: &Expired,
    tried_again: bool,
) -> Result<(), Refuser> {
    let itself = Refuser::Itself(due.seq);
    let loaded = queue
        .queue
        .load(due.seq, &due.payload, &|place| read_log(delivery, place));
    let message = match loaded {
        Ok(message) => message,
        Err(LoadError::Gone) => return Ok(()),
        Err(_) => return Err(itself),
    };
    let delayed = Delayed::of(&message, due.persistent, delivery.clock.wall_us());
    let Some(delayed) = delayed.filter(|delayed| !delayed.is_orphan(delivery)) else {
        return match remove(delivery, queue, due) {
            Removal::Done => Ok(()),
            Removal::NoRoom | Removal::Unread => Err(itself),
        };
    };
    let refuser = Refuser::Queue(delayed.q_name, delayed.q_mgr);
    if !tried_again && delivery.put_off.is_awaited(&refuser) {
        return Err(refuser);
    }
    let placements = delayed.place(delivery).ok_or(refuser)?;
    let mut work = UnitOfWork::of_one_verb(delivery.new_uow());
    let got = UowGet {
        queue: Arc::clone(queue),
        seq: due.seq,
        persistent: due.persistent,
        backout_count: 0,
    };
    // Whatever fails, the message stays out of sight: it is put off then.
    if work.get_held(delivery, got).is_err() {
        placements.release();
        return Err(refuser);
    }
    let undo = |mut work: UnitOfWork| {
        work.gets.clear();
        work.back_out(delivery);
        Err(refuser)
    };
    if put_all(&mut work, delivery, placements).is_err() {
        return undo(work);
    }
    if work.pin.is_none() {
        return work.commit(delivery).map(drop).map_err(|_| refuser);
    }
    let record = numbers(&[work.id.0]);
    // Not waited for: after a crash before it is durable the message is due once more.
    match work.commit_as(delivery, RecordKind::Commit, &[&record], || ()) {
        Ok((end, _)) => {
            delivery.log.request_force(end);
            Ok(())
        }
        Err(refused) => undo(refused.work),
    }
}

/// A message as it was put, and the queue it is for.
struct Delayed {
    q_name: ObjectName,
    q_mgr: ObjectName,
    descriptor: MsgDescriptor,
    terms: Terms,
    body: Bytes,
}

impl Delayed {
    fn of(message: &Message, persistent: bool, now_us: u64) -> Option<Self> {
        if message.descriptor.format != TRANSMISSION_FORMAT {
            return None;
        }
        let header = TransmissionHeader::decode_le(&message.body).ok()?;
        let mut descriptor = header.msg_desc;
        let mut body = message.body.slice(TransmissionHeader::SIZE..);
        take_extension(&mut descriptor, &mut body).ok()?;
        let priority = u8::try_from(descriptor.priority.clamp(0, 9)).unwrap_or(0);
        let expires_at_us = u64::try_from(descriptor.expiry)
            .ok()
            .map(|tenths| now_us + tenths * 100_000);
        Some(Self {
            q_name: ObjectName::from_field(&header.remote_q_name),
            q_mgr: ObjectName::from_field(&header.remote_q_mgr_name),
            descriptor,
            terms: Terms {
                persistent,
                priority,
                expires_at_us,
                put_at_us: now_us,
            },
            body,
        })
    }

    /// Whether it is for a queue made for a subscription, and that has ended since and its queue with it.
    fn is_orphan(&self, delivery: &Delivery) -> bool {
        let is_here = self.q_mgr.is_blank() || self.q_mgr == delivery.name;
        is_here
            && is_managed(&self.q_name)
            && delivery.registry().local_queue(&self.q_name).is_none()
    }

    /// Reserves its place on its queue, or on the dead-letter queue where that one refuses; `None` when both
    /// do.
    fn place(self, delivery: &Delivery) -> Option<Placements> {
        let Self {
            q_name,
            q_mgr,
            descriptor,
            terms,
            body,
        } = self;
        let message = Outgoing {
            descriptor: &descriptor,
            terms,
            body: body.clone(),
        };
        let placed = resolve(delivery, &q_name, &q_mgr).and_then(|resolved| {
            let target = resolved.targets.choose(delivery)?;
            let checked = (&descriptor, &body[..]);
            let limit = delivery.limits().max_msg_length;
            match check_target_in_segments(&resolved, &target, checked, limit)? {
                Some(segmenting) => segmenting.placements(delivery, &target, &message),
                None => placements(delivery, &target, message),
            }
        });
        placed
            .or_else(|reason| {
                let meant_for = (&q_name, &q_mgr);
                let at_us = terms.put_at_us;
                let dead = to_dead_letter_queue(
                    delivery,
                    meant_for,
                    reason,
                    descriptor.clone(),
                    &body,
                    at_us,
                );
                dead.map(Placements::alone).ok_or(reason)
            })
            .ok()
    }
}
