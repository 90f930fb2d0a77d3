/* Distribution lists: records by pointer and by offset, in memory that ends with them. */
#include "check.h"
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

#define QUEUES 3

static MQHCONN hconn;

/* The last `length` bytes before the end of memory. */
static void *at_the_end(size_t length)
{
    long page = sysconf(_SC_PAGESIZE);
    char *room = mmap(NULL, (size_t)page * 2, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED || mprotect(room + page, (size_t)page, PROT_NONE) != 0) {
        printf("no memory with an end\n");
        exit(2);
    }
    return room + page - length;
}

static void name_queues(MQOR *records, const char *last)
{
    static const char *const names[QUEUES] = {"LIST.A", "LIST.B"};
    int i;
    for (i = 0; i < QUEUES; i++) {
        memset(&records[i], 0, sizeof records[i]);
        strncpy(records[i].ObjectName, i < 2 ? names[i] : last, MQ_Q_NAME_LENGTH);
    }
}

static void take(const char *name, const MQBYTE *correl_id)
{
    CODES;
    MQMD md = {MQMD_DEFAULT};
    MQGMO gmo = {MQGMO_DEFAULT};
    MQLONG length;
    char buffer[8];
    MQHOBJ hobj = open_queue(hconn, name, MQOO_INPUT_SHARED);

    gmo.Options = MQGMO_NO_WAIT | MQGMO_NO_SYNCPOINT;
    CALL(MQGET(hconn, hobj, &md, &gmo, sizeof buffer, buffer, &length, &cc, &rc), MQRC_NONE);
    CHECK(length == 4 && memcmp(buffer, "news", 4) == 0);
    CHECK(memcmp(md.CorrelId, correl_id, sizeof md.CorrelId) == 0);
    CALL(MQCLOSE(hconn, &hobj, MQCO_NONE, &cc, &rc), MQRC_NONE);
}

/* What a put message record of this program holds. */
typedef struct {
    MQBYTE24 MsgId;
    MQBYTE24 CorrelId;
} Record;

static void puts_by_pointer(void)
{
    static const MQBYTE24 first = {1}, rest = {2};
    CODES;
    MQOD od = {MQOD_DEFAULT};
    MQMD md = {MQMD_DEFAULT};
    MQPMO pmo = {MQPMO_DEFAULT};
    MQHOBJ hobj = MQHO_NONE;
    MQOR *objects = at_the_end(QUEUES * sizeof(MQOR));
    MQRR *responses = at_the_end(QUEUES * sizeof(MQRR));
    Record *records = at_the_end(sizeof(Record));

    name_queues(objects, "NO.SUCH.Q");
    od.Version = MQOD_VERSION_2;
    od.RecsPresent = QUEUES;
    od.ObjectRecPtr = objects;
    od.ResponseRecPtr = responses;
    WARN(MQOPEN(hconn, &od, MQOO_OUTPUT, &hobj, &cc, &rc), MQRC_MULTIPLE_REASONS);
    CHECK(od.KnownDestCount == 2 && od.UnknownDestCount == 0 && od.InvalidDestCount == 1);
    CHECK(responses[0].CompCode == MQCC_OK && responses[0].Reason == MQRC_NONE);
    CHECK(responses[2].CompCode == MQCC_FAILED && responses[2].Reason == MQRC_UNKNOWN_OBJECT_NAME);

    memcpy(md.CorrelId, rest, sizeof rest);
    memset(records, 0, sizeof *records);
    memcpy(records->CorrelId, first, sizeof first);
    pmo.Version = MQPMO_VERSION_2;
    pmo.Options = MQPMO_NO_SYNCPOINT;
    pmo.RecsPresent = 1;
    pmo.PutMsgRecFields = MQPMRF_MSG_ID | MQPMRF_CORREL_ID;
    pmo.PutMsgRecPtr = records;
    memset(responses, 0x55, QUEUES * sizeof(MQRR));
    pmo.ResponseRecPtr = responses;
    WARN(MQPUT(hconn, hobj, &md, &pmo, 4, "news", &cc, &rc), MQRC_MULTIPLE_REASONS);
    CHECK(pmo.KnownDestCount == 2 && pmo.UnknownDestCount == 0 && pmo.InvalidDestCount == 1);
    CHECK(responses[0].CompCode == MQCC_OK && responses[0].Reason == MQRC_NONE);
    /* One record was offered, so one was set. */
    CHECK(responses[1].Reason == 0x55555555);
    CHECK(records->MsgId[0] != 0);
    CHECK(md.MsgId[0] == 0);
    take("LIST.A", first);
    take("LIST.B", rest);

    pmo.RecsPresent = -1;
    CALL(MQPUT(hconn, hobj, &md, &pmo, 4, "news", &cc, &rc), MQRC_RECS_PRESENT_ERROR);
    pmo.RecsPresent = 1;
    pmo.PutMsgRecFields = 0x100;
    CALL(MQPUT(hconn, hobj, &md, &pmo, 4, "news", &cc, &rc), MQRC_PMO_RECORD_FLAGS_ERROR);
    pmo.PutMsgRecFields = MQPMRF_MSG_ID;
    pmo.PutMsgRecOffset = 400;
    CALL(MQPUT(hconn, hobj, &md, &pmo, 4, "news", &cc, &rc), MQRC_PUT_MSG_RECORDS_ERROR);
    pmo.PutMsgRecOffset = 0;
    pmo.ResponseRecOffset = 400;
    CALL(MQPUT(hconn, hobj, &md, &pmo, 4, "news", &cc, &rc), MQRC_RESPONSE_RECORDS_ERROR);
    CALL(MQCLOSE(hconn, &hobj, MQCO_NONE, &cc, &rc), MQRC_NONE);
}

