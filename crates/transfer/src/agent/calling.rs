//! A program of a request at work: started, looked at, run again when it fails. Those of calls that are nothing but a program.

use super::events::KeptCall;
use super::programs::{Programs, Ran, RunId, Runnable};
use super::refusal::{Refusal, refusal};
use super::settings::AgentSettings;
use crate::audit::{CallPlace, CallResult};
use crate::code::ResultCode;
use crate::generated::notices::{BFGTR9520, BFGTR9521, BFGTR9522};
use crate::party::TransferId;
use crate::request::{ManagedCall, Program, ProgramKind, TransferSet};
use crate::success::SuccessCodes;
use std::collections::BTreeMap;

/// A program that runs is looked at so often.
const LOOK_MS: u64 = 20;

/// See the module.
#[derive(Debug)]
pub(crate) struct Calling {
    place: CallPlace,
    program: Program,
    runnable: Runnable,
    run: RunId,
    /// How often it was run again.
    retries: u64,
    is_running: bool,
    /// When it is looked at, or run again.
    pub(crate) due_ms: u64,
}

impl Calling {
    pub(crate) fn new(
        place: CallPlace,
        program: &Program,
        metadata: Vec<(String, String)>,
        run: RunId,
    ) -> Self {
        Self {
            place,
            program: program.clone(),
            runnable: Runnable {
                name: program.name.clone(),
                arguments: program.arguments.clone(),
                metadata,
            },
            run,
            retries: 0,
            is_running: false,
            due_ms: 0,
        }
    }

    /// Goes on. None: it is not at its end.
    pub(crate) fn step(
        &mut self,
        programs: &mut dyn Programs,
        settings: &AgentSettings,
        now_ms: u64,
    ) -> Option<CallResult> {
        if now_ms < self.due_ms {
            return None;
        }
        let ran = if self.is_running {
            match programs.look(self.run) {
                None => {
                    self.due_ms = now_ms.saturating_add(LOOK_MS);
                    return None;
                }
                Some(ran) => ran,
            }
        } else {
            match programs.start(self.run, &self.runnable) {
                Ok(()) => {
                    self.is_running = true;
                    self.due_ms = now_ms.saturating_add(1);
                    return None;
                }
                Err(error) => Ran {
                    error_output: error.to_string(),
                    ..Ran::default()
                },
            }
        };
        let codes = SuccessCodes::from_text(self.program.success_rc.as_deref().unwrap_or_default());
        let succeeded = ran
            .code
            .is_some_and(|code| codes.is_some_and(|codes| codes.contains(code)));
        let most = self
            .program
            .retry_count
            .unwrap_or(0)
            .min(settings.command_retries_max);
        if !succeeded && self.is_running && self.retries < u64::from(most) {
            let wait_s = self.program.retry_wait_s.unwrap_or(0);
            let wait_ms = u64::from(wait_s.min(settings.command_wait_max_s)) * 1_000;
            self.is_running = false;
            self.retries += 1;
            self.due_ms = now_ms.saturating_add(wait_ms);
            return None;
        }
        Some(CallResult {
            place: self.place,
            name: self.program.name.clone(),
            succeeded,
            return_code: ran.code,
            retries: self.retries,
            output: ran.output,
            error_output: ran.error_output,
        })
    }

    /// It is to end.
    pub(crate) fn stop(&self, programs: &mut dyn Programs) {
        programs.stop(self.run);
    }
}

/// The programs of a request for a transfer.
pub(super) fn of(set: &TransferSet, place: CallPlace) -> Option<&Program> {
    match place {
        CallPlace::PreSource => set.pre_source.as_ref(),
        CallPlace::PostSource => set.post_source.as_ref(),
        CallPlace::PreDestination => set.pre_destination.as_ref(),
        CallPlace::PostDestination => set.post_destination.as_ref(),
        CallPlace::Call => None,
    }
}

/// Whether a program is one that can run here.
pub(super) fn check(program: &Program) -> Result<(), Refusal> {
    if program.kind != ProgramKind::Executable {
        let text = BFGTR9520.line(&[&program.name, &program.kind]);
        return refusal(ResultCode::Failed, text);
    }
    let codes = program.success_rc.as_deref().unwrap_or_default();
    if SuccessCodes::from_text(codes).is_none() {
        return refusal(
            ResultCode::Malformed,
            BFGTR9521.line(&[&codes, &program.name]),
        );
    }
    Ok(())
}

/// What is told of a program that has failed.
pub(super) fn failure(result: &CallResult) -> String {
    let how = match result.return_code {
        Some(code) => format!("exit code {code}"),
        None => result
            .error_output
            .lines()
            .next()
            .unwrap_or("it was ended")
            .to_owned(),
    };
    BFGTR9522.line(&[&result.name, &result.place, &how])
}

/// The first of these that has failed, as it is told.
pub(super) fn first_failure(calls: &[CallResult]) -> Option<(i32, String)> {
    let failed = calls.iter().find(|call| !call.succeeded)?;
    Some((ResultCode::Failed.number(), failure(failed)))
}

/// Calls that run at once, at most.
pub(super) const CALLS_MAX: usize = 100;

/// A call that runs.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) kept: KeptCall,
    pub(super) call: ManagedCall,
    pub(super) calling: Calling,
}

/// The calls of an agent.
#[derive(Debug, Default)]
pub(super) struct Calls {
    pub(super) all: BTreeMap<TransferId, Call>,
}

impl Calls {
    /// When there is something to do.
    pub(super) fn due_ms(&self) -> u64 {
        let due = self.all.values().map(|call| call.calling.due_ms);
        due.min().unwrap_or(u64::MAX)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

/// An exit code as it is told.
pub(super) fn told_code(result: &CallResult) -> String {
    match result.return_code {
        Some(code) => code.to_string(),
        None => "none".to_owned(),
    }
}
