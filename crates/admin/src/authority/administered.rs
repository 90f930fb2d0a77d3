//! The keeper of authority records of a running queue manager, for the user whose commands they are.

use super::operations::{AuthorityOperations, RecordChange};
use crate::dump::quoted;
use crate::outcome::ObjectError;
use crate::running::{Administered, refusal};
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::generated::constants::MQZAO_DISPLAY;
use ferromq_mqi::name::ObjectName;
use ferromq_qmgr::{
    AuthorityRecord, CLASS_PROFILE, EntityKind, EntityName, Permissions, Profile, ProtectedKind,
    SELF_PROFILE,
};

/// The command that makes a record as it is, as `dmpmqcfg` prints it; it ends with a line end.
#[must_use]
pub fn authority_text(record: &AuthorityRecord, one_line: bool) -> String {
    let profile = match record.kind {
        ProtectedKind::QMgr => String::new(),
        _ => format!(" PROFILE('{}')", record.profile.as_str()),
    };
    let words = record.permissions.words();
    let allowed = match words.is_empty() {
        true => "NONE".to_owned(),
        false => words.join(","),
    };
    let between = if one_line { " " } else { " +\n   " };
    format!(
        "SET AUTHREC{profile}{between}OBJTYPE({}){between}{}({}){between}AUTHADD({allowed})\n",
        record.kind,
        record.entity.kind.word(),
        quoted(&record.entity.name),
    )
}

impl AuthorityOperations for Administered {
    fn set_authority(&self, change: &RecordChange) -> Result<(), ObjectError> {
        if !self.has_object(change.kind, &change.profile) {
            return Err(ObjectError::NotFound);
        }
        self.queue_manager()
            .set_authority(
                change.kind,
                &change.profile,
                &change.entity,
                change.add,
                change.remove,
            )
            .map_err(refusal)
    }

    fn delete_authority(&self, change: &RecordChange) -> Result<(), ObjectError> {
        self.queue_manager()
            .delete_authority(change.kind, &change.profile, &change.entity)
            .map_err(refusal)
    }

    fn authority_records(&self) -> Vec<AuthorityRecord> {
        self.queue_manager().authority_records()
    }

    fn records_of(
        &self,
        entity: &EntityName,
        kind: ProtectedKind,
        name: &str,
    ) -> Vec<AuthorityRecord> {
        let records = self.entities_of(entity);
        records
            .iter()
            .filter_map(|entity| self.queue_manager().applicable_record(kind, name, entity))
            .collect()
    }

    fn permissions_of(&self, entity: &EntityName, kind: ProtectedKind, name: &str) -> Permissions {
        if entity.kind == EntityKind::Principal
            && let Some(user) = self.queue_manager().entity_named(&entity.name)
        {
            return self.queue_manager().permitted(&user, kind, name);
        }
        if *entity == EntityName::group(ferromq_qmgr::ADMINISTRATORS) {
            return kind.applicable();
        }
        let records = self.records_of(entity, kind, name).into_iter();
        records.fold(Permissions::NONE, |all, record| all | record.permissions)
    }

    fn refresh(&self) {
        self.queue_manager().refresh_entities();
    }

    fn is_restricted(&self) -> bool {
        self.user().is_some()
    }

    fn may(&self, kind: ProtectedKind, name: &str, wanted: Permissions) -> bool {
        self.user().is_none_or(|user| {
            self.queue_manager()
                .permitted(user, kind, name)
                .contains(wanted)
        })
    }

    fn permit(
        &self,
        kind: ProtectedKind,
        name: &str,
        wanted: Permissions,
        command: i32,
    ) -> Result<(), ObjectError> {
        let Some(user) = self.user() else {
            return Ok(());
        };
        self.queue_manager()
            .check_command(user, kind, name, wanted, command)
            .map_err(refusal)
    }
}

impl Administered {
    /// Whether the user whose commands they are may see an object. Channel authentication records and subscriptions are
    /// kept by numbers no profile can name: they are seen by whoever may see the queue manager.
    pub(crate) fn may_see(&self, kind: ObjectKind, name: &str) -> bool {
        let displayed = Permissions::of(MQZAO_DISPLAY);
        match kind {
            ObjectKind::ChlAuth | ObjectKind::Sub => {
                self.may(ProtectedKind::QMgr, SELF_PROFILE, displayed)
            }
            _ => self.may(ProtectedKind::of(kind), name, displayed),
        }
    }

    /// Whoever makes an object may do everything with it.
    pub(crate) fn grant_to_maker(&self, kind: ObjectKind, name: &str) -> Result<(), ObjectError> {
        let (Some(user), Ok(profile)) = (self.user(), Profile::parse(name)) else {
            return Ok(());
        };
        let kind = ProtectedKind::of(kind);
        let maker = EntityName::principal(user.user());
        self.queue_manager()
            .set_authority(kind, &profile, &maker, kind.applicable(), Permissions::NONE)
            .map_err(refusal)
    }

    /// A user and the user's groups, or a group alone.
    fn entities_of(&self, entity: &EntityName) -> Vec<EntityName> {
        let user = match entity.kind {
            EntityKind::Principal => self.queue_manager().entity_named(&entity.name),
            EntityKind::Group => None,
        };
        user.map_or_else(|| vec![entity.clone()], |user| user.names().to_vec())
    }

    /// Whether there is such a group; of users nobody knows all.
    pub(crate) fn knows(&self, entity: &EntityName) -> bool {
        entity.kind == EntityKind::Principal || self.queue_manager().has_group(&entity.name)
    }

    /// Documented: a profile that is no generic one is the name of an object that is there.
    pub(crate) fn has_object(&self, kind: ProtectedKind, profile: &Profile) -> bool {
        let text = profile.as_str();
        if profile.is_generic() || text == CLASS_PROFILE || text == SELF_PROFILE {
            return true;
        }
        let name = ObjectName::truncated(text);
        let mut kinds = ObjectKind::ALL
            .into_iter()
            .filter(|known| ProtectedKind::of(*known) == kind)
            .peekable();
        // Of kinds that are not there yet nothing is known.
        kinds.peek().is_none()
            || kinds.any(|kind| self.queue_manager().definition(kind, &name).is_some())
    }
}
