//! Local programs: what user they run as is the operating system's word; `CHCKLOCL` says whether
//! they have to prove more.

use super::decision::{LetIn, NotLetIn, Refused};

use super::{Blocked, NoticeState, Shared};
use crate::local::item::{Item, ServiceInbox};
use crate::local::origin::may_administer;
use ferromq::local_user_name;
use ferromq_base::poll::Token;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::Origin;
use ferromq_mqi::password::Password;
use ferromq_qmgr::QueueManager as Engine;
use ferromq_security::{CheckClient, Decision, Place, RefusalKind, decide_local, user_fits};
use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

/// A local program that wants to connect.
pub(crate) struct LocalApplicant {
    /// Where it comes from. What its user is called is asked for.
    pub(crate) origin: Origin,
    /// Name it gave itself.
    pub(crate) application: String,
    /// Its credentials, if it gave any.
    pub(crate) password: Option<Password>,
}

impl LocalApplicant {
    /// Whether there is anything to decide, of a user of this name. Where not, it connects as the user it runs as.
    pub(crate) fn has_to_be_checked(&self, name: &str, engine: &Engine) -> bool {
        if !user_fits(name) && !may_administer(self.origin.uid) {
            return true;
        }
        let Some(settings) = engine.connection_authentication() else {
            return false;
        };
        match settings.check_local {
            CheckClient::None => false,
            CheckClient::Optional => self.password.is_some(),
            CheckClient::RequiredOfAdministrators | CheckClient::Required => true,
        }
    }
}

/// Where the decision about a local program goes: to the service thread that accepts. Dropping it
/// refuses.
pub(crate) struct LocalVerdict {
    inbox: Arc<ServiceInbox>,
    token: Token,
    is_given: bool,
}

impl LocalVerdict {
    /// The verdict on the program the service thread knows by `token`.
    pub(crate) fn new(inbox: Arc<ServiceInbox>, token: Token) -> Self {
        Self {
            inbox,
            token,
            is_given: false,
        }
    }

    /// Gives it.
    pub(super) fn give(mut self, decision: Result<LetIn, Refused>) {
        self.is_given = true;
        self.inbox
            .send(Item::Decided(self.token, decision.map(Box::new)));
    }
}

impl Drop for LocalVerdict {
    fn drop(&mut self) {
        if !self.is_given {
            self.inbox
                .send(Item::Decided(self.token, Err(Refused::NotAuthorized)));
        }
    }
}

/// An applicant, kept until a thread takes it.
pub(super) struct Candidate(LocalApplicant);

impl Candidate {
    pub(super) fn of(who: LocalApplicant) -> Self {
        Self(who)
    }

    /// The user it runs as.
    pub(super) fn place(&self) -> Place {
        Place::User(self.0.origin.uid)
    }
}

impl Shared {
    /// Asks who it is, decides, and checks the password if it comes to that. A refusal is to be told after that time. Slow.
    pub(super) fn decide_on_local(&self, Candidate(mut who): Candidate) -> Result<LetIn, NotLetIn> {
        let name = local_user_name(who.origin.uid);
        let user = name.as_str();
        who.origin.user_id = FixedText::truncated(user);
        let authentication = self.engine.connection_authentication();
        let given = who.password.as_ref();
        let applicant = ferromq_security::LocalApplicant {
            user,
            is_own_user: may_administer(who.origin.uid),
            process_id: who.origin.process_id,
            credentials_user: given.map_or("", |given| given.user_id.trim_end()),
            gave_password: given.is_some_and(|given| !given.password.is_empty()),
            application: &who.application,
        };
        let unanswered = Cell::new(false);
        let administers = |_: &str| {
            let answer = self.engine.origin_administers(&who.origin);
            answer.unwrap_or_else(|_| {
                unanswered.set(true);
                true
            })
        };
        let decision = decide_local(authentication.as_deref(), &applicant, &administers);
        if unanswered.get() {
            return Err(NotLetIn::Unanswered);
        }
        let (refusal, told) = match decision {
            Decision::Admit { user } => {
                return self.local_user(&who.origin, &name, &user);
            }
            Decision::Refuse(refusal) => (refusal, NoticeState::Due),
            Decision::Verify {
                of,
                user,
                otherwise,
            } => {
                let password = given.map_or(&[][..], |given| &given.password);
                match self.verify(&of, password, Some(Place::User(who.origin.uid))) {
                    Ok(()) => {
                        return self.local_user(&who.origin, &name, &user);
                    }
                    Err(told) => (otherwise, told),
                }
            }
        };
        let blocked = Blocked {
            local: Some(Place::User(who.origin.uid)),
            user,
            appl_type: who.origin.appl_type,
            application: &who.application,
            ..Blocked::default()
        };
        if told == NoticeState::Due {
            self.tell(&refusal, &blocked);
        }
        // Nothing was guessed where nothing was given.
        Err(NotLetIn::After(match refusal.kind {
            RefusalKind::CredentialsMissing | RefusalKind::NoUser => Duration::ZERO,
            _ => self.fail_delay(),
        }))
    }

    /// The user a program connects as: that of its process, or another one whose password it gave.
    fn local_user(&self, origin: &Origin, own: &str, user: &str) -> Result<LetIn, NotLetIn> {
        if own == user {
            return Ok(LetIn {
                user_id: origin.user_id,
                uid: origin.uid,
                asked: self.engine.ask_user(origin)?,
            });
        }
        let user_id: FixedText<12> = FixedText::truncated(user);
        let asked = self.engine.ask_user_named(user_id.as_str());
        Ok(LetIn {
            user_id,
            uid: Origin::NO_UID,
            asked: asked?,
        })
    }
}
