//! What a run did, in numbers.

use std::fmt;
use std::ops::AddAssign;

/// See the module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Steps taken.
    pub steps: u64,
    /// Puts answered.
    pub puts: u64,
    /// Gets answered with a message.
    pub gets: u64,
    /// Turns of tasks that gets left to workers.
    pub worker_turns: u64,
    /// Browses answered with a message.
    pub browses: u64,
    /// Logged commits answered.
    pub commits: u64,
    /// Times the queue manager was started.
    pub starts: u64,
    /// Times the power went.
    pub power_losses: u64,
    /// Times the process died.
    pub kills: u64,
    /// Clean ends.
    pub clean_ends: u64,
    /// Faults of the disk that struck.
    pub faults: u64,
    /// Verbs refused because the log was full.
    pub log_full: u64,
    /// Verbs refused because the files of the queue failed.
    pub damaged: u64,
    /// Units of work backed out to make room in the log.
    pub rolled_back: u64,
    /// Checkpoints taken on request.
    pub checkpoints: u64,
    /// Media images recorded.
    pub images: u64,
    /// Queues rebuilt from media images.
    pub recoveries: u64,
    /// Branches of transactions prepared.
    pub in_doubt: u64,
    /// Branches a transaction manager or an operator ended.
    pub decided: u64,
    /// Of those, while the log was full.
    pub decided_in_full_log: u64,
    /// Checkpoints between what a force made durable and what was shown for it.
    pub between: u64,
    /// Handles programs had of subscriptions.
    pub subscriptions: u64,
    /// Puts that failed and nobody waited for.
    pub unheard: u64,
    /// Commits that failed for want of such a put.
    pub lacking: u64,
    /// Calls the disk counted.
    pub disk_calls: u64,
    /// Verbs of the runs about what else happens to messages.
    pub deliveries: u64,
    /// Crashes in those.
    pub delivery_crashes: u64,
    /// Copies of publications that groups of subscriptions got there.
    pub group_copies: u64,
    /// Lives several threads worked in at the same time.
    pub interleaved: u64,
    /// Points at which another of them might have gone on.
    pub yields: u64,
    /// Units of work others took part in.
    pub took_part: u64,
    /// Sockets of clients.
    pub sockets: u64,
    /// Of those, how many the network cut.
    pub cuts: u64,
    /// Branches clients, and programs where others take part, were told are prepared.
    pub client_prepared: u64,
    /// Branches of those that were in doubt when they were gone, and decided by a coordinator.
    pub client_decided: u64,
    /// Branches operators decided while programs were at work.
    pub by_operators: u64,
    /// Forces that ended at a device that works by itself.
    pub late_forces: u64,
    /// Of those, how many before one that began earlier.
    pub out_of_turn: u64,
    /// Lives in which such a device failed.
    pub devices_failed: u64,
    /// Lives in which somebody took the log over.
    pub taken_over: u64,
    /// Messages put for another queue manager.
    pub channel_messages: u64,
    /// Connections between two queue managers.
    pub connections: u64,
    /// Of those, how many the network cut.
    pub connections_cut: u64,
    /// Times one of the two stopped without a word.
    pub channel_crashes: u64,
    /// Batches of channels decided by hand: taken back, and kept.
    pub resolved: [u64; 2],
    /// Looks at what both ends of a channel keep.
    pub record_looks: u64,
    /// Members of clusters.
    pub members: u64,
    /// What they told one another.
    pub cluster_messages: u64,
    /// Times the network between them fell apart.
    pub partitions: u64,
    /// Times one of them began again from an old back-up.
    pub restores: u64,
    /// Times one was forced out.
    pub forced_out: u64,
    /// Records members had at the end.
    pub cluster_records: u64,
}

