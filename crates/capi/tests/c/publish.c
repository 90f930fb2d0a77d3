/* Subscriptions, publications, and the conversion of text. */
#include "check.h"

static void subscribe(MQHCONN hconn)
{
    CODES;
    MQSD sd = {MQSD_DEFAULT};
    MQOD od = {MQOD_DEFAULT};
    MQMD md = {MQMD_DEFAULT};
    MQGMO gmo = {MQGMO_DEFAULT};
    MQHOBJ managed = MQHO_NONE, hsub = MQHO_NONE, topic;
    char buffer[20], resolved[100];
    MQLONG length;

    sd.Options = MQSO_CREATE | MQSO_MANAGED | MQSO_NON_DURABLE | MQSO_FAIL_IF_QUIESCING;
    sd.ObjectString.VSPtr = "some/topic";
    sd.ObjectString.VSLength = MQVS_NULL_TERMINATED;
    sd.ResObjectString.VSPtr = resolved;
    sd.ResObjectString.VSBufSize = sizeof resolved;
    CALL(MQSUB(hconn, NULL, &managed, &hsub, &cc, &rc), MQRC_SD_ERROR);
    CALL(MQSUB(hconn, &sd, NULL, &hsub, &cc, &rc), MQRC_HOBJ_ERROR);
    sd.Version = 2;
    CALL(MQSUB(hconn, &sd, &managed, &hsub, &cc, &rc), MQRC_SD_ERROR);
    sd.Version = 1;
    CALL(MQSUB(hconn, &sd, &managed, &hsub, &cc, &rc), MQRC_NONE);
    CHECK(managed > 0 && hsub > 0);
    CHECK(sd.ResObjectString.VSLength == 10 && memcmp(resolved, "some/topic", 10) == 0);

    od.Version = MQOD_VERSION_4;
    od.ObjectType = MQOT_TOPIC;
    od.ObjectString = sd.ObjectString;
    CALL(MQOPEN(hconn, &od, MQOO_OUTPUT, &topic, &cc, &rc), MQRC_NONE);
    put_text(hconn, topic, "news");
    gmo.Options = MQGMO_WAIT | MQGMO_NO_SYNCPOINT;
    gmo.WaitInterval = 5000;
    CALL(MQGET(hconn, managed, &md, &gmo, sizeof buffer, buffer, &length, &cc, &rc), MQRC_NONE);
    CHECK(length >= 4 && memcmp(buffer + length - 4, "news", 4) == 0);
    CALL(MQSUBRQ(hconn, hsub, MQSR_ACTION_PUBLICATION, NULL, &cc, &rc), MQRC_SRO_ERROR);
    CALL(MQCLOSE(hconn, &hsub, MQCO_NONE, &cc, &rc), MQRC_NONE);
    CALL(MQCLOSE(hconn, &managed, MQCO_NONE, &cc, &rc), MQRC_NONE);
    CALL(MQCLOSE(hconn, &topic, MQCO_NONE, &cc, &rc), MQRC_NONE);
}

static void convert(void)
{
    CODES;
    char target[8];
    MQLONG length = -1;
    MQHCONN none = MQHC_DEF_HCONN;

    CALL(MQXCNVC(none, MQDCC_NONE, 1208, 3, (PMQCHAR) "AB1", 500, 8, target, &length, &cc, &rc), MQRC_NONE);
    CHECK(length == 3 && memcmp(target, "\xC1\xC2\xF1", 3) == 0);
    CALL(MQXCNVC(none, MQDCC_FILL_TARGET_BUFFER, 1208, 3, (PMQCHAR) "AB1", 500, 8, target, &length, &cc, &rc), MQRC_NONE);
    CHECK(length == 8 && memcmp(target + 3, "\x40\x40\x40\x40\x40", 5) == 0);
    WARN(MQXCNVC(none, MQDCC_NONE, 1208, 3, (PMQCHAR) "AB1", 500, 2, target, &length, &cc, &rc), MQRC_CONVERTED_MSG_TOO_BIG);
    CHECK(length == 2);
    CALL(MQXCNVC(none, MQDCC_TARGET_ENC_NORMAL, 819, 1, (PMQCHAR) "A", 1200, 8, target, &length, &cc, &rc), MQRC_NONE);
    CHECK(length == 2 && memcmp(target, "\0A", 2) == 0);
    CALL(MQXCNVC(none, MQDCC_NONE, 77, 1, (PMQCHAR) "A", 819, 8, target, &length, &cc, &rc), MQRC_SOURCE_CCSID_ERROR);
    CALL(MQXCNVC(none, MQDCC_NONE, 819, 1, (PMQCHAR) "A", 77, 8, target, &length, &cc, &rc), MQRC_TARGET_CCSID_ERROR);
    CALL(MQXCNVC(none, MQDCC_NONE, 819, -1, (PMQCHAR) "A", 819, 8, target, &length, &cc, &rc), MQRC_SOURCE_LENGTH_ERROR);
    CALL(MQXCNVC(none, MQDCC_NONE, 819, 1, NULL, 819, 8, target, &length, &cc, &rc), MQRC_SOURCE_BUFFER_ERROR);
    CALL(MQXCNVC(none, MQDCC_NONE, 819, 1, (PMQCHAR) "A", 819, -1, target, &length, &cc, &rc), MQRC_TARGET_LENGTH_ERROR);
    CALL(MQXCNVC(none, MQDCC_NONE, 819, 1, (PMQCHAR) "A", 819, 8, NULL, &length, &cc, &rc), MQRC_TARGET_BUFFER_ERROR);
    CALL(MQXCNVC(none, 1 << 20, 819, 1, (PMQCHAR) "A", 819, 8, target, &length, &cc, &rc), MQRC_OPTIONS_ERROR);
    CALL(MQXEP(NULL, 0, 0, NULL, NULL, &cc, &rc), MQRC_HCONFIG_ERROR);
}

int main(void)
{
    CODES;
    MQHCONN hconn;
    CALL(MQCONN((PMQCHAR)Q_MGR, &hconn, &cc, &rc), MQRC_NONE);
    subscribe(hconn);
    convert();
    CALL(MQDISC(&hconn, &cc, &rc), MQRC_NONE);
    END();
}
