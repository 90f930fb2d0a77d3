//! Local administration that needs no connection.

use crate::failure::ConnectFailure;
use ferromq_binding::{ClientEndpoint, ConnectError, Hello as Frame};
use ferromq_mqi::Reason;
use ferromq_mqi::codec::{Answer, ControlAnswer, ControlRequest, Hello};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use std::path::Path;
use std::time::Duration;

/// Asks the queue manager that listens at `socket`. An end has begun when this returns, and may
/// be over.
///
/// # Errors
/// `MQRC_Q_MGR_NOT_AVAILABLE` when it does not run, `MQRC_NOT_AUTHORIZED` when it does not
/// listen to this user.
pub fn control(socket: &Path, request: ControlRequest) -> Result<ControlAnswer, ConnectFailure> {
    let frame = Frame {
        opaque: Hello::Control(request).encode(),
        ..Frame::default()
    };
    // A control request leads to no connection, so its answer comes as that of a refused one.
    match ClientEndpoint::connect(socket, &frame) {
        Err(ConnectError::Refused { answer }) => match Answer::decode(&answer) {
            Ok(Answer::Control(answer)) => Ok(answer),
            _ => Err(ConnectFailure::of(ConnectError::Refused { answer })),
        },
        Err(error) => Err(ConnectFailure::of(error)),
        Ok(_) => Err(ConnectFailure::new(
            Reason::UNEXPECTED_ERROR,
            "the queue manager gave an answer that makes no sense",
        )),
    }
}

/// Waits until the process that gave `answer` has ended, at most so long; `None` is for ever.
/// False when it still runs.
#[must_use]
pub fn wait_for_end(answer: &ControlAnswer, at_most: Option<Duration>) -> bool {
    let number = i32::try_from(answer.process_id).unwrap_or(0);
    let Some(pid) = Pid::from_raw(number) else {
        return true;
    };
    // A process that cannot be opened any more is gone.
    let Ok(process) = pidfd_open(pid, PidfdFlags::empty()) else {
        return true;
    };
    let timeout = at_most.map(|at_most| Timespec {
        tv_sec: i64::try_from(at_most.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: at_most.subsec_nanos().into(),
    });
    loop {
        let mut watched = [PollFd::new(&process, PollFlags::IN)];
        match poll(&mut watched, timeout.as_ref()) {
            Ok(ready) => return ready > 0,
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return true,
        }
    }
}
