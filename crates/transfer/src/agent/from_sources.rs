//! What sources say to an agent, and requests that come by the same queue.

use super::authority::{Right, not_authorized};
use super::context::Asking;
use super::destination::Destination;
use super::files::{FileSocket, Files};
use super::message::{Control, ControlBody, FORMAT};
use super::queues::{Own, Theirs, field, is_passing};
use super::state::{Incoming, Phase, Together};
use super::state_key::StateKey;
use super::together::SET_ITEMS_MAX;
use super::{
    Agent, BACKOUTS_MAX, DESTINATION_FULL, Log, NOT_AUTHORIZED, TURN_MESSAGES, message, read,
    requests,
};
use crate::code::ResultCode;
use crate::generated::notices::{
    BFGAG9505, BFGAU9502, BFGTR9500, BFGTR9501, BFGTR9502, BFGTR9503, BFGTR9504, BFGTR9515,
    BFGTR9570, BFGTR9580,
};
use crate::party::{AgentAddress, TransferId};
use ferromq_mqi::call::GetReply;
use ferromq_mqi::session::{Connected, MqError};

impl<C: Connected, F: Files> Agent<C, F> {
    pub(super) fn take_commands(&mut self, now_ms: u64, log: Log<'_>) -> Result<bool, MqError> {
        for _ in 0..TURN_MESSAGES {
            let Some(message) = self.queues.take(Own::Command)? else {
                return Ok(false);
            };
            if message.descriptor.format != FORMAT {
                self.asking = Asking {
                    user: field(&message.descriptor.user_identifier),
                    now_ms,
                };
                match message.descriptor.backout_count > BACKOUTS_MAX {
                    true => self.give_up(&message, log)?,
                    false => self.request(&message, now_ms, log)?,
                }
                continue;
            }
            match read(&message) {
                Ok(control) => self.command(control, &message, now_ms, log)?,
                Err(why) => {
                    log(&BFGAG9505.line(&[&why]));
                    self.queues.commit()?;
                }
            }
        }
        Ok(true)
    }

    /// What a source says.
    fn command(
        &mut self,
        control: Control,
        message: &GetReply,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let (id, epoch, from) = (control.transfer, control.epoch, control.from);
        // What a destination says here is about a transfer of this agent.
        let right = match self.sources.contains_key(&id) {
            true => Right::TakeFiles,
            false => Right::OfferFiles,
        };
        if !self.authorities.is_agent(
            (&self.settings, &mut self.queues),
            message,
            right,
            now_ms,
            log,
        )? {
            if matches!(control.body, ControlBody::Offer { .. }) {
                let user = field(&message.descriptor.user_identifier);
                let text = not_authorized(&user, right);
                let code = NOT_AUTHORIZED;
                self.say(&from, id, epoch, ControlBody::Refuse { code, text })?;
            }
            return self.queues.commit();
        }
        if let Some(destination) = self.destinations.get(&id)
            && destination.kept.source != from
            && !self.is_cancelled_by(id, &from)
        {
            log(&BFGTR9580.line(&[&from.agent, &id]));
            return self.queues.commit();
        }
        match control.body {
            ControlBody::Offer {
                version,
                items,
                user,
                checking,
                file_socket,
                programs,
                queues,
                set,
                ..
            } => {
                self.changed = true;
                if checking != self.settings.authority_checking {
                    let text = BFGAU9502.line(&[&from.agent]);
                    log(&text);
                    let code = ResultCode::AuthorityCheckingDiffers.number();
                    self.say(&from, id, epoch, ControlBody::Refuse { code, text })?;
                    return self.queues.commit();
                }
                let file_socket = file_socket.filter(|_| self.settings.by_reference);
                let offer = (version, items, user, (file_socket, programs, queues, set));
                self.offered(id, epoch, &from, offer, now_ms, log)?;
                self.queues.commit()
            }
            ControlBody::Finished => {
                self.changed = true;
                self.queues.forget(id, StateKey::Incoming)?;
                self.queues.commit()?;
                if let Some(mut destination) = self.destinations.remove(&id) {
                    self.stop_call(&mut destination);
                    let mut files = destination.files(&self.files, &self.settings);
                    destination.abandon(&mut files);
                }
                Ok(())
            }
            ControlBody::Cancel { text, .. } if self.is_cancelled_by(id, &from) => {
                let cancelling = self.cancel_transfer(id, &text, now_ms, log)?;
                if matches!(cancelling, requests::Cancelling::Begun) {
                    log(&BFGTR9500.line(&[&id, &text]));
                }
                self.queues.commit()
            }
            ControlBody::Cancel { text, .. } => {
                self.changed = true;
                log(&BFGTR9500.line(&[&id, &text]));
                match self.destinations.get_mut(&id) {
                    Some(destination) => {
                        if let Some(calling) = destination.calling.take() {
                            calling.stop(&mut *self.programs);
                        }
                        let mut files = destination.files(&self.files, &self.settings);
                        destination.cancel(&mut self.queues, &mut files, now_ms)
                    }
                    None => {
                        let completed = ControlBody::Completed(Vec::new());
                        self.say(&from, id, epoch, completed)?;
                        self.queues.commit()
                    }
                }
            }
            _ => self.queues.commit(),
        }
    }

