#include "mpi/message/explore.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/datatype/type.h"
#include "mpi/message/matching.h"
#include "mpi/object/communicator.h"
#include "mpi/object/context.h"
#include "net/clock/time.h"

NODE_LOCAL bool exploring;

/* The decisions for this process, which MPI_EXPLORE names among those of all: "NODE:NUMBER
 * LETTER=VALUE", as in "0:3r=2,1:0t=-1". */
struct decision {
    uint32_t number;
    char call;
    int value;
};
static NODE_LOCAL struct decision *decisions;
static NODE_LOCAL size_t decision_count;

static NODE_LOCAL uint32_t next_number;   /* of this process's decisions */
static NODE_LOCAL uint32_t last_transfer; /* the number of the last transfer that began */

/* The tests that have found nothing since anything else was recorded. More than these are not
 * recorded either. */
enum { TESTS = 8 };
static NODE_LOCAL uint64_t tests[TESTS];
static NODE_LOCAL size_t test_count;

/* The collective calls on each communicator that were recorded: on the last COMMS that had
 * messages. */
enum { COMMS = 16 };
static NODE_LOCAL struct {
    MPI_Comm comm;
    uint32_t context;
    int collectives;
} seen[COMMS];
static NODE_LOCAL size_t seen_next;

/* Reads a number, and the character behind it. */
static long next_of(const char **list, char *behind) {
    char *end;
    long number = strtol(*list, &end, 10);
    *behind = *end;
    *list = *end ? end + 1 : end;
    return number;
}

/* Reads the decisions; of others it keeps none. */
static void read_decisions(const char *list) {
    while (decisions && *list) {
        char behind, call;
        bool is_own = next_of(&list, &behind) == (long)node.number;
        uint32_t number = (uint32_t)next_of(&list, &call);
        list += *list == '=';
        int value = (int)next_of(&list, &behind);
        if (is_own)
            decisions[decision_count++] = (struct decision){number, call, value};
    }
}

void explore_start(void) {
    const char *list = getenv("MPI_EXPLORE");
    exploring = list;
    next_number = last_transfer = 0;
    test_count = decision_count = seen_next = 0;
    memset(seen, 0, sizeof seen);
    if (!exploring)
        return;
    type_without_plain();
    decisions = calloc(strlen(list) / 6 + 1, sizeof *decisions); /* "0:0r=0" has 6 */
    read_decisions(list);
}

/* ---- Records ---- */

struct text {
    char bytes[2048];
    size_t length;
};

__attribute__((format(printf, 2, 0))) static void append_all(struct text *text, const char *format,
                                                             va_list arguments) {
    int length =
        vsnprintf(text->bytes + text->length, sizeof text->bytes - text->length, format, arguments);
    if (length > 0 && (size_t)length < sizeof text->bytes - text->length)
        text->length += (size_t)length;
}

__attribute__((format(printf, 2, 3))) static void append(struct text *text, const char *format,
                                                         ...) {
    va_list arguments;
    va_start(arguments, format);
    append_all(text, format, arguments);
    va_end(arguments);
}

static struct text begin(const char *kind) {
    struct text text = {.length = 0};
    append(&text, "{\"order\":{\"kind\":\"%s\"", kind);
    return text;
}

static void write_out(struct text *text) {
    append(text, "}}");
    system_record(text->bytes, text->length);
}

/* Appends the instructions that have called the library, and the function that did so. */
enum { CALLERS = 2 };
static void append_callers(struct text *text) {
    append(text, ",\"stack\":[");
#ifndef CUBE_HOST
    extern const char library_text_start[], library_text_end[]; /* libc/program.ld */
    int count = 0;
    for (const uintptr_t *frame = __builtin_frame_address(0); frame && count < CALLERS;
         frame = (const uintptr_t *)frame[0]) {
        uintptr_t call = frame[1] - 4;
        if (call < (uintptr_t)library_text_start || call >= (uintptr_t)library_text_end)
            append(text, "%s%" PRIu64, count++ == 0 ? "" : ",", (uint64_t)call);
        else if (count > 0)
            break;
    }
#endif
    append(text, "]");
}

/* Records the collective calls on a communicator since the last look. Calls in between are not
 * looked at, so that collective calls take no longer. */
static void look_at_collectives(MPI_Comm comm) {
    size_t k = 0;
    while (k < COMMS && (seen[k].comm != comm || seen[k].context != comm->context))
        k++;
    if (k == COMMS) {
        k = seen_next++ % COMMS;
        seen[k].comm = comm;
        seen[k].context = comm->context;
        seen[k].collectives = comm->collectives > COMM_CALLS ? comm->collectives - COMM_CALLS : 0;
    }
    for (int number = seen[k].collectives; number != comm->collectives; number++) {
        const struct comm_call *call = &comm->calls[(unsigned)number % COMM_CALLS];
        if (call->number != number)
            continue;
        struct text text = begin("collective");
        bool is_rank = call->root >= 0 && call->root < comm->remote->size;
        append(&text, ",\"context\":%" PRIu32 ",\"number\":%d,\"operation\":%d,\"peer\":%d",
               comm->context, number, call->operation,
               is_rank ? comm->remote->world[call->root] : -1);
        write_out(&text);
    }
    seen[k].collectives = comm->collectives;
}

void explore_collectives(MPI_Comm comm) {
    look_at_collectives(&comm_world);
    if (comm && comm != &comm_world)
        look_at_collectives(comm);
}

void explore_end(void) {
    look_at_collectives(&comm_world);
    free(decisions);
    decisions = NULL;
    exploring = false;
}

