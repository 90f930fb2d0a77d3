//! Who may connect: the decision, the password, the refusal.
//!
//! Event loops and service threads only leave an applicant here. Threads of their own decide,
//! because asking the system for a user may wait for a network and checking a password takes tens
//! of milliseconds of processor time on purpose. They are started with the first applicant. How
//! many wait is bounded, and places they come from have turns ([`Turns`]); whoever comes when there are too many is refused. So is whoever is not decided about in time: the system
//! may not answer at all, and then a thread hangs, not an applicant; how many may hang is bounded too ([`crew`]). A refusal that is to
//! wait (`FAILDLAY`) lies in a list and holds no thread. One thread that asks nobody looks at the time for both.

mod client;
mod crew;
mod decision;
mod local;
mod passwords;

use decision::NotLetIn;
pub(crate) use decision::{LetIn, Refused};
pub(crate) use local::{LocalApplicant, LocalVerdict};

use crate::lock_order;
use crate::repeats::{Refusals, Subject, notice_of};
use crate::settings::PasswordSettings;
use crate::turns::Turns;
use crew::{Crew, THREADS_MAX};
use ferromq_base::lock::{Condvar, Mutex, MutexGuard};
use ferromq_base::users::last_name_of;
use ferromq_channel::{Admitted, Applicant, NotAdmitted, Verdict};
use ferromq_mqi::distinguished_name::CertificateNames;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::notices::{FMQ0058, FMQ0179, FMQ0180};
use ferromq_qmgr::{EventDetails, Notice, Observed, QueueManager as Engine};
use ferromq_security::{
    Caller, Guesses, Place, Policy, Refusal, Warned, address_refusal, decide_caller,
};
use passwords::{Checked, Passwords};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Applicants that may wait for a decision.
const WAITING_MAX: usize = 1_000;
/// Refusals that may wait for their delay to pass. Beyond it they are given at once.
const DELAYED_MAX: usize = 10_000;

/// Somebody about whom is to be decided.
enum Candidate {
    Client(client::Candidate),
    Local(local::Candidate),
}

impl Candidate {
    fn place(&self) -> Option<Place> {
        match self {
            Self::Client(candidate) => candidate.place(),
            Self::Local(candidate) => Some(candidate.place()),
        }
    }
}

/// Whether the operator has been told of a refusal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NoticeState {
    Due,
    Given,
}

/// Where a decision goes. Dropping it refuses.
enum Asker {
    Client(Verdict),
    Local(LocalVerdict),
}

impl Asker {
    fn tell(self, decision: Result<LetIn, Refused>) {
        match self {
            Self::Local(verdict) => verdict.give(decision),
            Self::Client(verdict) => verdict.give(match decision {
                Ok(LetIn {
                    user_id,
                    uid,
                    asked,
                }) => Ok(Admitted {
                    user_id,
                    uid,
                    asked: Some(asked),
                }),
                Err(refused) => Err(NotAdmitted {
                    reason: refused.reason(),
                }),
            }),
        }
    }
}

/// Somebody who waits for a decision.
struct Undecided {
    asker: Asker,
    place: Option<Place>,
    due: Instant,
    /// A thread is at it.
    taken: bool,
}

/// What the threads work on.
#[derive(Default)]
struct Backlog {
    /// Those no thread has taken yet.
    waiting: Turns<Option<Place>, (u64, Candidate)>,
    /// Those who are not answered, by number.
    undecided: BTreeMap<u64, Undecided>,
    next_number: u64,
    /// Refusals that wait for their time.
    delayed: Vec<(Instant, Asker)>,
    crew: Crew,
    /// The thread that looks at the time runs.
    has_clock: bool,
    /// When that thread looks next; `None` when it waits to be woken.
    looks_at: Option<Instant>,
    ended: bool,
}

struct Shared {
    engine: Engine,
    refusals: Arc<Refusals>,
    passwords: Passwords,
    guesses: Mutex<Guesses, lock_order::WrongPasswords>,
    /// What the times in `guesses` count from.
    began: Instant,
    decision_max: Duration,
    backlog: Mutex<Backlog, lock_order::Admission>,
    /// Somebody waits for a decision.
    changed: Condvar,
    /// There is something to look at earlier.
    earlier: Condvar,
}

/// See the module.
pub(crate) struct Admission(Arc<Shared>);

