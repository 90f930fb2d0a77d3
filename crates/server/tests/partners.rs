//! Whom a receiver lets in, and with whose authority it puts: two queue managers, and what both are told.

use crate::support::office::Office;
use crate::support::{Bindings, Scratch, command, persistent, quiet};
use ferromq::{GetOptions, PutOptions, Reason, mq};
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::ObjectDescriptor;
use ferromq_server::ServiceSettings;
use std::time::{Duration, Instant};

const CHANNEL: &str = "QM1.TO.QM2";
/// More than a machine that is busy takes for anything here.
const LONG: Duration = Duration::from_secs(60);

/// QM1 with a sender to QM2, which has a receiver and two queues. The sender is tried again at once when it fails.
pub(crate) struct Offices {
    pub(crate) one: Office,
    pub(crate) two: Office,
    /// Where QM2 listens.
    pub(crate) port: u16,
    _scratch: [Scratch; 2],
}

impl Offices {
    pub(crate) fn open(test: &str) -> Self {
        Self::open_with(test, quiet())
    }

    /// The same, with settings of QM1.
    pub(crate) fn open_with(test: &str, settings: ServiceSettings) -> Self {
        Self::open_both(test, settings, quiet())
    }

    pub(crate) fn open_both(test: &str, one: ServiceSettings, two: ServiceSettings) -> Self {
        let scratch = [Scratch::new(test), Scratch::new(test)];
        let one = Office::open_with(&scratch[0].0, "QM1", one);
        let two = Office::open_with(&scratch[1].0, "QM2", two);
        two.commands(&[
            "DEFINE QLOCAL(FREE)",
            "DEFINE QLOCAL(SHUT)",
            "DEFINE QLOCAL(DEAD)",
            "ALTER QMGR DEADQ(DEAD)",
            "DEFINE CHANNEL(QM1.TO.QM2) CHLTYPE(RCVR)",
        ]);
        let port = two.listen(0);
        let sender = format!(
            "DEFINE CHANNEL(QM1.TO.QM2) CHLTYPE(SDR) XMITQ(QM2) SHORTTMR(0) CONNAME('127.0.0.1({port})')"
        );
        one.commands(&["DEFINE QLOCAL(QM2) USAGE(XMITQ)", &sender]);
        Self {
            one,
            two,
            port,
            _scratch: scratch,
        }
    }

    /// A message for a queue of QM2, by this user.
    pub(crate) fn put(&self, queue: &str, user: &str) {
        let mut session = self.one.connect();
        let mut there = ObjectDescriptor::queue(queue);
        there.object_q_mgr_name = ObjectName::truncated("QM2");
        let to = session.open_object(&mut there, mq::MQOO_OUTPUT | mq::MQOO_SET_IDENTITY_CONTEXT);
        let to = to.expect("opened");
        let mut descriptor = persistent();
        descriptor.user_identifier = *b"            ";
        descriptor.user_identifier[..user.len()].copy_from_slice(user.as_bytes());
        let mut options = PutOptions {
            options: mq::MQPMO_SET_IDENTITY_CONTEXT,
            ..PutOptions::default()
        };
        let put = session.put(to, &mut descriptor, &mut options, queue.as_bytes().to_vec());
        put.expect("put");
        session.disconnect().expect("disconnected");
    }

    /// Starts the sender anew and waits until QM1 has been told the first text, and QM2 the second, if there is one.
    fn start_until_heard(&self, at_one: &str, at_two: &str) {
        let before = [self.one.said().len(), self.two.said().len()];
        self.one.commands(&["START CHANNEL(QM1.TO.QM2)"]);
        self.wait(|| {
            let heard = |office: &Office, from: usize, text: &str| {
                text.is_empty() || office.said()[from..].iter().any(|line| line.contains(text))
            };
            heard(&self.one, before[0], at_one) && heard(&self.two, before[1], at_two)
        });
    }

    /// The same, and stops it again.
    pub(crate) fn start_and_hear(&self, at_one: &str, at_two: &str) {
        self.start_until_heard(at_one, at_two);
        self.stop();
    }

    /// Stops the sender, and waits until it has.
    pub(crate) fn stop(&self) {
        self.one.commands(&["STOP CHANNEL(QM1.TO.QM2)"]);
        self.wait(|| {
            let shown = self.one.shown("DISPLAY CHSTATUS(QM1.TO.QM2)");
            shown.contains("STATUS(STOPPED)")
        });
    }

