//! Commands to a running apply, from its command queue.

use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::{
    MQGMO_ACCEPT_TRUNCATED_MSG, MQGMO_FAIL_IF_QUIESCING, MQGMO_NO_SYNCPOINT, MQGMO_WAIT, MQMO_NONE,
    MQOO_FAIL_IF_QUIESCING, MQOO_INPUT_SHARED, MQPMO_FAIL_IF_QUIESCING, MQPMO_NO_SYNCPOINT,
};
use ferromq_mqi::generated::notices::{FMQ0428, FMQ0446};
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, PutOptions};
use ferromq_mqi::session::{Connected, MqError, Session};
use ferromq_mqi::{MsgDescriptor, ObjectName};
use ferromq_replicate::apply::board::{Board, SpillOrder, Spilling};
use ferromq_replicate::target::catalog::{self, Map};
use ferromq_replicate::target::connect;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use ferromq_base::output;

const COMMAND_BYTES_MAX: u32 = 32 << 10;
/// How long a command is waited for before somebody looks whether the program ends.
const WAIT_MS: i32 = 300;
/// Between two tries to reach the queue manager.
const PAUSE: Duration = Duration::from_secs(1);
/// How long a map may take to come to rest before the answer says that it has not.
const RESTS_WITHIN: Duration = Duration::from_secs(20);

type Road = Box<dyn Connected>;

/// Who takes commands.
pub(super) struct Hearing<'a> {
    pub(super) conninfo: &'a str,
    pub(super) schema: &'a str,
    /// The command queue.
    pub(super) queue: &'a str,
    pub(super) maps: &'a [Map],
    pub(super) board: &'a Board,
}

