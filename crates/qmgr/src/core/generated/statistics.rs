//! What stands in statistics and accounting messages.
//!
//! Generated from `tables/statistics.csv` by `cargo xtask generate`; do not edit.

use crate::core::figures::message::{Field, Form, Source};
use crate::core::generated::monitor::Figure as F;
use ferromq_mqi::generated::constants as c;

/// What the code supplies: no figure counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Supplied {
    /// Name of the queue manager.
    QueueManager,
    /// When the interval began.
    IntervalStartDate,
    /// When the interval began.
    IntervalStartTime,
    /// When it ended.
    IntervalEndDate,
    /// When it ended.
    IntervalEndTime,
    /// Command level of the queue manager.
    CommandLevel,
    /// The most connections at the same time.
    ConnHighwater,
    /// The most durable subscriptions: all, of programs, of administrators, for other queue managers.
    DurableSubscriptionHighWater,
    /// The fewest.
    DurableSubscriptionLowWater,
    /// The most that are not durable.
    NonDurableSubscriptionHighWater,
    /// The fewest.
    NonDurableSubscriptionLowWater,
    /// Groups of this message.
    ObjectCount,
    /// Name of the queue.
    QueueName,
    /// When it was made.
    CreateDate,
    /// When it was made.
    CreateTime,
    /// Its type.
    QueueType,
    /// Whether it is dynamic.
    QueueDefinitionType,
    /// Lowest depth.
    QMinDepth,
    /// Highest depth.
    QMaxDepth,
    /// How long messages that were got stayed, on the average; microseconds.
    AverageQueueTime,
    /// Name of the channel.
    ChannelName,
    /// Its type.
    ChannelType,
    /// The queue manager at the other end.
    RemoteQMgr,
    /// Where that is.
    ConnName,
    /// Messages sent or received.
    MsgCount,
    /// Bytes of these.
    TotalBytes,
    /// Shortest round trip; microseconds.
    NetMinTime,
    /// Longest round trip.
    NetMaxTime,
    /// Mean of round trips.
    NetMinAverage,
    /// Batches that were full.
    FullBatchCount,
    /// Batches that were not.
    IncmplBatchCount,
    /// Messages of a batch on the average.
    AverageBatchSize,
    /// Puts that were tried again.
    PutRetryCount,
    /// The connection.
    ConnectionId,
    /// Number of the record of this connection.
    SeqNumber,
    /// Name of the application.
    ApplicationName,
    /// Its process.
    ApplicationPid,
    /// Its thread.
    ApplicationTid,
    /// Its user.
    UserId,
    /// When it connected.
    ConnDate,
    /// When it connected.
    ConnTime,
    /// When it ended; in the last record.
    DiscDate,
    /// When it ended.
    DiscTime,
    /// How it ended.
    DiscType,
    /// How often it was opened.
    OpenCount,
    /// When it was first opened in this interval.
    OpenDate,
    /// When it was first opened in this interval.
    OpenTime,
    /// When it was last closed; not of one that is open.
    CloseDate,
    /// When it was last closed.
    CloseTime,
    /// MQPUT.
    PutCount,
    /// MQPUT that failed.
    PutFailCount,
    /// MQPUT1.
    Put1Count,
    /// MQPUT1 that failed.
    Put1FailCount,
    /// Bytes put.
    PutBytes,
    /// Shortest message put.
    PutMinBytes,
    /// Longest message put.
    PutMaxBytes,
    /// Messages got.
    GetCount,
    /// MQGET that failed.
    GetFailCount,
    /// Bytes got.
    GetBytes,
    /// Shortest message got.
    GetMinBytes,
    /// Longest message got.
    GetMaxBytes,
    /// Messages browsed.
    BrowseCount,
    /// Browses that failed.
    BrowseFailCount,
    /// Bytes browsed.
    BrowseBytes,
    /// Shortest message browsed.
    BrowseMinBytes,
    /// Longest message browsed.
    BrowseMaxBytes,
    /// Shortest time on the queue of a message got; microseconds.
    TimeOnQMin,
    /// Mean of these.
    TimeOnQAvg,
    /// Longest of these.
    TimeOnQMax,
}

