//! `MQSETMP`.

use super::field::FIELDS;
use super::name::{self, Target, told};
use super::{MessageHandle, Position, PropertyDescriptor};
use crate::generated::constants::*;
use crate::property::{Property, Value};
use crate::reason::Reason;

const COPY: i32 = MQCOPY_ALL | MQCOPY_FORWARD | MQCOPY_PUBLISH | MQCOPY_REPLY | MQCOPY_REPORT;

impl MessageHandle {
    /// `MQSETMP` with `MQSMPO_*` options. Gives back the descriptor as it is kept.
    ///
    /// # Errors
    /// `MQRC_OPTIONS_ERROR` for options that are none or exclude each other; `MQRC_PD_ERROR`;
    /// `MQRC_PROPERTY_NAME_ERROR`, `MQRC_PROPERTY_NAME_LENGTH_ERR`; `MQRC_PROPERTY_TYPE_ERROR` for a field or a name of JMS
    /// with another type; `MQRC_PROPERTY_VALUE_TOO_BIG` for what a field has no room for;
    /// `MQRC_PROPERTY_NOT_AVAILABLE` when no property was inquired or it has been deleted.
    pub fn set(
        &mut self,
        options: i32,
        name: &str,
        descriptor: PropertyDescriptor,
        value: Value,
    ) -> Result<PropertyDescriptor, Reason> {
        let placed = match options {
            MQSMPO_SET_FIRST | MQSMPO_APPEND_PROPERTY => None,
            MQSMPO_SET_PROP_UNDER_CURSOR
            | MQSMPO_SET_PROP_AFTER_CURSOR
            | MQSMPO_SET_PROP_BEFORE_CURSOR => {
                let cursor = self.under_cursor();
                Some(cursor.ok_or(Reason::PROPERTY_NOT_AVAILABLE)?)
            }
            _ => return Err(Reason::OPTIONS_ERROR),
        };
        let kept = self.checked(descriptor)?;
        if options == MQSMPO_SET_PROP_UNDER_CURSOR
            && let Some(position) = placed
        {
            if let Position::Property(at) = position
                && self.checks
                && let Some(there) = self.properties.get(at)
            {
                name::check_type(told(&there.path), &value)?;
            }
            self.unchecked |= !self.checks;
            return self.replace(position, kept, value);
        }
        if self.checks {
            name::check(name, &value)?;
        } else {
            self.unchecked = true;
        }
        let target = Target::of(name);
        if let Some(field) = target.field() {
            return self.replace(Position::Field(field), kept, value);
        }
        let path = target.path().ok_or(Reason::PROPERTY_NAME_ERROR)?;
        let property = Property {
            path: path.into(),
            value,
            support: kept.support,
            context: kept.context,
            copy: kept.copy,
            foreign_type: None,
        };
        if options == MQSMPO_SET_FIRST
            && let Some(old) = self.properties.iter_mut().find(|old| *old.path == *path)
        {
            *old = property;
            return Ok(kept);
        }
        if self.checks
            && self
                .properties
                .iter()
                .any(|other| is_within(&other.path, path))
        {
            return Err(Reason::PROPERTY_NAME_ERROR);
        }
        let at = match placed {
            Some(Position::Property(at)) if options == MQSMPO_SET_PROP_BEFORE_CURSOR => at,
            Some(Position::Property(at)) => at + 1,
            _ => self.behind_kin(path),
        };
        self.insert(at, property);
        Ok(kept)
    }

    /// The descriptor as it is kept, if it may be.
    fn checked(&self, given: PropertyDescriptor) -> Result<PropertyDescriptor, Reason> {
        if given.options != MQPD_NONE {
            return Err(Reason::OPTIONS_ERROR);
        }
        let context = [MQPD_NO_CONTEXT, MQPD_USER_CONTEXT].contains(&given.context);
        if !context || given.copy & !COPY != 0 {
            return Err(Reason::PD_ERROR);
        }
        let support = if self.checks {
            MQPD_SUPPORT_OPTIONAL
        } else {
            given.support
        };
        Ok(PropertyDescriptor { support, ..given })
    }

    /// Gives what is there another value.
    fn replace(
        &mut self,
        position: Position,
        kept: PropertyDescriptor,
        value: Value,
    ) -> Result<PropertyDescriptor, Reason> {
        match position {
            Position::Property(at) => {
                let property = self.properties.get_mut(at);
                let property = property.ok_or(Reason::PROPERTY_NOT_AVAILABLE)?;
                property.value = value;
                property.foreign_type = None;
                (property.support, property.context, property.copy) =
                    (kept.support, kept.context, kept.copy);
                Ok(kept)
            }
            Position::Field(at) => {
                FIELDS[at].set(&mut self.descriptor, &value)?;
                self.known.add(at);
                Ok(of_field())
            }
        }
    }

    /// Behind the last property of that name, else of its group, else of its folder, else of all.
    fn behind_kin(&self, path: &str) -> usize {
        let last = |test: &dyn Fn(&str) -> bool| {
            let found = self.properties.iter().rposition(|p| test(&p.path));
            found.map(|at| at + 1)
        };
        let group = path.rsplit_once('.').map_or("", |(group, _)| group);
        let folder = path.split('.').next().unwrap_or_default();
        last(&|other| other == path)
            .or_else(|| last(&|other| other.rsplit_once('.').is_some_and(|(g, _)| g == group)))
            .or_else(|| last(&|other| other.split('.').next() == Some(folder)))
            .unwrap_or(self.properties.len())
    }
}

/// What is said of fields of the descriptor: no put copies them.
pub(super) fn of_field() -> PropertyDescriptor {
    PropertyDescriptor {
        copy: MQCOPY_NONE,
        ..PropertyDescriptor::default()
    }
}

/// True when one of them would be a value and a group at once.
fn is_within(one: &str, other: &str) -> bool {
    let within = |inner: &str, outer: &str| {
        let rest = inner.strip_prefix(outer);
        rest.is_some_and(|rest| rest.starts_with('.'))
    };
    within(one, other) || within(other, one)
}
