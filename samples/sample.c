/* What the samples share: connecting, opening, and saying what went wrong. */
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmqstrc.h>

void set_field(char *field, size_t size, const char *text)
{
    size_t length = strlen(text);
    memset(field, ' ', size);
    memcpy(field, text, length < size ? length : size);
}

int field_length(const char *field, int size)
{
    while (size > 0 && (field[size - 1] == ' ' || field[size - 1] == '\0')) {
        size--;
    }
    return size;
}

MQLONG report(const char *call, const char *object, MQLONG completion, MQLONG reason)
{
    if (reason != MQRC_NONE) {
        fprintf(stderr, "%s of %s: completion code %d, reason code %d %s\n", call, object, (int)completion,
                (int)reason, MQRC_STR(reason));
    }
    return reason;
}

void check(const char *call, const char *object, MQLONG completion, MQLONG reason)
{
    report(call, object, completion, reason);
    if (completion == MQCC_FAILED) {
        exit(EXIT_FAILURE);
    }
}

MQHCONN connect_to(const char *manager)
{
    MQCNO options = {MQCNO_DEFAULT};
    MQCHAR48 name;
    MQHCONN connection = MQHC_UNUSABLE_HCONN;
    MQLONG completion, reason;
    set_field(name, sizeof name, manager);
    MQCONNX(name, &options, &connection, &completion, &reason);
    check("MQCONNX", *manager != '\0' ? manager : "the default queue manager", completion, reason);
    return connection;
}

MQHOBJ open_object(MQHCONN connection, MQLONG type, const char *name, MQLONG options)
{
    MQOD description = {MQOD_DEFAULT};
    MQHOBJ object = MQHO_UNUSABLE_HOBJ;
    MQLONG completion, reason;
    description.ObjectType = type;
    set_field(description.ObjectName, sizeof description.ObjectName, name);
    MQOPEN(connection, &description, options | MQOO_FAIL_IF_QUIESCING, &object, &completion, &reason);
    check("MQOPEN", name, completion, reason);
    return object;
}

void close_object(MQHCONN connection, MQHOBJ *object, MQLONG options, const char *name)
{
    MQLONG completion, reason;
    MQCLOSE(connection, object, options, &completion, &reason);
    report("MQCLOSE", name, completion, reason);
}

void disconnect(MQHCONN *connection)
{
    MQLONG completion, reason;
    MQDISC(connection, &completion, &reason);
    report("MQDISC", "the connection", completion, reason);
}

int read_line(char *line, int size)
{
    int length;
    if (fgets(line, size, stdin) == NULL) {
        return -1;
    }
    length = (int)strlen(line);
    return length > 0 && line[length - 1] == '\n' ? length - 1 : length;
}

MQLONG wait_ms(void)
{
    const char *seconds = getenv("SAMPLE_WAIT");
    return (seconds != NULL ? atoi(seconds) : 5) * 1000;
}

const char *argument(int count, char **values, int index, const char *otherwise, const char *usage)
{
    if (index < count) {
        return values[index];
    }
    if (otherwise == NULL) {
        fprintf(stderr, "usage: %s %s\n", values[0], usage);
        exit(2);
    }
    return otherwise;
}
