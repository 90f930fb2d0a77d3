//! The road of an agent that is a client. The protocol has no call that waits for messages of several queues: here each queue that is
//! awaited is browsed with a wait over a conversation of its own, and the first that finds something ends the wait.

use ferromq_client::{
    ChannelSource, ClientConnection, ConnectFailure, Password, sleep_for_any_client,
};
use ferromq_mqi::call::{AwaitedGet, Reply, Request};
use ferromq_mqi::generated::constants::{
    MQGMO_ACCEPT_TRUNCATED_MSG, MQGMO_BROWSE_FIRST, MQGMO_FAIL_IF_QUIESCING, MQGMO_WAIT, MQMO_NONE,
    MQOO_BROWSE, MQOO_FAIL_IF_QUIESCING,
};
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{ConnectOptions, GetOptions, ObjectDescriptor, ObjectHandle};
use ferromq_mqi::session::Connected;
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
use std::collections::BTreeMap;
use std::task::Poll;
use std::time::{Duration, Instant};

/// A browse waits so long before it is begun again.
const BROWSE_MS: i32 = 60_000;

/// See the module.
pub(super) struct ClientRoad {
    source: ChannelSource,
    options: ConnectOptions,
    password: Option<Password>,
    main: ClientConnection,
    /// Queues that are open, by their handles.
    open: BTreeMap<ObjectHandle, String>,
    watches: BTreeMap<String, Watch>,
    /// The queue manager gives no further conversations, or does not let this user browse.
    has_no_watches: bool,
}

/// A queue that is browsed with a wait.
struct Watch {
    connection: ClientConnection,
    handle: ObjectHandle,
    /// The browse is under way.
    is_waiting: bool,
}

impl ClientRoad {
    /// Connects by a channel.
    pub(super) fn connect(
        source: ChannelSource,
        q_mgr: &str,
        program: &str,
        password: Option<Password>,
    ) -> Result<Self, ConnectFailure> {
        let options = ConnectOptions {
            q_mgr_name: ObjectName::truncated(q_mgr),
            appl_name: FixedText::truncated(program),
            ..ConnectOptions::default()
        };
        let main = source.connect(&options, password.as_ref())?;
        Ok(Self {
            source,
            options,
            password,
            main,
            open: BTreeMap::new(),
            watches: BTreeMap::new(),
            has_no_watches: false,
        })
    }

    fn await_any(&mut self, gets: &[AwaitedGet], wait_interval_ms: i32) -> Reply {
        let within = u64::try_from(wait_interval_ms)
            .ok()
            .map(Duration::from_millis);
        let began = Instant::now();
        // Who is given none waits for one queue and looks at the others from time to time.
        for awaited in gets {
            let Some(queue) = self.open.get(&awaited.handle).cloned() else {
                return Reply::Failed(Reason::HOBJ_ERROR);
            };
            if !self.has_no_watches && !self.watches.contains_key(&queue) {
                match self.watch(&queue) {
                    Some(watch) => drop(self.watches.insert(queue, watch)),
                    None => {
                        self.has_no_watches = true;
                        self.watches.clear();
                    }
                }
            }
        }
        if self.has_no_watches {
            return Reply::Failed(Reason::FUNCTION_NOT_SUPPORTED);
        }
        loop {
            for watch in self.watches.values_mut() {
                if let Some(reply) = watch.look() {
                    return reply;
                }
            }
            let left = within.map(|within| within.saturating_sub(began.elapsed()));
            if left == Some(Duration::ZERO) {
                return Reply::Failed(Reason::NO_MSG_AVAILABLE);
            }
            let waiting = self.watches.values_mut().map(|watch| &mut watch.connection);
            sleep_for_any_client(waiting, left);
        }
    }

    fn watch(&self, queue: &str) -> Option<Watch> {
        let connected = self.source.connect(&self.options, self.password.as_ref());
        let mut connection = connected.ok()?;
        let open = Request::Open {
            descriptor: ObjectDescriptor::queue(queue),
            options: MQOO_BROWSE | MQOO_FAIL_IF_QUIESCING,
        };
        match connection.call(open) {
            Reply::Opened { handle, .. } => Some(Watch {
                connection,
                handle,
                is_waiting: false,
            }),
            _ => None,
        }
    }
}

impl Watch {
    /// What a wait ends with; none while there is nothing.
    fn look(&mut self) -> Option<Reply> {
        for _ in 0..2 {
            let polled = match self.is_waiting {
                true => self.connection.poll(),
                false => self.begin(),
            };
            let Poll::Ready(reply) = polled else {
                self.is_waiting = true;
                return None;
            };
            self.is_waiting = false;
            match reply {
                Reply::Got(_) => return Some(Reply::Done(Reason::NONE)),
                Reply::Failed(Reason::NO_MSG_AVAILABLE) => {}
                Reply::Failed(reason) => return Some(Reply::Failed(reason)),
                _ => return Some(Reply::Failed(Reason::UNEXPECTED_ERROR)),
            }
        }
        None
    }

    fn begin(&mut self) -> Poll<Reply> {
        self.connection.start(Request::Get {
            handle: self.handle,
            descriptor: MsgDescriptor::default(),
            options: GetOptions {
                options: MQGMO_WAIT
                    | MQGMO_BROWSE_FIRST
                    | MQGMO_FAIL_IF_QUIESCING
                    | MQGMO_ACCEPT_TRUNCATED_MSG,
                wait_interval_ms: BROWSE_MS,
                match_options: MQMO_NONE,
                ..GetOptions::default()
            },
            buffer_len: 0,
        })
    }
}

impl Connected for ClientRoad {
    fn call(&mut self, request: Request) -> Reply {
        match request {
            Request::AwaitAny {
                gets,
                wait_interval_ms,
            } => self.await_any(&gets, wait_interval_ms),
            Request::Open {
                descriptor,
                options,
            } => {
                let name = descriptor.object_name.as_str().to_owned();
                let reply = self.main.call(Request::Open {
                    descriptor,
                    options,
                });
                if let Reply::Opened { handle, .. } = &reply {
                    self.open.insert(*handle, name);
                }
                reply
            }
            Request::Close { handle, options } => {
                self.open.remove(&handle);
                self.main.call(Request::Close { handle, options })
            }
            other => self.main.call(other),
        }
    }
}
