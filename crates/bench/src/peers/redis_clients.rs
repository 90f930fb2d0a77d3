//! Clients of Redis. Requests and replies are in lists, a list to each requester; the stamp at the start of the data
//! says whose they are. Streams of persistent messages are its streams, with a group of consumers.
//!
//! What goes together travels together: a responder sends the reply and asks for the next request in one write.

use super::event_loop::{Client, OUT_BYTES};
use super::hello::connect;
use super::protocol_error::ProtocolError;
use super::resp::{Answer, begin, command, read, word, word_of};
use super::work::{Answering, Asking, Receiving, Sending};
use crate::failure::Failure;
use crate::message::Stamp;
use crate::script::Counted;
use std::net::TcpStream;

/// Connects, and runs a command that has one answer.
pub(crate) fn connected(port: u16, first: &[&str]) -> Result<TcpStream, Failure> {
    let mut hello = connect(port)?;
    let mut out = Vec::new();
    command(&mut out, first);
    hello.send(&out)?;
    hello.hear(|input| Ok(read(input)?.map(|(_, used)| ((), used))))?;
    hello.done()
}

pub(crate) const PING: &[&str] = &["PING"];
pub(crate) const SUBSCRIBE: &[&str] = &["SUBSCRIBE", TOPIC];
/// The channel of publications.
const TOPIC: &str = "topic";
/// The group of consumers of a stream, and its only member.
const GROUP: &str = "bench";
/// Seconds after which a reply is lost.
const LOST_S: &str = "30";
/// Seconds an idle responder waits before it is told that there is nothing.
const WAIT_S: &str = "1";
/// The same for a consumer, in milliseconds.
const WAIT_MS: &str = "1000";
/// Publications whose answers may be owed.
const OWED_MAX: u64 = 1_000;

fn request_list(pair: usize) -> String {
    format!("request.{pair}")
}

fn reply_list(requester: u64) -> String {
    format!("reply.{requester}")
}

fn stream_key(number: usize) -> String {
    format!("stream.{number}")
}

/// The command that makes the stream of a number, and its group.
pub(crate) fn make_stream(number: usize) -> [String; 6] {
    let key = stream_key(number);
    ["XGROUP", "CREATE", &key, GROUP, "0", "MKSTREAM"].map(str::to_owned)
}

fn unexpected() -> Failure {
    ProtocolError::Unknown("an answer to another command").into()
}

