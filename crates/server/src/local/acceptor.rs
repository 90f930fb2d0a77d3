//! New programs: hellos, welcomes, refusals, and requests of local administration.

use crate::admission::{LetIn, LocalApplicant, LocalVerdict, Refused};
use crate::local::item::ServiceInbox;
use crate::local::origin::{may_administer, origin_of};
use crate::local::pending::{Awaiting, OF_USER_MAX, Pending};
use crate::shared::Shared;
use ferromq_base::poll::{Poller, Token};
use ferromq_base::users::{known_name_of, last_name_of};
use ferromq_binding::{Handshake, Listener, ServerEndpoint};
use ferromq_mqi::Reason;
use ferromq_mqi::codec::{
    Answer, ConnectHello, ControlAnswer, ControlRequest, EndHow, Hello, Refusal, Welcome,
};
use ferromq_mqi::generated::notices::FMQ0162;
use ferromq_mqi::options::{ConnectOptions, Origin};
use ferromq_qmgr::{AskedUser, Connection, Entity, Notice};
use ferromq_security::Place;
use std::sync::Arc;
use std::time::Duration;

/// Programs let in before those that are in have their turn.
const ACCEPTED_AT_ONCE: usize = 64;

/// Accepts programs. Owned by the thread of `accepting.rs`.
pub(crate) struct Acceptor {
    listener: Listener,
    pending: Pending,
    /// Those of whom the system is asked, whose password is checked, or whose refusal is held back.
    awaiting: Awaiting<AwaitingDecision>,
    /// Out of descriptors: nobody is accepted for a while.
    is_paused: bool,
}

/// A program about which is decided.
struct AwaitingDecision {
    handshake: Handshake,
    options: ConnectOptions,
    origin: Origin,
}

/// A program that was let in.
pub(crate) type NewConnection = Box<(ServerEndpoint, Connection)>;

impl Acceptor {
    pub(crate) fn new(listener: Listener) -> Self {
        Self {
            listener,
            pending: Pending::new(),
            awaiting: Awaiting::new(),
            is_paused: false,
        }
    }

    /// Whether [`Acceptor::sweep`] has something to look after.
    pub(crate) fn needs_sweep(&self) -> bool {
        self.is_paused || !self.pending.is_empty()
    }

    /// Accepts programs that connect, at most so many at once. A program of a user who has as many handshakes under way as a
    /// user may have is hung up on at once: it must not keep the programs behind it waiting.
    pub(crate) fn accept_waiting(&mut self, poller: &Poller, shared: &Shared) {
        let mut full = self.pending.is_full();
        for _ in 0..ACCEPTED_AT_ONCE {
            if full {
                break;
            }
            match self.listener.accept() {
                Ok(Some(handshake)) if !self.pending.has_room_for(&handshake) => {}
                Ok(Some(handshake)) => {
                    let uid = handshake.peer().uid();
                    let watch =
                        |handshake: &mut Handshake, token| handshake.watch(poller, token).is_ok();
                    self.pending.insert(handshake, watch);
                    if self.pending.has_all_of(uid) {
                        tell_of_silent(shared, uid);
                    }
                    full = self.pending.is_full();
                }
                Ok(None) => return,
                Err(error) if error.is_shortage() => full = true,
                // What is wrong with one program keeps no other waiting.
                Err(_) => {}
            }
        }
        if !full {
            return;
        }
        // Too many at once, or out of descriptors: the rest wait outside until the next sweep.
        self.listener.unwatch(poller);
        self.is_paused = true;
    }

    /// Drops handshakes that take too long and listens again.
    pub(crate) fn sweep(&mut self, poller: &Poller, age_max: Duration) {
        self.pending.drop_older(age_max);
        if self.is_paused && !self.pending.is_full() {
            self.is_paused = self.listener.watch(poller).is_err();
        }
    }

