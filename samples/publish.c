/* Publishes each line of the standard input on a topic string such as "prices/tea". */
#include "sample.h"

#include <stdio.h>
#include <string.h>

#define USAGE "TOPIC-STRING [QUEUE-MANAGER]"

int main(int count, char **values)
{
    const char *topic = argument(count, values, 1, NULL, USAGE);
    MQHCONN connection = connect_to(argument(count, values, 2, "", USAGE));
    MQOD description = {MQOD_DEFAULT};
    MQHOBJ object;
    MQLONG completion, reason, messages = 0;
    char line[4096];
    int length;

    description.Version = MQOD_VERSION_4;
    description.ObjectType = MQOT_TOPIC;
    description.ObjectString.VSPtr = (MQPTR)topic;
    description.ObjectString.VSLength = MQVS_NULL_TERMINATED;
    MQOPEN(connection, &description, MQOO_OUTPUT | MQOO_FAIL_IF_QUIESCING, &object, &completion, &reason);
    check("MQOPEN", topic, completion, reason);

    while ((length = read_line(line, sizeof line)) >= 0) {
        MQMD descriptor = {MQMD_DEFAULT};
        MQPMO options = {MQPMO_DEFAULT};
        memcpy(descriptor.Format, MQFMT_STRING, MQ_FORMAT_LENGTH);
        options.Options = MQPMO_NO_SYNCPOINT | MQPMO_FAIL_IF_QUIESCING;
        MQPUT(connection, object, &descriptor, &options, length, line, &completion, &reason);
        check("MQPUT", topic, completion, reason);
        messages++;
    }
    printf("%d messages published\n", (int)messages);
    close_object(connection, &object, MQCO_NONE, topic);
    disconnect(&connection);
    return 0;
}
