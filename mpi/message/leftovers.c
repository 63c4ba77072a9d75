#include "mpi/message/leftovers.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "mpi/datatype/type.h"
#include "mpi/message/failure.h"
#include "mpi/message/finalize.h"
#include "mpi/message/matching.h"
#include "mpi/message/request.h"
#include "mpi/message/strict.h"
#include "mpi/object/communicator.h"
#include "mpi/object/error.h"

/* Whether a message is one that no receive can match any more: its communicator was revoked. */
static bool is_given_up(const struct kept *kept) {
    return job_survives && failure_is_revoked(match_context(kept->key));
}

/* Counts messages that no receive has matched, and sets *first to the first. Messages of collective
 * operations do not count: they have another context. */
static int count_messages(const struct kept **first) {
    int count = 0;
    for (const struct kept *kept = match_kept; kept; kept = kept->next)
        if (match_context(kept->key) % CONTEXTS == 0 && !is_given_up(kept) && count++ == 0)
            *first = kept;
    return count;
}

static void report_messages(const char *place) {
    const struct kept *first = NULL;
    int count = count_messages(&first);
    if (count == 0)
        return;
    char comm[MPI_MAX_OBJECT_NAME];
    fprintf(stderr,
            "MPI_Finalize: rank %d: %d message%s never received: the first is from rank %d with "
            "tag %d, %" PRIu64 " bytes long, comm %s%s\n",
            comm_world.rank, count, count == 1 ? " was" : "s were",
            comm_world_rank((int)first->source), match_tag(first->key), first->bytes,
            comm_called(match_context(first->key), comm), place);
}

void leftover_unmatched(struct cube_detail *detail) {
    static NODE_LOCAL char first[64], others[64]; /* the report shows no more of them */
    char comm[MPI_MAX_OBJECT_NAME];
    int more = -1;
    for (const struct kept *kept = match_kept; kept; kept = kept->next) {
        if (match_context(kept->key) % CONTEXTS != 0 || more++ >= 0)
            continue;
        snprintf(first, sizeof first, "but rank %d sent %" PRIu64 " bytes with tag %d",
                 comm_world_rank((int)kept->source), kept->bytes, match_tag(kept->key));
        snprintf(others, sizeof others, " on %.20s", comm_called(match_context(kept->key), comm));
    }
    if (more < 0)
        return;
    size_t length = strlen(others);
    if (more > 0)
        snprintf(others + length, sizeof others - length, ", and %d more", more);
    *detail = (struct cube_detail){.name = (uintptr_t)first, .word = (uintptr_t)others};
}

static void report_requests(const char *place) {
    if (request_count == 0)
        return;
    char text[REQUEST_TEXT_BYTES];
    request_describe(request_newest, text, sizeof text);
    fprintf(stderr,
            "MPI_Finalize: rank %d: %d request%s left, the newest of %s: wait for each, "
            "or call MPI_Request_free%s\n",
            comm_world.rank, request_count, request_count == 1 ? " is" : "s are", text, place);
}

static int count_types(void) {
    return strict && type_made > 0 ? type_made : 0;
}

static void report_types(const char *place) {
    if (count_types() > 0)
        fprintf(stderr, "MPI_Finalize: rank %d: %d datatype%s left: call MPI_Type_free%s\n",
                comm_world.rank, type_made, type_made == 1 ? " is" : "s are", place);
}

static void report_communicators(const char *place) {
    if (comm_count == 0)
        return;
    char text[MPI_MAX_OBJECT_NAME];
    fprintf(stderr,
            "MPI_Finalize: rank %d: %d communicator%s left, the newest is comm %s: call "
            "MPI_Comm_free%s\n",
            comm_world.rank, comm_count, comm_count == 1 ? " is" : "s are",
            comm_called(comm_newest()->context, text), place);
}

/* In a program that forgets something all processes forget it, so only a few tell. Each adds one to
 * the upper half of a sum over all processes, and the first ones a bit of their own to the lower
 * half. */
enum { TELLERS = 4, FIRST = 32 };

/* How many of the first processes that have something left come before this one. */
static int tellers_before(int rank, uint64_t all) {
    uint32_t first = (uint32_t)all;
    return __builtin_popcount(rank < FIRST ? first & ((1u << rank) - 1) : first);
}

/* This is weak: programs without files and windows have no such objects. */
#pragma weak left_objects

bool leftover_report(void) {
    const struct kept *first;
    int rank = comm_processes->rank;
    bool left = count_messages(&first) > 0 || request_count > 0 || comm_count > 0 ||
                count_types() > 0 || (left_objects && left_objects(NULL));
    uint64_t own = rank < FIRST ? UINT64_C(1) << rank : 0;
    uint64_t all = finalize_sum(left ? UINT64_C(1) << FIRST | own : 0);
    int before = tellers_before(rank, all);
    if (!left || before >= TELLERS)
        return all != 0;
    char place[ERROR_PLACE_BYTES] = ""; /* of a program with sessions this is its end */
    if (job_initialized && !job_finalized)
        error_place(place);
    report_messages(place);
    report_requests(place);
    report_communicators(place);
    report_types(place);
    if (left_objects)
        left_objects(place);
    if (before == TELLERS - 1 && rank < FIRST && all >> FIRST > TELLERS)
        fprintf(stderr, "MPI_Finalize: %u more ranks have something left\n",
                (unsigned)(all >> FIRST) - TELLERS);
    fflush(stderr);
    return true;
}
