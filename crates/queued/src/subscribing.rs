//! `RegSub`, `DeregSub` and `ReqUpdate`.

use crate::interface::QueuedInterface;
use crate::subject::{Identity, Subject};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::hex::hex;
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle, SubscriptionDescriptor};
use ferromq_mqi::queued::{Answer, Choice, Command, Form, Name, Refusal};
use ferromq_mqi::session::Connected;
use ferromq_mqi::{ObjectName, Reason};
use ferromq_qmgr::ObjectError;

/// Most subscriptions that go with their queues: each holds a handle of the interface's connection, which has more.
const PASSING_MAX: usize = 10_000;

/// A subscription that goes with its queue.
#[derive(Debug)]
pub(crate) struct Passing {
    name: String,
    queue: ObjectName,
    handle: ObjectHandle,
}

/// Gathers what became of the parts of a command.
pub(crate) fn gathered(parts: impl IntoIterator<Item = Result<(), Refusal>>) -> Answer {
    let mut answer = Answer::default();
    for part in parts {
        match part {
            Ok(()) => answer.partly = true,
            Err(refusal) => answer.refusals.push(refusal),
        }
    }
    answer
}

impl<C: Connected> QueuedInterface<C> {
    pub(crate) fn register(&mut self, subject: &Subject, command: &Command) -> Answer {
        let identity = match subject.identity(command) {
            Ok(identity) => identity,
            Err(refusal) => return refusal.into(),
        };
        if let Err(refusal) = self.check_owner(subject, &identity, command) {
            return refusal.into();
        }
        let queue = match self.open_destination(subject, &identity) {
            Ok(queue) => queue,
            Err(refusal) => return refusal.into(),
        };
        let topics: Vec<&str> = command.all(Name::Topic).collect();
        let parts: Vec<Result<(), Refusal>> = topics
            .iter()
            .map(|topic| {
                let name = self.name(subject, &identity, command, topic);
                self.subscribe(subject, (&identity, queue), command, (&name, topic))
                    .map_err(|refusal| refusal.with(Name::Topic, topic))
            })
            .collect();
        let _ = self.session.close(queue, MQCO_NONE);
        gathered(parts)
    }

    /// The name a subscription has, or gets.
    fn name(
        &self,
        subject: &Subject,
        identity: &Identity,
        command: &Command,
        topic: &str,
    ) -> String {
        match command.get(Name::SubName) {
            Some(name) => name.to_owned(),
            None => format!("{}{topic}", subject.prefix(identity)),
        }
    }

    /// An identity belongs to one user at a time.
    fn check_owner(
        &self,
        subject: &Subject,
        identity: &Identity,
        command: &Command,
    ) -> Result<(), Refusal> {
        if command.has(Choice::VariableUserId) {
            return Ok(());
        }
        let prefix = subject.prefix(identity);
        let all = self.queue_manager.subscriptions_beginning(&prefix);
        match all.iter().find(|one| !belongs_to(one, subject)) {
            None => Ok(()),
            Some(one) => Err(not_ones_own(one)),
        }
    }

    fn open_destination(
        &mut self,
        subject: &Subject,
        identity: &Identity,
    ) -> Result<ObjectHandle, Refusal> {
        let mut destination = ObjectDescriptor {
            object_name: identity.queue,
            object_q_mgr_name: identity.q_mgr,
            alternate_user_id: subject.user,
            ..ObjectDescriptor::default()
        };
        let options = MQOO_OUTPUT | MQOO_ALTERNATE_USER_AUTHORITY | MQOO_FAIL_IF_QUIESCING;
        let opened = self.session.open_object(&mut destination, options);
        opened.map_err(|error| {
            let reason = match error.reason {
                Reason::NOT_AUTHORIZED => MQRCCF_NOT_AUTHORIZED,
                Reason::UNKNOWN_REMOTE_Q_MGR | Reason::UNKNOWN_OBJECT_Q_MGR => {
                    MQRCCF_Q_MGR_NAME_ERROR
                }
                _ => MQRCCF_Q_NAME_ERROR,
            };
            let refusal = Refusal::new(reason).with(Name::ErrorId, error.reason.0);
            refusal.with(Name::Queue, identity.queue)
        })
    }

