//! Bags to queues and back, and commands to the command server.

use crate::bag::Bag;
use crate::item::Item;
use crate::message::check_format;
use crate::{BagHandle, Bags};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::pcf::Message;
use ferromq_mqi::session::{Connected, Session};
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};

/// Where commands go where nothing else is said.
const COMMAND_QUEUE: &str = "SYSTEM.ADMIN.COMMAND.QUEUE";
/// What answers come to where nothing else is said.
const ANSWER_MODEL: &str = "SYSTEM.DEFAULT.MODEL.QUEUE";
/// How long to wait for an answer where nothing else is said, milliseconds.
const WAIT_MS: i32 = 30_000;
/// Milliseconds in the unit of `MQMD.Expiry`.
const TENTH_MS: i32 = 100;
/// Largest message.
const MESSAGE_BYTES_MAX: u32 = 100 << 20;

/// How a command ended: `mqExecute`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Execution {
    /// `MQCC_*`.
    pub comp_code: i32,
    /// `MQRC_*` or `MQRCCF_*`.
    pub reason: Reason,
}

impl Bags {
    /// `mqPutBag`: puts the message a bag is. The descriptor is updated with what the queue manager filled in.
    ///
    /// # Errors
    /// Those of [`Bags::to_message`], `FORMAT_NOT_SUPPORTED` for a format that is none of the programmable
    /// command formats, and those of MQPUT.
    pub fn put<C: Connected>(
        &self,
        session: &mut Session<C>,
        queue: ObjectHandle,
        descriptor: &mut MsgDescriptor,
        options: &mut PutOptions,
        bag: BagHandle,
    ) -> Result<Reason, Reason> {
        check_format(descriptor)?;
        let body = self.to_bytes(bag)?;
        descriptor.encoding = MQENC_NATIVE;
        descriptor.coded_char_set_id = MQCCSI_Q_MGR;
        Ok(session.put(queue, descriptor, options, body)?)
    }

    /// `mqGetBag`: gets a message and fills a bag with it. Descriptor and options are updated as MQGET does.
    ///
    /// # Errors
    /// Those of MQGET and of [`Bags::fill_from_bytes`], and `FORMAT_NOT_SUPPORTED`. Where the message was
    /// understood by the queue manager and not by the bag, it is gone from the queue, unless it was browsed or
    /// the unit of work is backed out.
    pub fn get<C: Connected>(
        &mut self,
        session: &mut Session<C>,
        queue: ObjectHandle,
        descriptor: &mut MsgDescriptor,
        options: &mut GetOptions,
        bag: BagHandle,
    ) -> Result<Reason, Reason> {
        self.alterable(bag)?;
        let got = session.get(queue, descriptor, options, MESSAGE_BYTES_MAX)?;
        *descriptor = got.descriptor;
        *options = got.options;
        check_format(descriptor)?;
        let order = ByteOrder::from_encoding(descriptor.encoding);
        self.fill_from_bytes(bag, &got.body, order, descriptor.coded_char_set_id)?;
        Ok(got.reason)
    }

    /// `mqExecute`: sends a command and fills the response bag with a bag of the system for each answer, under
    /// `MQHA_BAG_HANDLE`. The queues are those opened by the caller: commands go to the command queue and
    /// answers come to a dynamic queue where none is given.
    ///
    /// Whoever shares the bags with others takes the three steps of this one by one, so that nobody waits for
    /// the answers but the caller: [`Bags::plan`], [`Plan::run`], [`Bags::take`].
    ///
    /// # Errors
    /// Those of the three steps.
    #[allow(clippy::too_many_arguments)] // Those of the documented call.
    pub fn execute<C: Connected>(
        &mut self,
        session: &mut Session<C>,
        command: i32,
        options: Option<BagHandle>,
        request: BagHandle,
        response: BagHandle,
        command_queue: Option<ObjectHandle>,
        answer_queue: Option<ObjectHandle>,
    ) -> Result<Execution, Reason> {
        let plan = self.plan(command, options, request, response)?;
        let answers = plan.run(session, command_queue, answer_queue);
        self.take(response, answers)
    }