/// head.
pub(crate) static HEAD: [Field; 6] = [
    Field { id: c::MQCA_Q_MGR_NAME, form: Form::Text(48), from: Source::Supplied(Supplied::QueueManager) },
    Field { id: c::MQCAMO_START_DATE, form: Form::Text(10), from: Source::Supplied(Supplied::IntervalStartDate) },
    Field { id: c::MQCAMO_START_TIME, form: Form::Text(8), from: Source::Supplied(Supplied::IntervalStartTime) },
    Field { id: c::MQCAMO_END_DATE, form: Form::Text(10), from: Source::Supplied(Supplied::IntervalEndDate) },
    Field { id: c::MQCAMO_END_TIME, form: Form::Text(8), from: Source::Supplied(Supplied::IntervalEndTime) },
    Field { id: c::MQIA_COMMAND_LEVEL, form: Form::Int, from: Source::Supplied(Supplied::CommandLevel) },
];

/// mqi-statistics.
pub(crate) static MQI_STATISTICS: [Field; 53] = [
    Field { id: c::MQIAMO_CONNS, form: Form::Int, from: Source::Figures(&[Some(F::Connects)]) },
    Field { id: c::MQIAMO_CONNS_FAILED, form: Form::Int, from: Source::Figures(&[Some(F::ConnectsFailed)]) },
    Field { id: c::MQIAMO_CONNS_MAX, form: Form::Int, from: Source::Supplied(Supplied::ConnHighwater) },
    Field { id: c::MQIAMO_DISCS, form: Form::Ints, from: Source::Figures(&[Some(F::DisconnectsNormal), Some(F::DisconnectsImplicit), Some(F::DisconnectsByQueueManager)]) },
    Field { id: c::MQIAMO_OPENS, form: Form::Types, from: Source::Types(F::OpensOf) },
    Field { id: c::MQIAMO_OPENS_FAILED, form: Form::Types, from: Source::Types(F::OpensFailedOf) },
    Field { id: c::MQIAMO_CLOSES, form: Form::Types, from: Source::Types(F::ClosesOf) },
    Field { id: c::MQIAMO_CLOSES_FAILED, form: Form::Types, from: Source::Types(F::ClosesFailedOf) },
    Field { id: c::MQIAMO_INQS, form: Form::Types, from: Source::Types(F::InquiresOf) },
    Field { id: c::MQIAMO_INQS_FAILED, form: Form::Types, from: Source::Types(F::InquiresFailedOf) },
    Field { id: c::MQIAMO_SETS, form: Form::Types, from: Source::Types(F::SetsOf) },
    Field { id: c::MQIAMO_SETS_FAILED, form: Form::Types, from: Source::Types(F::SetsFailedOf) },
    Field { id: c::MQIAMO_PUTS, form: Form::Ints, from: Source::Figures(&[Some(F::PutsNonPersistent), Some(F::PutsPersistent)]) },
    Field { id: c::MQIAMO_PUTS_FAILED, form: Form::Int, from: Source::Figures(&[Some(F::PutsFailed)]) },
    Field { id: c::MQIAMO_PUT1S, form: Form::Ints, from: Source::Figures(&[Some(F::Put1sNonPersistent), Some(F::Put1sPersistent)]) },
    Field { id: c::MQIAMO_PUT1S_FAILED, form: Form::Int, from: Source::Figures(&[Some(F::Put1sFailed)]) },
    Field { id: c::MQIAMO64_PUT_BYTES, form: Form::Longs, from: Source::Figures(&[Some(F::PutBytesNonPersistent), Some(F::PutBytesPersistent)]) },
    Field { id: c::MQIAMO_GETS, form: Form::Ints, from: Source::Figures(&[Some(F::GetsNonPersistent), Some(F::GetsPersistent)]) },
    Field { id: c::MQIAMO64_GET_BYTES, form: Form::Longs, from: Source::Figures(&[Some(F::GetBytesNonPersistent), Some(F::GetBytesPersistent)]) },
    Field { id: c::MQIAMO_GETS_FAILED, form: Form::Int, from: Source::Figures(&[Some(F::GetsFailed)]) },
    Field { id: c::MQIAMO_BROWSES, form: Form::Ints, from: Source::Figures(&[Some(F::BrowsesNonPersistent), Some(F::BrowsesPersistent)]) },
    Field { id: c::MQIAMO64_BROWSE_BYTES, form: Form::Longs, from: Source::Figures(&[Some(F::BrowseBytesNonPersistent), Some(F::BrowseBytesPersistent)]) },
    Field { id: c::MQIAMO_BROWSES_FAILED, form: Form::Int, from: Source::Figures(&[Some(F::BrowsesFailed)]) },
    Field { id: c::MQIAMO_COMMITS, form: Form::Int, from: Source::Figures(&[Some(F::Commits)]) },
    Field { id: c::MQIAMO_COMMITS_FAILED, form: Form::Int, from: Source::Figures(&[Some(F::CommitsFailed)]) },
    Field { id: c::MQIAMO_BACKOUTS, form: Form::Int, from: Source::Figures(&[Some(F::BackOuts)]) },
    Field { id: c::MQIAMO_MSGS_EXPIRED, form: Form::Int, from: Source::Figures(&[Some(F::Expired)]) },
    Field { id: c::MQIAMO_MSGS_PURGED, form: Form::Int, from: Source::Figures(&[Some(F::QueuesPurged)]) },
    Field { id: c::MQIAMO_SUBS_DUR, form: Form::Ints, from: Source::Figures(&[Some(F::DurableCreated), Some(F::DurableAltered), Some(F::DurableResumed)]) },
    Field { id: c::MQIAMO_SUBS_NDUR, form: Form::Ints, from: Source::Figures(&[Some(F::NonDurableCreated), None, None]) },
    Field { id: c::MQIAMO_SUBS_FAILED, form: Form::Int, from: Source::Figures(&[Some(F::SubscribesFailed)]) },
    Field { id: c::MQIAMO_UNSUBS_DUR, form: Form::Ints, from: Source::Figures(&[Some(F::DurableClosed), Some(F::DurableDeleted)]) },
    Field { id: c::MQIAMO_UNSUBS_NDUR, form: Form::Ints, from: Source::Figures(&[None, Some(F::NonDurableDeleted)]) },
    Field { id: c::MQIAMO_UNSUBS_FAILED, form: Form::Int, from: Source::Figures(&[Some(F::DeletesFailed)]) },
    Field { id: c::MQIAMO_SUBRQS, form: Form::Int, from: Source::Figures(&[Some(F::Requests)]) },
    Field { id: c::MQIAMO_SUBRQS_FAILED, form: Form::Int, from: Source::Figures(&[Some(F::RequestsFailed)]) },
    Field { id: c::MQIAMO_CBS, form: Form::Ints, from: Source::Figures(&[None, None, None, None]) },
    Field { id: c::MQIAMO_CBS_FAILED, form: Form::Int, from: Source::Figures(&[None]) },
    Field { id: c::MQIAMO_CTLS, form: Form::Ints, from: Source::Figures(&[None, None, None, None]) },
    Field { id: c::MQIAMO_CTLS_FAILED, form: Form::Int, from: Source::Figures(&[None]) },
    Field { id: c::MQIAMO_STATS, form: Form::Int, from: Source::Figures(&[Some(F::Stats)]) },
    Field { id: c::MQIAMO_STATS_FAILED, form: Form::Int, from: Source::Figures(&[Some(F::StatsFailed)]) },
    Field { id: c::MQIAMO_SUB_DUR_HIGHWATER, form: Form::Ints, from: Source::Supplied(Supplied::DurableSubscriptionHighWater) },
    Field { id: c::MQIAMO_SUB_DUR_LOWWATER, form: Form::Ints, from: Source::Supplied(Supplied::DurableSubscriptionLowWater) },
    Field { id: c::MQIAMO_SUB_NDUR_HIGHWATER, form: Form::Ints, from: Source::Supplied(Supplied::NonDurableSubscriptionHighWater) },
    Field { id: c::MQIAMO_SUB_NDUR_LOWWATER, form: Form::Ints, from: Source::Supplied(Supplied::NonDurableSubscriptionLowWater) },
    Field { id: c::MQIAMO_TOPIC_PUTS, form: Form::Ints, from: Source::Figures(&[Some(F::TopicPutsNonPersistent), Some(F::TopicPutsPersistent)]) },
    Field { id: c::MQIAMO_TOPIC_PUTS_FAILED, form: Form::Int, from: Source::Figures(&[Some(F::TopicPutsFailed)]) },
    Field { id: c::MQIAMO_TOPIC_PUT1S, form: Form::Ints, from: Source::Figures(&[Some(F::TopicPut1sNonPersistent), Some(F::TopicPut1sPersistent)]) },
    Field { id: c::MQIAMO_TOPIC_PUT1S_FAILED, form: Form::Int, from: Source::Figures(&[Some(F::TopicPut1sFailed)]) },
    Field { id: c::MQIAMO64_TOPIC_PUT_BYTES, form: Form::Longs, from: Source::Figures(&[Some(F::TopicPutBytesNonPersistent), Some(F::TopicPutBytesPersistent)]) },
    Field { id: c::MQIAMO_PUBLISH_MSG_COUNT, form: Form::Ints, from: Source::Figures(&[Some(F::DeliveredNonPersistent), Some(F::DeliveredPersistent)]) },
    Field { id: c::MQIAMO64_PUBLISH_MSG_BYTES, form: Form::Longs, from: Source::Figures(&[Some(F::DeliveredBytesNonPersistent), Some(F::DeliveredBytesPersistent)]) },
];

