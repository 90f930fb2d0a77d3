//! Who may connect: the decision, the password, the refusal.
//!
//! Event loops and service threads only leave an applicant here. Threads of their own decide,
//! because asking the system for a user may wait for a network and checking a password takes tens
//! of milliseconds of processor time on purpose. They are started with the first applicant. How
//! many wait is bounded; whoever comes when there are too many is refused. A refusal that is to
//! wait (`FAILDLAY`) lies in a list and holds no thread.

mod client;
mod local;
mod passwords;

pub(crate) use local::{LocalApplicant, LocalUser, LocalVerdict};

use crate::lock_order;
use crate::repeats::{Refusals, Subject};
use crate::settings::PasswordSettings;
use ferromq::local_user_name;
use ferromq_base::lock::{Condvar, Mutex, MutexGuard};
use ferromq_channel::{Applicant, NotAdmitted, Verdict};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::notices::FMQ0058;
use ferromq_qmgr::{EventDetails, Observed, QueueManager as Engine};
use ferromq_security::{Guesses, Place, Policy, Refusal, Warned, address_refusal};
use passwords::{Checked, Passwords};
use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Threads that decide. Some, so that slow answers of the system about a few do not stop everybody.
const THREADS: usize = 4;
/// Applicants that may wait for a decision.
const WAITING_MAX: usize = 1_000;
/// Refusals that may wait for their delay to pass. Beyond it they are given at once.
const DELAYED_MAX: usize = 10_000;

/// An applicant that waits for a decision.
enum Waiting {
    Client(client::Candidate, Verdict),
    Local(local::Candidate, LocalVerdict),
}

/// Whether the operator has been told of a refusal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NoticeState {
    Due,
    Given,
}

/// Where a refusal goes.
enum DelayedRefusal {
    Client(Verdict),
    Local(LocalVerdict),
}

impl DelayedRefusal {
    fn tell(self) {
        match self {
            Self::Client(verdict) => verdict.give(Err(NotAdmitted::default())),
            Self::Local(verdict) => verdict.give(None),
        }
    }
}

/// What the threads work on.
#[derive(Default)]
struct Backlog {
    waiting: VecDeque<Waiting>,
    delayed: Vec<(Instant, DelayedRefusal)>,
    threads: usize,
    idle: usize,
    ended: bool,
}

struct Shared {
    engine: Engine,
    refusals: Arc<Refusals>,
    passwords: Passwords,
    guesses: Mutex<Guesses, lock_order::WrongPasswords>,
    /// What the times in `guesses` count from.
    began: Instant,
    backlog: Mutex<Backlog, lock_order::Admission>,
    changed: Condvar,
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
            backlog: Mutex::default(),
            changed: Condvar::new(),
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

    /// Decides about a client, later and on another thread.
    pub(crate) fn ask(&self, who: &Applicant<'_>, verdict: Verdict) {
        self.leave(|| Waiting::Client(client::Candidate::of(who), verdict));
    }

    /// Decides about a local program, later and on another thread.
    pub(crate) fn ask_local(&self, who: LocalApplicant, verdict: LocalVerdict) {
        self.leave(|| Waiting::Local(local::Candidate::of(who), verdict));
    }

