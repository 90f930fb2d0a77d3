//! The queue manager's end of client channels: an event loop with as little around them as goes.

use super::history::History;
use super::network::{Arrived, CHANNEL, Network};
use ferromq_base::clock::{Clock, SimulatedClock};
use ferromq_base::random::SplitMix64;
use ferromq_base::schedule;
use ferromq_channel::{
    Admitted, Applicant, ChannelStatus, Ending, Host, Offer, Peer, Refusal, ServerChannel,
    ServerConnection, Verdict,
};
use ferromq_log::Lsn;
use ferromq_mqi::Reason;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{ConnectOptions, Origin};
use ferromq_qmgr::{Connection, Notice, QueueManager};
use ferromq_wire::control::StatusCode;
use ferromq_wire::negotiate::ServerOffer;
use ferromq_wire::text::Text;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Wake, Waker};

/// The process around the channels.
struct Process {
    engine: QueueManager,
    clock: Arc<SimulatedClock>,
    definition: Arc<ServerConnection>,
    terms: ServerOffer,
}

impl Process {
    fn new(engine: QueueManager, clock: Arc<SimulatedClock>, random: &mut SplitMix64) -> Self {
        let mut choose = |from: &[u32]| from[random.below(from.len() as u64) as usize];
        let definition = ServerConnection {
            channel_name: FixedText::truncated(CHANNEL),
            message_bytes_max: 4_194_304,
            heartbeat_s: choose(&[0, 1, 5]),
            conversations_max: choose(&[0, 1, 3, 10, 10]),
            disconnect_s: choose(&[0, 0, 0, 2]),
            keep_alive_s: None,
            mca_user: FixedText::BLANK,
            cipher_spec: String::new(),
        };
        let terms = ServerOffer {
            transmission_bytes_max: choose(&[1_024, 4_000, 32_748]),
            conversations_max: definition.conversations_max,
            heartbeat_s: definition.heartbeat_s,
            q_mgr_name: Text::of(engine.name().as_str()),
            q_mgr_id: Text::of("SIM_2026"),
            product_id: Text::of("MQMM09040000"),
            ..ServerOffer::default()
        };
        Self {
            engine,
            clock,
            definition: Arc::new(definition),
            terms,
        }
    }
}

impl Host for Process {
    fn offer(&self, channel_name: &str, peer: &Peer) -> Result<Offer, Refusal> {
        if channel_name != CHANNEL {
            return Err(Refusal::new(StatusCode::CHANNEL_NOT_FOUND));
        }
        let status = ChannelStatus::new(
            Arc::clone(&self.definition),
            peer.clone(),
            self.clock.wall_us(),
            self.clock.monotonic_ns(),
        );
        Ok(Offer {
            terms: self.terms.clone(),
            definition: Arc::clone(&self.definition),
            status: Arc::new(status),
        })
    }

    fn admit(&self, who: &Applicant<'_>, verdict: Verdict) {
        verdict.give(Ok(Admitted {
            user_id: FixedText::truncated(who.client_user),
            uid: 1,
            asked: None,
        }));
    }

    fn connect(
        &self,
        options: &ConnectOptions,
        origin: Origin,
        _: &Admitted,
    ) -> Result<Connection, Reason> {
        self.engine.connect(options, origin)
    }

    fn enter(&self, _: &ChannelStatus) -> Result<(), Reason> {
        Ok(())
    }

    fn cancel_wait(&self, asker: &Connection, connection_id: &[u8; 24], reason: Reason) {
        self.engine.cancel_wait_for(asker, connection_id, reason);
    }

    fn notice(&self, _: Notice) {}

    fn monotonic_ns(&self) -> u64 {
        self.clock.monotonic_ns()
    }
}

/// Conversations of a channel that were woken.
type Woken = Arc<Mutex<BTreeSet<u32>>>;

struct Slot {
    woken: Woken,
    slot: u32,
}

impl Wake for Slot {
    fn wake(self: Arc<Self>) {
        let mut woken = self.woken.lock().unwrap_or_else(PoisonError::into_inner);
        woken.insert(self.slot);
    }
}

/// A socket, with the channel at this end of it.
struct Served {
    /// `None` once it is over.
    channel: Option<ServerChannel>,
    woken: Woken,
}

