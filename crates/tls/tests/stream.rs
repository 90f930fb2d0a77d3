//! Bytes through an open connection, and what hostile bytes do.

use crate::authority::{Pair, authority, client, ec_key, leaf, repository, rule, server};
use ferromq_tls::{
    ClientTls, OutboundSni, RECORD_PLAINTEXT_BYTES_MAX, ServerTls, State, TlsError, TlsStream,
};

const CHANNEL: &str = "APP.SVRCONN";

fn ends(cipher: &str) -> (ServerTls, ClientTls) {
    let authority = authority("Example CA");
    let queue_manager = leaf("QM1", ec_key(), &authority);
    let app = leaf("app", ec_key(), &authority);
    let trusted = [&authority.certificate];
    let of_server = repository(&[("qm", &queue_manager)], &trusted);
    let of_client = repository(&[("app", &app)], &trusted);
    let server = server(&of_server, &[rule(CHANNEL, cipher)]);
    (
        server,
        client(&of_client, cipher, OutboundSni::Channel(CHANNEL)),
    )
}

/// How many records some ciphertext has.
fn records(mut bytes: &[u8]) -> usize {
    let mut count = 0;
    while let [_, _, _, high, low, rest @ ..] = bytes {
        bytes = &rest[usize::from(u16::from_be_bytes([*high, *low]))..];
        count += 1;
    }
    count
}

#[test]
fn small_parts_share_a_record_and_large_ones_fill_theirs() {
    let (server, client) = ends("ANY_TLS13");
    let mut pair = Pair::open(&server, &client);
    let small = [7u8; 100];
    let parts: Vec<&[u8]> = (0..50).map(|_| &small[..]).collect();
    pair.client.write(&parts).unwrap();
    assert_eq!(records(pair.client.pending_ciphertext()), 1);
    assert_eq!(pair.settle(), (Ok(()), Ok(())));
    assert_eq!(pair.server_got, [7; 5000]);
    pair.server_got.clear();

    let large: Vec<u8> = (0..100_000u32).map(|i| i as u8).collect();
    pair.client.write(&[&small, &large, &small]).unwrap();
    let count = 100_200usize.div_ceil(RECORD_PLAINTEXT_BYTES_MAX);
    assert_eq!(records(pair.client.pending_ciphertext()), count);
    assert_eq!(pair.settle(), (Ok(()), Ok(())));
    assert_eq!(pair.server_got, [&small[..], &large, &small].concat());
}

/// One byte at a time, both ways, from the first byte of the handshake.
#[test]
fn it_does_not_matter_how_bytes_are_cut() {
    for cipher in ["ANY_TLS12", "ANY_TLS13"] {
        let (server, client) = ends(cipher);
        let mut pair = Pair::new(&server, &client);
        pair.piece_bytes = 1;
        assert_eq!(pair.settle(), (Ok(()), Ok(())));
        let message = vec![9u8; 40_000];
        pair.client.write(&[&message]).unwrap();
        assert_eq!(pair.settle(), (Ok(()), Ok(())));
        assert_eq!(pair.server_got, message);
    }
}

#[test]
fn several_records_that_arrive_together_are_read_in_one_call() {
    let (server, client) = ends("ANY_TLS12");
    let mut pair = Pair::open(&server, &client);
    for n in 0..20u8 {
        pair.client.write(&[&[n; 300]]).unwrap();
    }
    let bytes = pair.client.pending_ciphertext().to_vec();
    assert_eq!(records(&bytes), 20);
    pair.server
        .feed_with(bytes.len(), |buffer| buffer.extend_from_slice(&bytes));
    let mut got = b"before".to_vec();
    assert_eq!(pair.server.read_into(&mut got), Ok(State::Open));
    assert_eq!(got.len(), 6 + 20 * 300);
    assert!(got.starts_with(b"before\0\0"));
}

#[test]
fn a_close_is_told_to_the_partner_and_the_other_way_stays_open() {
    for cipher in ["ANY_TLS12", "ANY_TLS13"] {
        let (server, client) = ends(cipher);
        let mut pair = Pair::open(&server, &client);
        pair.client.write(&[b"last"]).unwrap();
        pair.client.close();
        assert_eq!(pair.client.write(&[b"more"]), Err(TlsError::Ended));
        assert_eq!(pair.settle().0, Ok(()));
        assert_eq!(pair.server_got, b"last");
        assert_eq!(pair.server.state(), State::PeerClosed);
        assert_eq!(pair.server.write(&[b"answer"]), Ok(()));
    }
}

#[test]
fn a_changed_byte_ends_the_connection() {
    for cipher in ["ANY_TLS12", "ANY_TLS13"] {
        let (server, client) = ends(cipher);
        let mut pair = Pair::open(&server, &client);
        pair.client.write(&[b"good"]).unwrap();
        pair.client.write(&[b"changed"]).unwrap();
        let mut bytes = pair.client.pending_ciphertext().to_vec();
        *bytes.last_mut().unwrap() ^= 1;
        pair.server.feed(&bytes);
        let mut got = Vec::new();
        let error = pair.server.read_into(&mut got).unwrap_err();
        assert!(matches!(error, TlsError::Protocol { .. }), "{error:?}");
        assert_eq!(got, b"good");
        assert!(
            !pair.server.pending_ciphertext().is_empty(),
            "an alert is sent"
        );
        assert_eq!(pair.server.read_into(&mut got), Err(TlsError::Ended));
    }
}

#[test]
fn a_plain_client_is_told_apart_from_tls() {
    let (server, _) = ends("ANY_TLS13");
    let mut stream = TlsStream::server(&server);
    stream.feed(b"TSH \0\0\x01\x14");
    let error = stream.read_into(&mut Vec::new()).unwrap_err();
    assert_eq!(
        error,
        TlsError::NotTls {
            first: b"TSH \0\0\x01\x14".to_vec()
        }
    );
}

/// Bytes from a generator behind a header that looks right, and real handshakes with one byte changed.
#[test]
fn garbage_is_an_error_and_nothing_more() {
    let (server, client) = ends("ANY_TLS12_OR_HIGHER");
    let mut state = 1u64;
    let mut next = move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    let real = TlsStream::client(&client)
        .unwrap()
        .pending_ciphertext()
        .to_vec();
    for round in 0..400 {
        let bytes = match round % 2 {
            0 => {
                let length = next() % 600;
                let mut bytes = vec![22, 3, 1, (length >> 8) as u8, length as u8];
                bytes.extend((0..length).map(|_| next() as u8));
                bytes
            }
            _ => {
                let mut bytes = real.clone();
                let at = next() % bytes.len();
                bytes[at] = next() as u8;
                bytes
            }
        };
        let mut stream = TlsStream::server(&server);
        stream.feed(&bytes);
        let mut got = Vec::new();
        let _ = stream.read_into(&mut got);
        assert_ne!(stream.state(), State::Open);
        assert!(got.is_empty());
    }
}
