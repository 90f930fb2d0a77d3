//! Arbitrary bytes as what another queue manager sends.

use super::receiving::{self, Receiving};
use super::sending::{self, Outgoing, Sending, SendingRules};
use super::{InDoubt, ReceiverRecord, ReceivingRules, SenderRecord};
use crate::host::Peer;
use crate::line::Line;
use bytes::Bytes;
use ferromq_mqi::header::ByteOrder;
use ferromq_wire::inbound::{Inbound, Limits};
use ferromq_wire::initial::Initial;
use ferromq_wire::message_channel::Luwid;
use ferromq_wire::negotiate::MessageAgreed;
use ferromq_wire::{Family, Head, Kind};

/// The segment types a partner may choose from.
const KINDS: [Kind; 8] = [
    Kind::Message,
    Kind::Message,
    Kind::Status,
    Kind::Resync,
    Kind::Reset,
    Kind::Ping,
    Kind::Heartbeat,
    Kind::Security,
];

const BATCH: Luwid = Luwid {
    time_s: 7,
    counter: 0x1000_0101,
};

fn agreed() -> MessageAgreed {
    MessageAgreed {
        fap: 17,
        batch_messages_max: 3,
        batches_max: 3,
        transmission_bytes_max: 2048,
        message_bytes_max: 4096,
        fast: true,
        lists: true,
        properties: true,
        heartbeat_s: 1,
        requested: false,
        partner_order: ByteOrder::Big,
        partner: Initial::default(),
    }
}

fn line() -> Line {
    let peer = Peer {
        address: String::new(),
        port: 0,
        tls: None,
    };
    let mut line = Line::new(peer, 0);
    line.speak(ByteOrder::Little, 1208);
    line.agree_on_messages(&agreed());
    line
}

/// An end and its host, which does at once what is wanted of it.
enum End {
    Sending(Sending),
    Receiving(Receiving),
}

impl End {
    fn new(line: &mut Line, selector: u8) -> Self {
        if selector & 1 == 0 {
            let record = ReceiverRecord {
                committed: BATCH,
                sequence: 3,
            };
            let rules = ReceivingRules {
                wrap: 9,
                is_ours: true,
                any_first: false,
            };
            return Self::Receiving(Receiving::begin(line, &agreed(), rules, record));
        }
        let rules = SendingRules {
            batch_messages_max: 3,
            batches_max: 3,
            batch_bytes_max: 0,
            batch_interval_ns: 0,
            probe_ns: 1,
            disconnect_ns: 0,
            wrap: 9,
        };
        let record = SenderRecord {
            reset_to: u32::from(selector & 2),
            ..SenderRecord::new(7)
        };
        // Counters of the batches before.
        let in_doubt = [0x1000_00fe, 0x1000_00ff].map(|counter| InDoubt {
            batch: Luwid { counter, ..BATCH },
            sequence: 3,
            messages: 1,
        });
        let in_doubt = &in_doubt[..usize::from(selector >> 2 & 3).min(2)];
        Self::Sending(Sending::begin(line, rules, record, in_doubt))
    }

    /// Does what is wanted, a few times.
    fn serve(&mut self, line: &mut Line) {
        for round in 0..8 {
            match self {
                Self::Receiving(end) => match end.want() {
                    receiving::Want::Put(_) => end.put(line, round % 2 == 0),
                    receiving::Want::Commit(_) | receiving::Want::Keep(_) => end.committed(line),
                    receiving::Want::Nothing | receiving::Want::Over => return,
                },
                Self::Sending(end) => {
                    while end.verdict().is_some() {
                        end.decided(line);
                    }
                    end.settle(line);
                    match end.want() {
                        sending::Want::Get(_) if round < 2 => {
                            let message = Outgoing {
                                front: vec![0; 428],
                                data: Bytes::from_static(b"data"),
                                under_syncpoint: round == 0,
                            };
                            end.got(line, message);
                        }
                        sending::Want::Get(_) => end.nothing(line),
                        sending::Want::Promise(..) => end.promised(line),
                        sending::Want::Keep(_) => end.kept(line),
                        sending::Want::Nothing | sending::Want::Over => return,
                    }
                }
            }
        }
    }

    /// Takes bytes of the partner.
    fn receive(&mut self, line: &mut Line, inbound: &mut Inbound, mut input: &[u8]) {
        while let Ok(Some(arrival)) = inbound.next(&mut input) {
            let Ok(segment) = arrival.segment(17) else {
                return;
            };
            let (head, payload) = (&arrival.head, &arrival.payload);
            match self {
                Self::Receiving(end) => {
                    if let Err(fault) = end.receive(line, head, &segment, payload) {
                        end.fail(line, fault);
                    }
                }
                Self::Sending(end) => {
                    if let Err(fault) = end.receive(line, head, &segment) {
                        end.fail(line, fault);
                    }
                }
            }
        }
    }

