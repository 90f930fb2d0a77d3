//! What each language tries: one function for each scenario, and a queue that is empty before each.

use crate::{Connection, Failure, connect, open, reason_of, text_of};
use libmqm_default::MQCTLO_DEFAULT;
use libmqm_sys::link::LinkedMq;
use mqi::attribute;
use mqi::bag::{Bag, Embedded};
use mqi::connection::ThreadBlock;
use mqi::get::GetWait;

use mqi::prelude::*;
use mqi::properties::{INQUIRE_ALL, Name, Value};
use mqi::string::StrCcsidOwned;
use mqi::types::{
    CorrelationId, MQCMHO, MQDMPO, MQIMPO, MQLONG, QueueManagerName, QueueName, Selector,
};
use mqi::{
    ConnectionRef, MessageCallback, MqFunctions, Object, Properties, Syncpoint, constants, structs,
};
use std::fmt::Debug;
use std::sync::mpsc;

type Outcome = Result<(), Failure>;

/// An open queue and what it was opened with.
struct Bench<'c> {
    connection: &'c Connection,
    manager: &'c str,
    queue: &'c str,
    object: Object<&'c Connection>,
}

type Scenario = (&'static str, fn(&Bench) -> Outcome);

const SCENARIOS: &[Scenario] = &[
    ("put and get", put_and_get),
    ("get by correlation id", get_by_correlation_id),
    ("browse", browse),
    ("wait ends without a message", wait_ends),
    ("truncation", truncation),
    ("back out and commit", back_out_and_commit),
    ("callback", callback),
    ("properties", properties),
    ("inquire and set", inquire_and_set),
    ("PCF inquire", pcf_inquire),
    ("failures", failures),
    ("two megabytes", two_megabytes),
];

/// How many scenarios passed and failed.
#[derive(Default)]
struct Counts {
    passed: u32,
    failed: u32,
}

impl Counts {
    fn tell(&mut self, name: &str, outcome: Outcome) {
        match outcome {
            Ok(()) => {
                self.passed += 1;
                println!("ok {name}");
            }
            Err(error) => {
                self.failed += 1;
                println!("FAILED {name}: {error}");
            }
        }
    }
}

/// Runs all scenarios, prints how each went, and tells whether all passed.
pub(crate) fn run(manager: &str, queue: &str) -> bool {
    let mut counts = Counts::default();
    match connect(manager) {
        Ok(connection) => {
            run_all(&connection, manager, queue, &mut counts);
            let disconnected = connection.disconnect().warn_as_error();
            counts.tell("disconnect", disconnected.map_err(Failure::from));
        }
        Err(error) => counts.tell("connect", Err(error)),
    }
    println!("{} passed, {} failed", counts.passed, counts.failed);
    counts.failed == 0
}

fn run_all(connection: &Connection, manager: &str, queue: &str, counts: &mut Counts) {
    let options = constants::MQOO_OUTPUT
        | constants::MQOO_INPUT_SHARED
        | constants::MQOO_BROWSE
        | constants::MQOO_INQUIRE
        | constants::MQOO_SET;
    match open(connection, queue, options) {
        Ok(object) => {
            counts.tell("connect", Ok(()));
            let bench = Bench {
                connection,
                manager,
                queue,
                object,
            };
            for (name, scenario) in SCENARIOS {
                counts.tell(name, bench.empty().and_then(|()| scenario(&bench)));
            }
        }
        Err(error) => counts.tell("connect", Err(error)),
    }
}

fn equal<T: PartialEq + Debug>(what: &str, got: &T, wanted: &T) -> Outcome {
    if got == wanted {
        return Ok(());
    }
    Err(format!("{what} is {got:?} instead of {wanted:?}").into())
}

impl Bench<'_> {
    fn put(&self, text: &str) -> Outcome {
        Ok(self
            .object
            .put_message(&constants::MQPMO_NO_SYNCPOINT, text)
            .warn_as_error()?)
    }

    /// Gets a message outside units of work, and waits for it if told to.
    fn get(&self, wait: GetWait) -> Result<Option<String>, Failure> {
        let mut buffer = vec![0_u8; 3 << 20];
        let options = (wait, constants::MQGMO_NO_SYNCPOINT);
        let data = self
            .object
            .get_data(&options, &mut buffer)
            .warn_as_error()?;
        Ok(data.map(|data| String::from_utf8_lossy(data).into_owned()))
    }

    /// Takes what an earlier scenario left.
    fn empty(&self) -> Outcome {
        while self.get(GetWait::NoWait)?.is_some() {}
        Ok(())
    }

    fn depth(&self) -> Result<MQLONG, Failure> {
        let depth = self
            .object
            .inquire_integer(attribute::MQIA_CURRENT_Q_DEPTH)
            .warn_as_error()?;
        Ok(depth.ok_or("no depth was returned")?)
    }
}

