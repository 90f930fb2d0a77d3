//! Where replies to what is put are to go, while remote queues come and go.

use crate::{Connection, QueueManager, SimulatedPlace, tester};
use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::MQOO_OUTPUT;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ConnectOptions, ObjectDescriptor, ObjectHandle, PutOptions};
use std::task::{Poll, Waker};

const HERE: &str = "HERE";
const REPLIES: &str = "REPLIES";

struct House {
    // The disk lives as long as the queue manager.
    _place: SimulatedPlace,
    manager: QueueManager,
    application: Connection,
    queue: ObjectHandle,
}

fn name(text: &str) -> ObjectName {
    ObjectName::truncated(text)
}

fn house() -> House {
    let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
    let manager = place.start();
    let local = Definition::new(ObjectKind::QLocal, name(HERE));
    manager.define(local, false).expect("defined");
    let connected = manager.connect(&ConnectOptions::default(), tester());
    let mut application = connected.expect("connected");
    let open = Request::Open {
        descriptor: ObjectDescriptor::queue(HERE),
        options: MQOO_OUTPUT,
    };
    let Poll::Ready(Reply::Opened { handle, .. }) = application.start(open, Waker::noop()) else {
        panic!("not opened");
    };
    House {
        _place: place,
        manager,
        application,
        queue: handle,
    }
}

impl House {
    fn define_remote(&self, leads_to: &str) {
        let mut remote = Definition::new(ObjectKind::QRemote, name(REPLIES));
        for (attr, text) in [(Attr::Rname, leads_to), (Attr::Rqmname, "FAR")] {
            remote.set(attr, Value::Text(text.into())).expect("set");
        }
        self.manager.define(remote, true).expect("defined");
    }

    /// Puts a message whose replies are to go to the queue of that name, and answers where they will.
    fn put(&mut self) -> [String; 2] {
        let put = Request::Put {
            handle: self.queue,
            descriptor: MsgDescriptor {
                reply_to_q: *name(REPLIES).bytes(),
                ..MsgDescriptor::default()
            },
            options: PutOptions::default(),
            body: Bytes::from_static(b"message"),
        };
        let answer = self.application.start(put, Waker::noop());
        let Poll::Ready(Reply::Put(put)) = answer else {
            panic!("not put: {answer:?}");
        };
        let fields = [&put.descriptor.reply_to_q, &put.descriptor.reply_to_q_mgr];
        fields.map(|field| ObjectName::from_field(field).to_string())
    }

    fn own(&self) -> [String; 2] {
        [REPLIES.into(), self.manager.engine.name.to_string()]
    }
}

#[test]
fn a_reply_goes_where_the_remote_queue_of_its_name_leads_at_the_time_of_the_put() {
    let mut house = house();
    assert_eq!(house.put(), house.own(), "there is none");
    house.define_remote("ONE");
    assert_eq!(house.put(), ["ONE", "FAR"], "it is made");
    house.define_remote("TWO");
    assert_eq!(house.put(), ["TWO", "FAR"], "it is changed");
    let deleted = house
        .manager
        .delete(ObjectKind::QRemote, &name(REPLIES), false);
    deleted.expect("deleted");
    assert_eq!(house.put(), house.own(), "it is gone");
    house.define_remote("THREE");
    assert_eq!(house.put(), ["THREE", "FAR"], "it is made anew");
}

/// Builds with debug assertions refuse the lock to a thread that has it.
#[test]
fn a_put_does_not_ask_the_registry_where_replies_go() {
    let mut house = house();
    house.define_remote("ONE");
    house.put();
    let engine = house.manager.engine.clone();
    let _registry = engine.registry_mut();
    assert_eq!(house.put(), ["ONE", "FAR"]);
}