/* Everything in one piece, the object records before the descriptor. */
typedef struct {
    MQOR objects[QUEUES];
    MQOD od;
    MQRR responses[QUEUES];
    MQPMO pmo;
    Record records[QUEUES];
} Piece;

static void puts_by_offset(void)
{
    static const MQOD od = {MQOD_DEFAULT};
    static const MQPMO pmo = {MQPMO_DEFAULT};
    static const MQBYTE24 none;
    CODES;
    MQMD md = {MQMD_DEFAULT};
    Piece *piece = at_the_end(sizeof(Piece));
    int i;

    memset(piece, 0, sizeof *piece);
    piece->od = od;
    piece->pmo = pmo;
    name_queues(piece->objects, "LIST.C");
    piece->od.Version = MQOD_VERSION_2;
    piece->od.RecsPresent = QUEUES;
    piece->od.ObjectRecOffset = (MQLONG)offsetof(Piece, objects) - (MQLONG)offsetof(Piece, od);
    piece->od.ResponseRecOffset = (MQLONG)offsetof(Piece, responses) - (MQLONG)offsetof(Piece, od);
    piece->pmo.Version = MQPMO_VERSION_3;
    piece->pmo.Options = MQPMO_NO_SYNCPOINT;
    piece->pmo.RecsPresent = QUEUES;
    piece->pmo.PutMsgRecFields = MQPMRF_MSG_ID | MQPMRF_CORREL_ID;
    piece->pmo.PutMsgRecOffset = (MQLONG)offsetof(Piece, records) - (MQLONG)offsetof(Piece, pmo);
    CALL(MQPUT1(hconn, &piece->od, &md, &piece->pmo, 4, "news", &cc, &rc), MQRC_NONE);
    CHECK(piece->od.KnownDestCount == QUEUES && piece->pmo.KnownDestCount == QUEUES);
    for (i = 0; i < QUEUES; i++)
        CHECK(memcmp(piece->records[i].MsgId, none, sizeof none) != 0);
    CHECK(memcmp(piece->records[0].MsgId, piece->records[1].MsgId, sizeof none) != 0);
    take("LIST.A", none);
    take("LIST.B", none);
    take("LIST.C", none);

    name_queues(piece->objects, "NO.SUCH.Q");
    WARN(MQPUT1(hconn, &piece->od, &md, &piece->pmo, 4, "news", &cc, &rc), MQRC_MULTIPLE_REASONS);
    CHECK(piece->responses[1].CompCode == MQCC_OK);
    CHECK(piece->responses[2].Reason == MQRC_UNKNOWN_OBJECT_NAME);
    CHECK(piece->pmo.KnownDestCount == 2 && piece->od.InvalidDestCount == 1);
    take("LIST.A", none);
    take("LIST.B", none);
}

static void wrong_lists(void)
{
    CODES;
    MQOD od = {MQOD_DEFAULT};
    MQOR objects[QUEUES];
    MQHOBJ hobj = MQHO_NONE;

    name_queues(objects, "LIST.C");
    od.Version = MQOD_VERSION_2;
    od.RecsPresent = -1;
    CALL(MQOPEN(hconn, &od, MQOO_OUTPUT, &hobj, &cc, &rc), MQRC_RECS_PRESENT_ERROR);
    od.RecsPresent = QUEUES;
    CALL(MQOPEN(hconn, &od, MQOO_OUTPUT, &hobj, &cc, &rc), MQRC_OBJECT_RECORDS_ERROR);
    od.ObjectRecPtr = objects;
    od.ObjectRecOffset = 8;
    CALL(MQOPEN(hconn, &od, MQOO_OUTPUT, &hobj, &cc, &rc), MQRC_OBJECT_RECORDS_ERROR);
    od.ObjectRecOffset = 0;
    od.ResponseRecPtr = objects;
    od.ResponseRecOffset = 8;
    CALL(MQOPEN(hconn, &od, MQOO_OUTPUT, &hobj, &cc, &rc), MQRC_RESPONSE_RECORDS_ERROR);
    od.ResponseRecPtr = NULL;
    od.ResponseRecOffset = 0;
    od.RecsPresent = 0x7fffffff;
    CALL(MQOPEN(hconn, &od, MQOO_OUTPUT, &hobj, &cc, &rc), MQRC_HANDLE_NOT_AVAILABLE);
    od.RecsPresent = QUEUES;
    name_object(&od, "LIST.A");
    CALL(MQOPEN(hconn, &od, MQOO_OUTPUT, &hobj, &cc, &rc), MQRC_OBJECT_NAME_ERROR);
    /* Version 1 has no records. */
    od.Version = MQOD_VERSION_1;
    CALL(MQOPEN(hconn, &od, MQOO_OUTPUT, &hobj, &cc, &rc), MQRC_NONE);
    CALL(MQCLOSE(hconn, &hobj, MQCO_NONE, &cc, &rc), MQRC_NONE);
}

int main(void)
{
    CODES;
    CALL(MQCONN(Q_MGR, &hconn, &cc, &rc), MQRC_NONE);
    puts_by_pointer();
    puts_by_offset();
    wrong_lists();
    CALL(MQDISC(&hconn, &cc, &rc), MQRC_NONE);
    END();
}