    fn subscribe(
        &mut self,
        subject: &Subject,
        (identity, queue): (&Identity, ObjectHandle),
        command: &Command,
        (name, topic): (&str, &str),
    ) -> Result<(), Refusal> {
        // A name is said by whoever sends the command, and may be that of a subscription of somebody else.
        let there = self.queue_manager.subscription_named(name);
        if let Some(other) = there.filter(|one| !belongs_to(one, subject)) {
            return Err(not_ones_own(&other));
        }
        let mut asked = self.asked(subject, identity, command, (name, topic));
        if self.passing.iter().any(|one| one.name == name) {
            if command.has(Choice::NoAlter) {
                return Ok(());
            }
            // Nothing of it lasts: it is made anew, and stays where that is refused.
            self.try_out(&asked, queue)
                .map_err(|reason| subject.refusal(reason))?;
            let found = self.passing.iter().position(|one| one.name == name);
            if let Some(gone) = found.map(|at| self.passing.swap_remove(at)) {
                let _ = self.session.close(gone.handle, MQCO_REMOVE_SUB);
            }
        }
        let made = self.session.subscribe(&mut asked.clone(), queue);
        match made {
            Ok((_, handle)) => {
                let _ = self.session.close(handle, MQCO_KEEP_SUB);
                Ok(())
            }
            // It is there already.
            Err(error) if error.reason == Reason::SUB_ALREADY_EXISTS => Ok(()),
            // The queue is a temporary one.
            Err(error) if error.reason == Reason::INVALID_DESTINATION => {
                if self.passing.len() >= PASSING_MAX {
                    return Err(subject.refusal(Reason::HANDLE_NOT_AVAILABLE));
                }
                asked.options &= !(MQSO_DURABLE | MQSO_ALTER);
                let made = self.session.subscribe(&mut asked, queue);
                let (_, handle) = made.map_err(|error| subject.refusal(error.reason))?;
                self.passing.push(Passing {
                    name: name.to_owned(),
                    queue: identity.queue,
                    handle,
                });
                Ok(())
            }
            Err(error) => Err(subject.refusal(error.reason)),
        }
    }

    /// Whether a subscription that goes with its queue could be made: by one without a name, which nothing is sent to.
    fn try_out(
        &mut self,
        asked: &SubscriptionDescriptor,
        queue: ObjectHandle,
    ) -> Result<(), Reason> {
        let mut tried = asked.clone();
        tried.sub_name.clear();
        tried.options &= !(MQSO_DURABLE | MQSO_ALTER);
        if tried.options & MQSO_PUBLICATIONS_ON_REQUEST == 0 {
            tried.options &= !MQSO_NEW_PUBLICATIONS_ONLY;
            tried.options |= MQSO_PUBLICATIONS_ON_REQUEST;
        }
        let made = self.session.subscribe(&mut tried, queue);
        let (_, handle) = made.map_err(|error| error.reason)?;
        let _ = self.session.close(handle, MQCO_REMOVE_SUB);
        Ok(())
    }

