//! Replies into answers.

use crate::calls::Echo;
use crate::client::{Ask, Client, Outcome};
use ferromq_mqi::call::{self, PutReply, Reply, SubscribeReply};
use ferromq_mqi::distribution::{ListPut, OpenedList, Outcome as ListOutcome};
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle};
use ferromq_mqi::xa::XaCode;
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
use ferromq_qmgr::{Connection, OpenDefaults};
use ferromq_wire::Call;
use ferromq_wire::call::{Attributes, GetReply, Open, Put, Put1, Stat, Subscribe};
use ferromq_wire::spi::{Spi, SpiBody};
use ferromq_wire::structure::{LocalOpen, Object, OpenAttributes, PutMessage, Subscription};

impl Client {
    /// Answers a verb. `connection` is the one it ran on.
    pub(crate) fn answer_verb(
        &mut self,
        ask: Ask,
        echo: Echo,
        reply: Reply,
        connection: &mut Connection,
    ) {
        match reply {
            Reply::Failed(reason) => self.answer_failed(ask, echo, reason),
            Reply::Done(reason) => self.answer(&ask, Outcome::Done(reason), Call::Empty),
            Reply::Opened { handle, descriptor } => {
                let defaults = connection.open_defaults(handle);
                let ask = Ask {
                    handle: handle.0,
                    ..ask
                };
                self.answer_opened(&ask, echo, &descriptor, defaults, None, Outcome::OK);
            }
            Reply::Put(reply) => self.answer_put(&ask, echo, *reply),
            Reply::Got(reply) => self.answer_got(&ask, echo, *reply),
            Reply::Inquired {
                ints,
                chars,
                reason,
            } => {
                let Echo::Inquire(selectors) = echo else {
                    return;
                };
                let mut converted = chars.to_vec();
                ask.head.form(self.line.fap).page.encode(&mut converted);
                let attributes = Attributes {
                    selectors,
                    ints,
                    chars: &converted,
                };
                self.answer(&ask, Outcome::Done(reason), Call::Attributes(attributes));
            }
            Reply::Status(report) => {
                let Echo::Stat(mut status, kind) = echo else {
                    return;
                };
                status.set_returned(&report);
                self.answer(&ask, Outcome::OK, Call::Stat(Stat { kind, status }));
            }
            Reply::Xa(reply) => {
                if let Echo::Xa(head) = echo {
                    self.answer_xa(&ask, head, &reply);
                }
            }
            Reply::Subscribed(reply) => {
                let queue = connection.queue_name(reply.queue);
                self.answer_subscribed(ask, echo, &reply, queue);
            }
            Reply::Requested(publications) => {
                if let Echo::SubscriptionRequest(mut asked) = echo {
                    asked.options.publications = publications;
                    self.answer(&ask, Outcome::OK, Call::SubscribeRequest(asked));
                }
            }
            Reply::OpenedList(opened) => self.answer_opened_list(ask, echo, &opened),
            Reply::ListPut(put) => self.answer_list_put(&ask, echo, *put),
            // No call with an API header ends like this.
            Reply::CommandOutput { .. } | Reply::LocalAnswers { .. } => {
                self.answer(&ask, Outcome::Failed(Reason::UNEXPECTED_ERROR), Call::Empty);
            }
        }
    }

    fn answer_got(&mut self, ask: &Ask, echo: Echo, reply: call::GetReply) {
        let Echo::Get(_, mut options) = echo else {
            return;
        };
        options.set_returned(&reply.options);
        let got = GetReply {
            descriptor: reply.descriptor,
            options,
            message_bytes: reply.data_length,
            data: &reply.body,
        };
        let outcome = Outcome::Done(reply.reason);
        self.answer_with(ask, outcome, Call::GetReply(got), Some(&reply.body));
    }

