//! The order of the server's locks: what stands further up is taken first.

ferromq_base::lock_classes! {
    /// Whoever brings what is kept of channels up to what is wanted of them.
    pub(crate) ChannelKeeping: "server.channel_keeping", 7_120;
    /// Which channels are to run.
    pub(crate) ChannelPlan: "server.channel_plan", 7_095;
    /// Senders of clusters that nobody has defined.
    pub(crate) MadeSenders: "server.made_senders", 7_092;
    /// Why channels failed last.
    pub(crate) LastErrors: "server.last_errors", 7_091;
    /// Listeners that run.
    pub(crate) Listeners: "server.listeners", 7_090;
    /// Channels that run.
    pub(crate) Channels: "server.channels", 7_080;
    /// Channels an operator stopped.
    pub(crate) StoppedChannels: "server.stopped_channels", 7_070;
    /// Passwords that wait to be checked.
    pub(crate) Admission: "server.admission", 7_060;
    /// Wrong passwords, by user.
    pub(crate) WrongPasswords: "server.wrong_passwords", 7_050;
    /// Sockets of which nobody has logged on.
    pub(crate) Unauthenticated: "server.unauthenticated", 7_040;
    /// The certificates in force.
    pub(crate) Certificates: "server.certificates", 7_030;
    /// Programs of services that run.
    pub(crate) ServicePrograms: "server.service_programs", 7_020;
    /// Whether names of clusters are asked for. Definitions are looked up below.
    pub(crate) ClusterAsks: "server.cluster_asks", 7_010;

    /// Commands that wait for the threads that carry them out.
    pub(crate) CommandTurns: "server.command_turns", 7_005;

    // Taken by whoever has something to tell, whatever is held.
    /// The file of the error log.
    pub(crate) ErrorLogFile: "server.error_log_file", 1_290;
    /// The stack of who breaks an invariant.
    pub(crate) ErrorLogStack: "server.error_log_stack", 1_285;
    /// Refusals that repeat.
    pub(crate) Repeats: "server.repeats", 1_280;
    /// Notices that wait to be written.
    pub(crate) ErrorLogWaiting: "server.error_log_waiting", 1_270;
    /// Records of a trace that wait to be written.
    pub(crate) TraceWaiting: "server.trace_waiting", 1_268;
    /// Connections that wait for trigger messages.
    pub(crate) TriggerWaits: "server.trigger_waits", 1_266;
    /// What the repository of clusters finds when it is woken.
    pub(crate) ClusterNews: "server.cluster_news", 1_264;
    /// What is known of applications at the members of a uniform cluster.
    pub(crate) Spread: "server.spread", 1_262;
    /// What the channel initiator finds when it is woken.
    pub(crate) InitiatorOrders: "server.initiator_orders", 1_265;
    /// What an event loop finds when it is woken.
    pub(crate) Inbox: "server.inbox", 1_260;
}
