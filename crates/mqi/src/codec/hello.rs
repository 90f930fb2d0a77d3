//! How a connection begins: a hello, and a welcome or a refusal. Requests of local
//! administration that need no connection go the same way. `docs/formats/local-hello.md` has
//! the bytes.

use super::fields::{In, Malformed, Out};
use crate::name::{FixedText, ObjectName};
use crate::options::{ConnectOptions, Mobility};
use crate::password::Password;
use crate::reason::Reason;
use zeroize::Zeroizing;

const MAGIC: &[u8; 4] = b"FMQ\x01";

const CONNECT: u8 = 1;
const CONTROL: u8 = 2;
const WELCOME: u8 = 3;
const REFUSAL: u8 = 4;
const CONTROLLED: u8 = 5;
const CONNECT_WITH_PASSWORD: u8 = 6;
const CONNECT_TO_CONTROL: u8 = 7;

/// What a program says first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hello {
    /// It wants a connection.
    Connect(Box<ConnectHello>),
    /// It wants something done and no connection.
    Control(ControlRequest),
}

/// A program that wants to connect. What it says of itself is shown to operators and decides
/// nothing; user and process come from the operating system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConnectHello {
    /// What `MQCONNX` was called with.
    pub options: ConnectOptions,
    /// Name of the program.
    pub program: FixedText<28>,
    /// `MQAT_*`.
    pub appl_type: i32,
    /// Number of the connecting thread.
    pub thread_id: u32,
    /// User and password to be checked, if the program gave any (`MQCSP`).
    pub password: Option<Password>,
    /// It is a control command: the user the queue manager runs as, and root, need no password
    /// for those. No password goes with it.
    pub to_control: bool,
}

/// A request of local administration. Only the user the queue manager runs as, and root, are
/// heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlRequest {
    /// Says how it is.
    Ping,
    /// Begins to end.
    End(EndHow),
    /// Begins to end when every application has disconnected, and disconnects clients that reconnect by themselves at
    /// once (`endmqm -r`).
    EndAndReconnect,
    /// Ends the wait for a message of a connection of the same process (`MQRC_XWAIT_CANCELED`), by its
    /// `MQCNO.ConnectionId`.
    CancelWait([u8; 24]),
}

/// How a queue manager is to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum EndHow {
    /// When every application has disconnected (`endmqm -c`, `-w`).
    Controlled = 0,
    /// When the verbs under way are answered (`endmqm -i`).
    Immediate = 1,
    /// Now, without saving anything (`endmqm -p`): the next start is one after a crash.
    Preemptive = 2,
}

/// How far a queue manager is on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Phase {
    /// It serves.
    Running = 0,
    /// It ends once every application has disconnected.
    Quiescing = 1,
    /// It ends at once.
    Ending = 2,
}

/// What a server answers to a hello.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// To a connect: the connection stands.
    Welcome(Welcome),
    /// It does not.
    Refusal(Refusal),
    /// To a control request: it is accepted.
    Control(ControlAnswer),
}

/// The connection stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Welcome {
    /// `MQCNO.ConnectionId`.
    pub connection_id: [u8; 24],
    /// The queue manager connected to.
    pub q_mgr_name: ObjectName,
}

/// The request is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Why.
    pub reason: Reason,
    /// Why, for people; may be empty.
    pub text: String,
}

/// A control request is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ControlAnswer {
    /// The queue manager.
    pub q_mgr_name: ObjectName,
    /// How far it is on its way, after the request.
    pub phase: Phase,
    /// Its process: who waits for its end watches this one.
    pub process_id: u32,
    /// Applications connected.
    pub connections: u32,
}

impl Hello {
    /// The bytes of the hello, wiped when they are dropped. A user id or a password that is too
    /// long ([`Password::fits`]) is sent empty.
    #[must_use]
    pub fn encode(&self) -> Zeroizing<Vec<u8>> {
        // Room for everything, so that no password is left behind where the bytes grew out of.
        let room = 512 + Password::USER_BYTES_MAX + Password::PASSWORD_BYTES_MAX;
        let mut bytes = Zeroizing::new(Vec::with_capacity(room));
        let mut out = Out::plain(&mut bytes);
        out.array(MAGIC);
        match self {
            Self::Connect(hello) => {
                let password = hello.password.as_ref().filter(|_| !hello.to_control);
                out.u8(match password {
                    _ if hello.to_control => CONNECT_TO_CONTROL,
                    None => CONNECT,
                    Some(_) => CONNECT_WITH_PASSWORD,
                });
                out.text(&hello.options.q_mgr_name);
                out.i32(hello.options.options);
                out.text(&hello.options.appl_name);
                out.array(&hello.options.conn_tag);
                out.text(&hello.program);
                out.i32(hello.appl_type);
                out.u32(hello.thread_id);
                if let Some(password) = password {
                    let written = out
                        .bytes(
                            fitting(password.user_id.as_bytes(), Password::USER_BYTES_MAX),
                            Password::USER_BYTES_MAX,
                        )
                        .and_then(|()| {
                            out.bytes(
                                fitting(&password.password, Password::PASSWORD_BYTES_MAX),
                                Password::PASSWORD_BYTES_MAX,
                            )
                        });
                    debug_assert!(written.is_ok());
                }
            }
            Self::Control(request) => {
                out.u8(CONTROL);
                match request {
                    ControlRequest::Ping => out.u8(0),
                    ControlRequest::End(how) => out.u8(1 + *how as u8),
                    ControlRequest::EndAndReconnect => out.u8(5),
                    ControlRequest::CancelWait(connection_id) => {
                        out.u8(4);
                        out.array(connection_id);
                    }
                }
            }
        }
        bytes
    }

