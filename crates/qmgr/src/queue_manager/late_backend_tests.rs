//! A queue whose engine answers later: verbs are pending meanwhile, each place is asked for once, answers are held back until the engine has done
//! what they say, and who goes in the middle leaves nothing held.

use crate::queue_manager::QueueManager;
use crate::verbs::connection::Connection;
use crate::verbs::step::WaitingFor;
use crate::{SimulatedPlace, tester};
use bytes::Bytes;
use ferromq_base::random::SplitMix64;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{
    ConnectOptions, GetOptions, ObjectDescriptor, ObjectHandle, PutOptions, SubscriptionDescriptor,
};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_queue::{Answers, RehearsedQueue};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};

const NAME: &str = "ELSEWHERE";
/// Calls that neither give nor take: figures, hints and settings.
const ASIDE: [&str; 5] = ["expect", "depth", "status", "update_settings", "backlog"];

struct Home {
    _place: SimulatedPlace,
    manager: QueueManager,
    engine: Arc<RehearsedQueue>,
    heard: Arc<Mutex<Vec<&'static str>>>,
}

/// A program, with the queue open for all.
struct Program {
    connection: Connection,
    handle: ObjectHandle,
}

impl Home {
    fn new(answers: impl FnMut(&'static str) -> Answers + Send + 'static) -> Self {
        let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
        let manager = place.start();
        let mut definition = Definition::new(ObjectKind::QLocal, ObjectName::truncated(NAME));
        definition.set(Attr::Maxdepth, 1_000).expect("in range");
        let heard: Arc<Mutex<Vec<&'static str>>> = Arc::default();
        let hears = Arc::clone(&heard);
        let answers = Mutex::new(answers);
        let engine = manager.add_simulated_backend(definition, move |call| {
            if !ASIDE.contains(&call) {
                hears.lock().expect("nobody panics").push(call);
            }
            let mut answers = answers.lock().expect("nobody panics");
            answers(call)
        });
        Self {
            _place: place,
            manager,
            engine,
            heard,
        }
    }

    fn program(&self) -> Program {
        let connection = self.manager.connect(&ConnectOptions::default(), tester());
        let mut connection = connection.expect("connected");
        let open = Request::Open {
            descriptor: ObjectDescriptor::queue(NAME),
            options: MQOO_OUTPUT | MQOO_INPUT_SHARED | MQOO_BROWSE,
        };
        let handle = match connection.start(open, Waker::noop()) {
            Poll::Ready(Reply::Opened { handle, .. }) => handle,
            other => panic!("{other:?}"),
        };
        Program { connection, handle }
    }

    /// What was asked since this was called last.
    fn heard(&self) -> Vec<&'static str> {
        std::mem::take(&mut self.heard.lock().expect("nobody panics"))
    }

    /// Messages on the queue, and those of them that are not committed.
    fn counts(&self) -> (u32, u32) {
        let registry = self.manager.engine.registry();
        let queue = registry.local_queue(&ObjectName::truncated(NAME));
        let queue = queue.expect("it is there");
        (queue.queue.depth(), queue.queue.uncommitted())
    }

    fn answer_all(&self) {
        while self.engine.answer_next() {}
    }

    /// Answers and forces until the verb is answered.
    fn finish(&self, program: &mut Program) -> Result<Reply, Reason> {
        for _ in 0..100 {
            self.answer_all();
            let head = self.manager.engine.log.head();
            program.connection.wait_for_log(head);
            if let Poll::Ready(reply) = program.connection.poll(Waker::noop()) {
                return outcome(reply);
            }
        }
        panic!(
            "it is never answered: {:?}",
            program.connection.waiting_for()
        );
    }

    fn verb_of(
        &self,
        program: &mut Program,
        request: impl FnOnce(&Program) -> Request,
    ) -> Result<Reply, Reason> {
        let request = request(program);
        self.verb(program, request)
    }

    fn verb(&self, program: &mut Program, request: Request) -> Result<Reply, Reason> {
        match program.connection.start(request, Waker::noop()) {
            Poll::Ready(reply) => outcome(reply),
            Poll::Pending => self.finish(program),
        }
    }
}

fn outcome(reply: Reply) -> Result<Reply, Reason> {
    match reply {
        Reply::Failed(reason) => Err(reason),
        reply => Ok(reply),
    }
}

impl Program {
    fn put(&self, options: i32, number: u64) -> Request {
        Request::Put {
            handle: self.handle,
            descriptor: MsgDescriptor {
                persistence: match number % 2 {
                    0 => MQPER_PERSISTENT,
                    _ => MQPER_NOT_PERSISTENT,
                },
                ..MsgDescriptor::default()
            },
            options: PutOptions {
                options,
                ..PutOptions::default()
            },
            body: Bytes::from(number.to_string()),
        }
    }

