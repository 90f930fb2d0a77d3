//! What an agent tells whoever looks at it more closely than its log does: polls of monitors, and the course of transfers. Nobody does at first.

use super::destination::Destination;
use super::files::Party;
use super::result::ItemResult;
use super::source::Source;
use crate::generated::notices::{BFGTL0001, BFGTL0002, BFGTL9001, BFGTL9002, BFGTL9003, BFGTL9004};
use crate::party::TransferId;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// Items that one event of a transfer names.
const ITEMS_TOLD: usize = 1_000;

/// How much is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Nothing.
    #[default]
    Off,
    /// What happens.
    Info,
    /// What it was about besides.
    Moderate,
    /// What it had to do with, one by one.
    Verbose,
}

impl FromStr for Detail {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let all = [Self::Off, Self::Info, Self::Moderate, Self::Verbose];
        let found = all
            .into_iter()
            .find(|one| one.to_string().eq_ignore_ascii_case(text));
        found.ok_or(())
    }
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Off => "off",
            Self::Info => "info",
            Self::Moderate => "moderate",
            Self::Verbose => "verbose",
        })
    }
}

/// A step of a transfer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransferEvent {
    /// When: milliseconds since 1970.
    pub at_ms: u64,
    /// What happened, with its number.
    pub description: String,
    /// Which transfer.
    pub transfer: TransferId,
    /// The agent files come from, and the one they go to.
    pub agents: [String; 2],
    /// What else is told, by the names of fields.
    pub fields: Vec<(&'static str, Field)>,
    /// Files: what is told of each.
    pub items: Option<Vec<Vec<(&'static str, Field)>>>,
}

/// A value of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// A text.
    Text(String),
    /// A number.
    Number(u64),
}

/// Who looks. Nothing here waits or fails: what cannot be written down is lost.
pub trait Observer {
    /// How much is wanted of a monitor.
    fn of_monitor(&self, monitor: &str) -> Detail;

    /// How much is wanted of transfers.
    fn of_transfers(&self) -> Detail;

    /// A monitor has done something: what, and what it was about, which may be nothing.
    fn monitor(&self, monitor: &str, event: MonitorEvent, about: &str);

    /// A transfer has come to something.
    fn transfer(&self, event: &TransferEvent);
}

/// What monitors do, by its documented names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MonitorEvent {
    /// It was made.
    Created,
    /// It was deleted.
    Deleted,
    /// It was stopped.
    Stopped,
    /// It was started.
    Started,
    /// A poll begins.
    StartPoll,
    /// A poll has come to its end.
    EndPoll,
    /// Something fits what is looked for.
    PatternMatch,
    /// Something does not.
    PatternMismatch,
    /// A transfer was asked for.
    TransferRequest,
    /// What is looked at cannot be, or a task cannot be asked for.
    Failed,
}

impl MonitorEvent {
    /// What it is called, and how much has to be wanted for it to be told.
    #[must_use]
    pub fn told(self) -> (&'static str, Detail) {
        match self {
            Self::Created => ("Monitor Created", Detail::Info),
            Self::Deleted => ("Monitor Deleted", Detail::Info),
            Self::Stopped => ("Monitor Stopped", Detail::Info),
            Self::Started => ("Monitor Started", Detail::Info),
            Self::StartPoll => ("Start Poll", Detail::Info),
            Self::EndPoll => ("End Poll", Detail::Info),
            Self::TransferRequest => ("Transfer Request", Detail::Info),
            Self::Failed => ("Monitor Failed", Detail::Info),
            Self::PatternMatch => ("Pattern Match", Detail::Verbose),
            Self::PatternMismatch => ("Pattern Mismatch", Detail::Verbose),
        }
    }
}

/// Nobody looks.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    fn of_monitor(&self, _: &str) -> Detail {
        Detail::Off
    }

    fn of_transfers(&self) -> Detail {
        Detail::Off
    }

    fn monitor(&self, _: &str, _: MonitorEvent, _: &str) {}

    fn transfer(&self, _: &TransferEvent) {}
}

/// An agent that is looked at.
pub(super) struct Observing {
    agent: String,
    observer: Box<dyn Observer + Send>,
    /// Which states of transfers were told last.
    states: BTreeMap<Party, &'static str>,
}

/// A text of an event.
fn text(value: &str) -> Field {
    Field::Text(value.to_owned())
}

impl Observing {
    /// Nobody does.
    pub(super) fn new(agent: &str) -> Self {
        Self {
            agent: agent.to_owned(),
            observer: Box::new(NoObserver),
            states: BTreeMap::new(),
        }
    }

    /// Whoever looks at the agent is told from now on.
    pub(super) fn set(&mut self, observer: impl Observer + Send + 'static) {
        self.observer = Box::new(observer);
    }

    /// How much is wanted of a monitor.
    pub(super) fn of_monitor(&self, monitor: &str) -> Detail {
        self.observer.of_monitor(monitor)
    }

