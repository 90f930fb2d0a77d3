//! Getting requests and publications, and doing what follows from them.

use crate::lock_order;
use crate::message::{FORMAT, Party, REQUEST_BYTES_MAX, Refusal, Request, Role, Token};
use crate::neighbour::{Action, Event, RelationStatus, To};
use crate::past::Past;
use crate::publishing::Topics;
use crate::relations::Relations;
use crate::sender::of_sender;
use crate::tries::{REST_MS, Tries};
use ferromq_base::lock::Mutex;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::call::{AwaitedGet, GetReply, Reply, Request as Verb};
use ferromq_mqi::code_page::CCSID_UTF_8;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::notices::{
    FMQ0270, FMQ0271, FMQ0272, FMQ0273, FMQ0274, FMQ0275, FMQ0276, FMQ0277, FMQ0278, FMQ0283,
    FMQ0285, FMQ0286,
};
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::notice::Notice as Entry;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::session::{Connected, Session};
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
use ferromq_qmgr::{
    Notice, NoticeSink, ProxyChanges, ProxyOwner, QueueManager, Republished, TopicConflict,
    TopicInterest, WaitInterrupt,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const CONTROL: &str = "SYSTEM.INTER.QMGR.CONTROL";
const PROXIES: &str = "SYSTEM.INTER.QMGR.FANREQ";
pub(crate) const PUBLICATIONS: &str = "SYSTEM.INTER.QMGR.PUBS";

/// Requests taken from one queue before the next one has its turn.
const TURN: usize = 100;
/// Largest message that is got: more than any queue lets through.
pub(crate) const MESSAGE_BYTES_MAX: u32 = 100 << 20;
/// A request that was backed out so often is not tried any more.
const BACKOUTS_MAX: i32 = 5;

/// A connection that publishes what came from others.
pub trait Republishes {
    /// See [`ferromq_qmgr::Connection::republish`].
    fn republish(&mut self, what: Option<Republished>);
    /// See [`ferromq_qmgr::Connection::uncommitted`].
    fn uncommitted(&self) -> usize;
}

/// What is shared with whoever controls it.
#[derive(Debug, Default)]
pub struct ExchangeControl {
    stop: AtomicBool,
    changed: AtomicBool,
    interests_changed: AtomicBool,
    clusters_changed: AtomicBool,
    asked: Mutex<Asked, lock_order::Asked>,
    shown: Mutex<Vec<RelationStatus>, lock_order::Shown>,
}

#[derive(Debug, Default)]
struct Asked {
    refresh: bool,
    /// Relations that are to end, and whether to the parent.
    cancel: Vec<(ObjectName, bool)>,
}

impl ExchangeControl {
    /// Asks it to end. It may be waiting: its wait is to be interrupted.
    pub fn ask_to_stop(&self) {
        self.stop.store(true, Ordering::Release);
    }

    /// Tells it that the queue manager's definition may have changed. Its wait is to be interrupted.
    pub fn tell_of_change(&self) {
        self.changed.store(true, Ordering::Release);
    }

    /// Asks it to tell all neighbours anew what is wanted. Its wait is to be interrupted.
    pub fn ask_to_refresh(&self) {
        self.asked.lock().refresh = true;
    }

    /// Asks it to end a relation. Its wait is to be interrupted.
    pub fn ask_to_cancel(&self, name: ObjectName, is_parent: bool) {
        self.asked.lock().cancel.push((name, is_parent));
    }

    /// The neighbours, in the order of their names.
    #[must_use]
    pub fn relations(&self) -> Vec<RelationStatus> {
        self.shown.lock().clone()
    }

    pub(crate) fn stops(&self) -> bool {
        self.stop.load(Ordering::Acquire)
    }
}

/// The application, over a connection of an administrator.
pub struct Exchange<C> {
    pub(crate) session: Session<C>,
    pub(crate) queue_manager: QueueManager,
    pub(crate) control: Arc<ExchangeControl>,
    interrupt: WaitInterrupt,
    notices: NoticeSink,
    pub(crate) relations: Relations,
    /// Topics that are open for publishing.
    pub(crate) topics: Topics,
    pub(crate) tries: Tries,
    /// While one fails: what others sent.
    pub(crate) past: Option<Past>,
    /// What the unit of work of the batch under way retains: for which topics, and when that was published.
    pub(crate) retained_in_unit: BTreeMap<String, ([u8; 8], [u8; 8])>,
    /// What the operator was told of definitions of topics that differ.
    conflicts: BTreeSet<TopicConflict>,
    /// Somebody here is followed.
    follows: bool,
    /// What the operator was told last of a neighbour, or of a queue, and not again until all is well.
    pub(crate) told: BTreeMap<ObjectName, String>,
}

impl<C> std::fmt::Debug for Exchange<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Exchange").finish_non_exhaustive()
    }
}

