//! Files that become messages, and messages that become files, once each wherever an agent is killed.

use super::{House, content, request, settings};
use ferromq::{GetOptions, MsgDescriptor, ObjectDescriptor, PutOptions, mq};
use ferromq_base::random::SplitMix64;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::convert::Described;
use ferromq_mqi::property::{Properties, Property, Value, write_folder};
use ferromq_transfer::access::UserSandboxes;
use ferromq_transfer::agent::{AgentSettings, Sandboxes};
use ferromq_transfer::audit::LoggedEnd;
use std::fs;

impl House {
    fn define(&mut self, queue: &str, more: &str) {
        let mut session = self.connect();
        let command = format!("DEFINE QLOCAL({queue}) {more}");
        session.command(&command).expect("defined");
    }

    fn put(&mut self, queue: &str, descriptor: MsgDescriptor, body: &[u8]) {
        let mut session = self.connect();
        let (queue, mut descriptor) = (ObjectDescriptor::queue(queue), descriptor);
        let put = session.put1(
            &queue,
            &mut descriptor,
            &mut PutOptions::default(),
            body.to_vec(),
        );
        put.expect("put");
    }

    /// All messages of a queue, in their order, taken off it.
    fn messages(&mut self, queue: &str) -> Vec<GetReply> {
        let mut session = self.connect();
        let queue = session.open(queue, mq::MQOO_INPUT_SHARED).expect("opened");
        let options = GetOptions {
            options: mq::MQGMO_NO_WAIT | mq::MQGMO_PROPERTIES_FORCE_MQRFH2,
            ..GetOptions::default()
        };
        let wanted = MsgDescriptor {
            version: mq::MQMD_VERSION_2,
            ..MsgDescriptor::default()
        };
        let mut all = Vec::new();
        while let Ok(message) = session.get(queue, &wanted, &options, 4 << 20) {
            all.push(message);
        }
        all
    }
}

/// The data behind the properties of a message, and those.
fn taken_apart(message: &GetReply) -> (Properties, Vec<u8>) {
    let described = Described {
        ccsid: message.descriptor.coded_char_set_id,
        encoding: message.descriptor.encoding,
    };
    let properties = Properties::read(message.descriptor.format, described, &message.body);
    let properties = properties.expect("valid");
    let data = match message.descriptor.format == *b"MQHRF2  " {
        true => {
            let header = ferromq_mqi::rfh2::Rfh2::read(&message.body, described.encoding);
            header.expect("a header").rest.to_vec()
        }
        false => message.body.to_vec(),
    };
    (properties, data)
}

fn to_queue(house: &House, name: &str, mode: &str, queue: &str, attributes: &str) -> String {
    let from = house.path(&format!("out/{name}"));
    format!(
        r#"<item mode="{mode}" checksumMethod="MD5"><source type="file" disposition="leave"><file>{}</file></source>
        <destination type="queue" exist="overwrite"><queue {attributes}>{queue}</queue></destination></item>"#,
        from.display()
    )
}

fn from_queue(house: &House, name: &str, mode: &str, queue: &str, attributes: &str) -> String {
    let to = house.path(&format!("in/{name}"));
    format!(
        r#"<item mode="{mode}" checksumMethod="XXH3"><source type="queue" disposition="delete"><queue {attributes}>{queue}</queue></source>
        <destination type="file" exist="error"><file>{}</file></destination></item>"#,
        to.display()
    )
}

fn text(properties: &Properties, name: &str) -> String {
    match properties.get(&format!("usr.{name}")) {
        Some(Value::Text(text)) => text.to_string(),
        other => panic!("{name} is {other:?}"),
    }
}

