/* Measures round trips: requesters put, responders answer, each with a connection of its own on a thread of its own. */
#include "sample.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define USAGE "REQUEST-QUEUE REPLY-QUEUE [QUEUE-MANAGER [PAIRS [SECONDS [BYTES]]]]"
#define PAIRS_MAX 64
#define BYTES_MAX (4 * 1024 * 1024)
/* Counters of different threads are a cache line apart. */
#define APART 8

/* What the program was asked for, and how it goes. */
static struct {
    const char *request_queue, *reply_queue, *manager;
    int pairs, seconds, bytes;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int ready, started;
} bench = {NULL, NULL, NULL, 1, 5, 100, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};

/* Looked at in each round trip, where a lock would be measured too. */
static atomic_int ended;

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Says that this thread is connected, and waits until all are. */
static void wait_for_start(void)
{
    pthread_mutex_lock(&bench.lock);
    bench.ready++;
    pthread_cond_broadcast(&bench.changed);
    while (!bench.started) {
        pthread_cond_wait(&bench.changed, &bench.lock);
    }
    pthread_mutex_unlock(&bench.lock);
}

/* Waits at most half a second for a message, so that the end of the run is seen. */
static MQLONG get_message(MQHCONN connection, MQHOBJ queue, MQMD *descriptor, char *buffer, MQLONG *length)
{
    MQGMO options = {MQGMO_DEFAULT};
    MQLONG completion, reason;
    options.Options = MQGMO_WAIT | MQGMO_NO_SYNCPOINT | MQGMO_FAIL_IF_QUIESCING;
    options.WaitInterval = 500;
    MQGET(connection, queue, descriptor, &options, bench.bytes, buffer, length, &completion, &reason);
    if (reason != MQRC_NO_MSG_AVAILABLE) {
        check("MQGET", "a queue of the measurement", completion, reason);
    }
    return reason;
}

static void put_message(MQHCONN connection, MQHOBJ queue, MQMD *descriptor, char *buffer, MQLONG length)
{
    MQPMO options = {MQPMO_DEFAULT};
    MQLONG completion, reason;
    options.Options = MQPMO_NO_SYNCPOINT | MQPMO_FAIL_IF_QUIESCING;
    MQPUT(connection, queue, descriptor, &options, length, buffer, &completion, &reason);
    check("MQPUT", "a queue of the measurement", completion, reason);
}

/* Makes round trips until the end. Gives their number in what the argument points at. */
static void *requester(void *counted)
{
    long *round_trips = counted;
    MQHCONN connection = connect_to(bench.manager);
    MQHOBJ requests = open_object(connection, MQOT_Q, bench.request_queue, MQOO_OUTPUT);
    MQHOBJ replies = open_object(connection, MQOT_Q, bench.reply_queue, MQOO_INPUT_SHARED);
    char *buffer = calloc(1, (size_t)bench.bytes);
    wait_for_start();
    while (buffer != NULL && !atomic_load(&ended)) {
        MQMD request = {MQMD_DEFAULT};
        MQLONG length, reason;
        request.MsgType = MQMT_REQUEST;
        request.Persistence = MQPER_NOT_PERSISTENT;
        set_field(request.ReplyToQ, sizeof request.ReplyToQ, bench.reply_queue);
        put_message(connection, requests, &request, buffer, bench.bytes);
        do {
            MQMD reply = {MQMD_DEFAULT};
            memcpy(reply.CorrelId, request.MsgId, MQ_CORREL_ID_LENGTH);
            reason = get_message(connection, replies, &reply, buffer, &length);
        } while (reason == MQRC_NO_MSG_AVAILABLE && !atomic_load(&ended));
        *round_trips += reason == MQRC_NONE && !atomic_load(&ended);
    }
    free(buffer);
    close_object(connection, &requests, MQCO_NONE, bench.request_queue);
    close_object(connection, &replies, MQCO_NONE, bench.reply_queue);
    disconnect(&connection);
    return NULL;
}

