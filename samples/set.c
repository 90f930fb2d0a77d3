/* Inhibits or allows puts to a queue, or its gets. */
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USAGE "QUEUE get|put allow|inhibit [QUEUE-MANAGER]"

int main(int count, char **values)
{
    const char *queue = argument(count, values, 1, NULL, USAGE);
    const char *what = argument(count, values, 2, NULL, USAGE);
    const char *how = argument(count, values, 3, NULL, USAGE);
    int get = strcmp(what, "get") == 0, inhibit = strcmp(how, "inhibit") == 0;
    MQLONG selectors[1], attributes[1], completion, reason;
    MQHCONN connection;
    MQHOBJ object;
    if ((!get && strcmp(what, "put") != 0) || (!inhibit && strcmp(how, "allow") != 0)) {
        fprintf(stderr, "usage: %s %s\n", values[0], USAGE);
        return 2;
    }
    connection = connect_to(argument(count, values, 4, "", USAGE));
    object = open_object(connection, MQOT_Q, queue, MQOO_SET | MQOO_INQUIRE);
    selectors[0] = get ? MQIA_INHIBIT_GET : MQIA_INHIBIT_PUT;
    /* MQQA_GET_INHIBITED and MQQA_PUT_INHIBITED are one value, and so are the others. */
    attributes[0] = inhibit ? MQQA_PUT_INHIBITED : MQQA_PUT_ALLOWED;
    MQSET(connection, object, 1, selectors, 1, attributes, 0, NULL, &completion, &reason);
    check("MQSET", queue, completion, reason);
    MQINQ(connection, object, 1, selectors, 1, attributes, 0, NULL, &completion, &reason);
    check("MQINQ", queue, completion, reason);
    printf("%s of %s: %s\n", what, queue, attributes[0] == MQQA_PUT_INHIBITED ? "inhibited" : "allowed");
    close_object(connection, &object, MQCO_NONE, queue);
    disconnect(&connection);
    return EXIT_SUCCESS;
}
