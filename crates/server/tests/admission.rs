//! Who may connect over TCP, from the socket to the connection, with a real file of users.

use crate::support::{Running, Scratch, command};
use ferromq::{MsgDescriptor, PutOptions, mq};
use ferromq_client::{ClientChannel, ClientConnection, addresses};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::session::Session;
use ferromq_mqi::xa::{XaCall, XaCode, Xid};
use ferromq_security::{UserFile, hash_password};
use ferromq_server::{
    ClientRoadSettings, PasswordSettings, RevocationRules, ServiceSettings, WhenUnknown,
};
use ferromq_wire::negotiate::PasswordRule;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};

/// Wrong passwords from one address; more than other tests give.
const GUESSES_MAX: u32 = 5;

type Notices = Arc<Mutex<Vec<String>>>;

struct Fixture {
    running: Running,
    notices: Notices,
    port: u16,
    scratch: Scratch,
}

/// A queue manager that keeps a user and listens, with a channel for applications.
fn started(test: &str) -> Fixture {
    started_with(test, RevocationRules::default())
}

fn started_with(test: &str, revocation: RevocationRules) -> Fixture {
    let scratch = Scratch::new(test);
    let users_file = scratch.0.join("users");
    keep_user(&users_file, "app", b"secret");
    let notices = Notices::default();
    let told = Arc::clone(&notices);
    let settings = ServiceSettings {
        notices: Arc::new(move |notice| {
            let line = format!("{} {}", notice.number, notice.text);
            told.lock().expect("no panic").push(line);
        }),
        passwords: PasswordSettings {
            users_file: Some(users_file),
            wrong_max: GUESSES_MAX,
            ..PasswordSettings::default()
        },
        client_road: ClientRoadSettings {
            password_rule: PasswordRule::Answer12,
            revocation,
            ..ClientRoadSettings::default()
        },
        ..crate::support::quiet()
    };
    let running = Running::start_with(&scratch.0, settings);
    let port = free_port();
    let mut session = running.connect();
    for text in [
        "DEFINE CHANNEL(APP.SVRCONN) CHLTYPE(SVRCONN)".to_owned(),
        "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)".to_owned(),
        "ALTER AUTHINFO(SYSTEM.DEFAULT.AUTHINFO.IDPWOS) AUTHTYPE(IDPWOS) FAILDLAY(0)".to_owned(),
        "REFRESH SECURITY TYPE(CONNAUTH)".to_owned(),
        "ALTER QMGR CHLEV(EXCEPTION) AUTHOREV(ENABLED)".to_owned(),
        format!("DEFINE LISTENER(L) TRPTYPE(TCP) PORT({port}) IPADDR('127.0.0.1')"),
        "START LISTENER(L)".to_owned(),
    ] {
        command(&mut session, &text);
    }
    Fixture {
        running,
        notices,
        port,
        scratch,
    }
}

fn keep_user(path: &Path, user: &str, password: &[u8]) {
    let mut users = UserFile::default();
    assert!(users.set(user, hash_password(password, &[9; 16]).expect("a hash")));
    std::fs::write(path, users.text()).expect("written");
}

fn free_port() -> u16 {
    let socket = TcpListener::bind("127.0.0.1:0").expect("a port");
    socket.local_addr().expect("an address").port()
}

impl Fixture {
    fn channel(&self, name: &str) -> ClientChannel {
        let place = addresses(&format!("127.0.0.1({})", self.port)).expect("an address");
        ClientChannel::new(name, place)
    }

    /// The reason a client is refused with; 0 if it is let in.
    fn reason(&self, channel: &ClientChannel) -> i32 {
        match ClientConnection::connect(channel, &ConnectOptions::default()) {
            Ok(connection) => {
                let _ = Session::new(connection).disconnect();
                0
            }
            Err(failure) => failure.reason.0,
        }
    }

    fn set(&self, text: &str) {
        command(&mut self.running.connect(), text);
    }

    /// What was told since the last time.
    fn told(&self) -> String {
        std::mem::take(&mut *self.notices.lock().expect("no panic")).join("\n")
    }
}

/// The user of this process administers the queue manager, so its bare word is not enough; a
/// user the queue manager keeps comes in with the right password and not with a wrong one.
#[test]
fn administrators_are_refused_and_users_come_in_with_their_password() {
    let fixture = started("admission");
    let channel = fixture.channel("APP.SVRCONN");
    assert_eq!(fixture.reason(&channel), mq::MQRC_NOT_AUTHORIZED);
    let told = fixture.told();
    assert!(told.contains("AMQ9776E"), "{told}");
    let right = channel.clone().with_password("app", b"secret");
    assert_eq!(fixture.reason(&right), 0, "{}", fixture.told());
    let wrong = channel.clone().with_password("app", b"Secret");
    assert_eq!(fixture.reason(&wrong), mq::MQRC_NOT_AUTHORIZED);
    let told = fixture.told();
    assert!(
        told.contains("AMQ5534E") && told.contains("AMQ5541I"),
        "{told}"
    );
    let stranger = channel.with_password("nobody", b"secret");
    assert_eq!(fixture.reason(&stranger), mq::MQRC_NOT_AUTHORIZED);
    let system = fixture
        .channel("SYSTEM.DEF.SVRCONN")
        .with_password("app", b"secret");
    assert_eq!(fixture.reason(&system), mq::MQRC_NOT_AUTHORIZED);
    let told = fixture.told();
    assert!(told.contains("AMQ9777E"), "{told}");
}