impl Admission {
    /// Nothing runs yet.
    pub(crate) fn new(
        engine: Engine,
        refusals: Arc<Refusals>,
        settings: &PasswordSettings,
    ) -> Self {
        Self(Arc::new(Shared {
            engine,
            passwords: Passwords::new(settings, Arc::clone(&refusals)),
            refusals,
            guesses: Mutex::new(Guesses::new(settings.wrong_max, settings.wrong_interval)),
            began: Instant::now(),
            decision_max: settings.decision_max,
            backlog: Mutex::default(),
            changed: Condvar::new(),
            earlier: Condvar::new(),
        }))
    }

    /// Whether an address may connect at all. Does not wait.
    pub(crate) fn lets_address_in(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        let shared = &self.0;
        let rules = shared.engine.rules();
        let policy = Policy {
            rules: rules.as_deref(),
            authentication: None,
        };
        let (refusal, warned) = address_refusal(policy, address);
        let blocked = Blocked {
            address: Some(address),
            ..Blocked::default()
        };
        if let Some(warned) = &warned {
            shared.warn(warned, &blocked);
        }
        if let Some(refusal) = &refusal {
            shared.tell(refusal, &blocked);
        }
        refusal.is_none()
    }

    /// Whether a queue manager may call, and as whom its channel acts: blank for the queue manager itself. Does not wait.
    pub(crate) fn lets_caller_in(&self, caller: &Caller<'_>) -> Option<String> {
        let shared = &self.0;
        let rules = shared.engine.rules();
        let policy = Policy {
            rules: rules.as_deref(),
            authentication: None,
        };
        let (decision, warned) = decide_caller(policy, caller);
        let blocked = Blocked {
            channel: caller.channel,
            address: caller.address,
            appl_type: MQAT_QMGR,
            q_mgr: caller.q_mgr,
            certificate: caller.certificate,
            ..Blocked::default()
        };
        for warned in &warned {
            shared.warn(warned, &blocked);
        }
        decision
            .inspect_err(|refusal| shared.tell(refusal, &blocked))
            .ok()
    }

    /// Decides about a client, later and on another thread.
    pub(crate) fn ask(&self, who: &Applicant<'_>, verdict: Verdict) {
        let candidate = Candidate::Client(client::Candidate::of(who));
        self.leave(candidate, Asker::Client(verdict));
    }

    /// Decides about a local program, later and on another thread.
    pub(crate) fn ask_local(&self, who: LocalApplicant, verdict: LocalVerdict) {
        let candidate = Candidate::Local(local::Candidate::of(who));
        self.leave(candidate, Asker::Local(verdict));
    }

    fn leave(&self, candidate: Candidate, asker: Asker) {
        let mut backlog = self.0.backlog();
        if backlog.crew.is_lost() {
            drop(backlog);
            self.0.tell_of_stuck();
            asker.tell(Err(Refused::Overdue));
            return;
        }
        let place = candidate.place();
        let turned_away = match backlog.waiting.len() < WAITING_MAX {
            true => None,
            false => backlog.turn_one_away(place),
        };
        let has_room = backlog.waiting.len() < WAITING_MAX;
        if backlog.ended || !has_room || !self.0.have_threads(&mut backlog) {
            drop(backlog);
            for asker in turned_away.into_iter().chain([asker]) {
                asker.tell(Err(Refused::TooManyWait));
            }
            return;
        }
        let number = backlog.next_number;
        backlog.next_number += 1;
        let due = Instant::now() + self.0.decision_max;
        let undecided = Undecided {
            asker,
            place,
            due,
            taken: false,
        };
        backlog.undecided.insert(number, undecided);
        backlog.waiting.push(place, (number, candidate));
        self.0.look_at(&backlog, due);
        drop(backlog);
        self.0.changed.notify_one();
        if let Some(asker) = turned_away {
            asker.tell(Err(Refused::TooManyWait));
        }
    }

    /// Refuses everybody from now on; the threads end by themselves.
    pub(crate) fn end(&self) {
        self.0.end();
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Whom a refusal is about, for events.
#[derive(Clone, Copy, Default)]
struct Blocked<'a> {
    channel: &'a str,
    address: Option<IpAddr>,
    /// The user a local program runs as.
    local: Option<Place>,
    /// The one a client says it is, or the one that is blocked.
    user: &'a str,
    appl_type: i32,
    application: &'a str,
    /// The queue manager that called.
    q_mgr: &'a str,
    /// The names in the certificate of the other end.
    certificate: Option<&'a CertificateNames>,
}

impl Blocked<'_> {
    fn place(&self) -> Option<Place> {
        self.address.map(Place::of_address).or(self.local)
    }