    pub(crate) fn wait(&self, mut until: impl FnMut() -> bool) {
        let began = Instant::now();
        while !until() {
            let late = began.elapsed() > LONG;
            assert!(!late, "{:#?}\n{:#?}", self.one.said(), self.two.said());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The next message of a queue of QM2: what it is, and why it is there if it is on the dead-letter queue.
    pub(crate) fn arrived(&self, queue: &str) -> String {
        let mut session = self.two.connect();
        let message = get(&mut session, queue);
        let all = (self.one.said(), self.two.said());
        let message = message.unwrap_or_else(|| panic!("nothing on {queue}: {all:#?}"));
        session.disconnect().expect("disconnected");
        message
    }

    pub(crate) fn end(self) {
        self.one.end();
        self.two.end();
    }
}

fn get(session: &mut Bindings, queue: &str) -> Option<String> {
    let handle = session.open(queue, mq::MQOO_INPUT_SHARED).expect("opened");
    let options = GetOptions {
        options: mq::MQGMO_WAIT | mq::MQGMO_NO_SYNCPOINT,
        wait_interval_ms: i32::try_from(LONG.as_millis()).expect("small"),
        match_options: mq::MQMO_NONE,
        ..GetOptions::default()
    };
    let got = match session.get(handle, &persistent(), &options, 1000) {
        Ok(got) => got,
        Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => return None,
        Err(error) => panic!("{error:?}"),
    };
    session.close(handle, mq::MQCO_NONE).expect("closed");
    let body = &got.body[..];
    Some(match body.strip_prefix(b"DLH ") {
        None => String::from_utf8_lossy(body).into_owned(),
        Some(rest) => {
            let reason = i32::from_ne_bytes(rest[4..8].try_into().expect("four"));
            let queue = String::from_utf8_lossy(&rest[8..56]).trim_end().to_owned();
            format!("{queue} {reason}")
        }
    })
}

/// What an administrator of queue managers finds: a channel with a name of its own runs as it was defined, one of the system's does
/// not, and both ends say which record refused it.
#[test]
fn default_records_let_a_new_receiver_in_and_keep_those_of_the_system_shut() {
    let offices = Offices::open("partners-default");
    offices.one.commands(&["START CHANNEL(QM1.TO.QM2)"]);
    offices.put("FREE", "ann");
    assert_eq!(offices.arrived("FREE"), "FREE");
    let mut session = offices.two.connect();
    let shown = command(
        &mut session,
        "DISPLAY CHLAUTH(QM1.TO.QM2) MATCH(RUNCHECK) ADDRESS('127.0.0.1') QMNAME(QM1)",
    );
    assert!(shown.contains("AMQ9783I"), "{shown}");
    session.disconnect().expect("disconnected");
    offices.stop();

    let two = &offices.two;
    two.commands(&["DEFINE CHANNEL(SYSTEM.TO.QM2) CHLTYPE(RCVR)"]);
    let sender = offices.one.shown("DISPLAY CHANNEL(QM1.TO.QM2) CONNAME");
    let conname = sender
        .split("CONNAME(")
        .nth(1)
        .and_then(|it| it.split("))").next());
    let conname = conname.expect("an address");
    offices.one.commands(&[
        &format!("DEFINE CHANNEL(SYSTEM.TO.QM2) CHLTYPE(SDR) XMITQ(QM2) CONNAME('{conname})')"),
        "START CHANNEL(SYSTEM.TO.QM2)",
    ]);
    offices.wait(|| {
        let refused = "AMQ9777E: Channel 'SYSTEM.TO.QM2' from 127.0.0.1 was blocked";
        offices
            .two
            .said()
            .iter()
            .any(|line| line.contains(refused) && line.contains("QMNAME(QM1)"))
            && offices
                .one
                .said()
                .iter()
                .any(|line| line.contains("AMQ9558E") && line.contains("(20)"))
    });
    offices.end();
}

#[test]
fn records_refuse_warn_and_say_for_whom_a_channel_puts() {
    let offices = Offices::open("partners-records");
    let set = |text: &str| {
        offices
            .two
            .commands(&[&format!("SET CHLAUTH({CHANNEL}) {text}")])
    };
    set("TYPE(QMGRMAP) QMNAME('QM*') USERSRC(NOACCESS)");
    offices.start_and_hear("AMQ9558E", "QMNAME(QM1) ADDRESS(127.0.0.1)");
    // Another address is another matter.
    set("TYPE(QMGRMAP) QMNAME('QM*') ADDRESS('192.0.2.*') USERSRC(CHANNEL)");
    // What is refused a second time for the same is counted, and not told again.
    offices.start_and_hear("AMQ9558E", "");
    set("TYPE(QMGRMAP) QMNAME('QM*') USERSRC(NOACCESS) WARN(YES) ACTION(REPLACE)");
    offices.put("FREE", "ann");
    offices.start_until_heard("AMQ9002I", "FMQ0041W");
    assert_eq!(offices.arrived("FREE"), "FREE");
    offices.stop();

    // The user has to be allowed to connect, and is not.
    set("TYPE(QMGRMAP) QMNAME('QM1') USERSRC(MAP) MCAUSER('mca')");
    offices.start_and_hear("AMQ9524E", "AMQ9557E: User 'mca'");
    offices.two.commands(&[
        "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('mca') AUTHADD(CONNECT,SETALL)",
        "SET AUTHREC PROFILE(FREE) OBJTYPE(QUEUE) PRINCIPAL('mca') AUTHADD(PUT,SETALL)",
        "SET AUTHREC PROFILE(DEAD) OBJTYPE(QUEUE) PRINCIPAL('mca') AUTHADD(PUT,SETALL)",
    ]);
    offices.one.commands(&["START CHANNEL(QM1.TO.QM2)"]);
    offices.put("SHUT", "ann");
    offices.put("FREE", "ann");
    assert_eq!(offices.arrived("FREE"), "FREE");
    let shown = offices.two.shown("DISPLAY CHSTATUS(QM1.TO.QM2) MCAUSER");
    assert!(shown.contains("MCAUSER(mca)"), "{shown}");
    let not_authorized = mq::MQRC_NOT_AUTHORIZED;
    assert_eq!(offices.arrived("DEAD"), format!("SHUT {not_authorized}"));
    let said = offices.two.said();
    let told = said
        .iter()
        .any(|line| line.contains("AMQ8077W: User 'mca'"));
    assert!(told, "{said:#?}");
    // What collectors of error logs read: which user, and which object.
    let denied = offices.two.inserts("AMQ8077W");
    assert_eq!(denied[..3], ["mca", "qmgr", "QM2"], "{denied:?}");
    assert_eq!(denied.len(), 6);
    let blocked = offices.two.inserts("AMQ9777E");
    assert_eq!(blocked[..2], [CHANNEL, "127.0.0.1"], "{blocked:?}");
    offices.end();
}

/// With `PUTAUT(CTX)` what counts is what the user of each message may, for which the channel's user needs leave.
#[test]
fn a_message_is_put_with_the_authority_of_its_user_where_the_channel_says_so() {
    let offices = Offices::open("partners-context");
    offices.two.commands(&[
        "ALTER CHANNEL(QM1.TO.QM2) CHLTYPE(RCVR) MCAUSER('mca') PUTAUT(CTX)",
        "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('mca') AUTHADD(CONNECT,SETALL,ALTUSR)",
        "SET AUTHREC PROFILE('**') OBJTYPE(QUEUE) PRINCIPAL('mca') AUTHADD(SETALL)",
        "SET AUTHREC PROFILE(DEAD) OBJTYPE(QUEUE) PRINCIPAL('mca') AUTHADD(PUT,SETALL)",
        "SET AUTHREC PROFILE(SHUT) OBJTYPE(QUEUE) PRINCIPAL('ann') AUTHADD(PUT)",
    ]);
    offices.one.commands(&["START CHANNEL(QM1.TO.QM2)"]);
    for (queue, user) in [("SHUT", "ann"), ("FREE", "ann"), ("SHUT", "bob")] {
        offices.put(queue, user);
    }
    let not_authorized = mq::MQRC_NOT_AUTHORIZED;
    assert_eq!(offices.arrived("SHUT"), "SHUT");
    assert_eq!(offices.arrived("DEAD"), format!("FREE {not_authorized}"));
    assert_eq!(offices.arrived("DEAD"), format!("SHUT {not_authorized}"));
    // Whoever leaves the context out does not get what the channel may, by name and by a queue that is kept open.
    offices
        .two
        .commands(&["SET AUTHREC PROFILE(FREE) OBJTYPE(QUEUE) PRINCIPAL('mca') AUTHADD(PUT)"]);
    for _ in 0..3 {
        offices.put("FREE", "");
        assert_eq!(offices.arrived("DEAD"), format!("FREE {not_authorized}"));
    }
    // As whom the queue manager itself would act is no answer either.
    offices
        .two
        .commands(&["ALTER CHANNEL(QM1.TO.QM2) CHLTYPE(RCVR) MCAUSER(' ')"]);
    offices.stop();
    offices.one.commands(&["START CHANNEL(QM1.TO.QM2)"]);
    offices.put("FREE", "");
    assert_eq!(offices.arrived("DEAD"), format!("FREE {not_authorized}"));
    offices.put("SHUT", "ann");
    assert_eq!(offices.arrived("SHUT"), "SHUT");
    offices.end();
}

#[test]
fn whoever_is_refused_is_told_which_end_to_mend() {
    let offices = Offices::open("partners-refused");
    let two = |text: &str| offices.two.commands(&[text]);
    two("SET CHLAUTH('*') TYPE(BLOCKADDR) ADDRLIST('127.0.0.1')");
    offices.start_and_hear("AMQ9999E", "AMQ9782E");
    two("SET CHLAUTH('*') TYPE(BLOCKADDR) ADDRLIST('127.0.0.1') ACTION(REMOVE)");
    two("STOP CHANNEL(QM1.TO.QM2)");
    offices.start_and_hear("AMQ9558E", "AMQ9534E");
    two("DELETE CHANNEL(QM1.TO.QM2)");
    offices.start_and_hear("AMQ9520E", "AMQ9519E");
    let unknown = offices.two.inserts("AMQ9519E");
    assert_eq!(unknown.len(), 3, "channel, partner and remedy: {unknown:?}");
    two("DEFINE CHANNEL(QM1.TO.QM2) CHLTYPE(SVR) XMITQ(DEAD)");
    two("START CHANNEL(QM1.TO.QM2)");
    offices.start_and_hear("AMQ9547E", "AMQ9502E");
    two("DELETE CHANNEL(QM1.TO.QM2)");
    two("DEFINE CHANNEL(QM1.TO.QM2) CHLTYPE(RCVR) SEQWRAP(1000)");
    let wraps = "SEQWRAP: 999999999 and 1000";
    offices.start_and_hear(wraps, wraps);
    two("ALTER CHANNEL(QM1.TO.QM2) CHLTYPE(RCVR) SEQWRAP(999999999)");
    offices.put("FREE", "ann");
    offices.one.commands(&["START CHANNEL(QM1.TO.QM2)"]);
    assert_eq!(offices.arrived("FREE"), "FREE");
    offices.end();
}

/// What a security exit would refuse, or a message exit encipher, nobody can know here.
#[test]
fn a_channel_with_an_exit_does_not_run_at_either_end() {
    const EXIT: &str = "/nowhere/lib(Check)";
    let offices = Offices::open("partners-exits");
    let alter = |office: &Office, kind: &str, attribute: &str, exit: &str| {
        let alter = format!("ALTER CHANNEL(QM1.TO.QM2) CHLTYPE({kind}) {attribute}('{exit}')");
        office.commands(&[&alter]);
    };
    offices.put("FREE", "ann");
    for attribute in ["SCYEXIT", "MSGEXIT", "SENDEXIT", "RCVEXIT"] {
        let named = format!("cannot run: user exit '{EXIT}' ({attribute})");
        alter(&offices.two, "RCVR", attribute, EXIT);
        let from = "queue manager 'QM1' at 127.0.0.1";
        let told = format!("AMQ9535E: Channel 'QM1.TO.QM2' with {from} {named}");
        offices.start_and_hear("AMQ9558E", &told);
        alter(&offices.two, "RCVR", attribute, " ");
        alter(&offices.one, "SDR", attribute, EXIT);
        let to = format!("'127.0.0.1({})'", offices.port);
        let told = format!("AMQ9535E: Channel 'QM1.TO.QM2' with {to} {named}");
        let before = offices.one.said().len();
        offices.start_and_hear(&told, "");
        let said = offices.one.said();
        let ends = |line: &String| line.starts_with("AMQ9999E");
        assert!(said[before..].iter().any(ends), "{said:#?}");
        let refused = offices.one.refused("PING CHANNEL(QM1.TO.QM2)");
        assert!(refused.starts_with("AMQ9535E"), "{refused}");
        alter(&offices.one, "SDR", attribute, " ");
    }
    offices.one.commands(&["START CHANNEL(QM1.TO.QM2)"]);
    assert_eq!(offices.arrived("FREE"), "FREE");
    offices.end();
}

/// Equal refusals are counted; those by another record are others.
#[test]
fn whoever_is_refused_by_another_record_than_before_is_told_of_again() {
    let offices = Offices::open("partners-records");
    let two = |text: &str| offices.two.commands(&[text]);
    two("SET CHLAUTH('QM1.*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS)");
    offices.start_and_hear("AMQ9558E", "CHLAUTH(QM1.*) TYPE(ADDRESSMAP)");
    two("SET CHLAUTH('QM1.*') TYPE(ADDRESSMAP) ADDRESS('*') ACTION(REMOVE)");
    two("SET CHLAUTH('QM1.*') TYPE(QMGRMAP) QMNAME('*') USERSRC(NOACCESS)");
    offices.start_and_hear("AMQ9558E", "CHLAUTH(QM1.*) TYPE(QMGRMAP)");
    offices.end();
}
