//! Connections, and units of work in doubt, which are shown like connections.

use super::Administered;
use crate::status::{Application, ConnectionStatus, Moment, OpenObject};
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::generated::constants::{
    MQAT_BROKER, MQAT_QMGR, MQOT_NAMELIST, MQOT_PROCESS, MQOT_Q_MGR, MQOT_TOPIC,
};
use ferromq_mqi::options::Road;
use ferromq_qmgr::{BranchStatus, OpenHandle};

impl Administered {
    pub(super) fn connection_of(
        &self,
        connection: &ferromq_qmgr::ConnectionStatus,
    ) -> ConnectionStatus {
        let q_mgr = self.queue_manager.q_mgr_definition();
        let at_work = connection.uow != 0;
        let logged = at_work && connection.uow_logged;
        let begun = Moment::at_us(connection.uow_started_us);
        let application = application_of(connection);
        let own_id = ferromq_mqi::hex::hex(&connection.id[16..]);
        let tag = format!("MQCT{own_id}{}{}", q_mgr.text(Attr::Qmid), application.tag);
        ConnectionStatus {
            id: connection.id,
            application,
            connect_options: connection.options,
            tag,
            unit_of_work_state: if at_work { "ACTIVE" } else { "NONE" }.to_string(),
            unit_of_work: format!("0.{}", connection.uow),
            external_unit_of_work: connection
                .branch
                .as_ref()
                .map(crate::display::connection::external_name),
            unit_of_work_start: if at_work {
                begun.clone()
            } else {
                Moment::default()
            },
            unit_of_work_log: self.log_extent(logged, connection.uow_lsn),
            unit_of_work_log_start: if logged { begun } else { Moment::default() },
            open_objects: connection
                .handles
                .iter()
                .map(|(_, handle)| open_object_of(handle))
                .collect(),
        }
    }

    /// A unit of work in doubt, which is shown as a connection without anybody behind it: a branch with its name, what a channel is in
    /// doubt about as the queue manager's own work, with the channel.
    pub(super) fn in_doubt_of(&self, branch: &BranchStatus) -> ConnectionStatus {
        let channel = branch.xid.channel();
        let external = crate::display::connection::external_name;
        ConnectionStatus {
            external_unit_of_work: channel.is_none().then(|| external(&branch.xid)),
            application: channel.map_or_else(Application::default, |channel| Application {
                kind: "SYSTEM".to_owned(),
                channel: channel.to_string(),
                ..Application::default()
            }),
            unit_of_work_state: "UNRESOLVED".to_string(),
            unit_of_work: format!("0.{}", branch.uow),
            unit_of_work_start: Moment::at_us(branch.started_us),
            unit_of_work_log: self.log_extent(true, branch.lsn),
            unit_of_work_log_start: Moment::at_us(branch.started_us),
            ..ConnectionStatus::default()
        }
    }
}

/// What the queue manager runs itself is of these types.
const OWN_TYPES: [i32; 2] = [MQAT_QMGR, MQAT_BROKER];

pub(super) fn application_of(connection: &ferromq_qmgr::ConnectionStatus) -> Application {
    let origin = &connection.origin;
    let description = match origin.road {
        Road::Embedded => "FerroMQ embedded",
        Road::Bindings => "FerroMQ bindings",
        Road::Client => "FerroMQ channel",
    };
    let own = origin.road == Road::Embedded && OWN_TYPES.contains(&origin.appl_type);
    let client = origin.client.clone();
    let (channel, address) = client.map_or_else(Default::default, |at| (at.channel, at.address));
    Application {
        tag: connection.appl_name.to_string(),
        description: description.to_string(),
        kind: if own { "SYSTEM" } else { "USER" }.to_string(),
        channel,
        connection_name: address,
        process_id: origin.process_id,
        thread_id: origin.thread_id,
        user_id: origin.user_id.to_string(),
        ..Application::default()
    }
}

fn open_object_of(handle: &OpenHandle) -> OpenObject {
    let kind = match handle.object_type {
        MQOT_Q_MGR => "QMGR",
        MQOT_PROCESS => "PROCESS",
        MQOT_NAMELIST => "NAMELIST",
        MQOT_TOPIC => "TOPIC",
        _ => "QUEUE",
    };
    OpenObject {
        name: handle.object_name.to_string(),
        kind: kind.to_string(),
        open_options: handle.options,
        active: false,
    }
}

#[cfg(test)]
mod tests {
    use crate::status::Moment;

    #[test]
    fn moments_are_shown_as_dates_and_times() {
        let leap = Moment::at_us(1_709_210_096_789_000);
        assert_eq!(
            (leap.date.as_str(), leap.time.as_str()),
            ("2024-02-29", "12.34.56")
        );
        assert_eq!(Moment::at_us(1_000_000).date, "1970-01-01");
        assert_eq!(Moment::at_us(0).date, "");
    }
}
