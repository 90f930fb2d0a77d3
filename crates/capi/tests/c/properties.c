/* Message handles: properties set, put, got and inquired. */
#include "check.h"

static MQHCONN hconn;
static MQHOBJ queue;

static MQCHARV string(const char *text)
{
    MQCHARV it = {MQCHARV_DEFAULT};
    it.VSPtr = (MQPTR)(size_t)text;
    it.VSLength = MQVS_NULL_TERMINATED;
    return it;
}

static void set(MQHMSG hmsg, const char *name, MQLONG type, const void *value, MQLONG length)
{
    CODES;
    MQSMPO smpo = {MQSMPO_DEFAULT};
    MQPD pd = {MQPD_DEFAULT};
    MQCHARV named = string(name);
    CALL(MQSETMP(hconn, hmsg, &smpo, &named, &pd, type, length, (PMQVOID)(size_t)value, &cc, &rc), MQRC_NONE);
}

static MQHMSG create(void)
{
    CODES;
    MQCMHO cmho = {MQCMHO_DEFAULT};
    MQHMSG hmsg = MQHM_NONE;
    CALL(MQCRTMH(hconn, &cmho, &hmsg, &cc, &rc), MQRC_NONE);
    CHECK(hmsg > 0);
    return hmsg;
}

static void delete(MQHMSG hmsg)
{
    CODES;
    MQDMHO dmho = {MQDMHO_DEFAULT};
    CALL(MQDLTMH(hconn, &hmsg, &dmho, &cc, &rc), MQRC_NONE);
    CHECK(hmsg == MQHM_UNUSABLE_HMSG);
    CALL(MQDLTMH(hconn, &hmsg, &dmho, &cc, &rc), MQRC_HMSG_ERROR);
}

static void inquire(MQHMSG hmsg)
{
    CODES;
    MQIMPO impo = {MQIMPO_DEFAULT};
    MQPD pd = {MQPD_DEFAULT};
    MQCHARV name = string("%");
    MQLONG type = 0, length = -1, number;
    char value[100], returned[100];
    int found = 0;

    impo.Options = MQIMPO_CONVERT_VALUE | MQIMPO_INQ_FIRST;
    impo.ReturnedName.VSPtr = returned;
    impo.ReturnedName.VSBufSize = sizeof returned;
    for (;;) {
        MQINQMP(hconn, hmsg, &impo, &name, &pd, &type, sizeof value, value, &length, &cc, &rc);
        if (rc != MQRC_NONE)
            break;
        if (impo.ReturnedName.VSLength == 6 && memcmp(returned, "colour", 6) == 0) {
            CHECK(type == MQTYPE_STRING && length == 3 && memcmp(value, "red", 3) == 0);
            found |= 1;
        }
        if (impo.ReturnedName.VSLength == 5 && memcmp(returned, "count", 5) == 0) {
            memcpy(&number, value, sizeof number);
            CHECK(type == MQTYPE_INT32 && length == 4 && number == 42);
            found |= 2;
        }
        impo.Options = MQIMPO_CONVERT_VALUE | MQIMPO_INQ_NEXT;
    }
    CHECK(rc == MQRC_PROPERTY_NOT_AVAILABLE);
    CHECK(found == 3);

    name = string("colour");
    impo.Options = MQIMPO_INQ_FIRST;
    CALL(MQINQMP(hconn, hmsg, &impo, &name, &pd, &type, 2, value, &length, &cc, &rc), MQRC_PROPERTY_VALUE_TOO_BIG);
    CHECK(length == 3);
    name = string("none");
    CALL(MQINQMP(hconn, hmsg, &impo, &name, &pd, &type, 2, value, &length, &cc, &rc), MQRC_PROPERTY_NOT_AVAILABLE);
}

