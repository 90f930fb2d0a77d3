//! Arbitrary bytes as messages between agents.

use super::compression::Unpacker;
use super::data::{Frame, ReceivedData};
use super::events::{KeptMonitor, KeptSchedule, decode_entries, decode_numbers};
use super::message::Control;
use super::state::{Incoming, Outgoing, decode_plan, decode_results};
use crate::party::AgentAddress;
use ferromq_mqi::header::ByteOrder;

/// Reads bytes as everything that comes on the queues of an agent, in both orders of bytes.
///
/// # Panics
/// When what was read and written again is read as something else.
pub fn fuzz_one(bytes: &[u8]) {
    if let Ok(data) = ReceivedData::read(bytes) {
        let mut unpacker = Unpacker::default();
        for (_, frame) in data.frames().unwrap_or_default() {
            if let Frame::Packed { packed, length, .. } = frame {
                let _ = unpacker.unpack(packed, length as usize);
            }
        }
    }
    for order in [ByteOrder::Big, ByteOrder::Little] {
        if let Ok(control) = Control::decode(bytes, order) {
            let again = Control::decode(&control.encode(), ByteOrder::NATIVE);
            assert_eq!(again.as_ref(), Ok(&control));
        }
        if let Ok(kept) = Outgoing::decode(bytes, order) {
            let again = Outgoing::decode(&kept.encode(), ByteOrder::NATIVE);
            assert_eq!(again.as_ref(), Ok(&kept));
        }
        if let Ok(kept) = Incoming::decode(bytes, order) {
            let again = Incoming::decode(&kept.encode(), ByteOrder::NATIVE);
            assert!(again.is_ok(), "{again:?}");
        }
        let _ = (decode_plan(bytes, order), decode_results(bytes, order));
        if let Ok(kept) = KeptSchedule::decode(bytes, order) {
            let again =
                KeptSchedule::decode(&kept.encode(&AgentAddress::default()), ByteOrder::NATIVE);
            assert_eq!(again.as_ref(), Ok(&kept));
        }
        if let Ok(kept) = KeptMonitor::decode(bytes, order) {
            let again =
                KeptMonitor::decode(&kept.encode(&AgentAddress::default()), ByteOrder::NATIVE);
            assert_eq!(again.as_ref(), Ok(&kept));
        }
        let _ = (decode_numbers(bytes, order), decode_entries(bytes, order));
    }
}

#[cfg(test)]
mod tests {
    use super::fuzz_one;
    use crate::agent::checksum::ChecksumMethod;
    use crate::agent::content::{Cutter, HeldPart};
    use crate::agent::data::Begin;
    use crate::agent::events::{KeptMonitor, KeptSchedule, encode_entries};
    use crate::agent::files::{FileId, FileSocket};
    use crate::agent::message::{Control, ControlBody, Place};
    use crate::agent::messages::{MessageEnd, Outlet};
    use crate::agent::plan::Item;
    use crate::agent::result::ItemResult;
    use crate::agent::state::{Incoming, Outgoing, Phase, Together, encode_plan, encode_results};
    use crate::agent::translation::TextEnds;
    use crate::audit::{CallPlace, CallResult};
    use crate::code::ItemCode;
    use crate::party::{AgentAddress, TransferId};
    use crate::request::DestinationQueue;
    use crate::watch::{Entry, Found};
    use ferromq_base::random::SplitMix64;

    fn call() -> CallResult {
        CallResult {
            place: CallPlace::PostDestination,
            name: "load.sh".into(),
            succeeded: false,
            return_code: Some(3),
            retries: 2,
            output: "out".into(),
            error_output: "err".into(),
        }
    }

    /// What a destination has of an item.
    fn holds() -> ControlBody {
        ControlBody::Holds {
            item: 3,
            part: HeldPart {
                cutter: Cutter::for_length(1 << 30),
                is_last: true,
                base: 1,
                start: 77,
                chunks: vec![(40_000, [3; 16]), (1, [4; 16])],
            },
        }
    }

    /// What is kept of schedules and monitors.
    fn events(transfer: TransferId, from: &AgentAddress) -> Vec<Vec<u8>> {
        let mut all = Vec::new();
        let schedule = KeptSchedule {
            id: transfer,
            number: 3,
            user: "ann".into(),
            next: 7,
            request: b"<request/>".to_vec(),
        };
        all.push(schedule.encode(from));
        let monitor = KeptMonitor {
            id: transfer,
            user: "ann".into(),
            started: true,
            writing: 2,
            chunks: 3,
            changes_from: 4,
            request: b"<monitor/>".to_vec(),
        };
        all.push(monitor.encode(from));
        let entry = Entry::dealt_with(&Found {
            path: "/out/a".into(),
            length: 1,
            modified_ms: 2,
        });
        all.push(encode_entries(transfer, from, &[entry, entry]));
        all
    }

