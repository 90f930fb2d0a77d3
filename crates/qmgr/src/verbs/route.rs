//! What agents of channels note of messages on their way.

use crate::deliver::route::{ActivityChannel, RouteOutcome, is_followed, received, sent};
use crate::verbs::connection::Connection;
use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::name::ObjectName;

impl Connection {
    /// Notes that an agent has got a message from its transmission queue and sends it: reported, counted and gathered as the message and the queue
    /// manager (`ACTIVREC`, `ROUTEREC`) ask for. Reports are outside the unit of work.
    #[must_use]
    pub fn note_sent(
        &self,
        descriptor: &MsgDescriptor,
        body: &Bytes,
        channel: ActivityChannel<'_>,
    ) -> RouteOutcome {
        if !is_followed(descriptor) {
            return RouteOutcome::AsItIs;
        }
        let agent = self.agent_name();
        sent(&self.engine, descriptor, body, &agent, channel)
    }

    /// Notes that an agent has received a message, and puts it next.
    #[must_use]
    pub fn note_received(
        &self,
        descriptor: &MsgDescriptor,
        body: &Bytes,
        to: (&ObjectName, &ObjectName),
        channel: ActivityChannel<'_>,
    ) -> RouteOutcome {
        if !is_followed(descriptor) {
            return RouteOutcome::AsItIs;
        }
        let agent = self.agent_name();
        received(&self.engine, descriptor, body, to, &agent, channel)
    }

    fn agent_name(&self) -> String {
        self.state.appl_name.as_str().trim_end().to_owned()
    }
}
