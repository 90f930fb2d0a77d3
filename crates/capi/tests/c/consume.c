/* Callbacks: who is called when, on which thread, and what may be done meanwhile. */
#include "check.h"
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

/* What the callbacks have seen. */
static struct {
    int messages;
    int starts, stops, registers, deregisters;
    int empty;
    int inhibited;
    int events;
    MQLONG last_state;
    MQLONG last_length;
    char text[32];
    pthread_t thread;
    int threads;
    void *area;
    void *connection_area;
    MQHOBJ hobj;
} seen;

/* What the next call with a message shall do. */
static enum { NOTHING, SUSPEND, STOP, ANSWER, REST, DEREGISTER, DISCONNECT, CONNECT } todo;
static MQHOBJ answers;
static MQLONG inner;
/* The handle a callback has after it has disconnected, or connected. */
static MQHCONN gone;

static void saw(int *what)
{
    pthread_mutex_lock(&mutex);
    (*what)++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

static int await(int *what, int count)
{
    struct timespec until;
    int rc = 0;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 20;
    pthread_mutex_lock(&mutex);
    while (*what < count && rc == 0)
        rc = pthread_cond_timedwait(&changed, &mutex, &until);
    pthread_mutex_unlock(&mutex);
    return rc == 0;
}

static void act(MQHCONN hconn, MQHOBJ hobj)
{
    MQLONG cc, rc;
    MQCTLO ctlo = {MQCTLO_DEFAULT};
    MQMD md = {MQMD_DEFAULT};
    MQPMO pmo = {MQPMO_DEFAULT};
    inner = MQRC_NONE;
    switch (todo) {
    case SUSPEND:
        MQCTL(hconn, MQOP_SUSPEND, &ctlo, &cc, &inner);
        break;
    case STOP:
        MQCTL(hconn, MQOP_STOP, &ctlo, &cc, &inner);
        break;
    case ANSWER:
        pmo.Options = MQPMO_SYNCPOINT;
        MQPUT(hconn, answers, &md, &pmo, 6, "answer", &cc, &inner);
        if (inner == MQRC_NONE)
            MQCMIT(hconn, &cc, &inner);
        break;
    case REST:
        MQCB(hconn, MQOP_SUSPEND, NULL, hobj, NULL, NULL, &cc, &inner);
        break;
    case DEREGISTER:
        MQCB(hconn, MQOP_DEREGISTER, NULL, hobj, NULL, NULL, &cc, &inner);
        break;
    case DISCONNECT:
        gone = hconn;
        MQDISC(&gone, &cc, &inner);
        break;
    case CONNECT:
        MQCONN((PMQCHAR)Q_MGR, &gone, &cc, &inner);
        break;
    default:
        rc = cc = 0;
        (void)rc;
    }
    todo = NOTHING;
}

static void consumer(MQHCONN hconn, PMQVOID md, PMQVOID gmo, PMQVOID buffer, PMQCBC cbc)
{
    if (cbc->CallType == MQCBCT_MSG_REMOVED || cbc->CallType == MQCBCT_MSG_NOT_REMOVED) {
        if (seen.threads == 0 || !pthread_equal(seen.thread, pthread_self()))
            seen.threads++;
        seen.thread = pthread_self();
        seen.area = cbc->CallbackArea;
        seen.connection_area = cbc->ConnectionArea;
        seen.hobj = cbc->Hobj;
        seen.last_state = cbc->State;
    }
    switch (cbc->CallType) {
    case MQCBCT_START_CALL:
        saw(&seen.starts);
        break;
    case MQCBCT_STOP_CALL:
        saw(&seen.stops);
        break;
    case MQCBCT_REGISTER_CALL:
        saw(&seen.registers);
        break;
    case MQCBCT_DEREGISTER_CALL:
        saw(&seen.deregisters);
        break;
    case MQCBCT_EVENT_CALL:
        saw(&seen.events);
        break;
    case MQCBCT_MSG_REMOVED:
        seen.last_length = ((PMQGMO)gmo)->ReturnedLength;
        memcpy(seen.text, buffer, (size_t)cbc->DataLength);
        CHECK(memcmp(((PMQMD)md)->Format, MQFMT_STRING, MQ_FORMAT_LENGTH) == 0);
        CHECK(cbc->CompCode == MQCC_OK && cbc->BufferLength == cbc->DataLength);
        act(hconn, cbc->Hobj);
        saw(&seen.messages);
        break;
    default:
        if (cbc->Reason == MQRC_NO_MSG_AVAILABLE)
            saw(&seen.empty);
        if (cbc->Reason == MQRC_GET_INHIBITED)
            saw(&seen.inhibited);
    }
}

static MQHCONN hconn, other;
static MQHOBJ queue, source;

static void wrong_calls(void)
{
    CODES;
    MQCBD cbd = {MQCBD_DEFAULT};
    MQCTLO ctlo = {MQCTLO_DEFAULT};
    MQMD md = {MQMD_DEFAULT};
    MQGMO gmo = {MQGMO_DEFAULT};

    CALL(MQCTL(hconn, MQOP_START, &ctlo, &cc, &rc), MQRC_CALLBACK_NOT_REGISTERED);
    CALL(MQCTL(hconn, MQOP_SUSPEND, &ctlo, &cc, &rc), MQRC_OPERATION_NOT_ALLOWED);
    CALL(MQCTL(hconn, MQOP_RESUME, &ctlo, &cc, &rc), MQRC_OPERATION_NOT_ALLOWED);
    CALL(MQCTL(hconn, MQOP_STOP, &ctlo, &cc, &rc), MQRC_NONE);
    CALL(MQCTL(hconn, 77, &ctlo, &cc, &rc), MQRC_OPERATION_ERROR);
    CALL(MQCTL(hconn, MQOP_START, NULL, &cc, &rc), MQRC_CTLO_ERROR);
    CALL(MQCB(hconn, MQOP_REGISTER, NULL, queue, &md, &gmo, &cc, &rc), MQRC_CBD_ERROR);
    CALL(MQCB(hconn, MQOP_REGISTER, &cbd, queue, &md, &gmo, &cc, &rc), MQRC_CALLBACK_ROUTINE_ERROR);
    strncpy(cbd.CallbackName, "lib(function)", sizeof cbd.CallbackName);
    CALL(MQCB(hconn, MQOP_REGISTER, &cbd, queue, &md, &gmo, &cc, &rc), MQRC_MODULE_NOT_FOUND);
    strncpy(cbd.CallbackName, "library", sizeof cbd.CallbackName);
    CALL(MQCB(hconn, MQOP_REGISTER, &cbd, queue, &md, &gmo, &cc, &rc), MQRC_MODULE_INVALID);
    strncpy(cbd.CallbackName, "/proc/self/status(function)", sizeof cbd.CallbackName);
    CALL(MQCB(hconn, MQOP_REGISTER, &cbd, queue, &md, &gmo, &cc, &rc), MQRC_MODULE_INVALID);
    strncpy(cbd.CallbackName, "libc.so.6(no_such_function)", sizeof cbd.CallbackName);
    CALL(MQCB(hconn, MQOP_REGISTER, &cbd, queue, &md, &gmo, &cc, &rc), MQRC_MODULE_ENTRY_NOT_FOUND);
    cbd.CallbackFunction = (MQPTR)(size_t)consumer;
    CALL(MQCB(hconn, MQOP_REGISTER, &cbd, queue, &md, &gmo, &cc, &rc), MQRC_CALLBACK_ROUTINE_ERROR);
    memset(cbd.CallbackName, ' ', sizeof cbd.CallbackName);
    CALL(MQCB(hconn, MQOP_REGISTER, &cbd, queue, NULL, &gmo, &cc, &rc), MQRC_MD_ERROR);
    CALL(MQCB(hconn, MQOP_REGISTER, &cbd, queue, &md, NULL, &cc, &rc), MQRC_GMO_ERROR);
    CALL(MQCB(hconn, MQOP_REGISTER, &cbd, 4711, &md, &gmo, &cc, &rc), MQRC_HOBJ_ERROR);
    CALL(MQCB(hconn, MQOP_REGISTER | MQOP_DEREGISTER, &cbd, queue, &md, &gmo, &cc, &rc), MQRC_OPERATION_ERROR);
    cbd.MaxMsgLength = -2;
    CALL(MQCB(hconn, MQOP_REGISTER, &cbd, queue, &md, &gmo, &cc, &rc), MQRC_MAX_MSG_LENGTH_ERROR);
    cbd.MaxMsgLength = MQCBD_FULL_MSG_LENGTH;
    cbd.Options = 0x40000000;
    CALL(MQCB(hconn, MQOP_REGISTER, &cbd, queue, &md, &gmo, &cc, &rc), MQRC_CBD_OPTIONS_ERROR);
    cbd.Options = 0;
    cbd.CallbackType = 5;
    CALL(MQCB(hconn, MQOP_REGISTER, &cbd, queue, &md, &gmo, &cc, &rc), MQRC_CALLBACK_TYPE_ERROR);
    CALL(MQCB(hconn, MQOP_DEREGISTER, NULL, queue, NULL, NULL, &cc, &rc), MQRC_CALLBACK_NOT_REGISTERED);
    CALL(MQCB(hconn, MQOP_SUSPEND, NULL, queue, NULL, NULL, &cc, &rc), MQRC_CALLBACK_NOT_REGISTERED);
}

static int area, connection_area, seen_by_name;

static void register_consumer(MQHOBJ hobj, MQLONG wait)
{
    CODES;
    MQCBD cbd = {MQCBD_DEFAULT};
    MQMD md = {MQMD_DEFAULT};
    MQGMO gmo = {MQGMO_DEFAULT};
    cbd.CallbackFunction = (MQPTR)(size_t)consumer;
    cbd.CallbackArea = &area;
    cbd.Options = MQCBDO_START_CALL | MQCBDO_STOP_CALL | MQCBDO_REGISTER_CALL | MQCBDO_DEREGISTER_CALL |
                  MQCBDO_FAIL_IF_QUIESCING;
    gmo.Options = MQGMO_NO_SYNCPOINT;
    if (wait) {
        gmo.Options |= MQGMO_WAIT;
        gmo.WaitInterval = wait;
    }
    CALL(MQCB(hconn, MQOP_REGISTER, &cbd, hobj, &md, &gmo, &cc, &rc), MQRC_NONE);
}

static void consuming(void)
{
    CODES;
    MQCTLO ctlo = {MQCTLO_DEFAULT};
    int sent = 0, i;

    register_consumer(queue, MQWI_UNLIMITED);
    CHECK(seen.registers == 1);
    ctlo.ConnectionArea = &connection_area;
    CALL(MQCTL(hconn, MQOP_START, &ctlo, &cc, &rc), MQRC_NONE);
    put_text(other, source, "one");
    CHECK(await(&seen.messages, ++sent));
    CHECK(seen.starts == 1);
    CHECK(strcmp(seen.text, "one") == 0 && seen.last_length == 3);
    CHECK(seen.area == &area && seen.connection_area == &connection_area && seen.hobj == queue);
    CHECK(!pthread_equal(seen.thread, pthread_self()));

    /* The connection is the dispatcher's. */
    CALL(MQCMIT(hconn, &cc, &rc), MQRC_HCONN_ASYNC_ACTIVE);
    CALL(MQCB(hconn, MQOP_DEREGISTER, NULL, queue, NULL, NULL, &cc, &rc), MQRC_HCONN_ASYNC_ACTIVE);
    CALL(MQCTL(hconn, MQOP_START, &ctlo, &cc, &rc), MQRC_HCONN_ASYNC_ACTIVE);

    /* Suspended it is free, and nothing comes. */
    for (i = 0; i < 20; i++) {
        CALL(MQCTL(hconn, MQOP_SUSPEND, &ctlo, &cc, &rc), MQRC_NONE);
        CALL(MQCMIT(hconn, &cc, &rc), MQRC_NONE);
        put_text(hconn, answers, "more");
        CHECK(seen.messages == sent);
        CALL(MQCTL(hconn, MQOP_START, &ctlo, &cc, &rc), MQRC_OPERATION_NOT_ALLOWED);
        CALL(MQCTL(hconn, MQOP_RESUME, &ctlo, &cc, &rc), MQRC_NONE);
    }
    CHECK(seen.starts == 1);

    /* A callback makes calls of its own. */
    todo = ANSWER;
    put_text(other, source, "question");
    CHECK(await(&seen.messages, ++sent));
    CHECK(inner == MQRC_NONE);

    /* It may not end the connection it is called for, and connecting it gets that one. */
    todo = DISCONNECT;
    put_text(other, source, "end");
    CHECK(await(&seen.messages, ++sent));
    CHECK(inner == MQRC_CALL_IN_PROGRESS && gone == hconn);
    gone = MQHC_UNUSABLE_HCONN;
    todo = CONNECT;
    put_text(other, source, "begin");
    CHECK(await(&seen.messages, ++sent));
    CHECK(inner == MQRC_ALREADY_CONNECTED && gone == hconn);

    /* It suspends; another thread resumes. */
    todo = SUSPEND;
    put_text(other, source, "last");
    CHECK(await(&seen.messages, ++sent));
    CHECK(inner == MQRC_NONE);
    put_text(other, source, "later");
    CALL(MQCTL(hconn, MQOP_SUSPEND, &ctlo, &cc, &rc), MQRC_NONE);
    CALL(MQCMIT(hconn, &cc, &rc), MQRC_NONE);
    CHECK(seen.messages == sent);
    CALL(MQCTL(hconn, MQOP_RESUME, &ctlo, &cc, &rc), MQRC_NONE);
    CHECK(await(&seen.messages, ++sent));
    CHECK(strncmp(seen.text, "later", 5) == 0);

    CALL(MQCTL(hconn, MQOP_STOP, &ctlo, &cc, &rc), MQRC_NONE);
    CHECK(seen.stops == 1);
    CHECK(seen.threads == 1);
    put_text(other, source, "nobody");
    CALL(MQCMIT(hconn, &cc, &rc), MQRC_NONE);

    /* Here and now, until the callback stops it. */
    todo = STOP;
    CALL(MQCTL(hconn, MQOP_START_WAIT, &ctlo, &cc, &rc), MQRC_NONE);
    CHECK(seen.messages == ++sent && inner == MQRC_NONE);
    CHECK(pthread_equal(seen.thread, pthread_self()));
    CHECK(seen.starts == 2 && seen.stops == 2);
    CALL(MQCB(hconn, MQOP_DEREGISTER, NULL, queue, NULL, NULL, &cc, &rc), MQRC_NONE);
    CHECK(seen.deregisters == 1);
}

/* Who waits here for consumption to stop does not wait for ever when nobody is left to stop it. */
static void nobody_left(void)
{
    CODES;
    MQCTLO ctlo = {MQCTLO_DEFAULT};
    MQCBD cbd = {MQCBD_DEFAULT};
    MQMD md = {MQMD_DEFAULT};
    MQGMO gmo = {MQGMO_DEFAULT};
    int sent = seen.messages;

    CALL(MQCTL(hconn, MQOP_START_WAIT, &ctlo, &cc, &rc), MQRC_NO_CALLBACKS_ACTIVE);
    cbd.CallbackFunction = (MQPTR)(size_t)consumer;
    gmo.Options = MQGMO_NO_SYNCPOINT | MQGMO_WAIT;
    gmo.WaitInterval = MQWI_UNLIMITED;
    CALL(MQCB(hconn, MQOP_REGISTER, &cbd, queue, &md, &gmo, &cc, &rc), MQRC_NONE);

    /* It suspends itself. */
    put_text(other, source, "one");
    put_text(other, source, "two");
    todo = REST;
    CALL(MQCTL(hconn, MQOP_START_WAIT, &ctlo, &cc, &rc), MQRC_NO_CALLBACKS_ACTIVE);
    CHECK(inner == MQRC_NONE && seen.messages == ++sent);
    /* Consumption has stopped, and so has the connection's being taken. */
    CALL(MQCTL(hconn, MQOP_SUSPEND, &ctlo, &cc, &rc), MQRC_OPERATION_NOT_ALLOWED);
    CALL(MQCMIT(hconn, &cc, &rc), MQRC_NONE);
    CALL(MQCTL(hconn, MQOP_START_WAIT, &ctlo, &cc, &rc), MQRC_NO_CALLBACKS_ACTIVE);
    CHECK(seen.messages == sent);

    /* It deregisters itself. */
    CALL(MQCB(hconn, MQOP_RESUME, NULL, queue, NULL, NULL, &cc, &rc), MQRC_NONE);
    todo = DEREGISTER;
    CALL(MQCTL(hconn, MQOP_START_WAIT, &ctlo, &cc, &rc), MQRC_NO_CALLBACKS_ACTIVE);
    CHECK(inner == MQRC_NONE && seen.messages == ++sent);
    CALL(MQCMIT(hconn, &cc, &rc), MQRC_NONE);

    /* The whole connection is suspended: a warning. */
    CALL(MQCB(hconn, MQOP_REGISTER, &cbd, queue, &md, &gmo, &cc, &rc), MQRC_NONE);
    put_text(other, source, "three");
    todo = SUSPEND;
    WARN(MQCTL(hconn, MQOP_START_WAIT, &ctlo, &cc, &rc), MQRC_CONNECTION_SUSPENDED);
    CHECK(inner == MQRC_NONE && seen.messages == ++sent);
    CALL(MQCTL(hconn, MQOP_STOP, &ctlo, &cc, &rc), MQRC_NONE);
    CALL(MQCB(hconn, MQOP_DEREGISTER, NULL, queue, NULL, NULL, &cc, &rc), MQRC_NONE);
}

/* Two consumers that wait for ever: each gets its message at once, and who suspends or stops does not wait for either. */
static void idle(void)
{
    CODES;
    MQCTLO ctlo = {MQCTLO_DEFAULT};
    MQCBD cbd = {MQCBD_DEFAULT};
    MQMD md = {MQMD_DEFAULT};
    MQGMO gmo = {MQGMO_DEFAULT};
    MQHOBJ both[2], sources[2];
    int sent = seen.messages, i;

    both[0] = queue;
    both[1] = open_queue(hconn, "WAIT.Q", MQOO_INPUT_SHARED);
    sources[0] = source;
    sources[1] = open_queue(other, "WAIT.Q", MQOO_OUTPUT);
    /* What was answered there before. */
    do {
        char buffer[10];
        MQLONG length;
        MQMD any = {MQMD_DEFAULT};
        gmo.Options = MQGMO_NO_SYNCPOINT | MQGMO_ACCEPT_TRUNCATED_MSG;
        MQGET(hconn, both[1], &any, &gmo, sizeof buffer, buffer, &length, &cc, &rc);
    } while (cc != MQCC_FAILED);
    cbd.CallbackFunction = (MQPTR)(size_t)consumer;
    gmo.Options = MQGMO_NO_SYNCPOINT | MQGMO_WAIT;
    gmo.WaitInterval = MQWI_UNLIMITED;
    for (i = 0; i < 2; i++)
        CALL(MQCB(hconn, MQOP_REGISTER, &cbd, both[i], &md, &gmo, &cc, &rc), MQRC_NONE);
    CALL(MQCTL(hconn, MQOP_START, &ctlo, &cc, &rc), MQRC_NONE);
    for (i = 0; i < 30; i++) {
        put_text(other, sources[i % 2], "wake");
        CHECK(await(&seen.messages, ++sent));
        CHECK(seen.hobj == both[i % 2]);
        if (i % 3 == 0) {
            CALL(MQCTL(hconn, MQOP_SUSPEND, &ctlo, &cc, &rc), MQRC_NONE);
            CALL(MQCMIT(hconn, &cc, &rc), MQRC_NONE);
            CALL(MQCTL(hconn, MQOP_RESUME, &ctlo, &cc, &rc), MQRC_NONE);
        }
    }
    CALL(MQCTL(hconn, MQOP_STOP, &ctlo, &cc, &rc), MQRC_NONE);
    CALL(MQCB(hconn, MQOP_DEREGISTER, NULL, queue, NULL, NULL, &cc, &rc), MQRC_NONE);
    CALL(MQCLOSE(hconn, &both[1], MQCO_NONE, &cc, &rc), MQRC_NONE);
}

/* A function in a library that the program only names. */
static void named(const char *program)
{
    CODES;
    MQCTLO ctlo = {MQCTLO_DEFAULT};
    MQCBD cbd = {MQCBD_DEFAULT};
    MQMD md = {MQMD_DEFAULT};
    MQGMO gmo = {MQGMO_DEFAULT};
    int sent;

    snprintf(cbd.CallbackName, sizeof cbd.CallbackName, "%s.so(named_consumer)", program);
    cbd.CallbackArea = &seen_by_name;
    gmo.Options = MQGMO_NO_SYNCPOINT;
    for (sent = 1; sent <= 2; sent++) {
        CALL(MQCB(hconn, MQOP_REGISTER, &cbd, queue, &md, &gmo, &cc, &rc), MQRC_NONE);
        CALL(MQCTL(hconn, MQOP_START, &ctlo, &cc, &rc), MQRC_NONE);
        put_text(other, source, "by name");
        while (*(volatile int *)&seen_by_name < sent)
            usleep(1000);
        CALL(MQCTL(hconn, MQOP_STOP, &ctlo, &cc, &rc), MQRC_NONE);
        CALL(MQCB(hconn, MQOP_DEREGISTER, NULL, queue, NULL, NULL, &cc, &rc), MQRC_NONE);
    }
}

/* A thread that ends while its connection consumes takes it along. */
static void *consumes_and_ends(void *unused)
{
    CODES;
    MQHCONN own;
    MQCTLO ctlo = {MQCTLO_DEFAULT};
    MQCBD cbd = {MQCBD_DEFAULT};
    MQMD md = {MQMD_DEFAULT};
    MQGMO gmo = {MQGMO_DEFAULT};

    CALL(MQCONN((PMQCHAR)Q_MGR, &own, &cc, &rc), MQRC_NONE);
    cbd.CallbackFunction = (MQPTR)(size_t)consumer;
    gmo.Options = MQGMO_NO_SYNCPOINT;
    CALL(MQCB(own, MQOP_REGISTER, &cbd, open_queue(own, "WAIT.Q", MQOO_INPUT_SHARED), &md, &gmo, &cc, &rc), MQRC_NONE);
    CALL(MQCTL(own, MQOP_START, &ctlo, &cc, &rc), MQRC_NONE);
    return unused;
}

static void a_thread_ends(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, consumes_and_ends, NULL);
    pthread_join(thread, NULL);
}

