//! What a history must be, whatever its threads did at the same time.

use super::history::{Cleared, End, Events, Got, Queues, Sent, Shown, Tick};
use super::objects::{
    DEAD_LETTERS, DELIVERIES, FIFO, GROUPED, QUEUES, TOPIC_QUEUES, is_of_reports,
};
use std::collections::{BTreeMap, BTreeSet};

/// How a life ended, before the look at its queues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    /// Nobody is at work any more.
    Quiet,
    /// A crash.
    Crash,
}

struct Judge<'a> {
    events: &'a Events,
    after: After,
    /// Each message by number and queue.
    sent: BTreeMap<(u64, usize), &'a Sent>,
    /// Who got or browsed it.
    got: BTreeMap<(u64, usize), Vec<&'a Got>>,
}

/// Judges a life by what the queues show behind it.
pub(super) fn judge(events: &Events, shown: &Queues, after: After) -> Result<(), String> {
    if let Some(text) = events.wrong.first() {
        return Err(text.clone());
    }
    let mut judge = Judge {
        events,
        after,
        sent: BTreeMap::new(),
        got: BTreeMap::new(),
    };
    for sent in &events.sent {
        judge.sent.insert((sent.number, sent.queue), sent);
    }
    for got in &events.got {
        if let Some(number) = got.number {
            judge.got.entry((number, got.queue)).or_default().push(got);
        }
    }
    judge.answers()?;
    judge.selections()?;
    judge.marks()?;
    judge.order_of_gets()?;
    judge.groups()?;
    for (queue, messages) in shown.iter().enumerate() {
        let said = |text: String| format!("{}: {text}", QUEUES[queue]);
        judge.what_is_there(queue, messages).map_err(said)?;
        judge.what_is_missing(queue, messages).map_err(said)?;
    }
    judge.deliveries(shown)?;
    judge.units_of_work(shown)
}

impl<'a> Judge<'a> {
    fn gets_of(&self, key: (u64, usize)) -> impl Iterator<Item = &'a Got> + '_ {
        self.got.get(&key).into_iter().flatten().copied()
    }

    /// Nothing is seen before it was to be, and nothing is got twice.
    fn answers(&self) -> Result<(), String> {
        for (key, gots) in &self.got {
            let name = format!("message {} on {}", key.0, QUEUES[key.1]);
            let Some(sent) = self.sent.get(key) else {
                if self.may_have_come(*key) {
                    continue;
                }
                return Err(format!("{name} was never put there"));
            };
            let shown = self.events.shown(sent);
            if let Some(early) = gots.iter().find(|got| is_early(sent, got)) {
                return Err(format!("{name} was seen before it was due: {early:?}"));
            }
            for got in gots {
                let at = got.span.to.unwrap_or(Tick::MAX);
                if shown.is_none_or(|shown| shown.from > at) {
                    return Err(format!("{name} was seen and was not put for good"));
                }
            }
            let gone: Vec<_> = gots
                .iter()
                .filter(|got| self.events.gone(got).is_some())
                .collect();
            let known = |got: &&&&Got| self.events.gone(got).is_some_and(|span| span.to.is_some());
            if gone.iter().filter(known).count() > 1 {
                return Err(format!("{name} was got twice: {gone:?}"));
            }
            for first in gone {
                let end = self.events.gone(first).and_then(|span| span.to);
                let later = gots
                    .iter()
                    .find(|other| end.is_some_and(|end| other.span.from > end));
                if let Some(later) = later {
                    return Err(format!(
                        "{name} was seen after it was got: {first:?} {later:?}"
                    ));
                }
            }
        }
        Ok(())
    }

    /// Whether a message may have come to where nobody was told that it is: as the report of a delivery nobody was told of, or as the copy
    /// of a publication that its own queue did not take.
    fn may_have_come(&self, (number, queue): (u64, usize)) -> bool {
        self.may_be_of_an_unknown_get((number, queue)) || self.may_be_put_aside((number, queue))
    }

    /// A disk that takes no more leaves a copy that is not persistent to the dead-letter queue.
    fn may_be_put_aside(&self, (number, queue): (u64, usize)) -> bool {
        let is_copy = |sent: &Sent| {
            sent.number == number
                && !sent.persistent
                && TOPIC_QUEUES.contains(&sent.queue)
                && sent.put.from > self.events.began
        };
        queue == DEAD_LETTERS && self.events.in_trouble && self.events.sent.iter().any(is_copy)
    }

