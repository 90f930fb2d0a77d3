//! Who may connect: the decision, the password, the refusal.
//!
//! Event loops only leave an applicant here. Threads of their own decide, because asking the
//! system for a user may wait for a network and checking a password takes tens of milliseconds
//! of processor time on purpose. They are started with the first applicant. How many wait is
//! bounded; whoever comes when there are too many is refused.

use ferromq_channel::{Admitted, Applicant, NotAdmitted, Verdict};
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::FixedText;
use ferromq_qmgr::{Event, EventCategory, Notice, NoticeSink, QueueManager as Engine};
use ferromq_security::{
    Decision, Line, Password, Policy, Refusal, UserFile, Warned, address_refusal, decide,
    spend_verification_time,
};
use std::collections::VecDeque;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Threads that decide. Two, so that one slow answer of the system does not stop everybody.
const THREADS: usize = 2;
/// Applicants that may wait for a decision.
const WAITING_MAX: usize = 1_000;
/// Refusals that may wait for their delay to pass. Beyond it they are given at once.
const DELAYED_MAX: usize = 10_000;

/// An applicant, kept until a thread takes it.
struct Candidate {
    channel: String,
    channel_user: String,
    address: Option<IpAddr>,
    asserted_user: String,
    credentials_user: String,
    password: Vec<u8>,
    protected: bool,
    certificate: Option<(String, String)>,
    application: String,
}

impl Drop for Candidate {
    fn drop(&mut self) {
        // Not a promise: what the compiler or the socket's buffers keep is out of reach.
        self.password.fill(0);
    }
}

impl Candidate {
    fn of(who: &Applicant<'_>) -> Self {
        let (user, password) = who.credentials.unwrap_or(("", &[]));
        let tls = who.peer.tls.as_ref();
        let subject = tls.and_then(|tls| tls.subject.clone());
        Self {
            channel: who.channel_name.to_owned(),
            channel_user: who.mca_user.as_str().to_owned(),
            address: who.peer.address.parse().ok(),
            asserted_user: who.client_user.trim_end().to_owned(),
            credentials_user: user.trim_end().to_owned(),
            password: password.to_vec(),
            protected: who.password_is_protected,
            certificate: subject.map(|subject| {
                let issuer = tls.and_then(|tls| tls.issuer.clone());
                (subject, issuer.unwrap_or_default())
            }),
            application: who.appl_name.to_owned(),
        }
    }

    fn applicant(&self) -> ferromq_security::Applicant<'_> {
        ferromq_security::Applicant {
            channel: &self.channel,
            channel_user: &self.channel_user,
            address: self.address,
            asserted_user: &self.asserted_user,
            credentials_user: &self.credentials_user,
            password: match (self.protected, self.password.is_empty()) {
                (true, _) => Password::Unreadable,
                (false, true) => Password::NotGiven,
                (false, false) => Password::Given,
            },
            certificate: self
                .certificate
                .as_ref()
                .map(|(subject, issuer)| (subject.as_str(), issuer.as_str())),
            application: &self.application,
        }
    }
}

/// What the threads work on.
#[derive(Default)]
struct Desk {
    waiting: VecDeque<(Candidate, Verdict)>,
    delayed: Vec<(Instant, Verdict)>,
    threads: usize,
    idle: usize,
    ended: bool,
}

struct Shared {
    engine: Engine,
    notices: NoticeSink,
    users_file: Option<PathBuf>,
    desk: Mutex<Desk>,
    bell: Condvar,
}

/// See the module.
pub(crate) struct Admission(Arc<Shared>);

