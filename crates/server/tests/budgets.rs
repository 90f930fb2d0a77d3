//! What those may take who have not logged on, and what is kept for the owner of the queue manager.
//!
//! Where descriptors run out the server is a process of its own with a limit: the test program starts itself again, see
//! `ChildServer`.

use crate::support::child::ChildServer;
use crate::support::unauthenticated::negotiated;
use crate::support::{Running, Scratch, command};
use ferromq_client::{Address, BindingsConnection, ClientChannel, ClientConnection};
use ferromq_mqi::Reason;
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::session::Session;
use ferromq_server::{ClientRoadSettings, EndHow, ServiceSettings, UnauthenticatedLimits};
use rustix::net::{AddressFamily, SocketType};
use rustix::process::Uid;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Descriptors a server of these tests may have. It needs some 70 itself.
const DESCRIPTORS: u32 = 256;

/// Makes a queue manager that lets clients in; a port nobody listens at.
fn prepare(scratch: &Scratch) -> u16 {
    let running = Running::start(&scratch.0);
    let mut local = running.connect();
    for text in [
        "DEFINE CHANNEL(ROAD.SVRCONN) CHLTYPE(SVRCONN)",
        "ALTER QMGR CHLAUTH(DISABLED) CONNAUTH(' ')",
        "REFRESH SECURITY TYPE(CONNAUTH)",
    ] {
        command(&mut local, text);
    }
    drop((local, running));
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    free.local_addr().expect("bound").port()
}

