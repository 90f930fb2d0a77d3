/* Every verb once, the way programs use it. */
#include "check.h"

static void attributes(MQHCONN hconn)
{
    CODES;
    MQOD od = {MQOD_DEFAULT};
    MQHOBJ hobj;
    MQLONG selectors[] = {MQCA_Q_MGR_NAME, MQIA_COMMAND_LEVEL, MQIA_PLATFORM};
    MQLONG ints[2];
    MQCHAR name[MQ_Q_MGR_NAME_LENGTH];
    MQLONG inhibit = MQIA_INHIBIT_PUT, value = MQQA_PUT_INHIBITED;

    od.ObjectType = MQOT_Q_MGR;
    CALL(MQOPEN(hconn, &od, MQOO_INQUIRE, &hobj, &cc, &rc), MQRC_NONE);
    CALL(MQINQ(hconn, hobj, 3, selectors, 2, ints, sizeof name, name, &cc, &rc), MQRC_NONE);
    CHECK(memcmp(name, Q_MGR "      ", 8) == 0);
    CHECK(ints[0] >= 900);
    CHECK(ints[1] == MQPL_NATIVE);
    CALL(MQCLOSE(hconn, &hobj, MQCO_NONE, &cc, &rc), MQRC_NONE);
    CHECK(hobj == MQHO_UNUSABLE_HOBJ);
    CALL(MQCLOSE(hconn, &hobj, MQCO_NONE, &cc, &rc), MQRC_HOBJ_ERROR);

    hobj = open_queue(hconn, "SET.Q", MQOO_SET | MQOO_INQUIRE);
    CALL(MQSET(hconn, hobj, 1, &inhibit, 1, &value, 0, NULL, &cc, &rc), MQRC_NONE);
    value = -1;
    CALL(MQINQ(hconn, hobj, 1, &inhibit, 1, &value, 0, NULL, &cc, &rc), MQRC_NONE);
    CHECK(value == MQQA_PUT_INHIBITED);
    CALL(MQCLOSE(hconn, &hobj, MQCO_NONE, &cc, &rc), MQRC_NONE);
}

