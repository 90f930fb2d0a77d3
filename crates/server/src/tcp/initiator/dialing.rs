//! Connections that are being made, each by a thread of its own: one host that does not answer delays nobody else.

use crate::tcp::agents::{Board, Dial, Order};
use crate::tcp::reaching::{Unreached, reach};
use std::collections::VecDeque;
use std::sync::Arc;

/// Connections that are made at a time; others wait. One to a host that does not answer takes twenty seconds for each address.
const DIALS_MAX: usize = 128;
/// Bytes of the stack of such a thread, which looks names up and waits.
const STACK_BYTES: usize = 512 * 1024;

/// See the module.
pub(crate) struct Dials {
    board: Arc<Board>,
    dialing: usize,
    waiting: VecDeque<Dial>,
}

impl Dials {
    pub(crate) fn new(board: Arc<Board>) -> Self {
        Self {
            board,
            dialing: 0,
            waiting: VecDeque::new(),
        }
    }

    /// Has a connection made, or has it wait where too many are being made. It comes as [`Order::Dialed`].
    pub(crate) fn begin(&mut self, dial: Dial) {
        if self.dialing >= DIALS_MAX {
            self.waiting.push_back(dial);
            return;
        }
        self.dialing += 1;
        let (board, order) = (Arc::clone(&self.board), dial.clone());
        let thread = std::thread::Builder::new()
            .name("connecting".to_owned())
            .stack_size(STACK_BYTES);
        let spawned = thread.spawn(move || {
            let how = reach(&order.addresses, &order.from);
            board.send(Order::Dialed(Box::new(order), how));
        });
        if let Err(error) = spawned {
            let why = Unreached::Nobody(error.to_string());
            self.board.send(Order::Dialed(Box::new(dial), Err(why)));
        }
    }

    /// One is done: the next begins.
    pub(crate) fn done(&mut self) {
        self.dialing = self.dialing.saturating_sub(1);
        if let Some(dial) = self.waiting.pop_front() {
            self.begin(dial);
        }
    }

    /// A channel is not to be called any more. What is under way comes all the same.
    pub(crate) fn forget(&mut self, channel: &str) {
        self.waiting
            .retain(|dial| dial.channel != channel || dial.ping.is_some());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_base::poll::Poller;
    use std::net::{Ipv4Addr, TcpListener};
    use std::time::Duration;

    #[test]
    fn hosts_that_do_not_answer_delay_no_other_channel() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let port = listener.local_addr().expect("it has one").port();
        let poller = Poller::new().expect("descriptors are there");
        let board = Arc::new(Board::new(poller.waker()));
        let mut dials = Dials::new(Arc::clone(&board));
        let dial = |channel: &str, addresses: String| Dial {
            channel: channel.to_owned(),
            addresses,
            from: String::new(),
            attempt: None,
            ping: None,
        };
        // Addresses for documentation: nobody answers, or the network says that there is no way.
        for number in 1..=50 {
            dials.begin(dial("SILENT", format!("192.0.2.{number}(1414)")));
        }
        dials.begin(dial("GOOD", format!("127.0.0.1({port})")));
        let is_good = |order: &Order| match order {
            Order::Dialed(dial, how) => dial.channel == "GOOD" && how.is_ok(),
            _ => false,
        };
        while !board.take().iter().any(is_good) {
            std::thread::sleep(Duration::from_millis(5));
        }
        for number in 0..2 * DIALS_MAX {
            dials.begin(dial("LATER", format!("127.0.0.1({port})")));
            assert!(dials.dialing <= DIALS_MAX, "{number}");
        }
        assert!(!dials.waiting.is_empty());
        dials.forget("LATER");
        assert!(dials.waiting.is_empty());
    }
}
