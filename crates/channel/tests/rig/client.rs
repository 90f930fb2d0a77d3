//! A client in a test: segments on a socket that is memory.

use super::{CHANNEL, Rig};
use bytes::Bytes;
use ferromq_channel::{Host, Peer, ServerChannel};
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_qmgr::QueueManager;
use ferromq_wire::call::{CallHead, Connect, ConnectWords, Get, Inquire, Open, Put, Put1};
use ferromq_wire::control::{Notification, SocketAction, Status, StatusCode, notice};
use ferromq_wire::delivery::RequestMessages;
use ferromq_wire::head::flag;
use ferromq_wire::inbound::{Inbound, Limits, Payload};
use ferromq_wire::initial::{Initial, capability};
use ferromq_wire::logon::{Credentials, LongUserId, UserId};
use ferromq_wire::negotiate::{Agreed, ClientNegotiation, ClientStep};
use ferromq_wire::outbound::Outbound;
use ferromq_wire::spi::{Spi, SpiBody};
use ferromq_wire::structure::{GetMessage, LocalOpen, Object, OpenAttributes, PutMessage};
use ferromq_wire::text::Text;
use ferromq_wire::{Call, Family, Head, Kind, Segment};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::task::{Wake, Waker};

/// A segment that came.
#[derive(Clone, Debug)]
pub(crate) struct Came {
    pub(crate) head: Head,
    pub(crate) payload: Bytes,
    fap: u8,
}

impl Came {
    pub(crate) fn segment(&self) -> Segment<'_> {
        let form = self.head.form(self.fap);
        Segment::decode(self.head.kind, &self.payload, form).expect("a segment")
    }

    /// Completion code, reason, handle.
    #[track_caller]
    pub(crate) fn codes(&self) -> (i32, i32, i32) {
        match self.segment() {
            Segment::Call(head, _) => (head.comp_code, head.reason, head.handle),
            other => panic!("no answer to a call: {other:?}"),
        }
    }

    #[track_caller]
    pub(crate) fn notification(&self) -> (i32, u32, i32) {
        match self.segment() {
            Segment::Notification(it) => (it.handle, it.code, it.value),
            other => panic!("no notification: {other:?}"),
        }
    }

    /// The message of an answer to a get, or of a delivery.
    #[track_caller]
    pub(crate) fn message(&self) -> (MsgDescriptor, Vec<u8>) {
        match self.segment() {
            Segment::Call(_, Call::GetReply(got)) => (got.descriptor, got.data.to_vec()),
            Segment::AsyncMessage(it) => (it.descriptor.into_owned(), it.data.to_vec()),
            other => panic!("no message: {other:?}"),
        }
    }
}

/// One client socket with its channel.
pub(crate) struct Client {
    pub(crate) channel: ServerChannel,
    manager: QueueManager,
    woken: Arc<Woken>,
    out: Outbound,
    inbound: Inbound,
    pub(crate) came: VecDeque<Came>,
    pub(crate) agreed: Option<Box<Agreed>>,
    pub(crate) order: ByteOrder,
    /// The client does not read.
    pub(crate) not_reading: bool,
    /// The disk does not take what waits for it.
    pub(crate) disk_is_slow: bool,
}

impl Client {
    pub(super) fn new(rig: &Rig, address: &str, port: u16) -> Self {
        let woken: Arc<Woken> = Arc::default();
        let slots = Arc::clone(&woken);
        let wakers = move |slot| Waker::from(Arc::new(SlotWaker(Arc::clone(&slots), slot)));
        let peer = Peer {
            address: address.to_owned(),
            port,
            tls: None,
        };
        let host: Arc<dyn Host> = Arc::clone(&rig.host) as _;
        Self {
            channel: ServerChannel::new(host, peer, Arc::new(wakers)),
            manager: rig.manager.clone(),
            woken,
            out: Outbound::new(true),
            inbound: Inbound::new(Limits::agreed(32_748, 104_857_600, 100)),
            came: VecDeque::new(),
            agreed: None,
            order: ByteOrder::Big,
            not_reading: false,
            disk_is_slow: false,
        }
    }

