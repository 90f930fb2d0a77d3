//! Both sides of the negotiation: against each other through bytes, and against what was observed.

use ferromq_mqi::header::ByteOrder;
use ferromq_wire::control::StatusCode;
use ferromq_wire::head::flag;
use ferromq_wire::inbound::{Inbound, Limits};
use ferromq_wire::initial::{ALGORITHMS_OF_CLIENTS, Initial, capability, error};
use ferromq_wire::level::initial_bytes;
use ferromq_wire::negotiate::{
    Agreed, ClientNegotiation, ClientStep, PasswordRule, Refusal, ServerNegotiation, ServerOffer,
};
use ferromq_wire::outbound::Outbound;
use ferromq_wire::text::Text;
use ferromq_wire::{Family, Head, Kind, Segment};

fn java(fap: u8) -> Initial {
    Initial {
        length: initial_bytes(fap),
        fap,
        capabilities: capability::MQI | capability::SPLIT | capability::CONVERSION,
        channel_name: Text::of("APP.SVRCONN"),
        capabilities2: 0x51,
        ccsid: 819,
        q_mgr_name: Text::of("QM1"),
        heartbeat_s: 1,
        conversations_max: 10,
        capabilities3: 0x28,
        product_id: Text::of("MQJB09040000"),
        algorithms: ALGORITHMS_OF_CLIENTS,
        ..Initial::default()
    }
}

fn plain(order: ByteOrder) -> Head {
    Head::new(Family::Plain, Kind::Initial, order, 819)
}

