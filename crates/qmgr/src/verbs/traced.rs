//! Verbs as a trace has them (`core/trace.rs`).

use crate::core::trace::{TracePhase, TraceRecord, Traced};
use crate::verbs::connection::Connection;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::described::{answered, asked, reason_of, verb_of};

impl Connection {
    /// A verb begins, and somebody traces.
    #[cold]
    pub(super) fn trace_begin(&mut self, request: &Request) {
        let program = self.state.appl_name.as_str().trim_end().to_owned();
        let Some(settings) = self.engine.trace.settings_for(&program) else {
            self.traced = None;
            return;
        };
        let verb = verb_of(request);
        let details = asked(request, &settings);
        self.trace(program, verb, TracePhase::Begins, details);
        self.traced = Some(Box::new(Traced {
            verb,
            began_ns: self.engine.clock.monotonic_ns(),
            settings,
        }));
    }

    /// A verb that is traced is answered.
    #[cold]
    pub(super) fn trace_end(&mut self, reply: &Reply) {
        let Some(traced) = self.traced.take() else {
            return;
        };
        let program = self.state.appl_name.as_str().trim_end().to_owned();
        let took_ns = self
            .engine
            .clock
            .monotonic_ns()
            .saturating_sub(traced.began_ns);
        let phase = TracePhase::Ends {
            reason: reason_of(reply).0,
            took_us: took_ns / 1_000,
        };
        let details = answered(reply, &traced.settings);
        self.trace(program, traced.verb, phase, details);
    }

    fn trace(&self, program: String, verb: &'static str, phase: TracePhase, details: String) {
        self.engine.trace.record(TraceRecord {
            at_us: self.engine.clock.wall_us(),
            connection: self.state.number,
            process: self.state.origin.process_id,
            program,
            user: self.state.origin.user_id.as_str().trim_end().to_owned(),
            phase,
            verb,
            details,
        });
    }
}
