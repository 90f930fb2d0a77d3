//! Users and groups in commands about authority: names and kinds in parameters of their own.

use super::valued;
use crate::pcf::answers::{Coding, NOWHERE, Refusal, unknown};
use crate::syntax::clause::Clause;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::pcf::{Parameter, Value};
use std::collections::BTreeSet;

/// Most users and groups in one command: each is a change of its own, which is durable before the next.
const NAMED_MAX: usize = 4_096;

/// What was given so far.
#[derive(Default)]
pub(super) struct Given {
    name: Option<(String, usize)>,
    kind: Option<i32>,
    /// Keyword, name and place of each of several.
    several: Vec<(&'static str, String, usize)>,
    matching: Option<(i32, usize)>,
}

impl Given {
    /// Takes a parameter about users and groups, and which records are meant; false if it is none.
    pub(super) fn take(
        &mut self,
        place: usize,
        parameter: &Parameter,
        coding: Coding,
    ) -> Result<bool, Refusal> {
        let id = parameter.id;
        let wrong = || Refusal::about(unknown(&parameter.value), id);
        let unreadable = || Refusal::about(MQRCCF_CCSID_ERROR, id);
        match (id, &parameter.value) {
            (MQCACF_ENTITY_NAME, Value::Text(text)) => {
                let name = text.decode(coding.ccsid, coding.order);
                let name = name.ok_or_else(unreadable)?;
                self.name = Some((name.trim_end().to_owned(), place));
            }
            (MQIACF_ENTITY_TYPE, Value::Int(kind)) => self.kind = Some(*kind),
            (MQIACF_AUTH_OPTIONS, Value::Int(options)) => {
                self.matching = Some((*options, place));
            }
            (MQCACF_PRINCIPAL_ENTITY_NAMES | MQCACF_GROUP_ENTITY_NAMES, Value::Texts(texts)) => {
                let names = texts.decode(coding.ccsid, coding.order);
                let keyword = match id {
                    MQCACF_PRINCIPAL_ENTITY_NAMES => "PRINCIPAL",
                    _ => "GROUP",
                };
                let names = names.ok_or_else(unreadable)?;
                // One that is named again is done once.
                let names: BTreeSet<String> = (names.iter())
                    .map(|name| name.trim_end().to_owned())
                    .collect();
                if self.several.len() + names.len() > NAMED_MAX {
                    return Err(Refusal::about(MQRCCF_CFSL_COUNT_ERROR, id));
                }
                let named = names.into_iter().map(|name| (keyword, name, place));
                self.several.extend(named);
            }
            (
                MQCACF_ENTITY_NAME
                | MQIACF_ENTITY_TYPE
                | MQIACF_AUTH_OPTIONS
                | MQCACF_PRINCIPAL_ENTITY_NAMES
                | MQCACF_GROUP_ENTITY_NAMES,
                _,
            ) => return Err(wrong()),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The clause for each user or group; none where nobody is named.
    pub(super) fn clauses(&self) -> Result<Vec<Clause>, Refusal> {
        let several = self
            .several
            .iter()
            .map(|(keyword, name, place)| valued(keyword, [name.clone()], *place));
        let mut clauses: Vec<Clause> = several.collect();
        match (&self.name, self.kind) {
            (None, None) => {}
            (Some((name, place)), Some(kind)) if !name.is_empty() => {
                let keyword = match kind {
                    MQZAET_PRINCIPAL => "PRINCIPAL",
                    MQZAET_GROUP => "GROUP",
                    _ => {
                        let reason = MQRCCF_ATTR_VALUE_ERROR;
                        return Err(Refusal::about(reason, MQIACF_ENTITY_TYPE));
                    }
                };
                clauses.push(valued(keyword, [name.clone()], *place));
            }
            (Some((name, _)), None) if !name.is_empty() => {
                let reason = MQRCCF_ENTITY_TYPE_MISSING;
                return Err(Refusal::about(reason, MQIACF_ENTITY_TYPE));
            }
            // Nobody in particular.
            _ => {}
        }
        Ok(clauses)
    }

    /// The clause that says which records are meant, where that is more than a name.
    pub(super) fn matching(&self) -> Option<Clause> {
        let (options, place) = self.matching?;
        let named = self.name.as_ref().is_some_and(|(name, _)| !name.is_empty());
        let sums_up = MQAUTHOPT_ENTITY_SET | MQAUTHOPT_CUMULATIVE;
        let word = if options & sums_up != 0 && named {
            "MEMBERSHIP"
        } else if options & MQAUTHOPT_NAME_EXPLICIT != 0 {
            "EXACT"
        } else {
            return None;
        };
        let place = if place == NOWHERE { 0 } else { place };
        Some(valued("MATCH", [word.to_owned()], place))
    }
}
