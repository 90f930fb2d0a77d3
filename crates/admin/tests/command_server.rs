//! The command server over a road that answers as a test says.

use crate::started::{created, started};
use ferromq_admin::{CommandServer, CommandServerFlags};
use ferromq_mqi::call::{GetReply, PutReply, Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{GetOptions, ObjectHandle};
use ferromq_mqi::pcf::{Message, Parameter};
use ferromq_mqi::session::{Connected, Session};
use ferromq_mqi::{MsgDescriptor, Reason};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

/// A queue manager that knows no reply queue and has a dead-letter queue, or not.
struct OutOfReach {
    commands: VecDeque<GetReply>,
    has_dead_letter_queue: bool,
    /// Where messages were to be put.
    puts: Arc<Mutex<Vec<String>>>,
    /// Asked to end by the first message.
    ends: Option<Arc<CommandServerFlags>>,
}

impl Connected for OutOfReach {
    fn call(&mut self, request: Request) -> Reply {
        match request {
            Request::Open { descriptor, .. } => Reply::Opened {
                handle: ObjectHandle(1),
                descriptor: Box::new(descriptor),
            },
            Request::Get { .. } => match self.commands.pop_front() {
                Some(command) => Reply::Got(Box::new(command)),
                None => Reply::Failed(Reason::CONNECTION_BROKEN),
            },
            Request::Put1 {
                object, descriptor, ..
            } => {
                let queue = object.object_name.as_str().to_owned();
                let taken = queue == "DEAD" && self.has_dead_letter_queue;
                self.puts.lock().expect("no panic").push(queue);
                if let Some(flags) = &self.ends {
                    flags.ask_to_stop();
                }
                match taken {
                    true => Reply::Put(Box::new(PutReply {
                        reason: Reason::NONE,
                        descriptor,
                        resolved_q_name: object.object_name,
                        resolved_q_mgr_name: ObjectName::BLANK,
                    })),
                    false => Reply::Failed(Reason::CLUSTER_RESOLUTION_ERROR),
                }
            }
            _ => Reply::Done(Reason::NONE),
        }
    }
}

/// Has a command answered that shows more than ten queues; how often something was to be put on the reply queue and on the dead-letter queue, and
/// what the operator was told.
fn answered(has_dead_letter_queue: bool, ends: bool) -> (usize, usize, usize) {
    let disk = created();
    let (manager, operations) = started(&disk);
    let (output, _) = ferromq_admin::run_command(&operations, "ALTER QMGR DEADQ(DEAD)");
    assert!(output.starts_with("AMQ8005I"), "{output}");
    let shown = Message::command(
        MQCMD_INQUIRE_Q,
        vec![Parameter::text(MQCA_Q_NAME, "SYSTEM.*")],
    );
    let command = GetReply {
        reason: Reason::NONE,
        descriptor: MsgDescriptor {
            msg_type: MQMT_REQUEST,
            format: *b"MQADMIN ",
            reply_to_q: *ObjectName::truncated("ANSWERS").bytes(),
            reply_to_q_mgr: *ObjectName::truncated("NOSUCH").bytes(),
            ..MsgDescriptor::default()
        },
        options: GetOptions::default(),
        body: shown.encode(ByteOrder::NATIVE).into(),
        data_length: 0,
    };
    let flags = Arc::new(CommandServerFlags::default());
    let puts = Arc::new(Mutex::default());
    let road = OutOfReach {
        commands: [command].into(),
        has_dead_letter_queue,
        puts: Arc::clone(&puts),
        ends: ends.then(|| Arc::clone(&flags)),
    };
    let told = Arc::new(Mutex::new(0));
    let telling = Arc::clone(&told);
    let notices = Arc::new(move |_| *telling.lock().expect("no panic") += 1);
    CommandServer::new(Session::new(road), Arc::new(operations), flags, notices).run();
    drop(manager);
    let puts = puts.lock().expect("no panic");
    let on = |queue: &str| puts.iter().filter(|put| *put == queue).count();
    let told = *told.lock().expect("no panic");
    (on("ANSWERS"), on("DEAD"), told)
}

#[test]
fn one_answer_that_can_be_put_nowhere_is_enough_to_know_it_of_the_others() {
    let (tried, dead, told) = answered(true, false);
    assert_eq!(tried, 1, "each would wait for a cluster");
    assert!(dead > 10, "{dead} on the dead-letter queue");
    assert_eq!(told, 0);
}

#[test]
fn answers_that_no_queue_takes_are_tried_once_and_told_of_once() {
    assert_eq!(answered(false, false), (1, 1, 1));
}

#[test]
fn a_command_server_that_is_to_stop_keeps_nobody_waiting_for_answers_out_of_reach() {
    assert_eq!(answered(true, true), (1, 1, 1));
}
