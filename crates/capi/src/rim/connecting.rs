//! `MQCONN`, `MQCONNX`, `MQDISC`.

use super::codes::{Outcome, answer};
use super::memory::{Block, load, name, store};
use super::shapes::{BNO, CD, CNO, CSP, SCO};
use super::strings;
use crate::connect::{ConnectRequest, TlsOptions, connect};
use crate::connection::Connection;
use crate::handles;
use ferromq_client::{ClientChannel, KeyPassword, Password, TlsDemands, addresses, appl_name};
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::layout::{mqbno, mqcd, mqcno, mqcsp, mqsco};
use ferromq_mqi::hex::hex;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{Balancing, ConnectOptions, ObjectDescriptor};
use ferromq_mqi::{ObjectName, Reason};
use std::ffi::c_void;

/// `MQCONN`: connects to a queue manager; the connection belongs to the calling thread.
///
/// # Safety
/// The pointers are as the MQI asks: see the module.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MQCONN(
    q_mgr_name: *const u8,
    hconn: *mut i32,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let connected = wanted(hconn).and_then(|()| request(q_mgr_name));
            finish(hconn, connected.and_then(connect_with(None)))
        });
    }
}

/// `MQCONNX`: connects to a queue manager as its options say.
///
/// # Safety
/// As [`MQCONN`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MQCONNX(
    q_mgr_name: *const u8,
    connect_opts: *mut c_void,
    hconn: *mut i32,
    comp_code: *mut i32,
    reason: *mut i32,
) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let request = wanted(hconn).and_then(|()| request(q_mgr_name));
            let connected = request.and_then(|mut request| {
                let cno = Block::<{ mqcno::SIZE }>::read(connect_opts, &CNO)?;
                read_options(&cno, &mut request)?;
                connect_with(Some(&cno))(request)
            });
            finish(hconn, connected)
        });
    }
}

/// `MQDISC`: ends a connection; the handle is unusable on return.
///
/// # Safety
/// As [`MQCONN`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MQDISC(hconn: *mut i32, comp_code: *mut i32, reason: *mut i32) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        answer(comp_code, reason, || {
            let number = load(hconn).ok_or(Reason::HCONN_ERROR)?;
            let outcome = handles::disconnect(&handles::find(number)?);
            if !matches!(outcome, Err(Reason::CALL_IN_PROGRESS)) {
                store(hconn, MQHC_UNUSABLE_HCONN);
            }
            outcome
        });
    }
}

/// The handle of a connection, or the one that stands for none.
type Connected = Result<(i32, Reason), Reason>;

/// Without a place for the handle nobody could end the connection.
fn wanted(hconn: *const i32) -> Result<(), Reason> {
    match hconn.is_null() {
        true => Err(Reason::HCONN_ERROR),
        false => Ok(()),
    }
}

/// Stores the handle.
unsafe fn finish(hconn: *mut i32, connected: Connected) -> Outcome {
    let (number, outcome) = match connected {
        Ok((number, reason)) => (number, Ok(reason)),
        Err(reason) => (MQHC_UNUSABLE_HCONN, Err(reason)),
    };
    // SAFETY: the caller's promise is passed on.
    unsafe { store(hconn, number) };
    outcome
}

fn connect_with(
    cno: Option<&Block<{ mqcno::SIZE }>>,
) -> impl FnOnce(ConnectRequest) -> Connected + '_ {
    move |request| {
        super::forking::watch();
        let options = request.options.clone();
        let (connection, mut reason) = connect(request)?;
        // Source: "Configuring XA-compliant transaction managers": no warning on a thread that has opened.
        if reason == Reason::ALREADY_CONNECTED && connection.is_first_asked_for() {
            reason = Reason::NONE;
        }
        if let Some(cno) = cno {
            cno.set(mqcno::CONNECTION_ID_OFFSET, &connection.connection_id());
            let has = |option: i32| options.options & option != 0;
            if has(MQCNO_GENERATE_CONN_TAG)
                && let Some(tag) = conn_tag(&connection, &options)
            {
                cno.set(mqcno::CONN_TAG_OFFSET, &tag);
            }
            if has(MQCNO_CD_FOR_OUTPUT_ONLY)
                && let Some(channel) = connection.channel()
            {
                // SAFETY: the caller's promise is passed on.
                unsafe { give_channel(cno, &channel) };
            }
        }
        Ok((connection.number(), reason))
    }
}

