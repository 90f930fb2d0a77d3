//! Sizes, field offsets and lengths by version of every MQI structure on a 64-bit machine.
//!
//! Generated from `tables/structs.csv` by `cargo xtask generate`; do not edit.

#![allow(missing_docs)]

/// Layout of `MQACH`; all values are bytes.
pub mod mqach {
    pub const SIZE: usize = 72;
    pub const LENGTH_1: usize = 72;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const STRUC_LENGTH_OFFSET: usize = 8;
    pub const CHAIN_AREA_LENGTH_OFFSET: usize = 12;
    pub const EXIT_INFO_NAME_OFFSET: usize = 16;
    pub const NEXT_CHAIN_AREA_PTR_OFFSET: usize = 64;
}

/// Layout of `MQAIR`; all values are bytes.
pub mod mqair {
    pub const SIZE: usize = 584;
    pub const LENGTH_1: usize = 328;
    pub const LENGTH_2: usize = 584;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const AUTH_INFO_TYPE_OFFSET: usize = 8;
    pub const AUTH_INFO_CONN_NAME_OFFSET: usize = 12;
    pub const LDAP_USER_NAME_PTR_OFFSET: usize = 280;
    pub const LDAP_USER_NAME_OFFSET_OFFSET: usize = 288;
    pub const LDAP_USER_NAME_LENGTH_OFFSET: usize = 292;
    pub const LDAP_PASSWORD_OFFSET: usize = 296;
    pub const OCSP_RESPONDER_URL_OFFSET: usize = 328;
}

/// Layout of `MQAXC`; all values are bytes.
pub mod mqaxc {
    pub const SIZE: usize = 424;
    pub const LENGTH_1: usize = 392;
    pub const LENGTH_2: usize = 424;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const ENVIRONMENT_OFFSET: usize = 8;
    pub const USER_ID_OFFSET: usize = 12;
    pub const SECURITY_ID_OFFSET: usize = 24;
    pub const CONNECTION_NAME_OFFSET: usize = 64;
    pub const LONG_MCA_USER_ID_LENGTH_OFFSET: usize = 328;
    pub const LONG_REMOTE_USER_ID_LENGTH_OFFSET: usize = 332;
    pub const LONG_MCA_USER_ID_PTR_OFFSET: usize = 336;
    pub const LONG_REMOTE_USER_ID_PTR_OFFSET: usize = 344;
    pub const APPL_NAME_OFFSET: usize = 352;
    pub const APPL_TYPE_OFFSET: usize = 380;
    pub const PROCESS_ID_OFFSET: usize = 384;
    pub const THREAD_ID_OFFSET: usize = 388;
    pub const CHANNEL_NAME_OFFSET: usize = 392;
    pub const RESERVED1_OFFSET: usize = 412;
    pub const P_CHANNEL_DEFINITION_OFFSET: usize = 416;
}

/// Layout of `MQAXP`; all values are bytes.
pub mod mqaxp {
    pub const SIZE: usize = 256;
    pub const LENGTH_1: usize = 256;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const EXIT_ID_OFFSET: usize = 8;
    pub const EXIT_REASON_OFFSET: usize = 12;
    pub const EXIT_RESPONSE_OFFSET: usize = 16;
    pub const EXIT_RESPONSE2_OFFSET: usize = 20;
    pub const FEEDBACK_OFFSET: usize = 24;
    pub const API_CALLER_TYPE_OFFSET: usize = 28;
    pub const EXIT_USER_AREA_OFFSET: usize = 32;
    pub const EXIT_DATA_OFFSET: usize = 48;
    pub const EXIT_INFO_NAME_OFFSET: usize = 80;
    pub const EXIT_PD_AREA_OFFSET: usize = 128;
    pub const Q_MGR_NAME_OFFSET: usize = 176;
    pub const EXIT_CHAIN_AREA_PTR_OFFSET: usize = 224;
    pub const HCONFIG_OFFSET: usize = 232;
    pub const FUNCTION_OFFSET: usize = 240;
    pub const EXIT_MSG_HANDLE_OFFSET: usize = 248;
}

/// Layout of `MQBMHO`; all values are bytes.
pub mod mqbmho {
    pub const SIZE: usize = 12;
    pub const LENGTH_1: usize = 12;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const OPTIONS_OFFSET: usize = 8;
}

/// Layout of `MQBNO`; all values are bytes.
pub mod mqbno {
    pub const SIZE: usize = 20;
    pub const LENGTH_1: usize = 20;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const APPL_TYPE_OFFSET: usize = 8;
    pub const TIMEOUT_OFFSET: usize = 12;
    pub const OPTIONS_OFFSET: usize = 16;
}

/// Layout of `MQBO`; all values are bytes.
pub mod mqbo {
    pub const SIZE: usize = 12;
    pub const LENGTH_1: usize = 12;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const OPTIONS_OFFSET: usize = 8;
}

/// Layout of `MQCBC`; all values are bytes.
pub mod mqcbc {
    pub const SIZE: usize = 64;
    pub const LENGTH_1: usize = 56;
    pub const LENGTH_2: usize = 64;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const CALL_TYPE_OFFSET: usize = 8;
    pub const HOBJ_OFFSET: usize = 12;
    pub const CALLBACK_AREA_OFFSET: usize = 16;
    pub const CONNECTION_AREA_OFFSET: usize = 24;
    pub const COMP_CODE_OFFSET: usize = 32;
    pub const REASON_OFFSET: usize = 36;
    pub const STATE_OFFSET: usize = 40;
    pub const DATA_LENGTH_OFFSET: usize = 44;
    pub const BUFFER_LENGTH_OFFSET: usize = 48;
    pub const FLAGS_OFFSET: usize = 52;
    pub const RECONNECT_DELAY_OFFSET: usize = 56;
}

/// Layout of `MQCBD`; all values are bytes.
pub mod mqcbd {
    pub const SIZE: usize = 168;
    pub const LENGTH_1: usize = 168;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const CALLBACK_TYPE_OFFSET: usize = 8;
    pub const OPTIONS_OFFSET: usize = 12;
    pub const CALLBACK_AREA_OFFSET: usize = 16;
    pub const CALLBACK_FUNCTION_OFFSET: usize = 24;
    pub const CALLBACK_NAME_OFFSET: usize = 32;
    pub const MAX_MSG_LENGTH_OFFSET: usize = 160;
}

/// Layout of `MQCD`; all values are bytes.
pub mod mqcd {
    pub const SIZE: usize = 2000;
    pub const LENGTH_1: usize = 984;
    pub const LENGTH_2: usize = 1312;
    pub const LENGTH_3: usize = 1480;
    pub const LENGTH_4: usize = 1568;
    pub const LENGTH_5: usize = 1584;
    pub const LENGTH_6: usize = 1688;
    pub const LENGTH_7: usize = 1792;
    pub const LENGTH_8: usize = 1888;
    pub const LENGTH_9: usize = 1912;
    pub const LENGTH_10: usize = 1920;
    pub const LENGTH_11: usize = 1984;
    pub const LENGTH_12: usize = 1992;
    pub const LENGTH_13: usize = 2000;
    pub const CHANNEL_NAME_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 20;
    pub const CHANNEL_TYPE_OFFSET: usize = 24;
    pub const TRANSPORT_TYPE_OFFSET: usize = 28;
    pub const DESC_OFFSET: usize = 32;
    pub const Q_MGR_NAME_OFFSET: usize = 96;
    pub const XMIT_Q_NAME_OFFSET: usize = 144;
    pub const SHORT_CONNECTION_NAME_OFFSET: usize = 192;
    pub const MCA_NAME_OFFSET: usize = 212;
    pub const MODE_NAME_OFFSET: usize = 232;
    pub const TP_NAME_OFFSET: usize = 240;
    pub const BATCH_SIZE_OFFSET: usize = 304;
    pub const DISC_INTERVAL_OFFSET: usize = 308;
    pub const SHORT_RETRY_COUNT_OFFSET: usize = 312;
    pub const SHORT_RETRY_INTERVAL_OFFSET: usize = 316;
    pub const LONG_RETRY_COUNT_OFFSET: usize = 320;
    pub const LONG_RETRY_INTERVAL_OFFSET: usize = 324;
    pub const SECURITY_EXIT_OFFSET: usize = 328;
    pub const MSG_EXIT_OFFSET: usize = 456;
    pub const SEND_EXIT_OFFSET: usize = 584;
    pub const RECEIVE_EXIT_OFFSET: usize = 712;
    pub const SEQ_NUMBER_WRAP_OFFSET: usize = 840;
    pub const MAX_MSG_LENGTH_OFFSET: usize = 844;
    pub const PUT_AUTHORITY_OFFSET: usize = 848;
    pub const DATA_CONVERSION_OFFSET: usize = 852;
    pub const SECURITY_USER_DATA_OFFSET: usize = 856;
    pub const MSG_USER_DATA_OFFSET: usize = 888;
    pub const SEND_USER_DATA_OFFSET: usize = 920;
    pub const RECEIVE_USER_DATA_OFFSET: usize = 952;
    pub const USER_IDENTIFIER_OFFSET: usize = 984;
    pub const PASSWORD_OFFSET: usize = 996;
    pub const MCA_USER_IDENTIFIER_OFFSET: usize = 1008;
    pub const MCA_TYPE_OFFSET: usize = 1020;
    pub const CONNECTION_NAME_OFFSET: usize = 1024;
    pub const REMOTE_USER_IDENTIFIER_OFFSET: usize = 1288;
    pub const REMOTE_PASSWORD_OFFSET: usize = 1300;
    pub const MSG_RETRY_EXIT_OFFSET: usize = 1312;
    pub const MSG_RETRY_USER_DATA_OFFSET: usize = 1440;
    pub const MSG_RETRY_COUNT_OFFSET: usize = 1472;
    pub const MSG_RETRY_INTERVAL_OFFSET: usize = 1476;
    pub const HEARTBEAT_INTERVAL_OFFSET: usize = 1480;
    pub const BATCH_INTERVAL_OFFSET: usize = 1484;
    pub const NON_PERSISTENT_MSG_SPEED_OFFSET: usize = 1488;
    pub const STRUC_LENGTH_OFFSET: usize = 1492;
    pub const EXIT_NAME_LENGTH_OFFSET: usize = 1496;
    pub const EXIT_DATA_LENGTH_OFFSET: usize = 1500;
    pub const MSG_EXITS_DEFINED_OFFSET: usize = 1504;
    pub const SEND_EXITS_DEFINED_OFFSET: usize = 1508;
    pub const RECEIVE_EXITS_DEFINED_OFFSET: usize = 1512;
    pub const MSG_EXIT_PTR_OFFSET: usize = 1520;
    pub const MSG_USER_DATA_PTR_OFFSET: usize = 1528;
    pub const SEND_EXIT_PTR_OFFSET: usize = 1536;
    pub const SEND_USER_DATA_PTR_OFFSET: usize = 1544;
    pub const RECEIVE_EXIT_PTR_OFFSET: usize = 1552;
    pub const RECEIVE_USER_DATA_PTR_OFFSET: usize = 1560;
    pub const CLUSTER_PTR_OFFSET: usize = 1568;
    pub const CLUSTERS_DEFINED_OFFSET: usize = 1576;
    pub const NETWORK_PRIORITY_OFFSET: usize = 1580;
    pub const LONG_MCA_USER_ID_LENGTH_OFFSET: usize = 1584;
    pub const LONG_REMOTE_USER_ID_LENGTH_OFFSET: usize = 1588;
    pub const LONG_MCA_USER_ID_PTR_OFFSET: usize = 1592;
    pub const LONG_REMOTE_USER_ID_PTR_OFFSET: usize = 1600;
    pub const MCA_SECURITY_ID_OFFSET: usize = 1608;
    pub const REMOTE_SECURITY_ID_OFFSET: usize = 1648;
    pub const SSL_CIPHER_SPEC_OFFSET: usize = 1688;
    pub const SSL_PEER_NAME_PTR_OFFSET: usize = 1720;
    pub const SSL_PEER_NAME_LENGTH_OFFSET: usize = 1728;
    pub const SSL_CLIENT_AUTH_OFFSET: usize = 1732;
    pub const KEEP_ALIVE_INTERVAL_OFFSET: usize = 1736;
    pub const LOCAL_ADDRESS_OFFSET: usize = 1740;
    pub const BATCH_HEARTBEAT_OFFSET: usize = 1788;
    pub const HDR_COMP_LIST_OFFSET: usize = 1792;
    pub const MSG_COMP_LIST_OFFSET: usize = 1800;
    pub const CLWL_CHANNEL_RANK_OFFSET: usize = 1864;
    pub const CLWL_CHANNEL_PRIORITY_OFFSET: usize = 1868;
    pub const CLWL_CHANNEL_WEIGHT_OFFSET: usize = 1872;
    pub const CHANNEL_MONITORING_OFFSET: usize = 1876;
    pub const CHANNEL_STATISTICS_OFFSET: usize = 1880;
    pub const SHARING_CONVERSATIONS_OFFSET: usize = 1884;
    pub const PROPERTY_CONTROL_OFFSET: usize = 1888;
    pub const MAX_INSTANCES_OFFSET: usize = 1892;
    pub const MAX_INSTANCES_PER_CLIENT_OFFSET: usize = 1896;
    pub const CLIENT_CHANNEL_WEIGHT_OFFSET: usize = 1900;
    pub const CONNECTION_AFFINITY_OFFSET: usize = 1904;
    pub const BATCH_DATA_LIMIT_OFFSET: usize = 1908;
    pub const USE_DLQ_OFFSET: usize = 1912;
    pub const DEF_RECONNECT_OFFSET: usize = 1916;
    pub const CERTIFICATE_LABEL_OFFSET: usize = 1920;
    pub const SPL_PROTECTION_OFFSET: usize = 1984;
    pub const QUANTUM_SAFE_ALGORITHM_OFFSET: usize = 1988;
    pub const QUANTUM_SAFE_REQUIRED_OFFSET: usize = 1992;
}

