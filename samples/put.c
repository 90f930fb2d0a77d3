/* Puts each line of the standard input on a queue as one message. */
#include "sample.h"

#include <stdio.h>
#include <string.h>

#define USAGE "QUEUE [QUEUE-MANAGER]"

int main(int count, char **values)
{
    const char *queue = argument(count, values, 1, NULL, USAGE);
    MQHCONN connection = connect_to(argument(count, values, 2, "", USAGE));
    MQHOBJ object = open_object(connection, MQOT_Q, queue, MQOO_OUTPUT);
    MQLONG completion, reason, messages = 0;
    char line[4096];
    int length;

    while ((length = read_line(line, sizeof line)) >= 0) {
        MQMD descriptor = {MQMD_DEFAULT};
        MQPMO options = {MQPMO_DEFAULT};
        memcpy(descriptor.Format, MQFMT_STRING, MQ_FORMAT_LENGTH);
        options.Options = MQPMO_NO_SYNCPOINT | MQPMO_FAIL_IF_QUIESCING;
        MQPUT(connection, object, &descriptor, &options, length, line, &completion, &reason);
        check("MQPUT", queue, completion, reason);
        messages++;
    }
    printf("%d messages put\n", (int)messages);
    close_object(connection, &object, MQCO_NONE, queue);
    disconnect(&connection);
    return 0;
}
