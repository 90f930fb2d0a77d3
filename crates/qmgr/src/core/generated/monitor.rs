//! Figures published below `$SYS/MQ/INFO/QMGR/<name>/Monitor`.
//!
//! Generated from `tables/monitor_types.csv` and `monitor_elements.csv` by `cargo xtask generate`; do not edit.

use crate::core::figures::table::{Class, Element, Kind, Per, Unit};

/// What a figure counts or measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Figure {
    /// User CPU time percentage.
    SystemUserCpu = 0,
    /// System CPU time percentage.
    SystemKernelCpu = 1,
    /// CPU load - one minute average.
    LoadOneMinute = 2,
    /// CPU load - five minute average.
    LoadFiveMinutes = 3,
    /// CPU load - fifteen minute average.
    LoadFifteenMinutes = 4,
    /// RAM free percentage.
    MemoryFree = 5,
    /// RAM total bytes.
    MemoryTotal = 6,
    /// User CPU time - percentage estimate for queue manager.
    OwnUserCpu = 7,
    /// System CPU time - percentage estimate for queue manager.
    OwnKernelCpu = 8,
    /// RAM total bytes - estimate for queue manager.
    OwnMemory = 9,
    /// MQ trace file system - bytes in use.
    TraceInUse = 10,
    /// MQ trace file system - free space.
    TraceFree = 11,
    /// MQ errors file system - bytes in use.
    ErrorsInUse = 12,
    /// MQ errors file system - free space.
    ErrorsFree = 13,
    /// MQ FDC file count.
    FailureReports = 14,
    /// Queue Manager file system - bytes in use.
    DataInUse = 15,
    /// Queue Manager file system - free space.
    DataFree = 16,
    /// Log - bytes in use.
    LogInUse = 17,
    /// Log - bytes max.
    LogMax = 18,
    /// Log file system - bytes in use.
    LogDiskInUse = 19,
    /// Log file system - bytes max.
    LogDiskMax = 20,
    /// Log - physical bytes written.
    LogPhysicalBytes = 21,
    /// Log - logical bytes written.
    LogLogicalBytes = 22,
    /// Log - write latency.
    LogLatency = 23,
    /// Log - current primary space in use.
    LogPrimaryInUse = 24,
    /// Log - workload primary space utilization.
    LogPrimaryUtilization = 25,
    /// Log - bytes required for media recovery.
    LogMedia = 26,
    /// Log - bytes occupied by reusable extents.
    LogReusable = 27,
    /// Log - write size.
    LogWriteSize = 28,
    /// Log file system - free space.
    LogDiskFree = 29,
    /// Log - disk written log sequence number.
    LogDurable = 30,
    /// Log - slowest write since restart.
    LogSlowest = 31,
    /// MQCONN/MQCONNX count.
    Connects = 32,
    /// Failed MQCONN/MQCONNX count.
    ConnectsFailed = 33,
    /// Concurrent connections - high water mark.
    ConnectionsMost = 34,
    /// MQDISC count.
    Disconnects = 35,
    /// MQOPEN count.
    Opens = 36,
    /// Failed MQOPEN count.
    OpensFailed = 37,
    /// MQCLOSE count.
    Closes = 38,
    /// Failed MQCLOSE count.
    ClosesFailed = 39,
    /// MQINQ count.
    Inquires = 40,
    /// Failed MQINQ count.
    InquiresFailed = 41,
    /// MQSET count.
    Sets = 42,
    /// Failed MQSET count.
    SetsFailed = 43,
    /// Interval total MQPUT/MQPUT1 count.
    PutsAll = 44,
    /// Interval total MQPUT/MQPUT1 byte count.
    PutBytesAll = 45,
    /// Non-persistent message MQPUT count.
    PutsNonPersistent = 46,
    /// Persistent message MQPUT count.
    PutsPersistent = 47,
    /// Failed MQPUT count.
    PutsFailed = 48,
    /// Non-persistent message MQPUT1 count.
    Put1sNonPersistent = 49,
    /// Persistent message MQPUT1 count.
    Put1sPersistent = 50,
    /// Failed MQPUT1 count.
    Put1sFailed = 51,
    /// Put non-persistent messages - byte count.
    PutBytesNonPersistent = 52,
    /// Put persistent messages - byte count.
    PutBytesPersistent = 53,
    /// MQSTAT count.
    Stats = 54,
    /// Interval total destructive get- count.
    GetsAll = 55,
    /// Interval total destructive get - byte count.
    GetBytesAll = 56,
    /// Non-persistent message destructive get - count.
    GetsNonPersistent = 57,
    /// Persistent message destructive get - count.
    GetsPersistent = 58,
    /// Failed MQGET - count.
    GetsFailed = 59,
    /// Got non-persistent messages - byte count.
    GetBytesNonPersistent = 60,
    /// Got persistent messages - byte count.
    GetBytesPersistent = 61,
    /// Non-persistent message browse - count.
    BrowsesNonPersistent = 62,
    /// Persistent message browse - count.
    BrowsesPersistent = 63,
    /// Failed browse count.
    BrowsesFailed = 64,
    /// Non-persistent message browse - byte count.
    BrowseBytesNonPersistent = 65,
    /// Persistent message browse - byte count.
    BrowseBytesPersistent = 66,
    /// Expired message count.
    Expired = 67,
    /// Purged queue count.
    QueuesPurged = 68,
    /// Commit count.
    Commits = 69,
    /// Rollback count.
    BackOuts = 70,
    /// Create durable subscription count.
    DurableCreated = 71,
    /// Alter durable subscription count.
    DurableAltered = 72,
    /// Resume durable subscription count.
    DurableResumed = 73,
    /// Create non-durable subscription count.
    NonDurableCreated = 74,
    /// Failed create/alter/resume subscription count.
    SubscribesFailed = 75,
    /// Delete durable subscription count.
    DurableDeleted = 76,
    /// Delete non-durable subscription count.
    NonDurableDeleted = 77,
    /// Subscription delete failure count.
    DeletesFailed = 78,
    /// MQSUBRQ count.
    Requests = 79,
    /// Failed MQSUBRQ count.
    RequestsFailed = 80,
    /// Durable subscriber - high water mark.
    DurableMost = 81,
    /// Durable subscriber - low water mark.
    DurableLeast = 82,
    /// Non-durable subscriber - high water mark.
    NonDurableMost = 83,
    /// Non-durable subscriber - low water mark.
    NonDurableLeast = 84,
    /// Topic MQPUT/MQPUT1 interval total.
    PublishesAll = 85,
    /// Interval total topic bytes put.
    PublishBytesAll = 86,
    /// Published to subscribers - message count.
    Delivered = 87,
    /// Published to subscribers - byte count.
    DeliveredBytes = 88,
    /// Non-persistent - topic MQPUT/MQPUT1 count.
    PublishesNonPersistent = 89,
    /// Persistent - topic MQPUT/MQPUT1 count.
    PublishesPersistent = 90,
    /// Failed topic MQPUT/MQPUT1 count.
    PublishesFailed = 91,
    /// connections that ended by MQDISC.
    DisconnectsNormal = 92,
    /// connections that ended without MQDISC.
    DisconnectsImplicit = 93,
    /// connections the queue manager ended.
    DisconnectsByQueueManager = 94,
    /// MQOPEN by type of object.
    OpensOf = 95,
    /// failed MQOPEN by type of object.
    OpensFailedOf = 101,
    /// MQCLOSE by type of object.
    ClosesOf = 107,
    /// failed MQCLOSE by type of object.
    ClosesFailedOf = 113,
    /// MQINQ by type of object.
    InquiresOf = 119,
    /// failed MQINQ by type of object.
    InquiresFailedOf = 125,
    /// MQSET by type of object.
    SetsOf = 131,
    /// failed MQSET by type of object.
    SetsFailedOf = 137,
    /// failed MQSTAT.
    StatsFailed = 143,
    /// failed MQCMIT.
    CommitsFailed = 144,
    /// MQCLOSE of a durable subscription that stays.
    DurableClosed = 145,
    /// MQPUT to topics of messages that are not persistent.
    TopicPutsNonPersistent = 146,
    /// MQPUT to topics of persistent messages.
    TopicPutsPersistent = 147,
    /// failed MQPUT to topics.
    TopicPutsFailed = 148,
    /// MQPUT1 to topics of messages that are not persistent.
    TopicPut1sNonPersistent = 149,
    /// MQPUT1 to topics of persistent messages.
    TopicPut1sPersistent = 150,
    /// failed MQPUT1 to topics.
    TopicPut1sFailed = 151,
    /// bytes put to topics in messages that are not persistent.
    TopicPutBytesNonPersistent = 152,
    /// bytes put to topics in persistent messages.
    TopicPutBytesPersistent = 153,
    /// messages to subscribers that are not persistent.
    DeliveredNonPersistent = 154,
    /// persistent messages to subscribers.
    DeliveredPersistent = 155,
    /// bytes to subscribers in messages that are not persistent.
    DeliveredBytesNonPersistent = 156,
    /// bytes to subscribers in persistent messages.
    DeliveredBytesPersistent = 157,
    /// MQOPEN count.
    QueueOpens = 158,
    /// MQCLOSE count.
    QueueCloses = 159,
    /// MQINQ count.
    QueueInquires = 160,
    /// MQSET count.
    QueueSets = 161,
    /// MQPUT/MQPUT1 count.
    QueuePutsAll = 162,
    /// MQPUT byte count.
    QueuePutBytesAll = 163,
    /// MQPUT non-persistent message count.
    QueuePutsNonPersistent = 164,
    /// MQPUT persistent message count.
    QueuePutsPersistent = 165,
    /// MQPUT1 non-persistent message count.
    QueuePut1sNonPersistent = 166,
    /// MQPUT1 persistent message count.
    QueuePut1sPersistent = 167,
    /// non-persistent byte count.
    QueuePutBytesNonPersistent = 168,
    /// persistent byte count.
    QueuePutBytesPersistent = 169,
    /// rolled back MQPUT count.
    QueuePutsBackedOut = 170,
    /// MQGET count.
    QueueGetsAll = 171,
    /// MQGET byte count.
    QueueGetBytesAll = 172,
    /// destructive MQGET non-persistent message count.
    QueueGetsNonPersistent = 173,
    /// destructive MQGET persistent message count.
    QueueGetsPersistent = 174,
    /// destructive MQGET non-persistent byte count.
    QueueGetBytesNonPersistent = 175,
    /// destructive MQGET persistent byte count.
    QueueGetBytesPersistent = 176,
    /// MQGET browse non-persistent message count.
    QueueBrowsesNonPersistent = 177,
    /// MQGET browse persistent message count.
    QueueBrowsesPersistent = 178,
    /// MQGET browse non-persistent byte count.
    QueueBrowseBytesNonPersistent = 179,
    /// MQGET browse persistent byte count.
    QueueBrowseBytesPersistent = 180,
    /// destructive MQGET fails.
    QueueGetsFailed = 181,
    /// destructive MQGET fails with MQRC_NO_MSG_AVAILABLE.
    QueueGetsEmpty = 182,
    /// destructive MQGET fails with MQRC_TRUNCATED_MSG_FAILED.
    QueueGetsTruncated = 183,
    /// MQGET browse fails.
    QueueBrowsesFailed = 184,
    /// MQGET browse fails with MQRC_NO_MSG_AVAILABLE.
    QueueBrowsesEmpty = 185,
    /// MQGET browse fails with MQRC_TRUNCATED_MSG_FAILED.
    QueueBrowsesTruncated = 186,
    /// rolled back MQGET count.
    QueueGetsBackedOut = 187,
    /// messages expired.
    QueueExpired = 188,
    /// queue purged count.
    QueuePurged = 189,
    /// average queue time.
    QueueTime = 190,
    /// Queue depth.
    QueueDepth = 191,
    /// failed MQPUT.
    QueuePutsFailed = 192,
    /// failed MQPUT1.
    QueuePut1sFailed = 193,
    /// messages that were cleared.
    QueueMessagesPurged = 194,
    /// sum of the times on the queue of messages got that are not persistent.
    QueueTimeNonPersistent = 195,
    /// sum of the times on the queue of persistent messages got.
    QueueTimePersistent = 196,
    /// lowest depth.
    QueueDepthLeast = 197,
    /// highest depth.
    QueueDepthMost = 198,
    /// Instance count.
    Instances = 199,
    /// Instances started.
    InstancesStarted = 200,
    /// Instances ended.
    InstancesEnded = 201,
}

