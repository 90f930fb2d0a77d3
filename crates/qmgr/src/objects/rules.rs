//! Channel authentication records and connection authentication, as definitions.
//!
//! A record is an object whose name means nothing; what tells records apart is the channels
//! they are about, their type and the partner they describe. They are logged and kept like every
//! definition. What the definitions say is kept ready as [`Rules`], which is what decisions are
//! made with; connection authentication is read anew only when it is told to be, as documented.

use crate::lock_order;
use crate::objects::Objects;
use crate::objects::failure::{ObjectError, Refusal};
use crate::objects::logged::{Logged, log_change, stamp};
use crate::objects::registry::Registry;
use crate::record::{QueueId, RecordKind};
use ferromq_base::lock::RwLock;
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::{Attr, AttributeError, ObjectKind, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_security::{
    AddressPattern, CheckClient, CheckOfRule, ConnectionAuthentication, GenericName, PeerPattern,
    Rule, Rules, Subject, UserRepository, UserSource,
};
use std::fmt;
use std::sync::Arc;

/// What `SET CHLAUTH` does (`ACTION`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleAction {
    /// A new record, or more entries of a list.
    Add,
    /// A record whether there is one or not.
    Replace,
    /// Away with a record, or with entries of a list.
    Remove,
    /// Away with every record of the type for those channels.
    RemoveAll,
}

/// Why a record was not set. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleError {
    /// There is one already (`MQRCCF_CHLAUTH_ALREADY_EXISTS`).
    Exists,
    /// There is none (`MQRCCF_CHLAUTH_NOT_FOUND`).
    NotFound,
    /// A parameter does not go with the action (`MQRCCF_PARM_CONFLICT`).
    NotWithAction(Attr),
    /// A parameter does not go with the type (`MQRCCF_PARM_CONFLICT`).
    NotWithType(Attr),
    /// A parameter is missing (`MQRCCF_PARM_MISSING`).
    Missing(Attr),
    /// A value is wrong, or two do not go together.
    Value(Attr, String),
    /// The log has no room for it.
    LogFull,
    /// It could not be logged.
    Refused(String),
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exists => f.write_str("the record exists already"),
            Self::NotFound => f.write_str("there is no such record"),
            Self::NotWithAction(attr) => {
                write!(f, "{} does not go with the action", attr.keyword())
            }
            Self::NotWithType(attr) => write!(f, "{} does not go with the type", attr.keyword()),
            Self::Missing(attr) => write!(f, "{} is missing", attr.keyword()),
            Self::Value(attr, why) => write!(f, "{}: {why}", attr.keyword()),
            Self::LogFull => Reason::RESOURCE_PROBLEM.fmt(f),
            Self::Refused(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for RuleError {}

impl From<ObjectError> for RuleError {
    fn from(error: ObjectError) -> Self {
        match error.is_for_room() {
            true => Self::LogFull,
            false => Self::Refused(error.to_string()),
        }
    }
}

impl Refusal for RuleError {
    fn is_for_room(&self) -> bool {
        *self == Self::LogFull
    }
}

/// What decisions about connecting are made with.
#[derive(Debug, Default)]
pub(crate) struct AccessRules {
    pub(crate) rules: RwLock<Arc<Rules>, lock_order::ChannelRules>,
    pub(crate) authentication:
        RwLock<Option<Arc<ConnectionAuthentication>>, lock_order::ConnectionAuthentication>,
}

impl AccessRules {
    /// Takes over the records there are. Called with the registry locked.
    pub(crate) fn rebuild(&self, registry: &Registry) {
        let definitions = registry.plain.values();
        let records = definitions.filter(|found| found.kind() == ObjectKind::ChlAuth);
        // What was checked when it was set can be read; a record that cannot is no record.
        let rules: Rules = records.filter_map(|found| rule_of(found).ok()).collect();
        *self.rules.write() = Arc::new(rules);
    }
}

/// What a definition of a channel authentication record means.
///
/// # Errors
/// The first value that makes no sense.
pub fn rule_of(definition: &Definition) -> Result<Rule, RuleError> {
    let text = |attr| definition.text(attr);
    let address = match text(Attr::Address) {
        "" => None,
        given => Some(address_of(Attr::Address, given)?),
    };
    let subject = match definition.int(Attr::Type) {
        MQCAUT_BLOCKADDR => {
            let listed = definition.list(Attr::Addrlist).iter();
            let patterns = listed.map(|given| address_of(Attr::Addrlist, given));
            Subject::BlockAddresses(patterns.collect::<Result<_, _>>()?)
        }
        MQCAUT_BLOCKUSER => Subject::BlockUsers(definition.list(Attr::Userlist).to_vec()),
        MQCAUT_SSLPEERMAP => Subject::Peer {
            subject: Box::new(peer_of(Attr::Sslpeer, text(Attr::Sslpeer))?),
            issuer: match text(Attr::Sslcerti) {
                "" => None,
                given => Some(Box::new(peer_of(Attr::Sslcerti, given)?)),
            },
        },
        MQCAUT_USERMAP => Subject::User(text(Attr::Clntuser).to_owned()),
        MQCAUT_QMGRMAP => Subject::QueueManager(GenericName::new(text(Attr::Qmname))),
        _ => Subject::Address,
    };
    let blocks = matches!(subject, Subject::BlockAddresses(_) | Subject::BlockUsers(_));
    Ok(Rule {
        profile: GenericName::new(text(Attr::Chlauth)),
        subject,
        address,
        source: match definition.int(Attr::Usersrc) {
            _ if blocks => UserSource::NoAccess,
            MQUSRC_CHANNEL => UserSource::Channel,
            MQUSRC_NOACCESS => UserSource::NoAccess,
            _ => UserSource::Map(text(Attr::Mcauser).to_owned()),
        },
        check_client: match definition.int(Attr::Chckclnt) {
            MQCHK_REQUIRED => CheckOfRule::Required,
            MQCHK_REQUIRED_ADMIN => CheckOfRule::RequiredOfAdministrators,
            _ => CheckOfRule::AsQueueManager,
        },
        warn: definition.int(Attr::Warn) == MQWARN_YES,
    })
}

fn address_of(attr: Attr, given: &str) -> Result<AddressPattern, RuleError> {
    AddressPattern::parse(given)
        .map_err(|error| RuleError::Value(attr, format!("'{given}': {error}")))
}

fn peer_of(attr: Attr, given: &str) -> Result<PeerPattern, RuleError> {
    PeerPattern::parse(given).map_err(|error| RuleError::Value(attr, error.to_string()))
}

/// What tells records of a type apart; the first has to be there, except to remove all.
fn identity_of(kind: i32) -> &'static [Attr] {
    match kind {
        MQCAUT_BLOCKADDR => &[Attr::Addrlist],
        MQCAUT_BLOCKUSER => &[Attr::Userlist],
        MQCAUT_SSLPEERMAP => &[Attr::Sslpeer, Attr::Sslcerti, Attr::Address],
        MQCAUT_USERMAP => &[Attr::Clntuser, Attr::Address],
        MQCAUT_QMGRMAP => &[Attr::Qmname, Attr::Address],
        _ => &[Attr::Address],
    }
}

