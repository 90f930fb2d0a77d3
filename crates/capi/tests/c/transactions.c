/* The switch of a transaction manager. */
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
    int (*xa_prepare)(const struct xid_t *, int, long);
    int (*xa_commit)(const struct xid_t *, int, long);
    int (*xa_recover)(struct xid_t *, long, int, long);
    int (*xa_forget)(const struct xid_t *, int, long);
    int (*xa_complete)(int *, int *, int, long);
};
extern const struct xa_switch_t MQRMIXASwitch, MQRMIXASwitchDynamic;

#define TMNOFLAGS 0L
#define TMSUCCESS 0x04000000L
#define TMSTARTRSCAN 0x01000000L
#define TMENDRSCAN 0x00800000L
#define TMASYNC 0x80000000L

static void put(MQHCONN hconn, MQHOBJ hobj)
{
    CODES;
    MQMD md = {MQMD_DEFAULT};
    MQPMO pmo = {MQPMO_DEFAULT};
    pmo.Options = MQPMO_SYNCPOINT;
    CALL(MQPUT(hconn, hobj, &md, &pmo, 1, "x", &cc, &rc), MQRC_NONE);
}

static int take(MQHCONN hconn, MQHOBJ hobj)
{
    MQLONG cc, rc, length;
    MQMD md = {MQMD_DEFAULT};
    MQGMO gmo = {MQGMO_DEFAULT};
    char buffer[10];
    gmo.Options = MQGMO_NO_SYNCPOINT;
    MQGET(hconn, hobj, &md, &gmo, sizeof buffer, buffer, &length, &cc, &rc);
    return rc == MQRC_NONE;
}

int main(void)
{
    CODES;
    const struct xa_switch_t *xa = &MQRMIXASwitch;
    struct xid_t xid = {7, 6, 2, "globalbq"}, found[4];
    MQHCONN hconn;
    MQHOBJ hobj;

    CHECK(strcmp(MQRMIXASwitchDynamic.name, xa->name) == 0);
    CHECK(xa->xa_start(&xid, 1, TMNOFLAGS) == -6);
    CHECK(xa->xa_open("NO.SUCH", 1, TMNOFLAGS) < 0);
    CHECK(xa->xa_open(Q_MGR, 1, TMNOFLAGS) == 0);
    CHECK(xa->xa_open(Q_MGR, 1, TMNOFLAGS) == 0);
    WARN(MQCONN((PMQCHAR)Q_MGR, &hconn, &cc, &rc), MQRC_ALREADY_CONNECTED);
    hobj = open_queue(hconn, "TEST.Q", MQOO_OUTPUT | MQOO_INPUT_SHARED);

    CHECK(xa->xa_start(&xid, 1, TMASYNC) == -2);
    CHECK(xa->xa_start(NULL, 1, TMNOFLAGS) == -5);
    CHECK(xa->xa_start(&xid, 1, TMNOFLAGS) == 0);
    put(hconn, hobj);
    CHECK(xa->xa_end(&xid, 1, TMSUCCESS) == 0);
    CHECK(!take(hconn, hobj));
    CHECK(xa->xa_prepare(&xid, 1, TMNOFLAGS) == 0);
    CHECK(xa->xa_recover(found, 4, 1, TMSTARTRSCAN | TMENDRSCAN) == 1);
    CHECK(found[0].formatID == 7 && found[0].gtrid_length == 6 && found[0].bqual_length == 2);
    CHECK(memcmp(found[0].data, "globalbq", 8) == 0);
    CHECK(xa->xa_commit(&xid, 1, TMNOFLAGS) == 0);
    CHECK(take(hconn, hobj));

    CHECK(xa->xa_start(&xid, 1, TMNOFLAGS) == 0);
    put(hconn, hobj);
    CHECK(xa->xa_end(&xid, 1, TMSUCCESS) == 0);
    CHECK(xa->xa_rollback(&xid, 1, TMNOFLAGS) == 0);
    CHECK(!take(hconn, hobj));
    xid.gtrid_length = 65;
    CHECK(xa->xa_start(&xid, 1, TMNOFLAGS) == -5);
    CHECK(xa->xa_close("", 1, TMNOFLAGS) == 0);
    CHECK(xa->xa_close("", 1, TMNOFLAGS) == 0);
    CALL(MQCMIT(hconn, &cc, &rc), MQRC_HCONN_ERROR);
    END();
}