    /// By a get that was not answered, or to a handle that read ahead.
    fn may_be_of_an_unknown_get(&self, (number, queue): (u64, usize)) -> bool {
        let tells = |sent: &&Sent| sent.number == number && sent.tells_delivery;
        queue == DELIVERIES
            && self.events.sent.iter().filter(tells).any(|sent| {
                let ahead = |one: &Cleared| one.queue == sent.queue && one.ahead;
                self.events.shown(sent).is_some()
                    && (self.may_be_held(sent.queue, Tick::MAX, Tick::MAX) > 0
                        || self.events.cleared.iter().any(ahead))
            })
    }

    /// A message and the report of its delivery are not there both.
    fn deliveries(&self, shown: &Queues) -> Result<(), String> {
        let both = self.events.sent.iter().find(|sent| {
            sent.tells_delivery
                && is_there(shown, sent.number, sent.queue)
                && is_there(shown, sent.number, DELIVERIES)
        });
        both.map_or(Ok(()), |sent| {
            Err(format!(
                "message {} is on {}, and a report says it was delivered",
                sent.number, QUEUES[sent.queue]
            ))
        })
    }

    /// Nobody is shown what a selector does not select.
    fn selections(&self) -> Result<(), String> {
        for (key, gots) in &self.got {
            let priority = self.sent.get(key).map_or(0, |sent| sent.priority);
            if let Some(got) = gots.iter().find(|got| got.priority_min > priority) {
                return Err(format!("{got:?} has the priority {priority}"));
            }
        }
        Ok(())
    }

    /// Of those who cooperate nobody is shown what another one has marked. A get, even one that gives it back, ends the mark.
    fn marks(&self) -> Result<(), String> {
        for mark in &self.events.marked {
            let ended_by = |to: Tick| {
                // Of one nobody was told the end of, or that failed, nobody knows what it had for a while.
                let takes = |got: &Got| match got.number {
                    Some(number) => number == mark.number && !got.browse,
                    None => got.span.to.is_none(),
                } && got.queue == mark.queue
                    && got.span.from < to;
                self.events.got.iter().any(takes)
            };
            let shown = self.gets_of((mark.number, mark.queue)).find(|got| {
                let to = got.span.to.unwrap_or(Tick::MAX);
                let is_marked =
                    mark.span.from < got.span.from && mark.span.to.is_none_or(|end| to < end);
                got.unmarked && is_marked && !ended_by(to)
            });
            if let Some(shown) = shown {
                return Err(format!("{mark:?} and {shown:?}"));
            }
        }
        Ok(())
    }

    /// Whether a put was told to be made, and the message with it. A disk that takes no more may leave out a copy of a
    /// publication that is not persistent (`NPMSGDLV(ALLAVAIL)`), and its publisher is not told; and a report, whatever it is about.
    fn was_put(&self, sent: &Sent) -> bool {
        let is_copy = !sent.persistent && TOPIC_QUEUES.contains(&sent.queue);
        let may_be_left_out = self.events.in_trouble
            && (is_copy || is_of_reports(sent.queue))
            && sent.put.from > self.events.began;
        sent.put.to.is_some() && !may_be_left_out
    }

    /// Whether a message stood on its queue, to be got by anybody, from one moment to another.
    fn stood(&self, sent: &Sent, from: Tick, to: Tick) -> bool {
        let shown = self.events.shown(sent);
        if !shown.is_some_and(|shown| shown.is_over_before(from)) || !self.was_put(sent) {
            return false;
        }
        let held = |got: &Got| {
            let returned = self.events.returned(got).is_some_and(|tick| tick < from);
            !got.browse && got.span.from < to && !returned
        };
        let cleared = self
            .events
            .cleared
            .iter()
            .any(|clear| clear.queue == sent.queue && !clear.refused && clear.span.from < to);
        !cleared && !self.gets_of((sent.number, sent.queue)).any(held)
    }

