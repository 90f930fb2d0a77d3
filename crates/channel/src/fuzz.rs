//! Arbitrary bytes as what a client sends.

use crate::channel::{Ending, ServerChannel};
use crate::host::{Admitted, Applicant, Host, Offer, Peer, Refusal, ServerConnection, Verdict};
use crate::status::ChannelStatus;
use ferromq_base::clock::{Clock, SimulatedClock};
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{
    MQOO_BROWSE, MQOO_INPUT_SHARED, MQOO_OUTPUT, MQSO_CREATE, MQSO_MANAGED,
};
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::options::{ConnectOptions, Origin, SubscriptionDescriptor};
use ferromq_qmgr::{Connection, Notice, QueueManager, SimulatedPlace};
use ferromq_wire::call::{CallHead, Connect, ConnectWords, Open, Subscribe};
use ferromq_wire::initial::{Initial, capability};
use ferromq_wire::negotiate::ServerOffer;
use ferromq_wire::outbound::Outbound;
use ferromq_wire::structure::{Object, Subscription};
use ferromq_wire::text::Text;
use ferromq_wire::{Call, Family, Head, Kind, Segment};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::task::{Wake, Waker};

/// A queue manager in memory and everything else that clients are let at.
struct Room {
    _place: SimulatedPlace,
    host: Arc<OpenHouse>,
}

/// Lets everybody in.
struct OpenHouse {
    manager: QueueManager,
    clock: Arc<SimulatedClock>,
}

impl Host for OpenHouse {
    fn offer(&self, channel_name: &str, peer: &Peer) -> Result<Offer, Refusal> {
        let definition = Arc::new(ServerConnection {
            channel_name: FixedText::truncated(channel_name),
            message_bytes_max: 1 << 20,
            heartbeat_s: 1,
            conversations_max: 10,
            disconnect_s: 0,
            keep_alive_s: None,
            mca_user: FixedText::BLANK,
            cipher_spec: String::new(),
        });
        let now_ns = self.clock.monotonic_ns();
        let status = ChannelStatus::new(Arc::clone(&definition), peer.clone(), 0, now_ns);
        Ok(Offer {
            terms: ServerOffer {
                heartbeat_s: 1,
                ..ServerOffer::default()
            },
            definition,
            status: Arc::new(status),
        })
    }

    fn admit(&self, _who: &Applicant<'_>, verdict: Verdict) {
        verdict.give(Ok(Admitted {
            user_id: FixedText::truncated("fuzz"),
            uid: 0,
            asked: None,
        }));
    }

    fn connect(
        &self,
        options: &ConnectOptions,
        origin: Origin,
        _: &Admitted,
    ) -> Result<Connection, Reason> {
        self.manager.connect(options, origin)
    }

    fn enter(&self, _: &ChannelStatus) -> Result<(), Reason> {
        Ok(())
    }

    fn cancel_wait(&self, asker: &Connection, connection_id: &[u8; 24], reason: Reason) {
        self.manager.cancel_wait_for(asker, connection_id, reason);
    }

    fn notice(&self, _notice: Notice) {}

    fn monotonic_ns(&self) -> u64 {
        self.clock.monotonic_ns()
    }
}

impl Room {
    fn new() -> Self {
        let place = SimulatedPlace::with_queue_manager(256, 1 << 16);
        let (clock, manager) = (place.clock(), place.start());
        let queue = Definition::new(ObjectKind::QLocal, ObjectName::truncated("Q1"));
        manager.define(queue, false).expect("defined");
        Self {
            _place: place,
            host: Arc::new(OpenHouse { manager, clock }),
        }
    }
}

#[derive(Default)]
struct Woken(Mutex<Vec<u32>>);

struct Slot(Arc<Woken>, u32);

impl Wake for Slot {
    fn wake(self: Arc<Self>) {
        self.0.0.lock().expect("unharmed").push(self.1);
    }
}

struct Socket<'r> {
    room: &'r Room,
    channel: ServerChannel,
    woken: Arc<Woken>,
    out: Outbound,
}

impl<'r> Socket<'r> {
    fn new(room: &'r Room) -> Self {
        let woken: Arc<Woken> = Arc::default();
        let slots = Arc::clone(&woken);
        let wakers = move |slot| Waker::from(Arc::new(Slot(Arc::clone(&slots), slot)));
        let peer = Peer {
            address: "192.0.2.1".to_owned(),
            port: 1,
            tls: None,
        };
        let host: Arc<dyn Host> = Arc::clone(&room.host) as _;
        Self {
            room,
            channel: ServerChannel::new(host, peer, Arc::new(wakers)),
            woken,
            out: Outbound::new(true),
        }
    }

    fn receive(&mut self, bytes: &[u8]) {
        self.channel.receive(bytes);
        let slots = std::mem::take(&mut *self.woken.0.lock().expect("unharmed"));
        for slot in slots {
            self.channel.resume(slot);
        }
        if let Some(end) = self.channel.take_force_wanted() {
            // A log that is full or failed is answered by the verbs.
            let _ = self.room.host.manager.log().wait_durable(end);
        }
        let sent = self.channel.outbound().queued_bytes();
        self.channel.outbound().advance(sent);
    }

