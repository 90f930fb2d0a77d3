//! Units of work of programs: begun by the first verb under syncpoint, and committed or backed out.

use super::history::{End, Span};
use super::objects::TRIGGERED;
use super::program::{Program, said};
use ferromq_mqi::Reason;
use ferromq_mqi::call::{Reply, Request};

/// Percent of the units of work begun with a verb that are branches.
const BRANCH_PERCENT: u64 = 30;

impl Program<'_> {
    pub(super) fn in_work(&mut self, queue: usize) -> bool {
        // What is given back to a queue counts as no arrival: there triggers are counted.
        let percent = if self.branch.is_some() { 80 } else { 40 };
        queue != TRIGGERED && self.random.chance(percent)
    }

    /// The unit of work under way, begun if there is none.
    pub(super) fn work(&mut self) -> usize {
        let (work, is_new) = match self.work {
            Some(work) => (work, false),
            None => (self.begin_work(), true),
        };
        if is_new && self.has_branches() && self.random.chance(BRANCH_PERCENT) {
            self.begin_branch(work);
        }
        work
    }

    /// A new one.
    pub(super) fn begin_work(&mut self) -> usize {
        let mut events = self.history.lock();
        events.works.push(End::None);
        let work = events.works.len() - 1;
        self.work = Some(work);
        work
    }

    /// Ends the unit of work under way, if there is one; or a branch that is prepared.
    pub(super) fn end_work(&mut self) {
        if self.is_to_decide() {
            return self.decide_branch();
        }
        let Some(work) = self.work else { return };
        if let Some(branch) = self.branch {
            return self.end_branch(work, branch);
        }
        let commit = self.random.chance(75);
        let unheard = self.unheard_of(work);
        if commit {
            // Lost on the way, nobody knows how it ended; a back out that is lost is one.
            self.work = None;
            let mut events = self.history.lock();
            let span = events.begin();
            events.works[work] = End::Committed(span);
        }
        match commit {
            true => self.enlist(),
            // Who took part in a branch whose end was not answered is none of it.
            false => self.participant = None,
        }
        let from = self.history.lock().begin();
        let answer = self.call(if commit {
            Request::Commit
        } else {
            Request::BackOut
        });
        if !commit && answer.is_some() {
            self.work = None;
            self.history.lock().works[work] = End::BackedOut(from);
        }
        if commit && matches!(answer, Some(Reply::Done(Reason::NONE))) {
            self.unheard.retain(|one| !unheard.contains(one));
            self.made(unheard);
        }
        let mut events = self.history.lock();
        let to = events.tick();
        match (&answer, &mut events.works[work]) {
            (Some(Reply::Done(Reason::NONE)), End::Committed(span) | End::BackedOut(span)) => {
                span.to = Some(to)
            }
            (Some(Reply::Failed(Reason::BACKED_OUT)), end) => {
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
        let verb = if commit { "commits" } else { "backs out" };
        self.note(format!("{verb} work {work}: {}", said(&answer)));
        self.judge_participant(&answer);
        if answer.is_some()
            && !matches!(
                answer,
                Some(Reply::Done(_) | Reply::Failed(Reason::BACKED_OUT))
            )
        {
            self.unless_over(verb, &answer);
        }
    }

    /// Who took part has heard how it ended before the program did.
    fn judge_participant(&mut self, answer: &Option<Reply>) {
        let Some(participant) = self.participant.take() else {
            return;
        };
        let (asked, committed, backed_out) = participant.heard();
        let is_right = match answer {
            Some(Reply::Done(Reason::NONE)) => {
                asked > 0 && (committed, backed_out) == (1, 0) && !participant.refuses()
            }
            Some(Reply::Failed(Reason::BACKED_OUT)) => (committed, backed_out) == (0, 1),
            _ => committed + backed_out <= 1,
        };
        if is_right {
            self.history.lock().took_part += 1;
        } else {
            self.history.wrong(format!(
                "program {}: who took part was asked {asked} times and heard of {committed} commits and {backed_out} back outs, and the \
                 program was told: {}",
                self.number,
                said(answer)
            ));
        }
    }
}
