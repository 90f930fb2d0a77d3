//! Monitors: what is found is transferred once, whatever ends when.

use super::{House, Lives, OneAgent, SEEDS, TURNS_MAX, content};
use ferromq::{MsgDescriptor, ObjectDescriptor, PutOptions, mq};
use ferromq_base::random::SplitMix64;
use std::collections::BTreeSet;
use std::fs;

const SECOND_MS: u64 = 1_000;

/// What a monitor of the directory `out` is asked for with: its batch, its condition, the source and the destination of its task.
fn monitor(house: &House, more: &str, condition: &str, from: &str, to: &str) -> String {
    let out = house.path("out");
    format!(
        r#"<monitor:monitor version="6.00" xmlns:monitor="http://www.ibm.com/xmlns/wmqfte/7.0.1/MonitorDefinition" {more}
        <agent>NORTH</agent><resources><directory recursionLevel="1">{}</directory></resources>
        <triggerMatch><conditions><allOf><condition>{condition}</condition></allOf></conditions></triggerMatch>{}
        <originator><hostName>desk</hostName><userID>ann</userID></originator></monitor:monitor>"#,
        out.display(),
        task(from, to)
    )
}

fn task(from: &str, to: &str) -> String {
    format!(
        r#"<tasks><task><name/><transfer><request version="6.00"><managedTransfer>
        <originator><hostName>desk</hostName><userID>ann</userID></originator>
        <sourceAgent agent="NORTH" QMgr="QM1"/><destinationAgent agent="SOUTH" QMgr="QM1"/><transferSet priority="0">
        <item mode="binary" checksumMethod="MD5"><source type="file" disposition="leave"><file>{from}</file></source>
        <destination type="file" exist="overwrite"><file>{to}</file></destination></item></transferSet></managedTransfer></request></transfer></task></tasks>"#
    )
}

const NAMED: &str = r#"><name>M</name><pollInterval units="seconds">5</pollInterval>"#;
const MATCH: &str =
    r#"<fileMatch><pattern type="wildcard">*.csv</pattern><exclude>tmp*</exclude></fileMatch>"#;

fn order(what: &str) -> String {
    format!(
        r#"<monitor:{what} version="6.00" xmlns:monitor="http://www.ibm.com/xmlns/wmqfte/7.0.1/MonitorDefinition"><name>M</name>
        <originator><hostName>desk</hostName><userID>bob</userID></originator></monitor:{what}>"#
    )
}

impl House {
    fn found(&self) -> usize {
        let lines = self.told.iter().filter(|line| line.contains("BFGDM9523I"));
        let ids: BTreeSet<_> = lines.filter_map(|line| line.rsplit(' ').next()).collect();
        ids.len()
    }

    fn said(&self, what: &str) -> usize {
        self.told.iter().filter(|line| line.contains(what)).count()
    }

    fn for_seconds(&mut self, agents: &mut [OneAgent], seconds: u64) {
        let until_ms = self.now_ms + seconds * SECOND_MS;
        while self.now_ms < until_ms {
            self.turn(agents).expect("a turn");
        }
    }

    fn add(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a directory")).expect("made");
        fs::write(path, bytes).expect("written");
    }

    fn in_file(&self, name: &str) -> String {
        self.path(&format!("in/{name}"))
            .to_str()
            .expect("UTF-8")
            .to_owned()
    }

    fn events(&mut self) -> usize {
        let mut session = self.connect();
        let (text, _) = session
            .command("DISPLAY QLOCAL(SYSTEM.FTE.EVENT.NORTH) CURDEPTH")
            .expect("displayed");
        let depth = text
            .split("CURDEPTH(")
            .nth(1)
            .and_then(|rest| rest.split(')').next());
        depth.and_then(|depth| depth.parse().ok()).expect("a depth")
    }
}