/// queue-statistics.
pub(crate) static QUEUE_STATISTICS: [Field; 1] = [
    Field { id: c::MQIAMO_OBJECT_COUNT, form: Form::Int, from: Source::Supplied(Supplied::ObjectCount) },
];

/// queue-statistics-group.
pub(crate) static QUEUE_STATISTICS_GROUP: [Field; 22] = [
    Field { id: c::MQCA_Q_NAME, form: Form::Text(48), from: Source::Supplied(Supplied::QueueName) },
    Field { id: c::MQCA_CREATION_DATE, form: Form::Text(12), from: Source::Supplied(Supplied::CreateDate) },
    Field { id: c::MQCA_CREATION_TIME, form: Form::Text(8), from: Source::Supplied(Supplied::CreateTime) },
    Field { id: c::MQIA_Q_TYPE, form: Form::Int, from: Source::Supplied(Supplied::QueueType) },
    Field { id: c::MQIA_DEFINITION_TYPE, form: Form::Int, from: Source::Supplied(Supplied::QueueDefinitionType) },
    Field { id: c::MQIAMO_Q_MIN_DEPTH, form: Form::Int, from: Source::Supplied(Supplied::QMinDepth) },
    Field { id: c::MQIAMO_Q_MAX_DEPTH, form: Form::Int, from: Source::Supplied(Supplied::QMaxDepth) },
    Field { id: c::MQIAMO64_AVG_Q_TIME, form: Form::Longs, from: Source::Supplied(Supplied::AverageQueueTime) },
    Field { id: c::MQIAMO_PUTS, form: Form::Ints, from: Source::Figures(&[Some(F::QueuePutsNonPersistent), Some(F::QueuePutsPersistent)]) },
    Field { id: c::MQIAMO_PUTS_FAILED, form: Form::Int, from: Source::Figures(&[Some(F::QueuePutsFailed)]) },
    Field { id: c::MQIAMO_PUT1S, form: Form::Ints, from: Source::Figures(&[Some(F::QueuePut1sNonPersistent), Some(F::QueuePut1sPersistent)]) },
    Field { id: c::MQIAMO_PUT1S_FAILED, form: Form::Int, from: Source::Figures(&[Some(F::QueuePut1sFailed)]) },
    Field { id: c::MQIAMO64_PUT_BYTES, form: Form::Longs, from: Source::Figures(&[Some(F::QueuePutBytesNonPersistent), Some(F::QueuePutBytesPersistent)]) },
    Field { id: c::MQIAMO_GETS, form: Form::Ints, from: Source::Figures(&[Some(F::QueueGetsNonPersistent), Some(F::QueueGetsPersistent)]) },
    Field { id: c::MQIAMO64_GET_BYTES, form: Form::Longs, from: Source::Figures(&[Some(F::QueueGetBytesNonPersistent), Some(F::QueueGetBytesPersistent)]) },
    Field { id: c::MQIAMO_GETS_FAILED, form: Form::Int, from: Source::Figures(&[Some(F::QueueGetsFailed)]) },
    Field { id: c::MQIAMO_BROWSES, form: Form::Ints, from: Source::Figures(&[Some(F::QueueBrowsesNonPersistent), Some(F::QueueBrowsesPersistent)]) },
    Field { id: c::MQIAMO64_BROWSE_BYTES, form: Form::Longs, from: Source::Figures(&[Some(F::QueueBrowseBytesNonPersistent), Some(F::QueueBrowseBytesPersistent)]) },
    Field { id: c::MQIAMO_BROWSES_FAILED, form: Form::Int, from: Source::Figures(&[Some(F::QueueBrowsesFailed)]) },
    Field { id: c::MQIAMO_MSGS_NOT_QUEUED, form: Form::Int, from: Source::Figures(&[None]) },
    Field { id: c::MQIAMO_MSGS_EXPIRED, form: Form::Int, from: Source::Figures(&[Some(F::QueueExpired)]) },
    Field { id: c::MQIAMO_MSGS_PURGED, form: Form::Int, from: Source::Figures(&[Some(F::QueueMessagesPurged)]) },
];

