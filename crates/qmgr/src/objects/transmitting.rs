//! Which transmission queues name the cluster channels they serve (`CLCHNAME`), and what stands on the wrong one.

use crate::record::QueueId;
use crate::store::local_queue::LocalQueue;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::glob::fits_name;
use ferromq_mqi::name::ObjectName;
use std::collections::BTreeMap;
use std::sync::Arc;

/// See the module. In order, so that every run from one seed is the same.
#[derive(Debug, Default)]
pub(crate) struct Transmitting {
    patterns: BTreeMap<QueueId, (String, Arc<LocalQueue>)>,
}

impl Transmitting {
    /// A queue is there, or has another definition.
    pub(crate) fn note(&mut self, queue: &Arc<LocalQueue>) {
        let pattern = queue.with_definition(|found| found.text(Attr::Clchname).to_owned());
        if pattern.is_empty() {
            self.patterns.remove(&queue.id);
        } else {
            let named = (pattern, Arc::clone(queue));
            self.patterns.insert(queue.id, named);
        }
    }

    /// A queue is gone.
    pub(crate) fn remove(&mut self, id: QueueId) {
        self.patterns.remove(&id);
    }

    /// All of them.
    pub(crate) fn queues(&self) -> impl Iterator<Item = &Arc<LocalQueue>> {
        self.patterns.values().map(|(_, queue)| queue)
    }

    /// The one that serves a channel: of several the one that says most of its name.
    pub(crate) fn serving(&self, channel: &str) -> Option<&Arc<LocalQueue>> {
        let matching = self
            .patterns
            .values()
            .filter(|(pattern, queue)| queue.hot().transmission && fits_name(pattern, channel));
        let says = |pattern: &str| pattern.bytes().filter(|byte| *byte != b'*').count();
        let by_name = |queue: &LocalQueue| std::cmp::Reverse(queue.name);
        let most = matching.max_by_key(|(pattern, queue)| {
            let is_exact = !pattern.contains('*');
            (is_exact, says(pattern), by_name(queue))
        });
        most.map(|(_, queue)| queue)
    }
}

/// Messages for a channel that are to be looked through.
#[derive(Clone, Debug)]
pub(crate) struct Misplaced {
    pub(crate) channel: ObjectName,
    /// The queue they stand on, where the channel has another one now. `None`: the channel cannot reach its partner, or is gone.
    pub(crate) from: Option<Arc<LocalQueue>>,
    /// The queue they were found on, where the channel cannot reach its partner, or is gone. `None`: the one it has.
    pub(crate) on: Option<Arc<LocalQueue>>,
    /// They were looked through before, and there may be more by now.
    pub(crate) again: bool,
}

impl Misplaced {
    /// Of a channel that cannot reach its partner, or is gone.
    pub(crate) fn of_channel(channel: ObjectName) -> Self {
        Self {
            channel,
            from: None,
            on: None,
            again: false,
        }
    }

    /// The same, where they stand.
    pub(crate) fn found_on(channel: ObjectName, queue: &Arc<LocalQueue>) -> Self {
        Self {
            on: Some(Arc::clone(queue)),
            ..Self::of_channel(channel)
        }
    }

    /// Whether both are about the same messages.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let id = |queue: &Option<Arc<LocalQueue>>| queue.as_ref().map(|queue| queue.id);
        let queues = |one: &Self| (id(&one.from), id(&one.on));
        self.channel == other.channel && queues(self) == queues(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_asterisk_stands_for_any_text_anywhere() {
        for (pattern, name, expected) in [
            ("TO.QM1", "TO.QM1", true),
            ("TO.QM1", "TO.QM11", false),
            ("TO.*", "TO.QM1", true),
            ("TO.*", "TO.", true),
            ("TO.*", "AT.QM1", false),
            ("*", "", true),
            ("*.QM1", "C1.TO.QM1", true),
            ("C*.QM1", "C1.QM1.QM1", true),
            ("C*.QM1", "C1.QM1.QM2", false),
            ("C*1*2", "C0102", true),
            ("", "A", false),
        ] {
            assert_eq!(fits_name(pattern, name), expected, "{pattern} {name}");
        }
    }
}
