//! The command line: what may be given, and reading it.

use crate::failure::Failure;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// One thing that may be given.
pub(crate) struct Known {
    pub(crate) name: &'static str,
    /// What the value is called in the help; empty for a flag without value.
    pub(crate) value: &'static str,
    pub(crate) help: &'static str,
}

const fn known(name: &'static str, value: &'static str, help: &'static str) -> Known {
    Known { name, value, help }
}

/// Everything that may be given. A mode takes what it needs and leaves the rest alone.
pub(crate) const KNOWN: &[Known] = &[
    known(
        "requesters",
        "N",
        "requesters, or their number in each step of a sweep (default 8)",
    ),
    known(
        "responders",
        "N",
        "responders (default: as many as requesters)",
    ),
    known(
        "pairs",
        "N",
        "pairs of request and reply queue (default 10)",
    ),
    known("producers", "N", "producers of a stream (default 1)"),
    known("consumers", "N", "consumers of a stream (default 1)"),
    known(
        "topics",
        "N",
        "topics of publish, each with a publisher (default 1)",
    ),
    known(
        "subscribers",
        "N",
        "subscribers of each topic of publish (default 1)",
    ),
    known(
        "batch",
        "N",
        "messages to a unit of work of stream and publish; 0: outside syncpoint (default 0; publish --persistent 5)",
    ),
    known(
        "size",
        "BYTES",
        "message data, such as 2048, 20k or 2M (default 2k)",
    ),
    known(
        "persistent",
        "",
        "persistent messages, a unit of work for each",
    ),
    known(
        "syncpoint",
        "",
        "a unit of work for each message even when it is not persistent",
    ),
    known(
        "no-syncpoint",
        "",
        "persistent messages outside units of work",
    ),
    known(
        "puts-outside",
        "",
        "round-trip: puts outside units of work, gets in them, as the measurements of implicit syncpoint have it",
    ),
    known(
        "correlate",
        "message|queue",
        "replies found by correlation id on a shared queue, or on a queue of one's own",
    ),
    known(
        "requester-road",
        "embedded|bindings|client",
        "how requesters (or producers, publishers) connect (default: --road)",
    ),
    known(
        "responder-road",
        "embedded|bindings|client",
        "how responders (or consumers, subscribers) connect (default: --road)",
    ),
    known(
        "road",
        "embedded|bindings|client",
        "how both sides connect (default embedded)",
    ),
    known(
        "sharing",
        "N",
        "conversations of clients to a socket (default: 10 with tasks, 1 with threads)",
    ),
    known(
        "channels",
        "N",
        "round-trip and stream: responders or consumers are at a second queue manager, joined by so many channels each way (default 0: there is none)",
    ),
    known(
        "cluster",
        "N",
        "round-trip, stream and publish: queues and responders, consumers or subscribers are spread over so many queue managers of a cluster; one queue manager with the same applications is measured first (default: there is no cluster)",
    ),
    known(
        "delay-us",
        "N",
        "with --channels: relays delay each flow of the channels by so much; what the same relays make of it without a delay is measured first and printed beside it (0: that alone)",
    ),
    known(
        "idle-clients",
        "N",
        "round-trip: clients with a socket each that do nothing meanwhile (default 0)",
    ),
    known(
        "tls",
        "SPEC",
        "clients use TLS with this CipherSpec; needs --key-repository (default: plain sockets)",
    ),
    known(
        "key-repository",
        "FILE",
        "certificate and key of both ends, PEM or PKCS#12 (docs/manual/tls.md tells how to make one)",
    ),
    known(
        "async-put",
        "",
        "puts that nobody answers: stream, publish, and both sides of round-trip",
    ),
    known(
        "read-ahead",
        "",
        "consumers of stream and subscribers of publish read ahead",
    ),
    known(
        "style",
        "threads|tasks",
        "a thread that blocks for each, or many to a thread (default threads)",
    ),
    known(
        "workers",
        "N",
        "threads that drive the tasks (default: one a processor; over bindings one a side)",
    ),
    known(
        "session",
        "own|same",
        "whether applications in processes of their own have sessions of their own, as programs of users have (default own)",
    ),
    known(
        "rate",
        "N",
        "instead of as many as go: round trips a second in all, whose latency counts from when each was due; messages a second of each producer or publisher",
    ),
    known(
        "what",
        "WORD",
        "beside: sockets, long-puts, long-publications, long-remote-puts, search, temporary-queues or checkpoint; databases: catching up of those whose name contains this",
    ),
    known("warm-up", "SECONDS", "before measuring starts (default 1)"),
    known("seconds", "SECONDS", "measured time (default 5)"),
    known(
        "depth",
        "N",
        "messages on the queue: deep, restart and beside (default 1000000), databases (default 200000)",
    ),
    known(
        "uncommitted",
        "N",
        "messages put and not committed before the kill (default 0)",
    ),
    known(
        "rounds",
        "N",
        "repetitions of pair, deep, start, c-library, peers (default 3) and transfer (default 1); runs of round-trip, stream, publish, sweep and syncpoint, of which the middle one is kept (default 1)",
    ),
    known(
        "data",
        "PATH",
        "where the queue manager under test is made and the disk is measured (default: the temporary directory)",
    ),
    known(
        "log-files",
        "N",
        "log extents (default 8; restart: as many as needed)",
    ),
    known(
        "log-pages",
        "N",
        "pages of 4 KiB in a log extent (default 16384, which is 64 MiB)",
    ),
    known(
        "log-type",
        "circular|linear",
        "type of the log (default circular)",
    ),
    known(
        "log-buffer-pages",
        "N",
        "pages of 4 KiB in memory for what is not yet in the log: 18 to 4096 (default 512)",
    ),
    known(
        "media-images",
        "SECONDS",
        "record a media image of every queue so often; wants --log-type linear",
    ),
    known(
        "observed",
        "",
        "statistics, accounting and events of the queue manager under test are on",
    ),
    known(
        "force-delay-us",
        "N",
        "a simulated slow device: each force of the log takes so much longer (default: the disk as it is)",
    ),
    known(
        "queues",
        "N",
        "streaming: queues, each with a streaming queue (default 5)",
    ),
    known(
        "cap-expiry",
        "SECONDS",
        "streaming: CAPEXPRY of the streaming queues (default 30)",
    ),
    known(
        "expiry-interval",
        "SECONDS",
        "streaming: how often expired messages are removed (default 5)",
    ),
    known(
        "quality",
        "bestef|mustdup",
        "streaming: STRMQOS of the queues (default bestef)",
    ),
    known(
        "classpath",
        "PATHS",
        "jms: the Java classes of IBM MQ and the JMS API, which are the user's own, with : between them",
    ),
    known(
        "buffer",
        "BYTES",
        "messages a queue keeps in memory: DefaultQBufferSize (default 4G) and DefaultPQBufferSize (default 1M) of the queue manager under test",
    ),
    known(
        "json",
        "FILE",
        "write the results as JSON too; - for standard output",
    ),
    known("quiet", "", "no progress line"),
    known("no-limits", "", "do not measure the machine's limits first"),
    known(
        "counts",
        "LIST",
        "sweep: requesters; producers with as many consumers and queues; subscribers, or with --rate topics (default 1,2,4,8,16,32,64)",
    ),
    known(
        "of",
        "round-trip|stream|publish",
        "sweep: which workload (default round-trip)",
    ),
    known(
        "persistence",
        "both|no|yes",
        "sweep: persistent messages, others, or one after the other (default both)",
    ),
    known(
        "ciphers",
        "LIST",
        "sweep: CipherSpecs one after the other, or none for plain sockets; certificates are made for the run unless --key-repository is given",
    ),
    known(
        "rates",
        "LIST",
        "sweep of round trips: rates that rise until --p99-us is passed, in place of counts",
    ),
    known(
        "p99-us",
        "N",
        "sweep --rates: the knee is the last rate with a p99 of at most this (default 44000)",
    ),
    known(
        "cores",
        "N",
        "tie all processes of the run to N processors (default: all it may use)",
    ),
    known(
        "sizes",
        "LIST",
        "sweep: message sizes (default 2k,20k,200k,2M); transfer: sizes of files (default 1G)",
    ),
    known(
        "published",
        "",
        "transfer: the sizes of the published report, 1 to 30 GiB",
    ),
    known(
        "small",
        "N",
        "transfer: so many files of 10 KB in one transfer instead",
    ),
    known(
        "uncached",
        "",
        "transfer: agents read the file from the disk, not from memory",
    ),
    known(
        "payload",
        "BYTES",
        "replication: data of all messages of a run (default 64M); databases: of the long transaction (default 256M)",
    ),
    known(
        "start-depth-bytes",
        "BYTES",
        "replication: apply begins when so much is on its queue; 0: at once (default: two fifths of --payload)",
    ),
    known(
        "attach",
        "bindings|client|channel",
        "replication: how apply and purge reach the messages; channel: at a second queue manager (default bindings)",
    ),
    known(
        "key",
        "correlid|msgid|token",
        "replication: by what purge gets messages (default correlid)",
    ),
    known(
        "browse",
        "in-order|search",
        "replication: apply reads messages as they come and looks for those out of turn, or looks for each by its correlation id (default in-order)",
    ),
    known(
        "send-queues",
        "N",
        "replication with --attach channel: parallel send queues, each with a channel, 1 to 4 (default 1)",
    ),
    known(
        "full-retry-ms",
        "N",
        "replication: how long capture waits before it tries a unit of work again for which there was no room (default 5000)",
    ),
    known(
        "max-depth",
        "N",
        "replication: MAXDEPTH of its queues (default: room for all)",
    ),
    known(
        "not-persistent",
        "",
        "replication: messages are not persistent",
    ),
    known(
        "scale",
        "N",
        "databases: scale of pgbench, 100000 accounts each (default 10)",
    ),
    known(
        "transactions",
        "N",
        "databases: transactions that wait when catching up begins (default 100000)",
    ),
    known(
        "role",
        "WORD",
        "replication: which part a process of the run is; the run sets it",
    ),
    known(
        "program",
        "FILE",
        "c-library: what make in dist/samp made of bench.c (default: ../samp/bench beside this program)",
    ),
    known(
        "library",
        "PATH",
        "c-library: where libmqm_r.so is (default: ../lib64 beside this program)",
    ),
    known(
        "only",
        "TEXT",
        "cluster, databases, goals, peers and transfer: only those whose name contains this",
    ),
];

