//! Clients of NATS: a subject to each request queue, shared by a group of responders; the number of the request
//! in the subject of its reply.

use super::event_loop::{Client, OUT_BYTES};
use super::hello::{Hello, connect};
use super::nats::{CONNECT, PONG, Said, publish, read, subscribe};
use super::protocol_error::ProtocolError;
use super::work::{Answering, Asking, Receiving, Sending};
use crate::failure::Failure;
use crate::script::Counted;
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The group of those of whom one gets each message.
const GROUP: &str = "bench";

/// Connects, subscribed to `subject` if there is one; in place when this returns.
pub(crate) fn connected(port: u16, subject: Option<(&str, bool)>) -> Result<TcpStream, Failure> {
    greeted(port, subject)?.done()
}

fn greeted(port: u16, subject: Option<(&str, bool)>) -> Result<Hello, Failure> {
    let mut hello = connect(port)?;
    await_said(&mut hello, &Said::Info)?;
    hello.send(CONNECT)?;
    await_said(&mut hello, &Said::Pong)?;
    if let Some((subject, shared)) = subject {
        let mut out = Vec::new();
        subscribe(&mut out, subject, shared.then_some(GROUP));
        hello.send(&out)?;
        await_said(&mut hello, &Said::Pong)?;
    }
    Ok(hello)
}

fn await_said(hello: &mut Hello, wanted: &Said<'_>) -> Result<(), Failure> {
    loop {
        let heard =
            hello.hear(|input| Ok(read(input)?.map(|(said, used)| (said == *wanted, used))))?;
        if heard {
            return Ok(());
        }
    }
}

/// How long two servers may take to tell each other what is subscribed.
const JOINED_WITHIN: Duration = Duration::from_secs(10);

/// Waits until what was subscribed so far at the server with port `to` is known at the one with port `from`: they tell each other in the
/// order in which it was subscribed, so a message to one more subscription, the last one, says so when it arrives.
///
/// # Errors
/// When none arrives within 10 s: the two are not joined.
pub(crate) fn await_way(from: u16, to: u16) -> Result<(), Failure> {
    let subject = format!("way.{from}.{to}");
    let mut there = greeted(to, Some((&subject, false)))?;
    let mut here = greeted(from, None)?;
    let until = Instant::now() + JOINED_WITHIN;
    let mut out = Vec::new();
    publish(&mut out, subject.as_bytes(), None, 0, |_| {});
    while Instant::now() < until {
        here.send(&out)?;
        here.send(b"PING\r\n")?;
        await_said(&mut here, &Said::Pong)?;
        std::thread::sleep(Duration::from_millis(5));
        // Its answer comes behind all messages the server has for it.
        there.send(b"PING\r\n")?;
        let arrived = there.hear(|input| {
            Ok(read(input)?.map(|(said, used)| match said {
                Said::Message { .. } => (Some(true), used),
                Said::Pong => (Some(false), used),
                _ => (None, used),
            }))
        })?;
        if arrived == Some(true) {
            return Ok(());
        }
    }
    Err(Failure::Stuck("two servers of NATS do not join".into()))
}

/// Subjects of a run.
pub(crate) fn request_subject(pair: usize) -> String {
    format!("request.{pair}")
}

pub(crate) fn reply_subjects(requester: usize) -> String {
    format!("reply.{requester}.*")
}

pub(crate) fn stream_subject(number: usize) -> String {
    format!("stream.{number}")
}

/// Goes through what the server said; messages go to `message` with their subject, reply subject and body.
fn each(
    input: &[u8],
    out: &mut Vec<u8>,
    mut message: impl FnMut(&[u8], &[u8], &[u8], &mut Vec<u8>) -> Result<(), Failure>,
) -> Result<usize, Failure> {
    let mut at = 0;
    while let Some((said, used)) = read(&input[at..])? {
        match said {
            Said::Message {
                subject,
                reply,
                body,
            } => message(subject, reply, body, out)?,
            Said::Ping => out.extend_from_slice(PONG),
            Said::Info | Said::Pong | Said::Ok => {}
        }
        at += used;
    }
    Ok(at)
}

pub(crate) struct Requester {
    asking: Asking,
    subject: String,
    reply: String,
}

