/* Data bags: items in and out, to a buffer and back, and a command to the command server. */
#include "check.h"
#include <cmqbc.h>
#include <cmqcfc.h>
#include <time.h>

static void items(void)
{
    CODES;
    MQHBAG bag, other;
    MQLONG value, count, length, ccsid, selector, type, needed;
    MQCHAR text[10];
    MQCHAR buffer[500];

    CALL(mqCreateBag(MQCBO_ADMIN_BAG | MQCBO_COMMAND_BAG, &bag, &cc, &rc), MQRC_OPTIONS_ERROR);
    CALL(mqCreateBag(MQCBO_USER_BAG, &bag, &cc, &rc), MQRC_NONE);
    CALL(mqAddInteger(bag, 1, 41, &cc, &rc), MQRC_NONE);
    CALL(mqAddInteger(bag, 1, 42, &cc, &rc), MQRC_NONE);
    CALL(mqAddString(bag, 2, MQBL_NULL_TERMINATED, "hello", &cc, &rc), MQRC_NONE);
    CALL(mqAddString(bag, 1, 5, "hello", &cc, &rc), MQRC_INCONSISTENT_ITEM_TYPE);
    CALL(mqAddString(bag, 2, -5, "hello", &cc, &rc), MQRC_BUFFER_LENGTH_ERROR);
    CALL(mqAddString(bag, 2, 5, NULL, &cc, &rc), MQRC_BUFFER_ERROR);
    CALL(mqAddInteger(bag, -99, 1, &cc, &rc), MQRC_SELECTOR_OUT_OF_RANGE);
    CALL(mqCountItems(bag, MQSEL_ALL_USER_SELECTORS, &count, &cc, &rc), MQRC_NONE);
    CHECK(count == 3);
    CALL(mqInquireInteger(bag, 1, 1, &value, &cc, &rc), MQRC_NONE);
    CHECK(value == 42);
    CALL(mqInquireInteger(bag, 1, MQIND_NONE, &value, &cc, &rc), MQRC_SELECTOR_NOT_UNIQUE);
    CALL(mqInquireInteger(bag, 1, 2, &value, &cc, &rc), MQRC_INDEX_NOT_PRESENT);
    CALL(mqInquireString(bag, 2, 0, sizeof text, text, &length, &ccsid, &cc, &rc), MQRC_NONE);
    CHECK(length == 5 && memcmp(text, "hello\0\0\0\0\0", 10) == 0);
    WARN(mqInquireString(bag, 2, 0, 4, text, &length, &ccsid, &cc, &rc), MQRC_STRING_TRUNCATED);
    CHECK(length == 5 && memcmp(text, "hell", 4) == 0);
    CALL(mqInquireItemInfo(bag, MQSEL_ANY_USER_SELECTOR, 2, &selector, &type, &cc, &rc), MQRC_NONE);
    CHECK(selector == 2 && type == MQITEM_STRING);

    CALL(mqBagToBuffer(MQHB_NONE, bag, 10, buffer, &needed, &cc, &rc), MQRC_BUFFER_LENGTH_ERROR);
    CALL(mqBagToBuffer(MQHB_NONE, bag, sizeof buffer, buffer, &length, &cc, &rc), MQRC_NONE);
    CHECK(length == needed);
    CALL(mqCreateBag(MQCBO_USER_BAG, &other, &cc, &rc), MQRC_NONE);
    CALL(mqBufferToBag(MQHB_NONE, length, buffer, other, &cc, &rc), MQRC_NONE);
    CALL(mqInquireInteger(other, 1, 0, &value, &cc, &rc), MQRC_NONE);
    CHECK(value == 41);
    CALL(mqBufferToBag(MQHB_NONE, 3, buffer, other, &cc, &rc), MQRC_CFH_ERROR);

    CALL(mqDeleteBag(&other, &cc, &rc), MQRC_NONE);
    CHECK(other == MQHB_UNUSABLE_HBAG);
    CALL(mqDeleteBag(&other, &cc, &rc), MQRC_HBAG_ERROR);
    CALL(mqDeleteBag(&bag, &cc, &rc), MQRC_NONE);
    CALL(mqTrim(7, "ab c   ", text, &cc, &rc), MQRC_NONE);
    CHECK(strcmp(text, "ab c") == 0);
    CALL(mqPad("ab", 4, text, &cc, &rc), MQRC_NONE);
    CHECK(memcmp(text, "ab  ", 4) == 0);
}

