//! Which clusters an object is in, and which a queue manager is a full repository of, as definitions say it.

use crate::attribute::Attr;
use crate::definition::Definition;
use crate::name::ObjectName;
use std::borrow::Borrow;

/// The clusters an object is in: `CLUSTER`, or those in the namelist `CLUSNL`, which `namelist` looks up. Each once, as they are written; none where
/// the namelist is not there, and of objects that cannot be in one.
pub fn clusters_of<D: Borrow<Definition>>(
    object: &Definition,
    namelist: impl FnOnce(&ObjectName) -> Option<D>,
) -> Vec<ObjectName> {
    named(object, (Attr::Cluster, Attr::Clusnl), namelist)
}

/// The clusters a queue manager is a full repository of: `REPOS`, or those in the namelist `REPOSNL`.
pub fn repositories_of<D: Borrow<Definition>>(
    q_mgr: &Definition,
    namelist: impl FnOnce(&ObjectName) -> Option<D>,
) -> Vec<ObjectName> {
    named(q_mgr, (Attr::Repos, Attr::Reposnl), namelist)
}

fn named<D: Borrow<Definition>>(
    object: &Definition,
    (one, listed): (Attr, Attr),
    namelist: impl FnOnce(&ObjectName) -> Option<D>,
) -> Vec<ObjectName> {
    let name = |attr| ObjectName::truncated(object.find_text(attr).unwrap_or_default());
    if !name(one).is_blank() {
        return vec![name(one)];
    }
    let listed = name(listed);
    if listed.is_blank() {
        return Vec::new();
    }
    namelist(&listed).map_or_else(Vec::new, |list| names_in(list.borrow()))
}

/// The names in a namelist, each once; blank ones are left out.
#[must_use]
pub fn names_in(namelist: &Definition) -> Vec<ObjectName> {
    let mut names: Vec<ObjectName> = Vec::new();
    for name in namelist.list(Attr::Names) {
        let name = ObjectName::truncated(name);
        if !name.is_blank() && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attribute::{ObjectKind, Value};

    fn object(kind: ObjectKind, values: &[(Attr, Value)]) -> Definition {
        let mut made = Definition::new(kind, ObjectName::truncated("X"));
        for (attr, value) in values {
            made.set(*attr, value.clone()).expect("a valid value");
        }
        made
    }

    fn text(text: &str) -> Value {
        Value::Text(text.to_owned())
    }

    #[test]
    fn an_object_is_in_one_cluster_or_in_those_of_its_namelist() {
        let names = ["A", "", "B", "A"].map(str::to_owned).to_vec();
        let list = object(ObjectKind::Namelist, &[(Attr::Names, Value::List(names))]);
        let found = |name: &ObjectName| (name.as_str() == "LIST").then(|| list.clone());
        let names = |all: Vec<ObjectName>| -> Vec<String> {
            all.iter().map(|name| name.as_str().to_owned()).collect()
        };
        for (values, expected) in [
            (vec![], &[][..]),
            (vec![(Attr::Cluster, text("C"))], &["C"]),
            (vec![(Attr::Clusnl, text("LIST"))], &["A", "B"]),
            (vec![(Attr::Clusnl, text("NOSUCH"))], &[]),
        ] {
            let queue = object(ObjectKind::QLocal, &values);
            assert_eq!(names(clusters_of(&queue, found)), expected);
        }
        let q_mgr = object(ObjectKind::QMgr, &[(Attr::Reposnl, text("LIST"))]);
        assert_eq!(names(repositories_of(&q_mgr, found)), ["A", "B"]);
        assert!(clusters_of(&q_mgr, found).is_empty());
    }
}