static void get(MQLONG room, MQLONG options, MQLONG want, MQLONG length_wanted)
{
    CODES;
    MQMD md = {MQMD_DEFAULT};
    MQGMO gmo = {MQGMO_DEFAULT};
    char buffer[200];
    MQLONG length = -1;
    MQHMSG hmsg = create();

    gmo.Version = MQGMO_VERSION_4;
    gmo.Options = MQGMO_NO_WAIT | MQGMO_NO_SYNCPOINT | MQGMO_PROPERTIES_IN_HANDLE | options;
    gmo.MsgHandle = hmsg;
    memset(buffer, '?', sizeof buffer);
    MQGET(hconn, queue, &md, &gmo, room, buffer, &length, &cc, &rc);
    CHECK(rc == want);
    if (rc != want)
        printf("    room %d: CompCode %d Reason %d\n", room, cc, rc);
    CHECK(length == length_wanted);
    if (length != length_wanted)
        printf("    room %d: length %d instead of %d\n", room, length, length_wanted);
    if (rc == MQRC_NONE || rc == MQRC_TRUNCATED_MSG_ACCEPTED) {
        MQLONG there = length < room ? length : room;
        CHECK(memcmp(md.Format, MQFMT_STRING, MQ_FORMAT_LENGTH) == 0);
        CHECK(memcmp(buffer, "the data", (size_t)there) == 0 && buffer[there] == '?');
        CHECK(gmo.ReturnedLength == there);
        inquire(hmsg);
    }
    delete(hmsg);
}

static void put(MQHMSG hmsg)
{
    CODES;
    MQMD md = {MQMD_DEFAULT};
    MQPMO pmo = {MQPMO_DEFAULT};
    memcpy(md.Format, MQFMT_STRING, MQ_FORMAT_LENGTH);
    pmo.Version = MQPMO_VERSION_3;
    pmo.Options = MQPMO_NO_SYNCPOINT;
    pmo.OriginalMsgHandle = hmsg;
    CALL(MQPUT(hconn, queue, &md, &pmo, 8, "the data", &cc, &rc), MQRC_NONE);
    CHECK(memcmp(md.Format, MQFMT_STRING, MQ_FORMAT_LENGTH) == 0);
}

/* No descriptor is needed where a handle gets what it would say, and what is wanted is asked for by the handle's. */
static void without_descriptor(MQHMSG original)
{
    CODES;
    MQMD md = {MQMD_DEFAULT};
    MQGMO gmo = {MQGMO_DEFAULT};
    MQSMPO smpo = {MQSMPO_DEFAULT};
    MQPD pd = {MQPD_DEFAULT};
    MQIMPO impo = {MQIMPO_DEFAULT};
    MQCHARV name = string("Root.MQMD.MsgId");
    MQBYTE24 unknown = "nobody has this one", got;
    MQLONG length, type;
    char buffer[200];
    MQHMSG hmsg = create();

    put(original);
    gmo.Version = MQGMO_VERSION_4;
    gmo.Options = MQGMO_NO_WAIT | MQGMO_NO_SYNCPOINT;
    CALL(MQGET(hconn, queue, NULL, &gmo, sizeof buffer, buffer, &length, &cc, &rc), MQRC_MD_ERROR);
    gmo.MsgHandle = hmsg;
    gmo.Options |= MQGMO_PROPERTIES_FORCE_MQRFH2;
    CALL(MQGET(hconn, queue, NULL, &gmo, sizeof buffer, buffer, &length, &cc, &rc), MQRC_MD_ERROR);
    gmo.Options &= ~MQGMO_PROPERTIES_FORCE_MQRFH2;
    CALL(MQSETMP(hconn, hmsg, &smpo, &name, &pd, MQTYPE_BYTE_STRING, sizeof unknown, unknown, &cc, &rc), MQRC_NONE);
    CALL(MQGET(hconn, queue, NULL, &gmo, sizeof buffer, buffer, &length, &cc, &rc), MQRC_NO_MSG_AVAILABLE);
    /* That has cleared the handle. */
    CALL(MQGET(hconn, queue, NULL, &gmo, sizeof buffer, buffer, &length, &cc, &rc), MQRC_NONE);
    CHECK(length == 8 && memcmp(buffer, "the data", 8) == 0);
    CALL(MQINQMP(hconn, hmsg, &impo, &name, &pd, &type, sizeof got, got, &length, &cc, &rc), MQRC_NONE);
    CHECK(length == sizeof got && memcmp(got, md.MsgId, sizeof got) != 0);
    delete(hmsg);
}

