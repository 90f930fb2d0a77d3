/* The switch of a transaction manager. */
#include "check.h"
#include <sys/wait.h>
#include <unistd.h>

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

/* More branches in doubt than the queue manager tells of at once: who asks for all is told all, in one call or in several. */
static void many_in_doubt(MQHCONN hconn, MQHOBJ hobj)
{
    enum { MANY = 300, ROOM = 1000 };
    static struct xid_t found[ROOM + 1];
    const struct xa_switch_t *xa = &MQRMIXASwitch;
    struct xid_t xid = {7, 6, 4, "global"};
    int number, brought, in_all = 0, good = 0;

    for (number = 0; number < MANY; number++) {
        snprintf(xid.data + 6, 5, "%04d", number);
        good += xa->xa_start(&xid, 1, TMNOFLAGS) == 0;
        put(hconn, hobj);
        good += xa->xa_end(&xid, 1, TMSUCCESS) == 0;
        good += xa->xa_prepare(&xid, 1, TMNOFLAGS) == 0;
    }
    CHECK(good == 3 * MANY);
    found[MANY].formatID = found[ROOM].formatID = 99;
    CHECK(xa->xa_recover(found, ROOM, 1, TMSTARTRSCAN | TMENDRSCAN) == MANY);
    CHECK(memcmp(found[0].data, "global0000", 10) == 0);
    CHECK(memcmp(found[256].data, "global0256", 10) == 0);
    CHECK(memcmp(found[MANY - 1].data, "global0299", 10) == 0);
    CHECK(found[MANY].formatID == 99 && found[ROOM].formatID == 99);
    /* The scan has ended. */
    CHECK(xa->xa_recover(found, ROOM, 1, TMNOFLAGS) == -5);

    CHECK(xa->xa_recover(found, 10, 1, TMSTARTRSCAN) == 10);
    CHECK(xa->xa_recover(found, 280, 1, TMNOFLAGS) == 280);
    CHECK(memcmp(found[279].data, "global0289", 10) == 0);
    CHECK(xa->xa_recover(found, ROOM, 1, TMENDRSCAN) == 10);
    CHECK(memcmp(found[9].data, "global0299", 10) == 0);
    CHECK(xa->xa_recover(found, ROOM, 1, TMNOFLAGS) == -5);
    CHECK(xa->xa_recover(found, 256, 1, TMSTARTRSCAN | TMENDRSCAN) == 256);
    CHECK(xa->xa_recover(found, 256, 1, TMNOFLAGS) == -5);

    /* And with room for few. */
    for (good = 0, brought = xa->xa_recover(found, 7, 1, TMSTARTRSCAN); brought > 0;
         brought = xa->xa_recover(found, 7, 1, TMNOFLAGS)) {
        in_all += brought;
        for (number = 0; number < brought; number++)
            good += xa->xa_rollback(&found[number], 1, TMNOFLAGS) == 0;
    }
    CHECK(in_all == MANY && good == MANY);
    CHECK(xa->xa_recover(found, ROOM, 1, TMSTARTRSCAN | TMENDRSCAN) == 0);
}

