/* Gets messages from a queue in units of work, and prints them, until none comes. */
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>

#define USAGE "QUEUE [QUEUE-MANAGER]"

int main(int count, char **values)
{
    const char *queue = argument(count, values, 1, NULL, USAGE);
    MQHCONN connection = connect_to(argument(count, values, 2, "", USAGE));
    MQHOBJ object = open_object(connection, MQOT_Q, queue, MQOO_INPUT_AS_Q_DEF);
    MQLONG completion, reason, length, size = 1024;
    char *buffer = malloc((size_t)size);

    while (buffer != NULL) {
        MQMD descriptor = {MQMD_DEFAULT};
        MQGMO options = {MQGMO_DEFAULT};
        options.Options = MQGMO_WAIT | MQGMO_SYNCPOINT | MQGMO_CONVERT | MQGMO_FAIL_IF_QUIESCING;
        options.WaitInterval = wait_ms();
        MQGET(connection, object, &descriptor, &options, size, buffer, &length, &completion, &reason);
        if (reason == MQRC_TRUNCATED_MSG_FAILED) {
            /* The message is still there: come again with room for it. */
            char *larger = realloc(buffer, (size_t)length);
            if (larger == NULL) {
                break;
            }
            buffer = larger;
            size = length;
            continue;
        }
        if (reason == MQRC_NO_MSG_AVAILABLE) {
            break;
        }
        check("MQGET", queue, completion, reason);
        printf("%.*s\n", (int)length, buffer);
        MQCMIT(connection, &completion, &reason);
        check("MQCMIT", queue, completion, reason);
    }
    free(buffer);
    close_object(connection, &object, MQCO_NONE, queue);
    disconnect(&connection);
    return 0;
}