fn put_and_get(b: &Bench) -> Outcome {
    b.put("hello")?;
    equal(
        "text",
        &b.get(GetWait::Wait(2000))?.as_deref(),
        &Some("hello"),
    )
}

fn get_by_correlation_id(b: &Bench) -> Outcome {
    for letter in ["a", "b", "c"] {
        let id = CorrelationId([letter.as_bytes()[0]; 24]);
        b.object
            .put_message(&(constants::MQPMO_NO_SYNCPOINT, id), letter)
            .warn_as_error()?;
    }
    let mut buffer = [0_u8; 100];
    let options = (constants::MQGMO_NO_SYNCPOINT, CorrelationId([b'b'; 24]));
    let data = b.object.get_data(&options, &mut buffer).warn_as_error()?;
    equal("text", &data, &Some(b"b".as_slice()))
}

fn browse(b: &Bench) -> Outcome {
    b.put("one")?;
    b.put("two")?;
    let mut seen = Vec::new();
    let mut step = constants::MQGMO_BROWSE_FIRST;
    loop {
        let mut buffer = [0_u8; 100];
        let options = (constants::MQGMO_NO_SYNCPOINT, step);
        let Some(data) = b.object.get_data(&options, &mut buffer).warn_as_error()? else {
            break;
        };
        seen.push(String::from_utf8_lossy(data).into_owned());
        step = constants::MQGMO_BROWSE_NEXT;
    }
    equal("browsed", &seen, &vec!["one".to_owned(), "two".to_owned()])?;
    equal("text", &b.get(GetWait::NoWait)?.as_deref(), &Some("one"))
}

fn wait_ends(b: &Bench) -> Outcome {
    // The crate gives nothing where the MQI has reason code 2033.
    equal("text", &b.get(GetWait::Wait(200))?, &None)
}

fn truncation(b: &Bench) -> Outcome {
    b.put("0123456789")?;
    let mut buffer = [0_u8; 4];
    let got = b
        .object
        .get_data(&constants::MQGMO_NO_SYNCPOINT, &mut buffer)?;
    let failed = got.warning().map(|(reason, _)| reason);
    equal(
        "reason",
        &failed,
        &Some(constants::MQRC_TRUNCATED_MSG_FAILED),
    )?;
    let options = constants::MQGMO_NO_SYNCPOINT | constants::MQGMO_ACCEPT_TRUNCATED_MSG;
    let got = b.object.get_data(&options, &mut buffer)?;
    let accepted = got.warning().map(|(reason, _)| reason);
    equal(
        "reason",
        &accepted,
        &Some(constants::MQRC_TRUNCATED_MSG_ACCEPTED),
    )?;
    equal("text", &got.discard_warning(), &Some(b"0123".as_slice()))
}

