//! A user database that does not answer holds up whoever it is asked about, and nobody else on the same thread; and them not for
//! ever.

use crate::support::{BOTH, Running, Scratch, command, not_persistent, quiet};
use ferromq::engine::{Entities, Entity, Unanswered};
use ferromq::{GetOptions, MsgDescriptor, ObjectHandle, PutOptions, QueueManager, Settings, mq};
use ferromq_client::{Address, BindingsConnection, ClientChannel, ClientConnection};
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{ConnectOptions, ObjectDescriptor};
use ferromq_mqi::place::socket_path;
use ferromq_mqi::session::{Connected, Session};
use ferromq_server::{PasswordSettings, Server, ServiceSettings};
use std::collections::BTreeSet;
use std::net::Ipv4Addr;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// Nobody waits that long for anything here unless it never comes.
const NEVER: Duration = Duration::from_secs(60);
/// What is not answered by then waits for the user database.
const A_WHILE: Duration = Duration::from_millis(300);

/// Everybody administers, and about some the database says nothing for now, or that it cannot say it.
#[derive(Default)]
struct Users {
    held_and_asked: Mutex<(BTreeSet<String>, BTreeSet<String>)>,
    /// It cannot be asked for this one now.
    fails: Mutex<Option<String>>,
    changed: Condvar,
}

impl Users {
    fn hold(&self, users: &[&str]) {
        let (held, asked) = &mut *self.held_and_asked.lock().expect("no panic");
        *held = users.iter().map(|user| (*user).to_owned()).collect();
        asked.clear();
        self.changed.notify_all();
    }

    fn wait_until_asked(&self, user: &str) {
        let lock = self.held_and_asked.lock().expect("no panic");
        let waits = |state: &mut (BTreeSet<_>, BTreeSet<String>)| !state.1.contains(user);
        let waited = self.changed.wait_timeout_while(lock, NEVER, waits);
        assert!(
            !waited.expect("no panic").1.timed_out(),
            "nobody asks for {user}"
        );
    }

    fn fail_for(&self, user: &str) {
        *self.fails.lock().expect("no panic") = Some(user.to_owned());
    }

    fn answer_for_all(&self) {
        *self.fails.lock().expect("no panic") = None;
    }

    fn ask(&self, user: &str) -> Result<Entity, Unanswered> {
        let fails = self.fails.lock().expect("no panic").as_deref() == Some(user);
        if fails {
            return Err(Unanswered("the directory is away".to_owned()));
        }
        let mut lock = self.held_and_asked.lock().expect("no panic");
        lock.1.insert(user.to_owned());
        self.changed.notify_all();
        let waited = self
            .changed
            .wait_while(lock, |state| state.0.contains(user));
        drop(waited.expect("no panic"));
        Ok(Entity::new(user, [], true))
    }
}

impl Entities for Users {
    fn user(&self, name: &str) -> Result<Entity, Unanswered> {
        self.ask(name)
    }

    fn local_user(&self, _: u32, name: &str) -> Result<Entity, Unanswered> {
        self.ask(name)
    }

    fn has_group(&self, _: &str) -> bool {
        true
    }
}

/// Lets everybody go when a test ends, well or not.
struct LetGo(Arc<Users>);

impl Drop for LetGo {
    fn drop(&mut self) {
        self.0.hold(&[]);
    }
}

struct World {
    let_go: LetGo,
    running: Running,
    engine: ferromq::engine::QueueManager,
    port: u16,
    /// Who runs this.
    me: String,
    notices: Arc<Mutex<Vec<String>>>,
    _scratch: Scratch,
}

