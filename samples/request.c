/* Puts each line as a request, and prints the reply that carries its message id as correlation id. */
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USAGE "QUEUE [QUEUE-MANAGER [REPLY-QUEUE]]"

/* Opens the queue of replies. A model queue gives a new one, whose name is put into "name". */
static MQHOBJ open_replies(MQHCONN connection, const char *wanted, MQCHAR48 name)
{
    MQOD description = {MQOD_DEFAULT};
    MQHOBJ object;
    MQLONG completion, reason;
    set_field(description.ObjectName, sizeof description.ObjectName, wanted);
    set_field(description.DynamicQName, sizeof description.DynamicQName, "SAMPLE.REPLIES.*");
    MQOPEN(connection, &description, MQOO_INPUT_EXCLUSIVE | MQOO_FAIL_IF_QUIESCING, &object, &completion, &reason);
    check("MQOPEN", wanted, completion, reason);
    memcpy(name, description.ObjectName, MQ_Q_NAME_LENGTH);
    return object;
}

int main(int count, char **values)
{
    const char *queue = argument(count, values, 1, NULL, USAGE);
    MQHCONN connection = connect_to(argument(count, values, 2, "", USAGE));
    MQHOBJ requests = open_object(connection, MQOT_Q, queue, MQOO_OUTPUT);
    MQCHAR48 reply_queue;
    MQHOBJ replies = open_replies(connection, argument(count, values, 3, "SYSTEM.DEFAULT.MODEL.QUEUE", USAGE), reply_queue);
    MQLONG completion, reason, received;
    char buffer[4096];
    int length, outcome = EXIT_SUCCESS;

    while ((length = read_line(buffer, sizeof buffer)) >= 0) {
        MQMD request = {MQMD_DEFAULT}, reply = {MQMD_DEFAULT};
        MQPMO put = {MQPMO_DEFAULT};
        MQGMO get = {MQGMO_DEFAULT};
        memcpy(request.Format, MQFMT_STRING, MQ_FORMAT_LENGTH);
        request.MsgType = MQMT_REQUEST;
        memcpy(request.ReplyToQ, reply_queue, MQ_Q_NAME_LENGTH);
        put.Options = MQPMO_NO_SYNCPOINT | MQPMO_NEW_MSG_ID | MQPMO_FAIL_IF_QUIESCING;
        MQPUT(connection, requests, &request, &put, length, buffer, &completion, &reason);
        check("MQPUT", queue, completion, reason);

        memcpy(reply.CorrelId, request.MsgId, MQ_CORREL_ID_LENGTH);
        get.Version = MQGMO_VERSION_2;
        get.MatchOptions = MQMO_MATCH_CORREL_ID;
        get.Options = MQGMO_WAIT | MQGMO_NO_SYNCPOINT | MQGMO_CONVERT | MQGMO_FAIL_IF_QUIESCING;
        get.WaitInterval = wait_ms();
        MQGET(connection, replies, &reply, &get, sizeof buffer, buffer, &received, &completion, &reason);
        if (report("MQGET", "the reply", completion, reason) != MQRC_NONE) {
            outcome = EXIT_FAILURE;
            break;
        }
        printf("%.*s\n", (int)received, buffer);
    }
    close_object(connection, &requests, MQCO_NONE, queue);
    close_object(connection, &replies, MQCO_NONE, "the queue of replies");
    disconnect(&connection);
    return outcome;
}
