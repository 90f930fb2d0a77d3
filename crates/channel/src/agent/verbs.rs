//! An agent's connection: one verb at a time, and what it waits for.

use super::failed::{Failed, What, refused};
use super::fronted::{FrontedPut, is_long};
use super::lists::ShowingLists;
use super::sync_queue::{SyncData, SyncQueue};
use super::undelivered::Reporter;
use bytes::Bytes;
use ferromq_log::Lsn;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::{MQOO_INPUT_EXCLUSIVE, MQOO_INPUT_SHARED};
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::options::ObjectDescriptor;
use ferromq_mqi::xa::{XaCode, Xid};
use ferromq_qmgr::{ActivityChannel, Connection, LeftWork, RouteOutcome, WaitingFor};
use std::sync::Arc;
use std::task::{Poll, Waker, ready};

/// See the module.
pub(crate) struct Verbs {
    connection: Connection,
    /// What is put when a worker has joined it.
    joins: Option<LeftWork<Request>>,
    waker: Waker,
    force_wanted: Option<Lsn>,
    /// Where the log ends with what was decided last and nobody has wanted forced.
    decided: Option<Lsn>,
    /// The user to act for, while it is not known who that is.
    becomes: Option<FixedText<12>>,
}

impl Verbs {
    pub(crate) fn new(mut connection: Connection, waker: Waker) -> Self {
        connection.use_workers();
        connection.take_whole_batches();
        Self {
            connection,
            joins: None,
            waker,
            force_wanted: None,
            decided: None,
            becomes: None,
        }
    }

    pub(crate) fn start(&mut self, request: Request) -> Poll<Reply> {
        let answer = self.connection.start(request, &self.waker);
        self.note_wait(&answer);
        answer
    }

    /// Puts data behind something; a worker copies what is long.
    pub(crate) fn start_fronted(&mut self, put: FrontedPut) -> Poll<Reply> {
        match &put.request {
            Request::Put1 { body, .. } if is_long(body) && !put.front.is_empty() => {}
            _ => return self.start(put.joined()),
        }
        self.joins = Some(self.leave(Arc::new(move || put.joined())));
        self.poll()
    }

    /// Leaves something to a worker, by which the agent is woken.
    pub(crate) fn leave<T: Send + 'static>(
        &self,
        work: Arc<dyn Fn() -> T + Send + Sync>,
    ) -> LeftWork<T> {
        self.connection.leave_work(work, &self.waker)
    }

    /// What has come of that.
    pub(crate) fn poll_left<T>(&self, left: &mut LeftWork<T>) -> Poll<T> {
        left.poll(&self.waker)
    }

    pub(crate) fn poll(&mut self) -> Poll<Reply> {
        if let Some(joins) = &mut self.joins {
            let request = ready!(joins.poll(&self.waker));
            self.joins = None;
            return self.start(request);
        }
        if let Some(user) = self.becomes {
            return self.act_for(user);
        }
        let answer = self.connection.poll(&self.waker);
        self.note_wait(&answer);
        answer
    }

    /// Acts for a user from now on: what is open stays open.
    pub(crate) fn act_for(&mut self, user: FixedText<12>) -> Poll<Reply> {
        self.becomes = Some(user);
        self.connection.act_for(user, &self.waker).map(|acts| {
            self.becomes = None;
            match acts {
                Ok(()) => Reply::Done(Reason::NONE),
                Err(reason) => Reply::Failed(reason),
            }
        })
    }

    /// Waits until what is in the log is durable and shown.
    pub(crate) fn await_log(&mut self) -> Poll<Reply> {
        let answer = self.connection.await_log(&self.waker);
        self.note_wait(&answer);
        answer
    }

    /// Promises what is in the unit of work.
    pub(crate) fn promise(&mut self, name: &Xid) -> Poll<Reply> {
        let answer = self.connection.promise(name, &self.waker);
        self.note_wait(&answer);
        answer
    }

    /// Keeps or takes back what was promised: [`Self::want_decided_forced`], unless more is forced soon.
    pub(crate) fn decide(&mut self, name: &Xid, keeps: bool) -> Result<(), XaCode> {
        let end = self.connection.decide_promise(name, keeps)?;
        self.decided = self.decided.max(Some(end));
        Ok(())
    }

    /// What was decided is to be seen by others, however long nothing else is forced.
    pub(crate) fn want_decided_forced(&mut self) {
        self.force_wanted = self.force_wanted.max(self.decided.take());
    }

    /// The same at the end of an agent, when nobody asks any more what it wants. Asked for only: nothing waits.
    pub(crate) fn force_decided(&mut self) {
        if let Some(end) = self.decided.take() {
            self.connection.request_force(end);
        }
    }

    /// Ends a wait for a message, as if its time were over.
    pub(crate) fn cancel_wait(&mut self) {
        self.connection.cancel_wait();
    }

    pub(crate) fn is_waiting_for_message(&self) -> bool {
        matches!(
            self.connection.waiting_for(),
            Some(WaitingFor::Message { .. })
        )
    }

    pub(crate) fn deadline_ns(&self) -> Option<u64> {
        match self.connection.waiting_for() {
            Some(WaitingFor::Message { deadline_ns }) => deadline_ns,
            _ => None,
        }
    }

    /// Sees to it that what the verb waits for comes.
    fn note_wait(&mut self, answer: &Poll<Reply>) {
        if answer.is_pending()
            && let Some(WaitingFor::Log(end)) = self.connection.waiting_for()
        {
            self.force_wanted = self.force_wanted.max(Some(end));
        }
    }

    pub(crate) fn take_force_wanted(&mut self) -> Option<Lsn> {
        self.force_wanted.take()
    }

    /// Who reports about messages, at this time.
    pub(crate) fn reporter(&self, wall_us: u64) -> Reporter {
        Reporter {
            q_mgr_name: self.connection.q_mgr_name(),
            wall_us,
        }
    }

    /// The message got last is sent over a channel.
    pub(crate) fn note_sent(
        &self,
        descriptor: &MsgDescriptor,
        data: &Bytes,
        channel: ActivityChannel<'_>,
    ) -> RouteOutcome {
        self.connection.note_sent(descriptor, data, channel)
    }

    /// A message that came over a channel is put next.
    pub(crate) fn note_received(
        &self,
        descriptor: &MsgDescriptor,
        data: &Bytes,
        to: (&ObjectName, &ObjectName),
        channel: ActivityChannel<'_>,
    ) -> RouteOutcome {
        self.connection.note_received(descriptor, data, to, channel)
    }

    /// An identifier no other message has.
    pub(crate) fn new_message_id(&self) -> [u8; 24] {
        self.connection.new_message_id()
    }

    pub(crate) fn is_ending(&self) -> bool {
        self.connection.is_ending()
    }
}

