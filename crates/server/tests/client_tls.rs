//! TLS of our own client against the server: both versions, certificates of both ends, and every way to be refused.

use crate::authority::{CertificateSpec, Folder, Identity, certify, ec_key, leaf, pem};
use crate::support::{Running, Scratch, quiet};
use ferromq_client::{Address, ClientChannel, ClientConnection};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{ConnectOptions, GetOptions, PutOptions};
use ferromq_mqi::session::Session;
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_server::EndHow;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A queue manager with a certificate, channels for all there is to test, and who may come.
struct World {
    running: Running,
    port: u16,
    folder: Folder,
    authority: Identity,
    _scratch: Scratch,
}

impl World {
    fn new(test: &str) -> Self {
        Self::with_certificate(test, 30)
    }

    /// The queue manager's certificate is good for so many days.
    fn with_certificate(test: &str, valid_days: i64) -> Self {
        let (folder, authority) = (Folder::new(), crate::authority::authority("Authority"));
        let own = CertificateSpec {
            common_name: "QM1",
            key: ec_key(),
            authority: false,
            valid_days,
        };
        let own = certify(own, Some(&authority));
        let bytes = pem(&[("ibmwebspheremqqm1", &own)], &[&authority.certificate]);
        let repository = folder.write("qm1.pem", bytes);
        let scratch = Scratch::new(test);
        let running = Running::start_with(&scratch.0, quiet());
        let mut local = running.connect();
        for command in [
            "ALTER QMGR CHLAUTH(DISABLED) CONNAUTH(' ')",
            &format!("ALTER QMGR SSLKEYR('{}')", repository.display()),
            "DEFINE QLOCAL(TLS.Q)",
            "DEFINE CHANNEL(TLS.ANY) CHLTYPE(SVRCONN) SSLCIPH(ANY_TLS12_OR_HIGHER) SSLCAUTH(REQUIRED)",
            "DEFINE CHANNEL(TLS.OPTIONAL) CHLTYPE(SVRCONN) SSLCIPH(ANY_TLS12_OR_HIGHER) SSLCAUTH(OPTIONAL)",
            "DEFINE CHANNEL(TLS.PEER) CHLTYPE(SVRCONN) SSLCIPH(ANY_TLS12_OR_HIGHER) SSLPEER('CN=jill*')",
            "DEFINE CHANNEL(TLS.UNIT) CHLTYPE(SVRCONN) SSLCIPH(ANY_TLS12_OR_HIGHER) SSLPEER('OU=Admins')",
            "DEFINE CHANNEL(TLS.ONE) CHLTYPE(SVRCONN) SSLCIPH(ECDHE_ECDSA_AES_256_GCM_SHA384)",
            "DEFINE CHANNEL(TLS.13) CHLTYPE(SVRCONN) SSLCIPH(ANY_TLS13)",
            "DEFINE CHANNEL(TLS.NONE) CHLTYPE(SVRCONN)",
            "REFRESH SECURITY TYPE(SSL)",
            "REFRESH SECURITY TYPE(CONNAUTH)",
        ] {
            crate::support::command(&mut local, command);
        }
        local.disconnect().expect("disconnected");
        let localhost = Some(Ipv4Addr::LOCALHOST.into());
        let port = running.handle.start_listener("TLS", localhost, 0);
        Self {
            running,
            port: port.expect("a port"),
            folder,
            authority,
            _scratch: scratch,
        }
    }

    /// A client of the authority with this name, good for 30 days.
    fn client(&self, channel: &str, cipher_spec: &str, name: &str) -> ClientChannel {
        let identity = leaf(name, ec_key(), &self.authority);
        let bytes = pem(&[("me", &identity)], &[&self.authority.certificate]);
        let repository = self.folder.write(&format!("{name}.pem"), bytes);
        self.with_repository(channel, cipher_spec, &repository)
    }

