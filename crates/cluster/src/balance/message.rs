//! What members of a uniform cluster tell one another about applications: messages and their bytes.
//!
//! `docs/formats/cluster.md` has the layout.

use super::{APPLICATIONS_MAX, Count, Counts, NAME_BYTES_MAX};
use crate::record::QMID_BYTES_MAX;
use ferromq_mqi::code_page::CCSID_UTF_8;
use ferromq_mqi::generated::constants::{
    MQCA_CLUSTER_NAME, MQCA_Q_MGR_IDENTIFIER, MQCACF_APPL_NAME, MQCFT_USER, MQIACF_APPL_COUNT,
    MQIACF_MOVABLE_APPL_COUNT, MQUA_FIRST,
};
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::pcf::{Header, Malformed, Message as Pcf, Parameter, Value};
use std::fmt;

/// Most bytes of a message.
pub const MESSAGE_BYTES_MAX: usize = 1 << 20;

const PROTOCOL: i32 = MQUA_FIRST + 1;
const APPLICATION: i32 = MQUA_FIRST + 20;
const PROTOCOL_1: i32 = 1;
const COMMAND_COUNTS: i32 = 5;
const COMMAND_WANTED: i32 = 6;
/// Parameters of a message besides applications.
const OTHERS_MAX: usize = 8;
/// Parameters of an application.
const GROUP_PARAMETERS_MAX: usize = 16;
/// Where the command stands in a message: after type, length and version of the header.
const COMMAND_AT: usize = 12;

/// Whether a message of a cluster is one of these.
#[must_use]
pub fn is_about_applications(bytes: &[u8]) -> bool {
    let command = bytes.get(COMMAND_AT..COMMAND_AT + 4);
    let command = command.and_then(|bytes| <[u8; 4]>::try_from(bytes).ok());
    let command = command.map(i32::from_le_bytes);
    matches!(command, Some(COMMAND_COUNTS | COMMAND_WANTED))
}

/// A message, whose it is, and in which cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The cluster.
    pub cluster: String,
    /// The QMID of whoever sends it.
    pub sender: String,
    /// What it says.
    pub body: Body,
}

/// What a message says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// What the sender has.
    Counts(Counts),
    /// So many instances of applications are missing at the sender.
    Wanted(Vec<(Box<str>, u32)>),
}

/// Which rule does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageError {
    /// It is longer than any may be.
    Length,
    /// The bytes are no programmable command format.
    Format(Malformed),
    /// The header is not that of such a message.
    Header,
    /// The protocol is one this program does not know.
    Protocol(i32),
    /// There are more applications, or parameters of one, than may be.
    Count,
    /// A parameter that has to be there is not, or is of another structure.
    Missing(i32),
    /// A parameter's value is none it may have.
    Value(i32),
    /// It is of another cluster, or not of whoever has sent it.
    Sender,
}

impl fmt::Display for MessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => write!(f, "it is longer than {MESSAGE_BYTES_MAX} bytes"),
            Self::Format(malformed) => write!(f, "{malformed}"),
            Self::Header => f.write_str("its header is not that of a message about applications"),
            Self::Protocol(version) => write!(f, "protocol {version} is not known"),
            Self::Count => f.write_str("it has too many entries"),
            Self::Missing(id) => write!(f, "parameter {id} is missing"),
            Self::Value(id) => write!(f, "the value of parameter {id} is not valid"),
            Self::Sender => f.write_str("it is of another cluster or another queue manager"),
        }
    }
}

impl std::error::Error for MessageError {}