static void messages(MQHCONN hconn)
{
    CODES;
    MQMD md = {MQMD_DEFAULT}, found = {MQMD_DEFAULT};
    MQPMO pmo = {MQPMO_DEFAULT};
    MQGMO gmo = {MQGMO_DEFAULT};
    MQOD od = {MQOD_DEFAULT};
    MQHOBJ hobj = open_queue(hconn, "TEST.Q", MQOO_OUTPUT | MQOO_INPUT_SHARED | MQOO_BROWSE);
    char buffer[100];
    MQLONG length = -1;

    memcpy(md.Format, MQFMT_STRING, MQ_FORMAT_LENGTH);
    md.MsgType = MQMT_REQUEST;
    strncpy(md.ReplyToQ, "TEST.Q", sizeof md.ReplyToQ);
    pmo.Options = MQPMO_NEW_MSG_ID | MQPMO_NO_SYNCPOINT;
    CALL(MQPUT(hconn, hobj, &md, &pmo, 5, "hello", &cc, &rc), MQRC_NONE);
    CHECK(memcmp(md.MsgId, MQMI_NONE, MQ_MSG_ID_LENGTH) != 0);
    CHECK(memcmp(pmo.ResolvedQName, "TEST.Q   ", 9) == 0);
    CHECK(pmo.KnownDestCount == 1 && pmo.UnknownDestCount == 0 && pmo.InvalidDestCount == 0);
    CHECK(memcmp(md.ReplyToQMgr, Q_MGR "  ", 5) == 0);
    CHECK(md.Version == MQMD_VERSION_1);

    gmo.Options = MQGMO_BROWSE_FIRST | MQGMO_NO_WAIT;
    CALL(MQGET(hconn, hobj, &found, &gmo, sizeof buffer, buffer, &length, &cc, &rc), MQRC_NONE);
    CHECK(length == 5 && memcmp(buffer, "hello", 5) == 0);
    CHECK(memcmp(found.MsgId, md.MsgId, MQ_MSG_ID_LENGTH) == 0);

    gmo.Version = MQGMO_VERSION_4;
    gmo.Options = MQGMO_NO_SYNCPOINT | MQGMO_NO_WAIT | MQGMO_CONVERT;
    WARN(MQGET(hconn, hobj, &found, &gmo, 2, buffer, &length, &cc, &rc), MQRC_TRUNCATED_MSG_FAILED);
    CHECK(length == 5);
    gmo.Options |= MQGMO_ACCEPT_TRUNCATED_MSG;
    WARN(MQGET(hconn, hobj, &found, &gmo, 2, buffer, &length, &cc, &rc), MQRC_TRUNCATED_MSG_ACCEPTED);
    CHECK(length == 5 && gmo.ReturnedLength == 2);
    memset(found.MsgId, 0, sizeof found.MsgId);
    CALL(MQGET(hconn, hobj, &found, &gmo, 2, buffer, &length, &cc, &rc), MQRC_NO_MSG_AVAILABLE);

    name_object(&od, "TEST.Q");
    pmo.Options = MQPMO_SYNCPOINT;
    CALL(MQPUT1(hconn, &od, &md, &pmo, 0, NULL, &cc, &rc), MQRC_NONE);
    CALL(MQBACK(hconn, &cc, &rc), MQRC_NONE);
    gmo.Options = MQGMO_SYNCPOINT | MQGMO_NO_WAIT;
    CALL(MQGET(hconn, hobj, &found, &gmo, 0, NULL, &length, &cc, &rc), MQRC_NO_MSG_AVAILABLE);
    CALL(MQPUT1(hconn, &od, &md, &pmo, 0, NULL, &cc, &rc), MQRC_NONE);
    CALL(MQCMIT(hconn, &cc, &rc), MQRC_NONE);
    CALL(MQGET(hconn, hobj, &found, &gmo, 0, NULL, &length, &cc, &rc), MQRC_NONE);
    CHECK(length == 0);
    CALL(MQCMIT(hconn, &cc, &rc), MQRC_NONE);
    CALL(MQCLOSE(hconn, &hobj, MQCO_NONE, &cc, &rc), MQRC_NONE);
}

static void dynamic(MQHCONN hconn)
{
    CODES;
    MQOD od = {MQOD_DEFAULT};
    MQHOBJ hobj;

    od.Version = MQOD_VERSION_4;
    name_object(&od, "SYSTEM.DEFAULT.MODEL.QUEUE");
    strncpy(od.DynamicQName, "MY.*", sizeof od.DynamicQName);
    CALL(MQOPEN(hconn, &od, MQOO_INPUT_EXCLUSIVE, &hobj, &cc, &rc), MQRC_NONE);
    CHECK(memcmp(od.ObjectName, "MY.", 3) == 0);
    CHECK(memcmp(od.ObjectName, od.ResolvedQName, MQ_Q_NAME_LENGTH) == 0);
    CHECK(memcmp(od.ResolvedQMgrName, Q_MGR "  ", 5) == 0);
    CALL(MQCLOSE(hconn, &hobj, MQCO_NONE, &cc, &rc), MQRC_NONE);
}

static void status(MQHCONN hconn)
{
    CODES;
    MQSTS sts = {MQSTS_DEFAULT};
    MQPMO pmo = {MQPMO_DEFAULT};
    MQMD md = {MQMD_DEFAULT};
    MQHOBJ hobj = open_queue(hconn, "TEST.Q", MQOO_OUTPUT | MQOO_INPUT_SHARED);
    MQGMO gmo = {MQGMO_DEFAULT};
    MQLONG length;

    /* Clients do not wait for the answer of MQPUT1 under syncpoint either. */
    CALL(MQSTAT(hconn, MQSTAT_TYPE_ASYNC_ERROR, &sts, &cc, &rc), MQRC_NONE);
    pmo.Options = MQPMO_ASYNC_RESPONSE | MQPMO_NO_SYNCPOINT;
    md.Persistence = MQPER_NOT_PERSISTENT;
    CALL(MQPUT(hconn, hobj, &md, &pmo, 1, "x", &cc, &rc), MQRC_NONE);
    CALL(MQSTAT(hconn, MQSTAT_TYPE_ASYNC_ERROR, &sts, &cc, &rc), MQRC_NONE);
    CHECK(sts.PutSuccessCount == 1 && sts.PutFailureCount == 0);
    gmo.Options = MQGMO_ACCEPT_TRUNCATED_MSG;
    WARN(MQGET(hconn, hobj, &md, &gmo, 0, NULL, &length, &cc, &rc), MQRC_TRUNCATED_MSG_ACCEPTED);
    CALL(MQCLOSE(hconn, &hobj, MQCO_NONE, &cc, &rc), MQRC_NONE);
}

