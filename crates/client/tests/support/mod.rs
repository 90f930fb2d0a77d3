//! A peer made of the other side of the protocol: one queue in memory, just enough of each verb, and
//! refusals on demand. It shows what the client sends, not what a queue manager does.

use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::{
    MQCC_FAILED, MQCC_WARNING, MQGMO_ACCEPT_TRUNCATED_MSG, MQPMO_ASYNC_RESPONSE,
    MQRC_NO_MSG_AVAILABLE, MQRC_TRUNCATED_MSG_ACCEPTED, MQRC_TRUNCATED_MSG_FAILED,
};
use ferromq_wire::call::{Attributes, CallHead, Get, GetReply, Put};
use ferromq_wire::control::{SocketAction, Status, StatusCode};
use ferromq_wire::head::flag;
use ferromq_wire::inbound::{Arrival, Inbound, Limits};
use ferromq_wire::negotiate::{Agreed, ServerNegotiation, ServerOffer, refuse};
use ferromq_wire::outbound::Outbound;
use ferromq_wire::spi::{Spi, SpiBody};
use ferromq_wire::text::Text;
use ferromq_wire::{Call, Family, Head, Kind, Segment};
use std::collections::VecDeque;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// What the peer does, and what it saw.
#[derive(Clone, Default)]
pub(crate) struct Peer(Arc<Inside>);

#[derive(Default)]
struct Inside {
    offer: Mutex<ServerOffer>,
    /// Refuse instead of the first answer.
    refuse_with: Mutex<Option<StatusCode>>,
    /// Fail the connect call.
    fail_connect_with: Mutex<Option<i32>>,
    /// Answer calls of this kind with a completion code and a reason.
    answer_with: Mutex<Option<(Kind, i32, i32)>>,
    /// Say nothing any more from this kind of call on.
    hang_at: Mutex<Option<Kind>>,
    /// Close the socket when this kind of call comes, once.
    close_at: Mutex<Option<Kind>>,
    /// The same, once the call is answered.
    close_behind: Mutex<Option<Kind>>,
    sockets: AtomicUsize,
    /// Sockets closed so far by [`Peer::close_behind`].
    closed: AtomicUsize,
    seen: Mutex<Vec<Kind>>,
    credentials: Mutex<Option<(Vec<u8>, Vec<u8>)>>,
    /// What every inquiry is answered with.
    attribute: AtomicI32,
    queue: Mutex<VecDeque<(MsgDescriptor, Bytes)>>,
}

impl Peer {
    pub(crate) fn offering(offer: ServerOffer) -> Self {
        let peer = Self::default();
        *peer.0.offer.lock().unwrap() = ServerOffer {
            q_mgr_name: Text::of("PEER"),
            ..offer
        };
        peer
    }

    pub(crate) fn refuse_with(&self, code: StatusCode) {
        *self.0.refuse_with.lock().unwrap() = Some(code);
    }

    pub(crate) fn fail_connect_with(&self, reason: i32) {
        *self.0.fail_connect_with.lock().unwrap() = Some(reason);
    }

    /// Carries calls of this kind out and answers them so.
    pub(crate) fn answer_with(&self, kind: Kind, comp_code: i32, reason: i32) {
        *self.0.answer_with.lock().unwrap() = Some((kind, comp_code, reason));
    }

    pub(crate) fn hang_at(&self, kind: Kind) {
        *self.0.hang_at.lock().unwrap() = Some(kind);
    }

    pub(crate) fn close_at(&self, kind: Kind) {
        *self.0.close_at.lock().unwrap() = Some(kind);
    }

    pub(crate) fn close_behind(&self, kind: Kind) {
        *self.0.close_behind.lock().unwrap() = Some(kind);
    }

    /// Waits until it has closed so many sockets behind a call.
    pub(crate) fn await_closed(&self, sockets: usize) {
        while self.0.closed.load(Ordering::SeqCst) < sockets {
            std::thread::yield_now();
        }
    }

    /// Answers inquiries with this number.
    pub(crate) fn answer_inquiries_with(&self, attribute: i32) {
        self.0.attribute.store(attribute, Ordering::SeqCst);
    }

    /// Sockets accepted so far.
    pub(crate) fn sockets(&self) -> usize {
        self.0.sockets.load(Ordering::SeqCst)
    }

    pub(crate) fn saw(&self, kind: Kind) -> usize {
        let seen = self.0.seen.lock().unwrap();
        seen.iter().filter(|one| **one == kind).count()
    }

    pub(crate) fn credentials(&self) -> Option<(Vec<u8>, Vec<u8>)> {
        self.0.credentials.lock().unwrap().clone()
    }

