//! `runmqtrm` and `runmqtmc`: programs that are started because messages have come.
//!
//! A trigger message names a program; it is run by the shell with the message, as an `MQTMC2` structure of text, as its argument. The next one is
//! looked at when it has ended, or at once where what the process definition adds to the command ends with `&`. A trigger message
//! is gone when its program starts. One that starts none goes to the dead-letter queue, and stays where it is when that does not take it.

use crate::arguments::Arguments;
use crate::connection::{Connected, connect_either};
use crate::failure::Failure;
use crate::password;
use crate::signals::on_signals;
use ferromq_base::output;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::{DeadLetterHeader, TriggerMessage, TriggerMessage2};
use ferromq_mqi::header::field_text;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{GetOptions, ObjectHandle, PutOptions};
use ferromq_mqi::session::MqError;
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// It was interrupted by an error.
pub(crate) const INTERRUPTED: u8 = 10;
/// It never ran.
pub(crate) const NOT_RUN: u8 = 20;
/// Where trigger messages come when nothing is said.
const INITIATION_QUEUE: &str = "SYSTEM.DEFAULT.INITIATION.QUEUE";
/// What is said when there is nothing to wait for any more.
const ENDS: &str = "The queue manager ends, and the trigger monitor with it.";
/// How long a wait goes on before a signal is looked for.
const SLICE_MS: i32 = 1_000;
/// Shells answer these for a program that cannot be run.
const CANNOT_BE_RUN: [i32; 2] = [126, 127];

/// `runmqtrm`.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    monitor(arguments, "runmqtrm", false)
}

/// `runmqtmc`.
pub(crate) fn run_as_client(arguments: &Arguments) -> Result<u8, Failure> {
    monitor(arguments, "runmqtmc", true)
}

fn monitor(arguments: &Arguments, program: &str, as_client: bool) -> Result<u8, Failure> {
    let never = |failure: Failure| failure.with_code(NOT_RUN);
    let user = arguments.value("-u");
    let password = user.map(password::ask_for).transpose().map_err(never)?;
    let q_mgr = arguments.value("-m");
    let mut session =
        connect_either(q_mgr, program, as_client, password.as_ref()).map_err(never)?;
    let queue = arguments.value("-q").unwrap_or(INITIATION_QUEUE);
    let failed = |code: u8| {
        move |error: MqError| match error.reason {
            // Nobody has done anything wrong.
            reason if reason.ends_connection() && code == INTERRUPTED => {
                Failure::text(format!("{reason}\n"), code)
            }
            _ => Failure::text(format!("{error}\n"), code),
        }
    };
    let handle = session
        .open(queue, MQOO_INPUT_AS_Q_DEF | MQOO_FAIL_IF_QUIESCING)
        .map_err(failed(NOT_RUN))?;
    let letters = dead_letter_queue(&mut session).map_err(failed(NOT_RUN))?;
    let ended = on_signals().map_err(never)?;
    output::line(&format!("Trigger monitor {program} started on {queue}."));
    let mut waits = false;
    while !ended.load(Ordering::Relaxed) {
        if !std::mem::replace(&mut waits, true) {
            output::line("Waiting for a trigger message");
        }
        let how = GetOptions {
            options: MQGMO_WAIT
                | MQGMO_ACCEPT_TRUNCATED_MSG
                | MQGMO_SYNCPOINT
                | MQGMO_CONVERT
                | MQGMO_FAIL_IF_QUIESCING,
            wait_interval_ms: SLICE_MS,
            match_options: MQMO_NONE,
            ..GetOptions::default()
        };
        let most = u32::try_from(TriggerMessage::SIZE).unwrap_or(u32::MAX);
        let got = match session.get(handle, &MsgDescriptor::default(), &how, most) {
            Ok(got) => got,
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => continue,
            // From 9.2 on that is no error.
            Err(error) if is_end(error.reason) => {
                output::line(ENDS);
                return Ok(0);
            }
            Err(error) => return Err(failed(INTERRUPTED)(error)),
        };
        waits = false;
        let message = (&got.descriptor, &got.body[..]);
        match heeded(&mut session, letters.as_ref(), queue, message) {
            Ok(()) => {}
            Err(error) if is_end(error.reason) => {
                output::line(ENDS);
                return Ok(0);
            }
            Err(error) => return Err(failed(INTERRUPTED)(error)),
        }
    }
    finish(session, handle).map_err(failed(INTERRUPTED))?;
    Ok(0)
}