    fn answer_put(&mut self, ask: &Ask, echo: Echo, reply: PutReply) {
        let outcome = Outcome::Done(reply.reason);
        let (q_name, q_mgr_name) = (reply.resolved_q_name, reply.resolved_q_mgr_name);
        match echo {
            Echo::Put(_, mut options) => {
                options.set_returned(q_name, q_mgr_name);
                let put = put_answer(reply.descriptor, options);
                self.answer(ask, outcome, Call::Put(put));
            }
            Echo::SpiPut(_, mut options) => {
                options.set_returned(q_name, q_mgr_name);
                let put = put_answer(reply.descriptor, options);
                self.answer(ask, outcome, spi_put_answer(put));
            }
            Echo::Put1(mut object, _, _, mut options) => {
                options.set_returned(q_name, q_mgr_name);
                (object.resolved_q_name, object.resolved_q_mgr_name) = (q_name, q_mgr_name);
                let put = put_answer(reply.descriptor, options);
                let object = Object::of(&object);
                self.answer(ask, outcome, Call::Put1(Put1 { object, put }));
            }
            // Nobody reads it.
            _ => {}
        }
    }

    fn answer_opened_list(&mut self, ask: Ask, echo: Echo, opened: &OpenedList) {
        let (Echo::Open { descriptor, .. } | Echo::SpiOpen { descriptor, .. }) = &echo else {
            return;
        };
        let descriptor = descriptor.clone();
        let ask = Ask {
            handle: opened.handle.0,
            ..ask
        };
        let (defaults, list) = (OpenDefaults::default(), Some(&opened.outcome));
        let outcome = outcome_of(&opened.outcome);
        self.answer_opened(&ask, echo, &descriptor, defaults, list, outcome);
    }

    fn answer_list_put(&mut self, ask: &Ask, echo: Echo, put: ListPut) {
        let outcome = outcome_of(&put.outcome);
        match echo {
            Echo::Put(_, mut options) => {
                options.set_list_returned(&put);
                let put = put_answer(put.descriptor, options);
                self.answer(ask, outcome, Call::Put(put));
            }
            Echo::SpiPut(_, mut options) => {
                options.set_list_returned(&put);
                let put = put_answer(put.descriptor, options);
                self.answer(ask, outcome, spi_put_answer(put));
            }
            Echo::Put1(object, responses, _, mut options) => {
                options.set_list_returned(&put);
                let object = returned(responses.object(&object), Some(&put.outcome));
                let put = put_answer(put.descriptor, options);
                self.answer(ask, outcome, Call::Put1(Put1 { object, put }));
            }
            // Nobody reads it.
            _ => {}
        }
    }

    fn answer_subscribed(
        &mut self,
        ask: Ask,
        echo: Echo,
        reply: &SubscribeReply,
        queue: ObjectName,
    ) {
        let ask = Ask {
            handle: reply.queue.0,
            ..ask
        };
        let outcome = Outcome::Done(reply.reason);
        let mut subscription = Subscription::of(&reply.descriptor);
        match echo {
            Echo::Subscribe(options, buffers) => {
                buffers.repeat_in(&mut subscription);
                let subscribe = Subscribe {
                    subscription_handle: reply.subscription.0,
                    options,
                    subscription,
                };
                self.answer(&ask, outcome, Call::Subscribe(subscribe));
            }
            Echo::SpiSubscribe(mut local, buffers) => {
                buffers.repeat_in(&mut subscription);
                // Connection consumers of JMS hand these on to their sessions.
                local.sub_id = reply.descriptor.sub_id;
                local.q_name = queue.into();
                local.q_mgr_name = self.line.q_mgr_name;
                let body = SpiBody::Subscribe {
                    handle: reply.subscription.0,
                    local,
                    subscription,
                };
                self.answer(&ask, outcome, Call::Spi(Spi::new(0, body)));
            }
            _ => {}
        }
    }

