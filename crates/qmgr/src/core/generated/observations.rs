//! What the queue manager observes of itself.
//!
//! Generated from `tables/observations.csv` by `cargo xtask generate`; do not edit.

use crate::core::generated::monitor::Figure as F;
use crate::core::observation::{EventCategory, EventMessage, Row};
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants as c;

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observed {
    /// A program connected.
    Connected,
    /// A program was not connected.
    ConnectFailed,
    /// A connection ended.
    Disconnected,
    /// MQOPEN succeeded.
    Opened,
    /// MQOPEN failed.
    OpenFailed,
    /// MQCLOSE succeeded.
    Closed,
    /// MQCLOSE failed.
    CloseFailed,
    /// A handle was given up by MQCLOSE.
    HandleClosed,
    /// MQINQ succeeded.
    Inquired,
    /// MQINQ failed.
    InquireFailed,
    /// MQSET succeeded.
    WasSet,
    /// MQSET failed.
    SetFailed,
    /// MQPUT of a message that is not persistent.
    PutNonPersistent,
    /// MQPUT of a persistent message.
    PutPersistent,
    /// MQPUT failed.
    PutFailed,
    /// MQPUT1 of a message that is not persistent.
    Put1NonPersistent,
    /// MQPUT1 of a persistent message.
    Put1Persistent,
    /// MQPUT1 failed.
    Put1Failed,
    /// A message that is not persistent came to a queue by MQPUT1.
    QueuePut1NonPersistent,
    /// A persistent message came to a queue by MQPUT1.
    QueuePut1Persistent,
    /// A publication that is not persistent.
    PublishedNonPersistent,
    /// A persistent publication.
    PublishedPersistent,
    /// MQPUT or MQPUT1 to a topic failed.
    PublishFailed,
    /// A publication goes to a subscriber.
    PublicationDelivered,
    /// MQGET of a message that is not persistent.
    GotNonPersistent,
    /// MQGET of a persistent message.
    GotPersistent,
    /// MQGET failed.
    GetFailed,
    /// MQGET found no message.
    GetFoundNothing,
    /// MQGET had a buffer that was too small.
    GetTruncated,
    /// A message that is not persistent was browsed.
    BrowsedNonPersistent,
    /// A persistent message was browsed.
    BrowsedPersistent,
    /// A browse failed.
    BrowseFailed,
    /// A browse found no message.
    BrowseFoundNothing,
    /// A browse had a buffer that was too small.
    BrowseTruncated,
    /// MQCMIT succeeded.
    Committed,
    /// MQBACK.
    BackedOut,
    /// MQSTAT.
    AskedStatus,
    /// A durable subscription was made.
    DurableSubscribed,
    /// A durable subscription was altered.
    DurableSubscriptionAltered,
    /// A durable subscription was resumed.
    DurableSubscriptionResumed,
    /// A durable subscription was removed.
    DurableUnsubscribed,
    /// A subscription that is not durable was made.
    NonDurableSubscribed,
    /// A subscription that is not durable ended.
    NonDurableUnsubscribed,
    /// MQSUB failed.
    SubscribeFailed,
    /// MQCLOSE was to remove a subscription and failed.
    UnsubscribeFailed,
    /// MQSUBRQ succeeded.
    PublicationsRequested,
    /// MQSUBRQ failed.
    RequestFailed,
    /// An expired message was removed.
    MessageExpired,
    /// A queue was cleared.
    QueueCleared,
    /// Somebody may not do what they asked for.
    NotAuthorized,
    /// A channel was refused by a channel authentication record.
    ChannelBlocked,
    /// A channel would have been refused by a record that only warns.
    ChannelWouldBeBlocked,
    /// Messages can travel over a channel between queue managers.
    ChannelStarted,
    /// A channel over which messages could travel has ended as it should.
    ChannelEnded,
    /// A channel over which messages could travel has ended otherwise or is stopped.
    ChannelFailed,
    /// Somebody has stopped a channel by a command.
    ChannelStoppedByUser,
    /// A channel that had to wait for others to end is called.
    ChannelActivated,
    /// A channel is to run and has to wait because too many are active.
    ChannelNotActivated,
    /// A channel could not convert the data of a message.
    ChannelNotConverted,
    /// Somebody who called was refused because too many channels are active.
    ChannelNotAvailable,
    /// A connection is not as secure as its channel demands or there is no TLS.
    ChannelNotSecure,
    /// A channel was defined because somebody called it.
    ChannelDefined,
    /// A channel somebody called could not be defined.
    ChannelNotDefined,
    /// The queue manager is started.
    QueueManagerActive,
    /// The queue manager is asked to end.
    QueueManagerNotActive,
    /// A program could not get because gets are inhibited.
    GetInhibited,
    /// A program could not put or publish because puts are inhibited.
    PutInhibited,
    /// An alias queue leads to what no alias may lead to.
    AliasBaseOfWrongType,
    /// An alias queue leads to nothing.
    AliasBaseUnknown,
    /// A program named an object that is not there.
    ObjectUnknown,
    /// DEFXMITQ names no local queue.
    DefaultTransmissionQueueOfWrongType,
    /// DEFXMITQ names a queue that is no transmission queue.
    DefaultTransmissionQueueOfWrongUsage,
    /// A queue manager alias leads back here and the queue is a model queue.
    QueueOfWrongType,
    /// A remote queue has no name where it is.
    RemoteQueueNameMissing,
    /// The transmission queue to a queue manager is no local queue.
    TransmissionQueueOfWrongType,
    /// The transmission queue to a queue manager is none.
    TransmissionQueueOfWrongUsage,
    /// DEFXMITQ names a queue that is not there.
    DefaultTransmissionQueueUnknown,
    /// Nothing leads to a queue manager.
    RemoteQueueManagerUnknown,
    /// A remote queue names a transmission queue that is not there.
    TransmissionQueueUnknown,
    /// A put brought the depth of a queue up to QDEPTHHI.
    QueueDepthHigh,
    /// A get brought the depth of a queue down to QDEPTHLO.
    QueueDepthLow,
    /// A put was refused because the queue is full.
    QueueFull,
    /// Nothing was got from a queue for longer than QSVCINT.
    QueueServiceIntervalHigh,
    /// A queue is got from within QSVCINT again.
    QueueServiceIntervalOk,
    /// An object was defined.
    ObjectCreated,
    /// An object was changed.
    ObjectChanged,
    /// An object was deleted.
    ObjectDeleted,
    /// Somebody asked what an object is like.
    ObjectRefreshed,
    /// An MQSC command was carried out.
    CommandByMqsc,
    /// A command in the programmable command format was carried out.
    CommandByPcf,
    /// The log begins a new extent or what is needed of it begins elsewhere.
    LogExtentsMoved,
}