    /// The command in an administration bag. The response bag is empty then.
    ///
    /// # Errors
    /// `HBAG_ERROR`, `SYSTEM_BAG_NOT_ALTERABLE`, `COMMAND_TYPE_ERROR`, `OPTIONS_ERROR`, `WAIT_INTERVAL_ERROR`,
    /// and those of [`Bags::to_message`].
    pub fn plan(
        &mut self,
        command: i32,
        options: Option<BagHandle>,
        request: BagHandle,
        response: BagHandle,
    ) -> Result<Plan, Reason> {
        let wait_ms = self.wait_ms(options)?;
        let bag = self.alterable(request)?;
        if bag.header.kind != MQCFT_COMMAND {
            return Err(Reason::COMMAND_TYPE_ERROR);
        }
        bag.header.command = command;
        let message = self.to_message(request)?;
        self.clear(response)?;
        Ok(Plan { message, wait_ms })
    }

    /// How long to wait for each answer, from the bag of options.
    fn wait_ms(&self, options: Option<BagHandle>) -> Result<i32, Reason> {
        let Some(options) = options else {
            return Ok(WAIT_MS);
        };
        let items = self.bag(options)?.items();
        if items
            .iter()
            .any(|(selector, _)| *selector != MQIACF_WAIT_INTERVAL)
        {
            return Err(Reason::OPTIONS_ERROR);
        }
        match items {
            [] => Ok(WAIT_MS),
            [(_, Item::Int(wait_ms))] if *wait_ms >= 0 || *wait_ms == MQWI_UNLIMITED => {
                Ok(*wait_ms)
            }
            _ => Err(Reason::WAIT_INTERVAL_ERROR),
        }
    }

    /// Puts each answer into a bag of its own, and those into the response bag. Says how the command ended.
    ///
    /// # Errors
    /// What ended the gathering of answers; those that had come are in the bag all the same.
    pub fn take(&mut self, response: BagHandle, answers: Answers) -> Result<Execution, Reason> {
        let mut ended = Execution {
            comp_code: MQCC_OK,
            reason: Reason::NONE,
        };
        for (answer, ccsid) in &answers.messages {
            self.take_answer(response, answer, *ccsid)?;
            let header = &answer.header;
            if header.comp_code > ended.comp_code {
                ended.comp_code = header.comp_code;
                ended.reason = Reason(header.reason);
            }
        }
        if ended.comp_code == MQCC_FAILED {
            ended.reason = Reason(MQRCCF_COMMAND_FAILED);
        }
        answers.ended.map(|()| ended)
    }

    fn take_answer(
        &mut self,
        response: BagHandle,
        answer: &Message,
        ccsid: i32,
    ) -> Result<(), Reason> {
        self.alterable(response)?;
        let inner = self.insert(Bag::new(MQCBO_SYSTEM_BAG)?);
        let filled = self.fill_any(inner, answer, ccsid);
        let outer = self.alterable(response)?;
        outer.header = answer.header.clone();
        outer.push(MQHA_BAG_HANDLE, Item::Bag(inner));
        filled
    }
}

/// A command that is ready to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    message: Message,
    wait_ms: i32,
}

/// The answers to a command, in the order they came, each with the CCSID of its message; and what ended
/// them, if it was not the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers {
    messages: Vec<(Message, i32)>,
    ended: Result<(), Reason>,
}

impl Plan {
    /// Sends the command and gathers the answers.
    ///
    /// The answers say where it ended: `CMD_SERVER_NOT_AVAILABLE`, `NO_MSG_AVAILABLE` when one does not come in
    /// time, `FORMAT_NOT_SUPPORTED` and `PCF_ERROR` for what is no answer, and the reasons of the verbs.
    pub fn run<C: Connected>(
        &self,
        session: &mut Session<C>,
        command_queue: Option<ObjectHandle>,
        answer_queue: Option<ObjectHandle>,
    ) -> Answers {
        let mut messages = Vec::new();
        let ended = self.exchange(session, command_queue, answer_queue, &mut messages);
        Answers { messages, ended }
    }