static void buffers(void)
{
    CODES;
    MQMHBO mhbo = {MQMHBO_DEFAULT};
    MQBMHO bmho = {MQBMHO_DEFAULT};
    MQMD md = {MQMD_DEFAULT};
    MQCHARV name = string("%");
    MQHMSG from = create(), to = create();
    char buffer[300];
    MQLONG length = -1, left = -1, number = 42;

    set(from, "colour", MQTYPE_STRING, "red", 3);
    set(from, "count", MQTYPE_INT32, &number, 4);
    memcpy(md.Format, MQFMT_STRING, MQ_FORMAT_LENGTH);
    CALL(MQMHBUF(hconn, from, &mhbo, &name, &md, 10, buffer, &length, &cc, &rc), MQRC_PROPERTY_VALUE_TOO_BIG);
    CHECK(length > 36);
    CALL(MQMHBUF(hconn, from, &mhbo, &name, &md, sizeof buffer, buffer, &length, &cc, &rc), MQRC_NONE);
    CHECK(memcmp(md.Format, MQFMT_RF_HEADER_2, MQ_FORMAT_LENGTH) == 0);
    CHECK(memcmp(buffer, "RFH ", 4) == 0);
    memcpy(buffer + length, "tail", 4);
    CALL(MQBUFMH(hconn, to, &bmho, &md, length + 4, buffer, &left, &cc, &rc), MQRC_NONE);
    CHECK(left == 4 && memcmp(buffer, "tail", 4) == 0);
    CHECK(memcmp(md.Format, MQFMT_STRING, MQ_FORMAT_LENGTH) == 0);
    inquire(to);
    delete(from);
    delete(to);
}

