//! Monitors of queues: messages, or complete groups of them.

use super::polling::Job;
use crate::agent::context::Context;
use crate::agent::files::Files;
use crate::agent::observer::MonitorEvent;
use crate::monitor::Monitor;
use crate::party::TransferId;
use crate::watch::{Found, History, Key, Values};
use ferromq_mqi::Reason;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::generated::constants::MQGI_NONE;
use ferromq_mqi::hex::hex;
use ferromq_mqi::rfh2::Rfh2;
use ferromq_mqi::session::{Connected, MqError};
use std::collections::BTreeMap;

/// Groups that are looked at in a poll, at most.
const GROUPS_MAX: usize = 1_000;
/// A task that was asked for is not asked for again before this, though it may not have begun.
const AGAIN_AFTER_MS: u64 = 5_000;

/// A task that was asked for.
#[derive(Clone, Copy, Debug)]
struct Tried {
    task: TransferId,
    asked_ms: u64,
    times: u32,
}

/// What is watched of a queue.
#[derive(Debug)]
pub(super) struct QueueWatch {
    pub(super) name: String,
    groups: bool,
    /// Groups that were dealt with.
    pub(super) history: History,
    /// Tasks for groups that are still there; the name with nothing in it is that of all messages.
    tried: BTreeMap<String, Tried>,
    poll: u32,
}

impl QueueWatch {
    pub(super) fn new(name: &str, groups: bool) -> Self {
        Self {
            name: name.to_owned(),
            groups,
            history: History::default(),
            tried: BTreeMap::new(),
            poll: 0,
        }
    }

    pub(super) fn asked(&mut self, group: Option<&Found>, task: TransferId, now_ms: u64) {
        let name = group.map_or(String::new(), |group| group.path.clone());
        let tried = self.tried.entry(name).or_insert(Tried {
            task,
            asked_ms: now_ms,
            times: 0,
        });
        (tried.task, tried.asked_ms) = (task, now_ms);
        tried.times = tried.times.saturating_add(1);
    }

    /// Looks at it for a monitor: what there is to do. `Ok(Err(..))`: it cannot be looked at.
    pub(super) fn poll<C: Connected, F: Files>(
        &mut self,
        context: &mut Context<'_, C, F>,
        monitor: &Monitor,
        now_ms: u64,
    ) -> Result<Result<Vec<Job>, Reason>, MqError> {
        let most = if self.groups { GROUPS_MAX } else { 1 };
        let queues = &mut *context.queues;
        let first = match queues.first_messages(&self.name, self.groups, most)? {
            Ok(first) => first,
            Err(reason) => return Ok(Err(reason)),
        };
        self.poll = self.poll.wrapping_add(1);
        self.history.begin(self.poll);
        let mut there = BTreeMap::new();
        for message in first {
            let group = match self.groups {
                true => hex(&message.descriptor.group_id).to_lowercase(),
                false => String::new(),
            };
            there.insert(group, message);
        }
        self.tried.retain(|group, _| there.contains_key(group));
        let most_times = context.settings.group_retries_max;
        let mut ready = Vec::new();
        for (group, message) in &there {
            context
                .observing
                .monitor(&monitor.name, MonitorEvent::PatternMatch, || {
                    match self.groups {
                        true => format!("group {group}"),
                        false => "messages".to_owned(),
                    }
                });
            let found = remembered(group);
            let is_remembered = self.groups && self.history.see(Key::of(group), &found);
            let is_under_way = |tried: &Tried| {
                context.sources.contains_key(&tried.task)
                    || now_ms.abs_diff(tried.asked_ms) < AGAIN_AFTER_MS
            };
            let begins = match self.tried.get(group) {
                Some(tried) if is_under_way(tried) => false,
                // It has failed, for what it was for is still there.
                Some(tried) => !self.groups || tried.times <= most_times,
                None => !is_remembered,
            };
            if begins {
                let values = values_of(&monitor.default_variables, &self.name, message);
                let group = self.groups.then_some(found);
                ready.push(Job::Messages(Box::new(values), group));
            }
        }
        while self.history.sweep(GROUPS_MAX) {}
        Ok(Ok(ready))
    }
}

/// A group, as it is remembered.
fn remembered(group: &str) -> Found {
    Found {
        path: group.to_owned(),
        length: 0,
        modified_ms: 0,
    }
}

/// Variables of messages: their descriptor's, and the properties of the first.
fn values_of(defaults: &[(String, String)], queue: &str, message: &GetReply) -> Values {
    let mut values = Values::new(defaults);
    let descriptor = &message.descriptor;
    for (name, value) in properties(message) {
        values.set(&name, value);
    }
    values.set("QueueName", queue);
    values.set("Encoding", descriptor.coded_char_set_id.to_string());
    values.set("MessageId", hex(&descriptor.msg_id).to_lowercase());
    if descriptor.group_id != MQGI_NONE {
        values.set("GroupId", hex(&descriptor.group_id).to_lowercase());
    }
    values
}

/// What is in the folder `usr` of a message that has its properties in front of its data. None of one that is not understood.
fn properties(message: &GetReply) -> Vec<(String, String)> {
    let descriptor = &message.descriptor;
    if &descriptor.format != b"MQHRF2  " {
        return Vec::new();
    }
    let Ok(header) = Rfh2::read(&message.body, descriptor.encoding) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for folder in header.folders() {
        let Ok(text) = folder.and_then(|folder| header.text(folder)) else {
            continue;
        };
        let Ok(tree) = crate::xml::read(text.trim().as_bytes()) else {
            continue;
        };
        if tree.name == "usr" {
            let each = tree.children.into_iter();
            found.extend(each.map(|property| (property.name, property.text)));
        }
    }
    found
}
