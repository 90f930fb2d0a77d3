//! Two agents of file transfer and their queue manager, on one thread: what is sent arrives once, whatever ends when.

mod answers;
mod appends;
mod authority;
mod compression;
mod faults;
mod fuse;
mod later;
mod messages;
mod monitors;
mod pauses;
mod programs;
mod queueing;
mod sandboxes;
mod schedules;
mod sets;
mod shelf;
mod storm;
mod text;
mod updates;

use crate::place::Place;
use crate::transfer::fuse::{Fuse, FusedFiles, FusedRoad};
use ferromq::{
    EmbeddedConnection, GetOptions, MsgDescriptor, ObjectDescriptor, PutOptions, QueueManager, mq,
};
use ferromq_base::random::SplitMix64;
use ferromq_mqi::session::{MqError, Session};
use ferromq_transfer::agent::{Agent, AgentSettings, Compression, Sandboxes, Turn};
use ferromq_transfer::audit::Transaction;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

type Road = Session<EmbeddedConnection>;
type OneAgent = Agent<FusedRoad, FusedFiles>;

/// Turns after which a transfer of a test must have ended.
const TURNS_MAX: u64 = 200_000;

struct House {
    /// The agents may hand files over by reference.
    by_reference: bool,
    place: Place,
    manager: QueueManager,
    now_ms: u64,
    told: Vec<String>,
    /// What agents go by besides [`settings`].
    change: fn(&mut AgentSettings),
    shelf: shelf::Shelf,
    /// Whether NORTH and SOUTH compress what is on its way.
    compression: [Compression; 2],
    /// Files answer later, and are lost now and then if that is so.
    later: Option<bool>,
}

fn settings(agent: &str) -> AgentSettings {
    AgentSettings {
        agent: agent.to_owned(),
        q_mgr: "QM1".to_owned(),
        coordination_q_mgr: "QM1".to_owned(),
        host: String::new(),
        system_version: "6.1".to_owned(),
        description: String::new(),
        source_transfers_max: 25,
        destination_transfers_max: 25,
        queued_transfers_max: 1_000,
        files_max: 5_000,
        chunk_bytes: 4_096,
        window_bytes: 40_960,
        rate_limit: None,
        compression: Compression::Auto,
        by_reference: false,
        ack_timeout_ms: 2_000,
        ack_timeout_retries: 2,
        recovery_timeout_ms: None,
        default_priority: 0,
        transfer_root: "/".to_owned(),
        queues_may_be_ends: true,
        text_replacement: String::new(),
        status_interval_ms: (30_000, 300_000),
        monitor_resources_max: u64::MAX,
        monitor_hints: false,
        group_retries_max: 10,
        command_path: Vec::new(),
        command_variables: Vec::new(),
        command_output_bytes_max: 1_000,
        command_retries_max: 9,
        command_wait_max_s: 60,
        highly_available: false,
        standby_discard_ms: 600_000,
        time_zone: "UTC".to_owned(),
        client: None,
        authority_checking: false,
        bridge: None,
        sandboxes: Sandboxes::default(),
    }
}

impl House {
    fn new(name: &str) -> Self {
        let place = Place::new(name);
        let manager = QueueManager::open_or_create(&place.0, "QM1").expect("opened");
        let mut house = Self {
            by_reference: false,
            place,
            manager,
            now_ms: 1_800_000_000_000,
            told: Vec::new(),
            change: |_| {},
            shelf: shelf::Shelf::default(),
            compression: [Compression::Auto; 2],
            later: None,
        };
        let mut session = house.connect();
        for agent in ["NORTH", "SOUTH"] {
            for kind in ["COMMAND", "DATA", "REPLY", "STATE", "EVENT"] {
                let command = format!(
                    "DEFINE QLOCAL(SYSTEM.FTE.{kind}.{agent}) DEFPRTY(0) SHARE MSGDLVSQ(PRIORITY)"
                );
                session.command(&command).expect("defined");
            }
        }
        fs::create_dir_all(house.path("out")).expect("made");
        house
    }

    fn path(&self, name: &str) -> PathBuf {
        self.place.0.join("files").join(name)
    }

    fn connect(&mut self) -> Road {
        self.manager.connect().expect("connected")
    }

