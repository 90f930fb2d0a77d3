//! Arbitrary bytes as what another queue manager says to an agent, from the first byte of a connection on.

use super::SimulatedHost;
use crate::agent::MessageChannel;
use crate::channel::Ending;
use bytes::Bytes;
use ferromq_base::clock::Clock;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::Request;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{MQPMO_NO_SYNCPOINT, MQUS_TRANSMISSION};
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ConnectOptions, ObjectDescriptor, PutOptions};
use ferromq_qmgr::{SimulatedPlace, tester};
use std::cell::OnceCell;
use std::task::Waker;

const CHANNEL: &str = "FUZZ";
const XMITQ: &str = "QM2";
const KINDS: [ObjectKind; 6] = [
    ObjectKind::Sender,
    ObjectKind::Server,
    ObjectKind::Receiver,
    ObjectKind::Requester,
    ObjectKind::ClusSdr,
    ObjectKind::ClusRcvr,
];

thread_local! {
    /// A queue manager, which is made once.
    static PLACE: OnceCell<(SimulatedPlace, ferromq_qmgr::QueueManager)> = const { OnceCell::new() };
}

fn made() -> (SimulatedPlace, ferromq_qmgr::QueueManager) {
    let place = SimulatedPlace::with_queue_manager(256, 1 << 16);
    let manager = place.start();
    let mut queue = Definition::new(ObjectKind::QLocal, ObjectName::truncated(XMITQ));
    queue.set(Attr::Usage, MQUS_TRANSMISSION).expect("valid");
    manager.define(queue, false).expect("defined");
    (place, manager)
}

/// What a well-behaved partner of this end would say first, for noise to be made of.
fn greeting(host: &std::sync::Arc<SimulatedHost>, calls: bool) -> Vec<u8> {
    let mut caller = host.agent(true);
    let proposed = taken(&mut caller);
    if !calls {
        return proposed;
    }
    let mut called = host.agent(false);
    called.receive(&proposed);
    taken(&mut called)
}

fn taken(agent: &mut MessageChannel) -> Vec<u8> {
    let out = agent.outbound();
    let bytes: Vec<u8> = out.chunks().flatten().copied().collect();
    out.advance(bytes.len());
    bytes
}

/// Takes bytes for what another queue manager says to an end of any kind that has called or was called, with a queue manager behind it: the first
/// says which, the next ones change what the negotiation begins with, and what follows comes in pieces. The channel may end; nothing may
/// panic, and the queue manager goes on.
pub fn fuzz_message_agent(bytes: &[u8]) {
    let Some(([selector, changes @ ..], rest)) = bytes.split_first_chunk::<7>() else {
        return;
    };
    PLACE.with(|place| {
        let (place, manager) = place.get_or_init(made);
        let kind = KINDS[usize::from(*selector) % KINDS.len()];
        let calls = selector & 4 != 0;
        let host = SimulatedHost::new(manager.clone(), place.clock(), kind, CHANNEL, XMITQ);
        put(manager);
        let mut hello = greeting(&host, calls);
        // Three bytes somewhere in it, or none.
        for change in changes.chunks(2).filter(|change| change[0] != 0) {
            if let Some(byte) = hello.get_mut(usize::from(change[0])) {
                *byte = change[1];
            }
        }
        let mut agent = host.agent(calls);
        taken(&mut agent);
        for piece in [&hello[..], rest]
            .into_iter()
            .flat_map(|all| all.chunks(200))
        {
            agent.receive(piece);
            serve(&mut agent, manager);
            place.clock().advance_ns(1_000_000_000);
            agent.tick(place.clock().monotonic_ns());
        }
        if selector & 8 != 0 {
            agent.end(Ending::Quiesce);
            serve(&mut agent, manager);
        }
        agent.lost();
    });
}

/// Something for it to send.
fn put(manager: &ferromq_qmgr::QueueManager) {
    let depths = manager.queue_statuses();
    let has_some = |name: &str| {
        let mut all = depths.iter();
        all.any(|one| one.name.as_str().trim_end() == name && one.queue.depth > 0)
    };
    if has_some(XMITQ) {
        return;
    }
    let connected = manager.connect(&ConnectOptions::default(), tester());
    let mut connection = connected.expect("connected");
    let request = Request::Put1 {
        object: Box::new(ObjectDescriptor {
            object_name: ObjectName::truncated("TARGET"),
            object_q_mgr_name: ObjectName::truncated(XMITQ),
            ..ObjectDescriptor::default()
        }),
        descriptor: MsgDescriptor::default(),
        options: PutOptions {
            options: MQPMO_NO_SYNCPOINT,
            ..PutOptions::default()
        },
        body: Bytes::from_static(b"x"),
    };
    let _ = connection.start(request, Waker::noop());
}

fn serve(agent: &mut MessageChannel, manager: &ferromq_qmgr::QueueManager) {
    for _ in 0..4 {
        agent.resume();
        if let Some(wanted) = agent.take_force_wanted() {
            manager.log().wait_durable(wanted).expect("forced");
        }
        taken(agent);
    }
    manager.keep_house();
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_base::random::SplitMix64;

    /// Noise behind a negotiation that is right, or wrong in up to three bytes.
    #[test]
    fn noise_never_panics() {
        let mut random = SplitMix64::new(11);
        for _ in 0..3_000 {
            let mut bytes = vec![0; 7 + random.below(300) as usize];
            random.fill(&mut bytes);
            for at in [1, 3, 5] {
                if random.chance(60) {
                    bytes[at] = 0;
                }
            }
            fuzz_message_agent(&bytes);
        }
    }
}