/// The tag of a connection, as `DISPLAY CONN` shows it (CONNTAG). `None` where the user may not inquire the queue manager, a part of whose
/// identifier it is.
fn conn_tag(connection: &Connection, options: &ConnectOptions) -> Option<[u8; 128]> {
    let descriptor = ObjectDescriptor {
        object_type: MQOT_Q_MGR,
        ..ObjectDescriptor::queue("")
    };
    let open = Request::Open {
        descriptor,
        options: MQOO_INQUIRE,
    };
    let Ok(Reply::Opened { handle, .. }) = connection.call(open) else {
        return None;
    };
    let inquired = connection.call(Request::Inquire {
        handle,
        selectors: vec![MQCA_Q_MGR_IDENTIFIER],
        int_count: 0,
        char_len: MQ_Q_MGR_IDENTIFIER_LENGTH as u32,
    });
    // Whatever the close answers, there is nothing to be done about it.
    let _ = connection.simple(Request::Close {
        handle,
        options: MQCO_NONE,
    });
    let Ok(Reply::Inquired { chars, .. }) = inquired else {
        return None;
    };
    let own_id = hex(&connection.connection_id()[16..]);
    let q_mgr_id = String::from_utf8_lossy(&chars);
    let program = appl_name(options);
    let text = format!(
        "MQCT{own_id}{}{}",
        q_mgr_id.trim_end(),
        program.as_str().trim_end()
    );
    Some(padded(&text, 0))
}

/// Text in a field of so many bytes, with others behind it.
fn padded<const N: usize>(text: &str, behind: u8) -> [u8; N] {
    let mut field = [behind; N];
    let places = field.iter_mut().zip(text.as_bytes());
    places.for_each(|(place, byte)| *place = *byte);
    field
}

/// The definition of the channel that was taken, as far as the caller's structure goes.
unsafe fn give_channel(cno: &Block<{ mqcno::SIZE }>, channel: &ClientChannel) {
    let cd = cno.target(
        mqcno::CLIENT_CONN_PTR_OFFSET,
        mqcno::CLIENT_CONN_OFFSET_OFFSET,
    );
    if cd.is_null() {
        return;
    }
    // SAFETY: the caller's promise is passed on.
    let Ok(cd) = (unsafe { Block::<{ mqcd::SIZE }>::read(cd.cast(), &CD) }) else {
        return;
    };
    let places: Vec<String> = channel.addresses.iter().map(ToString::to_string).collect();
    let places = places.join(",");
    let int = |number: u32| i32::try_from(number).unwrap_or(i32::MAX);
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    cd.set(
        mqcd::CHANNEL_NAME_OFFSET,
        &padded::<20>(&channel.name, b' '),
    );
    cd.set_int(mqcd::CHANNEL_TYPE_OFFSET, MQCHT_CLNTCONN);
    cd.set_int(mqcd::TRANSPORT_TYPE_OFFSET, MQXPT_TCP);
    cd.set(
        mqcd::SHORT_CONNECTION_NAME_OFFSET,
        &padded::<20>(&places, b' '),
    );
    cd.set(mqcd::CONNECTION_NAME_OFFSET, &padded::<264>(&places, b' '));
    cd.set_int(mqcd::MAX_MSG_LENGTH_OFFSET, int(channel.message_bytes_max));
    cd.set_int(mqcd::HEARTBEAT_INTERVAL_OFFSET, int(channel.heartbeat_s));
    let cipher_spec = padded::<32>(&text(&channel.cipher_spec), b' ');
    cd.set(mqcd::SSL_CIPHER_SPEC_OFFSET, &cipher_spec);
    cd.set_int(
        mqcd::SHARING_CONVERSATIONS_OFFSET,
        int(channel.conversations_max),
    );
    let label = padded::<64>(&text(&channel.certificate_label), b' ');
    cd.set(mqcd::CERTIFICATE_LABEL_OFFSET, &label);
}

unsafe fn request(q_mgr_name: *const u8) -> Result<ConnectRequest, Reason> {
    // SAFETY: the caller's promise is passed on.
    let name = unsafe { name::<48>(q_mgr_name) }.ok_or(Reason::Q_MGR_NAME_ERROR)?;
    Ok(ConnectRequest {
        options: ConnectOptions {
            q_mgr_name: ObjectName::from_field(&name),
            ..ConnectOptions::default()
        },
        ..ConnectRequest::default()
    })
}

