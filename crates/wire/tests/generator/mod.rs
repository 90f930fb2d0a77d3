//! Segments made up from a seed.

use ferromq_base::random::SplitMix64;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::xa::Xid;
use ferromq_wire::call::{
    Attributes, CallHead, Connect, Get, GetReply, Inquire, Open, Put, Put1, Stat, Subscribe,
    SubscribeRequest,
};
use ferromq_wire::control::{Notification, SocketAction, Status, StatusCode};
use ferromq_wire::delivery::{AsyncMessage, PieceHead, RequestMessages, Selection};
use ferromq_wire::field::CharString;
use ferromq_wire::initial::{Initial, LENGTHS};
use ferromq_wire::logon::{Credentials, LongUserId, UserId};
use ferromq_wire::message_channel::{Luwid, MessageHead};
use ferromq_wire::segment::Reset;
use ferromq_wire::spi::{Spi, SpiBody, SpiVerb, verb};
use ferromq_wire::structure::{
    GetMessage, LocalOpen, LocalSubscription, Object, OpenAttributes, PutMessage, StatusStructure,
    Subscription, SubscriptionRequest,
};
use ferromq_wire::text::{EyeCatchers, Text};
use ferromq_wire::xa::{XaBody, XaHead};
use ferromq_wire::{Call, Family, Head, Kind, Segment};
use std::borrow::Cow;

/// Makes things up.
pub(crate) struct Generator<'a> {
    pub(crate) random: SplitMix64,
    pool: &'a [u8],
    fap: u8,
}

/// The levels that differ in some layout.
pub(crate) const LEVELS: [u8; 8] = [2, 4, 5, 8, 9, 12, 14, 17];

impl<'a> Generator<'a> {
    pub(crate) fn new(seed: u64, pool: &'a [u8], fap: u8) -> Self {
        Self {
            random: SplitMix64::new(seed),
            pool,
            fap,
        }
    }

    fn int(&mut self) -> i32 {
        self.random.next_u64() as i32
    }

    fn word(&mut self) -> u32 {
        self.random.next_u64() as u32
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        let mut out = [0; N];
        self.random.fill(&mut out);
        out
    }

    fn text<const N: usize>(&mut self) -> Text<N> {
        Text(self.array())
    }

    fn version(&mut self, highest: u64) -> i32 {
        self.random.below(highest) as i32 + 1
    }