/// What else records of a type have.
fn settings_of(kind: i32) -> &'static [Attr] {
    match kind {
        MQCAUT_BLOCKADDR | MQCAUT_BLOCKUSER => &[Attr::Warn, Attr::Descr, Attr::Custom],
        MQCAUT_QMGRMAP => &[
            Attr::Mcauser,
            Attr::Usersrc,
            Attr::Warn,
            Attr::Descr,
            Attr::Custom,
        ],
        _ => &[
            Attr::Mcauser,
            Attr::Usersrc,
            Attr::Chckclnt,
            Attr::Warn,
            Attr::Descr,
            Attr::Custom,
        ],
    }
}

/// True if records of the type have that attribute, whatever its value.
#[must_use]
pub fn rule_has(kind: i32, attr: Attr) -> bool {
    let always = [Attr::Chlauth, Attr::Type, Attr::Altdate, Attr::Alttime];
    always.contains(&attr) || identity_of(kind).contains(&attr) || settings_of(kind).contains(&attr)
}

/// The record a command describes, checked as a whole.
fn described(changes: &[(Attr, Value)], action: RuleAction) -> Result<Definition, RuleError> {
    let mut made = Definition::new(ObjectKind::ChlAuth, ObjectName::BLANK);
    for (attr, value) in changes {
        made.set(*attr, value.clone())
            .map_err(|error: AttributeError| RuleError::Value(*attr, error.to_string()))?;
    }
    let kind = made.int(Attr::Type);
    let given = |attr: Attr| changes.iter().any(|(given, _)| *given == attr);
    for (attr, _) in changes {
        let named = matches!(attr, Attr::Chlauth | Attr::Type);
        let tells_apart = identity_of(kind).contains(attr);
        if !named && !tells_apart && !settings_of(kind).contains(attr) {
            return Err(RuleError::NotWithType(*attr));
        }
        let fits = match action {
            RuleAction::Add | RuleAction::Replace => true,
            RuleAction::Remove => named || tells_apart,
            RuleAction::RemoveAll => named,
        };
        if !fits {
            return Err(RuleError::NotWithAction(*attr));
        }
    }
    if made.text(Attr::Chlauth).is_empty() {
        return Err(RuleError::Missing(Attr::Chlauth));
    }
    if kind == MQCAUT_BLOCKADDR && made.text(Attr::Chlauth) != "*" {
        let why = "records with TYPE(BLOCKADDR) are for all channels, CHLAUTH('*')";
        return Err(RuleError::Value(Attr::Chlauth, why.to_owned()));
    }
    if action == RuleAction::RemoveAll {
        return Ok(made);
    }
    let first = identity_of(kind)[0];
    let blank = match made.get(first) {
        Some(Value::Text(text)) => text.is_empty(),
        _ => false,
    };
    if !given(first) || blank {
        return Err(RuleError::Missing(first));
    }
    if matches!(action, RuleAction::Add | RuleAction::Replace) {
        check_outcome(&made, given(Attr::Mcauser), given(Attr::Warn))?;
    }
    rule_of(&made)?;
    Ok(made)
}

