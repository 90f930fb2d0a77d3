//! Connections between threads of one process, over real sockets and regions.

#[allow(dead_code)]
mod echo;

use std::io::{IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::time::Duration;

use echo::{EchoServer, Scratch};
use ferromq_base::poll::{Poller, Token};
use ferromq_binding::{
    BindingError, ClientEndpoint, ConnectError, Event, HandshakeError, Hello, ListenError,
    Listener, Patience, Received, RegionSizes, ServerEndpoint,
};
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags};

fn hello(opaque: &[u8]) -> Hello {
    Hello {
        opaque: opaque.to_vec().into(),
        ..Hello::default()
    }
}

fn pattern(bytes: usize, seed: usize) -> Vec<u8> {
    (0..bytes)
        .map(|at| (at.wrapping_mul(seed | 1) >> 3) as u8)
        .collect()
}

/// One connection with both ends in the hands of the test.
fn pair(listener: &Listener, sizes: &RegionSizes) -> (ServerEndpoint, ClientEndpoint) {
    let path = listener.path().to_owned();
    let client = std::thread::spawn(move || ClientEndpoint::connect(&path, &hello(b"")).unwrap().0);
    let mut handshake = loop {
        if let Some(handshake) = listener.accept().unwrap() {
            break handshake;
        }
        std::thread::yield_now();
    };
    while handshake.advance().unwrap().is_none() {
        std::thread::yield_now();
    }
    (
        handshake.accept(sizes, b"").unwrap(),
        client.join().unwrap(),
    )
}

#[test]
fn frames_and_hellos_go_both_ways() {
    let scratch = Scratch::new("both-ways");
    let server = EchoServer::start(&scratch.0, RegionSizes::default(), Patience::SERVICE);
    let (mut client, answer) = ClientEndpoint::connect(&server.path, &hello(b"QM1")).unwrap();
    assert_eq!(answer, b"hello QM1");
    let mut reply = Vec::new();
    for bytes in [0, 1, 7, 2048, 31_000, 200_000] {
        let body = pattern(bytes, bytes);
        client.call(&[b"head", &body], &mut reply).unwrap();
        assert_eq!(reply, [b"head", body.as_slice()].concat());
    }
}

#[test]
fn the_server_learns_who_connected() {
    let scratch = Scratch::new("who");
    let listener = Listener::bind(&scratch.0.join("s"), 0o600).unwrap();
    let (server, _client) = pair(&listener, &RegionSizes::default());
    assert_eq!(server.peer().pid(), std::process::id());
    assert!(server.peer().start_ticks() > 0);
    assert_eq!(server.peer().uid(), rustix::process::getuid().as_raw());
    assert_eq!(server.peer().gid(), rustix::process::getgid().as_raw());
}

#[test]
fn a_refused_client_learns_the_reason() {
    let scratch = Scratch::new("refused");
    let server = EchoServer::start(&scratch.0, RegionSizes::default(), Patience::NONE);
    let refused = ClientEndpoint::connect(&server.path, &hello(b"unwelcome"));
    assert!(matches!(refused, Err(ConnectError::Refused { answer }) if answer == b"go away"));
}

/// A message far above the ring, both ways at once through a small ring, while the server never waits.
#[test]
fn a_hundred_megabytes_pass_through_a_small_ring() {
    let scratch = Scratch::new("hundred");
    let sizes = RegionSizes::new(64 * 1024, 64 * 1024, 128 << 20).unwrap();
    let server = EchoServer::start(&scratch.0, sizes, Patience::SERVICE);
    let (mut client, _) = ClientEndpoint::connect(&server.path, &hello(b"")).unwrap();
    let body = pattern(100 << 20, 5);
    let mut reply = Vec::new();
    client.call(&[&body], &mut reply).unwrap();
    assert!(reply == body);
}

/// The server reads no request while replies are backed up, and the client reads no reply while it sends: the
/// send takes replies in, so neither waits for the other for ever.
#[test]
fn a_client_that_only_sends_does_not_lock_up() {
    let scratch = Scratch::new("only-sends");
    let sizes = RegionSizes::new(4096, 4096, 1 << 20).unwrap();
    let server = EchoServer::start(&scratch.0, sizes, Patience::NONE);
    let (mut client, _) = ClientEndpoint::connect(&server.path, &hello(b"")).unwrap();
    let frames: Vec<_> = (0..200)
        .map(|index| pattern(index * 97 % 20_000, index))
        .collect();
    for frame in &frames {
        client.send(&[frame]).unwrap();
    }
    for frame in &frames {
        let mut reply = Vec::new();
        client.recv(&mut reply).unwrap();
        assert_eq!(&reply, frame);
    }
}

