//! A program: a thread with a connection of its own, which makes verbs and writes down what it is told.
//!
//! A client whose conversation is cut connects again and goes on; of the verb that was under way it knows nothing.

use super::history::{Cleared, End, Got, History, Span};
use super::network::{Network, Open};
use super::objects::{
    ALIASES, ELSEWHERE, FIFO, QUEUES, SINGLE, SINGLE_PLAIN, TRANSMISSION, TRIGGERED, is_put_to,
};
use super::road::{Conversation, Road};
use crate::body;
use ferromq_base::clock::{Clock, SimulatedClock};
use ferromq_base::random::SplitMix64;
use ferromq_base::schedule;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle};
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::{Connection, QueueManager, RunState, SimulatedParticipant, WaitingFor};
use std::task::Poll;

/// Times a verb is asked for its answer, at most.
const LOOKS_MAX: u32 = 20_000;
/// Times a client connects.
const CONNECTS_MAX: u32 = 8;
/// Options of a get that takes nothing away.
const BROWSES: i32 = MQGMO_BROWSE_FIRST | MQGMO_BROWSE_NEXT;

/// See the module.
pub(super) struct Program<'a> {
    pub(super) number: usize,
    pub(super) engine: &'a QueueManager,
    pub(super) clock: &'a SimulatedClock,
    pub(super) history: &'a History,
    pub(super) random: SplitMix64,
    /// `None` for a client that is not connected.
    road: Option<Road<'a>>,
    /// Where a client connects.
    pub(super) network: Option<&'a Network<'a>>,
    connects_left: u32,
    pub(super) work: Option<usize>,
    /// That is this branch.
    pub(super) branch: Option<usize>,
    /// Branches it has prepared and not ended yet.
    pub(super) prepared: Vec<usize>,
    /// Its connection takes part in transactions.
    pub(super) opened: bool,
    /// The handle that is open reads ahead: the place of what that may cost among what was cleared.
    ahead: Option<usize>,
    /// Puts it has not been told the outcome of since it last asked, and how many it made.
    pub(super) unheard: Vec<usize>,
    pub(super) unheard_puts: i32,
    /// It may be killed while a worker works for it. What it held then arrives once more, and where triggers are counted that
    /// would count.
    pub(super) may_be_killed: bool,
    /// The handle that is open selects messages of this priority at least.
    pub(super) priority_min: i32,
    /// Marks of the handle that is open.
    pub(super) marks: Vec<usize>,
    /// Puts and nothing else, and is to be refused what nobody allowed.
    pub(super) is_guest: bool,
    /// Without selectors, marks, groups, delays and queues of its own, which came later.
    pub(super) plain: bool,
    /// Another engine keeps the messages of a queue.
    pub(super) has_elsewhere: bool,
    /// Others take part in some of its units of work.
    pub(super) has_participants: bool,
    /// Who takes part in the one that is just committed.
    pub(super) participant: Option<SimulatedParticipant>,
    pub(super) over: bool,
}

impl<'a> Program<'a> {
    pub(super) fn embedded(
        number: usize,
        (engine, clock): (&'a QueueManager, &'a SimulatedClock),
        history: &'a History,
        connection: Connection,
        seed: u64,
    ) -> Self {
        let mut program = Self::without_road(number, (engine, clock), history, seed);
        program.road = Some(Road::Embedded(Box::new(connection)));
        program
    }

    pub(super) fn client(
        number: usize,
        (engine, clock): (&'a QueueManager, &'a SimulatedClock),
        history: &'a History,
        network: &'a Network<'a>,
        seed: u64,
    ) -> Self {
        let mut program = Self::without_road(number, (engine, clock), history, seed);
        program.network = Some(network);
        program
    }

    fn without_road(
        number: usize,
        (engine, clock): (&'a QueueManager, &'a SimulatedClock),
        history: &'a History,
        seed: u64,
    ) -> Self {
        Self {
            number,
            engine,
            clock,
            history,
            random: SplitMix64::new(seed),
            road: None,
            network: None,
            connects_left: CONNECTS_MAX,
            work: None,
            branch: None,
            prepared: Vec::new(),
            opened: false,
            ahead: None,
            unheard: Vec::new(),
            unheard_puts: 0,
            may_be_killed: false,
            priority_min: 0,
            marks: Vec::new(),
            is_guest: false,
            plain: false,
            has_elsewhere: false,
            has_participants: false,
            participant: None,
            over: false,
        }
    }