/* The command server answers, once it has opened its queue. */
static void commands(MQHCONN hconn)
{
    CODES;
    MQHBAG request, response, answer;
    MQLONG count, depth, length, ccsid, why, tries;
    MQCHAR name[MQ_Q_NAME_LENGTH];
    struct timespec nap = {0, 10 * 1000 * 1000};

    CALL(mqCreateBag(MQCBO_ADMIN_BAG, &request, &cc, &rc), MQRC_NONE);
    CALL(mqCreateBag(MQCBO_ADMIN_BAG, &response, &cc, &rc), MQRC_NONE);
    CALL(mqAddString(request, MQCA_Q_NAME, MQBL_NULL_TERMINATED, "TEST.*", &cc, &rc), MQRC_NONE);
    CALL(mqAddInquiry(request, MQIA_MAX_Q_DEPTH, &cc, &rc), MQRC_NONE);
    CALL(mqExecute(hconn, 9999, MQHB_NONE, request, response, MQHO_NONE, MQHO_NONE, &cc, &rc),
         MQRC_INQUIRY_COMMAND_ERROR);
    CALL(mqExecute(-1, MQCMD_INQUIRE_Q, MQHB_NONE, request, response, MQHO_NONE, MQHO_NONE, &cc, &rc),
         MQRC_HCONN_ERROR);
    for (tries = 0; tries < 1000; tries++) {
        mqExecute(hconn, MQCMD_INQUIRE_Q, MQHB_NONE, request, response, MQHO_NONE, MQHO_NONE, &cc, &rc);
        if (rc != MQRC_CMD_SERVER_NOT_AVAILABLE)
            break;
        nanosleep(&nap, NULL);
    }
    CHECK(cc == MQCC_OK && rc == MQRC_NONE);
    CALL(mqCountItems(response, MQHA_BAG_HANDLE, &count, &cc, &rc), MQRC_NONE);
    CHECK(count == 1);
    CALL(mqInquireBag(response, MQHA_BAG_HANDLE, 0, &answer, &cc, &rc), MQRC_NONE);
    CALL(mqInquireString(answer, MQCA_Q_NAME, 0, sizeof name, name, &length, &ccsid, &cc, &rc), MQRC_NONE);
    CHECK(length == sizeof name && memcmp(name, "TEST.Q  ", 8) == 0);
    CALL(mqInquireInteger(answer, MQIA_MAX_Q_DEPTH, MQIND_NONE, &depth, &cc, &rc), MQRC_NONE);
    CHECK(depth == 5000);
    CALL(mqDeleteBag(&answer, &cc, &rc), MQRC_SYSTEM_BAG_NOT_DELETABLE);

    CALL(mqSetString(request, MQCA_Q_NAME, MQIND_NONE, 4, "NONE", &cc, &rc), MQRC_NONE);
    CALL(mqExecute(hconn, MQCMD_INQUIRE_Q, MQHB_NONE, request, response, MQHO_NONE, MQHO_NONE, &cc, &rc),
         MQRCCF_COMMAND_FAILED);
    CALL(mqInquireBag(response, MQHA_BAG_HANDLE, 0, &answer, &cc, &rc), MQRC_NONE);
    CALL(mqInquireInteger(answer, MQIASY_REASON, MQIND_NONE, &why, &cc, &rc), MQRC_NONE);
    CHECK(why == MQRC_UNKNOWN_OBJECT_NAME);
    CALL(mqDeleteBag(&request, &cc, &rc), MQRC_NONE);
    CALL(mqDeleteBag(&response, &cc, &rc), MQRC_NONE);
}

/* A bag goes through a queue. */
static void messages(MQHCONN hconn)
{
    CODES;
    MQHBAG bag, got;
    MQMD md = {MQMD_DEFAULT}, found = {MQMD_DEFAULT};
    MQPMO pmo = {MQPMO_DEFAULT};
    MQGMO gmo = {MQGMO_DEFAULT};
    MQHOBJ hobj = open_queue(hconn, "TEST.Q", MQOO_OUTPUT | MQOO_INPUT_SHARED);
    MQLONG value;
    static char big[40000];

    memset(big, 'x', sizeof big);
    CALL(mqCreateBag(MQCBO_USER_BAG, &bag, &cc, &rc), MQRC_NONE);
    CALL(mqCreateBag(MQCBO_USER_BAG, &got, &cc, &rc), MQRC_NONE);
    CALL(mqAddInteger(bag, 7, 77, &cc, &rc), MQRC_NONE);
    CALL(mqAddString(bag, 8, sizeof big, big, &cc, &rc), MQRC_NONE);
    CALL(mqPutBag(hconn, hobj, &md, &pmo, bag, &cc, &rc), MQRC_FORMAT_NOT_SUPPORTED);
    memcpy(md.Format, MQFMT_PCF, sizeof md.Format);
    CALL(mqPutBag(hconn, hobj, &md, &pmo, bag, &cc, &rc), MQRC_NONE);
    gmo.Options |= MQGMO_ACCEPT_TRUNCATED_MSG;
    CALL(mqGetBag(hconn, hobj, &found, &gmo, got, &cc, &rc), MQRC_OPTIONS_ERROR);
    gmo.Options &= ~MQGMO_ACCEPT_TRUNCATED_MSG;
    CALL(mqGetBag(hconn, hobj, &found, &gmo, got, &cc, &rc), MQRC_NONE);
    CALL(mqInquireInteger(got, 7, MQIND_NONE, &value, &cc, &rc), MQRC_NONE);
    CHECK(value == 77);
    /* Without a bag the message goes. */
    CALL(mqPutBag(hconn, hobj, &md, &pmo, bag, &cc, &rc), MQRC_NONE);
    CALL(mqGetBag(hconn, hobj, &found, &gmo, MQHB_NONE, &cc, &rc), MQRC_NONE);
    CALL(mqGetBag(hconn, hobj, &found, &gmo, got, &cc, &rc), MQRC_NO_MSG_AVAILABLE);
    CALL(MQCLOSE(hconn, &hobj, MQCO_NONE, &cc, &rc), MQRC_NONE);
    CALL(mqDeleteBag(&bag, &cc, &rc), MQRC_NONE);
    CALL(mqDeleteBag(&got, &cc, &rc), MQRC_NONE);
}

int main(void)
{
    CODES;
    MQHCONN hconn;

    items();
    CALL(MQCONN((PMQCHAR)Q_MGR, &hconn, &cc, &rc), MQRC_NONE);
    commands(hconn);
    messages(hconn);
    CALL(MQDISC(&hconn, &cc, &rc), MQRC_NONE);
    END();
}
