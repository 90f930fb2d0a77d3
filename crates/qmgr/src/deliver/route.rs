//! Routes of messages: agents of channels report what they do with messages that ask for it, and trace-route messages gather it. One that is not to be
//! delivered ends where it would lie on a queue.
//!
//! Source: "Activity recording", "Trace-route messaging", `ACTIVREC` and `ROUTEREC` of the queue manager.

use crate::core::identity::PutStamp;
use crate::deliver::placing::put_unattended;
use crate::deliver::report::{to_dead_letter_queue, to_queue};
use crate::deliver::resolve::resolve;
use crate::deliver::target::Target;
use crate::objects::Objects;
use bytes::Bytes;
use ferromq_base::disk::access;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::pcf::Parameter;
use ferromq_mqi::route::{
    Activity, Operation, TraceRoute, TraceRouteMessage, activity_report, may_be_trace_route,
};

/// Where reports of activities go with `ACTIVREC(QUEUE)`.
const ACTIVITY_QUEUE: &str = "SYSTEM.ADMIN.ACTIVITY.QUEUE";
/// Where answers to trace-route messages go with `ROUTEREC(QUEUE)`.
const ROUTE_QUEUE: &str = "SYSTEM.ADMIN.TRACE.ROUTE.QUEUE";

/// The channel an agent works for, as its activities tell it.
#[derive(Clone, Copy, Debug)]
pub struct ActivityChannel<'a> {
    /// Name.
    pub name: &'a str,
    /// `MQCHT_*`.
    pub kind: i32,
    /// The queue manager at its other end.
    pub partner: &'a str,
    /// A sender's transmission queue; empty for who receives.
    pub transmission_queue: &'a str,
}

/// What becomes of a message an activity was noted about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RouteOutcome {
    /// It goes on as it is.
    AsItIs,
    /// It goes on with these data.
    Changed(Bytes),
    /// More was done with it than it allows: it is thrown away.
    Exhausted,
}

/// Whether a message asks for anything of this: cheap, for every message a channel carries.
#[must_use]
pub fn is_followed(descriptor: &MsgDescriptor) -> bool {
    descriptor.report & MQRO_ACTIVITY == MQRO_ACTIVITY || may_be_trace_route(&descriptor.format)
}

/// An agent got a message from its transmission queue and sends it.
pub(crate) fn sent(
    objects: &Objects,
    descriptor: &MsgDescriptor,
    body: &Bytes,
    agent: &str,
    channel: ActivityChannel<'_>,
) -> RouteOutcome {
    let queue = Parameter::padded(MQCA_Q_NAME, channel.transmission_queue, 48);
    let resolved = Parameter::padded(MQCACF_RESOLVED_Q_NAME, channel.transmission_queue, 48);
    let sends = vec![
        Parameter::padded(MQCA_REMOTE_Q_MGR_NAME, channel.partner, 48),
        Parameter::padded(MQCACH_CHANNEL_NAME, channel.name, 20),
        Parameter::int(MQIACH_CHANNEL_TYPE, channel.kind),
        Parameter::padded(MQCACH_XMIT_Q_NAME, channel.transmission_queue, 48),
    ];
    let done = [(MQOPER_GET, vec![queue, resolved]), (MQOPER_SEND, sends)];
    let what = (agent, "Sending message channel agent");
    note(objects, (descriptor, body), what, done)
}

/// An agent received a message and is about to put it.
pub(crate) fn received(
    objects: &Objects,
    descriptor: &MsgDescriptor,
    body: &Bytes,
    to: (&ObjectName, &ObjectName),
    agent: &str,
    channel: ActivityChannel<'_>,
) -> RouteOutcome {
    let receives = vec![
        Parameter::padded(MQCA_REMOTE_Q_MGR_NAME, channel.partner, 48),
        Parameter::padded(MQCACH_CHANNEL_NAME, channel.name, 20),
        Parameter::int(MQIACH_CHANNEL_TYPE, channel.kind),
    ];
    let name = |id: i32, name: &ObjectName| Parameter::padded(id, name.as_str().trim_end(), 48);
    let mut puts = vec![name(MQCA_Q_NAME, to.0)];
    let mut kind = MQOPER_PUT;
    if let Ok(resolved) = resolve(objects, to.0, to.1) {
        let target = resolved.targets.bound();
        let ends = || {
            let traced = TraceRouteMessage::parse(descriptor, body);
            traced.is_some_and(|traced| traced.route.ends_on_arrival())
        };
        match target {
            Target::Local(_) if ends() => {
                kind = MQOPER_DISCARD;
                puts.push(Parameter::int(MQIACF_FEEDBACK, MQFB_NOT_DELIVERED));
            }
            Target::Local(queue) => puts.push(name(MQCACF_RESOLVED_Q_NAME, &queue.name)),
            Target::Remote(queue, onward) => puts.extend([
                name(MQCACF_RESOLVED_Q_NAME, &queue.name),
                name(MQCA_REMOTE_Q_NAME, &onward.q_name),
                name(MQCA_REMOTE_Q_MGR_NAME, &onward.q_mgr),
            ]),
        }
    }
    let done = [(MQOPER_RECEIVE, receives), (kind, puts)];
    let what = (agent, "Receiving message channel agent");
    note(objects, (descriptor, body), what, done)
}