    fn agent(&mut self, name: &str) -> OneAgent {
        let agent = self.agent_with(name, &Fuse::default());
        agent.expect("started")
    }

    /// An agent that is dead when the fuse is burnt.
    fn agent_with(&mut self, name: &str, fuse: &Fuse) -> Result<OneAgent, MqError> {
        let road = FusedRoad::new(self.manager.connect().expect("connected"), fuse);
        let told = &mut self.told;
        let mut log = |line: &str| told.push(format!("{name}: {line}"));
        let (session, mut files) = (Session::new(road), FusedFiles::new(fuse));
        if let Some(loses) = self.later {
            files = files.later(answers::Later::new(self.now_ms, loses));
        }
        let mut settings = settings(name);
        (self.change)(&mut settings);
        settings.by_reference = self.by_reference;
        settings.compression = self.compression[usize::from(name != "NORTH")];
        let mut agent = Agent::start(session, files, settings, self.now_ms, &mut log)?;
        agent.set_programs(self.shelf.clone());
        Ok(agent)
    }

    /// A turn of both; a millisecond passes, or more when nothing is to be done.
    fn turn(&mut self, agents: &mut [OneAgent]) -> Result<(), MqError> {
        let mut until_ms = u64::MAX;
        for agent in agents.iter_mut() {
            let told = &mut self.told;
            let mut log = |line: &str| told.push(line.to_owned());
            match agent.turn(self.now_ms, &mut log)? {
                Turn::Busy => until_ms = self.now_ms + 1,
                Turn::Idle { until_ms: due_ms } => until_ms = until_ms.min(due_ms),
            }
        }
        self.now_ms = until_ms.clamp(self.now_ms + 1, self.now_ms + 1_000);
        Ok(())
    }

    fn ask(&mut self, xml: &str) -> String {
        let mut session = self.connect();
        let mut descriptor = MsgDescriptor {
            format: *b"MQSTR   ",
            persistence: mq::MQPER_PERSISTENT,
            ..MsgDescriptor::default()
        };
        let queue = ObjectDescriptor::queue("SYSTEM.FTE.COMMAND.NORTH");
        let body = xml.as_bytes().to_vec();
        session
            .put1(&queue, &mut descriptor, &mut PutOptions::default(), body)
            .expect("put");
        let mut digits = String::new();
        for byte in descriptor.msg_id {
            let _ = write!(digits, "{byte:02x}");
        }
        digits
    }

    fn has_ended(&self, id: &str) -> Option<&str> {
        let ended = format!("Transfer {id} has ended");
        self.told
            .iter()
            .map(String::as_str)
            .find(|line| line.contains(&ended))
    }

    /// Turns until the transfer has ended. The line that says so.
    fn until_ended(&mut self, agents: &mut [OneAgent], id: &str) -> String {
        for _ in 0..TURNS_MAX {
            self.turn(agents).expect("a turn");
            if self.has_ended(id).is_some() {
                break;
            }
        }
        // What the source has said last reaches the destination.
        for _ in 0..10 {
            self.turn(agents).expect("a turn");
        }
        self.has_ended(id).expect("it has ended").to_owned()
    }
}

fn request(items: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?><request version="6.00"><managedTransfer>
        <originator><hostName>desk</hostName><userID>ann</userID></originator>
        <sourceAgent agent="NORTH" QMgr="QM1"/><destinationAgent agent="SOUTH" QMgr="QM1"/>
        <transferSet priority="0">{items}</transferSet></managedTransfer></request>"#
    )
}

fn item(house: &House, from: &str, to: &str, more: &str) -> String {
    let (from, to) = (house.path(from), house.path(to));
    let kind = if more.contains("directory") {
        "directory"
    } else {
        "file"
    };
    let disposition = if more.contains("delete") {
        "delete"
    } else {
        "leave"
    };
    let exist = if more.contains("overwrite") {
        "overwrite"
    } else {
        "error"
    };
    format!(
        r#"<item mode="binary" checksumMethod="MD5"><source type="{kind}" recursive="true" disposition="{disposition}"><file>{}</file></source>
        <destination type="{kind}" exist="{exist}"><file>{}</file></destination></item>"#,
        from.display(),
        to.display()
    )
}