impl World {
    /// A server with one thread for local programs and one for clients.
    fn new(test: &str, decision_max: Duration) -> Self {
        let scratch = Scratch::new(test);
        let users = Arc::new(Users::default());
        let notices: Arc<Mutex<Vec<String>>> = Arc::default();
        let told = Arc::clone(&notices);
        let mut services = ServiceSettings {
            service_threads: 1,
            passwords: PasswordSettings {
                decision_max,
                ..PasswordSettings::default()
            },
            notices: Arc::new(move |notice| {
                let line = format!("{} {}", notice.number, notice.text);
                told.lock().expect("no panic").push(line);
            }),
            ..quiet()
        };
        services.client_road.event_loops = 1;
        let settings = Settings {
            notices: Arc::clone(&services.notices),
            users: Arc::clone(&users) as Arc<dyn Entities>,
            ..Settings::default()
        };
        QueueManager::create(&scratch.0, "QM1", &settings).expect("created");
        let manager = QueueManager::open(&scratch.0, "QM1", &settings).expect("opened");
        let engine = manager.engine().clone();
        let socket = socket_path(&scratch.0, "QM1");
        let server = Server::start(manager, &socket, services).expect("serves");
        let running = Running::serve(&scratch.0, server);
        let mut session = running.connect();
        for text in [
            "ALTER QMGR CHLAUTH(DISABLED) CONNAUTH(' ')",
            "REFRESH SECURITY TYPE(CONNAUTH)",
            "DEFINE QLOCAL(Q)",
            "DEFINE CHANNEL(QUICK) CHLTYPE(SVRCONN) MCAUSER('quick')",
            "DEFINE CHANNEL(SLOW) CHLTYPE(SVRCONN) MCAUSER('slow')",
        ] {
            command(&mut session, text);
        }
        let localhost = Some(Ipv4Addr::LOCALHOST.into());
        let port = running.handle.start_listener("L", localhost, 0);
        Self {
            let_go: LetGo(users),
            port: port.expect("a port"),
            running,
            engine,
            me: ferromq::local_user_name(rustix::process::geteuid().as_raw()),
            notices,
            _scratch: scratch,
        }
    }

    fn users(&self) -> &Users {
        &self.let_go.0
    }

    /// From now on nobody says who these are, and nobody remembers it.
    fn forget_and_hold(&self, users: &[&str]) {
        self.users().hold(users);
        self.engine.refresh_entities();
    }

    fn local(&self) -> Receiver<Result<Session<BindingsConnection>, Reason>> {
        let socket = self.running.socket();
        aside(move || {
            let connected = BindingsConnection::connect_at(&socket, &ConnectOptions::default());
            connected
                .map(Session::new)
                .map_err(|failure| failure.reason)
        })
    }

    fn client(&self, channel: &'static str) -> Receiver<Result<Session<ClientConnection>, Reason>> {
        let host = "127.0.0.1".into();
        let address = Address {
            host,
            port: self.port,
        };
        aside(move || {
            let channel = ClientChannel::new(channel, vec![address]);
            let connected = ClientConnection::connect(&channel, &ConnectOptions::default());
            connected
                .map(Session::new)
                .map_err(|failure| failure.reason)
        })
    }
}

/// Does something that may be held up, on a thread of its own.
fn aside<T: Send + 'static>(act: impl FnOnce() -> T + Send + 'static) -> Receiver<T> {
    let (tells, told) = mpsc::channel();
    std::thread::spawn(move || {
        // A test that has failed listens no more.
        let _ = tells.send(act());
    });
    told
}

fn soon<T>(told: &Receiver<T>, what: &str) -> T {
    told.recv_timeout(NEVER)
        .unwrap_or_else(|_| panic!("{what} is held up"))
}

fn is_held_up<T>(told: &Receiver<T>) -> bool {
    matches!(told.recv_timeout(A_WHILE), Err(RecvTimeoutError::Timeout))
}

/// Round trips that do not wait for who is held up. Gives the connection back.
fn round_trips<C: Connected + Send + 'static>(
    mut session: Session<C>,
    queue: ObjectHandle,
    who: &str,
) -> Session<C> {
    let done = aside(move || {
        for _ in 0..50 {
            let (mut descriptor, mut options) = (not_persistent(), PutOptions::default());
            options.options = mq::MQPMO_NO_SYNCPOINT;
            let put = session.put(queue, &mut descriptor, &mut options, vec![7; 100]);
            put.expect("put");
            let any = MsgDescriptor::default();
            let got = session.get(queue, &any, &GetOptions::default(), 1_000);
            got.expect("a message");
        }
        session
    });
    soon(&done, who)
}

