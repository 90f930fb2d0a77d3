/* Puts without answers, and leaves without MQDISC: by exit. */
#include "check.h"

#define PUTS 500

int main(void)
{
    CODES;
    MQHCONN hconn;
    MQHOBJ hobj;
    MQOD od = {MQOD_DEFAULT};
    MQPMO pmo = {MQPMO_DEFAULT};
    CALL(MQCONN(Q_MGR, &hconn, &cc, &rc), MQRC_NONE);
    name_object(&od, "TEST.Q");
    CALL(MQOPEN(hconn, &od, MQOO_OUTPUT, &hobj, &cc, &rc), MQRC_NONE);
    pmo.Options = MQPMO_NO_SYNCPOINT | MQPMO_ASYNC_RESPONSE | MQPMO_NEW_MSG_ID;
    for (MQLONG number = 0; number < PUTS; number++) {
        MQMD md = {MQMD_DEFAULT};
        CALL(MQPUT(hconn, hobj, &md, &pmo, sizeof(number), &number, &cc, &rc), MQRC_NONE);
    }
    exit(failures != 0);
}
