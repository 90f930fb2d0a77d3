//! The command server: an application of the queue manager that gets commands from a queue and puts
//! the answers where they are asked for.
//!
//! It waits in a get without limit, and costs nothing meanwhile. Commands are carried out for the user
//! in the context of their messages, whose identity the answers carry on. A command that is persistent
//! is taken under syncpoint, so that it survives a crash of the queue manager; it may then be carried
//! out twice.
//!
//! Source: "PCF command messages", "PCF responses", "Authority checking for PCF commands".

use crate::pcf::Coding;

use crate::pcf::{answer_message, not_a_command};
use crate::pings::{PING_LOOK, Pings};
use crate::running::Administered;
use bytes::Bytes;
use ferromq_base::calendar::date_and_time;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::GetReply;
use ferromq_mqi::code_page::CCSID_UTF_8;
use ferromq_mqi::dead_letter::PutAside;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::notices::{AMQ8506, AMQ8507};
use ferromq_mqi::header::ByteOrder;
pub use ferromq_mqi::local::CommandServerState;
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::notice::Notice as Entry;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::pcf::Message;
use ferromq_mqi::preset;
use ferromq_mqi::session::{Connected, Session};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::{MessageContext, Notice, NoticeSink};
use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::Duration;

/// The queue commands are put on.
pub const COMMAND_QUEUE: &str = "SYSTEM.ADMIN.COMMAND.QUEUE";

/// Gets in vain after which a persistent command is put aside: it never lasted to the end of one.
const BACK_OUTS_MAX: i32 = 5;
/// How long to wait until a queue that cannot be used is tried again. Whoever controls the thread may end the pause.
const TRY_AGAIN: Duration = Duration::from_secs(1);
/// How long a full reply queue is waited for until somebody takes an answer from it. All of it is spent once for a command, so
/// that one that nobody reads the answers of holds up the others no longer than this.
const REPLY_PATIENCE: Duration = Duration::from_secs(2);
/// How often it is looked whether there is room.
const REPLY_LOOK: Duration = Duration::from_millis(5);
/// Largest command: more than any queue lets through.
const COMMAND_BYTES_MAX: u32 = 100 << 20;

/// Starts and stops the command server of a queue manager.
pub trait CommandServerControl: Send + Sync {
    /// Starts it. It may be that it runs already: then it is left alone, and `false` is answered.
    ///
    /// # Errors
    /// What the queue manager or the operating system says.
    fn start(&self) -> Result<bool, String>;

    /// Stops it after the command under way, and waits for that. `false` if it does not run.
    fn stop(&self) -> bool;

    /// Whether it runs.
    fn state(&self) -> CommandServerState;
}

/// What a command server and whoever controls it share.
#[derive(Debug, Default)]
pub struct CommandServerFlags {
    stop: AtomicBool,
    state: AtomicU8,
}

impl CommandServerFlags {
    /// Asks it to end. It may be waiting, and has to be woken.
    pub fn ask_to_stop(&self) {
        self.stop.store(true, Ordering::Release);
    }

    /// What it does.
    #[must_use]
    pub fn state(&self) -> CommandServerState {
        match self.state.load(Ordering::Acquire) {
            1 => CommandServerState::Starting,
            2 => CommandServerState::Running,
            3 => CommandServerState::Stopping,
            _ => CommandServerState::Stopped,
        }
    }

    /// Says what it does.
    pub fn set_state(&self, state: CommandServerState) {
        self.state.store(state as u8, Ordering::Release);
    }

    fn stops(&self) -> bool {
        self.stop.load(Ordering::Acquire)
    }
}

/// A command server over a connection. The connection has to be one of an administrator.
pub struct CommandServer<C> {
    session: Session<C>,
    administered: Arc<Administered>,
    flags: Arc<CommandServerFlags>,
    notices: NoticeSink,
    pings: Pings,
}

impl<C> std::fmt::Debug for CommandServer<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CommandServer").finish_non_exhaustive()
    }
}