    /// Does so many verbs, then goes. What is not committed then never happened, except by who disconnects.
    pub(super) fn live(mut self, verbs: u64) {
        let mut left = verbs;
        while left > 0 && self.is_connected() {
            left -= 1;
            if self.is_to_end_branch() {
                self.end_work();
                continue;
            }
            if !self.plain && self.random.chance(22) {
                left = left.saturating_sub(self.something_else());
                continue;
            }
            match self.random.below(100) {
                0..12 => self.publish(),
                12..24 => self.put_one(),
                24..34 => self.end_work(),
                34..38 if self.network.is_some() => self.ask_status(),
                38..52 if self.has_branches() => self.work_in_branch(),
                _ => left = left.saturating_sub(self.visit()),
            }
        }
        self.leave();
    }

    /// What came to these runs later.
    fn something_else(&mut self) -> u64 {
        match self.random.below(8) {
            0..2 if self.network.is_none() => self.mark(),
            2..4 => self.put_group(),
            4..6 => self.get_group(),
            // Clients ask for that by a flow of their own.
            6 if self.network.is_none() => self.put_delayed(),
            _ => self.use_own_queue(),
        }
    }

    pub(super) fn leave(mut self) {
        // One that was killed in the midst of a verb does nothing more.
        let can_call = self.network.is_some() || !self.over;
        if can_call && self.is_to_end_branch() {
            self.end_work();
        }
        if self.network.is_some() && self.random.chance(60) {
            self.disconnect();
        }
        self.lose();
    }

    // ---- the way to the queue manager

    /// Whether there is a connection to work with; a client looks for a new one.
    fn is_connected(&mut self) -> bool {
        let Some(network) = self.network.filter(|_| self.road.is_none()) else {
            return !self.over;
        };
        while self.connects_left > 0 && self.is_worth_another_try() {
            self.connects_left -= 1;
            let conversation = Conversation::begin(network);
            match self.connect(&conversation) {
                Some(Ok(())) => {
                    self.note(format!("is connected {}", conversation.terms()));
                    self.road = Some(Road::Client(conversation));
                    self.over = false;
                    return true;
                }
                Some(Err(reason)) => self.note(format!("is not connected: {}", reason.name())),
                None => return false,
            }
        }
        false
    }

    fn is_worth_another_try(&self) -> bool {
        self.engine.state() == RunState::Running && self.engine.log().poisoned().is_none()
    }

    fn connect(&self, conversation: &Conversation<'_>) -> Option<Result<(), Reason>> {
        for _ in 0..LOOKS_MAX {
            if let Poll::Ready(outcome) = conversation.connected() {
                return Some(outcome);
            }
            schedule::yield_point();
        }
        self.history
            .wrong("a client is never told whether it is connected".to_owned());
        None
    }

    /// The connection is gone, and nobody said anything any more. What was not committed is backed out: at once, or when the
    /// channel notices.
    pub(super) fn lose(&mut self) {
        self.over = true;
        self.opened = false;
        self.branch = None;
        self.unheard.clear();
        self.unheard_puts = 0;
        self.end_marks();
        let span = self.history.lock().begin();
        let (work, ahead) = (self.work.take(), self.ahead.take());
        if let Some(work) = work {
            self.history.lock().works[work] = End::BackedOut(span);
        }
        let road = self.road.take();
        match road.as_ref().and_then(Road::client) {
            Some(conversation) => {
                let open = work.map(Open::Work).into_iter();
                open.chain(ahead.map(Open::Ahead))
                    .for_each(|one| conversation.ends_with_it(one));
            }
            None => {
                drop(road);
                let mut events = self.history.lock();
                if let Some(work) = work {
                    let to = Some(events.tick());
                    events.works[work] = End::BackedOut(Span { to, ..span });
                }
            }
        }
    }

