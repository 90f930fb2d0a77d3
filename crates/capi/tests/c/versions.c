/* Structures of every version, each in memory that ends where the version ends: whoever reads or writes a byte more
   meets a page that is not there. */
#include "check.h"
#include <sys/mman.h>
#include <unistd.h>

static MQHCONN hconn;

/* The last `length` bytes before the end of memory, filled from `from`. */
static void *at_the_end(const void *from, size_t length)
{
    long page = sysconf(_SC_PAGESIZE);
    char *room = mmap(NULL, (size_t)page * 2, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED || mprotect(room + page, (size_t)page, PROT_NONE) != 0) {
        printf("no memory with an end\n");
        exit(2);
    }
    memcpy(room + page - length, from, length);
    return room + page - length;
}

static void connects(void)
{
    static const MQLONG lengths[] = {
        MQCNO_LENGTH_1, MQCNO_LENGTH_2, MQCNO_LENGTH_3, MQCNO_LENGTH_4,
        MQCNO_LENGTH_5, MQCNO_LENGTH_6, MQCNO_LENGTH_7, MQCNO_LENGTH_8,
    };
    static const MQBYTE none[MQ_CONNECTION_ID_LENGTH];
    unsigned i;
    CODES;

    for (i = 0; i < 8; i++) {
        MQCNO plain = {MQCNO_DEFAULT};
        MQCNO *cno;
        MQHCONN other;
        plain.Version = (MQLONG)i + 1;
        plain.Options = MQCNO_HANDLE_SHARE_BLOCK;
        memset(plain.ApplName, 'A', sizeof plain.ApplName);
        cno = at_the_end(&plain, (size_t)lengths[i]);
        CALL(MQCONNX(at_the_end(Q_MGR, 4), cno, &other, &cc, &rc), MQRC_NONE);
        if (plain.Version >= 5)
            CHECK(memcmp(cno->ConnectionId, none, sizeof none) != 0);
        CALL(MQDISC(&other, &cc, &rc), MQRC_NONE);
    }
}

static void descriptors(void)
{
    static const MQLONG lengths[] = {MQOD_LENGTH_1, MQOD_LENGTH_2, MQOD_LENGTH_3, MQOD_LENGTH_4};
    unsigned i;
    CODES;

    for (i = 0; i < 4; i++) {
        MQOD plain = {MQOD_DEFAULT};
        MQHOBJ *hobj = at_the_end("....", 4);
        plain.Version = (MQLONG)i + 1;
        name_object(&plain, "TEST.Q");
        CALL(MQOPEN(hconn, at_the_end(&plain, (size_t)lengths[i]), MQOO_OUTPUT, hobj, &cc, &rc), MQRC_NONE);
        CALL(MQCLOSE(hconn, hobj, MQCO_NONE, &cc, &rc), MQRC_NONE);
    }
}

static void messages(void)
{
    static const MQLONG md_lengths[] = {MQMD_LENGTH_1, MQMD_LENGTH_2};
    static const MQLONG pmo_lengths[] = {MQPMO_LENGTH_1, MQPMO_LENGTH_2, MQPMO_LENGTH_3};
    static const MQLONG gmo_lengths[] = {MQGMO_LENGTH_1, MQGMO_LENGTH_2, MQGMO_LENGTH_3, MQGMO_LENGTH_4};
    MQHOBJ hobj = open_queue(hconn, "TEST.Q", MQOO_OUTPUT | MQOO_INPUT_SHARED);
    unsigned md_at, at;
    CODES;

    for (md_at = 0; md_at < 2; md_at++) {
        MQMD plain = {MQMD_DEFAULT};
        MQMD *md;
        plain.Version = (MQLONG)md_at + 1;
        for (at = 0; at < 3; at++) {
            MQPMO pmo = {MQPMO_DEFAULT};
            pmo.Version = (MQLONG)at + 1;
            pmo.Options = MQPMO_NO_SYNCPOINT;
            md = at_the_end(&plain, (size_t)md_lengths[md_at]);
            CALL(MQPUT(hconn, hobj, md, at_the_end(&pmo, (size_t)pmo_lengths[at]), 3, at_the_end("abc", 3), &cc, &rc),
                 MQRC_NONE);
        }
        for (at = 0; at < 4; at++) {
            MQGMO gmo = {MQGMO_DEFAULT};
            char *buffer = at_the_end("....", 3);
            MQLONG *length = at_the_end("....", 4);
            gmo.Version = (MQLONG)at + 1;
            gmo.Options = MQGMO_NO_SYNCPOINT | MQGMO_NO_WAIT;
            md = at_the_end(&plain, (size_t)md_lengths[md_at]);
            CALL(MQGET(hconn, hobj, md, at_the_end(&gmo, (size_t)gmo_lengths[at]), 3, buffer, length, &cc, &rc),
                 at < 3 ? MQRC_NONE : MQRC_NO_MSG_AVAILABLE);
            CHECK(at == 3 || (*length == 3 && memcmp(buffer, "abc", 3) == 0));
            CHECK(md->Version == plain.Version);
        }
    }
    CALL(MQCLOSE(hconn, &hobj, MQCO_NONE, &cc, &rc), MQRC_NONE);
}

