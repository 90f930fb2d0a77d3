//! Kinds of objects, and of what authority is given over.
//!
//! Generated from `tables/object_kinds.csv` and `authority_kinds.csv` by `cargo xtask generate`; do not edit.

use crate::attribute::KindInfo;
use crate::generated::attributes as table;
use crate::generated::constants::*;
use crate::generated::notices::*;

/// A kind of object. The numbers are those in the log and are never given out again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum ObjectKind {
    /// A local queue.
    QLocal = 1,
    /// A model queue, from which dynamic queues are made.
    QModel = 2,
    /// An alias of a queue or topic.
    QAlias = 3,
    /// The local definition of a remote queue.
    QRemote = 4,
    /// The queue manager.
    QMgr = 5,
    /// A process definition, for triggering.
    Process = 6,
    /// A list of names.
    Namelist = 7,
    /// A server-connection channel: the end of a client channel at the queue manager.
    SvrConn = 8,
    /// A client-connection channel: what a client needs to know to connect.
    ClntConn = 9,
    /// A listener: where network connections are accepted.
    Listener = 10,
    /// Users and passwords of this machine, for connection authentication.
    AuthInfoOs = 11,
    /// Users and passwords in a directory, for connection authentication.
    AuthInfoLdap = 12,
    /// A directory with lists of revoked certificates.
    AuthInfoCrl = 13,
    /// A service that says whether a certificate is revoked.
    AuthInfoOcsp = 14,
    /// A channel authentication record. Its name is a number without meaning; what tells records apart is in their attributes. Who may alter the queue manager may set them.
    ChlAuth = 15,
    /// A topic object: attributes for a branch of the topic tree.
    Topic = 16,
    /// A subscription, for which no object type is documented. Its name is the 48 hexadecimal digits of its identifier (`SUBID`); the name people give it may be any text and is an attribute.
    Sub = 17,
    /// A service: a program that runs beside the queue manager.
    Service = 18,
    /// Communication information, for multicast.
    CommInfo = 19,
    /// A sender channel: it connects to another queue manager and sends it the messages of a transmission queue.
    Sender = 20,
    /// A server channel: a sender that a requester may call.
    Server = 21,
    /// A receiver channel: it takes messages from a sender or server of another queue manager.
    Receiver = 22,
    /// A requester channel: a receiver that may make the connection itself.
    Requester = 23,
    /// A cluster-sender channel: it leads to a full repository of a cluster.
    ClusSdr = 24,
    /// A cluster-receiver channel: where the other members of a cluster reach this queue manager, and the model of their senders to it.
    ClusRcvr = 25,
    /// A queue manager of a cluster and its receiver channel there: a record of the repository. Its name is a number without meaning; what tells records apart is in their attributes. No command makes one.
    ClusQMgr = 26,
    /// A queue that a member of a cluster shares: a record of the repository as ClusQMgr is.
    ClusQ = 27,
    /// A topic object that a member of a cluster shares: a record of the repository as ClusQMgr is.
    ClusTopic = 28,
}

impl ObjectKind {
    /// Every kind, by number.
    pub const ALL: [ObjectKind; 28] = [ObjectKind::QLocal, ObjectKind::QModel, ObjectKind::QAlias, ObjectKind::QRemote, ObjectKind::QMgr, ObjectKind::Process, ObjectKind::Namelist, ObjectKind::SvrConn, ObjectKind::ClntConn, ObjectKind::Listener, ObjectKind::AuthInfoOs, ObjectKind::AuthInfoLdap, ObjectKind::AuthInfoCrl, ObjectKind::AuthInfoOcsp, ObjectKind::ChlAuth, ObjectKind::Topic, ObjectKind::Sub, ObjectKind::Service, ObjectKind::CommInfo, ObjectKind::Sender, ObjectKind::Server, ObjectKind::Receiver, ObjectKind::Requester, ObjectKind::ClusSdr, ObjectKind::ClusRcvr, ObjectKind::ClusQMgr, ObjectKind::ClusQ, ObjectKind::ClusTopic];
}

