//! What administrators are told of what members do.

use ferromq_cluster::Notice as Finding;
use ferromq_mqi::generated::notices::{
    FMQ0261, FMQ0262, FMQ0263, FMQ0264, FMQ0265, FMQ0266, FMQ0267, FMQ0268, FMQ0295, FMQ0320,
};
use ferromq_qmgr::Notice;

/// A finding as it is told.
pub(super) fn notice_of(finding: &Finding) -> Notice {
    match finding {
        Finding::Malformed { from, error } => Notice::of(&FMQ0261, &[from, error]),
        Finding::Refused {
            cluster,
            from,
            owner,
        } => Notice::of(&FMQ0262, &[from, owner, cluster]),
        Finding::Impostor {
            cluster,
            q_mgr,
            qmid,
            known,
        } => Notice::of(&FMQ0320, &[q_mgr, cluster, qmid, known]),
        Finding::Stranger { cluster, from } => Notice::of(&FMQ0263, &[from, cluster]),
        Finding::ChannelTwice {
            cluster,
            channel,
            first,
            second,
        } => Notice::of(&FMQ0264, &[channel, first, second, cluster]),
        Finding::NameTwice {
            cluster,
            q_mgr,
            first,
            second,
        } => Notice::of(&FMQ0265, &[q_mgr, first, second, cluster]),
        Finding::NotTrusted { cluster, qmid } => Notice::of(&FMQ0266, &[qmid, cluster]),
        Finding::ForcedOut { cluster } => Notice::of(&FMQ0267, &[cluster]),
        Finding::Ahead {
            cluster,
            from,
            owner,
        } => Notice::of(&FMQ0295, &[from, owner, cluster]),
        Finding::TooMuch {
            cluster,
            from,
            limit,
        } => Notice::of(&FMQ0268, &[from, cluster, limit]),
    }
}
