//! A connection between two ends, whose bytes move when somebody moves them.

use super::SimulatedHost;
use crate::agent::MessageChannel;
use ferromq_log::Lsn;
use std::collections::VecDeque;
use std::sync::Arc;

/// See the module. The first end is the one that sends messages.
#[derive(Default)]
pub struct SimulatedLink {
    /// The agents, as long as they have the connection.
    pub agents: [Option<MessageChannel>; 2],
    /// What is on its way from each end.
    pipes: [VecDeque<u8>; 2],
}

impl std::fmt::Debug for SimulatedLink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SimulatedLink").finish_non_exhaustive()
    }
}

impl SimulatedLink {
    /// A connection that was just made, by this end.
    pub fn connect(&mut self, hosts: [&Arc<SimulatedHost>; 2], caller: usize) {
        self.pipes = Default::default();
        for (end, host) in hosts.into_iter().enumerate() {
            self.agents[end] = Some(host.agent(end == caller));
        }
    }

    /// The connection is gone for one end, with what is on its way to it.
    pub fn cut_end(&mut self, end: usize) {
        self.pipes[1 - end].clear();
        if let Some(mut agent) = self.agents[end].take() {
            agent.lost();
        }
    }

    /// The connection is cut, whatever is on its way.
    pub fn cut(&mut self) {
        (0..2).for_each(|end| self.cut_end(end));
    }

    /// True when an end is over, or gone.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let over =
            |agent: &Option<MessageChannel>| agent.as_ref().is_none_or(MessageChannel::is_over);
        self.agents.iter().any(over)
    }

    /// What an end has to send goes on its way, as long as there is less than `room` bytes on it. Returns what that was.
    pub fn flush(&mut self, from: usize, room: usize) -> Vec<u8> {
        let Some(agent) = &mut self.agents[from] else {
            return Vec::new();
        };
        let out = agent.outbound();
        let most = room.saturating_sub(self.pipes[from].len());
        let bytes: Vec<u8> = out.chunks().flatten().take(most).copied().collect();
        out.advance(bytes.len());
        self.pipes[from].extend(&bytes);
        bytes
    }

    /// Bytes on their way from an end.
    #[must_use]
    pub fn on_way(&self, from: usize) -> usize {
        self.pipes[from].len()
    }

    /// At most so many bytes from an end arrive at the other, if that takes any. Returns whether there were some.
    pub fn deliver(&mut self, from: usize, most: usize) -> bool {
        let Some(other) = &mut self.agents[1 - from] else {
            return false;
        };
        if !other.wants_input() || self.pipes[from].is_empty() {
            return false;
        }
        let count = most.min(self.pipes[from].len());
        let moved: Vec<u8> = self.pipes[from].drain(..count).collect();
        other.receive(&moved);
        true
    }

    /// Where the agent of an end wants its log durable since this was asked last.
    pub fn take_force_wanted(&mut self, end: usize) -> Option<Lsn> {
        self.agents[end].as_mut()?.take_force_wanted()
    }

    /// The agent of an end goes on.
    pub fn resume(&mut self, end: usize) {
        if let Some(agent) = &mut self.agents[end] {
            agent.resume();
        }
    }

    /// It is so late now at an end.
    pub fn tick(&mut self, end: usize, now_ns: u64) {
        if let Some(agent) = &mut self.agents[end] {
            agent.tick(now_ns);
        }
    }
}
