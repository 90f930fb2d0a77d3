//! Documents as others write them say what they say.

use ferromq_transfer::control::{Cancel, PingAgent, Reply};
use ferromq_transfer::party::{
    AgentAddress, Originator, Persistence, QueueAddress, ReplyTo, TransferId,
};
use ferromq_transfer::request::{
    Checksum, Delimiter, DelimiterKind, DelimiterPosition, Destination, DestinationEnd,
    DestinationQueue, Disposition, Exist, FileSpec, Foreign, Item, LineEnd, ManagedTransfer, Mode,
    Program, ProgramKind, Request, Source, SourceEnd, SourceKind, SourceQueue, TransferSet,
    TransferSpecifications, TriggerCondition,
};
use ferromq_transfer::schedule::{CivilTime, Interval, Repeat, RepeatEnd, Schedule, TimeBase};

pub(crate) const ID: &str = "414d5120514d3120202020202020202066ab12cd20000102";

pub(crate) fn id() -> TransferId {
    TransferId::from_text(ID).expect("an identifier")
}

pub(crate) fn ann() -> Originator {
    Originator {
        host_name: "desk7.example".to_owned(),
        user_id: "ann".to_owned(),
        mqmd_user_id: None,
    }
}

pub(crate) fn agent(agent: &str, q_mgr: &str) -> AgentAddress {
    AgentAddress {
        agent: agent.to_owned(),
        q_mgr: q_mgr.to_owned(),
    }
}

fn reply(queue: &str) -> ReplyTo {
    ReplyTo {
        queue: queue.to_owned(),
        q_mgr: "QM1".to_owned(),
        ..ReplyTo::default()
    }
}

fn file(path: &str) -> FileSpec {
    FileSpec {
        path: path.to_owned(),
        ..FileSpec::default()
    }
}

fn transfer(document: &str) -> ManagedTransfer {
    match Request::parse(document.as_bytes()) {
        Ok(Request::ManagedTransfer(transfer)) => *transfer,
        other => panic!("{other:?}"),
    }
}

/// A transfer with these items.
fn with_items(items: &str) -> ManagedTransfer {
    transfer(&format!(
        "<request version='1.00'><managedTransfer><originator><userID>ann</userID></originator>\
         <sourceAgent agent='NORTH'/><destinationAgent agent='SOUTH' QMgr='QM2'/>\
         <transferSet>{items}</transferSet></managedTransfer></request>"
    ))
}

fn load() -> Program {
    Program {
        name: "load.sh".to_owned(),
        kind: ProgramKind::Executable,
        success_rc: Some("0".to_owned()),
        retry_count: Some(2),
        retry_wait_s: Some(30),
        arguments: vec!["daily".to_owned()],
        properties: Vec::new(),
        target: None,
    }
}

#[test]
fn a_transfer() {
    let found = transfer(include_str!("documents/transfer.xml"));
    let wanted = ManagedTransfer {
        originator: ann(),
        schedule: None,
        source_agent: agent("NORTH", "QM1"),
        destination_agent: agent("SOUTH", "QM2"),
        trigger: None,
        reply: Some(reply("WMQFTE.66AB12CD20000102")),
        set: TransferSet {
            priority: Some(4),
            recovery_timeout_s: Some(-1),
            metadata: vec![("season".to_owned(), "spring".to_owned())],
            pre_source: None,
            post_source: None,
            pre_destination: None,
            post_destination: Some(load()),
            items: vec![
                Item {
                    mode: Mode::Binary,
                    checksum: Checksum::Md5,
                    source: Source {
                        recursive: false,
                        disposition: Disposition::Delete,
                        end: SourceEnd::File {
                            kind: Some(SourceKind::File),
                            file: file("/srv/out/big.img"),
                        },
                    },
                    destination: Destination {
                        exist: Exist::Error,
                        end: DestinationEnd::File(file("/srv/in/big.img")),
                    },
                },
                Item {
                    mode: Mode::Text,
                    checksum: Checksum::None,
                    source: Source {
                        recursive: true,
                        disposition: Disposition::Leave,
                        end: SourceEnd::File {
                            kind: Some(SourceKind::Directory),
                            file: FileSpec {
                                encoding: Some("UTF-8".to_owned()),
                                ..file("/srv/out/reports")
                            },
                        },
                    },
                    destination: Destination {
                        exist: Exist::Overwrite,
                        end: DestinationEnd::Directory(FileSpec {
                            encoding: Some("IBM-1047".to_owned()),
                            line_end: Some(LineEnd::Lf),
                            ..file("/srv/in/reports")
                        }),
                    },
                },
            ],
        },
        job: Some("nightly".to_owned()),
    };
    assert_eq!(found, wanted);
}