    fn send(&mut self, head: &Head, segment: &Segment<'_>) {
        self.out.send(head, segment, None);
        let bytes: Vec<u8> = self.out.chunks().flatten().copied().collect();
        self.out.advance(bytes.len());
        self.receive(&bytes);
    }

    /// Comes to terms, connects, opens a queue and subscribes, as any client does.
    fn settle_in(&mut self) {
        let wants = Initial {
            capabilities: capability::MQI | capability::SPLIT,
            capabilities2: capability::SPI,
            channel_name: Text::of("APP.SVRCONN"),
            conversations_max: 10,
            heartbeat_s: 1,
            message_bytes_max: 1 << 20,
            ..Initial::default()
        };
        let first = Head::new(Family::Plain, Kind::Initial, ByteOrder::Big, 819);
        self.send(&first, &Segment::Initial(wants));
        let mut connect = Connect {
            options: Some(ConnectWords::default()),
            ..Connect::default()
        };
        connect.fit_level(17);
        let call = Segment::Call(CallHead::request(0), Call::Connect(connect));
        self.send(&head_of(Kind::Connect), &call);
        let open = Open {
            object: Object {
                object_name: Text::of("Q1"),
                ..Object::default()
            },
            options: MQOO_BROWSE | MQOO_INPUT_SHARED | MQOO_OUTPUT,
            attributes: None,
        };
        let call = Segment::Call(CallHead::request(0), Call::Open(open));
        self.send(&head_of(Kind::Open), &call);
        let asked = topics();
        let call = Segment::Call(CallHead::request(-1), Call::Subscribe(subscribe(&asked)));
        self.send(&head_of(Kind::Subscribe), &call);
    }
}

/// A subscription to all topics, with a queue made for it.
fn topics() -> SubscriptionDescriptor {
    SubscriptionDescriptor {
        options: MQSO_CREATE | MQSO_MANAGED,
        object_string: "#".to_owned(),
        ..SubscriptionDescriptor::default()
    }
}

fn subscribe(asked: &SubscriptionDescriptor) -> Subscribe<'_> {
    Subscribe {
        subscription_handle: -1,
        options: 0,
        subscription: Subscription::of(asked),
    }
}

fn head_of(kind: Kind) -> Head {
    let family = Family::Multiplexed {
        conversation: 1,
        request: 0,
    };
    Head::new(family, kind, ByteOrder::Big, 1208)
}

/// A simulated disk remembers every file there ever was, of temporary queues too: a room is left after
/// so many inputs, or a long run would end for want of memory.
const INPUTS_IN_A_ROOM: u32 = 5_000;

thread_local! {
    static ROOM: RefCell<(u32, Rc<Room>)> = RefCell::new((0, Rc::new(Room::new())));
}

fn room() -> Rc<Room> {
    ROOM.with_borrow_mut(|(inputs, room)| {
        *inputs += 1;
        if *inputs > INPUTS_IN_A_ROOM {
            (*inputs, *room) = (1, Rc::new(Room::new()));
        }
        Rc::clone(room)
    })
}

/// Takes bytes for what a client sends: as they are, and as payloads of segments of a client that has
/// connected. The channel may break off; nothing may panic.
pub fn fuzz_one(bytes: &[u8]) {
    let room = room();
    Socket::new(&room).receive(bytes);
    let mut socket = Socket::new(&room);
    socket.settle_in();
    let mut left = bytes;
    while let Some(([selector, flags, length, request], rest)) = left.split_first_chunk() {
        let length = rest.len().min(usize::from(*length) * 3);
        let (payload, rest) = rest.split_at(length);
        left = rest;
        let kind = Kind::ALL[usize::from(*selector) % Kind::ALL.len()];
        let mut head = head_of(kind).with_flags(*flags);
        head.family = match *request {
            0x80.. => Family::Socket,
            request => Family::Multiplexed {
                conversation: u32::from(request & 4) + 1,
                request: u32::from(request & 3),
            },
        };
        let header_bytes = head.family.bytes();
        let mut segment = Vec::new();
        head.encode((header_bytes + length) as u32, &mut segment);
        segment.extend_from_slice(payload);
        socket.receive(&segment);
    }
    room.host.clock.advance_ns(700_000_000);
    socket.channel.tick(room.host.monotonic_ns());
    socket.channel.end(Ending::Quiesce);
    socket.channel.end(Ending::Immediate);
}

