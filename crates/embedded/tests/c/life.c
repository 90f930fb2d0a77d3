/* What a queue manager inside the process is to its program, its children and its successors. */
#include "check.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static MQLONG connect_to(const char *name, MQHCONN *hconn)
{
    char field[MQ_Q_MGR_NAME_LENGTH + 1] = "";
    MQLONG cc, rc;

    strncpy(field, name, MQ_Q_MGR_NAME_LENGTH);
    MQCONN(field, hconn, &cc, &rc);
    return rc;
}

/* In the child of a fork there is no queue manager, but there is one that a child makes for itself. */
static void forks(MQHCONN hconn)
{
    CODES;
    MQHCONN own;
    int status;
    pid_t child = fork();

    if (child == 0) {
        CALL(MQCMIT(hconn, &cc, &rc), MQRC_HCONN_ERROR);
        CHECK(connect_to("QM1", &own) == MQRC_Q_MGR_NOT_AVAILABLE);
        CHECK(connect_to("NOSUCH", &own) == MQRC_Q_MGR_NAME_ERROR);
        _exit(failures);
    }
    CHECK(waitpid(child, &status, 0) == child && status == 0);
}

static volatile int started;

static void *starts(void *unused)
{
    MQHCONN hconn;
    CHECK(connect_to("QM1", &hconn) == MQRC_NONE);
    started = 1;
    return unused;
}

/* Children of forks while another thread has the queue manager started: each is answered, whatever that thread had in hand. */
static void forks_meanwhile(void)
{
    enum { MANY = 100 };
    pid_t children[MANY];
    int count = 0, i, status;
    pthread_t thread;
    pthread_create(&thread, NULL, starts, NULL);
    while (!started && count < MANY) {
        children[count] = fork();
        if (children[count] == 0) {
            MQHCONN own;
            MQLONG rc;
            /* One that waits for who is not there is ended by it. */
            alarm(30);
            rc = connect_to("QM1", &own);
            _exit(rc != MQRC_NONE && rc != MQRC_Q_MGR_NOT_AVAILABLE);
        }
        count++;
        usleep(1000);
    }
    pthread_join(thread, NULL);
    CHECK(count > 0);
    for (i = 0; i < count; i++)
        CHECK(waitpid(children[i], &status, 0) == children[i] && status == 0);
}

static void put(MQHCONN hconn)
{
    CODES;
    MQMD md = {MQMD_DEFAULT};
    MQPMO pmo = {MQPMO_DEFAULT};
    MQHOBJ hobj = open_queue(hconn, "TEST.Q", MQOO_OUTPUT);

    md.Persistence = MQPER_PERSISTENT;
    pmo.Options = MQPMO_NO_SYNCPOINT;
    CALL(MQPUT(hconn, hobj, &md, &pmo, 5, "hello", &cc, &rc), MQRC_NONE);
    CALL(MQCLOSE(hconn, &hobj, MQCO_NONE, &cc, &rc), MQRC_NONE);
}

static void get(MQHCONN hconn, MQLONG wanted)
{
    CODES;
    MQMD md = {MQMD_DEFAULT};
    MQGMO gmo = {MQGMO_DEFAULT};
    MQHOBJ hobj = open_queue(hconn, "TEST.Q", MQOO_INPUT_SHARED);
    char buffer[10];
    MQLONG length;

    gmo.Options = MQGMO_NO_SYNCPOINT | MQGMO_NO_WAIT;
    CALL(MQGET(hconn, hobj, &md, &gmo, sizeof buffer, buffer, &length, &cc, &rc), wanted);
    CALL(MQCLOSE(hconn, &hobj, MQCO_NONE, &cc, &rc), MQRC_NONE);
}

int main(int argc, char **argv)
{
    CODES;
    MQHCONN hconn, again;
    const char *mode = argc > 1 ? argv[1] : "";

    if (strcmp(mode, "starting") == 0) {
        forks_meanwhile();
        END();
    }
    CHECK(connect_to("NOSUCH", &hconn) == MQRC_Q_MGR_NAME_ERROR);
    if (strcmp(mode, "none") == 0) {
        CHECK(connect_to("QM1", &hconn) == MQRC_Q_MGR_NOT_AVAILABLE);
        END();
    }
    CHECK(connect_to("", &hconn) == MQRC_NONE);
    if (strcmp(mode, "put") == 0)
        put(hconn);
    else if (strcmp(mode, "get") == 0)
        get(hconn, MQRC_NONE);
    else {
        /* What was put is there after the last connection has gone. */
        get(hconn, MQRC_NO_MSG_AVAILABLE);
        put(hconn);
        CALL(MQDISC(&hconn, &cc, &rc), MQRC_NONE);
        CHECK(connect_to("QM1", &hconn) == MQRC_NONE);
        CHECK(connect_to("QM1", &again) == MQRC_ALREADY_CONNECTED && again == hconn);
        get(hconn, MQRC_NONE);
        forks(hconn);
        get(hconn, MQRC_NO_MSG_AVAILABLE);
    }
    CALL(MQDISC(&hconn, &cc, &rc), MQRC_NONE);
    END();
}
