//! Programs before and after transfers, at both ends, and calls that are nothing but a program.
//!
//! What became of a program is kept before anything follows from it, so it is not run again for the same transfer. One that runs when its agent is
//! killed is: nobody knows what it has done.

use super::calling::{CALLS_MAX, Call, Calling, check, failure, first_failure, of, told_code};
use super::destination::Destination;
use super::events::{Event, KeptCall};
use super::files::{FileSocket, Files};
use super::message::{Control, ControlBody, NotUnderstood};
use super::plan::{Unplanned, plan};
use super::programs::RunId;
use super::queues::Theirs;
use super::refusal::{Refusal, refusal, too_many_files};
use super::source::{Flow, Source, Step};
use super::state::REQUEST_BYTES_MAX;
use super::state_key::StateKey;
use super::{Agent, Log};
use crate::audit::{Action, AgentRole, CallPlace, CallResult, LoggedSet, Transaction};
use crate::code::ResultCode;
use crate::control::Status;
use crate::generated::notices::{BFGCH9501, BFGTR9523, BFGTR9524, BFGTR9525};
use crate::party::{AgentAddress, TransferId};
use crate::request::{DestinationPrograms, ManagedCall, Request, of_user};
use crate::schedule::Moment;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::session::{Connected, MqError};

impl<C: Connected, F: Files> Agent<C, F> {
    /// The program of a transfer that is to run at its source at this place: none if there is none, or if it has run.
    fn calling(&mut self, source: &Source<F::Reader>, place: CallPlace) -> Option<Calling> {
        let program = of(&source.request.set, place)?;
        if source.kept.calls.iter().any(|call| call.place == place) {
            return None;
        }
        let metadata = source.metadata();
        Some(Calling::new(place, program, metadata, self.next_run()))
    }

    fn next_run(&mut self) -> RunId {
        self.last_run += 1;
        RunId(self.last_run)
    }