    fn with_repository(&self, channel: &str, cipher_spec: &str, path: &Path) -> ClientChannel {
        ClientChannel {
            cipher_spec: Some(cipher_spec.to_owned()),
            key_repository: Some(path.display().to_string()),
            certificate_label: Some("me".to_owned()),
            ..self.plain(channel)
        }
    }

    fn plain(&self, channel: &str) -> ClientChannel {
        let address = Address {
            host: "127.0.0.1".into(),
            port: self.port,
        };
        ClientChannel::new(channel, vec![address])
    }

    fn end(self) {
        self.running.handle.end(EndHow::Immediate);
        self.running.ended().expect("a good end");
    }
}

fn wait_until(mut is_so: impl FnMut() -> bool) {
    let happened = (0..1_200).any(|_| {
        std::thread::sleep(Duration::from_millis(100));
        is_so()
    });
    assert!(happened, "it never happens");
}

fn connect(channel: &ClientChannel) -> Result<ClientConnection, Reason> {
    let connected = ClientConnection::connect(channel, &ConnectOptions::default());
    connected.map_err(|failure| failure.reason)
}

#[test]
fn messages_travel_in_both_versions_and_by_a_cipher_spec_by_name() {
    let world = World::new("tls-versions");
    for (channel, cipher_spec) in [
        ("TLS.ANY", "ANY_TLS12"),
        ("TLS.ANY", "ANY_TLS13"),
        ("TLS.ANY", "TLS_AES_256_GCM_SHA384"),
        ("TLS.ONE", "ECDHE_ECDSA_AES_256_GCM_SHA384"),
        ("TLS.13", "ANY_TLS12_OR_HIGHER"),
    ] {
        let channel = world.client(channel, cipher_spec, "jack");
        let mut session = Session::new(connect(&channel).expect(cipher_spec));
        let queue = session.open("TLS.Q", MQOO_OUTPUT | MQOO_INPUT_SHARED);
        let queue = queue.expect("opened");
        let body: Vec<u8> = (0..300_000).map(|at| (at % 251) as u8).collect();
        let (mut md, mut pmo) = (MsgDescriptor::default(), PutOptions::default());
        let put = session.put(queue, &mut md, &mut pmo, body.clone());
        put.expect("put");
        let got = session.get(queue, &md, &GetOptions::default(), 1 << 20);
        assert!(got.expect("a message").body == body, "{cipher_spec}");
        session.disconnect().expect("disconnected");
    }
    world.end();
}

#[test]
fn a_client_without_a_certificate_comes_in_only_where_it_may() {
    let world = World::new("tls-certificate");
    let trusting = pem(&[], &[&world.authority.certificate]);
    let path = world.folder.write("trust.pem", trusting);
    let nobody = |channel: &str, cipher_spec: &str| ClientChannel {
        certificate_label: None,
        ..world.with_repository(channel, cipher_spec, &path)
    };
    for cipher_spec in ["ANY_TLS12", "ANY_TLS13"] {
        connect(&nobody("TLS.OPTIONAL", cipher_spec)).expect("connected");
        let refused = connect(&nobody("TLS.ANY", cipher_spec)).expect_err("refused");
        assert_eq!(refused, Reason::SSL_INITIALIZATION_ERROR, "{cipher_spec}");
    }
    world.end();
}

/// Passes bytes on between a client and a port; once it is frozen, one piece more of what the client is sent.
struct Frozen {
    port: u16,
    passed_bytes: Arc<AtomicUsize>,
    is_frozen: Arc<AtomicBool>,
}

impl Frozen {
    fn before(port: u16) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let frozen = Self {
            port: listener.local_addr().expect("an address").port(),
            passed_bytes: Arc::default(),
            is_frozen: Arc::default(),
        };
        let (passed_bytes, is_frozen) = (frozen.passed_bytes.clone(), frozen.is_frozen.clone());
        std::thread::spawn(move || {
            let (mut client, _) = listener.accept().expect("a client");
            let mut server = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("it listens");
            let (mut from_client, mut to_server) = (
                client.try_clone().expect("a descriptor"),
                server.try_clone().expect("a descriptor"),
            );
            std::thread::spawn(move || std::io::copy(&mut from_client, &mut to_server));
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = server.read(&mut bytes) {
                if client.write_all(&bytes[..count]).is_err() {
                    return;
                }
                passed_bytes.fetch_add(count, Ordering::Relaxed);
                while is_frozen.load(Ordering::Relaxed) {
                    std::thread::park();
                }
            }
        });
        frozen
    }
}

