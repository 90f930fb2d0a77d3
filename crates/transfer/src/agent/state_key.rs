//! Messages on the state queue of an agent, in which it keeps how a transfer stands: by which `CorrelId` each is found again.

use ferromq_mqi::header::blank_filled;

/// Which message of a transfer it is: its `CorrelId`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StateKey {
    /// How it stands at its source.
    Outgoing,
    /// A part of a plan, from 0.
    Plan(u32),
    /// Results, in the order they came, from 0.
    Results(u32),
    /// How it stands at its destination.
    Incoming,
}

impl StateKey {
    /// Its `CorrelId`.
    #[must_use]
    pub(crate) fn correl_id(self) -> [u8; 24] {
        let text = match self {
            Self::Outgoing => "OUTGOING".to_owned(),
            Self::Plan(part) => format!("PLAN {part}"),
            Self::Results(part) => format!("RESULTS {part}"),
            Self::Incoming => "INCOMING".to_owned(),
        };
        blank_filled(&text)
    }

    /// Which one a `CorrelId` names.
    #[must_use]
    pub(crate) fn of(correl_id: &[u8; 24]) -> Option<Self> {
        let text = std::str::from_utf8(correl_id).ok()?.trim_end();
        let (kind, part) = text.split_once(' ').unwrap_or((text, ""));
        let kept = match kind {
            "OUTGOING" => Self::Outgoing,
            "INCOMING" => Self::Incoming,
            "PLAN" => Self::Plan(part.parse().ok()?),
            "RESULTS" => Self::Results(part.parse().ok()?),
            _ => return None,
        };
        (kept.correl_id() == *correl_id).then_some(kept)
    }
}
