//! The threads that run commands.
//!
//! Commands that change something wait for the log, and displays can be long; neither may hold up a service thread. What reads or
//! writes whole queues has a thread of its own besides, and so has what waits for another machine: the owner can look at the queue
//! manager and stop it meanwhile.

use crate::local::item::{Item, Piece, ServiceInbox};
use ferromq_admin::{Administered, Output};
use ferromq_base::poll::Token;
use ferromq_mqi::call::OUTPUT_BYTES_MAX;
use ferromq_mqi::local::LocalOrder;
use ferromq_mqi::options::Origin;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant};

/// Commands that may wait; each connection has at most one.
const COMMANDS_WAITING_MAX: usize = 1024;

/// How often listeners of programs that are gone are looked for, and where the log stands.
const LOOK_AROUND: Duration = Duration::from_secs(1);

struct Order {
    inbox: Arc<ServiceInbox>,
    token: Token,
    task: Task,
}

/// What a connection has the thread do. Long output is made piece by piece, when it is asked for: so one command does not
/// hold up those of others, and nobody makes the server hold what is not fetched.
#[derive(Debug)]
pub(crate) enum Task {
    /// Run a command for the program that sent it.
    Run(String, Origin),
    /// Carry out an order of one of our own commands, for the program that sent it.
    Order(Box<LocalOrder>, Origin),
    /// Go on printing.
    GoOn(Box<Output>),
}

impl Task {
    /// It takes as long as a queue is.
    fn is_long(&self) -> bool {
        let Self::Order(order, _) = self else {
            return false;
        };
        matches!(
            **order,
            LocalOrder::RecordImages { .. } | LocalOrder::Rebuild { .. }
        )
    }

    /// It waits for another machine, which may not answer: `PING CHANNEL`.
    fn is_distant(&self) -> bool {
        let Self::Run(text, _) = self else {
            return false;
        };
        let mut words = text.split_whitespace();
        let is_ping = words
            .next()
            .is_some_and(|verb| verb.eq_ignore_ascii_case("PING"));
        let object = words.next().unwrap_or_default().to_ascii_uppercase();
        is_ping && object.starts_with("CH")
    }
}

/// Hands commands to the administration threads. Clones share them.
#[derive(Clone)]
pub(crate) struct Administration {
    orders: SyncSender<Order>,
    long: SyncSender<Order>,
    distant: SyncSender<Order>,
}

impl Administration {
    /// Starts the threads; they end when every clone is gone.
    pub(crate) fn start(administered: &Arc<Administered>) -> io::Result<Self> {
        Ok(Self {
            orders: spawn("administration", administered, run)?,
            long: spawn("queue images", administered, run_long)?,
            distant: spawn("channel pings", administered, run_long)?,
        })
    }

    /// Has something done. What is printed comes as [`Item::Printed`]. False when too many wait.
    pub(crate) fn run(&self, inbox: &Arc<ServiceInbox>, token: Token, task: Task) -> bool {
        let inbox = Arc::clone(inbox);
        let thread = if task.is_long() {
            &self.long
        } else if task.is_distant() {
            &self.distant
        } else {
            &self.orders
        };
        let order = Order { inbox, token, task };
        match thread.try_send(order) {
            Ok(()) => true,
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => false,
        }
    }
}

type Body = fn(&Administered, &Receiver<Order>);

fn spawn(
    name: &str,
    administered: &Arc<Administered>,
    body: Body,
) -> io::Result<SyncSender<Order>> {
    let (orders, received) = sync_channel(COMMANDS_WAITING_MAX);
    let administered = Arc::clone(administered);
    std::thread::Builder::new()
        .name(name.into())
        .spawn(move || body(&administered, &received))?;
    Ok(orders)
}

fn run(administered: &Administered, orders: &Receiver<Order>) {
    let mut looked = Instant::now();
    loop {
        let order = orders.recv_timeout(LOOK_AROUND);
        if looked.elapsed() >= LOOK_AROUND {
            administered.stop_orphaned_listeners();
            looked = Instant::now();
        }
        match order {
            Ok(order) => carry_out(administered, order),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

fn run_long(administered: &Administered, orders: &Receiver<Order>) {
    while let Ok(order) = orders.recv() {
        carry_out(administered, order);
    }
}

fn carry_out(administered: &Administered, order: Order) {
    let mut output = match order.task {
        Task::Run(text, origin) => {
            let administered = administered.on_behalf_of(&origin);
            Box::new(Output::of(&administered, &text))
        }
        Task::Order(order, origin) => {
            let administered = administered.on_behalf_of(&origin);
            Box::new(Output::of_order(&administered, &order))
        }
        Task::GoOn(output) => output,
    };
    let (reply, more) = output.next(OUTPUT_BYTES_MAX);
    let rest = more.then_some(output);
    let piece = Piece { reply, rest };
    order.inbox.send(Item::Printed(order.token, piece));
}
