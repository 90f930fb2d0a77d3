//! A program of a request at work: started, looked at, run again when it fails.

use super::programs::{Programs, Ran, RunId, Runnable};
use super::settings::AgentSettings;
use crate::audit::{CallPlace, CallResult};
use crate::request::Program;
use crate::success::SuccessCodes;

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
        environment: Vec<(String, String)>,
        run: RunId,
    ) -> Self {
        Self {
            place,
            program: program.clone(),
            runnable: Runnable {
                name: program.name.clone(),
                arguments: program.arguments.clone(),
                environment,
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