/// Layout of `MQCFBF`; all values are bytes.
pub mod mqcfbf {
    pub const SIZE: usize = 24;
    pub const LENGTH_1: usize = 21;
    pub const KIND_OFFSET: usize = 0;
    pub const STRUC_LENGTH_OFFSET: usize = 4;
    pub const PARAMETER_OFFSET: usize = 8;
    pub const OPERATOR_OFFSET: usize = 12;
    pub const FILTER_VALUE_LENGTH_OFFSET: usize = 16;
    pub const FILTER_VALUE_OFFSET: usize = 20;
}

/// Layout of `MQCFBS`; all values are bytes.
pub mod mqcfbs {
    pub const SIZE: usize = 20;
    pub const LENGTH_1: usize = 17;
    pub const KIND_OFFSET: usize = 0;
    pub const STRUC_LENGTH_OFFSET: usize = 4;
    pub const PARAMETER_OFFSET: usize = 8;
    pub const STRING_LENGTH_OFFSET: usize = 12;
    pub const STRING_OFFSET: usize = 16;
}

/// Layout of `MQCFGR`; all values are bytes.
pub mod mqcfgr {
    pub const SIZE: usize = 16;
    pub const LENGTH_1: usize = 16;
    pub const KIND_OFFSET: usize = 0;
    pub const STRUC_LENGTH_OFFSET: usize = 4;
    pub const PARAMETER_OFFSET: usize = 8;
    pub const PARAMETER_COUNT_OFFSET: usize = 12;
}

/// Layout of `MQCFH`; all values are bytes.
pub mod mqcfh {
    pub const SIZE: usize = 36;
    pub const LENGTH_1: usize = 36;
    pub const KIND_OFFSET: usize = 0;
    pub const STRUC_LENGTH_OFFSET: usize = 4;
    pub const VERSION_OFFSET: usize = 8;
    pub const COMMAND_OFFSET: usize = 12;
    pub const MSG_SEQ_NUMBER_OFFSET: usize = 16;
    pub const CONTROL_OFFSET: usize = 20;
    pub const COMP_CODE_OFFSET: usize = 24;
    pub const REASON_OFFSET: usize = 28;
    pub const PARAMETER_COUNT_OFFSET: usize = 32;
}

/// Layout of `MQCFIF`; all values are bytes.
pub mod mqcfif {
    pub const SIZE: usize = 20;
    pub const LENGTH_1: usize = 20;
    pub const KIND_OFFSET: usize = 0;
    pub const STRUC_LENGTH_OFFSET: usize = 4;
    pub const PARAMETER_OFFSET: usize = 8;
    pub const OPERATOR_OFFSET: usize = 12;
    pub const FILTER_VALUE_OFFSET: usize = 16;
}

/// Layout of `MQCFIL`; all values are bytes.
pub mod mqcfil {
    pub const SIZE: usize = 20;
    pub const LENGTH_1: usize = 20;
    pub const KIND_OFFSET: usize = 0;
    pub const STRUC_LENGTH_OFFSET: usize = 4;
    pub const PARAMETER_OFFSET: usize = 8;
    pub const COUNT_OFFSET: usize = 12;
    pub const VALUES_OFFSET: usize = 16;
}

/// Layout of `MQCFIL64`; all values are bytes.
pub mod mqcfil64 {
    pub const SIZE: usize = 24;
    pub const LENGTH_1: usize = 24;
    pub const KIND_OFFSET: usize = 0;
    pub const STRUC_LENGTH_OFFSET: usize = 4;
    pub const PARAMETER_OFFSET: usize = 8;
    pub const COUNT_OFFSET: usize = 12;
    pub const VALUES_OFFSET: usize = 16;
}

/// Layout of `MQCFIN`; all values are bytes.
pub mod mqcfin {
    pub const SIZE: usize = 16;
    pub const LENGTH_1: usize = 16;
    pub const KIND_OFFSET: usize = 0;
    pub const STRUC_LENGTH_OFFSET: usize = 4;
    pub const PARAMETER_OFFSET: usize = 8;
    pub const VALUE_OFFSET: usize = 12;
}

/// Layout of `MQCFIN64`; all values are bytes.
pub mod mqcfin64 {
    pub const SIZE: usize = 24;
    pub const LENGTH_1: usize = 24;
    pub const KIND_OFFSET: usize = 0;
    pub const STRUC_LENGTH_OFFSET: usize = 4;
    pub const PARAMETER_OFFSET: usize = 8;
    pub const RESERVED_OFFSET: usize = 12;
    pub const VALUE_OFFSET: usize = 16;
}

/// Layout of `MQCFSF`; all values are bytes.
pub mod mqcfsf {
    pub const SIZE: usize = 28;
    pub const LENGTH_1: usize = 25;
    pub const KIND_OFFSET: usize = 0;
    pub const STRUC_LENGTH_OFFSET: usize = 4;
    pub const PARAMETER_OFFSET: usize = 8;
    pub const OPERATOR_OFFSET: usize = 12;
    pub const CODED_CHAR_SET_ID_OFFSET: usize = 16;
    pub const FILTER_VALUE_LENGTH_OFFSET: usize = 20;
    pub const FILTER_VALUE_OFFSET: usize = 24;
}

/// Layout of `MQCFSL`; all values are bytes.
pub mod mqcfsl {
    pub const SIZE: usize = 28;
    pub const LENGTH_1: usize = 25;
    pub const KIND_OFFSET: usize = 0;
    pub const STRUC_LENGTH_OFFSET: usize = 4;
    pub const PARAMETER_OFFSET: usize = 8;
    pub const CODED_CHAR_SET_ID_OFFSET: usize = 12;
    pub const COUNT_OFFSET: usize = 16;
    pub const STRING_LENGTH_OFFSET: usize = 20;
    pub const STRINGS_OFFSET: usize = 24;
}

/// Layout of `MQCFST`; all values are bytes.
pub mod mqcfst {
    pub const SIZE: usize = 24;
    pub const LENGTH_1: usize = 21;
    pub const KIND_OFFSET: usize = 0;
    pub const STRUC_LENGTH_OFFSET: usize = 4;
    pub const PARAMETER_OFFSET: usize = 8;
    pub const CODED_CHAR_SET_ID_OFFSET: usize = 12;
    pub const STRING_LENGTH_OFFSET: usize = 16;
    pub const STRING_OFFSET: usize = 20;
}

/// Layout of `MQCHARV`; all values are bytes.
pub mod mqcharv {
    pub const SIZE: usize = 24;
    pub const LENGTH_1: usize = 24;
    pub const VS_PTR_OFFSET: usize = 0;
    pub const VS_OFFSET_OFFSET: usize = 8;
    pub const VS_BUF_SIZE_OFFSET: usize = 12;
    pub const VS_LENGTH_OFFSET: usize = 16;
    pub const VSCCSID_OFFSET: usize = 20;
}