    /// A message for whoever asks.
    pub(crate) fn keep(&self, body: Vec<u8>) {
        let message = (MsgDescriptor::default(), body.into());
        self.0.queue.lock().unwrap().push_back(message);
    }

    pub(crate) fn depth(&self) -> usize {
        self.0.queue.lock().unwrap().len()
    }

    /// Lengths of the messages on the queue, in order.
    pub(crate) fn lengths(&self) -> Vec<usize> {
        let queue = self.0.queue.lock().unwrap();
        queue.iter().map(|(_, body)| body.len()).collect()
    }

    /// Listens on a port of its own; its number. Threads end with their sockets.
    pub(crate) fn listen(&self) -> u16 {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let inside = Arc::clone(&self.0);
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                // As a queue manager does: a second answer would else wait for the acknowledgement of the first.
                stream.set_nodelay(true).expect("a socket");
                inside.sockets.fetch_add(1, Ordering::SeqCst);
                let inside = Arc::clone(&inside);
                std::thread::spawn(move || Socket::new(inside).serve(stream));
            }
        });
        port
    }
}

struct Socket {
    inside: Arc<Inside>,
    outbound: Outbound,
    negotiation: ServerNegotiation,
    agreed: Option<Agreed>,
}

/// Whether to go on.
type Go = bool;

impl Socket {
    fn new(inside: Arc<Inside>) -> Self {
        Self {
            inside,
            outbound: Outbound::new(false),
            negotiation: ServerNegotiation::new(),
            agreed: None,
        }
    }

    fn serve(mut self, mut stream: TcpStream) {
        let mut inbound = Inbound::new(Limits::FIRST);
        let mut buffer = vec![0; 1 << 16];
        while let Ok(length @ 1..) = stream.read(&mut buffer) {
            let mut input = &buffer[..length];
            while let Some(arrival) = inbound.next(&mut input).expect("the client speaks it") {
                let go = self.take(&arrival);
                let bytes: Vec<u8> = self.outbound.chunks().flatten().copied().collect();
                self.outbound.advance(bytes.len());
                if stream.write_all(&bytes).is_err() || !go {
                    return;
                }
                let mut close_behind = self.inside.close_behind.lock().unwrap();
                if close_behind
                    .take_if(|at| *at == arrival.head.kind)
                    .is_some()
                {
                    stream.shutdown(Shutdown::Both).expect("it is open");
                    self.inside.closed.fetch_add(1, Ordering::SeqCst);
                    return;
                }
                drop(close_behind);
                if let Some(agreed) = &self.agreed {
                    inbound.set_limits(agreed.limits());
                }
            }
        }
    }

    fn take(&mut self, arrival: &Arrival<'_>) -> Go {
        let kind = arrival.head.kind;
        let fap = self.agreed.as_ref().map_or(17, |agreed| agreed.fap);
        let segment = arrival.segment(fap).expect("well-formed");
        self.inside.seen.lock().unwrap().push(kind);
        if *self.inside.hang_at.lock().unwrap() == Some(kind) {
            return true;
        }
        let mut close_at = self.inside.close_at.lock().unwrap();
        if close_at.take_if(|at| *at == kind).is_some() {
            return false;
        }
        drop(close_at);
        match &segment {
            Segment::Initial(asked) => return self.initial(&arrival.head, asked),
            Segment::Credentials(credentials) => {
                let pair = (credentials.user_id.to_vec(), credentials.password.to_vec());
                *self.inside.credentials.lock().unwrap() = Some(pair);
                self.status(arrival.head.answer(Kind::Status));
            }
            Segment::SocketAction(action) if action.action == SocketAction::START => {
                let family = Family::Multiplexed {
                    conversation: action.conversation,
                    request: 0,
                };
                self.status(Head {
                    family,
                    ..arrival.head.answer(Kind::Status)
                });
            }
            Segment::Heartbeat if arrival.head.has(flag::CONFIRM) => {
                let head = arrival.head.answer(Kind::Heartbeat);
                self.outbound.send(&head, &Segment::Heartbeat, None);
            }
            Segment::Call(head, call) => self.call(arrival, head, call),
            _ => {}
        }
        true
    }

    fn initial(&mut self, head: &Head, asked: &ferromq_wire::initial::Initial) -> Go {
        if let Some(code) = *self.inside.refuse_with.lock().unwrap() {
            let (head, status) = refuse(head, code);
            self.outbound
                .send(&head, &Segment::Status(Some(status)), None);
            return true;
        }
        let offer = self.inside.offer.lock().unwrap().clone();
        let step = self.negotiation.initial(head, asked, &offer);
        let step = step.expect("terms");
        self.outbound
            .send(&step.head, &Segment::Initial(step.answer), None);
        if let Some(agreed) = step.agreed {
            agreed.apply(&mut self.outbound);
            self.agreed = Some(*agreed);
        }
        true
    }