    fn exchange<C: Connected>(
        &self,
        session: &mut Session<C>,
        command_queue: Option<ObjectHandle>,
        answer_queue: Option<ObjectHandle>,
        messages: &mut Vec<(Message, i32)>,
    ) -> Result<(), Reason> {
        if command_queue.is_none() && !is_served(session)? {
            return Err(Reason::CMD_SERVER_NOT_AVAILABLE);
        }
        let (answers, name, own) = match answer_queue {
            Some(queue) => (queue, name_of(session, queue)?, false),
            None => {
                let mut model = ObjectDescriptor::queue(ANSWER_MODEL);
                let queue = session.open_object(&mut model, MQOO_INPUT_EXCLUSIVE)?;
                (queue, model.object_name, true)
            }
        };
        let mut descriptor = MsgDescriptor {
            msg_type: MQMT_REQUEST,
            format: *b"MQADMIN ",
            persistence: MQPER_NOT_PERSISTENT,
            expiry: match self.wait_ms {
                MQWI_UNLIMITED => MQEI_UNLIMITED,
                wait_ms => (wait_ms / TENTH_MS).max(1),
            },
            reply_to_q: *name.bytes(),
            ..MsgDescriptor::default()
        };
        let sent = send(session, command_queue, &mut descriptor, &self.message);
        let done = sent.and_then(|()| self.gather(session, answers, descriptor.msg_id, messages));
        if own {
            // A dynamic queue that is left behind ends with the connection.
            let _ = session.close(answers, MQCO_DELETE_PURGE);
        }
        done
    }

    fn gather<C: Connected>(
        &self,
        session: &mut Session<C>,
        queue: ObjectHandle,
        correl_id: [u8; 24],
        messages: &mut Vec<(Message, i32)>,
    ) -> Result<(), Reason> {
        let options = GetOptions {
            options: MQGMO_WAIT | MQGMO_FAIL_IF_QUIESCING | MQGMO_NO_SYNCPOINT,
            wait_interval_ms: self.wait_ms,
            match_options: MQMO_MATCH_CORREL_ID,
            ..GetOptions::default()
        };
        let wanted = MsgDescriptor {
            correl_id,
            ..MsgDescriptor::default()
        };
        loop {
            let got = session.get(queue, &wanted, &options, MESSAGE_BYTES_MAX)?;
            check_format(&got.descriptor)?;
            let order = ByteOrder::from_encoding(got.descriptor.encoding);
            let answer = Message::decode(&got.body, order).map_err(|_| Reason::PCF_ERROR)?;
            let last = answer.header.control == MQCFC_LAST;
            messages.push((answer, got.descriptor.coded_char_set_id));
            if last {
                return Ok(());
            }
        }
    }
}

/// Whether somebody gets commands from the command queue.
fn is_served<C: Connected>(session: &mut Session<C>) -> Result<bool, Reason> {
    let queue = match session.open(COMMAND_QUEUE, MQOO_INQUIRE) {
        // Whether it is served is for those to know who may ask.
        Err(error) if error.reason == Reason::NOT_AUTHORIZED => return Ok(true),
        opened => opened?,
    };
    let inquired = session.inquire(queue, &[MQIA_OPEN_INPUT_COUNT], 1, 0);
    let _ = session.close(queue, MQCO_NONE);
    let (counts, _, _) = inquired?;
    Ok(counts.first().is_some_and(|count| *count > 0))
}

/// The name of a queue that is open for inquiry.
fn name_of<C: Connected>(
    session: &mut Session<C>,
    queue: ObjectHandle,
) -> Result<ObjectName, Reason> {
    let length = MQ_Q_NAME_LENGTH.unsigned_abs();
    let (_, chars, _) = session.inquire(queue, &[MQCA_Q_NAME], 0, length)?;
    let field = chars.first_chunk().ok_or(Reason::UNEXPECTED_ERROR)?;
    Ok(ObjectName::from_field(field))
}

fn send<C: Connected>(
    session: &mut Session<C>,
    queue: Option<ObjectHandle>,
    descriptor: &mut MsgDescriptor,
    message: &Message,
) -> Result<(), Reason> {
    let body = message.encode(ByteOrder::NATIVE);
    let mut options = PutOptions {
        options: MQPMO_NO_SYNCPOINT | MQPMO_FAIL_IF_QUIESCING,
        ..PutOptions::default()
    };
    match queue {
        Some(queue) => session.put(queue, descriptor, &mut options, body)?,
        None => {
            let to = ObjectDescriptor::queue(COMMAND_QUEUE);
            session.put1(&to, descriptor, &mut options, body)?
        }
    };
    Ok(())
}