unsafe fn read_options(
    cno: &Block<{ mqcno::SIZE }>,
    request: &mut ConnectRequest,
) -> Result<(), Reason> {
    let options = &mut request.options;
    options.options = cno.int(mqcno::OPTIONS_OFFSET);
    if options.options & !ALL_OPTIONS != 0 {
        return Err(Reason::OPTIONS_ERROR);
    }
    options.conn_tag = cno.array(mqcno::CONN_TAG_OFFSET);
    options.appl_name = FixedText::from_field(&cno.array(mqcno::APPL_NAME_OFFSET));
    let is_local = options.options & MQCNO_LOCAL_BINDING != 0;
    let pointer = |pointer, offset| cno.target(pointer, offset).cast::<c_void>();
    let cd = pointer(
        mqcno::CLIENT_CONN_PTR_OFFSET,
        mqcno::CLIENT_CONN_OFFSET_OFFSET,
    );
    let output_only = options.options & MQCNO_CD_FOR_OUTPUT_ONLY != 0;
    if !cd.is_null() && !is_local && !output_only {
        // SAFETY: the caller's promise is passed on.
        request.channel = Some(unsafe { channel(cd) }?);
    }
    let sco = pointer(
        mqcno::SSL_CONFIG_PTR_OFFSET,
        mqcno::SSL_CONFIG_OFFSET_OFFSET,
    );
    if !sco.is_null() {
        // SAFETY: as above.
        request.tls = unsafe { tls(sco) }?;
    }
    let csp = pointer(
        mqcno::SECURITY_PARMS_PTR_OFFSET,
        mqcno::SECURITY_PARMS_OFFSET_OFFSET,
    );
    if !csp.is_null() {
        // SAFETY: as above.
        request.password = unsafe { password(csp) }?;
    }
    let url = cno.target(mqcno::CCDT_URL_PTR_OFFSET, mqcno::CCDT_URL_OFFSET_OFFSET);
    // SAFETY: as above.
    let url = unsafe { field(url, cno.int(mqcno::CCDT_URL_LENGTH_OFFSET), URL_BYTES_MAX) };
    request.table_url = url.map_err(|_| Reason::CCDT_URL_ERROR)?;
    let bno = pointer(
        mqcno::BALANCE_PARMS_PTR_OFFSET,
        mqcno::BALANCE_PARMS_OFFSET_OFFSET,
    );
    if !bno.is_null() {
        // SAFETY: as above.
        let bno = unsafe { Block::<{ mqbno::SIZE }>::read(bno, &BNO) }?;
        let balancing = Balancing {
            kind: bno.int(mqbno::APPL_TYPE_OFFSET),
            timeout: bno.int(mqbno::TIMEOUT_OFFSET),
            options: bno.int(mqbno::OPTIONS_OFFSET),
        };
        if !balancing.is_valid() {
            return Err(Reason::BNO_ERROR);
        }
        request.options.mobility.balancing = balancing;
        request.says_balancing = true;
    }
    Ok(())
}

/// A string given by pointer and length; `None` when there is none.
unsafe fn field(
    at: *const u8,
    length: i32,
    max: usize,
) -> Result<Option<String>, strings::Unusable> {
    // SAFETY: the caller's promise is passed on.
    let bytes = unsafe { strings::bytes(at, length, max) }?;
    if bytes.is_empty() {
        return Ok(None);
    }
    strings::decode(&bytes, MQCCSI_APPL)
        .map(|text| Some(text.trim_end_matches(['\0', ' ']).to_owned()))
}

/// The text of a fixed field; `None` when it is blank.
fn fixed<const N: usize>(field: [u8; N]) -> Option<String> {
    let text = FixedText::from_field(&field);
    (!text.is_blank()).then(|| text.as_str().to_owned())
}

