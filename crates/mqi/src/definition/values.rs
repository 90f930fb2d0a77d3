//! The values of a definition: those that differ from what a new object has. Most do not, and a queue manager keeps tens of thousands
//! of definitions.

use crate::attribute::{Form, ObjectKind, Value};
use crate::name::ObjectName;
use std::sync::{Arc, LazyLock};

/// One value per attribute of a kind, in table order. Every open takes a copy, and few change one.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Values(Arc<Vec<Held>>);

/// A value that is not the table's, and its place in the table. They are kept in that order, each once.
#[derive(Clone, PartialEq, Eq)]
struct Held {
    at: u16,
    value: Value,
}

/// What the tables say, by kind and place.
static INITIAL: LazyLock<Vec<Vec<Value>>> = LazyLock::new(|| {
    let kinds = ObjectKind::ALL.iter();
    let last = kinds
        .map(|kind| usize::from(*kind as u8))
        .max()
        .unwrap_or(0);
    let mut all = vec![Vec::new(); last + 1];
    for kind in ObjectKind::ALL {
        let infos = kind.attributes().iter();
        all[usize::from(kind as u8)] = infos.map(|info| info.initial_value()).collect();
    }
    all
});

fn initial(kind: ObjectKind) -> &'static [Value] {
    &INITIAL[usize::from(kind as u8)]
}

impl Values {
    /// Those of a new object.
    pub(crate) fn new(kind: ObjectKind, name: &ObjectName) -> Self {
        let mut new = Self(Arc::default());
        new.name(kind, name);
        new
    }

    /// What says the name says this one.
    pub(crate) fn name(&mut self, kind: ObjectKind, name: &ObjectName) {
        let infos = kind.attributes().iter().enumerate();
        for (at, _) in infos.filter(|(_, info)| info.form == Form::Key) {
            self.set(kind, at, Value::Text(name.as_str().to_owned()));
        }
    }

    /// The value at a place of the kind's table.
    pub(crate) fn get(&self, kind: ObjectKind, at: usize) -> &Value {
        match self.find(at) {
            Ok(held) => &self.0[held].value,
            Err(_) => &initial(kind)[at],
        }
    }

    pub(crate) fn set(&mut self, kind: ObjectKind, at: usize, value: Value) {
        let found = self.find(at);
        if initial(kind)[at] == value {
            if let Ok(held) = found {
                Arc::make_mut(&mut self.0).remove(held);
            }
            return;
        }
        let values = Arc::make_mut(&mut self.0);
        match found {
            Ok(held) => values[held].value = value,
            Err(before) => {
                // No more room than is used: it would be kept as long as the object.
                values.reserve_exact(1);
                let at = u16::try_from(at).unwrap_or(u16::MAX);
                values.insert(before, Held { at, value });
            }
        }
    }

    /// All of them, in table order.
    pub(crate) fn all(&self, kind: ObjectKind) -> impl Iterator<Item = &Value> {
        let mut held = self.0.iter().peekable();
        let initial = initial(kind).iter().enumerate();
        initial.map(move |(at, initial)| {
            let here = held.next_if(|held| usize::from(held.at) == at);
            here.map_or(initial, |held| &held.value)
        })
    }

    /// Where a place is among those that are held, or where it would be.
    fn find(&self, at: usize) -> Result<usize, usize> {
        self.0
            .binary_search_by(|held| usize::from(held.at).cmp(&at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_back_is_as_it_was_and_takes_no_room() {
        let (kind, name) = (ObjectKind::QLocal, ObjectName::truncated("Q"));
        let new = Values::new(kind, &name);
        let mut changed = new.clone();
        let places = 0..kind.attributes().len();
        for at in places.clone() {
            let before = changed.get(kind, at).clone();
            changed.set(kind, at, Value::Int(-7));
            assert_eq!(*changed.get(kind, at), Value::Int(-7));
            let others = changed.all(kind).filter(|value| **value == Value::Int(-7));
            assert_eq!(others.count(), 1, "at {at}");
            changed.set(kind, at, before);
            assert!(changed == new, "at {at}");
        }
        for at in places.rev() {
            changed.set(kind, at, Value::Text(at.to_string()));
        }
        let texts: Vec<Value> = changed.all(kind).cloned().collect();
        let due = (0..texts.len()).map(|at| Value::Text(at.to_string()));
        assert!(texts.into_iter().eq(due));
    }
}
