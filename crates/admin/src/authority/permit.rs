//! What a user who is no administrator must be allowed for a command.
//!
//! Source: "Authorizations for MQSC commands in escape PCFs".

use super::{AuthorityCommand, AuthorityOperations};
use crate::command::Command;
use crate::operations::ObjectOperations;
use crate::outcome::ObjectError;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::ObjectName;
use ferromq_qmgr::{CLASS_PROFILE, Permissions, ProtectedKind, SELF_PROFILE};

/// Refuses a command its user may not give. Displays of several objects are not refused: they
/// leave out what the user may not see.
pub(crate) fn permit(
    operations: &dyn ObjectOperations,
    command: &Command,
) -> Result<(), ObjectError> {
    let Some(authorities) = operations.authorities() else {
        return Ok(());
    };
    if !authorities.is_restricted() {
        return Ok(());
    }
    let asked = Asked {
        authorities,
        number: number_of(command),
    };
    match command {
        Command::Help(_) | Command::NotBuilt { .. } | Command::PingQMgr => return Ok(()),
        _ => asked.q_mgr(MQZAO_DISPLAY)?,
    }
    asked.command(operations, command)
}

struct Asked<'a> {
    authorities: &'a dyn AuthorityOperations,
    number: i32,
}

impl Asked<'_> {
    /// What this command needs besides leave to ask the queue manager anything.
    // tidy: one arm per command
    fn command(
        &self,
        operations: &dyn ObjectOperations,
        command: &Command,
    ) -> Result<(), ObjectError> {
        match command {
            Command::Define {
                kind,
                name,
                like,
                replace,
                ..
            } => {
                let there = *replace && operations.definition(*kind, name).is_some();
                self.define(*kind, name, like.as_ref(), there)
            }
            Command::Alter { kind, name, .. } => self.object(*kind, name.as_str(), MQZAO_CHANGE),
            Command::Delete { kind, name, .. } => self.object(*kind, name.as_str(), MQZAO_DELETE),
            Command::Clear { name } => self.object(ObjectKind::QLocal, name.as_str(), MQZAO_CLEAR),
            Command::ResetQueueStatistics { names } if !names.is_generic() => self.object(
                ObjectKind::QLocal,
                names.as_str(),
                MQZAO_DISPLAY | MQZAO_CHANGE,
            ),
            Command::DisplayObjects { kinds, names, .. } if !names.is_generic() => {
                let kind = kinds.first().copied().unwrap_or(ObjectKind::QLocal);
                self.object(kind, names.as_str(), MQZAO_DISPLAY)
            }
            Command::DisplayQueueStatus { names, .. } | Command::DisplayHandles { names, .. }
                if !names.is_generic() =>
            {
                self.object(ObjectKind::QLocal, names.as_str(), MQZAO_DISPLAY)
            }
            Command::Rules(crate::rules::RuleCommand::Set { .. }) => self.q_mgr(MQZAO_CHANGE),
            Command::Rules(_) => Ok(()),
            // Subscriptions are no objects authority is kept over.
            Command::Topics(command) if command.changes() => self.q_mgr(MQZAO_CHANGE),
            Command::Topics(_) => Ok(()),
            Command::StartListener { name, .. } | Command::StopListener { name, .. } => {
                self.object(ObjectKind::Listener, name.as_str(), MQZAO_CONTROL)
            }
            Command::StartChannel { name, .. } => {
                self.object(ObjectKind::SvrConn, name.as_str(), MQZAO_CONTROL)
            }
            Command::StopChannel { stop, .. } => {
                self.object(ObjectKind::SvrConn, stop.channel.as_str(), MQZAO_CONTROL)
            }
            Command::DisplayListenerStatus { names, .. } if !names.is_generic() => {
                self.object(ObjectKind::Listener, names.as_str(), MQZAO_DISPLAY)
            }
            Command::DisplayChannelStatus { names, .. } if !names.is_generic() => {
                self.object(ObjectKind::SvrConn, names.as_str(), MQZAO_DISPLAY)
            }
            Command::DisplayObjects { .. }
            | Command::DisplayAbsent { .. }
            | Command::NotForServerConnections { .. }
            | Command::DisplayListenerStatus { .. }
            | Command::DisplayChannelStatus { .. }
            | Command::DisplayQueueStatus { .. }
            | Command::DisplayHandles { .. }
            | Command::ResetQueueStatistics { .. }
            | Command::DisplayQMgr(_)
            | Command::DisplayQMgrStatus(_)
            | Command::DisplayConnections(_)
            | Command::Authority(
                AuthorityCommand::Display(_)
                | AuthorityCommand::DisplayEntity { .. }
                | AuthorityCommand::DisplayService(_),
            )
            | Command::PingQMgr
            | Command::NotBuilt { .. }
            | Command::Help(_) => Ok(()),
            // Everything else changes how the queue manager works.
            _ => self.q_mgr(MQZAO_CHANGE),
        }
    }

    /// An object is made like another; it takes the place of one that is `there`.
    fn define(
        &self,
        kind: ObjectKind,
        name: &ObjectName,
        like: Option<&ObjectName>,
        there: bool,
    ) -> Result<(), ObjectError> {
        let source = like.map_or(kind.info().default_object, ObjectName::as_str);
        self.object(kind, source, MQZAO_DISPLAY)?;
        if there {
            self.object(kind, name.as_str(), MQZAO_CHANGE)
        } else {
            self.create(kind)
        }
    }

    fn q_mgr(&self, wanted: i32) -> Result<(), ObjectError> {
        let wanted = Permissions::of(wanted);
        self.authorities
            .permit(ProtectedKind::QMgr, SELF_PROFILE, wanted, self.number)
    }

    fn object(&self, kind: ObjectKind, name: &str, wanted: i32) -> Result<(), ObjectError> {
        if kind == ObjectKind::QMgr {
            return self.q_mgr(wanted);
        }
        let wanted = Permissions::of(wanted);
        self.authorities
            .permit(ProtectedKind::of(kind), name, wanted, self.number)
    }

    /// Objects are made by leave of the queue manager, or of the class they belong to.
    fn create(&self, kind: ObjectKind) -> Result<(), ObjectError> {
        let wanted = Permissions::of(MQZAO_CREATE);
        let everywhere = self
            .authorities
            .may(ProtectedKind::QMgr, SELF_PROFILE, wanted);
        if everywhere {
            return Ok(());
        }
        let kind = ProtectedKind::of(kind);
        self.authorities
            .permit(kind, CLASS_PROFILE, wanted, self.number)
    }
}