impl<C: Connected> CommandServer<C> {
    /// A command server that does nothing yet.
    pub fn new(
        session: Session<C>,
        administered: Arc<Administered>,
        flags: Arc<CommandServerFlags>,
        notices: NoticeSink,
    ) -> Self {
        Self {
            session,
            administered,
            flags,
            notices,
            pings: Pings::default(),
        }
    }

    /// Works on commands until it is asked to stop, or the queue manager ends.
    pub fn run(mut self) {
        self.flags.set_state(CommandServerState::Running);
        while !self.flags.stops() {
            match self.serve_queue() {
                Ok(()) => break,
                Err(reason) if reason.ends_service() => break,
                Err(reason) => {
                    // Somebody deletes or inhibits the queue, or has it alone: that may pass.
                    if !is_quiet(reason) {
                        self.note(&AMQ8506, &[&reason]);
                    }
                    std::thread::park_timeout(TRY_AGAIN);
                }
            }
        }
        // However it ended: the connection is gone.
        let _ = self.session.disconnect();
        self.flags.set_state(CommandServerState::Stopped);
    }

    /// Opens the queue and works on what is there; `Ok` when it is to stop.
    fn serve_queue(&mut self) -> Result<(), Reason> {
        let options = MQOO_INPUT_SHARED | MQOO_SAVE_ALL_CONTEXT | MQOO_FAIL_IF_QUIESCING;
        let mut queue = match self.session.open(COMMAND_QUEUE, options) {
            Err(error) if error.reason == Reason::UNKNOWN_OBJECT_NAME => {
                self.define_queue()?;
                self.session.open(COMMAND_QUEUE, options)?
            }
            opened => opened?,
        };
        let ended = loop {
            match self.get(queue) {
                Ok(message) => match self.ping(queue, &message, options) {
                    Some(next) => queue = next,
                    None => self.serve(queue, &message),
                },
                Err(Reason::NO_MSG_AVAILABLE) if !self.pings.under_way.is_empty() => {}
                Err(reason) => break Err(reason),
            }
            self.answer_pings(false);
            if self.flags.stops() {
                break Ok(());
            }
        };
        // They are commands under way.
        self.answer_pings(true);
        let _ = self.session.close(queue, MQCO_NONE);
        ended
    }

    /// Begins a ping beside the other commands, which are got with the handle that is answered from now on. `None` for what is no ping, or has to be
    /// carried out first.
    fn ping(
        &mut self,
        queue: ObjectHandle,
        message: &GetReply,
        options: i32,
    ) -> Option<ObjectHandle> {
        let command = &message.descriptor;
        let is_asked = command.msg_type == MQMT_REQUEST && command.backout_count < BACK_OUTS_MAX;
        if !is_asked || !self.pings.take(message) {
            return None;
        }
        let next = self.session.open(COMMAND_QUEUE, options).ok()?;
        if !self.pings.begin(&self.administered, queue, message) {
            let _ = self.session.close(next, MQCO_NONE);
            return None;
        }
        // It is not tried again after a crash: nobody can tell what it found.
        self.commit_command(command);
        Some(next)
    }

    /// Answers pings that have ended, or all of them.
    fn answer_pings(&mut self, awaits: bool) {
        for ping in std::mem::take(&mut self.pings.under_way) {
            let (answers, is_over) = match awaits {
                true => (ping.await_answers(), true),
                false => ping.answers(),
            };
            let mut reader = Reader::default();
            for answer in &answers {
                self.answer(ping.queue, &ping.command, answer, &mut reader);
            }
            match is_over {
                true => drop(self.session.close(ping.queue, MQCO_NONE)),
                false => self.pings.under_way.push(ping),
            }
        }
    }

    fn commit_command(&mut self, command: &MsgDescriptor) {
        if command.persistence == MQPER_PERSISTENT
            && let Err(error) = self.session.commit()
        {
            self.note(&AMQ8506, &[&error.reason]);
        }
    }

