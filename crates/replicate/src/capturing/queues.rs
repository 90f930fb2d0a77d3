//! The queues of capture.

use super::failed;
use crate::capture::{Form, Put, Unit};
use crate::fault;
use crate::message::{FORMAT, RESTART_FORMAT, Restart};
use crate::source::SendQueue;
use crate::trouble::Trouble;
use bytes::Bytes;
use ferromq_mqi::generated::constants::{
    MQCA_Q_NAME, MQCA_REMOTE_Q_MGR_NAME, MQCA_XMIT_Q_NAME, MQGMO_ACCEPT_TRUNCATED_MSG,
    MQGMO_BROWSE_FIRST, MQGMO_BROWSE_NEXT, MQGMO_FAIL_IF_QUIESCING, MQGMO_MSG_UNDER_CURSOR,
    MQGMO_NO_SYNCPOINT, MQGMO_NO_WAIT, MQGMO_SYNCPOINT, MQIA_CURRENT_Q_DEPTH,
    MQIA_MAX_UNCOMMITTED_MSGS, MQIA_Q_TYPE, MQMO_NONE, MQOO_BROWSE, MQOO_FAIL_IF_QUIESCING,
    MQOO_INPUT_EXCLUSIVE, MQOO_INPUT_SHARED, MQOO_INQUIRE, MQOO_OUTPUT, MQOT_Q_MGR,
    MQPER_NOT_PERSISTENT, MQPER_PERSISTENT, MQPMO_FAIL_IF_QUIESCING, MQPMO_NO_SYNCPOINT,
    MQPMO_SYNCPOINT, MQQT_LOCAL, MQQT_REMOTE,
};
use ferromq_mqi::generated::notices::{FMQ0408, FMQ0409, FMQ0420};
use ferromq_mqi::header::blank_filled;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::session::{Connected, MqError, Session};
use ferromq_mqi::{MsgDescriptor, Reason};

/// The longest restart message that is taken: that of 65,535 subscriptions with long names.
const RESTART_BYTES_MAX: u32 = 20 << 20;
const COMMAND_BYTES_MAX: u32 = 32 << 10;

/// What the restart queue has.
pub(super) enum Found {
    Nothing,
    One(Restart),
}

/// Why a unit of work was not put. It was backed out, unless the connection is lost.
pub(super) struct NotPut {
    /// Whose message it was; none of the restart message or the commit.
    pub(super) map: Option<usize>,
    pub(super) error: MqError,
    /// Bytes of that message.
    pub(super) bytes: usize,
}

/// See the module.
pub(super) struct Queues<C> {
    session: Session<C>,
    pub(super) q_mgr: String,
    restart_name: String,
    restart: ObjectHandle,
    admin: Option<ObjectHandle>,
    /// For each map its paths.
    send: Vec<Vec<ObjectHandle>>,
    /// Messages of a unit of work, at most.
    pub(super) messages_max: usize,
}

/// A command that came, which is still on the queue.
pub(super) struct Came {
    pub(super) text: String,
    descriptor: MsgDescriptor,
}

impl<C: Connected> Queues<C> {
    /// Opens the restart queue, for this program alone.
    pub(super) fn open(
        mut session: Session<C>,
        q_mgr: &str,
        restart_q: &str,
        admin_q: &str,
    ) -> Result<Self, Trouble> {
        let told = |error: MqError| failed(q_mgr, &error);
        let quiescing = MQOO_FAIL_IF_QUIESCING;
        let restart = session
            .open(
                restart_q,
                MQOO_INPUT_EXCLUSIVE | MQOO_BROWSE | MQOO_OUTPUT | quiescing,
            )
            .map_err(told)?;
        let admin = match admin_q {
            "" => None,
            name => Some(
                session
                    .open(name, MQOO_INPUT_SHARED | MQOO_BROWSE | quiescing)
                    .map_err(told)?,
            ),
        };
        let mut object = ObjectDescriptor {
            object_type: MQOT_Q_MGR,
            ..ObjectDescriptor::default()
        };
        let manager = session
            .open_object(&mut object, MQOO_INQUIRE | quiescing)
            .map_err(told)?;
        let (ints, _, _) = session
            .inquire(manager, &[MQIA_MAX_UNCOMMITTED_MSGS], 1, 0)
            .map_err(told)?;
        session.close(manager, 0).map_err(told)?;
        let limit = ints.first().copied().unwrap_or(0);
        Ok(Self {
            session,
            q_mgr: q_mgr.to_owned(),
            restart_name: restart_q.to_owned(),
            restart,
            admin,
            send: Vec::new(),
            // The restart message is got and put in the same unit of work.
            messages_max: usize::try_from(limit / 2).unwrap_or(1).max(3) - 2,
        })
    }

