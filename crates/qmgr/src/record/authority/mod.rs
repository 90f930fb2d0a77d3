//! Authority records: who may do what with which objects.
//!
//! Held in memory, logged, and in the catalog. `docs/formats/catalog.md` and
//! `docs/formats/log-records.md` give the bytes.

pub(crate) mod profile;

use crate::record::Reader;
use crate::record::authority::profile::Profile;
use ferromq_mqi::attribute::ObjectKind;
pub use ferromq_mqi::authority::{EntityKind, EntityName};
use ferromq_mqi::authority::{Permissions, ProtectedKind};
use std::collections::{BTreeMap, HashMap};

/// One record. At most one is there for a kind, a profile and an entity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthorityRecord {
    /// Kind of the objects.
    pub kind: ProtectedKind,
    /// Their names.
    pub profile: Profile,
    /// Who.
    pub entity: EntityName,
    /// May do this.
    pub permissions: Permissions,
}

/// Longest name of an entity, bytes.
pub const ENTITY_BYTES_MAX: usize = 64;

impl AuthorityRecord {
    /// The bytes of the record; `gone` says that it is not there from now on.
    pub(crate) fn encode(&self, gone: bool) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend_from_slice(&self.permissions.bits().to_le_bytes());
        bytes.extend([self.kind as u8, self.entity.kind as u8, u8::from(gone), 0]);
        for text in [self.profile.as_str(), &self.entity.name] {
            let len = u32::try_from(text.len()).unwrap_or(u32::MAX);
            bytes.extend_from_slice(&len.to_le_bytes());
            bytes.extend_from_slice(text.as_bytes());
        }
        bytes
    }

    /// Reads a record, and whether it is gone. `None` when the bytes make no sense.
    pub(crate) fn decode(bytes: &[u8]) -> Option<(Self, bool)> {
        let mut reader = Reader(bytes);
        let permissions = Permissions::of(i32::from_le_bytes(reader.take(4)?.try_into().ok()?));
        let &[kind, entity, gone, _] = reader.take(4)? else {
            return None;
        };
        let mut text = || {
            let len = usize::try_from(reader.u32()?).ok()?;
            String::from_utf8(reader.take(len)?.to_vec()).ok()
        };
        let record = Self {
            kind: ProtectedKind::from_number(kind)?,
            profile: Profile::parse(&text()?).ok()?,
            entity: EntityName {
                kind: EntityKind::from_number(entity)?,
                name: text()?,
            },
            permissions,
        };
        (gone <= 1).then_some((record, gone == 1))
    }
}

type Granted = BTreeMap<EntityName, Permissions>;

/// The profiles of one kind of object.
#[derive(Debug, Default)]
struct Profiles {
    /// Those that stand for one name.
    exact: HashMap<String, Granted>,
    /// The others, the most specific first.
    generic: Vec<(Profile, Granted)>,
}

/// Every record there is.
#[derive(Debug, Default)]
pub(crate) struct AuthorityRecords {
    kinds: BTreeMap<ProtectedKind, Profiles>,
}

impl AuthorityRecords {
    /// Adds a record, or replaces the one in its place.
    pub(crate) fn set(&mut self, record: AuthorityRecord) {
        let profiles = self.kinds.entry(record.kind).or_default();
        if !record.profile.is_generic() {
            let name = record.profile.as_str().to_owned();
            let granted = profiles.exact.entry(name).or_default();
            granted.insert(record.entity, record.permissions);
            return;
        }
        let place = profiles
            .generic
            .binary_search_by(|(profile, _)| profile.compare(&record.profile));
        let at = place.unwrap_or_else(|at| {
            let added = (record.profile.clone(), Granted::new());
            profiles.generic.insert(at, added);
            at
        });
        profiles.generic[at]
            .1
            .insert(record.entity, record.permissions);
    }

