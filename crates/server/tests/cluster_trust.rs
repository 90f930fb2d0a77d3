//! Clusters of real queue managers whose members are not what they say, and those whose channels have TLS.

use crate::authority::{Folder, ec_key, leaf, pem};
use crate::support::office::{Office, put};
use crate::support::{Scratch, persistent};
use ferromq::{PutOptions, mq};
use ferromq_channel::cluster_correl_id;
use ferromq_cluster::message::{Body, Message, RecordUpdate};
use ferromq_cluster::{Contents, LIFE_MS, Name, RecordKind, State, VERSION_MAX};
use ferromq_mqi::name::FixedText;
use std::time::SystemTime;

/// Members of cluster HOUSE.
struct House<const N: usize> {
    members: [Office; N],
    _scratch: [Scratch; N],
}

const NAMES: [&str; 4] = ["QM1", "QM2", "QM3", "QM4"];

impl<const N: usize> House<N> {
    /// Of which so many are full repositories. `more` is what receivers, and senders, have besides.
    fn of(test: &str, fulls: usize, before: impl Fn(&Office), more: [&str; 2]) -> Self {
        let scratch = std::array::from_fn(|_| Scratch::new(test));
        let members: [Office; N] =
            std::array::from_fn(|at| Office::open(&(&scratch as &[Scratch; N])[at].0, NAMES[at]));
        let ports = members.each_ref().map(|member| member.listen(0));
        for (at, member) in members.iter().enumerate() {
            before(member);
            if at < fulls {
                member.commands(&["ALTER QMGR REPOS(HOUSE)"]);
            }
            let first = usize::from(at == 0);
            for (kind, of, more) in [("CLUSRCVR", at, more[0]), ("CLUSSDR", first, more[1])] {
                let (name, port) = (NAMES[of], ports[of]);
                member.commands(&[&format!(
                    "DEFINE CHANNEL(TO.{name}) CHLTYPE({kind}) CLUSTER(HOUSE) SHORTTMR(1) SHORTRTY(999) {more} CONNAME('127.0.0.1({port})')"
                )]);
            }
        }
        Self {
            members,
            _scratch: scratch,
        }
    }

    /// Waits until members show all of this.
    fn show(&self, at: &[usize], command: &str, wanted: &[&str]) {
        for at in at {
            self.members[*at].await_shown(command, |shown| {
                wanted.iter().all(|text| shown.contains(text))
            });
        }
    }

    /// Waits until a member was told this.
    fn hears(&self, at: usize, number: &str, texts: &[&str]) {
        self.members[at].await_shown("DISPLAY QMGR QMNAME", |_| {
            let said = self.members[at].said();
            said.iter().any(|line| {
                line.starts_with(number) && texts.iter().all(|text| line.contains(text))
            })
        });
    }

    fn qmid(&self, at: usize) -> String {
        let shown = self.members[at].shown("DISPLAY QMGR QMID");
        let qmid = shown.split_once("QMID(").expect("an identifier").1;
        qmid.split_once(')').expect("an end").0.to_owned()
    }

    /// A program at a member puts what it likes on the command queue of another.
    fn forge(&self, by: usize, to: usize, update: RecordUpdate) {
        let message = Message {
            cluster: "HOUSE".to_owned(),
            sender: self.qmid(by),
            body: Body::Tell {
                records: vec![update],
                answered: Vec::new(),
                owners: Vec::new(),
            },
        };
        let member = &self.members[by];
        let name = NAMES[to];
        member.commands(&[&format!(
            "DEFINE QREMOTE(FORGED) REPLACE RNAME(SYSTEM.CLUSTER.COMMAND.QUEUE) RQMNAME({name}) XMITQ(SYSTEM.CLUSTER.TRANSMIT.QUEUE)"
        )]);
        let mut app = member.connect();
        let queue = app.open("FORGED", mq::MQOO_OUTPUT).expect("opened");
        let mut descriptor = persistent();
        descriptor.msg_id = cluster_correl_id(&FixedText::truncated(&format!("TO.{name}")));
        descriptor.format = *b"MQPCF   ";
        let put = app.put(
            queue,
            &mut descriptor,
            &mut PutOptions::default(),
            message.encode(),
        );
        put.expect("put");
        app.disconnect().expect("disconnected");
    }

