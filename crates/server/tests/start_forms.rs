//! Who calls whom: requesters and servers, and senders that call back.

use crate::partners::Offices;
use crate::support::quiet;
use ferromq_server::{Adoption, ClientRoadSettings, ServiceSettings};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// QM1 sends to QM2 by this type of channel, to a requester that calls it.
fn offices(test: &str, kind: &str) -> Offices {
    let offices = Offices::open(test);
    let port = offices.one.listen(0);
    let connection = offices.one.shown("DISPLAY CHANNEL(QM1.TO.QM2) CONNAME");
    let connection = connection.split("CONNAME(").nth(1).expect("it has one");
    let connection = connection
        .split("))")
        .next()
        .expect("an address")
        .to_owned()
        + ")";
    let connection = match kind {
        "SDR" => format!("CONNAME('{connection}')"),
        _ => String::new(),
    };
    offices.one.commands(&[
        "DELETE CHANNEL(QM1.TO.QM2)",
        &format!("DEFINE CHANNEL(QM1.TO.QM2) CHLTYPE({kind}) XMITQ(QM2) {connection}"),
    ]);
    offices.two.commands(&[
        "DELETE CHANNEL(QM1.TO.QM2)",
        &format!("DEFINE CHANNEL(QM1.TO.QM2) CHLTYPE(RQSTR) CONNAME('127.0.0.1({port})')"),
    ]);
    offices
}

fn status(office: &crate::support::office::Office) -> String {
    let (shown, _) = office
        .connect()
        .command("DISPLAY CHSTATUS(QM1.TO.QM2)")
        .expect("a command");
    shown
}

#[test]
fn a_requester_calls_a_server_and_is_sent_what_waits() {
    let offices = offices("forms-server", "SVR");
    offices.put("FREE", "ann");
    // A server without CONNAME cannot call.
    offices.one.commands(&["START CHANNEL(QM1.TO.QM2)"]);
    offices.two.commands(&["START CHANNEL(QM1.TO.QM2)"]);
    assert_eq!(offices.arrived("FREE"), "FREE");
    offices.put("FREE", "bob");
    assert_eq!(offices.arrived("FREE"), "FREE");
    for (office, kind) in [(&offices.one, "SVR"), (&offices.two, "RQSTR")] {
        let shown = status(office);
        let runs = shown.contains("STATUS(RUNNING)") && shown.contains(&format!("CHLTYPE({kind})"));
        assert!(runs, "{shown}");
    }
    offices.two.commands(&["STOP CHANNEL(QM1.TO.QM2)"]);
    offices.wait(|| !status(&offices.one).contains("RUNNING"));
    offices.end();
}

/// What a requester is sent it puts with the authority of its channel's user, as a receiver does.
#[test]
fn a_requester_that_calls_puts_as_the_user_of_its_channel() {
    let offices = offices("forms-user", "SVR");
    offices.two.commands(&[
        "ALTER CHANNEL(QM1.TO.QM2) CHLTYPE(RQSTR) MCAUSER('mca')",
        "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('mca') AUTHADD(CONNECT,SETALL)",
        "SET AUTHREC PROFILE(FREE) OBJTYPE(QUEUE) PRINCIPAL('mca') AUTHADD(PUT,SETALL)",
        "SET AUTHREC PROFILE(DEAD) OBJTYPE(QUEUE) PRINCIPAL('mca') AUTHADD(PUT,SETALL)",
    ]);
    offices.two.commands(&["START CHANNEL(QM1.TO.QM2)"]);
    offices.put("SHUT", "ann");
    offices.put("FREE", "ann");
    assert_eq!(offices.arrived("FREE"), "FREE");
    assert_eq!(offices.arrived("DEAD"), "SHUT 2035");
    offices.end();
}