/// Attributes in another order, prefixes, comments, other quotes, text in pieces, what is not known, and nothing that may be left out.
#[test]
fn how_a_request_is_laid_out_changes_nothing() {
    let plain = with_items(
        "<item><source><file>/a b</file></source><destination><file>/c</file></destination></item>",
    );
    let laid_out = r#"<?xml version="1.0" encoding="utf-8" standalone="yes"?>
      <!-- by hand -->
      <r:request xmlns:r="" xsi:noNamespaceSchemaLocation='FileTransfer.xsd' xmlns:xsi="https://www.w3.org/2001/XMLSchema-instance" version='1.00' future="x">
        <managedTransfer><?note for nobody?>
          <originator><userID>
             ann
          </userID><browser>none</browser></originator>
          <sourceAgent role="x" agent="NORTH" QMgr=""/>
          <destinationAgent QMgr="QM2" agent=" SOUTH "/>
          <future><item/></future>
          <transferSet><item checksumMethod="md5" future="1" mode="BINARY">
            <source disposition="leave" recursive="FALSE"><file>/a<![CDATA[ ]]><!-- x -->b</file></source>
            <destination exist="error" type="file"><file>&#47;c</file><attributes/></destination>
          </item></transferSet>
        </managedTransfer>
      </r:request>"#;
    assert_eq!(
        transfer(
            &laid_out
                .replace("r:request", "request")
                .replace(" xmlns:r=\"\"", "")
        ),
        plain
    );
    assert_eq!(
        (plain.set.priority, plain.set.recovery_timeout_s, plain.job),
        (None, None, None)
    );
    assert_eq!(plain.set.items[0].checksum, Checksum::Md5);
}

#[test]
fn files_to_messages_and_messages_to_files() {
    let found = with_items(
        r#"<item mode="text" checksumMethod="MD5">
             <source type="file" recursive="false" disposition="leave"><file>/srv/out/orders.txt</file></source>
             <destination type="queue" exist="overwrite"><queue persistent="true" setMqProps="true" delimiter="\n" delimiterType="text" delimiterPosition="postfix" encoding="UTF-8">ORDERS@QM2</queue></destination>
           </item>
           <item mode="binary" checksumMethod="MD5">
             <source type="queue" recursive="false" disposition="delete"><queue useGroups="true" waitTime="20">PARTS@QM1</queue></source>
             <destination type="file" exist="error"><file>/srv/in/parts.bin</file></destination>
           </item>"#,
    );
    let [orders, parts] = &found.set.items[..] else {
        panic!("{found:?}");
    };
    let queue = |queue: &str, q_mgr: &str| QueueAddress {
        queue: queue.to_owned(),
        q_mgr: q_mgr.to_owned(),
    };
    let wanted = DestinationQueue {
        queue: queue("ORDERS", "QM2"),
        persistent: Some(Persistence::Persistent),
        set_mq_props: Some(true),
        delimiter: Some(Delimiter {
            value: "\\n".to_owned(),
            kind: DelimiterKind::Text,
            position: Some(DelimiterPosition::Postfix),
        }),
        encoding: Some("UTF-8".to_owned()),
        ..DestinationQueue::default()
    };
    assert_eq!(orders.destination.end, DestinationEnd::Queue(wanted));
    let wanted = SourceQueue {
        queue: queue("PARTS", "QM1"),
        use_groups: Some(true),
        wait_time_s: Some(20),
        ..SourceQueue::default()
    };
    assert_eq!(parts.source.end, SourceEnd::Queue(wanted));
    assert_eq!(parts.source.disposition, Disposition::Delete);
}

#[test]
fn destinations_of_other_platforms_are_known_for_what_they_are() {
    let found = with_items(
        "<item><source><file>a</file></source><destination type='pds'><file>//'USER.LIB'</file></destination></item>\
         <item><source><file>a</file></source><destination type='filespace'><filespace><name>ann</name></filespace></destination></item>",
    );
    let ends: Vec<DestinationEnd> = found
        .set
        .items
        .into_iter()
        .map(|item| item.destination.end)
        .collect();
    let foreign = |kind, name: &str| DestinationEnd::Foreign {
        kind,
        name: name.to_owned(),
    };
    let wanted = [
        foreign(Foreign::PartitionedDataset, "//'USER.LIB'"),
        foreign(Foreign::FileSpace, "ann"),
    ];
    assert_eq!(ends, wanted);
}