/* Two queues, one of which cannot be read for a while; closing one ends its consumer. */
static void several(void)
{
    CODES;
    MQCTLO ctlo = {MQCTLO_DEFAULT};
    MQHOBJ second = open_queue(hconn, "SET.Q", MQOO_INPUT_SHARED);
    MQHOBJ setter = open_queue(other, "SET.Q", MQOO_SET | MQOO_INQUIRE);
    MQHOBJ to_second = open_queue(other, "SET.Q", MQOO_OUTPUT);
    MQLONG selector = MQIA_INHIBIT_GET, value = MQQA_GET_INHIBITED;
    MQLONG put = MQIA_INHIBIT_PUT, allowed = MQQA_PUT_ALLOWED;
    int sent = seen.messages;

    CALL(MQSET(other, setter, 1, &put, 1, &allowed, 0, NULL, &cc, &rc), MQRC_NONE);
    register_consumer(queue, 50);
    register_consumer(second, MQWI_UNLIMITED);
    CALL(MQCTL(hconn, MQOP_START, &ctlo, &cc, &rc), MQRC_NONE);
    CHECK(await(&seen.empty, 2));
    put_text(other, source, "a");
    put_text(other, to_second, "b");
    CHECK(await(&seen.messages, sent + 2));
    CALL(MQSET(other, setter, 1, &selector, 1, &value, 0, NULL, &cc, &rc), MQRC_NONE);
    CHECK(await(&seen.inhibited, 1));
    put_text(other, to_second, "c");
    put_text(other, source, "d");
    CHECK(await(&seen.messages, sent + 3));
    value = MQQA_GET_ALLOWED;
    CALL(MQSET(other, setter, 1, &selector, 1, &value, 0, NULL, &cc, &rc), MQRC_NONE);
    CHECK(await(&seen.messages, sent + 4));
    CHECK(seen.inhibited == 1);
    CALL(MQCTL(hconn, MQOP_SUSPEND, &ctlo, &cc, &rc), MQRC_NONE);
    CALL(MQCLOSE(hconn, &second, MQCO_NONE, &cc, &rc), MQRC_NONE);
    CHECK(seen.deregisters == 2);
    CALL(MQCTL(hconn, MQOP_RESUME, &ctlo, &cc, &rc), MQRC_NONE);
    /* Ending the connection ends consumption first. */
    CALL(MQDISC(&hconn, &cc, &rc), MQRC_NONE);
    CHECK(seen.stops == 3);
}

