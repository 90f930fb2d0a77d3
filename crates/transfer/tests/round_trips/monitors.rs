//! Monitors, sandboxes and credentials.

use super::audit::moment;
use super::requests::request;
use super::runs::{round_trips, status};
use crate::awkward::Awkward;
use ferromq_transfer::access::{
    Credential, Credentials, FileCredential, LoggerCredential, PatternKind, Rule, RuleKind, Rules,
    Sandbox, UserSandboxes,
};
use ferromq_transfer::monitor::{
    Condition, Conditions, ContentList, ContentOrder, DeleteMonitor, Monitor, MonitorAction,
    MonitorListing, MonitorLog, NamePattern, PollUnit, Resource, Task,
};

fn pattern_kind(it: &mut Awkward) -> PatternKind {
    it.one_of(&[PatternKind::Wildcard, PatternKind::Regex])
}

fn names(it: &mut Awkward) -> NamePattern {
    NamePattern {
        pattern: it.full_text(),
        kind: pattern_kind(it),
        exclude: it.maybe(|it| it.text(8)),
    }
}

fn condition(it: &mut Awkward) -> Condition {
    match it.0.below(6) {
        0 => Condition::FileMatch(names(it)),
        1 => Condition::FileNoMatch(names(it)),
        2 => Condition::FileSize {
            at_least_bytes: it.0.next_u64(),
            pattern: names(it),
        },
        3 => Condition::FileSizeSame {
            polls: it.number().max(1),
            pattern: names(it),
        },
        4 => Condition::QueueNotEmpty,
        _ => Condition::CompleteGroups,
    }
}

fn conditions(it: &mut Awkward) -> Conditions {
    let mut several = it.several(2, condition);
    several.push(condition(it));
    match it.0.below(3) {
        0 => Conditions::One(condition(it)),
        1 => Conditions::All(several),
        _ => Conditions::Any(several),
    }
}

fn poll_unit(it: &mut Awkward) -> PollUnit {
    use PollUnit::{Days, Hours, Minutes, Months, Seconds, Weeks, Years};
    it.one_of(&[Seconds, Minutes, Hours, Days, Weeks, Months, Years])
}

fn resource(it: &mut Awkward) -> Resource {
    if it.flag() {
        return Resource::Queue(it.name());
    }
    Resource::Directory {
        path: it.full_text(),
        recursion_level: it.number(),
    }
}

fn tasks(it: &mut Awkward) -> Vec<Task> {
    let task = |it: &mut Awkward| Task {
        name: it.text(8),
        description: it.maybe(|it| it.text(8)),
        request: request(it),
    };
    let mut tasks = it.several(1, task);
    tasks.push(task(it));
    tasks
}

fn contents(it: &mut Awkward) -> Option<ContentList> {
    let orders = [ContentOrder::SourceFirst, ContentOrder::DestinationFirst];
    it.maybe(|it| ContentList {
        regex: it.maybe(|it| it.text(8)),
        order: it.maybe(|it| it.one_of(&orders)),
    })
}

pub(super) fn monitor(it: &mut Awkward) -> Monitor {
    Monitor {
        name: it.name(),
        description: it.maybe(|it| it.text(8)),
        poll_interval: it.number().max(1),
        poll_unit: poll_unit(it),
        batch_max: it.maybe(|it| it.number().max(1)),
        agent: it.name(),
        resource: resource(it),
        conditions: conditions(it),
        reply: it.maybe(Awkward::reply),
        tasks: tasks(it),
        originator: it.originator(),
        job: it.maybe(|it| it.text(8)),
        default_variables: it.pairs(),
        overwrite: it.maybe(Awkward::flag),
        clear_history: it.maybe(Awkward::flag),
        contents: contents(it),
    }
}

#[test]
fn monitors() {
    round_trips(500, monitor, Monitor::to_xml, Monitor::parse);
    let delete = |it: &mut Awkward| DeleteMonitor {
        name: it.name(),
        originator: it.originator(),
        reply: it.maybe(Awkward::reply),
    };
    round_trips(200, delete, DeleteMonitor::to_xml, DeleteMonitor::parse);
}