fn back_out_and_commit(b: &Bench) -> Outcome {
    let syncpoint = Syncpoint::new(b.connection);
    b.object
        .put_message(&constants::MQPMO_SYNCPOINT, "backed out")
        .warn_as_error()?;
    syncpoint.backout().warn_as_error()?;
    equal("depth", &b.depth()?, &0)?;
    let syncpoint = Syncpoint::new(b.connection);
    b.object
        .put_message(&constants::MQPMO_SYNCPOINT, "committed")
        .warn_as_error()?;
    syncpoint.commit().warn_as_error()?;
    equal("depth", &b.depth()?, &1)?;

    let mut buffer = [0_u8; 100];
    let syncpoint = Syncpoint::new(b.connection);
    b.object
        .get_data(&constants::MQGMO_SYNCPOINT, &mut buffer)
        .warn_as_error()?;
    syncpoint.backout().warn_as_error()?;
    equal("depth", &b.depth()?, &1)?;
    let syncpoint = Syncpoint::new(b.connection);
    let got: Option<(&[u8], structs::MQMD)> = b
        .object
        .get_data_with(&constants::MQGMO_SYNCPOINT, &mut buffer)
        .warn_as_error()?;
    let (body, descriptor) = got.ok_or("no message came")?;
    equal("text", &body, &b"committed".as_slice())?;
    equal("backout count", &descriptor.BackoutCount, &1)?;
    syncpoint.commit().warn_as_error()?;
    equal("depth", &b.depth()?, &0)
}

/// The crate has no call for MQCTL that knows its connections, so this one is made from a handle.
fn callback(b: &Bench) -> Outcome {
    for text in ["one", "two", "three"] {
        b.put(text)?;
    }
    let functions = MqFunctions(LinkedMq);
    let name: QueueManagerName = b.manager.parse()?;
    let mut handle = functions.mqconn(&name.0).warn_as_error()?;
    let connection: ConnectionRef<LinkedMq, ThreadBlock> =
        ConnectionRef::from_parts(handle, MqFunctions(LinkedMq));
    let queue: QueueName = b.queue.parse()?;
    let object =
        Object::open(connection, &(queue, constants::MQOO_INPUT_SHARED)).warn_as_error()?;
    let (sender, received) = mpsc::channel();
    let options = (GetWait::Wait(5000), constants::MQGMO_NO_SYNCPOINT);
    let consumer = MessageCallback::register_message_consumer(
        &object,
        constants::MQCBDO_NONE,
        &options,
        move |_, _, _, _, body| {
            // Nobody listens once three have come.
            let _ = sender.send(body.map(|body| String::from_utf8_lossy(body).into_owned()));
        },
    )
    .warn_as_error()?;
    let control = |operation| {
        // SAFETY: the default options have no pointer but a null one.
        unsafe { functions.mqctl(handle, operation, &MQCTLO_DEFAULT) }.warn_as_error()
    };
    control(constants::MQOP_START)?;
    let seen: Vec<String> = received.iter().take(3).map_while(|body| body).collect();
    control(constants::MQOP_STOP)?;
    consumer.deregister_message_consumer().warn_as_error()?;
    object.close().warn_as_error()?;
    functions.mqdisc(&mut handle).warn_as_error()?;
    equal(
        "messages",
        &seen,
        &vec!["one".to_owned(), "two".to_owned(), "three".to_owned()],
    )
}

fn properties(b: &Bench) -> Outcome {
    let mut handle = Properties::new(b.connection, MQCMHO::default())?;
    let first = constants::MQSMPO_SET_FIRST;
    handle
        .set_property("colour", "green", first)
        .warn_as_error()?;
    handle
        .set_property("count", &12_i32, first)
        .warn_as_error()?;
    handle
        .set_property("price", &2.5_f64, first)
        .warn_as_error()?;
    let options = (constants::MQPMO_NO_SYNCPOINT, &mut handle);
    b.object.put_message(&options, "body").warn_as_error()?;
    handle.close()?;

    let mut handle = Properties::new(b.connection, MQCMHO::default())?;
    let mut buffer = [0_u8; 100];
    let options = (constants::MQGMO_NO_SYNCPOINT, &mut handle);
    let body = b.object.get_data(&options, &mut buffer).warn_as_error()?;
    equal("text", &body, &Some(b"body".as_slice()))?;
    let mut seen = Vec::new();
    for property in handle.property_iter::<(Value, Name<String>), _>(INQUIRE_ALL, MQIMPO::default())
    {
        let (value, Name(name)) = property.warn_as_error()?;
        seen.push(format!("{name}={}", crate::shown(&value)));
    }
    let wanted = ["colour=string green", "count=int32 12", "price=double 2.5"];
    equal("properties", &seen, &wanted.map(str::to_owned).to_vec())?;
    handle
        .delete_property("colour", MQDMPO::default())
        .warn_as_error()?;
    let gone: Option<String> = handle
        .property("colour", MQIMPO::default())
        .warn_as_error()?;
    equal("colour", &gone, &None)?;
    Ok(handle.close()?)
}