    /// `MQDISC`: commits, but not a branch.
    fn disconnect(&mut self) {
        let work = self.work.take();
        let in_branch = self.branch.take().is_some();
        if let Some(work) = work {
            let mut events = self.history.lock();
            let span = events.begin();
            events.works[work] = match in_branch {
                true => End::BackedOut(span),
                false => End::Committed(span),
            };
        }
        if self.road.is_none() {
            return;
        }
        let answer = self.call(Request::Disconnect);
        let mut events = self.history.lock();
        let to = events.tick();
        if let Some(ahead) = self.ahead.take_if(|_| answer.is_some()) {
            events.cleared[ahead].span.to = Some(to);
        }
        let end = work.map(|work| &mut events.works[work]);
        match (&answer, end) {
            (
                Some(Reply::Done(Reason::NONE)),
                Some(End::Committed(span) | End::BackedOut(span)),
            ) => span.to = Some(to),
            (Some(Reply::Done(Reason::BACKED_OUT)), Some(end)) => {
                if let End::Committed(span) = *end {
                    *end = End::BackedOut(Span {
                        to: Some(to),
                        ..span
                    });
                }
            }
            _ => {}
        }
        drop(events);
        self.note(format!("disconnects, work {work:?}: {}", said(&answer)));
        if !matches!(answer, None | Some(Reply::Done(_))) {
            self.unless_over("disconnect", &answer);
        }
    }

    // ---- verbs

    /// Opens a queue, does something with it, and closes it. Answers how many verbs that were.
    fn visit(&mut self) -> u64 {
        let queue = self.single_queue();
        let puts = queue != TRANSMISSION && is_put_to(queue) && self.random.chance(60);
        let gets = !puts || self.random.chance(60);
        let mut options = MQOO_BROWSE;
        options |= if puts { MQOO_OUTPUT } else { 0 };
        options |= if gets { MQOO_INPUT_SHARED } else { 0 };
        let reads_ahead = self.network.is_some() && gets && queue == FIFO && self.random.chance(50);
        if reads_ahead {
            options |= MQOO_READ_AHEAD;
            self.begin_ahead(queue);
        }
        let mut descriptor = ObjectDescriptor::queue(self.name_of(queue));
        self.priority_min = 0;
        if !self.plain && !reads_ahead && self.random.chance(25) {
            self.priority_min = 1 + self.random.below(2) as i32;
            descriptor.selection_string = format!("JMSPriority >= {}", self.priority_min);
        }
        let request = Request::Open {
            descriptor,
            options,
        };
        let from = self.history.lock().tick();
        let handle = match self.call(request) {
            Some(Reply::Opened { handle, .. }) => handle,
            Some(Reply::Failed(Reason::OBJECT_IN_USE))
                if gets && self.history.lock().was_cleared_since(queue, from) =>
            {
                self.end_ahead();
                self.note(format!("cannot open {}: it is cleared", QUEUES[queue]));
                return 1;
            }
            other => {
                self.unless_over("open", &other);
                return 1;
            }
        };
        let verbs = 1 + self.random.below(5);
        for _ in 0..verbs {
            match self.random.below(10) {
                0..5 if puts => self.put(queue, handle),
                _ if reads_ahead => self.get_ahead(queue, handle),
                0..8 if gets => self.get(queue, handle),
                _ => self.browse(queue, handle),
            }
            if self.over {
                return verbs;
            }
        }
        let answer = self.call(Request::Close { handle, options: 0 });
        match answer {
            Some(Reply::Done(Reason::NONE)) => self.end_ahead(),
            answer => self.unless_over("close", &answer),
        }
        verbs
    }

    /// One of the queues that have single messages.
    pub(super) fn single_queue(&mut self) -> usize {
        if self.has_elsewhere && self.random.chance(25) {
            return ELSEWHERE;
        }
        let of = if self.plain { SINGLE_PLAIN } else { SINGLE };
        self.random.below(of) as usize
    }

