//! Pings of channels, which may take long, beside the other commands of a command server: each on a thread of its own.

use crate::command_server::carry_out;
use crate::pcf::takes_long;
use crate::running::Administered;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::options::ObjectHandle;
use ferromq_mqi::pcf::Message;
use ferromq_mqi::{MsgDescriptor, header::ByteOrder};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

/// So many go on at a time. A further one has the other commands wait.
const PINGS_MAX: usize = 16;
/// How often it is looked whether one has ended.
pub(crate) const PING_LOOK: Duration = Duration::from_millis(20);

/// A ping on its way.
pub(crate) struct Ping {
    /// The handle the command was got with: its context goes to the answers.
    pub(crate) queue: ObjectHandle,
    pub(crate) command: MsgDescriptor,
    answers: Receiver<Message>,
}

impl Ping {
    /// What it has been answered so far, and whether that is all.
    pub(crate) fn answers(&self) -> (Vec<Message>, bool) {
        let mut answers = Vec::new();
        loop {
            match self.answers.try_recv() {
                Ok(answer) => answers.push(answer),
                Err(TryRecvError::Empty) => return (answers, false),
                Err(TryRecvError::Disconnected) => return (answers, true),
            }
        }
    }

    /// All it is answered with that is not gathered yet. Waits until it ends.
    pub(crate) fn await_answers(&self) -> Vec<Message> {
        self.answers.iter().collect()
    }
}

/// The pings of a command server.
#[derive(Default)]
pub(crate) struct Pings {
    pub(crate) under_way: Vec<Ping>,
}

impl Pings {
    /// Whether a command is a ping, and one that need not wait for others.
    pub(crate) fn take(&self, message: &GetReply) -> bool {
        let order = ByteOrder::from_encoding(message.descriptor.encoding);
        let ccsid = message.descriptor.coded_char_set_id;
        self.under_way.len() < PINGS_MAX && takes_long(&message.body, order, ccsid)
    }

    /// Begins one. False if there is no thread for it.
    pub(crate) fn begin(
        &mut self,
        administered: &Arc<Administered>,
        queue: ObjectHandle,
        message: &GetReply,
    ) -> bool {
        let (each, answers) = channel();
        let (administered, carried) = (Arc::clone(administered), message.clone());
        let carry_out = move || {
            carry_out(&administered, &carried, &mut |answer| {
                // Nobody takes it if the command server is gone.
                let _ = each.send(answer);
            });
        };
        let thread = std::thread::Builder::new().name("ping".to_owned());
        let begun = thread.spawn(carry_out).is_ok();
        if begun {
            self.under_way.push(Ping {
                queue,
                command: message.descriptor.clone(),
                answers,
            });
        }
        begun
    }
}