unsafe fn channel(cd: *mut c_void) -> Result<ClientChannel, Reason> {
    // SAFETY: the caller's promise is passed on.
    let cd = unsafe { Block::<{ mqcd::SIZE }>::read(cd, &CD) }?;
    if cd.int(mqcd::TRANSPORT_TYPE_OFFSET) != MQXPT_TCP {
        return Err(Reason::CD_ERROR);
    }
    let name = fixed(cd.array::<20>(mqcd::CHANNEL_NAME_OFFSET)).ok_or(Reason::CD_ERROR)?;
    // A version 1 definition has the short connection name only.
    let places = fixed(cd.array::<264>(mqcd::CONNECTION_NAME_OFFSET))
        .or_else(|| fixed(cd.array::<20>(mqcd::SHORT_CONNECTION_NAME_OFFSET)))
        .ok_or(Reason::CD_ERROR)?;
    let places = addresses(&places).map_err(|_| Reason::CD_ERROR)?;
    let mut channel = ClientChannel::new(&name, places);
    let unsigned = |offset: usize| u32::try_from(cd.int(offset)).unwrap_or(0);
    // Zero is "as much as the server allows"; more than a channel can carry is brought down to it.
    channel.message_bytes_max = match unsigned(mqcd::MAX_MSG_LENGTH_OFFSET) {
        0 => channel.message_bytes_max,
        asked => asked.min(channel.message_bytes_max),
    };
    if cd.version() >= MQCD_VERSION_4 {
        channel.heartbeat_s = unsigned(mqcd::HEARTBEAT_INTERVAL_OFFSET).min(HEARTBEAT_S_MAX);
    }
    if cd.version() >= MQCD_VERSION_7 {
        channel.cipher_spec = fixed(cd.array::<32>(mqcd::SSL_CIPHER_SPEC_OFFSET));
        let peer = cd.pointer(mqcd::SSL_PEER_NAME_PTR_OFFSET).cast::<u8>();
        let length = cd.int(mqcd::SSL_PEER_NAME_LENGTH_OFFSET);
        // SAFETY: as above.
        let peer = unsafe { field(peer, length, PEER_NAME_BYTES_MAX) };
        channel.peer_name = peer.map_err(|_| Reason::SSL_PEER_NAME_ERROR)?;
    }
    if cd.version() >= MQCD_VERSION_9 {
        // More than the server has is an old way to say "as the server has it".
        channel.conversations_max =
            unsigned(mqcd::SHARING_CONVERSATIONS_OFFSET).min(CONVERSATIONS_MAX);
    }
    channel.certificate_label = fixed(cd.array::<64>(mqcd::CERTIFICATE_LABEL_OFFSET));
    let user = fixed(cd.array::<12>(mqcd::REMOTE_USER_IDENTIFIER_OFFSET));
    let password = fixed(cd.array::<12>(mqcd::REMOTE_PASSWORD_OFFSET));
    // Together at once: what is one is wiped when it is dropped, wanted or not.
    let password = password.map(|password| Password {
        user_id: user.clone().unwrap_or_default(),
        password: password.into_bytes(),
    });
    channel.password = password.filter(|_| user.is_some());
    Ok(channel)
}

unsafe fn tls(sco: *mut c_void) -> Result<TlsOptions, Reason> {
    // SAFETY: the caller's promise is passed on.
    let sco = unsafe { Block::<{ mqsco::SIZE }>::read(sco, &SCO) }?;
    let password = sco.target(
        mqsco::KEY_REPO_PASSWORD_PTR_OFFSET,
        mqsco::KEY_REPO_PASSWORD_OFFSET_OFFSET,
    );
    let length = sco.int(mqsco::KEY_REPO_PASSWORD_LENGTH_OFFSET);
    // SAFETY: as above.
    let password = unsafe { field(password, length, KEY_PASSWORD_BYTES_MAX) };
    // Fields of later versions are zero in earlier ones: nothing is demanded.
    let mut demands = TlsDemands::default();
    demands.demand_hardware(
        &fixed(sco.array::<256>(mqsco::CRYPTO_HARDWARE_OFFSET)).unwrap_or_default(),
    );
    demands.demand_revocation(sco.int(mqsco::AUTH_INFO_REC_COUNT_OFFSET))?;
    demands.demand_key_reset(sco.int(mqsco::KEY_RESET_COUNT_OFFSET))?;
    demands.demand_fips(sco.int(mqsco::FIPS_REQUIRED_OFFSET))?;
    let level = |at: usize| sco.int(mqsco::ENCRYPTION_POLICY_SUITE_B_OFFSET + 4 * at);
    demands.demand_suite_b([0, 1, 2, 3].map(level))?;
    demands.demand_policy(sco.int(mqsco::CERTIFICATE_VAL_POLICY_OFFSET))?;
    Ok(TlsOptions {
        demands,
        key_repository: fixed(sco.array::<256>(mqsco::KEY_REPOSITORY_OFFSET)),
        key_password: password
            .map_err(|_| Reason::SCO_ERROR)?
            .map(KeyPassword::from),
        certificate_label: fixed(sco.array::<64>(mqsco::CERTIFICATE_LABEL_OFFSET)),
    })
}