/// Stopping it keeps everybody from its transmission queue, and starting it lets them again, though it is its partner who calls.
#[test]
fn a_server_that_was_stopped_and_started_sends_when_it_is_called() {
    let offices = offices("forms-stopped", "SVR");
    let queue = "DISPLAY QLOCAL(QM2) GET";
    offices.one.commands(&["STOP CHANNEL(QM1.TO.QM2)"]);
    offices.wait(|| offices.one.shown(queue).contains("GET(DISABLED)"));
    offices.put("FREE", "ann");
    offices.one.commands(&["START CHANNEL(QM1.TO.QM2)"]);
    offices.wait(|| offices.one.shown(queue).contains("GET(ENABLED)"));
    offices.two.commands(&["START CHANNEL(QM1.TO.QM2)"]);
    assert_eq!(offices.arrived("FREE"), "FREE");
    offices.end();
}

#[test]
fn a_requester_calls_a_sender_which_calls_back() {
    let offices = offices("forms-sender", "SDR");
    offices.put("FREE", "ann");
    offices.two.commands(&["START CHANNEL(QM1.TO.QM2)"]);
    assert_eq!(offices.arrived("FREE"), "FREE");
    let told = [offices.one.said(), offices.two.said()].concat();
    let wrong = told
        .iter()
        .any(|line| line.contains("AMQ9999") || line.contains("AMQ9514"));
    assert!(!wrong, "{told:#?}");
    offices.end();
}

/// A requester waits for the sender to call back, and says so; it runs when the sender can.
#[test]
fn a_requester_waits_for_a_sender_that_cannot_call_back() {
    let offices = offices("forms-requesting", "SDR");
    offices.put("FREE", "ann");
    offices
        .two
        .commands(&["STOP LISTENER(ROAD)", "START CHANNEL(QM1.TO.QM2)"]);
    offices.wait(|| status(&offices.two).contains("STATUS(REQUESTING)"));
    offices.wait(|| {
        offices
            .one
            .said()
            .iter()
            .any(|line| line.contains("AMQ9202E"))
    });
    offices.two.listen(offices.port);
    offices.two.commands(&["START CHANNEL(QM1.TO.QM2)"]);
    assert_eq!(offices.arrived("FREE"), "FREE");
    offices.wait(|| status(&offices.two).contains("STATUS(RUNNING)"));
    offices.end();
}

/// A requester that reaches nobody says so once, and is neither tried again nor stopped: whoever wants it starts it again.
#[test]
fn a_requester_to_nobody_says_so_and_waits_to_be_asked_again() {
    let offices = offices("forms-nobody", "SVR");
    offices.one.commands(&["STOP LISTENER(ROAD)"]);
    offices.two.commands(&["START CHANNEL(QM1.TO.QM2)"]);
    let unreached = || {
        let said = offices.two.said();
        said.iter().filter(|line| line.contains("AMQ9202E")).count()
    };
    offices.wait(|| unreached() == 1);
    let shown = status(&offices.two);
    assert!(
        !shown.contains("STATUS(STOPPED)") && !shown.contains("RETRY"),
        "{shown}"
    );
    offices.two.commands(&["START CHANNEL(QM1.TO.QM2)"]);
    offices.wait(|| unreached() == 2);
    offices.end();
}

/// A server with a connection name is started like a sender, and goes with a receiver.
#[test]
fn a_server_with_a_connection_name_calls_a_receiver() {
    let offices = Offices::open("forms-receiver");
    let connection = offices.one.shown("DISPLAY CHANNEL(QM1.TO.QM2) CONNAME");
    let connection = connection.split("CONNAME(").nth(1).expect("it has one");
    let connection = connection.split("))").next().expect("an address");
    offices.one.commands(&[
        "DELETE CHANNEL(QM1.TO.QM2)",
        &format!("DEFINE CHANNEL(QM1.TO.QM2) CHLTYPE(SVR) XMITQ(QM2) CONNAME('{connection})')"),
        "START CHANNEL(QM1.TO.QM2)",
    ]);
    offices.put("FREE", "ann");
    assert_eq!(offices.arrived("FREE"), "FREE");
    offices.end();
}