    /// Tells what a monitor does, if that is wanted; `about` is made then only.
    pub(super) fn monitor<S: AsRef<str>>(
        &self,
        monitor: &str,
        event: MonitorEvent,
        about: impl FnOnce() -> S,
    ) {
        let (_, detail) = event.told();
        if self.observer.of_monitor(monitor) >= detail {
            self.observer.monitor(monitor, event, about().as_ref());
        }
    }

    fn event<R>(&self, source: &Source<R>, description: String, now_ms: u64) -> TransferEvent {
        TransferEvent {
            at_ms: now_ms,
            description,
            transfer: source.id(),
            agents: [self.agent.clone(), source.kept.destination.agent.clone()],
            fields: Vec::new(),
            items: None,
        }
    }

    /// A request was taken.
    pub(super) fn request<R>(&self, source: &Source<R>, now_ms: u64) {
        let detail = self.observer.of_transfers();
        if detail == Detail::Off {
            return;
        }
        let mut event = self.event(source, BFGTL0001.line(&[]), now_ms);
        if detail >= Detail::Moderate {
            event.fields.push(("userId", text(&source.kept.user)));
            if let Some(job) = &source.request.job {
                event.fields.push(("jobName", text(job)));
            }
        }
        self.observer.transfer(&event);
    }

    /// It is known what a transfer has to do.
    pub(super) fn items<R>(&self, source: &Source<R>, now_ms: u64) {
        if self.observer.of_transfers() < Detail::Verbose {
            return;
        }
        let mut event = self.event(source, BFGTL0002.line(&[]), now_ms);
        let count = source.items.len() as u64;
        let total = ("totalItemsInTransfer", Field::Number(count));
        event.fields.push(total);
        let items = source.items.iter().take(ITEMS_TOLD);
        let items = items.map(|item| {
            vec![
                ("source", text(&item.source)),
                ("destination", text(&item.destination)),
                ("size", Field::Number(item.length)),
            ]
        });
        event.items = Some(items.collect());
        self.observer.transfer(&event);
    }

    /// Files have arrived, or have not.
    pub(super) fn results<R>(&self, source: &Source<R>, results: &[ItemResult], now_ms: u64) {
        let detail = self.observer.of_transfers();
        if detail < Detail::Moderate || results.is_empty() {
            return;
        }
        let told = BFGTL9002.line(&[&results.len()]);
        let mut event = self.event(source, told, now_ms);
        if detail >= Detail::Verbose {
            let results = results.iter().take(ITEMS_TOLD);
            let items = results.filter_map(|result| {
                let item = source.items.get(result.item as usize)?;
                let mut fields = vec![
                    ("source", text(&item.source)),
                    ("destination", text(&item.destination)),
                    ("size", Field::Number(result.length)),
                    ("resultCode", Field::Number(result.code as u64)),
                ];
                if !result.text.is_empty() {
                    fields.push(("supplement", text(&result.text)));
                }
                Some(fields)
            });
            event.items = Some(items.collect());
        }
        self.observer.transfer(&event);
    }

    /// A transfer has ended.
    pub(super) fn end<R>(&self, source: &Source<R>, (code, supplement): (i32, &str), now_ms: u64) {
        if self.observer.of_transfers() == Detail::Off {
            return;
        }
        let mut event = self.event(source, BFGTL9003.line(&[&code]), now_ms);
        let number = Field::Number(u64::try_from(code).unwrap_or(0));
        event.fields.extend([
            ("resultCode", number),
            ("supplement", text(supplement)),
            ("bytesSent", Field::Number(source.bytes_sent())),
        ]);
        self.observer.transfer(&event);
    }

    /// Tells of transfers that are in another state than they were told to be in.
    pub(super) fn states<R, W>(
        &mut self,
        sources: &BTreeMap<TransferId, Source<R>>,
        destinations: &BTreeMap<TransferId, Destination<W>>,
        now_ms: u64,
    ) {
        let detail = self.observer.of_transfers();
        if detail == Detail::Off {
            self.states.clear();
            return;
        }
        let mut events = Vec::new();
        let mut now = BTreeMap::new();
        for source in sources.values() {
            let (party, state) = (Party::Source(source.id()), source.state());
            if self.states.get(&party) != Some(&state) {
                events.push(self.event(source, BFGTL9001.line(&[&state]), now_ms));
            }
            now.insert(party, state);
        }
        for one in destinations.values() {
            let (party, state) = (Party::Destination(one.id()), one.state());
            if self.states.get(&party) != Some(&state) {
                events.push(received(&self.agent, one, state, now_ms));
            }
            now.insert(party, state);
        }
        self.states = now;
        for event in &events {
            self.observer.transfer(event);
        }
    }
}

fn received<W>(agent: &str, one: &Destination<W>, state: &str, now_ms: u64) -> TransferEvent {
    TransferEvent {
        at_ms: now_ms,
        description: BFGTL9004.line(&[&state]),
        transfer: one.id(),
        agents: [one.kept.source.agent.clone(), agent.to_owned()],
        fields: Vec::new(),
        items: None,
    }
}
