/* What the test programs share: each check prints one line when it fails, and main returns how many did. */
#ifndef CHECK_H
#define CHECK_H

#include <cmqc.h>
#include <cmqxc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Not every program uses every function. */
#define MAYBE __attribute__((unused))

static int failures;

MAYBE static void expect_codes(const char *file, int line, const char *call, MQLONG cc, MQLONG rc, MQLONG want)
{
    MQLONG want_cc = want == MQRC_NONE ? MQCC_OK : MQCC_FAILED;
    if (cc != want_cc || rc != want) {
        printf("%s:%d: %s: CompCode %d Reason %d, expected Reason %d\n", file, line, call, cc, rc, want);
        failures++;
    }
}

MAYBE static void expect_true(const char *file, int line, const char *what, int holds)
{
    if (!holds) {
        printf("%s:%d: does not hold: %s\n", file, line, what);
        failures++;
    }
}

/* The codes of the call under test. They start as values no call gives. */
#define CODES MQLONG cc = -77, rc = -77

/* A call must end with this reason code; anything but MQRC_NONE is a failure. */
#define CALL(call, want) \
    do { \
        cc = rc = -77; \
        call; \
        expect_codes(__FILE__, __LINE__, #call, cc, rc, want); \
    } while (0)

/* A call must end with this warning. */
#define WARN(call, want) \
    do { \
        cc = rc = -77; \
        call; \
        expect_true(__FILE__, __LINE__, #call " warns", cc == MQCC_WARNING && rc == (want)); \
        if (rc != (want)) \
            printf("    CompCode %d Reason %d\n", cc, rc); \
    } while (0)

#define CHECK(condition) expect_true(__FILE__, __LINE__, #condition, condition)

#define Q_MGR "QM1"

MAYBE static void name_object(MQOD *od, const char *name)
{
    strncpy(od->ObjectName, name, MQ_Q_NAME_LENGTH);
}

MAYBE static MQHOBJ open_queue(MQHCONN hconn, const char *name, MQLONG options)
{
    CODES;
    MQOD od = {MQOD_DEFAULT};
    MQHOBJ hobj = MQHO_NONE;
    name_object(&od, name);
    CALL(MQOPEN(hconn, &od, options, &hobj, &cc, &rc), MQRC_NONE);
    return hobj;
}

MAYBE static void put_text(MQHCONN hconn, MQHOBJ hobj, const char *text)
{
    CODES;
    MQMD md = {MQMD_DEFAULT};
    MQPMO pmo = {MQPMO_DEFAULT};
    pmo.Options = MQPMO_NO_SYNCPOINT | MQPMO_FAIL_IF_QUIESCING;
    memcpy(md.Format, MQFMT_STRING, MQ_FORMAT_LENGTH);
    CALL(MQPUT(hconn, hobj, &md, &pmo, (MQLONG)strlen(text), (PMQVOID)text, &cc, &rc), MQRC_NONE);
}

#define END() \
    do { \
        if (failures) \
            printf("%d checks failed\n", failures); \
        return failures != 0; \
    } while (0)

#endif