/// Whether messages are one group in its order, the last one marked as such.
fn is_one_group(messages: &[GetReply]) -> bool {
    let first = messages[0].descriptor.group_id;
    let last = messages.len();
    (1..).zip(messages).all(|(at, message)| {
        let descriptor = &message.descriptor;
        let is_last = descriptor.msg_flags & mq::MQMF_LAST_MSG_IN_GROUP != 0;
        descriptor.group_id == first
            && first != [0; 24]
            && descriptor.msg_seq_number as usize == at
            && is_last == (at == last)
    })
}

#[test]
fn files_become_one_message_or_a_group_of_them() {
    let mut house = House::new("messages-kinds");
    for queue in ["WHOLE", "SIZE", "LINES", "BYTES", "EMPTY"] {
        house.define(queue, "");
    }
    house.keep_publications();
    let bytes = content(100_000, 1);
    fs::write(house.path("out/bytes"), &bytes).expect("written");
    fs::write(house.path("out/lines"), "K\u{f6}ln\r\n\nBonn\n").expect("written");
    fs::write(house.path("out/fields"), b"a\0\x01b\0\x01c").expect("written");
    fs::write(house.path("out/empty"), b"").expect("written");
    let mut items = to_queue(
        &house,
        "bytes",
        "binary",
        "WHOLE",
        r#"setMqProps="true" persistent="false""#,
    );
    items += &to_queue(
        &house,
        "bytes",
        "binary",
        "SIZE@QM1",
        r#"messageSize="10K""#,
    );
    let lines = r#"delimiter="\n" delimiterType="text" includeDelimiterInMessage="true" encoding="IBM-1047" setMqProps="true""#;
    items += &to_queue(&house, "lines", "text", "LINES", lines);
    items += &to_queue(
        &house,
        "fields",
        "binary",
        "BYTES",
        r#"delimiter="x00,x01" delimiterType="binary""#,
    );
    items += &to_queue(&house, "empty", "binary", "EMPTY", "");
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let id = house.ask(&request(&items));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 0"), "{ended}: {:?}", house.told);

    let whole = house.messages("WHOLE");
    let (properties, data) = taken_apart(&whole[0]);
    assert!(whole.len() == 1 && data == bytes);
    assert_eq!(whole[0].descriptor.group_id, [0; 24]);
    assert_eq!(whole[0].descriptor.persistence, mq::MQPER_NOT_PERSISTENT);
    let said = [
        "WMQFTETransferId",
        "WMQFTESourceAgent",
        "WMQFTEDestinationAgent",
    ];
    let said = said.map(|name| text(&properties, name));
    assert_eq!(said, [id.as_str(), "NORTH", "SOUTH"]);
    let name = house.path("out/bytes").display().to_string();
    assert_eq!(text(&properties, "WMQFTEFileName"), name);
    let said = ["WMQFTEFileSize", "WMQFTEFileIndex", "WMQFTETransferMode"];
    let said = said.map(|name| text(&properties, name));
    assert_eq!(said, ["100000", "0", "binary"]);

    let size = house.messages("SIZE");
    assert_eq!(size.len(), 10);
    assert!(is_one_group(&size));
    let joined: Vec<u8> = size
        .iter()
        .flat_map(|message| message.body.to_vec())
        .collect();
    assert!(joined == bytes && size[0].body.len() == 10_240);
    assert_eq!(size[0].descriptor.persistence, mq::MQPER_PERSISTENT);

    let lines = house.messages("LINES");
    assert!(lines.len() == 3 && is_one_group(&lines));
    let (properties, first) = taken_apart(&lines[0]);
    assert_eq!(text(&properties, "WMQFTETransferMode"), "text");
    assert_eq!(first, b"\xd2\xcc\x93\x95\x15");
    assert_eq!(
        [&lines[1].body[..], &lines[2].body[..]],
        [&b"\x15"[..], b"\xc2\x96\x95\x95\x15"]
    );
    assert_eq!(lines[1].descriptor.format, *b"MQSTR   ");
    assert_eq!(lines[1].descriptor.coded_char_set_id, 1047);

    let fields = house.messages("BYTES");
    let bodies: Vec<_> = fields.iter().map(|message| &message.body[..]).collect();
    assert_eq!(bodies, [b"a", b"b", b"c"]);
    let empty = house.messages("EMPTY");
    assert!(empty.len() == 1 && empty[0].body.is_empty());
    let told = house.audit().into_iter();
    let mut logged = told.flat_map(|told| told.set.unwrap_or_default().items);
    let told = logged.find_map(|item| match item.destination.end {
        LoggedEnd::Queue {
            queue,
            message_count,
            message_length,
            group_id,
        } if queue.queue == "SIZE" => Some((message_count, message_length, group_id.is_some())),
        _ => None,
    });
    assert_eq!(told, Some((Some(10), Some(10_240), true)));
    assert!(house.is_all_forgotten());
}

