//! What agents bear: queues with little room, partners that are away or have forgotten, files and words out of the ordinary.

use super::fuse::{Fuse, unforced_max};
use super::{House, OneAgent, content, item, request};
use ferromq::{MsgDescriptor, ObjectDescriptor, PutOptions};
use ferromq_mqi::generated::constants::MQCFT_USER;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::pcf::{Header, Message, Parameter, Value};
use ferromq_transfer::agent::Turn;
use std::fs;

pub(super) fn cancel(id: &str, user: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?><cancel version="6.00"><originator><hostName>desk</hostName>
        <userID>{user}</userID></originator><transfer>{id}</transfer></cancel>"#
    )
}

impl House {
    fn write_out(&self, name: &str, bytes: &[u8]) {
        let path = self.path(&format!("out/{name}"));
        fs::create_dir_all(path.parent().expect("a directory")).expect("made");
        fs::write(path, bytes).expect("written");
    }

    fn depth(&mut self, queue: &str) -> u32 {
        let mut session = self.connect();
        let command = format!("DISPLAY QLOCAL({queue}) CURDEPTH");
        let (text, _) = session.command(&command).expect("displayed");
        let (_, after) = text.split_once("CURDEPTH(").expect("a depth");
        let (digits, _) = after.split_once(')').expect("its end");
        digits.parse().expect("a number")
    }

    /// A message between agents, as somebody makes one who is none.
    fn forge(&mut self, queue: &str, id: &str, command: i32, from: &str) {
        let digits = |at: usize| u8::from_str_radix(&id[at..at + 2], 16).expect("digits");
        let transfer: Vec<_> = (0..48).step_by(2).map(digits).collect();
        let parameter = |id, value| Parameter { id, value };
        let parameters = vec![
            parameter(1, Value::Bytes(transfer)),
            parameter(2, Value::Int64(1)),
            Parameter::text(3, from),
            Parameter::text(4, "QM1"),
            Parameter::int(5, 41),
            Parameter::text(6, "forged"),
        ];
        let header = Header {
            kind: MQCFT_USER,
            ..Header::command(command)
        };
        let body = Message { header, parameters }.encode(ByteOrder::NATIVE);
        let mut descriptor = MsgDescriptor {
            format: *b"FMQXFER ",
            coded_char_set_id: 1208,
            ..MsgDescriptor::default()
        };
        let queue = ObjectDescriptor::queue(queue);
        let mut session = self.connect();
        session
            .put1(&queue, &mut descriptor, &mut PutOptions::default(), body)
            .expect("put");
    }
}

/// As when the file system of the destination is not mounted yet: its directory is another one, and empty.
#[test]
fn no_source_goes_where_the_directory_of_the_destination_is_away_when_its_agent_begins_again() {
    let bytes = content(20_000, 1);
    // Agents that could be killed are those that may leave names unforced for the next one.
    let lasting = Fuse::of(u64::MAX);
    let mut told = String::new();
    for calls in 0.. {
        let mut house = House::new(&format!("transfer-away-{calls}"));
        house.write_out("1", &bytes);
        fs::create_dir_all(house.path("in")).expect("made");
        let item = item(&house, "out/1", "in/1", "delete");
        let id = house.ask(&request(&item));
        let mut agents = Vec::from_iter(house.agent_with("NORTH", &lasting));
        agents.extend(house.agent_with("SOUTH", &Fuse::of(calls)));
        while agents.len() == 2 && house.has_ended(&id).is_none() {
            if house.turn(&mut agents).is_err() {
                agents.truncate(1);
            }
        }
        if house.has_ended(&id).is_some() {
            break;
        }
        fs::rename(house.path("in"), house.path("away")).expect("moved");
        fs::create_dir(house.path("in")).expect("made");
        agents.truncate(1);
        agents.extend(house.agent_with("SOUTH", &lasting));
        house.until_ended(&mut agents, &id);
        let is_there = |name: &str| fs::read(house.path(name)).is_ok_and(|found| found == bytes);
        let places = ["out/1", "in/1", "away/1"];
        assert!(places.into_iter().any(is_there), "{calls} calls");
        told += &house.told.join("\n");
    }
    assert!(told.contains("is its file system mounted?"), "{told}");
}