static void others(void)
{
    MQSTS sts = {MQSTS_DEFAULT};
    MQBO bo = {MQBO_DEFAULT};
    CODES;

    CALL(MQSTAT(hconn, MQSTAT_TYPE_ASYNC_ERROR, at_the_end(&sts, MQSTS_LENGTH_1), &cc, &rc), MQRC_NONE);
    sts.Version = MQSTS_VERSION_2;
    CALL(MQSTAT(hconn, MQSTAT_TYPE_ASYNC_ERROR, at_the_end(&sts, MQSTS_LENGTH_2), &cc, &rc), MQRC_NONE);
    MQBEGIN(hconn, at_the_end(&bo, MQBO_LENGTH_1), &cc, &rc);
    CHECK(rc == MQRC_NO_EXTERNAL_PARTICIPANTS || rc == MQRC_ENVIRONMENT_ERROR);
}

/* Clients only: every version of the channel definition. */
static void channels(const char *place)
{
    static const MQLONG lengths[] = {
        MQCD_LENGTH_2, MQCD_LENGTH_3, MQCD_LENGTH_4, MQCD_LENGTH_5, MQCD_LENGTH_6, MQCD_LENGTH_7,
        MQCD_LENGTH_8, MQCD_LENGTH_9, MQCD_LENGTH_10, MQCD_LENGTH_11, MQCD_LENGTH_12, MQCD_LENGTH_13,
    };
    unsigned i;
    CODES;

    for (i = 0; i < 12; i++) {
        MQCD cd = {MQCD_CLIENT_CONN_DEFAULT};
        MQCNO cno = {MQCNO_DEFAULT};
        MQHCONN other;
        cd.Version = (MQLONG)i + 2;
        memcpy(cd.ChannelName, "C.SVRCONN", 9);
        strncpy(cd.ConnectionName, place, sizeof cd.ConnectionName);
        cd.MaxMsgLength = 104857600;
        cd.SharingConversations = 99999999;
        cno.Version = MQCNO_VERSION_2;
        cno.Options = MQCNO_CLIENT_BINDING | MQCNO_HANDLE_SHARE_NO_BLOCK;
        cno.ClientConnPtr = at_the_end(&cd, (size_t)lengths[i]);
        CALL(MQCONNX((PMQCHAR)Q_MGR, &cno, &other, &cc, &rc), MQRC_NONE);
        CALL(MQDISC(&other, &cc, &rc), MQRC_NONE);
    }
}

/* What a connect tells of itself, as far as the version goes. */
static void outputs(const char *place)
{
    CODES;
    MQCNO cno = {MQCNO_DEFAULT};
    MQCD cd = {MQCD_CLIENT_CONN_DEFAULT};
    MQHCONN other;
    static const MQBYTE nothing[MQ_CONN_TAG_LENGTH];
    char id[17];
    int i;
    cno.Version = MQCNO_CURRENT_VERSION;
    cno.Options = MQCNO_GENERATE_CONN_TAG | MQCNO_HANDLE_SHARE_NO_BLOCK;
    CALL(MQCONNX((PMQCHAR)Q_MGR, &cno, &other, &cc, &rc), MQRC_NONE);
    for (i = 0; i < 8; i++)
        sprintf(id + 2 * i, "%02X", cno.ConnectionId[16 + i]);
    CHECK(memcmp(cno.ConnTag, "MQCT", 4) == 0 && memcmp(cno.ConnTag + 4, id, 16) == 0);
    CHECK(memcmp(cno.ConnTag + 20, "QM1_", 4) == 0 && strstr((char *)cno.ConnTag, "versions") != NULL);
    CALL(MQDISC(&other, &cc, &rc), MQRC_NONE);
    /* Not where it is not asked for. */
    memset(cno.ConnTag, 0, sizeof cno.ConnTag);
    cno.Options = MQCNO_HANDLE_SHARE_NO_BLOCK | MQCNO_CD_FOR_OUTPUT_ONLY;
    cd.Version = MQCD_CURRENT_VERSION;
    cno.ClientConnPtr = &cd;
    CALL(MQCONNX((PMQCHAR)Q_MGR, &cno, &other, &cc, &rc), MQRC_NONE);
    CHECK(memcmp(cno.ConnTag, nothing, sizeof nothing) == 0);
    CALL(MQDISC(&other, &cc, &rc), MQRC_NONE);
    if (place == NULL) {
        /* A local connection has no channel. */
        CHECK(cd.ChannelName[0] == '\0' || cd.ChannelName[0] == ' ');
        return;
    }
    CHECK(memcmp(cd.ChannelName, "C.SVRCONN           ", 20) == 0 && cd.TransportType == MQXPT_TCP);
    CHECK(strncmp(cd.ConnectionName, place, strlen(place)) == 0 && cd.ConnectionName[strlen(place)] == ' ');
    CHECK(cd.HeartbeatInterval == 300 && cd.SharingConversations == 10 && cd.MaxMsgLength > 4000000);
    /* One that ends before a field keeps what is behind it. */
    cd.Version = MQCD_VERSION_1;
    cd.HeartbeatInterval = 77;
    memset(cd.ChannelName, 'x', sizeof cd.ChannelName);
    cno.ClientConnPtr = &cd;
    CALL(MQCONNX((PMQCHAR)Q_MGR, &cno, &other, &cc, &rc), MQRC_NONE);
    CHECK(memcmp(cd.ChannelName, "C.SVRCONN           ", 20) == 0 && cd.HeartbeatInterval == 77);
    CALL(MQDISC(&other, &cc, &rc), MQRC_NONE);
}

