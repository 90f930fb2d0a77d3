//! Opens and subscriptions beside the MQI, as clients of JMS make them.

use crate::rig::{Client, Rig};
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::*;
use ferromq_wire::call::{Get, Put};
use ferromq_wire::field::CharString;
use ferromq_wire::spi::{Spi, SpiBody};
use ferromq_wire::structure::{GetMessage, LocalSubscription, PutMessage, Subscription};
use ferromq_wire::{Call, Kind, Segment};

/// What a consumer of JMS opens a queue with, and what it asks to be kept of each message.
const OPEN: i32 = MQOO_INPUT_AS_Q_DEF | MQOO_BROWSE | MQOO_INQUIRE | MQOO_FAIL_IF_QUIESCING;
const KEEP: i32 = 3;

fn open(client: &mut Client, name: &str, options: i32, keep: i32) -> i32 {
    let Call::Spi(spi) = Client::spi_open_call(name, options) else {
        unreachable!()
    };
    let SpiBody::Open { mut local, object } = spi.body else {
        unreachable!()
    };
    local.local_options = keep;
    let call = Call::Spi(Spi::new(444, SpiBody::Open { local, object }));
    let (comp_code, reason, handle) = client.call(1, Kind::Spi, 0, call).codes();
    assert_eq!((comp_code, reason), (MQCC_OK, 0), "open of {name}");
    handle
}

/// Passes all context on from the message that was got by `from`.
fn pass(client: &mut Client, conversation: u32, to: i32, from: i32) -> (i32, i32) {
    let put = Put {
        descriptor: Default::default(),
        options: PutMessage {
            version: 2,
            options: MQPMO_PASS_ALL_CONTEXT | MQPMO_SYNC_RESPONSE,
            context: from,
            ..PutMessage::default()
        },
        data: b"passed",
    };
    let (comp_code, reason, _) = client
        .call(conversation, Kind::Put, to, Call::Put(put))
        .codes();
    (comp_code, reason)
}

#[test]
fn what_a_consumer_got_is_passed_on_with_its_context() {
    let rig = Rig::new();
    for name in ["Q1", "BACKED.OUT"] {
        rig.queue(name);
    }
    let mut sender = rig.socket();
    sender.negotiate(Client::wants()).expect("terms");
    sender.log_on("sender");
    sender.connect(1, "").expect("connected");
    let out = sender.open(1, "Q1", MQOO_OUTPUT);
    sender.put(1, out, b"poison", 0);
    let mut client = rig.client();
    let from = open(&mut client, "Q1", OPEN, KEEP);
    let to = client.open(1, "BACKED.OUT", MQOO_OUTPUT | MQOO_PASS_ALL_CONTEXT);
    let early = pass(&mut client, 1, to, from);
    assert_eq!(early, (MQCC_FAILED, Reason::CONTEXT_NOT_AVAILABLE.0));
    assert_eq!(client.get(1, from, 0).message().1, b"poison");
    assert_eq!(pass(&mut client, 1, to, from), (MQCC_OK, 0));
    let moved = client.open(1, "BACKED.OUT", MQOO_INPUT_SHARED);
    let (descriptor, _) = client.get(1, moved, 0).message();
    assert_eq!(&descriptor.user_identifier, b"sender      ");
}

#[test]
fn context_is_kept_for_those_who_ask_and_get_only() {
    let rig = Rig::new();
    rig.queue("Q1");
    let mut client = rig.client();
    let to = client.open(1, "Q1", MQOO_OUTPUT | MQOO_PASS_ALL_CONTEXT);
    client.put(1, to, b"x", 0);
    let unasked = open(&mut client, "Q1", OPEN, 0);
    client.get(1, unasked, 0);
    let refused = (MQCC_FAILED, Reason::CONTEXT_HANDLE_ERROR.0);
    assert_eq!(pass(&mut client, 1, to, unasked), refused);
    // It means nothing to who cannot get, and is no error.
    let browses = open(&mut client, "Q1", MQOO_BROWSE, KEEP);
    assert_eq!(pass(&mut client, 1, to, browses), refused);
}

fn subscription(topic: &str, options: i32) -> Subscription<'_> {
    Subscription {
        options,
        object_string: CharString::utf8(topic),
        ..Subscription::default()
    }
}

/// The handles of queue and subscription, and what the answer says besides.
type Subscribed = (i32, i32, LocalSubscription<'static>);

fn subscribe(
    client: &mut Client,
    conversation: u32,
    local: LocalSubscription<'_>,
    subscription: Subscription<'_>,
) -> Result<Subscribed, i32> {
    let body = SpiBody::Subscribe {
        handle: 0,
        local,
        subscription,
    };
    let call = Call::Spi(Spi::new(540, body));
    let came = client.call(conversation, Kind::Spi, 0, call);
    let (comp_code, reason, queue) = came.codes();
    if comp_code == MQCC_FAILED {
        return Err(reason);
    }
    match came.segment() {
        Segment::Call(
            _,
            Call::Spi(Spi {
                body: SpiBody::Subscribe { handle, local, .. },
                ..
            }),
        ) => Ok((queue, handle, local.without_string())),
        other => panic!("{other:?}"),
    }
}

fn local(open_options: i32) -> LocalSubscription<'static> {
    LocalSubscription {
        open_options,
        local_options: KEEP,
        ..LocalSubscription::default()
    }
}