/// channel-statistics.
pub(crate) static CHANNEL_STATISTICS: [Field; 1] = [
    Field { id: c::MQIAMO_OBJECT_COUNT, form: Form::Int, from: Source::Supplied(Supplied::ObjectCount) },
];

/// channel-statistics-group.
pub(crate) static CHANNEL_STATISTICS_GROUP: [Field; 13] = [
    Field { id: c::MQCACH_CHANNEL_NAME, form: Form::Text(20), from: Source::Supplied(Supplied::ChannelName) },
    Field { id: c::MQIACH_CHANNEL_TYPE, form: Form::Int, from: Source::Supplied(Supplied::ChannelType) },
    Field { id: c::MQCA_REMOTE_Q_MGR_NAME, form: Form::Text(48), from: Source::Supplied(Supplied::RemoteQMgr) },
    Field { id: c::MQCACH_CONNECTION_NAME, form: Form::Text(264), from: Source::Supplied(Supplied::ConnName) },
    Field { id: c::MQIAMO_MSGS, form: Form::Int, from: Source::Supplied(Supplied::MsgCount) },
    Field { id: c::MQIAMO64_BYTES, form: Form::Long, from: Source::Supplied(Supplied::TotalBytes) },
    Field { id: c::MQIAMO_NET_TIME_MIN, form: Form::Int, from: Source::Supplied(Supplied::NetMinTime) },
    Field { id: c::MQIAMO_NET_TIME_MAX, form: Form::Int, from: Source::Supplied(Supplied::NetMaxTime) },
    Field { id: c::MQIAMO_NET_TIME_AVG, form: Form::Int, from: Source::Supplied(Supplied::NetMinAverage) },
    Field { id: c::MQIAMO_FULL_BATCHES, form: Form::Int, from: Source::Supplied(Supplied::FullBatchCount) },
    Field { id: c::MQIAMO_INCOMPLETE_BATCHES, form: Form::Int, from: Source::Supplied(Supplied::IncmplBatchCount) },
    Field { id: c::MQIAMO_AVG_BATCH_SIZE, form: Form::Int, from: Source::Supplied(Supplied::AverageBatchSize) },
    Field { id: c::MQIAMO_PUT_RETRIES, form: Form::Int, from: Source::Supplied(Supplied::PutRetryCount) },
];