/// Starts the program, or puts the trigger message away, and commits that it was got; waits for the end of the program. Where that fails the
/// trigger message stays.
fn heeded(
    session: &mut Connected,
    letters: Option<&(ObjectName, ObjectHandle)>,
    queue: &str,
    message: (&MsgDescriptor, &[u8]),
) -> Result<(), MqError> {
    let started = start(message.1);
    let put = match started {
        Ok(_) => Ok(()),
        Err(feedback) => put_away(session, letters, queue, message, feedback),
    };
    let gone = put.and_then(|()| session.commit());
    if let Ok(Some(mut program)) = started {
        match program.wait() {
            Ok(status) => tell_end(status),
            Err(error) => output::line(&format!("The program has ended: {error}.")),
        }
    }
    if gone.is_err() {
        // Where the connection is gone, so is what was got by it.
        let _ = session.back_out();
    }
    gone.map(drop)
}

fn is_end(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::Q_MGR_QUIESCING
            | Reason::Q_MGR_STOPPING
            | Reason::CONNECTION_QUIESCING
            | Reason::CONNECTION_STOPPING
            | Reason::CONNECTION_BROKEN
    )
}

fn finish(mut session: Connected, handle: ObjectHandle) -> Result<(), MqError> {
    session.close(handle, MQCO_NONE)?;
    session.disconnect()?;
    Ok(())
}

/// A shell that still runs after so long has started its program. The trigger message is not held longer: the log could not be reused behind it.
const STARTED: Duration = Duration::from_secs(10);
/// How often is looked whether it has ended.
const LOOK: Duration = Duration::from_millis(20);

/// Starts what a trigger message asks for; answers the shell where it has not ended so far. The error is what the dead-letter header says.
fn start(body: &[u8]) -> Result<Option<Child>, i32> {
    let trigger = match TriggerMessage::decode_le(body) {
        Ok(trigger) if body.len() == TriggerMessage::SIZE => trigger,
        _ => {
            output::line("This is no trigger message.");
            return Err(MQFB_TM_ERROR);
        }
    };
    if !matches!(trigger.appl_type, MQAT_UNIX | MQAT_USER_FIRST.. | 0) {
        output::line(&format!(
            "Programs of type {} are not started here.",
            trigger.appl_type
        ));
        return Err(MQFB_APPL_TYPE_ERROR);
    }
    let line = command_of(&trigger);
    let Some(line) = line else {
        output::line("The trigger message names no program.");
        return Err(MQFB_APPL_CANNOT_BE_STARTED);
    };
    output::line(&line);
    let spawned = Command::new("/bin/sh")
        .args(["-c", &line])
        .stdin(Stdio::null())
        .spawn();
    let ended = spawned.and_then(|mut shell| Ok((ended_soon(&mut shell)?, shell)));
    match ended {
        Ok((Some(status), _))
            if status
                .code()
                .is_some_and(|code| CANNOT_BE_RUN.contains(&code)) =>
        {
            output::line("The program cannot be started.");
            Err(MQFB_APPL_CANNOT_BE_STARTED)
        }
        Ok((Some(status), _)) => {
            tell_end(status);
            Ok(None)
        }
        Ok((None, shell)) => Ok(Some(shell)),
        Err(error) => {
            output::line(&format!("The program cannot be started: {error}."));
            Err(MQFB_APPL_CANNOT_BE_STARTED)
        }
    }
}

fn tell_end(status: ExitStatus) {
    output::line(&format!("The program has ended: {status}."));
}