#[test]
fn records_count_from_the_next_connection_on() {
    let fixture = started("admission-records");
    let channel = fixture.channel("APP.SVRCONN");
    let right = channel.clone().with_password("app", b"secret");
    fixture.set("SET CHLAUTH('APP.*') TYPE(ADDRESSMAP) ADDRESS('127.*') USERSRC(NOACCESS)");
    assert_eq!(fixture.reason(&right), mq::MQRC_NOT_AUTHORIZED);
    fixture.set(
        "SET CHLAUTH('APP.*') TYPE(ADDRESSMAP) ADDRESS('127.*') USERSRC(MAP) MCAUSER('app') ACTION(REPLACE)",
    );
    assert_eq!(fixture.reason(&channel), 0, "{}", fixture.told());
    fixture.set(
        "SET CHLAUTH('APP.*') TYPE(ADDRESSMAP) ADDRESS('127.*') USERSRC(MAP) MCAUSER('app') CHCKCLNT(REQUIRED) ACTION(REPLACE)",
    );
    assert_eq!(fixture.reason(&channel), mq::MQRC_NOT_AUTHORIZED);
    let told = fixture.told();
    assert!(
        told.contains("AMQ9791E") && told.contains("AMQ9790I"),
        "{told}"
    );
    assert_eq!(fixture.reason(&right), 0, "{}", fixture.told());
    fixture.set("SET CHLAUTH('*') TYPE(BLOCKADDR) ADDRLIST('127.0.0.*')");
    assert_ne!(fixture.reason(&right), 0);
    let told = fixture.told();
    assert!(told.contains("AMQ9782E"), "{told}");
    fixture.set("ALTER QMGR CHLAUTH(DISABLED)");
    assert_eq!(fixture.reason(&right), 0, "{}", fixture.told());
    let depth = fixture
        .running
        .connect()
        .command("DISPLAY QLOCAL(SYSTEM.ADMIN.CHANNEL.EVENT) CURDEPTH");
    let (depth, _) = depth.expect("a command");
    assert!(
        depth.contains("CURDEPTH(2)"),
        "one blocked, one kept out: {depth}"
    );
}

/// Clients that are let in as one user end what that user has begun by any connection, and are told of nothing else.
#[test]
fn a_branch_of_a_client_is_that_of_the_user_its_channel_lets_it_in_as() {
    let fixture = started("admission-branches");
    fixture.set("DEFINE CHANNEL(OTHER.SVRCONN) CHLTYPE(SVRCONN)");
    fixture.set("DEFINE QLOCAL(Q)");
    for user in ["app", "other"] {
        let channel = user.to_uppercase();
        fixture.set(&format!(
            "SET CHLAUTH('{channel}.*') TYPE(ADDRESSMAP) ADDRESS('127.*') USERSRC(MAP) MCAUSER('{user}')"
        ));
        fixture.set(&format!(
            "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('{user}') AUTHADD(CONNECT)"
        ));
        fixture.set(&format!(
            "SET AUTHREC PROFILE(Q) OBJTYPE(QUEUE) PRINCIPAL('{user}') AUTHADD(PUT)"
        ));
    }
    let participant = |name: &str| {
        let channel = fixture.channel(name);
        let road = ClientConnection::connect(&channel, &ConnectOptions::default());
        let mut session = Session::new(road.expect("let in"));
        let (name, flags) = (Vec::new(), TMNOFLAGS);
        assert_eq!(session.xa(XaCall::Open { name, flags }).code, XaCode::OK);
        session
    };
    let xid = || Xid::new(1, b"global", b"branch").expect("it fits");
    let flags = TMNOFLAGS;
    let mut app = participant("APP.SVRCONN");
    let queue = app.open("Q", MQOO_OUTPUT).expect("opened");
    let started = app.xa(XaCall::Start { xid: xid(), flags });
    assert_eq!(started.code, XaCode::OK);
    let mut options = PutOptions {
        options: MQPMO_SYNCPOINT,
        ..PutOptions::default()
    };
    let mut descriptor = MsgDescriptor::default();
    let put = app.put(queue, &mut descriptor, &mut options, &b"in doubt"[..]);
    put.expect("put");
    let ended = app.xa(XaCall::End {
        xid: xid(),
        flags: TMSUCCESS,
    });
    assert_eq!(ended.code, XaCode::OK);
    let prepared = app.xa(XaCall::Prepare { xid: xid(), flags });
    assert_eq!(prepared.code, XaCode::OK);
    drop(app);
    let scan = || XaCall::Recover {
        count: 10,
        flags: TMSTARTRSCAN | TMENDRSCAN,
    };
    fixture.told();
    let mut other = participant("OTHER.SVRCONN");
    assert_eq!(other.xa(scan()).branches, []);
    let refused = other.xa(XaCall::Commit { xid: xid(), flags });
    assert_eq!(refused.code, XaCode::NOTA);
    let told = fixture.told();
    assert!(
        told.contains("FMQ0183W") && told.contains("'other'"),
        "{told}"
    );
    let mut again = participant("APP.SVRCONN");
    assert_eq!(again.xa(scan()).branches, [xid()]);
    let committed = again.xa(XaCall::Commit { xid: xid(), flags });
    assert_eq!(committed.code, XaCode::OK);
}