static void wrong_calls(void)
{
    CODES;
    MQCMHO cmho = {MQCMHO_DEFAULT};
    MQSMPO smpo = {MQSMPO_DEFAULT};
    MQIMPO impo = {MQIMPO_DEFAULT};
    MQDMPO dmpo = {MQDMPO_DEFAULT};
    MQPD pd = {MQPD_DEFAULT};
    MQCHARV name = string("a");
    MQHMSG hmsg = create();
    MQLONG type, length;
    MQMD md = {MQMD_DEFAULT};
    MQGMO gmo = {MQGMO_DEFAULT};
    MQPMO pmo = {MQPMO_DEFAULT};
    MQBMHO bmho = {MQBMHO_DEFAULT};

    CALL(MQCRTMH(hconn, NULL, &hmsg, &cc, &rc), MQRC_CMHO_ERROR);
    CALL(MQCRTMH(hconn, &cmho, NULL, &cc, &rc), MQRC_HMSG_ERROR);
    CALL(MQCRTMH(77, &cmho, &hmsg, &cc, &rc), MQRC_HCONN_ERROR);
    cmho.Options = 99;
    CALL(MQCRTMH(hconn, &cmho, &hmsg, &cc, &rc), MQRC_OPTIONS_ERROR);
    CALL(MQSETMP(hconn, 4711, &smpo, &name, &pd, MQTYPE_STRING, 1, "x", &cc, &rc), MQRC_HMSG_ERROR);
    CALL(MQSETMP(hconn, hmsg, NULL, &name, &pd, MQTYPE_STRING, 1, "x", &cc, &rc), MQRC_SMPO_ERROR);
    CALL(MQSETMP(hconn, hmsg, &smpo, NULL, &pd, MQTYPE_STRING, 1, "x", &cc, &rc), MQRC_PROPERTY_NAME_ERROR);
    CALL(MQSETMP(hconn, hmsg, &smpo, &name, NULL, MQTYPE_STRING, 1, "x", &cc, &rc), MQRC_PD_ERROR);
    CALL(MQSETMP(hconn, hmsg, &smpo, &name, &pd, MQTYPE_STRING, 1, NULL, &cc, &rc), MQRC_BUFFER_ERROR);
    CALL(MQSETMP(hconn, hmsg, &smpo, &name, &pd, MQTYPE_STRING, -2, "x", &cc, &rc), MQRC_BUFFER_LENGTH_ERROR);
    CALL(MQSETMP(hconn, hmsg, &smpo, &name, &pd, MQTYPE_INT32, 3, "xxx", &cc, &rc), MQRC_BUFFER_LENGTH_ERROR);
    CALL(MQSETMP(hconn, hmsg, &smpo, &name, &pd, 4711, 1, "x", &cc, &rc), MQRC_PROPERTY_TYPE_ERROR);
    CALL(MQDLTMP(hconn, hmsg, &dmpo, &name, &cc, &rc), MQRC_PROPERTY_NOT_AVAILABLE);
    CALL(MQDLTMP(hconn, hmsg, NULL, &name, &cc, &rc), MQRC_DMPO_ERROR);
    CALL(MQINQMP(hconn, hmsg, NULL, &name, &pd, &type, 0, NULL, &length, &cc, &rc), MQRC_IMPO_ERROR);
    CALL(MQINQMP(hconn, hmsg, &impo, &name, &pd, &type, 5, NULL, &length, &cc, &rc), MQRC_BUFFER_ERROR);
    CALL(MQBUFMH(hconn, hmsg, NULL, &md, 0, NULL, &length, &cc, &rc), MQRC_BMHO_ERROR);
    CALL(MQBUFMH(hconn, hmsg, &bmho, NULL, 0, NULL, &length, &cc, &rc), MQRC_MD_ERROR);
    CALL(MQMHBUF(hconn, hmsg, NULL, &name, &md, 0, NULL, &length, &cc, &rc), MQRC_MHBO_ERROR);
    gmo.Version = MQGMO_VERSION_4;
    gmo.MsgHandle = 4711;
    CALL(MQGET(hconn, queue, &md, &gmo, 0, NULL, &length, &cc, &rc), MQRC_HMSG_ERROR);
    pmo.Version = MQPMO_VERSION_3;
    pmo.OriginalMsgHandle = 4711;
    CALL(MQPUT(hconn, queue, &md, &pmo, 0, NULL, &cc, &rc), MQRC_HMSG_ERROR);
    delete(hmsg);
}