/* Who disconnects on a thread that has opened is told so by each call, until it is opened anew. */
static void disconnected(void)
{
    CODES;
    const struct xa_switch_t *xa = &MQRMIXASwitch;
    struct xid_t xid = {7, 6, 2, "globaldd"}, found[4];
    MQHCONN hconn;

    CHECK(xa->xa_open(Q_MGR, 1, TMNOFLAGS) == 0);
    CALL(MQCONN((PMQCHAR)Q_MGR, &hconn, &cc, &rc), MQRC_NONE);
    CALL(MQDISC(&hconn, &cc, &rc), MQRC_NONE);
    CHECK(xa->xa_start(&xid, 1, TMNOFLAGS) == -7);
    CHECK(xa->xa_rollback(&xid, 1, TMNOFLAGS) == -7);
    CHECK(xa->xa_recover(found, 4, 1, TMSTARTRSCAN | TMENDRSCAN) == -7);
    CHECK(xa->xa_open(Q_MGR, 1, TMNOFLAGS) == 0);
    CHECK(xa->xa_start(&xid, 1, TMNOFLAGS) == 0);
    CHECK(xa->xa_end(&xid, 1, TMSUCCESS) == 0);
    CHECK(xa->xa_rollback(&xid, 1, TMNOFLAGS) == 0);
    CALL(MQCONN((PMQCHAR)Q_MGR, &hconn, &cc, &rc), MQRC_NONE);
    CALL(MQDISC(&hconn, &cc, &rc), MQRC_NONE);
    /* Closed it is not open any more, and that is no failure of the queue manager. */
    CHECK(xa->xa_close("", 1, TMNOFLAGS) == 0);
    CHECK(xa->xa_start(&xid, 1, TMNOFLAGS) == -6);
    CHECK(xa->xa_close("", 1, TMNOFLAGS) == 0);
}

/* The child of a fork has nothing open, and leaves alone what its parent has. */
static void a_fork(void)
{
    const struct xa_switch_t *xa = &MQRMIXASwitch;
    struct xid_t xid = {7, 6, 2, "globalff"};
    int status = -1;
    pid_t child;

    CHECK(xa->xa_open(Q_MGR, 1, TMNOFLAGS) == 0);
    CHECK(xa->xa_start(&xid, 1, TMNOFLAGS) == 0);
    child = fork();
    if (child == 0) {
        CHECK(xa->xa_end(&xid, 1, TMSUCCESS) == -7);
        CHECK(xa->xa_close("", 1, TMNOFLAGS) == 0);
        exit(failures);
    }
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    CHECK(xa->xa_end(&xid, 1, TMSUCCESS) == 0);
    CHECK(xa->xa_rollback(&xid, 1, TMNOFLAGS) == 0);
    CHECK(xa->xa_close("", 1, TMNOFLAGS) == 0);
}

/* What the program has made is not the transaction manager's to end. */
static void a_connection_of_the_program(void)
{
    CODES;
    const struct xa_switch_t *xa = &MQRMIXASwitch;
    struct xid_t xid = {7, 6, 2, "globalpp"};
    MQHCONN hconn;
    MQHOBJ hobj;

    CALL(MQCONN((PMQCHAR)Q_MGR, &hconn, &cc, &rc), MQRC_NONE);
    hobj = open_queue(hconn, "TEST.Q", MQOO_OUTPUT | MQOO_INPUT_SHARED);
    CHECK(xa->xa_open(Q_MGR, 1, TMNOFLAGS) == 0);
    put(hconn, hobj);
    CHECK(xa->xa_close("", 1, TMNOFLAGS) == 0);
    CHECK(xa->xa_start(&xid, 1, TMNOFLAGS) == -6);
    CALL(MQBACK(hconn, &cc, &rc), MQRC_NONE);
    CHECK(!take(hconn, hobj));

    /* Two resource managers on one connection: closing one leaves the other. */
    CALL(MQDISC(&hconn, &cc, &rc), MQRC_NONE);
    CHECK(xa->xa_open(Q_MGR, 1, TMNOFLAGS) == 0);
    CHECK(xa->xa_open(Q_MGR, 2, TMNOFLAGS) == 0);
    CHECK(xa->xa_close("", 1, TMNOFLAGS) == 0);
    CHECK(xa->xa_start(&xid, 1, TMNOFLAGS) == -6);
    CHECK(xa->xa_start(&xid, 2, TMNOFLAGS) == 0);
    CHECK(xa->xa_end(&xid, 2, TMSUCCESS) == 0);
    CHECK(xa->xa_rollback(&xid, 2, TMNOFLAGS) == 0);
    CALL(MQCONN((PMQCHAR)Q_MGR, &hconn, &cc, &rc), MQRC_NONE);
    CHECK(xa->xa_close("", 2, TMNOFLAGS) == 0);
    CALL(MQCMIT(hconn, &cc, &rc), MQRC_HCONN_ERROR);
}