/// The queues, open for getting.
pub(crate) struct Queues {
    control: ObjectHandle,
    proxies: ObjectHandle,
    pub(crate) publications: ObjectHandle,
}

impl<C: Connected + Republishes> Exchange<C> {
    /// One that does nothing yet. `interrupt` is that of the connection.
    pub fn new(
        session: Session<C>,
        interrupt: WaitInterrupt,
        queue_manager: QueueManager,
        control: Arc<ExchangeControl>,
        notices: NoticeSink,
    ) -> Self {
        let relations = Relations::new(own(&queue_manager), Vec::new(), Vec::new(), tokens());
        Self {
            session,
            queue_manager,
            control,
            interrupt,
            notices,
            relations,
            topics: Topics::default(),
            tries: Tries::default(),
            past: None,
            retained_in_unit: BTreeMap::new(),
            conflicts: BTreeSet::new(),
            follows: false,
            told: BTreeMap::new(),
        }
    }

    /// Works until it is asked to stop, or the queue manager ends.
    pub fn run(mut self) {
        while !self.control.stops() {
            let served = self.serve();
            // What is half done is done anew.
            let _ = self.session.back_out();
            match served {
                Ok(()) => {}
                Err(reason) if reason.ends_service() => break,
                Err(reason) => {
                    self.tell_once(ObjectName::BLANK, &FMQ0275, &reason.to_string());
                    // Whoever controls the thread may end the pause.
                    std::thread::park_timeout(Duration::from_millis(REST_MS));
                }
            }
        }
        self.queue_manager.forget_interests();
        self.queue_manager.follow_clusters(None);
        self.control.shown.lock().clear();
        // However it ended: the connection is gone.
        let _ = self.session.disconnect();
    }

    /// Opens the queues, begins anew with what is kept, and works on what comes; `Ok` when it is to stop.
    fn serve(&mut self) -> Result<(), Reason> {
        let options = MQOO_INPUT_SHARED | MQOO_SAVE_ALL_CONTEXT | MQOO_FAIL_IF_QUIESCING;
        let mut open = |queue| {
            self.session
                .open(queue, options | MQOO_BROWSE)
                .map_err(|error| error.reason)
        };
        let queues = Queues {
            control: open(CONTROL)?,
            proxies: open(PROXIES)?,
            publications: open(PUBLICATIONS)?,
        };
        let done = self.begin().and_then(|()| self.work(&queues));
        self.topics.close_all(&mut self.session);
        self.end_past();
        for handle in [queues.control, queues.proxies, queues.publications] {
            let _ = self.session.close(handle, MQCO_NONE);
        }
        done
    }

    fn begin(&mut self) -> Result<(), Reason> {
        let kept = self.kept()?;
        let proxies = self.queue_manager.proxies();
        self.relations = Relations::new(own(&self.queue_manager), kept, proxies, tokens());
        self.queue_manager.forget_interests();
        self.follows = false;
        let (control, interrupt) = (Arc::clone(&self.control), self.interrupt.clone());
        self.queue_manager.follow_clusters(Some(Arc::new(move || {
            if !control.clusters_changed.swap(true, Ordering::AcqRel) {
                interrupt.raise();
            }
        })));
        self.follow();
        self.control
            .interests_changed
            .store(false, Ordering::Release);
        let now_ms = self.now_ms();
        let interests = self.queue_manager.interest_changes();
        let members = self.queue_manager.publishing_members();
        self.relations.start(now_ms, interests, members);
        self.control.changed.store(true, Ordering::Release);
        self.act()
    }

    fn work(&mut self, queues: &Queues) -> Result<(), Reason> {
        while !self.control.stops() {
            self.look_around()?;
            let mut more = self.take_requests(queues.control, CONTROL)?;
            more |= self.take_requests(queues.proxies, PROXIES)?;
            more |= self.publish_some(queues)?;
            *self.control.shown.lock() = self.relations.statuses();
            if !more {
                // Whoever joined is to hear of what is wanted here.
                self.follow();
                self.wait(queues)?;
            }
        }
        Ok(())
    }