#[test]
fn messages_become_a_file_and_are_gone_from_their_queue_then() {
    let mut house = House::new("messages-file");
    house.define("Q", "");
    house.define("G", "");
    for body in [&b"one"[..], b"", b"three"] {
        house.put("Q", MsgDescriptor::default(), body);
    }
    // A group whose first message is missing comes first; then a whole one, out of order.
    for (group, number, flags, body) in [
        (1, 2, mq::MQMF_LAST_MSG_IN_GROUP, "never"),
        (2, 2, mq::MQMF_LAST_MSG_IN_GROUP, "\u{f6}"),
        (2, 1, mq::MQMF_MSG_IN_GROUP, "K"),
    ] {
        let descriptor = MsgDescriptor {
            version: mq::MQMD_VERSION_2,
            group_id: [group; 24],
            msg_seq_number: number,
            msg_flags: flags,
            format: *b"MQSTR   ",
            coded_char_set_id: 819,
            ..MsgDescriptor::default()
        };
        let latin: Vec<u8> = body.chars().map(|one| one as u8).collect();
        house.put("G", descriptor, &latin);
    }
    house.keep_publications();
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let mut items = from_queue(
        &house,
        "all",
        "binary",
        "Q",
        r#"delimiter="x2C,x20" delimiterType="binary""#,
    );
    items += &from_queue(
        &house,
        "group",
        "text",
        "G@QM1",
        r#"useGroups="true" delimiter="\n" delimiterType="text" delimiterPosition="prefix""#,
    );
    let id = house.ask(&request(&items));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 0"), "{ended}: {:?}", house.told);
    let read = |name: &str| fs::read(house.path(&format!("in/{name}"))).expect("there");
    assert_eq!(read("all"), b"one, , three, ");
    assert_eq!(read("group"), "\nK\n\u{f6}".as_bytes());
    assert!(house.messages("Q").is_empty());
    let told = house.audit().into_iter();
    let mut logged = told.flat_map(|told| told.set.unwrap_or_default().items);
    assert!(logged.any(|item| matches!(
        item.source.end,
        LoggedEnd::Queue {
            message_count: Some(3),
            message_length: Some(5),
            ..
        }
    )));
    // Nothing is made of nothing; and the group that is not complete stays.
    let id = house.ask(&request(&from_queue(&house, "none", "binary", "Q", "")));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 40"), "{ended}");
    let id = house.ask(&request(&from_queue(
        &house,
        "none",
        "binary",
        "G",
        r#"useGroups="true""#,
    )));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 40"), "{ended}");
    assert!(!house.path("in/none").exists());
    assert_eq!(house.messages("G").len(), 1);
    assert!(house.is_all_forgotten());
}

#[test]
fn a_transfer_waits_for_messages_as_long_as_it_was_told() {
    let mut house = House::new("messages-wait");
    house.define("Q", "");
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let id = house.ask(&request(&from_queue(
        &house,
        "all",
        "binary",
        "Q",
        r#"waitTime="10""#,
    )));
    for n in 0..3 {
        // Less than it waits, each time.
        let until_ms = house.now_ms + 8_000;
        while house.now_ms < until_ms {
            house.turn(&mut agents).expect("a turn");
        }
        house.put("Q", MsgDescriptor::default(), format!("{n}").as_bytes());
    }
    assert!(house.has_ended(&id).is_none());
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 0"), "{ended}");
    assert_eq!(fs::read(house.path("in/all")).expect("there"), b"012");
}