    /// What makes two refusals equal. Not the number of a local process, nor the name a program gives itself: who starts
    /// one a thousand times has been refused the same a thousand times.
    fn subject(&self, refusal: &Refusal) -> Subject {
        let mut what = format!(
            "{:?}",
            (self.channel, self.address, self.user, &refusal.user)
        );
        for line in &refusal.lines {
            what.push_str(line.number);
            // What was asked for, and by which record a channel is blocked. The others say who was refused.
            if line.number.ends_with('I') || refusal.is_blocked_channel() {
                what.push_str(&line.text);
            }
        }
        Subject {
            number: refusal.lines.first().map_or("", |line| line.number),
            place: self.place(),
            what,
        }
    }
}

impl Shared {
    fn backlog(&self) -> MutexGuard<'_, Backlog> {
        self.backlog.lock()
    }

    fn end(&self) {
        let (undecided, delayed) = {
            let mut backlog = self.backlog();
            backlog.ended = true;
            backlog.waiting.clear();
            (
                std::mem::take(&mut backlog.undecided),
                std::mem::take(&mut backlog.delayed),
            )
        };
        self.changed.notify_all();
        self.earlier.notify_all();
        drop((undecided, delayed));
    }

    /// Starts a thread more if all are busy. False when somebody would wait for ever.
    fn have_threads(self: &Arc<Self>, backlog: &mut Backlog) -> bool {
        let start = |run: fn(&Arc<Self>)| {
            let shared = Arc::clone(self);
            let thread = std::thread::Builder::new().name("admission".to_owned());
            thread.spawn(move || run(&shared)).is_ok()
        };
        backlog.has_clock = backlog.has_clock || start(Self::look_at_time);
        if backlog.crew.wants_more(backlog.waiting.len()) && start(Self::work) {
            backlog.crew.began();
        }
        // With one thread others can go on; with none nobody would ever be answered.
        backlog.has_clock && backlog.crew.works()
    }

    /// A thread: decides until the end.
    fn work(self: &Arc<Self>) {
        let mut backlog = self.backlog();
        while !backlog.ended {
            let Some((number, candidate)) = backlog.take_next() else {
                if backlog.crew.lets_go() {
                    return;
                }
                backlog.crew.waits();
                backlog = self.changed.wait(backlog);
                backlog.crew.goes_on();
                continue;
            };
            drop(backlog);
            self.settle(number, candidate);
            backlog = self.backlog();
        }
    }

    fn settle(&self, number: u64, candidate: Candidate) {
        let decision = match candidate {
            Candidate::Client(candidate) => self.decide_on_client(&candidate),
            Candidate::Local(candidate) => self.decide_on_local(candidate),
        };
        let mut backlog = self.backlog();
        let Some(Undecided { asker, .. }) = backlog.undecided.remove(&number) else {
            // It is too late, and this thread was given up.
            if !backlog.ended {
                backlog.crew.comes_back();
            }
            return;
        };
        let told = match decision {
            Ok(user) => Ok(user),
            Err(NotLetIn::Unanswered) => Err(Refused::Overdue),
            Err(NotLetIn::After(delay))
                if delay.is_zero() || backlog.delayed.len() >= DELAYED_MAX =>
            {
                Err(Refused::NotAuthorized)
            }
            Err(NotLetIn::After(delay)) => {
                let due = Instant::now() + delay;
                backlog.delayed.push((due, asker));
                self.look_at(&backlog, due);
                return;
            }
        };
        drop(backlog);
        asker.tell(told);
    }

    /// Has the thread that looks at the time look then at the latest.
    fn look_at(&self, backlog: &Backlog, due: Instant) {
        if backlog.looks_at.is_none_or(|looks_at| due < looks_at) {
            self.earlier.notify_one();
        }
    }

    /// A thread: gives refusals whose time has come, and refuses who was not decided about in time, until the end.
    fn look_at_time(self: &Arc<Self>) {
        let mut backlog = self.backlog();
        while !backlog.ended {
            let now = Instant::now();
            let (refused, overdue) = backlog.take_due(now);
            if !refused.is_empty() || !overdue.is_empty() {
                if backlog.waiting.len() > 0 {
                    // Others take the place of threads that hang.
                    self.have_threads(&mut backlog);
                }
                drop(backlog);
                for asker in refused {
                    asker.tell(Err(Refused::NotAuthorized));
                }
                for Undecided { asker, place, .. } in overdue {
                    self.tell_of_overdue(place);
                    asker.tell(Err(Refused::Overdue));
                }
                backlog = self.backlog();
                continue;
            }
            let next = backlog.next_due();
            backlog.looks_at = next;
            backlog = match next {
                None => self.earlier.wait(backlog),
                Some(due) => {
                    let wait = due.saturating_duration_since(now);
                    self.earlier.wait_timeout(backlog, wait).0
                }
            };
        }
    }

    fn tell_of_overdue(&self, place: Option<Place>) {
        let who = place.map_or_else(String::new, name_of);
        let notice = Notice::of(
            &FMQ0179,
            &[&who as &dyn std::fmt::Display, &self.decision_max.as_secs()],
        );
        self.refusals.tell(place, notice);
    }

    /// Somebody was refused because no thread is left that could decide.
    fn tell_of_stuck(&self) {
        let notice = Notice::of(&FMQ0180, &[&THREADS_MAX]);
        self.refusals.tell(None, notice);
    }

    /// Whether the password is right; if not, whether there is anything to tell. A place from which
    /// too many came that were not is told of once. One that nobody could check counts as well: modules of PAM say
    /// so of wrong ones, too.
    fn verify(&self, of: &str, password: &[u8], place: Option<Place>) -> Result<(), NoticeState> {
        let guesses = || self.guesses.lock();
        let is_shut = |place| guesses().is_shut(place, self.began.elapsed());
        if place.is_some_and(is_shut) {
            return Err(NoticeState::Given);
        }
        match self.passwords.check(of, password, place) {
            Checked::Right => return Ok(()),
            // Nobody guesses here.
            Checked::NotAllowed => return Err(NoticeState::Due),
            Checked::Wrong | Checked::Unknown => {}
        }
        let Some(place) = place else {
            return Err(NoticeState::Due);
        };
        let (shuts, count, interval) = {
            let mut guesses = guesses();
            let shuts = guesses.count(place, self.began.elapsed());
            (shuts, guesses.count_max(), guesses.interval())
        };
        if shuts {
            let name = name_of(place);
            let seconds = interval.as_secs();
            let values: [&dyn std::fmt::Display; 3] = [&count, &name, &seconds];
            let notice = Notice::of(&FMQ0058, &values);
            self.refusals.tell(Some(place), notice);
        }
        Err(NoticeState::Due)
    }

    /// `FAILDLAY`.
    fn fail_delay(&self) -> Duration {
        let settings = self.engine.connection_authentication();
        let seconds = settings.map_or(0, |settings| settings.fail_delay_seconds);
        Duration::from_secs(u64::from(seconds))
    }

    fn warn(&self, warned: &Warned, blocked: &Blocked<'_>) {
        let line = &warned.line;
        self.refusals.tell(blocked.place(), notice_of(line));
        let blocked = Blocked {
            user: warned.user.as_deref().unwrap_or(blocked.user),
            ..*blocked
        };
        let what = Observed::ChannelWouldBeBlocked;
        self.blocked(what, warned.qualifier, &blocked);
    }

    /// Tells the operator, and whoever reads events.
    fn tell(&self, refusal: &Refusal, blocked: &Blocked<'_>) {
        self.refusals
            .tell_lines(blocked.subject(refusal), &refusal.lines);
        if refusal.is_blocked_channel() {
            let blocked = Blocked {
                user: &refusal.user,
                ..*blocked
            };
            self.blocked(Observed::ChannelBlocked, refusal.qualifier, &blocked);
            return;
        }
        self.engine.observe(Observed::NotAuthorized, || {
            let details = EventDetails::default()
                .int(MQIACF_REASON_QUALIFIER, refusal.qualifier)
                .text(MQCACF_USER_IDENTIFIER, blocked.user, MQ_USER_ID_LENGTH)
                .int(MQIA_APPL_TYPE, blocked.appl_type)
                .text(MQCACF_APPL_NAME, blocked.application, MQ_APPL_NAME_LENGTH);
            let details = match blocked.address {
                None => details,
                Some(address) => details
                    .text(
                        MQCACH_CONNECTION_NAME,
                        &address.to_string(),
                        MQ_CONN_NAME_LENGTH,
                    )
                    .text(MQCACH_CHANNEL_NAME, blocked.channel, MQ_CHANNEL_NAME_LENGTH),
            };
            details.text(
                MQCACF_CSP_USER_IDENTIFIER,
                &refusal.user,
                MQ_CLIENT_USER_ID_LENGTH,
            )
        });
    }

    /// A blocked channel, with what is known of the partner.
    fn blocked(&self, what: Observed, qualifier: i32, blocked: &Blocked<'_>) {
        self.engine
            .observe(what, || details_of_blocked(qualifier, blocked));
    }
}