    /// A handshake has bytes: answers when its hello is complete.
    pub(crate) fn advance(
        &mut self,
        token: Token,
        shared: &Arc<Shared>,
        inbox: &Arc<ServiceInbox>,
    ) -> Option<NewConnection> {
        let handshake = self.pending.get_mut(token)?;
        match handshake.advance() {
            Ok(None) => return None,
            Ok(Some(_)) => {}
            Err(_) => {
                self.pending.remove(token);
                return None;
            }
        }
        let mut handshake = self.pending.remove(token)?;
        match Hello::decode(&handshake.take_opaque()) {
            Ok(Hello::Connect(_)) if shared.is_stopping() => {
                refuse_at_the_end(handshake);
                None
            }
            Ok(Hello::Connect(hello)) => self.consider(shared, inbox, handshake, *hello),
            Ok(Hello::Control(request)) => {
                let answer = control(shared, &handshake, request);
                // A program that is gone needs no answer.
                let _ = handshake.refuse(&answer.encode());
                None
            }
            Err(error) => {
                refuse(handshake, Reason::UNEXPECTED_ERROR, error.to_string());
                None
            }
        }
    }
}

impl Acceptor {
    /// Lets a program in that needs no more than the word of the operating system, and whose user is known; of others others
    /// decide, who may wait for the system.
    fn consider(
        &mut self,
        shared: &Arc<Shared>,
        inbox: &Arc<ServiceInbox>,
        mut handshake: Handshake,
        mut hello: ConnectHello,
    ) -> Option<NewConnection> {
        let uid = handshake.peer().uid();
        let known_name = known_name_of(uid);
        let is_known = known_name.is_some();
        let name = known_name.unwrap_or_else(|| last_name_of(uid));
        let name = name.unwrap_or_else(|| uid.to_string());
        let origin = origin_of(handshake.peer(), &hello, &name);
        let known = shared.engine.known_user(&origin).filter(|_| is_known);
        let password = hello.password.take();
        let options = hello.options;
        let application = if options.appl_name.is_blank() {
            &origin.appl_name
        } else {
            &options.appl_name
        };
        let who = LocalApplicant {
            application: application.as_str().trim_end().to_owned(),
            origin: origin.clone(),
            password,
        };
        if hello.to_control && may_administer(uid) {
            // Needs nobody's word but that of the operating system, so that it gets in whoever else is waited for.
            let user = known.unwrap_or_else(|| AskedUser::is(Entity::new(&name, [], true)));
            return welcome(shared, handshake, &options, origin, user, true);
        }
        if let Some(user) = known
            && !who.has_to_be_checked(&name, &shared.engine)
        {
            return welcome(shared, handshake, &options, origin, user, false);
        }
        if !self.awaiting.has_room_for(uid) {
            let why = Refused::TooManyWait;
            refuse(handshake, why.reason(), text_of(why).to_owned());
            return None;
        }
        // What the program does meanwhile is seen when it is answered.
        handshake.unwatch();
        let awaiting = AwaitingDecision {
            handshake,
            options,
            origin,
        };
        let token = self.awaiting.insert(uid, awaiting);
        let verdict = LocalVerdict::new(Arc::clone(inbox), token);
        shared.admission().ask_local(who, verdict);
        None
    }

    /// The queue manager ends: nobody who waits for a decision is let in any more.
    pub(crate) fn refuse_waiting(&mut self) {
        for awaiting in self.awaiting.remove_all() {
            refuse_at_the_end(awaiting.handshake);
        }
    }

    /// A decision has been made: the program connects as this user, or not.
    pub(crate) fn decided(
        &mut self,
        token: Token,
        decision: Result<Box<LetIn>, Refused>,
        shared: &Arc<Shared>,
    ) -> Option<NewConnection> {
        let AwaitingDecision {
            handshake,
            options,
            mut origin,
        } = self.awaiting.remove(token)?;
        if shared.is_stopping() {
            refuse_at_the_end(handshake);
            return None;
        }
        let user = match decision {
            Ok(user) => user,
            Err(why) => {
                refuse(handshake, why.reason(), text_of(why).to_owned());
                return None;
            }
        };
        origin.user_id = user.user_id;
        origin.uid = user.uid;
        welcome(shared, handshake, &options, origin, user.asked, false)
    }
}

