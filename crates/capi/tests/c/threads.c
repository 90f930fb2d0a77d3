/* Who may use a connection when. */
#include "check.h"
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

struct turn {
    MQHCONN hconn;
    MQLONG rc;
};

static void *commit(void *given)
{
    struct turn *turn = given;
    MQLONG cc;
    MQCMIT(turn->hconn, &cc, &turn->rc);
    return NULL;
}

static MQLONG commit_elsewhere(MQHCONN hconn)
{
    struct turn turn = {hconn, -77};
    pthread_t thread;
    pthread_create(&thread, NULL, commit, &turn);
    pthread_join(thread, NULL);
    return turn.rc;
}

static MQHCONN connect_with(MQLONG options)
{
    CODES;
    MQCNO cno = {MQCNO_DEFAULT};
    MQHCONN hconn = MQHC_UNUSABLE_HCONN;
    cno.Options = options;
    CALL(MQCONNX((PMQCHAR)Q_MGR, &cno, &hconn, &cc, &rc), MQRC_NONE);
    return hconn;
}

static void *wait_for_a_message(void *given)
{
    struct turn *turn = given;
    MQLONG cc, length;
    MQMD md = {MQMD_DEFAULT};
    MQGMO gmo = {MQGMO_DEFAULT};
    MQHOBJ hobj = open_queue(turn->hconn, "WAIT.Q", MQOO_INPUT_SHARED);
    gmo.Options = MQGMO_WAIT | MQGMO_NO_SYNCPOINT;
    gmo.WaitInterval = 20000;
    do
        MQGET(turn->hconn, hobj, &md, &gmo, 0, NULL, &length, &cc, &turn->rc);
    while (turn->rc == MQRC_CALL_IN_PROGRESS);
    return NULL;
}

/* A thread waits for a message. Another finds the connection in use, with NO_BLOCK. */
static void a_call_in_progress(void)
{
    CODES;
    struct turn turn = {connect_with(MQCNO_HANDLE_SHARE_NO_BLOCK), -77};
    MQHCONN other = connect_with(MQCNO_HANDLE_SHARE_NO_BLOCK);
    MQHOBJ hobj = open_queue(other, "WAIT.Q", MQOO_OUTPUT | MQOO_INQUIRE);
    MQLONG selector = MQIA_OPEN_INPUT_COUNT, readers = 0;
    pthread_t thread;

    pthread_create(&thread, NULL, wait_for_a_message, &turn);
    while (readers == 0)
        CALL(MQINQ(other, hobj, 1, &selector, 1, &readers, 0, NULL, &cc, &rc), MQRC_NONE);
    /* The queue is open; the get follows at once, and stays until there is a message. */
    do
        MQCMIT(turn.hconn, &cc, &rc);
    while (rc == MQRC_NONE);
    CHECK(rc == MQRC_CALL_IN_PROGRESS);
    put_text(other, hobj, "");
    pthread_join(thread, NULL);
    CHECK(turn.rc == MQRC_NONE);
    CALL(MQDISC(&turn.hconn, &cc, &rc), MQRC_NONE);
    CALL(MQDISC(&other, &cc, &rc), MQRC_NONE);
}

static void *commit_often(void *given)
{
    struct turn *turn = given;
    MQLONG cc, rc;
    int i;
    turn->rc = MQRC_NONE;
    for (i = 0; i < 200 && turn->rc == MQRC_NONE; i++) {
        MQCMIT(turn->hconn, &cc, &rc);
        turn->rc = rc;
    }
    return NULL;
}

static void calls_wait_for_each_other(void)
{
    CODES;
    MQHCONN hconn = connect_with(MQCNO_HANDLE_SHARE_BLOCK);
    struct turn turns[4];
    pthread_t threads[4];
    int i;
    for (i = 0; i < 4; i++) {
        turns[i].hconn = hconn;
        pthread_create(&threads[i], NULL, commit_often, &turns[i]);
    }
    for (i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        CHECK(turns[i].rc == MQRC_NONE);
    }
    CALL(MQDISC(&hconn, &cc, &rc), MQRC_NONE);
}

static MQHCONN of_a_thread;

static void *connect_and_end(void *given)
{
    CODES;
    (void)given;
    CALL(MQCONN((PMQCHAR)Q_MGR, &of_a_thread, &cc, &rc), MQRC_NONE);
    return NULL;
}

/* The child of a fork must leave the parent's connection alone, also when it ends. */
static void a_fork(void)
{
    CODES;
    MQHCONN hconn = connect_with(MQCNO_HANDLE_SHARE_NONE);
    int status = -1;
    pid_t child = fork();
    if (child == 0) {
        CALL(MQCMIT(hconn, &cc, &rc), MQRC_HCONN_ERROR);
        /* It is free to make one of its own, unless the queue manager is inside its parent. */
        MQCONN((PMQCHAR)Q_MGR, &hconn, &cc, &rc);
        if (rc != MQRC_Q_MGR_NOT_AVAILABLE) {
            CHECK(rc == MQRC_NONE);
            put_text(hconn, open_queue(hconn, "TEST.Q", MQOO_OUTPUT), "from a child");
            CALL(MQDISC(&hconn, &cc, &rc), MQRC_NONE);
        }
        exit(failures);
    }
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    CALL(MQCMIT(hconn, &cc, &rc), MQRC_NONE);
    CALL(MQDISC(&hconn, &cc, &rc), MQRC_NONE);
}

int main(void)
{
    CODES;
    MQHCONN own = connect_with(MQCNO_HANDLE_SHARE_NONE), other;
    MQHCONN shared = connect_with(MQCNO_HANDLE_SHARE_BLOCK);
    pthread_t thread;

    CHECK(shared != own);
    CHECK(commit_elsewhere(own) == MQRC_HCONN_ERROR);
    CHECK(commit_elsewhere(shared) == MQRC_NONE);
    WARN(MQCONN((PMQCHAR)Q_MGR, &other, &cc, &rc), MQRC_ALREADY_CONNECTED);
    CHECK(other == own);
    CALL(MQCONN((PMQCHAR) "OTHER", &other, &cc, &rc), MQRC_ANOTHER_Q_MGR_CONNECTED);
    CALL(MQDISC(&own, &cc, &rc), MQRC_NONE);
    CALL(MQDISC(&shared, &cc, &rc), MQRC_NONE);
    CHECK(commit_elsewhere(other) == MQRC_HCONN_ERROR);

    pthread_create(&thread, NULL, connect_and_end, NULL);
    pthread_join(thread, NULL);
    CALL(MQCMIT(of_a_thread, &cc, &rc), MQRC_HCONN_ERROR);

    calls_wait_for_each_other();
    a_call_in_progress();
    a_fork();
    END();
}
