//! A server of PostgreSQL that is gone with its files afterwards, and what pgbench does there.

use ferromq_postgres::server::Server;
use std::process::{Child, Command, Stdio};

/// Transactions a second of loads, thousands of rows among them: most of the time some are under way, or wait for capture or apply. Without a
/// limit what has to be caught up with is the more the faster the machine is, and most of a test the time for that. Long runs go without
/// (`FERROMQ_REPLICATION_RATE=0`).
const RATE: u32 = 80;

fn rate() -> Option<String> {
    let given = std::env::var("FERROMQ_REPLICATION_RATE");
    let rate = given.map_or(RATE, |text| text.parse().expect("a number"));
    (rate > 0).then(|| format!("--rate={rate}"))
}

/// See the module.
pub(crate) struct Cluster(Server);

impl Cluster {
    /// Makes one with these settings and starts it; or says why there is none.
    pub(crate) fn start(settings: &str) -> Result<Self, String> {
        Server::temporary("fmqcap", settings).map(Self)
    }

    pub(crate) fn up(&self) -> Result<(), String> {
        self.0.up()
    }

    /// After its first process was killed: sessions it had may still be ending.
    pub(crate) fn up_again(&self) {
        self.0.up_again().expect("it starts");
    }

    /// As after a power cut: nothing is written any more.
    pub(crate) fn crash(&self) {
        self.0.crash().expect("it stops");
    }

    /// Keeps its files as they are, as a backup does.
    pub(crate) fn save(&self) {
        // Also what was committed without waiting for the disk.
        self.sql("CHECKPOINT");
        self.crash();
        self.copy("data", "saved");
        self.up().expect("it starts");
    }

    /// It is again as it was when its files were kept.
    pub(crate) fn restore(&self) {
        self.crash();
        std::fs::remove_dir_all(self.0.root().join("data")).expect("removed");
        self.copy("saved", "data");
        self.up().expect("it starts");
    }

    fn copy(&self, from: &str, to: &str) {
        let root = self.0.root();
        let mut copy = Command::new("cp");
        copy.arg("-a").arg(root.join(from)).arg(root.join(to));
        assert!(copy.status().expect("cp runs").success());
    }

    /// It goes on as a standby that was promoted: on another timeline, with all it had.
    pub(crate) fn fail_over(&self) {
        self.crash();
        let signal = self.0.root().join("data/standby.signal");
        std::fs::write(signal, "").expect("written");
        self.up().expect("it starts as a standby");
        assert_eq!(self.sql("SELECT pg_promote()"), "t");
    }

    /// How it is reached.
    pub(crate) fn conninfo(&self) -> String {
        self.0.conninfo()
    }

    /// The same by SIGKILL of the first process, or in a hurry by itself: sessions notice the one and are told of the other.
    pub(crate) fn kill(&self, by_signal: bool) {
        match by_signal {
            true => self.0.kill().expect("a server that runs"),
            false => self.crash(),
        }
    }

    /// The tables of pgbench, with or without rows.
    pub(crate) fn pgbench_tables(&self, has_rows: bool) {
        let steps = if has_rows { "dtgp" } else { "dtp" };
        let out = self
            .0
            .program("pgbench")
            .args(["-i", "-q", "-I", steps, &self.0.conninfo()])
            .output()
            .expect("pgbench runs");
        let said = String::from_utf8_lossy(&out.stderr);
        assert!(out.status.success(), "the tables of pgbench: {said}");
    }

    /// A load that does not end, of [`RATE`]: that of pgbench, and some of these scripts, each with its weight.
    pub(crate) fn bank(&self, scripts: &[(&str, u32)]) -> Child {
        let mut command = self.0.program("pgbench");
        command.args([
            "-n",
            "-c",
            "4",
            "-T",
            "1000000",
            "--max-tries=1000",
            "-b",
            "tpcb-like@30",
        ]);
        command.args(rate());
        self.with_scripts(&mut command, scripts);
        command.spawn().expect("pgbench starts")
    }

    /// Somebody else who reads a slot.
    pub(crate) fn reader(&self, slot: &str, publication: &str) -> Child {
        let mut command = self.0.program("pg_recvlogical");
        command.args(["-d", &self.0.conninfo(), "--slot", slot, "--start"]);
        command.args(["-f", "/dev/null", "-o", "proto_version=1"]);
        command.arg("-o");
        command.arg(format!("publication_names={publication}"));
        // It says nothing of what it has written: the slot stays where it is.
        command.args(["--fsync-interval=0", "--status-interval=0"]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().expect("pg_recvlogical starts")
    }

    fn with_scripts(&self, command: &mut Command, scripts: &[(&str, u32)]) {
        for (at, (text, weight)) in scripts.iter().enumerate() {
            let path = self.0.root().join(format!("load{at}.sql"));
            std::fs::write(&path, text).expect("written");
            command
                .arg("-f")
                .arg(format!("{}@{weight}", path.display()));
        }
        command.arg(self.0.conninfo());
        command.stdout(Stdio::null()).stderr(Stdio::null());
    }

    /// What statements print, without decoration.
    pub(crate) fn sql(&self, text: &str) -> String {
        self.asked(text)
            .unwrap_or_else(|said| panic!("{text}: {said}"))
    }

    /// What statements print, or what is wrong.
    pub(crate) fn asked(&self, text: &str) -> Result<String, String> {
        self.0.sql(text)
    }

    /// A load of these scripts, each with its weight, for so many seconds, of [`RATE`]. It goes on where transactions fail.
    pub(crate) fn pgbench(&self, scripts: &[(&str, u32)], seconds: u32) -> Child {
        let mut command = self.0.program("pgbench");
        command.args(["-n", "-c", "2", "-T", &seconds.to_string()]);
        command.args(rate());
        self.with_scripts(&mut command, scripts);
        command.spawn().expect("pgbench starts")
    }
}
