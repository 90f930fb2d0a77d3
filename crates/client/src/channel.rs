//! A client-connection channel: where to connect, and how.

use crate::configuration::Configuration;
use crate::failure::ConnectFailure;
use crate::socket::{Logon, MESSAGE_BYTES_MAX, Password, Terms};
use crate::tls_demands::TlsDemands;
use ferromq_mqi::connection_name::Address;
use ferromq_mqi::generated::constants::{MQCNO_GENERATE_CONN_TAG, MQCNO_NO_CONV_SHARING};
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::password::KeyPassword;
use ferromq_mqi::{ObjectName, Reason};
use std::fmt;
use std::time::Duration;

/// The definition of a client-connection channel, as far as it concerns connecting. What it says is the
/// client's wish: the server-connection channel of the same name decides how much is granted.
#[derive(Clone, PartialEq, Eq)]
pub struct ClientChannel {
    /// Its name, that of the server-connection channel too: 1 to 20 characters.
    pub name: String,
    /// Places of the queue manager, tried in this order (`CONNAME`).
    pub addresses: Vec<Address>,
    /// Longest message in bytes (`MAXMSGL`).
    pub message_bytes_max: u32,
    /// Heartbeat interval in seconds, 0 for none (`HBINT`).
    pub heartbeat_s: u32,
    /// Conversations that may share a socket, 0 for plain headers (`SHARECNV`).
    pub conversations_max: u32,
    /// Highest protocol level to ask for.
    pub fap_max: u8,
    /// User and password to be checked. They travel only inside TLS, or where the channel allows clear
    /// passwords.
    pub password: Option<Password>,
    /// How long to try to reach one place.
    pub connect_timeout: Duration,
    /// Whether the system probes the socket while it is idle (`KeepAlive`).
    pub keep_alive: bool,
    /// `Put1DefaultAlwaysSync`.
    pub put1_always_sync: bool,
    /// Cipher specification; `None` connects without TLS (`SSLCIPH`).
    pub cipher_spec: Option<String>,
    /// Label of the certificate to present (`CERTLABL`); at first that of `MQCERTLABL`.
    pub certificate_label: Option<String>,
    /// What the name in the queue manager's certificate must match (`SSLPEER`).
    pub peer_name: Option<String>,
    /// Key repository of the client; at first what `MQSSLKEYR` names.
    pub key_repository: Option<String>,
    /// Its password, where it is not in a file beside it; at first that of `MQKEYRPWD`.
    pub key_password: Option<KeyPassword>,
    /// Repository of the certificates to trust, if it is not the key repository.
    pub trust_repository: Option<String>,
    /// Its password, where it is not in a file beside it.
    pub trust_password: Option<KeyPassword>,
    /// What is demanded of TLS besides; at first what the environment and the client configuration file say.
    pub tls: TlsDemands,
}

impl fmt::Debug for ClientChannel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never a password in a trace.
        f.debug_struct("ClientChannel")
            .field("name", &self.name)
            .field("addresses", &self.addresses)
            .field("cipher_spec", &self.cipher_spec)
            .finish_non_exhaustive()
    }
}

impl ClientChannel {
    /// A channel to these places, everything else as the environment, the client configuration file or `SYSTEM.DEF.CLNTCONN` has it, whichever says it first.
    #[must_use]
    pub fn new(name: &str, addresses: Vec<Address>) -> Self {
        let file = Configuration::of_process_if_sound();
        let said =
            |by: fn(&Configuration) -> &Option<String>| file.and_then(|file| by(file).clone());
        let connect_timeout = file.and_then(|file| file.connect_timeout);
        Self {
            name: name.to_owned(),
            addresses,
            message_bytes_max: MESSAGE_BYTES_MAX,
            heartbeat_s: 300,
            conversations_max: 10,
            fap_max: ferromq_wire::level::FAP_MAX,
            password: None,
            connect_timeout: connect_timeout.unwrap_or(CONNECT_TIMEOUT),
            keep_alive: file.is_some_and(|file| file.keep_alive),
            put1_always_sync: file.is_some_and(|file| file.put1_always_sync),
            cipher_spec: None,
            certificate_label: variable("MQCERTLABL")
                .or_else(|| said(|file| &file.certificate_label)),
            peer_name: None,
            key_repository: variable("MQSSLKEYR").or_else(|| said(|file| &file.key_repository)),
            key_password: variable("MQKEYRPWD")
                .map(KeyPassword::from)
                .or_else(|| file.and_then(|file| file.key_password.clone())),
            trust_repository: None,
            trust_password: None,
            tls: TlsDemands::of(variable, file.map(|file| &file.tls)),
        }
    }