/// What follows from a record must make sense: a user where one is mapped to, and nowhere else.
fn check_outcome(made: &Definition, user: bool, warn: bool) -> Result<(), RuleError> {
    if matches!(made.int(Attr::Type), MQCAUT_BLOCKADDR | MQCAUT_BLOCKUSER) {
        return Ok(());
    }
    let source = made.int(Attr::Usersrc);
    if source == MQUSRC_MAP && made.text(Attr::Mcauser).is_empty() {
        return Err(RuleError::Missing(Attr::Mcauser));
    }
    if source != MQUSRC_MAP && user {
        let why = "it goes with USERSRC(MAP) only".to_owned();
        return Err(RuleError::Value(Attr::Mcauser, why));
    }
    if source != MQUSRC_NOACCESS && warn {
        let why = "it goes with USERSRC(NOACCESS) and lists only".to_owned();
        return Err(RuleError::Value(Attr::Warn, why));
    }
    Ok(())
}

/// A record that is there.
struct Found {
    definition: Definition,
    rule: Rule,
}

fn records(objects: &Objects) -> Vec<Found> {
    let registry = objects.registry();
    let found = registry.plain.values();
    found
        .filter(|found| found.kind() == ObjectKind::ChlAuth)
        .filter_map(|found| {
            let rule = rule_of(found).ok()?;
            let definition = (**found).clone();
            Some(Found { definition, rule })
        })
        .collect()
}

/// Sets, changes or removes records. Logged; the caller waits.
pub(crate) fn set(
    objects: &Objects,
    changes: &[(Attr, Value)],
    action: RuleAction,
) -> Result<Logged, RuleError> {
    let wanted = described(changes, action)?;
    let _one_at_a_time = objects.administer();
    let there = records(objects);
    let kind = wanted.int(Attr::Type);
    if action == RuleAction::RemoveAll {
        let profile = GenericName::new(wanted.text(Attr::Chlauth));
        let meant = there.into_iter().filter(|found| {
            found.rule.profile == profile && found.definition.int(Attr::Type) == kind
        });
        return remove(objects, meant.collect());
    }
    let rule = rule_of(&wanted)?;
    let same = there.iter().position(|found| found.rule.same_key(&rule));
    if let Some(list) = list_of(kind) {
        return set_list(objects, wanted, list, action, there, same);
    }
    match (action, same) {
        (RuleAction::Add, Some(_)) => Err(RuleError::Exists),
        (RuleAction::Remove, Some(at)) => {
            remove(objects, there.into_iter().skip(at).take(1).collect())
        }
        (RuleAction::Remove, None) => Err(RuleError::NotFound),
        (_, same) => {
            if same.is_none() {
                check_ranges(&rule, &there)?;
            }
            store(objects, wanted, same.map(|at| there[at].definition.name()))
        }
    }
}

fn list_of(kind: i32) -> Option<Attr> {
    match kind {
        MQCAUT_BLOCKADDR => Some(Attr::Addrlist),
        MQCAUT_BLOCKUSER => Some(Attr::Userlist),
        _ => None,
    }
}

/// Of overlapping ranges one must hold the other, or it would be open which counts.
fn check_ranges(rule: &Rule, there: &[Found]) -> Result<(), RuleError> {
    let Some(address) = &rule.address else {
        return Ok(());
    };
    let same_channels = there
        .iter()
        .filter(|found| found.rule.profile == rule.profile);
    for other in same_channels.filter_map(|found| found.rule.address.as_ref()) {
        if address.conflicts(other) {
            let why = format!(
                "its range overlaps that of {other}, which is in another record for the same channels, and neither holds the other"
            );
            return Err(RuleError::Value(Attr::Address, why));
        }
    }
    Ok(())
}

