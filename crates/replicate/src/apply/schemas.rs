//! Which columns rows of a spill queue have: those of the last schema in front of them, in the epoch and by the version that their messages name. The table may have got others since.

use super::beside::Loads;
use super::drain::Stopped;
use crate::message::{Header, Schema};
use crate::target::agent::{Agent, Common};
use crate::target::aside::OF_SPILL_QUEUE;
use crate::target::catalog;
use crate::target::failure::Failure;
use crate::target::spilling::Load;
use crate::target::states::resolve_anyway;
use crate::target::table::Table;
use crate::target::trouble;
use crate::trouble::Trouble;
use ferromq_mqi::generated::notices::{FMQ0427, FMQ0432};
use std::sync::Arc;

/// What was found last.
struct Found {
    epoch: u64,
    version: u32,
    schema: Schema,
    table: Arc<Table>,
}

/// See the module.
pub(super) struct Schemas<'a> {
    loads: &'a Loads<'a>,
    load: &'a Load,
    found: Option<Found>,
}

impl<'a> Schemas<'a> {
    pub(super) fn new(loads: &'a Loads<'a>, load: &'a Load) -> Self {
        let found = None;
        Self { loads, load, found }
    }

    /// The table, as rows of a message are for it; `None` if nobody has said what they look like.
    pub(super) fn table_of(
        &mut self,
        agent: &mut Agent,
        beside: &Common,
        header: &Header,
    ) -> Result<Option<Arc<Table>>, Stopped> {
        let (epoch, version) = (header.key.epoch, header.schema_version);
        let is_it = |found: &&mut Found| (found.epoch, found.version) == (epoch, version);
        if let Some(found) = self.found.as_mut().filter(is_it) {
            return Ok(Some(Arc::clone(&found.table)));
        }
        let db = agent.connection();
        let (schema, queue) = (self.loads.setup.schema, &self.loads.setup.map.receive_queue);
        let of = (queue.as_str(), self.load.subscription.as_str());
        let now = self.loads.common.epoch;
        let found = catalog::schema_at(db, schema, of, (epoch, version), now)?;
        let Some((mut schema, is_exact)) = found else {
            return Ok(None);
        };
        schema.table = OF_SPILL_QUEUE;
        if let Some(found) = &mut self.found
            && found.schema == schema
        {
            // That of another table has come.
            (found.epoch, found.version) = (epoch, version);
            return Ok(Some(Arc::clone(&found.table)));
        }
        let table = resolve_anyway(db, beside, schema.clone());
        let table = table.map_err(|failure| self.stopped(failure, header))?;
        let is_forced = self.load.state == 'D';
        let table = table.map(|it| Arc::new(it.of_spilled(self.load.loaded, is_forced, is_exact)));
        self.found = table.clone().map(|table| Found {
            epoch,
            version,
            schema,
            table,
        });
        Ok(table)
    }

    fn stopped(&self, failure: Failure, header: &Header) -> Stopped {
        let map = &self.loads.setup.map.name;
        Stopped::Trouble(match failure {
            Failure::Lost(error) => trouble(&error),
            Failure::Away(trouble) => trouble,
            Failure::Unusable(it, _) => it.into(),
            Failure::Refused(it) if it.passes => Trouble::passing(&FMQ0427, &[&it.text]),
            Failure::Refused(it) => {
                Trouble::lasting(&FMQ0432, &[&header.key.sequence, map, &it.text])
            }
        })
    }
}