/// What is known of each kind, by number less one.
pub(crate) static KINDS: [KindInfo; 28] = [
    KindInfo { keyword: "QLOCAL", short: "QL", object_type: MQOT_Q, authority: ProtectedKind::Queue, name_bytes_max: 48, default_object: "SYSTEM.DEFAULT.LOCAL.QUEUE", created: Some(&AMQ8006), changed: Some(&AMQ8008), deleted: Some(&AMQ8007), exists: &AMQ8150, missing: &AMQ8147, heading: &AMQ8409, always: &["QUEUE", "TYPE"], dump_order: Some(12), dump_types: &["queue", "qlocal"], attributes: &table::QLOCAL, index: &table::QLOCAL_INDEX },
    KindInfo { keyword: "QMODEL", short: "QM", object_type: MQOT_Q, authority: ProtectedKind::Queue, name_bytes_max: 48, default_object: "SYSTEM.DEFAULT.MODEL.QUEUE", created: Some(&AMQ8006), changed: Some(&AMQ8008), deleted: Some(&AMQ8007), exists: &AMQ8150, missing: &AMQ8147, heading: &AMQ8409, always: &["QUEUE", "TYPE"], dump_order: Some(11), dump_types: &["queue", "qmodel"], attributes: &table::QMODEL, index: &table::QMODEL_INDEX },
    KindInfo { keyword: "QALIAS", short: "QA", object_type: MQOT_Q, authority: ProtectedKind::Queue, name_bytes_max: 48, default_object: "SYSTEM.DEFAULT.ALIAS.QUEUE", created: Some(&AMQ8006), changed: Some(&AMQ8008), deleted: Some(&AMQ8007), exists: &AMQ8150, missing: &AMQ8147, heading: &AMQ8409, always: &["QUEUE", "TYPE"], dump_order: Some(14), dump_types: &["queue", "qalias"], attributes: &table::QALIAS, index: &table::QALIAS_INDEX },
    KindInfo { keyword: "QREMOTE", short: "QR", object_type: MQOT_Q, authority: ProtectedKind::Queue, name_bytes_max: 48, default_object: "SYSTEM.DEFAULT.REMOTE.QUEUE", created: Some(&AMQ8006), changed: Some(&AMQ8008), deleted: Some(&AMQ8007), exists: &AMQ8150, missing: &AMQ8147, heading: &AMQ8409, always: &["QUEUE", "TYPE"], dump_order: Some(13), dump_types: &["queue", "qremote"], attributes: &table::QREMOTE, index: &table::QREMOTE_INDEX },
    KindInfo { keyword: "QMGR", short: "", object_type: MQOT_Q_MGR, authority: ProtectedKind::QMgr, name_bytes_max: 48, default_object: "", created: None, changed: Some(&AMQ8005), deleted: None, exists: &AMQ8150, missing: &AMQ8147, heading: &AMQ8408, always: &["QMNAME"], dump_order: Some(1), dump_types: &["qmgr"], attributes: &table::QMGR, index: &table::QMGR_INDEX },
    KindInfo { keyword: "PROCESS", short: "PRO", object_type: MQOT_PROCESS, authority: ProtectedKind::Process, name_bytes_max: 48, default_object: "SYSTEM.DEFAULT.PROCESS", created: Some(&AMQ8010), changed: Some(&AMQ8012), deleted: Some(&AMQ8011), exists: &AMQ8150, missing: &AMQ8147, heading: &AMQ8407, always: &["PROCESS"], dump_order: Some(9), dump_types: &["process"], attributes: &table::PROCESS, index: &table::PROCESS_INDEX },
    KindInfo { keyword: "NAMELIST", short: "NL", object_type: MQOT_NAMELIST, authority: ProtectedKind::Namelist, name_bytes_max: 48, default_object: "SYSTEM.DEFAULT.NAMELIST", created: Some(&AMQ8552), changed: Some(&AMQ8551), deleted: Some(&AMQ8553), exists: &AMQ8150, missing: &AMQ8147, heading: &AMQ8550, always: &["NAMELIST"], dump_order: Some(10), dump_types: &["namelist"], attributes: &table::NAMELIST, index: &table::NAMELIST_INDEX },
    KindInfo { keyword: "SVRCONN", short: "", object_type: MQOT_CHANNEL, authority: ProtectedKind::Channel, name_bytes_max: 20, default_object: "SYSTEM.DEF.SVRCONN", created: Some(&AMQ8014), changed: Some(&AMQ8016), deleted: Some(&AMQ8015), exists: &AMQ8226, missing: &AMQ8227, heading: &AMQ8414, always: &["CHANNEL", "CHLTYPE"], dump_order: Some(6), dump_types: &["channel"], attributes: &table::SVRCONN, index: &table::SVRCONN_INDEX },
    KindInfo { keyword: "CLNTCONN", short: "", object_type: MQOT_CLNTCONN_CHANNEL, authority: ProtectedKind::ClntConn, name_bytes_max: 20, default_object: "SYSTEM.DEF.CLNTCONN", created: Some(&AMQ8014), changed: Some(&AMQ8016), deleted: Some(&AMQ8015), exists: &AMQ8226, missing: &AMQ8227, heading: &AMQ8414, always: &["CHANNEL", "CHLTYPE"], dump_order: Some(7), dump_types: &["clntconn"], attributes: &table::CLNTCONN, index: &table::CLNTCONN_INDEX },
    KindInfo { keyword: "LISTENER", short: "LSTR", object_type: MQOT_LISTENER, authority: ProtectedKind::Listener, name_bytes_max: 48, default_object: "SYSTEM.DEFAULT.LISTENER.TCP", created: Some(&AMQ8626), changed: Some(&AMQ8623), deleted: Some(&AMQ8628), exists: &AMQ8150, missing: &AMQ8147, heading: &AMQ8630, always: &["LISTENER"], dump_order: Some(8), dump_types: &["lstener"], attributes: &table::LISTENER, index: &table::LISTENER_INDEX },
    KindInfo { keyword: "IDPWOS", short: "", object_type: MQOT_AUTH_INFO, authority: ProtectedKind::AuthInfo, name_bytes_max: 48, default_object: "SYSTEM.DEFAULT.AUTHINFO.IDPWOS", created: Some(&AMQ8563), changed: Some(&AMQ8567), deleted: Some(&AMQ8564), exists: &AMQ8150, missing: &AMQ8147, heading: &AMQ8566, always: &["AUTHINFO", "AUTHTYPE"], dump_order: Some(2), dump_types: &["authinfo"], attributes: &table::IDPWOS, index: &table::IDPWOS_INDEX },
    KindInfo { keyword: "IDPWLDAP", short: "", object_type: MQOT_AUTH_INFO, authority: ProtectedKind::AuthInfo, name_bytes_max: 48, default_object: "SYSTEM.DEFAULT.AUTHINFO.IDPWLDAP", created: Some(&AMQ8563), changed: Some(&AMQ8567), deleted: Some(&AMQ8564), exists: &AMQ8150, missing: &AMQ8147, heading: &AMQ8566, always: &["AUTHINFO", "AUTHTYPE"], dump_order: Some(3), dump_types: &["authinfo"], attributes: &table::IDPWLDAP, index: &table::IDPWLDAP_INDEX },
    KindInfo { keyword: "CRLLDAP", short: "", object_type: MQOT_AUTH_INFO, authority: ProtectedKind::AuthInfo, name_bytes_max: 48, default_object: "SYSTEM.DEFAULT.AUTHINFO.CRLLDAP", created: Some(&AMQ8563), changed: Some(&AMQ8567), deleted: Some(&AMQ8564), exists: &AMQ8150, missing: &AMQ8147, heading: &AMQ8566, always: &["AUTHINFO", "AUTHTYPE"], dump_order: Some(4), dump_types: &["authinfo"], attributes: &table::CRLLDAP, index: &table::CRLLDAP_INDEX },
    KindInfo { keyword: "OCSP", short: "", object_type: MQOT_AUTH_INFO, authority: ProtectedKind::AuthInfo, name_bytes_max: 48, default_object: "SYSTEM.DEFAULT.AUTHINFO.OCSP", created: Some(&AMQ8563), changed: Some(&AMQ8567), deleted: Some(&AMQ8564), exists: &AMQ8150, missing: &AMQ8147, heading: &AMQ8566, always: &["AUTHINFO", "AUTHTYPE"], dump_order: Some(5), dump_types: &["authinfo"], attributes: &table::OCSP, index: &table::OCSP_INDEX },
    KindInfo { keyword: "CHLAUTH", short: "", object_type: MQOT_CHLAUTH, authority: ProtectedKind::QMgr, name_bytes_max: 48, default_object: "", created: None, changed: None, deleted: None, exists: &AMQ8150, missing: &AMQ8147, heading: &AMQ8878, always: &["CHLAUTH", "TYPE"], dump_order: None, dump_types: &[], attributes: &table::CHLAUTH, index: &table::CHLAUTH_INDEX },
    KindInfo { keyword: "TOPIC", short: "", object_type: MQOT_TOPIC, authority: ProtectedKind::Topic, name_bytes_max: 48, default_object: "SYSTEM.DEFAULT.TOPIC", created: Some(&AMQ8690), changed: Some(&AMQ8691), deleted: Some(&AMQ8694), exists: &AMQ8150, missing: &AMQ8147, heading: &AMQ8633, always: &["TOPIC", "TYPE"], dump_order: Some(15), dump_types: &["topic"], attributes: &table::TOPIC, index: &table::TOPIC_INDEX },
    KindInfo { keyword: "SUB", short: "", object_type: MQOT_RESERVED_1, authority: ProtectedKind::Topic, name_bytes_max: 48, default_object: "", created: None, changed: None, deleted: None, exists: &AMQ8150, missing: &AMQ8147, heading: &AMQ8096, always: &["SUB", "SUBID"], dump_order: None, dump_types: &[], attributes: &table::SUB, index: &table::SUB_INDEX },
    KindInfo { keyword: "SERVICE", short: "", object_type: MQOT_SERVICE, authority: ProtectedKind::Service, name_bytes_max: 48, default_object: "SYSTEM.DEFAULT.SERVICE", created: Some(&AMQ8625), changed: Some(&AMQ8622), deleted: Some(&AMQ8627), exists: &AMQ8150, missing: &AMQ8147, heading: &AMQ8629, always: &["SERVICE"], dump_order: Some(16), dump_types: &["service"], attributes: &table::SERVICE, index: &table::SERVICE_INDEX },
    KindInfo { keyword: "COMMINFO", short: "", object_type: MQOT_COMM_INFO, authority: ProtectedKind::CommInfo, name_bytes_max: 48, default_object: "SYSTEM.DEFAULT.COMMINFO.MULTICAST", created: Some(&FMQ0169), changed: Some(&FMQ0170), deleted: Some(&FMQ0171), exists: &AMQ8150, missing: &AMQ8147, heading: &FMQ0172, always: &["COMMINFO", "TYPE"], dump_order: Some(17), dump_types: &["comminfo"], attributes: &table::COMMINFO, index: &table::COMMINFO_INDEX },
    KindInfo { keyword: "SDR", short: "", object_type: MQOT_CHANNEL, authority: ProtectedKind::Channel, name_bytes_max: 20, default_object: "SYSTEM.DEF.SENDER", created: Some(&AMQ8014), changed: Some(&AMQ8016), deleted: Some(&AMQ8015), exists: &AMQ8226, missing: &AMQ8227, heading: &AMQ8414, always: &["CHANNEL", "CHLTYPE"], dump_order: Some(18), dump_types: &["channel"], attributes: &table::SDR, index: &table::SDR_INDEX },
    KindInfo { keyword: "SVR", short: "", object_type: MQOT_CHANNEL, authority: ProtectedKind::Channel, name_bytes_max: 20, default_object: "SYSTEM.DEF.SERVER", created: Some(&AMQ8014), changed: Some(&AMQ8016), deleted: Some(&AMQ8015), exists: &AMQ8226, missing: &AMQ8227, heading: &AMQ8414, always: &["CHANNEL", "CHLTYPE"], dump_order: Some(19), dump_types: &["channel"], attributes: &table::SVR, index: &table::SVR_INDEX },
    KindInfo { keyword: "RCVR", short: "", object_type: MQOT_CHANNEL, authority: ProtectedKind::Channel, name_bytes_max: 20, default_object: "SYSTEM.DEF.RECEIVER", created: Some(&AMQ8014), changed: Some(&AMQ8016), deleted: Some(&AMQ8015), exists: &AMQ8226, missing: &AMQ8227, heading: &AMQ8414, always: &["CHANNEL", "CHLTYPE"], dump_order: Some(20), dump_types: &["channel"], attributes: &table::RCVR, index: &table::RCVR_INDEX },
    KindInfo { keyword: "RQSTR", short: "", object_type: MQOT_CHANNEL, authority: ProtectedKind::Channel, name_bytes_max: 20, default_object: "SYSTEM.DEF.REQUESTER", created: Some(&AMQ8014), changed: Some(&AMQ8016), deleted: Some(&AMQ8015), exists: &AMQ8226, missing: &AMQ8227, heading: &AMQ8414, always: &["CHANNEL", "CHLTYPE"], dump_order: Some(21), dump_types: &["channel"], attributes: &table::RQSTR, index: &table::RQSTR_INDEX },
    KindInfo { keyword: "CLUSSDR", short: "", object_type: MQOT_CHANNEL, authority: ProtectedKind::Channel, name_bytes_max: 20, default_object: "SYSTEM.DEF.CLUSSDR", created: Some(&AMQ8014), changed: Some(&AMQ8016), deleted: Some(&AMQ8015), exists: &AMQ8226, missing: &AMQ8227, heading: &AMQ8414, always: &["CHANNEL", "CHLTYPE"], dump_order: Some(22), dump_types: &["channel"], attributes: &table::CLUSSDR, index: &table::CLUSSDR_INDEX },
    KindInfo { keyword: "CLUSRCVR", short: "", object_type: MQOT_CHANNEL, authority: ProtectedKind::Channel, name_bytes_max: 20, default_object: "SYSTEM.DEF.CLUSRCVR", created: Some(&AMQ8014), changed: Some(&AMQ8016), deleted: Some(&AMQ8015), exists: &AMQ8226, missing: &AMQ8227, heading: &AMQ8414, always: &["CHANNEL", "CHLTYPE"], dump_order: Some(23), dump_types: &["channel"], attributes: &table::CLUSRCVR, index: &table::CLUSRCVR_INDEX },
    KindInfo { keyword: "CLUSQMGR", short: "", object_type: MQOT_REMOTE_Q_MGR_NAME, authority: ProtectedKind::QMgr, name_bytes_max: 48, default_object: "", created: None, changed: None, deleted: None, exists: &AMQ8150, missing: &AMQ8147, heading: &AMQ8441, always: &["CLUSQMGR", "CHANNEL", "CLUSTER"], dump_order: None, dump_types: &[], attributes: &table::CLUSQMGR, index: &table::CLUSQMGR_INDEX },
    KindInfo { keyword: "QCLUSTER", short: "", object_type: MQOT_REMOTE_Q, authority: ProtectedKind::QMgr, name_bytes_max: 48, default_object: "", created: None, changed: None, deleted: None, exists: &AMQ8150, missing: &AMQ8147, heading: &AMQ8409, always: &["QUEUE", "TYPE"], dump_order: None, dump_types: &[], attributes: &table::QCLUSTER, index: &table::QCLUSTER_INDEX },
    KindInfo { keyword: "TCLUSTER", short: "", object_type: MQOT_REMOTE_Q_MGR_NAME, authority: ProtectedKind::QMgr, name_bytes_max: 48, default_object: "", created: None, changed: None, deleted: None, exists: &AMQ8150, missing: &AMQ8147, heading: &AMQ8633, always: &["TOPIC", "TYPE"], dump_order: None, dump_types: &[], attributes: &table::TCLUSTER, index: &table::TCLUSTER_INDEX },
];

