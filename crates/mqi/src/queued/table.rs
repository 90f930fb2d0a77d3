//! What commands there are, what they may say, and how it is called in both forms.

use crate::generated::constants::*;
use Verb::{
    DeletePublication as DP, DeregisterPublisher as UP, DeregisterSubscriber as US, Publish as P,
    RegisterPublisher as RP, RegisterSubscriber as RS, RequestUpdate as RU,
};

/// What a command asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// `RegSub`.
    RegisterSubscriber,
    /// `DeregSub`.
    DeregisterSubscriber,
    /// `Publish`.
    Publish,
    /// `DeletePub`.
    DeletePublication,
    /// `ReqUpdate`.
    RequestUpdate,
    /// `RegPub`, in an `MQRFH` only.
    RegisterPublisher,
    /// `DeregPub`, in an `MQRFH` only.
    DeregisterPublisher,
}

const VERBS: [(Verb, &str); 7] = [
    (RS, MQPS_REGISTER_SUBSCRIBER),
    (US, MQPS_DEREGISTER_SUBSCRIBER),
    (P, MQPS_PUBLISH),
    (DP, MQPS_DELETE_PUBLICATION),
    (RU, MQPS_REQUEST_UPDATE),
    (RP, MQPS_REGISTER_PUBLISHER),
    (UP, MQPS_DEREGISTER_PUBLISHER),
];

impl Verb {
    /// The verb with that word.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        let found = VERBS.iter().find(|(_, other)| *other == word);
        found.map(|(verb, _)| *verb)
    }

    /// Whether the form of folders has it.
    pub(super) const fn has_folder(self) -> bool {
        !matches!(self, RP | UP)
    }
}

/// The name of something a command or an answer says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// What it is.
    Command,
    /// A topic.
    Topic,
    /// The stream.
    Stream,
    /// The subscription point: what folders have for a stream.
    SubPoint,
    /// A selector.
    Filter,
    /// Queue manager of the identity.
    QMgr,
    /// Queue of the identity.
    Queue,
    /// An option of a registration.
    RegOption,
    /// An option of a publication.
    PubOption,
    /// An option of a deletion.
    DelOption,
    /// When the publisher says it published.
    PubTime,
    /// Number the publisher gave.
    SeqNum,
    /// Data of the publisher.
    StringData,
    /// Data of the publisher.
    IntData,
    /// Name of a subscription.
    SubName,
    /// Data that goes with every publication.
    SubUserData,
    /// In answers: which name was wrong.
    ParmId,
    /// In answers: a further reason.
    ErrorId,
    /// In answers: where in the `NameValueString` it is wrong.
    ErrorPos,
    /// In answers: whose the identity is.
    UserId,
}

struct Row {
    name: Name,
    /// In an `MQRFH`; empty where it does not exist there.
    tag: &'static str,
    /// In folder `psc`; empty where it does not exist there.
    element: &'static str,
    verbs: &'static [Verb],
    needed: &'static [Verb],
    repeats: bool,
}

const IDENTIFIED: &[Verb] = &[RS, US, P, RU, RP, UP];
const SUBSCRIBERS: &[Verb] = &[RS, US, RU];
const ANY: &[Verb] = &[RS, US, P, DP, RU, RP, UP];

const fn row(
    name: Name,
    (tag, element): (&'static str, &'static str),
    verbs: &'static [Verb],
    repeats: bool,
) -> Row {
    Row {
        name,
        tag,
        element,
        verbs,
        needed: &[],
        repeats,
    }
}