    /// Publishes some of what came. Whether there may be more; what fails is for later, and what others sent does not wait for it.
    fn publish_some(&mut self, queues: &Queues) -> Result<bool, Reason> {
        let tries = self.tries.rest_ms(self.now_ms()).is_none();
        let taken = match tries {
            true => self.take_publications(queues.publications),
            false => Ok(false),
        };
        match &taken {
            Err(reason) if reason.ends_service() => return taken,
            Err(_) => self.tries.rest(self.now_ms()),
            Ok(_) => {}
        }
        let past = match self.tries.rest_ms(self.now_ms()) {
            Some(_) => self.publish_past_failing(tries),
            None => Ok(false),
        };
        let more = matches!(past, Ok(true)) || matches!(taken, Ok(true));
        match past.and(taken) {
            Err(reason) if !reason.ends_service() => {
                // What is half done is done anew.
                self.session.back_out().map_err(|error| error.reason)?;
                let queue = ObjectName::truncated(PUBLICATIONS);
                self.tell_once(queue, &FMQ0275, &reason.to_string());
            }
            done => drop(done?),
        }
        Ok(more)
    }

    /// Does what was asked for and what it is time for.
    fn look_around(&mut self) -> Result<(), Reason> {
        let now_ms = self.now_ms();
        self.follow();
        if self.control.changed.swap(false, Ordering::AcqRel) {
            let q_mgr = self.queue_manager.q_mgr_definition();
            let parent = ObjectName::truncated(q_mgr.text(Attr::Parent));
            let parent = Some(parent).filter(|name| !name.is_blank());
            self.relations.set_parent(now_ms, parent);
            // PSCLUS may be another.
            self.control.clusters_changed.store(true, Ordering::Release);
        }
        if self.control.clusters_changed.swap(false, Ordering::AcqRel) {
            let members = self.queue_manager.publishing_members();
            self.relations.set_members(now_ms, members);
            self.tell_conflicts();
            self.follow();
        }
        if self.control.interests_changed.swap(false, Ordering::AcqRel) {
            let changes = self.queue_manager.interest_changes();
            self.relations.set_interests(now_ms, changes);
        }
        let asked = std::mem::take(&mut *self.control.asked.lock());
        for (name, is_parent) in asked.cancel {
            self.relations.cancel(now_ms, name, is_parent);
        }
        if asked.refresh {
            self.relations.refresh(now_ms);
        }
        self.relations.tick(now_ms);
        self.act()
    }

    /// Definitions of one topic of a cluster that differ are told of once.
    fn tell_conflicts(&mut self) {
        let found = self.queue_manager.topic_conflicts();
        for one in found.difference(&self.conflicts) {
            let entry = if one.is_invalid { &FMQ0285 } else { &FMQ0286 };
            self.note(entry, &[&one.topic, &one.q_mgr, &one.cluster]);
        }
        self.conflicts = found;
    }

    /// Subscriptions are followed while there is somebody who is to hear of them.
    fn follow(&mut self) {
        let wanted = !self.relations.is_empty();
        if wanted == self.follows {
            return;
        }
        self.follows = wanted;
        if wanted {
            let (control, interrupt) = (Arc::clone(&self.control), self.interrupt.clone());
            self.queue_manager.follow_interests(Arc::new(move || {
                if !control.interests_changed.swap(true, Ordering::AcqRel) {
                    interrupt.raise();
                }
            }));
        } else {
            self.queue_manager.forget_interests();
        }
    }

    pub(crate) fn now_ms(&self) -> u64 {
        self.queue_manager.wall_us() / 1_000
    }

    /// Works on some requests of a queue. Whether there may be more.
    fn take_requests(&mut self, queue: ObjectHandle, name: &str) -> Result<bool, Reason> {
        for _ in 0..TURN {
            let Some(message) = self.get(queue)? else {
                return Ok(false);
            };
            let (descriptor, body) = (&message.descriptor, &message.body);
            let order = ByteOrder::from_encoding(descriptor.encoding);
            let read = if descriptor.backout_count > BACKOUTS_MAX {
                Err(Reason::BACKOUT_THRESHOLD_REACHED.to_string())
            } else if descriptor.format != FORMAT || body.len() > REQUEST_BYTES_MAX as usize {
                Err(Reason::FORMAT_ERROR.to_string())
            } else {
                let request = Request::decode(body, order).map_err(|error| error.to_string());
                request.and_then(|request| of_sender(request, descriptor))
            };
            match read {
                Ok(request) => {
                    let now_ms = self.now_ms();
                    self.relations.hear(now_ms, request);
                }
                Err(why) => self.note(&FMQ0274, &[&name, &why]),
            }
            self.act()?;
        }
        Ok(true)
    }