/// Layout of `MQCIH`; all values are bytes.
pub mod mqcih {
    pub const SIZE: usize = 180;
    pub const LENGTH_1: usize = 164;
    pub const LENGTH_2: usize = 180;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const STRUC_LENGTH_OFFSET: usize = 8;
    pub const ENCODING_OFFSET: usize = 12;
    pub const CODED_CHAR_SET_ID_OFFSET: usize = 16;
    pub const FORMAT_OFFSET: usize = 20;
    pub const FLAGS_OFFSET: usize = 28;
    pub const RETURN_CODE_OFFSET: usize = 32;
    pub const COMP_CODE_OFFSET: usize = 36;
    pub const REASON_OFFSET: usize = 40;
    pub const UOW_CONTROL_OFFSET: usize = 44;
    pub const GET_WAIT_INTERVAL_OFFSET: usize = 48;
    pub const LINK_TYPE_OFFSET: usize = 52;
    pub const OUTPUT_DATA_LENGTH_OFFSET: usize = 56;
    pub const FACILITY_KEEP_TIME_OFFSET: usize = 60;
    pub const ADS_DESCRIPTOR_OFFSET: usize = 64;
    pub const CONVERSATIONAL_TASK_OFFSET: usize = 68;
    pub const TASK_END_STATUS_OFFSET: usize = 72;
    pub const FACILITY_OFFSET: usize = 76;
    pub const FUNCTION_OFFSET: usize = 84;
    pub const ABEND_CODE_OFFSET: usize = 88;
    pub const AUTHENTICATOR_OFFSET: usize = 92;
    pub const RESERVED1_OFFSET: usize = 100;
    pub const REPLY_TO_FORMAT_OFFSET: usize = 108;
    pub const REMOTE_SYS_ID_OFFSET: usize = 116;
    pub const REMOTE_TRANS_ID_OFFSET: usize = 120;
    pub const TRANSACTION_ID_OFFSET: usize = 124;
    pub const FACILITY_LIKE_OFFSET: usize = 128;
    pub const ATTENTION_ID_OFFSET: usize = 132;
    pub const START_CODE_OFFSET: usize = 136;
    pub const CANCEL_CODE_OFFSET: usize = 140;
    pub const NEXT_TRANSACTION_ID_OFFSET: usize = 144;
    pub const RESERVED2_OFFSET: usize = 148;
    pub const RESERVED3_OFFSET: usize = 156;
    pub const CURSOR_POSITION_OFFSET: usize = 164;
    pub const ERROR_OFFSET_OFFSET: usize = 168;
    pub const INPUT_ITEM_OFFSET: usize = 172;
    pub const RESERVED4_OFFSET: usize = 176;
}

/// Layout of `MQCMHO`; all values are bytes.
pub mod mqcmho {
    pub const SIZE: usize = 12;
    pub const LENGTH_1: usize = 12;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const OPTIONS_OFFSET: usize = 8;
}

/// Layout of `MQCNO`; all values are bytes.
pub mod mqcno {
    pub const SIZE: usize = 272;
    pub const LENGTH_1: usize = 12;
    pub const LENGTH_2: usize = 24;
    pub const LENGTH_3: usize = 152;
    pub const LENGTH_4: usize = 168;
    pub const LENGTH_5: usize = 200;
    pub const LENGTH_6: usize = 224;
    pub const LENGTH_7: usize = 256;
    pub const LENGTH_8: usize = 272;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const OPTIONS_OFFSET: usize = 8;
    pub const CLIENT_CONN_OFFSET_OFFSET: usize = 12;
    pub const CLIENT_CONN_PTR_OFFSET: usize = 16;
    pub const CONN_TAG_OFFSET: usize = 24;
    pub const SSL_CONFIG_PTR_OFFSET: usize = 152;
    pub const SSL_CONFIG_OFFSET_OFFSET: usize = 160;
    pub const CONNECTION_ID_OFFSET: usize = 164;
    pub const SECURITY_PARMS_OFFSET_OFFSET: usize = 188;
    pub const SECURITY_PARMS_PTR_OFFSET: usize = 192;
    pub const CCDT_URL_PTR_OFFSET: usize = 200;
    pub const CCDT_URL_OFFSET_OFFSET: usize = 208;
    pub const CCDT_URL_LENGTH_OFFSET: usize = 212;
    pub const RESERVED_OFFSET: usize = 216;
    pub const APPL_NAME_OFFSET: usize = 224;
    pub const RESERVED2_OFFSET: usize = 252;
    pub const BALANCE_PARMS_PTR_OFFSET: usize = 256;
    pub const BALANCE_PARMS_OFFSET_OFFSET: usize = 264;
    pub const RESERVED3_OFFSET: usize = 268;
}

/// Layout of `MQCSP`; all values are bytes.
pub mod mqcsp {
    pub const SIZE: usize = 104;
    pub const LENGTH_1: usize = 56;
    pub const LENGTH_2: usize = 80;
    pub const LENGTH_3: usize = 104;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const AUTHENTICATION_TYPE_OFFSET: usize = 8;
    pub const RESERVED1_OFFSET: usize = 12;
    pub const CSP_USER_ID_PTR_OFFSET: usize = 16;
    pub const CSP_USER_ID_OFFSET_OFFSET: usize = 24;
    pub const CSP_USER_ID_LENGTH_OFFSET: usize = 28;
    pub const RESERVED2_OFFSET: usize = 32;
    pub const CSP_PASSWORD_PTR_OFFSET: usize = 40;
    pub const CSP_PASSWORD_OFFSET_OFFSET: usize = 48;
    pub const CSP_PASSWORD_LENGTH_OFFSET: usize = 52;
    pub const RESERVED3_OFFSET: usize = 56;
    pub const INITIAL_KEY_PTR_OFFSET: usize = 64;
    pub const INITIAL_KEY_OFFSET_OFFSET: usize = 72;
    pub const INITIAL_KEY_LENGTH_OFFSET: usize = 76;
    pub const RESERVED4_OFFSET: usize = 80;
    pub const TOKEN_PTR_OFFSET: usize = 88;
    pub const TOKEN_OFFSET_OFFSET: usize = 96;
    pub const TOKEN_LENGTH_OFFSET: usize = 100;
}

/// Layout of `MQCTLO`; all values are bytes.
pub mod mqctlo {
    pub const SIZE: usize = 24;
    pub const LENGTH_1: usize = 24;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const OPTIONS_OFFSET: usize = 8;
    pub const RESERVED_OFFSET: usize = 12;
    pub const CONNECTION_AREA_OFFSET: usize = 16;
}

/// Layout of `MQCXP`; all values are bytes.
pub mod mqcxp {
    pub const SIZE: usize = 240;
    pub const LENGTH_3: usize = 156;
    pub const LENGTH_5: usize = 160;
    pub const LENGTH_6: usize = 200;
    pub const LENGTH_7: usize = 208;
    pub const LENGTH_8: usize = 224;
    pub const LENGTH_9: usize = 240;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const EXIT_ID_OFFSET: usize = 8;
    pub const EXIT_REASON_OFFSET: usize = 12;
    pub const EXIT_RESPONSE_OFFSET: usize = 16;
    pub const EXIT_RESPONSE2_OFFSET: usize = 20;
    pub const FEEDBACK_OFFSET: usize = 24;
    pub const MAX_SEGMENT_LENGTH_OFFSET: usize = 28;
    pub const EXIT_USER_AREA_OFFSET: usize = 32;
    pub const EXIT_DATA_OFFSET: usize = 48;
    pub const MSG_RETRY_COUNT_OFFSET: usize = 80;
    pub const MSG_RETRY_INTERVAL_OFFSET: usize = 84;
    pub const MSG_RETRY_REASON_OFFSET: usize = 88;
    pub const HEADER_LENGTH_OFFSET: usize = 92;
    pub const PARTNER_NAME_OFFSET: usize = 96;
    pub const FAP_LEVEL_OFFSET: usize = 144;
    pub const CAPABILITY_FLAGS_OFFSET: usize = 148;
    pub const EXIT_NUMBER_OFFSET: usize = 152;
    pub const EXIT_SPACE_OFFSET: usize = 156;
    pub const SSL_CERT_USERID_OFFSET: usize = 160;
    pub const SSL_REM_CERT_ISS_NAME_LENGTH_OFFSET: usize = 172;
    pub const SSL_REM_CERT_ISS_NAME_PTR_OFFSET: usize = 176;
    pub const SECURITY_PARMS_OFFSET: usize = 184;
    pub const CUR_HDR_COMPRESSION_OFFSET: usize = 192;
    pub const CUR_MSG_COMPRESSION_OFFSET: usize = 196;
    pub const HCONN_OFFSET: usize = 200;
    pub const SHARING_CONVERSATIONS_OFFSET: usize = 204;
    pub const MCA_USER_SOURCE_OFFSET: usize = 208;
    pub const P_ENTRY_POINTS_OFFSET: usize = 216;
    pub const REMOTE_PRODUCT_OFFSET: usize = 224;
    pub const REMOTE_VERSION_OFFSET: usize = 228;
}

/// Layout of `MQDH`; all values are bytes.
pub mod mqdh {
    pub const SIZE: usize = 48;
    pub const LENGTH_1: usize = 48;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const STRUC_LENGTH_OFFSET: usize = 8;
    pub const ENCODING_OFFSET: usize = 12;
    pub const CODED_CHAR_SET_ID_OFFSET: usize = 16;
    pub const FORMAT_OFFSET: usize = 20;
    pub const FLAGS_OFFSET: usize = 28;
    pub const PUT_MSG_REC_FIELDS_OFFSET: usize = 32;
    pub const RECS_PRESENT_OFFSET: usize = 36;
    pub const OBJECT_REC_OFFSET_OFFSET: usize = 40;
    pub const PUT_MSG_REC_OFFSET_OFFSET: usize = 44;
}

/// Layout of `MQDLH`; all values are bytes.
pub mod mqdlh {
    pub const SIZE: usize = 172;
    pub const LENGTH_1: usize = 172;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const REASON_OFFSET: usize = 8;
    pub const DEST_Q_NAME_OFFSET: usize = 12;
    pub const DEST_Q_MGR_NAME_OFFSET: usize = 60;
    pub const ENCODING_OFFSET: usize = 108;
    pub const CODED_CHAR_SET_ID_OFFSET: usize = 112;
    pub const FORMAT_OFFSET: usize = 116;
    pub const PUT_APPL_TYPE_OFFSET: usize = 124;
    pub const PUT_APPL_NAME_OFFSET: usize = 128;
    pub const PUT_DATE_OFFSET: usize = 156;
    pub const PUT_TIME_OFFSET: usize = 164;
}

/// Layout of `MQDMHO`; all values are bytes.
pub mod mqdmho {
    pub const SIZE: usize = 12;
    pub const LENGTH_1: usize = 12;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const OPTIONS_OFFSET: usize = 8;
}

