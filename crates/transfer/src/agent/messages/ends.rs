//! Queues of users that are ends of transfers, over the connection of the agent.

use crate::agent::queues::{Queues, theirs};
use crate::party::QueueAddress;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::session::{Connected, MqError};
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
use std::collections::BTreeMap;

/// Destinations that are kept open.
const TARGETS_MAX: usize = 16;

/// Queues of users that are open.
#[derive(Debug, Default)]
pub(crate) struct Handles {
    sources: BTreeMap<String, ObjectHandle>,
    targets: BTreeMap<String, ObjectHandle>,
}

impl<C: Connected> Queues<C> {
    /// A queue whose messages become a file. Nobody else gets from it meanwhile, unless somebody does so already.
    pub(crate) fn open_source(
        &mut self,
        name: &str,
    ) -> Result<Result<ObjectHandle, Reason>, MqError> {
        if let Some(handle) = self.ends.sources.get(name) {
            return Ok(Ok(*handle));
        }
        self.open_source_as(name, MQOO_INPUT_EXCLUSIVE)
    }

    /// The same though somebody else gets from it.
    pub(crate) fn share_source(
        &mut self,
        name: &str,
    ) -> Result<Result<ObjectHandle, Reason>, MqError> {
        self.open_source_as(name, MQOO_INPUT_SHARED)
    }

    fn open_source_as(
        &mut self,
        name: &str,
        input: i32,
    ) -> Result<Result<ObjectHandle, Reason>, MqError> {
        let options = input | MQOO_BROWSE | MQOO_FAIL_IF_QUIESCING;
        match self.session().open(name, options) {
            Ok(handle) => {
                self.ends.sources.insert(name.to_owned(), handle);
                Ok(Ok(handle))
            }
            Err(error) => theirs(error),
        }
    }

    /// Lets go of the queues whose messages became files, but for those that are still used.
    pub(crate) fn close_sources(&mut self, is_used: impl Fn(&str) -> bool) -> Result<(), MqError> {
        let unused: Vec<_> = self
            .ends
            .sources
            .extract_if(.., |name, _| !is_used(name))
            .collect();
        for (_, handle) in unused {
            self.session().close(handle, MQCO_NONE)?;
        }
        Ok(())
    }

    /// Whether queues are open that messages were put on.
    pub(crate) fn has_targets(&self) -> bool {
        !self.ends.targets.is_empty()
    }

    /// Lets go of them: whoever owns one may want to clear or delete it.
    pub(crate) fn close_targets(&mut self) -> Result<(), MqError> {
        while let Some((_, handle)) = self.ends.targets.pop_first() {
            self.session().close(handle, MQCO_NONE)?;
        }
        Ok(())
    }

    /// A message of a queue of users; none if there is none.
    pub(crate) fn get_from(
        &mut self,
        handle: ObjectHandle,
        wanted: &MsgDescriptor,
        options: &GetOptions,
        buffer_len: u32,
    ) -> Result<Result<Option<GetReply>, Reason>, MqError> {
        match self.session().get(handle, wanted, options, buffer_len) {
            Ok(got) => Ok(Ok(Some(got))),
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => Ok(Ok(None)),
            Err(error) => theirs(error),
        }
    }

    /// Puts a message on a queue of users, in the unit of work. `Ok(Err(..))`: it does not take it.
    pub(crate) fn put_message(
        &mut self,
        to: &QueueAddress,
        descriptor: &mut MsgDescriptor,
        data: Vec<u8>,
    ) -> Result<Result<(), Reason>, MqError> {
        let key = to.to_string();
        let handle = match self.ends.targets.get(&key) {
            Some(handle) => *handle,
            None => {
                if self.ends.targets.len() == TARGETS_MAX
                    && let Some((_, handle)) = self.ends.targets.pop_first()
                {
                    self.session().close(handle, MQCO_NONE)?;
                }
                let mut object = ObjectDescriptor::queue(&to.queue);
                object.object_q_mgr_name = ObjectName::truncated(&to.q_mgr);
                let options = MQOO_OUTPUT | MQOO_FAIL_IF_QUIESCING;
                match self.session().open_object(&mut object, options) {
                    Ok(handle) => {
                        self.ends.targets.insert(key.clone(), handle);
                        handle
                    }
                    Err(error) => return theirs(error),
                }
            }
        };
        let mut options = PutOptions {
            options: MQPMO_SYNCPOINT | MQPMO_FAIL_IF_QUIESCING,
            ..PutOptions::default()
        };
        match self.session().put(handle, descriptor, &mut options, data) {
            Ok(_) => Ok(Ok(())),
            Err(error) => {
                // It may have been deleted and made anew.
                self.ends.targets.remove(&key);
                let _ = self.session().close(handle, MQCO_NONE);
                theirs(error)
            }
        }
    }
}
