//! What hostile requests get: a refusal in the audit, and nothing touched.

use super::{House, OneAgent, item, request, settings};
use crate::transfer::fuse::{Fuse, FusedFiles, FusedRoad};
use ferromq::{GetOptions, MsgDescriptor, mq};
use ferromq_mqi::session::Session;
use ferromq_transfer::access::UserSandboxes;
use ferromq_transfer::agent::{Agent, AgentSettings, Sandboxes};
use std::fs;
use std::os::unix::fs::symlink;

fn real(path: &str) -> String {
    let real = fs::canonicalize(path);
    real.map_or(path.to_owned(), |real| real.to_string_lossy().into_owned())
}

impl House {
    pub(super) fn agent_of(&mut self, settings: AgentSettings) -> OneAgent {
        let road = FusedRoad::new(self.connect(), &Fuse::default());
        let told = &mut self.told;
        let mut log = |line: &str| told.push(line.to_owned());
        let files = FusedFiles::new(&Fuse::default());
        let session = Session::new(road);
        Agent::start(session, files, settings, self.now_ms, &mut log).expect("started")
    }

    /// With the queue of the audit.
    pub(super) fn with_audit(name: &str) -> Self {
        let mut house = Self::new(name);
        let mut session = house.connect();
        session
            .command("DEFINE QLOCAL(SYSTEM.FTE) REPLACE")
            .expect("defined");
        for directory in ["in", "out", "secret"] {
            fs::create_dir_all(house.path(directory)).expect("made");
        }
        fs::write(house.path("secret/key"), "secret").expect("written");
        fs::write(house.path("out/a"), "a").expect("written");
        house
    }

    /// What was published of the audit since.
    pub(super) fn audit_text(&mut self) -> String {
        let mut session = self.connect();
        let queue = session
            .open("SYSTEM.FTE", mq::MQOO_INPUT_SHARED)
            .expect("opened");
        let options = GetOptions {
            options: mq::MQGMO_NO_WAIT | mq::MQGMO_NO_SYNCPOINT,
            ..GetOptions::default()
        };
        let mut told = String::new();
        while let Ok(got) = session.get(queue, &MsgDescriptor::default(), &options, 1 << 20) {
            let text = String::from_utf8_lossy(&got.body).into_owned();
            if text.contains("<Topic>Log/") {
                told.push_str(&text);
                told.push('\n');
            }
        }
        told
    }

    /// A sandbox of directories for an agent.
    fn sandboxed(&self, agent: &str, directory: &str) -> AgentSettings {
        let root = self.path(directory);
        let root = root.to_str().expect("UTF-8");
        let denied = format!("{root}:!{root}/denied");
        AgentSettings {
            sandboxes: Sandboxes::new(Some(&denied), None, None, real).expect("valid"),
            ..settings(agent)
        }
    }

    fn names(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut left = vec![self.path("")];
        while let Some(directory) = left.pop() {
            for entry in fs::read_dir(directory).expect("listed").flatten() {
                if entry.file_type().expect("known").is_dir() {
                    left.push(entry.path());
                }
                found.push(entry.path().to_string_lossy().into_owned());
            }
        }
        found.sort();
        found
    }
}

#[test]
fn a_destination_writes_nothing_outside_of_its_sandbox() {
    let mut house = House::with_audit("sandbox-destination");
    symlink(house.path("secret"), house.path("in/link")).expect("linked");
    fs::create_dir_all(house.path("in/denied")).expect("made");
    let mut agents = [
        house.agent("NORTH"),
        house.agent_of(house.sandboxed("SOUTH", "in")),
    ];
    let before = house.names();
    for to in [
        "secret/new",
        "secret/key",
        "in/link/new",
        "in/link/key",
        "in/../secret/key",
        "in/none/../../secret/new",
        "in/denied/new",
        "in/denied/deep/new",
        "inn",
    ] {
        let id = house.ask(&request(&item(&house, "out/a", to, "overwrite delete")));
        let ended = house.until_ended(&mut agents, &id);
        assert!(ended.contains("code 40"), "{to}: {ended}");
        let audit = house.audit_text();
        let refused = audit.contains("BFGIO9003E") && audit.contains("resultCode=\"40\"");
        assert!(refused, "{to}: {audit}");
        assert_eq!(house.names(), before, "{to}");
        let key = fs::read_to_string(house.path("secret/key"));
        assert_eq!(key.expect("there"), "secret", "{to}");
    }
    let id = house.ask(&request(&item(&house, "out/a", "in/deep/down/a", "delete")));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 0"), "{ended}");
    assert!(house.path("in/deep/down/a").exists() && !house.path("out/a").exists());
    assert!(house.is_all_forgotten());
}

