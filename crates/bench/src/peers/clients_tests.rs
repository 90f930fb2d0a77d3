//! A fake of each peer, on threads of the test: enough of a server for a round trip, a stream and a publication.

use super::super::resp::{self, Answer};
use super::super::workload::{Shape, WORKLOADS, Workload};
use super::*;
use crate::script::Phase;
use std::collections::{HashMap, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::sync::{Condvar, Mutex};
use std::time::Instant;

/// What a fake does wrong.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    None,
    /// Changes the 40th message.
    Changes,
    /// Says something that is no protocol instead of it.
    Garbles,
    /// Sends it twice.
    Doubles,
    /// Closes the connection it is for.
    Closes,
}

const FAULTY: u64 = 40;

/// Which message this is among all.
#[derive(Default)]
struct Count(Mutex<u64>);

impl Count {
    fn is_faulty(&self) -> bool {
        let mut count = self.0.lock().expect("not poisoned");
        *count += 1;
        *count == FAULTY
    }
}

/// Accepts for ever; each connection is served by a thread that ends with it.
fn listen(serve: impl Fn(TcpStream) + Send + Sync + 'static) -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let serve = Arc::new(serve);
    std::thread::spawn(move || {
        for socket in listener.incoming().flatten() {
            // Small answers would otherwise wait for each other.
            socket.set_nodelay(true).expect("a socket");
            let serve = Arc::clone(&serve);
            std::thread::spawn(move || serve(socket));
        }
    });
    port
}

type Subscriptions = Mutex<Vec<(String, TcpStream)>>;

fn matches(pattern: &str, subject: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => subject.starts_with(start),
        None => pattern == subject,
    }
}

/// Gives each message to all of its subscriptions; one of a group is enough for these tests, which have no larger ones.
fn fake_nats(fault: Fault) -> u16 {
    let (subscriptions, count) = (Subscriptions::default(), Count::default());
    listen(move |mut socket| {
        let mut input = BufReader::new(socket.try_clone().expect("a clone"));
        let _ = socket.write_all(b"INFO {}\r\n");
        let mut line = String::new();
        while input.read_line(&mut line).is_ok_and(|length| length > 0) {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["PING"] => drop(socket.write_all(b"PONG\r\n")),
                ["SUB", subject, ..] => {
                    let mut all = subscriptions.lock().expect("not poisoned");
                    all.push((subject.to_owned(), socket.try_clone().expect("a clone")));
                }
                ["PUB", subject, ref rest @ ..] => {
                    let length: usize = rest[rest.len() - 1].parse().expect("a length");
                    let mut body = vec![0; length + 2];
                    input.read_exact(&mut body).expect("the data");
                    let faulty = count.is_faulty();
                    if faulty && fault == Fault::Changes {
                        body[0] ^= 1;
                    }
                    let mut message =
                        format!("MSG {subject} 1 {}\r\n", rest.join(" ")).into_bytes();
                    message.extend_from_slice(&body);
                    if faulty && fault == Fault::Garbles {
                        message = b"SAY what?\r\n".to_vec();
                    }
                    if faulty && fault == Fault::Doubles {
                        message = message.repeat(2);
                    }
                    let mut all = subscriptions.lock().expect("not poisoned");
                    for (_, to) in all
                        .iter_mut()
                        .filter(|(pattern, _)| matches(pattern, subject))
                    {
                        if faulty && fault == Fault::Closes {
                            let _ = to.shutdown(std::net::Shutdown::Both);
                        }
                        // One that has gone has heard enough.
                        let _ = to.write_all(&message);
                    }
                }
                _ => {}
            }
            line.clear();
        }
    })
}

type Lists = Arc<(Mutex<HashMap<Vec<u8>, VecDeque<Vec<u8>>>>, Condvar)>;

/// Lists only: what round trips need.
fn fake_redis(fault: Fault) -> u16 {
    let (lists, count) = (Lists::default(), Count::default());
    listen(move |mut socket| {
        let mut input = Vec::new();
        loop {
            let (words, used) = match resp::read(&input).expect("commands are in the protocol") {
                Some((Answer::Parts(parts), used)) => {
                    let words = parts.iter().filter_map(Answer::text);
                    (words.map(<[u8]>::to_vec).collect::<Vec<_>>(), used)
                }
                _ => {
                    let mut some = [0; 4096];
                    match socket.read(&mut some) {
                        Ok(0) | Err(_) => return,
                        Ok(length) => input.extend_from_slice(&some[..length]),
                    }
                    continue;
                }
            };
            input.drain(..used);
            let Some(answer) = answer_of(&lists, &words, fault, &count) else {
                return;
            };
            if socket.write_all(&answer).is_err() {
                return;
            }
        }
    })
}