    fn leave(&self, waiting: impl FnOnce() -> Waiting) {
        let mut backlog = self.0.backlog();
        if backlog.ended || backlog.waiting.len() >= WAITING_MAX {
            drop(backlog);
            // Dropping the verdict refuses.
            drop(waiting);
            return;
        }
        backlog.waiting.push_back(waiting());
        if backlog.idle == 0 && backlog.threads < THREADS {
            let shared = Arc::clone(&self.0);
            let thread = std::thread::Builder::new().name("admission".to_owned());
            match thread.spawn(move || shared.work()) {
                Ok(_) => backlog.threads += 1,
                // With one thread others can go on; with none nobody would ever be answered.
                Err(_) if backlog.threads > 0 => {}
                Err(_) => backlog.waiting.clear(),
            }
        }
        drop(backlog);
        self.0.changed.notify_one();
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
    user: &'a str,
    appl_type: i32,
    application: &'a str,
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
            // What was asked for. The others say who was refused.
            if line.number.ends_with('I') {
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
        let (waiting, delayed) = {
            let mut backlog = self.backlog();
            backlog.ended = true;
            (
                std::mem::take(&mut backlog.waiting),
                std::mem::take(&mut backlog.delayed),
            )
        };
        self.changed.notify_all();
        drop((waiting, delayed));
    }

    /// A thread: decides and gives delayed refusals until the end.
    fn work(&self) {
        let mut backlog = self.backlog();
        loop {
            if backlog.ended {
                return;
            }
            let now = Instant::now();
            if let Some(at) = backlog.delayed.iter().position(|(due, _)| *due <= now) {
                let (_, refused) = backlog.delayed.swap_remove(at);
                drop(backlog);
                refused.tell();
                backlog = self.backlog();
            } else if let Some(waiting) = backlog.waiting.pop_front() {
                drop(backlog);
                match waiting {
                    Waiting::Client(candidate, verdict) => self.settle_client(&candidate, verdict),
                    Waiting::Local(mut candidate, verdict) => {
                        self.settle_local(&mut candidate, verdict);
                    }
                }
                backlog = self.backlog();
            } else {
                let next = backlog.delayed.iter().map(|(due, _)| *due).min();
                backlog.idle += 1;
                backlog = match next {
                    None => self.changed.wait(backlog),
                    Some(due) => {
                        let wait = due.saturating_duration_since(now);
                        let waited = self.changed.wait_timeout(backlog, wait);
                        waited.0
                    }
                };
                backlog.idle -= 1;
            }
        }
    }

    /// Whether the password is right; if not, whether there is anything to tell. A place from which
    /// too many wrong ones came is told of once.
    fn verify(&self, of: &str, password: &[u8], place: Option<Place>) -> Result<(), NoticeState> {
        let guesses = || self.guesses.lock();
        let is_shut = |place| guesses().is_shut(place, self.began.elapsed());
        if place.is_some_and(is_shut) {
            return Err(NoticeState::Given);
        }
        match self.passwords.check(of, password, place) {
            Checked::Right => return Ok(()),
            Checked::Unknown => return Err(NoticeState::Due),
            Checked::Wrong => {}
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
            let name = match place {
                Place::Address(IpAddr::V4(address)) => address.to_string(),
                Place::Address(IpAddr::V6(network)) => format!("{network}/64"),
                Place::User(uid) => format!("local user '{}'", local_user_name(uid)),
            };
            let seconds = interval.as_secs();
            let values: [&dyn std::fmt::Display; 3] = [&count, &name, &seconds];
            let text = FMQ0058.sentence(&values);
            self.refusals.tell(Some(place), FMQ0058.label, text);
        }
        Err(NoticeState::Due)
    }

    /// Gives a refusal, after its delay.
    fn refuse(&self, refused: DelayedRefusal, delay: Duration) {
        let mut backlog = self.backlog();
        if delay.is_zero() || backlog.delayed.len() >= DELAYED_MAX || backlog.ended {
            drop(backlog);
            refused.tell();
        } else {
            backlog.delayed.push((Instant::now() + delay, refused));
        }
    }

    /// `FAILDLAY`.
    fn fail_delay(&self) -> Duration {
        let settings = self.engine.connection_authentication();
        let seconds = settings.map_or(0, |settings| settings.fail_delay_seconds);
        Duration::from_secs(u64::from(seconds))
    }

    fn warn(&self, warned: &Warned, blocked: &Blocked<'_>) {
        let line = &warned.line;
        self.refusals
            .tell(blocked.place(), line.number, line.text.clone());
        let what = Observed::ChannelWouldBeBlocked;
        self.blocked(what, warned.qualifier, blocked);
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
            EventDetails::default()
                .int(MQIACF_REASON_QUALIFIER, refusal.qualifier)
                .text(MQCACF_USER_IDENTIFIER, blocked.user, MQ_USER_ID_LENGTH)
                .int(MQIA_APPL_TYPE, blocked.appl_type)
                .text(MQCACF_APPL_NAME, blocked.application, MQ_APPL_NAME_LENGTH)
                .text(
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

fn details_of_blocked(qualifier: i32, blocked: &Blocked<'_>) -> EventDetails {
    let mut details = EventDetails::default().int(MQIACF_REASON_QUALIFIER, qualifier);
    if !blocked.channel.is_empty() {
        details = details.text(MQCACH_CHANNEL_NAME, blocked.channel, MQ_CHANNEL_NAME_LENGTH);
    }
    if !blocked.user.is_empty() {
        let parameter = if qualifier == MQRQ_CHANNEL_BLOCKED_USERID {
            MQCACH_MCA_USER_ID
        } else {
            MQCACH_CLIENT_USER_ID
        };
        details = details.text(parameter, blocked.user, MQ_USER_ID_LENGTH);
    }
    let place = blocked.address.map(|address| address.to_string());
    let place = place.unwrap_or_default();
    details = details.text(MQCACH_CONNECTION_NAME, &place, MQ_CONN_NAME_LENGTH);
    if !blocked.application.is_empty() {
        details = details.text(MQCACF_APPL_NAME, blocked.application, MQ_APPL_NAME_LENGTH);
    }
    details
}
