//! Figures published below `$SYS/MQ/INFO/QMGR/<name>/Monitor`.
//!
//! Generated from `tables/monitor_types.csv` and `monitor_elements.csv` by `cargo xtask generate`; do not edit.

use crate::core::figures::table::{Class, Element, Kind, Per, Unit};

/// What a figure counts or measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Figure {
    /// User CPU time percentage.
    SystemUserCpu,
    /// System CPU time percentage.
    SystemKernelCpu,
    /// CPU load - one minute average.
    LoadOneMinute,
    /// CPU load - five minute average.
    LoadFiveMinutes,
    /// CPU load - fifteen minute average.
    LoadFifteenMinutes,
    /// RAM free percentage.
    MemoryFree,
    /// RAM total bytes.
    MemoryTotal,
    /// User CPU time - percentage estimate for queue manager.
    OwnUserCpu,
    /// System CPU time - percentage estimate for queue manager.
    OwnKernelCpu,
    /// RAM total bytes - estimate for queue manager.
    OwnMemory,
    /// MQ trace file system - bytes in use.
    TraceInUse,
    /// MQ trace file system - free space.
    TraceFree,
    /// MQ errors file system - bytes in use.
    ErrorsInUse,
    /// MQ errors file system - free space.
    ErrorsFree,
    /// MQ FDC file count.
    FailureReports,
    /// Queue Manager file system - bytes in use.
    DataInUse,
    /// Queue Manager file system - free space.
    DataFree,
    /// Log - bytes in use.
    LogInUse,
    /// Log - bytes max.
    LogMax,
    /// Log file system - bytes in use.
    LogDiskInUse,
    /// Log file system - bytes max.
    LogDiskMax,
    /// Log - physical bytes written.
    LogPhysicalBytes,
    /// Log - logical bytes written.
    LogLogicalBytes,
    /// Log - write latency.
    LogLatency,
    /// Log - current primary space in use.
    LogPrimaryInUse,
    /// Log - workload primary space utilization.
    LogPrimaryUtilization,
    /// Log - bytes required for media recovery.
    LogMedia,
    /// Log - bytes occupied by reusable extents.
    LogReusable,
    /// Log - write size.
    LogWriteSize,
    /// Log file system - free space.
    LogDiskFree,
    /// Log - disk written log sequence number.
    LogDurable,
    /// Log - slowest write since restart.
    LogSlowest,
    /// MQCONN/MQCONNX count.
    Connects,
    /// Failed MQCONN/MQCONNX count.
    ConnectsFailed,
    /// Concurrent connections - high water mark.
    ConnectionsMost,
    /// MQDISC count.
    Disconnects,
    /// MQOPEN count.
    Opens,
    /// Failed MQOPEN count.
    OpensFailed,
    /// MQCLOSE count.
    Closes,
    /// Failed MQCLOSE count.
    ClosesFailed,
    /// MQINQ count.
    Inquires,
    /// Failed MQINQ count.
    InquiresFailed,
    /// MQSET count.
    Sets,
    /// Failed MQSET count.
    SetsFailed,
    /// Interval total MQPUT/MQPUT1 count.
    PutsAll,
    /// Interval total MQPUT/MQPUT1 byte count.
    PutBytesAll,
    /// Non-persistent message MQPUT count.
    PutsNonPersistent,
    /// Persistent message MQPUT count.
    PutsPersistent,
    /// Failed MQPUT count.
    PutsFailed,
    /// Non-persistent message MQPUT1 count.
    Put1sNonPersistent,
    /// Persistent message MQPUT1 count.
    Put1sPersistent,
    /// Failed MQPUT1 count.
    Put1sFailed,
    /// Put non-persistent messages - byte count.
    PutBytesNonPersistent,
    /// Put persistent messages - byte count.
    PutBytesPersistent,
    /// MQSTAT count.
    Stats,
    /// Interval total destructive get- count.
    GetsAll,
    /// Interval total destructive get - byte count.
    GetBytesAll,
    /// Non-persistent message destructive get - count.
    GetsNonPersistent,
    /// Persistent message destructive get - count.
    GetsPersistent,
    /// Failed MQGET - count.
    GetsFailed,
    /// Got non-persistent messages - byte count.
    GetBytesNonPersistent,
    /// Got persistent messages - byte count.
    GetBytesPersistent,
    /// Non-persistent message browse - count.
    BrowsesNonPersistent,
    /// Persistent message browse - count.
    BrowsesPersistent,
    /// Failed browse count.
    BrowsesFailed,
    /// Non-persistent message browse - byte count.
    BrowseBytesNonPersistent,
    /// Persistent message browse - byte count.
    BrowseBytesPersistent,
    /// Expired message count.
    Expired,
    /// Purged queue count.
    QueuesPurged,
    /// Commit count.
    Commits,
    /// Rollback count.
    BackOuts,
    /// Create durable subscription count.
    DurableCreated,
    /// Alter durable subscription count.
    DurableAltered,
    /// Resume durable subscription count.
    DurableResumed,
    /// Create non-durable subscription count.
    NonDurableCreated,
    /// Failed create/alter/resume subscription count.
    SubscribesFailed,
    /// Delete durable subscription count.
    DurableDeleted,
    /// Delete non-durable subscription count.
    NonDurableDeleted,
    /// Subscription delete failure count.
    DeletesFailed,
    /// MQSUBRQ count.
    Requests,
    /// Failed MQSUBRQ count.
    RequestsFailed,
    /// Durable subscriber - high water mark.
    DurableMost,
    /// Durable subscriber - low water mark.
    DurableLeast,
    /// Non-durable subscriber - high water mark.
    NonDurableMost,
    /// Non-durable subscriber - low water mark.
    NonDurableLeast,
    /// Topic MQPUT/MQPUT1 interval total.
    PublishesAll,
    /// Interval total topic bytes put.
    PublishBytesAll,
    /// Published to subscribers - message count.
    Delivered,
    /// Published to subscribers - byte count.
    DeliveredBytes,
    /// Non-persistent - topic MQPUT/MQPUT1 count.
    PublishesNonPersistent,
    /// Persistent - topic MQPUT/MQPUT1 count.
    PublishesPersistent,
    /// Failed topic MQPUT/MQPUT1 count.
    PublishesFailed,
    /// MQOPEN count.
    QueueOpens,
    /// MQCLOSE count.
    QueueCloses,
    /// MQINQ count.
    QueueInquires,
    /// MQSET count.
    QueueSets,
    /// MQPUT/MQPUT1 count.
    QueuePutsAll,
    /// MQPUT byte count.
    QueuePutBytesAll,
    /// MQPUT non-persistent message count.
    QueuePutsNonPersistent,
    /// MQPUT persistent message count.
    QueuePutsPersistent,
    /// MQPUT1 non-persistent message count.
    QueuePut1sNonPersistent,
    /// MQPUT1 persistent message count.
    QueuePut1sPersistent,
    /// non-persistent byte count.
    QueuePutBytesNonPersistent,
    /// persistent byte count.
    QueuePutBytesPersistent,
    /// rolled back MQPUT count.
    QueuePutsBackedOut,
    /// MQGET count.
    QueueGetsAll,
    /// MQGET byte count.
    QueueGetBytesAll,
    /// destructive MQGET non-persistent message count.
    QueueGetsNonPersistent,
    /// destructive MQGET persistent message count.
    QueueGetsPersistent,
    /// destructive MQGET non-persistent byte count.
    QueueGetBytesNonPersistent,
    /// destructive MQGET persistent byte count.
    QueueGetBytesPersistent,
    /// MQGET browse non-persistent message count.
    QueueBrowsesNonPersistent,
    /// MQGET browse persistent message count.
    QueueBrowsesPersistent,
    /// MQGET browse non-persistent byte count.
    QueueBrowseBytesNonPersistent,
    /// MQGET browse persistent byte count.
    QueueBrowseBytesPersistent,
    /// destructive MQGET fails.
    QueueGetsFailed,
    /// destructive MQGET fails with MQRC_NO_MSG_AVAILABLE.
    QueueGetsEmpty,
    /// destructive MQGET fails with MQRC_TRUNCATED_MSG_FAILED.
    QueueGetsTruncated,
    /// MQGET browse fails.
    QueueBrowsesFailed,
    /// MQGET browse fails with MQRC_NO_MSG_AVAILABLE.
    QueueBrowsesEmpty,
    /// MQGET browse fails with MQRC_TRUNCATED_MSG_FAILED.
    QueueBrowsesTruncated,
    /// rolled back MQGET count.
    QueueGetsBackedOut,
    /// messages expired.
    QueueExpired,
    /// queue purged count.
    QueuePurged,
    /// average queue time.
    QueueTime,
    /// Queue depth.
    QueueDepth,
    /// Instance count.
    Instances,
    /// Instances started.
    InstancesStarted,
    /// Instances ended.
    InstancesEnded,
}

/// Number of the first figure of each class, and of all figures.
pub(crate) const CLASS_BEGINS: [usize; 6] = [0, 10, 32, 92, 126, 129];

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
