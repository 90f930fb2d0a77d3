//! Two instances of one agent, as on two machines: one works, the other waits and takes over.

use crate::support::{CommandOutput, Room};
use std::fs::{self, File};
use std::io::Write as _;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// Longer than anything here takes.
const LONG: Duration = Duration::from_secs(120);

/// An instance of NORTH, with directories of its own as on a machine of its own.
struct Instance {
    name: &'static str,
    child: Option<Child>,
}

struct Machines {
    room: Room,
    instances: [Instance; 2],
    south: Option<Child>,
}

impl Machines {
    fn new() -> Self {
        let room = Room::new();
        room.start("QM1", &[]);
        let instances = ["first", "second"].map(|name| Instance { name, child: None });
        let all = Self {
            room,
            instances,
            south: None,
        };
        for at in [0, 1] {
            let words = ["fteSetupCoordination", "-coordinationQMgr", "QM1"];
            all.done(at, &words);
        }
        let script = all.room.path().join("first/mqft/config/QM1/QM1.mqsc");
        let script = fs::read_to_string(script).expect("the script is there");
        let said = all.room.run_with(&["runmqsc", "QM1"], &script);
        assert_eq!(said.code, 0, "{said:?}");
        let agent = |name| ["fteCreateAgent", "-agentName", name, "-agentQMgr", "QM1"];
        all.done(0, &[&agent("NORTH")[..], &["-x", "-define"]].concat());
        let printed = all.done(1, &[&agent("NORTH")[..], &["-x"]].concat());
        assert!(printed.contains("SYSTEM.FTE.HA.NORTH"), "{printed}");
        all.done(0, &[&agent("SOUTH")[..], &["-define"]].concat());
        for name in ["first", "second"] {
            let path = format!("{name}/mqft/config/QM1/agents/NORTH/agent.properties");
            let file = File::options()
                .append(true)
                .open(all.room.path().join(path));
            let more =
                "standbyPollInterval=1\nagentStatusPublishRateLimit=1\nagentQMgrRetryInterval=1\n";
            (file.expect("it is there").write_all(more.as_bytes())).expect("written");
        }
        all
    }

    fn command(&self, at: usize, words: &[&str]) -> std::process::Command {
        let mut command = self.room.command(words);
        let data = self.room.path().join(self.instances[at].name);
        fs::create_dir_all(&data).expect("made");
        command.env("BFG_DATA", data);
        command.stdin(Stdio::null());
        command
    }

    fn run(&self, at: usize, words: &[&str]) -> CommandOutput {
        let output = self.command(at, words).output().expect("it starts");
        CommandOutput {
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
            code: output.status.code().unwrap_or(-1),
        }
    }

    fn done(&self, at: usize, words: &[&str]) -> String {
        let said = self.run(at, words);
        assert_eq!(said.code, 0, "{words:?}: {said:?}");
        said.out
    }

    fn begin(&self, at: usize, agent: &str) -> Child {
        let mut command = self.command(at, &["fteStartAgent", "-F", agent]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().expect("started")
    }

    fn start(&mut self, at: usize) {
        let child = self.begin(at, "NORTH");
        self.instances[at].child = Some(child);
    }

    fn kill(&mut self, at: usize) {
        let mut child = self.instances[at].child.take().expect("it runs");
        child.kill().expect("killed");
        child.wait().expect("ended");
    }

    fn log(&self, at: usize) -> String {
        let name = self.instances[at].name;
        let path = format!("{name}/mqft/logs/QM1/agents/NORTH/logs/output0.log");
        fs::read_to_string(self.room.path().join(path)).unwrap_or_default()
    }

    /// How often an instance has said that.
    fn times(&self, at: usize, number: &str) -> usize {
        self.log(at).matches(number).count()
    }

    fn until(&self, what: &str, is_so: impl Fn() -> bool) {
        let began = Instant::now();
        while !is_so() {
            let logs = [self.log(0), self.log(1)].join("\n---\n");
            assert!(began.elapsed() < LONG, "{what}:\n{logs}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn transfer(&self, name: &str) {
        let text = format!("content of {name}");
        let path = |file: String| self.room.path().join(file);
        fs::write(path(format!("{name}.src")), &text).expect("written");
        let to = path(format!("{name}.dst"));
        let words = "fteCreateTransfer -sa NORTH -sm QM1 -da SOUTH -dm QM1 -w 100 -df";
        let (from, to_text) = (path(format!("{name}.src")), to.display().to_string());
        let from = from.display().to_string();
        let words: Vec<&str> = words.split(' ').chain([&to_text[..], &from[..]]).collect();
        self.done(0, &words);
        assert_eq!(fs::read_to_string(to).expect("it is there"), text);
    }
}

impl Drop for Machines {
    fn drop(&mut self) {
        let instances = self.instances.iter_mut().map(|one| &mut one.child);
        for child in instances.chain([&mut self.south]).flatten() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

#[test]
fn an_instance_that_waits_takes_over_when_the_one_that_works_is_killed_or_stopped() {
    let mut all = Machines::new();
    all.south = Some(all.begin(0, "SOUTH"));
    all.start(0);
    all.until("the first works", || all.times(0, "BFGAG9502I") == 1);
    all.start(1);
    all.until("the second waits", || all.times(1, "BFGAG9534I") == 1);
    all.until("the first tells of it", || {
        let shown = all.run(0, &["fteShowAgentDetails", "NORTH"]).out;
        shown.contains("Agent Standby Instances:") && !shown.contains("No standby instance")
    });
    assert_eq!(all.times(1, "BFGAG9502I"), 0, "it only waits");
    all.transfer("before");
    all.kill(0);
    all.until("the second takes over", || all.times(1, "BFGAG9535I") == 1);
    all.until("the second works", || all.times(1, "BFGAG9502I") == 1);
    all.transfer("after-kill");
    // The first comes back, and waits.
    all.start(0);
    all.until("the first waits", || all.times(0, "BFGAG9534I") == 1);
    all.done(1, &["fteStopAgent", "-i", "NORTH"]);
    all.until("the first takes over", || all.times(0, "BFGAG9502I") == 2);
    all.transfer("after-stop");
    // Wherever it runs, it can be asked.
    let said = all.done(1, &["fteStopAgent", "-m", "QM1", "NORTH"]);
    assert!(said.contains("BFGCL0553I"), "{said}");
    let mut first = all.instances[0].child.take().expect("it ran");
    assert!(first.wait().expect("it has ended").success());
}