/// Layout of `MQDMPO`; all values are bytes.
pub mod mqdmpo {
    pub const SIZE: usize = 12;
    pub const LENGTH_1: usize = 12;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const OPTIONS_OFFSET: usize = 8;
}

/// Layout of `MQDXP`; all values are bytes.
pub mod mqdxp {
    pub const SIZE: usize = 56;
    pub const LENGTH_1: usize = 44;
    pub const LENGTH_2: usize = 56;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const EXIT_OPTIONS_OFFSET: usize = 8;
    pub const APP_OPTIONS_OFFSET: usize = 12;
    pub const ENCODING_OFFSET: usize = 16;
    pub const CODED_CHAR_SET_ID_OFFSET: usize = 20;
    pub const DATA_LENGTH_OFFSET: usize = 24;
    pub const COMP_CODE_OFFSET: usize = 28;
    pub const REASON_OFFSET: usize = 32;
    pub const EXIT_RESPONSE_OFFSET: usize = 36;
    pub const HCONN_OFFSET: usize = 40;
    pub const P_ENTRY_POINTS_OFFSET: usize = 48;
}

/// Layout of `MQEPH`; all values are bytes.
pub mod mqeph {
    pub const SIZE: usize = 68;
    pub const LENGTH_1: usize = 68;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const STRUC_LENGTH_OFFSET: usize = 8;
    pub const ENCODING_OFFSET: usize = 12;
    pub const CODED_CHAR_SET_ID_OFFSET: usize = 16;
    pub const FORMAT_OFFSET: usize = 20;
    pub const FLAGS_OFFSET: usize = 28;
    pub const PCF_HEADER_OFFSET: usize = 32;
}

/// Layout of `MQGMO`; all values are bytes.
pub mod mqgmo {
    pub const SIZE: usize = 112;
    pub const LENGTH_1: usize = 72;
    pub const LENGTH_2: usize = 80;
    pub const LENGTH_3: usize = 100;
    pub const LENGTH_4: usize = 112;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const OPTIONS_OFFSET: usize = 8;
    pub const WAIT_INTERVAL_OFFSET: usize = 12;
    pub const SIGNAL1_OFFSET: usize = 16;
    pub const SIGNAL2_OFFSET: usize = 20;
    pub const RESOLVED_Q_NAME_OFFSET: usize = 24;
    pub const MATCH_OPTIONS_OFFSET: usize = 72;
    pub const GROUP_STATUS_OFFSET: usize = 76;
    pub const SEGMENT_STATUS_OFFSET: usize = 77;
    pub const SEGMENTATION_OFFSET: usize = 78;
    pub const RESERVED1_OFFSET: usize = 79;
    pub const MSG_TOKEN_OFFSET: usize = 80;
    pub const RETURNED_LENGTH_OFFSET: usize = 96;
    pub const RESERVED2_OFFSET: usize = 100;
    pub const MSG_HANDLE_OFFSET: usize = 104;
}

/// Layout of `MQIEP`; all values are bytes.
pub mod mqiep {
    pub const SIZE: usize = 264;
    pub const LENGTH_1: usize = 264;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const STRUC_LENGTH_OFFSET: usize = 8;
    pub const FLAGS_OFFSET: usize = 12;
    pub const RESERVED_OFFSET: usize = 16;
    pub const MQBACK__CALL_OFFSET: usize = 24;
    pub const MQBEGIN__CALL_OFFSET: usize = 32;
    pub const MQBUFMH__CALL_OFFSET: usize = 40;
    pub const MQCB__CALL_OFFSET: usize = 48;
    pub const MQCLOSE__CALL_OFFSET: usize = 56;
    pub const MQCMIT__CALL_OFFSET: usize = 64;
    pub const MQCONN__CALL_OFFSET: usize = 72;
    pub const MQCONNX__CALL_OFFSET: usize = 80;
    pub const MQCRTMH__CALL_OFFSET: usize = 88;
    pub const MQCTL__CALL_OFFSET: usize = 96;
    pub const MQDISC__CALL_OFFSET: usize = 104;
    pub const MQDLTMH__CALL_OFFSET: usize = 112;
    pub const MQDLTMP__CALL_OFFSET: usize = 120;
    pub const MQGET__CALL_OFFSET: usize = 128;
    pub const MQINQ__CALL_OFFSET: usize = 136;
    pub const MQINQMP__CALL_OFFSET: usize = 144;
    pub const MQMHBUF__CALL_OFFSET: usize = 152;
    pub const MQOPEN__CALL_OFFSET: usize = 160;
    pub const MQPUT__CALL_OFFSET: usize = 168;
    pub const MQPUT1__CALL_OFFSET: usize = 176;
    pub const MQSET__CALL_OFFSET: usize = 184;
    pub const MQSETMP__CALL_OFFSET: usize = 192;
    pub const MQSTAT__CALL_OFFSET: usize = 200;
    pub const MQSUB__CALL_OFFSET: usize = 208;
    pub const MQSUBRQ__CALL_OFFSET: usize = 216;
    pub const MQXCLWLN__CALL_OFFSET: usize = 224;
    pub const MQXCNVC__CALL_OFFSET: usize = 232;
    pub const MQXDX__CALL_OFFSET: usize = 240;
    pub const MQXEP__CALL_OFFSET: usize = 248;
    pub const MQZEP__CALL_OFFSET: usize = 256;
}

/// Layout of `MQIIH`; all values are bytes.
pub mod mqiih {
    pub const SIZE: usize = 84;
    pub const LENGTH_1: usize = 84;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const STRUC_LENGTH_OFFSET: usize = 8;
    pub const ENCODING_OFFSET: usize = 12;
    pub const CODED_CHAR_SET_ID_OFFSET: usize = 16;
    pub const FORMAT_OFFSET: usize = 20;
    pub const FLAGS_OFFSET: usize = 28;
    pub const L_TERM_OVERRIDE_OFFSET: usize = 32;
    pub const MFS_MAP_NAME_OFFSET: usize = 40;
    pub const REPLY_TO_FORMAT_OFFSET: usize = 48;
    pub const AUTHENTICATOR_OFFSET: usize = 56;
    pub const TRAN_INSTANCE_ID_OFFSET: usize = 64;
    pub const TRAN_STATE_OFFSET: usize = 80;
    pub const COMMIT_MODE_OFFSET: usize = 81;
    pub const SECURITY_SCOPE_OFFSET: usize = 82;
    pub const RESERVED_OFFSET: usize = 83;
}

/// Layout of `MQIMPO`; all values are bytes.
pub mod mqimpo {
    pub const SIZE: usize = 64;
    pub const LENGTH_1: usize = 64;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const OPTIONS_OFFSET: usize = 8;
    pub const REQUESTED_ENCODING_OFFSET: usize = 12;
    pub const REQUESTED_CCSID_OFFSET: usize = 16;
    pub const RETURNED_ENCODING_OFFSET: usize = 20;
    pub const RETURNED_CCSID_OFFSET: usize = 24;
    pub const RESERVED1_OFFSET: usize = 28;
    pub const RETURNED_NAME_OFFSET: usize = 32;
    pub const TYPE_STRING_OFFSET: usize = 56;
}

/// Layout of `MQMD`; all values are bytes.
pub mod mqmd {
    pub const SIZE: usize = 364;
    pub const LENGTH_1: usize = 324;
    pub const LENGTH_2: usize = 364;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const REPORT_OFFSET: usize = 8;
    pub const MSG_TYPE_OFFSET: usize = 12;
    pub const EXPIRY_OFFSET: usize = 16;
    pub const FEEDBACK_OFFSET: usize = 20;
    pub const ENCODING_OFFSET: usize = 24;
    pub const CODED_CHAR_SET_ID_OFFSET: usize = 28;
    pub const FORMAT_OFFSET: usize = 32;
    pub const PRIORITY_OFFSET: usize = 40;
    pub const PERSISTENCE_OFFSET: usize = 44;
    pub const MSG_ID_OFFSET: usize = 48;
    pub const CORREL_ID_OFFSET: usize = 72;
    pub const BACKOUT_COUNT_OFFSET: usize = 96;
    pub const REPLY_TO_Q_OFFSET: usize = 100;
    pub const REPLY_TO_Q_MGR_OFFSET: usize = 148;
    pub const USER_IDENTIFIER_OFFSET: usize = 196;
    pub const ACCOUNTING_TOKEN_OFFSET: usize = 208;
    pub const APPL_IDENTITY_DATA_OFFSET: usize = 240;
    pub const PUT_APPL_TYPE_OFFSET: usize = 272;
    pub const PUT_APPL_NAME_OFFSET: usize = 276;
    pub const PUT_DATE_OFFSET: usize = 304;
    pub const PUT_TIME_OFFSET: usize = 312;
    pub const APPL_ORIGIN_DATA_OFFSET: usize = 320;
    pub const GROUP_ID_OFFSET: usize = 324;
    pub const MSG_SEQ_NUMBER_OFFSET: usize = 348;
    pub const OFFSET_OFFSET: usize = 352;
    pub const MSG_FLAGS_OFFSET: usize = 356;
    pub const ORIGINAL_LENGTH_OFFSET: usize = 360;
}

/// Layout of `MQMD1`; all values are bytes.
pub mod mqmd1 {
    pub const SIZE: usize = 324;
    pub const LENGTH_1: usize = 324;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const REPORT_OFFSET: usize = 8;
    pub const MSG_TYPE_OFFSET: usize = 12;
    pub const EXPIRY_OFFSET: usize = 16;
    pub const FEEDBACK_OFFSET: usize = 20;
    pub const ENCODING_OFFSET: usize = 24;
    pub const CODED_CHAR_SET_ID_OFFSET: usize = 28;
    pub const FORMAT_OFFSET: usize = 32;
    pub const PRIORITY_OFFSET: usize = 40;
    pub const PERSISTENCE_OFFSET: usize = 44;
    pub const MSG_ID_OFFSET: usize = 48;
    pub const CORREL_ID_OFFSET: usize = 72;
    pub const BACKOUT_COUNT_OFFSET: usize = 96;
    pub const REPLY_TO_Q_OFFSET: usize = 100;
    pub const REPLY_TO_Q_MGR_OFFSET: usize = 148;
    pub const USER_IDENTIFIER_OFFSET: usize = 196;
    pub const ACCOUNTING_TOKEN_OFFSET: usize = 208;
    pub const APPL_IDENTITY_DATA_OFFSET: usize = 240;
    pub const PUT_APPL_TYPE_OFFSET: usize = 272;
    pub const PUT_APPL_NAME_OFFSET: usize = 276;
    pub const PUT_DATE_OFFSET: usize = 304;
    pub const PUT_TIME_OFFSET: usize = 312;
    pub const APPL_ORIGIN_DATA_OFFSET: usize = 320;
}