    fn define_queue(&self) -> Result<(), Reason> {
        let mut presets = preset::system_objects().iter();
        let own = presets.find(|preset| {
            let definition = preset.definition();
            definition.kind() == ObjectKind::QLocal && definition.name().as_str() == COMMAND_QUEUE
        });
        let definition = own.ok_or(Reason::UNKNOWN_OBJECT_NAME)?.definition();
        let defined = self.administered.queue_manager().define(definition, false);
        defined.map(drop).map_err(|_| Reason::UNKNOWN_OBJECT_NAME)
    }

    fn get(&mut self, queue: ObjectHandle) -> Result<GetReply, Reason> {
        let options = GetOptions {
            options: MQGMO_WAIT
                | MQGMO_FAIL_IF_QUIESCING
                | MQGMO_SYNCPOINT_IF_PERSISTENT
                | MQGMO_NO_PROPERTIES,
            wait_interval_ms: match self.pings.under_way.is_empty() {
                true => MQWI_UNLIMITED,
                false => PING_LOOK.as_millis() as i32,
            },
            match_options: MQMO_NONE,
            ..GetOptions::default()
        };
        let wanted = MsgDescriptor::default();
        let got = self
            .session
            .get(queue, &wanted, &options, COMMAND_BYTES_MAX)?;
        Ok(got)
    }

    /// Carries out the command in a message and answers it.
    fn serve(&mut self, queue: ObjectHandle, message: &GetReply) {
        let command = &message.descriptor;
        if command.backout_count >= BACK_OUTS_MAX {
            let _ = self.put_aside(Reason::BACKOUT_THRESHOLD_REACHED, command, &message.body);
        } else {
            match command.msg_type {
                MQMT_REQUEST => {
                    let administered = Arc::clone(&self.administered);
                    let mut reader = Reader::default();
                    let each = &mut |answer| self.answer(queue, command, &answer, &mut reader);
                    carry_out(&administered, message, each);
                }
                // Nobody waits for the answers.
                MQMT_DATAGRAM => carry_out(&self.administered, message, &mut drop),
                // Whoever sent it took this queue for another one.
                _ => drop(self.put_aside(Reason::MSG_TYPE_ERROR, command, &message.body)),
            }
        }
        self.commit_command(command);
    }

    /// Puts an answer where the command asks for it, or else on the queue for what cannot be delivered.
    fn answer(
        &mut self,
        queue: ObjectHandle,
        command: &MsgDescriptor,
        answer: &Message,
        reader: &mut Reader,
    ) {
        let is_ending = reader.is_out_of_reach.is_some() && self.flags.stops();
        if reader.is_lost || is_ending {
            if !reader.is_lost {
                reader.is_lost = true;
                let why = reader.is_out_of_reach.unwrap_or(Reason::Q_MGR_STOPPING);
                self.note(&AMQ8507, &[&why]);
            }
            return;
        }
        let body = Bytes::from(answer.encode(ByteOrder::NATIVE));
        let put = match reader.is_out_of_reach {
            Some(reason) => Err(reason),
            None => self.put_answer(queue, command, &body, reader),
        };
        if let Err(reason) = put
            && !reason.ends_service()
        {
            if !may_pass(reason) {
                reader.is_out_of_reach = Some(reason);
            }
            let mut lost = answer_descriptor(command);
            lost.reply_to_q = command.reply_to_q;
            lost.reply_to_q_mgr = command.reply_to_q_mgr;
            // The dead-letter queue may be one that is asked for in a cluster, too.
            reader.is_lost = !self.put_aside(reason, &lost, &body) && !may_pass(reason);
        }
    }

    /// Puts an answer on the reply queue. There may be more answers than have room on it: as long as somebody takes some, the
    /// others wait.
    fn put_answer(
        &mut self,
        queue: ObjectHandle,
        command: &MsgDescriptor,
        body: &Bytes,
        reader: &mut Reader,
    ) -> Result<(), Reason> {
        let to = command.reply_target();
        let mut waited = Duration::ZERO;
        loop {
            // A put that is refused is told of as Queue Full, which is an alarm: it is tried where there is room, or when nobody is waited for.
            let is_tried = !self.is_full(&to) || self.is_given_up(waited, reader);
            let put = match is_tried {
                true => self.put_answer_once(queue, command, &to, body),
                false => Err(Reason::Q_FULL),
            };
            match put {
                Err(Reason::Q_FULL) if !self.is_given_up(waited, reader) => {}
                put => return put,
            }
            std::thread::park_timeout(REPLY_LOOK);
            waited += REPLY_LOOK;
        }
    }