void explore_note(const char *kind, MPI_Comm comm, const char *fields, ...) {
    struct pause pause = time_pause();
    if (comm) {
        explore_collectives(comm);
        test_count = 0;
    }
    struct text text = begin(kind);
    va_list arguments;
    va_start(arguments, fields);
    append_all(&text, fields, arguments);
    va_end(arguments);
    if (comm)
        append_callers(&text);
    write_out(&text);
    time_resume(pause);
}

/* ---- Transfers ---- */

static struct text begin_transfer(const char *kind, struct explore_transfer transfer) {
    explore_collectives(transfer.comm);
    struct text text = begin(kind);
    append(&text, ",\"id\":%" PRIu32 ",\"peer\":%d,\"context\":%" PRIu32 ",\"tag\":%d",
           ++last_transfer, transfer.world == MPI_ANY_SOURCE ? -1 : transfer.world,
           transfer.context, transfer.tag == MPI_ANY_TAG ? -1 : transfer.tag);
    append_callers(&text);
    test_count = 0;
    return text;
}

uint32_t explore_sends(struct explore_transfer send) {
    if (send.context % CONTEXTS != 0)
        return 0;
    struct pause pause = time_pause();
    struct text text = begin_transfer("send", send);
    write_out(&text);
    time_resume(pause);
    return last_transfer;
}

uint32_t explore_receives(struct explore_transfer receive, struct pattern *pattern) {
    if (receive.context % CONTEXTS != 0)
        return 0;
    struct pause pause = time_pause();
    struct text text = begin_transfer("receive", receive);
    if (receive.world == MPI_ANY_SOURCE) {
        int wish = explore_wish(EXPLORE_RECEIVE);
        if (wish >= 0)
            pattern->source = (uint32_t)wish;
        append(&text, ",\"number\":%" PRIu32, next_number++);
    }
    write_out(&text);
    time_resume(pause);
    return last_transfer;
}

void explore_matches(uint32_t number, uint32_t source, uint32_t context, int tag) {
    struct pause pause = time_pause();
    struct text text = begin("match");
    append(&text, ",\"id\":%" PRIu32 ",\"peer\":%" PRIu32 ",\"context\":%" PRIu32 ",\"tag\":%d",
           number, source, context, tag);
    write_out(&text);
    time_resume(pause);
}

void explore_done(uint32_t number, bool waited) {
    struct pause pause = time_pause();
    explore_collectives(NULL);
    struct text text = begin("done");
    append(&text, ",\"id\":%" PRIu32 ",\"waited\":%d", number, waited);
    write_out(&text);
    test_count = 0;
    time_resume(pause);
}

/* ---- Decisions ---- */

int explore_wished(enum explore_call call, uint32_t number) {
    for (size_t i = 0; i < decision_count; i++)
        if (decisions[i].number == number && decisions[i].call == (char)call)
            return decisions[i].value;
    return EXPLORE_FREE;
}

int explore_wish(enum explore_call call) {
    return explore_wished(call, next_number);
}

/* Whether a test that has found nothing says nothing new. `subject` stands for what it tests. */
static bool is_again(uint64_t subject) {
    for (size_t i = 0; i < test_count; i++)
        if (tests[i] == subject)
            return true;
    if (test_count == TESTS)
        return true;
    tests[test_count++] = subject;
    return false;
}

/* Whether a decision is recorded: not if a test finds nothing once more, of which nothing was
 * decided. */
static bool is_told(enum explore_call call, uint64_t subject, bool found) {
    if (found)
        test_count = 0;
    return found || !is_again(subject) || explore_wish(call) == EXPLORE_NOTHING;
}

static void record_choice(struct text *text, enum explore_call call, int taken) {
    append(text, ",\"call\":\"%c\",\"number\":%" PRIu32 ",\"taken\":%d", (char)call, next_number++,
           taken);
    append_callers(text);
    write_out(text);
}

enum { REQUESTS = 128 }; /* in a record, in at most 11 bytes each */

static struct text begin_requests(const char *kind, int count, const MPI_Request requests[],
                                  uint32_t (*number_of)(MPI_Request request)) {
    struct text text = begin(kind);
    append(&text, ",\"requests\":[");
    for (int i = 0; i < count; i++)
        append(&text, "%s%" PRIu32, i == 0 ? "" : ",", number_of(requests[i]));
    append(&text, "]");
    return text;
}

void explore_chose(enum explore_call call, int count, const MPI_Request requests[],
                   uint32_t (*number_of)(MPI_Request request), int index) {
    struct pause pause = time_pause();
    uint64_t subject = (uint64_t)call;
    for (int i = 0; i < count; i++)
        subject = subject * 0x100000001b3 + number_of(requests[i]) + 1;
    if (is_told(call, subject, index >= 0)) {
        explore_collectives(NULL);
        for (; count > REQUESTS; count -= REQUESTS, requests += REQUESTS) {
            struct text text = begin_requests("requests", REQUESTS, requests, number_of);
            write_out(&text);
        }
        struct text text = begin_requests("choice", count, requests, number_of);
        record_choice(&text, call, index);
    }
    time_resume(pause);
}

void explore_found(enum explore_call call, const struct pattern *pattern, const struct kept *kept) {
    struct pause pause = time_pause();
    if (is_told(call, pattern->key * 31 + pattern->source, kept)) {
        explore_collectives(NULL);
        struct text text = begin("choice");
        append(&text, ",\"peer\":%d,\"context\":%" PRIu32 ",\"tag\":%d,\"found\":%d",
               pattern->source == MATCH_ANY_NODE ? -1 : (int)pattern->source,
               match_context(pattern->key), pattern->mask >> 32 == 0 ? -1 : match_tag(pattern->key),
               kept ? match_tag(kept->key) : -1);
        record_choice(&text, call, kept ? (int)kept->source : EXPLORE_NOTHING);
    }
    time_resume(pause);
}