    /// What a Java client asks for.
    pub(crate) fn wants() -> Initial {
        Initial {
            capabilities: capability::MQI | capability::SPLIT | capability::CONVERSION,
            capabilities2: capability::SPI | capability::XA,
            channel_name: Text::of(CHANNEL),
            ccsid: 819,
            q_mgr_name: Text::of("QM1"),
            heartbeat_s: 1,
            conversations_max: 10,
            product_id: Text::of("MQJB09040000"),
            process_id: 4711,
            algorithms: ferromq_wire::initial::ALGORITHMS_OF_CLIENTS,
            ..Initial::default()
        }
    }

    pub(crate) fn fap(&self) -> u8 {
        self.agreed
            .as_ref()
            .map_or(ferromq_wire::level::FAP_MAX, |agreed| agreed.fap)
    }

    /// Carries bytes both ways until nothing moves.
    pub(crate) fn settle(&mut self) {
        loop {
            let mut moved = !self.out.is_empty();
            // In small pieces, so that calls arrive cut.
            let bytes: Vec<u8> = self.out.chunks().flatten().copied().collect();
            self.out.advance(bytes.len());
            for piece in bytes.chunks(7_001) {
                self.channel.receive(piece);
            }
            let slots = std::mem::take(&mut *self.woken.0.lock().expect("unharmed"));
            for slot in slots {
                self.channel.resume(slot);
                moved = true;
            }
            if !self.disk_is_slow
                && let Some(end) = self.channel.take_force_wanted()
            {
                self.manager.log().wait_durable(end).expect("forced");
                moved = true;
            }
            if self.channel.deadline_ns() == Some(0) && !self.not_reading {
                self.channel.tick(self.manager.monotonic_ns());
                moved = true;
            }
            moved |= !self.not_reading && self.listen();
            if !moved {
                return;
            }
        }
    }

    fn listen(&mut self) -> bool {
        let bytes: Vec<u8> = self
            .channel
            .outbound()
            .chunks()
            .flatten()
            .copied()
            .collect();
        self.channel.outbound().advance(bytes.len());
        let fap = self.fap();
        let mut input = &bytes[..];
        while let Some(arrival) = self.inbound.next(&mut input).expect("segments") {
            let payload = match &arrival.payload {
                Payload::Borrowed(bytes) => Bytes::copy_from_slice(bytes),
                Payload::Shared(bytes) => bytes.clone(),
            };
            self.came.push_back(Came {
                head: arrival.head,
                payload,
                fap,
            });
        }
        !bytes.is_empty()
    }

    pub(crate) fn receive_raw(&mut self, bytes: &[u8]) {
        self.channel.receive(bytes);
        self.settle();
    }

    pub(crate) fn tick(&mut self) {
        self.channel.tick(self.manager.monotonic_ns());
        self.settle();
    }

    /// What came first of what was not looked at.
    #[track_caller]
    pub(crate) fn next(&mut self) -> Came {
        self.settle();
        self.came.pop_front().expect("an answer")
    }

    #[track_caller]
    pub(crate) fn silent(&mut self) {
        self.settle();
        let came = self.came.front().map(Came::segment);
        assert!(came.is_none(), "unexpected: {came:?}");
    }

    pub(crate) fn head(&self, conversation: u32, request: u32, kind: Kind) -> Head {
        let multiplexed = self
            .agreed
            .as_ref()
            .is_some_and(|agreed| agreed.conversations > 0);
        let family = if multiplexed {
            Family::Multiplexed {
                conversation,
                request,
            }
        } else {
            Family::Plain
        };
        Head::new(family, kind, self.order, 1208)
    }

    pub(crate) fn send_head(&mut self, head: &Head, segment: &Segment<'_>) {
        self.out.send(head, segment, None);
    }

