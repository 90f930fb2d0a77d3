//! What is written is what is read, whatever texts it has.

mod audit;
mod monitors;
mod requests;
mod runs;

use crate::awkward::Awkward;
use ferromq_transfer::control::{
    Cancel, PauseTransfer, PingAgent, Reply, StandbyInstance, StopAgent,
};
use ferromq_transfer::fuzz_one;
use ferromq_transfer::xml::{Element, Writer, read};
use runs::{round_trips, status};
use std::sync::Arc;

/// The tree as it was, without the lines it is in.
fn without_lines(mut element: Element) -> Element {
    element.line = 0;
    element.children = element.children.into_iter().map(without_lines).collect();
    element
}

const NAMES: &[&str] = &["a", "item", "x-y.z", "_", "\u{E4}\u{4E2D}"];

fn tree(awkward: &mut Awkward, depth: u64) -> Element {
    let attributes = NAMES.iter().filter(|_| awkward.flag());
    let attributes: Vec<&str> = attributes.copied().collect();
    let children = if depth == 0 { 0 } else { 3 };
    Element {
        name: awkward.one_of(NAMES).to_owned(),
        namespace: Arc::default(),
        attributes: attributes
            .into_iter()
            .map(|name| (name.to_owned(), awkward.text(10)))
            .collect(),
        children: awkward.several(children, |awkward| tree(awkward, depth - 1)),
        text: awkward.text(20),
        line: 0,
    }
}

fn write(element: &Element, writer: &mut Writer) {
    let name = NAMES.iter().find(|name| **name == element.name);
    writer.open(*name.expect("one of them"));
    for (name, value) in &element.attributes {
        writer.attribute(name, value);
    }
    writer.text(&element.text);
    element
        .children
        .iter()
        .for_each(|child| write(child, writer));
    writer.close();
}

#[test]
fn trees() {
    let to_xml = |tree: &Element| {
        let mut writer = Writer::new();
        write(tree, &mut writer);
        writer.finish()
    };
    round_trips(
        2_000,
        |it| tree(it, 3),
        to_xml,
        |text| read(text).map(without_lines),
    );
}

#[test]
fn cancels_pings_and_replies() {
    let cancel = |it: &mut Awkward| Cancel {
        originator: it.originator(),
        transfer: it.id(),
        reply: it.maybe(Awkward::reply),
    };
    round_trips(500, cancel, Cancel::to_xml, Cancel::parse);
    let ping = |it: &mut Awkward| PingAgent {
        originator: it.originator(),
        agent: it.agent(),
        reply: it.maybe(Awkward::reply),
    };
    round_trips(500, ping, PingAgent::to_xml, PingAgent::parse);
    let stop = |it: &mut Awkward| {
        let ping = ping(it);
        StopAgent {
            immediately: ping.reply.is_some(),
            originator: ping.originator,
            agent: ping.agent,
            reply: ping.reply,
        }
    };
    round_trips(500, stop, StopAgent::to_xml, StopAgent::parse);
    let pause = |it: &mut Awkward| {
        let cancel = cancel(it);
        PauseTransfer {
            rests: cancel.reply.is_some(),
            originator: cancel.originator,
            transfer: cancel.transfer,
            reply: cancel.reply,
        }
    };
    round_trips(500, pause, PauseTransfer::to_xml, PauseTransfer::parse);
    for waits in [true, false] {
        let standby = StandbyInstance {
            host: "north.example-1".to_owned(),
            version: "0.1.0".to_owned(),
            waits,
        };
        let read = StandbyInstance::parse(standby.to_xml().as_bytes());
        assert_eq!(read.expect("it is one"), standby);
    }
    // What stands in the status of an agent is nobody's text but a name.
    for host in ["", "two words", "line&#10;end", &"x".repeat(256)] {
        let text = format!(
            "<standbyInstance xmlns=\"urn:ferromq:transfer:1\" host=\"{host}\" instanceVersion=\"1\" waits=\"true\"/>"
        );
        assert!(StandbyInstance::parse(text.as_bytes()).is_err(), "{host}");
    }
    let reply = |it: &mut Awkward| Reply {
        id: it.id(),
        status: status(it),
    };
    round_trips(500, reply, Reply::to_xml, Reply::parse);
}

/// Characters XML has no spelling for do not spoil a document.
#[test]
fn what_xml_cannot_say_is_replaced() {
    let mut writer = Writer::new();
    writer
        .open("a")
        .attribute("b", "\u{0}x\u{1F}")
        .text("\u{8}\u{FFFF}\u{C}y");
    let read = read(writer.finish().as_bytes()).expect("well-formed");
    assert_eq!(read.attribute("b"), Some("\u{FFFD}x\u{FFFD}"));
    assert_eq!(read.text, "\u{FFFD}\u{FFFD}\u{FFFD}y");
}

/// Valid documents with bytes changed: whatever comes of it, it is read, written and read again, or refused at a place within it.
#[test]
fn changed_bytes_are_read_or_refused() {
    let mut awkward = Awkward::new(7);
    for seed in 0..600 {
        let mut it = Awkward::new(seed);
        let text = match seed % 3 {
            0 => requests::request(&mut it).to_xml(),
            1 => audit::transaction(&mut it).to_xml(),
            _ => monitors::monitor(&mut it).to_xml(),
        };
        let mut bytes = text.into_bytes();
        for _ in 0..=awkward.0.below(4) {
            let at = awkward.0.below(bytes.len() as u64) as usize;
            match awkward.0.below(4) {
                0 => bytes[at] = awkward.0.next_u64() as u8,
                1 => bytes[at] = awkward.one_of(b"<>&\"'/=:;-![]? \n"),
                2 => drop(bytes.drain(at..(at + 9).min(bytes.len()))),
                _ => {
                    let piece = bytes[at..(at + 40).min(bytes.len())].to_vec();
                    bytes.splice(at..at, piece);
                }
            }
            fuzz_one(&bytes);
        }
    }
}
