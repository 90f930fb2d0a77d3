//! What a command answers, before it is put into words or into parameters.
//!
//! What a display finds is looked at one by one, when it is asked for: of a hundred thousand queues their names are held,
//! and what is shown of one of them at a time.

use crate::display::layout::Columns;
use crate::display::query::Query;
use crate::display::record::{Choice, Head, Record};
use crate::operations::ObjectOperations;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::notice::Notice;
use std::collections::VecDeque;

/// The answer to a command.
pub(crate) struct Reply {
    parts: VecDeque<Part>,
    outcome: CommandOutcome,
}

/// What is said next, if there is more to say.
pub(crate) type More = Box<dyn FnMut(&dyn ObjectOperations) -> Option<ReplyItem> + Send>;

enum Part {
    Item(ReplyItem),
    Listed {
        more: More,
        /// What is said, as a failure, when there was nothing.
        nothing: Option<String>,
    },
}

/// One part of an answer.
#[derive(Clone, Debug)]
pub(crate) enum ReplyItem {
    /// Lines, each with its end; the first one of a failure begins with the number of its notice.
    Lines(String),
    /// Something that is shown.
    Shown(Shown),
}

/// Something that is shown: an object, its state, a record.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    heading: &'static Notice,
    /// The thing itself, and then what belongs to it.
    pub(crate) sections: Vec<Section>,
}

/// A record with what is shown of it.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    pub(crate) head: Head,
    pub(crate) record: Record,
    pub(crate) choice: Choice,
}

impl Reply {
    /// The command was carried out.
    pub(crate) fn done(text: String) -> Self {
        Self::ended(text, CommandOutcome::Done)
    }

    /// The command was not carried out.
    pub(crate) fn failed(text: String) -> Self {
        Self::ended(text, CommandOutcome::Failed)
    }

    /// The command ended like this and says so.
    pub(crate) fn ended(text: String, outcome: CommandOutcome) -> Self {
        Self {
            parts: VecDeque::from([Part::Item(ReplyItem::Lines(text))]),
            outcome,
        }
    }

    /// What a display found; if that is nothing, it failed for the reason given.
    pub(crate) fn shown(found: Vec<Shown>, nothing: impl FnOnce() -> String) -> Self {
        if found.is_empty() {
            return Self::failed(nothing());
        }
        let found = found
            .into_iter()
            .map(|shown| Part::Item(ReplyItem::Shown(shown)));
        Self {
            parts: found.collect(),
            outcome: CommandOutcome::Done,
        }
    }

    /// Records that a display finds, one after the other, as far as the query lets them through; if that is none, it failed
    /// for the reason given.
    pub(crate) fn records(
        heading: &'static Notice,
        head: Head,
        mut found: impl Iterator<Item = Record> + Send + 'static,
        query: &Query,
        nothing: String,
    ) -> Self {
        let query = query.clone();
        let next = move |_: &dyn ObjectOperations| {
            let record = found.find(|record| query.lets_through(record))?;
            Some(ReplyItem::Shown(Shown::new(heading, head, record, &query)))
        };
        Self::more(Box::new(next), Some(nothing))
    }

    /// Everything this says; if that is nothing, perhaps a failure.
    pub(crate) fn more(more: More, nothing: Option<String>) -> Self {
        Self {
            parts: VecDeque::from([Part::Listed { more, nothing }]),
            outcome: CommandOutcome::Done,
        }
    }

    /// Goes on with what another command says, when this has ended.
    pub(crate) fn then(&mut self, other: Self) {
        self.parts.extend(other.parts);
    }

    /// Adds what went wrong beside what was found.
    pub(crate) fn complain(&mut self, text: String) {
        self.parts.push_back(Part::Item(ReplyItem::Lines(text)));
        self.outcome = CommandOutcome::Failed;
    }

    /// The next thing that is said.
    pub(crate) fn next(&mut self, operations: &dyn ObjectOperations) -> Option<ReplyItem> {
        loop {
            match self.parts.pop_front()? {
                Part::Item(said) => return Some(said),
                Part::Listed { mut more, nothing } => {
                    if let Some(said) = more(operations) {
                        let nothing = None;
                        self.parts.push_front(Part::Listed { more, nothing });
                        return Some(said);
                    }
                    if let Some(nothing) = nothing {
                        self.outcome = CommandOutcome::Failed;
                        return Some(ReplyItem::Lines(nothing));
                    }
                }
            }
        }
    }

    /// How the command ended, as far as what was said up to now tells: at the end, how it ended.
    pub(crate) fn outcome(&self) -> CommandOutcome {
        self.outcome
    }

    /// The answer in words.
    pub(crate) fn into_text(
        mut self,
        operations: &dyn ObjectOperations,
    ) -> (String, CommandOutcome) {
        let mut text = String::new();
        while let Some(said) = self.next(operations) {
            text.push_str(&said.into_text());
        }
        (text, self.outcome)
    }
}

impl ReplyItem {
    /// In words.
    pub(crate) fn into_text(self) -> String {
        match self {
            Self::Lines(text) => text,
            Self::Shown(shown) => shown.text(),
        }
    }
}

impl Shown {
    /// A record with the fields a query asks for.
    pub(crate) fn new(heading: &'static Notice, head: Head, record: Record, query: &Query) -> Self {
        Self::chosen(heading, head, record, query.choice.clone())
    }

    /// A record with the fields chosen.
    pub(crate) fn chosen(
        heading: &'static Notice,
        head: Head,
        record: Record,
        choice: Choice,
    ) -> Self {
        let section = Section {
            head,
            record,
            choice,
        };
        Self {
            heading,
            sections: vec![section],
        }
    }

    /// Adds what belongs to it.
    pub(crate) fn with(&mut self, head: Head, record: Record, choice: Choice) {
        self.sections.push(Section {
            head,
            record,
            choice,
        });
    }

    fn text(&self) -> String {
        let mut columns = Columns::new(&self.heading.line(&[]));
        for (number, section) in self.sections.iter().enumerate() {
            if number > 0 {
                columns.gap();
            }
            section
                .record
                .print(&mut columns, &section.head, &section.choice);
        }
        columns.finish()
    }
}
