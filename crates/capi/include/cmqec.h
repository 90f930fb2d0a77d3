/* cmqec.h: interface entry points.
 * Part of FerroMQ. Generated from tables/ by `cargo xtask generate`; do not edit. */
#if !defined(MQEC_INCLUDED)
#define MQEC_INCLUDED

#include "cmqc.h"
#include "cmqxc.h"
#include "cmqzc.h"

#define MQIEPF_CLIENT_LIBRARY               0
#define MQIEPF_LOCAL_LIBRARY                2
#define MQIEPF_NONE                         0
#define MQIEPF_NON_THREADED_LIBRARY         0
#define MQIEPF_THREADED_LIBRARY             1

#define MQIEP_CURRENT_LENGTH                264
#define MQIEP_CURRENT_VERSION               1
#define MQIEP_LENGTH_1                      264
#define MQIEP_STRUC_ID                      "IEP "
#define MQIEP_VERSION_1                     1

#if defined(__cplusplus)
extern "C" {
#endif


void MQENTRY MQZEP(
  MQHCONFIG Hconfig,
  MQLONG Function,
  PMQFUNC pEntryPoint,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef void MQENTRY MQ_ZEP_CALL(
  MQHCONFIG Hconfig,
  MQLONG Function,
  PMQFUNC pEntryPoint,
  PMQLONG pCompCode,
  PMQLONG pReason);
typedef MQ_ZEP_CALL MQPOINTER PMQ_ZEP_CALL;

struct tagMQIEP {
  MQCHAR4 StrucId;
  MQLONG Version;
  MQLONG StrucLength;
  MQLONG Flags;
  MQPTR Reserved;
  PMQ_BACK_CALL MQBACK_Call;
  PMQ_BEGIN_CALL MQBEGIN_Call;
  PMQ_BUFMH_CALL MQBUFMH_Call;
  PMQ_CB_CALL MQCB_Call;
  PMQ_CLOSE_CALL MQCLOSE_Call;
  PMQ_CMIT_CALL MQCMIT_Call;
  PMQ_CONN_CALL MQCONN_Call;
  PMQ_CONNX_CALL MQCONNX_Call;
  PMQ_CRTMH_CALL MQCRTMH_Call;
  PMQ_CTL_CALL MQCTL_Call;
  PMQ_DISC_CALL MQDISC_Call;
  PMQ_DLTMH_CALL MQDLTMH_Call;
  PMQ_DLTMP_CALL MQDLTMP_Call;
  PMQ_GET_CALL MQGET_Call;
  PMQ_INQ_CALL MQINQ_Call;
  PMQ_INQMP_CALL MQINQMP_Call;
  PMQ_MHBUF_CALL MQMHBUF_Call;
  PMQ_OPEN_CALL MQOPEN_Call;
  PMQ_PUT_CALL MQPUT_Call;
  PMQ_PUT1_CALL MQPUT1_Call;
  PMQ_SET_CALL MQSET_Call;
  PMQ_SETMP_CALL MQSETMP_Call;
  PMQ_STAT_CALL MQSTAT_Call;
  PMQ_SUB_CALL MQSUB_Call;
  PMQ_SUBRQ_CALL MQSUBRQ_Call;
  PMQ_XCLWLN_CALL MQXCLWLN_Call;
  PMQ_XCNVC_CALL MQXCNVC_Call;
  PMQ_XDX_CALL MQXDX_Call;
  PMQ_XEP_CALL MQXEP_Call;
  PMQ_ZEP_CALL MQZEP_Call;
};
#define MQIEP_DEFAULT \
  {'I','E','P',' '},\
  1,\
  264,\
  0,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL,\
  NULL
#if defined(__cplusplus)
}
#endif

#endif /* End of header file */