    /// Whether room is waited for no longer.
    fn is_given_up(&self, waited: Duration, reader: &mut Reader) -> bool {
        reader.is_gone |= waited >= REPLY_PATIENCE;
        reader.is_gone || self.flags.stops()
    }

    /// Whether that is a queue of this queue manager which has no room.
    fn is_full(&self, to: &ObjectDescriptor) -> bool {
        let queue_manager = self.administered.queue_manager();
        let is_here = to.object_q_mgr_name.is_blank()
            || to.object_q_mgr_name.as_str() == queue_manager.name().as_str();
        is_here && queue_manager.is_queue_full(&to.object_name)
    }

    fn put_answer_once(
        &mut self,
        queue: ObjectHandle,
        command: &MsgDescriptor,
        to: &ObjectDescriptor,
        body: &Bytes,
    ) -> Result<(), Reason> {
        let mut descriptor = answer_descriptor(command);
        let mut options = PutOptions {
            options: MQPMO_ALTERNATE_USER_AUTHORITY
                | MQPMO_PASS_IDENTITY_CONTEXT
                | MQPMO_NO_SYNCPOINT,
            context: queue,
            ..PutOptions::default()
        };
        let put = self
            .session
            .put1(to, &mut descriptor, &mut options, body.clone());
        Ok(put.map(drop)?)
    }

    /// Puts a message on the dead-letter queue. Where that is not possible it is lost, and the operator
    /// hears of it, and false is answered.
    fn put_aside(&mut self, why: Reason, original: &MsgDescriptor, body: &Bytes) -> bool {
        let q_mgr = self.administered.queue_manager().q_mgr_definition();
        let dead = q_mgr.text(Attr::Deadq);
        let reason = if dead.is_empty() {
            why
        } else {
            let mut descriptor = MsgDescriptor {
                version: MQMD_VERSION_2,
                msg_type: original.msg_type,
                persistence: original.persistence,
                priority: original.priority,
                msg_id: original.msg_id,
                correl_id: original.correl_id,
                format: *b"MQDEAD  ",
                encoding: MQENC_NATIVE,
                ..MsgDescriptor::default()
            };
            if descriptor.msg_type == MQMT_REQUEST {
                descriptor.reply_to_q = original.reply_to_q;
                descriptor.reply_to_q_mgr = original.reply_to_q_mgr;
            }
            let whole = self.with_header(why, original, body);
            let mut options = PutOptions {
                options: MQPMO_NO_SYNCPOINT,
                ..PutOptions::default()
            };
            let to = ObjectDescriptor::queue(dead);
            match self.session.put1(&to, &mut descriptor, &mut options, whole) {
                Ok(_) => return true,
                Err(error) => error.reason,
            }
        };
        self.note(&AMQ8507, &[&reason]);
        false
    }

    fn with_header(&self, why: Reason, original: &MsgDescriptor, body: &Bytes) -> Bytes {
        let queue_manager = self.administered.queue_manager();
        // What could not be answered was meant for the reply-to queue, everything else for this one.
        let meant_for = match original.msg_type {
            MQMT_REPLY => original.reply_to_q,
            _ => *ObjectName::truncated(COMMAND_QUEUE).bytes(),
        };
        let mut q_mgr = match original.msg_type {
            MQMT_REPLY => ObjectName::from_field(&original.reply_to_q_mgr),
            _ => ObjectName::BLANK,
        };
        if q_mgr.is_blank() {
            q_mgr = queue_manager.name();
        }
        let aside = PutAside {
            reason: why.0,
            to: (ObjectName::from_field(&meant_for), q_mgr),
            appl_type: MQAT_QMGR,
            appl_name: PutAside::appl_name(APPLICATION),
            put_at: date_and_time(queue_manager.wall_us()),
        };
        [&aside.header(original)[..], body].concat().into()
    }