#[test]
fn schedules_and_triggers() {
    let found = transfer(
        "<request version='6.00'><managedTransfer><originator><userID>ann</userID></originator>\
         <schedule><submit timebase='UTC' timezone='UTC'>2027-03-01T02:00</submit>\
         <repeat><frequency interval='days'>1</frequency><expireCount>30</expireCount></repeat></schedule>\
         <sourceAgent agent='NORTH' QMgr='QM1'/><destinationAgent agent='SOUTH' QMgr='QM2'/>\
         <trigger log='yes'><fileSize comparison='>=' value='10MB'>/srv/go, /srv/list</fileSize></trigger>\
         <transferSet><item><source><file>a</file></source><destination><file>b</file></destination></item></transferSet>\
         </managedTransfer></request>",
    );
    let wanted = Schedule {
        time_base: TimeBase::Utc,
        time_zone: Some("UTC".to_owned()),
        start: CivilTime::new((2027, 3, 1), (2, 0, 0)).expect("a time"),
        repeat: Some(Repeat {
            interval: Interval::Days,
            frequency: 1,
            end: Some(RepeatEnd::Count(30)),
        }),
    };
    assert_eq!(found.schedule, Some(wanted));
    let trigger = found.trigger.expect("a trigger");
    assert_eq!(
        (trigger.log, trigger.condition),
        (Some(true), TriggerCondition::SizeAtLeast(10 << 20))
    );
    assert_eq!(trigger.files, ["/srv/go", "/srv/list"]);
}

#[test]
fn the_end_of_a_schedule() {
    let document = "<request version='6.00'><deleteScheduledTransfer><originator><delete><hostName>desk7.example</hostName>\
         <userID>ann</userID></delete></originator><ID>12</ID></deleteScheduledTransfer></request>";
    match Request::parse(document.as_bytes()) {
        Ok(Request::DeleteScheduledTransfer(delete)) => {
            assert_eq!((delete.originator, delete.id), (ann(), 12))
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_call_of_a_program() {
    let document = "<request version='6.00'><managedCall><originator><hostName>desk7.example</hostName><userID>ann</userID></originator>\
         <agent agent='NORTH' QMgr='QM1'/><transferSet priority='0'><call><command name='sweep.sh' type='executable' successRC='0'/></call></transferSet>\
         <job><name>sweep</name></job></managedCall></request>";
    match Request::parse(document.as_bytes()) {
        Ok(Request::ManagedCall(call)) => {
            assert_eq!(
                (call.agent, call.priority),
                (agent("NORTH", "QM1"), Some(0))
            );
            assert_eq!(
                (
                    call.program.name.as_str(),
                    call.program.success_rc.as_deref()
                ),
                ("sweep.sh", Some("0"))
            );
            assert_eq!(call.job.as_deref(), Some("sweep"));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn definition_files_have_items_only() {
    let document = "<transferSpecifications><item mode='binary' checksumMethod='none'>\
         <source type='file' recursive='false' disposition='leave'><file>/srv/out/*.jpg</file></source>\
         <destination type='directory' exist='overwrite'><file>/srv/in/pictures</file></destination></item></transferSpecifications>";
    let found = TransferSpecifications::parse(document.as_bytes()).expect("read");
    assert_eq!(found.items.len(), 1);
    assert_eq!(
        found.items[0].destination.end,
        DestinationEnd::Directory(file("/srv/in/pictures"))
    );
}

#[test]
fn cancels_pings_and_replies() {
    let document = format!(
        "<cancel version='6.00'><originator><hostName>desk7.example</hostName><userID>ann</userID></originator>\
         <transfer>{}</transfer><reply QMGR='QM1'>WMQFTE.66AB12CD20000103</reply></cancel>",
        ID.to_uppercase()
    );
    let wanted = Cancel {
        originator: ann(),
        transfer: id(),
        reply: Some(reply("WMQFTE.66AB12CD20000103")),
    };
    assert_eq!(Cancel::parse(document.as_bytes()), Ok(wanted));

    let document = "<p:pingAgent version='6.00' xmlns:p='http://www.ibm.com/xmlns/wmqfte/7.0.1/PingAgent'>\
         <originator><hostName>desk7.example</hostName><userID>ann</userID></originator>\
         <agent agent='NORTH' QMgr='QM1'/><reply QMGR='QM1' persistent='false'>WMQFTE.66AB12CD20000104</reply></p:pingAgent>";
    let wanted = PingAgent {
        originator: ann(),
        agent: agent("NORTH", "QM1"),
        reply: Some(ReplyTo {
            persistent: Some(Persistence::NotPersistent),
            ..reply("WMQFTE.66AB12CD20000104")
        }),
    };
    assert_eq!(PingAgent::parse(document.as_bytes()), Ok(wanted));
    let other = document.replace("7.0.1/PingAgent", "7.0.1/Other");
    assert!(PingAgent::parse(other.as_bytes()).is_err());

    let document = format!(
        "<reply version='6.00' ID='{ID}'><status resultCode='0'><supplement>BFGRP0032I: all files are there.</supplement></status></reply>"
    );
    let found = Reply::parse(document.as_bytes()).expect("read");
    assert_eq!((found.id, found.status.result_code), (id(), 0));
    assert_eq!(
        found.status.supplements,
        ["BFGRP0032I: all files are there."]
    );
}
