//! How a conversation sends.

use ferromq_wire::Kind;
use ferromq_wire::head::{Family, Head};
use ferromq_wire::negotiate::Agreed;
use ferromq_wire::outbound::Outbound;

/// What a conversation sends with, lent by its socket.
pub(super) struct Way<'a> {
    /// Byte order, code page and form of headers.
    pub(super) head: &'a Head,
    pub(super) agreed: &'a Agreed,
    pub(super) outbound: &'a mut Outbound,
    /// For messages.
    pub(super) channel: &'a str,
    pub(super) with_tls: bool,
}

impl Way<'_> {
    /// A header of the conversation.
    pub(super) fn head(&self, number: u32, request: u32, kind: Kind) -> Head {
        let family = match self.head.family {
            Family::Plain => Family::Plain,
            _ => Family::Multiplexed {
                conversation: number,
                request,
            },
        };
        Head {
            family,
            kind,
            ..self.head.clone()
        }
    }
}