impl Requester {
    pub(crate) fn new(asking: Asking, pair: usize) -> Self {
        Self {
            asking,
            subject: request_subject(pair),
            reply: String::new(),
        }
    }
}

impl Client for Requester {
    fn go_on(&mut self, out: &mut Vec<u8>) -> Result<bool, Failure> {
        if let Some(stamp) = self.asking.begin() {
            self.reply = format!("reply.{}.{}", stamp.sender, stamp.number);
            let bodies = &self.asking.bodies;
            let (subject, reply) = (self.subject.as_bytes(), Some(self.reply.as_str()));
            publish(out, subject, reply, bodies.len(), |out| {
                bodies.append(out, stamp)
            });
        }
        Ok(false)
    }

    fn take(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<usize, Failure> {
        let (asking, reply) = (&mut self.asking, self.reply.as_bytes());
        each(input, out, |subject, _, body, _| {
            if subject != reply {
                return Err(Failure::Wrong("a reply names another request".into()));
            }
            asking.answered(body)
        })
    }

    fn is_over(&self) -> bool {
        self.asking.is_over()
    }

    fn result(&mut self) -> Counted {
        std::mem::take(&mut self.asking.counted)
    }
}

pub(crate) struct Responder(pub(crate) Answering);

impl Client for Responder {
    fn go_on(&mut self, _: &mut Vec<u8>) -> Result<bool, Failure> {
        Ok(false)
    }

    fn take(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<usize, Failure> {
        let answering = &mut self.0;
        each(input, out, |_, reply, body, out| {
            if reply.is_empty() {
                return Err(ProtocolError::Unknown("a request without reply subject").into());
            }
            answering.check(body)?;
            publish(out, reply, None, body.len(), |out| {
                out.extend_from_slice(body)
            });
            Ok(())
        })
    }

    fn is_over(&self) -> bool {
        self.0.stage.are_drivers_over()
    }

    fn result(&mut self) -> Counted {
        std::mem::take(&mut self.0.counted)
    }
}

/// Ends with a `PING`: its `PONG` says that all has been taken.
pub(crate) struct Sender {
    sending: Sending,
    subject: String,
    asked: bool,
    over: bool,
}

impl Sender {
    pub(crate) fn new(sending: Sending, subject: String) -> Self {
        Self {
            sending,
            subject,
            asked: false,
            over: false,
        }
    }
}

impl Client for Sender {
    fn go_on(&mut self, out: &mut Vec<u8>) -> Result<bool, Failure> {
        while self.sending.has_room(1) {
            if out.len() >= OUT_BYTES {
                return Ok(true);
            }
            let stamp = self.sending.next();
            let bodies = &self.sending.bodies;
            let subject = self.subject.as_bytes();
            publish(out, subject, None, bodies.len(), |out| {
                bodies.append(out, stamp)
            });
        }
        if self.sending.stage.finishing() && !self.asked {
            self.asked = true;
            out.extend_from_slice(b"PING\r\n");
        }
        Ok(false)
    }

    fn take(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<usize, Failure> {
        let mut at = 0;
        while let Some((said, used)) = read(&input[at..])? {
            match said {
                Said::Ping => out.extend_from_slice(PONG),
                Said::Pong => self.over = self.asked,
                Said::Message { .. } => {
                    return Err(ProtocolError::Unknown("a message to one that sends").into());
                }
                Said::Info | Said::Ok => {}
            }
            at += used;
        }
        Ok(at)
    }

    fn is_over(&self) -> bool {
        self.over
    }

    fn result(&mut self) -> Counted {
        std::mem::take(&mut self.sending.counted)
    }
}

pub(crate) struct Receiver(pub(crate) Receiving);

impl Client for Receiver {
    fn go_on(&mut self, _: &mut Vec<u8>) -> Result<bool, Failure> {
        Ok(false)
    }

    fn take(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<usize, Failure> {
        let receiving = &mut self.0;
        let taken = each(input, out, |_, _, body, _| receiving.take(body))?;
        receiving.tell();
        Ok(taken)
    }

    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    fn result(&mut self) -> Counted {
        std::mem::take(&mut self.0.counted)
    }
}
