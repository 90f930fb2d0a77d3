//! What another process of this machine is doing, as far as `/proc` tells.

use std::fs;

/// What a process is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProcessState {
    /// There is no such process, or nothing is told about it.
    Gone,
    /// It was killed, or has ended but for what the operating system takes back.
    Ending,
    /// It was stopped, by a signal or a debugger, and does nothing until it is told to go on.
    Stopped,
    /// It runs, or waits for something.
    Alive,
}

/// Flags of a process that is on its way out: `PF_EXITING`, `PF_DUMPCORE`, `PF_SIGNALED`.
const ENDING_FLAGS: u64 = 0x4 | 0x200 | 0x400;
/// The bit of SIGKILL in a set of signals.
const KILL_BIT: u64 = 1 << 8;

/// What the process with that number is doing.
#[must_use]
pub fn state_of(process_id: u32) -> ProcessState {
    let read = |file: &str| fs::read_to_string(format!("/proc/{process_id}/{file}"));
    match (read("stat"), read("status")) {
        (Ok(stat), Ok(status)) => state_in(&stat, &status),
        _ => ProcessState::Gone,
    }
}

/// Whether each thread of a process is stopped: a signal reaches them one after the other.
#[must_use]
pub fn is_stopped_wholly(process_id: u32) -> bool {
    let Ok(threads) = fs::read_dir(format!("/proc/{process_id}/task")) else {
        return false;
    };
    let is_stopped = |thread: fs::DirEntry| {
        let stat = fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
        matches!(fields_behind_name(&stat).first(), Some(&("T" | "t")))
    };
    threads.flatten().all(is_stopped)
}

/// Fields of `/proc/<pid>/stat` behind the name, which may hold spaces and parentheses itself.
#[must_use]
pub fn fields_behind_name(stat: &str) -> Vec<&str> {
    let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    after_name.split_ascii_whitespace().collect()
}

fn state_in(stat: &str, status: &str) -> ProcessState {
    let fields = fields_behind_name(stat);
    let flags = fields.get(6).and_then(|field| field.parse::<u64>().ok());
    let leaving = flags.is_some_and(|flags| flags & ENDING_FLAGS != 0);
    match fields.first() {
        None => ProcessState::Gone,
        Some(&("Z" | "X" | "x")) => ProcessState::Ending,
        // A signal that kills is taken by a process that is stopped, too.
        _ if leaving || kill_is_pending(status) => ProcessState::Ending,
        Some(&("T" | "t")) => ProcessState::Stopped,
        Some(_) => ProcessState::Alive,
    }
}

/// Whether SIGKILL has been sent and not been taken yet.
fn kill_is_pending(status: &str) -> bool {
    status.lines().any(|line| {
        let set = line
            .strip_prefix("SigPnd:")
            .or_else(|| line.strip_prefix("ShdPnd:"));
        set.and_then(|digits| u64::from_str_radix(digits.trim(), 16).ok())
            .is_some_and(|set| set & KILL_BIT != 0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Child, Command};

    fn signal(child: &Child, name: &str) {
        let sent = Command::new("kill")
            .args([name, &child.id().to_string()])
            .status();
        assert!(sent.expect("kill is there").success());
    }

    /// A signal is on its way for a moment.
    fn wait_for(child: &Child, state: ProcessState) {
        while state_of(child.id()) != state {
            std::thread::yield_now();
        }
    }

    #[test]
    fn a_process_is_alive_stopped_ending_and_gone() {
        let mut child = Command::new("sleep").arg("1000").spawn().expect("sleep");
        wait_for(&child, ProcessState::Alive);
        signal(&child, "-STOP");
        wait_for(&child, ProcessState::Stopped);
        signal(&child, "-CONT");
        wait_for(&child, ProcessState::Alive);
        signal(&child, "-KILL");
        // Nobody has asked yet how it ended.
        wait_for(&child, ProcessState::Ending);
        child.wait().expect("it has ended");
        assert_eq!(state_of(child.id()), ProcessState::Gone);
        assert_eq!(state_of(u32::MAX), ProcessState::Gone);
    }

    #[test]
    fn what_is_on_its_way_out_is_told_by_flags_and_pending_signals() {
        let of = |state: &str, flags: u64, pending: &str| {
            let stat = format!("7 (a) b) {state} 1 7 7 0 -1 {flags} 0");
            state_in(
                &stat,
                &format!("SigQ:\t0/1\nSigPnd:\t{pending}\nShdPnd:\t0\n"),
            )
        };
        let none = "0000000000000000";
        assert_eq!(of("S", 0x0040_0000, none), ProcessState::Alive);
        assert_eq!(of("T", 0x0040_0000, none), ProcessState::Stopped);
        assert_eq!(of("S", 0x0040_0004, none), ProcessState::Ending);
        assert_eq!(of("D", 0x0040_0200, none), ProcessState::Ending);
        assert_eq!(of("T", 0, "0000000000000100"), ProcessState::Ending);
        assert_eq!(of("Z", 0, none), ProcessState::Ending);
        assert_eq!(state_in("nonsense", ""), ProcessState::Gone);
    }
}