const ROWS: [Row; 20] = [
    row(Name::Command, (MQPS_COMMAND, MQPSC_COMMAND), ANY, false),
    Row {
        needed: &[RS, P, DP, RP],
        ..row(Name::Topic, (MQPS_TOPIC, MQPSC_TOPIC), ANY, true)
    },
    row(Name::Stream, (MQPS_STREAM_NAME, ""), ANY, false),
    row(
        Name::SubPoint,
        ("", MQPSC_SUBSCRIPTION_POINT),
        &[RS, US, P, DP, RU],
        false,
    ),
    row(Name::Filter, ("", MQPSC_FILTER), SUBSCRIBERS, false),
    row(
        Name::QMgr,
        (MQPS_Q_MGR_NAME, MQPSC_Q_MGR_NAME),
        IDENTIFIED,
        false,
    ),
    row(Name::Queue, (MQPS_Q_NAME, MQPSC_Q_NAME), IDENTIFIED, false),
    row(
        Name::RegOption,
        (MQPS_REGISTRATION_OPTIONS, MQPSC_REGISTRATION_OPTION),
        IDENTIFIED,
        true,
    ),
    row(
        Name::PubOption,
        (MQPS_PUBLICATION_OPTIONS, MQPSC_PUBLICATION_OPTION),
        &[P],
        true,
    ),
    row(
        Name::DelOption,
        (MQPS_DELETE_OPTIONS, MQPSC_DELETE_OPTION),
        &[DP],
        true,
    ),
    row(
        Name::PubTime,
        (MQPS_PUBLISH_TIMESTAMP, MQPSC_PUBLISH_TIMESTAMP),
        &[P],
        false,
    ),
    row(
        Name::SeqNum,
        (MQPS_SEQUENCE_NUMBER, MQPSC_SEQUENCE_NUMBER),
        &[P],
        false,
    ),
    row(Name::StringData, (MQPS_STRING_DATA, ""), &[P], true),
    row(Name::IntData, (MQPS_INTEGER_DATA, ""), &[P], true),
    row(
        Name::SubName,
        (MQPS_SUBSCRIPTION_NAME, MQPSC_SUBSCRIPTION_NAME),
        SUBSCRIBERS,
        false,
    ),
    row(
        Name::SubUserData,
        (MQPS_SUBSCRIPTION_USER_DATA, MQPSC_SUBSCRIPTION_USER_DATA),
        &[RS],
        false,
    ),
    row(Name::ParmId, (MQPS_PARAMETER_ID, ""), &[], false),
    row(Name::ErrorId, (MQPS_ERROR_ID, ""), &[], false),
    row(Name::ErrorPos, (MQPS_ERROR_POS, ""), &[], false),
    row(Name::UserId, (MQPS_USER_ID, ""), &[], false),
];

impl Name {
    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// What it is called in an `MQRFH`; empty where it does not exist there.
    #[must_use]
    pub fn tag(self) -> &'static str {
        self.row().tag
    }

    /// What it is called in folder `psc`; empty where it does not exist there.
    #[must_use]
    pub fn element(self) -> &'static str {
        self.row().element
    }

    pub(super) fn of_tag(tag: &str) -> Option<Self> {
        let found = ROWS.iter().find(|row| row.tag == tag && !tag.is_empty());
        found.map(|row| row.name)
    }

    pub(super) fn of_element(element: &str) -> Option<Self> {
        let found = ROWS
            .iter()
            .find(|row| row.element == element && !element.is_empty());
        found.map(|row| row.name)
    }

    /// A command of this verb may say it.
    pub(super) fn goes_with(self, verb: Verb) -> bool {
        self.row().verbs.contains(&verb)
    }

    pub(super) fn is_needed_by(self, verb: Verb) -> bool {
        self.row().needed.contains(&verb)
    }

    /// It may be said more than once.
    pub(super) fn repeats(self) -> bool {
        self.row().repeats
    }
}

/// An option that does something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// `CorrelAsId`: the correlation identifier is part of the identity.
    CorrelAsId,
    /// `NewPubsOnly`: nothing that is retained.
    NewPubsOnly,
    /// `PubOnReqOnly`: publications for `ReqUpdate` only.
    PubOnReqOnly,
    /// `Local`: this queue manager only.
    Local,
    /// `VariableUserId`: other users may use it.
    VariableUserId,
    /// `NoAlter`: what is there stays as it is.
    NoAlter,
    /// `DeregAll`: all of the identity.
    DeregAll,
    /// `RetainPub`: to be retained.
    RetainPub,
    /// One that changes nothing.
    Nothing,
}

