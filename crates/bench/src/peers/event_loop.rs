//! Many clients of a peer on one thread, each with a socket of its own: one epoll, one read and one write where
//! there is something to read or write. A client that is alone blocks in its reads instead.

use super::protocol_error::ProtocolError;
use super::work::{Alarm, Stage};
use crate::failure::Failure;
use crate::script::Counted;
use rustix::buffer::spare_capacity;
use rustix::event::Timespec;
use rustix::event::epoll::{self, CreateFlags, EventData, EventFlags};
use rustix::io::Errno;
use std::io::{ErrorKind, Write};
use std::net::TcpStream;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A client's part of the talk on its socket.
pub(crate) trait Client: Send {
    /// Appends what it wants to say unasked; true when it has more to say once that is sent.
    fn go_on(&mut self, out: &mut Vec<u8>) -> Result<bool, Failure>;

    /// Takes what is whole at the start of `input`, says how many bytes that was, and appends what it answers.
    fn take(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<usize, Failure>;

    /// Nothing is under way any more, and it wants nothing.
    fn is_over(&self) -> bool;

    fn result(&mut self) -> Counted;
}

/// A client and its socket.
pub(crate) struct Seat {
    pub(crate) socket: TcpStream,
    pub(crate) client: Box<dyn Client>,
    input: Vec<u8>,
    out: Vec<u8>,
    written: usize,
    /// It waits until the socket takes more.
    blocked: bool,
    over: bool,
}

/// After this many bytes a client sends before it says more.
pub(crate) const OUT_BYTES: usize = 64 << 10;
/// How often clients that nothing happens to look whether the run is over.
const LOOK: Duration = Duration::from_millis(100);
/// At the end of a run something is lost when nothing comes for so long.
const LOST_AFTER: Duration = Duration::from_secs(10);
/// Stands for the alarm among the events.
const ALARM: u64 = u64::MAX;

impl Seat {
    /// `answer_bytes`: the longest answer there may be.
    pub(crate) fn new(socket: TcpStream, client: Box<dyn Client>, answer_bytes: usize) -> Self {
        Self {
            socket,
            client,
            input: Vec::with_capacity(answer_bytes + (64 << 10)),
            out: Vec::with_capacity(OUT_BYTES * 2),
            written: 0,
            blocked: false,
            over: false,
        }
    }

    /// Reads once and hands on what is whole; false when nothing was there.
    fn read(&mut self) -> Result<bool, Failure> {
        match rustix::io::read(&self.socket, spare_capacity(&mut self.input)) {
            Ok(0) => {
                return Err(Failure::Wrong(
                    "the peer's server closed a connection".into(),
                ));
            }
            Ok(_) => {}
            Err(Errno::AGAIN | Errno::INTR) => return Ok(false),
            Err(error) => return Err(Failure::io("reading from a peer's server")(error.into())),
        }
        let taken = self.client.take(&self.input, &mut self.out)?;
        if taken == self.input.len() {
            self.input.clear();
        } else {
            self.input.drain(..taken);
        }
        if self.input.len() == self.input.capacity() {
            let most = self.input.capacity();
            return Err(ProtocolError::TooLong("an answer of more bytes", most).into());
        }
        Ok(true)
    }

    /// Sends what there is to send; true when the client has more to say.
    fn speak(&mut self) -> Result<bool, Failure> {
        let mut more = false;
        if self.out.len() < OUT_BYTES && self.written == 0 {
            more = self.client.go_on(&mut self.out)?;
        }
        while self.written < self.out.len() {
            match self.socket.write(&self.out[self.written..]) {
                Ok(length) => self.written += length,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(false),
                Err(error) => return Err(Failure::io("writing to a peer's server")(error)),
            }
        }
        self.out.clear();
        self.written = 0;
        Ok(more)
    }