    /// The next message of a queue, in the unit of work.
    pub(crate) fn get(&mut self, queue: ObjectHandle) -> Result<Option<GetReply>, Reason> {
        self.get_as(queue, MQGMO_SYNCPOINT)
    }

    /// The same with these options, without waiting.
    pub(crate) fn get_as(
        &mut self,
        queue: ObjectHandle,
        options: i32,
    ) -> Result<Option<GetReply>, Reason> {
        let options = GetOptions {
            options: options
                | MQGMO_NO_WAIT
                | MQGMO_FAIL_IF_QUIESCING
                | MQGMO_PROPERTIES_FORCE_MQRFH2,
            match_options: MQMO_NONE,
            ..GetOptions::default()
        };
        let wanted = MsgDescriptor::default();
        match self
            .session
            .get(queue, &wanted, &options, MESSAGE_BYTES_MAX)
        {
            Ok(message) => Ok(Some(message)),
            Err(error)
                if matches!(
                    error.reason,
                    Reason::NO_MSG_AVAILABLE | Reason::NO_MSG_UNDER_CURSOR
                ) =>
            {
                Ok(None)
            }
            Err(error) => Err(error.reason),
        }
    }

    /// Carries out what is to be done, and commits it with what it follows from.
    fn act(&mut self) -> Result<(), Reason> {
        loop {
            let actions = self.relations.actions();
            if actions.is_empty() {
                break;
            }
            for action in actions {
                self.carry_out(action)?;
            }
        }
        self.session
            .commit()
            .map(drop)
            .map_err(|error| error.reason)
    }

    fn carry_out(&mut self, action: Action) -> Result<(), Reason> {
        match action {
            Action::Send {
                neighbour,
                to,
                request,
                expiry,
            } => return self.send(neighbour, to, &request, expiry),
            Action::Change { owner, changes } => self.change(&owner, &changes)?,
            Action::Complete(owner) => {
                let there = self.proxies_of(&owner.name);
                let changes = ProxyChanges {
                    add: self.relations.wanted_besides(&owner.name, &there),
                    remove: Vec::new(),
                };
                if !changes.add.is_empty() {
                    self.change(&owner, &changes)?;
                }
            }
            Action::Keep(relation) => {
                self.take_kept(&relation.token)?;
                self.keep(&relation)?;
            }
            Action::Forget(token) => self.take_kept(&token)?,
            Action::Tell(event, neighbour) => self.tell(event, neighbour),
        }
        Ok(())
    }

    fn change(&mut self, owner: &ProxyOwner, changes: &ProxyChanges) -> Result<(), Reason> {
        let neighbour = owner.name;
        let changed = self.queue_manager.change_proxies(owner, changes);
        if let Err(error) = changed {
            let reason = error.reason();
            if reason.ends_service() {
                return Err(reason);
            }
            self.tell_once(neighbour, &FMQ0277, &reason.to_string());
            let there = self.proxies_of(&neighbour).into_iter().collect();
            self.relations.not_changed(&neighbour, there);
        }
        Ok(())
    }

    fn proxies_of(&self, neighbour: &ObjectName) -> BTreeSet<TopicInterest> {
        let there = self.queue_manager.proxies().into_iter();
        let there = there.filter(|one| one.neighbour == *neighbour);
        there.map(|one| one.interest).collect()
    }

    fn send(
        &mut self,
        neighbour: ObjectName,
        to: To,
        request: &Request,
        expiry: i32,
    ) -> Result<(), Reason> {
        let queue = match to {
            To::Control => CONTROL,
            To::Proxies => PROXIES,
        };
        let target = ObjectDescriptor {
            object_q_mgr_name: neighbour,
            ..ObjectDescriptor::queue(queue)
        };
        let mut descriptor = MsgDescriptor {
            expiry,
            ..request_descriptor()
        };
        let mut options = PutOptions {
            options: MQPMO_SYNCPOINT | MQPMO_FAIL_IF_QUIESCING | MQPMO_NEW_MSG_ID,
            ..PutOptions::default()
        };
        let body = request.encode();
        match self
            .session
            .put1(&target, &mut descriptor, &mut options, body)
        {
            Ok(_) => {
                self.told.remove(&neighbour);
                Ok(())
            }
            Err(error) if error.reason.ends_service() => Err(error.reason),
            Err(error) => {
                self.tell_once(neighbour, &FMQ0273, &error.reason.to_string());
                self.relations.not_sent(&neighbour);
                Ok(())
            }
        }
    }