    pub(crate) fn negotiate(&mut self, wants: Initial) -> Result<(), Status> {
        let head = Head::new(Family::Plain, Kind::Initial, self.order, 819);
        let mut negotiation = ClientNegotiation::new(&head, wants, false);
        let mut step = negotiation.first();
        loop {
            match step {
                ClientStep::Send(head, initial) => {
                    self.send_head(&head, &Segment::Initial(*initial));
                    let came = self.next();
                    if let Segment::Status(Some(status)) = came.segment() {
                        assert!(came.head.has(flag::CLOSE), "a refusal closes");
                        assert!(self.channel.is_over());
                        return Err(status);
                    }
                    step = negotiation
                        .answer(&came.head, &came.segment())
                        .expect("terms");
                }
                ClientStep::Agreed(agreed) => {
                    agreed.apply(&mut self.out);
                    self.agreed = Some(agreed);
                    return Ok(());
                }
            }
        }
    }

    pub(crate) fn log_on(&mut self, user: &str) {
        let head = self.head(1, 0, Kind::UserId);
        let it = UserId {
            user_id: Text::of(&user.to_uppercase()),
            password: Text::BLANK,
            long: Some(LongUserId {
                user_id: Text::of(user),
                security_id: [0; 40],
            }),
        };
        self.send_head(&head, &Segment::UserId(it));
        self.silent();
    }

    pub(crate) fn credentials(&mut self, conversation: u32, user: &str, password: &str) {
        let it = Credentials {
            authentication: 1,
            user_id_bytes_max: user.len() as i32,
            password_bytes_max: password.len() as i32,
            password_clear_bytes: password.len() as i32,
            unknown: [0; 2],
            user_id: user.as_bytes(),
            password: password.as_bytes(),
        };
        let head = self.head(conversation, 0, Kind::Credentials);
        self.send_head(&head, &Segment::Credentials(it));
        assert_eq!(
            self.next().segment(),
            Segment::Status(Some(Status::new(StatusCode::OK)))
        );
    }

    /// Connects a conversation and gives its connection id.
    pub(crate) fn connect(&mut self, conversation: u32, q_mgr: &str) -> Result<[u8; 24], i32> {
        self.send_connect(conversation, q_mgr);
        self.connected()
    }

    pub(crate) fn send_connect(&mut self, conversation: u32, q_mgr: &str) {
        self.send_reconnect(conversation, q_mgr, [0; 24]);
    }

    /// Connects in place of a connection that was lost.
    pub(crate) fn send_reconnect(&mut self, conversation: u32, q_mgr: &str, lost: [u8; 24]) {
        self.send_connect_with(conversation, q_mgr, lost, 0);
    }

    /// Connects a conversation with these options (`MQCNO_*`).
    #[track_caller]
    pub(crate) fn connect_with(&mut self, conversation: u32, options: i32) {
        self.send_connect_with(conversation, "", [0; 24], options);
        self.connected().expect("connected");
    }

    fn send_connect_with(&mut self, conversation: u32, q_mgr: &str, lost: [u8; 24], options: i32) {
        let mut connect = Connect {
            q_mgr_name: Text::of(q_mgr),
            appl_name: Text::of("PutGet"),
            appl_type: MQAT_JAVA,
            options: Some(ConnectWords { flags: 7, options }),
            ..Connect::default()
        };
        connect.fit_level(self.fap());
        if let Some(extension) = &mut connect.extension {
            extension.lost_connection_id = lost;
        }
        self.ask(conversation, Kind::Connect, 0, Call::Connect(connect));
    }

    pub(crate) fn connected(&mut self) -> Result<[u8; 24], i32> {
        let came = self.next();
        let (comp_code, reason, _) = came.codes();
        if comp_code == MQCC_FAILED {
            return Err(reason);
        }
        match came.segment() {
            Segment::Call(_, Call::Connect(it)) => {
                assert_eq!(it.q_mgr_name.name().as_str(), "QM1");
                Ok(it.extension.expect("an extension").connection_id())
            }
            other => panic!("{other:?}"),
        }
    }

