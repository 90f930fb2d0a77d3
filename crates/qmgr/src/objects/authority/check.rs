//! What verbs and commands ask before they do something. What a refusal leaves behind is told in `verbs/authority.rs`.
//!
//! Source: "Authorizations for MQI calls", tables 1 to 4.

use crate::core::Notice;
use crate::objects::Objects;
use crate::objects::authority::entity::Entity;
use ferromq_mqi::authority::{Permissions, ProtectedKind};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::notices::AMQ8077;
use std::fmt;

/// Something that was not allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denial {
    /// Who asked.
    pub user: String,
    /// Kind of the object.
    pub kind: ProtectedKind,
    /// Its name.
    pub name: String,
    /// What was needed.
    pub wanted: Permissions,
    /// What the user has.
    pub held: Permissions,
}

impl Denial {
    /// What operators are told.
    #[track_caller]
    pub(crate) fn notice(&self) -> Notice {
        let missing = self.wanted.without(self.held);
        let kind = self.kind.word().to_ascii_lowercase();
        let (user, name) = (&self.user, &self.name);
        let values: [&dyn fmt::Display; 6] =
            [user, &kind, name, &self.wanted, &missing, &self.held];
        Notice::of(&AMQ8077, &values)
    }
}

/// The text of the notice.
impl fmt::Display for Denial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.notice().text)
    }
}

/// What an object is needed for.
pub(crate) type Need = (ProtectedKind, String, Permissions);

/// Finds the first need that is not met.
pub(crate) fn check(objects: &Objects, user: &Entity, needs: &[Need]) -> Result<(), Denial> {
    if user.is_administrator() {
        return Ok(());
    }
    let records = objects.authority.records();
    for (kind, name, wanted) in needs {
        let held = records.permitted(*kind, name, user.names());
        if !held.contains(*wanted) {
            return Err(Denial {
                user: user.user().to_owned(),
                kind: *kind,
                name: if *kind == ProtectedKind::QMgr {
                    objects.name.to_string()
                } else {
                    name.clone()
                },
                wanted: *wanted,
                held,
            });
        }
    }
    Ok(())
}

/// The permissions open options ask for.
pub(crate) fn wanted_by(options: i32) -> Permissions {
    const ASKED: [(i32, i32); 9] = [
        (
            MQOO_INPUT_AS_Q_DEF | MQOO_INPUT_SHARED | MQOO_INPUT_EXCLUSIVE | MQOO_SAVE_ALL_CONTEXT,
            MQZAO_INPUT,
        ),
        (MQOO_BROWSE, MQZAO_BROWSE),
        (MQOO_OUTPUT, MQZAO_OUTPUT),
        (MQOO_INQUIRE, MQZAO_INQUIRE),
        (MQOO_SET, MQZAO_SET),
        (MQOO_PASS_IDENTITY_CONTEXT, MQZAO_PASS_IDENTITY_CONTEXT),
        (MQOO_PASS_ALL_CONTEXT, MQZAO_PASS_ALL_CONTEXT),
        (MQOO_SET_IDENTITY_CONTEXT, MQZAO_SET_IDENTITY_CONTEXT),
        (MQOO_SET_ALL_CONTEXT, MQZAO_SET_ALL_CONTEXT),
    ];
    let asked = ASKED.iter().filter(|(option, _)| options & option != 0);
    Permissions::of(asked.fold(0, |bits, (_, bit)| bits | bit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_options_ask_for_what_the_manual_says() {
        let wanted = |options| wanted_by(options).listed();
        assert_eq!(wanted(MQOO_INPUT_SHARED | MQOO_SAVE_ALL_CONTEXT), ["get"]);
        assert_eq!(wanted(MQOO_BROWSE | MQOO_INQUIRE), ["browse", "inq"]);
        assert_eq!(
            wanted(MQOO_OUTPUT | MQOO_SET_ALL_CONTEXT | MQOO_PASS_IDENTITY_CONTEXT),
            ["put", "passid", "setall"]
        );
        assert!(wanted(MQOO_FAIL_IF_QUIESCING | MQOO_BIND_ON_OPEN).is_empty());
    }

    #[test]
    fn a_denial_names_user_object_and_permissions() {
        let queue = |word| Permissions::from_word(word, ProtectedKind::Queue).expect("a word");
        let denial = Denial {
            user: "fred".to_owned(),
            kind: ProtectedKind::Queue,
            name: "Q1".to_owned(),
            wanted: queue("GET") | queue("PUT"),
            held: queue("PUT") | queue("INQ"),
        };
        assert_eq!(
            denial.to_string(),
            "User 'fred' is not authorized to use queue 'Q1'. Wanted: get put; not allowed: get; allowed: put inq."
        );
    }
}
