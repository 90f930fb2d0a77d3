//! A transfer at its destination, as far as its items become messages.

use super::{Names, Outlet};
use crate::agent::checksum::Digest;
use crate::agent::data::Begin;
use crate::agent::destination::Destination;
use crate::agent::files::Files;
use crate::agent::queues::Queues;
use crate::agent::result::{ItemResult, PutMessages};
use crate::agent::sandbox::Access;
use crate::agent::settings::AgentSettings;
use crate::agent::state::Together;
use crate::code::{ItemCode, ResultCode};
use crate::generated::notices::{BFGIO9530, BFGIO9531, BFGRP0034};
use ferromq_mqi::session::{Connected, MqError};

impl<W> Destination<W> {
    /// An item that becomes messages begins.
    pub(crate) fn begin_messages(&mut self, item: u32, begin: Begin, settings: &AgentSettings) {
        let path = begin.path.clone();
        let begun = match settings.queues_may_be_ends {
            _ if self.kept.together != Together::No => {
                Err("messages do not appear together with other items".to_owned())
            }
            true => Outlet::new(item, begin, &settings.text_replacement),
            false => Err("enableQueueInputOutput of the agent is false".to_owned()),
        };
        let begun = begun.and_then(|outlet| {
            let kept = settings.keeps_from_queue(&self.kept.user, Access::Write, outlet.queue());
            kept.map_or(Ok(outlet), |why| Err(why.to_owned()))
        });
        match begun {
            Ok(outlet) => self.outlet = Some(outlet),
            Err(why) => self.fail(item, BFGIO9530.line(&[&path, &why])),
        }
    }

    /// More of the file is there. Commits what has to be put now.
    pub(crate) fn write_messages<C: Connected, F: Files<Writer = W>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
        offset: u64,
        bytes: &[u8],
    ) -> Result<(), MqError> {
        let Some(outlet) = &mut self.outlet else {
            return Ok(());
        };
        if outlet.offset() != offset {
            return self.fail_messages(queues, files, "bytes of the file are missing");
        }
        if let Err(why) = outlet.push(bytes) {
            return self.fail_messages(queues, files, &why);
        }
        while self.outlet.as_ref().is_some_and(Outlet::is_full) {
            if !self.put_some(queues, files)? {
                break;
            }
            self.checkpoint(queues, files)?;
            self.outlet.iter_mut().for_each(Outlet::was_committed);
        }
        Ok(())
    }

    /// All of the file is there: all its messages are put. Commits.
    pub(crate) fn end_messages<C: Connected, F: Files<Writer = W>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
        length: u64,
        theirs: Option<&[u8]>,
    ) -> Result<(), MqError> {
        let Some(outlet) = &mut self.outlet else {
            return Ok(());
        };
        let checksum = outlet.checksum().finish();
        let is_right = checksum.as_ref().map(Digest::as_slice) == theirs;
        if outlet.offset() != length || !is_right {
            let why = "the checksum of what came is not that of the source";
            return self.fail_messages(queues, files, why);
        }
        if let Err(why) = outlet.finish() {
            return self.fail_messages(queues, files, &why);
        }
        loop {
            if !self.put_some(queues, files)? {
                return Ok(());
            }
            let Some(outlet) = self.outlet.take_if(|outlet| outlet.is_done()) else {
                self.checkpoint(queues, files)?;
                self.outlet.iter_mut().for_each(Outlet::was_committed);
                continue;
            };
            self.settled = outlet.item + 1;
            self.kept.arrived = true;
            self.results.push(ItemResult {
                item: outlet.item,
                code: ItemCode::Success,
                length,
                modified_ms: 0,
                checksum: theirs.unwrap_or_default().to_vec(),
                source_checksum: Vec::new(),
                messages: Some(PutMessages {
                    count: outlet.count,
                    longest: outlet.longest,
                    group_id: outlet.group_id(self.id()),
                }),
                text: String::new(),
            });
            self.checkpoint(queues, files)?;
            return Ok(());
        }
    }

    /// Puts some of the messages that are whole, in the unit of work. Whether the queue took them; if not, the item has failed.
    fn put_some<C: Connected, F: Files<Writer = W>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
    ) -> Result<bool, MqError> {
        let Some(outlet) = &mut self.outlet else {
            return Ok(false);
        };
        let own = queues.own().agent.clone();
        let names = Names::of(&self.kept, &own);
        let mut put = 0;
        while let Some((mut descriptor, data)) = outlet.next(put, &names) {
            let to = outlet.queue().clone();
            if let Err(reason) = queues.put_message(&to, &mut descriptor, data)? {
                // Nothing else is in this unit of work. Of a file that fits one there is nothing then.
                queues.back_out()?;
                outlet.was_backed_out();
                self.fail_messages(queues, files, &reason.to_string())?;
                return Ok(false);
            }
            put += 1;
        }
        Ok(true)
    }

    /// The item that becomes messages does not come to its end: who gets those that were put is told. Commits.
    pub(crate) fn fail_messages<C: Connected, F: Files<Writer = W>>(
        &mut self,
        queues: &mut Queues<C>,
        files: &mut F,
        why: &str,
    ) -> Result<(), MqError> {
        let Some(mut outlet) = self.outlet.take() else {
            return Ok(());
        };
        let text = BFGIO9531.line(&[&outlet.queue(), &why]);
        let own = queues.own().agent.clone();
        let names = Names::of(&self.kept, &own);
        let code = ResultCode::NothingTransferred.number();
        let supplement = format!("{} {text}", BFGRP0034.line(&[]));
        if let Some((mut descriptor, data)) = outlet.failure(&names, code, &supplement) {
            let to = outlet.queue().clone();
            // A queue that takes nothing takes that neither.
            let _ = queues.put_message(&to, &mut descriptor, data)?;
        }
        self.fail(outlet.item, text);
        // Agents with queues have files of the system, which answer at once.
        self.checkpoint(queues, files)?;
        Ok(())
    }
}