/* A close that finds messages read ahead leaves the queue open, for clients; others read nothing ahead. */
static void read_ahead(MQHCONN hconn)
{
    CODES;
    MQPMO pmo = {MQPMO_DEFAULT};
    MQGMO gmo = {MQGMO_DEFAULT};
    MQHOBJ out = open_queue(hconn, "TEST.Q", MQOO_OUTPUT);
    MQHOBJ in = open_queue(hconn, "TEST.Q", MQOO_INPUT_SHARED | MQOO_READ_AHEAD);
    MQLONG length;
    char data[4];
    int left;

    pmo.Options = MQPMO_NO_SYNCPOINT;
    gmo.Options = MQGMO_NO_SYNCPOINT | MQGMO_WAIT;
    gmo.WaitInterval = 5000;
    for (left = 0; left < 3; left++) {
        MQMD md = {MQMD_DEFAULT};
        md.Persistence = MQPER_NOT_PERSISTENT;
        CALL(MQPUT(hconn, out, &md, &pmo, 1, "x", &cc, &rc), MQRC_NONE);
    }
    {
        MQMD md = {MQMD_DEFAULT};
        CALL(MQGET(hconn, in, &md, &gmo, sizeof data, data, &length, &cc, &rc), MQRC_NONE);
    }
    MQCLOSE(hconn, &in, MQCO_QUIESCE, &cc, &rc);
    if (rc == MQRC_READ_AHEAD_MSGS) {
        CHECK(cc == MQCC_WARNING && in > 0);
    } else {
        CHECK(rc == MQRC_NONE && in == MQHO_UNUSABLE_HOBJ);
        in = open_queue(hconn, "TEST.Q", MQOO_INPUT_SHARED);
    }
    for (left = 2; left > 0; left--) {
        MQMD md = {MQMD_DEFAULT};
        CALL(MQGET(hconn, in, &md, &gmo, sizeof data, data, &length, &cc, &rc), MQRC_NONE);
    }
    CALL(MQCLOSE(hconn, &in, MQCO_QUIESCE, &cc, &rc), MQRC_NONE);
    CHECK(in == MQHO_UNUSABLE_HOBJ);
    CALL(MQCLOSE(hconn, &out, MQCO_NONE, &cc, &rc), MQRC_NONE);
}

/* True when a field holds this text and blanks. */
static int holds(const char *field, size_t bytes, const char *text)
{
    size_t at = strlen(text);

    if (memcmp(field, text, at) != 0)
        return 0;
    for (; at < bytes; at++)
        if (field[at] != ' ')
            return 0;
    return 1;
}

#define HOLDS(field, text) CHECK(holds(field, sizeof(field), text))

/* Text, a null, and what does not count. */
#define END_WITH_NULL(field, text) \
    do { \
        memset(field, '#', sizeof(field)); \
        memcpy(field, text, sizeof(text)); \
    } while (0)