    fn status(&mut self, head: Head) {
        let status = Status::new(StatusCode::OK);
        self.outbound
            .send(&head, &Segment::Status(Some(status)), None);
    }

    /// Answers with the first message, if there is one. What does not fit is cut, and stays unless that is accepted.
    fn get(&mut self, arrival: &Arrival<'_>, mut answer: CallHead, get: &Get) {
        let mut queue = self.inside.queue.lock().unwrap();
        let fits = |(_, data): &(_, Bytes)| data.len() <= get.buffer_bytes as usize;
        let accepts = get.options.options & MQGMO_ACCEPT_TRUNCATED_MSG != 0;
        let first = match queue.front() {
            Some(first) if !fits(first) => {
                answer.comp_code = MQCC_WARNING;
                answer.reason = match accepts {
                    true => MQRC_TRUNCATED_MSG_ACCEPTED,
                    false => MQRC_TRUNCATED_MSG_FAILED,
                };
                match accepts {
                    true => queue.pop_front(),
                    false => Some(first.clone()),
                }
            }
            Some(_) => queue.pop_front(),
            None => {
                (answer.comp_code, answer.reason) = (MQCC_FAILED, MQRC_NO_MSG_AVAILABLE);
                None
            }
        };
        drop(queue);
        let (descriptor, whole) = first.unwrap_or_else(|| (get.descriptor.clone(), Bytes::new()));
        let data = whole.slice(..whole.len().min(get.buffer_bytes as usize));
        let mut options = get.options.clone();
        options.returned_length = data.len() as i32;
        let got = GetReply {
            descriptor,
            options,
            message_bytes: whole.len() as u32,
            data: &data,
        };
        let segment = Segment::Call(answer, Call::GetReply(got));
        let head = arrival.head.answer(Kind::GetReply);
        self.outbound.send(&head, &segment, Some(&data));
    }

    fn call(&mut self, arrival: &Arrival<'_>, head: &CallHead, call: &Call<'_>) {
        let reply = arrival.head.kind.reply().expect("a call");
        let mut answer = CallHead::request(head.handle);
        let mut body = Call::Empty;
        match call {
            Call::Connect(connect) => {
                let mut connect = connect.clone();
                connect.q_mgr_name = Text::of("PEER");
                if let Some(extension) = &mut connect.extension {
                    extension.set_connection_id(b"AMQCPEER        12345678");
                }
                body = Call::Connect(connect);
                if let Some(reason) = *self.inside.fail_connect_with.lock().unwrap() {
                    (answer.comp_code, answer.reason) = (MQCC_FAILED, reason);
                }
            }
            Call::Open(open) => {
                answer.handle = 2;
                let mut open = open.clone();
                if let Some(attributes) = &mut open.attributes {
                    attributes.def_put_response = 1;
                }
                body = Call::Open(open);
            }
            Call::Put(put) => {
                let keep = arrival.payload.share(put.data);
                let mut queue = self.inside.queue.lock().unwrap();
                queue.push_back((put.descriptor.clone(), keep));
                if put.options.options & MQPMO_ASYNC_RESPONSE != 0 {
                    return;
                }
                body = Call::Put(Put {
                    data: &[],
                    ..put.clone()
                });
            }
            Call::Get(get) => return self.get(arrival, answer, get),
            Call::Spi(Spi {
                body: SpiBody::Reserve { .. },
                ..
            }) => {
                let base = *b"AMQ PEER        abcd\0\0\0\x01";
                body = Call::Spi(Spi::new(
                    0,
                    SpiBody::ReserveReply {
                        count: 2,
                        increment_offset: 23,
                        base,
                    },
                ));
            }
            Call::Inquire(inquire) => {
                body = Call::Attributes(Attributes {
                    selectors: inquire.selectors.clone(),
                    ints: vec![self.inside.attribute.load(Ordering::SeqCst)],
                    chars: &[],
                });
            }
            Call::Stat(stat) => body = Call::Stat(stat.clone()),
            _ => {}
        }
        if let Some((kind, comp_code, reason)) = *self.inside.answer_with.lock().unwrap()
            && kind == arrival.head.kind
        {
            (answer.comp_code, answer.reason) = (comp_code, reason);
        }
        let head = arrival.head.answer(reply);
        self.outbound
            .send(&head, &Segment::Call(answer, body), None);
    }
}