    fn get(&self, options: i32) -> Request {
        Request::Get {
            handle: self.handle,
            descriptor: MsgDescriptor::default(),
            options: GetOptions {
                options,
                wait_interval_ms: MQWI_UNLIMITED,
                ..GetOptions::default()
            },
            buffer_len: 100,
        }
    }

    fn start(&mut self, request: Request) -> Poll<Result<Reply, Reason>> {
        let begun = self.connection.start(request, Waker::noop());
        begun.map(outcome)
    }
}

fn number_of(reply: &Reply) -> u64 {
    let Reply::Got(got) = reply else {
        panic!("{reply:?}");
    };
    let text = std::str::from_utf8(&got.body).expect("text");
    text.parse().expect("a number")
}

/// All calls that may be pending are.
fn always_later() -> Home {
    Home::new(|_| Answers::Later)
}

#[test]
fn a_put_is_pending_until_its_place_is_there_and_asks_for_it_once() {
    let home = always_later();
    let mut program = home.program();
    assert!(program.start(program.put(MQPMO_SYNCPOINT, 1)).is_pending());
    assert_eq!(program.connection.waiting_for(), Some(WaitingFor::Room));
    assert!(!program.connection.has_begun());
    for _ in 0..3 {
        assert!(program.connection.poll(Waker::noop()).is_pending());
    }
    assert_eq!(home.heard(), ["reserve"]);
    home.finish(&mut program).expect("put");
    assert_eq!(home.heard(), ["insert"]);
}

#[test]
fn a_commit_is_answered_when_the_engine_shows_what_was_put() {
    let home = always_later();
    let (mut program, mut other) = (home.program(), home.program());
    home.verb_of(&mut program, |it| it.put(MQPMO_SYNCPOINT, 2))
        .expect("put");
    assert!(program.start(Request::Commit).is_pending());
    let head = home.manager.engine.log.head();
    program.connection.wait_for_log(head);
    // It is durable, and not shown.
    assert!(program.connection.poll(Waker::noop()).is_pending());
    assert!(
        home.manager
            .engine
            .pins
            .oldest(|| home.manager.engine.log.head())
            < head
    );
    home.answer_all();
    assert!(program.connection.poll(Waker::noop()).is_ready());
    assert_eq!(home.manager.engine.pins.oldest(|| head), head);
    let got = home.verb_of(&mut other, |it| it.get(MQGMO_NO_SYNCPOINT));
    assert_eq!(number_of(&got.expect("got")), 2);
}

#[test]
fn a_get_without_a_wait_is_pending_until_the_engine_says_that_there_is_nothing() {
    let home = always_later();
    let mut program = home.program();
    assert!(program.start(program.get(MQGMO_NO_SYNCPOINT)).is_pending());
    assert_eq!(program.connection.waiting_for(), Some(WaitingFor::Worker));
    let empty = home.finish(&mut program).map(drop);
    assert_eq!(empty, Err(Reason::NO_MSG_AVAILABLE));
    assert_eq!(home.heard(), ["select_into"]);
}

#[test]
fn a_program_that_goes_while_the_engine_looks_leaves_the_message_where_it_was() {
    let home = always_later();
    let (mut program, mut other) = (home.program(), home.program());
    home.verb_of(&mut program, |it| it.put(MQPMO_NO_SYNCPOINT, 1))
        .expect("put");
    assert!(program.start(program.get(MQGMO_SYNCPOINT)).is_pending());
    drop(program);
    home.answer_all();
    let got = home.verb_of(&mut other, |it| it.get(MQGMO_NO_SYNCPOINT));
    assert_eq!(number_of(&got.expect("it is there")), 1);
}

#[test]
fn a_place_that_comes_when_the_program_is_gone_is_given_back() {
    let home = always_later();
    let mut program = home.program();
    assert!(program.start(program.put(MQPMO_SYNCPOINT, 1)).is_pending());
    drop(program);
    home.answer_all();
    assert_eq!(home.heard(), ["reserve", "drop_handle", "release"]);
    assert_eq!(home.counts(), (0, 0));
}

