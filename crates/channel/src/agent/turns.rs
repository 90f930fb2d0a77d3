//! The loop of an agent, whichever end it is: one verb after the other, until one is not answered at once or nothing is wanted.

use super::definition::MessageHost;
use super::failed::Failed;
use super::repeated_notices::RepeatedNotices;
use crate::line::Line;
use ferromq_mqi::call::Reply;
use std::task::Poll;

/// What an agent did in its turn.
pub(super) enum Turn<D> {
    /// It began a verb, or asked for the answer to the one under way.
    Verb(D, Poll<Reply>),
    /// It did something without one.
    Done,
    /// Nothing can be done now.
    Rest,
}

/// An agent, as its loop sees it.
pub(super) trait Turns {
    /// A verb under way, and what it is for.
    type Doing;

    fn is_over(&self) -> bool;

    fn under_way(&mut self) -> &mut Option<Self::Doing>;

    fn telling(&mut self) -> &mut RepeatedNotices;

    /// Goes on with what is under way, or begins what is wanted next.
    fn turn(
        &mut self,
        line: &mut Line,
        host: &dyn MessageHost,
    ) -> Result<Turn<Self::Doing>, Failed>;

    /// A verb is answered.
    fn done(
        &mut self,
        line: &mut Line,
        host: &dyn MessageHost,
        doing: Self::Doing,
        reply: Reply,
    ) -> Result<(), Failed>;

    /// Does what can be done now.
    ///
    /// # Errors
    /// A verb of which the channel ends.
    fn drive(&mut self, line: &mut Line, host: &dyn MessageHost) -> Result<(), Failed> {
        self.telling().tell_counted(host, line.now_ns);
        let driven = self.take_turns(line, host);
        if driven.is_err() || self.is_over() {
            self.telling().tell_all(host, line.now_ns);
        }
        driven
    }

    fn take_turns(&mut self, line: &mut Line, host: &dyn MessageHost) -> Result<(), Failed> {
        while !self.is_over() {
            match self.turn(line, host)? {
                Turn::Verb(doing, Poll::Pending) => {
                    *self.under_way() = Some(doing);
                    return Ok(());
                }
                Turn::Verb(doing, Poll::Ready(reply)) => self.done(line, host, doing, reply)?,
                Turn::Done => {}
                Turn::Rest => return Ok(()),
            }
        }
        Ok(())
    }

    /// A verb that follows from the answer to another was begun.
    fn go_on(
        &mut self,
        line: &mut Line,
        host: &dyn MessageHost,
        doing: Self::Doing,
        answer: Poll<Reply>,
    ) -> Result<(), Failed> {
        match answer {
            Poll::Pending => {
                *self.under_way() = Some(doing);
                Ok(())
            }
            Poll::Ready(reply) => self.done(line, host, doing, reply),
        }
    }
}