/// Both ends sleep at every turn; one lost wake-up and this never ends.
#[test]
fn no_wake_up_is_lost_when_both_ends_always_sleep() {
    let scratch = Scratch::new("sleepers");
    let server = EchoServer::start(&scratch.0, RegionSizes::default(), Patience::NONE);
    let callers: Vec<_> = (0..4)
        .map(|seed| {
            let path = server.path.clone();
            std::thread::spawn(move || {
                let (mut client, _) = ClientEndpoint::connect(&path, &hello(b"")).unwrap();
                client.set_patience(Patience {
                    pauses: seed,
                    yields: 0,
                });
                let mut reply = Vec::new();
                for number in 0..5000u32 {
                    client.call(&[&number.to_le_bytes()], &mut reply).unwrap();
                    assert_eq!(reply, number.to_le_bytes());
                }
            })
        })
        .collect();
    callers
        .into_iter()
        .for_each(|caller| caller.join().unwrap());
    server.await_count(|seen| &seen.requests, 20_000);
}

#[test]
fn a_frame_above_the_limit_is_refused_and_the_connection_lives_on() {
    let scratch = Scratch::new("too-long");
    let sizes = RegionSizes::new(4096, 4096, 1000).unwrap();
    let server = EchoServer::start(&scratch.0, sizes, Patience::NONE);
    let (mut client, _) = ClientEndpoint::connect(&server.path, &hello(b"")).unwrap();
    let error = client.send(&[&[0; 1000], b"x"]).unwrap_err();
    assert_eq!(
        error,
        BindingError::FrameTooLong {
            bytes: 1001,
            bytes_max: 1000
        }
    );
    let mut reply = Vec::new();
    client.call(&[&[1; 1000]], &mut reply).unwrap();
    assert_eq!(reply, [1; 1000]);
}

#[test]
fn a_sleeping_client_learns_that_the_server_closed() {
    let scratch = Scratch::new("closed");
    let listener = Listener::bind(&scratch.0.join("s"), 0o600).unwrap();
    let (mut server, mut client) = pair(&listener, &RegionSizes::default());
    client.set_patience(Patience::NONE);
    let caller = std::thread::spawn(move || client.call(&[b"?"], &mut Vec::new()));
    while server.try_recv(|_| {}).unwrap() != Received::Frame {
        std::thread::yield_now();
    }
    drop(server);
    assert_eq!(caller.join().unwrap(), Err(BindingError::ServerGone));
}

#[test]
fn a_reply_sent_before_the_server_closed_still_arrives() {
    let scratch = Scratch::new("last-words");
    let listener = Listener::bind(&scratch.0.join("s"), 0o600).unwrap();
    let (mut server, mut client) = pair(&listener, &RegionSizes::default());
    server.send(&[b"last words"]).unwrap();
    drop(server);
    let mut reply = Vec::new();
    client.recv(&mut reply).unwrap();
    assert_eq!(reply, b"last words");
    assert_eq!(client.recv(&mut reply), Err(BindingError::ServerGone));
    assert_eq!(
        client.call(&[b"?"], &mut reply),
        Err(BindingError::ServerGone)
    );
}

fn events(poll: &Poller, timeout: Option<Duration>) -> Vec<Event> {
    let mut events = Vec::new();
    poll.wait(timeout, &mut events).unwrap();
    events.iter().filter_map(Event::of).collect()
}

#[test]
fn a_poller_tells_doorbells_and_hang_ups_apart() {
    let scratch = Scratch::new("events");
    let listener = Listener::bind(&scratch.0.join("s"), 0o600).unwrap();
    let poll = Poller::new().unwrap();
    let (mut server, mut client) = pair(&listener, &RegionSizes::default());
    server.watch(&poll, Token(7)).unwrap();
    let next = || events(&poll, Some(Duration::ZERO));
    client.send(&[b"unasked"]).unwrap();
    assert_eq!(next(), []);
    assert_eq!(server.try_recv(|_| {}).unwrap(), Received::Frame);
    for _ in 0..3 {
        assert!(server.arm().unwrap());
        client.send(&[b"asked"]).unwrap();
        assert_eq!(next(), [Event::Doorbell(Token(7))]);
        assert_eq!(next(), [], "an edge shows once");
        assert_eq!(server.try_recv(|_| {}).unwrap(), Received::Frame);
    }
    drop(client);
    assert_eq!(next(), [Event::HangUp(Token(7))]);
    assert!(server.is_peer_gone());
}

/// A byte behind the hello, which nobody reads, hides no hang-up.
#[test]
fn a_hang_up_is_seen_in_spite_of_a_byte_that_nobody_has_read() {
    let scratch = Scratch::new("unread-byte");
    let listener = Listener::bind(&scratch.0.join("s"), 0o600).unwrap();
    let poll = Poller::new().unwrap();
    let (mut server, stream, _doorbell) = raw_pair(&listener);
    server.watch(&poll, Token(7)).unwrap();
    (&stream).write_all(b"x").unwrap();
    assert!(!server.is_peer_gone());
    events(&poll, Some(Duration::ZERO));
    drop(stream);
    assert_eq!(
        events(&poll, Some(Duration::ZERO)),
        [Event::HangUp(Token(7))]
    );
    assert!(server.is_peer_gone());
}