    fn asked(
        &self,
        subject: &Subject,
        identity: &Identity,
        command: &Command,
        (name, topic): (&str, &str),
    ) -> SubscriptionDescriptor {
        let mut options =
            MQSO_CREATE | MQSO_DURABLE | MQSO_ALTERNATE_USER_AUTHORITY | MQSO_FAIL_IF_QUIESCING;
        let chosen = [
            (Choice::NewPubsOnly, MQSO_NEW_PUBLICATIONS_ONLY),
            (Choice::PubOnReqOnly, MQSO_PUBLICATIONS_ON_REQUEST),
            (Choice::Local, MQSO_SCOPE_QMGR),
        ];
        let chosen = chosen.iter().filter(|(choice, _)| command.has(*choice));
        options |= chosen.fold(0, |all, (_, option)| all | option);
        if !command.has(Choice::NoAlter) {
            options |= MQSO_ALTER;
        }
        options |= match command.has(Choice::VariableUserId) {
            true => MQSO_ANY_USERID,
            false => MQSO_FIXED_USERID,
        };
        options |= match subject.scheme() {
            MQWS_CHAR => MQSO_WILDCARD_CHAR,
            _ => MQSO_WILDCARD_TOPIC,
        };
        if identity.correl_id.is_some() {
            options |= MQSO_SET_CORREL_ID;
        }
        let text = |name| command.get(name).unwrap_or_default().to_owned();
        SubscriptionDescriptor {
            options,
            object_name: subject.root,
            object_string: topic.to_owned(),
            alternate_user_id: subject.user,
            sub_name: name.to_owned(),
            sub_expiry: subject.descriptor.expiry,
            sub_correl_id: identity.correl_id.unwrap_or(MQCI_NONE),
            sub_user_data: text(Name::SubUserData),
            selection_string: text(Name::Filter),
            properties: match subject.form {
                Form::NameValue => MQPSPROP_COMPAT,
                Form::Folder => MQPSPROP_RFH2,
            },
            ..SubscriptionDescriptor::default()
        }
    }

    pub(crate) fn deregister(&mut self, subject: &Subject, command: &Command) -> Answer {
        let identity = match subject.identity(command) {
            Ok(identity) => identity,
            // A name says enough.
            Err(_) if command.get(Name::SubName).is_some() => Identity {
                q_mgr: ObjectName::BLANK,
                queue: ObjectName::BLANK,
                correl_id: None,
            },
            Err(refusal) => return refusal.into(),
        };
        if command.has(Choice::DeregAll) {
            let all = self.all_of(subject, &identity);
            if all.is_empty() {
                return Refusal::new(MQRCCF_NOT_REGISTERED).into();
            }
            let parts: Vec<_> = all.iter().map(|one| self.remove(subject, one)).collect();
            return gathered(parts);
        }
        let topics: Vec<&str> = match command.get(Name::SubName) {
            Some(_) => vec![""],
            None => command.all(Name::Topic).collect(),
        };
        let parts: Vec<_> = topics
            .iter()
            .map(|topic| {
                let name = self.name(subject, &identity, command, topic);
                let found = self.queue_manager.subscription_named(&name);
                let one = found.ok_or_else(|| Refusal::new(MQRCCF_NOT_REGISTERED));
                one.and_then(|one| self.remove(subject, &one))
                    .map_err(|refusal| refusal.with(Name::Topic, topic))
            })
            .collect();
        gathered(parts)
    }

    /// Every subscription of an identity, those with names of their own too.
    fn all_of(&self, subject: &Subject, identity: &Identity) -> Vec<Definition> {
        let prefix = subject.prefix(identity);
        let correl_id = identity.correl_id.map(|id| hex(&id));
        self.queue_manager.subscriptions_where(|one| {
            let with_correl_id = one.int(Attr::Subopts) & MQSO_SET_CORREL_ID != 0;
            let given = with_correl_id.then(|| one.text(Attr::Destcorl));
            let goes_there = one.text(Attr::Dest) == identity.queue.as_str()
                && one.text(Attr::Destqmgr) == identity.q_mgr.as_str()
                && one.text(Attr::Topicobj) == subject.root.as_str()
                && given == correl_id.as_deref();
            one.text(Attr::Sub).starts_with(&prefix) || (is_queued(one) && goes_there)
        })
    }