    fn look_for_end(&mut self) -> bool {
        self.over |= self.out.is_empty() && self.client.is_over();
        self.over
    }
}

/// Runs all clients of a side until they are over. With `alarm` they are looked after whenever that rings.
///
/// # Errors
/// Whatever a client finds wrong, and [`Failure::Stuck`] when the run is over but what is under way does not come.
pub(crate) fn drive(
    mut seats: Vec<Seat>,
    stage: &Stage,
    alarm: Option<Arc<Alarm>>,
) -> Result<Counted, Failure> {
    match (seats.as_mut_slice(), &alarm) {
        ([alone], None) => block(alone, stage)?,
        _ => Loop::new(&mut seats, alarm)?.run(stage)?,
    }
    let mut counted = Counted::default();
    for seat in &mut seats {
        counted.merge(&seat.client.result());
    }
    Ok(counted)
}

/// Says when a run that should end does not.
struct Patience(Instant);

impl Patience {
    fn check(&mut self, moved: bool, stage: &Stage) -> Result<(), Failure> {
        if moved || !stage.finishing() {
            self.0 = Instant::now();
        } else if self.0.elapsed() > LOST_AFTER {
            let text = "what is under way at a peer never comes: something is lost";
            return Err(Failure::Stuck(text.into()));
        }
        Ok(())
    }
}

fn block(seat: &mut Seat, stage: &Stage) -> Result<(), Failure> {
    let set = seat.socket.set_nonblocking(false);
    set.and_then(|()| seat.socket.set_read_timeout(Some(LOOK)))
        .map_err(Failure::io("setting up a socket"))?;
    let mut patience = Patience(Instant::now());
    loop {
        while seat.speak()? {}
        if seat.look_for_end() {
            return Ok(());
        }
        let moved = seat.read()?;
        patience.check(moved, stage)?;
    }
}

struct Loop<'a> {
    poll: OwnedFd,
    seats: &'a mut [Seat],
    /// Those with more to say.
    eager: Vec<usize>,
    left: usize,
    alarm: Option<Arc<Alarm>>,
}

fn failed(error: Errno) -> Failure {
    Failure::io("polling sockets")(error.into())
}

impl<'a> Loop<'a> {
    fn new(seats: &'a mut [Seat], alarm: Option<Arc<Alarm>>) -> Result<Self, Failure> {
        let poll = epoll::create(CreateFlags::CLOEXEC).map_err(failed)?;
        for (number, seat) in (0_u64..).zip(seats.iter()) {
            let set = seat.socket.set_nonblocking(true);
            set.map_err(Failure::io("setting up a socket"))?;
            epoll::add(
                &poll,
                &seat.socket,
                EventData::new_u64(number),
                EventFlags::IN,
            )
            .map_err(failed)?;
        }
        if let Some(alarm) = &alarm {
            let data = EventData::new_u64(ALARM);
            epoll::add(&poll, alarm.fd(), data, EventFlags::IN).map_err(failed)?;
        }
        Ok(Self {
            poll,
            left: seats.len(),
            seats,
            eager: Vec::new(),
            alarm,
        })
    }

    fn run(&mut self, stage: &Stage) -> Result<(), Failure> {
        let mut events: Vec<epoll::Event> = Vec::with_capacity(self.seats.len() + 1);
        let mut patience = Patience(Instant::now());
        let look = Timespec::try_from(LOOK).unwrap_or_default();
        self.visit_all()?;
        while self.left > 0 {
            let eager = std::mem::take(&mut self.eager);
            let timeout = if eager.is_empty() {
                look
            } else {
                Timespec::default()
            };
            events.clear();
            match epoll::wait(&self.poll, spare_capacity(&mut events), Some(&timeout)) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(failed(error)),
            }
            for event in &events {
                match event.data.u64() {
                    ALARM => {
                        if let Some(alarm) = &self.alarm {
                            alarm.quiet();
                        }
                        self.visit_all()?;
                    }
                    number => {
                        let number = number as usize;
                        let flags = event.flags;
                        // Errors and hang-ups show in the read.
                        if flags != EventFlags::OUT && !self.seats[number].over {
                            self.seats[number].read()?;
                        }
                        self.visit(number)?;
                    }
                }
            }
            patience.check(!events.is_empty(), stage)?;
            for number in &eager {
                self.visit(*number)?;
            }
            if events.is_empty() && eager.is_empty() {
                self.visit_all()?;
            }
        }
        Ok(())
    }

    fn visit_all(&mut self) -> Result<(), Failure> {
        (0..self.seats.len()).try_for_each(|number| self.visit(number))
    }

    /// Lets a client speak, and sees whether it waits for its socket or is over.
    fn visit(&mut self, number: usize) -> Result<(), Failure> {
        let seat = &mut self.seats[number];
        if seat.over {
            return Ok(());
        }
        if seat.speak()? && !self.eager.contains(&number) {
            self.eager.push(number);
        }
        if seat.look_for_end() {
            self.left -= 1;
            return epoll::delete(&self.poll, &seat.socket).map_err(failed);
        }
        let blocked = !seat.out.is_empty();
        if blocked != seat.blocked {
            seat.blocked = blocked;
            let flags = if blocked {
                EventFlags::IN | EventFlags::OUT
            } else {
                EventFlags::IN
            };
            let data = EventData::new_u64(number as u64);
            epoll::modify(&self.poll, &seat.socket, data, flags).map_err(failed)?;
        }
        Ok(())
    }
}