/* Fields that a program fills up with nulls come back with blanks, and count as filled with blanks. */
static void nulls(MQHCONN hconn)
{
    CODES;
    MQOD od = {MQOD_DEFAULT};
    MQMD md = {MQMD_DEFAULT};
    MQMD got = {MQMD_DEFAULT};
    MQPMO pmo = {MQPMO_DEFAULT};
    MQGMO gmo = {MQGMO_DEFAULT};
    MQHOBJ queue;
    MQLONG length;
    char data[8];
    int round;

    END_WITH_NULL(od.ObjectName, "TEST.Q");
    END_WITH_NULL(od.ObjectQMgrName, Q_MGR);
    CALL(MQOPEN(hconn, &od, MQOO_OUTPUT | MQOO_INPUT_SHARED | MQOO_SET_ALL_CONTEXT, &queue, &cc, &rc), MQRC_NONE);
    pmo.Options = MQPMO_NO_SYNCPOINT | MQPMO_SET_ALL_CONTEXT;
    gmo.Options = MQGMO_NO_SYNCPOINT | MQGMO_CONVERT;
    for (round = 0; round < 2; round++) {
        MQMD put = {MQMD_DEFAULT};

        /* EBCDIC, so that there is something to convert. */
        put.CodedCharSetId = 500;
        put.Persistence = MQPER_NOT_PERSISTENT;
        END_WITH_NULL(put.Format, "MQSTR");
        END_WITH_NULL(put.UserIdentifier, "somebody");
        END_WITH_NULL(put.ApplIdentityData, "identity");
        END_WITH_NULL(put.PutApplName, "a program");
        END_WITH_NULL(put.PutDate, "2001");
        END_WITH_NULL(put.PutTime, "");
        END_WITH_NULL(put.ApplOriginData, "or");
        END_WITH_NULL(put.ReplyToQ, "ANSWERS");
        END_WITH_NULL(put.ReplyToQMgr, "QM2");
        if (round == 0) {
            CALL(MQPUT(hconn, queue, &put, &pmo, 2, "\xc8\x89", &cc, &rc), MQRC_NONE);
            HOLDS(put.Format, "MQSTR");
            HOLDS(put.UserIdentifier, "somebody");
            HOLDS(put.ReplyToQ, "ANSWERS");
        } else {
            CALL(MQPUT1(hconn, &od, &put, &pmo, 2, "\xc8\x89", &cc, &rc), MQRC_NONE);
        }
        got = md;
        got.CodedCharSetId = 1208;
        CALL(MQGET(hconn, queue, &got, &gmo, sizeof data, data, &length, &cc, &rc), MQRC_NONE);
        CHECK(length == 2 && memcmp(data, "Hi", 2) == 0);
        HOLDS(got.Format, "MQSTR");
        HOLDS(got.UserIdentifier, "somebody");
        HOLDS(got.ApplIdentityData, "identity");
        HOLDS(got.PutApplName, "a program");
        HOLDS(got.PutDate, "2001");
        HOLDS(got.PutTime, "");
        HOLDS(got.ApplOriginData, "or");
        HOLDS(got.ReplyToQ, "ANSWERS");
        HOLDS(got.ReplyToQMgr, "QM2");
    }
    CALL(MQCLOSE(hconn, &queue, MQCO_NONE, &cc, &rc), MQRC_NONE);
}

int main(void)
{
    CODES;
    MQHCONN hconn = -5, again = -5;

    CALL(MQCONN((PMQCHAR) "NO.SUCH.Q.MGR", &hconn, &cc, &rc), MQRC_Q_MGR_NAME_ERROR);
    CHECK(hconn == MQHC_UNUSABLE_HCONN);
    CALL(MQCONN((PMQCHAR)Q_MGR, &hconn, &cc, &rc), MQRC_NONE);
    CHECK(hconn > 0);
    WARN(MQCONN((PMQCHAR)Q_MGR, &again, &cc, &rc), MQRC_ALREADY_CONNECTED);
    CHECK(again == hconn);
    attributes(hconn);
    messages(hconn);
    dynamic(hconn);
    status(hconn);
    read_ahead(hconn);
    nulls(hconn);
    CALL(MQDISC(&hconn, &cc, &rc), MQRC_NONE);
    CHECK(hconn == MQHC_UNUSABLE_HCONN);
    CALL(MQDISC(&hconn, &cc, &rc), MQRC_HCONN_ERROR);
    CALL(MQCMIT(again, &cc, &rc), MQRC_HCONN_ERROR);
    END();
}
