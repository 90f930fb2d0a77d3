//! What was committed, kept apart from the queue manager.

use crate::small_disk::QUEUES;
use ferromq::{GetOptions, MqError, MsgDescriptor, PutOptions, QueueManager, Reason, mq};
use ferromq_mqi::session::{Connected, Session};

/// How a unit of work ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Done,
    /// A verb was refused for want of space, and the unit of work backed out.
    Refused,
    /// The queue manager stopped.
    Broken,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    number: u64,
    persistent: bool,
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Books {
    /// What is on each queue, in order.
    queues: [Vec<Entry>; 2],
    /// What would be if the commit that was not answered happened.
    perhaps: Option<[Vec<Entry>; 2]>,
    next: u64,
}

const BODY_BYTES: usize = 3_000;

fn body(number: u64) -> Vec<u8> {
    let mut body = format!("{number:016x}").into_bytes();
    body.resize(BODY_BYTES, b'.');
    body
}

fn put<C: Connected>(session: &mut Session<C>, queue: &str, entry: Entry) -> Result<(), MqError> {
    let mut descriptor = MsgDescriptor {
        persistence: if entry.persistent {
            mq::MQPER_PERSISTENT
        } else {
            mq::MQPER_NOT_PERSISTENT
        },
        ..MsgDescriptor::default()
    };
    let mut options = PutOptions {
        options: mq::MQPMO_SYNCPOINT,
        ..PutOptions::default()
    };
    let handle = session.open(queue, mq::MQOO_OUTPUT)?;
    let put = session.put(handle, &mut descriptor, &mut options, body(entry.number));
    session.close(handle, mq::MQCO_NONE)?;
    put.map(drop)
}

fn get<C: Connected>(
    session: &mut Session<C>,
    queue: &str,
    wanted: Option<Entry>,
) -> Result<(), MqError> {
    let options = GetOptions {
        options: mq::MQGMO_SYNCPOINT,
        ..GetOptions::default()
    };
    let handle = session.open(queue, mq::MQOO_INPUT_SHARED)?;
    let got = session.get(handle, &MsgDescriptor::default(), &options, 1 << 20);
    session.close(handle, mq::MQCO_NONE)?;
    match (got, wanted) {
        (Ok(got), Some(wanted)) => {
            assert_eq!(&got.body[..], &body(wanted.number)[..], "from {queue}");
            Ok(())
        }
        (Err(error), None) if error.reason == Reason::NO_MSG_AVAILABLE => Ok(()),
        (Err(error), _) => Err(error),
        (Ok(_), None) => panic!("{queue} should be empty"),
    }
}

/// Puts one message under syncpoint and does not end the unit of work.
pub(crate) fn put_and_leave_open<C: Connected>(session: &mut Session<C>) {
    let entry = Entry {
        number: 0,
        persistent: true,
    };
    put(session, QUEUES[0], entry).expect("put");
}

impl Books {
    /// A unit of work that puts more than it gets.
    pub(crate) fn fill<C: Connected>(
        &mut self,
        session: &mut Session<C>,
        persistent: bool,
    ) -> Outcome {
        self.unit(session, &[0, 1, 1], &[0], persistent)
    }

    /// A unit of work that leaves as many messages as there were, once there are some.
    pub(crate) fn replace<C: Connected>(&mut self, session: &mut Session<C>) -> Outcome {
        self.unit(session, &[0, 1], &[0, 1], true)
    }

    /// A unit of work that gets one message of each queue.
    pub(crate) fn take<C: Connected>(&mut self, session: &mut Session<C>) -> Outcome {
        self.unit(session, &[], &[0, 1], true)
    }

    /// Messages on the queues.
    pub(crate) fn depth(&self) -> usize {
        self.queues.iter().map(Vec::len).sum()
    }

    fn unit<C: Connected>(
        &mut self,
        session: &mut Session<C>,
        puts: &[usize],
        gets: &[usize],
        persistent: bool,
    ) -> Outcome {
        let mut after = self.queues.clone();
        let mut asked_to_commit = false;
        let mut run = || {
            for queue in gets {
                let wanted = after[*queue].first().copied();
                get(session, QUEUES[*queue], wanted)?;
                if wanted.is_some() {
                    after[*queue].remove(0);
                }
            }
            for queue in puts {
                self.next += 1;
                let entry = Entry {
                    number: self.next,
                    persistent,
                };
                put(session, QUEUES[*queue], entry)?;
                after[*queue].push(entry);
            }
            asked_to_commit = true;
            session.commit().map(drop)
        };
        let ended = run();
        match ended {
            Ok(()) => {
                self.queues = after;
                Outcome::Done
            }
            Err(error)
                if error.reason == Reason::CONNECTION_BROKEN
                    || error.reason == Reason::Q_MGR_STOPPING =>
            {
                self.perhaps = asked_to_commit.then_some(after);
                Outcome::Broken
            }
            Err(error) => {
                let expected = [
                    Reason::RESOURCE_PROBLEM,
                    Reason::Q_SPACE_NOT_AVAILABLE,
                    Reason::BACKED_OUT,
                ];
                assert!(expected.contains(&error.reason), "{error}");
                match session.back_out() {
                    Ok(_) => Outcome::Refused,
                    Err(_) => Outcome::Broken,
                }
            }
        }
    }

    /// A restart leaves only persistent messages.
    pub(crate) fn only_persistent(&mut self) {
        for queues in [Some(&mut self.queues), self.perhaps.as_mut()]
            .into_iter()
            .flatten()
        {
            for queue in queues {
                queue.retain(|entry| entry.persistent);
            }
        }
    }

    /// The queues show what the books say. A queue manager that has stopped shows nothing.
    pub(crate) fn check(&mut self, manager: &QueueManager) {
        let Ok(mut session) = manager.connect() else {
            return;
        };
        let seen = QUEUES.map(|queue| browse(&mut session, queue));
        let numbers = |queues: &[Vec<Entry>; 2]| {
            queues
                .each_ref()
                .map(|queue| queue.iter().map(|entry| entry.number).collect::<Vec<_>>())
        };
        if let Some(perhaps) = self.perhaps.take()
            && numbers(&perhaps) == seen
        {
            self.queues = perhaps;
        }
        assert_eq!(seen, numbers(&self.queues));
    }

    /// Takes everything off the queues.
    pub(crate) fn empty(&mut self, manager: &QueueManager) {
        for queue in QUEUES {
            let (output, outcome) = manager.run_command(&format!("CLEAR QLOCAL({queue})"));
            assert_eq!(outcome, ferromq::CommandOutcome::Done, "{output}");
        }
        self.queues = Default::default();
    }
}

fn browse<C: Connected>(session: &mut Session<C>, queue: &str) -> Vec<u64> {
    let options = GetOptions {
        options: mq::MQGMO_BROWSE_NEXT,
        ..GetOptions::default()
    };
    let handle = session.open(queue, mq::MQOO_BROWSE).expect("opened");
    let mut numbers = Vec::new();
    loop {
        match session.get(handle, &MsgDescriptor::default(), &options, 1 << 20) {
            Ok(got) => {
                let text = std::str::from_utf8(&got.body[..16]).expect("a number");
                let number = u64::from_str_radix(text, 16).expect("a number");
                assert_eq!(&got.body[..], &body(number)[..]);
                numbers.push(number);
            }
            Err(error) => {
                assert_eq!(error.reason, Reason::NO_MSG_AVAILABLE, "browsing {queue}");
                break;
            }
        }
    }
    session.close(handle, mq::MQCO_NONE).expect("closed");
    numbers
}
