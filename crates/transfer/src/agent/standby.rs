//! Agents of which several instances run: one works, the others wait to take over.
//!
//! Documented: whoever has `SYSTEM.FTE.HA.agent` open exclusively is the agent. The others try to open it every few seconds and tell the one that works that they are
//! there, which tells of them in its status. How they tell it is not public and ours: a document on the agent's command queue.

use super::telling::Log;
use super::times::is_due;
use crate::control::StandbyInstance;
use crate::generated::notices::{BFGAG9530, BFGAG9531, BFGAG9532};
use ferromq_mqi::code_page::CCSID_UTF_8;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{ObjectDescriptor, PutOptions};
use ferromq_mqi::session::{Connected, MqError, Session};
use ferromq_mqi::{MsgDescriptor, Reason};
use std::collections::BTreeMap;

/// Instances that wait and are told of, at most.
const INSTANCES_MAX: usize = 8;

/// The queue whoever works has.
pub(super) fn queue_of(agent: &str) -> String {
    format!("SYSTEM.FTE.HA.{agent}")
}

/// How an instance that waits goes by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandbySettings {
    /// Name of the agent.
    pub agent: String,
    /// Its machine.
    pub host: String,
    /// How often it tries to take over, milliseconds.
    pub poll_ms: u64,
    /// How often it tells that it is there, milliseconds.
    pub tell_ms: u64,
    /// After so long what it has told is old, milliseconds.
    pub discard_ms: u64,
}

/// An instance that waits until the one that works is gone.
pub struct Standby<C> {
    session: Session<C>,
    settings: StandbySettings,
    /// When it tries next, and tells next.
    tries_ms: u64,
    tells_ms: u64,
}

impl<C> std::fmt::Debug for Standby<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Standby")
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

impl<C: Connected> Standby<C> {
    /// Over this connection, from now on.
    pub fn new(session: Session<C>, settings: StandbySettings) -> Self {
        Self {
            session,
            settings,
            tries_ms: 0,
            tells_ms: 0,
        }
    }

    /// Whether nobody works as the agent: then this one may. Tries when it is time to; until when nothing is to be done is the other answer.
    ///
    /// # Errors
    /// The failed verb: `MQRC_UNKNOWN_OBJECT_NAME` when the queue of instances was not defined.
    pub fn turn(&mut self, now_ms: u64) -> Result<Result<(), u64>, MqError> {
        if is_due(now_ms, self.tries_ms, self.settings.poll_ms) {
            self.tries_ms = now_ms.saturating_add(self.settings.poll_ms);
            let queue = queue_of(&self.settings.agent);
            let options = MQOO_INPUT_EXCLUSIVE | MQOO_FAIL_IF_QUIESCING;
            match self.session.open(&queue, options) {
                Ok(handle) => {
                    self.session.close(handle, MQCO_NONE)?;
                    return Ok(Ok(()));
                }
                Err(error) if error.reason == Reason::OBJECT_IN_USE => {}
                Err(error) => return Err(error),
            }
        }
        if is_due(now_ms, self.tells_ms, self.settings.tell_ms) {
            self.tells_ms = now_ms.saturating_add(self.settings.tell_ms);
            self.tell(true)?;
        }
        Ok(Err(self.tries_ms.min(self.tells_ms)))
    }

    /// It takes over with its connection.
    pub fn into_session(self) -> Session<C> {
        self.session
    }

    /// It waits no longer.
    ///
    /// # Errors
    /// The failed verb.
    pub fn end(mut self) -> Result<(), MqError> {
        self.tell(false)?;
        self.session.disconnect().map(drop)
    }

