//! The seam at the socket, with a protocol that is none of MQ's: a word a line, answered in capitals.

use super::channels::Channels;
use super::edge::Edge;
use super::item::{Item, LoopInbox};
use super::listening::{Listening, Place};
use super::protocol::{Opener, Opening, Phase, Protocol, Protocols, Standing};
use super::run;
use super::running::{Instance, Instances, RunningChannel};
use crate::admission::Admission;
use crate::repeats::Refusals;
use crate::settings::{ClientRoadSettings, PasswordSettings};
use ferromq_admin::network::{
    ChannelState, ChannelStatus, Network, NetworkError, StopChannel, StopMode,
};
use ferromq_base::poll::Poller;
use ferromq_channel::{Ending, Peer};
use ferromq_log::Lsn;
use ferromq_mqi::ObjectName;
use ferromq_mqi::name::FixedText;
use std::io::{BufRead, BufReader, IoSlice, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Waker;
use std::thread::JoinHandle;
use std::time::Duration;

/// How a socket that speaks it begins.
const BEGINNING: &[u8] = b"words\n";
/// More than the kernel takes at once.
const LONG_BYTES: usize = 8 << 20;

struct Words;

/// See the module.
struct WordsProtocol {
    key: u64,
    wakers: Arc<dyn Fn(u32) -> Waker + Send + Sync>,
    unread: Vec<u8>,
    queued: Vec<u8>,
    deadline_ns: Option<u64>,
    phase: Phase,
}

impl Opener for Words {
    fn name(&self) -> &'static str {
        "words"
    }

    fn first_bytes(&self) -> &'static [u8] {
        BEGINNING
    }

    fn open(&self, opening: Opening<'_>) -> Box<dyn Protocol> {
        Box::new(WordsProtocol {
            key: opening.key,
            wakers: opening.wakers,
            unread: Vec::new(),
            // It has something to say before anything was said to it.
            queued: format!("welcome {}\n", opening.address.ip()).into_bytes(),
            deadline_ns: None,
            phase: Phase::Running,
        })
    }
}

impl WordsProtocol {
    fn say(&mut self, word: &str) {
        self.queued.extend_from_slice(word.as_bytes());
        self.queued.push(b'\n');
    }

    fn hear(&mut self, word: &str) {
        match word {
            "wake me" => {
                let waker = (self.wakers)(7);
                std::thread::spawn(move || waker.wake());
            }
            "key" => self.say(&self.key.to_string()),
            "wait" => self.deadline_ns = Some(1),
            "much" => self.queued.resize(self.queued.len() + LONG_BYTES, b'm'),
            "bye" => {
                self.say("BYE");
                let has_last_words = true;
                self.phase = Phase::Over { has_last_words };
            }
            other => self.say(&other.to_uppercase()),
        }
    }
}

impl Protocol for WordsProtocol {
    fn receive(&mut self, bytes: &[u8]) {
        self.unread.extend_from_slice(bytes);
        while self.phase == Phase::Running
            && let Some(end) = self.unread.iter().position(|byte| *byte == b'\n')
        {
            let line: Vec<u8> = self.unread.drain(..=end).collect();
            self.hear(&String::from_utf8_lossy(&line[..end]));
        }
    }

    fn resume(&mut self, slot: u32) {
        self.say(&format!("woken {slot}"));
    }

    fn tick(&mut self, now_ns: u64) {
        if self.deadline_ns.take_if(|at_ns| *at_ns <= now_ns).is_some() {
            self.say("it is time");
        }
    }

    fn end(&mut self, how: Ending) {
        self.say(&format!("{how:?}"));
        let has_last_words = true;
        self.phase = Phase::Over { has_last_words };
    }

    fn deadline_ns(&self) -> Option<u64> {
        self.deadline_ns
    }

    fn take_force_wanted(&mut self) -> Option<Lsn> {
        None
    }

    fn queued_bytes(&self) -> usize {
        self.queued.len()
    }

    fn queued<'a>(&'a self, pieces: &mut [IoSlice<'a>], bytes_max: usize) -> usize {
        // In two pieces, to see that all of them go, in order.
        let queued = &self.queued[..self.queued.len().min(bytes_max)];
        let (first, second) = queued.split_at(queued.len() / 2);
        (pieces[0], pieces[1]) = (IoSlice::new(first), IoSlice::new(second));
        2
    }

    fn sent(&mut self, bytes: usize) {
        self.queued.drain(..bytes);
    }

    fn wants_input(&self) -> bool {
        self.phase == Phase::Running && self.queued.len() < LONG_BYTES / 2
    }

    fn phase(&self) -> Phase {
        self.phase
    }

    fn standing(&self) -> Standing {
        Standing::LoggedOn
    }

    fn keep_alive_s(&self) -> Option<u32> {
        Some(0)
    }
}

