//! Every reason code: a constant, its name, and what it means.
//!
//! Generated from `tables/constants.csv` and `tables/reasons.csv` by `cargo xtask generate`; do not edit.

#![allow(missing_docs)]

use crate::reason::Reason;

impl Reason {
    pub const ACTION_ERROR: Reason = Reason(2535);
    pub const ADAPTER_CONN_LOAD_ERROR: Reason = Reason(2129);
    pub const ADAPTER_CONV_LOAD_ERROR: Reason = Reason(2133);
    pub const ADAPTER_DEFS_ERROR: Reason = Reason(2131);
    pub const ADAPTER_DEFS_LOAD_ERROR: Reason = Reason(2132);
    pub const ADAPTER_DISC_LOAD_ERROR: Reason = Reason(2138);
    pub const ADAPTER_NOT_AVAILABLE: Reason = Reason(2204);
    pub const ADAPTER_SERV_LOAD_ERROR: Reason = Reason(2130);
    pub const ADAPTER_STORAGE_SHORTAGE: Reason = Reason(2127);
    pub const ADMIN_TOPIC_STRING_ERROR: Reason = Reason(2598);
    pub const AIR_ERROR: Reason = Reason(2385);
    pub const ALIAS_BASE_Q_TYPE_ERROR: Reason = Reason(2001);
    pub const ALIAS_TARGTYPE_CHANGED: Reason = Reason(2480);
    pub const ALREADY_CONNECTED: Reason = Reason(2002);
    pub const ALREADY_JOINED: Reason = Reason(2542);
    pub const ALTER_SUB_ERROR: Reason = Reason(2435);
    pub const AMQP_NOT_AVAILABLE: Reason = Reason(2599);
    pub const ANOTHER_Q_MGR_CONNECTED: Reason = Reason(2103);
    pub const API_EXIT_ERROR: Reason = Reason(2374);
    pub const API_EXIT_INIT_ERROR: Reason = Reason(2375);
    pub const API_EXIT_LOAD_ERROR: Reason = Reason(2183);
    pub const API_EXIT_NOT_FOUND: Reason = Reason(2182);
    pub const API_EXIT_TERM_ERROR: Reason = Reason(2376);
    pub const APPL_FIRST: Reason = Reason(900);
    pub const APPL_LAST: Reason = Reason(999);
    pub const ASID_MISMATCH: Reason = Reason(2157);
    pub const ASYNC_UOW_CONFLICT: Reason = Reason(2529);
    pub const ASYNC_XA_CONFLICT: Reason = Reason(2530);
    pub const ATTRIBUTE_LOCKED: Reason = Reason(6104);
    pub const AUTH_INFO_CONN_NAME_ERROR: Reason = Reason(2387);
    pub const AUTH_INFO_REC_COUNT_ERROR: Reason = Reason(2383);
    pub const AUTH_INFO_REC_ERROR: Reason = Reason(2384);
    pub const AUTH_INFO_TYPE_ERROR: Reason = Reason(2386);
    pub const BACKED_OUT: Reason = Reason(2003);
    pub const BACKOUT_THRESHOLD_REACHED: Reason = Reason(2362);
    pub const BAG_CONVERSION_ERROR: Reason = Reason(2303);
    pub const BAG_WRONG_TYPE: Reason = Reason(2326);
    pub const BINARY_DATA_LENGTH_ERROR: Reason = Reason(6111);
    pub const BMHO_ERROR: Reason = Reason(2489);
    pub const BNO_ERROR: Reason = Reason(2602);
    pub const BO_ERROR: Reason = Reason(2134);
    pub const BRIDGE_STARTED: Reason = Reason(2125);
    pub const BRIDGE_STOPPED: Reason = Reason(2126);
    pub const BUFFER_ERROR: Reason = Reason(2004);
    pub const BUFFER_LENGTH_ERROR: Reason = Reason(2005);
    pub const BUFFER_NOT_AUTOMATIC: Reason = Reason(6112);
    pub const CALLBACK_LINK_ERROR: Reason = Reason(2487);
    pub const CALLBACK_NOT_REGISTERED: Reason = Reason(2448);
    pub const CALLBACK_ROUTINE_ERROR: Reason = Reason(2486);
    pub const CALLBACK_TYPE_ERROR: Reason = Reason(2483);
    pub const CALL_INTERRUPTED: Reason = Reason(2549);
    pub const CALL_IN_PROGRESS: Reason = Reason(2219);
    pub const CBD_ERROR: Reason = Reason(2444);
    pub const CBD_OPTIONS_ERROR: Reason = Reason(2484);
    pub const CCDT_URL_ERROR: Reason = Reason(2600);
    pub const CD_ARRAY_ERROR: Reason = Reason(2576);
    pub const CD_ERROR: Reason = Reason(2277);
    pub const CERT_LABEL_NOT_ALLOWED: Reason = Reason(2596);
    pub const CERT_VAL_POLICY_ERROR: Reason = Reason(2593);
    pub const CFBF_ERROR: Reason = Reason(2422);
    pub const CFBS_ERROR: Reason = Reason(2395);
    pub const CFGR_ERROR: Reason = Reason(2416);
    pub const CFH_ERROR: Reason = Reason(2235);
    pub const CFIF_ERROR: Reason = Reason(2414);
    pub const CFIL_ERROR: Reason = Reason(2236);
    pub const CFIN_ERROR: Reason = Reason(2237);
    pub const CFSF_ERROR: Reason = Reason(2415);
    pub const CFSL_ERROR: Reason = Reason(2238);
    pub const CFST_ERROR: Reason = Reason(2239);
    pub const CF_NOT_AVAILABLE: Reason = Reason(2345);
    pub const CF_STRUC_AUTH_FAILED: Reason = Reason(2348);
    pub const CF_STRUC_ERROR: Reason = Reason(2349);
    pub const CF_STRUC_FAILED: Reason = Reason(2373);
    pub const CF_STRUC_IN_USE: Reason = Reason(2346);
    pub const CF_STRUC_LIST_HDR_IN_USE: Reason = Reason(2347);
    pub const CHANNEL_ACTIVATED: Reason = Reason(2295);
    pub const CHANNEL_AUTO_DEF_ERROR: Reason = Reason(2234);
    pub const CHANNEL_AUTO_DEF_OK: Reason = Reason(2233);
    pub const CHANNEL_BLOCKED: Reason = Reason(2577);
    pub const CHANNEL_BLOCKED_WARNING: Reason = Reason(2578);
    pub const CHANNEL_CONFIG_ERROR: Reason = Reason(2539);
    pub const CHANNEL_CONV_ERROR: Reason = Reason(2284);
    pub const CHANNEL_NOT_ACTIVATED: Reason = Reason(2296);
    pub const CHANNEL_NOT_AVAILABLE: Reason = Reason(2537);
    pub const CHANNEL_SSL_ERROR: Reason = Reason(2371);
    pub const CHANNEL_SSL_WARNING: Reason = Reason(2552);
    pub const CHANNEL_STARTED: Reason = Reason(2282);
    pub const CHANNEL_STOPPED: Reason = Reason(2283);
    pub const CHANNEL_STOPPED_BY_USER: Reason = Reason(2279);
    pub const CHAR_ATTRS_ERROR: Reason = Reason(2007);
    pub const CHAR_ATTRS_TOO_SHORT: Reason = Reason(2008);
    pub const CHAR_ATTR_LENGTH_ERROR: Reason = Reason(2006);
    pub const CHAR_CONVERSION_ERROR: Reason = Reason(2340);
    pub const CICS_BRIDGE_RESTRICTION: Reason = Reason(2187);
    pub const CICS_WAIT_FAILED: Reason = Reason(2140);
    pub const CIPHER_SPEC_NOT_SUITE_B: Reason = Reason(2591);
    pub const CLIENT_CHANNEL_CONFLICT: Reason = Reason(2423);
    pub const CLIENT_CONN_ERROR: Reason = Reason(2278);
    pub const CLIENT_EXIT_ERROR: Reason = Reason(2407);
    pub const CLIENT_EXIT_LOAD_ERROR: Reason = Reason(2406);
    pub const CLUSTER_EXIT_ERROR: Reason = Reason(2266);
    pub const CLUSTER_EXIT_LOAD_ERROR: Reason = Reason(2267);
    pub const CLUSTER_PUT_INHIBITED: Reason = Reason(2268);
    pub const CLUSTER_RESOLUTION_ERROR: Reason = Reason(2189);
    pub const CLUSTER_RESOURCE_ERROR: Reason = Reason(2269);
    pub const CMD_SERVER_NOT_AVAILABLE: Reason = Reason(2322);
    pub const CMHO_ERROR: Reason = Reason(2461);
    pub const CNO_ERROR: Reason = Reason(2139);
    pub const CODED_CHAR_SET_ID_ERROR: Reason = Reason(2330);
    pub const COD_NOT_VALID_FOR_XCF_Q: Reason = Reason(2106);
    pub const COMMAND_MQSC: Reason = Reason(2412);
    pub const COMMAND_PCF: Reason = Reason(2413);
    pub const COMMAND_TYPE_ERROR: Reason = Reason(2300);
    pub const COMMINFO_ERROR: Reason = Reason(2558);
    pub const CONFIG_CHANGE_OBJECT: Reason = Reason(2368);
    pub const CONFIG_CREATE_OBJECT: Reason = Reason(2367);
    pub const CONFIG_DELETE_OBJECT: Reason = Reason(2369);
    pub const CONFIG_REFRESH_OBJECT: Reason = Reason(2370);
    pub const CONNECTION_BROKEN: Reason = Reason(2009);
    pub const CONNECTION_ERROR: Reason = Reason(2273);
    pub const CONNECTION_NOT_AUTHORIZED: Reason = Reason(2217);
    pub const CONNECTION_NOT_AVAILABLE: Reason = Reason(2568);
    pub const CONNECTION_QUIESCING: Reason = Reason(2202);
    pub const CONNECTION_STOPPED: Reason = Reason(2528);
    pub const CONNECTION_STOPPING: Reason = Reason(2203);
    pub const CONNECTION_SUSPENDED: Reason = Reason(2521);
    pub const CONN_ID_IN_USE: Reason = Reason(2160);
    pub const CONN_TAG_IN_USE: Reason = Reason(2271);
    pub const CONN_TAG_NOT_RELEASED: Reason = Reason(2344);
    pub const CONN_TAG_NOT_USABLE: Reason = Reason(2350);
    pub const CONTENT_ERROR: Reason = Reason(2554);
    pub const CONTEXT_HANDLE_ERROR: Reason = Reason(2097);
    pub const CONTEXT_NOT_AVAILABLE: Reason = Reason(2098);
    pub const CONTEXT_OBJECT_NOT_VALID: Reason = Reason(6121);
    pub const CONTEXT_OPEN_ERROR: Reason = Reason(6122);
    pub const CONVERTED_MSG_TOO_BIG: Reason = Reason(2120);
    pub const CONVERTED_STRING_TOO_BIG: Reason = Reason(2190);
    pub const CORREL_ID_ERROR: Reason = Reason(2207);
    pub const CRYPTO_HARDWARE_ERROR: Reason = Reason(2382);
    pub const CSP_ERROR: Reason = Reason(2595);
    pub const CTLO_ERROR: Reason = Reason(2445);
    pub const CURRENT_RECORD_ERROR: Reason = Reason(2357);
    pub const CURSOR_NOT_VALID: Reason = Reason(6105);
    pub const DATA_LENGTH_ERROR: Reason = Reason(2010);
    pub const DATA_SET_NOT_AVAILABLE: Reason = Reason(2561);
    pub const DATA_TRUNCATED: Reason = Reason(6115);
    pub const DB2_NOT_AVAILABLE: Reason = Reason(2342);
    pub const DBCS_ERROR: Reason = Reason(2150);
    pub const DEF_SYNCPOINT_INHIBITED: Reason = Reason(2559);
    pub const DEF_XMIT_Q_TYPE_ERROR: Reason = Reason(2198);
    pub const DEF_XMIT_Q_USAGE_ERROR: Reason = Reason(2199);
    pub const DEST_CLASS_NOT_ALTERABLE: Reason = Reason(2533);
    pub const DEST_ENV_ERROR: Reason = Reason(2263);
    pub const DEST_NAME_ERROR: Reason = Reason(2264);
    pub const DH_ERROR: Reason = Reason(2135);
    pub const DISTRIBUTION_LIST_EMPTY: Reason = Reason(6126);
    pub const DLH_ERROR: Reason = Reason(2141);
    pub const DMHO_ERROR: Reason = Reason(2462);
    pub const DMPO_ERROR: Reason = Reason(2481);
    pub const DUPLICATE_GROUP_SUB: Reason = Reason(2514);
    pub const DUPLICATE_RECOV_COORD: Reason = Reason(2163);
    pub const DURABILITY_NOT_ALLOWED: Reason = Reason(2436);
    pub const DURABILITY_NOT_ALTERABLE: Reason = Reason(2509);
    pub const DYNAMIC_Q_NAME_ERROR: Reason = Reason(2011);
    pub const ENCODING_ERROR: Reason = Reason(6106);
    pub const ENCODING_NOT_SUPPORTED: Reason = Reason(2308);
    pub const ENVIRONMENT_ERROR: Reason = Reason(2012);
    pub const EPH_ERROR: Reason = Reason(2420);
    pub const EXIT_PROPS_NOT_SUPPORTED: Reason = Reason(2588);
    pub const EXIT_REASON_ERROR: Reason = Reason(2377);
    pub const EXPIRY_ERROR: Reason = Reason(2013);
    pub const FASTPATH_NOT_AVAILABLE: Reason = Reason(2590);
    pub const FEEDBACK_ERROR: Reason = Reason(2014);
    pub const FILE_NOT_AUDITED: Reason = Reason(2216);
    pub const FILE_SYSTEM_ERROR: Reason = Reason(2208);
    pub const FILTER_OPERATOR_ERROR: Reason = Reason(2418);
    pub const FORMAT_ERROR: Reason = Reason(2110);
    pub const FORMAT_NOT_SUPPORTED: Reason = Reason(2317);
    pub const FUNCTION_ERROR: Reason = Reason(2281);
    pub const FUNCTION_NOT_SUPPORTED: Reason = Reason(2298);
    pub const GET_ENABLED: Reason = Reason(2494);
    pub const GET_INHIBITED: Reason = Reason(2016);
    pub const GLOBAL_UOW_CONFLICT: Reason = Reason(2351);
    pub const GMO_ERROR: Reason = Reason(2186);
    pub const GROUPING_NOT_ALLOWED: Reason = Reason(2562);
    pub const GROUPING_NOT_ALTERABLE: Reason = Reason(2515);
    pub const GROUP_ADDRESS_ERROR: Reason = Reason(2563);
    pub const GROUP_ID_ERROR: Reason = Reason(2258);
    pub const HANDLE_IN_USE_FOR_UOW: Reason = Reason(2353);
    pub const HANDLE_NOT_AVAILABLE: Reason = Reason(2017);
    pub const HBAG_ERROR: Reason = Reason(2320);
    pub const HCONFIG_ERROR: Reason = Reason(2280);
    pub const HCONN_ASYNC_ACTIVE: Reason = Reason(2500);
    pub const HCONN_ERROR: Reason = Reason(2018);
    pub const HEADER_ERROR: Reason = Reason(2142);
    pub const HMSG_ERROR: Reason = Reason(2460);
    pub const HMSG_NOT_AVAILABLE: Reason = Reason(2587);
    pub const HOBJ_ERROR: Reason = Reason(2019);
    pub const HOBJ_QUIESCED: Reason = Reason(2517);
    pub const HOBJ_QUIESCED_NO_MSGS: Reason = Reason(2518);
    pub const HOST_NOT_AVAILABLE: Reason = Reason(2538);
    pub const HTTPS_KEYSTORE_ERROR: Reason = Reason(2604);
    pub const IDENTITY_MISMATCH: Reason = Reason(2434);
    pub const IIH_ERROR: Reason = Reason(2148);
    pub const IMPO_ERROR: Reason = Reason(2464);
    pub const INCOMPLETE_GROUP: Reason = Reason(2241);
    pub const INCOMPLETE_MSG: Reason = Reason(2242);
    pub const INCOMPLETE_TRANSACTION: Reason = Reason(2147);
    pub const INCONSISTENT_BROWSE: Reason = Reason(2259);
    pub const INCONSISTENT_CCSIDS: Reason = Reason(2243);
    pub const INCONSISTENT_ENCODINGS: Reason = Reason(2244);
    pub const INCONSISTENT_FORMAT: Reason = Reason(6119);
    pub const INCONSISTENT_ITEM_TYPE: Reason = Reason(2313);
    pub const INCONSISTENT_OBJECT_STATE: Reason = Reason(6120);
    pub const INCONSISTENT_OPEN_OPTIONS: Reason = Reason(6127);
    pub const INCONSISTENT_PERSISTENCE: Reason = Reason(2185);
    pub const INCONSISTENT_UOW: Reason = Reason(2245);
    pub const INDEX_ERROR: Reason = Reason(2314);
    pub const INDEX_NOT_PRESENT: Reason = Reason(2306);
    pub const INHIBIT_VALUE_ERROR: Reason = Reason(2020);
    pub const INITIALIZATION_FAILED: Reason = Reason(2286);
    pub const INQUIRY_COMMAND_ERROR: Reason = Reason(2324);
    pub const INSTALLATION_MISMATCH: Reason = Reason(2583);
    pub const INSTALLATION_MISSING: Reason = Reason(2589);
    pub const INSUFFICIENT_BUFFER: Reason = Reason(6113);
    pub const INSUFFICIENT_DATA: Reason = Reason(6114);
    pub const INT_ATTRS_ARRAY_ERROR: Reason = Reason(2023);
    pub const INT_ATTR_COUNT_ERROR: Reason = Reason(2021);
    pub const INT_ATTR_COUNT_TOO_SMALL: Reason = Reason(2022);
    pub const INVALID_DESTINATION: Reason = Reason(2522);
    pub const INVALID_MSG_UNDER_CURSOR: Reason = Reason(2246);
    pub const INVALID_SUBSCRIPTION: Reason = Reason(2523);
    pub const ITEM_COUNT_ERROR: Reason = Reason(2316);
    pub const ITEM_TYPE_ERROR: Reason = Reason(2327);
    pub const ITEM_VALUE_ERROR: Reason = Reason(2319);
    pub const JMS_FORMAT_ERROR: Reason = Reason(2364);
    pub const JSSE_ERROR: Reason = Reason(2397);
    pub const KEY_REPOSITORY_ERROR: Reason = Reason(2381);
    pub const LDAP_PASSWORD_ERROR: Reason = Reason(2390);
    pub const LDAP_USER_NAME_ERROR: Reason = Reason(2388);
    pub const LDAP_USER_NAME_LENGTH_ERR: Reason = Reason(2389);
    pub const LOCAL_UOW_CONFLICT: Reason = Reason(2352);
    pub const LOGGER_STATUS: Reason = Reason(2411);
    pub const LOOPING_PUBLICATION: Reason = Reason(2541);
    pub const MATCH_OPTIONS_ERROR: Reason = Reason(2247);
    pub const MAX_CONNS_LIMIT_REACHED: Reason = Reason(2025);
    pub const MAX_MSG_LENGTH_ERROR: Reason = Reason(2485);
    pub const MCAST_PUB_STATUS: Reason = Reason(2571);
    pub const MCAST_SUB_STATUS: Reason = Reason(2572);
    pub const MDE_ERROR: Reason = Reason(2248);
    pub const MD_ERROR: Reason = Reason(2026);
    pub const MHBO_ERROR: Reason = Reason(2501);
    pub const MISSING_REPLY_TO_Q: Reason = Reason(2027);
    pub const MISSING_WIH: Reason = Reason(2332);
    pub const MIXED_CONTENT_NOT_ALLOWED: Reason = Reason(2498);
    pub const MODULE_ENTRY_NOT_FOUND: Reason = Reason(2497);
    pub const MODULE_INVALID: Reason = Reason(2496);
    pub const MODULE_NOT_FOUND: Reason = Reason(2495);
    pub const MSG_FLAGS_ERROR: Reason = Reason(2249);
    pub const MSG_HANDLE_COPY_FAILURE: Reason = Reason(2532);
    pub const MSG_HANDLE_IN_USE: Reason = Reason(2499);
    pub const MSG_ID_ERROR: Reason = Reason(2206);
    pub const MSG_LENGTH_ERROR: Reason = Reason(2491);
    pub const MSG_MARKED_BROWSE_CO_OP: Reason = Reason(2200);
    pub const MSG_NOT_ALLOWED_IN_GROUP: Reason = Reason(2417);
    pub const MSG_NOT_MATCHED: Reason = Reason(2363);
    pub const MSG_SEQ_NUMBER_ERROR: Reason = Reason(2250);
    pub const MSG_TOKEN_ERROR: Reason = Reason(2331);
    pub const MSG_TOO_BIG_FOR_CHANNEL: Reason = Reason(2218);
    pub const MSG_TOO_BIG_FOR_Q: Reason = Reason(2030);
    pub const MSG_TOO_BIG_FOR_Q_MGR: Reason = Reason(2031);
    pub const MSG_TYPE_ERROR: Reason = Reason(2029);
    pub const MULTICAST_CONFIG_ERROR: Reason = Reason(2564);
    pub const MULTICAST_INTERFACE_ERROR: Reason = Reason(2565);
    pub const MULTICAST_INTERNAL_ERROR: Reason = Reason(2567);
    pub const MULTICAST_ONLY: Reason = Reason(2560);
    pub const MULTICAST_SEND_ERROR: Reason = Reason(2566);
    pub const MULTIPLE_INSTANCE_ERROR: Reason = Reason(2301);
    pub const MULTIPLE_REASONS: Reason = Reason(2136);
    pub const NAME_IN_USE: Reason = Reason(2201);
    pub const NAME_NOT_VALID_FOR_TYPE: Reason = Reason(2194);
    pub const NEGATIVE_LENGTH: Reason = Reason(6117);
    pub const NEGATIVE_OFFSET: Reason = Reason(6118);
    pub const NESTED_BAG_NOT_SUPPORTED: Reason = Reason(2325);
    pub const NESTED_SELECTOR_ERROR: Reason = Reason(2419);
    pub const NEXT_OFFSET_ERROR: Reason = Reason(2358);
    pub const NEXT_RECORD_ERROR: Reason = Reason(2361);
    pub const NONE: Reason = Reason(0);
    pub const NOT_AUTHORIZED: Reason = Reason(2035);
    pub const NOT_CONNECTED: Reason = Reason(6124);
    pub const NOT_CONVERTED: Reason = Reason(2119);
    pub const NOT_OPEN: Reason = Reason(6125);
    pub const NOT_OPEN_FOR_BROWSE: Reason = Reason(2036);
    pub const NOT_OPEN_FOR_INPUT: Reason = Reason(2037);
    pub const NOT_OPEN_FOR_INQUIRE: Reason = Reason(2038);
    pub const NOT_OPEN_FOR_OUTPUT: Reason = Reason(2039);
    pub const NOT_OPEN_FOR_PASS_ALL: Reason = Reason(2093);
    pub const NOT_OPEN_FOR_PASS_IDENT: Reason = Reason(2094);
    pub const NOT_OPEN_FOR_SET: Reason = Reason(2040);
    pub const NOT_OPEN_FOR_SET_ALL: Reason = Reason(2095);
    pub const NOT_OPEN_FOR_SET_IDENT: Reason = Reason(2096);
    pub const NOT_PRIVILEGED: Reason = Reason(2584);
    pub const NO_BUFFER: Reason = Reason(6110);
    pub const NO_CALLBACKS_ACTIVE: Reason = Reason(2446);
    pub const NO_CONNECTION_REFERENCE: Reason = Reason(6109);
    pub const NO_DATA_AVAILABLE: Reason = Reason(2379);
    pub const NO_DESTINATIONS_AVAILABLE: Reason = Reason(2270);
    pub const NO_EXTERNAL_PARTICIPANTS: Reason = Reason(2121);
    pub const NO_MSG_AVAILABLE: Reason = Reason(2033);
    pub const NO_MSG_LOCKED: Reason = Reason(2209);
    pub const NO_MSG_UNDER_CURSOR: Reason = Reason(2034);
    pub const NO_RECORD_AVAILABLE: Reason = Reason(2359);
    pub const NO_RETAINED_MSG: Reason = Reason(2437);
    pub const NO_SUBSCRIPTION: Reason = Reason(2428);
    pub const NO_SUBS_MATCHED: Reason = Reason(2550);
    pub const NULL_POINTER: Reason = Reason(6108);
    pub const OBJECT_ALREADY_EXISTS: Reason = Reason(2100);
    pub const OBJECT_CHANGED: Reason = Reason(2041);
    pub const OBJECT_DAMAGED: Reason = Reason(2101);
    pub const OBJECT_IN_USE: Reason = Reason(2042);
    pub const OBJECT_LEVEL_INCOMPATIBLE: Reason = Reason(2360);
    pub const OBJECT_NAME_ERROR: Reason = Reason(2152);
    pub const OBJECT_NOT_UNIQUE: Reason = Reason(2343);
    pub const OBJECT_Q_MGR_NAME_ERROR: Reason = Reason(2153);
    pub const OBJECT_RECORDS_ERROR: Reason = Reason(2155);
    pub const OBJECT_STRING_ERROR: Reason = Reason(2441);
    pub const OBJECT_TYPE_ERROR: Reason = Reason(2043);
    pub const OCSP_URL_ERROR: Reason = Reason(2553);
    pub const OD_ERROR: Reason = Reason(2044);
    pub const OFFSET_ERROR: Reason = Reason(2251);
    pub const OPEN_FAILED: Reason = Reason(2137);
    pub const OPERATION_ERROR: Reason = Reason(2488);
    pub const OPERATION_NOT_ALLOWED: Reason = Reason(2534);
    pub const OPTIONS_CHANGED: Reason = Reason(2457);
    pub const OPTIONS_ERROR: Reason = Reason(2046);
    pub const OPTION_ENVIRONMENT_ERROR: Reason = Reason(2274);
    pub const OPTION_NOT_VALID_FOR_TYPE: Reason = Reason(2045);
    pub const ORIGINAL_LENGTH_ERROR: Reason = Reason(2252);
    pub const OUTBOUND_SNI_NOT_VALID: Reason = Reason(2603);
    pub const OUTCOME_MIXED: Reason = Reason(2123);
    pub const OUTCOME_PENDING: Reason = Reason(2124);
    pub const OUT_SELECTOR_ERROR: Reason = Reason(2310);
    pub const PAGESET_ERROR: Reason = Reason(2193);
    pub const PAGESET_FULL: Reason = Reason(2192);
    pub const PARAMETER_MISSING: Reason = Reason(2321);
    pub const PARTIALLY_CONVERTED: Reason = Reason(2272);
    pub const PARTICIPANT_NOT_AVAILABLE: Reason = Reason(2122);
    pub const PARTICIPANT_NOT_DEFINED: Reason = Reason(2372);
    pub const PASSWORD_PROTECTION_ERROR: Reason = Reason(2594);
    pub const PCF_ERROR: Reason = Reason(2149);
    pub const PD_ERROR: Reason = Reason(2482);
    pub const PERSISTENCE_ERROR: Reason = Reason(2047);
    pub const PERSISTENT_NOT_ALLOWED: Reason = Reason(2048);
    pub const PMO_ERROR: Reason = Reason(2173);
    pub const PMO_RECORD_FLAGS_ERROR: Reason = Reason(2158);
    pub const PRECONN_EXIT_ERROR: Reason = Reason(2575);
    pub const PRECONN_EXIT_LOAD_ERROR: Reason = Reason(2573);
    pub const PRECONN_EXIT_NOT_FOUND: Reason = Reason(2574);
    pub const PRIORITY_ERROR: Reason = Reason(2050);
    pub const PRIORITY_EXCEEDS_MAXIMUM: Reason = Reason(2049);
    pub const PROPERTIES_DISABLED: Reason = Reason(2586);
    pub const PROPERTIES_TOO_BIG: Reason = Reason(2478);
    pub const PROPERTY_NAME_ERROR: Reason = Reason(2442);
    pub const PROPERTY_NAME_LENGTH_ERR: Reason = Reason(2513);
    pub const PROPERTY_NAME_TOO_BIG: Reason = Reason(2465);
    pub const PROPERTY_NOT_AVAILABLE: Reason = Reason(2471);
    pub const PROPERTY_TYPE_ERROR: Reason = Reason(2473);
    pub const PROPERTY_VALUE_TOO_BIG: Reason = Reason(2469);
    pub const PROP_CONV_NOT_SUPPORTED: Reason = Reason(2470);
    pub const PROP_NAME_NOT_CONVERTED: Reason = Reason(2492);
    pub const PROP_NUMBER_FORMAT_ERROR: Reason = Reason(2472);
    pub const PROP_TYPE_NOT_SUPPORTED: Reason = Reason(2467);
    pub const PROP_VALUE_NOT_CONVERTED: Reason = Reason(2466);
    pub const PUBLICATION_FAILURE: Reason = Reason(2502);
    pub const PUBLISH_EXIT_ERROR: Reason = Reason(2557);
    pub const PUBSUB_INHIBITED: Reason = Reason(2531);
    pub const PUT_INHIBITED: Reason = Reason(2051);
    pub const PUT_MSG_RECORDS_ERROR: Reason = Reason(2159);
    pub const PUT_NOT_RETAINED: Reason = Reason(2479);
    pub const Q_ALREADY_EXISTS: Reason = Reason(2290);
    pub const Q_DELETED: Reason = Reason(2052);
    pub const Q_DEPTH_HIGH: Reason = Reason(2224);
    pub const Q_DEPTH_LOW: Reason = Reason(2225);
    pub const Q_FULL: Reason = Reason(2053);
    pub const Q_INDEX_TYPE_ERROR: Reason = Reason(2394);
    pub const Q_MGR_ACTIVE: Reason = Reason(2222);
    pub const Q_MGR_NAME_ERROR: Reason = Reason(2058);
    pub const Q_MGR_NOT_ACTIVE: Reason = Reason(2223);
    pub const Q_MGR_NOT_AVAILABLE: Reason = Reason(2059);
    pub const Q_MGR_QUIESCING: Reason = Reason(2161);
    pub const Q_MGR_RECONNECT_REQUESTED: Reason = Reason(2601);
    pub const Q_MGR_STOPPING: Reason = Reason(2162);
    pub const Q_NOT_EMPTY: Reason = Reason(2055);
    pub const Q_SERVICE_INTERVAL_HIGH: Reason = Reason(2226);
    pub const Q_SERVICE_INTERVAL_OK: Reason = Reason(2227);
    pub const Q_SPACE_NOT_AVAILABLE: Reason = Reason(2056);
    pub const Q_TYPE_ERROR: Reason = Reason(2057);
    pub const RAS_PROPERTY_ERROR: Reason = Reason(2229);
    pub const READ_AHEAD_MSGS: Reason = Reason(2458);
    pub const RECONNECTED: Reason = Reason(2545);
    pub const RECONNECTING: Reason = Reason(2544);
    pub const RECONNECT_FAILED: Reason = Reason(2548);
    pub const RECONNECT_INCOMPATIBLE: Reason = Reason(2547);
    pub const RECONNECT_QMID_MISMATCH: Reason = Reason(2546);
    pub const RECONNECT_Q_MGR_REQD: Reason = Reason(2555);
    pub const RECONNECT_TIMED_OUT: Reason = Reason(2556);
    pub const RECS_PRESENT_ERROR: Reason = Reason(2154);
    pub const REFERENCE_ERROR: Reason = Reason(6129);
    pub const REMOTE_Q_NAME_ERROR: Reason = Reason(2184);
    pub const REOPEN_EXCL_INPUT_ERROR: Reason = Reason(6100);
    pub const REOPEN_INQUIRE_ERROR: Reason = Reason(6101);
    pub const REOPEN_SAVED_CONTEXT_ERR: Reason = Reason(6102);
    pub const REOPEN_TEMPORARY_Q_ERROR: Reason = Reason(6103);
    pub const REPORT_OPTIONS_ERROR: Reason = Reason(2061);
    pub const RESERVED_VALUE_ERROR: Reason = Reason(2378);
    pub const RESOURCE_PROBLEM: Reason = Reason(2102);
    pub const RESPONSE_RECORDS_ERROR: Reason = Reason(2156);
    pub const RES_OBJECT_STRING_ERROR: Reason = Reason(2520);
    pub const RETAINED_MSG_Q_ERROR: Reason = Reason(2525);
    pub const RETAINED_NOT_DELIVERED: Reason = Reason(2526);
    pub const RFH_COMMAND_ERROR: Reason = Reason(2336);
    pub const RFH_DUPLICATE_PARM: Reason = Reason(2338);
    pub const RFH_ERROR: Reason = Reason(2334);
    pub const RFH_FORMAT_ERROR: Reason = Reason(2421);
    pub const RFH_HEADER_FIELD_ERROR: Reason = Reason(2228);
    pub const RFH_PARM_ERROR: Reason = Reason(2337);
    pub const RFH_PARM_MISSING: Reason = Reason(2339);
    pub const RFH_RESTRICTED_FORMAT_ERR: Reason = Reason(2527);
    pub const RFH_STRING_ERROR: Reason = Reason(2335);
    pub const RMH_ERROR: Reason = Reason(2220);
    pub const SCO_ERROR: Reason = Reason(2380);
    pub const SD_ERROR: Reason = Reason(2424);
    pub const SECOND_MARK_NOT_ALLOWED: Reason = Reason(2062);
    pub const SECURITY_ERROR: Reason = Reason(2063);
    pub const SEGMENTATION_NOT_ALLOWED: Reason = Reason(2443);
    pub const SEGMENTS_NOT_SUPPORTED: Reason = Reason(2365);
    pub const SEGMENT_LENGTH_ZERO: Reason = Reason(2253);
    pub const SELECTION_NOT_AVAILABLE: Reason = Reason(2551);
    pub const SELECTION_STRING_ERROR: Reason = Reason(2519);
    pub const SELECTOR_ALWAYS_FALSE: Reason = Reason(2504);
    pub const SELECTOR_COUNT_ERROR: Reason = Reason(2065);
    pub const SELECTOR_ERROR: Reason = Reason(2067);
    pub const SELECTOR_INVALID_FOR_TYPE: Reason = Reason(2516);
    pub const SELECTOR_LIMIT_EXCEEDED: Reason = Reason(2066);
    pub const SELECTOR_NOT_ALTERABLE: Reason = Reason(2524);
    pub const SELECTOR_NOT_FOR_TYPE: Reason = Reason(2068);
    pub const SELECTOR_NOT_PRESENT: Reason = Reason(2309);
    pub const SELECTOR_NOT_SUPPORTED: Reason = Reason(2318);
    pub const SELECTOR_NOT_UNIQUE: Reason = Reason(2305);
    pub const SELECTOR_OUT_OF_RANGE: Reason = Reason(2304);
    pub const SELECTOR_SYNTAX_ERROR: Reason = Reason(2459);
    pub const SELECTOR_TYPE_ERROR: Reason = Reason(2299);
    pub const SELECTOR_WRONG_TYPE: Reason = Reason(2312);
    pub const SERVICE_ERROR: Reason = Reason(2289);
    pub const SERVICE_NOT_AVAILABLE: Reason = Reason(2285);
    pub const SIGNAL1_ERROR: Reason = Reason(2099);
    pub const SIGNAL_OUTSTANDING: Reason = Reason(2069);
    pub const SIGNAL_REQUEST_ACCEPTED: Reason = Reason(2070);
    pub const SMPO_ERROR: Reason = Reason(2463);
    pub const SOAP_AXIS_ERROR: Reason = Reason(2211);
    pub const SOAP_DOTNET_ERROR: Reason = Reason(2210);
    pub const SOAP_URL_ERROR: Reason = Reason(2212);
    pub const SOURCE_BUFFER_ERROR: Reason = Reason(2145);
    pub const SOURCE_CCSID_ERROR: Reason = Reason(2111);
    pub const SOURCE_DECIMAL_ENC_ERROR: Reason = Reason(2113);
    pub const SOURCE_FLOAT_ENC_ERROR: Reason = Reason(2114);
    pub const SOURCE_INTEGER_ENC_ERROR: Reason = Reason(2112);
    pub const SOURCE_LENGTH_ERROR: Reason = Reason(2143);
    pub const SRC_ENV_ERROR: Reason = Reason(2261);
    pub const SRC_NAME_ERROR: Reason = Reason(2262);
    pub const SRO_ERROR: Reason = Reason(2438);
    pub const SSL_ALREADY_INITIALIZED: Reason = Reason(2391);
    pub const SSL_ALT_PROVIDER_REQUIRED: Reason = Reason(2570);
    pub const SSL_CERTIFICATE_REVOKED: Reason = Reason(2401);
    pub const SSL_CERT_STORE_ERROR: Reason = Reason(2402);
    pub const SSL_CONFIG_ERROR: Reason = Reason(2392);
    pub const SSL_INITIALIZATION_ERROR: Reason = Reason(2393);
    pub const SSL_KEY_RESET_ERROR: Reason = Reason(2409);
    pub const SSL_NOT_ALLOWED: Reason = Reason(2396);
    pub const SSL_PEER_NAME_ERROR: Reason = Reason(2399);
    pub const SSL_PEER_NAME_MISMATCH: Reason = Reason(2398);
    pub const STANDBY_Q_MGR: Reason = Reason(2543);
    pub const STAT_TYPE_ERROR: Reason = Reason(2430);
    pub const STOPPED_BY_CLUSTER_EXIT: Reason = Reason(2188);
    pub const STORAGE_CLASS_ERROR: Reason = Reason(2105);
    pub const STORAGE_MEDIUM_FULL: Reason = Reason(2192);
    pub const STORAGE_NOT_AVAILABLE: Reason = Reason(2071);
    pub const STRING_ERROR: Reason = Reason(2307);
    pub const STRING_LENGTH_ERROR: Reason = Reason(2323);
    pub const STRING_TRUNCATED: Reason = Reason(2311);
    pub const STRUC_ID_ERROR: Reason = Reason(6107);
    pub const STRUC_LENGTH_ERROR: Reason = Reason(6123);
    pub const STS_ERROR: Reason = Reason(2426);
    pub const SUBLEVEL_NOT_ALTERABLE: Reason = Reason(2512);
    pub const SUBSCRIPTION_CHANGE: Reason = Reason(2581);
    pub const SUBSCRIPTION_CREATE: Reason = Reason(2579);
    pub const SUBSCRIPTION_DELETE: Reason = Reason(2580);
    pub const SUBSCRIPTION_IN_USE: Reason = Reason(2429);
    pub const SUBSCRIPTION_REFRESH: Reason = Reason(2582);
    pub const SUB_ALREADY_EXISTS: Reason = Reason(2432);
    pub const SUB_INHIBITED: Reason = Reason(2503);
    pub const SUB_JOIN_NOT_ALTERABLE: Reason = Reason(29440);
    pub const SUB_NAME_ERROR: Reason = Reason(2440);
    pub const SUB_USER_DATA_ERROR: Reason = Reason(2431);
    pub const SUITE_B_ERROR: Reason = Reason(2592);
    pub const SUPPRESSED_BY_EXIT: Reason = Reason(2109);
    pub const SYNCPOINT_LIMIT_REACHED: Reason = Reason(2024);
    pub const SYNCPOINT_NOT_ALLOWED: Reason = Reason(2569);
    pub const SYNCPOINT_NOT_AVAILABLE: Reason = Reason(2072);
    pub const SYSTEM_BAG_NOT_ALTERABLE: Reason = Reason(2315);
    pub const SYSTEM_BAG_NOT_DELETABLE: Reason = Reason(2328);
    pub const SYSTEM_ITEM_NOT_ALTERABLE: Reason = Reason(2302);
    pub const SYSTEM_ITEM_NOT_DELETABLE: Reason = Reason(2329);
    pub const TARGET_BUFFER_ERROR: Reason = Reason(2146);
    pub const TARGET_CCSID_ERROR: Reason = Reason(2115);
    pub const TARGET_DECIMAL_ENC_ERROR: Reason = Reason(2117);
    pub const TARGET_FLOAT_ENC_ERROR: Reason = Reason(2118);
    pub const TARGET_INTEGER_ENC_ERROR: Reason = Reason(2116);
    pub const TARGET_LENGTH_ERROR: Reason = Reason(2144);
    pub const TERMINATION_FAILED: Reason = Reason(2287);
    pub const TMC_ERROR: Reason = Reason(2191);
    pub const TM_ERROR: Reason = Reason(2265);
    pub const TOKEN_TIMESTAMP_NOT_VALID: Reason = Reason(2064);
    pub const TOPIC_NOT_ALTERABLE: Reason = Reason(2510);
    pub const TOPIC_STRING_ERROR: Reason = Reason(2425);
    pub const TRIGGER_CONTROL_ERROR: Reason = Reason(2075);
    pub const TRIGGER_DEPTH_ERROR: Reason = Reason(2076);
    pub const TRIGGER_MSG_PRIORITY_ERR: Reason = Reason(2077);
    pub const TRIGGER_TYPE_ERROR: Reason = Reason(2078);
    pub const TRUNCATED: Reason = Reason(2120);
    pub const TRUNCATED_MSG_ACCEPTED: Reason = Reason(2079);
    pub const TRUNCATED_MSG_FAILED: Reason = Reason(2080);
    pub const UCS2_CONVERSION_ERROR: Reason = Reason(2341);
    pub const UNEXPECTED_ERROR: Reason = Reason(2195);
    pub const UNIT_OF_WORK_NOT_STARTED: Reason = Reason(2232);
    pub const UNKNOWN_ALIAS_BASE_Q: Reason = Reason(2082);
    pub const UNKNOWN_AUTH_ENTITY: Reason = Reason(2293);
    pub const UNKNOWN_CHANNEL_NAME: Reason = Reason(2540);
    pub const UNKNOWN_COMPONENT_NAME: Reason = Reason(2410);
    pub const UNKNOWN_DEF_XMIT_Q: Reason = Reason(2197);
    pub const UNKNOWN_ENTITY: Reason = Reason(2292);
    pub const UNKNOWN_OBJECT_NAME: Reason = Reason(2085);
    pub const UNKNOWN_OBJECT_Q_MGR: Reason = Reason(2086);
    pub const UNKNOWN_Q_NAME: Reason = Reason(2288);
    pub const UNKNOWN_REF_OBJECT: Reason = Reason(2294);
    pub const UNKNOWN_REMOTE_Q_MGR: Reason = Reason(2087);
    pub const UNKNOWN_REPORT_OPTION: Reason = Reason(2104);
    pub const UNKNOWN_XMIT_Q: Reason = Reason(2196);
    pub const UNSUPPORTED_CIPHER_SUITE: Reason = Reason(2400);
    pub const UNSUPPORTED_PROPERTY: Reason = Reason(2490);
    pub const UOW_CANCELED: Reason = Reason(2297);
    pub const UOW_COMMITTED: Reason = Reason(2408);
    pub const UOW_ENLISTMENT_ERROR: Reason = Reason(2354);
    pub const UOW_IN_PROGRESS: Reason = Reason(2128);
    pub const UOW_MIX_NOT_SUPPORTED: Reason = Reason(2355);
    pub const UOW_NOT_AVAILABLE: Reason = Reason(2255);
    pub const USER_ID_NOT_AVAILABLE: Reason = Reason(2291);
    pub const WAIT_INTERVAL_ERROR: Reason = Reason(2090);
    pub const WIH_ERROR: Reason = Reason(2333);
    pub const WRONG_CF_LEVEL: Reason = Reason(2366);
    pub const WRONG_GMO_VERSION: Reason = Reason(2256);
    pub const WRONG_MD_VERSION: Reason = Reason(2257);
    pub const WRONG_VERSION: Reason = Reason(6128);
    pub const WXP_ERROR: Reason = Reason(2356);
    pub const XEPO_ERROR: Reason = Reason(2507);
    pub const XMIT_Q_TYPE_ERROR: Reason = Reason(2091);
    pub const XMIT_Q_USAGE_ERROR: Reason = Reason(2092);
    pub const XQH_ERROR: Reason = Reason(2260);
    pub const XR_NOT_AVAILABLE: Reason = Reason(6130);
    pub const XWAIT_CANCELED: Reason = Reason(2107);
    pub const XWAIT_ERROR: Reason = Reason(2108);
    pub const ZERO_LENGTH: Reason = Reason(6116);
}