impl Admission {
    /// Nothing runs yet. `users_file` holds the users the queue manager keeps itself.
    pub(crate) fn new(engine: Engine, notices: NoticeSink, users_file: Option<PathBuf>) -> Self {
        Self(Arc::new(Shared {
            engine,
            notices,
            users_file,
            desk: Mutex::default(),
            bell: Condvar::new(),
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
        let about = About {
            channel: "",
            address: Some(address),
            user: "",
            application: "",
        };
        if let Some(warned) = &warned {
            shared.warn(warned, &about);
        }
        if let Some(refusal) = &refusal {
            shared.tell(refusal, &about);
        }
        refusal.is_none()
    }

    /// Decides about an applicant, later and on another thread.
    pub(crate) fn ask(&self, who: &Applicant<'_>, verdict: Verdict) {
        let mut desk = self.0.desk();
        if desk.ended || desk.waiting.len() >= WAITING_MAX {
            // Dropping the verdict refuses.
            drop(desk);
            return;
        }
        desk.waiting.push_back((Candidate::of(who), verdict));
        if desk.idle == 0 && desk.threads < THREADS {
            let shared = Arc::clone(&self.0);
            let thread = std::thread::Builder::new().name("admission".to_owned());
            match thread.spawn(move || shared.work()) {
                Ok(_) => desk.threads += 1,
                // With one thread others can go on; with none nobody would ever be answered.
                Err(_) if desk.threads > 0 => {}
                Err(_) => desk.waiting.clear(),
            }
        }
        drop(desk);
        self.0.bell.notify_one();
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl Admission {
    /// Refuses everybody from now on; the threads end by themselves.
    pub(crate) fn end(&self) {
        self.0.end();
    }
}

/// Whom a refusal is about, for events.
struct About<'a> {
    channel: &'a str,
    address: Option<IpAddr>,
    user: &'a str,
    application: &'a str,
}

impl Shared {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self) {
        let (waiting, delayed) = {
            let mut desk = self.desk();
            desk.ended = true;
            (
                std::mem::take(&mut desk.waiting),
                std::mem::take(&mut desk.delayed),
            )
        };
        self.bell.notify_all();
        drop((waiting, delayed));
    }

    /// A thread: decides and gives delayed refusals until the end.
    fn work(&self) {
        let mut desk = self.desk();
        loop {
            if desk.ended {
                return;
            }
            let now = Instant::now();
            if let Some(at) = desk.delayed.iter().position(|(due, _)| *due <= now) {
                let (_, verdict) = desk.delayed.swap_remove(at);
                drop(desk);
                verdict.give(Err(NotAdmitted::default()));
                desk = self.desk();
            } else if let Some((candidate, verdict)) = desk.waiting.pop_front() {
                drop(desk);
                self.settle(&candidate, verdict);
                drop(candidate);
                desk = self.desk();
            } else {
                let next = desk.delayed.iter().map(|(due, _)| *due).min();
                desk.idle += 1;
                desk = match next {
                    None => self.bell.wait(desk).unwrap_or_else(PoisonError::into_inner),
                    Some(due) => {
                        let wait = due.saturating_duration_since(now);
                        let waited = self.bell.wait_timeout(desk, wait);
                        waited.unwrap_or_else(PoisonError::into_inner).0
                    }
                };
                desk.idle -= 1;
            }
        }
    }

    /// Decides, checks the password if it comes to that, and answers. Slow.
    fn settle(&self, candidate: &Candidate, verdict: Verdict) {
        let (rules, authentication) =
            (self.engine.rules(), self.engine.connection_authentication());
        let policy = Policy {
            rules: rules.as_deref(),
            authentication: authentication.as_deref(),
        };
        let applicant = candidate.applicant();
        let administers = |user: &str| self.engine.administers(user);
        let (decision, warned) = decide(policy, &applicant, &administers);
        let about = About {
            channel: &candidate.channel,
            address: candidate.address,
            user: applicant.asserted_user,
            application: &candidate.application,
        };
        for warned in &warned {
            self.warn(warned, &about);
        }
        let (admitted, refusal) = match decision {
            Decision::Admit { user } => (Some(user), None),
            Decision::Verify {
                of,
                user,
                otherwise,
            } => match self.is_password(&of, &candidate.password) {
                true => (Some(user), None),
                false => (None, Some(otherwise)),
            },
            Decision::Refuse(refusal) => (None, Some(refusal)),
        };
        if let Some(user) = admitted {
            verdict.give(Ok(Admitted {
                user_id: FixedText::truncated(&user),
                uid: NO_UID,
            }));
            return;
        }
        let mut delay = Duration::ZERO;
        if let Some(refusal) = refusal {
            self.tell(&refusal, &about);
            let seconds = authentication.map_or(0, |settings| settings.fail_delay_seconds);
            if !refusal.is_blocked_channel() {
                delay = Duration::from_secs(u64::from(seconds));
            }
        }
        self.refuse(verdict, delay);
    }

    fn refuse(&self, verdict: Verdict, delay: Duration) {
        let mut desk = self.desk();
        if delay.is_zero() || desk.delayed.len() >= DELAYED_MAX || desk.ended {
            drop(desk);
            verdict.give(Err(NotAdmitted::default()));
        } else {
            desk.delayed.push((Instant::now() + delay, verdict));
        }
    }

    /// True if the password is the user's.
    fn is_password(&self, user: &str, password: &[u8]) -> bool {
        let Some(path) = &self.users_file else {
            spend_verification_time(password);
            return false;
        };
        // Read every time: a password that was changed or a user that was removed counts at once.
        let users = match std::fs::read_to_string(path) {
            Ok(text) => UserFile::parse(&text).map_err(|error| error.to_string()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(UserFile::default()),
            Err(error) => Err(error.to_string()),
        };
        match users {
            Ok(users) => users.verify(user, password),
            Err(reason) => {
                let text =
                    ferromq_mqi::generated::notices::FMQ0046.sentence(&[&path.display(), &reason]);
                self.write("FMQ0046E", text);
                spend_verification_time(password);
                false
            }
        }
    }

    fn write(&self, number: &'static str, text: String) {
        (self.notices)(Notice { number, text });
    }

    fn write_line(&self, line: &Line) {
        self.write(line.number, line.text.clone());
    }

    fn warn(&self, warned: &Warned, about: &About<'_>) {
        self.write_line(&warned.line);
        self.blocked(
            Reason(MQRC_CHANNEL_BLOCKED_WARNING),
            warned.qualifier,
            about,
        );
    }

    /// Tells the operator, and whoever reads events.
    fn tell(&self, refusal: &Refusal, about: &About<'_>) {
        for line in &refusal.lines {
            self.write_line(line);
        }
        if refusal.is_blocked_channel() {
            let about = About {
                user: &refusal.user,
                ..*about
            };
            self.blocked(Reason(MQRC_CHANNEL_BLOCKED), refusal.qualifier, &about);
            return;
        }
        let event = Event::new(EventCategory::Authority, Reason::NOT_AUTHORIZED)
            .int(MQIACF_REASON_QUALIFIER, refusal.qualifier)
            .text(MQCACF_USER_IDENTIFIER, about.user, MQ_USER_ID_LENGTH)
            .int(MQIA_APPL_TYPE, MQAT_QMGR)
            .text(MQCACF_APPL_NAME, about.application, MQ_APPL_NAME_LENGTH)
            .text(
                MQCACF_CSP_USER_IDENTIFIER,
                &refusal.user,
                MQ_CLIENT_USER_ID_LENGTH,
            );
        self.engine.write_event(event);
    }

    /// The event of a blocked channel, with what is known of the partner.
    fn blocked(&self, reason: Reason, qualifier: i32, about: &About<'_>) {
        let place = about.address.map(|address| address.to_string());
        let mut event = Event::new(EventCategory::Channel { exceptional: true }, reason)
            .int(MQIACF_REASON_QUALIFIER, qualifier);
        if !about.channel.is_empty() {
            event = event.text(MQCACH_CHANNEL_NAME, about.channel, MQ_CHANNEL_NAME_LENGTH);
        }
        if !about.user.is_empty() {
            let parameter = if qualifier == MQRQ_CHANNEL_BLOCKED_USERID {
                MQCACH_MCA_USER_ID
            } else {
                MQCACH_CLIENT_USER_ID
            };
            event = event.text(parameter, about.user, MQ_USER_ID_LENGTH);
        }
        let place = place.unwrap_or_default();
        event = event.text(MQCACH_CONNECTION_NAME, &place, MQ_CONN_NAME_LENGTH);
        if !about.application.is_empty() {
            event = event.text(MQCACF_APPL_NAME, about.application, MQ_APPL_NAME_LENGTH);
        }
        self.engine.write_event(event);
    }
}

/// Clients have no user number on this machine.
const NO_UID: u32 = u32::MAX;
