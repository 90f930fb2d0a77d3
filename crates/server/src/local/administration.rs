//! The thread that runs commands.
//!
//! Commands that change something wait for the log, and displays can be long; neither may hold
//! up a service thread.

use crate::local::item::{Item, Piece, ServiceInbox};
use ferromq_admin::{Administered, Output};
use ferromq_base::poll::Token;
use ferromq_mqi::call::OUTPUT_BYTES_MAX;
use ferromq_mqi::local::LocalOrder;
use ferromq_mqi::options::Origin;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Commands that may wait; each connection has at most one.
const COMMANDS_WAITING_MAX: usize = 1024;

/// How often listeners of programs that are gone are looked for.
const LOOK_FOR_ORPHANS: Duration = Duration::from_secs(2);

struct Order {
    inbox: Arc<ServiceInbox>,
    token: Token,
    task: Task,
}

/// What a connection has the thread do. Long output is made piece by piece, when it is asked for: so one command does not
/// hold up those of others, and nobody makes the server hold what is not fetched.
#[derive(Debug)]
pub(crate) enum Task {
    /// Run a command, of whom it is.
    Run(String, Origin),
    /// Carry out an order of one of our own commands, of whom it is.
    Order(Box<LocalOrder>, Origin),
    /// Go on printing.
    GoOn(Box<Output>),
}

/// Hands commands to the administration thread. Clones share it.
#[derive(Clone)]
pub(crate) struct Administration {
    orders: SyncSender<Order>,
}

impl Administration {
    /// Starts the thread; it ends when every clone is gone.
    pub(crate) fn start(administered: Arc<Administered>) -> io::Result<(Self, JoinHandle<()>)> {
        let (orders, received) = sync_channel(COMMANDS_WAITING_MAX);
        let thread = std::thread::Builder::new()
            .name("administration".into())
            .spawn(move || run(&administered, &received))?;
        Ok((Self { orders }, thread))
    }

    /// Has something done. What is printed comes as [`Item::Printed`]. False when too many wait.
    pub(crate) fn run(&self, inbox: &Arc<ServiceInbox>, token: Token, task: Task) -> bool {
        let inbox = Arc::clone(inbox);
        let order = Order { inbox, token, task };
        match self.orders.try_send(order) {
            Ok(()) => true,
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => false,
        }
    }
}

fn run(administered: &Administered, orders: &Receiver<Order>) {
    let mut looked = Instant::now();
    loop {
        let order = orders.recv_timeout(LOOK_FOR_ORPHANS);
        if looked.elapsed() >= LOOK_FOR_ORPHANS {
            administered.stop_orphaned_listeners();
            looked = Instant::now();
        }
        let order = match order {
            Ok(order) => order,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return,
        };
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
        let piece = Box::new(Piece { reply, rest });
        order.inbox.send(Item::Printed(order.token, piece));
    }
}
