/* cmqxc.h: channel definitions and exits.
 * Part of FerroMQ. Generated from tables/ by `cargo xtask generate`; do not edit. */
#if !defined(MQXC_INCLUDED)
#define MQXC_INCLUDED

#include "cmqc.h"

#define MQACH_CURRENT_LENGTH                72
#define MQACH_CURRENT_VERSION               1
#define MQACH_LENGTH_1                      72
#define MQACH_STRUC_ID                      "ACH "
#define MQACH_STRUC_ID_ARRAY                'A','C','H',' '
#define MQACH_VERSION_1                     1

#define MQAXC_CURRENT_LENGTH                424
#define MQAXC_CURRENT_VERSION               2
#define MQAXC_LENGTH_1                      392
#define MQAXC_LENGTH_2                      424
#define MQAXC_STRUC_ID                      "AXC "
#define MQAXC_STRUC_ID_ARRAY                'A','X','C',' '
#define MQAXC_VERSION_1                     1
#define MQAXC_VERSION_2                     2

#define MQAXP_CURRENT_LENGTH                256
#define MQAXP_CURRENT_VERSION               2
#define MQAXP_LENGTH_1                      256
#define MQAXP_STRUC_ID                      "AXP "
#define MQAXP_STRUC_ID_ARRAY                'A','X','P',' '
#define MQAXP_VERSION_1                     1
#define MQAXP_VERSION_2                     2

#define MQCAFTY_NONE                        0
#define MQCAFTY_PREFERRED                   1

#define MQCDC_NO_SENDER_CONVERSION          0
#define MQCDC_SENDER_CONVERSION             1

#define MQCD_CURRENT_LENGTH                 2000
#define MQCD_CURRENT_VERSION                13
#define MQCD_LENGTH_1                       984
#define MQCD_LENGTH_10                      1920
#define MQCD_LENGTH_11                      1984
#define MQCD_LENGTH_12                      1992
#define MQCD_LENGTH_13                      2000
#define MQCD_LENGTH_2                       1312
#define MQCD_LENGTH_3                       1480
#define MQCD_LENGTH_4                       1568
#define MQCD_LENGTH_5                       1584
#define MQCD_LENGTH_6                       1688
#define MQCD_LENGTH_7                       1792
#define MQCD_LENGTH_8                       1888
#define MQCD_LENGTH_9                       1912
#define MQCD_VERSION_1                      1
#define MQCD_VERSION_10                     10
#define MQCD_VERSION_11                     11
#define MQCD_VERSION_12                     12
#define MQCD_VERSION_13                     13
#define MQCD_VERSION_2                      2
#define MQCD_VERSION_3                      3
#define MQCD_VERSION_4                      4
#define MQCD_VERSION_5                      5
#define MQCD_VERSION_6                      6
#define MQCD_VERSION_7                      7
#define MQCD_VERSION_8                      8
#define MQCD_VERSION_9                      9

#define MQCF_DIST_LISTS                     0x00000001
#define MQCF_NONE                           0x00000000

#define MQCHT_ALL                           5
#define MQCHT_AMQP                          11
#define MQCHT_CLNTCONN                      6
#define MQCHT_CLUSRCVR                      8
#define MQCHT_CLUSSDR                       9
#define MQCHT_MQTT                          10
#define MQCHT_RECEIVER                      3
#define MQCHT_REQUESTER                     4
#define MQCHT_SENDER                        1
#define MQCHT_SERVER                        2
#define MQCHT_SVRCONN                       7

#define MQCLCT_DYNAMIC                      1
#define MQCLCT_STATIC                       0

#define MQCOMPRESS_ANY                      0x0fffffff
#define MQCOMPRESS_LZ4FAST                  16
#define MQCOMPRESS_LZ4HIGH                  32
#define MQCOMPRESS_NONE                     0
#define MQCOMPRESS_NOT_AVAILABLE            (-1)
#define MQCOMPRESS_RLE                      1
#define MQCOMPRESS_SYSTEM                   8
#define MQCOMPRESS_ZLIBFAST                 2
#define MQCOMPRESS_ZLIBHIGH                 4

#define MQCXP_CURRENT_LENGTH                240
#define MQCXP_CURRENT_VERSION               9
#define MQCXP_LENGTH_3                      156
#define MQCXP_LENGTH_4                      156
#define MQCXP_LENGTH_5                      160
#define MQCXP_LENGTH_6                      200
#define MQCXP_LENGTH_7                      208
#define MQCXP_LENGTH_8                      224
#define MQCXP_LENGTH_9                      240
#define MQCXP_STRUC_ID                      "CXP "
#define MQCXP_STRUC_ID_ARRAY                'C','X','P',' '
#define MQCXP_VERSION_1                     1
#define MQCXP_VERSION_2                     2
#define MQCXP_VERSION_3                     3
#define MQCXP_VERSION_4                     4
#define MQCXP_VERSION_5                     5
#define MQCXP_VERSION_6                     6
#define MQCXP_VERSION_7                     7
#define MQCXP_VERSION_8                     8
#define MQCXP_VERSION_9                     9

#define MQDCC_DEFAULT_CONVERSION            0x00000001
#define MQDCC_FILL_TARGET_BUFFER            0x00000002
#define MQDCC_INT_DEFAULT_CONVERSION        0x00000004
#define MQDCC_NONE                          0x00000000
#define MQDCC_SOURCE_ENC_FACTOR             16
#define MQDCC_SOURCE_ENC_MASK               0x000000f0
#define MQDCC_SOURCE_ENC_NATIVE             0x00000020
#define MQDCC_SOURCE_ENC_NORMAL             0x00000010
#define MQDCC_SOURCE_ENC_REVERSED           0x00000020
#define MQDCC_SOURCE_ENC_UNDEFINED          0x00000000
#define MQDCC_TARGET_ENC_FACTOR             256
#define MQDCC_TARGET_ENC_MASK               0x00000f00
#define MQDCC_TARGET_ENC_NATIVE             0x00000200
#define MQDCC_TARGET_ENC_NORMAL             0x00000100
#define MQDCC_TARGET_ENC_REVERSED           0x00000200
#define MQDCC_TARGET_ENC_UNDEFINED          0x00000000

#define MQDXP_CURRENT_LENGTH                56
#define MQDXP_CURRENT_VERSION               2
#define MQDXP_LENGTH_1                      44
#define MQDXP_LENGTH_2                      56
#define MQDXP_STRUC_ID                      "DXP "
#define MQDXP_STRUC_ID_ARRAY                'D','X','P',' '
#define MQDXP_VERSION_1                     1
#define MQDXP_VERSION_2                     2

#define MQKAI_AUTO                          (-1)

#define MQMCAT_PROCESS                      1
#define MQMCAT_THREAD                       2

#define MQMCEV_ACK_RETRIES_EXCEEDED         13
#define MQMCEV_CCT_GETTIME_FAILED           110
#define MQMCEV_CLOSED_TRANS                 5
#define MQMCEV_DEST_INTERFACE_FAILOVER      121
#define MQMCEV_DEST_INTERFACE_FAILURE       120
#define MQMCEV_FIRST_MESSAGE                20
#define MQMCEV_HEARTBEAT_TIMEOUT            2
#define MQMCEV_LATE_JOIN_FAILURE            21
#define MQMCEV_MEMORY_ALERT_OFF             26
#define MQMCEV_MEMORY_ALERT_ON              25
#define MQMCEV_MESSAGE_LOSS                 22
#define MQMCEV_NACK_ALERT_OFF               28
#define MQMCEV_NACK_ALERT_ON                27
#define MQMCEV_NEW_SOURCE                   10
#define MQMCEV_PACKET_LOSS                  1
#define MQMCEV_PACKET_LOSS_NACK_EXPIRE      12
#define MQMCEV_PORT_INTERFACE_FAILOVER      123
#define MQMCEV_PORT_INTERFACE_FAILURE       122
#define MQMCEV_RECEIVE_QUEUE_TRIMMED        11
#define MQMCEV_RELIABILITY                  4
#define MQMCEV_RELIABILITY_CHANGED          31
#define MQMCEV_REPAIR_ALERT_OFF             30
#define MQMCEV_REPAIR_ALERT_ON              29
#define MQMCEV_REPAIR_DELAY                 24
#define MQMCEV_SEND_PACKET_FAILURE          23
#define MQMCEV_SHM_DEST_UNUSABLE            80
#define MQMCEV_SHM_PORT_UNUSABLE            81
#define MQMCEV_STREAM_ERROR                 6
#define MQMCEV_STREAM_EXPELLED              16
#define MQMCEV_STREAM_RESUME_NACK           15
#define MQMCEV_STREAM_SUSPEND_NACK          14
#define MQMCEV_VERSION_CONFLICT             3

