//! Objects that exist before anybody defines any, as `tables/default_objects.csv` lists them.

use crate::attribute::ObjectKind;
use crate::definition::Definition;
use crate::generated::presets;
use crate::name::ObjectName;

/// An object that is made without anybody asking for it by name.
#[derive(Debug)]
pub struct Preset {
    /// Its kind.
    pub kind: ObjectKind,
    /// Its name.
    pub name: &'static str,
    /// MQSC keywords and values that differ from the defaults of the kind.
    pub settings: &'static [(&'static str, &'static [&'static str])],
}

impl Preset {
    /// The definition to store; dates are for the caller to fill in.
    #[must_use]
    pub fn definition(&self) -> Definition {
        // invariant: the table is ours, and a test goes through it
        let name = ObjectName::parse(self.name).expect("a test checks every name of the table");
        let mut made = Definition::new(self.kind, name);
        for (keyword, values) in self.settings {
            made.set_mqsc(keyword, values)
                // invariant: the table is ours, and a test goes through it
                .expect("a test checks every setting of the table");
        }
        made
    }
}

/// The objects of every new queue manager, all named `SYSTEM.` something.
#[must_use]
pub fn system_objects() -> &'static [Preset] {
    &presets::SYSTEM
}

/// Objects to try things out with, all named `DEV.` something. A queue manager that has them uses
/// `DEV.DEAD.LETTER.QUEUE` as its dead-letter queue.
#[must_use]
pub fn developer_objects() -> &'static [Preset] {
    &presets::DEVELOPER
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::attribute::Attr;

    #[test]
    fn every_preset_makes_a_definition_and_no_name_is_used_twice() {
        let mut names = BTreeSet::new();
        for preset in system_objects().iter().chain(developer_objects()) {
            let made = preset.definition();
            assert_eq!(made.kind(), preset.kind);
            assert!(
                names.insert((preset.kind.object_type(), preset.name)),
                "{} is there twice",
                preset.name
            );
        }
    }

    #[test]
    fn the_default_of_every_kind_is_there() {
        for kind in ObjectKind::ALL {
            let name = kind.info().default_object;
            let there = |preset: &Preset| preset.kind == kind && preset.name == name;
            assert!(
                name.is_empty() || system_objects().iter().any(there),
                "{name}"
            );
        }
    }

    #[test]
    fn a_namelist_preset_has_its_names() {
        let named = |preset: &&Preset| preset.name == "SYSTEM.QPUBSUB.QUEUE.NAMELIST";
        let list = system_objects().iter().find(named).unwrap().definition();
        assert_eq!(list.int(Attr::Namcount), 2);
    }
}