    fn end(self) {
        self.members.into_iter().for_each(Office::end);
    }
}

fn withdrawn(owner: &str, name: &str, version: u64) -> RecordUpdate {
    RecordUpdate {
        owner: owner.into(),
        name: Name::new(RecordKind::Queue, name).expect("a name"),
        version,
        life_ms: LIFE_MS,
        state: State::Withdrawn,
        vouched: true,
        contents: Contents::none(),
    }
}

/// A version newer than what anybody has said.
fn newer() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.expect("it is later").as_millis() as u64 + 60_000
}

#[test]
fn a_member_that_speaks_for_another_is_refused_and_shown_whatever_it_says_it_is() {
    let house = House::<4>::of(
        "cluster-hostile",
        2,
        |member| member.commands(&["ALTER QMGR CHLAUTH(DISABLED)"]),
        ["", ""],
    );
    house.members[3].commands(&["DEFINE QLOCAL(ORDERS) CLUSTER(HOUSE)"]);
    let (owner, liar) = (house.qmid(3), house.qmid(2));
    let shown = "DISPLAY QCLUSTER(ORDERS) CLUSQMGR";
    house.show(&[0, 1], shown, &["CLUSQMGR(QM4)"]);
    // The program of the liar has to know a channel to the second full repository as well.
    house.show(
        &[2],
        "DISPLAY CLUSQMGR(*)",
        &["CLUSQMGR(QM1)", "CLUSQMGR(QM2)"],
    );
    let lie = |rounds: &[usize]| {
        for to in rounds {
            house.forge(2, *to, withdrawn(&owner, "ORDERS", newer()));
            house.hears(*to, "FMQ0262", &[liar.as_str(), owner.as_str(), "HOUSE"]);
        }
        for full in 0..2 {
            let records = house.members[full].shown(shown);
            assert!(records.contains("CLUSQMGR(QM4)"), "{records}");
        }
    };
    lie(&[0, 1]);
    // It says that it is a full repository: nobody has a channel that leads there, and nobody vouches for it.
    house.members[2].commands(&["ALTER QMGR REPOS(HOUSE)"]);
    for full in 0..2 {
        house.hears(full, "FMQ0266", &[liar.as_str(), "HOUSE"]);
    }
    lie(&[0, 1]);
    // What it says of itself with a version nobody can have written.
    house.forge(2, 0, withdrawn(&liar, "MINE", VERSION_MAX));
    house.hears(0, "FMQ0295", &[liar.as_str()]);
    // All others go on as if nothing had been.
    let mut app = house.members[1].connect();
    let queue = app.open("ORDERS", mq::MQOO_OUTPUT).expect("opened");
    put(&mut app, queue, 7);
    app.disconnect().expect("disconnected");
    house.show(&[3], "DISPLAY QLOCAL(ORDERS) CURDEPTH", &["CURDEPTH(1)"]);
    house.end();
}

