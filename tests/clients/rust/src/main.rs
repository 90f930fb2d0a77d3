//! The MQI through the crate `mqi`: scenarios, and putting and getting for the pairs of languages.

mod scenarios;

use libmqm_sys::link::LinkedMq;
use mqi::connection::ThreadBlock;
use mqi::get::{GetConvert, GetWait};
use mqi::prelude::*;
use mqi::string::CCSID;
use mqi::types::{MQCMHO, MQIMPO, QueueManagerName, QueueName};
use mqi::{Object, Properties, constants, structs, types};
use std::process::ExitCode;

pub(crate) type Failure = Box<dyn std::error::Error>;
pub(crate) type Connection = mqi::Connection<LinkedMq, ThreadBlock>;

const USAGE: &str = "usage: languages scenarios|connect|put|get QUEUE-MANAGER [QUEUE [COUNT]]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        ["scenarios", manager, queue] => Ok(scenarios::run(manager, queue)),
        ["connect", manager] => {
            println!("reason {}", connect_reason(manager));
            Ok(true)
        }
        ["put", manager, queue] => put_for_others(manager, queue, 1),
        ["put", manager, queue, count] => {
            put_for_others(manager, queue, count.parse().unwrap_or(1))
        }
        ["get", manager, queue] => get_from_others(manager, queue),
        _ => Err(USAGE.into()),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

pub(crate) fn connect(manager: &str) -> Result<Connection, Failure> {
    let name: QueueManagerName = manager.parse()?;
    Ok(mqi::connect::<ThreadBlock>(&name).warn_as_error()?)
}

pub(crate) fn open<'c>(
    connection: &'c Connection,
    queue: &str,
    options: types::MQOO,
) -> Result<Object<&'c Connection>, Failure> {
    let name: QueueName = queue.parse()?;
    Ok(Object::open(connection, &(name, options)).warn_as_error()?)
}

/// The reason code inside an error of the crate; -1 when it carries none.
pub(crate) fn reason_of<T>(outcome: Result<T, Failure>) -> i32 {
    match outcome {
        Ok(_) => 0,
        Err(error) => error
            .downcast_ref::<mqi::result::Error>()
            .map_or(-1, |error| error.2.0),
    }
}

/// Tells how a connection goes that may fail.
fn connect_reason(manager: &str) -> i32 {
    reason_of(connect(manager))
}

// What every language puts and gets: the texts are not ASCII, and the integer is larger than a double can be exact.
const BODY: &str = "Grüße, świat, 世界, €";
const TEXT: &str = "żółć – 雪";
const BYTES: [u8; 5] = [0, 1, 0x7f, 0x80, 0xff];

fn put_for_others(manager: &str, queue: &str, count: usize) -> Result<bool, Failure> {
    let connection = connect(manager)?;
    let target = open(&connection, queue, constants::MQOO_OUTPUT)?;
    let mut properties = Properties::new(&connection, MQCMHO::default())?;
    let first = constants::MQSMPO_SET_FIRST;
    properties
        .set_property("pair.text", TEXT, first)
        .warn_as_error()?;
    properties
        .set_property("pair.int32", &-123_456_i32, first)
        .warn_as_error()?;
    properties
        .set_property("pair.int64", &9_007_199_254_740_993_i64, first)
        .warn_as_error()?;
    properties
        .set_property("pair.double", &0.1_f64, first)
        .warn_as_error()?;
    properties
        .set_property("pair.yes", &true, first)
        .warn_as_error()?;
    properties
        .set_property("pair.bytes", BYTES.as_slice(), first)
        .warn_as_error()?;
    for _ in 0..count {
        let options = (constants::MQPMO_NO_SYNCPOINT, &mut properties);
        target.put_message(&options, BODY).warn_as_error()?;
    }
    println!("put {count}");
    Ok(true)
}

fn get_from_others(manager: &str, queue: &str) -> Result<bool, Failure> {
    let connection = connect(manager)?;
    let source = open(&connection, queue, constants::MQOO_INPUT_SHARED)?;
    let mut properties = Properties::new(&connection, MQCMHO::default())?;
    let mut buffer = vec![0_u8; 4096];
    let options = (
        GetWait::Wait(5000),
        constants::MQGMO_NO_SYNCPOINT,
        GetConvert::ConvertTo(CCSID(1208), constants::MQENC_NATIVE),
        &mut properties,
    );
    let got: Option<(&[u8], structs::MQMD)> = source
        .get_data_with(&options, &mut buffer)
        .warn_as_error()?;
    let (body, descriptor) = got.ok_or("no message came")?;
    let format: String = descriptor
        .Format
        .iter()
        .map(|c| char::from(c.cast_unsigned()))
        .collect();
    let ccsid = descriptor.CodedCharSetId;
    println!(
        "body {} {ccsid} {}",
        format.trim(),
        std::str::from_utf8(body)?
    );
    for name in ["text", "int32", "int64", "double", "yes", "bytes"] {
        let value: Option<mqi::properties::Value> = properties
            .property(&*format!("pair.{name}"), MQIMPO::default())
            .warn_as_error()?;
        println!(
            "{name} {}",
            value.map_or("absent".to_owned(), |value| shown(&value))
        );
    }
    Ok(true)
}

/// Writes a value as all the languages write it, with its type.
fn shown(value: &mqi::properties::Value) -> String {
    use mqi::properties::Value;
    match value {
        Value::Boolean(value) => format!("boolean {value}"),
        Value::Int32(value) => format!("int32 {value}"),
        Value::Int64(value) => format!("int64 {value}"),
        Value::Float64(value) => format!("double {value}"),
        Value::String(value) => {
            let text = String::try_from(value.clone());
            format!("string {}", text.unwrap_or_else(|error| error.to_string()))
        }
        Value::ByteString(value) => {
            let digits: String = value.iter().map(|byte| format!("{byte:02x}")).collect();
            format!("bytes {digits}")
        }
        other => format!("{other:?}"),
    }
}

/// Characters of the MQI as text.
pub(crate) fn text_of(characters: &[types::MQCHAR]) -> String {
    let bytes: Vec<u8> = characters.iter().map(|c| c.cast_unsigned()).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}