static void *responder(void *unused)
{
    MQHCONN connection = connect_to(bench.manager);
    MQHOBJ requests = open_object(connection, MQOT_Q, bench.request_queue, MQOO_INPUT_SHARED);
    MQHOBJ replies = open_object(connection, MQOT_Q, bench.reply_queue, MQOO_OUTPUT);
    char *buffer = calloc(1, (size_t)bench.bytes);
    wait_for_start();
    while (buffer != NULL && !atomic_load(&ended)) {
        MQMD request = {MQMD_DEFAULT}, reply = {MQMD_DEFAULT};
        MQLONG length;
        if (get_message(connection, requests, &request, buffer, &length) == MQRC_NONE) {
            reply.MsgType = MQMT_REPLY;
            reply.Persistence = MQPER_NOT_PERSISTENT;
            memcpy(reply.CorrelId, request.MsgId, MQ_CORREL_ID_LENGTH);
            put_message(connection, replies, &reply, buffer, length);
        }
    }
    free(buffer);
    close_object(connection, &requests, MQCO_NONE, bench.request_queue);
    close_object(connection, &replies, MQCO_NONE, bench.reply_queue);
    disconnect(&connection);
    return unused;
}

static void start(pthread_t *thread, void *(*function)(void *), void *value)
{
    if (pthread_create(thread, NULL, function, value) != 0) {
        fprintf(stderr, "a thread cannot be started\n");
        exit(EXIT_FAILURE);
    }
}

/* Lets everything run for the time asked for; gives that time and the processor time of this process. */
static double measure(double *cpu)
{
    struct timespec duration;
    double began, cpu_began;
    duration.tv_sec = bench.seconds;
    duration.tv_nsec = 0;
    pthread_mutex_lock(&bench.lock);
    while (bench.ready < 2 * bench.pairs) {
        pthread_cond_wait(&bench.changed, &bench.lock);
    }
    bench.started = 1;
    began = seconds_of(CLOCK_MONOTONIC);
    cpu_began = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    pthread_cond_broadcast(&bench.changed);
    pthread_mutex_unlock(&bench.lock);
    nanosleep(&duration, NULL);
    atomic_store(&ended, 1);
    *cpu = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - cpu_began;
    return seconds_of(CLOCK_MONOTONIC) - began;
}

int main(int count, char **values)
{
    static pthread_t threads[2 * PAIRS_MAX];
    static long round_trips[PAIRS_MAX * APART];
    double took, cpu;
    long total = 0;
    int i;
    bench.request_queue = argument(count, values, 1, NULL, USAGE);
    bench.reply_queue = argument(count, values, 2, NULL, USAGE);
    bench.manager = argument(count, values, 3, "", USAGE);
    bench.pairs = atoi(argument(count, values, 4, "1", USAGE));
    bench.seconds = atoi(argument(count, values, 5, "5", USAGE));
    bench.bytes = atoi(argument(count, values, 6, "100", USAGE));
    if (bench.pairs < 1 || bench.pairs > PAIRS_MAX || bench.seconds < 1 || bench.bytes < 1 || bench.bytes > BYTES_MAX) {
        fprintf(stderr, "usage: %s %s\nwith 1 to %d pairs, and 1 to %d bytes\n", values[0], USAGE, PAIRS_MAX, BYTES_MAX);
        return 2;
    }
    for (i = 0; i < bench.pairs; i++) {
        start(&threads[2 * i], responder, NULL);
        start(&threads[2 * i + 1], requester, &round_trips[i * APART]);
    }
    took = measure(&cpu);
    for (i = 0; i < 2 * bench.pairs; i++) {
        pthread_join(threads[i], NULL);
    }
    for (i = 0; i < bench.pairs; i++) {
        total += round_trips[i * APART];
    }
    printf("%d requesters, %d responders, %d bytes: %.0f round trips/s", bench.pairs, bench.pairs, bench.bytes,
           (double)total / took);
    printf(", %.2f us of this program's CPU each, %ld round trips in %.1f s\n",
           total > 0 ? cpu * 1e6 / (double)total : 0.0, total, took);
    return 0;
}