#[test]
fn the_last_message_of_a_group_may_refuse_it() {
    let mut house = House::new("messages-refused");
    house.define("G", "");
    let code = Value::Text("5".into());
    let folder = write_folder("usr", &[("UserReturnCode", &code)]);
    let property = Property::new("usr.UserReturnCode", code);
    assert_eq!(property.name(), "UserReturnCode");
    let behind = Described {
        ccsid: 1208,
        encoding: mq::MQENC_NATIVE,
    };
    let fixed = ferromq_mqi::rfh2::fixed("MQSTR", behind);
    let order = ferromq_mqi::header::ByteOrder::NATIVE;
    let body = ferromq_mqi::rfh2::write(&fixed, order, &[&folder]);
    let descriptor = MsgDescriptor {
        version: mq::MQMD_VERSION_2,
        group_id: [7; 24],
        msg_seq_number: 1,
        msg_flags: mq::MQMF_LAST_MSG_IN_GROUP,
        format: *b"MQHRF2  ",
        ..MsgDescriptor::default()
    };
    house.put("G", descriptor, &body);
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let id = house.ask(&request(&from_queue(
        &house,
        "a",
        "binary",
        "G",
        r#"useGroups="true""#,
    )));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 40"), "{ended}");
    assert_eq!(house.messages("G").len(), 1, "it stays");
}

#[test]
fn who_gets_messages_of_a_file_that_does_not_come_whole_is_told_behind_them() {
    let mut house = House::new("messages-full");
    house.define("FULL", "MAXMSGL(50)");
    let long = format!("{}{}\n", "short\n".repeat(3_000), "long".repeat(100));
    fs::write(house.path("out/a"), long).expect("written");
    let attributes = r#"delimiter="\n" delimiterType="text""#;
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let id = house.ask(&request(&to_queue(&house, "a", "text", "FULL", attributes)));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 40"), "{ended}");
    let messages = house.messages("FULL");
    assert!(is_one_group(&messages), "{} messages", messages.len());
    let (last, others) = messages.split_last().expect("some");
    let whole_units = others.len() >= 1_000 && others.len().is_multiple_of(1_000);
    assert!(last.body.is_empty() && whole_units, "{}", others.len());
    assert!(others.iter().all(|message| &message.body[..] == b"short"));
    // Of one that fits a unit of work nothing is left.
    fs::write(
        house.path("out/a"),
        format!("short\nshort\n{}", "long".repeat(100)),
    )
    .expect("written");
    let id = house.ask(&request(&to_queue(&house, "a", "text", "FULL", attributes)));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 40"), "{ended}");
    assert!(house.messages("FULL").is_empty());
    // A queue that is not there gets nothing, and the reason is told.
    let id = house.ask(&request(&to_queue(
        &house, "a", "text", "NOSUCH", attributes,
    )));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 40"), "{ended}");
    assert!(house.is_all_forgotten());
}