    /// Whether the first of two messages stands before the second one on their queue.
    fn comes_before(one: &Sent, other: &Sent) -> bool {
        // When what is delivered later comes to its queue nobody can tell, but that it is after its put.
        let earlier = one.due_us.is_none() && one.put.is_over_before(other.put.from);
        match one.queue == FIFO {
            true => earlier,
            false => one.priority > other.priority || (one.priority == other.priority && earlier),
        }
    }

    /// How many messages gets that nobody was told the end of may hold at some time: each has one, until it is
    /// given back. One that failed in the midst had one as well, for a while.
    fn may_be_held(&self, queue: usize, from: Tick, to: Tick) -> usize {
        let holds = |got: &&Got| {
            let returned = self.events.returned(got).is_some_and(|tick| tick < from);
            let unknown = got.span.to.is_none() && got.number.is_none() && got.span.from < to;
            got.queue == queue && unknown && !returned
        };
        self.events.got.iter().filter(holds).count()
    }

    /// A get takes the first there is, and finds something if there is something.
    fn order_of_gets(&self) -> Result<(), String> {
        let single = |got: &&Got| !got.browse && got.queue != GROUPED;
        for got in self.events.got.iter().filter(single) {
            let Some(to) = got.span.to else { continue };
            let taken = got
                .number
                .and_then(|number| self.sent.get(&(number, got.queue)));
            if got.number.is_some() != taken.is_some() {
                continue;
            }
            let mut passed_over = self.events.sent.iter().filter(|sent| {
                sent.queue == got.queue
                    && Some(sent.number) != got.number
                    && sent.priority >= got.priority_min
                    && taken.is_none_or(|taken| Self::comes_before(sent, taken))
                    && self.stood(sent, got.span.from, to)
            });
            let held = self.may_be_held(got.queue, got.span.from, to);
            if let Some(passed_over) = passed_over.nth(held) {
                return Err(format!("{got:?} passed {passed_over:?} over"));
            }
        }
        Ok(())
    }

    /// Who looks for a group of which all is there is given the first one, from its first message on, and finds one if there is one.
    fn groups(&self) -> Result<(), String> {
        let mut groups: BTreeMap<u64, Vec<&Sent>> = BTreeMap::new();
        for sent in &self.events.sent {
            if let Some(member) = sent.member {
                groups.entry(member.group).or_default().push(sent);
            }
        }
        for parts in groups.values_mut() {
            parts.sort_by_key(|sent| sent.member.map(|member| member.at));
        }
        let is_whole = |parts: &[&Sent]| {
            let of = parts[0].member.map(|member| member.of);
            of == Some(parts.len())
        };
        for got in self.events.got.iter().filter(|got| got.begins) {
            let Some(to) = got.span.to else { continue };
            let begun = got.number.and_then(|number| {
                let sent = self.sent.get(&(number, GROUPED))?;
                Some((*sent, sent.member?))
            });
            if let Some((_, member)) = begun {
                let parts = groups.get(&member.group).map_or(&[][..], Vec::as_slice);
                let in_sight = |sent: &&Sent| {
                    let shown = self.events.shown(sent);
                    shown.is_some_and(|shown| shown.from <= to)
                };
                if member.at > 0 || !is_whole(parts) || !parts.iter().all(in_sight) {
                    return Err(format!(
                        "{got:?} begins a group that is not there: {parts:?}"
                    ));
                }
            }
            let mut passed_over = groups.values().filter(|parts| {
                let is_other = begun.is_none_or(|(_, member)| {
                    parts[0].member.is_some_and(|one| one.group != member.group)
                });
                is_other
                    && is_whole(parts)
                    && begun.is_none_or(|(taken, _)| Self::comes_before(parts[0], taken))
                    && parts.iter().all(|sent| self.stood(sent, got.span.from, to))
            });
            // A get nobody was told the end of may have begun one.
            let held = self.may_be_held(GROUPED, got.span.from, to);
            if let Some(passed_over) = passed_over.nth(held) {
                return Err(format!("{got:?} passed the group {passed_over:?} over"));
            }
        }
        Ok(())
    }