/// Adds entries to a list, takes some out, or puts another list in its place. A list without
/// entries is no record.
fn set_list(
    objects: &Objects,
    mut wanted: Definition,
    list: Attr,
    action: RuleAction,
    there: Vec<Found>,
    same: Option<usize>,
) -> Result<Logged, RuleError> {
    let given: Vec<String> = wanted.list(list).to_vec();
    let before = same.map(|at| there[at].definition.list(list).to_vec());
    let mut entries = before.clone().unwrap_or_default();
    match action {
        RuleAction::Add => {
            let new = given.into_iter().filter(|entry| !entries.contains(entry));
            let new: Vec<String> = new.collect();
            entries.extend(new);
        }
        RuleAction::Remove => {
            if before.is_none() || given.iter().any(|entry| !entries.contains(entry)) {
                return Err(RuleError::NotFound);
            }
            entries.retain(|entry| !given.contains(entry));
        }
        _ => entries = given,
    }
    if entries.is_empty() {
        return remove(
            objects,
            there
                .into_iter()
                .skip(same.unwrap_or(usize::MAX))
                .take(1)
                .collect(),
        );
    }
    if action == RuleAction::Remove
        && let Some(at) = same
    {
        wanted = there[at].definition.clone();
    }
    wanted
        .set(list, Value::List(entries))
        .map_err(|error| RuleError::Value(list, error.to_string()))?;
    store(objects, wanted, same.map(|at| there[at].definition.name()))
}

/// Logs a record and puts it into force, under a new name unless it takes the place of one.
fn store(
    objects: &Objects,
    wanted: Definition,
    name: Option<ObjectName>,
) -> Result<Logged, RuleError> {
    let name = name.unwrap_or_else(|| free_name(objects));
    let mut definition = Definition::like(&wanted, name);
    stamp(objects, &mut definition, true);
    let stored = definition.clone();
    let apply = |_| {
        let mut registry = objects.registry_mut();
        registry.set_plain(stored);
        objects.access.rebuild(&registry);
    };
    Ok(log_change(
        objects,
        RecordKind::Object,
        QueueId(0),
        &definition,
        apply,
        || {},
    )?)
}

/// Names are never shown; the lowest number that is free will do.
fn free_name(objects: &Objects) -> ObjectName {
    let registry = objects.registry();
    (1_u32..)
        .map(|number| ObjectName::truncated(&format!("RULE.{number}")))
        .find(|name| registry.kind_of(ObjectKind::ChlAuth, name).is_none())
        .unwrap_or_default()
}

fn remove(objects: &Objects, meant: Vec<Found>) -> Result<Logged, RuleError> {
    let mut last = None;
    for found in meant {
        let definition = found.definition;
        let name = definition.name();
        let apply = |_| {
            let mut registry = objects.registry_mut();
            registry.remove_plain(ObjectKind::ChlAuth, &name);
            objects.access.rebuild(&registry);
        };
        last = Some(log_change(
            objects,
            RecordKind::ObjectDeleted,
            QueueId(0),
            &definition,
            apply,
            || {},
        )?);
    }
    last.ok_or(RuleError::NotFound)
}

/// What `CONNAUTH` of the queue manager leads to now.
pub(crate) fn authentication(objects: &Objects) -> Option<ConnectionAuthentication> {
    let q_mgr = objects.q_mgr();
    let object = q_mgr.text(Attr::Connauth);
    if object.is_empty() {
        return None;
    }
    let registry = objects.registry();
    let key = (MQOT_AUTH_INFO, ObjectName::truncated(object));
    let found = registry.plain.get(&key);
    let number = |attr, usual| {
        let number = found.and_then(|found| found.find_int(attr));
        number.unwrap_or(usual)
    };
    Some(ConnectionAuthentication {
        object: object.to_owned(),
        repository: match found.map(|found| found.kind()) {
            Some(ObjectKind::AuthInfoOs) => UserRepository::OperatingSystem,
            Some(ObjectKind::AuthInfoLdap) => UserRepository::Ldap,
            _ => UserRepository::Missing,
        },
        check_client: check_of(number(Attr::Chckclnt, MQCHK_REQUIRED)),
        check_local: check_of(number(Attr::Chcklocl, MQCHK_OPTIONAL)),
        adopt_context: number(Attr::Adoptctx, MQADPCTX_NO) == MQADPCTX_YES,
        fail_delay_seconds: u32::try_from(number(Attr::Faildlay, 1)).unwrap_or(1),
    })
}

fn check_of(number: i32) -> CheckClient {
    match number {
        MQCHK_NONE => CheckClient::None,
        MQCHK_OPTIONAL => CheckClient::Optional,
        MQCHK_REQUIRED_ADMIN => CheckClient::RequiredOfAdministrators,
        _ => CheckClient::Required,
    }
}

/// What was set in tables and logs by others than this module is read once at start.
pub(crate) fn begin(objects: &Objects) {
    objects.access.rebuild(&objects.registry());
}