    /// A name that leads to a queue.
    pub(super) fn name_of(&mut self, queue: usize) -> &'static str {
        match ALIASES.get(queue) {
            Some(alias) if !self.plain && self.random.chance(25) => alias,
            _ => QUEUES[queue],
        }
    }

    /// From now on messages leave a queue before they are asked for, and those nobody asks for are lost.
    fn begin_ahead(&mut self, queue: usize) {
        let mut events = self.history.lock();
        let span = events.begin();
        events.cleared.push(Cleared {
            queue,
            span,
            refused: false,
            ahead: true,
        });
        self.ahead = Some(events.cleared.len() - 1);
    }

    fn end_ahead(&mut self) {
        if let Some(ahead) = self.ahead.take() {
            let mut events = self.history.lock();
            let to = events.tick();
            events.cleared[ahead].span.to = Some(to);
        }
    }

    fn get(&mut self, queue: usize, handle: ObjectHandle) {
        let work = self.in_work(queue).then(|| self.work());
        let wait = self.random.chance(30);
        let mut options = if work.is_some() {
            MQGMO_SYNCPOINT
        } else {
            MQGMO_NO_SYNCPOINT
        };
        options |= MQGMO_NO_PROPERTIES | if wait { MQGMO_WAIT } else { 0 };
        self.take(queue, handle, options, work);
    }

    /// All gets of a handle that reads ahead want the same.
    fn get_ahead(&mut self, queue: usize, handle: ObjectHandle) {
        let wait = if self.random.chance(50) {
            MQGMO_WAIT
        } else {
            0
        };
        let options = MQGMO_NO_SYNCPOINT | MQGMO_NO_PROPERTIES | wait;
        self.take(queue, handle, options, None);
    }

    fn browse(&mut self, queue: usize, handle: ObjectHandle) {
        let mut position = MQGMO_BROWSE_FIRST;
        while self
            .take(queue, handle, position | MQGMO_NO_PROPERTIES, None)
            .is_some()
            && self.random.chance(80)
        {
            position = MQGMO_BROWSE_NEXT;
        }
    }

    pub(super) fn begin_get(&mut self, queue: usize, options: i32, work: Option<usize>) -> usize {
        let unmarked = options & MQGMO_UNMARKED_BROWSE_MSG != 0;
        let priority_min = if unmarked { 0 } else { self.priority_min };
        let mut events = self.history.lock();
        let span = events.begin();
        events.got.push(Got {
            queue,
            span,
            number: None,
            browse: options & BROWSES != 0,
            work,
            priority_min,
            unmarked,
            begins: false,
            most: 1,
            at_us: 0,
        });
        events.got.len() - 1
    }

    /// A get or a browse; answers the number of what it found.
    pub(super) fn take(
        &mut self,
        queue: usize,
        handle: ObjectHandle,
        options: i32,
        work: Option<usize>,
    ) -> Option<u64> {
        let browse = options & BROWSES != 0;
        let at = self.begin_get(queue, options, work);
        let get = Request::Get {
            handle,
            descriptor: MsgDescriptor::default(),
            options: GetOptions {
                options,
                match_options: MQMO_NONE,
                wait_interval_ms: 1_000,
                ..GetOptions::default()
            },
            buffer_len: 100_000,
        };
        self.may_be_killed = queue != TRIGGERED;
        let answer = self.call(get);
        let (mut found, mut known) = (None, true);
        match &answer {
            Some(Reply::Got(reply)) => {
                let carried = body::carried(&reply.body);
                let in_front = reply.body.len() - carried.len();
                match body::number(carried) {
                    Ok(number) => {
                        found = Some(number);
                        let len = reply.data_length as usize - in_front;
                        if let Err(text) = body::check(carried, number, len) {
                            self.history.wrong(text);
                        }
                    }
                    Err(text) => self.history.wrong(text),
                }
            }
            Some(Reply::Failed(Reason::NO_MSG_AVAILABLE)) => {}
            // A log without room, or a wait that was ended: nothing was got, and nothing is said of what there is.
            Some(Reply::Failed(Reason::RESOURCE_PROBLEM | Reason::XWAIT_CANCELED)) => {
                self.history.lock().got[at].browse = true;
                known = false;
            }
            None => known = false,
            other => {
                known = false;
                self.unless_over("get", &(*other).clone());
            }
        }
        let mut events = self.history.lock();
        let to = events.tick();
        let got = &mut events.got[at];
        got.at_us = self.clock.wall_us();
        got.number = found;
        got.span.to = known.then_some(to);
        events.tell_delivery(at);
        drop(events);
        let verb = if browse { "browses" } else { "gets from" };
        self.note(format!(
            "{verb} {}, work {work:?}: {found:?} {}",
            QUEUES[queue],
            said(&answer)
        ));
        found
    }

    // ---- calls

    /// Makes a call and sees to it that it is answered. `None` when nobody knows what became of it: the program is over then.
    pub(super) fn call(&mut self, request: Request) -> Option<Reply> {
        schedule::yield_point();
        let mut answer = self.road.as_mut()?.start(request);
        let mut looks = 0;
        loop {
            match answer {
                Poll::Ready(Reply::Failed(reason)) if self.is_last(reason) => {
                    self.lose();
                    return None;
                }
                Poll::Ready(reply) => return Some(reply),
                Poll::Pending => {}
            }
            looks += 1;
            let at_worker = self.waiting_for() == Some(WaitingFor::Worker);
            if at_worker && self.may_be_killed && self.random.chance(2) {
                self.over = true;
                return None;
            }
            if looks > LOOKS_MAX {
                let waiting_for = self.waiting_for();
                self.history
                    .wrong(format!("a verb is not answered: {waiting_for:?}"));
                self.lose();
                return None;
            }
            self.help(looks);
            answer = self.road.as_mut()?.poll();
        }
    }

    /// Whether a connection that answers so is of no use any more.
    fn is_last(&self, reason: Reason) -> bool {
        match reason {
            Reason::CONNECTION_BROKEN | Reason::Q_MGR_STOPPING => true,
            Reason::CONNECTION_STOPPING | Reason::HCONN_ERROR => self.network.is_some(),
            _ => false,
        }
    }

    fn waiting_for(&self) -> Option<WaitingFor> {
        match &self.road {
            Some(Road::Embedded(connection)) => connection.waiting_for(),
            _ => None,
        }
    }

    /// Some of its units of work are branches of transactions: clients', and of programs of this process in the runs in which others
    /// take part.
    pub(super) fn has_branches(&self) -> bool {
        self.network.is_some() || self.has_participants
    }

    /// Has somebody take part in the unit of work that is about to be committed, in some runs now and then.
    pub(super) fn enlist(&mut self) {
        self.participant = None;
        if let Some(Road::Embedded(connection)) = &self.road
            && self.has_participants
            && self.random.chance(80)
        {
            let participant = SimulatedParticipant::waiting();
            if connection.enlist_simulated(&participant) {
                self.participant = Some(participant);
            }
        }
    }

    /// What a thread does for the verb it waits for.
    fn help(&mut self, looks: u32) {
        // Others may come first.
        for _ in 0..self.random.below(4) {
            schedule::yield_point();
        }
        let road = self.road.as_mut();
        let Some(Road::Embedded(connection)) = road else {
            if let Some(road) = road.filter(|_| looks.is_multiple_of(100) && self.random.chance(10))
            {
                road.cancel_wait();
            }
            // What it waits for it does not see.
            self.have_it_decided(looks / 10);
            return schedule::yield_point();
        };
        match connection.waiting_for() {
            Some(WaitingFor::Log(end)) if !connection.is_durable(end) => {
                connection.wait_for_log(end)
            }
            Some(WaitingFor::Message { .. }) if looks > 8 => connection.cancel_wait(),
            Some(WaitingFor::Room) => drop(self.engine.keep_house()),
            Some(WaitingFor::Participants) => {
                self.have_it_decided(looks);
                schedule::yield_point();
            }
            _ => schedule::yield_point(),
        }
    }

    /// Who takes part in its unit of work makes up its mind, sooner or later.
    fn have_it_decided(&mut self, looks: u32) {
        let Some(participant) = self.participant.clone() else {
            return;
        };
        if self.random.chance(20) || looks > 20 {
            participant.decide(self.random.chance(70));
        }
    }

    /// An answer that was not to be.
    pub(super) fn unless_over(&mut self, verb: &str, answer: &Option<Reply>) {
        self.over = true;
        let of_the_disk = [
            Reason::PUBLICATION_FAILURE,
            Reason::Q_SPACE_NOT_AVAILABLE,
            Reason::OBJECT_DAMAGED,
            Reason::RESOURCE_PROBLEM,
        ];
        match answer {
            None => {}
            Some(Reply::Failed(reason))
                if self.history.lock().in_trouble && of_the_disk.contains(reason) => {}
            Some(answer) => self.history.wrong(format!(
                "program {}: {verb} answered {answer:?}",
                self.number
            )),
        }
    }

    pub(super) fn note(&self, text: String) {
        self.history
            .note(format!("program {}: {text}", self.number));
    }
}

pub(super) fn said(answer: &Option<Reply>) -> &'static str {
    match answer {
        None => "the connection is gone",
        Some(Reply::Failed(reason)) => reason.name(),
        Some(_) => "done",
    }
}
