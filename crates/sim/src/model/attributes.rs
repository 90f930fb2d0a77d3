//! The attributes of a queue that runs change and judges compare.

use ferromq_base::random::SplitMix64;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{
    MQMDS_FIFO, MQMDS_PRIORITY, MQNPM_CLASS_HIGH, MQNPM_CLASS_NORMAL, MQQA_GET_ALLOWED,
    MQQA_GET_INHIBITED, MQQA_PUT_ALLOWED, MQQA_PUT_INHIBITED, MQST_BEST_EFFORT, MQST_MUST_DUP,
};
use ferromq_mqi::name::ObjectName;
use std::fmt;

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attributes {
    pub(crate) max_depth: i32,
    pub(crate) max_length: i32,
    pub(crate) default_priority: u8,
    pub(crate) put_allowed: bool,
    pub(crate) get_allowed: bool,
    pub(crate) fifo: bool,
    /// Non-persistent messages outlive a clean end.
    pub(crate) class_high: bool,
    /// Streaming queue; empty for none.
    pub(crate) stream: String,
    pub(crate) must_duplicate: bool,
    pub(crate) description: String,
}

impl fmt::Display for Attributes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |yes: bool, on: &'static str, off: &'static str| if yes { on } else { off };
        write!(
            f,
            "MAXDEPTH({}) MAXMSGL({}) DEFPRTY({}) PUT({}) GET({}) MSGDLVSQ({}) NPMCLASS({})",
            self.max_depth,
            self.max_length,
            self.default_priority,
            word(self.put_allowed, "ENABLED", "DISABLED"),
            word(self.get_allowed, "ENABLED", "DISABLED"),
            word(self.fifo, "FIFO", "PRIORITY"),
            word(self.class_high, "HIGH", "NORMAL"),
        )?;
        if self.stream.is_empty() {
            return Ok(());
        }
        let quality = word(self.must_duplicate, "MUSTDUP", "BESTEF");
        write!(f, " STREAMQ({}) STRMQOS({quality})", self.stream)
    }
}

impl Attributes {
    pub(crate) fn of(definition: &Definition) -> Self {
        Self {
            max_depth: definition.int(Attr::Maxdepth),
            max_length: definition.int(Attr::Maxmsgl),
            default_priority: u8::try_from(definition.int(Attr::Defprty)).unwrap_or(0),
            put_allowed: definition.int(Attr::Put) == MQQA_PUT_ALLOWED,
            get_allowed: definition.int(Attr::Get) == MQQA_GET_ALLOWED,
            fifo: definition.int(Attr::Msgdlvsq) == MQMDS_FIFO,
            class_high: definition.int(Attr::Npmclass) == MQNPM_CLASS_HIGH,
            stream: definition.text(Attr::Streamq).to_owned(),
            must_duplicate: definition.int(Attr::Strmqos) == MQST_MUST_DUP,
            description: definition.text(Attr::Descr).to_owned(),
        }
    }

    /// The changes that make a definition like this.
    pub(crate) fn changes(&self) -> Vec<(Attr, Value)> {
        let choose = |yes: bool, on: i32, off: i32| Value::from(if yes { on } else { off });
        vec![
            (Attr::Maxdepth, Value::from(self.max_depth)),
            (Attr::Maxmsgl, Value::from(self.max_length)),
            (Attr::Defprty, Value::from(i32::from(self.default_priority))),
            (
                Attr::Put,
                choose(self.put_allowed, MQQA_PUT_ALLOWED, MQQA_PUT_INHIBITED),
            ),
            (
                Attr::Get,
                choose(self.get_allowed, MQQA_GET_ALLOWED, MQQA_GET_INHIBITED),
            ),
            (
                Attr::Msgdlvsq,
                choose(self.fifo, MQMDS_FIFO, MQMDS_PRIORITY),
            ),
            (
                Attr::Npmclass,
                choose(self.class_high, MQNPM_CLASS_HIGH, MQNPM_CLASS_NORMAL),
            ),
            (Attr::Streamq, Value::from(self.stream.as_str())),
            (
                Attr::Strmqos,
                choose(self.must_duplicate, MQST_MUST_DUP, MQST_BEST_EFFORT),
            ),
            (Attr::Descr, Value::from(self.description.as_str())),
        ]
    }

    /// The definition of a new queue.
    pub(crate) fn definition(&self, name: &str) -> Definition {
        let mut definition = Definition::new(ObjectKind::QLocal, ObjectName::truncated(name));
        for (attr, value) in self.changes() {
            definition
                .set(attr, value)
                .expect("the simulator sets values in range");
        }
        definition
    }

    /// Attributes for a new queue.
    pub(crate) fn invent(random: &mut SplitMix64, max_length: usize) -> Self {
        Self {
            max_depth: if random.chance(20) {
                1 + small(random, 20)
            } else {
                5_000
            },
            max_length: i32::try_from(max_length).unwrap_or(i32::MAX),
            default_priority: u8::try_from(random.below(10)).unwrap_or(0),
            put_allowed: true,
            get_allowed: true,
            fifo: random.chance(30),
            class_high: random.chance(50),
            stream: String::new(),
            must_duplicate: random.chance(50),
            description: format!("queue {}", random.below(1_000)),
        }
    }

    /// The same with one thing changed. `streams` are the names it may stream to.
    pub(crate) fn change(&self, random: &mut SplitMix64, streams: &[String]) -> Self {
        let mut next = self.clone();
        match random.below(9) {
            0 => next.max_depth = 1 + small(random, 30),
            1 => next.max_depth = 5_000,
            2 => next.put_allowed = random.chance(70),
            3 => next.get_allowed = random.chance(70),
            4 => next.fifo = !next.fifo,
            5 => next.default_priority = u8::try_from(random.below(10)).unwrap_or(0),
            6 => next.class_high = !next.class_high,
            7 if streams.is_empty() || random.chance(40) => next.stream.clear(),
            7 => {
                let chosen = random.below(streams.len() as u64) as usize;
                next.stream.clone_from(&streams[chosen]);
                next.must_duplicate = random.chance(50);
            }
            _ => next.description = format!("changed {}", random.below(1_000)),
        }
        next
    }
}

fn small(random: &mut SplitMix64, bound: u64) -> i32 {
    i32::try_from(random.below(bound)).unwrap_or(0)
}
