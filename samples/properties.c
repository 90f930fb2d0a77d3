/* Puts a message with properties of several types, gets it again, and prints what came with it. */
#include "sample.h"

#include <stdio.h>
#include <string.h>

#define USAGE "QUEUE [QUEUE-MANAGER]"

static MQHMSG create_handle(MQHCONN connection)
{
    MQCMHO options = {MQCMHO_DEFAULT};
    MQHMSG handle = MQHM_UNUSABLE_HMSG;
    MQLONG completion, reason;
    MQCRTMH(connection, &options, &handle, &completion, &reason);
    check("MQCRTMH", "a message handle", completion, reason);
    return handle;
}

static void delete_handle(MQHCONN connection, MQHMSG *handle)
{
    MQDMHO options = {MQDMHO_DEFAULT};
    MQLONG completion, reason;
    MQDLTMH(connection, handle, &options, &completion, &reason);
    report("MQDLTMH", "a message handle", completion, reason);
}

static void set_property(MQHCONN connection, MQHMSG handle, const char *name, MQLONG type, void *value, MQLONG length)
{
    MQSMPO options = {MQSMPO_DEFAULT};
    MQPD description = {MQPD_DEFAULT};
    MQCHARV text = {MQCHARV_DEFAULT};
    MQLONG completion, reason;
    text.VSPtr = (MQPTR)name;
    text.VSLength = MQVS_NULL_TERMINATED;
    MQSETMP(connection, handle, &options, &text, &description, type, length, value, &completion, &reason);
    check("MQSETMP", name, completion, reason);
}

static void put_message(MQHCONN connection, MQHOBJ object, const char *queue)
{
    MQHMSG handle = create_handle(connection);
    MQMD descriptor = {MQMD_DEFAULT};
    MQPMO options = {MQPMO_DEFAULT};
    MQLONG count = 12, paid = 1, completion, reason;
    MQINT64 number = 9007199254740993L;
    MQFLOAT64 price = 2.5;
    char colour[] = "green", text[] = "a dozen pencils";

    set_property(connection, handle, "shop.colour", MQTYPE_STRING, colour, (MQLONG)strlen(colour));
    set_property(connection, handle, "shop.count", MQTYPE_INT32, &count, sizeof count);
    set_property(connection, handle, "shop.number", MQTYPE_INT64, &number, sizeof number);
    set_property(connection, handle, "shop.price", MQTYPE_FLOAT64, &price, sizeof price);
    set_property(connection, handle, "shop.paid", MQTYPE_BOOLEAN, &paid, sizeof paid);

    memcpy(descriptor.Format, MQFMT_STRING, MQ_FORMAT_LENGTH);
    options.Version = MQPMO_VERSION_3;
    options.Options = MQPMO_NO_SYNCPOINT | MQPMO_FAIL_IF_QUIESCING;
    options.OriginalMsgHandle = handle;
    MQPUT(connection, object, &descriptor, &options, (MQLONG)strlen(text), text, &completion, &reason);
    check("MQPUT", queue, completion, reason);
    delete_handle(connection, &handle);
}

static void print_value(MQLONG type, const char *value, MQLONG length)
{
    MQLONG number;
    MQINT64 large;
    MQFLOAT64 fraction;
    switch (type) {
    case MQTYPE_STRING:
        printf("'%.*s'\n", (int)length, value);
        break;
    case MQTYPE_INT32:
        memcpy(&number, value, sizeof number);
        printf("%d\n", (int)number);
        break;
    case MQTYPE_BOOLEAN:
        memcpy(&number, value, sizeof number);
        printf("%s\n", number ? "true" : "false");
        break;
    case MQTYPE_INT64:
        memcpy(&large, value, sizeof large);
        printf("%ld\n", (long)large);
        break;
    case MQTYPE_FLOAT64:
        memcpy(&fraction, value, sizeof fraction);
        printf("%g\n", fraction);
        break;
    default:
        printf("%d bytes of type %d\n", (int)length, (int)type);
    }
}

/* "%" stands for every property; each call gives the next one, with its name. */
static void print_properties(MQHCONN connection, MQHMSG handle)
{
    MQIMPO options = {MQIMPO_DEFAULT};
    MQCHARV all = {MQCHARV_DEFAULT};
    char name[256], value[1024], every[] = "%";
    all.VSPtr = every;
    all.VSLength = 1;
    options.Options = MQIMPO_INQ_FIRST | MQIMPO_CONVERT_VALUE;
    options.ReturnedName.VSPtr = name;
    options.ReturnedName.VSBufSize = sizeof name;
    for (;;) {
        MQPD description = {MQPD_DEFAULT};
        MQLONG type = MQTYPE_AS_SET, length, completion, reason;
        MQINQMP(connection, handle, &options, &all, &description, &type, sizeof value, value, &length, &completion,
                &reason);
        if (reason == MQRC_PROPERTY_NOT_AVAILABLE) {
            return;
        }
        check("MQINQMP", "%", completion, reason);
        printf("%.*s = ", (int)options.ReturnedName.VSLength, name);
        print_value(type, value, length);
        options.Options = MQIMPO_INQ_NEXT | MQIMPO_CONVERT_VALUE;
    }
}

static void get_message(MQHCONN connection, MQHOBJ object, const char *queue)
{
    MQHMSG handle = create_handle(connection);
    MQMD descriptor = {MQMD_DEFAULT};
    MQGMO options = {MQGMO_DEFAULT};
    MQLONG length, completion, reason;
    char text[1024];
    options.Version = MQGMO_VERSION_4;
    options.Options = MQGMO_WAIT | MQGMO_NO_SYNCPOINT | MQGMO_CONVERT | MQGMO_PROPERTIES_IN_HANDLE |
                      MQGMO_FAIL_IF_QUIESCING;
    options.WaitInterval = wait_ms();
    options.MsgHandle = handle;
    MQGET(connection, object, &descriptor, &options, sizeof text, text, &length, &completion, &reason);
    check("MQGET", queue, completion, reason);
    printf("%.*s\n", (int)length, text);
    print_properties(connection, handle);
    delete_handle(connection, &handle);
}

int main(int count, char **values)
{
    const char *queue = argument(count, values, 1, NULL, USAGE);
    MQHCONN connection = connect_to(argument(count, values, 2, "", USAGE));
    MQHOBJ object = open_object(connection, MQOT_Q, queue, MQOO_OUTPUT | MQOO_INPUT_AS_Q_DEF);
    put_message(connection, object, queue);
    get_message(connection, object, queue);
    close_object(connection, &object, MQCO_NONE, queue);
    disconnect(&connection);
    return 0;
}