/// Goal: who does not take the answers it is sent keeps no place once its channel is over, and can be got rid of at once.
#[test]
fn a_client_that_takes_nothing_any_more_keeps_no_place() {
    // More than the sockets hold.
    const BYTES: usize = 32 << 20;
    let world = World::new("tls-takes-nothing");
    let mut local = world.running.connect();
    for command in [
        "ALTER QMGR MAXMSGL(104857600)",
        "ALTER QLOCAL(TLS.Q) MAXMSGL(104857600)",
        "ALTER CHANNEL(TLS.ANY) CHLTYPE(SVRCONN) MAXMSGL(104857600)",
    ] {
        crate::support::command(&mut local, command);
    }
    let queue = local.open("TLS.Q", MQOO_OUTPUT).expect("opened");
    let (mut md, mut pmo) = (MsgDescriptor::default(), PutOptions::default());
    let put = local.put(queue, &mut md, &mut pmo, vec![7; BYTES]);
    put.expect("put");
    let frozen = Frozen::before(world.port);
    let channel = ClientChannel {
        message_bytes_max: 100 << 20,
        addresses: vec![Address {
            host: "127.0.0.1".into(),
            port: frozen.port,
        }],
        ..world.client("TLS.ANY", "ANY_TLS13", "jack")
    };
    let mut session = Session::new(connect(&channel).expect("connected"));
    let queue = session.open("TLS.Q", MQOO_BROWSE).expect("opened");
    frozen.is_frozen.store(true, Ordering::Relaxed);
    let before = frozen.passed_bytes.load(Ordering::Relaxed);
    std::thread::spawn(move || {
        let options = GetOptions {
            options: MQGMO_BROWSE_FIRST,
            ..GetOptions::default()
        };
        // It never ends.
        let _ = session.get(queue, &MsgDescriptor::default(), &options, BYTES as u32);
    });
    wait_until(|| frozen.passed_bytes.load(Ordering::Relaxed) > before);
    crate::support::command(&mut local, "STOP CHANNEL(TLS.ANY) MODE(FORCE)");
    wait_until(|| {
        let (shown, _) = local.command("DISPLAY CHSTATUS(TLS.ANY)").expect("shown");
        !shown.contains("127.0.0.1")
    });
    drop(local);
    world.end();
}

/// Source: SSLPEER of both ends.
#[test]
fn names_that_do_not_fit_are_refused_at_either_end() {
    let world = World::new("tls-names");
    connect(&world.client("TLS.PEER", "ANY_TLS13", "jill.example")).expect("its name fits");
    let jack = world.client("TLS.PEER", "ANY_TLS13", "jack");
    assert_eq!(connect(&jack).err(), Some(Reason::SSL_PEER_NAME_MISMATCH));
    // As text this name once had an OU, which the authority has not given.
    let forged = world.client("TLS.UNIT", "ANY_TLS13", "x\\\",OU=Admins,L=\\\"y");
    assert_eq!(connect(&forged).err(), Some(Reason::SSL_PEER_NAME_MISMATCH));
    let expecting = |name: &str| ClientChannel {
        peer_name: Some(format!("CN={name}")),
        ..world.client("TLS.ANY", "ANY_TLS12", "jack")
    };
    connect(&expecting("QM1")).expect("the queue manager's name fits");
    let wrong = connect(&expecting("QM2")).err();
    assert_eq!(wrong, Some(Reason::SSL_PEER_NAME_MISMATCH));
    world.end();
}

