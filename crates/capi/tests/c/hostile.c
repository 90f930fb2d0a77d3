/* What callers get wrong must be answered with its reason code, and nothing else may happen. */
#include "check.h"
#include <stdint.h>

static MQHCONN hconn;
static MQHOBJ queue;

static void handles(void)
{
    CODES;
    MQLONG bad[] = {MQHC_DEF_HCONN, MQHC_UNUSABLE_HCONN, MQHC_UNASSOCIATED_HCONN, 1, 0x7fffffff, INT32_MIN};
    MQMD md = {MQMD_DEFAULT};
    MQPMO pmo = {MQPMO_DEFAULT};
    MQGMO gmo = {MQGMO_DEFAULT};
    MQOD od = {MQOD_DEFAULT};
    MQHOBJ hobj;
    MQLONG length, selector = MQIA_MAX_Q_DEPTH, value;
    unsigned i;

    for (i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        hobj = bad[i];
        CALL(MQCMIT(bad[i], &cc, &rc), MQRC_HCONN_ERROR);
        CALL(MQBACK(bad[i], &cc, &rc), MQRC_HCONN_ERROR);
        CALL(MQOPEN(bad[i], &od, MQOO_OUTPUT, &hobj, &cc, &rc), MQRC_HCONN_ERROR);
        CALL(MQPUT(bad[i], queue, &md, &pmo, 0, NULL, &cc, &rc), MQRC_HCONN_ERROR);
        hobj = bad[i];
        CALL(MQCLOSE(hconn, &hobj, 0, &cc, &rc), MQRC_HOBJ_ERROR);
        CALL(MQPUT(hconn, bad[i], &md, &pmo, 0, NULL, &cc, &rc), MQRC_HOBJ_ERROR);
        CALL(MQGET(hconn, bad[i], &md, &gmo, 0, NULL, &length, &cc, &rc), MQRC_HOBJ_ERROR);
        CALL(MQINQ(hconn, bad[i], 1, &selector, 1, &value, 0, NULL, &cc, &rc), MQRC_HOBJ_ERROR);
    }
    CALL(MQDISC(NULL, &cc, &rc), MQRC_HCONN_ERROR);
    CALL(MQCLOSE(hconn, NULL, 0, &cc, &rc), MQRC_HOBJ_ERROR);
    CALL(MQOPEN(hconn, &od, MQOO_OUTPUT, NULL, &cc, &rc), MQRC_HOBJ_ERROR);
}

static void null_structures(void)
{
    CODES;
    MQMD md = {MQMD_DEFAULT};
    MQPMO pmo = {MQPMO_DEFAULT};
    MQGMO gmo = {MQGMO_DEFAULT};
    MQOD od = {MQOD_DEFAULT};
    MQCNO cno = {MQCNO_DEFAULT};
    MQHOBJ hobj;
    MQHCONN other;
    MQLONG length;

    CALL(MQCONN(NULL, &other, &cc, &rc), MQRC_Q_MGR_NAME_ERROR);
    CALL(MQCONN((PMQCHAR)Q_MGR, NULL, &cc, &rc), MQRC_HCONN_ERROR);
    CALL(MQCONNX((PMQCHAR)Q_MGR, &cno, NULL, &cc, &rc), MQRC_HCONN_ERROR);
    CALL(MQCONNX((PMQCHAR)Q_MGR, NULL, &other, &cc, &rc), MQRC_CNO_ERROR);
    CALL(MQOPEN(hconn, NULL, MQOO_OUTPUT, &hobj, &cc, &rc), MQRC_OD_ERROR);
    CALL(MQPUT(hconn, queue, NULL, &pmo, 0, NULL, &cc, &rc), MQRC_MD_ERROR);
    CALL(MQPUT(hconn, queue, &md, NULL, 0, NULL, &cc, &rc), MQRC_PMO_ERROR);
    CALL(MQPUT(hconn, queue, &md, &pmo, 1, NULL, &cc, &rc), MQRC_BUFFER_ERROR);
    CALL(MQPUT1(hconn, NULL, &md, &pmo, 0, NULL, &cc, &rc), MQRC_OD_ERROR);
    CALL(MQPUT1(hconn, &od, NULL, &pmo, 0, NULL, &cc, &rc), MQRC_MD_ERROR);
    CALL(MQPUT1(hconn, &od, &md, NULL, 0, NULL, &cc, &rc), MQRC_PMO_ERROR);
    CALL(MQGET(hconn, queue, NULL, &gmo, 0, NULL, &length, &cc, &rc), MQRC_MD_ERROR);
    CALL(MQGET(hconn, queue, &md, NULL, 0, NULL, &length, &cc, &rc), MQRC_GMO_ERROR);
    CALL(MQGET(hconn, queue, &md, &gmo, 1, NULL, &length, &cc, &rc), MQRC_BUFFER_ERROR);
    CALL(MQGET(hconn, queue, &md, &gmo, 0, NULL, NULL, &cc, &rc), MQRC_DATA_LENGTH_ERROR);
    CALL(MQSTAT(hconn, MQSTAT_TYPE_ASYNC_ERROR, NULL, &cc, &rc), MQRC_STS_ERROR);
    /* Nowhere to store the codes: nothing is stored. */
    MQCMIT(hconn, NULL, NULL);
    MQCMIT(hconn, &cc, NULL);
    MQCMIT(hconn, NULL, &rc);
}

