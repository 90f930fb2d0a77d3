//! A queue manager with a small log, and applications that make its calls.

use bytes::Bytes;
use ferromq_base::clock::SimulatedClock;
use ferromq_base::disk::SimulatedDisk;
use ferromq_log::{LogSettings, LogType, Pressure};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::options::{
    ConnectOptions, GetOptions, ObjectDescriptor, ObjectHandle, Origin, PutOptions, Road,
};
use ferromq_mqi::xa::{XaCall, XaCode, Xid};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::{
    Connection, CreateSettings, EndMode, Notice, Outcome, Place, QueueManager, StartSettings,
    WaitingFor,
};
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};

/// 1.25 MiB in all.
pub(crate) const LOG: LogSettings = LogSettings {
    file_pages: 64,
    primary_files: 3,
    secondary_files: 2,
    buffer_pages: 18,
    log_type: LogType::Circular,
};

/// Longer than what the log holds of a few messages.
pub(crate) const LONG: usize = 400_000;

pub(crate) struct Home {
    pub(crate) disk: SimulatedDisk,
    pub(crate) clock: Arc<SimulatedClock>,
    pub(crate) log: LogSettings,
    pub(crate) notices: Arc<Mutex<Vec<Notice>>>,
    pub(crate) manager: Option<QueueManager>,
}

impl Home {
    /// A running queue manager with the queues Q1 and Q2.
    pub(crate) fn new() -> Self {
        Self::with(LOG)
    }

    /// The same with another log.
    pub(crate) fn with(log: LogSettings) -> Self {
        let mut home = Self {
            disk: SimulatedDisk::new(1),
            clock: Arc::new(SimulatedClock::starting_at(1_700_000_000_000_000)),
            log,
            notices: Arc::default(),
            manager: None,
        };
        let settings = CreateSettings {
            name: ObjectName::truncated("QM1"),
            log,
            attributes: Vec::new(),
            developer_objects: false,
        };
        let clock = Arc::clone(&home.clock);
        QueueManager::create(&home.place(), &settings, clock.as_ref(), &mut |_, _| {})
            .expect("created");
        home.start();
        for name in ["Q1", "Q2"] {
            let mut queue = Definition::new(ObjectKind::QLocal, ObjectName::truncated(name));
            queue.set(Attr::Defpsist, MQPER_PERSISTENT).expect("set");
            home.manager().define(queue, false).expect("defined");
        }
        home
    }

    pub(crate) fn place(&self) -> Place {
        let root = self.disk.root();
        let directory = |name| root.directory(name).expect("a directory in memory");
        Place {
            data: directory("data"),
            log: directory("log"),
        }
    }

    pub(crate) fn start(&mut self) {
        // Somebody keeps house: whoever waits here does.
        self.start_with_waker(Box::new(|| ()));
    }

    pub(crate) fn start_with_waker(&mut self, wake: Box<dyn Fn() + Send + Sync>) {
        let notices = Arc::clone(&self.notices);
        let settings = StartSettings {
            log: self.log,
            queue_buffer_bytes: 1 << 20,
            persistent_queue_buffer_bytes: 1 << 20,
            open_queue_files_max: 16,
            read_ahead: false,
            notices: Arc::new(move |notice| notices.lock().expect("notices").push(notice)),
        };
        self.clock.advance_ns(1_000_000);
        let clock = Arc::clone(&self.clock);
        let manager = QueueManager::start(self.place(), &settings, clock).expect("started");
        manager.set_housekeeping_waker(wake);
        self.manager = Some(manager);
    }

    pub(crate) fn kill(&mut self) {
        if let Some(manager) = self.manager.take() {
            manager.log().abandon();
        }
        self.disk = self.disk.kill(7);
    }

    pub(crate) fn end(&mut self) {
        let manager = self.manager.take().expect("it runs");
        manager.begin_end(EndMode::Immediate);
        manager.finish_end().expect("it ends");
    }

    pub(crate) fn manager(&self) -> &QueueManager {
        self.manager.as_ref().expect("it runs")
    }

    pub(crate) fn connect(&self) -> Application {
        let origin = Origin {
            user_id: FixedText::truncated("tester"),
            appl_name: FixedText::truncated("full_log"),
            appl_type: MQAT_UNIX,
            process_id: 1,
            thread_id: 1,
            uid: 1,
            road: Road::Embedded,
            client: None,
        };
        let manager = self.manager().clone();
        let connection = manager.connect(&ConnectOptions::default(), origin);
        let mut application = Application {
            connection: connection.expect("connected"),
            manager,
            queues: [ObjectHandle::UNUSABLE; 2],
        };
        application.queues = ["Q1", "Q2"].map(|name| application.open(name));
        application
    }

    pub(crate) fn notices(&self, number: &str) -> Vec<String> {
        let notices = self.notices.lock().expect("notices");
        let of = notices.iter().filter(|notice| notice.number == number);
        of.map(|notice| notice.text.clone()).collect()
    }

    /// Messages on a queue, with those of units of work.
    pub(crate) fn depth(&self, name: &str) -> usize {
        let statuses = self.manager().queue_statuses();
        let found = statuses.iter().find(|status| status.name.as_str() == name);
        found.expect("it is there").queue.depth as usize
    }

    /// The log is as good as new: much more than it holds goes through.
    pub(crate) fn works(&self) {
        self.manager().keep_house();
        self.manager().keep_house();
        assert!(self.manager().log().pressure() < Pressure::NearlyFull);
        let mut application = self.connect();
        for _ in 0..100 {
            application.put(0, 30_000, 0).expect("put");
            application.get(0, 0).expect("got");
        }
    }
}

