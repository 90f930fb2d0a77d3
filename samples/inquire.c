/* Prints attributes of a queue, and of the queue manager it is on. */
#include "sample.h"

#include <stdio.h>

#define USAGE "QUEUE [QUEUE-MANAGER]"

static void print_text(const char *what, const char *field, int size)
{
    printf("%-24s%.*s\n", what, field_length(field, size), field);
}

static void inquire_manager(MQHCONN connection)
{
    MQLONG selectors[] = {MQIA_COMMAND_LEVEL, MQIA_CODED_CHAR_SET_ID, MQCA_Q_MGR_NAME};
    MQLONG numbers[2], completion, reason;
    MQCHAR48 name;
    MQHOBJ manager = open_object(connection, MQOT_Q_MGR, "", MQOO_INQUIRE);
    MQINQ(connection, manager, 3, selectors, 2, numbers, sizeof name, name, &completion, &reason);
    check("MQINQ", "the queue manager", completion, reason);
    print_text("queue manager", name, sizeof name);
    printf("%-24s%d\n", "command level", (int)numbers[0]);
    printf("%-24s%d\n", "coded character set", (int)numbers[1]);
    close_object(connection, &manager, MQCO_NONE, "the queue manager");
}

static void inquire_queue(MQHCONN connection, const char *queue)
{
    /* Integers come in the order of their selectors, and so do characters, one attribute after the other. */
    MQLONG selectors[] = {MQIA_Q_TYPE, MQIA_CURRENT_Q_DEPTH, MQIA_MAX_Q_DEPTH, MQIA_OPEN_INPUT_COUNT,
                          MQIA_OPEN_OUTPUT_COUNT, MQIA_INHIBIT_GET, MQIA_INHIBIT_PUT, MQCA_Q_NAME, MQCA_Q_DESC};
    const char *const names[] = {"type", "messages", "most messages", "open for input",
                                 "open for output", "get inhibited", "put inhibited"};
    MQLONG numbers[7], completion, reason;
    char texts[MQ_Q_NAME_LENGTH + MQ_Q_DESC_LENGTH];
    MQHOBJ object = open_object(connection, MQOT_Q, queue, MQOO_INQUIRE);
    int i;
    MQINQ(connection, object, 9, selectors, 7, numbers, sizeof texts, texts, &completion, &reason);
    check("MQINQ", queue, completion, reason);
    print_text("queue", texts, MQ_Q_NAME_LENGTH);
    print_text("description", texts + MQ_Q_NAME_LENGTH, MQ_Q_DESC_LENGTH);
    for (i = 0; i < 7; i++) {
        printf("%-24s%d\n", names[i], (int)numbers[i]);
    }
    close_object(connection, &object, MQCO_NONE, queue);
}

int main(int count, char **values)
{
    const char *queue = argument(count, values, 1, NULL, USAGE);
    MQHCONN connection = connect_to(argument(count, values, 2, "", USAGE));
    inquire_manager(connection);
    inquire_queue(connection, queue);
    disconnect(&connection);
    return 0;
}
