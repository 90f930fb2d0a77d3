/* cmqzc.h: installable services.
 * Part of FerroMQ. Generated from tables/ by `cargo xtask generate`; do not edit. */
#if !defined(MQZC_INCLUDED)
#define MQZC_INCLUDED

#include "cmqc.h"

#define MQZAC_CURRENT_LENGTH                84
#define MQZAC_CURRENT_VERSION               1
#define MQZAC_LENGTH_1                      84
#define MQZAC_STRUC_ID                      "ZAC "
#define MQZAC_STRUC_ID_ARRAY                'Z','A','C',' '
#define MQZAC_VERSION_1                     1

#define MQZAD_CURRENT_LENGTH                80
#define MQZAD_CURRENT_VERSION               2
#define MQZAD_LENGTH_1                      80
#define MQZAD_LENGTH_2                      80
#define MQZAD_STRUC_ID                      "ZAD "
#define MQZAD_STRUC_ID_ARRAY                'Z','A','D',' '
#define MQZAD_VERSION_1                     1
#define MQZAD_VERSION_2                     2

#define MQZAET_GROUP                        2
#define MQZAET_NONE                         0
#define MQZAET_PRINCIPAL                    1
#define MQZAET_UNKNOWN                      3

#define MQZAO_ALL                           50216959
#define MQZAO_ALL_ADMIN                     16646144
#define MQZAO_ALL_MQI                       16383
#define MQZAO_ALTERNATE_USER_AUTHORITY      1024
#define MQZAO_AUTHORIZE                     8388608
#define MQZAO_BROWSE                        2
#define MQZAO_CHANGE                        524288
#define MQZAO_CLEAR                         1048576
#define MQZAO_CONNECT                       1
#define MQZAO_CONTROL                       2097152
#define MQZAO_CONTROL_EXTENDED              4194304
#define MQZAO_CREATE                        65536
#define MQZAO_CREATE_ONLY                   67108864
#define MQZAO_DELETE                        131072
#define MQZAO_DISPLAY                       262144
#define MQZAO_INPUT                         4
#define MQZAO_INQUIRE                       16
#define MQZAO_NONE                          0
#define MQZAO_OUTPUT                        8
#define MQZAO_PASS_ALL_CONTEXT              128
#define MQZAO_PASS_IDENTITY_CONTEXT         64
#define MQZAO_PUBLISH                       2048
#define MQZAO_REMOVE                        16777216
#define MQZAO_RESUME                        8192
#define MQZAO_SET                           32
#define MQZAO_SET_ALL_CONTEXT               512
#define MQZAO_SET_IDENTITY_CONTEXT          256
#define MQZAO_SUBSCRIBE                     4096
#define MQZAO_SYSTEM                        33554432

#define MQZAS_VERSION_1                     1
#define MQZAS_VERSION_2                     2
#define MQZAS_VERSION_3                     3
#define MQZAS_VERSION_4                     4
#define MQZAS_VERSION_5                     5
#define MQZAS_VERSION_6                     6

#define MQZAT_CHANGE_CONTEXT                1
#define MQZAT_INITIAL_CONTEXT               0

#define MQZCI_CONTINUE                      0
#define MQZCI_DEFAULT                       0
#define MQZCI_STOP                          1

#define MQZED_CURRENT_LENGTH                72
#define MQZED_CURRENT_VERSION               2
#define MQZED_LENGTH_1                      64
#define MQZED_LENGTH_2                      72
#define MQZED_STRUC_ID                      "ZED "
#define MQZED_STRUC_ID_ARRAY                'Z','E','D',' '
#define MQZED_VERSION_1                     1
#define MQZED_VERSION_2                     2

#define MQZFP_CURRENT_LENGTH                24
#define MQZFP_CURRENT_VERSION               1
#define MQZFP_LENGTH_1                      24
#define MQZFP_STRUC_ID                      "ZFP "
#define MQZFP_STRUC_ID_ARRAY                'Z','F','P',' '
#define MQZFP_VERSION_1                     1

#define MQZIC_CURRENT_LENGTH                1108
#define MQZIC_CURRENT_VERSION               2
#define MQZIC_LENGTH_1                      84
#define MQZIC_LENGTH_2                      1108
#define MQZIC_STRUC_ID                      "ZIC "
#define MQZIC_STRUC_ID_ARRAY                'Z','I','C',' '
#define MQZIC_VERSION_1                     1
#define MQZIC_VERSION_2                     2