/// A road between two ports that forgets the end that called: it closes its connection and keeps that of the other end.
struct Road {
    port: u16,
    callers: Arc<Mutex<Vec<TcpStream>>>,
}

impl Road {
    /// The road to QM2, over which a message of QM1 has come.
    fn taken_by(offices: &Offices) -> Self {
        let road = Self::to(offices.port);
        let alter = format!(
            "ALTER CHANNEL(QM1.TO.QM2) CHLTYPE(SDR) SHORTTMR(1) CONNAME('127.0.0.1({})')",
            road.port
        );
        offices.one.commands(&[&alter, "START CHANNEL(QM1.TO.QM2)"]);
        offices.put("FREE", "ann");
        assert_eq!(offices.arrived("FREE"), "FREE");
        road
    }

    fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let own = listener.local_addr().expect("an address").port();
        let callers: Arc<Mutex<Vec<TcpStream>>> = Arc::default();
        let known = Arc::clone(&callers);
        std::thread::spawn(move || {
            for caller in listener.incoming() {
                let caller = caller.expect("somebody calls");
                let called = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
                let copy = |stream: &TcpStream| stream.try_clone().expect("a descriptor");
                known.lock().expect("unharmed").push(copy(&caller));
                let (mut there, mut back) = ((copy(&caller), copy(&called)), (called, caller));
                std::thread::spawn(move || {
                    let _ = std::io::copy(&mut there.0, &mut there.1);
                    // The other end is told nothing.
                    std::thread::park();
                });
                std::thread::spawn(move || std::io::copy(&mut back.0, &mut back.1));
            }
        });
        Self { port: own, callers }
    }

    fn forget_callers(&self) {
        for caller in self.callers.lock().expect("unharmed").drain(..) {
            caller.shutdown(Shutdown::Both).expect("open");
        }
    }
}

/// A receiver that knows nothing of its sender's loss is replaced when the sender calls again: no message waits for a time-out, none
/// comes twice, and the one half there is backed out.
#[test]
fn a_receiver_whose_sender_is_gone_makes_room_for_it_at_once() {
    let offices = Offices::open("forms-orphan");
    let road = Road::taken_by(&offices);
    let began = Instant::now();
    for _ in 0..3 {
        road.forget_callers();
        offices.put("FREE", "ann");
        assert_eq!(offices.arrived("FREE"), "FREE");
    }
    // The heartbeat interval is five minutes.
    assert!(
        began.elapsed() < Duration::from_secs(60),
        "{:?}",
        began.elapsed()
    );
    let replaced = offices
        .two
        .said()
        .into_iter()
        .filter(|line| line.contains("FMQ0216I"));
    assert_eq!(replaced.count(), 3);
    let shown = status(&offices.two);
    assert_eq!(shown.matches("CHLTYPE(RCVR)").count(), 1, "{shown}");
    offices.end();
}

#[test]
fn a_receiver_that_is_not_to_be_replaced_keeps_its_sender_out() {
    let adoption = Adoption {
        receivers: false,
        ..Adoption::default()
    };
    let settings = ServiceSettings {
        client_road: ClientRoadSettings {
            adoption,
            ..quiet().client_road
        },
        ..quiet()
    };
    let offices = Offices::open_both("forms-kept", quiet(), settings);
    let road = Road::taken_by(&offices);
    road.forget_callers();
    let shown = "DISPLAY CHSTATUS(QM1.TO.QM2)";
    offices.one.await_shown(shown, |_| {
        offices.one.last_said("AMQ9558E").is_some() && offices.two.last_said("AMQ9514E").is_some()
    });
    assert!(offices.two.last_said("FMQ0216I").is_none());
    // An operator ends the one that is not needed any more.
    offices
        .two
        .commands(&["STOP CHANNEL(QM1.TO.QM2) MODE(FORCE) STATUS(INACTIVE)"]);
    offices.put("FREE", "ann");
    assert_eq!(offices.arrived("FREE"), "FREE");
    offices.end();
}