/* An open string is read as a whole, or refused. */
static void open_strings(void)
{
    const struct xa_switch_t *xa = &MQRMIXASwitch;
    const char *wrong[] = {
        "QMNAME=QM1,COLOUR=RED", "QMNAME=QM1,QMNAME=QM1", "QMNAME=QM1,", "CHANNEL=C.SVRCONN,QMNAME=QM1",
        "CONNAME=127.0.0.1(1),QMNAME=QM1", "CHANNEL=C.SVRCONN,CONNAME=127.0.0.1(1),TRPTYPE=LU62,QMNAME=QM1",
    };
    size_t i;
    for (i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK(xa->xa_open(wrong[i], 1, TMNOFLAGS) == -5);
    CHECK(xa->xa_open("TRPTYPE=TCP, qmname=QM1, TPM=CICS, AXLIB=none", 1, TMNOFLAGS) == 0);
    CHECK(xa->xa_close("", 1, TMNOFLAGS) == 0);
    /* A channel that is named is the way, and no other: nobody listens there. */
    CHECK(xa->xa_open("CHANNEL=C.SVRCONN,CONNAME=127.0.0.1(1),QMNAME=QM1", 1, TMNOFLAGS) == -3);
}

/* By a channel of the open string alone. */
static int by_channel(const char *place)
{
    const struct xa_switch_t *xa = &MQRMIXASwitch;
    struct xid_t xid = {7, 6, 2, "globalcc"};
    char text[200];
    snprintf(text, sizeof text, "CHANNEL=C.SVRCONN,TRPTYPE=tcp,CONNAME=127.0.0.1(1);%s,QMNAME=QM1", place);
    CHECK(xa->xa_open(text, 1, TMNOFLAGS) == 0);
    CHECK(xa->xa_start(&xid, 1, TMNOFLAGS) == 0);
    CHECK(xa->xa_end(&xid, 1, TMSUCCESS) == 0);
    CHECK(xa->xa_rollback(&xid, 1, TMNOFLAGS) == 0);
    CHECK(xa->xa_close("", 1, TMNOFLAGS) == 0);
    END();
}

int main(int argc, char **argv)
{
    CODES;
    const struct xa_switch_t *xa = &MQRMIXASwitch;
    struct xid_t xid = {7, 6, 2, "globalbq"}, found[4];
    MQHCONN hconn, again;
    MQHOBJ hobj;

    if (argc > 1)
        return by_channel(argv[1]);
    CHECK(strcmp(MQRMIXASwitchDynamic.name, xa->name) == 0);
    CHECK(xa->xa_start(&xid, 1, TMNOFLAGS) == -6);
    CHECK(xa->xa_open("NO.SUCH", 1, TMNOFLAGS) < 0);
    CHECK(xa->xa_open(Q_MGR, 1, TMNOFLAGS) == 0);
    CHECK(xa->xa_open(Q_MGR, 1, TMNOFLAGS) == 0);
    /* The program connects to what its transaction manager has made, and is warned only when it does so again. */
    CALL(MQCONN((PMQCHAR)Q_MGR, &hconn, &cc, &rc), MQRC_NONE);
    WARN(MQCONN((PMQCHAR)Q_MGR, &again, &cc, &rc), MQRC_ALREADY_CONNECTED);
    CHECK(again == hconn);
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
    many_in_doubt(hconn, hobj);
    xid.gtrid_length = 65;
    CHECK(xa->xa_start(&xid, 1, TMNOFLAGS) == -5);
    CHECK(xa->xa_close("", 1, TMNOFLAGS) == 0);
    CHECK(xa->xa_close("", 1, TMNOFLAGS) == 0);
    CALL(MQCMIT(hconn, &cc, &rc), MQRC_HCONN_ERROR);
    disconnected();
    a_connection_of_the_program();
    open_strings();
    a_fork();
    END();
}