/// Code, name, sentence (empty where there is none), by code.
pub(crate) static BY_CODE: [(i32, &str, &str); 937] = [
    (0, "MQRC_NONE", "The call completed."),
    (900, "MQRC_APPL_FIRST", ""),
    (999, "MQRC_APPL_LAST", ""),
    (2001, "MQRC_ALIAS_BASE_Q_TYPE_ERROR", "The alias leads to a queue that an alias may not lead to; point it at a local or remote queue."),
    (2002, "MQRC_ALREADY_CONNECTED", "The application is connected to this queue manager already; the handle returned is the existing connection."),
    (2003, "MQRC_BACKED_OUT", "The unit of work was backed out, so none of its puts and gets took place; repeat the work in a new unit."),
    (2004, "MQRC_BUFFER_ERROR", "The buffer is not usable; pass the address of memory the application owns."),
    (2005, "MQRC_BUFFER_LENGTH_ERROR", "The buffer length is negative or beyond what is allowed; pass its real length."),
    (2006, "MQRC_CHAR_ATTR_LENGTH_ERROR", "The length of the character attributes is negative or, when setting, too short; pass the length of the whole area."),
    (2007, "MQRC_CHAR_ATTRS_ERROR", "The area for character attributes is not usable; pass memory the application owns."),
    (2008, "MQRC_CHAR_ATTRS_TOO_SHORT", "The area was too short for all character attributes and holds as many as fit; pass a longer one."),
    (2009, "MQRC_CONNECTION_BROKEN", "The connection to the queue manager is lost and uncommitted work was backed out; connect again."),
    (2010, "MQRC_DATA_LENGTH_ERROR", "The data length is not usable; pass the address of an integer."),
    (2011, "MQRC_DYNAMIC_Q_NAME_ERROR", "The name for the dynamic queue is not valid; give a name, or a stem ending in an asterisk."),
    (2012, "MQRC_ENVIRONMENT_ERROR", "The call is not possible in the environment the application runs in."),
    (2013, "MQRC_EXPIRY_ERROR", "The expiry is neither positive nor unlimited; give it in tenths of a second."),
    (2014, "MQRC_FEEDBACK_ERROR", "The feedback is not one of the allowed values for this type of message."),
    (2016, "MQRC_GET_INHIBITED", "Gets are switched off for the queue, or for the queue behind the alias; ask for GET(ENABLED)."),
    (2017, "MQRC_HANDLE_NOT_AVAILABLE", "The connection holds as many handles as MAXHANDS allows; close some or have the limit raised."),
    (2018, "MQRC_HCONN_ERROR", "The connection handle is not valid; connect first and pass the handle unchanged."),
    (2019, "MQRC_HOBJ_ERROR", "The object handle is not valid; open the object first and pass the handle unchanged."),
    (2020, "MQRC_INHIBIT_VALUE_ERROR", "The value for inhibiting gets or puts is neither allowed nor inhibited."),
    (2021, "MQRC_INT_ATTR_COUNT_ERROR", "The number of integer attributes is negative, or too small to set them all."),
    (2022, "MQRC_INT_ATTR_COUNT_TOO_SMALL", "There was not room for all integer attributes and as many as fit are returned; pass a longer array."),
    (2023, "MQRC_INT_ATTRS_ARRAY_ERROR", "The array for integer attributes is not usable; pass memory the application owns."),
    (2024, "MQRC_SYNCPOINT_LIMIT_REACHED", "The unit of work holds as many messages as MAXUMSGS allows; commit more often or have the limit raised."),
    (2025, "MQRC_MAX_CONNS_LIMIT_REACHED", "No further connection is possible; end some connections or have the limit raised."),
    (2026, "MQRC_MD_ERROR", "The message descriptor is not valid: its identifier or version is unknown."),
    (2027, "MQRC_MISSING_REPLY_TO_Q", "A request needs the name of a reply queue; fill it in."),
    (2029, "MQRC_MSG_TYPE_ERROR", "The message type is none of the known ones and not in the range for applications."),
    (2030, "MQRC_MSG_TOO_BIG_FOR_Q", "The message is longer than MAXMSGL of the queue; shorten it or have the limit raised."),
    (2031, "MQRC_MSG_TOO_BIG_FOR_Q_MGR", "The message is longer than MAXMSGL of the queue manager; shorten it or have the limit raised."),
    (2033, "MQRC_NO_MSG_AVAILABLE", "No message on the queue matches, and the wait, if there was one, is over."),
    (2034, "MQRC_NO_MSG_UNDER_CURSOR", "The browse cursor is not on a message, or the message has gone; browse again."),
    (2035, "MQRC_NOT_AUTHORIZED", "The user may not do this; ask for the authority, or use another user."),
    (2036, "MQRC_NOT_OPEN_FOR_BROWSE", "The queue was not opened for browsing; open it with MQOO_BROWSE."),
    (2037, "MQRC_NOT_OPEN_FOR_INPUT", "The queue was not opened for getting; open it with one of the input options."),
    (2038, "MQRC_NOT_OPEN_FOR_INQUIRE", "The object was not opened for inquiring; open it with MQOO_INQUIRE."),
    (2039, "MQRC_NOT_OPEN_FOR_OUTPUT", "The object was not opened for putting; open it with MQOO_OUTPUT."),
    (2040, "MQRC_NOT_OPEN_FOR_SET", "The object was not opened for setting; open it with MQOO_SET."),
    (2041, "MQRC_OBJECT_CHANGED", "The definition changed in a way that affects this handle; close it and open the object again."),
    (2042, "MQRC_OBJECT_IN_USE", "Somebody has the object open in a way that excludes this; try later or open it shared."),
    (2043, "MQRC_OBJECT_TYPE_ERROR", "The object type is unknown or does not fit the call."),
    (2044, "MQRC_OD_ERROR", "The object descriptor is not valid: its identifier or version is unknown."),
    (2045, "MQRC_OPTION_NOT_VALID_FOR_TYPE", "An option does not fit the type of object, or a close option does not fit the queue."),
    (2046, "MQRC_OPTIONS_ERROR", "An option is unknown, or two options exclude each other."),
    (2047, "MQRC_PERSISTENCE_ERROR", "The persistence is none of the known values."),
    (2048, "MQRC_PERSISTENT_NOT_ALLOWED", "The queue cannot hold persistent messages; put a non-persistent one, or use a permanent queue."),
    (2049, "MQRC_PRIORITY_EXCEEDS_MAXIMUM", "The priority is above the maximum of the queue manager; the message was put and is treated as having the maximum."),
    (2050, "MQRC_PRIORITY_ERROR", "The priority is below the lowest one; give zero or more, or ask for the queue's default."),
    (2051, "MQRC_PUT_INHIBITED", "Puts are switched off for the queue or for a queue on the way to it; ask for PUT(ENABLED)."),
    (2052, "MQRC_Q_DELETED", "The queue was deleted while it was open; close the handle."),
    (2053, "MQRC_Q_FULL", "The queue holds MAXDEPTH messages; let them be consumed, or have the limit raised."),
    (2055, "MQRC_Q_NOT_EMPTY", "The queue has messages or uncommitted work on it; empty it, or ask for a purge."),
    (2056, "MQRC_Q_SPACE_NOT_AVAILABLE", "There is no room left for the messages of the queue; free disk space or let messages be consumed."),
    (2057, "MQRC_Q_TYPE_ERROR", "The type of the queue does not fit; a queue of another type was expected."),
    (2058, "MQRC_Q_MGR_NAME_ERROR", "No queue manager of that name is known; check the name, which is sensitive to case."),
    (2059, "MQRC_Q_MGR_NOT_AVAILABLE", "The queue manager is not running or cannot be reached; start it, or check the way to it."),
    (2061, "MQRC_REPORT_OPTIONS_ERROR", "A report option is unknown and may not be accepted."),
    (2062, "MQRC_SECOND_MARK_NOT_ALLOWED", "The unit of work has a marked message already; commit or back out first."),
    (2063, "MQRC_SECURITY_ERROR", "The check of the authority failed; the error log has the reason."),
    (2064, "MQRC_TOKEN_TIMESTAMP_NOT_VALID", ""),
    (2065, "MQRC_SELECTOR_COUNT_ERROR", "The number of selectors is negative or beyond the limit."),
    (2066, "MQRC_SELECTOR_LIMIT_EXCEEDED", "There are more than 256 selectors; ask in several calls."),
    (2067, "MQRC_SELECTOR_ERROR", "A selector is not known or does not fit the object."),
    (2068, "MQRC_SELECTOR_NOT_FOR_TYPE", "A selector does not fit the type of the object; the others were answered."),
    (2069, "MQRC_SIGNAL_OUTSTANDING", "A signal is awaited on this handle already."),
    (2070, "MQRC_SIGNAL_REQUEST_ACCEPTED", "No message is there yet; a signal will say when one is."),
    (2071, "MQRC_STORAGE_NOT_AVAILABLE", "There is not enough memory for the call; try later or with less data."),
    (2072, "MQRC_SYNCPOINT_NOT_AVAILABLE", "Units of work are not possible here or with these options."),
    (2075, "MQRC_TRIGGER_CONTROL_ERROR", "The value for trigger control is neither on nor off."),
    (2076, "MQRC_TRIGGER_DEPTH_ERROR", "The trigger depth must be one or more."),
    (2077, "MQRC_TRIGGER_MSG_PRIORITY_ERR", "The trigger message priority is outside the range of priorities."),
    (2078, "MQRC_TRIGGER_TYPE_ERROR", "The trigger type is none of the known values."),
    (2079, "MQRC_TRUNCATED_MSG_ACCEPTED", "The message was longer than the buffer; what fits was returned and the message is gone from the queue, as asked."),
    (2080, "MQRC_TRUNCATED_MSG_FAILED", "The message is longer than the buffer and is still on the queue; repeat the call with a buffer of the returned length."),
    (2082, "MQRC_UNKNOWN_ALIAS_BASE_Q", "The alias leads to a queue that does not exist; define it or correct the alias."),
    (2085, "MQRC_UNKNOWN_OBJECT_NAME", "No object of that name exists; check the name, which is sensitive to case."),
    (2086, "MQRC_UNKNOWN_OBJECT_Q_MGR", "The queue manager named for the object is not valid here."),
    (2087, "MQRC_UNKNOWN_REMOTE_Q_MGR", "There is no way to the remote queue manager; define a transmission queue for it or a default one."),
    (2090, "MQRC_WAIT_INTERVAL_ERROR", "The wait interval is neither positive, zero nor unlimited."),
    (2091, "MQRC_XMIT_Q_TYPE_ERROR", "The transmission queue is not a local queue; correct XMITQ."),
    (2092, "MQRC_XMIT_Q_USAGE_ERROR", "The transmission queue is not meant for transmission; set USAGE(XMITQ)."),
    (2093, "MQRC_NOT_OPEN_FOR_PASS_ALL", "The queue was not opened for passing all context; open it with MQOO_PASS_ALL_CONTEXT."),
    (2094, "MQRC_NOT_OPEN_FOR_PASS_IDENT", "The queue was not opened for passing identity context; open it with MQOO_PASS_IDENTITY_CONTEXT."),
    (2095, "MQRC_NOT_OPEN_FOR_SET_ALL", "The queue was not opened for setting all context; open it with MQOO_SET_ALL_CONTEXT."),
    (2096, "MQRC_NOT_OPEN_FOR_SET_IDENT", "The queue was not opened for setting identity context; open it with MQOO_SET_IDENTITY_CONTEXT."),
    (2097, "MQRC_CONTEXT_HANDLE_ERROR", "The handle to take the context from is not a valid one opened with MQOO_SAVE_ALL_CONTEXT."),
    (2098, "MQRC_CONTEXT_NOT_AVAILABLE", "No context has been saved with that handle; get a message with it first, not by browsing."),
    (2099, "MQRC_SIGNAL1_ERROR", "The signal field is not valid."),
    (2100, "MQRC_OBJECT_ALREADY_EXISTS", "An object of that name exists already; choose another name."),
    (2101, "MQRC_OBJECT_DAMAGED", "The object is damaged and cannot be used; rebuild it from its media image or delete it."),
    (2102, "MQRC_RESOURCE_PROBLEM", "Something the queue manager needs is short, such as log space; try later and read the error log."),
    (2103, "MQRC_ANOTHER_Q_MGR_CONNECTED", "The thread is connected to another queue manager; disconnect from it first."),
    (2104, "MQRC_UNKNOWN_REPORT_OPTION", "A report option is unknown here but may be accepted; the message was put."),
    (2105, "MQRC_STORAGE_CLASS_ERROR", "The storage class of the queue is not defined."),
    (2106, "MQRC_COD_NOT_VALID_FOR_XCF_Q", ""),
    (2107, "MQRC_XWAIT_CANCELED", ""),
    (2108, "MQRC_XWAIT_ERROR", ""),
    (2109, "MQRC_SUPPRESSED_BY_EXIT", "An exit suppressed the call."),
    (2110, "MQRC_FORMAT_ERROR", "The message was not converted because its format has no conversion; the message is returned as it is."),
    (2111, "MQRC_SOURCE_CCSID_ERROR", "The message was not converted because its code page is not valid or not supported; the message is returned as it is."),
    (2112, "MQRC_SOURCE_INTEGER_ENC_ERROR", "The message was not converted because its integer encoding is unknown; the message is returned as it is."),
    (2113, "MQRC_SOURCE_DECIMAL_ENC_ERROR", "The message was not converted because its decimal encoding is unknown; the message is returned as it is."),
    (2114, "MQRC_SOURCE_FLOAT_ENC_ERROR", "The message was not converted because its floating-point encoding is unknown; the message is returned as it is."),
    (2115, "MQRC_TARGET_CCSID_ERROR", "The message was not converted because the code page asked for is not valid or not supported."),
    (2116, "MQRC_TARGET_INTEGER_ENC_ERROR", "The message was not converted because the integer encoding asked for is unknown."),
    (2117, "MQRC_TARGET_DECIMAL_ENC_ERROR", "The message was not converted because the decimal encoding asked for is unknown."),
    (2118, "MQRC_TARGET_FLOAT_ENC_ERROR", "The message was not converted because the floating-point encoding asked for is unknown."),
    (2119, "MQRC_NOT_CONVERTED", "The message was not converted and is returned as it is."),
    (2120, "MQRC_CONVERTED_MSG_TOO_BIG", "The message would be longer than the buffer after conversion and is returned unconverted; use a longer buffer."),
    (2121, "MQRC_NO_EXTERNAL_PARTICIPANTS", "No resource manager takes part, so the unit of work covers messages only."),
    (2122, "MQRC_PARTICIPANT_NOT_AVAILABLE", "A resource manager cannot take part; start it."),
    (2123, "MQRC_OUTCOME_MIXED", "Some participants committed and others backed out; look at the resource managers."),
    (2124, "MQRC_OUTCOME_PENDING", "The outcome is decided but not yet carried out by every participant."),
    (2125, "MQRC_BRIDGE_STARTED", ""),
    (2126, "MQRC_BRIDGE_STOPPED", ""),
    (2127, "MQRC_ADAPTER_STORAGE_SHORTAGE", "There is not enough memory to connect."),
    (2128, "MQRC_UOW_IN_PROGRESS", "A unit of work is in progress; commit or back out first."),
    (2129, "MQRC_ADAPTER_CONN_LOAD_ERROR", ""),
    (2130, "MQRC_ADAPTER_SERV_LOAD_ERROR", ""),
    (2131, "MQRC_ADAPTER_DEFS_ERROR", ""),
    (2132, "MQRC_ADAPTER_DEFS_LOAD_ERROR", ""),
    (2133, "MQRC_ADAPTER_CONV_LOAD_ERROR", ""),
    (2134, "MQRC_BO_ERROR", "The begin options are not valid: their identifier or version is unknown."),
    (2135, "MQRC_DH_ERROR", "The distribution header is not valid."),
    (2136, "MQRC_MULTIPLE_REASONS", "The targets of the call ended in different ways; look at the response records."),
    (2137, "MQRC_OPEN_FAILED", "The object could not be opened, so nothing was put on it."),
    (2138, "MQRC_ADAPTER_DISC_LOAD_ERROR", ""),
    (2139, "MQRC_CNO_ERROR", "The connect options are not valid: their identifier, version or a pointer is wrong."),
    (2140, "MQRC_CICS_WAIT_FAILED", ""),
    (2141, "MQRC_DLH_ERROR", "The dead-letter header in the message is not valid."),
    (2142, "MQRC_HEADER_ERROR", "A header in the message is not valid."),
    (2143, "MQRC_SOURCE_LENGTH_ERROR", "The length of the source text is not valid."),
    (2144, "MQRC_TARGET_LENGTH_ERROR", "The length of the target area is not valid."),
    (2145, "MQRC_SOURCE_BUFFER_ERROR", "The source buffer is not usable."),
    (2146, "MQRC_TARGET_BUFFER_ERROR", "The target buffer is not usable."),
    (2147, "MQRC_INCOMPLETE_TRANSACTION", ""),
    (2148, "MQRC_IIH_ERROR", "The IMS header in the message is not valid."),
    (2149, "MQRC_PCF_ERROR", "The command message is not valid."),
    (2150, "MQRC_DBCS_ERROR", "Double-byte text in the message cannot be converted."),
    (2152, "MQRC_OBJECT_NAME_ERROR", "The object name must be blank for this kind of open, or is not valid."),
    (2153, "MQRC_OBJECT_Q_MGR_NAME_ERROR", "The queue manager name must be blank here, or is not valid."),
    (2154, "MQRC_RECS_PRESENT_ERROR", "The number of records is negative or more than zero where none are allowed."),
    (2155, "MQRC_OBJECT_RECORDS_ERROR", "The object records are not usable."),
    (2156, "MQRC_RESPONSE_RECORDS_ERROR", "The response records are not usable."),
    (2157, "MQRC_ASID_MISMATCH", ""),
    (2158, "MQRC_PMO_RECORD_FLAGS_ERROR", "The flags for put message records are not valid."),
    (2159, "MQRC_PUT_MSG_RECORDS_ERROR", "The put message records are not usable."),
    (2160, "MQRC_CONN_ID_IN_USE", "The connection identifier is in use."),
    (2161, "MQRC_Q_MGR_QUIESCING", "The queue manager is ending and takes no new work; finish, disconnect, and connect again later."),
    (2162, "MQRC_Q_MGR_STOPPING", "The queue manager is stopping; disconnect and connect again later."),
    (2163, "MQRC_DUPLICATE_RECOV_COORD", "A coordinator for the unit of work exists already."),
    (2173, "MQRC_PMO_ERROR", "The put options are not valid: their identifier or version is unknown."),
    (2182, "MQRC_API_EXIT_NOT_FOUND", "An API exit could not be found."),
    (2183, "MQRC_API_EXIT_LOAD_ERROR", "An API exit could not be loaded."),
    (2184, "MQRC_REMOTE_Q_NAME_ERROR", "A remote queue definition for a queue manager alias has a name where there must be none."),
    (2185, "MQRC_INCONSISTENT_PERSISTENCE", "Messages of one group, or segments of one message, differ in persistence."),
    (2186, "MQRC_GMO_ERROR", "The get options are not valid: their identifier or version is unknown."),
    (2187, "MQRC_CICS_BRIDGE_RESTRICTION", ""),
    (2188, "MQRC_STOPPED_BY_CLUSTER_EXIT", "A cluster workload exit refused the put."),
    (2189, "MQRC_CLUSTER_RESOLUTION_ERROR", "The cluster could not say where the queue is; try later."),
    (2190, "MQRC_CONVERTED_STRING_TOO_BIG", "A text would be too long for its field after conversion."),
    (2191, "MQRC_TMC_ERROR", "The trigger message is not valid."),
    (2192, "MQRC_STORAGE_MEDIUM_FULL", "The disk is full; free some room and try again."),
    (2193, "MQRC_PAGESET_ERROR", ""),
    (2194, "MQRC_NAME_NOT_VALID_FOR_TYPE", "The name must be blank for this type of object."),
    (2195, "MQRC_UNEXPECTED_ERROR", "Something unexpected happened; the error log has more."),
    (2196, "MQRC_UNKNOWN_XMIT_Q", "The transmission queue named in the definition does not exist."),
    (2197, "MQRC_UNKNOWN_DEF_XMIT_Q", "The default transmission queue of the queue manager does not exist."),
    (2198, "MQRC_DEF_XMIT_Q_TYPE_ERROR", "The default transmission queue is not a local queue."),
    (2199, "MQRC_DEF_XMIT_Q_USAGE_ERROR", "The default transmission queue is not meant for transmission; set USAGE(XMITQ)."),
    (2200, "MQRC_MSG_MARKED_BROWSE_CO_OP", "The message is marked by another cooperating browser."),
    (2201, "MQRC_NAME_IN_USE", "The name of the dynamic queue is in use; give another or a stem ending in an asterisk."),
    (2202, "MQRC_CONNECTION_QUIESCING", "The connection is to end; finish, disconnect, and connect again later."),
    (2203, "MQRC_CONNECTION_STOPPING", "The connection is being stopped; disconnect and connect again later."),
    (2204, "MQRC_ADAPTER_NOT_AVAILABLE", "What the application connects through is not there."),
    (2206, "MQRC_MSG_ID_ERROR", "The message identifier is not valid here."),
    (2207, "MQRC_CORREL_ID_ERROR", "The correlation identifier is not valid here."),
    (2208, "MQRC_FILE_SYSTEM_ERROR", "A file of the queue manager could not be read or written; the error log has the reason."),
    (2209, "MQRC_NO_MSG_LOCKED", "No message is locked by this handle."),
    (2210, "MQRC_SOAP_DOTNET_ERROR", ""),
    (2211, "MQRC_SOAP_AXIS_ERROR", ""),
    (2212, "MQRC_SOAP_URL_ERROR", ""),
    (2216, "MQRC_FILE_NOT_AUDITED", ""),
    (2217, "MQRC_CONNECTION_NOT_AUTHORIZED", "The application may not connect."),
    (2218, "MQRC_MSG_TOO_BIG_FOR_CHANNEL", "The message is longer than the channel allows."),
    (2219, "MQRC_CALL_IN_PROGRESS", "Another call on this connection is in progress; use one connection per thread, or wait."),
    (2220, "MQRC_RMH_ERROR", "The reference header in the message is not valid."),
    (2222, "MQRC_Q_MGR_ACTIVE", "The queue manager has started."),
    (2223, "MQRC_Q_MGR_NOT_ACTIVE", "The queue manager has ended."),
    (2224, "MQRC_Q_DEPTH_HIGH", "The queue has reached its high depth limit."),
    (2225, "MQRC_Q_DEPTH_LOW", "The queue has fallen to its low depth limit."),
    (2226, "MQRC_Q_SERVICE_INTERVAL_HIGH", "Nothing was got from the queue for longer than its service interval."),
    (2227, "MQRC_Q_SERVICE_INTERVAL_OK", "Messages are got from the queue within its service interval again."),
    (2228, "MQRC_RFH_HEADER_FIELD_ERROR", ""),
    (2229, "MQRC_RAS_PROPERTY_ERROR", ""),
    (2232, "MQRC_UNIT_OF_WORK_NOT_STARTED", "No unit of work has been started."),
    (2233, "MQRC_CHANNEL_AUTO_DEF_OK", ""),
    (2234, "MQRC_CHANNEL_AUTO_DEF_ERROR", ""),
    (2235, "MQRC_CFH_ERROR", "The header of the command message is not valid."),
    (2236, "MQRC_CFIL_ERROR", ""),
    (2237, "MQRC_CFIN_ERROR", ""),
    (2238, "MQRC_CFSL_ERROR", ""),
    (2239, "MQRC_CFST_ERROR", ""),
    (2241, "MQRC_INCOMPLETE_GROUP", "A group of messages was begun and not completed."),
    (2242, "MQRC_INCOMPLETE_MSG", "A segmented message was begun and not completed."),
    (2243, "MQRC_INCONSISTENT_CCSIDS", "Segments of one message differ in code page; they are returned unconverted."),
    (2244, "MQRC_INCONSISTENT_ENCODINGS", "Segments of one message differ in encoding; they are returned unconverted."),
    (2245, "MQRC_INCONSISTENT_UOW", "Some messages of a group are inside a unit of work and others are not."),
    (2246, "MQRC_INVALID_MSG_UNDER_CURSOR", "The message under the cursor is not one that can be got in logical order."),
    (2247, "MQRC_MATCH_OPTIONS_ERROR", "A match option is unknown, or two exclude each other, or they do not fit the get options."),
    (2248, "MQRC_MDE_ERROR", "The descriptor extension in the message is not valid."),
    (2249, "MQRC_MSG_FLAGS_ERROR", "A message flag is unknown, or two exclude each other."),
    (2250, "MQRC_MSG_SEQ_NUMBER_ERROR", "The sequence number is outside 1 to 999,999,999, or does not fit the group."),
    (2251, "MQRC_OFFSET_ERROR", "The offset is negative or too large, or does not fit the segment."),
    (2252, "MQRC_ORIGINAL_LENGTH_ERROR", "The original length does not fit the segment."),
    (2253, "MQRC_SEGMENT_LENGTH_ZERO", "A segment would hold no data; use a longer maximum or a longer message."),
    (2255, "MQRC_UOW_NOT_AVAILABLE", "The unit of work belongs to a coordinator that is not available."),
    (2256, "MQRC_WRONG_GMO_VERSION", "An option needs a later version of the get options; raise their version."),
    (2257, "MQRC_WRONG_MD_VERSION", "An option needs a version 2 message descriptor; raise its version."),
    (2258, "MQRC_GROUP_ID_ERROR", "The group identifier does not fit what was asked."),
    (2259, "MQRC_INCONSISTENT_BROWSE", "A browse asks for logical order where the one before did not, or the other way round."),
    (2260, "MQRC_XQH_ERROR", "The transmission header in the message is not valid."),
    (2261, "MQRC_SRC_ENV_ERROR", "The source environment data of the reference message is not valid."),
    (2262, "MQRC_SRC_NAME_ERROR", "The source name of the reference message is not valid."),
    (2263, "MQRC_DEST_ENV_ERROR", "The target environment data of the reference message is not valid."),
    (2264, "MQRC_DEST_NAME_ERROR", "The target name of the reference message is not valid."),
    (2265, "MQRC_TM_ERROR", "The trigger message is not valid."),
    (2266, "MQRC_CLUSTER_EXIT_ERROR", "The cluster workload exit failed."),
    (2267, "MQRC_CLUSTER_EXIT_LOAD_ERROR", ""),
    (2268, "MQRC_CLUSTER_PUT_INHIBITED", "Puts are switched off for every instance of the cluster queue."),
    (2269, "MQRC_CLUSTER_RESOURCE_ERROR", "The cluster could not be asked; something is short."),
    (2270, "MQRC_NO_DESTINATIONS_AVAILABLE", "No instance of the cluster queue can be reached."),
    (2271, "MQRC_CONN_TAG_IN_USE", "The connection tag is in use by another connection; try later."),
    (2272, "MQRC_PARTIALLY_CONVERTED", "Part of the message was converted; look at the headers to see which."),
    (2273, "MQRC_CONNECTION_ERROR", "The connection could not be made."),
    (2274, "MQRC_OPTION_ENVIRONMENT_ERROR", "An option is not possible in this environment."),
    (2277, "MQRC_CD_ERROR", "The channel definition is not valid."),
    (2278, "MQRC_CLIENT_CONN_ERROR", "The client connection options are not valid."),
    (2279, "MQRC_CHANNEL_STOPPED_BY_USER", ""),
    (2280, "MQRC_HCONFIG_ERROR", "The configuration handle is not valid."),
    (2281, "MQRC_FUNCTION_ERROR", "The function identifier is not valid."),
    (2282, "MQRC_CHANNEL_STARTED", ""),
    (2283, "MQRC_CHANNEL_STOPPED", ""),
    (2284, "MQRC_CHANNEL_CONV_ERROR", ""),
    (2285, "MQRC_SERVICE_NOT_AVAILABLE", "A service that is needed is not there."),
    (2286, "MQRC_INITIALIZATION_FAILED", "Initialization failed for a reason given elsewhere."),
    (2287, "MQRC_TERMINATION_FAILED", "Termination failed for a reason given elsewhere."),
    (2288, "MQRC_UNKNOWN_Q_NAME", ""),
    (2289, "MQRC_SERVICE_ERROR", "A service failed."),
    (2290, "MQRC_Q_ALREADY_EXISTS", ""),
    (2291, "MQRC_USER_ID_NOT_AVAILABLE", "The user identifier could not be found out."),
    (2292, "MQRC_UNKNOWN_ENTITY", "The user or group is not known."),
    (2293, "MQRC_UNKNOWN_AUTH_ENTITY", ""),
    (2294, "MQRC_UNKNOWN_REF_OBJECT", ""),
    (2295, "MQRC_CHANNEL_ACTIVATED", ""),
    (2296, "MQRC_CHANNEL_NOT_ACTIVATED", ""),
    (2297, "MQRC_UOW_CANCELED", "The unit of work was cancelled; back it out."),
    (2298, "MQRC_FUNCTION_NOT_SUPPORTED", "The function is not supported here."),
    (2299, "MQRC_SELECTOR_TYPE_ERROR", ""),
    (2300, "MQRC_COMMAND_TYPE_ERROR", ""),
    (2301, "MQRC_MULTIPLE_INSTANCE_ERROR", ""),
    (2302, "MQRC_SYSTEM_ITEM_NOT_ALTERABLE", ""),
    (2303, "MQRC_BAG_CONVERSION_ERROR", ""),
    (2304, "MQRC_SELECTOR_OUT_OF_RANGE", ""),
    (2305, "MQRC_SELECTOR_NOT_UNIQUE", ""),
    (2306, "MQRC_INDEX_NOT_PRESENT", ""),
    (2307, "MQRC_STRING_ERROR", ""),
    (2308, "MQRC_ENCODING_NOT_SUPPORTED", ""),
    (2309, "MQRC_SELECTOR_NOT_PRESENT", ""),
    (2310, "MQRC_OUT_SELECTOR_ERROR", ""),
    (2311, "MQRC_STRING_TRUNCATED", ""),
    (2312, "MQRC_SELECTOR_WRONG_TYPE", ""),
    (2313, "MQRC_INCONSISTENT_ITEM_TYPE", ""),
    (2314, "MQRC_INDEX_ERROR", ""),
    (2315, "MQRC_SYSTEM_BAG_NOT_ALTERABLE", ""),
    (2316, "MQRC_ITEM_COUNT_ERROR", ""),
    (2317, "MQRC_FORMAT_NOT_SUPPORTED", ""),
    (2318, "MQRC_SELECTOR_NOT_SUPPORTED", ""),
    (2319, "MQRC_ITEM_VALUE_ERROR", ""),
    (2320, "MQRC_HBAG_ERROR", ""),
    (2321, "MQRC_PARAMETER_MISSING", ""),
    (2322, "MQRC_CMD_SERVER_NOT_AVAILABLE", ""),
    (2323, "MQRC_STRING_LENGTH_ERROR", ""),
    (2324, "MQRC_INQUIRY_COMMAND_ERROR", ""),
    (2325, "MQRC_NESTED_BAG_NOT_SUPPORTED", ""),
    (2326, "MQRC_BAG_WRONG_TYPE", ""),
    (2327, "MQRC_ITEM_TYPE_ERROR", ""),
    (2328, "MQRC_SYSTEM_BAG_NOT_DELETABLE", ""),
    (2329, "MQRC_SYSTEM_ITEM_NOT_DELETABLE", ""),
    (2330, "MQRC_CODED_CHAR_SET_ID_ERROR", ""),
    (2331, "MQRC_MSG_TOKEN_ERROR", ""),
    (2332, "MQRC_MISSING_WIH", ""),
    (2333, "MQRC_WIH_ERROR", ""),
    (2334, "MQRC_RFH_ERROR", ""),
    (2335, "MQRC_RFH_STRING_ERROR", ""),
    (2336, "MQRC_RFH_COMMAND_ERROR", ""),
    (2337, "MQRC_RFH_PARM_ERROR", ""),
    (2338, "MQRC_RFH_DUPLICATE_PARM", ""),
    (2339, "MQRC_RFH_PARM_MISSING", ""),
    (2340, "MQRC_CHAR_CONVERSION_ERROR", ""),
    (2341, "MQRC_UCS2_CONVERSION_ERROR", ""),
    (2342, "MQRC_DB2_NOT_AVAILABLE", ""),
    (2343, "MQRC_OBJECT_NOT_UNIQUE", "More than one object fits the name."),
    (2344, "MQRC_CONN_TAG_NOT_RELEASED", ""),
    (2345, "MQRC_CF_NOT_AVAILABLE", ""),
    (2346, "MQRC_CF_STRUC_IN_USE", ""),
    (2347, "MQRC_CF_STRUC_LIST_HDR_IN_USE", ""),
    (2348, "MQRC_CF_STRUC_AUTH_FAILED", ""),
    (2349, "MQRC_CF_STRUC_ERROR", ""),
    (2350, "MQRC_CONN_TAG_NOT_USABLE", ""),
    (2351, "MQRC_GLOBAL_UOW_CONFLICT", "The handle takes part in another global unit of work."),
    (2352, "MQRC_LOCAL_UOW_CONFLICT", "The queue manager has a local unit of work open that excludes this one."),
    (2353, "MQRC_HANDLE_IN_USE_FOR_UOW", "The handle is in use by another unit of work; commit or back out there first."),
    (2354, "MQRC_UOW_ENLISTMENT_ERROR", "The connection could not join the unit of work."),
    (2355, "MQRC_UOW_MIX_NOT_SUPPORTED", "Calls of this kind may not be mixed in one unit of work."),
    (2356, "MQRC_WXP_ERROR", ""),
    (2357, "MQRC_CURRENT_RECORD_ERROR", ""),
    (2358, "MQRC_NEXT_OFFSET_ERROR", ""),
    (2359, "MQRC_NO_RECORD_AVAILABLE", ""),
    (2360, "MQRC_OBJECT_LEVEL_INCOMPATIBLE", ""),
    (2361, "MQRC_NEXT_RECORD_ERROR", ""),
    (2362, "MQRC_BACKOUT_THRESHOLD_REACHED", "The message has been backed out as often as the queue allows."),
    (2363, "MQRC_MSG_NOT_MATCHED", ""),
    (2364, "MQRC_JMS_FORMAT_ERROR", ""),
    (2365, "MQRC_SEGMENTS_NOT_SUPPORTED", "The queue cannot hold segments."),
    (2366, "MQRC_WRONG_CF_LEVEL", ""),
    (2367, "MQRC_CONFIG_CREATE_OBJECT", ""),
    (2368, "MQRC_CONFIG_CHANGE_OBJECT", ""),
    (2369, "MQRC_CONFIG_DELETE_OBJECT", ""),
    (2370, "MQRC_CONFIG_REFRESH_OBJECT", ""),
    (2371, "MQRC_CHANNEL_SSL_ERROR", ""),
    (2372, "MQRC_PARTICIPANT_NOT_DEFINED", ""),
    (2373, "MQRC_CF_STRUC_FAILED", ""),
    (2374, "MQRC_API_EXIT_ERROR", ""),
    (2375, "MQRC_API_EXIT_INIT_ERROR", ""),
    (2376, "MQRC_API_EXIT_TERM_ERROR", ""),
    (2377, "MQRC_EXIT_REASON_ERROR", ""),
    (2378, "MQRC_RESERVED_VALUE_ERROR", "A reserved field does not hold its default."),
    (2379, "MQRC_NO_DATA_AVAILABLE", "There is no data to return."),
    (2380, "MQRC_SCO_ERROR", "The TLS options are not valid."),
    (2381, "MQRC_KEY_REPOSITORY_ERROR", "The key repository is missing or cannot be opened."),
    (2382, "MQRC_CRYPTO_HARDWARE_ERROR", ""),
    (2383, "MQRC_AUTH_INFO_REC_COUNT_ERROR", ""),
    (2384, "MQRC_AUTH_INFO_REC_ERROR", ""),
    (2385, "MQRC_AIR_ERROR", ""),
    (2386, "MQRC_AUTH_INFO_TYPE_ERROR", ""),
    (2387, "MQRC_AUTH_INFO_CONN_NAME_ERROR", ""),
    (2388, "MQRC_LDAP_USER_NAME_ERROR", ""),
    (2389, "MQRC_LDAP_USER_NAME_LENGTH_ERR", ""),
    (2390, "MQRC_LDAP_PASSWORD_ERROR", ""),
    (2391, "MQRC_SSL_ALREADY_INITIALIZED", ""),
    (2392, "MQRC_SSL_CONFIG_ERROR", ""),
    (2393, "MQRC_SSL_INITIALIZATION_ERROR", "TLS could not be started; the error log has the reason."),
    (2394, "MQRC_Q_INDEX_TYPE_ERROR", ""),
    (2395, "MQRC_CFBS_ERROR", ""),
    (2396, "MQRC_SSL_NOT_ALLOWED", "TLS was asked for where it is not possible."),
    (2397, "MQRC_JSSE_ERROR", ""),
    (2398, "MQRC_SSL_PEER_NAME_MISMATCH", "The certificate of the other end does not carry the name that is required."),
    (2399, "MQRC_SSL_PEER_NAME_ERROR", ""),
    (2400, "MQRC_UNSUPPORTED_CIPHER_SUITE", "The cipher is not supported."),
    (2401, "MQRC_SSL_CERTIFICATE_REVOKED", ""),
    (2402, "MQRC_SSL_CERT_STORE_ERROR", ""),
    (2406, "MQRC_CLIENT_EXIT_LOAD_ERROR", ""),
    (2407, "MQRC_CLIENT_EXIT_ERROR", ""),
    (2408, "MQRC_UOW_COMMITTED", ""),
    (2409, "MQRC_SSL_KEY_RESET_ERROR", ""),
    (2410, "MQRC_UNKNOWN_COMPONENT_NAME", ""),
    (2411, "MQRC_LOGGER_STATUS", ""),
    (2412, "MQRC_COMMAND_MQSC", ""),
    (2413, "MQRC_COMMAND_PCF", ""),
    (2414, "MQRC_CFIF_ERROR", ""),
    (2415, "MQRC_CFSF_ERROR", ""),
    (2416, "MQRC_CFGR_ERROR", ""),
    (2417, "MQRC_MSG_NOT_ALLOWED_IN_GROUP", "A message of this kind may not be part of a group."),
    (2418, "MQRC_FILTER_OPERATOR_ERROR", ""),
    (2419, "MQRC_NESTED_SELECTOR_ERROR", ""),
    (2420, "MQRC_EPH_ERROR", ""),
    (2421, "MQRC_RFH_FORMAT_ERROR", ""),
    (2422, "MQRC_CFBF_ERROR", ""),
    (2423, "MQRC_CLIENT_CHANNEL_CONFLICT", "The channel is given in two ways that contradict each other."),
    (2424, "MQRC_SD_ERROR", "The subscription descriptor is not valid."),
    (2425, "MQRC_TOPIC_STRING_ERROR", "The topic string is not valid."),
    (2426, "MQRC_STS_ERROR", "The status structure is not valid: its identifier or version is unknown."),
    (2428, "MQRC_NO_SUBSCRIPTION", "No subscription of that name exists."),
    (2429, "MQRC_SUBSCRIPTION_IN_USE", "The subscription is in use by another application."),
    (2430, "MQRC_STAT_TYPE_ERROR", "The type of status is not one of the known ones."),
    (2431, "MQRC_SUB_USER_DATA_ERROR", ""),
    (2432, "MQRC_SUB_ALREADY_EXISTS", "A subscription of that name exists already."),
    (2434, "MQRC_IDENTITY_MISMATCH", ""),
    (2435, "MQRC_ALTER_SUB_ERROR", ""),
    (2436, "MQRC_DURABILITY_NOT_ALLOWED", ""),
    (2437, "MQRC_NO_RETAINED_MSG", "There is no retained publication for the topic."),
    (2438, "MQRC_SRO_ERROR", ""),
    (2440, "MQRC_SUB_NAME_ERROR", "The subscription name is not valid."),
    (2441, "MQRC_OBJECT_STRING_ERROR", "The object string is not valid or may not be used with this type of object."),
    (2442, "MQRC_PROPERTY_NAME_ERROR", "The property name is not valid."),
    (2443, "MQRC_SEGMENTATION_NOT_ALLOWED", "A message with properties may not be split into segments."),
    (2444, "MQRC_CBD_ERROR", "The callback descriptor is not valid."),
    (2445, "MQRC_CTLO_ERROR", "The control options are not valid."),
    (2446, "MQRC_NO_CALLBACKS_ACTIVE", "No callback is registered, or all are suspended."),
    (2448, "MQRC_CALLBACK_NOT_REGISTERED", "There is no callback for the handle."),
    (2457, "MQRC_OPTIONS_CHANGED", "Options changed since the first get on this handle; read-ahead keeps the first ones."),
    (2458, "MQRC_READ_AHEAD_MSGS", "Messages read ahead are waiting at the client; get them before closing, or close without them."),
    (2459, "MQRC_SELECTOR_SYNTAX_ERROR", "The selection string is not valid; check its syntax."),
    (2460, "MQRC_HMSG_ERROR", "The message handle is not valid."),
    (2461, "MQRC_CMHO_ERROR", "The options for creating a message handle are not valid."),
    (2462, "MQRC_DMHO_ERROR", "The options for deleting a message handle are not valid."),
    (2463, "MQRC_SMPO_ERROR", "The options for setting a property are not valid."),
    (2464, "MQRC_IMPO_ERROR", "The options for inquiring a property are not valid."),
    (2465, "MQRC_PROPERTY_NAME_TOO_BIG", "The property name is longer than the buffer for it."),
    (2466, "MQRC_PROP_VALUE_NOT_CONVERTED", "The property value was not converted and is returned as it is."),
    (2467, "MQRC_PROP_TYPE_NOT_SUPPORTED", "The property has a type that is not supported."),
    (2469, "MQRC_PROPERTY_VALUE_TOO_BIG", "The property value is longer than the buffer for it; use a longer buffer."),
    (2470, "MQRC_PROP_CONV_NOT_SUPPORTED", "The property cannot be converted to the type asked for."),
    (2471, "MQRC_PROPERTY_NOT_AVAILABLE", "The message has no such property, or no further one."),
    (2472, "MQRC_PROP_NUMBER_FORMAT_ERROR", "The property value is not a number of the type asked for."),
    (2473, "MQRC_PROPERTY_TYPE_ERROR", "The property type is not valid."),
    (2478, "MQRC_PROPERTIES_TOO_BIG", "The properties of the message are longer than MAXPROPL allows."),
    (2479, "MQRC_PUT_NOT_RETAINED", "The publication could not be retained, and was not published: SYSTEM.RETAINED.PUB.QUEUE is full, inhibits puts or is missing, or its MAXDEPTH or MAXFSIZE allow no more (FMQ0289)."),
    (2480, "MQRC_ALIAS_TARGTYPE_CHANGED", ""),
    (2481, "MQRC_DMPO_ERROR", "The options for deleting a property are not valid."),
    (2482, "MQRC_PD_ERROR", "The property descriptor is not valid."),
    (2483, "MQRC_CALLBACK_TYPE_ERROR", "The callback type is not valid."),
    (2484, "MQRC_CBD_OPTIONS_ERROR", "The callback options are not valid."),
    (2485, "MQRC_MAX_MSG_LENGTH_ERROR", "The maximum message length is not valid."),
    (2486, "MQRC_CALLBACK_ROUTINE_ERROR", ""),
    (2487, "MQRC_CALLBACK_LINK_ERROR", ""),
    (2488, "MQRC_OPERATION_ERROR", "The operation is not valid for this call."),
    (2489, "MQRC_BMHO_ERROR", "The options for turning a buffer into a message handle are not valid."),
    (2490, "MQRC_UNSUPPORTED_PROPERTY", "The message has a property that asks for support which is not there."),
    (2491, "MQRC_MSG_LENGTH_ERROR", ""),
    (2492, "MQRC_PROP_NAME_NOT_CONVERTED", ""),
    (2494, "MQRC_GET_ENABLED", "Gets are switched on for the queue again."),
    (2495, "MQRC_MODULE_NOT_FOUND", ""),
    (2496, "MQRC_MODULE_INVALID", ""),
    (2497, "MQRC_MODULE_ENTRY_NOT_FOUND", ""),
    (2498, "MQRC_MIXED_CONTENT_NOT_ALLOWED", ""),
    (2499, "MQRC_MSG_HANDLE_IN_USE", "The message handle is in use by another call."),
    (2500, "MQRC_HCONN_ASYNC_ACTIVE", "Asynchronous consumption is running on the connection; stop or suspend it first."),
    (2501, "MQRC_MHBO_ERROR", "The options for turning a message handle into a buffer are not valid."),
    (2502, "MQRC_PUBLICATION_FAILURE", "The publication reached none of its subscribers; the error log has the reason."),
    (2503, "MQRC_SUB_INHIBITED", "Subscribing is switched off for the topic."),
    (2504, "MQRC_SELECTOR_ALWAYS_FALSE", "The selection string can never be true."),
    (2507, "MQRC_XEPO_ERROR", ""),
    (2509, "MQRC_DURABILITY_NOT_ALTERABLE", "A subscription cannot be made durable or not durable afterwards; ask for it as it was made."),
    (2510, "MQRC_TOPIC_NOT_ALTERABLE", "The topic of a subscription cannot be changed; ask for it as it was made or make another."),
    (2512, "MQRC_SUBLEVEL_NOT_ALTERABLE", "The level of a subscription cannot be changed; ask for it as it was made."),
    (2513, "MQRC_PROPERTY_NAME_LENGTH_ERR", ""),
    (2514, "MQRC_DUPLICATE_GROUP_SUB", "The group has a subscription to this topic string already; subscribe to another one or in another group."),
    (2515, "MQRC_GROUPING_NOT_ALTERABLE", "A subscription cannot join or leave a group afterwards; ask for it as it was made."),
    (2516, "MQRC_SELECTOR_INVALID_FOR_TYPE", "A selection string may not be used with this type of object."),
    (2517, "MQRC_HOBJ_QUIESCED", ""),
    (2518, "MQRC_HOBJ_QUIESCED_NO_MSGS", ""),
    (2519, "MQRC_SELECTION_STRING_ERROR", "The selection string is not usable."),
    (2520, "MQRC_RES_OBJECT_STRING_ERROR", ""),
    (2521, "MQRC_CONNECTION_SUSPENDED", ""),
    (2522, "MQRC_INVALID_DESTINATION", "The destination of the subscription is not valid."),
    (2523, "MQRC_INVALID_SUBSCRIPTION", "The subscription is the queue manager's own; make one of another name."),
    (2524, "MQRC_SELECTOR_NOT_ALTERABLE", "The selector of a subscription cannot be changed; ask for it as it was made or make another."),
    (2525, "MQRC_RETAINED_MSG_Q_ERROR", ""),
    (2526, "MQRC_RETAINED_NOT_DELIVERED", "A retained publication could be put neither on the queue of the subscription nor on the dead-letter queue; see to both and to the log and ask again."),
    (2527, "MQRC_RFH_RESTRICTED_FORMAT_ERR", ""),
    (2528, "MQRC_CONNECTION_STOPPED", "The connection was stopped by its own application."),
    (2529, "MQRC_ASYNC_UOW_CONFLICT", "The unit of work does not allow asynchronous calls."),
    (2530, "MQRC_ASYNC_XA_CONFLICT", ""),
    (2531, "MQRC_PUBSUB_INHIBITED", "Publish and subscribe is switched off; PSMODE says so."),
    (2532, "MQRC_MSG_HANDLE_COPY_FAILURE", ""),
    (2533, "MQRC_DEST_CLASS_NOT_ALTERABLE", "The queue of a subscription stays managed or provided; ask for it as it was made."),
    (2534, "MQRC_OPERATION_NOT_ALLOWED", "The operation is not allowed in this state."),
    (2535, "MQRC_ACTION_ERROR", "The action is not valid for this call."),
    (2537, "MQRC_CHANNEL_NOT_AVAILABLE", "The channel cannot take the connection now; try later."),
    (2538, "MQRC_HOST_NOT_AVAILABLE", "The machine could not be reached; check name, port and network."),
    (2539, "MQRC_CHANNEL_CONFIG_ERROR", "The two ends of the channel cannot agree; the error log has the reason."),
    (2540, "MQRC_UNKNOWN_CHANNEL_NAME", "The channel name is not known at the other end."),
    (2541, "MQRC_LOOPING_PUBLICATION", ""),
    (2542, "MQRC_ALREADY_JOINED", ""),
    (2543, "MQRC_STANDBY_Q_MGR", "The queue manager is a standby and takes no connections."),
    (2544, "MQRC_RECONNECTING", "The connection was lost and is being made again."),
    (2545, "MQRC_RECONNECTED", "The connection was made again; handles are valid and uncommitted work was backed out."),
    (2546, "MQRC_RECONNECT_QMID_MISMATCH", "Only another queue manager could be reached than the one the application was connected to."),
    (2547, "MQRC_RECONNECT_INCOMPATIBLE", "An option cannot be combined with reconnection."),
    (2548, "MQRC_RECONNECT_FAILED", "The connection could not be made again."),
    (2549, "MQRC_CALL_INTERRUPTED", "The connection was lost during the call and it is not known whether it took effect."),
    (2550, "MQRC_NO_SUBS_MATCHED", "Nobody subscribes to the topic."),
    (2551, "MQRC_SELECTION_NOT_AVAILABLE", "The selection string goes beyond what can be evaluated here."),
    (2552, "MQRC_CHANNEL_SSL_WARNING", ""),
    (2553, "MQRC_OCSP_URL_ERROR", ""),
    (2554, "MQRC_CONTENT_ERROR", ""),
    (2555, "MQRC_RECONNECT_Q_MGR_REQD", ""),
    (2556, "MQRC_RECONNECT_TIMED_OUT", ""),
    (2557, "MQRC_PUBLISH_EXIT_ERROR", ""),
    (2558, "MQRC_COMMINFO_ERROR", ""),
    (2559, "MQRC_DEF_SYNCPOINT_INHIBITED", "The call must say whether it is part of a unit of work."),
    (2560, "MQRC_MULTICAST_ONLY", ""),
    (2561, "MQRC_DATA_SET_NOT_AVAILABLE", ""),
    (2562, "MQRC_GROUPING_NOT_ALLOWED", ""),
    (2563, "MQRC_GROUP_ADDRESS_ERROR", ""),
    (2564, "MQRC_MULTICAST_CONFIG_ERROR", ""),
    (2565, "MQRC_MULTICAST_INTERFACE_ERROR", ""),
    (2566, "MQRC_MULTICAST_SEND_ERROR", ""),
    (2567, "MQRC_MULTICAST_INTERNAL_ERROR", ""),
    (2568, "MQRC_CONNECTION_NOT_AVAILABLE", ""),
    (2569, "MQRC_SYNCPOINT_NOT_ALLOWED", "A unit of work is not allowed with these options."),
    (2570, "MQRC_SSL_ALT_PROVIDER_REQUIRED", ""),
    (2571, "MQRC_MCAST_PUB_STATUS", ""),
    (2572, "MQRC_MCAST_SUB_STATUS", ""),
    (2573, "MQRC_PRECONN_EXIT_LOAD_ERROR", ""),
    (2574, "MQRC_PRECONN_EXIT_NOT_FOUND", ""),
    (2575, "MQRC_PRECONN_EXIT_ERROR", ""),
    (2576, "MQRC_CD_ARRAY_ERROR", ""),
    (2577, "MQRC_CHANNEL_BLOCKED", "A channel authentication rule blocks the connection."),
    (2578, "MQRC_CHANNEL_BLOCKED_WARNING", ""),
    (2579, "MQRC_SUBSCRIPTION_CREATE", ""),
    (2580, "MQRC_SUBSCRIPTION_DELETE", ""),
    (2581, "MQRC_SUBSCRIPTION_CHANGE", ""),
    (2582, "MQRC_SUBSCRIPTION_REFRESH", ""),
    (2583, "MQRC_INSTALLATION_MISMATCH", ""),
    (2584, "MQRC_NOT_PRIVILEGED", "The operation needs a privileged user."),
    (2586, "MQRC_PROPERTIES_DISABLED", "Message properties are switched off."),
    (2587, "MQRC_HMSG_NOT_AVAILABLE", "No further message handle can be made."),
    (2588, "MQRC_EXIT_PROPS_NOT_SUPPORTED", ""),
    (2589, "MQRC_INSTALLATION_MISSING", ""),
    (2590, "MQRC_FASTPATH_NOT_AVAILABLE", ""),
    (2591, "MQRC_CIPHER_SPEC_NOT_SUITE_B", ""),
    (2592, "MQRC_SUITE_B_ERROR", ""),
    (2593, "MQRC_CERT_VAL_POLICY_ERROR", "The policy for certificates is not valid."),
    (2594, "MQRC_PASSWORD_PROTECTION_ERROR", "The password could not be protected on its way."),
    (2595, "MQRC_CSP_ERROR", "The security parameters are not valid."),
    (2596, "MQRC_CERT_LABEL_NOT_ALLOWED", ""),
    (2598, "MQRC_ADMIN_TOPIC_STRING_ERROR", "The topic string is reserved for administration."),
    (2599, "MQRC_AMQP_NOT_AVAILABLE", ""),
    (2600, "MQRC_CCDT_URL_ERROR", "The address of the client channel definition table is not valid."),
    (2601, "MQRC_Q_MGR_RECONNECT_REQUESTED", ""),
    (2602, "MQRC_BNO_ERROR", "The balancing options are not valid."),
    (2603, "MQRC_OUTBOUND_SNI_NOT_VALID", ""),
    (2604, "MQRC_HTTPS_KEYSTORE_ERROR", ""),
    (3001, "MQRCCF_CFH_TYPE_ERROR", ""),
    (3002, "MQRCCF_CFH_LENGTH_ERROR", ""),
    (3003, "MQRCCF_CFH_VERSION_ERROR", ""),
    (3004, "MQRCCF_CFH_MSG_SEQ_NUMBER_ERR", ""),
    (3005, "MQRCCF_CFH_CONTROL_ERROR", ""),
    (3006, "MQRCCF_CFH_PARM_COUNT_ERROR", ""),
    (3007, "MQRCCF_CFH_COMMAND_ERROR", ""),
    (3008, "MQRCCF_COMMAND_FAILED", ""),
    (3009, "MQRCCF_CFIN_LENGTH_ERROR", ""),
    (3010, "MQRCCF_CFST_LENGTH_ERROR", ""),
    (3011, "MQRCCF_CFST_STRING_LENGTH_ERR", ""),
    (3012, "MQRCCF_FORCE_VALUE_ERROR", ""),
    (3013, "MQRCCF_STRUCTURE_TYPE_ERROR", ""),
    (3014, "MQRCCF_CFIN_PARM_ID_ERROR", ""),
    (3015, "MQRCCF_CFST_PARM_ID_ERROR", ""),
    (3016, "MQRCCF_MSG_LENGTH_ERROR", ""),
    (3017, "MQRCCF_CFIN_DUPLICATE_PARM", ""),
    (3018, "MQRCCF_CFST_DUPLICATE_PARM", ""),
    (3019, "MQRCCF_PARM_COUNT_TOO_SMALL", ""),
    (3020, "MQRCCF_PARM_COUNT_TOO_BIG", ""),
    (3021, "MQRCCF_Q_ALREADY_IN_CELL", ""),
    (3022, "MQRCCF_Q_TYPE_ERROR", ""),
    (3023, "MQRCCF_MD_FORMAT_ERROR", ""),
    (3024, "MQRCCF_CFSL_LENGTH_ERROR", ""),
    (3025, "MQRCCF_REPLACE_VALUE_ERROR", ""),
    (3026, "MQRCCF_CFIL_DUPLICATE_VALUE", ""),
    (3027, "MQRCCF_CFIL_COUNT_ERROR", ""),
    (3028, "MQRCCF_CFIL_LENGTH_ERROR", ""),
    (3029, "MQRCCF_MODE_VALUE_ERROR", ""),
    (3030, "MQRCCF_MSG_SEQ_NUMBER_ERROR", ""),
    (3031, "MQRCCF_PING_DATA_COUNT_ERROR", ""),
    (3032, "MQRCCF_PING_DATA_COMPARE_ERROR", ""),
    (3033, "MQRCCF_CFSL_PARM_ID_ERROR", ""),
    (3034, "MQRCCF_CHANNEL_TYPE_ERROR", ""),
    (3035, "MQRCCF_PARM_SEQUENCE_ERROR", ""),
    (3036, "MQRCCF_XMIT_PROTOCOL_TYPE_ERR", ""),
    (3037, "MQRCCF_BATCH_SIZE_ERROR", ""),
    (3038, "MQRCCF_DISC_INT_ERROR", ""),
    (3039, "MQRCCF_SHORT_RETRY_ERROR", ""),
    (3040, "MQRCCF_SHORT_TIMER_ERROR", ""),
    (3041, "MQRCCF_LONG_RETRY_ERROR", ""),
    (3042, "MQRCCF_LONG_TIMER_ERROR", ""),
    (3043, "MQRCCF_SEQ_NUMBER_WRAP_ERROR", ""),
    (3044, "MQRCCF_MAX_MSG_LENGTH_ERROR", ""),
    (3045, "MQRCCF_PUT_AUTH_ERROR", ""),
    (3046, "MQRCCF_PURGE_VALUE_ERROR", ""),
    (3047, "MQRCCF_CFIL_PARM_ID_ERROR", ""),
    (3048, "MQRCCF_MSG_TRUNCATED", ""),
    (3049, "MQRCCF_CCSID_ERROR", ""),
    (3050, "MQRCCF_ENCODING_ERROR", ""),
    (3051, "MQRCCF_QUEUES_VALUE_ERROR", ""),
    (3052, "MQRCCF_DATA_CONV_VALUE_ERROR", ""),
    (3053, "MQRCCF_INDOUBT_VALUE_ERROR", ""),
    (3054, "MQRCCF_ESCAPE_TYPE_ERROR", ""),
    (3055, "MQRCCF_REPOS_VALUE_ERROR", ""),
    (3062, "MQRCCF_CHANNEL_TABLE_ERROR", ""),
    (3063, "MQRCCF_MCA_TYPE_ERROR", ""),
    (3064, "MQRCCF_CHL_INST_TYPE_ERROR", ""),
    (3065, "MQRCCF_CHL_STATUS_NOT_FOUND", ""),
    (3066, "MQRCCF_CFSL_DUPLICATE_PARM", ""),
    (3067, "MQRCCF_CFSL_TOTAL_LENGTH_ERROR", ""),
    (3068, "MQRCCF_CFSL_COUNT_ERROR", ""),
    (3069, "MQRCCF_CFSL_STRING_LENGTH_ERR", ""),
    (3070, "MQRCCF_BROKER_DELETED", ""),
    (3071, "MQRCCF_STREAM_ERROR", ""),
    (3072, "MQRCCF_TOPIC_ERROR", ""),
    (3073, "MQRCCF_NOT_REGISTERED", ""),
    (3074, "MQRCCF_Q_MGR_NAME_ERROR", ""),
    (3075, "MQRCCF_INCORRECT_STREAM", ""),
    (3076, "MQRCCF_Q_NAME_ERROR", ""),
    (3077, "MQRCCF_NO_RETAINED_MSG", ""),
    (3078, "MQRCCF_DUPLICATE_IDENTITY", ""),
    (3079, "MQRCCF_INCORRECT_Q", ""),
    (3080, "MQRCCF_CORREL_ID_ERROR", ""),
    (3081, "MQRCCF_NOT_AUTHORIZED", ""),
    (3082, "MQRCCF_UNKNOWN_STREAM", ""),
    (3083, "MQRCCF_REG_OPTIONS_ERROR", ""),
    (3084, "MQRCCF_PUB_OPTIONS_ERROR", ""),
    (3085, "MQRCCF_UNKNOWN_BROKER", ""),
    (3086, "MQRCCF_Q_MGR_CCSID_ERROR", ""),
    (3087, "MQRCCF_DEL_OPTIONS_ERROR", ""),
    (3088, "MQRCCF_CLUSTER_NAME_CONFLICT", ""),
    (3089, "MQRCCF_REPOS_NAME_CONFLICT", ""),
    (3090, "MQRCCF_CLUSTER_Q_USAGE_ERROR", ""),
    (3091, "MQRCCF_ACTION_VALUE_ERROR", ""),
    (3092, "MQRCCF_COMMS_LIBRARY_ERROR", ""),
    (3093, "MQRCCF_NETBIOS_NAME_ERROR", ""),
    (3094, "MQRCCF_BROKER_COMMAND_FAILED", ""),
    (3095, "MQRCCF_CFST_CONFLICTING_PARM", ""),
    (3096, "MQRCCF_PATH_NOT_VALID", ""),
    (3097, "MQRCCF_PARM_SYNTAX_ERROR", ""),
    (3098, "MQRCCF_PWD_LENGTH_ERROR", ""),
    (3150, "MQRCCF_FILTER_ERROR", ""),
    (3151, "MQRCCF_WRONG_USER", ""),
    (3152, "MQRCCF_DUPLICATE_SUBSCRIPTION", ""),
    (3153, "MQRCCF_SUB_NAME_ERROR", ""),
    (3154, "MQRCCF_SUB_IDENTITY_ERROR", ""),
    (3155, "MQRCCF_SUBSCRIPTION_IN_USE", ""),
    (3156, "MQRCCF_SUBSCRIPTION_LOCKED", ""),
    (3157, "MQRCCF_ALREADY_JOINED", ""),
    (3160, "MQRCCF_OBJECT_IN_USE", ""),
    (3161, "MQRCCF_UNKNOWN_FILE_NAME", ""),
    (3162, "MQRCCF_FILE_NOT_AVAILABLE", ""),
    (3163, "MQRCCF_DISC_RETRY_ERROR", ""),
    (3164, "MQRCCF_ALLOC_RETRY_ERROR", ""),
    (3165, "MQRCCF_ALLOC_SLOW_TIMER_ERROR", ""),
    (3166, "MQRCCF_ALLOC_FAST_TIMER_ERROR", ""),
    (3167, "MQRCCF_PORT_NUMBER_ERROR", ""),
    (3168, "MQRCCF_CHL_SYSTEM_NOT_ACTIVE", ""),
    (3169, "MQRCCF_ENTITY_NAME_MISSING", ""),
    (3170, "MQRCCF_PROFILE_NAME_ERROR", ""),
    (3171, "MQRCCF_AUTH_VALUE_ERROR", ""),
    (3172, "MQRCCF_AUTH_VALUE_MISSING", ""),
    (3173, "MQRCCF_OBJECT_TYPE_MISSING", ""),
    (3174, "MQRCCF_CONNECTION_ID_ERROR", ""),
    (3175, "MQRCCF_LOG_TYPE_ERROR", ""),
    (3176, "MQRCCF_PROGRAM_NOT_AVAILABLE", ""),
    (3177, "MQRCCF_PROGRAM_AUTH_FAILED", ""),
    (3200, "MQRCCF_NONE_FOUND", ""),
    (3201, "MQRCCF_SECURITY_SWITCH_OFF", ""),
    (3202, "MQRCCF_SECURITY_REFRESH_FAILED", ""),
    (3203, "MQRCCF_PARM_CONFLICT", ""),
    (3204, "MQRCCF_COMMAND_INHIBITED", ""),
    (3205, "MQRCCF_OBJECT_BEING_DELETED", ""),
    (3207, "MQRCCF_STORAGE_CLASS_IN_USE", ""),
    (3208, "MQRCCF_OBJECT_NAME_RESTRICTED", ""),
    (3209, "MQRCCF_OBJECT_LIMIT_EXCEEDED", ""),
    (3210, "MQRCCF_OBJECT_OPEN_FORCE", ""),
    (3211, "MQRCCF_DISPOSITION_CONFLICT", ""),
    (3212, "MQRCCF_Q_MGR_NOT_IN_QSG", ""),
    (3213, "MQRCCF_ATTR_VALUE_FIXED", ""),
    (3215, "MQRCCF_NAMELIST_ERROR", ""),
    (3217, "MQRCCF_NO_CHANNEL_INITIATOR", ""),
    (3218, "MQRCCF_CHANNEL_INITIATOR_ERROR", ""),
    (3222, "MQRCCF_COMMAND_LEVEL_CONFLICT", ""),
    (3223, "MQRCCF_Q_ATTR_CONFLICT", ""),
    (3224, "MQRCCF_EVENTS_DISABLED", ""),
    (3225, "MQRCCF_COMMAND_SCOPE_ERROR", ""),
    (3226, "MQRCCF_COMMAND_REPLY_ERROR", ""),
    (3227, "MQRCCF_FUNCTION_RESTRICTED", ""),
    (3228, "MQRCCF_PARM_MISSING", ""),
    (3229, "MQRCCF_PARM_VALUE_ERROR", ""),
    (3230, "MQRCCF_COMMAND_LENGTH_ERROR", ""),
    (3231, "MQRCCF_COMMAND_ORIGIN_ERROR", ""),
    (3232, "MQRCCF_LISTENER_CONFLICT", ""),
    (3233, "MQRCCF_LISTENER_STARTED", ""),
    (3234, "MQRCCF_LISTENER_STOPPED", ""),
    (3235, "MQRCCF_CHANNEL_ERROR", ""),
    (3236, "MQRCCF_CF_STRUC_ERROR", ""),
    (3237, "MQRCCF_UNKNOWN_USER_ID", ""),
    (3238, "MQRCCF_UNEXPECTED_ERROR", ""),
    (3239, "MQRCCF_NO_XCF_PARTNER", ""),
    (3240, "MQRCCF_CFGR_PARM_ID_ERROR", ""),
    (3241, "MQRCCF_CFIF_LENGTH_ERROR", ""),
    (3242, "MQRCCF_CFIF_OPERATOR_ERROR", ""),
    (3243, "MQRCCF_CFIF_PARM_ID_ERROR", ""),
    (3244, "MQRCCF_CFSF_FILTER_VAL_LEN_ERR", ""),
    (3245, "MQRCCF_CFSF_LENGTH_ERROR", ""),
    (3246, "MQRCCF_CFSF_OPERATOR_ERROR", ""),
    (3247, "MQRCCF_CFSF_PARM_ID_ERROR", ""),
    (3248, "MQRCCF_TOO_MANY_FILTERS", ""),
    (3249, "MQRCCF_LISTENER_RUNNING", ""),
    (3250, "MQRCCF_LSTR_STATUS_NOT_FOUND", ""),
    (3251, "MQRCCF_SERVICE_RUNNING", ""),
    (3252, "MQRCCF_SERV_STATUS_NOT_FOUND", ""),
    (3253, "MQRCCF_SERVICE_STOPPED", ""),
    (3254, "MQRCCF_CFBS_DUPLICATE_PARM", ""),
    (3255, "MQRCCF_CFBS_LENGTH_ERROR", ""),
    (3256, "MQRCCF_CFBS_PARM_ID_ERROR", ""),
    (3257, "MQRCCF_CFBS_STRING_LENGTH_ERR", ""),
    (3258, "MQRCCF_CFGR_LENGTH_ERROR", ""),
    (3259, "MQRCCF_CFGR_PARM_COUNT_ERROR", ""),
    (3260, "MQRCCF_CONN_NOT_STOPPED", ""),
    (3261, "MQRCCF_SERVICE_REQUEST_PENDING", ""),
    (3262, "MQRCCF_NO_START_CMD", ""),
    (3263, "MQRCCF_NO_STOP_CMD", ""),
    (3264, "MQRCCF_CFBF_LENGTH_ERROR", ""),
    (3265, "MQRCCF_CFBF_PARM_ID_ERROR", ""),
    (3266, "MQRCCF_CFBF_OPERATOR_ERROR", ""),
    (3267, "MQRCCF_CFBF_FILTER_VAL_LEN_ERR", ""),
    (3268, "MQRCCF_LISTENER_STILL_ACTIVE", ""),
    (3269, "MQRCCF_DEF_XMIT_Q_CLUS_ERROR", ""),
    (3300, "MQRCCF_TOPICSTR_ALREADY_EXISTS", ""),
    (3301, "MQRCCF_SHARING_CONVS_ERROR", ""),
    (3302, "MQRCCF_SHARING_CONVS_TYPE", ""),
    (3303, "MQRCCF_SECURITY_CASE_CONFLICT", ""),
    (3305, "MQRCCF_TOPIC_TYPE_ERROR", ""),
    (3306, "MQRCCF_MAX_INSTANCES_ERROR", ""),
    (3307, "MQRCCF_MAX_INSTS_PER_CLNT_ERR", ""),
    (3308, "MQRCCF_TOPIC_STRING_NOT_FOUND", ""),
    (3309, "MQRCCF_SUBSCRIPTION_POINT_ERR", ""),
    (3311, "MQRCCF_SUB_ALREADY_EXISTS", ""),
    (3312, "MQRCCF_UNKNOWN_OBJECT_NAME", ""),
    (3313, "MQRCCF_REMOTE_Q_NAME_ERROR", ""),
    (3314, "MQRCCF_DURABILITY_NOT_ALLOWED", ""),
    (3315, "MQRCCF_HOBJ_ERROR", ""),
    (3316, "MQRCCF_DEST_NAME_ERROR", ""),
    (3317, "MQRCCF_INVALID_DESTINATION", ""),
    (3318, "MQRCCF_PUBSUB_INHIBITED", ""),
    (3319, "MQRCCF_GROUPUR_CHECKS_FAILED", ""),
    (3320, "MQRCCF_COMM_INFO_TYPE_ERROR", ""),
    (3321, "MQRCCF_USE_CLIENT_ID_ERROR", ""),
    (3322, "MQRCCF_CLIENT_ID_NOT_FOUND", ""),
    (3323, "MQRCCF_CLIENT_ID_ERROR", ""),
    (3324, "MQRCCF_PORT_IN_USE", ""),
    (3325, "MQRCCF_SSL_ALT_PROVIDER_REQD", ""),
    (3326, "MQRCCF_CHLAUTH_TYPE_ERROR", ""),
    (3327, "MQRCCF_CHLAUTH_ACTION_ERROR", ""),
    (3328, "MQRCCF_POLICY_NOT_FOUND", ""),
    (3329, "MQRCCF_ENCRYPTION_ALG_ERROR", ""),
    (3330, "MQRCCF_SIGNATURE_ALG_ERROR", ""),
    (3331, "MQRCCF_TOLERATION_POL_ERROR", ""),
    (3332, "MQRCCF_POLICY_VERSION_ERROR", ""),
    (3333, "MQRCCF_RECIPIENT_DN_MISSING", ""),
    (3334, "MQRCCF_POLICY_NAME_MISSING", ""),
    (3335, "MQRCCF_CHLAUTH_USERSRC_ERROR", ""),
    (3336, "MQRCCF_WRONG_CHLAUTH_TYPE", ""),
    (3337, "MQRCCF_CHLAUTH_ALREADY_EXISTS", ""),
    (3338, "MQRCCF_CHLAUTH_NOT_FOUND", ""),
    (3339, "MQRCCF_WRONG_CHLAUTH_ACTION", ""),
    (3340, "MQRCCF_WRONG_CHLAUTH_USERSRC", ""),
    (3341, "MQRCCF_CHLAUTH_WARN_ERROR", ""),
    (3342, "MQRCCF_WRONG_CHLAUTH_MATCH", ""),
    (3343, "MQRCCF_IPADDR_RANGE_CONFLICT", ""),
    (3344, "MQRCCF_CHLAUTH_MAX_EXCEEDED", ""),
    (3345, "MQRCCF_ADDRESS_ERROR", ""),
    (3346, "MQRCCF_IPADDR_RANGE_ERROR", ""),
    (3347, "MQRCCF_PROFILE_NAME_MISSING", ""),
    (3348, "MQRCCF_CHLAUTH_CLNTUSER_ERROR", ""),
    (3349, "MQRCCF_CHLAUTH_NAME_ERROR", ""),
    (3350, "MQRCCF_CHLAUTH_RUNCHECK_ERROR", ""),
    (3351, "MQRCCF_CF_STRUC_ALREADY_FAILED", ""),
    (3352, "MQRCCF_CFCONLOS_CHECKS_FAILED", ""),
    (3353, "MQRCCF_SUITE_B_ERROR", ""),
    (3354, "MQRCCF_CHANNEL_NOT_STARTED", ""),
    (3355, "MQRCCF_CUSTOM_ERROR", ""),
    (3356, "MQRCCF_BACKLOG_OUT_OF_RANGE", ""),
    (3357, "MQRCCF_CHLAUTH_DISABLED", ""),
    (3358, "MQRCCF_SMDS_REQUIRES_DSGROUP", ""),
    (3359, "MQRCCF_PSCLUS_DISABLED_TOPDEF", ""),
    (3360, "MQRCCF_PSCLUS_TOPIC_EXISTS", ""),
    (3361, "MQRCCF_SSL_CIPHER_SUITE_ERROR", ""),
    (3362, "MQRCCF_SOCKET_ERROR", ""),
    (3363, "MQRCCF_CLUS_XMIT_Q_USAGE_ERROR", ""),
    (3364, "MQRCCF_CERT_VAL_POLICY_ERROR", ""),
    (3365, "MQRCCF_INVALID_PROTOCOL", ""),
    (3366, "MQRCCF_REVDNS_DISABLED", ""),
    (3367, "MQRCCF_CLROUTE_NOT_ALTERABLE", ""),
    (3368, "MQRCCF_CLUSTER_TOPIC_CONFLICT", ""),
    (3369, "MQRCCF_DEFCLXQ_MODEL_Q_ERROR", ""),
    (3370, "MQRCCF_CHLAUTH_CHKCLI_ERROR", ""),
    (3371, "MQRCCF_CERT_LABEL_NOT_ALLOWED", ""),
    (3372, "MQRCCF_Q_MGR_ATTR_CONFLICT", ""),
    (3373, "MQRCCF_ENTITY_TYPE_MISSING", ""),
    (3374, "MQRCCF_CLWL_EXIT_NAME_ERROR", ""),
    (3375, "MQRCCF_SERVICE_NAME_ERROR", ""),
    (3376, "MQRCCF_REMOTE_CHL_TYPE_ERROR", ""),
    (3377, "MQRCCF_TOPIC_RESTRICTED", ""),
    (3378, "MQRCCF_CURRENT_LOG_EXTENT", ""),
    (3379, "MQRCCF_LOG_EXTENT_NOT_FOUND", ""),
    (3380, "MQRCCF_LOG_NOT_REDUCED", ""),
    (3381, "MQRCCF_LOG_EXTENT_ERROR", ""),
    (3382, "MQRCCF_ACCESS_BLOCKED", ""),
    (3383, "MQRCCF_PS_REQUIRED_MQUC", ""),
    (3384, "MQRCCF_STREAMQ_DEST_NOT_SUPP", ""),
    (3385, "MQRCCF_STREAMQ_DEST_CONFLICT", ""),
    (3386, "MQRCCF_STREAMQ_NOT_SUPPORTED", ""),
    (3387, "MQRCCF_STREAMQ_CONFLICT", ""),
    (3389, "MQRCCF_INCOMPATIBLE_QM_IN_QSG", ""),
    (3390, "MQRCCF_ATTR_VALUE_ERROR_QSG_QM", ""),
    (3391, "MQRCCF_AUTHORIZED", ""),
    (3392, "MQRCCF_QUANTUM_ATTR_CONFLICT", ""),
    (3393, "MQRCCF_SSL_QS_ALG_DISABLED", ""),
    (4001, "MQRCCF_OBJECT_ALREADY_EXISTS", ""),
    (4002, "MQRCCF_OBJECT_WRONG_TYPE", ""),
    (4003, "MQRCCF_LIKE_OBJECT_WRONG_TYPE", ""),
    (4004, "MQRCCF_OBJECT_OPEN", ""),
    (4005, "MQRCCF_ATTR_VALUE_ERROR", ""),
    (4006, "MQRCCF_UNKNOWN_Q_MGR", ""),
    (4007, "MQRCCF_Q_WRONG_TYPE", ""),
    (4008, "MQRCCF_OBJECT_NAME_ERROR", ""),
    (4009, "MQRCCF_ALLOCATE_FAILED", ""),
    (4010, "MQRCCF_HOST_NOT_AVAILABLE", ""),
    (4011, "MQRCCF_CONFIGURATION_ERROR", ""),
    (4012, "MQRCCF_CONNECTION_REFUSED", ""),
    (4013, "MQRCCF_ENTRY_ERROR", ""),
    (4014, "MQRCCF_SEND_FAILED", ""),
    (4015, "MQRCCF_RECEIVED_DATA_ERROR", ""),
    (4016, "MQRCCF_RECEIVE_FAILED", ""),
    (4017, "MQRCCF_CONNECTION_CLOSED", ""),
    (4018, "MQRCCF_NO_STORAGE", ""),
    (4019, "MQRCCF_NO_COMMS_MANAGER", ""),
    (4020, "MQRCCF_LISTENER_NOT_STARTED", ""),
    (4024, "MQRCCF_BIND_FAILED", ""),
    (4025, "MQRCCF_CHANNEL_INDOUBT", ""),
    (4026, "MQRCCF_MQCONN_FAILED", ""),
    (4027, "MQRCCF_MQOPEN_FAILED", ""),
    (4028, "MQRCCF_MQGET_FAILED", ""),
    (4029, "MQRCCF_MQPUT_FAILED", ""),
    (4030, "MQRCCF_PING_ERROR", ""),
    (4031, "MQRCCF_CHANNEL_IN_USE", ""),
    (4032, "MQRCCF_CHANNEL_NOT_FOUND", ""),
    (4033, "MQRCCF_UNKNOWN_REMOTE_CHANNEL", ""),
    (4034, "MQRCCF_REMOTE_QM_UNAVAILABLE", ""),
    (4035, "MQRCCF_REMOTE_QM_TERMINATING", ""),
    (4036, "MQRCCF_MQINQ_FAILED", ""),
    (4037, "MQRCCF_NOT_XMIT_Q", ""),
    (4038, "MQRCCF_CHANNEL_DISABLED", ""),
    (4039, "MQRCCF_USER_EXIT_NOT_AVAILABLE", ""),
    (4040, "MQRCCF_COMMIT_FAILED", ""),
    (4041, "MQRCCF_WRONG_CHANNEL_TYPE", ""),
    (4042, "MQRCCF_CHANNEL_ALREADY_EXISTS", ""),
    (4043, "MQRCCF_DATA_TOO_LARGE", ""),
    (4044, "MQRCCF_CHANNEL_NAME_ERROR", ""),
    (4045, "MQRCCF_XMIT_Q_NAME_ERROR", ""),
    (4047, "MQRCCF_MCA_NAME_ERROR", ""),
    (4048, "MQRCCF_SEND_EXIT_NAME_ERROR", ""),
    (4049, "MQRCCF_SEC_EXIT_NAME_ERROR", ""),
    (4050, "MQRCCF_MSG_EXIT_NAME_ERROR", ""),
    (4051, "MQRCCF_RCV_EXIT_NAME_ERROR", ""),
    (4052, "MQRCCF_XMIT_Q_NAME_WRONG_TYPE", ""),
    (4053, "MQRCCF_MCA_NAME_WRONG_TYPE", ""),
    (4054, "MQRCCF_DISC_INT_WRONG_TYPE", ""),
    (4055, "MQRCCF_SHORT_RETRY_WRONG_TYPE", ""),
    (4056, "MQRCCF_SHORT_TIMER_WRONG_TYPE", ""),
    (4057, "MQRCCF_LONG_RETRY_WRONG_TYPE", ""),
    (4058, "MQRCCF_LONG_TIMER_WRONG_TYPE", ""),
    (4059, "MQRCCF_PUT_AUTH_WRONG_TYPE", ""),
    (4060, "MQRCCF_KEEP_ALIVE_INT_ERROR", ""),
    (4061, "MQRCCF_MISSING_CONN_NAME", ""),
    (4062, "MQRCCF_CONN_NAME_ERROR", ""),
    (4063, "MQRCCF_MQSET_FAILED", ""),
    (4064, "MQRCCF_CHANNEL_NOT_ACTIVE", ""),
    (4065, "MQRCCF_TERMINATED_BY_SEC_EXIT", ""),
    (4067, "MQRCCF_DYNAMIC_Q_SCOPE_ERROR", ""),
    (4068, "MQRCCF_CELL_DIR_NOT_AVAILABLE", ""),
    (4069, "MQRCCF_MR_COUNT_ERROR", ""),
    (4070, "MQRCCF_MR_COUNT_WRONG_TYPE", ""),
    (4071, "MQRCCF_MR_EXIT_NAME_ERROR", ""),
    (4072, "MQRCCF_MR_EXIT_NAME_WRONG_TYPE", ""),
    (4073, "MQRCCF_MR_INTERVAL_ERROR", ""),
    (4074, "MQRCCF_MR_INTERVAL_WRONG_TYPE", ""),
    (4075, "MQRCCF_NPM_SPEED_ERROR", ""),
    (4076, "MQRCCF_NPM_SPEED_WRONG_TYPE", ""),
    (4077, "MQRCCF_HB_INTERVAL_ERROR", ""),
    (4078, "MQRCCF_HB_INTERVAL_WRONG_TYPE", ""),
    (4079, "MQRCCF_CHAD_ERROR", ""),
    (4080, "MQRCCF_CHAD_WRONG_TYPE", ""),
    (4081, "MQRCCF_CHAD_EVENT_ERROR", ""),
    (4082, "MQRCCF_CHAD_EVENT_WRONG_TYPE", ""),
    (4083, "MQRCCF_CHAD_EXIT_ERROR", ""),
    (4084, "MQRCCF_CHAD_EXIT_WRONG_TYPE", ""),
    (4085, "MQRCCF_SUPPRESSED_BY_EXIT", ""),
    (4086, "MQRCCF_BATCH_INT_ERROR", ""),
    (4087, "MQRCCF_BATCH_INT_WRONG_TYPE", ""),
    (4088, "MQRCCF_NET_PRIORITY_ERROR", ""),
    (4089, "MQRCCF_NET_PRIORITY_WRONG_TYPE", ""),
    (4090, "MQRCCF_CHANNEL_CLOSED", ""),
    (4091, "MQRCCF_Q_STATUS_NOT_FOUND", ""),
    (4092, "MQRCCF_SSL_CIPHER_SPEC_ERROR", ""),
    (4093, "MQRCCF_SSL_PEER_NAME_ERROR", ""),
    (4094, "MQRCCF_SSL_CLIENT_AUTH_ERROR", ""),
    (4095, "MQRCCF_RETAINED_NOT_SUPPORTED", ""),
    (4096, "MQRCCF_KWD_VALUE_WRONG_TYPE", ""),
    (4097, "MQRCCF_APPL_STATUS_NOT_FOUND", ""),
    (4098, "MQRCCF_NHA_NOT_AVAILABLE", ""),
    (4099, "MQRCCF_Q_MGR_STATUS_NOT_FOUND", ""),
    (6100, "MQRC_REOPEN_EXCL_INPUT_ERROR", ""),
    (6101, "MQRC_REOPEN_INQUIRE_ERROR", ""),
    (6102, "MQRC_REOPEN_SAVED_CONTEXT_ERR", ""),
    (6103, "MQRC_REOPEN_TEMPORARY_Q_ERROR", ""),
    (6104, "MQRC_ATTRIBUTE_LOCKED", ""),
    (6105, "MQRC_CURSOR_NOT_VALID", ""),
    (6106, "MQRC_ENCODING_ERROR", ""),
    (6107, "MQRC_STRUC_ID_ERROR", ""),
    (6108, "MQRC_NULL_POINTER", ""),
    (6109, "MQRC_NO_CONNECTION_REFERENCE", ""),
    (6110, "MQRC_NO_BUFFER", ""),
    (6111, "MQRC_BINARY_DATA_LENGTH_ERROR", ""),
    (6112, "MQRC_BUFFER_NOT_AUTOMATIC", ""),
    (6113, "MQRC_INSUFFICIENT_BUFFER", ""),
    (6114, "MQRC_INSUFFICIENT_DATA", ""),
    (6115, "MQRC_DATA_TRUNCATED", ""),
    (6116, "MQRC_ZERO_LENGTH", ""),
    (6117, "MQRC_NEGATIVE_LENGTH", ""),
    (6118, "MQRC_NEGATIVE_OFFSET", ""),
    (6119, "MQRC_INCONSISTENT_FORMAT", ""),
    (6120, "MQRC_INCONSISTENT_OBJECT_STATE", ""),
    (6121, "MQRC_CONTEXT_OBJECT_NOT_VALID", ""),
    (6122, "MQRC_CONTEXT_OPEN_ERROR", ""),
    (6123, "MQRC_STRUC_LENGTH_ERROR", ""),
    (6124, "MQRC_NOT_CONNECTED", ""),
    (6125, "MQRC_NOT_OPEN", ""),
    (6126, "MQRC_DISTRIBUTION_LIST_EMPTY", ""),
    (6127, "MQRC_INCONSISTENT_OPEN_OPTIONS", ""),
    (6128, "MQRC_WRONG_VERSION", ""),
    (6129, "MQRC_REFERENCE_ERROR", ""),
    (6130, "MQRC_XR_NOT_AVAILABLE", ""),
    (29440, "MQRC_SUB_JOIN_NOT_ALTERABLE", "The subscription was made to be shared and this is not asked for or the other way round; ask for it as it was made."),
];