unsafe fn password(csp: *mut c_void) -> Result<Option<Password>, Reason> {
    // SAFETY: the caller's promise is passed on.
    let csp = unsafe { Block::<{ mqcsp::SIZE }>::read(csp, &CSP) }?;
    match csp.int(mqcsp::AUTHENTICATION_TYPE_OFFSET) {
        MQCSP_AUTH_NONE => return Ok(None),
        MQCSP_AUTH_USER_ID_AND_PWD => {}
        MQCSP_AUTH_ID_TOKEN => return Err(Reason::FUNCTION_NOT_SUPPORTED),
        _ => return Err(Reason::CSP_ERROR),
    }
    let user = csp.target(
        mqcsp::CSP_USER_ID_PTR_OFFSET,
        mqcsp::CSP_USER_ID_OFFSET_OFFSET,
    );
    let password = csp.target(
        mqcsp::CSP_PASSWORD_PTR_OFFSET,
        mqcsp::CSP_PASSWORD_OFFSET_OFFSET,
    );
    let (user_length, password_length) = (
        csp.int(mqcsp::CSP_USER_ID_LENGTH_OFFSET),
        csp.int(mqcsp::CSP_PASSWORD_LENGTH_OFFSET),
    );
    // SAFETY: as above.
    let user = unsafe { field(user, user_length, Password::USER_BYTES_MAX) };
    // SAFETY: as above.
    let password =
        unsafe { strings::bytes(password, password_length, Password::PASSWORD_BYTES_MAX) };
    // Of this kind at once: it is wiped when it is dropped, also where the user is missing or wrong.
    let password = password.map(|password| Password {
        user_id: String::new(),
        password,
    });
    match (user, password) {
        (Ok(Some(user_id)), Ok(mut password)) => {
            password.user_id = user_id;
            Ok(Some(password))
        }
        (Ok(None), Ok(_)) => Ok(None),
        _ => Err(Reason::CSP_ERROR),
    }
}

/// Every option a connect may have.
const ALL_OPTIONS: i32 = MQCNO_FASTPATH_BINDING
    | MQCNO_SHARED_BINDING
    | MQCNO_ISOLATED_BINDING
    | MQCNO_LOCAL_BINDING
    | MQCNO_CLIENT_BINDING
    | MQCNO_HANDLE_SHARE_NONE
    | MQCNO_HANDLE_SHARE_BLOCK
    | MQCNO_HANDLE_SHARE_NO_BLOCK
    | MQCNO_SERIALIZE_CONN_TAG_Q_MGR
    | MQCNO_SERIALIZE_CONN_TAG_QSG
    | MQCNO_RESTRICT_CONN_TAG_Q_MGR
    | MQCNO_RESTRICT_CONN_TAG_QSG
    | MQCNO_ACCOUNTING_MQI_ENABLED
    | MQCNO_ACCOUNTING_MQI_DISABLED
    | MQCNO_ACCOUNTING_Q_ENABLED
    | MQCNO_ACCOUNTING_Q_DISABLED
    | MQCNO_NO_CONV_SHARING
    | MQCNO_ALL_CONVS_SHARE
    | MQCNO_CD_FOR_OUTPUT_ONLY
    | MQCNO_USE_CD_SELECTION
    | MQCNO_GENERATE_CONN_TAG
    | MQCNO_RECONNECT
    | MQCNO_RECONNECT_DISABLED
    | MQCNO_RECONNECT_Q_MGR
    | MQCNO_ACTIVITY_TRACE_ENABLED
    | MQCNO_ACTIVITY_TRACE_DISABLED;

const URL_BYTES_MAX: usize = 1024;
const PEER_NAME_BYTES_MAX: usize = 1024;
const KEY_PASSWORD_BYTES_MAX: usize = 1024;
const HEARTBEAT_S_MAX: u32 = 999_999;
const CONVERSATIONS_MAX: u32 = 999_999_999;