/// An edge that speaks MQ and words, with a listener for all of it and one for words only.
struct Running {
    edge: Arc<Edge>,
    threads: Vec<JoinHandle<()>>,
    manager: Option<ferromq::QueueManager>,
    data: PathBuf,
}

impl Running {
    fn start(test: &str) -> Self {
        let data = std::env::temp_dir().join(format!("ferromq-seam-{}-{test}", std::process::id()));
        let manager = ferromq::QueueManager::open_or_create(&data, "QM1").expect("a queue manager");
        let engine = manager.engine().clone();
        let notices: ferromq_qmgr::NoticeSink = Arc::new(|_| ());
        let refusals = Arc::new(Refusals::new(engine.clone(), notices.clone()));
        let passwords = PasswordSettings::default();
        let admission = Admission::new(engine.clone(), Arc::clone(&refusals), &passwords);
        let settings = ClientRoadSettings::default();
        let poller = Poller::new().expect("a poller");
        let inboxes = vec![Arc::new(LoopInbox::new(poller.waker()))];
        let admission = Arc::new(admission);
        let own = super::own(&engine);
        let board = Arc::new(super::agents::Board::new(poller.waker()));
        let agents = super::Agents { board, own };
        let edge = Edge::new(
            engine, admission, settings, notices, refusals, inboxes, agents,
        );
        let edge = Arc::new(edge);
        let channels = Box::new(Channels::new(Arc::clone(&edge)));
        let protocols = Protocols::new(channels, vec![Box::new(Words)]);
        let threads = run(&edge, protocols, vec![poller]).expect("a thread");
        Self {
            edge,
            threads,
            manager: Some(manager),
            data,
        }
    }

    /// Listens for one protocol, or for any, and connects.
    fn connect(&self, protocol: Option<&'static str>) -> BufReader<TcpStream> {
        let place = Place::of("127.0.0.1", 0, 0).expect("an address");
        let mut listening = Listening::bind("L", &place).expect("a free port");
        listening.protocol = protocol;
        let port = listening.port();
        self.edge.inbox(0).send(Item::Listen(Box::new(listening)));
        BufReader::new(TcpStream::connect(("127.0.0.1", port)).expect("it listens"))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.edge.end_all(Duration::ZERO);
        for thread in self.threads.drain(..) {
            thread.join().expect("no panic");
        }
        let ended = self.manager.take().map(ferromq::QueueManager::end);
        assert!(matches!(ended, Some(Ok(()))) || std::thread::panicking());
        let _ = std::fs::remove_dir_all(&self.data);
    }
}

fn say(to: &mut BufReader<TcpStream>, words: &[u8]) {
    to.get_mut().write_all(words).expect("it reads");
}

fn hear(from: &mut BufReader<TcpStream>) -> String {
    let mut line = String::new();
    from.read_line(&mut line).expect("it answers");
    line.trim_end().to_owned()
}

#[test]
fn a_protocol_is_chosen_by_what_is_said_first_and_is_fed_with_bytes_time_and_wake_ups() {
    let running = Running::start("any");
    let mut socket = running.connect(None);
    say(&mut socket, BEGINNING);
    assert_eq!(hear(&mut socket), "welcome 127.0.0.1");
    assert_eq!(hear(&mut socket), "WORDS");
    say(&mut socket, b"wake ");
    say(&mut socket, b"me\n");
    assert_eq!(hear(&mut socket), "woken 7");
    say(&mut socket, b"wait\n");
    assert_eq!(hear(&mut socket), "it is time");
}

#[test]
fn more_than_the_other_end_takes_waits_and_holds_back_what_it_says() {
    let running = Running::start("much");
    let mut socket = running.connect(None);
    say(&mut socket, &[BEGINNING, b"much\n"].concat());
    assert_eq!(hear(&mut socket), "welcome 127.0.0.1");
    assert_eq!(hear(&mut socket), "WORDS");
    say(&mut socket, b"after\n");
    let mut much = vec![0; LONG_BYTES];
    socket.read_exact(&mut much).expect("all of it comes");
    assert!(much.iter().all(|byte| *byte == b'm'));
    assert_eq!(hear(&mut socket), "AFTER");
}

#[test]
fn who_sends_no_more_is_sent_the_answers_to_what_it_sent() {
    let running = Running::start("half");
    for _ in 0..20 {
        let mut socket = running.connect(None);
        say(&mut socket, &[BEGINNING, b"last\n"].concat());
        socket.get_ref().shutdown(Shutdown::Write).expect("open");
        assert_eq!(hear(&mut socket), "welcome 127.0.0.1");
        assert_eq!(hear(&mut socket), "WORDS");
        assert_eq!(hear(&mut socket), "LAST");
        assert_eq!(hear(&mut socket), "", "closed");
    }
}