/// What was given.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arguments {
    /// Words without dashes, in order.
    pub(crate) words: Vec<String>,
    values: BTreeMap<String, String>,
}

impl Arguments {
    /// Reads `--name value`, `--name=value`, `--flag` and plain words.
    pub(crate) fn read(given: &[String]) -> Result<Self, Failure> {
        let mut read = Self::default();
        let mut rest = given.iter();
        while let Some(word) = rest.next() {
            let Some(name) = word.strip_prefix("--") else {
                read.words.push(word.clone());
                continue;
            };
            let (name, inline) = match name.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (name, None),
            };
            let known = KNOWN.iter().find(|known| known.name == name);
            let known = known.ok_or_else(|| Failure::Usage(format!("--{name} is not known")))?;
            let value = match (known.value.is_empty(), inline) {
                (true, None) => String::new(),
                (true, Some(_)) => {
                    return Err(Failure::Usage(format!("--{name} takes no value")));
                }
                (false, Some(value)) => value,
                (false, None) => rest
                    .next()
                    .cloned()
                    .ok_or_else(|| Failure::Usage(format!("--{name} needs {}", known.value)))?,
            };
            read.values.insert(name.to_owned(), value);
        }
        Ok(read)
    }

    /// The same arguments as words, for another process of the run.
    pub(crate) fn to_words(&self) -> Vec<String> {
        let named = self.values.iter().map(|(name, value)| {
            if value.is_empty() {
                format!("--{name}")
            } else {
                format!("--{name}={value}")
            }
        });
        self.words.iter().cloned().chain(named).collect()
    }

    /// Gives a value, as if it had been on the command line.
    pub(crate) fn with(mut self, name: &str, value: impl ToString) -> Self {
        debug_assert!(
            KNOWN.iter().any(|known| known.name == name),
            "{name} is in the table"
        );
        self.values.insert(name.to_owned(), value.to_string());
        self
    }

    /// Gives a value unless the command line did.
    pub(crate) fn or(self, name: &str, value: impl ToString) -> Self {
        if self.values.contains_key(name) {
            self
        } else {
            self.with(name, value)
        }
    }

    pub(crate) fn flag(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// A whole number, which may end in k, M or G (of 1024).
    pub(crate) fn number(&self, name: &str, default: u64) -> Result<u64, Failure> {
        self.text(name).map_or(Ok(default), |text| {
            scaled(text).ok_or_else(|| Failure::Usage(format!("--{name} {text} is no number")))
        })
    }

    pub(crate) fn count(&self, name: &str, default: usize) -> Result<usize, Failure> {
        let number = self.number(name, default as u64)?;
        usize::try_from(number).map_err(|_| Failure::Usage(format!("--{name} is too large")))
    }

    pub(crate) fn list(&self, name: &str, default: &str) -> Result<Vec<u64>, Failure> {
        let text = self.text(name).unwrap_or(default);
        let numbers: Option<Vec<u64>> = text.split(',').map(scaled).collect();
        numbers.ok_or_else(|| Failure::Usage(format!("--{name} {text} is no list of numbers")))
    }

    pub(crate) fn decimal(&self, name: &str) -> Result<Option<f64>, Failure> {
        let Some(text) = self.text(name) else {
            return Ok(None);
        };
        let number = text
            .parse::<f64>()
            .ok()
            .filter(|number| *number > 0.0 && number.is_finite());
        let number = number
            .ok_or_else(|| Failure::Usage(format!("--{name} {text} must be a number above 0")))?;
        Ok(Some(number))
    }

    pub(crate) fn duration(&self, name: &str, default_s: f64) -> Result<Duration, Failure> {
        let seconds = self.decimal(name)?.unwrap_or(default_s);
        Duration::try_from_secs_f64(seconds)
            .map_err(|_| Failure::Usage(format!("--{name} {seconds} is no time in seconds")))
    }

    /// The position in `choices` of what was given, or 0.
    pub(crate) fn choice(&self, name: &str, choices: &[&str]) -> Result<usize, Failure> {
        let Some(text) = self.text(name) else {
            return Ok(0);
        };
        choices
            .iter()
            .position(|choice| *choice == text)
            .ok_or_else(|| {
                Failure::Usage(format!(
                    "--{name} {text} is not one of {}",
                    choices.join(", ")
                ))
            })
    }

    pub(crate) fn data_path(&self) -> PathBuf {
        self.text("data")
            .map_or_else(std::env::temp_dir, PathBuf::from)
    }
}