    /// Tells the one that works. It is said again after a while: what cannot be said now is left.
    fn tell(&mut self, waits: bool) -> Result<(), MqError> {
        let instance = StandbyInstance {
            host: self.settings.host.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            waits,
        };
        let name = format!("SYSTEM.FTE.COMMAND.{}", self.settings.agent);
        let tenths = self.settings.discard_ms / 100;
        let mut descriptor = MsgDescriptor {
            format: *b"MQSTR   ",
            coded_char_set_id: CCSID_UTF_8,
            persistence: MQPER_NOT_PERSISTENT,
            expiry: i32::try_from(tenths).unwrap_or(i32::MAX),
            ..MsgDescriptor::default()
        };
        let mut options = PutOptions {
            options: MQPMO_NO_SYNCPOINT | MQPMO_SYNC_RESPONSE | MQPMO_FAIL_IF_QUIESCING,
            ..PutOptions::default()
        };
        let object = ObjectDescriptor::queue(&name);
        let put = (self.session).put1(&object, &mut descriptor, &mut options, instance.to_xml());
        match put {
            Ok(_) => Ok(()),
            Err(error) if matches!(error.reason, Reason::Q_FULL | Reason::PUT_INHIBITED) => Ok(()),
            Err(error) => Err(error),
        }
    }
}

/// The instances that wait, as the one that works knows them.
#[derive(Debug, Default)]
pub(super) struct Standbys {
    /// By their machines: the version, and when it was heard of last.
    known: BTreeMap<String, (String, u64)>,
}

impl Standbys {
    /// Hears of one. Whether that is news.
    pub(super) fn hear(&mut self, instance: &StandbyInstance, now_ms: u64, log: Log<'_>) -> bool {
        let host = &instance.host;
        if !instance.waits {
            let is_news = self.known.remove(host).is_some();
            if is_news {
                log(&BFGAG9531.line(&[host]));
            }
            return is_news;
        }
        let is_new = !self.known.contains_key(host);
        if is_new && self.known.len() >= INSTANCES_MAX {
            return false;
        }
        let told = (instance.version.clone(), now_ms);
        self.known.insert(host.clone(), told);
        if is_new {
            log(&BFGAG9530.line(&[host]));
        }
        is_new
    }

    /// Forgets those that have told nothing for so long. Whether there were any.
    pub(super) fn discard(&mut self, discard_ms: u64, now_ms: u64, log: Log<'_>) -> bool {
        let is_old = |_: &String, (_, heard_ms): &mut (String, u64)| {
            now_ms.saturating_sub(*heard_ms) > discard_ms
        };
        let mut is_any = false;
        for (host, _) in self.known.extract_if(.., is_old) {
            is_any = true;
            log(&BFGAG9532.line(&[&host]));
        }
        is_any
    }

    /// A line for each: its machine and its version.
    pub(super) fn lines(&self) -> String {
        let each = self.known.iter();
        let each = each.map(|(host, (version, _))| format!("{host} {version}"));
        each.collect::<Vec<_>>().join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instances_are_known_until_they_go_or_are_silent_for_long() {
        let mut all = Standbys::default();
        let mut lines = Vec::new();
        let mut log = |line: &str| lines.push(line.to_owned());
        let told = |host: &str, waits| StandbyInstance {
            host: host.to_owned(),
            version: "1".to_owned(),
            waits,
        };
        assert!(all.hear(&told("ONE", true), 0, &mut log));
        assert!(!all.hear(&told("ONE", true), 500, &mut log), "it is known");
        assert!(all.hear(&told("TWO", true), 100, &mut log));
        assert_eq!(all.lines(), "ONE 1\nTWO 1");
        assert!(all.discard(1_000, 1_200, &mut log));
        assert_eq!(all.lines(), "ONE 1");
        assert!(!all.discard(1_000, 1_200, &mut log));
        assert!(all.hear(&told("ONE", false), 1_200, &mut log));
        assert!(
            !all.hear(&told("ONE", false), 1_200, &mut log),
            "it has gone before"
        );
        let expected = [
            BFGAG9530.line(&[&"ONE"]),
            BFGAG9530.line(&[&"TWO"]),
            BFGAG9532.line(&[&"TWO"]),
            BFGAG9531.line(&[&"ONE"]),
        ];
        assert_eq!(lines, expected);
        for number in 0..2 * INSTANCES_MAX {
            all.hear(&told(&format!("H{number}"), true), 0, &mut |_| {});
        }
        assert_eq!(all.known.len(), INSTANCES_MAX);
    }
}