    /// Takes a record away. False when it was not there.
    pub(crate) fn remove(
        &mut self,
        kind: ProtectedKind,
        profile: &Profile,
        entity: &EntityName,
    ) -> bool {
        let Some(profiles) = self.kinds.get_mut(&kind) else {
            return false;
        };
        if !profile.is_generic() {
            let Some(granted) = profiles.exact.get_mut(profile.as_str()) else {
                return false;
            };
            let removed = granted.remove(entity).is_some();
            if granted.is_empty() {
                profiles.exact.remove(profile.as_str());
            }
            return removed;
        }
        let Some(at) = profiles.generic.iter().position(|(own, _)| own == profile) else {
            return false;
        };
        let removed = profiles.generic[at].1.remove(entity).is_some();
        if profiles.generic[at].1.is_empty() {
            profiles.generic.remove(at);
        }
        removed
    }

    /// Takes away the records that are about one object and no other: it is deleted.
    pub(crate) fn forget_object(&mut self, kind: ObjectKind, name: &str) {
        // These have none of their own, and are not known by names of others.
        if !matches!(kind, ObjectKind::Sub | ObjectKind::ChlAuth)
            && !kind.is_cluster_record()
            && let Some(profiles) = self.kinds.get_mut(&ProtectedKind::of(kind))
        {
            profiles.exact.remove(name);
        }
    }

    /// What a record allows, if it is there.
    pub(crate) fn get(
        &self,
        kind: ProtectedKind,
        profile: &Profile,
        entity: &EntityName,
    ) -> Option<Permissions> {
        self.granted(kind, profile)?.get(entity).copied()
    }

    fn granted(&self, kind: ProtectedKind, profile: &Profile) -> Option<&Granted> {
        let profiles = self.kinds.get(&kind)?;
        if profile.is_generic() {
            let found = profiles.generic.iter().find(|(own, _)| own == profile);
            found.map(|(_, granted)| granted)
        } else {
            profiles.exact.get(profile.as_str())
        }
    }

    /// Every record, sorted by kind, profile and entity.
    pub(crate) fn all(&self) -> Vec<AuthorityRecord> {
        let mut all = Vec::new();
        for (kind, profiles) in &self.kinds {
            let exact = profiles
                .exact
                .iter()
                .filter_map(|(name, granted)| Some((Profile::parse(name).ok()?, granted)));
            let generic = profiles
                .generic
                .iter()
                .map(|(profile, granted)| (profile.clone(), granted));
            for (profile, granted) in exact.chain(generic) {
                all.extend(granted.iter().map(|(entity, permissions)| AuthorityRecord {
                    kind: *kind,
                    profile: profile.clone(),
                    entity: entity.clone(),
                    permissions: *permissions,
                }));
            }
        }
        all.sort_by(|one, other| {
            let key = |record: &AuthorityRecord| {
                (
                    record.kind,
                    record.profile.as_str().to_owned(),
                    record.entity.clone(),
                )
            };
            key(one).cmp(&key(other))
        });
        all
    }

    /// The record that counts for one entity and one object: that of the most specific profile.
    pub(crate) fn applicable(
        &self,
        kind: ProtectedKind,
        name: &str,
        entity: &EntityName,
    ) -> Option<AuthorityRecord> {
        let record = |profile: Profile, permissions: Permissions| AuthorityRecord {
            kind,
            profile,
            entity: entity.clone(),
            permissions,
        };
        let profiles = self.kinds.get(&kind)?;
        let exact = profiles.exact.get(name);
        if let Some(permissions) = exact.and_then(|granted| granted.get(entity)) {
            return Some(record(Profile::parse(name).ok()?, *permissions));
        }
        let mut generic = profiles.generic.iter();
        generic.find_map(|(profile, granted)| {
            let permissions = granted.get(entity)?;
            let counts = profile.matches(name);
            counts.then(|| record(profile.clone(), *permissions))
        })
    }