    /// A transfer has its turn: its program in front runs, or the destination is asked. Commits. None: it has ended.
    pub(super) fn begin(
        &mut self,
        mut source: Source<F::Reader>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<Option<Source<F::Reader>>, MqError> {
        if let Some(calling) = self.calling(&source, CallPlace::PreSource) {
            source.flow = Flow::Calling(Box::new(calling));
            return Ok(Some(source));
        }
        source.file_socket = match self.settings.by_reference {
            true => self.files.file_socket(),
            false => None,
        };
        match source.offer(&mut self.queues, now_ms)? {
            Step::Failed(code, text) => {
                self.fail(source, code, text, now_ms, log)?;
                Ok(None)
            }
            Step::Unanswered => {
                self.waiting.unanswered(&source.kept.destination, now_ms);
                Ok(Some(source))
            }
            _ => Ok(Some(source)),
        }
    }

    /// The program behind a transfer is to run, if there is one and something has arrived.
    pub(super) fn call_behind(&mut self, source: &mut Source<F::Reader>) -> bool {
        if !source.has_arrived() || first_failure(&source.kept.calls).is_some() {
            return false;
        }
        match self.calling(source, CallPlace::PostSource) {
            Some(calling) => {
                source.flow = Flow::Calling(Box::new(calling));
                true
            }
            None => false,
        }
    }

    /// A program has run at the destination: that is kept, in the unit of work.
    pub(super) fn note_call(
        &mut self,
        source: &mut Source<F::Reader>,
        call: CallResult,
    ) -> Result<(), MqError> {
        let mut known = source.kept.calls.iter();
        if known.any(|known| known.place == call.place) {
            return Ok(());
        }
        source.kept.calls.push(call);
        source.keep(&mut self.queues)
    }

    /// A program at the source goes on. Commits. None: the transfer has ended.
    pub(super) fn step_call(
        &mut self,
        mut source: Source<F::Reader>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<Option<Source<F::Reader>>, MqError> {
        let Flow::Calling(calling) = &mut source.flow else {
            return Ok(Some(source));
        };
        let ran = calling.step(&mut *self.programs, &self.settings, now_ms);
        let Some(result) = ran else {
            return Ok(Some(source));
        };
        log(&BFGTR9523.line(&[
            &source.id(),
            &result.place,
            &result.name,
            &told_code(&result),
        ]));
        let place = result.place;
        let failed = (!result.succeeded).then(|| failure(&result));
        source.kept.calls.push(result);
        if place == CallPlace::PostSource {
            source.keep(&mut self.queues)?;
            self.queues.commit()?;
            return self.finish(source, now_ms, log);
        }
        if let Some(text) = failed {
            let code = ResultCode::Failed.number();
            self.conclude(source, Some((code, text)), now_ms, log)?;
            return Ok(None);
        }
        // The program has made files, or changed them: they are looked up anew.
        source.keep(&mut self.queues)?;
        match self.step_plan(source, now_ms, log)? {
            // Which messages become files is looked up anew as well, as with all that wait.
            Some(source) if source.is_waiting() && !source.is_to_gather() => {
                self.begin(source, now_ms, log)
            }
            other => Ok(other),
        }
    }

    /// Looks up what a transfer is to do, or goes on with that. Commits. None: it has ended.
    pub(super) fn step_plan(
        &mut self,
        mut source: Source<F::Reader>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<Option<Source<F::Reader>>, MqError> {
        match self.plan_again(&mut source)? {
            Ok(true) => {
                source.wait();
                self.observing.items(&source, now_ms);
            }
            Ok(false) => source.flow = Flow::Planning,
            Err(refusal) => {
                let ended = (refusal.code.number(), refusal.text);
                self.conclude(source, Some(ended), now_ms, log)?;
                return Ok(None);
            }
        }
        self.queues.commit()?;
        Ok(Some(source))
    }

    /// In the unit of work. Whether it is planned; if not, some files have not answered.
    fn plan_again(
        &mut self,
        source: &mut Source<F::Reader>,
    ) -> Result<Result<bool, Refusal>, MqError> {
        let request = source.request.clone();
        let wanted = match self.settings.check_request(&request, &source.kept.request) {
            Ok(wanted) => wanted,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let mut files = source.files(&self.files, &self.settings);
        let items = match plan(&mut files, &wanted, self.settings.files_max) {
            Ok(items) => items,
            Err(Unplanned::Later) => return Ok(Ok(false)),
            Err(_) => return Ok(Err(too_many_files(self.settings.files_max))),
        };
        // It may wait for its turn for long.
        files.release();
        let id = source.id();
        for part in 0..source.plan_parts {
            self.queues.forget(id, StateKey::Plan(part))?;
        }
        source.set_items(items);
        self.keep_plan(source)?;
        Ok(Ok(true))
    }

    /// Programs at destinations and calls go on. Whether something was done.
    pub(super) fn step_calls(&mut self, now_ms: u64, log: Log<'_>) -> Result<bool, MqError> {
        let mut is_busy = false;
        let wanting = self.destinations.values().filter(|one| one.wants_call());
        let ids: Vec<_> = wanting.map(Destination::id).collect();
        for id in ids {
            if let Some(destination) = self.destinations.remove(&id)
                && let Some(destination) = self.step_at_destination(destination, now_ms, log)?
            {
                self.destinations.insert(id, destination);
            }
        }
        let ids: Vec<_> = self.calls.all.keys().copied().collect();
        for id in ids {
            let Some(call) = self.calls.all.get_mut(&id) else {
                continue;
            };
            if let Some(result) = call
                .calling
                .step(&mut *self.programs, &self.settings, now_ms)
            {
                is_busy = true;
                self.end_call(id, result, now_ms, log)?;
            }
        }
        Ok(is_busy)
    }

    /// A program at the destination goes on. Commits. None: the transfer has ended here.
    fn step_at_destination(
        &mut self,
        mut destination: Destination<F::Writer>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<Option<Destination<F::Writer>>, MqError> {
        if destination.ran.is_none() && destination.calling.is_none() {
            let Some(calling) = self.calling_at(&destination) else {
                return Ok(Some(destination));
            };
            destination.calling = Some(Box::new(calling));
        }
        if let Some(calling) = &mut destination.calling {
            let ran = calling.step(&mut *self.programs, &self.settings, now_ms);
            if ran.is_none() {
                destination.tell_alive(&mut self.queues, &self.settings, now_ms)?;
                return Ok(Some(destination));
            }
            (destination.ran, destination.calling) = (ran, None);
        }
        let Some(result) = destination.ran.clone() else {
            return Ok(Some(destination));
        };
        let (id, from) = (destination.id(), destination.kept.source.clone());
        let epoch = destination.kept.epoch;
        if !self.tell_called(id, &from, epoch, &result)? {
            // The source cannot be told now: it is tried again.
            self.queues.back_out()?;
            return Ok(Some(destination));
        }
        let told = told_code(&result);
        log(&BFGTR9523.line(&[&id, &result.place, &result.name, &told]));
        destination.ran = None;
        if result.place == CallPlace::PreDestination && !result.succeeded {
            let refuse = ControlBody::Refuse {
                code: ResultCode::Failed.number(),
                text: failure(&result),
            };
            self.say(&from, id, destination.offered_epoch, refuse)?;
            self.queues.forget(id, StateKey::Incoming)?;
            self.queues.commit()?;
            self.changed = true;
            return Ok(None);
        }
        let is_first = result.place == CallPlace::PreDestination;
        destination.kept.calls.push(result);
        destination.keep(&mut self.queues)?;
        if is_first {
            // What is kept is replaced once in a unit of work.
            self.queues.commit()?;
            let offer = (destination.offered_epoch, destination.offered_socket.take());
            let mut files = destination.files(&self.files, &self.settings);
            let (queues, files) = (&mut self.queues, &mut files);
            destination.offered(queues, files, offer, &self.settings, now_ms)?;
        }
        self.queues.commit()?;
        Ok(Some(destination))
    }

    /// Tells the source what became of a program, in the unit of work. Whether its queue took it.
    fn tell_called(
        &mut self,
        transfer: TransferId,
        to: &AgentAddress,
        epoch: u64,
        result: &CallResult,
    ) -> Result<bool, MqError> {
        let control = Control {
            transfer,
            epoch,
            from: self.queues.own().clone(),
            body: ControlBody::Called(result.clone()),
        };
        Ok(self.queues.say(to, Theirs::Reply, &control)?.is_ok())
    }

    /// The program that is to run at a destination now.
    fn calling_at(&mut self, destination: &Destination<F::Writer>) -> Option<Calling> {
        let place = destination.call_place()?;
        let programs = DestinationPrograms::parse(&destination.kept.programs).ok()?;
        let program = match place {
            CallPlace::PreDestination => programs.pre,
            _ => programs.post,
        };
        let run = self.next_run();
        Some(Calling::new(place, &program?, programs.metadata, run))
    }

    /// A program at a destination that is forgotten ends.
    pub(super) fn stop_call(&mut self, destination: &mut Destination<F::Writer>) {
        if let Some(calling) = destination.calling.take() {
            calling.stop(&mut *self.programs);
        }
    }

    /// Runs a program that is no part of a transfer. Commits.
    pub(super) fn call(
        &mut self,
        id: TransferId,
        call: &ManagedCall,
        (user, request): (String, &[u8]),
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        if self.calls.all.contains_key(&id) {
            return self.queues.commit();
        }
        let checked = self.check_call(call, request);
        if let Err(refusal) = checked {
            return self.refuse(id, call.reply.as_ref(), refusal, log);
        }
        let kept = KeptCall {
            id,
            user,
            request: request.to_vec(),
        };
        let body = kept.encode(self.queues.own());
        self.queues.keep_event(id, Event::Call, body)?;
        self.take_call(kept, call.clone());
        self.tell_call(id, Action::Started, None, now_ms, log)?;
        self.queues.commit()
    }

    fn check_call(&mut self, call: &ManagedCall, request: &[u8]) -> Result<(), Refusal> {
        self.settings.check_named(&call.agent)?;
        if request.len() > REQUEST_BYTES_MAX {
            let text = BFGCH9501.line(&[&REQUEST_BYTES_MAX]);
            return refusal(ResultCode::Malformed, text);
        }
        if self.calls.all.len() >= CALLS_MAX {
            return refusal(ResultCode::SourceCapacity, BFGTR9524.line(&[&CALLS_MAX]));
        }
        check(&call.program)
    }

    fn take_call(&mut self, kept: KeptCall, call: ManagedCall) {
        let run = self.next_run();
        let metadata = of_user(&call.metadata).collect();
        let calling = Calling::new(CallPlace::Call, &call.program, metadata, run);
        let id = kept.id;
        let one = Call {
            kept,
            call,
            calling,
        };
        self.calls.all.insert(id, one);
    }

    /// Takes up a call from what is kept: its program runs again.
    pub(super) fn sort_call(&mut self, message: &GetReply) -> Result<(), NotUnderstood> {
        let order = ByteOrder::from_encoding(message.descriptor.encoding);
        let kept = KeptCall::decode(&message.body, order)?;
        if let Ok(Request::ManagedCall(call)) = Request::parse(&kept.request) {
            self.take_call(kept, *call);
        }
        Ok(())
    }

    /// The program of a call has run. Commits.
    fn end_call(
        &mut self,
        id: TransferId,
        result: CallResult,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let told = told_code(&result);
        log(&BFGTR9523.line(&[&id, &result.place, &result.name, &told]));
        let (code, text) = match result.succeeded {
            true => (0, BFGTR9525.line(&[&result.name])),
            false => (ResultCode::Failed.number(), failure(&result)),
        };
        self.tell_call(
            id,
            Action::Completed,
            Some((result, code, &text)),
            now_ms,
            log,
        )?;
        self.queues.forget_event(id, Event::Call)?;
        let call = self.calls.all.remove(&id);
        let reply = call.and_then(|call| call.call.reply);
        self.queues.reply(id, reply.as_ref(), code, &[&text], log)?;
        self.queues.commit()
    }

    /// Publishes that a call began or ended, in the unit of work.
    fn tell_call(
        &mut self,
        id: TransferId,
        action: Action,
        ended: Option<(CallResult, i32, &str)>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let Some(call) = self.calls.all.get(&id) else {
            return Ok(());
        };
        let mut originator = call.call.originator.clone();
        originator.mqmd_user_id = Some(call.kept.user.clone());
        let status = ended.as_ref().map(|(_, code, text)| Status {
            result_code: *code,
            supplements: vec![(*text).to_owned()],
        });
        let told = Transaction {
            id,
            role: Some(AgentRole::Call),
            action,
            time: Moment::at_ms(now_ms),
            source_agent: None,
            destination_agent: None,
            call_agent: Some(self.settings.logged_agent()),
            originator: Some(originator),
            status,
            set: Some(LoggedSet {
                metadata: of_user(&call.call.metadata).collect(),
                calls: ended.map(|(result, _, _)| result).into_iter().collect(),
                ..LoggedSet::default()
            }),
            job: call.call.job.clone(),
            schedule_id: None,
            statistics: None,
        };
        let topic = self.settings.log_topic(id);
        self.queues.tell(&topic, false, &told.to_xml(), log)
    }
}

impl<W> Destination<W> {
    /// The place of the program that is to run now, if one is.
    pub(crate) fn call_place(&self) -> Option<CallPlace> {
        if self.kept.programs.is_empty() || self.is_cancelled || self.kept.completed {
            return None;
        }
        let programs = DestinationPrograms::parse(&self.kept.programs).ok()?;
        let has_run = |place| self.kept.calls.iter().any(|call| call.place == place);
        let (pre, post) = (CallPlace::PreDestination, CallPlace::PostDestination);
        if programs.pre.is_some() && !has_run(pre) {
            return (self.offered_epoch > 0).then_some(pre);
        }
        // It is to find all files under their names, and what failed when they were forced is no reason to run it.
        let is_time = self.is_done && self.kept.arrived && !self.has_unnamed();
        (is_time && programs.post.is_some() && !has_run(post)).then_some(post)
    }

    /// A program is to run, runs, or has not been told of.
    pub(crate) fn wants_call(&self) -> bool {
        self.calling.is_some() || self.ran.is_some() || self.call_place().is_some()
    }

    /// An offer waits until the program in front has run.
    pub(crate) fn puts_off(&mut self, epoch: u64, file_socket: &Option<FileSocket>) -> bool {
        self.offered_socket.clone_from(file_socket);
        let before = std::mem::replace(&mut self.offered_epoch, epoch.max(1));
        self.offered_epoch = self.offered_epoch.max(before);
        self.call_place() == Some(CallPlace::PreDestination)
    }
}
