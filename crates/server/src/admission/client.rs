//! Clients: channel authentication records, addresses, certificates, and passwords.

use super::decision::{LetIn, NotLetIn};

use super::{Blocked, NoticeState, Shared};
use ferromq_channel::Applicant;
use ferromq_mqi::distinguished_name::CertificateNames;
use ferromq_mqi::generated::constants::MQAT_QMGR;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::Origin;
use ferromq_security::{Decision, Password, Place, Policy, decide};
use std::cell::Cell;
use std::net::IpAddr;
use std::time::Duration;
use zeroize::Zeroizing;

/// An applicant, kept until a thread takes it.
pub(super) struct Candidate {
    channel: String,
    channel_user: String,
    address: Option<IpAddr>,
    asserted_user: String,
    credentials_user: String,
    password: Zeroizing<Vec<u8>>,
    protected: bool,
    certificate: Option<CertificateNames>,
    application: String,
}

impl Candidate {
    pub(super) fn of(who: &Applicant<'_>) -> Self {
        let (user, password) = who.credentials.unwrap_or(("", &[]));
        let tls = who.peer.tls.as_ref();
        Self {
            channel: who.channel_name.to_owned(),
            channel_user: who.mca_user.as_str().to_owned(),
            address: who.peer.address.parse().ok(),
            asserted_user: who.client_user.trim_end().to_owned(),
            credentials_user: user.trim_end().to_owned(),
            password: password.to_vec().into(),
            protected: who.password_is_protected,
            certificate: tls.and_then(|tls| tls.certificate.clone()),
            application: who.appl_name.to_owned(),
        }
    }

    /// Where it comes from.
    pub(super) fn place(&self) -> Option<Place> {
        self.address.map(Place::of_address)
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
            certificate: self.certificate.as_ref(),
            application: &self.application,
        }
    }
}

impl Shared {
    /// Decides, and checks the password if it comes to that. A refusal is to be told after that time. Slow.
    pub(super) fn decide_on_client(&self, candidate: &Candidate) -> Result<LetIn, NotLetIn> {
        let (rules, authentication) =
            (self.engine.rules(), self.engine.connection_authentication());
        let policy = Policy {
            rules: rules.as_deref(),
            authentication: authentication.as_deref(),
        };
        let applicant = candidate.applicant();
        let unanswered = Cell::new(false);
        let administers = |user: &str| {
            let answer = self.engine.administers(user);
            answer.unwrap_or_else(|_| {
                unanswered.set(true);
                true
            })
        };
        let (decision, warned) = decide(policy, &applicant, &administers);
        if unanswered.get() {
            // Whether a record keeps it out or credentials are missing depends on the answer.
            return Err(NotLetIn::Unanswered);
        }
        let blocked = Blocked {
            channel: &candidate.channel,
            address: candidate.address,
            user: applicant.asserted_user,
            appl_type: MQAT_QMGR,
            application: &candidate.application,
            certificate: applicant.certificate,
            ..Blocked::default()
        };
        for warned in &warned {
            self.warn(warned, &blocked);
        }
        let place = candidate.place();
        let (admitted, refusal) = match decision {
            Decision::Admit { user } => (Some(user), None),
            Decision::Verify {
                of,
                user,
                otherwise,
            } => match self.verify(&of, &candidate.password, place) {
                Ok(()) => (Some(user), None),
                Err(told) => (None, Some((otherwise, told))),
            },
            Decision::Refuse(refusal) => (None, Some((refusal, NoticeState::Due))),
        };
        if let Some(user) = admitted {
            let user_id: FixedText<12> = FixedText::truncated(&user);
            let asked = self.engine.ask_user_named(user_id.as_str());
            return Ok(LetIn {
                user_id,
                uid: Origin::NO_UID,
                asked: asked?,
            });
        }
        let mut delay = Duration::ZERO;
        if let Some((refusal, told)) = refusal {
            if told == NoticeState::Due {
                self.tell(&refusal, &blocked);
            }
            if !refusal.is_blocked_channel() {
                delay = self.fail_delay();
            }
        }
        Err(NotLetIn::After(delay))
    }
}
