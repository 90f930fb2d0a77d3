//! What two queue managers say to each other, as an independent dissector reads it: tshark finds nothing malformed in it.

use crate::pair::Pair;
use bytes::Bytes;
use ferromq_base::random::SplitMix64;
use ferromq_base::skipped;
use ferromq_channel::Ending;
use ferromq_mqi::generated::constants::MQPER_PERSISTENT;
use std::io::Write;
use std::path::Path;
use std::process::Command;

/// The receiving end listens here.
const PORT: u16 = 1414;
/// A TCP segment has at most so much.
const PIECE_BYTES_MAX: usize = 60_000;

/// Connections as a capture of them would be: IP packets, no checksums.
fn capture(connections: &[Vec<(usize, Vec<u8>)>]) -> Vec<u8> {
    let mut file = Vec::new();
    // Magic, version 2.4, zone, accuracy, longest packet, and that packets begin with IP.
    for word in [0xA1B2_C3D4_u32, 0x0004_0002, 0, 0, 0x0004_0000, 101] {
        file.extend(word.to_le_bytes());
    }
    let mut at_us = 0_u32;
    for (number, sent) in connections.iter().enumerate() {
        let ports = [20_000 + number as u16, PORT];
        let mut sequence = [1_u32, 1];
        for (from, bytes) in sent {
            for piece in bytes.chunks(PIECE_BYTES_MAX) {
                at_us += 10;
                let packet = packet(*from, ports, sequence, piece);
                let length = packet.len() as u32;
                for word in [at_us / 1_000_000, at_us % 1_000_000, length, length] {
                    file.extend(word.to_le_bytes());
                }
                file.extend(packet);
                sequence[*from] += piece.len() as u32;
            }
        }
    }
    file
}

fn packet(from: usize, ports: [u16; 2], sequence: [u32; 2], data: &[u8]) -> Vec<u8> {
    let to = 1 - from;
    let total = (40 + data.len()) as u16;
    let mut packet = vec![0x45, 0];
    packet.extend(total.to_be_bytes());
    packet.extend([0, 0, 0x40, 0, 64, 6, 0, 0]);
    for end in [from, to] {
        packet.extend([192, 0, 2, 1 + end as u8]);
    }
    for end in [from, to] {
        packet.extend(ports[end].to_be_bytes());
    }
    for end in [from, to] {
        packet.extend(sequence[end].to_be_bytes());
    }
    // Header of five words; push and acknowledgement; window.
    packet.extend([0x50, 0x18, 0xFF, 0xFF, 0, 0, 0, 0]);
    packet.extend(data);
    packet
}

/// How many packets tshark shows of this kind; `None` where there is no tshark.
fn shown(file: &Path, filter: &str) -> Option<String> {
    let output = Command::new("tshark")
        .arg("-r")
        .arg(file)
        .args(["-d", &format!("tcp.port=={PORT},mq"), "-Y", filter])
        .output()
        .ok()?;
    assert!(output.status.success(), "{output:?}");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Everything two queue managers have to say to each other: terms that fit and that do not, messages in one segment and in several,
/// resynchronisation, resets, heartbeats, refusals, ends.
fn talk() -> Vec<Vec<(usize, Vec<u8>)>> {
    let mut all = Vec::new();
    for seed in 0..12 {
        let mut random = SplitMix64::new(seed);
        let mut pair = Pair::new();
        for round in 0..4 {
            pair.connect();
            for _ in 0..random.below(60) {
                if random.chance(20) {
                    let length = [4, 300, 9_000][random.below(3) as usize];
                    let data = Bytes::from(vec![b'.'; length]);
                    let persistence = random.below(2) as i32;
                    pair.ends[0].app().put("TARGET", "QM2", data, persistence);
                }
                let which = random.below(2) as usize;
                pair.force(which);
                pair.link.resume(which);
                pair.move_bytes(which, 20_000);
            }
            if round < 3 {
                if random.chance(40) {
                    pair.fail(random.below(2) as usize, random.next_u64());
                }
                pair.cut();
            }
        }
        pair.run();
        pair.pass(310_000);
        pair.agent(seed as usize % 2).end(Ending::Quiesce);
        pair.run();
        pair.pass(310_000);
        all.append(&mut pair.sent);
    }
    let mut pair = Pair::new();
    pair.ends[0].host.terms.lock().wrap = 100;
    pair.connect();
    pair.run();
    let mut app = pair.ends[0].app();
    app.put("NOSUCH", "QM2", Bytes::from_static(b"x"), MQPER_PERSISTENT);
    pair.ends[0].host.terms.lock().wrap = 999_999_999;
    pair.connect();
    pair.run();
    all.append(&mut pair.sent);
    all
}

#[test]
fn an_independent_dissector_finds_nothing_malformed() {
    let name = format!("ferromq-dissected-{}.pcap", std::process::id());
    let path = std::env::temp_dir().join(name);
    let mut file = std::fs::File::create(&path).expect("a file");
    file.write_all(&capture(&talk())).expect("written");
    let shown = |filter: &str| shown(&path, filter);
    let Some(wrong) = shown("_ws.malformed || mq && _ws.expert.severity >= warning") else {
        let _ = std::fs::remove_file(&path);
        return skipped::skip("channels are dissected", "there is no tshark");
    };
    assert_eq!(wrong, "");
    // It has read them: initial data, resynchronisation, messages, status and heartbeats.
    for (kind, least) in [(1, 90), (2, 5), (4, 100), (5, 60), (9, 10)] {
        let frames = shown(&format!("mq.tsh.type == {kind}")).expect("it is there");
        let count = frames.lines().count();
        assert!(count >= least, "{count} segments of type {kind}");
    }
    let _ = std::fs::remove_file(&path);
}
