//! A server that is killed while programs publish over each road: subscriptions that last, publications nobody has got yet
//! and what is retained are there again; what does not last is gone.
//!
//! The test program starts itself again as the server; see `ChildServer`.

use crate::support::child::ChildServer;
use crate::support::{Running, Scratch, command, persistent};
use ferromq::{GetOptions, MsgDescriptor, ObjectDescriptor, ObjectHandle, PutOptions, Reason, mq};
use ferromq_base::random::SplitMix64;
use ferromq_client::{Address, BindingsConnection, ClientChannel, ClientConnection};
use ferromq_mqi::options::{ConnectOptions, SubscriptionDescriptor};
use ferromq_mqi::session::{Connected, MqError, Session};
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const TOPIC: &str = "killed/topic";
const KILLS: u64 = 8;
/// How long publications may take.
const PATIENCE: Duration = Duration::from_secs(120);

type App = Session<Box<dyn Connected + Send>>;

/// How programs reach the server.
struct Roads {
    data_path: PathBuf,
    port: u16,
}

impl Roads {
    /// A connection over bindings or as a client, as soon as the server is there.
    fn connect(&self, as_client: bool) -> App {
        let options = ConnectOptions::default();
        loop {
            let connected: Option<Box<dyn Connected + Send>> = match as_client {
                true => {
                    let address = Address {
                        host: "127.0.0.1".into(),
                        port: self.port,
                    };
                    let channel = ClientChannel::new("ROAD.SVRCONN", vec![address]);
                    let connection = ClientConnection::connect(&channel, &options);
                    connection.ok().map(|one| Box::new(one) as _)
                }
                false => {
                    let connection = BindingsConnection::connect(&self.data_path, "QM1", &options);
                    connection.ok().map(|one| Box::new(one) as _)
                }
            };
            match connected {
                Some(connected) => return Session::new(connected),
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        }
    }
}

/// Makes the queue manager; a port nobody listens at.
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
    local.disconnect().expect("disconnected");
    drop(running);
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    free.local_addr().expect("bound").port()
}

fn subscribe(app: &mut App, lasting: bool) -> (ObjectHandle, ObjectHandle) {
    let lasts = mq::MQSO_DURABLE | mq::MQSO_RESUME;
    let mut asked = SubscriptionDescriptor {
        options: mq::MQSO_CREATE | mq::MQSO_MANAGED | if lasting { lasts } else { 0 },
        object_string: TOPIC.to_owned(),
        sub_name: if lasting { "lasting" } else { "" }.to_owned(),
        ..SubscriptionDescriptor::default()
    };
    let made = app.subscribe(&mut asked, ObjectHandle::NONE);
    made.expect("subscribed")
}

/// The numbers on a queue, browsed or got.
fn numbers(app: &mut App, queue: ObjectHandle, options: i32) -> Vec<u32> {
    let get = GetOptions {
        options: options | mq::MQGMO_NO_PROPERTIES,
        ..GetOptions::default()
    };
    let mut all = Vec::new();
    loop {
        match app.get(queue, &MsgDescriptor::default(), &get, 1 << 20) {
            Ok(got) => {
                let text = String::from_utf8_lossy(&got.body).into_owned();
                all.push(text.parse().expect("a number"));
            }
            Err(error) => {
                assert_eq!(error.reason, Reason::NO_MSG_AVAILABLE);
                return all;
            }
        }
    }
}

/// What was answered, and the last number anybody tried.
#[derive(Default)]
struct Published {
    answered: Vec<u32>,
    last: u32,
}

/// Publishes numbers until the server is gone.
fn publish(
    app: &mut App,
    published: &mut Published,
    noise: &mut SplitMix64,
    answered: &AtomicUsize,
) -> Result<(), MqError> {
    let mut object = ObjectDescriptor::topic(TOPIC);
    let topic = app.open_object(&mut object, mq::MQOO_OUTPUT)?;
    loop {
        published.last += 1;
        let under_syncpoint = noise.chance(50);
        let syncpoint = match under_syncpoint {
            true => mq::MQPMO_SYNCPOINT,
            false => mq::MQPMO_NO_SYNCPOINT,
        };
        let mut options = PutOptions {
            options: mq::MQPMO_RETAIN | syncpoint,
            ..PutOptions::default()
        };
        let body = published.last.to_string();
        app.put(topic, &mut persistent(), &mut options, body)?;
        if under_syncpoint && noise.chance(20) {
            app.back_out()?;
            continue;
        }
        if under_syncpoint {
            app.commit()?;
        }
        published.answered.push(published.last);
        answered.fetch_add(1, Ordering::Relaxed);
    }
}

/// Kills the server some time after so many publications were answered.
fn kill_after(server: ChildServer, (answered, enough): (&AtomicUsize, usize), pause: Duration) {
    let began = Instant::now();
    while answered.load(Ordering::Relaxed) < enough && began.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(pause);
    drop(server);
}

/// What is there must be what was answered, in that order, and perhaps what was on its way. That is answered from now on.
fn judge(app: &mut App, published: &mut Published) {
    let (queue, subscription) = subscribe(app, true);
    let there = numbers(app, queue, mq::MQGMO_BROWSE_NEXT);
    let in_flight = there
        .last()
        .filter(|last| **last == published.last && published.answered.last() != Some(*last));
    published.answered.extend(in_flight);
    assert_eq!(there, published.answered, "each once and in order");
    for handle in [queue, subscription] {
        app.close(handle, mq::MQCO_NONE).expect("closed");
    }
    let (queue, subscription) = subscribe(app, false);
    let retained = numbers(app, queue, mq::MQGMO_NO_SYNCPOINT);
    let last = published.answered.last().copied();
    assert_eq!(retained, Vec::from_iter(last), "what is retained");
    app.close(subscription, mq::MQCO_NONE).expect("closed");
}

#[test]
fn a_killed_server_comes_back_with_subscriptions_and_what_was_published() {
    let scratch = Scratch::new("published");
    let port = prepare(&scratch);
    let roads = Roads {
        data_path: scratch.0.clone(),
        port,
    };
    let (mut published, mut noise) = (Published::default(), SplitMix64::new(0x9ab5));
    for life in 0..=KILLS {
        let server = ChildServer::start(&scratch.0, port);
        let as_client = life % 2 == 1;
        judge(&mut roads.connect(!as_client), &mut published);
        if life == KILLS {
            break;
        }
        let mut listener = roads.connect(as_client);
        let _handles_of_a_dead_server = subscribe(&mut listener, false);
        let mut app = roads.connect(as_client);
        let pause = Duration::from_millis(5 + noise.below(60));
        // Some are killed whether anything is answered or not.
        let enough = if life % 4 == 0 { 0 } else { 2 };
        let answered = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            scope.spawn(|| kill_after(server, (&answered, enough), pause));
            let broken = publish(&mut app, &mut published, &mut noise, &answered);
            let broken = broken.expect_err("it is killed");
            assert_eq!(broken.reason, Reason::CONNECTION_BROKEN);
        });
    }
    assert!(
        published.answered.len() as u64 > KILLS,
        "too little was published"
    );
    let running = Running::start(&scratch.0);
    let mut local = running.connect();
    let (shown, _) = local
        .command("DISPLAY QLOCAL(SYSTEM.MANAGED.*)")
        .expect("shown");
    assert_eq!(shown.matches("QUEUE(SYSTEM.MANAGED.").count(), 1, "{shown}");
}