/// Options by the kind of option they are, with the verbs they go with.
const CHOICES: [(Choice, Name, &str, &[Verb]); 24] = [
    (
        Choice::CorrelAsId,
        Name::RegOption,
        MQPS_CORREL_ID_AS_IDENTITY,
        IDENTIFIED,
    ),
    (
        Choice::NewPubsOnly,
        Name::RegOption,
        MQPS_NEW_PUBLICATIONS_ONLY,
        &[RS],
    ),
    (
        Choice::PubOnReqOnly,
        Name::RegOption,
        MQPS_PUBLISH_ON_REQUEST_ONLY,
        &[RS],
    ),
    (Choice::Local, Name::RegOption, MQPS_LOCAL, &[RS, P, RP]),
    (
        Choice::VariableUserId,
        Name::RegOption,
        MQPS_VARIABLE_USER_ID,
        SUBSCRIBERS,
    ),
    (Choice::NoAlter, Name::RegOption, MQPS_NO_ALTERATION, &[RS]),
    (
        Choice::DeregAll,
        Name::RegOption,
        MQPS_DEREGISTER_ALL,
        &[US, UP],
    ),
    (Choice::Nothing, Name::RegOption, MQPS_NONE, IDENTIFIED),
    (
        Choice::Nothing,
        Name::RegOption,
        MQPS_ANONYMOUS,
        &[RS, P, RP],
    ),
    (
        Choice::Nothing,
        Name::RegOption,
        MQPS_DIRECT_REQUESTS,
        &[P, RP],
    ),
    (Choice::Nothing, Name::RegOption, MQPS_DUPLICATES_OK, &[RS]),
    (
        Choice::Nothing,
        Name::RegOption,
        MQPS_INFORM_IF_RETAINED,
        &[RS],
    ),
    (
        Choice::Nothing,
        Name::RegOption,
        MQPS_PERSISTENT_AS_PUBLISH,
        &[RS],
    ),
    (
        Choice::CorrelAsId,
        Name::PubOption,
        MQPS_CORREL_ID_AS_IDENTITY,
        &[P],
    ),
    (
        Choice::RetainPub,
        Name::PubOption,
        MQPS_RETAIN_PUBLICATION,
        &[P],
    ),
    (Choice::Local, Name::PubOption, MQPS_LOCAL, &[P]),
    (Choice::Nothing, Name::PubOption, MQPS_NO_REGISTRATION, &[P]),
    (Choice::Nothing, Name::PubOption, MQPS_NONE, &[P]),
    (Choice::Nothing, Name::PubOption, MQPS_ANONYMOUS, &[P]),
    (Choice::Nothing, Name::PubOption, MQPS_DIRECT_REQUESTS, &[P]),
    (Choice::Local, Name::DelOption, MQPS_LOCAL, &[DP]),
    (Choice::Nothing, Name::DelOption, MQPS_NONE, &[DP]),
    (
        Choice::Nothing,
        Name::DelOption,
        MQPS_NO_REGISTRATION,
        &[DP],
    ),
    (Choice::Nothing, Name::DelOption, MQPS_ANONYMOUS, &[DP]),
];

impl Choice {
    /// The option of a kind with that word, if a command of this verb may have it.
    pub(super) fn of(kind: Name, word: &str, verb: Verb) -> Option<Self> {
        let mut all = CHOICES.iter();
        let found =
            all.find(|(_, of, text, verbs)| *of == kind && *text == word && verbs.contains(&verb));
        found.map(|(choice, ..)| *choice)
    }

    /// The reason that answers an option there is not.
    pub(super) const fn refusal(kind: Name) -> Option<i32> {
        match kind {
            Name::RegOption => Some(MQRCCF_REG_OPTIONS_ERROR),
            Name::PubOption => Some(MQRCCF_PUB_OPTIONS_ERROR),
            Name::DelOption => Some(MQRCCF_DEL_OPTIONS_ERROR),
            _ => None,
        }
    }
}

/// Reasons answers may have that are not those of the MQI, with their names.
macro_rules! named {
    ($($reason:ident),* $(,)?) => {
        const NAMES: &[(i32, &str)] = &[$(($reason, stringify!($reason))),*];
    };
}
named!(
    MQRCCF_COMMAND_FAILED,
    MQRCCF_CORREL_ID_ERROR,
    MQRCCF_DEL_OPTIONS_ERROR,
    MQRCCF_DUPLICATE_IDENTITY,
    MQRCCF_FILTER_ERROR,
    MQRCCF_INCORRECT_Q,
    MQRCCF_INCORRECT_STREAM,
    MQRCCF_MD_FORMAT_ERROR,
    MQRCCF_NOT_AUTHORIZED,
    MQRCCF_NOT_REGISTERED,
    MQRCCF_NO_RETAINED_MSG,
    MQRCCF_PUB_OPTIONS_ERROR,
    MQRCCF_Q_MGR_NAME_ERROR,
    MQRCCF_Q_NAME_ERROR,
    MQRCCF_REG_OPTIONS_ERROR,
    MQRCCF_STREAM_ERROR,
    MQRCCF_SUBSCRIPTION_IN_USE,
    MQRCCF_SUB_NAME_ERROR,
    MQRCCF_TOPIC_ERROR,
    MQRCCF_UNKNOWN_STREAM,
);

/// The documented name of a reason.
pub(super) fn reason_name(reason: i32) -> &'static str {
    let found = NAMES.iter().find(|(number, _)| *number == reason);
    found.map_or_else(|| crate::reason::Reason(reason).name(), |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_stands_at_its_own_row_and_options_are_of_kinds_of_options() {
        for (at, row) in ROWS.iter().enumerate() {
            assert_eq!(row.name as usize, at);
        }
        for (_, kind, ..) in &CHOICES {
            assert!(Choice::refusal(*kind).is_some());
        }
    }
}