    /// It is the destination that asks the source to end a transfer which was cancelled there. An agent may be both.
    fn is_cancelled_by(&self, id: TransferId, from: &AgentAddress) -> bool {
        let source = self.sources.get(&id);
        source.is_some_and(|source| {
            source.is_from_destination(from) && !matches!(source.kept.phase, Phase::Cancelled(..))
        })
    }

    /// Says something to a source, in the unit of work. Whoever cannot be reached asks again.
    pub(super) fn say(
        &mut self,
        to: &AgentAddress,
        transfer: TransferId,
        epoch: u64,
        body: ControlBody,
    ) -> Result<(), MqError> {
        let control = Control {
            transfer,
            epoch,
            from: self.queues.own().clone(),
            body,
        };
        self.queues.say(to, Theirs::Reply, &control).map(drop)
    }

    fn offered(
        &mut self,
        id: TransferId,
        epoch: u64,
        from: &AgentAddress,
        (version, items, user, (file_socket, programs, queues, set)): Offered,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        if let Some(destination) = self.destinations.get_mut(&id) {
            if destination.puts_off(epoch, &file_socket) {
                return Ok(());
            }
            let mut files = destination.files(&self.files, &self.settings);
            let (queues, files) = (&mut self.queues, &mut files);
            return destination.offered(
                queues,
                files,
                (epoch, file_socket),
                &self.settings,
                now_ms,
            );
        }
        if !self.authorities.may(
            (&self.settings, &mut self.queues),
            &user,
            Right::Receive,
            now_ms,
        )? {
            let text = not_authorized(&user, Right::Receive);
            log(&text);
            let code = NOT_AUTHORIZED;
            return self.say(from, id, epoch, ControlBody::Refuse { code, text });
        }
        let running = self
            .destinations
            .values()
            .filter(|one| one.is_running())
            .count();
        let refusal = if version != message::VERSION {
            let text = BFGTR9501.line(&[&version]);
            Some((ResultCode::DestinationUnreachable.number(), text))
        } else if self.settings.destination_transfers_max == 0 {
            let text = &BFGTR9502.line(&[]);
            Some((ResultCode::DestinationTakesNone.number(), text.into()))
        } else if queues && !self.settings.queues_may_be_ends {
            let text = BFGTR9570.line(&[&self.settings.agent]);
            Some((ResultCode::NoFileToMessage.number(), text))
        } else if set && items > SET_ITEMS_MAX {
            let text = BFGTR9515.line(&[&items, &SET_ITEMS_MAX]);
            Some((ResultCode::Failed.number(), text))
        } else if self.stopping || running >= self.settings.destination_transfers_max {
            Some((DESTINATION_FULL, BFGTR9503.line(&[])))
        } else {
            None
        };
        if let Some((code, text)) = refusal {
            return self.say(from, id, epoch, ControlBody::Refuse { code, text });
        }
        let kept = Incoming {
            transfer: id,
            source: from.clone(),
            epoch: 0,
            items,
            user,
            settled: 0,
            cancelled: false,
            completed: false,
            writing: None,
            putting: None,
            whole: Vec::new(),
            together: Together::of(set),
            programs,
            calls: Vec::new(),
            arrived: false,
            untold: Vec::new(),
            unwanted: Vec::new(),
        };
        let mut destination = Destination::new(kept, now_ms);
        if destination.puts_off(epoch, &file_socket) {
            self.queues
                .replace(id, StateKey::Incoming, destination.kept.encode())?;
        } else {
            let mut files = destination.files(&self.files, &self.settings);
            let offer = (epoch, file_socket);
            let queues = &mut self.queues;
            match destination.offered(queues, &mut files, offer, &self.settings, now_ms) {
                // There is no room to keep it in mind.
                Err(error) if is_passing(error.reason) => {
                    let code = DESTINATION_FULL;
                    let text = BFGTR9503.line(&[]);
                    return self.say(from, id, epoch, ControlBody::Refuse { code, text });
                }
                other => other?,
            }
        }
        log(&BFGTR9504.line(&[&id, &items, &from.agent]));
        self.destinations.insert(id, destination);
        Ok(())
    }
}

/// What an offer says: version, items, who asked; where files are fetched, programs, whether items become messages, whether files appear together.
type Offered = (i32, u32, String, (Option<FileSocket>, String, bool, bool));
