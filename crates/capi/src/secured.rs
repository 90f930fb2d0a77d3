//! The TLS configuration of the process.
//!
//! Documented: what a program says in an `MQSCO` is for the process. While a connection with TLS is there, one that
//! says something else, or nothing where the other said something, is made with the configuration there is, and
//! the program is warned.

use crate::connect::TlsOptions;
use crate::road::{Canceller, Road};
use ferromq_client::{ClientChannel, Hears};
use ferromq_mqi::ObjectName;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::session::Connected;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The configuration connections with TLS hold, until the last of them ends.
static IN_FORCE: Mutex<Weak<TlsOptions>> = Mutex::new(Weak::new());

/// The configuration a new connection has to use: that which is in force, else what it asks for.
pub(crate) fn claim(requested: &TlsOptions) -> Arc<TlsOptions> {
    claim_in(&IN_FORCE, requested)
}

fn claim_in(place: &Mutex<Weak<TlsOptions>>, requested: &TlsOptions) -> Arc<TlsOptions> {
    let mut in_force = place.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = in_force.upgrade() {
        return found;
    }
    let claimed = Arc::new(requested.clone());
    *in_force = Arc::downgrade(&claimed);
    claimed
}

/// A connection with TLS, which keeps the configuration in force.
pub(crate) struct Secured<R> {
    road: R,
    _in_force: Arc<TlsOptions>,
}

impl<R> Secured<R> {
    pub(crate) fn new(road: R, in_force: Arc<TlsOptions>) -> Self {
        Self {
            road,
            _in_force: in_force,
        }
    }
}

impl<R: Connected> Connected for Secured<R> {
    fn call(&mut self, request: Request) -> Reply {
        self.road.call(request)
    }

    fn times_made_again(&self) -> u64 {
        self.road.times_made_again()
    }
}

impl<R: Road> Road for Secured<R> {
    fn q_mgr_name(&self) -> ObjectName {
        self.road.q_mgr_name()
    }

    fn connection_id(&self) -> [u8; 24] {
        self.road.connection_id()
    }

    fn channel(&self) -> Option<ClientChannel> {
        self.road.channel()
    }

    fn is_client(&self) -> bool {
        self.road.is_client()
    }

    fn canceller(&self) -> Option<Canceller> {
        self.road.canceller()
    }

    fn set_hears(&mut self, hears: Hears) {
        self.road.set_hears(hears);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(repository: &str) -> TlsOptions {
        TlsOptions {
            key_repository: Some(repository.to_owned()),
            ..TlsOptions::default()
        }
    }

    #[test]
    fn the_first_configuration_holds_until_its_last_connection_ends() {
        let place = Mutex::new(Weak::new());
        let first = claim_in(&place, &request("a"));
        let second = claim_in(&place, &request("b"));
        assert_eq!(*second, request("a"));
        drop(first);
        assert_eq!(*claim_in(&place, &TlsOptions::default()), request("a"));
        drop(second);
        assert_eq!(*claim_in(&place, &request("b")), request("b"));
    }
}