/// The client holds the same doorbell: after the server dropped the connection it may ring as it likes.
#[test]
fn a_dropped_connection_is_not_heard_any_more() {
    let scratch = Scratch::new("unheard");
    let listener = Listener::bind(&scratch.0.join("s"), 0o600).unwrap();
    let poll = Poller::new().unwrap();
    let (mut server, _stream, doorbell) = raw_pair(&listener);
    let ring = || rustix::io::write(&doorbell, &1_u64.to_ne_bytes()).unwrap();
    server.watch(&poll, Token(1)).unwrap();
    ring();
    assert_eq!(
        events(&poll, Some(Duration::ZERO)),
        [Event::Doorbell(Token(1))]
    );
    drop(server);
    ring();
    assert_eq!(events(&poll, Some(Duration::ZERO)), []);
}

/// One thread shakes hands, another serves: the first hears no more of the connection, not even its end.
#[test]
fn a_connection_may_move_to_another_poller() {
    let scratch = Scratch::new("moves");
    let listener = Listener::bind(&scratch.0.join("s"), 0o600).unwrap();
    let (acceptor, service) = (Poller::new().unwrap(), Poller::new().unwrap());
    let (mut stream, mut handshake) = connect_to(&listener);
    handshake.watch(&acceptor, Token(1)).unwrap();
    stream.write_all(&hello_bytes(1, b"")).unwrap();
    assert_eq!(events(&acceptor, None), [Event::Handshake(Token(1))]);
    handshake.advance().unwrap().unwrap();
    let mut endpoint = handshake.accept(&RegionSizes::default(), b"").unwrap();
    endpoint.watch(&service, Token(2)).unwrap();
    drop(stream);
    assert_eq!(events(&acceptor, Some(Duration::ZERO)), []);
    assert_eq!(events(&service, None), [Event::HangUp(Token(2))]);
}

/// A connection of which the test holds the client's socket and doorbell. The answer is read: a socket that is closed with
/// bytes of the other end in it is reset, which shows another way.
fn raw_pair(listener: &Listener) -> (ServerEndpoint, UnixStream, OwnedFd) {
    let (mut stream, mut handshake) = connect_to(listener);
    stream.write_all(&hello_bytes(1, b"")).unwrap();
    handshake.advance().unwrap().unwrap();
    let server = handshake.accept(&RegionSizes::default(), b"").unwrap();
    let mut answer = [0; 1000];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    rustix::net::recvmsg(
        &stream,
        &mut [IoSliceMut::new(&mut answer)],
        &mut control,
        RecvFlags::CMSG_CLOEXEC,
    )
    .unwrap();
    let mut given = Vec::new();
    for message in control.drain() {
        if let RecvAncillaryMessage::ScmRights(rights) = message {
            given.extend(rights);
        }
    }
    (server, stream, given.pop().unwrap())
}

// --- handshakes that go wrong ---

fn connect_to(listener: &Listener) -> (UnixStream, ferromq_binding::Handshake) {
    let stream = UnixStream::connect(listener.path()).unwrap();
    (stream, listener.accept().unwrap().unwrap())
}

fn hello_bytes(version: u32, opaque: &[u8]) -> Vec<u8> {
    let mut bytes = b"FMQHELLO".to_vec();
    for word in [version, opaque.len() as u32, 0, 0] {
        bytes.extend_from_slice(&word.to_le_bytes());
    }
    bytes.extend_from_slice(opaque);
    bytes
}

#[test]
fn a_hello_may_come_byte_by_byte() {
    let scratch = Scratch::new("slow-hello");
    let listener = Listener::bind(&scratch.0.join("s"), 0o600).unwrap();
    let (mut stream, mut handshake) = connect_to(&listener);
    for byte in hello_bytes(1, b"slow") {
        assert_eq!(handshake.advance().unwrap(), None);
        stream.write_all(&[byte]).unwrap();
    }
    assert_eq!(
        handshake.advance().unwrap().unwrap().opaque.as_slice(),
        b"slow"
    );
    assert_eq!(handshake.take_opaque().as_slice(), b"slow");
}

#[test]
fn a_client_gone_in_mid_hello_is_noticed() {
    let scratch = Scratch::new("half-hello");
    let listener = Listener::bind(&scratch.0.join("s"), 0o600).unwrap();
    let (mut stream, mut handshake) = connect_to(&listener);
    stream.write_all(&hello_bytes(1, b"half")[..20]).unwrap();
    drop(stream);
    assert_eq!(handshake.advance().unwrap_err(), HandshakeError::ClientGone);
}

