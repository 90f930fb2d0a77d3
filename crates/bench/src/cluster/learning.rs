//! What it costs a full repository to learn what many members share: processor time to take it in and keep it, and memory.
//!
//! The members are simulated: cores without I/O that say what they would say over channels. Who learns is a real queue manager, with a
//! real log, and the core that feeds it, as in a server.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::figures::{Record, Value};
use crate::host::Host;
use crate::members::CLUSTER;
use crate::meter::{process_cpu_ns, resident_bytes};
use ferromq::engine::ClusterRecord;
use ferromq_cluster::{Action, Destination, Member, OwnCluster, Partner};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::MQQMT_REPOSITORY;
use ferromq_mqi::name::ObjectName;
use std::collections::{BTreeMap, BTreeSet};

const MEMBERS: usize = 50;
const QUEUES_EACH: usize = 1_000;
/// The identifier and the channel of the one that learns.
const LEARNER: &str = "BENCH_2026-01-01_00.00.00";
const WAY: &str = "BENCH.TO.1";
/// When it is, milliseconds since 1970: any time will do.
const NOW_MS: u64 = 1_800_000_000_000;

pub(crate) fn measure(arguments: &Arguments) -> Result<Record, Failure> {
    let members = MEMBERS;
    let told = (1..=members).map(told).collect::<Result<Vec<_>, _>>()?;
    let bytes: usize = told.iter().flatten().map(Vec::len).sum();
    let host = Host::start(arguments)?;
    let (mut learner, actions) = Member::new(LEARNER, [], &own(0, 0)?, NOW_MS);
    keep(&host, actions)?;
    let resident = || resident_bytes(std::process::id()).unwrap_or(0);
    let (before_bytes, before_ns) = (resident(), process_cpu_ns());
    for (at, messages) in told.iter().enumerate() {
        for message in messages {
            let partner = Partner {
                qmid: &qmid(at + 1),
                q_mgr: &crate::members::name_of(at + 2),
            };
            let actions = learner.received(partner, message, NOW_MS);
            keep(&host, actions)?;
        }
    }
    let used_ns = process_cpu_ns() - before_ns;
    let added_bytes = resident().saturating_sub(before_bytes);
    let due = members * QUEUES_EACH;
    let known = host.engine().cluster_records(ObjectKind::ClusQ).len();
    if known != due {
        return Err(Failure::Wrong(format!(
            "{members} members share {due} queues, and {known} are known"
        )));
    }
    let records = (due + members) as f64;
    let mut record = Record::new("learning what members share");
    record
        .set("members", Value::Count(members as u64))
        .set("queues_each", Value::Count(QUEUES_EACH as u64))
        .number("processor_s", used_ns as f64 / 1e9)
        .number("resident_bytes_each", added_bytes as f64 / records)
        .number("told_bytes_each", bytes as f64 / records)
        .figure("queues_known", Value::Count(known as u64));
    Ok(record)
}

/// What the queue manager is to keep, as the service of a server has it kept.
fn keep(host: &Host, actions: Vec<Action>) -> Result<(), Failure> {
    let records = actions.into_iter().filter_map(|action| match action {
        Action::Keep(record) => Some(ClusterRecord::Keep(record)),
        Action::Drop(kind, name) => Some(ClusterRecord::Drop(kind, name)),
        Action::Send { .. } | Action::Answered { .. } | Action::Notice(_) => None,
    });
    let records: Vec<ClusterRecord> = records.collect();
    if records.is_empty() {
        return Ok(());
    }
    let kept = host.engine().keep_cluster_records(&records);
    kept.map_err(|error| Failure::Wrong(format!("records were not kept: {error}")))
}

/// All that a member tells the one that learns.
fn told(number: usize) -> Result<Vec<Vec<u8>>, Failure> {
    let (mut member, mut actions) =
        Member::new(&qmid(number), [], &own(number, QUEUES_EACH)?, NOW_MS);
    actions.extend(member.channel_started(WAY, LEARNER, true, NOW_MS));
    let sent = actions.into_iter().filter_map(|action| match action {
        Action::Send {
            to: Destination::QMgr(to),
            bytes,
            ..
        } if &*to == LEARNER => Some(bytes),
        Action::Send {
            to: Destination::Channel(_),
            bytes,
            ..
        } => Some(bytes),
        _ => None,
    });
    Ok(sent.collect())
}

fn qmid(number: usize) -> String {
    match number {
        0 => LEARNER.to_owned(),
        _ => format!("BENCH.{number}_2026-01-01_00.00.00"),
    }
}

/// What a member is: 0 is the full repository that learns.
fn own(number: usize, queues: usize) -> Result<BTreeMap<String, OwnCluster>, Failure> {
    let name = crate::members::name_of(number + 1);
    let mut member = shared(ObjectKind::ClusQMgr, &name)?;
    text(
        &mut member,
        Attr::Channel,
        &format!("BENCH.TO.{}", number + 1),
    )?;
    text(&mut member, Attr::Conname, "127.0.0.1(1414)")?;
    let mut own = OwnCluster {
        everybody: false,
        full: number == 0,
        shared: Vec::with_capacity(queues + 1),
        channels: BTreeSet::new(),
    };
    if own.full {
        set(&mut member, Attr::Qmtype, MQQMT_REPOSITORY)?;
    } else {
        own.channels.insert(WAY.to_owned());
    }
    own.shared.push(member);
    for queue in 0..queues {
        let mut made = shared(ObjectKind::ClusQ, &name)?;
        text(&mut made, Attr::Queue, &format!("BENCH.QUEUE.{queue}"))?;
        own.shared.push(made);
    }
    Ok(BTreeMap::from([(CLUSTER.to_owned(), own)]))
}

fn shared(kind: ObjectKind, q_mgr: &str) -> Result<Definition, Failure> {
    let mut made = Definition::new(kind, ObjectName::truncated("X"));
    text(&mut made, Attr::Clusqmgr, q_mgr)?;
    Ok(made)
}

fn text(made: &mut Definition, attr: Attr, text: &str) -> Result<(), Failure> {
    set(made, attr, text)
}

fn set(
    made: &mut Definition,
    attr: Attr,
    value: impl Into<ferromq_mqi::attribute::Value>,
) -> Result<(), Failure> {
    made.set_internal(attr, value)
        .map_err(|error| Failure::Wrong(format!("a record takes no {attr:?}: {error}")))
}
