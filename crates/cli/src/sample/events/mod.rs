//! `amqsevt`: event messages, shown as text or as JSON as they come.

mod event;
mod json;
mod text;
pub(super) mod words;

use super::session::{BUFFER_BYTES, FAILED, connected_as, failed, q_mgr_name};
use crate::arguments::Arguments;
use crate::connection::{Connected, connect_either};
use crate::failure::Failure;
use crate::password;
use event::{Event, Source};
use ferromq_base::output;
use ferromq_client::Password;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::generated::constants::{
    MQGMO_BROWSE_NEXT, MQGMO_CONVERT, MQGMO_FAIL_IF_QUIESCING, MQGMO_NO_PROPERTIES,
    MQGMO_NO_SYNCPOINT, MQGMO_WAIT, MQMO_NONE, MQOO_BROWSE, MQOO_FAIL_IF_QUIESCING,
    MQOO_INPUT_SHARED, MQSO_CREATE, MQSO_FAIL_IF_QUIESCING, MQSO_MANAGED, MQSO_NON_DURABLE,
};
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::options::{GetOptions, ObjectHandle, SubscriptionDescriptor};
use ferromq_mqi::pcf::Message;
use ferromq_mqi::{MsgDescriptor, Reason};
use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The queues that are read where none is named.
const QUEUES: [&str; 7] = [
    "SYSTEM.ADMIN.PERFM.EVENT",
    "SYSTEM.ADMIN.CHANNEL.EVENT",
    "SYSTEM.ADMIN.QMGR.EVENT",
    "SYSTEM.ADMIN.LOGGER.EVENT",
    "SYSTEM.ADMIN.PUBSUB.EVENT",
    "SYSTEM.ADMIN.CONFIG.EVENT",
    "SYSTEM.ADMIN.COMMAND.EVENT",
];
/// How long one get waits where there is one queue: so often it is looked whether to end.
const WAIT_MS: i32 = 250;
/// How long to rest before a lost connection is tried again.
const AGAIN: Duration = Duration::from_secs(1);
/// How long to rest when none of several queues had a message.
const REST: Duration = Duration::from_millis(100);

/// What is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Text,
    Json,
    Compact,
}

/// Whether a lost connection is made again.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Again {
    Never,
    /// To whichever queue manager answers.
    Anywhere,
    /// To the one it was.
    Same,
}

/// A queue or a topic that is read.
struct Read {
    name: String,
    is_topic: bool,
    handle: ObjectHandle,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let wrong = |problem: String| Failure::text(format!("{problem}\n"), 99);
    let form = match arguments.value("-o") {
        None | Some("text") => Form::Text,
        Some("json") => Form::Json,
        Some("json_compact") => Form::Compact,
        Some(other) => {
            let problem = format!("'{other}' of option -o is none of text, json, json_compact");
            return Err(wrong(problem));
        }
    };
    let again = match arguments.value("-r") {
        None | Some("d") => Again::Never,
        Some("r") => Again::Anywhere,
        Some("m") => Again::Same,
        Some(other) => return Err(wrong(format!("'{other}' of option -r is none of d, r, m"))),
    };
    let wait = arguments.number("-w", 0_u64, 999_999_999).map_err(wrong)?;
    let password = match arguments.value("-u") {
        Some(user) => Some(password::ask_for(user)?),
        None => None,
    };
    let mut arguments = arguments.clone();
    arguments.as_client |= arguments.has("-c");
    let named = arguments.value("-m");
    let session = connected_as(&arguments, named, "amqsevt", password.clone())?;
    let mut reader = Reader::reading(&arguments, session, form)?;
    reader.again = again;
    let ended = Arc::new(AtomicBool::new(false));
    if wait.is_none() {
        reader.say("Press ENTER to end");
        end_on_enter(Arc::clone(&ended));
    }
    let wait = wait.map(Duration::from_secs);
    let mut last = Instant::now();
    while !ended.load(Ordering::Relaxed) && !output::is_closed() {
        if reader.read_all()? {
            last = Instant::now();
        } else if reader.is_lost {
            match connected_again(&arguments, &reader, password.as_ref()) {
                Some(session) => {
                    let next = Reader::reading(&arguments, session, form)?;
                    reader = reader.followed_by(next);
                    reader.say(&format!("Connected again, to {}", reader.q_mgr));
                }
                None => std::thread::sleep(AGAIN),
            }
        } else if wait.is_some_and(|wait| last.elapsed() >= wait) {
            break;
        } else {
            reader.rest();
        }
    }
    match reader.is_lost {
        true => Err(Failure::text("the connection is lost\n".to_owned(), FAILED)),
        false => reader.finish().map(|()| 0),
    }
}