    fn wait(&mut self, queues: &Queues) -> Result<(), Reason> {
        let rest_ms = self.tries.rest_ms(self.now_ms());
        let publications = match rest_ms {
            None => Some((queues.publications, 0)),
            // What others send than who sent the one that fails.
            Some(_) => self.past.as_ref().and_then(Past::awaited),
        };
        let requests = [(queues.control, 0), (queues.proxies, 0)];
        let gets = requests.into_iter().chain(publications);
        let gets = gets.map(|(handle, how)| AwaitedGet {
            handle,
            descriptor: MsgDescriptor::default(),
            options: GetOptions {
                options: how | MQGMO_WAIT | MQGMO_FAIL_IF_QUIESCING,
                match_options: MQMO_NONE,
                ..GetOptions::default()
            },
        });
        let now_ms = self.now_ms();
        let next_ms = self
            .relations
            .next_ms()
            .map(|at_ms| at_ms.saturating_sub(now_ms));
        let wait_ms = next_ms.into_iter().chain(rest_ms).min();
        let request = Verb::AwaitAny {
            gets: gets.collect(),
            wait_interval_ms: wait_ms.map_or(MQWI_UNLIMITED, |wait_ms| {
                i32::try_from(wait_ms).unwrap_or(i32::MAX)
            }),
        };
        match self.session.road().call(request) {
            // Whoever woke it said why.
            Reply::Failed(Reason::NO_MSG_AVAILABLE | Reason::CONNECTION_STOPPING) => Ok(()),
            Reply::Failed(reason) => Err(reason),
            _ => Ok(()),
        }
    }

    fn tell(&self, event: Event, neighbour: ObjectName) {
        match event {
            Event::Joined(Role::Parent) => self.note(&FMQ0270, &[&neighbour, &"parent"]),
            Event::Joined(Role::Child) => self.note(&FMQ0270, &[&neighbour, &"child"]),
            Event::Joined(Role::Member) => self.note(&FMQ0270, &[&neighbour, &"member"]),
            Event::Left => self.note(&FMQ0271, &[&neighbour]),
            Event::Refused(Refusal::Circle) => {
                self.note(
                    &FMQ0272,
                    &[&neighbour, &"it would be above and below this one"],
                );
            }
            Event::Refused(Refusal::Full) => {
                self.note(&FMQ0272, &[&neighbour, &"it has too many neighbours"]);
            }
            Event::TooMany => self.note(&FMQ0276, &[&neighbour]),
            Event::WantsTooMuch => self.note(&FMQ0278, &[&neighbour]),
            Event::TooManyMembers => self.note(&FMQ0283, &[&neighbour]),
        }
    }

    /// Tells the operator once, until something else is wrong or all is well.
    pub(crate) fn tell_once(&mut self, about: ObjectName, entry: &'static Entry, why: &str) {
        if self.told.get(&about).is_none_or(|told| told != why) {
            let shown = match about.is_blank() {
                true => "SYSTEM.INTER.QMGR.*",
                false => about.as_str(),
            };
            self.note(entry, &[&shown, &why]);
            self.told.insert(about, why.to_owned());
        }
    }

    pub(crate) fn is_well(&mut self, about: &str) {
        if !self.told.is_empty() {
            self.told.remove(&ObjectName::truncated(about));
            self.told.remove(&ObjectName::BLANK);
        }
    }

    pub(crate) fn note(&self, entry: &'static Entry, values: &[&dyn Display]) {
        (self.notices)(Notice::of(entry, values));
    }
}

pub(crate) fn request_descriptor() -> MsgDescriptor {
    MsgDescriptor {
        format: FORMAT,
        encoding: MQENC_NATIVE,
        coded_char_set_id: CCSID_UTF_8,
        persistence: MQPER_PERSISTENT,
        ..MsgDescriptor::default()
    }
}

fn own(queue_manager: &QueueManager) -> Party {
    let q_mgr = queue_manager.q_mgr_definition();
    Party {
        name: queue_manager.name(),
        identifier: q_mgr.text(Attr::Qmid).trim_end().to_owned(),
    }
}

/// Tokens of the hashes the standard library keys from the system's random numbers.
fn tokens() -> crate::relations::Tokens {
    let mut count = 0_u64;
    let random = RandomState::new();
    Box::new(move || {
        let mut token = [0; 24];
        for part in token.chunks_exact_mut(8) {
            count += 1;
            let other = RandomState::new();
            let number = random.hash_one(count) ^ other.hash_one(count);
            part.copy_from_slice(&number.to_be_bytes());
        }
        Token(token)
    })
}