static MQHMSG of_message;
static MQLONG type_of_property;

/* There is no descriptor in the call: the handle has it. */
static void handle_consumer(MQHCONN hconn, PMQVOID md, PMQVOID gmo, PMQVOID buffer, PMQCBC cbc)
{
    MQLONG cc, rc;
    MQIMPO impo = {MQIMPO_DEFAULT};
    MQPD pd = {MQPD_DEFAULT};
    MQCHARV name = {MQCHARV_DEFAULT};
    char value[MQ_FORMAT_LENGTH];
    MQLONG length;
    if (cbc->CallType != MQCBCT_MSG_REMOVED)
        return;
    CHECK(md == NULL && ((PMQGMO)gmo)->MsgHandle == of_message);
    CHECK(cbc->DataLength == 5 && memcmp(buffer, "plain", 5) == 0);
    name.VSPtr = "Root.MQMD.Format";
    name.VSLength = MQVS_NULL_TERMINATED;
    MQINQMP(hconn, of_message, &impo, &name, &pd, &type_of_property, sizeof value, value, &length, &cc, &rc);
    CHECK(rc == MQRC_NONE);
    CHECK(length >= 5 && memcmp(value, "MQSTR", 5) == 0);
    saw(&seen.messages);
}

/* A consumer that has a message handle needs no descriptor. */
static void without_descriptor(void)
{
    CODES;
    MQCTLO ctlo = {MQCTLO_DEFAULT};
    MQCBD cbd = {MQCBD_DEFAULT};
    MQGMO gmo = {MQGMO_DEFAULT};
    MQCMHO cmho = {MQCMHO_DEFAULT};
    MQDMHO dmho = {MQDMHO_DEFAULT};
    int sent = seen.messages;

    cbd.CallbackFunction = (MQPTR)(size_t)handle_consumer;
    gmo.Version = MQGMO_VERSION_4;
    gmo.Options = MQGMO_NO_SYNCPOINT;
    CALL(MQCB(hconn, MQOP_REGISTER, &cbd, queue, NULL, &gmo, &cc, &rc), MQRC_MD_ERROR);
    CALL(MQCRTMH(hconn, &cmho, &of_message, &cc, &rc), MQRC_NONE);
    gmo.MsgHandle = of_message;
    gmo.Options = MQGMO_NO_SYNCPOINT | MQGMO_PROPERTIES_FORCE_MQRFH2;
    CALL(MQCB(hconn, MQOP_REGISTER, &cbd, queue, NULL, &gmo, &cc, &rc), MQRC_MD_ERROR);
    gmo.Options = MQGMO_NO_SYNCPOINT;
    CALL(MQCB(hconn, MQOP_REGISTER, &cbd, queue, NULL, &gmo, &cc, &rc), MQRC_NONE);
    CALL(MQCTL(hconn, MQOP_START, &ctlo, &cc, &rc), MQRC_NONE);
    put_text(other, source, "plain");
    CHECK(await(&seen.messages, ++sent));
    /* What the first message has left in the handle does not say which one is next. */
    put_text(other, source, "plain");
    CHECK(await(&seen.messages, ++sent));
    CALL(MQCTL(hconn, MQOP_STOP, &ctlo, &cc, &rc), MQRC_NONE);
    CALL(MQCB(hconn, MQOP_DEREGISTER, NULL, queue, NULL, NULL, &cc, &rc), MQRC_NONE);
    CALL(MQDLTMH(hconn, &of_message, &dmho, &cc, &rc), MQRC_NONE);
}

int main(int count, char **values)
{
    CODES;
    MQCNO cno = {MQCNO_DEFAULT};

    CALL(MQCONN((PMQCHAR)Q_MGR, &hconn, &cc, &rc), MQRC_NONE);
    cno.Options = MQCNO_HANDLE_SHARE_BLOCK;
    CALL(MQCONNX((PMQCHAR)Q_MGR, &cno, &other, &cc, &rc), MQRC_NONE);
    queue = open_queue(hconn, "TEST.Q", MQOO_INPUT_SHARED);
    answers = open_queue(hconn, "WAIT.Q", MQOO_OUTPUT);
    source = open_queue(other, "TEST.Q", MQOO_OUTPUT);
    wrong_calls();
    consuming();
    without_descriptor();
    nobody_left();
    idle();
    CHECK(count == 1);
    named(values[0]);
    a_thread_ends();
    several();
    CALL(MQDISC(&other, &cc, &rc), MQRC_NONE);
    END();
}