/// Who is told, in the order of [`Observed`].
pub(crate) static ROWS: [Row; 91] = [
    Row { calls: Some(F::Connects), bytes: None, queue: &[], event: None },
    Row { calls: Some(F::ConnectsFailed), bytes: None, queue: &[], event: None },
    Row { calls: Some(F::Disconnects), bytes: None, queue: &[], event: None },
    Row { calls: Some(F::Opens), bytes: None, queue: &[F::QueueOpens], event: None },
    Row { calls: Some(F::OpensFailed), bytes: None, queue: &[], event: None },
    Row { calls: Some(F::Closes), bytes: None, queue: &[], event: None },
    Row { calls: Some(F::ClosesFailed), bytes: None, queue: &[], event: None },
    Row { calls: None, bytes: None, queue: &[F::QueueCloses], event: None },
    Row { calls: Some(F::Inquires), bytes: None, queue: &[F::QueueInquires], event: None },
    Row { calls: Some(F::InquiresFailed), bytes: None, queue: &[F::QueueInquires], event: None },
    Row { calls: Some(F::Sets), bytes: None, queue: &[F::QueueSets], event: None },
    Row { calls: Some(F::SetsFailed), bytes: None, queue: &[F::QueueSets], event: None },
    Row { calls: Some(F::PutsNonPersistent), bytes: Some(F::PutBytesNonPersistent), queue: &[], event: None },
    Row { calls: Some(F::PutsPersistent), bytes: Some(F::PutBytesPersistent), queue: &[], event: None },
    Row { calls: Some(F::PutsFailed), bytes: None, queue: &[], event: None },
    Row { calls: Some(F::Put1sNonPersistent), bytes: Some(F::PutBytesNonPersistent), queue: &[], event: None },
    Row { calls: Some(F::Put1sPersistent), bytes: Some(F::PutBytesPersistent), queue: &[], event: None },
    Row { calls: Some(F::Put1sFailed), bytes: None, queue: &[], event: None },
    Row { calls: None, bytes: None, queue: &[F::QueuePut1sNonPersistent], event: None },
    Row { calls: None, bytes: None, queue: &[F::QueuePut1sPersistent], event: None },
    Row { calls: Some(F::PublishesNonPersistent), bytes: Some(F::PublishBytesAll), queue: &[], event: None },
    Row { calls: Some(F::PublishesPersistent), bytes: Some(F::PublishBytesAll), queue: &[], event: None },
    Row { calls: Some(F::PublishesFailed), bytes: None, queue: &[], event: None },
    Row { calls: Some(F::Delivered), bytes: Some(F::DeliveredBytes), queue: &[], event: None },
    Row { calls: Some(F::GetsNonPersistent), bytes: Some(F::GetBytesNonPersistent), queue: &[], event: None },
    Row { calls: Some(F::GetsPersistent), bytes: Some(F::GetBytesPersistent), queue: &[], event: None },
    Row { calls: Some(F::GetsFailed), bytes: None, queue: &[F::QueueGetsFailed], event: None },
    Row { calls: Some(F::GetsFailed), bytes: None, queue: &[F::QueueGetsFailed, F::QueueGetsEmpty], event: None },
    Row { calls: Some(F::GetsFailed), bytes: None, queue: &[F::QueueGetsFailed, F::QueueGetsTruncated], event: None },
    Row { calls: Some(F::BrowsesNonPersistent), bytes: Some(F::BrowseBytesNonPersistent), queue: &[], event: None },
    Row { calls: Some(F::BrowsesPersistent), bytes: Some(F::BrowseBytesPersistent), queue: &[], event: None },
    Row { calls: Some(F::BrowsesFailed), bytes: None, queue: &[F::QueueBrowsesFailed], event: None },
    Row { calls: Some(F::BrowsesFailed), bytes: None, queue: &[F::QueueBrowsesFailed, F::QueueBrowsesEmpty], event: None },
    Row { calls: Some(F::BrowsesFailed), bytes: None, queue: &[F::QueueBrowsesFailed, F::QueueBrowsesTruncated], event: None },
    Row { calls: Some(F::Commits), bytes: None, queue: &[], event: None },
    Row { calls: Some(F::BackOuts), bytes: None, queue: &[], event: None },
    Row { calls: Some(F::Stats), bytes: None, queue: &[], event: None },
    Row { calls: Some(F::DurableCreated), bytes: None, queue: &[], event: None },
    Row { calls: Some(F::DurableAltered), bytes: None, queue: &[], event: None },
    Row { calls: Some(F::DurableResumed), bytes: None, queue: &[], event: None },
    Row { calls: Some(F::DurableDeleted), bytes: None, queue: &[], event: None },
    Row { calls: Some(F::NonDurableCreated), bytes: None, queue: &[], event: None },
    Row { calls: Some(F::NonDurableDeleted), bytes: None, queue: &[], event: None },
    Row { calls: Some(F::SubscribesFailed), bytes: None, queue: &[], event: None },
    Row { calls: Some(F::DeletesFailed), bytes: None, queue: &[], event: None },
    Row { calls: Some(F::Requests), bytes: None, queue: &[], event: None },
    Row { calls: Some(F::RequestsFailed), bytes: None, queue: &[], event: None },
    Row { calls: Some(F::Expired), bytes: None, queue: &[], event: None },
    Row { calls: Some(F::QueuesPurged), bytes: None, queue: &[F::QueuePurged], event: None },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Authority, exceptional: false, reason: Reason(2035), parameters: &[] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Channel, exceptional: true, reason: Reason(2577), parameters: &[c::MQIACF_REASON_QUALIFIER, c::MQCACH_CHANNEL_NAME, c::MQCACF_USER_IDENTIFIER, c::MQCACH_CONNECTION_NAME, c::MQCA_REMOTE_Q_MGR_NAME, c::MQCACH_SSL_PEER_NAME, c::MQCA_SSL_CERT_ISSUER_NAME, c::MQCACH_CLIENT_USER_ID, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Channel, exceptional: true, reason: Reason(2578), parameters: &[c::MQIACF_REASON_QUALIFIER, c::MQCACH_CHANNEL_NAME, c::MQCACF_USER_IDENTIFIER, c::MQCACH_CONNECTION_NAME, c::MQCA_REMOTE_Q_MGR_NAME, c::MQCACH_SSL_PEER_NAME, c::MQCA_SSL_CERT_ISSUER_NAME, c::MQCACH_CLIENT_USER_ID, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Channel, exceptional: false, reason: Reason(2282), parameters: &[c::MQCACH_CHANNEL_NAME, c::MQCACH_XMIT_Q_NAME, c::MQCACH_CONNECTION_NAME] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Channel, exceptional: false, reason: Reason(2283), parameters: &[c::MQIACF_REASON_QUALIFIER, c::MQCACH_CHANNEL_NAME, c::MQIACF_ERROR_IDENTIFIER, c::MQIACF_AUX_ERROR_DATA_INT_1, c::MQIACF_AUX_ERROR_DATA_INT_2, c::MQCACF_AUX_ERROR_DATA_STR_1, c::MQCACF_AUX_ERROR_DATA_STR_2, c::MQCACF_AUX_ERROR_DATA_STR_3, c::MQCACH_XMIT_Q_NAME, c::MQCACH_CONNECTION_NAME] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Channel, exceptional: true, reason: Reason(2283), parameters: &[c::MQIACF_REASON_QUALIFIER, c::MQCACH_CHANNEL_NAME, c::MQIACF_ERROR_IDENTIFIER, c::MQIACF_AUX_ERROR_DATA_INT_1, c::MQIACF_AUX_ERROR_DATA_INT_2, c::MQCACF_AUX_ERROR_DATA_STR_1, c::MQCACF_AUX_ERROR_DATA_STR_2, c::MQCACF_AUX_ERROR_DATA_STR_3, c::MQCACH_XMIT_Q_NAME, c::MQCACH_CONNECTION_NAME] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Channel, exceptional: true, reason: Reason(2279), parameters: &[c::MQIACF_REASON_QUALIFIER, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Channel, exceptional: true, reason: Reason(2295), parameters: &[c::MQCACH_CHANNEL_NAME, c::MQCACH_XMIT_Q_NAME, c::MQCACH_CONNECTION_NAME] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Channel, exceptional: true, reason: Reason(2296), parameters: &[c::MQCACH_CHANNEL_NAME, c::MQCACH_XMIT_Q_NAME, c::MQCACH_CONNECTION_NAME] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Channel, exceptional: true, reason: Reason(2284), parameters: &[c::MQIACF_CONV_REASON_CODE, c::MQCACH_CHANNEL_NAME, c::MQCACH_FORMAT_NAME, c::MQCACH_XMIT_Q_NAME, c::MQCACH_CONNECTION_NAME] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Channel, exceptional: true, reason: Reason(2537), parameters: &[c::MQIACF_REASON_QUALIFIER, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME, c::MQIA_ACTIVE_CHANNELS, c::MQIACH_MAX_INSTANCES, c::MQIACH_MAX_INSTS_PER_CLIENT] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Ssl, exceptional: false, reason: Reason(2371), parameters: &[c::MQIACF_REASON_QUALIFIER, c::MQCACH_CHANNEL_NAME, c::MQCACH_XMIT_Q_NAME, c::MQCACH_CONNECTION_NAME, c::MQCACH_SSL_HANDSHAKE_STAGE, c::MQIACH_SSL_RETURN_CODE, c::MQCACH_SSL_PEER_NAME, c::MQCA_SSL_CERT_ISSUER_NAME] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::AutoDefinition, exceptional: false, reason: Reason(2233), parameters: &[c::MQCACH_CHANNEL_NAME, c::MQIACH_CHANNEL_TYPE, c::MQCACH_CONNECTION_NAME] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::AutoDefinition, exceptional: false, reason: Reason(2234), parameters: &[c::MQCACH_CHANNEL_NAME, c::MQIACH_CHANNEL_TYPE, c::MQIACF_ERROR_IDENTIFIER, c::MQCACH_CONNECTION_NAME, c::MQIACF_AUX_ERROR_DATA_INT_1] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::StartStop, exceptional: false, reason: Reason(2222), parameters: &[c::MQIACF_REASON_QUALIFIER, c::MQCACF_HOST_NAME] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::StartStop, exceptional: false, reason: Reason(2223), parameters: &[c::MQIACF_REASON_QUALIFIER] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Inhibit, exceptional: false, reason: Reason(2016), parameters: &[c::MQCA_Q_NAME, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Inhibit, exceptional: false, reason: Reason(2051), parameters: &[c::MQCA_Q_NAME, c::MQCA_TOPIC_STRING, c::MQCACF_ADMIN_TOPIC_NAMES, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCACF_OBJECT_Q_MGR_NAME, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Local, exceptional: false, reason: Reason(2001), parameters: &[c::MQCA_Q_NAME, c::MQCA_BASE_OBJECT_NAME, c::MQIA_Q_TYPE, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCACF_OBJECT_Q_MGR_NAME, c::MQIA_BASE_TYPE, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Local, exceptional: false, reason: Reason(2082), parameters: &[c::MQCA_Q_NAME, c::MQCA_BASE_OBJECT_NAME, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCACF_OBJECT_Q_MGR_NAME, c::MQIA_BASE_TYPE, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Local, exceptional: false, reason: Reason(2085), parameters: &[c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCA_Q_NAME, c::MQCA_PROCESS_NAME, c::MQCA_TOPIC_NAME, c::MQCACF_OBJECT_Q_MGR_NAME, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Remote, exceptional: false, reason: Reason(2198), parameters: &[c::MQCA_Q_NAME, c::MQCA_XMIT_Q_NAME, c::MQIA_Q_TYPE, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCACF_OBJECT_Q_MGR_NAME, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Remote, exceptional: false, reason: Reason(2199), parameters: &[c::MQCA_Q_NAME, c::MQCA_XMIT_Q_NAME, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCACF_OBJECT_Q_MGR_NAME, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Remote, exceptional: false, reason: Reason(2057), parameters: &[c::MQCA_Q_NAME, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCACF_OBJECT_Q_MGR_NAME, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Remote, exceptional: false, reason: Reason(2184), parameters: &[c::MQCA_Q_NAME, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCACF_OBJECT_Q_MGR_NAME, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Remote, exceptional: false, reason: Reason(2091), parameters: &[c::MQCA_Q_NAME, c::MQCA_XMIT_Q_NAME, c::MQIA_Q_TYPE, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCACF_OBJECT_Q_MGR_NAME, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Remote, exceptional: false, reason: Reason(2092), parameters: &[c::MQCA_Q_NAME, c::MQCA_XMIT_Q_NAME, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCACF_OBJECT_Q_MGR_NAME, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Remote, exceptional: false, reason: Reason(2197), parameters: &[c::MQCA_Q_NAME, c::MQCA_XMIT_Q_NAME, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCACF_OBJECT_Q_MGR_NAME, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Remote, exceptional: false, reason: Reason(2087), parameters: &[c::MQCA_Q_NAME, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCACF_OBJECT_Q_MGR_NAME, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Remote, exceptional: false, reason: Reason(2196), parameters: &[c::MQCA_Q_NAME, c::MQCA_XMIT_Q_NAME, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCACF_OBJECT_Q_MGR_NAME, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Performance, exceptional: false, reason: Reason(2224), parameters: &[c::MQCA_BASE_OBJECT_NAME, c::MQIA_TIME_SINCE_RESET, c::MQIA_HIGH_Q_DEPTH, c::MQIA_MSG_ENQ_COUNT, c::MQIA_MSG_DEQ_COUNT] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Performance, exceptional: false, reason: Reason(2225), parameters: &[c::MQCA_BASE_OBJECT_NAME, c::MQIA_TIME_SINCE_RESET, c::MQIA_HIGH_Q_DEPTH, c::MQIA_MSG_ENQ_COUNT, c::MQIA_MSG_DEQ_COUNT] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Performance, exceptional: false, reason: Reason(2053), parameters: &[c::MQCA_BASE_OBJECT_NAME, c::MQIA_TIME_SINCE_RESET, c::MQIA_HIGH_Q_DEPTH, c::MQIA_MSG_ENQ_COUNT, c::MQIA_MSG_DEQ_COUNT] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Performance, exceptional: false, reason: Reason(2226), parameters: &[c::MQCA_BASE_OBJECT_NAME, c::MQIA_TIME_SINCE_RESET, c::MQIA_HIGH_Q_DEPTH, c::MQIA_MSG_ENQ_COUNT, c::MQIA_MSG_DEQ_COUNT] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Performance, exceptional: false, reason: Reason(2227), parameters: &[c::MQCA_BASE_OBJECT_NAME, c::MQIA_TIME_SINCE_RESET, c::MQIA_HIGH_Q_DEPTH, c::MQIA_MSG_ENQ_COUNT, c::MQIA_MSG_DEQ_COUNT] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Configuration, exceptional: false, reason: Reason(2367), parameters: &[] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Configuration, exceptional: false, reason: Reason(2368), parameters: &[] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Configuration, exceptional: false, reason: Reason(2369), parameters: &[] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Configuration, exceptional: false, reason: Reason(2370), parameters: &[] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Command, exceptional: false, reason: Reason(2412), parameters: &[c::MQGACF_COMMAND_CONTEXT, c::MQGACF_COMMAND_DATA] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Command, exceptional: false, reason: Reason(2413), parameters: &[c::MQGACF_COMMAND_CONTEXT, c::MQGACF_COMMAND_DATA] }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Logger, exceptional: false, reason: Reason(2411), parameters: &[c::MQCACF_CURRENT_LOG_EXTENT_NAME, c::MQCACF_RESTART_LOG_EXTENT_NAME, c::MQCACF_MEDIA_LOG_EXTENT_NAME, c::MQCACF_LOG_PATH] }) },
];