    /// Reads a hello.
    ///
    /// # Errors
    /// See [`Malformed`].
    pub fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        let mut fields = In::plain(bytes);
        if fields.array()? != MAGIC {
            return Err(Malformed::Value);
        }
        let hello = match fields.u8()? {
            kind @ (CONNECT | CONNECT_WITH_PASSWORD | CONNECT_TO_CONTROL) => {
                Self::Connect(Box::new(ConnectHello {
                    options: ConnectOptions {
                        q_mgr_name: fields.text()?,
                        options: fields.i32()?,
                        appl_name: fields.text()?,
                        conn_tag: *fields.array()?,
                        // Local programs are not moved.
                        mobility: Mobility::default(),
                    },
                    program: fields.text()?,
                    appl_type: fields.i32()?,
                    thread_id: fields.u32()?,
                    password: match kind {
                        CONNECT_WITH_PASSWORD => Some(password(&mut fields)?),
                        _ => None,
                    },
                    to_control: kind == CONNECT_TO_CONTROL,
                }))
            }
            CONTROL => Self::Control(match fields.u8()? {
                0 => ControlRequest::Ping,
                1 => ControlRequest::End(EndHow::Controlled),
                2 => ControlRequest::End(EndHow::Immediate),
                3 => ControlRequest::End(EndHow::Preemptive),
                4 => ControlRequest::CancelWait(*fields.array()?),
                5 => ControlRequest::EndAndReconnect,
                _ => return Err(Malformed::Value),
            }),
            other => return Err(Malformed::Kind(other)),
        };
        fields.end()?;
        Ok(hello)
    }
}

fn fitting(bytes: &[u8], count_max: usize) -> &[u8] {
    if bytes.len() <= count_max { bytes } else { &[] }
}

fn password(fields: &mut In<'_>) -> Result<Password, Malformed> {
    let user_id = fields.bytes(Password::USER_BYTES_MAX)?;
    Ok(Password {
        user_id: String::from_utf8(user_id.to_vec()).map_err(|_| Malformed::NotText)?,
        password: fields.bytes(Password::PASSWORD_BYTES_MAX)?.to_vec(),
    })
}

impl Answer {
    /// The bytes of the answer. A text too long for an answer is left out.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(128);
        let mut out = Out::plain(&mut bytes);
        out.array(MAGIC);
        match self {
            Self::Welcome(welcome) => {
                out.u8(WELCOME);
                out.array(&welcome.connection_id);
                out.text(&welcome.q_mgr_name);
            }
            Self::Refusal(refusal) => {
                out.u8(REFUSAL);
                out.reason(refusal.reason);
                let fits = refusal.text.len() <= REFUSAL_TEXT_BYTES_MAX;
                let written = out.string(if fits { &refusal.text } else { "" });
                debug_assert!(written.is_ok());
            }
            Self::Control(control) => {
                out.u8(CONTROLLED);
                out.text(&control.q_mgr_name);
                out.u8(control.phase as u8);
                out.u32(control.process_id);
                out.u32(control.connections);
            }
        }
        bytes
    }

    /// Reads an answer.
    ///
    /// # Errors
    /// See [`Malformed`].
    pub fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        let mut fields = In::plain(bytes);
        if fields.array()? != MAGIC {
            return Err(Malformed::Value);
        }
        let answer = match fields.u8()? {
            WELCOME => Self::Welcome(Welcome {
                connection_id: *fields.array()?,
                q_mgr_name: fields.text()?,
            }),
            REFUSAL => Self::Refusal(Refusal {
                reason: fields.reason()?,
                text: fields.string()?,
            }),
            CONTROLLED => Self::Control(ControlAnswer {
                q_mgr_name: fields.text()?,
                phase: match fields.u8()? {
                    0 => Phase::Running,
                    1 => Phase::Quiescing,
                    2 => Phase::Ending,
                    _ => return Err(Malformed::Value),
                },
                process_id: fields.u32()?,
                connections: fields.u32()?,
            }),
            other => return Err(Malformed::Kind(other)),
        };
        fields.end()?;
        Ok(answer)
    }
}

/// Longest text of a refusal, in bytes.
const REFUSAL_TEXT_BYTES_MAX: usize = 4096;