impl Message {
    /// The bytes of the message.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut parameters = vec![
            Parameter::text(MQCA_CLUSTER_NAME, &self.cluster),
            Parameter::text(MQCA_Q_MGR_IDENTIFIER, &self.sender),
            Parameter::int(PROTOCOL, PROTOCOL_1),
        ];
        let number =
            |id, number: u32| Parameter::int(id, i32::try_from(number).unwrap_or(i32::MAX));
        let application = |name: &str, numbers: Vec<Parameter>| {
            let mut inside = vec![Parameter::text(MQCACF_APPL_NAME, name)];
            inside.extend(numbers);
            Parameter {
                id: APPLICATION,
                value: Value::Group(inside),
            }
        };
        let command = match &self.body {
            Body::Counts(counts) => {
                parameters.extend(counts.iter().map(|(name, count)| {
                    let numbers = vec![
                        number(MQIACF_APPL_COUNT, count.all),
                        number(MQIACF_MOVABLE_APPL_COUNT, count.movable),
                    ];
                    application(name, numbers)
                }));
                COMMAND_COUNTS
            }
            Body::Wanted(wanted) => {
                parameters.extend(wanted.iter().map(|(name, count)| {
                    application(name, vec![number(MQIACF_APPL_COUNT, *count)])
                }));
                COMMAND_WANTED
            }
        };
        let header = Header {
            kind: MQCFT_USER,
            ..Header::command(command)
        };
        Pcf { header, parameters }.encode(ByteOrder::Little)
    }

    /// Takes a message apart.
    ///
    /// # Errors
    /// The first rule that does not hold.
    pub fn decode(bytes: &[u8]) -> Result<Self, MessageError> {
        if bytes.len() > MESSAGE_BYTES_MAX {
            return Err(MessageError::Length);
        }
        let pcf = Pcf::decode(bytes, ByteOrder::Little).map_err(MessageError::Format)?;
        if pcf.header.kind != MQCFT_USER {
            return Err(MessageError::Header);
        }
        let parameters = &pcf.parameters[..];
        if parameters.len() > APPLICATIONS_MAX + OTHERS_MAX {
            return Err(MessageError::Count);
        }
        let protocol = int(parameters, PROTOCOL)?;
        if protocol != PROTOCOL_1 {
            return Err(MessageError::Protocol(protocol));
        }
        let cluster = text(
            parameters,
            MQCA_CLUSTER_NAME,
            ObjectName::BLANK.bytes().len(),
        )?;
        ObjectName::parse(&cluster).map_err(|_| MessageError::Value(MQCA_CLUSTER_NAME))?;
        let sender = text(parameters, MQCA_Q_MGR_IDENTIFIER, QMID_BYTES_MAX)?;
        let body = match pcf.header.command {
            COMMAND_COUNTS => {
                let mut counts = Counts::new();
                each(parameters, |inside| {
                    let all = count(inside, MQIACF_APPL_COUNT)?;
                    let movable = count(inside, MQIACF_MOVABLE_APPL_COUNT)?.min(all);
                    counts.insert(
                        name(inside)?,
                        Count {
                            all,
                            movable,
                            leaving: 0,
                        },
                    );
                    Ok(())
                })?;
                Body::Counts(counts)
            }
            COMMAND_WANTED => {
                let mut wanted = Vec::new();
                each(parameters, |inside| {
                    wanted.push((name(inside)?, count(inside, MQIACF_APPL_COUNT)?));
                    Ok(())
                })?;
                Body::Wanted(wanted)
            }
            _ => return Err(MessageError::Header),
        };
        Ok(Self {
            cluster,
            sender,
            body,
        })
    }
}

fn each(
    parameters: &[Parameter],
    mut take: impl FnMut(&[Parameter]) -> Result<(), MessageError>,
) -> Result<(), MessageError> {
    for parameter in parameters.iter().filter(|it| it.id == APPLICATION) {
        match &parameter.value {
            Value::Group(inside) if inside.len() <= GROUP_PARAMETERS_MAX => take(inside)?,
            Value::Group(_) => return Err(MessageError::Count),
            _ => return Err(MessageError::Missing(APPLICATION)),
        }
    }
    Ok(())
}

fn get(parameters: &[Parameter], id: i32) -> Result<&Value, MessageError> {
    let found = parameters.iter().find(|parameter| parameter.id == id);
    found
        .map(|parameter| &parameter.value)
        .ok_or(MessageError::Missing(id))
}

fn int(parameters: &[Parameter], id: i32) -> Result<i32, MessageError> {
    match get(parameters, id)? {
        Value::Int(value) => Ok(*value),
        _ => Err(MessageError::Missing(id)),
    }
}

fn count(parameters: &[Parameter], id: i32) -> Result<u32, MessageError> {
    u32::try_from(int(parameters, id)?).map_err(|_| MessageError::Value(id))
}

/// Text that is not blank and not too long, without the blanks at its end.
fn text(parameters: &[Parameter], id: i32, bytes_max: usize) -> Result<String, MessageError> {
    let Value::Text(found) = get(parameters, id)? else {
        return Err(MessageError::Missing(id));
    };
    let text = found.decode(CCSID_UTF_8, ByteOrder::Little);
    let mut text = text.ok_or(MessageError::Value(id))?;
    text.truncate(text.trim_end_matches(' ').len());
    match text.is_empty() || text.len() > bytes_max {
        true => Err(MessageError::Value(id)),
        false => Ok(text),
    }
}

fn name(parameters: &[Parameter]) -> Result<Box<str>, MessageError> {
    text(parameters, MQCACF_APPL_NAME, NAME_BYTES_MAX).map(String::into_boxed_str)
}