    /// Bytes of the pool, from none to `length_max`.
    fn bytes(&mut self, length_max: usize) -> &'a [u8] {
        let length_max = length_max.min(self.pool.len());
        let length = match self.random.below(4) {
            0 => 0,
            1 => length_max,
            _ => self.random.below(length_max as u64 + 1) as usize,
        };
        let start = self.random.below((self.pool.len() - length) as u64 + 1) as usize;
        &self.pool[start..start + length]
    }

    fn string(&mut self) -> CharString<'a> {
        CharString {
            buffer_bytes: self.int(),
            ccsid: self.int(),
            text: self.bytes(300),
        }
    }

    fn descriptor(&mut self) -> MsgDescriptor {
        let mut it = MsgDescriptor {
            version: self.version(2),
            expiry: self.int(),
            encoding: self.int(),
            format: self.array(),
            msg_id: self.array(),
            reply_to_q: self.array(),
            put_appl_name: self.array(),
            put_time: self.array(),
            ..MsgDescriptor::default()
        };
        if it.version == 2 {
            it.group_id = self.array();
            it.msg_flags = self.int();
        }
        it
    }

    fn object(&mut self) -> Object<'a> {
        let mut it = Object {
            version: self.version(4),
            object_name: self.text(),
            alternate_user_id: self.text(),
            ..Object::default()
        };
        if it.version >= 3 {
            it.resolved_q_name = self.text();
        }
        if it.version >= 4 {
            it.object_string = self.string();
            it.selection_string = self.string();
            it.res_object_string = self.string();
            it.resolved_type = self.int();
        }
        it
    }

    fn put(&mut self, data_bytes_max: usize) -> Put<'a> {
        let mut options = PutMessage {
            version: self.version(3),
            options: self.int(),
            resolved_q_name: self.text(),
            ..PutMessage::default()
        };
        if options.version >= 3 {
            options.new_msg_handle = self.random.next_u64() as i64;
            options.pub_level = self.int();
        }
        Put {
            descriptor: self.descriptor(),
            options,
            data: self.bytes(data_bytes_max),
        }
    }

    fn get_options(&mut self) -> GetMessage {
        let mut it = GetMessage {
            version: self.version(4),
            wait_interval_ms: self.int(),
            resolved_q_name: self.text(),
            ..GetMessage::default()
        };
        if it.version >= 3 {
            it.msg_token = self.array();
        }
        it
    }

    fn initial(&mut self) -> Initial {
        let mut it = Initial {
            length: LENGTHS[self.random.below(LENGTHS.len() as u64) as usize],
            fap: self.word() as u8,
            capabilities: self.word() as u8,
            wrap: self.word(),
            channel_name: self.text(),
            ..Initial::default()
        };
        if it.length >= 48 {
            it.ccsid = self.word() as u16;
        }
        if it.length >= 102 {
            it.q_mgr_name = self.text();
            it.heartbeat_s = self.word();
        }
        if it.length >= 160 {
            it.conversations_max = self.word();
        }
        if it.length >= 240 {
            it.algorithms[3] = self.word() as u16;
            it.nonce = self.array();
        }
        it
    }

    fn selection(&mut self) -> Selection {
        let mut it = Selection {
            index: self.word() as u16,
            offset: self.int(),
            match_options: self.random.below(64) as i32,
            ..Selection::default()
        };
        if it.match_options & 1 != 0 {
            it.msg_id = self.array();
        }
        if it.match_options & 4 != 0 {
            it.group_id = self.array();
        }
        if it.match_options & 32 != 0 {
            it.msg_token = self.array();
        }
        it
    }

    fn xid(&mut self) -> Xid {
        let (global, qualifier) = (self.bytes(64), self.bytes(64));
        Xid::new(self.int(), global, qualifier).expect("short enough")
    }

    fn spi(&mut self, is_reply: bool) -> SpiBody<'a> {
        match (self.random.below(7), is_reply) {
            (0, false) => SpiBody::Query,
            (0, true) => SpiBody::QueryReply(vec![SpiVerb::version_1(self.word()); 8]),
            (1, false) => SpiBody::Reserve {
                tag_bytes: self.word(),
                count: self.word(),
            },
            (1, true) => SpiBody::ReserveReply {
                count: self.word(),
                increment_offset: self.word(),
                base: self.array(),
            },
            (2, false) => SpiBody::Notify {
                option: self.word(),
                reason: self.int(),
                connection_id: self.array(),
            },
            (2, true) => SpiBody::NotifyReply,
            (3, _) => SpiBody::Subscribe {
                handle: self.int(),
                local: LocalSubscription {
                    q_name: self.text(),
                    string: self.string(),
                    ..LocalSubscription::default()
                },
                subscription: self.subscription(),
            },
            (5, false) => SpiBody::Put {
                flags: self.word(),
                put: self.put(100),
            },
            (5, true) => SpiBody::Put {
                flags: 0,
                put: self.put(0),
            },
            (4, _) => SpiBody::Unknown {
                verb: verb::SYNCPOINT,
                parts: self.bytes(100),
            },
            _ => SpiBody::Open {
                local: LocalOpen {
                    options: self.int(),
                    local_options: self.int(),
                    def_persistence: self.int(),
                    def_put_response: self.int(),
                    def_read_ahead: self.int(),
                    property_control: self.int(),
                },
                object: self.object(),
            },
        }
    }

    fn subscription(&mut self) -> Subscription<'a> {
        Subscription {
            options: self.int(),
            object_string: self.string(),
            sub_name: self.string(),
            sub_user_data: self.string(),
            sub_correl_id: self.array(),
            selection_string: self.string(),
            ..Subscription::default()
        }
    }

    // tidy: one arm per kind of call
    fn call(&mut self, kind: Kind, data_bytes_max: usize) -> Call<'a> {
        match kind {
            Kind::Connect | Kind::ConnectReply => {
                let mut connect = Connect {
                    q_mgr_name: self.text(),
                    appl_name: self.text(),
                    appl_type: self.int(),
                    ..Connect::default()
                };
                connect.fit_level(self.fap);
                if let Some(extension) = &mut connect.extension {
                    extension.set_connection_id(&self.array());
                }
                Call::Connect(connect)
            }
            Kind::Open | Kind::OpenReply => Call::Open(Open {
                object: self.object(),
                options: self.int(),
                attributes: (self.fap >= 9).then(|| OpenAttributes {
                    def_persistence: self.int(),
                    def_put_response: self.int(),
                    def_read_ahead: self.int(),
                    property_control: self.int(),
                }),
            }),
            Kind::Close => Call::Close(self.int()),
            Kind::Get => Call::Get(Get {
                descriptor: self.descriptor(),
                options: self.get_options(),
                buffer_bytes: self.word(),
            }),
            Kind::GetReply => {
                let data = self.bytes(data_bytes_max);
                Call::GetReply(GetReply {
                    descriptor: self.descriptor(),
                    options: self.get_options(),
                    message_bytes: data.len() as u32 + self.random.below(100) as u32,
                    data,
                })
            }
            Kind::Put | Kind::PutReply => Call::Put(self.put(data_bytes_max)),
            Kind::Put1 | Kind::Put1Reply => Call::Put1(Put1 {
                object: self.object(),
                put: self.put(data_bytes_max),
            }),
            Kind::Inquire => Call::Inquire(Inquire {
                selectors: vec![self.int(); 256],
                int_count: self.word(),
                char_bytes: self.word(),
            }),
            Kind::Set | Kind::InquireReply => Call::Attributes(Attributes {
                selectors: vec![self.int(); 20],
                ints: vec![self.int(); 10],
                chars: self.bytes(480),
            }),
            Kind::Spi | Kind::SpiReply => {
                let answer_bytes = self.word();
                Call::Spi(Spi::new(answer_bytes, self.spi(kind.is_reply())))
            }
            Kind::Stat | Kind::StatReply => {
                let mut status = StatusStructure {
                    version: self.version(2),
                    reason: self.int(),
                    ..StatusStructure::default()
                };
                if status.version == 2 {
                    status.object_string = self.string();
                }
                let kind = self.int();
                Call::Stat(Stat { kind, status })
            }
            Kind::Subscribe | Kind::SubscribeReply => Call::Subscribe(Subscribe {
                subscription_handle: self.int(),
                options: self.int(),
                subscription: self.subscription(),
            }),
            Kind::SubscriptionRequest | Kind::SubscriptionRequestReply => {
                Call::SubscribeRequest(SubscribeRequest {
                    action: self.int(),
                    options: SubscriptionRequest {
                        publications: self.int(),
                        ..SubscriptionRequest::default()
                    },
                })
            }
            _ => Call::Empty,
        }
    }

    fn xa(&mut self, kind: Kind) -> XaBody<'a> {
        match kind {
            Kind::XaOpen | Kind::XaClose => XaBody::Name(self.bytes(255)),
            Kind::XaRecover => XaBody::Recover(self.word()),
            Kind::XaRecoverReply => XaBody::Branches(vec![self.xid(), self.xid(), self.xid()]),
            _ if kind.is_reply() => XaBody::Empty,
            _ => XaBody::Branch(self.xid()),
        }
    }

    fn request_messages(&mut self) -> Segment<'a> {
        let selection = self.random.chance(50).then(|| self.selection());
        Segment::RequestMessages(RequestMessages {
            handle: self.int(),
            received_bytes: self.word(),
            flags: if selection.is_some() { 0x19 } else { 0x09 },
            selection,
            ..RequestMessages::default()
        })
    }

    fn async_message(&mut self, data_bytes_max: usize) -> Segment<'a> {
        let data = self.bytes(data_bytes_max);
        Segment::AsyncMessage(AsyncMessage {
            piece: PieceHead {
                version: 1,
                handle: self.int(),
                global_index: self.word(),
                ..PieceHead::default()
            },
            reason: self.int(),
            total_bytes: self.word(),
            sent_bytes: data.len() as u32,
            msg_token: self.array(),
            status: self.word() as u16,
            resolved_q_name: self.bytes(48),
            descriptor: Cow::Owned(self.descriptor()),
            data,
        })
    }

    /// A segment of that type with at most so much message data.
    // tidy: one arm per kind of segment
    pub(crate) fn segment(&mut self, kind: Kind, data_bytes_max: usize) -> Segment<'a> {
        match kind {
            Kind::Initial => Segment::Initial(self.initial()),
            Kind::Status => Segment::Status(match self.random.below(4) {
                0 => None,
                1 => Some(Status::new(StatusCode(self.word()))),
                more => Some(Status {
                    value: Some(self.word()),
                    committed: (more == 3).then(|| Luwid {
                        time_s: self.word(),
                        counter: self.word(),
                    }),
                    ..Status::new(StatusCode(self.word()))
                }),
            }),
            Kind::UserId => Segment::UserId(UserId {
                user_id: self.text(),
                password: self.text(),
                long: (self.fap >= 5).then(|| LongUserId {
                    user_id: self.text(),
                    security_id: self.array(),
                }),
            }),
            Kind::Heartbeat => Segment::Heartbeat,
            Kind::Credentials => {
                let password = self.bytes(256);
                Segment::Credentials(Credentials {
                    authentication: self.int(),
                    user_id_bytes_max: self.int(),
                    password_bytes_max: self.int(),
                    password_clear_bytes: password.len() as i32,
                    unknown: if self.fap >= 17 { [1, 2] } else { [0, 0] },
                    user_id: self.bytes(1024),
                    password,
                })
            }
            Kind::SocketAction => Segment::SocketAction(SocketAction {
                conversation: self.word(),
                action: self.word(),
                ..SocketAction::default()
            }),
            Kind::RequestMessages => self.request_messages(),
            Kind::AsyncMessage => self.async_message(data_bytes_max),
            Kind::Notification => Segment::Notification(Notification {
                version: 1,
                handle: self.int(),
                code: self.word(),
                value: self.int(),
            }),
            Kind::Message => {
                let head = MessageHead {
                    sequence: self.word(),
                    segment_bytes: self.word(),
                    unknown: self.word(),
                    message_bytes: self.word(),
                };
                Segment::Message(head, self.bytes(data_bytes_max))
            }
            Kind::Resync => Segment::Resync(Some(MessageHead {
                sequence: self.word(),
                ..MessageHead::default()
            })),
            Kind::Ping => Segment::Ping(self.bytes(data_bytes_max)),
            Kind::Reset => Segment::Reset(Reset {
                length: 8,
                sequence: self.word(),
            }),
            _ if kind.code() >= Kind::XaStart.code() => {
                let head = XaHead {
                    return_value: self.int(),
                    flags: self.word(),
                    ..XaHead::default()
                };
                Segment::Xa(head, self.xa(kind))
            }
            _ if kind.is_call() => {
                let head = CallHead {
                    comp_code: self.int(),
                    reason: self.int(),
                    ..CallHead::request(self.int())
                };
                Segment::Call(head, self.call(kind, data_bytes_max))
            }
            _ => Segment::Opaque(self.bytes(200)),
        }
    }

    /// A header for a segment of that type.
    pub(crate) fn head(&mut self, kind: Kind) -> Head {
        let family = match self.random.below(3) {
            0 => Family::Plain,
            1 => Family::Socket,
            _ => Family::Multiplexed {
                conversation: self.word(),
                request: self.word(),
            },
        };
        let order = [ByteOrder::Big, ByteOrder::Little][self.random.below(2) as usize];
        let ccsid = [819, 1208, 500, 37, 1047][self.random.below(5) as usize];
        let mut head = Head::new(family, kind, order, ccsid);
        if self.random.chance(30) {
            head.eye_catchers = EyeCatchers::Ebcdic;
        }
        head.with_flags(self.random.below(2) as u8)
    }
}

// Not every test program needs it.
#[allow(dead_code)]
/// The segment without the lengths its writer fills in.
pub(crate) fn without_lengths(segment: Segment<'_>) -> Segment<'_> {
    match segment {
        Segment::Call(mut head, mut call) => {
            head.call_bytes = 0;
            if let Call::Spi(spi) = &mut call {
                spi.answer_bytes = 0;
            }
            Segment::Call(head, call)
        }
        Segment::Xa(mut head, body) => {
            head.call_bytes = 0;
            Segment::Xa(head, body)
        }
        Segment::AsyncMessage(mut message) => {
            message.piece.data_bytes = 0;
            Segment::AsyncMessage(message)
        }
        other => other,
    }
}
