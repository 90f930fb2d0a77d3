//! Where a message goes that is put to a name: every rule of resolution there is for queue managers that are joined by channels, in one
//! table. What a receiving agent puts has gone by the same rules: its names are those of the transmission header.
//!
//! Source: "Queue name resolution", MQOD, and the reasons 2082 to 2092, 2184 and 2196 to 2199.

use bytes::Bytes;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::call::{GetReply, Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::extension::take_extension;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::TransmissionHeader;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ConnectOptions, GetOptions, ObjectDescriptor, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::{Connection, QueueManager, SimulatedPlace, tester};
use std::task::{Poll, Waker};

type Object = (ObjectKind, &'static str, &'static [(Attr, &'static str)]);

/// What is defined at QM1: kind and name, then what makes it what it is.
const OBJECTS: &[Object] = &[
    (ObjectKind::QLocal, "HERE", &[]),
    (ObjectKind::QModel, "MODEL", &[]),
    (ObjectKind::QLocal, "QM2", TRANSMISSION),
    (ObjectKind::QLocal, "QM2.FAST", TRANSMISSION),
    (ObjectKind::QLocal, "HUB", TRANSMISSION),
    (ObjectKind::QLocal, "PLAIN", &[]),
    (ObjectKind::QAlias, "OF.HERE", &[(Attr::Target, "HERE")]),
    (ObjectKind::QAlias, "OF.AWAY", &[(Attr::Target, "AWAY")]),
    (ObjectKind::QAlias, "OF.NONE", &[(Attr::Target, "NONE")]),
    (ObjectKind::QAlias, "OF.ALIAS", &[(Attr::Target, "OF.HERE")]),
    (ObjectKind::QAlias, "OF.MODEL", &[(Attr::Target, "MODEL")]),
    // Remote queues.
    (
        ObjectKind::QRemote,
        "AWAY",
        &[(Attr::Rname, "THERE"), (Attr::Rqmname, "QM2")],
    ),
    (
        ObjectKind::QRemote,
        "AWAY.FAST",
        &[
            (Attr::Rname, "THERE"),
            (Attr::Rqmname, "QM2"),
            (Attr::Xmitq, "QM2.FAST"),
        ],
    ),
    (
        ObjectKind::QRemote,
        "AWAY.FAR",
        &[
            (Attr::Rname, "THERE"),
            (Attr::Rqmname, "QM9"),
            (Attr::Xmitq, "QM2"),
        ],
    ),
    (
        ObjectKind::QRemote,
        "AWAY.UNKNOWN",
        &[(Attr::Rname, "THERE"), (Attr::Rqmname, "QM9")],
    ),
    (
        ObjectKind::QRemote,
        "NO.XMITQ",
        &[
            (Attr::Rname, "THERE"),
            (Attr::Rqmname, "QM2"),
            (Attr::Xmitq, "NONE"),
        ],
    ),
    (
        ObjectKind::QRemote,
        "ALIAS.XMITQ",
        &[
            (Attr::Rname, "THERE"),
            (Attr::Rqmname, "QM2"),
            (Attr::Xmitq, "OF.HERE"),
        ],
    ),
    (
        ObjectKind::QRemote,
        "PLAIN.XMITQ",
        &[
            (Attr::Rname, "THERE"),
            (Attr::Rqmname, "QM2"),
            (Attr::Xmitq, "PLAIN"),
        ],
    ),
    (
        ObjectKind::QRemote,
        "BY.PLAIN",
        &[(Attr::Rname, "THERE"), (Attr::Rqmname, "PLAIN")],
    ),
    (
        ObjectKind::QRemote,
        "BY.ALIAS",
        &[(Attr::Rname, "THERE"), (Attr::Rqmname, "OF.HERE")],
    ),
    (
        ObjectKind::QRemote,
        "TO.SELF",
        &[(Attr::Rname, "HERE"), (Attr::Rqmname, "QM1")],
    ),
    (ObjectKind::QRemote, "TO.NOBODY", &[(Attr::Rname, "HERE")]),
    // Queue manager aliases.
    (ObjectKind::QRemote, "SELF", &[(Attr::Rqmname, "QM1")]),
    (
        ObjectKind::QRemote,
        "CLASS.A",
        &[(Attr::Rqmname, "QM2"), (Attr::Xmitq, "QM2.FAST")],
    ),
    (ObjectKind::QRemote, "OTHER.NAME", &[(Attr::Rqmname, "QM2")]),
    (ObjectKind::QRemote, "LOST", &[(Attr::Rqmname, "QM9")]),
    (
        ObjectKind::QRemote,
        "LOST.XMITQ",
        &[(Attr::Rqmname, "QM2"), (Attr::Xmitq, "NONE")],
    ),
    (
        ObjectKind::QRemote,
        "LOST.PLAIN",
        &[(Attr::Rqmname, "QM2"), (Attr::Xmitq, "PLAIN")],
    ),
    (
        ObjectKind::QRemote,
        "LOST.ALIAS",
        &[(Attr::Rqmname, "QM2"), (Attr::Xmitq, "OF.HERE")],
    ),
    // Reply-to queue aliases.
    (
        ObjectKind::QRemote,
        "ANSWERS",
        &[(Attr::Rname, "REAL"), (Attr::Rqmname, "QM1.SLOW")],
    ),
];

const TRANSMISSION: &[(Attr, &str)] = &[(Attr::Usage, "XMITQ")];

/// Where a message arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrives {
    /// On this queue.
    On(&'static str),
    /// On this transmission queue, for this queue of this queue manager.
    By(&'static str, &'static str, &'static str),
    Refused(Reason),
}

use Arrives::{By, On, Refused};

/// Queue, queue manager, what becomes of it without a default transmission queue, and with HUB as that where it makes a difference.
const TABLE: &[(&str, &str, Arrives, Option<Arrives>)] = &[
    // Names of this queue manager.
    ("HERE", "", On("HERE"), None),
    ("HERE", "QM1", On("HERE"), None),
    ("NONE", "", Refused(Reason::UNKNOWN_OBJECT_NAME), None),
    ("NONE", "QM1", Refused(Reason::UNKNOWN_OBJECT_NAME), None),
    ("QM2", "", On("QM2"), None),
    ("OF.HERE", "", On("HERE"), None),
    ("OF.HERE", "QM1", On("HERE"), None),
    ("OF.AWAY", "", By("QM2", "THERE", "QM2"), None),
    ("OF.NONE", "", Refused(Reason::UNKNOWN_ALIAS_BASE_Q), None),
    (
        "OF.ALIAS",
        "",
        Refused(Reason::ALIAS_BASE_Q_TYPE_ERROR),
        None,
    ),
    (
        "OF.MODEL",
        "",
        Refused(Reason::ALIAS_BASE_Q_TYPE_ERROR),
        None,
    ),
    // Remote queues: the transmission queue named, else the one with the queue manager's name, else the default one.
    ("AWAY", "", By("QM2", "THERE", "QM2"), None),
    ("AWAY", "QM1", By("QM2", "THERE", "QM2"), None),
    ("AWAY.FAST", "", By("QM2.FAST", "THERE", "QM2"), None),
    ("AWAY.FAR", "", By("QM2", "THERE", "QM9"), None),
    (
        "AWAY.UNKNOWN",
        "",
        Refused(Reason::UNKNOWN_REMOTE_Q_MGR),
        Some(By("HUB", "THERE", "QM9")),
    ),
    ("NO.XMITQ", "", Refused(Reason::UNKNOWN_XMIT_Q), None),
    ("ALIAS.XMITQ", "", Refused(Reason::XMIT_Q_TYPE_ERROR), None),
    ("PLAIN.XMITQ", "", Refused(Reason::XMIT_Q_USAGE_ERROR), None),
    ("BY.PLAIN", "", Refused(Reason::XMIT_Q_USAGE_ERROR), None),
    ("BY.ALIAS", "", Refused(Reason::XMIT_Q_TYPE_ERROR), None),
    ("TO.SELF", "", Refused(Reason::UNKNOWN_REMOTE_Q_MGR), None),
    ("TO.NOBODY", "", Refused(Reason::UNKNOWN_REMOTE_Q_MGR), None),
    ("SELF", "", Refused(Reason::REMOTE_Q_NAME_ERROR), None),
    ("CLASS.A", "", Refused(Reason::REMOTE_Q_NAME_ERROR), None),
    // Names of other queue managers.
    ("THERE", "QM2", By("QM2", "THERE", "QM2"), None),
    // A queue of that name here is no matter.
    ("HERE", "QM2", By("QM2", "HERE", "QM2"), None),
    ("AWAY", "QM2", By("QM2", "AWAY", "QM2"), None),
    (
        "THERE",
        "QM2.FAST",
        By("QM2.FAST", "THERE", "QM2.FAST"),
        None,
    ),
    ("", "QM2", Refused(Reason::REMOTE_Q_NAME_ERROR), None),
    (
        "THERE",
        "QM9",
        Refused(Reason::UNKNOWN_REMOTE_Q_MGR),
        Some(By("HUB", "THERE", "QM9")),
    ),
    ("THERE", "PLAIN", Refused(Reason::XMIT_Q_USAGE_ERROR), None),
    ("THERE", "OF.HERE", Refused(Reason::XMIT_Q_TYPE_ERROR), None),
    (
        "THERE",
        "MODEL",
        Refused(Reason::UNKNOWN_REMOTE_Q_MGR),
        None,
    ),
    // A remote queue is no queue manager alias.
    ("THERE", "AWAY", Refused(Reason::UNKNOWN_REMOTE_Q_MGR), None),
    // Queue manager aliases: this queue manager under another name, another one under another name, another way there.
    ("HERE", "SELF", On("HERE"), None),
    ("OF.HERE", "SELF", On("HERE"), None),
    ("OF.AWAY", "SELF", By("QM2", "THERE", "QM2"), None),
    ("NONE", "SELF", Refused(Reason::UNKNOWN_OBJECT_NAME), None),
    ("AWAY", "SELF", Refused(Reason::UNKNOWN_REMOTE_Q_MGR), None),
    ("", "SELF", Refused(Reason::REMOTE_Q_NAME_ERROR), None),
    ("THERE", "CLASS.A", By("QM2.FAST", "THERE", "QM2"), None),
    ("THERE", "OTHER.NAME", By("QM2", "THERE", "QM2"), None),
    (
        "THERE",
        "LOST",
        Refused(Reason::UNKNOWN_REMOTE_Q_MGR),
        Some(By("HUB", "THERE", "QM9")),
    ),
    ("THERE", "LOST.XMITQ", Refused(Reason::UNKNOWN_XMIT_Q), None),
    (
        "THERE",
        "LOST.PLAIN",
        Refused(Reason::XMIT_Q_USAGE_ERROR),
        None,
    ),
    (
        "THERE",
        "LOST.ALIAS",
        Refused(Reason::XMIT_Q_TYPE_ERROR),
        None,
    ),
];

fn name(text: &str) -> ObjectName {
    ObjectName::truncated(text)
}

struct House {
    place: SimulatedPlace,
    manager: QueueManager,
    app: Connection,
}

impl House {
    fn new() -> Self {
        let place = SimulatedPlace::of("QM1", 256, 1 << 20);
        let manager = place.start();
        for (kind, object, attributes) in OBJECTS {
            let mut definition = Definition::new(*kind, name(object));
            for (attr, text) in *attributes {
                let value = match attr {
                    Attr::Usage => Value::Int(MQUS_TRANSMISSION),
                    _ => Value::Text((*text).into()),
                };
                definition.set(*attr, value).expect("a valid value");
            }
            manager.define(definition, false).expect("defined");
        }
        let app = manager.connect(&ConnectOptions::default(), tester());
        Self {
            place,
            manager,
            app: app.expect("connected"),
        }
    }

    fn default_transmission_queue(&self, queue: &str) {
        let q_mgr = self.manager.q_mgr_definition();
        let changes = vec![(Attr::Defxmitq, Value::Text(queue.into()))];
        let altered = self
            .manager
            .alter(q_mgr.kind(), &q_mgr.name(), &changes, false);
        altered.expect("altered");
    }

    fn verb(&mut self, request: Request) -> Reply {
        match self.app.start(request, Waker::noop()) {
            Poll::Ready(reply) => reply,
            Poll::Pending => panic!("nothing is waited for"),
        }
    }

    fn put_as(&mut self, at: (&str, &str), descriptor: MsgDescriptor) -> Reply {
        self.verb(Request::Put1 {
            object: Box::new(object(at)),
            descriptor,
            options: PutOptions::default(),
            body: Bytes::from_static(b"a message"),
        })
    }

    /// Puts a message in both ways there are, and finds it.
    fn arrives(&mut self, at: (&str, &str)) -> Arrives {
        let open = Request::Open {
            descriptor: object(at),
            options: MQOO_OUTPUT,
        };
        let put = self.put_as(at, MsgDescriptor::default());
        let opened = self.verb(open);
        let (handle, descriptor) = match (opened, put) {
            (Reply::Failed(opened), Reply::Failed(put)) => {
                assert_eq!(opened, put, "{at:?}");
                return Refused(opened);
            }
            (Reply::Opened { handle, descriptor }, Reply::Put(_)) => (handle, descriptor),
            other => panic!("{at:?}: {other:?}"),
        };
        let by_handle = self.verb(Request::Put {
            handle,
            descriptor: MsgDescriptor::default(),
            options: PutOptions::default(),
            body: Bytes::from_static(b"a message"),
        });
        assert!(matches!(by_handle, Reply::Put(_)), "{at:?}: {by_handle:?}");
        self.verb(Request::Close {
            handle,
            options: MQCO_NONE,
        });
        let (one, two) = (self.find(at), self.find(at));
        assert_eq!(one, two, "{at:?}");
        let resolved = match one {
            On(queue) => (queue, "QM1"),
            By(_, queue, q_mgr) => (queue, q_mgr),
            Refused(_) => unreachable!(),
        };
        assert_eq!(descriptor.resolved_q_name, name(resolved.0), "{at:?}");
        assert_eq!(descriptor.resolved_q_mgr_name, name(resolved.1), "{at:?}");
        one
    }

    /// Takes the message off the local queue it is on.
    fn find(&mut self, at: (&str, &str)) -> Arrives {
        for (kind, queue, attributes) in OBJECTS {
            if *kind != ObjectKind::QLocal {
                continue;
            }
            let Some(body) = self.take(queue) else {
                continue;
            };
            if attributes.is_empty() || body == "a message" {
                assert_eq!(body, "a message");
                return On(queue);
            }
            let header = TransmissionHeader::decode(&body, ByteOrder::Little);
            let header = header.expect("a header");
            let known = |field: &[u8; 48]| {
                let text = ObjectName::from_field(field).to_string();
                let all = TABLE.iter().flat_map(|row| match row {
                    (one, two, By(_, three, four), Some(By(_, _, five))) => {
                        [*one, *two, three, four, five]
                    }
                    (one, two, By(_, three, four), _) | (one, two, _, Some(By(_, three, four))) => {
                        [*one, *two, three, four, ""]
                    }
                    (one, two, ..) => [*one, *two, "", "", ""],
                });
                let mut all = all.filter(|known| **known == *text);
                all.next().expect("a name of the table")
            };
            return By(
                queue,
                known(&header.remote_q_name),
                known(&header.remote_q_mgr_name),
            );
        }
        panic!("{at:?}: it is nowhere");
    }

    fn take(&mut self, queue: &str) -> Option<Bytes> {
        self.got(queue).map(|got| got.body)
    }

    fn got(&mut self, queue: &str) -> Option<Box<GetReply>> {
        let open = Request::Open {
            descriptor: ObjectDescriptor::queue(queue),
            options: MQOO_INPUT_SHARED,
        };
        let Reply::Opened { handle, .. } = self.verb(open) else {
            panic!("{queue} is there");
        };
        let got = self.verb(Request::Get {
            handle,
            descriptor: MsgDescriptor::default(),
            options: GetOptions {
                options: MQGMO_NO_SYNCPOINT,
                match_options: MQMO_NONE,
                ..GetOptions::default()
            },
            buffer_len: u32::MAX,
        });
        let options = MQCO_NONE;
        self.verb(Request::Close { handle, options });
        match got {
            Reply::Got(got) => Some(got),
            _ => None,
        }
    }
}

fn object(at: (&str, &str)) -> ObjectDescriptor {
    ObjectDescriptor {
        object_name: name(at.0),
        object_q_mgr_name: name(at.1),
        ..ObjectDescriptor::default()
    }
}

#[test]
fn every_name_leads_where_the_rules_say() {
    let mut house = House::new();
    for default in ["", "HUB"] {
        house.default_transmission_queue(default);
        for (queue, q_mgr, without, with) in TABLE {
            let wanted = match (default, with) {
                ("HUB", Some(with)) => with,
                _ => without,
            };
            let found = house.arrives((queue, q_mgr));
            assert_eq!(found, *wanted, "{queue} of {q_mgr}, {default:?} by default");
        }
    }
}

/// A default transmission queue that is none is only noticed where it is wanted.
#[test]
fn a_default_transmission_queue_that_is_none_is_told_where_it_is_wanted() {
    let mut house = House::new();
    let wrong = [
        ("NONE", Reason::UNKNOWN_DEF_XMIT_Q),
        ("OF.HERE", Reason::DEF_XMIT_Q_TYPE_ERROR),
        ("AWAY", Reason::DEF_XMIT_Q_TYPE_ERROR),
        ("MODEL", Reason::DEF_XMIT_Q_TYPE_ERROR),
        ("PLAIN", Reason::DEF_XMIT_Q_USAGE_ERROR),
    ];
    for (default, reason) in wrong {
        // What is defined as one may become another afterwards.
        house.default_transmission_queue("");
        let q_mgr = house.manager.q_mgr_definition();
        let changes = vec![(Attr::Defxmitq, Value::Text(default.into()))];
        let altered = house
            .manager
            .alter(q_mgr.kind(), &q_mgr.name(), &changes, false);
        altered.expect("altered");
        for at in [("THERE", "QM9"), ("AWAY.UNKNOWN", ""), ("THERE", "LOST")] {
            assert_eq!(house.arrives(at), Refused(reason), "{at:?} {default}");
        }
        assert_eq!(house.arrives(("AWAY", "")), By("QM2", "THERE", "QM2"));
        assert_eq!(house.arrives(("HERE", "")), On("HERE"));
    }
}

/// What the descriptor of a message says of where replies go.
#[test]
fn where_replies_go_is_filled_in_by_the_put() {
    // Reply-to queue and queue manager as put, and as got.
    let table = [
        (["", ""], ["", ""]),
        (["HERE", ""], ["HERE", "QM1"]),
        (["NONE", ""], ["NONE", "QM1"]),
        (["OF.HERE", ""], ["OF.HERE", "QM1"]),
        (["ANSWERS", ""], ["REAL", "QM1.SLOW"]),
        (["AWAY", ""], ["THERE", "QM2"]),
        // Not an alias where the queue manager is named.
        (["ANSWERS", "QM1"], ["ANSWERS", "QM1"]),
        (["ANSWERS", "QM5"], ["ANSWERS", "QM5"]),
    ];
    let mut house = House::new();
    for at in [("HERE", ""), ("AWAY", "")] {
        for (asked, wanted) in table {
            let descriptor = MsgDescriptor {
                reply_to_q: *name(asked[0]).bytes(),
                reply_to_q_mgr: *name(asked[1]).bytes(),
                ..MsgDescriptor::default()
            };
            let Reply::Put(put) = house.put_as(at, descriptor) else {
                panic!("{asked:?}");
            };
            let put = &put.descriptor;
            let fields = [&put.reply_to_q, &put.reply_to_q_mgr];
            let found = fields.map(|field| ObjectName::from_field(field).to_string());
            assert_eq!(found, wanted, "{asked:?}");
        }
    }
}

/// A message that expires on its way is reported as it was put: what the transmission queue packs it in is nobody's matter.
#[test]
fn what_expires_on_a_transmission_queue_is_reported_as_it_was_put() {
    let mut house = House::new();
    for (version, report, data) in [
        (MQMD_VERSION_1, MQRO_EXPIRATION, &b""[..]),
        (MQMD_VERSION_1, MQRO_EXPIRATION_WITH_FULL_DATA, b"a message"),
        // The extension that version 2 needs there is no data of it.
        (MQMD_VERSION_2, MQRO_EXPIRATION_WITH_DATA, b"a message"),
    ] {
        let descriptor = MsgDescriptor {
            version,
            report,
            expiry: 10,
            format: *b"MQSTR   ",
            group_id: if version == MQMD_VERSION_2 {
                [7; 24]
            } else {
                MQGI_NONE
            },
            msg_flags: if version == MQMD_VERSION_2 {
                MQMF_MSG_IN_GROUP
            } else {
                MQMF_NONE
            },
            reply_to_q: *name("HERE").bytes(),
            ..MsgDescriptor::default()
        };
        let Reply::Put(put) = house.put_as(("AWAY", ""), descriptor) else {
            panic!("not put");
        };
        house.place.clock().advance_ns(2_000_000_000);
        assert_eq!(house.manager.expire_messages(), 1);
        assert!(house.got("QM2").is_none());
        let report = house.got("HERE").expect("a report");
        assert_eq!(report.descriptor.feedback, MQFB_EXPIRATION);
        assert_eq!(report.descriptor.correl_id, put.descriptor.msg_id);
        // It is in the group its message was in, which is said in front of its data to whoever gets it as one of version 1.
        let (mut about, mut rest) = (report.descriptor, report.body);
        take_extension(&mut about, &mut rest).expect("well formed");
        assert_eq!(about.group_id, put.descriptor.group_id);
        assert_eq!(about.format, *b"MQSTR   ");
        assert_eq!(&rest[..], data);
    }
}