impl Served {
    fn new(host: &Arc<Process>, number: usize) -> Self {
        let woken = Woken::default();
        let peer = Peer {
            address: "192.0.2.1".to_owned(),
            port: number as u16,
            tls: None,
        };
        let wakers = {
            let woken = Arc::clone(&woken);
            move |slot| {
                let woken = Arc::clone(&woken);
                Waker::from(Arc::new(Slot { woken, slot }))
            }
        };
        let host: Arc<dyn Host> = Arc::clone(host) as Arc<dyn Host>;
        Self {
            channel: Some(ServerChannel::new(host, peer, Arc::new(wakers))),
            woken,
        }
    }
}

/// See the module.
pub(super) struct EventLoop<'a> {
    pub(super) engine: &'a QueueManager,
    pub(super) clock: &'a Arc<SimulatedClock>,
    pub(super) history: &'a History,
    pub(super) network: &'a Network<'a>,
    /// Its own number, and of how many: sockets are dealt out in turns.
    pub(super) number: usize,
    pub(super) event_loops: usize,
}

impl EventLoop<'_> {
    /// Serves clients for as long as somebody works. Then all channels are gone.
    pub(super) fn run(&self, left: &AtomicUsize, seed: u64) {
        let mut random = SplitMix64::new(seed);
        let process = Process::new(self.engine.clone(), Arc::clone(self.clock), &mut random);
        let process = Arc::new(process);
        let mut served: Vec<(usize, Served)> = Vec::new();
        // One channel is stopped by an operator, perhaps.
        let mut stop_in = random.chance(30).then(|| random.below(2_000));
        let mut wanted = Lsn::NONE;
        // What waits for a force that is late is what a crash may take.
        let force_percent = [1, 5, 40][random.below(3) as usize];
        while left.load(Ordering::SeqCst) > 0 {
            let sockets = self.network.lock().sockets.len();
            let own = (self.number..sockets).step_by(self.event_loops);
            served.extend(
                own.skip(served.len())
                    .map(|new| (new, Served::new(&process, new))),
            );
            let mut moved = false;
            for (number, one) in &mut served {
                moved |= self.turn(*number, one, &mut random, &mut wanted);
            }
            if let Some(turns) = &mut stop_in {
                *turns = turns.saturating_sub(1);
                if *turns == 0 && !served.is_empty() {
                    stop_in = None;
                    let chosen = random.below(served.len() as u64) as usize;
                    let (number, one) = &mut served[chosen];
                    if let Some(channel) = &mut one.channel {
                        self.history
                            .note(format!("operator: stops the channel of socket {number}"));
                        channel.end(Ending::Immediate);
                    }
                }
            }
            if wanted > self.engine.log().durable() && random.chance(force_percent) {
                self.engine.log().lead();
            }
            if !moved {
                self.clock.advance_ns(1_000_000 * random.below(30));
            }
            schedule::yield_point();
        }
        for (number, one) in &mut served {
            self.let_go(*number, one);
        }
    }

    /// What happened at a socket since the last look. Answers whether anything did.
    fn turn(
        &self,
        number: usize,
        one: &mut Served,
        random: &mut SplitMix64,
        wanted: &mut Lsn,
    ) -> bool {
        let now_ns = self.clock.monotonic_ns();
        let (mut moved, arrived, is_cut) = {
            let mut state = self.network.lock();
            let moved = state.turn(number, now_ns);
            let Some(channel) = &one.channel else {
                return moved;
            };
            let socket = &mut state.sockets[number];
            let arrived = match channel.wants_input() {
                true => socket.to_channel.arrive(random),
                false => Arrived::Nothing,
            };
            (moved, arrived, socket.to_client.has_ended())
        };
        let Some(channel) = &mut one.channel else {
            return moved;
        };
        // Written into a socket that is cut.
        let mut is_gone = is_cut && !channel.queue().is_empty();
        match arrived {
            Arrived::Nothing => {}
            Arrived::Bytes(bytes) => {
                channel.receive(&bytes);
                moved = true;
            }
            Arrived::End => is_gone = true,
        }
        let woken = {
            let mut woken = one.woken.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::take(&mut *woken)
        };
        for slot in woken {
            channel.resume(slot);
            moved = true;
        }
        if channel.deadline_ns().is_some_and(|due| due <= now_ns) {
            channel.tick(now_ns);
        }
        *wanted = channel
            .take_force_wanted()
            .map_or(*wanted, |end| end.max(*wanted));
        let mut state = self.network.lock();
        moved |= state.sockets[number].to_client.take(channel.outbound());
        drop(state);
        if is_gone || (channel.is_over() && channel.queue().is_empty()) {
            self.let_go(number, one);
            return true;
        }
        moved
    }

    /// What is not committed is backed out.
    fn let_go(&self, number: usize, one: &mut Served) {
        one.channel = None;
        self.network.channel_is_gone(number);
    }
}