pub(crate) struct Application {
    pub(crate) connection: Connection,
    pub(crate) manager: QueueManager,
    pub(crate) queues: [ObjectHandle; 2],
}

impl Application {
    pub(crate) fn call(&mut self, request: Request) -> Reply {
        let answer = self.connection.start(request, Waker::noop());
        self.answered(answer)
    }

    fn answered(&mut self, mut answer: Poll<Reply>) -> Reply {
        loop {
            match answer {
                Poll::Ready(reply) => return reply,
                Poll::Pending => match self.connection.waiting_for() {
                    Some(WaitingFor::Log(end)) => self.connection.wait_for_log(end),
                    Some(WaitingFor::Worker) => assert!(self.manager.run_task()),
                    _ => drop(self.manager.keep_house()),
                },
            }
            answer = self.connection.poll(Waker::noop());
        }
    }

    pub(crate) fn verb(&mut self, request: Request) -> Result<Reply, Reason> {
        match self.call(request) {
            Reply::Failed(reason) => Err(reason),
            reply => Ok(reply),
        }
    }

    pub(crate) fn open(&mut self, name: &str) -> ObjectHandle {
        let opened = self.verb(Request::Open {
            descriptor: ObjectDescriptor::queue(name),
            options: MQOO_OUTPUT | MQOO_INPUT_SHARED,
        });
        match opened {
            Ok(Reply::Opened { handle, .. }) => handle,
            other => panic!("{other:?}"),
        }
    }

    pub(crate) fn put_request(&self, queue: usize, len: usize, options: i32) -> Request {
        Request::Put {
            handle: self.queues[queue],
            descriptor: MsgDescriptor::default(),
            options: PutOptions {
                options,
                ..PutOptions::default()
            },
            body: Bytes::from(vec![7; len]),
        }
    }

    pub(crate) fn put(&mut self, queue: usize, len: usize, options: i32) -> Result<(), Reason> {
        self.verb(self.put_request(queue, len, options)).map(drop)
    }

    pub(crate) fn get(&mut self, queue: usize, options: i32) -> Result<usize, Reason> {
        let got = self.verb(Request::Get {
            handle: self.queues[queue],
            descriptor: MsgDescriptor::default(),
            options: GetOptions {
                options,
                ..GetOptions::default()
            },
            buffer_len: u32::MAX,
        })?;
        match got {
            Reply::Got(reply) => Ok(reply.body.len()),
            other => panic!("{other:?}"),
        }
    }

    pub(crate) fn xa(&mut self, call: XaCall) -> XaCode {
        match self.call(Request::Xa(call)) {
            Reply::Xa(reply) => reply.code,
            other => panic!("{other:?}"),
        }
    }

    /// Puts one message to Q2 and promises it, as a channel promises a batch.
    pub(crate) fn promise(&mut self, name: &Xid) -> XaCode {
        self.put(1, 100, MQPMO_SYNCPOINT).expect("put");
        let answer = self.connection.promise(name, Waker::noop());
        match self.answered(answer) {
            Reply::Xa(reply) => reply.code,
            other => panic!("{other:?}"),
        }
    }

    /// A branch that puts one message to Q2 and gets the one that is there, if one is.
    pub(crate) fn prepare(&mut self, number: u32) -> XaCode {
        let (xid, flags) = (xid(number), TMNOFLAGS);
        self.xa(XaCall::Open {
            name: Vec::new(),
            flags,
        });
        let start = XaCall::Start {
            xid: xid.clone(),
            flags,
        };
        assert_eq!(self.xa(start), XaCode::OK);
        let _ = self.get(1, MQGMO_SYNCPOINT);
        let put = self.put(1, 100, MQPMO_SYNCPOINT);
        let end = XaCall::End {
            xid: xid.clone(),
            flags: TMSUCCESS,
        };
        assert_eq!(self.xa(end), XaCode::OK);
        match put {
            Ok(()) => self.xa(XaCall::Prepare { xid, flags }),
            Err(_) => self.xa(XaCall::RollBack { xid, flags }),
        }
    }
}

pub(crate) fn xid(number: u32) -> Xid {
    Xid::new(1, &number.to_be_bytes(), b"").expect("it fits")
}

/// Six applications that put and get under syncpoint, commit, and back out and try again when they are refused; until they
/// have been often.
pub(crate) fn work_in_a_full_log(home: &Home, rounds: usize) {
    let mut applications: Vec<_> = (0..6).map(|_| home.connect()).collect();
    for round in 0..rounds {
        let one = &mut applications[round % 6];
        let put = one.put(0, 2_000, MQPMO_SYNCPOINT);
        let got = one.get(0, MQGMO_SYNCPOINT).map(drop);
        let ended = match put.and(got) {
            Ok(()) => one.verb(Request::Commit),
            Err(_) => one.verb(Request::BackOut),
        };
        let expected = [Reason::BACKED_OUT, Reason::RESOURCE_PROBLEM];
        assert!(ended.err().is_none_or(|reason| expected.contains(&reason)));
        if round % 10 == 0 {
            home.manager().keep_house();
        }
    }
}

/// The branch in doubt that held the log is decided.
pub(crate) fn makes_room(home: &Home) {
    home.manager()
        .decide_branch(&xid(1), Outcome::BackedOut)
        .expect("decided");
    home.manager().keep_house();
    home.manager().keep_house();
}