#[test]
fn a_source_reads_removes_and_lists_nothing_outside_of_its_sandbox() {
    let mut house = House::with_audit("sandbox-source");
    symlink(house.path("secret"), house.path("out/link")).expect("linked");
    symlink(house.path("secret/key"), house.path("out/key")).expect("linked");
    let mut agents = [
        house.agent_of(house.sandboxed("NORTH", "out")),
        house.agent("SOUTH"),
    ];
    for from in [
        "secret/key",
        "secret/nothing",
        "secret/*",
        "out/link/key",
        "out/link/*",
        "out/key",
        "out/../secret/key",
    ] {
        let id = house.ask(&request(&item(&house, from, "in/x", "delete")));
        let ended = house.until_ended(&mut agents, &id);
        assert!(ended.contains("code 40"), "{from}: {ended}");
        let audit = house.audit_text();
        assert!(audit.contains("BFGIO9003E"), "{from}: {audit}");
        assert!(house.path("secret/key").exists(), "{from}");
        assert!(!house.path("in/x").exists(), "{from}");
    }
    // Of a directory what is within goes, and nothing else.
    let id = house.ask(&request(&item(&house, "out", "in", "directory delete")));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 0"), "{ended}");
    let arrived = fs::read_dir(house.path("in")).expect("listed").count();
    assert!(arrived == 1 && house.path("in/a").exists());
    assert!(house.path("secret/key").exists());
}