/* A connect with TLS, which is refused before anybody is called. */
static MQLONG demand(const MQSCO *sco)
{
    MQLONG cc, rc;
    MQCD cd = {MQCD_CLIENT_CONN_DEFAULT};
    MQCNO cno = {MQCNO_DEFAULT};
    MQHCONN other;
    cd.Version = MQCD_CURRENT_VERSION;
    memcpy(cd.ChannelName, "C.SVRCONN", 9);
    strcpy(cd.ConnectionName, "127.0.0.1(1)");
    strcpy(cd.SSLCipherSpec, "ANY_TLS12_OR_HIGHER");
    cno.Version = MQCNO_CURRENT_VERSION;
    cno.Options = MQCNO_CLIENT_BINDING | MQCNO_HANDLE_SHARE_NO_BLOCK;
    cno.ClientConnPtr = &cd;
    cno.SSLConfigPtr = (PMQSCO)sco;
    MQCONNX((PMQCHAR)Q_MGR, &cno, &other, &cc, &rc);
    CHECK(cc == MQCC_FAILED);
    return rc;
}

/* What is demanded of TLS is not passed over. */
static void demands(void)
{
    MQSCO plain = {MQSCO_DEFAULT}, sco;
    MQLONG nothing;
    plain.Version = MQSCO_CURRENT_VERSION;
    /* Nothing is demanded: no key repository is named. */
    nothing = demand(&plain);
    CHECK(nothing == MQRC_KEY_REPOSITORY_ERROR);
    sco = plain;
    sco.CertificateValPolicy = MQ_CERT_VAL_POLICY_RFC5280;
    sco.KeyResetCount = 32768;
    CHECK(demand(&sco) == nothing);
    sco.CertificateValPolicy = 77;
    CHECK(demand(&sco) == MQRC_CERT_VAL_POLICY_ERROR);
    sco = plain;
    sco.KeyResetCount = -1;
    CHECK(demand(&sco) == MQRC_SSL_KEY_RESET_ERROR);
    sco = plain;
    sco.FipsRequired = 77;
    CHECK(demand(&sco) == MQRC_SCO_ERROR);
    sco.FipsRequired = MQSSL_FIPS_YES;
    /* Where OpenSSL runs in FIPS mode there is nothing to refuse. */
    CHECK(demand(&sco) == MQRC_SSL_INITIALIZATION_ERROR || getenv("FIPS") != NULL);
    sco = plain;
    sco.EncryptionPolicySuiteB[0] = MQ_SUITE_B_128_BIT;
    CHECK(demand(&sco) == MQRC_SSL_INITIALIZATION_ERROR);
    sco.EncryptionPolicySuiteB[1] = MQ_SUITE_B_NONE;
    CHECK(demand(&sco) == MQRC_SUITE_B_ERROR);
    /* A version without the field has nothing in it. */
    sco.Version = MQSCO_VERSION_2;
    CHECK(demand(&sco) == nothing);
    sco = plain;
    strcpy(sco.CryptoHardware, "GSK_PKCS11=/lib/token.so;token;password;SYMMETRIC_CIPHER_ON;");
    CHECK(demand(&sco) == MQRC_CRYPTO_HARDWARE_ERROR);
    sco = plain;
    sco.AuthInfoRecCount = 1;
    CHECK(demand(&sco) == MQRC_SSL_INITIALIZATION_ERROR);
    sco.AuthInfoRecCount = -1;
    CHECK(demand(&sco) == MQRC_AUTH_INFO_REC_COUNT_ERROR);
    /* Nor is what the environment demands. */
    setenv("MQSUITEB", "128_BIT", 1);
    CHECK(demand(&plain) == MQRC_SSL_INITIALIZATION_ERROR);
    unsetenv("MQSUITEB");
}

int main(int count, char **words)
{
    CODES;

    CALL(MQCONN((PMQCHAR)Q_MGR, &hconn, &cc, &rc), MQRC_NONE);
    connects();
    descriptors();
    messages();
    others();
    CALL(MQDISC(&hconn, &cc, &rc), MQRC_NONE);
    demands();
    outputs(count > 2 ? words[2] : NULL);
    if (count > 1)
        channels(words[1]);
    END();
}