#[test]
fn requests_for_queues_that_cannot_be_carried_out_are_refused() {
    let mut house = House::new("messages-refusals");
    house.define("Q", "");
    fs::write(house.path("out/a"), "a").expect("written");
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    for item in [
        to_queue(
            &house,
            "a",
            "text",
            "Q",
            r#"delimiter="(" delimiterType="text""#,
        ),
        to_queue(
            &house,
            "a",
            "binary",
            "Q",
            r#"delimiter="0A" delimiterType="binary""#,
        ),
        from_queue(&house, "a", "binary", "Q@OTHER", ""),
        from_queue(
            &house,
            "a",
            "text",
            "Q",
            r#"delimiter="\q" delimiterType="text""#,
        ),
    ] {
        let id = house.ask(&request(&item));
        for _ in 0..20 {
            house.turn(&mut agents).expect("a turn");
        }
        let refused = format!("Request {id} is refused with code 43");
        assert!(
            house.told.iter().any(|line| line.contains(&refused)),
            "{item}"
        );
    }
    drop(agents);
    house.change = |settings| settings.queues_may_be_ends = settings.agent == "NORTH";
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let id = house.ask(&request(&to_queue(&house, "a", "binary", "Q", "")));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 56"), "{ended}");
    assert!(house.is_all_forgotten());
}

/// What an agent puts on a command queue would count as asked for by the user it runs as.
#[test]
fn queues_outside_of_the_rules_of_a_user_and_those_of_agents_are_let_be() {
    let mut house = House::with_audit("messages-sandbox");
    for queue in ["OURS", "OTHERS"] {
        house.define(queue, "");
        house.put(queue, MsgDescriptor::default(), b"a message");
    }
    let rules = r#"<tns:userSandboxes xmlns:tns="http://wmqfte.ibm.com/UserSandboxes"><tns:agent><tns:sandbox user="*">
        <tns:read><tns:include name="/**"/><tns:include name="OURS" type="queue"/></tns:read>
        <tns:write><tns:include name="/**"/><tns:include name="OURS@QM1" type="queue"/></tns:write>
        </tns:sandbox></tns:agent></tns:userSandboxes>"#;
    let users = UserSandboxes::parse(rules.as_bytes()).expect("valid");
    let as_it_is = |path: &str| path.to_owned();
    let ruled = Sandboxes::new(None, None, Some(&users), as_it_is).expect("valid");
    let ruled = |agent| AgentSettings {
        sandboxes: ruled.clone(),
        ..settings(agent)
    };
    let mut agents = ["NORTH", "SOUTH"].map(|agent| house.agent_of(ruled(agent)));
    let mut outcome = |house: &mut House, item: &str| {
        let id = house.ask(&request(item));
        house.until_ended(&mut agents, &id)
    };
    for queue in ["OTHERS", "SYSTEM.FTE.COMMAND.NORTH", "OURS@QM2"] {
        let to = to_queue(&house, "a", "binary", queue, "");
        let ended = outcome(&mut house, &to);
        assert!(ended.contains("code 40"), "{queue}: {ended}");
        assert!(house.audit_text().contains("BFGIO9530E"), "{queue}");
    }
    for queue in ["OTHERS", "SYSTEM.FTE"] {
        let from = from_queue(&house, "b", "binary", queue, "");
        let ended = outcome(&mut house, &from);
        assert!(ended.contains("code 40"), "{queue}: {ended}");
        assert!(house.audit_text().contains("BFGIO9532E"), "{queue}");
    }
    let to = to_queue(&house, "a", "binary", "OURS", "");
    assert!(outcome(&mut house, &to).contains("code 0"));
    let from = from_queue(&house, "b", "binary", "OURS", "");
    assert!(outcome(&mut house, &from).contains("code 0"));
    // Nobody holds it any more: whoever owns it may clear or delete it.
    for _ in 0..20 {
        house.turn(&mut agents).expect("a turn");
    }
    house
        .connect()
        .command("DELETE QLOCAL(OURS)")
        .expect("deleted");
    assert_eq!(house.messages("OTHERS").len(), 1);
}