#[test]
fn files_are_found_when_they_are_new_or_have_changed_and_not_again_after_a_restart() {
    let mut house = House::new("monitor-match");
    let mut agents = vec![house.agent("NORTH"), house.agent("SOUTH")];
    let to = house.in_file("${FileName{token=1}{separator=.}}-${FileSize}");
    let asked = monitor(&house, NAMED, MATCH, "${FilePath}", &to);
    for name in [
        "out/a.csv",
        "out/below/b.csv",
        "out/below/deep/c.csv",
        "out/tmp.csv",
        "out/d.txt",
    ] {
        house.add(name, b"12345");
    }
    house.ask(&asked);
    house.for_seconds(&mut agents, 3);
    assert_eq!(house.found(), 2, "{:#?}", house.told);
    let mut names: Vec<_> = fs::read_dir(house.path("in"))
        .expect("listed")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["a-5", "b-5"]);
    // Nothing new; then one that has changed and one that is new.
    house.for_seconds(&mut agents, 20);
    assert_eq!(house.found(), 2, "{:#?}", house.told);
    house.add("out/a.csv", b"123456");
    house.add("out/e & <f>.csv", b"");
    house.for_seconds(&mut agents, 7);
    assert_eq!(house.found(), 4, "{:#?}", house.told);
    assert!(house.path("in/a-6").exists() && house.path("in/e & <f>-0").exists());
    // It is remembered over a restart; the clock is set back meanwhile.
    drop(agents);
    house.now_ms -= 3_600 * SECOND_MS;
    agents = vec![house.agent("NORTH"), house.agent("SOUTH")];
    house.for_seconds(&mut agents, 20);
    assert_eq!(house.found(), 4, "{:#?}", house.told);
    // One that goes and comes again is new.
    fs::rename(house.path("out/a.csv"), house.path("a.csv")).expect("moved");
    house.for_seconds(&mut agents, 7);
    fs::rename(house.path("a.csv"), house.path("out/a.csv")).expect("moved");
    house.for_seconds(&mut agents, 7);
    assert_eq!(house.found(), 5, "{:#?}", house.told);
    // A monitor that is stopped looks no more, not after a restart either.
    house.ask(&order("stopMonitor"));
    house.for_seconds(&mut agents, 1);
    house.add("out/g.csv", b"");
    drop(agents);
    agents = vec![house.agent("NORTH"), house.agent("SOUTH")];
    house.for_seconds(&mut agents, 20);
    assert_eq!(house.found(), 5, "{:#?}", house.told);
    house.ask(&order("startMonitor"));
    house.for_seconds(&mut agents, 2);
    assert_eq!(house.found(), 6, "{:#?}", house.told);
    // It forgets when it is told to, and is gone when it is deleted, with everything that was kept of it.
    house.ask(&order("clearMonitorHistory"));
    house.for_seconds(&mut agents, 7);
    assert_eq!(house.found(), 10, "{:#?}", house.told);
    house.ask(&order("deleteMonitor"));
    house.for_seconds(&mut agents, 1);
    house.add("out/h.csv", b"");
    house.for_seconds(&mut agents, 7);
    assert_eq!(
        (house.found(), house.events()),
        (10, 0),
        "{:#?}",
        house.told
    );
    house.ask(&order("deleteMonitor"));
    house.for_seconds(&mut agents, 1);
    assert_eq!(house.said("code 104"), 1, "{:#?}", house.told);
}