    /// The same with a user and a password.
    #[must_use]
    pub fn with_password(mut self, user_id: &str, password: &[u8]) -> Self {
        self.password = Some(Password {
            user_id: user_id.to_owned(),
            password: password.to_vec(),
        });
        self
    }

    /// The same without passwords, for those who only look at it.
    pub(crate) fn without_passwords(&self) -> Self {
        Self {
            password: None,
            key_password: None,
            trust_password: None,
            ..self.clone()
        }
    }

    /// What is asked for on a socket.
    pub(crate) fn terms(&self, q_mgr_name: ObjectName) -> Result<Terms, ConnectFailure> {
        if self.name.is_empty() || self.name.len() > 20 {
            let text = format!(
                "channel '{}': the name of a channel has 1 to 20 characters",
                self.name
            );
            return Err(ConnectFailure::new(Reason::CHANNEL_CONFIG_ERROR, text));
        }
        Ok(Terms {
            channel_name: FixedText::truncated(&self.name),
            q_mgr_name,
            user_id: FixedText::truncated(&crate::origin::user_name()),
            message_bytes_max: self.message_bytes_max,
            heartbeat_s: self.heartbeat_s,
            conversations_max: self.conversations_max,
            fap_max: self.fap_max,
            with_tls: self.cipher_spec.is_some(),
        })
    }

    /// What a conversation says of its application.
    pub(crate) fn logon(&self, options: &ConnectOptions) -> Logon {
        Logon {
            q_mgr_name: options.q_mgr_name.asked_by_client(),
            appl_name: crate::origin::appl_name(options),
            options: options.options & !LOCAL_OPTIONS | MQCNO_GENERATE_CONN_TAG,
            conn_tag: options.conn_tag,
            mobility: options.mobility,
            credentials: self.password.clone(),
            put1_always_sync: self.put1_always_sync,
            ..Logon::default()
        }
    }
}

/// How long one place may take to be reached, where nobody says otherwise.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);

/// Options that are the client's business and never travel: sharing, and the kind of binding. Whether it reconnects the
/// queue manager is told, which otherwise could not end while the client does nothing.
const LOCAL_OPTIONS: i32 = {
    use ferromq_mqi::generated::constants::{
        MQCNO_CD_FOR_OUTPUT_ONLY, MQCNO_CLIENT_BINDING, MQCNO_FASTPATH_BINDING,
        MQCNO_HANDLE_SHARE_BLOCK, MQCNO_HANDLE_SHARE_NO_BLOCK, MQCNO_HANDLE_SHARE_NONE,
        MQCNO_ISOLATED_BINDING, MQCNO_LOCAL_BINDING, MQCNO_RECONNECT_DISABLED,
        MQCNO_SHARED_BINDING, MQCNO_USE_CD_SELECTION,
    };
    MQCNO_CD_FOR_OUTPUT_ONLY
        | MQCNO_CLIENT_BINDING
        | MQCNO_FASTPATH_BINDING
        | MQCNO_HANDLE_SHARE_BLOCK
        | MQCNO_HANDLE_SHARE_NO_BLOCK
        | MQCNO_HANDLE_SHARE_NONE
        | MQCNO_ISOLATED_BINDING
        | MQCNO_LOCAL_BINDING
        | MQCNO_NO_CONV_SHARING
        | MQCNO_RECONNECT_DISABLED
        | MQCNO_SHARED_BINDING
        | MQCNO_USE_CD_SELECTION
};

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}