/// Bytes that are not alike anywhere.
fn content(len: usize, seed: u64) -> Vec<u8> {
    let mut bytes = vec![0; len];
    SplitMix64::new(seed).fill(&mut bytes);
    bytes
}

#[test]
fn files_of_any_length_arrive_as_they_were() {
    let mut house = House::new("transfer-lengths");
    let mut items = String::new();
    let lengths = [0, 1, 4_095, 4_096, 4_097, 100_000, 1_000_000];
    for length in lengths {
        let name = format!("out/{length}");
        fs::write(house.path(&name), content(length, length as u64)).expect("written");
        items += &item(&house, &name, &format!("in/{length}"), "");
    }
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let id = house.ask(&request(&items));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 0"), "{ended}");
    for length in lengths {
        let arrived = fs::read(house.path(&format!("in/{length}"))).expect("there");
        assert!(arrived == content(length, length as u64), "{length} bytes");
        assert!(house.path(&format!("out/{length}")).exists());
    }
    assert_eq!(
        fs::read_dir(house.path("in")).expect("listed").count(),
        lengths.len()
    );
    assert!(house.is_all_forgotten());
}

#[test]
fn a_directory_arrives_whole_and_its_files_go_when_all_is_well() {
    let mut house = House::new("transfer-directory");
    fs::create_dir_all(house.path("out/a/b")).expect("made");
    for n in 0..300 {
        let name = format!("out/{}{n} ä&<.txt", ["", "a/", "a/b/"][n % 3]);
        fs::write(house.path(&name), content(n * 7, n as u64)).expect("written");
    }
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let item = item(&house, "out", "in", "directory delete");
    let id = house.ask(&request(&item));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 0"), "{ended}");
    for n in 0..300 {
        let name = format!("{}{n} ä&<.txt", ["", "a/", "a/b/"][n % 3]);
        let arrived = fs::read(house.path(&format!("in/{name}"))).expect("there");
        assert!(arrived == content(n * 7, n as u64), "{name}");
        assert!(
            !house.path(&format!("out/{name}")).exists(),
            "{name} was to go"
        );
    }
    assert!(house.is_all_forgotten());
}

#[test]
fn what_is_there_stays_unless_it_is_to_be_overwritten_and_the_rest_is_transferred() {
    let mut house = House::new("transfer-there");
    fs::create_dir_all(house.path("in")).expect("made");
    for name in ["1", "2", "3"] {
        fs::write(house.path(&format!("out/{name}")), name).expect("written");
    }
    fs::write(house.path("in/1"), "old").expect("written");
    fs::write(house.path("in/2"), "old").expect("written");
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let mut items = item(&house, "out/1", "in/1", "delete");
    items += &item(&house, "out/2", "in/2", "overwrite");
    items += &item(&house, "out/3", "in/3", "delete");
    items += &item(&house, "out/4", "in/4", "");
    let id = house.ask(&request(&items));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 20"), "{ended}");
    let read = |name: &str| fs::read_to_string(house.path(name)).expect("there");
    assert_eq!(
        [read("in/1"), read("in/2"), read("in/3")],
        ["old", "2", "3"]
    );
    assert!(house.path("out/1").exists() && !house.path("out/3").exists());
    assert!(house.is_all_forgotten());
}

/// Kills agents at any verb and any call of a file: whatever they had begun is ended by those that follow.
fn kill_agents(by_reference: bool) {
    for seed in 0..SEEDS {
        let mut house = House::new(&format!("transfer-kills-{by_reference}-{seed}"));
        house.by_reference = by_reference;
        let mut random = SplitMix64::new(seed);
        fs::create_dir_all(house.path("out/a")).expect("made");
        let mut expected = Vec::new();
        for n in 0..20 {
            let name = format!("{}{n}", ["", "a/"][n % 2]);
            let length = [10, 3_000, 20_000, 200_000][random.below(4) as usize];
            let bytes = content(length, random.next_u64());
            fs::write(house.path(&format!("out/{name}")), &bytes).expect("written");
            expected.push((name, bytes));
        }
        let item = item(&house, "out", "in", "directory delete");
        let id = house.ask(&request(&item));
        let ended = house.until_ended_with_kills(&id, &mut random);
        let told = house.told.join("\n");
        assert!(ended.contains("code 0"), "seed {seed}: {ended}\n{told}");
        for (name, bytes) in &expected {
            let arrived = fs::read(house.path(&format!("in/{name}"))).expect("there");
            assert!(arrived == *bytes, "seed {seed}: {name}");
            assert!(
                !house.path(&format!("out/{name}")).exists(),
                "seed {seed}: {name}"
            );
        }
        let mut left = Vec::new();
        for directory in ["in", "in/a"] {
            for entry in fs::read_dir(house.path(directory)).expect("listed") {
                left.push(entry.expect("an entry").file_name());
            }
        }
        // The files and the directory.
        assert_eq!(
            left.len(),
            expected.len() + 1,
            "seed {seed}: {left:?}\n{told}"
        );
        assert!(house.is_all_forgotten(), "seed {seed}\n{told}");
    }
}