/// Layout of `MQMD2`; all values are bytes.
pub mod mqmd2 {
    pub const SIZE: usize = 364;
    pub const LENGTH_1: usize = 324;
    pub const LENGTH_2: usize = 364;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const REPORT_OFFSET: usize = 8;
    pub const MSG_TYPE_OFFSET: usize = 12;
    pub const EXPIRY_OFFSET: usize = 16;
    pub const FEEDBACK_OFFSET: usize = 20;
    pub const ENCODING_OFFSET: usize = 24;
    pub const CODED_CHAR_SET_ID_OFFSET: usize = 28;
    pub const FORMAT_OFFSET: usize = 32;
    pub const PRIORITY_OFFSET: usize = 40;
    pub const PERSISTENCE_OFFSET: usize = 44;
    pub const MSG_ID_OFFSET: usize = 48;
    pub const CORREL_ID_OFFSET: usize = 72;
    pub const BACKOUT_COUNT_OFFSET: usize = 96;
    pub const REPLY_TO_Q_OFFSET: usize = 100;
    pub const REPLY_TO_Q_MGR_OFFSET: usize = 148;
    pub const USER_IDENTIFIER_OFFSET: usize = 196;
    pub const ACCOUNTING_TOKEN_OFFSET: usize = 208;
    pub const APPL_IDENTITY_DATA_OFFSET: usize = 240;
    pub const PUT_APPL_TYPE_OFFSET: usize = 272;
    pub const PUT_APPL_NAME_OFFSET: usize = 276;
    pub const PUT_DATE_OFFSET: usize = 304;
    pub const PUT_TIME_OFFSET: usize = 312;
    pub const APPL_ORIGIN_DATA_OFFSET: usize = 320;
    pub const GROUP_ID_OFFSET: usize = 324;
    pub const MSG_SEQ_NUMBER_OFFSET: usize = 348;
    pub const OFFSET_OFFSET: usize = 352;
    pub const MSG_FLAGS_OFFSET: usize = 356;
    pub const ORIGINAL_LENGTH_OFFSET: usize = 360;
}

/// Layout of `MQMDE`; all values are bytes.
pub mod mqmde {
    pub const SIZE: usize = 72;
    pub const LENGTH_2: usize = 72;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const STRUC_LENGTH_OFFSET: usize = 8;
    pub const ENCODING_OFFSET: usize = 12;
    pub const CODED_CHAR_SET_ID_OFFSET: usize = 16;
    pub const FORMAT_OFFSET: usize = 20;
    pub const FLAGS_OFFSET: usize = 28;
    pub const GROUP_ID_OFFSET: usize = 32;
    pub const MSG_SEQ_NUMBER_OFFSET: usize = 56;
    pub const OFFSET_OFFSET: usize = 60;
    pub const MSG_FLAGS_OFFSET: usize = 64;
    pub const ORIGINAL_LENGTH_OFFSET: usize = 68;
}

/// Layout of `MQMHBO`; all values are bytes.
pub mod mqmhbo {
    pub const SIZE: usize = 12;
    pub const LENGTH_1: usize = 12;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const OPTIONS_OFFSET: usize = 8;
}

/// Layout of `MQNXP`; all values are bytes.
pub mod mqnxp {
    pub const SIZE: usize = 72;
    pub const LENGTH_1: usize = 64;
    pub const LENGTH_2: usize = 72;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const EXIT_ID_OFFSET: usize = 8;
    pub const EXIT_REASON_OFFSET: usize = 12;
    pub const EXIT_RESPONSE_OFFSET: usize = 16;
    pub const EXIT_RESPONSE2_OFFSET: usize = 20;
    pub const FEEDBACK_OFFSET: usize = 24;
    pub const EXIT_DATA_LENGTH_OFFSET: usize = 28;
    pub const P_EXIT_DATA_PTR_OFFSET: usize = 32;
    pub const P_EXIT_USER_AREA_PTR_OFFSET: usize = 40;
    pub const PP_MQCD_ARRAY_PTR_OFFSET: usize = 48;
    pub const MQCD_ARRAY_COUNT_OFFSET: usize = 56;
    pub const MAX_MQCD_VERSION_OFFSET: usize = 60;
    pub const P_ENTRY_POINTS_OFFSET: usize = 64;
}

/// Layout of `MQOD`; all values are bytes.
pub mod mqod {
    pub const SIZE: usize = 424;
    pub const LENGTH_1: usize = 168;
    pub const LENGTH_2: usize = 208;
    pub const LENGTH_3: usize = 344;
    pub const LENGTH_4: usize = 424;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const OBJECT_TYPE_OFFSET: usize = 8;
    pub const OBJECT_NAME_OFFSET: usize = 12;
    pub const OBJECT_Q_MGR_NAME_OFFSET: usize = 60;
    pub const DYNAMIC_Q_NAME_OFFSET: usize = 108;
    pub const ALTERNATE_USER_ID_OFFSET: usize = 156;
    pub const RECS_PRESENT_OFFSET: usize = 168;
    pub const KNOWN_DEST_COUNT_OFFSET: usize = 172;
    pub const UNKNOWN_DEST_COUNT_OFFSET: usize = 176;
    pub const INVALID_DEST_COUNT_OFFSET: usize = 180;
    pub const OBJECT_REC_OFFSET_OFFSET: usize = 184;
    pub const RESPONSE_REC_OFFSET_OFFSET: usize = 188;
    pub const OBJECT_REC_PTR_OFFSET: usize = 192;
    pub const RESPONSE_REC_PTR_OFFSET: usize = 200;
    pub const ALTERNATE_SECURITY_ID_OFFSET: usize = 208;
    pub const RESOLVED_Q_NAME_OFFSET: usize = 248;
    pub const RESOLVED_Q_MGR_NAME_OFFSET: usize = 296;
    pub const OBJECT_STRING_OFFSET: usize = 344;
    pub const SELECTION_STRING_OFFSET: usize = 368;
    pub const RES_OBJECT_STRING_OFFSET: usize = 392;
    pub const RESOLVED_TYPE_OFFSET: usize = 416;
}

/// Layout of `MQOR`; all values are bytes.
pub mod mqor {
    pub const SIZE: usize = 96;
    pub const LENGTH_1: usize = 96;
    pub const OBJECT_NAME_OFFSET: usize = 0;
    pub const OBJECT_Q_MGR_NAME_OFFSET: usize = 48;
}

/// Layout of `MQPBC`; all values are bytes.
pub mod mqpbc {
    pub const SIZE: usize = 40;
    pub const LENGTH_1: usize = 32;
    pub const LENGTH_2: usize = 40;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const PUB_TOPIC_STRING_OFFSET: usize = 8;
    pub const MSG_DESC_PTR_OFFSET: usize = 32;
}

/// Layout of `MQPD`; all values are bytes.
pub mod mqpd {
    pub const SIZE: usize = 24;
    pub const LENGTH_1: usize = 24;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const OPTIONS_OFFSET: usize = 8;
    pub const SUPPORT_OFFSET: usize = 12;
    pub const CONTEXT_OFFSET: usize = 16;
    pub const COPY_OPTIONS_OFFSET: usize = 20;
}

/// Layout of `MQPMO`; all values are bytes.
pub mod mqpmo {
    pub const SIZE: usize = 184;
    pub const LENGTH_1: usize = 128;
    pub const LENGTH_2: usize = 160;
    pub const LENGTH_3: usize = 184;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const OPTIONS_OFFSET: usize = 8;
    pub const TIMEOUT_OFFSET: usize = 12;
    pub const CONTEXT_OFFSET: usize = 16;
    pub const KNOWN_DEST_COUNT_OFFSET: usize = 20;
    pub const UNKNOWN_DEST_COUNT_OFFSET: usize = 24;
    pub const INVALID_DEST_COUNT_OFFSET: usize = 28;
    pub const RESOLVED_Q_NAME_OFFSET: usize = 32;
    pub const RESOLVED_Q_MGR_NAME_OFFSET: usize = 80;
    pub const RECS_PRESENT_OFFSET: usize = 128;
    pub const PUT_MSG_REC_FIELDS_OFFSET: usize = 132;
    pub const PUT_MSG_REC_OFFSET_OFFSET: usize = 136;
    pub const RESPONSE_REC_OFFSET_OFFSET: usize = 140;
    pub const PUT_MSG_REC_PTR_OFFSET: usize = 144;
    pub const RESPONSE_REC_PTR_OFFSET: usize = 152;
    pub const ORIGINAL_MSG_HANDLE_OFFSET: usize = 160;
    pub const NEW_MSG_HANDLE_OFFSET: usize = 168;
    pub const ACTION_OFFSET: usize = 176;
    pub const PUB_LEVEL_OFFSET: usize = 180;
}

/// Layout of `MQPSXP`; all values are bytes.
pub mod mqpsxp {
    pub const SIZE: usize = 184;
    pub const LENGTH_1: usize = 176;
    pub const LENGTH_2: usize = 184;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const EXIT_ID_OFFSET: usize = 8;
    pub const EXIT_REASON_OFFSET: usize = 12;
    pub const EXIT_RESPONSE_OFFSET: usize = 16;
    pub const EXIT_RESPONSE2_OFFSET: usize = 20;
    pub const FEEDBACK_OFFSET: usize = 24;
    pub const HCONN_OFFSET: usize = 28;
    pub const EXIT_USER_AREA_OFFSET: usize = 32;
    pub const EXIT_DATA_OFFSET: usize = 48;
    pub const Q_MGR_NAME_OFFSET: usize = 80;
    pub const MSG_HANDLE_OFFSET: usize = 128;
    pub const MSG_DESC_PTR_OFFSET: usize = 136;
    pub const MSG_IN_PTR_OFFSET: usize = 144;
    pub const MSG_IN_LENGTH_OFFSET: usize = 152;
    pub const MSG_OUT_PTR_OFFSET: usize = 160;
    pub const MSG_OUT_LENGTH_OFFSET: usize = 168;
    pub const P_ENTRY_POINTS_OFFSET: usize = 176;
}

/// Layout of `MQRFH`; all values are bytes.
pub mod mqrfh {
    pub const SIZE: usize = 32;
    pub const LENGTH_1: usize = 32;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const STRUC_LENGTH_OFFSET: usize = 8;
    pub const ENCODING_OFFSET: usize = 12;
    pub const CODED_CHAR_SET_ID_OFFSET: usize = 16;
    pub const FORMAT_OFFSET: usize = 20;
    pub const FLAGS_OFFSET: usize = 28;
}

