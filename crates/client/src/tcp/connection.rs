//! An application's connection over a socket it may share.

use super::link::Link;
use super::open;
use crate::cancel::WaitCanceller;
use crate::channel::ClientChannel;
use crate::failure::ConnectFailure;
use crate::socket::{Slot, Welcome};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::MQPMO_SYNCPOINT;
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::session::Connected;
use ferromq_mqi::{ObjectName, Reason};
use std::sync::{Arc, Condvar};
use std::task::Poll;
use std::time::Duration;

/// A connection to a queue manager over the client channel protocol.
///
/// Connections of one process to the same channel share sockets, as many conversations to a socket as both
/// ends allow. Dropping a connection without `MQDISC` backs its unit of work out.
///
/// Puts that ask for no response (`MQPMO_ASYNC_RESPONSE`) return once they are written; what became of them shows in
/// `MQSTAT`. They leave together: with the next call that is answered, when 32 KiB have come together, or within some two
/// milliseconds; so those of a unit of work and its `MQCMIT` are one send. A connection that is dropped, and a process
/// that ends by `exit` or the end of `main`, sends them first. One that is killed within that time, or executes another program,
/// loses them.
#[derive(Debug)]
pub struct ClientConnection {
    link: Arc<Link>,
    slot: Slot,
    sleeper: Arc<Condvar>,
    welcome: Welcome,
    /// Without passwords.
    channel: Box<ClientChannel>,
    /// Something was begun that has not been sent.
    disconnected: bool,
}

/// Bytes of puts nobody answers that may wait to be sent before the application has to wait.
const UNSENT_BYTES_MAX: usize = 256 * 1024;

impl ClientConnection {
    /// Connects by a channel. A queue manager name of blanks, or one that begins with an asterisk, takes
    /// whichever queue manager answers.
    ///
    /// # Errors
    /// `MQRC_HOST_NOT_AVAILABLE` when none of the places can be reached, `MQRC_UNKNOWN_CHANNEL_NAME`,
    /// `MQRC_CHANNEL_NOT_AVAILABLE` and `MQRC_CHANNEL_CONFIG_ERROR` about the channel,
    /// `MQRC_Q_MGR_NOT_AVAILABLE` and `MQRC_Q_MGR_NAME_ERROR` about the queue manager,
    /// `MQRC_NOT_AUTHORIZED` when the user is refused, and what the queue manager itself refuses with.
    pub fn connect(
        channel: &ClientChannel,
        options: &ConnectOptions,
    ) -> Result<Self, ConnectFailure> {
        let sleeper = Arc::new(Condvar::new());
        let opened = open::conversation(channel, options, &sleeper)?;
        Ok(Self {
            link: opened.link,
            slot: opened.slot,
            sleeper,
            welcome: opened.welcome,
            channel: Box::new(channel.without_passwords()),
            disconnected: false,
        })
    }

    /// The 24 bytes that name this connection (`MQCNO.ConnectionId`).
    #[must_use]
    pub fn connection_id(&self) -> [u8; 24] {
        self.welcome.connection_id
    }

    /// The channel it was made by, without passwords.
    #[must_use]
    pub fn channel(&self) -> &ClientChannel {
        &self.channel
    }

    /// The queue manager connected to.
    #[must_use]
    pub fn q_mgr_name(&self) -> ObjectName {
        self.welcome.q_mgr_name
    }

    /// What ends a wait of this connection from another thread; `None` when the other end knows no such call.
    #[must_use]
    pub fn canceller(&self) -> Option<WaitCanceller> {
        let able = self.link.lock().core.can_cancel_waits();
        able.then(|| WaitCanceller::channel(&self.link, self.slot))
    }

    /// Begins a verb and does not wait for its answer: `Pending` means that [`ClientConnection::poll`] will
    /// have it. Nothing is sent before somebody waits, by [`sleep_for_any_client`] for instance: so what many
    /// connections have to say goes out together. Waits only while too much lies unsent.
    ///
    /// A verb begun while another is pending answers `MQRC_CALL_IN_PROGRESS`.
    pub fn start(&mut self, request: Request) -> Poll<Reply> {
        if self.disconnected {
            return Poll::Ready(Reply::Failed(Reason::HCONN_ERROR));
        }
        self.disconnected = matches!(request, Request::Disconnect);
        let mut state = self.link.lock();
        let started = state.core.start(self.slot, request);
        let unsent_bytes = state.core.outbound().queued_bytes();
        drop(state);
        if unsent_bytes > UNSENT_BYTES_MAX {
            self.link.drain_to(UNSENT_BYTES_MAX / 2);
        }
        started
    }

    /// Takes what has come. Whoever did nothing for a while has not heard yet that its connection was closed: a verb would be
    /// written to nobody.
    pub(super) fn hear(&self) {
        self.link.read_now(&mut self.link.lock());
    }

    /// See [`ClientSocket::was_written`](crate::socket::ClientSocket::was_written).
    pub(super) fn was_written(&self) -> bool {
        self.link.lock().core.was_written(self.slot)
    }

    /// The answer to the verb that was begun, if it is there. Never waits.
    pub fn poll(&mut self) -> Poll<Reply> {
        self.link.lock().core.poll(self.slot)
    }
}

impl Connected for ClientConnection {
    fn call(&mut self, request: Request) -> Reply {
        let put = put_in_unit_of_work(&request);
        let mut begun = match (self.start(request), put) {
            (Poll::Ready(reply), Some(in_unit_of_work)) => {
                self.link.delay(in_unit_of_work);
                return reply;
            }
            (begun, _) => Some(begun),
        };
        self.link
            .wait(self.slot, &self.sleeper, |core| match begun.take() {
                Some(Poll::Ready(reply)) => Poll::Ready(reply),
                _ => core.poll(self.slot),
            })
    }
}

/// Whether a put is in a unit of work; `None` for other verbs.
fn put_in_unit_of_work(request: &Request) -> Option<bool> {
    match request {
        Request::Put { options, .. } | Request::Put1 { options, .. } => {
            Some(options.options & MQPMO_SYNCPOINT != 0)
        }
        _ => None,
    }
}

impl Drop for ClientConnection {
    fn drop(&mut self) {
        self.link.send_delayed_now();
        self.link.release(self.slot);
    }
}

/// Sends what the connections have begun, and sleeps until one of them may have an answer or `timeout` has
/// passed. It may return early: poll all of them, and call it again when none had anything to do.
///
/// It costs a look at each connection, and system calls for those sockets only on which something happens: what a
/// thread has slept for once stays with the kernel until it is closed.
pub fn sleep_for_any_client<'a>(
    connections: impl Iterator<Item = &'a mut ClientConnection>,
    timeout: Option<Duration>,
) {
    let mut waiting: Vec<(&Arc<Link>, Slot)> = connections.map(|it| (&it.link, it.slot)).collect();
    Link::sleep_for_any(&mut waiting, timeout);
}