#define MQNPMS_FAST                         2
#define MQNPMS_NORMAL                       1

#define MQNXP_CURRENT_LENGTH                72
#define MQNXP_CURRENT_VERSION               2
#define MQNXP_LENGTH_1                      64
#define MQNXP_LENGTH_2                      72
#define MQNXP_STRUC_ID                      "NXP "
#define MQNXP_STRUC_ID_ARRAY                'N','X','P',' '
#define MQNXP_VERSION_1                     1
#define MQNXP_VERSION_2                     2

#define MQPA_ALTERNATE_OR_MCA               4
#define MQPA_CONTEXT                        2
#define MQPA_DEFAULT                        1
#define MQPA_ONLY_MCA                       3

#define MQPBC_CURRENT_LENGTH                40
#define MQPBC_CURRENT_VERSION               2
#define MQPBC_LENGTH_1                      32
#define MQPBC_LENGTH_2                      40
#define MQPBC_STRUC_ID                      "PBC "
#define MQPBC_STRUC_ID_ARRAY                'P','B','C',' '
#define MQPBC_VERSION_1                     1
#define MQPBC_VERSION_2                     2

#define MQPROTO_AMQP                        3
#define MQPROTO_HTTP                        2
#define MQPROTO_MQTTV3                      1
#define MQPROTO_MQTTV311                    4
#define MQPROTO_MQTTV5                      5
#define MQPROTO_MQTTV5_MASK                 8

#define MQPSXP_CURRENT_LENGTH               184
#define MQPSXP_CURRENT_VERSION              2
#define MQPSXP_LENGTH_1                     176
#define MQPSXP_LENGTH_2                     184
#define MQPSXP_STRUC_ID                     "PSXP"
#define MQPSXP_STRUC_ID_ARRAY               'P','S','X','P'
#define MQPSXP_VERSION_1                    1
#define MQPSXP_VERSION_2                    2

#define MQQF_CLWL_USEQ_ANY                  0x00000040
#define MQQF_CLWL_USEQ_LOCAL                0x00000080
#define MQQF_LOCAL_Q                        0x00000001

#define MQQMF_AVAILABLE                     0x00000020
#define MQQMF_CLUSSDR_AUTO_DEFINED          0x00000010
#define MQQMF_CLUSSDR_USER_DEFINED          0x00000008
#define MQQMF_REPOSITORY_Q_MGR              0x00000002

#define MQQSR_OPTIONAL                      0
#define MQQSR_REQUIRED                      1

#define MQQS_HYBMLKEM                       1
#define MQQS_MLKEM                          2
#define MQQS_UNKNOWN                        (-1)
#define MQQS_UNPROTECTED                    0

#define MQRCN_DISABLED                      3
#define MQRCN_NO                            0
#define MQRCN_Q_MGR                         2
#define MQRCN_YES                           1

#define MQSBC_CURRENT_LENGTH                288
#define MQSBC_CURRENT_VERSION               1
#define MQSBC_LENGTH_1                      288
#define MQSBC_STRUC_ID                      "SBC "
#define MQSBC_STRUC_ID_ARRAY                'S','B','C',' '
#define MQSBC_VERSION_1                     1

#define MQSCA_NEVER_REQUIRED                2
#define MQSCA_OPTIONAL                      1
#define MQSCA_REQUIRED                      0

#define MQSECPROT_NONE                      0
#define MQSECPROT_SSLV30                    1
#define MQSECPROT_TLSV10                    2
#define MQSECPROT_TLSV12                    4
#define MQSECPROT_TLSV13                    8

#define MQSPL_AS_POLICY                     2
#define MQSPL_PASSTHRU                      0
#define MQSPL_REMOVE                        1

#define MQWDR1_CURRENT_LENGTH               124
#define MQWDR1_LENGTH_1                     124

#define MQWDR2_CURRENT_LENGTH               136
#define MQWDR2_LENGTH_1                     124
#define MQWDR2_LENGTH_2                     136

#define MQWDR_CURRENT_LENGTH                136
#define MQWDR_CURRENT_VERSION               2
#define MQWDR_LENGTH_1                      124
#define MQWDR_LENGTH_2                      136
#define MQWDR_STRUC_ID                      "WDR "
#define MQWDR_STRUC_ID_ARRAY                'W','D','R',' '
#define MQWDR_VERSION_1                     1
#define MQWDR_VERSION_2                     2

#define MQWQR1_CURRENT_LENGTH               200
#define MQWQR1_LENGTH_1                     200

#define MQWQR2_CURRENT_LENGTH               208
#define MQWQR2_LENGTH_1                     200
#define MQWQR2_LENGTH_2                     208

#define MQWQR3_CURRENT_LENGTH               212
#define MQWQR3_LENGTH_1                     200
#define MQWQR3_LENGTH_2                     208
#define MQWQR3_LENGTH_3                     212

#define MQWQR4_CURRENT_LENGTH               216
#define MQWQR4_LENGTH_1                     200
#define MQWQR4_LENGTH_2                     208
#define MQWQR4_LENGTH_3                     212
#define MQWQR4_LENGTH_4                     216

#define MQWQR_CURRENT_LENGTH                216
#define MQWQR_CURRENT_VERSION               4
#define MQWQR_LENGTH_1                      200
#define MQWQR_LENGTH_2                      208
#define MQWQR_LENGTH_3                      212
#define MQWQR_LENGTH_4                      216
#define MQWQR_STRUC_ID                      "WQR "
#define MQWQR_STRUC_ID_ARRAY                'W','Q','R',' '
#define MQWQR_VERSION_1                     1
#define MQWQR_VERSION_2                     2
#define MQWQR_VERSION_3                     3
#define MQWQR_VERSION_4                     4

#define MQWXP1_CURRENT_LENGTH               224
#define MQWXP1_LENGTH_1                     224

#define MQWXP2_CURRENT_LENGTH               240
#define MQWXP2_LENGTH_1                     224
#define MQWXP2_LENGTH_2                     240

#define MQWXP3_CURRENT_LENGTH               240
#define MQWXP3_LENGTH_1                     224
#define MQWXP3_LENGTH_2                     240
#define MQWXP3_LENGTH_3                     240

#define MQWXP4_CURRENT_LENGTH               248
#define MQWXP4_LENGTH_1                     224
#define MQWXP4_LENGTH_2                     240
#define MQWXP4_LENGTH_3                     240
#define MQWXP4_LENGTH_4                     248

#define MQWXP_CURRENT_LENGTH                248
#define MQWXP_CURRENT_VERSION               4
#define MQWXP_LENGTH_1                      224
#define MQWXP_LENGTH_2                      240
#define MQWXP_LENGTH_3                      240
#define MQWXP_LENGTH_4                      248
#define MQWXP_PUT_BY_CLUSTER_CHL            0x00000002
#define MQWXP_STRUC_ID                      "WXP "
#define MQWXP_STRUC_ID_ARRAY                'W','X','P',' '
#define MQWXP_VERSION_1                     1
#define MQWXP_VERSION_2                     2
#define MQWXP_VERSION_3                     3
#define MQWXP_VERSION_4                     4

#define MQXACT_EXTERNAL                     1
#define MQXACT_INTERNAL                     2

#define MQXCC_CLOSE_CHANNEL                 (-6)
#define MQXCC_FAILED                        (-8)
#define MQXCC_OK                            0
#define MQXCC_REQUEST_ACK                   (-7)
#define MQXCC_SEND_AND_REQUEST_SEC_MSG      (-3)
#define MQXCC_SEND_SEC_MSG                  (-4)
#define MQXCC_SKIP_FUNCTION                 (-2)
#define MQXCC_SUPPRESS_EXIT                 (-5)
#define MQXCC_SUPPRESS_FUNCTION             (-1)

#define MQXDR_CONVERSION_FAILED             1
#define MQXDR_OK                            0

#define MQXEPO_CURRENT_LENGTH               40
#define MQXEPO_CURRENT_VERSION              1
#define MQXEPO_LENGTH_1                     40
#define MQXEPO_NONE                         0x00000000
#define MQXEPO_STRUC_ID                     "XEPO"
#define MQXEPO_STRUC_ID_ARRAY               'X','E','P','O'
#define MQXEPO_VERSION_1                    1

#define MQXE_COMMAND_SERVER                 3
#define MQXE_MCA                            1
#define MQXE_MCA_CLNTCONN                   5
#define MQXE_MCA_SVRCONN                    2
#define MQXE_MQSC                           4
#define MQXE_OTHER                          0