#define MQZID_AUTHENTICATE_USER             10
#define MQZID_CHECK_AUTHORITY               2
#define MQZID_CHECK_PRIVILEGED              13
#define MQZID_COPY_ALL_AUTHORITY            3
#define MQZID_DELETE_AUTHORITY              4
#define MQZID_DELETE_NAME                   4
#define MQZID_ENUMERATE_AUTHORITY_DATA      9
#define MQZID_FIND_USERID                   2
#define MQZID_FREE_USER                     11
#define MQZID_GET_AUTHORITY                 6
#define MQZID_GET_EXPLICIT_AUTHORITY        7
#define MQZID_INIT                          0
#define MQZID_INIT_AUTHORITY                0
#define MQZID_INIT_NAME                     0
#define MQZID_INIT_USERID                   0
#define MQZID_INQUIRE                       12
#define MQZID_INSERT_NAME                   3
#define MQZID_LOOKUP_NAME                   2
#define MQZID_REFRESH_CACHE                 8
#define MQZID_SET_AUTHORITY                 5
#define MQZID_TERM                          1
#define MQZID_TERM_AUTHORITY                1
#define MQZID_TERM_NAME                     1
#define MQZID_TERM_USERID                   1

#define MQZIO_PRIMARY                       0
#define MQZIO_SECONDARY                     1

#define MQZNS_VERSION_1                     1

#define MQZSE_CONTINUE                      0
#define MQZSE_START                         1

#define MQZSL_NOT_RETURNED                  0
#define MQZSL_RETURNED                      1

#define MQZTO_PRIMARY                       0
#define MQZTO_SECONDARY                     1

#define MQZUS_VERSION_1                     1

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct tagMQZAC MQZAC;
typedef MQZAC MQPOINTER PMQZAC;
typedef PMQZAC MQPOINTER PPMQZAC;
typedef struct tagMQZAD MQZAD;
typedef MQZAD MQPOINTER PMQZAD;
typedef PMQZAD MQPOINTER PPMQZAD;
typedef struct tagMQZED MQZED;
typedef MQZED MQPOINTER PMQZED;
typedef PMQZED MQPOINTER PPMQZED;
typedef struct tagMQZFP MQZFP;
typedef MQZFP MQPOINTER PMQZFP;
typedef PMQZFP MQPOINTER PPMQZFP;
typedef struct tagMQZIC MQZIC;
typedef MQZIC MQPOINTER PMQZIC;
typedef PMQZIC MQPOINTER PPMQZIC;