#[test]
fn what_is_found_is_taken_in_batches_and_a_full_history_is_written_anew() {
    const FILES: usize = 4_300;
    let mut house = House::new("monitor-batch");
    let mut agents = vec![house.agent("NORTH"), house.agent("SOUTH")];
    for n in 0..FILES {
        house.add(&format!("out/{n}.csv"), &[]);
    }
    let to = house.in_file("${FileName}");
    // A request with all of them would be longer than requests may be.
    let named = format!(r#"{NAMED}<batch maxSize="4300"/>"#);
    let asked = monitor(&house, &named, MATCH, "${FilePath}", &to);
    house.ask(&asked);
    house.for_seconds(&mut agents, 60);
    assert_eq!(house.found(), 2, "{:#?}", house.told);
    assert_eq!(
        fs::read_dir(house.path("in")).expect("listed").count(),
        FILES
    );
    // The monitor and a chunk of everything.
    assert_eq!(house.events(), 2, "{:#?}", house.told);
    drop(agents);
    agents = vec![house.agent("NORTH"), house.agent("SOUTH")];
    house.for_seconds(&mut agents, 20);
    assert_eq!(house.found(), 2, "{:#?}", house.told);
    // Half of it goes: that is kept as changes.
    for n in 0..FILES / 2 {
        fs::remove_file(house.path(&format!("out/{n}.csv"))).expect("removed");
    }
    house.for_seconds(&mut agents, 7);
    assert_eq!(house.events(), 3);
    drop(agents);
    agents = vec![house.agent("NORTH"), house.agent("SOUTH")];
    house.add("out/1.csv", &[]);
    house.add("out/4000.csv", b"changed");
    house.for_seconds(&mut agents, 7);
    assert_eq!(house.found(), 3, "{:#?}", house.told);
}

#[test]
fn sizes_lists_and_absent_files_are_conditions_too() {
    let mut house = House::new("monitor-conditions");
    let mut agents = vec![house.agent("NORTH"), house.agent("SOUTH")];
    let to = house.in_file("${FileName}");
    let same = r#"<fileSizeSame polls="2"><pattern>*.csv</pattern></fileSizeSame>"#;
    house.ask(&monitor(&house, NAMED, same, "${FilePath}", &to));
    for length in 1..4 {
        house.add("out/grows.csv", &vec![1; length]);
        house.for_seconds(&mut agents, 5);
    }
    assert_eq!(house.found(), 0, "{:#?}", house.told);
    house.for_seconds(&mut agents, 12);
    assert_eq!(house.found(), 1, "{:#?}", house.told);
    house.ask(&order("deleteMonitor"));
    // A file that lists what is to be transferred.
    house.add("src/1", b"one");
    house.add("src/2", b"two");
    let list = [1, 2].map(|n| {
        let from = house.path(&format!("src/{n}"));
        format!(
            "{} -> {}\n",
            from.display(),
            house.in_file(&format!("listed-{n}"))
        )
    });
    house.add("out/list.csv", list.concat().as_bytes());
    let contents =
        "<triggerContents><regex>(\\S+) -&gt; (\\S+)</regex></triggerContents></monitor:monitor>";
    let asked = monitor(
        &house,
        NAMED,
        MATCH,
        "${contentSource}",
        "${contentDestination}",
    );
    house.ask(&asked.replace("</monitor:monitor>", contents));
    house.for_seconds(&mut agents, 8);
    let read = |name: &str| fs::read_to_string(house.path(&format!("in/{name}"))).expect("there");
    assert_eq!([read("listed-1"), read("listed-2")], ["one", "two"]);
    // The other file lists nothing: that is told once.
    assert_eq!(house.said("BFGDM9524W"), 1, "{:#?}", house.told);
    house.ask(&order("deleteMonitor"));
    // A file of at least so many bytes, and none at all.
    let size = r#"<fileSize><compare operator="&gt;=" units="B">5</compare><pattern type="regex">s\d</pattern></fileSize>"#;
    house.ask(&monitor(&house, NAMED, size, "${FilePath}", &to));
    house.add("out/s1", b"1234");
    house.add("out/s2", b"12345");
    house.for_seconds(&mut agents, 6);
    assert!(!house.path("in/s1").exists() && house.path("in/s2").exists());
    house.ask(&order("deleteMonitor"));
    let none = "<fileNoMatch><pattern>*.lock</pattern></fileNoMatch>";
    let from = house.path("src/1").to_str().expect("UTF-8").to_owned();
    house.add("out/a.lock", b"");
    house.ask(&monitor(
        &house,
        NAMED,
        none,
        &from,
        &house.in_file("unlocked"),
    ));
    house.for_seconds(&mut agents, 6);
    assert!(!house.path("in/unlocked").exists());
    fs::remove_file(house.path("out/a.lock")).expect("removed");
    house.for_seconds(&mut agents, 6);
    assert!(house.path("in/unlocked").exists(), "{:#?}", house.told);
}

#[test]
fn messages_and_complete_groups_of_a_queue_are_found() {
    let mut house = House::new("monitor-queue");
    let mut agents = vec![house.agent("NORTH"), house.agent("SOUTH")];
    house
        .connect()
        .command("DEFINE QLOCAL(PARTS)")
        .expect("defined");
    house.add("src/1", b"one");
    let from = house.path("src/1").to_str().expect("UTF-8").to_owned();
    let watch = |house: &House, condition: &str, to: &str| {
        let asked = monitor(house, NAMED, condition, &from, to);
        let (before, rest) = asked.split_once("<resources>").expect("resources");
        let (_, after) = rest.split_once("</resources>").expect("resources");
        format!("{before}<resources><queue>PARTS</queue></resources>{after}")
    };
    let to = house.in_file("${MessageId}.${QueueName}.${kind}");
    let defaults = r#"<defaultVariables><variable key="kind">none</variable></defaultVariables></monitor:monitor>"#;
    let asked = watch(&house, "<queueNotEmpty/>", &to).replace("</monitor:monitor>", defaults);
    house.ask(&asked);
    house.for_seconds(&mut agents, 12);
    assert_eq!(house.found(), 0, "{:#?}", house.told);
    let queue = ObjectDescriptor::queue("PARTS");
    let put = |house: &mut House, group: Option<(u8, i32, bool)>| {
        let mut descriptor = MsgDescriptor::default();
        if let Some((group, sequence, is_last)) = group {
            descriptor.version = mq::MQMD_VERSION_2;
            descriptor.group_id = [group; 24];
            descriptor.msg_seq_number = sequence;
            descriptor.msg_flags = match is_last {
                true => mq::MQMF_LAST_MSG_IN_GROUP,
                false => mq::MQMF_MSG_IN_GROUP,
            };
        }
        let mut session = house.connect();
        session
            .put1(&queue, &mut descriptor, &mut PutOptions::default(), "data")
            .expect("put");
    };
    put(&mut house, None);
    house.for_seconds(&mut agents, 6);
    assert_eq!(house.found(), 1, "{:#?}", house.told);
    let arrived = fs::read_dir(house.path("in")).expect("listed").next();
    let arrived = arrived.expect("one").expect("an entry").file_name();
    let arrived = arrived.to_str().expect("UTF-8");
    assert!(
        arrived.len() == 48 + 11 && arrived.ends_with(".PARTS.none"),
        "{arrived}"
    );
    house.ask(&order("deleteMonitor"));
    house
        .connect()
        .command("CLEAR QLOCAL(PARTS)")
        .expect("cleared");
    let to = house.in_file("${GroupId}");
    house.ask(&watch(&house, "<completeGroups/>", &to));
    put(&mut house, Some((0xAB, 1, false)));
    put(&mut house, Some((0xCD, 1, false)));
    put(&mut house, Some((0xCD, 2, true)));
    house.for_seconds(&mut agents, 4);
    assert_eq!(house.found(), 2, "{:#?}", house.told);
    assert!(house.path(&format!("in/{}", "cd".repeat(24))).exists());
    put(&mut house, Some((0xAB, 2, true)));
    house.for_seconds(&mut agents, 4);
    assert!(
        house.path(&format!("in/{}", "ab".repeat(24))).exists(),
        "{:#?}",
        house.told
    );
}

#[test]
fn what_cannot_be_watched_is_refused_with_its_code() {
    let mut house = House::new("monitor-refused");
    let mut agents = vec![house.agent("NORTH"), house.agent("SOUTH")];
    let good = monitor(&house, NAMED, MATCH, "${FilePath}", "/in/x");
    let (before, _) = good.split_once("<resources>").expect("resources");
    let of_queue = format!(
        "{}<resources><queue>NONE</queue></resources><triggerMatch><conditions><queueNotEmpty/></conditions></triggerMatch>{}
        <originator><userID>ann</userID></originator></monitor:monitor>",
        before.replace("<name>M", "<name>N"),
        task("/a", "/b")
    );
    house.ask(&good);
    house.for_seconds(&mut agents, 1);
    for (asked, code) in [
        (good.clone(), 105),
        (good.replace("<name>M</name>", "<name>a/b</name>"), 43),
        (good.replace("<agent>NORTH", "<agent>EAST"), 4),
        (
            good.replace("<name>M</name>", "<name>N</name>")
                .replace("/out<", "/nowhere<"),
            101,
        ),
        (
            good.replace("<name>M</name>", "<name>N</name>")
                .replace("wildcard\">*", "regex\">("),
            102,
        ),
        (
            good.replace("<name>M</name>", "<name>N</name>")
                .replace("FilePath", "NoSuch"),
            110,
        ),
        (
            good.replace("<name>M</name>", "<name>N</name>")
                .replace("${FilePath}", "${"),
            100,
        ),
        (
            good.replace("<name>M</name>", "<name>N</name>")
                .replace("sourceAgent agent=\"NORTH\"", "sourceAgent agent=\"EAST\""),
            111,
        ),
        (
            good.replace("<name>M</name>", "<name>N</name>").replace(
                "agent=\"NORTH\" QMgr=\"QM1\"",
                "agent=\"NORTH\" QMgr=\"QM2\"",
            ),
            112,
        ),
        (
            good.replace("<name>M</name>", "<name>N</name>").replacen(
                "</tasks>",
                &format!(
                    "{}</tasks>",
                    task("/a", "/b")
                        .trim_start_matches("<tasks>")
                        .trim_end_matches("</tasks>")
                ),
                1,
            ),
            103,
        ),
        (order("startMonitor").replace("<name>M", "<name>N"), 104),
        (of_queue.clone(), 116),
    ] {
        let told = format!("is refused with code {code}.");
        let before = house.said(&told);
        house.ask(&asked);
        house.for_seconds(&mut agents, 1);
        assert_eq!(house.said(&told), before + 1, "{code}: {:#?}", house.told);
    }
    drop(agents);
    house.change = |settings| settings.queues_may_be_ends = false;
    agents = vec![house.agent("NORTH"), house.agent("SOUTH")];
    house.ask(&of_queue);
    house.for_seconds(&mut agents, 1);
    assert_eq!(
        house.said("is refused with code 120."),
        1,
        "{:#?}",
        house.told
    );
    // A directory that goes away is told once, and looked at when it is there again.
    fs::rename(house.path("out"), house.path("away")).expect("moved");
    let before = house.said("BFGDM9520W");
    house.for_seconds(&mut agents, 20);
    assert_eq!(house.said("BFGDM9520W"), before + 1, "{:#?}", house.told);
    house.add("away/new.csv", b"");
    fs::rename(house.path("away"), house.path("out")).expect("moved");
    house.for_seconds(&mut agents, 6);
    assert_eq!(house.found(), 1, "{:#?}", house.told);
}

#[test]
fn agents_that_are_killed_at_any_call_transfer_what_is_found_once() {
    const FILES: usize = 12;
    for seed in 0..SEEDS {
        let mut house = House::new(&format!("monitor-kills-{seed}"));
        let mut random = SplitMix64::new(seed);
        let to = house.in_file("${FileName}");
        let asked = monitor(&house, NAMED, MATCH, "${FilePath}", &to);
        house.ask(&asked);
        let end_ms = house.now_ms + 400 * SECOND_MS;
        let mut lives = Lives::new(100, 20);
        let mut added = 0;
        for _ in 0..TURNS_MAX {
            if added < FILES && random.below(40) == 0 {
                let name = format!("{added}.csv");
                // It is there at once, as it should be.
                house.add(&name, &content(2_000, added as u64));
                fs::rename(house.path(&name), house.path(&format!("out/{name}"))).expect("moved");
                added += 1;
            }
            lives.turn(&mut house, &mut random);
            if house.now_ms > end_ms && added == FILES {
                break;
            }
        }
        let told = house.told.join("\n");
        let ended: BTreeSet<_> = house
            .told
            .iter()
            .filter(|line| line.contains("with code 0"))
            .filter_map(|line| line.split("Transfer ").nth(1)?.get(..48))
            .collect();
        assert_eq!((added, ended.len()), (FILES, FILES), "seed {seed}:\n{told}");
        for n in 0..FILES {
            let arrived = fs::read(house.path(&format!("in/{n}.csv"))).expect("there");
            assert!(arrived == content(2_000, n as u64), "seed {seed}: {n}");
        }
    }
}

#[test]
fn what_the_system_tells_of_is_found_before_the_next_poll_and_not_again_by_it() {
    let mut house = House::new("monitor-hints");
    house.change = |settings| settings.monitor_hints = true;
    let mut agents = vec![house.agent("NORTH"), house.agent("SOUTH")];
    let to = house.in_file("${FileName}");
    let hourly = NAMED.replace(r#"units="seconds">5<"#, r#"units="hours">1<"#);
    house.ask(&monitor(&house, &hourly, MATCH, "${FilePath}", &to));
    house.for_seconds(&mut agents, 2);
    // One that is still written is not taken; one that is whole is, and one that is moved there.
    let mut written = fs::File::create(house.path("out/written.csv")).expect("made");
    house.add("out/whole.csv", b"alpha");
    house.add("elsewhere/moved.csv", b"beta");
    fs::rename(
        house.path("elsewhere/moved.csv"),
        house.path("out/moved.csv"),
    )
    .expect("moved");
    house.add("out/other.txt", b"");
    house.for_seconds(&mut agents, 3);
    assert_eq!(house.found(), 2, "{:#?}", house.told);
    std::io::Write::write_all(&mut written, b"gamma").expect("written");
    drop(written);
    house.for_seconds(&mut agents, 3);
    assert_eq!(house.found(), 3, "{:#?}", house.told);
    assert_eq!(
        fs::read(house.path("in/written.csv")).expect("there"),
        b"gamma"
    );
    house.for_seconds(&mut agents, 3_700);
    assert_eq!(house.found(), 3, "{:#?}", house.told);
}
