//! Who connects: credentials, and the connect call.

use crate::client::{Ask, Client, Outcome};
use crate::conversation::{Conversation, Logon};
use crate::host::{Admitted, Applicant, Awaited, Verdict};
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::{
    MQAT_USER, MQCNO_GENERATE_CONN_TAG, MQCNO_RECONNECT, MQCNO_RECONNECT_Q_MGR,
};
use ferromq_mqi::options::{Balancing, ClientPlace, ConnectOptions, Mobility, Origin, Road};
use ferromq_wire::call::Connect;
use ferromq_wire::control::{Status, StatusCode};
use ferromq_wire::logon::{Credentials, UserId};
use ferromq_wire::structure::ConnectExtension;
use ferromq_wire::{Call, Head, Kind, Segment};

/// A connect call that waits for the verdict on who asks.
pub(crate) struct Applied {
    ask: Ask,
    connect: Connect,
    awaited: Awaited,
}

impl Client {
    /// The user of the client process. Nobody answers it.
    pub(crate) fn user_id(&mut self, it: &UserId) {
        let long = it.long.as_ref().map(|long| long.user_id.name());
        self.user = match &long {
            Some(name) if !name.is_blank() => name.as_str().to_owned(),
            _ => it.user_id.name().as_str().to_owned(),
        };
        let password = it.password.name();
        self.password =
            (!password.is_blank()).then(|| password.as_str().as_bytes().to_vec().into());
    }
}

impl Conversation {
    /// User and password for the connect call to come. Whether they are right is told there: clients report a
    /// refusal in the answer to this as a broken connection.
    pub(crate) fn credentials(&mut self, client: &mut Client, head: &Head, it: &Credentials<'_>) {
        self.logon = Logon {
            user: Some(String::from_utf8_lossy(it.user_id).into_owned()),
            password: it.password.to_vec().into(),
            is_protected: it.is_protected() || (client.protects_passwords && it.may_be_protected()),
        };
        let status = Status::new(StatusCode::OK);
        client.send(&head.answer(Kind::Status), &Segment::Status(Some(status)));
    }

    /// `MQCONN`. The verdict on who asks may come later.
    pub(crate) fn connect(&mut self, client: &mut Client, ask: Ask, connect: Connect) {
        let refused = if self.connection.is_some() {
            Reason::ALREADY_CONNECTED
        } else if client.quiescing {
            Reason::CONNECTION_QUIESCING
        } else {
            let awaited = self.apply(client, &connect);
            return self.wait_for_verdict(
                client,
                Box::new(Applied {
                    ask,
                    connect,
                    awaited,
                }),
            );
        };
        client.answer(&ask, Outcome::Failed(refused), Call::Connect(connect));
    }

    /// Asks who the applicant is to be.
    fn apply(&mut self, client: &Client, connect: &Connect) -> Awaited {
        let (q_mgr_name, appl_name) = (connect.q_mgr_name.name(), connect.appl_name.name());
        let logon = std::mem::take(&mut self.logon);
        let credentials = match (&logon.user, &client.password) {
            (Some(user), _) if logon.is_protected => Some((user.as_str(), &[][..])),
            (Some(user), _) => Some((user.as_str(), &logon.password[..])),
            (None, Some(password)) => Some((client.user.as_str(), &password[..])),
            (None, None) => None,
        };
        let (verdict, awaited) = Verdict::pending(self.waker());
        // Without a channel nobody got this far; a verdict that is dropped refuses.
        if let Some(status) = &client.status {
            let definition = &status.definition;
            let who = Applicant {
                channel_name: definition.channel_name.as_str(),
                mca_user: definition.mca_user,
                peer: &client.line.peer,
                client_user: &client.user,
                credentials,
                password_is_protected: logon.is_protected,
                q_mgr_name: q_mgr_name.as_str(),
                appl_name: appl_name.as_str(),
            };
            client.host.admit(&who, verdict);
        }
        awaited
    }