    fn tick(&mut self, line: &mut Line) {
        match self {
            Self::Receiving(end) => end.tick(line),
            Self::Sending(end) => end.tick(line),
        }
    }
}

/// Takes bytes for what another queue manager sends to either end of a message channel: as they are, and as payloads of segments. The
/// channel may end; nothing may panic, and it holds no more than was agreed on and what one read brings.
pub fn fuzz_message_channel(bytes: &[u8]) {
    let Some((selector, bytes)) = bytes.split_first() else {
        return;
    };
    let limits = Limits {
        segment_bytes_max: 2048,
        call_bytes_max: 2048,
        open_calls_max: 1,
    };
    let mut line = line();
    let (mut end, mut inbound) = (End::new(&mut line, *selector), Inbound::new(limits));
    end.serve(&mut line);
    end.receive(&mut line, &mut inbound, bytes);
    end.serve(&mut line);
    let mut line = self::line();
    let (mut end, mut inbound) = (End::new(&mut line, *selector), Inbound::new(limits));
    end.serve(&mut line);
    let mut left = bytes;
    while let Some(([kind, flags, counter, length], rest)) = left.split_first_chunk() {
        let (payload, rest) = rest.split_at(rest.len().min(usize::from(*length) * 3));
        left = rest;
        let kind = KINDS[usize::from(*kind) % KINDS.len()];
        let mut head = Head::new(Family::Plain, kind, ByteOrder::Little, 1208);
        head.flags = *flags;
        let batch = Luwid {
            counter: BATCH.counter + u32::from(*counter % 4),
            ..BATCH
        };
        head.luwid = batch.field(ByteOrder::Little);
        let mut segment = Vec::new();
        head.encode((28 + payload.len()) as u32, &mut segment);
        segment.extend_from_slice(payload);
        line.look_at_clock(line.now_ns + u64::from(*counter) * 10_000_000);
        end.receive(&mut line, &mut inbound, &segment);
        end.serve(&mut line);
        end.tick(&mut line);
        let sent = line.outbound.queued_bytes();
        line.outbound.advance(sent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_base::random::SplitMix64;
    use ferromq_mqi::MsgDescriptor;
    use ferromq_wire::head::flag;
    use ferromq_wire::message_channel::Envelope;
    use ferromq_wire::outbound::Outbound;
    use ferromq_wire::text::Text;

    #[test]
    fn noise_never_panics() {
        let mut random = SplitMix64::new(5);
        for _ in 0..20_000 {
            let mut bytes = vec![0; random.below(400) as usize];
            random.fill(&mut bytes);
            fuzz_message_channel(&bytes);
        }
    }

    /// A batch of three messages with bytes changed here and there.
    #[test]
    fn changed_batches_never_panic() {
        let mut random = SplitMix64::new(6);
        let mut front = Vec::new();
        let mut head = Head::new(Family::Plain, Kind::Message, ByteOrder::Little, 1208);
        head.luwid = BATCH.field(ByteOrder::Little);
        let envelope = Envelope {
            q_name: Text::of("Q"),
            q_mgr_name: Text::of("QM2"),
            descriptor: MsgDescriptor {
                version: 1,
                ..MsgDescriptor::default()
            },
        };
        envelope.encode(head.form(17), &mut front);
        let mut out = Outbound::new(true);
        out.set_agreed(1024, 17);
        for sequence in 4..7 {
            let flags = if sequence == 6 { flag::CONFIRM } else { 0 };
            let data = Bytes::from(vec![1; 300 * (sequence as usize - 3)]);
            out.send_message(&head.clone().with_flags(flags), sequence, &front, &data);
        }
        let good: Vec<u8> = out.chunks().flatten().copied().collect();
        let mut line = line();
        let mut end = End::new(&mut line, 0);
        let mut inbound = Inbound::new(agreed().limits());
        end.receive(&mut line, &mut inbound, &good);
        end.serve(&mut line);
        let End::Receiving(receiving) = &end else {
            panic!("it receives");
        };
        assert_eq!((receiving.fault(), receiving.messages), (None, 3));
        for _ in 0..20_000 {
            let mut bytes = vec![0];
            bytes.extend_from_slice(&good);
            for _ in 0..1 + random.below(4) {
                let at = 1 + random.below(good.len() as u64) as usize;
                bytes[at] = random.below(256) as u8;
            }
            fuzz_message_channel(&bytes);
        }
    }
}