    fn told(&self, error: &MqError) -> Trouble {
        failed(&self.q_mgr, error)
    }

    /// Opens the send queues.
    pub(super) fn open_send(&mut self, queues: &[SendQueue]) -> Result<(), Trouble> {
        for queue in queues {
            let mut paths = Vec::new();
            for name in queue.queues() {
                let opened = self
                    .session
                    .open(&name, MQOO_OUTPUT | MQOO_FAIL_IF_QUIESCING);
                paths.push(opened.map_err(|error| self.told(&error))?);
            }
            self.send.push(paths);
        }
        Ok(())
    }

    /// What the restart queue has, which is left there.
    pub(super) fn find(&mut self) -> Result<Found, Trouble> {
        let mut bodies = Vec::new();
        let mut count = 0_u32;
        loop {
            let which = if count == 0 {
                MQGMO_BROWSE_FIRST
            } else {
                MQGMO_BROWSE_NEXT
            };
            match self.get(self.restart, which, RESTART_BYTES_MAX) {
                Ok((_, body)) => {
                    count += 1;
                    if bodies.is_empty() {
                        bodies.push(body);
                    }
                    // More than one are too many, however many they are.
                    if count > 100 {
                        break;
                    }
                }
                Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => break,
                Err(error) => return Err(self.told(&error)),
            }
        }
        match (count, bodies.pop()) {
            (1, Some(body)) => Restart::decode(&body)
                .map(Found::One)
                .map_err(|problem| Trouble::lasting(&FMQ0420, &[&self.restart_name, &problem])),
            (0, _) => Ok(Found::Nothing),
            _ => Err(Trouble::lasting(&FMQ0409, &[&self.restart_name, &count])),
        }
    }

    /// There is none, where one has to be.
    pub(super) fn missing(&self, slot: &str) -> Trouble {
        Trouble::lasting(&FMQ0408, &[&self.restart_name, &slot])
    }

    /// Puts the first restart message of an epoch instead of whatever is there.
    pub(super) fn begin(&mut self, restart: &Restart) -> Result<(), Trouble> {
        let done = self.begin_unit(restart);
        if done.is_err() {
            // What failed is told; the end of the connection backs out, too.
            let _ = self.session.back_out();
        }
        done.map_err(|error| self.told(&error))
    }

    fn begin_unit(&mut self, restart: &Restart) -> Result<(), MqError> {
        loop {
            match self.get(self.restart, MQGMO_SYNCPOINT, 0) {
                Ok(_) => {}
                Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => break,
                Err(error) => return Err(error),
            }
        }
        self.put_restart(restart)?;
        self.session.commit().map(drop)
    }

    fn get(
        &mut self,
        handle: ObjectHandle,
        which: i32,
        bytes_max: u32,
    ) -> Result<(MsgDescriptor, Bytes), MqError> {
        let syncpoint = if which & MQGMO_SYNCPOINT == 0 {
            MQGMO_NO_SYNCPOINT
        } else {
            0
        };
        let options = GetOptions {
            options: which
                | syncpoint
                | MQGMO_NO_WAIT
                | MQGMO_ACCEPT_TRUNCATED_MSG
                | MQGMO_FAIL_IF_QUIESCING,
            match_options: MQMO_NONE,
            ..GetOptions::default()
        };
        let got = self
            .session
            .get(handle, &MsgDescriptor::default(), &options, bytes_max)?;
        Ok((got.descriptor, got.body))
    }

    fn put_restart(&mut self, restart: &Restart) -> Result<(), MqError> {
        let body = restart.encode().map_err(|_| MqError {
            verb: "MQPUT",
            object: self.restart_name.clone(),
            reason: Reason::DATA_LENGTH_ERROR,
        })?;
        let mut descriptor = descriptor(RESTART_FORMAT, true);
        self.session
            .put(self.restart, &mut descriptor, &mut inside(), body)
            .map(drop)
    }

    /// Puts a unit of work. When this returns its messages are durable and can be seen.
    pub(super) fn put(&mut self, unit: &Unit, restart: &Restart) -> Result<(), NotPut> {
        let put = self.put_unit(unit, restart);
        if let Err(not) = &put
            && not.error.reason != Reason::CONNECTION_BROKEN
        {
            // A failure here is one of the connection, which backs out as well.
            let _ = self.session.back_out();
        }
        put
    }

