//! Calls of connections as activity trace gathers them (`activity.rs`).

use crate::verbs::activity::{
    Followed, Following, GATHERED_BYTES_MAX, asked, is_trace, operation_of, told,
};
use crate::verbs::connection::Connection;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::{
    MQIACF_CONNECT_OPTIONS, MQIACF_HOBJ, MQXF_CONNX, MQXF_DISC, MQXF_GET, MQXF_PUT,
};
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::ObjectHandle;
use ferromq_mqi::pcf::{Parameter, Value};

impl Connection {
    /// The connection was made, and somebody may want to know what it calls.
    #[cold]
    pub(super) fn follow_connected(&mut self) {
        if !self.follows() {
            return;
        }
        let now = (
            self.engine.clock.wall_us(),
            self.engine.clock.monotonic_ns(),
        );
        let options = Parameter::int(MQIACF_CONNECT_OPTIONS, self.state.options);
        if let Some(following) = &mut self.activity {
            following.under_way = Some(Followed {
                operation: MQXF_CONNX,
                began_us: now.0,
                began_ns: now.1,
                asked: vec![options],
            });
        }
        self.follow_answered(&Reply::Done(Reason::NONE));
    }

    /// A verb begins, and somebody may want to know of it.
    #[cold]
    pub(super) fn follow(&mut self, request: &Request) {
        let Some(operation) = operation_of(request) else {
            return;
        };
        if !self.follows() {
            return;
        }
        let now = (
            self.engine.clock.wall_us(),
            self.engine.clock.monotonic_ns(),
        );
        if let Some(following) = &mut self.activity {
            let asked = asked(request, following);
            following.under_way = Some(Followed {
                operation,
                began_us: now.0,
                began_ns: now.1,
                asked,
            });
        }
    }

    /// Whether somebody wants to know of this connection.
    fn follows(&mut self) -> bool {
        if self.state.is_own() {
            return false;
        }
        let (engine, state) = (&self.engine, &self.state);
        let following =
            (self.activity).get_or_insert_with(|| Box::new(Following::new(engine, state)));
        if following.epoch != engine.activity.epoch() {
            following.look(engine, state);
        }
        following.is_wanted()
    }

    /// A verb is answered that somebody may want to know of.
    #[cold]
    pub(super) fn follow_answered(&mut self, reply: &Reply) {
        let Some(mut following) = self.activity.take() else {
            return;
        };
        if let Some(call) = following.under_way.take() {
            let now_ns = self.engine.clock.monotonic_ns();
            let ended = call.operation == MQXF_DISC;
            let took_us = now_ns.saturating_sub(call.began_ns) / 1_000;
            if following.stops_on_trace && is_trace(reply) {
                following.is_left_out = true;
                following.calls.clear();
            } else {
                let resolved = self.resolved_name(&call);
                let made = told(&call, reply, took_us, resolved, &self.state, &following);
                following.gathered_bytes += made.1;
                following.calls.push(made.0);
            }
            let now_us = self.engine.clock.wall_us();
            let since_us = now_us.saturating_sub(following.began_us);
            let many = following.calls.len() >= following.count as usize
                || following.gathered_bytes >= GATHERED_BYTES_MAX
                || (following.settings.immediate && !following.to_queue);
            let late = following.interval_us > 0 && since_us >= following.interval_us;
            if ended || many || late {
                following.write(&self.engine, &self.state);
            }
        }
        // Nobody wants it any more: what was gathered goes to nobody.
        if self.engine.activity.epoch() != 0 {
            self.activity = Some(following);
        }
    }

    /// The connection ends: by `MQDISC`, which is told when it is answered, or otherwise.
    pub(super) fn follow_ended(&mut self, by_disconnecting: bool) {
        if by_disconnecting {
            return;
        }
        if let Some(mut following) = self.activity.take() {
            following.write(&self.engine, &self.state);
        }
    }

    /// The queue a call is about, by its handle.
    fn resolved_name(&mut self, call: &Followed) -> Option<ObjectName> {
        let is_of_message = matches!(call.operation, MQXF_PUT | MQXF_GET);
        let handle = call.asked.iter().find(|one| one.id == MQIACF_HOBJ);
        match handle.map(|one| &one.value) {
            Some(Value::Int(number)) if is_of_message => {
                let handle = self.handles.get(ObjectHandle(*number)).ok()?;
                handle.queue().map(|queue| queue.name)
            }
            _ => None,
        }
    }
}