#[test]
fn a_client_gone_before_its_answer_is_noticed() {
    let scratch = Scratch::new("no-ears");
    let listener = Listener::bind(&scratch.0.join("s"), 0o600).unwrap();
    let (mut stream, mut handshake) = connect_to(&listener);
    stream.write_all(&hello_bytes(1, b"")).unwrap();
    handshake.advance().unwrap().unwrap();
    drop(stream);
    let accepted = handshake.accept(&RegionSizes::default(), b"");
    assert_eq!(accepted.unwrap_err(), HandshakeError::ClientGone);
}

#[test]
fn malformed_hellos_are_refused() {
    let scratch = Scratch::new("malformed");
    let listener = Listener::bind(&scratch.0.join("s"), 0o600).unwrap();
    let mut too_long = hello_bytes(1, b"");
    too_long[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
    for bytes in [vec![b'x'; 100], too_long] {
        let (mut stream, mut handshake) = connect_to(&listener);
        stream.write_all(&bytes).unwrap();
        assert!(matches!(
            handshake.advance(),
            Err(HandshakeError::Malformed(_))
        ));
    }
}

#[test]
fn a_client_of_another_version_is_told_ours() {
    let scratch = Scratch::new("version");
    let listener = Listener::bind(&scratch.0.join("s"), 0o600).unwrap();
    let (mut stream, mut handshake) = connect_to(&listener);
    stream.write_all(&hello_bytes(9, b"")).unwrap();
    assert_eq!(
        handshake.advance().unwrap_err(),
        HandshakeError::Version { client: 9 }
    );
    drop(handshake);
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    assert_eq!(answer.len(), 40);
    assert_eq!(
        (&answer[..8], answer[8], answer[12]),
        (&b"FMQANSWR"[..], 1, 2)
    );
}

#[test]
fn an_answer_that_is_none_is_refused_by_the_client() {
    let scratch = Scratch::new("impostor");
    let path = scratch.0.join("s");
    let impostor = UnixListener::bind(&path).unwrap();
    let answering = std::thread::spawn(move || {
        let mut header = vec![0; 40];
        header[..8].copy_from_slice(b"FMQANSWR");
        header[8] = 1;
        header[16..24].copy_from_slice(&(4096u64 * 3).to_le_bytes());
        header[24..28].copy_from_slice(&4096u32.to_le_bytes());
        header[28..32].copy_from_slice(&4096u32.to_le_bytes());
        header[32..36].copy_from_slice(&4096u32.to_le_bytes());
        for answer in [vec![b'x'; 40], header, Vec::new()] {
            let (mut stream, _) = impostor.accept().unwrap();
            let _ = stream.read(&mut [0; 24]).unwrap();
            stream.write_all(&answer).unwrap();
        }
    });
    let connect = || ClientEndpoint::connect(&path, &hello(b"")).unwrap_err();
    assert!(matches!(connect(), ConnectError::Malformed(_)));
    assert!(
        matches!(connect(), ConnectError::Malformed(_)),
        "no region came with it"
    );
    assert!(matches!(connect(), ConnectError::NoAnswer));
    answering.join().unwrap();
}

// --- sockets and paths ---

#[test]
fn a_stale_socket_is_replaced_and_a_living_one_is_not() {
    let scratch = Scratch::new("stale");
    let path = scratch.0.join("s");
    drop(UnixListener::bind(&path).unwrap());
    let listener = Listener::bind(&path, 0o640).unwrap();
    let mode = std::fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    assert!(matches!(
        Listener::bind(&path, 0o600),
        Err(ListenError::InUse(_))
    ));
    drop(listener);
    assert!(!path.exists());
    let absent = ClientEndpoint::connect(&path, &hello(b""));
    assert!(matches!(absent, Err(ConnectError::NotListening)));
}

#[test]
fn a_file_that_is_no_socket_is_left_alone() {
    let scratch = Scratch::new("file");
    let path = scratch.0.join("s");
    std::fs::write(&path, b"precious").unwrap();
    assert!(matches!(
        Listener::bind(&path, 0o600),
        Err(ListenError::NotASocket(_))
    ));
    assert_eq!(std::fs::read(&path).unwrap(), b"precious");
}

#[test]
fn a_path_longer_than_the_kernel_allows_works() {
    let scratch = Scratch::new("long");
    let directory = scratch.0.join("d".repeat(120));
    std::fs::create_dir(&directory).unwrap();
    let server = EchoServer::start(&directory, RegionSizes::default(), Patience::NONE);
    let (mut client, _) = ClientEndpoint::connect(&server.path, &hello(b"")).unwrap();
    let mut reply = Vec::new();
    client.call(&[b"far away"], &mut reply).unwrap();
    assert_eq!(reply, b"far away");
}
