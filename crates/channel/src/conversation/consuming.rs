//! A conversation's consumers: requests for messages, delivery, states.

use super::{Conversation, Doing};
use crate::client::Client;
use crate::consumer::{Consumer, Get};
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_qmgr::Standing;
use ferromq_wire::control::{Notification, notice};
use ferromq_wire::delivery::RequestMessages;
use ferromq_wire::{Head, Kind, Segment};
use std::task::Poll;

/// Consumers one conversation may have: more than that many requests are refused.
const CONSUMERS_MAX: usize = 1024;

impl Conversation {
    pub(super) fn request_messages(
        &mut self,
        client: &mut Client,
        head: &Head,
        asked: RequestMessages,
    ) {
        if self.connection.is_none() {
            return;
        }
        let found = self
            .consumers
            .iter()
            .position(|one| one.handle.0 == asked.handle);
        let at = match found {
            Some(at) => at,
            None => {
                let consumer = Consumer::new(head.clone(), asked.handle, &self.waker);
                self.consumers.push(consumer);
                self.consumers.len() - 1
            }
        };
        self.consumers[at].ask(client, head, asked);
        if self.consumers.len() > CONSUMERS_MAX {
            let mut refused = self.consumers.swap_remove(at);
            refused.fail(client, Reason::RESOURCE_PROBLEM);
        }
    }

    pub(super) fn notified(&mut self, client: &mut Client, head: &Head, it: Notification) {
        match it.code {
            notice::CONNECTION_STATE => {}
            notice::RECONNECTED => {
                self.reconnecting = false;
                return;
            }
            // Consumers register themselves by their first request.
            _ => return,
        }
        /// The client began delivery.
        const STARTED: i32 = 2;
        self.started = it.value == STARTED;
        if !self.started {
            for consumer in &mut self.consumers {
                if consumer.is_listener() {
                    consumer.pause();
                }
            }
        }
        if head.has(ferromq_wire::head::flag::CONFIRM) {
            let answer = Notification {
                code: notice::CONNECTION_STATE_REPLY,
                ..it
            };
            client.send(
                &head.answer(Kind::Notification),
                &Segment::Notification(answer),
            );
        }
    }

    /// Looks for a message for the next consumer that may have one. False when there is nothing to do.
    pub(super) fn serve_consumer(&mut self, client: &mut Client) -> bool {
        let count = self.consumers.len();
        for step in 0..count {
            let at = (self.next_consumer + step) % count;
            if self.is_due(at) {
                self.next_consumer = (at + 1) % count;
                self.serve(client, at);
                return true;
            }
        }
        false
    }

    fn is_due(&mut self, at: usize) -> bool {
        let delivers = self.delivers();
        let consumer = &mut self.consumers[at];
        if !consumer.is_open(delivers) {
            // Somebody else may have the message it was woken for.
            consumer.pause();
            return false;
        }
        match &consumer.get {
            Get::Idle => false,
            Get::Due => true,
            Get::Stands(_) | Get::Inhibited(_) => consumer.flag.take(),
        }
    }

    fn serve(&mut self, client: &mut Client, at: usize) {
        let consumer = &mut self.consumers[at];
        if consumer.wants_answer_now() && consumer.takes_no_persistent() {
            // It asked before it had what is on its way to it: that is the answer.
            return consumer.tell_empty(client);
        }
        let Some(connection) = &mut self.connection else {
            consumer.get = Get::Idle;
            return;
        };
        let (message, interrupt) = (&consumer.waker, &self.interrupt_waker);
        let standing = match std::mem::replace(&mut consumer.get, Get::Due) {
            Get::Stands(get) | Get::Inhibited(get) => connection.ask_again(get, message, interrupt),
            Get::Idle | Get::Due => {
                let again = consumer.again.take();
                if let Some(mut get) = again.filter(|_| !consumer.wants_answer_now()) {
                    get.set_not_persistent(consumer.takes_no_persistent());
                    connection.ask_for_next(get, message, interrupt)
                } else if consumer.wants_answer_now() {
                    let request = consumer.request();
                    let request = Request::Get {
                        handle: request.handle,
                        descriptor: request.descriptor,
                        options: request.options,
                        buffer_len: request.buffer_len,
                    };
                    Standing::Verb(connection.start(request, &self.waker))
                } else {
                    connection.stand(consumer.request(), message, interrupt)
                }
            }
        };
        match standing {
            Standing::Verb(Poll::Ready(reply)) => self.delivered(client, at, reply),
            Standing::Got(reply, get) => {
                consumer.again = Some(get);
                self.delivered(client, at, reply);
            }
            Standing::Verb(Poll::Pending) => {
                self.doing = Some(Doing::Delivery(consumer.handle));
                self.note_wait(client);
            }
            Standing::Waits(get) => consumer.get = Get::Stands(get),
            // Its client is not told. There are notifications for this, but a Java client that gets one of
            // them while its listener is idle delivers nothing more.
            Standing::Inhibited(get) if consumer.is_listener() => {
                consumer.get = Get::Inhibited(get);
            }
            Standing::Inhibited(_) => consumer.fail(client, Reason::GET_INHIBITED),
        }
    }

    /// A get for a consumer ended.
    pub(super) fn delivered(&mut self, client: &mut Client, at: usize, reply: Reply) {
        let consumer = &mut self.consumers[at];
        match reply {
            Reply::Got(got) => {
                consumer.deliver(client, &got);
                if let Some(status) = &client.status {
                    status.count_call(client.line.now_ns);
                }
            }
            Reply::Failed(Reason::NO_MSG_AVAILABLE) if consumer.wants_answer_now() => {
                consumer.tell_empty(client);
            }
            Reply::Failed(Reason::NO_MSG_AVAILABLE) if consumer.takes_no_persistent() => {
                consumer.rest();
            }
            // What it had found, somebody else got first.
            Reply::Failed(Reason::NO_MSG_AVAILABLE) => consumer.get = Get::Due,
            Reply::Failed(reason) => {
                consumer.fail(client, reason);
                if is_for_all(reason) {
                    self.consumers.iter().for_each(|one| one.flag.set());
                }
            }
            _ => consumer.fail(client, Reason::UNEXPECTED_ERROR),
        }
    }
}

/// Reasons that concern everything a connection waits for.
fn is_for_all(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::Q_MGR_QUIESCING | Reason::Q_MGR_STOPPING | Reason::CONNECTION_BROKEN
    )
}