    /// Everything on a queue is there rightly, once, in order.
    fn what_is_there(&self, queue: usize, messages: &[Shown]) -> Result<(), String> {
        let mut met = BTreeSet::new();
        let mut before: Vec<&Sent> = Vec::new();
        for shown in messages {
            let number = shown.number;
            // Of a publication there is a copy for each queue.
            if !met.insert(number) && !self.may_be_put_aside((number, queue)) {
                return Err(format!("message {number} is there twice"));
            }
            let Some(sent) = self.sent.get(&(number, queue)) else {
                if self.may_have_come((number, queue)) {
                    continue;
                }
                return Err(format!("message {number} was never put"));
            };
            if (shown.persistent, shown.priority) != (sent.persistent, sent.priority) {
                return Err(format!("message {number} is not as it was put"));
            }
            if self.events.shown(sent).is_none() {
                return Err(format!(
                    "message {number} is there and was not put for good: {sent:?}"
                ));
            }
            if self.after == After::Crash && !sent.persistent {
                return Err(format!(
                    "message {number} is not persistent and outlived a crash"
                ));
            }
            let gone = |got: &Got| self.events.gone(got).is_some_and(|span| span.to.is_some());
            if let Some(got) = self.gets_of((number, queue)).find(|got| gone(got)) {
                return Err(format!("message {number} is there again after {got:?}"));
            }
            if self.is_in_doubt(sent) {
                return Err(format!("message {number} is there and a branch has it"));
            }
            if let Some(other) = before.iter().find(|other| Self::comes_before(sent, other)) {
                return Err(format!("message {number} stands behind {}", other.number));
            }
            before.push(sent);
        }
        Ok(())
    }

    /// A branch in doubt has got it: that is nobody's to see until it is decided.
    fn is_in_doubt(&self, sent: &Sent) -> bool {
        self.gets_of((sent.number, sent.queue))
            .filter(|got| !got.browse)
            .any(|got| got.work.is_some_and(|work| self.events.is_in_doubt(work)))
    }

    /// Whether somebody was shown a message: then it was put for good.
    fn was_seen(&self, sent: &Sent) -> bool {
        self.gets_of((sent.number, sent.queue))
            .any(|got| got.span.to.is_some())
    }

    /// Whether a message may have been removed. A clear that was over before the message could be in sight has not met it, even if
    /// it was on its way then.
    fn may_be_gone(&self, sent: &Sent) -> bool {
        let mut gets = self.gets_of((sent.number, sent.queue));
        if gets.any(|got| self.events.gone(got).is_some()) {
            return true;
        }
        let seen_last = self
            .gets_of((sent.number, sent.queue))
            .map(|got| got.span.from)
            .max();
        let in_sight = match self.events.shown(sent) {
            Some(shown) => shown.from.max(sent.put.from),
            None => sent.put.from,
        };
        self.events.cleared.iter().any(|clear| {
            let over_before = |tick: Tick| clear.span.to.is_some_and(|to| to < tick);
            clear.queue == sent.queue
                && !clear.refused
                && !over_before(in_sight)
                && !seen_last.is_some_and(over_before)
        })
    }

    /// A message that must be on its queue if nobody has it.
    fn is_certain(&self, sent: &Sent) -> bool {
        let answered = self
            .events
            .shown(sent)
            .is_some_and(|shown| shown.to.is_some());
        ((answered && self.was_put(sent)) || self.was_seen(sent)) && self.outlives(sent)
    }

    /// A crash takes what is not persistent.
    fn outlives(&self, sent: &Sent) -> bool {
        sent.persistent || self.after == After::Quiet
    }

    /// What was put for good is there, unless somebody got it.
    fn what_is_missing(&self, queue: usize, messages: &[Shown]) -> Result<(), String> {
        let there: BTreeSet<u64> = messages.iter().map(|shown| shown.number).collect();
        let missing: Vec<&Sent> = self
            .events
            .sent
            .iter()
            .filter(|sent| sent.queue == queue && !there.contains(&sent.number))
            .filter(|sent| {
                self.is_certain(sent) && !self.may_be_gone(sent) && !self.is_in_doubt(sent)
            })
            .collect();
        // Of a get nobody was told the end of nobody knows the message.
        let open = self.events.got.iter().filter(|got| {
            let ended = got
                .work
                .is_none_or(|work| matches!(self.events.works[work], End::Committed(_)));
            got.queue == queue
                && !got.browse
                && got.span.to.is_none()
                && got.number.is_none()
                && ended
        });
        if missing.len() > open.map(|got| got.most).sum() {
            return Err(format!("lost: {:?}", missing[0]));
        }
        Ok(())
    }

