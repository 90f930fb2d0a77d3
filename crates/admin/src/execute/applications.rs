//! Applications: showing them.

use crate::applications::{ApplicationInstance, ApplicationMember, ToldToMove, counted, instances};
use crate::display::application::{Summary, instance_record, member_record, summary_record};
use crate::display::query::Query;
use crate::display::record::Record;
use crate::execute::show_all;
use crate::generated::status::{
    APPLICATION_HEAD, APPLICATION_INSTANCE_HEAD, APPLICATION_MEMBER_HEAD,
};
use crate::message;
use crate::operations::ObjectOperations;
use crate::pattern::NamePattern;
use crate::reply::Reply;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::generated::notices::AMQ8932;
use ferromq_mqi::hex::hex;
use std::collections::BTreeSet;

/// What is shown of applications.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Each application.
    Application,
    /// Each application at each queue manager.
    QMgr,
    /// Each instance here.
    Local,
}

/// `DISPLAY APSTATUS`
pub(crate) fn display(
    operations: &dyn ObjectOperations,
    names: &NamePattern,
    detail: Detail,
    query: &Query,
) -> Reply {
    let (head, records) = match detail {
        Detail::Application => (APPLICATION_HEAD, summaries(operations, names)),
        Detail::QMgr => (APPLICATION_MEMBER_HEAD, at_members(operations, names)),
        Detail::Local => (APPLICATION_INSTANCE_HEAD, here(operations, names)),
    };
    show_all(&AMQ8932, head, records, query, || {
        message::not_found(names.as_str())
    })
}

/// The members of the cluster, or else this queue manager alone. What is here is counted now.
fn members(operations: &dyn ObjectOperations) -> (Option<String>, Vec<ApplicationMember>) {
    let q_mgr = operations.q_mgr_definition();
    let own = ApplicationMember {
        q_mgr_id: q_mgr.text(Attr::Qmid).to_owned(),
        q_mgr: q_mgr.text(Attr::Qmname).to_owned(),
        active: true,
        heard_us: None,
        counts: counted(&instances_here(operations)),
    };
    let Some(applications) = operations.applications() else {
        return (None, vec![own]);
    };
    let mut members = applications.members();
    members.retain(|member| member.q_mgr_id != own.q_mgr_id);
    members.push(own);
    members.sort_by(|one, other| one.q_mgr.cmp(&other.q_mgr));
    (Some(applications.cluster()), members)
}

fn instances_here(operations: &dyn ObjectOperations) -> Vec<ApplicationInstance> {
    let connections = operations.application_connections();
    match operations.applications() {
        Some(applications) => instances(&connections, |id| applications.told(id)),
        None => instances(&connections, |_| ToldToMove::default()),
    }
}

/// The names of applications members have.
fn named<'a>(members: &'a [ApplicationMember], names: &NamePattern) -> BTreeSet<&'a str> {
    let all = members.iter().flat_map(|member| member.counts.keys());
    all.map(String::as_str)
        .filter(|name| names.matches(name))
        .collect()
}

/// What each of the members that are heard of should have of an application: at least, and at most.
fn share(members: &[ApplicationMember], name: &str) -> (u32, u32) {
    let active = members.iter().filter(|member| member.active);
    let counts: Vec<u64> = active
        .map(|member| u64::from(member.counts.get(name).map_or(0, |count| count.0)))
        .collect();
    let (total, number) = (counts.iter().sum::<u64>(), counts.len().max(1) as u64);
    let small = |share: u64| u32::try_from(share).unwrap_or(u32::MAX);
    (small(total / number), small(total.div_ceil(number)))
}

/// What is said of an application instead of whether it is spread evenly, where that cannot be said: outside a cluster, while a
/// member was not heard of yet, and of one of which nothing can be moved.
fn undecided(
    is_clustered: bool,
    members: &[ApplicationMember],
    name: &str,
) -> Option<&'static str> {
    let unknown = members.iter().any(|it| it.heard_us.is_none() && !it.active);
    let active = members.iter().filter(|member| member.active);
    let moves = |it: &ApplicationMember| it.counts.get(name).is_some_and(|count| count.1 > 0);
    match is_clustered {
        false => Some("NOTAPPLIC"),
        true if unknown => Some("UNKNOWN"),
        true if !active.into_iter().any(moves) => Some("NOTAPPLIC"),
        true => None,
    }
}

fn summaries(operations: &dyn ObjectOperations, names: &NamePattern) -> Vec<Record> {
    let (cluster, members) = members(operations);
    let one = |name: &str| {
        let (low, high) = share(&members, name);
        let counts = members.iter().filter(|member| member.active);
        let counts = counts.map(|member| member.counts.get(name).copied().unwrap_or_default());
        let counts: Vec<(u32, u32)> = counts.collect();
        let movable = counts
            .iter()
            .map(|count| count.1)
            .fold(0, u32::saturating_add);
        let even = counts.iter().all(|count| (low..=high).contains(&count.0));
        let undecided = undecided(cluster.is_some(), &members, name);
        let balanced = undecided.unwrap_or(if even { "YES" } else { "NO" });
        summary_record(&Summary {
            name,
            cluster: cluster.as_deref().unwrap_or_default(),
            count: counts
                .iter()
                .map(|count| count.0)
                .fold(0, u32::saturating_add),
            movable,
            balanced,
        })
    };
    named(&members, names).into_iter().map(one).collect()
}

fn at_members(operations: &dyn ObjectOperations, names: &NamePattern) -> Vec<Record> {
    let (cluster, members) = members(operations);
    let mut records = Vec::new();
    for name in named(&members, names) {
        let (low, high) = share(&members, name);
        let undecided = undecided(cluster.is_some(), &members, name);
        for member in &members {
            let count = member.counts.get(name).map_or(0, |count| count.0);
            let state = match undecided {
                Some(word) => word,
                None if !member.active => "UNKNOWN",
                None if count < low => "LOW",
                None if count > high => "HIGH",
                None => "OK",
            };
            records.push(member_record(name, member, state));
        }
    }
    records
}

fn here(operations: &dyn ObjectOperations, names: &NamePattern) -> Vec<Record> {
    let q_mgr = operations.q_mgr_definition();
    let found = instances_here(operations);
    let fit = found
        .iter()
        .filter(|instance| names.matches(&instance.name));
    let shown = fit.map(|instance| {
        let own = hex(&instance.id[16..]);
        let tag = format!("MQCT{own}{}{}", q_mgr.text(Attr::Qmid), instance.name);
        instance_record(instance, &tag)
    });
    shown.collect()
}