#[test]
fn certificates_that_are_expired_or_of_strangers_are_refused() {
    let world = World::new("tls-expired");
    let expired = CertificateSpec {
        common_name: "jack",
        key: ec_key(),
        authority: false,
        valid_days: -1,
    };
    let expired = certify(expired, Some(&world.authority));
    let stranger = leaf("jack", ec_key(), &crate::authority::authority("Other"));
    for (name, identity) in [("expired", expired), ("stranger", stranger)] {
        let bytes = pem(&[("me", &identity)], &[&world.authority.certificate]);
        let path = world.folder.write(&format!("{name}.pem"), bytes);
        for cipher_spec in ["ANY_TLS12", "ANY_TLS13"] {
            let channel = world.with_repository("TLS.ANY", cipher_spec, &path);
            let refused = connect(&channel).err();
            let expected = Some(Reason::SSL_INITIALIZATION_ERROR);
            assert_eq!(refused, expected, "{name}, {cipher_spec}");
        }
    }
    world.end();
}

#[test]
fn a_queue_manager_whose_certificate_is_expired_or_not_trusted_is_not_connected_to() {
    let world = World::with_certificate("tls-server-expired", -1);
    let refused = connect(&world.client("TLS.ANY", "ANY_TLS13", "jack")).err();
    assert_eq!(refused, Some(Reason::SSL_INITIALIZATION_ERROR));
    world.end();
    let world = World::new("tls-server-stranger");
    let other = crate::authority::authority("Other");
    let jack = leaf("jack", ec_key(), &world.authority);
    let path = pem(&[("me", &jack)], &[&other.certificate]);
    let path = world.folder.write("other.pem", path);
    let refused = connect(&world.with_repository("TLS.ANY", "ANY_TLS12", &path)).err();
    assert_eq!(refused, Some(Reason::SSL_INITIALIZATION_ERROR));
    world.end();
}

#[test]
fn cipher_specs_that_do_not_meet_are_refused() {
    let world = World::new("tls-ciphers");
    for (channel, cipher_spec) in [
        ("TLS.ONE", "ECDHE_ECDSA_AES_128_GCM_SHA256"),
        ("TLS.ONE", "ANY_TLS13"),
        ("TLS.13", "ANY_TLS12"),
        ("TLS.NONE", "ANY_TLS12_OR_HIGHER"),
    ] {
        let refused = connect(&world.client(channel, cipher_spec, "jack")).err();
        let expected = Some(Reason::SSL_INITIALIZATION_ERROR);
        assert_eq!(refused, expected, "{channel} {cipher_spec}");
    }
    let refused = connect(&world.plain("TLS.ANY")).err();
    assert_eq!(refused, Some(Reason::SSL_INITIALIZATION_ERROR));
    world.end();
}

/// Source: REFRESH SECURITY TYPE(SSL). A client that was let in by a certificate that is good no more would stay for ever.
#[test]
fn a_refresh_takes_their_connections_from_clients_with_tls_and_from_no_others() {
    let world = World::new("tls-refresh");
    let mut plain = Session::new(connect(&world.plain("TLS.NONE")).expect("connected"));
    let channel = world.client("TLS.ANY", "ANY_TLS13", "jack");
    let mut secure = Session::new(connect(&channel).expect("connected"));
    let mut local = world.running.connect();
    crate::support::command(&mut local, "REFRESH SECURITY TYPE(SSL)");
    // It is told what to do behind what it has been asked before.
    let until = Instant::now() + Duration::from_secs(60);
    let lost = loop {
        match secure.open("TLS.Q", MQOO_OUTPUT) {
            Ok(_) => assert!(Instant::now() < until, "it goes on"),
            Err(lost) => break lost.reason,
        }
    };
    assert_eq!(lost, Reason::CONNECTION_BROKEN);
    plain.open("TLS.Q", MQOO_OUTPUT).expect("opened");
    let mut again = Session::new(connect(&channel).expect("connected again"));
    again.open("TLS.Q", MQOO_OUTPUT).expect("opened");
    drop((plain, again, local));
    world.end();
}