/// A record being replaced, in the unit of work that is open.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Replacing {
    /// The one there is is being taken away.
    Taking(SyncData),
    /// The new one is being put.
    Putting,
}

impl Replacing {
    /// Begins: the first verb of it.
    pub(crate) fn begin(sync_queue: &SyncQueue, data: SyncData) -> (Self, Request) {
        match sync_queue.take() {
            Some(take) => (Self::Taking(data), take),
            None => (Self::Putting, sync_queue.put(&data)),
        }
    }

    /// A verb of it was answered: the next one, or `None` when the record is replaced.
    ///
    /// # Errors
    /// Why it cannot be.
    pub(crate) fn go_on(
        self,
        sync_queue: &mut SyncQueue,
        reply: &Reply,
    ) -> Result<Option<(Self, Request)>, Failed> {
        match (self, reply) {
            // A sender takes away all that it sees.
            (Self::Taking(data), Reply::Got(_)) if sync_queue.is_sender => {
                Ok(Some(Self::begin(sync_queue, data)))
            }
            // Or somebody has cleared the queue; what is kept is known here.
            (Self::Taking(data), Reply::Got(_) | Reply::Failed(Reason::NO_MSG_AVAILABLE)) => {
                Ok(Some((Self::Putting, sync_queue.put(&data))))
            }
            (Self::Putting, Reply::Put(put)) => {
                sync_queue.note_put(&put.descriptor);
                Ok(None)
            }
            _ => Err(refused(reply, What::Records)),
        }
    }
}

/// What an agent reads and opens before it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opening {
    /// What an earlier agent was at in its last moment is to be seen.
    Log,
    Records,
    /// A sender's transmission queue shows whether the other end takes messages for several queues.
    Lists(ShowingLists),
    /// From here on the agent acts for the user of its channel.
    User,
    /// A sender's transmission queue; `shared` with the other senders of a cluster.
    Queue {
        name: ObjectName,
        shared: bool,
    },
    /// Its record, or the first or next of several.
    Look {
        first: bool,
    },
}

impl Opening {
    /// Begins it.
    pub(crate) fn begin(
        self,
        verbs: &mut Verbs,
        sync_queue: &SyncQueue,
        user: FixedText<12>,
    ) -> Poll<Reply> {
        let request = match self {
            Self::Log => return verbs.await_log(),
            Self::User => return verbs.act_for(user),
            Self::Records => SyncQueue::open(),
            Self::Lists(showing) => showing.request(),
            Self::Queue { name, shared } => Request::Open {
                descriptor: ObjectDescriptor::queue(name.as_str()),
                options: match shared {
                    true => MQOO_INPUT_SHARED,
                    false => MQOO_INPUT_EXCLUSIVE,
                },
            },
            Self::Look { first } => sync_queue.look(first),
        };
        verbs.start(request)
    }
}
