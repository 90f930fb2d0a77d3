/* Answers each request on a queue with its own text, request and reply in one unit of work, until none comes. */
#include "sample.h"

#include <stdio.h>
#include <string.h>

#define USAGE "QUEUE [QUEUE-MANAGER]"

/* Puts the reply where the request wants it, under the syncpoint of the request. */
static MQLONG reply_to(MQHCONN connection, const MQMD *request, MQLONG length, char *text)
{
    MQOD queue = {MQOD_DEFAULT};
    MQMD reply = {MQMD_DEFAULT};
    MQPMO options = {MQPMO_DEFAULT};
    MQLONG completion, reason;
    memcpy(queue.ObjectName, request->ReplyToQ, MQ_Q_NAME_LENGTH);
    memcpy(queue.ObjectQMgrName, request->ReplyToQMgr, MQ_Q_MGR_NAME_LENGTH);
    memcpy(reply.Format, request->Format, MQ_FORMAT_LENGTH);
    reply.CodedCharSetId = request->CodedCharSetId;
    reply.Encoding = request->Encoding;
    reply.MsgType = MQMT_REPLY;
    reply.Persistence = request->Persistence;
    /* The requester says which of its ids the reply repeats as correlation id. */
    memcpy(reply.CorrelId, (request->Report & MQRO_PASS_CORREL_ID) ? request->CorrelId : request->MsgId,
           MQ_CORREL_ID_LENGTH);
    options.Options = MQPMO_SYNCPOINT | MQPMO_FAIL_IF_QUIESCING;
    if (request->Report & MQRO_PASS_MSG_ID) {
        memcpy(reply.MsgId, request->MsgId, MQ_MSG_ID_LENGTH);
    } else {
        options.Options |= MQPMO_NEW_MSG_ID;
    }
    MQPUT1(connection, &queue, &reply, &options, length, text, &completion, &reason);
    return report("MQPUT1", "the reply", completion, reason);
}

int main(int count, char **values)
{
    const char *queue = argument(count, values, 1, NULL, USAGE);
    MQHCONN connection = connect_to(argument(count, values, 2, "", USAGE));
    MQHOBJ object = open_object(connection, MQOT_Q, queue, MQOO_INPUT_SHARED);
    MQLONG completion, reason, length, answered = 0, waiting = wait_ms();
    char buffer[65536];

    printf("waiting for requests on %s\n", queue);
    fflush(stdout);
    for (;;) {
        MQMD request = {MQMD_DEFAULT};
        MQGMO options = {MQGMO_DEFAULT};
        options.Options = MQGMO_WAIT | MQGMO_SYNCPOINT | MQGMO_FAIL_IF_QUIESCING;
        options.WaitInterval = waiting;
        MQGET(connection, object, &request, &options, sizeof buffer, buffer, &length, &completion, &reason);
        if (reason == MQRC_NO_MSG_AVAILABLE) {
            break;
        }
        check("MQGET", queue, completion, reason);
        /* A request whose reply cannot be put goes too: it would come again for ever. */
        if (request.MsgType == MQMT_REQUEST && reply_to(connection, &request, length, buffer) == MQRC_NONE) {
            answered++;
        }
        MQCMIT(connection, &completion, &reason);
        check("MQCMIT", queue, completion, reason);
    }
    printf("%d requests answered\n", (int)answered);
    close_object(connection, &object, MQCO_NONE, queue);
    disconnect(&connection);
    return 0;
}
