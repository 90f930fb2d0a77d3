/* Connections that are lost, and calls of signal handlers, which interrupt a call of the same thread. */
#include "check.h"
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

static MQHCONN connected;
static int exits;

/* Every call is refused, and the interrupted one goes on. */
static void interrupt(int number)
{
    CODES;
    MQHCONN hconn = connected;
    (void)number;
    /* A call that waits for itself is ended by the next alarm. */
    signal(SIGALRM, SIG_DFL);
    alarm(20);
    CALL(MQCMIT(hconn, &cc, &rc), MQRC_CALL_IN_PROGRESS);
    CALL(MQDISC(&hconn, &cc, &rc), MQRC_CALL_IN_PROGRESS);
    CHECK(hconn == connected);
    if (exits)
        exit(failures != 0);
}

static void interrupted(void)
{
    CODES;
    MQHOBJ hobj = open_queue(connected, "WAIT.Q", MQOO_INPUT_SHARED);
    MQMD md = {MQMD_DEFAULT};
    MQGMO gmo = {MQGMO_DEFAULT};
    char buffer[10];
    MQLONG length;
    struct itimerval soon = {{0, 0}, {0, 300000}};
    gmo.Options = MQGMO_WAIT | MQGMO_NO_SYNCPOINT;
    gmo.WaitInterval = exits ? MQWI_UNLIMITED : 1000;
    signal(SIGALRM, interrupt);
    setitimer(ITIMER_REAL, &soon, NULL);
    CALL(MQGET(connected, hobj, &md, &gmo, sizeof buffer, buffer, &length, &cc, &rc), MQRC_NO_MSG_AVAILABLE);
    CHECK(!exits);
    alarm(0);
    CALL(MQDISC(&connected, &cc, &rc), MQRC_NONE);
}

/* The road is cut outside once "ready" was printed, and a line comes when it is. */
static void lost(void)
{
    CODES;
    MQHCONN before = connected, again;
    MQHOBJ hobj = open_queue(connected, "TEST.Q", MQOO_OUTPUT);
    MQMD md = {MQMD_DEFAULT};
    MQPMO pmo = {MQPMO_DEFAULT};
    WARN(MQCONN((PMQCHAR)Q_MGR, &again, &cc, &rc), MQRC_ALREADY_CONNECTED);
    CHECK(again == before);
    printf("ready\n");
    fflush(stdout);
    CHECK(getchar() != EOF);
    pmo.Options = MQPMO_NO_SYNCPOINT;
    CALL(MQPUT(connected, hobj, &md, &pmo, 1, "x", &cc, &rc), MQRC_CONNECTION_BROKEN);
    CALL(MQPUT(connected, hobj, &md, &pmo, 1, "x", &cc, &rc), MQRC_CONNECTION_BROKEN);
    /* Without MQDISC: all handles are gone, and the program connects again. */
    CALL(MQCONN((PMQCHAR)Q_MGR, &again, &cc, &rc), MQRC_NONE);
    CHECK(again != before);
    CALL(MQPUT(connected, hobj, &md, &pmo, 1, "x", &cc, &rc), MQRC_HCONN_ERROR);
    hobj = open_queue(again, "TEST.Q", MQOO_OUTPUT);
    CALL(MQPUT(again, hobj, &md, &pmo, 1, "x", &cc, &rc), MQRC_NONE);
    CALL(MQDISC(&again, &cc, &rc), MQRC_NONE);
}

int main(int argc, char **argv)
{
    CODES;
    CALL(MQCONN((PMQCHAR)Q_MGR, &connected, &cc, &rc), MQRC_NONE);
    if (argc > 1 && strcmp(argv[1], "lost") == 0) {
        lost();
    } else {
        exits = argc > 1 && strcmp(argv[1], "exits") == 0;
        interrupted();
    }
    END();
}
