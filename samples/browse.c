/* Shows what is on a queue, and leaves it there. */
#include "sample.h"

#include <stdio.h>

#define USAGE "QUEUE [QUEUE-MANAGER]"

static void print_hex(const MQBYTE *bytes, int count)
{
    int i;
    for (i = 0; i < count; i++) {
        printf("%02X", bytes[i]);
    }
}

int main(int count, char **values)
{
    const char *queue = argument(count, values, 1, NULL, USAGE);
    MQHCONN connection = connect_to(argument(count, values, 2, "", USAGE));
    MQHOBJ object = open_object(connection, MQOT_Q, queue, MQOO_BROWSE);
    MQLONG completion, reason, length, step = MQGMO_BROWSE_FIRST;
    char buffer[64];

    for (;;) {
        MQMD descriptor = {MQMD_DEFAULT};
        MQGMO options = {MQGMO_DEFAULT};
        /* The first 64 bytes are enough here: a longer message is no error, but a warning. */
        options.Options = step | MQGMO_NO_WAIT | MQGMO_CONVERT | MQGMO_ACCEPT_TRUNCATED_MSG | MQGMO_FAIL_IF_QUIESCING;
        MQGET(connection, object, &descriptor, &options, sizeof buffer, buffer, &length, &completion, &reason);
        if (reason == MQRC_NO_MSG_AVAILABLE) {
            break;
        }
        if (reason != MQRC_TRUNCATED_MSG_ACCEPTED) {
            check("MQGET", queue, completion, reason);
        }
        print_hex(descriptor.MsgId, MQ_MSG_ID_LENGTH);
        printf(" priority %d persistence %d format '%.8s' %d bytes '%.*s'\n", (int)descriptor.Priority,
               (int)descriptor.Persistence, descriptor.Format, (int)length,
               length < (MQLONG)sizeof buffer ? (int)length : (int)sizeof buffer, buffer);
        step = MQGMO_BROWSE_NEXT;
    }
    close_object(connection, &object, MQCO_NONE, queue);
    disconnect(&connection);
    return 0;
}