#[test]
fn a_file_of_users_that_cannot_be_read_lets_nobody_in_and_says_so() {
    let fixture = started("admission-file");
    let users = fixture.scratch.0.join("users");
    std::fs::write(&users, "not the right line\n").expect("written");
    let right = fixture
        .channel("APP.SVRCONN")
        .with_password("app", b"secret");
    assert_eq!(fixture.reason(&right), mq::MQRC_NOT_AUTHORIZED);
    let told = fixture.told();
    assert!(told.contains("FMQ0046E"), "{told}");
    keep_user(&users, "app", b"secret");
    assert_eq!(fixture.reason(&right), 0, "{}", fixture.told());
}

/// Modules of PAM say that they have failed where a password is wrong: whoever guesses must not be let on by that.
#[test]
fn a_password_that_could_not_be_checked_counts_as_a_guess() {
    let fixture = started("admission-unchecked");
    let users = fixture.scratch.0.join("users");
    std::fs::write(&users, "not the right line\n").expect("written");
    let channel = fixture.channel("APP.SVRCONN");
    for _ in 0..GUESSES_MAX {
        let guess = channel.clone().with_password("app", b"guess");
        assert_eq!(fixture.reason(&guess), mq::MQRC_NOT_AUTHORIZED);
    }
    let told = fixture.told();
    assert_eq!(told.matches("FMQ0058W").count(), 1, "{told}");
    keep_user(&users, "app", b"secret");
    let right = channel.with_password("app", b"secret");
    assert_eq!(fixture.reason(&right), mq::MQRC_NOT_AUTHORIZED);
}

#[test]
fn an_address_from_which_too_many_wrong_passwords_come_is_shut_for_a_while() {
    let fixture = started("admission-guesses");
    let channel = fixture.channel("APP.SVRCONN");
    for _ in 0..GUESSES_MAX {
        let wrong = channel.clone().with_password("app", b"guess");
        assert_eq!(fixture.reason(&wrong), mq::MQRC_NOT_AUTHORIZED);
    }
    let told = fixture.told();
    assert_eq!(told.matches("FMQ0058W").count(), 1, "{told}");
    assert!(told.contains("from 127.0.0.1 within"), "{told}");
    let right = channel.with_password("app", b"secret");
    assert_eq!(fixture.reason(&right), mq::MQRC_NOT_AUTHORIZED);
    assert_eq!(fixture.told(), "");
}

/// What the error log says when somebody begins TLS.
fn told_of_tls(fixture: &Fixture) -> String {
    fixture.told();
    let mut socket = TcpStream::connect(("127.0.0.1", fixture.port)).expect("somebody listens");
    socket
        .write_all(&[0x16, 3, 1, 0, 50, 1, 0, 0, 46, 3, 3])
        .expect("sent");
    let mut rest = Vec::new();
    // It is closed, with an alert or without.
    let _ = socket.read_to_end(&mut rest);
    fixture.told()
}

#[test]
fn tls_is_refused_where_servers_should_be_asked_about_revoked_certificates() {
    let define = "ALTER CHANNEL(APP.SVRCONN) CHLTYPE(SVRCONN) SSLCIPH(ANY_TLS12_OR_HIGHER)";
    for (when_unknown, refuses) in [
        (None, true),
        (Some(WhenUnknown::Refuse), true),
        (Some(WhenUnknown::Warn), false),
        (Some(WhenUnknown::LetIn), false),
    ] {
        let rules = RevocationRules {
            when_unknown,
            extensions: true,
        };
        let fixture = started_with("admission-revocation", rules);
        fixture.set(define);
        let told = told_of_tls(&fixture);
        assert_eq!(
            told.contains("stanza SSL of qm.ini asks"),
            refuses,
            "{told}"
        );
        // The next thing that is missing.
        assert_eq!(told.contains("no key repository"), !refuses, "{told}");
    }
    let fixture = started("admission-revocation");
    fixture.set(define);
    let told = told_of_tls(&fixture);
    assert!(told.contains("no key repository"), "{told}");
    fixture.set("ALTER QMGR SSLCRLNL(SOME.LIST)");
    let told = told_of_tls(&fixture);
    assert!(
        told.contains("SSLCRLNL of the queue manager asks"),
        "{told}"
    );
}
