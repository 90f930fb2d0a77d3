/* Subscribes to a topic string, and prints what is published until nothing comes. "#" and "+" are wildcards. */
#include "sample.h"

#include <stdio.h>
#include <string.h>

#define USAGE "TOPIC-STRING [QUEUE-MANAGER]"

int main(int count, char **values)
{
    const char *topic = argument(count, values, 1, NULL, USAGE);
    MQHCONN connection = connect_to(argument(count, values, 2, "", USAGE));
    MQSD description = {MQSD_DEFAULT};
    MQHOBJ queue = MQHO_NONE, subscription;
    MQLONG completion, reason, length;
    char buffer[4096];

    /* A managed subscription: the queue manager makes the queue, and it goes with the subscription. */
    description.Options = MQSO_CREATE | MQSO_NON_DURABLE | MQSO_MANAGED | MQSO_FAIL_IF_QUIESCING;
    description.ObjectString.VSPtr = (MQPTR)topic;
    description.ObjectString.VSLength = MQVS_NULL_TERMINATED;
    MQSUB(connection, &description, &queue, &subscription, &completion, &reason);
    check("MQSUB", topic, completion, reason);
    printf("subscribed to %s\n", topic);
    fflush(stdout);

    for (;;) {
        MQMD descriptor = {MQMD_DEFAULT};
        MQGMO options = {MQGMO_DEFAULT};
        options.Options = MQGMO_WAIT | MQGMO_NO_SYNCPOINT | MQGMO_CONVERT | MQGMO_FAIL_IF_QUIESCING;
        options.WaitInterval = wait_ms();
        MQGET(connection, queue, &descriptor, &options, sizeof buffer, buffer, &length, &completion, &reason);
        if (reason == MQRC_NO_MSG_AVAILABLE) {
            break;
        }
        check("MQGET", topic, completion, reason);
        printf("%.*s\n", (int)length, buffer);
    }
    close_object(connection, &subscription, MQCO_REMOVE_SUB, "the subscription");
    close_object(connection, &queue, MQCO_NONE, "its queue");
    disconnect(&connection);
    return 0;
}