impl Hearing<'_> {
    /// Takes commands until everything is over. That the queue manager is away is told once by those who apply, and once here.
    pub(super) fn hear(&self, road: &dyn Fn() -> Result<Road, String>, is_over: &dyn Fn() -> bool) {
        let mut told = false;
        while !is_over() {
            let problem = match road() {
                Ok(road) => match self.hear_at(Session::new(road), is_over) {
                    Ok(()) => return,
                    Err(error) => error.to_string(),
                },
                Err(problem) => problem,
            };
            if !told {
                output::line(&FMQ0428.line(&[&self.queue, &problem]));
                told = true;
            }
            let began = Instant::now();
            while began.elapsed() < PAUSE && !is_over() {
                std::thread::sleep(Duration::from_millis(50));
            }
        }
    }

    fn hear_at(
        &self,
        mut session: Session<Road>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<(), MqError> {
        let handle = session.open(self.queue, MQOO_INPUT_SHARED | MQOO_FAIL_IF_QUIESCING)?;
        let options = GetOptions {
            options: MQGMO_WAIT
                | MQGMO_NO_SYNCPOINT
                | MQGMO_ACCEPT_TRUNCATED_MSG
                | MQGMO_FAIL_IF_QUIESCING,
            match_options: MQMO_NONE,
            wait_interval_ms: WAIT_MS,
            ..GetOptions::default()
        };
        while !is_over() {
            let got = session.get(
                handle,
                &MsgDescriptor::default(),
                &options,
                COMMAND_BYTES_MAX,
            );
            let got = match got {
                Ok(got) => got,
                Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => continue,
                Err(error) => return Err(error),
            };
            let text = String::from_utf8_lossy(&got.body).trim().to_owned();
            let answer = match self.carry_out(&text, &mut session) {
                Ok(answer) => answer,
                Err(why) => format!("! {why}"),
            };
            output::line(&FMQ0446.line(&[&text, &answer.lines().next().unwrap_or_default()]));
            self.answer(&mut session, &got.descriptor, answer)?;
        }
        session.disconnect().map(drop)
    }

    /// Answers who asked, if they say where.
    fn answer(
        &self,
        session: &mut Session<Road>,
        to: &MsgDescriptor,
        answer: String,
    ) -> Result<(), MqError> {
        let text = |name: &[u8; 48]| {
            let text = String::from_utf8_lossy(name).into_owned();
            text.trim_matches(['\0', ' ']).to_owned()
        };
        let queue = text(&to.reply_to_q);
        if queue.is_empty() {
            return Ok(());
        }
        let mut object = ObjectDescriptor::queue(&queue);
        object.object_q_mgr_name = ObjectName::truncated(&text(&to.reply_to_q_mgr));
        let mut descriptor = MsgDescriptor {
            format: *b"MQSTR   ",
            correl_id: to.msg_id,
            ..MsgDescriptor::default()
        };
        match session.put1(&object, &mut descriptor, &mut outside(), answer) {
            Err(error) if error.reason == Reason::CONNECTION_BROKEN => Err(error),
            // Whoever asked is gone.
            _ => Ok(()),
        }
    }

    fn carry_out(&self, text: &str, session: &mut Session<Road>) -> Result<String, String> {
        let mut words = text.split_whitespace();
        let first = words.next().unwrap_or_default();
        let (word, value) = first.split_once('=').unwrap_or((first, ""));
        let rest: Vec<&str> = words.collect();
        match word.to_ascii_lowercase().as_str() {
            "status" => Ok(self.board.status()),
            "stop" => {
                self.board.end();
                Ok("apply ends".to_owned())
            }
            "stopq" => self.stop(value, true),
            "startq" => self.stop(value, false),
            "reinitq" => {
                for queue in self.meant(value)? {
                    self.board.begin_anew(&queue);
                }
                Ok("what the control tables say is read anew".to_owned())
            }
            "qryparms" => Ok(format!(
                "monitor_interval={}\ncommandq={}\nreceive queues={}",
                self.board.monitor_interval_ms(),
                self.queue,
                self.board.queues().join(", ")
            )),
            "chgparms" => match rest[..] {
                [one] => self.change(one),
                _ => Err("chgparms needs monitor_interval=N".to_owned()),
            },
            "spillsub" => {
                let (map, name) = self.subscription("spillsub", value, &rest)?;
                self.spill(map, name, Spilling::Begins)
            }
            "resumesub" => {
                let (map, name) = self.subscription("resumesub", value, &rest)?;
                self.spill(map, name, Spilling::Ends)
            }
            "loaddonesub" => {
                self.load_done(if value.is_empty() { &rest } else { &[] }, value, session)
            }
            _ => Err(format!(
                "'{word}' is not known: status, qryparms, chgparms, stop, stopq=, startq=, reinitq=, loaddonesub=, spillsub=, resumesub="
            )),
        }
    }

    fn change(&self, one: &str) -> Result<String, String> {
        let (name, value) = one.split_once('=').unwrap_or((one, ""));
        let ms = value
            .parse::<u64>()
            .ok()
            .filter(|ms| (1..1 << 31).contains(ms));
        match (name.to_ascii_lowercase().as_str(), ms) {
            ("monitor_interval", Some(ms)) => {
                self.board.set_monitor_interval_ms(ms);
                Ok("changed until apply ends".to_owned())
            }
            _ => Err(format!(
                "'{one}' cannot be changed, or cannot be that: monitor_interval=N, milliseconds"
            )),
        }
    }

    /// The queues a command is about.
    fn meant(&self, value: &str) -> Result<Vec<String>, String> {
        let known = self.board.queues();
        if value.eq_ignore_ascii_case("all") {
            return Ok(known);
        }
        let given: Vec<String> = value
            .trim_matches('"')
            .split(',')
            .map(|it| it.trim().to_owned())
            .collect();
        match given.iter().find(|it| !known.contains(it)) {
            None => Ok(given),
            Some(other) => Err(format!(
                "'{other}' is no receive queue of this apply: {}",
                known.join(", ")
            )),
        }
    }

    /// Has maps rest, or work. It is noted at the target, so that it lasts longer than this program.
    fn stop(&self, value: &str, is_stopped: bool) -> Result<String, String> {
        let queues = self.meant(value)?;
        let over: Vec<&str> = queues
            .iter()
            .map(String::as_str)
            .filter(|queue| !is_stopped && self.board.is_over(queue))
            .collect();
        if !over.is_empty() {
            return Err(format!(
                "nobody applies from {} any more, start apply again",
                over.join(", ")
            ));
        }
        let mut db = connect(self.conninfo).map_err(|trouble| trouble.line)?;
        for queue in &queues {
            catalog::note_stopped(&mut db, self.schema, queue, is_stopped)
                .map_err(|trouble| trouble.line)?;
            self.board.set_stopped(queue, is_stopped);
        }
        if !is_stopped {
            return Ok(format!("started: {}", queues.join(", ")));
        }
        let began = Instant::now();
        while queues.iter().any(|queue| self.board.runs(queue)) {
            if began.elapsed() > RESTS_WITHIN {
                return Ok(format!(
                    "stopping: {}; what was begun is not over yet",
                    queues.join(", ")
                ));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(format!("stopped: {}", queues.join(", ")))
    }

    /// Has rows of a subscription be put aside, or what was be applied.
    fn spill(&self, map: &Map, name: &str, wish: Spilling) -> Result<String, String> {
        if !self.board.runs(&map.receive_queue) {
            return Err(format!("map {} does not work now", map.name));
        }
        let (answer, answered) = mpsc::channel();
        self.board.ask_to_spill(SpillOrder {
            queue: map.receive_queue.clone(),
            subscription: name.to_owned(),
            wish,
            answer,
        });
        let late = "what is under way is not over yet; it is done then";
        answered
            .recv_timeout(RESTS_WITHIN)
            .unwrap_or_else(|_| Ok(late.to_owned()))
    }

    /// The map and the subscription a command is about.
    fn subscription<'a>(
        &'a self,
        word: &str,
        value: &'a str,
        rest: &[&'a str],
    ) -> Result<(&'a Map, &'a str), String> {
        let value = value.trim_matches('"');
        let (queue, name) = match (value.split_once(':'), value, rest) {
            (Some((queue, name)), ..) => (Some(queue), name),
            (None, "", [name]) => (None, *name),
            (None, name, []) if !name.is_empty() => (None, name),
            _ => return Err(format!("{word} needs the name of one subscription")),
        };
        let is_meant = |map: &&Map| queue.is_none_or(|queue| map.receive_queue == queue);
        let mut found = self.maps.iter().filter(is_meant);
        match (found.next(), found.next()) {
            (Some(map), None) => Ok((map, name)),
            _ => Err(format!("say which map: {word}=receivequeue:subscription")),
        }
    }

    /// Tells capture that somebody has loaded a table.
    fn load_done(
        &self,
        rest: &[&str],
        value: &str,
        session: &mut Session<Road>,
    ) -> Result<String, String> {
        let (map, name) = self.subscription("loaddonesub", value, rest)?;
        let mut descriptor = MsgDescriptor {
            format: *b"MQSTR   ",
            ..MsgDescriptor::default()
        };
        let object = ObjectDescriptor::queue(&map.admin_queue);
        let text = format!("loaddone {name}").into_bytes();
        session
            .put1(&object, &mut descriptor, &mut outside(), text)
            .map_err(|error| error.to_string())?;
        let told = format!(
            "capture is told that {name} is loaded, by queue {}",
            map.admin_queue
        );
        // At once: what capture says of it comes behind what may wait for room on the spill queue.
        Ok(match self.spill(map, name, Spilling::Loaded) {
            Ok(applied) => format!("{told}; {applied}"),
            Err(_) => told,
        })
    }
}

fn outside() -> PutOptions {
    PutOptions {
        options: MQPMO_NO_SYNCPOINT | MQPMO_FAIL_IF_QUIESCING,
        ..PutOptions::default()
    }
}