#[cfg(test)]
mod tests {
    use super::{Socket, fuzz_one, head_of, room, subscribe, topics};
    use ferromq_base::random::SplitMix64;
    use ferromq_mqi::MsgDescriptor;
    use ferromq_mqi::generated::constants::{
        MQOT_TOPIC, MQPMO_RETAIN, MQSO_DURABLE, MQSR_ACTION_PUBLICATION,
    };
    use ferromq_mqi::options::SubscriptionDescriptor;
    use ferromq_wire::call::{CallHead, Get, Inquire, Put, Put1, SubscribeRequest};
    use ferromq_wire::control::Notification;
    use ferromq_wire::delivery::RequestMessages;
    use ferromq_wire::field::CharString;
    use ferromq_wire::outbound::Outbound;
    use ferromq_wire::spi::{Spi, SpiBody};
    use ferromq_wire::structure::{
        GetMessage, LocalSubscription, Object, PutMessage, Subscription, SubscriptionRequest,
    };
    use ferromq_wire::{Call, Kind, Segment};

    /// Good segments of a connected client, as bytes.
    fn good() -> Vec<Vec<u8>> {
        let call = |call| Segment::Call(CallHead::request(2), call);
        let put = Put {
            descriptor: MsgDescriptor::default(),
            options: PutMessage::default(),
            data: b"data",
        };
        let get = Get {
            descriptor: MsgDescriptor::default(),
            options: GetMessage::default(),
            buffer_bytes: 100,
        };
        let inquire = Inquire {
            selectors: vec![3],
            int_count: 1,
            char_bytes: 0,
        };
        let reserve = SpiBody::Reserve {
            tag_bytes: 24,
            count: 9,
        };
        let asked = RequestMessages {
            handle: 2,
            window_bytes: 1,
            message_bytes_max: -1,
            flags: 1,
            ..RequestMessages::default()
        };
        let started = Notification {
            version: 1,
            handle: -1,
            code: 3,
            value: 2,
        };
        let segments = [
            (Kind::Put, call(Call::Put(put))),
            (Kind::Get, call(Call::Get(get))),
            (Kind::Inquire, call(Call::Inquire(inquire))),
            (Kind::Spi, call(Call::Spi(Spi::new(0, reserve)))),
            (Kind::Notification, Segment::Notification(started)),
            (Kind::RequestMessages, Segment::RequestMessages(asked)),
            (Kind::Close, call(Call::Close(0))),
            (Kind::Commit, call(Call::Empty)),
            (Kind::Disconnect, call(Call::Empty)),
        ];
        segments.iter().map(sent).collect()
    }

    /// The same, of one that publishes and subscribes.
    fn good_on_topics() -> Vec<Vec<u8>> {
        let call = |call| Segment::Call(CallHead::request(2), call);
        let durable = SubscriptionDescriptor {
            options: topics().options | MQSO_DURABLE,
            sub_name: "durable".to_owned(),
            selection_string: "JMSPriority > 3".to_owned(),
            ..topics()
        };
        let all = topics();
        let beside = SpiBody::Subscribe {
            handle: 0,
            local: LocalSubscription::default(),
            subscription: Subscription::of(&durable),
        };
        let publish = Put1 {
            object: Object {
                object_type: MQOT_TOPIC,
                object_string: CharString::utf8("a/b"),
                ..Object::default()
            },
            put: Put {
                descriptor: MsgDescriptor::default(),
                options: PutMessage {
                    options: MQPMO_RETAIN,
                    ..PutMessage::default()
                },
                data: b"data",
            },
        };
        let more = SubscribeRequest {
            action: MQSR_ACTION_PUBLICATION,
            options: SubscriptionRequest::default(),
        };
        let segments = [
            (Kind::Put1, call(Call::Put1(publish))),
            (Kind::Subscribe, call(Call::Subscribe(subscribe(&all)))),
            (Kind::Spi, call(Call::Spi(Spi::new(0, beside)))),
            (
                Kind::SubscriptionRequest,
                Segment::Call(CallHead::request(4), Call::SubscribeRequest(more)),
            ),
        ];
        segments.iter().map(sent).collect()
    }

    fn sent((kind, segment): &(Kind, Segment<'_>)) -> Vec<u8> {
        let mut out = Outbound::new(true);
        out.send(&head_of(*kind), segment, None);
        out.chunks().flatten().copied().collect()
    }

    #[test]
    fn changed_segments_of_a_connected_client_never_panic() {
        let good = [good(), good_on_topics()].concat();
        let mut random = SplitMix64::new(23);
        for _ in 0..8_000 {
            let room = room();
            let mut socket = Socket::new(&room);
            socket.settle_in();
            assert!(!socket.channel.is_over(), "it settled in");
            for _ in 0..6 {
                let mut bytes = good[random.below(good.len() as u64) as usize].clone();
                for _ in 0..random.below(4) {
                    // Behind the length of the header most of the time.
                    let start = if random.below(8) == 0 { 0 } else { 8 };
                    let at = start + random.below((bytes.len() - start) as u64) as usize;
                    bytes[at] = random.below(256) as u8;
                }
                socket.receive(&bytes);
            }
        }
    }

    #[test]
    fn noise_never_panics() {
        let mut random = SplitMix64::new(42);
        for _ in 0..8_000 {
            let mut bytes = vec![0; random.below(900) as usize];
            random.fill(&mut bytes);
            fuzz_one(&bytes);
        }
    }
}
