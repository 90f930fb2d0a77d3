//! What a command answers, before it is put into words or into parameters.

use crate::display::layout::Columns;
use crate::display::query::Query;
use crate::display::record::{Choice, Head, Record};
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::notice::Notice;

/// The answer to a command.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    /// Its parts, in order.
    pub(crate) said: Vec<Said>,
    /// How the command ended.
    pub(crate) outcome: CommandOutcome,
}

/// One part of an answer.
#[derive(Clone, Debug)]
pub(crate) enum Said {
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
        Self {
            said: vec![Said::Lines(text)],
            outcome: CommandOutcome::Done,
        }
    }

    /// The command was not carried out.
    pub(crate) fn failed(text: String) -> Self {
        Self {
            said: vec![Said::Lines(text)],
            outcome: CommandOutcome::Failed,
        }
    }

    /// What a display found; if that is nothing, it failed for the reason given.
    pub(crate) fn shown(found: Vec<Shown>, nothing: impl FnOnce() -> String) -> Self {
        if found.is_empty() {
            return Self::failed(nothing());
        }
        Self {
            said: found.into_iter().map(Said::Shown).collect(),
            outcome: CommandOutcome::Done,
        }
    }

    /// The answer in words.
    pub(crate) fn into_text(self) -> (String, CommandOutcome) {
        let (parts, outcome) = self.into_parts();
        (parts.concat(), outcome)
    }

    /// The answer in words, part by part.
    pub(crate) fn into_parts(self) -> (Vec<String>, CommandOutcome) {
        let parts = self.said.into_iter().map(|said| match said {
            Said::Lines(text) => text,
            Said::Shown(shown) => shown.text(),
        });
        (parts.collect(), self.outcome)
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
