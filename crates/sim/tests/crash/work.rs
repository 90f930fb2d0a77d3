//! What an application does until it is killed, and what it says of it.
//!
//! Each line says what has happened, or is about to, and is written to the judge's pipe in one
//! piece before the next verb begins. What stands in the pipe outlives the process.
//!
//! ```text
//! @P unit number queue priority persistent bytes    put under syncpoint, answered
//! @G unit number queue                              got under syncpoint
//! @N unit queue                                     nothing to get
//! @T unit                                           is about to commit
//! @C unit                                           the commit was answered
//! @X unit                                           is about to back out, or was backed out
//! @E text                                           something that may not happen
//! ```
//!
//! A put outside syncpoint is a unit of its own: `P` and `T` before it, `C` after it.

use ferromq::{GetOptions, MqError, MsgDescriptor, ObjectHandle, PutOptions, Reason, mq};
use ferromq_base::random::SplitMix64;
use ferromq_mqi::session::{Connected, Session};
use std::io::Write;

/// Queues every worker uses.
pub(crate) const SHARED_QUEUES: [&str; 3] = ["A", "B", "C"];

/// Workers at one time, at most; each has a queue that only it uses.
pub(crate) const WORKERS: u64 = 4;

/// The queue that only one worker uses.
pub(crate) fn own_queue(worker: u64) -> String {
    format!("OWN{worker}")
}

/// The worker that gave a message or a unit of work its number.
pub(crate) fn worker_of(number: u64) -> u64 {
    (number >> 32) & 0xff
}

const OPERATIONS_MAX: u64 = 7;

/// Bytes in front of the filling of a body: its number in hexadecimal.
const NUMBER_BYTES: usize = 16;

/// Writes one line to the judge, whole.
pub(crate) fn say(line: &str) {
    // The leading line feed ends whatever the test harness was printing.
    let _ = std::io::stdout()
        .lock()
        .write_all(format!("\n@{line}\n").as_bytes());
}

/// The body of a message, `len` bytes long or as long as its number.
pub(crate) fn body(number: u64, len: usize) -> Vec<u8> {
    let mut body = format!("{number:016x}").into_bytes();
    body.resize(len.max(NUMBER_BYTES), b'a' + (number % 26) as u8);
    body
}

/// The number of a message whose body is whole.
pub(crate) fn number_of(bytes: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(bytes.get(..NUMBER_BYTES)?).ok()?;
    let number = u64::from_str_radix(text, 16).ok()?;
    (bytes == body(number, bytes.len())).then_some(number)
}

/// Why a worker stops.
enum Stop {
    /// The queue manager is gone.
    Broken,
    Wrong(String),
}

/// One worker on one connection.
pub(crate) struct Worker<C: Connected> {
    session: Session<C>,
    noise: SplitMix64,
    queues: Vec<(String, ObjectHandle)>,
    /// Units and messages are numbered from here, so that every number is used once.
    next: u64,
}

impl<C: Connected> Worker<C> {
    /// Opens the queues. `life` counts processes of the whole test.
    pub(crate) fn start(mut session: Session<C>, life: u64, worker: u64) -> Result<Self, MqError> {
        let mut queues = Vec::new();
        let own = own_queue(worker);
        for name in SHARED_QUEUES.iter().copied().chain([own.as_str()]) {
            let handle = session.open(name, mq::MQOO_OUTPUT | mq::MQOO_INPUT_SHARED)?;
            queues.push((name.to_owned(), handle));
        }
        Ok(Self {
            session,
            noise: SplitMix64::new(life * WORKERS + worker + 1),
            queues,
            next: (life << 40) | (worker << 32),
        })
    }

    /// Works until the queue manager is gone.
    pub(crate) fn run(mut self) {
        loop {
            let done = match self.noise.below(8) {
                0 => self.put_alone(),
                _ => self.unit(),
            };
            match done {
                Ok(()) => {}
                Err(Stop::Broken) => return,
                Err(Stop::Wrong(text)) => return say(&format!("E {text}")),
            }
        }
    }

    fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// One unit of work over several queues.
    fn unit(&mut self) -> Result<(), Stop> {
        let unit = self.number();
        // Puts and gets take turns to be the more frequent, so that queues fill and empty.
        let puts_of_8 = if (unit >> 6) & 1 == (unit >> 40) & 1 {
            5
        } else {
            2
        };
        for _ in 0..1 + self.noise.below(OPERATIONS_MAX) {
            let done = if self.noise.below(8) < puts_of_8 {
                self.put(unit, mq::MQPMO_SYNCPOINT)
            } else {
                self.get(unit)
            };
            if !done? {
                say(&format!("X {unit}"));
                return self
                    .session
                    .back_out()
                    .map(drop)
                    .map_err(|error| stop(&error));
            }
        }
        if self.noise.below(4) == 0 {
            say(&format!("X {unit}"));
            return self
                .session
                .back_out()
                .map(drop)
                .map_err(|error| stop(&error));
        }
        say(&format!("T {unit}"));
        match self.session.commit() {
            Ok(_) => say(&format!("C {unit}")),
            Err(error) if error.reason == Reason::BACKED_OUT => say(&format!("X {unit}")),
            Err(error) => return Err(stop(&error)),
        }
        Ok(())
    }

    fn put_alone(&mut self) -> Result<(), Stop> {
        let unit = self.number();
        match self.put(unit, mq::MQPMO_NO_SYNCPOINT)? {
            true => say(&format!("C {unit}")),
            false => say(&format!("X {unit}")),
        }
        Ok(())
    }

    /// False when the unit of work cannot go on.
    fn put(&mut self, unit: u64, syncpoint: i32) -> Result<bool, Stop> {
        let number = self.number();
        let (name, handle) = &self.queues[self.noise.below(self.queues.len() as u64) as usize];
        let priority = self.noise.below(3) as i32;
        let is_persistent = self.noise.below(5) > 0;
        let bytes = match self.noise.below(16) {
            0 => 20_000,
            1 => 5_000,
            _ => NUMBER_BYTES + self.noise.below(800) as usize,
        };
        let told = format!(
            "P {unit} {number} {name} {priority} {} {bytes}",
            u8::from(is_persistent)
        );
        let alone = syncpoint == mq::MQPMO_NO_SYNCPOINT;
        if alone {
            say(&told);
            say(&format!("T {unit}"));
        }
        let mut descriptor = MsgDescriptor {
            priority,
            persistence: if is_persistent {
                mq::MQPER_PERSISTENT
            } else {
                mq::MQPER_NOT_PERSISTENT
            },
            ..MsgDescriptor::default()
        };
        let mut options = PutOptions {
            options: syncpoint,
            ..PutOptions::default()
        };
        let put = self
            .session
            .put(*handle, &mut descriptor, &mut options, body(number, bytes));
        match put {
            Ok(_) if alone => Ok(true),
            Ok(_) => {
                say(&told);
                Ok(true)
            }
            // The log is full: it makes room by itself.
            Err(error) if is_full(error.reason) => Ok(false),
            Err(error) => Err(stop(&error)),
        }
    }

    fn get(&mut self, unit: u64) -> Result<bool, Stop> {
        let (name, handle) = &self.queues[self.noise.below(self.queues.len() as u64) as usize];
        let options = GetOptions {
            options: mq::MQGMO_SYNCPOINT,
            ..GetOptions::default()
        };
        match self
            .session
            .get(*handle, &MsgDescriptor::default(), &options, 1 << 20)
        {
            Ok(got) => {
                let Some(number) = number_of(&got.body) else {
                    return Err(Stop::Wrong(format!("a body of {name} is not whole")));
                };
                say(&format!("G {unit} {number} {name}"));
                Ok(true)
            }
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => {
                say(&format!("N {unit} {name}"));
                Ok(true)
            }
            Err(error) if is_full(error.reason) => Ok(false),
            Err(error) => Err(stop(&error)),
        }
    }
}

pub(crate) fn is_full(reason: Reason) -> bool {
    [Reason::RESOURCE_PROBLEM, Reason::BACKED_OUT].contains(&reason)
}

fn stop(error: &MqError) -> Stop {
    if [Reason::CONNECTION_BROKEN, Reason::Q_MGR_STOPPING].contains(&error.reason) {
        Stop::Broken
    } else {
        Stop::Wrong(error.to_string())
    }
}