/// Layout of `MQRFH2`; all values are bytes.
pub mod mqrfh2 {
    pub const SIZE: usize = 36;
    pub const LENGTH_2: usize = 36;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const STRUC_LENGTH_OFFSET: usize = 8;
    pub const ENCODING_OFFSET: usize = 12;
    pub const CODED_CHAR_SET_ID_OFFSET: usize = 16;
    pub const FORMAT_OFFSET: usize = 20;
    pub const FLAGS_OFFSET: usize = 28;
    pub const NAME_VALUE_CCSID_OFFSET: usize = 32;
}

/// Layout of `MQRMH`; all values are bytes.
pub mod mqrmh {
    pub const SIZE: usize = 108;
    pub const LENGTH_1: usize = 108;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const STRUC_LENGTH_OFFSET: usize = 8;
    pub const ENCODING_OFFSET: usize = 12;
    pub const CODED_CHAR_SET_ID_OFFSET: usize = 16;
    pub const FORMAT_OFFSET: usize = 20;
    pub const FLAGS_OFFSET: usize = 28;
    pub const OBJECT_TYPE_OFFSET: usize = 32;
    pub const OBJECT_INSTANCE_ID_OFFSET: usize = 40;
    pub const SRC_ENV_LENGTH_OFFSET: usize = 64;
    pub const SRC_ENV_OFFSET_OFFSET: usize = 68;
    pub const SRC_NAME_LENGTH_OFFSET: usize = 72;
    pub const SRC_NAME_OFFSET_OFFSET: usize = 76;
    pub const DEST_ENV_LENGTH_OFFSET: usize = 80;
    pub const DEST_ENV_OFFSET_OFFSET: usize = 84;
    pub const DEST_NAME_LENGTH_OFFSET: usize = 88;
    pub const DEST_NAME_OFFSET_OFFSET: usize = 92;
    pub const DATA_LOGICAL_LENGTH_OFFSET: usize = 96;
    pub const DATA_LOGICAL_OFFSET_OFFSET: usize = 100;
    pub const DATA_LOGICAL_OFFSET2_OFFSET: usize = 104;
}

/// Layout of `MQRR`; all values are bytes.
pub mod mqrr {
    pub const SIZE: usize = 8;
    pub const LENGTH_1: usize = 8;
    pub const COMP_CODE_OFFSET: usize = 0;
    pub const REASON_OFFSET: usize = 4;
}

/// Layout of `MQSBC`; all values are bytes.
pub mod mqsbc {
    pub const SIZE: usize = 288;
    pub const LENGTH_1: usize = 288;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const DESTINATION_Q_MGR_NAME_OFFSET: usize = 8;
    pub const DESTINATION_Q_NAME_OFFSET: usize = 56;
    pub const SUB_TYPE_OFFSET: usize = 104;
    pub const SUB_OPTIONS_OFFSET: usize = 108;
    pub const OBJECT_NAME_OFFSET: usize = 112;
    pub const OBJECT_STRING_OFFSET: usize = 160;
    pub const SUB_TOPIC_STRING_OFFSET: usize = 184;
    pub const SUB_NAME_OFFSET: usize = 208;
    pub const SUB_ID_OFFSET: usize = 232;
    pub const SELECTION_STRING_OFFSET: usize = 256;
    pub const SUB_LEVEL_OFFSET: usize = 280;
    pub const PS_PROPERTIES_OFFSET: usize = 284;
}

/// Layout of `MQSCO`; all values are bytes.
pub mod mqsco {
    pub const SIZE: usize = 672;
    pub const LENGTH_1: usize = 536;
    pub const LENGTH_2: usize = 544;
    pub const LENGTH_3: usize = 560;
    pub const LENGTH_4: usize = 568;
    pub const LENGTH_5: usize = 632;
    pub const LENGTH_6: usize = 648;
    pub const LENGTH_7: usize = 672;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const KEY_REPOSITORY_OFFSET: usize = 8;
    pub const CRYPTO_HARDWARE_OFFSET: usize = 264;
    pub const AUTH_INFO_REC_COUNT_OFFSET: usize = 520;
    pub const AUTH_INFO_REC_OFFSET_OFFSET: usize = 524;
    pub const AUTH_INFO_REC_PTR_OFFSET: usize = 528;
    pub const KEY_RESET_COUNT_OFFSET: usize = 536;
    pub const FIPS_REQUIRED_OFFSET: usize = 540;
    pub const ENCRYPTION_POLICY_SUITE_B_OFFSET: usize = 544;
    pub const CERTIFICATE_VAL_POLICY_OFFSET: usize = 560;
    pub const CERTIFICATE_LABEL_OFFSET: usize = 564;
    pub const KEY_REPO_PASSWORD_PTR_OFFSET: usize = 632;
    pub const KEY_REPO_PASSWORD_OFFSET_OFFSET: usize = 640;
    pub const KEY_REPO_PASSWORD_LENGTH_OFFSET: usize = 644;
    pub const HTTPS_CERT_VALIDATION_OFFSET: usize = 648;
    pub const HTTPS_CERT_REVOCATION_OFFSET: usize = 652;
    pub const HTTPS_KEY_STORE_PTR_OFFSET: usize = 656;
    pub const HTTPS_KEY_STORE_OFFSET_OFFSET: usize = 664;
    pub const HTTPS_KEY_STORE_LENGTH_OFFSET: usize = 668;
}

/// Layout of `MQSD`; all values are bytes.
pub mod mqsd {
    pub const SIZE: usize = 344;
    pub const LENGTH_1: usize = 344;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const OPTIONS_OFFSET: usize = 8;
    pub const OBJECT_NAME_OFFSET: usize = 12;
    pub const ALTERNATE_USER_ID_OFFSET: usize = 60;
    pub const ALTERNATE_SECURITY_ID_OFFSET: usize = 72;
    pub const SUB_EXPIRY_OFFSET: usize = 112;
    pub const OBJECT_STRING_OFFSET: usize = 120;
    pub const SUB_NAME_OFFSET: usize = 144;
    pub const SUB_USER_DATA_OFFSET: usize = 168;
    pub const SUB_CORREL_ID_OFFSET: usize = 192;
    pub const PUB_PRIORITY_OFFSET: usize = 216;
    pub const PUB_ACCOUNTING_TOKEN_OFFSET: usize = 220;
    pub const PUB_APPL_IDENTITY_DATA_OFFSET: usize = 252;
    pub const SELECTION_STRING_OFFSET: usize = 288;
    pub const SUB_LEVEL_OFFSET: usize = 312;
    pub const RES_OBJECT_STRING_OFFSET: usize = 320;
}

/// Layout of `MQSMPO`; all values are bytes.
pub mod mqsmpo {
    pub const SIZE: usize = 20;
    pub const LENGTH_1: usize = 20;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const OPTIONS_OFFSET: usize = 8;
    pub const VALUE_ENCODING_OFFSET: usize = 12;
    pub const VALUE_CCSID_OFFSET: usize = 16;
}

/// Layout of `MQSRO`; all values are bytes.
pub mod mqsro {
    pub const SIZE: usize = 16;
    pub const LENGTH_1: usize = 16;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const OPTIONS_OFFSET: usize = 8;
    pub const NUM_PUBS_OFFSET: usize = 12;
}

/// Layout of `MQSTS`; all values are bytes.
pub mod mqsts {
    pub const SIZE: usize = 280;
    pub const LENGTH_1: usize = 224;
    pub const LENGTH_2: usize = 280;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const COMP_CODE_OFFSET: usize = 8;
    pub const REASON_OFFSET: usize = 12;
    pub const PUT_SUCCESS_COUNT_OFFSET: usize = 16;
    pub const PUT_WARNING_COUNT_OFFSET: usize = 20;
    pub const PUT_FAILURE_COUNT_OFFSET: usize = 24;
    pub const OBJECT_TYPE_OFFSET: usize = 28;
    pub const OBJECT_NAME_OFFSET: usize = 32;
    pub const OBJECT_Q_MGR_NAME_OFFSET: usize = 80;
    pub const RESOLVED_OBJECT_NAME_OFFSET: usize = 128;
    pub const RESOLVED_Q_MGR_NAME_OFFSET: usize = 176;
    pub const OBJECT_STRING_OFFSET: usize = 224;
    pub const SUB_NAME_OFFSET: usize = 248;
    pub const OPEN_OPTIONS_OFFSET: usize = 272;
    pub const SUB_OPTIONS_OFFSET: usize = 276;
}

/// Layout of `MQTM`; all values are bytes.
pub mod mqtm {
    pub const SIZE: usize = 684;
    pub const LENGTH_1: usize = 684;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const Q_NAME_OFFSET: usize = 8;
    pub const PROCESS_NAME_OFFSET: usize = 56;
    pub const TRIGGER_DATA_OFFSET: usize = 104;
    pub const APPL_TYPE_OFFSET: usize = 168;
    pub const APPL_ID_OFFSET: usize = 172;
    pub const ENV_DATA_OFFSET: usize = 428;
    pub const USER_DATA_OFFSET: usize = 556;
}

/// Layout of `MQTMC2`; all values are bytes.
pub mod mqtmc2 {
    pub const SIZE: usize = 732;
    pub const LENGTH_1: usize = 684;
    pub const LENGTH_2: usize = 732;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const Q_NAME_OFFSET: usize = 8;
    pub const PROCESS_NAME_OFFSET: usize = 56;
    pub const TRIGGER_DATA_OFFSET: usize = 104;
    pub const APPL_TYPE_OFFSET: usize = 168;
    pub const APPL_ID_OFFSET: usize = 172;
    pub const ENV_DATA_OFFSET: usize = 428;
    pub const USER_DATA_OFFSET: usize = 556;
    pub const Q_MGR_NAME_OFFSET: usize = 684;
}

/// Layout of `MQWCR`; all values are bytes.
pub mod mqwcr {
    pub const SIZE: usize = 56;
    pub const LENGTH_1: usize = 56;
    pub const CLUSTER_NAME_OFFSET: usize = 0;
    pub const CLUSTER_REC_OFFSET_OFFSET: usize = 48;
    pub const CLUSTER_FLAGS_OFFSET: usize = 52;
}