    /// What a destination keeps of an item of text that becomes messages.
    fn of_messages(transfer: TransferId, from: &AgentAddress) -> Vec<u8> {
        let begin = Begin {
            length: 1,
            modified_ms: 2,
            permissions: 0o600,
            overwrite: false,
            append: true,
            text: Some(TextEnds::default()),
            checksum: ChecksumMethod::Xxh3,
            path: "Q".into(),
            messages: Some(MessageEnd {
                queue: DestinationQueue::default(),
                source: "/out/a".into(),
            }),
        };
        let outlet = Outlet::new(1, begin, "?").expect("valid");
        let kept = Incoming {
            transfer,
            source: from.clone(),
            epoch: 2,
            items: 3,
            user: "ann".into(),
            settled: 1,
            completed: false,
            writing: None,
            putting: Some(outlet.kept()),
            whole: Vec::new(),
            together: Together::Waiting,
            programs: String::new(),
            calls: Vec::new(),
            arrived: true,
            cancelled: true,
            untold: Vec::new(),
            unwanted: vec![("/in/a.part".into(), FileId::default())],
        };
        kept.encode()
    }

    fn result() -> ItemResult {
        ItemResult {
            item: 1,
            code: ItemCode::Warning,
            length: 3,
            modified_ms: -5,
            checksum: vec![1; 16],
            source_checksum: vec![2; 16],
            messages: Some(crate::agent::result::PutMessages {
                count: 2,
                longest: 3,
                group_id: Some([4; 24]),
            }),
            text: "ä".into(),
        }
    }

    fn valid() -> Vec<Vec<u8>> {
        let from = AgentAddress {
            agent: "NORTH".into(),
            q_mgr: "QM1".into(),
        };
        let transfer = TransferId([7; 24]);
        let result = result();
        let all = [
            ControlBody::Offer {
                version: 1,
                items: 2,
                bytes: 3,
                user: "ann".into(),
                priority: 9,
                checking: true,
                file_socket: FileSocket::decode(&[5; 60]),
                programs: "<programs/>".into(),
                queues: true,
                set: true,
            },
            ControlBody::Accept {
                place: Place { item: 1, offset: 9 },
                window: 10,
                by_reference: true,
                bridge: Some("sftp://files.example:22".to_owned()),
                compares: true,
                unpacks: true,
                set: true,
            },
            ControlBody::Refuse {
                code: 45,
                text: "full".into(),
            },
            ControlBody::Ack {
                sequence: 4,
                window: 5,
            },
            ControlBody::Results(vec![result.clone()]),
            ControlBody::Completed(Vec::new()),
            ControlBody::Finished,
            ControlBody::Cancel {
                code: 41,
                text: String::new(),
            },
            ControlBody::Resync,
            ControlBody::Called(call()),
            holds(),
        ];
        let controls = all.into_iter().map(|body| {
            let control = Control {
                transfer,
                epoch: 3,
                from: from.clone(),
                body,
            };
            control.encode()
        });
        let kept = Outgoing {
            transfer,
            destination: from.clone(),
            epoch: 1,
            phase: Phase::Cancelled(41, "why".into()),
            user: "ann".into(),
            since_ms: 5,
            retries: 2,
            request: b"<request/>".to_vec(),
            schedule: Some(12),
            bridge: Some(String::new()),
            calls: vec![call()],
            paused: true,
        };
        let item = Item {
            source: "/out/a ".into(),
            destination: "/in/a ".into(),
            id: FileId::default(),
            length: 1,
            modified_ms: 2,
            permissions: 0o600,
            delete: true,
            overwrite: false,
            update: true,
            append: true,
            text: Some(TextEnds::default()),
            checksum: ChecksumMethod::Md5,
            problem: String::new(),
            inlet: None,
            messages: None,
        };
        let mut valid: Vec<_> = controls.collect();
        valid.push(of_messages(transfer, &from));
        valid.push(kept.encode());
        valid.extend(events(transfer, &from));
        valid.push(encode_results(transfer, &from, &[result]));
        valid.extend(encode_plan(transfer, &from, &[item]));
        valid
    }

    #[test]
    fn noise_and_changed_messages_are_read_or_refused() {
        let mut random = SplitMix64::new(11);
        for valid in valid() {
            fuzz_one(&valid);
            for _ in 0..2_000 {
                let mut changed = valid.clone();
                for _ in 0..=random.below(3) {
                    let at = random.below(changed.len() as u64) as usize;
                    changed[at] = random.next_u64().to_le_bytes()[0];
                }
                changed.truncate(changed.len() - random.below(3) as usize);
                fuzz_one(&changed);
            }
        }
    }
}