#[test]
fn agents_that_are_killed_at_any_call_end_with_every_file_once() {
    kill_agents(false);
}

#[test]
fn agents_that_hand_files_over_and_are_killed_at_any_call_end_with_every_file_once() {
    kill_agents(true);
}

#[test]
fn a_limit_of_the_rate_holds_on_both_roads_and_is_refused_where_it_is_none() {
    for by_reference in [false, true] {
        let mut house = House::new(&format!("transfer-limit-{by_reference}"));
        house.by_reference = by_reference;
        fs::write(house.path("out/a"), content(1 << 20, 1)).expect("written");
        let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
        let with = |limit: &str, to: &str, house: &House| {
            let metadata = format!(
                r#"<metaDataSet><metaData key="ferromq.rateLimit">{limit}</metaData></metaDataSet>"#
            );
            request(&(metadata + &item(house, "out/a", to, "")))
        };
        let began_ms = house.now_ms;
        let xml = with("256K", "in/a", &house);
        let id = house.ask(&xml);
        let ended = house.until_ended(&mut agents, &id);
        assert!(ended.contains("code 0"), "{ended}");
        let took_ms = house.now_ms - began_ms;
        // Four seconds, and ten turns of up to one behind the end.
        assert!((3_000..16_000).contains(&took_ms), "{took_ms} ms");
        let arrived = fs::read(house.path("in/a")).expect("there");
        assert!(arrived == content(1 << 20, 1));
        let xml = with("fast", "in/b", &house);
        house.ask(&xml);
        for _ in 0..100 {
            house.turn(&mut agents).expect("a turn");
        }
        assert!(!house.path("in/b").exists());
        assert!(house.is_all_forgotten());
    }
}

#[test]
fn transfers_go_on_when_the_clock_is_set_back() {
    for agent_wide in [false, true] {
        let mut house = House::new(&format!("transfer-clock-{agent_wide}"));
        house.change = match agent_wide {
            false => |_| {},
            true => |settings| settings.rate_limit = Some(256 << 10),
        };
        fs::write(house.path("out/a"), content(1 << 20, 1)).expect("written");
        let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
        let metadata = match agent_wide {
            false => {
                r#"<metaDataSet><metaData key="ferromq.rateLimit">256K</metaData></metaDataSet>"#
            }
            true => "",
        };
        let items = item(&house, "out/a", "in/a", "");
        let id = house.ask(&request(&format!("{metadata}{items}")));
        for _ in 0..100 {
            house.turn(&mut agents).expect("a turn");
        }
        assert!(house.has_ended(&id).is_none());
        house.now_ms -= 3_600_000;
        let began_ms = house.now_ms;
        let ended = house.until_ended(&mut agents, &id);
        assert!(ended.contains("code 0"), "{ended}");
        let took_ms = house.now_ms - began_ms;
        assert!(took_ms < 60_000, "it rested for {took_ms} ms");
    }
}

#[test]
fn long_files_do_not_go_over_queues_where_both_agents_hand_them_over() {
    let mut house = House::new("transfer-by-reference");
    house.by_reference = true;
    let mut items = String::new();
    let lengths = [0, 16_383, 16_384, 131_072, 131_073, 3_000_000];
    for length in lengths {
        let name = format!("out/{length}");
        fs::write(house.path(&name), content(length, length as u64)).expect("written");
        items += &item(&house, &name, &format!("in/{length}"), "");
    }
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let id = house.ask(&request(&items));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 0"), "{ended}");
    for length in lengths {
        let arrived = fs::read(house.path(&format!("in/{length}"))).expect("there");
        assert!(arrived == content(length, length as u64), "{length} bytes");
    }
    let told = house.told.join("\n");
    let by_reference = 16_384 + 131_072 + 131_073 + 3_000_000;
    assert!(
        told.contains(&format!("{by_reference} of them by reference")),
        "{told}"
    );
    assert!(house.is_all_forgotten());
}

