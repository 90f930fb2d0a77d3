//! Carrying out SET CHLAUTH and DISPLAY CHLAUTH.

use super::{Match, RuleCommand, RuleQuery};
use crate::display::object;
use crate::message;
use crate::operations::ObjectOperations;
use crate::pattern::NamePattern;
use crate::reply::{Reply, Shown};
use ferromq_mqi::attribute::{Attr, ObjectKind, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{MQCAUT_BLOCKADDR, MQCHLA_DISABLED};
use ferromq_mqi::generated::notices::{
    AMQ8868, AMQ8877, AMQ8884, AMQ8885, AMQ8886, AMQ8887, AMQ9783, FMQ0047,
};
use ferromq_mqi::name::ObjectName;
use ferromq_qmgr::{RuleAction, RuleError, rule_has, rule_of};
use ferromq_security::{GenericName, Partner, PeerName, Rule, Rules, Target, UserSource};
use std::net::IpAddr;

pub(super) fn execute(operations: &dyn ObjectOperations, command: RuleCommand) -> Reply {
    match command {
        RuleCommand::Set { changes, action } => set(operations, &changes, action),
        RuleCommand::Display(query) if query.matching == Match::RunCheck => {
            run_check(operations, &query)
        }
        RuleCommand::Display(query) => display(operations, &query),
    }
}

fn failed(text: String) -> Reply {
    Reply::failed(text)
}

fn set(operations: &dyn ObjectOperations, changes: &[(Attr, Value)], action: RuleAction) -> Reply {
    let word = match action {
        RuleAction::Add => "ADD",
        RuleAction::Replace => "REPLACE",
        RuleAction::Remove => "REMOVE",
        RuleAction::RemoveAll => "REMOVEALL",
    };
    let kind = changes.iter().find(|(attr, _)| *attr == Attr::Type);
    let kind = kind.and_then(|(attr, value)| {
        let info = ObjectKind::ChlAuth.attribute(*attr)?;
        Some(info.show_value(value))
    });
    let kind = kind.unwrap_or_default();
    match operations.set_rule(changes, action) {
        Ok(()) => Reply::done(message::line(&AMQ8877, &[])),
        Err(error) => failed(match error {
            RuleError::Exists => message::line(&AMQ8868, &[]),
            RuleError::NotFound => message::line(&AMQ8884, &[]),
            RuleError::NotWithAction(attr) => message::line(&AMQ8885, &[&attr.keyword(), &word]),
            RuleError::NotWithType(attr) => message::line(&AMQ8886, &[&attr.keyword(), &kind]),
            RuleError::Missing(attr) => message::line(&AMQ8887, &[&attr.keyword()]),
            other => message::command_failed(&other.to_string()),
        }),
    }
}

/// A record, as it is kept and as it is understood.
struct Found {
    definition: Definition,
    rule: Rule,
}

/// Every record, the ones that count more first.
fn records(operations: &dyn ObjectOperations) -> Vec<Found> {
    let all = operations.definitions(&[ObjectKind::ChlAuth], &NamePattern::any());
    let mut found: Vec<Found> = all
        .into_iter()
        .filter_map(|definition| {
            let rule = rule_of(&definition).ok()?;
            Some(Found { definition, rule })
        })
        .collect();
    found.sort_by(|one, other| {
        let by_rule = other.rule.precedence(&one.rule);
        by_rule.then_with(|| one.definition.name().cmp(&other.definition.name()))
    });
    found
}

fn display(operations: &dyn ObjectOperations, query: &RuleQuery) -> Reply {
    let asked = GenericName::new(&query.profile);
    let text = |definition: &Definition, attr, wanted: &str| {
        wanted.is_empty() || definition.text(attr) == wanted
    };
    let mut shown = Vec::new();
    for Found { definition, rule } in records(operations) {
        let by_name = match query.matching {
            Match::Exact => rule.profile == asked,
            Match::Generic => asked.covers(&rule.profile),
            _ => rule.profile.meets(&asked),
        };
        let by_kind = query
            .kind
            .is_none_or(|kind| kind == definition.int(Attr::Type));
        let by_partner = text(&definition, Attr::Address, &query.address)
            && text(&definition, Attr::Clntuser, &query.client_user)
            && text(&definition, Attr::Qmname, &query.queue_manager)
            && text(&definition, Attr::Sslpeer, &query.peer)
            && text(&definition, Attr::Sslcerti, &query.issuer);
        if by_name && by_kind && by_partner {
            shown.extend(show(&definition, query));
        }
    }
    Reply::shown(shown, || message::line(&AMQ8884, &[]))
}

/// Shown of every record, whatever was asked for: what it is about and what follows.
const ALWAYS: [&str; 9] = [
    "SSLPEER", "SSLCERTI", "CLNTUSER", "QMNAME", "ADDRESS", "ADDRLIST", "USERLIST", "MCAUSER",
    "USERSRC",
];

/// Nothing if a filter does not let it through.
fn show(definition: &Definition, query: &RuleQuery) -> Option<Shown> {
    let kind = definition.int(Attr::Type);
    let record = object::record_of(definition, |attr| {
        let blank = match definition.get(attr) {
            Some(Value::Text(text)) => text.is_empty(),
            Some(Value::List(list)) => list.is_empty(),
            _ => false,
        };
        // A blank restriction is none.
        rule_has(kind, attr) && !(blank && ALWAYS.contains(&attr.keyword()))
    });
    if !query.query.lets_through(&record) {
        return None;
    }
    let mut choice = query.query.choice.clone();
    if !choice.all && choice.keywords.is_empty() {
        choice.keywords.extend(ALWAYS);
    }
    let heading = ObjectKind::ChlAuth.info().heading;
    let head = object::head(ObjectKind::ChlAuth);
    Some(Shown::chosen(heading, head, record, choice))
}

/// `MATCH(RUNCHECK)`: what a partner would meet that connects now.
fn run_check(operations: &dyn ObjectOperations, query: &RuleQuery) -> Reply {
    let not_exact = |keyword: &str| {
        failed(message::command_failed(&format!(
            "MATCH(RUNCHECK) is about one partner, so {keyword} must not be generic"
        )))
    };
    if query.profile.contains('*') {
        return not_exact("the channel's name");
    }
    let Ok(address) = query.address.parse::<IpAddr>() else {
        return not_exact("ADDRESS");
    };
    if operations.q_mgr_definition().int(Attr::Chlauth) == MQCHLA_DISABLED {
        return Reply::done(message::line(&FMQ0047, &[]));
    }
    let certificate = match certificate(query) {
        Ok(certificate) => certificate,
        Err(refused) => return refused,
    };
    let partner = match query.queue_manager.as_str() {
        "" => Partner::Client(&query.client_user),
        name => Partner::QueueManager(name),
    };
    let target = Target {
        channel: &query.profile,
        address: Some(address),
        partner,
        certificate,
    };
    let found = records(operations);
    let rules: Rules = found.iter().map(|found| found.rule.clone()).collect();
    // The copies stand in the same order as the definitions.
    let place = |rule: &Rule| found.iter().position(|found| found.rule == *rule);
    if let Some(rule) = rules.blocking_address(address).filter(|rule| !rule.warn)
        && let Some(at) = place(rule)
    {
        debug_assert_eq!(found[at].definition.int(Attr::Type), MQCAUT_BLOCKADDR);
        return the_one(&found[at].definition, query);
    }
    let best = rules.best(&target).0;
    let user = user_of(operations, query, best);
    let administers = operations.administers(&user);
    let blocking = match (&partner, best.map(|rule| &rule.source)) {
        (Partner::QueueManager(_), _) | (_, Some(UserSource::NoAccess)) => None,
        _ => rules.blocking_user(&query.profile, &user, administers),
    };
    match blocking.or(best).and_then(place) {
        Some(at) => the_one(&found[at].definition, query),
        None => Reply::done(message::line(&AMQ9783, &[&user])),
    }
}

/// The record a partner would meet; nothing if a filter does not let it through.
fn the_one(definition: &Definition, query: &RuleQuery) -> Reply {
    match show(definition, query) {
        Some(shown) => Reply::shown(vec![shown], String::new),
        None => Reply::done(String::new()),
    }
}

fn certificate(query: &RuleQuery) -> Result<Option<(PeerName, PeerName)>, Reply> {
    let name = |keyword: &str, text: &str| {
        if text.is_empty() {
            return Ok(PeerName::default());
        }
        PeerName::parse(text)
            .map_err(|error| failed(message::command_failed(&format!("{keyword}: {error}"))))
    };
    if query.peer.is_empty() && query.issuer.is_empty() {
        return Ok(None);
    }
    Ok(Some((
        name("SSLPEER", &query.peer)?,
        name("SSLCERTI", &query.issuer)?,
    )))
}

/// The name that stands for the queue manager itself, as which a channel without a user puts.
const ADMINISTRATOR: &str = "mqm";

/// Who the partner would run as. Credentials are not part of the question.
fn user_of(operations: &dyn ObjectOperations, query: &RuleQuery, best: Option<&Rule>) -> String {
    if let Some(UserSource::Map(user)) = best.map(|rule| &rule.source) {
        return user.clone();
    }
    let name = ObjectName::truncated(&query.profile);
    let calls = !query.queue_manager.is_empty();
    let mut kinds = ObjectKind::ALL.into_iter().filter(|kind| match calls {
        true => kind.is_message_channel(),
        false => *kind == ObjectKind::SvrConn,
    });
    let channel = kinds.find_map(|kind| operations.definition(kind, &name));
    let user = channel.map(|channel| channel.text(Attr::Mcauser).to_owned());
    match user.filter(|user| !user.is_empty()) {
        Some(user) => user,
        None if calls => ADMINISTRATOR.to_owned(),
        None => query.client_user.clone(),
    }
}
