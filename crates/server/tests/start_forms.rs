//! Who calls whom: requesters and servers, and senders that call back.

use crate::partners::Offices;

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
