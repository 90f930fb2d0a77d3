/* A transaction manager whose connection breaks amid a branch. The road is cut outside once "ready" was printed, and a line comes
 * when it is: what is put then must not leave the branch. */
#include "check.h"

/* As the X/Open interface has them. */
struct xid_t {
    long formatID, gtrid_length, bqual_length;
    char data[128];
};
struct xa_switch_t {
    char name[32];
    long flags, version;
    int (*xa_open)(const char *, int, long);
    int (*xa_close)(const char *, int, long);
    int (*xa_start)(const struct xid_t *, int, long);
    int (*xa_end)(const struct xid_t *, int, long);
    int (*xa_rollback)(const struct xid_t *, int, long);
};
extern const struct xa_switch_t MQRMIXASwitch;

#define TMNOFLAGS 0L
#define TMSUCCESS 0x04000000L

static void put(MQHCONN hconn, MQHOBJ hobj, MQLONG want)
{
    CODES;
    MQMD md = {MQMD_DEFAULT};
    MQPMO pmo = {MQPMO_DEFAULT};
    pmo.Options = MQPMO_SYNCPOINT;
    CALL(MQPUT(hconn, hobj, &md, &pmo, 1, "x", &cc, &rc), want);
}

int main(int argc, char **argv)
{
    CODES;
    const struct xa_switch_t *xa = &MQRMIXASwitch;
    struct xid_t xid = {7, 6, 2, "globalbr"};
    int of_program = argc > 1 && strcmp(argv[1], "program") == 0;
    MQHCONN hconn = MQHC_UNUSABLE_HCONN;
    MQHOBJ hobj;

    if (of_program) {
        MQCNO cno = {MQCNO_DEFAULT};
        cno.Version = MQCNO_CURRENT_VERSION;
        cno.Options = MQCNO_RECONNECT;
        CALL(MQCONNX((PMQCHAR)Q_MGR, &cno, &hconn, &cc, &rc), MQRC_NONE);
    }
    CHECK(xa->xa_open(Q_MGR, 1, TMNOFLAGS) == 0);
    if (!of_program)
        CALL(MQCONN((PMQCHAR)Q_MGR, &hconn, &cc, &rc), MQRC_NONE);
    hobj = open_queue(hconn, "TEST.Q", MQOO_OUTPUT);
    CHECK(xa->xa_start(&xid, 1, TMNOFLAGS) == 0);
    printf("ready\n");
    fflush(stdout);
    CHECK(getchar() != EOF);
    put(hconn, hobj, MQRC_CONNECTION_BROKEN);
    CHECK(xa->xa_end(&xid, 1, TMSUCCESS) == -7);
    CHECK(xa->xa_rollback(&xid, 1, TMNOFLAGS) == -7);

    /* Opened anew it works with a connection of its own. */
    CHECK(xa->xa_open(Q_MGR, 1, TMNOFLAGS) == 0);
    CALL(MQCMIT(hconn, &cc, &rc), MQRC_HCONN_ERROR);
    CALL(MQCONN((PMQCHAR)Q_MGR, &hconn, &cc, &rc), MQRC_NONE);
    hobj = open_queue(hconn, "TEST.Q", MQOO_OUTPUT);
    xid.data[7] = '2';
    CHECK(xa->xa_start(&xid, 1, TMNOFLAGS) == 0);
    put(hconn, hobj, MQRC_NONE);
    CHECK(xa->xa_end(&xid, 1, TMSUCCESS) == 0);
    CHECK(xa->xa_rollback(&xid, 1, TMNOFLAGS) == 0);
    CHECK(xa->xa_close("", 1, TMNOFLAGS) == 0);
    END();
}