/// The number of the command in the programmable format, for events.
fn number_of(command: &Command) -> i32 {
    match command {
        Command::Define { kind, .. } => kind.info().commands[0],
        Command::Alter { kind, .. } => kind.info().commands[1],
        Command::Delete { kind, .. } => kind.info().commands[2],
        Command::DisplayObjects { kinds, .. } => {
            let kind = kinds.first().copied().unwrap_or(ObjectKind::QLocal);
            kind.info().commands[3]
        }
        Command::DisplayAbsent { noun, .. } => match *noun {
            "CLUSQMGR" => MQCMD_INQUIRE_CLUSTER_Q_MGR,
            "COMMINFO" => MQCMD_INQUIRE_COMM_INFO,
            "SERVICE" => MQCMD_INQUIRE_SERVICE,
            "SVSTATUS" => MQCMD_INQUIRE_SERVICE_STATUS,
            _ => MQCMD_ESCAPE,
        },
        Command::Clear { .. } => MQCMD_CLEAR_Q,
        Command::ResetQueueStatistics { .. } => MQCMD_RESET_Q_STATS,
        Command::DisplayQMgr(_) => MQCMD_INQUIRE_Q_MGR,
        Command::DisplayQueueStatus { .. } | Command::DisplayHandles { .. } => {
            MQCMD_INQUIRE_Q_STATUS
        }
        Command::DisplayQMgrStatus(_) => MQCMD_INQUIRE_Q_MGR_STATUS,
        Command::DisplayConnections(_) => MQCMD_INQUIRE_CONNECTION,
        Command::StopConnection { .. } => MQCMD_STOP_CONNECTION,
        Command::StartListener { .. } => MQCMD_START_CHANNEL_LISTENER,
        Command::StopListener { .. } => MQCMD_STOP_CHANNEL_LISTENER,
        Command::DisplayListenerStatus { .. } => MQCMD_INQUIRE_LISTENER_STATUS,
        Command::StartChannel { .. } => MQCMD_START_CHANNEL,
        Command::StopChannel { .. } => MQCMD_STOP_CHANNEL,
        Command::DisplayChannelStatus { .. } => MQCMD_INQUIRE_CHANNEL_STATUS,
        Command::RefreshSecurity(_) => MQCMD_REFRESH_SECURITY,
        Command::Authority(AuthorityCommand::Set(_)) => MQCMD_SET_AUTH_REC,
        Command::Authority(AuthorityCommand::Delete(_)) => MQCMD_DELETE_AUTH_REC,
        Command::Authority(AuthorityCommand::Display(_)) => MQCMD_INQUIRE_AUTH_RECS,
        Command::Authority(AuthorityCommand::DisplayEntity { .. }) => MQCMD_INQUIRE_ENTITY_AUTH,
        Command::Authority(AuthorityCommand::DisplayService(_)) => MQCMD_INQUIRE_AUTH_SERVICE,
        Command::Rules(crate::rules::RuleCommand::Set { .. }) => MQCMD_SET_CHLAUTH_REC,
        Command::Rules(_) => MQCMD_INQUIRE_CHLAUTH_RECS,
        Command::Topics(command) => command.number(),
        Command::SetLogArchived(_) => MQCMD_SET_LOG,
        Command::AdvanceLog | Command::ReduceLog(_) => MQCMD_RESET_Q_MGR,
        _ => MQCMD_ESCAPE,
    }
}
