/* Asks the command server about queues by a PCF message, and prints name and depth of each. */
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmqcfc.h>
#include <cmqstrc.h>

#define USAGE "QUEUE-NAME-OR-PREFIX* [QUEUE-MANAGER]"

/* The command: a header, the name, the type of queue, and the attributes wanted. Gives its length. */
static MQLONG build_command(char *message, const char *queue)
{
    MQCFH header = {MQCFH_DEFAULT};
    MQCFST name = {MQCFST_DEFAULT};
    MQCFIN type = {MQCFIN_DEFAULT};
    MQCFIL wanted = {MQCFIL_DEFAULT};
    MQLONG attributes[] = {MQCA_Q_NAME, MQIA_CURRENT_Q_DEPTH}, at = 0;
    MQLONG length = (MQLONG)strlen(queue), padded = (length + 3) / 4 * 4;

    header.Command = MQCMD_INQUIRE_Q;
    header.ParameterCount = 3;
    memcpy(message + at, &header, sizeof header);
    at += MQCFH_STRUC_LENGTH;

    name.Parameter = MQCA_Q_NAME;
    name.StringLength = length;
    name.StrucLength = MQCFST_STRUC_LENGTH_FIXED + padded;
    memset(message + at + MQCFST_STRUC_LENGTH_FIXED, 0, (size_t)padded);
    memcpy(message + at, &name, MQCFST_STRUC_LENGTH_FIXED);
    memcpy(message + at + MQCFST_STRUC_LENGTH_FIXED, queue, (size_t)length);
    at += name.StrucLength;

    type.Parameter = MQIA_Q_TYPE;
    type.Value = MQQT_LOCAL;
    memcpy(message + at, &type, sizeof type);
    at += MQCFIN_STRUC_LENGTH;

    wanted.Parameter = MQIACF_Q_ATTRS;
    wanted.Count = 2;
    wanted.StrucLength = MQCFIL_STRUC_LENGTH_FIXED + (MQLONG)sizeof attributes;
    memcpy(message + at, &wanted, MQCFIL_STRUC_LENGTH_FIXED);
    memcpy(message + at + MQCFIL_STRUC_LENGTH_FIXED, attributes, sizeof attributes);
    return at + wanted.StrucLength;
}

static void send_command(MQHCONN connection, const char *queue, const MQCHAR48 replies, MQBYTE24 id)
{
    MQHOBJ commands = open_object(connection, MQOT_Q, "SYSTEM.ADMIN.COMMAND.QUEUE", MQOO_OUTPUT);
    MQMD descriptor = {MQMD_DEFAULT};
    MQPMO options = {MQPMO_DEFAULT};
    MQLONG completion, reason;
    char message[256];
    memcpy(descriptor.Format, MQFMT_ADMIN, MQ_FORMAT_LENGTH);
    descriptor.MsgType = MQMT_REQUEST;
    memcpy(descriptor.ReplyToQ, replies, MQ_Q_NAME_LENGTH);
    options.Options = MQPMO_NO_SYNCPOINT | MQPMO_NEW_MSG_ID | MQPMO_FAIL_IF_QUIESCING;
    MQPUT(connection, commands, &descriptor, &options, build_command(message, queue), message, &completion, &reason);
    check("MQPUT", "the command queue", completion, reason);
    memcpy(id, descriptor.MsgId, MQ_MSG_ID_LENGTH);
    close_object(connection, &commands, MQCO_NONE, "the command queue");
}

/* Walks over the parameters of a response; each says its type and length. */
static void print_response(const MQCFH *header, const char *message, MQLONG length)
{
    MQLONG at = MQCFH_STRUC_LENGTH, left = header->ParameterCount;
    char name[MQ_Q_NAME_LENGTH + 1] = "";
    while (left-- > 0 && at + MQCFIN_STRUC_LENGTH <= length) {
        MQCFIN number;
        MQCFST text;
        memcpy(&number, message + at, sizeof number);
        if (number.StrucLength < MQCFIN_STRUC_LENGTH || number.StrucLength > length - at) {
            return;
        }
        if (number.Type == MQCFT_STRING && number.Parameter == MQCA_Q_NAME) {
            memcpy(&text, message + at, MQCFST_STRUC_LENGTH_FIXED);
            if (text.StringLength >= 0 && text.StringLength <= number.StrucLength - MQCFST_STRUC_LENGTH_FIXED) {
                int size = field_length(message + at + MQCFST_STRUC_LENGTH_FIXED, (int)text.StringLength);
                sprintf(name, "%.*s", size < MQ_Q_NAME_LENGTH ? size : MQ_Q_NAME_LENGTH,
                        message + at + MQCFST_STRUC_LENGTH_FIXED);
            }
        } else if (number.Type == MQCFT_INTEGER && number.Parameter == MQIA_CURRENT_Q_DEPTH) {
            printf("%-48s %d\n", name, (int)number.Value);
        }
        at += number.StrucLength;
    }
}

/* One response comes for each queue; the last one says so. Gives whether the command succeeded. */
static int print_responses(MQHCONN connection, MQHOBJ replies, const MQBYTE24 id)
{
    static char message[65536];
    MQCFH header = {MQCFH_DEFAULT};
    int good = 1;
    do {
        MQMD descriptor = {MQMD_DEFAULT};
        MQGMO options = {MQGMO_DEFAULT};
        MQLONG completion, reason, length;
        memcpy(descriptor.CorrelId, id, MQ_CORREL_ID_LENGTH);
        options.Options = MQGMO_WAIT | MQGMO_NO_SYNCPOINT | MQGMO_CONVERT | MQGMO_FAIL_IF_QUIESCING;
        options.WaitInterval = wait_ms();
        MQGET(connection, replies, &descriptor, &options, sizeof message, message, &length, &completion, &reason);
        check("MQGET", "the response", completion, reason);
        if (length < MQCFH_STRUC_LENGTH) {
            fprintf(stderr, "a response of %d bytes is none\n", (int)length);
            return 0;
        }
        memcpy(&header, message, sizeof header);
        if (header.CompCode != MQCC_OK) {
            const char *name = header.Reason < 3000 ? MQRC_STR(header.Reason) : MQRCCF_STR(header.Reason);
            fprintf(stderr, "the command server answers %d %s\n", (int)header.Reason, name);
            good = 0;
        }
        print_response(&header, message, length);
    } while (header.Control != MQCFC_LAST);
    return good;
}

int main(int count, char **values)
{
    const char *queue = argument(count, values, 1, NULL, USAGE);
    MQHCONN connection = connect_to(argument(count, values, 2, "", USAGE));
    MQOD model = {MQOD_DEFAULT};
    MQHOBJ replies;
    MQLONG completion, reason;
    MQBYTE24 id;
    int good;
    if (strlen(queue) > MQ_Q_NAME_LENGTH) {
        fprintf(stderr, "names of queues have at most %d characters\n", MQ_Q_NAME_LENGTH);
        return 2;
    }
    set_field(model.ObjectName, sizeof model.ObjectName, "SYSTEM.DEFAULT.MODEL.QUEUE");
    set_field(model.DynamicQName, sizeof model.DynamicQName, "SAMPLE.PCF.*");
    MQOPEN(connection, &model, MQOO_INPUT_EXCLUSIVE | MQOO_FAIL_IF_QUIESCING, &replies, &completion, &reason);
    check("MQOPEN", "SYSTEM.DEFAULT.MODEL.QUEUE", completion, reason);
    send_command(connection, queue, model.ObjectName, id);
    good = print_responses(connection, replies, id);
    close_object(connection, &replies, MQCO_NONE, "the queue of responses");
    disconnect(&connection);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
