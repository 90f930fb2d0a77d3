//! Sockets between clients and channels: bytes that take their time, arrive in pieces of any length, and are cut off at any byte.

use super::history::{End, History};
use ferromq_base::random::SplitMix64;
use ferromq_client::socket::{ClientSocket, Terms};
use ferromq_mqi::name::FixedText;
use ferromq_wire::level::{FAP_FLOOR, FAP_MAX, FAP_MULTIPLEXED_GET};
use ferromq_wire::outbound::Outbound;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The channel clients come by.
pub(super) const CHANNEL: &str = "SIM.SVRCONN";

/// How long bytes stand still at most, in looks at their socket.
const STILL_MAX: u64 = 40;

/// Bytes on their way in one direction.
#[derive(Debug, Default)]
pub(super) struct Way {
    bytes: VecDeque<u8>,
    /// Bytes it has room for.
    room: usize,
    /// Nothing arrives for so many looks.
    still: u64,
    /// Who sends has closed, or the socket is cut: nothing comes behind what is on its way.
    ended: bool,
}

/// What a look at a way finds.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Arrived {
    Nothing,
    Bytes(Vec<u8>),
    /// All has arrived that ever will.
    End,
}

impl Way {
    fn with_room(room: usize) -> Self {
        Self {
            room,
            ..Self::default()
        }
    }

    /// Takes what there is room for. Answers whether that was anything. What is sent into a cut socket is lost.
    pub(super) fn take(&mut self, outbound: &mut Outbound) -> bool {
        let queued = outbound.queued_bytes();
        let taken = match self.ended {
            true => queued,
            false => queued.min(self.room - self.bytes.len()),
        };
        if !self.ended {
            let bytes = outbound.chunks().flatten().take(taken);
            self.bytes.extend(bytes);
        }
        outbound.advance(taken);
        taken > 0
    }

    /// Some of the bytes, all of them, or none yet.
    pub(super) fn arrive(&mut self, random: &mut SplitMix64) -> Arrived {
        if self.still > 0 {
            self.still -= 1;
            return Arrived::Nothing;
        }
        if self.bytes.is_empty() {
            return match self.ended {
                true => Arrived::End,
                false => Arrived::Nothing,
            };
        }
        if random.chance(10) {
            self.still = random.below(STILL_MAX);
            return Arrived::Nothing;
        }
        let there = self.bytes.len();
        let count = match random.below(10) {
            0..5 => there,
            5..8 => 1 + random.below(there as u64) as usize,
            _ => there.min(1 + random.below(20) as usize),
        };
        Arrived::Bytes(self.bytes.drain(..count).collect())
    }

    pub(super) fn is_on_its_way(&self) -> bool {
        !self.bytes.is_empty()
    }

    /// Cut at some byte: what is behind it never arrives.
    fn cut(&mut self, random: &mut SplitMix64) {
        let kept = random.below(self.bytes.len() as u64 + 1) as usize;
        self.bytes.truncate(kept);
        self.ended = true;
    }

    pub(super) fn end(&mut self) {
        self.ended = true;
    }

    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }
}

/// What ends with the channel, whenever that notices that its socket is gone.
#[derive(Clone, Copy, Debug)]
pub(super) enum Open {
    /// A unit of work: it is backed out.
    Work(usize),
    /// A handle that reads ahead: no message leaves its queue any more.
    Ahead(usize),
}

/// A socket, with the client at one end of it.
pub(super) struct Socket {
    pub(super) client: ClientSocket,
    pub(super) to_channel: Way,
    pub(super) to_client: Way,
    /// Other programs of the same process may have conversations on it.
    pub(super) is_shared: bool,
    /// The process of the client is gone.
    pub(super) is_deserted: bool,
    open: Vec<Open>,
    is_channel_gone: bool,
}

/// See the module. Nobody comes to a yield point with it locked.
pub(super) struct Network<'a> {
    state: Mutex<State>,
    history: &'a History,
}

pub(super) struct State {
    pub(super) random: SplitMix64,
    pub(super) sockets: Vec<Socket>,
    /// Of a thousand looks at a socket with bytes on their way, so many cut it.
    cut_per_mille: u64,
    cuts: u64,
}

