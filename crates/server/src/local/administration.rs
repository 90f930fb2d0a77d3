//! The threads that run commands.
//!
//! Commands that change something wait for the log, and displays can be long; neither may hold up a service thread. What reads or
//! writes whole queues has a thread of its own besides, and so has what waits for another machine: the owner can look at the queue
//! manager and stop it meanwhile.

use crate::local::commanders::{CommandTurns, Commander, Next};
use crate::local::item::{Item, Piece, ServiceInbox};
use ferromq_admin::{Administered, Output};
use ferromq_base::poll::Token;
use ferromq_mqi::call::OUTPUT_BYTES_MAX;
use ferromq_mqi::local::LocalOrder;
use ferromq_mqi::options::Origin;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

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
            LocalOrder::RecordImages(_) | LocalOrder::Rebuild(_)
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
pub(crate) struct Administration(Arc<Threads>);

/// What waits for each thread.
struct Threads {
    orders: Arc<CommandTurns<Order>>,
    long: Arc<CommandTurns<Order>>,
    distant: Arc<CommandTurns<Order>>,
}

impl Drop for Threads {
    fn drop(&mut self) {
        for turns in [&self.orders, &self.long, &self.distant] {
            turns.close();
        }
    }
}

impl Administration {
    /// Starts the threads; they end when every clone is gone.
    pub(crate) fn start(administered: &Arc<Administered>) -> io::Result<Self> {
        let threads = Threads {
            orders: Arc::default(),
            long: Arc::default(),
            distant: Arc::default(),
        };
        spawn("administration", administered, &threads.orders, run)?;
        spawn("queue images", administered, &threads.long, run_long)?;
        spawn("channel pings", administered, &threads.distant, run_long)?;
        Ok(Self(Arc::new(threads)))
    }

    /// Has something done. What is printed comes as [`Item::Printed`]. False when too many wait, of that user or in all.
    pub(crate) fn run(
        &self,
        inbox: &Arc<ServiceInbox>,
        token: Token,
        whose: &Commander,
        task: Task,
    ) -> bool {
        let inbox = Arc::clone(inbox);
        let turns = if task.is_long() {
            &self.0.long
        } else if task.is_distant() {
            &self.0.distant
        } else {
            &self.0.orders
        };
        turns.push(whose, Order { inbox, token, task })
    }
}

type Body = fn(&Administered, &CommandTurns<Order>);

fn spawn(
    name: &str,
    administered: &Arc<Administered>,
    orders: &Arc<CommandTurns<Order>>,
    body: Body,
) -> io::Result<()> {
    let (administered, orders) = (Arc::clone(administered), Arc::clone(orders));
    std::thread::Builder::new()
        .name(name.into())
        .spawn(move || body(&administered, &orders))?;
    Ok(())
}

fn run(administered: &Administered, orders: &CommandTurns<Order>) {
    let mut looked = Instant::now();
    loop {
        let order = orders.next(Some(LOOK_AROUND));
        if looked.elapsed() >= LOOK_AROUND {
            administered.stop_orphaned_listeners();
            looked = Instant::now();
        }
        match order {
            Next::Do(order) => carry_out(administered, order),
            Next::Nothing => {}
            Next::Closed => return,
        }
    }
}

fn run_long(administered: &Administered, orders: &CommandTurns<Order>) {
    while let Next::Do(order) = orders.next(None) {
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