fn welcome(
    shared: &Arc<Shared>,
    handshake: Handshake,
    options: &ConnectOptions,
    origin: Origin,
    user: AskedUser,
    controls: bool,
) -> Option<NewConnection> {
    // Who controls the queue manager can look at who has all the others.
    if shared.link_count() >= shared.settings.connections_max && !controls {
        refuse(handshake, Reason::MAX_CONNS_LIMIT_REACHED, String::new());
        return None;
    }
    let connection = match shared.engine.connect_as(options, origin, user) {
        Ok(connection) => connection,
        Err(reason) => {
            refuse(handshake, reason, String::new());
            return None;
        }
    };
    let answer = Answer::Welcome(Welcome {
        connection_id: connection.connection_id(),
        q_mgr_name: shared.engine.name(),
    });
    // On failure the program hears of it from its socket, and the connection is dropped.
    let sizes = handshake.requested(&shared.settings.region);
    let accepted = handshake.accept(&sizes, &answer.encode());
    let endpoint = accepted.ok()?;
    Some(Box::new((endpoint, connection)))
}

/// More programs of a user are hung up on, for too many of them say nothing.
fn tell_of_silent(shared: &Shared, uid: u32) {
    let name = last_name_of(uid).unwrap_or_else(|| uid.to_string());
    let notice = Notice::of(&FMQ0162, &[&OF_USER_MAX, &name]);
    shared.refusals().tell(Some(Place::User(uid)), notice);
}

const fn text_of(why: Refused) -> &'static str {
    match why {
        Refused::NotAuthorized => {
            "user and password were refused, or are needed; the queue manager's error log says more"
        }
        Refused::TooManyWait => "too many programs wait to be let in",
        Refused::Overdue => {
            "it took too long to find out who the user is, or to check the password; the queue manager's error log says more"
        }
    }
}

fn refuse(handshake: Handshake, reason: Reason, text: String) {
    let answer = Answer::Refusal(Refusal { reason, text });
    // A program that is gone needs no answer.
    let _ = handshake.refuse(&answer.encode());
}

fn refuse_at_the_end(handshake: Handshake) {
    let text = "the queue manager is ending".to_owned();
    refuse(handshake, Reason::Q_MGR_NOT_AVAILABLE, text);
}

fn control(shared: &Shared, handshake: &Handshake, request: ControlRequest) -> Answer {
    if let ControlRequest::CancelWait(connection_id) = request {
        return cancel_wait(shared, handshake.peer().pid(), &connection_id);
    }
    if !may_administer(handshake.peer().uid()) {
        return Answer::Refusal(Refusal {
            reason: Reason::NOT_AUTHORIZED,
            text: "only the user the queue manager runs as may do this".to_owned(),
        });
    }
    match request {
        ControlRequest::End(how) => shared.request_end(how, false),
        ControlRequest::EndAndReconnect => shared.request_end(EndHow::Controlled, true),
        ControlRequest::Ping | ControlRequest::CancelWait(_) => {}
    }
    standing(shared)
}

/// A program may end its own waits, whoever its user is.
fn cancel_wait(shared: &Shared, process_id: u32, connection_id: &[u8; 24]) -> Answer {
    if !shared.engine.is_of_process(connection_id, process_id) {
        return Answer::Refusal(Refusal {
            reason: Reason::HCONN_ERROR,
            text: "the process has no such connection".to_owned(),
        });
    }
    // One that does not wait any more needs nothing.
    let _ = shared
        .engine
        .cancel_wait(connection_id, Reason::XWAIT_CANCELED);
    standing(shared)
}

fn standing(shared: &Shared) -> Answer {
    Answer::Control(ControlAnswer {
        q_mgr_name: shared.engine.name(),
        phase: shared.phase(),
        process_id: std::process::id(),
        connections: u32::try_from(shared.engine.connection_count()).unwrap_or(u32::MAX),
    })
}
