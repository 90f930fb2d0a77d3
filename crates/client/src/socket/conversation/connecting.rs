//! How a conversation begins: who the application is, and the connection to the queue manager.

use super::{Conversation, Phase};
use crate::failure::ConnectFailure;
use crate::socket::refusal;
use crate::socket::way::Way;
use ferromq_mqi::generated::constants::MQCC_FAILED;
use ferromq_mqi::password::Password;
use ferromq_mqi::{ObjectName, Reason};
use ferromq_wire::call::{CallHead, Connect, ConnectWords};
use ferromq_wire::level::FAP_PASSWORD_PROTECTION;
use ferromq_wire::logon::Credentials;
use ferromq_wire::structure::ConnectExtension;
use ferromq_wire::{Call, Kind, Segment};

/// What a queue manager says of a connection when it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Welcome {
    /// Its name.
    pub q_mgr_name: ObjectName,
    /// The 24 bytes that name the connection (`MQCNO.ConnectionId`); zero when it told none.
    pub connection_id: [u8; 24],
}

impl Conversation {
    /// Says who the application is, and connects. True when that failed at once.
    pub(in crate::socket) fn log_on(&mut self, way: &mut Way<'_>) -> bool {
        let Some(password) = self.logon.credentials.take() else {
            self.send_connect(way);
            return false;
        };
        if let Err(failure) = check_password(&password, way) {
            self.fail(&failure);
            return true;
        }
        let (user, secret) = (password.user_id.as_bytes(), &password.password[..]);
        let credentials = Credentials {
            authentication: 1,
            user_id_bytes_max: user.len() as i32,
            password_bytes_max: secret.len() as i32,
            password_clear_bytes: secret.len() as i32,
            unknown: [0; 2],
            user_id: user,
            password: secret,
        };
        let head = way.head(self.number, 0, Kind::Credentials);
        way.outbound
            .send(&head, &Segment::Credentials(credentials), None);
        self.phase = Phase::LoggingOn;
        false
    }

    pub(super) fn send_connect(&mut self, way: &mut Way<'_>) {
        let flags = if self.number == 1 { 7 } else { 15 };
        let mut extension = ConnectExtension {
            connection_tag: self.logon.conn_tag,
            ..ConnectExtension::default()
        };
        let mobility = &self.logon.mobility;
        let balancing = mobility.balancing;
        extension.balance = [balancing.kind, balancing.timeout, balancing.options];
        // Ours. Where others say it, they promise to say more when they are done.
        extension.returned_tag[..mobility.again.len()].copy_from_slice(&mobility.again);
        let mut connect = Connect {
            q_mgr_name: self.logon.q_mgr_name.into(),
            appl_name: self.logon.appl_name.into(),
            appl_type: self.logon.appl_type,
            accounting_token: [0; 32],
            options: Some(ConnectWords {
                flags,
                options: self.logon.options,
            }),
            extension: Some(extension),
        };
        connect.fit_level(way.agreed.fap);
        let head = way.head(self.number, 0, Kind::Connect);
        let segment = Segment::Call(CallHead::request(0), Call::Connect(connect));
        way.outbound.send(&head, &segment, None);
        self.phase = Phase::Connecting;
    }

    pub(super) fn take_connect(&mut self, head: &CallHead, call: &Call<'_>, way: &Way<'_>) {
        if head.comp_code == MQCC_FAILED {
            let q_mgr = self.logon.q_mgr_name;
            let reason = Reason(head.reason);
            let mut failure = refusal::connect(reason, way.channel, q_mgr.as_str());
            if let Call::Connect(connect) = call
                && reason == Reason::Q_MGR_QUIESCING
                && self.logon.mobility.again != [0; 24]
            {
                let named = connect.q_mgr_name.name();
                failure.elsewhere = Some(named).filter(|it| !it.is_blank() && *it != q_mgr);
            }
            self.fail(&failure);
            return;
        }
        let mut welcome = Welcome {
            q_mgr_name: way.agreed.partner.q_mgr_name.name(),
            connection_id: [0; 24],
        };
        if let Call::Connect(connect) = call {
            if !connect.q_mgr_name.name().is_blank() {
                welcome.q_mgr_name = connect.q_mgr_name.name();
            }
            if let Some(extension) = &connect.extension {
                welcome.connection_id = extension.connection_id();
            }
        }
        self.outcome = Some(Ok(welcome));
        self.phase = Phase::Idle;
    }
}

/// Whether the password may travel, and can.
fn check_password(password: &Password, way: &Way<'_>) -> Result<(), ConnectFailure> {
    let channel = way.channel;
    if !password.fits() {
        let text = format!(
            "channel '{channel}': a user id has at most {} bytes and a password at most {}",
            Password::USER_BYTES_MAX,
            Password::PASSWORD_BYTES_MAX
        );
        return Err(ConnectFailure::new(Reason::NOT_AUTHORIZED, text));
    }
    if way.with_tls || way.agreed.password_fap < FAP_PASSWORD_PROTECTION {
        return Ok(());
    }
    let text = format!(
        "channel '{channel}': the queue manager wants passwords protected, and without TLS this \
         client cannot do that: set a cipher specification on both ends, or allow clear passwords \
         on the channel for development"
    );
    Err(ConnectFailure::new(Reason::PASSWORD_PROTECTION_ERROR, text))
}