/* Runs `call` with a structure spoilt in its identifier and in its version. */
#define SPOILT(s, top, call, want) \
    do { \
        s.StrucId[1] ^= 0x20; \
        CALL(call, want); \
        s.StrucId[1] ^= 0x20; \
        s.Version = 0; \
        CALL(call, want); \
        s.Version = -1; \
        CALL(call, want); \
        s.Version = (top) + 1; \
        CALL(call, want); \
        s.Version = 1; \
    } while (0)

static void spoilt_structures(void)
{
    CODES;
    MQMD md = {MQMD_DEFAULT};
    MQPMO pmo = {MQPMO_DEFAULT};
    MQGMO gmo = {MQGMO_DEFAULT};
    MQOD od = {MQOD_DEFAULT};
    MQCNO cno = {MQCNO_DEFAULT};
    MQSTS sts = {MQSTS_DEFAULT};
    MQBO bo = {MQBO_DEFAULT};
    MQCSP csp = {MQCSP_DEFAULT};
    MQSCO sco = {MQSCO_DEFAULT};
    MQCD cd = {MQCD_CLIENT_CONN_DEFAULT};
    MQHOBJ hobj;
    MQHCONN other;
    MQLONG length;

    SPOILT(md, 2, MQPUT(hconn, queue, &md, &pmo, 0, NULL, &cc, &rc), MQRC_MD_ERROR);
    SPOILT(md, 2, MQGET(hconn, queue, &md, &gmo, 0, NULL, &length, &cc, &rc), MQRC_MD_ERROR);
    SPOILT(pmo, 3, MQPUT(hconn, queue, &md, &pmo, 0, NULL, &cc, &rc), MQRC_PMO_ERROR);
    SPOILT(gmo, 4, MQGET(hconn, queue, &md, &gmo, 0, NULL, &length, &cc, &rc), MQRC_GMO_ERROR);
    SPOILT(od, 4, MQOPEN(hconn, &od, MQOO_OUTPUT, &hobj, &cc, &rc), MQRC_OD_ERROR);
    SPOILT(sts, 2, MQSTAT(hconn, MQSTAT_TYPE_ASYNC_ERROR, &sts, &cc, &rc), MQRC_STS_ERROR);
    SPOILT(bo, 1, MQBEGIN(hconn, &bo, &cc, &rc), MQRC_BO_ERROR);
    SPOILT(cno, 8, MQCONNX((PMQCHAR)Q_MGR, &cno, &other, &cc, &rc), MQRC_CNO_ERROR);
    cno.Version = MQCNO_VERSION_5;
    cno.SecurityParmsPtr = &csp;
    SPOILT(csp, 3, MQCONNX((PMQCHAR)Q_MGR, &cno, &other, &cc, &rc), MQRC_CSP_ERROR);
    csp.AuthenticationType = 77;
    CALL(MQCONNX((PMQCHAR)Q_MGR, &cno, &other, &cc, &rc), MQRC_CSP_ERROR);
    csp.AuthenticationType = MQCSP_AUTH_USER_ID_AND_PWD;
    csp.CSPUserIdLength = 4;
    CALL(MQCONNX((PMQCHAR)Q_MGR, &cno, &other, &cc, &rc), MQRC_CSP_ERROR);
    cno.SecurityParmsPtr = NULL;
    cno.SSLConfigPtr = &sco;
    SPOILT(sco, 7, MQCONNX((PMQCHAR)Q_MGR, &cno, &other, &cc, &rc), MQRC_SCO_ERROR);
    cno.SSLConfigPtr = NULL;
    cno.ClientConnPtr = &cd;
    cd.Version = 14;
    CALL(MQCONNX((PMQCHAR)Q_MGR, &cno, &other, &cc, &rc), MQRC_CD_ERROR);
    cd.Version = 0;
    CALL(MQCONNX((PMQCHAR)Q_MGR, &cno, &other, &cc, &rc), MQRC_CD_ERROR);
    cno.ClientConnPtr = NULL;
    cno.Options = MQCNO_HANDLE_SHARE_BLOCK | MQCNO_HANDLE_SHARE_NO_BLOCK;
    CALL(MQCONNX((PMQCHAR)Q_MGR, &cno, &other, &cc, &rc), MQRC_OPTIONS_ERROR);
    cno.Options = INT32_MIN;
    CALL(MQCONNX((PMQCHAR)Q_MGR, &cno, &other, &cc, &rc), MQRC_OPTIONS_ERROR);
}