typedef void MQENTRY MQZ_AUTHENTICATE_USER(
  PMQCHAR pQMgrName,
  PMQCSP pSecurityParms,
  PMQZAC pApplicationContext,
  PMQZIC pIdentityContext,
  PMQPTR pCorrelationPtr,
  PMQBYTE pComponentData,
  PMQLONG pContinuation,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQZ_AUTHENTICATE_USER MQPOINTER PMQZ_AUTHENTICATE_USER;

typedef void MQENTRY MQZ_CHECK_AUTHORITY_2(
  PMQCHAR pQMgrName,
  PMQZED pEntityData,
  MQLONG EntityType,
  PMQCHAR pObjectName,
  MQLONG ObjectType,
  MQLONG Authority,
  PMQBYTE pComponentData,
  PMQLONG pContinuation,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQZ_CHECK_AUTHORITY_2 MQPOINTER PMQZ_CHECK_AUTHORITY_2;

typedef void MQENTRY MQZ_COPY_ALL_AUTHORITY(
  PMQCHAR pQMgrName,
  PMQCHAR pRefObjectName,
  PMQCHAR pObjectName,
  MQLONG ObjectType,
  PMQBYTE pComponentData,
  PMQLONG pContinuation,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQZ_COPY_ALL_AUTHORITY MQPOINTER PMQZ_COPY_ALL_AUTHORITY;

typedef void MQENTRY MQZ_DELETE_AUTHORITY(
  PMQCHAR pQMgrName,
  PMQCHAR pObjectName,
  MQLONG ObjectType,
  PMQBYTE pComponentData,
  PMQLONG pContinuation,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQZ_DELETE_AUTHORITY MQPOINTER PMQZ_DELETE_AUTHORITY;

typedef void MQENTRY MQZ_ENUMERATE_AUTHORITY_DATA(
  PMQCHAR pQMgrName,
  MQLONG StartEnumeration,
  PMQZAD pFilter,
  MQLONG AuthorityBufferLength,
  PMQZAD pAuthorityBuffer,
  PMQLONG pAuthorityDataLength,
  PMQBYTE pComponentData,
  PMQLONG pContinuation,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQZ_ENUMERATE_AUTHORITY_DATA MQPOINTER PMQZ_ENUMERATE_AUTHORITY_DATA;

typedef void MQENTRY MQZ_FREE_USER(
  PMQCHAR pQMgrName,
  PMQZFP pFreeParms,
  PMQBYTE pComponentData,
  PMQLONG pContinuation,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQZ_FREE_USER MQPOINTER PMQZ_FREE_USER;

typedef void MQENTRY MQZ_GET_AUTHORITY_2(
  PMQCHAR pQMgrName,
  PMQZED pEntityData,
  MQLONG EntityType,
  PMQCHAR pObjectName,
  MQLONG ObjectType,
  PMQLONG pAuthority,
  PMQBYTE pComponentData,
  PMQLONG pContinuation,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQZ_GET_AUTHORITY_2 MQPOINTER PMQZ_GET_AUTHORITY_2;

typedef void MQENTRY MQZ_GET_EXPLICIT_AUTHORITY_2(
  PMQCHAR pQMgrName,
  PMQZED pEntityData,
  MQLONG EntityType,
  PMQCHAR pObjectName,
  MQLONG ObjectType,
  PMQLONG pAuthority,
  PMQBYTE pComponentData,
  PMQLONG pContinuation,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQZ_GET_EXPLICIT_AUTHORITY_2 MQPOINTER PMQZ_GET_EXPLICIT_AUTHORITY_2;

typedef void MQENTRY MQZ_INIT_AUTHORITY(
  MQHCONFIG Hconfig,
  MQLONG Options,
  PMQCHAR pQMgrName,
  MQLONG ComponentDataLength,
  PMQBYTE pComponentData,
  PMQLONG pVersion,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQZ_INIT_AUTHORITY MQPOINTER PMQZ_INIT_AUTHORITY;

typedef void MQENTRY MQZ_INQUIRE(
  PMQCHAR pQMgrName,
  MQLONG SelectorCount,
  PMQLONG pSelectors,
  MQLONG IntAttrCount,
  PMQLONG pIntAttrs,
  MQLONG CharAttrLength,
  PMQCHAR pCharAttrs,
  PMQLONG pSelectorsReturned,
  PMQBYTE pComponentData,
  PMQLONG pContinuation,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQZ_INQUIRE MQPOINTER PMQZ_INQUIRE;

typedef void MQENTRY MQZ_REFRESH_CACHE(
  PMQCHAR pQMgrName,
  PMQBYTE pComponentData,
  PMQLONG pContinuation,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQZ_REFRESH_CACHE MQPOINTER PMQZ_REFRESH_CACHE;

typedef void MQENTRY MQZ_SET_AUTHORITY_2(
  PMQCHAR pQMgrName,
  PMQZED pEntityData,
  MQLONG EntityType,
  PMQCHAR pObjectName,
  MQLONG ObjectType,
  MQLONG Authority,
  PMQBYTE pComponentData,
  PMQLONG pContinuation,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQZ_SET_AUTHORITY_2 MQPOINTER PMQZ_SET_AUTHORITY_2;

typedef void MQENTRY MQZ_TERM_AUTHORITY(
  MQHCONFIG Hconfig,
  MQLONG Options,
  PMQCHAR pQMgrName,
  PMQBYTE pComponentData,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQZ_TERM_AUTHORITY MQPOINTER PMQZ_TERM_AUTHORITY;

struct tagMQZAC {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQPID ProcessId;
  MQTID ThreadId;
  MQCHAR28 ApplName;
  MQCHAR12 UserID;
  MQCHAR12 EffectiveUserID;
  MQLONG Environment;
  MQLONG CallerType;
  MQLONG AuthenticationType;
  MQLONG BindType;
};
#define MQZAC_DEFAULT \
  {'Z','A','C',' '},\
  1,\
  0,\
  0,\
  {""},\
  {""},\
  {""},\
  0,\
  0,\
  0,\
  0

struct tagMQZAD {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQCHAR48 ProfileName;
  MQLONG ObjectType;
  MQLONG Authority;
  PMQZED EntityDataPtr;
  MQLONG EntityType;
  MQLONG Options;
};
#define MQZAD_DEFAULT \
  {'Z','A','D',' '},\
  1,\
  {""},\
  1001,\
  0,\
  NULL,\
  0,\
  33

struct tagMQZED {
  MQCHAR4 StrucId;
  MQLONG Version;
  PMQCHAR EntityNamePtr;
  PMQCHAR EntityDomainPtr;
  MQBYTE40 SecurityId;
  /* version 2 */
  MQPTR CorrelationPtr;
};
#define MQZED_DEFAULT \
  {'Z','E','D',' '},\
  1,\
  NULL,\
  NULL,\
  {0},\
  NULL

struct tagMQZFP {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQBYTE8 Reserved;
  MQPTR CorrelationPtr;
};
#define MQZFP_DEFAULT \
  {'Z','F','P',' '},\
  1,\
  {0},\
  NULL

struct tagMQZIC {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQCHAR12 UserIdentifier;
  MQBYTE32 AccountingToken;
  MQCHAR32 ApplIdentityData;
  /* version 2 */
  MQCHAR1024 LongUserIdentifier;
};
#define MQZIC_DEFAULT \
  {'Z','I','C',' '},\
  1,\
  {""},\
  {0},\
  {""},\
  {""}
#if defined(__cplusplus)
}
#endif

#endif /* End of header file */