/// Layout of `MQWDR`; all values are bytes.
pub mod mqwdr {
    pub const SIZE: usize = 136;
    pub const LENGTH_1: usize = 124;
    pub const LENGTH_2: usize = 136;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const STRUC_LENGTH_OFFSET: usize = 8;
    pub const Q_MGR_FLAGS_OFFSET: usize = 12;
    pub const Q_MGR_IDENTIFIER_OFFSET: usize = 16;
    pub const Q_MGR_NAME_OFFSET: usize = 64;
    pub const CLUSTER_REC_OFFSET_OFFSET: usize = 112;
    pub const CHANNEL_STATE_OFFSET: usize = 116;
    pub const CHANNEL_DEF_OFFSET_OFFSET: usize = 120;
    pub const DEST_SEQ_NUMBER_OFFSET: usize = 124;
    pub const DEST_SEQ_FACTOR_OFFSET: usize = 128;
}

/// Layout of `MQWDR1`; all values are bytes.
pub mod mqwdr1 {
    pub const SIZE: usize = 124;
    pub const LENGTH_1: usize = 124;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const STRUC_LENGTH_OFFSET: usize = 8;
    pub const Q_MGR_FLAGS_OFFSET: usize = 12;
    pub const Q_MGR_IDENTIFIER_OFFSET: usize = 16;
    pub const Q_MGR_NAME_OFFSET: usize = 64;
    pub const CLUSTER_REC_OFFSET_OFFSET: usize = 112;
    pub const CHANNEL_STATE_OFFSET: usize = 116;
    pub const CHANNEL_DEF_OFFSET_OFFSET: usize = 120;
}

/// Layout of `MQWDR2`; all values are bytes.
pub mod mqwdr2 {
    pub const SIZE: usize = 136;
    pub const LENGTH_1: usize = 124;
    pub const LENGTH_2: usize = 136;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const STRUC_LENGTH_OFFSET: usize = 8;
    pub const Q_MGR_FLAGS_OFFSET: usize = 12;
    pub const Q_MGR_IDENTIFIER_OFFSET: usize = 16;
    pub const Q_MGR_NAME_OFFSET: usize = 64;
    pub const CLUSTER_REC_OFFSET_OFFSET: usize = 112;
    pub const CHANNEL_STATE_OFFSET: usize = 116;
    pub const CHANNEL_DEF_OFFSET_OFFSET: usize = 120;
    pub const DEST_SEQ_NUMBER_OFFSET: usize = 124;
    pub const DEST_SEQ_FACTOR_OFFSET: usize = 128;
}

/// Layout of `MQWIH`; all values are bytes.
pub mod mqwih {
    pub const SIZE: usize = 120;
    pub const LENGTH_1: usize = 120;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const STRUC_LENGTH_OFFSET: usize = 8;
    pub const ENCODING_OFFSET: usize = 12;
    pub const CODED_CHAR_SET_ID_OFFSET: usize = 16;
    pub const FORMAT_OFFSET: usize = 20;
    pub const FLAGS_OFFSET: usize = 28;
    pub const SERVICE_NAME_OFFSET: usize = 32;
    pub const SERVICE_STEP_OFFSET: usize = 64;
    pub const MSG_TOKEN_OFFSET: usize = 72;
    pub const RESERVED_OFFSET: usize = 88;
}

/// Layout of `MQWQR`; all values are bytes.
pub mod mqwqr {
    pub const SIZE: usize = 216;
    pub const LENGTH_1: usize = 200;
    pub const LENGTH_2: usize = 208;
    pub const LENGTH_3: usize = 212;
    pub const LENGTH_4: usize = 216;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const STRUC_LENGTH_OFFSET: usize = 8;
    pub const Q_FLAGS_OFFSET: usize = 12;
    pub const Q_NAME_OFFSET: usize = 16;
    pub const Q_MGR_IDENTIFIER_OFFSET: usize = 64;
    pub const CLUSTER_REC_OFFSET_OFFSET: usize = 112;
    pub const Q_TYPE_OFFSET: usize = 116;
    pub const Q_DESC_OFFSET: usize = 120;
    pub const DEF_BIND_OFFSET: usize = 184;
    pub const DEF_PERSISTENCE_OFFSET: usize = 188;
    pub const DEF_PRIORITY_OFFSET: usize = 192;
    pub const INHIBIT_PUT_OFFSET: usize = 196;
    pub const CLWL_QUEUE_PRIORITY_OFFSET: usize = 200;
    pub const CLWL_QUEUE_RANK_OFFSET: usize = 204;
    pub const DEF_PUT_RESPONSE_OFFSET: usize = 208;
    pub const CAP_EXPIRY_OFFSET: usize = 212;
}

/// Layout of `MQWQR1`; all values are bytes.
pub mod mqwqr1 {
    pub const SIZE: usize = 200;
    pub const LENGTH_1: usize = 200;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const STRUC_LENGTH_OFFSET: usize = 8;
    pub const Q_FLAGS_OFFSET: usize = 12;
    pub const Q_NAME_OFFSET: usize = 16;
    pub const Q_MGR_IDENTIFIER_OFFSET: usize = 64;
    pub const CLUSTER_REC_OFFSET_OFFSET: usize = 112;
    pub const Q_TYPE_OFFSET: usize = 116;
    pub const Q_DESC_OFFSET: usize = 120;
    pub const DEF_BIND_OFFSET: usize = 184;
    pub const DEF_PERSISTENCE_OFFSET: usize = 188;
    pub const DEF_PRIORITY_OFFSET: usize = 192;
    pub const INHIBIT_PUT_OFFSET: usize = 196;
}

/// Layout of `MQWQR2`; all values are bytes.
pub mod mqwqr2 {
    pub const SIZE: usize = 208;
    pub const LENGTH_1: usize = 200;
    pub const LENGTH_2: usize = 208;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const STRUC_LENGTH_OFFSET: usize = 8;
    pub const Q_FLAGS_OFFSET: usize = 12;
    pub const Q_NAME_OFFSET: usize = 16;
    pub const Q_MGR_IDENTIFIER_OFFSET: usize = 64;
    pub const CLUSTER_REC_OFFSET_OFFSET: usize = 112;
    pub const Q_TYPE_OFFSET: usize = 116;
    pub const Q_DESC_OFFSET: usize = 120;
    pub const DEF_BIND_OFFSET: usize = 184;
    pub const DEF_PERSISTENCE_OFFSET: usize = 188;
    pub const DEF_PRIORITY_OFFSET: usize = 192;
    pub const INHIBIT_PUT_OFFSET: usize = 196;
    pub const CLWL_QUEUE_PRIORITY_OFFSET: usize = 200;
    pub const CLWL_QUEUE_RANK_OFFSET: usize = 204;
}

/// Layout of `MQWQR3`; all values are bytes.
pub mod mqwqr3 {
    pub const SIZE: usize = 212;
    pub const LENGTH_1: usize = 200;
    pub const LENGTH_2: usize = 208;
    pub const LENGTH_3: usize = 212;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const STRUC_LENGTH_OFFSET: usize = 8;
    pub const Q_FLAGS_OFFSET: usize = 12;
    pub const Q_NAME_OFFSET: usize = 16;
    pub const Q_MGR_IDENTIFIER_OFFSET: usize = 64;
    pub const CLUSTER_REC_OFFSET_OFFSET: usize = 112;
    pub const Q_TYPE_OFFSET: usize = 116;
    pub const Q_DESC_OFFSET: usize = 120;
    pub const DEF_BIND_OFFSET: usize = 184;
    pub const DEF_PERSISTENCE_OFFSET: usize = 188;
    pub const DEF_PRIORITY_OFFSET: usize = 192;
    pub const INHIBIT_PUT_OFFSET: usize = 196;
    pub const CLWL_QUEUE_PRIORITY_OFFSET: usize = 200;
    pub const CLWL_QUEUE_RANK_OFFSET: usize = 204;
    pub const DEF_PUT_RESPONSE_OFFSET: usize = 208;
}

/// Layout of `MQWQR4`; all values are bytes.
pub mod mqwqr4 {
    pub const SIZE: usize = 216;
    pub const LENGTH_1: usize = 200;
    pub const LENGTH_2: usize = 208;
    pub const LENGTH_3: usize = 212;
    pub const LENGTH_4: usize = 216;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const STRUC_LENGTH_OFFSET: usize = 8;
    pub const Q_FLAGS_OFFSET: usize = 12;
    pub const Q_NAME_OFFSET: usize = 16;
    pub const Q_MGR_IDENTIFIER_OFFSET: usize = 64;
    pub const CLUSTER_REC_OFFSET_OFFSET: usize = 112;
    pub const Q_TYPE_OFFSET: usize = 116;
    pub const Q_DESC_OFFSET: usize = 120;
    pub const DEF_BIND_OFFSET: usize = 184;
    pub const DEF_PERSISTENCE_OFFSET: usize = 188;
    pub const DEF_PRIORITY_OFFSET: usize = 192;
    pub const INHIBIT_PUT_OFFSET: usize = 196;
    pub const CLWL_QUEUE_PRIORITY_OFFSET: usize = 200;
    pub const CLWL_QUEUE_RANK_OFFSET: usize = 204;
    pub const DEF_PUT_RESPONSE_OFFSET: usize = 208;
    pub const CAP_EXPIRY_OFFSET: usize = 212;
}

/// Layout of `MQWXP`; all values are bytes.
pub mod mqwxp {
    pub const SIZE: usize = 248;
    pub const LENGTH_1: usize = 224;
    pub const LENGTH_2: usize = 240;
    pub const LENGTH_3: usize = 240;
    pub const LENGTH_4: usize = 248;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const EXIT_ID_OFFSET: usize = 8;
    pub const EXIT_REASON_OFFSET: usize = 12;
    pub const EXIT_RESPONSE_OFFSET: usize = 16;
    pub const EXIT_RESPONSE2_OFFSET: usize = 20;
    pub const FEEDBACK_OFFSET: usize = 24;
    pub const FLAGS_OFFSET: usize = 28;
    pub const EXIT_USER_AREA_OFFSET: usize = 32;
    pub const EXIT_DATA_OFFSET: usize = 48;
    pub const MSG_DESC_PTR_OFFSET: usize = 80;
    pub const MSG_BUFFER_PTR_OFFSET: usize = 88;
    pub const MSG_BUFFER_LENGTH_OFFSET: usize = 96;
    pub const MSG_LENGTH_OFFSET: usize = 100;
    pub const Q_NAME_OFFSET: usize = 104;
    pub const Q_MGR_NAME_OFFSET: usize = 152;
    pub const DESTINATION_COUNT_OFFSET: usize = 200;
    pub const DESTINATION_CHOSEN_OFFSET: usize = 204;
    pub const DESTINATION_ARRAY_PTR_OFFSET: usize = 208;
    pub const Q_ARRAY_PTR_OFFSET: usize = 216;
    pub const CACHE_CONTEXT_OFFSET: usize = 224;
    pub const CACHE_TYPE_OFFSET: usize = 232;
    pub const CLWLMRU_CHANNELS_OFFSET: usize = 236;
    pub const P_ENTRY_POINTS_OFFSET: usize = 240;
}