static void lengths(void)
{
    CODES;
    MQMD md = {MQMD_DEFAULT};
    MQPMO pmo = {MQPMO_DEFAULT};
    MQGMO gmo = {MQGMO_DEFAULT};
    MQLONG length, selector = MQIA_MAX_Q_DEPTH, value = 5;
    MQCHAR text[64];
    MQLONG many[300];

    CALL(MQPUT(hconn, queue, &md, &pmo, -1, text, &cc, &rc), MQRC_BUFFER_LENGTH_ERROR);
    CALL(MQGET(hconn, queue, &md, &gmo, -1, text, &length, &cc, &rc), MQRC_BUFFER_LENGTH_ERROR);
    CALL(MQINQ(hconn, queue, -1, &selector, 1, &value, 0, NULL, &cc, &rc), MQRC_SELECTOR_COUNT_ERROR);
    CALL(MQINQ(hconn, queue, 1, NULL, 1, &value, 0, NULL, &cc, &rc), MQRC_SELECTOR_ERROR);
    CALL(MQINQ(hconn, queue, 300, many, 0, NULL, 0, NULL, &cc, &rc), MQRC_SELECTOR_LIMIT_EXCEEDED);
    CALL(MQINQ(hconn, queue, 1, &selector, -1, &value, 0, NULL, &cc, &rc), MQRC_INT_ATTR_COUNT_ERROR);
    CALL(MQINQ(hconn, queue, 1, &selector, 1, NULL, 0, NULL, &cc, &rc), MQRC_INT_ATTRS_ARRAY_ERROR);
    CALL(MQINQ(hconn, queue, 1, &selector, 1, &value, -1, text, &cc, &rc), MQRC_CHAR_ATTR_LENGTH_ERROR);
    CALL(MQINQ(hconn, queue, 1, &selector, 1, &value, 5, NULL, &cc, &rc), MQRC_CHAR_ATTRS_ERROR);
    CALL(MQSET(hconn, queue, -1, &selector, 1, &value, 0, NULL, &cc, &rc), MQRC_SELECTOR_COUNT_ERROR);
    CALL(MQSET(hconn, queue, 1, &selector, 1, NULL, 0, NULL, &cc, &rc), MQRC_INT_ATTRS_ARRAY_ERROR);
    CALL(MQSET(hconn, queue, 1, &selector, 1, &value, 5, NULL, &cc, &rc), MQRC_CHAR_ATTRS_ERROR);
}

