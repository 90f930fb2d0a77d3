//! `amqsrua`: figures of a queue manager, found and shown by what it says of them itself.

pub(crate) mod catalogue;
mod show;

use super::session::{BUFFER_BYTES, FAILED, connected_to, failed, input_line, open};
use crate::arguments::Arguments;
use crate::connection::Connected;
use crate::failure::Failure;
use catalogue::{Class, Kind, discover};
use ferromq_base::output;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::generated::constants::{
    MQ_Q_MGR_NAME_LENGTH, MQCA_Q_MGR_NAME, MQCO_NONE, MQGMO_CONVERT, MQGMO_FAIL_IF_QUIESCING,
    MQGMO_NO_PROPERTIES, MQGMO_NO_SYNCPOINT, MQGMO_WAIT, MQMO_NONE, MQOO_FAIL_IF_QUIESCING,
    MQOO_INPUT_EXCLUSIVE, MQOO_INQUIRE, MQOT_Q_MGR, MQSO_CREATE, MQSO_FAIL_IF_QUIESCING,
    MQSO_NON_DURABLE,
};
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle, SubscriptionDescriptor};
use ferromq_mqi::pcf::Message;
use ferromq_mqi::session::MqError;
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};

/// The model of the queue publications come on, where none is named.
pub(crate) const MODEL: &str = "SYSTEM.DEFAULT.MODEL.QUEUE";
/// Where the queue manager's own figures are.
const PREFIX: &str = "$SYS/MQ";
/// How long the catalogue may take to come.
const CATALOGUE_WAIT_MS: i32 = 10_000;
/// How long one get waits for figures; it is asked again as long as they are wanted.
const WAIT_MS: i32 = 5_000;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let wrong = |problem: String| Failure::text(format!("{problem}\n"), 99);
    let count = arguments.number("-n", 1_u64, u64::MAX).map_err(wrong)?;
    let debug = arguments.number("-d", 0_u8, 9).map_err(wrong)?.unwrap_or(0);
    let session = connected_to(arguments, arguments.value("-m"), "amqsrua")?;
    let model = arguments.value("-s").unwrap_or(MODEL);
    let mut listener = Listener::new(session, model, debug > 0)?;
    let q_mgr = listener.q_mgr_name()?;
    let prefix = arguments.value("-p").unwrap_or(PREFIX);
    let root = format!("{prefix}/INFO/QMGR/{q_mgr}/Monitor/METADATA/CLASSES");
    let classes = discover(&mut listener, &root)?;
    for topic in topics(&classes, arguments)? {
        listener.subscribe(&topic)?;
    }
    let mut left = count.unwrap_or(u64::MAX);
    while left > 0 && !output::is_closed() {
        let Some(got) = listener.get(WAIT_MS).map_err(|error| failed(&error))? else {
            continue;
        };
        left -= 1;
        let message = understood(&got)?;
        output::say(&show::publication(&classes, &got.descriptor, &message));
        output::line("");
    }
    listener
        .session
        .disconnect()
        .map_err(|error| failed(&error))?;
    Ok(0)
}

pub(crate) fn understood(got: &GetReply) -> Result<Message, Failure> {
    Message::decode(&got.body, ByteOrder::NATIVE).map_err(|problem| {
        Failure::text(format!("a publication is malformed: {problem}\n"), FAILED)
    })
}

/// The topics asked for: by options, or else by answers.
fn topics(classes: &[Class], arguments: &Arguments) -> Result<Vec<String>, Failure> {
    let mut chosen: Vec<&Class> = Vec::new();
    for name in arguments.values("-c") {
        chosen.push(class_named(classes, name)?);
    }
    if chosen.is_empty() {
        for class in classes {
            output::line(&format!("{} : {}", class.name, class.about));
        }
        let answer = ask("Enter Class selection")?;
        chosen.push(class_named(classes, &answer)?);
    }
    let mut objects: Vec<String> = arguments.values("-o").map(str::to_owned).collect();
    let mut topics = Vec::new();
    for kind in kinds(&chosen, arguments)? {
        if !kind.is_of_an_object() {
            topics.push(kind.topic.clone());
            continue;
        }
        if objects.is_empty() {
            output::line(&format!(
                "An object name is required for Type({})",
                kind.name
            ));
            objects.push(ask("Enter object name")?);
        }
        // A slash would begin a level of the topic.
        let of = |object: &String| kind.topic.replace("%s", &object.replace('/', "&"));
        topics.extend(objects.iter().map(of));
    }
    Ok(topics)
}

fn class_named<'a>(classes: &'a [Class], name: &str) -> Result<&'a Class, Failure> {
    let found = classes.iter().find(|class| class.name == name);
    found.ok_or_else(|| unknown("class", name, classes.iter().map(|class| &class.name)))
}