    /// Begins another conversation and connects it.
    pub(crate) fn converse(&mut self, conversation: u32) -> [u8; 24] {
        self.begin_conversation(conversation);
        self.connect(conversation, "").expect("connected")
    }

    pub(crate) fn begin_conversation(&mut self, conversation: u32) {
        let head = Head::new(Family::Socket, Kind::SocketAction, self.order, 1208);
        let action = SocketAction {
            conversation,
            request: 0,
            action: SocketAction::START,
            parameter1: 1,
            parameter2: 2,
        };
        self.send_head(&head, &Segment::SocketAction(action));
        let came = self.next();
        assert_eq!(came.head.family.conversation(), conversation);
        assert_eq!(
            came.segment(),
            Segment::Status(Some(Status::new(StatusCode::OK)))
        );
    }

    pub(crate) fn end_conversation(&mut self, conversation: u32, last: bool) {
        self.send_end(conversation, last);
        self.silent();
    }

    /// The same, whatever follows.
    pub(crate) fn send_end(&mut self, conversation: u32, last: bool) {
        let mut head = Head::new(Family::Socket, Kind::SocketAction, self.order, 1208);
        if last {
            head = head.with_flags(flag::CLOSE);
        }
        let action = SocketAction {
            conversation,
            request: 0,
            action: SocketAction::END,
            parameter1: 0,
            parameter2: 0,
        };
        self.send_head(&head, &Segment::SocketAction(action));
    }

    /// Sends a call without waiting for its answer.
    pub(crate) fn ask(&mut self, conversation: u32, kind: Kind, handle: i32, call: Call<'_>) {
        let head = self.head(conversation, 0, kind);
        self.send_head(&head, &Segment::Call(CallHead::request(handle), call));
    }

    /// Sends a call and waits for its answer, which must be one to it.
    #[track_caller]
    pub(crate) fn call(
        &mut self,
        conversation: u32,
        kind: Kind,
        handle: i32,
        call: Call<'_>,
    ) -> Came {
        self.ask(conversation, kind, handle, call);
        let came = self.next();
        assert_eq!(Some(came.head.kind), kind.reply());
        assert_eq!(came.head.family, self.head(conversation, 0, kind).family);
        came
    }