/// Subscribes on conversation 1, as a connection consumer does.
fn look(client: &mut Client, topic: &str) -> Subscribed {
    let options = MQSO_CREATE | MQSO_MANAGED | MQSO_WILDCARD_TOPIC;
    let opens = MQOO_INPUT_SHARED | MQOO_BROWSE | MQOO_INQUIRE | MQOO_CO_OP;
    subscribe(client, 1, local(opens), subscription(topic, options)).expect("subscribed")
}

/// Joins it on conversation 3, as a session of its pool does.
fn join(client: &mut Client, of: &LocalSubscription<'_>) -> Result<Subscribed, i32> {
    let asked = LocalSubscription {
        options: LocalSubscription::JOINS,
        sub_id: of.sub_id,
        ..local(MQOO_INPUT_SHARED | MQOO_BROWSE | MQOO_INQUIRE)
    };
    let resume = subscription("", MQSO_RESUME | MQSO_MANAGED);
    subscribe(client, 3, asked, resume)
}

fn close(client: &mut Client, conversation: u32, handle: i32, options: i32) -> i32 {
    client
        .call(conversation, Kind::Close, handle, Call::Close(options))
        .codes()
        .1
}

fn publish(client: &mut Client, topic: &str) {
    let Call::Put1(mut put1) = Client::put1_call("", b"news", MQPMO_SYNC_RESPONSE) else {
        unreachable!()
    };
    put1.object.version = MQOD_VERSION_4;
    put1.object.object_type = MQOT_TOPIC;
    put1.object.object_string = CharString::utf8(topic);
    let published = client.call(1, Kind::Put1, -1, Call::Put1(put1));
    assert_eq!(published.codes().0, MQCC_OK);
}

fn get(token: Option<[u8; 16]>, options: i32) -> Call<'static> {
    let Call::Get(mut get) = Client::get_call(options, 0, 1 << 20) else {
        unreachable!()
    };
    if let Some(token) = token {
        get = Get {
            options: GetMessage {
                match_options: MQMO_MATCH_MSG_TOKEN,
                msg_token: token,
                ..get.options
            },
            ..get
        };
    }
    Call::Get(get)
}

#[test]
fn a_session_gets_what_its_connection_consumer_has_browsed() {
    let rig = Rig::new();
    let mut client = rig.client();
    client.converse(3);
    let (queue, handle, told) = look(&mut client, "news");
    assert_ne!(told.sub_id, [0; 24]);
    let name = told.q_name.name();
    assert!(name.as_str().starts_with("SYSTEM.MANAGED."), "{name}");
    publish(&mut client, "news");
    let marks = MQGMO_BROWSE_FIRST | MQGMO_UNMARKED_BROWSE_MSG | MQGMO_MARK_BROWSE_CO_OP;
    let browsed = client.call(1, Kind::Get, queue, get(None, marks));
    assert_eq!(browsed.codes().1, 0);
    let Segment::Call(_, Call::GetReply(seen)) = browsed.segment() else {
        panic!("an answer to a get")
    };
    let (joined, its_handle, _) = join(&mut client, &told).expect("joined");
    let token = Some(seen.options.msg_token);
    let got = client.call(3, Kind::Get, joined, get(token, MQGMO_SYNCPOINT));
    assert_eq!(got.codes().1, 0);
    assert!(got.message().1.ends_with(b"news"));
    // And may move it, for the queue of a subscription can have a backout queue.
    rig.queue("BACKED.OUT");
    let to = client.open(3, "BACKED.OUT", MQOO_OUTPUT | MQOO_PASS_ALL_CONTEXT);
    assert_eq!(pass(&mut client, 3, to, joined), (MQCC_OK, 0));
    assert_eq!(client.simple(3, Kind::Commit).1, 0);
    // The subscription is the connection consumer's: nobody else ends it.
    assert_eq!(
        close(&mut client, 3, its_handle, MQCO_REMOVE_SUB),
        Reason::SUBSCRIPTION_IN_USE.0
    );
    assert_eq!(close(&mut client, 3, its_handle, 0), 0);
    assert_eq!(close(&mut client, 3, joined, 0), 0);
    publish(&mut client, "news");
    let again = client.call(1, Kind::Get, queue, get(None, 0));
    assert!(again.message().1.ends_with(b"news"));
    let (_, behind, _) = join(&mut client, &told).expect("joined");
    assert_eq!(close(&mut client, 1, handle, 0), 0);
    assert_eq!(close(&mut client, 1, queue, 0), 0);
    assert_eq!(join(&mut client, &told), Err(Reason::NO_SUBSCRIPTION.0));
    assert_eq!(close(&mut client, 3, behind, 0), 0);
}

#[test]
fn only_what_is_there_is_joined_and_only_resumed() {
    let rig = Rig::new();
    let mut client = rig.client();
    client.converse(3);
    let (_, _, mut told) = look(&mut client, "news");
    let create = LocalSubscription {
        options: LocalSubscription::JOINS,
        sub_id: told.sub_id,
        ..local(MQOO_INPUT_SHARED)
    };
    let options = MQSO_CREATE | MQSO_RESUME | MQSO_MANAGED;
    let created = subscribe(&mut client, 3, create, subscription("other", options));
    assert_eq!(created, Err(Reason::OPTIONS_ERROR.0));
    told.sub_id[23] ^= 1;
    assert_eq!(join(&mut client, &told), Err(Reason::NO_SUBSCRIPTION.0));
}
