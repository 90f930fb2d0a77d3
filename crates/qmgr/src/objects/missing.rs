//! Default objects of kinds that a queue manager was created without.

use crate::core::Notice;
use crate::objects::Objects;
use crate::objects::operations::define;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::generated::constants::MQOT_AUTH_INFO;
use ferromq_mqi::generated::notices::FMQ0173;
use ferromq_mqi::preset;
use std::collections::BTreeSet;

/// A queue manager made before there were channels has none, not even those every new queue
/// manager has. Gives it the default objects of every object type it has no object of: somebody
/// who deleted one and kept others meant that. Logged, not waited for.
pub(crate) fn add_missing(objects: &Objects) {
    let present: BTreeSet<i32> = {
        let registry = objects.registry();
        registry.plain.keys().map(|(space, _)| *space).collect()
    };
    // Records may all be removed on purpose. A queue manager that never had any has no
    // authentication information either.
    let lacks = |kind: ObjectKind| match kind {
        ObjectKind::ChlAuth => {
            !present.contains(&MQOT_AUTH_INFO) && !present.contains(&kind.object_type())
        }
        _ => !kind.is_queue() && !present.contains(&kind.object_type()),
    };
    let missing = preset::system_objects()
        .iter()
        .filter(|preset| lacks(preset.kind));
    for preset in missing {
        if let Err(error) = define(objects, preset.definition(), false) {
            let notice = Notice::of(&FMQ0173, &[&preset.name, &error]);
            objects.notice(notice);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::SimulatedPlace;
    use crate::queue_manager::catalog::Catalog;
    use ferromq_mqi::attribute::ObjectKind;
    use ferromq_mqi::name::ObjectName;

    #[test]
    fn a_queue_manager_without_channels_gets_the_default_ones_and_what_was_deleted_stays_so() {
        let place = SimulatedPlace::with_queue_manager(64, 1 << 20);
        let data = place.directories().data;
        let catalog = Catalog::read(data.as_ref()).expect("readable");
        let mut catalog = catalog.expect("it is there");
        let old = |kind: ObjectKind| !kind.is_channel() && kind != ObjectKind::Listener;
        catalog.entries.retain(|entry| old(entry.definition.kind()));
        catalog.write(data.as_ref()).expect("written");
        let manager = place.start();
        assert_eq!(manager.definitions(ObjectKind::SvrConn).len(), 2);
        assert_eq!(manager.definitions(ObjectKind::ClntConn).len(), 1);
        assert_eq!(manager.definitions(ObjectKind::Listener).len(), 1);
        let automatic = ObjectName::truncated("SYSTEM.AUTO.SVRCONN");
        let deleted = manager.delete(ObjectKind::SvrConn, &automatic, false);
        deleted.expect("deleted");
        drop(manager);
        let left = place.start().definitions(ObjectKind::SvrConn);
        assert_eq!(left.len(), 1, "{left:?}");
    }
}
