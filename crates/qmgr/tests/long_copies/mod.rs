//! What the queue manager puts with a long message: duplicates, reports, copies of a publication. None of it is staged on the
//! thread that puts, nor copied on one that serves others.

mod by_workers;
mod in_pieces;

use crate::full_log::home::{Application, Home};
use bytes::Bytes;
use ferromq_base::random::SplitMix64;
use ferromq_log::{LogSettings, LogType};
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{
    GetOptions, ObjectDescriptor, ObjectHandle, PutOptions, SubscriptionDescriptor,
};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::WaitingFor;
use std::num::NonZeroUsize;
use std::task::{Poll, Waker};

const LONG: usize = 2_000_000;

const ROOMY: LogSettings = LogSettings {
    file_pages: 1024,
    primary_files: 6,
    secondary_files: 2,
    buffer_pages: 0,
    log_type: LogType::Circular,
};

fn body(seed: u64) -> Bytes {
    let mut bytes = vec![0; LONG];
    SplitMix64::new(seed).fill(&mut bytes);
    Bytes::from(bytes)
}

fn persistent() -> MsgDescriptor {
    MsgDescriptor {
        persistence: MQPER_PERSISTENT,
        ..MsgDescriptor::default()
    }
}

fn put(handle: ObjectHandle, descriptor: MsgDescriptor, options: i32, body: Bytes) -> Request {
    Request::Put {
        handle,
        descriptor,
        options: PutOptions {
            options,
            ..PutOptions::default()
        },
        body,
    }
}

fn get(application: &mut Application, handle: ObjectHandle) -> Result<Bytes, Reason> {
    let got = application.verb(Request::Get {
        handle,
        descriptor: MsgDescriptor::default(),
        options: GetOptions {
            // As it stands there.
            options: MQGMO_PROPERTIES_FORCE_MQRFH2,
            ..GetOptions::default()
        },
        buffer_len: u32::MAX,
    })?;
    match got {
        Reply::Got(reply) => Ok(reply.body),
        other => panic!("{other:?}"),
    }
}

fn define(home: &Home, kind: ObjectKind, name: &str, attributes: &[(Attr, Value)]) {
    let mut made = Definition::new(kind, ObjectName::truncated(name));
    for (attribute, value) in attributes {
        made.set_internal(*attribute, value.clone()).expect("set");
    }
    home.manager().define(made, false).expect("defined");
}

fn alter_queue(home: &Home, name: &str, attribute: Attr, value: &str) {
    let name = ObjectName::truncated(name);
    let values = [(attribute, Value::Text(value.into()))];
    let altered = home
        .manager()
        .alter(ObjectKind::QLocal, &name, &values, false);
    altered.expect("altered");
}

fn set_dead_letter_queue(home: &Home, name: &str) {
    let values = [(Attr::Deadq, Value::Text(name.into()))];
    let altered = home
        .manager()
        .alter(ObjectKind::QMgr, &ObjectName::BLANK, &values, false);
    altered.expect("altered");
}

/// Kills the queue manager and starts it again: what was put is read from the log.
fn after_a_kill(home: &mut Home, application: Application) -> Application {
    home.kill();
    drop(application);
    home.start();
    home.connect()
}

fn open_topic(program: &mut Application) -> ObjectHandle {
    let opened = program.verb(Request::Open {
        descriptor: ObjectDescriptor {
            object_type: MQOT_TOPIC,
            object_string: "some/topic".into(),
            version: MQOD_VERSION_4,
            ..ObjectDescriptor::default()
        },
        options: MQOO_OUTPUT,
    });
    match opened {
        Ok(Reply::Opened { handle, .. }) => handle,
        other => panic!("{other:?}"),
    }
}

fn with_transmission_queue(home: &Home) {
    let usage = [(Attr::Usage, MQUS_TRANSMISSION.into())];
    define(home, ObjectKind::QLocal, "QM2", &usage);
    let there = [
        (Attr::Rname, Value::Text("THERE".into())),
        (Attr::Rqmname, Value::Text("QM2".into())),
    ];
    define(home, ObjectKind::QRemote, "REMOTE", &there);
}

fn open_for_output(program: &mut Application, name: &str) -> ObjectHandle {
    let opened = program.verb(Request::Open {
        descriptor: ObjectDescriptor::queue(name),
        options: MQOO_OUTPUT,
    });
    match opened {
        Ok(Reply::Opened { handle, .. }) => handle,
        other => panic!("{other:?}"),
    }
}