    /// Answers a verb that failed. Clients want the body back with most of them.
    pub(crate) fn answer_failed(&mut self, mut ask: Ask, echo: Echo, reason: Reason) {
        let outcome = Outcome::Failed(reason);
        match echo {
            Echo::Unread => {}
            Echo::Bare
            | Echo::Inquire(_)
            | Echo::Subscribe(..)
            | Echo::SpiSubscribe(..)
            | Echo::SubscriptionRequest(_) => self.answer(&ask, outcome, Call::Empty),
            Echo::Open { ref descriptor, .. } | Echo::SpiOpen { ref descriptor, .. } => {
                ask.handle = ObjectHandle::UNUSABLE.0;
                let descriptor = descriptor.clone();
                let defaults = OpenDefaults::default();
                self.answer_opened(&ask, echo, &descriptor, defaults, None, outcome);
            }
            Echo::Put(descriptor, options) => {
                self.answer(&ask, outcome, Call::Put(put_answer(descriptor, options)));
            }
            Echo::SpiPut(descriptor, options) => {
                let put = put_answer(descriptor, options);
                self.answer(&ask, outcome, spi_put_answer(put));
            }
            Echo::Put1(object, responses, descriptor, options) => {
                let put = put_answer(descriptor, options);
                let object = responses.object(&object);
                self.answer(&ask, outcome, Call::Put1(Put1 { object, put }));
            }
            Echo::Get(descriptor, options) => {
                let got = GetReply {
                    descriptor,
                    options,
                    message_bytes: 0,
                    data: &[],
                };
                self.answer(&ask, outcome, Call::GetReply(got));
            }
            // The connection is gone, or the queue manager is; or nobody says who the user is, where that decides.
            Echo::Xa(head) => self.answer_xa(&ask, head, &XaCode::RMFAIL.into()),
            Echo::Stat(status, kind) => {
                self.answer(&ask, outcome, Call::Stat(Stat { kind, status }));
            }
        }
    }

    fn answer_opened(
        &mut self,
        ask: &Ask,
        echo: Echo,
        descriptor: &ObjectDescriptor,
        defaults: OpenDefaults,
        list: Option<&ListOutcome>,
        outcome: Outcome,
    ) {
        match echo {
            Echo::Open {
                buffers,
                options,
                attributes,
                responses,
                ..
            } => {
                let mut object = returned(responses.object(descriptor), list);
                buffers.repeat_in(&mut object);
                let attributes = attributes.map(|_| OpenAttributes {
                    def_persistence: defaults.persistence,
                    def_put_response: defaults.put_response,
                    def_read_ahead: defaults.read_ahead,
                    property_control: defaults.property_control,
                });
                let open = Open {
                    object,
                    options,
                    attributes,
                };
                self.answer(ask, outcome, Call::Open(open));
            }
            Echo::SpiOpen {
                buffers,
                local,
                responses,
                ..
            } => {
                let mut object = returned(responses.object(descriptor), list);
                buffers.repeat_in(&mut object);
                let local = LocalOpen {
                    def_persistence: defaults.persistence,
                    def_put_response: defaults.put_response,
                    def_read_ahead: defaults.read_ahead,
                    property_control: defaults.property_control,
                    ..local
                };
                let spi = Spi::new(0, SpiBody::Open { local, object });
                self.answer(ask, outcome, Call::Spi(spi));
            }
            _ => {}
        }
    }
}

/// With what became of its destinations.
fn returned<'a>(mut object: Object<'a>, list: Option<&ListOutcome>) -> Object<'a> {
    if let Some(outcome) = list {
        object.list.set_returned(outcome);
    }
    object
}

fn outcome_of(list: &ListOutcome) -> Outcome {
    match list.result() {
        Ok(reason) => Outcome::Done(reason),
        Err(reason) => Outcome::Failed(reason),
    }
}

fn spi_put_answer(put: Put<'static>) -> Call<'static> {
    Call::Spi(Spi::new(0, SpiBody::Put { flags: 0, put }))
}

fn put_answer(descriptor: MsgDescriptor, options: PutMessage) -> Put<'static> {
    Put {
        descriptor,
        options,
        data: &[],
    }
}
