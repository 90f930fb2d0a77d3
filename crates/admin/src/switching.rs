//! `runswchl`: channels of clusters and the transmission queues they are to have.

use crate::answered::Answered;
use crate::network::ChannelState;
use crate::operations::ObjectOperations;
use crate::pattern::NamePattern;
use crate::running::Administered;
use ferromq_mqi::ObjectName;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::generated::notices::{
    FMQ0490, FMQ0491, FMQ0492, FMQ0493, FMQ0494, FMQ0495, FMQ0496,
};
use ferromq_mqi::glob::fits_name;
use ferromq_mqi::local::LocalAnswer;
use ferromq_qmgr::ChannelQueues;
use std::collections::{BTreeMap, BTreeSet};

/// Switches the channels whose names fit, or says what would be. `leaves`: messages stay where they are. Fails where one could not be switched because it is
/// not idle.
pub(crate) fn switch(
    administered: &Administered,
    names: &str,
    shows: bool,
    leaves: bool,
) -> Answered {
    let defined = administered.definitions(&[ObjectKind::ClusSdr], &NamePattern::any());
    let made = administered.network().made_senders();
    let channels: BTreeSet<ObjectName> = (defined.iter().chain(&made))
        .map(|definition| definition.name())
        .filter(|name| fits_name(names, name.as_str().trim_end()))
        .collect();
    if channels.is_empty() {
        return Answered::failed(&FMQ0496, &[&names]);
    }
    let busy: BTreeMap<String, ChannelState> = (administered.network().channels().into_iter())
        .filter(|it| it.state != ChannelState::Stopped)
        .map(|it| (it.channel, it.state))
        .collect();
    let mut outcome = CommandOutcome::Done;
    let mut answers = Vec::new();
    for channel in channels {
        let queues = administered
            .queue_manager()
            .cluster_channel_queues(&channel);
        let state = busy.get(channel.as_str().trim_end());
        let answer = match state {
            _ if shows || !queues.is_pending() => shown(&channel, &queues),
            // It is switching.
            Some(_) if queues.has == queues.next => shown(&channel, &queues),
            Some(state) => {
                outcome = CommandOutcome::Failed;
                let (has, next) = (name(queues.has), name(queues.next));
                LocalAnswer::notice(&FMQ0493, &[&channel, &has, &next, &state.word()])
            }
            None => {
                let queue_manager = administered.queue_manager();
                queue_manager.switch_cluster_channel(&channel, !leaves);
                // The queue manager may have made it one of its own.
                let next = queue_manager.cluster_transmission_queue(&channel);
                let notice = match leaves {
                    true => &FMQ0495,
                    false => &FMQ0494,
                };
                let messages = to_move(&queues);
                LocalAnswer::notice(
                    notice,
                    &[&channel, &name(queues.has), &name(next), &messages],
                )
            }
        };
        answers.push(answer);
    }
    Answered::With(answers, outcome)
}

/// How a channel stands.
fn shown(channel: &ObjectName, queues: &ChannelQueues) -> LocalAnswer {
    let has = name(queues.has);
    if queues.has != queues.next {
        let messages = to_move(queues);
        let next = name(queues.next);
        return LocalAnswer::notice(&FMQ0491, &[channel, &has, &next, &messages]);
    }
    match queues.elsewhere.first() {
        Some((other, _)) => {
            let messages: u64 = queues.elsewhere.iter().map(|(_, messages)| messages).sum();
            LocalAnswer::notice(&FMQ0492, &[channel, &has, &messages, other])
        }
        None => LocalAnswer::notice(&FMQ0490, &[channel, &has, &queues.waiting]),
    }
}

/// Messages that stand elsewhere than on the queue the channel is to have.
fn to_move(queues: &ChannelQueues) -> u64 {
    let elsewhere = queues.elsewhere.iter();
    let there = elsewhere.filter(|(queue, _)| Some(*queue) != queues.next);
    let of_old = match queues.has == queues.next {
        true => 0,
        false => queues.waiting,
    };
    there.map(|(_, messages)| messages).sum::<u64>() + of_old
}

fn name(queue: Option<ObjectName>) -> String {
    queue.map_or_else(
        || "none".to_owned(),
        |queue| queue.as_str().trim_end().to_owned(),
    )
}
