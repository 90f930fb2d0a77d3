//! Verbs as a trace has them (`core/trace.rs`).

use crate::core::trace::{TracePhase, TraceRecord, Traced};
use crate::verbs::connection::Connection;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::described::{answered, asked, code_of, verb_of};

impl Connection {
    /// The connection was made, and somebody traces.
    #[cold]
    pub(super) fn trace_connected(&self) {
        let program = self.state.appl_name.as_str().trim_end().to_owned();
        if self.engine.trace.settings_for(&program).is_some() {
            let user = self.state.origin.user_id;
            let options = self.state.options;
            let details = format!(
                "{program} ({}) Options={options:#010x}",
                user.as_str().trim_end()
            );
            // How long it took nobody has looked: before it was made nobody knew of which program it is.
            let phase = TracePhase::Ends {
                reason: 0,
                took_us: 0,
            };
            self.trace(program, "MQCONNX", phase, details);
        }
    }

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
            reason: code_of(reply),
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
