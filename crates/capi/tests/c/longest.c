/* The longest message of an MQCD: what is longer is not got by that connection, and stays. */
#include "check.h"

static MQHCONN by_channel(const char *place, MQLONG longest)
{
    CODES;
    MQCNO cno = {MQCNO_DEFAULT};
    MQCD cd = {MQCD_CLIENT_CONN_DEFAULT};
    MQHCONN hconn = MQHC_UNUSABLE_HCONN;
    strncpy(cd.ChannelName, "C.SVRCONN", MQ_CHANNEL_NAME_LENGTH);
    strncpy(cd.ConnectionName, place, MQ_CONN_NAME_LENGTH);
    cd.MaxMsgLength = longest;
    cno.Version = MQCNO_CURRENT_VERSION;
    cno.Options = MQCNO_CLIENT_BINDING | MQCNO_HANDLE_SHARE_NO_BLOCK;
    cno.ClientConnPtr = &cd;
    CALL(MQCONNX((PMQCHAR)Q_MGR, &cno, &hconn, &cc, &rc), MQRC_NONE);
    return hconn;
}

int main(int argc, char **argv)
{
    CODES;
    static char text[2001], buffer[4000];
    const char *place = argc > 1 ? argv[1] : "";
    MQHCONN wide = by_channel(place, 100000), narrow = by_channel(place, 1000);
    MQHOBJ out = open_queue(wide, "TEST.Q", MQOO_OUTPUT | MQOO_INPUT_SHARED);
    MQHOBJ in = open_queue(narrow, "TEST.Q", MQOO_INPUT_SHARED | MQOO_OUTPUT);
    MQMD md = {MQMD_DEFAULT};
    MQGMO gmo = {MQGMO_DEFAULT};
    MQPMO pmo = {MQPMO_DEFAULT};
    MQLONG length = 0;

    memset(text, 'x', sizeof text - 1);
    put_text(wide, out, text);
    gmo.Options = MQGMO_NO_WAIT | MQGMO_NO_SYNCPOINT;
    CALL(MQGET(narrow, in, &md, &gmo, sizeof buffer, buffer, &length, &cc, &rc), MQRC_DATA_LENGTH_ERROR);
    CALL(MQPUT(narrow, in, &md, &pmo, 2000, text, &cc, &rc), MQRC_DATA_LENGTH_ERROR);
    memcpy(md.MsgId, MQMI_NONE, sizeof md.MsgId);
    memcpy(md.CorrelId, MQCI_NONE, sizeof md.CorrelId);
    CALL(MQGET(wide, out, &md, &gmo, sizeof buffer, buffer, &length, &cc, &rc), MQRC_NONE);
    CHECK(length == 2000);
    CALL(MQDISC(&narrow, &cc, &rc), MQRC_NONE);
    CALL(MQDISC(&wide, &cc, &rc), MQRC_NONE);
    END();
}
