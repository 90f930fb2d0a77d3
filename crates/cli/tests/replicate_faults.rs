//! Each crash point that a program of replication comes to by itself, forced by its name (`FERROMQ_REPLICATION_FAULT`): after it nothing is lost, and nothing is there twice.
//!
//! What is tried where, and by whom the others are: `crates/replicate/README.md`.

use crate::replicated::Replicated;
use crate::support::Running;

/// The judge: a table with a key, and one without, where a row that is applied twice is there twice.
const TABLES: [&str; 2] = ["t", "bare"];

/// What ends at a point.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// The program itself.
    Program,
    /// Nothing: it goes on, as after something that was lost.
    Nothing,
    /// The source's server, while the program waits there.
    Source,
    /// The target's.
    Target,
}

/// Points that rows come to, each with what ends there.
const POINTS: [(&str, Ends); 13] = [
    ("K1", Ends::Program),
    ("K2", Ends::Program),
    ("K3", Ends::Nothing),
    ("K4", Ends::Program),
    ("K5", Ends::Source),
    ("K6", Ends::Program),
    ("K13", Ends::Program),
    ("K14", Ends::Program),
    ("K15", Ends::Target),
    ("K16", Ends::Program),
    ("K17", Ends::Program),
    ("K18", Ends::Program),
    ("K20", Ends::Nothing),
];

/// Programs that run, and how far rows are.
struct Bench<'a> {
    setup: &'a Replicated,
    capture: Running,
    apply: Running,
    next: u32,
}

impl Bench<'_> {
    /// Transactions of three rows in each table.
    fn short(&mut self, count: u32) {
        for _ in 0..count {
            let (first, last) = (self.next, self.next + 2);
            self.next += 3;
            let rows = TABLES.map(|table| {
                format!("INSERT INTO {table} SELECT g, 'v' FROM generate_series({first}, {last}) g")
            });
            let rows = rows.join("; ");
            self.setup.source.sql(&format!("BEGIN; {rows}; COMMIT"));
        }
    }

    /// A transaction that is several units of work of a capture with the least memory.
    fn long(&mut self) {
        let (first, last) = (self.next, self.next + 4_999);
        self.next += 5_000;
        self.setup.source.sql(&format!(
            "INSERT INTO bare SELECT g, repeat('x', 200) FROM generate_series({first}, {last}) g"
        ));
    }

    /// Begins a program for which something happens at a point, has work done, and waits until it comes there; what has ended is begun again.
    fn come_to(&mut self, (point, ends): (&str, Ends), work: impl Fn(&mut Self)) {
        let setup = self.setup;
        let action = match ends {
            Ends::Program => "die",
            Ends::Nothing => "lost",
            Ends::Source | Ends::Target => "wait",
        };
        let fault = format!("{point} {action}");
        let is_of_capture = matches!(point, "K1" | "K2" | "K3" | "K4" | "K5" | "K6");
        match is_of_capture {
            true => {
                self.capture.kill();
                self.capture = setup.capture_with(&fault);
            }
            false => {
                self.apply.kill();
                self.apply = setup.apply_with(&fault);
            }
        }
        work(self);
        setup.until_told(&format!("fault {fault}\n"));
        let victim = match is_of_capture {
            true => &mut self.capture,
            false => &mut self.apply,
        };
        match ends {
            Ends::Nothing => return,
            Ends::Program => setup.until_ended(&format!("{point}: its end"), victim),
            Ends::Source | Ends::Target => {
                let server = match ends {
                    Ends::Source => &setup.source,
                    _ => &setup.target,
                };
                server.kill(false);
                victim.kill();
                server.up_again();
            }
        }
        *victim = match is_of_capture {
            true => setup.capture(&["memory_limit=1"]),
            false => setup.apply(),
        };
    }

    /// Everything is at the target, once.
    fn judge(&mut self, point: &str) {
        self.short(1);
        let last = self.next - 1;
        let setup = self.setup;
        setup.until(&format!("{point}: the last row to come"), || {
            setup.is_there(last)
        });
        // What is there twice stays so.
        for table in TABLES {
            setup.until(&format!("{point}: {table} to be as at the source"), || {
                setup.sum(true, table) == setup.sum(false, table)
            });
        }
    }

    /// A command to apply, which may just begin, or end before it has answered: until BARE is in another state.
    fn say(&self, word: &str) {
        let before = self.setup.state("BARE");
        self.setup.until(word, || {
            self.setup.command("asnqacmd", word);
            self.setup.state("BARE") != before
        });
    }
}