/// Waits until the server serves programs of this machine, and then until it listens for clients.
fn until_it_serves(data_path: &Path, port: u16) {
    let options = ConnectOptions::default();
    while BindingsConnection::connect(data_path, "QM1", &options).is_err()
        || silent_socket(port).is_err()
    {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The owner connects, looks and defines, which takes descriptors, too.
fn administers(data_path: &Path, name: &str) {
    let options = ConnectOptions::default();
    let connection = BindingsConnection::connect(data_path, "QM1", &options);
    let mut session = Session::new(connection.expect("the owner is let in"));
    command(&mut session, &format!("DEFINE QLOCAL({name})"));
    command(&mut session, "DISPLAY CONN(*) ALL");
}

#[test]
fn sockets_that_say_nothing_leave_descriptors_for_the_owner() {
    let scratch = Scratch::new("silent-sockets");
    let port = prepare(&scratch);
    let _server = ChildServer::start_limited(&scratch.0, port, DESCRIPTORS);
    until_it_serves(&scratch.0, port);
    let silent: Vec<_> = std::iter::repeat_with(|| silent_socket(port))
        .take(2 * DESCRIPTORS as usize)
        .map_while(Result::ok)
        .collect();
    administers(&scratch.0, "WHILE.SILENT");
    // Not because they were sent away meanwhile.
    assert!(is_open(&silent[0]));
}

/// One address has its number, and others are let in all the same.
#[test]
fn an_address_takes_no_more_than_its_number_of_sockets() {
    let scratch = Scratch::new("one-address");
    let told: Arc<Mutex<Vec<String>>> = Arc::default();
    let notices = Arc::clone(&told);
    let settings = ServiceSettings {
        client_road: ClientRoadSettings {
            unauthenticated: Some(UnauthenticatedLimits {
                in_all: 100,
                of_address: 3,
            }),
            ..ClientRoadSettings::default()
        },
        notices: Arc::new(move |notice| {
            let line = format!("{} {}", notice.number, notice.text);
            notices.lock().expect("no panic").push(line);
        }),
        ..crate::support::quiet()
    };
    let running = Running::start_with(&scratch.0, settings);
    let any = Some(Ipv4Addr::LOCALHOST.into());
    let port = running.handle.start_listener("L", any, 0).expect("a port");
    let silent: Vec<_> = (0..3)
        .map(|_| silent_socket(port).expect("let in"))
        .collect();
    let mut refused = silent_socket(port).expect("accepted");
    assert_eq!(refused.read(&mut [0]).ok(), Some(0), "closed");
    let other = socket_from(Ipv4Addr::new(127, 0, 0, 2), port);
    let told = told.lock().expect("no panic").join("\n");
    assert!(
        told.contains("FMQ0160W") && told.contains("127.0.0.1"),
        "{told}"
    );
    assert!(silent.iter().chain([&other]).all(is_open));
    drop(silent);
    let again = loop {
        let socket = silent_socket(port).expect("accepted");
        if is_open(&socket) {
            break socket;
        }
    };
    drop(again);
}

/// Where many are unknown they have to be quick, or who keeps coming keeps everybody out.
#[test]
fn unauthenticated_sockets_have_less_time_where_there_are_many() {
    let scratch = Scratch::new("crowded");
    prepare(&scratch);
    let settings = ServiceSettings {
        client_road: ClientRoadSettings {
            unauthenticated: Some(UnauthenticatedLimits {
                in_all: 6,
                of_address: 5,
            }),
            handshake_max: Duration::from_secs(3600),
            crowded_handshake_max: Duration::from_millis(10),
            ..ClientRoadSettings::default()
        },
        ..crate::support::quiet()
    };
    let running = Running::start_with(&scratch.0, settings);
    let any = Some(Ipv4Addr::LOCALHOST.into());
    let port = running.handle.start_listener("L", any, 0).expect("a port");
    let mut few = vec![
        silent_socket(port).expect("let in"),
        negotiated("ROAD.SVRCONN", port).expect("offered"),
        silent_socket(port).expect("let in"),
    ];
    assert!(few.iter().all(is_open));
    few.push(negotiated("ROAD.SVRCONN", port).expect("offered"));
    for socket in &mut few {
        // The end, whatever comes before it.
        let _ = socket.set_read_timeout(None);
        assert!(socket.read_to_end(&mut Vec::new()).is_ok());
    }
}

/// Who says which channel it wants and not who it is keeps nobody out of it.
#[test]
fn sockets_nobody_logged_on_at_take_no_place_of_a_channel() {
    let scratch = Scratch::new("no-place");
    let told: Arc<Mutex<Vec<String>>> = Arc::default();
    let notices = Arc::clone(&told);
    let settings = ServiceSettings {
        client_road: ClientRoadSettings {
            active_channels_max: 3,
            ..ClientRoadSettings::default()
        },
        notices: Arc::new(move |notice| {
            let line = format!("{} {}", notice.number, notice.text);
            notices.lock().expect("no panic").push(line);
        }),
        ..crate::support::quiet()
    };
    prepare(&scratch);
    let running = Running::start_with(&scratch.0, settings);
    command(
        &mut running.connect(),
        "DEFINE CHANNEL(TWO.SVRCONN) CHLTYPE(SVRCONN) MAXINST(2)",
    );
    let any = Some(Ipv4Addr::LOCALHOST.into());
    let port = running.handle.start_listener("L", any, 0).expect("a port");
    let mut unauthenticated: Vec<_> = ["ROAD.SVRCONN", "TWO.SVRCONN"]
        .iter()
        .cycle()
        .take(8)
        .map(|name| negotiated(name, port).expect("offered"))
        .collect();
    let address = Address {
        host: "127.0.0.1".into(),
        port,
    };
    let client = |name: &str| {
        let mut channel = ClientChannel::new(name, vec![address.clone()]);
        channel.conversations_max = 1;
        ClientConnection::connect(&channel, &ConnectOptions::default())
    };
    let of_two = [client("TWO.SVRCONN"), client("TWO.SVRCONN")];
    assert!(of_two.iter().all(Result::is_ok), "{of_two:?}");
    // Those that are connected have theirs, which late-comers hear before they log on.
    assert!(negotiated("TWO.SVRCONN", port).is_none());
    let third = client("ROAD.SVRCONN").expect("there is one");
    assert!(negotiated("ROAD.SVRCONN", port).is_none());
    let refused = client("ROAD.SVRCONN").expect_err("full");
    assert_eq!(refused.reason, Reason::CHANNEL_NOT_AVAILABLE);
    let told = told.lock().expect("no panic").join("\n");
    assert!(
        told.contains("AMQ9513E") && told.contains("MAXINST"),
        "{told}"
    );
    drop(third);
    while let Err(refused) = client("ROAD.SVRCONN") {
        assert_eq!(refused.reason, Reason::CHANNEL_NOT_AVAILABLE);
    }
    assert!(unauthenticated.iter_mut().all(|socket| is_open(socket)));
}

/// Whoever is refused does not fill the error log with it, whatever it asks for.
#[test]
fn refusals_before_the_logon_are_counted() {
    let scratch = Scratch::new("refusals");
    let told: Arc<Mutex<Vec<&'static str>>> = Arc::default();
    let notices = Arc::clone(&told);
    let settings = ServiceSettings {
        notices: Arc::new(move |notice| notices.lock().expect("no panic").push(notice.number)),
        ..crate::support::quiet()
    };
    prepare(&scratch);
    let running = Running::start_with(&scratch.0, settings);
    let any = Some(Ipv4Addr::LOCALHOST.into());
    let port = running.handle.start_listener("L", any, 0).expect("a port");
    let count = |number: &str| {
        let told = told.lock().expect("no panic");
        told.iter().filter(|it| **it == number).count()
    };
    for _ in 0..100 {
        assert!(negotiated("NO.SUCH", port).is_none());
        let mut garbage = silent_socket(port).expect("accepted");
        garbage.write_all(b"GET / HTTP/1.1\r\n").expect("sent");
        let _ = garbage.read_to_end(&mut Vec::new());
    }
    assert_eq!((count("AMQ9519E"), count("AMQ9504E")), (1, 1));
    for number in 0..100 {
        assert!(negotiated(&format!("NO.SUCH.{number}"), port).is_none());
    }
    assert!(count("AMQ9519E") < 20, "{}", count("AMQ9519E"));
    command(&mut running.connect(), "ALTER QMGR CHLAUTH(ENABLED)");
    command(
        &mut running.connect(),
        "SET CHLAUTH(*) TYPE(BLOCKADDR) ADDRLIST('127.0.0.1')",
    );
    for _ in 0..100 {
        let mut refused = silent_socket(port).expect("accepted");
        let _ = refused.read_to_end(&mut Vec::new());
    }
    assert_eq!(count("AMQ9782E"), 1);
    // What was counted is told at the latest at the end.
    running.handle.end(EndHow::Immediate);
    running.ended().expect("a good end");
    assert_eq!((count("AMQ9504E"), count("AMQ9782E")), (2, 2));
    assert_eq!(count("FMQ0161W"), 1);
}

/// Runs something as another user, whom this process can be when it is root's.
fn as_user<T: Send>(uid: u32, act: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|threads| {
        let thread = threads.spawn(move || {
            // Of this thread alone.
            rustix::thread::set_thread_uid(Uid::from_raw(uid)).expect("root may");
            act()
        });
        thread.join().expect("no panic")
    })
}

/// Whoever may not administer the queue manager keeps nobody from it who may, nor all others.
#[test]
fn programs_that_say_nothing_keep_out_neither_the_owner_nor_others() {
    const SILENT: u32 = 65_534;
    const OTHER: u32 = 65_533;
    if !rustix::process::geteuid().is_root() {
        ferromq_base::skipped::skip(
            "programs that say nothing",
            "only root can become another user",
        );
        return;
    }
    let scratch = Scratch::new("silent-programs");
    let told: Arc<Mutex<Vec<String>>> = Arc::default();
    let notices = Arc::clone(&told);
    let settings = ServiceSettings {
        handshake_max: Duration::from_secs(60),
        notices: Arc::new(move |notice| {
            let line = format!("{} {}", notice.number, notice.text);
            notices.lock().expect("no panic").push(line);
        }),
        ..crate::support::quiet()
    };
    let running = Running::start_with(&scratch.0, settings);
    let socket = running.socket();
    let silent: Vec<_> = as_user(SILENT, || {
        let connect = |_| UnixStream::connect(&socket).expect("somebody listens");
        (0..2_000).map(connect).collect()
    });
    command(&mut running.connect(), "DISPLAY QMSTATUS");
    let refused = as_user(OTHER, || {
        let connected = BindingsConnection::connect(&scratch.0, "QM1", &ConnectOptions::default());
        connected.map(drop).expect_err("it has no authority").reason
    });
    assert_eq!(refused, Reason::NOT_AUTHORIZED);
    // Not because all of them were sent away meanwhile.
    let first = silent[0].set_nonblocking(true);
    first.expect("a socket");
    let read = (&silent[0]).read(&mut [0]);
    assert!(read.is_err_and(|error| error.kind() == io::ErrorKind::WouldBlock));
    let told = told.lock().expect("no panic").join("\n");
    assert_eq!(told.matches("FMQ0162W").count(), 1, "{told}");
}

fn silent_socket(port: u16) -> io::Result<TcpStream> {
    let to = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    TcpStream::connect_timeout(&to, Duration::from_millis(300))
}

fn socket_from(address: Ipv4Addr, port: u16) -> TcpStream {
    let socket =
        rustix::net::socket(AddressFamily::INET, SocketType::STREAM, None).expect("a socket");
    rustix::net::bind(&socket, &SocketAddr::from((address, 0)))
        .expect("an address of this machine");
    let to = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    rustix::net::connect(&socket, &to).expect("let in");
    socket.into()
}

/// Whether the other end keeps a socket, as far as is seen in a while.
fn is_open(socket: &TcpStream) -> bool {
    socket
        .set_read_timeout(Some(Duration::from_millis(100)))
        .expect("a time");
    let read = socket.peek(&mut [0]);
    read.is_err_and(|error| {
        matches!(
            error.kind(),
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
        )
    })
}

/// Clients that are logged on are as many as they are let be, and more wait outside.
#[test]
fn clients_leave_descriptors_for_the_owner() {
    let scratch = Scratch::new("many-clients");
    let port = prepare(&scratch);
    let _server = ChildServer::start_limited(&scratch.0, port, DESCRIPTORS);
    until_it_serves(&scratch.0, port);
    let address = Address {
        host: "127.0.0.1".into(),
        port,
    };
    let mut channel = ClientChannel::new("ROAD.SVRCONN", vec![address]);
    channel.conversations_max = 1;
    channel.connect_timeout = Duration::from_secs(3);
    let mut clients = Vec::new();
    while let Ok(client) = ClientConnection::connect(&channel, &ConnectOptions::default()) {
        clients.push(client);
        assert!(clients.len() < DESCRIPTORS as usize, "there is a limit");
    }
    assert!(
        clients.len() > DESCRIPTORS as usize / 4,
        "{}",
        clients.len()
    );
    administers(&scratch.0, "WHILE.MANY");
    // One goes, and another one may come.
    drop(clients.pop());
    let mut again = ClientConnection::connect(&channel, &ConnectOptions::default());
    while again.is_err() {
        again = ClientConnection::connect(&channel, &ConnectOptions::default());
    }
}
