//! What it costs to keep what a cluster has told, in processor time and memory, and to put to one of its queues: 1,000 queues that 50 members share.

use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ConnectOptions, ObjectDescriptor, PutOptions};
use ferromq_qmgr::{ClusterRecord, Connection, SimulatedPlace, tester};
use std::task::{Poll, Waker};
use std::time::Instant;

const QUEUES: usize = 1_000;
const MEMBERS: usize = 50;
const BATCH: usize = 500;
const PUTS: u32 = 4_000;

fn record(kind: ObjectKind, number: usize, values: &[(Attr, &str)]) -> ClusterRecord {
    let name = ObjectName::truncated(&format!("R.{number}"));
    let mut made = Definition::new(kind, name);
    let always = [
        (Attr::Cluster, "INVENTORY"),
        (Attr::Record, "1790000000000 1797776000000 l"),
    ];
    for (attr, value) in values.iter().chain(&always) {
        made.set_internal(*attr, *value).expect("a value it takes");
    }
    if kind == ObjectKind::ClusQ {
        let bind = Value::Int(MQBND_BIND_NOT_FIXED);
        made.set_internal(Attr::Defbind, bind)
            .expect("a value it takes");
    }
    ClusterRecord::Keep(made)
}

fn resident_bytes() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = statm
        .split(' ')
        .nth(1)
        .and_then(|pages| pages.parse::<usize>().ok());
    pages.unwrap_or(0) * 4096
}

fn main() {
    let place = SimulatedPlace::of("QM1", 4_096, 1 << 20);
    let manager = place.start();
    let own = manager.q_mgr_definition().text(Attr::Qmid).to_owned();
    let before = resident_bytes();
    let mut records = vec![];
    for member in 0..=MEMBERS {
        let q_mgr = format!("MEMBER{member}");
        let qmid = match member {
            0 => own.clone(),
            _ => format!("{q_mgr}_2026-11-26_10.00.00"),
        };
        let channel = format!("TO.{q_mgr}");
        let values = [
            (Attr::Clusqmgr, q_mgr.as_str()),
            (Attr::Channel, channel.as_str()),
            (Attr::Qmid, qmid.as_str()),
        ];
        records.push(record(ObjectKind::ClusQMgr, records.len(), &values));
        for queue in (0..QUEUES).filter(|_| member > 0) {
            let queue = format!("ORDERS.OF.CUSTOMER.{queue}");
            let values = [
                (Attr::Queue, queue.as_str()),
                (Attr::Clusqmgr, q_mgr.as_str()),
                (Attr::Qmid, qmid.as_str()),
            ];
            records.push(record(ObjectKind::ClusQ, records.len(), &values));
        }
    }
    let count = records.len();
    let began = Instant::now();
    for batch in records.chunks(BATCH) {
        manager.keep_cluster_records(batch).expect("kept");
    }
    let ms = began.elapsed().as_millis();
    drop(records);
    println!("{count} records kept in {ms} ms");
    let kept = resident_bytes().saturating_sub(before);
    println!("{} bytes each, at most", kept / count);
    let mut app = manager
        .connect(&ConnectOptions::default(), tester())
        .expect("connected");
    println!(
        "a put costs {:.0} ns",
        ns_of_a_put(&mut app, "ORDERS.OF.CUSTOMER.7")
    );
    println!(
        "a put here costs {:.0} ns",
        ns_of_a_put(&mut app, "SYSTEM.DEFAULT.LOCAL.QUEUE")
    );
}

fn ns_of_a_put(app: &mut Connection, queue: &str) -> f64 {
    let began = Instant::now();
    let open = Request::Open {
        descriptor: ObjectDescriptor::queue(queue),
        options: MQOO_OUTPUT,
    };
    let Poll::Ready(Reply::Opened { handle, .. }) = app.start(open, Waker::noop()) else {
        panic!("{queue} is open");
    };
    println!("opened in {} us", began.elapsed().as_micros());
    let body = Bytes::from_static(b"a message");
    let began = Instant::now();
    for _ in 0..PUTS {
        let put = Request::Put {
            handle,
            descriptor: MsgDescriptor::default(),
            options: PutOptions::default(),
            body: body.clone(),
        };
        let answer = app.start(put, Waker::noop());
        assert!(matches!(answer, Poll::Ready(Reply::Put(_))), "{answer:?}");
    }
    began.elapsed().as_nanos() as f64 / f64::from(PUTS)
}