#[test]
fn who_does_not_take_the_last_words_is_hung_up_on_when_the_end_is_asked_for_again() {
    let running = Running::start("stuck");
    let mut socket = running.connect(None);
    say(&mut socket, &[BEGINNING, b"key\n"].concat());
    assert_eq!(hear(&mut socket), "welcome 127.0.0.1");
    assert_eq!(hear(&mut socket), "WORDS");
    let key: u64 = hear(&mut socket).parse().expect("a number");
    say(&mut socket, b"much\n");
    socket.fill_buf().expect("it begins");
    // What comes for a socket that is closed resets the connection, and then nothing can be sent any more.
    let is_hung_up_on = (0..5_000).any(|_| {
        let end = Item::End(Some(key), Ending::Immediate);
        running.edge.inbox(0).send(end);
        std::thread::sleep(Duration::from_millis(20));
        socket.get_mut().write_all(b"?").is_err()
    });
    assert!(is_hung_up_on);
}

#[test]
fn last_words_are_read_before_the_socket_is_closed() {
    let running = Running::start("bye");
    for (word, answer) in [("bye", Some("BYE")), ("ended", None)] {
        let mut socket = running.connect(None);
        say(&mut socket, BEGINNING);
        assert_eq!(hear(&mut socket), "welcome 127.0.0.1");
        assert_eq!(hear(&mut socket), "WORDS");
        match answer {
            // Nobody reads what comes behind it, and it is no reason to reset the connection.
            Some(_) => say(&mut socket, b"bye\nunread\n"),
            None => running.edge.quiesce(false),
        }
        assert_eq!(hear(&mut socket), answer.unwrap_or("Quiesce"), "{word}");
        assert_eq!(hear(&mut socket), "", "closed");
    }
}

#[test]
fn a_listener_for_one_protocol_has_no_other_and_who_begins_otherwise_is_told_in_mq() {
    let running = Running::start("only");
    let mut socket = running.connect(Some("words"));
    say(&mut socket, b"TSH is a word here\n");
    assert_eq!(hear(&mut socket), "welcome 127.0.0.1");
    assert_eq!(hear(&mut socket), "TSH IS A WORD HERE");
    for beginning in [&b"TSH nothing like it"[..], b"GET / HTTP/1.0\r\n\r\n"] {
        let mut socket = running.connect(None);
        let padded = [beginning, &[0; 64]].concat();
        say(&mut socket, &padded);
        let mut answer = [0; 4];
        socket.read_exact(&mut answer).expect("an answer");
        assert_eq!(&answer, b"TSH ");
    }
}

/// A channel that is no server connection, as the table of running channels has it.
#[derive(Debug)]
struct Sender {
    peer: Peer,
    stopping: AtomicBool,
}

impl Instance for Sender {
    fn channel_name(&self) -> FixedText<20> {
        FixedText::truncated("TO.QM2")
    }

    fn peer(&self) -> &Peer {
        &self.peer
    }

    fn remote_name(&self) -> &str {
        "QM2"
    }

    fn request_stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    fn status(&self) -> ChannelStatus {
        ChannelStatus {
            channel: "TO.QM2".to_owned(),
            channel_type: "SDR",
            connection_name: self.peer.address.clone(),
            state: match self.stopping.load(Ordering::Relaxed) {
                true => ChannelState::Stopping,
                false => ChannelState::Running,
            },
            ..ChannelStatus::default()
        }
    }
}

#[test]
fn a_channel_of_another_type_says_itself_how_it_is_and_is_stopped_by_the_name_of_its_partner() {
    let running = Running::start("sender");
    let sender = Sender {
        peer: Peer {
            address: "10.0.0.9".to_owned(),
            port: 1414,
            tls: None,
        },
        stopping: AtomicBool::new(false),
    };
    let channel = RunningChannel {
        instance: Arc::new(sender),
        loop_number: 0,
        local: None,
    };
    let one = Instances {
        most: 1,
        most_of_client: 1,
    };
    let edge = &running.edge;
    edge.offer_channel(u64::MAX, channel, one).expect("a place");
    let shown = || {
        let all = edge.channels();
        assert_eq!(all.len(), 1);
        let is_named = all[0].channel == "TO.QM2" && !all[0].job_name.is_empty();
        (all[0].channel_type, all[0].state, is_named)
    };
    let stop = |partner: &str| {
        edge.stop_channel(&StopChannel {
            channel: ObjectName::truncated("TO.QM2"),
            mode: StopMode::Quiesce,
            connection_name: String::new(),
            remote_name: partner.to_owned(),
            stays_stopped: false,
        })
    };
    assert_eq!(stop("QM3"), Err(NetworkError::NotActive));
    assert_eq!(shown(), ("SDR", ChannelState::Running, true));
    assert_eq!(stop("QM2"), Ok(()));
    assert_eq!(shown(), ("SDR", ChannelState::Stopping, true));
}
