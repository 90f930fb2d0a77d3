//! Channels that are called: what an attempt counts for, and that it is seen and can be stopped from the moment it has a connection.

use crate::support::joined::Joined;
use crate::support::quiet;
use ferromq::mq;
use ferromq_server::{ClientRoadSettings, ServiceSettings};
use rustix::net::{AddressFamily, SocketType};
use std::io::Read;
use std::net::{Ipv4Addr, SocketAddrV4, TcpListener, TcpStream};
use std::time::Duration;

const SHOW: &str = "DISPLAY CHSTATUS(ONE.TO.TWO) ALL";
const START: &str = "START CHANNEL(ONE.TO.TWO)";

/// Each time both ends come to terms, and it has come to nothing all the same.
#[test]
fn attempts_are_used_up_by_a_channel_that_connects_and_cannot_start() {
    let joined = Joined::new("locked-out");
    let change =
        "ALTER CHANNEL(ONE.TO.TWO) CHLTYPE(SDR) SHORTRTY(1) SHORTTMR(0) LONGRTY(1) LONGTMR(1)";
    let mut reader = joined.one.connect();
    let held = reader
        .open("QM2", mq::MQOO_INPUT_EXCLUSIVE)
        .expect("opened");
    joined.one.commands(&[change, START]);
    let shown = joined
        .one
        .await_shown(SHOW, |shown| shown.contains("STATUS(STOPPED)"));
    assert!(
        shown.contains("SHORTRTS(0)") && shown.contains("LONGRTS(0)"),
        "{shown}"
    );
    let said = joined.one.said();
    let failed = said.iter().filter(|one| one.starts_with("AMQ9999E"));
    assert_eq!(failed.count(), 3, "{said:#?}");
    reader.close(held, mq::MQCO_NONE).expect("closed");
    reader.disconnect().expect("disconnected");
    joined.put(0..1);
    joined.one.commands(&[START]);
    assert_eq!(joined.arrived(1), [0]);
    // They are all there again once messages can travel.
    joined.one.await_shown(SHOW, |shown| {
        shown.contains("SHORTRTS(1)") && shown.contains("LONGRTS(1)")
    });
    joined.end();
}

/// A port at which the system keeps whoever calls waiting, until somebody takes those who called before.
fn crowded() -> (TcpListener, Vec<TcpStream>) {
    let listener = rustix::net::socket(AddressFamily::INET, SocketType::STREAM, None);
    let listener = listener.expect("a socket");
    rustix::net::bind(&listener, &SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0)).expect("a port");
    rustix::net::listen(&listener, 0).expect("listens");
    let listener = TcpListener::from(listener);
    let address = listener.local_addr().expect("it has one");
    let mut waiting = Vec::new();
    let patience = Duration::from_millis(200);
    while let Ok(stream) = TcpStream::connect_timeout(&address, patience) {
        waiting.push(stream);
        assert!(waiting.len() < 100, "somebody answers");
    }
    (listener, waiting)
}

/// The connection to the old one comes while the new one is being called.
#[test]
fn a_channel_that_is_started_anew_does_not_run_at_the_address_it_had() {
    let joined = Joined::new("readdressed");
    let [(old, before), (new, _waiting)] = [crowded(), crowded()];
    let at = |listener: &TcpListener| {
        let port = listener.local_addr().expect("it has one").port();
        format!("ALTER CHANNEL(ONE.TO.TWO) CHLTYPE(SDR) CONNAME('127.0.0.1({port})') SHORTTMR(60)")
    };
    let is_called = |shown: &str| shown.contains("STATUS(BINDING)");
    joined.one.commands(&[&at(&old), START]);
    joined.one.await_shown(SHOW, is_called);
    let stop = "STOP CHANNEL(ONE.TO.TWO) STATUS(INACTIVE)";
    joined.one.commands(&[stop, &at(&new), START]);
    joined.one.await_shown(SHOW, is_called);
    for _ in &before {
        old.accept().expect("it waited");
    }
    let (mut late, _) = old.accept().expect("the channel's");
    assert_eq!(
        late.read(&mut [0; 100]).expect("closed"),
        0,
        "nothing is said"
    );
    assert!(is_called(&joined.one.shown(SHOW)));
    joined.one.commands(&[stop]);
    joined.end();
}

/// More are started than may run: each that runs is seen, and can be stopped, and then another one has its place.
#[test]
fn channels_that_are_started_at_once_do_not_run_unseen_beyond_the_limit() {
    const NAMES: [&str; 6] = ["A", "B", "C", "D", "E", "F"];
    let settings = ServiceSettings {
        client_road: ClientRoadSettings {
            active_channels_max: 2,
            ..quiet().client_road
        },
        ..quiet()
    };
    let joined = Joined::with("many", settings);
    let channel = |name: &str| format!("{name}.TO.TWO");
    for name in NAMES {
        joined.define(&channel(name), &format!("XMITQ.{name}"));
        let receiver = format!("DEFINE CHANNEL({}) CHLTYPE(RCVR)", channel(name));
        joined.two.commands(&[&receiver]);
    }
    let starts = NAMES.map(|name| format!("START CHANNEL({})", channel(name)));
    let starts = starts.each_ref().map(String::as_str);
    joined.one.commands(&starts);
    let show = "DISPLAY CHSTATUS(*) STATUS";
    let running = |shown: &str| -> Vec<String> {
        let rows = shown.split("AMQ8417I").skip(1);
        let running = rows.filter(|row| row.contains("STATUS(RUNNING)"));
        let name = |row: &str| {
            row.split_once("CHANNEL(")?
                .1
                .split_once(')')
                .map(|it| it.0.to_owned())
        };
        running.filter_map(name).collect()
    };
    let mut stopped = Vec::new();
    while stopped.len() < NAMES.len() {
        let most = 2.min(NAMES.len() - stopped.len());
        let shown = joined
            .one
            .await_shown(show, |shown| running(shown).len() == most);
        let here = running(&shown);
        // The other end has no more, as soon as it knows that those before them are gone.
        joined.two.await_shown(show, |shown| running(shown) == here);
        let one = here.first().expect("there is one").clone();
        joined
            .one
            .commands(&[&format!("STOP CHANNEL({one}) MODE(FORCE)")]);
        joined
            .one
            .await_shown(&format!("DISPLAY CHSTATUS({one}) STATUS"), |shown| {
                shown.contains("STATUS(STOPPED)")
            });
        stopped.push(one);
    }
    joined.end();
}

/// Nobody could stop it afterwards by what it is called.
#[test]
fn a_channel_that_runs_is_not_deleted() {
    let joined = Joined::new("deleted");
    joined.one.commands(&[START]);
    let delete = "DELETE CHANNEL(ONE.TO.TWO)";
    for office in [&joined.one, &joined.two] {
        office.await_shown(SHOW, |shown| shown.contains("STATUS(RUNNING)"));
        let refused = office.refused(delete);
        assert!(refused.starts_with("AMQ9514E"), "{refused}");
    }
    joined.stop();
    joined.one.commands(&[delete]);
    joined
        .two
        .await_shown(SHOW, |shown| shown.contains("AMQ8420I"));
    joined.two.commands(&[delete]);
    joined.end();
}