static void strings(void)
{
    CODES;
    MQOD od = {MQOD_DEFAULT};
    MQHOBJ hobj;
    char selector[32] = "a = 1";

    od.Version = MQOD_VERSION_4;
    name_object(&od, "TEST.Q");
    od.SelectionString.VSLength = 5;
    CALL(MQOPEN(hconn, &od, MQOO_BROWSE, &hobj, &cc, &rc), MQRC_SELECTION_STRING_ERROR);
    od.SelectionString.VSPtr = selector;
    od.SelectionString.VSLength = -2;
    CALL(MQOPEN(hconn, &od, MQOO_BROWSE, &hobj, &cc, &rc), MQRC_SELECTION_STRING_ERROR);
    od.SelectionString.VSLength = 1 << 30;
    CALL(MQOPEN(hconn, &od, MQOO_BROWSE, &hobj, &cc, &rc), MQRC_SELECTION_STRING_ERROR);
    od.SelectionString.VSLength = 5;
    od.SelectionString.VSCCSID = 77;
    CALL(MQOPEN(hconn, &od, MQOO_BROWSE, &hobj, &cc, &rc), MQRC_SELECTION_STRING_ERROR);
    od.SelectionString.VSCCSID = MQCCSI_APPL;
    CALL(MQOPEN(hconn, &od, MQOO_BROWSE, &hobj, &cc, &rc), MQRC_NONE);
    CALL(MQCLOSE(hconn, &hobj, MQCO_NONE, &cc, &rc), MQRC_NONE);
    od.SelectionString.VSLength = MQVS_NULL_TERMINATED;
    CALL(MQOPEN(hconn, &od, MQOO_BROWSE, &hobj, &cc, &rc), MQRC_NONE);
    CALL(MQCLOSE(hconn, &hobj, MQCO_NONE, &cc, &rc), MQRC_NONE);
    /* By offset from the start of the structure. */
    {
        struct {
            MQOD od;
            char text[32];
        } both = {{MQOD_DEFAULT}, "b = 2"};
        both.od.Version = MQOD_VERSION_4;
        name_object(&both.od, "TEST.Q");
        both.od.SelectionString.VSOffset = sizeof(MQOD);
        both.od.SelectionString.VSLength = 5;
        CALL(MQOPEN(hconn, &both.od, MQOO_BROWSE, &hobj, &cc, &rc), MQRC_NONE);
        CALL(MQCLOSE(hconn, &hobj, MQCO_NONE, &cc, &rc), MQRC_NONE);
    }
}

/* Names of full width, and blanks and garbage after a NUL; structures anywhere in memory. */
static void names_and_alignment(void)
{
    CODES;
    char room[sizeof(MQOD) + 1];
    MQOD *od = (MQOD *)(void *)(room + 1);
    MQOD plain = {MQOD_DEFAULT};
    MQHOBJ hobj;

    plain.Version = MQOD_VERSION_2;
    plain.RecsPresent = 1;
    CALL(MQOPEN(hconn, &plain, MQOO_OUTPUT, &hobj, &cc, &rc), MQRC_OBJECT_RECORDS_ERROR);
    plain.RecsPresent = 0;
    memset(plain.ObjectName, 'X', sizeof plain.ObjectName);
    memset(plain.ObjectQMgrName, 'Y', sizeof plain.ObjectQMgrName);
    CALL(MQOPEN(hconn, &plain, MQOO_OUTPUT, &hobj, &cc, &rc), MQRC_UNKNOWN_REMOTE_Q_MGR);
    memset(plain.ObjectQMgrName, 0, sizeof plain.ObjectQMgrName);
    CALL(MQOPEN(hconn, &plain, MQOO_OUTPUT, &hobj, &cc, &rc), MQRC_UNKNOWN_OBJECT_NAME);
    memcpy(plain.ObjectName, "TEST.Q\0garbage", 15);
    memcpy(od, &plain, sizeof plain);
    CALL(MQOPEN(hconn, od, MQOO_OUTPUT, &hobj, &cc, &rc), MQRC_NONE);
    CALL(MQCLOSE(hconn, &hobj, MQCO_NONE, &cc, &rc), MQRC_NONE);
}

int main(void)
{
    CODES;
    MQCNO cno = {MQCNO_DEFAULT};

    cno.Options = MQCNO_HANDLE_SHARE_BLOCK;
    CALL(MQCONNX((PMQCHAR)Q_MGR, &cno, &hconn, &cc, &rc), MQRC_NONE);
    queue = open_queue(hconn, "TEST.Q", MQOO_OUTPUT | MQOO_INPUT_SHARED | MQOO_INQUIRE | MQOO_SET);
    handles();
    null_structures();
    spoilt_structures();
    lengths();
    strings();
    names_and_alignment();
    CALL(MQDISC(&hconn, &cc, &rc), MQRC_NONE);
    END();
}