/// mqi-accounting.
pub(crate) static MQI_ACCOUNTING: [Field; 54] = [
    Field { id: c::MQBACF_CONNECTION_ID, form: Form::Bytes, from: Source::Supplied(Supplied::ConnectionId) },
    Field { id: c::MQIACF_SEQUENCE_NUMBER, form: Form::Int, from: Source::Supplied(Supplied::SeqNumber) },
    Field { id: c::MQCACF_APPL_NAME, form: Form::Text(28), from: Source::Supplied(Supplied::ApplicationName) },
    Field { id: c::MQIACF_PROCESS_ID, form: Form::Int, from: Source::Supplied(Supplied::ApplicationPid) },
    Field { id: c::MQIACF_THREAD_ID, form: Form::Int, from: Source::Supplied(Supplied::ApplicationTid) },
    Field { id: c::MQCACF_USER_IDENTIFIER, form: Form::Text(12), from: Source::Supplied(Supplied::UserId) },
    Field { id: c::MQCAMO_CONN_DATE, form: Form::Text(10), from: Source::Supplied(Supplied::ConnDate) },
    Field { id: c::MQCAMO_CONN_TIME, form: Form::Text(8), from: Source::Supplied(Supplied::ConnTime) },
    Field { id: c::MQCACH_CONNECTION_NAME, form: Form::Text(264), from: Source::Supplied(Supplied::ConnName) },
    Field { id: c::MQCACH_CHANNEL_NAME, form: Form::Text(20), from: Source::Supplied(Supplied::ChannelName) },
    Field { id: c::MQCAMO_DISC_DATE, form: Form::Text(10), from: Source::Supplied(Supplied::DiscDate) },
    Field { id: c::MQCAMO_DISC_TIME, form: Form::Text(8), from: Source::Supplied(Supplied::DiscTime) },
    Field { id: c::MQIAMO_DISC_TYPE, form: Form::Int, from: Source::Supplied(Supplied::DiscType) },
    Field { id: c::MQIAMO_OPENS, form: Form::Types, from: Source::Types(F::OpensOf) },
    Field { id: c::MQIAMO_OPENS_FAILED, form: Form::Types, from: Source::Types(F::OpensFailedOf) },
    Field { id: c::MQIAMO_CLOSES, form: Form::Types, from: Source::Types(F::ClosesOf) },
    Field { id: c::MQIAMO_CLOSES_FAILED, form: Form::Types, from: Source::Types(F::ClosesFailedOf) },
    Field { id: c::MQIAMO_PUTS, form: Form::Ints, from: Source::Figures(&[Some(F::PutsNonPersistent), Some(F::PutsPersistent)]) },
    Field { id: c::MQIAMO_PUTS_FAILED, form: Form::Int, from: Source::Figures(&[Some(F::PutsFailed)]) },
    Field { id: c::MQIAMO_PUT1S, form: Form::Ints, from: Source::Figures(&[Some(F::Put1sNonPersistent), Some(F::Put1sPersistent)]) },
    Field { id: c::MQIAMO_PUT1S_FAILED, form: Form::Int, from: Source::Figures(&[Some(F::Put1sFailed)]) },
    Field { id: c::MQIAMO64_PUT_BYTES, form: Form::Longs, from: Source::Figures(&[Some(F::PutBytesNonPersistent), Some(F::PutBytesPersistent)]) },
    Field { id: c::MQIAMO_GETS, form: Form::Ints, from: Source::Figures(&[Some(F::GetsNonPersistent), Some(F::GetsPersistent)]) },
    Field { id: c::MQIAMO_GETS_FAILED, form: Form::Int, from: Source::Figures(&[Some(F::GetsFailed)]) },
    Field { id: c::MQIAMO64_GET_BYTES, form: Form::Longs, from: Source::Figures(&[Some(F::GetBytesNonPersistent), Some(F::GetBytesPersistent)]) },
    Field { id: c::MQIAMO_BROWSES, form: Form::Ints, from: Source::Figures(&[Some(F::BrowsesNonPersistent), Some(F::BrowsesPersistent)]) },
    Field { id: c::MQIAMO_BROWSES_FAILED, form: Form::Int, from: Source::Figures(&[Some(F::BrowsesFailed)]) },
    Field { id: c::MQIAMO64_BROWSE_BYTES, form: Form::Longs, from: Source::Figures(&[Some(F::BrowseBytesNonPersistent), Some(F::BrowseBytesPersistent)]) },
    Field { id: c::MQIAMO_COMMITS, form: Form::Int, from: Source::Figures(&[Some(F::Commits)]) },
    Field { id: c::MQIAMO_COMMITS_FAILED, form: Form::Int, from: Source::Figures(&[Some(F::CommitsFailed)]) },
    Field { id: c::MQIAMO_BACKOUTS, form: Form::Int, from: Source::Figures(&[Some(F::BackOuts)]) },
    Field { id: c::MQIAMO_INQS, form: Form::Types, from: Source::Types(F::InquiresOf) },
    Field { id: c::MQIAMO_INQS_FAILED, form: Form::Types, from: Source::Types(F::InquiresFailedOf) },
    Field { id: c::MQIAMO_SETS, form: Form::Types, from: Source::Types(F::SetsOf) },
    Field { id: c::MQIAMO_SETS_FAILED, form: Form::Types, from: Source::Types(F::SetsFailedOf) },
    Field { id: c::MQIAMO_SUBS_DUR, form: Form::Ints, from: Source::Figures(&[Some(F::DurableCreated), Some(F::DurableAltered), Some(F::DurableResumed)]) },
    Field { id: c::MQIAMO_SUBS_NDUR, form: Form::Ints, from: Source::Figures(&[Some(F::NonDurableCreated), None, None]) },
    Field { id: c::MQIAMO_SUBS_FAILED, form: Form::Int, from: Source::Figures(&[Some(F::SubscribesFailed)]) },
    Field { id: c::MQIAMO_UNSUBS_DUR, form: Form::Ints, from: Source::Figures(&[Some(F::DurableClosed), Some(F::DurableDeleted)]) },
    Field { id: c::MQIAMO_UNSUBS_NDUR, form: Form::Ints, from: Source::Figures(&[None, Some(F::NonDurableDeleted)]) },
    Field { id: c::MQIAMO_UNSUBS_FAILED, form: Form::Int, from: Source::Figures(&[Some(F::DeletesFailed)]) },
    Field { id: c::MQIAMO_SUBRQS, form: Form::Int, from: Source::Figures(&[Some(F::Requests)]) },
    Field { id: c::MQIAMO_SUBRQS_FAILED, form: Form::Int, from: Source::Figures(&[Some(F::RequestsFailed)]) },
    Field { id: c::MQIAMO_CBS, form: Form::Ints, from: Source::Figures(&[None, None, None, None]) },
    Field { id: c::MQIAMO_CBS_FAILED, form: Form::Int, from: Source::Figures(&[None]) },
    Field { id: c::MQIAMO_CTLS, form: Form::Ints, from: Source::Figures(&[None, None, None, None]) },
    Field { id: c::MQIAMO_CTLS_FAILED, form: Form::Int, from: Source::Figures(&[None]) },
    Field { id: c::MQIAMO_STATS, form: Form::Int, from: Source::Figures(&[Some(F::Stats)]) },
    Field { id: c::MQIAMO_STATS_FAILED, form: Form::Int, from: Source::Figures(&[Some(F::StatsFailed)]) },
    Field { id: c::MQIAMO_TOPIC_PUTS, form: Form::Ints, from: Source::Figures(&[Some(F::TopicPutsNonPersistent), Some(F::TopicPutsPersistent)]) },
    Field { id: c::MQIAMO_TOPIC_PUTS_FAILED, form: Form::Int, from: Source::Figures(&[Some(F::TopicPutsFailed)]) },
    Field { id: c::MQIAMO_TOPIC_PUT1S, form: Form::Ints, from: Source::Figures(&[Some(F::TopicPut1sNonPersistent), Some(F::TopicPut1sPersistent)]) },
    Field { id: c::MQIAMO_TOPIC_PUT1S_FAILED, form: Form::Int, from: Source::Figures(&[Some(F::TopicPut1sFailed)]) },
    Field { id: c::MQIAMO64_TOPIC_PUT_BYTES, form: Form::Longs, from: Source::Figures(&[Some(F::TopicPutBytesNonPersistent), Some(F::TopicPutBytesPersistent)]) },
];