#define MQXF_AXREG                          34
#define MQXF_AXUNREG                        35
#define MQXF_BACK                           16
#define MQXF_BEGIN                          14
#define MQXF_CALLBACK                       21
#define MQXF_CB                             19
#define MQXF_CLOSE                          7
#define MQXF_CMIT                           15
#define MQXF_CONN                           3
#define MQXF_CONNX                          4
#define MQXF_CTL                            20
#define MQXF_DATA_CONV_ON_GET               11
#define MQXF_DISC                           5
#define MQXF_GET                            10
#define MQXF_INIT                           1
#define MQXF_INQ                            12
#define MQXF_OPEN                           6
#define MQXF_PUT                            9
#define MQXF_PUT1                           8
#define MQXF_SET                            13
#define MQXF_STAT                           18
#define MQXF_SUB                            22
#define MQXF_SUBRQ                          23
#define MQXF_TERM                           2
#define MQXF_XACLOSE                        24
#define MQXF_XACOMMIT                       25
#define MQXF_XACOMPLETE                     26
#define MQXF_XAEND                          27
#define MQXF_XAFORGET                       28
#define MQXF_XAOPEN                         29
#define MQXF_XAPREPARE                      30
#define MQXF_XARECOVER                      31
#define MQXF_XAROLLBACK                     32
#define MQXF_XASTART                        33

#define MQXPDA_NONE                         "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
#define MQXPDA_NONE_ARRAY                   '\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0'

#define MQXPT_ALL                           (-1)
#define MQXPT_DECNET                        5
#define MQXPT_LOCAL                         0
#define MQXPT_LU62                          1
#define MQXPT_NETBIOS                       3
#define MQXPT_SPX                           4
#define MQXPT_TCP                           2
#define MQXPT_UDP                           6

#define MQXR2_CONTINUE_CHAIN                8
#define MQXR2_DEFAULT_CONTINUATION          0
#define MQXR2_DYNAMIC_CACHE                 32
#define MQXR2_PUT_WITH_DEF_ACTION           0
#define MQXR2_PUT_WITH_DEF_USERID           1
#define MQXR2_PUT_WITH_MSG_USERID           2
#define MQXR2_STATIC_CACHE                  0
#define MQXR2_SUPPRESS_CHAIN                16
#define MQXR2_USE_AGENT_BUFFER              0
#define MQXR2_USE_EXIT_BUFFER               4

#define MQXR_ACK_RECEIVED                   26
#define MQXR_AFTER                          2
#define MQXR_AUTO_CLUSRCVR                  28
#define MQXR_AUTO_CLUSSDR                   18
#define MQXR_AUTO_RECEIVER                  19
#define MQXR_AUTO_SVRCONN                   27
#define MQXR_BEFORE                         1
#define MQXR_BEFORE_CONVERT                 4
#define MQXR_CLWL_MOVE                      22
#define MQXR_CLWL_OPEN                      20
#define MQXR_CLWL_PUT                       21
#define MQXR_CLWL_REPOS                     23
#define MQXR_CLWL_REPOS_MOVE                24
#define MQXR_CONNECTION                     3
#define MQXR_END_BATCH                      25
#define MQXR_INIT                           11
#define MQXR_INIT_SEC                       16
#define MQXR_MSG                            13
#define MQXR_PRECONNECT                     31
#define MQXR_PUBLICATION                    30
#define MQXR_RETRY                          17
#define MQXR_SEC_MSG                        15
#define MQXR_SEC_PARMS                      29
#define MQXR_TERM                           12
#define MQXR_XMIT                           14

#define MQXT_API_CROSSING_EXIT              1
#define MQXT_API_EXIT                       2
#define MQXT_CHANNEL_AUTO_DEF_EXIT          16
#define MQXT_CHANNEL_MSG_EXIT               12
#define MQXT_CHANNEL_MSG_RETRY_EXIT         15
#define MQXT_CHANNEL_RCV_EXIT               14
#define MQXT_CHANNEL_SEC_EXIT               11
#define MQXT_CHANNEL_SEND_EXIT              13
#define MQXT_CLUSTER_WORKLOAD_EXIT          20
#define MQXT_PRECONNECT_EXIT                23
#define MQXT_PUBLISH_EXIT                   22
#define MQXT_PUBSUB_ROUTING_EXIT            21

#define MQXUA_NONE                          "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
#define MQXUA_NONE_ARRAY                    '\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0','\0'

#define MQCHANNELEXIT MQ_CHANNEL_EXIT
#define MQCHANNELAUTODEFEXIT MQ_CHANNEL_AUTO_DEF_EXIT
#define MQDATACONVEXIT MQ_DATA_CONV_EXIT
#define MQTRANSPORTEXIT MQ_TRANSPORT_EXIT

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct tagMQACH MQACH;
typedef MQACH MQPOINTER PMQACH;
typedef PMQACH MQPOINTER PPMQACH;
typedef struct tagMQAXC MQAXC;
typedef MQAXC MQPOINTER PMQAXC;
typedef PMQAXC MQPOINTER PPMQAXC;
typedef struct tagMQAXP MQAXP;
typedef MQAXP MQPOINTER PMQAXP;
typedef PMQAXP MQPOINTER PPMQAXP;
typedef struct tagMQCD MQCD;
typedef MQCD MQPOINTER PMQCD;
typedef PMQCD MQPOINTER PPMQCD;
typedef struct tagMQCXP MQCXP;
typedef MQCXP MQPOINTER PMQCXP;
typedef PMQCXP MQPOINTER PPMQCXP;
typedef struct tagMQDXP MQDXP;
typedef MQDXP MQPOINTER PMQDXP;
typedef PMQDXP MQPOINTER PPMQDXP;
typedef struct tagMQNXP MQNXP;
typedef MQNXP MQPOINTER PMQNXP;
typedef PMQNXP MQPOINTER PPMQNXP;
typedef struct tagMQPBC MQPBC;
typedef MQPBC MQPOINTER PMQPBC;
typedef PMQPBC MQPOINTER PPMQPBC;
typedef struct tagMQPSXP MQPSXP;
typedef MQPSXP MQPOINTER PMQPSXP;
typedef PMQPSXP MQPOINTER PPMQPSXP;
typedef struct tagMQSBC MQSBC;
typedef MQSBC MQPOINTER PMQSBC;
typedef PMQSBC MQPOINTER PPMQSBC;
typedef struct tagMQWCR MQWCR;
typedef MQWCR MQPOINTER PMQWCR;
typedef PMQWCR MQPOINTER PPMQWCR;
typedef struct tagMQWDR MQWDR;
typedef MQWDR MQPOINTER PMQWDR;
typedef PMQWDR MQPOINTER PPMQWDR;
typedef struct tagMQWDR1 MQWDR1;
typedef MQWDR1 MQPOINTER PMQWDR1;
typedef PMQWDR1 MQPOINTER PPMQWDR1;
typedef struct tagMQWDR2 MQWDR2;
typedef MQWDR2 MQPOINTER PMQWDR2;
typedef PMQWDR2 MQPOINTER PPMQWDR2;
typedef struct tagMQWQR MQWQR;
typedef MQWQR MQPOINTER PMQWQR;
typedef PMQWQR MQPOINTER PPMQWQR;
typedef struct tagMQWQR1 MQWQR1;
typedef MQWQR1 MQPOINTER PMQWQR1;
typedef PMQWQR1 MQPOINTER PPMQWQR1;
typedef struct tagMQWQR2 MQWQR2;
typedef MQWQR2 MQPOINTER PMQWQR2;
typedef PMQWQR2 MQPOINTER PPMQWQR2;
typedef struct tagMQWQR3 MQWQR3;
typedef MQWQR3 MQPOINTER PMQWQR3;
typedef PMQWQR3 MQPOINTER PPMQWQR3;
typedef struct tagMQWQR4 MQWQR4;
typedef MQWQR4 MQPOINTER PMQWQR4;
typedef PMQWQR4 MQPOINTER PPMQWQR4;
typedef struct tagMQWXP MQWXP;
typedef MQWXP MQPOINTER PMQWXP;
typedef PMQWXP MQPOINTER PPMQWXP;
typedef struct tagMQWXP1 MQWXP1;
typedef MQWXP1 MQPOINTER PMQWXP1;
typedef PMQWXP1 MQPOINTER PPMQWXP1;
typedef struct tagMQWXP2 MQWXP2;
typedef MQWXP2 MQPOINTER PMQWXP2;
typedef PMQWXP2 MQPOINTER PPMQWXP2;
typedef struct tagMQWXP3 MQWXP3;
typedef MQWXP3 MQPOINTER PMQWXP3;
typedef PMQWXP3 MQPOINTER PPMQWXP3;
typedef struct tagMQWXP4 MQWXP4;
typedef MQWXP4 MQPOINTER PMQWXP4;
typedef PMQWXP4 MQPOINTER PPMQWXP4;
typedef struct tagMQXEPO MQXEPO;
typedef MQXEPO MQPOINTER PMQXEPO;
typedef PMQXEPO MQPOINTER PPMQXEPO;