/// How it has ended, if it does in a while.
fn ended_soon(shell: &mut Child) -> std::io::Result<Option<ExitStatus>> {
    let began = Instant::now();
    // Most have started, or failed, within a moment.
    let mut pause = Duration::from_millis(1);
    loop {
        let status = shell.try_wait()?;
        if status.is_some() || began.elapsed() >= STARTED {
            return Ok(status);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(LOOK);
    }
}

/// The command: the program, the trigger message as one argument, and what the process definition adds. The message is given exactly as it is:
/// whatever is in it, the shell makes nothing of it.
fn command_of(trigger: &TriggerMessage) -> Option<String> {
    let text = |field: &[u8]| String::from_utf8_lossy(field_text(field)).into_owned();
    let program = text(&trigger.appl_id);
    if program.trim().is_empty() {
        return None;
    }
    let digits = format!("{:4}", trigger.appl_type);
    let appl_type = digits
        .as_bytes()
        .first_chunk()
        .copied()
        .unwrap_or([b' '; 4]);
    let message = TriggerMessage2 {
        q_name: trigger.q_name,
        process_name: trigger.process_name,
        trigger_data: trigger.trigger_data,
        appl_type,
        appl_id: trigger.appl_id,
        env_data: trigger.env_data,
        user_data: trigger.user_data,
        ..TriggerMessage2::default()
    };
    let mut bytes = [0; TriggerMessage2::SIZE];
    message.encode_le_into(&mut bytes);
    let argument: String = String::from_utf8_lossy(&bytes)
        .chars()
        .map(|char| if char.is_control() { ' ' } else { char })
        .collect();
    let environment = text(&trigger.env_data);
    Some(format!(
        "{} '{}' {environment}",
        program.trim_end(),
        argument.replace('\'', "'\\''")
    ))
}

/// `DEADQ` of the queue manager, opened; none where there is none.
fn dead_letter_queue(
    session: &mut Connected,
) -> Result<Option<(ObjectName, ObjectHandle)>, MqError> {
    let name = crate::dead_letters::dead_letter_queue(session)?;
    if name.is_blank() {
        return Ok(None);
    }
    let opened = session.open(name.as_str(), MQOO_OUTPUT | MQOO_FAIL_IF_QUIESCING)?;
    Ok(Some((name, opened)))
}

/// Puts a trigger message that started nothing on the dead-letter queue. Where there is none it is gone, which is told.
fn put_away(
    session: &mut Connected,
    letters: Option<&(ObjectName, ObjectHandle)>,
    queue: &str,
    (descriptor, body): (&MsgDescriptor, &[u8]),
    feedback: i32,
) -> Result<(), MqError> {
    let Some((name, handle)) = letters else {
        output::line("There is no dead-letter queue: the trigger message is gone.");
        return Ok(());
    };
    let header = DeadLetterHeader {
        reason: feedback,
        dest_q_name: *FixedText::<48>::truncated(queue).bytes(),
        encoding: descriptor.encoding,
        coded_char_set_id: descriptor.coded_char_set_id,
        format: descriptor.format,
        put_appl_type: MQAT_UNIX,
        ..DeadLetterHeader::default()
    };
    let mut data = vec![0; DeadLetterHeader::SIZE];
    header.encode_le_into(&mut data);
    data.extend_from_slice(body);
    let mut letter = MsgDescriptor {
        format: *MQFMT_DEAD_LETTER_HEADER
            .as_bytes()
            .first_chunk()
            .unwrap_or(&[b' '; 8]),
        persistence: descriptor.persistence,
        ..MsgDescriptor::default()
    };
    let mut how = PutOptions {
        options: MQPMO_SYNCPOINT | MQPMO_FAIL_IF_QUIESCING,
        ..PutOptions::default()
    };
    session.put(*handle, &mut letter, &mut how, data)?;
    output::line(&format!("The trigger message is on {name}."));
    Ok(())
}
