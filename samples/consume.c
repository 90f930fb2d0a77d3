/* Has messages brought by the library: a function is called for each, until none came for a while. */
#include "sample.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define USAGE "QUEUE [QUEUE-MANAGER]"

/* What the program and its consumer, which runs on a thread of the library, tell each other. */
struct state {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int ended;
};

static void end(struct state *state)
{
    pthread_mutex_lock(&state->lock);
    state->ended = 1;
    pthread_cond_signal(&state->changed);
    pthread_mutex_unlock(&state->lock);
}

static void consumer(MQHCONN connection, PMQVOID descriptor, PMQVOID options, PMQVOID buffer, PMQCBC context)
{
    struct state *state = context->CallbackArea;
    (void)connection;
    (void)descriptor;
    (void)options;
    if (context->CompCode != MQCC_FAILED && context->CallType == MQCBCT_MSG_REMOVED) {
        printf("%.*s\n", (int)context->DataLength, (char *)buffer);
    } else if (context->CompCode == MQCC_FAILED) {
        /* No message within the wait, or the queue manager ends, or the connection is lost. */
        if (context->Reason != MQRC_NO_MSG_AVAILABLE) {
            report("the consumer", "the queue", context->CompCode, context->Reason);
        }
        end(state);
    }
}

static void wait_for_end(struct state *state)
{
    pthread_mutex_lock(&state->lock);
    while (!state->ended) {
        pthread_cond_wait(&state->changed, &state->lock);
    }
    pthread_mutex_unlock(&state->lock);
}

int main(int count, char **values)
{
    static struct state state = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    const char *queue = argument(count, values, 1, NULL, USAGE);
    MQHCONN connection = connect_to(argument(count, values, 2, "", USAGE));
    MQHOBJ object = open_object(connection, MQOT_Q, queue, MQOO_INPUT_AS_Q_DEF);
    MQCBD callback = {MQCBD_DEFAULT};
    MQMD descriptor = {MQMD_DEFAULT};
    MQGMO options = {MQGMO_DEFAULT};
    MQCTLO control = {MQCTLO_DEFAULT};
    MQLONG completion, reason;
    void (*function)(MQHCONN, PMQVOID, PMQVOID, PMQVOID, PMQCBC) = consumer;

    callback.CallbackType = MQCBT_MESSAGE_CONSUMER;
    /* Standard C has no cast from a function to the object pointer this field is. */
    memcpy(&callback.CallbackFunction, &function, sizeof function);
    callback.CallbackArea = &state;
    options.Options = MQGMO_WAIT | MQGMO_NO_SYNCPOINT | MQGMO_CONVERT | MQGMO_FAIL_IF_QUIESCING;
    options.WaitInterval = wait_ms();
    MQCB(connection, MQOP_REGISTER, &callback, object, &descriptor, &options, &completion, &reason);
    check("MQCB", queue, completion, reason);
    MQCTL(connection, MQOP_START, &control, &completion, &reason);
    check("MQCTL", "the connection", completion, reason);
    wait_for_end(&state);
    MQCTL(connection, MQOP_STOP, &control, &completion, &reason);
    check("MQCTL", "the connection", completion, reason);
    close_object(connection, &object, MQCO_NONE, queue);
    disconnect(&connection);
    return 0;
}