#[test]
fn a_program_whose_user_nobody_can_look_up_holds_up_itself_and_no_other() {
    let world = World::new("slow-users", NEVER * 10);
    let mut local = soon(&world.local(), "the first program").expect("connected");
    let local_queue = local.open("Q", BOTH).expect("opened");
    let mut client = soon(&world.client("QUICK"), "the first client").expect("connected");
    let client_queue = client.open("Q", BOTH).expect("opened");

    world.forget_and_hold(&[&world.me, "slow"]);
    let (second_local, second_client) = (world.local(), world.client("SLOW"));
    world.users().wait_until_asked(&world.me);
    world.users().wait_until_asked("slow");
    let local = round_trips(local, local_queue, "a program that is connected");
    let mut client = round_trips(client, client_queue, "a client that is connected");
    // Another user than the one nobody knows comes in meanwhile.
    soon(&world.client("QUICK"), "another client").expect("connected");
    client.open("Q", BOTH).expect("opened");
    assert!(is_held_up(&second_local) && is_held_up(&second_client));

    world.users().hold(&[]);
    let mut second_local = soon(&second_local, "the second program").expect("connected");
    second_local.open("Q", BOTH).expect("opened");
    let mut second_client = soon(&second_client, "the second client").expect("connected");
    second_client.open("Q", BOTH).expect("opened");
    drop((local, client));
}

#[test]
fn an_open_waits_for_a_user_to_be_looked_up_and_holds_up_no_other() {
    let world = World::new("slow-opens", NEVER * 10);
    let mut busy = soon(&world.local(), "a program").expect("connected");
    let mut idle = soon(&world.local(), "another program").expect("connected");
    let queue = idle.open("Q", BOTH).expect("opened");
    // Of its own user nobody remembers anything, and of the other one nobody has heard yet.
    for (held, options) in [
        (&*world.me, BOTH),
        ("other", BOTH | mq::MQOO_ALTERNATE_USER_AUTHORITY),
    ] {
        world.forget_and_hold(&[held]);
        let opened = aside(move || {
            let mut descriptor = ObjectDescriptor::queue("Q");
            descriptor.alternate_user_id = FixedText::truncated("other");
            let request = Request::Open {
                descriptor,
                options,
            };
            (busy.road().call(request), busy)
        });
        world.users().wait_until_asked(held);
        idle = round_trips(idle, queue, "a program that is connected");
        assert!(is_held_up(&opened), "{held}");
        world.users().hold(&[]);
        let (reply, opener) = soon(&opened, "the open");
        assert!(matches!(reply, Reply::Opened { .. }), "{reply:?}");
        busy = opener;
    }
}

#[test]
fn who_is_not_decided_about_in_time_is_told_so() {
    let world = World::new("slow-decisions", Duration::from_millis(200));
    world.forget_and_hold(&[&world.me, "slow"]);
    let overdue = [
        soon(&world.local(), "a program").err(),
        soon(&world.client("SLOW"), "a client").err(),
    ];
    assert_eq!(overdue, [Some(Reason::SECURITY_ERROR); 2]);
    let told = world.notices.lock().expect("no panic").join("\n");
    assert_eq!(told.matches("FMQ0179").count(), 2, "{told}");
    // The answers come after all, and are of use to those who come later.
    world.users().hold(&[]);
    soon(&world.local(), "a program").expect("connected");
    soon(&world.client("SLOW"), "a client").expect("connected");
}

