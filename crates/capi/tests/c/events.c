/* What the event handler of a client that is made again hears, while messages are consumed and within a call. The
 * lines printed are compared outside, where the channel is stopped once "ready" was printed. */
#include "check.h"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int heard, got, gives_up;

static void say(const char *line)
{
    printf("%s\n", line);
    fflush(stdout);
}

static void MQENTRY hear(MQHCONN hconn, MQMD *md, MQGMO *gmo, MQBYTE *buffer, MQCBC *cbc)
{
    CODES;
    (void)buffer;
    CHECK(cbc->CallType == MQCBCT_EVENT_CALL && cbc->Hobj == MQHO_NONE && md == NULL && gmo == NULL);
    printf("event %d %d\n", cbc->Reason, cbc->CompCode);
    fflush(stdout);
    if (cbc->Reason == MQRC_RECONNECTING) {
        /* The connection is in use by whoever found it broken. */
        CALL(MQCMIT(hconn, &cc, &rc), MQRC_CALL_IN_PROGRESS);
        CHECK(cbc->ReconnectDelay == MQRD_NO_DELAY);
        if (gives_up)
            cbc->ReconnectDelay = MQRD_NO_RECONNECT;
    }
    pthread_mutex_lock(&lock);
    heard = cbc->Reason;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

static void MQENTRY consume(MQHCONN hconn, MQMD *md, MQGMO *gmo, MQBYTE *buffer, MQCBC *cbc)
{
    (void)hconn, (void)md, (void)gmo;
    if (cbc->CallType != MQCBCT_MSG_REMOVED)
        return;
    printf("%.*s\n", cbc->DataLength, (char *)buffer);
    fflush(stdout);
    pthread_mutex_lock(&lock);
    got = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

static void await(const int *what, int value)
{
    pthread_mutex_lock(&lock);
    while (*what != value)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

static MQHCONN connect_again(MQLONG options)
{
    CODES;
    MQCNO cno = {MQCNO_DEFAULT};
    MQHCONN hconn = MQHC_UNUSABLE_HCONN;
    cno.Version = MQCNO_CURRENT_VERSION;
    cno.Options = options | MQCNO_HANDLE_SHARE_BLOCK;
    CALL(MQCONNX((PMQCHAR)Q_MGR, &cno, &hconn, &cc, &rc), MQRC_NONE);
    return hconn;
}

static void put(const char *text)
{
    CODES;
    MQHCONN hconn = connect_again(MQCNO_RECONNECT_DISABLED);
    MQHOBJ queue = open_queue(hconn, "WAIT.Q", MQOO_OUTPUT);
    put_text(hconn, queue, text);
    CALL(MQDISC(&hconn, &cc, &rc), MQRC_NONE);
}

int main(int argc, char **argv)
{
    CODES;
    const char *how = argc > 1 ? argv[1] : "calls";
    /* Without a word of it where the configuration file has the word. */
    MQHCONN hconn = connect_again(argc > 2 ? MQCNO_RECONNECT_AS_DEF : MQCNO_RECONNECT);
    MQHOBJ queue = open_queue(hconn, "WAIT.Q", MQOO_INPUT_SHARED);
    MQCBD cbd = {MQCBD_DEFAULT};
    MQCTLO ctlo = {MQCTLO_DEFAULT};
    MQMD md = {MQMD_DEFAULT};
    MQGMO gmo = {MQGMO_DEFAULT};
    char buffer[20];
    MQLONG length = 0;

    gives_up = strcmp(how, "gives up") == 0;
    cbd.CallbackType = MQCBT_EVENT_HANDLER;
    cbd.CallbackFunction = (MQPTR)hear;
    CALL(MQCB(hconn, MQOP_REGISTER, &cbd, MQHO_NONE, NULL, NULL, &cc, &rc), MQRC_NONE);
    gmo.Options = MQGMO_WAIT | MQGMO_NO_SYNCPOINT;
    gmo.WaitInterval = MQWI_UNLIMITED;
    if (strcmp(how, "consumes") == 0) {
        cbd.CallbackType = MQCBT_MESSAGE_CONSUMER;
        cbd.CallbackFunction = (MQPTR)consume;
        CALL(MQCB(hconn, MQOP_REGISTER, &cbd, queue, &md, &gmo, &cc, &rc), MQRC_NONE);
        CALL(MQCTL(hconn, MQOP_START, &ctlo, &cc, &rc), MQRC_NONE);
        say("ready");
        await(&heard, MQRC_RECONNECTED);
        put("after");
        await(&got, 1);
        CALL(MQCTL(hconn, MQOP_STOP, &ctlo, &cc, &rc), MQRC_NONE);
    } else if (gives_up) {
        say("ready");
        CALL(MQGET(hconn, queue, &md, &gmo, sizeof buffer, buffer, &length, &cc, &rc), MQRC_RECONNECT_FAILED);
        printf("%d\n", rc);
    } else {
        /* In a call that waits: the get goes on over the connection that was made again. */
        say("ready");
        gmo.WaitInterval = 2000;
        do {
            MQGET(hconn, queue, &md, &gmo, sizeof buffer, buffer, &length, &cc, &rc);
        } while (rc == MQRC_NO_MSG_AVAILABLE && heard != MQRC_RECONNECTED);
        put("after");
        CALL(MQGET(hconn, queue, &md, &gmo, sizeof buffer, buffer, &length, &cc, &rc), MQRC_NONE);
        printf("%.*s\n", length, buffer);
    }
    fflush(stdout);
    MQDISC(&hconn, &cc, &rc);
    END();
}