/// The types asked for: all that are called so, in whichever of the classes.
fn kinds<'a>(chosen: &[&'a Class], arguments: &Arguments) -> Result<Vec<&'a Kind>, Failure> {
    let all: Vec<&Kind> = chosen.iter().flat_map(|class| &class.kinds).collect();
    let mut names: Vec<String> = arguments.values("-t").map(str::to_owned).collect();
    if names.is_empty() {
        for kind in &all {
            output::line(&format!("{} : {}", kind.name, kind.about));
        }
        names.push(ask("Enter Type selection")?);
    }
    let mut kinds = Vec::new();
    for name in &names {
        let before = kinds.len();
        kinds.extend(all.iter().copied().filter(|kind| kind.name == *name));
        if kinds.len() == before {
            return Err(unknown("type", name, all.iter().map(|kind| &kind.name)));
        }
    }
    Ok(kinds)
}

fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a String>) -> Failure {
    let known: Vec<&str> = known.map(String::as_str).collect();
    Failure::text(
        format!(
            "there is no {what} '{name}'; there are: {}\n",
            known.join(", ")
        ),
        FAILED,
    )
}

fn ask(what: &str) -> Result<String, Failure> {
    output::say(&format!("{what}\n==> "));
    let answer = input_line()?.unwrap_or_default();
    Ok(String::from_utf8_lossy(&answer).trim().to_owned())
}

/// A queue of its own, and subscriptions whose publications come there.
pub(crate) struct Listener {
    session: Connected,
    queue: ObjectHandle,
    /// Topics are told as they are subscribed to.
    tells: bool,
}

impl Listener {
    pub(crate) fn new(mut session: Connected, model: &str, tells: bool) -> Result<Self, Failure> {
        let mut queue = ObjectDescriptor {
            dynamic_q_name: ObjectName::truncated("AMQSRUA.*"),
            ..ObjectDescriptor::queue(model)
        };
        let options = MQOO_INPUT_EXCLUSIVE | MQOO_FAIL_IF_QUIESCING;
        let queue = open(&mut session, &mut queue, options, "publications")?;
        Ok(Self {
            session,
            queue,
            tells,
        })
    }

    /// The name of the queue manager, whatever it was called by.
    fn q_mgr_name(&mut self) -> Result<String, Failure> {
        let mut q_mgr = ObjectDescriptor {
            object_type: MQOT_Q_MGR,
            ..ObjectDescriptor::default()
        };
        let options = MQOO_INQUIRE | MQOO_FAIL_IF_QUIESCING;
        let session = &mut self.session;
        let handle = session
            .open_object(&mut q_mgr, options)
            .map_err(|error| failed(&error))?;
        let length = u32::try_from(MQ_Q_MGR_NAME_LENGTH).unwrap_or(0);
        let (_, name, _) = session
            .inquire(handle, &[MQCA_Q_MGR_NAME], 0, length)
            .map_err(|error| failed(&error))?;
        session
            .close(handle, MQCO_NONE)
            .map_err(|error| failed(&error))?;
        Ok(String::from_utf8_lossy(&name).trim_end().to_owned())
    }

    pub(crate) fn subscribe(&mut self, topic: &str) -> Result<ObjectHandle, Failure> {
        if self.tells {
            output::line(&format!("Subscribing to topic: {topic}"));
        }
        let mut asked = SubscriptionDescriptor {
            options: MQSO_CREATE | MQSO_NON_DURABLE | MQSO_FAIL_IF_QUIESCING,
            object_string: topic.to_owned(),
            ..SubscriptionDescriptor::default()
        };
        let made = self.session.subscribe(&mut asked, self.queue);
        made.map(|(_, subscription)| subscription)
            .map_err(|error| failed(&error))
    }

    /// The next publication, if one comes in time.
    pub(crate) fn get(&mut self, wait_interval_ms: i32) -> Result<Option<GetReply>, MqError> {
        let how = GetOptions {
            options: MQGMO_WAIT
                | MQGMO_NO_SYNCPOINT
                | MQGMO_CONVERT
                | MQGMO_NO_PROPERTIES
                | MQGMO_FAIL_IF_QUIESCING,
            match_options: MQMO_NONE,
            wait_interval_ms,
            ..GetOptions::default()
        };
        let any = MsgDescriptor::default();
        match self.session.get(self.queue, &any, &how, BUFFER_BYTES) {
            Ok(got) => Ok(Some(got)),
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// What is retained on a topic of the catalogue.
    fn look_up(&mut self, topic: &str) -> Result<Message, Failure> {
        let subscription = self.subscribe(topic)?;
        let got = self
            .get(CATALOGUE_WAIT_MS)
            .map_err(|error| failed(&error))?;
        self.session
            .close(subscription, MQCO_NONE)
            .map_err(|error| failed(&error))?;
        match got {
            Some(got) => understood(&got),
            None => Err(Failure::text(
                format!("nothing is published on topic {topic}\n"),
                FAILED,
            )),
        }
    }
}