/// Number of the first figure of each class, and of all figures.
pub(crate) const CLASS_BEGINS: [usize; 6] = [0, 10, 32, 158, 199, 202];

/// Every class.
pub(crate) static CLASSES: [Class; 5] = [
    Class { number: 0, name: "CPU", about: "Platform central processing units", kinds: &[
        Kind { number: 0, name: "SystemSummary", about: "CPU performance - platform wide", per: Per::QueueManager, elements: &[
            Element { number: 0, unit: Unit::Other(10000), figure: Figure::SystemUserCpu, about: "User CPU time percentage" },
            Element { number: 1, unit: Unit::Other(10000), figure: Figure::SystemKernelCpu, about: "System CPU time percentage" },
            Element { number: 2, unit: Unit::Other(100), figure: Figure::LoadOneMinute, about: "CPU load - one minute average" },
            Element { number: 3, unit: Unit::Other(100), figure: Figure::LoadFiveMinutes, about: "CPU load - five minute average" },
            Element { number: 4, unit: Unit::Other(100), figure: Figure::LoadFifteenMinutes, about: "CPU load - fifteen minute average" },
            Element { number: 5, unit: Unit::Other(10000), figure: Figure::MemoryFree, about: "RAM free percentage" },
            Element { number: 6, unit: Unit::Megabytes, figure: Figure::MemoryTotal, about: "RAM total bytes" },
        ] },
        Kind { number: 1, name: "QMgrSummary", about: "CPU performance - running queue manager", per: Per::QueueManager, elements: &[
            Element { number: 0, unit: Unit::Other(10000), figure: Figure::OwnUserCpu, about: "User CPU time - percentage estimate for queue manager" },
            Element { number: 1, unit: Unit::Other(10000), figure: Figure::OwnKernelCpu, about: "System CPU time - percentage estimate for queue manager" },
            Element { number: 2, unit: Unit::Megabytes, figure: Figure::OwnMemory, about: "RAM total bytes - estimate for queue manager" },
        ] },
    ] },
    Class { number: 1, name: "DISK", about: "Platform persistent data stores", kinds: &[
        Kind { number: 0, name: "SystemSummary", about: "Disk usage - platform wide", per: Per::QueueManager, elements: &[
            Element { number: 4, unit: Unit::Megabytes, figure: Figure::TraceInUse, about: "MQ trace file system - bytes in use" },
            Element { number: 5, unit: Unit::Other(10000), figure: Figure::TraceFree, about: "MQ trace file system - free space" },
            Element { number: 6, unit: Unit::Megabytes, figure: Figure::ErrorsInUse, about: "MQ errors file system - bytes in use" },
            Element { number: 7, unit: Unit::Other(10000), figure: Figure::ErrorsFree, about: "MQ errors file system - free space" },
            Element { number: 8, unit: Unit::Plain, figure: Figure::FailureReports, about: "MQ FDC file count" },
        ] },
        Kind { number: 1, name: "QMgrSummary", about: "Disk usage - running queue managers", per: Per::QueueManager, elements: &[
            Element { number: 0, unit: Unit::Megabytes, figure: Figure::DataInUse, about: "Queue Manager file system - bytes in use" },
            Element { number: 1, unit: Unit::Other(10000), figure: Figure::DataFree, about: "Queue Manager file system - free space" },
        ] },
        Kind { number: 2, name: "Log", about: "Disk usage - queue manager recovery log", per: Per::QueueManager, elements: &[
            Element { number: 0, unit: Unit::Plain, figure: Figure::LogInUse, about: "Log - bytes in use" },
            Element { number: 1, unit: Unit::Plain, figure: Figure::LogMax, about: "Log - bytes max" },
            Element { number: 2, unit: Unit::Plain, figure: Figure::LogDiskInUse, about: "Log file system - bytes in use" },
            Element { number: 3, unit: Unit::Plain, figure: Figure::LogDiskMax, about: "Log file system - bytes max" },
            Element { number: 4, unit: Unit::Delta, figure: Figure::LogPhysicalBytes, about: "Log - physical bytes written" },
            Element { number: 5, unit: Unit::Delta, figure: Figure::LogLogicalBytes, about: "Log - logical bytes written" },
            Element { number: 6, unit: Unit::Other(1000000), figure: Figure::LogLatency, about: "Log - write latency" },
            Element { number: 7, unit: Unit::Other(10000), figure: Figure::LogPrimaryInUse, about: "Log - current primary space in use" },
            Element { number: 8, unit: Unit::Other(10000), figure: Figure::LogPrimaryUtilization, about: "Log - workload primary space utilization" },
            Element { number: 9, unit: Unit::Megabytes, figure: Figure::LogMedia, about: "Log - bytes required for media recovery" },
            Element { number: 10, unit: Unit::Megabytes, figure: Figure::LogReusable, about: "Log - bytes occupied by reusable extents" },
            Element { number: 12, unit: Unit::Plain, figure: Figure::LogWriteSize, about: "Log - write size" },
            Element { number: 13, unit: Unit::Other(10000), figure: Figure::LogDiskFree, about: "Log file system - free space" },
            Element { number: 14, unit: Unit::Other(3), figure: Figure::LogDurable, about: "Log - disk written log sequence number" },
            Element { number: 16, unit: Unit::Other(1000000), figure: Figure::LogSlowest, about: "Log - slowest write since restart" },
        ] },
    ] },
    Class { number: 2, name: "STATMQI", about: "API usage statistics", kinds: &[
        Kind { number: 0, name: "CONNDISC", about: "MQCONN and MQDISC", per: Per::QueueManager, elements: &[
            Element { number: 0, unit: Unit::Delta, figure: Figure::Connects, about: "MQCONN/MQCONNX count" },
            Element { number: 1, unit: Unit::Delta, figure: Figure::ConnectsFailed, about: "Failed MQCONN/MQCONNX count" },
            Element { number: 2, unit: Unit::Plain, figure: Figure::ConnectionsMost, about: "Concurrent connections - high water mark" },
            Element { number: 3, unit: Unit::Delta, figure: Figure::Disconnects, about: "MQDISC count" },
        ] },
        Kind { number: 1, name: "OPENCLOSE", about: "MQOPEN and MQCLOSE", per: Per::QueueManager, elements: &[
            Element { number: 0, unit: Unit::Delta, figure: Figure::Opens, about: "MQOPEN count" },
            Element { number: 1, unit: Unit::Delta, figure: Figure::OpensFailed, about: "Failed MQOPEN count" },
            Element { number: 2, unit: Unit::Delta, figure: Figure::Closes, about: "MQCLOSE count" },
            Element { number: 3, unit: Unit::Delta, figure: Figure::ClosesFailed, about: "Failed MQCLOSE count" },
        ] },
        Kind { number: 2, name: "INQSET", about: "MQINQ and MQSET", per: Per::QueueManager, elements: &[
            Element { number: 0, unit: Unit::Delta, figure: Figure::Inquires, about: "MQINQ count" },
            Element { number: 1, unit: Unit::Delta, figure: Figure::InquiresFailed, about: "Failed MQINQ count" },
            Element { number: 2, unit: Unit::Delta, figure: Figure::Sets, about: "MQSET count" },
            Element { number: 3, unit: Unit::Delta, figure: Figure::SetsFailed, about: "Failed MQSET count" },
        ] },
        Kind { number: 3, name: "PUT", about: "MQPUT", per: Per::QueueManager, elements: &[
            Element { number: 0, unit: Unit::Delta, figure: Figure::PutsAll, about: "Interval total MQPUT/MQPUT1 count" },
            Element { number: 1, unit: Unit::Delta, figure: Figure::PutBytesAll, about: "Interval total MQPUT/MQPUT1 byte count" },
            Element { number: 2, unit: Unit::Delta, figure: Figure::PutsNonPersistent, about: "Non-persistent message MQPUT count" },
            Element { number: 3, unit: Unit::Delta, figure: Figure::PutsPersistent, about: "Persistent message MQPUT count" },
            Element { number: 4, unit: Unit::Delta, figure: Figure::PutsFailed, about: "Failed MQPUT count" },
            Element { number: 5, unit: Unit::Delta, figure: Figure::Put1sNonPersistent, about: "Non-persistent message MQPUT1 count" },
            Element { number: 6, unit: Unit::Delta, figure: Figure::Put1sPersistent, about: "Persistent message MQPUT1 count" },
            Element { number: 7, unit: Unit::Delta, figure: Figure::Put1sFailed, about: "Failed MQPUT1 count" },
            Element { number: 8, unit: Unit::Delta, figure: Figure::PutBytesNonPersistent, about: "Put non-persistent messages - byte count" },
            Element { number: 9, unit: Unit::Delta, figure: Figure::PutBytesPersistent, about: "Put persistent messages - byte count" },
            Element { number: 10, unit: Unit::Delta, figure: Figure::Stats, about: "MQSTAT count" },
        ] },
        Kind { number: 4, name: "GET", about: "MQGET", per: Per::QueueManager, elements: &[
            Element { number: 0, unit: Unit::Delta, figure: Figure::GetsAll, about: "Interval total destructive get- count" },
            Element { number: 1, unit: Unit::Delta, figure: Figure::GetBytesAll, about: "Interval total destructive get - byte count" },
            Element { number: 2, unit: Unit::Delta, figure: Figure::GetsNonPersistent, about: "Non-persistent message destructive get - count" },
            Element { number: 3, unit: Unit::Delta, figure: Figure::GetsPersistent, about: "Persistent message destructive get - count" },
            Element { number: 4, unit: Unit::Delta, figure: Figure::GetsFailed, about: "Failed MQGET - count" },
            Element { number: 5, unit: Unit::Delta, figure: Figure::GetBytesNonPersistent, about: "Got non-persistent messages - byte count" },
            Element { number: 6, unit: Unit::Delta, figure: Figure::GetBytesPersistent, about: "Got persistent messages - byte count" },
            Element { number: 7, unit: Unit::Delta, figure: Figure::BrowsesNonPersistent, about: "Non-persistent message browse - count" },
            Element { number: 8, unit: Unit::Delta, figure: Figure::BrowsesPersistent, about: "Persistent message browse - count" },
            Element { number: 9, unit: Unit::Delta, figure: Figure::BrowsesFailed, about: "Failed browse count" },
            Element { number: 10, unit: Unit::Delta, figure: Figure::BrowseBytesNonPersistent, about: "Non-persistent message browse - byte count" },
            Element { number: 11, unit: Unit::Delta, figure: Figure::BrowseBytesPersistent, about: "Persistent message browse - byte count" },
            Element { number: 12, unit: Unit::Delta, figure: Figure::Expired, about: "Expired message count" },
            Element { number: 13, unit: Unit::Delta, figure: Figure::QueuesPurged, about: "Purged queue count" },
        ] },
        Kind { number: 5, name: "SYNCPOINT", about: "Commit and rollback", per: Per::QueueManager, elements: &[
            Element { number: 0, unit: Unit::Delta, figure: Figure::Commits, about: "Commit count" },
            Element { number: 2, unit: Unit::Delta, figure: Figure::BackOuts, about: "Rollback count" },
        ] },
        Kind { number: 6, name: "SUBSCRIBE", about: "Subscribe", per: Per::QueueManager, elements: &[
            Element { number: 0, unit: Unit::Delta, figure: Figure::DurableCreated, about: "Create durable subscription count" },
            Element { number: 1, unit: Unit::Delta, figure: Figure::DurableAltered, about: "Alter durable subscription count" },
            Element { number: 2, unit: Unit::Delta, figure: Figure::DurableResumed, about: "Resume durable subscription count" },
            Element { number: 3, unit: Unit::Delta, figure: Figure::NonDurableCreated, about: "Create non-durable subscription count" },
            Element { number: 6, unit: Unit::Delta, figure: Figure::SubscribesFailed, about: "Failed create/alter/resume subscription count" },
            Element { number: 7, unit: Unit::Delta, figure: Figure::DurableDeleted, about: "Delete durable subscription count" },
            Element { number: 8, unit: Unit::Delta, figure: Figure::NonDurableDeleted, about: "Delete non-durable subscription count" },
            Element { number: 9, unit: Unit::Delta, figure: Figure::DeletesFailed, about: "Subscription delete failure count" },
            Element { number: 10, unit: Unit::Delta, figure: Figure::Requests, about: "MQSUBRQ count" },
            Element { number: 11, unit: Unit::Delta, figure: Figure::RequestsFailed, about: "Failed MQSUBRQ count" },
            Element { number: 12, unit: Unit::Plain, figure: Figure::DurableMost, about: "Durable subscriber - high water mark" },
            Element { number: 13, unit: Unit::Plain, figure: Figure::DurableLeast, about: "Durable subscriber - low water mark" },
            Element { number: 14, unit: Unit::Plain, figure: Figure::NonDurableMost, about: "Non-durable subscriber - high water mark" },
            Element { number: 15, unit: Unit::Plain, figure: Figure::NonDurableLeast, about: "Non-durable subscriber - low water mark" },
        ] },
        Kind { number: 7, name: "PUBLISH", about: "Publish", per: Per::QueueManager, elements: &[
            Element { number: 0, unit: Unit::Delta, figure: Figure::PublishesAll, about: "Topic MQPUT/MQPUT1 interval total" },
            Element { number: 1, unit: Unit::Delta, figure: Figure::PublishBytesAll, about: "Interval total topic bytes put" },
            Element { number: 2, unit: Unit::Delta, figure: Figure::Delivered, about: "Published to subscribers - message count" },
            Element { number: 3, unit: Unit::Delta, figure: Figure::DeliveredBytes, about: "Published to subscribers - byte count" },
            Element { number: 4, unit: Unit::Delta, figure: Figure::PublishesNonPersistent, about: "Non-persistent - topic MQPUT/MQPUT1 count" },
            Element { number: 5, unit: Unit::Delta, figure: Figure::PublishesPersistent, about: "Persistent - topic MQPUT/MQPUT1 count" },
            Element { number: 6, unit: Unit::Delta, figure: Figure::PublishesFailed, about: "Failed topic MQPUT/MQPUT1 count" },
        ] },
    ] },
    Class { number: 3, name: "STATQ", about: "API per-queue usage statistics", kinds: &[
        Kind { number: 0, name: "OPENCLOSE", about: "MQOPEN and MQCLOSE", per: Per::Queue, elements: &[
            Element { number: 0, unit: Unit::Delta, figure: Figure::QueueOpens, about: "MQOPEN count" },
            Element { number: 1, unit: Unit::Delta, figure: Figure::QueueCloses, about: "MQCLOSE count" },
        ] },
        Kind { number: 1, name: "INQSET", about: "MQINQ and MQSET", per: Per::Queue, elements: &[
            Element { number: 0, unit: Unit::Delta, figure: Figure::QueueInquires, about: "MQINQ count" },
            Element { number: 1, unit: Unit::Delta, figure: Figure::QueueSets, about: "MQSET count" },
        ] },
        Kind { number: 2, name: "PUT", about: "MQPUT and MQPUT1", per: Per::Queue, elements: &[
            Element { number: 0, unit: Unit::Delta, figure: Figure::QueuePutsAll, about: "MQPUT/MQPUT1 count" },
            Element { number: 1, unit: Unit::Delta, figure: Figure::QueuePutBytesAll, about: "MQPUT byte count" },
            Element { number: 2, unit: Unit::Delta, figure: Figure::QueuePutsNonPersistent, about: "MQPUT non-persistent message count" },
            Element { number: 3, unit: Unit::Delta, figure: Figure::QueuePutsPersistent, about: "MQPUT persistent message count" },
            Element { number: 4, unit: Unit::Delta, figure: Figure::QueuePut1sNonPersistent, about: "MQPUT1 non-persistent message count" },
            Element { number: 5, unit: Unit::Delta, figure: Figure::QueuePut1sPersistent, about: "MQPUT1 persistent message count" },
            Element { number: 6, unit: Unit::Delta, figure: Figure::QueuePutBytesNonPersistent, about: "non-persistent byte count" },
            Element { number: 7, unit: Unit::Delta, figure: Figure::QueuePutBytesPersistent, about: "persistent byte count" },
            Element { number: 11, unit: Unit::Delta, figure: Figure::QueuePutsBackedOut, about: "rolled back MQPUT count" },
        ] },
        Kind { number: 3, name: "GET", about: "MQGET", per: Per::Queue, elements: &[
            Element { number: 0, unit: Unit::Delta, figure: Figure::QueueGetsAll, about: "MQGET count" },
            Element { number: 1, unit: Unit::Delta, figure: Figure::QueueGetBytesAll, about: "MQGET byte count" },
            Element { number: 2, unit: Unit::Delta, figure: Figure::QueueGetsNonPersistent, about: "destructive MQGET non-persistent message count" },
            Element { number: 3, unit: Unit::Delta, figure: Figure::QueueGetsPersistent, about: "destructive MQGET persistent message count" },
            Element { number: 4, unit: Unit::Delta, figure: Figure::QueueGetBytesNonPersistent, about: "destructive MQGET non-persistent byte count" },
            Element { number: 5, unit: Unit::Delta, figure: Figure::QueueGetBytesPersistent, about: "destructive MQGET persistent byte count" },
            Element { number: 6, unit: Unit::Delta, figure: Figure::QueueBrowsesNonPersistent, about: "MQGET browse non-persistent message count" },
            Element { number: 7, unit: Unit::Delta, figure: Figure::QueueBrowsesPersistent, about: "MQGET browse persistent message count" },
            Element { number: 8, unit: Unit::Delta, figure: Figure::QueueBrowseBytesNonPersistent, about: "MQGET browse non-persistent byte count" },
            Element { number: 9, unit: Unit::Delta, figure: Figure::QueueBrowseBytesPersistent, about: "MQGET browse persistent byte count" },
            Element { number: 10, unit: Unit::Delta, figure: Figure::QueueGetsFailed, about: "destructive MQGET fails" },
            Element { number: 11, unit: Unit::Delta, figure: Figure::QueueGetsEmpty, about: "destructive MQGET fails with MQRC_NO_MSG_AVAILABLE" },
            Element { number: 12, unit: Unit::Delta, figure: Figure::QueueGetsTruncated, about: "destructive MQGET fails with MQRC_TRUNCATED_MSG_FAILED" },
            Element { number: 13, unit: Unit::Delta, figure: Figure::QueueBrowsesFailed, about: "MQGET browse fails" },
            Element { number: 14, unit: Unit::Delta, figure: Figure::QueueBrowsesEmpty, about: "MQGET browse fails with MQRC_NO_MSG_AVAILABLE" },
            Element { number: 15, unit: Unit::Delta, figure: Figure::QueueBrowsesTruncated, about: "MQGET browse fails with MQRC_TRUNCATED_MSG_FAILED" },
            Element { number: 16, unit: Unit::Delta, figure: Figure::QueueGetsBackedOut, about: "rolled back MQGET count" },
        ] },
        Kind { number: 4, name: "GENERAL", about: "General queue metrics", per: Per::Queue, elements: &[
            Element { number: 0, unit: Unit::Delta, figure: Figure::QueueExpired, about: "messages expired" },
            Element { number: 1, unit: Unit::Delta, figure: Figure::QueuePurged, about: "queue purged count" },
            Element { number: 2, unit: Unit::Other(1000000), figure: Figure::QueueTime, about: "average queue time" },
            Element { number: 3, unit: Unit::Plain, figure: Figure::QueueDepth, about: "Queue depth" },
        ] },
    ] },
    Class { number: 4, name: "STATAPP", about: "Application usage statistics", kinds: &[
        Kind { number: 0, name: "INSTANCE", about: "Instance statistics", per: Per::Application, elements: &[
            Element { number: 0, unit: Unit::Plain, figure: Figure::Instances, about: "Instance count" },
            Element { number: 3, unit: Unit::Delta, figure: Figure::InstancesStarted, about: "Instances started" },
            Element { number: 7, unit: Unit::Delta, figure: Figure::InstancesEnded, about: "Instances ended" },
        ] },
    ] },
];
