//! Default objects of kinds that a queue manager was created without.

use super::operations::define;
use crate::shared::Shared;
use ferromq_mqi::preset;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A queue manager made before there were channels has none, not even those every new queue
/// manager has. Gives it the default objects of every object type it has no object of: somebody
/// who deleted one and kept others meant that. Logged, not waited for.
pub(crate) fn add_missing(shared: &Arc<Shared>) {
    let present: BTreeSet<i32> = {
        let registry = shared.registry();
        registry.plain.keys().map(|(space, _)| *space).collect()
    };
    let missing = preset::system_objects()
        .iter()
        .filter(|preset| !preset.kind.is_queue() && !present.contains(&preset.kind.object_type()));
    for preset in missing {
        if let Err(error) = define(shared, preset.definition(), false) {
            shared.notice(
                "AMQ8048I",
                format!("Default object {} could not be made: {error}.", preset.name),
            );
        }
    }
}
