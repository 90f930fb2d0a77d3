/* A library with a function for callbacks that its program never sees. */
#include <cmqc.h>

void named_consumer(MQHCONN hconn, PMQVOID md, PMQVOID gmo, PMQVOID buffer, PMQCBC cbc)
{
    (void)hconn, (void)md, (void)gmo, (void)buffer;
    if (cbc->CallType == MQCBCT_MSG_REMOVED && cbc->DataLength == 7)
        ++*(volatile int *)cbc->CallbackArea;
}
