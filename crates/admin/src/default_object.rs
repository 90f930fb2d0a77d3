//! The objects others are made like.

use ferromq_mqi::attribute::ObjectKind;

/// What client-connection channels are made like. It alone needs no `CONNAME`.
pub(crate) const CLIENT_DEFAULTS: &str = "SYSTEM.DEF.CLNTCONN";

/// What an object is made like when nothing is said: the default object of its kind.
pub(crate) fn default_object(kind: ObjectKind) -> &'static str {
    match kind {
        ObjectKind::QLocal => "SYSTEM.DEFAULT.LOCAL.QUEUE",
        ObjectKind::QModel => "SYSTEM.DEFAULT.MODEL.QUEUE",
        ObjectKind::QAlias => "SYSTEM.DEFAULT.ALIAS.QUEUE",
        ObjectKind::QRemote => "SYSTEM.DEFAULT.REMOTE.QUEUE",
        ObjectKind::Process => "SYSTEM.DEFAULT.PROCESS",
        ObjectKind::Namelist => "SYSTEM.DEFAULT.NAMELIST",
        ObjectKind::SvrConn => "SYSTEM.DEF.SVRCONN",
        ObjectKind::ClntConn => CLIENT_DEFAULTS,
        ObjectKind::Listener => "SYSTEM.DEFAULT.LISTENER.TCP",
        ObjectKind::AuthInfoOs => "SYSTEM.DEFAULT.AUTHINFO.IDPWOS",
        ObjectKind::AuthInfoLdap => "SYSTEM.DEFAULT.AUTHINFO.IDPWLDAP",
        ObjectKind::AuthInfoCrl => "SYSTEM.DEFAULT.AUTHINFO.CRLLDAP",
        ObjectKind::AuthInfoOcsp => "SYSTEM.DEFAULT.AUTHINFO.OCSP",
        ObjectKind::Topic => "SYSTEM.DEFAULT.TOPIC",
        ObjectKind::ChlAuth | ObjectKind::Sub => "",
        ObjectKind::QMgr => "",
    }
}
