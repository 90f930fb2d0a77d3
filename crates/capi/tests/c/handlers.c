/* Connections that are lost, and calls of signal handlers, which interrupt a call of the same thread. */
#include "check.h"
#include <dirent.h>
#include <pthread.h>
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

static volatile int interrupted_often, refused, wrong;
static MQHMSG of_handler;

/* Makes calls that need the lists of handles, which the interrupted call may just have. */
static void interrupt_often(int number)
{
    CODES;
    MQCMHO cmho = {MQCMHO_DEFAULT};
    MQHCONN hconn = connected;
    (void)number;
    interrupted_often++;
    MQCRTMH(hconn, &cmho, &of_handler, &cc, &rc);
    refused += rc == MQRC_CALL_IN_PROGRESS;
    wrong += rc != MQRC_CALL_IN_PROGRESS && rc != MQRC_NONE;
    if (rc == MQRC_NONE) {
        MQDMHO dmho = {MQDMHO_DEFAULT};
        MQDLTMH(hconn, &of_handler, &dmho, &cc, &rc);
        wrong += rc != MQRC_NONE;
    }
}

/* Handles come and go, of more connections than a thread remembers. */
static void lists_of_handles(void)
{
    enum { MANY = 12 };
    CODES;
    MQCNO cno = {MQCNO_DEFAULT};
    MQCMHO cmho = {MQCMHO_DEFAULT};
    MQDMHO dmho = {MQDMHO_DEFAULT};
    MQHCONN all[MANY];
    MQHMSG hmsg;
    struct itimerval often = {{0, 1000}, {0, 1000}}, never = {{0, 0}, {0, 0}};
    int i, good = 0, calls = 0;
    cno.Options = MQCNO_HANDLE_SHARE_BLOCK;
    for (i = 0; i < MANY; i++)
        CALL(MQCONNX((PMQCHAR)Q_MGR, &cno, &all[i], &cc, &rc), MQRC_NONE);
    signal(SIGALRM, interrupt_often);
    setitimer(ITIMER_REAL, &often, NULL);
    for (i = 0; refused < 200; i = (i + 1) % MANY) {
        MQCRTMH(all[i], &cmho, &hmsg, &cc, &rc);
        good += rc == MQRC_NONE;
        MQDLTMH(all[i], &hmsg, &dmho, &cc, &rc);
        good += rc == MQRC_NONE;
        calls += 2;
    }
    setitimer(ITIMER_REAL, &never, NULL);
    CHECK(good == calls && wrong == 0);
    for (i = 0; i < MANY; i++)
        CALL(MQDISC(&all[i], &cc, &rc), MQRC_NONE);
    CALL(MQDISC(&connected, &cc, &rc), MQRC_NONE);
}

/* How many threads of this process consume. */
static int consumers(void)
{
    char path[300], name[32];
    int found = 0;
    struct dirent *entry;
    DIR *tasks = opendir("/proc/self/task");
    while ((entry = readdir(tasks)) != NULL) {
        FILE *file;
        snprintf(path, sizeof path, "/proc/self/task/%s/comm", entry->d_name);
        file = fopen(path, "r");
        if (file == NULL)
            continue;
        found += fgets(name, sizeof name, file) != NULL && strncmp(name, "mq consumer", 11) == 0;
        fclose(file);
    }
    closedir(tasks);
    return found;
}

static void nothing(MQHCONN hconn, PMQVOID md, PMQVOID gmo, PMQVOID buffer, PMQCBC cbc)
{
    (void)hconn, (void)md, (void)gmo, (void)buffer, (void)cbc;
}

/* Consumption that is suspended, or has no consumer that is not. */
static void consume_nothing(int whole)
{
    CODES;
    MQCBD cbd = {MQCBD_DEFAULT};
    MQCTLO ctlo = {MQCTLO_DEFAULT};
    MQMD md = {MQMD_DEFAULT};
    MQGMO gmo = {MQGMO_DEFAULT};
    MQHOBJ hobj = open_queue(connected, "WAIT.Q", MQOO_INPUT_SHARED);
    cbd.CallbackFunction = (MQPTR)(size_t)nothing;
    gmo.Options = MQGMO_NO_SYNCPOINT;
    CALL(MQCB(connected, MQOP_REGISTER | (whole ? 0 : MQOP_SUSPEND), &cbd, hobj, &md, &gmo, &cc, &rc), MQRC_NONE);
    CALL(MQCTL(connected, MQOP_START, &ctlo, &cc, &rc), MQRC_NONE);
    if (whole)
        CALL(MQCTL(connected, MQOP_SUSPEND, &ctlo, &cc, &rc), MQRC_NONE);
}

static void *ends_with_its_thread(void *whole)
{
    CODES;
    CALL(MQCONN((PMQCHAR)Q_MGR, &connected, &cc, &rc), MQRC_NONE);
    consume_nothing(whole != NULL);
    /* It has begun. */
    while (consumers() == 0)
        usleep(1000);
    return NULL;
}

/* A thread of the library for a connection that has ended with its thread would stay as long as the process. */
static void abandoned(void)
{
    CODES;
    int whole;
    CALL(MQDISC(&connected, &cc, &rc), MQRC_NONE);
    for (whole = 0; whole < 2; whole++) {
        pthread_t thread;
        pthread_create(&thread, NULL, ends_with_its_thread, whole ? &whole : NULL);
        pthread_join(thread, NULL);
        while (consumers() > 0)
            usleep(1000);
    }
}

/* The road is cut outside once "ready" was printed, and a line comes when it is. */
static void lost(void)
{
    CODES;
    MQHCONN before = connected, again;
    MQHOBJ hobj = open_queue(connected, "TEST.Q", MQOO_OUTPUT);
    MQMD md = {MQMD_DEFAULT};
    MQPMO pmo = {MQPMO_DEFAULT};
    consume_nothing(1);
    while (consumers() == 0)
        usleep(1000);
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
    /* The thread that was to call its consumers goes. */
    while (consumers() > 0)
        usleep(1000);
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
    } else if (argc > 1 && strcmp(argv[1], "lists") == 0) {
        lists_of_handles();
    } else if (argc > 1 && strcmp(argv[1], "abandoned") == 0) {
        abandoned();
    } else {
        exits = argc > 1 && strcmp(argv[1], "exits") == 0;
        interrupted();
    }
    END();
}