/// Layout of `MQWXP1`; all values are bytes.
pub mod mqwxp1 {
    pub const SIZE: usize = 224;
    pub const LENGTH_1: usize = 224;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const EXIT_ID_OFFSET: usize = 8;
    pub const EXIT_REASON_OFFSET: usize = 12;
    pub const EXIT_RESPONSE_OFFSET: usize = 16;
    pub const EXIT_RESPONSE2_OFFSET: usize = 20;
    pub const FEEDBACK_OFFSET: usize = 24;
    pub const FLAGS_OFFSET: usize = 28;
    pub const EXIT_USER_AREA_OFFSET: usize = 32;
    pub const EXIT_DATA_OFFSET: usize = 48;
    pub const MSG_DESC_PTR_OFFSET: usize = 80;
    pub const MSG_BUFFER_PTR_OFFSET: usize = 88;
    pub const MSG_BUFFER_LENGTH_OFFSET: usize = 96;
    pub const MSG_LENGTH_OFFSET: usize = 100;
    pub const Q_NAME_OFFSET: usize = 104;
    pub const Q_MGR_NAME_OFFSET: usize = 152;
    pub const DESTINATION_COUNT_OFFSET: usize = 200;
    pub const DESTINATION_CHOSEN_OFFSET: usize = 204;
    pub const DESTINATION_ARRAY_PTR_OFFSET: usize = 208;
    pub const Q_ARRAY_PTR_OFFSET: usize = 216;
}

/// Layout of `MQWXP2`; all values are bytes.
pub mod mqwxp2 {
    pub const SIZE: usize = 240;
    pub const LENGTH_1: usize = 224;
    pub const LENGTH_2: usize = 240;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const EXIT_ID_OFFSET: usize = 8;
    pub const EXIT_REASON_OFFSET: usize = 12;
    pub const EXIT_RESPONSE_OFFSET: usize = 16;
    pub const EXIT_RESPONSE2_OFFSET: usize = 20;
    pub const FEEDBACK_OFFSET: usize = 24;
    pub const FLAGS_OFFSET: usize = 28;
    pub const EXIT_USER_AREA_OFFSET: usize = 32;
    pub const EXIT_DATA_OFFSET: usize = 48;
    pub const MSG_DESC_PTR_OFFSET: usize = 80;
    pub const MSG_BUFFER_PTR_OFFSET: usize = 88;
    pub const MSG_BUFFER_LENGTH_OFFSET: usize = 96;
    pub const MSG_LENGTH_OFFSET: usize = 100;
    pub const Q_NAME_OFFSET: usize = 104;
    pub const Q_MGR_NAME_OFFSET: usize = 152;
    pub const DESTINATION_COUNT_OFFSET: usize = 200;
    pub const DESTINATION_CHOSEN_OFFSET: usize = 204;
    pub const DESTINATION_ARRAY_PTR_OFFSET: usize = 208;
    pub const Q_ARRAY_PTR_OFFSET: usize = 216;
    pub const CACHE_CONTEXT_OFFSET: usize = 224;
    pub const CACHE_TYPE_OFFSET: usize = 232;
}

/// Layout of `MQWXP3`; all values are bytes.
pub mod mqwxp3 {
    pub const SIZE: usize = 240;
    pub const LENGTH_1: usize = 224;
    pub const LENGTH_2: usize = 240;
    pub const LENGTH_3: usize = 240;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const EXIT_ID_OFFSET: usize = 8;
    pub const EXIT_REASON_OFFSET: usize = 12;
    pub const EXIT_RESPONSE_OFFSET: usize = 16;
    pub const EXIT_RESPONSE2_OFFSET: usize = 20;
    pub const FEEDBACK_OFFSET: usize = 24;
    pub const FLAGS_OFFSET: usize = 28;
    pub const EXIT_USER_AREA_OFFSET: usize = 32;
    pub const EXIT_DATA_OFFSET: usize = 48;
    pub const MSG_DESC_PTR_OFFSET: usize = 80;
    pub const MSG_BUFFER_PTR_OFFSET: usize = 88;
    pub const MSG_BUFFER_LENGTH_OFFSET: usize = 96;
    pub const MSG_LENGTH_OFFSET: usize = 100;
    pub const Q_NAME_OFFSET: usize = 104;
    pub const Q_MGR_NAME_OFFSET: usize = 152;
    pub const DESTINATION_COUNT_OFFSET: usize = 200;
    pub const DESTINATION_CHOSEN_OFFSET: usize = 204;
    pub const DESTINATION_ARRAY_PTR_OFFSET: usize = 208;
    pub const Q_ARRAY_PTR_OFFSET: usize = 216;
    pub const CACHE_CONTEXT_OFFSET: usize = 224;
    pub const CACHE_TYPE_OFFSET: usize = 232;
    pub const CLWLMRU_CHANNELS_OFFSET: usize = 236;
}

/// Layout of `MQWXP4`; all values are bytes.
pub mod mqwxp4 {
    pub const SIZE: usize = 248;
    pub const LENGTH_1: usize = 224;
    pub const LENGTH_2: usize = 240;
    pub const LENGTH_3: usize = 240;
    pub const LENGTH_4: usize = 248;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const EXIT_ID_OFFSET: usize = 8;
    pub const EXIT_REASON_OFFSET: usize = 12;
    pub const EXIT_RESPONSE_OFFSET: usize = 16;
    pub const EXIT_RESPONSE2_OFFSET: usize = 20;
    pub const FEEDBACK_OFFSET: usize = 24;
    pub const FLAGS_OFFSET: usize = 28;
    pub const EXIT_USER_AREA_OFFSET: usize = 32;
    pub const EXIT_DATA_OFFSET: usize = 48;
    pub const MSG_DESC_PTR_OFFSET: usize = 80;
    pub const MSG_BUFFER_PTR_OFFSET: usize = 88;
    pub const MSG_BUFFER_LENGTH_OFFSET: usize = 96;
    pub const MSG_LENGTH_OFFSET: usize = 100;
    pub const Q_NAME_OFFSET: usize = 104;
    pub const Q_MGR_NAME_OFFSET: usize = 152;
    pub const DESTINATION_COUNT_OFFSET: usize = 200;
    pub const DESTINATION_CHOSEN_OFFSET: usize = 204;
    pub const DESTINATION_ARRAY_PTR_OFFSET: usize = 208;
    pub const Q_ARRAY_PTR_OFFSET: usize = 216;
    pub const CACHE_CONTEXT_OFFSET: usize = 224;
    pub const CACHE_TYPE_OFFSET: usize = 232;
    pub const CLWLMRU_CHANNELS_OFFSET: usize = 236;
    pub const P_ENTRY_POINTS_OFFSET: usize = 240;
}

/// Layout of `MQXEPO`; all values are bytes.
pub mod mqxepo {
    pub const SIZE: usize = 40;
    pub const LENGTH_1: usize = 40;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const OPTIONS_OFFSET: usize = 8;
    pub const EXIT_PROPERTIES_OFFSET: usize = 16;
}

/// Layout of `MQXQH`; all values are bytes.
pub mod mqxqh {
    pub const SIZE: usize = 428;
    pub const LENGTH_1: usize = 428;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const REMOTE_Q_NAME_OFFSET: usize = 8;
    pub const REMOTE_Q_MGR_NAME_OFFSET: usize = 56;
    pub const MSG_DESC_OFFSET: usize = 104;
}

/// Layout of `MQZAC`; all values are bytes.
pub mod mqzac {
    pub const SIZE: usize = 84;
    pub const LENGTH_1: usize = 84;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const PROCESS_ID_OFFSET: usize = 8;
    pub const THREAD_ID_OFFSET: usize = 12;
    pub const APPL_NAME_OFFSET: usize = 16;
    pub const USER_ID_OFFSET: usize = 44;
    pub const EFFECTIVE_USER_ID_OFFSET: usize = 56;
    pub const ENVIRONMENT_OFFSET: usize = 68;
    pub const CALLER_TYPE_OFFSET: usize = 72;
    pub const AUTHENTICATION_TYPE_OFFSET: usize = 76;
    pub const BIND_TYPE_OFFSET: usize = 80;
}

/// Layout of `MQZAD`; all values are bytes.
pub mod mqzad {
    pub const SIZE: usize = 80;
    pub const LENGTH_1: usize = 80;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const PROFILE_NAME_OFFSET: usize = 8;
    pub const OBJECT_TYPE_OFFSET: usize = 56;
    pub const AUTHORITY_OFFSET: usize = 60;
    pub const ENTITY_DATA_PTR_OFFSET: usize = 64;
    pub const ENTITY_TYPE_OFFSET: usize = 72;
    pub const OPTIONS_OFFSET: usize = 76;
}

/// Layout of `MQZED`; all values are bytes.
pub mod mqzed {
    pub const SIZE: usize = 72;
    pub const LENGTH_1: usize = 64;
    pub const LENGTH_2: usize = 72;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const ENTITY_NAME_PTR_OFFSET: usize = 8;
    pub const ENTITY_DOMAIN_PTR_OFFSET: usize = 16;
    pub const SECURITY_ID_OFFSET: usize = 24;
    pub const CORRELATION_PTR_OFFSET: usize = 64;
}

/// Layout of `MQZFP`; all values are bytes.
pub mod mqzfp {
    pub const SIZE: usize = 24;
    pub const LENGTH_1: usize = 24;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const RESERVED_OFFSET: usize = 8;
    pub const CORRELATION_PTR_OFFSET: usize = 16;
}

/// Layout of `MQZIC`; all values are bytes.
pub mod mqzic {
    pub const SIZE: usize = 1108;
    pub const LENGTH_1: usize = 84;
    pub const LENGTH_2: usize = 1108;
    pub const STRUC_ID_OFFSET: usize = 0;
    pub const VERSION_OFFSET: usize = 4;
    pub const USER_IDENTIFIER_OFFSET: usize = 8;
    pub const ACCOUNTING_TOKEN_OFFSET: usize = 20;
    pub const APPL_IDENTITY_DATA_OFFSET: usize = 52;
    pub const LONG_USER_IDENTIFIER_OFFSET: usize = 84;
}
