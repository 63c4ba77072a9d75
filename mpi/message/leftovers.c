#include "mpi/message/leftovers.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "mpi/datatype/type.h"
#include "mpi/message/failure.h"
#include "mpi/message/matching.h"
#include "mpi/message/request.h"
#include "mpi/message/strict.h"
#include "mpi/object/communicator.h"
#include "mpi/object/error.h"

/* Whether a message is one that no receive can match any more: its communicator was revoked. */
static bool is_given_up(const struct kept *kept) {
    return job_survives && failure_is_revoked(match_context(kept->key));
}

/* Reports messages that no receive has matched. Messages of collective operations do not count:
 * they have another context. */
static int report_messages(const char *place) {
    int count = 0;
    const struct kept *first = NULL;
    for (const struct kept *kept = match_kept; kept; kept = kept->next)
        if (match_context(kept->key) % CONTEXTS == 0 && !is_given_up(kept) && count++ == 0)
            first = kept;
    if (count == 0)
        return 0;
    char comm[MPI_MAX_OBJECT_NAME];
    fprintf(stderr,
            "MPI_Finalize: rank %d: %d message%s never received: the first is from rank %d with "
            "tag %d, %" PRIu64 " bytes long, comm %s%s\n",
            comm_world.rank, count, count == 1 ? " was" : "s were",
            comm_world_rank((int)first->source), match_tag(first->key), first->bytes,
            comm_called(match_context(first->key), comm), place);
    return count;
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

static int report_requests(const char *place) {
    if (request_count == 0)
        return 0;
    char text[REQUEST_TEXT_BYTES];
    request_describe(request_newest, text, sizeof text);
    fprintf(stderr,
            "MPI_Finalize: rank %d: %d request%s left, the newest of %s: wait for each, "
            "or call MPI_Request_free%s\n",
            comm_world.rank, request_count, request_count == 1 ? " is" : "s are", text, place);
    return request_count;
}

static int report_types(const char *place) {
    if (!strict || type_made <= 0)
        return 0;
    fprintf(stderr, "MPI_Finalize: rank %d: %d datatype%s left: call MPI_Type_free%s\n",
            comm_world.rank, type_made, type_made == 1 ? " is" : "s are", place);
    return type_made;
}

static int report_communicators(const char *place) {
    if (comm_count == 0)
        return 0;
    char text[MPI_MAX_OBJECT_NAME];
    fprintf(stderr,
            "MPI_Finalize: rank %d: %d communicator%s left, the newest is comm %s: call "
            "MPI_Comm_free%s\n",
            comm_world.rank, comm_count, comm_count == 1 ? " is" : "s are",
            comm_called(comm_newest()->context, text), place);
    return comm_count;
}

bool leftover_report(void) {
    if (!match_kept && request_count == 0 && comm_count == 0 && !strict)
        return false;
    char place[ERROR_PLACE_BYTES] = ""; /* of a program with sessions this is its end */
    if (job_initialized && !job_finalized)
        error_place(place);
    int left = report_messages(place);
    left += report_requests(place);
    left += report_communicators(place);
    left += report_types(place);
    fflush(stderr);
    return left > 0;
}