/// Agents are killed at any call: each message is put once, in its place, and each that became part of a file is gone.
#[test]
fn messages_and_files_become_each_other_once_when_agents_are_killed() {
    for seed in 0..12 {
        let mut house = House::new(&format!("messages-kills-{seed}"));
        let mut random = SplitMix64::new(seed);
        for queue in ["LINES", "SIZE", "FROM", "GROUP"] {
            house.define(queue, "MAXDEPTH(100000)");
        }
        let mut lines = String::new();
        for n in 0..4_000 {
            lines += &format!("{n} K\u{f6}ln\r\n");
        }
        fs::write(house.path("out/lines"), &lines).expect("written");
        let bytes = content(300_000, seed);
        fs::write(house.path("out/bytes"), &bytes).expect("written");
        let mut joined = Vec::new();
        for n in 0..300_u64 {
            let body = content(random.below(3_000) as usize, n);
            house.put(
                "FROM",
                MsgDescriptor {
                    persistence: mq::MQPER_PERSISTENT,
                    ..MsgDescriptor::default()
                },
                &body,
            );
            joined.extend_from_slice(&body);
            joined.extend_from_slice(b"\r\n");
        }
        for n in 1..=50 {
            let descriptor = MsgDescriptor {
                version: mq::MQMD_VERSION_2,
                persistence: mq::MQPER_PERSISTENT,
                group_id: [9; 24],
                msg_seq_number: n,
                msg_flags: if n == 50 {
                    mq::MQMF_LAST_MSG_IN_GROUP
                } else {
                    mq::MQMF_MSG_IN_GROUP
                },
                ..MsgDescriptor::default()
            };
            house.put("GROUP", descriptor, format!("{n};").as_bytes());
        }
        let delimited = r#"delimiter="\n" delimiterType="text" encoding="IBM-1047""#;
        let mut items = to_queue(&house, "lines", "text", "LINES", delimited);
        items += &to_queue(&house, "bytes", "binary", "SIZE", r#"messageSize="777""#);
        items += &from_queue(
            &house,
            "from",
            "binary",
            "FROM",
            r#"delimiter="x0D,x0A" delimiterType="binary""#,
        );
        items += &from_queue(&house, "group", "binary", "GROUP", r#"useGroups="true""#);
        let id = house.ask(&request(&items));
        let ended = house.until_ended_with_kills(&id, &mut random);
        assert!(ended.contains("code 0"), "seed {seed}: {ended}");
        let told = house.messages("LINES");
        assert!(
            told.len() == 4_000 && is_one_group(&told),
            "seed {seed}: {}",
            told.len()
        );
        let sized = house.messages("SIZE");
        assert!(is_one_group(&sized), "seed {seed}");
        let all: Vec<u8> = sized
            .iter()
            .flat_map(|message| message.body.to_vec())
            .collect();
        assert!(all == bytes, "seed {seed}");
        assert!(
            fs::read(house.path("in/from")).expect("there") == joined,
            "seed {seed}"
        );
        let group = fs::read_to_string(house.path("in/group")).expect("there");
        assert_eq!(group.matches(';').count(), 50, "seed {seed}");
        assert!(group.starts_with("1;2;3;"), "seed {seed}");
        for queue in ["FROM", "GROUP"] {
            assert!(house.messages(queue).is_empty(), "seed {seed}: {queue}");
        }
    }
}

/// Messages are looked up behind the program that runs at the source first, which may have put them.
#[test]
fn messages_become_a_file_behind_a_program_at_the_source() {
    let mut house = House::new("messages-program");
    house.define("IN", "");
    for text in ["one", "two"] {
        let descriptor = MsgDescriptor::default();
        house.put("IN", descriptor, text.as_bytes());
    }
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let item = from_queue(&house, "file", "binary", "IN", "");
    let program = r#"<preSourceCall><command name="presrc" type="executable" successRC="0"/></preSourceCall>"#;
    let id = house.ask(&request(&format!("{program}{item}")));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 0"), "{ended}: {:#?}", house.told);
    assert_eq!(house.shelf.ran(), ["presrc"]);
    let arrived = fs::read(house.path("in/file")).expect("there");
    assert_eq!(arrived, b"onetwo");
    assert!(house.messages("IN").is_empty());
    assert!(house.is_all_forgotten());
}