/// queue-accounting.
pub(crate) static QUEUE_ACCOUNTING: [Field; 7] = [
    Field { id: c::MQBACF_CONNECTION_ID, form: Form::Bytes, from: Source::Supplied(Supplied::ConnectionId) },
    Field { id: c::MQIACF_SEQUENCE_NUMBER, form: Form::Int, from: Source::Supplied(Supplied::SeqNumber) },
    Field { id: c::MQCACF_APPL_NAME, form: Form::Text(28), from: Source::Supplied(Supplied::ApplicationName) },
    Field { id: c::MQIACF_PROCESS_ID, form: Form::Int, from: Source::Supplied(Supplied::ApplicationPid) },
    Field { id: c::MQIACF_THREAD_ID, form: Form::Int, from: Source::Supplied(Supplied::ApplicationTid) },
    Field { id: c::MQCACF_USER_IDENTIFIER, form: Form::Text(12), from: Source::Supplied(Supplied::UserId) },
    Field { id: c::MQIAMO_OBJECT_COUNT, form: Form::Int, from: Source::Supplied(Supplied::ObjectCount) },
];

/// queue-accounting-group.
pub(crate) static QUEUE_ACCOUNTING_GROUP: [Field; 30] = [
    Field { id: c::MQCA_Q_NAME, form: Form::Text(48), from: Source::Supplied(Supplied::QueueName) },
    Field { id: c::MQCA_CREATION_DATE, form: Form::Text(12), from: Source::Supplied(Supplied::CreateDate) },
    Field { id: c::MQCA_CREATION_TIME, form: Form::Text(8), from: Source::Supplied(Supplied::CreateTime) },
    Field { id: c::MQIA_Q_TYPE, form: Form::Int, from: Source::Supplied(Supplied::QueueType) },
    Field { id: c::MQIA_DEFINITION_TYPE, form: Form::Int, from: Source::Supplied(Supplied::QueueDefinitionType) },
    Field { id: c::MQIAMO_OPENS, form: Form::Int, from: Source::Supplied(Supplied::OpenCount) },
    Field { id: c::MQCAMO_OPEN_DATE, form: Form::Text(10), from: Source::Supplied(Supplied::OpenDate) },
    Field { id: c::MQCAMO_OPEN_TIME, form: Form::Text(8), from: Source::Supplied(Supplied::OpenTime) },
    Field { id: c::MQCAMO_CLOSE_DATE, form: Form::Text(10), from: Source::Supplied(Supplied::CloseDate) },
    Field { id: c::MQCAMO_CLOSE_TIME, form: Form::Text(8), from: Source::Supplied(Supplied::CloseTime) },
    Field { id: c::MQIAMO_PUTS, form: Form::Ints, from: Source::Supplied(Supplied::PutCount) },
    Field { id: c::MQIAMO_PUTS_FAILED, form: Form::Int, from: Source::Supplied(Supplied::PutFailCount) },
    Field { id: c::MQIAMO_PUT1S, form: Form::Ints, from: Source::Supplied(Supplied::Put1Count) },
    Field { id: c::MQIAMO_PUT1S_FAILED, form: Form::Int, from: Source::Supplied(Supplied::Put1FailCount) },
    Field { id: c::MQIAMO64_PUT_BYTES, form: Form::Longs, from: Source::Supplied(Supplied::PutBytes) },
    Field { id: c::MQIAMO_PUT_MIN_BYTES, form: Form::Ints, from: Source::Supplied(Supplied::PutMinBytes) },
    Field { id: c::MQIAMO_PUT_MAX_BYTES, form: Form::Ints, from: Source::Supplied(Supplied::PutMaxBytes) },
    Field { id: c::MQIAMO_GETS, form: Form::Ints, from: Source::Supplied(Supplied::GetCount) },
    Field { id: c::MQIAMO_GETS_FAILED, form: Form::Int, from: Source::Supplied(Supplied::GetFailCount) },
    Field { id: c::MQIAMO64_GET_BYTES, form: Form::Longs, from: Source::Supplied(Supplied::GetBytes) },
    Field { id: c::MQIAMO_GET_MIN_BYTES, form: Form::Ints, from: Source::Supplied(Supplied::GetMinBytes) },
    Field { id: c::MQIAMO_GET_MAX_BYTES, form: Form::Ints, from: Source::Supplied(Supplied::GetMaxBytes) },
    Field { id: c::MQIAMO_BROWSES, form: Form::Ints, from: Source::Supplied(Supplied::BrowseCount) },
    Field { id: c::MQIAMO_BROWSES_FAILED, form: Form::Int, from: Source::Supplied(Supplied::BrowseFailCount) },
    Field { id: c::MQIAMO64_BROWSE_BYTES, form: Form::Longs, from: Source::Supplied(Supplied::BrowseBytes) },
    Field { id: c::MQIAMO_BROWSE_MIN_BYTES, form: Form::Ints, from: Source::Supplied(Supplied::BrowseMinBytes) },
    Field { id: c::MQIAMO_BROWSE_MAX_BYTES, form: Form::Ints, from: Source::Supplied(Supplied::BrowseMaxBytes) },
    Field { id: c::MQIAMO64_Q_TIME_MIN, form: Form::Longs, from: Source::Supplied(Supplied::TimeOnQMin) },
    Field { id: c::MQIAMO64_Q_TIME_AVG, form: Form::Longs, from: Source::Supplied(Supplied::TimeOnQAvg) },
    Field { id: c::MQIAMO64_Q_TIME_MAX, form: Form::Longs, from: Source::Supplied(Supplied::TimeOnQMax) },
];