    fn note(&self, entry: &'static Entry, values: &[&dyn Display]) {
        (self.notices)(Notice::of(entry, values));
    }
}

/// Whoever takes the answers of a command.
#[derive(Default)]
struct Reader {
    /// Nobody took one for as long as was waited for it: the others do not wait.
    is_gone: bool,
    /// Why nothing can be put where the answers belong. It is not tried again for the others: where a cluster is asked for a name, each
    /// would wait for it, and all other commands with it.
    is_out_of_reach: Option<Reason>,
    /// The dead-letter queue does not take them either, or the command server is to stop: the operator was told, and the others are lost with
    /// that one.
    is_lost: bool,
}

/// Whether the next answer may be put where one could not: it may be shorter, and there may be room again by then.
fn may_pass(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::Q_FULL
            | Reason::PUT_INHIBITED
            | Reason::MSG_TOO_BIG_FOR_Q
            | Reason::MSG_TOO_BIG_FOR_Q_MGR
            | Reason::Q_SPACE_NOT_AVAILABLE
            | Reason::STORAGE_MEDIUM_FULL
            | Reason::STORAGE_NOT_AVAILABLE
            | Reason::RESOURCE_PROBLEM
    )
}

/// Carries out the command in a message; `each` is given one answer after the other.
pub(crate) fn carry_out(
    administered: &Administered,
    message: &GetReply,
    each: &mut dyn FnMut(Message),
) {
    let command = &message.descriptor;
    if command.format != *b"MQADMIN " {
        return not_a_command(MQRCCF_MD_FORMAT_ERROR, each);
    }
    let ccsid = match command.coded_char_set_id {
        MQCCSI_Q_MGR => administered.queue_manager().q_mgr_int(Attr::Ccsid),
        ccsid => ccsid,
    };
    let coding = Coding {
        order: ByteOrder::from_encoding(command.encoding),
        ccsid,
    };
    let user = FixedText::from_field(&command.user_identifier);
    let context = MessageContext {
        accounting_token: command.accounting_token,
        appl_identity: text_of(&command.appl_identity_data),
        appl_type: command.put_appl_type,
        appl_name: text_of(&command.put_appl_name),
        appl_origin: text_of(&command.appl_origin_data),
    };
    let operations = administered.on_behalf_of_user(user.as_str(), Some(context));
    answer_message(&operations, &message.body, coding, each);
}

/// A field of a descriptor as text.
fn text_of(field: &[u8]) -> String {
    String::from_utf8_lossy(field)
        .trim_end_matches([' ', '\0'])
        .to_owned()
}

/// What the command server is called as an application.
pub const APPLICATION: &str = "command server";

/// The descriptor of an answer.
///
/// Source: "Message descriptor for a PCF response".
fn answer_descriptor(command: &MsgDescriptor) -> MsgDescriptor {
    let asked = command.report;
    let passes = asked & MQRO_PASS_DISCARD_AND_EXPIRY != 0;
    let (msg_id, correl_id) = command.answer_ids();
    MsgDescriptor {
        version: MQMD_VERSION_2,
        report: if passes {
            asked & MQRO_DISCARD_MSG
        } else {
            MQRO_NONE
        },
        msg_type: MQMT_REPLY,
        expiry: if passes {
            command.expiry
        } else {
            MQEI_UNLIMITED
        },
        format: *b"MQADMIN ",
        encoding: MQENC_NATIVE,
        coded_char_set_id: CCSID_UTF_8,
        priority: command.priority,
        persistence: command.persistence,
        msg_id,
        correl_id,
        ..MsgDescriptor::default()
    }
}

/// What somebody did on purpose, and the operator knows of.
fn is_quiet(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::GET_INHIBITED | Reason::Q_DELETED | Reason::OBJECT_CHANGED | Reason::OBJECT_IN_USE
    )
}
