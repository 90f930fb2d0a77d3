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
    /// A connection ended by MQDISC.
    DisconnectedNormally,
    /// A connection ended without MQDISC.
    DisconnectedImplicitly,
    /// The queue manager ended a connection.
    DisconnectedByQueueManager,
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
    /// MQPUT1 to a queue failed that could be opened.
    QueuePut1Failed,
    /// A message that is not persistent came to a queue by MQPUT1.
    QueuePut1NonPersistent,
    /// A persistent message came to a queue by MQPUT1.
    QueuePut1Persistent,
    /// MQPUT to a topic of a message that is not persistent.
    PublishedNonPersistent,
    /// MQPUT to a topic of a persistent message.
    PublishedPersistent,
    /// MQPUT to a topic failed.
    PublishFailed,
    /// MQPUT1 to a topic of a message that is not persistent.
    Published1NonPersistent,
    /// MQPUT1 to a topic of a persistent message.
    Published1Persistent,
    /// MQPUT1 to a topic failed.
    Publish1Failed,
    /// A publication that is not persistent goes to a subscriber.
    DeliveredNonPersistent,
    /// A persistent publication goes to a subscriber.
    DeliveredPersistent,
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
    /// MQCMIT failed.
    CommitFailed,
    /// MQCMIT succeeded.
    Committed,
    /// MQBACK.
    BackedOut,
    /// MQSTAT succeeded.
    AskedStatus,
    /// MQSTAT failed.
    AskingStatusFailed,
    /// A durable subscription was made.
    DurableSubscribed,
    /// A durable subscription was altered.
    DurableSubscriptionAltered,
    /// A durable subscription was resumed.
    DurableSubscriptionResumed,
    /// A durable subscription was removed.
    DurableUnsubscribed,
    /// A handle of a durable subscription was closed that stays.
    DurableSubscriptionClosed,
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
    /// A message was cleared.
    MessageCleared,
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
pub(crate) static ROWS: [Row; 103] = [
    Row { calls: Some(F::Connects), types: None, bytes: None, queue: &[], event: None },
    Row { calls: Some(F::ConnectsFailed), types: None, bytes: None, queue: &[], event: None },
    Row { calls: Some(F::Disconnects), types: None, bytes: None, queue: &[], event: None },
    Row { calls: Some(F::DisconnectsNormal), types: None, bytes: None, queue: &[], event: None },
    Row { calls: Some(F::DisconnectsImplicit), types: None, bytes: None, queue: &[], event: None },
    Row { calls: Some(F::DisconnectsByQueueManager), types: None, bytes: None, queue: &[], event: None },
    Row { calls: Some(F::Opens), types: Some(F::OpensOf), bytes: None, queue: &[F::QueueOpens], event: None },
    Row { calls: Some(F::OpensFailed), types: Some(F::OpensFailedOf), bytes: None, queue: &[], event: None },
    Row { calls: Some(F::Closes), types: Some(F::ClosesOf), bytes: None, queue: &[], event: None },
    Row { calls: Some(F::ClosesFailed), types: Some(F::ClosesFailedOf), bytes: None, queue: &[], event: None },
    Row { calls: None, types: None, bytes: None, queue: &[F::QueueCloses], event: None },
    Row { calls: Some(F::Inquires), types: Some(F::InquiresOf), bytes: None, queue: &[F::QueueInquires], event: None },
    Row { calls: Some(F::InquiresFailed), types: Some(F::InquiresFailedOf), bytes: None, queue: &[F::QueueInquires], event: None },
    Row { calls: Some(F::Sets), types: Some(F::SetsOf), bytes: None, queue: &[F::QueueSets], event: None },
    Row { calls: Some(F::SetsFailed), types: Some(F::SetsFailedOf), bytes: None, queue: &[F::QueueSets], event: None },
    Row { calls: Some(F::PutsNonPersistent), types: None, bytes: Some(F::PutBytesNonPersistent), queue: &[], event: None },
    Row { calls: Some(F::PutsPersistent), types: None, bytes: Some(F::PutBytesPersistent), queue: &[], event: None },
    Row { calls: Some(F::PutsFailed), types: None, bytes: None, queue: &[F::QueuePutsFailed], event: None },
    Row { calls: Some(F::Put1sNonPersistent), types: None, bytes: Some(F::PutBytesNonPersistent), queue: &[], event: None },
    Row { calls: Some(F::Put1sPersistent), types: None, bytes: Some(F::PutBytesPersistent), queue: &[], event: None },
    Row { calls: Some(F::Put1sFailed), types: None, bytes: None, queue: &[], event: None },
    Row { calls: None, types: None, bytes: None, queue: &[F::QueuePut1sFailed], event: None },
    Row { calls: None, types: None, bytes: None, queue: &[F::QueuePut1sNonPersistent], event: None },
    Row { calls: None, types: None, bytes: None, queue: &[F::QueuePut1sPersistent], event: None },
    Row { calls: Some(F::TopicPutsNonPersistent), types: None, bytes: Some(F::TopicPutBytesNonPersistent), queue: &[], event: None },
    Row { calls: Some(F::TopicPutsPersistent), types: None, bytes: Some(F::TopicPutBytesPersistent), queue: &[], event: None },
    Row { calls: Some(F::TopicPutsFailed), types: None, bytes: None, queue: &[], event: None },
    Row { calls: Some(F::TopicPut1sNonPersistent), types: None, bytes: Some(F::TopicPutBytesNonPersistent), queue: &[], event: None },
    Row { calls: Some(F::TopicPut1sPersistent), types: None, bytes: Some(F::TopicPutBytesPersistent), queue: &[], event: None },
    Row { calls: Some(F::TopicPut1sFailed), types: None, bytes: None, queue: &[], event: None },
    Row { calls: Some(F::DeliveredNonPersistent), types: None, bytes: Some(F::DeliveredBytesNonPersistent), queue: &[], event: None },
    Row { calls: Some(F::DeliveredPersistent), types: None, bytes: Some(F::DeliveredBytesPersistent), queue: &[], event: None },
    Row { calls: Some(F::GetsNonPersistent), types: None, bytes: Some(F::GetBytesNonPersistent), queue: &[], event: None },
    Row { calls: Some(F::GetsPersistent), types: None, bytes: Some(F::GetBytesPersistent), queue: &[], event: None },
    Row { calls: Some(F::GetsFailed), types: None, bytes: None, queue: &[F::QueueGetsFailed], event: None },
    Row { calls: Some(F::GetsFailed), types: None, bytes: None, queue: &[F::QueueGetsFailed, F::QueueGetsEmpty], event: None },
    Row { calls: Some(F::GetsFailed), types: None, bytes: None, queue: &[F::QueueGetsFailed, F::QueueGetsTruncated], event: None },
    Row { calls: Some(F::BrowsesNonPersistent), types: None, bytes: Some(F::BrowseBytesNonPersistent), queue: &[], event: None },
    Row { calls: Some(F::BrowsesPersistent), types: None, bytes: Some(F::BrowseBytesPersistent), queue: &[], event: None },
    Row { calls: Some(F::BrowsesFailed), types: None, bytes: None, queue: &[F::QueueBrowsesFailed], event: None },
    Row { calls: Some(F::BrowsesFailed), types: None, bytes: None, queue: &[F::QueueBrowsesFailed, F::QueueBrowsesEmpty], event: None },
    Row { calls: Some(F::BrowsesFailed), types: None, bytes: None, queue: &[F::QueueBrowsesFailed, F::QueueBrowsesTruncated], event: None },
    Row { calls: Some(F::CommitsFailed), types: None, bytes: None, queue: &[], event: None },
    Row { calls: Some(F::Commits), types: None, bytes: None, queue: &[], event: None },
    Row { calls: Some(F::BackOuts), types: None, bytes: None, queue: &[], event: None },
    Row { calls: Some(F::Stats), types: None, bytes: None, queue: &[], event: None },
    Row { calls: Some(F::StatsFailed), types: None, bytes: None, queue: &[], event: None },
    Row { calls: Some(F::DurableCreated), types: None, bytes: None, queue: &[], event: None },
    Row { calls: Some(F::DurableAltered), types: None, bytes: None, queue: &[], event: None },
    Row { calls: Some(F::DurableResumed), types: None, bytes: None, queue: &[], event: None },
    Row { calls: Some(F::DurableDeleted), types: None, bytes: None, queue: &[], event: None },
    Row { calls: Some(F::DurableClosed), types: None, bytes: None, queue: &[], event: None },
    Row { calls: Some(F::NonDurableCreated), types: None, bytes: None, queue: &[], event: None },
    Row { calls: Some(F::NonDurableDeleted), types: None, bytes: None, queue: &[], event: None },
    Row { calls: Some(F::SubscribesFailed), types: None, bytes: None, queue: &[], event: None },
    Row { calls: Some(F::DeletesFailed), types: None, bytes: None, queue: &[], event: None },
    Row { calls: Some(F::Requests), types: None, bytes: None, queue: &[], event: None },
    Row { calls: Some(F::RequestsFailed), types: None, bytes: None, queue: &[], event: None },
    Row { calls: Some(F::Expired), types: None, bytes: None, queue: &[], event: None },
    Row { calls: Some(F::QueuesPurged), types: None, bytes: None, queue: &[F::QueuePurged], event: None },
    Row { calls: None, types: None, bytes: None, queue: &[F::QueueMessagesPurged], event: None },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Authority, exceptional: false, reason: Reason(2035), parameters: &[] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Channel, exceptional: true, reason: Reason(2577), parameters: &[c::MQIACF_REASON_QUALIFIER, c::MQCACH_CHANNEL_NAME, c::MQCACF_USER_IDENTIFIER, c::MQCACH_CONNECTION_NAME, c::MQCA_REMOTE_Q_MGR_NAME, c::MQCACH_SSL_PEER_NAME, c::MQCA_SSL_CERT_ISSUER_NAME, c::MQCACH_CLIENT_USER_ID, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Channel, exceptional: true, reason: Reason(2578), parameters: &[c::MQIACF_REASON_QUALIFIER, c::MQCACH_CHANNEL_NAME, c::MQCACF_USER_IDENTIFIER, c::MQCACH_CONNECTION_NAME, c::MQCA_REMOTE_Q_MGR_NAME, c::MQCACH_SSL_PEER_NAME, c::MQCA_SSL_CERT_ISSUER_NAME, c::MQCACH_CLIENT_USER_ID, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Channel, exceptional: false, reason: Reason(2282), parameters: &[c::MQCACH_CHANNEL_NAME, c::MQCACH_XMIT_Q_NAME, c::MQCACH_CONNECTION_NAME] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Channel, exceptional: false, reason: Reason(2283), parameters: &[c::MQIACF_REASON_QUALIFIER, c::MQCACH_CHANNEL_NAME, c::MQIACF_ERROR_IDENTIFIER, c::MQIACF_AUX_ERROR_DATA_INT_1, c::MQIACF_AUX_ERROR_DATA_INT_2, c::MQCACF_AUX_ERROR_DATA_STR_1, c::MQCACF_AUX_ERROR_DATA_STR_2, c::MQCACF_AUX_ERROR_DATA_STR_3, c::MQCACH_XMIT_Q_NAME, c::MQCACH_CONNECTION_NAME] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Channel, exceptional: true, reason: Reason(2283), parameters: &[c::MQIACF_REASON_QUALIFIER, c::MQCACH_CHANNEL_NAME, c::MQIACF_ERROR_IDENTIFIER, c::MQIACF_AUX_ERROR_DATA_INT_1, c::MQIACF_AUX_ERROR_DATA_INT_2, c::MQCACF_AUX_ERROR_DATA_STR_1, c::MQCACF_AUX_ERROR_DATA_STR_2, c::MQCACF_AUX_ERROR_DATA_STR_3, c::MQCACH_XMIT_Q_NAME, c::MQCACH_CONNECTION_NAME] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Channel, exceptional: true, reason: Reason(2279), parameters: &[c::MQIACF_REASON_QUALIFIER, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Channel, exceptional: true, reason: Reason(2295), parameters: &[c::MQCACH_CHANNEL_NAME, c::MQCACH_XMIT_Q_NAME, c::MQCACH_CONNECTION_NAME] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Channel, exceptional: true, reason: Reason(2296), parameters: &[c::MQCACH_CHANNEL_NAME, c::MQCACH_XMIT_Q_NAME, c::MQCACH_CONNECTION_NAME] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Channel, exceptional: true, reason: Reason(2284), parameters: &[c::MQIACF_CONV_REASON_CODE, c::MQCACH_CHANNEL_NAME, c::MQCACH_FORMAT_NAME, c::MQCACH_XMIT_Q_NAME, c::MQCACH_CONNECTION_NAME] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Channel, exceptional: true, reason: Reason(2537), parameters: &[c::MQIACF_REASON_QUALIFIER, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME, c::MQIA_ACTIVE_CHANNELS, c::MQIACH_MAX_INSTANCES, c::MQIACH_MAX_INSTS_PER_CLIENT] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Ssl, exceptional: false, reason: Reason(2371), parameters: &[c::MQIACF_REASON_QUALIFIER, c::MQCACH_CHANNEL_NAME, c::MQCACH_XMIT_Q_NAME, c::MQCACH_CONNECTION_NAME, c::MQCACH_SSL_HANDSHAKE_STAGE, c::MQIACH_SSL_RETURN_CODE, c::MQCACH_SSL_PEER_NAME, c::MQCA_SSL_CERT_ISSUER_NAME] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::AutoDefinition, exceptional: false, reason: Reason(2233), parameters: &[c::MQCACH_CHANNEL_NAME, c::MQIACH_CHANNEL_TYPE, c::MQCACH_CONNECTION_NAME] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::AutoDefinition, exceptional: false, reason: Reason(2234), parameters: &[c::MQCACH_CHANNEL_NAME, c::MQIACH_CHANNEL_TYPE, c::MQIACF_ERROR_IDENTIFIER, c::MQCACH_CONNECTION_NAME, c::MQIACF_AUX_ERROR_DATA_INT_1] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::StartStop, exceptional: false, reason: Reason(2222), parameters: &[c::MQIACF_REASON_QUALIFIER, c::MQCACF_HOST_NAME] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::StartStop, exceptional: false, reason: Reason(2223), parameters: &[c::MQIACF_REASON_QUALIFIER] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Inhibit, exceptional: false, reason: Reason(2016), parameters: &[c::MQCA_Q_NAME, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Inhibit, exceptional: false, reason: Reason(2051), parameters: &[c::MQCA_Q_NAME, c::MQCA_TOPIC_STRING, c::MQCACF_ADMIN_TOPIC_NAMES, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCACF_OBJECT_Q_MGR_NAME, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Local, exceptional: false, reason: Reason(2001), parameters: &[c::MQCA_Q_NAME, c::MQCA_BASE_OBJECT_NAME, c::MQIA_Q_TYPE, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCACF_OBJECT_Q_MGR_NAME, c::MQIA_BASE_TYPE, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Local, exceptional: false, reason: Reason(2082), parameters: &[c::MQCA_Q_NAME, c::MQCA_BASE_OBJECT_NAME, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCACF_OBJECT_Q_MGR_NAME, c::MQIA_BASE_TYPE, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Local, exceptional: false, reason: Reason(2085), parameters: &[c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCA_Q_NAME, c::MQCA_PROCESS_NAME, c::MQCA_TOPIC_NAME, c::MQCACF_OBJECT_Q_MGR_NAME, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Remote, exceptional: false, reason: Reason(2198), parameters: &[c::MQCA_Q_NAME, c::MQCA_XMIT_Q_NAME, c::MQIA_Q_TYPE, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCACF_OBJECT_Q_MGR_NAME, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Remote, exceptional: false, reason: Reason(2199), parameters: &[c::MQCA_Q_NAME, c::MQCA_XMIT_Q_NAME, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCACF_OBJECT_Q_MGR_NAME, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Remote, exceptional: false, reason: Reason(2057), parameters: &[c::MQCA_Q_NAME, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCACF_OBJECT_Q_MGR_NAME, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Remote, exceptional: false, reason: Reason(2184), parameters: &[c::MQCA_Q_NAME, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCACF_OBJECT_Q_MGR_NAME, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Remote, exceptional: false, reason: Reason(2091), parameters: &[c::MQCA_Q_NAME, c::MQCA_XMIT_Q_NAME, c::MQIA_Q_TYPE, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCACF_OBJECT_Q_MGR_NAME, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Remote, exceptional: false, reason: Reason(2092), parameters: &[c::MQCA_Q_NAME, c::MQCA_XMIT_Q_NAME, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCACF_OBJECT_Q_MGR_NAME, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Remote, exceptional: false, reason: Reason(2197), parameters: &[c::MQCA_Q_NAME, c::MQCA_XMIT_Q_NAME, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCACF_OBJECT_Q_MGR_NAME, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Remote, exceptional: false, reason: Reason(2087), parameters: &[c::MQCA_Q_NAME, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCACF_OBJECT_Q_MGR_NAME, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Remote, exceptional: false, reason: Reason(2196), parameters: &[c::MQCA_Q_NAME, c::MQCA_XMIT_Q_NAME, c::MQIA_APPL_TYPE, c::MQCACF_APPL_NAME, c::MQCACF_OBJECT_Q_MGR_NAME, c::MQCACH_CONNECTION_NAME, c::MQCACH_CHANNEL_NAME] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Performance, exceptional: false, reason: Reason(2224), parameters: &[c::MQCA_BASE_OBJECT_NAME, c::MQIA_TIME_SINCE_RESET, c::MQIA_HIGH_Q_DEPTH, c::MQIA_MSG_ENQ_COUNT, c::MQIA_MSG_DEQ_COUNT] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Performance, exceptional: false, reason: Reason(2225), parameters: &[c::MQCA_BASE_OBJECT_NAME, c::MQIA_TIME_SINCE_RESET, c::MQIA_HIGH_Q_DEPTH, c::MQIA_MSG_ENQ_COUNT, c::MQIA_MSG_DEQ_COUNT] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Performance, exceptional: false, reason: Reason(2053), parameters: &[c::MQCA_BASE_OBJECT_NAME, c::MQIA_TIME_SINCE_RESET, c::MQIA_HIGH_Q_DEPTH, c::MQIA_MSG_ENQ_COUNT, c::MQIA_MSG_DEQ_COUNT] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Performance, exceptional: false, reason: Reason(2226), parameters: &[c::MQCA_BASE_OBJECT_NAME, c::MQIA_TIME_SINCE_RESET, c::MQIA_HIGH_Q_DEPTH, c::MQIA_MSG_ENQ_COUNT, c::MQIA_MSG_DEQ_COUNT] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Performance, exceptional: false, reason: Reason(2227), parameters: &[c::MQCA_BASE_OBJECT_NAME, c::MQIA_TIME_SINCE_RESET, c::MQIA_HIGH_Q_DEPTH, c::MQIA_MSG_ENQ_COUNT, c::MQIA_MSG_DEQ_COUNT] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Configuration, exceptional: false, reason: Reason(2367), parameters: &[] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Configuration, exceptional: false, reason: Reason(2368), parameters: &[] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Configuration, exceptional: false, reason: Reason(2369), parameters: &[] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Configuration, exceptional: false, reason: Reason(2370), parameters: &[] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Command, exceptional: false, reason: Reason(2412), parameters: &[c::MQGACF_COMMAND_CONTEXT, c::MQGACF_COMMAND_DATA] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Command, exceptional: false, reason: Reason(2413), parameters: &[c::MQGACF_COMMAND_CONTEXT, c::MQGACF_COMMAND_DATA] }) },
    Row { calls: None, types: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Logger, exceptional: false, reason: Reason(2411), parameters: &[c::MQCACF_CURRENT_LOG_EXTENT_NAME, c::MQCACF_RESTART_LOG_EXTENT_NAME, c::MQCACF_MEDIA_LOG_EXTENT_NAME, c::MQCACF_LOG_PATH] }) },
];