    /// What a user may do with an object: what the most specific profile allows the user and
    /// each of the user's groups, all together.
    pub(crate) fn permitted(
        &self,
        kind: ProtectedKind,
        name: &str,
        user: &[EntityName],
    ) -> Permissions {
        let mut permitted = Permissions::NONE;
        for entity in user {
            if let Some(record) = self.applicable(kind, name, entity) {
                permitted |= record.permissions;
            }
        }
        permitted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objects::authority::Entity;

    fn record(profile: &str, entity: EntityName, words: &[&str]) -> AuthorityRecord {
        let kind = ProtectedKind::Queue;
        let mut permissions = Permissions::NONE;
        for word in words {
            permissions |= Permissions::from_word(word, kind).expect("a word");
        }
        AuthorityRecord {
            kind,
            profile: Profile::parse(profile).expect("a profile"),
            entity,
            permissions,
        }
    }

    fn user(name: &str, groups: &[&str]) -> Entity {
        Entity::new(name, groups.iter().map(|group| (*group).to_owned()), false)
    }

    fn permitted(records: &AuthorityRecords, name: &str, user: &Entity) -> Vec<String> {
        let permitted = records.permitted(ProtectedKind::Queue, name, user.names());
        permitted.listed()
    }

    /// Source: "Profile priorities", its example.
    #[test]
    fn only_the_most_specific_profile_of_an_entity_counts() {
        let mut records = AuthorityRecords::default();
        records.set(record("AB.*", EntityName::principal("fred"), &["PUT"]));
        records.set(record("AB.C*", EntityName::principal("fred"), &["GET"]));
        let fred = user("fred", &[]);
        assert_eq!(permitted(&records, "AB.CD", &fred), ["get"]);
        assert_eq!(permitted(&records, "AB.XY", &fred), ["put"]);
        records.set(record("AB.CD", EntityName::principal("fred"), &[]));
        assert!(permitted(&records, "AB.CD", &fred).is_empty());
        assert!(permitted(&records, "AB.CD", &user("jill", &[])).is_empty());
    }

    #[test]
    fn a_user_has_what_each_group_is_allowed() {
        let mut records = AuthorityRecords::default();
        records.set(record("Q", EntityName::group("clerks"), &["PUT"]));
        records.set(record("*", EntityName::group("auditors"), &["BROWSE"]));
        records.set(record("**", EntityName::group("nobody"), &["INQ"]));
        let jill = user("jill", &["clerks", "auditors"]);
        assert_eq!(permitted(&records, "Q", &jill), ["browse", "put", "inq"]);
        assert_eq!(permitted(&records, "Q", &user("joe", &[])), ["inq"]);
        // A principal of a group's name is not the group.
        assert_eq!(permitted(&records, "Q", &user("clerks", &[])), ["inq"]);
    }

    #[test]
    fn records_go_one_by_one() {
        let mut records = AuthorityRecords::default();
        let fred = EntityName::principal("fred");
        for profile in ["Q", "Q.*"] {
            let given = record(profile, fred.clone(), &["PUT"]);
            records.set(given.clone());
            assert_eq!(records.all(), std::slice::from_ref(&given));
            assert!(records.remove(given.kind, &given.profile, &fred));
            assert!(!records.remove(given.kind, &given.profile, &fred));
            assert!(records.all().is_empty());
        }
    }

    #[test]
    fn records_round_trip_and_garbage_is_refused() {
        let given = record("A.**.B", EntityName::group("clerks"), &["PUT", "GET"]);
        for gone in [false, true] {
            let bytes = given.encode(gone);
            assert_eq!(AuthorityRecord::decode(&bytes), Some((given.clone(), gone)));
            for len in 0..bytes.len() {
                assert_eq!(AuthorityRecord::decode(&bytes[..len]), None, "{len}");
            }
            let mut changed = bytes.clone();
            changed[4] = 99;
            assert_eq!(AuthorityRecord::decode(&changed), None);
        }
    }
}
