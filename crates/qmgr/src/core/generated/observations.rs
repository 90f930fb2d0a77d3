//! What the queue manager observes of itself.
//!
//! Generated from `tables/observations.csv` by `cargo xtask generate`; do not edit.

use crate::core::generated::monitor::Figure as F;
use crate::core::observation::{EventCategory, EventMessage, Row};
use ferromq_mqi::Reason;

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
}

/// Who is told, in the order of [`Observed`].
pub(crate) static ROWS: [Row; 52] = [
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
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Authority, exceptional: false, reason: Reason(2035) }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Channel, exceptional: true, reason: Reason(2577) }) },
    Row { calls: None, bytes: None, queue: &[], event: Some(EventMessage { category: EventCategory::Channel, exceptional: true, reason: Reason(2578) }) },
];