impl AddAssign for Summary {
    fn add_assign(&mut self, other: Self) {
        self.steps += other.steps;
        self.puts += other.puts;
        self.gets += other.gets;
        self.browses += other.browses;
        self.worker_turns += other.worker_turns;
        self.commits += other.commits;
        self.starts += other.starts;
        self.power_losses += other.power_losses;
        self.kills += other.kills;
        self.clean_ends += other.clean_ends;
        self.faults += other.faults;
        self.log_full += other.log_full;
        self.damaged += other.damaged;
        self.rolled_back += other.rolled_back;
        self.checkpoints += other.checkpoints;
        self.images += other.images;
        self.recoveries += other.recoveries;
        self.in_doubt += other.in_doubt;
        self.decided += other.decided;
        self.decided_in_full_log += other.decided_in_full_log;
        self.between += other.between;
        self.subscriptions += other.subscriptions;
        self.unheard += other.unheard;
        self.lacking += other.lacking;
        self.disk_calls += other.disk_calls;
        self.deliveries += other.deliveries;
        self.delivery_crashes += other.delivery_crashes;
        self.group_copies += other.group_copies;
        self.interleaved += other.interleaved;
        self.yields += other.yields;
        self.took_part += other.took_part;
        self.sockets += other.sockets;
        self.cuts += other.cuts;
        self.client_prepared += other.client_prepared;
        self.client_decided += other.client_decided;
        self.by_operators += other.by_operators;
        self.late_forces += other.late_forces;
        self.out_of_turn += other.out_of_turn;
        self.devices_failed += other.devices_failed;
        self.taken_over += other.taken_over;
        self.channel_messages += other.channel_messages;
        self.connections += other.connections;
        self.connections_cut += other.connections_cut;
        self.channel_crashes += other.channel_crashes;
        for (sum, more) in self.resolved.iter_mut().zip(other.resolved) {
            *sum += more;
        }
        self.record_looks += other.record_looks;
        self.members += other.members;
        self.cluster_messages += other.cluster_messages;
        self.partitions += other.partitions;
        self.restores += other.restores;
        self.forced_out += other.forced_out;
        self.cluster_records += other.cluster_records;
    }
}

impl fmt::Display for Summary {
    // tidy: one arm per line
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = [
            format!(
                "{} steps: {} puts, {} gets, {} browses, with {} turns of workers, {} logged commits",
                self.steps, self.puts, self.gets, self.browses, self.worker_turns, self.commits
            ),
            format!(
                "{} starts: after {} losses of power, {} kills, {} clean ends",
                self.starts, self.power_losses, self.kills, self.clean_ends
            ),
            format!(
                "{} calls to the disk, of which {} were the victim of a planned fault",
                self.disk_calls, self.faults
            ),
            format!(
                "{} verbs refused by a full log and {} by failed files, {} units of work backed out to make room \
                 in the log",
                self.log_full, self.damaged, self.rolled_back
            ),
            format!(
                "{} checkpoints on request, {} amid what follows a force, {} media images, {} queues \
                 rebuilt, {} handles of subscriptions",
                self.checkpoints, self.between, self.images, self.recoveries, self.subscriptions
            ),
            format!(
                "{} branches prepared, {} decided, {} of them in a full log",
                self.in_doubt, self.decided, self.decided_in_full_log
            ),
            format!(
                "{} puts failed unheard, {} commits failed for it",
                self.unheard, self.lacking
            ),
            format!(
                "{} verbs about deliveries, and {} crashes among them; {} copies for groups of subscriptions",
                self.deliveries, self.delivery_crashes, self.group_copies
            ),
            format!(
                "{} lives of several threads, which came to {} points to take turns at; others took part in {} units of work",
                self.interleaved, self.yields, self.took_part
            ),
            format!(
                "{} sockets of clients, {} of them cut; {} branches prepared by programs, {} left in doubt and decided, {} decided by \
                 operators meanwhile",
                self.sockets,
                self.cuts,
                self.client_prepared,
                self.client_decided,
                self.by_operators
            ),
            format!(
                "{} forces at devices that work by themselves, {} of them ended out of turn; {} such devices failed, {} logs \
                 were taken over",
                self.late_forces, self.out_of_turn, self.devices_failed, self.taken_over
            ),
            format!(
                "{} messages for another queue manager over {} connections, {} of them cut; {} crashes of either; {} batches \
                 taken back by hand and {} kept; {} looks at what both ends keep",
                self.channel_messages,
                self.connections,
                self.connections_cut,
                self.channel_crashes,
                self.resolved[0],
                self.resolved[1],
                self.record_looks
            ),
            format!(
                "{} members of clusters, which sent {} messages; {} times their network fell apart, {} were restored, {} forced \
                 out; {} records at the end",
                self.members,
                self.cluster_messages,
                self.partitions,
                self.restores,
                self.forced_out,
                self.cluster_records
            ),
        ];
        f.write_str(&lines.join("\n  "))
    }
}