/// From what is not sent one can tell what is there.
#[test]
fn who_may_write_and_not_read_is_told_nothing_of_what_is_there() {
    let mut house = House::with_audit("sandbox-update");
    let own = house.own_user();
    let files = house.path("");
    let files = real(files.to_str().expect("UTF-8"));
    let rules = |read: &str| {
        let xml = format!(
            r#"<tns:userSandboxes xmlns:tns="http://wmqfte.ibm.com/UserSandboxes"><tns:agent><tns:sandbox user="{own}">
            <tns:read><tns:include name="{read}"/></tns:read><tns:write><tns:include name="{files}/in/**"/></tns:write>
            </tns:sandbox></tns:agent></tns:userSandboxes>"#
        );
        let users = UserSandboxes::parse(xml.as_bytes()).expect("valid");
        Sandboxes::new(None, None, Some(&users), real).expect("valid")
    };
    let bytes = super::content(100_000, 1);
    fs::write(house.path("out/1"), &bytes).expect("written");
    let none = format!("{files}/secret/**");
    let some = format!("{files}/in/**");
    for (read, held) in [(none, 0), (some, 100_000)] {
        fs::write(house.path("in/1"), &bytes).expect("written");
        let south = AgentSettings {
            sandboxes: rules(&read),
            ..settings("SOUTH")
        };
        let mut agents = [house.agent("NORTH"), house.agent_of(south)];
        let item = item(&house, "out/1", "in/1", "");
        let item = item.replace(r#"exist="error""#, r#"exist="update""#);
        let id = house.ask(&request(&item));
        let ended = house.until_ended(&mut agents, &id);
        assert!(ended.contains("code 0"), "{ended}");
        assert_eq!(house.held(), held);
    }
}

#[test]
fn what_users_get_at_is_what_their_rules_say() {
    let mut house = House::with_audit("sandbox-users");
    let own = house.own_user();
    let rules = |user: &str, read: &str, write: &str| {
        let xml = format!(
            r#"<tns:userSandboxes xmlns:tns="http://wmqfte.ibm.com/UserSandboxes"><tns:agent><tns:sandbox user="{user}">
            <tns:read><tns:include name="{read}"/><tns:exclude name="**/*.key"/></tns:read><tns:write><tns:include name="{write}"/></tns:write>
            </tns:sandbox></tns:agent></tns:userSandboxes>"#
        );
        let users = UserSandboxes::parse(xml.as_bytes()).expect("valid");
        Sandboxes::new(None, None, Some(&users), real).expect("valid")
    };
    let files = house.path("");
    let files = real(files.to_str().expect("UTF-8"));
    fs::write(house.path("out/b.key"), "b").expect("written");
    let of = |agent: &str, sandboxes| AgentSettings {
        sandboxes,
        ..settings(agent)
    };
    let (out, into) = (format!("{files}/out/**"), format!("{files}/in/**"));
    let mut agents = [
        house.agent_of(of("NORTH", rules(&own, &out, "/nothing"))),
        house.agent_of(of("SOUTH", rules(&own, "/nothing", &into))),
    ];
    for (from, to, code) in [
        ("out/a", "in/1", 0),
        ("out/b.key", "in/2", 40),
        ("secret/key", "in/3", 40),
        ("out/a", "secret/4", 40),
    ] {
        let id = house.ask(&request(&item(&house, from, to, "")));
        let ended = house.until_ended(&mut agents, &id);
        assert!(
            ended.contains(&format!("code {code}")),
            "{from} to {to}: {ended}"
        );
        assert_eq!(house.path(to).exists(), code == 0, "{from} to {to}");
    }
    // Somebody without a rule gets at nothing.
    let [north, south] = agents;
    drop(north);
    let nobody = rules("somebody.else", &out, &into);
    let mut agents = [house.agent_of(of("NORTH", nobody)), south];
    let id = house.ask(&request(&item(&house, "out/a", "in/5", "")));
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 40") && !house.path("in/5").exists());
}

#[test]
fn requests_that_are_no_requests_are_refused_in_the_audit() {
    let mut house = House::with_audit("hostile-requests");
    let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
    let good = request(&item(&house, "out/a", "in/a", ""));
    let bomb = format!(
        "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;\"><!ENTITY c SYSTEM \"file:///etc/passwd\">]>{}",
        good.replace("desk", "&c;")
            .replace("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "")
    );
    let attributes: String = (0..100_000).map(|n| format!(" a{n}=\"x\"")).collect();
    let deep = "<a>".repeat(100_000);
    let before = house.names();
    for (what, text) in [
        ("an entity bomb", bomb),
        (
            "many attributes",
            good.replace("<transferSet", &format!("<transferSet{attributes}")),
        ),
        (
            "many levels",
            good.replace("<originator>", &format!("{deep}<originator>")),
        ),
        ("half of it", good[..good.len() / 2].to_owned()),
        ("nothing", String::new()),
        ("no XML", "\u{0}\u{1}not XML at all".to_owned()),
        (
            "another document",
            "<monitorList version=\"6.00\"/>".to_owned(),
        ),
        (
            "a number too large",
            good.replace("priority=\"0\"", "priority=\"99999999999\""),
        ),
        ("a newer version", good.replace("6.00", "99.00")),
    ] {
        let id = house.ask(&text);
        for _ in 0..10 {
            house.turn(&mut agents).expect("the agent goes on");
        }
        let refused = format!("Request {id} is refused with code 43");
        let told = house.told.join("\n");
        assert!(told.contains(&refused), "{what}: {told}");
        let audit = house.audit_text();
        let is_told = audit.contains(&id) && audit.contains(">malformed</action>");
        assert!(is_told, "{what}: {audit}");
        assert_eq!(house.names(), before, "{what}");
    }
    let id = house.ask(&good);
    let ended = house.until_ended(&mut agents, &id);
    assert!(ended.contains("code 0"), "{ended}");
}

impl House {
    /// The user messages of this test have.
    pub(super) fn own_user(&mut self) -> String {
        let mut session = self.connect();
        let mut descriptor = MsgDescriptor::default();
        let queue = ferromq::ObjectDescriptor::queue("SYSTEM.FTE");
        session
            .put1(
                &queue,
                &mut descriptor,
                &mut ferromq::PutOptions::default(),
                "",
            )
            .expect("put");
        let user = String::from_utf8_lossy(&descriptor.user_identifier).into_owned();
        user.trim_end().to_owned()
    }
}