impl Backlog {
    /// The next one, whom the caller decides about.
    fn take_next(&mut self) -> Option<(u64, Candidate)> {
        let (number, candidate) = self.waiting.pop()?;
        if let Some(undecided) = self.undecided.get_mut(&number) {
            undecided.taken = true;
        }
        Some((number, candidate))
    }

    /// Makes room for one from this place, where another place has more: who asks there loses its turn.
    fn turn_one_away(&mut self, place: Option<Place>) -> Option<Asker> {
        let (number, _) = self.waiting.make_room(place)?;
        let undecided = self.undecided.remove(&number);
        undecided.map(|undecided| undecided.asker)
    }

    /// Refusals whose time has come, and those who were not decided about in time.
    fn take_due(&mut self, now: Instant) -> (Vec<Asker>, Vec<Undecided>) {
        let is_due = |(due, _): &mut (Instant, Asker)| *due <= now;
        let refused = self.delayed.extract_if(.., is_due);
        let refused = refused.map(|(_, asker)| asker).collect();
        let mut overdue = Vec::new();
        // They are due in the order they came.
        while let Some(first) = self.undecided.first_entry()
            && first.get().due <= now
        {
            let one = first.remove();
            if one.taken {
                self.crew.hangs();
            }
            overdue.push(one);
        }
        if !overdue.is_empty() {
            let undecided = &self.undecided;
            self.waiting
                .retain(|(number, _)| undecided.contains_key(number));
        }
        (refused, overdue)
    }