fn answer_of(lists: &Lists, words: &[Vec<u8>], fault: Fault, count: &Count) -> Option<Vec<u8>> {
    let (map, changed) = &**lists;
    let mut map = map.lock().expect("not poisoned");
    match words[0].as_slice() {
        b"LPUSH" => {
            let mut body = words[2].clone();
            let faulty = count.is_faulty();
            match fault {
                Fault::Changes if faulty => body[0] ^= 1,
                Fault::Garbles if faulty => return Some(b"?\r\n".to_vec()),
                Fault::Closes if faulty => return None,
                _ => {}
            }
            let list = map.entry(words[1].clone()).or_default();
            if faulty && fault == Fault::Doubles {
                list.push_front(body.clone());
            }
            list.push_front(body);
            changed.notify_all();
            Some(b":1\r\n".to_vec())
        }
        b"BRPOP" => {
            let until = Instant::now() + Duration::from_millis(300);
            loop {
                if let Some(body) = map.get_mut(&words[1]).and_then(VecDeque::pop_back) {
                    let mut out = Vec::new();
                    resp::begin(&mut out, 2);
                    resp::word(&mut out, &words[1]);
                    resp::word(&mut out, &body);
                    return Some(out);
                }
                let left = until.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    return Some(b"*-1\r\n".to_vec());
                }
                map = changed.wait_timeout(map, left).expect("not poisoned").0;
            }
        }
        _ => Some(b"+PONG\r\n".to_vec()),
    }
}

/// Runs the clients of a workload until they have done something, or have failed.
fn run(kind: Kind, port: u16, workload: &Workload) -> Result<Counted, Failure> {
    let ports = Ports::new(port, vec![port]);
    let crew = crew(kind, ports, workload)?;
    crew.phase.set(Phase::MEASURE);
    while crew.completed() < 200 && !crew.any_over() {
        std::thread::sleep(Duration::from_millis(1));
    }
    crew.finish()
}

fn round_trips(requesters: usize) -> Workload {
    Workload {
        shape: Shape::RoundTrips { requesters },
        size: 100,
        ..WORKLOADS[0]
    }
}

#[test]
fn round_trips_with_fakes_are_counted_and_checked() {
    for requesters in [1, 3] {
        for (kind, port) in [
            (Kind::Nats, fake_nats(Fault::None)),
            (Kind::Redis, fake_redis(Fault::None)),
        ] {
            let counted = run(kind, port, &round_trips(requesters)).expect("a run");
            assert!(counted.checked >= 200, "{}", kind.name());
            assert!(counted.measured > 0 && counted.latencies.count() == counted.measured);
        }
    }
}

#[test]
fn streams_and_publications_with_a_fake_are_counted_and_checked() {
    for shape in [
        Shape::Stream { pairs: 3, batch: 0 },
        Shape::Publish { subscribers: 4 },
    ] {
        let workload = Workload {
            shape,
            size: 100,
            ..WORKLOADS[0]
        };
        let counted = run(Kind::Nats, fake_nats(Fault::None), &workload).expect("a run");
        assert!(counted.checked >= 200 && counted.measured > 0, "{shape:?}");
    }
}

#[test]
fn a_peer_that_changes_garbles_doubles_or_closes_fails_the_run() {
    for fault in [
        Fault::Changes,
        Fault::Garbles,
        Fault::Doubles,
        Fault::Closes,
    ] {
        for (kind, port) in [
            (Kind::Nats, fake_nats(fault)),
            (Kind::Redis, fake_redis(fault)),
        ] {
            let ended = run(kind, port, &round_trips(1));
            let told = matches!(
                (&ended, fault),
                (Err(Failure::Peer(_)), Fault::Garbles)
                    | (Err(Failure::Wrong(_)), Fault::Changes | Fault::Doubles)
                    | (Err(Failure::Wrong(_) | Failure::Io(..)), Fault::Closes)
            );
            assert!(told, "{}: {:?}", kind.name(), ended.err());
        }
    }
}
