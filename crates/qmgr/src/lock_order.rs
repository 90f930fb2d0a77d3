//! The order of locks: what stands further up is taken first. Crate `base` checks it in debug builds.
//!
//! Nothing is appended to the log while a lock below the units of work is held, and nothing from the registry down is held
//! while waiting for a disk.

ferromq_base::lock_classes! {
    /// What is retained and who subscribes change one at a time, and so do units of work with participants become committed.
    pub(crate) CommitOrder: "qmgr.commit_order", 4_905;
    /// One change of objects at a time.
    pub(crate) Administration: "qmgr.administration", 4_900;
    /// One checkpoint at a time.
    pub(crate) Checkpointing: "qmgr.checkpointing", 4_890;
    /// What is too much for memory is written to one queue's files at a time, or those of a deleted queue are removed.
    pub(crate) Spilling: "qmgr.spilling", 4_885;
    /// Which thread keeps house.
    pub(crate) Keeper: "qmgr.keeper", 4_880;
    /// When housekeeping tries again what failed.
    pub(crate) Attempts: "qmgr.attempts", 4_870;
    /// When statistics messages were written last.
    pub(crate) StatisticsInterval: "qmgr.statistics_interval", 4_865;

    /// The ways to a queue of a cluster, as a handle knows them.
    pub(crate) ClusterWays: "qmgr.cluster_ways", 4_800;
    /// Definitions by name.
    pub(crate) Registry: "qmgr.registry", 4_790;
    /// How often the destinations of a queue of a cluster were used.
    pub(crate) QueueUses: "qmgr.queue_uses", 4_780;
    /// The queue manager's definition.
    pub(crate) QueueManagerDefinition: "qmgr.definition", 4_770;
    /// Who may do what.
    pub(crate) AuthorityRecords: "qmgr.authority", 4_750;
    /// Users met.
    pub(crate) KnownEntities: "qmgr.entities", 4_740;
    /// Channel authentication records in force.
    pub(crate) ChannelRules: "qmgr.channel_rules", 4_730;
    /// How passwords are checked.
    pub(crate) ConnectionAuthentication: "qmgr.connection_authentication", 4_720;

    /// Branches by name.
    pub(crate) Branches: "qmgr.branches", 4_700;
    /// How many branches a user has.
    pub(crate) BranchUsers: "qmgr.branch_users", 4_690;
    /// The branch a connection works in.
    pub(crate) ConnectionBranch: "qmgr.connection_branch", 4_680;
    /// A branch's unit of work.
    pub(crate) BranchWork: "qmgr.branch_work", 4_670;
    /// A connection's unit of work.
    pub(crate) ConnectionWork: "qmgr.connection_work", 4_660;
    /// Topics and who subscribed.
    pub(crate) TopicSpace: "qmgr.topics", 4_650;
    /// Who is connected: all are told when the log fails, whatever whoever appends to it holds.
    pub(crate) Connections: "qmgr.connections", 4_640;

    /// What a connection has open.
    pub(crate) OpenHandles: "qmgr.open_handles", 4_500;
    /// Handles of a subscription.
    pub(crate) Holders: "qmgr.subscription_holders", 4_490;
    /// Who has a queue open.
    pub(crate) OpenCounts: "qmgr.open_counts", 4_480;
    /// What a queue triggered.
    pub(crate) TriggerState: "qmgr.trigger_state", 4_470;
    /// Which performance events of a queue are armed.
    pub(crate) Performance: "qmgr.performance", 4_465;
    /// A queue's definition.
    pub(crate) QueueDefinition: "qmgr.queue_definition", 4_460;
    /// Another object's definition.
    pub(crate) ObjectDefinition: "qmgr.object_definition", 4_450;
    /// Temporary queues of subscriptions that went.
    pub(crate) LeftQueues: "qmgr.left_queues", 4_440;
    /// Messages of what is not retained any more.
    pub(crate) LeftRetained: "qmgr.left_retained", 4_435;
    /// Places a verb asked another engine for.
    pub(crate) AskedPlaces: "qmgr.asked_places", 4_432;
    /// Who waits for room in the log.
    pub(crate) WaitingForRoom: "qmgr.waiting_for_room", 4_430;
    /// How far the body of a long put is in the log.
    pub(crate) LongPut: "qmgr.long_put", 4_425;
    /// Copies of the body of a long put.
    pub(crate) BodyCopies: "qmgr.body_copies", 4_423;
    /// Delayed messages nobody took.
    pub(crate) PutOff: "qmgr.put_off", 4_420;
    /// Messages on cluster transmission queues that are to be elsewhere.
    pub(crate) Misplaced: "qmgr.misplaced", 4_415;
    /// What applications did.
    pub(crate) Applications: "qmgr.applications", 4_410;
    /// How puts without an answer went.
    pub(crate) AsyncStatus: "qmgr.async_status", 4_400;

    // Taken while a queue is locked.
    /// What a selector said of messages.
    pub(crate) Verdicts: "qmgr.verdicts", 2_990;
    /// Who holds the log.
    pub(crate) Pins: "qmgr.pins", 2_980;
    /// Answers held back while a checkpoint is under way.
    pub(crate) BackPressure: "qmgr.back_pressure", 2_970;
    /// What follows from a force.
    pub(crate) DeferredActions: "qmgr.deferred_actions", 2_960;
    /// What is left to workers.
    pub(crate) Tasks: "qmgr.tasks", 2_956;
    /// Queues with messages to be written to their files.
    pub(crate) Spills: "qmgr.spills", 2_955;
    /// What a worker found out.
    pub(crate) TaskOutcome: "qmgr.task_outcome", 2_953;
    /// Where the last checkpoint was.
    pub(crate) LastCheckpoint: "qmgr.last_checkpoint", 2_950;
    /// Users who are to be asked for.
    pub(crate) Lookups: "qmgr.lookups", 2_945;
    /// Names verbs wait for that other members of a cluster are asked for.
    pub(crate) AskedNames: "qmgr.asked_names", 2_943;
    /// How often the same was told.
    pub(crate) Repeats: "qmgr.repeats", 2_940;
    /// What is traced.
    pub(crate) Trace: "qmgr.trace", 2_935;
    /// How much of activity is traced.
    pub(crate) ActivitySettings: "qmgr.activity_settings", 2_934;
    /// How much is retained.
    pub(crate) RetainedRoom: "qmgr.retained_room", 2_932;
    /// How a connection is woken.
    pub(crate) ConnectionWaiting: "qmgr.connection_waiting", 2_930;

    /// What is done when engines have answered.
    pub(crate) Unanswered: "qmgr.unanswered", 2_925;

    // Taken while the log is locked.
    /// Whether a verb's records are durable.
    pub(crate) Latch: "qmgr.latch", 1_990;
}