/// A connection instead of one that was lost; `None` while there is none to be had, or none to the queue manager that is wanted.
fn connected_again(
    arguments: &Arguments,
    lost: &Reader,
    password: Option<&Password>,
) -> Option<Connected> {
    let named = match lost.again {
        Again::Same => Some(lost.q_mgr.as_str()),
        _ => arguments.value("-m"),
    };
    let made = connect_either(named, "amqsevt", arguments.as_client, password);
    let mut session = made.ok()?;
    let name = q_mgr_name(&mut session).ok()?;
    (lost.again == Again::Anywhere || name == lost.q_mgr).then_some(session)
}

/// Somebody who presses Enter has seen enough; a standard input that ends says nothing.
fn end_on_enter(ended: Arc<AtomicBool>) {
    // A process that ends takes it along.
    std::thread::spawn(move || {
        let mut line = String::new();
        if matches!(std::io::stdin().lock().read_line(&mut line), Ok(1..)) {
            ended.store(true, Ordering::Relaxed);
        }
    });
}

struct Reader {
    session: Connected,
    q_mgr: String,
    reads: Vec<Read>,
    form: Form,
    /// Names of constants as they are.
    plain: bool,
    browses: bool,
    count: u64,
    again: Again,
    is_lost: bool,
}

impl Reader {
    fn reading(arguments: &Arguments, session: Connected, form: Form) -> Result<Self, Failure> {
        let mut reader = Self {
            session,
            q_mgr: String::new(),
            reads: Vec::new(),
            form,
            plain: arguments.has("-d"),
            browses: arguments.has("-b"),
            count: 0,
            again: Again::Never,
            is_lost: false,
        };
        reader.q_mgr = q_mgr_name(&mut reader.session)?;
        let named = arguments.values("-q").next().is_some();
        for queue in arguments.values("-q") {
            reader.open(queue)?;
        }
        for topic in arguments.values("-t") {
            reader.subscribe(topic)?;
        }
        if !named && reader.reads.is_empty() {
            for queue in QUEUES {
                match reader.try_open(queue) {
                    Ok(()) | Err(Reason::UNKNOWN_OBJECT_NAME) => {}
                    Err(reason) => {
                        output::complain(&format!("{queue} is left out: {reason}\n"));
                    }
                }
            }
        }
        match reader.reads.is_empty() {
            true => Err(Failure::text(
                "there is no queue to read events from\n".to_owned(),
                FAILED,
            )),
            false => Ok(reader),
        }
    }

    /// One on another connection, which goes on with what is known of this.
    fn followed_by(self, next: Self) -> Self {
        Self {
            count: self.count,
            again: self.again,
            ..next
        }
    }

    /// Tells how it goes: where JSON is printed, not in between.
    fn say(&self, text: &str) {
        match self.form {
            Form::Text => output::line(text),
            Form::Json | Form::Compact => output::complain(&format!("{text}\n")),
        }
    }

    fn try_open(&mut self, queue: &str) -> Result<(), Reason> {
        let options = match self.browses {
            true => MQOO_BROWSE,
            false => MQOO_INPUT_SHARED,
        };
        let opened = self.session.open(queue, options | MQOO_FAIL_IF_QUIESCING);
        let handle = opened.map_err(|error| error.reason)?;
        self.reads.push(Read {
            name: queue.to_owned(),
            is_topic: false,
            handle,
        });
        Ok(())
    }