const SEEDS: u64 = 20;

/// Both agents, which begin again when they are killed. Each life is longer than the one before, so that what they do comes to an end.
struct Lives {
    agents: [(&'static str, Option<OneAgent>); 2],
    life: u64,
    longer: u64,
    are_killed: bool,
}

impl Lives {
    /// Agents that are killed at any call.
    const fn new(life: u64, longer: u64) -> Self {
        Self {
            agents: [("NORTH", None), ("SOUTH", None)],
            life,
            longer,
            are_killed: true,
        }
    }

    /// A turn of each. The clock goes on until something is due, a second at most.
    fn turn(&mut self, house: &mut House, random: &mut SplitMix64) {
        let mut due_ms = u64::MAX;
        for (name, agent) in &mut self.agents {
            let mut living = match agent.take() {
                Some(living) => living,
                None => {
                    self.life += self.longer;
                    let fuse = match self.are_killed {
                        true => Fuse::of(random.below(self.life)),
                        false => Fuse::default(),
                    };
                    match house.agent_with(name, &fuse) {
                        Ok(living) => living,
                        Err(_) => continue,
                    }
                }
            };
            let told = &mut house.told;
            let mut log = |line: &str| told.push(format!("{name}: {line}"));
            match living.turn(house.now_ms, &mut log) {
                Ok(Turn::Busy) => due_ms = house.now_ms + 1,
                Ok(Turn::Idle { until_ms }) => due_ms = due_ms.min(until_ms),
                Err(error) => {
                    assert!(self.are_killed, "{error}");
                    continue;
                }
            }
            *agent = Some(living);
        }
        house.now_ms = due_ms.clamp(house.now_ms + 1, house.now_ms + 1_000);
    }
}

impl House {
    /// Turns of agents that are killed at any call and begin again, until the transfer has ended and nothing is kept of it. The line that says
    /// so.
    fn until_ended_with_kills(&mut self, id: &str, random: &mut SplitMix64) -> String {
        let mut lives = Lives::new(60, 10);
        for _ in 0..TURNS_MAX {
            lives.turn(self, random);
            if self.has_ended(id).is_some() && self.is_all_forgotten() {
                break;
            }
        }
        self.end_of(id)
    }

    /// The line that says that a transfer has ended.
    fn end_of(&self, id: &str) -> String {
        let told = self.told.join("\n");
        let ended = self.has_ended(id).unwrap_or_else(|| panic!("{told}"));
        ended.to_owned()
    }

    /// What agents publish stays on the stream's queue, where the coordination queue manager would take it.
    fn keep_publications(&mut self) {
        let mut session = self.connect();
        let command = "DEFINE QLOCAL(SYSTEM.FTE)";
        session.command(command).expect("defined");
    }

    /// The audit that was published since.
    fn audit(&mut self) -> Vec<Transaction> {
        let mut session = self.connect();
        let queue = session
            .open("SYSTEM.FTE", mq::MQOO_INPUT_SHARED)
            .expect("opened");
        let mut audit = Vec::new();
        let options = GetOptions {
            options: mq::MQGMO_NO_WAIT | mq::MQGMO_PROPERTIES_FORCE_MQRFH2,
            ..GetOptions::default()
        };
        while let Ok(message) = session.get(queue, &MsgDescriptor::default(), &options, 1 << 20) {
            let start = message.body.windows(5).position(|five| five == b"<?xml");
            let xml = &message.body[start.unwrap_or(message.body.len())..];
            audit.extend(Transaction::parse(xml));
        }
        audit
    }

    /// Nothing is left on the queues of the agents.
    fn is_all_forgotten(&mut self) -> bool {
        let mut session = self.connect();
        let (text, _) = session
            .command("DISPLAY QLOCAL(SYSTEM.FTE.*) CURDEPTH WHERE(CURDEPTH GT 0)")
            .expect("displayed");
        !text.contains("AMQ8409")
    }
}
