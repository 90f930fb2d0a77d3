//! What is kept of neighbours over a restart: a message for each on `SYSTEM.HIERARCHY.STATE`, found by its `CorrelId`, which is the
//! token this queue manager made for it.

use crate::exchange::{Exchange, MESSAGE_BYTES_MAX, Republishes, request_descriptor};
use crate::message::{Request, Token};
use crate::relations::NEIGHBOURS_MAX;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::notices::FMQ0274;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, PutOptions};
use ferromq_mqi::session::Connected;
use ferromq_mqi::{MsgDescriptor, Reason};

const STATE: &str = "SYSTEM.HIERARCHY.STATE";

impl<C: Connected + Republishes> Exchange<C> {
    /// Everything that is kept.
    pub(crate) fn kept(&mut self) -> Result<Vec<Request>, Reason> {
        let options = MQOO_BROWSE | MQOO_FAIL_IF_QUIESCING;
        let opened = self.session.open(STATE, options);
        let queue = opened.map_err(|error| error.reason)?;
        let browse = GetOptions {
            options: MQGMO_BROWSE_NEXT | MQGMO_NO_WAIT | MQGMO_FAIL_IF_QUIESCING,
            match_options: MQMO_NONE,
            ..GetOptions::default()
        };
        let mut kept = Vec::new();
        let done = loop {
            let wanted = MsgDescriptor::default();
            match self.session.get(queue, &wanted, &browse, MESSAGE_BYTES_MAX) {
                Ok(message) => {
                    let order = ByteOrder::from_encoding(message.descriptor.encoding);
                    match Request::decode(&message.body, order) {
                        Ok(_) if kept.len() == NEIGHBOURS_MAX => break Ok(()),
                        Ok(request) => kept.push(request),
                        Err(why) => self.note(&FMQ0274, &[&STATE, &why]),
                    }
                }
                Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => break Ok(()),
                Err(error) => break Err(error.reason),
            }
        };
        let _ = self.session.close(queue, MQCO_NONE);
        done.map(|()| kept)
    }

    /// Keeps a relation, in the unit of work.
    pub(crate) fn keep(&mut self, relation: &Request) -> Result<(), Reason> {
        let mut descriptor = MsgDescriptor {
            correl_id: relation.token.0,
            ..request_descriptor()
        };
        let mut options = PutOptions {
            options: MQPMO_SYNCPOINT | MQPMO_FAIL_IF_QUIESCING | MQPMO_NEW_MSG_ID,
            ..PutOptions::default()
        };
        let to = ObjectDescriptor::queue(STATE);
        let put = self
            .session
            .put1(&to, &mut descriptor, &mut options, relation.encode());
        put.map(drop).map_err(|error| error.reason)
    }

    /// Forgets what is kept under a token, in the unit of work. It is nothing wrong if nothing is.
    pub(crate) fn take_kept(&mut self, token: &Token) -> Result<(), Reason> {
        let options = MQOO_INPUT_SHARED | MQOO_FAIL_IF_QUIESCING;
        let opened = self.session.open(STATE, options);
        let queue = opened.map_err(|error| error.reason)?;
        let get = GetOptions {
            options: MQGMO_SYNCPOINT
                | MQGMO_NO_WAIT
                | MQGMO_FAIL_IF_QUIESCING
                | MQGMO_ACCEPT_TRUNCATED_MSG,
            match_options: MQMO_MATCH_CORREL_ID,
            ..GetOptions::default()
        };
        let wanted = MsgDescriptor {
            correl_id: token.0,
            ..MsgDescriptor::default()
        };
        let got = self.session.get(queue, &wanted, &get, 0);
        let _ = self.session.close(queue, MQCO_NONE);
        match got {
            Ok(_) => Ok(()),
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => Ok(()),
            Err(error) => Err(error.reason),
        }
    }
}