    fn next_due(&self) -> Option<Instant> {
        let delayed = self.delayed.iter().map(|(due, _)| *due);
        let undecided = self.undecided.first_key_value();
        delayed.chain(undecided.map(|(_, it)| it.due)).min()
    }
}

/// A place, for people.
fn name_of(place: Place) -> String {
    match place {
        Place::Address(IpAddr::V4(address)) => address.to_string(),
        Place::Address(IpAddr::V6(network)) => format!("{network}/64"),
        Place::User(uid) => {
            let name = last_name_of(uid).unwrap_or_else(|| uid.to_string());
            format!("local user '{name}'")
        }
    }
}

fn details_of_blocked(qualifier: i32, blocked: &Blocked<'_>) -> EventDetails {
    let user = match qualifier {
        MQRQ_CHANNEL_BLOCKED_USERID => (MQCACF_USER_IDENTIFIER, MQ_USER_ID_LENGTH),
        _ => (MQCACH_CLIENT_USER_ID, MQ_CLIENT_USER_ID_LENGTH),
    };
    let names = blocked.certificate;
    let (subject, issuer) = names.map_or_else(Default::default, |names| {
        (names.subject.to_string(), names.issuer.to_string())
    });
    let length = |text: &str| i32::try_from(text.chars().count()).unwrap_or(i32::MAX);
    let address = blocked.address.map(|address| address.to_string());
    let address = address.unwrap_or_default();
    let known = [
        (MQCACH_CHANNEL_NAME, blocked.channel, MQ_CHANNEL_NAME_LENGTH),
        (user.0, blocked.user, user.1),
        (MQCA_REMOTE_Q_MGR_NAME, blocked.q_mgr, MQ_Q_MGR_NAME_LENGTH),
        (MQCACH_SSL_PEER_NAME, &subject, length(&subject)),
        (MQCA_SSL_CERT_ISSUER_NAME, &issuer, length(&issuer)),
        (MQCACF_APPL_NAME, blocked.application, MQ_APPL_NAME_LENGTH),
    ];
    let known = known.into_iter().filter(|(_, text, _)| !text.is_empty());
    let details = EventDetails::default()
        .int(MQIACF_REASON_QUALIFIER, qualifier)
        .text(MQCACH_CONNECTION_NAME, &address, MQ_CONN_NAME_LENGTH);
    let details = match blocked.application.is_empty() {
        true => details,
        false => details.int(MQIA_APPL_TYPE, blocked.appl_type),
    };
    known.fold(details, |details, (parameter, text, most)| {
        details.text(parameter, text, most)
    })
}