fn each(
    input: &[u8],
    mut answer: impl FnMut(&Answer<'_>) -> Result<(), Failure>,
) -> Result<usize, Failure> {
    let mut at = 0;
    while let Some((read, used)) = read(&input[at..])? {
        answer(&read)?;
        at += used;
    }
    Ok(at)
}

pub(crate) struct Requester {
    asking: Asking,
    requests: String,
    replies: String,
    /// The answer to `LPUSH` has come; that to `BRPOP` is next.
    pushed: bool,
}

impl Requester {
    pub(crate) fn new(asking: Asking, pair: usize, number: usize) -> Self {
        Self {
            asking,
            requests: request_list(pair),
            replies: reply_list(number as u64),
            pushed: false,
        }
    }
}

impl Client for Requester {
    fn go_on(&mut self, out: &mut Vec<u8>) -> Result<bool, Failure> {
        if let Some(stamp) = self.asking.begin() {
            let bodies = &self.asking.bodies;
            begin(out, 3);
            word(out, b"LPUSH");
            word(out, self.requests.as_bytes());
            word_of(out, bodies.len(), |out| bodies.append(out, stamp));
            command(out, &["BRPOP", &self.replies, LOST_S]);
        }
        Ok(false)
    }

    fn take(&mut self, input: &[u8], _: &mut Vec<u8>) -> Result<usize, Failure> {
        each(input, |answer| match (answer, self.pushed) {
            (Answer::Number(_), false) => {
                self.pushed = true;
                Ok(())
            }
            (Answer::Parts(parts), true) => {
                self.pushed = false;
                let body = parts.get(1).and_then(Answer::text);
                self.asking.answered(body.ok_or_else(unexpected)?)
            }
            (Answer::Nothing, true) => Err(Failure::Wrong("a reply is lost".into())),
            _ => Err(unexpected()),
        })
    }

    fn is_over(&self) -> bool {
        self.asking.is_over()
    }

    fn result(&mut self) -> Counted {
        std::mem::take(&mut self.asking.counted)
    }
}

/// With `own` it takes a request over to a list of its own, and replies and deletes it there in one transaction.
pub(crate) struct Responder {
    answering: Answering,
    requests: String,
    own: Option<String>,
    begun: bool,
    /// Answers owed before that to the wait.
    owed: usize,
}

/// Answers to a reply in a transaction: to `MULTI`, to the two in it, to `EXEC`.
const OWED_OF_TRANSACTION: usize = 4;

impl Responder {
    pub(crate) fn new(answering: Answering, pair: usize, number: usize, persistent: bool) -> Self {
        Self {
            answering,
            requests: request_list(pair),
            own: persistent.then(|| format!("taken.{number}")),
            begun: false,
            owed: 0,
        }
    }

    fn wait(requests: &str, own: Option<&str>, out: &mut Vec<u8>) {
        match own {
            None => command(out, &["BRPOP", requests, WAIT_S]),
            Some(own) => command(out, &["BLMOVE", requests, own, "RIGHT", "LEFT", WAIT_S]),
        }
    }

    fn reply(&mut self, stamp: Stamp, body: &[u8], out: &mut Vec<u8>) {
        let own = self.own.as_deref();
        if own.is_some() {
            command(out, &["MULTI"]);
        }
        begin(out, 3);
        word(out, b"LPUSH");
        word(out, reply_list(stamp.sender).as_bytes());
        word(out, body);
        self.owed = 1;
        if let Some(own) = own {
            command(out, &["DEL", own]);
            command(out, &["EXEC"]);
            self.owed = OWED_OF_TRANSACTION;
        }
        Self::wait(&self.requests, own, out);
    }

    /// An answer to what went with a reply.
    fn confirm(&mut self, answer: &Answer<'_>) -> Result<(), Failure> {
        self.owed -= 1;
        let right = match (answer, &self.own) {
            (Answer::Number(_), None) => true,
            (Answer::Status(_), Some(_)) => self.owed > 0,
            // One reply pushed, one list of requests deleted.
            (Answer::Parts(parts), Some(_)) => {
                self.owed == 0 && matches!(parts[..], [Answer::Number(_), Answer::Number(1)])
            }
            _ => false,
        };
        if right { Ok(()) } else { Err(unexpected()) }
    }

    fn answer(&mut self, answer: &Answer<'_>, out: &mut Vec<u8>) -> Result<(), Failure> {
        if self.owed > 0 {
            return self.confirm(answer);
        }
        let body = match answer {
            Answer::Nothing => {
                Self::wait(&self.requests, self.own.as_deref(), out);
                return Ok(());
            }
            Answer::Text(body) if self.own.is_some() => Some(*body),
            Answer::Parts(parts) if self.own.is_none() => parts.get(1).and_then(Answer::text),
            _ => None,
        };
        let body = body.ok_or_else(unexpected)?;
        let stamp = self.answering.check(body)?;
        self.reply(stamp, body, out);
        Ok(())
    }
}

impl Client for Responder {
    fn go_on(&mut self, out: &mut Vec<u8>) -> Result<bool, Failure> {
        if !std::mem::replace(&mut self.begun, true) {
            Self::wait(&self.requests, self.own.as_deref(), out);
        }
        Ok(false)
    }

    fn take(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<usize, Failure> {
        each(input, |answer| self.answer(answer, out))
    }

    fn is_over(&self) -> bool {
        self.answering.stage.are_drivers_over()
    }

    fn result(&mut self) -> Counted {
        std::mem::take(&mut self.answering.counted)
    }
}

/// Adds so many messages to a stream, waits until all are confirmed, again.
pub(crate) struct Producer {
    sending: Sending,
    key: String,
    batch: u64,
    owed: u64,
}

impl Producer {
    pub(crate) fn new(sending: Sending, number: usize, batch: u64) -> Self {
        Self {
            sending,
            key: stream_key(number),
            batch,
            owed: 0,
        }
    }
}

impl Client for Producer {
    fn go_on(&mut self, out: &mut Vec<u8>) -> Result<bool, Failure> {
        if self.owed > 0 || !self.sending.has_room(self.batch) {
            return Ok(false);
        }
        for _ in 0..self.batch {
            let stamp = self.sending.next();
            let bodies = &self.sending.bodies;
            begin(out, 5);
            for each in [b"XADD", self.key.as_bytes(), b"*", b"m"] {
                word(out, each);
            }
            word_of(out, bodies.len(), |out| bodies.append(out, stamp));
        }
        self.owed = self.batch;
        Ok(false)
    }

    fn take(&mut self, input: &[u8], _: &mut Vec<u8>) -> Result<usize, Failure> {
        each(input, |answer| {
            self.owed = self.owed.checked_sub(1).ok_or_else(unexpected)?;
            answer.text().map(|_| ()).ok_or_else(unexpected)
        })
    }

    fn is_over(&self) -> bool {
        self.owed == 0 && self.sending.stage.finishing()
    }

    fn result(&mut self) -> Counted {
        std::mem::take(&mut self.sending.counted)
    }
}

/// Reads up to so many messages of a stream, confirms and deletes them and asks for more.
pub(crate) struct Consumer {
    receiving: Receiving,
    key: String,
    batch: String,
    begun: bool,
    /// How many the answers to `XACK` and `XDEL` have to name, and how many of the two are owed.
    confirmed: i64,
    owed: usize,
}

impl Consumer {
    pub(crate) fn new(receiving: Receiving, number: usize, batch: u64) -> Self {
        Self {
            receiving,
            key: stream_key(number),
            batch: batch.to_string(),
            begun: false,
            confirmed: 0,
            owed: 0,
        }
    }

    fn wait(&self, out: &mut Vec<u8>) {
        let key = self.key.as_str();
        let words = [
            "XREADGROUP",
            "GROUP",
            GROUP,
            "1",
            "COUNT",
            &self.batch,
            "BLOCK",
        ];
        begin(out, 11);
        for each in words.iter().chain(&[WAIT_MS, "STREAMS", key, ">"]) {
            word(out, each.as_bytes());
        }
    }

    fn answer(&mut self, answer: &Answer<'_>, out: &mut Vec<u8>) -> Result<(), Failure> {
        if self.owed > 0 {
            self.owed -= 1;
            let right = *answer == Answer::Number(self.confirmed);
            return if right { Ok(()) } else { Err(unexpected()) };
        }
        if *answer == Answer::Nothing {
            self.wait(out);
            return Ok(());
        }
        // The one stream: its key and its entries, each an id and the pair of name and data.
        let [stream] = answer.parts() else {
            return Err(unexpected());
        };
        let [_, Answer::Parts(entries)] = stream.parts() else {
            return Err(unexpected());
        };
        let mut ids = Vec::with_capacity(entries.len());
        for entry in entries {
            let [Answer::Text(id), Answer::Parts(pair)] = entry.parts() else {
                return Err(unexpected());
            };
            let body = pair.get(1).and_then(Answer::text);
            self.receiving.take(body.ok_or_else(unexpected)?)?;
            ids.push(*id);
        }
        for words in [
            &["XACK", self.key.as_str(), GROUP][..],
            &["XDEL", &self.key],
        ] {
            begin(out, words.len() + ids.len());
            for each in words
                .iter()
                .map(|each| each.as_bytes())
                .chain(ids.iter().copied())
            {
                word(out, each);
            }
        }
        self.confirmed = i64::try_from(ids.len()).unwrap_or(i64::MAX);
        self.owed = 2;
        self.wait(out);
        Ok(())
    }
}

impl Client for Consumer {
    fn go_on(&mut self, out: &mut Vec<u8>) -> Result<bool, Failure> {
        if !std::mem::replace(&mut self.begun, true) {
            self.wait(out);
        }
        Ok(false)
    }

    fn take(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<usize, Failure> {
        let taken = each(input, |answer| self.answer(answer, out))?;
        self.receiving.tell();
        Ok(taken)
    }

    fn is_over(&self) -> bool {
        self.owed == 0 && self.receiving.is_over()
    }

    fn result(&mut self) -> Counted {
        std::mem::take(&mut self.receiving.counted)
    }
}

/// Publishes to a channel; each answer names how many subscribers there were.
pub(crate) struct Publisher {
    sending: Sending,
    subscribers: i64,
    owed: u64,
}

impl Publisher {
    pub(crate) fn new(sending: Sending, subscribers: usize) -> Self {
        Self {
            sending,
            subscribers: i64::try_from(subscribers).unwrap_or(i64::MAX),
            owed: 0,
        }
    }
}

impl Client for Publisher {
    fn go_on(&mut self, out: &mut Vec<u8>) -> Result<bool, Failure> {
        while self.owed < OWED_MAX && self.sending.has_room(1) {
            if out.len() >= OUT_BYTES {
                return Ok(true);
            }
            let stamp = self.sending.next();
            let bodies = &self.sending.bodies;
            begin(out, 3);
            word(out, b"PUBLISH");
            word(out, TOPIC.as_bytes());
            word_of(out, bodies.len(), |out| bodies.append(out, stamp));
            self.owed += 1;
        }
        Ok(false)
    }

    fn take(&mut self, input: &[u8], _: &mut Vec<u8>) -> Result<usize, Failure> {
        each(input, |answer| {
            self.owed = self.owed.checked_sub(1).ok_or_else(unexpected)?;
            if *answer != Answer::Number(self.subscribers) {
                return Err(Failure::Wrong("a publication missed a subscriber".into()));
            }
            Ok(())
        })
    }

    fn is_over(&self) -> bool {
        self.owed == 0 && self.sending.stage.finishing()
    }

    fn result(&mut self) -> Counted {
        std::mem::take(&mut self.sending.counted)
    }
}

pub(crate) struct Subscriber(pub(crate) Receiving);

impl Client for Subscriber {
    fn go_on(&mut self, _: &mut Vec<u8>) -> Result<bool, Failure> {
        Ok(false)
    }

    fn take(&mut self, input: &[u8], _: &mut Vec<u8>) -> Result<usize, Failure> {
        let taken = each(input, |answer| match answer.parts() {
            [Answer::Text(b"message"), _, Answer::Text(body)] => self.0.take(body),
            _ => Err(unexpected()),
        })?;
        self.0.tell();
        Ok(taken)
    }

    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    fn result(&mut self) -> Counted {
        std::mem::take(&mut self.0.counted)
    }
}