/// Name and code, by name; a code may have two names.
pub(crate) static BY_NAME: [(&str, i32); 941] = [
    ("MQRCCF_ACCESS_BLOCKED", 3382),
    ("MQRCCF_ACTION_VALUE_ERROR", 3091),
    ("MQRCCF_ADDRESS_ERROR", 3345),
    ("MQRCCF_ALLOCATE_FAILED", 4009),
    ("MQRCCF_ALLOC_FAST_TIMER_ERROR", 3166),
    ("MQRCCF_ALLOC_RETRY_ERROR", 3164),
    ("MQRCCF_ALLOC_SLOW_TIMER_ERROR", 3165),
    ("MQRCCF_ALREADY_JOINED", 3157),
    ("MQRCCF_APPL_STATUS_NOT_FOUND", 4097),
    ("MQRCCF_ATTR_VALUE_ERROR", 4005),
    ("MQRCCF_ATTR_VALUE_ERROR_QSG_QM", 3390),
    ("MQRCCF_ATTR_VALUE_FIXED", 3213),
    ("MQRCCF_AUTHORIZED", 3391),
    ("MQRCCF_AUTH_VALUE_ERROR", 3171),
    ("MQRCCF_AUTH_VALUE_MISSING", 3172),
    ("MQRCCF_BACKLOG_OUT_OF_RANGE", 3356),
    ("MQRCCF_BATCH_INT_ERROR", 4086),
    ("MQRCCF_BATCH_INT_WRONG_TYPE", 4087),
    ("MQRCCF_BATCH_SIZE_ERROR", 3037),
    ("MQRCCF_BIND_FAILED", 4024),
    ("MQRCCF_BROKER_COMMAND_FAILED", 3094),
    ("MQRCCF_BROKER_DELETED", 3070),
    ("MQRCCF_CCSID_ERROR", 3049),
    ("MQRCCF_CELL_DIR_NOT_AVAILABLE", 4068),
    ("MQRCCF_CERT_LABEL_NOT_ALLOWED", 3371),
    ("MQRCCF_CERT_VAL_POLICY_ERROR", 3364),
    ("MQRCCF_CFBF_FILTER_VAL_LEN_ERR", 3267),
    ("MQRCCF_CFBF_LENGTH_ERROR", 3264),
    ("MQRCCF_CFBF_OPERATOR_ERROR", 3266),
    ("MQRCCF_CFBF_PARM_ID_ERROR", 3265),
    ("MQRCCF_CFBS_DUPLICATE_PARM", 3254),
    ("MQRCCF_CFBS_LENGTH_ERROR", 3255),
    ("MQRCCF_CFBS_PARM_ID_ERROR", 3256),
    ("MQRCCF_CFBS_STRING_LENGTH_ERR", 3257),
    ("MQRCCF_CFCONLOS_CHECKS_FAILED", 3352),
    ("MQRCCF_CFGR_LENGTH_ERROR", 3258),
    ("MQRCCF_CFGR_PARM_COUNT_ERROR", 3259),
    ("MQRCCF_CFGR_PARM_ID_ERROR", 3240),
    ("MQRCCF_CFH_COMMAND_ERROR", 3007),
    ("MQRCCF_CFH_CONTROL_ERROR", 3005),
    ("MQRCCF_CFH_LENGTH_ERROR", 3002),
    ("MQRCCF_CFH_MSG_SEQ_NUMBER_ERR", 3004),
    ("MQRCCF_CFH_PARM_COUNT_ERROR", 3006),
    ("MQRCCF_CFH_TYPE_ERROR", 3001),
    ("MQRCCF_CFH_VERSION_ERROR", 3003),
    ("MQRCCF_CFIF_LENGTH_ERROR", 3241),
    ("MQRCCF_CFIF_OPERATOR_ERROR", 3242),
    ("MQRCCF_CFIF_PARM_ID_ERROR", 3243),
    ("MQRCCF_CFIL_COUNT_ERROR", 3027),
    ("MQRCCF_CFIL_DUPLICATE_VALUE", 3026),
    ("MQRCCF_CFIL_LENGTH_ERROR", 3028),
    ("MQRCCF_CFIL_PARM_ID_ERROR", 3047),
    ("MQRCCF_CFIN_DUPLICATE_PARM", 3017),
    ("MQRCCF_CFIN_LENGTH_ERROR", 3009),
    ("MQRCCF_CFIN_PARM_ID_ERROR", 3014),
    ("MQRCCF_CFSF_FILTER_VAL_LEN_ERR", 3244),
    ("MQRCCF_CFSF_LENGTH_ERROR", 3245),
    ("MQRCCF_CFSF_OPERATOR_ERROR", 3246),
    ("MQRCCF_CFSF_PARM_ID_ERROR", 3247),
    ("MQRCCF_CFSL_COUNT_ERROR", 3068),
    ("MQRCCF_CFSL_DUPLICATE_PARM", 3066),
    ("MQRCCF_CFSL_LENGTH_ERROR", 3024),
    ("MQRCCF_CFSL_PARM_ID_ERROR", 3033),
    ("MQRCCF_CFSL_STRING_LENGTH_ERR", 3069),
    ("MQRCCF_CFSL_TOTAL_LENGTH_ERROR", 3067),
    ("MQRCCF_CFST_CONFLICTING_PARM", 3095),
    ("MQRCCF_CFST_DUPLICATE_PARM", 3018),
    ("MQRCCF_CFST_LENGTH_ERROR", 3010),
    ("MQRCCF_CFST_PARM_ID_ERROR", 3015),
    ("MQRCCF_CFST_STRING_LENGTH_ERR", 3011),
    ("MQRCCF_CF_STRUC_ALREADY_FAILED", 3351),
    ("MQRCCF_CF_STRUC_ERROR", 3236),
    ("MQRCCF_CHAD_ERROR", 4079),
    ("MQRCCF_CHAD_EVENT_ERROR", 4081),
    ("MQRCCF_CHAD_EVENT_WRONG_TYPE", 4082),
    ("MQRCCF_CHAD_EXIT_ERROR", 4083),
    ("MQRCCF_CHAD_EXIT_WRONG_TYPE", 4084),
    ("MQRCCF_CHAD_WRONG_TYPE", 4080),
    ("MQRCCF_CHANNEL_ALREADY_EXISTS", 4042),
    ("MQRCCF_CHANNEL_CLOSED", 4090),
    ("MQRCCF_CHANNEL_DISABLED", 4038),
    ("MQRCCF_CHANNEL_ERROR", 3235),
    ("MQRCCF_CHANNEL_INDOUBT", 4025),
    ("MQRCCF_CHANNEL_INITIATOR_ERROR", 3218),
    ("MQRCCF_CHANNEL_IN_USE", 4031),
    ("MQRCCF_CHANNEL_NAME_ERROR", 4044),
    ("MQRCCF_CHANNEL_NOT_ACTIVE", 4064),
    ("MQRCCF_CHANNEL_NOT_FOUND", 4032),
    ("MQRCCF_CHANNEL_NOT_STARTED", 3354),
    ("MQRCCF_CHANNEL_TABLE_ERROR", 3062),
    ("MQRCCF_CHANNEL_TYPE_ERROR", 3034),
    ("MQRCCF_CHLAUTH_ACTION_ERROR", 3327),
    ("MQRCCF_CHLAUTH_ALREADY_EXISTS", 3337),
    ("MQRCCF_CHLAUTH_CHKCLI_ERROR", 3370),
    ("MQRCCF_CHLAUTH_CLNTUSER_ERROR", 3348),
    ("MQRCCF_CHLAUTH_DISABLED", 3357),
    ("MQRCCF_CHLAUTH_MAX_EXCEEDED", 3344),
    ("MQRCCF_CHLAUTH_NAME_ERROR", 3349),
    ("MQRCCF_CHLAUTH_NOT_FOUND", 3338),
    ("MQRCCF_CHLAUTH_RUNCHECK_ERROR", 3350),
    ("MQRCCF_CHLAUTH_TYPE_ERROR", 3326),
    ("MQRCCF_CHLAUTH_USERSRC_ERROR", 3335),
    ("MQRCCF_CHLAUTH_WARN_ERROR", 3341),
    ("MQRCCF_CHL_INST_TYPE_ERROR", 3064),
    ("MQRCCF_CHL_STATUS_NOT_FOUND", 3065),
    ("MQRCCF_CHL_SYSTEM_NOT_ACTIVE", 3168),
    ("MQRCCF_CLIENT_ID_ERROR", 3323),
    ("MQRCCF_CLIENT_ID_NOT_FOUND", 3322),
    ("MQRCCF_CLROUTE_NOT_ALTERABLE", 3367),
    ("MQRCCF_CLUSTER_NAME_CONFLICT", 3088),
    ("MQRCCF_CLUSTER_Q_USAGE_ERROR", 3090),
    ("MQRCCF_CLUSTER_TOPIC_CONFLICT", 3368),
    ("MQRCCF_CLUS_XMIT_Q_USAGE_ERROR", 3363),
    ("MQRCCF_CLWL_EXIT_NAME_ERROR", 3374),
    ("MQRCCF_COMMAND_FAILED", 3008),
    ("MQRCCF_COMMAND_INHIBITED", 3204),
    ("MQRCCF_COMMAND_LENGTH_ERROR", 3230),
    ("MQRCCF_COMMAND_LEVEL_CONFLICT", 3222),
    ("MQRCCF_COMMAND_ORIGIN_ERROR", 3231),
    ("MQRCCF_COMMAND_REPLY_ERROR", 3226),
    ("MQRCCF_COMMAND_SCOPE_ERROR", 3225),
    ("MQRCCF_COMMIT_FAILED", 4040),
    ("MQRCCF_COMMS_LIBRARY_ERROR", 3092),
    ("MQRCCF_COMM_INFO_TYPE_ERROR", 3320),
    ("MQRCCF_CONFIGURATION_ERROR", 4011),
    ("MQRCCF_CONNECTION_CLOSED", 4017),
    ("MQRCCF_CONNECTION_ID_ERROR", 3174),
    ("MQRCCF_CONNECTION_REFUSED", 4012),
    ("MQRCCF_CONN_NAME_ERROR", 4062),
    ("MQRCCF_CONN_NOT_STOPPED", 3260),
    ("MQRCCF_CORREL_ID_ERROR", 3080),
    ("MQRCCF_CURRENT_LOG_EXTENT", 3378),
    ("MQRCCF_CUSTOM_ERROR", 3355),
    ("MQRCCF_DATA_CONV_VALUE_ERROR", 3052),
    ("MQRCCF_DATA_TOO_LARGE", 4043),
    ("MQRCCF_DEFCLXQ_MODEL_Q_ERROR", 3369),
    ("MQRCCF_DEF_XMIT_Q_CLUS_ERROR", 3269),
    ("MQRCCF_DEL_OPTIONS_ERROR", 3087),
    ("MQRCCF_DEST_NAME_ERROR", 3316),
    ("MQRCCF_DISC_INT_ERROR", 3038),
    ("MQRCCF_DISC_INT_WRONG_TYPE", 4054),
    ("MQRCCF_DISC_RETRY_ERROR", 3163),
    ("MQRCCF_DISPOSITION_CONFLICT", 3211),
    ("MQRCCF_DUPLICATE_IDENTITY", 3078),
    ("MQRCCF_DUPLICATE_SUBSCRIPTION", 3152),
    ("MQRCCF_DURABILITY_NOT_ALLOWED", 3314),
    ("MQRCCF_DYNAMIC_Q_SCOPE_ERROR", 4067),
    ("MQRCCF_ENCODING_ERROR", 3050),
    ("MQRCCF_ENCRYPTION_ALG_ERROR", 3329),
    ("MQRCCF_ENTITY_NAME_MISSING", 3169),
    ("MQRCCF_ENTITY_TYPE_MISSING", 3373),
    ("MQRCCF_ENTRY_ERROR", 4013),
    ("MQRCCF_ESCAPE_TYPE_ERROR", 3054),
    ("MQRCCF_EVENTS_DISABLED", 3224),
    ("MQRCCF_FILE_NOT_AVAILABLE", 3162),
    ("MQRCCF_FILTER_ERROR", 3150),
    ("MQRCCF_FORCE_VALUE_ERROR", 3012),
    ("MQRCCF_FUNCTION_RESTRICTED", 3227),
    ("MQRCCF_GROUPUR_CHECKS_FAILED", 3319),
    ("MQRCCF_HB_INTERVAL_ERROR", 4077),
    ("MQRCCF_HB_INTERVAL_WRONG_TYPE", 4078),
    ("MQRCCF_HOBJ_ERROR", 3315),
    ("MQRCCF_HOST_NOT_AVAILABLE", 4010),
    ("MQRCCF_INCOMPATIBLE_QM_IN_QSG", 3389),
    ("MQRCCF_INCORRECT_Q", 3079),
    ("MQRCCF_INCORRECT_STREAM", 3075),
    ("MQRCCF_INDOUBT_VALUE_ERROR", 3053),
    ("MQRCCF_INVALID_DESTINATION", 3317),
    ("MQRCCF_INVALID_PROTOCOL", 3365),
    ("MQRCCF_IPADDR_ERROR", 3345),
    ("MQRCCF_IPADDR_RANGE_CONFLICT", 3343),
    ("MQRCCF_IPADDR_RANGE_ERROR", 3346),
    ("MQRCCF_KEEP_ALIVE_INT_ERROR", 4060),
    ("MQRCCF_KWD_VALUE_WRONG_TYPE", 4096),
    ("MQRCCF_LIKE_OBJECT_WRONG_TYPE", 4003),
    ("MQRCCF_LISTENER_CONFLICT", 3232),
    ("MQRCCF_LISTENER_NOT_STARTED", 4020),
    ("MQRCCF_LISTENER_RUNNING", 3249),
    ("MQRCCF_LISTENER_STARTED", 3233),
    ("MQRCCF_LISTENER_STILL_ACTIVE", 3268),
    ("MQRCCF_LISTENER_STOPPED", 3234),
    ("MQRCCF_LOG_EXTENT_ERROR", 3381),
    ("MQRCCF_LOG_EXTENT_NOT_FOUND", 3379),
    ("MQRCCF_LOG_NOT_REDUCED", 3380),
    ("MQRCCF_LOG_TYPE_ERROR", 3175),
    ("MQRCCF_LONG_RETRY_ERROR", 3041),
    ("MQRCCF_LONG_RETRY_WRONG_TYPE", 4057),
    ("MQRCCF_LONG_TIMER_ERROR", 3042),
    ("MQRCCF_LONG_TIMER_WRONG_TYPE", 4058),
    ("MQRCCF_LSTR_STATUS_NOT_FOUND", 3250),
    ("MQRCCF_MAX_INSTANCES_ERROR", 3306),
    ("MQRCCF_MAX_INSTS_PER_CLNT_ERR", 3307),
    ("MQRCCF_MAX_MSG_LENGTH_ERROR", 3044),
    ("MQRCCF_MCA_NAME_ERROR", 4047),
    ("MQRCCF_MCA_NAME_WRONG_TYPE", 4053),
    ("MQRCCF_MCA_TYPE_ERROR", 3063),
    ("MQRCCF_MD_FORMAT_ERROR", 3023),
    ("MQRCCF_MISSING_CONN_NAME", 4061),
    ("MQRCCF_MODE_VALUE_ERROR", 3029),
    ("MQRCCF_MQCONN_FAILED", 4026),
    ("MQRCCF_MQGET_FAILED", 4028),
    ("MQRCCF_MQINQ_FAILED", 4036),
    ("MQRCCF_MQOPEN_FAILED", 4027),
    ("MQRCCF_MQPUT_FAILED", 4029),
    ("MQRCCF_MQSET_FAILED", 4063),
    ("MQRCCF_MR_COUNT_ERROR", 4069),
    ("MQRCCF_MR_COUNT_WRONG_TYPE", 4070),
    ("MQRCCF_MR_EXIT_NAME_ERROR", 4071),
    ("MQRCCF_MR_EXIT_NAME_WRONG_TYPE", 4072),
    ("MQRCCF_MR_INTERVAL_ERROR", 4073),
    ("MQRCCF_MR_INTERVAL_WRONG_TYPE", 4074),
    ("MQRCCF_MSG_EXIT_NAME_ERROR", 4050),
    ("MQRCCF_MSG_LENGTH_ERROR", 3016),
    ("MQRCCF_MSG_SEQ_NUMBER_ERROR", 3030),
    ("MQRCCF_MSG_TRUNCATED", 3048),
    ("MQRCCF_NAMELIST_ERROR", 3215),
    ("MQRCCF_NETBIOS_NAME_ERROR", 3093),
    ("MQRCCF_NET_PRIORITY_ERROR", 4088),
    ("MQRCCF_NET_PRIORITY_WRONG_TYPE", 4089),
    ("MQRCCF_NHA_NOT_AVAILABLE", 4098),
    ("MQRCCF_NONE_FOUND", 3200),
    ("MQRCCF_NOT_AUTHORIZED", 3081),
    ("MQRCCF_NOT_REGISTERED", 3073),
    ("MQRCCF_NOT_XMIT_Q", 4037),
    ("MQRCCF_NO_CHANNEL_INITIATOR", 3217),
    ("MQRCCF_NO_COMMS_MANAGER", 4019),
    ("MQRCCF_NO_RETAINED_MSG", 3077),
    ("MQRCCF_NO_START_CMD", 3262),
    ("MQRCCF_NO_STOP_CMD", 3263),
    ("MQRCCF_NO_STORAGE", 4018),
    ("MQRCCF_NO_XCF_PARTNER", 3239),
    ("MQRCCF_NPM_SPEED_ERROR", 4075),
    ("MQRCCF_NPM_SPEED_WRONG_TYPE", 4076),
    ("MQRCCF_OBJECT_ALREADY_EXISTS", 4001),
    ("MQRCCF_OBJECT_BEING_DELETED", 3205),
    ("MQRCCF_OBJECT_IN_USE", 3160),
    ("MQRCCF_OBJECT_LIMIT_EXCEEDED", 3209),
    ("MQRCCF_OBJECT_NAME_ERROR", 4008),
    ("MQRCCF_OBJECT_NAME_RESTRICTED", 3208),
    ("MQRCCF_OBJECT_OPEN", 4004),
    ("MQRCCF_OBJECT_OPEN_FORCE", 3210),
    ("MQRCCF_OBJECT_TYPE_MISSING", 3173),
    ("MQRCCF_OBJECT_WRONG_TYPE", 4002),
    ("MQRCCF_PARM_CONFLICT", 3203),
    ("MQRCCF_PARM_COUNT_TOO_BIG", 3020),
    ("MQRCCF_PARM_COUNT_TOO_SMALL", 3019),
    ("MQRCCF_PARM_MISSING", 3228),
    ("MQRCCF_PARM_SEQUENCE_ERROR", 3035),
    ("MQRCCF_PARM_SYNTAX_ERROR", 3097),
    ("MQRCCF_PARM_VALUE_ERROR", 3229),
    ("MQRCCF_PATH_NOT_VALID", 3096),
    ("MQRCCF_PING_DATA_COMPARE_ERROR", 3032),
    ("MQRCCF_PING_DATA_COUNT_ERROR", 3031),
    ("MQRCCF_PING_ERROR", 4030),
    ("MQRCCF_POLICY_NAME_MISSING", 3334),
    ("MQRCCF_POLICY_NOT_FOUND", 3328),
    ("MQRCCF_POLICY_VERSION_ERROR", 3332),
    ("MQRCCF_PORT_IN_USE", 3324),
    ("MQRCCF_PORT_NUMBER_ERROR", 3167),
    ("MQRCCF_PROFILE_NAME_ERROR", 3170),
    ("MQRCCF_PROFILE_NAME_MISSING", 3347),
    ("MQRCCF_PROGRAM_AUTH_FAILED", 3177),
    ("MQRCCF_PROGRAM_NOT_AVAILABLE", 3176),
    ("MQRCCF_PSCLUS_DISABLED_TOPDEF", 3359),
    ("MQRCCF_PSCLUS_TOPIC_EXISTS", 3360),
    ("MQRCCF_PS_REQUIRED_MQUC", 3383),
    ("MQRCCF_PUBSUB_INHIBITED", 3318),
    ("MQRCCF_PUB_OPTIONS_ERROR", 3084),
    ("MQRCCF_PURGE_VALUE_ERROR", 3046),
    ("MQRCCF_PUT_AUTH_ERROR", 3045),
    ("MQRCCF_PUT_AUTH_WRONG_TYPE", 4059),
    ("MQRCCF_PWD_LENGTH_ERROR", 3098),
    ("MQRCCF_QUANTUM_ATTR_CONFLICT", 3392),
    ("MQRCCF_QUEUES_VALUE_ERROR", 3051),
    ("MQRCCF_QUIESCE_VALUE_ERROR", 3029),
    ("MQRCCF_Q_ALREADY_IN_CELL", 3021),
    ("MQRCCF_Q_ATTR_CONFLICT", 3223),
    ("MQRCCF_Q_MGR_ATTR_CONFLICT", 3372),
    ("MQRCCF_Q_MGR_CCSID_ERROR", 3086),
    ("MQRCCF_Q_MGR_NAME_ERROR", 3074),
    ("MQRCCF_Q_MGR_NOT_IN_QSG", 3212),
    ("MQRCCF_Q_MGR_STATUS_NOT_FOUND", 4099),
    ("MQRCCF_Q_NAME_ERROR", 3076),
    ("MQRCCF_Q_STATUS_NOT_FOUND", 4091),
    ("MQRCCF_Q_TYPE_ERROR", 3022),
    ("MQRCCF_Q_WRONG_TYPE", 4007),
    ("MQRCCF_RCV_EXIT_NAME_ERROR", 4051),
    ("MQRCCF_RECEIVED_DATA_ERROR", 4015),
    ("MQRCCF_RECEIVE_FAILED", 4016),
    ("MQRCCF_RECIPIENT_DN_MISSING", 3333),
    ("MQRCCF_REG_OPTIONS_ERROR", 3083),
    ("MQRCCF_REMOTE_CHL_TYPE_ERROR", 3376),
    ("MQRCCF_REMOTE_QM_TERMINATING", 4035),
    ("MQRCCF_REMOTE_QM_UNAVAILABLE", 4034),
    ("MQRCCF_REMOTE_Q_NAME_ERROR", 3313),
    ("MQRCCF_REPLACE_VALUE_ERROR", 3025),
    ("MQRCCF_REPOS_NAME_CONFLICT", 3089),
    ("MQRCCF_REPOS_VALUE_ERROR", 3055),
    ("MQRCCF_RETAINED_NOT_SUPPORTED", 4095),
    ("MQRCCF_REVDNS_DISABLED", 3366),
    ("MQRCCF_SECURITY_CASE_CONFLICT", 3303),
    ("MQRCCF_SECURITY_REFRESH_FAILED", 3202),
    ("MQRCCF_SECURITY_SWITCH_OFF", 3201),
    ("MQRCCF_SEC_EXIT_NAME_ERROR", 4049),
    ("MQRCCF_SEND_EXIT_NAME_ERROR", 4048),
    ("MQRCCF_SEND_FAILED", 4014),
    ("MQRCCF_SEQ_NUMBER_WRAP_ERROR", 3043),
    ("MQRCCF_SERVICE_NAME_ERROR", 3375),
    ("MQRCCF_SERVICE_REQUEST_PENDING", 3261),
    ("MQRCCF_SERVICE_RUNNING", 3251),
    ("MQRCCF_SERVICE_STOPPED", 3253),
    ("MQRCCF_SERV_STATUS_NOT_FOUND", 3252),
    ("MQRCCF_SHARING_CONVS_ERROR", 3301),
    ("MQRCCF_SHARING_CONVS_TYPE", 3302),
    ("MQRCCF_SHORT_RETRY_ERROR", 3039),
    ("MQRCCF_SHORT_RETRY_WRONG_TYPE", 4055),
    ("MQRCCF_SHORT_TIMER_ERROR", 3040),
    ("MQRCCF_SHORT_TIMER_WRONG_TYPE", 4056),
    ("MQRCCF_SIGNATURE_ALG_ERROR", 3330),
    ("MQRCCF_SMDS_REQUIRES_DSGROUP", 3358),
    ("MQRCCF_SOCKET_ERROR", 3362),
    ("MQRCCF_SSL_ALT_PROVIDER_REQD", 3325),
    ("MQRCCF_SSL_CIPHER_SPEC_ERROR", 4092),
    ("MQRCCF_SSL_CIPHER_SUITE_ERROR", 3361),
    ("MQRCCF_SSL_CLIENT_AUTH_ERROR", 4094),
    ("MQRCCF_SSL_PEER_NAME_ERROR", 4093),
    ("MQRCCF_SSL_QS_ALG_DISABLED", 3393),
    ("MQRCCF_STORAGE_CLASS_IN_USE", 3207),
    ("MQRCCF_STREAMQ_CONFLICT", 3387),
    ("MQRCCF_STREAMQ_DEST_CONFLICT", 3385),
    ("MQRCCF_STREAMQ_DEST_NOT_SUPP", 3384),
    ("MQRCCF_STREAMQ_NOT_SUPPORTED", 3386),
    ("MQRCCF_STREAM_ERROR", 3071),
    ("MQRCCF_STRUCTURE_TYPE_ERROR", 3013),
    ("MQRCCF_SUBSCRIPTION_IN_USE", 3155),
    ("MQRCCF_SUBSCRIPTION_LOCKED", 3156),
    ("MQRCCF_SUBSCRIPTION_POINT_ERR", 3309),
    ("MQRCCF_SUB_ALREADY_EXISTS", 3311),
    ("MQRCCF_SUB_IDENTITY_ERROR", 3154),
    ("MQRCCF_SUB_NAME_ERROR", 3153),
    ("MQRCCF_SUITE_B_ERROR", 3353),
    ("MQRCCF_SUPPRESSED_BY_EXIT", 4085),
    ("MQRCCF_TERMINATED_BY_SEC_EXIT", 4065),
    ("MQRCCF_TOLERATION_POL_ERROR", 3331),
    ("MQRCCF_TOO_MANY_FILTERS", 3248),
    ("MQRCCF_TOPICSTR_ALREADY_EXISTS", 3300),
    ("MQRCCF_TOPIC_ERROR", 3072),
    ("MQRCCF_TOPIC_RESTRICTED", 3377),
    ("MQRCCF_TOPIC_STRING_NOT_FOUND", 3308),
    ("MQRCCF_TOPIC_TYPE_ERROR", 3305),
    ("MQRCCF_UNEXPECTED_ERROR", 3238),
    ("MQRCCF_UNKNOWN_BROKER", 3085),
    ("MQRCCF_UNKNOWN_FILE_NAME", 3161),
    ("MQRCCF_UNKNOWN_OBJECT_NAME", 3312),
    ("MQRCCF_UNKNOWN_Q_MGR", 4006),
    ("MQRCCF_UNKNOWN_REMOTE_CHANNEL", 4033),
    ("MQRCCF_UNKNOWN_STREAM", 3082),
    ("MQRCCF_UNKNOWN_USER_ID", 3237),
    ("MQRCCF_USER_EXIT_NOT_AVAILABLE", 4039),
    ("MQRCCF_USE_CLIENT_ID_ERROR", 3321),
    ("MQRCCF_WRONG_CHANNEL_TYPE", 4041),
    ("MQRCCF_WRONG_CHLAUTH_ACTION", 3339),
    ("MQRCCF_WRONG_CHLAUTH_MATCH", 3342),
    ("MQRCCF_WRONG_CHLAUTH_TYPE", 3336),
    ("MQRCCF_WRONG_CHLAUTH_USERSRC", 3340),
    ("MQRCCF_WRONG_USER", 3151),
    ("MQRCCF_XMIT_PROTOCOL_TYPE_ERR", 3036),
    ("MQRCCF_XMIT_Q_NAME_ERROR", 4045),
    ("MQRCCF_XMIT_Q_NAME_WRONG_TYPE", 4052),
    ("MQRC_ACTION_ERROR", 2535),
    ("MQRC_ADAPTER_CONN_LOAD_ERROR", 2129),
    ("MQRC_ADAPTER_CONV_LOAD_ERROR", 2133),
    ("MQRC_ADAPTER_DEFS_ERROR", 2131),
    ("MQRC_ADAPTER_DEFS_LOAD_ERROR", 2132),
    ("MQRC_ADAPTER_DISC_LOAD_ERROR", 2138),
    ("MQRC_ADAPTER_NOT_AVAILABLE", 2204),
    ("MQRC_ADAPTER_SERV_LOAD_ERROR", 2130),
    ("MQRC_ADAPTER_STORAGE_SHORTAGE", 2127),
    ("MQRC_ADMIN_TOPIC_STRING_ERROR", 2598),
    ("MQRC_AIR_ERROR", 2385),
    ("MQRC_ALIAS_BASE_Q_TYPE_ERROR", 2001),
    ("MQRC_ALIAS_TARGTYPE_CHANGED", 2480),
    ("MQRC_ALREADY_CONNECTED", 2002),
    ("MQRC_ALREADY_JOINED", 2542),
    ("MQRC_ALTER_SUB_ERROR", 2435),
    ("MQRC_AMQP_NOT_AVAILABLE", 2599),
    ("MQRC_ANOTHER_Q_MGR_CONNECTED", 2103),
    ("MQRC_API_EXIT_ERROR", 2374),
    ("MQRC_API_EXIT_INIT_ERROR", 2375),
    ("MQRC_API_EXIT_LOAD_ERROR", 2183),
    ("MQRC_API_EXIT_NOT_FOUND", 2182),
    ("MQRC_API_EXIT_TERM_ERROR", 2376),
    ("MQRC_APPL_FIRST", 900),
    ("MQRC_APPL_LAST", 999),
    ("MQRC_ASID_MISMATCH", 2157),
    ("MQRC_ASYNC_UOW_CONFLICT", 2529),
    ("MQRC_ASYNC_XA_CONFLICT", 2530),
    ("MQRC_ATTRIBUTE_LOCKED", 6104),
    ("MQRC_AUTH_INFO_CONN_NAME_ERROR", 2387),
    ("MQRC_AUTH_INFO_REC_COUNT_ERROR", 2383),
    ("MQRC_AUTH_INFO_REC_ERROR", 2384),
    ("MQRC_AUTH_INFO_TYPE_ERROR", 2386),
    ("MQRC_BACKED_OUT", 2003),
    ("MQRC_BACKOUT_THRESHOLD_REACHED", 2362),
    ("MQRC_BAG_CONVERSION_ERROR", 2303),
    ("MQRC_BAG_WRONG_TYPE", 2326),
    ("MQRC_BINARY_DATA_LENGTH_ERROR", 6111),
    ("MQRC_BMHO_ERROR", 2489),
    ("MQRC_BNO_ERROR", 2602),
    ("MQRC_BO_ERROR", 2134),
    ("MQRC_BRIDGE_STARTED", 2125),
    ("MQRC_BRIDGE_STOPPED", 2126),
    ("MQRC_BUFFER_ERROR", 2004),
    ("MQRC_BUFFER_LENGTH_ERROR", 2005),
    ("MQRC_BUFFER_NOT_AUTOMATIC", 6112),
    ("MQRC_CALLBACK_LINK_ERROR", 2487),
    ("MQRC_CALLBACK_NOT_REGISTERED", 2448),
    ("MQRC_CALLBACK_ROUTINE_ERROR", 2486),
    ("MQRC_CALLBACK_TYPE_ERROR", 2483),
    ("MQRC_CALL_INTERRUPTED", 2549),
    ("MQRC_CALL_IN_PROGRESS", 2219),
    ("MQRC_CBD_ERROR", 2444),
    ("MQRC_CBD_OPTIONS_ERROR", 2484),
    ("MQRC_CCDT_URL_ERROR", 2600),
    ("MQRC_CD_ARRAY_ERROR", 2576),
    ("MQRC_CD_ERROR", 2277),
    ("MQRC_CERT_LABEL_NOT_ALLOWED", 2596),
    ("MQRC_CERT_VAL_POLICY_ERROR", 2593),
    ("MQRC_CFBF_ERROR", 2422),
    ("MQRC_CFBS_ERROR", 2395),
    ("MQRC_CFGR_ERROR", 2416),
    ("MQRC_CFH_ERROR", 2235),
    ("MQRC_CFIF_ERROR", 2414),
    ("MQRC_CFIL_ERROR", 2236),
    ("MQRC_CFIN_ERROR", 2237),
    ("MQRC_CFSF_ERROR", 2415),
    ("MQRC_CFSL_ERROR", 2238),
    ("MQRC_CFST_ERROR", 2239),
    ("MQRC_CF_NOT_AVAILABLE", 2345),
    ("MQRC_CF_STRUC_AUTH_FAILED", 2348),
    ("MQRC_CF_STRUC_ERROR", 2349),
    ("MQRC_CF_STRUC_FAILED", 2373),
    ("MQRC_CF_STRUC_IN_USE", 2346),
    ("MQRC_CF_STRUC_LIST_HDR_IN_USE", 2347),
    ("MQRC_CHANNEL_ACTIVATED", 2295),
    ("MQRC_CHANNEL_AUTO_DEF_ERROR", 2234),
    ("MQRC_CHANNEL_AUTO_DEF_OK", 2233),
    ("MQRC_CHANNEL_BLOCKED", 2577),
    ("MQRC_CHANNEL_BLOCKED_WARNING", 2578),
    ("MQRC_CHANNEL_CONFIG_ERROR", 2539),
    ("MQRC_CHANNEL_CONV_ERROR", 2284),
    ("MQRC_CHANNEL_NOT_ACTIVATED", 2296),
    ("MQRC_CHANNEL_NOT_AVAILABLE", 2537),
    ("MQRC_CHANNEL_SSL_ERROR", 2371),
    ("MQRC_CHANNEL_SSL_WARNING", 2552),
    ("MQRC_CHANNEL_STARTED", 2282),
    ("MQRC_CHANNEL_STOPPED", 2283),
    ("MQRC_CHANNEL_STOPPED_BY_USER", 2279),
    ("MQRC_CHAR_ATTRS_ERROR", 2007),
    ("MQRC_CHAR_ATTRS_TOO_SHORT", 2008),
    ("MQRC_CHAR_ATTR_LENGTH_ERROR", 2006),
    ("MQRC_CHAR_CONVERSION_ERROR", 2340),
    ("MQRC_CICS_BRIDGE_RESTRICTION", 2187),
    ("MQRC_CICS_WAIT_FAILED", 2140),
    ("MQRC_CIPHER_SPEC_NOT_SUITE_B", 2591),
    ("MQRC_CLIENT_CHANNEL_CONFLICT", 2423),
    ("MQRC_CLIENT_CONN_ERROR", 2278),
    ("MQRC_CLIENT_EXIT_ERROR", 2407),
    ("MQRC_CLIENT_EXIT_LOAD_ERROR", 2406),
    ("MQRC_CLUSTER_EXIT_ERROR", 2266),
    ("MQRC_CLUSTER_EXIT_LOAD_ERROR", 2267),
    ("MQRC_CLUSTER_PUT_INHIBITED", 2268),
    ("MQRC_CLUSTER_RESOLUTION_ERROR", 2189),
    ("MQRC_CLUSTER_RESOURCE_ERROR", 2269),
    ("MQRC_CMD_SERVER_NOT_AVAILABLE", 2322),
    ("MQRC_CMHO_ERROR", 2461),
    ("MQRC_CNO_ERROR", 2139),
    ("MQRC_CODED_CHAR_SET_ID_ERROR", 2330),
    ("MQRC_COD_NOT_VALID_FOR_XCF_Q", 2106),
    ("MQRC_COMMAND_MQSC", 2412),
    ("MQRC_COMMAND_PCF", 2413),
    ("MQRC_COMMAND_TYPE_ERROR", 2300),
    ("MQRC_COMMINFO_ERROR", 2558),
    ("MQRC_CONFIG_CHANGE_OBJECT", 2368),
    ("MQRC_CONFIG_CREATE_OBJECT", 2367),
    ("MQRC_CONFIG_DELETE_OBJECT", 2369),
    ("MQRC_CONFIG_REFRESH_OBJECT", 2370),
    ("MQRC_CONNECTION_BROKEN", 2009),
    ("MQRC_CONNECTION_ERROR", 2273),
    ("MQRC_CONNECTION_NOT_AUTHORIZED", 2217),
    ("MQRC_CONNECTION_NOT_AVAILABLE", 2568),
    ("MQRC_CONNECTION_QUIESCING", 2202),
    ("MQRC_CONNECTION_STOPPED", 2528),
    ("MQRC_CONNECTION_STOPPING", 2203),
    ("MQRC_CONNECTION_SUSPENDED", 2521),
    ("MQRC_CONN_ID_IN_USE", 2160),
    ("MQRC_CONN_TAG_IN_USE", 2271),
    ("MQRC_CONN_TAG_NOT_RELEASED", 2344),
    ("MQRC_CONN_TAG_NOT_USABLE", 2350),
    ("MQRC_CONTENT_ERROR", 2554),
    ("MQRC_CONTEXT_HANDLE_ERROR", 2097),
    ("MQRC_CONTEXT_NOT_AVAILABLE", 2098),
    ("MQRC_CONTEXT_OBJECT_NOT_VALID", 6121),
    ("MQRC_CONTEXT_OPEN_ERROR", 6122),
    ("MQRC_CONVERTED_MSG_TOO_BIG", 2120),
    ("MQRC_CONVERTED_STRING_TOO_BIG", 2190),
    ("MQRC_CORREL_ID_ERROR", 2207),
    ("MQRC_CRYPTO_HARDWARE_ERROR", 2382),
    ("MQRC_CSP_ERROR", 2595),
    ("MQRC_CTLO_ERROR", 2445),
    ("MQRC_CURRENT_RECORD_ERROR", 2357),
    ("MQRC_CURSOR_NOT_VALID", 6105),
    ("MQRC_DATA_LENGTH_ERROR", 2010),
    ("MQRC_DATA_SET_NOT_AVAILABLE", 2561),
    ("MQRC_DATA_TRUNCATED", 6115),
    ("MQRC_DB2_NOT_AVAILABLE", 2342),
    ("MQRC_DBCS_ERROR", 2150),
    ("MQRC_DEF_SYNCPOINT_INHIBITED", 2559),
    ("MQRC_DEF_XMIT_Q_TYPE_ERROR", 2198),
    ("MQRC_DEF_XMIT_Q_USAGE_ERROR", 2199),
    ("MQRC_DEST_CLASS_NOT_ALTERABLE", 2533),
    ("MQRC_DEST_ENV_ERROR", 2263),
    ("MQRC_DEST_NAME_ERROR", 2264),
    ("MQRC_DH_ERROR", 2135),
    ("MQRC_DISTRIBUTION_LIST_EMPTY", 6126),
    ("MQRC_DLH_ERROR", 2141),
    ("MQRC_DMHO_ERROR", 2462),
    ("MQRC_DMPO_ERROR", 2481),
    ("MQRC_DUPLICATE_GROUP_SUB", 2514),
    ("MQRC_DUPLICATE_RECOV_COORD", 2163),
    ("MQRC_DURABILITY_NOT_ALLOWED", 2436),
    ("MQRC_DURABILITY_NOT_ALTERABLE", 2509),
    ("MQRC_DYNAMIC_Q_NAME_ERROR", 2011),
    ("MQRC_ENCODING_ERROR", 6106),
    ("MQRC_ENCODING_NOT_SUPPORTED", 2308),
    ("MQRC_ENVIRONMENT_ERROR", 2012),
    ("MQRC_EPH_ERROR", 2420),
    ("MQRC_EXIT_PROPS_NOT_SUPPORTED", 2588),
    ("MQRC_EXIT_REASON_ERROR", 2377),
    ("MQRC_EXPIRY_ERROR", 2013),
    ("MQRC_FASTPATH_NOT_AVAILABLE", 2590),
    ("MQRC_FEEDBACK_ERROR", 2014),
    ("MQRC_FILE_NOT_AUDITED", 2216),
    ("MQRC_FILE_SYSTEM_ERROR", 2208),
    ("MQRC_FILTER_OPERATOR_ERROR", 2418),
    ("MQRC_FORMAT_ERROR", 2110),
    ("MQRC_FORMAT_NOT_SUPPORTED", 2317),
    ("MQRC_FUNCTION_ERROR", 2281),
    ("MQRC_FUNCTION_NOT_SUPPORTED", 2298),
    ("MQRC_GET_ENABLED", 2494),
    ("MQRC_GET_INHIBITED", 2016),
    ("MQRC_GLOBAL_UOW_CONFLICT", 2351),
    ("MQRC_GMO_ERROR", 2186),
    ("MQRC_GROUPING_NOT_ALLOWED", 2562),
    ("MQRC_GROUPING_NOT_ALTERABLE", 2515),
    ("MQRC_GROUP_ADDRESS_ERROR", 2563),
    ("MQRC_GROUP_ID_ERROR", 2258),
    ("MQRC_HANDLE_IN_USE_FOR_UOW", 2353),
    ("MQRC_HANDLE_NOT_AVAILABLE", 2017),
    ("MQRC_HBAG_ERROR", 2320),
    ("MQRC_HCONFIG_ERROR", 2280),
    ("MQRC_HCONN_ASYNC_ACTIVE", 2500),
    ("MQRC_HCONN_ERROR", 2018),
    ("MQRC_HEADER_ERROR", 2142),
    ("MQRC_HMSG_ERROR", 2460),
    ("MQRC_HMSG_NOT_AVAILABLE", 2587),
    ("MQRC_HOBJ_ERROR", 2019),
    ("MQRC_HOBJ_QUIESCED", 2517),
    ("MQRC_HOBJ_QUIESCED_NO_MSGS", 2518),
    ("MQRC_HOST_NOT_AVAILABLE", 2538),
    ("MQRC_HTTPS_KEYSTORE_ERROR", 2604),
    ("MQRC_IDENTITY_MISMATCH", 2434),
    ("MQRC_IIH_ERROR", 2148),
    ("MQRC_IMPO_ERROR", 2464),
    ("MQRC_INCOMPLETE_GROUP", 2241),
    ("MQRC_INCOMPLETE_MSG", 2242),
    ("MQRC_INCOMPLETE_TRANSACTION", 2147),
    ("MQRC_INCONSISTENT_BROWSE", 2259),
    ("MQRC_INCONSISTENT_CCSIDS", 2243),
    ("MQRC_INCONSISTENT_ENCODINGS", 2244),
    ("MQRC_INCONSISTENT_FORMAT", 6119),
    ("MQRC_INCONSISTENT_ITEM_TYPE", 2313),
    ("MQRC_INCONSISTENT_OBJECT_STATE", 6120),
    ("MQRC_INCONSISTENT_OPEN_OPTIONS", 6127),
    ("MQRC_INCONSISTENT_PERSISTENCE", 2185),
    ("MQRC_INCONSISTENT_UOW", 2245),
    ("MQRC_INDEX_ERROR", 2314),
    ("MQRC_INDEX_NOT_PRESENT", 2306),
    ("MQRC_INHIBIT_VALUE_ERROR", 2020),
    ("MQRC_INITIALIZATION_FAILED", 2286),
    ("MQRC_INQUIRY_COMMAND_ERROR", 2324),
    ("MQRC_INSTALLATION_MISMATCH", 2583),
    ("MQRC_INSTALLATION_MISSING", 2589),
    ("MQRC_INSUFFICIENT_BUFFER", 6113),
    ("MQRC_INSUFFICIENT_DATA", 6114),
    ("MQRC_INT_ATTRS_ARRAY_ERROR", 2023),
    ("MQRC_INT_ATTR_COUNT_ERROR", 2021),
    ("MQRC_INT_ATTR_COUNT_TOO_SMALL", 2022),
    ("MQRC_INVALID_DESTINATION", 2522),
    ("MQRC_INVALID_MSG_UNDER_CURSOR", 2246),
    ("MQRC_INVALID_SUBSCRIPTION", 2523),
    ("MQRC_ITEM_COUNT_ERROR", 2316),
    ("MQRC_ITEM_TYPE_ERROR", 2327),
    ("MQRC_ITEM_VALUE_ERROR", 2319),
    ("MQRC_JMS_FORMAT_ERROR", 2364),
    ("MQRC_JSSE_ERROR", 2397),
    ("MQRC_KEY_REPOSITORY_ERROR", 2381),
    ("MQRC_LDAP_PASSWORD_ERROR", 2390),
    ("MQRC_LDAP_USER_NAME_ERROR", 2388),
    ("MQRC_LDAP_USER_NAME_LENGTH_ERR", 2389),
    ("MQRC_LOCAL_UOW_CONFLICT", 2352),
    ("MQRC_LOGGER_STATUS", 2411),
    ("MQRC_LOOPING_PUBLICATION", 2541),
    ("MQRC_MATCH_OPTIONS_ERROR", 2247),
    ("MQRC_MAX_CONNS_LIMIT_REACHED", 2025),
    ("MQRC_MAX_MSG_LENGTH_ERROR", 2485),
    ("MQRC_MCAST_PUB_STATUS", 2571),
    ("MQRC_MCAST_SUB_STATUS", 2572),
    ("MQRC_MDE_ERROR", 2248),
    ("MQRC_MD_ERROR", 2026),
    ("MQRC_MHBO_ERROR", 2501),
    ("MQRC_MISSING_REPLY_TO_Q", 2027),
    ("MQRC_MISSING_WIH", 2332),
    ("MQRC_MIXED_CONTENT_NOT_ALLOWED", 2498),
    ("MQRC_MODULE_ENTRY_NOT_FOUND", 2497),
    ("MQRC_MODULE_INVALID", 2496),
    ("MQRC_MODULE_NOT_FOUND", 2495),
    ("MQRC_MSG_FLAGS_ERROR", 2249),
    ("MQRC_MSG_HANDLE_COPY_FAILURE", 2532),
    ("MQRC_MSG_HANDLE_IN_USE", 2499),
    ("MQRC_MSG_ID_ERROR", 2206),
    ("MQRC_MSG_LENGTH_ERROR", 2491),
    ("MQRC_MSG_MARKED_BROWSE_CO_OP", 2200),
    ("MQRC_MSG_NOT_ALLOWED_IN_GROUP", 2417),
    ("MQRC_MSG_NOT_MATCHED", 2363),
    ("MQRC_MSG_SEQ_NUMBER_ERROR", 2250),
    ("MQRC_MSG_TOKEN_ERROR", 2331),
    ("MQRC_MSG_TOO_BIG_FOR_CHANNEL", 2218),
    ("MQRC_MSG_TOO_BIG_FOR_Q", 2030),
    ("MQRC_MSG_TOO_BIG_FOR_Q_MGR", 2031),
    ("MQRC_MSG_TYPE_ERROR", 2029),
    ("MQRC_MULTICAST_CONFIG_ERROR", 2564),
    ("MQRC_MULTICAST_INTERFACE_ERROR", 2565),
    ("MQRC_MULTICAST_INTERNAL_ERROR", 2567),
    ("MQRC_MULTICAST_ONLY", 2560),
    ("MQRC_MULTICAST_SEND_ERROR", 2566),
    ("MQRC_MULTIPLE_INSTANCE_ERROR", 2301),
    ("MQRC_MULTIPLE_REASONS", 2136),
    ("MQRC_NAME_IN_USE", 2201),
    ("MQRC_NAME_NOT_VALID_FOR_TYPE", 2194),
    ("MQRC_NEGATIVE_LENGTH", 6117),
    ("MQRC_NEGATIVE_OFFSET", 6118),
    ("MQRC_NESTED_BAG_NOT_SUPPORTED", 2325),
    ("MQRC_NESTED_SELECTOR_ERROR", 2419),
    ("MQRC_NEXT_OFFSET_ERROR", 2358),
    ("MQRC_NEXT_RECORD_ERROR", 2361),
    ("MQRC_NONE", 0),
    ("MQRC_NOT_AUTHORIZED", 2035),
    ("MQRC_NOT_CONNECTED", 6124),
    ("MQRC_NOT_CONVERTED", 2119),
    ("MQRC_NOT_OPEN", 6125),
    ("MQRC_NOT_OPEN_FOR_BROWSE", 2036),
    ("MQRC_NOT_OPEN_FOR_INPUT", 2037),
    ("MQRC_NOT_OPEN_FOR_INQUIRE", 2038),
    ("MQRC_NOT_OPEN_FOR_OUTPUT", 2039),
    ("MQRC_NOT_OPEN_FOR_PASS_ALL", 2093),
    ("MQRC_NOT_OPEN_FOR_PASS_IDENT", 2094),
    ("MQRC_NOT_OPEN_FOR_SET", 2040),
    ("MQRC_NOT_OPEN_FOR_SET_ALL", 2095),
    ("MQRC_NOT_OPEN_FOR_SET_IDENT", 2096),
    ("MQRC_NOT_PRIVILEGED", 2584),
    ("MQRC_NO_BUFFER", 6110),
    ("MQRC_NO_CALLBACKS_ACTIVE", 2446),
    ("MQRC_NO_CONNECTION_REFERENCE", 6109),
    ("MQRC_NO_DATA_AVAILABLE", 2379),
    ("MQRC_NO_DESTINATIONS_AVAILABLE", 2270),
    ("MQRC_NO_EXTERNAL_PARTICIPANTS", 2121),
    ("MQRC_NO_MSG_AVAILABLE", 2033),
    ("MQRC_NO_MSG_LOCKED", 2209),
    ("MQRC_NO_MSG_UNDER_CURSOR", 2034),
    ("MQRC_NO_RECORD_AVAILABLE", 2359),
    ("MQRC_NO_RETAINED_MSG", 2437),
    ("MQRC_NO_SUBSCRIPTION", 2428),
    ("MQRC_NO_SUBS_MATCHED", 2550),
    ("MQRC_NULL_POINTER", 6108),
    ("MQRC_OBJECT_ALREADY_EXISTS", 2100),
    ("MQRC_OBJECT_CHANGED", 2041),
    ("MQRC_OBJECT_DAMAGED", 2101),
    ("MQRC_OBJECT_IN_USE", 2042),
    ("MQRC_OBJECT_LEVEL_INCOMPATIBLE", 2360),
    ("MQRC_OBJECT_NAME_ERROR", 2152),
    ("MQRC_OBJECT_NOT_UNIQUE", 2343),
    ("MQRC_OBJECT_Q_MGR_NAME_ERROR", 2153),
    ("MQRC_OBJECT_RECORDS_ERROR", 2155),
    ("MQRC_OBJECT_STRING_ERROR", 2441),
    ("MQRC_OBJECT_TYPE_ERROR", 2043),
    ("MQRC_OCSP_URL_ERROR", 2553),
    ("MQRC_OD_ERROR", 2044),
    ("MQRC_OFFSET_ERROR", 2251),
    ("MQRC_OPEN_FAILED", 2137),
    ("MQRC_OPERATION_ERROR", 2488),
    ("MQRC_OPERATION_NOT_ALLOWED", 2534),
    ("MQRC_OPTIONS_CHANGED", 2457),
    ("MQRC_OPTIONS_ERROR", 2046),
    ("MQRC_OPTION_ENVIRONMENT_ERROR", 2274),
    ("MQRC_OPTION_NOT_VALID_FOR_TYPE", 2045),
    ("MQRC_ORIGINAL_LENGTH_ERROR", 2252),
    ("MQRC_OUTBOUND_SNI_NOT_VALID", 2603),
    ("MQRC_OUTCOME_MIXED", 2123),
    ("MQRC_OUTCOME_PENDING", 2124),
    ("MQRC_OUT_SELECTOR_ERROR", 2310),
    ("MQRC_PAGESET_ERROR", 2193),
    ("MQRC_PAGESET_FULL", 2192),
    ("MQRC_PARAMETER_MISSING", 2321),
    ("MQRC_PARTIALLY_CONVERTED", 2272),
    ("MQRC_PARTICIPANT_NOT_AVAILABLE", 2122),
    ("MQRC_PARTICIPANT_NOT_DEFINED", 2372),
    ("MQRC_PASSWORD_PROTECTION_ERROR", 2594),
    ("MQRC_PCF_ERROR", 2149),
    ("MQRC_PD_ERROR", 2482),
    ("MQRC_PERSISTENCE_ERROR", 2047),
    ("MQRC_PERSISTENT_NOT_ALLOWED", 2048),
    ("MQRC_PMO_ERROR", 2173),
    ("MQRC_PMO_RECORD_FLAGS_ERROR", 2158),
    ("MQRC_PRECONN_EXIT_ERROR", 2575),
    ("MQRC_PRECONN_EXIT_LOAD_ERROR", 2573),
    ("MQRC_PRECONN_EXIT_NOT_FOUND", 2574),
    ("MQRC_PRIORITY_ERROR", 2050),
    ("MQRC_PRIORITY_EXCEEDS_MAXIMUM", 2049),
    ("MQRC_PROPERTIES_DISABLED", 2586),
    ("MQRC_PROPERTIES_TOO_BIG", 2478),
    ("MQRC_PROPERTY_NAME_ERROR", 2442),
    ("MQRC_PROPERTY_NAME_LENGTH_ERR", 2513),
    ("MQRC_PROPERTY_NAME_TOO_BIG", 2465),
    ("MQRC_PROPERTY_NOT_AVAILABLE", 2471),
    ("MQRC_PROPERTY_TYPE_ERROR", 2473),
    ("MQRC_PROPERTY_VALUE_TOO_BIG", 2469),
    ("MQRC_PROP_CONV_NOT_SUPPORTED", 2470),
    ("MQRC_PROP_NAME_NOT_CONVERTED", 2492),
    ("MQRC_PROP_NUMBER_FORMAT_ERROR", 2472),
    ("MQRC_PROP_TYPE_NOT_SUPPORTED", 2467),
    ("MQRC_PROP_VALUE_NOT_CONVERTED", 2466),
    ("MQRC_PUBLICATION_FAILURE", 2502),
    ("MQRC_PUBLISH_EXIT_ERROR", 2557),
    ("MQRC_PUBSUB_INHIBITED", 2531),
    ("MQRC_PUT_INHIBITED", 2051),
    ("MQRC_PUT_MSG_RECORDS_ERROR", 2159),
    ("MQRC_PUT_NOT_RETAINED", 2479),
    ("MQRC_Q_ALREADY_EXISTS", 2290),
    ("MQRC_Q_DELETED", 2052),
    ("MQRC_Q_DEPTH_HIGH", 2224),
    ("MQRC_Q_DEPTH_LOW", 2225),
    ("MQRC_Q_FULL", 2053),
    ("MQRC_Q_INDEX_TYPE_ERROR", 2394),
    ("MQRC_Q_MGR_ACTIVE", 2222),
    ("MQRC_Q_MGR_NAME_ERROR", 2058),
    ("MQRC_Q_MGR_NOT_ACTIVE", 2223),
    ("MQRC_Q_MGR_NOT_AVAILABLE", 2059),
    ("MQRC_Q_MGR_QUIESCING", 2161),
    ("MQRC_Q_MGR_RECONNECT_REQUESTED", 2601),
    ("MQRC_Q_MGR_STOPPING", 2162),
    ("MQRC_Q_NOT_EMPTY", 2055),
    ("MQRC_Q_SERVICE_INTERVAL_HIGH", 2226),
    ("MQRC_Q_SERVICE_INTERVAL_OK", 2227),
    ("MQRC_Q_SPACE_NOT_AVAILABLE", 2056),
    ("MQRC_Q_TYPE_ERROR", 2057),
    ("MQRC_RAS_PROPERTY_ERROR", 2229),
    ("MQRC_READ_AHEAD_MSGS", 2458),
    ("MQRC_RECONNECTED", 2545),
    ("MQRC_RECONNECTING", 2544),
    ("MQRC_RECONNECT_FAILED", 2548),
    ("MQRC_RECONNECT_INCOMPATIBLE", 2547),
    ("MQRC_RECONNECT_QMID_MISMATCH", 2546),
    ("MQRC_RECONNECT_Q_MGR_REQD", 2555),
    ("MQRC_RECONNECT_TIMED_OUT", 2556),
    ("MQRC_RECS_PRESENT_ERROR", 2154),
    ("MQRC_REFERENCE_ERROR", 6129),
    ("MQRC_REMOTE_Q_NAME_ERROR", 2184),
    ("MQRC_REOPEN_EXCL_INPUT_ERROR", 6100),
    ("MQRC_REOPEN_INQUIRE_ERROR", 6101),
    ("MQRC_REOPEN_SAVED_CONTEXT_ERR", 6102),
    ("MQRC_REOPEN_TEMPORARY_Q_ERROR", 6103),
    ("MQRC_REPORT_OPTIONS_ERROR", 2061),
    ("MQRC_RESERVED_VALUE_ERROR", 2378),
    ("MQRC_RESOURCE_PROBLEM", 2102),
    ("MQRC_RESPONSE_RECORDS_ERROR", 2156),
    ("MQRC_RES_OBJECT_STRING_ERROR", 2520),
    ("MQRC_RETAINED_MSG_Q_ERROR", 2525),
    ("MQRC_RETAINED_NOT_DELIVERED", 2526),
    ("MQRC_RFH_COMMAND_ERROR", 2336),
    ("MQRC_RFH_DUPLICATE_PARM", 2338),
    ("MQRC_RFH_ERROR", 2334),
    ("MQRC_RFH_FORMAT_ERROR", 2421),
    ("MQRC_RFH_HEADER_FIELD_ERROR", 2228),
    ("MQRC_RFH_PARM_ERROR", 2337),
    ("MQRC_RFH_PARM_MISSING", 2339),
    ("MQRC_RFH_RESTRICTED_FORMAT_ERR", 2527),
    ("MQRC_RFH_STRING_ERROR", 2335),
    ("MQRC_RMH_ERROR", 2220),
    ("MQRC_SCO_ERROR", 2380),
    ("MQRC_SD_ERROR", 2424),
    ("MQRC_SECOND_MARK_NOT_ALLOWED", 2062),
    ("MQRC_SECURITY_ERROR", 2063),
    ("MQRC_SEGMENTATION_NOT_ALLOWED", 2443),
    ("MQRC_SEGMENTS_NOT_SUPPORTED", 2365),
    ("MQRC_SEGMENT_LENGTH_ZERO", 2253),
    ("MQRC_SELECTION_NOT_AVAILABLE", 2551),
    ("MQRC_SELECTION_STRING_ERROR", 2519),
    ("MQRC_SELECTOR_ALWAYS_FALSE", 2504),
    ("MQRC_SELECTOR_COUNT_ERROR", 2065),
    ("MQRC_SELECTOR_ERROR", 2067),
    ("MQRC_SELECTOR_INVALID_FOR_TYPE", 2516),
    ("MQRC_SELECTOR_LIMIT_EXCEEDED", 2066),
    ("MQRC_SELECTOR_NOT_ALTERABLE", 2524),
    ("MQRC_SELECTOR_NOT_FOR_TYPE", 2068),
    ("MQRC_SELECTOR_NOT_PRESENT", 2309),
    ("MQRC_SELECTOR_NOT_SUPPORTED", 2318),
    ("MQRC_SELECTOR_NOT_UNIQUE", 2305),
    ("MQRC_SELECTOR_OUT_OF_RANGE", 2304),
    ("MQRC_SELECTOR_SYNTAX_ERROR", 2459),
    ("MQRC_SELECTOR_TYPE_ERROR", 2299),
    ("MQRC_SELECTOR_WRONG_TYPE", 2312),
    ("MQRC_SERVICE_ERROR", 2289),
    ("MQRC_SERVICE_NOT_AVAILABLE", 2285),
    ("MQRC_SIGNAL1_ERROR", 2099),
    ("MQRC_SIGNAL_OUTSTANDING", 2069),
    ("MQRC_SIGNAL_REQUEST_ACCEPTED", 2070),
    ("MQRC_SMPO_ERROR", 2463),
    ("MQRC_SOAP_AXIS_ERROR", 2211),
    ("MQRC_SOAP_DOTNET_ERROR", 2210),
    ("MQRC_SOAP_URL_ERROR", 2212),
    ("MQRC_SOURCE_BUFFER_ERROR", 2145),
    ("MQRC_SOURCE_CCSID_ERROR", 2111),
    ("MQRC_SOURCE_DECIMAL_ENC_ERROR", 2113),
    ("MQRC_SOURCE_FLOAT_ENC_ERROR", 2114),
    ("MQRC_SOURCE_INTEGER_ENC_ERROR", 2112),
    ("MQRC_SOURCE_LENGTH_ERROR", 2143),
    ("MQRC_SRC_ENV_ERROR", 2261),
    ("MQRC_SRC_NAME_ERROR", 2262),
    ("MQRC_SRO_ERROR", 2438),
    ("MQRC_SSL_ALREADY_INITIALIZED", 2391),
    ("MQRC_SSL_ALT_PROVIDER_REQUIRED", 2570),
    ("MQRC_SSL_CERTIFICATE_REVOKED", 2401),
    ("MQRC_SSL_CERT_STORE_ERROR", 2402),
    ("MQRC_SSL_CONFIG_ERROR", 2392),
    ("MQRC_SSL_INITIALIZATION_ERROR", 2393),
    ("MQRC_SSL_KEY_RESET_ERROR", 2409),
    ("MQRC_SSL_NOT_ALLOWED", 2396),
    ("MQRC_SSL_PEER_NAME_ERROR", 2399),
    ("MQRC_SSL_PEER_NAME_MISMATCH", 2398),
    ("MQRC_STANDBY_Q_MGR", 2543),
    ("MQRC_STAT_TYPE_ERROR", 2430),
    ("MQRC_STOPPED_BY_CLUSTER_EXIT", 2188),
    ("MQRC_STORAGE_CLASS_ERROR", 2105),
    ("MQRC_STORAGE_MEDIUM_FULL", 2192),
    ("MQRC_STORAGE_NOT_AVAILABLE", 2071),
    ("MQRC_STRING_ERROR", 2307),
    ("MQRC_STRING_LENGTH_ERROR", 2323),
    ("MQRC_STRING_TRUNCATED", 2311),
    ("MQRC_STRUC_ID_ERROR", 6107),
    ("MQRC_STRUC_LENGTH_ERROR", 6123),
    ("MQRC_STS_ERROR", 2426),
    ("MQRC_SUBLEVEL_NOT_ALTERABLE", 2512),
    ("MQRC_SUBSCRIPTION_CHANGE", 2581),
    ("MQRC_SUBSCRIPTION_CREATE", 2579),
    ("MQRC_SUBSCRIPTION_DELETE", 2580),
    ("MQRC_SUBSCRIPTION_IN_USE", 2429),
    ("MQRC_SUBSCRIPTION_REFRESH", 2582),
    ("MQRC_SUB_ALREADY_EXISTS", 2432),
    ("MQRC_SUB_INHIBITED", 2503),
    ("MQRC_SUB_JOIN_NOT_ALTERABLE", 29440),
    ("MQRC_SUB_NAME_ERROR", 2440),
    ("MQRC_SUB_USER_DATA_ERROR", 2431),
    ("MQRC_SUITE_B_ERROR", 2592),
    ("MQRC_SUPPRESSED_BY_EXIT", 2109),
    ("MQRC_SYNCPOINT_LIMIT_REACHED", 2024),
    ("MQRC_SYNCPOINT_NOT_ALLOWED", 2569),
    ("MQRC_SYNCPOINT_NOT_AVAILABLE", 2072),
    ("MQRC_SYSTEM_BAG_NOT_ALTERABLE", 2315),
    ("MQRC_SYSTEM_BAG_NOT_DELETABLE", 2328),
    ("MQRC_SYSTEM_ITEM_NOT_ALTERABLE", 2302),
    ("MQRC_SYSTEM_ITEM_NOT_DELETABLE", 2329),
    ("MQRC_TARGET_BUFFER_ERROR", 2146),
    ("MQRC_TARGET_CCSID_ERROR", 2115),
    ("MQRC_TARGET_DECIMAL_ENC_ERROR", 2117),
    ("MQRC_TARGET_FLOAT_ENC_ERROR", 2118),
    ("MQRC_TARGET_INTEGER_ENC_ERROR", 2116),
    ("MQRC_TARGET_LENGTH_ERROR", 2144),
    ("MQRC_TERMINATION_FAILED", 2287),
    ("MQRC_TMC_ERROR", 2191),
    ("MQRC_TM_ERROR", 2265),
    ("MQRC_TOKEN_TIMESTAMP_NOT_VALID", 2064),
    ("MQRC_TOPIC_NOT_ALTERABLE", 2510),
    ("MQRC_TOPIC_STRING_ERROR", 2425),
    ("MQRC_TRIGGER_CONTROL_ERROR", 2075),
    ("MQRC_TRIGGER_DEPTH_ERROR", 2076),
    ("MQRC_TRIGGER_MSG_PRIORITY_ERR", 2077),
    ("MQRC_TRIGGER_TYPE_ERROR", 2078),
    ("MQRC_TRUNCATED", 2120),
    ("MQRC_TRUNCATED_MSG_ACCEPTED", 2079),
    ("MQRC_TRUNCATED_MSG_FAILED", 2080),
    ("MQRC_UCS2_CONVERSION_ERROR", 2341),
    ("MQRC_UNEXPECTED_ERROR", 2195),
    ("MQRC_UNIT_OF_WORK_NOT_STARTED", 2232),
    ("MQRC_UNKNOWN_ALIAS_BASE_Q", 2082),
    ("MQRC_UNKNOWN_AUTH_ENTITY", 2293),
    ("MQRC_UNKNOWN_CHANNEL_NAME", 2540),
    ("MQRC_UNKNOWN_COMPONENT_NAME", 2410),
    ("MQRC_UNKNOWN_DEF_XMIT_Q", 2197),
    ("MQRC_UNKNOWN_ENTITY", 2292),
    ("MQRC_UNKNOWN_OBJECT_NAME", 2085),
    ("MQRC_UNKNOWN_OBJECT_Q_MGR", 2086),
    ("MQRC_UNKNOWN_Q_NAME", 2288),
    ("MQRC_UNKNOWN_REF_OBJECT", 2294),
    ("MQRC_UNKNOWN_REMOTE_Q_MGR", 2087),
    ("MQRC_UNKNOWN_REPORT_OPTION", 2104),
    ("MQRC_UNKNOWN_XMIT_Q", 2196),
    ("MQRC_UNSUPPORTED_CIPHER_SUITE", 2400),
    ("MQRC_UNSUPPORTED_PROPERTY", 2490),
    ("MQRC_UOW_CANCELED", 2297),
    ("MQRC_UOW_COMMITTED", 2408),
    ("MQRC_UOW_ENLISTMENT_ERROR", 2354),
    ("MQRC_UOW_IN_PROGRESS", 2128),
    ("MQRC_UOW_MIX_NOT_SUPPORTED", 2355),
    ("MQRC_UOW_NOT_AVAILABLE", 2255),
    ("MQRC_USER_ID_NOT_AVAILABLE", 2291),
    ("MQRC_WAIT_INTERVAL_ERROR", 2090),
    ("MQRC_WIH_ERROR", 2333),
    ("MQRC_WRONG_CF_LEVEL", 2366),
    ("MQRC_WRONG_GMO_VERSION", 2256),
    ("MQRC_WRONG_MD_VERSION", 2257),
    ("MQRC_WRONG_VERSION", 6128),
    ("MQRC_WXP_ERROR", 2356),
    ("MQRC_XEPO_ERROR", 2507),
    ("MQRC_XMIT_Q_TYPE_ERROR", 2091),
    ("MQRC_XMIT_Q_USAGE_ERROR", 2092),
    ("MQRC_XQH_ERROR", 2260),
    ("MQRC_XR_NOT_AVAILABLE", 6130),
    ("MQRC_XWAIT_CANCELED", 2107),
    ("MQRC_XWAIT_ERROR", 2108),
    ("MQRC_ZERO_LENGTH", 6116),
];