#[test]
fn a_publication_asks_for_the_places_of_all_subscribers_at_once() {
    const SUBSCRIBERS: usize = 5;
    let home = always_later();
    let mut program = home.program();
    for number in 0..SUBSCRIBERS {
        let subscribe = Request::Subscribe {
            descriptor: Box::new(SubscriptionDescriptor {
                options: MQSO_CREATE | MQSO_NON_DURABLE,
                object_string: "a/b".to_owned(),
                sub_name: format!("S{number}"),
                ..SubscriptionDescriptor::default()
            }),
            queue: program.handle,
        };
        home.verb(&mut program, subscribe).expect("subscribed");
    }
    home.heard();
    let publish = Request::Put1 {
        object: Box::new(ObjectDescriptor {
            object_type: MQOT_TOPIC,
            object_string: "a/b".to_owned(),
            version: MQOD_VERSION_4,
            ..ObjectDescriptor::default()
        }),
        descriptor: MsgDescriptor::default(),
        options: PutOptions::default(),
        body: Bytes::from_static(b"7"),
    };
    assert!(program.start(publish).is_pending());
    assert_eq!(home.heard(), ["reserve"; SUBSCRIBERS]);
    home.finish(&mut program).expect("published");
    assert_eq!(home.heard(), ["insert_copy"; SUBSCRIBERS]);
    for _ in 0..SUBSCRIBERS {
        let got = home.verb_of(&mut program, |it| it.get(MQGMO_NO_SYNCPOINT));
        assert_eq!(number_of(&got.expect("a copy")), 7);
    }
}

#[test]
fn an_engine_that_is_gone_refuses_what_was_not_begun_and_leaves_open_what_was_committed() {
    let home = always_later();
    let mut program = home.program();
    assert!(
        program
            .start(program.put(MQPMO_NO_SYNCPOINT, 1))
            .is_pending()
    );
    home.engine.lose_all();
    let refused = home.finish(&mut program).map(drop);
    assert_eq!(refused, Err(Reason::Q_SPACE_NOT_AVAILABLE));
    assert!(program.start(program.get(MQGMO_NO_SYNCPOINT)).is_pending());
    home.engine.lose_all();
    let refused = home.finish(&mut program).map(drop);
    assert_eq!(refused, Err(Reason::OBJECT_DAMAGED));
    home.verb_of(&mut program, |it| it.put(MQPMO_SYNCPOINT, 2))
        .expect("put");
    assert!(program.start(Request::Commit).is_pending());
    let head = home.manager.engine.log.head();
    program.connection.wait_for_log(head);
    assert!(program.connection.poll(Waker::noop()).is_pending());
    home.engine.lose_all();
    let unknown = home.finish(&mut program).map(drop);
    assert!(unknown.is_err());
}

/// What a simulated program is at.
#[derive(Clone, Debug)]
enum Doing {
    Put(u64, bool),
    Get(bool),
    Commit,
    BackOut,
}

/// A simulated program, and what it knows of its unit of work.
struct Actor {
    program: Program,
    doing: Option<Doing>,
    put: Vec<u64>,
    got: Vec<u64>,
}

/// What has to be on the queue.
#[derive(Default)]
struct Model {
    there: BTreeSet<u64>,
    /// Of these nobody heard yet whether they are: they are about to be put, or brought back.
    unknown: BTreeSet<u64>,
    /// Of these nobody will: a program went meanwhile.
    lost_sight: BTreeSet<u64>,
    next: u64,
}

impl Model {
    fn took(&mut self, number: u64, by: &str) {
        assert!(
            [&mut self.there, &mut self.unknown, &mut self.lost_sight]
                .into_iter()
                .any(|known| known.remove(&number)),
            "{number} is not there, and {by} has it"
        );
    }

    /// These are there, if nobody got them before that was answered.
    fn shown(&mut self, numbers: impl IntoIterator<Item = u64>) {
        for number in numbers {
            if self.unknown.remove(&number) {
                self.there.insert(number);
            }
        }
    }

    fn begins(&mut self, actor: &Actor, doing: &Doing) {
        match doing {
            Doing::Put(number, false) => drop(self.unknown.insert(*number)),
            Doing::Commit => self.unknown.extend(&actor.put),
            Doing::BackOut => self.unknown.extend(&actor.got),
            Doing::Put(_, true) | Doing::Get(_) => {}
        }
    }

    fn answered(&mut self, actor: &mut Actor, outcome: Result<Reply, Reason>) {
        match (actor.doing.take().expect("it was at something"), outcome) {
            (Doing::Put(number, true), Ok(_)) => actor.put.push(number),
            (Doing::Put(number, false), Ok(_)) => self.shown([number]),
            (Doing::Get(in_work), Ok(reply)) => {
                let number = number_of(&reply);
                self.took(number, "a get");
                if in_work {
                    actor.got.push(number);
                }
            }
            (Doing::Get(_), Err(Reason::NO_MSG_AVAILABLE)) => {}
            (Doing::Commit, Ok(_)) => {
                self.shown(actor.put.drain(..));
                actor.got.clear();
            }
            (Doing::BackOut, Ok(_)) => {
                self.shown(actor.got.drain(..));
                actor.put.clear();
            }
            (doing, outcome) => panic!("{doing:?}: {outcome:?}"),
        }
    }