    fn put_unit(&mut self, unit: &Unit, restart: &Restart) -> Result<(), NotPut> {
        let others = |error| NotPut {
            map: None,
            error,
            bytes: 0,
        };
        fault::at("K1");
        for put in &unit.puts {
            self.put_one(put, true).map_err(|error| NotPut {
                map: Some(put.map),
                error,
                bytes: put.body.len(),
            })?;
        }
        // The old message makes room for the new one, also where MAXDEPTH is 1.
        self.get(self.restart, MQGMO_SYNCPOINT, 0).map_err(others)?;
        self.put_restart(restart).map_err(others)?;
        fault::at("K2");
        self.session.commit().map(drop).map_err(others)?;
        if fault::at("K3") {
            return Err(others(MqError {
                verb: "MQCMIT",
                object: self.q_mgr.clone(),
                reason: Reason::CONNECTION_BROKEN,
            }));
        }
        Ok(())
    }

    fn put_one(&mut self, put: &Put, is_persistent: bool) -> Result<(), MqError> {
        let paths = self.send.get(put.map);
        let handle = paths.and_then(|paths| paths.get(usize::from(put.path)));
        let handle = handle.copied().unwrap_or(ObjectHandle::UNUSABLE);
        let format = match put.form {
            Form::Compact => FORMAT,
            Form::Event => "MQSTR",
            Form::EventBehindHeader => "MQHRF2",
        };
        let mut descriptor = descriptor(format, is_persistent);
        if put.form != Form::Compact {
            // UTF-8.
            descriptor.coded_char_set_id = 1208;
        }
        descriptor.msg_id = put.id;
        descriptor.correl_id = put.id;
        let mut options = if is_persistent { inside() } else { outside() };
        self.session
            .put(handle, &mut descriptor, &mut options, put.body.clone())
            .map(drop)
    }

    /// Puts a heartbeat, outside of units of work. One that finds no room is not missed.
    pub(super) fn beat(&mut self, put: &Put) -> Result<(), MqError> {
        match self.put_one(put, false) {
            Err(error) if error.reason == Reason::CONNECTION_BROKEN => Err(error),
            _ => Ok(()),
        }
    }

    /// The oldest command, which stays on the queue until [`Self::done`].
    pub(super) fn command(&mut self) -> Result<Option<Came>, Trouble> {
        let Some(admin) = self.admin else {
            return Ok(None);
        };
        match self.get(admin, MQGMO_BROWSE_FIRST, COMMAND_BYTES_MAX) {
            Ok((descriptor, body)) => Ok(Some(Came {
                text: String::from_utf8_lossy(&body).trim().to_owned(),
                descriptor,
            })),
            Err(error)
                if matches!(
                    error.reason,
                    Reason::NO_MSG_AVAILABLE | Reason::GET_INHIBITED
                ) =>
            {
                Ok(None)
            }
            Err(error) => Err(self.told(&error)),
        }
    }

    /// Removes a command that was carried out, and answers it.
    pub(super) fn done(&mut self, came: &Came, answer: &str) -> Result<(), Trouble> {
        let Some(admin) = self.admin else {
            return Ok(());
        };
        match self.get(admin, MQGMO_MSG_UNDER_CURSOR, COMMAND_BYTES_MAX) {
            Err(error) if error.reason != Reason::NO_MSG_UNDER_CURSOR => {
                return Err(self.told(&error));
            }
            _ => {}
        }
        let text = |name: &[u8; 48]| String::from_utf8_lossy(name).trim().to_owned();
        let queue = text(&came.descriptor.reply_to_q);
        if queue.trim_end_matches('\0').is_empty() {
            return Ok(());
        }
        let mut object = ObjectDescriptor::queue(&queue);
        object.object_q_mgr_name =
            ferromq_mqi::ObjectName::truncated(&text(&came.descriptor.reply_to_q_mgr));
        let mut descriptor = descriptor("MQSTR", false);
        descriptor.correl_id = came.descriptor.msg_id;
        match self
            .session
            .put1(&object, &mut descriptor, &mut outside(), answer.to_owned())
        {
            Err(error) if error.reason == Reason::CONNECTION_BROKEN => Err(self.told(&error)),
            // Whoever asked is gone.
            _ => Ok(()),
        }
    }