#[test]
fn lists_and_audit_of_monitors() {
    let listing = |it: &mut Awkward| MonitorListing {
        agent: it.name(),
        monitor: it.name(),
        state: it.name(),
        description: it.text(8),
        resource: it.maybe(resource),
        conditions: it.maybe(conditions),
        tasks: it.maybe(tasks).unwrap_or_default(),
        originator: it.maybe(Awkward::originator),
        job: it.maybe(|it| it.text(8)),
        default_variables: it.pairs(),
        poll_interval: it.number().max(1),
        poll_unit: poll_unit(it),
        batch_max: it.maybe(|it| it.number().max(1)),
        contents: contents(it),
    };
    round_trips(500, listing, MonitorListing::to_xml, MonitorListing::parse);
    use MonitorAction::{
        Create, Delete, Start, Stop, TriggerFail, TriggerNotSatisfied, TriggerSatisfied,
    };
    let log = |it: &mut Awkward| MonitorLog {
        monitor: it.name(),
        reference_id: it.id(),
        originator: it.originator(),
        create_request: it.maybe(Awkward::id),
        task_request: it.maybe(Awkward::id),
        action: it.one_of(&[
            Create,
            Delete,
            Start,
            Stop,
            TriggerFail,
            TriggerNotSatisfied,
            TriggerSatisfied,
        ]),
        time: moment(it),
        agent: it.agent(),
        status: status(it),
    };
    round_trips(500, log, MonitorLog::to_xml, MonitorLog::parse);
}

fn rules(it: &mut Awkward) -> Rules {
    let rule = |it: &mut Awkward| Rule {
        name: it.full_text(),
        kind: it.one_of(&[RuleKind::File, RuleKind::Queue]),
    };
    Rules {
        include: it.several(3, rule),
        exclude: it.several(3, rule),
    }
}

#[test]
fn sandboxes() {
    let sandbox = |it: &mut Awkward| Sandbox {
        user: it.text(8),
        user_pattern: pattern_kind(it),
        read: rules(it),
        write: rules(it),
    };
    let make = |it: &mut Awkward| UserSandboxes {
        sandboxes: it.several(3, sandbox),
    };
    round_trips(500, make, UserSandboxes::to_xml, UserSandboxes::parse);
}

#[test]
fn credentials() {
    let credential = |it: &mut Awkward| {
        let (clear_user, clear_password) = (it.flag(), it.flag());
        let (user, password) = (it.text(8), it.maybe(|it| it.text(8)));
        Credential {
            q_mgr: it.name(),
            user: it.maybe(|it| it.text(8)),
            mq_user_id: clear_user.then(|| user.clone()),
            mq_user_id_cipher: (!clear_user).then_some(user),
            mq_password: password.clone().filter(|_| clear_password),
            mq_password_cipher: password.filter(|_| !clear_password),
            use_mqcsp: it.maybe(Awkward::flag),
        }
    };
    let file = |it: &mut Awkward| {
        let (is_clear, password) = (it.flag(), it.maybe(|it| it.text(8)));
        FileCredential {
            path: it.name(),
            password: password.clone().filter(|_| is_clear),
            password_cipher: password.filter(|_| !is_clear),
        }
    };
    let logger = |it: &mut Awkward| {
        let (is_clear, password) = (it.flag(), it.maybe(|it| it.text(8)));
        let (clear_user, user) = (it.flag(), it.maybe(|it| it.text(8)));
        LoggerCredential {
            name: it.name(),
            user: user.clone().filter(|_| clear_user),
            user_cipher: user.filter(|_| !clear_user),
            password: password.clone().filter(|_| is_clear),
            password_cipher: password.filter(|_| !is_clear),
        }
    };
    let make = |it: &mut Awkward| Credentials {
        q_mgrs: it.several(3, credential),
        files: it.several(3, file),
        loggers: it.several(3, logger),
    };
    round_trips(500, make, Credentials::to_xml, Credentials::parse);
}