/* Lengths of names: a length that is none has a reason of its own, by every call that is about one property. */
static void lengths_of_names(void)
{
    CODES;
    static const MQLONG wrong[] = {0, -2, -4711, 4096, 1 << 20};
    static char longest[20000];
    MQSMPO smpo = {MQSMPO_DEFAULT};
    MQIMPO impo = {MQIMPO_DEFAULT};
    MQDMPO dmpo = {MQDMPO_DEFAULT};
    MQPD pd = {MQPD_DEFAULT};
    MQHMSG hmsg = create();
    MQLONG type = MQTYPE_AS_SET, length;
    char value[10];
    MQCHARV name = string("a");
    size_t at;

    memset(longest, 'n', sizeof longest - 1);
    set(hmsg, "a", MQTYPE_STRING, "x", 1);
    for (at = 0; at < sizeof wrong / sizeof *wrong; at++) {
        name = string(longest);
        name.VSLength = wrong[at];
        CALL(MQSETMP(hconn, hmsg, &smpo, &name, &pd, MQTYPE_STRING, 1, "x", &cc, &rc), MQRC_PROPERTY_NAME_LENGTH_ERR);
        CALL(MQINQMP(hconn, hmsg, &impo, &name, &pd, &type, sizeof value, value, &length, &cc, &rc),
             MQRC_PROPERTY_NAME_LENGTH_ERR);
        CALL(MQDLTMP(hconn, hmsg, &dmpo, &name, &cc, &rc), MQRC_PROPERTY_NAME_LENGTH_ERR);
    }
    /* One that goes on and on, and none at all. */
    name = string(longest);
    CALL(MQINQMP(hconn, hmsg, &impo, &name, &pd, &type, sizeof value, value, &length, &cc, &rc),
         MQRC_PROPERTY_NAME_LENGTH_ERR);
    name = string("");
    CALL(MQDLTMP(hconn, hmsg, &dmpo, &name, &cc, &rc), MQRC_PROPERTY_NAME_LENGTH_ERR);
    /* A place is needed for one with a length. */
    name = string(NULL);
    name.VSLength = 1;
    CALL(MQDLTMP(hconn, hmsg, &dmpo, &name, &cc, &rc), MQRC_PROPERTY_NAME_ERROR);
    /* The property inquired last is meant by no name. */
    name = string("a");
    CALL(MQINQMP(hconn, hmsg, &impo, &name, &pd, &type, sizeof value, value, &length, &cc, &rc), MQRC_NONE);
    name.VSLength = 0;
    impo.Options = MQIMPO_INQ_PROP_UNDER_CURSOR;
    CALL(MQINQMP(hconn, hmsg, &impo, &name, &pd, &type, sizeof value, value, &length, &cc, &rc), MQRC_NONE);
    CHECK(length == 1 && value[0] == 'x');
    delete(hmsg);
}

int main(void)
{
    CODES;
    MQHMSG hmsg;
    MQLONG number = 42;
    MQCMHO cmho = {MQCMHO_DEFAULT};
    MQDMPO dmpo = {MQDMPO_DEFAULT};
    MQCHARV name = string("gone");
    int i;

    CALL(MQCONN((PMQCHAR)Q_MGR, &hconn, &cc, &rc), MQRC_NONE);
    queue = open_queue(hconn, "TEST.Q", MQOO_OUTPUT | MQOO_INPUT_SHARED);
    hmsg = create();
    set(hmsg, "colour", MQTYPE_STRING, "red", MQVL_NULL_TERMINATED);
    set(hmsg, "count", MQTYPE_INT32, &number, sizeof number);
    set(hmsg, "gone", MQTYPE_STRING, "x", 1);
    CALL(MQDLTMP(hconn, hmsg, &dmpo, &name, &cc, &rc), MQRC_NONE);
    for (i = 0; i < 4; i++)
        put(hmsg);
    get(0, MQGMO_ACCEPT_TRUNCATED_MSG, MQRC_TRUNCATED_MSG_ACCEPTED, 8);
    get(3, 0, MQRC_TRUNCATED_MSG_FAILED, 8);
    get(3, MQGMO_ACCEPT_TRUNCATED_MSG, MQRC_TRUNCATED_MSG_ACCEPTED, 8);
    get(8, 0, MQRC_NONE, 8);
    get(200, 0, MQRC_NONE, 8);
    get(200, 0, MQRC_NO_MSG_AVAILABLE, 0);
    without_descriptor(hmsg);
    buffers();
    wrong_calls();
    lengths_of_names();
    delete(hmsg);

    /* A handle of no connection. */
    CALL(MQCRTMH(MQHC_UNASSOCIATED_HCONN, &cmho, &hmsg, &cc, &rc), MQRC_NONE);
    set(hmsg, "colour", MQTYPE_STRING, "red", 3);
    set(hmsg, "count", MQTYPE_INT32, &number, sizeof number);
    put(hmsg);
    get(200, 0, MQRC_NONE, 8);
    CALL(MQDISC(&hconn, &cc, &rc), MQRC_NONE);
    hconn = MQHC_UNASSOCIATED_HCONN;
    inquire(hmsg);
    delete(hmsg);
    END();
}