/// A segment as the other end reads it.
fn over_the_wire(head: &Head, initial: Initial, check: impl FnOnce(&Head, &Segment<'_>)) {
    let mut outbound = Outbound::new(false);
    outbound.send(head, &Segment::Initial(initial), None);
    let bytes: Vec<u8> = outbound.chunks().flatten().copied().collect();
    let mut inbound = Inbound::new(Limits::FIRST);
    let mut input = &bytes[..];
    let arrival = inbound.next(&mut input).expect("fine").expect("whole");
    check(&arrival.head, &arrival.segment(17).expect("well-formed"));
}

/// What both ends make of each other, and the rounds it took.
fn negotiate(
    wants: Initial,
    offer: &ServerOffer,
    order: ByteOrder,
    with_tls: bool,
) -> Result<(Agreed, Agreed, usize), Refusal> {
    let mut client = ClientNegotiation::new(&plain(order), wants, with_tls);
    let mut server = ServerNegotiation::new();
    let mut next = client.first();
    let mut served = None;
    for round in 1.. {
        let ClientStep::Send(head, initial) = next else {
            panic!("a client that agrees has been agreed with");
        };
        let mut step = None;
        over_the_wire(&head, *initial, |head, segment| {
            let Segment::Initial(asked) = segment else {
                panic!("initial data");
            };
            step = Some(server.initial(head, asked, offer));
        });
        let step = step.expect("it arrived")?;
        if let Some(agreed) = step.agreed {
            assert!(!step.head.has(flag::ERROR));
            served = Some(*agreed);
        }
        let mut taken = None;
        over_the_wire(&step.head, step.answer, |head, segment| {
            taken = Some(client.answer(head, segment));
        });
        next = taken.expect("it arrived")?;
        if let ClientStep::Agreed(agreed) = next {
            return Ok((served.expect("both agree"), *agreed, round));
        }
    }
    unreachable!()
}

fn same(server: &Agreed, client: &Agreed) {
    assert_eq!(server.fap, client.fap);
    assert_eq!(server.password_fap, client.password_fap);
    assert_eq!(server.conversations, client.conversations);
    assert_eq!(server.transmission_bytes_max, client.transmission_bytes_max);
    assert_eq!(server.message_bytes_max, client.message_bytes_max);
    assert_eq!(server.heartbeat_s, client.heartbeat_s);
    assert_eq!(server.ccsid, client.ccsid);
    assert_eq!(server.order, client.order);
    assert_eq!(server.capabilities, client.capabilities);
}

#[test]
fn both_ends_agree_on_the_same_at_every_level_and_number_of_conversations() {
    for order in [ByteOrder::Big, ByteOrder::Little] {
        for asked in 9..=17 {
            for fap_max in 9..=17 {
                for conversations_max in [0, 1, 10, 999_999_999] {
                    let offer = ServerOffer {
                        fap_max,
                        conversations_max,
                        message_bytes_max: 1 << 20,
                        transmission_bytes_max: 16_384,
                        ..ServerOffer::default()
                    };
                    let wants = java(asked);
                    let (server, client, rounds) =
                        negotiate(wants, &offer, order, false).expect("they agree");
                    same(&server, &client);
                    assert_eq!(rounds, 2, "the heartbeat needs a second round");
                    assert_eq!(server.fap, asked.min(fap_max));
                    assert_eq!(server.conversations, conversations_max.min(10));
                    assert_eq!(server.transmission_bytes_max, 16_384);
                    assert_eq!(server.heartbeat_s, 300);
                    assert_eq!(server.partner.channel_name.name().as_str(), "APP.SVRCONN");
                }
            }
        }
    }
}

#[test]
fn one_round_is_enough_when_nothing_is_to_change() {
    let wants = Initial {
        heartbeat_s: 300,
        message_bytes_max: 1000,
        ..java(17)
    };
    let (server, client, rounds) =
        negotiate(wants, &ServerOffer::default(), ByteOrder::Big, false).expect("they agree");
    same(&server, &client);
    assert_eq!(rounds, 1);
    assert!(server.is_multiplexed());
}

#[test]
fn the_answer_to_a_java_client_is_the_one_it_was_seen_to_take() {
    let offer = ServerOffer {
        message_bytes_max: 104_857_600,
        ..ServerOffer::default()
    };
    let head = plain(ByteOrder::Big).with_flags(flag::CONFIRM);
    let mut server = ServerNegotiation::new();
    let step = server.initial(&head, &java(17), &offer).expect("terms");
    assert_eq!((step.head.flags, step.head.family), (0x32, Family::Plain));
    assert_eq!(step.answer.errors, error::HEARTBEAT);
    assert_eq!(
        [
            step.answer.capabilities,
            step.answer.capabilities2,
            step.answer.capabilities3
        ],
        [0x26, 0x50, 0x28]
    );
    assert!(step.agreed.is_none());
    let again = Initial {
        heartbeat_s: 300,
        ..java(17)
    };
    let family = Family::Multiplexed {
        conversation: 1,
        request: 0,
    };
    let head = Head { family, ..head };
    let step = server.initial(&head, &again, &offer).expect("terms");
    assert_eq!((step.head.flags, step.head.family), (0x30, family));
    assert_eq!(step.agreed.expect("over").conversations, 10);
}

#[test]
fn each_password_rule_gives_the_levels_it_names() {
    for (password_rule, fap, password_fap) in [
        (PasswordRule::Protected, 17, 17),
        (PasswordRule::Level12, 12, 12),
        (PasswordRule::Answer12, 17, 12),
    ] {
        let offer = ServerOffer {
            password_rule,
            ..ServerOffer::default()
        };
        let (server, client, _) =
            negotiate(java(17), &offer, ByteOrder::Little, false).expect("they agree");
        same(&server, &client);
        assert_eq!((server.fap, server.password_fap), (fap, password_fap));
    }
}

#[test]
fn without_tls_a_list_without_the_known_algorithm_is_refused_from_level_13_on() {
    let offer = ServerOffer {
        algorithms: [0xffff; 10],
        ..ServerOffer::default()
    };
    let of = |fap, with_tls| negotiate(java(fap), &offer, ByteOrder::Big, with_tls);
    assert_eq!(of(17, false).err(), Some(Refusal::Algorithms));
    assert!(of(17, true).is_ok());
    assert!(of(12, false).is_ok());
}

#[test]
fn what_cannot_be_agreed_is_refused_with_its_status() {
    let refuse = |wants: Initial, head: &Head| {
        let mut server = ServerNegotiation::new();
        let step = server.initial(head, &wants, &ServerOffer::default());
        step.expect_err("refused").status()
    };
    let head = plain(ByteOrder::Big);
    assert_eq!(refuse(java(8), &head), StatusCode::FAP);
    let message_channel = Initial {
        capabilities: 0,
        ..java(17)
    };
    assert_eq!(refuse(message_channel, &head), StatusCode::CHANNEL_TYPE);
    let short = Initial {
        transmission_bytes_max: 100,
        ..java(17)
    };
    assert_eq!(refuse(short, &head), StatusCode::NEGOTIATION);
    let socket = Head {
        family: Family::Socket,
        ..head.clone()
    };
    assert_eq!(refuse(java(17), &socket), StatusCode::ID);
    let put = Head {
        kind: Kind::Put,
        ..head
    };
    assert_eq!(refuse(java(17), &put), StatusCode::SEGMENT_TYPE);
}

#[test]
fn a_client_that_takes_nothing_over_is_refused_in_the_second_round() {
    let mut server = ServerNegotiation::new();
    let offer = ServerOffer::default();
    let head = plain(ByteOrder::Big);
    assert!(server.initial(&head, &java(17), &offer).is_ok());
    // In the form agreed on, or it is the form that is refused.
    let family = Family::Multiplexed {
        conversation: 1,
        request: 0,
    };
    let second = Head {
        family,
        ..head.clone()
    };
    let refusal = server.initial(&second, &java(17), &offer);
    assert!(matches!(refusal, Err(Refusal::NotTakenOver(_))));
    let mut server = ServerNegotiation::new();
    assert!(server.initial(&head, &java(17), &offer).is_ok());
    let refusal = server.initial(&head, &java(17), &offer);
    assert!(matches!(refusal, Err(Refusal::HeaderForm)));
}

#[test]
fn a_refusal_closes_for_without_that_clients_go_on() {
    let head = plain(ByteOrder::Little);
    let (answer, status) = Refusal::ChannelType.answer(&head);
    assert_eq!((answer.kind, answer.flags), (Kind::Status, 0x3a));
    assert_eq!((answer.order, answer.family), (head.order, head.family));
    assert_eq!(status.code, StatusCode(2));
    let mut client = ClientNegotiation::new(&head, java(17), false);
    let refused = client.answer(&answer, &Segment::Status(Some(status)));
    assert!(matches!(refused, Err(Refusal::Status(StatusCode(2)))));
}

#[test]
fn a_client_takes_over_nothing_without_the_error_flag() {
    let mut client = ClientNegotiation::new(&plain(ByteOrder::Big), java(17), false);
    let answer = Initial {
        heartbeat_s: 300,
        errors: error::HEARTBEAT | error::FAP,
        fap: 12,
        conversations_max: 3,
        ..java(17)
    };
    let step = client.answer(&plain(ByteOrder::Big), &Segment::Initial(answer));
    let Ok(ClientStep::Agreed(agreed)) = step else {
        panic!("over in one round");
    };
    assert_eq!((agreed.heartbeat_s, agreed.fap), (1, 17));
    assert_eq!((agreed.password_fap, agreed.conversations), (12, 3));
}

/// Clients take over what has its bit, and compress what they are not told to leave alone.
#[test]
fn a_client_that_offers_compression_is_told_that_there_is_none() {
    let mut server = ServerNegotiation::new();
    let mut wants = java(17);
    wants.header_compression = [8, 0xff];
    wants.message_compression[0] = 2;
    let offer = ServerOffer {
        heartbeat_s: 1,
        message_bytes_max: wants.message_bytes_max,
        ..ServerOffer::default()
    };
    let step = server.initial(&plain(ByteOrder::Big), &wants, &offer);
    let step = step.expect("an answer");
    assert!(step.head.has(flag::ERROR) && step.agreed.is_none());
    assert_eq!(step.answer.errors2, 3);
    let none = Initial::default();
    assert_eq!(step.answer.header_compression, none.header_compression);
    assert_eq!(step.answer.message_compression, none.message_compression);
    let again = Head::new(
        Family::Multiplexed {
            conversation: 1,
            request: 0,
        },
        Kind::Initial,
        ByteOrder::Big,
        819,
    );
    let step = server.initial(&again, &java(17), &offer).expect("agreed");
    assert!(step.agreed.is_some() && step.answer.errors2 == 0);
}