/// Goal: nothing is lost or doubled at any crash point. Method: each is come to once, by name, one after the other with the same servers, and judged before the next.
#[test]
fn nothing_is_lost_or_doubled_at_any_crash_point() {
    let what = "crash points of replication";
    let Some(setup) = Replicated::new(what, " USING COMMANDQ APPLYCMD") else {
        return;
    };
    setup.define_model();
    setup.subscribe_bare();
    let mut bench = Bench {
        setup: &setup,
        capture: setup.capture(&["memory_limit=1"]),
        apply: setup.apply(),
        next: 1,
    };
    let active = "SELECT count(*) FROM asn.ibmqrep_subs WHERE state = 'A'";
    setup.until("both to be active", || {
        setup.source.asked(active) == Ok("2".to_owned())
    });
    bench.judge("the beginning");
    for point in POINTS {
        bench.come_to(point, |bench| match point.0 {
            "K6" => bench.long(),
            _ => bench.short(5),
        });
        bench.judge(point.0);
    }
    // A table is copied.
    setup
        .source
        .sql("UPDATE asn.ibmqrep_subs SET has_loadphase = 'I' WHERE subname = 'BARE'");
    bench.come_to(("K24", Ends::Program), |bench| {
        bench.setup.start_again("BARE");
    });
    bench.judge("K24");
    setup.until_state("BARE", "A");
    // Rows are put aside, and then applied.
    let aside = |bench: &mut Bench<'_>| {
        bench.say("spillsub=DATA:BARE");
        bench.short(5);
    };
    bench.come_to(("K25", Ends::Program), aside);
    assert_eq!(setup.state("BARE"), "S");
    bench.say("resumesub=DATA:BARE");
    setup.until_state("BARE", "A");
    bench.judge("K25");
    bench.come_to(("K25D", Ends::Program), |bench| {
        aside(bench);
        bench.say("resumesub=DATA:BARE");
    });
    setup.until_state("BARE", "A");
    bench.judge("K25D");
    setup.until("spill queues to be gone", || {
        !setup.spill_queues().contains("CURDEPTH(")
    });
}

/// Goal: who dies between the note that an epoch is over and the beginning of the next takes nothing of the first for another's. Method: its first messages are lost, so that nothing else says that this map
/// has been in it; capture is started cold, and apply comes to the point, once.
#[test]
fn what_is_left_of_an_epoch_is_known_after_a_kill_before_the_next_begins() {
    let Some(setup) = Replicated::new("kills between two epochs", "") else {
        return;
    };
    setup
        .target
        .sql("UPDATE asn.ibmqrep_recvqueues SET gap_timeout = 1");
    let mqsc = |command: &str| setup.room.run_with(&["runmqsc", "QM1"], command).out;
    let epochs = || {
        let text = setup.room.done(&["asnqmfmt", "DATA", "QM1", "json=y"]);
        let epochs = text.lines().filter_map(|line| {
            let (_, behind) = line.split_once("\"epoch\":")?;
            behind.split([',', '}']).next().map(str::to_owned)
        });
        let epochs: Vec<String> = epochs.collect();
        let last = epochs.last().cloned().unwrap_or_default();
        (
            epochs.len(),
            epochs.iter().filter(|it| **it == last).count(),
        )
    };
    let mut capture = setup.capture(&[]);
    setup.until_active();
    setup.insert(1);
    setup.until("the first row to be put", || epochs().0 > 0);
    capture.kill();
    assert!(mqsc("CLEAR QLOCAL(DATA)").contains("AMQ8022I"));
    capture = setup.capture(&[]);
    setup.insert(2);
    setup.until("the next to be put", || epochs().0 > 0);
    capture.kill();
    let _capture = setup.capture(&["startmode=cold"]);
    setup.until("the next epoch to come", || {
        let (all, of_last) = epochs();
        all > of_last
    });
    let mut apply = setup.apply_with("K27 die");
    setup.until_ended("K27: its end", &mut apply);
    assert!(setup.log().contains("fault K27 die\n"), "{}", setup.log());
    assert!(setup.log().contains("FMQ0465W"), "{}", setup.log());
    let _apply = setup.apply();
    setup.insert(3);
    setup.until("the row of the next epoch", || {
        assert!(!setup.log().contains("FMQ0429"), "{}", setup.log());
        setup.is_there(3)
    });
    setup.until("what is left of the first to be deleted", || {
        epochs().0 == 0
    });
    assert!(setup.log().contains("FMQ0464W"), "{}", setup.log());
    assert_eq!(setup.target.sql("SELECT sum(id) FROM t"), "3");
}
