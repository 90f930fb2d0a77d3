//! Applications of a uniform cluster: what members tell of them, by the same road as what they tell of themselves.

use super::service::{AtWork, Stopped};
use crate::balance::balancer::Balancer;
use bytes::Bytes;
use ferromq_cluster::{Destination, Partner};
use ferromq_mqi::generated::notices::FMQ0261;
use ferromq_qmgr::Notice;
use std::sync::Arc;

impl AtWork {
    /// Counts applications, and tells other members.
    pub(super) fn balance(&mut self) -> Result<(), Stopped> {
        let sends = self.balancer.as_mut().map(Balancer::tick);
        for (to, bytes) in sends.into_iter().flatten() {
            self.send_about_applications(to, &bytes)?;
        }
        Ok(())
    }

    fn send_about_applications(&mut self, to: Arc<str>, bytes: &Bytes) -> Result<(), Stopped> {
        let cluster = self.balancer.as_ref().map(Balancer::cluster);
        let cluster = cluster.unwrap_or_default().into();
        self.send_in_passing(&(cluster, Destination::QMgr(to)), bytes)
    }

    /// A member tells of applications. Where nobody spreads them that is nobody's business.
    pub(super) fn hear_of_applications(
        &mut self,
        from: Partner<'_>,
        bytes: &[u8],
    ) -> Result<(), Stopped> {
        let Some(balancer) = &mut self.balancer else {
            return Ok(());
        };
        match balancer.received(from, bytes) {
            Ok(sends) => {
                for (to, bytes) in sends {
                    self.send_about_applications(to, &bytes)?;
                }
            }
            Err(error) => self
                .edge
                .notice(Notice::of(&FMQ0261, &[&from.qmid, &error])),
        }
        Ok(())
    }
}