/// Goal: threads that hang are replaced, so that others go on, but not for ever; whoever comes then is refused at once, and operators are told; and
/// threads that are answered after all work again. Method: clients of a user about whom nothing is said, until that is so.
#[test]
fn threads_that_hang_are_replaced_up_to_a_number_and_used_again_when_they_are_answered() {
    let world = World::new("hanging-decisions", Duration::from_millis(50));
    world.forget_and_hold(&["slow"]);
    let told = || world.notices.lock().expect("no panic").join("\n");
    let (mut refused, mut let_in) = (0, 0);
    while !told().contains("FMQ0180") {
        let slow = soon(&world.client("SLOW"), "a client").err();
        assert_eq!(slow, Some(Reason::SECURITY_ERROR));
        refused += 1;
        // It must not be remembered.
        world.engine.refresh_entities();
        let_in += i32::from(soon(&world.client("QUICK"), "another client").is_ok());
        assert!(refused <= 100, "nobody is told: {}", told());
    }
    assert!(
        let_in > 4,
        "{let_in} were let in beside {refused} who were not"
    );
    world.users().hold(&[]);
    while let Err(reason) = soon(&world.client("QUICK"), "a client") {
        assert_eq!(reason, Reason::SECURITY_ERROR);
    }
}

/// Goal: the same of threads that ask for users whom verbs need; and an end of the queue manager that waits for none of them.
#[test]
fn an_end_waits_for_nobody_who_asks_the_system_in_vain() {
    let world = World::new("hanging-look-ups", NEVER * 10);
    let mut busy = soon(&world.local(), "a program").expect("connected");
    world.users().hold(&["other"]);
    let opened = aside(move || {
        let mut descriptor = ObjectDescriptor::queue("Q");
        descriptor.alternate_user_id = FixedText::truncated("other");
        let request = Request::Open {
            descriptor,
            options: BOTH | mq::MQOO_ALTERNATE_USER_AUTHORITY,
        };
        busy.road().call(request)
    });
    world.users().wait_until_asked("other");
    let World {
        let_go, running, ..
    } = world;
    let ended = aside(move || drop(running));
    soon(&ended, "the end");
    soon(&opened, "the open");
    drop(let_go);
}

/// A database that is away for a moment makes nobody a user without groups: neither for what is granted, nor for what is refused to those
/// who administer.
#[test]
fn who_the_system_cannot_say_anything_of_is_refused_and_asked_for_again() {
    let world = World::new("failing-users", NEVER * 10);
    let refused = Some(Reason::SECURITY_ERROR);
    let (me, slow) = (&*world.me, "slow");
    world.engine.refresh_entities();
    world.users().fail_for(me);
    assert_eq!(soon(&world.local(), "a program").err(), refused);
    world.users().answer_for_all();
    assert_eq!(soon(&world.local(), "a program").err(), None);
    world.users().fail_for(slow);
    assert_eq!(soon(&world.client("SLOW"), "a client").err(), refused);
    world.users().answer_for_all();
    let mut client = soon(&world.client("SLOW"), "a client").expect("connected");

    // Of another user a verb needs, and of its own after a refresh.
    let mut open = |options: i32| {
        let mut descriptor = ObjectDescriptor::queue("Q");
        descriptor.alternate_user_id = FixedText::truncated("other");
        let opened = client.open_object(&mut descriptor, options);
        opened.err().map(|failure| failure.reason)
    };
    let stands_in = BOTH | mq::MQOO_ALTERNATE_USER_AUTHORITY;
    world.users().fail_for("other");
    assert_eq!(open(stands_in), refused);
    world.users().answer_for_all();
    assert_eq!(open(stands_in), None);
    world.users().fail_for(slow);
    world.engine.refresh_entities();
    assert_eq!(open(BOTH), refused);
    world.users().answer_for_all();
    assert_eq!(open(BOTH), None);
    let told = world.notices.lock().expect("no panic").join("\n");
    assert!(told.contains("FMQ0499"), "{told}");

    // It administers, which a record refuses: also while nobody can say so.
    command(
        &mut soon(&world.local(), "a program").expect("connected"),
        "ALTER QMGR CHLAUTH(ENABLED)",
    );
    world.engine.refresh_entities();
    world.users().fail_for(slow);
    assert_eq!(soon(&world.client("SLOW"), "a client").err(), refused);
    world.users().answer_for_all();
    let blocked = Some(Reason::NOT_AUTHORIZED);
    assert_eq!(soon(&world.client("SLOW"), "a client").err(), blocked);
}