    fn open(&mut self, queue: &str) -> Result<(), Failure> {
        self.try_open(queue).map_err(|reason| {
            Failure::text(format!("MQOPEN of {queue} failed: {reason}\n"), FAILED)
        })
    }

    fn subscribe(&mut self, topic: &str) -> Result<(), Failure> {
        let mut asked = SubscriptionDescriptor {
            options: MQSO_CREATE | MQSO_NON_DURABLE | MQSO_MANAGED | MQSO_FAIL_IF_QUIESCING,
            object_string: topic.to_owned(),
            ..SubscriptionDescriptor::default()
        };
        let made = self.session.subscribe(&mut asked, ObjectHandle::NONE);
        let (handle, _) = made.map_err(|error| failed(&error))?;
        self.reads.push(Read {
            name: topic.to_owned(),
            is_topic: true,
            handle,
        });
        Ok(())
    }

    /// Shows what there is now. False if there is nothing.
    fn read_all(&mut self) -> Result<bool, Failure> {
        let mut any = false;
        for at in 0..self.reads.len() {
            if self.is_lost {
                break;
            }
            while let Some(got) = self.get(at)? {
                any = true;
                self.show(at, &got);
                if output::is_closed() {
                    return Ok(true);
                }
            }
        }
        Ok(any)
    }

    fn get(&mut self, at: usize) -> Result<Option<GetReply>, Failure> {
        let read = &self.reads[at];
        let browse = match self.browses && !read.is_topic {
            true => MQGMO_BROWSE_NEXT,
            false => MQGMO_NO_SYNCPOINT,
        };
        let alone = self.reads.len() == 1;
        let how = GetOptions {
            options: browse
                | MQGMO_CONVERT
                | MQGMO_NO_PROPERTIES
                | MQGMO_FAIL_IF_QUIESCING
                | if alone { MQGMO_WAIT } else { 0 },
            match_options: MQMO_NONE,
            wait_interval_ms: WAIT_MS,
            ..GetOptions::default()
        };
        let any = MsgDescriptor::default();
        match self.session.get(read.handle, &any, &how, BUFFER_BYTES) {
            Ok(got) => Ok(Some(got)),
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => Ok(None),
            Err(error) if self.again != Again::Never && is_loss(error.reason) => {
                if !self.is_lost {
                    self.say(&format!("The connection is lost: {}", error.reason));
                }
                self.is_lost = true;
                Ok(None)
            }
            Err(error) => Err(failed(&error)),
        }
    }

    /// Waits a little, where gets have not.
    fn rest(&self) {
        if self.reads.len() > 1 {
            std::thread::sleep(REST);
        }
    }

    fn show(&mut self, at: usize, got: &GetReply) {
        self.count += 1;
        let read = &self.reads[at];
        let message = match Message::decode(&got.body, ByteOrder::NATIVE) {
            Ok(message) => message,
            Err(problem) => {
                let told = format!("a message on {} is no event: {problem}\n", read.name);
                return output::complain(&told);
            }
        };
        let source = Source {
            name: &read.name,
            is_topic: read.is_topic,
            q_mgr: &self.q_mgr,
        };
        let event = Event {
            source: &source,
            number: self.count,
            bytes: got.body.len(),
            descriptor: &got.descriptor,
            message: &message,
        };
        output::say(&match self.form {
            Form::Text => text::shown(&event, self.plain),
            Form::Json => json::shown(&event, self.plain, false),
            Form::Compact => json::shown(&event, self.plain, true),
        });
    }

    fn finish(self) -> Result<(), Failure> {
        self.session
            .disconnect()
            .map(drop)
            .map_err(|error| failed(&error))
    }
}

/// Whether a verb failed because the connection is gone, or goes.
fn is_loss(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::CONNECTION_BROKEN
            | Reason::CONNECTION_STOPPING
            | Reason::CONNECTION_QUIESCING
            | Reason::Q_MGR_NOT_AVAILABLE
            | Reason::Q_MGR_QUIESCING
            | Reason::Q_MGR_STOPPING
            | Reason::HCONN_ERROR
    )
}

#[cfg(test)]
mod tests;
