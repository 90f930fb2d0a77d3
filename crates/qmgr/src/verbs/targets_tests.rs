//! A name that leads to two queues: the target of each message is chosen as it is put, unless the open fixed the binding.

use crate::deliver::target::{Target, Targets};
use crate::objects::Objects;
use crate::verbs::connection::Connection;
use crate::verbs::handle::Opened;
use crate::{QueueManager, SimulatedPlace, tester};
use bytes::Bytes;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ConnectOptions, ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason};
use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Poll, Waker};

/// Takes one after the other.
#[derive(Debug)]
struct InTurn {
    all: [Target; 2],
    taken: AtomicUsize,
}

impl Targets for InTurn {
    fn bound(&self) -> &Target {
        &self.all[0]
    }

    fn choose(&self, _: &Objects) -> Result<Cow<'_, Target>, Reason> {
        let turn = self.taken.fetch_add(1, Ordering::Relaxed);
        Ok(Cow::Borrowed(&self.all[turn % self.all.len()]))
    }

    fn fixed(&self, objects: &Objects) -> Result<Option<Target>, Reason> {
        Ok(Some(self.choose(objects)?.into_owned()))
    }
}

struct Home {
    _place: SimulatedPlace,
    manager: QueueManager,
    connection: Connection,
}

fn home() -> Home {
    let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
    let manager = place.start();
    for name in ["Q1", "Q2"] {
        let mut queue = Definition::new(ObjectKind::QLocal, ObjectName::truncated(name));
        queue
            .set(Attr::Defbind, MQBND_BIND_NOT_FIXED)
            .expect("a value it takes");
        manager.define(queue, false).expect("defined");
    }
    let connection = manager
        .connect(&ConnectOptions::default(), tester())
        .expect("connected");
    Home {
        _place: place,
        manager,
        connection,
    }
}

impl Home {
    /// A handle that leads to both queues, opened with `bind`.
    fn open(&mut self, bind: i32) -> ObjectHandle {
        let open = Request::Open {
            descriptor: ObjectDescriptor::queue("Q1"),
            options: MQOO_OUTPUT | bind,
        };
        let handle = match self.connection.start(open, Waker::noop()) {
            Poll::Ready(Reply::Opened { handle, .. }) => handle,
            other => panic!("{other:?}"),
        };
        let queue = |name| {
            let found = self.manager.engine.registry().local_queue(&name);
            Target::Local(found.expect("it is defined"))
        };
        let both = InTurn {
            all: ["Q1", "Q2"].map(|name| queue(ObjectName::truncated(name))),
            taken: AtomicUsize::new(0),
        };
        let opened = &mut self.connection.handles.get(handle).expect("open").opened;
        let Opened::Queue(resolved) = opened else {
            panic!("{opened:?}");
        };
        resolved.targets = Arc::new(both);
        let bound = resolved.clone().bind(&self.manager.engine, bind);
        *resolved = bound.expect("there is something to bind it to");
        handle
    }

    /// Puts four messages, and answers how many are on each queue.
    fn put_four(&mut self, handle: ObjectHandle) -> [u32; 2] {
        for _ in 0..4 {
            let put = Request::Put {
                handle,
                descriptor: MsgDescriptor::default(),
                options: PutOptions::default(),
                body: Bytes::from_static(b"message"),
            };
            let answer = self.connection.start(put, Waker::noop());
            assert!(
                matches!(answer, Poll::Ready(Reply::Put { .. })),
                "{answer:?}"
            );
        }
        ["Q1", "Q2"].map(|name| {
            let found = self
                .manager
                .engine
                .registry()
                .local_queue(&ObjectName::truncated(name));
            found.expect("it is defined").queue.depth()
        })
    }
}

#[test]
fn a_binding_that_is_not_fixed_chooses_for_each_message() {
    for bind in [MQOO_BIND_NOT_FIXED, MQOO_BIND_AS_Q_DEF] {
        let mut home = home();
        let handle = home.open(bind);
        assert_eq!(home.put_four(handle), [2, 2], "{bind}");
    }
}

#[test]
fn a_binding_that_the_open_fixes_stays_with_one_target() {
    let mut home = home();
    let handle = home.open(MQOO_BIND_ON_OPEN);
    assert_eq!(home.put_four(handle), [4, 0]);
}