/// A kind of object authority is given over. Queues of every type share one. The numbers are those in the log and are never given out again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum ProtectedKind {
    /// Authentication information.
    AuthInfo = 1,
    /// Channels but those of clients.
    Channel = 2,
    /// Client-connection channels.
    ClntConn = 3,
    /// Communication information.
    CommInfo = 4,
    /// Listeners.
    Listener = 5,
    /// Namelists.
    Namelist = 6,
    /// Process definitions.
    Process = 7,
    /// Queues of every type.
    Queue = 8,
    /// The queue manager.
    QMgr = 9,
    /// Names of other queue managers.
    RqmName = 10,
    /// Services.
    Service = 11,
    /// Topics.
    Topic = 12,
}

impl ProtectedKind {
    /// Every kind, by number.
    pub const ALL: [ProtectedKind; 12] = [ProtectedKind::AuthInfo, ProtectedKind::Channel, ProtectedKind::ClntConn, ProtectedKind::CommInfo, ProtectedKind::Listener, ProtectedKind::Namelist, ProtectedKind::Process, ProtectedKind::Queue, ProtectedKind::QMgr, ProtectedKind::RqmName, ProtectedKind::Service, ProtectedKind::Topic];
}

/// MQSC's word of each kind, the short form control commands take, and the `MQZAO_*` that apply.
pub(crate) static PROTECTED: [(&str, &str, i32); 12] = [
    ("AUTHINFO", "", MQZAO_CREATE | MQZAO_DELETE | MQZAO_DISPLAY | MQZAO_CHANGE | MQZAO_INQUIRE | MQZAO_SET),
    ("CHANNEL", "CHL", MQZAO_CREATE | MQZAO_DELETE | MQZAO_DISPLAY | MQZAO_CHANGE | MQZAO_CONTROL | MQZAO_CONTROL_EXTENDED),
    ("CLNTCONN", "CLCN", MQZAO_CREATE | MQZAO_DELETE | MQZAO_DISPLAY | MQZAO_CHANGE),
    ("COMMINFO", "", MQZAO_CREATE | MQZAO_DELETE | MQZAO_DISPLAY | MQZAO_CHANGE),
    ("LISTENER", "LSTR", MQZAO_CREATE | MQZAO_DELETE | MQZAO_DISPLAY | MQZAO_CHANGE | MQZAO_CONTROL),
    ("NAMELIST", "NL", MQZAO_CREATE | MQZAO_DELETE | MQZAO_DISPLAY | MQZAO_CHANGE | MQZAO_INQUIRE),
    ("PROCESS", "PRCS", MQZAO_CREATE | MQZAO_DELETE | MQZAO_DISPLAY | MQZAO_CHANGE | MQZAO_INQUIRE | MQZAO_SET),
    ("QUEUE", "Q", MQZAO_CREATE | MQZAO_DELETE | MQZAO_DISPLAY | MQZAO_CHANGE | MQZAO_CLEAR | MQZAO_SET_IDENTITY_CONTEXT | MQZAO_SET_ALL_CONTEXT | MQZAO_BROWSE | MQZAO_INPUT | MQZAO_OUTPUT | MQZAO_INQUIRE | MQZAO_SET | MQZAO_PASS_IDENTITY_CONTEXT | MQZAO_PASS_ALL_CONTEXT),
    ("QMGR", "", MQZAO_CREATE | MQZAO_DELETE | MQZAO_DISPLAY | MQZAO_CHANGE | MQZAO_SET_IDENTITY_CONTEXT | MQZAO_SET_ALL_CONTEXT | MQZAO_CONNECT | MQZAO_INQUIRE | MQZAO_SET | MQZAO_ALTERNATE_USER_AUTHORITY | MQZAO_CONTROL | MQZAO_SYSTEM),
    ("RQMNAME", "RQMN", MQZAO_OUTPUT),
    ("SERVICE", "SRVC", MQZAO_CREATE | MQZAO_DELETE | MQZAO_DISPLAY | MQZAO_CHANGE | MQZAO_CONTROL),
    ("TOPIC", "TOP", MQZAO_CREATE | MQZAO_DELETE | MQZAO_DISPLAY | MQZAO_CHANGE | MQZAO_CLEAR | MQZAO_SET_IDENTITY_CONTEXT | MQZAO_SET_ALL_CONTEXT | MQZAO_CONTROL | MQZAO_PUBLISH | MQZAO_SUBSCRIBE | MQZAO_RESUME | MQZAO_PASS_IDENTITY_CONTEXT | MQZAO_PASS_ALL_CONTEXT),
];