    pub(crate) fn open_call(name: &str, options: i32) -> Call<'static> {
        Call::Open(Open {
            object: Object {
                version: 2,
                object_name: Text::of(name),
                ..Object::default()
            },
            options,
            attributes: Some(OpenAttributes {
                def_persistence: -1,
                def_put_response: -1,
                def_read_ahead: 0,
                property_control: 0,
            }),
        })
    }

    pub(crate) fn spi_open_call(name: &str, options: i32) -> Call<'static> {
        let local = LocalOpen {
            options,
            local_options: 0,
            def_persistence: -1,
            def_put_response: -1,
            def_read_ahead: -1,
            property_control: -1,
        };
        let object = Object {
            version: 4,
            object_name: Text::of(name),
            ..Object::default()
        };
        Call::Spi(Spi::new(444, SpiBody::Open { local, object }))
    }

    #[track_caller]
    pub(crate) fn open(&mut self, conversation: u32, name: &str, options: i32) -> i32 {
        let came = self.call(conversation, Kind::Open, 0, Self::open_call(name, options));
        let (comp_code, reason, handle) = came.codes();
        assert_eq!((comp_code, reason), (0, 0), "open of {name}");
        handle
    }

    pub(crate) fn put_call(body: &[u8], options: i32) -> Call<'_> {
        Call::Put(Put {
            descriptor: MsgDescriptor::default(),
            options: PutMessage {
                version: 2,
                options,
                ..PutMessage::default()
            },
            data: body,
        })
    }

    /// A put of a message that lasts.
    pub(crate) fn persistent_call(body: &[u8], options: i32) -> Call<'_> {
        let mut call = Self::put_call(body, options | MQPMO_SYNC_RESPONSE);
        if let Call::Put(put) = &mut call {
            put.descriptor.persistence = MQPER_PERSISTENT;
        }
        call
    }

    #[track_caller]
    pub(crate) fn put_persistent(&mut self, conversation: u32, handle: i32, body: &[u8]) {
        let call = Self::persistent_call(body, 0);
        let came = self.call(conversation, Kind::Put, handle, call);
        assert_eq!(came.codes().0, MQCC_OK);
    }

    pub(crate) fn put1_call<'a>(name: &str, body: &'a [u8], options: i32) -> Call<'a> {
        let Call::Put(put) = Self::put_call(body, options) else {
            unreachable!()
        };
        let object = Object {
            object_name: Text::of(name),
            ..Object::default()
        };
        Call::Put1(Put1 { object, put })
    }

    #[track_caller]
    pub(crate) fn put(
        &mut self,
        conversation: u32,
        handle: i32,
        body: &[u8],
        options: i32,
    ) -> Came {
        let options = options | MQPMO_SYNC_RESPONSE;
        self.call(
            conversation,
            Kind::Put,
            handle,
            Self::put_call(body, options),
        )
    }

    pub(crate) fn get_call(
        options: i32,
        wait_interval_ms: i32,
        buffer_bytes: u32,
    ) -> Call<'static> {
        Call::Get(Get {
            descriptor: MsgDescriptor {
                version: 2,
                ..MsgDescriptor::default()
            },
            options: GetMessage {
                version: 4,
                options,
                wait_interval_ms,
                ..GetMessage::default()
            },
            buffer_bytes,
        })
    }

    #[track_caller]
    pub(crate) fn get(&mut self, conversation: u32, handle: i32, options: i32) -> Came {
        self.call(
            conversation,
            Kind::Get,
            handle,
            Self::get_call(options, 0, 1 << 20),
        )
    }

    #[track_caller]
    pub(crate) fn simple(&mut self, conversation: u32, kind: Kind) -> (i32, i32, i32) {
        self.call(conversation, kind, 0, Call::Empty).codes()
    }

    #[track_caller]
    pub(crate) fn depth(&mut self, conversation: u32, name: &str) -> i32 {
        let handle = self.open(conversation, name, MQOO_INQUIRE);
        let inquire = Inquire {
            selectors: vec![MQIA_CURRENT_Q_DEPTH],
            int_count: 1,
            char_bytes: 0,
        };
        let came = self.call(conversation, Kind::Inquire, handle, Call::Inquire(inquire));
        let Segment::Call(_, Call::Attributes(it)) = came.segment() else {
            panic!("{came:?}")
        };
        let depth = it.ints[0];
        self.call(conversation, Kind::Close, handle, Call::Close(0));
        depth
    }

    pub(crate) fn request_messages(
        &mut self,
        conversation: u32,
        request: u32,
        asked: RequestMessages,
    ) {
        let mut head = self.head(conversation, request, Kind::RequestMessages);
        if request == 3 {
            head = head.with_flags(flag::CONFIRM);
        }
        self.send_head(&head, &Segment::RequestMessages(asked));
    }

    /// Tells the state of delivery; 2 starts.
    pub(crate) fn connection_state(&mut self, conversation: u32, value: i32, confirm: bool) {
        self.notify(conversation, notice::CONNECTION_STATE, value, confirm);
    }

    pub(crate) fn notify(&mut self, conversation: u32, code: u32, value: i32, confirm: bool) {
        let request = if confirm { 3 } else { 1 };
        let mut head = self.head(conversation, request, Kind::Notification);
        if confirm {
            head = head.with_flags(flag::CONFIRM);
        }
        let it = Notification {
            version: 1,
            handle: -1,
            code,
            value,
        };
        self.send_head(&head, &Segment::Notification(it));
    }
}

#[derive(Default)]
struct Woken(Mutex<Vec<u32>>);

struct SlotWaker(Arc<Woken>, u32);

impl Wake for SlotWaker {
    fn wake(self: Arc<Self>) {
        self.0.0.lock().expect("unharmed").push(self.1);
    }
}