    fn remove(&mut self, subject: &Subject, one: &Definition) -> Result<(), Refusal> {
        if !is_queued(one) {
            return Err(Refusal::new(MQRCCF_NOT_REGISTERED));
        }
        if !belongs_to(one, subject) {
            return Err(not_ones_own(one));
        }
        let name = one.text(Attr::Sub);
        if let Some(at) = self.passing.iter().position(|passing| passing.name == name) {
            let gone = self.passing.swap_remove(at);
            let closed = self.session.close(gone.handle, MQCO_REMOVE_SUB);
            return closed
                .map(drop)
                .map_err(|error| subject.refusal(error.reason));
        }
        match self.queue_manager.delete_subscription(&one.name()) {
            Ok(()) => Ok(()),
            Err(ObjectError::InUse) => Err(Refusal::new(MQRCCF_SUBSCRIPTION_IN_USE)),
            Err(ObjectError::NotFound) => Err(Refusal::new(MQRCCF_NOT_REGISTERED)),
            Err(error) => Err(subject.refusal(error.reason())),
        }
    }

    pub(crate) fn update(&mut self, subject: &Subject, command: &Command) -> Answer {
        let sent = subject
            .identity(command)
            .and_then(|identity| self.send_retained(subject, &identity, command));
        match sent {
            Ok(()) => Answer::default(),
            Err(refusal) => refusal.into(),
        }
    }

    fn send_retained(
        &mut self,
        subject: &Subject,
        identity: &Identity,
        command: &Command,
    ) -> Result<(), Refusal> {
        let topic = command.get(Name::Topic).unwrap_or_default();
        let name = self.name(subject, identity, command, topic);
        let found = self.queue_manager.subscription_named(&name);
        let found = found.filter(is_queued);
        let found = found.ok_or_else(|| Refusal::new(MQRCCF_NOT_REGISTERED))?;
        if !belongs_to(&found, subject) {
            return Err(not_ones_own(&found));
        }
        let request = |handle, interface: &mut Self| {
            let action = MQSR_ACTION_PUBLICATION;
            let sent = interface.session.subscription_request(handle, action, 0);
            sent.map(drop)
                .map_err(|error| subject.refusal(error.reason))
        };
        if let Some(one) = self.passing.iter().find(|one| one.name == name) {
            return request(one.handle, self);
        }
        let queue = self.open_destination(subject, identity)?;
        let mut asked = SubscriptionDescriptor {
            options: MQSO_RESUME | MQSO_ALTERNATE_USER_AUTHORITY | MQSO_FAIL_IF_QUIESCING,
            sub_name: name,
            alternate_user_id: subject.user,
            ..SubscriptionDescriptor::default()
        };
        let resumed = self.session.subscribe(&mut asked, queue);
        let sent = match resumed {
            Ok((_, handle)) => {
                let sent = request(handle, self);
                let _ = self.session.close(handle, MQCO_KEEP_SUB);
                sent
            }
            Err(error) => Err(subject.refusal(error.reason)),
        };
        let _ = self.session.close(queue, MQCO_NONE);
        sent
    }

    /// Ends the subscriptions whose temporary queues are gone.
    pub(crate) fn forget_passed(&mut self) {
        for one in std::mem::take(&mut self.passing) {
            // A definition would come with live values.
            if self.queue_manager.queue_kind(&one.queue) == Some(ObjectKind::QLocal) {
                self.passing.push(one);
            } else {
                let _ = self.session.close(one.handle, MQCO_REMOVE_SUB);
            }
        }
    }
}

/// Whether it was made by a command.
fn is_queued(one: &Definition) -> bool {
    let forms = [MQPSPROP_COMPAT, MQPSPROP_RFH2];
    one.int(Attr::Subtype) == MQSUBTYPE_API && forms.contains(&one.int(Attr::Psprop))
}

fn belongs_to(one: &Definition, subject: &Subject) -> bool {
    let anybodys = one.int(Attr::Varuser) == MQVU_ANY_USER;
    anybodys || one.text(Attr::Subuser) == subject.user.as_str()
}

fn not_ones_own(one: &Definition) -> Refusal {
    Refusal::new(MQRCCF_DUPLICATE_IDENTITY).with(Name::UserId, one.text(Attr::Subuser))
}