impl House {
    /// Turns in which the source begins again each time it fails. How often it did, at most so often.
    fn turn_with_failures(&mut self, agents: &mut Vec<OneAgent>, most: usize) -> usize {
        let mut failed = 0;
        for _ in 0..2_000 {
            if failed < most && self.turn(agents).is_err() {
                failed += 1;
                drop(agents.remove(0));
                agents.insert(0, self.agent("NORTH"));
            }
        }
        failed
    }
}

#[test]
fn what_destinations_say_once_is_heard_however_often_it_could_not_be_kept() {
    let mut house = House::new("transfer-state-full");
    house.write_out("1", &content(20_000, 1));
    let item = item(&house, "out/1", "in/1", "delete");
    let mut agents = vec![house.agent("NORTH"), house.agent("SOUTH")];
    let id = house.ask(&request(&item));
    while !house.path("in").exists() {
        house.turn(&mut agents).expect("a turn");
    }
    // What is kept of the transfer to begin with, and nothing more.
    house.alter("ALTER QLOCAL(SYSTEM.FTE.STATE.NORTH) MAXDEPTH(2)");
    assert_eq!(house.turn_with_failures(&mut agents, 12), 12);
    house.alter("ALTER QLOCAL(SYSTEM.FTE.STATE.NORTH) MAXDEPTH(5000)");
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 0"), "{ended}: {:#?}", house.told);
    assert!(house.path("in/1").exists() && !house.path("out/1").exists());
    assert!(house.is_all_forgotten());
}

#[test]
fn a_request_that_can_never_be_kept_is_refused_in_the_end_and_answered() {
    let mut house = House::new("transfer-request-full");
    house.write_out("1", b"alpha");
    house.alter("DEFINE QLOCAL(ANSWERS)");
    house.alter("ALTER QLOCAL(SYSTEM.FTE.STATE.NORTH) MAXDEPTH(1)");
    let item = item(&house, "out/1", "in/1", "");
    let reply = r#"</originator><reply QMGR="QM1">ANSWERS</reply>"#;
    let mut agents = vec![house.agent("NORTH"), house.agent("SOUTH")];
    house.ask(&request(&item).replace("</originator>", reply));
    assert_eq!(house.turn_with_failures(&mut agents, 20), 6);
    let told = house.told.join("\n");
    assert!(told.contains("is refused with code 1"), "{told}");
    assert_eq!(house.depth("ANSWERS"), 1);
    house.alter("ALTER QLOCAL(SYSTEM.FTE.STATE.NORTH) MAXDEPTH(5000)");
    let id = house.ask(&request(&item));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 0"), "{ended}");
}

/// Whoever waits for an answer hears that nothing comes of it, wherever in a request it says where it waits.
#[test]
fn a_request_that_is_refused_unread_is_answered() {
    let mut house = House::new("transfer-request-refused");
    house.write_out("1", b"alpha");
    house.alter("DEFINE QLOCAL(ANSWERS)");
    let reply = r#"</originator><reply QMGR="QM1">ANSWERS</reply>"#;
    let whole = request(&item(&house, "out/1", "in/1", "")).replace("</originator>", reply);
    let mut agents = vec![house.agent("NORTH"), house.agent("SOUTH")];
    let malformed = whole
        .replace("<userID>", "<noUser>")
        .replace("</userID>", "</noUser>");
    assert_ne!(malformed, whole);
    let id = house.ask(&malformed);
    for _ in 0..20 {
        house.turn(&mut agents).expect("a turn");
    }
    let refused = format!("Request {id} is refused with code 43");
    assert!(house.told.iter().any(|line| line.contains(&refused)));
    assert_eq!(house.depth("ANSWERS"), 1);
}

#[test]
fn files_that_are_not_transferred_do_not_count_among_those_a_transfer_may_have() {
    let mut house = House::new("transfer-pattern");
    house.change = |settings| settings.files_max = 3;
    for n in 0..10 {
        house.write_out(&format!("{n}.old"), b"old");
        house.write_out(&format!("deep/{n}.old"), b"old");
    }
    for name in ["1.csv", "2.csv", "deep/3.csv"] {
        house.write_out(name, b"new");
    }
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let pattern = item(&house, "out/*.csv", "in", "").replace(
        r#"<destination type="file""#,
        r#"<destination type="directory""#,
    );
    let id = house.ask(&request(&pattern));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 0"), "{ended}: {:#?}", house.told);
    assert_eq!(house.files_below("in", true).len(), 3);
    house.write_out("4.csv", b"new");
    let id = house.ask(&request(&pattern));
    for _ in 0..100 {
        house.turn(&mut agents).expect("a turn");
    }
    let refused = format!("Request {id} is refused with code 46");
    assert!(house.told.iter().any(|line| line.contains(&refused)));
}

#[test]
fn the_results_of_many_files_are_kept_in_few_messages() {
    let mut house = House::new("transfer-state-depth");
    for n in 0..40 {
        house.write_out(&n.to_string(), &content(20_000, n));
    }
    house.alter("ALTER QLOCAL(SYSTEM.FTE.STATE.NORTH) MAXDEPTH(6)");
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let item = item(&house, "out", "in", "directory");
    let id = house.ask(&request(&item));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 0"), "{ended}");
    assert!(house.is_all_forgotten());
}

#[test]
fn few_of_many_tiny_files_are_open_at_a_time_and_none_is_told_before_its_name_lasts() {
    let mut house = House::new("transfer-open-files");
    house.change = |settings| settings.chunk_bytes = 256 << 10;
    for n in 0..1_200_u64 {
        house.write_out(&format!("{}/{n}", n % 3), &content(40, n));
    }
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let item = item(&house, "out", "in", "directory delete");
    let id = house.ask(&request(&item));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 0"), "{ended}");
    assert!(unforced_max() <= 500, "{} files were open", unforced_max());
    assert_eq!(house.files_below("in", true).len(), 1_200);
}

#[test]
fn the_failures_of_thousands_of_items_are_told_though_they_are_long() {
    let mut house = House::new("transfer-failures");
    house.change = |settings| settings.chunk_bytes = 256 << 10;
    let deep = format!(
        "{}/{}/{}/",
        "a".repeat(250),
        "b".repeat(250),
        "c".repeat(250)
    );
    for n in 0..4_800 {
        house.write_out(&format!("{deep}{n}"), b"new");
    }
    let below = house.path(&format!("in/{deep}"));
    fs::create_dir_all(&below).expect("made");
    for n in 0..4_800 {
        fs::write(below.join(n.to_string()), "old").expect("written");
    }
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let item = item(&house, "out", "in", "directory delete");
    let id = house.ask(&request(&item));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 40"), "{ended}");
    assert!(house.is_all_forgotten());
    assert_eq!(house.files_below("out", true).len(), 4_800);
}

#[test]
fn a_destination_whose_source_has_forgotten_the_transfer_forgets_it_too() {
    let mut house = House::new("transfer-forgotten");
    house.write_out("1", &content(2_000_000, 1));
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let item = item(&house, "out/1", "in/1", "");
    house.ask(&request(&item));
    for _ in 0..10 {
        house.turn(&mut agents).expect("a turn");
    }
    assert_eq!(house.depth("SYSTEM.FTE.STATE.SOUTH"), 1);
    let [north, south] = agents;
    drop(north);
    house.alter("CLEAR QLOCAL(SYSTEM.FTE.STATE.NORTH)");
    let mut agents = [house.agent("NORTH"), south];
    for _ in 0..500 {
        house.turn(&mut agents).expect("a turn");
    }
    assert!(house.is_all_forgotten());
    assert!(house.files_below("in", false).is_empty());
}

#[test]
fn an_agent_that_is_away_holds_up_nobody_else_and_gets_everything_when_it_is_back() {
    let mut house = House::new("transfer-away");
    house.write_out("1", &content(5_000, 1));
    let mut north = [house.agent("NORTH")];
    let away: Vec<_> = (0..40)
        .map(|n| {
            let item = item(&house, "out/1", &format!("in/{n}"), "");
            house.ask(&request(&item))
        })
        .collect();
    for _ in 0..100 {
        house.turn(&mut north).expect("a turn");
    }
    // An agent may be both ends.
    let here = item(&house, "out/1", "in/here", "");
    let here = request(&here).replace("SOUTH", "NORTH");
    let id = house.ask(&here);
    house.until_ended(&mut north, &id);
    let ended = house.has_ended(&id).expect("ended").to_owned();
    assert!(ended.contains("code 0"), "{ended}");
    // Two hours.
    let mut busy = 0;
    for _ in 0..7_200 {
        let mut log = |_: &str| {};
        match north[0].turn(house.now_ms, &mut log).expect("a turn") {
            Turn::Busy => busy += 1,
            Turn::Idle { until_ms } => assert!(until_ms > house.now_ms, "it spins"),
        }
        house.now_ms += 1_000;
    }
    assert!(busy < 200, "{busy} turns with work");
    let depth = house.depth("SYSTEM.FTE.COMMAND.SOUTH");
    assert!(depth < 60, "{depth} messages wait for it");
    let [north] = north;
    let mut agents = [north, house.agent("SOUTH")];
    for id in away {
        let ended = house.until_ended(&mut agents, &id);
        assert!(ended.contains("code 0"), "{ended}");
    }
    assert!(house.is_all_forgotten());
}

#[test]
fn a_destination_ends_a_transfer_it_is_asked_to_cancel() {
    let mut house = House::new("transfer-cancel-there");
    house.write_out("1", &content(2_000_000, 1));
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let item = item(&house, "out/1", "in/1", "delete");
    let id = house.ask(&request(&item));
    for _ in 0..10 {
        house.turn(&mut agents).expect("a turn");
    }
    house.ask_agent("SOUTH", &cancel(&id, "ann"));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 41"), "{ended}");
    assert!(house.is_all_forgotten() && house.path("out/1").exists());
    let left = fs::read_dir(house.path("in")).map_or(0, Iterator::count);
    assert_eq!(left, 0);
}

#[test]
fn what_others_say_of_a_transfer_is_not_taken() {
    let mut house = House::new("transfer-forged");
    house.write_out("1", &content(400_000, 1));
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let item = item(&house, "out/1", "in/1", "delete");
    let id = house.ask(&request(&item));
    for _ in 0..6 {
        // Completed and Refuse to the source; Finished and Cancel to the destination.
        house.forge("SYSTEM.FTE.REPLY.NORTH", &id, 6, "EAST");
        house.forge("SYSTEM.FTE.REPLY.NORTH", &id, 3, "EAST");
        house.turn(&mut agents).expect("a turn");
        house.forge("SYSTEM.FTE.COMMAND.SOUTH", &id, 7, "EAST");
        house.forge("SYSTEM.FTE.COMMAND.SOUTH", &id, 8, "EAST");
        house.turn(&mut agents).expect("a turn");
    }
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 0"), "{ended}");
    let arrived = fs::read(house.path("in/1")).expect("there");
    assert!(arrived == content(400_000, 1));
}

#[test]
fn words_of_any_length_are_kept_so_that_they_can_be_read_again() {
    let mut house = House::new("transfer-long-words");
    house.write_out("1", &content(2_000_000, 1));
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let item = item(&house, "out/1", "in/1", "");
    let id = house.ask(&request(&item));
    for _ in 0..10 {
        house.turn(&mut agents).expect("a turn");
    }
    let [north, south] = agents;
    drop(south);
    house.ask_agent("NORTH", &cancel(&id, &"ä".repeat(900)));
    let mut north = [north];
    house.turn(&mut north).expect("a turn");
    drop(north);
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 41"), "{ended}");
    let long = request(&item).replace("agent=\"SOUTH\"", &format!("agent=\"{}\"", "S".repeat(29)));
    let id = house.ask(&long);
    for _ in 0..10 {
        house.turn(&mut agents).expect("a turn");
    }
    let told = house.told.join("\n");
    assert!(
        told.contains(&format!("Request {id} is refused with code 43")),
        "{told}"
    );
    assert!(house.is_all_forgotten());
}

#[test]
fn a_file_goes_when_all_that_was_to_come_of_it_has_arrived() {
    let mut house = House::new("transfer-twice");
    house.write_out("1", b"one");
    house.write_out("2", b"two");
    fs::create_dir_all(house.path("in")).expect("made");
    fs::write(house.path("in/there"), "old").expect("written");
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let mut items = item(&house, "out/1", "in/1", "delete");
    items += &item(&house, "out/1", "in/there", "delete");
    items += &item(&house, "out/2", "in/2", "delete overwrite");
    let id = house.ask(&request(&items));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 20"), "{ended}");
    assert!(house.path("out/1").exists() && !house.path("out/2").exists());
    // Two that would have one name: the first has it, the other stays.
    house.write_out("a/3", b"three");
    house.write_out("b/3", b"another");
    let mut items = item(&house, "out/a/3", "in/3", "delete overwrite");
    items += &item(&house, "out/b/3", "in/3", "delete overwrite");
    let id = house.ask(&request(&items));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 20"), "{ended}");
    assert_eq!(fs::read(house.path("in/3")).expect("there"), b"three");
    assert!(house.path("out/b/3").exists() && !house.path("out/a/3").exists());
}

#[test]
fn destinations_may_be_relative_and_long_and_are_files() {
    let mut house = House::new("transfer-paths");
    house.write_out("1", &content(9_000, 1));
    let pipe = house.path("out/pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()));
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let onto_pipe = item(&house, "out/1", "out/pipe", "overwrite");
    let id = house.ask(&request(&onto_pipe));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 40"), "{ended}");
    assert!(!fs::metadata(&pipe).expect("there").is_file());
    let mut long = house.path("in").to_str().expect("UTF-8").to_owned();
    while long.len() < 4_060 {
        let rest = 4_060 - long.len();
        long += "/";
        long += &"d".repeat(rest.min(100));
    }
    let to = house.path("in/x");
    let to = to.to_str().expect("UTF-8");
    let relative = item(&house, "out/1", "in/x", "");
    let relative_path = house.path("in/relative");
    let relative_path = relative_path.to_str().expect("UTF-8");
    let relative_path = relative_path.trim_start_matches('/');
    for path in [&*long, relative_path] {
        let id = house.ask(&request(&relative.replace(to, path)));
        let ended = house.until_ended(&mut agents, &id);
        assert!(ended.contains("code 0"), "{ended}");
    }
    assert!(house.path("in/relative").exists());
}

#[test]
fn a_file_that_is_written_while_it_moves_does_not_arrive_as_a_mixture() {
    let mut house = House::new("transfer-changed");
    for how in ["in place", "at its end"] {
        house.write_out("1", &content(2_000_000, 1));
        let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
        let item = item(&house, "out/1", "in/1", "delete");
        let id = house.ask(&request(&item));
        for _ in 0..8 {
            house.turn(&mut agents).expect("a turn");
        }
        assert!(house.has_ended(&id).is_none(), "it moves");
        // Time of files goes by in steps.
        std::thread::sleep(std::time::Duration::from_millis(20));
        let mut changed = content(2_000_000, 1);
        match how {
            "in place" => changed[0] ^= 1,
            _ => changed.push(0),
        }
        fs::write(house.path("out/1"), changed).expect("changed");
        let ended = house.until_ended(&mut agents, &id);
        assert!(ended.contains("code 40"), "{how}: {ended}");
        assert!(house.path("out/1").exists() && !house.path("in/1").exists());
        assert!(house.is_all_forgotten());
    }
}