/// Notes an activity of an agent: reports it, has a trace-route message gather it, and counts it there.
fn note(
    objects: &Objects,
    (descriptor, body): (&MsgDescriptor, &Bytes),
    (agent, description): (&str, &str),
    done: [(i32, Vec<Parameter>); 2],
) -> RouteOutcome {
    let mut traced = TraceRouteMessage::parse(descriptor, body);
    let wants_report = descriptor.report & MQRO_ACTIVITY == MQRO_ACTIVITY;
    if traced.is_none() && !wants_report {
        return RouteOutcome::AsItIs;
    }
    let reports = wants_report && objects.q_mgr_int(Attr::Activrec) != MQRECORDING_DISABLED;
    let takes_part = objects.q_mgr_int(Attr::Routerec) != MQRECORDING_DISABLED;
    let now_us = objects.clock.wall_us();
    let stamp = PutStamp::at(now_us);
    let operations = done.map(|(kind, more)| Operation {
        kind,
        at: (stamp.date, stamp.time),
        length: body.len(),
        descriptor: descriptor.clone(),
        q_mgr_name: objects.name.as_str().trim_end().to_owned(),
        more,
    });
    let activity = Activity {
        appl_name: agent.to_owned(),
        appl_type: MQAT_QMGR,
        description: description.to_owned(),
        operations: operations.to_vec(),
    };
    let Some(traced) = &mut traced else {
        if reports {
            report(objects, descriptor, &activity, None, now_us);
        }
        return RouteOutcome::AsItIs;
    };
    // Documented: what agents do is of medium detail.
    let is_detailed = traced.route.detail >= MQROUTE_DETAIL_MEDIUM;
    let gathers = is_detailed && takes_part && traced.route.accumulates();
    let reports = is_detailed && reports;
    traced.count(gathers || reports);
    if gathers {
        traced.gather(activity.group());
    }
    if reports {
        report(objects, descriptor, &activity, Some(&traced.route), now_us);
    }
    if traced.route.is_exhausted() {
        answer(objects, descriptor, traced, now_us);
        return RouteOutcome::Exhausted;
    }
    RouteOutcome::Changed(traced.body())
}

/// Puts the report of an activity, outside any unit of work: what it is about goes on whatever becomes of it.
fn report(
    objects: &Objects,
    about: &MsgDescriptor,
    activity: &Activity,
    route: Option<&TraceRoute>,
    now_us: u64,
) {
    let (report, body) = activity_report(about, activity, route);
    let to = match objects.q_mgr_int(Attr::Activrec) {
        MQRECORDING_Q => Some(ACTIVITY_QUEUE),
        _ => None,
    };
    send(objects, about, to, report, &body, now_us);
}

/// A message arrives on a queue of this queue manager: whether it is thrown away there. A trace-route message that wants an answer has it now.
pub(crate) fn ends_here(
    objects: &Objects,
    descriptor: &MsgDescriptor,
    body: &Bytes,
    now_us: u64,
) -> bool {
    if !may_be_trace_route(&descriptor.format) {
        return false;
    }
    let Some(traced) = TraceRouteMessage::parse(descriptor, body) else {
        return false;
    };
    answer(objects, descriptor, &traced, now_us);
    traced.route.ends_on_arrival()
}

/// Answers a trace-route message that wants it.
fn answer(objects: &Objects, descriptor: &MsgDescriptor, traced: &TraceRouteMessage, now_us: u64) {
    let recording = objects.q_mgr_int(Attr::Routerec);
    if !traced.route.is_answered() || recording == MQRECORDING_DISABLED {
        return;
    }
    let (msg_id, correl_id) = descriptor.answer_ids();
    let reply = MsgDescriptor {
        version: MQMD_VERSION_2,
        msg_type: MQMT_REPLY,
        format: *b"MQADMIN ",
        encoding: descriptor.encoding,
        coded_char_set_id: descriptor.coded_char_set_id,
        priority: descriptor.priority,
        persistence: descriptor.persistence,
        msg_id,
        correl_id,
        user_identifier: descriptor.user_identifier,
        accounting_token: descriptor.accounting_token,
        appl_identity_data: descriptor.appl_identity_data,
        ..MsgDescriptor::default()
    };
    let to = (recording == MQRECORDING_Q).then_some(ROUTE_QUEUE);
    send(objects, descriptor, to, reply, &traced.reply(), now_us);
}

/// Puts what is told about a message where it wants to have it, or on a queue of the system. What nobody takes goes to the dead-letter queue, unless the
/// message wants to be thrown away, and is lost otherwise.
fn send(
    objects: &Objects,
    about: &MsgDescriptor,
    system_queue: Option<&str>,
    mut told: MsgDescriptor,
    body: &Bytes,
    now_us: u64,
) {
    told.fill_with_blanks();
    told.reply_to_q_mgr = *objects.name.bytes();
    let (q_name, q_mgr) = match system_queue {
        Some(queue) => (ObjectName::truncated(queue), ObjectName::BLANK),
        None => (
            ObjectName::from_field(&about.reply_to_q),
            ObjectName::from_field(&about.reply_to_q_mgr),
        ),
    };
    let discards = about.report & MQRO_DISCARD_MSG != 0;
    let _access = access::allow("a report is staged in place");
    let placed = match to_queue(objects, (&q_name, &q_mgr), &told, body, now_us) {
        Ok(placement) => Some(placement),
        Err(_) if discards => None,
        Err(reason) => to_dead_letter_queue(objects, (&q_name, &q_mgr), reason, told, body, now_us),
    };
    if let Some(placement) = placed {
        // A log that is full costs the report, never the message it is about.
        let _ = put_unattended(objects, placement);
    }
}