    /// A program goes in the middle of what it does: its unit of work is backed out, if it was not at committing it.
    fn gone(&mut self, actor: Actor) {
        let Actor {
            program,
            doing,
            got,
            ..
        } = actor;
        drop(program);
        match doing {
            Some(Doing::Get(false)) => {
                // It may have taken any of them.
                self.lost_sight.append(&mut self.there);
                self.lost_sight.append(&mut self.unknown);
                self.there.extend(got);
            }
            // What it got may be gone, and may be back.
            Some(Doing::Commit) => self.lost_sight.extend(&got),
            // They were shown as back when that began, and may have been got since.
            Some(Doing::BackOut) => {}
            _ => self.there.extend(got),
        }
    }
}

fn actor(home: &Home) -> Actor {
    Actor {
        program: home.program(),
        doing: None,
        put: Vec::new(),
        got: Vec::new(),
    }
}

fn begin(actor: &mut Actor, model: &mut Model, random: &mut SplitMix64) {
    let in_work = random.chance(50);
    let syncpoint = match in_work {
        true => (MQPMO_SYNCPOINT, MQGMO_SYNCPOINT),
        false => (MQPMO_NO_SYNCPOINT, MQGMO_NO_SYNCPOINT),
    };
    let (doing, request) = match random.below(8) {
        0..=2 => {
            model.next += 1;
            let put = actor.program.put(syncpoint.0, model.next);
            (Doing::Put(model.next, in_work), put)
        }
        3..=5 => (Doing::Get(in_work), actor.program.get(syncpoint.1)),
        6 => (Doing::Commit, Request::Commit),
        _ => (Doing::BackOut, Request::BackOut),
    };
    model.begins(actor, &doing);
    actor.doing = Some(doing);
    if let Poll::Ready(outcome) = actor.program.start(request) {
        model.answered(actor, outcome);
    }
}

fn run(seed: u64) {
    let mut random = SplitMix64::new(seed);
    let mut lateness = SplitMix64::new(!seed);
    let late = random.below(100);
    let home = Home::new(move |_| match lateness.chance(late) {
        true => Answers::Later,
        false => Answers::Now,
    });
    let mut model = Model::default();
    let mut actors: Vec<Actor> = (0..3).map(|_| actor(&home)).collect();
    for _ in 0..300 {
        let at = random.below(3) as usize;
        match random.below(12) {
            0..=2 => drop(home.engine.answer_next()),
            3 => {
                let head = home.manager.engine.log.head();
                actors[at].program.connection.wait_for_log(head);
            }
            4 if random.chance(10) => {
                let new = actor(&home);
                model.gone(std::mem::replace(&mut actors[at], new));
            }
            _ if actors[at].doing.is_none() => begin(&mut actors[at], &mut model, &mut random),
            _ => {
                let polled = actors[at].program.connection.poll(Waker::noop());
                if let Poll::Ready(reply) = polled {
                    model.answered(&mut actors[at], outcome(reply));
                }
            }
        }
    }
    for actor in &mut actors {
        if actor.doing.is_some() {
            let outcome = home.finish(&mut actor.program);
            model.answered(actor, outcome);
        }
        model.begins(actor, &Doing::BackOut);
        actor.doing = Some(Doing::BackOut);
        let outcome = home.verb(&mut actor.program, Request::BackOut);
        model.answered(actor, outcome);
    }
    home.answer_all();
    let mut last = actor(&home);
    loop {
        match home.verb_of(&mut last.program, |it| it.get(MQGMO_NO_SYNCPOINT)) {
            Ok(reply) => model.took(number_of(&reply), "the last get"),
            Err(reason) => break assert_eq!(reason, Reason::NO_MSG_AVAILABLE),
        }
    }
    assert!(model.there.is_empty(), "{:?} are lost", model.there);
    home.answer_all();
    assert_eq!(home.counts(), (0, 0));
    drop(actors);
}

#[test]
fn whenever_an_engine_answers_each_message_is_got_once_and_none_is_left_held() {
    for seed in 0..300 {
        let ran = std::panic::catch_unwind(|| run(seed));
        if let Err(panic) = ran {
            eprintln!("seed {seed}");
            std::panic::resume_unwind(panic);
        }
    }
}