fn inquire_and_set(b: &Bench) -> Outcome {
    let name = b
        .object
        .inquire_text(attribute::MQCA_Q_NAME)
        .warn_as_error()?;
    let name = text_of(&name.ok_or("no name was returned")?);
    equal("name", &name.trim(), &b.queue)?;
    let depth = b
        .object
        .inquire_integer(attribute::MQIA_MAX_Q_DEPTH)
        .warn_as_error()?;
    equal("most messages", &depth, &Some(5000))?;
    let set = |value: MQLONG| -> Outcome {
        let item = attribute::MQIA_INHIBIT_PUT.int_item(value)?;
        Ok(b.object.set(&item).warn_as_error()?)
    };
    set(constants::MQQA_PUT_INHIBITED.0)?;
    equal(
        "reason",
        &reason_of(b.put("no")),
        &constants::MQRC_PUT_INHIBITED.0,
    )?;
    set(constants::MQQA_PUT_ALLOWED.0)
}

fn pcf_inquire(b: &Bench) -> Outcome {
    let command = Bag::new(constants::MQCBO_ADMIN_BAG).warn_as_error()?;
    command.add(constants::MQCA_Q_NAME.into(), b.queue).warn_as_error()?;
    let response = b
        .connection
        .execute(&command, &constants::MQCMD_INQUIRE_Q)
        .warn_as_error()?;
    let queue: Bag<_, _> = response
        .inquire::<Bag<Embedded, _>>(Selector(constants::MQHA_BAG_HANDLE.0))
        .warn_as_error()?
        .ok_or("the response has no bag")?;
    let name = queue
        .inquire::<StrCcsidOwned>(constants::MQCA_Q_NAME)
        .warn_as_error()?;
    let name = String::try_from(name.ok_or("the response has no name")?)?;
    equal("name", &name.trim(), &b.queue)?;
    let depth = queue
        .inquire::<MQLONG>(constants::MQIA_MAX_Q_DEPTH)
        .warn_as_error()?;
    equal("most messages", &depth, &Some(5000))
}

fn failures(b: &Bench) -> Outcome {
    let unknown = open(b.connection, "NO.SUCH.QUEUE", constants::MQOO_OUTPUT);
    equal(
        "unknown queue",
        &reason_of(unknown),
        &constants::MQRC_UNKNOWN_OBJECT_NAME.0,
    )?;
    let output = open(b.connection, b.queue, constants::MQOO_OUTPUT)?;
    let got = output
        .get_data(&constants::MQGMO_NO_SYNCPOINT, &mut [0_u8; 4])
        .map(|_| ());
    let reason = reason_of(got.map_err(Failure::from));
    equal(
        "not open for input",
        &reason,
        &constants::MQRC_NOT_OPEN_FOR_INPUT.0,
    )?;
    let unknown = reason_of(connect("NOSUCHQM"));
    equal(
        "unknown queue manager",
        &unknown,
        &constants::MQRC_Q_MGR_NAME_ERROR.0,
    )
}

fn two_megabytes(b: &Bench) -> Outcome {
    let text = "0123456789abcdef".repeat(128 * 1024);
    b.put(&text)?;
    if b.get(GetWait::Wait(2000))?.as_deref() == Some(text.as_str()) {
        return Ok(());
    }
    Err("another text came than was put".into())
}