    /// How many messages are on the first queue of a map, if that can be asked here.
    pub(super) fn depth(&mut self, name: &str) -> Option<i32> {
        let handle = self.session.open(name, MQOO_INQUIRE).ok()?;
        let asked = self
            .session
            .inquire(handle, &[MQIA_CURRENT_Q_DEPTH, MQCA_Q_NAME], 1, 48);
        let _ = self.session.close(handle, 0);
        asked.ok()?.0.first().copied()
    }

    /// How many messages wait for the channel by which what is put on a queue goes; none where it goes by no channel.
    pub(super) fn unsent(&mut self, name: &str) -> Result<i32, String> {
        let unknown =
            |error: MqError| format!("what of queue {name} is sent cannot be known: {error}");
        let handle = self.session.open(name, MQOO_INQUIRE).map_err(unknown)?;
        let found = self.inquire_road(handle);
        let _ = self.session.close(handle, 0);
        let (kind, names) = found.map_err(unknown)?;
        match road_of(name, kind, &names)? {
            None => Ok(0),
            Some(road) => self.depth(&road).ok_or_else(|| {
                format!("the transmission queue of {name}, {road}, cannot be asked")
            }),
        }
    }

    /// What a queue is, and of one that is elsewhere its transmission queue and its queue manager.
    fn inquire_road(&mut self, handle: ObjectHandle) -> Result<(i32, Bytes), MqError> {
        let (kinds, ..) = self.session.inquire(handle, &[MQIA_Q_TYPE], 1, 0)?;
        let kind = kinds.first().copied().unwrap_or(0);
        if kind != MQQT_REMOTE {
            return Ok((kind, Bytes::new()));
        }
        let names = [MQCA_XMIT_Q_NAME, MQCA_REMOTE_Q_MGR_NAME];
        let (_, names, _) = self.session.inquire(handle, &names, 0, 96)?;
        Ok((kind, names))
    }

    /// Ends the connection.
    pub(super) fn end(self) -> Result<(), Trouble> {
        let q_mgr = self.q_mgr;
        self.session
            .disconnect()
            .map(drop)
            .map_err(|error| failed(&q_mgr, &error))
    }
}

/// The transmission queue of a queue; none where what is put goes by no channel. An alias may be of any queue, and one of a cluster be anywhere.
fn road_of(queue: &str, kind: i32, names: &[u8]) -> Result<Option<String>, String> {
    match kind {
        MQQT_LOCAL => Ok(None),
        MQQT_REMOTE => {
            let name = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
            // One that names none has that of its queue manager.
            let mut names = names.chunks(48).map(name);
            Ok(names.find(|name| !name.is_empty()))
        }
        _ => Err(format!(
            "what of queue {queue} is sent cannot be known: it is neither a local queue nor the definition of a remote one (QTYPE {kind}). Name the queue itself as the send \
             queue, or use stopafter=data_applied"
        )),
    }
}

fn inside() -> PutOptions {
    PutOptions {
        options: MQPMO_SYNCPOINT | MQPMO_FAIL_IF_QUIESCING,
        ..PutOptions::default()
    }
}

fn outside() -> PutOptions {
    PutOptions {
        options: MQPMO_NO_SYNCPOINT | MQPMO_FAIL_IF_QUIESCING,
        ..PutOptions::default()
    }
}

fn descriptor(format: &str, is_persistent: bool) -> MsgDescriptor {
    MsgDescriptor {
        format: blank_filled(format),
        persistence: if is_persistent {
            MQPER_PERSISTENT
        } else {
            MQPER_NOT_PERSISTENT
        },
        priority: 0,
        ..MsgDescriptor::default()
    }
}

#[cfg(test)]
mod tests {
    use super::road_of;
    use ferromq_mqi::generated::constants::{MQQT_ALIAS, MQQT_CLUSTER, MQQT_LOCAL, MQQT_REMOTE};

    /// Goal: what cannot be known to be sent is not said to be. Method: each kind of queue, and remote ones with a transmission queue of their own and without.
    #[test]
    fn whether_all_is_sent_is_known_of_local_and_remote_queues_only() {
        assert_eq!(road_of("Q", MQQT_LOCAL, b""), Ok(None));
        let names = |xmit: &str| format!("{xmit:<48}{:<48}", "QM2");
        for (xmit, road) in [("XQ", "XQ"), ("", "QM2")] {
            let found = road_of("Q", MQQT_REMOTE, names(xmit).as_bytes());
            assert_eq!(found, Ok(Some(road.to_owned())));
        }
        for kind in [MQQT_ALIAS, MQQT_CLUSTER] {
            let why = road_of("Q", kind, b"").expect_err("refused");
            assert!(why.contains("cannot be known"), "{why}");
        }
    }
}