/// Each member has a certificate of its own name, but the third of that one. All have an SSLPEER that wants `CN=QM*`.
fn with_tls(test: &str, cipher: &str, third: &str) -> (House<3>, Folder) {
    let folder = Folder::new();
    let authority = crate::authority::authority("Authority");
    let before = |member: &Office| {
        let shown = member.shown("DISPLAY QMGR QMNAME");
        let name = shown.split_once("QMNAME(").expect("a name").1;
        let name = name.split_once(')').expect("an end").0;
        let label = format!("ibmwebspheremq{}", name.to_lowercase());
        // One that is not of the house.
        let owner = name.replace("QM3", third);
        let identity = leaf(&owner, ec_key(), &authority);
        let bytes = pem(&[(&label, &identity)], &[&authority.certificate]);
        let path = folder.write(&format!("{name}.pem"), bytes);
        member.commands(&[
            "ALTER QMGR CHLAUTH(DISABLED)",
            &format!("ALTER QMGR SSLKEYR('{}')", path.display()),
            "REFRESH SECURITY TYPE(SSL)",
        ]);
    };
    let more = [
        format!("SSLCIPH({cipher}) SSLCAUTH(REQUIRED) SSLPEER('CN=QM*')"),
        format!("SSLCIPH({cipher}) SSLPEER('CN=QM*')"),
    ];
    let house = House::of(test, 2, before, [&more[0], &more[1]]);
    (house, folder)
}

#[test]
fn members_speak_over_tls_in_both_versions_by_the_channels_that_were_made_as_well() {
    for (cipher, version) in [("ANY_TLS12", "TLSV12"), ("ANY_TLS13", "TLSV13")] {
        let (house, _folder) = with_tls("cluster-tls", cipher, "QM3");
        house.members[2].commands(&["DEFINE QLOCAL(ORDERS) CLUSTER(HOUSE)"]);
        house.show(
            &[0, 1],
            "DISPLAY QCLUSTER(ORDERS) CLUSQMGR",
            &["CLUSQMGR(QM3)"],
        );
        let mut app = house.members[1].connect();
        let queue = app.open("ORDERS", mq::MQOO_OUTPUT).expect("opened");
        put(&mut app, queue, 7);
        app.disconnect().expect("disconnected");
        house.show(&[2], "DISPLAY QLOCAL(ORDERS) CURDEPTH", &["CURDEPTH(1)"]);
        // QM2 has no CLUSSDR to QM3: this one was made from what QM3 says of its receiver.
        let made = house.members[1].shown("DISPLAY CHANNEL(TO.QM3) DEFTYPE SSLCIPH SSLPEER");
        let ciphered = format!("SSLCIPH({cipher})");
        for said in ["DEFTYPE(CLUSSDRA)", ciphered.as_str(), "SSLPEER(CN=QM*)"] {
            assert!(made.contains(said), "{said}: {made}");
        }
        let secured = format!("SECPROT({version})");
        house.show(
            &[1],
            "DISPLAY CHSTATUS(TO.QM3) SECPROT",
            &["STATUS(RUNNING)", &secured],
        );
        house.end();
    }
}

#[test]
fn a_sender_that_was_made_and_a_receiver_refuse_a_certificate_sslpeer_does_not_want() {
    let (house, _folder) = with_tls("cluster-peer", "ANY_TLS13", "INTRUDER");
    house.hears(0, "AMQ9636E", &["TO.QM1", "CN=INTRUDER"]);
    // It is let in, and the senders that are made from what it says will not speak to it.
    house.members[0].commands(&["ALTER CHANNEL(TO.QM1) CHLTYPE(CLUSRCVR) SSLPEER(' ')"]);
    house.show(&[0], "DISPLAY CLUSQMGR(QM3)", &["CLUSQMGR(QM3)"]);
    house.members[2].commands(&["DEFINE QLOCAL(ORDERS) CLUSTER(HOUSE)"]);
    house.show(
        &[0],
        "DISPLAY QCLUSTER(ORDERS) CLUSQMGR",
        &["CLUSQMGR(QM3)"],
    );
    let mut app = house.members[0].connect();
    let queue = app.open("ORDERS", mq::MQOO_OUTPUT).expect("opened");
    put(&mut app, queue, 7);
    app.disconnect().expect("disconnected");
    house.hears(0, "AMQ9636E", &["TO.QM3", "CN=INTRUDER"]);
    let depth = house.members[2].shown("DISPLAY QLOCAL(ORDERS) CURDEPTH");
    assert!(depth.contains("CURDEPTH(0)"), "{depth}");
    house.end();
}