    /// Answers the connect call if the verdict is there.
    pub(crate) fn wait_for_verdict(&mut self, client: &mut Client, applied: Box<Applied>) {
        let Some(decision) = applied.awaited.decision() else {
            return self.await_verdict(applied);
        };
        let Applied {
            ask, mut connect, ..
        } = *applied;
        let lost = mobility(client, &connect).again;
        if let Some(elsewhere) = client.host.sent_to(&lost).filter(|_| lost != [0; 24]) {
            // Clients of others try their next place; ours goes there.
            connect.q_mgr_name = elsewhere.into();
            let refused = Outcome::Failed(Reason::Q_MGR_QUIESCING);
            return client.answer(&ask, refused, Call::Connect(connect));
        }
        let connected = decision
            .map_err(|refused| refused.reason)
            .and_then(|admitted| self.try_connect(client, &connect, &admitted));
        match connected {
            Ok(connection_id) => {
                let mut answer = connect;
                answer.q_mgr_name = client.line.q_mgr_name;
                if let Some(extension) = &mut answer.extension {
                    extension.set_connection_id(&connection_id);
                }
                client.answer(&ask, Outcome::OK, Call::Connect(answer));
            }
            Err(reason) => client.answer(&ask, Outcome::Failed(reason), Call::Connect(connect)),
        }
    }

    fn try_connect(
        &mut self,
        client: &mut Client,
        connect: &Connect,
        admitted: &Admitted,
    ) -> Result<[u8; 24], Reason> {
        // It may have been stopped while about this was decided.
        if client.quiescing {
            return Err(Reason::CONNECTION_QUIESCING);
        }
        let appl_name = connect.appl_name.name();
        let options = ConnectOptions {
            q_mgr_name: connect.q_mgr_name.name().asked_by_client(),
            options: connect.options.map_or(0, |words| words.options),
            appl_name,
            conn_tag: [0; 128],
            mobility: mobility(client, connect),
        };
        let origin = Origin {
            user_id: admitted.user_id,
            appl_name,
            appl_type: match connect.appl_type {
                0 => MQAT_USER,
                appl_type => appl_type,
            },
            process_id: client.line.process_id,
            thread_id: client.line.thread_id,
            uid: admitted.uid,
            road: Road::Client,
            client: Some(ClientPlace {
                channel: client.status.as_ref().map_or_else(String::new, |status| {
                    status.definition.channel_name.to_string()
                }),
                address: client.line.peer.address.clone(),
                port: client.line.peer.port,
            }),
        };
        let mut connection = client.host.connect(&options, origin, admitted)?;
        if !client.logged_on {
            if let Some(status) = &client.status {
                client.host.enter(status)?;
            }
            client.logged_on = true;
        }
        connection.limit_gets(client.line.message_bytes_max);
        connection.use_workers();
        if let Some(status) = &client.status {
            let mut remote = status.remote_guard();
            remote.mca_user = admitted.user_id;
            remote.appl_tag = appl_name;
        }
        let id = connection.connection_id();
        let extension = connect.extension.as_ref();
        self.reconnecting = extension.is_some_and(ConnectExtension::makes_again);
        let reconnect_options = options.options & (MQCNO_RECONNECT | MQCNO_RECONNECT_Q_MGR);
        self.reconnects = reconnect_options != 0;
        self.connection = Some(connection);
        Ok(id)
    }
}

/// What a connect call says of being moved. A conversation that belongs to another one comes with that one's identifier as its
/// connection tag; the first one has a tag generated.
fn mobility(client: &Client, connect: &Connect) -> Mobility {
    let extension = connect.extension.as_ref();
    let options = connect.options.map_or(0, |words| words.options);
    let tag = extension.map_or([0; 24], ConnectExtension::connection_id);
    let belongs = options & MQCNO_GENERATE_CONN_TAG == 0 && tag.starts_with(b"AMQC");
    let words = extension.filter(|it| it.version >= 4).map(|it| it.balance);
    let said = words.map(|[kind, timeout, options]| Balancing {
        kind,
        timeout,
        options,
    });
    Mobility {
        shares: client.line.multiplexed,
        of: if belongs { tag } else { [0; 24] },
        again: match extension {
            Some(it) if it.makes_again() => it.lost_connection_id,
            Some(it) => it.lost_of_ours(),
            None => [0; 24],
        },
        balancing: said.filter(Balancing::is_valid).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zeroize::ZeroizeOnDrop;

    /// What a type does when it is dropped cannot be seen after it was; so this is a test of types.
    fn is_wiped(_: &impl ZeroizeOnDrop) {}

    #[test]
    fn passwords_are_wiped_when_nobody_needs_them_any_more() {
        let _ = |client: &Client| client.password.as_ref().map(is_wiped);
        is_wiped(&Logon::default().password);
    }
}