fn scaled(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(|last: char| last.is_ascii_alphabetic());
    let factor = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" => 1,
        "k" => 1 << 10,
        "m" => 1 << 20,
        "g" => 1 << 30,
        _ => return None,
    };
    digits.parse::<u64>().ok()?.checked_mul(factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Arguments, Failure> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Arguments::read(&words)
    }

    #[test]
    fn values_flags_and_words_are_told_apart() {
        let read = read("pair --size 20k --persistent --rounds=7 more").expect("good");
        assert_eq!(read.words, ["pair", "more"]);
        assert_eq!(read.number("size", 1).expect("a number"), 20_480);
        assert!(read.flag("persistent"));
        assert_eq!(read.count("rounds", 1).expect("a number"), 7);
        let again = Arguments::read(&read.to_words()).expect("own words");
        assert_eq!(again.to_words(), read.to_words());
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, about) in [
            ("--sise 1", "--sise is not known"),
            ("--size", "needs BYTES"),
            ("--quiet=1", "takes no value"),
        ] {
            let text = read(line).expect_err("wrong").to_string();
            assert!(text.contains(about), "{text}");
        }
        let read = read("--size 2x --correlate maybe --seconds -1").expect("words are fine");
        assert!(read.number("size", 1).is_err());
        assert!(read.choice("correlate", &["message", "queue"]).is_err());
        assert!(read.duration("seconds", 1.0).is_err());
    }
}