impl<'a> Network<'a> {
    pub(super) fn new(seed: u64, history: &'a History) -> Self {
        let mut random = SplitMix64::new(seed);
        let cut_per_mille = [0, 1, 3, 10][random.below(4) as usize];
        let state = State {
            random,
            sockets: Vec::new(),
            cut_per_mille,
            cuts: 0,
        };
        Self {
            state: Mutex::new(state),
            history,
        }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sockets there were, and how many of them were cut.
    pub(super) fn counts(&self) -> (u64, u64) {
        let state = self.lock();
        (state.sockets.len() as u64, state.cuts)
    }

    /// What ends once the channel of this socket is gone.
    pub(super) fn end_with_channel(&self, socket: usize, open: Open) {
        let mut state = self.lock();
        let socket = &mut state.sockets[socket];
        match socket.is_channel_gone {
            true => self.ended(open),
            false => socket.open.push(open),
        }
    }

    /// The channel of this socket is gone, with all its conversations.
    pub(super) fn channel_is_gone(&self, socket: usize) {
        let open = {
            let mut state = self.lock();
            let socket = &mut state.sockets[socket];
            socket.is_channel_gone = true;
            socket.to_client.end();
            std::mem::take(&mut socket.open)
        };
        open.into_iter().for_each(|open| self.ended(open));
    }

    fn ended(&self, open: Open) {
        let mut events = self.history.lock();
        let to = Some(events.tick());
        match open {
            Open::Work(work) => {
                if let End::BackedOut(span) = &mut events.works[work] {
                    span.to = to;
                }
            }
            Open::Ahead(at) => events.cleared[at].span.to = to,
        }
    }
}

impl State {
    /// A socket for another conversation: one that other programs use, or a new one.
    pub(super) fn socket(&mut self, alone: bool) -> usize {
        let has_room = |one: &Socket| one.is_shared && !one.is_deserted && one.client.has_room();
        let found = self.sockets.iter().position(has_room);
        if let Some(found) = found.filter(|_| !alone && self.random.chance(70)) {
            return found;
        }
        let random = &mut self.random;
        let mut choose = |from: &[u64]| from[random.below(from.len() as u64) as usize];
        let fap_max = choose(&[
            u64::from(FAP_MAX),
            u64::from(FAP_MAX),
            u64::from(FAP_MULTIPLEXED_GET),
            u64::from(FAP_FLOOR),
        ]);
        let terms = Terms {
            channel_name: FixedText::truncated(CHANNEL),
            user_id: FixedText::truncated("sim"),
            heartbeat_s: choose(&[0, 1, 5, 300]) as u32,
            conversations_max: choose(&[0, 1, 10, 10, 10]) as u32,
            fap_max: fap_max as u8,
            ..Terms::default()
        };
        let room = choose(&[500, 4_000, 70_000]) as usize;
        self.sockets.push(Socket {
            client: ClientSocket::new(terms),
            to_channel: Way::with_room(room),
            to_client: Way::with_room(room),
            is_shared: !alone,
            is_deserted: false,
            open: Vec::new(),
            is_channel_gone: false,
        });
        self.sockets.len() - 1
    }

    /// The client's end of a socket, and what is on its way in both directions: sends, receives, looks at the clock. Answers whether
    /// anything moved.
    pub(super) fn turn(&mut self, at: usize, now_ns: u64) -> bool {
        let socket = &mut self.sockets[at];
        let mut moved = false;
        let on_its_way = socket.to_channel.is_on_its_way() || socket.to_client.is_on_its_way();
        let is_whole = !socket.to_channel.has_ended() && !socket.to_client.has_ended();
        if on_its_way && is_whole && self.random.below(1_000) < self.cut_per_mille {
            socket.to_channel.cut(&mut self.random);
            socket.to_client.cut(&mut self.random);
            self.cuts += 1;
        }
        match socket.is_deserted {
            true => drop(socket.to_client.arrive(&mut self.random)),
            false => match socket.to_client.arrive(&mut self.random) {
                Arrived::Nothing => {}
                Arrived::Bytes(bytes) => {
                    socket.client.receive(&bytes);
                    moved = true;
                }
                Arrived::End => {
                    if socket.client.over().is_none() {
                        socket.client.broken("the network is cut");
                        moved = true;
                    }
                }
            },
        }
        if !socket.is_deserted {
            if socket.client.deadline_ns().is_some_and(|due| due <= now_ns) {
                socket.client.tick(now_ns);
                moved = true;
            }
            moved |= socket.to_channel.take(socket.client.outbound());
            let is_over = socket.client.over().is_some();
            if is_over && socket.client.outbound().is_empty() {
                socket.to_channel.end();
            }
        }
        while socket.client.take_changed().is_some() {}
        moved
    }

    /// The process of a client dies: what it had sent arrives as far as the network had it, and no further.
    pub(super) fn desert(&mut self, at: usize) {
        let socket = &mut self.sockets[at];
        socket.is_deserted = true;
        socket.to_channel.cut(&mut self.random);
    }
}