    /// A unit of work of which nobody was told how it ended happened as a whole or not at all.
    fn units_of_work(&self, shown: &Queues) -> Result<(), String> {
        let cleared = |queue: usize| self.events.cleared.iter().any(|one| one.queue == queue);
        for (work, end) in self.events.works.iter().enumerate() {
            let End::Committed(span) = end else { continue };
            if span.to.is_some() {
                continue;
            }
            let (mut yes, mut no) = (Vec::new(), Vec::new());
            let of_work = |sent: &&Sent| sent.work == Some(work);
            for sent in self.events.sent.iter().filter(of_work) {
                let is_missing = self.outlives(sent)
                    && self.was_put(sent)
                    && !self.may_be_gone(sent)
                    && self.may_be_held(sent.queue, Tick::MAX, Tick::MAX) == 0;
                if is_there(shown, sent.number, sent.queue) || self.was_seen(sent) {
                    yes.push(sent.number);
                } else if is_missing {
                    no.push(sent.number);
                }
            }
            for got in self.events.got.iter().filter(|got| got.work == Some(work)) {
                let Some(number) = got.number else { continue };
                let Some(sent) = self.sent.get(&(number, got.queue)) else {
                    continue;
                };
                let taken_at = got.span.to.unwrap_or(Tick::MAX);
                // Somebody met it later: it was given back.
                let is_later = |one: &Got| match one.browse {
                    true => one.span.from > taken_at,
                    false => one.span.to.unwrap_or(Tick::MAX) > taken_at,
                };
                let mut others = self.gets_of((number, got.queue));
                let is_missing = self.outlives(sent)
                    && !cleared(got.queue)
                    && self.may_be_held(got.queue, Tick::MAX, Tick::MAX) == 0;
                if is_there(shown, number, got.queue)
                    || others.any(|one| !std::ptr::eq(one, got) && is_later(one))
                {
                    no.push(number);
                } else if is_missing {
                    yes.push(number);
                }
            }
            if !yes.is_empty() && !no.is_empty() {
                return Err(format!(
                    "unit of work {work} happened in part: {yes:?} but not {no:?}"
                ));
            }
        }
        Ok(())
    }
}

/// Whether a queue shows a message.
fn is_there(shown: &Queues, number: u64, queue: usize) -> bool {
    shown[queue].iter().any(|one| one.number == number)
}

/// Whether a message was seen before it was due.
fn is_early(sent: &Sent, got: &Got) -> bool {
    got.span.to.is_some() && sent.due_us.is_some_and(|due_us| got.at_us < due_us)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interleaved::history::Span;

    /// A put that was answered, then a get that found nothing.
    fn passed_over(queue: usize, persistent: bool, in_trouble: bool) -> Result<(), String> {
        let span = |from| Span {
            from,
            to: Some(from + 1),
        };
        let sent = Sent {
            number: 1,
            queue,
            persistent,
            priority: 0,
            put: span(1),
            refused: false,
            work: None,
            due_us: None,
            tells_delivery: false,
            member: None,
        };
        let got = Got {
            queue,
            span: span(3),
            number: None,
            browse: false,
            work: None,
            priority_min: 0,
            unmarked: false,
            begins: false,
            most: 1,
            at_us: 0,
        };
        let events = Events {
            sent: vec![sent],
            got: vec![got],
            in_trouble,
            ..Events::default()
        };
        let mut shown = vec![Vec::new(); QUEUES.len()];
        if persistent {
            shown[queue].push(Shown {
                number: 1,
                persistent,
                priority: 0,
            });
        }
        judge(&events, &shown, After::Crash)
    }

    #[test]
    fn only_a_copy_that_is_not_persistent_may_be_left_out_by_a_disk_that_fails() {
        let [topic_queue, _] = TOPIC_QUEUES;
        passed_over(topic_queue, false, true).expect("NPMSGDLV allows it");
        assert!(passed_over(topic_queue, false, false).is_err());
        assert!(passed_over(topic_queue, true, true).is_err());
        assert!(passed_over(FIFO, false, true).is_err());
    }
}