void MQENTRY MQXEP(
  MQHCONFIG Hconfig,
  MQLONG ExitReason,
  MQLONG Function,
  PMQFUNC pEntryPoint,
  PMQXEPO pExitOpts,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef void MQENTRY MQ_XEP_CALL(
  MQHCONFIG Hconfig,
  MQLONG ExitReason,
  MQLONG Function,
  PMQFUNC pEntryPoint,
  PMQXEPO pExitOpts,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQ_XEP_CALL MQPOINTER PMQ_XEP_CALL;

void MQENTRY MQXCLWLN(
  PMQWXP pExitParms,
  MQPTR CurrentRecord,
  MQLONG NextOffset,
  PMQPTR pNextRecord,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef void MQENTRY MQ_XCLWLN_CALL(
  PMQWXP pExitParms,
  MQPTR CurrentRecord,
  MQLONG NextOffset,
  PMQPTR pNextRecord,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQ_XCLWLN_CALL MQPOINTER PMQ_XCLWLN_CALL;

void MQENTRY MQXCNVC(
  MQHCONN Hconn,
  MQLONG Options,
  MQLONG SourceCCSID,
  MQLONG SourceLength,
  PMQCHAR pSourceBuffer,
  MQLONG TargetCCSID,
  MQLONG TargetLength,
  PMQCHAR pTargetBuffer,
  PMQLONG pDataLength,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef void MQENTRY MQ_XCNVC_CALL(
  MQHCONN Hconn,
  MQLONG Options,
  MQLONG SourceCCSID,
  MQLONG SourceLength,
  PMQCHAR pSourceBuffer,
  MQLONG TargetCCSID,
  MQLONG TargetLength,
  PMQCHAR pTargetBuffer,
  PMQLONG pDataLength,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQ_XCNVC_CALL MQPOINTER PMQ_XCNVC_CALL;

void MQENTRY MQXDX(
  PMQDXP pDataConvExitParms,
  PMQMD pMsgDesc,
  MQLONG InBufferLength,
  PMQVOID pInBuffer,
  MQLONG OutBufferLength,
  PMQVOID pOutBuffer);
typedef void MQENTRY MQ_XDX_CALL(
  PMQDXP pDataConvExitParms,
  PMQMD pMsgDesc,
  MQLONG InBufferLength,
  PMQVOID pInBuffer,
  MQLONG OutBufferLength,
  PMQVOID pOutBuffer);
typedef MQ_XDX_CALL MQPOINTER PMQ_XDX_CALL;

typedef void MQENTRY MQ_BACK_EXIT(
  PMQAXP pExitParms,
  PMQAXC pExitContext,
  PMQHCONN pHconn,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQ_BACK_EXIT MQPOINTER PMQ_BACK_EXIT;

typedef void MQENTRY MQ_BEGIN_EXIT(
  PMQAXP pExitParms,
  PMQAXC pExitContext,
  PMQHCONN pHconn,
  PPMQBO ppBeginOptions,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQ_BEGIN_EXIT MQPOINTER PMQ_BEGIN_EXIT;

typedef void MQENTRY MQ_CALLBACK_EXIT(
  PMQAXP pExitParms,
  PMQAXC pExitContext,
  PMQHCONN pHconn,
  PPMQMD ppMsgDesc,
  PPMQGMO ppGetMsgOpts,
  PPMQVOID ppBuffer,
  PPMQCBC ppMQCBContext);
typedef MQ_CALLBACK_EXIT MQPOINTER PMQ_CALLBACK_EXIT;

typedef void MQENTRY MQ_CB_EXIT(
  PMQAXP pExitParms,
  PMQAXC pExitContext,
  PMQHCONN pHconn,
  PMQLONG pOperation,
  PPMQCBD ppCallbackDesc,
  PMQHOBJ pHobj,
  PPMQMD ppMsgDesc,
  PPMQGMO ppGetMsgOpts,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQ_CB_EXIT MQPOINTER PMQ_CB_EXIT;

typedef void MQENTRY MQ_CLOSE_EXIT(
  PMQAXP pExitParms,
  PMQAXC pExitContext,
  PMQHCONN pHconn,
  PPMQHOBJ ppHobj,
  PMQLONG pOptions,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQ_CLOSE_EXIT MQPOINTER PMQ_CLOSE_EXIT;

typedef void MQENTRY MQ_CMIT_EXIT(
  PMQAXP pExitParms,
  PMQAXC pExitContext,
  PMQHCONN pHconn,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQ_CMIT_EXIT MQPOINTER PMQ_CMIT_EXIT;

typedef void MQENTRY MQ_CONNX_EXIT(
  PMQAXP pExitParms,
  PMQAXC pExitContext,
  PMQCHAR pQMgrName,
  PPMQCNO ppConnectOpts,
  PPMQHCONN ppHconn,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQ_CONNX_EXIT MQPOINTER PMQ_CONNX_EXIT;

typedef void MQENTRY MQ_CTL_EXIT(
  PMQAXP pExitParms,
  PMQAXC pExitContext,
  PMQHCONN pHconn,
  PMQLONG pOperation,
  PPMQCTLO ppCtlOpts,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQ_CTL_EXIT MQPOINTER PMQ_CTL_EXIT;

typedef void MQENTRY MQ_DISC_EXIT(
  PMQAXP pExitParms,
  PMQAXC pExitContext,
  PPMQHCONN ppHconn,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQ_DISC_EXIT MQPOINTER PMQ_DISC_EXIT;

typedef void MQENTRY MQ_GET_EXIT(
  PMQAXP pExitParms,
  PMQAXC pExitContext,
  PMQHCONN pHconn,
  PMQHOBJ pHobj,
  PPMQMD ppMsgDesc,
  PPMQGMO ppGetMsgOpts,
  PMQLONG pBufferLength,
  PPMQVOID ppBuffer,
  PPMQLONG ppDataLength,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQ_GET_EXIT MQPOINTER PMQ_GET_EXIT;

typedef void MQENTRY MQ_INIT_EXIT(
  PMQAXP pExitParms,
  PMQAXC pExitContext,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQ_INIT_EXIT MQPOINTER PMQ_INIT_EXIT;

typedef void MQENTRY MQ_INQ_EXIT(
  PMQAXP pExitParms,
  PMQAXC pExitContext,
  PMQHCONN pHconn,
  PMQHOBJ pHobj,
  PMQLONG pSelectorCount,
  PPMQLONG ppSelectors,
  PMQLONG pIntAttrCount,
  PPMQLONG ppIntAttrs,
  PMQLONG pCharAttrLength,
  PPMQCHAR ppCharAttrs,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQ_INQ_EXIT MQPOINTER PMQ_INQ_EXIT;

typedef void MQENTRY MQ_OPEN_EXIT(
  PMQAXP pExitParms,
  PMQAXC pExitContext,
  PMQHCONN pHconn,
  PPMQOD ppObjDesc,
  PMQLONG pOptions,
  PPMQHOBJ ppHobj,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQ_OPEN_EXIT MQPOINTER PMQ_OPEN_EXIT;

typedef void MQENTRY MQ_PUT_EXIT(
  PMQAXP pExitParms,
  PMQAXC pExitContext,
  PMQHCONN pHconn,
  PMQHOBJ pHobj,
  PPMQMD ppMsgDesc,
  PPMQPMO ppPutMsgOpts,
  PMQLONG pBufferLength,
  PPMQVOID ppBuffer,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQ_PUT_EXIT MQPOINTER PMQ_PUT_EXIT;

typedef void MQENTRY MQ_PUT1_EXIT(
  PMQAXP pExitParms,
  PMQAXC pExitContext,
  PMQHCONN pHconn,
  PPMQOD ppObjDesc,
  PPMQMD ppMsgDesc,
  PPMQPMO ppPutMsgOpts,
  PMQLONG pBufferLength,
  PPMQVOID ppBuffer,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQ_PUT1_EXIT MQPOINTER PMQ_PUT1_EXIT;

typedef void MQENTRY MQ_SET_EXIT(
  PMQAXP pExitParms,
  PMQAXC pExitContext,
  PMQHCONN pHconn,
  PMQHOBJ pHobj,
  PMQLONG pSelectorCount,
  PPMQLONG ppSelectors,
  PMQLONG pIntAttrCount,
  PPMQLONG ppIntAttrs,
  PMQLONG pCharAttrLength,
  PPMQCHAR ppCharAttrs,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQ_SET_EXIT MQPOINTER PMQ_SET_EXIT;

typedef void MQENTRY MQ_STAT_EXIT(
  PMQAXP pExitParms,
  PMQAXC pExitContext,
  PMQHCONN pHconn,
  PMQLONG pType,
  PPMQSTS ppStatus,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQ_STAT_EXIT MQPOINTER PMQ_STAT_EXIT;

typedef void MQENTRY MQ_SUBRQ_EXIT(
  PMQAXP pExitParms,
  PMQAXC pExitContext,
  PMQHCONN pHconn,
  PMQHOBJ pHsub,
  PMQLONG pAction,
  PPMQSRO ppSubRqOpts,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQ_SUBRQ_EXIT MQPOINTER PMQ_SUBRQ_EXIT;

typedef void MQENTRY MQ_SUB_EXIT(
  PMQAXP pExitParms,
  PMQAXC pExitContext,
  PMQHCONN pHconn,
  PPMQSD ppSubDesc,
  PPMQHOBJ ppHobj,
  PPMQHOBJ ppHsub,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQ_SUB_EXIT MQPOINTER PMQ_SUB_EXIT;

typedef void MQENTRY MQ_TERM_EXIT(
  PMQAXP pExitParms,
  PMQAXC pExitContext,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQ_TERM_EXIT MQPOINTER PMQ_TERM_EXIT;

typedef void MQENTRY MQ_CHANNEL_EXIT(
  PMQVOID pChannelExitParms,
  PMQVOID pChannelDefinition,
  PMQLONG pDataLength,
  PMQLONG pAgentBufferLength,
  PMQVOID pAgentBuffer,
  PMQLONG pExitBufferLength,
  PMQPTR pExitBufferAddr);
typedef MQ_CHANNEL_EXIT MQPOINTER PMQ_CHANNEL_EXIT;

typedef void MQENTRY MQ_CHANNEL_AUTO_DEF_EXIT(
  PMQVOID pChannelExitParms,
  PMQVOID pChannelDefinition);
typedef MQ_CHANNEL_AUTO_DEF_EXIT MQPOINTER PMQ_CHANNEL_AUTO_DEF_EXIT;

typedef void MQENTRY MQ_CLUSTER_WORKLOAD_EXIT(
  PMQWXP pExitParms);
typedef MQ_CLUSTER_WORKLOAD_EXIT MQPOINTER PMQ_CLUSTER_WORKLOAD_EXIT;

typedef void MQENTRY MQ_DATA_CONV_EXIT(
  PMQDXP pDataConvExitParms,
  PMQMD pMsgDesc,
  MQLONG InBufferLength,
  PMQVOID pInBuffer,
  MQLONG OutBufferLength,
  PMQVOID pOutBuffer);
typedef MQ_DATA_CONV_EXIT MQPOINTER PMQ_DATA_CONV_EXIT;

typedef void MQENTRY MQ_PUBLISH_EXIT(
  PMQPSXP pExitParms,
  PMQPBC pPubContext,
  PMQSBC pSubContext);
typedef MQ_PUBLISH_EXIT MQPOINTER PMQ_PUBLISH_EXIT;

typedef void MQENTRY MQ_TRANSPORT_EXIT(
  PMQVOID pExitParms,
  MQLONG DestAddressLength,
  PMQCHAR pDestAddress);
typedef MQ_TRANSPORT_EXIT MQPOINTER PMQ_TRANSPORT_EXIT;

typedef void MQENTRY MQ_PRECONNECT_EXIT(
  PMQNXP pExitParms,
  PMQCHAR pQMgrName,
  PPMQCNO ppConnectOpts,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQ_PRECONNECT_EXIT MQPOINTER PMQ_PRECONNECT_EXIT;

struct tagMQACH {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQLONG StrucLength;
  MQLONG ChainAreaLength;
  MQCHAR48 ExitInfoName;
  PMQACH NextChainAreaPtr;
};
#define MQACH_DEFAULT \
  {MQACH_STRUC_ID_ARRAY},\
  MQACH_VERSION_1,\
  MQACH_CURRENT_LENGTH,\
  0,\
  {""},\
  NULL

struct tagMQAXC {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQLONG Environment;
  MQCHAR12 UserId;
  MQBYTE40 SecurityId;
  MQCHAR ConnectionName[264];
  MQLONG LongMCAUserIdLength;
  MQLONG LongRemoteUserIdLength;
  MQPTR LongMCAUserIdPtr;
  MQPTR LongRemoteUserIdPtr;
  MQCHAR28 ApplName;
  MQLONG ApplType;
  MQPID ProcessId;
  MQTID ThreadId;
  /* version 2 */
  MQCHAR ChannelName[20];
  MQBYTE4 Reserved1;
  PMQCD pChannelDefinition;
};
#define MQAXC_DEFAULT \
  {MQAXC_STRUC_ID_ARRAY},\
  MQAXC_VERSION_1,\
  MQXE_OTHER,\
  {""},\
  {MQSID_NONE_ARRAY},\
  {""},\
  0,\
  0,\
  NULL,\
  NULL,\
  {""},\
  MQAT_DEFAULT,\
  0,\
  0,\
  {""},\
  {0},\
  NULL

struct tagMQAXP {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQLONG ExitId;
  MQLONG ExitReason;
  MQLONG ExitResponse;
  MQLONG ExitResponse2;
  MQLONG Feedback;
  MQLONG APICallerType;
  MQBYTE16 ExitUserArea;
  MQCHAR32 ExitData;
  MQCHAR48 ExitInfoName;
  MQBYTE48 ExitPDArea;
  MQCHAR48 QMgrName;
  PMQACH ExitChainAreaPtr;
  MQHCONFIG Hconfig;
  MQLONG Function;
  MQHMSG ExitMsgHandle;
};
#define MQAXP_DEFAULT \
  {MQAXP_STRUC_ID_ARRAY},\
  MQAXP_VERSION_1,\
  MQXT_API_EXIT,\
  0,\
  MQXCC_OK,\
  MQXR2_DEFAULT_CONTINUATION,\
  MQFB_NONE,\
  MQXACT_EXTERNAL,\
  {MQXUA_NONE_ARRAY},\
  {""},\
  {""},\
  {MQXPDA_NONE_ARRAY},\
  {""},\
  NULL,\
  NULL,\
  0,\
  MQHM_NONE

struct tagMQCD {
  MQCHAR ChannelName[20];
  MQLONG Version;
  MQLONG ChannelType;
  MQLONG TransportType;
  MQCHAR Desc[64];
  MQCHAR QMgrName[48];
  MQCHAR XmitQName[48];
  MQCHAR ShortConnectionName[20];
  MQCHAR MCAName[20];
  MQCHAR ModeName[8];
  MQCHAR TpName[64];
  MQLONG BatchSize;
  MQLONG DiscInterval;
  MQLONG ShortRetryCount;
  MQLONG ShortRetryInterval;
  MQLONG LongRetryCount;
  MQLONG LongRetryInterval;
  MQCHAR SecurityExit[128];
  MQCHAR MsgExit[128];
  MQCHAR SendExit[128];
  MQCHAR ReceiveExit[128];
  MQLONG SeqNumberWrap;
  MQLONG MaxMsgLength;
  MQLONG PutAuthority;
  MQLONG DataConversion;
  MQCHAR SecurityUserData[32];
  MQCHAR MsgUserData[32];
  MQCHAR SendUserData[32];
  MQCHAR ReceiveUserData[32];
  /* version 2 */
  MQCHAR UserIdentifier[12];
  MQCHAR Password[12];
  MQCHAR MCAUserIdentifier[12];
  MQLONG MCAType;
  MQCHAR ConnectionName[264];
  MQCHAR RemoteUserIdentifier[12];
  MQCHAR RemotePassword[12];
  /* version 3 */
  MQCHAR MsgRetryExit[128];
  MQCHAR MsgRetryUserData[32];
  MQLONG MsgRetryCount;
  MQLONG MsgRetryInterval;
  /* version 4 */
  MQLONG HeartbeatInterval;
  MQLONG BatchInterval;
  MQLONG NonPersistentMsgSpeed;
  MQLONG StrucLength;
  MQLONG ExitNameLength;
  MQLONG ExitDataLength;
  MQLONG MsgExitsDefined;
  MQLONG SendExitsDefined;
  MQLONG ReceiveExitsDefined;
  MQPTR MsgExitPtr;
  MQPTR MsgUserDataPtr;
  MQPTR SendExitPtr;
  MQPTR SendUserDataPtr;
  MQPTR ReceiveExitPtr;
  MQPTR ReceiveUserDataPtr;
  /* version 5 */
  MQPTR ClusterPtr;
  MQLONG ClustersDefined;
  MQLONG NetworkPriority;
  /* version 6 */
  MQLONG LongMCAUserIdLength;
  MQLONG LongRemoteUserIdLength;
  MQPTR LongMCAUserIdPtr;
  MQPTR LongRemoteUserIdPtr;
  MQBYTE40 MCASecurityId;
  MQBYTE40 RemoteSecurityId;
  /* version 7 */
  MQCHAR SSLCipherSpec[32];
  MQPTR SSLPeerNamePtr;
  MQLONG SSLPeerNameLength;
  MQLONG SSLClientAuth;
  MQLONG KeepAliveInterval;
  MQCHAR LocalAddress[48];
  MQLONG BatchHeartbeat;
  /* version 8 */
  MQLONG HdrCompList[2];
  MQLONG MsgCompList[16];
  MQLONG CLWLChannelRank;
  MQLONG CLWLChannelPriority;
  MQLONG CLWLChannelWeight;
  MQLONG ChannelMonitoring;
  MQLONG ChannelStatistics;
  /* version 9 */
  MQLONG SharingConversations;
  MQLONG PropertyControl;
  MQLONG MaxInstances;
  MQLONG MaxInstancesPerClient;
  MQLONG ClientChannelWeight;
  MQLONG ConnectionAffinity;
  /* version 10 */
  MQLONG BatchDataLimit;
  MQLONG UseDLQ;
  MQLONG DefReconnect;
  /* version 11 */
  MQCHAR CertificateLabel[64];
  /* version 12 */
  MQLONG SPLProtection;
  /* version 13 */
  MQLONG QuantumSafeAlgorithm;
  MQLONG QuantumSafeRequired;
};
#define MQCD_DEFAULT \
  {""},\
  MQCD_VERSION_6,\
  MQCHT_SENDER,\
  MQXPT_LU62,\
  {""},\
  {""},\
  {""},\
  {""},\
  {""},\
  {""},\
  {""},\
  50,\
  6000,\
  10,\
  60,\
  999999999,\
  1200,\
  {""},\
  {""},\
  {""},\
  {""},\
  999999999,\
  4194304,\
  MQPA_DEFAULT,\
  MQCDC_NO_SENDER_CONVERSION,\
  {""},\
  {""},\
  {""},\
  {""},\
  {""},\
  {""},\
  {""},\
  MQMCAT_PROCESS,\
  {""},\
  {""},\
  {""},\
  {""},\
  {""},\
  10,\
  1000,\
  300,\
  0,\
  MQNPMS_FAST,\
  MQCD_CURRENT_LENGTH,\
  MQ_EXIT_NAME_LENGTH,\
  MQ_EXIT_DATA_LENGTH,\
  0,\
  0,\
  0,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  0,\
  0,\
  0,\
  0,\
  NULL,\
  NULL,\
  {MQSID_NONE_ARRAY},\
  {MQSID_NONE_ARRAY},\
  {""},\
  NULL,\
  0,\
  MQSCA_REQUIRED,\
  MQKAI_AUTO,\
  {""},\
  0,\
  {MQCOMPRESS_NONE,MQCOMPRESS_NOT_AVAILABLE},\
  {MQCOMPRESS_NONE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE},\
  0,\
  0,\
  50,\
  MQMON_OFF,\
  MQMON_OFF,\
  10,\
  MQPROP_COMPATIBILITY,\
  999999999,\
  999999999,\
  0,\
  MQCAFTY_PREFERRED,\
  5000,\
  MQUSEDLQ_YES,\
  MQRCN_NO,\
  {""},\
  MQSPL_PASSTHRU,\
  MQQS_UNPROTECTED,\
  MQQSR_OPTIONAL
#define MQCD_CLIENT_CONN_DEFAULT \
  {""},\
  MQCD_VERSION_6,\
  MQCHT_CLNTCONN,\
  MQXPT_TCP,\
  {""},\
  {""},\
  {""},\
  {""},\
  {""},\
  {""},\
  {""},\
  50,\
  6000,\
  10,\
  60,\
  999999999,\
  1200,\
  {""},\
  {""},\
  {""},\
  {""},\
  999999999,\
  4194304,\
  MQPA_DEFAULT,\
  MQCDC_NO_SENDER_CONVERSION,\
  {""},\
  {""},\
  {""},\
  {""},\
  {""},\
  {""},\
  {""},\
  MQMCAT_PROCESS,\
  {""},\
  {""},\
  {""},\
  {""},\
  {""},\
  10,\
  1000,\
  1,\
  0,\
  MQNPMS_FAST,\
  MQCD_CURRENT_LENGTH,\
  MQ_EXIT_NAME_LENGTH,\
  MQ_EXIT_DATA_LENGTH,\
  0,\
  0,\
  0,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  0,\
  0,\
  0,\
  0,\
  NULL,\
  NULL,\
  {MQSID_NONE_ARRAY},\
  {MQSID_NONE_ARRAY},\
  {""},\
  NULL,\
  0,\
  MQSCA_REQUIRED,\
  MQKAI_AUTO,\
  {""},\
  0,\
  {MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE},\
  {MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE},\
  0,\
  0,\
  50,\
  MQMON_OFF,\
  MQMON_OFF,\
  10,\
  MQPROP_COMPATIBILITY,\
  999999999,\
  999999999,\
  0,\
  MQCAFTY_PREFERRED,\
  5000,\
  MQUSEDLQ_YES,\
  MQRCN_NO,\
  {""},\
  MQSPL_PASSTHRU,\
  MQQS_UNPROTECTED,\
  MQQSR_OPTIONAL

struct tagMQCXP {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQLONG ExitId;
  MQLONG ExitReason;
  MQLONG ExitResponse;
  MQLONG ExitResponse2;
  MQLONG Feedback;
  MQLONG MaxSegmentLength;
  MQBYTE16 ExitUserArea;
  MQCHAR32 ExitData;
  MQLONG MsgRetryCount;
  MQLONG MsgRetryInterval;
  MQLONG MsgRetryReason;
  MQLONG HeaderLength;
  MQCHAR48 PartnerName;
  MQLONG FAPLevel;
  MQLONG CapabilityFlags;
  MQLONG ExitNumber;
  /* version 5 */
  MQLONG ExitSpace;
  /* version 6 */
  MQCHAR12 SSLCertUserid;
  MQLONG SSLRemCertIssNameLength;
  MQPTR SSLRemCertIssNamePtr;
  PMQCSP SecurityParms;
  MQLONG CurHdrCompression;
  MQLONG CurMsgCompression;
  /* version 7 */
  MQHCONN Hconn;
  MQBOOL SharingConversations;
  /* version 8 */
  MQLONG MCAUserSource;
  PMQIEP pEntryPoints;
  /* version 9 */
  MQCHAR4 RemoteProduct;
  MQCHAR8 RemoteVersion;
};
#define MQCXP_DEFAULT \
  {MQCXP_STRUC_ID_ARRAY},\
  MQCXP_VERSION_5,\
  0,\
  0,\
  MQXCC_OK,\
  MQXR2_PUT_WITH_DEF_ACTION,\
  0,\
  0,\
  {MQXUA_NONE_ARRAY},\
  {""},\
  0,\
  0,\
  0,\
  0,\
  {""},\
  0,\
  MQCF_NONE,\
  1,\
  0,\
  {""},\
  0,\
  NULL,\
  NULL,\
  MQCOMPRESS_NONE,\
  MQCOMPRESS_NONE,\
  MQHC_UNUSABLE_HCONN,\
  0,\
  MQUSRC_MAP,\
  NULL,\
  {""},\
  {""}

struct tagMQDXP {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQLONG ExitOptions;
  MQLONG AppOptions;
  MQLONG Encoding;
  MQLONG CodedCharSetId;
  MQLONG DataLength;
  MQLONG CompCode;
  MQLONG Reason;
  MQLONG ExitResponse;
  MQHCONN Hconn;
  /* version 2 */
  PMQIEP pEntryPoints;
};
#define MQDXP_DEFAULT \
  {MQDXP_STRUC_ID_ARRAY},\
  MQDXP_VERSION_1,\
  0,\
  0,\
  0,\
  0,\
  0,\
  MQCC_OK,\
  MQRC_NONE,\
  MQXDR_CONVERSION_FAILED,\
  0,\
  NULL

struct tagMQNXP {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQLONG ExitId;
  MQLONG ExitReason;
  MQLONG ExitResponse;
  MQLONG ExitResponse2;
  MQLONG Feedback;
  MQLONG ExitDataLength;
  PMQCHAR pExitDataPtr;
  MQPTR pExitUserAreaPtr;
  PPMQCD ppMQCDArrayPtr;
  MQLONG MQCDArrayCount;
  MQLONG MaxMQCDVersion;
  /* version 2 */
  PMQIEP pEntryPoints;
};
#define MQNXP_DEFAULT \
  {MQNXP_STRUC_ID_ARRAY},\
  MQNXP_VERSION_1,\
  MQXT_PRECONNECT_EXIT,\
  0,\
  MQXCC_OK,\
  MQXR2_DEFAULT_CONTINUATION,\
  MQFB_NONE,\
  0,\
  NULL,\
  NULL,\
  NULL,\
  0,\
  MQCD_CURRENT_VERSION,\
  NULL

struct tagMQPBC {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQCHARV PubTopicString;
  /* version 2 */
  PMQMD MsgDescPtr;
};
#define MQPBC_DEFAULT \
  {MQPBC_STRUC_ID_ARRAY},\
  MQPBC_VERSION_1,\
  {MQCHARV_DEFAULT},\
  NULL

struct tagMQPSXP {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQLONG ExitId;
  MQLONG ExitReason;
  MQLONG ExitResponse;
  MQLONG ExitResponse2;
  MQLONG Feedback;
  MQHCONN Hconn;
  MQBYTE16 ExitUserArea;
  MQCHAR32 ExitData;
  MQCHAR48 QMgrName;
  MQHMSG MsgHandle;
  PMQMD MsgDescPtr;
  PMQVOID MsgInPtr;
  MQLONG MsgInLength;
  PMQVOID MsgOutPtr;
  MQLONG MsgOutLength;
  /* version 2 */
  PMQIEP pEntryPoints;
};
#define MQPSXP_DEFAULT \
  {MQPSXP_STRUC_ID_ARRAY},\
  MQPSXP_VERSION_1,\
  MQXT_PUBLISH_EXIT,\
  0,\
  MQXCC_OK,\
  0,\
  MQFB_NONE,\
  MQHC_UNUSABLE_HCONN,\
  {MQXUA_NONE_ARRAY},\
  {""},\
  {""},\
  MQHM_NONE,\
  NULL,\
  NULL,\
  0,\
  NULL,\
  0,\
  NULL

struct tagMQSBC {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQCHAR48 DestinationQMgrName;
  MQCHAR48 DestinationQName;
  MQLONG SubType;
  MQLONG SubOptions;
  MQCHAR48 ObjectName;
  MQCHARV ObjectString;
  MQCHARV SubTopicString;
  MQCHARV SubName;
  MQBYTE24 SubId;
  MQCHARV SelectionString;
  MQLONG SubLevel;
  MQLONG PSProperties;
};
#define MQSBC_DEFAULT \
  {MQSBC_STRUC_ID_ARRAY},\
  MQSBC_VERSION_1,\
  {""},\
  {""},\
  0,\
  0,\
  {""},\
  {MQCHARV_DEFAULT},\
  {MQCHARV_DEFAULT},\
  {MQCHARV_DEFAULT},\
  {MQCI_NONE_ARRAY},\
  {MQCHARV_DEFAULT},\
  1,\
  0

struct tagMQWCR {
  MQCHAR48 ClusterName;
  MQLONG ClusterRecOffset;
  MQLONG ClusterFlags;
};
#define MQWCR_DEFAULT \
  {""},\
  0,\
  0

struct tagMQWDR {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQLONG StrucLength;
  MQLONG QMgrFlags;
  MQCHAR48 QMgrIdentifier;
  MQCHAR48 QMgrName;
  MQLONG ClusterRecOffset;
  MQLONG ChannelState;
  MQLONG ChannelDefOffset;
  /* version 2 */
  MQLONG DestSeqNumber;
  MQINT64 DestSeqFactor;
};
#define MQWDR_DEFAULT \
  {MQWDR_STRUC_ID_ARRAY},\
  MQWDR_VERSION_1,\
  MQWDR_CURRENT_LENGTH,\
  0,\
  {""},\
  {""},\
  0,\
  0,\
  0,\
  0,\
  0

struct tagMQWDR1 {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQLONG StrucLength;
  MQLONG QMgrFlags;
  MQCHAR48 QMgrIdentifier;
  MQCHAR48 QMgrName;
  MQLONG ClusterRecOffset;
  MQLONG ChannelState;
  MQLONG ChannelDefOffset;
};
#define MQWDR1_DEFAULT \
  {MQWDR_STRUC_ID_ARRAY},\
  MQWDR_VERSION_1,\
  MQWDR_LENGTH_1,\
  0,\
  {""},\
  {""},\
  0,\
  0,\
  0

struct tagMQWDR2 {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQLONG StrucLength;
  MQLONG QMgrFlags;
  MQCHAR48 QMgrIdentifier;
  MQCHAR48 QMgrName;
  MQLONG ClusterRecOffset;
  MQLONG ChannelState;
  MQLONG ChannelDefOffset;
  /* version 2 */
  MQLONG DestSeqNumber;
  MQINT64 DestSeqFactor;
};
#define MQWDR2_DEFAULT \
  {MQWDR_STRUC_ID_ARRAY},\
  MQWDR_VERSION_2,\
  MQWDR_LENGTH_2,\
  0,\
  {""},\
  {""},\
  0,\
  0,\
  0,\
  0,\
  0

struct tagMQWQR {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQLONG StrucLength;
  MQLONG QFlags;
  MQCHAR48 QName;
  MQCHAR48 QMgrIdentifier;
  MQLONG ClusterRecOffset;
  MQLONG QType;
  MQCHAR64 QDesc;
  MQLONG DefBind;
  MQLONG DefPersistence;
  MQLONG DefPriority;
  MQLONG InhibitPut;
  /* version 2 */
  MQLONG CLWLQueuePriority;
  MQLONG CLWLQueueRank;
  /* version 3 */
  MQLONG DefPutResponse;
  /* version 4 */
  MQLONG CapExpiry;
};
#define MQWQR_DEFAULT \
  {MQWQR_STRUC_ID_ARRAY},\
  MQWQR_VERSION_1,\
  MQWQR_CURRENT_LENGTH,\
  0,\
  {""},\
  {""},\
  0,\
  0,\
  {""},\
  0,\
  0,\
  0,\
  0,\
  0,\
  0,\
  1,\
  (-1)

struct tagMQWQR1 {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQLONG StrucLength;
  MQLONG QFlags;
  MQCHAR48 QName;
  MQCHAR48 QMgrIdentifier;
  MQLONG ClusterRecOffset;
  MQLONG QType;
  MQCHAR64 QDesc;
  MQLONG DefBind;
  MQLONG DefPersistence;
  MQLONG DefPriority;
  MQLONG InhibitPut;
};
#define MQWQR1_DEFAULT \
  {MQWQR_STRUC_ID_ARRAY},\
  MQWQR_VERSION_1,\
  MQWQR_LENGTH_1,\
  0,\
  {""},\
  {""},\
  0,\
  0,\
  {""},\
  0,\
  0,\
  0,\
  0

struct tagMQWQR2 {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQLONG StrucLength;
  MQLONG QFlags;
  MQCHAR48 QName;
  MQCHAR48 QMgrIdentifier;
  MQLONG ClusterRecOffset;
  MQLONG QType;
  MQCHAR64 QDesc;
  MQLONG DefBind;
  MQLONG DefPersistence;
  MQLONG DefPriority;
  MQLONG InhibitPut;
  /* version 2 */
  MQLONG CLWLQueuePriority;
  MQLONG CLWLQueueRank;
};
#define MQWQR2_DEFAULT \
  {MQWQR_STRUC_ID_ARRAY},\
  MQWQR_VERSION_2,\
  MQWQR_LENGTH_2,\
  0,\
  {""},\
  {""},\
  0,\
  0,\
  {""},\
  0,\
  0,\
  0,\
  0,\
  0,\
  0

struct tagMQWQR3 {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQLONG StrucLength;
  MQLONG QFlags;
  MQCHAR48 QName;
  MQCHAR48 QMgrIdentifier;
  MQLONG ClusterRecOffset;
  MQLONG QType;
  MQCHAR64 QDesc;
  MQLONG DefBind;
  MQLONG DefPersistence;
  MQLONG DefPriority;
  MQLONG InhibitPut;
  /* version 2 */
  MQLONG CLWLQueuePriority;
  MQLONG CLWLQueueRank;
  /* version 3 */
  MQLONG DefPutResponse;
};
#define MQWQR3_DEFAULT \
  {MQWQR_STRUC_ID_ARRAY},\
  MQWQR_VERSION_3,\
  MQWQR_LENGTH_3,\
  0,\
  {""},\
  {""},\
  0,\
  0,\
  {""},\
  0,\
  0,\
  0,\
  0,\
  0,\
  0,\
  1

struct tagMQWQR4 {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQLONG StrucLength;
  MQLONG QFlags;
  MQCHAR48 QName;
  MQCHAR48 QMgrIdentifier;
  MQLONG ClusterRecOffset;
  MQLONG QType;
  MQCHAR64 QDesc;
  MQLONG DefBind;
  MQLONG DefPersistence;
  MQLONG DefPriority;
  MQLONG InhibitPut;
  /* version 2 */
  MQLONG CLWLQueuePriority;
  MQLONG CLWLQueueRank;
  /* version 3 */
  MQLONG DefPutResponse;
  /* version 4 */
  MQLONG CapExpiry;
};
#define MQWQR4_DEFAULT \
  {MQWQR_STRUC_ID_ARRAY},\
  MQWQR_VERSION_4,\
  MQWQR_LENGTH_4,\
  0,\
  {""},\
  {""},\
  0,\
  0,\
  {""},\
  0,\
  0,\
  0,\
  0,\
  0,\
  0,\
  1,\
  (-1)

struct tagMQWXP {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQLONG ExitId;
  MQLONG ExitReason;
  MQLONG ExitResponse;
  MQLONG ExitResponse2;
  MQLONG Feedback;
  MQLONG Flags;
  MQBYTE16 ExitUserArea;
  MQCHAR32 ExitData;
  PMQMD MsgDescPtr;
  PMQVOID MsgBufferPtr;
  MQLONG MsgBufferLength;
  MQLONG MsgLength;
  MQCHAR48 QName;
  MQCHAR48 QMgrName;
  MQLONG DestinationCount;
  MQLONG DestinationChosen;
  PPMQWDR DestinationArrayPtr;
  PPMQWQR QArrayPtr;
  /* version 2 */
  MQPTR CacheContext;
  MQLONG CacheType;
  /* version 3 */
  MQLONG CLWLMRUChannels;
  /* version 4 */
  PMQIEP pEntryPoints;
};
#define MQWXP_DEFAULT \
  {MQWXP_STRUC_ID_ARRAY},\
  MQWXP_VERSION_2,\
  0,\
  0,\
  MQXCC_OK,\
  0,\
  0,\
  0,\
  {MQXUA_NONE_ARRAY},\
  {""},\
  NULL,\
  NULL,\
  0,\
  0,\
  {""},\
  {""},\
  0,\
  0,\
  NULL,\
  NULL,\
  NULL,\
  MQCLCT_DYNAMIC,\
  0,\
  NULL

struct tagMQWXP1 {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQLONG ExitId;
  MQLONG ExitReason;
  MQLONG ExitResponse;
  MQLONG ExitResponse2;
  MQLONG Feedback;
  MQLONG Flags;
  MQBYTE16 ExitUserArea;
  MQCHAR32 ExitData;
  PMQMD MsgDescPtr;
  PMQVOID MsgBufferPtr;
  MQLONG MsgBufferLength;
  MQLONG MsgLength;
  MQCHAR48 QName;
  MQCHAR48 QMgrName;
  MQLONG DestinationCount;
  MQLONG DestinationChosen;
  PPMQWDR DestinationArrayPtr;
  PPMQWQR QArrayPtr;
};
#define MQWXP1_DEFAULT \
  {MQWXP_STRUC_ID_ARRAY},\
  MQWXP_VERSION_1,\
  0,\
  0,\
  MQXCC_OK,\
  0,\
  0,\
  0,\
  {MQXUA_NONE_ARRAY},\
  {""},\
  NULL,\
  NULL,\
  0,\
  0,\
  {""},\
  {""},\
  0,\
  0,\
  NULL,\
  NULL

struct tagMQWXP2 {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQLONG ExitId;
  MQLONG ExitReason;
  MQLONG ExitResponse;
  MQLONG ExitResponse2;
  MQLONG Feedback;
  MQLONG Flags;
  MQBYTE16 ExitUserArea;
  MQCHAR32 ExitData;
  PMQMD MsgDescPtr;
  PMQVOID MsgBufferPtr;
  MQLONG MsgBufferLength;
  MQLONG MsgLength;
  MQCHAR48 QName;
  MQCHAR48 QMgrName;
  MQLONG DestinationCount;
  MQLONG DestinationChosen;
  PPMQWDR DestinationArrayPtr;
  PPMQWQR QArrayPtr;
  /* version 2 */
  MQPTR CacheContext;
  MQLONG CacheType;
};
#define MQWXP2_DEFAULT \
  {MQWXP_STRUC_ID_ARRAY},\
  MQWXP_VERSION_2,\
  0,\
  0,\
  MQXCC_OK,\
  0,\
  0,\
  0,\
  {MQXUA_NONE_ARRAY},\
  {""},\
  NULL,\
  NULL,\
  0,\
  0,\
  {""},\
  {""},\
  0,\
  0,\
  NULL,\
  NULL,\
  NULL,\
  MQCLCT_DYNAMIC

struct tagMQWXP3 {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQLONG ExitId;
  MQLONG ExitReason;
  MQLONG ExitResponse;
  MQLONG ExitResponse2;
  MQLONG Feedback;
  MQLONG Flags;
  MQBYTE16 ExitUserArea;
  MQCHAR32 ExitData;
  PMQMD MsgDescPtr;
  PMQVOID MsgBufferPtr;
  MQLONG MsgBufferLength;
  MQLONG MsgLength;
  MQCHAR48 QName;
  MQCHAR48 QMgrName;
  MQLONG DestinationCount;
  MQLONG DestinationChosen;
  PPMQWDR DestinationArrayPtr;
  PPMQWQR QArrayPtr;
  /* version 2 */
  MQPTR CacheContext;
  MQLONG CacheType;
  /* version 3 */
  MQLONG CLWLMRUChannels;
};
#define MQWXP3_DEFAULT \
  {MQWXP_STRUC_ID_ARRAY},\
  MQWXP_VERSION_3,\
  0,\
  0,\
  MQXCC_OK,\
  0,\
  0,\
  0,\
  {MQXUA_NONE_ARRAY},\
  {""},\
  NULL,\
  NULL,\
  0,\
  0,\
  {""},\
  {""},\
  0,\
  0,\
  NULL,\
  NULL,\
  NULL,\
  MQCLCT_DYNAMIC,\
  0

struct tagMQWXP4 {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQLONG ExitId;
  MQLONG ExitReason;
  MQLONG ExitResponse;
  MQLONG ExitResponse2;
  MQLONG Feedback;
  MQLONG Flags;
  MQBYTE16 ExitUserArea;
  MQCHAR32 ExitData;
  PMQMD MsgDescPtr;
  PMQVOID MsgBufferPtr;
  MQLONG MsgBufferLength;
  MQLONG MsgLength;
  MQCHAR48 QName;
  MQCHAR48 QMgrName;
  MQLONG DestinationCount;
  MQLONG DestinationChosen;
  PPMQWDR DestinationArrayPtr;
  PPMQWQR QArrayPtr;
  /* version 2 */
  MQPTR CacheContext;
  MQLONG CacheType;
  /* version 3 */
  MQLONG CLWLMRUChannels;
  /* version 4 */
  PMQIEP pEntryPoints;
};
#define MQWXP4_DEFAULT \
  {MQWXP_STRUC_ID_ARRAY},\
  MQWXP_VERSION_4,\
  0,\
  0,\
  MQXCC_OK,\
  0,\
  0,\
  0,\
  {MQXUA_NONE_ARRAY},\
  {""},\
  NULL,\
  NULL,\
  0,\
  0,\
  {""},\
  {""},\
  0,\
  0,\
  NULL,\
  NULL,\
  NULL,\
  MQCLCT_DYNAMIC,\
  0,\
  NULL

struct tagMQXEPO {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQLONG Options;
  MQCHARV ExitProperties;
};
#define MQXEPO_DEFAULT \
  {MQXEPO_STRUC_ID_ARRAY},\
  MQXEPO_VERSION_1,\
  MQXEPO_NONE,\
  {MQCHARV_DEFAULT}
#if defined(__cplusplus)
}
#endif

#endif /* End of header file */
